"""A pool against other pools that are dealt as it could have been: decks made of all by one rule, and played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ucgsim.arguments import checked
from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.versions import DEFAULT_RULES, Format, Procedure, rules_name, rules_version
from ucgsim.decks.deck import Deck
from ucgsim.decks.pool import allowance
from ucgsim.decks.reading import read_deck
from ucgsim.decks.sealed.boosters import PACKS, deal_pool, read_boosters, sets_of
from ucgsim.decks.sealed.building import build_by_chains
from ucgsim.defaults import DEFAULT_POLICY
from ucgsim.errors import UcgsimError
from ucgsim.report.watching import watched
from ucgsim.simulate.terms import Terms
from ucgsim.simulate.working.cores import cores
from ucgsim.studies.folders import refuse_kept
from ucgsim.studies.gauntlet.study import plan_gauntlet, play_gauntlet
from ucgsim.studies.sealed.page import GAMES as KEPT_GAMES
from ucgsim.studies.sealed.page import write_strength
from ucgsim.studies.sealed.playing import BUDGET, build_by_playing
from ucgsim.studies.sealed.playing import RIVALS as MET
from ucgsim.studies.sealed.result import StrengthResult

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import DeckLike
    from ucgsim.decks.sealed.boosters import Boosters
    from ucgsim.studies.gauntlet.result import GauntletResult
    from ucgsim.studies.sealed.playing import SealedBuild

RIVALS = 20
"""Other pools that are dealt where nothing is said."""
FEWEST_RIVALS, MOST_RIVALS = 2, 500
GAMES = 200
"""Games against each of them."""


@checked
def sealed_pool(
    *,
    boosters: Path | str | None = None,
    sets: Sequence[str] = (),
    packs: int = PACKS,
    seed: int = 1,
    catalog: Catalog | None = None,
) -> Deck:
    """The cards of opened packs, dealt as a file says what packs hold.

    Args:
        boosters: a file of what packs hold; what ships, an assumption, where None.
        sets: codes of the sets that packs are of, in turn; the newest that packs can be dealt of without any.
        packs: how many are opened.
        seed: of what is dealt.
        catalog: the cards, where it is not the imported or the shipped one.

    Raises:
        UcgsimError: packs that can't be dealt.
    """
    known, assumed = load_catalog() if catalog is None else catalog, _boosters(boosters)
    cards = [*known.values()]
    return deal_pool(cards, assumed, sets_of(cards, assumed, sets), packs=packs, seed=seed)


@checked
def sealed_deck(pool: DeckLike, *, rules: str = DEFAULT_RULES, catalog: Catalog | None = None) -> Deck:
    """A deck of the sealed format that a simple rule makes of a pool, by levels and BP: not the best one.

    Args:
        pool: its file, a ``Deck``, or counts by card number.
        rules: version of the comprehensive rules.
        catalog: the cards, where it is not the imported or the shipped one.

    Raises:
        UcgsimError: a pool that makes no deck.
    """
    known = load_catalog() if catalog is None else catalog
    opened = _pool(pool, known)
    return build_by_chains(allowance(known, sealed_rules(rules), opened), known, f"{opened.name}, by chains")


@checked
def sealed_build(
    pool: DeckLike,
    *,
    rivals: int = MET,
    budget: int = BUDGET,
    boosters: Path | str | None = None,
    sets: Sequence[str] = (),
    packs: int = PACKS,
    policy: str = DEFAULT_POLICY,
    seed: int = 1,
    jobs: int | None = None,
    rules: str = DEFAULT_RULES,
    redraw_procedure: Procedure | str = Procedure.OFFICIAL,
    play_blank: Collection[str] = (),
    catalog: Catalog | None = None,
    progress: bool | None = None,
    advance: Callable[[int], object] | None = None,
) -> SealedBuild:
    """The deck of a pool that wins most when its decks are played, effects and all, against decks of other pools.

    Args:
        pool: its file, a ``Deck``, or counts by card number.
        rivals: how many other pools are dealt; their decks are made by chains.
        budget: games; more where so few can't say anything.
        boosters: a file of what packs hold; what ships, an assumption, where None.
        sets: codes of the sets that packs are of, in turn; the newest that packs can be dealt of without any.
        packs: how many are opened.
        policy: who decides: ``planner``, ``greedy``, ``search:16,with=planner`` and others (``ucgsim policies``).
        seed: of all chance; the same seed and options give the same result.
        jobs: processes that play side by side; as many as there are cores where None. The result is the same.
        rules: version of the comprehensive rules.
        redraw_procedure: "official" (CR 4.2.3) or "reshuffle", as many players do it.
        play_blank: numbers of cards to play without their text; "all" in it stands for every one that can't be played.
        catalog: the cards, where it is not the imported or the shipped one.
        progress: whether to show a bar; where None, in a notebook or on a terminal for what takes more than a second.
        advance: is told how many more games are done.

    Raises:
        UcgsimError: a pool that makes no deck, packs that make none, and whatever can't be played.
    """
    terms = Terms.of(policy=policy, seed=seed, rules=sealed_rules(rules), play_blank=play_blank, catalog=catalog)
    terms = terms.but(redraw_procedure=redraw_procedure)
    known, assumed, opened = terms.catalog, _boosters(boosters), _pool(pool, terms.catalog)
    mine = build_by_chains(allowance(known, terms.rules, opened), known, opened.name)
    codes = sets_of([*known.values()], assumed, sets)
    others = _rivals(mine, assumed, codes, terms, rivals=_so_many(rivals), packs=packs)
    with watched(progress, advance, budget) as tell:
        return build_by_playing(opened, others, terms, assumed, budget=budget, jobs=cores(jobs), advance=tell)


def _so_many(rivals: int) -> int:
    if not FEWEST_RIVALS <= rivals <= MOST_RIVALS:
        raise UcgsimError(f"{rivals} rivals; give a whole number from {FEWEST_RIVALS} to {MOST_RIVALS}")
    return rivals


def sealed_rules(rules: str) -> str:
    """The rules of this name in the sealed format."""
    return rules if rules_version(rules).opened_cards else rules_name(rules, Format.SEALED)


@checked
def pool_strength(
    pool: DeckLike,
    *,
    rivals: int = RIVALS,
    games: int = GAMES,
    boosters: Path | str | None = None,
    sets: Sequence[str] = (),
    packs: int = PACKS,
    policy: str = DEFAULT_POLICY,
    seed: int = 1,
    jobs: int | None = None,
    rules: str = DEFAULT_RULES,
    redraw_procedure: Procedure | str = Procedure.OFFICIAL,
    play_blank: Collection[str] = (),
    out: Path | str | None = None,
    catalog: Catalog | None = None,
    progress: bool | None = None,
    advance: Callable[[int], object] | None = None,
) -> StrengthResult:
    """How often a deck made of a pool wins against decks made, by the same rule, of pools dealt anew.

    Args:
        pool: its file, a ``Deck``, or counts by card number.
        rivals: how many other pools.
        games: against each of them.
        boosters: a file of what packs hold; what ships, an assumption, where None.
        sets: codes of the sets that packs are of, in turn; the newest that packs can be dealt of without any.
        packs: how many are opened.
        policy: who decides: ``planner``, ``greedy``, ``search:16,with=planner`` and others (``ucgsim policies``).
        seed: of all chance; the same seed and options give the same result.
        jobs: processes that play side by side; as many as there are cores where None. The result is the same.
        rules: version of the comprehensive rules.
        redraw_procedure: "official" (CR 4.2.3) or "reshuffle", as many players do it.
        play_blank: numbers of cards to play without their text; "all" in it stands for every one that can't be played.
        out: a folder for a page; what is played is kept in it, and an interrupted run goes on.
        catalog: the cards, where it is not the imported or the shipped one.
        progress: whether to show a bar; where None, in a notebook or on a terminal for what takes more than a second.
        advance: is told how many more games are done.

    Raises:
        UcgsimError: a pool that makes no deck, packs that make none, and whatever can't be played.
    """
    terms = Terms.of(policy=policy, seed=seed, rules=sealed_rules(rules), play_blank=play_blank, catalog=catalog)
    terms = terms.but(redraw_procedure=redraw_procedure)
    rivals = _so_many(rivals)
    if out is not None:
        refuse_kept(Path(out))
    known, assumed = terms.catalog, _boosters(boosters)
    codes, opened = sets_of([*known.values()], assumed, sets), _pool(pool, known)
    mine = build_by_chains(allowance(known, terms.rules, opened), known, opened.name)
    others = _rivals(mine, assumed, codes, terms, rivals=rivals, packs=packs)
    played = _met(mine, others, terms, games=games, jobs=jobs, out=out, watch=(progress, advance))
    rates = tuple(played.row.rate(place) for place in range(1, rivals + 1))
    versions = played.plan.versions
    result = StrengthResult(opened, mine, others, rates, assumed, tuple(codes), packs, terms, versions)
    if out is not None:
        write_strength(result, Path(out))
    return result


def _met(
    mine: Deck,
    others: Sequence[Deck],
    terms: Terms,
    *,
    games: int,
    jobs: int | None,
    out: Path | str | None,
    watch: tuple[bool | None, Callable[[int], object] | None],
) -> GauntletResult:
    """A deck against others, kept within the folder where one is named; what is watched is shown."""
    kept = None if out is None else Path(out) / KEPT_GAMES
    runs = plan_gauntlet(mine, others, terms, games=games, out=kept)
    with watched(*watch, sum(run.plan.games for run in runs.values())) as tell:
        return play_gauntlet(runs, lead_pairs=0, jobs=cores(jobs), out=kept, advance=tell)


def _rivals(
    mine: Deck, assumed: Boosters, codes: Sequence[str], terms: Terms, *, rivals: int, packs: int
) -> tuple[Deck, ...]:
    """Decks of as many pools, each another one; UcgsimError where packs hold too few different cards for that."""
    known, others = terms.catalog, dict[str, Deck]()
    cards, number = [*known.values()], 0
    while len(others) < rivals:
        number += 1
        dealt = deal_pool(cards, assumed, codes, packs=packs, seed=terms.seed, number=number)
        deck = build_by_chains(allowance(known, terms.rules, dealt), known, f"rival {len(others) + 1}")
        if deck.fingerprint not in (mine.fingerprint, *others):
            others[deck.fingerprint] = deck
        elif number > rivals * 2:
            raise UcgsimError(f"{assumed.place}: such packs hold too few different cards to deal {rivals} other pools")
    return tuple(others.values())


def _boosters(given: Path | str | None) -> Boosters:
    return read_boosters(None if given is None else Path(given))


def _pool(pool: DeckLike, catalog: Catalog) -> Deck:
    if isinstance(pool, str | Path):
        return read_deck(pool, catalog, pool=True)
    return pool if isinstance(pool, Deck) else Deck("pool", tuple(pool.items()))
