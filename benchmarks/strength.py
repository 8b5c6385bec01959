"""The strength of the planner, by deck, against greedy and against what checks it: the tables of reports/strength.md.

    python benchmarks/strength.py [--games N] [--seed N] [--policy planner] [--write reports/strength.md]

Every deck that ships plays itself, and crosses are of decks next to each other in the list; the policy sits on either
side in half of the games. ``--write`` puts the tables between the marks of the document.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

import ucgsim
from benchmarks.redraws import LEFT_OUT
from ucgsim.stats.rates import wilson
from ucgsim.studies.check import DEFAULT_CHECK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ucgsim.stats.rates import Estimate

ROOT = Path(__file__).resolve().parent.parent
MARKS = ("<!-- strength: made by benchmarks/strength.py -->", "<!-- strength: end -->")
OTHERS = 4
"""Decks behind it in the list that each deck meets in crosses."""
TRIES_ALL = "planner:tries=2"
CHECK_GAMES = 400
"""Games of each mirror in which a search plays."""


def won(decks: tuple[str, str], policy: str, games: int, seed: int, against: str = "greedy") -> list[int]:
    """Games that the policy won against another one with the first deck, and games."""
    a, b = (str(ROOT / "decklists" / f"{name}.txt") for name in decks)
    result = ucgsim.duel(
        a, b, games=games, policy=policy, policy_b=against, seed=seed, jobs=1, lead_pairs=0, progress=False
    )
    rate = result.findings.win_rate["a"]
    return [round(rate.rate * rate.n), rate.n]


def rate_of(parts: list[list[int]]) -> Estimate:
    """The rate of several matchups together (Wilson)."""
    return wilson(sum(part[0] for part in parts), sum(part[1] for part in parts))


def shown(parts: list[list[int]]) -> str:
    """A rate in percent with its interval."""
    rate = rate_of(parts)
    return f"{100 * rate.rate:.1f} ± {50 * (rate.high - rate.low):.1f}"


def crosses(names: list[str]) -> Iterator[tuple[str, str]]:
    """Each deck against those that follow it in the list, either way round."""
    for place, name in enumerate(names):
        for step in range(1, OTHERS + 1):
            other = names[(place + step) % len(names)]
            yield name, other
            yield other, name


def tables(policies: tuple[str, ...], games: int, seed: int) -> list[str]:
    """Both tables, as lines."""
    names = sorted(path.stem for path in (ROOT / "decklists").glob("*.txt"))
    mirrors = {policy: {name: won((name, name), policy, games, seed) for name in names} for policy in policies}
    pairs = list(crosses(names))
    met = {policy: {pair: won(pair, policy, games // 8, seed + 1) for pair in pairs} for policy in policies}
    groups = {
        f"mirrors of all {len(names)} decks": [(name, name) for name in names],
        "mirrors of the decks of the lessons": [(name, name) for name in names if name not in LEFT_OUT],
        "mirrors of the decks left out": [(name, name) for name in LEFT_OUT],
        "crosses of decks of the lessons": [pair for pair in pairs if not set(pair) & set(LEFT_OUT)],
        "crosses with a deck left out": [pair for pair in pairs if set(pair) & set(LEFT_OUT)],
    }
    lines = [
        f"| | {' | '.join(f'`{policy}`' for policy in policies)} | games each |",
        f"|---|{'---|' * len(policies)}---|",
    ]
    for group, members in groups.items():
        played = [
            [met[policy][pair] if pair in met[policy] else mirrors[policy][pair[0]] for pair in members]
            for policy in policies
        ]
        cells = " | ".join(map(shown, played))
        lines.append(f"| {group} | {cells} | {sum(part[1] for part in played[0]):,} |")
    return [*lines, "", *by_deck(names, mirrors[policies[0]], policies[0], games, seed)]


def by_deck(names: list[str], mirrors: dict[str, list[int]], policy: str, games: int, seed: int) -> list[str]:
    """Each deck in its own mirror: against greedy, and what tries more, or checks, against the policy."""
    others = {TRIES_ALL: games, DEFAULT_CHECK: CHECK_GAMES}
    faced = {
        other: {name: won((name, name), other, many, seed + 2, policy) for name in names}
        for other, many in others.items()
    }
    heads = [f"`{policy}` over greedy", *(f"`{other}` over `{policy}`" for other in others)]
    lines = [
        f"Each deck in its own mirror: {games:,} games, {CHECK_GAMES:,} where somebody searches.",
        "",
        f"| deck | {' | '.join(heads)} |",
        f"|---|{'---|' * len(heads)}",
    ]
    for name in sorted(names, key=lambda each: rate_of([mirrors[each]]).rate):
        cells = [shown([mirrors[name]]), *(shown([faced[other][name]]) for other in others)]
        lines.append(f"| {name}{' (left out)' if name in LEFT_OUT else ''} | {' | '.join(cells)} |")
    every = [shown([*mirrors.values()]), *(shown([*each.values()]) for each in faced.values())]
    return [*lines, f"| all | {' | '.join(every)} |"]


@click.command()
@click.option("--games", default=2_000, help="Games of each mirror; an eighth of it of each cross.")
@click.option("--seed", default=31)
@click.option("--policy", "policies", multiple=True, default=("planner", "planner:tries=0"))
@click.option("--write", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Document with the marks.")
def main(*, games: int, seed: int, policies: tuple[str, ...], write: Path | None) -> None:
    """Print the tables, or put them into a document."""
    text = "\n".join(tables(policies, games, seed))
    click.echo(text)
    if write is not None:
        document = write.read_text(encoding="utf-8")
        first, last = document.index(MARKS[0]), document.index(MARKS[1])
        write.write_text(f"{document[:first]}{MARKS[0]}\n\n{text}\n\n{document[last:]}", encoding="utf-8")


if __name__ == "__main__":
    main()
