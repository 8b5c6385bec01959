"""A question asked again under another policy: what is told, kept, gone on with and verified."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from tests.default_play import BY
from tests.helpers import PLAIN, assert_refuses, run
from ucgsim.errors import UcgsimError
from ucgsim.report.sheet import about
from ucgsim.simulate.counts import LAYOUT, Counts
from ucgsim.simulate.folder import DONE, RunFolder
from ucgsim.stats.agreement import CheckVerdict, side
from ucgsim.stats.rates import wilson
from ucgsim.studies.check import (
    TOO_CLOSE,
    Budget,
    Wanted,
    decides_words,
    games_for_points,
    games_of_check,
    read_budget,
    read_check,
    seed_of_check,
    usual_check,
)
from ucgsim.studies.compare.question import compare, read_compare
from ucgsim.studies.duel.question import duel, read_duel
from ucgsim.studies.kit.basis import verdict_in_words
from ucgsim.studies.kit.question import CHECK
from ucgsim.studies.kit.run import check, parts_of, verify
from ucgsim.studies.matrix.question import matrix, read_matrix

pytestmark = pytest.mark.usefixtures("all_undrawn")


@pytest.fixture(scope="module")
def checked(catalog, tmp_path_factory):
    """A matrix of three decks with its check, kept in a folder."""
    out = tmp_path_factory.mktemp("checked") / "run"
    return matrix(PLAIN, games=400, seed=7, check="random", check_games=600, out=out, catalog=catalog)


def test_what_is_confirmed_and_what_is_open_is_said_of_each():
    """The foot said "not decided yet" beside three matchups that were "confirmed"."""
    known, unknown = CheckVerdict.STANDS, CheckVerdict.OPEN
    said = verdict_in_words(unknown, 650, [known, known, unknown])
    assert said == "2 of 3 matchups confirmed by stronger play in 650 games, open over all of them"
    assert verdict_in_words(unknown, 0, [unknown] * 3) == "double-checked by stronger play, not decided yet"
    assert verdict_in_words(unknown, 0, [known]) == "double-checked by stronger play, not decided yet"
    assert verdict_in_words(known, 0, [known, unknown]) == "confirmed by stronger play"


def test_a_number_of_games_that_is_of_no_use_is_not_named():
    """A deck at 51 % was sent to play 23,000 more games than the 650 of its check."""
    words = "about {games:,} games would decide"
    assert decides_words(6_500, 650, words) == "about 6,500 games would decide"
    assert decides_words(23_000, 650, words) == TOO_CLOSE


BOTH_PLAYS = ("answer", "players")
"""What a check's games go into."""


def without_answer(result):
    """All that it says but which of two plays is the answer."""
    return {key: value for key, value in result.to_json().items() if key not in BOTH_PLAYS}


def test_a_duel_says_what_a_check_makes_of_it(played, catalog):
    result = check(played, Wanted("random", 300), jobs=1, catalog=catalog)
    text, data = result.summary(), result.to_json()
    assert f"under {BY}" in text
    assert "under random v1" in text
    assert data["check"]["games"] == 300
    assert data["check"]["seed"] == seed_of_check(7) != 7
    data["command"] = data["command"].removesuffix(" --check random --check-games 300")
    assert {key: value for key, value in data.items() if key not in {"check", *BOTH_PLAYS}} == without_answer(played)


def turned(result):
    """The first play as if it had told the other side of what the check tells."""
    wanted = 0.3 if result.check.findings.win_rate["a"].rate > 0.5 else 0.7
    numbers = result.counts.numbers.copy()
    points = numbers.view(LAYOUT)["points"][0]
    points[:] = 0
    points[:, 0], points[:, 2] = round(1000 * (1 - wanted)), round(1000 * wanted)
    return replace(result, counts=Counts(numbers))


def test_where_the_answer_turns_json_says_what_the_sentence_says(played, catalog):
    result = turned(check(played, Wanted("random", 4000), jobs=1, catalog=catalog))
    assert result.check.rate(result.findings).verdict is CheckVerdict.TURNS
    assert "contradicted by stronger play" in str(result.parts().foot)
    answer = result.to_json()["answer"]
    assert answer["win_rate"]["a"]["rate"] == result.shown.rate
    assert about(result.shown) in result.answer()


def test_a_matrix_marks_what_turns_and_stars_none_of_it(checked):
    row, column = next(key for key, result in checked.checked.cells.items() if side(result.strong, 0.5))
    duels = checked.duels | {(row, column): turned(checked.duels[row, column])}
    result = replace(checked, play=replace(checked.play, duels=duels))
    assert (row, column) in result.checked.keys(CheckVerdict.TURNS)
    assert (row, column) in result.certain or (column, row) in result.certain
    assert result.cell_text(row, column).endswith("!")
    assert result.cell_text(column, row).endswith("!")
    starred = {(each["winner"], each["loser"]) for each in result.to_json()["certain"]}
    assert not {(result.names[row], result.names[column]), (result.names[column], result.names[row])} & starred
    assert f"{result.names[row]} against {result.names[column]} from " in result.summary()


