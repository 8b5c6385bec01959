"""The tables of a redraw study, each described once for terminal and notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.numbers import percent
from ucgsim.report.sheet import label, number, rate, sheet
from ucgsim.studies.redraw.counts import KEPT, POLICY, REDRAWN, points_by, win_rate

if TYPE_CHECKING:
    from ucgsim.probability.hand_classes import HandClass
    from ucgsim.report.sheet import Cell, Sheet
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.redraw.findings import Redraws

CERTAIN = 0.005
"""A policy that redraws a class less often than this keeps it, in the words of a table."""


def gained(estimate: Estimate) -> str:
    """A gain in percentage points with its interval, such as ``+1.2 (-0.3 to +2.7)``."""
    return f"{100 * estimate.rate:+.1f} ({100 * estimate.low:+.1f} to {100 * estimate.high:+.1f})"


def choices(result: Redraws) -> Sheet:
    """What all hands win by what is done with them."""
    total = result.counts.total
    kept, redrawn, policy = (rate(win_rate(points_by(total, choice))) for choice in (KEPT, REDRAWN, POLICY))
    rows = [
        [label("always keep"), kept, label("none")],
        [label("always redraw"), redrawn, label("all")],
        [label(f"rule of {result.study.labels[0]}"), policy, rate(result.counts.verdict())],
    ]
    if not result.rule.redraws_none:
        rows.append([label("this rule, on other hands"), rate(result.reached.win_rate), rate(result.rule_rate)])
    return sheet("", ["all hands", "games won", "hands redrawn"], rows)


def classes(result: Redraws) -> Sheet:
    """The classes with enough hands for a rate, the commonest first, and what the rule says of them."""
    rows = [_class(result, hand) for hand in result.ordered if result.has_rate(hand)]
    own = result.study.labels[0]
    columns = ["opening hand", "hands", own, "won if kept", "won if redrawn", "redraw gains", "rule"]
    is_open = any(row[-1].text.endswith("(open)") for row in rows)
    note = "(open): what a redraw gains with these hands alone may be nothing." if is_open else ""
    return sheet("Kinds of opening hands (95 % interval)", columns, rows, note)


def _class(result: Redraws, hand: HandClass) -> list[Cell]:
    gain = result.gain_of(hand)
    return [
        label(result.study.classes.text(hand)),
        number(result.counts.hands_of(hand)),
        label(_verdict(result.counts.verdict(hand))),
        *(rate(result.rate_of(hand, choice)) for choice in (KEPT, REDRAWN)),
        rate(gain, gained(gain)),
        label(_advice(result, hand)),
    ]


def _verdict(redraws: Estimate) -> str:
    """What the policy does with a class: one thing, or how often it redraws."""
    if min(redraws.rate, 1 - redraws.rate) < CERTAIN:
        return "redraws" if redraws.rate > 0.5 else "keeps"
    return f"redraws {percent(redraws.rate)}"


def _advice(result: Redraws, hand: HandClass) -> str:
    """What the rule says of a class, and whether the class itself bears it out."""
    advice = result.advice(hand) or ""
    return advice if not advice or result.gain_of(hand).excludes(0) else f"{advice} (open)"
