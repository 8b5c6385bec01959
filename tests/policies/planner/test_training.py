"""How the planner learns: lessons on a small budget, the fit, and that both can be had again."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from ucgsim.engine.core.learned import OPTION, POSITION
from ucgsim.policies.planner.features import Net
from ucgsim.policies.planner.training import fit, lessons_for, part_of, quality
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


def test_giving_a_hand_back_is_learned_as_one_difference():
    rows = np.zeros(4, LESSON)
    rows["net"] = Net.REDRAW
    rows["value"] = [0.75, 0.25, 0.1, 0.3]
    assert np.allclose(lessons_for(rows, Net.REDRAW).y, [0.5, -0.2])


def test_training_on_a_small_budget_can_be_had_again(school):
    result = []
    for _ in range(2):
        pupil = school.School(games=80, seed=5)
        first, _ = pupil.learn(pupil.lessons(1, None), 1)
        rows = pupil.lessons(2, first)
        weights, figures = pupil.learn(rows, 2, first)
        result.append((weights, figures, rows))
    (one, figures, rows), (two, again, rows_again) = result
    assert np.array_equal(rows, rows_again)
    assert figures == again
    assert all(np.array_equal(one[name], two[name]) for name in LAYERS)
    assert set(np.unique(rows["net"])) == set(Net)
    assert ((rows["value"] >= 0) & (rows["value"] <= 1.0001)).all()


def test_training_goes_on_from_weights_and_leaves_other_networks_alone(school, tmp_path):
    pupil, out = school.School(games=80, seed=5, nets=(Net.TAKE, Net.GIVE)), tmp_path / "new.json"
    school.train(pupil, 1, out, school.SHIPPED)
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
        (["--nets", "set,hens"], "'hens' is no network; there are set, level_up, redraw, outlook, take, give"),
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

    pupil = school.School(games=0, seed=1)
    assert not {deck.name for deck in pupil.decks} & set(school.LEFT_OUT)
    strangers = school.random_decks(pupil.catalog, random.Random(1))
    numbers = {number for deck in [*strangers, *pupil.decks] for number, _ in deck.counts}
    assert not [number for number in numbers if pupil.catalog[number].set_code == school.LEFT_OUT_SET]
