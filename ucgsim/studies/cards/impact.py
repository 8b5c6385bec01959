"""Which cards go with winning: the games of a kept run played again, what became of every card, and who won."""

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
from ucgsim.engine.core.constants import STARTING_HAND
from ucgsim.errors import UcgsimError
from ucgsim.report.result import Drawn, Summarised, Tabled
from ucgsim.report.sheet import (
    PICKED,
    Block,
    Cell,
    Command,
    Parts,
    Sheet,
    foot,
    label,
    number,
    plain,
    rate,
    sheet,
)
from ucgsim.report.table import Column, Table, estimated
from ucgsim.safe_text import command_line, place_word
from ucgsim.simulate.columns import SIDES
from ucgsim.simulate.folder import RunFolder
from ucgsim.simulate.impact import STATES, WITH_LOST, WITH_WON, WITHOUT_LOST, WITHOUT_WON, Subject, count_cards, watch
from ucgsim.simulate.loops.impact import Fate
from ucgsim.simulate.plan import marks_json
from ucgsim.simulate.run import Dealt
from ucgsim.simulate.table import Marks, marks_of, plan_again
from ucgsim.stats.multiplicity import ends, holm
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Arm, Estimate, Method, contrast, wilson
from ucgsim.studies.check import play_words, sides_words
from ucgsim.studies.decks import card_remarks
from ucgsim.studies.forecast import PRECISIONS, GamesPlan, PlannedWork, difference_asked, named, speed_of
from ucgsim.studies.kit.basis import ALONE
from ucgsim.studies.kit.kinds import KINDS, kind_of, no_run
from ucgsim.studies.kit.run_options import Asking, WorkOptions, asked
from ucgsim.studies.weights import FIELD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.simulate.plan import Plan


_WANTED = "`ucgsim duel` or `ucgsim matrix`"


@dataclass(frozen=True, eq=False)
class Watched:
    """One deck of a run or a matrix: ``subjects`` are all its matchups, ``sides`` 0 or 1 is where it sits in each."""

    run: Path
    subjects: tuple[Subject, ...]
    sides: tuple[int, ...]
    option: tuple[str, str]
    """How a command names the deck."""

    @property
    def plan(self) -> Plan:
        """The plan of the first matchup; all have the same rules, seed, policies and number of games."""
        return self.subjects[0].plan

    @property
    def deck(self) -> Deck:
        """The deck whose cards are watched."""
        return self.plan.decks[self.sides[0]]

    @property
    def opponents(self) -> tuple[Deck, ...]:
        """The deck on the other side of each matchup."""
        return tuple(subject.plan.decks[1 - side] for subject, side in zip(self.subjects, self.sides, strict=True))

    @property
    def policies(self) -> tuple[str, str]:
        """Policies of the deck and of its opponents, as they are named."""
        a, b = self.plan.policies
        return (b, a) if self.sides[0] else (a, b)

    @property
    def labels(self) -> tuple[str, str]:
        """Policies of the deck and of its opponents, with their versions."""
        a, b = self.plan.labels
        return (b, a) if self.sides[0] else (a, b)

    @property
    def games(self) -> int:
        """Games of all matchups."""
        return sum(subject.plan.games for subject in self.subjects)

    @property
    def marks(self) -> Marks:
        """Cards that were played otherwise than they say."""
        return marks_of(subject.plan for subject in self.subjects)

    @property
    def terms_words(self) -> str:
        """Policies, rules and seed."""
        return f"{sides_words(self.labels)}, {self.plan.by}, seed {self.plan.seed}"

    @property
    def decks_json(self) -> dict[str, Any]:
        """Who plays, as plain values."""
        own, *others = ({"name": deck.name, "fingerprint": deck.fingerprint} for deck in (self.deck, *self.opponents))
        return {"deck": own, "opponents": others}

    @property
    def play_json(self) -> dict[str, Any]:
        """Who decides, and what is played otherwise than cards say."""
        own, other = self.labels
        return {"policies": {"own": own, "other": other}, **marks_json(*self.marks)}

    @property
    def policy_columns(self) -> tuple[Column[Any], Column[Any]]:
        """The columns of records that say who decides."""
        own, other = self.labels
        return (
            Column("policy_own", lambda _: own, None, "who decided for the deck", str, json=False),
            Column("policy_other", lambda _: other, None, "who decided for its opponents", str, json=False),
        )

    @property
    def notes(self) -> list[str]:
        """What a reader may take otherwise."""
        is_weighed = (self.run / FIELD).is_file()
        field = [f"all opponents count alike here, whatever their shares in {FIELD}"] if is_weighed else []
        return [f"Note: {remark}" for remark in (*field, *card_remarks(*self.marks))]

    def games_plan(self, asked: PlannedWork, jobs: int, precisions: Iterable[float]) -> GamesPlan:
        """What it takes to know what is asked of this deck."""
        dealt = [Dealt(each.table, each.plan.seed, each.plan.matchup) for each in self.subjects]
        opponents = [deck.name for deck in self.opponents]
        head, decks = f"{self.deck.name} against {named(opponents)}", (self.deck.name, *opponents)
        return GamesPlan(head, decks, self.labels, speed_of(dealt, jobs), asked, tuple(precisions))

    @property
    def command(self) -> list[str]:
        """The words of the command that watches this."""
        return ["ucgsim", "cards-impact", place_word(self.run), *self.option]


