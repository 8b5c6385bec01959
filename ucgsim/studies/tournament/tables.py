"""The tables of a tournament, described once for terminal and notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.numbers import PICKED, percent
from ucgsim.report.sheet import label, number, rate, sheet

if TYPE_CHECKING:
    from ucgsim.report.sheet import Sheet
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.tournament.findings import Tournaments


def decks(result: Tournaments) -> Sheet:
    """What becomes of a player who brings each deck, the likeliest to win first."""
    rows = []
    for place, deck in enumerate(result.order):
        title = rate(result.titles[deck])
        if place == 0 and len(result.order) > 1:
            title = rate(result.best, rate(result.best).text + PICKED)
        cells = [title, rate(result.cuts[deck]), rate(result.wins[deck], _wins(result.wins[deck]))]
        share = number(result.field[deck], percent(result.field[deck]))
        rows.append([label(result.names[deck]), share, *cells, rate(result.titles_after[deck])])
    first = result.names[result.order[0]]
    columns = ["", "field", "wins", f"cut to {result.shape.cut}", "rounds won", f"wins if all bring {first}"]
    return sheet("A player who brings (in brackets 95 % intervals)", columns, rows)


def records(result: Tournaments) -> Sheet:
    """How often a player ends the Swiss rounds with each record."""
    rounds = result.shape.rounds
    columns = ["", *(f"{wins}-{rounds - wins}" for wins in range(rounds, -1, -1))]
    rows = [
        [label(result.names[deck]), *(number(share, percent(share)) for share in result.records[deck][::-1])]
        for deck in result.order
    ]
    return sheet(f"Records after {rounds} rounds", columns, rows)


def _wins(estimate: Estimate) -> str:
    return f"{estimate.rate:.2f} ({estimate.low:.2f} to {estimate.high:.2f})"
