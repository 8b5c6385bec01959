"""Play the matrix of decks under one player after the other, and exploiters of the planner: for the ladder's page.

    python -m scripts.generations [--games N] [--slow-games N] [--each N] [DECK]...

Written to reports/ladder/generations.md, which `scripts/ladder` adds to its page from then on. An exploiter is a player
that is good against the planner, whatever else it is: a search with the planner in its playouts, or numbers that
`scripts.tune` found (`--exploiter planner@tuned/planner.toml`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ucgsim.files.writing import write_text_file
from ucgsim.policies.spec import parse_policy
from ucgsim.report.sheet import interval
from ucgsim.stats.agreement import side
from ucgsim.stats.multiplicity import together
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, normal_quantile, weighted_sum
from ucgsim.studies.duel.question import duel
from ucgsim.studies.matrix.question import matrix

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ucgsim.decks.deck import DeckLike

ROOT = Path(__file__).resolve().parent.parent
GENERATIONS = "generations.md"
"""The part of the ladder's page that is written here."""


@dataclass(frozen=True)
class Step:
    """How far the win rates of all matchups move from one player to the next.

    ``moved``: root of the mean square in points, what chance alone would show taken off; ``largest``: of one matchup;
    ``sides``: matchups that change sides, and those of them that do so surely.
    """

    players: tuple[str, str]
    moved: float
    largest: float
    matchups: int
    sides: tuple[int, int]


@dataclass(frozen=True)
class Exploiter:
    """What a player wins with the same deck against one that it plays against alone: a lower bound on its faults."""

    player: str
    against: str
    won: Estimate
    games: int


class Played(NamedTuple):
    """The matchups of all decks under one player: an estimate of each, by itself and holding with all others."""

    player: str
    alone: tuple[Estimate, ...]
    joint: tuple[Estimate, ...]


def steps(played: Sequence[Played]) -> list[Step]:
    """From each player to the one that follows."""
    return [_step(before, after) for before, after in pairwise(played)]


def _step(before: Played, after: Played) -> Step:
    squares, largest = 0.0, 0.0
    for a, b in zip(before.alone, after.alone, strict=True):
        squares += (b.rate - a.rate) ** 2 - _variance(a) - _variance(b)
        largest = max(largest, abs(b.rate - a.rate))
    n = len(before.alone)
    moved = sum((a.rate - 0.5) * (b.rate - 0.5) < 0 for a, b in zip(before.alone, after.alone, strict=True))
    surely = sum(side(a, 0.5) * side(b, 0.5) < 0 for a, b in zip(before.joint, after.joint, strict=True))
    players = (before.player, after.player)
    return Step(players, 100 * math.sqrt(max(squares, 0.0) / n), 100 * largest, n, (moved, surely))


def _variance(estimate: Estimate) -> float:
    return (estimate.width / 2 / normal_quantile(estimate.confidence)) ** 2


def exploit(
    player: str, against: str, decks: Sequence[DeckLike], *, games: int, jobs: int = 1, **terms: Any
) -> Exploiter:
    """Play a player against another with each deck on both sides, ``games`` each; ``terms`` are those of a duel."""
    results = [
        duel(deck, deck, policy=player, policy_b=against, games=games, matchup=number, jobs=jobs, lead_pairs=0, **terms)
        for number, deck in enumerate(decks)
    ]
    won = weighted_sum([each.findings.win_rate["a"] for each in results], [1 / len(results)] * len(results))
    return Exploiter(*results[0].plan.labels, won, sum(each.plan.games for each in results))


def matrices(
    policies: Sequence[str], decks: Sequence[Path], *, games: int, slow_games: int, jobs: int = 1
) -> list[Played]:
    """The matrix of the decks under each player on both sides."""
    played = []
    for name in policies:
        each = slow_games if parse_policy(name).is_slow else games
        result = matrix(decks, policy=name, games=each, jobs=jobs, seed=1, lead_pairs=0)
        level = together(DEFAULT_CONFIDENCE, len(policies) * len(result.cells))
        alone, joint = (
            tuple(result.field.cell(*key, confidence) for key in result.cells)
            for confidence in (DEFAULT_CONFIDENCE, level)
        )
        played.append(Played(result.terms.label, alone, joint))
    return played


def generations_page(played: Sequence[Played], exploiters: Sequence[Exploiter], decks: int) -> str:
    """The part of the ladder's page."""
    lines = [
        "## How wrong can it still be?",
        "",
        f"The matrix of {decks} decks under each player on both sides, and how far its matchups move from one player "
        "to the next: root of the mean square in points, with the noise of the games taken off; the largest move still "
        "has its noise. Written by `scripts/generations.py`.",
        "",
        "| from | to | moved | largest | of matchups, other side | surely |",
        "| --- | --- | ---: | ---: | ---: | ---: |",
    ]
    for each in steps(played):
        a, b = each.players
        other = f"{each.sides[0]} of {each.matchups}"
        lines.append(f"| {a} | {b} | {each.moved:.1f} | {each.largest:.1f} | {other} | {each.sides[1]} |")
    lines += ["", "What a player wins with the same deck beyond 50 % is at least what the other one gives away.", ""]
    lines += ["| player | against | won, mirrors | games |", "| --- | --- | ---: | ---: |"]
    lines += [f"| {each.player} | {each.against} | {interval(each.won)} | {each.games:,} |" for each in exploiters]
    return "\n".join(lines) + "\n"


PLAYERS = ("greedy", "search:16", "planner:tries=0", "planner", "search:16,with=planner")
EXPLOITERS = ("search:16,with=planner", "search:64,with=planner")
DECKS = ("arc-blazar", "baltan-swarm", "belial", "omega-meteo", "tiga-dyna", "zero-geed")


@click.command()
@click.argument("decks", nargs=-1)
@click.option("--player", "players", multiple=True, default=PLAYERS, help="Players in their order; may be repeated.")
@click.option("--exploiter", "exploiters", multiple=True, default=EXPLOITERS, help="Player against the planner.")
@click.option("--games", default=2_000, help="Games a matchup of players that don't search.")
@click.option("--slow-games", default=200, help="The same of those that do.")
@click.option("--each", default=40, help="Games of an exploiter with each of the shipped decks.")
@click.option("--jobs", default=1)
def main(
    *,
    decks: tuple[str, ...],
    players: tuple[str, ...],
    exploiters: tuple[str, ...],
    games: int,
    slow_games: int,
    each: int,
    jobs: int,
) -> None:
    """Play and write the page."""
    paths = [Path(name) for name in decks or DECKS]
    plays = matrices(players, paths, games=games, slow_games=slow_games, jobs=jobs)
    shipped = sorted((ROOT / "decklists").glob("*.txt"))
    exploiting = [exploit(name, "planner", shipped, games=each, jobs=jobs) for name in exploiters]
    page = generations_page(plays, exploiting, len(paths))
    write_text_file(ROOT / "reports" / "ladder" / GENERATIONS, page)
    click.echo(page)


if __name__ == "__main__":
    main()
