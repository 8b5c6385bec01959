"""Nothing typed is lost: lists that can't be read, two tabs on one deck, what was not saved before a restart."""

from __future__ import annotations

import html
import re

import pytest

from tests.helpers import DECKLISTS
from ucgsim.cards.catalog import Catalog
from ucgsim.decks.formats import DeckFormat
from ucgsim.decks.reading import parse_deck
from ucgsim.decks.writing import format_deck
from ucgsim.studio.desk import Desk

LIST = (DECKLISTS / "tiga-dyna.txt").read_text(encoding="utf-8")
KEY = "own:Tiga and Dyna"
PAGE = f"/deck/{KEY}"


@pytest.fixture
def pasted(made):
    made.client.post("/paste", data={"text": LIST})
    return made


def library(home):
    return {path.name: path.read_text(encoding="utf-8") for path in (home / "decks").glob("*")}


def stored(tmp_path):
    """Every file that the studio wrote, by its place."""
    home = tmp_path / "home"
    places = [*(home / "decks").rglob("*"), *(home / "studio").rglob("*")]
    return {place: place.read_bytes() for place in places if place.is_file()}


def shown(page):
    """The list that a page says it shows."""
    return html.unescape(re.search(r'id="shown" name="shown" value="([^"]*)"', page)[1])


# ------------------------------------------------------------------------------------------------ paste


@pytest.mark.parametrize("line", ["3 BP02-949", "3 QQ99-001 Nobody", "x BP01-001 y 3 4 5"])
def test_a_list_with_a_line_that_is_no_card_leaves_nothing_behind(made, tmp_path, line):
    text = LIST.rstrip("\n") + f"\n{line}\n"
    answer = made.client.post("/paste", data={"text": text, "name": "Typed"})
    assert answer.status_code == 422
    assert f"line {len(text.splitlines())}" in answer.text
    assert str(tmp_path) not in answer.text
    assert line in answer.text
    assert 'value="Typed"' in answer.text
    assert stored(tmp_path) == {}


HOSTILE = ["Ranger x=1> 2", "4 Ranger", "BP01-001", "Ranger x3", "# name: other", "// 5", "a | b, 7 c", "1,2;3", "[2]"]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_card_of_any_name_is_written_so_that_it_is_read_back(made, name):
    from dataclasses import replace

    catalog = made.studio.catalog
    card = replace(catalog["BP01-001"], number="ZZ01-002", name=name)
    wild = Catalog([*catalog.values(), card])
    desk = Desk(wild)
    deck, problems = parse_deck(LIST + "1 ZZ01-002\n", wild)
    assert problems == []
    again, problems = parse_deck(format_deck(deck, wild, DeckFormat.TEXT), wild)
    assert problems == []
    assert again == deck
    key, problems = desk.paste(LIST + "1 ZZ01-002\n")
    assert problems == []
    assert Desk(wild).deck(key) == deck


def test_a_name_of_the_form_goes_before_that_of_the_list(made):
    answer = made.client.post("/paste", data={"text": LIST, "name": "Typed here"}, follow_redirects=False)
    assert answer.headers["location"].endswith("/deck/own:Typed%20here")
    assert made.studio.desk.deck("own:Typed here").name == "Typed here"


@pytest.mark.parametrize("data", [LIST + "3 BP02-949\n", "", "\0", "nothing at all", '{"BP01-001": "x"}'])
def test_a_broken_deck_is_opened_as_text_mended_or_deleted(made, tmp_path, data):
    file = tmp_path / "home" / "decks" / "Broken.txt"
    file.parent.mkdir(exist_ok=True)
    file.write_text(data, encoding="utf-8")
    assert 'href="/deck/own:Broken"' in made.client.get("/").text
    page = made.client.get("/deck/own:Broken")
    assert page.status_code == 200
    assert "be read" in html.unescape(page.text)
    assert str(tmp_path) not in page.text
    wrong = made.client.post("/deck/own:Broken/text", data={"text": "3 BP02-949 typed"})
    assert wrong.status_code == 422
    assert "line 1" in wrong.text
    assert "3 BP02-949 typed" in wrong.text
    assert file.read_text(encoding="utf-8") == data
    made.client.post("/deck/own:Broken/text", data={"text": LIST})
    assert "50 cards" in made.client.get("/deck/own:Broken").text
    file.write_text(data, encoding="utf-8")
    made.client.post("/deck/own:Broken/delete")
    assert not file.exists()
    assert "Broken" not in made.client.get("/").text


