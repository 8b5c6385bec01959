"""A comparison of two builds in words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from ucgsim.report.numbers import percent, plain
from ucgsim.simulate.same_chance.compare import BUILDS
from ucgsim.stats.deciding.checked import Verdict as CheckVerdict
from ucgsim.stats.deciding.checked import likelihood_of_superiority
from ucgsim.stats.deciding.sprt import Verdict
from ucgsim.stats.pairs import unshared_luck
from ucgsim.studies.check import check_words, play_words
from ucgsim.studies.remarks import blank_remark, edited_remark

if TYPE_CHECKING:
    from ucgsim.stats.deciding.checked import Checked
    from ucgsim.stats.deciding.sprt import Sprt
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.compare.findings import Comparison, Look
    from ucgsim.studies.compare.plan import CompareStudy

ALL = "all opponents"


def points(estimate: Estimate) -> str:
    """A difference with its interval in percentage points, such as ``+1.20 points (+0.31 to +2.08)``."""
    # Adding 0.0 turns what rounds to -0.0 into 0.0.
    rate, low, high = (round(100 * value, 2) + 0.0 for value in (estimate.rate, estimate.low, estimate.high))
    return f"{rate:+.2f} points ({low:+.2f} to {high:+.2f})"


def more_often(build: str, other: str, estimate: Estimate) -> str:
    """A difference as people say it: ``B wins 1.20 points more often than A (95 % interval +0.31 to +2.08)``."""
    rate, low, high = (round(100 * value, 2) + 0.0 for value in (estimate.rate, estimate.low, estimate.high))
    which = "less" if rate < 0 else "more"
    return f"{build} wins {abs(rate):.2f} points {which} often than {other} (95 % interval {low:+.2f} to {high:+.2f})"


def chance_words(result: Comparison) -> list[str]:
    """The difference in normalized Elo, and what the same chance was worth."""
    gain, elo = result.gain, result.normalized_elo
    if not math.isfinite(gain.rate):
        return ["No game ended differently for the two builds."]
    return [
        f"Likelihood of superiority of the second build {likelihood_of_superiority(result.difference, 0.0):.3f}.",
        f"In normalized Elo, that is by the deviation of one game of a build, as in a duel: {elo.rate:+.1f} "
        f"({elo.low:+.1f} to {elo.high:+.1f}).",
        f"Independent games, each with shuffles of its own, would be needed {gain.rate:.1f} times ({gain.low:.1f} to "
        f"{gain.high:.1f}) as often for an interval as narrow.",
    ]


def basis(result: Comparison) -> str:
    """What every number rests on."""
    study = result.study
    own, other = study.labels
    policies = f"{own} on both sides" if own == other else f"{own} against {other}"
    met = f"{len(study.opponents)} opponent{'s'[: len(study.opponents) > 1]}"
    whom = "each other and themselves" if study.among_themselves else met
    if study.field is not None:
        whom += f" in the shares of {study.field.name}"
    return (
        f"{result.games // BUILDS:,} games of each build against {whom}, "
        f"{policies}, {study.terms.by}, seed {study.terms.seed}"
    )


def compare_sentences(result: Comparison) -> str:
    """Which build is better, by how much, under whose play, what a check makes of it, and what that rests on."""
    return " ".join([*answer_sentences(result), f"Played: {played_words(result)}."])


def answer_sentences(result: Comparison) -> list[str]:
    """The same without what it rests on."""
    sentences = [_answer(result), *_decided_by_test(result)]
    checked, check = result.checked, result.check
    if checked is None or check is None:
        return sentences
    if checked.verdict is CheckVerdict.TURNS:
        return [_answer(check), f"That turns the answer of the first play: {sentences[0]}", *sentences[1:]]
    return [*sentences, _check_words(check, checked)]


def played_words(result: Comparison) -> str:
    """What the answer rests on: the games of the check as well where it turns the answer."""
    turns = result.turns and result.check is not None
    return f"{basis(result.check)}; {basis(result)}" if turns and result.check is not None else basis(result)


def _answer(result: Comparison) -> str:
    a, b = result.study.names
    estimate, play = result.difference, play_words(result.study.labels)
    if not estimate.excludes(0):
        verdict = f"which of them is better {play} is not settled"
    else:
        verdict = f"{b if estimate.rate > 0 else a} is better {play}"
    return f"{more_often(b, a, estimate)}: {verdict}."


def _check_words(check: Comparison, checked: Checked) -> str:
    """That a check lets the answer stand, or can't tell yet."""
    games = check.games // BUILDS
    rate_text = f"{points(checked.strong)}, {games:,} games of each build"
    head = f"Checked {play_words(check.study.labels)}"
    if checked.verdict is CheckVerdict.STANDS:
        return f"{head} on both sides, this stands: {rate_text}; it moves by {points(checked.moved)}."
    needed = f"about {checked.units_to_tell:,} games of each build would tell"
    return f"{head} on both sides, this can't be told yet: {rate_text}; {needed}."


