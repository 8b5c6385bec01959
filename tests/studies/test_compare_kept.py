"""Comparisons that weigh their opponents, and comparisons in a folder: going on, reading back, the page."""

from __future__ import annotations

import json
import re
import shlex
from hashlib import sha256
from pathlib import Path

import polars as pl
import pytest

from tests.helpers import DECKLISTS, PLAIN, assert_refuses
from tests.simulate.sealing import resealed
from ucgsim.errors import UcgsimError
from ucgsim.simulate.ledger import PARTS
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.same_chance import PairTask
from ucgsim.studies.compare.plan import UNTIL_SURE, Stop, plan_compare
from ucgsim.studies.compare.question import COMPARE, CompareQuestion, compare, read_compare
from ucgsim.studies.kit.run import write_report

pytestmark = pytest.mark.usefixtures("all_undrawn", "all_small_parts")

BUILDS = (DECKLISTS / "omega-mono.txt", DECKLISTS / "zero-geed.txt")
STOPS = {"fixed": Stop(), "sure": UNTIL_SURE, "precision": Stop(precision=4.0)}


@pytest.fixture
def weights(tmp_path):
    place = tmp_path / "weights.csv"
    place.write_text("deck,weight\nPlain Dyna and Gaia,0\nPlain Kaiju,0.2\nPlain Rosso and Blu,0.8\n")
    return place


def study(catalog, stop=STOPS["sure"], field=None, games=3000, **options):
    terms = Terms(**{"seed": 7, "rules": "1.6", "catalog": catalog} | options)
    return plan_compare(*BUILDS, PLAIN, terms, games=games, stop=stop, field=field)


def files(folder):
    return {
        str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def kept(catalog, tmp_path_factory):
    """A weighted comparison that a test stopped after a few looks, in a folder."""
    folder = tmp_path_factory.mktemp("compare")
    weights = folder / "weights.csv"
    weights.write_text("Plain Dyna and Gaia,80\nplain kaiju,20\n")
    result = CompareQuestion(study(catalog, field=weights), folder / "kept").play()
    assert len(result.looks) > 2
    return result


@pytest.fixture(scope="module")
def place(kept):
    return kept.study.field.parent / "kept"


def test_opponents_are_met_in_proportion_to_their_shares(kept):
    shares = [matchup.difference.n / kept.each for matchup in kept.matchups]
    # Every opponent is met an even number of times.
    assert shares == pytest.approx([0.8, 0.2], abs=2 / kept.each)
    by_hand = sum(s * m.difference.rate for s, m in zip((0.8, 0.2), kept.matchups, strict=True))
    assert kept.by_games.rate == pytest.approx(by_hand)
    assert kept.pooled.moments[0] == pytest.approx(by_hand)


def test_who_has_no_share_is_not_met_and_that_is_said(kept):
    assert [deck.name for deck in kept.study.opponents] == ["Plain Dyna and Gaia", "Plain Kaiju"]
    assert "Not met, because weights.csv gives no share to them: Plain Rosso and Blu." in kept.summary()
    assert "against 2 opponents in the shares of weights.csv" in kept.summary()
    answer = kept.to_json()
    assert [each["share"] for each in answer["opponents"]] == [0.8, 0.2]
    assert answer["not_met"] == ["Plain Rosso and Blu"]
    assert kept.to_polars()["share"].to_list() == [0.8, 0.2, 1.0]


def test_the_command_names_the_field_and_everyone(kept):
    words = [Path(word).name for word in shlex.split(kept.study.command_with())]
    assert " plain-rosso-blu --field weights.csv -n 3000 " in " ".join(words)


def test_a_share_changes_no_game_of_an_opponent(catalog, weights):
    """The second opponent's first games are the same, whoever else is met, and however often."""
    weighed = compare(*BUILDS, PLAIN, games=500, field=weights, seed=7, catalog=catalog)
    equal = compare(*BUILDS, PLAIN, games=300, seed=7, catalog=catalog)
    assert [matchup.difference.n for matchup in weighed.matchups] == [100, 400]
    assert weighed.matchups[0].sample.counts.tolist() == equal.matchups[1].sample.counts.tolist()


@pytest.mark.parametrize("stop", STOPS.values(), ids=STOPS.keys())
def test_whatever_stopped_it_the_end_is_the_same(stop, catalog, tmp_path):
    """Stopped after a line and in the middle of one, then played on: the same bytes, the same looks."""
    whole = CompareQuestion(study(catalog, stop), tmp_path / "whole").play()
    stopped = tmp_path / "stopped"
    with pytest.raises(KeyboardInterrupt):
        CompareQuestion(study(catalog, stop), stopped).play(advance=interrupt)
    lines = (tmp_path / "whole" / PARTS).read_bytes()
    assert 0 < len((stopped / PARTS).read_bytes()) <= len(lines)
    assert set(files(stopped)) == {COMPARE, PARTS}
    (stopped / PARTS).write_bytes(lines[: 2 * len(lines) // 3])
    again = CompareQuestion(study(catalog, stop), stopped).play(jobs=2)
    assert [look.each for look in again.looks] == [look.each for look in whole.looks]
    assert files(stopped) == files(tmp_path / "whole")
    assert len(files(stopped)) > 6


def interrupt(*_):
    raise KeyboardInterrupt


def test_a_finished_one_is_not_played_again(kept, place, catalog, monkeypatch):
    before = files(place)
    monkeypatch.setattr("ucgsim.simulate.same_chance.PairTask.run", None)
    again = CompareQuestion(study(catalog, field=kept.study.field), place).play()
    assert again.difference == kept.difference
    assert files(place) == before


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"stop": STOPS["precision"]}, "until_sure, precision"),
        ({"seed": 8}, "seed"),
        ({"field": None}, "opponents, shares"),
        ({"policies": ("random", "greedy")}, "policies, cards, versions"),
    ],
)
def test_another_comparison_is_refused_by_what_differs(change, named, kept, place, catalog):
    other = study(catalog, **({"field": kept.study.field} | change))
    with pytest.raises(UcgsimError, match=rf"holds a comparison that differs in {named}"):
        CompareQuestion(other, place).play()


