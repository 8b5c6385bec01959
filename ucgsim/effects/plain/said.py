"""Card effects in the language of the reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.effects.plain.english import English
from ucgsim.effects.plain.japanese import Japanese
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from ucgsim.effects import tree

LANGUAGES = ("en", "ja")


def said(text: tree.CardText, language: str) -> list[str]:
    """What a card does, one text a power in printed order; UcgsimError for a language that has no words for it.

    For reading only: the effect language is what is played, and the one from which a card is read back.
    """
    match language:
        case "en":
            return [English(power).power(power) for power in text.powers]
        case "ja":
            return [Japanese(power).power(power) for power in text.powers]
    raise UcgsimError(f"effects are said in {', '.join(LANGUAGES)}, not in {language!r}")


def plain_text(text: tree.CardText) -> list[str]:
    """What a card does, in plain English."""
    return said(text, "en")
