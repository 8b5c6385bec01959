"""How many games a question takes, and how long: told before they are played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ucgsim.errors import UcgsimError
from ucgsim.report.sheet import label, number, sheet
from ucgsim.simulate.plan import MAX_GAMES
from ucgsim.stats.deciding.planning import POWER, units_for_difference, units_for_precision

if TYPE_CHECKING:
    from ucgsim.report.sheet import Sheet

PRECISIONS = (5.0, 2.0, 1.0, 0.5, 0.25)
"""Points to either side that a plan tells of where none are named."""
DIFFERENCES = (10.0, 5.0, 3.0, 2.0, 1.0, 0.5)
"""Points from 50 %."""

HALVES = 2
"""Both sides win the throw equally often."""


def games_for_precision(points: float) -> int:
    """Games of two decks after which the interval of a win rate is +- so many points at most, an even number.

    Raises UcgsimError unless points lie between 0 and 50, and for more games than a run may have.
    """
    games = _in_halves(units_for_precision(points / 100))
    if games > MAX_GAMES:
        raise UcgsimError(f"a precision of {points:g} points takes {games:,} games; a run has {MAX_GAMES:,} at most")
    return games


def games_for_difference(points: float) -> int:
    """Games of two decks after which a win rate so many points from 50 % is seen with power 80 %, an even number."""
    return _in_halves(units_for_difference(points / 100))


def _in_halves(games: int) -> int:
    """As many games in two halves by who wins the throw, and those that knowing each half by itself costs."""
    return games + HALVES + games % HALVES


@dataclass(frozen=True, slots=True)
class GamesPlan:
    """Games and minutes by what is to be known; ``per_second`` are those of all processes together."""

    decks: tuple[str, str]
    policies: tuple[str, str]
    per_second: float
    precisions: tuple[float, ...] = PRECISIONS

    def sheets(self) -> tuple[Sheet, Sheet]:
        """Two tables: by precision and by difference."""
        return (
            self._sheet("To know the win rate", "within", self.precisions, games_for_precision, "+- {:g} points"),
            self._sheet(
                f"To see that it is not 50 %, with power {100 * POWER:.0f} %",
                "where it lies off by",
                DIFFERENCES,
                games_for_difference,
                "{:g} points",
            ),
        )

    def _sheet(self, title: str, column: str, values: tuple[float, ...], games_of: Any, words: str) -> Sheet:
        rows = []
        for value in values:
            games = games_of(value)
            rows.append([label(words.format(value)), number(games), number(self.minutes(games), self._long(games))])
        return sheet(title, [column, "games (-n)", "takes about"], rows)

    def minutes(self, games: int) -> float:
        """How long so many games take here."""
        return games / self.per_second / 60

    def _long(self, games: int) -> str:
        minutes = self.minutes(games)
        return f"{60 * minutes:.1f} seconds" if minutes < 1 else f"{minutes:,.1f} minutes"

    def summary(self) -> str:
        """Both tables and what they rest on, as plain text."""
        own, other = self.policies
        play = f"{own} on both sides" if own == other else f"{own} against {other}"
        first, second = self.sheets()
        return "\n".join(
            [
                f"{self.decks[0]} against {self.decks[1]}: about {self.per_second:,.0f} games a second here, {play}.",
                "",
                *first.lines(),
                "",
                *second.lines(),
                "",
                "Intervals of 95 %. These are enough whatever the win rate is; far from 50 % fewer are.",
            ]
        )

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        return {
            "decks": list(self.decks),
            "policies": dict(zip("ab", self.policies, strict=True)),
            "games_per_second": self.per_second,
            "confidence": 0.95,
            "power": POWER,
            "for_precision": [self._entry(each, games_for_precision(each)) for each in self.precisions],
            "for_difference": [self._entry(each, games_for_difference(each)) for each in DIFFERENCES],
        }

    def _entry(self, points: float, games: int) -> dict[str, float]:
        return {"points": points, "games": games, "minutes": self.minutes(games)}
