"""The question as a caller asks it: a decklist, a deck or its cards, with everything else looked up."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ucgsim.arguments import checked
from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.versions import Procedure
from ucgsim.decks.deck import Deck
from ucgsim.probability.counting.terms import Redraw, Seat

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from ucgsim.cards.card import Card
    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import DeckLike
    from ucgsim.probability.answer import OddsResult


@checked
def odds(
    deck: DeckLike | Sequence[Card],
    want: str,
    *,
    turn: int | None = None,
    cards: int | None = None,
    redraw: Redraw | str = Redraw.UNLESS,
    redraw_when: str | None = None,
    procedure: Procedure | str = Procedure.OFFICIAL,
    seat: Seat | str = Seat.LEAD,
    scene_draws: bool = False,
    groups: Mapping[str, Collection[str]] | None = None,
    known: Iterable[Card] = (),
    sample: int | None = None,
    seed: int = 1,
    confidence: float = 0.95,
    catalog: Catalog | None = None,
    progress: bool | None = None,
    advance: Callable[[int], object] | None = None,
) -> OddsResult:
    """Chances of a condition for a deck: its name, its file, a ``Deck``, counts by card number, or its cards.

    Args:
        deck: which deck; at least six cards, twelve where a redraw is possible.
        want: the condition, of all cards seen so far, such as ``chain``; it may use the groups that a deck file names.
        turn: ask by the end of this turn's scene phase; without this and ``cards``, ask of the opening six.
        cards: ask after this many cards instead.
        redraw: when the opening hand is given back: never, always, "unless" it has what is wanted, or what is best.
        redraw_when: a condition of its own for that.
        procedure: the official redraw (CR 4.2.3) or "reshuffle", as many players do it.
        seat: "lead" or "next" player throughout; matters with ``scene_draws`` alone.
        scene_draws: whether the Lead sets a scene when possible and draws for it (CR 6.2.1).
        groups: names for sets of card numbers, beside those of the file.
        known: further cards whose names the condition may use.
        sample: deal this many hands instead of counting.
        seed: of the deals.
        confidence: of the Wilson intervals where dealt.
        catalog: the cards, where it is not the imported or the shipped one.
        progress: whether to show a bar where hands are dealt; on a terminal and in a notebook where None.
        advance: is told how many more hands were dealt.

    Raises:
        UcgsimError: a deck or a condition that can't be read, a deck too small, a number out of bounds.
    """
    from ucgsim.probability.answer import odds as answer  # noqa: PLC0415 - slow to load

    listed = _listed(deck, catalog)
    if isinstance(listed, Deck):
        groups, listed = {**listed.groups, **(groups or {})}, listed.cards(catalog or load_catalog())
    asked: dict[str, Any] = {"turn": turn, "cards": cards, "redraw": redraw, "redraw_when": redraw_when}
    asked |= {"procedure": procedure, "seat": seat, "scene_draws": scene_draws, "groups": groups, "known": known}
    asked |= {"sample": sample, "seed": seed, "confidence": confidence}
    return answer(listed, want, progress=progress, advance=advance, **asked)


def _listed(deck: DeckLike | Sequence[Card], catalog: Catalog | None) -> Deck | Sequence[Card]:
    """The list that is meant, or cards as they came."""
    if isinstance(deck, Path | str):
        from ucgsim.decks.reading import read_deck  # noqa: PLC0415

        return read_deck(deck, catalog or load_catalog())
    return Deck("deck", tuple(deck.items())) if isinstance(deck, Mapping) else deck
