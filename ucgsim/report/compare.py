"""Two builds of a deck compared: the difference between them, pair by pair, on the same chance."""

from __future__ import annotations

import math
import shlex
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.versions import DEFAULT_RULES
from ucgsim.errors import UcgsimError
from ucgsim.policies.spec import parse_policy
from ucgsim.report.compare_words import compare_json, compare_rows, compare_sentences, compare_summary
from ucgsim.report.lists import given_decks
from ucgsim.simulate.compare import BUILDS, HALF_POINTS, lay_out_meetings, play_meetings
from ucgsim.simulate.plan import GAMES_PER_PAIR
from ucgsim.stats.elo import score_from_elo
from ucgsim.stats.multinomial import score_interval, score_test
from ucgsim.stats.multiplicity import holm
from ucgsim.stats.pairs import PairedDifference, paired_difference_of
from ucgsim.stats.proportions import weighted_sum
from ucgsim.stats.sprt import Scale, Sprt, SprtState, Verdict
from ucgsim.stats.stopping import estimate_after_stop

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    import pandas as pd
    import polars as pl
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.report.lists import DeckLike
    from ucgsim.simulate.compare import Meeting
    from ucgsim.stats.rates import Estimate

DEFAULT_GAMES = 20_000
"""Games of each build, all opponents together."""
MOST_GAMES = 1_000_000
"""Games of each build at which a comparison that stops by itself gives up."""
FAMILY_LEVEL = 0.05
PART = 2_500
"""Pairs of a part where the number of games is fixed."""
LOOK = 1_000
"""Pairs between two looks where the comparison stops by itself, all opponents together."""
BEYOND_DOUBT = 0.9999
"""Confidence of the interval that may rule out both hypotheses of a test; looks are many."""
DEFAULT_POINTS = (-0.5, 0.5)
"""Hypotheses in percentage points: the second build is that much worse, or that much better."""


@dataclass(frozen=True, slots=True)
class Stop:
    """When to stop: by a sequential ``test``, or once half the interval is ``precision`` points; else never."""

    test: Sprt | None = None
    precision: float | None = None
    elo: tuple[float, float] | None = None
    """The hypotheses as they were given, if in Elo."""

    def __post_init__(self) -> None:
        if self.test is not None and self.precision is not None:
            raise UcgsimError("a comparison stops by the test or by the precision; name one of them")
        if self.precision is not None and not 0 < self.precision < 100:
            raise UcgsimError(f"precision is {self.precision:g} points; it must be above 0 and below 100")

    @property
    def early(self) -> bool:
        """Whether the number of games is not fixed."""
        return self.test is not None or self.precision is not None


NEVER = Stop()


def until_sure(
    *,
    points: tuple[float, float] = DEFAULT_POINTS,
    elo: tuple[float, float] | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
) -> Stop:
    """Stop by a sequential test of H0 against H1: the gain of the second build in points, or in Elo.

    Elo is read as it is between even decks: 100 (s - 1/2) points for an expected score s. Raises UcgsimError as
    ``Sprt`` does, and for hypotheses of 100 points or more.
    """
    low, high = points if elo is None else (100 * (score_from_elo(each) - 0.5) for each in elo)
    if not -100 < low < 100 or not -100 < high < 100:
        raise UcgsimError(f"H0 is {low:g} and H1 is {high:g} points; both must lie between -100 and 100")
    return Stop(test=Sprt(low, high, Scale.POINTS, alpha, beta), elo=elo)


@dataclass(frozen=True, slots=True)
class Look:
    """What a look at a comparison saw: pairs so far and, where there is a test, its state."""

    pairs: int
    difference: Estimate
    state: SprtState | None


