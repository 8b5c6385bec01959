"""Matches in place of games: how a cell of a matrix is played by the floor rules, what came of it, how it is stored."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property, partial
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.language import gettext as _
from ucgsim.report.charts import Chart, ChartShape, Series, ValueAxis, points_of
from ucgsim.report.page import Section, halved, method_section, stars
from ucgsim.report.sheet import Sheet, interval, label, number, rate, sheet
from ucgsim.report.table import Column, Table
from ucgsim.simulate.matches import (
    MATCH_FORM,
    MOST_GAMES,
    MOST_TURNS,
    OUTSIDE_BATTLES,
    SHAPES,
    Format,
    MatchPart,
    MatchPlan,
    MatchStudy,
    lay_out_matches,
    match_tasks,
)
from ucgsim.simulate.plain import Form
from ucgsim.simulate.plan import Terms, equal_halves
from ucgsim.simulate.tasks import Batch
from ucgsim.stats.outcomes import Outcomes
from ucgsim.studies.decks import given_decks, in_the_field, refuse_repeated, with_all
from ucgsim.studies.kit.ledger import CountedQuestion, StoredCounts
from ucgsim.studies.matrix.findings import Basis, Play
from ucgsim.studies.matrix.result import MatrixResult
from ucgsim.studies.rates import share
from ucgsim.studies.weights import GivenField, given_field, keep_field, kept_field

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import polars as pl
    from numpy.typing import NDArray

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck, DeckLike
    from ucgsim.simulate.tasks import Course
    from ucgsim.stats.rates import Estimate
    from ucgsim.stats.ratings import Cells
    from ucgsim.studies.kit.basis import Key

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
SHOWN = {"3 games begun": "a", CUT: "b"}
"""Kinds of matches that are drawn, and how."""
DECKS_OF = {Format.BO1: 1, Format.BO3: 1, Format.TWO_DECK: 2}
MATCHES = "matches.json"
MATCHES_FORMAT = 8
"""Rises whenever what is saved changes its meaning; up to 2 the file held the counts as well, once all was
played, from 4 on each part is bound to its plan, from 5 on the plan is sealed, from 6 on no two
matches share their chance, from 7 on the loser of the first game takes the deck that is best for it, from 8 on parts
are called by what decides them."""


@dataclass(frozen=True, eq=False)
class MatchCounts:
    """Matches counted as in ``MatchPart``, with a row for each two players of the plan; or those of some, without."""

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

    def of(self, row: int) -> MatchCounts:
        """Those of two players."""
        return MatchCounts(*(getattr(self, name)[row] for name in SHAPES))

    def total(self) -> MatchCounts:
        """Those of all players."""
        return MatchCounts(*(getattr(self, name).sum(axis=0) for name in SHAPES))

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


def kinds(plan: MatchPlan, lengths: MatchCounts) -> dict[str, NDArray[np.int64]]:
    """Every kind of match that the plan allows: how many of each half are of it, (2,)."""
    fewest = 1 if plan.form is Format.BO1 or plan.turns is not None else 2
    most = 1 if plan.form is Format.BO1 else MOST_GAMES
    begun = {f"{many} game{'s'[: many > 1]} begun": lengths.games[many] for many in range(fewest, most + 1)}
    return begun if plan.turns is None else begun | {TIMED: lengths.timed, CUT: lengths.cut}


def length_rates(plan: MatchPlan, lengths: MatchCounts) -> list[Estimate]:
    """The share of every kind of match; n = matches."""
    return [lengths.share(matches) for matches in kinds(plan, lengths).values()]


class KindOfMatch(NamedTuple):
    """Matches of two players, or of all where there are no ``players``, that are of one kind, of how many."""

    players: tuple[int, ...]
    kind: str
    share: Estimate
    matches: int
    of: int


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PlayedMatches(Play):
    """Matches of every two players: what was planned and what came of it."""

    match: MatchPlan
    counts: MatchCounts

    kind = "matches"
    one = "match"
    many = "matches"
    column = "player"
    heading = "Matches won by the row against the column"

    @property
    def plan(self) -> MatchPlan:
        """What decided what was played."""
        return self.match

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the players: of their decks."""
        return self.plan.names

    @property
    def decks(self) -> tuple[Deck, ...]:
        """The decks of all players, each once."""
        return tuple({(deck.name, deck.fingerprint): deck for decks in self.plan.entrants for deck in decks}.values())

    @property
    def entrant(self) -> str:
        """A player is called as his deck, unless he has two."""
        return "player" if self.plan.form is Format.TWO_DECK else "deck"

    @cached_property
    def cells(self) -> Cells:
        """Matches as the first player sees them, for every two players."""
        rows = zip(self.plan.keys, self.counts.points, strict=True)
        return {key: Outcomes.of(row) for key, row in rows}

    @property
    def terms(self) -> Basis:
        """How all players played."""
        plan = self.plan
        chance = plan.seed, plan.rules, plan.redraw_procedure
        return Basis(plan.each, plan.label, *chance, plan.blank, plan.edited, (plan.policy,))

    @property
    def each_words(self) -> str:
        """How many matches a cell rests on."""
        return _("{games:,} matches").format(games=self.plan.each)

    @cached_property
    def lengths(self) -> MatchCounts:
        """How long the matches of all players were.

        They are counted as if drawn from one mixture, each two players with the same share; that makes the intervals
        a little too wide, never too narrow.
        """
        return self.counts.total()

    @cached_property
    def lengths_of(self) -> dict[Key, MatchCounts]:
        """How long the matches of every two players were."""
        return {key: self.counts.of(row) for row, key in enumerate(self.plan.keys)}

    @property
    def course(self) -> str:
        """How often time ends a match, and how often a third game is needed."""
        lines = []
        if self.plan.turns is not None:
            lines.append(f"time ends {interval(self.lengths.cut_rate)} of all matches")
        if self.plan.form is not Format.BO1:
            third = interval(self.lengths.begun(3))
            lines.append(f"{third} begin a third game" if lines else f"{third} of all matches begin a third game")
        return " and ".join(lines)

    @property
    def basis(self) -> str:
        """What every number rests on."""
        plan = self.plan
        called = "" if plan.turns is None else f", time called in turn {plan.turns} of the match"
        each = f"{plan.each:,} matches for each two, {FORMATS[plan.form]}{called}"
        return f"{each}; {plan.matches:,} in all, {plan.label} on both sides, {self.terms.by}, seed {plan.seed}"

    def words(self, field: Sequence[str]) -> list[str]:
        """The words of the command that plays this again, in a ``field`` that such words name."""
        return [*self.plan.words, *field]

    def details(self) -> list[Sheet]:
        """How long matches were, and what time did."""
        rows = 1 + len(self.plan.keys) if 1 < len(self.plan.keys) <= MOST_ROWS else 1
        return [self.length_sheet().first(rows)]

    def length_rows(self, lengths_of: Iterable[tuple[tuple[int, ...], MatchCounts]]) -> Table[KindOfMatch]:
        """Every kind of match of every two players, or of all."""
        plan = self.plan

        def player(place: int, row: KindOfMatch) -> str:
            return plan.names[row.players[place]]

        columns: tuple[Column[KindOfMatch], ...] = (
            *(
                Column(key, partial(player, place), None, meaning, str, names_row=True, json=False)
                for place, (key, meaning) in enumerate([(self.column, "who plays"), ("opponent", "against whom")])
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

    def length_table(self) -> pl.DataFrame:
        """One row for each two players and each kind of match: its share with interval, matches; policy."""
        return self.length_rows(self.lengths_of.items()).to_polars()

    def length_sheet(self) -> Sheet:
        """How long the matches of all and of every two players were."""
        plan, all_of_them = self.plan, [label("all"), label(""), number(self.plan.matches)]
        rows = [[*all_of_them, *map(rate, length_rates(plan, self.lengths))]]
        for (a, b), each in self.lengths_of.items():
            who = (label(plan.names[a]), label(plan.names[b]), number(plan.each))
            rows.append([*who, *map(rate, length_rates(plan, each))])
        columns = ["", "opponent", "matches", *kinds(plan, self.lengths)]
        note = f"Shares of matches with 95 % intervals, {plan.label} on both sides."
        ended = "\nA match that time ended between two games counts in the last column alone."
        return sheet("Length of matches", columns, rows, note + ("" if plan.turns is None else ended))

    def length_chart(self) -> Chart | None:
        """Share of matches of every two players that begin a third game and that time ends, with 95 % intervals.

        None where there is nothing to draw, or too much to see.
        """
        plan = self.plan
        shown = [kind for kind in SHOWN if kind in kinds(plan, self.lengths)]
        if not shown or len(plan.keys) > MOST_ROWS:
            return None
        series = []
        for kind in shown:
            shares = (each.share(kinds(plan, each)[kind]) for each in self.lengths_of.values())
            series.append(Series(kind, SHOWN[kind], points_of(enumerate(shares))))
        return Chart(
            "lengths",
            "How often matches are long" + ("" if plan.turns is None else ", and how often time ends them"),
            f"Share of the {plan.each:,} matches of each two, with 95 % intervals.",
            ChartShape.ROWS,
            tuple(series),
            ValueAxis("share of the matches", shows=(0.0,), bounds=(0.0, 1.0)),
            places=tuple(f"{plan.names[a]} - {plan.names[b]}" for a, b in plan.keys),
            sample=f"{plan.each:,} matches for each two, {plan.matches:,} in all",
        )

    @property
    def sections(self) -> tuple[Section, ...]:
        """How long matches were, and what one is."""
        title = "Length of matches" if self.plan.turns is None else "Length of matches and time"
        charts = tuple(filter(None, [self.length_chart()]))
        return (
            Section("lengths", title, charts=charts, sheets=(self.length_sheet(),)),
            Section("format", "Format", tuple(format_words(self.plan)), folded=True),
        )

    @property
    def tables(self) -> dict[str, pl.DataFrame]:
        """How long the matches of every two players were."""
        return {"lengths": self.length_table()}

    @property
    def title(self) -> str:
        """What a match is."""
        return f", playing {FORMATS[self.plan.form].replace(':', ',').split(',')[0]}"

    def method(self, command: str, catalog: Catalog, also: Sequence[str], *, check: str, starred: bool) -> Section:  # noqa: ARG002 - matches are not checked
        """The section of a page that says how matches were played."""
        plan = self.plan
        facts = {
            "matches": f"{plan.matches:,} in all, {plan.each:,} for each two; {halved('matches')}",
            "format": FORMATS[plan.form],
            "time": "never called" if plan.turns is None else f"called in turn {plan.turns} of the match",
            "policies": f"{plan.label} on both sides",
            "rules": f"comprehensive {self.terms.by}, floor rules 1.7",
            "seed": str(plan.seed),
            **stars(any_certain=starred),
        }
        return method_section(facts, plan.versions, self.decks, command, catalog=catalog, what="matches", also=also)

    @property
    def head_json(self) -> dict[str, Any]:
        """What a match is, how many were played, and by whom, as plain values."""
        plan = self.plan
        return {
            "match": plan.form.value,
            "turns": plan.turns,
            "matches": plan.matches,
            "matches_per_matchup": plan.each,
            "players": [
                {"name": name, "decks": [{"name": deck.name, "fingerprint": deck.fingerprint} for deck in decks]}
                for name, decks in zip(plan.names, plan.entrants, strict=True)
            ],
        }

    @property
    def end_json(self) -> dict[str, Any]:
        """How long the matches of all and of every two players were, as plain values."""
        each = [
            {"a": a, "b": b, "lengths": self.length_rows([((a, b), result)]).to_json()}
            for (a, b), result in self.lengths_of.items()
        ]
        return {"lengths": self.length_rows([((), self.lengths)]).to_json(), "matchups": each, "played": self.basis}


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


def plan_matches(
    decks: Sequence[DeckLike],
    terms: Terms,
    *,
    match: Format | str,
    turns: int | None,
    games: int,
    field: Path | str | None = None,
    out: Path | str | None = None,
) -> Matches:
    """Everything that ``matches`` checks before it plays."""
    form = _format(match)
    if turns is not None and not 1 <= turns <= MOST_TURNS:
        raise UcgsimError(f"time called in turn {turns}; it must be from 1 to {MOST_TURNS:,}")
    if games < 1:
        raise UcgsimError(f"{games} matches; it must be 1 or more")
    terms = in_the_field(terms)
    entrants = _entrants(given_decks(with_all(decks), terms), form, terms.catalog)
    study = lay_out_matches(entrants, form, terms, turns=turns, each=equal_halves(games))
    return Matches(study, None if out is None else Path(out), given_field(field, study.plan.names))


def _format(match: Format | str) -> Format:
    try:
        return Format(match)
    except ValueError:
        raise UcgsimError(f"match {match!r} is unknown; known are {', '.join(Format)}") from None


def _entrants(decks: Sequence[Deck], match: Format, catalog: Catalog) -> tuple[tuple[Deck, ...], ...]:
    """The decks of each player; UcgsimError where they are too few, or break the rule of two decks."""
    size = DECKS_OF[match]
    if len(decks) < 2 * size or len(decks) % size:
        wanted = "two or more decks" if size == 1 else "two decks for each of two or more players, in a row"
        raise UcgsimError(f"{match.value} with {len(decks)} deck{'s'[: len(decks) > 1]}; name {wanted}")
    if size == 1:
        refuse_repeated(decks, "name each list once")
    entrants = tuple(tuple(decks[place : place + size]) for place in range(0, len(decks), size))
    for entrant in entrants:
        _refuse_too_many(entrant, catalog)
    _refuse_same_players(entrants)
    return entrants


def _refuse_too_many(entrant: Sequence[Deck], catalog: Catalog) -> None:
    """Floor rules 6: over both decks of a player, no more copies of a number than one deck may hold."""
    copies: Counter[str] = Counter()
    for deck in entrant:
        copies.update(dict(deck.counts))
    for card, count in sorted(copies.items()):
        limit = catalog[card].copy_limit
        if limit is not None and count > limit:
            both = " and ".join(str(deck.source or deck.name) for deck in entrant)
            raise UcgsimError(f"{both}: {count} copies of {card} over both decks; at most {limit} are allowed")


def _refuse_same_players(entrants: Sequence[tuple[Deck, ...]]) -> None:
    """Two players may share a deck, but one with the same decks in the same order is the same player."""
    counted = Counter(tuple(deck.fingerprint for deck in decks) for decks in entrants)
    for decks in entrants:
        if counted[tuple(deck.fingerprint for deck in decks)] > 1:
            both = " and ".join(str(deck.source or deck.name) for deck in decks)
            raise UcgsimError(f"{both}: several players have these decks in this order; name each player once")


@dataclass(frozen=True, eq=False)
class Matches(CountedQuestion[MatchStudy, MatrixResult]):
    """Matches that were planned."""

    field: GivenField | None = None
    goes_on: bool = False
    """Whether it goes on by itself: then the field stays as it is."""
    noun = "matrix"
    unit = "matches"
    dealt = ()
    file = MATCHES
    what = "matrix of matches"
    form = MATCHES_FORMAT
    growing = "each"
    plan_form = Form({name: kind.of(f"plan.{kind.at or name}") for name, kind in MATCH_FORM.items()})

    @staticmethod
    def read(values: dict[str, Any], catalog: Catalog) -> MatchStudy:
        """The study of these fields."""
        plan = MatchPlan(**values["plan"])
        if len(plan.entrants) < 2 or any(len(decks) != DECKS_OF[plan.form] for decks in plan.entrants):
            raise ValueError(f"players are not two or more, each with as many decks as {plan.form} takes")
        return MatchStudy(plan, (), catalog)

    @staticmethod
    def laid_out(study: MatchStudy) -> MatchStudy:
        """A study with what plays it."""
        plan = study.plan
        terms = Terms(
            policies=(plan.policy,) * 2,
            seed=plan.seed,
            rules=plan.rules,
            redraw_procedure=plan.redraw_procedure,
            play_blank=plan.blank,
            catalog=study.catalog,
        )
        return lay_out_matches(plan.entrants, plan.form, terms, turns=plan.turns, each=plan.each)

    @property
    def each(self) -> int:
        """Matches of every two players."""
        return self.study.plan.each

    @property
    def matchups(self) -> int:
        """How many two players there are."""
        return len(self.study.plan.keys)

    def course(self) -> Course[MatrixResult]:
        """All parts added up."""
        plan, counts = self.study.plan, MatchCounts.nothing(self.matchups)
        for part in (yield Batch(match_tasks(plan.mark, plan.each, self.matchups, self.study.match_ups))):
            counts.add(part)
        return MatrixResult(PlayedMatches(match=plan, counts=counts, folder=self.out), *(self.field or (None, None)))

    def play(self, *, jobs: int = 1, advance: Callable[[int], object] | None = None) -> MatrixResult:
        """Play all of them."""
        result = self.play_in(self.out, jobs=jobs, advance=advance)
        if self.out is None or self.goes_on:
            return result
        return _in_field(result, keep_field(self.out, self.field, self.study.plan.names))


def _in_field(result: MatrixResult, field: GivenField | None) -> MatrixResult:
    """The answer in a field that a file names, or with equal shares."""
    return MatrixResult(result.play, *(field or (None, None)))


class StoredMatches(StoredCounts):
    """The folder of matches."""

    question_class = Matches
    unit = "matches"

    def planned(self, catalog: Catalog, *, again: bool = False) -> Matches:
        """The matches of the plan."""
        planned: Matches = super().planned(catalog, again=again)
        return replace(planned, goes_on=True)

    def answer(self, catalog: Catalog, *, check: bool = True) -> MatrixResult:
        """The finished matches in their field."""
        result = super().answer(catalog, check=check)
        return _in_field(result, kept_field(self.path, result.play.match.names))
