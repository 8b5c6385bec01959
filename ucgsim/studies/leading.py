"""What leading the first turn is worth: asked with pairs of games.

They are saved within the folder of a run. Those of a run without one follow from its plan, as many as are usual, and
are played again where they are asked for.
"""

from __future__ import annotations

import math
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.files.lock import only_one
from ucgsim.policies.spec import parse_policy
from ucgsim.report.sheet import plain, points
from ucgsim.simulate.folder import RunFolder
from ucgsim.simulate.ledger import KeptFolder
from ucgsim.simulate.plain import whole
from ucgsim.simulate.plan import First, Plan
from ucgsim.simulate.run import Run
from ucgsim.simulate.same_chance import PairTask
from ucgsim.simulate.table import plan_again
from ucgsim.simulate.tasks import Batch, Course, Player
from ucgsim.stats.outcomes import paired_difference_of
from ucgsim.stats.rates import Estimate, standard_error, weighted_sum
from ucgsim.studies.kit.ledger import Counted, StoredCounts
from ucgsim.studies.kit.question import Question

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from ucgsim.cards.catalog import Catalog
    from ucgsim.simulate.table import Laying, Table

LEAD = "lead"
"""The folder of pairs that were asked for, within that of the run whose decks play them."""
LEAD_PLAN = "lead.json"
PART = 5_000
"""Pairs of one part: ten thousand games."""
MOST_PAIRS = 20_000
"""Pairs where nothing else is said, at most: an interval of 0.2 to 0.4 points to either side."""
PAIRS_PER_GAME = 2.0
"""Pairs to a game of the run up to that."""
PAIRS_PER_GAME_OF_MATRIX = 0.5
"""Pairs for each matchup of a matrix, where the field as a whole is asked as well."""
LARGEST = 10**9


