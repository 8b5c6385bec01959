"""The page that ranks decks: our own, and dated lists with the write-up that each is from."""

from __future__ import annotations

from click.testing import CliRunner

from scripts.rank_decks import main, page, published
from tests.helpers import PLAIN
from ucgsim.decks.finding import decks_in

LIST = PLAIN[0].read_text(encoding="utf-8").replace("# name: Plain Dyna and Gaia", "# name: Winner of a cup")
# One card is another, for no list is ranked twice.
LIST = LIST.replace("\n4 ", "\n3 ", 1) + "\n1 PR-001\n"


def ranked(folder, text):
    lists = folder / "lists"
    lists.mkdir()
    (lists / "winner.txt").write_text(text, encoding="utf-8")
    out = folder / "decks.md"
    return CliRunner().invoke(main, ["--lists", str(lists), "-n", "2", "-j", "1", "--out", str(out)]), out


def test_a_dated_list_links_to_its_source(tmp_path, monkeypatch):
    monkeypatch.setattr("scripts.rank_decks.decks_in", lambda place: decks_in(place)[:4])
    result, out = ranked(tmp_path, f"# date: 2025-10-14\n# source: https://deck.example/1\n{LIST}")
    assert result.exit_code == 0, result.output
    rows = [line for line in out.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    (row,) = (line for line in rows if "Winner of a cup" in line)
    assert "[2025-10-14](https://deck.example/1)" in row
    assert len(rows) == 1 + 4 + 1
    shares = [float(line.split("|")[4]) for line in rows[1:]]
    assert shares == sorted(shares, reverse=True)


def test_a_source_needs_a_date_that_is_one(tmp_path):
    for head, said in (("# source: https://deck.example/1", "no date"), ("# date: October", "'October' is no date")):
        folder = tmp_path / said.split()[0]
        folder.mkdir()
        result, out = ranked(folder, f"{head}\n{LIST}")
        assert (result.exit_code, out.exists()) == (2, False)
        assert said in result.output


def test_a_deck_without_a_date_is_one_of_our_own():
    own = published(PLAIN[0])
    cells = [[{"rate": 0.5}, {"rate": 0.6}], [{"rate": 0.4}, {"rate": 0.5}]]
    field = [{"rate": 0.55, "low": 0.5, "high": 0.6}, {"rate": 0.45, "low": 0.4, "high": 0.5}]
    about = {"games": 2, "games_per_matchup": 2, "policy": "greedy", "rules": "1.7", "seed": 1}
    answer = {"decks": [{"name": "A"}, {"name": "B"}], "field": field, "matrix": cells, **about}
    assert "| 1 | A | - | 55.0 | 50.0 to 60.0 | B, 60 % |" in page([own, own], answer)
