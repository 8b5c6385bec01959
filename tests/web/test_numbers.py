"""The page reckons what the terminal shows: the same rates, intervals and words from the same counts."""

import json
import math
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.special import ndtr, ndtri, stdtrit

from tests.helpers import ROOT
from tests.web.node import needs_node, run_node
from ucgsim.policies.spread import stored_spread
from ucgsim.report.sheet import gained, in_short
from ucgsim.stats.agreement import p_of
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.random_effects import another_player
from ucgsim.stats.rates import Estimate, Method, weighted_sum, wilson
from ucgsim.studies.compare.findings import BuildComparison
from ucgsim.studies.kit.basis import panel
from ucgsim.studies.matrix.field import AcrossPlayers, Field
from ucgsim.web.book import POLICIES, spread_of_players

NUMBERS = ROOT / "ucgsim" / "web" / "static" / "numbers.js"
MANY = 4_000
FEW = 300
"""Inputs of what takes Python long: score intervals of pairs, and all that is shown for another player."""
WITHIN = 1e-12
GOOD, PLAIN = "planner", "greedy"
CARDS = 60
STUDENT = 2.124331594746348
"""The quantile at 0.975 for 15.6 degrees of freedom, to all digits; some versions of scipy know fewer."""
KNOWN = math.isclose(stdtrit(15.6, 0.975), STUDENT, rel_tol=1e-13)
needs_student = pytest.mark.skipif(not KNOWN, reason="this scipy knows quantiles of Student's t to fewer digits")

pytestmark = needs_node


def sized(rng, most, count):
    """Numbers of games from 0 to ``most``, of every order of magnitude."""
    return (np.exp(rng.uniform(0, math.log(most + 1), count)) - (rng.random(count) < 0.02)).astype(int)


def games(rng, sizes):
    """Games by half and worth, (..., 2, 3), of so many in a half; some halves are empty, some kinds never come up."""
    halves = (*sizes.shape, 2)
    chances = rng.gamma(np.where(rng.random((*halves, 3)) < 0.2, 1e-3, [3.0, 0.3, 3.0])) + 1e-12
    each = sizes[..., None] * (rng.random(halves) < 0.95)
    return rng.multinomial(each, chances / chances.sum(axis=-1, keepdims=True))


def pairs(rng, count):
    """Pairs by the half points of both builds, (count, 3, 3), one at least; most games end alike."""
    alike = np.eye(3).ravel() * rng.choice([0.0, 1.0, 20.0], (count, 1)) + rng.choice([0.02, 1.0], (count, 1))
    chances = rng.gamma(alike) + 1e-12
    drawn = rng.multinomial(np.maximum(sized(rng, 1e5, count), 1), chances / chances.sum(axis=1, keepdims=True))
    return drawn.reshape(count, 3, 3).tolist()


def shares(rng, number):
    """Shares that sum to 1, some of them 0."""
    plain = rng.dirichlet(np.ones(number)) * (rng.random(number) < 0.8)
    return (plain / plain.sum()).tolist() if plain.any() else [1.0, *[0.0] * (number - 1)]


def an_estimate(random, lowest=0.0):
    """A rate with its interval, often one that lies half way between two that are written."""
    step = random.choice([1e-12, 1 / 800, 1 / 1600, 1 / 64])
    low, rate, high = (round(each / step) * step for each in sorted(random.uniform(lowest, 1) for _ in range(3)))
    if random.random() < 0.3:
        reach = random.choice([0.0, 0.005, 0.0125, 0.03125, random.random() / 10])
        low, high = rate - reach, rate + reach
    method = random.choice([Method.PLAYERS, Method.WILSON])
    return Estimate(rate, low, high, random.randrange(1, 1000), 0.95, method)


def plain(value):
    """An input as JSON has it."""
    if isinstance(value, Estimate):
        ends = {name: plain(getattr(value, name)) for name in ("rate", "low", "high", "n")}
        return ends | {"players": value.method is Method.PLAYERS}
    if isinstance(value, float):
        return "NaN" if math.isnan(value) else value
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return {key: plain(each) for key, each in value.items()} if isinstance(value, dict) else value


EDGE_GAMES = [
    [[0, 0, 0], [0, 0, 0]],
    [[0, 0, 1], [0, 0, 0]],
    [[0, 0, 50], [0, 0, 50]],
    [[50, 0, 0], [50, 0, 0]],
    [[0, 40, 0], [0, 40, 0]],
    [[0, 0, 50], [50, 0, 0]],
]
EDGE_PAIRS = [(np.eye(9)[place] * number).reshape(3, 3).tolist() for place in range(9) for number in (1, 1000)]


NO_PAIRS = [[0, 0, 0]] * 3


