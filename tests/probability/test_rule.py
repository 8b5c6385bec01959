"""The best redraw as a rule that a person can follow."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.probability.small_decks import near, two_heroes
from ucgsim.probability import odds_of_cards
from ucgsim.probability.counting.rule import MAX_LINES, MEETS, NEXT_TO_NOTHING, word_rule

WANTS = [
    "level 1 TIGA >= 1 and level 2 TIGA >= 1",
    "level 1 TIGA >= 2",
    "level 1 TIGA >= 2 and level 2 TIGA >= 2",
    "level 3 TIGA >= 3 or level 3 DYNA >= 3",
]


def followed(rule: tuple[str, ...], want: str) -> str:
    """The rule as a redraw condition."""
    head, *lines = [line for line in rule if not line.startswith("(")]
    if not lines:
        lines = [re.sub(r"^\w+ a hand with (.*) and (keep|redraw) every other\.$", r"\1", head)]
    assert head.startswith(("Keep a hand with", "Redraw a hand with"))
    fits = " or ".join(f"({want if line.strip() == MEETS else line.strip()})" for line in lines)
    return f"not ({fits})" if head.startswith("Keep") else fits


@pytest.mark.parametrize("want", WANTS)
@pytest.mark.parametrize("turn", [2, 3, 4])
def test_a_player_who_follows_the_words_reaches_what_they_promise(want, turn):
    best = odds_of_cards(two_heroes(), want, turn=turn, redraw="best")
    player = odds_of_cards(two_heroes(), want, turn=turn, redraw_when=followed(best.rule, want))
    if best.rule[-1].startswith("("):
        assert str(player.chance) in best.rule[-1]
        assert best.probability - NEXT_TO_NOTHING <= player.probability < best.probability
    else:
        assert player.probability == near(best.probability)


def test_of_the_opening_hand_the_rule_is_the_condition():
    assert odds_of_cards(two_heroes(), "chain", redraw="best").rule == (
        "Keep a hand with two levels of a character in a row and redraw every other.",
    )


def test_which_hands_to_keep_is_said_with_what_for():
    """Only what nothing beats is said to be best: by a later turn, a hand without it may be the better one."""
    keep = "keep a hand with two levels of a character in a row and redraw every other."
    best, counted = "To hold it as often as possible, ", "Counted with this redraw: "
    for asked, said in (
        ({}, best + keep),
        ({"redraw": "best"}, best + keep),
        ({"redraw": "best", "turn": 3}, best),
        ({"turn": 3}, counted + keep),
        ({"cards": 8}, counted + keep),
        ({"redraw": "never"}, f"{counted}keep every hand."),
    ):
        odds = odds_of_cards(two_heroes(), "chain", **asked)
        assert odds.statements[0].startswith(said)
        assert odds.as_json()["rule"] == list(odds.statements)
        assert odds.statements[0] in odds.summary()


def test_a_wish_that_no_card_fulfils_says_so():
    none = odds_of_cards(two_heroes(), "level 9 or (level 8 and chain)")
    assert none.headline("Mine").endswith("in the first 6 cards: no card of it is “level 9” or “level 8”.")
    assert "can never have" in none.headline("Mine")
    assert (none.missing, none.statements) == (("level 9", "level 8"), ())
    partly = odds_of_cards(two_heroes(), "level 9 or chain")
    assert "can never have" not in partly.headline("Mine")
    assert odds_of_cards(two_heroes(), "level 9 == 0").missing == ()


def test_a_character_in_quotes_is_said_to_be_part_of_a_name():
    asked = odds_of_cards(two_heroes(), 'level 1 "tiga" or chain', redraw_when='not "TIGA"')
    assert asked.by_name == ("TIGA",)
    assert asked.as_json()["part_of_name"] == ["TIGA"]
    assert sum("without quotes TIGA is the character" in note for note in asked.notes) == 1
    for text in ("level 1 TIGA", '"IG"', "chain"):
        assert odds_of_cards(two_heroes(), text).by_name == ()
        assert not any("quotes" in note for note in odds_of_cards(two_heroes(), text).notes)


def test_a_sure_thing_is_kept():
    assert odds_of_cards(two_heroes(), "TIGA >= 0", turn=2, redraw="best").rule[0].startswith("Keep")
    assert odds_of_cards(two_heroes(), "TIGA >= 0", turn=2, redraw="best").redraw_rate == 0


def word(counts, redraw, met=None, stake=0.01):
    counts = np.array(counts)
    flags = np.array(redraw, dtype=np.bool_)
    met = np.zeros_like(flags) if met is None else np.array(met, dtype=np.bool_)
    stakes = np.full(len(counts), stake)
    rule, followed = word_rule(counts, flags, met, stakes=stakes, labels=["A", "B"], sizes=[6, 6])
    assert rule.cost == pytest.approx(stake * (followed != flags).sum())
    return rule


GRID = [(a, b) for a in range(7) for b in range(7 - a)]


@pytest.mark.parametrize(
    ("keep", "lines"),
    [
        (lambda a, b: a >= 2, ("A >= 2",)),
        (lambda a, b: a >= 1 and b >= 1, ("A >= 1 and B >= 1",)),
        (lambda a, b: a == 0 and b <= 2, ("A == 0 and B <= 2",)),
        (lambda a, b: 1 <= a <= 2, ("A between 1 and 2",)),
    ],
)
def test_boxes_are_found(keep, lines):
    rule = word(GRID, [not keep(a, b) for a, b in GRID])
    assert (rule.lines, rule.keeps, rule.whole) == (lines, True, True)


@pytest.mark.parametrize(("redraw", "sentence"), [(True, "Redraw every hand."), (False, "Keep every hand.")])
def test_hands_that_are_all_treated_alike(redraw, sentence):
    rule = word(GRID, [redraw] * len(GRID))
    assert rule.sentences() == [sentence]


def test_a_rule_of_too_many_lines_says_that_it_is_not_the_whole():
    scattered = [(3 * a + 5 * b) % 2 == 0 for a, b in GRID]
    rule = word(GRID, scattered)
    assert len(rule.lines) == MAX_LINES
    assert not rule.whole


def test_lines_that_gain_next_to_nothing_are_left_out():
    scattered = [(3 * a + 5 * b) % 2 == 0 for a, b in GRID]
    rule = word(GRID, scattered, stake=0.0001)
    assert len(rule.lines) < MAX_LINES
    assert 0 < rule.cost <= NEXT_TO_NOTHING


def test_what_is_asked_for_is_a_line_where_it_says_more():
    met = [(a + b) % 2 == 0 for a, b in GRID]
    rule = word(GRID, [not hit for hit in met], met)
    assert rule.lines == (MEETS,)
    assert rule.whole
