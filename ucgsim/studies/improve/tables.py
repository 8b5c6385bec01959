"""The tables of a search for a better deck, each described once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.cards.naming import card_title, in_deck_order
from ucgsim.report.numbers import PICKED, points
from ucgsim.report.sheet import label, number, rate, sheet
from ucgsim.stats.rates import Method
from ucgsim.studies.improve.racing.changes import STAY
from ucgsim.studies.improve.words import change_words, check_cell, letter

if TYPE_CHECKING:
    from ucgsim.report.sheet import Sheet
    from ucgsim.studies.improve.findings import Improvement
    from ucgsim.studies.improve.racing.changes import Change


def builds(result: Improvement) -> Sheet:
    """The builds that were measured again: what they change, gain, and seemed to gain."""
    catalog, rows = result.study.terms.catalog, []
    for place, change in enumerate(result.order):
        gain, naive = result.shown(change), result.naive(change)
        kind = ("better" if gain.rate > 0 else "worse") + " certain" if gain.excludes(0) else ""
        star = "*" * gain.excludes(0) + PICKED * (gain.method is Method.PICKED)
        cells = [label(letter(place)), label(change_words(change, catalog), "wide")]
        cells += [rate(gain, points(gain) + star, kind)]
        cells += [number(naive.rate, f"{100 * naive.rate:+.2f}")]
        rows.append([*cells, *([label(check_cell(result, change))] if result.checks else [])])
    columns = ["build", "change", "gain (95 % for all at once)", "in the race", *(["checked"] if result.checks else [])]
    return sheet("Builds measured again", columns, rows, "* surely better or worse than the deck as it is")


def way(result: Improvement, change: Change) -> Sheet:
    """The way to a build, a swap at a time, with what each step is worth."""
    catalog, rows, before = result.study.terms.catalog, [], STAY
    for each in result.way(change):
        step = each.then(type(each)(before.into, before.out))
        worth = result.steps[each]
        rows.append([label(change_words(step, catalog), "wide"), rate(worth, points(worth))])
        before = each
    return sheet("The way there, step by step", ["swap", "worth (95 % for all at once)"], rows)


def matchups(result: Improvement, change: Change) -> Sheet:
    """What a build gains against each opponent."""
    rows = []
    for deck, share, each in zip(result.study.opponents, result.study.weights, result.by_rival[change], strict=True):
        star = "*" if each.excludes(0) else ""
        rows.append([label(deck.name), number(share, f"{100 * share:.1f} %"), rate(each, points(each) + star)])
    return sheet("Gain by opponent (95 % for all at once)", ["opponent", "share", "gain"], rows)


def decks(result: Improvement, change: Change) -> Sheet:
    """The deck before and after, by name."""
    before, after = (dict(each.build(result.study.deck).counts) for each in (STAY, change))
    catalog, rows = result.study.terms.catalog, []
    for card in sorted(map(catalog.__getitem__, {*before, *after}), key=in_deck_order):
        a, b = before.get(card.number, 0), after.get(card.number, 0)
        kind = "" if a == b else ("better certain" if b > a else "worse certain")
        cells = [label(card.number), label(card_title(card), "wide"), number(a), number(b)]
        rows.append([*cells, label(f"{b - a:+d}" if a != b else "", kind)])
    return sheet("The deck before and after", ["number", "card", "before", "after", ""], rows)


def laps(result: Improvement) -> Sheet:
    """How the race went: how many builds stopped after how many games."""
    rows = [
        [number(lap.games), number(lap.builds), number(lap.half, f"+- {lap.half:.2f} points")] for lap in result.laps
    ]
    return sheet(
        "How the race went", ["games of a build", "builds that stopped there", "a gain was known within"], rows
    )