@dataclass(frozen=True, eq=False)
class CompareStudy:
    """What is to be played: both ``builds`` against each of ``opponents``, at most ``pairs`` pairs each."""

    builds: tuple[Deck, Deck]
    opponents: tuple[Deck, ...]
    meetings: tuple[Meeting, ...]
    pairs: int
    policies: tuple[str, str]
    seed: int
    rules: str
    catalog: Catalog
    among_themselves: bool
    """No opponents were named, so both builds meet both builds."""
    stop: Stop = NEVER
    again: str = ""
    """The command, where it is not the one of ``compare``."""

    @property
    def names(self) -> tuple[str, str]:
        """Names of the builds."""
        return self.builds[0].name, self.builds[1].name

    @property
    def games(self) -> int:
        """Games of both builds, at most."""
        return BUILDS * GAMES_PER_PAIR * self.pairs * len(self.meetings)

    @property
    def labels(self) -> tuple[str, str]:
        """Policies of the builds and of their opponents, with their versions."""
        own, other = (parse_policy(name).label for name in self.policies)
        return own, other

    @property
    def blank(self) -> tuple[str, ...]:
        """Cards that have a text but are played without it."""
        tables = (table for meeting in self.meetings for table in meeting.tables)
        return tuple(sorted({number for table in tables for number in table.blank}))

    @property
    def edited(self) -> tuple[str, ...]:
        """Cards that are played with an effect edited by hand."""
        tables = (table for meeting in self.meetings for table in meeting.tables)
        return tuple(sorted({number for table in tables for number in table.edited}))

    @property
    def differing(self) -> list[tuple[str, str, int, int]]:
        """Cards of which the builds hold different numbers: number, name, copies in each."""
        a, b = (dict(build.counts) for build in self.builds)
        numbers = sorted(number for number in a.keys() | b.keys() if a.get(number, 0) != b.get(number, 0))
        return [(number, self.catalog[number].name, a.get(number, 0), b.get(number, 0)) for number in numbers]

    @property
    def command(self) -> str:
        """The command that plays this again."""
        if self.again:
            return self.again
        words = ["ucgsim", "compare", *(str(build.source or build.name) for build in self.builds)]
        for other in () if self.among_themselves else self.opponents:
            words += ["--against", str(other.source or other.name)]
        words += ["-n", str(GAMES_PER_PAIR * self.pairs * len(self.meetings)), "--policy", self.policies[0]]
        if self.policies[1] != self.policies[0]:
            words += ["--policy-b", self.policies[1]]
        words += ["--seed", str(self.seed), "--rules", self.rules, *_stop_words(self.stop)]
        for number in self.blank:
            words += ["--play-blank", number]
        return shlex.join(words)


def _stop_words(stop: Stop) -> list[str]:
    if stop.precision is not None:
        return ["--precision", f"{stop.precision:g}pp"]
    if stop.test is None:
        return []
    test = stop.test
    kind, (low, high) = ("points", (test.low, test.high)) if stop.elo is None else ("elo", stop.elo)
    bounds = [f"--{kind}0", f"{low:g}", f"--{kind}1", f"{high:g}"]
    return ["--until-sure", *bounds, "--alpha", f"{test.alpha:g}", "--beta", f"{test.beta:g}"]


