"""The choice of a deck as a game: the field that nothing beats, and what beats the field that is there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.arguments import checked
from ucgsim.errors import UcgsimError
from ucgsim.report.watching import watched
from ucgsim.simulate.folder import RunFolder
from ucgsim.simulate.plan import First
from ucgsim.stats.matrices.bootstrap import DEFAULT_TIMES, bootstrap
from ucgsim.stats.matrices.games import best_response, equilibrium, payoff_from_scores
from ucgsim.studies.duel.study import read_duel
from ucgsim.studies.duel.words import basis
from ucgsim.studies.folders import Holding, holding, no_run
from ucgsim.studies.matrix.findings import Pairwise
from ucgsim.studies.matrix.games import read_matrix
from ucgsim.studies.matrix.matches import read_matches
from ucgsim.studies.matrix.result import MatchMatrix, MatrixResult
from ucgsim.studies.meta.findings import Played, kept_check
from ucgsim.studies.meta.result import MetaResult
from ucgsim.studies.weights import GivenField, equal_weights, given_field

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ucgsim.simulate.plan import Plan
    from ucgsim.stats.multinomial import Floats
    from ucgsim.studies.duel.findings import Findings
    from ucgsim.studies.duel.result import DuelResult

FEWEST_TIMES = 200
"""Resamples below which an interval of them would rest on fewer than five beyond each end."""


@checked
def meta(
    source: Path | str | Pairwise | Played,
    *,
    field: Path | str | Sequence[float] | None = None,
    seed: int = 1,
    times: int = DEFAULT_TIMES,
    progress: bool | None = None,
    advance: Callable[[int], object] | None = None,
) -> MetaResult:
    """Solve the choice of a deck: the field that nothing beats, and what beats the field that is there.

    Args:
        source: a matrix, or the folder of a matrix or of a duel.
        field: shares of the decks, or a CSV file of them; where None those that the matrix was played with, else equal
            shares.
        seed: of the resamples.
        times: how often games are drawn again for the intervals.
        progress: whether to show a bar; where None, in a notebook or on a terminal for what takes more than a second.
        advance: is told how many more resamples are done.

    Raises:
        UcgsimError: a folder that holds neither, shares that are none, and fewer than ``FEWEST_TIMES`` resamples.
    """
    if times < FEWEST_TIMES:
        raise UcgsimError(f"{times} resamples; intervals need {FEWEST_TIMES} or more")
    played = read_played(source)
    names = played.names
    weights, file = shares_of(field, played)
    best_response(np.zeros((len(names),) * 2), weights)
    check = kept_check(played, weights)
    played = played if check is None else check.used
    order = list(played.cells.values())

    def statistic(rates: Floats) -> Floats:
        payoff = payoff_from_scores(played.scores(rates))
        return np.concatenate([equilibrium(payoff).shares, payoff @ np.array(weights)])

    with watched(progress, advance, times, "resamples") as tell:
        one_more = None if tell is None else lambda _: tell(1)
        resampled = bootstrap(statistic, order, seed=seed, times=times, progress=one_more)
    return MetaResult(played, weights, file, resampled, check)


def shares_of(field: Path | str | Sequence[float] | None, played: Played) -> tuple[tuple[float, ...], Path | None]:
    """The shares that are named, else those that were given when it was played, else equal ones; and their file."""
    if field is not None and not isinstance(field, str | Path):
        return tuple(field), None
    given = given_field(field, played.names) or played.field
    return given or (equal_weights(played.names), None)


def read_played(source: Path | str | Pairwise | Played) -> Played:
    """The games of a matrix, or of the folder (or the list of matchups) of a matrix, or of a duel's folder.

    Raises UcgsimError where there is none, it is not finished, or it cannot be read.
    """
    if isinstance(source, Played):
        return source
    if isinstance(source, Pairwise):
        return _of_matrix(source)
    path = Path(source)
    folder = folder_of(path)
    match holding(folder):
        case Holding.MATRIX:
            return _of_matrix(read_matrix(folder), path)
        case Holding.DUEL:
            return _of_duel(read_duel(RunFolder(folder)), path)
        case Holding.MATCHES:
            return _of_matrix(read_matches(folder), path)
    raise no_run(path, "`ucgsim matrix` or `ucgsim duel`")


def folder_of(path: Path) -> Path:
    """The folder that a path means: it, or the one of the list of matchups that it is."""
    return path.parent if path.name in {Holding.MATRIX, Holding.MATCHES} else path


def _of_matrix(result: Pairwise, path: Path | None = None) -> Played:
    weights, source = result.weights, result.field_source
    checked = result.checked
    field = None if weights is None or source is None else GivenField(weights, source)
    return Played(
        result.names,
        result.cells,
        result.basis,
        result.terms.label,
        path,
        field,
        result.many,
        result.terms.rules,
        result.terms.redraw_procedure.value,
        result.decks if isinstance(result, MatrixResult) else (),
        result.plan.versions if isinstance(result, MatrixResult | MatchMatrix) else {},
        None if checked is None else _of_matrix(checked.second, path),
    )


def _of_duel(result: DuelResult, path: Path) -> Played:
    played = _of_games(result.plan, result.findings, path)
    check = result.check
    return played if check is None else replace(played, second=_of_games(check.plan, check.findings, path))


def _of_games(plan: Plan, findings: Findings, path: Path) -> Played:
    if plan.first is not First.THROW:
        raise UcgsimError(f"{path}: one side always leads there; play the duel without --first")
    text = basis(plan, findings)
    names = (plan.decks[0].name, plan.decks[1].name)
    policies = " against ".join(dict.fromkeys(plan.labels))
    cells = {(0, 1): findings.outcomes}
    redraw = plan.redraw_procedure.value
    return Played(names, cells, text, policies, path, rules=plan.rules, redraw_procedure=redraw, versions=plan.versions)
