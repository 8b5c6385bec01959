"""Matchups that are played until they are decided: looks at numbers of games that are fixed beforehand.

After each look a rule says which matchups are still open, and they alone go on. A check asks for the side of every
matchup: one is decided where its confidence sequence (`ucgsim.stats.sequential`) leaves an even game out, all matchups
together with 95 % (Bonferroni), so any look may stop it and no more than 5 % of such checks name any side wrongly.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import read_sealed, write_sealed
from ucgsim.limits import MAX_GAMES
from ucgsim.simulate.plain import number, reading, whole
from ucgsim.simulate.plan import HALVES
from ucgsim.simulate.run import RunTotals, play_runs
from ucgsim.stats.multiplicity import together
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.rates import DEFAULT_CONFIDENCE
from ucgsim.stats.sequential import Stops

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from pathlib import Path
    from typing import TypeVar

    from ucgsim.simulate.counts import Counts
    from ucgsim.simulate.run import Run

    K = TypeVar("K")
    Rule = Callable[["Race", Mapping[K, Outcomes]], Collection[K]]
    """Which matchups of a race are open, by the games of all so far."""

GROWTH = 1.25
"""By how much more a matchup has played at each look; looks cost nothing but what it takes to count a part."""
LONG = 5_000
"""Games of a matchup from which on bets are made smaller, for what is left to tell then is close."""
PART_OF_CHECK = 50
"""Games of a matchup of a check at the first look, and of a part."""
MOST_PARTS = 256
"""Parts of a matchup of a check, which grow where there would be more: to count a part takes as long as some hundred
games of a fast policy.
"""
FORMAT = 6
"""Of `UNTIL`; rises whenever the looks become others: what ended at a look is read by the looks before it."""
UNTIL = "until.json"
"""Next to what was played: that games went where they decide, and up to how many."""
_WHAT, _AGAIN = "how games were shared out", "play it again in another folder"


@dataclass(frozen=True, slots=True)
class Race:
    """How games are shared out: looks after whole parts of ``part`` games, ``most`` of a matchup; ``weights``: the
    shares of the field in which a deck is to do best. A ``check`` asks for the side of every matchup as well.
    """

    part: int
    most: int
    weights: tuple[float, ...]
    check: bool = False

    @property
    def looks(self) -> tuple[int, ...]:
        """Games of a matchup at each look: from one part on ever more of them."""
        looks = [self.part]
        while looks[-1] < self.most:
            parts = looks[-1] // self.part
            looks.append(min(self.part * max(round(GROWTH * parts), parts + 1), self.most))
        return tuple(looks)

    def keep(self, path: Path, *, begun: bool) -> None:
        """Write it down in a folder, or see that the folder holds this very race, if games have ``begun`` there."""
        if not (path / UNTIL).is_file():
            if begun:
                raise UcgsimError(f"{path}: holds a matrix that is no race; name another folder, or leave out --until")
            write_sealed(path / UNTIL, self._json())
        elif read_race(path) != self:
            raise UcgsimError(f"{path}: its games were shared out up to another number or for another field; {_AGAIN}")

    def _json(self) -> dict[str, Any]:
        asked = {"check": True} if self.check else {}
        return {"format": FORMAT, "part": self.part, "most": self.most, "weights": list(self.weights), **asked}

    def sides_open(self, cells: Mapping[K, Outcomes]) -> set[K]:
        """Matchups of which no side is told yet, over all looks and matchups together."""
        stops = self.stops(len(cells))
        return {key for key, outcomes in cells.items() if not stops.shows_side(outcomes)}

    def stops(self, matchups: int) -> Stops:
        """When each of so many matchups ends that goes on until its side is known.

        In a field some go on although theirs is known, until the best deck is; how these end is not described.
        """
        stake = min(1.0, math.sqrt(LONG / self.most))
        return Stops(() if self.weights else self.looks, together(DEFAULT_CONFIDENCE, matchups), stake)


def race_of_check(games: int, weights: tuple[float, ...] = ()) -> Race | None:
    """The looks of a check of ``games`` games of a matchup at most; None where these are too few for two looks."""
    part = PART_OF_CHECK * max(games // (PART_OF_CHECK * MOST_PARTS), 1)
    return Race(part, games - games % part, weights, check=True) if games >= 2 * part else None


def read_race(path: Path) -> Race | None:
    """How the games in a folder were shared out, None where all matchups were played alike."""
    if not (path / UNTIL).is_file():
        return None
    data = read_sealed(path / UNTIL, _WHAT, FORMAT, _AGAIN)
    with reading(path / UNTIL, _WHAT, _AGAIN):
        part = whole(data, "part", HALVES, MAX_GAMES)
        weights = tuple(number({"weight": each}, "weight") for each in data["weights"])
        return Race(part, whole(data, "most", part, MAX_GAMES), weights, check=data.get("check") is True)


def in_race(run: Run, race: Race) -> Run:
    """A matchup as it is played in a race."""
    return run._replace(plan=replace(run.plan, games=race.most, shard=race.part))


def in_old_parts(run: Run) -> Run:
    """A run in parts as large as those that lie in its folder; those of a race there are a race's own."""
    if run.folder is None or (run.folder.lock_place / UNTIL).is_file():
        return run
    return run._replace(plan=run.folder.in_parts_of(run.plan))


def is_stored(run: Run, race: Race | None) -> bool:
    """Whether all games of a run lie in its folder; a ``race`` may have ended early."""
    folder = run.folder
    return folder is not None and folder.is_done and (race is not None or folder.plan().games >= run.plan.games)


def play_matchups(
    runs: Mapping[K, Run],
    race: Race | None,
    rule: Rule[K],
    *,
    jobs: int = 1,
    advance: Callable[[int], object] | None = None,
) -> RunTotals:
    """Play matchups, whose folders are held: all of them, or in a ``race`` until the ``rule`` calls none open."""
    if race is None:
        return play_runs([*runs.values()], jobs=jobs, advance=advance)

    def going_on(counts: Sequence[Counts]) -> list[int]:
        cells = {key: Outcomes.of(each.points) for key, each in zip(runs, counts, strict=True)}
        still = rule(race, cells)
        doubts = {place: _doubt(cells[key]) for place, key in enumerate(runs) if key in still}
        return sorted(doubts, key=doubts.__getitem__)

    return play_runs([_as_ended(run) for run in runs.values()], race.looks, going_on, jobs=jobs, advance=advance)


def _as_ended(run: Run) -> Run:
    """A matchup of a race; one that has ended in its folder has as many games as it took."""
    if run.folder is None or not run.folder.holds_run:
        return run
    return run._replace(plan=replace(run.plan, games=min(run.folder.plan().games, run.plan.games)))


def _doubt(outcomes: Outcomes) -> float:
    """How far a matchup lies from even, in standard errors: the nearest one is the most doubtful."""
    estimate = outcomes.estimate(DEFAULT_CONFIDENCE)
    return abs(estimate.rate - 0.5) / max(estimate.width, 1e-9)
