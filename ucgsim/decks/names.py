"""Names in a decklist: whether what a line calls a card is that card, and lines that have no number at all."""

from __future__ import annotations

import difflib
import re
import unicodedata
from bisect import bisect, bisect_left
from collections import defaultdict
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

from ucgsim.cards.card import number_in, plain_text
from ucgsim.cards.labels import titles_in
from ucgsim.cards.other_names import bearers_of, card_spellings, key_of, own_names
from ucgsim.decks.deck import Problem
from ucgsim.decks.lines import is_nearly_a_number
from ucgsim.decks.table import DECK_SIZES, MOST, P, group, said
from ucgsim.language import INTERFACE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from ucgsim.cards.card import Card
    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.formats import ListedCard, Listing


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text as names are compared: no capitals, no accents, no signs."""
    return _short_words(text) if len(text) <= MOST["name"] else _words(text)


def _words(text: str) -> tuple[str, ...]:
    plain = unicodedata.normalize("NFKD", plain_text(text)).lower()
    letters = (letter if letter.isalnum() else " " for letter in plain if unicodedata.category(letter)[0] != "M")
    return tuple("".join(letters).split())


# Every list that is read asks for the words of the same names.
_short_words = lru_cache(maxsize=8192)(_words)


def lexicon(catalog: Catalog) -> Lexicon:
    """The names of a catalog's cards for every list that is read, until the user's own names are edited."""
    return _lexicon(catalog, own_names())


@lru_cache(maxsize=1)
def _lexicon(catalog: Catalog, _own: tuple[str, int]) -> Lexicon:
    return Lexicon(catalog)


class Lexicon:
    """The names of a catalog's cards; whatever takes long is made when a list first asks for it."""

    def __init__(self, catalog: Mapping[str, Card]) -> None:
        self.catalog = {number: catalog[number] for number in sorted(catalog)}

    # ------------------------------------------------------------------------------- for `lines`

    def hide(self, number: str, text: str) -> str:
        """The text with the card's names blanked out, from which a count could be read (``Type 23``, ``X``, ``V2``)."""
        card = self.catalog.get(number)
        if card is None or not text.strip():
            return text
        own = words_of(card.full_name)
        if not any(P["confusing_word"].search(word) for word in own):
            return text
        for name in sorted({card.full_name, card.name, card.subtitle}, key=lambda each: (-len(each), each)):
            if P["confusing"].search(name):
                pattern = r"\W+".join(words_of(name))
                text = re.sub(rf"(?<!\w){pattern}(?!\w)", "~", text, flags=re.IGNORECASE)
        return P["glued_word"].sub(lambda word: "~" if word[0].lower() in own else word[0], text)

    def level(self, number: str) -> int | None:
        """The level of a character, the Round of a scene; None for a number that is not known."""
        card = self.catalog.get(number)
        if card is None:
            return None
        return card.round if card.is_scene else card.level

    def is_sure(self, number: str, name: str) -> bool:
        """Whether the last digits of a number, written without zeros behind a name, can be no level of that name."""
        place = int(number[-2:])
        if place > MOST["level"]:
            return True
        called = {each for each in self._called.get(words_of(name), ()) if self.catalog[each].set_code == number[:-4]}
        return number in called and {each for each in called if self.level(each) == place} <= {number}

    # -------------------------------------------------------------------------- name against number

    def contradiction(self, number: str, text: str) -> str:
        """The other card's name that a text says of this number; blank where it is its own, or no name we know."""
        card = self.catalog.get(number)
        words = tuple(word for word in words_of(text)[: MOST["words"]] if not P["print_word"].search(word))
        if card is None or not any(letter.isalpha() for word in words for letter in word):
            return ""
        own = words_of(card.full_name)
        if words == own or _within(words, own):
            return ""
        # What a card that is known in another language alone will be called in English nobody knows; its character is.
        named = self._other_name(card, words) if re.search("[A-Za-z]", card.name) else ""
        return named or self._other_character(card, words) or self._other_abroad(card, text)

    def _other_abroad(self, card: Card, text: str) -> str:
        """The longest name in another language within a text, where it is that of others alone."""
        if text.isascii():
            return ""
        key = key_of(text[: MOST["name"]])
        within = [name for name in self._abroad if name == key or (len(name) >= MOST["within"] and name in key)]
        longest = max(within, key=len, default="")
        if not longest or card.number in self._abroad[longest]:
            return ""
        left = key.replace(longest, " ")
        if any(key_of(own) in left for own in card_spellings(card)):
            return ""
        return longest

    def _other_name(self, card: Card, words: tuple[str, ...]) -> str:
        """The longest printed name in a text, where it is that of others alone."""
        for at, end in _parts(words):
            phrase = words[at:end]
            bearers = self.printed.get(phrase)
            if (
                bearers is None
                or len(" ".join(phrase)) < MOST["within"]
                or self._is_said_of_any(bearers, phrase, words)
            ):
                continue
            own_words = [card.full_name, *card.characters]
            if card.number in bearers or any(_within(phrase, words_of(name)) for name in own_words):
                return ""
            if phrase == words_of(card.name):
                # Subtitles are left out as often as not.
                return ""
            left = (*words[:at], "", *words[end:])
            own = [words_of(card.name), *map(words_of, card.characters)]
            if any(_within(each, left) for each in own if each):
                return ""
            return self._spelled[phrase]
        return ""

    def _is_said_of_any(self, bearers: set[str], phrase: tuple[str, ...], words: tuple[str, ...]) -> bool:
        """Whether a short name of scenes, as `Hero`, is among other words: these may be said of any card."""
        few = phrase != words and len(phrase) <= MOST["few"]
        return few and all(self.catalog[each].is_scene for each in bearers)

    def _other_character(self, card: Card, words: tuple[str, ...]) -> str:
        """A character that a text names, where the card neither is it nor has it in its name."""
        if words and any(_within(words_of(name), words) for name in (card.name, *card.characters) if words_of(name)):
            return ""
        own = words_of(f"{card.full_name} {' '.join(card.characters)}")
        for at, end in _parts(words):
            phrase = words[at:end]
            if phrase in self._spelled_character and (phrase == words or not P["common_word"].search(" ".join(phrase))):
                return "" if _within(phrase, own) else self._spelled_character[phrase]
        return ""

    # ------------------------------------------------------------------------------ name to number

    def find(self, text: str) -> tuple[str, ...]:
        """Numbers of the cards that a name means, sorted; a level in it (``Tiga 2``, ``Tiga Lv.2``) helps."""
        exact = self.printed.get(words_of(text))
        if exact:
            return tuple(sorted(exact))
        words = _levels_joined(words_of(text)[: MOST["words"]])
        for at, word in enumerate(words):
            level = P["level_word"].search(word)
            bearers = self._called.get(words[:at] + words[at + 1 :], set()) if level else ()
            if level and (of_level := {each for each in bearers if self.level(each) == int(level[1])}):
                return tuple(sorted(of_level))
        return tuple(sorted(self._called.get(words, ()))) or self._find_abroad(text)

    def _find_abroad(self, text: str) -> tuple[str, ...]:
        """Numbers of the cards that a name in another language means, sorted; a level in it helps."""
        if text.isascii() or len(text) > MOST["name"]:
            return ()
        plain = unicodedata.normalize("NFKC", text)
        level = P["level_abroad"].search(plain)
        bearers = self._abroad.get(key_of(plain), set())
        if not bearers and level:
            named = self._abroad.get(key_of(plain[: level.start()] + plain[level.end() :]), set())
            bearers = {each for each in named if self.level(each) == int(group(level))}
        return tuple(sorted(bearers or self._titled_abroad.get(key_of(plain), set())))

    def numbers_like(self, text: str) -> list[str]:
        """Up to three numbers that look most like a text, the likeliest first."""
        return difflib.get_close_matches(plain_text(text).upper(), self.catalog, cutoff=0.6)

    def names_like(self, text: str) -> list[str]:
        """Up to three printed names that look most like a text, the likeliest first."""
        spelled = {" ".join(words): name for words, name in self._spelled.items()}
        near = difflib.get_close_matches(" ".join(words_of(text)), spelled, cutoff=0.75)
        return [spelled[each] for each in near]

    def numbers_of(self, near: Iterable[str]) -> tuple[str, ...]:
        """The numbers of cards that are called by their number or their printed name."""
        bearers = [(each,) if each in self.catalog else sorted(self.printed[words_of(each)]) for each in near]
        return tuple(number for numbers in bearers for number in numbers)[: MOST["apart"]]

    @cached_property
    def _titled_abroad(self) -> dict[str, set[str]]:
        """Numbers of the cards that tables in another language call so: ``ティガ 3 · ゼペリオン光線``."""
        titled: dict[str, set[str]] = defaultdict(set)
        for language in INTERFACE:
            for card in self.catalog.values() if language != "en" else ():
                for title in titles_in(card, language):
                    titled[key_of(title)].add(card.number)
        return titled

    @cached_property
    def _abroad(self) -> dict[str, set[str]]:
        return bearers_of(self.catalog)

    def is_name(self, text: str) -> bool:
        """Whether a text is what some card or character is called."""
        return words_of(text) in self._called or bool(self._find_abroad(text))

    @cached_property
    def _called(self) -> dict[tuple[str, ...], set[str]]:
        called: dict[tuple[str, ...], set[str]] = defaultdict(set)
        for card in self.catalog.values():
            people = [*card.characters, " ".join(card.characters)]
            for name in (card.name, card.full_name, *people, *(f"{each} {card.subtitle}" for each in people)):
                if words := words_of(name):
                    called[words].add(card.number)
        return dict(called)

    @cached_property
    def printed(self) -> dict[tuple[str, ...], set[str]]:
        """Numbers of the cards that bear a name, with the subtitle or without."""
        names: dict[tuple[str, ...], set[str]] = defaultdict(set)
        for card in self.catalog.values():
            for name in (card.name, card.full_name):
                names[words_of(name)].add(card.number)
        return dict(names)

    @cached_property
    def _spelled(self) -> dict[tuple[str, ...], str]:
        return {words_of(name): name for card in self.catalog.values() for name in (card.full_name, card.name)}

    @cached_property
    def _spelled_character(self) -> dict[tuple[str, ...], str]:
        return {words_of(name): name for card in self.catalog.values() for name in card.characters if words_of(name)}


