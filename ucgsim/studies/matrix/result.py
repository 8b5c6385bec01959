"""A matrix as it is handed out: what was found, with its words, values and picture."""

from __future__ import annotations

import itertools
from abc import abstractmethod
from html import escape
from typing import TYPE_CHECKING, Any

from ucgsim.report.numbers import plain
from ucgsim.stats.pairs import GAMES_PER_PAIR
from ucgsim.studies.matrix.findings import Pairwise
from ucgsim.studies.matrix.words import field_rate, matrix_sentences, matrix_summary

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    from matplotlib.figure import Figure


class PairwiseResult(Pairwise):
    """Who won how much of what against whom, in words, as plain values, as data frames and as a picture."""

    def answer(self) -> str:
        """The answer in two sentences."""
        return matrix_sentences(self)

    def summary(self) -> str:
        """The answer, the matrix, the ranking and the ratings, as plain text."""
        return matrix_summary(self)

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """The same as plain values; ``matrix[i][j]`` is row i against column j."""

    def to_polars(self) -> pl.DataFrame:
        """One row a cell: who against whom, rate, low, high, pairs, whether certain, mirror; policy."""
        import polars  # noqa: PLC0415 - takes long to import

        return polars.DataFrame(
            [
                {
                    self.column: self.names[row],
                    "opponent": self.names[column],
                    **plain(self.cell(row, column)),
                    "pairs": self.cell(row, column).n,
                    "certain": self.is_certain(row, column),
                    "mirror": row == column,
                    "policy": self.terms.label,
                }
                for row, column in itertools.product(range(len(self.names)), repeat=2)
            ]
        )

    def field_table(self) -> pl.DataFrame:
        """One row a player: share of the field, rate against the field and rating, policy, games or matches.

        These are the games that the rate rests on: those against who is in the field, the player itself not counted.
        """
        import polars  # noqa: PLC0415 - takes long to import

        ratings = self.field.ratings.ratings
        return polars.DataFrame(
            [
                {self.column: name, "weight": self.field.weights[place], **plain(self.field.rates[place])}
                | {f"rating_{end}": value for end, value in plain(ratings[place]).items()}
                | {self.many: GAMES_PER_PAIR * self.field.rates[place].n, "policy": self.terms.label}
                for place, name in enumerate(self.names)
            ]
        )

    def to_pandas(self) -> pd.DataFrame:
        """As ``to_polars``, for pandas."""
        return self.to_polars().to_pandas()

    def plot(self) -> Figure:
        """The heat map."""
        from ucgsim.studies.matrix.heat_map import heat_map  # noqa: PLC0415 - takes long to import

        return heat_map(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.answer()}>"

    def _repr_html_(self) -> str:
        import pandas  # noqa: PLC0415 - takes long to import

        places = range(len(self.names))
        rows = [
            [*(self.told_cell(row, column) for column in places), field_rate(self.field.rates[row])] for row in places
        ]
        table = pandas.DataFrame(rows, index=list(self.names), columns=[*self.names, "whole field"])
        return f"<p>{escape(self.answer())}</p>{table.to_html(border=0)}"
