"""A study of redraws as it is handed out: what was found, with its words, values and picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ucgsim.report.result import Summarised, Tabled
from ucgsim.studies.redraw.findings import Redraws
from ucgsim.studies.redraw.tables import classes
from ucgsim.studies.redraw.words import basis, policy_remark, reached_remark, redraw_json, redraw_parts, redraw_rows

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ucgsim.report.parts import Parts


class RedrawResult(Redraws, Tabled, Summarised):
    """What keeping and redrawing are worth, by class of opening hand; every number with interval and policies."""

    def parts(self) -> Parts:
        """The rule and what it gains; then the classes."""
        return redraw_parts(self)

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        return redraw_json(self)

    def sentences(self) -> list[str]:
        """The rule or why there is none, what such a rule wins, and what that rests on."""
        return [*self.rule.sentences, *policy_remark(self), *reached_remark(self), f"Played: {self.basis}."]

    @property
    def basis(self) -> str:
        """What every number rests on: hands, opponents, policies, rules, seed."""
        return basis(self.study)

    def rows(self) -> list[dict[str, Any]]:
        """One row a class; a class with too few hands has no rates."""
        return redraw_rows(self)

    def table_html(self) -> str:
        """The table that a notebook shows."""
        return classes(self).html()

    def plot(self) -> Figure:
        """Win rates of the classes, kept and redrawn; those of all hands where no class has enough."""
        from ucgsim.studies.redraw.plots import kept_and_redrawn  # noqa: PLC0415 - loads matplotlib

        return kept_and_redrawn(self)
