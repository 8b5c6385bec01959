"""Skill and luck of a matchup: the same shuffles under every condition, and what is said of them."""

from __future__ import annotations

import html
import json

import numpy as np
import pytest

from tests.helpers import PLAIN, run
from ucgsim.errors import UcgsimError
from ucgsim.simulate.plan import First, Terms
from ucgsim.simulate.same_chance import play_games
from ucgsim.simulate.table import lay_out
from ucgsim.studies.decks import given_decks
from ucgsim.studies.skill import LEAD, PLAY, SHUFFLES, skill, write_skill

from .outline import outline


@pytest.fixture(scope="module")
def result(catalog):
    return skill(*PLAIN[:2], policies="greedy,random", games=2000, seed=7, catalog=catalog)


def test_every_shuffle_is_played_under_every_condition(result, catalog):
    assert result.points.shape == (250, 2, 2, 2)
    terms = Terms.of(seed=7, catalog=catalog)
    decks = given_decks(PLAIN[:2], terms)
    table = lay_out(decks, terms.but(policies=("random", "greedy")))
    rows = play_games(table, 7, 0, range(250), First.B).rows
    assert (result.points[:, 1, 1, 0] == np.where(rows["winner"] == 0, 2, 0)).all()
    assert (rows["first_lead"] == 1).all()


def test_who_plays_better_decides_where_one_of_two_plays_at_random(result):
    assert result.shares[PLAY].alone.rate > 0.1
    assert result.shares[PLAY].whole.rate > result.shares[PLAY].alone.rate
    assert result.rate(0, 1).rate > 0.75
    alone = sum(result.shares[name].alone.rate for name in (SHUFFLES, LEAD, PLAY))
    assert alone < 1 < sum(result.shares[name].whole.rate for name in (SHUFFLES, LEAD, PLAY))


def test_parts_of_any_size_are_the_same_games(result, catalog, monkeypatch):
    monkeypatch.setattr("ucgsim.simulate.same_chance.GAMES", 120)
    again = skill(*PLAIN[:2], policies="greedy,random", games=2000, seed=7, jobs=2, catalog=catalog)
    assert (again.points == result.points).all()
    assert again.answer() == result.answer()


def test_it_is_told_with_intervals_and_policies(result):
    plain = result.to_json()
    assert set(plain["shares"]) == {
        SHUFFLES,
        LEAD,
        PLAY,
        f"{PLAY} of {result.names[0]}",
        f"{PLAY} of {result.names[1]}",
    }
    assert plain["shuffles"] == 250
    assert "greedy v1 and random v1" in str(result.parts().foot)
    play = result.shares[PLAY]
    assert f"decides {100 * play.alone.rate:.0f} % of " in result.answer()
    assert f" alone, {100 * play.whole.rate:.0f} % with what shuffles and the Lead do to it." in result.answer()
    assert len(result.rows()) == 10


def test_the_command_prints_it_and_plays_it_again(result):
    words = ["skill", *map(str, PLAIN[:2]), "--policies", "greedy,random", "-n", "2000", "--seed", "7"]
    shown = run(*words, "--json", "--jobs", "1")
    assert shown.exit_code == 0, shown.output
    assert json.loads(shown.stdout)["answer"] == result.answer()
    assert "--policies greedy,random -n 2000 --seed 7" in result.command


def test_the_page_asks_and_answers_and_has_one_picture(result, tmp_path):
    path = write_skill(result, tmp_path / "new")
    text = html.unescape(path.read_text(encoding="utf-8"))
    outline(text)
    top = text[text.index("<body>") : text.index("</header>")]
    assert "is it skill or luck?" in top
    assert result.answer() in top
    assert top.count("<figure") == 1
    assert result.command in text
    assert json.loads((tmp_path / "new" / "summary.json").read_text(encoding="utf-8"))["shuffles"] == 250


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["-n", "40"], "give 80 or more"),
        (["--first", "a"], "No such option"),
        (["--policy", "random"], "No such option"),
        (["--policies", "greedy"], "two or more"),
    ],
)
def test_what_makes_no_sense_with_it_is_refused(words, text):
    result = run("skill", *PLAIN[:2], *words)
    assert result.exit_code == 2
    assert text in result.output


def test_games_that_never_differ_are_refused(result):
    with pytest.raises(UcgsimError, match="never differ"):
        type(result)(result.decks, result.policies, result.terms, result.points * 0).to_json()
