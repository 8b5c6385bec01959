"""Labels: which words name an option, and how two of them compare."""

from __future__ import annotations

import pytest

from ucgsim.policies.labels import check_label, is_reserved, plain_label

CARDS = {"H1", "S1", "BP01-001"}
TYPES = {"POWER", "BASIC"}
GOOD = [
    "redraw", "keep", "lead", "next", "scene S1", "no scene", "set H1", "set BP01-001 in 2", "level 12 H1", "pass",
    "resolve A2", "resolve scene", "resolve B2 #2", "activate scene", "activate A1 #3", "yes", "no", "A2", "B10",
    "none", "H1", "POWER", "top", "bottom", "2", "12000", "resolve H1", "  set   H1 ",
]  # fmt: skip
BAD = [
    "", "C1", "A0", "set", "set H9", "set H1 in", "set H1 in 0", "level H1", "level 0 H1", "resolve", "resolve C2",
    "activate A1 #0", "scene H9", "power", "Pass", "-1", "yes please",
]  # fmt: skip


@pytest.mark.parametrize("label", GOOD)
def test_what_a_decision_may_offer_is_a_label(label):
    assert check_label(label, CARDS, TYPES) is None


@pytest.mark.parametrize("label", BAD)
def test_anything_else_is_not(label):
    assert check_label(label, CARDS, TYPES)


@pytest.mark.parametrize(("one", "other"), [("no", "none"), ("set  H1", "set H1"), (" pass", "pass")])
def test_labels_that_are_the_same(one, other):
    assert plain_label(one) == plain_label(other)


def test_labels_that_are_not():
    assert len({plain_label(label) for label in ("no", "no scene", "pass", "keep", "yes")}) == 5


@pytest.mark.parametrize("word", ["A1", "B20", "top", "POWER", "7", "no", "none"])
def test_labels_cannot_name_a_card(word):
    assert is_reserved(word, TYPES)
