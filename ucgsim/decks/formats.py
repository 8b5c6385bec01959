"""The ways in which a decklist is written down, tables among them, taken apart into entries."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from ucgsim.cards.card import plain_text
from ucgsim.decks.deck import Problem
from ucgsim.decks.lines import (
    CIRCLED,
    PRINTED,
    CardNames,
    Entry,
    bare_line,
    card_numbers,
    is_nearly_a_number,
    numbers_as_printed,
    read_line,
    segments,
    two_counts,
)
from ucgsim.decks.link import from_link, is_link
from ucgsim.files.reading import parse_csv
from ucgsim.language import gettext as _
from ucgsim.language import marked

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


RIGHT_ROW = marked("a row is like 'BP01-012,4'")
NUMBER_COLUMNS = (
    "cardnumber",
    "cardno",
    "cardid",
    "cardcode",
    "collectornumber",
    "number",
    "code",
    "id",
    "key",
    "no",
    "card",
    "カード番号",
    "型番",
    "番号",
)
"""What the column of the card number is called, the surest first; signs and blanks make no difference."""
_COUNT_COLUMN = re.compile("count|quantity|qty|copies|amount|numberofcopies|cardcount|枚数|数量")
NAME_COLUMNS = ("name", "cardname", "title", "カード名", "名前")
SET_COLUMNS = ("setcode", "set", "product", "edition")
_DELIMITERS = ",;\t|"
_WHOLE_CELL = re.compile(r"(?:[x×*]\s*)?([+-]?\d+)(?:\.0+)?\s*(?:[x×*]|枚)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Head:
    """Where a table holds what: its delimiter, and the places of number, counts, name and product."""

    delimiter: str
    number: int
    counts: tuple[int, ...]
    name: int | None = None
    product: int | None = None

    def rows(self, lines: Sequence[str], first: int) -> Iterator[tuple[int, list[str], str]]:
        """Line, cells and what is wrong of every row; ``first`` is the line of the first one."""
        if self.delimiter == "|":
            for at, line in enumerate(lines, start=first):
                yield at, _piped(line), ""
            return
        for row in parse_csv("\n".join(lines), self.delimiter):
            yield row.line + first - 1, row.cells, row.problem

    def cell(self, row: Sequence[str], place: int | None) -> str:
        """A cell as plain text; blank where there is none."""
        return bare_line(row[place]) if place is not None and place < len(row) else ""

    def number_in(self, row: Sequence[str]) -> str:
        """The one card number of a row, as printed; blank where its cell holds none, or several."""
        text = self.cell(row, self.number)
        numbers = card_numbers(text)
        if not numbers and self.product is not None and re.fullmatch(r"\d{3}", text):
            numbers = card_numbers(f"{self.cell(row, self.product)}-{text}")
        return numbers[0][0] if len(numbers) == 1 else ""

    def counts_in(self, row: Sequence[str]) -> set[str]:
        """The different counts that a row says."""
        cells = {(plain_text(row[place]).strip('" *`') if place < len(row) else "") for place in self.counts} - {""}
        return {match[1] if (match := _WHOLE_CELL.fullmatch(cell)) else cell for cell in cells}

    def name_in(self, row: Sequence[str], *, named: bool = False) -> str:
        """What a row calls its card; where no column is for names, what means the number, unless ``named``."""
        if self.name is not None:
            return self.cell(row, self.name)
        return "" if named else self.cell(row, self.number)


def _piped(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def find_head(line: str) -> Head | None:
    """The head that a line is; None where it names no column of numbers, or none of counts."""
    if len(line) > 1_000 or not any(delimiter in line for delimiter in _DELIMITERS):
        return None
    for delimiter in _DELIMITERS:
        if delimiter not in line:
            continue
        names = [_column(name) for name in (_piped(line) if delimiter == "|" else line.split(delimiter))]
        number = next((names.index(each) for each in NUMBER_COLUMNS if each in names), None)
        counts = tuple(place for place, name in enumerate(names) if _COUNT_COLUMN.fullmatch(name))
        if number is not None and counts:
            called = next((names.index(each) for each in NAME_COLUMNS if each in names), None)
            product = next((names.index(each) for each in SET_COLUMNS if each in names), None)
            return Head(delimiter, number, counts, called, product)
    return None


def _column(name: str) -> str:
    return "".join(letter for letter in plain_text(name).casefold() if letter.isalnum())


# The ways in which a decklist is written down, taken apart into entries.
#
# A reader here knows the form only: which text means a number, which for a count and which for a name, and on
# which line. What is in JSON is read by `ucgsim.decks.shapes`.


class DeckFormat(StrEnum):
    """Forms of a decklist."""

    TEXT = "text"
    JSON = "json"
    NEBULA = "nebula"
    IDS = "ids"
    CSV = "csv"
    TABLETOP = "tabletop"
    LINK = "link"


@dataclass(frozen=True, slots=True)
class ListedCard:
    """A number or a name, as printed, and its count, not yet judged; ``count`` is None where none is given.

    ``rest``: what else is said of the card; ``level``: where it is marked as one; ``given``: whether a count is said;
    ``sure``: whether this is meant as a card, or may as well be a heading.
    """

    line: int
    number: str
    count: object
    rest: str = ""
    level: str = ""
    given: bool = True
    sure: bool = True


@dataclass(slots=True)
class Listing:
    """What a text was taken apart into: entries, problems, lines that hold no card, and cards that were left out.

    ``beside``: the heading of a section of cards that are not in the deck, with its line and its cards. ``name``: what
    the list calls itself, where its form has a place for that; ``notes``: what else was passed over.
    """

    entries: list[ListedCard] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    skipped: list[int] = field(default_factory=list)
    beside: tuple[str, int] | None = None
    left_out: list[ListedCard] = field(default_factory=list)
    name: str = ""
    notes: list[str] = field(default_factory=list)


_CSV_LINE = re.compile(rf"\"?(?:{PRINTED})\"? *[,;\t]\s*+\"?[+-]?\d+\"? *(?:[,;\t].*)?", re.IGNORECASE)
_JSON = re.compile(r"\s*(?:\{\s*(?:\"|\}|$)|\[\s*(?:[\"{\[\]]|-?\d[\d.]*\s*[,\]]))")
_TABLETOP = re.compile(r'"(?:ObjectStates|ContainedObjects)"\s*:')
_FENCE = re.compile(r"\s*(?:```|~~~)\w*\s*")
_RULE = re.compile(r"[\s|:+=_*~.#>\u2500-\u257f\u2014\u2013-]*")
_BESIDE = re.compile(
    r"\W*(?:side ?(?:board|deck)|sb|maybe ?board|considering|reserves?)\W*(?:\(?\d+\)?(?:\s*cards?)?)?\W*",
    re.IGNORECASE,
)
"""Headings of cards next to the deck; this game has none (CR 4.1), and other games' tools write them."""
_BESIDE_LINE = re.compile(r"\s*SB:\s*(?=\S)", re.IGNORECASE)
_MAIN = re.compile(
    r"\W*(?:main\s*)?(?:deck|board)(?:\s*list)?\W*(?:\(?\d+\)?(?:\s*cards?)?)?\W*|\W*main\W*", re.IGNORECASE
)
_COUNT_BEHIND_IT = re.compile(r"\s*(?:[x×*]\s*\d|\d{1,3}\s*(?:[x×]|枚|cop(?:y|ies)|$))", re.IGNORECASE)
"""A comment that says a count; a line that says none is not one copy then."""
_HEADING_WORD = re.compile(
    "a|all|basic|board|cards?|characters?|count|decks?|decklist|hero(?:es)?|in|kaiju|levels?|list|lvl?|main|mainboard"
    "|maindeck|mech|monsters?|numbers?|of|power|rounds?|scenes?|size|speed|sum|the|totals?|types?|ultra|unique|zero"
    "|シーン|キャラ(?:クター)?|(?:ウルトラ)?(?:ヒーロー|怪獣|メカ)|レベル|ラウンド|合計|計|総数|全部?|枚|メイン"
    "|(?:メイン)?デッキ(?:リスト|レシピ)?|レシピ|リスト|カード"
)
"""Words of which headings and totals are made, in English and Japanese."""
_ABOUT = re.compile(
    r"\W*(?:deck ?name|format|event|tournament|player|author|date"
    r"|デッキ名|フォーマット|大会名?|プレイヤー|使用者|作成者|日付)\s*:.*",
    re.IGNORECASE,
)
"""Lines that say something of the list, whatever follows."""
_EMOJI = "\u2600-\u2604\u2607-\u2714\u2717-\u2775\u2794-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff\ufe0f\u200d"
_REACTIONS = re.compile(rf"\s*(?:(?:[{_EMOJI}]+\s*\d{{1,4}}\s*)+|(?:\d{{1,4}}\s*[{_EMOJI}]+\s*)+)")
"""What a chat shows below a message; a star before a count is none."""
_COPIES_ALONE = re.compile(r"[x×*]\s?\d{1,2}|\d{1,2}\s?(?:[x×*]|枚)", re.IGNORECASE)
_BRACKETED = re.compile("【[^【】]*】")
"""How Japanese lists write a heading."""
_COUNTED_NOUN = re.compile(
    r"(?:[a-z]+\s+)?\d+\s+(?:cards?|scenes?|heroes|kaiju|monsters|characters)(?!\w)", re.IGNORECASE
)


