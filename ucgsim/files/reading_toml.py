"""TOML from outside: tables of values, or one line that says what is wrong and where."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

from ucgsim.errors import UcgsimError
from ucgsim.files.reading import MAX_DEPTH, MAX_NUMBER, MalformedError, read_text

if TYPE_CHECKING:
    from pathlib import Path

MAX_BYTES = 200_000
"""Bytes of such a file; those that are written by this program have a fiftieth of it."""
_AT_LINE = re.compile(r" \(at (?:line (?P<line>\d+), column \d+|end of document)\)$")
_LONG = re.compile(rf"\d{{{MAX_NUMBER},}}")


def read_toml(path: Path | str, what: str) -> dict[str, Any]:
    """The values of a TOML file; UcgsimError with file and line where it is none, or is nested too deep."""
    return parse_toml(read_text(path, what, most=MAX_BYTES), path, what)


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
