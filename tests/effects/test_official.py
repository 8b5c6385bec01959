"""The official texts themselves, and systematic changes to them."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import pytest
import yaml
from lark import Token, Transformer
from lark.exceptions import VisitError
from lark.visitors import CollapseAmbiguities

from tests.effects.wordings import SHARED, needs_official_texts, official_texts
from ucgsim.effects.language.blocks import format_text
from ucgsim.effects.library import load_effects
from ucgsim.effects.official.meaning.pronouns import settle
from ucgsim.effects.official.parser import even
from ucgsim.effects.official.read import _lark, _named, read_official
from ucgsim.effects.official.wording.powers import Clauses
from ucgsim.effects.tree.statements import CardText

SCENARIOS = SHARED / "scenarios"
CHANGES = {
    "names": (r"(?<=『)([^』]+)(?=』)", r"\1 & CO-7"),
    "types": (r"(?<=【)[A-Z]+(?=】)", "GRAVITY"),
    "parts": (r"(?<=「)([^」]+)(?=」)", r"\1, & Even+1"),
    "amounts": (r"(?<=[+-])\d000", "7000"),
}
STATES = {"SINGLE": "DOUBLE", "DOUBLE": "TRIPLE", "TRIPLE": "QUAD", "QUAD": "SINGLE"}


@needs_official_texts
def test_every_number_reads_as_it_is_shipped() -> None:
    library = load_effects()
    texts = official_texts()
    assert len(texts) > 500
    assert set(library) <= set(texts)
    for number, text in texts.items():
        assert read_official(text) == (library[number] if number in library else CardText()), number


@needs_official_texts
@pytest.mark.parametrize("change", CHANGES)
def test_other_names_types_and_amounts_change_nothing_else(change: str) -> None:
    pattern, other = CHANGES[change]
    tried = 0
    for text in sorted(set(official_texts().values()))[::6]:
        changed = re.sub(pattern, other, text)
        if changed != text:
            tried += 1
            assert _shape(changed) == _shape(text), changed
    assert tried > 1


@needs_official_texts
def test_other_states_are_read() -> None:
    for text in sorted(set(official_texts().values()))[::6]:
        changed = re.sub(r"\b(SINGLE|DOUBLE|TRIPLE|QUAD)\b", lambda match: STATES[match[0]], text)
        assert len(read_official(changed).powers) == len(read_official(text).powers), changed


@pytest.mark.slow
@needs_official_texts
def test_a_text_has_one_meaning() -> None:
    """Where the grammar leaves a choice, it makes no difference, or the grammar prefers one by name."""
    tried = 0
    for text in sorted(text for text in set(official_texts().values()) if read_official(text).powers)[::22]:
        meanings = _meanings(text)
        tried += 1
        assert format_text(read_official(text)) in meanings
        assert len(meanings) == 1 or re.search(r"at random|level \d, \d", text), text
    assert tried > 20


class Meant(Transformer[Token, Any]):
    """What Lark's tree means."""

    def __init__(self) -> None:
        super().__init__()
        self._methods = Clauses(_named()[1])

    def __default__(self, data: object, children: list[Any], meta: object) -> Any:
        return getattr(self._methods, str(data))(*children)


def _meanings(text: str) -> set[str]:
    """Every meaning that some derivation of the text has."""
    result = set()
    for tree in CollapseAmbiguities().transform(_lark("earley").parse(even(text))):
        with suppress(VisitError):
            result.add(format_text(settle(Meant().transform(tree))))
    return result


@pytest.mark.skipif(not SCENARIOS.exists(), reason="the shared scenarios are not beside the repository")
def test_made_up_texts_of_the_scenarios_are_read() -> None:
    read = 0
    for path in sorted(SCENARIOS.glob("*.yaml")):
        cards = yaml.safe_load(path.read_text(encoding="utf-8")).get("cards") or {}
        for card in cards.values():
            read += len(read_official(card.get("effect", "")).powers)
    assert read > 10


def _shape(text: str) -> str:
    """The effect with its names and amounts made equal."""
    shaped = re.sub(r'"[^"]*"|\b[A-Z][A-Z0-9]*\b', '""', format_text(read_official(text)))
    return re.sub(r"-?\b\d000\b", "N", shaped)
