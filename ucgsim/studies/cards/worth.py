"""What each copy of each card of a deck is worth: put in place of another card of the deck, on the same chance."""

from __future__ import annotations

import math
import textwrap
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np

from ucgsim.cards.card import card_label, in_deck_order
from ucgsim.errors import UcgsimError
from ucgsim.limits import MAX_GAMES
from ucgsim.report.page import Page, page_of_parts
from ucgsim.report.sheet import (
    PICKED,
    Cell,
    Command,
    Parts,
    Sheet,
    foot,
    gained,
    label,
    picked,
    plain,
    sheet,
    signed_points,
)
from ucgsim.report.table import Column, Table
from ucgsim.safe_text import command_line
from ucgsim.simulate.arrangements import BANDS, ROUNDS, SHARES, WORTHS, Copy, Setting, bands, copy_tasks
from ucgsim.simulate.openings import Chance
from ucgsim.simulate.plain import NAMED_TEXTS, PLACE, TEXTS, FieldKind, Form, between
from ucgsim.simulate.plan import First, Terms
from ucgsim.simulate.run import Dealt
from ucgsim.simulate.table import lay_out
from ucgsim.simulate.tasks import Batch
from ucgsim.stats.means import weighted_gain
from ucgsim.stats.multiplicity import ends, together
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate
from ucgsim.studies.cards.watched import Watched, read_watched
from ucgsim.studies.forecast import (
    AS_APART,
    CHOICES,
    PRECISIONS,
    SPREAD_APART,
    GamesPlan,
    PlannedWork,
    difference_asked,
    is_slow,
)
from ucgsim.studies.kit.ledger import CountedQuestion, StoredCounts
from ucgsim.studies.kit.question import Answer
from ucgsim.studies.kit.run_options import RunSettings, WorkOptions, takes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.simulate.tasks import Course


DEFAULT_PAIRS = 12_000
"""Pairs of games a copy: fifty copies of the slowest shipped deck take a minute of two cores, where nobody searches."""
SLOW_PAIRS = 100
"""Games with a policy that searches, or is of the user's own."""
FEWEST_PAIRS = 100
"""Fewer pairs a copy leave some bands with next to none."""
OTHERWISE = 0.1
"""Share of pairs of games that end otherwise with another card in place of one copy: 0.06 to 0.09 of shipped decks."""
OPPOSITE = {First.THROW: First.THROW, First.A: First.B, First.B: First.A}


@dataclass(frozen=True, eq=False)
class WorthStudy:
    """What is to be played: the deck that is watched as side a of each of its matchups, ``pairs`` a copy in each."""

    watched: Watched
    settings: tuple[Setting, ...]
    pairs: int
    catalog: Catalog

    @property
    def copies(self) -> list[Copy]:
        """All copies of all cards, in the order of the deck."""
        return self.settings[0].copies

    @property
    def chances(self) -> list[dict[str, Any]]:
        """What decides the games of each matchup, as plain values."""
        sides = zip(self.watched.subjects, self.watched.sides, strict=True)
        return [subject.plan.chance | {"first": subject.plan.first.value, "side": side} for subject, side in sides]

    @property
    def pairs_of_copy(self) -> int:
        """Pairs a copy, over all opponents."""
        return (self.pairs + self.pairs % 2) * len(self.settings)

    @property
    def games(self) -> int:
        """Games of all copies, to within a few."""
        return 2 * self.pairs_of_copy * len(self.copies)

    @property
    def command(self) -> str:
        """The command that plays this again."""
        return command_line([*self.watched.command, "-n", str(self.pairs_of_copy)])


