"""The cards that would make a deck better: asked, searched, checked, stored in a folder and read back."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from ucgsim.arguments import checked
from ucgsim.cards.versions import DEFAULT_RULES, Procedure
from ucgsim.defaults import DEFAULT_POLICY
from ucgsim.errors import UcgsimError
from ucgsim.files.lock import only_one
from ucgsim.files.sealed import as_kept
from ucgsim.files.writing import drop_leftovers
from ucgsim.report.staging import staging
from ucgsim.report.watching import watched
from ucgsim.simulate.kept import PARTS, REMEDY, KeptFolder
from ucgsim.simulate.plan import refuse_differing
from ucgsim.simulate.same_chance.compare import lay_out_meetings
from ucgsim.simulate.terms import Terms
from ucgsim.simulate.values import NOT_EXPECTED, reading
from ucgsim.simulate.working.cores import cores
from ucgsim.studies.check import CHECK, Budget, read_budgets, read_check
from ucgsim.studies.compare.plan import CompareStudy
from ucgsim.studies.compare.question import COMPARE, check_plan, play_compare, read_compare
from ucgsim.studies.compare.question import read_study as read_compared
from ucgsim.studies.improve.answer import ImproveResult
from ucgsim.studies.improve.climb import Climb, climb
from ucgsim.studies.improve.games import Games, read_part
from ucgsim.studies.improve.plan import (
    DEFAULT_CHAIN_SWAPS,
    ImproveStudy,
    plan_build,
    plan_improve,
    read_plan,
)
from ucgsim.studies.improve.pool import ALL

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import DeckLike
    from ucgsim.studies.compare.answer import CompareResult
    from ucgsim.studies.improve.climb import Change


IMPROVE = "improve.json"
FORMAT = 1
"""Rises whenever plan or parts of a search change their meaning, and whenever the search goes other ways."""
MOST_PARTS = 200_000
SAMPLE = 5
"""Parts that are played again where somebody wants to know whether they are the same."""


@checked
def improve(
    deck: DeckLike,
    against: Sequence[DeckLike] = (),
    *,
    field: Path | str | None = None,
    pool: Path | str | Mapping[str, int] = ALL,
    keep: Sequence[str] = (),
    swaps: int = 1,
    budget: int | str | None = None,
    bans: Path | str | None = None,
    policy: str = DEFAULT_POLICY,
    policy_b: str | None = None,
    seed: int = 1,
    jobs: int | None = None,
    rules: str = DEFAULT_RULES,
    redraw_procedure: Procedure | str = Procedure.OFFICIAL,
    play_blank: Collection[str] = (),
    catalog: Catalog | None = None,
    out: Path | str | None = None,
    check: str | None = None,
    check_games: int | None = None,
    check_budget: str | None = None,
    progress: bool | None = None,
    advance: Callable[[int], object] | None = None,
    heard: Callable[[str], object] | None = None,
) -> ImproveResult:
    """Which cards should leave a deck and which come in; raises UcgsimError for what can't be searched.

    Args:
        deck: its name, its file, a ``Deck``, or counts by card number.
        against: opponents; those of ``field`` without any.
        field: a CSV file of decks and their shares, which names the opponents where ``against`` does not.
        pool: which cards may come in: "all", a file of the cards that are owned, or counts by number.
        keep: numbers of cards that do not leave.
        swaps: how many cards may leave, 1 to 4.
        budget: games, or a text such as "2e6" or "10m".
        bans: a file of bans, of which those in force count.
        policy: who decides: ``planner``, ``greedy``, ``search:16,with=planner`` and others (``ucgsim policies``).
        policy_b: how the opponents decide; as the deck does where None.
        seed: of all chance; the same seed and options give the same result.
        jobs: processes that play side by side; as many as there are cores where None. The result is the same.
        rules: version of the comprehensive rules.
        redraw_procedure: "official" (CR 4.2.3) or "reshuffle", as many players do it.
        play_blank: numbers of cards to play without their text; "all" in it stands for every one that can't be played.
        catalog: the cards, where it is not the imported or the shipped one.
        out: a folder to keep it in, where it goes on, and grows with a larger budget.
        check: a policy under which the best are asked again, such as ``search:16,with=planner``.
        check_games: games of that check.
        check_budget: or what it may take: a time such as "30s", or a precision such as "2pp".
        progress: whether to show a bar; where None, in a notebook or on a terminal for what takes more than a second.
        advance: is told how many more games are done.
        heard: is told in words how the race goes.
    """
    terms = Terms.of(policy=policy, policy_b=policy_b, seed=seed, rules=rules, play_blank=play_blank, catalog=catalog)
    terms, begun = terms.but(redraw_procedure=redraw_procedure), begun_games(None if out is None else Path(out), budget)
    checked_by = read_check(check, terms.policies, check_games), check_games, read_budgets(check_games, check_budget)
    options: dict[str, Any] = {"budget": budget, "field_file": field, "pool": pool, "keep": keep, "bans": bans}
    study = plan_improve(deck, against, terms, swaps=swaps, jobs=cores(jobs), begun=begun, **options)
    return searched(study, checked_by, jobs=cores(jobs), out=out, progress=progress, advance=advance, heard=heard)


@checked
def build(
    characters: Sequence[str],
    against: Sequence[DeckLike] = (),
    *,
    field: Path | str | None = None,
    pool: Path | str | Mapping[str, int] = ALL,
    swaps: int = DEFAULT_CHAIN_SWAPS,
    budget: int | str | None = None,
    bans: Path | str | None = None,
    policy: str = DEFAULT_POLICY,
    policy_b: str | None = None,
    seed: int = 1,
    jobs: int | None = None,
    rules: str = DEFAULT_RULES,
    redraw_procedure: Procedure | str = Procedure.OFFICIAL,
    play_blank: Collection[str] = (),
    catalog: Catalog | None = None,
    out: Path | str | None = None,
    check: str | None = None,
    check_games: int | None = None,
    check_budget: str | None = None,
    progress: bool | None = None,
    advance: Callable[[int], object] | None = None,
    heard: Callable[[str], object] | None = None,
) -> ImproveResult:
    """A deck of these characters: the search of ``improve`` from a start made of their chains.

    Args:
        characters: names; cards that come in bear one of them or none, as scenes do, or any where these make no deck.
        against: opponents; those of ``field`` without any.
        field: a CSV file of decks and their shares, which names the opponents where ``against`` does not.
        pool: which cards may come in: "all", a file of the cards that are owned, or counts by number.
        swaps: how many cards may be swapped at a time, 1 to 4.
        budget: games, or a text such as "2e6" or "10m".
        bans: a file of bans, of which those in force count.
        policy: who decides: ``planner``, ``greedy``, ``search:16,with=planner`` and others (``ucgsim policies``).
        policy_b: how the opponents decide; as the deck does where None.
        seed: of all chance; the same seed and options give the same result.
        jobs: processes that play side by side; as many as there are cores where None. The result is the same.
        rules: version of the comprehensive rules.
        redraw_procedure: "official" (CR 4.2.3) or "reshuffle", as many players do it.
        play_blank: numbers of cards to play without their text; "all" in it stands for every one that can't be played.
        catalog: the cards, where it is not the imported or the shipped one.
        out: a folder to keep it in, where it goes on, and grows with a larger budget.
        check: a policy under which the best are asked again, such as ``search:16,with=planner``.
        check_games: games of that check.
        check_budget: or what it may take: a time such as "30s", or a precision such as "2pp".
        progress: whether to show a bar; where None, in a notebook or on a terminal for what takes more than a second.
        advance: is told how many more games are done.
        heard: is told in words how the race goes.

    Raises:
        UcgsimError: what can't be searched.
    """
    terms = Terms.of(policy=policy, policy_b=policy_b, seed=seed, rules=rules, play_blank=play_blank, catalog=catalog)
    terms, begun = terms.but(redraw_procedure=redraw_procedure), begun_games(None if out is None else Path(out), budget)
    checked_by = read_check(check, terms.policies, check_games), check_games, read_budgets(check_games, check_budget)
    options: dict[str, Any] = {"budget": budget, "field_file": field, "pool": pool, "swaps": swaps, "bans": bans}
    study = plan_build(characters, against, terms, jobs=cores(jobs), begun=begun, **options)
    return searched(study, checked_by, jobs=cores(jobs), out=out, progress=progress, advance=advance, heard=heard)


def searched(
    study: ImproveStudy,
    checked_by: tuple[str | None, int | None, Budget | None],
    *,
    jobs: int,
    out: Path | str | None,
    progress: bool | None,
    advance: Callable[[int], object] | None,
    heard: Callable[[str], object] | None,
) -> ImproveResult:
    """Carry out a planned search, show how far it is, and check it where a policy is named."""
    with watched(progress, advance, study.budget) as tell:
        result = search(study, jobs=jobs, out=out, advance=tell, heard=heard)
    second, games, limit = checked_by
    return result if second is None else check_improve(result, second, games, limit, jobs=jobs, out=out)


def search(
    study: ImproveStudy,
    *,
    jobs: int = 1,
    out: Path | str | None = None,
    advance: Callable[[int], object] | None = None,
    heard: Callable[[str], object] | None = None,
) -> ImproveResult:
    """Carry out a planned search; ``advance`` is told how many more games are done, ``heard`` how the race goes.

    What is played does not depend on ``jobs``. With ``out``, what is kept there is not played again.
    """
    if out is None:
        return ImproveResult(study, climb(Games(study, jobs=jobs, advance=advance), study.course, heard))
    path = Path(out)
    with only_one(path):
        kept_folder(path).begin(study.plan_json, study.beside_json, keys=part_keys())
        return go_on(Games(study, jobs=jobs, advance=advance), path, heard)


def go_on(games: Games, path: Path, heard: Callable[[str], object] | None = None) -> ImproveResult:
    """The same for a folder that has begun and that the caller holds (`files.lock`).

    What is damaged there is played again, and ends with the same bytes.
    """
    study, folder = games.study, kept_folder(path)
    _drop_damaged(games, folder)
    with folder.ledger(part_keys()) as ledger:
        take_stored(games, path, ledger.kept)
        games.ledger = ledger
        result = ImproveResult(study, climb(games, study.course, heard))
    _write_page(result, path)
    return result


def _drop_damaged(games: Games, folder: KeptFolder) -> None:
    """Leave the parts before the first that is damaged; what comes after it is known, and stored again in its turn."""
    sound: list[Any] = []
    for number, (_, value) in sorted(folder.legible(part_keys()).items()):
        with suppress(UcgsimError, *NOT_EXPECTED):
            games.legible |= games.points_of(value)
            sound += [value] if number == len(sound) else []
    folder.put(part_keys(), sound)


def check_improve(
    result: ImproveResult,
    policy: str,
    games: int | None = None,
    budget: Budget | None = None,
    *,
    jobs: int = 1,
    out: Path | str | None = None,
    advance: Callable[[int], object] | None = None,
) -> ImproveResult:
    """The same with the builds that are surely better asked again, ``policy`` playing both sides.

    ``games`` of each build against each opponent, or as many as a ``budget`` allows for all of them.
    """
    if out is None:
        return replace(result, checks=_checks(result, policy, games, budget, jobs=jobs, out=None, advance=advance))
    with only_one(Path(out)):
        checks = _checks(result, policy, games, budget, jobs=jobs, out=Path(out), advance=advance)
        result = replace(result, checks=checks)
        _write_page(result, Path(out))
    return result


def _checks(
    result: ImproveResult,
    policy: str,
    games: int | None,
    budget: Budget | None,
    *,
    jobs: int,
    out: Path | None,
    advance: Callable[[int], object] | None,
) -> dict[Change, CompareResult]:
    """The deck and every build that is surely better, compared under another policy; each has its share of a time."""
    if budget is not None and budget.seconds is not None:
        budget = replace(budget, seconds=budget.seconds / max(len(result.sure), 1))
    checks = {}
    for change in result.sure:
        place = None if out is None else check_folder(out, result, change)
        study = check_plan(_comparison(result, change), policy, games, budget, jobs=jobs)
        if place is not None and budget is not None and (place / COMPARE).is_file():
            # A time is measured anew each time; a check that was begun stays as long as it is.
            study = replace(study, each=read_compared(place, study.terms.catalog).each)
        checks[change] = play_compare(study, jobs=jobs, out=place, advance=advance)
    return checks


def _comparison(result: ImproveResult, change: Change) -> CompareStudy:
    """The deck and a build of it, to be compared."""
    study = result.study
    builds = (study.deck, change.build(study.deck))
    return CompareStudy(
        builds=builds,
        opponents=study.opponents,
        meetings=lay_out_meetings(builds, study.opponents, study.matchups, study.terms),
        each=result.fresh_games,
        terms=study.terms,
        among_themselves=False,
        shares=study.weights,
        field=study.field,
        again=study.command,
    )


def _write_page(result: ImproveResult, path: Path) -> None:
    from ucgsim.studies.improve.page import write_improve  # noqa: PLC0415 - loads matplotlib

    with staging() as stage:
        write_improve(result, stage.of(path))


def kept_folder(path: Path) -> KeptFolder:
    """The folder of a search."""
    return KeptFolder(path, IMPROVE, "search for a better deck", FORMAT, growing="budget")


@cache
def part_keys() -> list[str]:
    """What parts are called: they come in the order in which the search asks for them, and say what they are.

    A search with a larger budget takes what a smaller one played and plays only what is missing.
    """
    return [str(number) for number in range(MOST_PARTS)]


def begun_games(path: Path | None, asked: int | str | None) -> int | None:
    """Games of the search that was begun in a folder with the same words for its budget; None where there is none."""
    if path is None or not isinstance(asked, str) or not (path / IMPROVE).is_file():
        return None
    plan, beside = kept_folder(path).read()
    return plan["budget"] if beside.get("asked") == asked and type(plan.get("budget")) is int else None


def read_study(path: Path, catalog: Catalog) -> ImproveStudy:
    """The search that a folder was made for; UcgsimError where it cannot be read."""
    plan, beside = kept_folder(path).read()
    with reading(path / IMPROVE, "the plan of a search for a better deck", "name another folder"):
        return read_plan(plan, beside, catalog)


def take_stored(games: Games, path: Path, values: Sequence[Any]) -> None:
    """Take in what a folder stored; UcgsimError names a line that holds no part of this search."""
    for line, value in enumerate(values, start=1):
        with reading(f"{path / PARTS}, line {line}", "a part of this search", REMEDY):
            games.stored |= games.points_of(value)


def read_climb(path: Path, study: ImproveStudy) -> Climb:
    """What a search that is stored in a folder did; UcgsimError where it is not finished or can't be read."""
    games = Games(study, whole=path)
    take_stored(games, path, kept_folder(path).parts(part_keys()))
    return climb(games, study.course)


