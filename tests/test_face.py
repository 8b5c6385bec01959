"""What `import ucgsim` hands out: whole, light, typed; every function held to the same options, words and bars."""

from __future__ import annotations

import importlib.metadata
import inspect
import re
import subprocess
import sys
from enum import Enum
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import ucgsim
from tests.helpers import ROOT
from ucgsim.arguments import checked
from ucgsim.cards.catalog import Catalog
from ucgsim.decks.finding import shipped
from ucgsim.decks.link import to_link
from ucgsim.report import progress

NAMES = [name for name in ucgsim.__all__ if inspect.isfunction(getattr(ucgsim, name))]
SIGNATURES = {name: inspect.signature(getattr(ucgsim, name)) for name in NAMES}
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
    assert_type(ucgsim.odds(deck), ucgsim.UsualOdds)
    duel = ucgsim.duel(deck, deck, games=2)
    assert_type(duel, ucgsim.DuelResult)
    assert_type(duel.summary(), str)
    assert_type(ucgsim.compare(deck, deck), ucgsim.CompareResult)
    assert_type(ucgsim.meta("folder"), ucgsim.MetaResult)
    assert_type(ucgsim.Deck.read(deck), ucgsim.Deck)
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


def test_a_deck_is_read_by_its_name_its_file_and_a_link():
    deck = ucgsim.Deck.read("tiga-dyna")
    place = shipped() / "tiga-dyna.txt"
    assert deck.size == 50
    assert deck == ucgsim.Deck.read(place) == ucgsim.Deck.read(to_link([deck]))
    with pytest.raises(ucgsim.UcgsimError, match=re.escape("nearest are tiga-dyna")):
        ucgsim.Deck.read("tiga-dina")
    with pytest.raises(ucgsim.UcgsimError, match=r"place is 5; "):
        ucgsim.Deck.read(5)
    with pytest.raises(ucgsim.UcgsimError, match="is not in the catalog"):
        ucgsim.Deck.read(place, Catalog([]))


@pytest.mark.parametrize("name", NAMES)
def test_what_a_function_returns_is_handed_out_too(name):
    results = re.findall(r"[A-Z]\w+", SIGNATURES[name].return_annotation)
    assert results
    assert {*results} <= {*ucgsim.__all__}


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


REQUIRED = {
    "mine": "tiga-dyna",
    "pool": "tiga-dyna",
    "characters": ["TIGA"],
    "rivals": ["zero-geed"],
    "deck": "tiga-dyna",
    "deck_a": "tiga-dyna",
    "deck_b": "zero-geed",
    "decks": ["tiga-dyna", "zero-geed"],
    "run": "no-such-run",
    "folder": "no-such-run",
    "source": "no-such-run",
    "swaps": ["BP01-001=BP01-003"],
    "want": "chain",
    "question": ucgsim.duel,
    "policies": "greedy,random",
}


class Odd:
    """Nothing that anything was ever given."""

    def __repr__(self):
        return "odd"


def call(name, wrong=None, value=None):
    """Call a function with all that it needs, and one wrong value."""
    args, options = [], {}
    for parameter in SIGNATURES[name].parameters.values():
        given = value if parameter.name == wrong else REQUIRED.get(parameter.name)
        needed = parameter.default is inspect.Parameter.empty or parameter.name == wrong
        if not needed or parameter.kind is parameter.VAR_POSITIONAL:
            continue
        if parameter.kind is parameter.POSITIONAL_ONLY:
            args.append(given)
        else:
            options[parameter.name] = given
    return getattr(ucgsim, name)(*args, **options)


@pytest.mark.parametrize("name", NAMES)
def test_every_option_is_in_the_signature_with_its_type_and_its_meaning(name):
    text = inspect.getdoc(getattr(ucgsim, name))
    for parameter in SIGNATURES[name].parameters.values():
        assert parameter.kind is not parameter.VAR_KEYWORD, f"{name} hides options"
        assert parameter.annotation is not parameter.empty, f"{name}: {parameter.name} has no type"
        assert re.search(rf"^    {parameter.name}: \w*", text, re.MULTILINE), (
            f"{name} does not tell of {parameter.name}"
        )
    if "advance" in SIGNATURES[name].parameters:
        assert SIGNATURES[name].parameters["progress"].default is None


@pytest.mark.parametrize("name", NAMES)
def test_as_many_processes_as_there_are_cores_as_commands_have_it(name):
    jobs = SIGNATURES[name].parameters.get("jobs")
    assert jobs is None or jobs.default is None


@pytest.mark.parametrize("name", NAMES)
def test_a_value_that_nothing_takes_is_one_line(name):
    for wrong, parameter in SIGNATURES[name].parameters.items():
        if parameter.kind is not parameter.VAR_POSITIONAL:
            with pytest.raises(ucgsim.UcgsimError, match=rf"^{wrong} is a Odd; .* belongs there$") as caught:
                call(name, wrong, Odd())
            assert len(caught.value.lines) == 1


