"""What comes from outside, read in one place: text, JSON, CSV and TOML (YAML in ``reading_yaml``).

Whatever such a file holds, a reader hands out its values or raises UcgsimError with file, line and what would be
right; it takes time in proportion to the size of the file and no more.
"""

from __future__ import annotations

import codecs
import csv
import json
import re
import stat
import tomllib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn

from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from importlib.resources.abc import Traversable


MAX_BYTES = 16_000_000
"""Bytes of a file; those that people write have a thousandth of it."""
MAX_FIELD = 1_000_000
"""Characters of a field in CSV."""
DELIMITERS = ";\t,"
"""What may part the cells of a table, the likeliest first where several are on a line."""
MAX_DEPTH = 50
"""Brackets within brackets; ours have five."""
MAX_WHOLE = 2**63 - 1
MAX_NUMBER = 400
"""Characters of a number; a float needs at most 330."""
GIVEN = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")
"""Where a process finds what it was given open: a pipe that a shell made, as of ``<(...)``."""

CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""What no text holds: control characters but tab and line breaks, halves of characters, and what XML forbids."""


class MalformedError(UcgsimError):
    """A line that can't be read: ``line`` is its number, ``why`` the message without file and line."""

    def __init__(self, place: str | Path, line: int, why: str) -> None:
        super().__init__(f"{place}, line {line}: {why}")
        self.line = line
        self.why = why


# ------------------------------------------------------------------------------------------------- text


def read_text(path: Path | str, what: str, *, controls: bool = False, most: int = MAX_BYTES) -> str:
    """Return the text of a file without a byte order mark; ``what`` says what it should be.

    It is in UTF-8, in UTF-16 with its mark, or in Shift-JIS, as spreadsheets and editors in Japan save. Newlines stay
    as they are. Raises UcgsimError where there is no file, a folder, nothing, too much or no text, and where it holds
    control characters, unless the caller deals with ``controls``.
    """
    return text_of(read_bytes(path, what, most=most), path, what, controls=controls)


def text_of(raw: bytes, place: Path | str, what: str, *, controls: bool = False) -> str:
    """The text that bytes from ``place`` are; raises as ``read_text`` does."""
    text = _decode(raw, place, what)
    if not controls:
        refuse_controls(text, place)
    return text


def read_bytes(path: Path | str, what: str, *, most: int = MAX_BYTES) -> bytes:
    """Return the bytes of a file; UcgsimError where it can't be read or holds more than ``most``."""
    try:
        # Not the size that the system names: a pipe has none, and may never end.
        with _opened(Path(path)) as file:
            return read_bytes_of(file, path, what, most=most)
    except FileNotFoundError:
        raise UcgsimError(f"{path}: no such file; {what} was expected") from None
    except IsADirectoryError:
        raise UcgsimError(f"{path}: is a folder; {what} was expected") from None
    except OSError as error:
        raise UcgsimError(f"{path}: cannot be read ({error.strerror or error}); {what} was expected") from None
    except ValueError:
        raise UcgsimError(f"{path}: is no file name; {what} was expected") from None


def read_bytes_of(stream: BinaryIO, place: Path | str, what: str, *, most: int = MAX_BYTES) -> bytes:
    """All bytes of an open stream; UcgsimError where it holds more than ``most``."""
    raw = stream.read(most + 1)
    if len(raw) > most:
        raise UcgsimError(f"{place}: is larger than {most / 1_000_000:g} MB; {what} was expected")
    return raw


def _opened(path: Path) -> BinaryIO:
    """Open a file to be read. Raises OSError, and so for a pipe or a device, which may keep one waiting for ever."""
    mode = path.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or str(path).startswith(GIVEN)):
        raise OSError("it is a pipe or a device")
    return path.open("rb")


def written_at(path: Path) -> int:
    """When a file was written last, nanoseconds; UcgsimError where there is none."""
    try:
        return path.stat().st_mtime_ns
    except OSError as error:
        raise UcgsimError(f"{path}: can't be read ({error.strerror or error})") from None


