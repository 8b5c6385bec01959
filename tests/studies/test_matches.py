"""Matrices of matches: what they say, what they refuse, and that the field can be solved from them."""

from __future__ import annotations

import json
import zlib

import numpy as np
import polars as pl
import pytest

import ucgsim
from tests.helpers import DECKLISTS, PLAIN, as_typed, run
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import sealed
from ucgsim.report.sheet import interval
from ucgsim.simulate.ledger import PARTS
from ucgsim.simulate.matches import Format
from ucgsim.studies.matrix.matches import CUT, MATCHES, TIMED, MatchCounts, PlayedMatches, StoredMatches
from ucgsim.studies.matrix.question import matrix
from ucgsim.studies.tournament.meta import meta

from .conftest import assert_antisymmetric

FOURTH = DECKLISTS / "plain-zero-geed.txt"


def matches(decks, match="bo3", **options):
    """A matrix of matches."""
    return matrix(decks, match=match, **options)


@pytest.fixture(scope="module")
def best_of_three(catalog, tmp_path_factory):
    """Three players, kept in a folder, with time called late enough to matter now and then."""
    out = tmp_path_factory.mktemp("matches") / "kept"
    played = matches(PLAIN, games=200, turns=9, seed=7, out=out, catalog=catalog)
    return played, out


@pytest.fixture
def played(best_of_three):
    return best_of_three[0]


@pytest.fixture
def folder(best_of_three):
    return best_of_three[1]


def test_cells_are_antisymmetric(played):
    assert_antisymmetric(played)
    assert played.cell(0, 1).n == 200


def test_answer_summary_json_and_tables(played):
    text = played.summary()
    assert played.names[played.field.best] in text.splitlines()[0]
    assert "Matches won of the row" in text or "Matches won" in text
    assert "200 matches for each two, best of three" in text
    assert "time called in turn 9 of the match" in text
    assert "--match bo3 --turns 9 -n 200" in text
    answer = json.loads(json.dumps(played.to_json(), allow_nan=False))
    assert answer["matches"] == 600
    assert [row["match"] for row in answer["lengths"]][2:] == ["3 games begun", TIMED, CUT]
    assert sum(row["matches"] for row in answer["lengths"][:3]) == 600
    assert answer["ranking"][0] == answer["best"]["deck"] == played.names[played.rankings[0][0]]
    assert answer["weights"] == dict.fromkeys(played.names, 1 / 3)
    assert played.to_pandas().reset_index().shape == played.to_polars().shape == (9, 15)
    assert interval(played.across.cell(0, 1)) in played._repr_html_()
    assert played.answer() in repr(played)


def test_every_percentage_has_its_interval(played):
    lines = played.summary().splitlines()
    shares = [line for line in lines if " %" in line and "interval" not in line and "included at" not in line]
    assert len(shares) > 8
    for line in shares[1:]:
        if " % ±" in line or "in % (each" in line or line.endswith(" 33.3 %"):
            continue
        text = line.replace("50 % (mirror)", "").replace("(Holm, 5 %)", "").replace("± 95 %", "")
        assert text.count(" % (") == text.count(" %"), line


def test_lengths_rest_on_matches(played):
    counts, plan = played.play.counts, played.plan
    for row, key in enumerate(plan.keys):
        third = counts.games[row, 3]
        estimate = played.play.lengths_of[key].begun(3)
        assert estimate.rate == pytest.approx(third.sum() / 200)
        assert estimate.n == plan.each == 200
    table = played.play.length_table()
    assert table.height == 3 * 5
    assert set(table["of"]) == {200}
    begun = table.filter(pl.col("match").str.ends_with("begun"))
    assert begun.group_by("player", "opponent").agg(pl.col("matches").sum())["matches"].to_list() == [200] * 3


def test_intervals_of_lengths_cover_the_truth_where_the_first_throw_matters():
    rng, times = np.random.default_rng(5), 2000
    covered = 0
    for third in rng.binomial(75, (0.3, 0.5), (times, 2)):
        games = np.stack([np.zeros(2, int), np.zeros(2, int), 75 - third, third])
        estimate = MatchCounts(games, games, third, third).begun(3)
        covered += estimate.low <= 0.4 <= estimate.high
    assert covered / times == pytest.approx(0.95, abs=0.015)


def test_without_time_nothing_is_said_of_it(catalog):
    free = matches(PLAIN[:2], games=20, catalog=catalog)
    assert "time" not in free.summary().split("Again:")[0]
    assert [row["match"] for row in free.to_json()["lengths"]] == ["2 games begun", "3 games begun"]