def test_a_check_has_the_same_bytes_for_any_jobs_and_goes_on(checked, catalog, tmp_path):
    again = matrix(PLAIN, games=400, seed=7, out=tmp_path / "run", catalog=catalog)
    check(again, Wanted("random", 600), jobs=2, catalog=catalog)
    places = sorted(path.relative_to(checked.path) for path in checked.path.rglob("*") if path.is_file())
    assert any(place.parts[0] == CHECK for place in places)
    for place in places:
        assert (tmp_path / "run" / place).read_bytes() == (checked.path / place).read_bytes()
    one = next((tmp_path / "run" / CHECK).glob("001-*"))
    (one / DONE).unlink()
    (one / "part-00000.parquet").unlink()
    assert_refuses("not finished", read_matrix, tmp_path / "run")
    assert read_matrix(tmp_path / "run", check=False).check is None
    assert check(again, Wanted("random", 600), jobs=1, catalog=catalog).to_json() | {"command": ""} == (
        checked.to_json() | {"command": "", "games_per_second": again.to_json()["games_per_second"]}
    )


def test_a_kept_check_is_read_and_verified(checked, catalog):
    assert read_matrix(checked.path).answer() == checked.answer()
    assert parts_of(checked.path) == 6
    assert all(each.holds for each in verify(checked.path, catalog, replay=True))


def test_a_damaged_check_is_told(checked, catalog, tmp_path):
    run = duel(*PLAIN[:2], games=40, check="random", out=tmp_path / "run", catalog=catalog)
    place = RunFolder(tmp_path / "run" / CHECK).part(0)
    place.write_bytes(place.read_bytes()[:-1])
    assert [each.place for each in verify(tmp_path / "run", catalog) if not each.holds] == [str(place)]
    assert_refuses("can't be read", read_duel, run.folder)


def test_a_check_of_something_else_is_refused(catalog, tmp_path):
    duel(*PLAIN[:2], games=40, out=tmp_path / "run", catalog=catalog)
    duel(*PLAIN[1:], games=40, out=tmp_path / "run" / CHECK, catalog=catalog)
    assert_refuses("other decks", read_duel, RunFolder(tmp_path / "run"))


def test_the_page_shows_the_check(checked, catalog):
    result = run("report", checked.path, "--json")
    assert result.exit_code == 0, result.output
    page = (checked.path / "index.html").read_text(encoding="utf-8")
    assert "Double-checked by random v1, 600 games a matchup" in page
    assert "turns" in page
    summary = json.loads((checked.path / "summary.json").read_text(encoding="utf-8"))
    assert summary["check"]["policy"] == "random v1"


def test_the_answer_comes_before_its_check_and_what_the_check_made_of_it_after(tmp_path):
    played = ("duel", *PLAIN[:2], "-n", 200, "-j", 1)
    words = (*played, "--check", "random", "--check-games", 100, "--out", tmp_path / "run")
    first = run(*words)
    before, _, after = first.stderr.partition("With the check:")
    alone = run(*played).stdout.splitlines()[0]
    assert before.index("Before the check:") < before.index(alone)
    assert "check" not in after
    assert "confirmed by stronger play" in " ".join(first.stdout.split())
    again = run(*words)
    assert (again.stdout, again.stderr) == (first.stdout, "")
    assert "Before" not in run(*words, "--json").stderr


def test_a_comparison_is_checked_kept_and_read(catalog, tmp_path):
    out = tmp_path / "run"
    plain = compare(*PLAIN[:2], PLAIN[2:], games=400, catalog=catalog)
    result = compare(*PLAIN[:2], PLAIN[2:], games=400, check="random", check_games=200, out=out, catalog=catalog)
    assert result.difference == plain.difference
    data = result.to_json()
    assert data["check"]["games_of_each_build"] == 200
    assert data["command"].endswith(" --check random --check-games 200")
    assert f"Again: {data['command']}" in result.summary()
    data["command"] = data["command"].removesuffix(" --check random --check-games 200")
    assert {key: value for key, value in data.items() if key not in {"check", *BOTH_PLAYS}} == without_answer(plain)
    assert "random v1 on both sides" in result.summary()
    assert read_compare(out, catalog).answer() == result.answer()
    page = (out / "index.html").read_text(encoding="utf-8")
    assert "by stronger play" in page
    assert "random v1 on both sides" in page[page.index('id="method"') :].partition("never mixed")[0]
    assert ("all stars hold together" in page) == any(row.starred for row in result.by_opponent)
    assert all(each.holds for each in verify(out, catalog))
    place = out / CHECK / "parts.jsonl"
    place.write_bytes(place.read_bytes().replace(b"1", b"2", 1))
    assert not all(each.holds for each in verify(out, catalog))


