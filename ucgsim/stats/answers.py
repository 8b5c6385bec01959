"""What a page asks of statistics: matchups, fields and gains with their intervals, from counts of games.

Each is put together from the formulas that commands use (`intervals`, `likely`). What is not known is NaN, from the
lowest value to the highest.
"""

from __future__ import annotations

import math

import numpy as np

from ucgsim.compiling.compiled import compiled, entry
from ucgsim.stats.betting import watched_sum
from ucgsim.stats.intervals import (
    error_of,
    errors_from,
    gain_variance_of,
    logit_of,
    mean_of,
    p_value_of,
    predicted_of,
    rate_of,
    reach_of,
    slopes_of,
    stratified_of,
    sum_of,
    variance_of,
    wilson_of,
)
from ucgsim.stats.likely import moments_of, score_ends
from ucgsim.stats.special import normal_quantile_at

SCORES = np.array([0.0, 0.5, 1.0])
DIFFERENCES = np.array([-1.0, -0.5, 0.0, 0.5, 1.0])
HALVES, KINDS = 2, 4
"""Games come in halves, by who won the throw: none that don't count, lost, undecided, won."""
WAYS = 3
ALONE, SHOWN = 0, 1
RATE, LOW, HIGH, GAMES = range(4)
DECK, MATCHUP, KIN, FREEDOM, OWN, LIKENESS = range(6)
"""A spread between players as `PlayerSpread` has it; of nobody who is a good player it is empty."""


@compiled
def _filled(row, rate, low, high, games):
    row[RATE], row[LOW], row[HIGH], row[GAMES] = rate, low, high, games


@compiled
def _across(row, alone, games, players, spread, share):
    """Where another good player lies, on the scale of the variances of games and players."""
    centre, between, noise = predicted_of((alone,), (games,), (players,), spread[KIN], 1.0)
    reach = reach_of(between, noise, spread[FREEDOM], share)
    row[RATE], row[LOW], row[HIGH] = centre, centre - reach, centre + reach


@entry([np.float64], [np.float64], [np.float64], [np.float64], [np.float64, 2], [np.float64, 2])
def field_rate(games, shares, confidence, spread, parts, answer):
    """Fill in how often a deck wins against a field, by these games alone and for another good player.

    ``games`` laid flat, (rivals, halves, 4); ``shares``: its own, against which it is even, and those of the rivals;
    ``parts``: by these games alone, first itself; ``answer``: alone and shown. Rates, their ends and games, (..., 4).
    """
    rivals, share = len(shares) - 1, (1 + confidence[0]) / 2
    z = normal_quantile_at(share)
    _filled(parts[0], 0.5, 0.5, 0.5, 0.0)
    for rival in range(rivals):
        rate, low, high = stratified_of(games, rival * HALVES * KINDS, HALVES, SCORES, z)
        _filled(parts[rival + 1], rate, low, high, 0.0)
    total = 0.0
    for count in games:
        total += count
    rate, low, high = sum_of(parts[:, RATE], parts[:, LOW], parts[:, HIGH], shares)
    if math.isnan(rate) or (not rivals and not shares[0]):
        rate, low, high = math.nan, 0.0, 1.0
    for row in answer:
        _filled(row, rate, low, high, total)
    if rivals and len(spread) and not math.isnan(rate):
        slope, squares = slopes_of(parts[1:, RATE], shares[1:])
        variance = variance_of(slope * slope + squares, squares, spread[DECK], spread[MATCHUP])
        logit, noise, players = logit_of(rate, low, high, total, variance, z)
        _across(answer[SHOWN], logit, noise, players, spread, share)
        # The rate is the one that was seen: half a game moves only the ends.
        answer[SHOWN, RATE] = rate
        answer[SHOWN, LOW] = min(rate_of(answer[SHOWN, LOW]), rate)
        answer[SHOWN, HIGH] = max(rate_of(answer[SHOWN, HIGH]), rate)


