"""Skill and luck of a matchup as it is handed out: shares of the variance, in words and as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.cards.versions import rules_options
from ucgsim.policies.spec import parse_policy
from ucgsim.report.columns import Column, estimate, named
from ucgsim.report.numbers import interval, plain
from ucgsim.report.parts import Command, Parts
from ucgsim.report.result import Drawn, Summarised, Tabled
from ucgsim.report.sheet import label, rate, sheet
from ucgsim.showing import command_line
from ucgsim.simulate.plan import blank_words
from ucgsim.stats.multinomial import score_interval
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method
from ucgsim.stats.shares import variance_shares
from ucgsim.studies.plays.words import listed
from ucgsim.studies.remarks import blank_remark

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from ucgsim.decks.deck import Deck
    from ucgsim.report.charts.chart import Chart
    from ucgsim.report.sheet import Sheet
    from ucgsim.simulate.terms import Terms
    from ucgsim.stats.shares import Share

SHUFFLES, LEAD, PLAY = "shuffles", "Lead", "play"
HALF_POINTS = 2
NOTE = (
    "Of the variance of who wins. Alone: what is decided whatever the others are; of play, what better play is worth. "
    "In all: what a cause still decides once all the others are fixed, so what they decide only together counts for "
    "each of them; of play, every other way that ends a game otherwise, better or not."
)


@dataclass(frozen=True, eq=False, repr=False)
class SkillResult(Tabled, Drawn, Summarised):
    """What decides the games of a matchup, if each side plays as any of ``policies`` with the same chance.

    ``points``: half points of side a, shape (shuffles, 2 for who leads first, policy of a, policy of b).
    """

    decks: tuple[Deck, Deck]
    policies: tuple[str, ...]
    terms: Terms
    points: NDArray[np.int8]
    blank: tuple[str, ...] = ()

    @property
    def labels(self) -> list[str]:
        """The policies with their versions."""
        return [parse_policy(name).label for name in self.policies]

    @property
    def names(self) -> tuple[str, str]:
        """What to call the sides."""
        a, b = (deck.name for deck in self.decks)
        return (f"{a} (A)", f"{b} (B)") if a == b else (a, b)

    @cached_property
    def shares(self) -> dict[str, Share]:
        """Of shuffles, Lead and play, and of the play of either side."""
        outcomes = self.points / HALF_POINTS
        sides = {f"{PLAY} of {name}": [place] for place, name in enumerate(self.names, start=1)}
        result = variance_shares(outcomes, {LEAD: [0], PLAY: [1, 2]}, drawn=SHUFFLES)
        apart = variance_shares(outcomes, {LEAD: [0], **sides}, drawn=SHUFFLES)
        return result | {name: apart[name] for name in sides}

    def rate(self, own: int, other: int) -> Estimate:
        """Win rate of side a where it plays by one policy and b by another, over both leads."""
        worth = np.linspace(0, 1, 2 * HALF_POINTS + 1)
        # Both leads are played on one shuffle, so a pair of games is what was drawn.
        counts = np.bincount(self.points[:, :, own, other].sum(axis=1), minlength=len(worth)).astype(np.float64)
        n, (low, high) = len(self.points), score_interval(worth, counts, DEFAULT_CONFIDENCE)
        return Estimate(float(worth @ counts / n), low, high, n, DEFAULT_CONFIDENCE, Method.PAIR_SCORE)

    @property
    def basis(self) -> str:
        """What every number rests on."""
        each = self.points[0].size
        return (
            f"{self.points.size:,} games, {each} on each of {len(self.points):,} shuffles: either side leading first, "
            f"and either side playing as {listed(self.labels)}; {self.terms.by}, seed {self.terms.seed}"
        )

    @property
    def command(self) -> str:
        """The command that plays this again."""
        words = ["ucgsim", "duel", *(str(deck.source or deck.name) for deck in self.decks), "--skill"]
        words += ["--policies", ",".join(self.policies), "-n", str(self.points.size)]
        words += ["--seed", str(self.terms.seed), *rules_options(self.terms.rules), *self.terms.redraw_procedure.option]
        words += ["--matchup", str(self.terms.matchup)] if self.terms.matchup else []
        return command_line([*words, *blank_words(self.blank)])

    def sentences(self) -> list[str]:
        """The answer."""
        shares, (a, b) = self.shares, self.names
        alone = ", ".join(f"{name} {interval(shares[name].alone)}" for name in (SHUFFLES, LEAD, PLAY))
        return [
            f"What decides {a} against {b}, if either side plays as {listed(self.labels)}: alone {alone} of the "
            f"variance, and what is left only together.",
            f"With shuffles and Lead fixed, playing otherwise, better or not, decides {interval(shares[PLAY].whole)}.",
            f"Played: {self.basis}.",
        ]

    def answer(self) -> str:
        """The answer in a few sentences."""
        return " ".join(self.sentences())

    def share_sheet(self) -> Sheet:
        """What each cause decides."""
        rows = [[label(name), rate(each.alone), rate(each.whole)] for name, each in self.shares.items()]
        return sheet("What decides (95 % interval)", ["", "alone", "in all"], rows, NOTE)

    def rate_sheet(self) -> Sheet:
        """Win rates by who plays how."""
        a, b = self.names
        places = range(len(self.policies))
        rows = [
            [label(f"{a} as {own}"), *(rate(self.rate(row, column)) for column in places)]
            for row, own in enumerate(self.labels)
        ]
        columns = ["", *(f"{b} as {other}" for other in self.labels)]
        return sheet(f"Won by {a}, over both leads (95 % interval)", columns, rows)

    def parts(self) -> Parts:
        """The answer and what each cause decides; then win rates by who plays how."""
        last = [f"Note: {blank_remark(self.blank)}"] if self.blank else []
        return Parts([self.answer(), self.share_sheet()], [self.rate_sheet()], [*last, Command(self.command)])

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        places = range(len(self.policies))
        return {
            "decks": [{"name": deck.name, "fingerprint": deck.fingerprint} for deck in self.decks],
            "policies": self.labels,
            "games": self.points.size,
            "shuffles": len(self.points),
            "confidence": DEFAULT_CONFIDENCE,
            "seed": self.terms.seed,
            "rules": self.terms.rules,
            "redraw_procedure": self.terms.redraw_procedure.value,
            "blank": list(self.blank),
            "shares": {
                name: {"alone": plain(each.alone), "whole": plain(each.whole)} for name, each in self.shares.items()
            },
            "win_rates": [[plain(self.rate(row, column)) for column in places] for row in places],
            "answer": self.answer(),
            "command": self.command,
        }

    def rows(self) -> list[dict[str, Any]]:
        """One row a cause and kind of share, with its interval, shuffles and policies."""
        return [
            {"cause": name, "kind": kind, **plain(getattr(each, kind)), "policies": ", ".join(self.labels)}
            for name, each in self.shares.items()
            for kind in ("alone", "whole")
        ]

    def columns(self) -> dict[str, Column]:
        """What each column of the table means."""
        return {
            "cause": named("what decides"),
            "kind": named("alone, or whole: with what it decides only together with others"),
            **estimate("share of the variance of who wins", units="shuffles"),
            "policies": Column("who plays, on either side", str),
        }

    def figure(self) -> Figure:
        """What each cause decides, alone and in all."""
        from ucgsim.report.charts.draw import draw  # noqa: PLC0415 - loads matplotlib

        return draw(self.chart(), self.basis)

    def chart(self) -> Chart:
        """The same as a page draws it."""
        from ucgsim.studies.skill.plots import shares_chart  # noqa: PLC0415

        return shares_chart(self.names, self.shares, self.points.size)

    def table_html(self) -> str:
        """What each cause decides."""
        return self.share_sheet().html()
