"""A comparison of two builds as it is handed out: its answer in sentences, its tables, its plain values."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import polars as pl

from ucgsim.language import gettext as _
from ucgsim.language import marked
from ucgsim.report.charts import Chart, ChartShape, Point, Series, ValueAxis, points_of
from ucgsim.report.columns import of_estimate
from ucgsim.report.page import Page, Section, deck_section, method_section, stars
from ucgsim.report.sheet import (
    Block,
    Cell,
    Command,
    Foot,
    Parts,
    Sheet,
    gained,
    label,
    number,
    plain,
    plain_beside,
    points,
    rate,
    rounded_points,
    share,
    sheet,
)
from ucgsim.report.table import Column, Table
from ucgsim.safe_text import against, place_word, plural
from ucgsim.simulate.plan import HALVES, marks_json
from ucgsim.stats.agreement import Checked, CheckVerdict, likelihood_of_superiority
from ucgsim.stats.multiplicity import mirrored
from ucgsim.stats.outcomes import gain_over_independent
from ucgsim.stats.random_effects import are_enough
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method
from ucgsim.studies.check import check_words, decides_words, play_words, sides_words
from ucgsim.studies.compare.findings import BuildComparison, OpponentRow, Standing
from ucgsim.studies.decks import card_remarks
from ucgsim.studies.kit.basis import OF_DIFFERENCES, basis_foot, player_words
from ucgsim.studies.kit.question import Checkable

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.studies.compare.plan import CompareStudy

ALL = marked("all opponents")
OPPONENTS = "Win rates and difference by opponent (95 % interval)"
UNDER = marked(
    "{better} is better than {worse} under {play} by {points} percentage points; good players may differ by more."
)
STOPPED = {
    Standing.OPEN: marked("not decided: more games with -n"),
    Standing.DECIDED: marked("stopped when decided"),
    Standing.ALIKE: marked("stopped: they hardly differ"),
    Standing.PLAYERS_DIFFER: marked("stopped: more games would not decide it"),
    Standing.NARROW: marked("stopped: more games would hardly narrow it"),
}
ALIKE = marked("{first} and {second} do about as well under {play}: they lie less than half a percentage point apart.")
MOST_LOOKS = 10
"""Looks that the terminal shows."""


@dataclass(eq=False, repr=False)
class CompareResult(BuildComparison, Checkable):
    """The difference between two builds, second minus first; every number with interval, games and policies."""

    kind = "compare"
    folder: Path | None = None
    """Where it is stored."""

    @property
    def policies(self) -> tuple[str, ...]:
        """Those of the builds and of their opponents."""
        return self.study.terms.policies

    @property
    def asked_of(self) -> tuple[int, int]:
        """Games of each build against each opponent, and how many opponents there are."""
        met = len(self.study.opponents)
        return max(self.study.each // met, HALVES), met

    @property
    def path(self) -> Path | None:
        """The folder in which it is stored."""
        return self.folder

    @property
    def basis(self) -> str:
        """What every number rests on: games, opponents, policies, rules, seed."""
        return basis(self)

    @property
    def command(self) -> str:
        """The command that plays this again, with its check."""
        return self.study.command_with(() if self.check is None else _check_options(self.check.study))

    def answer(self) -> str:
        """The answer in a sentence."""
        return headline(self)

    def parts(self) -> Parts:
        """The headline and the difference by opponent; then the cards that differ, looks on the way and the method."""
        table = opponents_sheet(self)
        table = replace(table if self.study.field else table.without("share"), caption="", note="")
        looks = [_on_the_way(self.looks)] if self.looks and self.study.stop.sure else []
        more: list[Block] = [cards_sheet(self), *looks, method_words(self), Command(self.command)]
        return Parts([headline(self), table], more, remarks(self), self.foot())

    def foot(self) -> Foot:
        """What qualifies the numbers of a comparison."""
        shown, stop = self.shown, self.study.stop
        both = shown.method is Method.PLAYERS
        stopped = stopped_words(self) if stop.early else ""
        return basis_foot(
            _("{games:,} games of each build, on the same shuffles").format(games=self.each),
            self.study.terms,
            None if self.checked is None else self.checked.verdict,
            both=both,
            enough=both and not stop.sure and are_enough(self.by_games, shown),
            also=[stopped],
            words=OF_DIFFERENCES,
        )

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values; differences are second build minus first, as shares of games."""
        study = self.study
        difference = _difference_json(self.overall)
        return {
            "games_of_each_build": self.each,
            "games_of_both_builds": self.games,
            "confidence": DEFAULT_CONFIDENCE,
            **study.terms.head_json,
            "policies": _policies(study),
            "decks": [{"name": deck.name, "fingerprint": deck.fingerprint} for deck in study.builds],
            **marks_json(study.cards.blank, study.cards.edited),
            "players": {"players": list(self.players)} if self.players else None,
            "difference": difference,
            "likelihood_of_superiority": _superior(self.shown),
            "mean_difference": plain(self.by_games),
            "win_rates": dict(zip("ab", map(plain, self.win_rates), strict=True)),
            "gain_over_independent": plain(self.gain),
            "cards": [dict(zip(("number", "name", "a", "b"), card, strict=True)) for card in study.differing],
            "field": None if study.field is None else place_word(study.field),
            "not_met": [deck.name for deck in study.unmet],
            "opponents": Table(_columns(self), self.by_opponent).to_json(),
            "until_sure": _sure_values(self),
            "precision": _precision_values(self),
            "remark": stop_remark(self),
            "command": self.command,
            "answer": {"decided": self.shown.excludes(0), "difference": difference},
            **_check_values(self),
        }

    def as_table(self) -> Table[OpponentRow]:
        """One row an opponent, with the difference and the win rates of both builds; the last row is all of them."""
        return Table(_columns(self), [*self.by_opponent, self.overall], OPPONENTS)

    def sheet(self) -> Sheet:
        """The table that a notebook shows."""
        return opponents_sheet(self)

    def chart(self) -> Chart:
        """Second build minus first in percentage points, with 95 % intervals; the first row is all opponents."""
        a, b = self.study.names
        rows = [(row.opponent.name, row.difference) for row in self.by_opponent if row.opponent]
        rows = [(ALL, self.shown), *rows] if len(rows) > 1 else rows
        caption = f"Games that {b} wins more than {a} on the same chance: right of the line {b} is better"
        return Chart(
            "differences",
            f"Where {b} does better than {a}, and where worse",
            f"{caption} {play_words(self.study.labels)}. 95 % intervals.",
            ChartShape.ROWS,
            (Series(f"{b} less {a}", "a", points_of((place, each) for place, (_, each) in enumerate(rows))),),
            ValueAxis("more games won", "points", lines=(0.0,)),
            places=tuple(name for name, _ in rows),
            sample=_sample(self),
        )

    @property
    def under(self) -> str:
        """What is at the foot of its pictures: what they rest on."""
        return basis(self)

    def page(self) -> Page:
        """Its page: where the difference lies, the cards, the way to the stop, the method."""
        (a, b), study, chart = self.study.names, self.study, self.chart()
        moved, table = (f"Opponents: {moved_remark(self)}.",), opponents_sheet(self)
        ways = (way_chart(self),) if self.looks else ()
        looks = pl.DataFrame(_look_values(self.looks))
        sections = (
            deck_section(study.builds[1], study.terms.catalog),
            Section("difference", "Where the difference lies", moved, sheets=(table,)),
            Section("cards", "Cards that differ", sheets=(cards_sheet(self),)),
            *(Section("way", "The way to the stop", (stop_remark(self),), (way,), folded=True) for way in ways),
            _method(self),
        )
        tables = {"opponents": self.to_polars(), **({"looks": looks} if ways else {})}
        return Page(f"Is {b} better than {a}?", picture=chart, sections=sections, tables=tables, plots=(chart, *ways))


