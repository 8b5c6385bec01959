"""The answer of a duel in words and as plain values."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from ucgsim.cards.versions import rules_words
from ucgsim.report.numbers import HAPPENED, interval, percent, plain
from ucgsim.showing import command_line
from ucgsim.simulate.columns import SIDES, TALLIES, words_of
from ucgsim.simulate.plan import First, Plan
from ucgsim.stats.deciding.checked import Verdict, likelihood_of_superiority
from ucgsim.stats.elo import logistic_elo, normalized_elo
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Method
from ucgsim.studies.check import moved_words, play_words, verdict_words
from ucgsim.studies.leading import pairs_words
from ucgsim.studies.remarks import blank_remark, edited_remark

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.duel.findings import DuelCheck, Finding, Findings
    from ucgsim.studies.leading import Leading


TALLY_WORDS = {name: words_of(name) for name in TALLIES}
"""What ``TALLIES`` counts, in words; cards drawn do not count the starting hand."""


def names(plan: Plan) -> dict[str, str]:
    """What to call each side: its deck, and its letter where both play one list."""
    a, b = (deck.name for deck in plan.decks)
    return {"a": f"{a} (A)", "b": f"{b} (B)"} if a == b else {"a": a, "b": b}


def basis(plan: Plan, findings: Findings) -> str:
    """What every number of a duel rests on: games, policies, rules, seed."""
    a, b = plan.labels
    policies = f"{a} on both sides" if a == b else f"{a} against {b}"
    by = rules_words(plan.rules, plan.redraw_procedure)
    first = {First.THROW: "", First.A: ", A always leads first", First.B: ", B always leads first"}[plan.first]
    return f"{findings.games:,} games, {policies}, {by}, seed {plan.seed}{first}"


def no_advice(what: str, question: str) -> str:
    """Why a rate of games in which something happened is no advice, and the question that asks for one."""
    return (
        f"{HAPPENED} No advice: {what}, so these games differ in more than that. "
        f"What it is worth, on the same chance: {question}"
    )


def redraw_question(plan: Plan, side: str) -> str:
    """The command that says what redrawing is worth to a side against the other."""
    place = SIDES.index(side)
    mine, other = (str(plan.decks[each].source or plan.decks[each].name) for each in (place, 1 - place))
    return command_line(["ucgsim", "redraw", mine, "--against", other])


NO_ADVICE = {
    "redraw": "who redraws had the worse hand to begin with",
    "scene": "who sets a scene has lived and led long enough to set it",
    "behind": "who is behind has had the worse cards or luck",
    "standing": "who has won battles and leads has had the better cards or luck",
}
"""Why rates of games in which something happened say nothing of what to do."""


def duel_sentences(plan: Plan, findings: Findings, check: DuelCheck | None = None) -> str:
    """Who is better and by how much, under whose play, and what a check makes of it; what it rests on."""
    if check is None:
        return f"{who_wins(plan, findings)}. Played: {basis(plan, findings)}."
    checked = check.rate(findings)
    text = verdict_words(checked, check.findings.games)
    if checked.verdict is not Verdict.TURNS:
        played = f"Checked {play_words(check.plan.labels)} on both sides, this {text}"
        return f"{who_wins(plan, findings)}. {played}. Played: {basis(plan, findings)}."
    was = f"The first play has it otherwise: {who_wins(plan, findings)}"
    turned = f"so the answer turns, by {moved_words(checked)}"
    played = f"{basis(check.plan, check.findings)}; the first: {basis(plan, findings)}"
    return f"{who_wins(check.plan, check.findings)}. {was}; {turned}. Played: {played}."


def who_wins(plan: Plan, findings: Findings) -> str:
    """Who wins how often, and who is better under the play that this was."""
    name = names(plan)
    estimate = findings.win_rate["a"]
    rate = f"{name['a']} wins {percent(estimate.rate)} of its games against {name['b']}"
    sure = f"95 % interval {100 * estimate.low:.1f} to {100 * estimate.high:.1f} %"
    if estimate.excludes(0.5):
        better = name["a"] if estimate.rate > 0.5 else name["b"]
        verdict = f"{better} is better {play_words(plan.labels)}"
    else:
        verdict = f"which of them is better {play_words(plan.labels)} is not settled"
    return f"{rate} ({sure}): {verdict}"


def command(plan: Plan, check: DuelCheck | None = None, leading: Leading | None = None) -> str:
    """The command that plays these games again, asks what leading is worth, and checks them as they were checked."""
    return plan.command_with([*pairs_words(leading, plan), *(() if check is None else check.words)])


def remarks(plan: Plan, findings: Findings) -> list[str]:
    """What a reader must know to judge the numbers."""
    lines = []
    if plan.blank:
        lines.append(blank_remark(plan.blank))
    if plan.edited:
        lines.append(edited_remark(plan.edited))
    if findings.undecided:
        lines.append(f"{findings.undecided:,} games ended without a winner and count as half a point.")
    if plan.decks[0].fingerprint == plan.decks[1].fingerprint and plan.labels[0] == plan.labels[1]:
        lines.append("Both sides play the same list with the same policy, so the truth is 50 %.")
    return lines


def score_words(plan: Plan, findings: Findings) -> str:
    """Games won and lost, and how surely the side is better."""
    lost, undecided, won = findings.outcomes.totals
    even = f", {undecided:,} undecided" if undecided else ""
    superior = f"likelihood of superiority {likelihood_of_superiority(findings.outcomes.score):.3f}"
    return f"Games of {names(plan)['a']}: {won:,} won, {lost:,} lost{even}; {superior}."


def scales_words(plan: Plan, findings: Findings) -> str:
    """The difference on the scales of Elo."""
    outcomes = findings.outcomes
    scales = {"Elo": logistic_elo(outcomes.score), "normalized Elo": normalized_elo(outcomes.sample)}
    text = ", ".join(f"{scale} {_elo(estimate)}" for scale, estimate in scales.items())
    return f"{names(plan)['a']} over {names(plan)['b']}: {text}."


def median_words(median: Estimate) -> str:
    """The Round by which half of all games have ended, with its interval."""
    high = f"{median.high:.0f}" if math.isfinite(median.high) else "any"
    return f"{median.rate:.0f} (median; 95 % interval {median.low:.0f} to {high})"


def _elo(estimate: Estimate) -> str:
    values = (estimate.rate, estimate.low, estimate.high)
    rate, low, high = (f"{value:+.1f}" if math.isfinite(value) else "without bound" for value in values)
    return f"{rate} ({low} to {high})"


def check_json(findings: Findings, check: DuelCheck) -> dict[str, Any]:
    """A check as plain values: what it found, how far that lies from what was found first, and what follows."""
    checked = check.rate(findings)
    return {
        "verdict": checked.verdict.value,
        "policies": dict(zip(SIDES, check.plan.labels, strict=True)),
        "games": check.findings.games,
        "seed": check.plan.seed,
        "intervals_together": check.together,
        "win_rate": {"a": plain(checked.strong), "b": plain(checked.strong.complement())},
        "moved": plain(checked.moved),
        "games_to_tell": checked.units_to_tell,
    }


def answer_json(plan: Plan, findings: Findings, check: DuelCheck | None) -> dict[str, Any]:
    """The number that is the answer, and whose play it is: the check's where it turns what was played first."""
    if check is not None and check.rate(findings).verdict is Verdict.TURNS:
        plan, findings = check.plan, check.findings
    return {
        "policies": dict(zip(SIDES, plan.labels, strict=True)),
        "games": findings.games,
        "win_rate": {side: plain(findings.win_rate[side]) for side in SIDES},
    }


