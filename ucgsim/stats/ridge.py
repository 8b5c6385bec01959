"""Many small effects fitted over all games at once: ridge regression on sums of products, its penalties estimated.

Source: A. E. Hoerl, R. W. Kennard, Technometrics 12 (1970), 55-67; the variance of effects by the EM steps of N. M.
Laird, J. H. Ware, Biometrics 38 (1982), 963-974.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ucgsim.compiling.compiled import compiled, entry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

STEPS = 12
"""Of the estimate of how far effects vary."""
NEARLY_NONE = 1e-9


@compiled
def invert(matrix: Floats, n: int) -> None:
    """The inverse of the first ``n`` rows and columns of a symmetric, positive definite matrix, in its place."""
    for k in range(n):
        pivot = 1.0 / matrix[k, k]
        matrix[k, k] = 1.0
        for j in range(n):
            matrix[k, j] *= pivot
        for i in range(n):
            if i != k:
                factor = matrix[i, k]
                matrix[i, k] = 0.0
                for j in range(n):
                    matrix[i, j] -= factor * matrix[k, j]


@compiled
def _centre(grams: Floats, sums: Floats, p: int) -> tuple[float, int]:
    """Put the sums of products about the means of each block into ``sums``; returns observations and blocks."""
    total, blocks = 0.0, 0
    for i in range(p):
        for j in range(p):
            sums[i, j] = 0.0
    for start in range(0, grams.shape[0], p):
        n = grams[start, 0]
        if n > 0:
            total += n
            blocks += 1
            for i in range(1, p):
                for j in range(1, p):
                    sums[i, j] += grams[start + i, j] - grams[start, i] * grams[start, j] / n
    return total, blocks


@compiled
def _solve(sums: Floats, inverse: Floats, kinds: Floats, penalty: Floats, filled: Floats) -> float:
    """Fill the effects for penalties by kind; returns the sum of squares that is left."""
    p = kinds.shape[0]
    for i in range(p - 2):
        for j in range(p - 2):
            inverse[i, j] = sums[i + 1, j + 1]
        inverse[i, i] += penalty[int(kinds[i + 1])]
    invert(inverse, p - 2)
    left = float(sums[p - 1, p - 1])
    for i in range(p - 2):
        effect = 0.0
        for j in range(p - 2):
            effect += inverse[i, j] * sums[j + 1, p - 1]
        filled[i + 1, 0] = effect
        left -= effect * sums[i + 1, p - 1]
    return left


@entry([np.float64, 2], [np.float64], [np.float64, 2], [np.float64], [np.float64, 2])
def fit_effects(grams: Floats, kinds: Floats, room: Floats, penalty: Floats, filled: Floats) -> None:
    """Effects of columns on the last one, each shrunk as far as those of its kind vary.

    ``grams``: sums of products of the columns, one block of p rows under the other, (blocks * p, p); the first column
    is 1, and every block has a mean of its own. ``kinds``: of each column 0 for one that is not shrunk, 1 or 2, (p,).
    ``room``: (2 * p, p) and ``penalty``: (3,), overwritten. ``filled``: effect and variance of each column, (p, 2); of
    the first, observations and the variance that is left; of the last, the variances of effects of kind 1 and 2.
    """
    p = grams.shape[1]
    sums, inverse = room[:p], room[p:]
    n, blocks = _centre(grams, sums, p)
    noise = sums[p - 1, p - 1] / max(n - blocks, 1.0) + NEARLY_NONE
    vary_1, vary_2 = noise / 100, noise / 100
    for _ in range(STEPS):
        penalty[0] = NEARLY_NONE
        penalty[1] = noise / vary_1
        penalty[2] = noise / vary_2
        left = _solve(sums, inverse, kinds, penalty, filled)
        noise = max(left / max(n - blocks, 1.0), NEARLY_NONE)
        squares_1, squares_2, count_1, count_2 = 0.0, 0.0, 0.0, 0.0
        for i in range(1, p - 1):
            filled[i, 1] = noise * inverse[i - 1, i - 1]
            square = filled[i, 0] * filled[i, 0] + filled[i, 1]
            if kinds[i] == 1:
                squares_1 += square
                count_1 += 1
            elif kinds[i] == 2:
                squares_2 += square
                count_2 += 1
        vary_1 = squares_1 / max(count_1, 1.0) + NEARLY_NONE
        vary_2 = squares_2 / max(count_2, 1.0) + NEARLY_NONE
    filled[0, 0], filled[0, 1] = n, noise
    filled[p - 1, 0], filled[p - 1, 1] = vary_1, vary_2


def effects_in(grams: Sequence[Sequence[Sequence[float]]], kinds: Sequence[int]) -> tuple[list[float], list[float]]:
    """Effects of all columns and their variances, as ``fit_effects`` says, from sums of products in blocks; 0 for the
    first column and the last.
    """
    p = len(kinds)
    filled = np.zeros((p, 2))
    call = (np.array(grams, np.float64).reshape(-1, p), np.array(kinds, np.float64))
    fit_effects(*call, np.zeros((2 * p, p)), np.zeros(3), filled)
    filled[[0, -1]] = 0
    values, variances = filled.T.tolist()
    return values, variances
