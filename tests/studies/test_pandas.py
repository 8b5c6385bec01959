"""Whatever is written as Parquet is read by pandas, which comes with the tool."""

from __future__ import annotations

import shutil
from importlib.metadata import requires

import pandas as pd
import polars as pl
import pytest

from ucgsim.studies.kit.run import write_report

pytestmark = pytest.mark.usefixtures("all_undrawn")


@pytest.fixture(scope="module")
def folder(kept, tmp_path_factory):
    place = tmp_path_factory.mktemp("run") / "run"
    shutil.copytree(kept.folder.path, place)
    write_report(place)
    return place


def test_each_file_has_the_same_rows_in_pandas(folder):
    files = sorted(folder.rglob("*.parquet"))
    assert {file.parent.name for file in files} >= {"run", "tables"}
    for file in files:
        read, expected = pd.read_parquet(file), pl.read_parquet(file)
        assert list(read.columns) == expected.columns, file
        assert read.equals(expected.to_pandas()), file


def test_games_become_a_frame_of_pandas(kept):
    games = kept.games().collect().to_pandas()
    assert len(games) == 400
    won = (games["winner"] == "a").groupby(games["double_a"]).mean()
    assert won.between(0, 1).all()
    assert won.index.min() >= 1


def test_what_pandas_reads_parquet_with_is_installed_with_the_tool():
    needed = [line for line in requires("ucgsim") or () if "extra ==" not in line]
    assert any(line.startswith("pyarrow") for line in needed)
