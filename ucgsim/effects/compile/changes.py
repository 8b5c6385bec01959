"""Changes of a character as modifiers, and what a character must be for them to be applied to it (CR 1.2.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.effects import tree
from ucgsim.effects.compile.opcodes import Ex, Modifier

if TYPE_CHECKING:
    from collections.abc import Callable

    from ucgsim.effects.compile.expressions import Emitter

_IMMUNITIES = {
    tree.Change.GRADE_UP: Modifier.NO_GRADE_UP,
    tree.Change.GRADE_DOWN: Modifier.NO_GRADE_DOWN,
    tree.Change.BP_PLUS: Modifier.NO_BP_UP,
    tree.Change.BP_MINUS: Modifier.NO_BP_DOWN,
}
_BLOCKED_BY = {
    Modifier.GRADE_UP: Modifier.NO_GRADE_UP,
    Modifier.GRADE_DOWN: Modifier.NO_GRADE_DOWN,
    Modifier.BP_UP: Modifier.NO_BP_UP,
    Modifier.BP_DOWN: Modifier.NO_BP_DOWN,
}


def signed(up: Modifier, down: Modifier, amount: tree.Amount) -> tuple[Modifier, tree.Amount]:
    """A change and its amount without sign; what a count scales has the sign of its factor."""
    if isinstance(amount, int):
        return (up, amount) if amount >= 0 else (down, -amount)
    if isinstance(amount, tree.Times) and amount.factor < 0:
        return down, tree.Times(-amount.factor, amount.count, amount.per)
    return up, amount


def modifier_of(change: tree.Modification) -> tuple[Modifier, tree.Amount] | None:
    """What an effect and a continuous power make alike of a change: a modifier and its amount; None for any other."""
    match change:
        case tree.BP(amount):
            return signed(Modifier.BP_UP, Modifier.BP_DOWN, amount)
        case tree.Grade(steps):
            return signed(Modifier.GRADE_UP, Modifier.GRADE_DOWN, steps)
        case tree.Extra():
            return Modifier.READS_EXTRA, 1
        case tree.Immune(what):
            return _IMMUNITIES[what], 1
        case tree.CannotLevelUp():
            return Modifier.NO_LEVEL_UP, 1
        case tree.DictateOutcome(outcome):
            return (Modifier.WIN if outcome is tree.DictatedOutcome.WIN else Modifier.TIE), 1
        case _:
            return None


def receives(emitter: Emitter, changes: tuple[tree.Modification, ...]) -> list[Callable[[], None]]:
    """The subject is unaffected by none of the changes: what can't be received is not done in full (CR 11.4.4)."""
    kinds = [kind for change in changes if (kind := _kind(change)) is not None]
    return [lambda kind=kind: is_free_of(emitter, _BLOCKED_BY[kind]) for kind in kinds]  # type: ignore[misc]


def _kind(change: tree.Modification) -> Modifier | None:
    made = modifier_of(change)
    return made[0] if made is not None and made[0] in _BLOCKED_BY else None


def is_free_of(emitter: Emitter, modifier: Modifier) -> None:
    """Push whether a modifier, an immunity or a ban, is not applied to the subject."""
    emitter.op(Ex.AFFECTED, modifier)
    emitter.op(Ex.NOT)
