"""The table of the choice of a deck, described once for terminal and notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.numbers import PICKED, interval, percent
from ucgsim.report.sheet import label, number, rate, sheet
from ucgsim.stats.rates import Method
from ucgsim.studies.matrix.words import field_rate

if TYPE_CHECKING:
    from ucgsim.report.sheet import Cell, Sheet
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.meta.findings import Meta

NEARLY_ALL = 0.9995
"""A share that is printed as 100.0 %."""


def decks(result: Meta) -> Sheet:
    """The decks, the best against the field that is there first: their shares, and how often each holds."""
    rows = [
        [
            label(result.names[deck]),
            number(result.field[deck], percent(result.field[deck])),
            _against(result.against_field[deck]),
            number(result.best_again[deck]),
            rate(result.shares[deck], share_words(result, deck)),
            number(result.support[deck]),
        ]
        for deck in result.against.rankings[0]
    ]
    field, of = "field (given)" if result.field_source else "field", f"of {result.resampled.times:,}"
    columns = ["", field, "against the field", f"best, {of}", "equilibrium", f"in it, {of}"]
    return sheet("Decks (in brackets 95 % intervals)", columns, rows)


def share_words(result: Meta, deck: int) -> str:
    """A share of the equilibrium; that all of it, or nothing, is one deck is never sure beyond these games."""
    share = result.shares[deck]
    if share.low < NEARLY_ALL and share.high > 1 - NEARLY_ALL:
        return interval(share)
    return "nearly all (by these games)" if share.rate > NEARLY_ALL else "hardly any (by these games)"


def _against(estimate: Estimate) -> Cell:
    return rate(estimate, field_rate(estimate) + (PICKED if estimate.method is Method.PICKED else ""))
