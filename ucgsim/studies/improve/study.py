"""A search for a better deck: planned, raced, measured again, checked under another policy, and kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ucgsim.arguments import checked
from ucgsim.cards.versions import DEFAULT_RULES, Procedure
from ucgsim.defaults import DEFAULT_POLICY
from ucgsim.files.lock import only_one
from ucgsim.report.staging import staging
from ucgsim.report.watching import watched
from ucgsim.simulate.same_chance.compare import lay_out_meetings
from ucgsim.simulate.terms import Terms
from ucgsim.simulate.working.cores import cores
from ucgsim.studies.check import CHECK, read_budgets, read_check
from ucgsim.studies.compare.folder import COMPARE, read_compare
from ucgsim.studies.compare.folder import read_study as read_compared
from ucgsim.studies.compare.plan import CompareStudy
from ucgsim.studies.compare.study import check_plan, play_compare
from ucgsim.studies.improve.answer import ImproveResult
from ucgsim.studies.improve.climb import climb
from ucgsim.studies.improve.folder import (
    KEYS,
    begun_games,
    games_of,
    kept_beside,
    kept_folder,
    plan_json,
    read_climb,
    read_study,
    take_kept,
)
from ucgsim.studies.improve.plan import plan_improve
from ucgsim.studies.improve.pool import ALL

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import DeckLike
    from ucgsim.studies.check import Budget
    from ucgsim.studies.compare.answer import CompareResult
    from ucgsim.studies.improve.climb import Change
    from ucgsim.studies.improve.plan import ImproveStudy


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
    games = games_of(study)
    games.jobs, games.advance = jobs, advance
    if out is None:
        return ImproveResult(study, climb(games, study.course, heard))
    path = Path(out)
    with only_one(path):
        kept_folder(path).begin(plan_json(study), kept_beside(study), keys=KEYS)
        return go_on(study, path, jobs=jobs, advance=advance, heard=heard)


def go_on(
    study: ImproveStudy,
    path: Path,
    *,
    jobs: int = 1,
    advance: Callable[[int], object] | None = None,
    heard: Callable[[str], object] | None = None,
) -> ImproveResult:
    """The same for a folder that has begun and that the caller holds (`files.lock`)."""
    games = games_of(study)
    games.jobs, games.advance = jobs, advance
    with kept_folder(path).ledger(KEYS) as ledger:
        take_kept(games, path, ledger.kept)
        games.ledger = ledger
        result = ImproveResult(study, climb(games, study.course, heard))
    _write_page(result, path)
    return result


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