def find_format(text: str) -> DeckFormat:
    """Find out by its content in which form a decklist is written."""
    text = unfenced(text)
    if link_in(text):
        return DeckFormat.LINK
    if _JSON.match(text):
        if _TABLETOP.search(text):
            return DeckFormat.TABLETOP
        return DeckFormat.NEBULA if re.search(r'"cards"\s*:\s*\[', text) else DeckFormat.JSON
    lines = [line for line in text.splitlines() if not is_comment(line)]
    head = find_head(lines[0]) if lines else None
    if lines and ((head and head.delimiter != "|") or all(_CSV_LINE.fullmatch(line.strip()) for line in lines)):
        return DeckFormat.CSV
    return DeckFormat.TEXT


def link_in(text: str) -> str:
    """The link of the page that a text is, comments apart; blank where it is anything else."""
    # A link from `#d=` on looks like a comment.
    lines = [line for line in text.splitlines() if is_link(line) or not is_comment(line)]
    return lines[0].strip() if len(lines) == 1 and is_link(lines[0]) else ""


def link_entries(text: str) -> Listing:
    """The cards of a link of the page; of one to several decks, those of the first. Raises UcgsimError as it does."""
    first, *others = from_link(link_in(unfenced(text)))
    listing = Listing([ListedCard(1, number, copies) for number, copies in first.counts], name=first.name)
    if others:
        listing.notes.append(f"the link holds {len(others) + 1} decks; this is the first one")
    return listing


