"""The tables of a duel: a column names each number once, for a terminal, a page, a notebook and plain values.

Where the columns of one row are of different kinds, a sheet is written by hand.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Protocol, TypeVar

from ucgsim.decks.finding import deck_word
from ucgsim.report.columns import Meaning, of_estimate
from ucgsim.report.sheet import (
    ENDS,
    HAPPENED,
    NOTHING,
    PICKED,
    Cell,
    Sheet,
    amount,
    interval,
    label,
    number,
    picked,
    rate,
    sheet,
)
from ucgsim.report.table import Column, Table
from ucgsim.safe_text import command_line
from ucgsim.simulate.columns import REASONS, SIDES, STATES, TALLIES, words_of
from ucgsim.simulate.counts import HAPPENINGS, Standing
from ucgsim.simulate.plan import First, Plan
from ucgsim.stats.agreement import CheckVerdict, likelihood_of_superiority
from ucgsim.stats.rates import Method
from ucgsim.studies.check import play_words, verdict_words
from ucgsim.studies.duel.findings import FEWEST_SWUNG, NO_ADVICE, DuelCheck, Finding, Findings
from ucgsim.studies.leading import Leading, leading_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ucgsim.stats.rates import Estimate

Row = TypeVar("Row")

OPENING_ROUNDS = 3
"""Rounds after which a player asks whether a game is still to be won."""
COMPARE_QUESTION = "ucgsim compare DECK CHANGED_DECK"
"""What asks for the worth of cards that are exchanged."""


class Duel(Protocol):
    """What was played, and what its counts say."""

    @property
    def plan(self) -> Plan:
        """What was asked."""

    @property
    def findings(self) -> Findings:
        """Every rate."""

    @property
    def check(self) -> DuelCheck | None:
        """The check under another policy, where that was played."""

    @property
    def leading(self) -> Leading | None:
        """What leading the first turn is worth, where that was asked."""

    def won(self, side: str, lead: str = "") -> Finding:
        """The win rate of a side as it is shown, in all games or in those that ``lead`` led first."""


def names(plan: Plan) -> dict[str, str]:
    """What to call each side: its deck, and its letter where both play one list."""
    a, b = (deck.name for deck in plan.decks)
    return {"a": f"{a} (A)", "b": f"{b} (B)"} if a == b else {"a": a, "b": b}


def basis(plan: Plan, findings: Findings) -> str:
    """What every number of a duel rests on: games, policies, rules, seed."""
    a, b = plan.labels
    policies = f"{a} on both sides" if a == b else f"{a} against {b}"
    first = "" if plan.first is First.THROW else f", {plan.first.value.upper()} always leads first"
    return f"{findings.games:,} games, {policies}, {plan.by}, seed {plan.seed}{first}"


def no_advice(why: str, question: str = COMPARE_QUESTION) -> str:
    """Why a rate of games in which something happened is no advice, and the question that asks for one."""
    return (
        f"{HAPPENED} No advice: {NO_ADVICE[why]}, so these games differ in more than that. "
        f"What it is worth, on the same chance: {question}"
    )


def score_words(duel: Duel) -> str:
    """Games won and lost, and how surely the side is better."""
    lost, undecided, won = duel.findings.outcomes.totals
    even = f", {undecided:,} undecided" if undecided else ""
    superior = f"likelihood of superiority {likelihood_of_superiority(duel.won('a').estimate):.3f}"
    return f"Games of {names(duel.plan)['a']}: {won:,} won, {lost:,} lost{even}; {superior}."


def up_to(median: Estimate) -> str:
    """The interval of a median Round, whose end may be open."""
    return f"{median.low:.0f} to {median.high:.0f}" if math.isfinite(median.high) else f"{median.low:.0f} to any"


def _share(key: str, finding: Callable[[Row], Finding], heading: str) -> Column[Row]:
    """A column of rates, of which the estimate is shown."""
    return Column(key, lambda row: finding(row).estimate, heading)


def _of_games(finding: Finding) -> Cell:
    return rate(finding.estimate, f"{interval(finding.estimate)} of {finding.games:,}" if finding.games else NOTHING)


def _estimate(finding: Finding) -> Cell:
    return rate(finding.estimate)


def _counted(
    key: str, finding: Callable[[Row], Finding], heading: str, show: Callable[[Finding], Cell] = _of_games
) -> Column[Row]:
    """A column of rates that are plain values with their games; ``show`` makes a cell of one."""
    return Column(key, lambda row: finding(row).to_json(), heading, kind=dict, show=lambda row: show(finding(row)))


def _games(finding: Callable[[Row], Finding], heading: str = "of games") -> Column[Row]:
    """A column of the games in which a rate is counted."""
    return Column("", lambda row: finding(row).games, heading, kind=int, json=False)


def _head(text: Callable[[Row], object], heading: str = "") -> Column[Row]:
    """The first column, which says what a row is about."""
    return Column("", text, heading, kind=str, json=False)


ROUND: Column[int] = Column("round", int, "Round", kind=int, json=False)


def records(findings: Iterable[Finding], plan: Plan, *, alone: bool = False) -> Table[Finding]:
    """One row a rate, for data frames; ``alone``: with what these games alone say next to it."""
    heads = {
        "topic": "what is counted",
        "side": "which side it is about, a or b; empty where it is about the game",
        "condition": "in which games it is counted, or by when; empty for all",
    }
    values = {"n": "games", "method": "estimate.method.value"}
    values |= {f"{end}_games": f"by_games.{end}" for end in ENDS}
    rest = of_estimate("how often, from 0 to 1", alone=alone) | {"n": Meaning("games in which it is counted", int)}
    columns: list[Column[Finding]] = [
        *(Column(name, attrgetter(name), None, says, str, names_row=True) for name, says in heads.items()),
        *(
            Column("games" if name == "n" else name, attrgetter(values.get(name, f"estimate.{name}")), None, *about[:2])
            for name, about in rest.items()
        ),
        *(
            Column(f"policy_{side}", partial(_always, policy), None, f"who decided for side {side}", str)
            for side, policy in zip(SIDES, plan.labels, strict=True)
        ),
    ]
    return Table(columns, tuple(findings))


def _always(value: str, _: object) -> str:
    return value


def win_rates(duel: Duel) -> Table[str]:
    """Win rates of both sides in all games and by who leads the first turn, and what leading is worth."""
    name, findings = names(duel.plan), duel.findings
    columns: list[Column[str]] = [
        _head(lambda lead: f"{name[lead]} leads first" if lead else "all games"),
        Column("games", findings.games_with_lead, "games", kind=int),
        *(_won(duel, side, name[side]) for side in SIDES),
    ]
    note = "\n".join(filter(None, (leading_words(duel.leading), score_words(duel))))
    these = "" if duel.won("a").estimate.method is Method.PLAYERS else "these games, "
    return Table(columns, ("", *SIDES), f"Win rate ({these}95 % interval)", note)


def _won(duel: Duel, side: str, name: str) -> Column[str]:
    """A side's win rate by who leads."""
    return Column(
        side,
        lambda lead: duel.won(side, lead).estimate,
        name,
        alone=lambda lead: duel.won(side, lead).by_games,
    )


