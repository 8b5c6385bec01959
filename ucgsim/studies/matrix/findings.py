"""What the games of players say who met: each other and the field, how surely, and what a check makes of it."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from ucgsim.language import gettext as _
from ucgsim.report.sheet import Sheet, interval, plain
from ucgsim.simulate.plan import PlayTerms
from ucgsim.stats.agreement import Checked, CheckVerdict, units_to_tell
from ucgsim.stats.multiplicity import together
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate
from ucgsim.studies.check import checked_json
from ucgsim.studies.matrix.field import AcrossPlayers, Field
from ucgsim.studies.weights import equal_weights

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ucgsim.cards.versions import Procedure
    from ucgsim.stats.ratings import Cells


@dataclass(frozen=True)
class Basis(PlayTerms):
    """How everybody played: ``each`` games or matches of every two, by one policy and one set of rules.

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
    policies: Sequence[str] = ()


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Meetings(ABC):
    """Who won how much of what against whom, of players who met; all else follows from ``cells``.

    ``weights``: the share of each player in the field, from the file ``field_source``; equal shares where there is
    none.
    """

    weights: tuple[float, ...] | None = None
    field_source: Path | None = None

    one: ClassVar[str] = "game"
    """What is won."""
    many: ClassVar[str] = "games"

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """Names of the players, each once."""

    @property
    @abstractmethod
    def cells(self) -> Cells:
        """Games, or matches, of player i against j as i sees them, i < j."""

    @property
    @abstractmethod
    def terms(self) -> Basis:
        """How all of them played."""

    @property
    @abstractmethod
    def basis(self) -> str:
        """What every number rests on."""

    @property
    @abstractmethod
    def command(self) -> str:
        """The command that plays this again."""

    @property
    def total(self) -> int:
        """Games or matches of all players."""
        return sum(counts.games for counts in self.cells.values())

    @property
    def looks(self) -> int:
        """How often it may have been asked, while more was played, which deck is ahead."""
        return 1

    @property
    def each_words(self) -> str:
        """How many games, or matches, a cell rests on."""
        text = _("{games:,} games") if self.many == "games" else _("{games:,} matches")
        return text.format(games=self.terms.each)

    @cached_property
    def field(self) -> Field:
        """What they say about the whole field; equal shares where no weights are given."""
        return Field(self.cells, self.weights or equal_weights(self.names), self.looks)

    @cached_property
    def across(self) -> AcrossPlayers:
        """The field as another good player has it, of games that such players played."""
        return self.alone

    @property
    def alone(self) -> AcrossPlayers:
        """The field by these games alone, whoever played them."""
        return AcrossPlayers((self.field,), None)

    def cell(self, row: int, column: int) -> Estimate:
        """Rate of a row's player against a column's as it is shown, and 50 % by construction on the diagonal."""
        return self.across.cell(row, column)

    @property
    def certain(self) -> dict[tuple[int, int], float]:
        """(winner, loser) to the p-value adjusted over all cells (Holm), where it is at most 5 %."""
        return self.across.certain

    @property
    def checked(self) -> FieldCheck[Any] | None:
        """What another policy makes of it, where that was asked."""
        return None

    @property
    def remarks(self) -> list[str]:
        """What else a reader must know."""
        return []

    def is_certain(self, row: int, column: int) -> bool:
        """Whether a cell is certainly not even, all such cells together (Holm, 5 %), and a check does not turn it."""
        return self.across.is_certain(row, column) and not self.turns(row, column)

    def turns(self, row: int, column: int) -> bool:
        """Whether a check turns a cell."""
        return self.checked is not None and self.checked.turns(row, column)

    def mark(self, row: int, column: int) -> str:
        """A star where the cell is certain, an exclamation mark where a check turns it."""
        if self.turns(row, column):
            return "!"
        return "*" if self.is_certain(row, column) else ""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Pairwise(Meetings):
    """Players of whom every two met; what is said of one matrix alone is for the subclass."""

    column: ClassVar[str]
    """What tables call who won it."""
    measure: ClassVar[str]
    """What a cell holds."""
    heading: ClassVar[str]
    """What a cell holds, as the title of the matrix."""

    @property
    @abstractmethod
    def course(self) -> str:
        """How long it took, as the last clause of the answer; empty where there is nothing to say."""

    @property
    def entrant(self) -> str:
        """What to call who plays."""
        return "deck"

    @property
    def against_field(self) -> tuple[Estimate, ...]:
        """Rate of each player against the whole field, itself included; the best one's knows that it was picked."""
        return self.across.rates

    @property
    def rankings(self) -> tuple[list[int], list[int]]:
        """Players by their rate against the field and by the lower end of its interval, best first."""
        return self.across.rankings

    @cached_property
    def checked(self) -> MatrixCheck | None:
        """What another policy makes of it, where that was asked."""
        return None

    def details(self) -> list[Sheet]:
        """Further tables of the summary."""
        return []

    @property
    def has_stars(self) -> bool:
        """Whether any cell is marked as certain."""
        return any(self.is_certain(*key) for key in self.certain)

    def cell_text(self, row: int, column: int) -> str:
        """A cell as people read it."""
        if row == column:
            return "50 % (mirror)"
        return interval(self.cell(row, column)) + self.mark(row, column)


