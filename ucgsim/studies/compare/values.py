"""A comparison of two builds as plain values: rows of a table, and JSON."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from ucgsim.report.numbers import plain
from ucgsim.simulate.same_chance.compare import BUILDS
from ucgsim.stats.deciding.checked import likelihood_of_superiority
from ucgsim.stats.pairs import gain_over_independent
from ucgsim.stats.rates import DEFAULT_CONFIDENCE
from ucgsim.studies.compare.words import command, half_width, llr, stop_remark, verdict_words

if TYPE_CHECKING:
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.compare.findings import Comparison

ENDS = ("rate", "low", "high")


def compare_rows(result: Comparison) -> list[dict[str, Any]]:
    """One row an opponent and one for all of them; differences are shares of games won (0.01 is one point).

    ``as_if_fixed``: the interval does not allow for the test that decided when to stop.
    """
    own, other = result.study.labels
    policies = {"policy": own, "policy_of_opponents": other}
    adjusted = result.adjusted or [None] * len(result.matchups)
    met = zip(result.study.opponents, result.study.weights, result.differences, result.matchups, adjusted, strict=True)
    rows = [
        {
            "opponent": opponent.name,
            "share": share,
            **_row(difference, (matchup.y.score, matchup.x.score), as_if_fixed=result.rows_as_if_fixed),
            "p_holm": p,
            **policies,
        }
        for opponent, share, difference, matchup, p in met
    ]
    whole = _row(result.difference, result.win_rates, as_if_fixed=result.as_if_fixed)
    return [*rows, {"opponent": "all", "share": 1.0, **whole, "p_holm": None, **policies}]


def _row(difference: Estimate, scores: tuple[Estimate, Estimate], *, as_if_fixed: bool) -> dict[str, Any]:
    rates = {
        f"{end}_{build}" if end == "rate" else f"rate_{build}_{end}": value
        for build, score in zip("ab", scores, strict=True)
        for end, value in plain(score).items()
        if end in ENDS
    }
    return {**plain(difference), "as_if_fixed": as_if_fixed, **rates}


def compare_json(result: Comparison) -> dict[str, Any]:
    """The comparison as plain values; differences are second build minus first, as shares of games."""
    study = result.study
    return {
        "games_of_each_build": result.games // BUILDS,
        "games_of_both_builds": result.games,
        "confidence": DEFAULT_CONFIDENCE,
        "seed": study.terms.seed,
        "rules": study.terms.rules,
        "redraw_procedure": study.terms.redraw_procedure.value,
        "policies": {"builds": study.labels[0], "opponents": study.labels[1]},
        "decks": [{"name": deck.name, "fingerprint": deck.fingerprint} for deck in study.builds],
        "blank": list(study.blank),
        "edited": list(study.edited),
        "difference": plain(result.difference) | {"as_if_fixed": result.as_if_fixed},
        "likelihood_of_superiority": _superior(result.difference),
        "plain_difference": plain(result.plain_difference),
        "normalized_elo": plain(result.normalized_elo),
        "win_rates": dict(zip("ab", map(plain, result.win_rates), strict=True)),
        "gain_over_independent": plain(result.gain),
        "cards": [{"number": n, "name": name, "a": a, "b": b} for n, name, a, b in study.differing],
        "field": None if study.field is None else str(study.field),
        "not_met": [deck.name for deck in study.unmet],
        "opponents": [_opponent(result, number) for number in range(len(study.opponents))],
        "test": _test(result),
        "precision": _precision(result),
        "remark": stop_remark(result),
        "command": command(result),
    }


def _superior(difference: Estimate) -> float | None:
    """How surely the second build is the better one; None where nothing was seen."""
    value = likelihood_of_superiority(difference, 0.0)
    return None if math.isnan(value) else value


def _opponent(result: Comparison, number: int) -> dict[str, Any]:
    opponent, matchup = result.study.opponents[number], result.matchups[number]
    return {
        "name": opponent.name,
        "fingerprint": opponent.fingerprint,
        "share": result.study.weights[number],
        "a": plain(matchup.y.score),
        "b": plain(matchup.x.score),
        "difference": plain(result.differences[number]) | {"as_if_fixed": result.rows_as_if_fixed},
        "likelihood_of_superiority": _superior(result.differences[number]),
        "table_of_half_points": result.tables[number].tolist(),
        "gain_over_independent": plain(gain_over_independent(result.tables[number : number + 1])),
        "p_holm": None if result.adjusted is None else result.adjusted[number],
        "moved": None if result.adjusted is None else number in result.moved,
    }


def _test(result: Comparison) -> dict[str, Any] | None:
    test, state = result.study.stop.test, result.state
    if test is None or state is None:
        return None
    return {
        "h0_points": test.low,
        "h1_points": test.high,
        "alpha": test.alpha,
        "beta": test.beta,
        "llr": state.llr,
        "bounds": [state.lower, state.upper],
        "verdict": verdict_words(result),
        "expected_games_of_each_build": result.expected_games,
        "looks": [{"games_of_each_build": look.each, "llr": llr(look)} for look in result.looks],
    }


def _precision(result: Comparison) -> dict[str, Any] | None:
    wanted = result.study.stop.precision
    if wanted is None:
        return None
    looks = [{"games_of_each_build": look.each, "half_width_points": half_width(look)} for look in result.looks]
    return {"points": wanted, "half_width_points": 50 * result.plain_difference.width, "looks": looks}
