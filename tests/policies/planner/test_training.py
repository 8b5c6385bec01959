"""How the planner learns: lessons on a small budget, the fit, and that both can be had again."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from scripts.planner_lessons import Openings, expected_gains, fit_openings, quality, quality_of_redraws
from ucgsim.decks.checking import check_deck
from ucgsim.engine.core.layout import OPTION, POSITION
from ucgsim.policies.planner.features import Net, OfDeck, OfHand
from ucgsim.policies.planner.training import fit, lessons_for, part_of
from ucgsim.policies.planner.weights import LAYERS, read_weights, shipped_weights, story_of
from ucgsim.simulate.loops.lessons import LESSON

SCRIPT = Path(__file__).resolve().parents[3] / "scripts" / "train_planner.py"


@pytest.fixture(scope="module")
def school():
    spec = importlib.util.spec_from_file_location("train_planner", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules["train_planner"] = module
    spec.loader.exec_module(module)
    module.RANDOM_DECKS = 3
    module.WORLDS = 2
    return module


def made_up(decisions: int, chance: np.random.Generator) -> np.ndarray:
    """Lessons in which the value of an option is what its first feature says, more so early in the game."""
    rows = np.zeros(decisions * 3, LESSON)
    rows["decision"] = np.repeat(np.arange(decisions), 3) % 4000
    rows["game"] = np.repeat(np.arange(decisions), 3) // 4000
    rows["position"][:, 0] = np.repeat(chance.integers(0, 2, decisions), 3)
    rows["option"][:, 0] = chance.normal(size=decisions * 3)
    rows["value"] = rows["option"][:, 0] * (0.1 + 0.2 * rows["position"][:, 0]) + 0.5
    return rows


def test_values_are_centred_within_each_decision():
    rows = made_up(50, np.random.default_rng(1))
    lessons = lessons_for(rows, Net.SET)
    assert len(lessons.starts) == 50
    assert lessons.x.shape == (150, POSITION + OPTION)
    assert np.allclose(lessons.y.reshape(-1, 3).sum(axis=1), 0.0, atol=1e-5)


def test_a_part_keeps_decisions_whole():
    lessons = lessons_for(made_up(20, np.random.default_rng(2)), Net.SET)
    part = part_of(lessons, np.array([7, 3]))
    assert np.array_equal(part.y, np.concatenate([lessons.y[21:24], lessons.y[9:12]]))
    assert np.array_equal(part.starts, [0, 3])


def test_what_depends_on_both_is_learned():
    rows = made_up(3000, np.random.default_rng(3))
    lessons = lessons_for(rows, Net.SET)
    layers = fit(lessons, Net.SET, seed=1, epochs=60, rate=1e-2)
    best = float(lessons.y.reshape(-1, 3).max(axis=1).mean())
    assert quality(lessons, Net.SET, layers)["won"] > 0.97 * best


def test_the_same_seed_learns_the_same():
    lessons = lessons_for(made_up(200, np.random.default_rng(4)), Net.SET)
    one, two, other = (fit(lessons, Net.SET, seed=seed, epochs=2, rate=1e-2) for seed in (1, 1, 2))
    assert all(np.array_equal(one[name], two[name]) for name in one)
    assert not np.array_equal(one["first"], other["first"])


def made_up_openings(n: int, chance: np.random.Generator) -> Openings:
    """Hands of two lists, of which a redraw wins where the first feature is low, in the second list always."""
    hands = np.zeros((n, OPTION), np.float32)
    hands[:, OfHand.LEADS] = np.arange(n) % 2
    hands[:, OfHand.LEVEL_1] = chance.integers(0, 5, n) / 4
    decks = np.zeros((2, POSITION), np.float32)
    decks[1, OfDeck.LEVEL_1] = 1.0
    pairing = np.arange(n) // (n // 2)
    wins = np.where(pairing == 0, 0.2 + 0.6 * hands[:, OfHand.LEVEL_1], 0.1)
    kept, redrawn = (chance.random(n) < rate for rate in (wins, 0.5))
    return Openings(decks, hands, pairing, kept.astype(np.float32), redrawn.astype(np.float32))


def test_what_a_redraw_gains_is_learned_by_hand_and_by_list():
    openings = made_up_openings(40_000, np.random.default_rng(6))
    gains = expected_gains(openings)
    assert abs(float(gains.mean() - (openings.redrawn - openings.kept).mean())) < 1e-3
    assert float(gains.std()) < float((openings.redrawn - openings.kept).std())
    layers = fit_openings(openings, seed=1, epochs=12, rate=4e-3)
    best = np.where(openings.pairing == 0, np.maximum(0.3 - 0.6 * openings.hands[:, OfHand.LEVEL_1], 0.0), 0.4).mean()
    quality = quality_of_redraws(made_up_openings(40_000, np.random.default_rng(7)), layers)
    assert quality["hands"] == 40_000
    assert quality["won"] > 0.95 * best


def test_an_input_that_is_never_seen_gets_no_weight():
    openings = made_up_openings(2_000, np.random.default_rng(8))
    layers = fit_openings(openings, seed=1, epochs=1, rate=4e-3)
    seen = np.flatnonzero(layers["first"].any(axis=1))
    assert set(seen.tolist()) == {OfDeck.LEVEL_1, POSITION + OfHand.LEADS, POSITION + OfHand.LEVEL_1}
    lessons = lessons_for(made_up(50, np.random.default_rng(9)), Net.SET)
    assert np.flatnonzero(fit(lessons, Net.SET, seed=1, epochs=1, rate=1e-2)["first"].any(axis=1)).tolist() == [
        0,
        POSITION,
    ]


def test_training_on_a_small_budget_can_be_had_again(school):
    result = []
    for _ in range(2):
        pupil = school.School(seed=5)
        few = school.Stage(80, 0, 2, 1e-3)
        first, _ = pupil.learn(pupil.lessons(80, 1, None), 1, few)
        rows = pupil.lessons(80, 2, first)
        weights, figures = pupil.learn(rows, 2, few, first)
        result.append((weights, figures, rows))
    (one, figures, rows), (two, again, rows_again) = result
    assert np.array_equal(rows, rows_again)
    assert figures == again
    assert all(np.array_equal(one[name], two[name]) for name in LAYERS)
    assert set(np.unique(rows["net"])) == set(Net) - {Net.REDRAW}
    assert ((rows["value"] >= 0) & (rows["value"] <= 1.0001)).all()


def test_redraws_are_learned_from_hands_and_nothing_else_changes(school, tmp_path, monkeypatch):
    monkeypatch.setattr(school, "HANDS", 100)
    files = []
    for name in ("one.json", "two.json"):
        pupil = school.School(seed=5, nets=(Net.REDRAW,))
        school.train(pupil, [school.Stage(80, 11, 2, 1e-3)], tmp_path / name, school.SHIPPED)
        files.append((tmp_path / name).read_bytes())
    assert files[0] == files[1]
    weights, before = read_weights(files[0], "here"), shipped_weights()
    for net in Net:
        same = [np.array_equal(weights[name][net], before[name][net]) for name in LAYERS]
        assert not any(same) if net is Net.REDRAW else all(same)
    figures = story_of(files[0], "here")["generations"][0]["redraw"]
    assert (figures["learned_from"], figures["hands"]) == (1000, 100)


def test_lists_for_redraws_are_legal_and_without_what_is_left_out(school):
    import random

    pupil = school.School(seed=1)
    builder = school.DeckBuilder(school.cards_to_learn(pupil.catalog), school.DEFAULT_RULES)
    pairs = list(school.hand_pairings(pupil.decks, builder, 60, random.Random(3)))
    for mine, other in pairs:
        assert not list(check_deck(mine, pupil.catalog))
        assert other.name not in school.LEFT_OUT
        assert not [number for number, _ in mine.counts if pupil.catalog[number].set_code == school.LEFT_OUT_SET]
    names = [mine.name for mine, _ in pairs]
    assert {"around", "changed"} <= {word for name in names for word in name.split()}
    assert any(mine in pupil.decks for mine, _ in pairs)


def test_training_goes_on_from_weights_and_leaves_other_networks_alone(school, tmp_path):
    pupil, out = school.School(seed=5, nets=(Net.TAKE, Net.GIVE)), tmp_path / "new.json"
    school.train(pupil, [school.Stage(80, 0, 2, 1e-3)], out, school.SHIPPED)
    weights, before = read_weights(out.read_bytes(), "here"), shipped_weights()
    for net in Net:
        same = [np.array_equal(weights[name][net], before[name][net]) for name in LAYERS]
        assert not any(same[:4]) if net in pupil.nets else all(same)
    story = story_of(out.read_bytes(), "here")
    assert story["nets"] == ["take", "give"]
    assert story["before"]["sha256"] == hashlib.sha256(school.SHIPPED.read_bytes()).hexdigest()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--nets", "set,hens"], f"'hens' is no network; there are {', '.join(net.name.lower() for net in Net)}"),
        (["--on", "{none}"], "does not exist"),
        (["--on", "{bad}"], "bad.json: "),
    ],
)
def test_bad_arguments_of_training_are_told(school, tmp_path, args, message):
    (tmp_path / "bad.json").write_text("{}")
    named = [arg.format(none=tmp_path / "none.json", bad=tmp_path / "bad.json") for arg in args]
    result = CliRunner().invoke(school.main, [*named, "--games", "0", "--out", str(tmp_path / "out.json")])
    assert result.exit_code == 2
    assert message in " ".join(result.output.split())
    assert not (tmp_path / "out.json").exists()


def test_what_is_left_out_is_in_no_deck_of_the_lessons(school):
    import random

    pupil = school.School(seed=1)
    assert not {deck.name for deck in pupil.decks} & set(school.LEFT_OUT)
    strangers = school.random_decks(pupil.catalog, random.Random(1))
    numbers = {number for deck in [*strangers, *pupil.decks] for number, _ in deck.counts}
    assert not [number for number in numbers if pupil.catalog[number].set_code == school.LEFT_OUT_SET]
