"""Single opening hands, kept and redrawn: those that a user names, and those where the choice matters most."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ucgsim.cards.naming import card_label, in_deck_order
from ucgsim.cards.numbers import base_number
from ucgsim.engine.core.constants import STARTING_HAND
from ucgsim.errors import UcgsimError
from ucgsim.report.columns import Column, estimate, named
from ucgsim.report.numbers import interval, plain
from ucgsim.report.parts import Command, Parts
from ucgsim.report.result import Summarised, Tabled
from ucgsim.report.sheet import label, rate, sheet
from ucgsim.showing import command_line
from ucgsim.simulate.hands.named_hands import WORTHS, play_named
from ucgsim.simulate.hands.openings import cards_of
from ucgsim.simulate.hands.redraws import play_redraws
from ucgsim.stats.deciding.multiplicity import together
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, wilson
from ucgsim.stats.weighted import weighted_gain
from ucgsim.studies.redraw.counts import win_rate
from ucgsim.studies.redraw.tables import gained
from ucgsim.studies.redraw.words import basis_of_hands

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from ucgsim.decks.deck import Deck
    from ucgsim.report.sheet import Sheet
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.redraw.findings import RedrawStudy

RIDGE = 20.0
"""Hands' worth of no difference that each card's part in a gain is drawn towards."""
GAMES_OF_PICKED = 4_000
"""Games, each kept and redrawn, that a picked hand is judged by; none of them had a part in the pick."""
MOST_SAID = 120
"""Letters of a hand that is none, as it is told."""
PICKED_NOTE = (
    "Picked by what all hands that were dealt say of their cards, judged by games of their own that had no part in "
    "the pick; the intervals of what a redraw gains hold for all of these hands together (95 %, Bonferroni)."
)


class Hand(NamedTuple):
    """Six card numbers in order, and the first cards of the deck that carry them."""

    numbers: tuple[str, ...]
    cards: tuple[int, ...]


def read_hand(text: str, deck: Deck) -> Hand:
    """The hand that a text names, card numbers with commas; UcgsimError where the deck can't deal it."""
    numbers = sorted(base_number(part) for part in text.split(",") if part.strip())
    if len(numbers) != STARTING_HAND:
        said = text if len(text) <= MOST_SAID else f"{text[:MOST_SAID]}..."
        raise UcgsimError(f"hand {said!r}: has {len(numbers)} cards; name {STARTING_HAND}, as BP01-001,BP01-002,...")
    return hand_of(numbers, deck)


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


@dataclass(frozen=True, slots=True)
class HandWorth:
    """What a hand wins kept and redrawn, in ``games`` games each."""

    hand: Hand
    kept: Estimate
    redrawn: Estimate
    gain: Estimate
    policy_redraws: Estimate

    @property
    def games(self) -> int:
        """Games, each kept and redrawn."""
        return self.gain.n


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
                wilson(int(verdicts), int(points.sum())),
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
        return basis_of_hands(self.study, f"{self.worths[0].games:,} games of each hand, each kept and redrawn")

    def sentences(self) -> list[str]:
        """What to do with each hand, and what that rests on."""
        each_hand = [] if self.picked else [self._sentence(worth) for worth in self.worths]
        head = [f"The {len(self.hands)} hands of {self.study.deck.name} where the choice matters most."]
        return [*(head if self.picked else each_hand), f"Played: {self.basis}."]

    def _sentence(self, worth: HandWorth) -> str:
        advice = "too close to call whether to keep or redraw it"
        if worth.gain.excludes(0):
            advice = "redraw it" if worth.gain.rate > 0 else "keep it"
        own, often = self.study.labels[0], interval(worth.policy_redraws)
        rates = f"Kept it wins {interval(worth.kept)}, redrawn {interval(worth.redrawn)}"
        gain = f"a redraw gains {gained(worth.gain)} points"
        return f"{self.text(worth.hand)}: {advice}. {rates}; {gain}. {own} redraws it in {often} of games."

    def text(self, hand: Hand) -> str:
        """A hand in words: its cards with their copies."""
        cards = sorted((self.study.terms.catalog[each] for each in hand.numbers), key=in_deck_order)
        return ", ".join(f"{copies} {card_label(card)}" for card, copies in Counter(cards).items())

    def sheet(self) -> Sheet:
        """Every hand with its rates."""
        rows = [
            [
                label(self.text(worth.hand)),
                rate(worth.kept),
                rate(worth.redrawn),
                rate(worth.gain, gained(worth.gain)),
                rate(worth.policy_redraws),
            ]
            for worth in self.worths
        ]
        columns = ["opening hand", "won if kept", "won if redrawn", "redraw gains", f"{self.study.labels[0]} redraws"]
        return sheet("Opening hands", columns, rows, PICKED_NOTE if self.picked else "")

    def parts(self) -> Parts:
        """The answer and every hand."""
        return Parts(["\n".join(self.sentences()), self.sheet()], (), [Command(self.command)])

    def to_json(self) -> dict[str, Any]:
        """The same as plain values; gains are shares, 0.01 a percentage point."""
        study = self.study
        return {
            "deck": study.deck.name,
            "fingerprint": study.deck.fingerprint,
            "against": [{"name": deck.name, "fingerprint": deck.fingerprint} for deck in study.against],
            "seed": study.terms.seed,
            "rules": study.terms.rules,
            "redraw_procedure": study.terms.redraw_procedure.value,
            "policies": dict(zip("ab", study.labels, strict=True)),
            "blank": list(study.blank),
            "edited": list(study.edited),
            "picked": self.picked,
            "hands": [self._json(worth) for worth in self.worths],
            "command": self.command,
        }

    def _json(self, worth: HandWorth) -> dict[str, Any]:
        return {
            "cards": list(worth.hand.numbers),
            "games": worth.games,
            "kept": plain(worth.kept),
            "redrawn": plain(worth.redrawn),
            "redraw_gain": plain(worth.gain),
            "policy_redraws": plain(worth.policy_redraws),
        }

    def rows(self) -> list[dict[str, Any]]:
        """One row a hand."""
        return [
            {"hand": self.text(worth.hand), "games": worth.games}
            | {f"{name}_{end}": getattr(each, end) for name, each in _named(worth) for end in ("rate", "low", "high")}
            for worth in self.worths
        ]

    def columns(self) -> dict[str, Column]:
        """What each column of the table means."""
        shown = ("rate", "low", "high")
        rates = {
            "kept": "share of games won if it is kept",
            "redrawn": "share of games won if it is redrawn",
            "redraw_gain": "redrawn less kept, as a share of games",
        }
        ends = {name: estimate(meaning, f"{name}_") for name, meaning in rates.items()}
        return {"hand": named("the opening hand"), "games": Column("games of each choice", int)} | {
            f"{name}_{end}": columns[f"{name}_{end}"] for name, columns in ends.items() for end in shown
        }


def _named(worth: HandWorth) -> tuple[tuple[str, Estimate], ...]:
    return ("kept", worth.kept), ("redrawn", worth.redrawn), ("redraw_gain", worth.gain)


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
