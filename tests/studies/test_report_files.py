"""What a report writes: whole or not at all, Parquet that pandas reads, one deck's side, games to read, the example."""

from __future__ import annotations

import errno
import html
import json
import shutil
from dataclasses import replace
from importlib.metadata import requires
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

from tests.helpers import ROOT, as_typed, assert_refuses
from ucgsim.decks.deck import Deck
from ucgsim.errors import UcgsimError
from ucgsim.report.sheet import about
from ucgsim.report.staging import staging
from ucgsim.safe_text import place_word
from ucgsim.simulate.columns import SIDES
from ucgsim.studies.duel.question import duel
from ucgsim.studies.duel.replays import CLOSE, COMEBACK, TYPICAL, game_sheet, replays, worth_reading
from ucgsim.studies.kit.run import matchups, write_report
from ucgsim.studies.matrix import played as many
from ucgsim.studies.matrix.result import MatrixResult, place_of, rivals_of, side_page

FULL = OSError(errno.ENOSPC, "No space left on device")


pytestmark = pytest.mark.usefixtures("all_undrawn")


def tree(folder):
    """Everything below a folder, hidden files as well."""
    return {str(path.relative_to(folder)): path.is_file() and path.read_bytes() for path in folder.rglob("*")}


def failing(monkeypatch, method, error, count):
    """Let the method of a path fail when it is called for the ``count``-th time."""
    real, calls = getattr(Path, method), []

    def fail(self, *args, **options):
        calls.append(self)
        if len(calls) == count:
            raise error
        return real(self, *args, **options)

    monkeypatch.setattr(Path, method, fail)
    return calls


@pytest.fixture(scope="module")
def reported(kept, tmp_path_factory):
    """A duel with a page that an older version wrote, and a file of the player's own among the plots."""
    folder = tmp_path_factory.mktemp("reported") / "run"
    shutil.copytree(kept.folder.path, folder)
    write_report(folder)
    (folder / "index.html").write_text("an older page", encoding="utf-8")
    (folder / "plots" / "lead.svg").write_text("an older plot", encoding="utf-8")
    (folder / "plots" / "mine.png").write_text("my own", encoding="utf-8")
    return folder


@pytest.fixture(params=["fresh", "over a page"])
def folder(request, kept, reported, tmp_path):
    place = tmp_path / "run"
    if request.param == "fresh":
        shutil.copytree(
            kept.folder.path, place, ignore=shutil.ignore_patterns("plots", "tables", "replays", "*.html", "summary*")
        )
    else:
        shutil.copytree(reported, place)
    return place


@pytest.mark.parametrize(("method", "count"), [("write_bytes", 12), ("replace", 9), ("replace", 52)])
@pytest.mark.parametrize("error", [FULL, KeyboardInterrupt()], ids=["full", "interrupted"])
def test_a_report_that_fails_leaves_everything_as_it_was(method, count, error, folder, monkeypatch):
    before = tree(folder)
    with monkeypatch.context() as patched:
        calls = failing(patched, method, error, count)
        with pytest.raises(UcgsimError if error is FULL else KeyboardInterrupt) as caught:
            write_report(folder)
    assert len(calls) >= count
    if error is FULL:
        assert "cannot be written (No space left on device)" in str(caught.value)
        assert "unfinished" not in str(caught.value)
    assert tree(folder) == before


def test_a_report_replaces_an_older_one_and_nothing_else(folder, kept):
    before = tree(folder)
    assert write_report(folder) == folder / "index.html"
    after = tree(folder)
    assert after["index.html"] != before.get("index.html")
    assert b"older" not in after["plots/lead.svg"]
    ours = {"plan.json", "done.json", "part-00000.parquet", "plots/mine.png"}
    assert {name: after[name] for name in before if name in ours} == {
        name: before[name] for name in before if name in ours
    }
    assert not [name for name in after if name.startswith(".") or "unfinished" in name]
    assert {name.split("/")[0] for name in after} - {name.split("/")[0] for name in before} <= {
        "index.html",
        "summary.json",
        "plots",
        "tables",
        "replays",
    }


