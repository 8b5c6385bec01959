"""Lines of a decklist as people write them: which card, how many copies, and what else a line says of the card.

The number of a card and its count may be anywhere in a line. A count that a line does not make clear is asked for
and never guessed: ``BP01-012 Ultraman Arc 4`` may as well name a level. A line without any trace of a count is one
copy.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from ucgsim.cards.card import KNOWN_CODE, OTHER_CODE, NamedCards, in_deck_order, name_key, number_in, plain_text
from ucgsim.cards.labels import shown_label, shown_title, title_in, told_apart
from ucgsim.errors import UcgsimError
from ucgsim.language import INTERFACE, marked
from ucgsim.language import gettext as _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ucgsim.cards.catalog import Catalog


RIGHT_LINE = marked("a line is like '4 BP01-012 Ultraman Arc'")

_IN = r"(?:[1-9]\d*(?:[.,:⁄]\d+)*|0+[.,:⁄]\d+)"
"""A count in parentheses, which marks no print: ``(01)`` does."""
_PRINT_MARK = (
    rf"(?:\((?!\s*[x×*]?\s*{_IN}\s*[x×*]?\s*\))[^()]*\)"
    r"|[A-Z]{2}\d{2}-?Re|(?:AP-S|AP|SSSP|SP|UR|ExP)(?:\d{2})?)\s*"
)
PRINTED = rf"(?:{_PRINT_MARK})*(?:{KNOWN_CODE}|{OTHER_CODE})(?:[_-][A-Z]?\d{{1,2}})?(?!\w)"
"""A card number with what marks its print, before it (``AP(01/20) BP01-001``) or behind (``BP01-001_p1``)."""

_NUMBER = re.compile(rf"(?<![A-Z0-9]){PRINTED}", re.IGNORECASE)
_BEHIND = re.compile(rf"((?:{KNOWN_CODE}|{OTHER_CODE}))[_-][A-Z]?\d{{1,2}}$", re.IGNORECASE)

# ------------------------------------------------------------------------------------------ marks of counts
_TIMES = r"[x×*]"
_UNIT = r"(?:枚|張|张|장|개|cop(?:y|ies)\b|pcs?\b)"
_WHOLE = r"[+-]?\d++(?:[.,:⁄]\d++){0,9}+"
"""A count as far as it goes: a part of ``4,5`` is none, and what is no whole number is refused as it is written. Not
further than that, which would take a row of numbers apart from each of them on.
"""
_STRONG = (
    re.compile(rf"(?<![\w.,/+-]){_TIMES}\s*({_WHOLE})(?=\s*{_UNIT}|[^\w./]|[.](?:\s|$)|$)", re.IGNORECASE),
    re.compile(rf"(?<![\w./+-])({_WHOLE})\s*(?:{_TIMES}(?!\w)|{_UNIT})", re.IGNORECASE),
    re.compile(r"(?<![\d.,/+-])(\d+)\s*枚"),
    re.compile(rf"\b(?:qty|quantity|count|copies|amount|枚数|数量)\s*[:=.]?\s*({_WHOLE})(?![\w./])", re.IGNORECASE),
)
"""Counts that say so, wherever they are: ``x4``, ``×4枚``, ``4x``, ``4枚``, ``qty: 4``."""
_FRONT = re.compile(rf"(?:[(\[]\s*(?P<in>{_IN})\s*[)\]]|(?P<bare>{_WHOLE}))(?=[\s,;:|]|$)\s*(?:of\s)?")
_SIGN = r"[:,;=|\-–>]"
_BEHIND_IT = re.compile(rf"\s*[)\]]?\s*(?:,(?P<cell>[+-]?\d+)|{_SIGN}*\s*(?P<bare>{_WHOLE}))(?=[\s,;|]|$)")
_IN_BRACKETS = re.compile(rf"[(\[]\s*({_WHOLE})\s*[)\]]")
_AT_END_IN_BRACKETS = re.compile(rf"{_IN_BRACKETS.pattern}\s*$")
_ONLY_ONE_MORE = re.compile(r"\s*[,;:|]?\s*(\d+)\s*[,;:|]?\s*")
_CELL = re.compile(r"[|;,]")
_AT_END = re.compile(rf"=\s*({_WHOLE})\s*$")
_LONE = re.compile(r"(?<![\w/+.-])\d+(?![\w/-]|\.\d)")
_LAST_LONE = re.compile(r"(?:(?<![\w/+.-])|(?<=[(\[]))(\d{1,2})[)\]]?\s*$")
_TRACE = re.compile(
    rf"枚|×|(?<!\w){_TIMES}\s*\d|(?<!\d)[1-9]\d?(?!\d)"
    r"|(?<!\w)(?:[一二三四五六七八九十]|copies|copy|playset|qty|quantity|one|two|three|four|five|six|twice)(?!\w)",
    re.IGNORECASE,
)
_PRINT_BEHIND = re.compile(r"[(\[]?\d{2,3}/\d{2,3}[)\]]?")
_SUM = re.compile(r"\d\s*\+\s*\d")
_ONES = "一二三四五六七八九"
_KANJI = {
    f"{tens}{ones}": 10 * many + few
    for many, tens in enumerate(["", "十", *(f"{each}十" for each in _ONES[1:])])
    for few, ones in enumerate(["", *_ONES])
}
_IN_KANJI = re.compile(rf"(?<![百十{_ONES}])[十{_ONES}]{{1,3}}(?=\s*[枚張张])|(?<=×)\s*[十{_ONES}]{{1,3}}(?!\w)")
"""A count in Japanese: ``四枚``, ``十二枚``, ``×四``."""
_GLUED_TO_NAME = re.compile(
    r"(?<=[^\W\d_])(?=×\s*\d|\d{1,3}\s*枚)|(?<=[^\W\d_])(?<![a-zA-Z])(?=x\s*\d{1,3}(?:枚|(?!\w|-)))"
)
"""Where a count begins behind a name: ``アーク×4``, ``アーク4枚``. A large X belongs to the name of a hero."""
_BEHIND_RARITY = re.compile(r"\((?:C|U|R{1,4}|SR|SSR|UR|SP|AP|P)\)(\d{1,2})(?=\s|枚|$)", re.IGNORECASE)
"""``(C)4``: next to a name it could be a level, glued to the rarity it is a count."""
_LEVEL = re.compile(r"(?<!\w)(?:lv\.?|lvl\.?|level|round|レベル)\s*(?P<level>\d)(?!\w)", re.IGNORECASE)
_INDEX = re.compile(r"\d{1,3}[.)](?=\s)\s*")
_BULLET = re.compile(r"(?:[-*•·–>]\s+|[•·●■▪◦]\s*)+(?:\[[ xX]?\]\s+)?")
_BEFORE_NAME = re.compile(rf"(?P<count>{_WHOLE})(?:{_TIMES}|\s[×*]|\s*枚|\s(?:copies\s)?of(?=\s))?\s+", re.IGNORECASE)
"""Before a name a lone ``x`` may belong to it."""
_GLUED_BEFORE_NAME = re.compile(r"(?P<count>\d{1,3})枚[・、,:]?(?=\w)")
"""Words about cards begin so as well."""
_TIMES_NAME = re.compile(rf"{_TIMES}(?P<count>{_WHOLE})\s+", re.IGNORECASE)

# ------------------------------------------------------------------------------- numbers as others write them
_SET = r"(?:[A-Z]{2,4}\d{2}|PR)"
_SUFFIX = r"[_-](?!x\d)[A-Z]{1,4}\d{0,2}|(?P<digits>[_-]\d{1,2})|(?:S?R{1,4}|P\d{0,2}|S{1,3}P|UR|AP)"
_LOOSE = re.compile(
    rf"(?<![A-Z0-9])(?:[(\[]\s*(?P<in>{_SET})\s*[)\]]|(?P<code>{_SET}))\s?[-_./#]?\s?(?P<no>\d{{3}})"
    rf"(?:{_SUFFIX})?(?=[^A-Z0-9_-]|[-_](?![A-Z0-9])|$|{_TIMES}\d)",
    re.IGNORECASE,
)
"""``BP04001``, ``BP04_001``, ``BP04-001_P``, ``BP04 001``, ``(BP04) 001``."""
_LOOSE_YEAR = re.compile(r"(?<![A-Z0-9])(Y\d{2})[-_ ]?P(\d{3})(?![A-Z0-9])", re.IGNORECASE)
_KNOWN_START = r"(?:(?:BP|SD|EXD|UD)\d{2}[-_ ]?\d{3}|PR[-_ ]?\d{3}|Y\d{2}[-_ ]?P\d{3})"
_ANY_START = r"[A-Z]{1,4}(?:\d{2})?[-_ ]?[A-Z]?\d{3}"
_GLUED = (
    (re.compile(rf"(?<![\w/-])(\d+){_TIMES}(?={_ANY_START})", re.IGNORECASE), r"\1x "),
    (re.compile(rf"(?<![\w/-])(\d{{1,2}})(?={_KNOWN_START})", re.IGNORECASE), r"\1x "),
    (re.compile(rf"(?<![\w/-]){_TIMES}(\d{{1,2}})(?={_KNOWN_START})", re.IGNORECASE), r"x\1 "),
)
_NEARLY = re.compile(
    r"(?<![A-Z0-9])(?:(?:BP|B[P8]O|SD|EXD|UD)[0-9OIL]{1,3}\s?[-_]?\s?[0-9OIL]{1,4}|[A-Z]{2,4}\d{1,2}[-_]\d{1,5}"
    r"|PR\s?[-_]\s?\d{1,5}|[A-Z]{1,3}P[0-9OIL]{2}-[0-9OIL]{1,4})(?![A-Z0-9])",
    re.IGNORECASE,
)
_PRODUCT = re.compile(
    r"(?<![A-Z0-9])(?:BP|SD|EXD|UD)\d\d(?![A-Z0-9]|[\s\-_./#)\]]*(?:\d|[OIL]{1,4}(?![A-Z0-9])))", re.IGNORECASE
)
_STANDS_ALONE = re.compile(r"(?<![A-Z0-9])\d{1,3}(?![A-Z0-9])|[x×]\s*\d|\d\s*[x×]", re.IGNORECASE)


def is_nearly_a_number(text: str) -> bool:
    """Whether something in a text was meant as a card number and is none; a product's code in a title was not."""
    left = _PRODUCT.sub(" ", text)
    return _NEARLY.search(left) is not None or (left != text and _STANDS_ALONE.search(left) is not None)


