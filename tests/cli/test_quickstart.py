"""`ucgsim quickstart`: what a newcomer types first, anywhere."""

from __future__ import annotations

import pytest

from tests.helpers import output, run
from ucgsim.cli.tool import quickstart
from ucgsim.decks.finding import shipped


def test_its_decks_ship():
    assert all((shipped() / f"{name}.txt").is_file() for name in quickstart.DECKS)


@pytest.mark.usefixtures("undrawn")
def test_it_plays_writes_a_page_and_says_how_to_go_on(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(quickstart, "DECKS", ("plain-kaiju", "plain-rosso-blu"))
    result = output("quickstart", "-n", "2", "-j", "1")
    page = tmp_path / "reports" / "quickstart" / "index.html"
    assert page.is_file()
    last = result.split("The page: ")[1]
    assert last.startswith(str(page))
    assert "  ucgsim matrix plain-kaiju plain-rosso-blu -n 2 --seed 7 --out reports/quickstart" in last
    assert "  ucgsim gauntlet my-deck.txt plain-kaiju plain-rosso-blu" in last


def test_a_folder_of_something_else_is_left_alone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear", encoding="utf-8")
    result = run("quickstart", "--out", "mine", "-n", "2", "-j", "1")
    assert result.exit_code == 2
    assert "mine: holds letter.txt but no matrix; name a new or an empty folder" in result.stderr
    assert [entry.name for entry in (tmp_path / "mine").iterdir()] == ["letter.txt"]
