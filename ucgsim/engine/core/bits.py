"""Sets of cards as the bits of one number: the lowest of them, and how many there are, each one instruction."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ucgsim.engine.compiling.compiled import config
from ucgsim.engine.core.constants import NONE


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