def read_watched(run: Path, catalog: Catalog, *, side: str | None = None, deck: str | None = None) -> Watched:
    """The deck of a finished run or matrix whose cards are to be watched.

    Of a duel, the deck on ``side`` "a" (when nothing is said) or "b", or the one called ``deck``; of a matrix the one
    called ``deck``, in all its matchups; of a gauntlet its own deck where nothing is said. Raises UcgsimError where
    there is no such run or deck, or it was played with other cards, effects or policies.
    """
    if side is not None and deck is not None:
        raise UcgsimError(f"side {side} and deck {deck}: name the one or the other")
    held = kind_of(run)
    if held not in ("matrix", "gauntlet"):
        subject = read_subject(run, catalog)
        names = [each.name for each in subject.plan.decks]
        place = SIDES.index(side or "a") if deck is None else names.index(_named(deck, names, run))
        return Watched(run, (subject,), (place,), ("--side", SIDES[place]))
    played = {folder.path: [each.name for each in folder.plan().decks] for folder in KINDS[held].of(run).runs}
    if deck is None and held == "gauntlet":
        deck = next(iter(played.values()))[0]
    name = _named(deck, [each for names in played.values() for each in names], run)
    sides = {path: names.index(name) for path, names in played.items() if name in names}
    return Watched(run, tuple(read_subject(path, catalog) for path in sides), tuple(sides.values()), ("--deck", name))


def _named(deck: str | None, names: Sequence[str], run: Path) -> str:
    """The name among ``names`` that is meant, whatever the case of its letters."""
    known = list(dict.fromkeys(names))
    if deck is None:
        raise UcgsimError(f"{run}: is a matrix; say whose cards with --deck and one of {', '.join(known)}")
    matching = [name for name in known if name == deck] or [name for name in known if name.lower() == deck.lower()]
    if len(matching) != 1:
        raise UcgsimError(f"{run}: no deck {deck!r} was played; there are {', '.join(known)}")
    return matching[0]


def read_subject(run: Path, catalog: Catalog) -> Subject:
    """The games of the finished run of a duel, to be played again.

    Raises UcgsimError where there is no such run, or it was played with other cards, effects or policies.
    """
    held = kind_of(run)
    if held == "matches":
        text = "holds matches, of which only the counts are saved and no games"
        raise UcgsimError(f"{run}: {text}; name a folder that {_WANTED} wrote with --out")
    if held != "duel":
        raise no_run(run, _WANTED)
    folder = RunFolder(run)
    plan = folder.plan()
    folder.refuse_unfinished()
    return watch(plan, plan_again(run, plan, catalog))


FEWEST_GAMES = 30
"""Games with, and games without, that a difference takes; its interval needs some."""
FATES = {
    Fate.OPENING: "in the opening hand",
    Fate.BY_ROUND_1: "drawn by Round 1",
    Fate.BY_ROUND_2: "drawn by Round 2",
    Fate.BY_ROUND_3: "drawn by Round 3",
    Fate.BY_ROUND_4: "drawn by Round 4",
    Fate.SET: "set",
    Fate.LEVELED: "leveled up with",
    Fate.USED: "effect used",
}


