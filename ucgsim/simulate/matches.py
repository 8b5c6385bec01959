"""Matches by the floor rules (version 1.7, sections 7 and 10): what is planned, and what is played.

A deck that won is out (floor rules 7), so the winner goes on with its other deck, and the loser, who needs both games
that are left, meets that one with both of its own decks. What it may choose is their order, and that matters as the
loser of a game chooses who leads the next one (floor rules 10).
"""

from __future__ import annotations

import hashlib
import itertools
import json
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ucgsim.cards.versions import Procedure
from ucgsim.decks.finding import deck_word
from ucgsim.engine.core.constants import PLAYERS, Reason
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import digest
from ucgsim.limits import MAX_GAMES, MAX_SEED
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.ledger import deciding
from ucgsim.simulate.plain import (
    DECK,
    NAMED_TEXTS,
    PROCEDURE,
    RULES,
    TEXT,
    TEXTS,
    FieldKind,
    Form,
    between,
    counts_of,
    each,
    maybe,
    text,
)
from ucgsim.simulate.plan import HALVES, Terms, blank_words, matchup_number, option_words
from ucgsim.simulate.same_chance import half_points, play_given
from ucgsim.simulate.table import Played, Table, lay_out, marks_of, versions_now
from ucgsim.simulate.tasks import Task

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

    from numpy.typing import NDArray

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck


DECKS = 2
KNOWN_GAMES = 400
"""Games that players know of every two decks with either side leading: rates within five points."""
SLOW_KNOWN_GAMES = 40
"""Games that players know of every two decks where one of them searches."""
BEFORE = 1 << 40
"""Numbers of games from here on are those that players know; no match has as many."""


def lead_chance(policy: str) -> float:
    """How often a policy chooses to lead: as its parameter says, else by a coin."""
    parsed = parse_policy(policy)
    named = {parameter.name: value for parameter, value in zip(parsed.kind.parameters, parsed.values, strict=True)}
    return float(named["lead"] > 0.5) if "lead" in named else 0.5


def second_decks(
    tables: dict[tuple[int, int], Table], policies: Sequence[str], seed: int, matchup: int
) -> tuple[int, int]:
    """The deck that each side takes after it has lost the first game.

    It is judged by games before the match, on one chance for all decks, so that it is the same wherever it is asked.
    """
    games = SLOW_KNOWN_GAMES if any(parse_policy(policy).is_slow for policy in policies) else KNOWN_GAMES
    won = np.zeros((DECKS, DECKS, DECKS))
    for decks in ((0, 1), (1, 0), (1, 1)):
        for first in range(DECKS):
            indices = BEFORE + np.arange(games)
            rows = play_given(tables[decks], seed, matchup, indices, np.full(games, first, np.int64)).rows
            won[(*decks, first)] = half_points(rows).mean() / 2
    leads = [lead_chance(policy) for policy in policies]
    return (
        order_of_decks(won[:, 1], leads[0], 1 - leads[1]),
        order_of_decks(1 - won[1, :, ::-1], leads[1], 1 - leads[0]),
    )


def order_of_decks(won: NDArray[np.float64], next_lead: float, last_lead: float) -> int:
    """The deck to take into the second game of a match that is lost unless both further games are won.

    ``won[deck, first]``: chance to win with each deck where one leads oneself (0) or the other does (1), (2, 2);
    ``next_lead``, ``last_lead``: how often one leads the second and the third game oneself. The first where both
    orders are worth the same.
    """
    second, third = (share * won[:, 0] + (1 - share) * won[:, 1] for share in (next_lead, last_lead))
    return int(np.argmax(second * third[::-1]))


# Matches by the floor rules (version 1.7, sections 7 and 10): made of games of which each side led the first turn.
#
# A match has a chance of its own and plays the games that its course asks for, slot by slot over all matches of a
# part. Both sides win the first throw in turn.


MOST_GAMES = 3
"""Games of a match at most."""
PART = 1000
"""Matches of one part; the choices of random players are drawn for each part again."""
OUTSIDE_BATTLES = 5
"""Battle wins of a game that is won by other means than battles; the loser has none (floor rules 10)."""
_LETTERS = {ord("A"): 0, ord("B"): 1}
_SLASH = ord("/")
UNDECIDED = 2


