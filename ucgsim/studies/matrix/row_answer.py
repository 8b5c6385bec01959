"""The answer of a gauntlet in sentences, tables and plain values."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ucgsim.report.sheet import (
    PICKED,
    SCALE,
    Block,
    Cell,
    Command,
    Parts,
    Sheet,
    bar,
    interval,
    label,
    number,
    percent,
    plain,
    rate,
    sheet,
)
from ucgsim.safe_text import command_line
from ucgsim.stats.agreement import Verdict, likelihood_of_superiority, units_to_tell
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method
from ucgsim.studies.check import moved_words, play_words
from ucgsim.studies.decks import blank_remark, edited_remark
from ucgsim.studies.duel.answer import rounds
from ucgsim.studies.leading import effect_words
from ucgsim.studies.matrix.answer import median_round

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ucgsim.studies.matrix.row import Gauntlet, Row, RowCheck


MOST_NAMED = 3
"""Rivals that a sentence names; of more the number is told."""


def gauntlet_sentences(result: Gauntlet) -> str:
    """How the deck does over all rivals, against whom worst and best, whether that stands, and what it rests on."""
    basis = f"{result.check.basis}; {result.basis}" if result.check and _is_turned(result) else result.basis
    cells = [] if result.checked is None else [_cells_checked(result, result.checked)]
    return " ".join([*answer_words(result), *checked_words(result), *cells, f"Played: {basis}."])


def _is_turned(result: Gauntlet) -> bool:
    return result.checked is not None and result.checked.overall.verdict is Verdict.TURNS


def answer_words(result: Gauntlet) -> list[str]:
    """How the deck does over all rivals, and against whom worst and best; of the check where it turns that."""
    shown = result.check if result.check is not None and _is_turned(result) else result
    row = shown.row
    rate = f"{shown.mine} wins {interval(row.overall)} of its games against {_whom(shown)}"
    verdict = f"{rate}: {_verdict(row.overall, play_words([shown.plan.labels[0]]))}."
    ends = ends_words(row, shown.names)
    return [verdict, ends] if ends else [verdict]


def checked_words(result: Gauntlet) -> list[str]:
    """What a check makes of it, in a sentence; nothing where there is none."""
    if result.checked is None:
        return []
    if _is_turned(result):
        return [f"That turns the answer of the first play, by which it wins {interval(result.row.overall)}."]
    return [_not_turned(result, result.checked)]


def _whom(result: Gauntlet) -> str:
    if result.field_source is not None:
        return "the given field"
    rivals = result.names[1:]
    return rivals[0] if len(rivals) == 1 else f"these {len(rivals)} rivals"


def _verdict(rate: Estimate, play: str) -> str:
    if rate.method is Method.BY_CONSTRUCTION:
        return "that field is the deck itself"
    if not rate.excludes(0.5):
        return f"whether that is more than half is too close to call {play}"
    return f"{'more' if rate.rate > 0.5 else 'less'} than half for sure {play}"


def ends_words(row: Row, names: Sequence[str]) -> str:
    """The worst and the best matchup, each as the pick that it is."""
    if len(row.met) == 1:
        return ""
    if not row.differs:
        return f"By these games no rival is surely harder than another (95 % for every two of {len(row.met)})."
    worst = f"Worst matchup: {names[row.worst]}, {_of_pick(row.of_worst, f'as the hardest of {len(row.met)}')}"
    best = f"best: {names[row.best]}, {_of_pick(row.of_best, f'as the best of {len(row.met)}')}"
    return f"{worst}; {best}."


def _of_pick(rate: Estimate, how: str) -> str:
    return f"{interval(rate)[:-1]}; {how})" if rate.method is Method.PICKED else interval(rate)


def _not_turned(result: Gauntlet, checked: RowCheck) -> str:
    second = result.check
    assert second is not None, "what is checked has a check"
    head = f"Checked {play_words([second.plan.labels[0]])} on both sides, {second.plan.games:,} games a matchup"
    says = "this stands" if checked.overall.verdict is Verdict.STANDS else "which side of half it is can't be told yet"
    return f"{head}, {says}: it wins {interval(checked.overall.strong)}, {moved_words(checked.overall)}."


def _cells_checked(result: Gauntlet, checked: RowCheck) -> str:
    stand, turn, still = (checked.rivals(verdict) for verdict in Verdict)
    named = f" ({_named(result, turn)})" if turn else ""
    return (
        f"Of {_many(len(checked.cells), 'matchup')} {_many(len(stand), 'stand', third=True)}, "
        f"{_many(len(turn), 'turn', third=True)}{named} and {len(still)} can't be told yet, with 95 % for all of them "
        f"together."
    )


def _many(number: int, word: str, *, third: bool = False) -> str:
    """A number with its noun, or with a verb of the third person."""
    return f"{number} {word}{'s' if (number == 1) is third else ''}"


def _named(result: Gauntlet, rivals: list[int]) -> str:
    shown = ", ".join(result.names[rival] for rival in rivals[:MOST_NAMED])
    return f"{shown} and {len(rivals) - MOST_NAMED} more" if len(rivals) > MOST_NAMED else shown


def course_sentences(result: Gauntlet) -> str:
    """What leading is worth, and when games end."""
    effect = result.effect_of_leading
    over = "" if len(result.leadings) == 1 else ", over all rivals as often as they are met"
    lead = "" if effect is None else f"Leading the first turn adds {effect_words(effect)} to a win rate{over}. "
    return f"{lead}Half of all games are over by the end of Round {median_round(result.findings)}."


def look_at(result: Gauntlet) -> str:
    """What to look at next: the matchup that costs most, and what is still open."""
    row = result.row
    lines = [f"What to look at:\n{_costliest(result)}"]
    open_ones = [rival for rival in row.order if not row.rate(rival).excludes(0.5)]
    if open_ones:
        most = max(units_to_tell(row.rate(rival), 0.5) for rival in open_ones)
        needed = f"about {most:,} games of each matchup would tell (-n {most})"
        lines.append(f"  Too close to call: {_named(result, open_ones)}; {needed}.")
    return "\n".join(lines)


def _costliest(result: Gauntlet) -> str:
    """The matchup that costs most: how it goes by Lead, and how to learn more of it."""
    row, rival = result.row, result.row.costliest
    name, findings = result.names[rival], result.duels[0, rival].findings
    leads, follows = (findings.by_first_lead[side]["a"] for side in ("a", "b"))
    why = "the hardest" if rival == row.worst else "which costs the most in this field"
    text = f"  {name}, {why}: {interval(leads)} of games won leading first, {interval(follows)} following"
    return f"{text}. How these games go: {command_line(_closer(result, rival))}"


def _closer(result: Gauntlet, rival: int) -> list[str]:
    """The words of a command that looks at one matchup."""
    folder = result.duels[0, rival].folder
    if folder is not None:
        return ["ucgsim", "report", str(folder.path)]
    decks = (result.decks[0], result.decks[rival])
    return ["ucgsim", "duel", *(str(deck.source or deck.name) for deck in decks), "--full"]


def field_words(result: Gauntlet) -> str:
    """Of whom the field consists."""
    if result.field_source is None:
        return "every rival with the same share"
    itself = result.row.weights[0]
    own = f"; the deck itself, with {percent(itself)}, counts as 50 %" if itself else ""
    return f"shares of {Path(result.field_source).name}{own}"


def notes(result: Gauntlet) -> list[str]:
    """What a reader must know to judge the numbers."""
    blank = [blank_remark(result.blank)] if result.blank else []
    return blank + ([edited_remark(result.edited)] if result.edited else [])


def gauntlet_json(result: Gauntlet) -> dict[str, Any]:
    """The answer as plain values; every rate is that of the deck."""
    row, plan = result.row, result.plan
    return {
        "confidence": DEFAULT_CONFIDENCE,
        "deck": {"name": result.mine, "fingerprint": result.decks[0].fingerprint},
        "games": result.total,
        "games_per_matchup": plan.games,
        "seed": plan.seed,
        "rules": plan.rules,
        "redraw_procedure": plan.redraw_procedure.value,
        "policy": plan.labels[0],
        "blank": result.blank,
        "edited": result.edited,
        "overall": plain(row.overall),
        "share_of_itself": row.weights[0],
        "rivals_surely_differ": row.differs,
        "worst": _end_json(result, row.worst, row.of_worst),
        "best": _end_json(result, row.best, row.of_best),
        "matchups": [_matchup_json(result, rival) for rival in row.order],
        "look_at": _look_at_json(result),
        "effect_of_leading": None if result.effect_of_leading is None else plain(result.effect_of_leading),
        "rounds": {"median": plain(result.findings.survival.median)},
        **({} if result.checked is None else {"check": _check_json(result)}),
        "games_per_second": result.played / result.seconds if result.played and result.seconds else None,
        "command": result.command,
    }


def _end_json(result: Gauntlet, rival: int, estimate: Estimate) -> dict[str, Any]:
    row = result.row
    alone = {"without_allowing_for_the_choice": plain(row.rate(rival))}
    return {"rival": result.names[rival], **plain(estimate), "picked_from": len(row.met), **alone}


def _look_at_json(result: Gauntlet) -> dict[str, Any]:
    """The matchup that costs most, by who led first, and the ones that are too close to call."""
    row, rival = result.row, result.row.costliest
    findings = result.duels[0, rival].findings
    leads = {word: plain(findings.by_first_lead[side]["a"]) for word, side in (("leading", "a"), ("following", "b"))}
    open_ones = [each for each in row.order if not row.rate(each).excludes(0.5)]
    needed = max((units_to_tell(row.rate(each), 0.5) for each in open_ones), default=None)
    too_close = {"too_close_to_call": [result.names[each] for each in open_ones], "games_to_tell": needed}
    return {"costliest": {"rival": result.names[rival], **leads}} | too_close


def _matchup_json(result: Gauntlet, rival: int) -> dict[str, Any]:
    row, cell = result.row, result.row.cells[rival]
    leading = result.leadings.get((0, rival))
    return {
        "rival": result.names[rival],
        "fingerprint": result.decks[rival].fingerprint,
        "share": row.weights[rival],
        **plain(row.shown(rival)),
        "without_allowing_for_the_choice": plain(row.rate(rival)),
        "points": cell.points,
        "of": cell.games,
        "likelihood_of_superiority": likelihood_of_superiority(row.rate(rival)),
        "certain": result.is_certain(rival),
        "effect_of_leading": None if leading is None else leading.to_json(),
        "median_round": plain(result.duels[0, rival].findings.survival.median),
    }


def _check_json(result: Gauntlet) -> dict[str, Any]:
    second, checked = result.check, result.checked
    assert second is not None, "what is checked has a check"
    assert checked is not None, "what is checked has a check"
    terms = {"policy": second.plan.labels[0], "games_per_matchup": second.plan.games, "seed": second.plan.seed}
    return terms | checked.to_json(result.names)


# The tables of a gauntlet that a terminal, a page and a notebook show, each described once.


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
