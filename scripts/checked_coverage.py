"""Whether the intervals of a check hold the truth: a long run under its policy, cut into checks of the usual size.

    python scripts/checked_coverage.py [DECK DECK]... [--policy search:16,with=planner] [--games N] [--check-games N]
        [--seed S]

Each two decks are a matchup. All games of a matchup together are taken for the truth; each of its checks, which are
disjoint parts of these games, tells a side or none and gives an interval. Printed are how many of the intervals hold
the truth, and how many of the checks tell the wrong side. The same arguments give the same answer.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from ucgsim.cards.catalog import load_catalog
from ucgsim.decks.checking import load_deck
from ucgsim.report.sheet import interval, percent
from ucgsim.simulate.counts import count
from ucgsim.simulate.plan import Plan, Terms
from ucgsim.simulate.table import Table, make_plan, play, warm_up
from ucgsim.simulate.workers import in_order
from ucgsim.stats.agreement import side
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, wilson
from ucgsim.studies.duel.findings import Findings

ROOT = Path(__file__).resolve().parent.parent
MATCHUPS = ("arc-blazar", "omega-meteo", "belial", "baltan-swarm", "tiga-dyna", "zero-geed")
"""Of which the first moves much under search, the second too, and the third does not."""


class Covered(NamedTuple):
    """What became of the checks of one matchup."""

    truth: Estimate
    checks: int
    held: int
    wrong: int
    undecided: int


def covered(plan: Plan, table: Table, size: int, jobs: int) -> Covered:
    """Play all games of a plan, and hold every check of ``size`` games against all of them."""
    warm_up(plan, table)
    tasks = [partial(play, plan, table, range(start, start + size)) for start in range(0, plan.games, size)]
    played = in_order(tasks, jobs) if jobs > 1 else (task() for task in tasks)
    parts = [count(each) for each in played]
    truth = Findings(sum(parts[1:], start=parts[0])).outcomes.estimate(DEFAULT_CONFIDENCE)
    checks = [Findings(part).outcomes.estimate(DEFAULT_CONFIDENCE) for part in parts]
    sides = [side(each, 0.5) for each in checks]
    true_side = 1 if truth.rate > 0.5 else -1
    return Covered(
        truth,
        len(checks),
        sum(each.low <= truth.rate <= each.high for each in checks),
        sum(each == -true_side for each in sides),
        sides.count(0),
    )


@click.command(context_settings={"show_default": True})
@click.argument("decks", nargs=-1, type=click.Path(path_type=Path), metavar="[DECK DECK]...")
@click.option("--policy", default="search:16,with=planner", help="Who plays both sides.")
@click.option("--games", default=4_800, help="Games of the long run of each matchup; whole checks.")
@click.option("--check-games", default=100, help="Games of each check, an even number.")
@click.option("--seed", default=1)
@click.option("--jobs", default=1)
def main(decks: tuple[Path, ...], *, policy: str, games: int, check_games: int, seed: int, jobs: int) -> None:
    """Count how often checks of each two DECKs hold the truth of a long run; of three shipped matchups without any."""
    if len(decks) % 2 or games % check_games or check_games % 2:
        raise click.UsageError("give decks two by two, an even number of games for a check, and games of whole checks")
    catalog = load_catalog()
    paths = decks or tuple(ROOT / "decklists" / f"{name}.txt" for name in MATCHUPS)
    lists = [load_deck(path, catalog) for path in paths]
    terms = Terms(policies=(policy, policy), seed=seed, catalog=catalog)
    results = []
    click.echo("| matchup | long run | checks | intervals that hold it | wrong side named | no side named |")
    click.echo("|---|---|---|---|---|---|")
    for number, (a, b) in enumerate(zip(lists[::2], lists[1::2], strict=True)):
        plan, table = make_plan((a, b), games, terms.but(matchup=number))
        each = covered(plan, table, check_games, jobs)
        results.append(each)
        held = f"{each.held} ({percent(each.held / each.checks)})"
        sides_words = f"{each.wrong} | {each.undecided}"
        click.echo(f"| {a.name} against {b.name} | {interval(each.truth)} | {each.checks} | {held} | {sides_words} |")
    held, checks = sum(each.held for each in results), sum(each.checks for each in results)
    click.echo(
        f"\nOf {checks} checks of {check_games} games under {terms.labels[0]}, {interval(wilson(held, checks))} hold."
    )


if __name__ == "__main__":
    main()
