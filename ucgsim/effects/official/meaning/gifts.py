"""What is given, put together: numbers by the state, several TYPEs at once, the number of a Charge."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

from ucgsim.effects import tree
from ucgsim.effects.official.meaning.filters import MeaningError

if TYPE_CHECKING:
    from lark import Token


STATE_SIZES = {tree.State.SINGLE: 1, tree.State.DOUBLE: 2, tree.State.TRIPLE: 3, tree.State.QUAD: 4}


def by_state(parts: tuple[Any, ...]) -> tree.ByState:
    """Numbers and states in turn."""
    if not all(isinstance(item, int) for item in parts):
        raise MeaningError("a number for each state")
    values = dict(zip(parts[1::2], parts[::2], strict=True))
    single, double, triple, quad = (values.get(state, 0) for state in STATE_SIZES)
    return tree.ByState((single, double, triple, quad))


def charge_count(token: Token) -> int:
    """The number of a Charge keyword, which may stand in a circle."""
    digits = [char for char in token if char.isnumeric()]
    return int(unicodedata.numeric(digits[0])) if digits else 1


def one_gift_of_types(changes: list[tree.Modification]) -> tuple[tree.Modification, ...]:
    """ "TYPE A and TYPE B" gives both at once, however often the word is said."""
    given = [change for change in changes if isinstance(change, tree.AddTypes) and not change.choice]
    others = [change for change in changes if change not in given]
    names = tuple(name for change in given for name in change.types)
    return (tree.AddTypes(names), *others) if names else tuple(others)
