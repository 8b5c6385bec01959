"""A deck for a player who knows only whom to play: made of chains, then searched on from there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ucgsim.arguments import checked
from ucgsim.cards.versions import DEFAULT_RULES, Procedure, rules_version
from ucgsim.defaults import DEFAULT_POLICY
from ucgsim.errors import UcgsimError
from ucgsim.simulate.terms import Terms
from ucgsim.simulate.working.cores import cores
from ucgsim.studies.check import read_budgets, read_check
from ucgsim.studies.improve.folder import begun_games
from ucgsim.studies.improve.plan import rivals, study_of, with_budget
from ucgsim.studies.improve.pool import ALL, Pool, chain_deck, fitting, known_characters, read_pool
from ucgsim.studies.improve.study import searched

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import DeckLike
    from ucgsim.studies.improve.answer import ImproveResult
    from ucgsim.studies.improve.plan import ImproveStudy

DEFAULT_SWAPS = 6
MOST_SWAPS = 12
"""Cards that a deck made of chains may change; it is nobody's own, so more of them."""


@checked
def build(
    characters: Sequence[str],
    against: Sequence[DeckLike] = (),
    *,
    field: Path | str | None = None,
    pool: Path | str | Mapping[str, int] = ALL,
    swaps: int = DEFAULT_SWAPS,
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


def plan_build(
    characters: Sequence[str],
    against: Sequence[DeckLike],
    terms: Terms,
    *,
    budget: int | str | None = None,
    field_file: Path | str | None = None,
    pool: Path | str | Mapping[str, int] = ALL,
    swaps: int = DEFAULT_SWAPS,
    bans: Path | str | None = None,
    jobs: int = 1,
    begun: int | None = None,
) -> ImproveStudy:
    """Everything that ``build`` checks before it plays; UcgsimError for what can't be searched."""
    if not 1 <= swaps <= MOST_SWAPS:
        raise UcgsimError(f"{swaps} swaps; give 1 to {MOST_SWAPS}")
    names = known_characters(characters, terms.catalog)
    everything = read_pool(pool, (), terms, bans=bans)
    size = rules_version(terms.rules).deck_size
    limits = fitting(names, everything.limits, terms.catalog, size)
    start = chain_deck(names, limits, terms.catalog, size)
    met = rivals(against, field_file, terms)
    study = study_of(start, met, terms, field_file=field_file, swaps=swaps, characters=names)
    study = replace(study, pool=Pool(limits, everything.source, everything.unplayable))
    return with_budget(study, budget, jobs=jobs, begun=begun)
