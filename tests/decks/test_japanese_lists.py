"""Whole lists as Japanese players write them: each form of every deck that ships is read as that deck."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

import pytest

from tests.decks.pasted import WIDE
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cards.official_ids import ids_of
from ucgsim.cards.other_names import card_spellings
from ucgsim.decks.checking import load_deck
from ucgsim.decks.finding import decks_in, shipped
from ucgsim.decks.reading import parse_deck
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ucgsim.decks.deck import Deck

CATALOG = shipped_catalog()
NARROW = str.maketrans(
    dict(
        zip(
            "アイウエオカキクケコサシスセソタチツテトナニヌネノマミムメモラリルレロン",
            "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾏﾐﾑﾒﾓﾗﾘﾙﾚﾛﾝ",
            strict=True,
        )
    )
)
"""Letters of half width, which old keyboards of phones write."""


@cache
def called(number: str) -> str:
    """What a card is called in Japan as far as that is known, else its English name."""
    card = CATALOG[number]
    return next(iter(card_spellings(card, ["ja"])), card.name)


def by_level(deck: Deck) -> str:
    lines = [f"【{deck.name}】"]
    levels: dict[str, list[str]] = {}
    for number, count in deck.counts:
        card = CATALOG[number]
        head = "シーン" if card.is_scene else f"レベル{card.level}"
        levels.setdefault(head, []).append(f"・{number} {called(number)} ×{count}")
    for head, cards in levels.items():
        lines += [f"■{head}", *cards, ""]
    return "\n".join([*lines, "合計50枚"])


def by_name(deck: Deck) -> str:
    """Names and levels alone, and the number where these mean several cards."""
    lines = []
    for number, count in deck.counts:
        card = CATALOG[number]
        same = [each for each in CATALOG.values() if called(each.number) == called(number) and each.level == card.level]
        lines.append(
            f"{called(number)} {'' if card.is_scene else f'Lv{card.level}'} {number if len(same) > 1 else ''} {count}枚"
        )
    return "\n".join(lines)


def rows(deck: Deck, row: str, head: str = "") -> str:
    lines = [row.format(number=number, count=count, name=called(number)) for number, count in deck.counts]
    return "\n".join([head, *lines] if head else lines)


WRITTEN: dict[str, Callable[[Deck], str]] = {
    "count, number, name": lambda deck: rows(deck, "{count} {number} {name}"),
    "number in brackets": lambda deck: rows(deck, "{name}（{number}）×{count}"),
    "copies as a word": lambda deck: rows(deck, "{number} {name} {count}枚"),
    "wide": lambda deck: rows(deck, "{number}　{name}　{count}枚").translate(WIDE),
    "narrow": lambda deck: rows(deck, "{count}x {number} {name}").translate(NARROW),
    "by level": by_level,
    "a table": lambda deck: rows(deck, "{number}\t{name}\t{count}", "カード番号\tカード名\t枚数"),
    "CSV": lambda deck: rows(deck, '{number},"{name}",{count}', "カード番号,カード名,枚数"),
    "ids": lambda deck: json.dumps([{"id": ids_of(number)[-1], "count": count} for number, count in deck.counts]),
    "names and levels": by_name,
    "a picture's text": lambda deck: rows(deck, "{number}\n{name}\n×{count}"),
    "a post": lambda deck: (
        f"優勝しました！\nデッキレシピです👇\n\n{rows(deck, '{number} ×{count}')}\n\n#ウルトラマンカードゲーム"
    ),
}
DECKS = [load_deck(place, CATALOG) for place in decks_in(shipped())]


def read(text: str) -> dict[str, int] | None:
    """The counts of a list, None where something of it is asked about or refused."""
    try:
        deck, problems = parse_deck(text, CATALOG)
    except UcgsimError:
        return None
    return None if problems else dict(deck.counts)


@pytest.mark.parametrize("form", WRITTEN)
def test_every_form_of_all_decks_that_ship(form):
    results = {deck.name: read(WRITTEN[form](deck)) for deck in DECKS}
    assert results == {deck.name: dict(deck.counts) for deck in DECKS}