def test_heat_map_tells_of_matches(played):
    figure = played.figure()
    assert "600 in all" in figure.get_suptitle()
    assert figure.get_suptitle().startswith("Matches won by the row")
    assert figure.axes[1].get_ylabel() == "matches won"
    assert [text.get_text() for text in figure.axes[0].texts].count("mirror") == 3


def test_matches_are_read_back(played, folder, catalog):
    again = StoredMatches(folder).answer(catalog)
    assert again.to_json() == played.to_json()
    assert again.plan == played.plan


def play_nothing(*args):
    raise AssertionError("nothing is to be played")


def test_matches_that_are_kept_are_not_played_again(played, folder, catalog, monkeypatch):
    monkeypatch.setattr("ucgsim.simulate.matches.play_part", play_nothing)
    before = files(folder)
    again = matches(PLAIN, games=200, turns=9, seed=7, out=folder, catalog=catalog)
    assert again.to_json() == played.to_json()
    assert files(folder) == before


def files(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def interrupted(after):
    """A callback that is interrupted once so many matches are done."""
    done = []

    def advance(number):
        done.append(number)
        if sum(done) > after:
            raise KeyboardInterrupt

    return advance


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("jobs", [1, 2])
def test_matches_go_on_where_they_were_interrupted(jobs, tmp_path, catalog):
    """Stopped, then stopped in the middle of a line, then played on: the same bytes, whatever the jobs."""
    options = {"games": 500, "seed": 7, "catalog": catalog}
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    result = matches(PLAIN, **options, out=whole, jobs=1)
    with pytest.raises(KeyboardInterrupt):
        matches(PLAIN, **options, out=stopped, jobs=jobs, advance=interrupted(300))
    lines = files(whole)[PARTS]
    kept = files(stopped)[PARTS]
    assert kept
    assert len(kept) < len(lines)
    assert lines.startswith(kept)
    with pytest.raises(UcgsimError, match="is not finished; run it again with the same options to go on"):
        StoredMatches(stopped).answer(catalog)
    (stopped / PARTS).write_bytes(kept + lines[len(kept) : len(kept) + 20])
    reported = []
    again = matches(PLAIN, **options, out=stopped, jobs=jobs, advance=reported.append)
    assert again.to_json() == result.to_json()
    assert sum(reported) == 1500
    assert files(stopped) == files(whole)
    assert set(files(whole)) == {MATCHES, PARTS}


def test_a_folder_of_something_else_is_refused_before_anything_is_played(folder, tmp_path, catalog, monkeypatch):
    monkeypatch.setattr("ucgsim.simulate.matches.play_part", play_nothing)
    with pytest.raises(
        UcgsimError, match=r"holds a matrix of matches that differs in turns, seed; name another folder"
    ):
        matches(PLAIN, games=200, turns=8, seed=8, out=folder, catalog=catalog)
    (tmp_path / "holiday.txt").write_text("sun")
    with pytest.raises(UcgsimError, match=r"holds holiday\.txt but no matrix of matches"):
        matches(PLAIN, games=2, out=tmp_path, catalog=catalog)
    with pytest.raises(UcgsimError, match=r"holiday\.txt: is no folder"):
        matches(PLAIN, games=2, out=tmp_path / "holiday.txt", catalog=catalog)
    old = tmp_path / "old"
    old.mkdir()
    (old / MATCHES).write_text('{"format": 2, "plan": {}, "cells": []}')
    with pytest.raises(UcgsimError, match=r"matches\.json: is of format 2; this version of ucgsim reads 8"):
        matches(PLAIN, games=2, out=old, catalog=catalog)


def test_a_player_more_leaves_the_other_matches_as_they_were(played, catalog):
    more = matches([*PLAIN, FOURTH], games=200, turns=9, seed=7, catalog=catalog)
    assert all(more.cells[key] == played.cells[key] for key in played.cells)


def test_the_field_is_solved_from_what_was_kept(played, folder):
    solved = meta(folder, times=200)
    assert solved.names == played.names
    assert solved.played.cells == played.cells
    assert solved.played.unit == "matches"
    assert "n = 600 matches" in solved.figure().get_suptitle()
    assert meta(played, times=200).field == (1 / 3,) * 3


def test_a_weighted_field_is_kept_for_report_and_meta(played, tmp_path, catalog):
    weights, out = tmp_path / "weights.csv", tmp_path / "run"
    weights.write_text(f"deck,weight\n{played.names[0].upper()},25\n{played.names[2]},75\n", encoding="utf-8")
    weighted = matches(PLAIN, games=200, turns=9, seed=7, field=weights, out=out, catalog=catalog)
    assert weighted.field.weights == (0.25, 0.0, 0.75)
    for row, estimate in enumerate(weighted.field.rates):
        assert estimate.rate == pytest.approx(0.25 * played.cell(row, 0).rate + 0.75 * played.cell(row, 2).rate)
    assert "against the given field" in weighted.answer()
    assert weighted.command.endswith("--field field.csv")
    assert StoredMatches(out).answer(catalog).to_json() == weighted.to_json()
    solved = meta(out, times=200)
    assert solved.field == (0.25, 0.0, 0.75)
    assert "the given field" in solved.answer()
    assert "--field field.csv" in solved.command
    even = matches(PLAIN, games=200, turns=9, seed=7, out=out, catalog=catalog)
    assert even.field.rates == played.field.rates
    assert not (out / "field.csv").exists()


def changed(text, path, value):
    """The file with one value replaced, or dropped from its list for None."""
    data = json.loads(text)
    data.pop("seal")
    inner = data
    for step in path[:-1]:
        inner = inner[step]
    if value is None:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return sealed(data).decode()


DAMAGES = {
    "is not the plan of a matrix of matches as it was written": lambda text: text[: text.index("plan") + 1],
    "is damaged, or was changed since it was written": lambda text: text.replace('"seed": 7', '"seed": 8'),
    "is of format 2; this version of ucgsim reads 8": lambda text: json.dumps({"format": 2, "plan": {}, "cells": []}),
    "is of format 9; this version of ucgsim reads 8": lambda text: changed(text, ("format",), 9),
    'matches; an object with the objects "plan" and "context" was expected': lambda text: changed(
        text, ("context",), 3
    ),
    "it has no 'rules'": lambda text: changed(text, ("plan", "rules"), None),
    "each is no whole number from 1 to": lambda text: changed(text, ("plan", "each"), "100"),
    "players are not two or more": lambda text: changed(text, ("plan", "players"), []),
    "'bo9' is not a valid Format": lambda text: changed(text, ("plan", "match"), "bo9"),
    "is not the one whose fingerprint is": lambda text: changed(text, ("plan", "players", 0, 0, "cards"), {"X": 50}),
}


@pytest.mark.parametrize("message", DAMAGES)
def test_what_is_no_plan_of_matches_is_refused_in_one_line(message, folder, tmp_path):
    (tmp_path / MATCHES).write_text(DAMAGES[message]((folder / MATCHES).read_text(encoding="utf-8")))
    (tmp_path / PARTS).write_bytes((folder / PARTS).read_bytes())
    assert f"{tmp_path / MATCHES}: " in refused(tmp_path, message)
    assert sorted(path.name for path in tmp_path.iterdir()) == [MATCHES, PARTS]


def refused(place, message):
    """What meta and report say to it, in one line."""
    for command in ("meta", "report"):
        result = run(command, place)
        assert (result.exit_code, result.stdout) == (2, "")
        assert message in result.stderr
        assert result.stderr.count("\n") == 1
    return result.stderr


def counts_of(part, **changes):
    """A whole line of counts, some of them others."""
    _, mark, old = part.decode().split(" ", 2)
    data = json.loads(old)
    text = f"{mark} {json.dumps({'part': data['part'], 'counts': data['counts'] | changes})}"
    return f"{zlib.crc32(text.encode()):08x} {text}\n".encode()


DAMAGED_PARTS = {
    "line 1: is damaged": lambda line: line.replace(b'"points":[', b'"points":[1'),
    "line 1: is not a part of this matrix of matches (counts are not what they should be)": lambda line: counts_of(
        line, points=[0, 0, 100, 0, 0, 0]
    ),
    "(counts are not what they should be)": lambda line: counts_of(line, timed=[100.5, 0, 0]),
    "(counts do not agree with the number of matches)": lambda line: counts_of(line, cut=[101, 0]),
    "(counts of games begun do not add up)": lambda line: counts_of(line, games=[[0, 0], [0, 0], [100, 100], [1, 0]]),
    "(setting an array element": lambda line: counts_of(line, games=[[1], [1, 2], [], []]),
}


@pytest.mark.parametrize("message", DAMAGED_PARTS)
def test_counts_that_are_none_are_refused_by_their_line(message, folder, tmp_path):
    first, *others = (folder / PARTS).read_bytes().splitlines(keepends=True)
    (tmp_path / MATCHES).write_bytes((folder / MATCHES).read_bytes())
    (tmp_path / PARTS).write_bytes(DAMAGED_PARTS[message](first) + b"".join(others))
    assert f"{tmp_path / PARTS}, line 1: " in refused(tmp_path, message)


def test_counts_of_another_seed_are_refused(folder, tmp_path):
    text = (folder / MATCHES).read_text(encoding="utf-8")
    (tmp_path / MATCHES).write_text(changed(text, ("plan", "seed"), 8))
    (tmp_path / PARTS).write_bytes((folder / PARTS).read_bytes())
    result = "was not played for the plan in matches.json"
    assert f"{tmp_path / PARTS}, line 1: {result}" in refused(tmp_path, result)


def test_the_library_plays_matches_as_the_command_does(played, catalog):
    played = ucgsim.matrix(PLAIN, match="bo3", turns=9, games=200, seed=7, catalog=catalog)
    assert isinstance(played.play, PlayedMatches)
    assert played.to_json() == played.to_json()
    timed = ucgsim.matrix(PLAIN[:2], turns=3, games=20, catalog=catalog)
    assert isinstance(timed.play, PlayedMatches)
    assert timed.plan.form == "bo1"
    assert ucgsim.matrix(PLAIN[:2], match="bo1", games=20, catalog=catalog).duels
    with pytest.raises(UcgsimError, match="matches keep no games"):
        timed.games()


def test_two_decks_a_player(catalog):
    result = matches([*PLAIN, FOURTH], match="two-deck-bo3", games=100, catalog=catalog)
    assert len(result.plan.entrants) == 2
    assert " / " in result.names[0]
    assert "is best against the field" in result.answer() or "Not decided yet" in result.answer()
    assert [row["match"] for row in result.to_json()["lengths"]] == ["2 games begun", "3 games begun"]


def test_refusals(catalog):
    with pytest.raises(UcgsimError, match="8 copies of BP01-047 over both decks; at most 4"):
        matches([PLAIN[0], PLAIN[0], PLAIN[1], FOURTH], match="two-deck-bo3", catalog=catalog)
    with pytest.raises(UcgsimError, match="name two decks for each of two or more players"):
        matches(PLAIN, match="two-deck-bo3", catalog=catalog)
    with pytest.raises(UcgsimError, match="bo3 with 1 deck; name two or more"):
        matches(PLAIN[:1], catalog=catalog)
    with pytest.raises(UcgsimError, match="several players have these decks in this order; name each player once"):
        matches([*PLAIN[:1], FOURTH] * 2, match="two-deck-bo3", catalog=catalog)
    with pytest.raises(UcgsimError, match=f"match 'bo5' is unknown; known are {', '.join(Format)}"):
        matches(PLAIN, match="bo5", catalog=catalog)
    with pytest.raises(UcgsimError, match="games is 0; it must be 1 or more"):
        matches(PLAIN, games=0, catalog=catalog)
    with pytest.raises(UcgsimError, match="are the same list"):
        matches([PLAIN[0], PLAIN[0]], catalog=catalog)
    with pytest.raises(UcgsimError, match="from 1 to 10,000"):
        matches(PLAIN, turns=0, catalog=catalog)


def test_the_command(tmp_path):
    result = run("matrix", *PLAIN[:2], "--match", "bo3", "-n", 99, "-j", 1, "--out", tmp_path / "m", "--json")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["match"] == "bo3"
    assert "playing 100 for each two instead of 99" in result.stderr
    assert (tmp_path / "m" / MATCHES).is_file()
    again = run("matrix", *PLAIN[:2], "--match", "bo3", "-n", 100, "-j", 1, "--out", tmp_path / "m")
    assert f"a page of it: {as_typed('ucgsim', 'report', tmp_path / 'm')}" in again.stdout
    other = run("matrix", *PLAIN[:2], "--match", "bo3", "-n", 98, "--seed", 2, "-j", 1, "--out", tmp_path / "m")
    assert (other.exit_code, other.stdout) == (2, "")
    assert "holds a matrix of matches that differs in each, seed" in other.stderr


def test_the_command_takes_a_field(tmp_path, played):
    weights = tmp_path / "weights.csv"
    weights.write_text(f"{played.names[0]},0.5\n{played.names[1]},0.5\n", encoding="utf-8")
    result = run("matrix", *PLAIN[:2], "--match", "bo3", "-n", 20, "-j", 1, "--field", weights, "--json")
    assert result.exit_code == 0, result.stderr
    assert list(json.loads(result.stdout)["weights"].values()) == [0.5, 0.5]
    weights.write_text("Nobody,1\n", encoding="utf-8")
    result = run("matrix", *PLAIN[:2], "--match", "bo3", "-n", 20, "--field", weights, "--out", tmp_path / "new")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no deck 'Nobody' was played" in result.stderr
    assert not (tmp_path / "new").exists()


def test_the_command_refuses(tmp_path):
    for options, text in ((["--match", "bo5"], "'bo5' is not one of"), (["--turns", "0"], "is not a whole number")):
        result = run("matrix", *PLAIN[:2], *options)
        assert (result.exit_code, result.stdout) == (2, "")
        assert text in result.stderr
