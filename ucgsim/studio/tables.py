"""A game against the planner at a table in the browser: the board, what is asked, hint, undo, and the review."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.errors import UcgsimError
from ucgsim.play import seat
from ucgsim.play.hints import hint, hint_lines
from ucgsim.play.review import review_lines, review_session
from ucgsim.policies.labels import SIDES
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.plan import Terms
from ucgsim.studies.decks import in_the_field

if TYPE_CHECKING:
    import threading

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.play.game import Game

YOU = "A"
MOST_LINES = 40
"""Lines of what happened that are shown at once."""
STATES = ("", "SINGLE", "DOUBLE", "TRIPLE", "QUAD")


class Place(NamedTuple):
    """A character in a battle area: who it is as far as you may see, its state and BP; blank where there is none."""

    name: str = ""
    state: str = ""
    bp: str = ""


class Area(NamedTuple):
    """A battle area: both characters, and who is ahead: 1 you, -1 the other side, 0 neither, None unknown."""

    mine: Place
    theirs: Place
    ahead: int | None


@dataclass(slots=True)
class Sitting:
    """A game at the table, and how much of what happened was shown."""

    session: seat.Session
    shown: int = 0
    said: list[str] = field(default_factory=list)
    """What was asked for last: a hint, why, or the review."""


class GameTables:
    """The game of each deck that is played; one thread at a time plays, since compiled code is entered by one."""

    def __init__(self, catalog: Catalog, lock: threading.Lock) -> None:
        self.catalog, self._lock = catalog, lock
        self._sittings: dict[str, Sitting] = {}

    def begin(self, key: str, deck: Deck, rival: Deck) -> None:
        """Deal a new game; UcgsimError for a deck that can't be played."""
        terms = in_the_field(Terms.of(catalog=self.catalog, seed=random.SystemRandom().randrange(2**31)))
        with self._lock:
            session = seat.Session.begin((deck, rival), terms, YOU)
            session.advance()
        self._sittings[key] = Sitting(session)

    def at(self, key: str) -> Sitting:
        """The game of a deck; UcgsimError where none is played."""
        if key not in self._sittings:
            raise UcgsimError("no game is dealt at this table; choose a rival and begin one")
        return self._sittings[key]

    def leave(self, key: str) -> None:
        """Leave the table; the game is gone."""
        self._sittings.pop(key, None)

    def choose(self, key: str, place: int) -> None:
        """Take an option by its place; UcgsimError where there is none."""
        sitting = self.at(key)
        options = sitting.session.game.options if sitting.session.game.decision is not None else ()
        if not 0 <= place < len(options):
            raise UcgsimError("this is no option any more; look at the board again")
        sitting.shown = len(sitting.session.game.happenings)
        sitting.said = []
        with self._lock:
            sitting.session.choose(options[place])
            sitting.session.advance()

    def undo(self, key: str) -> None:
        """Take the last choice back, and all that came of it."""
        sitting = self.at(key)
        with self._lock:
            if sitting.session.undo(self.catalog):
                sitting.session.advance()
        sitting.shown, sitting.said = len(sitting.session.game.happenings), []

    def ask(self, key: str, what: str) -> None:
        """A hint for the decision, its clause, or a review of a game that is over."""
        sitting = self.at(key)
        game = sitting.session.game
        with self._lock:
            if game.is_over:
                decks = [deck.name for deck in sitting.session.plan.decks]
                sitting.said = list(review_lines(review_session(sitting.session, self.catalog), decks))
            elif what == "hint":
                sitting.said = hint_lines(game, hint(game, parse_policy(sitting.session.policy)))
            else:
                clause, words = seat.why(game)
                sitting.said = [f"CR {clause}: {words}."]


def areas(game: Game) -> list[Area]:
    """The battle areas from the first Round on."""
    count = max(len(game.stacks(side)) for side in SIDES)
    stands = seat.standings_of(game, YOU)
    return [
        Area(_place(game, YOU, at), _place(game, "B", at), stands[at] if at < len(stands) else None)
        for at in range(count)
    ]


def _place(game: Game, side: str, at: int) -> Place:
    stacks, down, points = game.stacks(side), game.face_down(side), game.bp(side)
    if at >= len(stacks) or not stacks[at]:
        return Place()
    # Your own face-down cards are yours to see.
    seen = stacks[at] if side == YOU else stacks[at][: len(stacks[at]) - down[at]]
    hidden = f"{down[at]} face-down" if down[at] else ""
    name = seat.short(game, seen[-1], 60) if seen else ""
    bp = "" if points[at] is None else f"{points[at]} BP"
    return Place(" + ".join(filter(None, (name, hidden))), STATES[min(len(stacks[at]), 4)], bp)


def news(sitting: Sitting) -> list[str]:
    """What happened since your last choice, without clauses."""
    lines = [line.text for line in sitting.session.game.log_for(YOU, sitting.shown)]
    return lines[-MOST_LINES:]


def options(game: Game) -> list[str]:
    """What can be chosen, by name."""
    return [] if game.decision is None else [seat.option_text(game, label) for label in game.options]
