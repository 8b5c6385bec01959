"""Records to plain values and back, field by field: what is stored of a question is read as strictly as it is written.

A ``Form`` names every field once, with the ``FieldKind`` of its values.
"""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ucgsim.cards.versions import Procedure, read_procedure, rules_version
from ucgsim.safe_text import place_word
from ucgsim.simulate.plan import deck_from_json, deck_json, named_texts, number, text, texts, whole

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def _as_it_is(value: Any) -> Any:
    return value


class FieldKind(NamedTuple):
    """How a field is read and written: ``read(data, name)`` raises UcgsimError or one of ``plan.NOT_EXPECTED``.

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

        Raises UcgsimError or one of ``plan.NOT_EXPECTED`` where they are none.
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


FLAG = FieldKind(_flag)
PLACE = FieldKind(lambda data, name: Path(text(data, name)), place_word)
DECK = FieldKind(lambda data, name: deck_from_json(data[name]), deck_json)
RULES = FieldKind(lambda data, name: rules_version(text(data, name)).name)
PROCEDURE = FieldKind(_procedure, attrgetter("value"))