@entry(*[[np.float64]] * 4, *[[np.float64, 2]] * 3, [np.float64])
def field_gain(pairs, shares, asked, spread, parts, room, answer, p_value):
    """Fill in what a second build gains over a first one, by these games alone and for another good player.

    ``pairs`` laid flat, (rivals, 3, 3), by the half points of both builds; ``asked``: the share of cards that differ,
    the confidence, and 1 where the interval has to hold at every look while games come in; ``parts``: rates, their ends
    and pairs, then room for 10 numbers, (rivals, 14); ``room``: (3, 5 rivals); ``p_value``: of no gain, as shown.
    """
    rivals, share = len(shares), (1 + asked[1]) / 2
    z = normal_quantile_at(share)
    rate, low, high, total = math.nan, -1.0, 1.0, 0.0
    for rival in range(rivals):
        total += _gain_of(pairs[WAYS * WAYS * rival :], parts[rival], z)
    if rivals == 1:
        rate, low, high = parts[0, RATE], parts[0, LOW], parts[0, HIGH]
    elif rivals:
        rate, low, high = sum_of(parts[:, RATE], parts[:, LOW], parts[:, HIGH], shares)
    if rivals and asked[2]:
        for place in range(rivals * len(DIFFERENCES)):
            room[2, place] = parts[place // len(DIFFERENCES), COUNTS + place % len(DIFFERENCES)]
        rate, low, high = watched_sum(DIFFERENCES, room[2], shares, asked[1], room)
    if math.isnan(rate):
        low, high = -1.0, 1.0
    for row in answer:
        _filled(row, rate, low, high, total)
    if len(spread) and not math.isnan(rate):
        half = parts[:, LIKELY]
        for rival in range(rivals):
            half[rival] = 0.5
        slope, squares = slopes_of(half, shares)
        variance = gain_variance_of(
            asked[0], slope, squares, spread[DECK], spread[MATCHUP], spread[OWN], spread[LIKENESS]
        )
        error = error_of(low, high, z)
        _across(answer[SHOWN], rate, error * error, variance, spread, share)
    row = answer[SHOWN]
    p_value[0] = p_value_of(errors_from(row[RATE], row[LOW], row[HIGH], 0.0, z))


COUNTS, LIKELY = 4, 9
"""Where a part of a gain has room for how often each difference was seen, and for the most likely shares."""


@compiled
def _gain_of(pairs, part, z):
    """Fill in the gain by the pairs against one rival; returns their number."""
    counts, total = part[COUNTS:LIKELY], 0.0
    for step in range(len(DIFFERENCES)):
        counts[step] = 0.0
    for first in range(WAYS):
        for second in range(WAYS):
            counts[second - first + 2] += pairs[WAYS * first + second]
            total += pairs[WAYS * first + second]
    _filled(part, math.nan, -1.0, 1.0, total)
    if total:
        part[RATE] = moments_of(DIFFERENCES, counts)[1]
        part[LOW], part[HIGH] = score_ends(DIFFERENCES, counts, part[LIKELY:], z)
    return total


@entry([np.float64, 2], [np.float64], [np.float64], [np.float64])
def combined(estimates, weights, confidence, answer):
    """Fill in the weighted sum of estimates, (n, 3), its ends, and the standard errors that it lies above 0, (4,)."""
    z = normal_quantile_at((1 + confidence[0]) / 2)
    rate, low, high = sum_of(estimates[:, RATE], estimates[:, LOW], estimates[:, HIGH], weights)
    _filled(answer, rate, low, high, errors_from(rate, low, high, 0.0, z))


@compiled
def _added(cells, redraws, number, other, half, z):
    """What a rule adds to another one in the games of a half: estimate, hands, and how many of them are redrawn."""
    hands = total = squares = redrawn = 0.0
    for place in range(len(cells)):
        if cells[place, 0] == half:
            change = redraws[number, place] - redraws[other, place]
            hands += cells[place, 1]
            redrawn += redraws[number, place] * cells[place, 1]
            total += change * cells[place, 2] / 2
            squares += change * change * cells[place, 3] / 4
    seen = max(hands, 1.0)
    rate, low, high = mean_of(seen, total, max(squares - total * total / seen, 0.0), z)
    return rate, low, high, hands, redrawn / seen


@entry([np.float64, 2], [np.float64, 2], [np.float64], [np.float64])
def best_rule(cells, redraws, asked, answer):
    """Fill in which rule is worth most, and what it adds to the first one, which redraws nothing.

    ``cells``: kinds of hands by the half that they are of, how many, and the sum of what the redraw adds in half points
    and of its squares, (n, 4); ``redraws``: 1 for kinds that a rule redraws, (rules, n). Which rule is best is asked of
    one half, what it adds of the other. ``asked``: the rule that was named before, which gives way only to one that is
    known to be better, and the confidence. ``answer``: rule, rate, ends, hands, share redrawn; of the best one where
    the first is named.
    """
    before, z = int(asked[0]), normal_quantile_at((1 + asked[1]) / 2)
    best, most = 0, -math.inf
    for number in range(len(redraws)):
        rate, _, _, _, _ = _added(cells, redraws, number, 0, 0, z)
        if rate > most:
            best, most = number, rate
    _, low, _, _, _ = _added(cells, redraws, best, before, 1, z)
    named = best if low > 0 else before
    answer[0] = named
    answer[1], answer[2], answer[3], answer[4], answer[5] = _added(cells, redraws, named or best, 0, 1, z)


@entry([np.float64, 2], [np.float64], [np.float64, 2])
def score_rates(counts, confidence, answer):
    """Fill in rates and Wilson's ends, (n, 3), of successes and trials, (n, 2)."""
    z = normal_quantile_at((1 + confidence[0]) / 2)
    for place in range(len(counts)):
        successes, size = counts[place, 0], counts[place, 1]
        answer[place, RATE] = successes / size if size else math.nan
        answer[place, LOW], answer[place, HIGH] = wilson_of(successes, size, z)


@entry([np.float64], [np.float64], [np.float64])
def mean_value(values, confidence, answer):
    """Fill in the mean of values with its ends, (3,)."""
    total = squares = 0.0
    for value in values:
        total += value
    for value in values:
        stray = value - total / len(values)
        squares += stray * stray
    z = normal_quantile_at((1 + confidence[0]) / 2)
    answer[RATE], answer[LOW], answer[HIGH] = mean_of(float(len(values)), total, squares, z)