# The answer in sentences


def headline(result: CompareResult) -> str:
    """Which build is better and by how much, or that this is not decided yet."""
    (a, b), gain = result.study.names, result.shown
    points = gained(gain if gain.rate >= 0 else mirrored(gain)).removeprefix("+")
    sure = result.study.stop.sure and not gain.excludes(0)
    play = player_words(result.study.terms.policies) if sure else ""
    if sure and result.standing is Standing.ALIKE and not result.difference.excludes(0):
        return _(ALIKE).format(first=a, second=b, play=play)
    if sure and result.difference.excludes(0):
        alone = result.difference
        better, worse = (b, a) if alone.rate > 0 else (a, b)
        by = gained(alone if alone.rate > 0 else mirrored(alone)).removeprefix("+")
        return _(UNDER).format(better=better, worse=worse, play=play, points=by)
    if not gain.excludes(0):
        more = _("Not decided yet: {second} wins {points} percentage points more than {first}.")
        fewer = _("Not decided yet: {second} wins {points} percentage points fewer than {first}.")
        return (more if gain.rate >= 0 else fewer).format(first=a, second=b, points=points)
    better, worse = (b, a) if gain.rate > 0 else (a, b)
    text = _("{better} is better than {worse}: it wins {points} percentage points more of its games.")
    return text.format(better=better, worse=worse, points=points)


