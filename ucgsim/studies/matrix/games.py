"""Every two of several decks: the matrix of win rates, what is certain in it, and the ranking."""

from __future__ import annotations

import itertools
import re
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.versions import DEFAULT_RULES, Procedure
from ucgsim.defaults import DEFAULT_POLICY
from ucgsim.errors import UcgsimError
from ucgsim.files.lock import LOCK, only_one
from ucgsim.files.sealed import read_sealed, write_sealed
from ucgsim.files.writing import UNFINISHED
from ucgsim.policies.fielding import in_field
from ucgsim.simulate.folder import MATCHUPS, RunFolder
from ucgsim.simulate.matches.played import Format
from ucgsim.simulate.plan import FORMAT, First, equal_halves, matchup_number
from ucgsim.simulate.run import Run, play_held
from ucgsim.simulate.table import make_plan
from ucgsim.simulate.terms import Terms
from ucgsim.simulate.values import reading, text, whole
from ucgsim.studies.check import (
    CHECK,
    check_run,
    games_of_check,
    games_of_plans,
    read_budgets,
    read_check,
    refuse_matches,
    refuse_other_question,
)
from ucgsim.studies.duel.check import DuelCheck
from ucgsim.studies.duel.result import DuelResult
from ucgsim.studies.duel.study import read_duel
from ucgsim.studies.given import given_decks, in_the_field, refuse_repeated, with_all
from ucgsim.studies.leading import PAIRS_PER_GAME_OF_MATRIX, play_leading, read_pairs, shown_to
from ucgsim.studies.matrix.matches import plan_matches, play_study
from ucgsim.studies.matrix.result import MatrixResult
from ucgsim.studies.weights import given_field, keep_field, kept_field

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.simulate.plan import Plan
    from ucgsim.studies.check import Budget
    from ucgsim.studies.given import DeckLike
    from ucgsim.studies.matrix.result import MatchMatrix
    from ucgsim.studies.weights import GivenField

MATRIX = MATCHUPS
_LIST, _ANEW = "the list of matchups of a matrix", "play the matrix anew in another folder"
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


def games_to_check(
    result: MatrixResult, policy: str, budget: Budget | None, *, jobs: int, catalog: Catalog
) -> int | None:
    """Games of each matchup that a check of a matrix may take, None without a budget."""
    plans = [duel.plan for duel in result.duels.values()]
    kept = None if result.folder is None else _folder_of(plans[0], result.folder / CHECK)
    return games_of_plans(budget, plans, policy, kept, jobs=jobs, catalog=catalog)


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
    catalog = load_catalog() if catalog is None else catalog
    each = games_of_check(games, result.plan.games, len(result.duels))
    place = None if result.folder is None else result.folder / CHECK
    policy = in_field([policy], *(() if result.weights is None else (result.decks, result.weights)))[0]
    runs = {}
    for key, duel in result.duels.items():
        run = check_run(duel.plan, policy, each, catalog, None)
        runs[key] = run._replace(folder=_folder_of(run.plan, place))
    return with_check(result, play_matrix(runs, lead_pairs=0, jobs=jobs, out=place, advance=advance))


def with_check(result: MatrixResult, check: MatrixResult) -> MatrixResult:
    """A matrix with another one that checks it, in the same field; each of its matchups is checked as well.

    Raises UcgsimError where that other one asked something else.
    """
    duels = {}
    if result.duels.keys() != check.duels.keys():
        raise UcgsimError(f"{check.folder}: checks a matrix of other decks; delete it, and check again")
    for key, duel in result.duels.items():
        other = check.duels[key]
        refuse_other_question(duel.plan, other.plan, check.folder)
        duels[key] = replace(duel, check=DuelCheck(other.plan, other.findings, len(result.duels)))
    second = replace(check, weights=result.weights, field_source=result.field_source)
    return replace(result, duels=duels, check=second)


