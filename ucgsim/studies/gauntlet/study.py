"""One deck against its rivals: planned, played, checked, and read from a folder."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ucgsim.arguments import checked
from ucgsim.cards.versions import DEFAULT_RULES, Procedure
from ucgsim.decks.finding import is_folder
from ucgsim.defaults import DEFAULT_POLICY
from ucgsim.errors import UcgsimError
from ucgsim.report.watching import watched
from ucgsim.simulate.terms import Terms
from ucgsim.simulate.working.cores import cores
from ucgsim.studies.check import CHECK, read_budgets, read_check
from ucgsim.studies.gauntlet.result import GauntletResult
from ucgsim.studies.given import with_all
from ucgsim.studies.matrix.games import DEFAULT_GAMES
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

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import DeckLike
    from ucgsim.simulate.run import Run
    from ucgsim.studies.matrix.matchups import Key, PlayedMatchups
    from ucgsim.studies.weights import GivenField


@checked
def gauntlet(
    mine: DeckLike,
    rivals: Sequence[DeckLike],
    *,
    games: int = DEFAULT_GAMES,
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
) -> GauntletResult:
    """Play one deck against each of its rivals: the games that ``matrix`` plays of its first deck.

    Args:
        mine: the deck: its name, its file, a ``Deck``, or counts by card number.
        rivals: one or more, likewise; a folder stands for its decks.
        games: against each rival.
        policy: who decides: ``planner``, ``greedy``, ``search:16,with=planner`` and others (``ucgsim policies``).
        seed: of all chance; the same seed and options give the same result.
        jobs: processes that play side by side; as many as there are cores where None. The result is the same.
        rules: version of the comprehensive rules.
        redraw_procedure: "official" (CR 4.2.3) or "reshuffle", as many players do it.
        field: a CSV file of decks and their shares, ``mine`` among them or not; equal shares without.
        play_blank: numbers of cards to play without their text; "all" in it stands for every one that can't be played.
        out: a folder to keep what is played in, where an interrupted run goes on.
        catalog: the cards, where it is not the imported or the shipped one.
        lead_pairs: of each matchup, as for ``duel``.
        check: a policy under which the question is asked again, such as ``search:16,with=planner``.
        check_games: games of that check.
        check_budget: or what it may take: a time such as "30s", or a precision such as "2pp".
        progress: whether to show a bar; where None, in a notebook or on a terminal for what takes more than a second.
        advance: is told how many more games are done.

    Raises:
        UcgsimError: no rival, one list given twice, and whatever can't be played.
    """
    terms = Terms.of(policy=policy, seed=seed, rules=rules, play_blank=play_blank, catalog=catalog)
    terms, jobs = terms.but(redraw_procedure=redraw_procedure), cores(jobs)
    second, budget = read_check(check, terms.policies, check_games), read_budgets(check_games, check_budget)
    runs = plan_gauntlet(mine, rivals, terms, games=games, out=out, field=field)
    given, total = read_field(runs, field), sum(run.plan.games + 2 * (lead_pairs or 0) for run in runs.values())
    with watched(progress, advance, total) as tell:
        result = play_gauntlet(runs, lead_pairs=lead_pairs, jobs=jobs, field=given, out=out, advance=tell)
    if second is None:
        return result
    more = games_to_check(result, second, budget, jobs=jobs, catalog=terms.catalog)
    return check_gauntlet(result, second, games=more or check_games, jobs=jobs, catalog=terms.catalog)


def plan_gauntlet(
    mine: DeckLike,
    rivals: Sequence[DeckLike],
    terms: Terms,
    *,
    games: int,
    out: Path | str | None = None,
    field: Path | str | None = None,
) -> dict[Key, Run]:
    """The runs of all matchups; everything that ``gauntlet`` checks before it plays, ``field`` as for it."""
    if isinstance(mine, str | Path) and is_folder(Path(mine)):
        raise UcgsimError(f"{mine}: is a folder; name your one deck first, and then its rivals")
    others = with_all(rivals)
    if not others:
        raise UcgsimError("a gauntlet without a rival; name your deck and then one rival or more")
    return plan_matchups(Shape.GAUNTLET, [mine, *others], terms, games=games, out=out, field=field)


def play_gauntlet(
    runs: dict[Key, Run],
    *,
    lead_pairs: int | None = None,
    jobs: int = 1,
    field: GivenField | None = None,
    out: Path | str | None = None,
    advance: Callable[[int], object] | None = None,
) -> GauntletResult:
    """Play planned matchups; with ``out`` they are kept there and an interrupted gauntlet goes on."""
    return _result(
        play_matchups(Shape.GAUNTLET, runs, lead_pairs=lead_pairs, jobs=jobs, field=field, out=out, advance=advance)
    )


def _result(outcome: PlayedMatchups) -> GauntletResult:
    decks, duels, folder, played, seconds, field = outcome
    weights, source = field or (None, None)
    return GauntletResult(decks, duels, folder, played, seconds, weights, source)


def check_gauntlet(
    result: GauntletResult,
    policy: str,
    *,
    games: int | None = None,
    jobs: int = 1,
    catalog: Catalog | None = None,
    advance: Callable[[int], object] | None = None,
) -> GauntletResult:
    """The same result with its check, kept within its folder where it has one; as ``check_matrix``."""
    runs = runs_of_check(result, policy, games=games, weights=result.weights, catalog=catalog)
    check = play_gauntlet(runs, lead_pairs=0, jobs=jobs, out=place_of_check(result), advance=advance)
    return _with_check(result, check)


def _with_check(result: GauntletResult, check: GauntletResult) -> GauntletResult:
    second = replace(check, weights=result.weights, field_source=result.field_source)
    return replace(result, duels=duels_checked(result, check), check=second)


def read_gauntlet(path: Path, *, check: bool = True) -> GauntletResult:
    """The result of a finished gauntlet, with the ``check`` that lies there.

    Raises UcgsimError where it is none or a part of it cannot be read.
    """
    if shape_of(path) is not Shape.GAUNTLET:
        raise UcgsimError(f"{path}: holds no gauntlet; name a folder that `ucgsim gauntlet` wrote with --out")
    result = _result(read_matchups(path))
    if not check or not (path / CHECK / Shape.GAUNTLET).is_file():
        return result
    return _with_check(result, read_gauntlet(path / CHECK, check=False))
