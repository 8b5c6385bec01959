"""The mulligan trainer of the studio: six cards, keep or redraw, then what either wins, and a running score."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ucgsim.cards.card import in_deck_order
from ucgsim.errors import UcgsimError
from ucgsim.probability.hands import deal_hands
from ucgsim.report.sheet import near
from ucgsim.simulate.plan import Terms
from ucgsim.studies.redraw.named_hands import Advice, hand_of, play_hands
from ucgsim.studies.redraw.question import plan_redraw
from ucgsim.studio.views import Face, face

if TYPE_CHECKING:
    import threading

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck

GAMES = 600
"""Games of each choice that judge a hand."""


@dataclass(slots=True)
class Score:
    """What was answered of one deck so far."""

    hands: int = 0
    right: int = 0
    row: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the games say of a hand and of the choice."""

    words: str
    kept: str
    redrawn: str
    games: int
    is_right: bool | None


class Dealer:
    """Deals hands, remembers the one that is asked about, and judges the choice by games."""

    def __init__(self, catalog: Catalog, lock: threading.Lock) -> None:
        self.catalog = catalog
        self._asked: dict[str, tuple[str, ...]] = {}
        self._scores: dict[str, Score] = {}
        self._playing = lock

    def score(self, key: str) -> Score:
        """The score with a deck."""
        return self._scores.setdefault(key, Score())

    def deal(self, key: str, deck: Deck) -> list[Face]:
        """Six cards of a deck by chance; UcgsimError for a deck that is too small."""
        seed = random.SystemRandom().randrange(2**31)
        (hand,) = deal_hands(deck.cards(self.catalog), 1, seed)
        self._asked[key] = tuple(card.number for card in hand.cards)
        return [face(card) for card in sorted(hand.cards, key=in_deck_order)]

    def judge(self, key: str, deck: Deck, keeps: bool) -> Verdict:  # noqa: FBT001 - the choice itself
        """Play the hand kept and redrawn, against the deck itself; UcgsimError where no hand was dealt."""
        if key not in self._asked:
            raise UcgsimError("no hand is dealt; deal one first")
        hand = hand_of(self._asked.pop(key), deck)
        # Numba's compiled code is entered by one thread at a time; a second click waits.
        with self._playing:
            study = plan_redraw(deck, (), Terms.of(catalog=self.catalog), hands=GAMES)
            (worth,) = play_hands(study, [hand], words=()).worths
        kept, redrawn = near(worth.kept), near(worth.redrawn)
        if worth.advice is Advice.OPEN:
            return Verdict("Both are as good, as far as these games show.", kept, redrawn, worth.games, None)
        is_right = (worth.advice is Advice.KEEP) is keeps
        score = self.score(key)
        score.hands += 1
        score.right += is_right
        score.row = score.row + 1 if is_right else 0
        should = "Keep it." if worth.advice is Advice.KEEP else "Redraw it."
        return Verdict(f"{'Right' if is_right else 'Wrong'}: {should}", kept, redrawn, worth.games, is_right)