def read_kept(path: Path, remedy: str = "") -> bytes | None:
    """Return the bytes of a file that a run keeps, of any size, or None where there is none.

    Raises UcgsimError, with the remedy, where it can't be read.
    """
    try:
        with _opened(path) as file:
            return file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        why = f"cannot be read ({error.strerror or error})"
        raise UcgsimError(f"{path}: {why}{'; ' if remedy else ''}{remedy}") from None


def own_bytes(resource: Traversable, remedy: str) -> bytes:
    """Bytes of a file that ships with the package; UcgsimError with ``remedy`` where it can't be read."""
    try:
        return resource.read_bytes()
    except OSError as error:
        raise UcgsimError(f"{resource.name}: cannot be read ({error.strerror}); {remedy}") from None


def own_text(resource: Traversable) -> str:
    """Return the text of a file that is part of this program."""
    return resource.read_text(encoding="utf-8")


_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_JAPANESE = re.compile("[\u3000-\u30ff×枚]|[\uff66-\uff9f]{3}")
"""What a text in Shift-JIS holds, and what one in a European encoding that is taken for it does not."""
_END_OF_DOS = re.compile(r"\x1a\s*\Z")


def encoding_of(raw: bytes) -> str:
    """The encoding of a text, one of those that are read: UTF-8 where it is none of the others."""
    if raw.startswith(_MARKS):
        return "utf-16"
    with suppress(UnicodeDecodeError):
        raw.decode("utf-8-sig")
        return "utf-8-sig"
    with suppress(UnicodeDecodeError):
        # What somebody added to in UTF-8 would be read as other letters.
        if _JAPANESE.search(raw.decode("cp932")) and not any(map(_is_utf8, raw.splitlines())):
            return "cp932"
    return "utf-8-sig"


def _is_utf8(line: bytes) -> bool:
    """Whether a line has letters of UTF-8 that are none of ASCII."""
    with suppress(UnicodeDecodeError):
        return not line.decode().isascii()
    return False


def _decode(raw: bytes, path: Path | str, what: str) -> str:
    if b"\0" in raw and not raw.startswith(_MARKS):
        raise UcgsimError(f"{path}: is a binary file; {what} in UTF-8 was expected")
    try:
        text = _END_OF_DOS.sub("", raw.decode(encoding_of(raw)))
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise MalformedError(path, line, f"is not UTF-8 text; {what} was expected: save it in UTF-8") from None
    if not text.strip():
        raise UcgsimError(f"{path}: is empty; {what} was expected")
    return text


def refuse_controls(text: str, place: Path | str, line: int = 1) -> None:
    """Raise UcgsimError at the first character that no text holds; ``line`` is where the text begins."""
    match = CONTROL.search(text)
    if match is not None:
        at = line + plain_newlines(text[: match.start()]).count("\n")
        raise MalformedError(place, at, f"holds U+{ord(match[0]):04X}, which is no character of a text; take it out")


def plain_newlines(text: str) -> str:
    """A text with a line feed at the end of every line, whatever ended it."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


# -------------------------------------------------------------------------------------------------- CSV


UNCLOSED = "is not CSV: a quotation mark that opens in this row is never closed"


@dataclass(frozen=True, slots=True)
class CsvRow:
    """A row of CSV: the line on which it begins, its cells, and why it is none, if so (`UNCLOSED` is the last one)."""

    line: int
    cells: list[str]
    problem: str = ""


def read_csv(path: Path | str, what: str) -> list[CsvRow]:
    """Rows of a table that aren't blank, whose cells one of ``DELIMITERS`` parts.

    Raises UcgsimError as ``read_text``, and for the first row that is no CSV.
    """
    text = read_text(path, what)
    first = next(line for line in text.splitlines() if line.strip())
    # A comma next to one of the others is that of a decimal.
    rows = csv_rows(text, path, next((each for each in DELIMITERS if each in first), ","))
    if not rows:
        raise UcgsimError(f"{path}: holds no row; {what} was expected")
    return rows


def csv_rows(text: str, place: Path | str, delimiter: str = ",") -> list[CsvRow]:
    """Rows that aren't blank; UcgsimError for the first one that is no CSV."""
    rows = [row for row in parse_csv(text, delimiter) if row.problem or any(cell.strip() for cell in row.cells)]
    for row in rows:
        if row.problem:
            raise MalformedError(place, row.line, row.problem)
    return rows


