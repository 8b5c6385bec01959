"""A duel and its result: two decks, many games, one answer with its interval."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.versions import DEFAULT_RULES, Procedure
from ucgsim.simulate.folder import RunFolder, scan_games
from ucgsim.simulate.plan import First, Plan, whole_pairs
from ucgsim.simulate.run import Run, play_runs
from ucgsim.simulate.table import make_plan
from ucgsim.simulate.terms import Terms
from ucgsim.studies.check import CHECK, check_run, games_of_check, read_check, refuse_other_question
from ucgsim.studies.duel.check import DuelCheck
from ucgsim.studies.duel.findings import Findings, told
from ucgsim.studies.duel.words import check_json, duel_json, duel_sentences, duel_summary, win_rates
from ucgsim.studies.given import given_decks

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from pathlib import Path

    import pandas as pd
    import polars as pl
    from matplotlib.figure import Figure

    from ucgsim.cards.catalog import Catalog
    from ucgsim.simulate.counts import Counts
    from ucgsim.studies.duel.findings import Finding
    from ucgsim.studies.given import DeckLike

DEFAULT_GAMES = 10_000


@dataclass(frozen=True, eq=False)
class DuelResult:
    """What came out of a duel; every number with its interval, its games and its policies.

    ``played`` games were played just now, in ``seconds``; the others were read from ``folder``.
    """

    plan: Plan
    counts: Counts
    played: int = 0
    seconds: float = 0.0
    folder: RunFolder | None = None
    check: DuelCheck | None = None

    @cached_property
    def findings(self) -> Findings:
        """Every rate of the duel."""
        return Findings(self.counts, self.plan.unit)

    @property
    def games_per_second(self) -> float | None:
        """Speed of the games that were played just now; None where all were read from a folder."""
        return self.played / self.seconds if self.played and self.seconds else None

    def answer(self) -> str:
        """The answer in two sentences."""
        return duel_sentences(self.plan, self.findings, self.check)

    def summary(self) -> str:
        """The answer and what lies behind it, as plain text."""
        return duel_summary(self.plan, self.findings, self.check)

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        checked = {} if self.check is None else {"check": check_json(self.findings, self.check)}
        return (
            duel_json(self.plan, self.findings)
            | checked
            | {"games_per_second": self.games_per_second, "command": self.plan.command}
        )

    def to_polars(self) -> pl.DataFrame:
        """One row a rate: topic, side, condition, rate, low, high, games, units, method, policies."""
        return self._table(self.findings.all())

    def means_table(self) -> pl.DataFrame:
        """One row a mean in a game, as ``to_polars`` with ``mean`` in place of ``rate``."""
        return self._table(self.findings.means()).rename({"rate": "mean"})

    def _table(self, findings: Iterable[Finding]) -> pl.DataFrame:
        import polars  # noqa: PLC0415 - takes long to import

        rows = [told(finding) for finding in findings]
        policies = dict(zip(("policy_a", "policy_b"), self.plan.labels, strict=True))
        return polars.DataFrame([row | policies for row in rows], infer_schema_length=None)

    def to_pandas(self) -> pd.DataFrame:
        """As ``to_polars``, for pandas."""
        return self.to_polars().to_pandas()

    def games(self) -> pl.LazyFrame:
        """The games, one row each, read lazily; UcgsimError where they were not kept in a folder."""
        from ucgsim.errors import UcgsimError  # noqa: PLC0415

        if self.folder is None:
            raise UcgsimError("the games of this duel were not kept; name a folder with out=")
        return scan_games(self.folder)

    def plot(self) -> Figure:
        """Win rate by first Lead Player and the Round of the end."""
        from ucgsim.studies.duel.plots import duel_overview  # noqa: PLC0415 - takes long to import

        return duel_overview(self.plan, self.findings)

    def __repr__(self) -> str:
        return f"<DuelResult: {self.answer()}>"

    def _repr_html_(self) -> str:
        from html import escape  # noqa: PLC0415

        import pandas  # noqa: PLC0415 - takes long to import

        columns, *rows = win_rates(self.plan, self.findings)
        table = pandas.DataFrame(rows, columns=list(columns))
        return f"<p>{escape(self.answer())}</p>{table.to_html(index=False, border=0)}"


def duel(
    deck_a: DeckLike,
    deck_b: DeckLike,
    *,
    games: int = DEFAULT_GAMES,
    policy: str = "greedy",
    policy_b: str | None = None,
    seed: int = 1,
    jobs: int = 1,
    rules: str = DEFAULT_RULES,
    redraw_procedure: Procedure | str = Procedure.OFFICIAL,
    first: First | str = First.THROW,
    matchup: int = 0,
    play_blank: Collection[str] = (),
    out: Path | str | None = None,
    catalog: Catalog | None = None,
    check: str | None = None,
    check_games: int | None = None,
    advance: Callable[[int], object] | None = None,
) -> DuelResult:
    """Play two decks against each other; decks are files, ``Deck`` objects or counts by card number.

    ``games`` come in pairs (an odd number goes up by one) unless ``first`` fixes who leads the first turn.
    ``play_blank`` names cards to play without their text, "all" every one whose text can't be played; ``out``
    keeps the games in a folder, where an interrupted duel goes on; ``advance`` is told how many games are done.
    ``check`` names a policy under which the question is asked again, in ``check_games`` games.
    Raises UcgsimError for whatever cannot be played.
    """
    terms = Terms.of(
        policy=policy,
        policy_b=policy_b,
        seed=seed,
        rules=rules,
        redraw_procedure=redraw_procedure,
        first=first,
        matchup=matchup,
        play_blank=play_blank,
        catalog=catalog,
    )
    run = plan_duel(deck_a, deck_b, terms, games=games, out=out)
    second = read_check(check, run.plan.policies, check_games)
    result = play_duel(run, jobs=jobs, advance=advance)
    return check_duel(result, second, games=check_games, jobs=jobs, catalog=catalog) if second else result


def plan_duel(deck_a: DeckLike, deck_b: DeckLike, terms: Terms, *, games: int, out: Path | str | None = None) -> Run:
    """Everything that ``duel`` checks before it plays."""
    from pathlib import Path  # noqa: PLC0415

    a, b = given_decks((deck_a, deck_b), terms)
    plan, table = make_plan((a, b), whole_pairs(games, terms.first), terms)
    return Run(plan, table, RunFolder(Path(out)) if out is not None else None)


def play_duel(run: Run, *, jobs: int = 1, advance: Callable[[int], object] | None = None) -> DuelResult:
    """Play a planned duel."""
    outcome = play_runs([run], jobs=jobs, advance=advance)
    return DuelResult(run.plan, outcome.counts[0], outcome.played, outcome.seconds, run.folder)


def check_duel(
    result: DuelResult,
    policy: str,
    *,
    games: int | None = None,
    jobs: int = 1,
    catalog: Catalog | None = None,
    advance: Callable[[int], object] | None = None,
) -> DuelResult:
    """The same result with its check, kept within its folder where it has one; going on where a check stopped.

    ``policy`` as ``read_check`` read it; ``games`` as for ``games_of_check``. Raises UcgsimError as ``duel`` does.
    """
    wanted = games_of_check(games, result.plan.games)
    place = None if result.folder is None else result.folder.path / CHECK
    run = check_run(result.plan, policy, wanted, load_catalog() if catalog is None else catalog, place)
    outcome = play_runs([run], jobs=jobs, advance=advance)
    return replace(result, check=DuelCheck(run.plan, Findings(outcome.counts[0], run.plan.unit)))


def read_duel(folder: RunFolder, plan: Plan | None = None, *, check: bool = True) -> DuelResult:
    """The result of a finished run, with the ``check`` that lies there.

    Raises UcgsimError where it is none, or a part of it cannot be read.
    """
    from ucgsim.simulate.run import count_folder  # noqa: PLC0415

    counts = count_folder(folder)
    result = DuelResult(plan or folder.plan(), counts, folder=folder)
    return with_kept_check(result, RunFolder(folder.path / CHECK)) if check else result


def with_kept_check(result: DuelResult, kept: RunFolder, *, together: int = 1) -> DuelResult:
    """The same result with the check in a folder, if there is one; ``together`` as for ``DuelCheck``.

    Raises UcgsimError where it cannot be read, is not finished, or checks something else.
    """
    from ucgsim.simulate.run import count_folder  # noqa: PLC0415

    if not kept.holds_run:
        return result
    other = kept.plan()
    refuse_other_question(result.plan, other, kept.path)
    return replace(result, check=DuelCheck(other, Findings(count_folder(kept), other.unit), together))
