"""What many tournaments say of each deck, with what luck and what the matrix leave open."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.showing import command_line
from ucgsim.stats.deciding.picked import largest, largest_alone
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, normal_quantile

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.stats.matrices.swiss import Shape
    from ucgsim.stats.multinomial import Floats
    from ucgsim.studies.meta.findings import Played

EQUAL = 1e-12


@dataclass(frozen=True, eq=False)
class Tally:
    """Sums over the tournaments played on each matrix: ``records`` (matrices, decks, rounds + 1) players by wins,
    ``cuts`` and ``titles`` (matrices, decks) of them made the cut and won; ``scores`` (matrices, decks) of a deck
    against the field there.
    """

    records: Floats
    cuts: Floats
    titles: Floats
    scores: Floats

    @property
    def players(self) -> Floats:
        """Players of each deck, (matrices, decks)."""
        return np.asarray(self.records.sum(axis=2))

    def chance(self, successes: Floats, confidence: float = DEFAULT_CONFIDENCE) -> list[Estimate]:
        """Chances of a player, by deck, from ``successes`` (matrices, decks).

        The interval covers the luck of the tournaments and what the matrix leaves open: by how much the chance rises
        with the deck's score against the field, times how far that score is known. (The spread of the chances between
        matrices says the same, but drowns in luck where few tournaments are played on each.) NaN for a deck that nobody
        brought.
        """
        return [
            _estimate(got, of, score, confidence)
            for got, of, score in zip(successes.T, self.players.T, self.scores.T, strict=True)
        ]


def _estimate(got: Floats, of: Floats, score: Floats, confidence: float) -> Estimate:
    n = int(of.sum())
    if not n:
        return Estimate(math.nan, 0.0, 1.0, 0, confidence, Method.NORMAL)
    rate, mean = float(got.sum() / n), float((score * of).sum() / n)
    spread = float((of * (score - mean) ** 2).sum())
    slope = float(((got - rate * of) * (score - mean)).sum() / spread) if spread > EQUAL else 0.0
    # A rate of 0 or 1 is no certainty: half a success more or less.
    luck = max(rate * (1 - rate), (0.5 / n) * (1 - 0.5 / n)) / n
    error = normal_quantile(confidence) * math.sqrt(slope**2 * spread / n + luck)
    return Estimate(rate, max(0.0, rate - error), min(1.0, rate + error), n, confidence, Method.DELTA)


@dataclass(frozen=True, eq=False, repr=False)
class Tournaments:
    """A tournament in a field, played many times: what becomes of a player of each deck.

    ``field``: shares of the decks among the players. ``brought`` is the tally of tournaments in which one player more
    of interest brings each deck in turn, the others come from the field; ``after`` the same in the field that it
    becomes if all others bring what is best now.
    """

    played: Played
    shape: Shape
    match: str
    field: tuple[float, ...]
    field_source: Path | None
    only: tuple[int, ...]
    """The decks that could be brought; all of them where nothing was said."""
    brought: Tally
    after: Tally
    times: int
    matrices: int
    seed: int
    rematches: int

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the decks."""
        return self.played.names

    @cached_property
    def titles(self) -> tuple[Estimate, ...]:
        """The chance to win the tournament with each deck."""
        return tuple(self.brought.chance(self.brought.titles))

    @cached_property
    def cuts(self) -> tuple[Estimate, ...]:
        """The chance to make the cut with each deck."""
        return tuple(self.brought.chance(self.brought.cuts))

    @cached_property
    def titles_after(self) -> tuple[Estimate, ...]:
        """The chance to win with each deck where all others bring the best of now."""
        return tuple(self.after.chance(self.after.titles))

    @cached_property
    def records(self) -> Floats:
        """Shares of the records with each deck, by wins, (decks, rounds + 1)."""
        sums = self.brought.records.sum(axis=0)
        return np.asarray(sums / np.maximum(sums.sum(axis=1, keepdims=True), 1))

    @cached_property
    def wins(self) -> tuple[Estimate, ...]:
        """Mean number of Swiss rounds won with each deck; the interval as for chances."""
        won = self.brought.records @ np.arange(self.shape.rounds + 1)
        rounds = max(self.shape.rounds, 1)
        scaled = self.brought.chance(np.asarray(won / rounds))
        return tuple(
            Estimate(each.rate * rounds, each.low * rounds, each.high * rounds, each.n, each.confidence, each.method)
            for each in scaled
        )

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The decks that could be brought, the likeliest to win first."""
        return tuple(sorted(self.only, key=lambda deck: -self.titles[deck].rate))

    @cached_property
    def best(self) -> Estimate:
        """The chance to win with the deck that is named best, which knows that it was picked."""
        return _of_the_pick(self.brought, self.brought.titles, self.only)

    @cached_property
    def best_after(self) -> tuple[int, Estimate]:
        """What to bring where all others bring the best of now, and its chance to win."""
        deck = max(self.only, key=lambda each: self.titles_after[each].rate)
        return deck, _of_the_pick(self.after, self.after.titles, self.only)

    @cached_property
    def rivals(self) -> tuple[int, ...]:
        """Decks whose chance may be as large as that of the one that is named best."""
        first, *others = self.order
        low = self.titles[first].low
        return tuple(deck for deck in others if self.titles[deck].high >= low)

    @property
    def basis(self) -> str:
        """What every number rests on."""
        return (
            f"{self.times:,} tournaments with each deck on {self.matrices:,} matrices drawn from what was played, seed "
            f"{self.seed}; {self.played.basis}"
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
        for deck in self.only if len(self.only) < len(self.names) else ():
            words += ["--bring", self.names[deck]]
        return command_line([*words, "--times", str(self.times), "--seed", str(self.seed)])


def _of_the_pick(tally: Tally, successes: Floats, only: tuple[int, ...]) -> Estimate:
    chances = tally.chance(successes)
    alone = [chances[deck] for deck in only]
    if len(alone) == 1:
        return alone[0]
    together = tally.chance(successes, 1 - (1 - DEFAULT_CONFIDENCE) / len(alone))
    return largest(alone, [together[deck] for deck in only], largest_alone(alone))
