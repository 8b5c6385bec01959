"""Matchups that are played together and kept in one folder: all of a matrix, or those of one deck alone."""

from __future__ import annotations

import itertools
import re
from contextlib import nullcontext
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ucgsim.cards.catalog import load_catalog
from ucgsim.errors import UcgsimError
from ucgsim.files.lock import LOCK, only_one
from ucgsim.files.sealed import read_sealed, write_sealed
from ucgsim.files.writing import UNFINISHED
from ucgsim.policies.fielding import in_field
from ucgsim.simulate.counts import Counts
from ucgsim.simulate.folder import GAUNTLET, MATCHUPS, RunFolder, list_of
from ucgsim.simulate.plan import FORMAT, First, equal_halves, matchup_number
from ucgsim.simulate.run import Run, play_held
from ucgsim.simulate.table import make_plan
from ucgsim.simulate.values import reading, text, whole
from ucgsim.studies.check import CHECK, check_run, games_of_check, games_of_plans, refuse_other_question
from ucgsim.studies.duel.check import DuelCheck
from ucgsim.studies.duel.findings import Findings
from ucgsim.studies.duel.result import DuelResult
from ucgsim.studies.duel.study import read_duel
from ucgsim.studies.given import given_decks, in_the_field, refuse_repeated, with_all, without_mirror
from ucgsim.studies.leading import PAIRS_PER_GAME_OF_MATRIX, play_leading, play_together, read_pairs, shown_to
from ucgsim.studies.matrix.race import UNTIL, refuse_race
from ucgsim.studies.weights import given_field, keep_field, kept_field

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import polars as pl

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck, DeckLike
    from ucgsim.simulate.plan import Plan
    from ucgsim.simulate.terms import Terms
    from ucgsim.studies.check import Budget
    from ucgsim.studies.leading import Leading
    from ucgsim.studies.weights import GivenField

Key = tuple[int, int]
"""Two decks that meet, by their places, the smaller one first."""


class Shape(StrEnum):
    """Which of several decks meet, by the file that lists their matchups."""

    MATRIX = MATCHUPS
    GAUNTLET = GAUNTLET

    @property
    def noun(self) -> str:
        """What is played, and the command that plays it."""
        return Path(self.value).stem

    def keys(self, decks: int) -> list[Key]:
        """Every two of so many decks, or the first against each other one."""
        if self is Shape.MATRIX:
            return list(itertools.combinations(range(decks), 2))
        return [(0, rival) for rival in range(1, decks)]


@dataclass(frozen=True, eq=False, repr=False)
class PlayedDuels:
    """What was played: a duel for every two (i, j), i < j, of ``decks`` that meet; all else follows from these."""

    decks: tuple[Deck, ...]
    duels: dict[Key, DuelResult]
    folder: Path | None = None
    played: int = 0
    seconds: float = 0.0

    @property
    def plan(self) -> Plan:
        """The plan of the first matchup; the others differ in decks and matchup alone."""
        return self.duels[0, 1].plan

    @property
    def total(self) -> int:
        """Games of all matchups."""
        return sum(duel.findings.games for duel in self.duels.values())

    def games(self, *, again: bool = False, jobs: int | None = None) -> pl.LazyFrame:
        """The games of all matchups, one row each, after ``deck`` and ``opponent``: sides a and b; else as in a duel.

        ``again`` and errors as for the games of a duel.
        """
        import polars as pl  # noqa: PLC0415 - takes long to import

        frames = []
        for duel in self.duels.values():
            who = zip(("deck", "opponent"), (deck.name for deck in duel.plan.decks), strict=True)
            named = [pl.lit(name).alias(column) for column, name in who]
            frames.append(duel.games(again=again, jobs=jobs).select(*named, pl.all()))
        return pl.concat(frames)

    @cached_property
    def findings(self) -> Findings:
        """The rates of all games together."""
        return Findings(Counts.total(duel.counts for duel in self.duels.values()))

    @cached_property
    def leadings(self) -> dict[Key, Leading]:
        """Of every matchup in which it was asked what leading is worth, the pairs of games that tell."""
        return {key: duel.leading for key, duel in self.duels.items() if duel.leading is not None}

    @property
    def blank(self) -> list[str]:
        """Numbers that were played without their text."""
        return sorted({number for duel in self.duels.values() for number in duel.plan.blank})

    @property
    def edited(self) -> list[str]:
        """Numbers that were played with an effect edited by hand."""
        return sorted({number for duel in self.duels.values() for number in duel.plan.edited})


