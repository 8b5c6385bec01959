"""Text and tables in as many columns as a terminal has."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import pytest

from ucgsim.report.sheet import SEPARATOR, Command, Parts, foot, label, number, rate, sheet
from ucgsim.report.terminal import fitted, letters, plain_lines
from ucgsim.safe_text import command_line
from ucgsim.stats.rates import wilson

if TYPE_CHECKING:
    from collections.abc import Iterator

WIN = rate(wilson(40, 100))
NAMES = ("Tiga 3 · Zeperion Beam (BP01-007)", "Ultraman Tiga, Ultraman Dyna & Ultraman Gaia: The Battle (SD01-014)")


def table(columns: int, least: tuple[str, ...] = ()):
    heads = ["card", *(f"wins in column number {place}" for place in range(columns))]
    return sheet("Cards", heads, [[label(name), *[WIN] * columns] for name in NAMES], least=least)


def _fitted(columns: int, least: tuple[str, ...] = ()) -> Iterator[str]:
    """The whole intervals where there is no room for all of them."""
    made = table(columns, least)
    return fitted(made.columns, [[cell.text for cell in row] for row in made.rows], 80, spare=least)


def test_numbers_are_short_unless_all_is_asked_for():
    assert "40 % (31 to 50)" in "".join(table(1).lines(200))
    assert "40.0 % (30.9 to 49.8)" in "".join(table(1).lines(200, full=True))


def test_a_foot_is_broken_between_its_items():
    long = foot(*(f"item number {place}" for place in range(20)))
    lines = list(long.lines(80))
    assert max(map(len, lines)) <= 80
    assert SEPARATOR.join(lines) == str(long)


@pytest.mark.parametrize("columns", [1, 2, 3, 4, 8])
@pytest.mark.parametrize("width", [60, 80, 120, 200])
@pytest.mark.parametrize("full", [False, True])
def test_no_line_is_longer_than_the_terminal_is_wide(columns, width, full):
    lines = list(table(columns).lines(width, full=full))
    assert max(map(letters, lines)) <= width
    assert "In a wider terminal" not in "".join(lines) or not full


def test_all_that_is_in_the_table_is_shown_in_full():
    text = " ".join(" ".join(table(8).lines(80, full=True)).split())
    assert text.count("40.0 %") == 16
    assert text.count("(30.9 to 49.8)") == 16


def test_what_has_room_is_as_it_is_without_a_terminal():
    assert list(table(1).lines(200)) == list(table(1).lines())


def test_an_interval_goes_under_its_rate_before_a_column_is_left_out():
    text = "\n".join(_fitted(3))
    assert "In a wider terminal" not in text
    assert "40.0 %" in text
    assert "40.0 % (30.9 to 49.8)" not in text


def test_columns_that_can_be_spared_go_before_an_interval_does():
    text = "\n".join(_fitted(3, least=("wins in column number 0", "wins in column number 1")))
    assert "40.0 % (30.9 to 49.8)" in text
    assert "In a wider terminal, or with --full: wins in column number 0" in text


def test_a_matrix_of_many_columns_goes_on_below_in_full():
    wide = sheet("", ["deck", *map(str, range(60))], [[label("A"), *map(number, range(60))]])
    lines = list(wide.lines(80, full=True))
    assert max(map(len, lines)) <= 80
    assert "59" in lines[-1]


def test_prose_is_broken_where_it_is_set_in_and_names_stay_whole():
    name = "a" * 100
    lines = list(plain_lines(f"first\n  {'word ' * 30}{name}", 80))
    assert lines[0] == "first"
    assert all(line.startswith("  ") for line in lines[1:])
    assert lines[-1].strip() == name
    assert list(plain_lines("word " * 30, None)) == ["word " * 30]


@pytest.mark.parametrize("odd", ["it's mine", 'a "b" c', "a\nb", "plain"])
def test_a_command_is_broken_where_a_shell_goes_on(odd):
    words = ["ucgsim", "duel", odd, *("decklists/tiga-dyna.txt" for _ in range(6))]
    command = Command(command_line(words))
    lines = list(command.lines(60))
    assert max(map(len, lines)) <= 60
    whole = "\n".join(lines).removeprefix("Again:").replace("\\\n", "")
    assert len(shlex.split(whole)) == len(words)
    assert list(command.lines()) == [f"Again: {command_line(words)}"]


def test_the_answer_stands_alone_until_all_is_asked_for():
    last = [Command("ucgsim duel")]
    parts = Parts(["answer"], [table(1)], foot=foot("2,000 games", "", "seed 1"), last=last)
    short = list(parts.lines())
    assert short == ["answer", "", "Again: ucgsim duel", "", "2,000 games · seed 1 · --full shows more"]
    assert "Cards" in list(parts.lines(full=True))
    assert "--full" not in parts.text()
    assert parts.text().splitlines() == list(parts.lines(full=True))
