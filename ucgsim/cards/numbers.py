"""Card numbers as they are printed, and the number that counts in a deck (CR 4.1.3).

A parallel or a reprint carries something before the card number: ``AP(01/20) BP01-001``,
``(PR-010)(01)BP01-012``, ``BP04-Re(01/02)BP01-103``, ``ExPBP06-102``, ``AP14BP05-061``.
"""

from __future__ import annotations

import re
import unicodedata

from ucgsim.errors import UcgsimError

KNOWN_CODE = r"(?:(?:BP|SD|EXD|UD)\d{2}-\d{3}|PR-\d{3,4}|Y\d{2}-P\d{3})"
"""The numbers of the products up to now, as a regular expression."""

OTHER_CODE = r"[A-Z]{1,4}(?:\d{2})?-[A-Z]?\d{3,4}"
"""The shape that all of them share, for products with a code of their own."""

# A mark is glued to the number only where nothing else could be meant; any other letter before a number
# belongs to its product code (TBP07-001 is no print of BP07-001).
_MARK = r"(?:ExP|SSSP|SP|AP|UR|Re)"
_NUMBER = re.compile(
    rf"(?:.*(?:[^A-Z]|{_MARK}))?(?P<known>{KNOWN_CODE})|(?:.*(?:[^A-Z]|ExP|Re))?(?P<other>{OTHER_CODE})",
    re.IGNORECASE,
)
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))


def plain_text(text: str) -> str:
    """Return text with full-width letters, typographic dashes and runs of blanks made plain."""
    return " ".join(unicodedata.normalize("NFKC", text).translate(_DASHES).split())


def base_number(text: str) -> str:
    """Return the card number without what marks a parallel or a reprint (CR 4.1.3).

    Raises UcgsimError where the text does not end in a card number.
    """
    match = _NUMBER.fullmatch(plain_text(text))
    if match is None:
        raise UcgsimError(f"{text.strip()[:60]!r} is no card number; one looks like BP01-012 or (PR-095)BP02-005")
    return str(match["known"] or match["other"]).upper()


def set_code(number: str) -> str:
    """Return the product that a base number belongs to: ``BP01`` of BP01-012, ``PR`` of PR-036."""
    return number.split("-", 1)[0]
