"""The answer of a duel as it is handed out: what was found, with its words, tables, values and picture."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ucgsim.cards.catalog import load_catalog
from ucgsim.language import gettext as _
from ucgsim.report.page import Page, Section, deck_section
from ucgsim.report.sheet import (
    SCALE,
    THESE,
    Block,
    Command,
    Foot,
    Parts,
    Sheet,
    bar,
    gained,
    in_short,
    in_words,
    interval,
    label,
    number,
    plain,
    plain_beside,
    points,
    rate,
    sheet,
)
from ucgsim.safe_text import command_line, place_word
from ucgsim.simulate.columns import SIDES, GameColumn, game_columns
from ucgsim.simulate.cores import cores
from ucgsim.simulate.plan import First
from ucgsim.simulate.run import rows_of
from ucgsim.stats.agreement import Checked, likelihood_of_superiority
from ucgsim.stats.elo import logistic_elo
from ucgsim.stats.random_effects import are_enough
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, weighted_sum
from ucgsim.studies.check import verdict_words
from ucgsim.studies.decks import card_remarks
from ucgsim.studies.duel import tables
from ucgsim.studies.duel.findings import DuelCheck, Finding, Findings
from ucgsim.studies.duel.tables import basis, names
from ucgsim.studies.kit.basis import Panel, basis_foot, below, panel, players_json, simply_json
from ucgsim.studies.kit.page import method
from ucgsim.studies.kit.question import Checkable
from ucgsim.studies.leading import Leading, asked_again, leading_words, pairs_words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import polars as pl

    from ucgsim.cards.catalog import Catalog
    from ucgsim.report.charts import Chart
    from ucgsim.report.table import Table
    from ucgsim.simulate.counts import Counts
    from ucgsim.simulate.folder import RunFolder
    from ucgsim.simulate.plan import Plan
    from ucgsim.studies.kit.page import ReportJob
    from ucgsim.studies.looks import Race

TITLES = {
    "end": "When games end, and why",
    "course": "Battles and the Lead",
    "characters": "Characters, Round by Round",
    "scenes": "Scenes",
    "hands": "Hands and redraws",
    "rates": "Win rates in numbers",
}
"""Parts of a page that are folded, the likeliest questions first."""
NO_REPLAYS = (
    "No game is shown here: cards, effects, policies or the game itself have changed since this was played, "
    "so these very games can't be played again."
)
ONE_DECK = (
    "Of so many matchups, games are shown for one deck alone: the best one, or the one whose page it is. This makes "
    "the page of this matchup whole: {command}"
)
MOST_GAMES, FEW_GAMES = 200, 60
"""Games that the page of a duel shows row by row, and that of one matchup of several."""
SCENE_ROUNDS = 6
"""Rounds that the summary tells of scenes."""


class Within(NamedTuple):
    """What a question of several matchups shows of this one: by whose play, and how often side a wins."""

    panel: Panel | None
    shown: Estimate

    @classmethod
    def of(cls, everything: Panel | None, shown: Estimate) -> Within:
        """The win rate from the panel of ``everything``, whose cells say no more of this matchup."""
        return cls(None if everything is None else replace(everything, cells=()), shown)


@dataclass(frozen=True, eq=False, repr=False)
class DuelResult(Checkable):
    """What came out of a duel; every number with its interval, its games and its policies.

    ``played`` games were played just now, in ``seconds``; the others were read from ``folder``.
    """

    kind = "duel"
    plan: Plan
    counts: Counts
    played: int = 0
    seconds: float = 0.0
    folder: RunFolder | None = None
    check: DuelCheck | None = None
    race: Race | None = None
    """How it was looked at, where it ended when it knew."""
    asked: Leading | None = None
    """The pairs of games that were played to say what leading is worth."""
    asks: float | None = None
    """Where none were: how many pairs to a game of the run may be played to tell it."""
    within: Within | None = None
    """Of a matchup of several, what these show of it."""

    @cached_property
    def findings(self) -> Findings:
        """Every rate of the duel."""
        return Findings(self.counts)

    @cached_property
    def leading(self) -> Leading | None:
        """What leading the first turn is worth; None where it was not asked, and can't be asked any more."""
        asked = self.asked
        if asked is None and self.asks is not None:
            asked = asked_again(self.plan, self.asks, load_catalog())
        first, second = (self.findings.won("a", lead).estimate for lead in SIDES)
        return None if asked is None else replace(asked, led=(first, second))

    @property
    def policies(self) -> tuple[str, ...]:
        """Those of both sides."""
        return self.plan.policies

    @property
    def asked_of(self) -> tuple[int, int]:
        """Games of the one matchup."""
        return self.plan.games, 1

    @property
    def path(self) -> Path | None:
        """The folder in which it is stored."""
        return None if self.folder is None else self.folder.path

    @property
    def basis(self) -> str:
        """What every number rests on."""
        return basis(self.plan, self.findings)

    @property
    def games_per_second(self) -> float | None:
        """Speed of the games that were played just now; None where all were read from a folder."""
        return self.played / self.seconds if self.played and self.seconds else None

    @property
    def command(self) -> str:
        """The command that plays this again, asks what leading is worth, and checks it as it was checked."""
        return self.plan.command_with(
            [*pairs_words(self.leading, self.plan), *(self.check.words if self.check else ())]
        )

    # Who wins, how often, and what qualifies it.

    @property
    def panel(self) -> Panel | None:
        """The duel and its check as good players played them; None where neither was played by such."""
        return self._panel if self.within is None else self.within.panel

    @cached_property
    def _panel(self) -> Panel | None:
        plays = [(each.plan.policies, {(0, 1): each.findings.outcomes}) for each in (self, self.check) if each]
        return panel(*plays)

    @cached_property
    def shown(self) -> Estimate:
        """How often side a wins, with both errors where good players played, else that of these games."""
        if self.within is not None:
            return self.within.shown
        return self._plays[0] if self.panel is None else self.panel.cell((0, 1), self._plays)

    def _led(self, lead: str) -> Estimate:
        """How often side a wins if ``lead`` leads first: as in all games, and half of what leading adds more or less.

        So the two halves agree with the whole and with what leading adds, for which pairs of games are played.
        """
        whole, halves = self.shown, {each: self.findings.won("a", each).estimate for each in SIDES}
        if not all(each.n for each in halves.values()):
            return whole if halves[lead].n else halves[lead]
        if self.leading is None and self.panel is None:
            return halves[lead]
        way = 1 if lead == "a" else -1
        effect = weighted_sum([*halves.values()], [1, -1]) if self.leading is None else self.leading.effect
        half, room = weighted_sum([whole, effect], [1, way / 2]), min(whole.rate, 1 - whole.rate)
        rate = whole.rate + way * min(max(effect.rate / 2, -room), room)
        low, high = min(max(half.low, 0.0), rate), max(min(half.high, 1.0), rate)
        return replace(whole, rate=rate, low=low, high=high, n=whole.n * halves[lead].n // self.findings.games)

    @cached_property
    def simply(self) -> Estimate | None:
        """How often side a wins where both are played simply; None where that is not known."""
        return None if self._panel is None else self._panel.simply({(0, 1): 1.0}, self._plays)

    @property
    def _plays(self) -> list[Estimate]:
        """How often side a wins by the games of each play alone."""
        return [self.findings.win_rate["a"], *([] if self.check is None else [self.check.estimate()])]

    @property
    def _simply_by_side(self) -> tuple[Estimate | None, ...]:
        return self.simply, None if self.simply is None else self.simply.complement()

    def won(self, side: str, lead: str = "") -> Finding:
        """The win rate of a side as it is shown, in all games or in those that ``lead`` led first."""
        alone, shown = self.findings.won(side, lead), self._led(lead) if lead else self.shown
        return replace(alone, estimate=shown if side == "a" else shown.complement(), alone=alone.estimate)

    @cached_property
    def checked(self) -> Checked | None:
        """How often side a wins under either play; None without a check."""
        return None if self.check is None else self.check.rate(self.findings)

    def answer(self) -> str:
        """Who wins and how often, in one sentence."""
        a, b = names(self.plan).values()
        if not self.shown.excludes(0.5):
            text = _("{deck} against {other} is not decided yet: it wins {rate} of its games.")
        elif self.shown.rate > 0.5:
            text = _("{deck} beats {other}: it wins {rate} of its games.")
        else:
            text = _("{deck} loses to {other}: it wins {rate} of its games.")
        return text.format(deck=a, other=b, rate=in_words(self.shown))

    def overview(self) -> Sheet:
        """How often the first side wins, in all games and by who leads; what leading is worth, and when games end."""
        findings = self.findings
        rates = [(_("all games"), self.shown)]
        for lead, words in zip(SIDES, (_("leading first"), _("following")), strict=True):
            if findings.games_with_lead(lead):
                rates.append((words, self.won("a", lead).estimate))
        rows = [[label(words), rate(each), label(bar(each))] for words, each in rates]
        if self.leading is not None:
            effect = self.leading.effect
            these = THESE * (self.panel is not None)
            worth = rate(effect, f"{points(effect)}{these}", short=_("{gain} points").format(gain=gained(effect)))
            rows.append([label(_("leading first adds")), worth, label("")])
        median = findings.survival.median.rate
        over = number(median, _("by Round {round}").format(round=f"{median:.0f}"))
        rows.append([label(_("half of games are over")), over, label("")])
        return sheet("", [_("{deck} wins").format(deck=names(self.plan)["a"]), "", SCALE], rows)

    def foot(self) -> Foot:
        """What qualifies the numbers of a duel."""
        both = self.shown.method is Method.PLAYERS
        led = _("{side} always leads first").format(side=self.plan.first.value.upper())
        verdict = None if self.checked is None else self.checked.verdict
        enough = both and are_enough(self.findings.win_rate["a"], self.shown)
        taken = 0 if self.check is None or self.check.stops is None else self.check.findings.games
        games = _("{games:,} games").format(games=self.findings.games)
        also = () if self.plan.first is First.THROW else (led,)
        return basis_foot(
            games, self.plan, verdict, both=both, enough=enough, also=also, simply=self.simply, checked=taken
        )

    @property
    def below(self) -> str:
        """What the intervals of all other tables hold."""
        return below(self.panel)

    def method(self) -> list[str]:
        """What the numbers rest on, for a reader who knows the statistics."""
        a, b = names(self.plan).values()
        lines = [f"Played: {self.basis}.", f"These games alone: {a} wins {interval(self.findings.win_rate['a'])}."]
        if self.check is not None:
            checked = verdict_words(self.check.rate(self.findings), self.check.findings.games)
            lines.append(f"The check ({basis(self.check.plan, self.check.findings)}) {checked}.")
        return [*lines, f"{a} over {b}: Elo {_elo_words(logistic_elo(self.shown))}."]

    def remarks(self) -> list[str]:
        """What a reader must know to judge the numbers."""
        plan, undecided = self.plan, self.findings.undecided
        lines = card_remarks(plan.blank, plan.edited)
        if undecided:
            lines.append(_("{games:,} games ended without a winner and count as half a point.").format(games=undecided))
        if plan.decks[0].fingerprint == plan.decks[1].fingerprint and plan.labels[0] == plan.labels[1]:
            lines.append(_("Both sides play the same list with the same policy, so the truth is 50 %."))
        return lines

    def parts(self) -> Parts:
        """Who wins, how often, and what qualifies it; then all tables."""
        more: list[Block] = [
            *self._check_sheets,
            *(tables.win_rates(self).sheet(), tables.endings_sheet(self), tables.redraws(self).sheet()),
            *(settled_words(self.findings), tables.swings(self).sheet()),
            *(tables.standings(self, tables.OPENING_ROUNDS), tables.comebacks(self).sheet()),
            tables.means(self).sheet(),
            *(each.first(SCENE_ROUNDS) for each in tables.scene_sheets(self)),
            tables.rounds(self.findings).sheet(),
            "Method\n" + "\n".join(f"  {line}" for line in self.method()),
            Command(self.command),
        ]
        first: list[Block] = [self.answer(), self.overview()]
        return Parts(first, [each for each in more if each], self.remarks(), self.foot(), self.below)

    # Its page, and the part of it that is its own on a page of several matchups.

    def part(self, catalog: Catalog, prefix: str = "", *, games: bool = True, whole: bool = False) -> Page:
        """The matchup as a folded section, with the tables and texts that lie next to its page.

        Their names and its anchors begin with ``prefix``. ``games`` shows some, which takes playing them again;
        ``whole``: more of them, and all charts are files, which takes longest.
        """
        from ucgsim.studies.duel.plots import duel_charts  # noqa: PLC0415 - takes long to import
        from ucgsim.studies.duel.replays import KINDS, game_sheet, replays  # noqa: PLC0415

        (a, b), charts, scenes = names(self.plan).values(), duel_charts(self), tables.scene_sheets(self)
        behind = {
            "end": (tables.rounds(self.findings).sheet(), tables.endings_sheet(self)),
            "course": (tables.swings(self).sheet(), tables.standings(self), tables.comebacks(self).sheet()),
            "characters": (
                *(tables.progress(self, side).sheet() for side in SIDES),
                *tables.happened(self, "characters"),
            ),
            "scenes": (*scenes, *tables.happened(self, "scenes")) if scenes else (),
            "hands": (tables.redraws(self).sheet(), tables.means(self).sheet()),
            "rates": (tables.win_rates(self).sheet(), *self._check_sheets),
        }
        rests_on = {"rates": (f"All from {self.basis}.",)}
        parts = [
            Section(f"{prefix}{name}", TITLES[name], rests_on.get(name, ()), tuple(charts.get(name, ())), (), sheets)
            for name, sheets in behind.items()
            if sheets or charts.get(name)
        ]
        files: dict[str, str] = {}
        if games and self.folder is not None:
            replayed, files = replays(self.folder, self.plan, len(KINDS) if whole else 1, prefix, catalog)
            shown = {"sheets": (replayed,)} if replayed.rows else {"text": (NO_REPLAYS,)}
            parts.append(Section(f"{prefix}games", "Games to read", **shown))
        if self.folder is not None:
            rows = game_sheet(self.folder, self.plan, MOST_GAMES if whole else FEW_GAMES)
            parts.append(Section(f"{prefix}rows", "Game by game", sheets=(rows,)))
        why = filter(None, (leading_words(self.leading), decides_words(self.findings)))
        section = Section(
            f"{prefix}matchup",
            f"{a} against {b}: {in_short(self.shown)}",
            (self.answer(), *self.remarks(), *why, *self._missing(games=games)),
            charts=tuple(charts["why"]),
            parts=tuple(replace(each, folded=True) for each in parts),
            folded=True,
        )
        beside = {f"{prefix}rates": self.to_polars(), f"{prefix}means": self.means_table()}
        drawn = tuple(chart for group in charts.values() for chart in group) if whole else ()
        return Page(section.title, sections=(section,), tables=beside, files=files, plots=drawn)

    def _missing(self, *, games: bool) -> tuple[str, ...]:
        """That no games are shown for want of time, and what makes the page whole."""
        return () if games or self.path is None else (ONE_DECK.format(command=self._report),)

    @property
    def _report(self) -> str:
        """The command that makes its page whole."""
        return command_line(["ucgsim", "report", place_word(self.path)]) if self.path is not None else ""

    @property
    def _check_sheets(self) -> list[Sheet]:
        return [] if self.check is None else [tables.check_sheet(self, self.check)]

    def page(self, catalog: Catalog | None = None, *, games: bool = True, whole: bool = True) -> Page:
        """Its page: who wins, what decides it, and behind a click all else; ``games`` and ``whole`` as for `part`."""
        catalog = catalog or load_catalog()
        part, (a, b) = self.part(catalog, games=games, whole=whole), names(self.plan).values()
        (matchup,) = part.sections
        # Who leads is the picture at the top.
        why = Section(matchup.anchor, "What decides it", self._missing(games=games), matchup.charts[1:])
        also = [f"  {line}" for line in self.method()]
        also += [] if whole or self.path is None else [f"This draws the charts as files: {self._report}"]
        check = "" if self.check is None else basis(self.check.plan, self.check.findings)
        decks, games_played = self.plan.decks, self.findings.games
        end = method(self.plan, decks, self.command, catalog, games=games_played, check=check, also=also)
        sections = (deck_section(decks[0], catalog), why, *matchup.parts, end)
        return replace(part, title=f"{a} or {b}: who wins, and why?", picture=self.chart(), sections=sections)

    def reported(self, job: ReportJob) -> tuple[DuelResult, Page]:
        """The duel and its page, with games that are played again."""
        page = self.page(job.catalog)
        job.advance(1)
        return self, page

    # The same as plain values, rows and a picture.

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values."""
        plan, findings = self.plan, self.findings
        wins, ends = tables.win_rates(self).by_row(), tables.endings(self).by_column()
        won = {side: self.won(side) for side in SIDES}
        return {
            "confidence": DEFAULT_CONFIDENCE,
            "games": findings.games,
            **plan.head_json,
            "decks": {side: _deck_json(plan, place) for place, side in enumerate(SIDES)},
            "policies": dict(zip(SIDES, plan.labels, strict=True)),
            "players": players_json(self.panel),
            "win_rate": {
                side: plain_beside(each.estimate, each.by_games) | simply_json(simply)
                for (side, each), simply in zip(won.items(), self._simply_by_side, strict=True)
            },
            "outcomes": self._outcomes_json(),
            "likelihood_of_superiority": likelihood_of_superiority(self.shown),
            "by_first_lead": {lead: wins[lead] for lead in SIDES},
            "effect_of_leading": None if self.leading is None else self.leading.to_json(),
            "ended_by": ends["ended_by"],
            "lost_by": {side: ends[side] for side in SIDES},
            "means": tables.means(self).by_column(),
            "rounds": {
                "median": plain(findings.survival.median),
                **replace(tables.rounds(findings), rows=tuple(findings.round_distribution)).by_column(),
            },
            "redraw": tables.redraws(self).by_row(),
            "decided": self._decided_json(),
            "comebacks": tables.comebacks(self).by_row(),
            "scenes": {side: self._scenes_json(side) for side in SIDES},
            "states": {side: tables.progress(self, side).by_column() for side in SIDES},
            "answer": {
                "decided": self.shown.excludes(0.5),
                "games": self.shown.n,
                "win_rate": {side: plain(each.estimate) for side, each in won.items()},
            },
            **({} if self.check is None else {"check": self._check_json(self.check)}),
            "games_per_second": self.games_per_second,
            "command": self.command,
        }

    def _outcomes_json(self) -> dict[str, Any]:
        """Games of side a by what became of them, and the difference on the scale of Elo."""
        counts = dict(zip(("lost", "undecided", "won"), self.findings.outcomes.totals, strict=True))
        return counts | {"elo": plain_beside(logistic_elo(self.shown), logistic_elo(self.findings.outcomes.score))}

    def _check_json(self, check: DuelCheck) -> dict[str, Any]:
        """A check: what it found, how far that lies from what was found first, and what follows."""
        checked = check.rate(self.findings)
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

    def _decided_json(self) -> dict[str, Any]:
        """Chance of side a by Round, battles won and who leads the next, and how much each Round moves it."""
        findings, most = self.findings, self.findings.decides_most
        standings = [
            {"after_round": turn, "won": dict(zip(SIDES, standing[:2], strict=True))}
            | {"leads_next": SIDES[standing.lead], "win_rate_a": findings.by_standing(turn, standing).to_json()}
            for turn, standing in findings.standings
        ]
        # Plain values have an order of their own: these keys come first.
        first = dict.fromkeys(("swing", "settled"))
        rounds = {turn: first | row for turn, row in tables.swings(self).by_row().items()}
        decides = most and {
            "round": most[0],
            "settled_in": plain(most[1]),
            "picked_from": len(findings.rounds_to_compare),
            "without_allowing_for_the_choice": plain(findings.settled_in(most[0])),
        }
        return {"standings": standings, "rounds": rounds, "decides_most": decides}

    def _scenes_json(self, side: str) -> dict[str, Any]:
        """When a side set its scenes, without Rounds in which it never could."""
        data: dict[str, Any] = dict.fromkeys(("first_by_round",)) | tables.scenes(self, side).by_column()
        taken = {turn: each for turn, each in data["set_when_possible"].items() if each["games"]}
        return data | {"set_when_possible": taken}

    def as_table(self) -> Table[Finding]:
        """One row a rate: topic, side, condition, rate, low, high as shown and by these games, method, policies."""
        return tables.records(self.findings.all(self.won), self.plan, alone=True)

    def means_table(self) -> pl.DataFrame:
        """One row a mean in a game, as ``to_polars`` with ``mean`` in place of ``rate``."""
        return tables.records(self.findings.means(), self.plan).to_polars().rename({"rate": "mean"})

    def games(self, form: str = "polars", *, again: bool = False, jobs: int | None = None) -> Any:
        """The games, one row each (``game_columns``), read lazily from the folder where they were saved.

        ``form``: "polars" for a lazy frame, "pandas" or "arrow" for all of them in memory.

        Where they were not, ``again`` plays them again, ``jobs`` side by side, and holds them in memory; the rows
        are the same. Raises UcgsimError where they were not kept and ``again`` is not asked for, and where cards or
        policies are no longer those with which they were played.
        """
        from ucgsim.simulate.frames import as_form  # noqa: PLC0415 - takes long to import

        return as_form(rows_of(self.plan, self.folder, again=again, jobs=cores(jobs)), form)

    @staticmethod
    def game_columns() -> dict[str, GameColumn]:
        """What each column of ``games`` holds: meaning, unit, type, and how it is filled."""
        return game_columns()

    def chart(self) -> Chart:
        """Win rate by first Lead Player and the Round of the end."""
        from ucgsim.studies.duel.plots import win_rate_by_lead  # noqa: PLC0415 - takes long to import

        return win_rate_by_lead(self)

    def sheet(self) -> Sheet:
        """Win rates of both sides, in all games and by who leads first."""
        return tables.win_rates(self).sheet()


def _elo_words(estimate: Estimate) -> str:
    values = (estimate.rate, estimate.low, estimate.high)
    rate, low, high = (f"{value:+.1f}" if math.isfinite(value) else "without bound" for value in values)
    return f"{rate} ({low} to {high})"


def decides_words(findings: Findings) -> str:
    """The Round in which most is settled; empty where nothing can be told."""
    most = findings.decides_most
    if most is None:
        return ""
    turn, estimate = most
    rounds, share = len(findings.rounds_to_compare), interval(estimate)
    pick = f"{share[:-1]}; for the most of {rounds} Rounds)" if estimate.method is Method.PICKED else share
    return f"Round {turn} decides most: {pick} of who wins is settled in it."


def settled_words(findings: Findings) -> str:
    """How much of who wins is settled by the Round in which half of all games are over, and by the one before."""
    median = int(findings.survival.median.rate)
    decided = [
        f"{interval(findings.settled(turn).estimate)} is settled after Round {turn}"
        for turn in (median - 1, median)
        if turn in findings.rounds_that_turn
    ]
    return f"Of who wins, {', '.join(decided)}." if decided else ""


def _deck_json(plan: Plan, place: int) -> dict[str, Any]:
    """A deck, and which of its cards are played blank or with an edited effect."""
    deck = plan.decks[place]
    numbers = {number for number, _ in deck.counts}

    def own(marked: Sequence[str]) -> list[str]:
        return [number for number in marked if number in numbers]

    return {"name": deck.name, "fingerprint": deck.fingerprint, "blank": own(plan.blank), "edited": own(plan.edited)}
