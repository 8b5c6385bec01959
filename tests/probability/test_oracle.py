"""What is counted in floats against whole numbers of any size, of questions at random."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.probability.oracle import Oracle
from tests.probability.random_questions import random_questions
from ucgsim.cards.versions import Procedure
from ucgsim.errors import UcgsimError
from ucgsim.probability import Redraw, odds_of_cards
from ucgsim.probability.counting import exact

if TYPE_CHECKING:
    from fractions import Fraction

QUESTIONS = 330
EASY = 0.03
"""Effort above which whole numbers of any size take seconds."""
EXACT = 1e-12


@pytest.fixture
def counted(monkeypatch):
    """Everything that was counted: classes, terms and solution; what is not easy is refused."""
    solve, effort, answers = exact.solve, exact.effort, []

    def remember(classes, terms):
        answers.append((classes, terms, solve(classes, terms)))
        return answers[-1][2]

    def refuse(classes, terms):
        if effort(classes, terms) > EASY:
            raise UcgsimError("too much for whole numbers of any size")
        return 0.0

    monkeypatch.setattr(exact, "solve", remember)
    monkeypatch.setattr(exact, "effort", refuse)
    return answers


def off(number: float, truth: Fraction) -> float:
    """By how much of itself a chance is off; what is certain or impossible must be said to be, and nothing else."""
    if truth in {0, 1} or number in {0, 1}:
        return 0.0 if number == truth else 1.0
    return float(abs(number - truth) / truth)


def test_questions_at_random(counted):
    random = Random(11)
    for deck, want, options in random_questions(random):
        try:
            odds_of_cards(deck, want, **options)
        except UcgsimError:
            continue
        if len(counted) == QUESTIONS:
            break
    kinds, worst = set(), 0.0
    for classes, terms, solution in counted:
        oracle = Oracle(classes, terms)
        pairs = [(solution.redraw_rate, oracle.rate)]
        for horizon, chances in solution.chances.items():
            pairs += zip(chances, oracle.chances[horizon], strict=True)
        worst = max(worst, *(off(*pair) for pair in pairs))
        expected = exact._expected(classes, terms, oracle.rate, oracle.given)
        assert [row[1] for row in solution.expected] == pytest.approx([float(row[1]) for row in expected], rel=EXACT)
        kinds.add((terms.redraw, terms.procedure, terms.scene_turns > 0, terms.target.cards > 10))
    assert worst <= EXACT
    assert {kind[:2] for kind in kinds} == {(redraw, procedure) for redraw in Redraw for procedure in Procedure}
    assert {kind[2:] for kind in kinds} == {(False, False), (False, True), (True, False), (True, True)}