def duel_json(plan: Plan, findings: Findings, leading: Leading | None = None) -> dict[str, Any]:
    """The summary as plain values, without speed and command."""
    return {
        "confidence": DEFAULT_CONFIDENCE,
        "games": findings.games,
        "seed": plan.seed,
        "rules": plan.rules,
        "redraw_procedure": plan.redraw_procedure.value,
        "decks": {
            side: {"name": deck.name, "fingerprint": deck.fingerprint, "blank": _own(plan.blank, plan, side)}
            | {"edited": _own(plan.edited, plan, side)}
            for side, deck in zip(SIDES, plan.decks, strict=True)
        },
        "policies": dict(zip(SIDES, plan.labels, strict=True)),
        "win_rate": {side: plain(findings.win_rate[side]) for side in SIDES},
        "outcomes": _outcomes_json(findings),
        "likelihood_of_superiority": likelihood_of_superiority(findings.win_rate["a"]),
        "by_first_lead": {
            lead: {"games": findings.games_with_lead(lead)}
            | {side: plain(findings.by_first_lead[lead][side]) for side in SIDES}
            for lead in SIDES
        },
        "effect_of_leading": None if leading is None else leading.to_json(),
        "ended_by": findings.ended_by,
        "lost_by": {
            side: {reason: _with_games(finding) for reason, finding in findings.lost_by[side].items()} for side in SIDES
        },
        "means": {side: {tally: plain(findings.mean(tally, side)) for tally in TALLY_WORDS} for side in SIDES},
        "rounds": {
            "median": plain(findings.survival.median),
            "distribution": {str(number): games for number, games in findings.round_distribution.items()},
            "ended_in": {str(number): plain(findings.ended_in(number)) for number in findings.round_distribution},
        },
        "redraw": {side: _redraw_json(findings, side) for side in SIDES},
        "decided": _decided_json(findings),
        "comebacks": {side: _comeback_json(findings, side) for side in SIDES},
        "scenes": {side: _scene_json(findings, side) for side in SIDES},
    }