@pytest.mark.parametrize("name", NAMES)
def test_a_text_where_a_number_or_a_list_was_meant_is_one_line(name):
    for wrong, parameter in SIGNATURES[name].parameters.items():
        words = re.sub(r"\[.*?\]", "", parameter.annotation)
        if not re.search(r"\bstr\b|DeckLike|Any", words) and not isinstance(parameter.default, Enum):
            with pytest.raises(ucgsim.UcgsimError, match=rf"^{wrong} is 'ten'; "):
                call(name, wrong, "ten")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_is_none_of_those_there_are_is_told_with_them(name):
    for wrong, parameter in SIGNATURES[name].parameters.items():
        if isinstance(parameter.default, Enum):
            names = f"^{wrong} 'maybe' is unknown; known are .*{parameter.default.value}"
            with pytest.raises(ucgsim.UcgsimError, match=names):
                call(name, wrong, "maybe")


@pytest.mark.parametrize("wrong", [-1, 2**70, True, 2.5, float("nan"), None])
def test_a_number_of_games_that_is_none_is_told(wrong):
    with pytest.raises(ucgsim.UcgsimError, match=r"^games is .*; "):
        ucgsim.duel("tiga-dyna", "zero-geed", games=wrong)


def test_a_list_where_one_thing_was_given_says_how_to_write_it():
    with pytest.raises(ucgsim.UcgsimError) as caught:
        ucgsim.matrix("deck.txt")
    assert str(caught.value) == "decks is 'deck.txt'; a list belongs there, such as ['deck.txt']"
    with pytest.raises(ucgsim.UcgsimError, match=r"^decks holds 3; a deck .* belongs there$"):
        ucgsim.matrix(["tiga-dyna", 3])


def test_options_that_there_are_not_and_arguments_that_are_missing_are_told():
    with pytest.raises(ucgsim.UcgsimError, match=r"^duel has no option 'gmes'; did you mean games\?$"):
        ucgsim.duel("tiga-dyna", "zero-geed", gmes=3)
    with pytest.raises(ucgsim.UcgsimError, match=r"^duel: missing a required argument: 'deck_b'; it takes deck_a"):
        ucgsim.duel("tiga-dyna")


def test_what_is_meant_for_a_number_or_a_list_will_do():
    @checked
    def given(games: int = 0, share: float = 0.0, names: "Sequence[str]" = (), deck: "DeckLike" = "") -> tuple:  # noqa: F821, UP037
        return games, share, names, deck

    assert given(np.int32(3), np.float32(0.5), iter("ab")) == (3, 0.5, ("a", "b"), "")
    assert given(1e4, 1, ["a"], {"X-1": np.int64(2)}) == (10_000, 1.0, ["a"], {"X-1": 2})
    with pytest.raises(ucgsim.UcgsimError, match=r"^deck is {'X-1': 'two'}; "):
        given(deck={"X-1": "two"})


def test_a_bar_is_shown_to_who_asks_or_waits(monkeypatch, capsys):
    heard = []
    with progress.watched(None, heard.append, 10) as tell:
        tell(3)
    assert heard == [3]
    with progress.watched(None, None, 10) as tell:
        assert tell is None, "nobody looks"
    monkeypatch.setenv("FORCE_COLOR", "1")
    with progress.watched(True, heard.append, 10) as tell:
        tell(4)
    assert heard == [3, 4]
    assert "4 of 10 games" in capsys.readouterr().err


def test_a_notebook_shows_a_bar_of_its_own(monkeypatch):
    shown = []

    class Handle:
        def update(self, what):
            shown.append(what._repr_html_() if hasattr(what, "_repr_html_") else what)

    def display(what, *, display_id):
        shown.append(what._repr_html_())
        return Handle()

    shell = SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell, __path__=[]))
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(display=display, HTML=str))
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    with progress.watched(None, None, 10, "hands") as tell:
        tell(4)
        tell(6)
    assert 'value="10" max="10"' in shown[-2]
    assert shown[-1] == ""
    monkeypatch.setattr(progress, "PATIENCE", 60.0)
    shown.clear()
    with progress.watched(None, None, 10) as tell:
        tell(10)
    assert shown == [], "what takes a moment needs no bar"


def test_wrong_arguments_are_told_before_anything_is_loaded(monkeypatch):
    monkeypatch.setattr("ucgsim.studies.duel.question.RunSettings", None)
    with pytest.raises(ucgsim.UcgsimError):
        ucgsim.duel("tiga-dyna", "zero-geed", games="many")
    assert Path("no-such-run").exists() is False
