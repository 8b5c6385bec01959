"""What Python calls: single steps of one game, for everything that plays in slow motion."""

from __future__ import annotations

from ucgsim.engine.compiled import entry
from ucgsim.engine.preparation import deal
from ucgsim.engine.progress import advance, answer, step
from ucgsim.engine.view import look


@entry
def deal_game(g, t, decks, seed, matchup, pair, swapped, first):
    """``preparation.deal`` for Python."""
    deal(g, t, decks, seed, matchup, pair, swapped, first)


@entry
def step_game(g, t):
    """``progress.step`` for Python."""
    step(g, t)


@entry
def advance_game(g, t):
    """``progress.advance`` for Python."""
    advance(g, t)


@entry
def answer_game(g, t, index):
    """``progress.answer`` for Python."""
    answer(g, t, index)


@entry
def look_at_game(g, t, view):
    """``view.look`` for Python."""
    look(g, t, view)
