"""The referee between a game and a policy of the user's own: loads it, shows, asks, times, refuses nonsense."""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from contextlib import contextmanager, redirect_stdout
from dataclasses import FrozenInstanceError
from functools import cache
from importlib.abc import InspectLoader
from importlib.util import module_from_spec, spec_from_loader
from typing import TYPE_CHECKING, Any, NamedTuple

from ucgsim.engine.core.constants import PLAYERS, Decision
from ucgsim.errors import UcgsimError
from ucgsim.policies.policy_files import OwnFile, at_hand
from ucgsim.safe_text import shown
from ucgsim.simulate.own_world import Choice, Dealer, Legend, Tables, choices, facts, see

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import FrameType, ModuleType

    import numpy as np

    from ucgsim.engine.core.tables import CardBook
    from ucgsim.policies.spec import Policy


AGAIN = 0.1
"""Seconds after which code that held the end back is ended again."""
PATIENCE = 20
"""How often that is tried before the whole process ends."""
EXIT_BAD_INPUT = 2


class TooLongError(BaseException):
    """The time is up. Not an ``Exception``, which code of the user might well handle."""


@contextmanager
def limited(seconds: float, what: str) -> Iterator[None]:
    """Raise TooLongError in what is done within once it takes longer; ``what`` is said should even that not help.

    Signals reach the main thread alone, so there is no limit in others, nor on Windows.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    tries = 0

    def ring(_number: int, _frame: FrameType | None) -> None:
        nonlocal tries
        tries += 1
        if tries > PATIENCE:
            os.write(sys.__stderr__.fileno() if sys.__stderr__ else 2, f"ucgsim: error: {what}\n".encode())
            os._exit(EXIT_BAD_INPUT)
        raise TooLongError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# The class of a policy of the user's own, out of the code that its file holds.


SECONDS = 10.0
"""What a decision may take; the class may say another number of its own, ``seconds``."""
LOADING = 60.0
"""What loading the file may take."""
MOST_SECONDS = 3600.0
LONGEST = 200
"""Characters of a message of the user's code that are shown."""


class _GivenCode(InspectLoader):
    """Hands out the lines of the file where one of them is shown, as in a traceback."""

    def __init__(self, own: OwnFile) -> None:
        self._own = own

    def get_source(self, fullname: str) -> str:  # noqa: ARG002 - it loads one module
        """What the file held when it was given."""
        return self._own.code or ""


def _module(own: OwnFile) -> ModuleType:
    """An empty module for the code, with all that Python asks of one."""
    # What type checkers know of Python 3.15 still asks a loader for a method that it no longer has.
    loader = _GivenCode(own)
    spec = spec_from_loader(f"own_policy_{own.mark}", loader, is_package=False)  # type: ignore[arg-type, unused-ignore]
    assert spec is not None, "None only without a loader"
    return module_from_spec(spec)


@cache
def load(own: OwnFile) -> type[Any]:
    """The class; UcgsimError where its file was not given in this process, fails, or holds no such class."""
    own = at_hand(own)
    module = _module(own)
    # Where dataclasses and pickle look for it.
    sys.modules[module.__name__] = module
    try:
        with redirect_stdout(sys.stderr), limited(LOADING, f"{own.file}: {_too_long(LOADING)}"):
            exec(compile(own.code or "", own.file, "exec"), module.__dict__)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever the code of a user does is reported in one line
        raise UcgsimError(f"policy {own.option}: can't be loaded, {failure(own, error, LOADING)}") from None
    return _checked(own, getattr(module, own.name, None), module)


def _checked(own: OwnFile, given: object, module: ModuleType) -> type[Any]:
    if not isinstance(given, type):
        known = [name for name, value in vars(module).items() if hasattr(value, "choose") and isinstance(value, type)]
        text = ", ".join(known) or "none with a method choose"
        raise UcgsimError(f"policy {own.option}: the file holds no class {own.name!r}; its classes are {text}")
    if not callable(getattr(given, "choose", None)):
        raise UcgsimError(f"policy {own.option}: the class lacks its method, choose(self, seen, options)")
    seconds = getattr(given, "seconds", SECONDS)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= MOST_SECONDS:
        raise UcgsimError(f"policy {own.option}: seconds must be a number above 0, up to {MOST_SECONDS:g}")
    return given


def seconds_of(policy: type[Any]) -> float:
    """How long a decision of this class may take."""
    return float(getattr(policy, "seconds", SECONDS))


def failure(own: OwnFile, error: BaseException, seconds: float) -> str:
    """What went wrong in the code of a user and in which line of the file, in one line."""
    line = _line(own, error)
    place = f"line {line}: " if line else ""
    if isinstance(error, TooLongError):
        return f"{place}{_too_long(seconds)}"
    text = shown(" ".join(str(error.msg if isinstance(error, SyntaxError) else error).split()))
    text = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    return f"{place}{type(error).__name__}: {text}".removesuffix(": ")


def _too_long(seconds: float) -> str:
    return f"takes longer than {seconds:g} seconds"


def _line(own: OwnFile, error: BaseException) -> int | None:
    """The last line of the file that was being carried out."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == own.file]
    return lines[-1] if lines else getattr(error, "lineno", None)


# The referee between a game and a policy of the user's own: shows, asks, takes the time, and refuses nonsense.


class OwnPolicies(NamedTuple):
    """Policies of the user's own by player, None where another one plays, and the cards they play with."""

    files: tuple[OwnFile | None, ...]
    book: Legend


def seats_of(policies: Sequence[Policy], book: CardBook) -> OwnPolicies | None:
    """Who is asked for decisions, None for no one; UcgsimError where a file that was given can't be loaded."""
    files = tuple(policy.own for policy in policies)
    for own in files:
        if own is not None and own.code is not None:
            load(own)
    return OwnPolicies(files, Legend.of(book)) if any(files) else None


class Referee:
    """Asks the policies of the user's own in the games of a run, each again in every game.

    A policy is made for a player at the beginning of a game, so that no game depends on those before it.
    """

    def __init__(self, seats: OwnPolicies) -> None:
        self.seats = seats
        self.cards = facts(seats.book)
        self.classes = [None if own is None else load(own) for own in seats.files]
        self.tables: Tables | None = None
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
        if self.tables is None or self.tables.tables is not t:
            self.tables = Tables(t)
        seen = see(g, self.cards, Dealer(g, self.tables, self.seats.book))
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
        except BaseException as error:  # noqa: BLE001 - whatever the code of a user does is reported in one line
            raise UcgsimError(f"{where}, {failure(own, error, seconds)}") from None
        if g.tobytes() + t["policies"].tobytes() != before:
            raise UcgsimError(f"{where}, {_choose_line(kind)}: has changed the game itself; a policy only answers")
        place = _place(answer, options)
        if place is None:
            text = (
                f"returns {_quoted(answer)}; right would be an option, its label or its place, 0 to {len(options) - 1}"
            )
            raise UcgsimError(f"{where}, {_choose_line(kind)}: {text}")
        return place


def referee_of(seats: OwnPolicies | None) -> Referee | None:
    """A referee for a stretch of games, None where no policy asks for one."""
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


def _choose_line(kind: type[Any]) -> str:
    code = getattr(getattr(kind, "choose", None), "__code__", None)
    return f"line {code.co_firstlineno}" if code is not None else "choose"


def _kind(g: np.record) -> str:
    return Decision(int(g["kind"])).name.lower().replace("_", " ")
