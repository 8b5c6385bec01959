"""Which cards of a table go with which: found once, so that a game looks it up."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.engine.core.constants import NONE, Switch

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Kin(IntEnum):
    """Bits of what one card is to another one by what is printed on both."""

    LIES_ON = 1
    """It may lie directly on the other one (CR 12.1.1)."""
    FOLLOWS = 2
    """The same for a name in common (CR 5.6.1)."""
    SHARES_NAME = 4
    """They have a character name in common (CR 2.3.2)."""
    CARRIES = 8
    """The other one may lie directly on it."""


def fill_kin(tables: np.record, n: int) -> None:
    """Write down what each of the first ``n`` cards of the tables is to each of them; done again where cards change."""
    cards, rules = tables["cards"][:n], tables["rules"]
    level = cards["level"].astype(int)
    above = level[:, None] == level[None, :] + 1
    names = _share_names(cards["character"] if rules[Switch.SEVERAL_NAMES] else cards["character"][:, :1])
    teams = (cards["teams"][:, None] & cards["teams"][None, :] != 0) & bool(rules[Switch.TEAM])
    lies_on = (names | teams) & above
    kin = np.where(names, Kin.SHARES_NAME, 0) + np.where(names & above, Kin.FOLLOWS, 0)
    tables["kin"][:n, :n] = kin + np.where(lies_on, Kin.LIES_ON, 0) + np.where(lies_on.T, Kin.CARRIES, 0)


def _share_names(names: NDArray[Any]) -> NDArray[np.bool_]:
    """Whether rows of name ids have one in common, shape (n, n)."""
    same = names[:, None, :, None] == names[None, :, None, :]
    shared: NDArray[np.bool_] = (same & (names != NONE)[:, None, :, None]).any(axis=(2, 3))
    return shared
