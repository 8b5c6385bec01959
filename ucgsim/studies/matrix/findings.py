"""A matrix of every player against every other, whatever it is that they won: games or matches."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from ucgsim.report.numbers import interval
from ucgsim.studies.matrix.field import Field
from ucgsim.studies.weights import equal_weights

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ucgsim.cards.versions import Procedure
    from ucgsim.stats.rates import Estimate
    from ucgsim.stats.ratings import Cells


class Terms(NamedTuple):
    """How everybody in a matrix played: ``each`` games or matches of every two, by one policy and one set of rules.

    ``label`` is the policy with its version, ``blank`` the numbers that were played without their text, ``edited``
    those that were played with an effect edited by hand.
    """

    each: int
    label: str
    seed: int
    rules: str
    redraw_procedure: Procedure
    blank: Sequence[str]
    edited: Sequence[str]


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Pairwise(ABC):
    """Who won how much of what against whom; all else follows from ``cells``.

    ``weights``: the share of each player in the field, from the file ``field_source``; equal shares where there is
    none. What is said of one matrix alone (who played, how often, what it is called) is for the subclass.
    """

    weights: tuple[float, ...] | None = None
    field_source: Path | None = None

    one: ClassVar[str]
    """What is won, such as "game"."""
    many: ClassVar[str]
    column: ClassVar[str]
    """What tables call who won it."""
    measure: ClassVar[str]
    """What a cell holds."""
    heading: ClassVar[str]
    """The same as the title of the matrix."""

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """Names of the players, each once."""

    @property
    @abstractmethod
    def cells(self) -> Cells:
        """Pairs of player i against j in points of i, for every i < j."""

    @property
    @abstractmethod
    def terms(self) -> Terms:
        """How all of them played."""

    @property
    @abstractmethod
    def basis(self) -> str:
        """What every number rests on."""

    @property
    @abstractmethod
    def course(self) -> str:
        """How long it took, as the last clause of the answer; empty where there is nothing to say."""

    @property
    @abstractmethod
    def command(self) -> str:
        """The command that plays this again."""

    @property
    def entrant(self) -> str:
        """What to call who plays."""
        return "deck"

    @property
    def total(self) -> int:
        """Games or matches of all players."""
        return self.terms.each * len(self.cells)

    @cached_property
    def field(self) -> Field:
        """What the matrix says about the whole field; equal shares where no weights are given."""
        return Field(self.cells, self.weights or equal_weights(self.names))

    def cell(self, row: int, column: int) -> Estimate:
        """Rate of a row's player against a column's; n = pairs, and 50 % by construction on the diagonal."""
        return self.field.cell(row, column)

    @property
    def certain(self) -> dict[tuple[int, int], float]:
        """(winner, loser) to the p-value adjusted over all cells (Holm), where it is at most 5 %."""
        return self.field.certain

    @property
    def against_field(self) -> tuple[Estimate, ...]:
        """Rate of each player against the whole field, itself included."""
        return self.field.rates

    @property
    def rankings(self) -> tuple[list[int], list[int]]:
        """Players by their rate against the field and by the lower end of its interval, best first."""
        return self.field.rankings

    def details(self) -> list[str]:
        """Further lines of the summary."""
        return []

    def is_certain(self, row: int, column: int) -> bool:
        """Whether a cell is certainly not even, all such cells together (Holm, 5 %)."""
        return bool({(row, column), (column, row)} & self.certain.keys())

    def told_cell(self, row: int, column: int) -> str:
        """A cell as people read it."""
        if row == column:
            return "50 % (mirror)"
        return interval(self.cell(row, column)) + self.mark(row, column)

    def mark(self, row: int, column: int) -> str:
        """A star where the cell is certain."""
        return "*" if self.is_certain(row, column) else ""
