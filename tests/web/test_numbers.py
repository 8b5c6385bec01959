"""The page reckons what commands do: the same bits from the same counts, put together alike, in the same words."""

import json
import math
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

from tests.web.node import needs_node, run_node
from ucgsim.compiling.sources import symbol_of
from ucgsim.policies.spread import stored_spread
from ucgsim.report.sheet import gained, in_short
from ucgsim.stats import answers
from ucgsim.stats.agreement import p_of
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.rates import Estimate, Method
from ucgsim.studies.compare.findings import BuildComparison
from ucgsim.studies.kit.basis import panel
from ucgsim.studies.matrix.field import AcrossPlayers, Field
from ucgsim.web.book import POLICIES, spread_of_players

WITHIN = 1e-12
GOOD, PLAIN = "planner", "greedy"
CARDS = 60
ENDS = ("rate", "low", "high", "n")
NAMES = ("deck", "matchup", "kin", "df", "own", "likeness")

pytestmark = needs_node


def counts(rng, shape, alike=None):
    """Counts of any order of magnitude, (..., kinds); some kinds never come up, and some rows hold nothing."""
    chances = rng.gamma(np.where(rng.random(shape) < 0.2, 1e-3, 1.0 if alike is None else alike)) + 1e-12
    sizes = np.exp(rng.uniform(0, math.log(1e5), shape[:-1])).astype(int) * (rng.random(shape[:-1]) < 0.95)
    return rng.multinomial(sizes, chances / chances.sum(axis=-1, keepdims=True)).astype(float)


def shares(rng, number):
    """Shares that sum to 1, some of them 0."""
    plain = rng.dirichlet(np.ones(number)) * (rng.random(number) < 0.8)
    return plain / plain.sum() if plain.any() else np.eye(number)[0]


def spread_of(rng):
    """How far players lie apart: as it is shipped, any other, or unknown."""
    shipped = [getattr(stored_spread(), name) for name in NAMES]
    other = [*rng.uniform(0, 0.5, 2), rng.random(), rng.uniform(0.5, 1e3), rng.random(), rng.uniform(0.5, 3)]
    return np.array((shipped, other, [])[rng.integers(3)])


def asked_of_entries():
    """Arguments of the page's entries, of all kinds: what is given, and shapes of what is filled; 10,000 intervals."""
    rng = np.random.default_rng(20_261_126)

    def level():
        return np.array([rng.uniform(0.5, 0.9999)])

    trials = np.floor(10 ** rng.uniform(0, 7, 4500)) - 1
    successes = np.floor(2 * trials * rng.choice([0, 1, *rng.random(8)], 4500)) / 2
    yield "score_rates", np.stack([successes, trials], 1), level(), (4500, 3)
    for _ in range(1000):
        yield "mean_value", rng.uniform(-1, 1, rng.integers(1, 70)).round(rng.integers(0, 9)), level(), (3,)
        estimates = np.sort(rng.random((rng.integers(1, 4), 3)))[:, [1, 0, 2]]
        yield "combined", estimates, rng.uniform(-1, 1, len(estimates)), level(), (4,)
    for _ in range(1500):
        rivals = rng.integers(0, 5)
        games = np.insert(counts(rng, (rivals, 2, 3), [3.0, 0.3, 3.0]), 0, 0, axis=2)
        yield "field_rate", games.ravel(), shares(rng, rivals + 1), level(), spread_of(rng), (rivals + 1, 4), (2, 4)
    for _ in range(200):
        rivals = rng.integers(0, 3)
        pairs = counts(rng, (rivals, 9), np.eye(3).ravel() * rng.choice([0.0, 20.0]) + rng.choice([0.02, 1.0]))
        watched = rng.integers(0, 2)
        asked = np.array([rng.integers(0, CARDS + 1) / CARDS, *level(), watched])
        weights, room = shares(rng, rivals) if rivals else np.zeros(0), (3, 5 * rivals * watched)
        yield "field_gain", pairs.ravel(), weights, asked, spread_of(rng), (rivals, 14), room, (2, 4), (1,)
    for _ in range(300):
        kinds, rules = rng.integers(1, 20), rng.integers(1, 11)
        hands, squares = np.floor(10 ** rng.uniform(0, 4, (2, kinds)))
        cells = np.stack([rng.integers(0, 2, kinds), hands, rng.normal(0, 0.1, kinds) * squares, squares], axis=1)
        redraws = (rng.random((rules, kinds)) < np.linspace(0, 1, rules)[:, None]).astype(float)
        yield "best_rule", cells, redraws, np.array([rng.integers(rules), *level()]), (6,)


