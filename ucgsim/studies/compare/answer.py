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
    percent,
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
from ucgsim.stats.outcomes import gain_over_independent, unshared_luck
from ucgsim.stats.random_effects import are_enough
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method
from ucgsim.stats.sequential import Sprt, Verdict
from ucgsim.studies.check import check_words, decides_words, play_words, sides_words
from ucgsim.studies.compare.findings import BuildComparison, OpponentRow
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
MOST_LOOKS = 10
"""Looks of a sequential test that the terminal shows."""


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
        looks = [] if self.state is None or not self.looks else [_on_the_way(self.looks)]
        more: list[Block] = [cards_sheet(self), *looks, method_words(self), Command(self.command)]
        return Parts([headline(self), table], more, remarks(self), self.foot())

    def foot(self) -> Foot:
        """What qualifies the numbers of a comparison."""
        shown, stop = self.shown, self.study.stop
        both = shown.method is Method.PLAYERS
        stopped = "" if stop.test is None and stop.precision is None else stopped_words(self)
        return basis_foot(
            _("{games:,} games of each build, on the same shuffles").format(games=self.each),
            self.study.terms,
            None if self.checked is None else self.checked.verdict,
            both=both,
            enough=both and are_enough(self.difference, shown),
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
            "plain_difference": plain(self.plain_difference),
            "win_rates": dict(zip("ab", map(plain, self.win_rates), strict=True)),
            "gain_over_independent": plain(self.gain),
            "cards": [dict(zip(("number", "name", "a", "b"), card, strict=True)) for card in study.differing],
            "field": None if study.field is None else place_word(study.field),
            "not_met": [deck.name for deck in study.unmet],
            "opponents": Table(_columns(self), self.by_opponent).to_json(),
            "test": _test_values(self),
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
        remark = moved_remark(self)
        fixed = f" {remark[0].upper()}{remark[1:]}." if self.by_opponent[0].as_if_fixed else ""
        return Chart(
            "differences",
            f"Where {b} does better than {a}, and where worse",
            f"{caption} {play_words(self.study.labels)}. 95 % intervals.{fixed}",
            ChartShape.ROWS,
            (Series(f"{b} less {a}", "a", points_of((place, each) for place, (_, each) in enumerate(rows))),),
            ValueAxis("more games won", "points", lines=(0.0,)),
            places=tuple(name for name, _ in rows),
            sample=_sample(self),
        )

    @property
    def under(self) -> str:
        """What stands at the foot of its pictures: what they rest on, and what their rows do not allow for."""
        return basis(self) + (f"; {moved_remark(self)}" if self.by_opponent[0].as_if_fixed else "")

    def page(self) -> Page:
        """Its page: where the difference lies, the cards, the way to the stop, the method."""
        (a, b), study, chart = self.study.names, self.study, self.chart()
        moved, table = (f"Opponents: {moved_remark(self)}.",), opponents_sheet(self)
        ways = (way_chart(self),) if self.looks else ()
        kind = "llr" if self.state is not None else "half_width_points"
        looks = pl.DataFrame({"games_of_each_build": [look.each for look in self.looks], kind: seen(self)})
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
    if not gain.excludes(0) and result.study.stop.test is not None and result.difference.excludes(0):
        alone = result.difference
        better, worse = (b, a) if alone.rate > 0 else (a, b)
        play = player_words(result.study.terms.policies)
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
    if result.is_between:
        return _("stopped: they hardly differ")
    if result.verdict is Verdict.CONTINUE:
        return _("not decided: more games with -n")
    if result.shown.excludes(0):
        return _("stopped when decided")
    return _("stopped: more games would not decide it") if result.is_enough else _("not decided: more games with -n")


def method_words(result: CompareResult) -> str:
    """What the numbers rest on, for a reader who knows the statistics."""
    lines = [f"Played: {basis(result)}.", f"These games alone: {_difference_sentence(result)}"]
    lines += [*_test_sentence(result), *filter(None, [stop_remark(result)])]
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


def _test_sentence(result: BuildComparison) -> list[str]:
    """That the number of games was not fixed but ended by what they showed, and what that makes of the interval."""
    if result.study.stop.test is None:
        return []
    kind = "is as if the number of games had been fixed" if result.as_if_fixed else "allows for it"
    if result.verdict is Verdict.CONTINUE and not result.is_between:
        return [f"A test looked on the way and has not decided; the interval {kind}."]
    return [f"A test decided when to stop ({verdict_words(result)}); the interval {kind}."]


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
    if result.adjusted is None and len(result.study.opponents) == 1:
        return "a test decided when to stop; the win rates are as if the number of games had been fixed"
    if result.adjusted is None:
        return (
            "a test decided when to stop; rows of single opponents, and all win rates, are as if the number of games "
            "had been fixed, and which of them moved is not tested"
        )
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
        return "" if result.study.stop.test is None else _test_remark(result, result.study.stop.test)
    if reached <= wanted:
        return (
            f"Stopped as soon as the interval was +-{wanted:g} points or less; its width alone decided, "
            "and not the difference, so that it covers what it says."
        )
    return f"The interval is still +-{reached:.2f} points wide, not +-{wanted:g}: give more games with -n."


def verdict_words(result: BuildComparison) -> str:
    """What the test says."""
    return "neither hypothesis holds" if result.is_between else result.verdict.value


def _test_remark(result: BuildComparison, test: Sprt) -> str:
    state = test.state(result.pooled)
    hypotheses = f"H0 {test.low:+.3g}, H1 {test.high:+.3g} points for {result.study.names[1]}"
    where = f"LLR {state.llr:+.2f}, bounds {state.lower:+.2f} and {state.upper:+.2f}"
    if result.is_between:
        text = f"The test stopped: {verdict_words(result)}, the difference is smaller than both ({hypotheses}; 99.99 %)"
    elif state.verdict is Verdict.CONTINUE:
        text = f"The test has not decided after all its games ({hypotheses}; {where}): give more with -n"
    else:
        text = f"The test stopped: {state.verdict} ({hypotheses}; {where}; alpha {test.alpha:g}, beta {test.beta:g})"
    kind = (
        "plain mean, with an interval as if the number of games had been fixed"
        if result.as_if_fixed
        else "median-unbiased estimate, which with its interval allows for stopping early (plain mean "
        f"{points(result.plain_difference)})"
    )
    return " ".join([f"{text}; the difference is the {kind}.", *_accepted_remark(result, test), *_length(result)])


def _accepted_remark(result: BuildComparison, test: Sprt) -> list[str]:
    """Why a hypothesis may be accepted although the interval leaves open which build is better."""
    high = result.verdict is Verdict.ACCEPT_HIGH
    accepted, refused, error = (test.high, test.low, test.alpha) if high else (test.low, test.high, test.beta)
    if result.verdict is Verdict.CONTINUE or result.difference.excludes(0) or accepted == 0:
        return []
    why = "and not whether there is any"
    if refused == 0:
        why = f"but the test errs on one side in {percent(error)} of all cases, and the interval in 2.5 % on either"
    elif test.low < 0 < test.high:
        why += f"; 0 points lie between {test.low:+.3g} and {test.high:+.3g}"
    return [
        f"Why {'H1' if high else 'H0'} is accepted although it is not settled which build is better: the test asks "
        f"which of the two differences fits better, {why}."
    ]


def _length(result: BuildComparison) -> list[str]:
    """How long such tests are."""
    if result.expected_games is None:
        return []
    lengths = {name: _about(games) for name, games in result.expected_games.items()}
    return [
        f"Expected length with this spread: {lengths['h0']} games of each build where H0 holds, {lengths['half_way']} "
        f"half way, {lengths['h1']} where H1 holds, {lengths['found']} at the plain mean, and up to a look more."
    ]


def length_before(test: Sprt) -> str:
    """What is known of the length of a test before its first game."""
    longest = test.forecast(unshared_luck(), (test.low + test.high) / 2).observations
    return (
        f"the test takes up to {_about(longest)} games of each build on average if they share no luck, and fewer "
        "where they do"
    )


def _about(games: float) -> str:
    """A number of games, rounded: it is an estimate."""
    return f"{float(f'{games:.2g}'):,.0f}"


def look_text(look: BuildComparison) -> str:
    """A look in one line."""
    state, expected = look.state, look.expected_games
    test = "" if state is None else f", LLR {state.llr:+.2f} ({state.lower:+.2f} to {state.upper:+.2f})"
    so_far = f"difference so far {points(look.plain_difference)} as if looked at once"
    if expected is not None:
        so_far += f"; at this difference {_about(expected['found'])} games of each build are to be expected"
    return f"{look.each:,} games of each build{test}, {so_far}"


# Its tables


def opponents_sheet(result: CompareResult) -> Sheet:
    """Win rates of both builds and their difference against each opponent and, where there are several, all."""
    rows = len(result.by_opponent)
    return result.as_table().sheet().first(rows + (rows > 1))


def _columns(result: BuildComparison) -> list[Column[OpponentRow]]:
    """What is shown of an opponent, or of all of them together."""
    a, b = result.study.names
    own, other = result.study.labels
    holm = "p-value of a difference, adjusted for all opponents (Holm); missing after a test"
    gain = "second build less first, as a share of games: 0.01 is one point"
    fixed = "whether the interval does not allow for the test that decided when to stop"
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
        Column("as_if_fixed", lambda row: row.as_if_fixed, None, fixed, bool, json=False),
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
    return plain_beside(row.difference, row.by_games) | {"as_if_fixed": row.as_if_fixed}


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
        [number(look.each), number(look.llr, f"{look.llr:+.2f}"), rate(difference, points(difference))]
        for look in shown
        for difference in [look.plain_difference]
    ]
    return sheet("On the way", ["games", "LLR", "difference so far, as if looked at once"], rows)


