"""A duel as it is handed out: what was found, with its words, values and picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ucgsim.cards.catalog import load_catalog
from ucgsim.report.columns import Column, estimate, frame, named
from ucgsim.safe_text import against
from ucgsim.simulate.cores import cores
from ucgsim.simulate.run import rows_of
from ucgsim.studies.duel import answer
from ucgsim.studies.duel.findings import DuelCheck, Finding, Findings, finding_row, rate_at
from ucgsim.studies.kit.question import Checkable, Play
from ucgsim.studies.leading import Leading, asked_again

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    import polars as pl
    from matplotlib.figure import Figure

    from ucgsim.report.sheet import Parts
    from ucgsim.simulate.counts import Counts
    from ucgsim.simulate.folder import RunFolder
    from ucgsim.simulate.plan import Plan
    from ucgsim.stats.rates import Estimate


@dataclass(frozen=True, eq=False, repr=False)
class DuelResult(Checkable):
    """What came out of a duel; every number with its interval, its games and its policies.

    ``played`` games were played just now, in ``seconds``; the others were read from ``folder``.
    """

    kind = "duel"
    plan: Plan
    counts: Counts
    played: int = 0
    seconds: float = 0.0
    folder: RunFolder | None = None
    check: DuelCheck | None = None
    asked: Leading | None = None
    """The pairs of games that were played to tell what leading is worth."""
    asks: float | None = None
    """Where none were: how many pairs to a game of the run may be played to tell it."""

    @cached_property
    def findings(self) -> Findings:
        """Every rate of the duel."""
        return Findings(self.counts)

    @cached_property
    def leading(self) -> Leading | None:
        """What leading the first turn is worth; None where it was not asked, and can't be asked any more."""
        if self.asked is None and self.asks is not None:
            return asked_again(self.plan, self.asks, load_catalog())
        return self.asked

    @property
    def policies(self) -> tuple[str, ...]:
        """Those of both sides."""
        return self.plan.policies

    @property
    def asked_of(self) -> tuple[int, int]:
        """Games of the one matchup."""
        return self.plan.games, 1

    @property
    def path(self) -> Path | None:
        """The folder in which it is stored."""
        return None if self.folder is None else self.folder.path

    @property
    def basis(self) -> str:
        """What every number rests on."""
        return answer.basis(self.plan, self.findings)

    def as_play(self) -> Play:
        """How often the first deck wins; nothing is ranked."""
        a, b = answer.names(self.plan).values()
        return Play(
            label=against(self.plan.labels),
            each=self.findings.games,
            things=(),
            standings=(),
            lead=_no_lead,
            cells=((a, b),),
            cell=lambda _, confidence: rate_at(self.findings, confidence),
        )

    @property
    def games_per_second(self) -> float | None:
        """Speed of the games that were played just now; None where all were read from a folder."""
        return self.played / self.seconds if self.played and self.seconds else None

    @property
    def command(self) -> str:
        """The command that plays this again, with its check."""
        return answer.command(self.plan, self.check, self.leading)

    def answer(self) -> str:
        """The answer in a sentence."""
        return answer.headline(self.plan, self.findings, self.check)

    def parts(self) -> Parts:
        """The answer, how often the first side wins, how games go; then all tables."""
        return answer.duel_parts(self.plan, self.findings, self.check, self.leading)

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        checked = {} if self.check is None else {"check": answer.check_json(self.findings, self.check)}
        return (
            answer.duel_json(self.plan, self.findings, self.leading)
            | {"answer": answer.answer_json(self.plan, self.findings, self.check)}
            | checked
            | {"games_per_second": self.games_per_second, "command": self.command}
        )

    def sentences(self) -> list[str]:
        """The answer."""
        return [self.answer()]

    def rows(self) -> list[dict[str, Any]]:
        """One row a rate: topic, side, condition, rate, low, high, games, method, policies."""
        return self._rows(self.findings.all())

    def columns(self) -> dict[str, Column]:
        """What each column of the table means."""
        rest = estimate("how often, from 0 to 1")
        return {
            "topic": named("what is counted"),
            "side": named("which side it is about, a or b; empty where it is about the game"),
            "condition": named("in which games it is counted, or by when; empty for all"),
            **{name: rest[name] for name in ("rate", "low", "high")},
            "games": Column("games in which it is counted", int),
            **{name: rest[name] for name in ("confidence", "method")},
            "policy_a": Column("who decided for side a", str),
            "policy_b": Column("who decided for side b", str),
        }

    def means_table(self) -> pl.DataFrame:
        """One row a mean in a game, as ``to_polars`` with ``mean`` in place of ``rate``."""
        return frame(self._rows(self.findings.means()), self.columns()).rename({"rate": "mean"})

    def _rows(self, findings: Iterable[Finding]) -> list[dict[str, Any]]:
        policies = dict(zip(("policy_a", "policy_b"), self.plan.labels, strict=True))
        return [finding_row(finding) | policies for finding in findings]

    def games(self, *, again: bool = False, jobs: int | None = None) -> pl.LazyFrame:
        """The games, one row each, read lazily from the folder where they were kept.

        Where they were not, ``again`` plays them again, ``jobs`` side by side, and holds them in memory; the rows
        are the same. Raises UcgsimError where they were not kept and ``again`` is not asked for, and where cards or
        policies are no longer those with which they were played.
        """
        return rows_of(self.plan, self.folder, again=again, jobs=cores(jobs))

    def figure(self) -> Figure:
        """Win rate by first Lead Player and the Round of the end."""
        from ucgsim.studies.duel.plots import duel_overview  # noqa: PLC0415 - takes long to import

        return duel_overview(self.plan, self.findings)

    def table_html(self) -> str:
        """Win rates of both sides, in all games and by who leads first."""
        return answer.win_rates(self.plan, self.findings, self.leading).html()


def _no_lead(*_: object) -> Estimate:
    raise AssertionError("nothing is ranked")
