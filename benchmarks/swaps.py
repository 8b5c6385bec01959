"""What every legal swap of a card is worth, played until it is known; and what is found by those who search for swaps.

    python -m benchmarks.swaps truth [DECK ...]
    python -m benchmarks.swaps regret [--games 300000] [--runs 2] [DECK ...]

The truth: a deck against a field of four, planner on both sides. All single swaps play on the same shuffles; what
cards gain that leave and come in is fitted over all of them, and the swaps that may be good play on. It lies in
`benchmarks/swaps/DECK.json`, half an hour of two cores each. Searches are judged by it: by the regret of what they
name first, and by what their ten are truly worth beside the ten best.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from joblib import Parallel, delayed

from ucgsim.cards.catalog import load_catalog
from ucgsim.decks.checking import load_deck
from ucgsim.simulate.exchanges import Bench, bench_of
from ucgsim.simulate.plan import Terms
from ucgsim.studies.improve.plan import plan_improve
from ucgsim.studies.improve.pool import entrants_for, read_pool
from ucgsim.studies.improve.question import Search

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ucgsim.decks.deck import Deck

PLACE = Path(__file__).with_name("swaps")
DECKLISTS = Path(__file__).parent.parent / "decklists"
FIELD = ("baltan-swarm", "belial", "blazar-earth-garon", "decker-trigger")
SEEN = ("arc-blazar", "zero-geed", "tiga-dyna", "z-sevenger")
LEFT_OUT = ("gaia-agul", "rosso-blu", "mebius-hikari", "omega-meteo")
SEED = 71
ALL, BEST = 400, 3_200
"""Games against each rival: of all swaps, and of those that may be good."""
BLOCK = 25
TOP = 240


class Known(NamedTuple):
    """A swap and what it gains in points of 100: estimate and standard error."""

    out: str
    into: str
    gain: float
    error: float


def swaps_of(deck: Deck, limits: dict[str, int], entrants: Sequence[str]) -> list[tuple[str, str]]:
    """Every legal swap of one card."""
    counts = dict(deck.counts)
    return [
        (out, into) for out in sorted(counts) for into in entrants if into != out and counts.get(into, 0) < limits[into]
    ]


class Yard:
    """A deck, its field, and the cards that may come in."""

    def __init__(self, name: str) -> None:
        catalog = load_catalog()
        self.terms = Terms.of(policy="planner", catalog=catalog)
        self.deck = load_deck(DECKLISTS / f"{name}.txt", catalog)
        self.rivals = [load_deck(DECKLISTS / f"{each}.txt", catalog) for each in FIELD]
        pool = read_pool("all", [self.deck], self.terms).limits
        self.entrants = entrants_for(self.deck, pool, catalog)
        self.limits = {number: pool[number] for number in self.entrants}
        self.swaps = swaps_of(self.deck, self.limits, self.entrants)

    def benches(self) -> list[Bench]:
        """Its tables."""
        return [bench_of(self.deck, each, k + 1, self.terms, self.limits) for k, each in enumerate(self.rivals)]

    def play(self, swaps: Sequence[tuple[str, str]], games: range, seed: int = SEED) -> NDArray[np.int64]:
        """Pairs of games of swaps against each rival, (swaps, rivals, 3, 3)."""
        exchanges = [((out,), (into,)) for out, into in swaps]
        benches = self.benches()
        spans = [range(start, min(start + BLOCK, games.stop)) for start in range(games.start, games.stop, BLOCK)]
        calls = (delayed(bench.exchange)(seed, span, exchanges) for span in spans for bench in benches)
        total = np.zeros((len(swaps), len(benches), 3, 3), np.int64)
        played = Parallel(n_jobs=os.cpu_count(), prefer="threads", return_as="generator")(calls)
        for k, pairs in enumerate(played):
            total[:, k % len(benches)] += pairs
        return total


def gains_of(pairs: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Mean gain in points and its standard error of pairs (swaps, rivals, 3, 3)."""
    values = 50.0 * (np.arange(3)[None, :] - np.arange(3)[:, None])
    games = pairs.sum((2, 3))
    means = (pairs * values).sum((2, 3)) / games
    variances = (pairs * values**2).sum((2, 3)) / games - means**2
    # The spread of a swap that moved few games is taken for the usual one as far as that of 100 games says.
    usual = variances.mean()
    variances = (variances * games + 100 * usual) / (games + 100)
    return means.mean(1), np.sqrt((variances / games).mean(1) / games.shape[1])