def _outcomes_json(findings: Findings) -> dict[str, Any]:
    """Games of side a by what became of them, and the difference on the scales of Elo."""
    outcomes = findings.outcomes
    counts = dict(zip(("lost", "undecided", "won"), outcomes.totals, strict=True))
    scales = {"elo": plain(logistic_elo(outcomes.score)), "normalized_elo": plain(normalized_elo(outcomes.sample))}
    return counts | scales


def _own(marked: Sequence[str], plan: Plan, side: str) -> list[str]:
    """Those of the marked numbers that are in the deck of a side."""
    numbers = {number for number, _ in plan.decks[SIDES.index(side)].counts}
    return [number for number in marked if number in numbers]


def _with_games(finding: Finding) -> dict[str, Any]:
    return plain(finding.estimate) | {"games": finding.games}


def _happened(finding: Finding, why: str) -> dict[str, Any]:
    """A rate of games in which something happened, with why it is no advice."""
    return _with_games(finding) | {"no_advice": NO_ADVICE[why]}


def _redraw_json(findings: Findings, side: str) -> dict[str, Any]:
    return {
        **plain(findings.redraw_rate[side]),
        "won_after_redraw": _happened(findings.after_redraw(side, redrawn=True), "redraw"),
        "won_after_keeping": _happened(findings.after_redraw(side, redrawn=False), "redraw"),
    }


def _decided_json(findings: Findings) -> dict[str, Any]:
    """Chance of side a by Round, battles won and who leads the next, and how much each Round moves it."""
    standings = [
        {"after_round": number, "won": dict(zip(SIDES, standing[:2], strict=True)), "leads_next": SIDES[standing.lead]}
        | {"win_rate_a": _happened(findings.by_standing(number, standing), "standing")}
        for number, standing in findings.standings
    ]
    rounds = {
        str(number): {
            "swing": _with_games(findings.swing(number)),
            "settled": plain(findings.settled(number)),
            "settled_in": plain(findings.settled_in_shown(number)),
        }
        for number in findings.rounds_that_turn
    }
    return {"standings": standings, "rounds": rounds, "decides_most": _decides_most_json(findings)}


def _decides_most_json(findings: Findings) -> dict[str, Any] | None:
    most = findings.decides_most
    if most is None:
        return None
    number, estimate = most
    alone = {"without_allowing_for_the_choice": plain(findings.settled_in(number))}
    return {"round": number, "settled_in": plain(estimate), "picked_from": len(findings.rounds_to_compare), **alone}


def decides_words(findings: Findings) -> str:
    """The Round in which most is settled; empty where nothing can be told."""
    most = findings.decides_most
    if most is None:
        return ""
    number, estimate = most
    rounds, share = len(findings.rounds_to_compare), interval(estimate)
    pick = f"{share[:-1]}; for the most of {rounds} Rounds)" if estimate.method is Method.PICKED else share
    return f"Round {number} decides most: {pick} of who wins is settled in it."


def _comeback_json(findings: Findings, side: str) -> dict[str, Any]:
    rounds = range(1, findings.last_round)
    behind = {str(number): _happened(findings.standing(side, number, -1), "behind") for number in rounds}
    return {**_happened(findings.comeback(side), "behind"), "behind_after_round": behind}


def _scene_json(findings: Findings, side: str) -> dict[str, Any]:
    rounds = findings.rounds_with_scenes()
    taken = {number: findings.scene_taken(side, number) for number in rounds}
    return {
        "first_by_round": {str(number): plain(findings.scene_by(side, number)) for number in rounds},
        "held_by_round": {str(number): plain(findings.scene_ready_by(side, number)) for number in rounds},
        "possible_by_round": {str(number): plain(findings.scene_chance_by(side, number)) for number in rounds},
        "set_when_possible": {str(number): _with_games(finding) for number, finding in taken.items() if finding.games},
    }
