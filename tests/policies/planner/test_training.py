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
from ucgsim.policies.planner import training
from ucgsim.policies.planner.features import Net, OfDeck, OfHand
from ucgsim.policies.planner.training import (
    INPUTS,
    ROW,
    Lessons,
    add_slopes,
    answers,
    blank_layers,
    fit,
    fresh_layers,
    lessons_for,
    orders,
)
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


def test_the_rows_of_a_decision_lie_together():
    lessons = lessons_for(made_up(50, np.random.default_rng(1)), Net.SET)
    assert lessons.edges.tolist() == list(range(0, 151, 3))
    assert lessons.x.shape == (150, POSITION + OPTION)
    assert lessons_for(made_up(50, np.random.default_rng(1)), Net.OUTLOOK).decisions == 0


def slope_by_hand(layers, lessons, chosen, scale, net):
    """The derivatives as formulas, in matrix products."""
    first, skip = (np.concatenate([layers[f"{name}_position"], layers[f"{name}_option"]]) for name in ("of", "skip"))
    total = {name: np.zeros(layers[name].shape) for name in LAYERS}
    for each in chosen:
        part = slice(*lessons.edges[each : each + 2])
        x = (lessons.x[part] - scale[0]) * scale[1]
        units = np.maximum(x @ first + layers["bias"], 0)
        wrong = units @ layers["second"] + x @ skip + layers["last"]
        wrong = (1 / (1 + np.exp(-wrong)) if net is Net.OUTLOOK else wrong) - lessons.y[part]
        wrong = (wrong - (0 if net in (Net.OUTLOOK, Net.REDRAW) else wrong.mean())) / len(chosen)
        back = np.outer(wrong, layers["second"]) * (units > 0)
        of, past = x.T @ back, x.T @ wrong
        parts = (of[:POSITION], of[POSITION:], back.sum(axis=0), units.T @ wrong, past[:POSITION], past[POSITION:])
        for name, new in zip(LAYERS, (*parts, wrong.sum()), strict=True):
            total[name] += new
    return total


def few_lessons(chance):
    """Four decisions, of 2 to 5 options each, of which half of the inputs are there."""
    x = chance.normal(size=(14, POSITION + OPTION)).astype(np.float32)
    x *= chance.random(x.shape) < 0.5
    return Lessons(x, chance.random(14).astype(np.float32), np.array([0, 2, 5, 9, 14]))


@pytest.mark.parametrize("net", [Net.SET, Net.REDRAW, Net.OUTLOOK])
def test_slopes_are_the_derivatives_of_the_loss_over_whole_decisions(net):
    chance = np.random.default_rng(2)
    lessons, layers, slope = few_lessons(chance), fresh_layers(chance), blank_layers()
    scale = np.stack([chance.normal(size=INPUTS), chance.random(INPUTS) + 0.5])
    layers["skip_option"], layers["last"] = chance.normal(size=OPTION), 0.25
    chosen = np.array([3, 1])
    rows = np.zeros(5, ROW).view(np.recarray)
    add_slopes(layers, slope, rows, lessons.x, lessons.y, lessons.edges, chosen, scale, net)
    for name, expected in slope_by_hand(layers, lessons, chosen, scale, net).items():
        assert np.any(expected)
        assert np.allclose(slope[name], expected, rtol=1e-3, atol=1e-5), name


@pytest.mark.parametrize("net", [Net.LEVEL_UP, Net.OUTLOOK])
def test_a_fit_is_the_same_to_the_last_bit_when_it_is_interpreted(net, monkeypatch):
    lessons = few_lessons(np.random.default_rng(3))
    layers = [fit(lessons, net, seed=5, epochs=3, rate=1e-2)]
    layers.append(fit(lessons, net, seed=5, epochs=3, rate=1e-2, begin=layers[0]))
    rated = answers(layers[1], lessons.x)
    for name in ("add_slopes", "_answer", "_measure", "_mix"):
        function = getattr(training, name)
        monkeypatch.setattr(training, name, getattr(function, "py_func", function))
    again = [fit(lessons, net, seed=5, epochs=3, rate=1e-2)]
    again.append(fit(lessons, net, seed=5, epochs=3, rate=1e-2, begin=again[0]))
    assert [each.tobytes() for each in layers] == [each.tobytes() for each in again]
    assert rated.tobytes() == answers(again[1], lessons.x).tobytes()


def whole_numbers(*shape):
    """Numbers from -1/2 to 1/2 that no generator makes."""
    return (np.arange(np.prod(shape)).reshape(shape) * 7919 % 1009 % 17 - 8) / 16


