"""What is in the columns of a result's table: their order, their meaning, and what type they are of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd
    import polars as pl


class Meaning(NamedTuple):
    """What a column of a data frame holds: in words, and as ``float``, ``int``, ``bool`` or ``str``.

    ``names_row``: it is part of what a row is called by, the index of a data frame of pandas.
    """

    meaning: str
    kind: type = float
    names_row: bool = False


def of_estimate(meaning: str, prefix: str = "", units: str = "games", *, alone: bool = False) -> dict[str, Meaning]:
    """The columns of an estimate with its interval, all beginning with ``prefix``.

    ``alone``: next to it is what these games alone say, where it holds the spread between good players as well.
    """
    columns = {
        "rate": Meaning(meaning),
        "low": Meaning(f"lower end of the interval of it: {meaning}"),
        "high": Meaning(f"upper end of the interval of it: {meaning}"),
        "n": Meaning(f"{units} that it rests on", int),
        "confidence": Meaning("how often such intervals hold the truth"),
        "method": Meaning("how the interval was made", str),
    }
    if alone:
        columns |= {
            "rate_games": Meaning(f"by these games alone: {meaning}"),
            "low_games": Meaning("lower end of the interval of that"),
            "high_games": Meaning("upper end of the interval of that"),
        }
    return {f"{prefix}{name}": column for name, column in columns.items()}


def frame(rows: Sequence[Mapping[str, Any]], columns: Mapping[str, Meaning]) -> pl.DataFrame:
    """Rows as a data frame of polars with these columns, in this order, each of its type however few rows there are.

    What no game shows is null, as in JSON, and no number in files either.
    """
    import polars as pl  # noqa: PLC0415 - takes long to import

    kinds = {float: pl.Float64, int: pl.Int64, bool: pl.Boolean, str: pl.String}
    return pl.DataFrame(
        {name: [row.get(name) for row in rows] for name in columns},
        schema={name: kinds[column.kind] for name, column in columns.items()},
    ).fill_nan(None)


def as_pandas(table: pl.DataFrame) -> pd.DataFrame:
    """A data frame of polars as one of pandas."""
    import pandas as pd  # noqa: PLC0415 - takes long to import

    # Not by its own method, which needs pyarrow.
    return pd.DataFrame({name: table[name].to_numpy() for name in table.columns})