def command(result: Comparison) -> str:
    """The command that plays this again, and checks it as it was checked."""
    return result.study.command_with(() if result.check is None else _check_options(result.check.study))


def _check_options(check: CompareStudy) -> list[str]:
    policy = check.terms.policies[0]
    if check.stop.precision is not None:
        return ["--check", policy, "--check-budget", f"{check.stop.precision:g}pp"]
    return check_words(policy, check.each // len(check.opponents))


def answer_json(result: Comparison) -> dict[str, Any]:
    """The difference that is the answer, and whose play it is: the check's where it turns what was played first."""
    answer = result.check if result.turns and result.check is not None else result
    policies = dict(zip(("builds", "opponents"), answer.study.labels, strict=True))
    return {
        "answer": {
            "policies": policies,
            "games_of_each_build": answer.games // BUILDS,
            "difference": plain(answer.difference),
        }
    }


def check_json(result: Comparison) -> dict[str, Any]:
    """A check as plain values; nothing without one."""
    checked, check = result.checked, result.check
    if checked is None or check is None:
        return {}
    return {
        "check": {
            "verdict": checked.verdict.value,
            "policies": dict(zip(("builds", "opponents"), check.study.labels, strict=True)),
            "games_of_each_build": check.games // BUILDS,
            "seed": check.study.terms.seed,
            "difference": plain(checked.strong),
            "moved": plain(checked.moved),
            "games_to_tell": checked.units_to_tell,
        }
    }


def _decided_by_test(result: Comparison) -> list[str]:
    """That the number of games was not fixed but ended by what they showed, and what that makes of the interval."""
    if result.study.stop.test is None:
        return []
    kind = "is as if the number of games had been fixed" if result.as_if_fixed else "allows for it"
    if result.verdict is Verdict.CONTINUE and not result.is_between:
        return [f"A test looked on the way and has not decided; the interval {kind}."]
    return [f"A test decided when to stop ({verdict_words(result)}); the interval {kind}."]


def unmet_remark(study: CompareStudy) -> str:
    """Which opponents were named but not played; empty where all of them were."""
    if study.field is None or not study.unmet:
        return ""
    names = ", ".join(deck.name for deck in study.unmet)
    return f"Not met, because {study.field.name} gives no share to them: {names}."


def remarks(result: Comparison) -> list[str]:
    """What a reader must know to judge the numbers."""
    study = result.study
    lines = [unmet_remark(study)] if unmet_remark(study) else []
    lines += [blank_remark(study.blank)] if study.blank else []
    return lines + ([edited_remark(study.edited)] if study.edited else [])


def moved_remark(result: Comparison) -> str:
    """The opponents against which the builds differ for certain, or why that is not said."""
    if result.adjusted is None:
        if len(result.study.opponents) == 1:
            return "a test decided when to stop; the win rates are as if the number of games had been fixed"
        return (
            "a test decided when to stop; rows of single opponents, and all win rates, are as if the number of games "
            "had been fixed, and which of them moved is not tested"
        )
    if result.turns:
        return f"none is marked as moved {play_words(result.study.labels)}: the check turns the answer"
    moved = ", ".join(result.study.opponents[number].name for number in result.moved) or "none for certain"
    return f"moved for certain {play_words(result.study.labels)} (Holm over all opponents, 5 %): {moved}"


def stop_remark(result: Comparison) -> str:
    """How the number of games came about, and what that makes of the estimate; empty where it was fixed."""
    if result.study.stop.precision is not None:
        return _precision_remark(result, result.study.stop.precision)
    return "" if result.study.stop.test is None else _test_remark(result, result.study.stop.test)


def _precision_remark(result: Comparison, wanted: float) -> str:
    reached = 50 * result.plain_difference.width
    if reached <= wanted:
        return (
            f"Stopped as soon as the interval was +-{wanted:g} points or less; its width alone decided, "
            "and not the difference, so that it covers what it says."
        )
    return f"The interval is still +-{reached:.2f} points wide, not +-{wanted:g}: give more games with -n."


def verdict_words(result: Comparison) -> str:
    """What the test says."""
    if result.is_between:
        return "neither hypothesis holds"
    return Verdict.CONTINUE.value if result.state is None else result.state.verdict.value


def _test_remark(result: Comparison, test: Sprt) -> str:
    state = test.state(result.pooled)
    hypotheses = f"H0 {test.low:+.3g}, H1 {test.high:+.3g} points for {result.study.names[1]}"
    where = f"LLR {state.llr:+.2f}, bounds {state.lower:+.2f} and {state.upper:+.2f}"
    if result.is_between:
        text = f"The test stopped: {verdict_words(result)}, the difference is smaller than both ({hypotheses}; 99.99 %)"
    elif state.verdict is Verdict.CONTINUE:
        text = f"The test has not decided after all its games ({hypotheses}; {where}): give more with -n"
    else:
        text = f"The test stopped: {state.verdict} ({hypotheses}; {where}; alpha {test.alpha:g}, beta {test.beta:g})"
    return " ".join([f"{text}; {_kind(result)}.", *both_remark(result), *_length(result)])


def _kind(result: Comparison) -> str:
    """What the estimate is that follows a test."""
    if result.as_if_fixed:
        return "the difference is the plain mean, with an interval as if the number of games had been fixed"
    return (
        "the difference is the median-unbiased estimate, which with its interval allows for stopping early "
        f"(plain mean {points(result.plain_difference)})"
    )


def both_remark(result: Comparison) -> list[str]:
    """Why a hypothesis may be accepted although the interval leaves open which build is better."""
    test, verdict = result.study.stop.test, result.verdict
    if test is None or verdict is Verdict.CONTINUE or result.difference.excludes(0):
        return []
    high = verdict is Verdict.ACCEPT_HIGH
    accepted, refused, error = (test.high, test.low, test.alpha) if high else (test.low, test.high, test.beta)
    if accepted == 0:
        return []
    name = "H1" if high else "H0"
    why = (
        f"but the test errs on one side in {percent(error)} of all cases, and the interval in 2.5 % on either"
        if refused == 0
        else f"and not whether there is any; 0 points lie between {test.low:+.3g} and {test.high:+.3g}"
        if test.low < 0 < test.high
        else "and not whether there is any"
    )
    return [
        f"Why {name} is accepted although it is not settled which build is better: the test asks which of the two "
        f"differences fits better, {why}."
    ]


def _length(result: Comparison) -> list[str]:
    """How long such tests are."""
    if result.expected_games is None:
        return []
    lengths = {name: _rounded(games) for name, games in result.expected_games.items()}
    return [
        f"Expected length with this spread: {lengths['h0']} games of each build where H0 holds, {lengths['half_way']} "
        f"half way, {lengths['h1']} where H1 holds, {lengths['found']} at the plain mean, and up to a look more."
    ]


def length_before(test: Sprt) -> str:
    """What is known of the length of a test before its first game."""
    longest = test.forecast(unshared_luck(), (test.low + test.high) / 2).observations
    return (
        f"the test takes up to {_rounded(longest)} games of each build on average if they share no luck, and fewer "
        "where they do"
    )


def _rounded(games: float) -> str:
    """A number of games that nobody knows to the last one."""
    return f"{float(f'{games:.2g}'):,.0f}"


def llr(look: Look) -> float:
    """The log-likelihood ratio that a look saw; NaN where there is no test."""
    return math.nan if look.state is None else look.state.llr


def look_text(look: Look) -> str:
    """A look in one line."""
    test, expected = "", look.so_far.expected_games
    length = (
        ""
        if expected is None
        else f"; at this difference {_rounded(expected['found'])} games of each build are to be expected"
    )
    if look.state is not None:
        test = f", LLR {look.state.llr:+.2f} ({look.state.lower:+.2f} to {look.state.upper:+.2f})"
    so_far = f"difference so far {points(look.difference)} as if looked at once{length}"
    return f"{look.each:,} games of each build{test}, {so_far}"


def half_width(look: Look) -> float:
    """Half the interval that a look saw, in percentage points."""
    return 50 * look.difference.width
