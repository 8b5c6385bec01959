"""A comparison of two builds as it is handed out: what was found, with its words, values and picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ucgsim.report.columns import Column, estimate, named
from ucgsim.report.result import Drawn, Summarised, Tabled
from ucgsim.studies.compare.findings import Comparison
from ucgsim.studies.compare.tables import compare_parts, matchups
from ucgsim.studies.compare.values import compare_json, compare_rows
from ucgsim.studies.compare.words import answer_json, basis, check_json, command, compare_sentences

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ucgsim.report.parts import Parts


@dataclass(eq=False, repr=False)
class CompareResult(Comparison, Tabled, Drawn, Summarised):
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

    def columns(self) -> dict[str, Column]:
        """What each column of the table means."""
        rates: dict[str, Column] = {}
        for build, words in (("a", "first"), ("b", "second")):
            wins = estimate(f"share of games that the {words} build wins")
            rates |= {f"rate_{build}{end}": wins[end[1:] or "rate"] for end in ("", "_low", "_high")}
        return {
            "opponent": named("against whom; all in the last row"),
            "share": Column("share of the games that are against this opponent"),
            **estimate("second build less first, as a share of games: 0.01 is one point", units="pairs of games"),
            "as_if_fixed": Column("whether the interval does not allow for the test that decided when to stop", bool),
            **rates,
            "p_holm": Column("p-value of a difference, adjusted for all opponents (Holm); missing after a test"),
            "policy": Column("who decided for both builds", str),
            "policy_of_opponents": Column("who decided for the opponents", str),
        }

    def table_html(self) -> str:
        """The table that a notebook shows."""
        return matchups(self).html()

    def figure(self) -> Figure:
        """The difference against each opponent and against all."""
        from ucgsim.studies.compare.plots import differences  # noqa: PLC0415 - loads matplotlib

        return differences(self)
