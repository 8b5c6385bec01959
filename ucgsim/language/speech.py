"""The language that is spoken, and the sentences of its catalogs."""

from __future__ import annotations

import os
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError
from ucgsim.files.reading import own_bytes, parse_json

if TYPE_CHECKING:
    from collections.abc import Iterator

INTERFACE = {"en": "English", "ja": "日本語"}
"""Languages of the interface by their codes, in their own words."""
VARIABLE = "UCGSIM_LANGUAGE"
"""Names the language where no option does."""
_spoken = ""


def speak(language: str = "") -> None:
    """Say all that follows in a language, that of the environment if none is named; UcgsimError for an unknown one."""
    global _spoken  # noqa: PLW0603 - a process speaks one language, that of its reader
    # The refusal itself is to be said in a language that there is.
    _spoken = "en"
    _spoken = _checked(language, "--language") if language else _checked(os.environ.get(VARIABLE) or "en", VARIABLE)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Say what is said within in a language, and what follows as before; UcgsimError for an unknown one.

    Pages, pictures and whatever else is written into folders are in English whatever their reader speaks.
    """
    global _spoken  # noqa: PLW0603 - as above
    before = _spoken
    try:
        speak(language)
        yield
    finally:
        _spoken = before


def spoken() -> str:
    """The language that is spoken: that of `speak`, else that of the environment, else English."""
    return _spoken or _checked(os.environ.get(VARIABLE) or "en", VARIABLE)


def _checked(language: str, place: str) -> str:
    if language not in INTERFACE:
        raise UcgsimError(f"{place}: {language!r} is no language of the interface; it has {', '.join(INTERFACE)}")
    return language


def gettext(text: str) -> str:
    """A sentence in the language that is spoken, itself where that has none; ``{name}`` in it is filled afterwards."""
    language = spoken()
    return text if language == "en" else messages("ucgsim", language).get(text, text)


def marked(text: str) -> str:
    """The text itself, marked for the catalog: what is in a table of constants is translated where it is said."""
    return text


@cache
def messages(domain: str, language: str) -> dict[str, str]:
    """The translated sentences of a catalog by their English; those that a translator is unsure of are left out."""
    place = files("ucgsim.language").joinpath(language, "LC_MESSAGES", f"{domain}.json")
    result: dict[str, str] = parse_json(own_bytes(place, "install ucgsim again").decode(), place.name, "sentences")
    return result
