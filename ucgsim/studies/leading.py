"""What leading the first turn is worth: asked with pairs of games.

As many as are usual follow from the plan of a run, and are played again in a moment; a number that somebody asks for
is kept within the folder of the run.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.files.lock import only_one
from ucgsim.policies.spec import parse_policy
from ucgsim.report.numbers import plain
from ucgsim.simulate.kept import PARTS, REMEDY, KeptFolder
from ucgsim.simulate.plan import First
from ucgsim.simulate.run import Run
from ucgsim.simulate.same_chance.compare import HALF_POINTS
from ucgsim.simulate.same_chance.leading import lead_tasks, play_several, play_tasks
from ucgsim.simulate.table import make_plan
from ucgsim.simulate.terms import Terms
from ucgsim.simulate.values import counts_of, reading, whole
from ucgsim.stats.pairs import paired_difference_of
from ucgsim.stats.proportions import weighted_sum

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from ucgsim.cards.catalog import Catalog
    from ucgsim.simulate.folder import RunFolder
    from ucgsim.simulate.kept import Ledger
    from ucgsim.simulate.plan import Plan
    from ucgsim.simulate.same_chance.leading import LeadTask
    from ucgsim.stats.rates import Estimate

LEAD = "lead"
"""The folder of pairs that were asked for, within that of the run whose decks play them."""
LEAD_PLAN = "lead.json"
MOST_PAIRS = 20_000
"""Pairs where nothing else is said, at most: an interval of 0.2 to 0.4 points to either side."""
PAIRS_PER_GAME = 2.0
"""Pairs to a game of the run up to that."""
PAIRS_PER_GAME_OF_MATRIX = 0.5
"""The same for each matchup of a matrix, where the field as a whole is asked as well."""
LARGEST = 10**9


@dataclass(frozen=True, eq=False)
class Leading:
    """Pairs of games on one chance by the half points of side a, (3, 3): leading [i], and not leading [j]."""

    table: NDArray[np.int64]

    @property
    def pairs(self) -> int:
        """How many pairs were played."""
        return int(self.table.sum())

    @cached_property
    def effect(self) -> Estimate:
        """What leading adds to the win rate of either side, as a share of games; n = pairs."""
        return paired_difference_of(self.table).difference

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        return plain(self.effect) | {"pairs": self.pairs}


def usual_pairs(plan: Plan, per_game: float = PAIRS_PER_GAME) -> int:
    """Pairs that are played where nothing is said: none where one side always leads, or somebody is slow."""
    if plan.first is not First.THROW or any(parse_policy(name).is_slow for name in plan.policies):
        return 0
    return min(math.ceil(per_game * plan.games), MOST_PAIRS)


def read_pairs(asked: int | None, plan: Plan, per_game: float = PAIRS_PER_GAME) -> int:
    """How many pairs to play; UcgsimError for a number that can't be played."""
    if asked is None:
        return usual_pairs(plan, per_game)
    if not 0 <= asked <= LARGEST:
        raise UcgsimError(f"{asked} pairs of games for the effect of leading; it must be from 0 to {LARGEST:,}")
    if asked and plan.first is not First.THROW:
        raise UcgsimError(f"{asked} pairs of games for the effect of leading, but one side always leads; leave one out")
    return asked


def shown_to(asked: int | None, advance: Callable[[int], object] | None) -> Callable[[int], object] | None:
    """Who is told how many games of pairs are done: nobody of those that are usual, which take a moment."""
    return None if asked is None else advance


def asked_again(plan: Plan, per_game: float, catalog: Catalog) -> Leading | None:
    """The pairs that are usual; None where there are none, or the games of the plan can't be played again."""
    if not usual_pairs(plan, per_game):
        return None
    try:
        now, table = make_plan(plan.decks, plan.games, Terms.of_plan(plan, catalog), shard=plan.shard)
    except UcgsimError:
        return None
    if plan.differences(now):
        return None
    return play_leading(Run(plan, table), usual_pairs(plan, per_game))


def play_leading(
    run: Run,
    pairs: int,
    *,
    keep: bool = False,
    jobs: int = 1,
    advance: Callable[[int], object] | None = None,
) -> Leading | None:
    """Play ``pairs`` pairs of a run's decks; None for none.

    With ``keep`` they are kept in its folder, and go on there. ``advance`` is told how many more games are done.
    Raises UcgsimError where the folder holds other ones.
    """
    if not pairs:
        return None
    if run.folder is None or not keep:
        return _counted(play_tasks(run.plan, run.table, lead_tasks(pairs), jobs=jobs), advance)
    path = run.folder.path / LEAD
    with only_one(run.folder.lock_place), only_one(path):
        lead_folder(path).begin(_plan_json(run.plan, pairs), {}, keys=keys(pairs))
        return go_on(run, path, pairs, jobs=jobs, advance=advance)


def play_together(
    asked: Sequence[tuple[Run, int]], *, jobs: int = 1, advance: Callable[[int], object] | None = None
) -> list[Leading | None]:
    """Play so many pairs of each run, none of which are kept; None for none. ``advance`` as for ``play_leading``."""
    parts = [(run.plan, run.table, task) for run, pairs in asked for task in lead_tasks(pairs)]
    played = play_several(parts, jobs=jobs)
    return [
        _counted(itertools.islice(played, len(lead_tasks(pairs))), advance) if pairs else None for _, pairs in asked
    ]