def test_a_deck_under_a_name_of_somebody_elses_is_opened_and_saved_as_another(made, tmp_path):
    file = tmp_path / "home" / "decks" / "mine (2).txt"
    file.parent.mkdir(exist_ok=True)
    file.write_text(LIST, encoding="utf-8")
    assert "50 cards" in made.client.get("/deck/own:mine (2)").text
    made.client.post("/deck/own:mine (2)/table/change", data={"number": "BP01-001", "by": -1})
    answer = made.client.post("/deck/own:mine (2)/save", follow_redirects=False)
    assert answer.headers["location"] == "/deck/own:mine%202"
    assert file.read_text(encoding="utf-8") == LIST


# --------------------------------------------------------------------------------------------- two tabs


def step(made, name, page, **data):
    return made.client.post(f"{PAGE}/{name}", data={"shown": shown(page), **data}, follow_redirects=False)


def change(made, page, number, by):
    return step(made, "table/change", page, number=number, by=by)


def test_changes_of_two_tabs_are_both_done_and_said(pasted):
    first = second = pasted.client.get(PAGE).text
    second = change(pasted, second, "BP01-001", -1).text
    assert 'role="alert"' not in second
    first = change(pasted, first, "BP01-002", 1)
    assert first.status_code == 200
    assert "This list was changed in another tab: -1 Tiga 1." in first.text
    counts = pasted.studio.desk.draft(KEY).counts
    saved = dict(pasted.studio.desk.deck(KEY).counts)
    assert counts == {**saved, "BP01-001": saved["BP01-001"] - 1, "BP01-002": saved.get("BP01-002", 0) + 1}
    assert 'role="alert"' not in change(pasted, first.text, "BP01-001", -1).text


def test_a_tab_saves_what_it_shows_or_nothing(pasted):
    first = change(pasted, pasted.client.get(PAGE).text, "BP01-001", -1).text
    change(pasted, first, "BP01-001", -1)
    answer = step(pasted, "save", first)
    assert answer.status_code == 409
    assert answer.headers["hx-push-url"] == "/deck/own%3ATiga%20and%20Dyna"
    assert "Nothing was saved" in answer.text
    assert pasted.studio.desk.deck(KEY).size == 50
    offer = html.unescape(re.search(r'name="list" value="([^"]*)"', answer.text)[1])
    assert offer == shown(first)
    # The list of the page ...
    put = step(pasted, "table/put", answer.text, list=offer).text
    assert "49 cards" in put
    assert step(pasted, "save", put).status_code == 303
    assert pasted.studio.desk.deck(KEY).size == 49
    # ... or that of the other tab.
    assert (
        step(pasted, "save", pasted.client.post(f"{PAGE}/table/restore", data={"version": 1}).text).status_code == 303
    )
    assert pasted.studio.desk.deck(KEY).size == 50


def test_undo_takes_nothing_back_that_the_tab_does_not_show(pasted):
    first = change(pasted, pasted.client.get(PAGE).text, "BP01-001", -1).text
    change(pasted, first, "BP01-001", -1)
    answer = step(pasted, "table/undo", first)
    assert answer.status_code == 409
    assert "48 cards" in answer.text
    assert "49 cards" in step(pasted, "table/undo", answer.text).text


