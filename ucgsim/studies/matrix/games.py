"""Every two of several decks: the matrix of win rates, what is certain in it, and the ranking."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ucgsim.arguments import checked
from ucgsim.cards.versions import DEFAULT_RULES, Procedure
from ucgsim.defaults import DEFAULT_POLICY
from ucgsim.errors import UcgsimError
from ucgsim.files.lock import only_one
from ucgsim.policies.spec import parse_policy
from ucgsim.report.watching import watched
from ucgsim.simulate.matches.played import Format
from ucgsim.simulate.run import RunTotals, play_parts
from ucgsim.simulate.terms import Terms
from ucgsim.simulate.working.cores import cores
from ucgsim.stats.outcomes import Outcomes
from ucgsim.studies.check import CHECK, read_budgets, read_check, refuse_matches
from ucgsim.studies.matrix.matches import plan_matches, play_watched
from ucgsim.studies.matrix.matchups import (
    PlayedMatchups,
    Shape,
    begin,
    decks_of,
    duels_checked,
    duels_of,
    games_to_check,
    place_of_check,
    plan_matchups,
    play_matchups,
    read_field,
    read_matchups,
    runs_of_check,
    shape_of,
)
from ucgsim.studies.matrix.race import Standing, race_of, read_race
from ucgsim.studies.matrix.result import MatrixResult
from ucgsim.studies.weights import equal_weights, keep_field

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import DeckLike
    from ucgsim.simulate.counts import Counts
    from ucgsim.simulate.folder import RunFolder
    from ucgsim.simulate.matches.plan import MatchStudy
    from ucgsim.simulate.run import Run
    from ucgsim.studies.check import Budget
    from ucgsim.studies.matrix.matchups import Key
    from ucgsim.studies.matrix.race import Race
    from ucgsim.studies.matrix.result import MatchMatrix
    from ucgsim.studies.weights import GivenField

MATRIX = Shape.MATRIX
BEST = "best"
DEFAULT_GAMES = 2000
"""Games for each two decks."""


@checked
def matrix(
    decks: Sequence[DeckLike],
    *,
    games: int | None = None,
    until: str | None = None,
    match: str = Format.BO1,
    turns: int | None = None,
    policy: str = DEFAULT_POLICY,
    seed: int = 1,
    jobs: int | None = None,
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
    progress: bool | None = None,
    advance: Callable[[int], object] | None = None,
) -> MatrixResult | MatchMatrix:
    """Play every two of several decks; cells have independent chance.

    Args:
        decks: two or more, each as for ``duel``; a folder stands for its decks.
        games: for each two decks; with ``until`` at most.
        match: "bo3" or "two-deck-bo3" plays ``games`` matches instead, as ``matches`` does.
        until: "best" sends games to the matchups that decide which deck does best.
        turns: time is called in this turn of a match; a best of one is then a match too.
        policy: who decides: ``planner``, ``greedy``, ``search:16,with=planner`` and others (``ucgsim policies``).
        seed: of all chance; the same seed and options give the same result.
        jobs: processes that play side by side; as many as there are cores where None. The result is the same.
        rules: version of the comprehensive rules.
        redraw_procedure: "official" (CR 4.2.3) or "reshuffle", as many players do it.
        field: a CSV file of the decks and their shares in the field; equal shares without.
        play_blank: numbers of cards to play without their text; "all" in it stands for every one that can't be played.
        out: a folder to keep what is played in, where an interrupted run goes on.
        catalog: the cards, where it is not the imported or the shipped one.
        lead_pairs: of each matchup, as for ``duel``.
        check: a policy under which the question is asked again, such as ``search:16,with=planner``; not of matches.
        check_games: games of that check.
        check_budget: or what it may take: a time such as "30s", or a precision such as "2pp".
        progress: whether to show a bar; where None, in a notebook or on a terminal for what takes more than a second.
        advance: is told how many more games or matches are done.

    Raises:
        UcgsimError: fewer than two decks, one list given twice, shares that are none, and whatever can't be played.
    """
    terms = Terms.of(policy=policy, seed=seed, rules=rules, play_blank=play_blank, catalog=catalog)
    terms, jobs = terms.but(redraw_procedure=redraw_procedure), cores(jobs)
    second, budget = read_check(check, terms.policies, check_games), read_budgets(check_games, check_budget)
    if match != Format.BO1 or turns is not None:
        study = _planned_matches(decks, terms, match, turns, games, beside=(second, until))
        return play_watched(study, field, jobs=jobs, out=out, progress=progress, advance=advance)
    runs, given, play = _planned(decks, terms, games, until=until, out=out, field=field)
    with watched(progress, advance, games_in_all(runs, lead_pairs)) as tell:
        result = play(lead_pairs=lead_pairs, jobs=jobs, field=given, out=out, advance=tell)
    return result if second is None else _checked(result, second, budget, check_games, jobs=jobs, catalog=terms.catalog)


def _planned(
    decks: Sequence[DeckLike],
    terms: Terms,
    games: int | None,
    *,
    until: str | None,
    out: Path | str | None,
    field: Path | str | None,
) -> tuple[dict[Key, Run], GivenField | None, Callable[..., MatrixResult]]:
    """What is to be played, in which field, and how; UcgsimError for an unknown ``until`` as well."""
    if until is not None:
        _refuse_unknown(until)
        runs, race, given = plan_race(decks, terms, games=games, out=out, field=field)
        return runs, given, partial(play_race, runs, race)
    runs = plan_matrix(decks, terms, games=games or DEFAULT_GAMES, out=out, field=field)
    return runs, read_field(runs, field), partial(play_matrix, runs)


def _checked(
    result: MatrixResult, policy: str, budget: Budget | None, games: int | None, *, jobs: int, catalog: Catalog
) -> MatrixResult:
    """The same with a check of so many games, or as many as a budget allows."""
    more = games_to_check(result, policy, budget, jobs=jobs, catalog=catalog)
    return check_matrix(result, policy, games=more or games, jobs=jobs, catalog=catalog)


def games_in_all(runs: Mapping[Key, Run], lead_pairs: int | None) -> int:
    """Games that are told of while matchups are played, at most: those of the runs and of pairs that are asked for."""
    return sum(run.plan.games + 2 * (lead_pairs or 0) for run in runs.values())


def _refuse_unknown(until: str) -> None:
    if until != BEST:
        raise UcgsimError(f"until {until!r} is unknown; known is {BEST}")


def _planned_matches(
    decks: Sequence[DeckLike],
    terms: Terms,
    match: str,
    turns: int | None,
    games: int | None,
    *,
    beside: tuple[str | None, str | None],
) -> MatchStudy:
    """The matches to be played; UcgsimError for a check or an ``until`` ``beside`` them, which only games are asked."""
    check, until = beside
    refuse_matches(check)
    if until is not None:
        _refuse_unknown(until)
        raise UcgsimError(f"until {until}: plays games; leave out match and turns")
    return plan_matches(decks, terms, match=match, turns=turns, games=games or DEFAULT_GAMES)


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


def plan_race(
    decks: Sequence[DeckLike],
    terms: Terms,
    *,
    games: int | None,
    out: Path | str | None = None,
    field: Path | str | None = None,
) -> tuple[dict[tuple[int, int], Run], Race, GivenField | None]:
    """The same for ``play_race``; ``games``: the most of a matchup, as many as are usual where None."""
    runs = plan_matrix(decks, terms, games=2, out=out, field=field)
    given = read_field(runs, field)
    names = [deck.name for deck in decks_of({key: run.plan for key, run in runs.items()})]
    weights = given.weights if given else equal_weights(names)
    slow = any(parse_policy(name).is_slow for name in runs[0, 1].plan.policies)
    return runs, race_of(games, tuple(weights), slow=slow), given


def play_race(
    runs: dict[tuple[int, int], Run],
    race: Race,
    *,
    lead_pairs: int | None = None,
    jobs: int = 1,
    field: GivenField | None = None,
    out: Path | str | None = None,
    advance: Callable[[int], object] | None = None,
) -> MatrixResult:
    """Play planned matchups as a race (`matrix.race`), whose most games the ``runs`` are planned for.

    Games go to the matchups that decide which deck does best, until it is told. What is played does not depend on
    ``jobs``; with ``out`` an interrupted race goes on there.
    """
    keys = list(runs)
    runs = {key: run._replace(plan=replace(run.plan, games=race.most, shard=race.part)) for key, run in runs.items()}
    decks = decks_of({key: run.plan for key, run in runs.items()})
    with nullcontext() if out is None else only_one(Path(out)):
        if out is not None:
            begin(MATRIX, Path(out), runs)
            folders = {key: run.folder for key, run in runs.items() if run.folder is not None}
            race.keep(Path(out), begun=any(folder.holds_run for folder in folders.values()))
            field = keep_field(Path(out), field, [deck.name for deck in decks])
            runs = {key: _begun(runs[key], folder) for key, folder in folders.items()}
        totals = _raced([runs[key] for key in keys], keys, race, jobs, advance)
        ended = {
            key: run._replace(plan=replace(run.plan, games=counts.games))
            for (key, run), counts in zip(runs.items(), totals.counts, strict=True)
        }
        for run in ended.values():
            if run.folder is not None:
                run.folder.shorten(run.plan)
    duels = duels_of(ended, totals.counts, lead_pairs=lead_pairs, jobs=jobs, advance=advance)
    folder = Path(out) if out is not None else None
    result = _result(PlayedMatchups(decks, duels, folder, totals.played, totals.seconds, field))
    return replace(result, race=race)


def _begun(run: Run, folder: RunFolder) -> Run:
    """A matchup of a race whose folder has begun; one that has ended there has as many games as it took."""
    if folder.holds_run:
        run = run._replace(plan=replace(run.plan, games=min(folder.plan().games, run.plan.games)))
    folder.begin(run.plan)
    return run


def _raced(
    runs: list[Run],
    keys: list[tuple[int, int]],
    race: Race,
    jobs: int,
    advance: Callable[[int], object] | None,
) -> RunTotals:
    """Play parts of the matchups that decide, look, and so on, until it is decided or all is played."""
    counts: list[Counts] = []
    deciding, played, seconds = set(keys), 0, 0.0
    for look in race.looks:
        done = [each.games for each in counts] or [0] * len(runs)
        stops = [look if key in deciding else 0 for key in keys]
        spans = [range(n // race.part, stop // race.part) for n, stop in zip(done, stops, strict=True)]
        part = play_parts(runs, spans, jobs=jobs, advance=advance)
        played, seconds = played + part.played, seconds + part.seconds
        counts = _added(counts, part.counts)
        cells = {key: Outcomes.of(each.points) for key, each in zip(keys, counts, strict=True)}
        standing = Standing(cells, race.weights, len(race.looks))
        if standing.is_decided:
            break
        deciding = set(standing.deciding)
    return RunTotals(counts, played, seconds)


def _added(before: list[Counts], more: Sequence[Counts | None]) -> list[Counts]:
    """Counts of all matchups with those of the parts that came last; the first look has parts of all."""
    if not before:
        return [each for each in more if each is not None]
    return [old if new is None else old + new for old, new in zip(before, more, strict=True)]


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
    result = replace(_result(read_matchups(path)), race=read_race(path))
    if not check or not (path / CHECK / MATRIX).is_file():
        return result
    return with_check(result, read_matrix(path / CHECK, check=False))