class Format(StrEnum):
    """How many games make a match, and with which decks."""

    BO1 = "bo1"
    BO3 = "bo3"
    TWO_DECK = "two-deck-bo3"

    @property
    def needed(self) -> int:
        """Games that win the match."""
        return 1 if self is Format.BO1 else 2

    @property
    def slots(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each game the decks that may meet in it, as (deck of side 0, deck of side 1).

        With two decks each begins with its first; a deck that won is out (floor rules 7), and the loser takes which it
        likes (`matches.choices`).
        """
        if self is Format.TWO_DECK:
            later = ((0, 1), (1, 0), (1, 1))
            return ((0, 0),), later, later
        return (((0, 0),),) * (1 if self is Format.BO1 else MOST_GAMES)


@dataclass(frozen=True, eq=False)
class MatchUp:
    """Two players: ``tables[i, j]`` is their decks i and j laid out; ``turns``: when time is called, None for never."""

    form: Format
    tables: dict[tuple[int, int], Table]
    policies: tuple[str, str]
    seed: int
    matchup: int
    turns: int | None = None

    @cached_property
    def after_loss(self) -> tuple[int, int]:
        """The deck that each side takes after it has lost the first game."""
        if self.form is not Format.TWO_DECK:
            return 0, 0
        return second_decks(self.tables, self.policies, self.seed, self.matchup)


SHAPES = {"points": (HALVES, 3), "games": (MOST_GAMES + 1, HALVES), "timed": (HALVES,), "cut": (HALVES,)}
"""What is counted of each two players, and in which shape."""


class MatchPart(NamedTuple):
    """Matches counted, by who won the first throw: their halves are side 0 and side 1.

    ``points[half]``: matches that side 0 lost, that nobody won, that it won, (2, 3). ``games[number, half]``: matches
    that began so many games, (4, 2). ``timed[half]``: matches that had a game that time ended, ``cut[half]``: matches
    that were ended by time, in a game or between two, (2,) each.
    """

    number: int
    points: NDArray[np.int64]
    games: NDArray[np.int64]
    timed: NDArray[np.int64]
    cut: NDArray[np.int64]

    @property
    def matches(self) -> int:
        """How many matches were played."""
        return int(self.points.sum())


class Results(NamedTuple):
    """Of some games: winner, turns played, battle wins of both sides (n, 2), whether time ended them."""

    winner: NDArray[np.int64]
    turns: NDArray[np.int64]
    wins: NDArray[np.int64]
    timed: NDArray[np.bool_]


class GamesByTurn:
    """Games with what was to be seen in the battle areas after each of their turns."""

    def __init__(self, games: Played, leads: NDArray[np.int64] | int) -> None:
        rows, text, ends = games
        for place in np.flatnonzero(rows["winner"] < 0):
            raise UcgsimError(f"game {rows['index'][place]}: ended without a winner at a limit of the program")
        self.winner, self.turns = rows["winner"].astype(np.int64), rows["turns"].astype(np.int64)
        self.wins = rows["battles_won"].astype(np.int64)
        outside = rows["reason"] != Reason.BATTLES
        self.wins[outside] = 0
        self.wins[outside, self.winner[outside]] = OUTSIDE_BATTLES
        self.lead = np.broadcast_to(leads, len(rows))
        self._read(text, np.concatenate([[0], ends]).astype(np.int64))

    def _read(self, text: NDArray[np.uint8], ends: NDArray[np.int64]) -> None:
        """Battle wins and the newest battle of every turn; a stretch is a turn of a game, at least one each."""
        n = len(ends) - 1
        slashes = text == _SLASH
        stretch = np.cumsum(slashes) + np.repeat(np.arange(n), np.diff(ends))
        before = np.concatenate([[0], np.cumsum(slashes)])[ends]
        size = int(before[-1]) + n
        self.first = before[:-1] + np.arange(n)
        self.held = np.stack([np.bincount(stretch, text == letter, size) for letter in _LETTERS], axis=1).astype(int)
        last = np.append(stretch[1:] != stretch[:-1], True)[: len(text)]
        # A slash opens its stretch, so the last letter of a stretch is its newest battle.
        self.newest = np.full(size, UNDECIDED)
        self.newest[stretch[last]] = [_LETTERS.get(int(letter), UNDECIDED) for letter in text[last]]
        decided = np.where(self.newest < UNDECIDED, np.arange(size), -1)
        self.last_decided = np.maximum.accumulate(decided)

    def results(self, which: NDArray[np.int64], left: NDArray[np.int64]) -> Results:
        """Of the games ``which``, each with ``left`` turns until time is called: that turn ends, one more follows."""
        limit = left + 1
        timed = self.turns[which] > limit
        winner, turns, wins = self.winner[which], self.turns[which], self.wins[which]
        at = self.first[which[timed]] + limit[timed] - 1
        held = self.held[at]
        last = self.last_decided[at]
        # Even battle wins: the newest battle decides, a tied one leaves the Lead Player, who won the one before it.
        fallback = np.where(last >= self.first[which[timed]], self.newest[last], self.lead[which[timed]])
        even = held[:, 0] == held[:, 1]
        winner[timed] = np.where(even, fallback, np.argmax(held, axis=1))
        turns[timed], wins[timed] = limit[timed], held
        return Results(winner, turns, wins, timed)


def play_part(match_up: MatchUp, number: int, start: int, matches: int) -> MatchPart:
    """Play ``matches`` matches from match ``start`` on: a pure function of its arguments."""
    draws = np.random.default_rng([match_up.seed, match_up.matchup, start]).random((matches, MOST_GAMES))
    thrown = (start + np.arange(matches)) % HALVES
    course = _course(match_up, draws, thrown, start)
    points = np.zeros((HALVES, 3), np.int64)
    np.add.at(points, (thrown, np.where(course.winner == 0, 2, 0)), 1)
    begun = [_by_half(course.games == games, thrown) for games in range(MOST_GAMES + 1)]
    return MatchPart(number, points, np.stack(begun), *(_by_half(each, thrown) for each in (course.timed, course.cut)))


def _by_half(flags: NDArray[np.bool_], thrown: NDArray[np.int64]) -> NDArray[np.int64]:
    """Matches of each half that have a flag, (2,)."""
    return np.bincount(thrown[flags], minlength=HALVES)


class _Course(NamedTuple):
    winner: NDArray[np.int64]
    games: NDArray[np.int64]
    timed: NDArray[np.bool_]
    cut: NDArray[np.bool_]


def _course(match_up: MatchUp, draws: NDArray[np.float64], thrown: NDArray[np.int64], start: int) -> _Course:
    """How matches go, of which sides ``thrown`` win the first throw; (matches,) each."""
    n = len(draws)
    form = match_up.form
    leads = np.array([lead_chance(policy) for policy in match_up.policies])
    chooser, last = thrown.copy(), np.zeros(n, np.int64)
    won, battles = np.zeros((n, PLAYERS), np.int64), np.zeros((n, PLAYERS), np.int64)
    left = np.full(n, np.iinfo(np.int32).max if match_up.turns is None else match_up.turns, np.int64)
    begun, timed, live = np.zeros(n, np.int64), np.zeros(n, bool), np.ones(n, bool)
    taken = np.zeros((n, PLAYERS), np.int64)
    for slot, meetings in enumerate(form.slots):
        lead = np.where(draws[:, slot] < leads[chooser], chooser, 1 - chooser)
        for decks in meetings:
            here = np.flatnonzero(live & (begun == slot) & (taken == decks).all(axis=1))
            results = _games(match_up, decks, MOST_GAMES * (start + here) + slot, lead[here], left[here])
            last[here], chooser[here], timed[here] = results.winner, 1 - results.winner, results.timed
            won[here, results.winner] += 1
            battles[here] += results.wins
            left[here] -= results.turns
            begun[here] += 1
            live[here] = (won[here].max(axis=1) < form.needed) & (left[here] > 0)
            if form is Format.TWO_DECK:
                _take(match_up, taken, won, here, results.winner)
    # Time may also end a match between two games, before anyone has won enough of them.
    return _Course(_winners(won, battles, last), begun, timed, timed | (won.max(axis=1) < form.needed))


def _take(
    match_up: MatchUp,
    taken: NDArray[np.int64],
    won: NDArray[np.int64],
    here: NDArray[np.int64],
    winner: NDArray[np.int64],
) -> None:
    """Take the decks of the next game, (matches, 2), after games ``here``: one that won is out (floor rules 7)."""
    taken[here, winner] = 1 - taken[here, winner]
    loser = 1 - winner
    free = won[here, loser] == 0
    taken[here[free], loser[free]] = np.array(match_up.after_loss)[loser[free]]


def _games(
    match_up: MatchUp,
    decks: tuple[int, int],
    indices: NDArray[np.int64],
    leads: NDArray[np.int64],
    left: NDArray[np.int64],
) -> Results:
    """Games of two decks with these Lead Players, each with ``left`` turns until time is called; (n,) each."""
    played = play_given(match_up.tables[decks], match_up.seed, match_up.matchup, indices, leads)
    return GamesByTurn(played, leads).results(np.arange(len(indices)), left)


def _winners(won: NDArray[np.int64], battles: NDArray[np.int64], last: NDArray[np.int64]) -> NDArray[np.int64]:
    """More games won, else more battles won in all of them, else the last game (floor rules 10)."""
    by_battles = np.where(battles[:, 0] == battles[:, 1], last, np.argmax(battles, axis=1))
    return np.asarray(np.where(won[:, 0] == won[:, 1], by_battles, np.argmax(won, axis=1)), dtype=np.int64)


@dataclass(frozen=True)
class MatchTask(Task):
    """Matches ``start`` to ``stop`` of match-up ``number`` of a ``plan`` with this mark; counts are a `MatchPart`."""

    plan: str
    number: int
    start: int
    stop: int
    match_up: MatchUp | None = field(default=None, compare=False, repr=False)

    @property
    def games(self) -> int:
        """How many matches."""
        return self.stop - self.start

    @property
    def tables(self) -> Sequence[Table]:  # type: ignore[override]
        """Those of the match-up."""
        return () if self.match_up is None else tuple(self.match_up.tables.values())

    @classmethod
    def play(cls, tasks: Sequence[Any], jobs: int) -> Generator[tuple[Task, Any]]:
        """Play tasks, each with its plain value."""
        for match_up in {id(task.match_up): task.match_up for task in tasks}.values():
            # Once, before workers would all look for it.
            _ = match_up.after_loss
        yield from super().play(tasks, jobs)

    def run(self) -> dict[str, Any]:
        """Play them."""
        assert self.match_up is not None, "what is only read is not played"
        part = play_part(self.match_up, self.number, self.start, self.games)
        return {name: getattr(part, name).tolist() for name in SHAPES}

    def counts(self, value: Any) -> MatchPart:
        """The part."""
        part = MatchPart(self.number, **{name: counts_of(value[name], shape) for name, shape in SHAPES.items()})
        halves = np.bincount(np.arange(self.start, self.stop) % HALVES, minlength=HALVES)
        if (part.points.sum(axis=1) != halves).any() or max((part.timed - halves).max(), (part.cut - halves).max()) > 0:
            raise ValueError("counts do not agree with the number of matches")
        if (part.games.sum(axis=0) != halves).any():
            raise ValueError("counts of games begun do not add up")
        return part


def match_tasks(plan: str, matches: int, numbers: int, match_ups: Sequence[MatchUp] = ()) -> list[MatchTask]:
    """So many matches of each of ``numbers`` match-ups in parts, in the order in which they are played."""
    return [
        MatchTask(plan, number, start, min(start + PART, matches), match_ups[number] if match_ups else None)
        for number in range(numbers)
        for start in range(0, matches, PART)
    ]


# What is to be played in matches: players, format, time and chance, to be written down, read back and played again.


MOST_TURNS = 10_000
"""As on the command line: the turn in which time is called, at most."""
Entrants = tuple[tuple["Deck", ...], ...]


@dataclass(frozen=True)
class MatchPlan:
    """Players, format, policy, rules, seed and number of matches: everything that decides what is played.

    ``entrants`` are the decks of each player; every two of them play ``each`` matches. ``turns``: when time
    is called, None for never. ``cards`` is a fingerprint of all that the games know of the cards, ``blank`` the
    numbers played without their text, ``edited`` those whose effect a person edited, ``versions`` what played.
    """

    form: Format
    turns: int | None
    entrants: Entrants
    each: int
    policy: str
    seed: int
    rules: str
    redraw_procedure: Procedure = Procedure.OFFICIAL
    cards: str = ""
    blank: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the players: of their decks."""
        return tuple(" / ".join(deck.name for deck in decks) for decks in self.entrants)

    @property
    def keys(self) -> tuple[tuple[int, int], ...]:
        """Every two players, in the order in which they are counted."""
        return tuple(itertools.combinations(range(len(self.entrants)), 2))

    @property
    def matches(self) -> int:
        """Matches of all players."""
        return self.each * len(self.keys)

    @property
    def label(self) -> str:
        """The policy of all sides with its version, such as ``greedy v1``."""
        return parse_policy(self.policy).label

    @property
    def words(self) -> list[str]:
        """The words of the command that plays this again, without the weights of a field."""
        decks = [deck_word(deck) for entrant in self.entrants for deck in entrant]
        words = ["ucgsim", "matrix", *decks, "--match", self.form.value]
        if self.turns is not None:
            words += ["--turns", str(self.turns)]
        words += ["-n", str(self.each)]
        words += option_words((self.policy,) * 2, self.seed, self.rules, self.redraw_procedure)
        return [*words, *blank_words(self.blank)]

    @property
    def mark(self) -> str:
        """Sixteen digits of all that decides what is played, but for how many matches."""
        fields = deciding(MATCH_FORM.write(self))
        return digest(json.dumps({name: fields[name] for name in fields if name != "each"}, sort_keys=True).encode())[
            :16
        ]


def _format_in(data: Mapping[str, Any], name: str) -> Format:
    return Format(text(data, name))


MATCH_FORM = Form(
    match=FieldKind(_format_in, attrgetter("value"), "form"),
    turns=maybe(between(1, MOST_TURNS)),
    players=each(each(DECK)).of("entrants"),
    each=between(1, MAX_GAMES),
    policy=FieldKind(lambda data, name: parse_policy(text(data, name)).name),
    seed=between(0, MAX_SEED),
    rules=RULES,
    redraw_procedure=PROCEDURE,
    cards=TEXT,
    blank=TEXTS,
    edited=TEXTS,
    versions=NAMED_TEXTS,
)
"""What is stored of a `MatchPlan`."""


class MatchStudy(NamedTuple):
    """A plan with its cards and what plays it: a match-up for every two players, in the order of ``plan.keys``."""

    plan: MatchPlan
    match_ups: tuple[MatchUp, ...]
    catalog: Catalog


def lay_out_matches(entrants: Entrants, form: Format, terms: Terms, *, turns: int | None, each: int) -> MatchStudy:
    """Lay out every two players, who play by the first policy; UcgsimError as ``lay_out`` raises it.

    A further player leaves the others' matches.
    """
    name, match_ups = parse_policy(terms.policies[0]).name, []
    alike = terms.but(policies=(name, name))
    for row, column in itertools.combinations(range(len(entrants)), 2):
        tables = {
            each: lay_out((entrants[row][each[0]], entrants[column][each[1]]), alike)
            for each in sorted({each for slot in form.slots for each in slot})
        }
        match_ups.append(MatchUp(form, tables, alike.policies, terms.seed, matchup_number(row, column), turns))
    tables_of_all = [table for each in match_ups for table in each.tables.values()]
    plan = MatchPlan(
        form=form,
        turns=turns,
        entrants=entrants,
        each=each,
        policy=name,
        seed=terms.seed,
        rules=terms.rules,
        redraw_procedure=terms.redraw_procedure,
        cards=hashlib.sha256("".join(table.fingerprint for table in tables_of_all).encode()).hexdigest()[:16],
        **marks_of(tables_of_all)._asdict(),
        versions=versions_now([parse_policy(name).label]),
    )
    return MatchStudy(plan, tuple(match_ups), terms.catalog)
