"""What leading the first turn is worth: pairs of games on one chance, by matchup and over the field, kept or not."""

from __future__ import annotations

import json
import shutil

import numpy as np
import pytest

from tests.helpers import DECKLISTS, PLAIN, run
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.errors import UcgsimError
from ucgsim.simulate.folder import RunFolder
from ucgsim.simulate.ledger import PARTS
from ucgsim.simulate.plan import First
from ucgsim.simulate.same_chance import play_games
from ucgsim.simulate.table import plan_again
from ucgsim.stats.rates import weighted_sum, wilson
from ucgsim.studies.duel.question import duel, read_duel
from ucgsim.studies.kit.run import write_report
from ucgsim.studies.leading import LEAD, Leading, over_field, usual_pairs
from ucgsim.studies.matrix.question import matrix, read_matrix

pytestmark = pytest.mark.usefixtures("all_undrawn")

DECKS = (DECKLISTS / "tiga-dyna.txt", DECKLISTS / "zero-geed.txt")


def test_the_effect_is_that_of_the_same_games_led_by_either_side(kept):
    table = plan_again(kept.folder.path, kept.plan, shipped_catalog()).table
    won = [
        play_games(table, kept.plan.seed, kept.plan.matchup, range(800), first).rows["winner"] == 0
        for first in (First.A, First.B)
    ]
    assert kept.leading.pairs == 800
    assert kept.leading.effect.rate == pytest.approx(won[0].mean() - won[1].mean())
    spread = np.std(won[0].astype(int) - won[1]) / np.sqrt(800)
    assert kept.leading.effect.width == pytest.approx(2 * 1.96 * spread, rel=0.05)


def test_the_effect_is_the_same_for_either_side():
    table = np.array([[10, 1, 3], [0, 2, 0], [7, 0, 12]])
    here = Leading(table).effect
    # Side b leads where side a does not, and wins what side a loses.
    there = Leading(table[::-1, ::-1].T).effect
    assert (here.rate, here.low, here.high) == pytest.approx((there.rate, there.low, there.high))
    assert here.rate == pytest.approx((7 - 3 + 0.5 * (0 - 1)) / 35)


def test_pairs_tell_the_effect_far_better_than_two_rates():
    result = duel(*DECKS, games=2000, seed=3, catalog=shipped_catalog())
    rates = [result.findings.by_first_lead[lead]["a"] for lead in "ab"]
    apart = weighted_sum(rates, [1.0, -1.0])
    assert result.leading.pairs == 4000
    assert result.leading.effect.width < 0.45 * apart.width
    assert apart.low < result.leading.effect.rate < apart.high


def test_it_is_told_with_its_interval_and_the_pairs(kept):
    effect, answer = kept.leading.effect, kept.to_json()["effect_of_leading"]
    assert answer == {**answer, "rate": effect.rate, "low": effect.low, "high": effect.high, "pairs": 800}
    assert (
        f"adds {100 * effect.rate:+.2f} points ({100 * effect.low:+.2f} to {100 * effect.high:+.2f})" in kept.summary()
    )
    assert "800 pairs of games" in kept.summary()


def test_a_kept_run_tells_the_same_with_its_pairs_and_without_them(kept, tmp_path):
    again = read_duel(kept.folder)
    assert again.to_json()["effect_of_leading"] == kept.to_json()["effect_of_leading"]
    place = shutil.copytree(kept.folder.path, tmp_path / "run")
    shutil.rmtree(place / LEAD)
    without = read_duel(RunFolder(place))
    assert without.to_json()["effect_of_leading"] == kept.to_json()["effect_of_leading"]
    write_report(place, catalog=shipped_catalog())
    assert "Leading the first turn adds" in (place / "index.html").read_text()


def test_pairs_that_are_kept_are_not_played_again(kept, monkeypatch):
    monkeypatch.setattr("ucgsim.simulate.same_chance.PairTask.run", lambda *_: raised())
    assert read_duel(kept.folder).leading.pairs == 800
    assert duel(*kept.plan.decks, games=400, seed=kept.plan.seed, out=kept.folder.path).leading.pairs == 800