def filled(entry, args):
    """The bytes of every array that is filled, as the page's driver writes them."""
    arrays = [np.zeros(arg) if isinstance(arg, tuple) else np.ascontiguousarray(arg, np.float64) for arg in args]
    with np.errstate(all="ignore"):
        entry(*arrays)
    results = [array for array, arg in zip(arrays, args, strict=True) if isinstance(arg, tuple)]
    # There are many numbers that are none.
    return [np.where(np.isnan(each), np.nan, each).tobytes().hex() for each in results]


def test_the_page_the_library_and_python_reckon_the_same_bits(game):
    calls = list(asked_of_entries())
    plain = [
        [f"ucg_{name}", *({"shape": list(arg)} if isinstance(arg, tuple) else arg.tolist() for arg in args)]
        for name, *args in calls
    ]
    page = run_node("driver.mjs", {"entries": json.loads(json.dumps(plain, default=int))}, game)["entries"]
    for (name, *args), seen in zip(calls, page, strict=True):
        entry = getattr(answers, name)
        assert symbol_of(entry.py_func) == f"ucg_{name}"
        assert filled(entry, args) == filled(entry.py_func, args) == seen, (name, args)


# How the page puts its answers together: as commands do.


EDGE_GAMES = [
    *([[0, 0, 0], [0, 0, 0]], [[0, 0, 1], [0, 0, 0]], [[0, 0, 50], [0, 0, 50]]),
    *([[50, 0, 0], [50, 0, 0]], [[0, 40, 0], [0, 40, 0]], [[0, 0, 50], [50, 0, 0]]),
]
EDGE_PAIRS = [(np.eye(9)[place] * number).reshape(3, 3).tolist() for place in range(9) for number in (1, 1000)]


def an_estimate(random, lowest=0.0):
    """A rate with its interval, often one that lies half way between two that are written."""
    step = random.choice([1e-12, 1 / 800, 1 / 1600, 1 / 64])
    low, rate, high = (round(each / step) * step for each in sorted(random.uniform(lowest, 1) for _ in range(3)))
    if random.random() < 0.3:
        reach = random.choice([0.0, 0.005, 0.0125, 0.03125, random.random() / 10])
        low, high = rate - reach, rate + reach
    return Estimate(rate, low, high, 9, 0.95, random.choice([Method.PLAYERS, Method.WILSON]))


@pytest.fixture(scope="module")
def calls():
    """Arguments of what the page's views call, by its name."""
    rng, random, spread = np.random.default_rng(1), Random(1), spread_of_players(GOOD)
    tables = [*EDGE_GAMES, *counts(rng, (60, 2, 3)).tolist()]
    fields = [shares(rng, rng.integers(2, 6)).tolist() for _ in range(40)]
    games = [
        ([{"share": share, "points": (1 + counts(rng, (2, 3))).tolist()} for share in rest], own)
        for own, *rest in fields
    ]
    gains = [
        ([{"share": 1.0, "pairs": pairs}], 0.5, spread, watched) for pairs in EDGE_PAIRS for watched in (False, True)
    ]
    for _ in range(40):
        met = shares(rng, rng.integers(1, 4)).tolist()
        rivals = [{"share": share, "pairs": (1 + counts(rng, (9,)).reshape(3, 3)).tolist()} for share in met]
        differing, by = int(rng.integers(0, CARDS + 1)) / CARDS, spread if rng.random() < 0.8 else None
        gains.append((rivals, differing, by, random.random() < 0.5))
    nothing = [{"share": 1, "pairs": [[0, 0, 0]] * 3}]
    return {
        "matchup": [(table, spread) for table in tables],
        "againstField": [*((rivals, spread, own) for rivals, own in games), ([], spread, 0)],
        "gain": [*gains, (nothing, 0.5, spread, True), ([], 0.5, spread, False)],
        "percent": [(an_estimate(random),) for _ in range(2000)],
        "gained": [(an_estimate(random, -1.0),) for _ in range(2000)],
    }


@pytest.fixture(scope="module")
def page(calls, game):
    """What the page makes of them, in one process."""

    def typed(value):
        if not isinstance(value, Estimate):
            return value
        return {name: getattr(value, name) for name in ENDS} | {"players": value.method is Method.PLAYERS}

    plain = {name: [[typed(arg) for arg in args] for args in each] for name, each in calls.items()}
    return run_node("driver.mjs", {"calls": plain}, game)


