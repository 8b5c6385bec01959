"""Does what moves or stops while one looks hold? Games are drawn from a known truth; the looks are those of the tool.

    python -m scripts.sequences [--times N] [--write]

What comparisons, checks and the page do, and what other sequential methods would. Written to docs/coverage.md.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click
import numpy as np

from scripts.documents import put_between
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cli.common.console import progress, tell
from ucgsim.cli.common.options import WholeNumber
from ucgsim.cli.main import fail
from ucgsim.decks.deck import Deck
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.tasks import Player
from ucgsim.stats.outcomes import DIFFERENCES, Outcomes
from ucgsim.stats.rates import wilson
from ucgsim.stats.sequential import watched_mean
from ucgsim.studies.compare.findings import with_players
from ucgsim.studies.compare.plan import NEVER, UNTIL_SURE, CompareStudy, Stop
from ucgsim.studies.compare.question import CompareQuestion
from ucgsim.studies.kit.played import CardsPlayed
from ucgsim.studies.looks import race_of_check

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from ucgsim.simulate.same_chance import PairTask
    from ucgsim.simulate.tasks import Batch
    from ucgsim.studies.compare.answer import CompareResult

    Floats = NDArray[np.float64]

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "coverage.md"
MOST = 100_000
"""Games of each build at most."""
GAINS = ((1, 0.05, 0.0), (2, 0.12, 0.0), (1, 0.05, 0.004), (1, 0.05, 0.008), (2, 0.12, 0.015))
"""Cards that differ, the share of games that do, and what the second build gains."""
LOOKS_OF_PAGE, PACES_OF_PAGE = 100, (160, 100, 80, 60)
"""How often a page is looked at, and games of each rival from look to look: some play faster than others."""


def joint(gain: float, often: float = 0.05) -> Floats:
    """Chances of both builds' half points on one chance, (3, 3): they end alike but in ``often`` of the games.

    Or in a few more, where so large a gain takes them.
    """
    often = max(often, 1.25 * abs(gain))
    table = np.diag([0.4, 0, 0.6 - often])
    table[0, 2], table[2, 0] = (often + gain) / 2, (often - gain) / 2
    return table


def study(
    stop: Stop, each: int, shares: Sequence[float] = (1.0,), policy: str = "greedy", cards: int = 50
) -> CompareStudy:
    """A comparison of two builds that differ in so many cards, against as many opponents as there are shares."""
    numbers = sorted(shipped_catalog())
    build, other = Deck("Deck 1", ((numbers[0], 50),)), Deck("Deck 2", ((numbers[0], 50 - cards), (numbers[1], cards)))
    opponents = tuple(
        Deck(f"Deck {place + 3}", ((number, 50),)) for place, number in enumerate(numbers[2:][: len(shares)])
    )
    by = parse_policy(policy).label
    return CompareStudy(
        builds=(build, Deck("Deck 2", tuple(each for each in other.counts if each[1]))),
        opponents=opponents,
        weights=tuple(shares),
        matchups=tuple(range(1, len(shares) + 1)),
        each=each,
        terms=Terms(rules="1.6", policies=(policy, policy), catalog=shipped_catalog()),
        among_themselves=False,
        stop=stop,
        read=CardsPlayed(("",) * 2 * len(shares), (), (), {"policies": f"{by}, {by}"}),
    )


class Drawing(Player):
    """Games drawn from the tables of chances of each opponent."""

    def __init__(self, tables: Sequence[Floats], rng: np.random.Generator) -> None:
        super().__init__()
        self.tables, self.rng = tables, rng

    def counts(self, batch: Batch[PairTask]) -> list[NDArray[np.int64]]:
        """The games of a batch."""
        return [
            self.rng.multinomial(task.games // 2, self.tables[task.matchup - 1].ravel()).reshape(3, 3)
            for task in batch.now
        ]


def drawn(
    planned: CompareStudy, tables: Sequence[Floats], rng: np.random.Generator, times: int
) -> Iterator[CompareResult]:
    """So many comparisons, their games drawn from the tables of chances of each opponent."""
    for _ in range(times):
        yield Drawing(tables, rng).answer(CompareQuestion(planned).course())


@dataclass
class Stopped:
    """What comparisons did that stopped by themselves."""

    truth: float
    games: list[int] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)
    called: list[bool] = field(default_factory=list)
    held: list[bool] = field(default_factory=list)

    def add(self, result: CompareResult) -> None:
        """Count one more."""
        self.games.append(result.each)
        self.rates.append(result.shown.rate)
        self.called.append(result.shown.excludes(0))
        self.held.append(not result.shown.excludes(self.truth))

    @property
    def row(self) -> list[str]:
        """Called, games, bias and how often the interval held, as a table has them."""
        bias, error = 100 * (np.mean(self.rates) - self.truth), 196 * np.std(self.rates) / math.sqrt(len(self.rates))
        return [share(self.called), f"{np.mean(self.games):,.0f}", f"{bias:+.2f} ± {error:.2f}", share(self.held)]


def share(seen: Sequence[bool]) -> str:
    """A share in percent with its interval."""
    known = wilson(sum(seen), len(seen))
    return f"{100 * known.rate:.1f} ({100 * known.low:.1f} to {100 * known.high:.1f})"


# What the tool does


def of_comparisons(times: int, advance: Callable[[int], object]) -> list[str]:
    """``compare --until-sure`` under a player of whom no spread is known, and under the planner."""
    lines = [
        "| truth | cards, games that differ | under | called, % | games of each build | bias, points | held, % |",
        "| ---: | --- | --- | ---: | ---: | ---: | ---: |",
    ]
    for policy in ("greedy", "planner"):
        for cards, often, gain in GAINS:
            planned, seen = study(UNTIL_SURE, MOST, policy=policy, cards=cards), Stopped(gain)
            for result in drawn(planned, [joint(gain, often)], np.random.default_rng(cards), times):
                seen.add(result)
                advance(1)
            lines.append(" | ".join([f"| {100 * gain:.1f}", f"{cards}, {100 * often:.0f} %", policy, *seen.row]) + " |")
    return lines


def of_page(times: int, advance: Callable[[int], object]) -> list[str]:
    """The change on the page of a live deck: how often equal builds are ever green or red in 40,000 games."""
    lines = ["| cards, games that differ | ever green or red, % | at the end, % |", "| --- | ---: | ---: |"]
    for cards, often, gain in GAINS[:2]:
        rivals = len(PACES_OF_PAGE)
        planned = study(NEVER, MOST, (1 / rivals,) * rivals, policy="planner", cards=cards)
        chances, rng = joint(gain, often).ravel(), np.random.default_rng([5, cards])
        ever, last = [], []
        for _ in range(times):
            met = rng.multinomial(PACES_OF_PAGE, chances, (LOOKS_OF_PAGE, rivals)).reshape(-1, rivals, 3, 3)
            colours = [_coloured(planned, tables) for tables in met.cumsum(axis=0)]
            ever.append(any(colours))
            last.append(colours[-1])
            advance(1)
        lines.append(f"| {cards}, {100 * often:.0f} % | {share(ever)} | {share(last)} |")
    return lines


def _coloured(planned: CompareStudy, tables: NDArray[np.int64]) -> bool:
    counts = [np.array([np.trace(table, each) for each in range(-2, 3)]) for table in tables]
    seen = watched_mean(DIFFERENCES, counts, planned.weights)
    return (with_players(planned, seen) or seen).excludes(0)


def of_checks(times: int, advance: Callable[[int], object]) -> list[str]:
    """Checks of eight matchups, of 400 games at most: games, sides that are named, and what is printed then."""
    lines = [
        "| wins, % | side named, % | games of a matchup | bias, points | plain rate | held, % |",
        "| ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    race = race_of_check(400)
    assert race is not None, "400 games are several looks"
    stops = race.stops(8)
    for rate in (0.5, 0.55, 0.6, 0.65, 0.75):
        rng, games, named, rates, plain, held = np.random.default_rng(round(100 * rate)), [], [], [], [], []
        for _ in range(times):
            won, before, outcomes = 0, 0, Outcomes()
            for look in race.looks:
                won += int(rng.binomial(look - before, rate))
                before, outcomes = look, Outcomes.of([look - won, 0, won])
                if stops.shows_side(outcomes):
                    break
            shown = stops.rate(outcomes)
            games.append(outcomes.games)
            named.append(stops.shows_side(outcomes))
            rates.append(shown.rate)
            plain.append(outcomes.points / outcomes.games)
            held.append(not shown.excludes(rate))
            advance(1)
        off, leans = (100 * (np.mean(each) - rate) for each in (rates, plain))
        lines.append(
            f"| {100 * rate:.0f} | {share(named)} | {np.mean(games):.0f} | {off:+.2f} | {leans:+.2f} | {share(held)} |"
        )
    return lines


# What other methods would do


def repeated(looks: Floats, seen: Floats) -> Floats:
    """Half the interval of a fixed number of games, asked again at every look."""
    return 1.96 * _deviation(seen) / np.sqrt(looks)


def mixture(looks: Floats, seen: Floats, best_at: float = 10_000.0) -> Floats:
    """A mixture of normals. Source: Waudby-Smith et al. 2024, Ann. Statist. 52, 2613-2640, theorem 2.2."""
    likely = -2 * math.log(0.05)
    more = looks * (likely + math.log(likely) + 1) / best_at
    return _deviation(seen) * np.sqrt(2 * (more + 1) / more * np.log(np.sqrt(more + 1) / 0.05) / looks)


def group_sequential(looks: Floats, seen: Floats) -> Floats:
    """The boundary of O'Brien & Fleming 1979, Biometrics 35, 549-556, for so many looks as there are here."""
    return 2.02 * math.sqrt(MOST) / looks * _deviation(seen)