def parse_csv(text: str, delimiter: str = ",") -> Iterator[CsvRow]:
    """Every row, blank ones and those that are no CSV as well; after an unclosed quote there is none."""
    csv.field_size_limit(MAX_FIELD)
    reader = csv.reader(plain_newlines(text).splitlines(keepends=True), delimiter=delimiter, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            yield CsvRow(line, next(reader))
        except StopIteration:
            return
        except csv.Error as error:
            yield CsvRow(line, [], _csv_problem(str(error)))


def _csv_problem(error: str) -> str:
    if "unexpected end of data" in error:
        return UNCLOSED
    if "field limit" in error:
        return f"is not CSV: a field has more than {MAX_FIELD:,} characters; is a quotation mark not closed?"
    return f"is not CSV: {error}"


# ------------------------------------------------------------------------------------------------- JSON


class JsonObject(dict[str, Any]):
    """An object of JSON: ``line`` is where it begins, ``pairs`` are key, value and line of all its members."""

    def __init__(self, members: Iterable[tuple[str, Any]] = (), *, line: int = 1) -> None:
        # Members first, as of every dict: a value that is copied makes another one of its class.
        super().__init__(members)
        self.line = line
        self.pairs: list[tuple[str, Any, int]] = [(key, value, line) for key, value in self.items()]


class JsonList(list[Any]):
    """A list of JSON: ``line`` is where it begins, ``lines`` those of its members."""

    def __init__(self, items: Iterable[Any] = (), *, line: int = 1) -> None:
        super().__init__(items)
        self.line = line
        self.lines = [line] * len(self)


def parse_json(text: str, place: Path | str, what: str, *, repeats: bool = False, line: int = 1) -> Any:
    """The value of a JSON text, with lines (`JsonObject`, `JsonList`).

    Raises MalformedError where it is no JSON: cut off, more than one value, NaN, a number that neither a float nor 64
    bits hold, brackets too deep, a key twice in one object unless these ``repeats`` are allowed, a control character
    or half a character in a text. ``line`` is where the text begins.
    """
    return _Json(plain_newlines(text), place, what, repeats=repeats, line=line).whole()


_BLANK = re.compile(r"[ \t\n]+")
_TOKEN = re.compile(
    r'(?P<text>"[^"\\\n]*(?:\\.[^"\\\n]*)*")|(?P<sign>[\[\]{},:])'
    r"|(?P<number>-?(?:0|[1-9][0-9]*)(?P<part>(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?))(?![\w.])|(?P<word>true|false|null)\b"
)
_WORDS = {"true": True, "false": False, "null": None}


class _Json:
    """A text that is being read: how far, and on which line that is."""

    def __init__(self, text: str, place: Path | str, what: str, *, repeats: bool, line: int) -> None:
        self.text, self.place, self.what, self.repeats = text, place, what, repeats
        self.at = 0
        self.line = line
        self.token: re.Match[str] | None = None
        self.next()

    def next(self) -> None:
        """Pass the token, and the blanks behind it."""
        if self.token is not None:
            self.at = self.token.end()
        blank = _BLANK.match(self.text, self.at)
        if blank is not None:
            self.line += blank[0].count("\n")
            self.at = blank.end()
        self.token = _TOKEN.match(self.text, self.at)

    def fail(self, why: str) -> NoReturn:
        raise MalformedError(self.place, self.line, f"is not JSON: {why}; {self.what} was expected")

    def expected(self, what: str) -> NoReturn:
        if self.at >= len(self.text):
            self.fail(f"it is cut off where {what} was expected")
        # Blanks that are none in JSON may be there, and nothing else.
        ahead = self.text[self.at : self.at + 20]
        self.fail(f"{what} was expected, not {(ahead.split() or [ahead])[0]!r}")

    def whole(self) -> Any:
        """The value of the whole text."""
        value = self.value(0)
        if self.at < len(self.text):
            self.expected("the end")
        return value

    def value(self, depth: int) -> Any:
        token = self.token
        if token is None:
            self.expected("a value")
        match token.lastgroup:
            case "text":
                return self.string()
            case "sign" if token[0] in "[{":
                if depth >= MAX_DEPTH:
                    self.fail(f"brackets are nested more than {MAX_DEPTH} deep")
                return self.list(depth + 1) if token[0] == "[" else self.object(depth + 1)
            case "sign":
                self.expected("a value")
        value = _WORDS[token[0]] if token["word"] else self.number(token)
        self.next()
        return value

    def sign(self) -> str:
        return self.token[0] if self.token is not None and self.token.lastgroup == "sign" else ""

    def more(self, closing: str) -> bool:
        """Pass what is behind a member of a list or object; whether another member follows."""
        sign = self.sign()
        if sign not in (",", closing):
            self.expected(f"a comma or {closing!r}")
        self.next()
        if sign == "," and self.sign() == closing:
            self.expected("a value")
        return sign == ","

    def list(self, depth: int) -> JsonList:
        items = JsonList(line=self.line)
        self.next()
        if self.sign() == "]":
            self.next()
            return items
        while True:
            items.lines.append(self.line)
            items.append(self.value(depth))
            if not self.more("]"):
                return items

    def object(self, depth: int) -> JsonObject:
        members = JsonObject(line=self.line)
        self.next()
        if self.sign() == "}":
            self.next()
            return members
        while True:
            self.member(members, depth)
            if not self.more("}"):
                return members

    def member(self, members: JsonObject, depth: int) -> None:
        if self.token is None or self.token.lastgroup != "text":
            self.expected("a key in quotation marks")
        line, key = self.line, self.string()
        if key in members and not self.repeats:
            raise MalformedError(self.place, line, f"the key {key[:40]!r} is there twice; write it once")
        if self.sign() != ":":
            self.expected("a colon")
        self.next()
        members[key] = value = self.value(depth)
        members.pairs.append((key, value, line))

    def string(self) -> str:
        assert self.token is not None
        token = self.token[0]
        try:
            text: str = json.loads(token) if "\\" in token else token[1:-1]
        except ValueError:
            self.fail(f'{token[:40]} is no text; a backslash goes before one of " \\ / b f n r t u0000')
        if CONTROL.search(text) or ("\t" in token):
            self.fail(f"{text[:40]!a} holds what is no character of a text")
        self.next()
        return text

    def number(self, token: re.Match[str]) -> int | float:
        digits = token["number"]
        if len(digits) > MAX_NUMBER:
            self.fail(f"a number has {len(digits):,} digits")
        value = float(digits) if token["part"] else int(digits)
        if not -MAX_WHOLE <= value <= MAX_WHOLE and (not token["part"] or abs(value) == float("inf")):
            self.fail(f"the number {digits[:20]}... is too large" if len(digits) > 20 else f"{digits} is too large")
        return value


# TOML from outside: tables of values, or one line that says what is wrong and where.


MAX_TOML_BYTES = 200_000
"""Bytes of such a file; those that are written by this program have a fiftieth of it."""
_AT_LINE = re.compile(r" \(at (?:line (?P<line>\d+), column \d+|end of document)\)$")
_LONG = re.compile(rf"\d{{{MAX_NUMBER},}}")


def read_toml(path: Path | str, what: str) -> dict[str, Any]:
    """The values of a TOML file; UcgsimError with file and line where it is none, or is nested too deep."""
    return parse_toml(read_text(path, what, most=MAX_TOML_BYTES), path, what)


def parse_toml(text: str, path: Path | str, what: str) -> dict[str, Any]:
    """The values of the text of such a file; raises as ``read_toml`` does."""
    text = text.replace("\r\n", "\n")
    if _LONG.search(text):
        raise UcgsimError(f"{path}: holds a number of more than {MAX_NUMBER} digits; {what} was expected")
    if any(line.count("[") + line.count("{") > MAX_DEPTH for line in text.split("\n")):
        raise UcgsimError(f"{path}: brackets are nested more than {MAX_DEPTH} deep; {what} was expected")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _AT_LINE.search(str(error))
        why = f"{_AT_LINE.sub('', str(error))}; {what} was expected"
        line = int(place["line"]) if place and place["line"] else text.count("\n") + 1
        raise MalformedError(path, line, f"is no TOML: {why}") from None
    except (RecursionError, ValueError):
        raise UcgsimError(f"{path}: is no TOML that can be read; {what} was expected") from None
