"""Decklists written: text for people; JSON, the forms of other programs, CSV and the page's link for programs."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from itertools import groupby
from typing import TYPE_CHECKING

from ucgsim.cards.catalog import Catalog
from ucgsim.cards.official_ids import id_of
from ucgsim.decks.formats import DeckFormat
from ucgsim.decks.link import to_link
from ucgsim.decks.reading import laid_out, parse_deck
from ucgsim.decks.tabletop import tabletop_object
from ucgsim.errors import UcgsimError
from ucgsim.files.writing import csv_text, write_text_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from ucgsim.cards.card import Card
    from ucgsim.decks.deck import Deck

_NEBULA_VERSION = 1


def format_deck(deck: Deck, catalog: Mapping[str, Card], form: DeckFormat, *, made: datetime | None = None) -> str:
    """Return a deck in a form that ``parse_deck`` reads again with the same counts.

    Text, a link and Tabletop Simulator's form keep the deck's name; only text keeps its groups, and the comments,
    headings and order of the list that it was read from, if it was. ``made`` is the time that the Nebula form holds,
    now when nothing is said. Raises UcgsimError for a card that the form can't hold.
    """
    if form is DeckFormat.JSON:
        return json.dumps(dict(deck.counts), indent=2) + "\n"
    if form is DeckFormat.NEBULA:
        return json.dumps(_nebula(deck, catalog, made or datetime.now(UTC)), indent=2, ensure_ascii=False) + "\n"
    if form is DeckFormat.IDS:
        return json.dumps([{"id": _official(number), "count": count} for number, count in deck.counts], indent=2) + "\n"
    if form is DeckFormat.TABLETOP:
        return json.dumps(tabletop_object(deck, catalog), indent=2, ensure_ascii=False) + "\n"
    if form is DeckFormat.LINK:
        return f"{to_link([deck])}\n"
    if form is DeckFormat.CSV:
        return csv_text([("number", "count"), *deck.counts])
    text = ""
    for lines in _ways(deck, catalog):
        text = "".join(f"{line}\n" for line in lines)
        # Words of a list may mean something else in another place.
        again, problems = parse_deck(text, Catalog(catalog.values()))
        if not problems and again == deck and not again.notes:
            break
    return text


def _official(number: str) -> int:
    official = id_of(number)
    if official is None:
        raise UcgsimError(f"{number} has no id in the official card list yet; write another form, such as json")
    return official


def _ways(deck: Deck, catalog: Mapping[str, Card]) -> Iterator[Iterator[str]]:
    """The lines of a deck as it came in, with the names of its list or of the catalog, or by character and level."""
    if deck.layout:
        yield laid_out(deck, catalog, own_names=True)
        yield laid_out(deck, catalog, own_names=False)
    yield _text(deck, catalog)
    # Names of somebody's own catalog may be read as anything; numbers alone are read as numbers.
    yield _text(deck, catalog, names=False)


def write_deck(deck: Deck, catalog: Mapping[str, Card], form: DeckFormat, path: Path) -> None:
    """Write a deck to a file, whole or not at all. Raises UcgsimError where it cannot be, or another text is there."""
    write_text_file(path, format_deck(deck, catalog, form), other_stays=True)


def _nebula(deck: Deck, catalog: Mapping[str, Card], made: datetime) -> dict[str, object]:
    return {
        "version": _NEBULA_VERSION,
        "generatedAt": made.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z"),
        "cards": [
            {"key": number, "count": count, "card": _nebula_card(number, catalog)} for number, count in deck.counts
        ],
    }


def _nebula_card(number: str, catalog: Mapping[str, Card]) -> dict[str, object]:
    card = catalog.get(number)
    if card is None:
        return {"number": number}
    return {
        "number": number,
        "name": card.full_name,
        "level": card.level,
        "round": card.round,
        "type": card.type,
    }


def _text(deck: Deck, catalog: Mapping[str, Card], *, names: bool = True) -> Iterator[str]:
    yield f"# name: {' '.join(deck.name.split())}"
    for group, numbers in deck.groups.items():
        yield f"# group {group}: {', '.join(numbers)}"
    for heading, entries in groupby(_sorted(deck, catalog), key=lambda entry: _heading(catalog.get(entry[0]))):
        yield ""
        if names:
            yield f"# {heading}"
        for number, count in entries:
            card = catalog.get(number)
            yield f"{count} {number}{f' {card.full_name}' if card and names else ''}"


def _sorted(deck: Deck, catalog: Mapping[str, Card]) -> list[tuple[str, int]]:
    """Return the counts by character and level, then scenes by Round, then what the catalog does not hold."""

    def place(entry: tuple[str, int]) -> tuple[int, str, int, str]:
        card = catalog.get(entry[0])
        if card is None:
            return 2, "", 0, entry[0]
        if card.is_scene:
            return 1, "", card.round or 0, entry[0]
        return 0, "/".join(card.characters), card.level or 0, entry[0]

    return sorted(deck.counts, key=place)


def _heading(card: Card | None) -> str:
    if card is None:
        return "not in the catalog"
    return "scenes" if card.is_scene else "/".join(card.characters)
