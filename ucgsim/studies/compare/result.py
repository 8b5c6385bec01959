"""A comparison of two builds as it is handed out: what was found, with its words, values and picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ucgsim.report.result import Summarised, Tabled
from ucgsim.studies.compare.findings import Comparison
from ucgsim.studies.compare.tables import compare_parts, matchups
from ucgsim.studies.compare.values import compare_json, compare_rows
from ucgsim.studies.compare.words import answer_json, basis, check_json, command, compare_sentences

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ucgsim.report.parts import Parts


@dataclass(eq=False, repr=False)
class CompareResult(Comparison, Tabled, Summarised):
    """The difference between two builds, second minus first; every number with interval, games and policies."""

    @property
    def basis(self) -> str:
        """What every number rests on: games, opponents, policies, rules, seed."""
        return basis(self)

    @property
    def command(self) -> str:
        """The command that plays this again, with its check."""
        return command(self)

    def answer(self) -> str:
        """The answer in a few sentences."""
        return compare_sentences(self)

    def parts(self) -> Parts:
        """The answer and the difference by opponent; then what lies behind it."""
        return compare_parts(self)

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        return compare_json(self) | answer_json(self) | check_json(self)

    def sentences(self) -> list[str]:
        """The answer."""
        return [self.answer()]

    def rows(self) -> list[dict[str, Any]]:
        """One row an opponent, with the difference and the win rates of both builds; the last row is all of them."""
        return compare_rows(self)

    def table_html(self) -> str:
        """The table that a notebook shows."""
        return matchups(self).html()

    def plot(self) -> Figure:
        """The difference against each opponent and against all."""
        from ucgsim.studies.compare.plots import differences  # noqa: PLC0415 - loads matplotlib

        return differences(self)