@dataclass(frozen=True, slots=True)
class Association:
    """Win rate of a card's side in games where something became of it against games where it did not."""

    card: str
    fate: Fate
    games_with: int
    games_without: int
    with_it: Estimate
    without_it: Estimate
    difference: Estimate
    """NaN where either kind of games is too rare."""
    p_value: float


def associate(card: str, fate: Fate, games: NDArray[np.int64], confidence: float = DEFAULT_CONFIDENCE) -> Association:
    """Rates with and without, and their difference, from games by their states, (STATES,)."""
    arms = Arm(*_games(games, WITH_LOST, WITH_WON)), Arm(*_games(games, WITHOUT_LOST, WITHOUT_WON))
    with_it, without = (wilson(arm.wins, arm.games) for arm in arms)
    sizes = (arms[0].games, arms[1].games)
    if min(sizes) < FEWEST_GAMES:
        unknown = Estimate(math.nan, -1.0, 1.0, sum(sizes), confidence, Method.NEWCOMBE)
        return Association(card, fate, *sizes, with_it, without, unknown, 1.0)
    compared = contrast(*arms, confidence)
    return Association(card, fate, *sizes, with_it, without, compared.difference, compared.p_value)


def _games(games: NDArray[np.int64], lost: int, won: int) -> tuple[int, int]:
    """Games in one of two states, and how many of them were won."""
    return int(games[lost] + games[won]), int(games[won])


FAMILY_LEVEL = 0.05
MOST_NAMED = 4
"""Opponents that are named one by one."""


class Named(NamedTuple):
    """A card that is named because its difference is the most extreme, which ``difference`` allows for."""

    card: str
    difference: Estimate


SHOWN = (Fate.OPENING, Fate.BY_ROUND_3, Fate.SET, Fate.LEVELED, Fate.USED)
"""Columns of the table; files and JSON have all that became of a card."""
SPACE = "\N{NO-BREAK SPACE}"
WARNING = (
    "These are associations, not effects: a card that is set or used shows in games that go on, or go well, anyway. "
    "To see what a card does, replace it: --swap OLD=NEW, or --worth for every copy."
)
SHORT = "Win rate with less without, in points ± half the 95 % interval"
"""What is in a cell of the terminal's table."""
WIDTH = 7.0
"""Inches of a figure; card names take half of it."""
LONGEST = 38
"""Letters of a card's number and name that find room in it."""
PICKED_WORDS = (
    f"{PICKED} named in the answer because it is the most extreme: estimate and interval allow for the choice."
)


