"""The table of the cards of a deck, described once for terminal, page and notebook."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from ucgsim.cards.naming import in_deck_order
from ucgsim.report.numbers import PICKED
from ucgsim.report.sheet import label, number, rate, sheet
from ucgsim.simulate.loops.impact import Fate
from ucgsim.stats.rates import Method
from ucgsim.studies.cards.association import FATES

if TYPE_CHECKING:
    from ucgsim.report.sheet import Cell, Sheet
    from ucgsim.studies.cards.association import Association
    from ucgsim.studies.cards.findings import Impact

SHOWN = (Fate.OPENING, Fate.BY_ROUND_3, Fate.SET, Fate.LEVELED, Fate.USED)
"""Columns of the table; files and JSON have all that became of a card."""
SPACE = "\N{NO-BREAK SPACE}"


def cards(result: Impact) -> Sheet:
    """Each card, by character and level, with its copies, and how often its side wins with less without."""
    associations = {(each.card, each.fate): each for each in result.associations}
    rows = [
        [label(result.named(card)), number(copies), *(_cell(result, associations[card, fate]) for fate in SHOWN)]
        for card, copies in sorted(result.deck.counts, key=lambda each: in_deck_order(result.catalog[each[0]]))
    ]
    columns = ["card", "copies", *(FATES[fate] for fate in SHOWN)]
    return sheet(f"Cards of {result.deck.name} against its win rate", columns, rows)


def _cell(result: Impact, association: Association) -> Cell:
    """The difference, games and interval, sorted by the difference; what is too rare to tell sorts as the least.

    Only the interval may go to a line of its own; in short it is half its width.
    """
    difference, games = result.shown(association), f"{association.games_with:,}"
    if math.isnan(difference.rate):
        return replace(rate(difference, f"-{SPACE}[{games}]"), short=f"- ({games})")
    sure = (association.card, association.fate) in result.certain
    middle, low, high = (f"{100 * value:+.1f}" for value in (difference.rate, difference.low, difference.high))
    kind = ("better" if difference.rate > 0 else "worse") + " certain " if sure else ""
    marks = ("*" if sure else "") + (PICKED if difference.method is Method.PICKED else "")
    text = f"{middle}{marks}{SPACE}[{games}] ({SPACE.join((low, 'to', high))})"
    short = f"{middle} +-{50 * difference.width:.1f}{marks} ({games})"
    return replace(rate(difference, text, f"{kind}brief"), short=short)
