"""The arithmetic of small networks, all hidden units at a time.

Numba would work them out one by one; here they are one vector that stays in the registers of a processor. Interpreted
games do the same additions in the same order, so both lanes choose alike to the last bit.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ucgsim.engine.compiling.compiled import config
from ucgsim.engine.core.learned import HIDDEN

_UNITS = ir.VectorType(ir.FloatType(), HIDDEN)
_INDEX = ir.IntType(32)


def _put_in(seen: Any, places: Any, n: int, layer: Any, start: Any, sums: Any) -> None:
    """``sums``: those of ``start`` with what is seen at the first ``n`` ``places``, each times its row of ``layer``.

    ``layer``: float32, shape (inputs, HIDDEN); ``start`` and ``sums``: float32, shape (HIDDEN,).
    """
    sums[:] = start
    for place in places[:n]:
        sums += np.float32(seen[place]) * layer[place]


def _answer_of(second: Any, sums: Any) -> float:
    """What comes of the sums of the first layer; both float32, shape (HIDDEN,)."""
    parts = np.maximum(sums, np.float32(0)) * second
    while len(parts) > 1:
        parts = parts[: len(parts) // 2] + parts[len(parts) // 2 :]
    return float(parts[0])


def _data(context: Any, builder: Any, signature: Any, args: Any, place: int) -> Any:
    """Where the numbers of an array lie that is an argument."""
    return context.make_array(signature.args[place])(context, builder, args[place]).data


def _load(builder: Any, numbers: Any) -> Any:
    """All units that begin at a number."""
    return builder.load(builder.bitcast(numbers, _UNITS.as_pointer()), align=4)


def _shuffled(builder: Any, one: Any, places: list[int]) -> Any:
    """Some of the places of a vector."""
    mask = ir.Constant(ir.VectorType(_INDEX, len(places)), places)
    return builder.shuffle_vector(one, ir.Constant(one.type, ir.Undefined), mask)


@intrinsic
def _put_in_vectors(_typing: Any, seen: Any, places: Any, _n: Any, layer: Any, start: Any, sums: Any) -> Any:
    def put_in(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        numbers, at, rows, begin, out = (_data(context, builder, signature, args, place) for place in (0, 1, 3, 4, 5))
        total = cgutils.alloca_once_value(builder, _load(builder, begin))
        with cgutils.for_range(builder, args[2]) as loop:
            place = builder.load(builder.gep(at, [loop.index]))
            value = builder.fptrunc(builder.load(builder.gep(numbers, [place])), ir.FloatType())
            first = builder.insert_element(ir.Constant(_UNITS, ir.Undefined), value, ir.Constant(_INDEX, 0))
            row = _load(builder, builder.gep(rows, [builder.mul(place, ir.Constant(place.type, HIDDEN))]))
            product = builder.fmul(_shuffled(builder, first, [0] * HIDDEN), row)
            builder.store(builder.fadd(builder.load(total), product), total)
        builder.store(builder.load(total), builder.bitcast(out, _UNITS.as_pointer()), align=4)
        return context.get_dummy_value()

    return types.void(seen, places, types.int64, layer, start, sums), put_in


@intrinsic
def _answer_of_vectors(_typing: Any, second: Any, sums: Any) -> Any:
    def answer_of(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        weights, units = (_load(builder, _data(context, builder, signature, args, place)) for place in (0, 1))
        nothing = ir.Constant(_UNITS, [0.0] * HIDDEN)
        parts = builder.fmul(builder.select(builder.fcmp_ordered(">", units, nothing), units, nothing), weights)
        size = HIDDEN
        while size > 1:
            size //= 2
            low, high = (_shuffled(builder, parts, list(range(begin, begin + size))) for begin in (0, size))
            parts = builder.fadd(low, high)
        return builder.fpext(builder.extract_element(parts, ir.Constant(_INDEX, 0)), ir.DoubleType())

    return types.float64(second, sums), answer_of


put_in: Any = _put_in if config.DISABLE_JIT else _put_in_vectors
answer_of: Any = _answer_of if config.DISABLE_JIT else _answer_of_vectors