def test_a_comparison_that_turns_stars_nothing(catalog):
    """The first play is sure of one side, the check of the other."""
    first = compare(*PLAIN[:2], PLAIN, games=4000, check="random", check_games=400, catalog=catalog)
    other = replace(first.check, tables=np.transpose(first.tables, (0, 2, 1)))
    result = replace(first, check=other)
    assert any(row.moved for row in first.by_opponent)
    assert result.checked.verdict is CheckVerdict.TURNS
    assert not any(row.starred for row in result.by_opponent)
    assert "points (" in result.summary()
    assert not any("*" in cell.text for row in result.parts().first[1].rows for cell in row)
    assert "contradicted by stronger play" in result.summary()


def test_how_much_is_checked():
    assert games_of_check(None, 2000) == 400
    assert games_of_check(None, 101) == 100
    assert games_of_check(None, 2000, 276) == 20
    assert games_of_check(None, 2000, 10_000) == 2
    assert games_of_check(33, 2000, 276) == 34
    assert_refuses("a check of 0 games", games_of_check, 0, 2000)


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("30s", Budget(seconds=30)),
        (" 1.5 m", Budget(seconds=90)),
        ("1h", Budget(seconds=3600)),
        ("2pp", Budget(None, 2)),
    ],
)
def test_a_budget_is_a_time_or_a_precision(text, budget):
    assert read_budget(text) == budget


def test_a_precision_is_met_whatever_the_rate():
    """Of independent games an even matchup needs the most."""
    games = games_for_points(2)
    assert wilson(games / 2, games).width / 2 <= 0.02
    assert wilson((games - 4) / 2, games - 4).width / 2 > 0.0199


def test_a_check_of_a_time_ends_when_it_knows(catalog, monkeypatch):
    monkeypatch.setattr("ucgsim.studies.check.games_per_second", lambda *_: 2000.0)
    clear = duel(*PLAIN[:2], games=40, check="random", check_budget="1s", catalog=catalog)
    assert clear.check.findings.games < 2000
    assert clear.command.endswith(" --check random")
    # Random play of two lists that are one and the same but for a card is even, as far as a second goes.
    even = duel(PLAIN[0], PLAIN[0], games=40, check="random", check_budget="1s", catalog=catalog)
    assert even.check.findings.games > 400


def test_a_check_of_a_time_goes_on_as_it_was_begun(catalog, tmp_path):
    first = duel(*PLAIN[:2], games=40, check="random", check_games=600, out=tmp_path / "run", catalog=catalog)
    again = duel(*PLAIN[:2], games=40, check="random", check_budget="1s", out=tmp_path / "run", catalog=catalog)
    assert again.answer() == first.answer()


def test_a_check_of_a_comparison_plays_until_it_is_as_precise(catalog):
    result = compare(*PLAIN[:2], games=400, check="random", check_budget="3pp", catalog=catalog)
    assert result.check.difference.width <= 0.06
    assert result.to_json()["command"].endswith(" --check random --check-budget 3pp")


def test_a_number_of_games_and_a_budget_are_two_answers_to_one_question(catalog):
    with pytest.raises(UcgsimError, match="name the one or the other"):
        duel(*PLAIN[:2], games=40, check="random", check_games=40, check_budget="1s", catalog=catalog)


def test_a_kept_comparison_is_checked_by_its_report(catalog, tmp_path):
    compare(*PLAIN[:2], PLAIN[2:], games=400, out=tmp_path / "run", catalog=catalog)
    whole = compare(*PLAIN[:2], PLAIN[2:], games=400, check="random", check_games=200, catalog=catalog)
    words = ["report", str(tmp_path / "run"), "--check", "random", "--check-games", "200"]
    for _ in range(2):
        result = run(*words)
        assert result.exit_code == 0, result.output
    page = (tmp_path / "run" / "index.html").read_text(encoding="utf-8")
    assert "random v1 on both sides" in page
    assert "--check random --check-games 200" in page
    assert read_compare(tmp_path / "run", catalog).answer() == whole.answer()
    assert run("report", tmp_path / "run", "--check", "none").exit_code == 0
    assert "random v1" not in (tmp_path / "run" / "index.html").read_text(encoding="utf-8")


def test_who_searches_is_not_checked_unless_asked():
    for played in (["greedy"], ["random"], ["greedy", "planner:tries=0"]):
        assert usual_check(played) == "search:16,with=planner", "the planner plays on, whoever is checked"
    assert usual_check(["search:8", "greedy"]) is None
    assert read_check("none", ["greedy"]) is None
    assert read_check("search:16", ["greedy", "search:16"]) == "search:16"