def go_on(
    run: Run, path: Path, pairs: int, *, jobs: int = 1, advance: Callable[[int], object] | None = None
) -> Leading:
    """The same for a folder that has begun and that the caller holds."""
    with lead_folder(path).ledger(keys(pairs)) as ledger:
        played = play_tasks(run.plan, run.table, lead_tasks(pairs)[len(ledger.kept) :], jobs=jobs)
        return _counted(itertools.chain(_read(ledger.kept, pairs, path), _keeping(played, ledger)), advance)


def _keeping(parts: Iterable[NDArray[np.int64]], ledger: Ledger) -> Iterator[NDArray[np.int64]]:
    """The same parts, each kept before it is counted."""
    for part in parts:
        ledger.add(part.tolist())
        yield part


def _counted(parts: Iterable[NDArray[np.int64]], advance: Callable[[int], object] | None) -> Leading:
    table = np.zeros((HALF_POINTS, HALF_POINTS), np.int64)
    for part in parts:
        table += part
        if advance is not None:
            advance(2 * int(part.sum()))
    return Leading(table)


def _plan_json(plan: Plan, pairs: int) -> dict[str, Any]:
    return {"run": plan.chance, "pairs": pairs}


def lead_folder(path: Path) -> KeptFolder:
    """The folder of the pairs of a run."""
    return KeptFolder(path, LEAD_PLAN, "count of pairs with either side leading", growing="pairs")


def keys(pairs: int) -> list[str]:
    """What the parts are called, in the order in which they are played."""
    return [task.key for task in lead_tasks(pairs)]


def read_part(task: LeadTask, counts: Any, place: str) -> NDArray[np.int64]:
    """The part that a line at ``place`` holds; UcgsimError where it is no such part."""
    with reading(place, "a part of these pairs", REMEDY):
        table = counts_of(counts, (HALF_POINTS, HALF_POINTS))
        if table.sum() != len(task.span):
            raise ValueError("counts do not agree with the number of pairs")
        return table


def kept_pairs(path: Path, plan: Plan) -> int:
    """How many pairs a folder was made for; UcgsimError where that can't be read, or it is of other games."""
    data, _ = lead_folder(path).read()
    with reading(path / LEAD_PLAN, "the plan of pairs", "delete this folder, and run the same command again"):
        pairs = whole(data, "pairs", 1, LARGEST)
        if data["run"] != plan.chance:
            raise ValueError("it is of other games than those of the run")
        return pairs


def read_leading(folder: RunFolder, plan: Plan) -> Leading | None:
    """The pairs that a run's folder keeps, as many as were played; None where there are none."""
    path = folder.path / LEAD
    if not (path / LEAD_PLAN).is_file():
        return None
    pairs = kept_pairs(path, plan)
    leading = _counted(_read(lead_folder(path).parts(keys(pairs)), pairs, path), None)
    return leading if leading.pairs else None


def read_all(path: Path, plan: Plan) -> Leading:
    """All pairs of a folder; UcgsimError where it does not hold them, or holds what is none."""
    pairs = kept_pairs(path, plan)
    parts = lead_folder(path).parts(keys(pairs))
    if len(parts) < len(keys(pairs)):
        raise UcgsimError(f"{path}: is not finished; run it again with the same options to go on")
    return _counted(_read(parts, pairs, path), None)


def _read(parts: Iterable[Any], pairs: int, path: Path) -> Iterator[NDArray[np.int64]]:
    """The parts that were kept, as many as there are."""
    for task, each in zip(lead_tasks(pairs), parts, strict=False):
        yield read_part(task, each, str(path / PARTS))


def over_field(effects: Mapping[tuple[int, int], Leading], weights: Sequence[float]) -> Estimate:
    """What leading adds over all matchups, each as often as its decks meet by their shares of the field.

    A deck against itself is not asked; where no two decks of the field meet, all matchups count alike.
    """
    shares = [weights[row] * weights[column] for row, column in effects]
    if not sum(shares):
        shares = [1.0] * len(effects)
    return weighted_sum([each.effect for each in effects.values()], [share / sum(shares) for share in shares])


def effect_words(effect: Estimate) -> str:
    """An effect with its interval in points, such as ``+3.0 points (+2.6 to +3.4)``."""
    rate, low, high = (round(100 * value, 2) + 0.0 for value in (effect.rate, effect.low, effect.high))
    return f"{rate:+.2f} points ({low:+.2f} to {high:+.2f})"


def leading_words(leading: Leading | None) -> str:
    """What leading is worth in a matchup, in a sentence; empty where it was not asked."""
    if leading is None:
        return ""
    return (
        f"Leading the first turn adds {effect_words(leading.effect)} to the win rate of either side: "
        f"{leading.pairs:,} pairs of games, each on the same shuffles with either side leading."
    )


def pairs_words(leading: Leading | None, plan: Plan, per_game: float = PAIRS_PER_GAME) -> list[str]:
    """The words of a command line that ask for as many pairs; none where as many are played anyway."""
    pairs = 0 if leading is None else leading.pairs
    return [] if pairs == usual_pairs(plan, per_game) else ["--lead-pairs", str(pairs)]
