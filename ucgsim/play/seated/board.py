"""The field drawn for eighty columns, as one player may see it."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from ucgsim.cards.naming import card_label, card_title
from ucgsim.engine.field.baton import COST
from ucgsim.play.events import PHASES
from ucgsim.policies.labels import SIDES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ucgsim.play.game import Game

WIDTH = 80
SIDE = 37
"""Columns of one side of a battle area; two of them, a number before and gaps are as wide as a terminal."""
STANDS = {1: "ahead", 0: "even", -1: "behind"}


def draw(game: Game, viewer: str) -> str:
    """Round, scene, who wins what now, battle areas and piles as ``viewer`` may see them (CR 3.4.2, 3.6.3)."""
    other = SIDES[1 - SIDES.index(viewer)]
    stands = _stands(game, viewer)
    mine, theirs = (_characters(game, player, viewer) for player in (viewer, other))
    lines = [*_head(game, viewer, stands), _columns("", f"{viewer} (you)", other)]
    for area, sides in enumerate(zip(mine, theirs, strict=True)):
        words = _words_of(stands[area])
        rows = [[*side] for side in sides]
        for row, word in zip(rows, words, strict=True):
            row[1] = ", ".join(filter(None, (row[1], word)))
        lines += [_columns(str(area + 1), rows[0][0], rows[1][0]), _columns("", rows[0][1], rows[1][1])]
    lines.append(_columns("", _piles(game, viewer), _piles(game, other)))
    lines += [*_known(game, other, viewer), *_charged(game), *_touched(game)]
    return "\n".join(line.rstrip() for line in lines)


def hand_lines(game: Game, player: str) -> list[str]:
    """The player's own hand: count, number, name and what matters when it is played."""
    hand = game.hand(player)
    return [f"{hand.count(number)} {card_line(game, number)}" for number in dict.fromkeys(hand)]


def card_line(game: Game, number: str) -> str:
    """What a card is called, with its printed facts."""
    return f"{card_label(game.book.cards[game.book.row(number)])}, {card_facts(game, number)}"


def card_facts(game: Game, number: str) -> str:
    """The printed facts of a card in few words: of a scene its Round, of a character TYPE and BP."""
    card = game.book.cards[game.book.row(number)]
    if card.is_scene:
        return f"scene of Round {card.round}"
    values = "/".join("-" if value is None else str(value) for value in card.bp).removesuffix("/-").removesuffix("/-")
    return f"{card.type}, {values}"


def short(game: Game, number: str, width: int = SIDE) -> str:
    """What a card is called, in no more than so many letters; its number always stands there."""
    title, tail = card_title(game.book.cards[game.book.row(number)]), f" ({number})"
    room = width - len(tail)
    return (title if len(title) <= room else f"{title[: max(room - 1, 0)]}…") + tail


def _head(game: Game, viewer: str, stands: Sequence[int | None]) -> Iterator[str]:
    leads = "you lead" if game.lead == viewer else f"{game.lead} leads"
    phase = next(name for each, (name, _) in PHASES.items() if each.name.lower() == game.phase)
    yield f"Round {game.turn}, {leads} - {phase}"
    if game.scene is None:
        yield "No scene"
    else:
        number, owner = game.scene
        yield f"{'Your scene' if owner == viewer else f'Scene of {owner}'}: {short(game, number, WIDTH - 16)}"
    won, lost, even = (stands.count(each) for each in (1, -1, 0))
    if won + lost + even:
        other = SIDES[1 - SIDES.index(viewer)]
        yield f"As it stands you win {won}, {other} wins {lost}, {even} even"


def _stands(game: Game, viewer: str) -> list[int | None]:
    """In each area whether the viewer is ahead (1), behind (-1) or even by BP; None where nobody fights yet."""
    other = SIDES[1 - SIDES.index(viewer)]
    pairs = zip(game.bp(viewer), game.bp(other), strict=True)
    return [None if a is None or b is None else (a > b) - (a < b) for a, b in pairs]


def _words_of(stands: int | None) -> tuple[str, str]:
    return ("", "") if stands is None else (STANDS[stands], STANDS[-stands])


def _columns(area: str, mine: str, theirs: str) -> str:
    return f"  {area:<2}{_cut(mine):<{SIDE}}  {_cut(theirs)}"


def _cut(text: str) -> str:
    return text if len(text) <= SIDE else f"{text[: SIDE - 1]}…"


def _piles(game: Game, player: str) -> str:
    sizes: Mapping[str, Sequence[str]] = {
        "hand": game.hand(player),
        "deck": game.deck(player),
        "discarded": game.discard(player),
    }
    return ", ".join(f"{name} {len(cards)}" for name, cards in sizes.items())


def _known(game: Game, player: str, viewer: str) -> list[str]:
    """What the viewer knows of the other hand."""
    known = game.known("hand", player, viewer)
    return textwrap.wrap(f"Known of {player}: in hand {' '.join(known)}", WIDTH) if known else []


def _charged(game: Game) -> list[str]:
    """Charge cards under characters, which everybody may see (CR 11.17)."""
    piles = {f"{side}{area}": cards for side in SIDES for area, cards in enumerate(game.charge(side), start=1) if cards}
    text = "; ".join(f"{place} {' '.join(cards)}" for place, cards in piles.items())
    return textwrap.wrap(f"Charge: {text}", WIDTH) if text else []


def _touched(game: Game) -> list[str]:
    """Cards that a Baton Touch has turned face-down, and what they cost (floor rules 14)."""
    counts = {f"{side}{area}": n for side in SIDES for area, n in enumerate(game.touched(side), start=1) if n}
    text = "; ".join(f"{place} {n} face-down, -{n * COST} BP" for place, n in counts.items())
    return textwrap.wrap(f"Baton Touch: {text}", WIDTH) if text else []


def _characters(game: Game, player: str, viewer: str) -> list[tuple[str, str]]:
    """Of each battle area two lines: which card, and how it stands."""
    covered = game.covered(player, viewer)
    views = zip(game.stacks(player), covered, game.bp(player), game.state(player), strict=True)
    return [_character(game, *view) for view in views]


def _character(
    game: Game, stack: list[str], covered: list[str | None], bp: int | None, state: str | None
) -> tuple[str, str]:
    if not stack:
        return "vacant", ""
    seen = stack[: len(stack) - len(covered)]
    points = [] if bp is None else [f"{bp} BP"]
    below = " ".join(each or "?" for each in covered)
    if not seen:
        name = short(game, covered[-1], SIDE - 6) + " down" if covered[-1] else "face-down"
        return name, state or ""
    return short(game, seen[-1]), ", ".join([state or "", *points, *([f"+ {below} down"] if covered else [])])
