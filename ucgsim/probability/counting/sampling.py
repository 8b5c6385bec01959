"""Chances by dealing: shuffled decks, card by card, knowing nothing of classes or states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from ucgsim.cards.versions import Procedure
from ucgsim.probability.classes import level_paths, rung_of
from ucgsim.probability.condition import Chain, Count, Node, holds, leaves
from ucgsim.probability.counting.lattice import HAND
from ucgsim.probability.counting.terms import DrawTerms, Horizon, Redraw

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from ucgsim.cards.card import Card

CHUNK = 20_000
"""Decks that are shuffled at a time; bounds the memory."""

TRIALS = 100
"""Futures that are dealt for each hand and choice where the best choice has to be found by dealing."""


@dataclass(slots=True)
class DealTally:
    """What was counted in ``dealt`` deals; lists are in the order of ``DrawTerms.every_horizon``.

    ``gained`` are deals that met the condition with the redraw and not without, ``lost`` those the other way round.
    ``counts`` holds, for each filter, the sum and the sum of squares of the cards in the starting hand after
    the redraw, and both without one. ``of`` are the deals that count at each horizon, ``of_without`` those without a
    redraw and ``of_both`` those either way: all, unless games are played, which may end before. ``drawn``, where
    games are played, holds how the deals that count fare without effects: met by plain draws, met with effects
    alone, and by plain draws alone.
    """

    dealt: int
    met: list[int]
    met_without: list[int]
    gained: list[int]
    lost: list[int]
    redraws: int
    counts: dict[str, NDArray[np.int64]]
    of: list[int]
    of_without: list[int]
    of_both: list[int]
    drawn: list[NDArray[np.int64]]

    @classmethod
    def empty(cls, terms: DrawTerms) -> DealTally:
        """A tally of no deals."""
        size = len(terms.every_horizon)
        met, without, gained, lost, of, of_without, of_both = ([0] * size for _ in range(7))
        drawn = [np.zeros(3, np.int64) for _ in range(size)]
        return cls(0, met, without, gained, lost, 0, {}, of, of_without, of_both, drawn)

    def add(
        self,
        place: int,
        met: NDArray[np.bool_],
        without: NDArray[np.bool_],
        reached: tuple[NDArray[np.bool_], NDArray[np.bool_]] | None = None,
    ) -> None:
        """Count deals that met the condition at a horizon, with the redraw and without: bool[n] each.

        ``reached``: whether the game with the redraw came to it, and that without; what did not, does not count.
        """
        every = np.ones(len(met), np.bool_)
        with_it, without_it = (every, every) if reached is None else reached
        both = with_it & without_it
        self.of[place] += int(with_it.sum())
        self.of_without[place] += int(without_it.sum())
        self.of_both[place] += int(both.sum())
        self.met[place] += int((met & with_it).sum())
        self.met_without[place] += int((without & without_it).sum())
        self.gained[place] += int((met & ~without & both).sum())
        self.lost[place] += int((without & ~met & both).sum())

    def add_drawn(self, place: int, met: NDArray[np.bool_], drawn: NDArray[np.bool_]) -> None:
        """Count games that came to a horizon: the condition met with effects, and by plain draws, bool[n] each."""
        self.drawn[place] += np.array([drawn.sum(), (met & ~drawn).sum(), (drawn & ~met).sum()])


class HandDealer(Protocol):
    """What deals hands and counts: :func:`deal`, or a game that is played."""

    def __call__(
        self, deck: Sequence[Card], terms: DrawTerms, number: int, seed: int, progress: Callable[[int], object], /
    ) -> DealTally:
        """As :func:`deal`."""


def deal(
    deck: Sequence[Card],
    terms: DrawTerms,
    number: int,
    seed: int,
    progress: Callable[[int], object] = lambda _: None,
) -> DealTally:
    """Deal ``number`` starting hands, redraw as the terms say, draw on, and count.

    ``progress`` is called with how many more were dealt.
    """
    dealer = _Dealer(deck, terms, np.random.default_rng(seed))
    tally = DealTally.empty(terms)
    chunk = CHUNK // TRIALS if terms.redraw is Redraw.BEST else CHUNK
    while tally.dealt < number:
        size = min(chunk, number - tally.dealt)
        dealer.count(size, tally)
        tally.dealt += size
        progress(size)
    return tally


class _Dealer:
    """One deck and one question, ready to be dealt."""

    def __init__(self, deck: Sequence[Card], terms: DrawTerms, rng: np.random.Generator) -> None:
        self.deck, self.terms, self.rng = list(deck), terms, rng
        self.seen = SeenCards(self.deck)
        self.size = len(self.deck)

    def count(self, number: int, tally: DealTally) -> None:
        """Deal ``number`` decks and add what they gave."""
        first = self.rng.permuted(np.tile(np.arange(self.size), (number, 1)), axis=1)
        redrawn = self._redrawn(first)
        second = np.where(redrawn[:, None], self._after_redraw(first), first)
        for index, horizon in enumerate(self.terms.every_horizon):
            tally.add(index, self._met(second, horizon), self._met(first, horizon))
        tally.redraws += int(redrawn.sum())
        self.seen.count_hands(self.terms.want, first, second, tally)

    def _redrawn(self, first: NDArray[np.int64]) -> NDArray[np.bool_]:
        if self.terms.redraw is Redraw.BEST:
            return self._better_redrawn(first)
        return self.seen.given_back(self.terms, first)

    def _after_redraw(self, first: NDArray[np.int64]) -> NDArray[np.int64]:
        """Order of the cards after a redraw (CR 4.2.3): six from the top, then the rest shuffled."""
        if self.terms.procedure is Procedure.RESHUFFLE:
            return self.rng.permuted(first, axis=1)
        rest = np.concatenate([first[:, :HAND], first[:, 2 * HAND :]], axis=1)
        return np.concatenate([first[:, HAND : 2 * HAND], self.rng.permuted(rest, axis=1)], axis=1)

    def _better_redrawn(self, first: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Try out both choices on many futures of each hand; a draw between them keeps it."""
        hands = np.repeat(first, TRIALS, axis=0)
        hands = np.concatenate([hands[:, :HAND], self.rng.permuted(hands[:, HAND:], axis=1)], axis=1)
        kept = self._met(hands, self.terms.target).reshape(-1, TRIALS).sum(axis=1)
        redrawn = self._met(self._after_redraw(hands), self.terms.target).reshape(-1, TRIALS).sum(axis=1)
        return np.asarray(redrawn > kept, dtype=np.bool_)

    def _met(self, order: NDArray[np.int64], horizon: Horizon) -> NDArray[np.bool_]:
        drawn = np.full(len(order), min(self.size, horizon.cards))
        if horizon.scene_turns:
            drawn = self.seen.drawn_with_scenes(order, horizon.scene_turns)
        return self.seen.meets(self.terms.want, order, drawn)


