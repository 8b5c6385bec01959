"""Many tests at once: what is still significant when all of them are looked at."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ucgsim.errors import UcgsimError


def holm(p_values: Sequence[float]) -> NDArray[np.float64]:
    """Adjusted p-values: those at most 0.05 are significant with 5 % for the whole family.

    Shape (m,) in, shape (m,) out in the same order. The family-wise error holds whatever the dependence
    of the tests. UcgsimError names a value outside [0, 1]. Source: Holm 1979, Scand. J. Statist. 6, 65-70.
    """
    values = np.asarray(p_values, dtype=np.float64)
    for at in np.flatnonzero(~((values >= 0) & (values <= 1))):
        raise UcgsimError(f"p_values[{at}] is {values[at]}; it must lie between 0 and 1")
    order = np.argsort(values, kind="stable")
    factors = np.arange(len(values), 0, -1)
    adjusted = np.empty(len(values))
    adjusted[order] = np.minimum(np.maximum.accumulate(values[order] * factors), 1.0)
    return adjusted
