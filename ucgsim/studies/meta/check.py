"""The check that was kept with a matrix: whether it turns the best deck of a field, and which games then answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ucgsim.report.numbers import plain
from ucgsim.stats.deciding.checked import Verdict
from ucgsim.studies.check import play_words
from ucgsim.studies.matrix.field import Field
from ucgsim.studies.matrix.findings import best_checked
from ucgsim.studies.matrix.words import field_rate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ucgsim.studies.meta.findings import Played


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
