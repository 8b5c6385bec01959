"""The field as one side may see it, drawn in letters, and options by the names of their cards."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from ucgsim.cards.card import card_title
from ucgsim.engine.core.constants import NONE, SEATS
from ucgsim.engine.field.stacks import COST
from ucgsim.play.events import PHASES
from ucgsim.policies.labels import SIDES, number_of, stack_of

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
    stands = standings_of(game, viewer)
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


def short(game: Game, number: str, width: int = SIDE) -> str:
    """What a card is called, in no more than so many letters; its number always is there."""
    title, tail = card_title(game.book.cards[game.book.row(number)]), f" ({number})"
    return _cut(title, width - len(tail)) + tail


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
        yield f"As it is you win {won}, {other} wins {lost}, {even} even"


def standings_of(game: Game, viewer: str) -> list[int | None]:
    """In each area whether the viewer is ahead (1), behind (-1) or even by BP; None where nobody fights yet."""
    other = SIDES[1 - SIDES.index(viewer)]
    pairs = zip(game.bp(viewer), game.bp(other), strict=True)
    return [None if a is None or b is None else (a > b) - (a < b) for a, b in pairs]


def _words_of(stands: int | None) -> tuple[str, str]:
    return ("", "") if stands is None else (STANDS[stands], STANDS[-stands])


def _columns(area: str, mine: str, theirs: str) -> str:
    return f"  {area:<2}{_cut(mine):<{SIDE}}  {_cut(theirs)}"


def _cut(text: str, room: int = SIDE) -> str:
    """A text in no more than so many letters."""
    return text if len(text) <= room else f"{text[: max(room - 1, 0)]}…"


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


# Options by the names of their cards.


PLAIN = {"keep", "redraw", "lead", "next", "no scene", "pass", "top", "bottom", "none"}
"""What options do that name no card."""
WAITING = ("resolve", "activate")
"""What the labels of effects begin with."""


def option_name(game: Game, label: str, room: int) -> str:
    """An option with the name of its card, in about so many letters: no name is cut shorter than its number."""
    words = label.split()
    if label in PLAIN:
        return label
    if re.fullmatch(r"[AB]\d+", words[0]):
        return f"{label}: {_standing(game, label, room - 18)}"
    if words[0] in WAITING:
        source = _source(game, words[1])
        return label if source is None else f"{label}: {short(game, source, room + 4 - len(label))}"
    number = _card_of(game, label)
    if number is None:
        return label
    rest = " ".join(word for word in words if word != number)
    verb = {"level": "onto area "}.get(words[0], "")
    head = f"{verb}{rest.removeprefix('level ')}: " if rest else ""
    return f"{head}{short(game, number, room - len(head))}"


def _card_of(game: Game, label: str) -> str | None:
    """The number of the card that an option itself names; none where it names a place."""
    words = label.split()
    if words[0] in WAITING or re.fullmatch(r"[AB]\d+", words[0]):
        return None
    return next((word for word in words if word in game.book.names.numbers), None)


def _standing(game: Game, label: str, room: int) -> str:
    """Who stands in an area, as far as everybody can see."""
    side, area = label[0], int(label[1:]) - 1
    stacks, down = game.stacks(side), game.face_down(side)
    if area >= len(stacks) or not stacks[area]:
        return "vacant"
    seen = stacks[area][: len(stacks[area]) - down[area]]
    bp = game.bp(side)[area]
    return (short(game, seen[-1], room) if seen else "face-down") + (f", {bp} BP" if bp is not None else "")


def _source(game: Game, word: str) -> str | None:
    """The number of the card that an option means by its place."""
    if word == "scene":
        return None if game.scene is None else game.scene[0]
    if not re.fullmatch(r"[AB]\d+", word):
        return word if word in game.book.names.numbers else None
    player, area = SIDES.index(word[0]), int(word[1:]) - 1
    character = int(game.record.field[player, area])
    if character == NONE or character // SEATS != player:
        return None
    down = int(game.record.hidden[character])
    seen = stack_of(game.record, character)
    cards = seen[: len(seen) - down] or seen
    return number_of(game.record, game.book.names, cards[-1])
