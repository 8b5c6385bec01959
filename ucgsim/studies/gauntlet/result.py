"""A gauntlet as it is handed out: what was found, with words, values and picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ucgsim.report.columns import Column, estimate, named
from ucgsim.report.numbers import plain
from ucgsim.report.result import Drawn, Summarised, Tabled
from ucgsim.studies.gauntlet.findings import Gauntlet
from ucgsim.studies.gauntlet.tables import gauntlet_parts, page_sheet
from ucgsim.studies.gauntlet.words import gauntlet_json, gauntlet_sentences

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ucgsim.report.parts import Parts


@dataclass(frozen=True, eq=False, repr=False)
class GauntletResult(Gauntlet, Tabled, Drawn, Summarised):
    """One deck against its rivals; every number with its interval, its games and its policies."""

    def answer(self) -> str:
        """The answer in a few sentences."""
        return gauntlet_sentences(self)

    def parts(self) -> Parts:
        """The answer, a bar a rival, how games go, what to look at; then the rest."""
        return gauntlet_parts(self)

    def to_json(self) -> dict[str, Any]:
        """The same as plain values; every rate is that of the first deck."""
        return gauntlet_json(self)

    def sentences(self) -> list[str]:
        """The answer."""
        return [self.answer()]

    def rows(self) -> list[dict[str, Any]]:
        """One row a rival, the hardest first: share, rate, low, high, games, whether certain, Lead effect; policy."""
        rows = []
        for rival in self.row.order:
            rate, leading = self.row.shown(rival), self.leadings.get((0, rival))
            rows.append(
                {
                    "deck": self.mine,
                    "rival": self.names[rival],
                    "share": self.row.weights[rival],
                    **plain(rate),
                    "games": rate.n,
                    "certain": self.is_certain(rival),
                    "leading_adds": None if leading is None else leading.effect.rate,
                    "policy": self.plan.labels[0],
                }
            )
        return rows

    def columns(self) -> dict[str, Column]:
        """What each column of the table means."""
        return {
            "deck": Column("whose games these are", str),
            "rival": named("against whom"),
            "share": Column("share of the rival in the field"),
            **estimate("share of games won"),
            "games": Column("games played", int),
            "certain": Column("whether it is certain, with all others that are, which side is better", bool),
            "leading_adds": Column("what leading the first turn adds to the share of games won"),
            "policy": Column("who decided", str),
        }

    def figure(self) -> Figure:
        """A bar a rival with its interval, the hardest on top."""
        from ucgsim.studies.gauntlet.plots import bars  # noqa: PLC0415 - takes long to import

        return bars(self)

    def table_html(self) -> str:
        """The rivals, the hardest first."""
        return page_sheet(self).html()