def stopped_words(result: CompareResult) -> str:
    """Whether the number of games that was to suffice did."""
    wanted = result.study.stop.precision
    if wanted is not None:
        met = result.half_width <= wanted
        text = _("stopped at ± {points}") if met else _("not yet ± {points}: more games with -n")
        return text.format(points=f"{wanted:g}")
    return _(STOPPED[result.standing])


def method_words(result: CompareResult) -> str:
    """What the numbers rest on, for a reader who knows the statistics."""
    lines = [f"Played: {basis(result)}.", f"These games alone: {_difference_sentence(result)}"]
    lines += filter(None, [stop_remark(result)])
    if result.check is not None and result.checked is not None:
        lines.append(_check_sentence(result.check, result.checked))
    remark = moved_remark(result)
    return "\n  ".join(["Method", *lines, f"{remark[0].upper()}{remark[1:]}.", *chance_sentences(result)])


def basis(result: BuildComparison) -> str:
    """What every number rests on."""
    study = result.study
    whom = "each other and themselves" if study.among_themselves else plural(len(study.opponents), "opponent")
    whom += "" if study.field is None else f" in the shares of {study.field.name}"
    return (
        f"{result.each:,} games of each build against {whom}, {sides_words(study.labels)}, {study.terms.by}, "
        f"seed {study.terms.seed}"
    )


def _difference_sentence(result: BuildComparison) -> str:
    """A difference under one play, with its interval."""
    a, b = result.study.names
    value, low, high = rounded_points(result.difference)
    which = "less" if value < 0 else "more"
    how = f"(95 % interval {low:+.2f} to {high:+.2f}) {play_words(result.study.labels)}"
    return f"{b} wins {abs(value):.2f} points {which} often than {a} {how}."


def _check_sentence(check: BuildComparison, checked: Checked) -> str:
    """What a check makes of the answer."""
    says = {CheckVerdict.STANDS: "confirms it", CheckVerdict.TURNS: "contradicts it"}.get(checked.verdict)
    words = "about {games:,} games of each build would decide"
    needed = f"leaves it open; {decides_words(checked.units_to_tell, checked.strong.n, words)}"
    return f"The check, {basis(check)}, {says or needed}: {points(checked.strong)}, moved by {points(checked.moved)}."


