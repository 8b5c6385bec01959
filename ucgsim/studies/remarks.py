"""What a reader of any study must know to judge its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.naming import card_label, in_deck_order

if TYPE_CHECKING:
    from collections.abc import Sequence


def blank_remark(numbers: Sequence[str]) -> str:
    """That some cards were played without their text."""
    return f"Played as if blank, although they have a text: {card_names(numbers)}."


def edited_remark(numbers: Sequence[str]) -> str:
    """That some cards were played as a person says, not as the official text was read."""
    return f"Played with an effect edited by hand: {card_names(numbers)}."


def card_remarks(blank: Sequence[str], edited: Sequence[str]) -> list[str]:
    """Both, as far as there is something to say."""
    return [*([blank_remark(blank)] if blank else []), *([edited_remark(edited)] if edited else [])]


def card_names(numbers: Sequence[str]) -> str:
    """What cards are called, by character and level; a number that the catalog does not know stays one."""
    catalog = load_catalog()
    known = sorted((catalog[number] for number in numbers if number in catalog), key=in_deck_order)
    return ", ".join([*map(card_label, known), *(number for number in numbers if number not in catalog)])
