"""The tables of a duel that a terminal, a page and a notebook show, each described once."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ucgsim.report.bars import SCALE, bar
from ucgsim.report.numbers import HAPPENED, NOTHING, PICKED, amount, interval
from ucgsim.report.parts import Command, Parts
from ucgsim.report.sheet import label, number, rate, sheet
from ucgsim.simulate.columns import SIDES
from ucgsim.simulate.standing import Standing
from ucgsim.stats.deciding.checked import Verdict
from ucgsim.stats.rates import Method
from ucgsim.studies.check import play_words, verdict_words
from ucgsim.studies.duel.findings import FEWEST_SWUNG
from ucgsim.studies.duel.words import (
    NO_ADVICE,
    TALLY_WORDS,
    command,
    duel_sentences,
    median_words,
    names,
    no_advice,
    redraw_question,
    remarks,
    scales_words,
    score_words,
)
from ucgsim.studies.leading import leading_words

if TYPE_CHECKING:
    from ucgsim.report.parts import Block
    from ucgsim.report.sheet import Cell, Sheet
    from ucgsim.simulate.plan import Plan
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.duel.findings import DuelCheck, Finding, Findings
    from ucgsim.studies.leading import Leading

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
    note = f"The first {verdict_words(checked, check.findings.games)}.{together}"
    return sheet("Checked under another policy", ["play", "games", f"won by {names(plan)['a']}"], rows, note)


def won(plan: Plan, findings: Findings) -> Sheet:
    """How often the first side wins, in all games and by who leads the first turn, as numbers and as bars."""
    leads = {"leading first": SIDES[0], "following": SIDES[1]}
    rows = [("all games", findings.games, findings.win_rate["a"])]
    rows += [
        (words, findings.games_with_lead(lead), findings.by_first_lead[lead]["a"]) for words, lead in leads.items()
    ]
    cells = [[label(words), number(games), rate(each), label(bar(each))] for words, games, each in rows if games]
    return sheet(f"How often {names(plan)['a']} wins (95 % interval)", ["", "games", "wins", SCALE], cells)


def course_words(findings: Findings, leading: Leading | None) -> str:
    """What leading is worth, when games end, and when they are decided."""
    median = findings.survival.median
    ends = f"Half of all games are over by the end of Round {median_words(median)}."
    turn = int(median.rate)
    decided = [
        f"{interval(findings.settled(each))} is settled after Round {each}"
        for each in (turn - 1, turn)
        if each in findings.rounds_that_turn
    ]
    settled = f"Of who wins, {', '.join(decided)}." if decided else ""
    return "\n".join(filter(None, (leading_words(leading), " ".join(filter(None, (ends, settled))))))


def duel_parts(plan: Plan, findings: Findings, check: DuelCheck | None = None, leading: Leading | None = None) -> Parts:
    """The answer, how often the first side wins, and how games go; then all tables."""
    more: list[Block] = [] if check is None else [check_sheet(plan, findings, check)]
    more += [
        *(win_rates(plan, findings), endings(plan, findings), redraws(plan, findings), swings(findings)),
        *(standings(plan, findings, OPENING_ROUNDS), comebacks(plan, findings), means(plan, findings)),
        *(each.first(SCENE_ROUNDS) for each in scenes(plan, findings)),
        *(rounds(findings), f"Method\n  {scales_words(plan, findings)}"),
    ]
    return Parts(
        [duel_sentences(plan, findings, check), won(plan, findings), course_words(findings, leading)],
        more,
        [*(f"Note: {remark}" for remark in remarks(plan, findings)), Command(command(plan, check, leading))],
    )