@dataclass(frozen=True, eq=False, repr=False)
class ImpactResult(Tabled, Drawn, Summarised):
    """What became of the cards of one deck of a run or a matrix, against who won; opponents count alike."""

    watched: Watched
    catalog: Catalog
    table: NDArray[np.int64]
    """Counts (cards, fates, STATES) as in ``simulate.impact``, all matchups together."""
    turned: bool = False
    """Whether stronger play turns who wins these games: then nothing is said of cards for certain."""

    @property
    def deck(self) -> Deck:
        """The deck whose cards are looked at."""
        return self.watched.deck

    @cached_property
    def associations(self) -> tuple[Association, ...]:
        """Every card and fate, in the order of the deck."""
        cards = [number for number, _ in self.deck.counts]
        return tuple(associate(card, fate, self.table[k, fate]) for k, card in enumerate(cards) for fate in Fate)

    @cached_property
    def certain(self) -> frozenset[tuple[str, Fate]]:
        """Cards and fates that go with winning or losing for certain, with 5 % for all of them together (Holm)."""
        if self.turned:
            return frozenset()
        tested = [each for each in self.associations if not math.isnan(each.difference.rate)]
        adjusted = holm([each.p_value for each in tested])
        return frozenset((t.card, t.fate) for t, p in zip(tested, adjusted, strict=True) if p <= FAMILY_LEVEL)

    @property
    def basis(self) -> str:
        """What every number rests on."""
        watched = self.watched
        return f"{watched.games:,} games of {self.deck.name} against {self._opponents}, {watched.terms_words}"

    @property
    def _opponents(self) -> str:
        *most, last = (opponent.name for opponent in self.watched.opponents)
        if len(most) < MOST_NAMED:
            return " and ".join(part for part in (", ".join(most), last) if part)
        games = {subject.plan.games for subject in self.watched.subjects}
        return f"{len(most) + 1} decks, {min(games):,} {'each' if len(games) == 1 else 'or more each'}"

    @property
    def command(self) -> str:
        """The command that counts this again."""
        return command_line(self.watched.command)

    @cached_property
    def known(self) -> list[Association]:
        """Cards that were in enough opening hands."""
        return [
            each for each in self.associations if each.fate is Fate.OPENING and not math.isnan(each.difference.rate)
        ]

    @cached_property
    def opening(self) -> list[Association]:
        """What goes with cards of the opening hand, with intervals that hold for all cards together (Bonferroni)."""
        confidence = 1 - FAMILY_LEVEL / max(len(self.known), 1)
        places = {number: place for place, (number, _) in enumerate(self.deck.counts)}
        tables = ((each.card, self.table[places[each.card], Fate.OPENING]) for each in self.known)
        return [associate(card, Fate.OPENING, games, confidence) for card, games in tables]

    @cached_property
    def extremes(self) -> tuple[Named, Named] | None:
        """The cards that go with winning and with losing the most from the opening hand; None where none can be told.

        Both are picked from all cards, and estimate and interval allow for it (``stats.multiplicity``).
        """
        if not self.known:
            return None
        alone = [each.difference for each in self.known]
        most, least = ends(alone, [each.difference for each in self.opening])
        best, worst = (pick(self.known, key=lambda each: each.difference.rate).card for pick in (max, min))
        return Named(best, most), Named(worst, least)

    @cached_property
    def sure(self) -> tuple[Named, ...]:
        """Those of the two that surely go with winning, or with losing, with 95 % for all cards together."""
        if self.extremes is None or self.turned:
            return ()
        joint = {each.card: each.difference for each in self.opening}
        best, worst = self.extremes
        is_sure = (joint[best.card].low > 0, joint[worst.card].high < 0)
        return tuple(each for each, holds in zip((best, worst), is_sure, strict=True) if holds)

    def shown(self, association: Association) -> Estimate:
        """A difference as it is shown: for a card that is named, one that allows for the choice."""
        picks = {each.card: each.difference for each in self.sure}
        if association.fate is Fate.OPENING and association.card in picks:
            return picks[association.card]
        return association.difference

    def named(self, number: str) -> str:
        """What a card is called in words and plots."""
        return card_label(self.catalog[number])

    def answer(self) -> str:
        """Which cards in the opening hand go with winning and with losing: an association, no effect of cards."""
        if self.extremes is None:
            return "No card was in enough opening hands to say anything."
        if not self.sure:
            return f"No card of {self.deck.name} in the opening hand is distinguishable from the others."
        often = ((self.named(card), "more" if difference.rate > 0 else "less") for card, difference in self.sure)
        each = ", those with ".join(f"{card} win {which} often" for card, which in often)
        return f"Opening hands with {each}; that need not be what the cards do."

    def parts(self) -> Parts:
        """The headline and the cards one by one; then what the numbers mean."""
        table = replace(self.sheet().shortened(), caption="")
        marks = [
            f"Played: {self.basis}.",
            WARNING,
            f"* certain {play_words(self.watched.labels)}: holds for all marked together (Holm, 5 %).",
            f"- fewer than {FEWEST_GAMES} games with, or without. Drawn by Round 3: opening hand included, among games "
            "that reached it. Copies of a number count together.",
            *([PICKED_WORDS] if any(each.difference.method is Method.PICKED for each in self.sure) else []),
        ]
        worth = command_line([*self.watched.command, "--worth"])
        last: list[Block] = [*self.watched.notes, Command(worth, "What the cards do: ")]
        ends = foot(f"{self.watched.games:,} games", "win rate with the card less without, in points", ALONE)
        return Parts([self.answer(), table], ["\n  ".join(["Method", *marks]), Command(self.command)], last, ends)

    def sheet(self) -> Sheet:
        """Each card, by character and level, with its copies, and how often its side wins with less without."""
        associations = {(each.card, each.fate): each for each in self.associations}
        rows = [
            [label(self.named(card)), number(copies), *(self._cell(associations[card, fate]) for fate in SHOWN)]
            for card, copies in sorted(self.deck.counts, key=lambda each: in_deck_order(self.catalog[each[0]]))
        ]
        columns = ["card", "copies", *(FATES[fate] for fate in SHOWN)]
        return sheet(f"Cards of {self.deck.name} against its win rate", columns, rows)

    def _cell(self, association: Association) -> Cell:
        """The difference, games and interval, sorted by the difference; what is too rare to tell sorts as the least.

        Only the interval may go to a line of its own; in short it is half its width.
        """
        difference, games = self.shown(association), f"{association.games_with:,}"
        if math.isnan(difference.rate):
            return replace(rate(difference, f"-{SPACE}[{games}]"), short="-")
        sure = self.is_certain(association)
        middle, low, high = (f"{100 * value:+.1f}" for value in (difference.rate, difference.low, difference.high))
        kind = ("better" if difference.rate > 0 else "worse") + " certain " if sure else ""
        marks = ("*" if sure else "") + (PICKED if difference.method is Method.PICKED else "")
        text = f"{middle}{marks}{SPACE}[{games}] ({SPACE.join((low, 'to', high))})"
        short = f"{round(100 * difference.rate) + 0:+d} ± {50 * difference.width:.0f}{'*' if sure else ''}"
        return replace(rate(difference, text, f"{kind}brief"), short=short)

    def is_certain(self, association: Association) -> bool:
        """Whether a difference holds, with all others that do."""
        return (association.card, association.fate) in self.certain

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values."""
        named = self.extremes or ()
        return {
            "games": self.watched.games,
            **self.watched.plan.head_json,
            **self.watched.decks_json,
            **self.watched.play_json,
            "opening_hands_together": [
                {"card": each.card, "difference": plain(each.difference)} for each in self.opening
            ],
            "named": [
                {"card": each.card, "difference": plain(each.difference), "sure": each in self.sure} for each in named
            ],
            "warning": WARNING,
            "cards": self.as_table().to_json(),
            "command": self.command,
        }

    def sentences(self) -> list[str]:
        """The answer, and how not to take it."""
        return [self.answer(), WARNING]

    def as_table(self) -> Table[Association]:
        """One row a card and fate: games and win rates with and without it, the difference, the policies."""
        holds = "whether the difference holds, with all others that do"
        gain = "with it less without, as a share of games: 0.01 is one point"
        columns: tuple[Column[Association], ...] = (
            Column("card", attrgetter("card"), None, "number of the card", str, names_row=True),
            Column("name", lambda each: self.catalog[each.card].name, None, "its name", str),
            Column("fate", lambda each: FATES[each.fate], None, "what became of a copy of it", str, names_row=True),
            Column("games_with", attrgetter("games_with"), None, "games in which that was so", int),
            Column("games_without", attrgetter("games_without"), None, "games in which it was not", int),
            Column("certain", self.is_certain, None, holds, bool, json=False),
            estimated("with", attrgetter("with_it"), None, "share of games won with it"),
            estimated("without", attrgetter("without_it"), None, "share of games won without it"),
            estimated("difference", self.shown, None, gain),
            Column("without_allowing_for_the_choice", attrgetter("difference")),
            Column("certain", self.is_certain, kind=bool),
            *self.watched.policy_columns,
        )
        return Table(columns, self.associations)

    def figure(self) -> Figure:
        """Win rate with the card in the opening hand less without it, 95 % intervals; the largest on top."""
        known = sorted(self.known, key=lambda each: each.difference.rate)
        games = [each.games_with for each in known]
        held = f"{min(games):,} to {max(games):,}" if games else "too few"
        return figure_of_rows(
            f"{self.deck.name}: cards in the opening hand (association)",
            f"{self.watched.games:,} games; a card is in the hand in {held} of them",
            self.basis,
            [(shortened_name(self.named(each.card)), self.shown(each)) for each in known],
            ("games won with it less without,\npercentage points (95 % interval)", "card"),
            colour=SIDES[self.watched.sides[0]],
            row_height=0.28,
            capsize=3,
        )


def shortened_name(name: str) -> str:
    """A card's number and name as a figure has room for them."""
    return textwrap.shorten(name, LONGEST, placeholder=" ...")


