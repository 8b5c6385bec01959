"""The tables of a tournament, described once for terminal and notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.numbers import PICKED, percent
from ucgsim.report.sheet import label, number, rate, sheet
from ucgsim.stats.rates import Method

if TYPE_CHECKING:
    from ucgsim.report.sheet import Cell, Sheet
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.tournament.findings import Tournaments

MOST_CHOICES = 30


def decks(result: Tournaments) -> Sheet:
    """What becomes of a player who brings each deck, the likeliest to win first."""
    rows, of_several = [], len(result.order) > 1
    best_after, chance_after = result.best_after
    for place, deck in enumerate(result.order):
        title = _of_pick(result.best) if place == 0 and of_several else rate(result.titles[deck])
        after = _of_pick(chance_after) if deck == best_after and of_several else rate(result.titles_after[deck])
        cells = [title, rate(result.cuts[deck]), rate(result.wins[deck], _wins(result.wins[deck]))]
        share = number(result.field[deck], percent(result.field[deck]))
        rows.append([label(result.names[deck]), share, *cells, after])
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
    note = "Shares of the players with each deck, without intervals; their mean, rounds won, has one."
    return sheet(f"Records after {rounds} rounds", columns, rows, note)


def fears(result: Tournaments, deck: int) -> Sheet:
    """The other decks of the field, the one that costs a deck most first."""
    rows = []
    for each in result.rivals_of(deck):
        kind = ("better" if each.won.rate > 0.5 else "worse") + " certain" if each.won.excludes(0.5) else ""
        share = number(each.share, percent(each.share))
        points = number(-each.cost, f"{-100 * each.cost:+.2f}")
        rows.append([label(result.names[each.deck]), share, rate(each.won, kind=kind), points])
    note = "points: of 100 matches in this field, how many more or fewer are won than among equals"
    columns = ["against", "field", "wins a match", "points"]
    return sheet(f"{result.names[deck]} against the field (95 %, one by one)", columns, rows, note)


def choices(result: Tournaments, deck: int) -> Sheet:
    """How often single games are won by who chooses who leads; empty where only matches were played."""
    names, rows = result.played.names, []
    for each in result.choices_of(deck)[:MOST_CHOICES]:
        share = number(each.share, percent(each.share))
        rows.append([label(names[each.deck]), label(names[each.other]), share, rate(each.mine), rate(each.theirs)])
    columns = ["deck", "against", "field", "wins if it chooses", "wins if the other does"]
    return sheet("Games by who chooses the Lead (95 %, one by one)", columns, rows)


def _of_pick(estimate: Estimate) -> Cell:
    """The largest chance of its column, marked where it allows for the choice."""
    return rate(estimate, rate(estimate).text + (PICKED if estimate.method is Method.PICKED else ""))


def _wins(estimate: Estimate) -> str:
    return f"{estimate.rate:.2f} ({estimate.low:.2f} to {estimate.high:.2f})"
