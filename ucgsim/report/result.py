"""Results that are an answer in sentences, a table and a picture: as data frames, on axes, and in a notebook."""

from __future__ import annotations

import dataclasses
import math
from abc import ABC, abstractmethod
from fractions import Fraction
from html import escape
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from ucgsim.report.columns import Meaning, as_pandas, frame

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ucgsim.report.charts import Chart
    from ucgsim.report.page import Page
    from ucgsim.report.sheet import Parts, Sheet
    from ucgsim.report.table import Table


class Drawn:
    """What has a picture."""

    __slots__ = ()

    def chart(self) -> Chart | None:
        """The picture, described once; what has none of this kind draws ``figure`` by itself."""
        return None

    def figure(self) -> Figure:
        """The picture by itself, as files and pages have it."""
        from ucgsim.report.figures import draw  # noqa: PLC0415 - loads matplotlib

        chart = self.chart()
        assert chart is not None, "what draws no figure by itself has a chart"
        return draw(chart, self.under)

    @property
    def basis(self) -> str:
        """What every number of the picture rests on."""
        raise NotImplementedError

    @property
    def under(self) -> str:
        """What stands at the foot of its pictures."""
        return self.basis

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the picture on ``ax``, or on a figure of its own, which pyplot shows; returns the axes.

        Raises UcgsimError for what are no axes.
        """
        from ucgsim.report.figures import drawn_on  # noqa: PLC0415 - loads matplotlib

        return drawn_on(self.figure, ax)


class Summarised(ABC):
    """What a result with a summary says of itself."""

    __slots__ = ()

    @abstractmethod
    def parts(self) -> Parts:
        """The answer, one table, and what lies behind them."""

    def page(self) -> Page:
        """Its page, but for what its parts say."""
        raise NotImplementedError

    def summary(self) -> str:
        """All of it as plain text, the answer first."""
        return self.parts().text()


class Tabled:
    """What a result with rows shows of itself."""

    __slots__ = ()

    def answer(self) -> str:
        """The answer in a sentence; what has several gives ``sentences``."""
        raise NotImplementedError

    def sentences(self) -> list[str]:
        """The answer."""
        return [self.answer()]

    def as_table(self) -> Table[Any]:
        """The table, described once; what has none of this kind makes ``rows`` and ``columns`` by itself."""
        raise NotImplementedError

    def rows(self) -> list[dict[str, Any]]:
        """The table, a row at a time."""
        return self.as_table().records()

    def columns(self) -> dict[str, Meaning]:
        """What each column of the table means, in their order; those that name a row come first."""
        return self.as_table().meanings()

    def to_polars(self) -> pl.DataFrame:
        """The rows as a data frame of polars, with the columns that ``columns`` tells of."""
        return frame(self.rows(), self.columns())

    def to_pandas(self) -> pd.DataFrame:
        """As ``to_polars``, for pandas: what names a row is its index."""
        names = [name for name, column in self.columns().items() if column.names_row]
        return as_pandas(self.to_polars()).set_index(names)

    def sheet(self) -> Sheet:
        """The table that a notebook shows."""
        return self.as_table().sheet()

    def table_html(self) -> str:
        """The table that a notebook shows, as HTML."""
        return self.sheet().html()

    def records_html(self) -> str:
        """The rows as HTML, where a notebook shows all of them."""
        return str(as_pandas(self.to_polars()).to_html(index=False, border=0, na_rep=""))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {' '.join(self.sentences())}>"

    def _repr_html_(self) -> str:
        return f"<p>{'<br>'.join(map(escape, self.sentences()))}</p>{self.table_html()}"


def plain_values(value: Any) -> Any:
    """Values in types that JSON has: paths and fractions as text, NumPy values as plain ones, NaN as None."""
    if isinstance(value, dict):
        return {str(key): plain_values(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain_values(inner) for inner in (sorted(value) if isinstance(value, set | frozenset) else value)]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return plain_values({field.name: getattr(value, field.name) for field in dataclasses.fields(value)})
    if hasattr(value, "tolist"):
        return plain_values(value.tolist())
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return str(value) if isinstance(value, PurePath | Fraction) else value
