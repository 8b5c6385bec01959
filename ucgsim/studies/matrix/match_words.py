"""How matches go: the format in words, how long they were, what time did to them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ucgsim.report.sheet import Sheet, label, number, rate, sheet
from ucgsim.report.table import Column, Table
from ucgsim.simulate.matches import MOST_GAMES, OUTSIDE_BATTLES, Format, MatchPart, MatchPlan
from ucgsim.simulate.plan import HALVES
from ucgsim.studies.rates import share

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from ucgsim.stats.rates import Estimate

FORMATS = {
    Format.BO1: "best of one",
    Format.BO3: "best of three, the loser of a game chooses who leads",
    Format.TWO_DECK: "best of three with two decks: first deck first, a deck that won is out, the loser takes "
    "what is best for it",
}
MOST_ROWS = 15
"""Match-ups up to which the terminal shows the lengths of each; the tables always have them."""
TIMED = "time ended a game"
CUT = "time ended the match"


SHAPES = {"points": (HALVES, 3), "games": (MOST_GAMES + 1, HALVES), "timed": (HALVES,), "cut": (HALVES,)}
"""What is counted of each two players."""


@dataclass(frozen=True, eq=False)
class MatchCounts:
    """Matches counted as in ``MatchPart``, one row for each two players of the plan; shapes as in SHAPES."""

    points: NDArray[np.int64]
    games: NDArray[np.int64]
    timed: NDArray[np.int64]
    cut: NDArray[np.int64]

    @classmethod
    def nothing(cls, rows: int) -> MatchCounts:
        """Before anything is played."""
        return cls(*(np.zeros((rows, *shape), np.int64) for shape in SHAPES.values()))

    def add(self, part: MatchPart) -> None:
        """Count a part."""
        for name in SHAPES:
            getattr(self, name)[part.number] += getattr(part, name)


@dataclass(frozen=True, eq=False)
class MatchLengths:
    """Lengths of some matches, by who won the first throw.

    ``games[number, half]``: matches that began so many games, (4, 2); ``timed`` and ``cut``: matches that had a game
    that time ended, and were ended by time, (2,) each.
    """

    games: NDArray[np.int64]
    timed: NDArray[np.int64]
    cut: NDArray[np.int64]

    def begun(self, number: int) -> Estimate:
        """Share of matches that began so many games; n = matches."""
        return self.share(self.games[number])

    @property
    def cut_rate(self) -> Estimate:
        """Share of matches that time ended, in a game or between two; n = matches."""
        return self.share(self.cut)

    @property
    def matches(self) -> int:
        """All matches."""
        return int(self.games.sum())

    def share(self, matches: NDArray[np.int64]) -> Estimate:
        """Share of all matches, from how many of each half are of a kind, (2,); n = matches."""
        return share(matches, self.games.sum(axis=0))


def games_words(number: int) -> str:
    """Such as ``3 games``."""
    return f"{number} game{'s'[: number > 1]}"


def time_words(plan: MatchPlan) -> str:
    """When time is called, as a clause that follows others; empty for never."""
    return "" if plan.turns is None else f", time called in turn {plan.turns} of the match"


def kinds(plan: MatchPlan, lengths: MatchLengths) -> dict[str, NDArray[np.int64]]:
    """Every kind of match that the plan allows: how many of each half are of it, (2,)."""
    fewest = 1 if plan.form is Format.BO1 or plan.turns is not None else 2
    most = 1 if plan.form is Format.BO1 else MOST_GAMES
    begun = {f"{games_words(number)} begun": lengths.games[number] for number in range(fewest, most + 1)}
    return begun if plan.turns is None else begun | {TIMED: lengths.timed, CUT: lengths.cut}


def length_rates(plan: MatchPlan, lengths: MatchLengths) -> list[Estimate]:
    """The share of every kind of match; n = matches."""
    return [lengths.share(matches) for matches in kinds(plan, lengths).values()]


class KindOfMatch(NamedTuple):
    """Matches of two players, or of all where there are no ``players``, that are of one kind, of how many."""

    players: tuple[int, ...]
    kind: str
    share: Estimate
    matches: int
    of: int


def lengths(
    plan: MatchPlan, lengths_of: Iterable[tuple[tuple[int, ...], MatchLengths]], column: str = ""
) -> Table[KindOfMatch]:
    """Every kind of match of every two players, who are called by ``column``."""
    columns: tuple[Column[KindOfMatch], ...] = (
        *(
            Column(key, partial(_player, plan, place), None, meaning, str, names_row=True, json=False)
            for place, (key, meaning) in enumerate([(column, "who plays"), ("opponent", "against whom")])
        ),
        Column("match", attrgetter("kind"), None, "how the match went", str, names_row=True),
        Column("", attrgetter("share"), None, "share of their matches", units="matches"),
        Column("matches", attrgetter("matches"), None, "matches that went so", int),
        Column("of", attrgetter("of"), None, "matches of the two", int),
        Column("policy", lambda _: plan.label, None, "who decided", str, json=False),
    )
    rows = [
        KindOfMatch(players, kind, each.share(matches), int(matches.sum()), each.matches)
        for players, each in lengths_of
        for kind, matches in kinds(plan, each).items()
    ]
    return Table(columns, rows)


def _player(plan: MatchPlan, place: int, row: KindOfMatch) -> str:
    return plan.names[row.players[place]]


def length_sheet(plan: MatchPlan, lengths: MatchLengths, lengths_of: Mapping[tuple[int, int], MatchLengths]) -> Sheet:
    """The lengths of all matches and of every two players."""
    rows = [[label("all"), label(""), number(plan.matches), *map(rate, length_rates(plan, lengths))]]
    for (a, b), each in lengths_of.items():
        who = (label(plan.names[a]), label(plan.names[b]), number(plan.each))
        rows.append([*who, *map(rate, length_rates(plan, each))])
    columns = ["", "opponent", "matches", *kinds(plan, lengths)]
    note = f"Shares of matches with 95 % intervals, {plan.label} on both sides."
    ended = "\nA match that time ended between two games counts in the last column alone."
    return sheet("Length of matches", columns, rows, note + ("" if plan.turns is None else ended))


def length_json(
    plan: MatchPlan, of_all: MatchLengths, lengths_of: Mapping[tuple[int, int], MatchLengths]
) -> dict[str, Any]:
    """The lengths of all matches and of every two players as plain values."""
    each = [
        {"a": a, "b": b, "lengths": lengths(plan, [((a, b), result)]).to_json()}
        for (a, b), result in lengths_of.items()
    ]
    return {"lengths": lengths(plan, [((), of_all)]).to_json(), "matchups": each}


def format_words(plan: MatchPlan) -> list[str]:
    """What a match is, as paragraphs: the floor rules in our own words, and the readings where they leave room."""
    return [_course_words(plan.form), *([] if plan.turns is None else [_end_words(plan.turns)]), _reading_words(plan)]


def _course_words(form: Format) -> str:
    first = "Who wins the throw chooses who leads the first game"
    if form is Format.BO1:
        return f"A match is one game. {first} (floor rules 1.7, section 10)."
    later = "from the second game on the loser of the game before chooses (floor rules 1.7, section 10)"
    text = f"A match is won with two games of at most three. {first}; {later}."
    if form is Format.BO3:
        return text
    decks = (
        "Each player has two decks with at most four cards of a number over both and begins with the first; "
        "a deck that has won a game is out for the rest of the match (sections 6 and 7)."
    )
    return f"{text} {decks}"


def _end_words(turns: int) -> str:
    return (
        f"Time is called in turn {turns} of the match, counted over its games: that turn is completed and one more is "
        "played. A game that is not over then goes to the player with more battles won; if these are even, to the "
        "winner of the newest battle, or to the Lead Player where that one was tied. No further game begins. The match "
        "goes to the player with more games won; then to the one with more battles won in all of them, a game won by "
        f"other means than battles counting {OUTSIDE_BATTLES} to 0; then to the winner of the newest game "
        "(floor rules 1.7, section 10)."
    )


def _reading_words(plan: MatchPlan) -> str:
    """What was taken for granted where the rules leave room."""
    read = ["where the comprehensive rules leave room, cards are read as by the engine named below"]
    if plan.form is Format.TWO_DECK:
        read.append(
            "section 7 bars only the deck that has won, so the loser of the first game takes next the one of its decks "
            "that makes the match likeliest to be won, by games with each that players have seen before"
        )
    if plan.turns is not None:
        read.append("a number of turns takes the place of the clock, because games here take no minutes")
    return f"Readings in force: {'; '.join(read)}."
