"""Single opening hands, kept and redrawn: those that a user names, and those where the choice matters most."""

from __future__ import annotations

import difflib
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ucgsim.cards.card import base_number, in_deck_order, name_key
from ucgsim.cards.labels import people_in, shown_label, title_in
from ucgsim.engine.core.constants import STARTING_HAND
from ucgsim.errors import UcgsimError
from ucgsim.language import INTERFACE
from ucgsim.language import gettext as _
from ucgsim.policies.spec import PolicyId, parse_policy
from ucgsim.report.result import Summarised, Tabled
from ucgsim.report.sheet import Block, Cell, Command, Parts, interval, label, near, rate, signed_points
from ucgsim.report.table import Column, Table
from ucgsim.safe_text import command_line
from ucgsim.simulate.arrangements import WORTHS, play_named
from ucgsim.simulate.openings import cards_of, play_redraws
from ucgsim.simulate.plan import marks_json
from ucgsim.stats.means import weighted_gain
from ucgsim.stats.multiplicity import together
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, wilson
from ucgsim.studies.kit.basis import basis_foot
from ucgsim.studies.redraw.rule_search import win_rate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.studies.redraw.findings import RedrawStudy

RIDGE = 20.0
"""Hands' worth of no difference that each card's part in a gain is drawn towards."""
GAMES_OF_PICKED = 4_000
"""Games, each kept and redrawn, that a picked hand is judged by; none of them had a part in the pick."""
_NAMED = re.compile(
    r"\A(?:(?P<copies>[1-9])\s*[x×]?\s+)?(?P<name>.*?)(?:\s*\((?P<number>[A-Z]+\d+-\d+\w*)\))?\Z",
    re.IGNORECASE | re.DOTALL,
)
"""A card as tables of hands print it: ``2 Tiga 1 (BP01-001)``."""
MOST_PARTS = 4 * STARTING_HAND
"""Parts between commas up to which names with commas are looked for."""
MOST_SAID = 120
"""Letters of a hand, or of a name in it, that are shown where it is refused."""
ENDS = {"rate": "", "low": "lower end of the interval of it: ", "high": "upper end of the interval of it: "}
"""What records hold of an estimate."""
PICKED_NOTE = (
    "Picked by what all hands that were dealt say of their cards, judged by games of their own that had no part in "
    "the pick; the intervals of what a redraw gains hold for all of these hands together (95 %, Bonferroni)."
)


class Hand(NamedTuple):
    """Six card numbers in order, and the first cards of the deck that carry them."""

    numbers: tuple[str, ...]
    cards: tuple[int, ...]


def read_hand(text: str, deck: Deck, catalog: Catalog) -> Hand:
    """The hand that a text names: numbers or names of cards with commas, each with its copies before it or not.

    Names are those that tables print, with a number in brackets or without. UcgsimError for a name that is none or
    several cards of the deck, and where the deck can't deal the hand.
    """
    written = [" ".join(part.split()) for part in text.split(",") if part.strip()]
    parts = _named_parts(written, DeckNames(deck, catalog))
    numbers = sorted(number for number, copies in parts for _ in range(copies))
    if len(numbers) != STARTING_HAND:
        raise UcgsimError(
            _("hand {name}: has {cards} cards; name {wanted}, as BP01-001,BP01-002,...").format(
                name=repr(_brief(text)), cards=len(numbers), wanted=STARTING_HAND
            )
        )
    return hand_of(numbers, deck)


def _brief(text: str) -> str:
    return text if len(text) <= MOST_SAID else f"{text[:MOST_SAID]}..."


def _named_parts(parts: Sequence[str], names: DeckNames) -> list[tuple[str, int]]:
    """Numbers and copies of parts between commas; a name may hold commas, so parts are taken together where it does."""
    cards, at = [], 0
    while at < len(parts):
        longer = range(len(parts), at + 1, -1) if len(parts) <= MOST_PARTS else ()
        end = next((end for end in longer if names.has(", ".join(parts[at:end]))), at + 1)
        cards.append(names.card(", ".join(parts[at:end])))
        at = end
    return cards