def test_a_question_is_about_the_list_that_its_page_shows(pasted):
    pasted.studio.jobs._ends = True
    asks = pasted.client.get(f"{PAGE}/ask").text
    listed = html.unescape(re.search(r'name="shown" value="([^"]*)"', asks)[1])
    change(pasted, pasted.client.get(PAGE).text, "BP01-001", -1)
    form = {"kind": "gauntlet", "rival": "shipped:plain-kaiju", "games": "100", "shown": listed}
    pasted.client.post(f"{PAGE}/ask", data=form)
    job = pasted.studio.jobs.get(1)
    deck, _ = parse_deck((job.home / "my-deck.txt").read_text(encoding="utf-8"), pasted.studio.catalog)
    assert deck.size == 50


@pytest.mark.parametrize("said", ["", "x", "BP01-001:0", "BP01-001:999", "BP02-949:1", "BP01-001:1 BP01-001:2", "\0:1"])
def test_a_page_that_says_no_list_is_taken_at_its_step(pasted, said):
    answer = pasted.client.post(f"{PAGE}/table/change", data={"number": "BP01-001", "by": -1, "shown": said})
    assert "49 cards" in answer.text
    assert 'role="alert"' not in answer.text


# ---------------------------------------------------------------------------------------------- restart


def test_what_was_not_saved_is_there_after_a_restart(pasted):
    change(pasted, pasted.client.get(PAGE).text, "BP01-001", -1)
    pasted.client.post("/deck/shipped:rosso-blu/table/change", data={"number": "BP01-001", "by": 1})
    for _ in range(2):
        pasted.studio.desk.__init__(pasted.studio.catalog)
        assert pasted.client.get("/").text.count("changed, not saved") == 2
        page = pasted.client.get(PAGE).text
        assert "49 cards" in page
        assert "they are here again" in page
        assert "51 cards" in pasted.client.get("/deck/shipped:rosso-blu").text
    undone = step(pasted, "table/undo", page).text
    assert "50 cards" in undone
    assert "here again" not in undone
    pasted.client.post("/deck/shipped:rosso-blu/save")
    assert "changed, not saved" not in pasted.client.get("/").text
    pasted.studio.desk.__init__(pasted.studio.catalog)
    assert "here again" not in pasted.client.get(PAGE).text
    assert pasted.studio.desk.draft("shipped:rosso-blu").deck.size == 50


@pytest.mark.parametrize("data", ["", "{", "[]", "5", '{"BP01-001": "x"}', '{"BP02-949": 1}', '{"BP01-001": true}'])
def test_an_unsaved_deck_that_is_damaged_is_left_out(pasted, tmp_path, data):
    change(pasted, pasted.client.get(PAGE).text, "BP01-001", -1)
    (file,) = (tmp_path / "home" / "studio" / "drafts").rglob("*.json")
    file.write_text(data, encoding="utf-8")
    pasted.studio.desk.__init__(pasted.studio.catalog)
    assert "50 cards" in pasted.client.get(PAGE).text


def test_a_deck_that_is_deleted_leaves_nothing_unsaved(pasted, tmp_path):
    change(pasted, pasted.client.get(PAGE).text, "BP01-001", -1)
    pasted.client.post(f"{PAGE}/delete")
    assert not list((tmp_path / "home" / "studio" / "drafts").rglob("*.json"))


def test_a_board_of_another_moment_takes_no_option(pasted):
    board = pasted.client.post(f"{PAGE}/play/begin", data={"rival": "shipped:plain-kaiju"}).text
    at = re.search(r'name="at" value="([^"]*)"', board)[1]
    assert pasted.client.post(f"{PAGE}/play/choose", data={"option": "0", "at": at}).status_code == 200
    for name in ("choose", "undo"):
        answer = pasted.client.post(f"{PAGE}/play/{name}", data={"option": "0", "at": at})
        assert answer.status_code == 409
        assert "went on in another tab" in answer.text
    assert len(pasted.studio.tables.at(KEY).session.asked) == 1