def test_pages_of_matchups_take_their_places_together(field, tmp_path, monkeypatch):
    folder = tmp_path / "run"
    shutil.copytree(
        field.path, folder, ignore=shutil.ignore_patterns("plots", "tables", "replays", "*.html", "summary*")
    )
    before = tree(folder)
    monkeypatch.setattr(many, "MOST_ON_ONE_PAGE", 2)
    monkeypatch.setattr(many, "in_order", lambda pages, *_, **__: (page() for page in pages))
    with monkeypatch.context() as patched:
        patched.setattr(MatrixResult, "page", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            write_report(folder)
    assert tree(folder) == before


def test_a_file_where_a_folder_is_needed_is_told_in_one_line(tmp_path):
    (tmp_path / "plots").write_text("no folder")
    assert_refuses(r"plots.*: cannot be written .*the report stays as it was", _one_plot, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["plots"]


def _one_plot(folder):
    with staging() as stage:
        place = stage.of(folder) / "plots" / "a.png"
        place.parent.mkdir(parents=True)
        place.write_bytes(b"1")


@pytest.fixture(scope="module")
def reported_run(kept, tmp_path_factory):
    place = tmp_path_factory.mktemp("run") / "run"
    shutil.copytree(kept.folder.path, place)
    write_report(place)
    return place


def test_each_file_has_the_same_rows_in_pandas(reported_run):
    files = sorted(reported_run.rglob("*.parquet"))
    assert {file.parent.name for file in files} >= {"run", "tables"}
    for file in files:
        read, expected = pd.read_parquet(file), pl.read_parquet(file)
        assert list(read.columns) == expected.columns, file
        assert read.equals(expected.to_pandas()), file


def test_what_pandas_reads_parquet_with_is_installed_with_the_tool():
    needed = [line for line in requires("ucgsim") or () if "extra ==" not in line]
    assert any(line.startswith("pyarrow") for line in needed)


@pytest.mark.parametrize("deck", [0, 1, 2])
def test_rivals_are_all_others_the_hardest_first(field, deck):
    rivals = rivals_of(field, deck)
    assert {deck, *rivals} == {0, 1, 2}
    rates = [field.cell(deck, rival).rate for rival in rivals]
    assert rates == sorted(rates)
    assert len(set(rates)) == 2


def test_the_page_tells_its_side_and_leaves_the_other_page(field):
    before = {path.name for path in field.path.iterdir()}
    name = field.names[1]
    page = write_report(field.path, deck=name.upper())
    assert page.name == side_page(name) == "only-plain-kaiju.html"
    text = html.unescape(page.read_text(encoding="utf-8"))
    assert f"<h1>How does {name} do against its two rivals?</h1>" in text
    for place in (0, 2):
        assert f"{name} against {field.names[place]}: {about(field.across.cell(1, place))}" in text
    assert f"{name} wins about {about(field.across.rates[1])} against the field, place " in text
    assert f"{field.names[0]} against {field.names[2]}" not in text
    assert (matchups(field.path), matchups(field.path, name)) == (3, 2)
    assert {path.name for path in field.path.iterdir()} - before <= {page.name, "tables", "replays"}


def test_a_deck_is_found_by_a_part_of_its_name_and_refused_otherwise(tmp_path):
    decks = [Deck(name, ()) for name in ("Tiga and Dyna", "Tiga and Glitter", "Zero")]
    decks[1] = replace(decks[1], source=Path("lists/Sky-Type.txt"))
    assert place_of(decks, "sky-type", tmp_path) == 1
    assert place_of(decks, "zero", tmp_path) == 2
    assert place_of(decks, "tiga and dyna", tmp_path) == 0
    assert place_of(decks, "glitter", tmp_path) == 1
    for wanted, says in (
        ("tiga", "holds several of that name: Tiga and Dyna, Tiga and Glitter"),
        ("Zreo", "holds no deck of that name; did you mean Zero?"),
        ("xyz", "name one of Tiga and Dyna, Tiga and Glitter, Zero"),
        ("", "name one of"),
    ):
        assert_refuses(says.replace("?", r"\?"), place_of, decks, wanted, tmp_path)


def test_a_duel_has_no_side(kept):
    assert_refuses("holds no matrix of games", write_report, kept.folder.path, deck="Tiga and Dyna")


@pytest.fixture(scope="module")
def picks(kept):
    return {pick.why: pick for pick in worth_reading(kept.folder, kept.plan)}


def _behind(row):
    """How many battles the winner was behind after a Round, from the letters themselves."""
    own, other = ("A", "B") if row["winner"] == "a" else ("B", "A")
    stretches = row["battles"].split("/")[: row["rounds"] - 1]
    return max((text.count(other) - text.count(own) for text in stretches), default=0)


def test_three_different_games(picks):
    assert list(picks) == [CLOSE, COMEBACK, TYPICAL]
    assert len({pick.game for pick in picks.values()}) == 3


def test_no_game_was_a_bigger_comeback(picks, kept):
    rows = kept.games().collect().to_dicts()
    most = max(_behind(row) for row in rows)
    assert _behind(picks[COMEBACK].row) == most == -picks[COMEBACK].key[0]
    assert most > 0


def test_no_game_was_closer(picks, kept):
    games = kept.games().collect().filter(reason="battles")
    margin = (games["battles_won_a"] - games["battles_won_b"]).abs()
    assert picks[CLOSE].key[0] == margin.min()


def test_the_typical_game_ends_as_most_do(picks, kept):
    row = picks[TYPICAL].row
    lost = {side: sum(result.games for result in kept.findings.lost_by[side].values()) for side in SIDES}
    assert row["winner"] == min(lost, key=lost.__getitem__)
    assert kept.findings.ended_by[row["reason"]] == max(kept.findings.ended_by.values())
    assert abs(row["rounds"] - kept.findings.survival.median.rate) <= 1


def test_games_are_told_as_they_were(picks, kept, catalog):
    result, texts = replays(kept.folder, kept.plan, 3, "m001-", catalog)
    assert [row[0].text for row in result.rows] == [f"game {pick.game}" for pick in picks.values()]
    for cells, pick in zip(result.rows, picks.values(), strict=True):
        text = texts[cells[0].link]
        assert text.startswith(f"Game {pick.game}, the " if pick.why != TYPICAL else f"Game {pick.game}, a ")
        assert f"Round {pick.row['rounds']}, " in text
        assert f"Round {pick.row['rounds'] + 1}, " not in text
        assert "Your chance to win at the beginning of each Round: " in text
        assert as_typed("ucgsim", "replay", place_word(kept.folder.path), pick.game) in text


def test_a_sample_of_games_is_shown_row_by_row_and_says_so(kept):
    table, rows = game_sheet(kept.folder, kept.plan, 50), kept.games().head(50).collect()
    name = dict(zip(SIDES, (deck.name for deck in kept.plan.decks), strict=True))
    assert table.note.startswith("The first 50 of 400 games")
    for cells, row in zip(table.rows, rows.iter_rows(named=True), strict=True):
        said = dict(zip(table.columns, (cell.text for cell in cells), strict=True))
        assert (said["game"], said["Round of the end"]) == (str(row["game"]), str(row["rounds"]))
        assert (said["leads first"], said["won by"]) == (name[row["first_lead"]], name[row["winner"]])
        for side in SIDES:
            assert said[f"first DOUBLE of {name[side]}"] == str(row[f"double_{side}"] or "never")
    assert set(table.choices) <= set(table.columns)
    assert table.values("won by") == sorted(set(name.values()))
    assert game_sheet(kept.folder, kept.plan, 1000).note.startswith("All 400 games")


EXAMPLE = ROOT / "reports" / "example"
MOST_BYTES = 1_560_000
RATES = ("games", "win_rate", "by_first_lead", "ended_by", "rounds", "redraw", "comebacks")


def flat(value: Any, at: str = "") -> dict[str, Any]:
    """The leaves of nested values, by their path."""
    if not isinstance(value, dict):
        return {at: value}
    return {path: leaf for key, inner in value.items() for path, leaf in flat(inner, f"{at}/{key}").items()}


def close(leaf: Any) -> Any:
    return pytest.approx(leaf, rel=1e-12) if isinstance(leaf, float) else leaf


def test_the_example_is_what_its_commands_give(catalog, monkeypatch):
    monkeypatch.chdir(ROOT)
    kept = json.loads((EXAMPLE / "summary.json").read_text(encoding="utf-8"))
    decks = [f"decklists/plain-{name}.txt" for name in ("dyna-gaia", "kaiju")]
    result = duel(*decks, games=2000, seed=7, rules=kept["rules"], catalog=catalog)
    played = json.loads(json.dumps(result.to_json()))
    again = "make it again with the commands in reports/README.md"
    assert list(kept) == [key for key in played if key != "games_per_second"]
    for key in RATES:
        mine, its = flat(played[key]), flat(kept[key])
        # Another processor may round the last digit of a logarithm otherwise.
        assert {at: close(leaf) for at, leaf in its.items()} == mine, again
    assert kept["command"] == played["command"]


def test_the_example_is_whole_and_small():
    files = [path for path in EXAMPLE.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < MOST_BYTES
    assert {path.name for path in files} >= {"index.html", "summary.json", "plan.json", "done.json"}
    assert len(list((EXAMPLE / "replays").iterdir())) == 3
    assert {path.name for path in (EXAMPLE / "tables").iterdir()} >= {"rates.csv", "means.csv", "means.parquet"}
    page = (EXAMPLE / "index.html").read_text(encoding="utf-8")
    assert str(ROOT) not in page