@dataclass(frozen=True, eq=False)
class Leading:
    """Pairs of games on one chance by the half points of side a, (3, 3): leading [i], and not leading [j].

    ``led``: how often side a wins the games of the run that either side led, which say something of it as well.
    """

    table: NDArray[np.int64]
    led: tuple[Estimate, Estimate] | None = None

    @property
    def pairs(self) -> int:
        """How many pairs were played."""
        return int(self.table.sum())

    @cached_property
    def effect(self) -> Estimate:
        """What leading adds to the win rate of either side, as a share of games; n = pairs."""
        pairs = paired_difference_of(self.table).difference
        return pairs if self.led is None else with_games(pairs, *self.led)

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values."""
        return plain(self.effect) | {"pairs": self.pairs}


def with_games(pairs: Estimate, leading: Estimate, following: Estimate) -> Estimate:
    """What leading adds by pairs of games and by the games of a run, of which a half was led by either side.

    The best linear unbiased estimate of both: the run has the chances of the first pairs, so one game of each of these
    is a game of the run, and their covariance is the variance of the pairs times the share of the run's games that are
    in a pair. Where all are, the pairs say all. Source: Aitken 1935, Proc. R. Soc. Edinb. 55, 42-48.
    """
    games = weighted_sum([leading, following], [1.0, -1.0])
    paired = min(pairs.n / (leading.n + following.n), 1.0)
    if paired == 1:
        return pairs
    of_pairs, of_games = (standard_error(each) ** 2 for each in (pairs, games))
    both = of_pairs * paired
    apart = of_pairs + of_games - 2 * both
    rate = pairs.rate + (of_pairs - both) / apart * (games.rate - pairs.rate)
    narrower = math.sqrt((of_games - both * paired) / apart)
    low, high = (rate + narrower * (end - pairs.rate) for end in (pairs.low, pairs.high))
    return replace(pairs, rate=rate, low=low, high=high)


def lead_tasks(
    pairs: int, tables: Sequence[Table | Laying], fingerprint: str, versions: Mapping[str, str], chance: tuple[int, int]
) -> list[PairTask]:
    """So many pairs of games at one table, with either side leading, in parts; ``chance``: seed and matchup.

    Without the table, of which this is the ``fingerprint``, their counts are only read.
    """
    return [
        PairTask(
            fingerprints=(fingerprint, fingerprint),
            versions=dict(versions),
            seed=chance[0],
            matchup=chance[1],
            start=start,
            stop=min(start + PART, pairs),
            leads=(First.A, First.B),
            tables=(*tables, *tables),
        )
        for start in range(0, pairs, PART)
    ]


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
        laying = plan_again("", plan, catalog)
    except UcgsimError:
        return None
    return play_leading(Run(plan, laying), None, per_game)


def play_leading(
    run: Run,
    asked: int | None,
    per_game: float = PAIRS_PER_GAME,
    *,
    jobs: int = 1,
    advance: Callable[[int], object] | None = None,
) -> Leading | None:
    """Play ``asked`` pairs of a run's decks (None: as many as are usual, or are there already); None for none.

    They are stored in its folder, where it has one, and go on there. ``advance`` is called with how many more games
    are done. Raises UcgsimError where the folder holds other ones.
    """
    (leading,) = play_together([run], asked, per_game, jobs=jobs, advance=advance)
    return leading


def play_together(
    runs: Sequence[Run],
    asked: int | None,
    per_game: float,
    *,
    jobs: int = 1,
    advance: Callable[[int], object] | None = None,
) -> list[Leading | None]:
    """What leading is worth in each of several runs."""
    pairs = [Pairs(run, _kept_or_usual(run, per_game) if asked is None else asked, _home(run)) for run in runs]
    player = Player(jobs)
    if asked is None and (tasks := [task for each in pairs if not each.is_stored for task in each.tasks]):
        # Many short ones, which workers play side by side.
        player.counts(Batch(tasks))
    return [each.play_at_home(jobs, advance, player.known) if each.pairs else None for each in pairs]


def _kept_or_usual(run: Run, per_game: float) -> int:
    """As many pairs as are usual, or those that the folder of a run was made for where these are more."""
    usual, home = usual_pairs(run.plan, per_game), _home(run)
    if not usual or home is None or not (home / LEAD_PLAN).is_file():
        return usual
    return max(usual, kept_pairs(home, run.plan))


def _home(run: Run) -> Path | None:
    """Where the pairs of a run are stored; None for nowhere."""
    return None if run.folder is None else run.folder.path / LEAD


@dataclass(frozen=True, eq=False)
class Pairs(Question[Any], Counted[Leading]):
    """So many pairs of games of a run, or of a plan that is only read."""

    run: Run
    pairs: int
    out: Path | None = None
    noun = "pairs"
    dealt = ()

    @staticmethod
    def folder(path: Path) -> KeptFolder:
        """Where they are stored in ``path``."""
        return KeptFolder(path, LEAD_PLAN, "count of pairs with either side leading", growing="pairs")

    @property
    def plan_json(self) -> dict[str, Any]:
        """Whose pairs these are, and how many."""
        return {"run": self.run.plan.chance, "pairs": self.pairs}

    @property
    def each(self) -> int:
        """Games to play."""
        return 2 * self.pairs

    @cached_property
    def tasks(self) -> list[PairTask]:
        """The pairs in parts."""
        plan, laid, _ = self.run
        tables, chance = () if laid is None else (laid,), (plan.seed, plan.matchup)
        return lead_tasks(self.pairs, tables, plan.cards, plan.versions, chance)

    def course(self) -> Course[Leading]:
        """All pairs added up."""
        return Leading(np.sum((yield Batch(self.tasks)), axis=0))

    def play(self, *, jobs: int = 1, advance: Callable[[int], object] | None = None) -> Leading:
        """What leading is worth, played where nobody else holds the run."""
        return self.play_in(self.out, jobs=jobs, advance=advance)

    def play_at_home(self, jobs: int, advance: Callable[[int], object] | None, known: Mapping[str, Any]) -> Leading:
        """As `play`, but that the run is held and that ``known`` pairs are not played again."""
        folder = self.run.folder
        with nullcontext() if folder is None else only_one(folder.lock_place):
            return self.play_in(self.out, jobs=jobs, advance=advance, known=known)

    @property
    def is_stored(self) -> bool:
        """Whether all of them are."""
        return self.lies_in(self.out)


class StoredPairs(StoredCounts):
    """The folder of the pairs of a run, within that of the run."""

    question_class = Pairs

    @property
    def versions(self) -> Mapping[str, Any]:
        """With what the run was played whose pairs these are."""
        return RunFolder(self.path.parent).plan().versions

    def planned(self, catalog: Catalog, *, again: bool = False) -> Pairs:
        """The pairs of the run; only with a table of it are they played."""
        plan = RunFolder(self.path.parent).plan()
        table: Any = plan_again(self.path.parent, plan, catalog) if again else None
        return Pairs(Run(plan, table), kept_pairs(self.path, plan), self.path)


def kept_pairs(path: Path, plan: Plan) -> int:
    """How many pairs a folder was made for; UcgsimError where that can't be read, or it is of other games."""

    def pairs_of(data: Mapping[str, Any], _: object) -> int:
        if data["run"] != plan.chance:
            raise ValueError("it is of other games than those of the run")
        return whole(data, "pairs", 1, LARGEST)

    return Pairs.folder(path).planned(pairs_of, "delete this folder, and run the same command again", "pairs")


def read_leading(folder: RunFolder, plan: Plan) -> Leading | None:
    """The pairs that a run's folder keeps, as many as were played; None where there are none."""
    path = folder.path / LEAD
    if not (path / LEAD_PLAN).is_file():
        return None
    table: Any = None
    counts = [each for _, each in Pairs(Run(plan, table), kept_pairs(path, plan)).stored(path, damaged=False)]
    return Leading(np.sum(counts, axis=0)) if counts else None


def over_field(effects: Mapping[tuple[int, int], Leading], weights: Sequence[float]) -> Estimate:
    """What leading adds over all matchups, each as often as its decks meet by their shares of the field.

    A deck against itself is not asked; where no two decks of the field meet, all matchups count alike.
    """
    shares = [weights[row] * weights[column] for row, column in effects]
    if not sum(shares):
        shares = [1.0] * len(effects)
    return weighted_sum([each.effect for each in effects.values()], [share / sum(shares) for share in shares])


def leading_words(leading: Leading | None) -> str:
    """What leading is worth in a matchup, in a sentence; empty where it was not asked."""
    if leading is None:
        return ""
    return (
        f"Leading the first turn adds {points(leading.effect)} to the win rate of either side, by these games and by "
        f"{leading.pairs:,} pairs of games, each on the same shuffles with either side leading."
    )


def pairs_words(leading: Leading | None, plan: Plan, per_game: float = PAIRS_PER_GAME) -> list[str]:
    """The words of a command line that ask for as many pairs; none where as many are played anyway."""
    pairs = 0 if leading is None else leading.pairs
    return [] if pairs == usual_pairs(plan, per_game) else ["--lead-pairs", str(pairs)]