# ----------------------------------------------------------------------------------------------------- markup
_TAG = re.compile(r"<!--.{0,500}?-->|</?[a-zA-Z][^<>]{0,500}>")
_URL = re.compile(r"(?:https?://|www\.)[^\s)>\"']+", re.IGNORECASE)
_LINK = re.compile(r"\[([^\[\]]{1,200})\]\([^()\s]{0,500}\)")
_MARKS = re.compile(r"\*\*|__|[`\"\u201c\u201d{}]|(?<!\w)'|'(?!\w)")
_CUT = re.compile(r"</(?:li|p|tr|div|h\d|option)\s*>|<br\s*/?>|<li\b[^<>]{0,300}>", re.IGNORECASE)
_CELLS = re.compile(r"</t[dh]\s*>", re.IGNORECASE)
CIRCLED = {first + place: place + 1 for first in (0x2460, 0x2776, 0x2780, 0x278A, 0x24F5) for place in range(10)} | {
    0x246A + place: place + 11 for place in range(10)
}
"""Numbers in circles, by their code points."""
_SIGNS = str.maketrans(
    {"✕": "×", "✖": "×", "⨯": "×", "╳": "×", "\u00a0": " "} | {code: f" {number} " for code, number in CIRCLED.items()}
)


class CardNames(Protocol):
    """What a line may ask about the names of the card whose number it holds."""

    def hide(self, number: str, text: str) -> str:
        """The text with those names of the card blanked out that a count could be read from."""

    def level(self, number: str) -> int | None:
        """The level of a character, the Round of a scene; None where the number is not known."""

    def is_sure(self, number: str, name: str) -> bool:
        """Whether the last digits of a number, written without zeros behind a name, can be no level of that name."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A number as printed, or what may be a name, with its count; ``problem`` says why it can't be read.

    ``given``: whether the line says the count; ``rest``: what else it says of the card, as its name; ``level``: where
    the line marks it as one; ``numbered``: whether ``card`` is a number; ``weak``: whether the count behind a name may
    as well be that of a heading (``Scenes: 8``).
    """

    card: str
    count: str = "1"
    problem: str = ""
    given: bool = True
    rest: str = ""
    level: str = ""
    numbered: bool = True
    weak: bool = False


