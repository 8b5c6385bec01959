"""How strong a pool is, as it is handed out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ucgsim.decks.sealed.boosters import SHIPPED
from ucgsim.decks.sealed.building import RULE
from ucgsim.report.columns import Column, estimate, named
from ucgsim.report.numbers import interval, plain
from ucgsim.report.parts import Command, Parts
from ucgsim.report.result import Drawn, Summarised, Tabled
from ucgsim.report.sheet import label, rate, sheet
from ucgsim.showing import command_line
from ucgsim.simulate.plan import blank_words
from ucgsim.stats.means import student_mean
from ucgsim.stats.rates import wilson

if TYPE_CHECKING:
    from collections.abc import Mapping

    from matplotlib.figure import Figure

    from ucgsim.decks.deck import Deck
    from ucgsim.decks.sealed.boosters import Boosters
    from ucgsim.report.charts.chart import Chart
    from ucgsim.report.sheet import Sheet
    from ucgsim.simulate.terms import Terms
    from ucgsim.stats.rates import Estimate

MOST_DRAWN = 20
"""Pools that are drawn, the hardest of them; the table has all."""


@dataclass(frozen=True, eq=False, repr=False)
class StrengthResult(Tabled, Drawn, Summarised):
    """A pool against others: ``deck`` was made of it, ``rates`` are its win rates against each of ``rivals``.

    ``boosters`` says what is assumed of packs, of which ``packs`` of ``sets`` in turn were opened for each rival.
    """

    pool: Deck
    deck: Deck
    rivals: tuple[Deck, ...]
    rates: tuple[Estimate, ...]
    boosters: Boosters
    sets: tuple[str, ...]
    packs: int
    terms: Terms
    versions: Mapping[str, str] = field(default_factory=dict)
    """What played."""

    @cached_property
    def strength(self) -> Estimate:
        """How often the deck wins against pools so dealt; n = pools that it met.

        The pools differ by what was dealt and by luck of the games, so the interval of their mean covers both. It is
        never narrower than that of the games alone: few pools can be alike by chance.
        """
        rates, games = [each.rate for each in self.rates], sum(each.n for each in self.rates)
        mean = student_mean(rates)
        luck = wilson(mean.rate * games, games)
        return replace(mean, low=max(min(mean.low, luck.low), 0.0), high=min(max(mean.high, luck.high), 1.0))

    @property
    def verdict(self) -> str:
        """How the pool stands among those that are so dealt."""
        if self.strength.low > 0.5:
            return "surely stronger than such a pool is on average"
        return "surely weaker than such a pool is on average" if self.strength.high < 0.5 else "not surely either"

    @property
    def basis(self) -> str:
        """What every number rests on."""
        opened = f"{self.packs} packs of {', '.join(self.sets)} each"
        return (
            f"{sum(each.n for each in self.rates):,} games against {len(self.rivals)} pools of {opened}; "
            f"both sides {self.terms.labels[0]}; {self.terms.by}, seed {self.terms.seed}"
        )

    def sentences(self) -> list[str]:
        """The answer."""
        return [
            f"The deck made of {self.pool.name} wins {interval(self.strength)} against decks made of other pools: "
            f"{self.verdict}.",
            "The interval covers which pools it meets and the luck of the games.",
            f"Decks are {RULE}; {self.boosters.words}.",
            f"Played: {self.basis}.",
        ]

    def answer(self) -> str:
        """The answer in a few sentences."""
        return " ".join(self.sentences())

    def rival_sheet(self) -> Sheet:
        """Every rival, the hardest first."""
        order = sorted(range(len(self.rivals)), key=lambda place: self.rates[place].rate)
        rows = [[label(self.rivals[place].name), rate(self.rates[place])] for place in order]
        return sheet(f"How often {self.pool.name} wins against each (95 % interval)", ["pool", "wins"], rows)

    def parts(self) -> Parts:
        """The answer, then every rival."""
        return Parts([self.answer()], [self.rival_sheet()], [Command(self.command)])

    @property
    def command(self) -> str:
        """The command that plays this again."""
        words = ["ucgsim", "sealed", "strength", str(self.pool.source or self.pool.name)]
        words += ["--rivals", str(len(self.rivals)), "-n", str(self.rates[0].n), "--sets", ",".join(self.sets)]
        words += ["--boosters", self.boosters.place] if self.boosters.place != SHIPPED else []
        version = self.terms.rules.partition(" ")[0]
        words += ["--packs", str(self.packs), "--policy", self.terms.policies[0], "--seed", str(self.terms.seed)]
        words += ["--rules", version, *self.terms.redraw_procedure.option]
        return command_line([*words, *blank_words(self.terms.play_blank)])

    def rows(self) -> list[dict[str, Any]]:
        """One row a rival: rate, low, high, games, policy."""
        return [
            {"rival": deck.name, **plain(each), "games": each.n, "policy": self.terms.labels[0]}
            for deck, each in zip(self.rivals, self.rates, strict=True)
        ]

    def columns(self) -> dict[str, Column]:
        """What each column of the table means."""
        return {
            "rival": named("against the deck of which pool"),
            **estimate("share of games won"),
            "games": Column("games against it", int),
            "policy": Column("who decided on both sides", str),
        }

    def table_html(self) -> str:
        """Every rival, the hardest first."""
        return self.rival_sheet().html()

    def chart(self) -> Chart:
        """How often the deck wins against all pools and against each, the hardest first; of many the hardest."""
        from ucgsim.studies.gauntlet.plots import rivals_chart  # noqa: PLC0415

        order = sorted(range(len(self.rivals)), key=lambda place: self.rates[place].rate)
        rates = [(self.rivals[place].name, self.rates[place]) for place in order[:MOST_DRAWN]]
        sample = f"{self.rates[0].n:,} games a pool, {len(self.rivals)} pools"
        return rivals_chart(self.pool.name, [("all pools", self.strength), *rates], sample)

    def figure(self) -> Figure:
        """The same as a figure."""
        from ucgsim.report.charts.draw import draw  # noqa: PLC0415 - loads matplotlib

        return draw(self.chart(), self.basis)

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        return {
            "pool": self.pool.name,
            "cards": self.pool.size,
            "deck": dict(self.deck.counts),
            "made": RULE,
            "strength": plain(self.strength) | {"pools": len(self.rivals)},
            "verdict": self.verdict,
            "assumed": self.boosters.words,
            "sets": self.sets,
            "packs": self.packs,
            "policy": self.terms.labels[0],
            "rules": self.terms.rules,
            "seed": self.terms.seed,
            "rivals": self.rows(),
        }
