"""Odds of opening turns that are played, so that what effects and scenes draw and search counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ucgsim.arguments import checked
from ucgsim.cards.versions import DEFAULT_RULES, Procedure
from ucgsim.errors import UcgsimError
from ucgsim.limits import DEFAULT_POLICY
from ucgsim.policies.spec import parse_policy
from ucgsim.probability import odds_of_cards
from ucgsim.probability.counting.sampling import DealTally, SeenCards
from ucgsim.probability.counting.terms import DrawTerms, Redraw, Seat
from ucgsim.probability.odds import DEALT_WHEN_TOO_MANY, OddsResult
from ucgsim.probability.result import Play
from ucgsim.simulate.loops.redraws import Choice
from ucgsim.simulate.openings import Chance, Openings, cards_of, open_games
from ucgsim.simulate.plan import First, Terms
from ucgsim.simulate.table import Table, lay_out
from ucgsim.studies.decks import given_decks, in_the_field

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from numpy.typing import NDArray

    from ucgsim.cards.card import Card
    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck, DeckLike

CHUNK, SLOW_CHUNK = 5_000, 100
"""Openings that are played at a time; where a policy of the user's own plays them."""
SLOW_SAMPLE = 2_000
"""Openings of such a policy, where nothing is said: about half a minute."""


@checked
def odds_with_effects(
    deck: DeckLike,
    want: str,
    *,
    turn: int = 1,
    against: DeckLike | None = None,
    policy: str = DEFAULT_POLICY,
    policy_b: str | None = None,
    rules: str = DEFAULT_RULES,
    redraw: Redraw | str = Redraw.UNLESS,
    redraw_when: str | None = None,
    procedure: Procedure | str = Procedure.OFFICIAL,
    seat: Seat | str = Seat.LEAD,
    groups: Mapping[str, Collection[str]] | None = None,
    sample: int | None = None,
    seed: int = 1,
    confidence: float = 0.95,
    play_blank: Collection[str] = (),
    catalog: Catalog | None = None,
    progress: bool | None = None,
    advance: Callable[[int], object] | None = None,
) -> OddsResult:
    """How often a deck has had what a condition asks for by the end of the scene phase of a turn.

    The turns are played: a card counts once it was in hand or in play, in the games that reach the turn.

    Args:
        deck: its name, its file, a ``Deck``, or counts by card number.
        want: the condition, as for `ucgsim.odds`.
        turn: by the end of whose scene phase.
        against: the opponent's deck; the deck itself where None.
        policy: who decides: ``planner``, ``greedy``, ``search:16,with=planner`` and others (``ucgsim policies``).
        policy_b: how the opponent decides; as the deck does where None.
        rules: version of the comprehensive rules.
        redraw: when the opening hand is given back, as for `ucgsim.odds`, but for the best redraw.
        redraw_when: a condition of its own for that.
        procedure: the official redraw (CR 4.2.3) or "reshuffle".
        seat: who leads the first turn: "lead" for the deck, "next" for its opponent.
        groups: names for sets of card numbers, next to those of the file.
        sample: openings to play.
        seed: of all chance.
        confidence: of the intervals.
        play_blank: numbers of cards to play without their text; "all" in it means every one that can't be played.
        catalog: the cards, where it is not the imported or the shipped one.
        progress: whether to show a bar; where None, in a notebook or on a terminal for what takes more than a second.
        advance: is told how many more openings are done.

    Raises:
        UcgsimError: what can't be played, the best redraw, and a turn that no game reaches.
    """
    if redraw_when is None and Redraw(redraw) is Redraw.BEST:
        raise UcgsimError("the best redraw is found by counting, not by playing; give redraw never, always or unless")
    terms = Terms.of(policy=policy, policy_b=policy_b, rules=rules, play_blank=play_blank, catalog=catalog)
    terms = terms.but(redraw_procedure=procedure, first=First.A if Seat(seat) is Seat.LEAD else First.B)
    mine, other = given_decks((deck, against or deck), terms)
    asked: dict[str, Any] = {"turn": turn, "redraw": redraw, "redraw_when": redraw_when, "procedure": procedure}
    asked |= {"sample": openings_asked(sample, policy, policy_b), "seed": seed, "confidence": confidence, "seat": seat}
    asked |= {"progress": progress, "advance": advance, "groups": {**mine.groups, **(groups or {})}}
    play = _play(mine, other, terms, "itself" if against is None else other.name)
    return odds_of_cards(mine.cards(terms.catalog), want, known=terms.catalog.values(), play=play, **asked)


