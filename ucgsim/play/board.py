"""The battle areas as values: who is where, in which state, with how much BP, and who is ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ucgsim.play.seat import short, standings_of
from ucgsim.policies.labels import SIDES

if TYPE_CHECKING:
    from ucgsim.play.game import Game

STATES = ("", "SINGLE", "DOUBLE", "TRIPLE", "QUAD")


class Place(NamedTuple):
    """A character in a battle area: who it is as far as you may see, state, BP, TYPE; blank where there is none."""

    name: str = ""
    state: str = ""
    bp: str = ""
    type: str = ""


class Area(NamedTuple):
    """A battle area: both characters, and who is ahead: 1 you, -1 the other side, 0 neither, None unknown."""

    mine: Place
    theirs: Place
    ahead: int | None


def areas(game: Game, viewer: str) -> tuple[Area, ...]:
    """The battle areas from the first Round on, as ``viewer`` may see them (CR 3.4.2, 3.6.3)."""
    count = max(len(game.stacks(side)) for side in SIDES)
    stands = standings_of(game, viewer)
    other = SIDES[1 - SIDES.index(viewer)]
    return tuple(
        Area(
            _place(game, viewer, at, is_own=True),
            _place(game, other, at, is_own=False),
            stands[at] if at < len(stands) else None,
        )
        for at in range(count)
    )


def _place(game: Game, side: str, at: int, *, is_own: bool) -> Place:
    stacks, down, points = game.stacks(side), game.face_down(side), game.bp(side)
    if at >= len(stacks) or not stacks[at]:
        return Place()
    # Your own face-down cards are yours to see.
    seen = stacks[at] if is_own else stacks[at][: len(stacks[at]) - down[at]]
    hidden = f"{down[at]} face-down" if down[at] else ""
    name = short(game, seen[-1], 60) if seen else ""
    bp = "" if points[at] is None else f"{points[at]} BP"
    kind = str(game.book.cards[game.book.row(seen[-1])].type or "") if seen else ""
    return Place(" + ".join(filter(None, (name, hidden))), STATES[min(len(stacks[at]), 4)], bp, kind)