def endings(duel: Duel) -> Table[str]:
    """Why games ended, and how often each side lost for it."""
    findings = duel.findings
    columns: list[Column[str]] = [
        _head(str),
        Column("ended_by", findings.ended_by.__getitem__, "games", kind=int),
    ]
    for side, name in names(duel.plan).items():
        lost = findings.lost_by[side].__getitem__
        columns.append(_counted(side, lost, f"lost by {name}, of all games", _estimate))
    return Table(columns, tuple(REASONS.values()), "How games ended")


def endings_sheet(duel: Duel) -> Sheet:
    """The shares of the reasons for which a game ended."""
    return replace(endings(duel), rows=[reason for reason, games in duel.findings.ended_by.items() if games]).sheet()


def redraws(duel: Duel) -> Table[str]:
    """How often each side redraws, and how it fares with either hand."""
    plan, findings = duel.plan, duel.findings
    after, kept = (partial(findings.after_redraw, redrawn=redrawn) for redrawn in (True, False))
    columns = (
        _head(names(plan).__getitem__),
        _share("", findings.redraw, "redraws"),
        _counted("won_after_redraw", after, f"wins after a redraw {HAPPENED}"),
        _counted("won_after_keeping", kept, f"wins with the first hand {HAPPENED}"),
    )
    mine, other = map(deck_word, plan.decks)
    asked = command_line(["ucgsim", "redraw", mine, "--against", other])
    return Table(columns, SIDES, "Redraws", no_advice("redraw", asked))