def plan_worth(watched: Watched, catalog: Catalog, *, pairs: int | None = None) -> WorthStudy:
    """Everything that is checked before play; ``pairs`` a copy are shared among the opponents, as many as take a
    minute where None.

    Raises UcgsimError for too few pairs, or a deck that is too small or of one card.
    """
    if pairs is None:
        usual = SLOW_PAIRS if is_slow(watched.policies) else DEFAULT_PAIRS
        pairs = max(usual, FEWEST_PAIRS * len(watched.subjects))
    each = -(-pairs // len(watched.subjects))
    if each < FEWEST_PAIRS:
        raise UcgsimError(f"{pairs} pairs of games a copy; it takes {FEWEST_PAIRS * len(watched.subjects):,} or more")
    settings = tuple(_setting(watched, place, catalog) for place in range(len(watched.subjects)))
    bands(settings[0].size)
    if len(settings[0].counts) == 1:
        raise UcgsimError(
            f"{watched.deck.name}: holds one card only; a copy is weighed against other cards of the deck"
        )
    return WorthStudy(watched, settings, each, catalog)


def _setting(watched: Watched, place: int, catalog: Catalog) -> Setting:
    """The deck that is watched as side a against one opponent, who leads first as in the run."""
    plan, side = watched.subjects[place].plan, watched.sides[place]
    first = plan.first if side == 0 else OPPOSITE[plan.first]
    terms = Terms.of_plan(plan, catalog).but(policies=watched.policies, first=first)
    table = lay_out((watched.deck, watched.opponents[place]), terms)
    counts = tuple(copies for _, copies in watched.deck.counts)
    return Setting(table, Chance(plan.seed, plan.matchup, first), counts)


class CopyPlace(NamedTuple):
    """Where a copy lies: in these bands of the deck, each with so many places."""

    key: str
    words: str
    weights: tuple[int, ...]


def questions(size: int) -> tuple[CopyPlace, ...]:
    """In the first hand; come by the draw of each of the first Rounds; anywhere in the deck, as shuffled."""
    places = [len(band) for band in bands(size)]
    firsts = [tuple(places[: 1 + k] + [0] * (BANDS - 1 - k)) for k in range(ROUNDS + 1)]
    drawn = [CopyPlace(f"by_round_{k}", f"by Round {k}", firsts[k]) for k in range(1, ROUNDS + 1)]
    return (
        CopyPlace("first_hand", "in the first hand", firsts[0]),
        *drawn,
        CopyPlace("deck", "in the deck", tuple(places)),
    )


@dataclass(frozen=True, slots=True)
class CopyWorth:
    """What a copy wins more than another card of the deck in its place, alone and with all copies together."""

    copy: Copy
    card: str
    question: CopyPlace
    alone: Estimate
    together: Estimate


WIDTH = 7.0
"""Inches of a figure; card names take half of it."""
LONGEST = 38
"""Letters of a card's number and name that find room in it."""
SHOWN = ("first_hand", "by_round_3", "deck")
"""What the terminal shows; tables and JSON have all of it."""
ORDINALS = ("1st", "2nd", "3rd")
METHOD = (
    "Worth: games won with the copy there less with another card of the deck, drawn at random, in its place, on the "
    "same chance; the n-th copy with n in the deck against n - 1. First hand: before a redraw. By Round n: among the "
    "first 6 + n cards. In percentage points; intervals of a column hold for all copies together (95 %, Bonferroni). "
    f"{PICKED} named in the answer because it is the most extreme: estimate and interval allow for the choice."
)


def _copy_words(number: int) -> str:
    return f"{ORDINALS[number - 1] if number <= len(ORDINALS) else f'{number}th'} copy"


@dataclass(frozen=True, eq=False, repr=False)
class WorthResult(Answer):
    """What each copy is worth, by question; intervals of one question hold together, for all copies."""

    kind = "worth"

    study: WorthStudy
    counts: NDArray[np.int64]

    @property
    def command(self) -> str:
        """The command that plays this again."""
        return self.study.command

    @property
    def deck(self) -> Deck:
        """The deck whose cards are weighed."""
        return self.study.watched.deck

    @cached_property
    def questions(self) -> tuple[CopyPlace, ...]:
        """What is asked of every copy."""
        return questions(self.study.settings[0].size)

    @cached_property
    def worths(self) -> dict[str, list[CopyWorth]]:
        """By question: every copy, in the order of the deck."""
        return {question.key: self._all(question) for question in self.questions}

    def _all(self, question: CopyPlace) -> list[CopyWorth]:
        copies, numbers = self.study.copies, [number for number, _ in self.deck.counts]
        level = together(DEFAULT_CONFIDENCE, len(copies))
        return [
            CopyWorth(
                copy,
                numbers[copy.card],
                question,
                *(weighted_gain(counts, question.weights, each) for each in (DEFAULT_CONFIDENCE, level)),
            )
            for copy, counts in zip(copies, self.counts, strict=True)
        ]

    def extreme(self, *, least: bool) -> tuple[CopyWorth, Estimate]:
        """The copy that is worth most in the deck, or least, with an estimate and interval that know of the pick."""
        worths = self.worths["deck"]
        alone, joint = [each.alone for each in worths], [each.together for each in worths]
        pick = min if least else max
        return pick(worths, key=lambda worth: worth.alone.rate), ends(alone, joint)[least]

    @cached_property
    def picks(self) -> dict[tuple[str, int], Estimate]:
        """By card and copy: the one that is worth most, if surely more than others, and least, if surely less."""
        (best, most), (worst, least) = (self.extreme(least=each) for each in (False, True))
        sure = ((best, most, best.together.low > 0), (worst, least, worst.together.high < 0))
        return {(worth.card, worth.copy.number): estimate for worth, estimate, holds in sure if holds}

    def shown(self, worth: CopyWorth) -> Estimate:
        """A worth as it is shown: for a copy that is named, one that allows for the choice."""
        pick = self.picks.get((worth.card, worth.copy.number)) if worth.question.key == "deck" else None
        return worth.together if pick is None else pick

    @property
    def basis(self) -> str:
        """What every number rests on."""
        watched, study = self.study.watched, self.study
        against = ", ".join(opponent.name for opponent in watched.opponents)
        games = f"{study.pairs_of_copy:,} pairs of games a copy, {study.games:,} games"
        return f"{games}, against {against}, {watched.terms_words}"

    def named(self, number: str) -> str:
        """What a card is called in words and plots."""
        return card_label(self.study.catalog[number])

    def answer(self) -> str:
        """The copies that are surely worth most and least in the deck, or that none is distinguishable."""
        named = []
        for least, word in ((False, "most"), (True, "least")):
            worth, estimate = self.extreme(least=least)
            if (worth.card, worth.copy.number) in self.picks:
                copy = f"the {_copy_words(worth.copy.number)} of {self.named(worth.card)}"
                named.append(f"{copy} is worth {word} ({gained(estimate)} points)")
        if not named:
            return f"No card of {self.deck.name} is distinguishable from its others by what it is worth."
        said = ", ".join(named)
        return f"Of {self.deck.name}, {said}."

    def sheet(self) -> Sheet:
        """Every copy with its worth in the first hand, by the third Round, and in the deck."""
        rows = []
        for each in sorted(zip(*(self.worths[key] for key in SHOWN), strict=True), key=self._place):
            name = f"{self.named(each[0].card)}, {_copy_words(each[0].copy.number)}"
            rows.append([label(name), *map(self._cell, each)])
        words = {question.key: question.words for question in self.questions}
        columns = ["copy", *(words[key] for key in SHOWN)]
        return sheet(f"What the cards of {self.deck.name} are worth", columns, rows, METHOD)

    def _place(self, worths: tuple[CopyWorth, ...]) -> tuple[Any, ...]:
        """Where a copy is in the table: by character and level."""
        return (*in_deck_order(self.study.catalog[worths[0].card]), worths[0].copy.number)

    def parts(self) -> Parts:
        """The headline and every copy; then how it was measured."""
        worths, study = self.worths["deck"], self.study
        more, less = (sum(each.together.low > 0 for each in worths), sum(each.together.high < 0 for each in worths))
        lines = [
            f"Played: {self.basis}.",
            f"Of {len(worths)} copies, {more} are surely worth more than the deck's other cards, {less} less.",
            METHOD,
        ]
        table = replace(self.sheet(), caption="", note="")
        ends = foot(
            f"{study.pairs_of_copy:,} pairs of games a copy, on the same shuffles", "points", "± 95 % for all together"
        )
        notes = study.watched.notes
        return Parts([self.answer(), table], ["\n  ".join(["Method", *lines]), Command(study.command)], notes, ends)

    def page(self) -> Page:
        """Its page."""
        title = f"What is each copy of {self.deck.name} worth?"
        return page_of_parts(title, self.parts(), None, table=self.to_polars())

    def _cell(self, worth: CopyWorth) -> Cell:
        shown = self.shown(worth)
        return replace(picked(shown, signed_points(shown)), short=gained(shown))

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values; a worth is a share of games, 0.01 a percentage point."""
        watched = self.study.watched
        return {
            **watched.decks_json,
            "pairs_of_copy": self.study.pairs_of_copy,
            "games": 2 * int(self.counts.sum()),
            **watched.plan.head_json,
            **watched.play_json,
            "named": [self._named_json(least=least) for least in (False, True)],
            "copies": [self._json(place) for place in range(len(self.study.copies))],
            "command": self.study.command,
        }

    def _named_json(self, *, least: bool) -> dict[str, Any]:
        worth, estimate = self.extreme(least=least)
        sure = (worth.card, worth.copy.number) in self.picks
        return {"card": worth.card, "copy": worth.copy.number, "in_the_deck": plain(estimate), "sure": sure}

    def _json(self, place: int) -> dict[str, Any]:
        each = {key: worths[place] for key, worths in self.worths.items()}
        first = each["deck"]
        return {"card": first.card, "name": self.study.catalog[first.card].name, "copy": first.copy.number} | {
            key: plain(self.shown(worth)) | {"alone": plain(worth.alone)} for key, worth in each.items()
        }

    def as_table(self) -> Table[CopyWorth]:
        """One row a copy and question: worth with an interval that holds for all copies together, and its own."""
        end = "end of its interval, which holds together with those of all copies"
        alone = "by itself, neither for the choice nor with the others"
        gain = "games won with it less with another card of the deck: 0.01 is one point"
        columns: tuple[Column[CopyWorth], ...] = (
            Column("card", attrgetter("card"), None, "number of the card", str, names_row=True),
            Column("name", lambda each: self.study.catalog[each.card].name, None, "its name", str),
            Column("copy", attrgetter("copy.number"), None, "which copy of it", int, names_row=True),
            Column("where", attrgetter("question.words"), None, "where the copy lies", str, names_row=True),
            Column("worth", lambda each: self.shown(each).rate, None, gain, float),
            Column("low", lambda each: self.shown(each).low, None, f"lower {end}", float),
            Column("high", lambda each: self.shown(each).high, None, f"upper {end}", float),
            Column("worth_alone", attrgetter("alone.rate"), None, f"the same {alone}", float),
            Column("low_alone", attrgetter("alone.low"), None, f"lower end {alone}", float),
            Column("high_alone", attrgetter("alone.high"), None, f"upper end {alone}", float),
            Column("pairs", attrgetter("alone.n"), None, "pairs of games", int),
            *self.study.watched.policy_columns,
        )
        return Table(columns, [worth for worths in self.worths.values() for worth in worths])

    def table_html(self) -> str:
        """Every copy and question."""
        return self.records_html()

    def figure(self) -> Figure:
        """What each copy in the deck wins more than another card of the deck, with intervals that hold together."""
        from ucgsim.report.figures import COLOURS, NEUTRAL, new_figure  # noqa: PLC0415 - loads matplotlib

        worths = self.worths["deck"][::-1]
        names = [textwrap.shorten(self.named(each.card), LONGEST, placeholder=" ...") for each in worths]
        title, sample = (
            f"{self.deck.name}: what each copy is worth in the deck",
            f"{self.study.pairs_of_copy:,} pairs of games a copy",
        )
        with new_figure(title, sample, self.basis, width=WIDTH, height=1.9 + 0.2 * len(worths)) as (figure, axes):
            for place, each in enumerate(map(self.shown, worths)):
                rate, low, high = (100 * value for value in (each.rate, each.low, each.high))
                axes.errorbar(
                    rate,
                    place,
                    xerr=[[rate - low], [high - rate]],
                    fmt="o",
                    color=COLOURS["a"],
                    capsize=2,
                    markersize=4,
                )
            axes.axvline(0, color=NEUTRAL, linestyle=":", linewidth=1.2)
            axes.set_yticks(
                range(len(worths)), [f"{name}, {each.copy.number}" for name, each in zip(names, worths, strict=True)]
            )
            axes.set_ylim(-0.7, len(worths) - 0.3)
            axes.grid(axis="x", visible=True)
            axes.set_xlabel(
                "games won more than with another card of the deck,\npercentage points (95 % intervals, together)"
            )
            axes.set_ylabel("card, copy")
        return figure


class StoredWorkOptions(WorkOptions, total=False):
    """``WorkOptions`` and the folder in which the counts are stored."""

    out: Path | str | None


@takes(StoredWorkOptions)
def worth(
    run: Path | str,
    *,
    side: str | None = None,
    deck: str | None = None,
    pairs: int | None = None,
    **options: Unpack[StoredWorkOptions],
) -> WorthResult:
    """What each copy of each card of a deck is worth, played on the same chance with and without.

    Args:
        run: the folder of a duel or of a matrix that was saved.
        side: "a" or "b", for a duel.
        deck: or the name of the deck; a matrix needs it, and all opponents count alike.
        pairs: of games for each copy; as many as take a minute where None.

    Raises:
        UcgsimError: too few pairs, a deck of one card, a folder that holds no such run, or a deck that is not in it.
    """
    settings = RunSettings.of(options)
    watched = read_watched(Path(run), settings.catalog, side=side, deck=deck)
    return settings.play(WorthQuestion(plan_worth(watched, settings.catalog, pairs=pairs), settings.out))


@dataclass(frozen=True, eq=False)
class WorthQuestion(CountedQuestion[WorthStudy, WorthResult]):
    """What copies are worth, as it was planned."""

    noun = "worth"
    file = "worth.json"
    what = "study of what cards are worth"
    plan_form = Form(
        runs=FieldKind(lambda data, name: data[name], at="chances"),
        pairs=between(1, MAX_GAMES),
        versions=NAMED_TEXTS.of("watched.plan.versions"),
    )
    # The run is looked for again, from wherever that is.
    context_form = Form(
        run=PLACE._replace(write=lambda path: str(path.resolve()), at="watched.run"), deck=TEXTS.of("watched.option")
    )

    @staticmethod
    def read(values: dict[str, Any], catalog: Catalog) -> WorthStudy:
        """The study of these fields; UcgsimError where the run is no longer where it was, or was changed."""
        option, name = values["watched"]["option"]
        watched = read_watched(values["watched"]["run"], catalog, **{option.removeprefix("--"): name})
        return plan_worth(watched, catalog, pairs=values["pairs"] * len(watched.subjects))

    @staticmethod
    def laid_out(study: WorthStudy) -> WorthStudy:
        """A study that was read has its tables."""
        return study

    @property
    def each(self) -> int:
        """Games to play."""
        return self.study.games

    @property
    def dealt(self) -> list[Dealt]:
        """The table against each opponent."""
        return [Dealt(each.table, each.chance.seed, each.chance.matchup) for each in self.study.settings]

    def course(self) -> Course[WorthResult]:
        """All pairs, opponents added up."""
        tasks = copy_tasks(self.study.settings, self.study.pairs, dict(self.study.watched.plan.versions))
        counts = np.zeros((len(self.study.copies), BANDS, WORTHS, WORTHS), np.int64)
        for task, part in zip(tasks, (yield Batch(tasks)), strict=True):
            counts[task.place] += part
        return WorthResult(self.study, counts)


class StoredWorth(StoredCounts):
    """The folder of what copies are worth; the run whose deck it is must still be where it was."""

    question_class = WorthQuestion


def plan_of_worth(watched: Watched, catalog: Catalog, jobs: int, precisions: Iterable[float] = PRECISIONS) -> GamesPlan:
    """What it takes to know what each copy of a deck is worth in it."""
    return watched.games_plan(_pairs_asked(watched, catalog), jobs, precisions)


def pairs_for_precision(watched: Watched, catalog: Catalog, points: float) -> int:
    """Pairs of each copy after which its worth in the deck is known within so many points; never too few to play."""
    return max(_pairs_asked(watched, catalog).for_precision(points), FEWEST_PAIRS * len(watched.subjects))


def _pairs_asked(watched: Watched, catalog: Catalog) -> PlannedWork:
    """What it takes to know a copy's worth, by how often pairs are taken to end otherwise with another card there."""
    study = plan_worth(watched, catalog, pairs=FEWEST_PAIRS * len(watched.subjects))
    places = np.array(questions(study.settings[0].size)[-1].weights)
    weights = (places / places.sum()) ** 2 / np.array(SHARES)
    copies, slow = len(study.copies), is_slow(watched.policies)
    spread = SPREAD_APART if slow else math.sqrt(OTHERWISE)
    return difference_asked(
        f"what each of {copies} copies is worth in the deck, with 95 % for all together",
        spread * math.sqrt(float(weights.sum())),
        AS_APART if slow else "As where one pair of games in ten ends otherwise with another card there.",
        confidence=together(DEFAULT_CONFIDENCE, copies),
        unit="pairs a copy (-n)",
        key="pairs",
        games=CHOICES * copies,
    )
