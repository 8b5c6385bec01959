"""The referee between a game and a policy of the user's own: shows, asks, takes the time, and refuses nonsense."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from dataclasses import FrozenInstanceError
from typing import TYPE_CHECKING, Any, NamedTuple

from ucgsim.engine.core.constants import PLAYERS, Decision
from ucgsim.errors import UcgsimError
from ucgsim.simulate.own.legend import Legend
from ucgsim.simulate.own.limit import limited
from ucgsim.simulate.own.loading import failure, load, seconds_of
from ucgsim.simulate.own.options import Choice, choices
from ucgsim.simulate.own.seen import facts, see
from ucgsim.simulate.own.world import Dealer

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from ucgsim.engine.core.tables import CardBook
    from ucgsim.policies.own_file import OwnFile
    from ucgsim.policies.spec import Policy


class Seats(NamedTuple):
    """Policies of the user's own by player, None where another one plays, and the cards they play with."""

    files: tuple[OwnFile | None, ...]
    book: Legend


def seats_of(policies: Sequence[Policy], book: CardBook) -> Seats | None:
    """Who is to be asked, None where nobody is; UcgsimError where a file that was given can't be loaded."""
    files = tuple(policy.own for policy in policies)
    for own in files:
        if own is not None and own.code is not None:
            load(own)
    return Seats(files, Legend.of(book)) if any(files) else None


class Referee:
    """Asks the policies of the user's own in the games of a run, each anew in every game.

    A policy is made for a player at the beginning of a game, so that no game depends on those before it.
    """

    def __init__(self, seats: Seats) -> None:
        self.seats = seats
        self.cards = facts(seats.book)
        self.classes = [None if own is None else load(own) for own in seats.files]
        self.game: int | None = None
        self.players: list[Any] = [None] * PLAYERS

    def asks(self, g: np.record) -> bool:
        """Whether it is the one who answers the pending decision; a single option is no question."""
        return self.classes[int(g["player"])] is not None

    def __call__(self, g: np.record, t: np.record, game: int) -> int:
        """Place of the option that the deciding player takes in game number ``game``."""
        if game != self.game:
            self.game, self.players = game, [None] * PLAYERS
        if int(g["n_options"]) == 1:
            return 0
        player = int(g["player"])
        own, kind = self.seats.files[player], self.classes[player]
        assert own is not None
        assert kind is not None
        where = f"policy {own.option}, game {game}, decision {int(g['decisions'])} ({_kind(g)})"
        options = choices(g, self.seats.book)
        seen = see(g, t, self.seats.book, self.cards, Dealer(g, t, self.seats.book))
        before, seconds = g.tobytes() + t["policies"].tobytes(), seconds_of(kind)
        try:
            with redirect_stdout(sys.stderr), limited(seconds, f"{where}: takes longer than {seconds:g} seconds"):
                if self.players[player] is None:
                    self.players[player] = kind()
                answer = self.players[player].choose(seen, options)
        except KeyboardInterrupt:
            raise
        except FrozenInstanceError as error:
            text = failure(own, error, seconds)
            raise UcgsimError(f"{where}, {text}; what a policy is shown can't be changed") from None
        except BaseException as error:  # noqa: BLE001 - whatever the code of a user does is told in one line
            raise UcgsimError(f"{where}, {failure(own, error, seconds)}") from None
        if g.tobytes() + t["policies"].tobytes() != before:
            raise UcgsimError(f"{where}, {_line(kind)}: has changed the game itself; a policy only answers")
        place = _place(answer, options)
        if place is None:
            text = (
                f"returns {_quoted(answer)}; right would be an option, its label or its place, 0 to {len(options) - 1}"
            )
            raise UcgsimError(f"{where}, {_line(kind)}: {text}")
        return place


def referee_of(seats: Seats | None) -> Referee | None:
    """A referee for a stretch of games, None where nobody is asked."""
    return None if seats is None else Referee(seats)


def _place(answer: object, options: tuple[Choice, ...]) -> int | None:
    """The place of the option that is meant, None where none is."""
    if isinstance(answer, Choice):
        return options.index(answer) if answer in options else None
    if isinstance(answer, str):
        return next((place for place, option in enumerate(options) if option.label == answer), None)
    if isinstance(answer, bool) or not hasattr(type(answer), "__index__"):
        return None
    place = int(answer.__index__())  # type: ignore[attr-defined]
    return place if 0 <= place < len(options) else None


def _quoted(answer: object) -> str:
    try:
        text = " ".join(repr(answer).split())
    except Exception:  # noqa: BLE001 - the answer is of the user's making too
        text = f"a {type(answer).__name__}"
    return text if len(text) <= 60 else f"{text[:59]}…"


def _line(kind: type[Any]) -> str:
    code = getattr(getattr(kind, "choose", None), "__code__", None)
    return f"line {code.co_firstlineno}" if code is not None else "choose"


def _kind(g: np.record) -> str:
    return Decision(int(g["kind"])).name.lower().replace("_", " ")