@dataclass(eq=False)
class CompareResult:
    """The difference between two builds, second minus first; every number with interval, pairs and policies.

    ``tables[k][i, j]``: pairs against opponent k that gave the builds i and j half points.
    """

    study: CompareStudy
    tables: NDArray[np.int64]
    looks: list[Look] = field(default_factory=list)

    @cached_property
    def matchups(self) -> tuple[PairedDifference, ...]:
        """The difference against each opponent; its ``x`` is the second build."""
        return tuple(paired_difference_of(table.T) for table in self.tables)

    @cached_property
    def plain_difference(self) -> Estimate:
        """The mean over the opponents, each with the same share, as if the number of games had been fixed."""
        parts = [matchup.difference for matchup in self.matchups]
        return parts[0] if len(parts) == 1 else weighted_sum(parts, [1 / len(parts)] * len(parts))

    @cached_property
    def pooled(self) -> PairedDifference:
        """All pairs together: what the sequential test looks at."""
        return paired_difference_of(self.tables.sum(axis=0).T)

    @cached_property
    def difference(self) -> Estimate:
        """The difference as it is to be quoted: after a test that stopped, the estimate that knows of the stop."""
        test = self.study.stop.test
        if test is None or self.verdict is Verdict.CONTINUE:
            return self.plain_difference
        try:
            return estimate_after_stop(test, self.pooled.sample)
        except UcgsimError:
            # Stopped on its first pairs: only the plain one is left, and the words call it what it is.
            return self.plain_difference

    @property
    def state(self) -> SprtState | None:
        """Where the sequential test stands."""
        test = self.study.stop.test
        return None if test is None else test.state(self.pooled.sample)

    @cached_property
    def is_between(self) -> bool:
        """Whether the difference is smaller than either hypothesis says, beyond doubt.

        Builds that hardly ever differ show it long before the test, which must choose one of two wrong ones.
        """
        test = self.study.stop.test
        if test is None:
            return False
        sample = self.pooled.sample
        low, high = score_interval(sample.values, sample.counts, BEYOND_DOUBT)
        return test.low < 100 * low and 100 * high < test.high

    @property
    def verdict(self) -> Verdict:
        """What the sequential test says; undecided where there is none, or where neither hypothesis holds."""
        return Verdict.CONTINUE if self.state is None or self.is_between else self.state.verdict

    @property
    def pairs(self) -> int:
        """Pairs that each build played."""
        return int(self.tables.sum())

    @property
    def games(self) -> int:
        """Games of both builds."""
        return BUILDS * GAMES_PER_PAIR * self.pairs

    @property
    def gain(self) -> float:
        """How many times as many games an unpaired comparison would need for the same interval.

        Variances are taken within opponents, which either comparison would meet equally often.
        """
        unpaired = sum(matchup.x.variance + matchup.y.variance for matchup in self.matchups)
        paired = sum(matchup.sample.moments[1] for matchup in self.matchups)
        return unpaired / paired if paired else math.inf

    @cached_property
    def adjusted(self) -> tuple[float, ...]:
        """p-values of no difference against each opponent, adjusted over all of them (Holm)."""
        return tuple(holm([score_test(matchup.sample, 0.0) for matchup in self.matchups]).tolist())

    @property
    def moved(self) -> list[int]:
        """Opponents against which the builds differ for certain, with 5 % for all of them together."""
        return [number for number, p in enumerate(self.adjusted) if p <= FAMILY_LEVEL]

    def answer(self) -> str:
        """The answer in a few sentences."""
        return compare_sentences(self)

    def summary(self) -> str:
        """The answer and what lies behind it, as plain text."""
        return compare_summary(self)

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        return compare_json(self)

    def to_polars(self) -> pl.DataFrame:
        """One row an opponent, with the difference and the win rates of both builds; the last row is all of them."""
        import polars  # noqa: PLC0415 - takes long to import

        return polars.DataFrame(compare_rows(self), infer_schema_length=None)

    def to_pandas(self) -> pd.DataFrame:
        """As ``to_polars``, for pandas."""
        return self.to_polars().to_pandas()

    def plot(self) -> Figure:
        """The difference against each opponent and against all."""
        from ucgsim.report.compare_plot import differences  # noqa: PLC0415 - loads matplotlib

        return differences(self)

    def __repr__(self) -> str:
        return f"<CompareResult: {self.answer()}>"

    def _repr_html_(self) -> str:
        from html import escape  # noqa: PLC0415

        return f"<p>{escape(self.answer())}</p>{self.to_pandas().to_html(index=False, border=0)}"


