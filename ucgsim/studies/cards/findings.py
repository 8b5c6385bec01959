"""What a study of cards found: every card of a deck, what became of it, and who won."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.cards.naming import card_label
from ucgsim.cards.versions import rules_words
from ucgsim.showing import command_line
from ucgsim.simulate.loops.impact import Fate
from ucgsim.stats.deciding.multiplicity import holm
from ucgsim.stats.deciding.picked import ends
from ucgsim.studies.cards.association import associate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.cards.association import Association
    from ucgsim.studies.cards.games import Watched

FAMILY_LEVEL = 0.05
MOST_NAMED = 4
"""Opponents that are named one by one."""


class Named(NamedTuple):
    """A card that is named because its difference is the most extreme, which ``difference`` allows for."""

    card: str
    difference: Estimate


@dataclass(frozen=True, eq=False, repr=False)
class Impact:
    """What became of the cards of one deck of a run or a matrix, against who won; opponents count alike."""

    watched: Watched
    catalog: Catalog
    table: NDArray[np.int64]
    """Counts (cards, fates, STATES) as in ``simulate.impact``, all matchups together."""
    turned: bool = False
    """Whether stronger play turns who wins these games: then nothing is said of cards for certain."""

    @property
    def deck(self) -> Deck:
        """The deck whose cards are looked at."""
        return self.watched.deck

    @cached_property
    def associations(self) -> tuple[Association, ...]:
        """Every card and fate, in the order of the deck."""
        cards = [number for number, _ in self.deck.counts]
        return tuple(associate(card, fate, self.table[k, fate]) for k, card in enumerate(cards) for fate in Fate)

    @cached_property
    def certain(self) -> frozenset[tuple[str, Fate]]:
        """Cards and fates that go with winning or losing for certain, with 5 % for all of them together (Holm)."""
        if self.turned:
            return frozenset()
        tested = [each for each in self.associations if not math.isnan(each.difference.rate)]
        adjusted = holm([each.p_value for each in tested])
        return frozenset((t.card, t.fate) for t, p in zip(tested, adjusted, strict=True) if p <= FAMILY_LEVEL)

    @property
    def basis(self) -> str:
        """What every number rests on."""
        watched, (own, other) = self.watched, self.watched.labels
        policies = f"{own} on both sides" if own == other else f"{own} against {other}"
        plan = watched.plan
        games = f"{watched.games:,} games"
        by = rules_words(plan.rules, plan.redraw_procedure)
        return f"{games} of {self.deck.name} against {self._opponents}, {policies}, {by}, seed {plan.seed}"

    @property
    def _opponents(self) -> str:
        *most, last = (opponent.name for opponent in self.watched.opponents)
        if len(most) < MOST_NAMED:
            return " and ".join(part for part in (", ".join(most), last) if part)
        games = {subject.plan.games for subject in self.watched.subjects}
        return f"{len(most) + 1} decks, {min(games):,} {'each' if len(games) == 1 else 'or more each'}"

    @property
    def command(self) -> str:
        """The command that counts this again."""
        return command_line(self.watched.command)

    @cached_property
    def opening(self) -> list[Association]:
        """Cards that were in enough opening hands, with intervals that hold for all of them together (Bonferroni)."""
        known = [
            each.card
            for each in self.associations
            if each.fate is Fate.OPENING and not math.isnan(each.difference.rate)
        ]
        confidence = 1 - FAMILY_LEVEL / max(len(known), 1)
        places = {number: place for place, (number, _) in enumerate(self.deck.counts)}
        return [associate(card, Fate.OPENING, self.table[places[card], Fate.OPENING], confidence) for card in known]

    @cached_property
    def extremes(self) -> tuple[Named, Named] | None:
        """The cards that go with winning and with losing the most from the opening hand; None where none can be told.

        Both are picked from all cards, and estimate and interval allow for it (``stats.deciding.picked``).
        """
        if not self.opening:
            return None
        opening = {each.card: each.difference for each in self.associations if each.fate is Fate.OPENING}
        cards = [each.card for each in self.opening]
        alone, together = [opening[card] for card in cards], [each.difference for each in self.opening]
        most, least = ends(alone, together)
        rates = [each.rate for each in alone]
        return Named(cards[rates.index(max(rates))], most), Named(cards[rates.index(min(rates))], least)

    @cached_property
    def sure(self) -> tuple[Named, ...]:
        """Those of the two that surely go with winning, or with losing, with 95 % for all cards together."""
        if self.extremes is None or self.turned:
            return ()
        joint = {each.card: each.difference for each in self.opening}
        best, worst = self.extremes
        is_sure = (joint[best.card].low > 0, joint[worst.card].high < 0)
        return tuple(each for each, holds in zip((best, worst), is_sure, strict=True) if holds)

    def shown(self, association: Association) -> Estimate:
        """A difference as it is shown: for a card that is named, one that allows for the choice."""
        picks = {each.card: each.difference for each in self.sure}
        if association.fate is Fate.OPENING and association.card in picks:
            return picks[association.card]
        return association.difference

    def named(self, number: str) -> str:
        """What a card is called in words and plots."""
        return card_label(self.catalog[number])
