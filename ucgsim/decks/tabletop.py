"""Decks as Tabletop Simulator saves them: an object of ``ObjectStates`` that contains a card object for each copy.

A saved card has its number in ``Nickname`` or ``Description``; ``DeckIDs`` alone say only which picture of a sheet it
shows. No picture is written: the addresses of such belong into ``CustomDeck``.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ucgsim.decks.deck import Problem
from ucgsim.decks.formats import ListedCard, Listing
from ucgsim.decks.lines import bare_line, card_numbers
from ucgsim.decks.table import MOST, TABLETOP_CARDS, TABLETOP_DECKS, TABLETOP_KEYS, said
from ucgsim.files.reading import JsonList, JsonObject

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ucgsim.cards.card import Card
    from ucgsim.decks.deck import Deck

OBJECTS, CONTAINED = "ObjectStates", "ContainedObjects"
IDS_A_SHEET = 100
"""The id of a card is that of its sheet times this, and its place on the sheet."""


def is_tabletop(value: object) -> bool:
    """Whether a value of JSON is such a save, or one object of it."""
    return isinstance(value, JsonObject) and (
        isinstance(value.get(OBJECTS), JsonList) or isinstance(value.get(CONTAINED), JsonList)
    )


def tabletop_entries(value: JsonObject, listing: Listing) -> None:
    """Take the one deck of a save apart, or the cards that lie about where there is none."""
    objects = list(_objects(value))
    decks = [each for each in objects if _cards_of(each)]
    if len(decks) > 1:
        names = said("and").join(f"'{_text(each, 'Nickname')[: MOST['shown']]}'" for each in decks[:2])
        what = said("save_decks", count=len(decks), decks=f"{names}{', ...' if len(decks) > 2 else ''}")
        listing.problems.append(Problem(decks[1].line, "", what))
        return
    if decks:
        listing.name = _text(decks[0], "Nickname").strip()
        _read_deck(decks[0], listing)
        return
    for each in objects:
        if each.get("Name") in TABLETOP_CARDS:
            _take(each, 1, listing)
        elif each.get("Name") in TABLETOP_DECKS or isinstance(each.get("DeckIDs"), JsonList):
            listing.problems.append(Problem(each.line, "", said("save_ids")))
    if not listing.entries and not listing.problems:
        listing.problems.append(Problem(None, "", said("save_empty")))


def _objects(value: JsonObject) -> Iterator[JsonObject]:
    """All objects of a save, those in bags as well, but no card of a deck."""
    waiting: list[object] = [*value[OBJECTS]] if isinstance(value.get(OBJECTS), JsonList) else [value]
    while waiting:
        each = waiting.pop(0)
        if isinstance(each, JsonObject):
            yield each
            held = each.get(CONTAINED)
            if isinstance(held, JsonList) and not _cards_of(each):
                waiting += held


def _cards_of(deck: JsonObject) -> list[JsonObject]:
    """The cards that an object contains; none for a bag with other things in it."""
    held = deck.get(CONTAINED)
    if not isinstance(held, JsonList):
        return []
    cards = [each for each in held if isinstance(each, JsonObject)]
    return cards if any(each.get("Name") in TABLETOP_CARDS or "CardID" in each for each in cards) else []


def _read_deck(deck: JsonObject, listing: Listing) -> None:
    """Every card once; as often as ``DeckIDs`` lists it where they list more than there are cards."""
    cards, ids = _cards_of(deck), deck.get("DeckIDs")
    wanted = [each for each in ids if isinstance(each, int)] if isinstance(ids, JsonList) else []
    if not wanted or len(wanted) == len(cards):
        for card in cards:
            _take(card, 1, listing)
        return
    copies = Counter(wanted)
    own = [card.get("CardID") for card in cards]
    if not all(isinstance(each, int) for each in own) or len({*own}) < len(own) or {*own} != {*copies}:
        listing.problems.append(Problem(deck.line, "", said("save_other", listed=len(wanted), held=len(cards))))
        return
    for card in cards:
        _take(card, copies[card["CardID"]], listing)


def _take(card: JsonObject, copies: int, listing: Listing) -> None:
    """One card object; without a number it is what its Nickname says."""
    name = " ".join(_text(card, "Nickname").split())
    for key in TABLETOP_KEYS:
        numbers = list(dict.fromkeys(match[0] for match in card_numbers(bare_line(_text(card, key)))))
        if len(numbers) > 1:
            what = said("save_numbers", numbers=said("and").join(numbers[:2]), member=key)
            listing.problems.append(Problem(card.line, numbers[0], what))
            return
        if numbers:
            rest = "" if key == "Nickname" else name
            listing.entries.append(ListedCard(card.line, numbers[0], copies, rest))
            return
    if not name:
        listing.problems.append(Problem(card.line, "", said("save_no_number")))
        return
    listing.entries.append(ListedCard(card.line, name, copies))


def _text(card: JsonObject, key: str) -> str:
    value = card.get(key)
    return value[: MOST["tabletop"]] if isinstance(value, str) else ""


# ----------------------------------------------------------------------------------------------- written


def tabletop_object(deck: Deck, catalog: Mapping[str, Card]) -> dict[str, Any]:
    """A saved object that is the deck: a card object a copy, named by its card, with its number as description."""
    sheets = {number: place for place, (number, _) in enumerate(deck.counts, start=1)}
    cards = [_card(number, sheets[number], catalog) for number, copies in deck.counts for _ in range(copies)]
    if len(cards) == 1:
        # The program knows no deck of one card.
        return {"SaveName": "", OBJECTS: cards}
    whole = {
        "Name": "DeckCustom",
        "Transform": _transform(),
        "Nickname": " ".join(deck.name.split()),
        "Description": "",
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": {str(sheet): _sheet() for sheet in sheets.values()},
        CONTAINED: cards,
    }
    return {"SaveName": "", OBJECTS: [whole]}


def _card(number: str, sheet: int, catalog: Mapping[str, Card]) -> dict[str, Any]:
    card = catalog.get(number)
    return {
        "Name": "CardCustom",
        "Transform": _transform(),
        "Nickname": card.full_name if card else number,
        "Description": number,
        "CardID": sheet * IDS_A_SHEET,
        "CustomDeck": {str(sheet): _sheet()},
    }


def _transform() -> dict[str, float]:
    places = dict.fromkeys(("posX", "posY", "posZ", "rotX", "rotY", "rotZ"), 0.0)
    return places | dict.fromkeys(("scaleX", "scaleY", "scaleZ"), 1.0)


def _sheet() -> dict[str, Any]:
    """A sheet of one picture, which has no address yet."""
    return {"FaceURL": "", "BackURL": "", "NumWidth": 1, "NumHeight": 1, "BackIsHidden": True, "UniqueBack": False}