def best_checked(first: Field, second: Field) -> CheckVerdict:
    """What a second play of the same field makes of the deck that did best in the first.

    It turns where that deck is surely behind another (see ``Field.rivals``, which holds with 95 %).
    """
    if first.best == second.best:
        return CheckVerdict.OPEN if second.rivals else CheckVerdict.STANDS
    return CheckVerdict.OPEN if first.best in second.rivals else CheckVerdict.TURNS


M = TypeVar("M", bound=Meetings)


@dataclass(frozen=True, eq=False)
class FieldCheck(Generic[M]):
    """The same decks played twice in the same field: what the ``second`` says of the ``first``.

    Sides are called by intervals that hold at once with 95 % over all cells and looks (Bonferroni), so that any cell is
    called wrongly with 5 % at most. Rates of a check whose end is described allow for it by themselves.
    """

    first: M
    second: M

    @cached_property
    def cells(self) -> dict[tuple[int, int], Checked]:
        """Every two decks that met, row < column, under either play."""
        first, second, own = self.first.field, self.second.field, len(self.first.cells)
        sure = together(DEFAULT_CONFIDENCE, own * self.second.looks)
        if second.stops is None:
            return {key: Checked(first.cell(*key, sure), second.cell(*key, sure)) for key in self.first.cells}
        shown = together(DEFAULT_CONFIDENCE, own)
        return {
            key: Checked(first.cell(*key, shown), second.cell(*key, shown), by=self.second.cells[key].estimate(sure))
            for key in self.first.cells
        }

    def of(self, row: int, column: int) -> Checked:
        """The cell of two decks in either order."""
        if row < column:
            return self.cells[row, column]
        cell = self.cells[column, row]
        return Checked(cell.fast.complement(), cell.strong.complement())

    def keys(self, verdict: CheckVerdict) -> list[tuple[int, int]]:
        """The cells of which this is said."""
        return [key for key, cell in self.cells.items() if cell.verdict is verdict]

    def turns(self, row: int, column: int) -> bool:
        """Whether a cell turns."""
        return row != column and self.of(row, column).verdict is CheckVerdict.TURNS

    @property
    def head_json(self) -> dict[str, Any]:
        """Who played it again and how often, as plain values."""
        second = self.second
        return {
            "policy": second.terms.label,
            "games_per_matchup": second.terms.each if second.looks == 1 else None,
            "games": second.total,
            "seed": second.terms.seed,
            "intervals_together": len(self.cells) * second.looks,
        }


class MatrixCheck(FieldCheck[Pairwise]):
    """A matrix that was played twice."""

    @cached_property
    def best(self) -> CheckVerdict:
        """What becomes of the answer: whether the deck that did best still does, ahead of all others for sure."""
        return best_checked(self.first.field, self.second.field)

    @property
    def best_rate(self) -> Checked:
        """Win rate against the field of the deck that did best, under either play."""
        best = self.first.field.best
        return Checked(self.first.field.shown[best], self.second.field.shown[best])

    @property
    def games_to_tell(self) -> int:
        """About how many games of each two decks would say which deck does best."""
        field, named = self.second.field, self.first.field.best
        others = field.rivals if named == field.best else [named]
        leads = [field.lead(field.best, other) for other in others]
        ratio = max((units_to_tell(lead, 0) / lead.n for lead in leads), default=1.0)
        return math.ceil(self.second.terms.each * max(ratio, 1.0))

    def to_json(self) -> dict[str, Any]:
        """The check as plain values; ``matrix[i][j]`` is row i against column j."""
        names, places = self.second.names, range(len(self.second.names))
        return {
            "verdict": self.best.value,
            **self.head_json,
            "best": names[self.second.field.best],
            "games_to_tell": self.games_to_tell,
            "matrix": [[plain(self.second.field.cell(row, column)) for column in places] for row in places],
            "field": [plain(rate) for rate in self.second.field.shown],
            "ranking": [names[deck] for deck in self.second.field.rankings[0]],
            "cells": [
                {"deck": names[row], "opponent": names[column], **checked_json(cell)}
                for (row, column), cell in self.cells.items()
            ],
        }
