"""The answer to one question under several policies: sentences, tables, picture, plain values."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ucgsim.policies.spec import parse_policy
from ucgsim.report.sheet import (
    PICKED,
    Block,
    Cell,
    Command,
    Parts,
    Sheet,
    foot,
    interval,
    label,
    number,
    plain,
    points,
    rate,
    sheet,
)
from ucgsim.report.table import Column, Table
from ucgsim.safe_text import command_line
from ucgsim.stats.agreement import side
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate
from ucgsim.studies.kit.basis import ALONE
from ucgsim.studies.kit.question import Answer, Checkable, PolicyPlay
from ucgsim.studies.policies.findings import MovedCell, Plays

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from ucgsim.stats.ranks import Agreement


MOST_NAMED = 3
"""Cells that change sides and are named in the answer; the table has all of them."""


def listed(labels: list[str]) -> str:
    """Labels in a row; one may have a comma of its own, so semicolons part them where they do."""
    mark = "; " if any("," in label for label in labels) else ", "
    return labels[0] if len(labels) == 1 else f"{mark.join(labels[:-1])} and {labels[-1]}"


def shown_cell(plays: Plays, estimate: Estimate) -> str:
    """A rate, or a difference of rates where that is what cells hold, with its interval."""
    return interval(estimate) if plays.plays[0].even else points(estimate)


def correlation(estimate: Estimate) -> str:
    """A rank correlation with its interval, such as ``0.73 (0.47 to 0.87)``."""
    values = (round(each, 2) + 0.0 for each in (estimate.rate, estimate.low, estimate.high))
    rate, low, high = (f"{value:.2f}" for value in values)
    return f"{rate} ({low} to {high})"


def best_words(plays: Plays) -> str:
    """Which deck does best, and whether that depends on who plays."""
    best: dict[str, list[str]] = {}
    for play in plays.plays:
        best.setdefault(play.things[play.order[0]], []).append(_name_of(play.label))
    if len(best) == 1:
        return f"{next(iter(best))} does best, whichever of these {len(plays.plays)} players plays."
    by_play = "; ".join(f"{name} with {listed(labels)}" for name, labels in best.items())
    return f"Which deck does best depends on the player: {by_play}."


def _name_of(label: str) -> str:
    return label.partition(" v")[0]


def cell_words(plays: Plays, at: int) -> str:
    """Whether one cell is on the same side whoever plays."""
    sides = {side(each, plays.plays[0].even) for each in plays.rates[at]}
    what = " against ".join(plays.plays[0].cells[at])
    if {-1, 1} <= sides:
        return f"Who is better depends on the player: {what}."
    if 0 in sides:
        return f"Not decided yet whether it depends on the player who is better: {what}."
    return f"The same side is better whoever plays: {what}."


def change_words(plays: Plays, cells: str) -> str:
    """How many cells change sides with the play, and which."""
    changes, count = plays.changes, len(plays.rates)
    if not changes:
        return f"None of {count} {cells} changes sides with the play."
    sure = sum(change.sure for change in changes)
    named = "; ".join(_change(plays, change) for change in changes[:MOST_NAMED])
    more = f" and {len(changes) - MOST_NAMED} more" if len(changes) > MOST_NAMED else ""
    move = "changes" if len(changes) == 1 else "change"
    return f"Of {count} {cells} {len(changes)} {move} sides with the play, {sure} of them surely: {named}{more}."


def _change(plays: Plays, change: MovedCell) -> str:
    a, b = plays.plays[0].cells[change.cell]
    rates = (
        f"{100 * each.rate:+.1f}" if not plays.plays[0].even else f"{100 * each.rate:.1f}" for each in change.rates
    )
    unit = "%" if plays.plays[0].even else "points"
    return f"{a} against {b} {', '.join(rates)} {unit}{'' if change.sure else ' (not surely)'}"


def agreement_words(plays: Plays) -> str:
    """How far ranks agree between the first and the last play; nothing where nothing is ranked."""
    if not plays.agreements:
        return ""
    first, last = 0, len(plays.plays) - 1
    result = plays.agreements[first, last]
    labels = listed([plays.plays[first].label, plays.plays[last].label])
    return (
        f"Ranks under {labels} agree with Kendall's tau {correlation(result.kendall)}: of {result.pairs} pairs "
        f"{result.same} are surely in the same order, {result.opposite} surely in the opposite one."
    )


def plays_json(plays: Plays) -> dict[str, Any]:
    """What depends on the play, as plain values."""
    labels = [play.label for play in plays.plays]
    return {
        "policies": labels,
        "games_each": {play.label: play.each for play in plays.plays},
        "rankings": {play.label: [play.things[place] for place in play.order] for play in plays.plays},
        "agreement": [
            {
                "policies": [labels[a], labels[b]],
                **_agreement_json(plays.agreements.get((a, b))),
                "cells_changed": plays.changed(a, b, sure=False),
                "cells_surely_changed": plays.changed(a, b, sure=True),
            }
            for a, b in plays.couples
        ],
        "intervals_together": len(plays.plays) * len(plays.rates),
        "changes": [_change_json(plays, change) for change in plays.changes],
    }


def _agreement_json(result: Agreement | None) -> dict[str, Any]:
    if result is None:
        return {}
    return {
        "kendall": plain(result.kendall),
        "spearman": plain(result.spearman),
        "pairs": result.pairs,
        "same_order": result.same,
        "opposite_order": result.opposite,
    }


def _change_json(plays: Plays, change: MovedCell) -> dict[str, Any]:
    a, b = plays.plays[0].cells[change.cell]
    rates = {play.label: plain(each) for play, each in zip(plays.plays, change.rates, strict=True)}
    return {"deck": a, "opponent": b, "sure": change.sure, "under": rates}


# The tables of one question under several policies, each described once.


def rankings(plays: Plays, what: str) -> Sheet:
    """What is ranked, by its place under each play; in the order of the last one."""
    places = [{thing: at for at, thing in enumerate(play.order, start=1)} for play in plays.plays]
    rows = []
    for thing in plays.plays[-1].order:
        cells = [label(plays.plays[-1].things[thing])]
        for play, place in zip(plays.plays, places, strict=True):
            cells += [number(place[thing]), _standing(plays, play, thing)]
        rows.append(cells)
    columns = [what, *(head for play in plays.plays for head in ("rank", play.label))]
    picked = any(play.best for play in plays.plays)
    note = f"{PICKED} what does best is partly the luckiest: estimate and interval allow for the choice." * picked
    return sheet("Ranks under each play (95 % interval)", columns, rows, note)


def _standing(plays: Plays, play: PolicyPlay, thing: int) -> Cell:
    """What is ranked under a play; of the first one what the answer says."""
    if play.best is not None and thing == play.order[0]:
        return rate(play.best, f"{shown_cell(plays, play.best)}{PICKED}")
    return rate(play.standings[thing], shown_cell(plays, play.standings[thing]))


def agreements(plays: Plays) -> Sheet:
    """Every two plays: how far ranks agree, and how many cells are on different sides."""
    rows = []
    for a, b in plays.couples:
        cells = [label(f"{plays.plays[a].label} / {plays.plays[b].label}")]
        if result := plays.agreements.get((a, b)):
            cells += [number(each.rate, correlation(each)) for each in (result.kendall, result.spearman)]
            cells += [number(result.same), number(result.opposite)]
        cells += [number(plays.changed(a, b, sure=sure)) for sure in (False, True)]
        rows.append(cells)
    ranked = ["Kendall's tau", "Spearman's rho", "same order", "opposite order"] if plays.agreements else []
    note = (
        "Orders count pairs that are surely so; the intervals allow every order that is open. All that is said of "
        "order holds at once with 95 %, and so does all that is said of sides (Bonferroni over all plays)."
    )
    return sheet("How far the plays agree", ["plays", *ranked, "other side", "surely"], rows, note)


def changes(plays: Plays) -> Sheet:
    """Cells that are not on the same side under all plays."""
    rows = [
        [
            *_names(plays, each.cell),
            *(rate(every, shown_cell(plays, every)) for every in each.rates),
            label("surely" if each.sure else "not surely"),
        ]
        for each in plays.changes
    ]
    columns = ["", "against", *(play.label for play in plays.plays), "changes sides"]
    together = len(plays.plays) * len(plays.rates)
    return sheet(f"What changes sides with the play (95 % for all {together} intervals together)", columns, rows)


def cells(plays: Plays) -> Sheet:
    """Every cell under each play."""
    rows = []
    for at in range(len(plays.rates)):
        own = (play.cell(at, DEFAULT_CONFIDENCE) for play in plays.plays)
        rows.append([*_names(plays, at), *(rate(each, shown_cell(plays, each)) for each in own)])
    columns = ["", "against", *(f"{play.label} ({play.each:,} games)" for play in plays.plays)]
    return sheet("Under each play (95 % interval)", columns, rows)


def _names(plays: Plays, cell: int) -> list[Cell]:
    return [label(name) for name in plays.plays[0].cells[cell]]


# One question under several policies, as a plot.


SPREAD = 0.5
"""Of the room of a cell, what its policies take."""


def cells_by_policy(policies: Sequence[PolicyPlay], basis: str) -> Figure:
    """Every matchup, or difference, under each policy with 95 % intervals; dotted where neither side is ahead."""
    cells = policies[0].cells
    sample = " / ".join(f"{play.each:,}" for play in policies) + " games a cell"
    height = 2.0 + 0.22 * len(cells) * len(policies)
    from ucgsim.report.figures import NEUTRAL, ROUND_COLOURS, new_figure  # noqa: PLC0415 - loads matplotlib

    with new_figure("The same question under each policy", sample, basis, height=height) as (figure, axes):
        for number, play in enumerate(policies):
            color = ROUND_COLOURS[number % len(ROUND_COLOURS)]
            estimates = [play.cell(at, DEFAULT_CONFIDENCE) for at in range(len(cells))]
            rates = [100 * each.rate for each in estimates]
            ends = [[100 * (e.rate - e.low) for e in estimates], [100 * (e.high - e.rate) for e in estimates]]
            shift = SPREAD * ((number + 0.5) / len(policies) - 0.5)
            places = [place + shift for place in range(len(cells))]
            axes.errorbar(rates, places, xerr=ends, fmt="o", color=color, capsize=3, label=play.label)
        axes.axvline(100 * policies[0].even, color=NEUTRAL, linestyle=":", linewidth=1.2)
        axes.set_yticks(range(len(cells)), [f"{a} - {b}" for a, b in cells])
        axes.set_ylim(len(cells) - 0.5, -0.5)
        axes.grid(axis="x", visible=True)
        axes.set_xlabel("games won, or difference in points, % (95 % interval)")
        axes.set_ylabel("who against whom")
        # Above the chart: below it is the foot.
        axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2)
    return figure


# One question under several policies as it is handed out: words, values and tables.


OWN = frozenset({"--policy", "--policy-b", "--check", "--check-games", "--check-budget"})
"""Options of one policy: all of them are named at once."""
ODD = "$'"
"""With which a word begins that is no plain text."""


@dataclass(frozen=True, eq=False, repr=False)
class PlaysResult(Answer):
    """The answers to one question under several policies, in the order in which these were named."""

    kind = "policies"
    results: tuple[Checkable, ...]

    @cached_property
    def plays(self) -> Plays:
        """What is held against each other."""
        return Plays(tuple(each.as_play() for each in self.results))

    @property
    def labels(self) -> list[str]:
        """The policies with their versions."""
        return [play.label for play in self.plays.plays]

    @property
    def question(self) -> str:
        """The name of the question, and of the command that asks it once."""
        return self.results[0].kind

    @property
    def basis(self) -> str:
        """What the numbers of each play rest on."""
        return "; ".join(each.basis for each in self.results)

    @property
    def command(self) -> str | None:  # type: ignore[override]
        """The command that asks all of it again; None where those that search played unlike many games.

        Those that search play as many games as ``--check-games`` says, the others as many as ``-n`` does.
        """
        if any(ODD in each.command for each in self.results):
            return None
        commands = [shlex.split(each.command) for each in self.results]
        names = [_value_of(words, "--policy") for words in commands]
        slow = [parse_policy(name).is_slow for name in names]
        of_slow = {play.each for play, is_slow in zip(self.plays.plays, slow, strict=True) if is_slow}
        of_fast = {_value_of(words, "-n") for words, is_slow in zip(commands, slow, strict=True) if not is_slow}
        if len(of_slow) > 1 or len(of_fast) > 1:
            return None
        first = commands[slow.index(min(slow))]
        kept = [word for place, word in enumerate(first) if not {first[place - 1], word} & OWN]
        more = [word for games in of_slow for word in ("--check-games", str(games))]
        return command_line([*kept, "--policies", ",".join(names), *more])

    def answer(self) -> str:
        """The answer in a sentence."""
        plays = self.plays
        if len(plays.rates) == 1 or plays.plays[0].best is None:
            return cell_words(plays, len(plays.rates) - 1)
        return best_words(plays)

    def method_words(self) -> str:
        """What changes sides and how far ranks agree, for a reader who knows the statistics."""
        plays = self.plays
        several = len(plays.rates) > 1
        lines = [f"Played: {self.basis}."]
        lines += [change_words(plays, plays.plays[0].changing), agreement_words(plays)] if several else []
        return "\n  ".join(["Method", *filter(None, lines)])

    def sheets(self) -> list[Sheet]:
        """The tables: everything under each play, ranks, how far they agree, what changes sides."""
        plays, several = self.plays, len(self.plays.rates) > 1
        shown = [cells(plays)]
        if plays.agreements:
            shown.append(rankings(plays, plays.plays[0].ranked))
        if several:
            shown.append(agreements(plays))
        return [*shown, *([changes(plays)] if several and plays.changes else [])]

    def parts(self) -> Parts:
        """The answer and everything under each play; then ranks, how far they agree and what changes sides."""
        first, *more = self.sheets()
        again = [self.command] if self.command else [each.command for each in self.results]
        games = "; ".join(f"{play.each:,} games a matchup with {_name_of(play.label)}" for play in self.plays.plays)
        behind: list[Block] = [*more, self.method_words(), *map(Command, again)]
        return Parts([self.answer(), replace(first, caption="", note="")], behind, foot=foot(games, ALONE))

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values; ``results`` holds the whole answer under each policy."""
        answers = dict(zip(self.labels, (each.to_json() for each in self.results), strict=True))
        shown = {"answer": self.answer(), "command": self.command}
        return {"question": self.question, **plays_json(self.plays), **shown, "results": answers}

    def as_table(self) -> Table[tuple[PolicyPlay, int]]:
        """One row a policy and cell: who against whom, rate or difference with its interval, games, policy."""
        columns: tuple[Column[tuple[PolicyPlay, int]], ...] = (
            Column("deck", lambda row: row[0].cells[row[1]][0], None, "which deck, or build", str, names_row=True),
            Column("opponent", lambda row: row[0].cells[row[1]][1], None, "against whom", str, names_row=True),
            Column("", lambda row: row[0].cell(row[1], DEFAULT_CONFIDENCE), None, self.plays.plays[0].measure),
            Column("games", lambda row: row[0].each, None, "games of this cell", int),
            Column("policy", lambda row: row[0].label, None, "who decided on all sides", str, names_row=True),
        )
        return Table(columns, [(play, at) for play in self.plays.plays for at in range(len(play.cells))])

    def figure(self) -> Figure:
        """Every cell under each policy."""

        return cells_by_policy(self.plays.plays, self.basis)

    def sheet(self) -> Sheet:
        """Everything under each play."""
        return cells(self.plays)


def _value_of(words: list[str], option: str) -> str:
    return words[words.index(option) + 1]
