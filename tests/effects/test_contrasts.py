"""Contrary words never say the same: with one of them turned, a text is read as another effect, or refused."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
import yaml

from tests.effects import comparisons, wordings
from tests.effects.contrasts import contrasts
from tests.effects.crossings import crossings
from tests.effects.deeds import deeds
from tests.effects.tables import rows
from tests.effects.test_reading_back import powers
from tests.effects.wordings import needs_official_texts, official_texts
from ucgsim.cards.keywords import read_keywords
from ucgsim.effects.official.read import UnreadableText, read_official
from ucgsim.effects.reading_back import official

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

CARDS = Path(__file__).resolve().parent.parent / "cards"
ENTERS = "《When this character enters play》"


def _made_up() -> Iterator[str]:
    """Every text of the other tests: of scenarios, and of the lists of wordings."""
    for path in CARDS.rglob("*.yaml"):
        for card in (yaml.safe_load(path.read_text(encoding="utf-8")).get("cards") or {}).values():
            yield card.get("effect") or ""
    yield from (f"{ENTERS}If {asked}, draw a card." for asked in wordings.CONDITIONS)
    yield from (f"{ENTERS}You may {action}." for action in wordings.ACTIONS)
    yield from (f"[Activate](Once per turn){cost} → Draw a card." for cost in wordings.COSTS)
    yield from (row.text for row in rows("of_no_card", "plain_style", "triggers") if not row.is_refused)


def _same(texts: Iterable[str]) -> list[str]:
    """Texts with a word turned into its contrary that say the same as before; each word once among the same words."""
    tried, result = set(), []
    for text in sorted(set(texts)):
        turned = {_around(text, other): other for other in contrasts(text)}
        if (new := turned.keys() - tried) and (said := _said(text)) is not None:
            tried |= new
            result += [turned[around] for around in sorted(new) if _said(turned[around]) == said]
    return result


def _around(text: str, other: str) -> str:
    """The word that was turned with some words on either side, whatever their numbers."""
    at = next((at for at, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), len(text))
    return re.sub(r"\d", "0", other[max(at - 20, 0) : at + 30])


def _said(text: str) -> object:
    """What a text says, the facts in it included; ``None`` where it is refused."""
    facts = read_keywords(text)
    try:
        return read_official(text), facts.teams, facts.extra_kinds, facts.characters, facts.copy_limit
    except UnreadableText:
        return None


@pytest.mark.slow
def test_contrary_words_in_our_own_texts() -> None:
    assert _same(_made_up()) == []


def test_contrary_words_in_further_wordings() -> None:
    assert _same(row.text for row in rows("further") if not row.is_refused) == []


def test_contrary_words_in_comparisons() -> None:
    assert _same(f"{ENTERS}If {asked}, draw a card." for asked, _ in list(comparisons.conditions())[::4]) == []


@pytest.mark.slow
@needs_official_texts
def test_contrary_words_in_the_official_texts() -> None:
    assert _same(official_texts().values()) == []


def test_contrary_words_in_what_other_players_do() -> None:
    assert _same([text for text, _, _ in deeds()][::3]) == []


@pytest.mark.slow
def test_contrary_words_in_parts_of_one_power_in_another() -> None:
    assert _same(map(official, crossings(tuple(powers()), Random(23), 300))) == []


@pytest.mark.parametrize(
    "text",
    [
        "This card cannot enter play as SINGLE while you have two or more Kaiju.",
        "This card's character name is not treated as 『NOVA』.",
    ],
)
def test_a_fact_with_more_than_its_words_is_none(text: str) -> None:
    assert read_keywords(text).remainder
    with pytest.raises(UnreadableText):
        read_official(text)
