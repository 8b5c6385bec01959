"""What the texts of new cards were understood to mean: said next to the print, and marked where that is uncertain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ucgsim.cli.common.console import tell
from ucgsim.decks.card_news import NewText, new_texts
from ucgsim.effects.library import EffectLibrary, EffectsReport, known_effects
from ucgsim.safe_text import shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ucgsim.cards.importing import ImportReport

UNCERTAIN = "look at it: this is not read back as the same, and such readings are wrong more often"


def new_meanings(report: ImportReport, effects: EffectsReport, before: EffectLibrary) -> dict[str, NewText]:
    """What the texts were understood to mean that no effect of before says; those that a person edited are theirs."""
    now = known_effects()
    return new_texts(report, {number: now[number] for number in effects.read if number in now}, before)


def meant_answer(meant: Mapping[str, NewText]) -> list[dict[str, Any]]:
    return [
        {"number": each, "text": new.text, "plain": new.meaning.plain, "certain": new.meaning.certain}
        for each, new in meant.items()
    ]


def print_meant(meant: Mapping[str, NewText], names: Mapping[str, str]) -> None:
    """Each text as it is printed, what it was understood to mean, and whether that is to be looked at."""
    for each, new in meant.items():
        tell(f"new text: {names.get(each, each)}")
        print_meaning(new)


def print_meaning(new: NewText) -> None:
    tell(f"  printed:  {shown(new.text)}")
    for words in new.meaning.plain:
        tell(f"  is read:  {words}")
    if not new.meaning.certain:
        tell(f"  {UNCERTAIN}")
