"""Deal sample opening hands of a deck."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ucgsim.cards.catalog import load_catalog
from ucgsim.cli.console import print_json
from ucgsim.cli.odds import group_option
from ucgsim.cli.options import WholeNumber, catalog_option, json_option, seed_option
from ucgsim.decks.reading import read_deck
from ucgsim.odds.hands import MOST_HANDS, deal_hands

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ucgsim.cards.card import Card
    from ucgsim.odds.hands import DealtHand


@click.command()
@click.argument("deck", type=click.Path(path_type=Path), metavar="DECK")
@click.option("-n", "number", type=WholeNumber(1, MOST_HANDS), default=10, help="Hands to deal.")
@click.option("--want", metavar="CONDITION", help="Say of each hand whether it meets this; see odds.")
@group_option
@seed_option
@catalog_option
@json_option
def hands(
    *,
    deck: Path,
    number: int,
    want: str | None,
    groups: Mapping[str, Sequence[str]],
    seed: int,
    catalog: Path | None,
    as_json: bool,
) -> None:
    """Deal opening hands of DECK, each with the hand that a redraw would give (CR 4.2.3)."""
    known = load_catalog(catalog)
    found = read_deck(deck, known)
    named = {**found.groups, **groups}
    dealt = deal_hands(found.cards(known), number, seed, want=want, known=known.values(), groups=named)
    if as_json:
        identity = {"deck": found.name, "fingerprint": found.fingerprint, "seed": seed, "want": want}
        print_json(identity | {"hands": [_hand_json(hand) for hand in dealt]})
        return
    for index, hand in enumerate(dealt, start=1):
        click.echo(f"{index:>4}  {_told(hand.cards)}{_verdict(hand.met)}")
        click.echo(f"      redraw: {_told(hand.redraw)}{_verdict(hand.redraw_met)}")
    if want is not None:
        met = sum(bool(hand.met) for hand in dealt)
        click.echo(f"{met} of {number} hands have {want}; ucgsim odds tells the exact chance")


def _hand_json(hand: DealtHand) -> dict[str, Any]:
    return {
        "cards": [card.number for card in hand.cards],
        "met": hand.met,
        "redraw": [card.number for card in hand.redraw],
        "redraw_met": hand.redraw_met,
    }


def _told(cards: Sequence[Card]) -> str:
    """The cards of a hand, equal ones counted."""
    counts = Counter(cards)
    return ", ".join(f"{_short(card)}{f' x{count}' if count > 1 else ''}" for card, count in counts.items())


def _short(card: Card) -> str:
    """Character and level or name and Round, with the number."""
    if card.is_scene:
        return f"{card.name} (Round {card.round}, {card.number})"
    return f"{'/'.join(card.characters)} {card.level} ({card.number})"


def _verdict(met: bool | None) -> str:  # noqa: FBT001 - the verdict itself is what is put into words
    return "" if met is None else f"  [{'met' if met else 'not met'}]"
