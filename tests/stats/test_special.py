"""Distributions of our own against those of SciPy."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.special

from ucgsim.stats import special

WITHIN = 1e-12
SHARES = [*np.linspace(1e-9, 1 - 1e-9, 1000), *10.0 ** -np.arange(1, 301, 5)]


@pytest.mark.parametrize(
    ("ours", "theirs", "values"),
    [
        (np.vectorize(special.normal_cdf), scipy.special.ndtr, np.linspace(-37, 9, 1000)),
        (np.vectorize(special.log_normal_cdf), scipy.special.log_ndtr, np.linspace(-400, 9, 1000)),
        (np.vectorize(special.normal_quantile_at), scipy.special.ndtri, SHARES),
    ],
    ids=["normal_cdf", "log_normal_cdf", "normal_quantile_at"],
)
def test_values_are_those_of_scipy_into_the_tails(ours, theirs, values):
    assert ours(values) == pytest.approx(theirs(values), rel=WITHIN, abs=0)


@pytest.mark.parametrize("freedom", [1, 1.3, 2, 3.7, 5, 29, 39.9, 40, 100.5, 2999, 3001, 1e6])
def test_quantiles_of_student_are_those_of_scipy(freedom):
    for share in (0.01, 0.6, 0.9, 0.95, 0.975, 0.995, 0.9999):
        wanted = scipy.special.stdtrit(freedom, share)
        assert special.student_quantile(freedom, share) == pytest.approx(wanted, rel=WITHIN, abs=0)


def test_what_has_no_value_has_none():
    assert special.normal_quantile_at(0.0) == -math.inf
    assert special.normal_quantile_at(1.0) == special.student_quantile(3, 1.0) == math.inf
    assert math.isnan(special.normal_quantile_at(1.5))
    assert special.student_quantile(3, 0.5) == 0.0
    assert special.student_quantile(math.inf, 0.975) == special.normal_quantile_at(0.975)