def combined(
    swaps: Sequence[tuple[str, str]], means: NDArray[np.float64], errors: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Gains shrunk towards what the cards gain that leave and come in: estimates and standard errors."""
    outs, into = (sorted({swap[k] for swap in swaps}) for k in (0, 1))
    x = np.zeros((len(swaps), len(outs) + len(into)))
    for row, (out, comes) in zip(x, swaps, strict=True):
        row[outs.index(out)] = row[len(outs) + into.index(comes)] = 1
    own = 0.25
    for _ in range(20):
        weights = 1 / (errors**2 + own**2)
        inverse = np.linalg.inv((x * weights[:, None]).T @ x + np.eye(x.shape[1]) * 0.05)
        fitted = x @ (inverse @ (x.T @ (weights * means)))
        spread = np.einsum("ij,jk,ik->i", x, inverse, x)
        share = own**2 / (own**2 + errors**2)
        gains, left = fitted + share * (means - fitted), share * errors**2 + (1 - share) ** 2 * spread
        own = float(np.sqrt(np.mean((gains - fitted) ** 2 + share * errors**2)))
    return gains, np.sqrt(left)


def truth(name: str) -> list[Known]:
    """Play what every swap of a deck gains, and write it down."""
    yard = Yard(name)
    first = yard.play(yard.swaps, range(ALL))
    gains, errors = combined(yard.swaps, *gains_of(first))
    print(name, len(yard.swaps), "swaps", f"+- {196 * np.median(errors) / 100:.2f}", flush=True)
    chosen = np.argsort(-(gains + errors))[:TOP]
    more = yard.play([yard.swaps[k] for k in chosen], range(ALL, ALL + BEST))
    first[chosen] += more
    gains, errors = combined(yard.swaps, *gains_of(first))
    order = np.argsort(-gains)
    known = [
        Known(out, into, round(float(gains[k]), 3), round(float(errors[k]), 3))
        for k in order
        for out, into in [yard.swaps[k]]
    ]
    PLACE.mkdir(exist_ok=True)
    lines = ",\n".join(json.dumps(each) for each in known)
    (PLACE / f"{name}.json").write_text(f"[\n{lines}\n]\n")
    print(name, [(each.out, each.into, each.gain, each.error) for each in known[:10]], flush=True)
    return known


class Judged(NamedTuple):
    """A search judged by the truth: ``regret`` of the first swap and the mean gain of the ten, in points, the mean gain
    of the ten best, the swaps that it called better and those of them that are not, and processor seconds.
    """

    regret: float
    gained: float
    best: float
    better: int
    wrong: int
    seconds: float


def known(name: str) -> dict[tuple[str, str], float]:
    """What every swap of a deck gains, as it was written down, those first that gain most."""
    return {(out, into): gain for out, into, gain, _ in json.loads((PLACE / f"{name}.json").read_text())}


def judged(name: str, games: int, seed: int) -> Judged:
    """A search for swaps of a deck, judged."""
    gains, began = known(name), time.process_time()
    terms = Terms.of(policy="planner", seed=seed, catalog=load_catalog())
    field = [DECKLISTS / f"{each}.txt" for each in FIELD]
    study = plan_improve(DECKLISTS / f"{name}.txt", field, terms, budget=games)
    result = Search(study).play(jobs=os.cpu_count() or 1)
    of = {change: gains[change.out[0], change.into[0]] for change in result.measured}
    tops = list(gains.values())[: len(of)]
    better = [of[change] for change in result.sure]
    return Judged(
        max(tops) - of[result.first],
        sum(of.values()) / len(of),
        sum(tops) / len(tops),
        len(better),
        sum(gain <= 0 for gain in better),
        time.process_time() - began,
    )


def regret(names: Sequence[str], games: int, runs: int) -> str:
    """A line of the table: searches of these decks, with as many seeds each."""
    all_of = [judged(name, games, seed) for name in names for seed in range(1, runs + 1)]
    mean = Judged(*(sum(column) / len(all_of) for column in zip(*all_of, strict=True)))
    worst = max(each.regret for each in all_of)
    better, wrong = (sum(getattr(each, name) for each in all_of) for name in ("better", "wrong"))
    return (
        f"| {games:,} | {mean.regret:.2f} (worst {worst:.2f}) | {mean.gained:+.2f} of {mean.best:+.2f} "
        f"| {mean.gained / mean.best:.2f} | {wrong} of {better} | {mean.seconds:.0f} |"
    )


def main() -> None:
    """Play the truth, or judge by it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("truth", "regret"))
    parser.add_argument("decks", nargs="*", default=[*SEEN, *LEFT_OUT])
    parser.add_argument("--games", type=int, nargs="+", default=[100_000, 300_000, 1_000_000])
    parser.add_argument("--runs", type=int, default=2)
    given = parser.parse_args()
    if given.what == "truth":
        for name in given.decks:
            truth(name)
        return
    print("| games | regret of the first | true gain of the ten, of the ten best | share | wrong | processor seconds |")
    print("|---|---|---|---|---|---|")
    for games in given.games:
        print(regret(given.decks, games, given.runs), flush=True)


if __name__ == "__main__":
    main()
