"""One description of a table, as a terminal and a notebook show it."""

from __future__ import annotations

from dataclasses import replace

from ucgsim.report.sheet import label, number, rate, sheet
from ucgsim.stats.rates import wilson

TABLE = sheet("Wins", ["deck", "games", "won"], [[label("A [b]"), number(1200), rate(wilson(1, 2))]], "first\nsecond")


def test_a_terminal_shows_caption_names_rows_and_note():
    assert list(TABLE.lines()) == [
        "Wins",
        "  deck   games        won",
        "  A [b]  1,200  50 % ± 41",
        "first",
        "second",
    ]


def test_a_notebook_shows_the_same_cells_and_obeys_none_of_them():
    table = sheet("", ["<b>"], [[label("a & b")]])
    expected = "<table><thead><tr><th>&lt;b&gt;</th></tr></thead><tbody><tr><td>a &amp; b</td></tr></tbody></table>"
    assert table.html() == expected


def test_a_table_without_a_caption_begins_with_the_names_of_its_columns():
    assert list(sheet("", ["a", "b"], [[label("x"), number(1)]]).lines()) == ["  a  b", "  x  1"]


def test_in_short_a_table_has_fewer_letters_where_they_say_as_much():
    cells = [label("A"), replace(number(0.5, "50.0 % (40.0 to 60.0)"), short="50")]
    assert [cell.text for cell in sheet("", ["deck", "won"], [cells]).shortened().rows[0]] == ["A", "50"]


def test_wide_letters_take_two_columns():
    first, second = sheet("", ["怪獣", "1"], [[label("abcdef"), number(22)]]).lines()
    assert first == "  怪獣     1"
    assert second == "  abcdef  22"


def test_no_column_is_cut_off_or_wrapped():
    (line,) = sheet("", ["a" * 300, "b" * 300], []).lines()
    assert line == f"  {'a' * 300}  {'b' * 300}"


def test_the_first_rows_of_a_table_are_a_table():
    assert TABLE.first(0).rows == ()
    assert TABLE.first(5) == TABLE


def test_a_table_without_a_column_has_all_others():
    less = TABLE.without("games")
    assert less.columns == ("deck", "won")
    assert [[cell.text for cell in row] for row in less.rows] == [["A [b]", "50.0 % (9.5 to 90.5)"]]
