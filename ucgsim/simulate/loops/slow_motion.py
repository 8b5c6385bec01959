"""What Python calls to play one game in slow motion.

All of it is one compiled entry: every entry is emitted with everything that it reaches, and five of them took five
times as long to compile as one.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ucgsim.engine.bp.view import VIEW, look
from ucgsim.engine.core.compiled import entry
from ucgsim.engine.core.constants import NONE
from ucgsim.engine.turn.preparation import deal
from ucgsim.engine.turn.progress import answer, step
from ucgsim.policies.decide import decide


class Act(IntEnum):
    """What is to be done with a game."""

    DEAL = 0
    STEP = 1
    ANSWER = 2
    LOOK = 3
    DECIDE = 4


@entry
def act(g, t, what, numbers, decks, view):
    """Do one thing with game ``g``; ``numbers``, ``decks`` and ``view`` as that thing needs them. Returns an index."""
    if what == Act.STEP:
        step(g, t)
    elif what == Act.ANSWER:
        answer(g, t, numbers[0])
    elif what == Act.DECIDE:
        return int(decide(g, t))
    elif what == Act.LOOK:
        look(g, t, view)
    else:
        deal(g, t, decks, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
    return NONE


_NO_DECKS = np.zeros((0, 0), np.int16)
_NO_NUMBERS = np.zeros(5, np.int64)
_NO_VIEW = np.zeros(1, VIEW).view(np.recarray)[0]


def deal_game(g, t, decks, seed, matchup, pair, swapped, first):
    """`ucgsim.engine.turn.preparation.deal`: ``decks`` are card rows, shape (2, cards), int16."""
    act(g, t, int(Act.DEAL), np.array([seed, matchup, pair, swapped, first], np.int64), decks, _NO_VIEW)


def step_game(g, t):
    """`ucgsim.engine.turn.progress.step`: one step of the rules."""
    act(g, t, int(Act.STEP), _NO_NUMBERS, _NO_DECKS, _NO_VIEW)


def answer_game(g, t, index):
    """`ucgsim.engine.turn.progress.answer`: take option ``index`` of the pending decision."""
    act(g, t, int(Act.ANSWER), np.array([index, 0, 0, 0, 0], np.int64), _NO_DECKS, _NO_VIEW)


def look_at_game(g, t, view):
    """`ucgsim.engine.bp.view.look`: fill a VIEW record."""
    act(g, t, int(Act.LOOK), _NO_NUMBERS, _NO_DECKS, view)


def decide_game(g, t):
    """`ucgsim.policies.decide.decide`: index of the option that the deciding player's policy takes."""
    return int(act(g, t, int(Act.DECIDE), _NO_NUMBERS, _NO_DECKS, _NO_VIEW))
