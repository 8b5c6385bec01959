"""docs/reference/scenarios.md: its lists are those of the code."""

from __future__ import annotations

import re

import pytest

from tests.helpers import ROOT
from ucgsim.play import scenario
from ucgsim.policies import labels

PAGE = (ROOT / "docs" / "reference" / "scenarios.md").read_text(encoding="utf-8")


def words(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def table(head: str) -> dict[str, str]:
    """The rows of a table: what its first column names, and the second."""
    rows = PAGE.split(f"| {head} | ", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    return dict(row.strip("| ").split(" | ", 1) for row in rows)


def named(head: str) -> list[str]:
    return [word for cell in table(head) for word in words(cell)]


def paragraph(title: str) -> str:
    return PAGE.split(f"\n\n**{title}**", 1)[1].split("\n\n", 1)[0]


@pytest.mark.parametrize(
    ("shown", "known"),
    [
        (named("Part"), scenario.KEYS),
        (named("Key of `expect`"), scenario.EXPECTATIONS),
        (named("Label"), (*labels.FORMS, *labels.FIXED)),
        (words(table("Part")["`A`, `B`"])[:-1], scenario.ZONES),
        (words(table("Key of `expect`")["`bp`, `grade`, `state`"])[2:], scenario.GRADES),
        (words(table("Key of `expect`")["`outcome`"]), scenario.OUTCOMES),
        (words(table("Key of `expect`")["`winner`, `reason`"])[3:], scenario.REASONS),
        (words(paragraph("Kinds")), scenario.DECISION_KINDS),
    ],
    ids=["parts", "expect", "labels", "zones", "grades", "outcomes", "reasons", "kinds"],
)
def test_lists_of_words(shown, known):
    assert sorted(shown) == sorted(known)


def test_phases_in_their_order():
    assert tuple(words(paragraph("Phases").partition(". ")[0])) == scenario.PHASES
    assert set(scenario.MOMENTS) - set(scenario.PHASES) < set(words(table("Key of `expect`")["`at`"]))


def test_what_a_made_up_card_has():
    assert set(words(paragraph("A made-up card"))) == {*scenario.CARD_KEYS, *scenario.CARD_KINDS, "true"}


def test_a_label_of_every_form_is_read():
    """With each word in capitals replaced by one that it may be."""
    filled = {"CARD": "K1", "AREA": "2", "WHERE": "A1", "ZONE": "hand", "CHARACTER": "B2", "TYPE": "POWER"}
    for form in labels.FORMS:
        label = " ".join(filled.get(word, word).replace("NUMBER", "3") for word in form.split())
        assert labels.check_label(label, {"K1"}, {"POWER"}) is None, form
