"""`ucgsim counts`: the answer, its JSON, the command that asks again, and bad input."""

from __future__ import annotations

import shlex

import pytest

from tests.helpers import DECKLISTS, PLAIN, answer, output, refusal
from ucgsim.cards.versions import DEFAULT_RULES

DECK, KAIJU, ROSSO = PLAIN
TIGA = DECKLISTS / "tiga-dyna.txt"
FEW = ("--character", "DYNA", "--vs", KAIJU, ROSSO, "-n", 200, "--range", 1, "--policy", "greedy", "-j", 1)


def test_the_answer_comes_first_then_a_table_with_a_picture():
    lines = output("counts", DECK, *FEW).splitlines()
    assert lines[0].startswith("DYNA ")
    assert " splits" in lines[0]
    assert lines[2].split()[:2] == ["level", "1-2-3"]
    (own,) = [line for line in lines if "(own)" in line]
    assert own.split()[:2] == ["9-8-8", "(own)"]
    assert " o " in own
    assert any(line.startswith("Again: ucgsim counts ") for line in lines)
    assert "Against Plain Kaiju, Plain Rosso and Blu." in lines
    assert f"greedy · rules {DEFAULT_RULES} · seed 1 · against 2 decks" in lines[-1]


def test_json_is_one_object_with_everything():
    data = answer("counts", DECK, *FEW)
    assert (data["character"], data["levels"], data["own"], data["range"]) == ("DYNA", [1, 2, 3], "9-8-8", 1)
    assert data["games"] == data["games_of_split"] * len(data["splits"])
    assert {tuple(row["cards"]) for row in data["splits"]} == {(9, 8, 8), (10, 8, 7), (10, 7, 8)}
    assert all(sum(row["cards"]) == 25 and sum(row["deck"].values()) == 50 for row in data["splits"])
    (own,) = [row for row in data["splits"] if row["is_own"]]
    assert (own["gain"]["rate"], own["gain"]["low"], own["gain"]["high"]) == (0, 0, 0)
    assert set(data["region"]) == {row["split"] for row in data["splits"] if row["may_be_best"]}
    assert data["opening_hand"] == ["level 1 DYNA", "level 1 DYNA and level 2 DYNA"]


def test_the_command_that_it_names_gives_the_same_answer():
    data = answer("counts", DECK, *FEW)
    words = shlex.split(data["command"])
    assert words[:2] == ["ucgsim", "counts"]
    assert answer(*words[1:])["splits"] == data["splits"]


def test_further_cards_are_in_the_command_that_asks_again():
    words = ("counts", TIGA, "--character", "TIGA", "--vs", KAIJU, "--with", "BP05-008", "BP05-001", "-n", 100)
    data = answer(*words, "--range", 1, "--policy", "greedy", "-j", 1)
    assert (data["own"], data["levels"]) == ("8-7-6-0", [1, 2, 3, 4])
    assert "--with BP05-008 --with BP05-001" in data["command"]
    assert answer(*shlex.split(data["command"])[1:])["splits"] == data["splits"]


def test_rivals_may_be_named_one_by_one_or_together_and_as_elsewhere():
    apart = output("counts", DECK, "--vs", KAIJU, "--against", ROSSO, *FEW[:2], *FEW[5:], "--json")
    assert apart == output("counts", DECK, *FEW, "--json")


def test_in_full_it_says_how_it_was_made():
    text = output("counts", DECK, *FEW, "--full")
    assert "Method: cards of one level keep the deck's proportions" in text
    assert "'level 1 DYNA and level 2 DYNA'" in text


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ([TIGA, "--character", "TIGGA"], "no card is of 'TIGGA'; nearest are TIGA"),
        ([TIGA, "--character", "ZERO"], "has no card of ZERO; name one with two levels or more, of DYNA (21), TIGA"),
        ([TIGA], "--character"),
        (["missing.txt", "--character", "TIGA"], "missing.txt"),
        ([TIGA, "--character", "TIGA", "--vs", "missing.txt"], "missing.txt"),
        ([TIGA, "--character", "TIGA", "--vs", KAIJU, KAIJU], "are the same list; name each"),
        ([TIGA, "--character", "TIGA", "--field", "missing.csv"], "missing.csv"),
        ([TIGA, "--character", "TIGA", "-n", 5], "100"),
        ([TIGA, "--character", "TIGA", "--with", "BP02-046", "BP05-008"], "is no card of TIGA; leave it out"),
        ([TIGA, "--character", "TIGA", "--range", 0], "--range"),
        ([DECKLISTS / "arc-blazar.txt", "--character", "BLAZAR"], "is the only split"),
    ],
)
def test_bad_input_is_one_line(words, hint):
    assert hint in refusal("counts", *words)
