"""Decklists read: which form it is, which cards and counts, which names and groups, and how the list is laid out."""

from __future__ import annotations

import re
from collections import defaultdict
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from ucgsim.cards.card import number_in
from ucgsim.decks import formats
from ucgsim.decks.deck import SKIP, Deck, LaidOut, Layout, Problem, by_line, refuse
from ucgsim.decks.entries import Nearest, in_few_lines, read_text, some, unknown
from ucgsim.decks.finding import STDIN, deck_text, find_deck, name_in
from ucgsim.decks.lines import bare_line
from ucgsim.decks.link import from_link, is_link
from ucgsim.decks.names import lexicon
from ucgsim.decks.table import MOST, P, said
from ucgsim.errors import UcgsimError
from ucgsim.language import gettext as _
from ucgsim.remarks import remark

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from ucgsim.cards.card import Card
    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.entries import Placed


MOST_WORDS = 200
"""Characters of a comment, a heading or a name that are saved."""
MOST_LINES = 1_000
"""Lines of a list whose layout is saved; longer ones are no decks that people lay out."""

_COUNT_OF_HEADING = re.compile(r"\s*(?:\(\s*\d+\s*(?:cards)?\s*\)|[:=]\s*\d+(?=\W*$))", re.IGNORECASE)
_EMPTY = re.compile(r"[(\[]\s*[)\]]")


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
            remark = formats.uncommented(line)[1].strip() if len(cards[at]) == 1 and "," not in line[:1] else ""
            layout += [LaidOut(_called(card.rest, remark), card.number, card.copies) for card in cards[at]]
        elif not line.strip() or line.lstrip().startswith(("#", "//")):
            layout.append(LaidOut(line.strip()[:MOST_WORDS]))
        elif (
            at in passed
            and (words := bare_line(line))
            and any(map(str.isalnum, words))
            and not formats.is_beside(words)
        ):
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
    group = _GROUP.match(words)
    if P["name"].search(words):
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


# Decklists read: which form it is, which cards and counts, which names and groups.


_GROUP = re.compile(r"(?:#|//)\s*group\s+(?P<group>[^\W\d][\w-]*)\s*:\s*(?P<numbers>.*)", re.IGNORECASE)


def read_deck(path: Path | str, catalog: Catalog, *, pool: bool = False) -> Deck:
    """Read a decklist, whatever its form; a list that breaks a rule of deck building is read all the same.

    ``pool`` as for `parse_deck`. Raises UcgsimError with one line for each thing that cannot be read and each number
    that the catalog does not hold.
    """
    deck, problems = scan_deck(path, catalog, pool=pool)
    refuse([*problems, *unknown_numbers(deck, catalog)], deck.source, deck.name)
    return deck


def name_of_deck(named: Path | str) -> str:
    """What the deck of a path or a name calls itself. Raises UcgsimError where there is none, or it can't be read."""
    place = find_deck(named)
    text = deck_text(place)
    if link := formats.link_in(text):
        return from_link(link)[0].name or "deck"
    return name_in(text) or place.stem


def scan_deck(path: Path | str, catalog: Catalog, *, pool: bool = False) -> tuple[Deck, list[Problem]]:
    """Read a decklist, by its path or its name, which becomes its source, and return what could be read and what not.

    Raises UcgsimError where the file itself cannot be read.
    """
    place = find_deck(path)
    name = "stdin" if place == STDIN else "deck" if is_link(str(place)) else place.stem
    return parse_deck(deck_text(place), catalog, name=name, source=Path(path), pool=pool)


def parse_deck(
    text: str, catalog: Catalog, *, name: str = "deck", called: str = "", source: Path | None = None, pool: bool = False
) -> tuple[Deck, list[Problem]]:
    """Read the text of a decklist and return what could be read, with what could not.

    ``name`` is taken where the text gives none in a comment ``# name: ...``; ``called``, a name that a person gave it,
    comes before both. ``pool``: the cards of a sideboard count
    as well; of a deck they are left out, which its notes say. Raises UcgsimError for what is far longer than any
    deck, a page of the web, or a link.
    """
    place = source or name
    names = lexicon(catalog)
    try:
        reading = read_text(text, names, pool=pool)
    except UcgsimError as error:
        raise UcgsimError(str(error) if is_link(str(place)) else f"{place}: {error}") from None
    lines: dict[str, list[int]] = defaultdict(list)
    for card in reading.cards:
        lines[card.number].append(card.line)
    problems = reading.problems
    groups = _read_groups(text, Nearest(names), problems) if reading.in_lines else {}
    counts = tuple((card.number, card.copies) for card in reading.cards)
    problems = _skipped(problems, reading.unclear, place)
    deck = Deck(
        called or reading.name or name, counts, groups, source, {number: tuple(at) for number, at in lines.items()}
    )
    if counts:
        layout = layout_of(text, reading.cards, reading.skipped) if reading.in_lines else ()
        deck = replace(deck, notes=reading.notes, layout=layout)
    if not counts:
        return deck, in_few_lines(by_line(problems))
    return deck, [replace(each, can_skip=each.line is not None) for each in by_line(problems)]


