"""The ladder as tables in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.numbers import interval

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ucgsim.studies.ladder.findings import Findings
    from ucgsim.studies.ladder.generations import Exploiter

NEVER = "–"


def ladder_page(findings: Findings, speeds: Sequence[float]) -> str:
    """The page: ratings and speed, then every policy against every other."""
    lines = [
        "# The ladder of the policies",
        "",
        "Every policy against every other one, with the same deck (mirrors) and with different ones (crosswise), from "
        "both seats. Written by `scripts/ladder`; intervals are of 95 %.",
        "",
        f"{findings.basis}.",
        "",
        *_table(("policy", "Elo (greedy = 0)", "games a second, one core"), _ratings(findings, speeds)),
        "",
        "## Who beats whom",
        "",
        *_table(("row against column", "mirrors", "crosswise", "games"), _duels(findings)),
        "",
    ]
    return "\n".join(lines)


def kinds_part(kinds: Mapping[str, Exploiter]) -> str:
    """The part of the page that tells what each kind of decision is worth to the planner."""
    rows = ((kind, each.against, interval(each.won), f"{each.games:,}") for kind, each in kinds.items())
    lines = [
        "## What each kind of decision is worth",
        "",
        "The planner with the same deck against itself with one kind of decision left to greedy: beyond 50 % is what "
        "its own choice of that kind is worth, the others being as they are. What is not listed it takes like greedy.",
        "",
        *_table(("kind", "planner against", "won, mirrors", "games"), rows),
        "",
    ]
    return "\n".join(lines)


def _ratings(findings: Findings, speeds: Sequence[float]) -> Iterator[tuple[str, ...]]:
    for place in findings.order:
        rating = findings.rating(place)
        text = f"{rating['rate']:+.0f} ({rating['low']:+.0f} to {rating['high']:+.0f})"
        yield findings.labels[place], text, f"{speeds[place]:,.0f}"


def _duels(findings: Findings) -> Iterator[tuple[str, ...]]:
    order = findings.order
    for rank, a in enumerate(order):
        for b in order[rank + 1 :]:
            duel = findings.between(a, b)
            crosses = interval(duel.crosses.estimate()) if duel.crosses.games else NEVER
            names = f"{findings.labels[a]} against {findings.labels[b]}"
            yield names, interval(duel.mirrors.estimate()), crosses, f"{duel.all.games:,}"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    lines = [head, tuple("---" if place == 0 else "---:" for place in range(len(head))), *rows]
    return [f"| {' | '.join(line)} |" for line in lines]
