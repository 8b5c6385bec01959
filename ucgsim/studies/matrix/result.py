"""A matrix as it is handed out, of games or of matches: what was found, with words, values and picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ucgsim.report.table import Column, Table
from ucgsim.studies.matrix import answer
from ucgsim.studies.matrix.findings import Matrix
from ucgsim.studies.matrix.race import RaceStanding, support_words

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure

    from ucgsim.report.sheet import Parts, Sheet
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.kit.basis import Key

MOST_ROWS = 15
"""Matchups up to which the terminal says of each what leading is worth; the tables always have them."""


@dataclass(frozen=True, eq=False, repr=False)
class MatrixResult(Matrix):
    """Who won how much of what against whom, of players of whom every two met, in games or in matches."""

    def answer(self) -> str:
        """The answer in a sentence."""
        return answer.headline(self)

    def parts(self) -> Parts:
        """The answer and the matrix; then the ranking and the ratings."""
        return answer.matrix_parts(self)

    def as_table(self) -> Table[Key]:
        """One row a cell: who against whom, rate, low, high, games (or matches), whether certain, mirror; policy."""
        columns: tuple[Column[Key], ...] = (
            Column(self.play.column, lambda key: self.names[key[0]], None, "who plays", str, names_row=True),
            Column("opponent", lambda key: self.names[key[1]], None, "against whom", str, names_row=True),
            Column(
                "",
                lambda key: self.cell(*key),
                None,
                f"share of {self.play.many} won",
                units=self.play.many,
                alone=self._by_games,
            ),
            Column(self.play.many, lambda key: self._by_games(key).n, None, f"{self.play.many} played", int),
            Column("certain", lambda key: self.is_certain(*key), None, answer.CERTAIN, bool),
            Column("mirror", lambda key: key[0] == key[1], None, answer.MIRROR, bool),
            answer.policy_column(self),
        )
        players = range(len(self.names))
        return Table(columns, [(row, column) for row in players for column in players])

    def _by_games(self, key: Key) -> Estimate:
        return self.field.cell(*key)

    def field_table(self) -> pl.DataFrame:
        """One row a player: share of the field, rate against the field and rating, policy, games or matches.

        These are the games that were played against who is in the field, the player itself not counted.
        """
        return replace(answer.ranking(self), rows=range(len(self.names))).to_polars()

    def leading_sheet(self) -> Sheet | None:
        """What leading is worth in every matchup and over the field; None where it was not asked."""
        return answer.lead_sheet(self.names, self.leadings, self.effect_of_leading)

    def details(self) -> list[Sheet]:
        """What leading is worth, in every matchup where these are few, and what else the play tells."""
        each = self.leading_sheet()
        rows = 1 if len(self.leadings) > MOST_ROWS else MOST_ROWS + 1
        return [*([] if each is None else [each.first(rows)]), *super().details()]

    def figure(self) -> Figure:
        """The heat map."""
        from ucgsim.studies.matrix.plots import heat_map  # noqa: PLC0415 - takes long to import

        return heat_map(self)

    def sheet(self) -> Sheet:
        """The matrix with its intervals."""
        return answer.matrix_sheet(self)

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values; ``matrix[i][j]`` is row i against column j."""
        lead = answer.lead_json(self.names, self.leadings, self.effect_of_leading)
        return {
            **self.play.head_json,
            **({} if self.play.race is None else {"until_best": self._race_json()}),
            **answer.matrix_json(self),
            **({"effect_of_leading": lead} if self.duels else {}),
            **self.play.end_json,
            "command": self.command,
        }

    @property
    def _standing(self) -> RaceStanding:
        """Where the race stands."""
        return RaceStanding(self.cells, self.field.weights, self.looks, self.policies)

    @property
    def remarks(self) -> list[str]:
        """What a race does not tell."""
        return [] if self.play.race is None else [support_words(self._standing, self.names)]

    def _race_json(self) -> dict[str, Any]:
        """Whether the best deck was told, what decided to the end, and how coarse what did not is."""
        assert self.play.race is not None, "of no race nothing is known"
        each = {key: duel.plan.games for key, duel in self.duels.items()}
        most = max(each.values())
        return {
            "most_games_per_matchup": self.play.race.most,
            "looks": list(self.play.race.looks),
            "decided": self._standing.is_decided,
            "surely_best": not self.across.rivals,
            "equilibrium": {
                "decks": [self.names[deck] for deck in sorted(self._standing.support)],
                "fewest_games_of_a_matchup": self._standing.games_in_support,
                "promised": False,
            },
            "left_coarse": [
                {"deck": self.names[row], "opponent": self.names[column], "games": games}
                | {"half_width_points": 50 * self.field.cell(row, column).width}
                for (row, column), games in each.items()
                if games < most
            ],
        }
