"""Rows of a column, cell by cell: Numba's copy of a slice compiles the words of an error that cannot come."""

from __future__ import annotations

from ucgsim.engine.compiling.compiled import compiled


@compiled
def copy_cells(target, source):
    """Make one row of a column the same as another."""
    for i in range(target.shape[0]):
        target[i] = source[i]
