"""How a list is laid out: its comments, headings and the order of its cards, so that it goes out as it came in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.decks.deck import LaidOut
from ucgsim.decks.finding import NAME_LINE
from ucgsim.decks.formats import is_beside, uncommented
from ucgsim.decks.lines import bare_line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from ucgsim.cards.card import Card
    from ucgsim.decks.deck import Deck, Layout

MOST_WORDS = 200
"""Characters of a comment, a heading or a name that are kept."""
MOST_LINES = 1_000
"""Lines of a list whose layout is kept; longer ones are no decks that people lay out."""

_GROUP_LINE = re.compile(r"(?:#|//)\s*group\s+(?P<group>[^\W\d][\w-]*)\s*:", re.IGNORECASE)
_COUNT_OF_HEADING = re.compile(r"\s*(?:\(\s*\d+\s*(?:cards)?\s*\)|[:=]\s*\d+(?=\W*$))", re.IGNORECASE)
_EMPTY = re.compile(r"[(\[]\s*[)\]]")


class Placed(NamedTuple):
    """A card that was read: on which line, which, how many, and what else the line says of it."""

    line: int
    number: str
    copies: int
    rest: str


def layout_of(text: str, placed: Iterable[Placed], skipped: Collection[int]) -> Layout:
    """The layout of a text that cards were read from; ``skipped``: its lines that hold words and no card."""
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        return ()
    cards: dict[int, list[Placed]] = {}
    for card in placed:
        cards.setdefault(card.line, []).append(card)
    passed = set(skipped)
    layout: list[LaidOut] = []
    for at, line in enumerate(lines, start=1):
        if at in cards:
            remark = uncommented(line)[1].strip() if len(cards[at]) == 1 and "," not in line[:1] else ""
            layout += [LaidOut(_called(card.rest, remark), card.number, card.copies) for card in cards[at]]
        elif not line.strip() or line.lstrip().startswith(("#", "//")):
            layout.append(LaidOut(line.strip()[:MOST_WORDS]))
        elif at in passed and (words := bare_line(line)) and any(map(str.isalnum, words)) and not is_beside(words):
            layout.append(LaidOut(f"# {words[:MOST_WORDS]}"))
    return tuple(layout)


def _called(rest: str, remark: str) -> str:
    name = " ".join(_EMPTY.sub(" ", rest.replace("|", " ")).split()).strip(" ,;:-()[]#~")[:MOST_WORDS]
    return f"{name}  # {remark[:MOST_WORDS]}".strip() if remark else name


def laid_out(deck: Deck, catalog: Mapping[str, Card], *, own_names: bool) -> Iterator[str]:
    """The lines of a deck in its layout; ``own_names``: the list's own words for its cards, else the catalog's names.

    Cards that the list did not hold follow the last one of their character, else they end the list.
    """
    copies = dict(deck.counts)
    listed: dict[str, int] = {}
    for line in deck.layout:
        if line.number:
            listed[line.number] = listed.get(line.number, 0) + line.copies
    new = [number for number in copies if number not in listed]
    last = {_kin(catalog, line.number): at for at, line in enumerate(deck.layout) if line.number}
    yield f"# name: {' '.join(deck.name.split())}"
    seen: set[str] = set()
    for at, line in enumerate(deck.layout):
        if not line.number:
            yield from _words(line.words, deck, changed=listed != copies)
            continue
        if line.number not in seen and line.number in copies:
            yield _card_line(line.number, copies[line.number], catalog, line.words if own_names else "")
        seen.add(line.number)
        follow = [number for number in new if last.get(_kin(catalog, number)) == at]
        yield from (_card_line(number, copies[number], catalog) for number in follow)
    end = [number for number in new if _kin(catalog, number) not in last]
    if end:
        yield ""
        yield from (_card_line(number, copies[number], catalog) for number in end)


def _words(words: str, deck: Deck, *, changed: bool) -> Iterator[str]:
    """A comment, a heading or a blank line; the count of a heading only where the list has not changed."""
    group = _GROUP_LINE.match(words)
    if NAME_LINE.match(words):
        return
    if group:
        if numbers := [number for number in deck.groups.get(group["group"], ()) if number in dict(deck.counts)]:
            yield f"# group {group['group']}: {', '.join(numbers)}"
        return
    yield _COUNT_OF_HEADING.sub("", words) if changed else words


def _card_line(number: str, count: int, catalog: Mapping[str, Card], words: str = "") -> str:
    card = catalog.get(number)
    name = words if words and not words.startswith("#") else f"{card.full_name if card else ''}  {words}".strip()
    return f"{count} {number} {name}".strip()


def _kin(catalog: Mapping[str, Card], number: str) -> str:
    card = catalog.get(number)
    if card is None:
        return number
    return "a scene" if card.is_scene else "/".join(card.characters)
