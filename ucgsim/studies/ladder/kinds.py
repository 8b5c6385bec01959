"""What each kind of decision is worth to the planner: it meets itself with that kind left to greedy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ucgsim.studies.ladder.generations import exploit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ucgsim.decks.deck import DeckLike
    from ucgsim.studies.ladder.generations import Exploiter

WHOLE = "planner"
LEFT_TO_GREEDY = {
    "opening hands": "planner:without=redraw",
    "what to set": "planner:without=set",
    "level-ups": "planner:without=level-up",
    "cards for effects": "planner:without=card",
    "powers, which are tried": "planner:tries=0",
}
"""The planner without its choice of each kind of decision."""


def contributions(decks: Sequence[DeckLike], *, games: int, jobs: int = 1, **terms: Any) -> dict[str, Exploiter]:
    """The planner against itself with one kind of decision after the other left to greedy, ``games`` in the mirror of
    each deck; ``terms`` are those of a duel.
    """
    return {kind: exploit(WHOLE, left, decks, games=games, jobs=jobs, **terms) for kind, left in LEFT_TO_GREEDY.items()}