def openings_asked(sample: int | None, *policies: str | None) -> int:
    """Openings that are played: as many as are said, else as many as are dealt elsewhere, fewer where a policy of the
    user's own plays them.
    """
    slow = any(name is not None and parse_policy(name).own is not None for name in policies)
    return sample or (SLOW_SAMPLE if slow else DEALT_WHEN_TOO_MANY)


def _play(mine: Deck, other: Deck, terms: Terms, against: str) -> Play:
    """The turns of a deck played, against a deck that goes by a name."""
    terms = in_the_field(terms)
    table = lay_out((mine, other), terms)
    return Play(
        deal=_PlayedOpenings(table, terms.first),
        policies=terms.labels,
        against=against,
        rules=terms.rules,
        blank=table.blank,
        edited=table.edited,
    )


class _Shown(NamedTuple):
    """Cards that some games have shown: int64[n, deck], those seen first, and how many, int64[n]."""

    order: NDArray[np.int64]
    number: NDArray[np.int64]


class _PlayedOpenings:
    """A dealer of hands (``ucgsim.probability.counting.sampling.HandDealer``) that plays the turns after them."""

    def __init__(self, table: Table, first: First) -> None:
        self.table, self.first = table, first

    def __call__(
        self,
        deck: Sequence[Card],
        terms: DrawTerms,
        number: int,
        seed: int,
        progress: Callable[[int], object],
        /,
    ) -> DealTally:
        """Play ``number`` openings and count."""
        tally = DealTally.empty(terms)
        chunk = CHUNK if self.table.own is None else SLOW_CHUNK
        while tally.dealt < number:
            indices = np.arange(tally.dealt, min(tally.dealt + chunk, number))
            self._count(SeenCards(deck), terms, Chance(seed, first=self.first), indices, tally)
            tally.dealt += len(indices)
            progress(len(indices))
        return tally

    def _count(
        self, seen: SeenCards, terms: DrawTerms, chance: Chance, indices: NDArray[np.int64], tally: DealTally
    ) -> None:
        """Play each opening with its first hand, and those that the rule redraws once more."""
        turns, size = max(horizon.turn or 1 for horizon in terms.every_horizon), len(seen.deck)
        kept = self._play(chance, indices, Choice.KEEP, turns)
        first = _shown(kept.rows["hand"], size)
        redraws = seen.given_back(terms, first.order)
        again = self._play(chance, indices[redraws], Choice.REDRAW, turns)
        starting = kept.rows["starting"].copy()
        starting[redraws] = again.rows["starting"]
        shown, drawn, reached = (getattr(kept, name).copy() for name in ("seen", "drawn", "reached"))
        shown[redraws], drawn[redraws], reached[redraws] = again.seen, again.drawn, again.reached

        def meets(bits: NDArray[np.int64]) -> NDArray[np.bool_]:
            cards = _shown(bits, size)
            return seen.meets(terms.want, cards.order, cards.number)

        for place, horizon in enumerate(terms.every_horizon):
            turn = (horizon.turn or 1) - 1
            met, there = meets(shown[:, turn]), reached[:, turn]
            tally.add(place, met, meets(kept.seen[:, turn]), (there, kept.reached[:, turn]))
            tally.add_drawn(place, met[there], meets(drawn[:, turn])[there])
        tally.redraws += int(redraws.sum())
        seen.count_hands(terms.want, first.order, _shown(starting, size).order, tally)

    def _play(self, chance: Chance, indices: NDArray[np.int64], choice: Choice, turns: int) -> Openings:
        return open_games(self.table, chance, indices, np.full(len(indices), choice, np.int8), turns=turns)


def _shown(bits: NDArray[np.int64], size: int) -> _Shown:
    flags = cards_of(bits, size)
    return _Shown(np.argsort(~flags, axis=1, kind="stable"), flags.sum(axis=1))