P = TypeVar("P", bound=PlayedDuels)


class PlayedMatchups(NamedTuple):
    """Matchups that were played, and the field that was kept beside them."""

    decks: tuple[Deck, ...]
    duels: dict[Key, DuelResult]
    folder: Path | None
    played: int
    seconds: float
    field: GivenField | None


def read_field(runs: dict[Key, Run], field: Path | str | None) -> GivenField | None:
    """The shares in a CSV file of the decks that are to be played; UcgsimError where they are none."""
    return given_field(field, [deck.name for deck in decks_of({key: run.plan for key, run in runs.items()})])


def plan_matchups(
    shape: Shape,
    decks: Sequence[DeckLike],
    terms: Terms,
    *,
    games: int,
    out: Path | str | None = None,
    field: Path | str | None = None,
) -> dict[Key, Run]:
    """The runs of all matchups; everything that is checked before they are played.

    ``field``: shares of the decks, from which players with closed lists take the other deck to be.
    """
    lists = given_decks(with_all(decks), terms)
    if shape is Shape.GAUNTLET and len(lists) > 1:
        lists = (lists[0], *without_mirror(lists[0], lists[1:]))
    if len(lists) < 2:
        raise UcgsimError(f"a {shape.noun} of {len(lists)} deck; name two or more")
    refuse_repeated(lists, "name each list once")
    given = given_field(field, [deck.name for deck in lists])
    terms = in_the_field(terms) if given is None else in_the_field(terms, lists, given.weights)
    runs = {}
    for row, column in shape.keys(len(lists)):
        here = terms.but(matchup=matchup_number(row, column))
        plan, table = make_plan((lists[row], lists[column]), equal_halves(games), here)
        runs[row, column] = Run(plan, table, folder_of(plan, out))
    return runs


def folder_of(plan: Plan, out: Path | str | None) -> RunFolder | None:
    """Where a matchup is kept within a folder."""
    if out is None:
        return None
    a, b = (_slug(deck.name) for deck in plan.decks)
    return RunFolder(Path(out) / f"{plan.matchup:03d}-{a}-{b}")


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:24] or "deck"


def decks_of(plans: dict[Key, Plan]) -> tuple[Deck, ...]:
    """The decks of all matchups, in the order of their places."""
    seats = {place: deck for key, plan in plans.items() for place, deck in zip(key, plan.decks, strict=True)}
    return tuple(seats[place] for place in sorted(seats))


def play_matchups(
    shape: Shape,
    runs: dict[Key, Run],
    *,
    lead_pairs: int | None = None,
    jobs: int = 1,
    field: GivenField | None = None,
    out: Path | str | None = None,
    advance: Callable[[int], object] | None = None,
) -> PlayedMatchups:
    """Play planned matchups; with ``out`` they are kept there and what was interrupted goes on.

    ``lead_pairs``: of each matchup, as for ``duel``.
    """
    for run in runs.values():
        read_pairs(lead_pairs, run.plan, PAIRS_PER_GAME_OF_MATRIX)
    decks = decks_of({key: run.plan for key, run in runs.items()})
    with nullcontext() if out is None else only_one(Path(out)):
        if out is not None:
            refuse_race(Path(out))
            begin(shape, Path(out), runs)
            field = keep_field(Path(out), field, [deck.name for deck in decks])
        outcome = play_held(list(runs.values()), jobs=jobs, advance=advance)
    duels = duels_of(runs, outcome.counts, lead_pairs=lead_pairs, jobs=jobs, advance=advance)
    folder = Path(out) if out is not None else None
    return PlayedMatchups(decks, duels, folder, outcome.played, outcome.seconds, field)