def study_again(path: Path, catalog: Catalog) -> ImproveStudy:
    """What searches again in a folder; UcgsimError where it was played with other cards or policies."""
    read = read_study(path, catalog)
    study = replace(read, read=None)
    now, plan = as_kept(study.plan_json), kept_folder(path).read()[0]
    refuse_differing(path, [name for name in now if now[name] != plan.get(name)])
    return study


def read_improve(path: Path, catalog: Catalog, *, check: bool = True) -> ImproveResult:
    """The search that is kept in a folder, with the checks that lie there.

    Raises UcgsimError where there is none, it is not finished, of another format, or cannot be read.
    """
    study = read_study(path, catalog)
    result = ImproveResult(study, read_climb(path, study))
    if not check:
        return result
    checks = {}
    for change in result.sure:
        folder = check_folder(path, result, change)
        if (folder / COMPARE).is_file():
            checks[change] = read_compare(folder, catalog, check=False)
    return replace(result, checks=checks)


def check_folder(path: Path, result: ImproveResult, change: Change) -> Path:
    """Where the check of a build lies."""
    return path / CHECK / change.build(result.study.deck).fingerprint


def refuse_bad_plan(path: Path, catalog: Catalog) -> None:
    """Raise UcgsimError where the plan of a search can't be read."""
    read_study(path, catalog)


