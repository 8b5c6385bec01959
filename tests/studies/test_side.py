"""The page of one deck's side of a matrix."""

from __future__ import annotations

import html
from dataclasses import replace
from pathlib import Path

import pytest

from ucgsim.decks.deck import Deck
from ucgsim.errors import UcgsimError
from ucgsim.report.sheet import about
from ucgsim.studies.kit.run import matchups, write_report
from ucgsim.studies.matrix.result import place_of, rivals_of, side_page

pytestmark = pytest.mark.usefixtures("all_undrawn")


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
        with pytest.raises(UcgsimError, match=says.replace("?", r"\?")):
            place_of(decks, wanted, tmp_path)


def test_a_duel_has_no_side(kept):
    with pytest.raises(UcgsimError, match="holds no matrix of games"):
        write_report(kept.folder.path, deck="Tiga and Dyna")
