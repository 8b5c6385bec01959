"""The mulligan trainer: six cards, keep or redraw, then what either choice wins, and a running score."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ucgsim.cards.card import card_label, in_deck_order
from ucgsim.cli.common.console import tell
from ucgsim.probability.hands import deal_hands
from ucgsim.report.sheet import near
from ucgsim.safe_text import shown
from ucgsim.studies.redraw.named_hands import Advice, hand_of, play_hands

if TYPE_CHECKING:
    from ucgsim.studies.redraw.findings import RedrawStudy
    from ucgsim.studies.redraw.named_hands import HandWorth

MOST_HANDS = 1_000
PROMPT = "Keep or redraw? (k, r, q to stop): "
ANSWERS = {"k": Advice.KEEP, "keep": Advice.KEEP, "r": Advice.REDRAW, "redraw": Advice.REDRAW}
STOP = {"q", "quit", "exit"}


@dataclass
class Score:
    """What was answered so far: hands, right answers, those in a row, and points given away."""

    hands: int = 0
    right: int = 0
    row: int = 0
    points: float = 0.0

    def add(self, answer: Advice, worth: HandWorth) -> str:
        """Count an answer, and say what it was worth."""
        gain = 100 * (worth.gain.rate if answer is Advice.KEEP else -worth.gain.rate)
        wrong = worth.advice is not Advice.OPEN and worth.advice is not answer
        self.hands += 1
        self.right += not wrong
        self.row = 0 if wrong else self.row + 1
        self.points += max(gain, 0.0) if wrong else 0.0
        rates = f"kept it wins {near(worth.kept)}, redrawn {near(worth.redrawn)}"
        if worth.advice is Advice.OPEN:
            return f"Both are as good, as far as {worth.games:,} games show: {rates}."
        return f"Wrong, {gain:.0f} points away: {rates}." if wrong else f"Right: {rates}."

    def __str__(self) -> str:
        away = f"{self.points:.0f} points given away"
        return f"{self.right} of {self.hands} right, {self.row} in a row, {away}"


def train(study: RedrawStudy, *, jobs: int) -> None:
    """Ask hand after hand of a deck until somebody stops; ``study`` says how many games say what a hand wins."""
    catalog = study.terms.catalog
    dealt = deal_hands(study.deck.cards(catalog), MOST_HANDS, study.terms.seed)
    score = Score()
    tell(f"Opening hands of {study.deck.name}, {study.hands:,} games of each choice.")
    for hand in dealt:
        tell()
        for card in sorted(hand.cards, key=in_deck_order):
            tell(f"  {card_label(card)}")
        answer = _asked()
        if answer is None:
            break
        numbers = [card.number for card in hand.cards]
        (worth,) = play_hands(study, [hand_of(numbers, study.deck)], words=(), jobs=jobs).worths
        tell(f"{score.add(answer, worth)} {score}.")
    if score.hands:
        tell(f"Stopped: {score}.")


def _asked() -> Advice | None:
    """What is answered; None to stop."""
    while True:
        try:
            typed = input(PROMPT).strip().lower()
        except EOFError:
            tell()
            return None
        if not sys.stdin.isatty():
            tell(shown(typed))
        if typed in STOP:
            return None
        if typed in ANSWERS:
            return ANSWERS[typed]
        tell(f"{shown(typed)!r} is neither k nor r; q stops")
