"""What cards are called, and cards by what they are called."""

import pytest

from ucgsim.cards.card import Card, Kind, NamedCards, card_label, card_title, in_deck_order
from ucgsim.cards.catalog import shipped_catalog

HERO = Card("XX01-001", "Ultraman Zog", "Gleam Type", ("ZOG",), (Kind.ULTRA_HERO,), 2)


@pytest.mark.parametrize(
    ("card", "label"),
    [
        (HERO, "Zog 2 · Gleam Type (XX01-001)"),
        (Card("XX01-002", "The Odd Kaiju McBeast", "", ("MCBEAST",), (Kind.KAIJU,), 4), "McBeast 4 (XX01-002)"),
        (Card("XX01-003", "Ultraman", "", ("KEN",), (Kind.ULTRA_HERO,), 1), "KEN 1 (XX01-003)"),
        (Card("XX01-004", "Zog & Zig", "", ("ZOG", "ZIG"), (Kind.ULTRA_HERO,), 3), "Zog/Zig 3 (XX01-004)"),
        (Card("XX01-005", "A Long Day", "", (), (Kind.SCENE,), round=2), "A Long Day (XX01-005)"),
    ],
)
def test_a_card_is_called_by_character_level_and_subtitle(card, label):
    assert card_label(card) == label


def test_the_labels_of_the_catalog_are_one_a_card():
    catalog = shipped_catalog()
    assert len({card_label(card) for card in catalog.values()}) == len(catalog)
    assert all(card_title(card) for card in catalog.values())


def test_a_deck_is_sorted_by_character_and_level_with_its_scenes_last():
    cards = sorted(shipped_catalog().values(), key=in_deck_order)
    scenes = [card.is_scene for card in cards]
    assert scenes == sorted(scenes)
    people = [(card.characters, card.level) for card in cards if not card.is_scene]
    assert people == sorted(people, key=lambda each: ("/".join(each[0]), each[1]))


@pytest.mark.parametrize("text", ["Ultraman Zog (Gleam Type)", "ultraman zog gleam  type", "Ｕltraman Zog"])
def test_a_name_is_found_however_it_is_spelled(text):
    assert NamedCards({HERO.number: HERO}).find(text) == ("XX01-001",)


def test_a_name_with_a_slip_is_near():
    names = NamedCards({HERO.number: HERO})
    assert names.find("Ultraman Zag") == ()
    assert names.nearest("Ultraman Zag") == ["Ultraman Zog"]
