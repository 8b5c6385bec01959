"""What a study of redraws takes to be answered, measured by the first hands; nothing is kept.

Apart from the other questions' forecasts: it loads the classes of hands, which nothing else needs.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.simulate.plan import equal_halves
from ucgsim.simulate.speed import Dealt
from ucgsim.stats.weighted import LEADS
from ucgsim.studies.forecast import CHOICES, FIRST_GAMES, FIRST_SLOW_GAMES, is_slow, named, speed_of, variances
from ucgsim.studies.planning import LEAST_SPREAD, PRECISIONS, GamesPlan, difference_asked, games_for_precision
from ucgsim.studies.redraw.counts import KEPT, POLICY, REDRAWN, joint
from ucgsim.studies.redraw.study import play_redraw

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ucgsim.studies.planning import Asked
    from ucgsim.studies.redraw.findings import RedrawStudy
    from ucgsim.studies.redraw.result import RedrawResult


def plan_of_redraw(study: RedrawStudy, jobs: int, precisions: Iterable[float] = PRECISIONS) -> GamesPlan:
    """What a study of redraws takes, for its win rates and for what one choice wins more than another."""
    dealt = [Dealt(table, study.terms.seed, place) for place, table in enumerate(study.tables)]
    against = "itself" if study.mirror else named([deck.name for deck in study.against])
    decks = study.deck.name, *(deck.name for deck in study.against if not study.mirror)
    head = f"{study.deck.name} against {against}"
    asked = _hands_asked(study, jobs)
    return GamesPlan(head, decks, study.labels, speed_of(dealt, jobs), asked, tuple(precisions))


def hands_for_precision(study: RedrawStudy, points: float, *, jobs: int = 1) -> int:
    """Opening hands after which each win rate, and what one choice wins more than another, is +- so many points."""
    return _hands_asked(study, jobs, at_most=games_for_precision(points)).for_precision(points)


def _hands_asked(study: RedrawStudy, jobs: int, at_most: int | None = None) -> Asked:
    """What hands take: win rates as at 50 %, gains by how far the choices of the first hands differ."""
    hands = FIRST_SLOW_GAMES if is_slow(study.terms.policies) else FIRST_GAMES
    first = play_redraw(replace(study, each=_each_of(study, min(hands, at_most or hands))), jobs=jobs)
    asked = difference_asked(
        "every win rate, and what one choice wins more than another over all hands",
        max(_spread_of_choices(first), LEAST_SPREAD),
        f"Win rates as at 50 %; gains by how far the choices of the first {first.study.hands:,} hands differ.",
        unit="opening hands (-n)",
        key="hands",
        games=CHOICES,
    )
    return asked._replace(for_precision=lambda points: max(games_for_precision(points), asked.for_precision(points)))


def _each_of(study: RedrawStudy, hands: int) -> int:
    return equal_halves(-(-hands // len(study.tables)))


def _spread_of_choices(played: RedrawResult) -> float:
    """The largest spread of what a hand wins more by the policy, or by the rule that these hands suggest."""
    counts, redraws = played.counts, played.rules.choices(played.suggested)
    rule = np.zeros(LEADS.shape)
    for hand, table in counts.all_hands.items():
        rule += joint(table, REDRAWN if redraws[hand] else KEPT, KEPT)
    tables = np.array([rule, joint(counts.total, POLICY, KEPT)], np.float64)
    return math.sqrt(float(variances(tables).max()))
