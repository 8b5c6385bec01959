"""`ucgsim lessons` and `ucgsim.lessons`: the table, its columns, and that it is of ordinary games."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import ucgsim
from tests.helpers import PLAIN, ROOT, answer, output, refusal
from ucgsim.errors import UcgsimError
from ucgsim.simulate.folder import RunFolder, scan_games
from ucgsim.studies.lessons import BLOCK, COLUMNS, FEATURES, SEEN

A, B = "belial", "rising"
GAMES = BLOCK + 4
PAGE = (ROOT / "docs" / "reference" / "lessons.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def table():
    return ucgsim.lessons(A, B, games=GAMES, worlds=2, seed=3, jobs=1)


def test_columns_are_those_that_are_described(table):
    kinds = {name: str(kind) for name, kind in table.schema.items()}
    assert list(kinds) == list(COLUMNS)
    for name, column in COLUMNS.items():
        assert kinds[name].replace(", shape=(", ", ").replace(",))", ")") == column.dtype, name
        assert f"| `{name}` | {column.dtype} | {column.meaning} |" in PAGE
    places = dict(enumerate(SEEN)) | FEATURES["set"] | FEATURES["level_up"] | FEATURES["take"]
    assert [name for name in (*SEEN, *places.values()) if f"`{name}`" not in PAGE] == []


def test_every_option_of_a_decision_is_a_row_and_one_is_chosen(table):
    decisions = table.group_by("game", "decision").agg(
        pl.len().alias("rows"), pl.col("options").first(), pl.col("chosen").sum(), pl.col("option").sort()
    )
    assert (decisions["rows"] == decisions["options"]).all()
    assert (decisions["chosen"] == 1).all()
    assert all(list(places) == list(range(len(places))) for places in decisions["option"])
    assert set(table["game"]) == set(range(GAMES))
    assert set(table["question"]) == set(FEATURES)


def test_values_are_shares_of_the_worlds(table):
    halves = table["value"].to_numpy() * 4
    assert np.allclose(halves, halves.round(), atol=1e-5)
    assert set(table["won"]) <= {0.0, 0.5, 1.0}
    assert table.filter("chosen")["value"].mean() > table.filter(~pl.col("chosen"))["value"].mean()


def test_what_stands_nowhere_in_the_description_is_nought(table):
    for (question,), rows in table.group_by("question"):
        seen = rows["features"].to_numpy()
        unnamed = sorted(set(range(seen.shape[1])) - FEATURES[question].keys())
        assert not seen[:, unnamed].any(), question
    assert not table["position"].to_numpy()[:, len(SEEN) :].any()
    leads = table["position"].to_numpy()[:, SEEN.index("leads")]
    assert set(leads) == {0.0, 1.0}


def test_the_games_are_those_of_a_duel(table, tmp_path):
    ucgsim.duel(A, B, games=GAMES, seed=3, jobs=1, out=tmp_path / "run", lead_pairs=0)
    winners = scan_games(RunFolder(tmp_path / "run")).select("game", "winner").collect()
    of_duel = dict(winners.iter_rows())
    won = table.filter(player="A").group_by("game").agg(pl.col("won").first())
    assert len(won) > GAMES // 2
    assert {game: result == 1 for game, result in won.iter_rows()} == {
        game: of_duel[game] == "a" for game in won["game"]
    }


def test_labels_are_those_of_play(table):
    sets = table.filter(pl.col("question") == "level_up")
    assert "pass" in set(sets["label"])
    assert table.filter(pl.col("label").str.len_chars() == 0).height == 0


def test_the_same_seed_gives_the_same_file_with_any_number_of_processes(table, tmp_path):
    again = ucgsim.lessons(A, B, games=GAMES, worlds=2, seed=3, jobs=2)
    assert again.equals(table)
    for name in ("one", "two"):
        output("lessons", A, "--vs", B, "-n", 3, "--worlds", 2, "-j", 1, "--out", tmp_path / f"{name}.parquet")
    assert (tmp_path / "one.parquet").read_bytes() == (tmp_path / "two.parquet").read_bytes()
    assert not ucgsim.lessons(A, B, games=3, worlds=2, seed=4, jobs=1).equals(table.filter(pl.col("game") < 3))


def test_the_command_says_what_it_wrote(tmp_path):
    out = tmp_path / "mirror.parquet"
    facts = answer("lessons", PLAIN[0], "-n", 2, "--worlds", 1, "--policy", "greedy", "-j", 1, "--out", out)
    rows = pl.read_parquet(out)
    assert (facts["rows"], facts["decisions"]) == (rows.height, rows["chosen"].sum())
    assert facts["policies"] == {"a": "greedy v1", "b": "greedy v1"}
    assert set(rows["deck"]) == set(rows["opponent"])


def test_refusals(tmp_path):
    out = tmp_path / "x.parquet"
    assert "the file is Parquet" in refusal("lessons", A, "-n", 2, "--out", tmp_path / "x.csv")
    own = f"{ROOT / 'docs' / 'examples' / 'careful.py'}:Careful"
    assert "lessons are played by policies of the program" in refusal("lessons", A, "--policy", own, "--out", out)
    assert "no deck" in refusal("lessons", "nobody", "--out", out)
    assert not out.exists()
    with pytest.raises(UcgsimError, match="worlds is 0; it must lie between 1 and"):
        ucgsim.lessons(A, worlds=0, games=1)