def segments(line: str) -> list[str]:
    """A line of a file without markup, in the parts that a page would show as lines of their own."""
    if "<" not in line:
        return [line]
    parts = _CUT.split(line)
    return [_TAG.sub(" ", _CELLS.sub("\t", part)) for part in parts]


def bare_line(line: str) -> str:
    """The words of a line: without markup, addresses, pictures and bullets, numbers of cards as we write them."""
    text = _LINK.sub(r"\1", line.translate(_SIGNS)) if "](" in line else line.translate(_SIGNS)
    if "&" in text:
        text = html.unescape(text)
    text = _URL.sub(" ", text)
    text = _MARKS.sub(" ", text)
    text = "".join(map(_plain, text)) if not text.isascii() else text
    # The cells of a table keep their borders, which plain text would take for blanks.
    text = plain_text(text.replace("\t", "|")).strip("| ")
    if not text.isascii():
        text = _IN_KANJI.sub(lambda count: str(_KANJI.get(count[0].strip(), count[0])), text)
        text = _GLUED_TO_NAME.sub(" ", text)
    text = _BEHIND_RARITY.sub(r" x\1", text).strip()
    bullet = _BULLET.match(text)
    return numbers_as_printed(text[bullet.end() :] if bullet else text)


def _plain(letter: str) -> str:
    return " " if unicodedata.category(letter) in {"So", "Cf", "Co", "Sk"} or letter == "\ufe0f" else letter