def is_comment(line: str) -> bool:
    """Whether a line holds nothing but a comment, or nothing."""
    return not line.strip() or line.lstrip().startswith(("#", "//"))


def unfenced(text: str) -> str:
    """The text without the fences in which chats and pages put it; its lines stay where they are."""
    if "```" not in text and "~~~" not in text:
        return text
    return "\n".join("" if _FENCE.fullmatch(line) else line for line in text.splitlines())


def text_entries(text: str, names: CardNames | None, *, beside: bool = False) -> Listing:
    """Take a list of lines apart, tables in it by their heads; ``beside``: take in cards of a sideboard as well."""
    listing = Listing()
    lines = _cards_joined(_numbered_in_circles(unfenced(text).splitlines()))
    section = _Section(take=beside)
    at = 0
    while at < len(lines):
        line = lines[at]
        head = None if is_comment(line) else find_head(line)
        if head is not None:
            at = _read_table(lines, at, head, names, listing)
            continue
        at += 1
        if is_comment(line):
            section.comment(line, at, listing)
            continue
        for part in segments(line):
            _read_part(part, at, names, section, listing)
    return listing


def _numbered_in_circles(lines: list[str]) -> list[str]:
    """The lines; where those that begin with a number in a circle count 1, 2, 3 it is no count of cards."""
    circled = {
        at: CIRCLED[ord(line.lstrip()[0])] for at, line in enumerate(lines) if ord(f"{line.lstrip()} "[0]) in CIRCLED
    }
    if len(circled) < 2 or [*circled.values()] != [*range(1, len(circled) + 1)]:
        return lines
    return [f"{circled[at]}. {line.lstrip()[1:]}" if at in circled else line for at, line in enumerate(lines)]


def _cards_joined(lines: list[str]) -> list[str]:
    """Cards over several lines, as the text of a picture is: number, name, copies. Each moves into its first line."""
    joined = list(lines)
    for at in range(len(lines) - 1):
        if not _is_number_alone(lines[at]):
            continue
        for end in (at + 1, at + 2):
            if end < len(lines) and _COPIES_ALONE.fullmatch(bare_line(lines[end])):
                joined[at : end + 1] = [" ".join(lines[at : end + 1]), *[""] * (end - at)]
                break
            if end == len(lines) or card_numbers(bare_line(lines[end])):
                break
    return joined


def _is_number_alone(line: str) -> bool:
    bare = bare_line(line).strip()
    return [match[0] for match in card_numbers(bare)] == [bare]


class _Section:
    """Whether the lines of a text are of the deck or of a list next to it."""

    def __init__(self, *, take: bool) -> None:
        self.take = take
        self.is_beside = False

    def comment(self, line: str, at: int, listing: Listing) -> None:
        self.heading(line.strip().lstrip("#/ "), at, listing)

    def heading(self, text: str, at: int, listing: Listing) -> None:
        """Take note of a heading."""
        if not text:
            return
        if _BESIDE.fullmatch(text):
            self.is_beside = not self.take
            listing.beside = listing.beside or (text.strip(" :=-*()"), at)
        elif _MAIN.fullmatch(text) or (self.is_beside and not listing.left_out):
            self.is_beside = False