# Its charts


def way_chart(result: BuildComparison) -> Chart:
    """What the looks saw: the log-likelihood ratio with its bounds, or half the interval with the width asked for."""
    state, precision = result.state, result.study.stop.precision
    if state is not None:
        title = "How the evidence grew until the test stopped"
        caption = (
            f"Log-likelihood ratio of H1 against H0: H1 is accepted at {state.upper:+.2f}, H0 at {state.lower:+.2f}; "
            "the test stops at the first look beyond a bound, or once it shows that the difference lies between both."
        )
        scale = ValueAxis("log-likelihood ratio", "", 1.0, (state.lower, state.upper))
    else:
        title = "How the interval narrowed until it was narrow enough"
        caption = "Half the 95 % interval at each look; the comparison stops at the first one at or below the line."
        scale = ValueAxis("half the interval", "points", 1.0, () if precision is None else (precision,), (0.0,))
    way = tuple(Point(look.each, value) for look, value in zip(result.looks, seen(result), strict=True))
    look = (Series(f"{len(way):,} looks", "n", way),)
    return Chart(
        "way", title, caption, ChartShape.LINES, look, scale, axis="games of each build", sample=_sample(result)
    )


def seen(result: BuildComparison) -> list[float]:
    """What decides when to stop, at each look."""
    return [look.half_width if result.state is None else look.llr for look in result.looks]


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


def _test_values(result: BuildComparison) -> dict[str, Any] | None:
    test, state = result.study.stop.test, result.state
    if test is None or state is None:
        return None
    return {
        "h0_points": test.low,
        "h1_points": test.high,
        "alpha": test.alpha,
        "beta": test.beta,
        "llr": state.llr,
        "bounds": [state.lower, state.upper],
        "verdict": verdict_words(result),
        "expected_games_of_each_build": result.expected_games,
        "looks": [{"games_of_each_build": look.each, "llr": look.llr} for look in result.looks],
    }


def _precision_values(result: BuildComparison) -> dict[str, Any] | None:
    wanted = result.study.stop.precision
    if wanted is None:
        return None
    looks = [{"games_of_each_build": look.each, "half_width_points": look.half_width} for look in result.looks]
    return {"points": wanted, "half_width_points": result.half_width, "looks": looks}
