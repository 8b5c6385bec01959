"""Inputs that somebody might give: valid ones with slips in them, pieces of them in any order, and garbage."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Sequence

Change = tuple[str, int, int, bytes]
"""What is done to an input, where, how much, and with which bytes."""

MOST = 100_000
"""Bytes of an input; a second is asked of all that is no larger."""
PLACES = 2**16
"""A place in an input is a share of its length in so many parts."""
HOSTILE = (
    # control characters, marks of direction, and letters that are more or less than one
    *("\0", "\x1b[2J", "\x85", "\u2028", "\u202e", "\ufeff", "\ud800", "\uffff"),
    *("é" * 300, "１", "²", "İ", "\U0001f409"),
    # blanks, ends of lines, quotes and escapes
    *("\t", "\r", "\n", "\r\n\r\n", " " * 20_000, "\n" * 3000, '"', "'", "`"),
    *("\\", "\\u", "\\ud800", "\\x", "\\U99999999"),
    # numbers, and what is nested
    *("0", "-0", "-1", "1", "1.5", "1e308", "1e999", "NaN", "Infinity", str(2**31), str(2**63), "9" * 31, "9" * 20_000),
    *("null", "true", "[]", "{}", "[[", "}", ")", "(", "(" * 3000, "[" * 3000, "not " * 2000, "- " * 400, "&a", "*a"),
    # what means something in YAML, in a spreadsheet and in a decklist
    *("<<: *a", "!!python/object:a", "%YAML 1.9", "---", "...", "|", ">", "? "),
    *("=1+1", "# group a: ", "# name: ", "//"),
)


@st.composite
def _changes(draw: st.DrawFn, tokens: Sequence[str]) -> list[Change]:
    """What is done to an input, one after the other."""
    each = st.tuples(
        st.sampled_from(["cut", "repeat", "insert", "word", "word", "word", "line", "swap", "byte"]),
        st.integers(0, PLACES - 1),
        st.one_of(st.integers(1, 8), st.integers(9, 3000)),
        st.one_of(*(st.sampled_from(each).map(_encoded) for each in (HOSTILE, tokens) if each), st.binary(max_size=3)),
    )
    return draw(st.lists(each, min_size=1, max_size=4))


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _changed(raw: bytes, changes: Sequence[Change], other: bytes) -> bytes:
    for change in changes:
        raw = _change(raw, change, other)[:MOST]
    return raw


def _change(raw: bytes, how: Change, other: bytes) -> bytes:
    what, place, size, token = how
    at = len(raw) * place // PLACES
    match what:
        case "cut":
            return raw[:at] + raw[at + size :]
        case "repeat":
            return raw[:at] + raw[at : at + 40] * min(size, MOST // 40) + raw[at + 40 :]
        case "insert":
            return raw[:at] + token + raw[at:]
        case "line":
            lines, others = raw.splitlines(keepends=True), other.splitlines(keepends=True) or [token]
            spot = len(lines) * place // PLACES
            return b"".join([*lines[:spot], others[size % len(others)], *lines[spot + size % 2 :]])
        case "swap":
            return raw[:at] + raw[at + size : at + 2 * size] + raw[at : at + size] + raw[at + 2 * size :]
        case "byte":
            return raw[:at] + bytes([size % 256]) + raw[at + 1 :]
    return _with_word(raw, place, token)


def _with_word(raw: bytes, place: int, token: bytes) -> bytes:
    """A word or number gives way to ``token``: what changes values and not the form around them."""
    words = list(re.finditer(rb"-?\w[\w.+-]*", raw))
    if not words:
        return raw + token
    word = words[len(words) * place // PLACES]
    return raw[: word.start()] + token + raw[word.end() :]


def mutated(seeds: Sequence[bytes], tokens: Sequence[str] = ()) -> st.SearchStrategy[bytes]:
    """Valid inputs with a few changes."""
    return st.builds(_changed, st.sampled_from(seeds), _changes(tokens), st.sampled_from(seeds))


def pieced(tokens: Sequence[str]) -> st.SearchStrategy[bytes]:
    """Words of the form in any order, hostile ones among them."""
    words = st.sampled_from(tokens) | st.sampled_from(tokens) | st.sampled_from([*HOSTILE]) | st.text(max_size=5)
    between = st.sampled_from(["", " ", ",", "\n", "\n  ", ": "])
    parts = st.lists(st.tuples(words, between), max_size=30)
    return parts.map(lambda result: _encoded("".join(word + gap for word, gap in result)))


def json_values() -> st.SearchStrategy[bytes]:
    """JSON of any form."""
    leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
    values = st.recursive(leaves, lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=5), inner))
    return values.map(lambda value: json.dumps(value).encode())


def inputs(seeds: Sequence[bytes], tokens: Sequence[str] = ()) -> st.SearchStrategy[bytes]:
    """Everything: mostly what is nearly valid, for the rest is refused at its first byte."""
    nearly = mutated(seeds, tokens)
    return st.one_of(nearly, nearly, nearly, pieced([*tokens, "1", "a"]), json_values(), st.binary(max_size=60))
