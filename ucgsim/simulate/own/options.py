"""The options of a decision as a policy of the user's own is given them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ucgsim.engine.core.constants import Decision, Option
from ucgsim.engine.field.sight import Sight
from ucgsim.policies.labels import SEVERAL, pending_labels

if TYPE_CHECKING:
    import numpy as np

    from ucgsim.simulate.own.legend import Legend

UNKNOWN = "a card that you can't see"
_IN_AREAS = (Decision.SET, Decision.LEVEL_UP)
_OF_CARDS = (*_IN_AREAS, Decision.SCENE, Decision.CARD, Decision.ORDER, Decision.RESOLVE, Decision.ACTIVATE)


@dataclass(frozen=True, slots=True)
class Choice:
    """An option: its label as `ucgsim play` shows it, the number of the card it speaks of, the battle area from 1."""

    label: str
    card: str | None = None
    area: int | None = None
    declines: bool = False

    def __str__(self) -> str:
        return self.label


def choices(g: np.record, book: Legend) -> tuple[Choice, ...]:
    """The options of the pending decision, in the order of the record."""
    options = g["options"][: int(g["n_options"])].tolist()
    labels = pending_labels(g, book.names)
    return tuple(_choice(g, book, option, label) for option, label in zip(options, labels, strict=True))


def _choice(g: np.record, book: Legend, option: int, label: str) -> Choice:
    kind = Decision(int(g["kind"]))
    if option < 0:
        return Choice(label, declines=option == Option.DECLINE)
    if kind is Decision.CHARACTER:
        return Choice(label, area=int(label[1:]) if label[1:] else None)
    if kind not in _OF_CARDS:
        return Choice(label)
    first, card = divmod(option, SEVERAL)
    if int(g["sight"][int(g["player"]), card]) != Sight.SEEN:
        return Choice(UNKNOWN)
    return Choice(label, book.names.numbers[int(g["card"][card])], first + 1 if kind in _IN_AREAS else None)
