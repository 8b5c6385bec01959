"""What the choice of a deck comes to as a game: the field that nothing beats, what beats the field that is there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.report.numbers import plain
from ucgsim.showing import command_line
from ucgsim.stats.deciding.checked import Verdict
from ucgsim.stats.matrices.games import BestResponse, Equilibrium, best_response, equilibrium, payoff_from_scores
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method
from ucgsim.studies.check import play_words
from ucgsim.studies.matrix.field import Field
from ucgsim.studies.matrix.findings import best_checked
from ucgsim.studies.matrix.words import field_rate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from ucgsim.decks.deck import Deck
    from ucgsim.stats.matrices.bootstrap import Bootstrap
    from ucgsim.stats.multinomial import Floats
    from ucgsim.stats.outcomes import Outcomes
    from ucgsim.studies.weights import GivenField

PLAYED = 1e-6
"""A share above this is one."""


@dataclass(frozen=True, eq=False)
class Played:
    """What was played: decks by ``names``, ``cells[i, j]`` games of deck i against j as i sees them, i < j."""

    names: tuple[str, ...]
    cells: Mapping[tuple[int, int], Outcomes]
    basis: str
    """Games, policies, rules and seed in words."""
    policy: str
    source: Path | None = None
    field: GivenField | None = None
    """The shares that were given when it was played."""
    unit: str = "games"
    rules: str = ""
    redraw_procedure: str = ""
    decks: tuple[Deck, ...] = ()
    """The lists, where a matrix of decks was played."""
    versions: Mapping[str, str] = dataclass_field(default_factory=dict)
    """What played it."""
    second: Played | None = None
    """The same decks as the check that was kept with it played them."""

    @property
    def each(self) -> int:
        """Games of every two decks; of a race the fewest."""
        return min(cell.games for cell in self.cells.values())

    def scores(self, rates: Floats) -> Floats:
        """The matrix (decks, decks) from the rates of the cells in their order."""
        matrix = np.full((len(self.names),) * 2, 0.5)
        for (row, column), rate in zip(self.cells, rates, strict=True):
            matrix[row, column], matrix[column, row] = rate, 1 - rate
        return matrix

    def games(self, row: int, column: int) -> Outcomes:
        """What two decks played, as the first of them sees it."""
        return self.cells[row, column] if row < column else self.cells[column, row].flipped()


@dataclass(frozen=True, eq=False)
class KeptCheck:
    """What the ``second`` play, kept in one folder with the ``first``, says of the best deck of a field."""

    first: Played
    second: Played
    shares: tuple[float, ...]

    @property
    def fields(self) -> tuple[Field, Field]:
        """Either play in the field of these shares."""
        return Field(self.first.cells, self.shares), Field(self.second.cells, self.shares)

    @property
    def verdict(self) -> Verdict:
        """What becomes of the best deck of the first play."""
        return best_checked(*self.fields)

    @property
    def turns(self) -> bool:
        """Whether the check turns it, so that all is computed from its games."""
        return self.verdict is Verdict.TURNS

    @property
    def used(self) -> Played:
        """The games that answer: those of the check where it turns the best deck, else the first."""
        return self.second if self.turns else self.first

    def words(self) -> str:
        """One line: whether the check turns the best deck of this field, and what either play says of it."""
        first, second = self.fields
        name = self.first.names[first.best]
        there = f"{name} wins {field_rate(second.shown[first.best])} there"
        if self.turns:
            return (
                f"Computed from the check ({_games(self.second)}), which turns the best deck: by the first play "
                f"({_games(self.first)}) that is {name} with {field_rate(first.of_best)}; {there}."
            )
        if self.verdict is Verdict.STANDS:
            return f"Checked {play_words([self.second.policy])}, {_each(self.second)}: {name} is best as well; {there}."
        other = second.best
        ahead = "" if other == first.best else f", {self.first.names[other]} {field_rate(second.of_best)}"
        return (
            f"Checked {play_words([self.second.policy])}, {_each(self.second)}: whether {name} is best can't be told "
            f"yet; {there}{ahead}."
        )

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        first, second = self.fields
        names, best = self.first.names, first.best
        return {
            "verdict": self.verdict.value,
            "used": self.turns,
            "policy": self.second.policy,
            "games_per_matchup": self.second.each,
            "played": self.second.basis,
            "best": {"deck": names[second.best], "against_field": plain(second.of_best)},
            "first": {
                "policy": self.first.policy,
                "games_per_matchup": self.first.each,
                "played": self.first.basis,
                "best": {"deck": names[best], "against_field": plain(first.of_best)},
                "under_the_check": plain(second.shown[best]),
            },
        }


def kept_check(played: Played, shares: Sequence[float]) -> KeptCheck | None:
    """The check that was kept with what was played, for a field of these shares; None where there is none."""
    if played.second is None:
        return None
    whole = sum(shares)
    return KeptCheck(played, played.second, tuple(each / whole for each in shares))


def _games(played: Played) -> str:
    return f"{played.policy}, {_each(played)}"


def _each(played: Played) -> str:
    return f"{played.each:,} {played.unit} a matchup"


@dataclass(frozen=True, eq=False, repr=False)
class Meta:
    """Equilibrium and best answers; every number with its interval, its games and its policies.

    ``field``: shares of the field that is there, (decks,); ``resampled``: shares of the equilibrium and gain of every
    deck against that field, from games drawn again.
    """

    played: Played
    field: tuple[float, ...]
    field_source: Path | None
    resampled: Bootstrap
    check: KeptCheck | None = None
    """What the check that was kept says of the best deck; where it turns it, all is of its games."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the decks."""
        return self.played.names

    @cached_property
    def payoff(self) -> Floats:
        """What the row's deck gains from the column's, as a share of games above one half, (decks, decks)."""
        rates = [counts.points / counts.games for counts in self.played.cells.values()]
        return payoff_from_scores(self.played.scores(np.array(rates)))

    @cached_property
    def equilibrium(self) -> Equilibrium:
        """The shares that no deck beats."""
        return equilibrium(self.payoff)

    @cached_property
    def shares(self) -> tuple[Estimate, ...]:
        """Shares of the equilibrium with their bootstrap intervals.

        Where decks are nearly equal, an equilibrium jumps: its own share then belongs into the interval as well.
        """
        shares = self.resampled.estimates[: len(self.names)]
        return tuple(replace(each, low=min(each.low, each.rate), high=max(each.high, each.rate)) for each in shares)

    @cached_property
    def against(self) -> Field:
        """What is said of the field that is there."""
        return Field(self.played.cells, self.field)

    @property
    def exploitability(self) -> Estimate:
        """What the best answer gains from the field that is there, whichever deck that is in truth."""
        return self.against.exploitability

    @cached_property
    def gain_on_proposed(self) -> Estimate:
        """What the best answer gains from the equilibrium that these games propose, whichever deck that is in truth.

        By the games themselves no deck gains on it; but it was made from them, and the true equilibrium is another.
        The resamples stand to the games as these to the truth: so far do decks gain, by the games, on equilibria that
        were made from games drawn again. The interval begins at 0, which is the truth where all decks are equal;
        its upper end is one-sided. Source: Efron & Tibshirani 1993, An Introduction to the Bootstrap, chapter 13.
        """
        proposed = self.resampled.samples[:, : len(self.names)]
        gains = np.maximum((proposed @ self.payoff.T).max(axis=1), 0.0)
        high = max(float(np.quantile(gains, DEFAULT_CONFIDENCE)), float(gains.mean()))
        n = sum(counts.games for counts in self.played.cells.values())
        return Estimate(float(gains.mean()), 0.0, high, n, DEFAULT_CONFIDENCE, Method.BOOTSTRAP)

    @cached_property
    def support(self) -> tuple[int, ...]:
        """In how many of the resampled matrices the equilibrium plays each deck.

        No chance that it belongs there: where decks are close, one that is out in truth is in most of them as well.
        """
        played = self.resampled.samples[:, : len(self.names)] > PLAYED
        return tuple(played.sum(axis=0).tolist())

    @cached_property
    def best(self) -> BestResponse:
        """What gains most from the field that is there."""
        return best_response(self.payoff, self.field)

    @cached_property
    def best_again(self) -> tuple[int, ...]:
        """In how many of the resampled matrices each deck is the best answer to the field that is there."""
        gains = self.resampled.samples[:, len(self.names) :]
        return tuple(np.bincount(gains.argmax(axis=1), minlength=len(self.names)).tolist())

    @property
    def against_field(self) -> tuple[Estimate, ...]:
        """Win rate of each deck against the field that is there; the best one's knows that it was picked."""
        return self.against.shown

    @property
    def command(self) -> str:
        """The command that computes this again."""
        words = ["ucgsim", "meta", str(self.played.source)]
        if self.field_source is not None:
            words += ["--field", str(self.field_source)]
        words += ["--seed", str(self.resampled.seed), "--times", str(self.resampled.times)]
        return command_line(words)

    @property
    def basis(self) -> str:
        """What every number rests on."""
        again = f"{self.resampled.times:,} resamples of the {self.played.unit}, seed {self.resampled.seed}"
        return f"{self.played.basis}; {again}"
