"""A gauntlet as it is handed out: what was found, with words, values and picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ucgsim.report.columns import Column, estimate, named
from ucgsim.report.sheet import Parts, plain
from ucgsim.safe_text import against
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, difference
from ucgsim.studies.kit.question import Play
from ucgsim.studies.matrix.plots import FIELD, bars
from ucgsim.studies.matrix.row import Gauntlet
from ucgsim.studies.matrix.row_answer import gauntlet_json, gauntlet_parts, gauntlet_sentences, page_sheet

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, repr=False)
class GauntletResult(Gauntlet):
    """One deck against its rivals; every number with its interval, its games and its policies."""

    def as_play(self) -> Play:
        """Rivals ranked by how often the deck wins against them; the last cell is all of them by their shares."""
        row, rivals = self.row, list(self.row.cells)
        cells = (*(self.names[rival] for rival in rivals), *([FIELD] if len(rivals) > 1 else []))

        def won(number: int, confidence: float) -> Estimate:
            return row.against_field(confidence) if number == len(rivals) else row.rate(rivals[number], confidence)

        return Play(
            label=against(self.plan.labels),
            each=self.plan.games,
            things=tuple(self.names[rival] for rival in rivals),
            standings=tuple(won(number, DEFAULT_CONFIDENCE) for number in range(len(rivals))),
            lead=lambda first, second, confidence: difference(won(first, confidence), won(second, confidence)),
            cells=tuple((self.mine, opponent) for opponent in cells),
            cell=won,
            ranked="rival",
            changing="matchups, all together among them,",
        )

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

        return bars(self)

    def table_html(self) -> str:
        """The rivals, the hardest first."""
        return page_sheet(self).html()
