"""Arithmetic that Numba needs help with: bits of a number, cells of a column, small networks."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ucgsim.engine.compiling.compiled import compiled, config
from ucgsim.engine.core.constants import NONE
from ucgsim.engine.core.layout import HIDDEN, OPTION, POSITION

if TYPE_CHECKING:
    from collections.abc import Iterator


def _lowest_bit(bits: Any) -> int:
    """Place of the lowest bit set, NONE for none."""
    return (int(bits) & -int(bits)).bit_length() - 1


def _count_bits(bits: Any) -> int:
    """How many bits of a number that is not negative are set."""
    return int(bits).bit_count()


@intrinsic
def _lowest_bit_machine(_typing: Any, _bits: Any) -> Any:
    def lowest(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        (bits,) = args
        place = builder.cttz(bits, ir.Constant(ir.IntType(1), 0))
        return builder.select(builder.icmp_signed("==", bits, bits.type(0)), bits.type(NONE), place)

    return types.int64(types.int64), lowest


@intrinsic
def _count_bits_machine(_typing: Any, _bits: Any) -> Any:
    def count(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), count


lowest_bit: Any = _lowest_bit if config.DISABLE_JIT else _lowest_bit_machine
count_bits: Any = _count_bits if config.DISABLE_JIT else _count_bits_machine


# Rows of a column, cell by cell: Numba's copy of a slice compiles the words of an error that cannot come.


@compiled
def copy_cells(target, source):
    """Make one row of a column the same as another."""
    for i in range(target.shape[0]):
        target[i] = source[i]


# The arithmetic of small networks, all hidden units at a time.
#
# Numba would work them out one by one; here they are one vector that stays in the registers of a processor, and what is
# not there is passed over by bits, eight at a time. Interpreted games do the same additions in the same order, so both
# lanes choose alike to the last bit.


_UNITS = ir.VectorType(ir.FloatType(), HIDDEN)
_EIGHT = 8
"""Inputs of which one instruction asks whether they are there."""
_EIGHT_INPUTS = ir.VectorType(ir.DoubleType(), _EIGHT)
_INDEX = ir.IntType(32)
_WORD = ir.IntType(64)


def _weigh(seen: Any, layer: Any, start: Any, sums: Any) -> None:
    """``sums``: those of ``start`` with all that is ``seen``, each times its row of ``layer``.

    ``seen``: float64, shape (inputs,); ``layer``: float32, shape (inputs, HIDDEN); ``start`` and ``sums``: float32,
    shape (HIDDEN,).
    """
    sums[:] = start
    for place in np.flatnonzero(seen):
        sums += np.float32(seen[place]) * layer[place]


def _rate(seen: Any, layer: Any, start: Any, second: Any, skip: Any, first: float) -> float:
    """``first`` with what comes of the sums of ``_weigh``, and with what goes straight to the answer.

    ``second``: float32, shape (HIDDEN,); ``skip``: float32, shape (inputs,).
    """
    sums, straight = np.empty(HIDDEN, np.float32), 0.0
    _weigh(seen, layer, start, sums)
    parts = np.maximum(sums, np.float32(0)) * second
    while len(parts) > 1:
        parts = parts[: len(parts) // 2] + parts[len(parts) // 2 :]
    for place in np.flatnonzero(seen):
        straight += float(seen[place]) * float(skip[place])
    return first + float(parts[0]) + straight


def _data(context: Any, builder: Any, signature: Any, args: Any) -> list[Any]:
    """Where the numbers of the arguments that are arrays lie; others as they are."""
    return [
        context.make_array(kind)(context, builder, value).data if isinstance(kind, types.Array) else value
        for kind, value in zip(signature.args, args, strict=True)
    ]


def _load(builder: Any, numbers: Any) -> Any:
    """All units that begin at a number."""
    return builder.load(builder.bitcast(numbers, _UNITS.as_pointer()), align=4)


def _shuffled(builder: Any, one: Any, places: list[int]) -> Any:
    """Some of the places of a vector."""
    mask = ir.Constant(ir.VectorType(_INDEX, len(places)), places)
    return builder.shuffle_vector(one, ir.Constant(one.type, ir.Undefined), mask)


def _bits_of(builder: Any, seen: Any, inputs: int) -> Any:
    """A bit for each input, set where it is there."""
    bits = ir.Constant(_WORD, 0)
    for first in range(0, inputs, _EIGHT):
        place = builder.bitcast(builder.gep(seen, [ir.Constant(_WORD, first)]), _EIGHT_INPUTS.as_pointer())
        there = builder.fcmp_unordered("!=", builder.load(place, align=8), ir.Constant(_EIGHT_INPUTS, [0.0] * _EIGHT))
        word = builder.zext(builder.bitcast(there, ir.IntType(_EIGHT)), _WORD)
        bits = builder.or_(bits, builder.shl(word, ir.Constant(_WORD, first)))
    return bits


@contextmanager
def _each(builder: Any, seen: Any, inputs: int) -> Iterator[Any]:
    """What is in the body is done for the place of each input that is there, in their order."""
    bits = cgutils.alloca_once_value(builder, _bits_of(builder, seen, inputs))
    with cgutils.for_range(builder, builder.ctpop(builder.load(bits))):
        left = builder.load(bits)
        builder.store(builder.and_(left, builder.sub(left, ir.Constant(_WORD, 1))), bits)
        yield builder.cttz(left, ir.Constant(ir.IntType(1), 1))


def _add_row(builder: Any, total: Any, value: Any, rows: Any, place: Any) -> None:
    """Add to a total the row of a place times a value."""
    single = builder.fptrunc(value, ir.FloatType())
    first = builder.insert_element(ir.Constant(_UNITS, ir.Undefined), single, ir.Constant(_INDEX, 0))
    row = _load(builder, builder.gep(rows, [builder.mul(place, ir.Constant(_WORD, HIDDEN))]))
    product = builder.fmul(_shuffled(builder, first, [0] * HIDDEN), row)
    builder.store(builder.fadd(builder.load(total), product), total)


def _answer_of(builder: Any, units: Any, second: Any) -> Any:
    """What comes of the sums of the first layer: half is added to half until one number is left."""
    nothing = ir.Constant(_UNITS, [0.0] * HIDDEN)
    parts = builder.fmul(builder.select(builder.fcmp_ordered(">", units, nothing), units, nothing), second)
    size = HIDDEN
    while size > 1:
        size //= 2
        low, high = (_shuffled(builder, parts, list(range(begin, begin + size))) for begin in (0, size))
        parts = builder.fadd(low, high)
    return builder.fpext(builder.extract_element(parts, ir.Constant(_INDEX, 0)), ir.DoubleType())


def _weigh_vectors(inputs: int) -> Any:
    """``_weigh`` of so many inputs."""

    @intrinsic
    def weigh(_typing: Any, seen: Any, layer: Any, start: Any, sums: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            numbers, rows, begin, out = _data(context, builder, signature, args)
            total = cgutils.alloca_once_value(builder, _load(builder, begin))
            with _each(builder, numbers, inputs) as place:
                _add_row(builder, total, builder.load(builder.gep(numbers, [place])), rows, place)
            builder.store(builder.load(total), builder.bitcast(out, _UNITS.as_pointer()), align=4)
            return context.get_dummy_value()

        return types.void(seen, layer, start, sums), write

    return weigh


def _rate_vectors(inputs: int) -> Any:
    """``_rate`` of so many inputs."""

    @intrinsic
    def rate(_typing: Any, seen: Any, layer: Any, start: Any, second: Any, skip: Any, _first: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            numbers, rows, begin, weights, shortcut, first = _data(context, builder, signature, args)
            total = cgutils.alloca_once_value(builder, _load(builder, begin))
            straight = cgutils.alloca_once_value(builder, ir.Constant(ir.DoubleType(), 0.0))
            with _each(builder, numbers, inputs) as place:
                value = builder.load(builder.gep(numbers, [place]))
                _add_row(builder, total, value, rows, place)
                weight = builder.fpext(builder.load(builder.gep(shortcut, [place])), ir.DoubleType())
                builder.store(builder.fadd(builder.load(straight), builder.fmul(value, weight)), straight)
            answer = _answer_of(builder, builder.load(total), _load(builder, weights))
            return builder.fadd(builder.fadd(first, answer), builder.load(straight))

        return types.float64(seen, layer, start, second, skip, types.float64), write

    return rate


weigh_position: Any = _weigh if config.DISABLE_JIT else _weigh_vectors(POSITION)
rate_position: Any = _rate if config.DISABLE_JIT else _rate_vectors(POSITION)
rate_option: Any = _rate if config.DISABLE_JIT else _rate_vectors(OPTION)
