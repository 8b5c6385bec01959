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
from ucgsim.files.reading import JsonList, JsonObject

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ucgsim.cards.card import Card
    from ucgsim.decks.deck import Deck

OBJECTS, CONTAINED = "ObjectStates", "ContainedObjects"
CARDS = ("Card", "CardCustom")
"""What a card object is called by the program."""
DECKS = ("Deck", "DeckCustom")
SAYS_NUMBER = ("Nickname", "Description", "GMNotes", "Name")
"""Members that may hold a number, the surest first."""
MOST_TEXT = 2_000
"""Characters of a member that are looked through; what people write there is far shorter."""
IDS_A_SHEET = 100
"""The id of a card is that of its sheet times this, and its place on the sheet."""
_NO_NUMBER = "a card object has no card number in its Nickname or Description, as BP01-012"


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
        names = " and ".join(repr(_text(each, "Nickname")[:40]) for each in decks[:2])
        what = f"holds {len(decks)} decks, {names}{', ...' if len(decks) > 2 else ''}; save the one that is meant alone"
        listing.problems.append(Problem(decks[1].line, "", what))
        return
    if decks:
        listing.name = _text(decks[0], "Nickname").strip()
        _read_deck(decks[0], listing)
        return
    for each in objects:
        if each.get("Name") in CARDS:
            _take(each, 1, listing)
        elif each.get("Name") in DECKS or isinstance(each.get("DeckIDs"), JsonList):
            what = "has DeckIDs and no ContainedObjects, so no card says what it is; save the deck with named cards"
            listing.problems.append(Problem(each.line, "", what))
    if not listing.entries and not listing.problems:
        listing.problems.append(Problem(None, "", "is a save of Tabletop Simulator without a card in it"))


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
    return cards if any(each.get("Name") in CARDS or "CardID" in each for each in cards) else []


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
        what = f"lists {len(wanted)} cards in DeckIDs and has {len(cards)} in ContainedObjects; save the deck again"
        listing.problems.append(Problem(deck.line, "", what))
        return
    for card in cards:
        _take(card, copies[card["CardID"]], listing)


def _take(card: JsonObject, copies: int, listing: Listing) -> None:
    """One card object; without a number it is what its Nickname says."""
    name = " ".join(_text(card, "Nickname").split())
    for key in SAYS_NUMBER:
        numbers = list(dict.fromkeys(match[0] for match in card_numbers(bare_line(_text(card, key)))))
        if len(numbers) > 1:
            listing.problems.append(Problem(card.line, numbers[0], f"is {' and '.join(numbers[:2])} in one {key}"))
            return
        if numbers:
            rest = "" if key == "Nickname" else name
            listing.entries.append(ListedCard(card.line, numbers[0], copies, rest))
            return
    if not name:
        listing.problems.append(Problem(card.line, "", _NO_NUMBER))
        return
    listing.entries.append(ListedCard(card.line, name, copies))


def _text(card: JsonObject, key: str) -> str:
    value = card.get(key)
    return value[:MOST_TEXT] if isinstance(value, str) else ""


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
