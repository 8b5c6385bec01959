"""Values of plans and counts that are read back: they come from outside, and hold to what a command would take."""

from __future__ import annotations

import math
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.files.reading import CONTROL

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

MOST_LETTERS = 4096
"""Letters of a name or of a place on disk."""
NOT_EXPECTED = (ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError)
"""What values of another kind than was expected may raise."""


@contextmanager
def reading(place: object, what: str, remedy: str) -> Iterator[None]:
    """Say in one line that the values at ``place`` are not ``what``, whatever they are instead."""
    try:
        yield
    except UcgsimError as error:
        raise UcgsimError(f"{place}: {error}") from None
    except NOT_EXPECTED as error:
        raise UcgsimError(f"{place}: is not {what} ({_problem(error)}); {remedy}") from None


def _problem(error: Exception) -> str:
    """Why values are none, in a reader's words."""
    if isinstance(error, KeyError):
        return f"it has no {error.args[0]!r}"
    return str(error) if isinstance(error, ValueError) else "a value is not of the kind that was expected"


def whole(data: Mapping[str, Any], name: str, low: int, high: int) -> int:
    """The whole number of this name; ValueError where it is none or not from ``low`` to ``high``."""
    value = data[name]
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{name} is no whole number from {low} to {high}")
    return value


def number(data: Mapping[str, Any], name: str) -> float:
    """The number of this name; ValueError where it is none."""
    value = data[name]
    if type(value) not in (int, float) or not math.isfinite(value):
        raise ValueError(f"{name} is no number")
    return float(value)


def text(data: Mapping[str, Any], name: str) -> str:
    """The text of this name; ValueError where it is none, or holds what no text holds."""
    value = data[name]
    if not is_plain_text(value):
        raise ValueError(f"{name} is no plain text")
    return str(value)


def texts(data: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """The list of texts of this name; ValueError where it is none."""
    value = data[name]
    if not isinstance(value, list) or not all(map(is_plain_text, value)):
        raise ValueError(f"{name} is no list of texts")
    return tuple(value)


def named_texts(data: Mapping[str, Any], name: str) -> dict[str, str]:
    """The texts by their names of this name; ValueError where they are none."""
    value = data[name]
    if not isinstance(value, dict) or not all(map(is_plain_text, (*value, *value.values()))):
        raise ValueError(f"{name} is no object of texts")
    return dict(value)


def is_plain_text(value: object) -> bool:
    """Whether it is a text that can be shown: no control character, no half a character."""
    return isinstance(value, str) and len(value) <= MOST_LETTERS and CONTROL.search(value) is None


def counts_of(value: Any, shape: tuple[int, ...]) -> NDArray[np.int64]:
    """Counts of this shape; ValueError where they are none."""
    counts = np.array(value)
    if counts.dtype.kind != "i" or counts.shape != shape or (counts < 0).any():
        raise ValueError("counts are not what they should be")
    return counts.astype(np.int64)