def figure_of_rows(
    title: str,
    sample: str,
    basis: str,
    rows: Sequence[tuple[str, Estimate]],
    labels: tuple[str, str],
    *,
    colour: str,
    row_height: float,
    **marks: Any,
) -> Figure:
    """Named estimates in percentage points with their intervals, the first at the bottom; ``labels`` of both axes."""
    from ucgsim.report.figures import COLOURS, NEUTRAL, new_figure  # noqa: PLC0415 - loads matplotlib

    with new_figure(title, sample, basis, width=WIDTH, height=1.9 + row_height * len(rows)) as (figure, axes):
        for place, (_, each) in enumerate(rows):
            rate, low, high = (100 * value for value in (each.rate, each.low, each.high))
            axes.errorbar(rate, place, xerr=[[rate - low], [high - rate]], fmt="o", color=COLOURS[colour], **marks)
        axes.axvline(0, color=NEUTRAL, linestyle=":", linewidth=1.2)
        axes.set_yticks(range(len(rows)), [name for name, _ in rows])
        axes.grid(axis="x", visible=True)
        axes.set_xlabel(labels[0])
        axes.set_ylabel(labels[1])
    return figure


@asked(WorkOptions)
def cards_impact(
    run: Path | str,
    *,
    side: str | None = None,
    deck: str | None = None,
    **options: Unpack[WorkOptions],
) -> ImpactResult:
    """Play the games of a run or a matrix again and say which cards of a deck go with winning.

    Args:
        run: the folder of a duel or of a matrix that was saved.
        side: "a" or "b", for a duel.
        deck: or the name of the deck; a matrix needs it, and all opponents count alike.

    Raises:
        UcgsimError: as ``read_watched`` does: a folder that holds no such run, or a deck that is not in it.
    """
    asking = Asking.of(options)
    games = read_watched(Path(run), asking.catalog, side=side, deck=deck)
    with asking.watch("impact", games.games) as advance:
        return play_impact(games, asking.catalog, jobs=asking.jobs, advance=advance)


