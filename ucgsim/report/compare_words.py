"""A comparison of two builds in words and as plain values."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from ucgsim.report.answer import blank_remark, edited_remark
from ucgsim.report.words import align, interval, percent, plain
from ucgsim.stats.rates import Method
from ucgsim.stats.sprt import Verdict

if TYPE_CHECKING:
    from ucgsim.report.compare_result import CompareResult, Look
    from ucgsim.report.compare_study import CompareStudy
    from ucgsim.stats.pairs import PairedDifference
    from ucgsim.stats.rates import Estimate

MOST_LOOKS = 10
"""Looks of a sequential test that the terminal shows."""


def points(estimate: Estimate) -> str:
    """A difference with its interval in percentage points, such as ``+1.20 points (+0.31 to +2.08)``."""
    # Adding 0.0 turns what rounds to -0.0 into 0.0.
    rate, low, high = (round(100 * value, 2) + 0.0 for value in (estimate.rate, estimate.low, estimate.high))
    return f"{rate:+.2f} points ({low:+.2f} to {high:+.2f})"


def gain_remark(result: CompareResult) -> str:
    """What playing on the same chance was worth."""
    if not math.isfinite(result.gain):
        return "No pair of games ended differently for the two builds."
    return f"Unpaired play would need {result.gain:.1f} times as many games for an interval as narrow."


def basis(result: CompareResult) -> str:
    """What every number rests on."""
    study = result.study
    own, other = study.labels
    policies = f"{own} on both sides" if own == other else f"{own} against {other}"
    met = f"{len(study.opponents)} opponent{'s'[: len(study.opponents) > 1]}"
    whom = "each other and themselves" if study.among_themselves else met
    if study.field is not None:
        whom += f" in the shares of {study.field.name}"
    return (
        f"{result.games // 2:,} games of each build ({result.pairs:,} pairs) against {whom}, "
        f"{policies}, rules {study.rules}, seed {study.seed}"
    )


def compare_sentences(result: CompareResult) -> str:
    """Which build is better, by how much, and what that rests on."""
    a, b = result.study.names
    estimate = result.difference
    if not estimate.excludes(0):
        verdict = "which of them is better is not settled"
    else:
        verdict = f"{b if estimate.rate > 0 else a} is better"
    told = f"{b} makes {points(estimate)} against {a}, 95 % interval: {verdict}."
    return f"{told} Played: {basis(result)}."


def unmet_remark(study: CompareStudy) -> str:
    """Which opponents were named but not played; empty where all of them were."""
    if study.field is None or not study.unmet:
        return ""
    names = ", ".join(deck.name for deck in study.unmet)
    return f"Not met, because {study.field.name} gives no share to them: {names}."


def remarks(result: CompareResult) -> list[str]:
    """What a reader must know to judge the numbers."""
    study = result.study
    told = [unmet_remark(study)] if unmet_remark(study) else []
    told += [blank_remark(study.blank)] if study.blank else []
    return told + ([edited_remark(study.edited)] if study.edited else [])


def moved_remark(result: CompareResult) -> str:
    """The opponents against which the builds differ for certain."""
    moved = ", ".join(result.study.opponents[number].name for number in result.moved) or "none for certain"
    return f"moved for certain (Holm over all opponents, 5 %): {moved}"


def stop_remark(result: CompareResult) -> str:
    """How the number of games came about, and what that makes of the estimate; empty where it was fixed."""
    stop, state = result.study.stop, result.state
    if stop.precision is not None:
        reached = 50 * result.plain_difference.width
        if reached <= stop.precision:
            return f"Stopped as soon as the interval was +-{stop.precision:g} points or less."
        return f"The interval is still +-{reached:.2f} points wide, not +-{stop.precision:g}: give more games with -n."
    if stop.test is None or state is None:
        return ""
    where = f"LLR {state.llr:+.2f}, bounds {state.lower:+.2f} and {state.upper:+.2f}"
    hypotheses = f"H0 {stop.test.low:+.3g}, H1 {stop.test.high:+.3g} points for {result.study.names[1]}"
    if result.is_between:
        return (
            f"Stopped: neither hypothesis holds, the difference is smaller than both ({hypotheses}; 99.99 % interval)."
        )
    if state.verdict is Verdict.CONTINUE:
        return f"The test has not decided after all its games ({hypotheses}; {where}): give more with -n."
    told = (
        f"The test stopped: {state.verdict} ({hypotheses}; {where}; alpha {stop.test.alpha:g}, beta {stop.test.beta:g})"
    )
    if result.difference.method is Method.SEQUENTIAL:
        kind = "the difference is the median-unbiased estimate that allows for stopping early"
    else:
        kind = "it stopped on its first pairs, so the difference is the plain mean, which leans to the accepted side"
    return f"{told}; {kind} (plain mean {points(result.plain_difference)})."


def compare_summary(result: CompareResult) -> str:
    """The answer first, then short tables."""
    lines = [compare_sentences(result)]
    if remark := stop_remark(result):
        lines.append(remark)
    lines.append(gain_remark(result))
    lines += ["", "Cards that differ", *align(_cards(result))]
    lines += ["", "Win rates and difference by opponent (95 % interval)", *align(_matchups(result))]
    lines += [f"* {moved_remark(result)}", ""]
    if looks := [look for look in result.looks if look.state is not None]:
        lines += ["On the way", *align(_looks(looks)), ""]
    lines += [f"Note: {remark}" for remark in remarks(result)]
    return "\n".join([*lines, f"Again: {result.study.command}"])


def _cards(result: CompareResult) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [("", *result.study.names)]
    differing = result.study.differing
    return rows + [(f"{number} {name}", str(a), str(b)) for number, name, a, b in differing]


def _matchups(result: CompareResult) -> list[tuple[str, ...]]:
    a, b = result.study.names
    weighed = result.study.field is not None
    rows: list[tuple[str, ...]] = [("", *(["share"] if weighed else []), "pairs", a, b, "difference")]
    for number, (opponent, matchup) in enumerate(zip(result.study.opponents, result.matchups, strict=True)):
        mark = "*" if number in result.moved else ""
        rates = (interval(matchup.y.score), interval(matchup.x.score))
        share = [percent(result.study.weights[number])] if weighed else []
        rows.append((opponent.name, *share, f"{matchup.difference.n:,}", *rates, points(matchup.difference) + mark))
    return rows


def _looks(looks: list[Look]) -> list[tuple[str, ...]]:
    step = -(-len(looks) // MOST_LOOKS)
    shown = looks[step - 1 :: step]
    if shown[-1] is not looks[-1]:
        shown.append(looks[-1])
    rows: list[tuple[str, ...]] = [("pairs", "LLR", "difference so far")]
    return rows + [(f"{look.pairs:,}", f"{llr(look):+.2f}", points(look.difference)) for look in shown]


def llr(look: Look) -> float:
    """The log-likelihood ratio that a look saw; NaN where there is no test."""
    return math.nan if look.state is None else look.state.llr


def told_look(look: Look) -> str:
    """A look in one line."""
    test = ""
    if look.state is not None:
        test = f", LLR {look.state.llr:+.2f} ({look.state.lower:+.2f} to {look.state.upper:+.2f})"
    return f"{look.pairs:,} pairs{test}, difference so far {points(look.difference)}"


def _difference(estimate: Estimate) -> dict[str, Any]:
    return plain(estimate) | {"pairs": estimate.n, "method": estimate.method.value}


def compare_rows(result: CompareResult) -> list[dict[str, Any]]:
    """One row an opponent and one for all of them; differences are shares of games won (0.01 is one point)."""
    own, other = result.study.labels
    policies = {"policy": own, "policy_of_opponents": other}
    met = zip(result.study.opponents, result.study.weights, result.matchups, result.adjusted, strict=True)
    rows = [
        {"opponent": opponent.name, "share": share, **_row(matchup), "p_holm": p, **policies}
        for opponent, share, matchup, p in met
    ]
    whole = {**_difference(result.difference), "rate_a": None, "rate_b": None, "gain": result.gain, "p_holm": None}
    return [*rows, {"opponent": "all", "share": 1.0, **whole, **policies}]


def _row(matchup: PairedDifference) -> dict[str, Any]:
    rates = {"rate_a": matchup.y.score.rate, "rate_b": matchup.x.score.rate}
    return {**_difference(matchup.difference), **rates, "gain": matchup.gain}


def compare_json(result: CompareResult) -> dict[str, Any]:
    """The comparison as plain values; differences are second build minus first, as shares of games."""
    study = result.study
    return {
        "games": result.games,
        "pairs": result.pairs,
        "seed": study.seed,
        "rules": study.rules,
        "policies": {"builds": study.labels[0], "opponents": study.labels[1]},
        "decks": [{"name": deck.name, "fingerprint": deck.fingerprint} for deck in study.builds],
        "blank": list(study.blank),
        "edited": list(study.edited),
        "difference": _difference(result.difference),
        "plain_difference": _difference(result.plain_difference),
        "gain_over_unpaired": result.gain,
        "cards": [{"number": n, "name": name, "a": a, "b": b} for n, name, a, b in study.differing],
        "field": None if study.field is None else str(study.field),
        "not_met": [deck.name for deck in study.unmet],
        "opponents": [_opponent(result, number) for number in range(len(study.opponents))],
        "test": _test(result),
        "precision": _precision(result),
        "remark": stop_remark(result),
        "command": study.command,
    }


def _opponent(result: CompareResult, number: int) -> dict[str, Any]:
    opponent, matchup = result.study.opponents[number], result.matchups[number]
    return {
        "name": opponent.name,
        "fingerprint": opponent.fingerprint,
        "share": result.study.weights[number],
        "a": plain(matchup.y.score),
        "b": plain(matchup.x.score),
        "difference": _difference(matchup.difference),
        "gain_over_unpaired": matchup.gain,
        "correlation": matchup.correlation,
        "p_holm": result.adjusted[number],
        "moved": number in result.moved,
    }


def _test(result: CompareResult) -> dict[str, Any] | None:
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
        "verdict": "neither hypothesis holds" if result.is_between else state.verdict.value,
        "looks": [{"pairs": look.pairs, "llr": llr(look)} for look in result.looks],
    }


def _precision(result: CompareResult) -> dict[str, Any] | None:
    wanted = result.study.stop.precision
    if wanted is None:
        return None
    looks = [{"pairs": look.pairs, "half_width_points": half_width(look)} for look in result.looks]
    return {"points": wanted, "half_width_points": 50 * result.plain_difference.width, "looks": looks}


def half_width(look: Look) -> float:
    """Half the interval that a look saw, in percentage points."""
    return 50 * look.difference.width