def duels_of(
    runs: dict[Key, Run],
    counts: Sequence[Counts],
    *,
    lead_pairs: int | None,
    jobs: int,
    advance: Callable[[int], object] | None,
) -> dict[Key, DuelResult]:
    """The matchups that were played and counted, with what leading is worth in them."""
    # Whoever keeps what leading is worth holds the folder for himself.
    keep, tell = lead_pairs is not None, shown_to(lead_pairs, advance)
    pairs = [(run, read_pairs(lead_pairs, run.plan, PAIRS_PER_GAME_OF_MATRIX)) for run in runs.values()]
    if keep:
        asked = [play_leading(run, number, keep=True, jobs=jobs, advance=tell) for run, number in pairs]
    else:
        asked = play_together(pairs, jobs=jobs, advance=tell)
    each = zip(runs.items(), counts, asked, strict=True)
    return {key: DuelResult(run.plan, count, folder=run.folder, asked=led) for (key, run), count, led in each}


def games_to_check(
    result: PlayedDuels, policy: str, budget: Budget | None, *, jobs: int, catalog: Catalog
) -> int | None:
    """Games of each matchup that a check may take, None without a budget."""
    plans = [duel.plan for duel in result.duels.values()]
    kept = None if result.folder is None else folder_of(plans[0], result.folder / CHECK)
    return games_of_plans(budget, plans, policy, kept, jobs=jobs, catalog=catalog)


def runs_of_check(
    result: PlayedDuels, policy: str, *, games: int | None, weights: Sequence[float] | None, catalog: Catalog | None
) -> dict[Key, Run]:
    """The runs that ask every matchup again, kept within the folder of the result where it has one.

    ``policy`` as ``read_check`` read it; ``games`` of each matchup, as for ``games_of_check``.
    """
    catalog = load_catalog() if catalog is None else catalog
    each = games_of_check(games, result.plan.games, len(result.duels))
    policy = in_field([policy], *(() if weights is None else (result.decks, weights)))[0]
    runs = {}
    for key, duel in result.duels.items():
        run = check_run(duel.plan, policy, each, catalog, None)
        runs[key] = run._replace(folder=folder_of(run.plan, place_of_check(result)))
    return runs


def place_of_check(result: PlayedDuels) -> Path | None:
    """The folder of the check of a result that is kept."""
    return None if result.folder is None else result.folder / CHECK


def duels_checked(result: P, check: P) -> dict[Key, DuelResult]:
    """The matchups of a result, each with the one that checks it.

    Raises UcgsimError where that other one asked something else.
    """
    if result.duels.keys() != check.duels.keys():
        raise UcgsimError(f"{check.folder}: checks matchups of other decks; delete it, and check again")
    duels = {}
    for key, duel in result.duels.items():
        other = check.duels[key]
        refuse_other_question(duel.plan, other.plan, check.folder)
        duels[key] = replace(duel, check=DuelCheck(other.plan, other.findings, len(result.duels)))
    return duels


def _list_words(shape: Shape) -> tuple[str, str]:
    """What the list of matchups is, and how to come by another one."""
    return f"the list of matchups of a {shape.noun}", f"play the {shape.noun} anew in another folder"


def begin(shape: Shape, path: Path, runs: dict[Key, Run]) -> None:
    """Write down which matchups there are, or see that the folder holds these very ones."""
    place = path / shape
    matchups = [
        {"a": row, "b": column, "folder": run.folder.path.name}
        for (row, column), run in runs.items()
        if run.folder is not None
    ]
    data = {"format": FORMAT, "matchups": matchups}
    if place.is_file():
        if read_sealed(place, _list_words(shape)[0], FORMAT, _list_words(shape)[1]) != data:
            raise UcgsimError(f"{path}: holds a {shape.noun} of other decks; name another folder")
        return
    entries = sorted(entry.name for entry in path.iterdir()) if path.is_dir() else []
    for foreign in (name for name in entries if name != LOCK and not name.endswith(UNFINISHED)):
        raise UcgsimError(f"{path}: holds {foreign} but no {shape.noun}; name a new or an empty folder")
    write_sealed(place, data)