def numbers_as_printed(text: str) -> str:
    """A text with every card number in the form ``BP04-001``, apart from a count that is glued to it."""
    for pattern, apart in _GLUED:
        text = pattern.sub(apart, text)
    return _LOOSE_YEAR.sub(r"\1-P\2", _LOOSE.sub(_as_printed, text))


def _as_printed(match: re.Match[str]) -> str:
    code = match["in"] or match["code"]
    # Digits behind a number may be a count as well as the mark of a print; `_TRACE` knows them.
    digits = f" _{match['digits'][1:]}" if match["digits"] else ""
    following = match.string[match.end() : match.end() + 1]
    return f"{code}-{match['no']}{digits}{' ' if following.isalnum() or following in '×*' else ''}"


def read_line(line: str, names: CardNames | None = None) -> list[Entry]:
    """The cards of a line without its comment; one that a list of several cards is on is taken apart."""
    return _read(bare_line(line), names)


def _read(bare: str, names: CardNames | None) -> list[Entry]:
    numbers = card_numbers(bare)
    if not numbers:
        return [_placed_card(bare, names) or _named(bare)]
    if len(numbers) == 1:
        return [_numbered(bare, numbers[0], names)]
    for split in (r"[,;]", r"[,;|]"):
        parts = [part.strip() for part in re.split(split, bare) if part.strip()]
        if all(len(card_numbers(part)) == 1 for part in parts):
            return [entry for part in parts for entry in _read(part, names)]
    if not any(letter.isalnum() for letter in _NUMBER.sub("", bare)):
        return [Entry(_card(number), given=False) for number in numbers]
    text = _("shares its line with {card}; write a line for each card")
    return [Entry(_card(numbers[0]), problem=text.format(card=_card(numbers[1])))]


