"""The answer of a gauntlet as it is handed out: a headline, one table of the rivals, plain values and a picture."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ucgsim.cards.catalog import load_catalog
from ucgsim.decks.finding import deck_word
from ucgsim.language import gettext as _
from ucgsim.language import marked
from ucgsim.report.charts import drawn
from ucgsim.report.page import Page, Section, deck_section
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
from ucgsim.stats.agreement import Checked, likelihood_of_superiority, units_to_tell
from ucgsim.studies.check import CHECK_COLUMNS, MOVES, checked_cells, checked_json, decides_words, verdict_words
from ucgsim.studies.duel.plots import chance_by_round, redraws, rounds_of_the_end
from ucgsim.studies.duel.tables import rounds
from ucgsim.studies.kit.basis import below, simply_json
from ucgsim.studies.leading import over_field
from ucgsim.studies.matrix.answer import CERTAIN, check_heading, foot_of, head_json, notes, rival_cell, side_title
from ucgsim.studies.matrix.field import Field
from ucgsim.studies.matrix.findings import FieldCheck, Meetings
from ucgsim.studies.matrix.played import NOWHERE, PlayedDuels, Shown, median_round, show_matchups
from ucgsim.studies.matrix.plots import FIELD, rivals_chart

if TYPE_CHECKING:
    from ucgsim.cards.catalog import Catalog
    from ucgsim.report.charts import Chart
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.duel.answer import DuelResult
    from ucgsim.studies.kit.page import ReportJob


MOST_HARDEST = 2
"""Rivals that are named as the hardest one, which they may be."""
MOST_NAMED = 3
"""Rivals that a sentence names; of more the number is given."""


ITSELF = 0
"""The place of the deck whose games these are; its rivals are 1, 2, ..."""


class RowCheck(FieldCheck["GauntletResult"]):
    """A deck that met its rivals twice."""

    @cached_property
    def overall(self) -> Checked:
        """The whole field under either play."""
        return Checked(self.first.field.rate(ITSELF), self.second.field.rate(ITSELF))


def _whom(result: GauntletResult) -> str:
    if result.field_source is not None:
        return _("the given field")
    rivals = result.names[1:]
    return rivals[0] if len(rivals) == 1 else _("these rivals")


def next_steps(result: GauntletResult) -> list[Command]:
    """What to ask next: which swap helps against the rival that costs most, and how these games go."""
    rival = result.costliest
    mine, other = map(deck_word, (result.decks[0], result.decks[rival]))
    swap = command_line(["ucgsim", "improve", mine, "--against", other])
    folder = result.duels[0, rival].folder
    closer = ["ucgsim", "duel", mine, other, "--full"] if folder is None else ["ucgsim", "report", str(folder.path)]
    name = result.names[rival]
    cards = _("Cards against {rival}: ").format(rival=name)
    return [Command(swap, cards), Command(command_line(closer), _("How games against {rival} go: ").format(rival=name))]


def method_words(result: GauntletResult) -> str:
    """What the numbers rest on, for a reader who knows the statistics."""
    field = result.field
    lines = [f"Played: {result.basis}.", f"These games alone: {result.mine} wins {interval(field.rate(ITSELF))}."]
    rates = {rival: field.cell(ITSELF, rival) for _, rival in result.cells}
    open_ones = sorted((each for each in rates if not rates[each].excludes(0.5)), key=lambda each: rates[each].rate)
    if open_ones:
        most = max(units_to_tell(rates[rival], 0.5) for rival in open_ones)
        named = ", ".join(result.names[rival] for rival in open_ones[:MOST_NAMED])
        more = f" and {len(open_ones) - MOST_NAMED} more" if len(open_ones) > MOST_NAMED else ""
        how = decides_words(most, result.plan.games, "about {games:,} games a matchup would do (-n {games})")
        lines.append(f"Not decided by these games: {named}{more}; {how}.")
    if result.check is not None and result.checked is not None:
        said = verdict_words(result.checked.overall, result.check.total)
        lines.append(f"The check ({result.check.basis}) {said}, over all rivals.")
    return "\n  ".join(["Method", *lines])


def course_words(result: GauntletResult) -> str:
    """What leading is worth, and when games end."""
    effect = result.effect_of_leading
    over = "" if len(result.leadings) == 1 else ", over all rivals as often as they are met"
    lead = "" if effect is None else f"Leading the first turn adds {points(effect)} to a win rate{over}. "
    return f"{lead}Half of all games are over by the end of Round {median_round(result.play.findings)}."


def field_words(result: GauntletResult) -> str:
    """Of whom the field consists."""
    if result.field_source is None:
        return _("every rival with the same share")
    itself = result.field.weights[ITSELF]
    text = _("shares of {file}; the deck itself, with {share}, counts as 50 %") if itself else _("shares of {file}")
    return text.format(file=Path(result.field_source).name, share=percent(itself))


# One table of the rivals: as a sheet, as rows of a data frame and as plain values.


OVER, LEAD, SHARE = marked("half over by Round"), marked("leading first adds"), marked("share of the field")


def _leading_columns(result: GauntletResult) -> list[Column[int]]:
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


def _median(result: GauntletResult, rival: int) -> Estimate:
    return result.duels[ITSELF, rival].findings.survival.median


def _leading_json(result: GauntletResult, rival: int, *, part: str = "") -> Any:
    leading = result.leadings.get((ITSELF, rival))
    if leading is None:
        return None
    return leading.to_json()[part] if part else leading.to_json()


def _note(result: GauntletResult) -> str:
    turned = _("! contradicted by stronger play") if any(result.turns(*key) for key in result.cells) else ""
    given = "" if result.field_source is None else _("field: {field}").format(field=field_words(result))
    return SEPARATOR.join(filter(None, (turned, given)))


# The rest of what was found: the check, and how games are lost.


def check_sheet(result: GauntletResult) -> Sheet | None:
    """Every matchup under either play; None without a check."""
    checked = result.checked
    if checked is None:
        return None
    # What a narrow terminal leaves out stands last.
    columns = [*(name for name in CHECK_COLUMNS if name != MOVES), MOVES]
    cells = {rival: checked_cells(checked.cells[ITSELF, rival]) for rival in result.order}
    rows = [[label(result.names[rival]), *(each[name] for name in columns)] for rival, each in cells.items()]
    return sheet(check_heading(checked), ["rival", *columns], rows, least=(MOVES,))


def endings_sheet(result: GauntletResult) -> Sheet:
    """Why the deck loses against each rival, the hardest first."""
    lost = {rival: result.duels[ITSELF, rival].findings.lost_by["a"] for rival in result.order}
    reasons = [reason for reason in next(iter(lost.values())) if any(each[reason].games for each in lost.values())]
    rows = [
        [label(result.names[rival]), *(rate(each[reason].estimate) for reason in reasons)]
        for rival, each in lost.items()
    ]
    return sheet("How games are lost, of all games (95 % interval)", ["rival", *reasons], rows)


def _end_json(result: GauntletResult, rival: int) -> dict[str, Any]:
    won = plain_beside(result.shown(rival), result.field.cell(ITSELF, rival))
    return {"rival": result.names[rival], **won, "picked_from": len(result.met)}


def _look_at_json(result: GauntletResult) -> dict[str, Any]:
    """The matchup that costs most, by who led first, and the ones that are too close to call."""
    rival = result.costliest
    matchup, leads = result.matchup(rival), {}
    for word, side in (("leading", "a"), ("following", "b")):
        won = matchup.won("a", side)
        leads[word] = plain_beside(won.estimate, won.by_games)
    open_ones = [each for each in result.order if not result.shown(each).excludes(0.5)]
    needed = max((units_to_tell(result.field.cell(ITSELF, each), 0.5) for each in open_ones), default=None)
    too_close = {"too_close_to_call": [result.names[each] for each in open_ones], "games_to_tell": needed}
    return {"costliest": {"rival": result.names[rival], **leads}} | too_close


def _check_json(checked: RowCheck) -> dict[str, Any]:
    names = checked.first.names
    matchups = [{"rival": names[rival], **checked_json(cell)} for (_, rival), cell in checked.cells.items()]
    return {**checked.head_json, "overall": checked_json(checked.overall), "matchups": matchups}


# A gauntlet as it is handed out.


@dataclass(frozen=True, eq=False, repr=False)
class GauntletResult(Meetings[PlayedDuels]):
    """Games of the first of ``decks`` against each other one: its row of their matrix, with the same games.

    ``weights``: the share of each deck in the field, from the file ``field_source``; without one all rivals have equal
    shares, and the deck itself none.
    """

    @property
    def mine(self) -> str:
        """The name of the deck whose games these are."""
        return self.names[ITSELF]

    @cached_property
    def field(self) -> Field:
        """What its games say of it."""
        rivals = len(self.cells)
        race = self.play.race
        stops = None if race is None or not race.check else race.stops(rivals)
        return Field(self.cells, self.weights or (0.0, *[1 / rivals] * rivals), stops=stops)

    @cached_property
    def checked(self) -> RowCheck | None:
        """What another policy makes of it, where that was asked."""
        return None if self.check is None else RowCheck(self, self.check)

    def shown(self, rival: int) -> Estimate:
        """How often the deck wins against a rival, with both errors where good players played; never as a pick."""
        return self.cell(ITSELF, rival)

    @property
    def overall(self) -> Estimate:
        """How often the deck wins against all rivals by their shares, with both errors where good players played."""
        return self.across.rate(ITSELF)

    def matchup(self, rival: int) -> DuelResult:
        """The matchup with a rival and its check, as it is shown here."""
        return replace(self.duels[ITSELF, rival], within=self.within((ITSELF, rival)))

    @cached_property
    def order(self) -> list[int]:
        """All rivals, the hardest first."""
        return sorted(range(1, len(self.names)), key=lambda rival: self.shown(rival).rate)

    @property
    def met(self) -> list[int]:
        """The rivals that are in the field, the hardest first."""
        return self.across.met(ITSELF)

    def matchup_for(self, pick: str) -> int:
        """The rival of whose games one is shown: the hardest for ``lost``, the easiest for ``won``, or the evenest."""
        met = self.met
        ends = {"lost": met[0], "won": met[-1]}
        return ends[pick] if pick in ends else min(met, key=lambda rival: abs(self.shown(rival).rate - 0.5))

    @cached_property
    def hardest(self) -> list[int]:
        """The hardest rival of those in the field, and those that may be as hard: the intervals of both overlap so far.

        Two estimates differ where the difference is more than the root of the sum of the squares of both half widths.
        """
        # Who is named was picked, which its interval knows here and in no table.
        met, picks = self.met, self.across.ends(ITSELF) if self.field.differs(ITSELF) else {}
        first, *others = (picks.get(rival) or self.shown(rival) for rival in met)
        close = [first, *(each for each in others if each.rate - first.rate < math.hypot(each.width, first.width) / 2)]
        return met[: len(close)]

    @property
    def differs(self) -> bool:
        """Whether some rival of the field is surely harder than another: by these games, and as they are shown."""
        return self.field.differs(ITSELF) and len(self.hardest) < len(self.met)

    @cached_property
    def costliest(self) -> int:
        """The rival that costs the most points of the whole field: how often it is met, and how often it wins."""
        cost = {rival: self.field.weights[rival] * (self.shown(rival).rate - 0.5) for rival in self.field.met(ITSELF)}
        return min(cost, key=cost.__getitem__)

    @property
    def effect_of_leading(self) -> Estimate | None:
        """What leading adds to a win rate over the rivals as often as they are met; None where it was not asked."""
        return over_field(self.leadings, (1.0, *self.field.weights[1:])) if self.leadings else None

    def answer(self) -> str:
        """How the deck does over all rivals, and its worst matchup."""
        won, hardest, rivals = self.overall, self.hardest, len(self.met)
        if rivals == 1 and won.excludes(0.5):
            text = _("{deck} wins {rate} of its games against {rivals}.")
        elif rivals == 1:
            text = _("{deck} wins {rate} of its games against {rivals}: not decided yet.")
        elif not self.differs or len(hardest) > MOST_HARDEST:
            text = _("{deck} wins {rate} of its games against {rivals}; no rival is clearly the hardest.")
        else:
            text = _("{deck} wins {rate} of its games against {rivals}; its worst matchup is {hardest}.")
        named = _(" or ").join(self.names[rival] for rival in hardest)
        return text.format(deck=self.mine, rate=in_words(won), rivals=_whom(self), hardest=named)

    def parts(self) -> Parts:
        """The headline and the rivals, what qualifies them, and what to ask next; then all else."""
        check, table = check_sheet(self), self.as_table().sheet()
        swap, closer = next_steps(self)
        more: list[Block] = [closer, *([] if check is None else [check]), course_words(self)]
        more += [endings_sheet(self), rounds(self.play.findings).sheet(), method_words(self), Command(self.command)]
        verdict = None if self.checked is None else self.checked.overall.verdict
        games = _("{games:,} games a matchup").format(games=self.plan.games)
        rates, simply = (self.overall, self.field.rate(ITSELF)), self.across.simply(ITSELF)
        ends = foot_of(self, games, verdict, rates, note=table.note, simply=simply)
        first: list[Block] = [self.answer(), replace(table, note="")]
        return Parts(first, more, notes(self), ends, below(self.across.panel), [swap])

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values; every rate is that of the deck."""
        met, effect = self.met, self.effect_of_leading
        return {
            **head_json(self),
            "deck": {"name": self.mine, "fingerprint": self.decks[ITSELF].fingerprint},
            "games": self.total,
            "games_per_matchup": self.plan.games,
            "overall": plain_beside(self.overall, self.field.rate(ITSELF)) | simply_json(self.across.simply(ITSELF)),
            "share_of_itself": self.field.weights[ITSELF],
            "rivals_surely_differ": self.differs,
            "worst": _end_json(self, met[0]),
            "best": _end_json(self, met[-1]),
            "matchups": self.as_table().to_json(),
            "look_at": _look_at_json(self),
            "effect_of_leading": None if effect is None else plain(effect),
            **({} if self.checked is None else {"check": _check_json(self.checked)}),
            **self.play.end_json,
            "command": self.command,
        }

    def as_table(self) -> Table[int]:
        """One row a rival, the hardest first: share, rate, low, high, games, whether certain, Lead effect; policy."""
        field = self.field
        these, won = THESE * (self.across.panel is not None), partial(rival_cell, self, ITSELF)

        def effect(rival: int) -> Cell:
            if (ITSELF, rival) not in self.leadings:
                return label("")
            adds = self.leadings[ITSELF, rival].effect
            return rate(adds, f"{points(adds)}{these}", short=gained(adds))

        columns: list[Column[int]] = [
            Column("deck", lambda _: self.mine, meaning="whose games these are", kind=str, json=False),
            Column("rival", lambda rival: self.names[rival], marked("rival"), "against whom", str, names_row=True),
            Column("fingerprint", lambda rival: self.decks[rival].fingerprint, kind=str),
            Column("wins", lambda _: None, _("{deck} wins").format(deck=self.mine), show=won, json=False),
            Column("bar", lambda _: None, SCALE, show=lambda rival: label(bar(self.shown(rival))), json=False),
            Column(
                "share",
                field.weights.__getitem__,
                SHARE if self.field_source is not None else None,
                "share of the rival in the field",
                float,
                display=lambda share: number(share, percent(share)),
            ),
            Column("", self.shown, meaning="share of games won", alone=partial(field.cell, ITSELF)),
            Column("games", lambda rival: field.cell(ITSELF, rival).n, meaning="games played", kind=int, json=False),
            Column("points", lambda rival: self.cells[ITSELF, rival].points, kind=float),
            Column("of", lambda rival: self.cells[ITSELF, rival].games, kind=int),
            Column("likelihood_of_superiority", lambda rival: likelihood_of_superiority(self.shown(rival)), kind=float),
            Column("certain", partial(self.is_certain, ITSELF), meaning=CERTAIN, kind=bool),
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
            Column("policy", lambda _: self.terms.label, meaning="who decided", kind=str, json=False),
        ]
        return Table(columns, self.order, "", _note(self), (SHARE, OVER, LEAD))

    def page(self, catalog: Catalog | None = None, matchups: Shown = NOWHERE) -> Page:
        """Its page: the deck, the rivals, what decides it, and the ``matchups``."""
        catalog, check = catalog or load_catalog(), "" if self.check is None else self.check.basis
        also = method_words(self).splitlines()[1:]
        page = Page(
            side_title(self.mine, self.names[1:]),
            picture=self.chart(),
            sections=(
                deck_section(self.decks[ITSELF], catalog),
                self._rivals_section(matchups),
                *matchups.sections,
                self.play.method(self.command, catalog, also, check=check, starred=False),
            ),
            tables={"gauntlet": self.to_polars()},
        )
        return matchups.put_next_to(page)

    def reported(self, job: ReportJob) -> tuple[GauntletResult, Page]:
        """The gauntlet and its page, with its matchups."""
        result, matchups = show_matchups(self, [(ITSELF, rival) for rival in self.order], job, watched=self.met[0])
        return result, result.page(job.catalog, matchups)

    def _rivals_section(self, matchups: Shown) -> Section:
        """The rivals one by one, what decides, and what to look at."""
        check, findings = check_sheet(self), self.play.findings
        named = {self.names[rival]: link for (_, rival), link in matchups.links.items()}
        sheets = [self.sheet().linked(named), *([] if check is None else [check])]
        who = {"a": self.mine, "b": "a rival"}
        charts = drawn([draws(findings, who) for draws in (rounds_of_the_end, chance_by_round, redraws)])
        ends = (endings_sheet(self), rounds(findings).sheet())
        behind = Section("ends", "How and when games end, in numbers", sheets=ends, folded=True)
        text = (course_words(self),)
        return Section("gauntlet", "Rivals", text, tuple(charts), sheets=tuple(sheets), parts=(behind,))

    def chart(self) -> Chart:
        """How often the deck wins against the whole field and each rival, the hardest on top."""
        rates = [(self.names[rival], self.shown(rival)) for rival in self.order]
        rates = [(FIELD, self.overall), *rates] if len(rates) > 1 else rates
        return rivals_chart(self.mine, rates, f"{self.plan.games:,} games a rival, {self.total:,} in all")

    def sheet(self) -> Sheet:
        """The rivals, the hardest first, for a page, which has a picture for the bars."""
        return self.as_table().sheet().without(SCALE)
