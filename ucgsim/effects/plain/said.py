"""Card effects in the language of the reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.effects.plain.english import English
from ucgsim.effects.plain.japanese import Japanese
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from ucgsim.effects import tree

SPEAKERS = {each.language: each for each in (English, Japanese)}


def said(text: tree.CardText, language: str) -> list[str]:
    """What a card does, one text a power in printed order; UcgsimError for a language that has no grammar here.

    For reading only: the effect language is what is played, and the one from which a card is read back.
    """
    if language not in SPEAKERS:
        raise UcgsimError(f"effects are said in {', '.join(SPEAKERS)}, not in {language!r}")
    return [SPEAKERS[language](power).power(power) for power in text.powers]


def plain_text(text: tree.CardText) -> list[str]:
    """What a card does, in plain English."""
    return said(text, "en")