def comebacks(duel: Duel) -> Table[str]:
    """How often each side wins although it was behind."""
    findings, rounds = duel.findings, range(1, duel.findings.last_round)

    def after(number: int) -> Column[str]:
        return _counted(str(number), partial(findings.standing, number=number, place=-1), f"after Round {number}")

    every = Table([after(number) for number in rounds], SIDES).by_row()
    columns: list[Column[str]] = [
        _head(names(duel.plan).__getitem__, f"wins although behind {HAPPENED}"),
        _counted("", findings.comeback, "at any time"),
        *(replace(after(number), json=False) for number in rounds[:OPENING_ROUNDS]),
        Column("behind_after_round", every.__getitem__, kind=dict),
    ]
    return Table(columns, SIDES, "Comebacks", no_advice("behind"))


def standings(duel: Duel, last: int | None = None) -> Sheet:
    """How often the first side wins, by battles won and by who leads the next Round; to the end of Round ``last``."""
    name, findings = names(duel.plan), duel.findings
    seen = dict.fromkeys((turn, *standing[:2]) for turn, standing in findings.standings if not last or turn <= last)
    rows = []
    for turn, a, b in seen:
        by_lead = (findings.by_standing(turn, Standing(a, b, lead)) for lead in range(len(SIDES)))
        rows.append([number(turn), label(f"{a} to {b}"), *map(_of_games, by_lead)])
    columns = ["after Round", "battles won", *(f"{each} leads the next" for each in name.values())]
    rests_on = f"Of games that go on, with {name['a']} named first; 3 means three or more."
    note = f"{rests_on}\n{no_advice('standing')}"
    return sheet(f"Where a game is decided: {name['a']} wins {HAPPENED}", columns, rows, note)


def swings(duel: Duel) -> Table[int]:
    """How much each Round moves the chance to win, and how much of the result is settled after it."""
    findings, rounds = duel.findings, duel.findings.rounds_that_turn
    columns: list[Column[int]] = [
        ROUND,
        _games(findings.swing, "games that play it"),
        Column("settled_in", lambda turn: findings.settled_in_shown(turn).estimate, "settled in it", display=picked),
        _share("settled", findings.settled, "settled after it"),
        _counted("swing", findings.swing, "moves the chance to win by", _points),
    ]
    note = (
        "The chance to win is that of the battles won and the Lead at that time, at the end the result. Settled: the "
        "share of the uncertainty about the winner that goes in the Round, of all games, or that the standing after it "
        "leaves no more. That need not grow from Round to Round: a standing does not say how it came about. A Round "
        "moves the chance up or down by so much on average, in the games that play it, which are others from Round to "
        f"Round. {PICKED} as the most of several: estimate and interval allow for the choice."
    )
    few = f"Too few games: it takes {FEWEST_SWUNG} that play a Round, for an interval."
    return Table(columns, rounds, "What each Round decides", note if rounds else few)


def _points(finding: Finding) -> Cell:
    moved = finding.estimate
    value, low, high = (100 * each for each in (moved.rate, moved.low, moved.high))
    return rate(moved, NOTHING if math.isnan(value) else f"{value:.1f} points ({low:.1f} to {high:.1f})")


def happened(duel: Duel, part: str) -> tuple[Sheet, ...]:
    """How each side fares where something happened to it and where not, of all that a part of a page shows."""
    here = {name: happening for name, happening in HAPPENINGS.items() if happening.part == part}
    columns: list[Column[str]] = [_head(names(duel.plan).__getitem__)]
    for name, happening in here.items():
        for did, heading in zip((True, False), happening.headings, strict=True):
            columns.append(_counted("", partial(duel.findings.happened, name, did=did), f"{heading} {HAPPENED}"))
    table = Table(columns, SIDES, part.capitalize(), "\n".join(map(no_advice, here)))
    return (table.sheet(),) if here else ()


