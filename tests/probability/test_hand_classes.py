"""Classes of opening hands against the conditions that say the same."""

from __future__ import annotations

import numpy as np
import pytest

from tests.probability.small_decks import hero, kaiju, scene, two_heroes
from ucgsim.probability.condition import Vocabulary, parse
from ucgsim.probability.counting.sampling import SeenCards
from ucgsim.probability.hands import CAPS, HandClass, HandClasses

TWO_NAMES = [hero("TIGA", 1)] * 10 + [hero("DYNA", 2)] * 10 + [kaiju("GOLZA", 6)] * 10 + [scene(1)] * 20
DECKS = {"two heroes": two_heroes(), "no chains": TWO_NAMES, "kaiju alone": [kaiju("GOLZA", 5)] * 30}


@pytest.fixture(params=DECKS)
def deck(request):
    return DECKS[request.param]


def dealt(deck, hands=500):
    return np.random.default_rng(1).permuted(np.tile(np.arange(len(deck)), (hands, 1)), axis=1)


def held(order, deck):
    flags = np.zeros((len(order), len(deck)), np.bool_)
    np.put_along_axis(flags, order[:, :6], np.ones((len(order), 6), np.bool_), axis=1)
    return flags


def test_a_class_says_what_the_conditions_say(deck):
    order = dealt(deck)
    classes = HandClasses(deck)
    rows = classes.of(held(order, deck))
    low = f"level {classes.lowest}"
    questions = {
        "chain": rows[:, 0] >= 2,
        "chain of 3": rows[:, 0] == 3,
        **{f"{low} >= {n}": rows[:, 1] >= n for n in range(1, CAPS.low + 1)},
        **{f"settable >= {n}": rows[:, 2] >= n for n in range(1, CAPS.settable + 1)},
        **{f"scene >= {n}": rows[:, 3] >= n for n in range(1, CAPS.scenes + 1)},
    }
    seen, vocabulary = SeenCards(deck), Vocabulary.of(deck)
    for text, answer in questions.items():
        assert (seen.meets(parse(text, vocabulary), order, np.full(len(order), 6)) == answer).all(), text


def test_features_are_named_and_never_above_their_class(deck):
    classes = HandClasses(deck)
    features = classes.features([HandClass(0, 1, 2, 0), HandClass(2, 0, 3, 2), HandClass(3, 3, 3, 1)])
    assert features.tolist() == [[0, 0, 1, 2, 0], [0, 1, 0, 3, 2], [1, 1, 3, 3, 1]]
    assert classes.feature_names == ("chain of 3", "chain", f"level {classes.lowest}", "settable", "scene")


def test_a_class_in_words():
    classes = HandClasses(two_heroes())
    assert classes.text(HandClass(2, 1, 3, 0)) == "chain of 2, 1 level 1, 3+ settable, no scene"
    assert classes.text(HandClass(0, 3, 2, 2)) == "no chain, 3+ level 1, 2 settable, 2+ scene"


def test_the_lowest_level_is_that_of_the_deck():
    assert HandClasses(DECKS["kaiju alone"]).lowest == 5
    assert HandClasses([scene(1)] * 12).lowest == 1
