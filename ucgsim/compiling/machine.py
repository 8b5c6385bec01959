"""Arithmetic written as LLVM code: bits of a number, records, small networks; `core.arithmetic` has it as Python.

Hidden units are one vector that stays in the registers of a processor, and inputs that are not there are passed over by
bits, eight at a time.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

if TYPE_CHECKING:
    from collections.abc import Iterator


@intrinsic
def lowest_bit(_typing: Any, _bits: Any) -> Any:
    """Place of the lowest bit set, -1 for none."""

    def lowest(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        (bits,) = args
        place = builder.cttz(bits, ir.Constant(ir.IntType(1), 0))
        return builder.select(builder.icmp_signed("==", bits, bits.type(0)), bits.type(-1), place)

    return types.int64(types.int64), lowest


@intrinsic
def count_bits(_typing: Any, _bits: Any) -> Any:
    """How many bits of a number that is not negative are set."""

    def count(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), count


_EIGHT = 8
"""Inputs of which one instruction asks whether they are there."""
_EIGHT_INPUTS = ir.VectorType(ir.DoubleType(), _EIGHT)
_INDEX = ir.IntType(32)
_WORD = ir.IntType(64)


def _data(context: Any, builder: Any, signature: Any, args: Any) -> list[Any]:
    """Where the numbers of the arguments that are arrays lie; others as they are."""
    return [
        context.make_array(kind)(context, builder, value).data if isinstance(kind, types.Array) else value
        for kind, value in zip(signature.args, args, strict=True)
    ]


def _units(hidden: int) -> ir.VectorType:
    return ir.VectorType(ir.FloatType(), hidden)


def _load(builder: Any, numbers: Any, hidden: int) -> Any:
    """All units that begin at a number."""
    return builder.load(builder.bitcast(numbers, _units(hidden).as_pointer()), align=4)


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


def _add_row(builder: Any, total: Any, value: Any, rows: Any, place: Any, hidden: int) -> None:
    """Add to a total the row of a place times a value."""
    row = _load(builder, builder.gep(rows, [builder.mul(place, ir.Constant(_WORD, hidden))]), hidden)
    _add_times(builder, total, value, row, hidden)


def _add_times(builder: Any, total: Any, value: Any, units: Any, hidden: int) -> None:
    """Add to a total all units times a value."""
    single = builder.fptrunc(value, ir.FloatType())
    first = builder.insert_element(ir.Constant(_units(hidden), ir.Undefined), single, ir.Constant(_INDEX, 0))
    product = builder.fmul(_shuffled(builder, first, [0] * hidden), units)
    builder.store(builder.fadd(builder.load(total), product), total)


def _answer_of(builder: Any, units: Any, second: Any, hidden: int) -> Any:
    """What comes of the sums of the first layer: half is added to half until one number is left."""
    nothing = ir.Constant(_units(hidden), [0.0] * hidden)
    parts = builder.fmul(builder.select(builder.fcmp_ordered(">", units, nothing), units, nothing), second)
    size = hidden
    while size > 1:
        size //= 2
        low, high = (_shuffled(builder, parts, list(range(begin, begin + size))) for begin in (0, size))
        parts = builder.fadd(low, high)
    return builder.fpext(builder.extract_element(parts, ir.Constant(_INDEX, 0)), ir.DoubleType())


def weigh_vectors(inputs: int, hidden: int) -> Any:
    """What `core.arithmetic` calls ``_weigh``, of so many inputs and hidden units."""

    @intrinsic
    def weigh(_typing: Any, seen: Any, layer: Any, start: Any, sums: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            numbers, rows, begin, out = _data(context, builder, signature, args)
            total = cgutils.alloca_once_value(builder, _load(builder, begin, hidden))
            with _each(builder, numbers, inputs) as place:
                _add_row(builder, total, builder.load(builder.gep(numbers, [place])), rows, place, hidden)
            builder.store(builder.load(total), builder.bitcast(out, _units(hidden).as_pointer()), align=4)
            return context.get_dummy_value()

        return types.void(seen, layer, start, sums), write

    return weigh


def spread_vectors(inputs: int, hidden: int) -> Any:
    """The same of ``_spread``."""

    @intrinsic
    def spread(_typing: Any, seen: Any, units: Any, layer: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            numbers, begin, rows = _data(context, builder, signature, args)
            kept = cgutils.alloca_once_value(builder, _load(builder, begin, hidden))
            with _each(builder, numbers, inputs) as place:
                row = builder.gep(rows, [builder.mul(place, ir.Constant(_WORD, hidden))])
                total = cgutils.alloca_once_value(builder, _load(builder, row, hidden))
                value = builder.load(builder.gep(numbers, [place]))
                _add_times(builder, total, value, builder.load(kept), hidden)
                builder.store(builder.load(total), builder.bitcast(row, _units(hidden).as_pointer()), align=4)
            return context.get_dummy_value()

        return types.void(seen, units, layer), write

    return spread


def rate_vectors(inputs: int, hidden: int) -> Any:
    """The same of ``_rate``."""

    @intrinsic
    def rate(_typing: Any, seen: Any, layer: Any, start: Any, second: Any, skip: Any, _first: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            numbers, rows, begin, weights, shortcut, first = _data(context, builder, signature, args)
            total = cgutils.alloca_once_value(builder, _load(builder, begin, hidden))
            straight = cgutils.alloca_once_value(builder, ir.Constant(ir.DoubleType(), 0.0))
            with _each(builder, numbers, inputs) as place:
                value = builder.load(builder.gep(numbers, [place]))
                _add_row(builder, total, value, rows, place, hidden)
                weight = builder.fpext(builder.load(builder.gep(shortcut, [place])), ir.DoubleType())
                builder.store(builder.fadd(builder.load(straight), builder.fmul(value, weight)), straight)
            answer = _answer_of(builder, builder.load(total), _load(builder, weights, hidden), hidden)
            return builder.fadd(builder.fadd(first, answer), builder.load(straight))

        return types.float64(seen, layer, start, second, skip, types.float64), write

    return rate


@intrinsic
def copy_memory(_typing: Any, target: Any, source: Any) -> Any:
    """Make a record the same as another one of its type."""

    def copy(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        size = context.get_constant(types.intp, signature.args[1].size)
        cgutils.raw_memcpy(builder, args[0], args[1], size, 1)
        return context.get_dummy_value()

    return types.void(target, source), copy


@intrinsic
def copy_start(_typing: Any, target: Any, source: Any, size: Any) -> Any:
    """Make the first ``size`` bytes of a record the same as those of another one of its type."""

    def copy(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        cgutils.raw_memcpy(builder, args[0], args[1], args[2], 1)
        return context.get_dummy_value()

    return types.void(target, source, size), copy
