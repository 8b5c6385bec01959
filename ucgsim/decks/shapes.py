"""Decklists in JSON, read by their shape: lists of numbers, lists of objects, numbers with their counts."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ucgsim.cards.official_ids import number_of
from ucgsim.cards.other_names import key_of
from ucgsim.decks.deck import Problem
from ucgsim.decks.formats import ListedCard, Listing
from ucgsim.decks.lines import bare_line, card_numbers, is_nearly_a_number, read_line, two_counts
from ucgsim.decks.table import (
    JSON_COUNT_KEYS,
    MOST,
    NAME_KEYS,
    NUMBER_KEYS,
    OFFICIAL_KEYS,
    RIGHT_ENTRY,
    RIGHT_JSON,
    P,
    said,
)
from ucgsim.decks.tabletop import is_tabletop, tabletop_entries
from ucgsim.files.reading import JsonList, JsonObject, MalformedError, parse_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ucgsim.decks.names import Lexicon


def json_entries(text: str, names: Lexicon, *, beside: bool = False) -> Listing:
    """Take an `unfenced` list in JSON apart; ``beside`` as for lists in text."""
    listing = Listing()
    try:
        # A number that is there twice is counted together, as in the other forms.
        value = _opened(parse_json(text, "", "", repeats=True))
    except MalformedError as error:
        listing.problems.append(Problem(error.line, "", said("json", right=RIGHT_JSON)))
        return listing
    if is_tabletop(value):
        tabletop_entries(value, listing)
        return listing
    _Shape(names, listing, take=beside).read(value)
    if not listing.entries and not listing.problems and value:
        listing.problems.append(Problem(None, "", said("json_no_list", right=RIGHT_JSON)))
    return listing


def _opened(value: Any, line: int = 1) -> Any:
    """A value with every list or object in it that is written as a text, as ``{"deck_cards": "[...]"}`` holds one."""
    if isinstance(value, JsonList):
        opened = JsonList([_opened(each, at) for each, at in zip(value, value.lines, strict=True)], line=value.line)
        opened.lines = value.lines
        return opened
    if isinstance(value, JsonObject):
        members = JsonObject(line=value.line)
        members.pairs = [(key, _opened(held, at), at) for key, held, at in value.pairs]
        members.update((key, held) for key, held, _ in members.pairs)
        return members
    if isinstance(value, str) and P["json_within"].search(value):
        with suppress(MalformedError):
            return parse_json(value, "", "", repeats=True, line=line)
    return value


class _Shape:
    """A value of JSON that is being read."""

    def __init__(self, names: Lexicon, listing: Listing, *, take: bool) -> None:
        self.names = names
        self.listing = listing
        self.take = take

    def wrong(self, line: int, card: str, what: str) -> None:
        self.listing.problems.append(Problem(line, card[: MOST["shown"]], what))

    def card(self, line: int, number: str, count: object, rest: str = "", *, given: bool = True) -> None:
        self.listing.entries.append(ListedCard(line, number, count, rest, given=given))

    def read(self, value: Any) -> None:
        """Read a list of cards, an object that holds one, or numbers with their counts."""
        if isinstance(value, JsonList):
            for item, line in zip(value, value.lines, strict=True):
                self._item(item, line)
        elif isinstance(value, JsonObject):
            facts = _facts(value)
            if _is_card(facts):
                self._card(facts, value.line)
            else:
                self._object(value)

    # --------------------------------------------------------------------------------- objects

    def _object(self, value: JsonObject) -> None:
        """Numbers with counts, and members that hold further cards."""
        direct = any(map(_one_number, value))
        sections: dict[tuple[tuple[str, str], ...], str] = {}
        for key, held, line in value.pairs:
            number = _one_number(key)
            if number and isinstance(held, JsonObject):
                facts = _facts(held)
                count, problem = _count_of(facts)
                if problem:
                    self.wrong(line, key, problem)
                else:
                    self.card(line, number, count, _name_of(facts))
            elif number:
                self.card(line, number, held)
            elif isinstance(held, JsonList | JsonObject):
                self._section(key, held, line, sections)
            elif not P["about"].search(key_of(key)) and (direct or held is None or _like_a_count(held)):
                self.card(line, key, held)

    def _section(self, key: str, held: Any, line: int, sections: dict[tuple[tuple[str, str], ...], str]) -> None:
        """Cards under a name, such as ``main``; what is there twice is not counted twice."""
        if P["beside_key"].search(key_of(key)) and not self.take:
            inner = _Shape(self.names, Listing(), take=True)
            inner.read(held)
            if inner.listing.entries:
                self.listing.beside = self.listing.beside or (key, line)
                self.listing.left_out += inner.listing.entries
            return
        before = len(self.listing.entries)
        self.read(held)
        mark = tuple(sorted((card.number, shown(card.count)) for card in self.listing.entries[before:]))
        if mark and mark in sections:
            first, second = (f"'{each[: MOST['shown']]}'" for each in (sections[mark], key))
            self.wrong(line, "", said("json_twice", first=first, second=second))
        sections[mark] = key

    # ----------------------------------------------------------------------------------- lists

    def _item(self, item: Any, line: int) -> None:
        if isinstance(item, str):
            self._text(item, line)
        elif isinstance(item, JsonObject):
            facts = _facts(item)
            if not _is_card(facts) and any(isinstance(each, JsonList | JsonObject) for each in item.values()):
                self._object(item)
            else:
                self._card(facts, line)
        elif isinstance(item, JsonList):
            # `["BP01-012", 4]`, or a list of cards within a list.
            texts = [each for each in item if isinstance(each, str)]
            counts = [each for each in item if not isinstance(each, str | JsonList | JsonObject)]
            if len(texts) == len(counts) == 1 and (number := _one_number(texts[0])):
                self.card(line, number, counts[0])
            else:
                self.read(item)
        else:
            self.wrong(line, "", said("json_entry", right=RIGHT_ENTRY))

    def _text(self, item: str, line: int) -> None:
        """A number alone is one copy; more is read as a line of a list, and what holds no card is skipped."""
        if card_numbers(bare_line(item)) or is_nearly_a_number(item):
            item = P["json_print"].sub("", item.strip())
        for entry in read_line(bare_line(item), self.names):
            if entry.numbered or is_nearly_a_number(item):
                if entry.problem:
                    self.wrong(line, entry.card, entry.problem)
                else:
                    self.listing.entries.append(
                        ListedCard(line, entry.card, entry.count, entry.rest, entry.level, entry.given)
                    )
            elif entry.given or entry.problem or self.names.is_name(item):
                self.card(line, entry.card or item, entry.count, given=entry.given)
            else:
                self.listing.skipped.append(line)

    # ----------------------------------------------------------------------------------- cards

    def _card(self, facts: Mapping[str, Any], line: int) -> None:
        numbers = list(dict.fromkeys(_numbers_of(facts)))
        count, problem = _count_of(facts)
        given = any(key in facts for key in JSON_COUNT_KEYS)
        if not numbers:
            texts = (facts[key] for key in facts if key in NUMBER_KEYS)
            name = _name_of(facts) or next((each for each in texts if isinstance(each, str) and each), "")
            if name and not problem and count is not None:
                self.card(line, name, count)
                return
            problem = said("json_entry", right=RIGHT_ENTRY)
        elif len(numbers) > 1:
            problem = said("json_numbers", numbers=said("and").join(numbers[:2]))
        elif not any(_printed_numbers_of(facts)) and any(map(_is_list_of_cards, facts.values())):
            problem = said("json_id")
        if problem:
            self.wrong(line, numbers[0] if numbers else "", problem)
        else:
            self.card(line, numbers[0], count if given else 1, _name_of(facts), given=given)


def _facts(fields: JsonObject) -> dict[str, Any]:
    """The members of an object; capitals and signs in what they are called make no difference."""
    return {key_of(key): value for key, value in fields.items()}


def _is_card(facts: Mapping[str, Any]) -> bool:
    """Whether an object is one card: it says a number, or an id that is not that of a whole list."""
    if any(_printed_numbers_of(facts)):
        return True
    if not any(_numbers_of(facts)):
        return False
    lists = any(isinstance(each, JsonObject) or _is_list_of_cards(each) for each in facts.values())
    return any(key in facts for key in JSON_COUNT_KEYS) or not lists


def _is_list_of_cards(value: Any) -> bool:
    return isinstance(value, JsonList) and any(
        isinstance(each, JsonObject | JsonList) or (isinstance(each, str) and _one_number(each)) for each in value
    )


def _numbers_of(facts: Mapping[str, Any]) -> Iterator[str]:
    """Card numbers of an object, the surest member first; without one that of its id in the official card list."""
    printed = list(_printed_numbers_of(facts))
    yield from printed
    official = next((shown(facts[key]) for key in facts if key in OFFICIAL_KEYS), "")
    if not printed and P["id"].search(official) and (number := number_of(int(official))):
        yield number


def _printed_numbers_of(facts: Mapping[str, Any]) -> Iterator[str]:
    """Card numbers of an object, the surest member first."""
    for key in NUMBER_KEYS:
        value = facts.get(key)
        if isinstance(value, str) and (number := _one_number(value)):
            yield number
        elif key == "card" and isinstance(value, JsonObject):
            yield from _printed_numbers_of(_facts(value))


def _count_of(facts: Mapping[str, Any]) -> tuple[object, str]:
    """The count that an object says, and what is wrong with it; 1 where nothing in it could be one."""
    counts = [facts[key] for key in JSON_COUNT_KEYS if key in facts]
    if others := [count for count in counts if count != counts[0]]:
        return None, two_counts([shown(counts[0]), shown(others[-1])])
    if counts:
        return counts[0], ""
    unlike = (key for key in facts if not P["fact"].search(key) and key not in NUMBER_KEYS)
    if like := [facts[key] for key in unlike if _like_a_count(facts[key])]:
        return None, said("json_count", count=shown(like[0]))
    return (1 if any(_numbers_of(facts)) else None), ""


def shown(value: object) -> str:
    """A value of JSON as messages call it, no longer than a number is."""
    text = "[...]" if isinstance(value, JsonList) else "{...}" if isinstance(value, JsonObject) else str(value)
    return text[: MOST["count"]]


def _like_a_count(value: object) -> bool:
    return isinstance(value, int | float | bool) or (isinstance(value, str) and P["digits"].search(value) is not None)


def _name_of(facts: Mapping[str, Any]) -> str:
    for key in NAME_KEYS:
        if isinstance(facts.get(key), str):
            return str(facts[key])
    inner = facts.get("card")
    return _name_of(_facts(inner)) if isinstance(inner, JsonObject) else ""


def _one_number(text: str) -> str:
    """The one card number of a short text; else blank."""
    numbers = card_numbers(bare_line(text)) if len(text) <= MOST["cell"] else []
    return numbers[0][0] if len(numbers) == 1 else ""