def _deviation(seen: Floats) -> Floats:
    """The standard deviation of a difference so far; ``seen``: games won more and won less, (..., looks, 2)."""
    total = seen.sum(axis=-1)
    looks = _looks()
    mean = (seen[..., 0] - seen[..., 1]) / looks
    return np.asarray(np.sqrt(np.maximum(total / looks - mean**2, 1e-6)))


def bernstein(looks: Floats, seen: Floats) -> tuple[Floats, Floats]:
    """Centre and half of the empirical Bernstein sequence. Source: Waudby-Smith & Ramdas 2024, theorem 2.

    What is bet is chosen at each look by what was seen before.
    """
    steps = np.diff(looks, prepend=0)
    won, lost = (np.diff(seen[..., place], axis=-1, prepend=0) for place in (0, 1))
    before = np.concatenate([np.zeros_like(seen[..., :1, :]), seen[..., :-1, :]], axis=-2)
    n = np.concatenate([[0], looks[:-1]])
    mean = 0.5 + (before[..., 0] - before[..., 1]) / 2 / np.maximum(n, 1)
    spread = (0.25 + before.sum(axis=-1) / 4) / (n + 1)
    bet = np.minimum(np.sqrt(2 * math.log(2 / 0.05) / (spread * np.maximum(n, 1) * np.log1p(n + 1))), 0.5)
    strays = won * (1 - mean) ** 2 + lost * mean**2 + (steps - won - lost) * (0.5 - mean) ** 2
    total = (bet * steps).cumsum(axis=-1)
    centre = (bet * (0.5 * steps + (won - lost) / 2)).cumsum(axis=-1) / total
    half = (math.log(2 / 0.05) + (strays * (-np.log1p(-bet) - bet)).cumsum(axis=-1)) / total
    return 2 * centre - 1, 2 * half