def assert_same(page, python, even):
    """Alone and shown, and whether that leaves even out."""
    for name, wanted in zip(("alone", "shown"), zip(*python, strict=True), strict=True):
        seen = [[float(each[name][end]) for end in ENDS] for each in page]
        expected = [[getattr(each, end) for end in ENDS] for each in wanted]
        np.testing.assert_allclose(seen, expected, rtol=0, atol=WITHIN)
    assert [each["decided"] for each in page] == [
        not math.isnan(shown.rate) and shown.excludes(even) for _, shown in python
    ]


def test_a_matchup_is_that_of_a_duel(calls, page):
    cells = [Outcomes.of(np.array(table, int)) for table, _ in calls["matchup"]]
    assert_same(
        page["matchup"], [(cell.score, panel(((GOOD, GOOD), {(0, 1): cell})).cell((0, 1))) for cell in cells], 0.5
    )


def test_a_field_is_that_of_a_gauntlet(calls, page):
    python = []
    for rivals, _, own in calls["againstField"][:-1]:
        cells = {(0, place): Outcomes.of(np.array(each["points"], int)) for place, each in enumerate(rivals, 1)}
        field = Field(cells, (own, *(each["share"] for each in rivals)))
        row = AcrossPlayers((field,), panel(((GOOD, GOOD), cells)))
        python.append((row.first.rate(0), row.rate(0)))
    assert_same(page["againstField"][:-1], python, 0.5)


def comparison(rivals, differing, spread, watched):
    """A comparison of two builds of which these pairs are known; rivals without a share are not met."""
    met, changed = [each for each in rivals if each["share"] > 0], round(differing * CARDS)
    study = SimpleNamespace(
        weights=tuple(each["share"] for each in met),
        stop=SimpleNamespace(sure=watched, precision=None),
        terms=SimpleNamespace(policies=(PLAIN if spread is None else GOOD,) * 2),
        builds=[SimpleNamespace(counts=[("A", CARDS - changed), (name, changed)]) for name in "BC"],
    )
    return BuildComparison(study, np.array([each["pairs"] for each in met]))


def test_a_gain_is_that_of_a_comparison(calls, page):
    python = [comparison(*each) for each in calls["gain"][:-2]]
    assert_same(page["gain"][:-2], [(each.difference, each.shown) for each in python], 0.0)
    seen = [each["pValue"] for each in page["gain"][:-2]]
    np.testing.assert_allclose(seen, [p_of(each.shown, 0.0) for each in python], rtol=0, atol=WITHIN)


def test_nothing_seen_decides_nothing(page):
    gains, field = page["gain"][-2:], page["againstField"][-1]
    assert [each["shown"] for each in gains] == [{"rate": "NaN", "low": -1, "high": 1, "n": 0}] * 2
    assert [(each["decided"], each["pValue"]) for each in gains] == [(False, 1)] * 2
    assert (field["shown"], field["decided"]) == ({"rate": "NaN", "low": 0, "high": 1, "n": 0}, False)


def test_words_are_those_of_the_terminal(calls, page):
    assert page["percent"] == [in_short(each) for (each,) in calls["percent"]]
    assert page["gained"] == [gained(each) for (each,) in calls["gained"]]


def test_the_spread_is_that_which_is_shipped():
    page = {policy: spread_of_players(policy) for policy in POLICIES}
    assert page["greedy"] is page["random"] is None
    assert page["planner"] == page["search:16,with=planner"]
    shipped, simple = stored_spread(), page["planner"].pop("simple")
    assert page["planner"] == {name: getattr(shipped, name) for name in NAMES}
    assert simple == {name: getattr(shipped.simple, name) for name in NAMES}


def test_simpler_play_is_what_the_page_makes_of_its_spread(calls):
    """Of a field as of a gauntlet, by the entry that also reckons another good player."""
    simple = spread_of_players(GOOD)["simple"]
    for rivals, _, own in calls["againstField"][:-1]:
        cells = {(0, place): Outcomes.of(np.array(each["points"], int)) for place, each in enumerate(rivals, 1)}
        weights = (own, *(each["share"] for each in rivals))
        row = AcrossPlayers((Field(cells, weights),), panel(((GOOD, GOOD), cells)))
        games = np.concatenate([np.insert(each.counts, 0, 0, axis=1).ravel() for each in cells.values()]).astype(float)
        parts, answer = np.zeros((len(weights), 4)), np.zeros((2, 4))
        spread = np.array([simple[name] for name in NAMES])
        answers.field_rate(games, np.array(weights), np.array([0.95]), spread, parts, answer)
        if row.first.rate(0).method is not Method.BY_CONSTRUCTION:
            assert answer[answers.SHOWN, :3] == pytest.approx([getattr(row.simply(0), end) for end in ENDS[:3]])
