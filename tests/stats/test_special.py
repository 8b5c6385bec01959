"""Distributions of our own against those of SciPy."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.special

from ucgsim.stats import special

WITHIN = 1e-12
STUDENT = 2.124331594746348
"""The quantile at 0.975 for 15.6 degrees of freedom, to all digits; some versions of SciPy know fewer."""
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


@pytest.mark.parametrize("freedom", [0.5, 0.7, 1, 1.3, 2, 3.7, 5, 29, 39.9, 40, 100.5, 2999, 3001, 1e5, 1e6])
def test_tails_and_quantiles_of_student_are_those_of_scipy(freedom):
    shares = np.array([0.01, 0.3, 0.6, 0.74, 0.76, 0.9, 0.95, 0.975, 0.9999, *10.0 ** -np.arange(3, 301, 9)])
    wanted = scipy.special.stdtrit(freedom, shares)
    # Far out SciPy's quantile is not always the one of its own tail.
    known = np.isclose(scipy.special.stdtr(freedom, wanted), shares, rtol=1e-9, atol=0)
    assert known.sum() >= 18
    if math.isclose(scipy.special.stdtrit(15.6, 0.975), STUDENT, rel_tol=1e-13):
        ours = [special.student_quantile(freedom, share) for share in shares[known]]
        assert ours == pytest.approx(wanted[known], rel=WITHIN, abs=0)
        assert [special.student_value(freedom, share) for share in shares[known]] == ours
    values = 10.0 ** np.arange(-3, 40 / math.sqrt(freedom) if freedom > 4 else 10, 0.5)
    tails = scipy.special.stdtr(freedom, -values)
    ours = np.array([special.student_tail(freedom, value) for value in values])
    assert ours[tails > 1e-300] == pytest.approx(tails[tails > 1e-300], rel=WITHIN, abs=0)


def test_far_tails_of_student_have_closed_forms():
    shares = 10.0 ** -np.arange(1, 301, 7)
    one, two = ([-special.student_quantile(freedom, share) for share in shares] for freedom in (1, 2))
    assert one == pytest.approx(1 / np.tan(np.pi * shares), rel=WITHIN, abs=0)
    assert two == pytest.approx((1 - 2 * shares) / np.sqrt(2 * shares * (1 - shares)), rel=WITHIN, abs=0)


def test_what_has_no_value_has_none():
    assert special.normal_quantile_at(0.0) == -math.inf
    assert special.normal_quantile_at(1.0) == special.student_quantile(3, 1.0) == math.inf
    assert math.isnan(special.normal_quantile_at(1.5))
    assert special.student_quantile(3, 0.5) == 0.0
    assert special.student_quantile(math.inf, 0.975) == special.normal_quantile_at(0.975)
