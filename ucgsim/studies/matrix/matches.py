"""A matrix of matches instead of games: best of three, two decks a player, time called."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.simulate.ledger import KeptFolder
from ucgsim.simulate.matches import (
    MOST_TURNS,
    Format,
    MatchPart,
    MatchPlan,
    MatchStudy,
    MatchTask,
    lay_out_matches,
    match_tasks,
    play_tasks,
)
from ucgsim.simulate.plan import HALVES, Terms, counts_of, equal_halves, refuse_differing
from ucgsim.studies.decks import given_decks, in_the_field, refuse_repeated, with_all
from ucgsim.studies.kit.ledger import PlayedInParts, StoredCounts
from ucgsim.studies.kit.question import Question
from ucgsim.studies.kit.run_options import RunSettings, StoredOptions, takes
from ucgsim.studies.matrix.match_words import SHAPES, MatchCounts
from ucgsim.studies.matrix.result import MatchMatrix
from ucgsim.studies.weights import GivenField, given_field, keep_field, kept_field

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck, DeckLike
    from ucgsim.simulate.run import Dealt

DEFAULT_MATCHES = 2000
"""Matches for each two players."""
DECKS_OF = {Format.BO1: 1, Format.BO3: 1, Format.TWO_DECK: 2}
MATCHES = "matches.json"
MATCHES_FORMAT = 7
"""Rises whenever what is saved changes its meaning; up to 2 the file held the counts as well, once all was
played, from 4 on each part is bound to its plan, from 5 on the plan is sealed, from 6 on no two
matches share their chance, from 7 on the loser of the first game takes the deck that is best for it."""
AGAIN = "name another folder, or delete this one and play the matches again"


@takes(StoredOptions)
def matches(
    decks: Sequence[DeckLike],
    *,
    match: Format | str = Format.BO3,
    turns: int | None = None,
    games: int = DEFAULT_MATCHES,
    field: Path | str | None = None,
    **options: Unpack[StoredOptions],
) -> MatchMatrix:
    """Play matches of every two players.

    Args:
        decks: one of each player, or two in a row with "two-deck-bo3"; each as for ``duel``.
        match: "bo1", "bo3" or "two-deck-bo3".
        turns: time is called in this turn of the match, counted over its games; it ends, one more may follow, and the
            floor rules decide.
        games: matches for each two players.
        field: a CSV file of players and their shares in the field; equal shares without.

    Raises:
        UcgsimError: whatever can't be played.
    """
    settings = RunSettings.of(options)
    planned = plan_matches(decks, settings.terms, match=match, turns=turns, games=games, field=field, out=settings.out)
    return settings.answer(planned)


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
    for number, count in sorted(copies.items()):
        limit = catalog[number].copy_limit
        if limit is not None and count > limit:
            both = " and ".join(str(deck.source or deck.name) for deck in entrant)
            raise UcgsimError(f"{both}: {count} copies of {number} over both decks; at most {limit} are allowed")


def _refuse_same_players(entrants: Sequence[tuple[Deck, ...]]) -> None:
    """Two players may share a deck, but one with the same decks in the same order is the same player."""
    counted = Counter(tuple(deck.fingerprint for deck in decks) for decks in entrants)
    for decks in entrants:
        if counted[tuple(deck.fingerprint for deck in decks)] > 1:
            both = " and ".join(str(deck.source or deck.name) for deck in decks)
            raise UcgsimError(f"{both}: several players have these decks in this order; name each player once")


@dataclass(frozen=True, eq=False)
class Matches(Question[MatchMatrix], PlayedInParts[MatchPart, MatchCounts]):
    """Matches that were planned."""

    study: MatchStudy
    out: Path | None = None
    field: GivenField | None = None
    goes_on: bool = False
    """Whether it goes on by itself: then the field stays as it is."""
    noun = "matrix"
    unit = "matches"

    @property
    def plan(self) -> MatchPlan:
        """What decides what is played."""
        return self.study.plan

    @property
    def is_stored(self) -> bool:
        """Whether all of them lie in their folder."""
        return self.lies_in(self.out)

    @staticmethod
    def folder(path: Path) -> KeptFolder:
        """Where they are stored in ``path``."""
        return KeptFolder(path, MATCHES, "matrix of matches", MATCHES_FORMAT, growing="each")

    @property
    def each(self) -> int:
        """Matches of every two players."""
        return self.plan.each

    @property
    def matchups(self) -> int:
        """How many two players there are."""
        return len(self.plan.keys)

    @property
    def dealt(self) -> Sequence[Dealt]:
        """Nobody asks how fast matches are."""
        return ()

    @cached_property
    def tasks(self) -> list[MatchTask]:
        """The parts in the order in which they are played."""
        return match_tasks(len(self.plan.keys), self.plan.each)

    @property
    def keys(self) -> list[str]:
        """What these parts are called."""
        return [task.key for task in self.tasks]

    @property
    def plan_json(self) -> dict[str, Any]:
        """The plan without the places of deck files, which decide nothing."""
        data = self.plan.to_json()
        bare = [[{name: deck[name] for name in deck if name != "source"} for deck in each] for each in data["players"]]
        return data | {"players": bare}

    @property
    def context_json(self) -> dict[str, Any]:
        """Where deck files lie."""
        return {"sources": [[deck["source"] for deck in decks] for decks in self.plan.to_json()["players"]]}

    def play_parts(self, numbers: Sequence[int], jobs: int) -> Generator[MatchPart]:
        """Play these parts, in their order."""
        yield from play_tasks(self.study.match_ups, [self.tasks[number] for number in numbers], jobs=jobs)

    def to_value(self, part: MatchPart) -> dict[str, Any]:
        """The counts of a part as plain values."""
        return {name: getattr(part, name).tolist() for name in SHAPES}

    def of_value(self, number: int, value: Any) -> MatchPart:
        """A part, read again from its file; one of ``plan.NOT_EXPECTED`` where it is no such part."""
        task, counts = self.tasks[number], value
        tables = {name: counts_of(counts[name], shape) for name, shape in SHAPES.items()}
        part = MatchPart(task.number, **tables)
        halves = np.bincount(np.arange(task.span.start, task.span.stop) % HALVES, minlength=HALVES)
        if (part.points.sum(axis=1) != halves).any() or max((part.timed - halves).max(), (part.cut - halves).max()) > 0:
            raise ValueError("counts do not agree with the number of matches")
        if (part.games.sum(axis=0) != halves).any():
            raise ValueError("counts of games begun do not add up")
        return part

    def games_of(self, number: int) -> int:
        """Matches of a part."""
        return len(self.tasks[number].span)

    def count(self, parts: Iterable[MatchPart], advance: Callable[[int], object] | None = None) -> MatchCounts:
        """All parts added up."""
        counts = MatchCounts.nothing(len(self.plan.keys))
        for part in parts:
            counts.add(part)
            if advance is not None:
                advance(part.matches)
        return counts

    def play(self, *, jobs: int = 1, advance: Callable[[int], object] | None = None) -> MatchMatrix:
        """Play all of them."""
        counts = self.play_in(self.out, jobs=jobs, advance=advance)
        field = self.field
        if self.out is not None and not self.goes_on:
            field = keep_field(self.out, self.field, self.plan.names)
        return self.answer(counts, field)

    def answer(self, counts: MatchCounts, field: GivenField | None) -> MatchMatrix:
        """What they show, in a field that a file names or with equal shares."""
        weights, source = field or (None, None)
        return MatchMatrix(self.plan, counts, weights=weights, field_source=source)


class StoredMatches(StoredCounts):
    """The folder of matches."""

    question_class = Matches
    unit = "matches"

    def planned(self, catalog: Catalog, *, again: bool = False) -> Matches:
        """The matches of the plan."""
        plan = read_plan(self.path)
        if not again:
            return Matches(MatchStudy(plan, ()), self.path)
        terms = Terms(
            policies=(plan.policy,) * 2,
            seed=plan.seed,
            rules=plan.rules,
            redraw_procedure=plan.redraw_procedure,
            play_blank=plan.blank,
            catalog=catalog,
        )
        study = lay_out_matches(plan.entrants, plan.form, terms, turns=plan.turns, each=plan.each)
        refuse_differing(self.path, plan.differences(study.plan))
        return Matches(study, self.path, goes_on=True)

    def answer(self, catalog: Catalog, *, check: bool = True) -> MatchMatrix:
        """The finished matches in their field."""
        planned, counts = self.planned(catalog), super().answer(catalog, check=check)
        return planned.answer(counts, kept_field(self.path, planned.plan.names))


def read_plan(path: Path) -> MatchPlan:
    """The plan of the matches in a folder; UcgsimError where there is none or it cannot be read."""

    def plan_of(plan: dict[str, Any], beside: dict[str, Any]) -> MatchPlan:
        if [*map(len, plan["players"])] != [*map(len, beside["sources"])]:
            raise ValueError("decks and their sources are not as many")
        players = [
            [deck | {"source": source} for deck, source in zip(decks, sources, strict=True)]
            for decks, sources in zip(plan["players"], beside["sources"], strict=True)
        ]
        return MatchPlan.from_json({**plan, "players": players})

    return Matches.folder(path).planned(plan_of, AGAIN)
