"""Forms of what is stored: fields to plain values and back, and what is refused."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from ucgsim.cards.versions import Procedure
from ucgsim.errors import UcgsimError
from ucgsim.simulate.plain import (
    DECK,
    FLAG,
    NOT_EXPECTED,
    NUMBER,
    PLACE,
    PROCEDURE,
    TEXT,
    Form,
    between,
    each,
    maybe,
    record,
)

FORM = Form(
    games=between(1, 10).of("each"),
    seed=between(0, 5).of("terms.seed"),
    redraw=PROCEDURE.of("terms.redraw"),
    named=each(TEXT),
    among=FLAG,
    field=maybe(PLACE),
    test=maybe(record(dict, Form(low=NUMBER, high=NUMBER))),
)


def study(**change):
    terms = SimpleNamespace(seed=3, redraw=Procedure.OFFICIAL)
    test = SimpleNamespace(low=-1.0, high=2)
    values = {"each": 4, "terms": terms, "named": ("a", "b"), "among": True, "field": Path("a.csv"), "test": test}
    return SimpleNamespace(**values | change)


def test_what_is_written_is_read_by_its_places():
    data = FORM.write(study())
    assert data["games"] == 4
    assert FORM.read(data) == {
        "each": 4,
        "terms": {"seed": 3, "redraw": Procedure.OFFICIAL},
        "named": ("a", "b"),
        "among": True,
        "field": Path("a.csv"),
        "test": {"low": -1.0, "high": 2.0},
    }
    empty = FORM.read(FORM.write(study(field=None, test=None)))
    assert (empty["field"], empty["test"]) == (None, None)


def test_two_forms_fill_one_record():
    assert Form(b=TEXT.of("a.b")).read({"b": "x"}, Form(c=TEXT.of("a.c")).read({"c": "y"})) == {
        "a": {"b": "x", "c": "y"}
    }


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("games", [0, 11, 1.5, "4", True, None]),
        ("redraw", ["none", 5, None]),
        ("named", ["ab", [5], None, {"a": 1}, ["\ud800"]]),
        ("among", [1, 0, None, "true"]),
        ("field", [5, [], "\0"]),
        ("test", [5, [], {"low": 1}, {"low": "x", "high": 1}, {"low": float("nan"), "high": 1}]),
    ],
)
def test_what_is_none_is_refused(name, values):
    data = FORM.write(study())
    for value in values:
        with pytest.raises((UcgsimError, *NOT_EXPECTED)):
            FORM.read(data | {name: value})
    with pytest.raises(KeyError):
        FORM.read({other: value for other, value in data.items() if other != name})


def test_a_deck_keeps_its_place(decks):
    form = Form(deck=DECK)
    assert form.read(form.write(SimpleNamespace(deck=decks[0])))["deck"] == decks[0]