def card_numbers(text: str) -> list[re.Match[str]]:
    """The card numbers of a text; those in parentheses count only where there is no other."""
    # A count in parentheses looks like the mark of a print, which has two digits.
    opening = _FRONT.match(text)
    numbers = list(_NUMBER.finditer(text, opening.end() if opening and opening["in"] else 0))
    outside = [number for number in numbers if text[: number.start()].count("(") == text[: number.start()].count(")")]
    return outside or numbers


def _card(number: re.Match[str]) -> str:
    return _BEHIND.sub(r"\1", number[0])


# ------------------------------------------------------------------------------------ a line with a number


def _numbered(text: str, number: re.Match[str], names: CardNames | None) -> Entry:
    card = _card(number)
    base = number_in(card) or card
    before, behind = re.sub(r"[(\[]\s*$", " ", text[: number.start()]), text[number.end() :]
    rest = f"{before} {behind}"
    if names is not None:
        before, behind = names.hide(base, before), names.hide(base, behind)
    levels = {level["level"] for level in _LEVEL.finditer(rest)}
    before, behind = _LEVEL.sub(" ", before), _LEVEL.sub(" ", behind)
    known = None if names is None else names.level(base)
    said = Entry(card, rest=_without_counts(rest), level=levels.pop() if len(levels) == 1 else "")
    if "~~" in text:
        return _but(said, problem=_("is struck through; take the line out, or the marks"))
    counts = {*_strong(before), *_strong(behind), *_placed(before, behind)} or _in_table(text, behind)
    if len(counts) > 1:
        return _but(said, problem=two_counts(sorted(counts)))
    if _SUM.search(f"{before} ~ {behind}"):
        return _but(said, problem=_("has no clear count; write the sum, as in '4 {card}'").format(card=said.card))
    if not counts:
        return _without_count(said, f"{before} {behind}")
    (count,) = counts
    if other := _another(behind, count, known):
        return _but(said, problem=two_counts(sorted((count, other))))
    return _but(said, count=count)


def two_counts(counts: Iterable[str]) -> str:
    """That a line has two counts."""
    return _("has two counts, {counts}").format(counts=_(" and ").join(counts))


def _but(entry: Entry, *, count: str = "1", problem: str = "", given: bool = True) -> Entry:
    return Entry(entry.card, count, problem, given, entry.rest, entry.level)


def _strong(text: str) -> Iterator[str]:
    """Counts that say that they are some."""
    for pattern in _STRONG:
        yield from (match[1] for match in pattern.finditer(text))


def _placed(before: str, behind: str) -> Iterator[str]:
    """Counts in the place of a count: before all else, and right behind the number."""
    first = _FRONT.match(before)
    if first and (first["in"] or not _INDEX.match(before)):
        yield first["in"] or first["bare"]
        if other := _ONLY_ONE_MORE.fullmatch(before, first.end()):
            yield other[1]
    if after := _BEHIND_IT.match(behind):
        yield after["cell"] or after["bare"]
    if last := _AT_END.search(behind):
        yield last[1]


def _in_table(text: str, behind: str) -> set[str]:
    """``(4)`` behind a number, else the one cell of a row that is a whole number; both only where no other count is."""
    brackets = _IN_BRACKETS.match(behind.lstrip(" )]:")) or _AT_END_IN_BRACKETS.search(behind)
    if brackets and not brackets[1].startswith("0"):
        return {brackets[1]}
    cells = [cell.strip() for cell in _CELL.split(text)]
    counts = [cell for cell in cells if cell.isdecimal()]
    return {counts[0]} if len(counts) == 1 and len(cells) > 2 else set()


def _without_count(said: Entry, rest: str) -> Entry:
    lone = _LONE.findall(rest)
    if lone:
        text = _("has no clear count; if it is {count}, write '{count} {card}'")
        return _but(said, problem=text.format(count=lone[-1], card=said.card))
    if _TRACE.search(_PRINT_BEHIND.sub(" ", rest)):
        return _but(said, problem=_("has no clear count; write it as in '4 {card}'").format(card=said.card))
    return _but(said, given=False)


