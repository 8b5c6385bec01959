"""The tables of a comparison that a terminal and a page show, each described once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ucgsim.report.numbers import percent
from ucgsim.report.parts import Command, Parts
from ucgsim.report.sheet import label, number, rate, sheet
from ucgsim.studies.compare.words import (
    ALL,
    chance_words,
    command,
    compare_sentences,
    llr,
    moved_remark,
    points,
    remarks,
    stop_remark,
)

if TYPE_CHECKING:
    from ucgsim.report.parts import Block
    from ucgsim.report.sheet import Sheet
    from ucgsim.studies.compare.findings import Comparison, Look

MOST_LOOKS = 10
"""Looks of a sequential test that the terminal shows."""


def matchups(result: Comparison) -> Sheet:
    """Win rates of both builds and their difference against each opponent and, where there are several, all."""
    study = result.study
    rows = []
    for place, (opponent, share, matchup) in enumerate(
        zip(study.opponents, study.weights, result.matchups, strict=True)
    ):
        kind = ("better" if matchup.difference.rate > 0 else "worse") + " certain" if place in result.starred else ""
        difference = result.differences[place]
        rates = [rate(each) for each in (matchup.y.score, matchup.x.score)]
        cells = [label(opponent.name), number(share, percent(share)), number(matchup.difference.n), *rates]
        rows.append([*cells, rate(difference, points(difference) + "*" * (place in result.starred), kind)])
    if len(rows) > 1:
        whole = [label(ALL), number(1.0, percent(1)), number(result.each)]
        whole += [rate(each) for each in result.win_rates]
        rows.append([*whole, rate(result.difference, points(result.difference))])
    columns = ["opponent", "share", "games", *study.names, "difference"]
    return sheet("Win rates and difference by opponent (95 % interval)", columns, rows)


def cards(result: Comparison) -> Sheet:
    """The cards of which the builds hold different numbers."""
    rows = [[label(f"{name} ({card})", "wide"), number(a), number(b)] for card, name, a, b in result.study.differing]
    return sheet("Cards that differ: copies in each", ["card", *result.study.names], rows)


def compare_parts(result: Comparison) -> Parts:
    """The answer and the difference by opponent; then the cards that differ, looks on the way and the method."""
    met = matchups(result) if result.study.field else matchups(result).without("share")
    text = moved_remark(result)
    met = replace(met, note=f"{text[0].upper()}{text[1:]}." if result.adjusted is None else f"* {text}")
    looks = [look for look in result.looks if look.state is not None]
    more: list[Block] = [cards(result), *([_on_the_way(looks)] if looks else [])]
    more.append("\n".join(["Method", *(f"  {line}" for line in chance_words(result))]))
    answer = "\n".join(filter(None, (compare_sentences(result), stop_remark(result))))
    last: list[Block] = [*(f"Note: {remark}" for remark in remarks(result)), Command(command(result))]
    return Parts([answer, met], more, last)


def _on_the_way(looks: list[Look]) -> Sheet:
    """What stood at some of the looks, the last one among them."""
    step = -(-len(looks) // MOST_LOOKS)
    shown = looks[step - 1 :: step]
    if shown[-1] is not looks[-1]:
        shown.append(looks[-1])
    rows = [
        [number(look.each), number(llr(look), f"{llr(look):+.2f}"), rate(look.difference, points(look.difference))]
        for look in shown
    ]
    return sheet("On the way", ["games", "LLR", "difference so far, as if looked at once"], rows)
