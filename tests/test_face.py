"""What `import ucgsim` hands out: whole, light, and typed for anyone who builds on it."""

from __future__ import annotations

import importlib.metadata
import inspect
import subprocess
import sys

import pytest

import ucgsim
from tests.helpers import ROOT

RESULTS = {
    "build": "ImproveResult",
    "compare": "CompareResult",
    "duel": "DuelResult",
    "gauntlet": "GauntletResult",
    "improve": "ImproveResult",
    "matrix": "MatrixResult",
    "meta": "MetaResult",
    "odds": "OddsResult",
    "odds_with_effects": "OddsResult",
    "pool_strength": "StrengthResult",
    "redraw": "RedrawResult",
    "swap_cards": "list[CompareResult]",
    "tournament": "TournamentResult",
    "worth": "WorthResult",
}
SCRIPT = """
from typing import assert_type

import ucgsim


def best(decks: list[str]) -> str:
    try:
        result = ucgsim.matrix(decks, games=200, seed=7)
    except ucgsim.UcgsimError as error:
        return "; ".join(error.lines)
    assert_type(result, ucgsim.MatrixResult)
    return result.answer()


def tables(deck: str) -> int:
    opening = ucgsim.odds(deck, "chain")
    assert_type(opening, ucgsim.OddsResult)
    duel = ucgsim.duel(deck, deck, games=2)
    assert_type(duel, ucgsim.DuelResult)
    assert_type(duel.summary(), str)
    assert_type(ucgsim.compare(deck, deck), ucgsim.CompareResult)
    assert_type(ucgsim.meta("folder"), ucgsim.MetaResult)
    assert_type(ucgsim.__version__, str)
    return duel.to_polars().height + len(duel.to_pandas())
"""


def test_every_name_is_there_and_sorted():
    assert ucgsim.__all__ == sorted(ucgsim.__all__)
    assert [name for name in ucgsim.__all__ if getattr(ucgsim, name, None) is None] == []
    assert set(ucgsim.__all__) == set(ucgsim._HOMES) <= set(dir(ucgsim))


def test_the_version_is_that_of_the_package():
    assert ucgsim.__version__ == importlib.metadata.version("ucgsim")


def test_a_name_that_is_not_there_is_told():
    with pytest.raises(AttributeError, match="no attribute 'duels'"):
        _ = ucgsim.duels


@pytest.mark.parametrize("name", sorted(RESULTS))
def test_what_a_function_returns_is_handed_out_too(name):
    annotation = inspect.signature(getattr(ucgsim, name)).return_annotation
    assert annotation == RESULTS[name]
    results = {word.removeprefix("list[").removesuffix("]") for word in annotation.split(" | ")}
    assert results <= set(ucgsim.__all__)


def test_importing_it_loads_nothing_that_plays():
    code = "import sys, ucgsim; print(','.join(sorted({'numba', 'polars', 'pandas', 'matplotlib'} & set(sys.modules))))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert result.stdout.strip() == ""


@pytest.mark.slow
def test_a_strict_type_checker_passes_a_script_that_uses_it(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    # With the settings and the cache of the check of ucgsim itself: neither reads again what the other one has read.
    result = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(script)], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert result.stdout.startswith("Success"), result.stdout + result.stderr