def _another(behind: str, count: str, level: int | None) -> str:
    """A second number at the end of a line, or alone in a cell of it, that is neither its count nor the level."""
    if level is None or not _is_short(count):
        return ""
    last = [match[1] for match in [_LAST_LONE.search(behind)] if match]
    cells = [cell.strip() for cell in _CELL.split(behind)[1:]]
    lone = [*last, *(cell for cell in cells if cell.isdecimal() and len(cell) <= 2)]
    return next((each for each in lone if int(each) not in {int(count), level} and not each.startswith("0")), "")


def _is_short(count: str) -> bool:
    """Whether a count is a whole number that a list may hold."""
    return re.fullmatch(r"[+-]?\d{1,9}", count) is not None


def _without_counts(text: str) -> str:
    """What a line says besides number and count: a name, if it says one."""
    for pattern in _STRONG:
        text = pattern.sub(" ", text)
    text = _LEVEL.sub(" ", text)
    first = _FRONT.match(text)
    return text[first.end() :] if first else text


# ----------------------------------------------------------------------------------- a line without a number


_BY_PLACE = re.compile(
    rf"(?P<count>{_WHOLE}){_TIMES}?\s+(?P<name>\S.*?)\s+(?:[(\[]\s*(?P<in>{_SET})\s*[)\]]|(?P<code>{_SET}))\s+"
    r"(?P<no>\d{1,2})(?:\s*\*\w\*)?",
    re.IGNORECASE,
)
"""``4 Ultraman Dyna (BP02) 46``, as tools of other games write a number."""


def _placed_card(text: str, names: CardNames | None) -> Entry | None:
    match = _BY_PLACE.fullmatch(text)
    if match is None or names is None:
        return None
    number = f"{(match['in'] or match['code']).upper()}-{int(match['no']):03}"
    if names.is_sure(number, match["name"]):
        return Entry(number, match["count"], rest=match["name"])
    what = _("ends in a level or in the last digits of {card}; write '{count} {card}'")
    return Entry(match["name"], problem=what.format(card=number, count=match["count"]), numbered=False)


def _named(text: str) -> Entry:
    """A line without a card number: a name, perhaps with a count before it or ``x4`` behind it."""
    glued = _GLUED_BEFORE_NAME.match(text)
    before = _BEFORE_NAME.match(text) or _TIMES_NAME.match(text) or glued
    name = text[before.end() if before else 0 :]
    behind = _NAME_END.search(name)
    counts = {before["count"]} if before else set()
    if behind:
        name, count = name[: behind.start()], next(group for group in behind.groups() if group)
        counts.add(count)
    weak = before is glued and (glued is not None or (behind is not None and bool(behind["sign"] or behind["cell"])))
    name = name.strip(" \t-–:,;|")
    if not any(letter.isalpha() for letter in name) or _COUNT_ALONE.fullmatch(text):
        said = _("{text} holds no card number; {right}").format(text=_short(text), right=_(RIGHT_LINE))
        return Entry("", problem=said, numbered=False)
    if len(counts) > 1:
        return Entry(name, problem=two_counts(sorted(counts)), numbered=False)
    return Entry(name, next(iter(counts), "1"), given=bool(counts), numbered=False, weak=weak)


_NAME_END = re.compile(
    rf"\s{_TIMES}\s*({_WHOLE})\s*(?:枚)?$|\s({_WHOLE})\s*{_TIMES}$|[(\[]\s*{_TIMES}\s*({_WHOLE})\s*[)\]]$"
    rf"|\s×?({_WHOLE})\s*枚$|=\s*({_WHOLE})$|[|;:]\s*(?P<sign>{_WHOLE})$|,\s*(?P<cell>\d+)$",
    re.IGNORECASE,
)
"""A count that ends a line of a name."""
_COUNT_ALONE = re.compile(rf"\W*{_TIMES}?\s*\d+\s*(?:{_TIMES}|{_UNIT})?\W*", re.IGNORECASE)


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:37]}...")


# Cards for a new deck, as people call them: ``4 BP01-001``, ``4 Ultraman Tiga``, ``tiga 3``, ``Zeperion``.


