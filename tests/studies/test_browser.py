"""Pages in a real browser: no error, no sideways scroll at any width, contrast and labels, sorting and choosing."""

from __future__ import annotations

import pytest

from tests.conftest import draw_nothing
from ucgsim.studies.kit.run import write_report

sync = pytest.importorskip("playwright.sync_api", reason="not run: no Playwright; install ucgsim[browser]")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="not run: no axe; install ucgsim[browser]")

WIDTHS = (360, 800, 1440)
LEAST_LETTERS = 11
"""Pixels."""
LETTERS = """[...document.querySelectorAll("svg.chart text")].filter(text => text.getClientRects().length)
  .map(text => parseFloat(getComputedStyle(text).fontSize) * text.ownerSVGElement.getScreenCTM().a)"""


@pytest.fixture(scope="module")
def matrix_page(field):
    with pytest.MonkeyPatch.context() as patch:
        draw_nothing(patch)
        return write_report(field.path)


@pytest.fixture
def shown(browser, matrix_page):
    """A page that is shown, and what its console said."""
    said: list[str] = []
    view = browser.new_page()
    view.on("console", lambda message: said.append(message.text))
    view.on("pageerror", lambda error: said.append(str(error)))
    view.goto(matrix_page.as_uri())
    yield view
    view.close()
    assert said == []


def open_all(view):
    view.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")


def test_no_page_scrolls_sideways_and_letters_of_charts_can_be_read(shown):
    for width in WIDTHS:
        shown.set_viewport_size({"width": width, "height": 900})
        open_all(shown)
        assert shown.evaluate("document.documentElement.scrollWidth") == width
        sizes = shown.evaluate(LETTERS)
        assert len(sizes) > 50
        assert min(sizes) >= LEAST_LETTERS


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast_and_labels(shown, scheme):
    shown.emulate_media(color_scheme=scheme)
    shown.evaluate(
        "document.querySelectorAll('#check, #m001-matchup, #m001-matchup > details').forEach(d => d.open = 1)"
    )
    # The other matchups have the same parts.
    shown.evaluate("document.querySelectorAll('#m002-matchup, #m003-matchup').forEach(part => part.remove())")
    wrong = axe.Axe().run(shown).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in wrong] == []


def test_a_click_sorts_rows_opens_a_matchup_and_shows_one_deck_alone(shown, field):
    rows = shown.locator("header table.grid tbody tr > th")
    order = [field.names[place] for place in field.rankings[0]]
    assert rows.all_inner_texts() == order
    shown.locator("header table.grid thead button").nth(1).click()
    assert rows.all_inner_texts() == order[::-1]
    shown.locator("header table.grid tbody a").first.click()
    # What is linked to opens a moment later.
    opened = shown.locator("details[id$='-matchup'][open]")
    opened.first.wait_for()
    assert [shown.evaluate("location.hash")] == [f"#{each.get_attribute('id')}" for each in opened.all()]
    mine = field.names.index(order[0])
    shown.select_option("select.mine", str(mine))
    alone = shown.locator("header table.grid:visible tr > th").all_inner_texts()
    assert alone[0] == "whole field"
    assert sorted(alone[1:]) == sorted(order[1:])
    assert shown.locator("#matchups > details:visible").count() == len(order) - 1


def test_games_are_chosen_by_who_leads_and_by_a_first_double(shown):
    open_all(shown)
    part = shown.locator("#m001-rows")
    part.locator("select").first.select_option(index=1)
    part.locator("select").nth(2).select_option("2")
    leads, double = (part.locator("select").nth(place).input_value() for place in (0, 2))
    rows = part.locator("tbody tr:visible")
    assert 0 < rows.count() < 60
    for row in rows.all():
        cells = row.locator("td").all_inner_texts()
        assert (cells[1], cells[6]) == (leads, double)
    assert part.locator("output").inner_text() == f"{rows.count()} of 60"


@pytest.mark.slow(seconds=3)
def test_what_is_printed_fills_no_more_than_two_pages(shown):
    shown.emulate_media(media="print")
    assert shown.pdf(format="A4").count(b"/Type /Page\n") <= 2