def test_a_run_whose_games_are_others_now_tells_what_it_kept(kept, tmp_path, monkeypatch):
    monkeypatch.setattr("ucgsim.studies.leading.plan_again", lambda *_, **__: raised())
    assert read_duel(kept.folder).leading.pairs == 800
    place = shutil.copytree(kept.folder.path, tmp_path / "run")
    shutil.rmtree(place / LEAD)
    assert read_duel(RunFolder(place)).leading is None


def raised():
    raise UcgsimError("no such card")


@pytest.mark.parametrize(("first", "policy"), [("a", "greedy"), ("throw", "search:4")])
def test_it_is_not_asked_unasked_where_one_side_leads_or_somebody_is_slow(first, policy, catalog):
    result = duel(*PLAIN[:2], games=2, first=first, policy=policy, catalog=catalog)
    assert result.leading is None
    assert usual_pairs(result.plan) == 0
    assert result.to_json()["effect_of_leading"] is None
    assert "Leading" not in result.summary()


def test_a_number_that_is_asked_for_is_kept_goes_on_and_grows(tmp_path, catalog, monkeypatch):
    monkeypatch.setattr("ucgsim.studies.leading.PART", 50)
    whole = duel(*PLAIN[:2], games=20, lead_pairs=240, out=tmp_path / "whole", catalog=catalog)
    lines = (tmp_path / "whole" / LEAD / PARTS).read_bytes()
    duel(*PLAIN[:2], games=20, lead_pairs=130, out=tmp_path / "cut", catalog=catalog)
    cut = tmp_path / "cut" / LEAD / PARTS
    cut.write_bytes(cut.read_bytes()[:-20])
    again = duel(*PLAIN[:2], games=20, lead_pairs=240, out=tmp_path / "cut", jobs=2, catalog=catalog)
    assert sorted(cut.read_bytes().splitlines()) == sorted(lines.splitlines())
    assert np.array_equal(again.leading.table, whole.leading.table)
    read = read_duel(RunFolder(tmp_path / "cut"))
    assert np.array_equal(read.leading.table, whole.leading.table)
    assert "--lead-pairs 240" in read.command
    # Fewer are answered by what there is, but for a part that is cut short.
    before = cut.read_bytes()
    fewer = duel(*PLAIN[:2], games=20, lead_pairs=60, out=tmp_path / "cut", catalog=catalog)
    assert fewer.leading.pairs == 60
    assert cut.read_bytes().startswith(before)
    assert len(cut.read_bytes().splitlines()) == len(before.splitlines()) + 1


def test_what_is_kept_is_verified_and_repaired(tmp_path, catalog, monkeypatch):
    monkeypatch.setattr("ucgsim.studies.leading.PART", 50)
    place = tmp_path / "run"
    duel(*PLAIN[:2], games=20, lead_pairs=200, out=place, catalog=catalog)
    parts = place / LEAD / PARTS
    sound = parts.read_bytes()
    assert run("run", "verify", place, "--replay").stdout.endswith("all 6 files are as they were written.\n")
    lines = sound.splitlines(keepends=True)
    for damaged in (b"".join([lines[0], lines[2]]), sound.replace(b"[", b"[ ", 1), sound[:-30]):
        parts.write_bytes(damaged)
        result = run("run", "verify", place)
        assert (result.exit_code, " of 6 files " in result.stdout) == (1, True)
        assert run("run", "repair", place).exit_code == 0
        assert sorted(parts.read_bytes().splitlines()) == sorted(sound.splitlines())