MOST_COPIES = 999
MOST_LETTERS = 120
"""Letters of what may still be a card."""
MOST_SHOWN = 12
"""Cards that an unclear name lists."""
RIGHT = marked("a card is said like '4 BP01-012' or '4 Ultraman Arc'")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a text may mean: so many copies of any of these numbers, one where it is clear; else names near it."""

    count: int
    numbers: tuple[str, ...]
    near: tuple[str, ...] = ()


class Chooser:
    """Reads what people call cards of a catalog."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self._names = NamedCards(catalog)
        self._titles: dict[str, list[str]] = defaultdict(list)
        for card in catalog.values():
            for text in (*(title_in(card, each) for each in INTERFACE), f"{'/'.join(card.characters)} {card.level}"):
                self._titles[name_key(text)].append(card.number)

    def read(self, text: str) -> Meaning:
        """What a text means. Raises UcgsimError where its count is unclear, or it says several cards, or none."""
        if len(text) > MOST_LETTERS:
            said = _("{text}...: has {letters:,} letters, which no card has; {right}")
            raise UcgsimError(said.format(text=text[:40], letters=len(text), right=_(RIGHT)))
        entries = read_line(text)
        if len(entries) != 1:
            said = _("{text}: says {count} cards; say one at a time")
            raise UcgsimError(said.format(text=text, count=len(entries)))
        entry = entries[0]
        if entry.problem:
            raise UcgsimError(f"{entry.card or text}: {entry.problem}")
        if not _is_short(entry.count) or not 1 <= int(entry.count) <= MOST_COPIES:
            said = _("{card}: has the count {count}; it is a number from 1 to {most}")
            raise UcgsimError(said.format(card=entry.card, count=repr(entry.count), most=MOST_COPIES))
        numbers = self._numbers(entry.card)
        near = () if numbers else (*self._names.nearest(entry.card), *self.catalog.nearest(entry.card))
        return Meaning(int(entry.count), numbers, near)

    def _numbers(self, text: str) -> tuple[str, ...]:
        """Cards of a number, a whole name, a character with its level, or else with this in their names."""
        if number := number_in(text):
            return (number,) if number in self.catalog else ()
        numbers = self._names.find(text) or tuple(dict.fromkeys(self._titles.get(name_key(text), ())))
        return tuple(sorted(numbers, key=self._order)) if numbers else self._holding(text)

    def _holding(self, text: str) -> tuple[str, ...]:
        part = name_key(text)
        cards = [
            card
            for card in self.catalog.values()
            if part and (part in name_key(card.full_name) or part in name_key(title_in(card, "en")))
        ]
        return tuple(card.number for card in sorted(cards, key=in_deck_order))

    def _order(self, number: str) -> tuple[bool, str, int, str]:
        return in_deck_order(self.catalog[number])

    def one(self, text: str) -> tuple[str, int]:
        """The one number that a text means, with its count. Raises UcgsimError that lists what it may mean."""
        choice = self.read(text)
        if len(choice.numbers) == 1:
            return choice.numbers[0], choice.count
        raise UcgsimError(f"{text}: {self.unclear(choice)}")

    def unclear(self, choice: Meaning) -> str:
        """Why a choice is no card, with what it may mean."""
        if not choice.numbers:
            text = _("is no card; nearest are {near}") if choice.near else _("is no card; {right}")
            return text.format(near=", ".join(choice.near), right=_(RIGHT))
        cards = [self.catalog[number] for number in choice.numbers[:MOST_SHOWN]]
        labels = [shown_label(card) for card in cards]
        if len({shown_title(card) for card in cards}) < len(cards):
            labels = [f"{shown_title(card)} ({said})" for card, said in zip(cards, told_apart(cards), strict=True)]
        text = _("may be any of {count} cards, {cards}; say which by its number")
        if len(choice.numbers) > MOST_SHOWN:
            text = _("may be any of {count} cards, {cards} and {more} more; say which by its number")
        many = len(choice.numbers)
        return text.format(count=many, cards=", ".join(labels), more=many - MOST_SHOWN)
