"""The page of a matrix of matches: whole, with its plots and tables, and without what matches have not."""

from __future__ import annotations

import html
import json
import re

import pandas as pd
import polars as pl
import pytest

from tests.default_play import BY
from tests.helpers import DECKLISTS, PLAIN
from ucgsim.cards.versions import DEFAULT_RULES
from ucgsim.report.sheet import interval, near
from ucgsim.studies.kit.run import write_report
from ucgsim.studies.matrix import matches
from ucgsim.studies.matrix.matches import CUT, StoredMatches, format_words
from ucgsim.studies.matrix.question import matrix

from .outline import outline

DECKS = [DECKLISTS / f"{name}.txt" for name in ("tiga-dyna", "arc-blazar", "omega-meteo")]
FOURTH = DECKLISTS / "plain-zero-geed.txt"


def play_matches(decks, match="bo3", **options):
    return matrix(decks, match=match, **options)


@pytest.fixture(scope="module")
def folder(tmp_path_factory, catalog):
    out = tmp_path_factory.mktemp("matches") / "run"
    play_matches(DECKS, games=100, turns=9, seed=7, out=out, catalog=catalog)
    reported: list[int] = []
    assert write_report(out, advance=reported.append) == out / "index.html"
    assert reported == [1]
    return out


@pytest.fixture(scope="module")
def page(folder):
    return (folder / "index.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def result(folder, catalog):
    return StoredMatches(folder).answer(catalog)


def section(page, name):
    start = re.search(f'<(?:section|details) id="{name}">', page).start()
    end = re.compile('<(?:section|details) id="|<footer>').search(page, start + 1).start()
    return html.unescape(page[start:end])


def test_the_page_stands_alone_with_the_answer_first(page, result):
    answer = outline(page)
    assert answer.loads == []
    assert "http" not in page
    sections = re.findall(r'<(?:section|details) id="([a-z]+)">', page)
    assert sections == ["field", "lengths", "ratings", "format", "method", "decks"]
    body = html.unescape(page[page.index("<body>") :])
    assert "Which of these three decks is best, playing best of three?</h1>" in body[:200]
    assert result.answer() in re.sub("</?b>", "", body[:700])


def test_what_matches_have_not_is_not_mentioned(page, folder):
    assert "replay" not in page.lower()
    assert "Round" not in page
    assert not (folder / "replays").exists()


def test_matrix_field_and_ratings_are_those_of_the_matches(page, result):
    top, part = html.unescape(page[: page.index("</header>")]), section(page, "field")
    for row in range(3):
        assert interval(result.across.rates[row]) in part
        for column in {0, 1, 2} - {row}:
            cell = result.cell(row, column)
            assert f"{100 * cell.rate:.0f} %<small>{100 * cell.low:.0f} to {100 * cell.high:.0f} %, 100 matches<" in top
    assert "100 matches a matchup" in top
    assert "matches won against the field" in part
    assert "wins 60 % of the matches" in section(page, "ratings")


def test_lengths_are_told_with_interval_and_number(page, result):
    part = section(page, "lengths")
    rows = re.findall(r"<tr><td.*?</tr>", part)
    assert len(rows) == 4
    assert ">300<" in rows[0]
    for row, lengths in zip(rows, [result.play.lengths, *result.play.lengths_of.values()], strict=True):
        for estimate in (lengths.begun(2), lengths.begun(3), lengths.cut_rate):
            assert f'data-more="{interval(estimate)}">{near(estimate)}<' in row
    assert all(">100<" in row for row in rows[1:])
    assert "time ended a game" in part
    assert "n = 100 matches for each two, 300 in all." in part


def test_format_and_method_say_how_it_was_played(page, result):
    text = section(page, "format")
    assert all(paragraph in text for paragraph in format_words(result.plan))
    assert "Time is called in turn 9 of the match" in text
    assert "Readings in force" in text
    method = section(page, "method") + section(page, "decks")
    for part in (
        *(deck.fingerprint for decks in result.plan.entrants for deck in decks),
        *result.plan.versions.values(),
        result.command,
        "300 in all, 100 for each two; all matches have shuffles and a chance of their own",
        "called in turn 9 of the match",
        f"{BY} on both sides",
        f"comprehensive rules {DEFAULT_RULES}, official redraw, floor rules 1.7",
    ):
        assert part in method, part
    assert "both sides win the first throw equally often" in method
    assert "This command plays the same matches again" in method


@pytest.mark.parametrize("name", ["matrix", "lengths"])
def test_plots_lie_beside_the_page(folder, name):
    assert (folder / "plots" / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    assert "n = 100 matches" in (folder / "plots" / f"{name}.svg").read_text(encoding="utf-8")


def test_tables_and_summary_lie_beside_the_page(folder, result):
    tables = {"matrix": result.to_polars(), "field": result.field_table(), "lengths": result.play.length_table()}
    for name, table in tables.items():
        assert pl.read_parquet(folder / "tables" / f"{name}.parquet").equals(table)
        assert len(pd.read_csv(folder / "tables" / f"{name}.csv")) == table.height
    assert json.loads((folder / "summary.json").read_text(encoding="utf-8")) == json.loads(json.dumps(result.to_json()))


def test_a_report_is_the_same_again_and_leaves_the_matches_alone(folder, page):
    before = (folder / "matches.json").read_bytes()
    write_report(folder)
    assert (folder / "index.html").read_text(encoding="utf-8") == page
    assert (folder / "matches.json").read_bytes() == before


def test_matches_with_a_report_go_on(folder, catalog):
    again = play_matches(DECKS, games=100, turns=9, seed=7, out=folder, catalog=catalog)
    assert again.to_json() == StoredMatches(folder).answer(catalog).to_json()


def test_matches_without_time(tmp_path, catalog):
    play_matches(PLAIN[:2], games=20, out=tmp_path / "run", catalog=catalog)
    text = write_report(tmp_path / "run").read_text(encoding="utf-8")
    assert "Length of matches</h2>" in text
    assert CUT not in text
    assert "Time is called" not in text
    assert "never called" in section(text, "method")


def test_a_best_of_one_is_drawn_by_how_often_time_ends_it(tmp_path, catalog):
    play_matches(PLAIN[:2], match="bo1", turns=10_000, games=20, out=tmp_path / "run", catalog=catalog)
    text = write_report(tmp_path / "run").read_text(encoding="utf-8")
    assert "Which of these two decks is best, playing best of one?</h1>" in text
    assert sorted(path.stem for path in (tmp_path / "run" / "plots").glob("*.png")) == ["lengths", "matrix"]


def test_two_decks_a_player(tmp_path, catalog):
    play_matches([*PLAIN, FOURTH], match="two-deck-bo3", games=20, out=tmp_path / "run", catalog=catalog)
    text = write_report(tmp_path / "run").read_text(encoding="utf-8")
    assert "Which of these two players is best, playing best of three with two decks?</h1>" in text
    result = StoredMatches(tmp_path / "run").answer(catalog)
    labels = [label.get_text() for label in result.figure().axes[0].get_yticklabels()]
    assert labels == ["Plain Dyna and Gaia\nPlain Kaiju", "Plain Rosso and Blu\nPlain Zero and Geed"]
    message = section(text, "format")
    assert "a deck that has won a game is out" in message
    assert "the loser of the first game takes next the one of its decks" in message
    assert all(deck.fingerprint in text for decks in result.plan.entrants for deck in decks)


def test_many_match_ups_are_not_drawn_on_top_of_each_other(tmp_path, catalog, monkeypatch):
    monkeypatch.setattr(matches, "MOST_ROWS", 2)
    out = tmp_path / "run"
    play_matches(PLAIN, games=20, out=out, catalog=catalog)
    write_report(out)
    assert [path.stem for path in (out / "plots").glob("*.png")] == ["matrix"]


def test_the_given_field_is_on_the_page(tmp_path, catalog):
    weights, out = tmp_path / "weights.csv", tmp_path / "run"
    weights.write_text("plain dyna and gaia,0.9\nplain kaiju,0.1\n", encoding="utf-8")
    play_matches(PLAIN[:2], games=20, field=weights, out=out, catalog=catalog)
    text = write_report(out).read_text(encoding="utf-8")
    assert "against the given field" in text
    assert "The field: Plain Dyna and Gaia 90.0 %, Plain Kaiju 10.0 %" in text