def read_field(runs: dict[tuple[int, int], Run], field: Path | str | None) -> GivenField | None:
    """The shares in a CSV file of the decks that are to be played; UcgsimError where they are none."""
    return given_field(field, [deck.name for deck in _decks({key: run.plan for key, run in runs.items()})])


def plan_matrix(
    decks: Sequence[DeckLike],
    terms: Terms,
    *,
    games: int,
    out: Path | str | None = None,
    field: Path | str | None = None,
) -> dict[tuple[int, int], Run]:
    """The runs of all matchups; everything that ``matrix`` checks before it plays.

    ``field``: shares of the decks, from which players with closed lists take the other deck to be.
    """
    lists = given_decks(with_all(decks), terms)
    if len(lists) < 2:
        raise UcgsimError(f"a matrix of {len(lists)} deck; name two or more")
    refuse_repeated(lists, "name each list once")
    given = given_field(field, [deck.name for deck in lists])
    terms = in_the_field(terms) if given is None else in_the_field(terms, lists, given.weights)
    runs = {}
    for row, column in itertools.combinations(range(len(lists)), 2):
        here = terms.but(matchup=matchup_number(row, column))
        plan, table = make_plan((lists[row], lists[column]), equal_halves(games), here)
        runs[row, column] = Run(plan, table, _folder_of(plan, out))
    return runs


def _folder_of(plan: Plan, out: Path | str | None) -> RunFolder | None:
    if out is None:
        return None
    a, b = (_slug(deck.name) for deck in plan.decks)
    return RunFolder(Path(out) / f"{plan.matchup:03d}-{a}-{b}")


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:24] or "deck"


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
    pairs = [read_pairs(lead_pairs, run.plan, PAIRS_PER_GAME_OF_MATRIX) for run in runs.values()]
    decks = _decks({key: run.plan for key, run in runs.items()})
    with nullcontext() if out is None else only_one(Path(out)):
        if out is not None:
            _begin(Path(out), runs)
            field = keep_field(Path(out), field, [deck.name for deck in decks])
        outcome = play_held(list(runs.values()), jobs=jobs, advance=advance)
    # Whoever keeps what leading is worth holds the folder for himself.
    keep, tell = lead_pairs is not None, shown_to(lead_pairs, advance)
    asked_all = [
        play_leading(run, n, keep=keep, jobs=jobs, advance=tell) for run, n in zip(runs.values(), pairs, strict=True)
    ]
    duels = {
        key: DuelResult(run.plan, counts, folder=run.folder, asked=asked)
        for (key, run), counts, asked in zip(runs.items(), outcome.counts, asked_all, strict=True)
    }
    folder = Path(out) if out is not None else None
    weights, source = field or (None, None)
    return MatrixResult(decks, duels, folder, outcome.played, outcome.seconds, weights=weights, field_source=source)


def _decks(plans: dict[tuple[int, int], Plan]) -> tuple[Deck, ...]:
    last = max(column for _, column in plans)
    others = [plans[row, last].decks[0] for row in range(last)]
    return (*others, plans[0, last].decks[1])


def _begin(path: Path, runs: dict[tuple[int, int], Run]) -> None:
    """Write down which matchups there are, or see that the folder holds these very ones."""
    place = path / MATRIX
    matchups = [
        {"a": row, "b": column, "folder": run.folder.path.name}
        for (row, column), run in runs.items()
        if run.folder is not None
    ]
    data = {"format": FORMAT, "matchups": matchups}
    if place.is_file():
        if read_sealed(place, _LIST, FORMAT, _ANEW) != data:
            raise UcgsimError(f"{path}: holds a matrix of other decks; name another folder")
        return
    entries = sorted(entry.name for entry in path.iterdir()) if path.is_dir() else []
    for foreign in (name for name in entries if name != LOCK and not name.endswith(UNFINISHED)):
        raise UcgsimError(f"{path}: holds {foreign} but no matrix; name a new or an empty folder")
    write_sealed(place, data)