def test_a_fit_is_the_same_on_every_machine():
    """Whatever multiplies matrices there, and with as many threads."""
    layers = blank_layers()
    for name in LAYERS:
        layers[name] = whole_numbers(*layers[name].shape)
    x, y = (whole_numbers(*shape).astype(np.float32) for shape in ((14, INPUTS), (14,)))
    lessons = Lessons(x, y, np.array([0, 2, 5, 9, 14]))
    digests = [
        hashlib.sha256(fit(lessons, net, seed=5, epochs=3, rate=1e-2, begin=layers).tobytes()).hexdigest()[:16]
        for net in (Net.SET, Net.OUTLOOK)
    ]
    assert digests == ["92caebf2269e6ce3", "5000a530eeb1b2bb"]


def test_every_epoch_looks_at_all_decisions_in_another_order():
    seen = [tuple(each) for each in orders(40, Net.SET, 1, 3)]
    assert len({*seen, *(tuple(each) for each in orders(40, Net.GIVE, 1, 3))}) == 6
    assert all(sorted(each) == list(range(40)) for each in seen)


def test_what_depends_on_both_is_learned():
    rows = made_up(3000, np.random.default_rng(3))
    lessons = lessons_for(rows, Net.SET)
    layers = fit(lessons, Net.SET, seed=1, epochs=60, rate=1e-2)
    values = lessons.y.reshape(-1, 3)
    best = float((values.max(axis=1) - values.mean(axis=1)).mean())
    assert quality(lessons, Net.SET, layers)["won"] > 0.97 * best


def test_the_same_seed_learns_the_same():
    lessons = lessons_for(made_up(200, np.random.default_rng(4)), Net.SET)
    one, two, other = (fit(lessons, Net.SET, seed=seed, epochs=2, rate=1e-2) for seed in (1, 1, 2))
    assert one.tobytes() == two.tobytes()
    assert not np.array_equal(one["of_option"], other["of_option"])


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


def seen(layers):
    """Inputs with a weight, of the position and of an option."""
    return tuple(np.flatnonzero(layers[name].any(axis=1)).tolist() for name in ("of_position", "of_option"))


def test_an_input_that_is_never_seen_gets_no_weight():
    openings = made_up_openings(2_000, np.random.default_rng(8))
    layers = fit_openings(openings, seed=1, epochs=1, rate=4e-3)
    assert seen(layers) == ([OfDeck.LEVEL_1], sorted([OfHand.LEADS, OfHand.LEVEL_1]))
    lessons = lessons_for(made_up(50, np.random.default_rng(9)), Net.SET)
    assert seen(fit(lessons, Net.SET, seed=1, epochs=1, rate=1e-2)) == ([0], [0])


def test_training_on_a_small_budget_can_be_had_again(school):
    result = []
    for _ in range(2):
        pupil = school.School(seed=5)
        few = school.Stage(80, 0, 0, 2, 1e-3)
        first, _ = pupil.learn(pupil.lessons(80, 1, None), 1, few)
        rows = pupil.lessons(80, 2, first)
        weights, figures = pupil.learn(rows, 2, few, first)
        result.append((weights, figures, rows))
    (one, figures, rows), (two, again, rows_again) = result
    assert np.array_equal(rows, rows_again)
    assert figures == again
    assert all(np.array_equal(one[name], two[name]) for name in LAYERS)
    assert set(np.unique(rows["net"])) == set(school.SHARES)
    assert ((rows["value"] >= 0) & (rows["value"] <= 1.0001)).all()


def learned_alone(school, tmp_path, net, stage):
    """What a network learns of a stage, twice the same, while no other changes: its figures."""
    files = []
    for name in ("one.json", "two.json"):
        pupil = school.School(seed=5, nets=(net,))
        school.train(pupil, [stage], tmp_path / name, school.SHIPPED)
        files.append((tmp_path / name).read_bytes())
    assert files[0] == files[1]
    weights, before = read_weights(files[0], "here"), shipped_weights()
    for each in Net:
        same = [np.array_equal(weights[name][each], before[name][each]) for name in LAYERS]
        assert not any(same) if each is net else all(same)
    (generation,) = story_of(files[0], "here")["generations"]
    return generation


def test_outlooks_are_learned_from_plain_games_and_nothing_else_changes(school, tmp_path):
    generation = learned_alone(school, tmp_path, Net.OUTLOOK, school.Stage(80, 11, 880, 2, 1e-3))
    assert (generation["games"], generation["pairings"], generation["plain"]) == (0, 0, 880)
    assert generation["outlook"]["mean_square"] < 0.24 < generation["outlook"]["of"]


def test_redraws_are_learned_from_hands_and_nothing_else_changes(school, tmp_path, monkeypatch):
    monkeypatch.setattr(school, "HANDS", 100)
    figures = learned_alone(school, tmp_path, Net.REDRAW, school.Stage(80, 11, 0, 2, 1e-3))["redraw"]
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
    school.train(pupil, [school.Stage(80, 0, 0, 2, 1e-3)], out, school.SHIPPED)
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
