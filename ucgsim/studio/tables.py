"""A game against the planner at a table in the browser: the board, what is asked, hint, undo, and the review."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import partial
from secrets import token_hex
from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError
from ucgsim.play import seat
from ucgsim.play.board import areas
from ucgsim.play.hints import hint, hint_lines
from ucgsim.play.review import review_session
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.plan import Terms
from ucgsim.studies.decks import in_the_field
from ucgsim.studio.games import shown

if TYPE_CHECKING:
    import threading

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.play.board import Area
    from ucgsim.studio.games import Looked

YOU = "A"
MOST_LINES = 40
"""Lines of what happened that are shown at once."""


@dataclass(slots=True)
class Sitting:
    """A game at the table, and how much of what happened was shown."""

    session: seat.Session
    shown: int = 0
    said: list[str] = field(default_factory=list)
    """What was asked for last: a hint, or why."""
    review: Looked | None = None
    game: str = field(default_factory=partial(token_hex, 4))

    @property
    def at(self) -> str:
        """Which game it is, and how far: for a page to say what it shows."""
        return f"{self.game}-{len(self.session.asked)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """What of a game is on the page: from your side, and nothing that you may not see."""

    names: list[str]
    head: list[str]
    areas: tuple[Area, ...]
    hand: list[str]
    asked: list[str]
    options: list[str]
    news: list[str]
    said: list[str]
    review: Looked | None
    is_over: bool
    has_won: bool
    turn: int
    at: str


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

    def board(self, key: str) -> Board:
        """The game of a deck as it is shown; UcgsimError where none is played."""
        sitting = self.at(key)
        game = sitting.session.game
        return Board(
            names=[deck.name for deck in sitting.session.plan.decks],
            head=seat.draw(game, YOU).splitlines()[:3],
            areas=areas(game, YOU),
            hand=seat.hand_lines(game, YOU),
            asked=seat.question(game) if game.decision is not None else [],
            options=[] if game.decision is None else [seat.option_text(game, label) for label in game.options],
            news=news(sitting),
            said=sitting.said,
            review=sitting.review,
            is_over=game.is_over,
            has_won=game.winner == YOU,
            turn=game.turn,
            at=sitting.at,
        )

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
                seen = review_session(sitting.session, self.catalog)
                sitting.review = shown(seen, sitting.session.plan.decks, "")
            elif what == "hint":
                sitting.said = hint_lines(game, hint(game, parse_policy(sitting.session.policy)))
            else:
                clause, words = seat.why(game)
                sitting.said = [f"CR {clause}: {words}."]


def news(sitting: Sitting) -> list[str]:
    """What happened since your last choice, without clauses."""
    lines = [line.text for line in sitting.session.game.log_for(YOU, sitting.shown)]
    return lines[-MOST_LINES:]
