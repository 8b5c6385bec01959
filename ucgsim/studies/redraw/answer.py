"""What a study of redraws answers: tables, sentences, plain values and the figure."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.language import gettext as _
from ucgsim.language import marked
from ucgsim.report.charts import Chart, ChartShape, Series, ValueAxis, points_of
from ucgsim.report.page import Page, page_of_parts
from ucgsim.report.sheet import (
    Block,
    Cell,
    Command,
    Parts,
    Sheet,
    gained,
    interval,
    label,
    percent,
    plain,
    points,
    rate,
    sheet,
    signed_points,
)
from ucgsim.report.table import Column, Table, estimated
from ucgsim.simulate.plan import marks_json
from ucgsim.stats.multiplicity import mirrored
from ucgsim.stats.rates import Estimate, wilson
from ucgsim.studies.decks import card_remarks
from ucgsim.studies.kit.basis import basis_foot
from ucgsim.studies.kit.question import Answer
from ucgsim.studies.redraw.findings import NOT_SURE, Redraws
from ucgsim.studies.redraw.rule_search import (
    FEWEST_HANDS,
    KEPT,
    POLICY,
    REDRAWN,
    CrossFitted,
    points_by,
    win_rate,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ucgsim.probability.hands import HandClass

CERTAIN = 0.005
"""A policy that redraws a class less often than this keeps it, in the words of a table."""
MISSED = 0.05
"""Share of hands with which a policy may do otherwise than a condition that is given for it."""
HELD = {
    "chain": "longest chain in it, 0, 2 or 3 (CR 5.6.1)",
    "low": "characters of the deck's lowest level in it",
    "settable": "characters in it that may be set (CR 5.5.3.1)",
    "scenes": "scene cards in it",
}
"""What a class of hands says, and what it means."""
MOST_DRAWN = 12
"""Kinds of hands that a page draws."""
CHOICES = {POLICY: "policy", REDRAWN: "always_redraw"}
"""What may surely help though no rule is known to, by the names of plain values."""
DODGE = 0.14
"""How far apart the two choices of one class are drawn."""


class RedrawResult(Redraws, Answer):
    """What keeping and redrawing are worth, by class of opening hand; every number with interval and policies."""

    kind = "redraw"

    @property
    def command(self) -> str:
        """The command that plays these games again."""
        return self.study.command

    @property
    def basis(self) -> str:
        """What every number rests on: hands, opponents, policies, rules, seed."""
        return self.study.basis(f"{self.study.hands:,} opening hands, each kept and redrawn")

    def parts(self) -> Parts:
        """The rule and what it is worth, and what all hands win by it; then the classes, and how it was made."""
        study, table = self.study, self.sheet()
        more: list[Block] = [*([table] if table.rows else []), *self._rare(), "\n".join(self.rule_lines())]
        more += ["\n".join(self.method()), Command(study.command)]
        hands = _("{hands:,} opening hands, each kept and redrawn").format(hands=study.hands)
        one = len(study.against) == 1
        whom = "" if study.mirror else (_("against {decks} deck") if one else _("against {decks:,} decks"))
        whom = whom.format(decks=len(study.against))
        foot = basis_foot(hands, study.terms, None, both=False, also=[whom, *self._more_hands()])
        return Parts([self.answer(), self._choices()], more, card_remarks(*study.marks), foot)

    def answer(self) -> str:
        """The rule, and how much more it wins than keeping every hand; whether others may win as much."""
        if self.surely_helps is not None:
            return self._without_a_rule(self.surely_helps)
        if self.rule.redraws_none:
            text = _(
                "{deck}: no rule surely helps, so keep every hand. "
                "The best of {rules:,} may win up to {points} points more."
            )
            most = f"{100 * self.most_possible:.1f}"
            return text.format(deck=self.study.deck.name, rules=len(self.rules.rules), points=most)
        text = _("{rule}: worth {points} over keeping every hand.")
        if self.has_equals:
            text = _(
                "{rule}: worth {points} over keeping every hand, the simplest of several that can't be told apart."
            )
        return text.format(rule=self.rule.shown.rstrip(".。"), points=points(self.worth, 1))

    def _without_a_rule(self, choice: int) -> str:
        """What surely helps although no rule is known to, and how many hands would tell one."""
        if choice == POLICY:
            text = _(
                "{deck}: redrawing as {policy} does surely helps, {points} points over keeping every hand; "
                "no rule is known yet: -n {hands} would tell."
            )
            gain = self.policy_over_keeping
        else:
            text = _(
                "{deck}: redrawing every hand surely helps, {points} points over keeping every hand; "
                "the best rule is not known: -n {hands} would tell."
            )
            gain = self.redrawing_over_keeping
        given = {"deck": self.study.deck.name, "policy": self._policy, "points": gained(gain)}
        return text.format(**given, hands=self.hands_to_know)

    @property
    def _policy(self) -> str:
        """The name of the policy, without its version."""
        return self.study.labels[0].partition(" ")[0]

    def rule_lines(self) -> list[str]:
        """What the rule is worth, where the policy does otherwise, and how the odds command is given it."""
        chain = ", where levels in a row of one character are a chain" if self.rule.asks_for_chain else ""
        return [
            f"Played: {self.basis}. All intervals 95 %.",
            *self._contradiction(),
            f"As a condition{chain}: ucgsim odds ... --redraw-when '{self.rule.condition}'",
        ]

    def _more_hands(self) -> list[str]:
        """How many hands would say what such a rule is worth, where these say little of it and the answer nothing."""
        needed = self.hands_to_know if self.surely_helps is None else 0
        text = _("-n {hands} would say within a point what a rule is worth")
        return [text.format(hands=needed)] if needed > self.study.hands else []

    def _contradiction(self) -> list[str]:
        """Where the policy does otherwise than the rule, and what that costs or gains it."""
        share, over_policy = self.contradiction
        if not share.rate:
            return []
        costs = over_policy.rate >= 0
        worth = over_policy if costs else mirrored(over_policy)
        return [
            f"{self.study.labels[0]} contradicts it with {interval(share)} of hands, which "
            f"{'costs' if costs else 'gains'} it {points(worth, 1)} over all hands."
        ]

    def method(self) -> list[str]:
        """How the rule was made, and how what it is worth was measured."""
        own, reached = self.study.labels[0], self.reached
        rule, missed = self.of_policy
        gains = self.policy_over_keeping, reached.over_keeping, reached.over_policy
        policy, keeping, over_policy = map(signed_points, gains)
        return [
            f"Method: of {len(self.rules.rules):,} rules in few words the simplest is named that can't be told from "
            "the one that won most, by what both win with the same hands (multiple comparisons with the best, 95 %). "
            "Simplest: fewest conditions, then fewest words, then by the alphabet. Its worth is that of two rules made "
            "in the same way from one half of the hands each and tried on the other half, which win "
            f"{interval(reached.win_rate)}: {keeping} points over always keeping, {over_policy} over {own}. The "
            "intervals of this rule are wider by what the two do otherwise. No rule surely helps where keeping every "
            "hand can't be told from the best, or where that worth may be nothing.",
            f"What {own} does, which judges each hand by itself, wins {policy} points over always keeping. That is no "
            "bound: another player may choose better.",
            f"What {own} does is nearest to: {rule.sentence} It does otherwise with {interval(missed)} of hands.",
        ]

    def _rare(self) -> list[str]:
        """How many classes are too rare for a number."""
        rare = [self.counts.hands_of(hand) for hand in self.ordered if not self.has_rate(hand)]
        if not rare:
            return []
        further = "" if len(rare) == len(self.ordered) else "further "
        return [
            f"{len(rare)} {further}kinds of hands, {sum(rare):,} of the {self.study.hands:,} hands, have too few hands "
            f"for a rate of their own: the most frequent one has {max(rare)}, {FEWEST_HANDS} are needed."
        ]

    def _choices(self) -> Sheet:
        """What all hands win by what is done with them."""
        total = self.counts.total
        kept, redrawn, policy = (rate(win_rate(points_by(total, choice))) for choice in (KEPT, REDRAWN, POLICY))
        redrawing, does = _gain_cell(self.redrawing_over_keeping), _("as {policy} does").format(policy=self._policy)
        rows = [
            [label(_("always keep")), kept, label(_("none")), label("")],
            [label(_("always redraw")), redrawn, label(_("all")), redrawing],
            [label(does), policy, rate(self.counts.verdict()), _gain_cell(self.policy_over_keeping)],
        ]
        if not self.rule.redraws_none:
            won = rate(self.reached.win_rate)
            rows.append([label(_("by this rule")), won, rate(self.rule_rate), _gain_cell(self.worth)])
        return sheet(
            "", [marked("all hands"), marked("games won"), marked("hands redrawn"), marked("points over keeping")], rows
        )

    def as_table(self) -> Table[HandClass]:
        """The classes, the commonest first, and what the rule says of them; one with too few hands has no rates."""
        counts, own, text = self.counts, self.study.labels[0], self.study.classes.text
        of = "share of games won if it is"
        few = "whether there were too few hands for the rates that follow"
        gain = "redrawn less kept, as a share of games: 0.01 is one point"
        columns: tuple[Column[HandClass], ...] = (
            Column("class", text, "opening hand", "the class of opening hand, in words", str, names_row=True),
            Column("holds", lambda hand: hand._asdict(), kind=dict),
            *(Column(name, attrgetter(name), None, meaning, int, json=False) for name, meaning in HELD.items()),
            Column("hands", counts.hands_of, "hands", "hands of the class that were dealt", int),
            estimated("share", self._share, None, "share of all hands", "hands"),
            estimated("policy_redraws", counts.verdict, own, "how often the policy redraws it", "hands", _verdict_cell),
            Column("too_few", lambda hand: not self.has_rate(hand), None, few, bool),
            estimated("kept", lambda hand: self._rated(hand, KEPT), "won if kept", f"{of} kept"),
            estimated("redrawn", lambda hand: self._rated(hand, REDRAWN), "won if redrawn", f"{of} redrawn"),
            estimated("redraw_gain", self._gain, "redraw gains", gain, display=_gain_cell),
            Column("rule", self.by_rule, "rule", "what the rule says", str),
            Column("recommended", self.advice, "these hands alone", "what the hands of the class alone say", str),
            Column("settled", self.settled, None, "whether the gain is surely not nothing", bool),
        )
        return Table(columns, self.ordered, "Kinds of opening hands (95 % interval)")

    def sheet(self) -> Sheet:
        """The classes with enough hands for a rate."""
        rated = list(filter(self.has_rate, self.ordered))
        is_open = not all(map(self.settled, rated))
        note = f"{NOT_SURE.capitalize()}: what a redraw gains with these hands alone may be nothing." if is_open else ""
        return replace(self.as_table(), rows=rated, note=note).sheet()

    def _share(self, hand: HandClass) -> Estimate:
        return wilson(self.counts.hands_of(hand), self.study.hands)

    def _rated(self, hand: HandClass, choice: int) -> Estimate | None:
        return self.rate_of(hand, choice) if self.has_rate(hand) else None

    def _gain(self, hand: HandClass) -> Estimate | None:
        return self.gain_of(hand) if self.has_rate(hand) else None

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values; gains are shares, 0.01 a percentage point."""
        study, counts, total = self.study, self.counts, self.counts.total
        of_policy, missed = self.of_policy
        keep, redraw, policy = (plain(win_rate(points_by(total, choice))) for choice in (KEPT, REDRAWN, POLICY))
        return {
            **study.decks_json,
            "hands": study.hands,
            "games": 2 * study.hands,
            **study.terms_json,
            "confidence": self.reached.win_rate.confidence,
            **marks_json(*study.marks),
            "always_keep": keep,
            "always_redraw": redraw | {"gain_over_keep": plain(self.redrawing_over_keeping)},
            "policy": policy
            | {
                "redraw_rate": plain(counts.verdict()),
                "gain_over_keep": plain(self.policy_over_keeping),
                "sentences": [of_policy.sentence],
                "redraw_when": of_policy.condition if missed.rate <= MISSED else None,
                "does_otherwise": plain(missed),
            },
            "rule": {
                "sentences": [self.rule.sentence],
                "redraw_when": self.rule.condition,
                "redraw_rate": plain(self.rule_rate),
                "gain_over_keep": plain(self.worth),
                "hands_to_know": self.hands_to_know,
                "is_sure": not self.rule.redraws_none,
                "surely_helps_without_it": None if self.surely_helps is None else CHOICES[self.surely_helps],
                "has_equals": self.has_equals,
            },
            "won_most": {
                "sentences": [self.most.sentence],
                "redraw_when": self.most.condition,
                "most_gain_over_keep": self.most_possible,
            },
            "contradiction": {
                "share": plain(self.contradiction.share),
                "rule_over_policy": plain(self.contradiction.over_policy),
            },
            "rules_from_halves": _tried(self.reached),
            "fewest_hands": FEWEST_HANDS,
            "classes": self.as_table().to_json(),
            "command": study.command,
        }

    def chart(self) -> Chart | None:
        """The classes with enough hands, the commonest first, kept and redrawn; None where no class has enough."""
        hands = list(filter(self.has_rate, self.ordered))[:MOST_DRAWN]
        if not hands:
            return None
        series = tuple(
            Series(name, look, points_of((place, self.rate_of(hand, choice)) for place, hand in enumerate(hands)))
            for name, look, choice in (("kept", "a", KEPT), ("redrawn", "b", REDRAWN))
        )
        return Chart(
            "hands",
            "Which opening hands to keep",
            "The commonest kinds of hands, with 95 % intervals: keep those of which the round mark is further right.",
            ChartShape.ROWS,
            series,
            ValueAxis("games won", lines=(0.5,), bounds=(0.0, 1.0)),
            places=tuple(self.study.classes.text(hand) for hand in hands),
            sample=f"{self.study.hands:,} opening hands",
        )

    def page(self) -> Page:
        """Its page."""
        title = f"Which opening hands of {self.study.deck.name} to redraw?"
        return page_of_parts(title, self.parts(), self.chart(), table=self.to_polars())

    def figure(self) -> Figure:
        """Win rate of each class with enough hands kept and redrawn, the commonest on top; of all hands where none."""
        from matplotlib.ticker import PercentFormatter  # noqa: PLC0415

        from ucgsim.report.figures import COLOURS, MARKERS, NEUTRAL, new_figure  # noqa: PLC0415

        hands, counts = filter(self.has_rate, self.ordered), self.counts
        rows = {
            f"{self.study.classes.text(each)} ({counts.hands_of(each):,})": counts.all_hands[each] for each in hands
        }
        rows = rows or {f"all ({self.study.hands:,}; no class has {FEWEST_HANDS})": counts.total}
        title = f"Opening hands of {self.study.deck.name}, kept and redrawn, 95 % intervals"
        sample, height = f"{2 * self.study.hands:,} games", 1.7 + 0.3 * len(rows)
        with new_figure(title, sample, self.basis, width=8.0, height=height) as (figure, axes):
            for choice, side, name, shift in ((KEPT, "a", "kept", -DODGE), (REDRAWN, "b", "redrawn", DODGE)):
                won = [win_rate(points_by(table, choice)) for table in rows.values()]
                error = [[each.rate - each.low for each in won], [each.high - each.rate for each in won]]
                marks: dict[str, Any] = {
                    "color": COLOURS[side],
                    "marker": MARKERS[side],
                    "linestyle": "none",
                    "capsize": 2,
                }
                rates, places = [each.rate for each in won], np.arange(len(rows)) + shift
                axes.errorbar(rates, places, xerr=error, label=name, markersize=4, **marks)
            axes.axvline(0.5, color=NEUTRAL, linestyle=":", linewidth=1.2)
            axes.set_yticks(range(len(rows)), list(rows))
            axes.set_ylim(len(rows) - 0.5, -0.5)
            # Above its column and level: upright it would be longer than a few rows are high.
            axes.set_ylabel("opening hand (n of this class)", rotation=0, ha="right", va="bottom")
            axes.yaxis.set_label_coords(0, 1)
            axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
            axes.set_xlabel("games won")
            axes.grid(axis="x", alpha=0.25)
            # Above the chart: below it is the foot.
            axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2)
        return figure


def _verdict_cell(redraws: Estimate) -> Cell:
    """What the policy does with a class: one thing, or how often it redraws."""
    if min(redraws.rate, 1 - redraws.rate) < CERTAIN:
        return label("redraws" if redraws.rate > 0.5 else "keeps")
    return label(f"redraws {percent(redraws.rate)}")


def _gain_cell(gain: Estimate) -> Cell:
    return rate(gain, signed_points(gain), short=gained(gain))


def _tried(reached: CrossFitted) -> dict[str, Any]:
    """What choices made from halves reached, as plain values."""
    return {
        "win_rate": plain(reached.win_rate),
        "gain_over_keep": plain(reached.over_keeping),
        "gain_over_policy": plain(reached.over_policy),
    }