def play_impact(
    watched: Watched, catalog: Catalog, *, jobs: int = 1, advance: Callable[[int], object] | None = None
) -> ImpactResult:
    """Count the cards of the deck that is watched, over all its matchups."""
    tables = [
        count_both(subject, jobs=jobs, advance=advance)[side]
        for subject, side in zip(watched.subjects, watched.sides, strict=True)
    ]
    return ImpactResult(watched, catalog, np.sum(tables, axis=0))


def play_both(
    subject: Subject, run: Path, catalog: Catalog, *, jobs: int = 1, advance: Callable[[int], object] | None = None
) -> tuple[ImpactResult, ImpactResult]:
    """Count the cards of both sides of a run that has been read; the games are played once."""
    totals = count_both(subject, jobs=jobs, advance=advance)
    a, b = (
        ImpactResult(Watched(run, (subject,), (place,), ("--side", side)), catalog, totals[place])
        for place, side in enumerate(SIDES)
    )
    return a, b


def count_both(
    subject: Subject, *, jobs: int = 1, advance: Callable[[int], object] | None = None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Play the games of a run again: counts of the cards of both sides, (cards, fates, STATES) each."""
    a, b = (np.zeros((len(cards), len(Fate), STATES), np.int64) for cards in subject.cards)
    for part in count_cards(subject, jobs=jobs):
        a += part.tables[0]
        b += part.tables[1]
        if advance is not None:
            advance(part.games)
    return a, b


def plan_of_impact(watched: Watched, jobs: int, precisions: Iterable[float] = PRECISIONS) -> GamesPlan:
    """What a run takes for the difference between games with a card in the opening hand and without it."""
    fewest, size = min(copies for _, copies in watched.deck.counts), watched.deck.size
    seen = 1 - math.comb(size - fewest, STARTING_HAND) / math.comb(size, STARTING_HAND)
    asked = difference_asked(
        f"how many more games are won with a card of {fewest} cop{'y' if fewest == 1 else 'ies'} in the opening hand",
        math.sqrt(0.25 / (seen * (1 - seen))) if 0 < seen < 1 else 1.0,
        f"Games of the run, all opponents together: it has {watched.games:,}, and is played with a larger -n by "
        "`ucgsim duel` or `ucgsim matrix`.",
        unit="games of the run",
        key="games_of_the_run",
        games=1,
    )
    return watched.games_plan(asked, jobs, precisions)
