"""Games of one's own written down on the page, in a real browser."""

from __future__ import annotations

import urllib.parse

import pytest

from tests.helpers import run
from tests.web.conftest import opened, too_wide, turn_to, violations
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.stats.rates import wilson
from ucgsim.studies.own_games import read_table

pytestmark = pytest.mark.slow(seconds=3)

CATALOG = shipped_catalog()
ADD = "section[aria-label='Write a game down']"


def write(view, rival, lead, result):
    """A game in three taps."""
    for name in (rival, lead, result):
        view.locator(ADD).get_by_role("button", name=name, exact=True).click()


def test_three_taps_write_a_game_down_that_the_log_imports(visit, host, tmp_path):
    view = visit(host)
    opened(view)
    turn_to(view, "My games")
    first, second = view.evaluate("ucgsim.bench.field.rivals.map((each) => each.name)")[:2]
    for rival, lead, result in [(first, "Lead", "Won"), (first, "Next", "Lost"), (second, "Lead", "Won")]:
        write(view, rival, lead, result)
    shown = view.locator("section[aria-label='What you win']")
    assert "of 3 games, 2-1" in shown.inner_text()
    share = wilson(2, 3)
    assert f"{100 * share.low:.0f} to {100 * share.high:.0f}" in shown.locator("p[role=status]").inner_text()
    view.reload()
    opened(view)
    turn_to(view, "My games")
    assert shown.locator("tbody tr").first.locator("th").inner_text().startswith(first)
    href = view.get_by_text("Save as a file").get_attribute("href")
    saved, kept = tmp_path / "games.csv", tmp_path / "log.csv"
    saved.write_text(urllib.parse.unquote(href.split(",", 1)[1]), encoding="utf-8")
    result = run("log", "import", saved, "--file", kept)
    assert result.exit_code == 0, result.stderr
    games = read_table(kept)
    assert [(each.rival, each.lead, each.result) for each in games] == [
        (first, "lead", "win"),
        (first, "next", "loss"),
        (second, "lead", "win"),
    ]
    assert len({each.id for each in games}) == 3
    view.get_by_role("button", name="What I met in three months as my field").click()
    field = view.evaluate("ucgsim.bench.field.rivals.map(({ name, weight }) => [name, weight])")
    assert field == [[first, 2], [second, 1]]
    assert violations(view) == []
    assert too_wide(view) == []
    view.locator(ADD).get_by_label("Another rival").fill('=1+1,"<img src=x>\n')
    view.locator(ADD).get_by_role("button", name="Drawn").click()
    href = urllib.parse.unquote(view.get_by_text("Save as a file").get_attribute("href"))
    assert '"\'=1+1,""<img src=x>"' in href
    assert view.locator("main img").count() == 0
