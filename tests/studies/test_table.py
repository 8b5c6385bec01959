"""A table that names each number once."""

from __future__ import annotations

from typing import NamedTuple

from ucgsim.report.sheet import label, plain, rate
from ucgsim.report.table import Column, Table, estimated
from ucgsim.stats.rates import Estimate, wilson


class Row(NamedTuple):
    name: str
    games: int
    won: Estimate


ROWS = [Row("tiga", 200, wilson(120, 200)), Row("belial", 100, wilson(40, 100))]
COLUMNS: tuple[Column[Row], ...] = (
    Column("deck", lambda row: row.name, "", "who plays", str, names_row=True),
    Column("games", lambda row: row.games, "games", "games played", int),
    Column("won", lambda row: row.won, "wins", "share of games won", show=lambda row: rate(row.won, "much")),
    Column("secret", lambda _: True, kind=bool),
)


def test_one_description_makes_sheet_records_and_json():
    table = Table(COLUMNS, ROWS, "Wins", "a note")
    shown = table.sheet()
    assert shown.columns == ("", "games", "wins")
    assert [[cell.text for cell in row] for row in shown.rows] == [["tiga", "200", "much"], ["belial", "100", "much"]]
    assert (shown.caption, shown.note) == ("Wins", "a note")
    assert table.records()[0] == {"deck": "tiga", "games": 200, **plain(ROWS[0].won)}
    assert list(table.records()[0]) == list(table.meanings())
    assert table.meanings()["deck"].names_row
    assert table.to_json()[1] == {"deck": "belial", "games": 100, "won": plain(ROWS[1].won), "secret": True}


def test_an_estimate_that_is_missing_is_null_throughout_and_a_cell_may_be_made_of_a_value():
    missing = Row("empty", 0, wilson(0, 1))._replace(won=None)
    columns = (
        Column("games", lambda row: row.games, "games", "games played", int, display=lambda games: label(f"n {games}")),
        estimated("won", lambda row: row.won, None, "share of games won", "hands"),
    )
    table = Table(columns, [missing, ROWS[0]])
    assert [row[0].text for row in table.sheet().rows] == ["n 0", "n 200"]
    assert (
        set(table.records()[0]) == set(table.meanings()) == {"games", *(f"won_{part}" for part in plain(ROWS[0].won))}
    )
    assert table.to_json()[0]["won"] == dict.fromkeys(plain(ROWS[0].won))
    assert table.to_json()[1]["won"] == plain(ROWS[0].won)
    assert "hands" in table.meanings()["won_n"].meaning
