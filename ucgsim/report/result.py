"""Results that are an answer in sentences and a table: as data frames, and in a notebook."""

from __future__ import annotations

from abc import ABC, abstractmethod
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

    from ucgsim.report.parts import Parts


class Summarised(ABC):
    """What a result with a summary says of itself."""

    @abstractmethod
    def parts(self) -> Parts:
        """The answer, one table, and what lies behind them."""

    def summary(self) -> str:
        """All of it as plain text, the answer first."""
        return self.parts().text()


class Tabled(ABC):
    """What a result with rows shows of itself."""

    @abstractmethod
    def sentences(self) -> list[str]:
        """The answer."""

    @abstractmethod
    def rows(self) -> list[dict[str, Any]]:
        """The table, a row at a time."""

    def to_polars(self) -> pl.DataFrame:
        """The rows as a data frame of polars."""
        return frame(self.rows())

    def to_pandas(self) -> pd.DataFrame:
        """As ``to_polars``, for pandas."""
        return self.to_polars().to_pandas()

    def table_html(self) -> str:
        """The table that a notebook shows."""
        return str(self.to_pandas().to_html(index=False, border=0))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {' '.join(self.sentences())}>"

    def _repr_html_(self) -> str:
        return f"<p>{'<br>'.join(map(escape, self.sentences()))}</p>{self.table_html()}"


def frame(rows: list[dict[str, Any]]) -> pl.DataFrame:
    """Rows as a data frame of polars; columns are of the type that all rows need."""
    import polars  # noqa: PLC0415 - takes long to import

    return polars.DataFrame(rows, infer_schema_length=None)
