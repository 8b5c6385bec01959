"""Cards that go with winning, as a plot."""

from __future__ import annotations

import math
import textwrap
from typing import TYPE_CHECKING

from ucgsim.report.style import COLOURS, NEUTRAL, new_figure
from ucgsim.simulate.columns import SIDES
from ucgsim.simulate.loops.impact import Fate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ucgsim.studies.cards.association import Association
    from ucgsim.studies.cards.findings import Impact
    from ucgsim.studies.cards.worth import Worth

WIDTH = 7.0
"""Inches; card names take half of it."""
LONGEST = 38
"""Letters of a card's number and name that find room."""


def opening_hands(result: Impact) -> Figure:
    """Win rate with the card in the opening hand less without it, 95 % intervals; the largest on top."""
    associations = [e for e in result.associations if e.fate is Fate.OPENING and not math.isnan(e.difference.rate)]
    associations.sort(key=lambda each: each.difference.rate)
    title = f"{result.deck.name}: cards in the opening hand (association)"
    sample = f"{result.watched.games:,} games; a card is in the hand in {_range(associations)} of them"
    color = COLOURS[SIDES[result.watched.sides[0]]]
    with new_figure(title, sample, result.basis, width=WIDTH, height=1.9 + 0.28 * len(associations)) as (figure, axes):
        for place, each in enumerate(associations):
            rate, low, high = (100 * v for v in (each.difference.rate, each.difference.low, each.difference.high))
            axes.errorbar(rate, place, xerr=[[rate - low], [high - rate]], fmt="o", color=color, capsize=3)
        axes.axvline(0, color=NEUTRAL, linestyle=":", linewidth=1.2)
        names = [textwrap.shorten(result.named(each.card), LONGEST, placeholder=" ...") for each in associations]
        axes.set_yticks(range(len(associations)), names)
        axes.grid(axis="x", visible=True)
        axes.set_xlabel("games won with it less without,\npercentage points (95 % interval)")
        axes.set_ylabel("card")
    return figure


def _range(associations: list[Association]) -> str:
    games = [each.games_with for each in associations]
    return f"{min(games):,} to {max(games):,}" if games else "too few"


def worth_of_copies(result: Worth) -> Figure:
    """What each copy in the deck wins more than another card of the deck, with intervals that hold together."""
    worths = result.worths["deck"]
    names = [
        f"{textwrap.shorten(result.named(each.card), LONGEST, placeholder=' ...')}, {each.copy.number}"
        for each in worths
    ]
    title = f"{result.deck.name}: what each copy is worth in the deck"
    sample = f"{result.study.pairs_of_copy:,} pairs of games a copy"
    color = COLOURS["a"]
    with new_figure(title, sample, result.basis, width=WIDTH, height=1.9 + 0.2 * len(worths)) as (figure, axes):
        for place, each in enumerate(reversed(worths)):
            value, low, high = (100 * v for v in (each.together.rate, each.together.low, each.together.high))
            axes.errorbar(
                value, place, xerr=[[value - low], [high - value]], fmt="o", color=color, capsize=2, markersize=4
            )
        axes.axvline(0, color=NEUTRAL, linestyle=":", linewidth=1.2)
        axes.set_yticks(range(len(worths)), names[::-1])
        axes.set_ylim(-0.7, len(worths) - 0.3)
        axes.grid(axis="x", visible=True)
        axes.set_xlabel(
            "games won more than with another card of the deck,\npercentage points (95 % intervals, together)"
        )
        axes.set_ylabel("card, copy")
    return figure