class DeckNames:
    """The cards of one deck by all that they are called: number, name, and character with level as tables print it."""

    def __init__(self, deck: Deck, catalog: Catalog) -> None:
        self.deck = deck
        self.cards = [catalog[number] for number, _ in deck.counts]
        whole: dict[str, set[str]] = defaultdict(set)
        loose: dict[str, set[str]] = defaultdict(set)
        for card in self.cards:
            titles = [title_in(card, language) for language in INTERFACE]
            for name in (*titles, card.full_name):
                whole[name_key(name)].add(card.number)
            heads = [title.partition(" · ")[0] for title in titles]
            people = {name for language in INTERFACE for name in people_in(card, language).split("/")}
            for name in (*titles, *heads, card.full_name, card.name, *people):
                loose[name_key(name)].add(card.number)
        # What tables print is a name of its own: Tiga 1 is the card without a subtitle, where there is one next to it.
        self._numbers = loose | {name: numbers for name, numbers in whole.items() if len(numbers) == 1}

    def has(self, text: str) -> bool:
        """Whether a text is what one card of the deck or several are called, its copies before it or not."""
        return name_key(_NAMED.sub(r"\g<name>", text)) in self._numbers

    def card(self, text: str) -> tuple[str, int]:
        """The number of the card that a text names, and how many copies; UcgsimError where it names none or several."""
        match = _NAMED.fullmatch(text)
        number, name = (match["number"], match["name"]) if match else (None, text)
        copies = int((match and match["copies"]) or 1)
        if number is not None:
            return base_number(number), copies
        numbers = self._numbers.get(name_key(name), set())
        if len(numbers) == 1:
            return min(numbers), copies
        if numbers:
            cards = [card for card in sorted(self.cards, key=in_deck_order) if card.number in numbers]
            among = ", ".join(map(shown_label, cards))
            said = _("hand: {name} is several cards of {deck}: {cards}; name one")
            raise UcgsimError(said.format(name=repr(_brief(name)), deck=self.deck.name, cards=among))
        return self._as_number(name), copies

    def _as_number(self, text: str) -> str:
        try:
            return base_number(text)
        except UcgsimError as error:
            near = difflib.get_close_matches(name_key(text[:MOST_SAID]), self._numbers, n=1, cutoff=0.6)
            like = [card for card in self.cards if near and card.number in self._numbers[near[0]]]
            said = _(
                "hand: {name} is no card number and no name of a card of {deck}; ucgsim deck convert prints its list"
            )
            if like:
                said = _("hand: {name} is no card number and no name of a card of {deck}; did you mean {card}?")
            meant = shown_label(like[0]) if like else ""
            raise UcgsimError(said.format(name=repr(_brief(text)), deck=self.deck.name, card=meant)) from error


def hand_of(numbers: Sequence[str], deck: Deck) -> Hand:
    """The hand with these numbers; UcgsimError where the deck holds too few copies of one."""
    counts, first, begun = dict(deck.counts), {}, 0
    for each, copies in deck.counts:
        first[each], begun = begun, begun + copies
    for each, copies in Counter(numbers).items():
        if copies > counts.get(each, 0):
            held = f"holds {counts[each]}" if each in counts else f"holds {', '.join(counts)}"
            raise UcgsimError(f"hand: has {copies} of {each}; {deck.name} {held}")
    ordered = sorted(numbers)
    return Hand(tuple(ordered), tuple(first[each] + ordered[:place].count(each) for place, each in enumerate(ordered)))


class Advice(StrEnum):
    """What to do with a hand; the value is what plain values call it."""

    KEEP = "keep"
    REDRAW = "redraw"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class HandWorth:
    """What a hand wins kept and redrawn, in ``games`` games each, and what the policy does with it."""

    hand: Hand
    kept: Estimate
    redrawn: Estimate
    gain: Estimate
    policy_redraws: Estimate

    @property
    def games(self) -> int:
        """Games, each kept and redrawn."""
        return self.gain.n

    @property
    def advice(self) -> Advice:
        """What the games say: to keep it or to redraw it, where that is sure."""
        if not self.gain.excludes(0):
            return Advice.OPEN
        return Advice.REDRAW if self.gain.rate > 0 else Advice.KEEP

    @property
    def contradicts(self) -> bool:
        """Whether the policy mostly does the opposite of the advice."""
        often = self.policy_redraws.rate
        return (self.advice is Advice.KEEP and often > 0.5) or (self.advice is Advice.REDRAW and often < 0.5)

    def done(self) -> str:
        """What the policy does: one thing, or how often it redraws."""
        if self.policy_redraws.method is Method.BY_CONSTRUCTION:
            return "redraws it" if self.policy_redraws.rate else "keeps it"
        return f"redraws it in {interval(self.policy_redraws)} of games"


