"""The ladder as tables in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.numbers import interval

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ucgsim.studies.ladder.findings import Findings

NEVER = "–"


def ladder_page(found: Findings, speeds: Sequence[float]) -> str:
    """The page: ratings and speed, then every policy against every other."""
    lines = [
        "# The ladder of the policies",
        "",
        "Every policy against every other one, with the same deck (mirrors) and with different ones (crosswise), from "
        "both seats. Written by `scripts/ladder`; intervals are of 95 % and know that games come in pairs.",
        "",
        f"{found.basis}.",
        "",
        *_table(("policy", "Elo (greedy = 0)", "games a second, one core"), _ratings(found, speeds)),
        "",
        "## Who beats whom",
        "",
        *_table(("row against column", "mirrors", "crosswise", "games"), _duels(found)),
        "",
    ]
    return "\n".join(lines)


def _ratings(found: Findings, speeds: Sequence[float]) -> Iterator[tuple[str, ...]]:
    for place in found.order:
        rating = found.rating(place)
        told = f"{rating['rate']:+.0f} ({rating['low']:+.0f} to {rating['high']:+.0f})"
        yield found.labels[place], told, f"{speeds[place]:,.0f}"


def _duels(found: Findings) -> Iterator[tuple[str, ...]]:
    order = found.order
    for rank, a in enumerate(order):
        for b in order[rank + 1 :]:
            duel = found.between(a, b)
            crosses = interval(duel.crosses.estimate()) if duel.crosses.pairs else NEVER
            names = f"{found.labels[a]} against {found.labels[b]}"
            yield names, interval(duel.mirrors.estimate()), crosses, f"{duel.all.games:,}"


def _table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> list[str]:
    lines = [head, tuple("---" if place == 0 else "---:" for place in range(len(head))), *rows]
    return [f"| {' | '.join(line)} |" for line in lines]
