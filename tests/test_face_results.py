"""Every result that `import ucgsim` hands out, held to the same: sentences, tables, picture, games."""

from __future__ import annotations

import inspect

import pandas as pd
import polars as pl
import pytest

import ucgsim
from ucgsim.simulate.frames import SCHEMA

A, B = "tiga-dyna", "zero-geed"
POOL = {"SD01-014": 2}
KINDS = {float: "float64", int: "int64", bool: "bool"}


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    out = tmp_path_factory.mktemp("face")
    play = {"policy": "greedy", "jobs": 1}
    duel = ucgsim.duel(A, B, games=40, out=out / "duel", **play)
    field = ucgsim.matrix([A, B], games=20, lead_pairs=0, **play)
    return {
        "duel": duel,
        "matrix": field,
        "open": ucgsim.open(out / "duel"),
        "compare": ucgsim.compare(A, B, [B], games=20, **play),
        "meta": ucgsim.meta(field, times=200),
        "tournament": ucgsim.tournament(field, times=100, players=4, rounds=2, cut=2),
        "odds": ucgsim.odds(A, "chain"),
        "odds without a condition": ucgsim.odds(A),
        "odds_with_effects": ucgsim.odds_with_effects(A, "chain", sample=50, policy="greedy"),
        "redraw": ucgsim.redraw(A, hands=40, **play),
        "gauntlet": ucgsim.gauntlet(A, [B], games=20, lead_pairs=0, **play),
        "improve": ucgsim.improve("plain-kaiju", ["plain-rosso-blu"], pool=POOL, budget=20_000, **play),
        "pool_strength": ucgsim.pool_strength(ucgsim.sealed_pool(), rivals=2, games=10, **play),
        "worth": ucgsim.worth(out / "duel", side="a", pairs=100, jobs=1),
        "swap_cards": ucgsim.swap_cards(out / "duel", ["BP01-001=BP01-003"], side="a", jobs=1)[0],
    }


OTHERS = {"sealed_deck", "sealed_pool", "build"}
"""What hands out a deck, no result; and what hands out the same as ``improve``."""
NAMES = [name for name in ucgsim.__all__ if inspect.isfunction(getattr(ucgsim, name)) and name not in OTHERS]


@pytest.fixture(params=[*NAMES, "odds without a condition"])
def result(request, results):
    return results[request.param]


def test_a_data_frame_of_pandas_has_numbers_for_numbers_and_names_for_rows(result):
    frame, columns = result.to_pandas(), result.columns()
    index = [name for name, column in columns.items() if column.names_row]
    assert isinstance(frame, pd.DataFrame)
    assert index, "rows are called by something"
    assert list(frame.index.names) == index == list(columns)[: len(index)] or len(index) < len(columns)
    assert not frame.index.duplicated().any(), "a name stands for one row"
    assert list(frame.columns) == [name for name in columns if name not in index]
    assert all(column.meaning for column in columns.values())
    for name in frame.columns:
        expected = KINDS.get(columns[name].kind)
        missing = frame[name].isna().any()
        if expected is not None:
            assert str(frame[name].dtype) == ("float64" if expected == "int64" and missing else expected), name


def test_polars_has_the_same_rows(result):
    frame = result.to_polars()
    assert isinstance(frame, pl.DataFrame)
    assert frame.columns == list(result.columns())
    assert frame.height == len(result.to_pandas()) == len(result.rows())
    assert {name for row in result.rows() for name in row} == set(frame.columns), "no value is left out"
    assert pl.Null not in frame.dtypes
    assert pl.Object not in frame.dtypes


def test_a_notebook_and_a_prompt_show_the_answer(result):
    html = result._repr_html_()
    assert html.startswith("<p>")
    assert "<table" in html
    assert result.sentences()[0] in repr(result)
    assert "Fraction(" not in repr(result)
    assert result.summary()
    assert isinstance(result.to_json(), dict)


def test_it_draws_on_axes_of_its_own_or_on_those_that_are_given(result):
    import matplotlib as mpl
    from matplotlib import pyplot as plt

    with mpl.rc_context({"figure.max_open_warning": 0}):
        own = result.plot()
        assert isinstance(own, mpl.axes.Axes)
        assert own.figure.number in plt.get_fignums(), "pyplot shows it"
        figure, (left, right) = plt.subplots(1, 2, figsize=(14, 6))
        assert result.plot(ax=left) is left
        assert left.get_title(loc="left")
        assert not right.has_data(), "the other axes are left alone"
        figure.canvas.draw()
        plt.close("all")


def test_axes_that_are_none_are_told(result):
    with pytest.raises(ucgsim.UcgsimError, match=r"^ax is a str; axes of matplotlib belong there"):
        result.plot(ax="left")


def test_games_come_from_the_folder_or_are_played_again(results):
    kept = results["duel"].games()
    assert isinstance(kept, pl.LazyFrame)
    rows = kept.collect()
    assert rows.height == 40
    assert rows.schema == SCHEMA
    unkept = ucgsim.duel(A, B, games=40, policy="greedy", lead_pairs=0, jobs=1)
    with pytest.raises(ucgsim.UcgsimError, match=r"were not saved; name a folder with out=, or .* again=True$"):
        unkept.games()
    assert unkept.games(again=True, jobs=1).collect().equals(rows)


def test_games_of_a_matrix_say_whose_they_are(results):
    games = results["matrix"].games(again=True, jobs=1).collect()
    assert games.columns[:2] == ["deck", "opponent"]
    assert games.height == results["matrix"].total
