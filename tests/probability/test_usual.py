"""The five usual questions, and a chain that begins with a level."""

from __future__ import annotations

import json

import pytest

import ucgsim
from tests.helpers import DECKLISTS, answer, refusal, run
from tests.probability.small_decks import near
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.reading import read_deck
from ucgsim.errors import UcgsimError
from ucgsim.probability.odds import odds_of_cards
from ucgsim.probability.usual import QUESTIONS

TIGA = DECKLISTS / "tiga-dyna.txt"
BY_HAND = "(level 1 TIGA and level 2 TIGA) or (level 1 DYNA and level 2 DYNA)"


@pytest.fixture(scope="module")
def cards():
    catalog = shipped_catalog()
    return read_deck(TIGA, catalog).cards(catalog)


@pytest.mark.parametrize("turn", [None, 3])
@pytest.mark.parametrize("redraw", ["never", "unless"])
def test_a_chain_from_level_1_is_that_of_every_character_by_itself(cards, turn, redraw):
    short = odds_of_cards(cards, "chain 1-2", turn=turn, redraw=redraw)
    assert short.probability == near(odds_of_cards(cards, BY_HAND, turn=turn, redraw=redraw).probability)
    assert short.probability < odds_of_cards(cards, "chain", turn=turn, redraw=redraw).probability


def test_it_is_dealt_as_it_is_counted(cards):
    dealt = odds_of_cards(cards, "chain 1-3", sample=40_000)
    assert dealt.low <= odds_of_cards(cards, "chain 1-3").probability <= dealt.high


@pytest.mark.parametrize("text", ["chain 2-1", "chain 1-1", "chain 0-2", "chain 1-9"])
def test_a_chain_that_is_none_is_refused(cards, text):
    with pytest.raises(UcgsimError, match="valid here: chain 1-2 to 1-7"):
        odds_of_cards(cards, text)


def test_each_answer_is_that_of_its_question(cards):
    usual = ucgsim.odds(cards)
    for question, chance in usual.answers:
        assert chance.probability == odds_of_cards(cards, question.want).probability
    assert len(usual.answer().split()) <= 25
    (row,) = (row for row in usual.as_table().to_json() if row["want"] == "chain 1-2")
    assert row["by_turn_3"] == odds_of_cards(cards, "chain 1-2", turn=3).probability


def test_the_command_answers_all_five():
    text = run("odds", TIGA).stdout
    assert all(question.words in text for question in QUESTIONS)
    assert "89.8 %" in text.splitlines()[0]
    assert [each["want"] for each in answer("odds", TIGA)["questions"]] == [each.want for each in QUESTIONS]
    assert "name it with --want" in refusal("odds", TIGA, "--turn", 3)


def test_a_function_answers_what_the_command_does():
    assert ucgsim.odds(TIGA).to_json() == answer("odds", TIGA)
    for option in ({"turn": 3}, {"sample": 100}, {"scene_draws": True}, {"redraw": "never"}, {"groups": {}}):
        with pytest.raises(UcgsimError, match=f"odds: {next(iter(option))} needs a condition; name one with want"):
            ucgsim.odds(TIGA, **option)


def test_its_page_is_written(tmp_path):
    result = run("odds", TIGA, "--out", tmp_path / "page")
    assert result.exit_code == 0, result.output
    page = (tmp_path / "page" / "index.html").read_text(encoding="utf-8")
    assert "How does Tiga and Dyna open?" in page
    assert json.loads((tmp_path / "page" / "summary.json").read_text())["deck"] == "Tiga and Dyna"
    assert "--out is for the five usual questions" in refusal("odds", TIGA, "--want", "chain", "--out", tmp_path / "x")


def test_each_row_says_that_it_assumes_a_redraw_of_its_own(cards):
    usual = ucgsim.odds(cards)
    assert "Each row assumes a redraw of its own" in " ".join(usual.parts().lines())
    assert usual.to_json()["notes"] == [usual.as_table().note]


def test_cards_that_are_no_whole_deck_are_counted_with_a_note(cards, tmp_path):
    note = "Note: 49 cards are counted; a whole deck has 50."
    listed = tmp_path / "fewer.txt"
    lines = TIGA.read_text(encoding="utf-8").splitlines()
    first = next(place for place, line in enumerate(lines) if line.startswith("4 "))
    lines[first] = f"3 {lines[first][2:]}"
    listed.write_text("\n".join(lines), encoding="utf-8")
    for asked in ((), ("--want", "chain"), ("--want", "chain", "--vary", "scene: 3..4", "--filler", "level 1")):
        assert note in run("odds", listed, *asked).stdout
        assert note in answer("odds", listed, *asked)["notes"]
        assert "are counted" not in run("odds", TIGA, *asked).stdout
    assert answer("odds", listed)["cards"] == 49
    assert run("odds", listed, "--out", tmp_path / "page").exit_code == 0
    assert note in (tmp_path / "page" / "index.html").read_text(encoding="utf-8")
    assert note in odds_of_cards(cards[1:], "chain").summary().splitlines()
