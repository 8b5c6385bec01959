"""Matrices of matches: what they say, what they refuse, and that the field can be solved from them."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from ucgsim.cli.main import main
from ucgsim.errors import UcgsimError
from ucgsim.report.matches import MATCHES, matches
from ucgsim.report.meta import meta

from .conftest import DECKLISTS, PLAIN

FOURTH = DECKLISTS / "plain-zero-geed.txt"


@pytest.fixture(scope="module")
def best_of_three(catalog):
    return matches(PLAIN, games=200, turns=12, seed=7, catalog=catalog)


def run(*args):
    return CliRunner().invoke(main, ["matrix", *map(str, args)])


def test_cells_are_antisymmetric(best_of_three):
    assert best_of_three.cell(0, 1).rate + best_of_three.cell(1, 0).rate == pytest.approx(1)
    assert best_of_three.cell(2, 2).rate == 0.5
    assert best_of_three.cell(0, 1).n == 100


def test_answer_summary_json_and_tables(best_of_three):
    told = best_of_three.summary()
    assert "200 matches (100 pairs) for each two, best of three" in told
    assert "time called in turn 12 of the match" in told
    assert "--match bo3 --turns 12 -n 200" in told
    answer = json.loads(json.dumps(best_of_three.to_json(), allow_nan=False))
    assert answer["matches"] == 600
    assert sum(answer["games_begun"]) == 600
    assert best_of_three.to_pandas().shape == best_of_three.to_polars().shape == (9, 9)
    assert "<table" in best_of_three._repr_html_()
    assert best_of_three.answer() in repr(best_of_three)


def test_the_field_is_solved_from_what_was_kept(best_of_three, tmp_path):
    best_of_three.write(tmp_path)
    solved = meta(tmp_path, times=20)
    assert solved.names == best_of_three.study.names
    assert solved.played.cells == best_of_three.cells


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": 9}', '{"format": 1, "players": [], "cells": [{}]}'])
def test_what_is_no_matrix_of_matches_is_refused(text, tmp_path):
    (tmp_path / MATCHES).write_text(text)
    with pytest.raises(UcgsimError, match=MATCHES):
        meta(tmp_path)


def test_two_decks_a_player(catalog):
    result = matches([*PLAIN, FOURTH], match="two-deck-bo3", games=100, catalog=catalog)
    assert len(result.study.entrants) == 2
    assert " / " in result.study.names[0]
    assert result.games[:, 1].sum() == 0


def test_refusals(catalog):
    with pytest.raises(UcgsimError, match="8 copies of BP01-047 over both decks; at most 4"):
        matches([PLAIN[0], PLAIN[0], PLAIN[1], FOURTH], match="two-deck-bo3", catalog=catalog)
    with pytest.raises(UcgsimError, match="name two decks for each of two or more players"):
        matches(PLAIN, match="two-deck-bo3", catalog=catalog)
    with pytest.raises(UcgsimError, match="bo3 with 1 deck; name two or more"):
        matches(PLAIN[:1], catalog=catalog)
    with pytest.raises(UcgsimError, match="are the same list"):
        matches([PLAIN[0], PLAIN[0]], catalog=catalog)
    with pytest.raises(UcgsimError, match="from 1 to 10,000"):
        matches(PLAIN, turns=0, catalog=catalog)


def test_the_command(tmp_path):
    result = run(*PLAIN[:2], "--match", "bo3", "-n", 99, "-j", 1, "--out", tmp_path / "m", "--json")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["match"] == "bo3"
    assert "playing 100 for each two players instead of 99" in result.stderr
    assert (tmp_path / "m" / MATCHES).is_file()


def test_the_command_refuses(tmp_path):
    for options, told in ((["--match", "bo5"], "'bo5' is not one of"), (["--turns", "0"], "is not a whole number")):
        result = run(*PLAIN[:2], *options)
        assert (result.exit_code, result.stdout) == (2, "")
        assert told in result.stderr
