"""Two decks, many games: planned, played, and read from a folder."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ucgsim.arguments import checked
from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.versions import DEFAULT_RULES, Procedure
from ucgsim.defaults import DEFAULT_POLICY
from ucgsim.report.watching import watched
from ucgsim.simulate.folder import RunFolder
from ucgsim.simulate.plan import First, Plan, equal_halves
from ucgsim.simulate.run import Run, play_runs
from ucgsim.simulate.table import make_plan
from ucgsim.simulate.terms import Terms
from ucgsim.simulate.working.cores import cores
from ucgsim.studies.check import (
    CHECK,
    check_run,
    games_of_check,
    games_of_plans,
    read_budgets,
    read_check,
    refuse_other_question,
)
from ucgsim.studies.duel.check import DuelCheck
from ucgsim.studies.duel.findings import Findings
from ucgsim.studies.duel.result import DuelResult
from ucgsim.studies.given import given_decks
from ucgsim.studies.leading import PAIRS_PER_GAME, play_leading, read_leading, read_pairs, shown_to

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import DeckLike
    from ucgsim.studies.check import Budget

DEFAULT_GAMES = 10_000


@checked
def duel(
    deck_a: DeckLike,
    deck_b: DeckLike,
    *,
    games: int = DEFAULT_GAMES,
    policy: str = DEFAULT_POLICY,
    policy_b: str | None = None,
    seed: int = 1,
    jobs: int | None = None,
    rules: str = DEFAULT_RULES,
    redraw_procedure: Procedure | str = Procedure.OFFICIAL,
    first: First | str = First.THROW,
    matchup: int = 0,
    play_blank: Collection[str] = (),
    out: Path | str | None = None,
    catalog: Catalog | None = None,
    lead_pairs: int | None = None,
    check: str | None = None,
    check_games: int | None = None,
    check_budget: str | None = None,
    progress: bool | None = None,
    advance: Callable[[int], object] | None = None,
) -> DuelResult:
    """Play two decks against each other.

    Args:
        deck_a: the deck of side a: its name, its file, a ``Deck``, or counts by card number.
        deck_b: the deck of side b, likewise.
        games: how many; an odd number goes up by one, for both sides win the throw equally often.
        policy: who decides: ``planner``, ``greedy``, ``search:16,with=planner`` and others (``ucgsim policies``).
        policy_b: who decides for side b; as side a does where None.
        seed: of all chance; the same seed and options give the same result.
        jobs: processes that play side by side; as many as there are cores where None. The result is the same.
        rules: version of the comprehensive rules.
        redraw_procedure: "official" (CR 4.2.3) or "reshuffle", as many players do it.
        first: who leads the first turn (CR 4.2.2): "throw" for whom its winner chooses, or always "a" or "b".
        matchup: tells the matchups of one seed apart.
        play_blank: numbers of cards to play without their text; "all" in it stands for every one that can't be played.
        out: a folder to keep what is played in, where an interrupted run goes on.
        catalog: the cards, where it is not the imported or the shipped one.
        lead_pairs: pairs of games that ask what leading is worth, 0 for none; a few of a fast game where None.
        check: a policy under which the question is asked again, such as ``search:16,with=planner``.
        check_games: games of that check.
        check_budget: or what it may take: a time such as "30s", or a precision such as "2pp".
        progress: whether to show a bar; where None, in a notebook or on a terminal for what takes more than a second.
        advance: is told how many more games are done.

    Raises:
        UcgsimError: whatever can't be played.
    """
    terms = Terms.of(policy=policy, policy_b=policy_b, seed=seed, rules=rules, play_blank=play_blank, catalog=catalog)
    terms = terms.but(redraw_procedure=redraw_procedure, first=first, matchup=matchup)
    run = plan_duel(deck_a, deck_b, terms, games=games, out=out)
    second, budget = read_check(check, run.plan.policies, check_games), read_budgets(check_games, check_budget)
    with watched(progress, advance, run.plan.games + 2 * (lead_pairs or 0)) as tell:
        result = play_duel(run, lead_pairs=lead_pairs, jobs=cores(jobs), advance=tell)
    if second is None:
        return result
    more = games_to_check(result, second, budget, jobs=cores(jobs), catalog=terms.catalog)
    return check_duel(result, second, games=more or check_games, jobs=cores(jobs), catalog=terms.catalog)


def plan_duel(deck_a: DeckLike, deck_b: DeckLike, terms: Terms, *, games: int, out: Path | str | None = None) -> Run:
    """Everything that ``duel`` checks before it plays."""
    from pathlib import Path  # noqa: PLC0415

    a, b = given_decks((deck_a, deck_b), terms)
    plan, table = make_plan((a, b), equal_halves(games, terms.first), terms)
    return Run(plan, table, RunFolder(Path(out)) if out is not None else None)


def play_duel(
    run: Run, *, lead_pairs: int | None = None, jobs: int = 1, advance: Callable[[int], object] | None = None
) -> DuelResult:
    """Play a planned duel, and the pairs of games that tell what leading is worth in it."""
    pairs = read_pairs(lead_pairs, run.plan)
    outcome = play_runs([run], jobs=jobs, advance=advance)
    asked = play_leading(run, pairs, keep=lead_pairs is not None, jobs=jobs, advance=shown_to(lead_pairs, advance))
    return DuelResult(run.plan, outcome.counts[0], outcome.played, outcome.seconds, run.folder, asked=asked)


def games_to_check(
    result: DuelResult, policy: str, budget: Budget | None, *, jobs: int, catalog: Catalog
) -> int | None:
    """Games that a check of a duel may take, None without a budget."""
    kept = None if result.folder is None else RunFolder(result.folder.path / CHECK)
    return games_of_plans(budget, [result.plan], policy, kept, jobs=jobs, catalog=catalog)


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
    return replace(result, check=DuelCheck(run.plan, Findings(outcome.counts[0])))


def read_duel(folder: RunFolder, plan: Plan | None = None, *, check: bool = True) -> DuelResult:
    """The result of a finished run, with the ``check`` that lies there.

    Raises UcgsimError where it is none, or a part of it cannot be read.
    """
    from ucgsim.simulate.run import count_folder  # noqa: PLC0415

    counts = count_folder(folder)
    plan = plan or folder.plan()
    result = DuelResult(plan, counts, folder=folder, asked=read_leading(folder, plan), asks=PAIRS_PER_GAME)
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
    return replace(result, check=DuelCheck(other, Findings(count_folder(kept)), together))