def _read_part(part: str, at: int, names: CardNames | None, section: _Section, listing: Listing) -> None:
    """Read one line, or a part of it that a page shows as one."""
    if not part.strip():
        return
    if _RULE.fullmatch(part) or _REACTIONS.fullmatch(part):
        listing.skipped.append(at)
        return
    one = _BESIDE_LINE.match(part)
    text, comment = uncommented(part[one.end() :] if one else part)
    if one and not section.take:
        listing.beside = listing.beside or ("SB", at)
    bare = bare_line(text)
    if not bare:
        listing.skipped.append(at)
        return
    if is_heading(bare):
        section.heading(bare, at, listing)
        listing.skipped.append(at)
        return
    out = (section.is_beside or bool(one)) and not section.take
    for entry in read_line(text, names):
        _take(entry, at, comment, listing, out=out)


def _take(entry: Entry, at: int, comment: str, listing: Listing, *, out: bool) -> None:
    problem = entry.problem
    if not problem and not entry.given and _COUNT_BEHIND_IT.match(comment):
        text = _("has no clear count; if it is {count}, write it before the number")
        problem = text.format(count=comment.strip())
    if problem:
        listing.problems.append(Problem(at, entry.card, problem))
        return
    card = ListedCard(
        at,
        entry.card,
        entry.count,
        entry.rest,
        entry.level,
        entry.given,
        sure=entry.numbered or (entry.given and not entry.weak) or is_nearly_a_number(entry.card),
    )
    (listing.left_out if out else listing.entries).append(card)


def is_beside(text: str) -> bool:
    """Whether words are the heading of cards next to the deck."""
    return _BESIDE.fullmatch(text) is not None


def is_heading(text: str) -> bool:
    """Whether a line without a card number is a heading or a total by its words."""
    if any(each.fullmatch(text) for each in (_BESIDE, _MAIN, _BRACKETED, _ABOUT)) or _COUNTED_NOUN.match(text):
        return not card_numbers(text)
    words = re.findall(r"[^\W\d_]+", text.casefold())
    many = sum(_HEADING_WORD.fullmatch(word) is not None for word in words)
    # `Hero` and `Zero` alone are cards and characters as well, and a count alone is that of a card.
    return bool(words) and many == len(words) and not {"zero", "hero", "ultra", "枚"} >= set(words)


def uncommented(line: str) -> tuple[str, str]:
    """A line and the comment behind it; a ``#`` before its first card number is none."""
    match = re.search(r"#|\s//", line)
    if match is None:
        return line, ""
    before, behind = line[: match.start()], line[match.end() :]
    if match[0] == "#" and not card_numbers(numbers_as_printed(before)) and card_numbers(numbers_as_printed(behind)):
        return f"{before} {behind}", ""
    return before, behind


# --------------------------------------------------------------------------------------------------- tables


def _read_table(lines: list[str], at: int, head: Head, names: CardNames | None, listing: Listing) -> int:
    """Read the rows below a head, at ``at``; where the lines behind the table begin."""
    end = at + 1
    while end < len(lines) and (head.delimiter != "|" or "|" in lines[end]):
        end += 1
    # A comment line becomes a blank one, so that line numbers stay.
    rows = ["" if is_comment(line) else line for line in lines[at + 1 : end]]
    if head.delimiter == "|" and not any(head.delimiter in row for row in rows):
        rows = []
    for line, row, problem in head.rows(rows, at + 2):
        if problem:
            listing.problems.append(Problem(line, "", f"{problem}; {_(RIGHT_ROW)}"))
        elif any(cell.strip() for cell in row):
            _read_row(line, row, head, names, listing)
    return end


def _read_row(line: int, row: list[str], head: Head, names: CardNames | None, listing: Listing) -> None:
    text = " ".join(cell for cell in row if cell.strip())
    if _RULE.fullmatch(text) or (is_heading(bare_line(text)) and not head.number_in(row)):
        listing.skipped.append(line)
        return
    printed = head.number_in(row)
    counts = head.counts_in(row)
    if not printed:
        name = head.name_in(row)
        if not counts and not is_nearly_a_number(text):
            if name and name == head.cell(row, head.number) and names is not None:
                listing.problems.append(Problem(line, name[:40], _("has no count; {right}").format(right=_(RIGHT_ROW))))
            else:
                listing.skipped.append(line)
            return
        listing.entries.append(ListedCard(line, name, _one(counts)))
        return
    if not counts:
        listing.problems.append(Problem(line, printed, _("has no count; {right}").format(right=_(RIGHT_ROW))))
    elif len(counts) > 1:
        listing.problems.append(Problem(line, printed, two_counts(sorted(counts))))
    else:
        listing.entries.append(ListedCard(line, printed, _one(counts), head.name_in(row, named=True)))


def _one(counts: set[str]) -> str | None:
    return next(iter(sorted(counts)), None)
