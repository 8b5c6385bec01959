"""The answer of a gauntlet as it is handed out: a headline, one table of the rivals, plain values and a picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ucgsim.decks.finding import deck_word
from ucgsim.language import gettext as _
from ucgsim.language import marked
from ucgsim.report.sheet import (
    ENDS,
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
from ucgsim.simulate.plan import marks_json
from ucgsim.stats.agreement import likelihood_of_superiority, units_to_tell
from ucgsim.stats.random_effects import are_enough
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method
from ucgsim.studies.check import (
    CHECK_COLUMNS,
    MOVES,
    checked_cells,
    checker,
    decides_words,
    taken_words,
    verdict_words,
)
from ucgsim.studies.decks import card_remarks
from ucgsim.studies.duel.tables import rounds
from ucgsim.studies.kit.basis import basis_foot, below, players_json
from ucgsim.studies.matrix.answer import CERTAIN, median_round
from ucgsim.studies.matrix.plots import gauntlet_chart
from ucgsim.studies.matrix.row import ITSELF, Gauntlet

if TYPE_CHECKING:
    from ucgsim.report.charts import Chart


MOST_HARDEST = 2
"""Rivals that are named as the hardest one, which they may be."""
MOST_NAMED = 3
"""Rivals that a sentence names; of more the number is given."""


# The headline.


def _whom(result: Gauntlet) -> str:
    if result.field_source is not None:
        return _("the given field")
    rivals = result.names[1:]
    return rivals[0] if len(rivals) == 1 else _("these rivals")


def next_steps(result: Gauntlet) -> list[Command]:
    """What to ask next: which swap helps against the rival that costs most, and how these games go."""
    rival = result.costliest
    mine, other = map(deck_word, (result.decks[0], result.decks[rival]))
    swap = command_line(["ucgsim", "improve", mine, "--against", other])
    folder = result.duels[0, rival].folder
    closer = ["ucgsim", "duel", mine, other, "--full"] if folder is None else ["ucgsim", "report", str(folder.path)]
    name = result.names[rival]
    cards = _("Cards against {rival}: ").format(rival=name)
    return [Command(swap, cards), Command(command_line(closer), _("How games against {rival} go: ").format(rival=name))]


def method_words(result: Gauntlet) -> str:
    """What the numbers rest on, for a reader who knows the statistics."""
    row = result.row
    lines = [f"Played: {result.basis}.", f"These games alone: {result.mine} wins {interval(row.overall)}."]
    open_ones = [rival for rival in row.order if not row.rate(rival).excludes(0.5)]
    if open_ones:
        most = max(units_to_tell(row.rate(rival), 0.5) for rival in open_ones)
        named = ", ".join(result.names[rival] for rival in open_ones[:MOST_NAMED])
        more = f" and {len(open_ones) - MOST_NAMED} more" if len(open_ones) > MOST_NAMED else ""
        how = decides_words(most, result.plan.games, "about {games:,} games a matchup would do (-n {games})")
        lines.append(f"Not decided by these games: {named}{more}; {how}.")
    if result.check is not None and result.checked is not None:
        said = verdict_words(result.checked.overall, result.check.total)
        lines.append(f"The check ({result.check.basis}) {said}, over all rivals.")
    return "Method\n" + "\n".join(f"  {line}" for line in lines)


def course_words(result: Gauntlet) -> str:
    """What leading is worth, and when games end."""
    effect = result.effect_of_leading
    over = "" if len(result.leadings) == 1 else ", over all rivals as often as they are met"
    lead = "" if effect is None else f"Leading the first turn adds {points(effect)} to a win rate{over}. "
    return f"{lead}Half of all games are over by the end of Round {median_round(result.findings)}."


def field_words(result: Gauntlet) -> str:
    """Of whom the field consists."""
    if result.field_source is None:
        return _("every rival with the same share")
    itself = result.row.weights[ITSELF]
    text = _("shares of {file}; the deck itself, with {share}, counts as 50 %") if itself else _("shares of {file}")
    return text.format(file=Path(result.field_source).name, share=percent(itself))


def notes(result: Gauntlet) -> list[str]:
    """What a reader must know to judge the numbers."""
    return card_remarks(result.blank, result.edited)


# One table of the rivals: as a sheet, as rows of a data frame and as plain values.


OVER, LEAD, SHARE = marked("half over by Round"), marked("leading first adds"), marked("share of the field")


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


def _median(result: Gauntlet, rival: int) -> Estimate:
    return result.duels[ITSELF, rival].findings.survival.median


def _leading_json(result: Gauntlet, rival: int, *, part: str = "") -> Any:
    leading = result.leadings.get((ITSELF, rival))
    if leading is None:
        return None
    return leading.to_json()[part] if part else leading.to_json()


def _note(result: Gauntlet) -> str:
    turned = _("! contradicted by stronger play") if any(map(result.turns, result.row.order)) else ""
    given = "" if result.field_source is None else _("field: {field}").format(field=field_words(result))
    return SEPARATOR.join(filter(None, (turned, given)))


# The rest of what was found: the check, and how games are lost.


def check_sheet(result: Gauntlet) -> Sheet | None:
    """Every matchup under either play; None without a check."""
    checked, second = result.checked, result.check
    if checked is None or second is None:
        return None
    # What a narrow terminal leaves out stands last.
    columns = [*(name for name in CHECK_COLUMNS if name != MOVES), MOVES]
    cells = {rival: checked_cells(checked.cells[rival]) for rival in result.order}
    rows = [[label(result.names[rival]), *(each[name] for name in columns)] for rival, each in cells.items()]
    taken = taken_words([cell.games for cell in second.row.cells.values()])
    caption = f"Double-checked by {checker(second.plan.labels[0])}, {taken}"
    caption = f"{caption} (95 % for all {len(rows)} intervals together)"
    return sheet(caption, ["rival", *columns], rows, least=(MOVES,))


def endings_sheet(result: Gauntlet) -> Sheet:
    """Why the deck loses against each rival, the hardest first."""
    lost = {rival: result.duels[ITSELF, rival].findings.lost_by["a"] for rival in result.order}
    reasons = [reason for reason in next(iter(lost.values())) if any(each[reason].games for each in lost.values())]
    rows = [
        [label(result.names[rival]), *(rate(each[reason].estimate) for reason in reasons)]
        for rival, each in lost.items()
    ]
    return sheet("How games are lost, of all games (95 % interval)", ["rival", *reasons], rows)


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


# A gauntlet as it is handed out.


@dataclass(frozen=True, eq=False, repr=False)
class GauntletResult(Gauntlet):
    """One deck against its rivals; every number with its interval, its games and its policies."""

    def answer(self) -> str:
        """How the deck does over all rivals, and its worst matchup."""
        row, won = self.row, self.overall
        hardest = self.hardest
        if len(row.met) == 1 and won.excludes(0.5):
            text = _("{deck} wins {rate} of its games against {rivals}.")
        elif len(row.met) == 1:
            text = _("{deck} wins {rate} of its games against {rivals}: not decided yet.")
        elif not self.differs or len(hardest) > MOST_HARDEST:
            text = _("{deck} wins {rate} of its games against {rivals}; no rival is clearly the hardest.")
        else:
            text = _("{deck} wins {rate} of its games against {rivals}; its worst matchup is {hardest}.")
        named = _(" or ").join(self.names[rival] for rival in hardest)
        return text.format(deck=self.mine, rate=in_words(won), rivals=_whom(self), hardest=named)

    def parts(self) -> Parts:
        """The headline and the rivals, what qualifies them, and what to ask next; then all else."""
        check, plan, won = check_sheet(self), self.plan, self.overall
        more: list[Block] = [*([] if check is None else [check]), course_words(self), endings_sheet(self)]
        more += [rounds(self.findings).sheet(), method_words(self), Command(self.command)]
        table = self.as_table().sheet()
        first: list[Block] = [self.answer(), replace(table, note="")]
        both = won.method is Method.PLAYERS
        ends = basis_foot(
            _("{games:,} games a matchup").format(games=plan.games),
            plan,
            None if self.checked is None else self.checked.overall.verdict,
            both=both,
            enough=both and are_enough(self.row.overall, won),
            also=[table.note],
            checked=self.check.total if self.check is not None and self.check.race is not None else 0,
            matchups=[] if self.checked is None else [cell.verdict for cell in self.checked.cells.values()],
        )
        swap, closer = next_steps(self)
        return Parts(first, [closer, *more], notes(self), ends, below(self.panel), [swap])

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values; every rate is that of the deck."""
        row, plan = self.row, self.plan
        met = self.met
        return {
            "confidence": DEFAULT_CONFIDENCE,
            "deck": {"name": self.mine, "fingerprint": self.decks[0].fingerprint},
            "games": self.total,
            "games_per_matchup": plan.games,
            **plan.head_json,
            "policy": plan.labels[0],
            **marks_json(self.blank, self.edited),
            "players": players_json(self.panel),
            "overall": plain_beside(self.overall, row.overall),
            "share_of_itself": row.weights[ITSELF],
            "rivals_surely_differ": self.differs,
            "worst": _end_json(self, met[0]),
            "best": _end_json(self, met[-1]),
            "matchups": self.as_table().to_json(),
            "look_at": _look_at_json(self),
            "effect_of_leading": None if self.effect_of_leading is None else plain(self.effect_of_leading),
            "rounds": {"median": plain(self.findings.survival.median)},
            **({} if self.checked is None else {"check": _check_json(self)}),
            "games_per_second": self.played / self.seconds if self.played and self.seconds else None,
            "command": self.command,
        }

    def as_table(self) -> Table[int]:
        """One row a rival, the hardest first: share, rate, low, high, games, whether certain, Lead effect; policy."""
        row, plan = self.row, self.plan
        these = THESE * (self.panel is not None)

        def cell(rival: int) -> Cell:
            won = self.shown(rival)
            kind = ("better" if won.rate > 0.5 else "worse") + " certain" if self.is_certain(rival) else ""
            mark = "!" if self.turns(rival) else ""
            text = f"{in_short(won)}{mark}"
            whole = f"{interval(won)}{mark}"
            return rate(won, whole, "turns" if self.turns(rival) else kind, short=text)

        def effect(rival: int) -> Cell:
            if (ITSELF, rival) not in self.leadings:
                return label("")
            adds = self.leadings[ITSELF, rival].effect
            return rate(adds, f"{points(adds)}{these}", short=gained(adds))

        columns: list[Column[int]] = [
            Column("deck", lambda _: self.mine, meaning="whose games these are", kind=str, json=False),
            Column("rival", lambda rival: self.names[rival], marked("rival"), "against whom", str, names_row=True),
            Column("fingerprint", lambda rival: self.decks[rival].fingerprint, kind=str),
            Column("wins", lambda _: None, _("{deck} wins").format(deck=self.mine), show=cell, json=False),
            Column("bar", lambda _: None, SCALE, show=lambda rival: label(bar(self.shown(rival))), json=False),
            Column(
                "share",
                lambda rival: row.weights[rival],
                SHARE if self.field_source is not None else None,
                "share of the rival in the field",
                float,
                display=lambda share: number(share, percent(share)),
            ),
            Column("", self.shown, meaning="share of games won", alone=row.rate),
            Column("games", lambda rival: row.rate(rival).n, meaning="games played", kind=int, json=False),
            Column("points", lambda rival: row.cells[rival].points, kind=float),
            Column("of", lambda rival: row.cells[rival].games, kind=int),
            Column("likelihood_of_superiority", lambda rival: likelihood_of_superiority(self.shown(rival)), kind=float),
            Column("certain", self.is_certain, meaning=CERTAIN, kind=bool),
            Column("effect_of_leading", lambda rival: _leading_json(self, rival), kind=dict),
            Column("leads", lambda _: None, LEAD if self.leadings else None, show=effect, json=False),
            *_leading_columns(self),
            Column(
                "median_round",
                lambda rival: plain(_median(self, rival)),
                OVER,
                kind=dict,
                show=lambda rival: number(_median(self, rival).rate, f"{_median(self, rival).rate:.0f}"),
            ),
            Column("policy", lambda _: plan.labels[0], meaning="who decided", kind=str, json=False),
        ]
        return Table(columns, self.order, "", _note(self), (SHARE, OVER, LEAD))

    def chart(self) -> Chart:
        """A bar a rival with its interval, the hardest on top."""
        return gauntlet_chart(self)

    def sheet(self) -> Sheet:
        """The rivals, the hardest first, for a page, which has a picture for the bars."""
        return self.as_table().sheet().without(SCALE)