def _check_options(check: CompareStudy) -> list[str]:
    """The options that check a comparison as it was checked."""
    policy = check.terms.policies[0]
    if check.stop.precision is not None:
        return ["--check", policy, "--check-budget", f"{check.stop.precision:g}pp"]
    return check_words(policy, check.each // len(check.opponents))


def chance_sentences(result: BuildComparison) -> list[str]:
    """How surely the second build is better, and what the same chance was worth."""
    gain = result.gain
    if not math.isfinite(gain.rate):
        return ["No game ended differently for the two builds."]
    return [
        f"Likelihood of superiority of the second build {likelihood_of_superiority(result.shown, 0.0):.3f}.",
        f"Independent games, each with shuffles of its own, would be needed {gain.rate:.1f} times ({gain.low:.1f} to "
        f"{gain.high:.1f}) as often for an interval as narrow.",
    ]


def remarks(result: BuildComparison) -> list[str]:
    """What a reader must know to judge the numbers."""
    study = result.study
    unmet = ""
    if study.field is not None and study.unmet:
        text = _("Not met, because {file} gives no share to them: {decks}.")
        unmet = text.format(file=study.field.name, decks=", ".join(deck.name for deck in study.unmet))
    return [*filter(None, [unmet]), *card_remarks(study.cards.blank, study.cards.edited)]


def moved_remark(result: BuildComparison) -> str:
    """The opponents against which the builds differ for certain, or why that is not said."""
    if result.adjusted is None:
        return "the games decided when to stop; win rates are as if their number had been fixed"
    play = play_words(result.study.labels)
    if result.turns:
        return f"none is marked as moved {play}: the check turns the answer"
    moved = (
        ", ".join(row.opponent.name for row in result.by_opponent if row.opponent and row.moved) or "none for certain"
    )
    return f"moved for certain {play} (Holm over all opponents, 5 %): {moved}"


# How it came to stop


def stop_remark(result: BuildComparison) -> str:
    """How the number of games came about, and what that makes of the estimate; empty where it was fixed."""
    wanted, reached = result.study.stop.precision, result.half_width
    if wanted is None:
        return _sure_remark(result) if result.study.stop.sure else ""
    if reached <= wanted:
        return (
            f"Stopped as soon as the interval was +-{wanted:g} points or less; its width alone decided, "
            "and not the difference, so that it covers what it says."
        )
    return f"The interval is still +-{reached:.2f} points wide, not +-{wanted:g}: give more games with -n."


def _sure_remark(result: BuildComparison) -> str:
    still = result.standing is Standing.OPEN
    ended = "Not decided after all its games: give more with -n" if still else f"Stopped: {result.standing.value}"
    return (
        f"{ended}. The interval holds at all looks at once; the estimate knows of them (plain mean "
        f"{points(result.by_games)}, which leans away from where it would have gone on)."
    )


def look_text(look: BuildComparison) -> str:
    """A look in one line."""
    return f"{look.each:,} games of each build, difference so far {points(look.by_games)}"


# Its tables


def opponents_sheet(result: CompareResult) -> Sheet:
    """Win rates of both builds and their difference against each opponent and, where there are several, all."""
    rows = len(result.by_opponent)
    return result.as_table().sheet().first(rows + (rows > 1))


def _columns(result: BuildComparison) -> list[Column[OpponentRow]]:
    """What is shown of an opponent, or of all of them together."""
    a, b = result.study.names
    own, other = result.study.labels
    holm = "p-value of a difference, adjusted for all opponents (Holm); missing where games stopped when sure"
    gain = "second build less first, as a share of games: 0.01 is one point"
    part = "share of the games that are against this opponent"
    whom = marked("opponent"), "against whom; all in the last row"
    return [
        Column("opponent", _name, *whom, str, _opponent, names_row=True, json=False),
        Column("name", _name, kind=str),
        Column("fingerprint", lambda row: row.opponent and row.opponent.fingerprint, kind=str),
        Column("share", lambda row: row.share, marked("share"), part, float, display=share),
        Column("games", lambda row: row.games, marked("games"), kind=int, json=False),
        Column("a", lambda row: row.scores[0], a),
        Column("b", lambda row: row.scores[1], b),
        Column(
            "gain",
            lambda row: row.difference,
            marked("difference"),
            gain,
            show=_difference,
            units="pairs of games",
            json=False,
            alone=lambda row: row.by_games,
        ),
        Column("difference", _difference_json, kind=dict),
        *_rates("a", "first", 0),
        *_rates("b", "second", 1),
        Column("likelihood_of_superiority", lambda row: _superior(row.difference), kind=float),
        Column("table_of_half_points", lambda row: None if row.table is None else row.table.tolist(), kind=list),
        Column(
            "gain_over_independent",
            lambda row: None if row.table is None else gain_over_independent(row.table[None]),
        ),
        Column("p_holm", lambda row: row.p_holm, None, holm, float),
        Column("moved", lambda row: row.moved, kind=bool),
        Column("policy", lambda _: own, None, "who decided for both builds", str, json=False),
        Column("policy_of_opponents", lambda _: other, None, "who decided for the opponents", str, json=False),
    ]


def _name(row: OpponentRow) -> str:
    return "all" if row.opponent is None else row.opponent.name


def _opponent(row: OpponentRow) -> Cell:
    return label(_(ALL) if row.opponent is None else row.opponent.name)


def _difference_json(row: OpponentRow) -> dict[str, Any]:
    return plain_beside(row.difference, row.by_games)


def _difference(row: OpponentRow) -> Cell:
    kind = ("better" if row.difference.rate > 0 else "worse") + " certain" if row.starred else ""
    return rate(row.difference, points(row.difference) + "*" * row.starred, kind, gained(row.difference))


def _rates(build: str, which: str, place: int) -> list[Column[OpponentRow]]:
    """The win rate of a build and the ends of its interval, as columns of records."""
    meanings, columns = of_estimate(f"share of games that the {which} build wins"), []
    for end, key in (("", "rate"), ("_low", "low"), ("_high", "high")):
        value = partial(_end_of_rate, place=place, key=key)
        columns.append(Column(f"rate_{build}{end}", value, None, meanings[key].meaning, float, json=False))
    return columns


def _end_of_rate(row: OpponentRow, *, place: int, key: str) -> float | None:
    end: float | None = plain(row.scores[place])[key]
    return end


def cards_sheet(result: BuildComparison) -> Sheet:
    """The cards of which the builds hold different numbers."""
    rows = [[label(f"{name} ({card})", "wide"), number(a), number(b)] for card, name, a, b in result.study.differing]
    return sheet("Cards that differ: copies in each", ["card", *result.study.names], rows)


def _on_the_way(looks: list[BuildComparison]) -> Sheet:
    """What was seen at some of the looks, the last one among them."""
    step = -(-len(looks) // MOST_LOOKS)
    shown = dict.fromkeys([*looks[step - 1 :: step], looks[-1]])
    rows = [
        [number(look.each), rate(look.by_games, points(look.by_games)), label(look.standing.value)] for look in shown
    ]
    return sheet("On the way: intervals that hold at all looks at once", ["games", "difference so far", ""], rows)


# Its charts


def way_chart(result: BuildComparison) -> Chart:
    """What the looks saw: the difference with an interval that holds at all of them, or half the interval."""
    precision = result.study.stop.precision
    if precision is None:
        title = "How the difference became sure"
        caption = (
            "The difference by the games so far; its 95 % intervals hold at all looks at once. It stops at the first "
            "that leaves 0 out for another good player too, or once more games would not decide it."
        )
        scale = ValueAxis("second less first", "points", lines=(0.0,))
        series = Series(
            f"{len(result.looks):,} looks", "n", points_of((look.each, look.by_games) for look in result.looks)
        )
    else:
        title = "How the interval narrowed until it was narrow enough"
        caption = "Half the 95 % interval at each look; the comparison stops at the first one at or below the line."
        scale = ValueAxis("half the interval", "points", 1.0, (precision,), (0.0,))
        way = tuple(Point(look.each, look.half_width) for look in result.looks)
        series = Series(f"{len(way):,} looks", "n", way)
    return Chart(
        "way", title, caption, ChartShape.LINES, (series,), scale, axis="games of each build", sample=_sample(result)
    )


def _sample(result: BuildComparison) -> str:
    """How many games a comparison rests on."""
    return f"{result.each:,} games of each build"


# Its page


def _method(result: CompareResult) -> Section:
    study, check = result.study, result.check
    games = (
        f"{result.each:,} of each build: both play one game on the same shuffles and chance, with the same side "
        "leading, and no two games of a build share theirs; intervals are those of the differences game by game"
    )
    field = "the same share each" if study.field is None else f"the shares of {study.field.name}"
    facts = {
        "games": games,
        "opponents": f"{field}; met in that proportion",
        "policies": against(study.labels),
        "rules": f"comprehensive {study.terms.by}",
        "seed": str(study.terms.seed),
        **stars(any_certain=any(row.starred for row in result.by_opponent)),
        **({} if check is None else {"check": f"{basis(check)}; counted as one more player's"}),
    }
    decks = list(dict.fromkeys((*study.builds, *study.opponents)))
    catalog, chance = study.terms.catalog, chance_sentences(result)
    return method_section(facts, study.cards.versions, decks, result.command, catalog=catalog, also=chance)


# Its plain values


def _policies(study: CompareStudy) -> dict[str, str]:
    return dict(zip(("builds", "opponents"), study.labels, strict=True))


def _superior(difference: Estimate) -> float | None:
    """How surely the second build is the better one; None where nothing was seen."""
    value = likelihood_of_superiority(difference, 0.0)
    return None if math.isnan(value) else value


def _check_values(result: BuildComparison) -> dict[str, Any]:
    checked, check = result.checked, result.check
    if checked is None or check is None:
        return {}
    return {
        "check": {
            "verdict": checked.verdict.value,
            "policies": _policies(check.study),
            "games_of_each_build": check.each,
            "seed": check.study.terms.seed,
            "difference": plain(checked.strong),
            "moved": plain(checked.moved),
            "games_to_tell": checked.units_to_tell,
        }
    }


def _sure_values(result: BuildComparison) -> dict[str, Any] | None:
    if not result.study.stop.sure:
        return None
    looks = [{"games_of_each_build": look.each, **plain(look.by_games)} for look in result.looks]
    return {"standing": result.standing.value, "looks": looks}


def _look_values(looks: list[BuildComparison]) -> dict[str, list[Any]]:
    """What the looks saw, by columns."""
    seen = [look.by_games for look in looks]
    ends = {name: [getattr(each, name) for each in seen] for name in ("rate", "low", "high")}
    return {"games_of_each_build": [look.each for look in looks], **ends}


def _precision_values(result: BuildComparison) -> dict[str, Any] | None:
    wanted = result.study.stop.precision
    if wanted is None:
        return None
    looks = [{"games_of_each_build": look.each, "half_width_points": look.half_width} for look in result.looks]
    return {"points": wanted, "half_width_points": result.half_width, "looks": looks}