def shape_of(path: Path) -> Shape:
    """Which matchups a folder lists; those of a matrix where it lists none."""
    return Shape(list_of(path) or MATCHUPS)


def matchup_folders(path: Path) -> dict[Key, RunFolder]:
    """The runs of the matchups in a folder, row < column.

    Raises UcgsimError where their list or a plan cannot be read, and where they were not played as one.
    """
    folders = listed_folders(path)
    _refuse_mixed(shape_of(path), folders, alike=not (path / UNTIL).is_file())
    return folders


def listed_folders(path: Path) -> dict[Key, RunFolder]:
    """The same, whatever they hold; UcgsimError where their list cannot be read."""
    shape = shape_of(path)
    listed = listed_matchups(path)
    with reading(path / shape, *_list_words(shape)):
        last = len(listed)
        folders = {(whole(m, "a", 0, last), whole(m, "b", 1, last)): _folder(path, m) for m in listed}
        if {*folders} != {*shape.keys(max(column for _, column in folders) + 1)}:
            raise ValueError("matchups are missing")
    return folders


def listed_matchups(path: Path) -> list[Any]:
    """What the list of matchups in a folder holds, each told of by what came from outside."""
    shape = shape_of(path)
    what, anew = _list_words(shape)
    data = read_sealed(path / shape, what, FORMAT, anew)
    with reading(path / shape, what, anew):
        return list(data["matchups"])


def _folder(path: Path, matchup: dict[str, Any]) -> RunFolder:
    name = text(matchup, "folder")
    if Path(name).name != name:
        raise ValueError(f"{name!r} is no folder in it")
    return RunFolder(path / name)


def _refuse_mixed(shape: Shape, folders: dict[Key, RunFolder], *, alike: bool) -> None:
    """Raise UcgsimError where the plans of matchups differ in anything but who meets whom, and if not ``alike`` in
    how many games they have.
    """
    plans = {key: folder.plan() for key, folder in folders.items()}
    first, decks = next(iter(plans)), dict[int, dict[str, Any]]()
    expected = _common(plans[first], alike=alike) | {"policies": (plans[first].policies[0],) * 2, "first": First.THROW}
    for key, plan in plans.items():
        differing = [name for name, value in _common(plan, alike=alike).items() if value != expected[name]]
        seats = zip(key, plan.decks, strict=True)
        if any(
            decks.setdefault(place, _deck_as_played(deck, plan)) != _deck_as_played(deck, plan) for place, deck in seats
        ):
            differing.append("decks")
        if plan.matchup != matchup_number(*key):
            differing.append("matchup")
        if differing:
            what = f"differs in {', '.join(differing)} from what the {shape.noun} was played with"
            raise UcgsimError(f"{folders[key].path}: {what}; play it anew with `ucgsim {shape.noun}` in a new folder")


def _common(plan: Plan, *, alike: bool) -> dict[str, Any]:
    """What all matchups have in common."""
    names = ("seed", *(["games"] if alike else []), "policies", "rules", "first")
    return {name: getattr(plan, name) for name in names} | {"versions": dict(plan.versions)}


def _deck_as_played(deck: Deck, plan: Plan) -> dict[str, Any]:
    """A deck and how it was played, the same in all matchups."""
    numbers = {number for number, _ in deck.counts}
    marked = [sorted(numbers & set(each)) for each in (plan.blank, plan.edited)]
    return {"name": deck.name, "fingerprint": deck.fingerprint, "marked": marked}


def read_matchups(path: Path) -> PlayedMatchups:
    """What was played into a folder. Raises UcgsimError where it is not finished or a part of it cannot be read."""
    folders = matchup_folders(path)
    duels = {
        key: replace(read_duel(folder, check=False), asks=PAIRS_PER_GAME_OF_MATRIX) for key, folder in folders.items()
    }
    decks = decks_of({key: duel.plan for key, duel in duels.items()})
    return PlayedMatchups(decks, duels, path, 0, 0.0, kept_field(path, [deck.name for deck in decks]))