def rows_of(rng, spread):
    """Decks in fields: rivals with games, what players differ by, and the deck's own share."""
    fields = [shares(rng, rng.integers(2, 6)) for _ in range(FEW)]
    sizes = sized(rng, 1e5, FEW)
    rows = [
        (own, rest, games(rng, np.full(len(rest), n)).tolist()) for (own, *rest), n in zip(fields, sizes, strict=True)
    ]
    one, other = EDGE_GAMES[2:4]
    rows += [(0.0, [1.0, 0.0], [one, other]), (1.0, [0.0], [one]), (0.0, [1.0], [EDGE_GAMES[0]])]
    return [
        [[{"share": s, "points": t} for s, t in zip(weights, cells, strict=True)], spread, own]
        for own, weights, cells in rows
    ]


def gains_of(rng, spread):
    """Builds against rivals: pairs, the share of cards that differ, and what players differ by."""
    fields = [*([1.0] for _ in EDGE_PAIRS), [1.0, 0.0], *(shares(rng, rng.integers(1, 4)) for _ in range(FEW))]
    tables = iter([*EDGE_PAIRS, *pairs(rng, 4 * FEW)])
    return [
        [
            [{"share": share, "pairs": next(tables)} for share in weights],
            int(rng.integers(0, CARDS + 1)) / CARDS,
            spread if rng.random() < 0.8 else None,
        ]
        for weights in fields
    ]


