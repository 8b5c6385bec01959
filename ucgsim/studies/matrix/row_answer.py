"""The answer of a gauntlet: a headline, one table of the rivals, and plain values."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ucgsim.report.sheet import (
    ENDS,
    PICKED,
    SCALE,
    SEPARATOR,
    THESE,
    Block,
    Cell,
    Command,
    Parts,
    Sheet,
    bar,
    gained,
    in_short,
    in_words,
    interval,
    label,
    number,
    percent,
    plain,
    plain_beside,
    points,
    rate,
    sheet,
)
from ucgsim.report.table import Column, Table
from ucgsim.safe_text import command_line
from ucgsim.stats.agreement import Verdict, likelihood_of_superiority, units_to_tell
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method
from ucgsim.studies.check import SAID, checker, moved_words, taken_words, verdict_words
from ucgsim.studies.decks import blank_remark, edited_remark
from ucgsim.studies.duel.tables import rounds
from ucgsim.studies.kit.basis import basis_foot, below, is_enough, players_json
from ucgsim.studies.leading import effect_words
from ucgsim.studies.matrix.answer import median_round

if TYPE_CHECKING:
    from ucgsim.studies.matrix.row import Gauntlet


MOST_HARDEST = 2
"""Rivals that are named as the hardest one, which they may be."""
MOST_NAMED = 3
"""Rivals that a sentence names; of more the number is given."""
ITSELF = 0


# The headline.


def headline(result: Gauntlet) -> str:
    """How the deck does over all rivals, and its worst matchup."""
    row, won = result.row, result.overall
    head = f"{result.mine} wins {in_words(won)} of its games against {_whom(result)}"
    if len(row.met) == 1:
        return f"{head}{'' if won.excludes(0.5) else ': not decided yet'}."
    hardest = result.hardest
    if not result.differs or len(hardest) > MOST_HARDEST:
        return f"{head}; no rival is clearly the hardest."
    return f"{head}; its worst matchup is {' or '.join(result.names[rival] for rival in hardest)}."


def _whom(result: Gauntlet) -> str:
    if result.field_source is not None:
        return "the given field"
    rivals = result.names[1:]
    return rivals[0] if len(rivals) == 1 else "these rivals"


def next_steps(result: Gauntlet) -> list[Command]:
    """What to ask next: which swap helps against the rival that costs most, and how these games go."""
    rival = result.costliest
    mine, other = (str(deck.source or deck.name) for deck in (result.decks[0], result.decks[rival]))
    swap = command_line(["ucgsim", "improve", mine, "--against", other])
    folder = result.duels[0, rival].folder
    closer = ["ucgsim", "duel", mine, other, "--full"] if folder is None else ["ucgsim", "report", str(folder.path)]
    name = result.names[rival]
    return [Command(swap, f"Cards against {name}: "), Command(command_line(closer), f"How games against {name} go: ")]


def method_words(result: Gauntlet) -> str:
    """What the numbers rest on, for a reader who knows the statistics."""
    row = result.row
    lines = [f"Played: {result.basis}.", f"These games alone: {result.mine} wins {interval(row.overall)}."]
    picked = [rival for rival in row.order if row.shown(rival).method is Method.PICKED]
    if picked:
        each = "; ".join(f"{result.names[rival]} {interval(row.rate(rival))}" for rival in picked)
        lines.append(f"Without allowing for the choice of the worst and the best matchup: {each}.")
    open_ones = [rival for rival in row.order if not row.rate(rival).excludes(0.5)]
    if open_ones:
        most = max(units_to_tell(row.rate(rival), 0.5) for rival in open_ones)
        named = ", ".join(result.names[rival] for rival in open_ones[:MOST_NAMED])
        more = f" and {len(open_ones) - MOST_NAMED} more" if len(open_ones) > MOST_NAMED else ""
        lines.append(f"Not decided by these games: {named}{more}; about {most:,} games a matchup would do (-n {most}).")
    if result.check is not None and result.checked is not None:
        said = verdict_words(result.checked.overall, result.check.total)
        lines.append(f"The check ({result.check.basis}) {said}, over all rivals.")
    return "Method\n" + "\n".join(f"  {line}" for line in lines)


def course_words(result: Gauntlet) -> str:
    """What leading is worth, and when games end."""
    effect = result.effect_of_leading
    over = "" if len(result.leadings) == 1 else ", over all rivals as often as they are met"
    lead = "" if effect is None else f"Leading the first turn adds {effect_words(effect)} to a win rate{over}. "
    return f"{lead}Half of all games are over by the end of Round {median_round(result.findings)}."


def field_words(result: Gauntlet) -> str:
    """Of whom the field consists."""
    if result.field_source is None:
        return "every rival with the same share"
    itself = result.row.weights[ITSELF]
    own = f"; the deck itself, with {percent(itself)}, counts as 50 %" if itself else ""
    return f"shares of {Path(result.field_source).name}{own}"


def notes(result: Gauntlet) -> list[str]:
    """What a reader must know to judge the numbers."""
    blank = [blank_remark(result.blank)] if result.blank else []
    return blank + ([edited_remark(result.edited)] if result.edited else [])


# One table of the rivals: as a sheet, as rows of a data frame and as plain values.


OVER, LEAD, SHARE = "half over by Round", "leading first adds", "share of the field"


def rivals(result: Gauntlet) -> Table[int]:
    """Every rival, the hardest first."""
    row, plan = result.row, result.plan
    these = THESE * (result.panel is not None)

    def cell(rival: int) -> Cell:
        won = result.shown(rival)
        kind = ("better" if won.rate > 0.5 else "worse") + " certain" if result.is_certain(rival) else ""
        mark = "!" if result.turns(rival) else ""
        text = f"{in_short(won)}{mark}"
        whole = f"{interval(won)}{mark}{PICKED * (row.shown(rival).method is Method.PICKED)}"
        return rate(won, whole, "turns" if result.turns(rival) else kind, short=text)

    def effect(rival: int) -> Cell:
        if (ITSELF, rival) not in result.leadings:
            return label("")
        adds = result.leadings[ITSELF, rival].effect
        return rate(adds, f"{points(adds)}{these}", short=gained(adds))

    columns: list[Column[int]] = [
        Column("deck", lambda _: result.mine, meaning="whose games these are", kind=str, json=False),
        Column("rival", lambda rival: result.names[rival], "rival", "against whom", str, names_row=True),
        Column("fingerprint", lambda rival: result.decks[rival].fingerprint, kind=str),
        Column("wins", lambda _: None, f"{result.mine} wins", show=cell, json=False),
        Column("bar", lambda _: None, SCALE, show=lambda rival: label(bar(result.shown(rival))), json=False),
        Column(
            "share",
            lambda rival: row.weights[rival],
            SHARE if result.field_source is not None else None,
            "share of the rival in the field",
            float,
            display=lambda share: number(share, percent(share)),
        ),
        Column("", result.shown, meaning="share of games won", alone=row.rate),
        Column("games", lambda rival: row.rate(rival).n, meaning="games played", kind=int, json=False),
        Column("points", lambda rival: row.cells[rival].points, kind=float),
        Column("of", lambda rival: row.cells[rival].games, kind=int),
        Column("likelihood_of_superiority", lambda rival: likelihood_of_superiority(result.shown(rival)), kind=float),
        Column("certain", result.is_certain, meaning=CERTAIN, kind=bool),
        Column("effect_of_leading", lambda rival: _leading_json(result, rival), kind=dict),
        Column("leads", lambda _: None, LEAD if result.leadings else None, show=effect, json=False),
        *_leading_columns(result),
        Column(
            "median_round",
            lambda rival: plain(_median(result, rival)),
            OVER,
            kind=dict,
            show=lambda rival: number(_median(result, rival).rate, f"{_median(result, rival).rate:.0f}"),
        ),
        Column("policy", lambda _: plan.labels[0], meaning="who decided", kind=str, json=False),
    ]
    return Table(columns, result.order, "", _note(result), (SHARE, OVER, LEAD))


def _leading_columns(result: Gauntlet) -> list[Column[int]]:
    """What leading adds with its interval, as columns of records."""
    return [
        Column(
            f"leading_adds{f'_{end}' * (end != 'rate')}",
            partial(_leading_json, result, part=end),
            meaning=f"{says}what leading the first turn adds to the share of games won, by these games alone",
            kind=float,
            json=False,
        )
        for end, says in zip(ENDS, ("", "lower end of ", "upper end of "), strict=True)
    ]


CERTAIN = "whether it is certain, with all others that are, which side is better"


def _median(result: Gauntlet, rival: int) -> Estimate:
    return result.duels[ITSELF, rival].findings.survival.median


def _leading_json(result: Gauntlet, rival: int, *, part: str = "") -> Any:
    leading = result.leadings.get((ITSELF, rival))
    if leading is None:
        return None
    return leading.to_json()[part] if part else leading.to_json()


def _note(result: Gauntlet) -> str:
    turned = "! contradicted by stronger play" if any(map(result.turns, result.row.order)) else ""
    given = "" if result.field_source is None else f"field: {field_words(result)}"
    return SEPARATOR.join(filter(None, (turned, given)))


def page_sheet(result: Gauntlet) -> Sheet:
    """The same for a page, which has a picture for the bars."""
    return rivals(result).sheet().without(SCALE)


# The rest of what was found: the check, and how games are lost.


def check_sheet(result: Gauntlet) -> Sheet | None:
    """Every matchup under either play; None without a check."""
    checked, second = result.checked, result.check
    if checked is None or second is None:
        return None
    rows = []
    for rival in result.order:
        cell = checked.cells[rival]
        kind = "turns" if cell.verdict is Verdict.TURNS else ""
        needed = number(cell.units_to_tell) if cell.verdict is Verdict.OPEN else label("")
        rates = [rate(cell.fast, percent(cell.fast.rate), kind), rate(cell.strong, "", kind)]
        moved = rate(cell.moved, moved_words(cell))
        rows.append([label(result.names[rival]), *rates, label(SAID[cell.verdict]), needed, moved])
    columns = ["rival", "first", "check", "the first is", "games that would decide", "moves by"]
    taken = taken_words([cell.games for cell in second.row.cells.values()])
    caption = f"Double-checked by {checker(second.plan.labels[0])}, {taken}"
    return sheet(f"{caption} (95 % for all {len(rows)} intervals together)", columns, rows, least=("moves by",))


def endings_sheet(result: Gauntlet) -> Sheet:
    """Why the deck loses against each rival, the hardest first."""
    lost = {rival: result.duels[ITSELF, rival].findings.lost_by["a"] for rival in result.order}
    reasons = [reason for reason in next(iter(lost.values())) if any(each[reason].games for each in lost.values())]
    rows = [
        [label(result.names[rival]), *(rate(each[reason].estimate) for reason in reasons)]
        for rival, each in lost.items()
    ]
    return sheet("How games are lost, of all games (95 % interval)", ["rival", *reasons], rows)


def gauntlet_parts(result: Gauntlet) -> Parts:
    """The headline and the rivals, what qualifies them, and what to ask next; then all else."""
    check, plan, won = check_sheet(result), result.plan, result.overall
    more: list[Block] = [*([] if check is None else [check]), course_words(result), endings_sheet(result)]
    more += [rounds(result.findings).sheet(), method_words(result), Command(result.command)]
    table = rivals(result).sheet()
    first: list[Block] = [headline(result), replace(table, note="")]
    both = won.method is Method.PLAYERS
    ends = basis_foot(
        f"{plan.games:,} games a matchup",
        plan,
        None if result.checked is None else result.checked.overall.verdict,
        both=both,
        enough=both and is_enough(result.row.overall, won),
        also=[table.note],
        checked=result.check.total if result.check is not None and result.check.race is not None else 0,
    )
    last: list[Block] = [*(f"Note: {note}" for note in notes(result)), *next_steps(result)[:1]]
    more.insert(0, next_steps(result)[1])
    return Parts(first, more, last, ends, below(result.panel))


def gauntlet_json(result: Gauntlet) -> dict[str, Any]:
    """The answer as plain values; every rate is that of the deck."""
    row, plan = result.row, result.plan
    met = result.met
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
        "players": players_json(result.panel),
        "overall": plain_beside(result.overall, row.overall),
        "share_of_itself": row.weights[ITSELF],
        "rivals_surely_differ": result.differs,
        "worst": _end_json(result, met[0]),
        "best": _end_json(result, met[-1]),
        "matchups": rivals(result).to_json(),
        "look_at": _look_at_json(result),
        "effect_of_leading": None if result.effect_of_leading is None else plain(result.effect_of_leading),
        "rounds": {"median": plain(result.findings.survival.median)},
        **({} if result.checked is None else {"check": _check_json(result)}),
        "games_per_second": result.played / result.seconds if result.played and result.seconds else None,
        "command": result.command,
    }


def _end_json(result: Gauntlet, rival: int) -> dict[str, Any]:
    won = plain_beside(result.shown(rival), result.row.rate(rival))
    return {"rival": result.names[rival], **won, "picked_from": len(result.row.met)}


def _look_at_json(result: Gauntlet) -> dict[str, Any]:
    """The matchup that costs most, by who led first, and the ones that are too close to call."""
    row, rival = result.row, result.costliest
    matchup, leads = result.matchup(rival), {}
    for word, side in (("leading", "a"), ("following", "b")):
        won = matchup.won("a", side)
        leads[word] = plain_beside(won.estimate, won.by_games)
    open_ones = [each for each in result.order if not result.shown(each).excludes(0.5)]
    needed = max((units_to_tell(row.rate(each), 0.5) for each in open_ones), default=None)
    too_close = {"too_close_to_call": [result.names[each] for each in open_ones], "games_to_tell": needed}
    return {"costliest": {"rival": result.names[rival], **leads}} | too_close


def _check_json(result: Gauntlet) -> dict[str, Any]:
    second, checked = result.check, result.checked
    assert second is not None, "what is checked has a check"
    assert checked is not None, "what is checked has a check"
    each = None if second.race is not None else second.plan.games
    games = {"games_per_matchup": each, "games": second.total}
    return {"policy": second.plan.labels[0], **games, "seed": second.plan.seed} | checked.to_json(result.names)