@dataclass(frozen=True, eq=False, repr=False)
class NamedHands(Tabled, Summarised):
    """Hands kept and redrawn; ``picked`` where they were picked because the choice matters, ``words`` as options."""

    study: RedrawStudy
    hands: tuple[Hand, ...]
    points: NDArray[np.int64]
    verdicts: NDArray[np.int64]
    words: tuple[str, ...]
    picked: bool = False

    @cached_property
    def worths(self) -> tuple[HandWorth, ...]:
        """Every hand; gains of picked ones have intervals that hold together."""
        level = together(DEFAULT_CONFIDENCE, len(self.hands)) if self.picked else DEFAULT_CONFIDENCE
        return tuple(
            HandWorth(
                hand,
                win_rate(points.sum(axis=1)),
                win_rate(points.sum(axis=0)),
                weighted_gain(points.T[None], (1,), level),
                _verdict(int(verdicts), int(points.sum()), self.study.terms.policies[0]),
            )
            for hand, points, verdicts in zip(self.hands, self.points, self.verdicts, strict=True)
        )

    @property
    def command(self) -> str:
        """The command that plays this again."""
        return command_line([*self.study.words, *self.words])

    @property
    def basis(self) -> str:
        """What every number rests on."""
        return self.study.basis(f"{self.worths[0].games:,} games of each hand, each kept and redrawn")

    def sentences(self) -> list[str]:
        """What to do with each hand."""
        if self.picked:
            return [f"The {len(self.hands)} hands of {self.study.deck.name} where the choice matters most."]
        return [self._sentence(worth) for worth in self.worths]

    def _sentence(self, worth: HandWorth) -> str:
        text = _("Not decided yet whether to keep or redraw {hand}: kept it wins {kept}, redrawn {redrawn}.")
        if worth.advice is Advice.KEEP:
            text = _("Keep {hand}: kept it wins {kept}, redrawn {redrawn}.")
        if worth.advice is Advice.REDRAW:
            text = _("Redraw {hand}: kept it wins {kept}, redrawn {redrawn}.")
        return text.format(hand=self.text(worth.hand), kept=near(worth.kept), redrawn=near(worth.redrawn))

    def text(self, hand: Hand) -> str:
        """A hand in words: its cards with their copies."""
        cards = sorted((self.study.terms.catalog[each] for each in hand.numbers), key=in_deck_order)
        return ", ".join(f"{copies} {shown_label(card)}" for card, copies in Counter(cards).items())

    def as_table(self) -> Table[HandWorth]:
        """Every hand with its rates."""
        won = "share of games won if it is"
        rates = (
            ("kept", "kept", f"{won} kept"),
            ("redrawn", "redrawn", f"{won} redrawn"),
            ("redraw_gain", "gain", "redrawn less kept, as a share of games"),
        )
        columns: tuple[Column[HandWorth], ...] = (
            Column("hand", self._text_of, "opening hand", "the opening hand", str, names_row=True, json=False),
            Column("cards", lambda worth: list(worth.hand.numbers), kind=list),
            Column("games", attrgetter("games"), None, "games of each choice", int),
            *(
                Column(f"{key}_{end}", attrgetter(f"{name}.{end}"), None, f"{words}{meaning}", float, json=False)
                for key, name, meaning in rates
                for end, words in ENDS.items()
            ),
            Column("kept", attrgetter("kept"), "won if kept"),
            Column("redrawn", attrgetter("redrawn"), "won if redrawn"),
            Column("redraw_gain", attrgetter("gain"), "redraw gains", display=_gain_cell),
            Column("policy_redraws", attrgetter("policy_redraws"), f"{self.study.labels[0]} redraws", show=self._done),
            Column("advice", attrgetter("advice.value"), kind=str),
            Column("contradicts", attrgetter("contradicts"), kind=bool),
        )
        return Table(columns, self.worths, "Opening hands", PICKED_NOTE if self.picked else "")

    def _text_of(self, worth: HandWorth) -> str:
        return self.text(worth.hand)

    @staticmethod
    def _done(worth: HandWorth) -> Cell:
        """What the policy does, without an interval where there is nothing to estimate; marked where that is wrong."""
        opposite = " (the opposite)" if worth.contradicts else ""
        if worth.policy_redraws.method is Method.BY_CONSTRUCTION:
            return label(("yes" if worth.policy_redraws.rate else "no") + opposite)
        return rate(worth.policy_redraws, interval(worth.policy_redraws) + opposite)

    def table_html(self) -> str:
        """Every hand with its rates."""
        return self.records_html()

    def parts(self) -> Parts:
        """The advice and every hand."""
        table = replace(self.as_table().sheet(), caption="")
        games = f"{self.worths[0].games:,} games of each hand, each kept and redrawn"
        ends = basis_foot(games, self.study.terms, None, both=False)
        own = self.study.labels[0]
        notes = [f"Note: {own} does the opposite: it {worth.done()}." for worth in self.worths if worth.contradicts]
        more: list[Block] = [f"Method\n  Played: {self.basis}.", Command(self.command)]
        return Parts(["\n".join(self.sentences()), table], more, notes, ends)

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values; gains are shares, 0.01 a percentage point."""
        return {
            **self.study.decks_json,
            **self.study.terms_json,
            **marks_json(*self.study.marks),
            "picked": self.picked,
            "hands": self.as_table().to_json(),
            "command": self.command,
        }


def _verdict(redrawn: int, games: int, policy: str) -> Estimate:
    """How often a policy redraws a hand; no interval where its choice knows no chance and is always the same."""
    estimate = wilson(redrawn, games)
    kind = parse_policy(policy)
    by_chance = kind.is_slow or kind.kind.id is PolicyId.RANDOM
    if by_chance or 0 < redrawn < games:
        return estimate
    return replace(estimate, low=estimate.rate, high=estimate.rate, method=Method.BY_CONSTRUCTION)


def _gain_cell(gain: Estimate) -> Cell:
    return rate(gain, signed_points(gain))


def play_hands(
    study: RedrawStudy,
    hands: Sequence[Hand],
    *,
    words: tuple[str, ...],
    games: range | None = None,
    picked: bool = False,
    jobs: int = 1,
    advance: Callable[[int], object] | None = None,
) -> NamedHands:
    """Play hands kept and redrawn, in ``games`` of each opponent, all of the study where None."""
    points, verdicts = np.zeros((len(hands), WORTHS, WORTHS), np.int64), np.zeros(len(hands), np.int64)
    cards = [hand.cards for hand in hands]
    for part in play_named(study.tables, cards, games or range(study.each), study.terms.seed, jobs=jobs):
        points[part.hand] += part.points
        verdicts[part.hand] += part.verdicts
        if advance is not None:
            advance(int(part.points.sum()))
    return NamedHands(study, tuple(hands), points, verdicts, words, picked)


def play_top_hands(
    study: RedrawStudy,
    most: int,
    *,
    words: tuple[str, ...],
    jobs: int = 1,
    advance: Callable[[int], object] | None = None,
) -> NamedHands:
    """The hands that were dealt where the choice matters most: half of them to redraw, half to keep.

    A hand comes once or twice, too seldom to judge; so every card's part in what a redraw gains is estimated from all
    hands (ridge regression), the hands of the largest sums are picked, and each is judged by fresh games.
    """
    held, gains = [], []
    for part in play_redraws(study.tables, study.each, study.terms.seed, jobs=jobs):
        held.append(_counts(part.hands, study.deck))
        gains.append(part.redrawn - part.kept)
        if advance is not None:
            advance(len(part.hands))
    hands, expected = expected_gains(np.concatenate(held), np.concatenate(gains))
    order = np.argsort(expected, kind="stable")
    chosen = [*order[::-1][: most - most // 2], *order[: most // 2]]
    numbers = [each for each, _ in study.deck.counts]
    picks = [hand_of(np.repeat(numbers, hands[place]).tolist(), study.deck) for place in chosen]
    each = -(-GAMES_OF_PICKED // (2 * len(study.tables))) * 2
    fresh = range(study.each, study.each + each)
    return play_hands(study, picks, words=words, games=fresh, picked=True, jobs=jobs, advance=advance)


def _counts(hands: NDArray[np.int64], deck: Deck) -> NDArray[np.int64]:
    """How many of each number hands hold, from their bits: int64[n, numbers]."""
    owner = np.repeat(np.arange(len(deck.counts)), [copies for _, copies in deck.counts])
    return cards_of(hands, deck.size) @ np.eye(len(deck.counts), dtype=np.int64)[owner]


def expected_gains(held: NDArray[np.int64], gains: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Distinct hands, by copies of each number, and what a redraw of each is expected to gain.

    Linear in the first, second, ... copies of each number, drawn towards none (Hoerl & Kennard 1970, Technometrics
    12, 55-67).
    """
    hands = np.unique(held, axis=0)
    levels = [(card, copies) for card in range(held.shape[1]) for copies in range(1, int(held[:, card].max()) + 1)]

    def features(rows: NDArray[np.int64]) -> NDArray[np.float64]:
        return np.stack([rows[:, card] >= copies for card, copies in levels], axis=1).astype(np.float64)

    known = features(held)
    centre, middle = known.mean(axis=0), gains.mean()
    known -= centre
    parts = np.linalg.solve(known.T @ known + RIDGE * np.eye(len(levels)), known.T @ (gains - middle))
    return hands, (features(hands) - centre) @ parts + middle