def inputs():
    """Arguments of every function that is tried, in the order in which the tests take them."""
    rng, random, spread = np.random.default_rng(20_261_126), Random(20_261_126), spread_of_players(GOOD)
    tails = np.concatenate([rng.uniform(1e-4, 1 - 1e-4, MANY // 2), 10 ** rng.uniform(-7, -1, MANY // 2)]).tolist()
    tables = [*EDGE_GAMES, *games(rng, sized(rng, 1e5, MANY)).tolist()]
    several = [[an_estimate(random) for _ in range(random.randint(1, 3))] for _ in range(MANY)]
    gains = gains_of(rng, spread)
    return {
        "normalQuantile": [[each] for each in tails],
        "studentQuantile": [[10 ** random.uniform(0, 6), each] for each in tails],
        "normalBelow": [[random.uniform(-37, 9)] for _ in range(MANY)],
        "wilson": [
            [random.randint(0, 2 * n) / 2, n, random.uniform(0.5, 0.9999)] for n in sized(rng, 1e7, MANY).tolist()
        ],
        "weightedSum": [[each, [random.uniform(-1, 1) for _ in each]] for each in several],
        "scoreOf": [[table, random.uniform(0.5, 0.9999)] for table in tables],
        "anotherPlayer": [[each, [random.uniform(0, 0.01) for _ in each], spread] for each in several],
        "matchup": [[table, spread] for table in tables[:FEW]],
        "againstField": rows_of(rng, spread),
        "pairedGain": [[each["pairs"]] for rivals, *_ in gains for each in rivals if each["share"] > 0],
        "gain": gains,
        "percent": [[an_estimate(random)] for _ in range(MANY)],
        "gained": [[an_estimate(random, -1.0)] for _ in range(MANY)],
        # What Python refuses to reckon: the page asks before the first game is over.
        "gain of nothing": [[[{"share": 1, "pairs": NO_PAIRS}], 0.5, spread], [[], 0.5, spread]],
        "againstField of nothing": [[[], spread]],
    }


@pytest.fixture(scope="module")
def calls():
    return inputs()


@pytest.fixture(scope="module")
def answers(calls):
    """What the page makes of all inputs, in one process."""
    return run_node("driver.mjs", plain(calls), NUMBERS)


def numbers_of(estimates):
    """Rate, low, high and n of each, of Python or of the page."""
    if isinstance(estimates[0], Estimate):
        return np.array([[each.rate, each.low, each.high, each.n] for each in estimates])
    return np.array([[float(each[name]) for name in ("rate", "low", "high", "n")] for each in estimates])


def assert_same(page, python):
    np.testing.assert_allclose(numbers_of(page), numbers_of(python), rtol=0, atol=WITHIN)


def decided(estimate, even):
    return not math.isnan(estimate.rate) and estimate.excludes(even)


def test_quantiles_are_those_of_scipy(calls, answers):
    normal, below = (np.array(calls[name])[:, 0] for name in ("normalQuantile", "normalBelow"))
    np.testing.assert_allclose(answers["normalQuantile"], ndtri(normal), rtol=WITHIN, atol=0)
    np.testing.assert_allclose(answers["normalBelow"], ndtr(below), rtol=WITHIN, atol=0)


@needs_student
def test_quantiles_of_student_are_those_of_scipy(calls, answers):
    df, share = np.array(calls["studentQuantile"]).T
    np.testing.assert_allclose(answers["studentQuantile"], stdtrit(df, share), rtol=WITHIN, atol=0)


def test_rates_of_one_kind(calls, answers):
    assert_same(answers["wilson"], [wilson(*each) for each in calls["wilson"]])


def test_sums(calls, answers):
    assert_same(answers["weightedSum"], [weighted_sum(*each) for each in calls["weightedSum"]])


def test_rates_of_games_in_halves(calls, answers):
    assert_same(answers["scoreOf"], [Outcomes.of(table).estimate(c) for table, c in calls["scoreOf"]])


@needs_student
def test_another_player_from_several_plays(calls, answers):
    python = [another_player(plays, variances, stored_spread()) for plays, variances, _ in calls["anotherPlayer"]]
    assert_same(answers["anotherPlayer"], python)


@needs_student
def test_a_matchup_is_that_of_a_duel(calls, answers):
    cells = [Outcomes.of(table) for table, _ in calls["matchup"]]
    shown = [panel(((GOOD, GOOD), {(0, 1): cell})).cell((0, 1)) for cell in cells]
    assert_same([each["alone"] for each in answers["matchup"]], [cell.score for cell in cells])
    assert_same([each["shown"] for each in answers["matchup"]], shown)
    assert [each["decided"] for each in answers["matchup"]] == [decided(each, 0.5) for each in shown]


def row_of(rivals, own):
    """A deck's row with what good players make of it, as a gauntlet has them."""
    cells = {(0, place): Outcomes.of(each["points"]) for place, each in enumerate(rivals, 1)}
    return AcrossPlayers((Field(cells, (own, *(each["share"] for each in rivals))),), panel(((GOOD, GOOD), cells)))


@needs_student
def test_a_field_is_that_of_a_gauntlet(calls, answers):
    rows = [row_of(rivals, own) for rivals, _, own in calls["againstField"]]
    shown = [each.rate(0) for each in rows]
    assert_same([each["alone"] for each in answers["againstField"]], [each.first.rate(0) for each in rows])
    assert_same([each["shown"] for each in answers["againstField"]], shown)
    assert [each["decided"] for each in answers["againstField"]] == [decided(each, 0.5) for each in shown]


def comparison(rivals, differing, spread):
    """A comparison of two builds of which these pairs are known; rivals without a share are not met."""
    met = [each for each in rivals if each["share"] > 0]
    changed = round(differing * CARDS)
    study = SimpleNamespace(
        weights=tuple(each["share"] for each in met),
        stop=SimpleNamespace(test=None, precision=None),
        terms=SimpleNamespace(policies=(PLAIN if spread is None else GOOD,) * 2),
        builds=[SimpleNamespace(counts=[("A", CARDS - changed), (name, changed)]) for name in "BC"],
    )
    return BuildComparison(study, np.array([each["pairs"] for each in met]))


@needs_student
def test_a_gain_is_that_of_a_comparison(calls, answers):
    python, page = [comparison(*each) for each in calls["gain"]], answers["gain"]
    assert_same(answers["pairedGain"], [part.difference for each in python for part in each.matchups])
    assert_same([each["alone"] for each in page], [each.difference for each in python])
    assert_same([each["shown"] for each in page], [each.shown for each in python])
    assert [each["decided"] for each in page] == [each.shown.excludes(0) for each in python]
    expected = [p_of(each.shown, 0.0) for each in python]
    np.testing.assert_allclose([each["pValue"] for each in page], expected, rtol=0, atol=WITHIN)


def test_words_are_those_of_the_terminal(calls, answers):
    assert answers["percent"] == [in_short(each) for (each,) in calls["percent"]]
    assert answers["gained"] == [gained(each) for (each,) in calls["gained"]]


def test_the_spread_is_that_which_is_shipped():
    page = {policy: spread_of_players(policy) for policy in POLICIES}
    assert page["greedy"] is page["random"] is None
    assert page["planner"] == page["search:16,with=planner"]
    shipped = stored_spread()
    assert page["planner"] == {name: getattr(shipped, name) for name in page["planner"]}
    assert json.loads(json.dumps(page)) == page


def test_nothing_seen_decides_nothing(answers):
    gains, field = answers["gain of nothing"], answers["againstField of nothing"][0]
    assert [each["shown"] for each in gains] == [{"rate": "NaN", "low": -1, "high": 1, "n": 0}] * 2
    assert [(each["decided"], each["pValue"]) for each in gains] == [(False, 1)] * 2
    assert (field["shown"], field["decided"]) == ({"rate": "NaN", "low": 0, "high": 1, "n": 0}, False)
