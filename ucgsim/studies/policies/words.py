"""One question under several policies, in words and as plain values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ucgsim.report.numbers import interval, plain, points
from ucgsim.stats.deciding.checked import side
from ucgsim.stats.rates import DEFAULT_CONFIDENCE

if TYPE_CHECKING:
    from ucgsim.stats.matrices.ranks import Agreement
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.policies.findings import Change, Plays

MOST_NAMED = 3
"""Cells that change sides and are named in the answer; the table has all of them."""


def listed(labels: list[str]) -> str:
    """Labels in a row; one may have a comma of its own, so semicolons part them where they do."""
    mark = "; " if any("," in label for label in labels) else ", "
    return labels[0] if len(labels) == 1 else f"{mark.join(labels[:-1])} and {labels[-1]}"


def shown_cell(plays: Plays, estimate: Estimate) -> str:
    """A rate, or a difference of rates where that is what cells hold, with its interval."""
    return interval(estimate) if plays.plays[0].even else points(estimate)


def correlation(estimate: Estimate) -> str:
    """A rank correlation with its interval, such as ``0.73 (0.47 to 0.87)``."""
    values = (round(each, 2) + 0.0 for each in (estimate.rate, estimate.low, estimate.high))
    rate, low, high = (f"{value:.2f}" for value in values)
    return f"{rate} ({low} to {high})"


def best_words(plays: Plays) -> str:
    """Who does best, under which of the plays."""
    best: dict[str, list[str]] = {}
    for play in plays.plays:
        place = play.order[0]
        rate = interval(play.best or play.standings[place])
        best.setdefault(play.things[place], []).append(f"{play.label} with {rate}")
    which = f" (each for the best of {len(plays.plays[0].things)} decks)"
    if len(best) == 1:
        name, labels = next(iter(best.items()))
        return f"{name} does best under every one of these plays: {listed(labels)}{which}."
    by_play = "; ".join(f"{name} under {listed(labels)}" for name, labels in best.items())
    return f"Which deck does best depends on the play: {by_play}{which}."


def cell_words(plays: Plays, at: int) -> str:
    """One cell under each play, and whether it is on the same side under all of them."""
    rates, even = plays.rates[at], plays.plays[0].even
    own = (play.cell(at, DEFAULT_CONFIDENCE) for play in plays.plays)
    under = "; ".join(
        f"{shown_cell(plays, each)} under {play.label}" for each, play in zip(own, plays.plays, strict=True)
    )
    sides = {side(each, even) for each in rates}
    what = " against ".join(plays.plays[0].cells[at])
    if {-1, 1} <= sides:
        return f"{what}: {under}. Who is better surely depends on the play."
    if 0 in sides:
        return f"{what}: {under}. Whether who is better depends on the play can't be told yet."
    return f"{what}: {under}. The same side is better under every one of these plays."


def change_words(plays: Plays, cells: str) -> str:
    """How many cells change sides with the play, and which."""
    changes, count = plays.changes, len(plays.rates)
    if not changes:
        return f"None of {count} {cells} changes sides with the play."
    sure = sum(change.sure for change in changes)
    named = "; ".join(_change(plays, change) for change in changes[:MOST_NAMED])
    more = f" and {len(changes) - MOST_NAMED} more" if len(changes) > MOST_NAMED else ""
    move = "changes" if len(changes) == 1 else "change"
    return f"Of {count} {cells} {len(changes)} {move} sides with the play, {sure} of them surely: {named}{more}."


def _change(plays: Plays, change: Change) -> str:
    a, b = plays.plays[0].cells[change.cell]
    rates = (
        f"{100 * each.rate:+.1f}" if not plays.plays[0].even else f"{100 * each.rate:.1f}" for each in change.rates
    )
    unit = "%" if plays.plays[0].even else "points"
    return f"{a} against {b} {', '.join(rates)} {unit}{'' if change.sure else ' (not surely)'}"


def agreement_words(plays: Plays) -> str:
    """How far ranks agree between the first and the last play; nothing where nothing is ranked."""
    if not plays.agreements:
        return ""
    first, last = 0, len(plays.plays) - 1
    result = plays.agreements[first, last]
    labels = listed([plays.plays[first].label, plays.plays[last].label])
    return (
        f"Ranks under {labels} agree with Kendall's tau {correlation(result.kendall)}: of {result.pairs} pairs "
        f"{result.same} are surely in the same order, {result.opposite} surely in the opposite one."
    )


def plays_json(plays: Plays) -> dict[str, Any]:
    """What depends on the play, as plain values."""
    labels = [play.label for play in plays.plays]
    return {
        "policies": labels,
        "games_each": {play.label: play.each for play in plays.plays},
        "rankings": {play.label: [play.things[place] for place in play.order] for play in plays.plays},
        "agreement": [
            {
                "policies": [labels[a], labels[b]],
                **_agreement_json(plays.agreements.get((a, b))),
                "cells_changed": plays.changed(a, b, sure=False),
                "cells_surely_changed": plays.changed(a, b, sure=True),
            }
            for a, b in plays.couples
        ],
        "intervals_together": len(plays.plays) * len(plays.rates),
        "changes": [_change_json(plays, change) for change in plays.changes],
    }


def _agreement_json(result: Agreement | None) -> dict[str, Any]:
    if result is None:
        return {}
    return {
        "kendall": plain(result.kendall),
        "spearman": plain(result.spearman),
        "pairs": result.pairs,
        "same_order": result.same,
        "opposite_order": result.opposite,
    }


def _change_json(plays: Plays, change: Change) -> dict[str, Any]:
    a, b = plays.plays[0].cells[change.cell]
    rates = {play.label: plain(each) for play, each in zip(plays.plays, change.rates, strict=True)}
    return {"deck": a, "opponent": b, "sure": change.sure, "under": rates}
