"""What many tournaments say of each deck, with what luck and what the matrix leave open."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.showing import command_line
from ucgsim.stats.deciding.picked import largest
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, normal_quantile
from ucgsim.studies.matrix.field import FAMILY_LEVEL
from ucgsim.studies.tournament.tally import CUTS, TITLES, WINS

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.stats.matrices.swiss import Shape, Whole
    from ucgsim.stats.multinomial import Floats
    from ucgsim.studies.meta.findings import KeptCheck, Played
    from ucgsim.studies.tournament.tally import Tally

MOST_FEARED = 10
"""Decks of the field that are told as those that cost the best one most."""


class Choice(NamedTuple):
    """A game of two single decks: how often the first one wins where it chooses who leads, and where the other does."""

    deck: int
    other: int
    share: float
    mine: Estimate
    theirs: Estimate


class Rival(NamedTuple):
    """Another deck of the field: its ``share``, how often a match against it is ``won``, and the matches it costs.

    ``cost``: of all matches against players of the field, how many fewer are won than against an equal.
    """

    deck: int
    share: float
    won: Estimate
    cost: float


@dataclass(frozen=True, eq=False, repr=False)
class Tournaments:
    """A tournament in a field, played many times: what becomes of a player of each deck.

    ``field``: shares of the decks among the players. ``brought`` is the tally of the players of each deck where all
    others come from the field; ``after`` the same in the field that it becomes if all others bring what is best now.
    """

    played: Played
    shape: Shape
    match: str
    field: tuple[float, ...]
    field_source: Path | None
    only: tuple[int, ...]
    """The decks that could be brought; all of them where nothing was said."""
    named: bool
    """Whether somebody named these."""
    brought: Tally
    after: Tally
    times: int
    matrices: int
    seed: int
    rematches: int
    names: tuple[str, ...]
    """What may be brought: the decks, or pairs of them."""
    met: Floats
    """Chances of a match of each of ``only`` against everything that may be brought, (matrices, only, names)."""
    pairs: Whole | None = None
    """Places of the decks of each pair, (names, 2)."""
    check: KeptCheck | None = None
    """What the check that was kept says of the best deck; where it turns it, all is of its games."""

    @cached_property
    def titles(self) -> tuple[Estimate, ...]:
        """The chance to win the tournament with each deck."""
        return tuple(self.brought.chances(TITLES))

    @cached_property
    def cuts(self) -> tuple[Estimate, ...]:
        """The chance to make the cut with each deck."""
        return tuple(self.brought.chances(CUTS))

    @cached_property
    def titles_after(self) -> tuple[Estimate, ...]:
        """The chance to win with each deck where all others bring the best of now."""
        return tuple(self.after.chances(TITLES))

    @cached_property
    def records(self) -> Floats:
        """Shares of the records with each deck, by wins, (decks, rounds + 1)."""
        sums = self.brought.records.sum(axis=0)
        return np.asarray(sums / np.maximum(sums.sum(axis=1, keepdims=True), 1))

    @cached_property
    def wins(self) -> tuple[Estimate, ...]:
        """Mean number of Swiss rounds won with each deck; the interval as for chances."""
        rounds = max(self.shape.rounds, 1)
        scaled = self.brought.chances(WINS)
        return tuple(
            Estimate(each.rate * rounds, each.low * rounds, each.high * rounds, each.n, each.confidence, each.method)
            for each in scaled
        )

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The decks that could be brought, the likeliest to win first."""
        return tuple(sorted(self.only, key=lambda deck: (-self.titles[deck].rate, -self.cuts[deck].rate)))

    @cached_property
    def best(self) -> Estimate:
        """The chance to win with the deck that is named best, which knows that it was picked."""
        return self.brought.best(TITLES, self.only)

    @cached_property
    def best_after(self) -> tuple[int, Estimate]:
        """What to bring where all others bring the best of now, and its chance to win."""
        deck = max(self.only, key=lambda each: self.titles_after[each].rate)
        return deck, self.after.best(TITLES, self.only)

    @cached_property
    def rivals(self) -> tuple[int, ...]:
        """Decks whose chance may be as large as that of the one that is named best.

        Each is held against it by their difference on shared luck, with a one-sided 5 % divided by their number, and by
        the plain 95 % interval at least, as decks of a matrix are.
        """
        return tuple(deck for deck in self.order[1:] if self.ahead_of(deck).low <= 0)

    def ahead_of(self, deck: int) -> Estimate:
        """How much more often the best deck wins the tournament than another; the interval decides whether surely."""
        one_sided = FAMILY_LEVEL / max(len(self.only) - 1, 1)
        return self.brought.lead(TITLES, self.order[0], deck, max(1 - 2 * one_sided, DEFAULT_CONFIDENCE))

    def won(self, deck: int, other: int, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
        """How often a match of a deck that could be brought is won against another one."""
        if self.match == "bo1":
            return self.played.games(deck, other).estimate(confidence)
        drawn = self.met[:, self.only.index(deck), other]
        # As for chances: a rate of 0 or 1 is no certainty.
        half = 0.5 / min(cell.games for cell in self.played.cells.values())
        rate, error = float(drawn.mean()), normal_quantile(confidence) * max(float(drawn.std(ddof=1)), half)
        low, high = max(rate - error, 0.0), min(rate + error, 1.0)
        return Estimate(rate, low, high, self.matrices, confidence, Method.BOOTSTRAP)

    def fear(self, deck: int) -> Rival | None:
        """The deck of the field that costs it most, which knows that it was picked; None where there is no other."""
        rivals = self.rivals_of(deck)
        if len(rivals) < 2:
            return rivals[0] if rivals else None
        confidence = 1 - (1 - DEFAULT_CONFIDENCE) / len(rivals)
        alone = [_cost(each.won, each.share) for each in rivals]
        at_once = [_cost(self.won(deck, each.deck, confidence), each.share) for each in rivals]
        first, cost = rivals[0], largest(alone, at_once)
        rate, low, high = (min(max(0.5 - each / first.share, 0), 1) for each in (cost.rate, cost.high, cost.low))
        won = Estimate(rate, low, high, first.won.n, cost.confidence, cost.method)
        return first._replace(won=won, cost=cost.rate)

    def rivals_of(self, deck: int) -> list[Rival]:
        """The decks of the field that others bring, the one that costs a deck most first; not the deck itself."""
        rivals = []
        for other, share in enumerate(self.field):
            if share and other != deck:
                won = self.won(deck, other)
                rivals.append(Rival(other, share, won, share * (0.5 - won.rate)))
        return sorted(rivals, key=lambda each: -each.cost)

    def choices_of(self, deck: int) -> list[Choice]:
        """What it is worth to a deck, or to both of a pair, to choose who leads; by what the others bring, most first.

        Nothing where matches were played, in which who chooses changes from game to game.
        """
        if self.played.unit != "games":
            return []
        mine = [deck] if self.pairs is None else self.pairs[deck].tolist()
        others = range(len(self.played.names))
        order = sorted(filter(self._single_share, others), key=self._single_share, reverse=True)
        return [self._choice(own, other) for own in mine for other in order if own != other]

    def _single_share(self, single: int) -> float:
        """Of all decks that others bring, in pairs or alone, the share that is this one."""
        if self.pairs is None:
            return self.field[single]
        return float((self.pairs == single).mean(axis=1) @ np.array(self.field))

    def _choice(self, deck: int, other: int) -> Choice:
        mine, theirs = (Outcomes.of(half).score for half in self.played.games(deck, other).counts)
        return Choice(deck, other, self._single_share(other), mine, theirs)

    @property
    def basis(self) -> str:
        """What every number rests on."""
        return (
            f"{self.brought.tournaments:,} tournaments on {self.matrices:,} matrices drawn from what was played, their "
            f"players counted by deck, seed {self.seed}; {self.played.basis}"
        )

    @property
    def command(self) -> str:
        """The command that computes this again."""
        words = ["ucgsim", "tournament", str(self.played.source)]
        words += [
            "--players",
            str(self.shape.players),
            "--rounds",
            str(self.shape.rounds),
            "--cut",
            str(self.shape.cut),
        ]
        if self.match != "bo1":
            words += ["--match", self.match]
        if self.field_source is not None:
            words += ["--field", str(self.field_source)]
        for deck in self.only if self.named else ():
            words += ["--bring", self.names[deck]]
        return command_line([*words, "--times", str(self.times), "--seed", str(self.seed)])


def _cost(won: Estimate, share: float) -> Estimate:
    """What matches cost against a deck of this share of the field."""
    rate, low, high = (share * (0.5 - each) for each in (won.rate, won.high, won.low))
    return Estimate(rate, low, high, won.n, won.confidence, won.method)
