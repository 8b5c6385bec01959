"""The answer of a duel in sentences, tables and plain values."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from ucgsim.cards.versions import rules_words
from ucgsim.report.sheet import (
    HAPPENED,
    NOTHING,
    PICKED,
    SCALE,
    Block,
    Cell,
    Command,
    Foot,
    Parts,
    Sheet,
    about,
    amount,
    bar,
    gained,
    interval,
    label,
    near,
    number,
    plain,
    points,
    rate,
    sheet,
)
from ucgsim.safe_text import command_line
from ucgsim.simulate.columns import SIDES, TALLIES, words_of
from ucgsim.simulate.counts import Standing
from ucgsim.simulate.plan import First, Plan
from ucgsim.stats.agreement import Verdict, likelihood_of_superiority
from ucgsim.stats.elo import logistic_elo, normalized_elo
from ucgsim.stats.random_effects import are_enough
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method
from ucgsim.studies.check import play_words, verdict_words
from ucgsim.studies.decks import blank_remark, edited_remark
from ucgsim.studies.duel.findings import FEWEST_SWUNG, DuelCheck, Finding, Findings
from ucgsim.studies.kit.basis import Panel, basis_foot, both_json, panel
from ucgsim.studies.leading import Leading, leading_words, pairs_words

if TYPE_CHECKING:
    from collections.abc import Sequence


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


def duel_panel(plan: Plan, findings: Findings, check: DuelCheck | None = None) -> Panel | None:
    """The duel and its check as good players played them; None where neither was played by such."""
    second = None if check is None else (check.plan.policies, {(0, 1): check.findings.outcomes})
    return panel((plan.policies, {(0, 1): findings.outcomes}), second)


def shown_rate(plan: Plan, findings: Findings, check: DuelCheck | None = None) -> Estimate:
    """How often side a wins, with both errors where good players played, else that of these games."""
    players = duel_panel(plan, findings, check)
    plays = [each.win_rate["a"] for each in (findings, *(() if check is None else (check.findings,)))]
    return plays[0] if players is None else players.cell((0, 1), plays)


def headline(plan: Plan, findings: Findings, check: DuelCheck | None = None) -> str:
    """Who wins and how often, in one sentence."""
    name, estimate = names(plan), shown_rate(plan, findings, check)
    often = f"about {about(estimate)}" if estimate.method is Method.PLAYERS else near(estimate)
    if not estimate.excludes(0.5):
        return f"{name['a']} against {name['b']} is not decided yet: it wins {often} of its games."
    better, worse = ("a", "b") if estimate.rate > 0.5 else ("b", "a")
    if better == "a":
        return f"{name[better]} beats {name[worse]}: it wins {often} of its games."
    return f"{name[worse]} loses to {name[better]}: it wins {often} of its games."


def shown_words(plan: Plan, findings: Findings, check: DuelCheck | None = None) -> str:
    """How often side a wins, in few words."""
    return _shown(shown_rate(plan, findings, check))


def duel_foot(plan: Plan, findings: Findings, check: DuelCheck | None = None) -> Foot:
    """What qualifies the numbers of a duel."""
    shown, alone = shown_rate(plan, findings, check), findings.win_rate["a"]
    both = shown.method is Method.PLAYERS
    led = {First.THROW: (), First.A: ("A always leads first",), First.B: ("B always leads first",)}[plan.first]
    verdict = None if check is None else check.rate(findings).verdict
    enough = both and are_enough(alone, shown)
    return basis_foot(f"{findings.games:,} games", plan, verdict, both=both, enough=enough, also=led)


def method_words(plan: Plan, findings: Findings, check: DuelCheck | None = None) -> str:
    """What the numbers rest on, for a reader who knows the statistics."""
    lines = [f"Played: {basis(plan, findings)}."]
    lines.append(f"These games alone: {names(plan)['a']} wins {interval(findings.win_rate['a'])}.")
    if check is not None:
        checked = verdict_words(check.rate(findings), check.findings.games)
        lines.append(f"The check ({basis(check.plan, check.findings)}) {checked}.")
    return "Method\n" + "\n".join(f"  {line}" for line in (*lines, scales_words(plan, findings)))


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
    """The number that is the answer, and whose play it is: the check's where it turns what was played first.

    ``across_players``: how often side a wins with both errors, those of the games and of the player.
    """
    players, across = duel_panel(plan, findings, check), shown_rate(plan, findings, check)
    if check is not None and check.rate(findings).verdict is Verdict.TURNS:
        plan, findings = check.plan, check.findings
    return {
        "policies": dict(zip(SIDES, plan.labels, strict=True)),
        "games": findings.games,
        "win_rate": {side: plain(findings.win_rate[side]) for side in SIDES},
        "across_players": both_json(across, players),
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


# The tables of a duel that a terminal, a page and a notebook show, each described once.


OPENING_ROUNDS = 3
"""Rounds after which a player asks whether a game is still to be won."""
COMPARE_QUESTION = "ucgsim compare DECK CHANGED_DECK"
"""What asks for the worth of cards that are exchanged."""
SCENE_ROUNDS = 6
"""Rounds that the summary tells of scenes."""


def win_rates(plan: Plan, findings: Findings, leading: Leading | None = None) -> Sheet:
    """Win rates of both sides in all games and by who leads the first turn, and what leading is worth."""
    name = names(plan)
    rows = [[label("all games"), number(findings.games), *map(rate, findings.win_rate.values())]]
    for lead in SIDES:
        rates = (rate(findings.by_first_lead[lead][side]) for side in SIDES)
        rows.append([label(f"{name[lead]} leads first"), number(findings.games_with_lead(lead)), *rates])
    note = "\n".join(filter(None, (leading_words(leading), score_words(plan, findings))))
    return sheet("Win rate (95 % interval)", ["", "games", *name.values()], rows, note)


def endings(plan: Plan, findings: Findings) -> Sheet:
    """Why games ended, and how often each side lost for it."""
    rows = [
        [label(reason), number(games), *(rate(findings.lost_by[side][reason].estimate) for side in SIDES)]
        for reason, games in findings.ended_by.items()
        if games
    ]
    columns = ["", "games", *(f"lost by {name}, of all games" for name in names(plan).values())]
    return sheet("How games ended", columns, rows)


def redraws(plan: Plan, findings: Findings) -> Sheet:
    """How often each side redraws, and how it fares with either hand."""
    rows = []
    for side, name in names(plan).items():
        after = (findings.after_redraw(side, redrawn=redrawn) for redrawn in (True, False))
        rows.append([label(name), rate(findings.redraw_rate[side]), *map(_of_games, after)])
    columns = ["", "redraws", f"wins after a redraw {HAPPENED}", f"wins with the first hand {HAPPENED}"]
    return sheet("Redraws", columns, rows, no_advice(NO_ADVICE["redraw"], redraw_question(plan, "a")))


def comebacks(plan: Plan, findings: Findings) -> Sheet:
    """How often each side wins although it was behind."""
    opening = range(1, min(OPENING_ROUNDS, findings.last_round - 1) + 1)
    rows = []
    for side, name in names(plan).items():
        behind = (findings.standing(side, number, -1) for number in opening)
        rows.append([label(name), *map(_of_games, (findings.comeback(side), *behind))])
    columns = [f"wins although behind {HAPPENED}", "at any time", *(f"after Round {number}" for number in opening)]
    return sheet("Comebacks", columns, rows, no_advice(NO_ADVICE["behind"], COMPARE_QUESTION))


def _of_games(finding: Finding) -> Cell:
    return rate(finding.estimate, f"{interval(finding.estimate)} of {finding.games:,}" if finding.games else NOTHING)


def standings(plan: Plan, findings: Findings, last: int | None = None) -> Sheet:
    """How often the first side wins, by battles won and by who leads the next Round; to the end of Round ``last``."""
    name = names(plan)
    seen = dict.fromkeys((turn, *standing[:2]) for turn, standing in findings.standings if not last or turn <= last)
    rows = []
    for turn, a, b in seen:
        by_lead = (findings.by_standing(turn, Standing(a, b, lead)) for lead in range(len(SIDES)))
        rows.append([number(turn), label(f"{a} to {b}"), *map(_of_games, by_lead)])
    columns = ["after Round", "battles won", *(f"{each} leads the next" for each in name.values())]
    rests_on = f"Of games that go on, with {name['a']} named first; 3 stands for three or more."
    note = f"{rests_on}\n{no_advice(NO_ADVICE['standing'], COMPARE_QUESTION)}"
    return sheet(f"Where a game is decided: {name['a']} wins {HAPPENED}", columns, rows, note)


def swings(findings: Findings) -> Sheet:
    """How much each Round moves the chance to win, and how much of the result is settled after it."""
    rows = []
    for turn in findings.rounds_that_turn:
        moved, inside = findings.swing(turn), findings.settled_in_shown(turn)
        share = rate(inside, interval(inside) + (PICKED if inside.method is Method.PICKED else ""))
        cells = [share, rate(findings.settled(turn)), rate(moved.estimate, _points(moved.estimate))]
        rows.append([number(turn), number(moved.games), *cells])
    columns = ["Round", "games that play it", "settled in it", "settled after it", "moves the chance to win by"]
    note = (
        "The chance to win is that of the battles won and the Lead at that time, at the end the result. Settled: the "
        "share of the uncertainty about the winner that goes in the Round, of all games, or is gone after it. A Round "
        "moves the chance up or down by so much on average, in the games that play it, which are others from Round to "
        f"Round. {PICKED} as the most of several: estimate and interval allow for the choice."
    )
    few = f"Too few games: it takes {FEWEST_SWUNG} that play a Round to tell of it."
    return sheet("What each Round decides", columns, rows, note if rows else few)


def _points(estimate: Estimate) -> str:
    rate, low, high = (100 * value for value in (estimate.rate, estimate.low, estimate.high))
    return NOTHING if math.isnan(rate) else f"{rate:.1f} points ({low:.1f} to {high:.1f})"


def scene_wins(plan: Plan, findings: Findings) -> Sheet:
    """How each side fares with a scene of its own and without one."""
    rows = []
    for side, name in names(plan).items():
        rates = (findings.scene_wins(side, scene=scene) for scene in (True, False))
        rows.append([label(name), *map(_of_games, rates)])
    columns = ["", f"wins when it set a scene {HAPPENED}", f"wins when it set none {HAPPENED}"]
    return sheet("Scenes", columns, rows, no_advice(NO_ADVICE["scene"], COMPARE_QUESTION))


def means(plan: Plan, findings: Findings) -> Sheet:
    """What each side does in a mean game."""
    rows = []
    for tally, text in TALLY_WORDS.items():
        estimates = (findings.mean(tally, side) for side in SIDES)
        rows.append([label(text), *(rate(mean, amount(mean)) for mean in estimates)])
    note = "Cards drawn do not count the starting hand."
    return sheet("A game in numbers (mean, 95 % interval)", ["", *names(plan).values()], rows, note)


def rounds(findings: Findings) -> Sheet:
    """When games end."""
    median = findings.survival.median
    high = f"{median.high:.0f}" if math.isfinite(median.high) else "any"
    rows = []
    for turn, longer in enumerate(findings.survival.surviving, start=1):
        games = findings.round_distribution.get(turn, 0)
        rows.append([number(turn), number(games), rate(findings.ended_in(turn)), rate(longer)])
    columns = ["Round", "games", "games that end in it", "games that last longer"]
    return sheet(f"Round of the end: median {median.rate:.0f} ({median.low:.0f} to {high})", columns, rows)


def scenes(plan: Plan, findings: Findings) -> tuple[Sheet, ...]:
    """When scenes came down, against when they could have."""
    rounds = findings.rounds_with_scenes()
    held = {side: name for side, name in names(plan).items() if _holds_scenes(findings, side)}
    return tuple(_scenes_of(name, side, findings, rounds) for side, name in held.items())


def _holds_scenes(findings: Findings, side: str) -> bool:
    return findings.scene_ready_by(side, findings.last_round).rate > 0


def _scenes_of(name: str, side: str, findings: Findings, rounds: list[int]) -> Sheet:
    rows = []
    for turn in rounds:
        taken = findings.scene_taken(side, turn)
        by = (each(side, turn) for each in (findings.scene_ready_by, findings.scene_chance_by, findings.scene_by))
        rows.append([number(turn), *(rate(estimate) for estimate in by), rate(taken.estimate), number(taken.games)])
    columns = ["Round", "has held one", "has led with one", "has set one", "sets one if it can", "of games"]
    note = (
        "By that Round: has held a scene whose Round had come (CR 6.3), has led while holding it and so could have "
        "set it (CR 5.4), has set one. Last: how often it set one in that very Round when it could."
    )
    return sheet(f"{name}: scenes", columns, rows, note)


def check_sheet(plan: Plan, findings: Findings, check: DuelCheck) -> Sheet:
    """What was found under either play, and what follows."""
    checked = check.rate(findings)
    kind = "turns" if checked.verdict is Verdict.TURNS else ""
    rows = [
        [label(play_words(each.labels)), number(games), rate(estimate, "", kind)]
        for each, games, estimate in (
            (plan, findings.games, checked.fast),
            (check.plan, check.findings.games, checked.strong),
        )
    ]
    together = f" Intervals of {check.together} matchups hold together." if check.together > 1 else ""
    note = f"The check {verdict_words(checked, check.findings.games)}.{together}"
    return sheet("Checked under another policy", ["play", "games", f"won by {names(plan)['a']}"], rows, note)


def overview(plan: Plan, findings: Findings, check: DuelCheck | None, leading: Leading | None) -> Sheet:
    """How often the first side wins, in all games and by who leads; what leading is worth, and when games end."""
    rates = [("all games", shown_rate(plan, findings, check))]
    for lead, words in zip(SIDES, ("leading first", "following"), strict=True):
        if findings.games_with_lead(lead):
            rates.append((words, findings.by_first_lead[lead]["a"]))
    rows = [[label(words), rate(each, short=_shown(each)), label(bar(each))] for words, each in rates]
    if leading is not None:
        worth = rate(leading.effect, points(leading.effect), short=f"{gained(leading.effect)} points")
        rows.append([label("leading first adds"), worth, label("")])
    median = findings.survival.median.rate
    rows.append([label("half of games are over"), number(median, f"by Round {median:.0f}"), label("")])
    return sheet("", [f"{names(plan)['a']} wins", "", SCALE], rows)


def _shown(estimate: Estimate) -> str:
    return about(estimate) if estimate.method is Method.PLAYERS else near(estimate)


def settled_words(findings: Findings) -> str:
    """How much of who wins is settled by the Round in which half of all games are over, and by the one before."""
    turn = int(findings.survival.median.rate)
    decided = [
        f"{interval(findings.settled(each))} is settled after Round {each}"
        for each in (turn - 1, turn)
        if each in findings.rounds_that_turn
    ]
    return f"Of who wins, {', '.join(decided)}." if decided else ""


def duel_parts(plan: Plan, findings: Findings, check: DuelCheck | None = None, leading: Leading | None = None) -> Parts:
    """Who wins, how often, and what qualifies it; then all tables."""
    more: list[Block] = [] if check is None else [check_sheet(plan, findings, check)]
    more += [
        *(win_rates(plan, findings, leading), endings(plan, findings), redraws(plan, findings)),
        *(settled_words(findings), swings(findings), standings(plan, findings, OPENING_ROUNDS)),
        *(comebacks(plan, findings), means(plan, findings)),
        *(each.first(SCENE_ROUNDS) for each in scenes(plan, findings)),
        *(rounds(findings), method_words(plan, findings, check), Command(command(plan, check, leading))),
    ]
    notes = [f"Note: {remark}" for remark in remarks(plan, findings)]
    first: list[Block] = [headline(plan, findings, check), overview(plan, findings, check, leading)]
    return Parts(first, [each for each in more if each], notes, duel_foot(plan, findings, check))
