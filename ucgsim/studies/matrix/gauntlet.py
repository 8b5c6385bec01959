"""A gauntlet as it is handed out: what was found, with words, values and picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ucgsim.safe_text import against
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, difference
from ucgsim.studies.kit.question import Play
from ucgsim.studies.matrix import row_answer
from ucgsim.studies.matrix.plots import FIELD, bars
from ucgsim.studies.matrix.row import Gauntlet

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ucgsim.report.sheet import Parts
    from ucgsim.report.table import Table


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
        """The answer in a sentence."""
        return row_answer.headline(self)

    def parts(self) -> Parts:
        """The headline, the rivals and what to ask next; then all else."""
        return row_answer.gauntlet_parts(self)

    def to_json(self) -> dict[str, Any]:
        """The same as plain values; every rate is that of the first deck."""
        return row_answer.gauntlet_json(self)

    def sentences(self) -> list[str]:
        """The answer."""
        return [self.answer()]

    def as_table(self) -> Table[int]:
        """One row a rival, the hardest first: share, rate, low, high, games, whether certain, Lead effect; policy."""
        return row_answer.rivals(self)

    def figure(self) -> Figure:
        """A bar a rival with its interval, the hardest on top."""

        return bars(self)

    def table_html(self) -> str:
        """The rivals, the hardest first."""
        return row_answer.page_sheet(self).html()