class SeenCards:
    """Conditions on the first cards of shuffled decks.

    ``order`` is int64[n, deck], rows of indexes into the deck; ``drawn`` is int64[n], cards seen of each row.
    """

    def __init__(self, deck: Sequence[Card]) -> None:
        self.deck = list(deck)

    def number(self, leaf: Count, order: NDArray[np.int64], drawn: NDArray[np.int64]) -> NDArray[np.int64]:
        """int64[n]: cards of a filter among those seen."""
        matches = np.array([leaf.filter.matches(card) for card in self.deck])
        return np.asarray(_seen(matches, order, drawn).sum(axis=1))

    def meets(self, node: Node, order: NDArray[np.int64], drawn: NDArray[np.int64]) -> NDArray[np.bool_]:
        """bool[n]: where a condition holds."""
        return holds(node, lambda leaf: self._leaf(leaf, order, drawn))

    def _leaf(self, leaf: Count | Chain, order: NDArray[np.int64], drawn: NDArray[np.int64]) -> NDArray[np.bool_]:
        if isinstance(leaf, Count):
            number = self.number(leaf, order, drawn)
            high = len(self.deck) if leaf.high is None else leaf.high
            return (number >= leaf.low) & (number <= high)
        met = np.zeros(len(order), dtype=np.bool_)
        for path in level_paths(self.deck, leaf.length, leaf.first):
            masks = [np.array([rung_of(card) == rung for card in self.deck]) for rung in path]
            met |= np.all([_seen(mask, order, drawn).any(axis=1) for mask in masks], axis=0)
        return met

    def given_back(self, terms: DrawTerms, order: NDArray[np.int64]) -> NDArray[np.bool_]:
        """bool[n]: which starting hands a redraw rule gives back that looks at nothing but the hand."""
        hand = np.full(len(order), HAND)
        match terms.redraw:
            case Redraw.NEVER:
                return np.zeros(len(order), dtype=np.bool_)
            case Redraw.ALWAYS:
                return np.ones(len(order), dtype=np.bool_)
            case Redraw.WHEN:
                assert terms.redraw_when is not None
                return self.meets(terms.redraw_when, order, hand)
            case _:
                return ~self.meets(terms.want, order, hand)

    def count_hands(self, want: Node, first: NDArray[np.int64], second: NDArray[np.int64], tally: DealTally) -> None:
        """Add what the starting hands hold before (``first``) and after the redraw to ``tally.counts``."""
        hand = np.full(len(first), HAND)
        # A filter that occurs twice in the condition is counted once.
        counted = {leaf.filter.text: leaf for leaf in leaves(want) if isinstance(leaf, Count)}
        for text, leaf in counted.items():
            kept, plain = (self.number(leaf, order, hand) for order in (second, first))
            sums = tally.counts.setdefault(text, np.zeros(4, dtype=np.int64))
            sums += np.array([kept.sum(), (kept**2).sum(), plain.sum(), (plain**2).sum()])

    def drawn_with_scenes(self, order: NDArray[np.int64], turns: int) -> NDArray[np.int64]:
        """int64[n]: cards seen after so many turns as Lead, one more for each scene set (CR 6.2.1, 6.3)."""
        rounds = np.array([-1 if not card.is_scene or card.round is None else card.round for card in self.deck])
        drawn = np.full(len(order), HAND)
        last = np.zeros(len(order), dtype=np.int64)
        used = np.zeros((len(order), turns), dtype=np.int64)
        for turn in range(1, turns + 1):
            drawn = np.minimum(drawn + (turn > 1), len(self.deck))
            waiting = np.ones(len(order), dtype=np.bool_)
            for number in range(turn):
                held = _seen(rounds == number, order, drawn).sum(axis=1) - used[:, number]
                sets = waiting & (held > 0) & (number >= last)
                waiting &= ~sets
                used[:, number] += sets
                last = np.where(sets, number, last)
            drawn = np.minimum(drawn + ~waiting, len(self.deck))
        return drawn


def _seen(matches: NDArray[np.bool_], order: NDArray[np.int64], drawn: NDArray[np.int64]) -> NDArray[np.bool_]:
    """bool[n, deck]: which of the cards that were seen match."""
    most = int(drawn.max(initial=0))
    return np.asarray(matches[order[:, :most]] & (np.arange(most) < drawn[:, None]))
