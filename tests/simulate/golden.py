"""The games that ``golden.csv`` pins, as the text of that file."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from ucgsim.simulate.frames import play_shard

GOLDEN = Path(__file__).parent / "golden.csv"


def text_of(plan, table) -> str:
    """All games of a plan, a line each."""
    rows = pl.concat([play_shard(plan, table, number) for number in range(plan.shards)])
    flat = rows.with_columns(
        pl.col(f"{rounds}_{side}").list.eval(pl.element().cast(pl.String)).list.join(" ")
        for rounds in ("scenes", "scene_ready", "scene_chances")
        for side in "ab"
    )
    return flat.write_csv()
