"""A search for a better deck as it is handed out: what to change, with words, values and picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ucgsim.report.columns import Column, named
from ucgsim.report.parts import Command, Parts
from ucgsim.report.result import Drawn, Tabled
from ucgsim.studies.improve.findings import Improvement
from ucgsim.studies.improve.tables import builds, decks, laps, matchups, way
from ucgsim.studies.improve.words import answer, basis, improve_json, remarks

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ucgsim.decks.deck import Deck


@dataclass(eq=False, repr=False)
class ImproveResult(Improvement, Tabled, Drawn):
    """Which cards should leave and which come in; every gain with interval, games and policies."""

    @property
    def basis(self) -> str:
        """What every number rests on."""
        return basis(self)

    @property
    def command(self) -> str:
        """The command that searches again."""
        return self.study.command

    @property
    def deck(self) -> Deck:
        """The deck to bring: the best build, or the deck as it is where nothing is surely better."""
        return self.study.deck if self.best is None else self.best.build(self.study.deck)

    def answer(self) -> str:
        """The answer in a few sentences."""
        return answer(self)

    def summary(self) -> str:
        """The answer and what lies behind it, as plain text."""
        return self.parts().text()

    def parts(self) -> Parts:
        """The same in the order in which a reader wants it."""
        first = self.first
        behind = [way(self, first)] if len(self.way(first)) > 1 else []
        behind += [matchups(self, first)] if len(self.study.opponents) > 1 else []
        notes = [f"Note: {remark}" for remark in remarks(self)]
        chains = [decks(self, first)] if self.study.characters else []
        return Parts(
            [self.answer(), builds(self), *chains],
            [*behind, *([] if chains else [decks(self, first)]), laps(self)],
            ["\n".join(notes), Command(self.command)],
        )

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        return improve_json(self)

    def sentences(self) -> list[str]:
        """The answer."""
        return [self.answer()]

    def rows(self) -> list[dict[str, Any]]:
        """One row a build that was measured again."""
        rows = []
        for change in self.order:
            gain, naive = self.shown(change), self.naive(change)
            row = {"out": " ".join(change.out), "in": " ".join(change.into), "gain": gain.rate}
            row |= {"low": gain.low, "high": gain.high, "games": gain.n, "in_the_race": naive.rate}
            rows.append(row | {"surely_better": change in self.sure, "turned_by_check": self.turns(change)})
        return rows

    def columns(self) -> dict[str, Column]:
        """What each column of the table means."""
        return {
            "out": named("numbers of the cards that leave"),
            "in": named("numbers of the cards that come in"),
            "gain": Column("build less deck as it is, as a share of games: 0.01 is one point"),
            "low": Column("lower end of the interval of the gain, which holds for all builds together"),
            "high": Column("upper end of it"),
            "games": Column("games that it rests on", int),
            "in_the_race": Column("what the race had made of it, which is too good"),
            "surely_better": Column("whether it is surely better, with all others that are", bool),
            "turned_by_check": Column("whether another policy turns it", bool),
        }

    def table_html(self) -> str:
        """The table that a notebook shows."""
        return builds(self).html()

    def figure(self) -> Figure:
        """The gain of every build that was measured again."""
        from ucgsim.studies.improve.plots import gains  # noqa: PLC0415 - loads matplotlib

        return gains(self)
