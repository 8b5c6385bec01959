"""What Python calls to play one game in slow motion, all of it one compiled entry."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from ucgsim.compiling.compiled import compiled, entry
from ucgsim.engine.bp import VIEW, look
from ucgsim.engine.core.constants import NONE, Decision, Phase
from ucgsim.engine.core.layout import DECKS, TABLES
from ucgsim.engine.core.record import GAME
from ucgsim.engine.turn.preparation import deal
from ucgsim.engine.turn.progress import answer, step
from ucgsim.policies.decide import decide, imagine, rate
from ucgsim.policies.search.choice import FOREVER
from ucgsim.policies.search.scratch import SEARCH, new_scratch, scratch_for
from ucgsim.policies.spec import Searching, fast_row


class Act(IntEnum):
    """What is to be done with a game."""

    DEAL = 0
    STEP = 1
    ANSWER = 2
    LOOK = 3
    DECIDE = 4
    RATE = 5
    IMAGINE = 6
    PLAY = 7


@compiled
def play_until(g, t, last_turn, scratch):
    """Let the players that are seated play on until turn ``last_turn`` is over, or the game."""
    while g.phase != Phase.OVER and g.turn <= last_turn:
        if g.kind == Decision.NOTHING:
            step(g, t)
        else:
            answer(g, t, decide(g, t, scratch))


@entry(GAME, TABLES, int, [np.int64], DECKS, VIEW, [SEARCH], returns=int)
def act(g, t, what, numbers, decks, view, scratch):
    """Do one thing with game ``g``; the rest as that thing needs it. Returns an index."""
    if what == Act.STEP:
        step(g, t)
    elif what == Act.ANSWER:
        answer(g, t, numbers[0])
    elif what == Act.DECIDE:
        return int(decide(g, t, scratch))
    elif what == Act.RATE:
        rate(g, t, scratch, numbers[0], numbers[1])
    elif what == Act.IMAGINE:
        imagine(g, t, scratch, numbers[0], numbers[1])
    elif what == Act.PLAY:
        play_until(g, t, numbers[0], scratch)
    elif what == Act.LOOK:
        look(g, t, view)
    else:
        deal(g, t, decks, numbers[0], numbers[1], numbers[2], numbers[3])
    return NONE


_NO_DECKS = np.zeros((0, 0), np.int16)
_NO_NUMBERS = np.zeros(4, np.int64)
_NO_VIEW = np.zeros(1, VIEW).view(np.recarray)[0]
_NO_SCRATCH = np.zeros(0, SEARCH).view(np.recarray)


def deal_game(g, t, decks, seed, matchup, index, first):
    """`ucgsim.engine.turn.preparation.deal`: ``decks`` are card rows, shape (2, cards), int16."""
    act(g, t, int(Act.DEAL), np.array([seed, matchup, index, first], np.int64), decks, _NO_VIEW, _NO_SCRATCH)


def step_game(g, t):
    """`ucgsim.engine.turn.progress.step`: one step of the rules."""
    act(g, t, int(Act.STEP), _NO_NUMBERS, _NO_DECKS, _NO_VIEW, _NO_SCRATCH)


def answer_game(g, t, index):
    """`ucgsim.engine.turn.progress.answer`: take option ``index`` of the pending decision."""
    act(g, t, int(Act.ANSWER), np.array([index, 0, 0, 0, 0], np.int64), _NO_DECKS, _NO_VIEW, _NO_SCRATCH)


def look_at_game(g, t, view):
    """`ucgsim.engine.bp.look`: fill a VIEW record."""
    act(g, t, int(Act.LOOK), _NO_NUMBERS, _NO_DECKS, view, _NO_SCRATCH)


def decide_game(g, t, scratch=None):
    """`ucgsim.policies.decide.decide`: index of the option that the deciding player's policy takes.

    ``scratch``: what it writes on, if there is some at hand; ``scratch_for`` the players.
    """
    scratch = scratch_for(t, asks=True) if scratch is None else scratch
    return int(act(g, t, int(Act.DECIDE), _NO_NUMBERS, _NO_DECKS, _NO_VIEW, scratch))


def play_game(g, t, turns=0, scratch=None):
    """Let the players that are seated play on for so many turns, this one included, or to the end of the game for 0."""
    scratch = scratch_for(t) if scratch is None else scratch
    last = max(int(g.turn), 1) + turns - 1 if turns else FOREVER
    act(g, t, int(Act.PLAY), np.array([last, 0, 0, 0, 0], np.int64), _NO_DECKS, _NO_VIEW, scratch)


class Ratings(NamedTuple):
    """What search makes of the options of a decision, an entry an option.

    ``average``: mean value for the deciding player, 0 a loss to 1 a win; ``gain``: mean paired difference to
    ``usual``, the option of the policy that plays on; ``error``: its standard error; ``noise``: that of ``average``;
    ``values``: the value in each world, shape (options, worlds).
    """

    usual: int
    average: np.ndarray
    gain: np.ndarray
    error: np.ndarray
    noise: np.ndarray
    values: np.ndarray


def rate_game(g, t, *, worlds=32, turns=None, policy=None):
    """Rate every option of the pending decision in so many dealt worlds, played on for ``turns`` turns (0: to the end).

    ``policy``: row of the policy that searches, which says how many turns unless they are named; where None one that
    plays on to the end with greedy and knows nothing.
    """
    if turns is None:
        turns = 0 if policy is None else int(policy[Searching.TURNS])
    scratch = new_scratch()
    scratch[0].fast[:] = fast_row([0.0] if policy is None else policy)
    if policy is not None:
        scratch[0].numbers[:] = policy
    numbers = np.array([worlds, turns, 0, 0, 0], np.int64)
    act(g, t, int(Act.RATE), numbers, _NO_DECKS, _NO_VIEW, scratch)
    n = int(g.n_options)
    values = scratch[0].values[:n, :worlds].copy()
    noise = values.std(axis=1, ddof=min(worlds - 1, 1)) / np.sqrt(worlds)
    averages = (scratch[0][name][:n].copy() for name in ("average", "gain", "error"))
    return Ratings(int(scratch[0].usual), *averages, noise, values)


def imagine_game(g, t, viewer, number, policy=None):
    """World ``number`` that a player can't tell from the game: a record with the hidden cards dealt again.

    ``policy``: row of the searching policy by which it is dealt; open lists where None.
    """
    scratch = new_scratch()
    if policy is not None:
        scratch[0].numbers[:] = policy
    numbers = np.array([viewer, number, 0, 0, 0], np.int64)
    act(g, t, int(Act.IMAGINE), numbers, _NO_DECKS, _NO_VIEW, scratch)
    return scratch[0].games[1]
