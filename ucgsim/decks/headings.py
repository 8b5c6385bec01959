"""Lines without a card number sorted out: names of cards, headings and totals, and other words around a list."""

from __future__ import annotations

import re
from bisect import bisect, bisect_left
from itertools import accumulate
from typing import TYPE_CHECKING

from ucgsim.cards.numbers import base_number
from ucgsim.decks.problem import Problem
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ucgsim.decks.formats import ListedCard, Listing
    from ucgsim.decks.witness import Names

_LAST = re.compile(r"^(?P<name>.*?)[\s:(\[=|,;-]+(?P<count>\d{1,3})\W*$")
MOST_OF_A_CARD = 4
"""A count above it is that of a heading, not of a card."""
MOST_LETTERS = 200


def sort_out(listing: Listing, names: Names, is_near: Callable[[str], bool]) -> None:
    """Take the lines out of a listing that are no cards' though they have words; ``is_near``: much like a card's name.

    In a list of numbers a line without one is a heading, unless it begins with a count or is the name of one card.
    Where what may be a card's name ends in a number that need not be its count, the line is refused.
    """
    if all(entry.sure for entry in listing.entries):
        return
    with_numbers = any(_is_number(entry) for entry in listing.entries)
    if not with_numbers and not any(names.find(entry.number) for entry in listing.entries):
        return
    judge = _Judge(listing, names, is_near, with_numbers=with_numbers)
    left: list[ListedCard] = []
    for entry in listing.entries:
        is_card, problem = (True, "") if entry.sure else judge(entry)
        if is_card:
            left.append(entry)
        elif problem:
            listing.problems.append(Problem(entry.line, entry.number.strip()[:40], problem))
        else:
            listing.skipped.append(entry.line)
    listing.entries[:] = left


class _Judge:
    """Tells of entries that may as well be headings what they are."""

    def __init__(self, listing: Listing, names: Names, is_near: Callable[[str], bool], *, with_numbers: bool) -> None:
        self.names = names
        self.is_near = is_near
        self.with_numbers = with_numbers
        self.breaks = sorted({*listing.skipped, *(each.line for each in listing.entries if not each.sure)})
        cards = sorted((each.line, _copies(each)) for each in listing.entries if each.sure)
        self.lines = [line for line, _ in cards]
        self.sums = [0, *accumulate(count for _, count in cards)]

    def __call__(self, entry: ListedCard) -> tuple[bool, str]:
        """Whether an entry is that of a card, and else why it is refused; blank where it is passed over."""
        text = entry.number
        numbers = self.names.find(text)
        if entry.given:
            if len(numbers) != 1 and self._is_sum(entry, _copies(entry)):
                return False, ""
            return bool(numbers) or self.is_near(text), ""
        if exact := self.names.printed.find(text):
            if len(exact) == 1 and self.with_numbers:
                return False, f"is a heading or a card; write '1 {exact[0]}' for the card, or # before a heading"
            return len(exact) == 1 or not self.with_numbers, ""
        last = _LAST.match(text[:MOST_LETTERS])
        if last and last["name"] and (self.names.is_name(last["name"]) or self.is_near(last["name"])):
            if self._is_sum(entry, int(last["count"])):
                return False, ""
            return False, f"has no clear count; if it is {last['count']}, write '{last['count']} {last['name'][:30]}'"
        return False, ""

    def _is_sum(self, entry: ListedCard, count: int) -> bool:
        """Whether a count is that of all cards below a heading, up to the next line that is none's, or to the end."""
        if count <= MOST_OF_A_CARD:
            return False
        start = bisect(self.lines, entry.line)
        following = bisect(self.breaks, entry.line)
        end = bisect_left(self.lines, self.breaks[following]) if following < len(self.breaks) else len(self.lines)
        return count in {self.sums[end] - self.sums[start], self.sums[-1] - self.sums[start]}


def _copies(entry: ListedCard) -> int:
    count = str(entry.count)
    return int(count) if re.fullmatch("[0-9]{1,5}", count) else 0


def _is_number(entry: ListedCard) -> bool:
    try:
        base_number(entry.number)
    except UcgsimError:
        return False
    return True
