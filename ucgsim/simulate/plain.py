"""Records to plain values and back, field by field: what is stored of a question is read as strictly as it is written.

A ``Form`` names every field once, with the ``FieldKind`` of its values.
"""

from __future__ import annotations

import math
from contextlib import contextmanager
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ucgsim.cards.versions import Procedure, read_procedure, rules_version
from ucgsim.decks.deck import Deck
from ucgsim.decks.finding import deck_word
from ucgsim.decks.link import is_link
from ucgsim.engine.core.constants import CARDS as MOST_CARDS
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import CONTROL
from ucgsim.safe_text import place_word
from ucgsim.simulate.columns import SIDES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

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


# Fields of a record by the kinds of their values.


def _as_it_is(value: Any) -> Any:
    return value


class FieldKind(NamedTuple):
    """How a field is read and written: ``read(data, name)`` raises UcgsimError or one of ``NOT_EXPECTED``.

    ``at``: its place in the record, such as ``terms.seed``; its own name where empty.
    """

    read: Callable[[Mapping[str, Any], str], Any]
    write: Callable[[Any], Any] = _as_it_is
    at: str = ""

    def of(self, at: str) -> FieldKind:
        """This kind of a field that is elsewhere in the record."""
        return self._replace(at=at)


class Form(dict[str, FieldKind]):
    """The fields of a record by their names."""

    def write(self, record: object) -> dict[str, Any]:
        """The fields as plain values."""
        return {name: kind.write(attrgetter(kind.at or name)(record)) for name, kind in self.items()}

    def read(self, data: Mapping[str, Any], values: dict[str, Any] | None = None) -> dict[str, Any]:
        """The fields of plain values by their places, added to ``values``; those of a part are an object of its own.

        Raises UcgsimError or one of ``NOT_EXPECTED`` where they are none.
        """
        values = {} if values is None else values
        for name, kind in self.items():
            *within, last = (kind.at or name).split(".")
            place = values
            for part in within:
                place = place.setdefault(part, {})
            place[last] = kind.read(data, name)
        return values


TEXT = FieldKind(text)
TEXTS = FieldKind(texts, list)
NAMED_TEXTS = FieldKind(named_texts, dict)
NUMBER = FieldKind(number)


def between(low: int, high: int) -> FieldKind:
    """Whole numbers from one to another."""
    return FieldKind(partial(whole, low=low, high=high))


def maybe(kind: FieldKind) -> FieldKind:
    """Values of a kind, or None."""
    return FieldKind(
        lambda data, name: None if data[name] is None else kind.read(data, name),
        lambda value: None if value is None else kind.write(value),
    )


def each(kind: FieldKind) -> FieldKind:
    """Tuples of values of a kind."""

    def read(data: Mapping[str, Any], name: str) -> tuple[Any, ...]:
        if not isinstance(data[name], list):
            raise TypeError(f"{name} is no list")
        return tuple(kind.read({name: value}, name) for value in data[name])

    return FieldKind(read, lambda values: [kind.write(value) for value in values])


def sides(kind: FieldKind) -> FieldKind:
    """Values of a kind for sides a and b, by their letters."""
    return FieldKind(
        lambda data, name: tuple(kind.read(data[name], side) for side in SIDES),
        lambda values: dict(zip(SIDES, map(kind.write, values), strict=True)),
    )


def record(make: Callable[..., Any], form: Form) -> FieldKind:
    """Records of a form, which ``make`` makes of their fields."""
    return FieldKind(lambda data, name: make(**form.read(data[name])), form.write)


def _flag(data: Mapping[str, Any], name: str) -> bool:
    value = data[name]
    if not isinstance(value, bool):
        raise TypeError(f"{name} is neither true nor false")
    return value


def _procedure(data: Mapping[str, Any], name: str) -> Procedure:
    return read_procedure(text(data, name))


def _deck_json(deck: Deck) -> dict[str, Any]:
    """A deck as plain values, as plans keep it."""
    # Where a file lies decides nothing; a name that is no text could not be read back, and a link comes of the cards.
    word = deck_word(deck)
    source = word if is_plain_text(word) and deck.source is not None and not is_link(word) else None
    data = {"name": deck.name, "fingerprint": deck.fingerprint, "source": source}
    return data | {"cards": dict(deck.counts)}


def _deck_from_json(data: Mapping[str, Any]) -> Deck:
    """The deck that ``_deck_json`` wrote; ValueError, TypeError or UcgsimError where it is none that can be played."""
    if not all(map(is_plain_text, (data["name"], data["source"] or "", *data["cards"]))) or not data["name"]:
        raise ValueError("a name in a deck is no plain text")
    if not all(type(count) is int and 1 <= count <= MOST_CARDS for count in data["cards"].values()):
        raise ValueError(f"a deck has copies that are not from 1 to {MOST_CARDS}")
    if not 1 <= sum(data["cards"].values()) <= MOST_CARDS:
        raise ValueError(f"a deck has not from 1 to {MOST_CARDS} cards")
    source = Path(data["source"]) if data["source"] is not None else None
    deck = Deck(data["name"], tuple(data["cards"].items()), source=source)
    if deck.fingerprint != data["fingerprint"]:
        raise UcgsimError(f"deck {deck.name!r} is not the one whose fingerprint is {data['fingerprint']}")
    return deck


FLAG = FieldKind(_flag)
PLACE = FieldKind(lambda data, name: Path(text(data, name)), place_word)
DECK = FieldKind(lambda data, name: _deck_from_json(data[name]), _deck_json)
RULES = FieldKind(lambda data, name: rules_version(text(data, name)).name)
PROCEDURE = FieldKind(_procedure, attrgetter("value"))
