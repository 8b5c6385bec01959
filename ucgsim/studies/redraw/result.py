"""A study of redraws as it is handed out: what was found, with its words, values and picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ucgsim.report.columns import Column, estimate, named
from ucgsim.report.result import Drawn, Summarised, Tabled
from ucgsim.studies.redraw.findings import Redraws
from ucgsim.studies.redraw.tables import classes
from ucgsim.studies.redraw.words import basis, redraw_json, redraw_parts, redraw_rows, rule_lines

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ucgsim.report.parts import Parts


class RedrawResult(Redraws, Tabled, Drawn, Summarised):
    """What keeping and redrawing are worth, by class of opening hand; every number with interval and policies."""

    def parts(self) -> Parts:
        """The rule and what it is worth; then the classes."""
        return redraw_parts(self)

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        return redraw_json(self)

    def sentences(self) -> list[str]:
        """The rule, what it is worth, and what that rests on."""
        return [*rule_lines(self), f"Played: {self.basis}."]

    @property
    def basis(self) -> str:
        """What every number rests on: hands, opponents, policies, rules, seed."""
        return basis(self.study)

    def rows(self) -> list[dict[str, Any]]:
        """One row a class; a class with too few hands has no rates."""
        return redraw_rows(self)

    def columns(self) -> dict[str, Column]:
        """What each column of the table means."""
        held = {
            "chain": "longest chain in it, 0, 2 or 3 (CR 5.6.1)",
            "low": "characters of the deck's lowest level in it",
            "settable": "characters in it that may be set (CR 5.5.3.1)",
            "scenes": "scene cards in it",
        }
        return {
            "class": named("the class of opening hand, in words"),
            **{name: Column(meaning, int) for name, meaning in held.items()},
            "hands": Column("hands of the class that were dealt", int),
            **estimate("share of all hands", "share_", units="hands"),
            **estimate("how often the policy redraws it", "policy_redraws_", units="hands"),
            "too_few": Column("whether there were too few hands for the rates that follow", bool),
            **estimate("share of games won if it is kept", "kept_"),
            **estimate("share of games won if it is redrawn", "redrawn_"),
            **estimate("redrawn less kept, as a share of games: 0.01 is one point", "redraw_gain_"),
            "recommended": Column("what the rule says", str),
            "settled": Column("whether the gain is surely not nothing", bool),
        }

    def table_html(self) -> str:
        """The table that a notebook shows."""
        return classes(self).html()

    def figure(self) -> Figure:
        """Win rates of the classes, kept and redrawn; those of all hands where no class has enough."""
        from ucgsim.studies.redraw.plots import kept_and_redrawn  # noqa: PLC0415 - loads matplotlib

        return kept_and_redrawn(self)
