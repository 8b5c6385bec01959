"""What each copy of each card of a deck is worth: put in place of another card of the deck, on the same chance."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.cards.naming import card_label
from ucgsim.cards.versions import rules_words
from ucgsim.errors import UcgsimError
from ucgsim.policies.spec import parse_policy
from ucgsim.showing import command_line
from ucgsim.simulate.hands.openings import Chance
from ucgsim.simulate.hands.worth import BANDS, ROUNDS, WORTHS, Setting, bands, play_worth
from ucgsim.simulate.plan import First
from ucgsim.simulate.table import lay_out
from ucgsim.simulate.terms import Terms
from ucgsim.stats.deciding.multiplicity import together
from ucgsim.stats.deciding.picked import ends
from ucgsim.stats.rates import DEFAULT_CONFIDENCE
from ucgsim.stats.weighted import weighted_gain

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.simulate.hands.worth import Copy
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.cards.games import Watched

DEFAULT_PAIRS = 12_000
"""Pairs of games a copy: fifty copies of the slowest shipped deck take a minute of two cores, where nobody searches."""
SLOW_PAIRS = 100
"""The same with a policy that searches, or is of the user's own."""
FEWEST_PAIRS = 100
"""Fewer pairs a copy leave some bands with next to none."""
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
        return command_line([*self.watched.command, "--worth", "-n", str(self.pairs_of_copy)])


def plan_worth(watched: Watched, catalog: Catalog, *, pairs: int | None = None) -> WorthStudy:
    """Everything that is checked before play; ``pairs`` a copy are shared among the opponents, as many as take a
    minute where None.

    Raises UcgsimError for too few pairs, or a deck that is too small or of one card.
    """
    if pairs is None:
        slow = any(parse_policy(policy).is_slow for policy in watched.policies)
        pairs = max(SLOW_PAIRS if slow else DEFAULT_PAIRS, FEWEST_PAIRS * len(watched.subjects))
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


def play_worth_study(
    study: WorthStudy, *, jobs: int = 1, advance: Callable[[int], object] | None = None
) -> NDArray[np.int64]:
    """Play all pairs: counts (copies, BANDS, 3, 3), opponents added up."""
    table = np.zeros((len(study.copies), BANDS, WORTHS, WORTHS), np.int64)
    for place, counts in play_worth(study.settings, study.pairs, jobs=jobs):
        table[place] += counts
        if advance is not None:
            advance(2 * int(counts.sum()))
    return table


class Question(NamedTuple):
    """Where a copy lies: in these bands of the deck, each with so many places."""

    key: str
    words: str
    weights: tuple[int, ...]


def questions(size: int) -> tuple[Question, ...]:
    """In the first hand; come by the draw of each of the first Rounds; anywhere in the deck, as shuffled."""
    places = [len(band) for band in bands(size)]
    firsts = [tuple(places[: 1 + k] + [0] * (BANDS - 1 - k)) for k in range(ROUNDS + 1)]
    drawn = [Question(f"by_round_{k}", f"by Round {k}", firsts[k]) for k in range(1, ROUNDS + 1)]
    return (
        Question("first_hand", "in the first hand", firsts[0]),
        *drawn,
        Question("deck", "in the deck", tuple(places)),
    )


@dataclass(frozen=True, slots=True)
class CopyWorth:
    """What a copy wins more than another card of the deck in its place, alone and with all copies together."""

    copy: Copy
    card: str
    question: Question
    alone: Estimate
    together: Estimate


@dataclass(frozen=True, eq=False, repr=False)
class Worth:
    """What each copy is worth, by question; intervals of one question hold together, for all copies."""

    study: WorthStudy
    table: NDArray[np.int64]

    @property
    def deck(self) -> Deck:
        """The deck whose cards are weighed."""
        return self.study.watched.deck

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """What is asked of every copy."""
        return questions(self.study.settings[0].size)

    @cached_property
    def worths(self) -> dict[str, list[CopyWorth]]:
        """By question: every copy, in the order of the deck."""
        return {question.key: self._all(question) for question in self.questions}

    def _all(self, question: Question) -> list[CopyWorth]:
        copies, numbers = self.study.copies, [number for number, _ in self.deck.counts]
        level = together(DEFAULT_CONFIDENCE, len(copies))
        return [
            CopyWorth(
                copy,
                numbers[copy.card],
                question,
                *(weighted_gain(counts, question.weights, each) for each in (DEFAULT_CONFIDENCE, level)),
            )
            for copy, counts in zip(copies, self.table, strict=True)
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
        plan, (own, other) = watched.plan, watched.labels
        policies = f"{own} on both sides" if own == other else f"{own} against {other}"
        against = ", ".join(opponent.name for opponent in watched.opponents)
        games = f"{study.pairs_of_copy:,} pairs of games a copy, {study.games:,} games"
        by = rules_words(plan.rules, plan.redraw_procedure)
        return f"{games}, against {against}, {policies}, {by}, seed {plan.seed}"

    def named(self, number: str) -> str:
        """What a card is called in words and plots."""
        return card_label(self.study.catalog[number])
