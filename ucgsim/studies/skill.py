"""Skill and luck of a matchup: what decides its games, the shuffles, the Lead or the play.

The same shuffles are played with either side leading and with every way to play; the variance of who wins is divided.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from ucgsim.cards.versions import rules_options
from ucgsim.decks.finding import deck_word
from ucgsim.errors import UcgsimError
from ucgsim.language import gettext as _
from ucgsim.language import marked, speaking
from ucgsim.policies.spec import parse_policy
from ucgsim.report.charts import Chart, ChartShape, Series, ValueAxis, points_of
from ucgsim.report.result import Drawn, Summarised, Tabled
from ucgsim.report.sheet import Command, Parts, Sheet, foot, label, plain, rate, sheet
from ucgsim.report.table import Column
from ucgsim.report.table import Table as Tabulated
from ucgsim.safe_text import command_line
from ucgsim.simulate.plan import Terms, blank_words
from ucgsim.simulate.same_chance import LEADS, play_blocks
from ucgsim.simulate.table import lay_out, marks_of, versions_now
from ucgsim.stats.multinomial import score_interval
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method
from ucgsim.stats.shares import FEWEST, CauseShare, variance_shares
from ucgsim.studies.decks import card_remarks, given_decks
from ucgsim.studies.kit.basis import ALONE
from ucgsim.studies.kit.run_options import Asking, PlayedOptions, asked
from ucgsim.studies.policies.answer import listed
from ucgsim.studies.policies.question import read_policies

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from ucgsim.decks.deck import Deck, DeckLike
    from ucgsim.simulate.table import Table

DEFAULT_GAMES = 10_000
DEFAULT_POLICIES = ("greedy", "planner")
SHUFFLES, LEAD, PLAY = marked("shuffles"), "Lead", marked("play")
HALF_POINTS = 2
NOTE = (
    "Of the variance of who wins. Alone: what is decided whatever the others are; of play, what better play is worth. "
    "In all: what a cause still decides once all the others are fixed, so what they decide only together counts for "
    "each of them; of play, every other way that ends a game otherwise, better or not."
)


@dataclass(frozen=True, eq=False)
class SkillStudy:
    """What is to be played: ``tables[i][j]`` with policy i on side a and j on side b, on each of ``shuffles``."""

    decks: tuple[Deck, Deck]
    policies: tuple[str, ...]
    tables: tuple[tuple[Table, ...], ...]
    shuffles: int
    terms: Terms

    @property
    def games(self) -> int:
        """Games of all shuffles under all conditions."""
        return self.shuffles * games_of_shuffle(len(self.policies))


def games_of_shuffle(policies: int) -> int:
    """Games that are played on one shuffle."""
    return len(LEADS) * policies**2


@asked(PlayedOptions)
def skill(
    deck_a: DeckLike,
    deck_b: DeckLike,
    *,
    policies: str | Sequence[str] = DEFAULT_POLICIES,
    games: int = DEFAULT_GAMES,
    matchup: int = 0,
    **options: Unpack[PlayedOptions],
) -> SkillResult:
    """Say how much of what decides the games of two decks is shuffles, who leads first, and how both sides play.

    Args:
        deck_a: the deck of side a: its name, its file, a ``Deck``, or counts by card number.
        deck_b: the deck of side b, likewise.
        policies: each side plays as each of them: a list, or a text such as "greedy,planner".
        games: of all shuffles, each of which is played under every condition; they go up to whole shuffles.
        matchup: tells the matchups of one seed apart.

    Raises:
        UcgsimError: what can't be played.
    """
    asking = Asking.of(options, matchup=matchup)
    study = plan_skill(deck_a, deck_b, read_policies(policies), asking.terms, games=games)
    with asking.watch("skill", study.games) as advance:
        return play_skill(study, jobs=asking.jobs, advance=advance)


def plan_skill(deck_a: DeckLike, deck_b: DeckLike, policies: Sequence[str], terms: Terms, *, games: int) -> SkillStudy:
    """Everything that ``skill`` checks before it plays."""
    a, b = given_decks((deck_a, deck_b), terms)
    each = games_of_shuffle(len(policies))
    shuffles = -(-games // each)
    if shuffles < FEWEST:
        raise UcgsimError(f"{games:,} games are {shuffles} shuffles of {each} games; give {FEWEST * each:,} or more")
    tables = tuple(tuple(lay_out((a, b), terms.but(policies=(own, other))) for other in policies) for own in policies)
    return SkillStudy((a, b), tuple(policies), tables, shuffles, terms)


def play_skill(study: SkillStudy, *, jobs: int = 1, advance: Callable[[int], object] | None = None) -> SkillResult:
    """Play a planned study."""
    slow = any(parse_policy(name).is_slow for name in study.policies)
    parts = []
    for part in play_blocks(study.tables, study.terms.seed, study.terms.matchup, study.shuffles, slow=slow, jobs=jobs):
        parts.append(part)
        if advance is not None:
            advance(part.size)
    blank = marks_of(table for row in study.tables for table in row).blank
    return SkillResult(study.decks, study.policies, study.terms, np.concatenate(parts), blank)


@dataclass(frozen=True, eq=False, repr=False)
class SkillResult(Tabled, Drawn, Summarised):
    """What decides the games of a matchup, if each side plays as any of ``policies`` with the same chance.

    ``points``: half points of side a, shape (shuffles, 2 for who leads first, policy of a, policy of b).
    """

    decks: tuple[Deck, Deck]
    policies: tuple[str, ...]
    terms: Terms
    points: NDArray[np.int8]
    blank: tuple[str, ...] = ()

    @property
    def labels(self) -> list[str]:
        """The policies with their versions."""
        return [parse_policy(name).label for name in self.policies]

    @property
    def names(self) -> tuple[str, str]:
        """What to call the sides."""
        a, b = (deck.name for deck in self.decks)
        return (f"{a} (A)", f"{b} (B)") if a == b else (a, b)

    @cached_property
    def shares(self) -> dict[str, CauseShare]:
        """Of shuffles, Lead and play, and of the play of either side."""
        outcomes = self.points / HALF_POINTS
        sides = {f"{PLAY} of {name}": [place] for place, name in enumerate(self.names, start=1)}
        result = variance_shares(outcomes, {LEAD: [0], PLAY: [1, 2]}, drawn=SHUFFLES)
        apart = variance_shares(outcomes, {LEAD: [0], **sides}, drawn=SHUFFLES)
        return result | {name: apart[name] for name in sides}

    def rate(self, own: int, other: int) -> Estimate:
        """Win rate of side a where it plays by one policy and b by another, over both leads."""
        worth = np.linspace(0, 1, 2 * HALF_POINTS + 1)
        # Both leads are played on one shuffle, so a pair of games is what was drawn.
        counts = np.bincount(self.points[:, :, own, other].sum(axis=1), minlength=len(worth)).astype(np.float64)
        n, (low, high) = len(self.points), score_interval(worth, counts, DEFAULT_CONFIDENCE)
        return Estimate(float(worth @ counts / n), low, high, n, DEFAULT_CONFIDENCE, Method.PAIR_SCORE)

    @property
    def basis(self) -> str:
        """What every number rests on."""
        each = self.points[0].size
        return (
            f"{self.points.size:,} games, {each} on each of {len(self.points):,} shuffles: either side leading first, "
            f"and either side playing as {listed(self.labels)}; {self.terms.by}, seed {self.terms.seed}"
        )

    @property
    def command(self) -> str:
        """The command that plays this again."""
        words = ["ucgsim", "skill", *map(deck_word, self.decks)]
        words += ["--policies", ",".join(self.policies), "-n", str(self.points.size)]
        words += ["--seed", str(self.terms.seed), *rules_options(self.terms.rules), *self.terms.redraw_procedure.option]
        words += ["--matchup", str(self.terms.matchup)] if self.terms.matchup else []
        return command_line([*words, *blank_words(self.blank)])

    def answer(self) -> str:
        """The answer in a sentence."""
        (a, b), play = self.names, self.shares[PLAY]
        alone, whole = (f"{100 * each.rate:.0f} %" for each in (play.alone, play.whole))
        text = _(
            "How both play decides {alone} of {a} against {b} alone, {whole} with what shuffles and the Lead do to it."
        )
        return text.format(alone=alone, a=a, b=b, whole=whole)

    def sheet(self) -> Sheet:
        """What each cause decides."""
        causes = [_(SHUFFLES), LEAD, _(PLAY), *(_("play of {deck}").format(deck=name) for name in self.names)]
        rows = [
            [label(cause), rate(each.alone), rate(each.whole)]
            for cause, each in zip(causes, self.shares.values(), strict=True)
        ]
        return sheet("What decides (95 % interval)", ["", marked("alone"), marked("in all")], rows, NOTE)

    def rate_sheet(self) -> Sheet:
        """Win rates by who plays how."""
        a, b = self.names
        places = range(len(self.policies))
        rows = [
            [label(f"{a} as {own}"), *(rate(self.rate(row, column)) for column in places)]
            for row, own in enumerate(self.labels)
        ]
        columns = ["", *(f"{b} as {other}" for other in self.labels)]
        return sheet(f"Won by {a}, over both leads (95 % interval)", columns, rows)

    def parts(self) -> Parts:
        """The answer and what each cause decides; then win rates by who plays how."""
        last = [_("Note: {remark}").format(remark=remark) for remark in card_remarks(self.blank, ())]
        table = replace(self.sheet(), caption="", note="")
        method = f"Method\n  Played: {self.basis}.\n  {NOTE}"
        ends = foot(
            _("{games:,} games").format(games=self.points.size),
            _("played as {players}").format(players=listed(self.labels)),
            _("seed {seed}").format(seed=self.terms.seed),
            _(ALONE),
        )
        return Parts([self.answer(), table], [self.rate_sheet(), method, Command(self.command)], last, ends)

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values."""
        places = range(len(self.policies))
        return {
            "decks": [{"name": deck.name, "fingerprint": deck.fingerprint} for deck in self.decks],
            "policies": self.labels,
            "games": self.points.size,
            "shuffles": len(self.points),
            "confidence": DEFAULT_CONFIDENCE,
            **self.terms.head_json,
            "blank": list(self.blank),
            "shares": {
                name: {"alone": plain(each.alone), "whole": plain(each.whole)} for name, each in self.shares.items()
            },
            "win_rates": [[plain(self.rate(row, column)) for column in places] for row in places],
            "answer": self.answer(),
            "command": self.command,
        }

    def as_table(self) -> Tabulated[tuple[str, str]]:
        """One row a cause and kind of share, with its interval, shuffles and policies."""
        whole = "alone, or whole: with what it decides only together with others"
        share, policies = "share of the variance of who wins", ", ".join(self.labels)
        columns: tuple[Column[tuple[str, str]], ...] = (
            Column("cause", lambda row: row[0], None, "what decides", str, names_row=True),
            Column("kind", lambda row: row[1], None, whole, str, names_row=True),
            Column("", lambda row: getattr(self.shares[row[0]], row[1]), None, share, units="shuffles"),
            Column("policies", lambda _: policies, None, "who plays, on either side", str),
        )
        return Tabulated(columns, [(name, kind) for name in self.shares for kind in ("alone", "whole")])

    def chart(self) -> Chart:
        """What each cause decides, alone and in all: the first cause on top."""
        alone, whole = ([getattr(each, kind) for each in self.shares.values()] for kind in ("alone", "whole"))
        return Chart(
            "skill",
            f"What decides {self.names[0]} against {self.names[1]}",
            "95 % intervals. Alone: what a cause decides whatever the others are; in all: what it still decides once "
            "all the others are fixed.",
            ChartShape.ROWS,
            (Series("alone", "a", points_of(enumerate(alone))), Series("in all", "b", points_of(enumerate(whole)))),
            ValueAxis("share of the variance of who wins", shows=(0.0, 1.0), bounds=(0.0, 1.0)),
            places=tuple(self.shares),
            sample=f"{self.points.size:,} games",
        )


@speaking("en")
def write_skill(result: SkillResult, path: Path) -> Path:
    """Write page, picture, table and ``summary.json`` into a folder, all of them or none; return the page."""
    from ucgsim.report.page import Page, Section, method_section  # noqa: PLC0415 - loads polars
    from ucgsim.studies.kit.page import write_answer  # noqa: PLC0415

    terms, (a, b) = result.terms, result.names
    facts = {
        "games": f"{result.points.size:,}, {result.points[0].size} on each of {len(result.points):,} shuffles",
        "policies": f"{listed(result.labels)}, each on either side",
        "rules": f"comprehensive {terms.by}",
        "seed": str(terms.seed),
    }
    versions = versions_now(result.labels)
    sections = (
        Section("decides", "What decides", sheets=(result.sheet(),)),
        Section("play", "Who wins, by how both play", sheets=(result.rate_sheet(),)),
        method_section(facts, versions, result.decks, result.command, catalog=terms.catalog),
    )
    page = Page(
        f"{a} against {b}: is it skill or luck?",
        (result.answer(),),
        str(result.parts().foot),
        result.chart(),
        remarks=tuple(card_remarks(result.blank, ())),
        sections=sections,
    )
    return write_answer(path, result, "shares", page)
