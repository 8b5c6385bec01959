"""Every number of a text is in its tree, and every number of a tree in its text."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import product
from typing import TYPE_CHECKING

import pytest

from tests.effects.wordings import ACTIONS, CONDITIONS, COSTS, ENTERS, needs_official_texts, official_texts
from ucgsim.effects.official.parser import even
from ucgsim.effects.official.read import _lark, read_official
from ucgsim.effects.official.wording.noun_phrases import _NUMBERS
from ucgsim.effects.tree.selectors import ANY_NUMBER, LevelBetween, PickCards, Quantity, RoundBetween
from ucgsim.effects.tree.statements import CardText, PutInPlace, Swap

if TYPE_CHECKING:
    from collections.abc import Iterator

_TWO = ("both", "twice", "adjacent")
"""Words that say two: the neighbours on both sides, both of them, twice per turn."""


def numbers_of_text(text: str) -> Counter[int]:
    """The numbers that a text writes, without 1, which "a card" says as well, and those of a list of effects."""
    everything = ["", *_lark().lex(even(text)), ""]
    triples = zip(everything, everything[1:], everything[2:], strict=False)
    numbers = ("NUMBER", "SIGNED")
    tokens = [
        token
        for before, token, after in triples
        if getattr(token, "type", "") in numbers and before != "effect" and after != ")"
    ]
    said = (_NUMBERS.index(token) if token in _NUMBERS else abs(int(token)) for token in tokens)
    return Counter(number for number in said if number > 1)


def numbers_of_tree(node: object) -> Iterator[int]:
    """The numbers in a tree likewise; the two ends of "exactly three" are one number."""
    if isinstance(node, bool | Enum) or node == ANY_NUMBER:
        return
    if isinstance(node, int):
        if abs(node) > 1:
            yield abs(node)
    elif isinstance(node, tuple):
        for item in node:
            yield from numbers_of_tree(item)
    elif isinstance(node, Quantity) and node.least == node.most:
        yield from numbers_of_tree(node.most)
    elif isinstance(node, PutInPlace) and node.state is not None and isinstance(node.cards, PickCards):
        yield from numbers_of_tree(node.cards.cards)  # how many "a DOUBLE" takes, its state says
    elif isinstance(node, Swap) and node.first == node.second:
        yield 2
        yield from numbers_of_tree(node.first)
    elif isinstance(node, LevelBetween | RoundBetween) and node.least == node.most:
        yield from numbers_of_tree(node.most)
    elif is_dataclass(node):
        for item in fields(node):
            yield from numbers_of_tree(getattr(node, item.name))


def missing_and_added(text: str, tree: CardText) -> tuple[Counter[int], set[int]]:
    """Numbers of the text that the tree lacks, and those of the tree that the text does not write."""
    said, meant = numbers_of_text(text), Counter(numbers_of_tree(tree))
    words = even(text)
    lent = {2} if any(word in words for word in (*_TWO, "same", "share", "different", "effect 2")) else set()
    if "than" in words:
        lent |= {number + step for number in said for step in (-1, 1)}
    return said - meant, set(meant) - set(said) - lent


@needs_official_texts
def test_official_texts_lose_and_gain_no_number() -> None:
    texts = sorted(set(official_texts().values()))
    assert len(texts) > 400
    wrong = {text: differing for text in texts if any(differing := missing_and_added(text, read_official(text)))}
    assert wrong == {}


PAIRS = [*zip(CONDITIONS, ACTIONS, strict=False), *zip(CONDITIONS, ACTIONS[::-1], strict=False)]


@pytest.mark.parametrize(("condition", "action"), PAIRS)
def test_made_up_effects_lose_and_gain_no_number(condition: str, action: str) -> None:
    text = f"{ENTERS}If {condition}, you may {action}."
    assert missing_and_added(text, read_official(text)) == (Counter(), set())


@pytest.mark.parametrize("cost", COSTS)
def test_costs_lose_and_gain_no_number(cost: str) -> None:
    text = f"[Activate](Three times per turn){cost} → Give up to seven of your Kaiju +8000 BP each for this turn."
    assert missing_and_added(text, read_official(text)) == (Counter(), set())


VERBS = (
    "discard {} from your hand",
    "exile {} in your discard area from the game",
    "put {} from your discard area into your hand",
    "return {} from your discard area to the bottom of your deck",
    "reveal {} from your hand",
)
ALTERNATIVES = tuple(
    f"{first} {one} or {second} {other}"
    for (first, second), (one, other) in product(
        (("three", "two"), ("two", "up to four"), ("five", "exactly three"), ("two", "two")),
        (("scene cards", "Kaiju cards"), ("『HERO』 cards", "cards"), ("level 6 cards", "level 7 or higher cards")),
    )
)


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("alternatives", ALTERNATIVES)
def test_each_alternative_keeps_its_number(verb: str, alternatives: str) -> None:
    """Of one number for both, the tree has one choice."""
    text = f"{ENTERS}You may {verb.format(alternatives)}."
    once = Counter({2: 1}) if alternatives.count("two") == 2 else Counter()
    assert missing_and_added(text, read_official(text)) == (once, set())


@pytest.mark.parametrize(
    "alternatives",
    ["three of your Ultra Heroes or two of your Kaiju", "one of your Kaiju or four of your opponent's characters"],
)
def test_each_alternative_of_characters_keeps_its_number(alternatives: str) -> None:
    text = f"{ENTERS}Give {alternatives} +7000 BP for this turn."
    assert missing_and_added(text, read_official(text)) == (Counter(), set())
