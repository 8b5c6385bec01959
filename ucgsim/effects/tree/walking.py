"""Going through a tree: all that it consists of, and the same tree with its parts changed."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["nodes", "parts_of", "rebuilt"]


@cache
def _columns(kind: Any) -> tuple[str, ...]:
    """What nodes of a class consist of; nothing where they are no nodes."""
    return tuple(column.name for column in fields(kind)) if is_dataclass(kind) else ()


def parts_of(whole: Any) -> Iterator[Any]:
    """All that a tree consists of, itself first and in the order of its text: nodes, lists, and plain values."""
    waiting = [whole]
    while waiting:
        part = waiting.pop()
        yield part
        inside = part if isinstance(part, tuple) else [getattr(part, name) for name in _columns(part.__class__)]
        waiting.extend(reversed(inside))


def nodes(whole: Any) -> Iterator[Any]:
    """The nodes of a tree, itself first and in the order of its text."""
    return filter(is_dataclass, parts_of(whole))


def rebuilt(whole: Any, change: Callable[[Any], Any]) -> Any:
    """A copy of a node or list with ``change`` applied to each of its parts; what has no parts is returned itself."""
    if isinstance(whole, tuple):
        return tuple(map(change, whole))
    names = _columns(whole.__class__)
    return replace(whole, **{name: change(getattr(whole, name)) for name in names}) if names else whole
