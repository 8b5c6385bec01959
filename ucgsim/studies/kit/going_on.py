"""What a reader of a report can go on with at a table of their own: decks, whom they meet, and games that are saved."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.simulate.plan import First

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ucgsim.cards.versions import Procedure
    from ucgsim.decks.deck import Deck
    from ucgsim.simulate.plan import Plan, Terms


class DeckToPlayOn(NamedTuple):
    """A deck to play on with, under a ``title``: against ``rivals``, each with its share of the field."""

    title: str
    deck: Deck
    rivals: tuple[Deck, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class GoingOn:
    """The seats of a run, the terms under which it was played, and the plans of games that its page tells.

    ``plans``: of the matchups whose games are saved, by what the names of their replays begin with. ``blank``: numbers
    of the cards that were played without their text.
    """

    seats: tuple[DeckToPlayOn, ...]
    policies: tuple[str, ...]
    rules: str
    redraw_procedure: Procedure
    blank: tuple[str, ...] = ()
    first: First = First.THROW
    plans: Mapping[str, Plan] = field(default_factory=dict)

    @classmethod
    def of_plan(cls, seats: Sequence[DeckToPlayOn], plan: Plan, plans: Mapping[str, Plan]) -> GoingOn:
        """That of matchups of games, of which one has this plan."""
        terms = (plan.policies, plan.rules, plan.redraw_procedure, plan.blank, plan.first)
        return cls(tuple(seats), *terms, plans)

    @classmethod
    def of_terms(cls, seats: Sequence[DeckToPlayOn], terms: Terms, blank: tuple[str, ...]) -> GoingOn:
        """That of counts, of which no game is saved."""
        return cls(tuple(seats), terms.policies, terms.rules, terms.redraw_procedure, blank, terms.first)


def against_all(deck: Deck, rivals: Sequence[Deck], shares: Sequence[float] = ()) -> DeckToPlayOn:
    """A deck against a field; equal shares where none are given, and who has none of it is left out."""
    pairs = list(zip(rivals, shares or [1.0] * len(rivals), strict=True))
    met = [(rival, share) for rival, share in pairs if share > 0]
    title = f"{deck.name} against {met[0][0].name if len(met) == 1 else 'the field'}"
    return DeckToPlayOn(title, deck, tuple(rival for rival, _ in met), tuple(share for _, share in met))
