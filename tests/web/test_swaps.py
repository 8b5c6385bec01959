"""The page searches for better cards as `ucgsim improve` does: the same games, the same builds, the same gains."""

from __future__ import annotations

import gzip
import json

import numpy as np
import pytest

from tests.web.node import needs_node, reading_file, run_node, shipped_decks
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.simulate.exchanges import bench_of
from ucgsim.simulate.plan import Terms
from ucgsim.stats.multiplicity import together
from ucgsim.stats.outcomes import paired_difference_of
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, weighted_sum
from ucgsim.studies.improve.coach import Change, Screening, Sought, coach, legal
from ucgsim.studies.improve.pool import entrants_for, read_pool
from ucgsim.web.cards import FIRST
from ucgsim.web.site import data_files

BUDGET, SEED, FRESH = 14_000, 2, 5
SHARES = (0.6, 0.4)


def advised(sought, benches, entrants):
    course = coach(sought)
    wishes = next(course)
    while True:
        counts = []
        for wish in wishes:
            bench, games = benches(wish), range(wish.start, wish.stop)
            if isinstance(wish, Screening):
                counts.append(bench.screen(SEED, games, wish.entrants, entrants))
            else:
                pairs = bench.exchange(FRESH if wish.fresh else SEED, games, wish.changes)
                counts.append(pairs.reshape(len(pairs), 9))
        try:
            wishes = course.send([each.tolist() for each in counts])
        except StopIteration as end:
            return end.value


@needs_node
@pytest.mark.parametrize("swaps", [1, 2])
def test_the_page_finds_what_the_command_finds(swaps, game):
    catalog = shipped_catalog()
    deck, *rivals = [each for each in shipped_decks() if each.name.startswith("Plain")][:3]
    terms = Terms(policies=("greedy", "greedy"), catalog=catalog)
    limits = read_pool("all", (deck,), terms).limits
    entrants = entrants_for(deck, limits, catalog)
    limits = {number: limits[number] for number in entrants}
    counts = dict(deck.counts)
    sought = Sought(counts, limits, sorted(counts), list(SHARES), swaps, BUDGET)

    def benches(wish):
        build = type(deck)("build", tuple(sorted(wish.deck.items())))
        return bench_of(build, rivals[wish.rival], wish.rival, terms, limits)

    advice = advised(sought, benches, entrants)
    asked = {
        "counts": counts,
        "rivals": [{"counts": dict(each.counts), "share": share} for each, share in zip(rivals, SHARES, strict=True)],
        "policy": "greedy",
        "budget": BUDGET,
        "swaps": swaps,
    }
    page = run_node("swaps.mjs", asked, game, reading_file().with_name("cards.json"), reading_file())
    assert page["share"] == pytest.approx(1, abs=0.02)
    assert [(each["out"], each["into"]) for each in page["tried"]] == [
        (each.change.out, each.change.into) for each in advice.measured
    ]
    confidence = together(DEFAULT_CONFIDENCE, len(advice.measured))
    for shown, fresh in zip(page["tried"], advice.fresh, strict=True):
        tables = np.array(fresh).reshape(len(rivals), 3, 3)
        gain = weighted_sum([paired_difference_of(each.T, confidence).difference for each in tables], SHARES)
        alone = shown["gain"]["alone"]
        assert [alone["rate"], alone["low"], alone["high"]] == pytest.approx([gain.rate, gain.low, gain.high], abs=1e-9)
        assert alone["n"] == shown["games"] == gain.n
        build = dict(counts)
        for number in shown["out"]:
            build[number] -= 1
        for number in shown["into"]:
            build[number] = build.get(number, 0) + 1
        assert shown["counts"] == {number: count for number, count in build.items() if count}


def test_what_was_found_beforehand_is_of_the_decks_and_the_player_that_ship():
    advice = json.loads(gzip.decompress(data_files(shipped_catalog())["advice.json.gz"]))
    decks = {deck.name: dict(deck.counts) for deck in shipped_decks()}
    assert advice["policy"] == Terms.of(policy="planner", catalog=shipped_catalog()).labels[0]
    assert [FIRST[0], *advice["field"]] == [*FIRST]
    assert {*FIRST} <= advice["decks"].keys() <= decks.keys()
    limits = read_pool("all", (), Terms(catalog=shipped_catalog())).limits
    for name, known in advice["decks"].items():
        assert known["counts"] == decks[name]
        assert len(known["changes"]) <= known["together"]
        for change in known["changes"]:
            assert legal(Change(change["out"], change["into"]), known["counts"], limits)
            tables = np.array(change["pairs"]).reshape(-1, 3, 3)
            assert len(tables) == len(advice["field"])
            gains = [paired_difference_of(each.T, together(DEFAULT_CONFIDENCE, known["together"])) for each in tables]
            assert weighted_sum([each.difference for each in gains], [1 / len(gains)] * len(gains)).low > 0