def _within(part: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    """Whether words are part of others, in a row."""
    return any(whole[at : at + len(part)] == part for at in range(len(whole) - len(part) + 1))


def _parts(words: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Where parts of a text begin and end, the longest first."""
    for length in range(len(words), 0, -1):
        yield from ((at, at + length) for at in range(len(words) - length + 1))


def _levels_joined(words: Iterable[str]) -> tuple[str, ...]:
    """The words with ``lv 2`` as one."""
    joined: list[str] = []
    for word in words:
        if joined and P["level_sign"].search(joined[-1]) and word.isdecimal():
            joined[-1] = word
        else:
            joined.append(word)
    return tuple(joined)


# Lines without a card number sorted out: names of cards, headings and totals, and other words around a list.


def sort_out(listing: Listing, names: Lexicon, is_near: Callable[[str], bool]) -> None:
    """Take the lines out of a listing that are no cards' though they have words; ``is_near``: much like a card's name.

    In a list of numbers a line without one is a heading, unless it begins with a count or is the name of one card.
    Where what may be a card's name ends in a number that need not be its count, the line is refused.
    """
    with_numbers = any(number_in(entry.number) for entry in listing.entries)
    if not with_numbers and not any(names.find(entry.number) for entry in listing.entries):
        return
    judge = _Judge(listing, names, is_near, with_numbers=with_numbers)
    left: list[ListedCard] = []
    for entry in listing.entries:
        is_card, problem = (True, "") if is_settled(entry) else judge.judged(entry)
        if is_card:
            left.append(entry)
        elif problem:
            listing.problems.append(Problem(entry.line, entry.number.strip()[: MOST["shown"]], problem))
        else:
            listing.skipped.append(entry.line)
    listing.entries[:] = left


def is_settled(entry: ListedCard) -> bool:
    """Whether an entry is that of a card; a name with more copies than a card has may be a title (``50枚``)."""
    is_card = number_in(entry.number) or _copies(entry) <= MOST["of_a_card"] or is_nearly_a_number(entry.number)
    return entry.sure and bool(is_card)


class _Judge:
    """Decides of entries that may as well be headings what they are."""

    def __init__(self, listing: Listing, names: Lexicon, is_near: Callable[[str], bool], *, with_numbers: bool) -> None:
        self.names = names
        self.is_near = is_near
        self.with_numbers = with_numbers
        self.breaks = sorted({*listing.skipped, *(each.line for each in listing.entries if not is_settled(each))})
        cards = sorted((each.line, _copies(each)) for each in listing.entries if is_settled(each))
        self.lines = [line for line, _count in cards]
        self.sums = [0, *accumulate(count for _line, count in cards)]

    def judged(self, entry: ListedCard) -> tuple[bool, str]:
        """Whether an entry is that of a card, and else why it is refused; blank where it is passed over."""
        text = entry.number
        numbers = self.names.find(text)
        if entry.given:
            copies = _copies(entry)
            if len(numbers) != 1 and (self._is_sum(entry, copies) or (not numbers and copies in DECK_SIZES)):
                return False, ""
            return entry.sure or bool(numbers) or self.is_near(text), ""
        if words_of(text) in self.names.printed:
            if len(numbers) == 1 and self.with_numbers:
                return False, said("heading", card=numbers[0])
            return len(numbers) == 1 or not self.with_numbers, ""
        text = text[: MOST["name"]]
        last, first = P["last_count"].search(text), P["first_count"].search(text)
        name, count = (last[1], last[2]) if last else ("", "")
        if first and not last and not self.names.is_name(text):
            count, name = first.groups()
        if name and (self.names.is_name(name) or self.is_near(name)) and not self._is_sum(entry, int(count)):
            return False, said("lone", count=count, card=name[: MOST["shown"]])
        return False, ""

    def _is_sum(self, entry: ListedCard, count: int) -> bool:
        """Whether a count is that of all cards, or of those below a heading, up to the next line that is none's."""
        if count <= MOST["of_a_card"]:
            return False
        start = bisect(self.lines, entry.line)
        following = bisect(self.breaks, entry.line)
        end = bisect_left(self.lines, self.breaks[following]) if following < len(self.breaks) else len(self.lines)
        return count in {self.sums[end] - self.sums[start], self.sums[-1] - self.sums[start], self.sums[-1]}


def _copies(entry: ListedCard) -> int:
    count = str(entry.count)
    return int(count) if re.fullmatch("[0-9]{1,5}", count) else 0