def test_games_of_a_run_and_pairs_are_one_estimate():
    """A run of which some chances are played in pairs: unbiased, as sure as it says, and surer than either."""
    rng, n, truth = np.random.default_rng(5), 1000, 0.1
    held, rates, narrower = 0, [], []
    for _ in range(1000):
        # Luck that both games of a chance share, and luck of their own; the run has the games in turn.
        shared, own = rng.random((1, n)), rng.random((2, n))
        won = np.where(rng.random((1, n)) < 0.4, shared, own) < np.array([[0.55], [0.55 - truth]])
        leading, following = (wilson(int(won[side, side::2].sum()), n // 2) for side in (0, 1))
        pairs = np.zeros((3, 3), np.int64)
        np.add.at(pairs, (2 * won[0, : n // 2], 2 * won[1, : n // 2]), 1)
        alone, both = Leading(pairs).effect, Leading(pairs, (leading, following)).effect
        games = weighted_sum([leading, following], [1, -1])
        held += not both.excludes(truth)
        rates.append(both.rate)
        narrower.append(both.width / min(alone.width, games.width))
    assert 930 <= held <= 970
    assert np.mean(rates) == pytest.approx(truth, abs=3 * np.std(rates) / np.sqrt(1000))
    assert np.std(rates) * 2 * 1.96 == pytest.approx(both.width, rel=0.08)
    assert np.max(narrower) < 1


def test_pairs_of_all_games_say_all(kept):
    assert kept.leading.led is not None
    assert kept.leading.effect == Leading(kept.leading.table).effect


def test_the_halves_agree_with_the_whole_and_with_what_leading_adds(kept):
    for result in (kept, duel(*DECKS, games=600, seed=5, lead_pairs=200, catalog=shipped_catalog())):
        leading, following = (result.won("a", lead).estimate for lead in "ab")
        assert leading.rate - following.rate == pytest.approx(result.leading.effect.rate)
        assert (leading.rate + following.rate) / 2 == pytest.approx(result.shown.rate)
        assert leading.low < leading.rate < leading.high
        assert result.won("b", "a").estimate == leading.complement()


def test_halves_of_what_is_never_won_are_never_won():
    result = duel(PLAIN[1], DECKLISTS / "belial.txt", games=2, catalog=shipped_catalog())
    assert result.shown.rate == 0
    assert [result.won("a", lead).rate for lead in "ab"] == [0, 0]


def test_over_the_field_every_matchup_counts_by_its_shares():
    one, two, three = (
        Leading(np.diag([n, 0, 100 - n]) + np.array([[0, 0, 2], [0] * 3, [k, 0, 0]]))
        for n, k in ((50, 6), (40, 2), (60, 10))
    )
    effects = {(0, 1): one, (0, 2): two, (1, 2): three}
    effect = over_field(effects, (0.5, 0.5, 0.0))
    assert (effect.rate, effect.low) == pytest.approx((one.effect.rate, one.effect.low))
    even = over_field(effects, (1 / 3,) * 3)
    assert even.rate == pytest.approx(np.mean([each.effect.rate for each in (one, two, three)]))
    assert over_field(effects, (1.0, 0.0, 0.0)).rate == pytest.approx(even.rate)


def test_a_matrix_tells_it_of_every_matchup_and_over_the_field(field):
    answer = json.loads(json.dumps(field.to_json(), allow_nan=False))["effect_of_leading"]
    assert [(each["deck"], each["pairs"]) for each in answer["matchups"]] == [
        (field.names[row], 500) for row, _ in field.duels
    ]
    low, high = answer["field"]["low"], answer["field"]["high"]
    assert low < answer["field"]["rate"] < high
    assert high - low < min(each["high"] - each["low"] for each in answer["matchups"])
    assert "What leading the first turn is worth" in field.summary()
    assert read_matrix(field.path).to_json()["effect_of_leading"] == answer
    assert "--lead-pairs" not in field.command


def test_a_matrix_may_ask_for_a_number_or_not_at_all(catalog, tmp_path):
    kept = matrix(PLAIN, games=20, lead_pairs=30, out=tmp_path / "run", catalog=catalog)
    assert {duel.leading.pairs for duel in kept.duels.values()} == {30}
    assert "--lead-pairs 30" in read_matrix(tmp_path / "run").command
    assert run("run", "verify", tmp_path / "run").exit_code == 0
    free = matrix(PLAIN, games=20, lead_pairs=0, catalog=catalog)
    assert free.effect_of_leading is None
    assert free.to_json()["effect_of_leading"] is None
    assert "What leading" not in free.summary()