def compare(
    deck_a: DeckLike,
    deck_b: DeckLike,
    against: Sequence[DeckLike] = (),
    *,
    games: int | None = None,
    policy: str = "greedy",
    policy_b: str | None = None,
    seed: int = 1,
    jobs: int = 1,
    rules: str = DEFAULT_RULES,
    stop: Stop = NEVER,
    play_blank: Collection[str] = (),
    catalog: Catalog | None = None,
    advance: Callable[[int], object] | None = None,
) -> CompareResult:
    """Compare two builds that play the same opponents with the same chance.

    ``against``: opponents, met equally often; both builds themselves without any. ``games`` are those of each
    build (``DEFAULT_GAMES``; with a ``stop``, the most: ``MOST_GAMES``) and go up to whole pairs for each
    opponent. ``policy_b`` is how the opponents decide. Raises UcgsimError for what can't be played.
    """
    policies = (policy, policy if policy_b is None else policy_b)
    study = plan_compare(
        deck_a,
        deck_b,
        against,
        games=games,
        policies=policies,
        seed=seed,
        rules=rules,
        stop=stop,
        play_blank=play_blank,
        catalog=catalog,
    )
    return play_compare(study, jobs=jobs, advance=advance)


def plan_compare(
    deck_a: DeckLike,
    deck_b: DeckLike,
    against: Sequence[DeckLike],
    *,
    games: int | None,
    policies: tuple[str, str],
    seed: int,
    rules: str,
    stop: Stop = NEVER,
    play_blank: Collection[str] = (),
    catalog: Catalog | None = None,
) -> CompareStudy:
    """Everything that ``compare`` checks before it plays."""
    catalog = load_catalog() if catalog is None else catalog
    a, b, *others = given_decks((deck_a, deck_b, *(against or (deck_a, deck_b))), catalog, rules)
    refuse_repeated((a, b), "nothing differs between them")
    refuse_repeated(others, "name each opponent once")
    wanted = games or (MOST_GAMES if stop.early else DEFAULT_GAMES)
    meetings = lay_out_meetings(
        (a, b),
        others,
        range(1, len(others) + 1),
        policies=policies,
        rules=rules,
        catalog=catalog,
        play_blank=play_blank,
    )
    return CompareStudy(
        builds=(a, b),
        opponents=tuple(others),
        meetings=meetings,
        pairs=-(-wanted // (GAMES_PER_PAIR * len(others))),
        policies=policies,
        seed=seed,
        rules=rules,
        catalog=catalog,
        among_themselves=not against,
        stop=stop,
    )


def refuse_repeated(decks: Sequence[Deck], why: str) -> None:
    """Raise UcgsimError where two of the decks are one list."""
    seen: dict[str, Deck] = {}
    for deck in decks:
        if deck.fingerprint in seen:
            both = " and ".join(str(each.source or each.name) for each in (seen[deck.fingerprint], deck))
            raise UcgsimError(f"{both} are the same list; {why}")
        seen[deck.fingerprint] = deck


def play_compare(
    study: CompareStudy,
    *,
    jobs: int = 1,
    advance: Callable[[int], object] | None = None,
    looked: Callable[[Look], object] | None = None,
) -> CompareResult:
    """Play a planned comparison; ``advance`` is told how many more games are done, ``looked`` what a look saw.

    Looks are taken after fixed numbers of pairs, so what is played does not depend on ``jobs``.
    """
    size = len(study.meetings)
    result = CompareResult(study, np.zeros((size, HALF_POINTS, HALF_POINTS), np.int64))
    part = max(LOOK // size, 1) if study.stop.early else PART
    rounds = play_meetings(study.meetings, study.seed, study.pairs, part=part, jobs=jobs)
    for done in rounds:
        tables = result.tables.copy()
        for found in done:
            tables[found.opponent] += found.table
        result = CompareResult(study, tables, result.looks)
        if advance is not None:
            advance(BUILDS * GAMES_PER_PAIR * int(sum(found.table.sum() for found in done)))
        if study.stop.early and _is_enough(result, looked):
            rounds.close()
            break
    return result


def _is_enough(result: CompareResult, looked: Callable[[Look], object] | None) -> bool:
    """Take a look: whether the comparison may stop."""
    look = Look(result.pairs, result.plain_difference, result.state)
    result.looks.append(look)
    if looked is not None:
        looked(look)
    precision = result.study.stop.precision
    if precision is not None:
        return 100 * look.difference.width / 2 <= precision
    return result.is_between or result.verdict is not Verdict.CONTINUE
