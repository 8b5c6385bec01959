"""Exact answers: a question laid out for `chances`, and what it filled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ucgsim.cards.versions import Procedure
from ucgsim.probability.condition import All, AnyOf, Chain, Count, Node, Not, leaves
from ucgsim.probability.counting import chances
from ucgsim.probability.counting.lattice import COUNT, HAND, NOT, UNLESS
from ucgsim.probability.counting.rule import BestRule, word_rule
from ucgsim.probability.counting.terms import DrawTerms, Horizon, Redraw

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ucgsim.probability.classes import Classes

    Whole = NDArray[np.int64]
    Asked = tuple[Whole, Whole, Whole, Whole, Whole]


class Solution(NamedTuple):
    """Exact answers to a question: ``chances`` at each horizon with the redraw and without.

    ``expected`` are the cards of each filter in the starting hand on average, after the redraw and without one.
    ``best`` words the best rule where it weighs each hand, and ``best_chance`` is what a player reaches at the target
    who follows the words. ``states`` are the kinds of hands.
    """

    chances: dict[Horizon, tuple[float, float]]
    redraw_rate: float
    expected: tuple[tuple[str, float, float], ...]
    best: BestRule | None
    best_chance: float
    states: int


def effort(classes: Classes, terms: DrawTerms) -> float:
    """How much of what can be counted in about a second an exact answer takes; above 1 it is better dealt."""
    return float(_needs(classes, _asked(classes, terms))[chances.EFFORT])


def solve(classes: Classes, terms: DrawTerms) -> Solution:
    """Answer a question exactly, in time that grows with :func:`effort`."""
    asked = _asked(classes, terms)
    needs = _needs(classes, asked)
    horizons = _target_first(terms)
    filled = np.zeros((len(horizons), 2))
    back = np.zeros(1 + len(classes.sizes))
    hands = np.zeros((int(needs[chances.HANDS]), chances.COUNTS + len(classes.sizes)))
    chances.count_odds(
        *asked,
        needs,
        np.zeros(int(needs[chances.WHOLE_NUMBERS]), np.int32),
        np.zeros(int(needs[chances.REALS])),
        filled,
        back,
        hands,
    )
    rate, *given = back.tolist()
    best, best_chance = (None, 0.0) if not len(hands) else _worded(hands, classes)
    return Solution(
        {horizon: (chance, without) for horizon, (chance, without) in zip(horizons, filled.tolist(), strict=True)},
        rate,
        _expected(classes, terms, rate, given),
        best,
        best_chance,
        int(needs[chances.HAND_STATES] or needs[chances.STATES]),
    )


def _target_first(terms: DrawTerms) -> tuple[Horizon, ...]:
    return tuple(dict.fromkeys((terms.target, *terms.horizons)))


def _asked(classes: Classes, terms: DrawTerms) -> Asked:
    """The first five arguments of both entries."""
    rounds = {index: number for number, members in classes.rounds.items() for index in members}
    scenes = [rounds.get(index, -1) for index in range(len(classes.sizes))]
    horizons = [(each.cards, each.scene_turns) for each in _target_first(terms)]
    asked = [classes.rest, list(Redraw).index(terms.redraw), terms.procedure is Procedure.RESHUFFLE]
    again = [] if terms.redraw_when is None else program(terms.redraw_when, classes)
    return (
        _whole([classes.sizes, [0] * len(scenes), scenes]),
        _whole(asked),
        _whole([*zip(*horizons, strict=True)]),
        _whole(program(terms.want, classes)),
        _whole(again),
    )


def _whole(numbers: Sequence[Any]) -> NDArray[np.int64]:
    return np.array(numbers, np.int64)


def _needs(classes: Classes, asked: Asked) -> NDArray[np.float64]:
    needs = np.zeros(chances.REALS + 1)
    chances.weigh_odds(*asked, np.zeros((2, classes.total + 1)), needs)
    return needs


def program(node: Node, classes: Classes) -> list[int]:
    """A condition as `lattice.holds` reads it."""
    match node:
        case Not(part):
            return [*program(part, classes), NOT]
        case All(parts):
            return _joined([program(part, classes) for part in parts], unless=0)
        case AnyOf(parts):
            return _joined([program(part, classes) for part in parts], unless=1)
        case Chain():
            rungs = ([_at_least_one(members) for members in path] for path in classes.paths[node])
            return _joined([_joined(path, unless=0) for path in rungs], unless=1) or _at_least_one(())
        case Count(wanted, low, high):
            members = classes.members[wanted]
            return [COUNT, low, classes.total if high is None else high, len(members), *members]


def _at_least_one(members: Sequence[int]) -> list[int]:
    return [COUNT, 1, np.iinfo(np.int32).max, len(members), *members]


def _joined(parts: Sequence[list[int]], *, unless: int) -> list[int]:
    """One after the other, unless one of them decides."""
    joined: list[int] = []
    for part in reversed(parts):
        joined = [*part, UNLESS, unless, len(joined), *joined] if joined else part
    return joined


def _expected(
    classes: Classes, terms: DrawTerms, rate: float, given: Sequence[float]
) -> tuple[tuple[str, float, float], ...]:
    """Average counts in the starting hand; ``given`` are the cards of each class that are given back on average."""
    counted = dict.fromkeys(leaf.filter for leaf in leaves(terms.want) if isinstance(leaf, Count))
    answers = []
    for wanted in counted:
        number = classes.count(wanted)
        without = HAND * number / classes.total
        returned = sum(given[index] for index in classes.members[wanted])
        if terms.procedure is Procedure.RESHUFFLE or not rate:
            dealt = rate * without
        else:
            dealt = HAND * (rate * number - returned) / (classes.total - HAND)
        answers.append((wanted.text, without - returned + dealt, without))
    return tuple(answers)


def _worded(hands: NDArray[np.float64], classes: Classes) -> tuple[BestRule, float]:
    """The best rule in words, and what they reach at the target."""
    deals, met, again, kept, redrawn = hands[:, : chances.OTHER_KEPT].T
    rule, followed = word_rule(
        hands[:, chances.COUNTS :].astype(np.int64),
        again > 0,
        met > 0,
        stakes=deals * abs(redrawn - kept) / deals.sum(),
        labels=classes.labels,
        sizes=classes.sizes,
    )
    return rule, float((deals * np.where(followed, redrawn, kept)).sum() / deals.sum())
