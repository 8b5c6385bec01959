"""The tables of a gauntlet that a terminal, a page and a notebook show, each described once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ucgsim.report.bars import SCALE, bar
from ucgsim.report.numbers import PICKED, interval, percent
from ucgsim.report.parts import Command, Parts
from ucgsim.report.sheet import label, number, rate, sheet
from ucgsim.stats.deciding.checked import Verdict
from ucgsim.stats.rates import Method
from ucgsim.studies.check import moved_words, play_words
from ucgsim.studies.duel.tables import rounds
from ucgsim.studies.leading import effect_words
from ucgsim.studies.matrix.row_words import course_sentences, field_words, gauntlet_sentences, look_at, notes

if TYPE_CHECKING:
    from ucgsim.report.parts import Block
    from ucgsim.report.sheet import Cell, Sheet
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.matrix.row import Gauntlet

SHARE, LEAD, OVER = "share of the field", "leading adds", "half over by Round"


def rivals_sheet(result: Gauntlet) -> Sheet:
    """Every rival, the hardest first: how often the deck wins, as a number and as a bar; Lead and length."""
    rows = [_row(result, rival) for rival in result.row.order]
    columns = ["rival", "wins", SCALE, LEAD, OVER, SHARE]
    each = f"{result.plan.games:,} games each, worst first"
    caption = f"How often {result.mine} wins (95 % interval; {each})"
    made = sheet(caption, columns, rows, _note(result), (SHARE, OVER, LEAD))
    made = made if result.leadings else made.without(LEAD)
    return made if result.field_source is not None else made.without(SHARE)


def _row(result: Gauntlet, rival: int) -> list[Cell]:
    row, estimate = result.row, result.row.shown(rival)
    leading, median = result.leadings.get((0, rival)), result.duels[0, rival].findings.survival.median
    kind = ("better" if estimate.rate > 0.5 else "worse") + " certain" if result.is_certain(rival) else ""
    whole = rate(estimate, kind="turns" if result.turns(rival) else kind)
    effect = label("") if leading is None else rate(leading.effect, effect_words(leading.effect))
    return [
        label(result.names[rival]),
        replace(whole, text=whole.text + result.mark(rival) + _hook(estimate)),
        label(bar(estimate)),
        effect,
        number(median.rate, f"{median.rate:.0f}"),
        number(row.weights[rival], percent(row.weights[rival])),
    ]


def _note(result: Gauntlet) -> str:
    marks = [each for each in map(result.mark, result.row.order) if each]
    star = "* certain: holds for all marked rivals together (Holm, 5 %)." if "*" in marks else ""
    turned = "! turns under the check." if "!" in marks else ""
    named = f"{PICKED} the most extreme of several: estimate and interval allow for the choice." * has_picks(result)
    return " ".join(filter(None, (star, turned, named, f"The field: {field_words(result)}.")))


def has_picks(result: Gauntlet) -> bool:
    """Whether any rate of the table allows for its being picked."""
    return any(result.row.shown(rival).method is Method.PICKED for rival in result.row.order)


def _hook(estimate: Estimate) -> str:
    return PICKED if estimate.method is Method.PICKED else ""


def alone_words(result: Gauntlet) -> str:
    """What the games of the picked matchups alone give."""
    row = result.row
    picked = [rival for rival in row.order if row.shown(rival).method is Method.PICKED]
    each = "; ".join(f"{result.names[rival]} {interval(row.rate(rival))}" for rival in picked)
    return f"Method\n  Without allowing for the choice, {result.mine} wins against {each}."


def page_sheet(result: Gauntlet) -> Sheet:
    """The same for a page, which has a picture for the bars."""
    return rivals_sheet(result).without(SCALE)


def check_sheet(result: Gauntlet) -> Sheet | None:
    """Every matchup under either play; None without a check."""
    checked, second = result.checked, result.check
    if checked is None or second is None:
        return None
    rows = []
    for rival in result.row.order:
        cell = checked.cells[rival]
        kind = "turns" if cell.verdict is Verdict.TURNS else ""
        needed = number(cell.units_to_tell) if cell.verdict is Verdict.OPEN else label("")
        rates = [rate(cell.fast, percent(cell.fast.rate), kind), rate(cell.strong, "", kind)]
        moved = rate(cell.moved, moved_words(cell))
        rows.append([label(result.names[rival]), *rates, label(cell.verdict.value), needed, moved])
    columns = ["rival", "first", "check", "the first", "games that would tell", "moves by"]
    caption = f"The check, {play_words([second.plan.labels[0]])}, {second.plan.games:,} games a matchup"
    return sheet(f"{caption} (95 % for all {len(rows)} intervals together)", columns, rows, least=("moves by",))


def endings_sheet(result: Gauntlet) -> Sheet:
    """Why the deck loses against each rival, the hardest first."""
    lost = {rival: result.duels[0, rival].findings.lost_by["a"] for rival in result.row.order}
    reasons = [reason for reason in next(iter(lost.values())) if any(each[reason].games for each in lost.values())]
    rows = [
        [label(result.names[rival]), *(rate(each[reason].estimate) for reason in reasons)]
        for rival, each in lost.items()
    ]
    return sheet("How games are lost, of all games (95 % interval)", ["rival", *reasons], rows)


def gauntlet_parts(result: Gauntlet) -> Parts:
    """The answer, a bar a rival, how games go and what to look at; then how they are lost and when they end."""
    first: list[Block] = [gauntlet_sentences(result), rivals_sheet(result), course_sentences(result), look_at(result)]
    check = check_sheet(result)
    more: list[Block] = [*([] if check is None else [check]), endings_sheet(result), rounds(result.findings)]
    more += [alone_words(result)] if has_picks(result) else []
    return Parts(first, more, [*(f"Note: {note}" for note in notes(result)), Command(result.command)])
