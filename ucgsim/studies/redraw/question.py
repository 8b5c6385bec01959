"""Redraws in play: every class of opening hand kept and given back, and the rule that follows from it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Unpack

from ucgsim.limits import DEFAULT_HANDS
from ucgsim.probability.hands import HandClasses
from ucgsim.simulate.openings import cards_of, play_redraws
from ucgsim.simulate.plan import Terms, equal_halves
from ucgsim.simulate.run import Dealt
from ucgsim.simulate.table import lay_out
from ucgsim.studies.decks import given_decks, in_the_field, refuse_repeated, with_all
from ucgsim.studies.forecast import (
    CHOICES,
    PRECISIONS,
    SPREAD_APART,
    GamesPlan,
    difference_asked,
    games_for_precision,
    named,
    speed_of,
)
from ucgsim.studies.kit.run_options import RunOptions, RunSettings, takes
from ucgsim.studies.redraw.answer import RedrawResult
from ucgsim.studies.redraw.findings import RedrawStudy
from ucgsim.studies.redraw.rule_search import RedrawCounts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ucgsim.decks.deck import DeckLike

OTHERWISE = 0.5
"""Share of hands with which choices are taken to differ before any are played."""


@takes(RunOptions)
def redraw(
    deck: DeckLike,
    against: Sequence[DeckLike] = (),
    *,
    hands: int = DEFAULT_HANDS,
    policy_b: str | None = None,
    **options: Unpack[RunOptions],
) -> RedrawResult:
    """Play opening hands of a deck kept and redrawn, and say which to redraw.

    Args:
        deck: whose hands: its name, its file, a ``Deck``, or counts by card number.
        against: opponents, met equally often; the deck itself without any.
        hands: how many; they go up to an even number for each opponent.
        policy_b: how the opponents decide; as the deck does where None.

    Raises:
        UcgsimError: what can't be played.
    """
    settings = RunSettings.of(options, policy_b=policy_b)
    study = plan_redraw(deck, against, settings.terms, hands=hands)
    with settings.watch("redraw", study.hands, unit="hands") as advance:
        return play_redraw(study, jobs=settings.jobs, advance=advance)


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


def plan_of_redraw(study: RedrawStudy, jobs: int, precisions: Iterable[float] = PRECISIONS) -> GamesPlan:
    """What a study of redraws takes, for its win rates and for what one choice wins more than another."""
    dealt = [Dealt(table, study.terms.seed, place) for place, table in enumerate(study.tables)]
    others = [] if study.mirror else [deck.name for deck in study.against]
    head = f"{study.deck.name} against {named(others) if others else 'itself'}"
    decks = (study.deck.name, *others)
    asked = difference_asked(
        "every win rate, and what one choice wins more than another over all hands",
        SPREAD_APART * math.sqrt(OTHERWISE),
        "Win rates as at 50 %; gains as for games that share no luck, with choices that differ in half of the hands.",
        unit="opening hands (-n)",
        key="hands",
        games=CHOICES,
    )
    # Such gains take no more hands than win rates do.
    asked = asked._replace(for_precision=games_for_precision)
    return GamesPlan(head, decks, study.labels, speed_of(dealt, jobs), asked, tuple(precisions))
