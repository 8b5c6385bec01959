"""Every two of several decks: the matrix of win rates, what is certain in it, and the ranking."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ucgsim.cards.versions import DEFAULT_RULES, Procedure
from ucgsim.defaults import DEFAULT_POLICY
from ucgsim.errors import UcgsimError
from ucgsim.simulate.matches.played import Format
from ucgsim.simulate.terms import Terms
from ucgsim.studies.check import CHECK, read_budgets, read_check, refuse_matches
from ucgsim.studies.matrix.matches import plan_matches, play_study
from ucgsim.studies.matrix.matchups import (
    Shape,
    duels_checked,
    games_to_check,
    place_of_check,
    plan_matchups,
    play_matchups,
    read_field,
    read_matchups,
    runs_of_check,
    shape_of,
)
from ucgsim.studies.matrix.result import MatrixResult
from ucgsim.studies.weights import given_field

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.simulate.run import Run
    from ucgsim.studies.given import DeckLike
    from ucgsim.studies.matrix.matchups import PlayedMatchups
    from ucgsim.studies.matrix.result import MatchMatrix
    from ucgsim.studies.weights import GivenField

MATRIX = Shape.MATRIX
DEFAULT_GAMES = 2000
"""Games for each two decks."""


def matrix(
    decks: Sequence[DeckLike],
    *,
    games: int = DEFAULT_GAMES,
    match: str = Format.BO1,
    turns: int | None = None,
    policy: str = DEFAULT_POLICY,
    seed: int = 1,
    jobs: int = 1,
    rules: str = DEFAULT_RULES,
    redraw_procedure: Procedure | str = Procedure.OFFICIAL,
    field: Path | str | None = None,
    play_blank: Collection[str] = (),
    out: Path | str | None = None,
    catalog: Catalog | None = None,
    lead_pairs: int | None = None,
    check: str | None = None,
    check_games: int | None = None,
    check_budget: str | None = None,
    advance: Callable[[int], object] | None = None,
) -> MatrixResult | MatchMatrix:
    """Play every two of ``decks``, ``games`` for each two; cells have independent chance.

    ``match`` ("bo3", "two-deck-bo3") plays ``games`` matches instead, as ``matches`` does, and so does a best of
    one in which time is called, in turn ``turns``. ``field`` is a CSV file of decks and their shares in the field;
    equal shares without. ``check`` and other arguments as for ``duel``; matches are not checked. Raises UcgsimError
    for fewer than two decks, one list given twice, shares that are none, and whatever cannot be played.
    """
    terms = Terms.of(
        policy=policy,
        seed=seed,
        rules=rules,
        redraw_procedure=redraw_procedure,
        play_blank=play_blank,
        catalog=catalog,
    )
    second, budget = read_check(check, terms.policies, check_games), read_budgets(check_games, check_budget)
    if match != Format.BO1 or turns is not None:
        refuse_matches(second)
        study = plan_matches(decks, terms, match=match, turns=turns, games=games)
        given = given_field(field, study.plan.names)
        return play_study(study, jobs=jobs, field=given, out=out, advance=advance)
    runs = plan_matrix(decks, terms, games=games, out=out, field=field)
    given = read_field(runs, field)
    result = play_matrix(runs, lead_pairs=lead_pairs, jobs=jobs, field=given, out=out, advance=advance)
    if second is None:
        return result
    answer = games_to_check(result, second, budget, jobs=jobs, catalog=terms.catalog)
    return check_matrix(result, second, games=answer or check_games, jobs=jobs, catalog=terms.catalog)


def check_matrix(
    result: MatrixResult,
    policy: str,
    *,
    games: int | None = None,
    jobs: int = 1,
    catalog: Catalog | None = None,
    advance: Callable[[int], object] | None = None,
) -> MatrixResult:
    """The same result with its check, kept within its folder where it has one; going on where a check stopped.

    ``policy`` as ``read_check`` read it; ``games`` of each matchup, as for ``games_of_check``. Raises UcgsimError as
    ``matrix`` does.
    """
    runs = runs_of_check(result, policy, games=games, weights=result.weights, catalog=catalog)
    check = play_matrix(runs, lead_pairs=0, jobs=jobs, out=place_of_check(result), advance=advance)
    return with_check(result, check)


def with_check(result: MatrixResult, check: MatrixResult) -> MatrixResult:
    """A matrix with another one that checks it, in the same field; each of its matchups is checked as well.

    Raises UcgsimError where that other one asked something else.
    """
    duels = duels_checked(result, check)
    second = replace(check, weights=result.weights, field_source=result.field_source)
    return replace(result, duels=duels, check=second)


def plan_matrix(
    decks: Sequence[DeckLike],
    terms: Terms,
    *,
    games: int,
    out: Path | str | None = None,
    field: Path | str | None = None,
) -> dict[tuple[int, int], Run]:
    """The runs of all matchups; everything that ``matrix`` checks before it plays, ``field`` as for it."""
    return plan_matchups(Shape.MATRIX, decks, terms, games=games, out=out, field=field)


def play_matrix(
    runs: dict[tuple[int, int], Run],
    *,
    lead_pairs: int | None = None,
    jobs: int = 1,
    field: GivenField | None = None,
    out: Path | str | None = None,
    advance: Callable[[int], object] | None = None,
) -> MatrixResult:
    """Play planned matchups; with ``out`` they are kept there and an interrupted matrix goes on.

    ``lead_pairs``: of each matchup, as for ``duel``.
    """
    return _result(
        play_matchups(Shape.MATRIX, runs, lead_pairs=lead_pairs, jobs=jobs, field=field, out=out, advance=advance)
    )


def _result(outcome: PlayedMatchups) -> MatrixResult:
    decks, duels, folder, played, seconds, field = outcome
    weights, source = field or (None, None)
    return MatrixResult(decks, duels, folder, played, seconds, weights=weights, field_source=source)


def read_matrix(path: Path, *, check: bool = True) -> MatrixResult:
    """The result of a finished matrix, with the ``check`` that lies there.

    Raises UcgsimError where it is none or a part of it cannot be read.
    """
    if shape_of(path) is not Shape.MATRIX:
        raise UcgsimError(f"{path}: holds a gauntlet, where rivals did not meet; name the folder of a matrix")
    result = _result(read_matchups(path))
    if not check or not (path / CHECK / MATRIX).is_file():
        return result
    return with_check(result, read_matrix(path / CHECK, check=False))
