"""Games within a game for a policy of the user's own: hidden cards dealt anew, options tried, nothing real touched."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ucgsim.engine.core.constants import NONE, PLAYERS, Decision, Phase
from ucgsim.engine.core.record import new_games
from ucgsim.errors import UcgsimError
from ucgsim.policies.labels import SIDES
from ucgsim.policies.search.scratch import MOST_WORLDS
from ucgsim.policies.seating import seat
from ucgsim.policies.spec import Policy, parse_policy
from ucgsim.simulate.loops.slow_motion import Ratings, answer_game, decide_game, imagine_game, rate_game, step_game
from ucgsim.simulate.own.options import choices

if TYPE_CHECKING:
    from ucgsim.simulate.own.legend import Legend
    from ucgsim.simulate.own.options import Choice

__all__ = ["Dealer", "Ratings", "World"]


class Dealer:
    """Deals worlds for the decision that is pending, and for no other one."""

    def __init__(self, g: np.record, t: np.record, book: Legend) -> None:
        self._record, self._tables, self._book = g, t, book
        self._decision = int(g["decisions"])

    def world(self, number: int) -> World:
        """`Seen.world`."""
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < 2**31:
            raise ValueError(f"world {number!r}: its number must be a whole one from 0 on")
        game = self._mine()
        tables = _own_tables(self._tables)
        return World(imagine_game(game, tables, int(game["player"]), number), tables, self._book)

    def rate(self, worlds: int, turns: int) -> Ratings:
        """`Seen.rate`."""
        if not 1 <= worlds <= MOST_WORLDS or turns < 0:
            raise ValueError(f"worlds must be from 1 to {MOST_WORLDS}, turns 0 or more")
        ratings: Ratings = rate_game(self._mine(), _own_tables(self._tables), worlds=worlds, turns=turns)
        return ratings

    def _mine(self) -> np.record:
        if int(self._record["decisions"]) != self._decision:
            raise ValueError("what was seen in an earlier decision deals no worlds any more")
        return copied(self._record)


def copied(record: np.record) -> np.record:
    """A game of its own, the same as this one."""
    records = new_games(1)
    records[0] = record
    copy: np.record = records[0]
    return copy


def _own_tables(tables: np.record) -> np.record:
    """Tables that seat others, without a log."""
    rows = np.zeros(1, tables.dtype).view(np.recarray)
    rows[0] = tables
    copy: np.record = rows[0]
    copy.logging = 0
    return copy


class World:
    """A game with everything in it open, to be played on: its decisions are those of both players."""

    def __init__(self, record: np.record, tables: np.record, book: Legend) -> None:
        self._record, self._tables, self._book = record, tables, book

    def copy(self) -> World:
        """The same world, to be played on without touching this one."""
        return World(copied(self._record), self._tables, self._book)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return int(self._record["phase"]) == Phase.OVER

    @property
    def winner(self) -> str | None:
        """``A`` or ``B``, None while the game runs."""
        return None if int(self._record["winner"]) == NONE else SIDES[int(self._record["winner"])]

    @property
    def turn(self) -> int:
        """Number of the turn."""
        return max(int(self._record["turn"]), 1)

    @property
    def player(self) -> str | None:
        """Who decides, None where nothing is asked."""
        return None if int(self._record["kind"]) == Decision.NOTHING else SIDES[int(self._record["player"])]

    @property
    def options(self) -> tuple[Choice, ...]:
        """Options of the pending decision."""
        return () if self.player is None else choices(self._record, self._book)

    def take(self, place: int) -> None:
        """Take the option at this place and run on to the next decision."""
        if not 0 <= place < int(self._record["n_options"]):
            raise ValueError(f"option {place} of {int(self._record['n_options'])}")
        answer_game(self._record, self._tables, place)
        self._advance()

    def play_on(self, policy: str = "greedy", *, turns: int = 0) -> None:
        """Let a policy play both sides for so many turns, this one included, or to the end of the game for 0."""
        self._seat(parse_policy(policy))
        last = self.turn + turns - 1 if turns else None
        self._advance()
        while not self.is_over and (last is None or self.turn <= last):
            answer_game(self._record, self._tables, decide_game(self._record, self._tables))
            self._advance()

    def _seat(self, policy: Policy) -> None:
        if policy.own is not None:
            raise UcgsimError(f"policy {policy.name}: a world is played on by a policy of the program")
        seat(self._tables, [policy] * PLAYERS)

    def _advance(self) -> None:
        while int(self._record["kind"]) == Decision.NOTHING and not self.is_over:
            step_game(self._record, self._tables)
