"""The shares of a field, from a CSV file of decks and weights."""

from __future__ import annotations

import csv
import io
import math
from typing import TYPE_CHECKING

from ucgsim.cards.files import read_text_file
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

WHOLES = (1.0, 100.0)
"""What weights may sum to: shares or percentages."""
ROUNDING = 0.005
"""How far the sum may be off, as a share of it: weights are often rounded."""


def equal_weights(names: Sequence[str]) -> tuple[float, ...]:
    """The same share for every deck."""
    return (1 / len(names),) * len(names)


def read_weights(path: Path, names: Sequence[str]) -> tuple[float, ...]:
    """Shares of the decks ``names``, which sum to 1, from lines ``deck,weight``; decks that are left out have none.

    A first line that names the columns is skipped. Raises UcgsimError with the line for a deck that is not there or
    stands there twice, for what is no weight, and for a sum that is neither 1 nor 100.
    """
    found: dict[str, float] = {}
    for number, row in enumerate(csv.reader(io.StringIO(read_text_file(path, "the weights of a field"))), start=1):
        if not any(cell.strip() for cell in row) or (number == 1 and [c.strip() for c in row] == ["deck", "weight"]):
            continue
        name, weight = _read_row(row, f"{path}, line {number}")
        if name not in names:
            raise UcgsimError(f"{path}, line {number}: no deck {name!r} was played; there are {', '.join(names)}")
        if name in found:
            raise UcgsimError(f"{path}, line {number}: {name!r} has a weight already; name each deck once")
        found[name] = weight
    return _shares(path, found, names)


def _read_row(row: Sequence[str], place: str) -> tuple[str, float]:
    if len(row) != 2:
        raise UcgsimError(f"{place}: has {len(row)} columns; a line is like 'Deck name,0.25'")
    name, text = (cell.strip() for cell in row)
    try:
        weight = float(text)
    except ValueError:
        weight = math.nan
    if not 0 <= weight < math.inf:
        raise UcgsimError(f"{place}: {text!r} is no weight; give a number such as 0.25")
    return name, weight


def _shares(path: Path, found: dict[str, float], names: Sequence[str]) -> tuple[float, ...]:
    total = math.fsum(found.values())
    if not any(abs(total / whole - 1) <= ROUNDING for whole in WHOLES):
        raise UcgsimError(f"{path}: the weights sum to {total:g}; they must sum to 1 (or to 100)")
    return tuple(found.get(name, 0.0) / total for name in names)