_WITHOUT: ContextVar[Mapping[int, list[Path | str]]] = ContextVar("without", default=MappingProxyType({}))
"""Lines to leave out, and the lists in which they were."""


@contextmanager
def without_lines(numbers: Iterable[int]) -> Iterator[None]:
    """Leave out, in every list that is read in here, those of these lines that are not understood."""
    lines: dict[int, list[Path | str]] = {number: [] for number in numbers}
    token = _WITHOUT.set(lines)
    try:
        yield
        if needless := [number for number, places in lines.items() if not places]:
            text = _("{option}: no list has a line {lines} that is not understood")
            remark(text.format(option=SKIP, lines=", ".join(map(str, needless))))
    finally:
        _WITHOUT.reset(token)


def _skipped(problems: Sequence[Problem], unclear: Sequence[Problem], place: Path | str) -> list[Problem]:
    """The problems of lines that are not to be left out."""
    without = _WITHOUT.get()
    wrong = {each.line for each in (*problems, *unclear)}
    if left_out := [line for line in sorted(without) if line in wrong]:
        remark(_("{place}: left out: line {lines}").format(place=place, lines=", ".join(map(str, left_out))))
    for line in left_out:
        without[line].append(place)
    several = _several([each for each in unclear if each.line not in without])
    return [*(each for each in problems if each.line not in without), *several]


def as_listed(deck: Deck, catalog: Catalog) -> Deck:
    """A deck laid out as in the file that it comes from, where that is there and still holds this list."""
    if deck.layout or deck.source is None or deck.source == STDIN:
        return deck
    with suppress(UcgsimError):
        listed = read_deck(deck.source, catalog)
        if listed.fingerprint == deck.fingerprint:
            return replace(deck, layout=listed.layout, groups=listed.groups)
    return deck


def unknown_numbers(deck: Deck, catalog: Catalog) -> list[Problem]:
    """Return a problem for each number of a deck that the catalog does not hold."""
    lines = {number: at[0] for number, at in deck.lines.items()}
    return unknown([number for number, _copies in deck.counts], lines, lexicon(catalog))


def _several(unclear: Sequence[Problem]) -> list[Problem]:
    """Problems of names that several cards bear: the first ones with their cards, the others together."""
    others = unclear[MOST["unclear"] :]
    if not others:
        return list(unclear)
    text = _("{count} more lines name several cards ({lines}); {right}")
    if len(others) == 1:
        text = _("{count} more line names several cards ({lines}); {right}")
    what = text.format(count=len(others), lines=some([each.line or 0 for each in others]), right=said("by_level"))
    return [*unclear[: MOST["unclear"]], Problem(None, "", what)]


def _read_groups(text: str, near: Nearest, problems: list[Problem]) -> dict[str, tuple[str, ...]]:
    """Read the groups in comment lines."""
    groups: dict[str, dict[str, None]] = {}
    for at, line in enumerate(text.splitlines(), start=1):
        if group := _GROUP.match(line.strip()):
            numbers = [_read_member(part, at, near, problems) for part in _parts(group["numbers"])]
            known = groups.setdefault(group["group"], {})
            known.update(dict.fromkeys(number for number in numbers if number is not None))
    return {group: tuple(numbers) for group, numbers in groups.items()}


def _parts(listed: str) -> list[str]:
    return [part.strip() for part in re.split(r"[,;]", listed) if part.strip()]


def _read_member(text: str, line: int, near: Nearest, problems: list[Problem]) -> str | None:
    number = number_in(text)
    if number in near.names.catalog:
        return number
    problems.append(Problem(line, text[:40], _not_there_in_group(", ".join(near.like(text)))))
    return None


def _not_there_in_group(near: str) -> str:
    text = _("in a group is not in the catalog; nearest are {near}") if near else _("in a group is not in the catalog")
    return text.format(near=near)
