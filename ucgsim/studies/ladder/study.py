"""The ladder played: every pair of policies in mirrors and crosswise, cell by cell, going on where it stopped."""

from __future__ import annotations

import itertools
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.effects.playing import PLAY_ALL_BLANK
from ucgsim.engine.compiling.compiled import source_hash
from ucgsim.errors import UcgsimError
from ucgsim.files.sealed import read_sealed, write_sealed
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.parts.played import play, warm_up
from ucgsim.simulate.plan import HALVES
from ucgsim.simulate.run import Run, play_runs
from ucgsim.simulate.table import make_plan
from ucgsim.simulate.terms import Terms
from ucgsim.stats.outcomes import Outcomes
from ucgsim.studies.ladder.findings import Duel, Findings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck

FORMAT = 2
GAMES = "games.json"
SECONDS = 1.5
"""How long the speed of a policy is taken."""


@dataclass(frozen=True)
class Ladder:
    """What is to be played: ``games`` for a pair of fast policies, ``slow_games`` where one of them is slow.

    Half of them are mirrors; in the other half every deck meets the ``crosses`` that follow it in the list, from both
    seats of both policies.
    """

    policies: tuple[str, ...]
    decks: tuple[Deck, ...]
    catalog: Catalog = field(repr=False)
    rules: str
    games: int = 20_000
    slow_games: int = 800
    crosses: int = 1
    seed: int = 1

    def __post_init__(self) -> None:
        names = [parse_policy(name).name for name in self.policies]
        if len(set(names)) < 2 or len(set(names)) < len(names):
            raise UcgsimError(f"a ladder of {', '.join(names) or 'no policy'}; name two or more, each once")
        if not self.decks or not 0 <= self.crosses < len(self.decks):
            raise UcgsimError(f"{len(self.decks)} decks and {self.crosses} crosses a deck; crosses must be fewer")
        object.__setattr__(self, "policies", tuple(names))

    @property
    def basis(self) -> dict[str, object]:
        """What all cells have in common."""
        return {
            "seed": self.seed,
            "rules": self.rules,
            "engine": source_hash(),
            "decks": [deck.fingerprint for deck in self.decks],
        }

    def terms(self, a: int, b: int) -> Terms:
        """How two of the policies, by their places, play each other."""
        policies = (self.policies[a], self.policies[b])
        return Terms(
            policies=policies, seed=self.seed, rules=self.rules, play_blank=(PLAY_ALL_BLANK,), catalog=self.catalog
        )

    def cells(self) -> Iterator[Cell]:
        """Everything that is to be played; all policies advance together, so that a short budget is shared."""
        n = len(self.decks)
        meetings = [(row, row) for row in range(n)]
        crosses = [(row, (row + k) % n) for k in range(1, self.crosses + 1) for row in range(n)]
        both = list(dict.fromkeys([*crosses, *((b, a) for a, b in crosses)]))
        for row, column in [*meetings, *both]:
            for a, b in itertools.combinations(range(len(self.policies)), 2):
                yield Cell(a, b, row, column, self._share(a, b, n if row == column else len(both), bool(both)))

    def _share(self, a: int, b: int, cells: int, halved: bool) -> int:  # noqa: FBT001
        slow = any(parse_policy(self.policies[each]).is_slow for each in (a, b))
        games = (self.slow_games if slow else self.games) // (2 if halved else 1)
        return HALVES * max(round(games / cells / HALVES), 1)


class Cell(NamedTuple):
    """Games of policy ``a`` with deck ``row`` against policy ``b`` with deck ``column``."""

    a: int
    b: int
    row: int
    column: int
    games: int


def play_ladder(
    ladder: Ladder,
    out: Path,
    *,
    jobs: int = 1,
    seconds: float | None = None,
    advance: Callable[[int], object] = lambda _: None,
) -> Findings:
    """Play what ``out`` lacks, and count all of it; every cell is kept as soon as it is played.

    ``seconds``: no further cell is begun after so long. UcgsimError where the folder holds another ladder, or so little
    that two policies have not met.
    """
    kept = _read(out / GAMES, ladder)
    started: float | None = None
    for cell in ladder.cells():
        key = _key(ladder, cell)
        if key not in kept:
            if seconds is not None and started is not None and time.monotonic() - started > seconds:
                break
            kept[key] = _play(ladder, cell, jobs)
            # Counted from the end of the first cell, before which the game may have to be compiled.
            started = time.monotonic() if started is None else started
            write_sealed(out / GAMES, {"format": FORMAT, "basis": ladder.basis, "cells": kept})
        advance(cell.games)
    return Findings(ladder.policies, len(ladder.decks), ladder.seed, ladder.rules, tuple(_duels(ladder, kept)))


def _key(ladder: Ladder, cell: Cell) -> str:
    labels = [parse_policy(ladder.policies[each]).label for each in (cell.a, cell.b)]
    return " | ".join([*labels, *map(str, (cell.row, cell.column, cell.games))])


def _read(place: Path, ladder: Ladder) -> dict[str, list[list[int]]]:
    """The cells that are there; UcgsimError where they are of another ladder."""
    if not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        return {}
    anew = "name another folder, or delete it"
    data = read_sealed(place, "the games of a ladder", FORMAT, anew)
    other = [name for name, value in ladder.basis.items() if data["basis"].get(name) != value]
    if other:
        raise UcgsimError(f"{place}: was played with other {', '.join(other)}; {anew}")
    cells: dict[str, list[list[int]]] = data["cells"]
    return cells


def _play(ladder: Ladder, cell: Cell, jobs: int) -> list[list[int]]:
    """Games by who won the throw and by what they were worth to policy ``a``, (2, 3)."""
    terms = ladder.terms(cell.a, cell.b).but(matchup=cell.row * len(ladder.decks) + cell.column)
    plan, table = make_plan((ladder.decks[cell.row], ladder.decks[cell.column]), cell.games, terms)
    points: list[list[int]] = play_runs([Run(plan, table)], jobs=jobs).counts[0].points.tolist()
    return points


def _duels(ladder: Ladder, kept: dict[str, list[list[int]]]) -> Iterator[Duel]:
    points_of = {(a, b): [Outcomes(), Outcomes()] for a, b in itertools.combinations(range(len(ladder.policies)), 2)}
    for cell in ladder.cells():
        counts = kept.get(_key(ladder, cell))
        if counts is not None:
            points_of[cell.a, cell.b][cell.row != cell.column] += Outcomes.of(counts)
    for (a, b), (mirrors, crosses) in points_of.items():
        if not mirrors.games:
            raise UcgsimError(f"{ladder.policies[a]} and {ladder.policies[b]} have not met yet; run it again to go on")
        yield Duel(a, b, mirrors, crosses)


def speeds(ladder: Ladder, *, seconds: float = SECONDS) -> tuple[float, ...]:
    """Games a second of each policy against itself on one core, with the first two decks."""
    return tuple(_speed(ladder, place, seconds) for place in range(len(ladder.policies)))


def _speed(ladder: Ladder, place: int, seconds: float) -> float:
    decks: Sequence[Deck] = (ladder.decks[0], ladder.decks[min(1, len(ladder.decks) - 1)])
    plan, table = make_plan((decks[0], decks[1]), 10**6, ladder.terms(place, place))
    warm_up(plan, table)
    played, size = 0, HALVES
    started = time.perf_counter()
    while (took := time.perf_counter() - started) < seconds:
        play(plan, table, range(played, played + size))
        played += size
        size = min(2 * size, 10_000)
    return played / took
