"""The games of a run as rows: from its folder, or played again."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ucgsim.cards.catalog import load_catalog
from ucgsim.errors import UcgsimError
from ucgsim.simulate.folder import scan_games
from ucgsim.simulate.table import make_plan
from ucgsim.simulate.terms import Terms
from ucgsim.simulate.working.workers import in_order

if TYPE_CHECKING:
    import polars as pl

    from ucgsim.simulate.folder import RunFolder
    from ucgsim.simulate.plan import Plan

WORTH_WORKERS = 4
"""Parts of a run for which workers are started."""


def rows_of(plan: Plan, folder: RunFolder | None, *, again: bool, jobs: int) -> pl.LazyFrame:
    """The games of a run, columns as ``frames.SCHEMA``: those in its folder, or played ``again`` where there is none.

    Raises UcgsimError where there is no folder and they are not to be played again, or can't be: cards, effects or
    policies are others by now.
    """
    import polars as pl  # noqa: PLC0415 - loads slowly, and only rows that are asked for need it

    from ucgsim.simulate.parts.frames import play_shard  # noqa: PLC0415

    if folder is not None:
        return scan_games(folder)
    if not again:
        raise UcgsimError("these games were not kept; name a folder with out=, or play them again with again=True")
    now, table = make_plan(plan.decks, plan.games, Terms.of_plan(plan, load_catalog()), shard=plan.shard)
    differing = plan.differences(now)
    if differing:
        raise UcgsimError(f"these games can't be played again: {', '.join(differing)} changed since; play them anew")
    tasks = [partial(play_shard, plan, table, number) for number in range(plan.shards)]
    return pl.concat(in_order(tasks, jobs, WORTH_WORKERS)).lazy()
