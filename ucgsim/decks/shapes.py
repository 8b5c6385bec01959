"""Decklists in JSON, read by their shape: lists of numbers, lists of objects, numbers with their counts."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ucgsim.cards.official_ids import number_of
from ucgsim.decks.deck import Problem
from ucgsim.decks.formats import DeckFormat, ListedCard, Listing, unfenced
from ucgsim.decks.lines import CardNames, bare_line, card_numbers, is_nearly_a_number, read_line, two_counts
from ucgsim.decks.tabletop import is_tabletop, tabletop_entries
from ucgsim.files.reading import JsonList, JsonObject, MalformedError, parse_json
from ucgsim.language import gettext as _
from ucgsim.language import marked

if TYPE_CHECKING:
    from collections.abc import Iterator


RIGHT_JSON = marked("""right is {"BP01-012": 4}""")
OFFICIAL_KEYS = ("id", "cardid")
NUMBER_KEYS = ("basecardkey", "key", "number", "cardnumber", "cardno", "cardid", "cardcode", "code", "id", "card", "no")
"""What objects call the number of their card, the surest first; capitals and signs make no difference."""
COUNT_KEYS = ("count", "quantity", "qty", "copies", "amount", "num", "n")
NAME_KEYS = ("name", "cardname", "detailname", "fullname", "title")
FACT = re.compile(
    "level|lv|round|bp|single|double|triple|quad|extra|cost|power|rarity|type|year|set|index|position|order|colou?r|price"
    "|version|x|y"
)
"""Members that may be whole numbers and are no counts."""
ABOUT = re.compile(
    "name|title|version|generatedat|format|author|total|size|description|date|created|updated|url|source|id|game|rules"
    "|count|quantity|notes|tags|legal"
)
"""Members of the whole list that say something about it."""
BESIDE = frozenset(("sideboard", "side", "sidedeck", "maybeboard", "considering", "reserve", "reserves"))
_NO_ENTRY = 'an entry of cards has no number or no count; right is {"number": "BP01-012", "count": 4}'


def json_entries(text: str, names: CardNames | None, *, beside: bool = False) -> Listing:
    """Take a list in JSON apart; ``beside`` as for lists in text."""
    listing = Listing()
    try:
        # A number that is there twice is counted together, as in the other forms.
        value = _opened(parse_json(unfenced(text), "", f"a decklist ({RIGHT_JSON})", repeats=True))
    except MalformedError as error:
        listing.problems.append(Problem(error.line, "", error.why))
        return listing
    if is_tabletop(value):
        tabletop_entries(value, listing)
        return listing
    shape = _Shape(names, listing, take=beside)
    shape.read(value)
    if not listing.entries and not listing.problems and not _blank(value):
        listing.problems.append(Problem(None, "", _("is JSON, but no decklist; {right}").format(right=_(RIGHT_JSON))))
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
    if isinstance(value, str) and re.match(r"\s*(?:\[\s*[{\[\"]|\{\s*\")", value):
        with suppress(MalformedError):
            return parse_json(value, "", "", repeats=True, line=line)
    return value


def _blank(value: Any) -> bool:
    return isinstance(value, dict | list) and not value


def _plain(key: str) -> str:
    return "".join(letter for letter in key.casefold() if letter.isalnum())


class _Shape:
    """A value of JSON that is being read."""

    def __init__(self, names: CardNames | None, listing: Listing, *, take: bool) -> None:
        self.names = names
        self.listing = listing
        self.take = take

    def read(self, value: Any) -> None:
        """Read a list of cards, an object that holds one, or numbers with their counts."""
        if isinstance(value, JsonList):
            self._list(value)
        elif isinstance(value, JsonObject):
            if _is_card(value):
                self._card(value, value.line)
            else:
                self._object(value)

    # --------------------------------------------------------------------------------- objects

    def _object(self, value: JsonObject) -> None:
        """Numbers with counts, and members that hold further cards."""
        direct = any(_is_number(key) for key in value)
        sections: dict[tuple[tuple[str, str], ...], str] = {}
        for key, held, line in value.pairs:
            if _is_number(key):
                self._pair(key, held, line)
            elif isinstance(held, JsonList | JsonObject):
                self._section(key, held, line, sections)
            elif not ABOUT.fullmatch(_plain(key)) and (direct or held is None or _like_a_count(held)):
                self.listing.entries.append(ListedCard(line, key, held))

    def _section(self, key: str, held: Any, line: int, sections: dict[tuple[tuple[str, str], ...], str]) -> None:
        """Cards under a name, such as ``main``; what is there twice is not counted twice."""
        if _plain(key) in BESIDE and not self.take:
            inner = _Shape(self.names, Listing(), take=True)
            inner.read(held)
            if inner.listing.entries:
                self.listing.beside = self.listing.beside or (key, line)
                self.listing.left_out += inner.listing.entries
            return
        before = len(self.listing.entries)
        self.read(held)
        mark = tuple(sorted((card.number, str(card.count)) for card in self.listing.entries[before:]))
        if mark and mark in sections:
            text = _("the cards of {first} are there once more under {second}; take one of them out")
            what = text.format(first=repr(sections[mark][:40]), second=repr(key[:40]))
            self.listing.problems.append(Problem(line, "", what))
        sections[mark] = key

    def _pair(self, key: str, held: Any, line: int) -> None:
        if isinstance(held, JsonObject):
            count, problem = _count_of(held)
            if problem:
                self.listing.problems.append(Problem(line, key[:40], problem))
            else:
                self.listing.entries.append(ListedCard(line, _number_in(key), count, _name_of(held)))
        else:
            self.listing.entries.append(ListedCard(line, _number_in(key), held))

    # ----------------------------------------------------------------------------------- lists

    def _list(self, items: JsonList) -> None:
        for item, line in zip(items, items.lines, strict=True):
            if isinstance(item, str):
                self._text(item, line)
            elif isinstance(item, JsonObject) and not _is_card(item) and _holds_list(item):
                self.read(item)
            elif isinstance(item, JsonObject):
                self._card(item, line)
            elif isinstance(item, JsonList):
                self._row(item, line)
            else:
                self.listing.problems.append(Problem(line, "", _NO_ENTRY))

    def _text(self, item: str, line: int) -> None:
        """A number alone is one copy; more is read as a line of a list, and what holds no card is skipped."""
        if not card_numbers(bare_line(item)) and not is_nearly_a_number(item):
            read = read_line(item, self.names)[0]
            if read.given or read.problem or self._is_name(item):
                self.listing.entries.append(ListedCard(line, read.card or item, read.count, given=read.given))
            else:
                self.listing.skipped.append(line)
            return
        for entry in read_line(re.sub(r"(?<=\d)_\d{1,2}$", "", item.strip()), self.names):
            if entry.problem:
                self.listing.problems.append(Problem(line, entry.card, entry.problem))
            else:
                self.listing.entries.append(
                    ListedCard(line, entry.card, entry.count, entry.rest, entry.level, entry.given)
                )

    def _is_name(self, text: str) -> bool:
        asked = getattr(self.names, "is_name", None)
        return bool(asked and asked(text))

    def _row(self, row: JsonList, line: int) -> None:
        """``["BP01-012", 4]``, or a list of cards within a list."""
        texts = [each for each in row if isinstance(each, str)]
        counts = [each for each in row if not isinstance(each, str | JsonList | JsonObject)]
        if len(texts) == len(counts) == 1 and _is_number(texts[0]):
            self.listing.entries.append(ListedCard(line, _number_in(texts[0]), counts[0]))
        else:
            self._list(row)

    # ----------------------------------------------------------------------------------- cards

    def _card(self, fields: JsonObject, line: int) -> None:
        numbers = list(dict.fromkeys(_numbers_of(fields)))
        count, problem = _count_of(fields)
        if not numbers:
            name = _name_of(fields) or next((fields[key] for key in _named_keys(fields)), "")
            if name and not problem and count is not None:
                self.listing.entries.append(ListedCard(line, name, count))
                return
            problem = _NO_ENTRY
        elif len(numbers) > 1:
            text = _("is {numbers} in one entry; say one number")
            problem = text.format(numbers=_(" and ").join(numbers[:2]))
        elif not any(_printed_numbers_of(fields)) and any(map(_is_list_of_cards, fields.values())):
            problem = _("is a card by its id, or a list of cards; write the number in place of the id")
        if problem:
            self.listing.problems.append(Problem(line, numbers[0] if numbers else "", problem))
            return
        given = _says_count(fields)
        self.listing.entries.append(ListedCard(line, numbers[0], count if given else 1, _name_of(fields), given=given))


def _is_card(fields: JsonObject) -> bool:
    """Whether an object is one card: it says a number, or an id that is not that of a whole list."""
    if any(_printed_numbers_of(fields)):
        return True
    return any(_numbers_of(fields)) and (_says_count(fields) or not any(map(_may_be_cards, fields.values())))


def _says_count(fields: JsonObject) -> bool:
    return any(_plain(key) in COUNT_KEYS for key in fields)


def _may_be_cards(value: Any) -> bool:
    return isinstance(value, JsonObject) or _is_list_of_cards(value)


def _is_list_of_cards(value: Any) -> bool:
    return isinstance(value, JsonList) and any(
        isinstance(each, JsonObject | JsonList) or (isinstance(each, str) and _is_number(each)) for each in value
    )


def _numbers_of(fields: JsonObject) -> Iterator[str]:
    """Card numbers of an object, the surest member first; without one that of its id in the official card list."""
    said = list(_printed_numbers_of(fields))
    yield from said
    official = next((value for key, value in fields.items() if _plain(key) in OFFICIAL_KEYS), None)
    if not said and re.fullmatch("[0-9]{1,6}", str(official)) and (number := number_of(int(str(official)))):
        yield number


def _printed_numbers_of(fields: JsonObject) -> Iterator[str]:
    """Card numbers of an object, the surest member first."""
    plain = {_plain(key): value for key, value in fields.items()}
    for name in NUMBER_KEYS:
        value = plain.get(name)
        if isinstance(value, str) and _is_number(value):
            yield _number_in(value)
        elif name == "card" and isinstance(value, JsonObject):
            yield from _printed_numbers_of(value)


def _named_keys(fields: JsonObject) -> Iterator[str]:
    """Members that have a text where a number belongs."""
    wanted = set(NUMBER_KEYS)
    yield from (key for key, value in fields.items() if _plain(key) in wanted and isinstance(value, str) and value)


def _count_of(fields: JsonObject) -> tuple[object, str]:
    """The count that an object says, and what is wrong with it; 1 where nothing in it could be one."""
    said = {_plain(key): value for key, value in fields.items()}
    counts = [said[name] for name in COUNT_KEYS if name in said]
    if counts:
        if any(count != counts[0] for count in counts):
            return None, two_counts([f"{counts[0]!r:.20}", f"{counts[-1]!r:.20}"])
        return counts[0], ""
    unlike = {name for name in said if FACT.fullmatch(name) or name in NUMBER_KEYS}
    other = [name for name, value in said.items() if _like_a_count(value) and name not in unlike]
    if other:
        return None, f'has no clear count; if it is {said[other[0]]}, call it "count"'
    return None if not list(_numbers_of(fields)) else 1, ""


def _like_a_count(value: object) -> bool:
    return isinstance(value, int | float | bool) or (isinstance(value, str) and value.strip().isdecimal())


def _name_of(fields: JsonObject) -> str:
    plain = {_plain(key): value for key, value in fields.items()}
    for name in NAME_KEYS:
        if isinstance(plain.get(name), str):
            return str(plain[name])
    inner = plain.get("card")
    return _name_of(inner) if isinstance(inner, JsonObject) else ""


def _holds_list(fields: JsonObject) -> bool:
    return any(isinstance(value, JsonList | JsonObject) for value in fields.values())


def _is_number(text: str) -> bool:
    return len(text) <= 80 and len(card_numbers(bare_line(text))) == 1


def _number_in(text: str) -> str:
    return card_numbers(bare_line(text))[0][0]


def is_json(form: DeckFormat) -> bool:
    """Whether a form is one of JSON."""
    return form in {DeckFormat.JSON, DeckFormat.NEBULA, DeckFormat.TABLETOP}