def matchup_folders(path: Path) -> dict[tuple[int, int], RunFolder]:
    """The runs of the matchups of a matrix, row < column.

    Raises UcgsimError where their list or a plan cannot be read, and where they were not played as one matrix.
    """
    folders = listed_folders(path)
    _refuse_mixed(folders)
    return folders


def listed_folders(path: Path) -> dict[tuple[int, int], RunFolder]:
    """The same, whatever they hold; UcgsimError where their list cannot be read."""
    place = path / MATRIX
    listed = listed_matchups(path)
    with reading(place, _LIST, _ANEW):
        last = len(listed)
        folders = {(whole(m, "a", 0, last), whole(m, "b", 1, last)): _folder(path, m) for m in listed}
        if {*folders} != {*itertools.combinations(range(max(column for _, column in folders) + 1), 2)}:
            raise ValueError("matchups are missing")
    return folders


def listed_matchups(path: Path) -> list[Any]:
    """What the list of matchups in a folder holds, each told of by what came from outside."""
    data = read_sealed(path / MATRIX, _LIST, FORMAT, _ANEW)
    with reading(path / MATRIX, _LIST, _ANEW):
        return list(data["matchups"])


def _folder(path: Path, matchup: dict[str, Any]) -> RunFolder:
    name = text(matchup, "folder")
    if Path(name).name != name:
        raise ValueError(f"{name!r} is no folder in it")
    return RunFolder(path / name)


def _refuse_mixed(folders: dict[tuple[int, int], RunFolder]) -> None:
    """Raise UcgsimError where the plans of matchups differ in anything but who meets whom."""
    plans = {key: folder.plan() for key, folder in folders.items()}
    first, decks = next(iter(plans)), dict[int, dict[str, Any]]()
    expected = _common(plans[first]) | {"policies": (plans[first].policies[0],) * 2, "first": First.THROW}
    for key, plan in plans.items():
        differing = [name for name, value in _common(plan).items() if value != expected[name]]
        seats = zip(key, plan.decks, strict=True)
        if any(
            decks.setdefault(place, _deck_as_played(deck, plan)) != _deck_as_played(deck, plan) for place, deck in seats
        ):
            differing.append("decks")
        if plan.matchup != matchup_number(*key):
            differing.append("matchup")
        if differing:
            what = f"differs in {', '.join(differing)} from what the matrix was played with"
            raise UcgsimError(f"{folders[key].path}: {what}; play it anew with `ucgsim matrix` in a new folder")


def _common(plan: Plan) -> dict[str, Any]:
    """What all matchups of a matrix have in common."""
    names = ("seed", "games", "policies", "rules", "first")
    return {name: getattr(plan, name) for name in names} | {"versions": dict(plan.versions)}


def _deck_as_played(deck: Deck, plan: Plan) -> dict[str, Any]:
    """A deck and how it was played, the same in all matchups."""
    numbers = {number for number, _ in deck.counts}
    marked = [sorted(numbers & set(each)) for each in (plan.blank, plan.edited)]
    return {"name": deck.name, "fingerprint": deck.fingerprint, "marked": marked}


def read_matrix(path: Path, *, check: bool = True) -> MatrixResult:
    """The result of a finished matrix, with the ``check`` that lies there.

    Raises UcgsimError where it is none or a part of it cannot be read.
    """
    folders = matchup_folders(path)
    duels = {
        key: replace(read_duel(folder, check=False), asks=PAIRS_PER_GAME_OF_MATRIX) for key, folder in folders.items()
    }
    decks = _decks({key: duel.plan for key, duel in duels.items()})
    weights, source = kept_field(path, [deck.name for deck in decks]) or (None, None)
    result = MatrixResult(decks, duels, path, weights=weights, field_source=source)
    if not check or not (path / CHECK / MATRIX).is_file():
        return result
    return with_check(result, read_matrix(path / CHECK, check=False))
