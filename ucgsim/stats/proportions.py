"""Differences and weighted sums of independent estimates, from their intervals alone."""

import math
from collections.abc import Sequence

from ucgsim.errors import UcgsimError
from ucgsim.stats.rates import Estimate, Method


def weighted_sum(estimates: Sequence[Estimate], weights: Sequence[float]) -> Estimate:
    """The weighted sum of independent estimates of the same confidence, weights of either sign.

    A deck's row against a field is this with the field's shares as weights. `n` is the sum of the
    parts' n. Each part gives its distance to the interval end that matters, so the result keeps their
    asymmetry. UcgsimError if there is nothing to add, the lengths or the confidences differ. Source: Zou &
    Donner 2008, Statist. Med. 27, 1693-1702.
    """
    if not estimates or len(estimates) != len(weights) or len({e.confidence for e in estimates}) > 1:
        raise UcgsimError(
            f"{len(estimates)} estimates and {len(weights)} weights; it must be as many of each, "
            "at least one, all estimates with one confidence"
        )
    rate = math.fsum(w * e.rate for e, w in zip(estimates, weights, strict=True))
    down = math.hypot(*(w * (e.rate - (e.low if w > 0 else e.high)) for e, w in zip(estimates, weights, strict=True)))
    up = math.hypot(*(w * ((e.high if w > 0 else e.low) - e.rate) for e, w in zip(estimates, weights, strict=True)))
    n = sum(e.n for e in estimates)
    return Estimate(rate, rate - down, rate + up, n, estimates[0].confidence, Method.RECOVERED)


def difference(first: Estimate, second: Estimate) -> Estimate:
    """`first` minus `second`, two independent estimates.

    Of two Wilson intervals this is the hybrid score interval: Newcombe 1998, Statist. Med. 17, 873-890,
    method 10. For builds that met the same chance `pairs.paired_difference` is far sharper.
    """
    return weighted_sum([first, second], [1.0, -1.0])