@pytest.fixture(scope="module", params=STOPS.values(), ids=STOPS.keys())
def longer(request, catalog, tmp_path_factory):
    """How a comparison stops, the folder of one played from the start, and the result."""
    folder = tmp_path_factory.mktemp("longer") / "whole"
    return request.param, folder, CompareQuestion(study(catalog, request.param, games=2400), folder).play()


@pytest.mark.parametrize("games", [1000, 1030, 2200], ids=["whole looks", "a look cut short", "other parts"])
def test_a_longer_one_goes_on_where_a_shorter_one_ended(longer, games, catalog, tmp_path, monkeypatch):
    """The same as if it had been the longer one from the start; what both play alike is not played again."""
    stop, folder, whole = longer
    CompareQuestion(study(catalog, stop, games=games), tmp_path / "grown").play()
    short = lines_of(tmp_path / "grown")
    played = []
    part = "ucgsim.simulate.same_chance.PairTask.run"
    monkeypatch.setattr(part, lambda task, run=PairTask.run: played.append(task.key) or run(task))
    again = CompareQuestion(study(catalog, stop, games=2400), tmp_path / "grown").play()
    assert {**files(tmp_path / "grown"), PARTS: ""} == {**files(folder), PARTS: ""}
    assert again.summary() == whole.summary()
    assert lines_of(tmp_path / "grown") == short | lines_of(folder)
    assert len(played) == len(lines_of(folder) - short)
    CompareQuestion(study(catalog, stop, games=games), tmp_path / "grown").play()
    assert len(played) == len(lines_of(folder) - short)


def lines_of(folder):
    return set((folder / PARTS).read_text().splitlines())


