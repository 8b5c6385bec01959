"""Two builds of a deck on the same chance: asked, played, looked at on the way, stored in a folder and read back."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.arguments import checked
from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.versions import DEFAULT_RULES, Procedure
from ucgsim.defaults import DEFAULT_POLICY
from ucgsim.errors import UcgsimError
from ucgsim.files.lock import only_one
from ucgsim.files.sealed import as_kept
from ucgsim.report.staging import staging
from ucgsim.report.watching import watched
from ucgsim.simulate.kept import PARTS, REMEDY, KeptFolder
from ucgsim.simulate.plan import (
    HALVES,
    refuse_differing,
)
from ucgsim.simulate.same_chance.compare import (
    BUILDS,
    HALF_POINTS,
    Part,
    lay_out_meetings,
    play_meetings,
)
from ucgsim.simulate.speed import Dealt
from ucgsim.simulate.terms import Terms
from ucgsim.simulate.values import counts_of, reading
from ucgsim.simulate.working.cores import cores
from ucgsim.studies.check import CHECK, games_in, games_of_check, read_budgets, read_check
from ucgsim.studies.compare.answer import CompareResult
from ucgsim.studies.compare.plan import (
    NEVER,
    CompareStudy,
    Stop,
    plan_check,
    plan_compare,
    read_plan,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import DeckLike
    from ucgsim.simulate.kept import Ledger
    from ucgsim.simulate.same_chance.compare import Task
    from ucgsim.studies.check import Budget


COMPARE = "compare.json"
FORMAT = 6
"""Rises whenever plan or counts of a comparison change their meaning; from 3 on the plan is sealed, from 4 on it
names the chance of each opponent, from 5 on a sequential test begins with small parts, from 6 on every game has a
chance of its own."""
ASKED = ("builds", "opponents", "shares", "rules", "redraw_procedure", "blank", "edited")
"""What a comparison asks, whoever plays it, and however often."""


@checked
def compare(
    deck_a: DeckLike,
    deck_b: DeckLike,
    against: Sequence[DeckLike] = (),
    *,
    games: int | None = None,
    policy: str = DEFAULT_POLICY,
    policy_b: str | None = None,
    seed: int = 1,
    jobs: int | None = None,
    rules: str = DEFAULT_RULES,
    redraw_procedure: Procedure | str = Procedure.OFFICIAL,
    stop: Stop = NEVER,
    field: Path | str | None = None,
    out: Path | str | None = None,
    play_blank: Collection[str] = (),
    catalog: Catalog | None = None,
    check: str | None = None,
    check_games: int | None = None,
    check_budget: str | None = None,
    progress: bool | None = None,
    advance: Callable[[int], object] | None = None,
) -> CompareResult:
    """Compare two builds that play the same opponents with the same chance.

    Args:
        deck_a: the first build: its name, its file, a ``Deck``, or counts by card number.
        deck_b: the second build, likewise.
        against: opponents; both builds themselves without any.
        games: of each build, even for each opponent: ``DEFAULT_GAMES``, or with a ``stop`` the most, ``MOST_GAMES``.
        policy: who decides: ``planner``, ``greedy``, ``search:16,with=planner`` and others (``ucgsim policies``).
        policy_b: how the opponents decide; as the builds do where None.
        seed: of all chance; the same seed and options give the same result.
        jobs: processes that play side by side; as many as there are cores where None. The result is the same.
        rules: version of the comprehensive rules.
        redraw_procedure: "official" (CR 4.2.3) or "reshuffle", as many players do it.
        stop: when to end earlier, by test, precision or Elo: a ``Stop`` (`ucgsim.studies.compare.study`).
        field: a CSV file of opponents and their shares, by which they are met; equally often without.
        out: a folder to keep the comparison in, with its page, where it goes on if it was interrupted.
        play_blank: numbers of cards to play without their text; "all" in it stands for every one that can't be played.
        catalog: the cards, where it is not the imported or the shipped one.
        check: a policy under which the question is asked again, such as ``search:16,with=planner``.
        check_games: games of that check.
        check_budget: or what it may take: a time such as "30s", or a precision such as "2pp".
        progress: whether to show a bar; where None, in a notebook or on a terminal for what takes more than a second.
        advance: is told how many more games are done.

    Raises:
        UcgsimError: what can't be played.
    """
    terms = Terms.of(policy=policy, policy_b=policy_b, seed=seed, rules=rules, play_blank=play_blank, catalog=catalog)
    terms = terms.but(redraw_procedure=redraw_procedure)
    study = plan_compare(deck_a, deck_b, against, terms, games=games, stop=stop, field=field)
    second, budget = read_check(check, terms.policies, check_games), read_budgets(check_games, check_budget)
    with watched(progress, advance, study.games) as tell:
        result = play_compare(study, jobs=cores(jobs), out=out, advance=tell)
    if second is None:
        return result
    checking = check_plan(study, second, check_games, budget, jobs=cores(jobs), out=out)
    return check_compare(result, checking, jobs=cores(jobs), out=out)


def check_plan(
    study: CompareStudy,
    policy: str,
    games: int | None,
    budget: Budget | None = None,
    *,
    jobs: int = 1,
    out: Path | str | None = None,
) -> CompareStudy:
    """What checks a comparison: ``games`` of each build against each opponent, as for ``games_of_check``.

    Or as many as a ``budget`` allows; a check that was begun within ``out`` stays as long as it is.
    """
    met = len(study.opponents)
    if budget is None:
        return plan_check(study, policy, met * games_of_check(games, max(study.each // met, HALVES), met))
    if budget.points is not None:
        return plan_check(study, policy, 0, budget.points)
    if out is not None and (Path(out) / CHECK / COMPARE).is_file():
        begun = read_study(Path(out) / CHECK, study.terms.catalog)
        return plan_check(study, policy, begun.each)
    first = plan_check(study, policy, HALVES)
    dealt = [Dealt(table, first.terms.seed, each.matchup) for each in first.meetings for table in each.tables]
    return plan_check(study, policy, met * games_in(budget, dealt, len(dealt), jobs=jobs))


def kept_folder(path: Path) -> KeptFolder:
    """The folder of a comparison."""
    return KeptFolder(path, COMPARE, "comparison", FORMAT, growing="games")


def play_compare(
    study: CompareStudy,
    *,
    jobs: int = 1,
    out: Path | str | None = None,
    advance: Callable[[int], object] | None = None,
    looked: Callable[[CompareResult], object] | None = None,
) -> CompareResult:
    """Play a planned comparison; ``advance`` is told how many more games are done, ``looked`` what a look saw.

    Looks are taken after fixed numbers of games, so what is played does not depend on ``jobs``. With ``out``, parts
    that are kept there are not played again, but looked at again in their order, so that it stops where it would
    have stopped; page, plots and tables take their places beside them all at once, or none of them. What is kept there
    of a comparison that was to be shorter but is the same otherwise is the beginning of this one.
    """
    if out is None:
        return _played(study, jobs, None, advance, looked)
    with only_one(Path(out)):
        kept_folder(Path(out)).begin(study.plan_json, study.beside_json, keys=study.keys)
        return go_on(study, Path(out), jobs=jobs, advance=advance, looked=looked)


def go_on(
    study: CompareStudy,
    out: Path,
    *,
    jobs: int = 1,
    advance: Callable[[int], object] | None = None,
    looked: Callable[[CompareResult], object] | None = None,
) -> CompareResult:
    """The same for a folder that has begun and that the caller holds (`files.lock`)."""
    with kept_folder(out).ledger(study.keys) as ledger:
        result = _played(study, jobs, ledger, advance, looked)
    _write_page(result, out)
    return result


def _write_page(result: CompareResult, out: Path) -> None:
    from ucgsim.studies.compare.page import write_compare  # noqa: PLC0415 - loads matplotlib

    with staging() as stage:
        write_compare(result, stage.of(out))


def _played(
    study: CompareStudy,
    jobs: int,
    ledger: Ledger | None,
    advance: Callable[[int], object] | None,
    looked: Callable[[CompareResult], object] | None,
) -> CompareResult:
    """What follows from the parts that are kept in the ``ledger`` and those that are played."""
    with closing(play_meetings(study.meetings, study.terms.seed, study.rounds, jobs=jobs, ledger=ledger)) as played:
        return follow(study, played, advance=advance, looked=looked)


def check_compare(
    result: CompareResult,
    study: CompareStudy,
    *,
    jobs: int = 1,
    out: Path | str | None = None,
    advance: Callable[[int], object] | None = None,
) -> CompareResult:
    """The same result with its check, the ``study`` of `check_plan`, kept within ``out``, whose page then shows it.

    Raises UcgsimError as ``compare`` does.
    """
    if out is None:
        return replace(result, check=_played(study, jobs, None, advance, None))
    with only_one(Path(out)), only_one(Path(out) / CHECK):
        folder = kept_folder(Path(out) / CHECK)
        folder.begin(study.plan_json, study.beside_json, keys=study.keys)
        with folder.ledger(study.keys) as ledger:
            result = replace(result, check=_played(study, jobs, ledger, advance, None))
        _write_page(result, Path(out))
    return result


def follow(
    study: CompareStudy,
    rounds: Iterable[list[Part]],
    *,
    advance: Callable[[int], object] | None = None,
    looked: Callable[[CompareResult], object] | None = None,
) -> CompareResult:
    """Add up rounds as they come and look at the sum after each, until that is enough or there is no further one.

    Where the rounds come from does not matter: they are played, read from a folder, or drawn for a test.
    """
    size = len(study.opponents)
    result = CompareResult(study, np.zeros((size, HALF_POINTS, HALF_POINTS), np.int64))
    for done in rounds:
        tables = result.tables.copy()
        for part in done:
            tables[part.opponent] += part.table
        result = CompareResult(study, tables, result.looks)
        if advance is not None:
            advance(BUILDS * int(sum(part.table.sum() for part in done)))
        if study.stop.early and _look(result, looked):
            break
    return result


def _look(result: CompareResult, looked: Callable[[CompareResult], object] | None) -> bool:
    """Take a look: whether the comparison may stop."""
    result.looks.append(result)
    if looked is not None:
        looked(result)
    return result.is_enough


def read_compare(path: Path, catalog: Catalog | None = None, *, check: bool = True) -> CompareResult:
    """The comparison that is kept in a folder, with the ``check`` that lies there.

    Raises UcgsimError where there is none, it is not finished, of another format, or cannot be read.
    """
    study = read_study(path, load_catalog() if catalog is None else catalog)
    parts = iter(kept_folder(path).parts(study.keys))
    result = follow(study, _kept_rounds(study, parts, path / PARTS))
    if result.games < study.games and not (result.looks and result.looks[-1].is_enough):
        raise UcgsimError(f"{path}: is not finished; run it again with the same options to go on")
    if not check or not (path / CHECK / COMPARE).is_file():
        return result
    other = read_compare(path / CHECK, catalog, check=False)
    if any(as_kept(other.study.plan_json[name]) != as_kept(study.plan_json[name]) for name in ASKED):
        raise UcgsimError(f"{path / CHECK}: checks another comparison; delete it, and check again")
    return replace(result, check=other)


def _kept_rounds(study: CompareStudy, counts: Iterable[Any], place: Path) -> Iterable[list[Part]]:
    """Rounds of which all parts are there; UcgsimError names the line that holds none."""
    left = enumerate(counts, start=1)
    for each in study.rounds:
        done = [
            read_part(task, table, f"{place}, line {line}") for task, (line, table) in zip(each, left, strict=False)
        ]
        if len(done) < len(each):
            return
        yield done


def read_part(task: Task, value: Any, place: str) -> Part:
    """The part that a line at ``place`` told; UcgsimError where it is no such part."""
    with reading(place, "a part of this comparison", REMEDY):
        table = counts_of(value, (HALF_POINTS, HALF_POINTS))
        if table.sum() != len(task.span):
            raise ValueError("counts do not agree with the number of games")
        return Part(task.opponent, table)


def study_again(path: Path, catalog: Catalog) -> CompareStudy:
    """What plays a comparison in a folder again; UcgsimError where it was played with other cards or policies."""
    plan, _ = kept_folder(path).read()
    read = read_study(path, catalog)
    meetings = lay_out_meetings(read.builds, read.opponents, plan["matchups"], read.terms)
    study = replace(read, meetings=meetings, read=None)
    now = as_kept(study.plan_json)
    refuse_differing(path, [name for name in now if now[name] != plan.get(name)])
    return study


def read_study(path: Path, catalog: Catalog) -> CompareStudy:
    """The comparison that a folder was made for, without what plays it; UcgsimError where it cannot be read."""
    plan, beside = kept_folder(path).read()
    with reading(path / COMPARE, "the plan of a comparison", "name another folder"):
        return read_plan(plan, beside, catalog)
