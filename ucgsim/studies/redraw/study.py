"""Redraws in play: every class of opening hand kept and given back, and the rule that follows from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.arguments import checked
from ucgsim.cards.versions import DEFAULT_RULES, Procedure
from ucgsim.defaults import DEFAULT_POLICY
from ucgsim.probability.hand_classes import HandClasses
from ucgsim.report.watching import watched
from ucgsim.simulate.hands.openings import cards_of
from ucgsim.simulate.hands.redraws import play_redraws
from ucgsim.simulate.plan import equal_halves
from ucgsim.simulate.table import lay_out
from ucgsim.simulate.terms import Terms
from ucgsim.simulate.working.cores import cores
from ucgsim.studies.given import given_decks, in_the_field, refuse_repeated, with_all
from ucgsim.studies.redraw.counts import RedrawCounts
from ucgsim.studies.redraw.findings import RedrawStudy
from ucgsim.studies.redraw.result import RedrawResult

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import DeckLike

DEFAULT_HANDS = 20_000


@checked
def redraw(
    deck: DeckLike,
    against: Sequence[DeckLike] = (),
    *,
    hands: int = DEFAULT_HANDS,
    policy: str = DEFAULT_POLICY,
    policy_b: str | None = None,
    seed: int = 1,
    jobs: int | None = None,
    rules: str = DEFAULT_RULES,
    redraw_procedure: Procedure | str = Procedure.OFFICIAL,
    play_blank: Collection[str] = (),
    catalog: Catalog | None = None,
    progress: bool | None = None,
    advance: Callable[[int], object] | None = None,
) -> RedrawResult:
    """Play opening hands of a deck kept and redrawn, and say which to redraw.

    Args:
        deck: whose hands: its name, its file, a ``Deck``, or counts by card number.
        against: opponents, met equally often; the deck itself without any.
        hands: how many; they go up to an even number for each opponent.
        policy: who decides: ``planner``, ``greedy``, ``search:16,with=planner`` and others (``ucgsim policies``).
        policy_b: how the opponents decide; as the deck does where None.
        seed: of all chance; the same seed and options give the same result.
        jobs: processes that play side by side; as many as there are cores where None. The result is the same.
        rules: version of the comprehensive rules.
        redraw_procedure: "official" (CR 4.2.3) or "reshuffle", as many players do it.
        play_blank: numbers of cards to play without their text; "all" in it stands for every one that can't be played.
        catalog: the cards, where it is not the imported or the shipped one.
        progress: whether to show a bar; where None, in a notebook or on a terminal for what takes more than a second.
        advance: is told how many more hands are done.

    Raises:
        UcgsimError: what can't be played.
    """
    terms = Terms.of(
        policy=policy,
        policy_b=policy_b,
        seed=seed,
        rules=rules,
        redraw_procedure=redraw_procedure,
        play_blank=play_blank,
        catalog=catalog,
    )
    study = plan_redraw(deck, against, terms, hands=hands)
    with watched(progress, advance, study.hands, "hands") as tell:
        return play_redraw(study, jobs=cores(jobs), advance=tell)


def plan_redraw(deck: DeckLike, against: Sequence[DeckLike], terms: Terms, *, hands: int) -> RedrawStudy:
    """Everything that ``redraw`` checks before it plays."""
    mine, *others = given_decks((deck, *with_all(against or (deck,))), terms)
    refuse_repeated(others, "name each opponent once")
    terms = in_the_field(terms)
    return RedrawStudy(
        deck=mine,
        against=tuple(others),
        tables=tuple(lay_out((mine, other), terms) for other in others),
        classes=HandClasses(mine.cards(terms.catalog)),
        each=equal_halves(-(-hands // len(others))),
        terms=terms,
        mirror=not against,
    )


def play_redraw(study: RedrawStudy, *, jobs: int = 1, advance: Callable[[int], object] | None = None) -> RedrawResult:
    """Play a planned study."""
    counts = RedrawCounts()
    for part in play_redraws(study.tables, study.each, study.terms.seed, jobs=jobs):
        counts.add(study.classes.of(cards_of(part.hands, study.deck.size)), part)
        if advance is not None:
            advance(len(part.hands))
    return RedrawResult(study, counts)
