"""The field drawn in a few lines, as one player may see it."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from ucgsim.cards.naming import card_label
from ucgsim.policies.labels import SIDES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ucgsim.play.game import Game

WIDTH = 46
"""Columns of one side of a battle area."""
STATES = {None: "", "SINGLE": "SIN", "DOUBLE": "DBL", "TRIPLE": "TRP", "QUAD": "QUAD"}


def draw(game: Game, viewer: str) -> str:
    """Scene, battle areas and piles as ``viewer`` may see them; nothing hidden is shown (CR 3.4.2, 3.6.3)."""
    other = SIDES[1 - SIDES.index(viewer)]
    rows = zip_longest(_characters(game, viewer, viewer), _characters(game, other, viewer))
    lines = [_headline(game, viewer), _columns("area", f"{viewer} (you)", other)]
    lines += [_columns(str(area), mine, theirs) for area, (mine, theirs) in enumerate(rows, start=1)]
    lines.append(_columns("", _piles(game, viewer), _piles(game, other) + _known(game, other, viewer)))
    return "\n".join(line.rstrip() for line in lines)


def hand_lines(game: Game, player: str) -> list[str]:
    """The player's own hand: count, number, name and what matters when it is played."""
    hand = game.hand(player)
    return [f"{hand.count(number)} {card_line(game, number)}" for number in dict.fromkeys(hand)]


def card_line(game: Game, number: str) -> str:
    """What a card is called, with its printed facts."""
    card = game.book.cards[game.book.row(number)]
    if card.is_scene:
        return f"{card_label(card)}, scene of Round {card.round}"
    values = "/".join("-" if value is None else str(value) for value in card.bp).removesuffix("/-").removesuffix("/-")
    return f"{card_label(card)}, {card.type}, {values}"


def _headline(game: Game, viewer: str) -> str:
    leads = "you lead" if game.lead == viewer else f"{game.lead} leads"
    scene = "no scene"
    if game.scene is not None:
        number, owner = game.scene
        scene = f"scene {number} of {'yours' if owner == viewer else owner}"
    return f"Turn {game.turn}, {leads}, {scene}"


def _columns(area: str, mine: str | None, theirs: str | None) -> str:
    return f"  {area:<5}{_cut(mine):<{WIDTH}}  {_cut(theirs)}"


def _cut(text: str | None) -> str:
    text = text or "vacant"
    return text if len(text) <= WIDTH else f"{text[: WIDTH - 1]}…"


def _piles(game: Game, player: str) -> str:
    sizes: Mapping[str, Sequence[str]] = {
        "hand": game.hand(player),
        "deck": game.deck(player),
        "discarded": game.discard(player),
    }
    return ", ".join(f"{name} {len(cards)}" for name, cards in sizes.items())


def _known(game: Game, player: str, viewer: str) -> str:
    """What the viewer knows of the other hand."""
    known = game.known("hand", player, viewer)
    return f"; in hand {' '.join(known)}" if known else ""


def _characters(game: Game, player: str, viewer: str) -> list[str]:
    covered = game.covered(player, viewer)
    views = zip(game.stacks(player), covered, game.bp(player), game.state(player), strict=True)
    return [_character(game, *view) for view in views]


def _character(game: Game, stack: list[str], covered: list[str | None], bp: int | None, state: str | None) -> str:
    if not stack:
        return "vacant"
    seen = stack[: len(stack) - len(covered)]
    text = f"{STATES[state]:<4} {bp} {_name(game, seen[-1])}" if seen else f"{STATES[state]:<4} face-down"
    known = [number for number in covered if number is not None]
    if covered and len(known) == len(covered):
        return f"{text} + {' '.join(known)}" if seen else f"{text} {' '.join(known)}"
    return f"{text} + {len(covered)} face-down" if covered and seen else text


def _name(game: Game, number: str) -> str:
    return card_label(game.book.cards[game.book.row(number)])
