from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ucgsim.cards.card import base_number, plain_text, set_code
from ucgsim.errors import UcgsimError

SHAPES = {
    "BP01-012": "BP01-012",
    "EXD01-019": "EXD01-019",
    "PR-036": "PR-036",
    "SD03-001": "SD03-001",
    "UD01-010": "UD01-010",
    "Y25-P009": "Y25-P009",
    "(11)PR-001": "PR-001",
    "(BP03-Re)BP01-105": "BP01-105",
    "(PR-010)(02)BP01-012": "BP01-012",
    "(PR-095)BP02-005": "BP02-005",
    "(UD01-011)BP01-001": "BP01-001",
    "(Y25-P001)SD03-017": "SD03-017",
    "AP(01/20) BP01-001": "BP01-001",
    "AP-S BP01-101": "BP01-101",
    "AP14BP05-061": "BP05-061",
    "BP04-Re(01/02)BP01-103": "BP01-103",
    "BP05ReBP04-102": "BP04-102",
    "ExP BP02-101": "BP02-101",
    "ExP(01/02)BP01-103": "BP01-103",
    "ExPBP06-102": "BP06-102",
    "(ExP)BP06-102": "BP06-102",
    "SP(01/05)BP06-014": "BP06-014",
    "SSSP(01/02) BP01-007": "BP01-007",
    "UR(01/02) BP01-007": "BP01-007",
    # products to come
    "AP(01/20) BP12-110": "BP12-110",
    "(PR-201)SD04-003": "SD04-003",
    "(Y27-P001)GX01-001": "GX01-001",
    "ExPGX01-001": "GX01-001",
    "Y27-P001": "Y27-P001",
    "TBP07-001": "TBP07-001",
}


@pytest.mark.parametrize(("printed", "number"), SHAPES.items())
def test_every_shape_of_number_is_read(printed, number):
    assert base_number(printed) == number


@pytest.mark.parametrize("typed", [" bp01-012 ", "ＢＰ０１－０１２", "BP01–012", "BP01\u2011012"])
def test_case_width_and_dashes_do_not_matter(typed):
    assert base_number(typed) == "BP01-012"


@pytest.mark.parametrize("text", ["", "-", "BP01", "BP1-12", "BP01-012x", "Ultraman", "012", "BP01-"])
def test_what_is_no_number_is_refused_with_an_example(text):
    with pytest.raises(UcgsimError, match="BP01-012"):
        base_number(text)


@given(
    code=st.sampled_from(["BP", "SD", "EXD", "UD", "GX", "QQQ"]),
    product=st.integers(1, 99),
    serial=st.integers(1, 999),
    mark=st.sampled_from(["", "AP(03/20) ", "(PR-111)", "(PR-010)(01)", "SP(01/05)", "BP04-Re(01/02)", "ExP", "\t"]),
)
def test_a_mark_never_changes_the_number(code, product, serial, mark):
    number = f"{code}{product:02}-{serial:03}"
    assert base_number(mark + number) == number


@pytest.mark.parametrize(("number", "code"), [("BP01-012", "BP01"), ("PR-036", "PR"), ("Y25-P009", "Y25")])
def test_the_product_is_what_stands_before_the_dash(number, code):
    assert set_code(number) == code


def test_plain_text_tidies_blanks():
    assert plain_text(" a\t b\n") == "a b"
