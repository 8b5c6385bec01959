"""Cards as the interface of the official card list hands them out, in JSON: made into the rows of an open catalog.

A card is an object with a ``number``; facts are members of it or of its ``detail``. What has a code for programs
(``{"value": "disaster", "description": "HAZARD"}``) is read by it, so that every language gives the same facts.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeAlias

from ucgsim.cards.other_names import key_of
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import JsonList, JsonObject, parse_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

WHAT = "cards of the official list (JSON)"
FOREIGN = re.compile("[\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uff66-\uff9d]")
"""Letters of Japanese, Chinese and Korean; the brackets and dots that English texts have as well are none."""

_KINDS = {
    "Ultra Hero": ("ultrahero", "ウルトラヒーロー", "超人力霸王"),
    "Kaiju": ("kaiju", "怪獣", "ウルトラ怪獣", "怪獸宇宙人系列"),
    "Ultra Mech": ("ultramech", "ultramecha", "ウルトラメカ"),
    "Scene": ("scene", "シーン", "場景"),
}
"""Card types with their codes, and what they are called in Japanese and Chinese."""
_TYPES = {
    "BASIC": ("basic", "基本"),
    "POWER": ("power", "剛力", "力量"),
    "SPEED": ("speed", "敏速", "速度"),
    "ARMED": ("armed", "武装"),
    "HAZARD": ("disaster", "hazard", "災禍", "災害"),
    "DEVASTATION": ("devastation", "壊滅"),
    "INVASION": ("invasion", "侵略"),
    "METEO": ("meteo", "メテオ"),
}
"""TYPEs likewise; the code of HAZARD is another word."""
TYPES, KINDS = ({word: name for name, words in each.items() for word in words} for each in (_TYPES, _KINDS))
_WORDS: dict[str, dict[str, str]] = {"feature": KINDS, "type": TYPES}
_PLURALS = {"feature": "features", "type": "types"}
_SAYS = ("en", "us", "value", "description", "name", "label", "title", "code", "ja", "jp")
"""Members that say what an object means."""
Placed: TypeAlias = "tuple[int, dict[str, str] | None]"
_JSON = re.compile(r"\s*[\[{]")


def is_feed(text: str) -> bool:
    """Whether a text is JSON and no table."""
    return _JSON.match(text) is not None


def feed_rows(text: str, path: Path, columns: Sequence[str]) -> tuple[set[str], list[Placed]]:
    """Which of the columns any card has, and each card's line and values, blank for absent ones; None: no card.

    Raises UcgsimError where the text is no JSON, or holds no card.
    """
    value = parse_json(text, path, WHAT, repeats=True)
    cards = list(_cards(value))
    if not any(card is not None for _, card in cards):
        raise UcgsimError(f'{path}: holds no card; {WHAT} are a list, or {{"data": [...]}}, of objects with a "number"')
    seen = {column for _, card in cards if card is not None for column in columns if _given(card, column) is not None}
    return seen, [(line, None if card is None else _row(card, columns)) for line, card in cards]


def _cards(value: Any, line: int = 1, *, listed: bool = False) -> Iterator[tuple[int, JsonObject | None]]:
    """The cards of a value and of what it holds, in their order; None for what is in the place of one."""
    if isinstance(value, JsonObject):
        if "number" in value:
            yield value.line, value
            return
        lists = [(held, at) for _, held, at in value.pairs if isinstance(held, JsonList | JsonObject)]
        if listed and not lists:
            yield value.line, None
        for held, at in lists:
            # What a page says of itself, such as its links, is no card.
            yield from ((at, card) for at, card in _cards(held, at) if card is not None or _holds_card(held))
    elif isinstance(value, JsonList):
        for item, at in zip(value, value.lines, strict=True):
            yield from _cards(item, at, listed=True)
    elif listed:
        yield line, None


def _holds_card(value: Any) -> bool:
    return isinstance(value, JsonList) and any(isinstance(each, JsonObject) and "number" in each for each in value)


def _given(card: JsonObject, column: str) -> Any:
    """What a card says of a column, in its own members, then in its ``detail``; None where nothing."""
    detail = card.get("detail")
    # The id of the detail is that of a language's text, not that of the print.
    holders = [card, *([detail] if isinstance(detail, JsonObject) and column != "id" else [])]
    for holder in holders:
        for name in (column, _PLURALS.get(column, column)):
            if holder.get(name) is not None:
                return holder[name]
    return None


def _row(card: JsonObject, columns: Sequence[str]) -> dict[str, str]:
    return {column: _said(_given(card, column), _WORDS.get(column, {})) for column in columns}


def _said(value: Any, words: Mapping[str, str]) -> str:
    """A value as the cell of a table has it: an object by its code, else by its name, a list with strokes between."""
    if isinstance(value, JsonList):
        return "/".join(filter(None, (_said(each, words) for each in value)))
    options = [str(value[key]) for key in _SAYS if _is_plain(value.get(key))] if isinstance(value, JsonObject) else []
    options += [_text(value)] if _is_plain(value) else []
    # As in the tables, where each power of a text follows the one before it on one line.
    options = [re.sub(r"[\r\n]", " ", each) for each in options]
    known = next((words[key] for each in options if (key := key_of(each)) in words), "")
    # The code of a rarity, `900_c`, is for sorting.
    named = [each for each in options if each.isascii() and "_" not in each]
    return known or next(iter([*named, *options]), "")


def _is_plain(value: Any) -> bool:
    return isinstance(value, str | int | float) and not isinstance(value, bool)


def _text(value: Any) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
