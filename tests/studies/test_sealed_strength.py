"""How strong a pool is: against decks made of other pools that are so dealt."""

from __future__ import annotations

import html
import json
from collections import Counter
from dataclasses import replace

import pytest

import ucgsim
from tests.helpers import SEALED, refusal, run
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cards.versions import DEFAULT_RULES
from ucgsim.decks.deck import Deck
from ucgsim.report.sheet import near
from ucgsim.simulate.plan import Terms
from ucgsim.stats.rates import wilson
from ucgsim.studies.matrix.question import read_matchups
from ucgsim.studies.sealed import plan_sealed_build, sealed_build, sealed_rules

from .outline import outline

HOW = {"rivals": 3, "games": 4, "policy": "greedy", "seed": 5, "sets": ["BP02"]}


@pytest.fixture(scope="module")
def pool():
    return ucgsim.sealed_pool(seed=5, sets=["BP02"])


@pytest.fixture(scope="module")
def result(pool):
    return ucgsim.pool_strength(pool, **HOW)


def test_every_rival_is_met_and_all_of_it_is_told(result):
    assert [each.n for each in result.rates] == [4, 4, 4]
    text = result.summary()
    for part in ("assumed of a pack: ", "not the best deck", "3 pools of 4 packs of BP02", "greedy v1", SEALED):
        assert part in text
    assert result.to_polars().height == 3
    assert result.to_json()["strength"]["pools"] == 3


def test_the_interval_covers_pools_and_luck(result):
    def with_rates(*wins):
        return replace(result, rates=tuple(wilson(each, 100) for each in wins)).strength

    apart, alike = with_rates(30, 50, 70), with_rates(50, 50, 50)
    assert (apart.rate, alike.rate) == (0.5, 0.5)
    # Student with two degrees of freedom: 4.303 * 0.2 / sqrt(3)
    assert apart.high - 0.5 == pytest.approx(0.4969, abs=1e-3)
    assert (alike.low, alike.high) == (wilson(150, 300).low, wilson(150, 300).high)


def test_the_verdict_follows_the_interval(result):
    def verdict(*wins):
        return replace(result, rates=tuple(wilson(each, 100) for each in wins)).verdict

    assert verdict(70, 71, 72).startswith("stronger")
    assert verdict(30, 29, 28).startswith("weaker")
    assert verdict(30, 50, 70) == "not decided yet"


def test_the_commands_do_the_same(result, tmp_path):
    file, deck = tmp_path / "pool.txt", tmp_path / "deck.txt"
    assert "assumed of a pack" in run("sealed", "pool", "--seed", 5, "--sets", "BP02", "--out", file).stderr
    assert run("sealed", "build", file, "--by", "chains", "--out", deck).exit_code == 0
    assert run("deck", "check", deck, "--format", "sealed", "--pool", file).exit_code == 0
    assert "--boosters" not in result.command
    options = ("--rivals", 3, "-n", 4, "--policy", "greedy", "--seed", 5, "--sets", "BP02", "-j", 1, "--json")
    answer = json.loads(run("sealed", "strength", file, *options).stdout)
    assert answer["strength"] == result.to_json()["strength"]


def test_the_page_answers_and_the_games_are_kept_beside_it(pool, result, tmp_path):
    kept = ucgsim.pool_strength(pool, **HOW, out=tmp_path / "s", jobs=1)
    assert kept.to_json() == result.to_json()
    text = html.unescape((tmp_path / "s" / "index.html").read_text(encoding="utf-8"))
    outline(text)
    top = text[text.index("<body>") : text.index("</header>")]
    assert top[: top.index('<p class="basis">')].count("<p>") == 1
    assert top.count("<figure") == 1
    for part in ("How strong is", "assumed of a pack", "greedy", near(kept.strength), kept.command):
        assert part in text
    assert json.loads((tmp_path / "s" / "summary.json").read_text(encoding="utf-8"))["strength"]["pools"] == 3
    # Nothing of it is played again, and the page is made again.
    again = ucgsim.pool_strength(pool, **HOW, out=tmp_path / "s", jobs=1)
    assert again.to_json() == result.to_json()
    assert "holds a page and no run" in refusal("report", tmp_path / "s")
    assert read_matchups(tmp_path / "s" / "games").total == 12


def test_a_deck_is_built_by_playing_what_the_pool_leaves(pool, tmp_path):
    file = tmp_path / "pool.txt"
    run("sealed", "pool", "--seed", 5, "--sets", "BP02", "--out", file)
    how = ("--rivals", 2, "--budget", 1, "--policy", "greedy", "--sets", "BP02", "-j", 1, "--json")
    done = run("sealed", "build", file, *how)
    answer = json.loads(done.stdout)
    assert answer["size"] == 30
    assert all(count <= dict(pool.counts)[number] for number, count in answer["cards"].items())
    assert answer["policy"] == "greedy v1"
    assert answer["gain"]["low"] <= answer["gain"]["rate"] <= answer["gain"]["high"]
    assert answer["tried"] > 20
    assert "this one wins most" in done.stderr or "none wins more" in done.stderr


def test_how_far_a_build_is_knows_that_it_plays_more_than_was_asked_for(pool):
    terms = Terms.of(policy="greedy", rules=sealed_rules(DEFAULT_RULES), catalog=shipped_catalog())
    planned = plan_sealed_build(pool, terms, rivals=2, budget=1, sets=["BP02"])
    played = []
    planned.play(advance=played.append)
    assert 1 < sum(played) <= planned.study.budget


def test_a_pool_of_as_many_cards_as_a_deck_leaves_no_choice(pool):
    cards = [number for number, count in pool.counts for _ in range(count)][:30]
    thirty = Deck("thirty", tuple(Counter(cards).items()))
    result = sealed_build(thirty, rivals=2, policy="greedy", sets=["BP02"], jobs=1)
    assert (result.result, dict(result.deck.counts)) == (None, dict(thirty.counts))
    assert "no choice" in result.answer()