def test_growing_that_was_stopped_leaves_an_unfinished_shorter_one(catalog, tmp_path, monkeypatch):
    """Killed between parts and plan: the folder still holds the shorter comparison, and plays it to its end."""
    small, large = (study(catalog, STOPS["fixed"], games=games) for games in (1030, 2400))
    CompareQuestion(small, tmp_path / "kept").play()
    before = files(tmp_path / "kept")
    with monkeypatch.context() as patch:
        patch.setattr("ucgsim.simulate.ledger.write_sealed", interrupt)
        with pytest.raises(KeyboardInterrupt):
            CompareQuestion(large, tmp_path / "kept").play()
    CompareQuestion(small, tmp_path / "kept").play()
    assert files(tmp_path / "kept") == before


def test_what_is_read_back_says_the_same(kept, place, catalog):
    result = read_compare(place, catalog)
    assert result.summary() == kept.summary()
    assert result.to_json() == kept.to_json()
    assert result.to_polars().equals(kept.to_polars())


def test_a_report_writes_the_same_files(place, catalog):
    before = files(place)
    assert write_report(place, catalog=catalog) == place / "index.html"
    assert files(place) == before


@pytest.mark.parametrize("left", [0, 1, 3])
def test_an_unfinished_one_has_no_report(left, place, catalog, tmp_path):
    (tmp_path / COMPARE).write_bytes((place / COMPARE).read_bytes())
    lines = (place / PARTS).read_bytes().splitlines(keepends=True)
    (tmp_path / PARTS).write_bytes(b"".join(lines[:left]))
    assert_refuses("is not finished; run it again with the same options to go on", read_compare, tmp_path, catalog)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": None}, "is not the plan of a comparison"),
        ({"builds": []}, "is not the plan of a comparison"),
        ({"opponents": []}, r"is not the plan of a comparison \(opponents, .* are not as many\)"),
        ({"precision": {}, "policies": 3}, r"is not .* \(policies is no list of texts\)"),
        ({"shares": [1.0]}, "is not the plan of a comparison"),
        ({"shares": [0.8, 0.8]}, "is not the plan of a comparison"),
    ],
)
def test_a_plan_that_is_none_is_named(change, message, place, catalog, tmp_path):
    (tmp_path / COMPARE).write_bytes((place / COMPARE).read_bytes())
    resealed(tmp_path / COMPARE, lambda data: data["plan"].update(change))
    assert_refuses(f"compare.json: {message}", read_compare, tmp_path, catalog)


def test_the_page_says_what_the_summary_says(kept, place):
    page = (place / "index.html").read_text()
    for words in ("Where the difference lies", "Cards that differ", "The way to the stop", "Method"):
        assert words in page
    assert page.count("<svg") == 3
    assert f"The deck: {kept.study.builds[1].name}" in page
    for number, *_ in kept.study.differing:
        assert number in page
    assert kept.study.builds[0].fingerprint in page
    assert "Not met, because weights.csv gives no share" in page
    assert json.loads((place / "summary.json").read_text())["difference"]["n"] == kept.each
    assert "http" not in re.sub(r"http://www.w3.org/\S+", "", page)


def test_tables_and_plots_lie_beside_it(kept, place):
    looks = pl.read_parquet(place / "tables" / "looks.parquet")
    assert looks["games_of_each_build"].to_list() == [look.each for look in kept.looks]
    assert looks["low"].to_list()[-1] == pytest.approx(kept.by_games.low)
    assert pl.read_csv(place / "tables" / "opponents.csv")["opponent"].to_list()[-1] == "all"
    assert {path.name for path in (place / "plots").iterdir()} == {
        f"{name}.{kind}" for name in ("differences", "way") for kind in ("png", "svg")
    }


def test_one_that_was_fixed_shows_no_way(catalog, tmp_path):
    compare(*BUILDS, PLAIN[:1], games=100, out=tmp_path / "fixed", catalog=catalog)
    assert "The way to the stop" not in (tmp_path / "fixed" / "index.html").read_text()
    assert not (tmp_path / "fixed" / "tables" / "looks.csv").exists()