def _looks() -> Floats:
    """Games of each build at every look of a comparison that stops when it is sure."""
    rounds = study(UNTIL_SURE, MOST).rounds
    return np.cumsum([sum(len(range(task.start, task.stop)) for task in each) for each in rounds]).astype(np.float64)


def of_methods(times: int, advance: Callable[[int], object]) -> list[str]:
    """Equal builds that are called, and games until a gain is, by the games alone."""
    heads = [f"{100 * gain:.1f} ({100 * often:.0f} %)" for _, often, gain in GAINS]
    lines = ["| truth, points (games that differ) | " + " | ".join(heads) + " |", "| --- |" + " ---: |" * len(heads)]
    looks, cells = _looks(), dict[str, list[str]]()
    for _, often, gain in GAINS:
        rng = np.random.default_rng(11)
        chances = [(often + gain) / 2, (often - gain) / 2, 1 - often]
        steps = np.diff(looks, prepend=0).astype(int)
        seen = np.stack([rng.multinomial(each, chances, times)[:, :2] for each in steps], 1).cumsum(1).astype(float)
        mean = (seen[..., 0] - seen[..., 1]) / looks
        centre, half = bernstein(looks, seen)
        hits = {
            "95 % again at every look": abs(mean) > repeated(looks, seen),
            "O'Brien and Fleming": abs(mean) > group_sequential(looks, seen),
            "empirical Bernstein": abs(centre) > half,
            "mixture of normals": abs(mean) > mixture(looks, seen),
            "bets (this one)": np.array([[_by_bets(*each) for each in zip(run, looks, strict=True)] for run in seen]),
        }
        for name, hit in hits.items():
            first = np.where(hit.any(axis=1), hit.argmax(axis=1), len(looks) - 1)
            leans = 100 * (mean[np.arange(times), first].mean() - gain)
            text = share(hit.any(axis=1).tolist()) if not gain else f"{looks[first].mean():,.0f}; {leans:+.2f}"
            cells.setdefault(name, []).append(text)
        advance(times)
    return lines + [f"| {name} | " + " | ".join(row) + " |" for name, row in cells.items()]


def _by_bets(seen: Floats, games: float) -> bool:
    won, lost = seen.tolist()
    return watched_mean(DIFFERENCES, (lost, 0, games - won - lost, 0, won)).excludes(0)


@click.command(context_settings={"show_default": True})
@click.option("--times", type=WholeNumber(10, 100_000), default=1_000, help="Comparisons of each kind.")
@click.option("--write", is_flag=True, help="Put the tables into docs/coverage.md.")
def main(times: int, *, write: bool) -> None:
    """Draw the games and make the tables."""
    parts = (
        (
            "What a comparison that stops by itself prints (`compare --until-sure`, at most 100,000 games):",
            of_comparisons,
        ),
        ("The change of a live deck on the page, two equal builds, four rivals, 40,000 games, 100 looks:", of_page),
        ("Checks of eight matchups, at most 400 games each:", of_checks),
        (
            "By the games alone: equal builds called, in percent; games until a gain is called, and by how many points "
            "the plain mean is too high then:",
            of_methods,
        ),
    )
    lines: list[str] = []
    with progress("looks", (2 * len(GAINS) + 2 + 5 + len(GAINS)) * times) as advance:
        for text, make in parts:
            lines += [text, "", *make(times, advance), ""]
    for line in lines:
        tell(line)
    if write:
        put_between(DOCUMENT, "looks", "\n".join(lines).strip())


if __name__ == "__main__":
    try:
        main.main(prog_name="scripts/sequences", standalone_mode=False)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - a user never sees a traceback
        fail(error)