def refuse_bad_parts(path: Path, catalog: Catalog, *, replay: bool) -> None:
    """Raise UcgsimError where parts are damaged, are not all there, or tell something else than is played."""
    read_climb(path, read_study(path, catalog))
    if replay:
        _refuse_other(path, Games(study_again(path, catalog)))


def _refuse_other(path: Path, games: Games) -> None:
    values = kept_folder(path).parts(part_keys())
    for place in sorted(Random(0).sample(range(len(values)), min(SAMPLE, len(values)))):
        part, points = read_part(values[place], games.weights)
        if games.again(part) != points:
            raise UcgsimError(
                f"{path / PARTS}, line {place + 1}: holds other games than are played; delete this line, and "
                f"`ucgsim run repair {path}` plays it anew"
            )


def checks_in(path: Path) -> list[Path]:
    """The folders of the checks of single builds."""
    place = path / CHECK
    return sorted(each for each in place.iterdir() if each.is_dir()) if place.is_dir() else []


def repair_search(path: Path, catalog: Catalog, *, jobs: int = 1) -> tuple[int, int, str]:
    """Play again what a folder lacks or holds damaged: how many games of how many.

    Raises UcgsimError where it was played with other cards, effects or policies, or its plan was changed since.
    """
    with only_one(path):
        drop_leftovers(path)
        games = Games(study_again(path, catalog), jobs=jobs)
        result = go_on(games, path)
    return games.played, result.games, "games"
