"""The planner's weights: a sealed file that ships, and what is said of one that is damaged."""

from __future__ import annotations

import base64
import json
from importlib.resources import files

import numpy as np
import pytest

from ucgsim.engine.core.layout import HIDDEN, OPTION, POSITION, TABLES
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import sealed
from ucgsim.policies import parse_policy
from ucgsim.policies.planner.features import SEEN_OF_OPTION, SEEN_OF_POSITION, Net
from ucgsim.policies.planner.weights import (
    FILE,
    LAYERS,
    blank_weights,
    former_weights,
    read_weights,
    seat,
    shipped_weights,
    story_of,
    teach,
    weights_file,
    without_unnamed,
)


def shipped() -> bytes:
    return files("ucgsim.policies.planner").joinpath(FILE).read_bytes()


def some_weights():
    chance = np.random.default_rng(1)
    return {name: chance.normal(size=layer.shape).astype(np.float32) for name, layer in blank_weights().items()}


def without_seal(raw: bytes) -> dict:
    data = json.loads(raw)
    del data["seal"]
    return data


def test_weights_are_read_back_as_they_were_written():
    weights = without_unnamed(some_weights())
    again = read_weights(weights_file(weights, {"seed": 1}), "here")
    assert all(np.array_equal(again[name], weights[name]) for name in LAYERS)


def test_the_same_weights_make_the_same_file():
    assert weights_file(some_weights(), {"seed": 1}) == weights_file(some_weights(), {"seed": 1})


def test_the_shipped_weights_say_how_they_were_made():
    story = story_of(shipped(), FILE)
    assert {"decks", "left_out", "left_out_set", "generations", "seed", "worlds", "rules"} <= set(story)
    assert not set(story["left_out"]) & set(story["decks"])
    assert all(each["games"] + each["plain"] > 0 for each in story["generations"])
    assert all(each["games"] > 0 for each in story["before"]["generations"])


def test_every_network_that_ships_learned_something():
    weights = shipped_weights()
    assert all(np.abs(weights["second"][net]).max() > 0 for net in Net)


@pytest.mark.parametrize("place", [0.01, 0.3, 0.7, 0.999])
def test_one_changed_byte_is_told(place):
    raw = bytearray(shipped())
    raw[int(place * len(raw))] ^= 1
    with pytest.raises(UcgsimError, match=r"^here: .*train_planner") as caught:
        read_weights(bytes(raw), "here")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("share", [0.0, 0.5, 0.99])
def test_a_file_that_is_cut_off_is_told(share):
    raw = shipped()
    with pytest.raises(UcgsimError, match=r"^here: "):
        read_weights(raw[: int(share * len(raw))], "here")


@pytest.mark.parametrize("layer", [None, 7, "", "AAAA", "no base 64!", [1.0], "AADAfw=="])
def test_a_sealed_file_with_another_layer_is_told(layer):
    data = without_seal(shipped())
    data["weights"]["set"]["bias"] = layer
    with pytest.raises(UcgsimError, match=r"^here: layer bias of network set is no \(32,\) numbers"):
        read_weights(sealed(data), "here")


@pytest.mark.parametrize("weights", [None, [], {}, {"set": 3}])
def test_a_sealed_file_without_networks_is_told(weights):
    data = without_seal(shipped()) | {"weights": weights}
    with pytest.raises(UcgsimError, match=r"^here: layer \w+ of network set"):
        read_weights(sealed(data), "here")


def test_only_a_table_at_which_the_planner_sits_is_taught():
    tables = np.zeros(1, TABLES).view(np.recarray)[0]
    seat(tables, [parse_policy("greedy"), parse_policy("random")])
    assert not any(tables["learned"][name].any() for name in LAYERS)
    seat(tables, [parse_policy("greedy"), parse_policy("planner")])
    assert np.array_equal(tables["learned"]["bias"][: len(Net)], shipped_weights()["bias"])
    teach(tables, blank_weights())
    assert not any(tables["learned"][name].any() for name in LAYERS)


def test_an_input_that_nothing_stands_in_has_no_weight():
    for weights in (shipped_weights(), read_weights(weights_file(some_weights(), {}), "here")):
        for net in Net:
            free = [place for place in range(POSITION) if place not in SEEN_OF_POSITION[net]]
            assert not weights["of_position"][net][free].any()
            assert not weights["skip_position"][net][free].any()
            free = [place for place in range(OPTION) if place not in SEEN_OF_OPTION[net]]
            assert not weights["of_option"][net][free].any()
            assert not weights["skip_option"][net][free].any()
            assert weights["of_position"][net].any()


def test_weights_of_the_former_format_are_gone_on_from_with_nothing_for_new_inputs():
    data = without_seal(weights_file(some_weights(), {"seed": 1}))
    fewer = {"position": POSITION - 8, "option": OPTION - 8, "hidden": HIDDEN, "nets": len(Net)}
    again = read_weights(weights_file(some_weights(), {}), "here")
    nets = {}
    for net in Net:
        layers = {name: again[name][net] for name in LAYERS}
        for name in LAYERS:
            if name.endswith(("position", "option")):
                layers[name] = layers[name][:-8]
        nets[net.name.lower()] = {name: base64.b64encode(layer.tobytes()).decode() for name, layer in layers.items()}
    former = sealed(data | {"format": 2, "shape": fewer, "weights": nets})
    weights, story = former_weights(former, "here")
    assert story == {"seed": 1}
    for net in Net:
        for name in LAYERS:
            there = again[name][net].copy()
            if name.endswith(("position", "option")):
                there[-8:] = 0.0
            assert np.array_equal(weights[name][net], there)
    with pytest.raises(UcgsimError):
        read_weights(former, "here")
    with pytest.raises(UcgsimError, match="here"):
        former_weights(b"{}", "here")
