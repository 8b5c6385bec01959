"""How a list is laid out: its comments, headings and the order of its cards, so that it goes out as it came in."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from ucgsim.decks.deck import Deck

Layout = tuple[tuple[str, str], ...]
"""Lines of a list: ("card", its number) or ("words", a comment, a heading or a blank line, as it is written)."""
MOST_WORDS = 200
"""Characters of a comment or heading that are kept."""
MOST_LINES = 1_000
"""Lines of a list whose layout is kept; longer ones are no decks that people lay out."""


def layout_of(text: str, deck: Deck, skipped: Collection[int]) -> Layout:
    """The layout of a text that a deck was read from; ``skipped``: its lines that hold words and no card."""
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        return ()
    cards: dict[int, list[str]] = {}
    for number, places in deck.lines.items():
        for place in places:
            cards.setdefault(place, []).append(number)
    passed = set(skipped)
    layout: list[tuple[str, str]] = []
    seen: set[str] = set()
    for at, line in enumerate(lines, start=1):
        if at in cards:
            new = [number for number in dict.fromkeys(cards[at]) if number not in seen]
            seen.update(new)
            layout += [("card", number) for number in new]
        elif line.lstrip().startswith(("#", "//")) or at in passed or not line.strip():
            layout.append(("words", line.strip()[:MOST_WORDS]))
    return tuple(layout)
