from __future__ import annotations

import dataclasses
import re
from dataclasses import replace

import pytest

from tests.helpers import NEWEST
from ucgsim.cards.card import Card, Kind
from ucgsim.cards.keywords import KEYWORDS
from ucgsim.cards.versions import DEFAULT_RULES, RULES_VERSIONS, Format, rules_name, rules_options, rules_version
from ucgsim.engine.core.constants import Switch
from ucgsim.engine.core.tables import card_book
from ucgsim.errors import UcgsimError

SINCE_1_4 = {"quad", "no_single", "vacant_areas", "extra_counts_as_shifted"}
SINCE_1_6 = {
    "scene_draw_after_effect",
    "triggers_wait",
    "new_object_on_zone_change",
    "trim_from_top",
    "charge",
    "team",
    "ultra_mech",
}
SINCE_1_7 = {"continuously_active", "charge_reveals_first", "several_names"}


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("1.2", set()),
        ("1.4", SINCE_1_4),
        ("1.6", SINCE_1_4 | SINCE_1_6),
        ("1.7", SINCE_1_4 | SINCE_1_6 | SINCE_1_7),
    ],
)
def test_each_version_has_its_switches(name, known):
    switches = dataclasses.asdict(rules_version(name))
    assert switches.pop("name") == name
    keywords = switches.pop("keywords")
    assert {*keywords, *(switch for switch, on in switches.items() if on)} == known


@pytest.mark.parametrize("name", RULES_VERSIONS)
def test_the_sealed_format_changes_decks_and_one_rule(name):
    standard, sealed = rules_version(name), rules_version(rules_name(name, Format.SEALED))
    before, after = dataclasses.asdict(standard), dataclasses.asdict(sealed)
    assert {field for field in before if before[field] != after[field]} == {"name", "opened_cards", "baton_touch"}
    assert (standard.deck_size, sealed.deck_size) == (50, 30)
    assert rules_options(sealed.name) == ["--rules", name, "--format", "sealed"]
    assert rules_options(standard.name) == ["--rules", name]


def test_versions_are_named_oldest_first_and_the_newest_is_played():
    assert list(RULES_VERSIONS) == sorted(RULES_VERSIONS, key=lambda name: [int(part) for part in name.split(".")])
    assert rules_version() is rules_version(DEFAULT_RULES) is rules_version(NEWEST)


@pytest.mark.parametrize("name", ["1.5", "", "2", "1.7 draft", "sealed"])
def test_an_unknown_version_is_refused_with_the_known_ones(name):
    with pytest.raises(UcgsimError, match=re.escape(", ".join(RULES_VERSIONS))):
        rules_version(name)


def test_a_keyword_of_a_card_has_the_bit_of_its_switch_where_the_version_knows_it():
    for keyword in KEYWORDS:
        card = Card("X01-001", "Plain", kinds=(Kind.KAIJU,), characters=("PLAIN",), bp=(1000,) * 4, level=1)
        for place, name in enumerate(RULES_VERSIONS):
            book = card_book([replace(card, keywords=(keyword.name,)), replace(card, number="X01-002")], name)
            known = [row.keywords & book.tables.rules[Switch[keyword.name.upper()]] for row in book.tables.cards[:2]]
            assert [bool(bit) for bit in known] == [place >= RULES_VERSIONS.index(keyword.since), False]