def means(duel: Duel) -> Table[str]:
    """What each side does in a mean game."""
    columns: list[Column[str]] = [_head(words_of)]
    for side, name in names(duel.plan).items():
        mean = partial(_mean, duel.findings, side)
        columns.append(Column(side, mean, name, display=lambda each: rate(each, amount(each))))
    note = "Cards drawn do not count the starting hand."
    return Table(columns, TALLIES, "A game in numbers (mean, 95 % interval)", note)


def _mean(findings: Findings, side: str, tally: str) -> Estimate:
    return findings.mean(tally, side).estimate


def rounds(findings: Findings) -> Table[int]:
    """When games end."""
    median, games = findings.survival.median, findings.round_distribution
    columns: list[Column[int]] = [
        ROUND,
        Column("distribution", lambda turn: games.get(turn, 0), "games", kind=int),
        _share("ended_in", findings.ended_in, "games that end in it"),
        Column("longer", lambda turn: findings.lasts_longer(turn).estimate, "games that last longer", json=False),
    ]
    caption = f"Round of the end: median {median.rate:.0f} ({up_to(median)})"
    return Table(columns, range(1, findings.last_round + 1), caption)


def scenes(duel: Duel, side: str) -> Table[int]:
    """When scenes of a side came down, against when they could have."""
    findings = duel.findings
    taken, reached = (partial(each, side) for each in (findings.scene_taken, findings.scene_by_reached))
    columns: list[Column[int]] = [
        ROUND,
        _share("held_by_round", partial(findings.scene_ready_by, side), "has held one"),
        _share("possible_by_round", partial(findings.scene_chance_by, side), "has led with one"),
        _share("first_by_round", partial(findings.scene_by, side), "has set one"),
        _counted("first_by_round_of_reached", reached, "of games that reach it", _estimate),
        _counted("set_when_possible", taken, "sets one if it can", _estimate),
        _games(taken),
    ]
    note = (
        "By that Round, of all games: has held a scene whose Round had come (CR 6.3), has led while holding it and so "
        "could have set it (CR 5.4), has set one; a game that ended before counts by what was so then. Next to it: has "
        "set one, of the games that reach the Round. Last: how often it set one in that very Round when it could."
    )
    return Table(columns, findings.rounds_with_scenes(), f"{names(duel.plan)[side]}: scenes", note)


def scene_sheets(duel: Duel) -> tuple[Sheet, ...]:
    """The table of each side that held one."""
    return tuple(scenes(duel, side).sheet() for side in SIDES if duel.findings.holds_scenes(side))


def progress(duel: Duel, side: str) -> Table[int]:
    """What a side had reached by each Round."""
    findings = duel.findings
    behind = partial(findings.standing, side, place=-1)
    turns = range(1, findings.last_round + 1)
    columns: list[Column[int]] = [ROUND]
    for state in STATES[1:]:
        if findings.state_by(side, state, turns[-1]).rate > 0:
            columns.append(_share(state, partial(findings.state_by, side, state), state.upper()))
            reached = partial(findings.state_by_reached, side, state)
            columns.append(
                _counted(f"{state}_of_reached", reached, f"{state.upper()}, of games that reach it", _estimate)
            )
    wins = _counted("behind", behind, f"wins although behind {HAPPENED}", _estimate)
    columns.append(replace(wins, json=False))
    columns.append(_games(behind))
    note = (
        "States: share of all games in which the side has had its first by then, a game that ended before by what was "
        f"so then; next to it, of the games that reach the Round. {HAPPENED} See the comebacks."
    )
    return Table(columns, turns, f"{names(duel.plan)[side]}, Round by Round", note)


def check_sheet(duel: Duel, check: DuelCheck) -> Sheet:
    """What was found under either play, and what follows."""
    checked = check.rate(duel.findings)
    kind = "turns" if checked.verdict is CheckVerdict.TURNS else ""
    rows = [
        [label(play_words(each.plan.labels)), number(each.findings.games), rate(estimate, "", kind)]
        for each, estimate in ((duel, checked.fast), (check, checked.strong))
    ]
    together = f" Intervals of {check.together} matchups hold together." if check.together > 1 else ""
    note = f"The check {verdict_words(checked, check.findings.games)}.{together}"
    return sheet("Checked under another policy", ["play", "games", f"won by {names(duel.plan)['a']}"], rows, note)
