"""Logarithm and exponential in plain arithmetic: the same bits in Python, in the library and in a page.

What a system's own functions give differs from system to system in the last bit, and WebAssembly has none. Additions,
products, quotients and square roots are the same everywhere (IEEE 754-2019, 5.4.1), so all that is shown is made of
these. Within one and a half units in the last place.
"""

from __future__ import annotations

import math

from ucgsim.compiling.compiled import compiled

LN2_HIGH, LN2_LOW = float.fromhex("0x1.62e42fefa38p-1"), float.fromhex("0x1.ef35793c7673p-45")
"""The logarithm of 2 in two parts: a whole number up to 2048 times the first is exact."""
LARGEST, SMALLEST = 709.782712893384, -745.1332191019412
"""Beyond them an exponential has no room in a float."""
ROOT_2 = 1.4142135623730951
NORMAL = 2.0**-1022
HALVINGS = (2.0**512, 2.0**256, 2.0**128, 2.0**64, 2.0**32, 2.0**16, 2.0**8, 2.0**4, 2.0**2, 2.0)


@compiled
def scaled(value: float, power: int) -> float:
    """``value`` times 2 to a whole ``power``, rounded once where it is too small for all its digits."""
    while power > 1000:
        value *= 2.0**1000
        power -= 1000
    while power < -1000:
        value *= 2.0**-1000
        power += 1000
    factor, step = 1.0, 2.0 if power > 0 else 0.5
    left = abs(power)
    while left:
        if left & 1:
            factor *= step
        step *= step
        left >>= 1
    return value * factor


@compiled
def _near_one(more: float) -> float:
    """What is left of the logarithm of 1 + ``more`` next to ``more``, from -0.3 to 0.42. Source: DLMF 4.6.4."""
    part = more / (2 + more)
    square = part * part
    series = 0.0
    for odd in range(25, 1, -2):
        series = square * (2.0 / odd + series)
    half = more * more / 2
    return half - part * (half + series)


@compiled
def log(value: float) -> float:
    """The natural logarithm; -infinity of 0, NaN below."""
    if not 0 < value < math.inf:
        return value if value == math.inf else (-math.inf if value == 0 else math.nan)
    power, bits = 0, 512
    if value < NORMAL:
        value *= 2.0**54
        power = -54
    for size in HALVINGS:
        if value >= size:
            value /= size
            power += bits
        elif value * size < 2:
            value *= size
            power -= bits
        bits >>= 1
    if value > ROOT_2:
        value /= 2
        power += 1
    more = value - 1
    return power * LN2_HIGH + (more - (_near_one(more) - power * LN2_LOW))


@compiled
def log1p(more: float) -> float:
    """The natural logarithm of 1 + ``more``, exact to its last digits also where that is small."""
    if -0.29 < more < 0.41:
        return more - _near_one(more)
    whole = 1 + more
    return log(whole) + ((more - (whole - 1)) / whole if 0 < whole < math.inf else 0.0)


@compiled
def exp(value: float) -> float:
    """The exponential; infinity and 0 where that has no room. Source: DLMF 4.2.19."""
    if not SMALLEST <= value <= LARGEST:
        return math.inf if value > LARGEST else (0.0 if value < SMALLEST else math.nan)
    power = math.floor(value / (LN2_HIGH + LN2_LOW) + 0.5)
    high, low = value - power * LN2_HIGH, power * LN2_LOW
    rest = high - low
    series = 0.0
    for term in range(14, 1, -1):
        series = (series * rest + 1.0) / term
    # 1 + r + r (r / 2! + r^2 / 3! + ...), with what rounding took from r.
    return scaled(1.0 + (high + (rest * rest * series - low)), power)
