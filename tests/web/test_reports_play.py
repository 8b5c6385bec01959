"""Reports that play on: the page within the page of a report, and the links by which it is opened."""

from __future__ import annotations

import json
import random
import re
from html import unescape

import pytest

from tests.helpers import run
from tests.web.conftest import WIDTHS
from tests.web.node import in_page, needs_node, shipped_decks
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.compiling.compiled import is_interpreted
from ucgsim.decks.deck import Deck
from ucgsim.decks.link import to_link
from ucgsim.errors import UcgsimError
from ucgsim.studies.kit.kinds import PAGES, stored
from ucgsim.studio.guard import REPORT_POLICY
from ucgsim.web.live import link_of, play_on

MOST_BYTES = 1_500_000
ODD_NAMES = ("", "ä ö ü 怪獣", "a\u2028b", "</script>", "#d=x", "\"\\'", "\ufeffx", "🦖" * 40, "\ud83e half", "x" * 300)
ODD_NUMBERS = ("PR-001", "PR-A012", "Y01-P001", "XX-001", "BP01-1234", "EXD02-003", "ABCD99-Z0001")
WORDS = """[...document.querySelectorAll('#matchups > details')]
  .map((part) => part.textContent.replaceAll('Step through it', ''))"""
REMARK = "the page does not play on: "
compiled = pytest.mark.skipif(is_interpreted, reason="a page plays the compiled game")


@pytest.fixture(scope="module")
def gauntlet(tmp_path_factory):
    """The folder of a small gauntlet with its report."""
    place = tmp_path_factory.mktemp("gauntlet") / "run"
    options = ("-n", 200, "--check", "none", "--jobs", 1, "--out", place)
    assert run("gauntlet", "arc-blazar", "baltan-swarm", "belial", *options).exit_code == 0
    done = run("report", place)
    assert (done.exit_code, done.stderr) == (0, "report: 2 of 2 matchups (100 %)\n") or REMARK not in done.stderr
    return place


def buttons(page):
    """Titles and links of a report's buttons."""
    text = page.read_text(encoding="utf-8")
    return {
        unescape(title): unescape(link) for link, title in re.findall(r'data-link="([^"]*)" data-title="([^"]*)"', text)
    }


# ------------------------------------------------------------------------------------------------- links


def odd_deck(chance, numbers):
    name = chance.choice([*ODD_NAMES, "Deck", "A deck of mine"])
    picked = chance.sample(numbers, chance.randint(1, 30))
    return name, {number: chance.choice([1, 2, 3, 4, 4, 4, 5, 50, 999]) for number in picked}


@needs_node
def test_a_link_is_the_same_text_in_both_languages():
    chance = random.Random(3)
    numbers = [*shipped_catalog(), *ODD_NUMBERS]
    # As a page writes it: half a character has become the sign for one that is not known.
    decks = [odd_deck(chance, numbers) for _ in range(200)]
    theirs = in_page(link=[[{"name": name, "counts": counts}] for name, counts in decks])["link"]
    for (name, counts), link in zip(decks, theirs, strict=True):
        # What no deck may be called is put right by `Deck`; the bytes of a name are what is compared here.
        deck = Deck("x", tuple(counts.items()))
        object.__setattr__(deck, "name", name)
        assert to_link([deck]) == link


@needs_node
def test_a_page_reads_what_python_writes():
    decks = [Deck(deck.name, deck.counts) for deck in shipped_decks()[:5]]
    more = {"weights": [1, 0.5, 12.25, 0], "note": "é"}
    read = in_page(open=[to_link(decks, **more), to_link(decks[:1])])["open"]
    assert read[0]["decks"] == [{"name": deck.name, "counts": dict(deck.counts)} for deck in decks]
    assert {name: read[0][name] for name in more} == more
    assert read[1] == {"decks": [{"name": decks[0].name, "counts": dict(decks[0].counts)}]}


@pytest.mark.parametrize("counts", [{"no card": 4}, {"BP01-001": 1000}])
def test_what_no_link_can_hold_is_refused_in_one_line(counts):
    with pytest.raises(UcgsimError) as error:
        to_link([Deck("x", tuple(counts.items()))])
    assert "\n" not in str(error.value)


# ------------------------------------------------------------------------------------------------- what a report holds


@compiled
def test_a_gauntlet_has_a_button_for_the_field_for_each_rival_and_for_a_game(gauntlet):
    links = buttons(gauntlet / "index.html")
    further = stored(gauntlet, PAGES).going_on(shipped_catalog())
    assert [link for title, link in links.items() if not title.startswith("Game ")] == [*map(link_of, further.seats)]
    assert [len(seat.rivals) for seat in further.seats] == [2, 1, 1]
    games = {title: link for title, link in links.items() if title.startswith("Game ")}
    assert games
    for title, link in games.items():
        plan = next(plan for plan in further.plans.values() if f"&game={plan.seed}.{plan.matchup}." in link)
        assert link == f"{to_link(plan.decks)}&game={plan.seed}.{plan.matchup}.{title.split()[1]}&by=planner.planner"


@compiled
@pytest.mark.slow(seconds=25)
def test_a_matrix_of_six_decks_is_small_and_has_all_that_it_had(visit, tmp_path):
    names = [deck.source.stem for deck in shipped_decks()[:6]]
    options = ("-n", 100, "--check", "none", "--jobs", 1, "--out", tmp_path / "run")
    assert run("matrix", *names, *options).exit_code == 0
    assert run("report", tmp_path / "run", "--no-live").exit_code == 0
    page = tmp_path / "run" / "index.html"
    plain = visit(page.as_uri())
    # The game is put into the page that is there: to draw the report once more takes long.
    play_on(page, stored(page.parent, PAGES).going_on(shipped_catalog()), shipped_catalog())
    assert page.stat().st_size <= MOST_BYTES
    assert sum(title.endswith("against the field") for title in buttons(page)) == 6
    view = visit(page.as_uri())
    view.wait_for_selector("p.packed", state="detached")
    for count in ("table", "svg", "details", "a[href^='replays/']"):
        assert view.locator(f"main {count}").count() == plain.locator(f"main {count}").count() > 0
    assert view.evaluate(WORDS) == plain.evaluate(WORDS)
    view.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
    column = view.locator("#matchups figure.sheet th button").first
    column.click()
    assert column.evaluate("(button) => button.parentElement.ariaSort") == "ascending"


@compiled
def test_the_page_of_one_side_has_the_button_of_its_deck(tmp_path):
    options = ("-n", 20, "--check", "none", "--jobs", 1, "--out", tmp_path / "run")
    assert run("matrix", "arc-blazar", "belial", *options).exit_code == 0
    assert run("report", tmp_path / "run", "--deck", "belial").exit_code == 0
    (side,) = (tmp_path / "run").glob("only-*.html")
    titles = [title for title in buttons(side) if not title.startswith("Game ")]
    assert titles == ["Belial alone against the field"]


@compiled
def test_both_builds_of_a_comparison_go_on(tmp_path):
    place = tmp_path / "run"
    asked = ("compare", "arc-blazar", "belial", "--against", "baltan-swarm", "-n", 40, "--check", "none")
    assert run(*asked, "--out", place).exit_code == 0
    assert run("report", place).exit_code == 0
    names = ("Arc and Blazar (published)", "Belial alone")
    assert [*buttons(place / "index.html")] == [f"{name} against Baltan swarm" for name in names]


@compiled
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--rules", "1.4"), "played by rules 1.4"),
        (("--redraw-procedure", "reshuffle"), "reshuffle redraw"),
        (("--first", "a"), "one side leads every game"),
        (("--policy", "search:4"), "none of a page's policies"),
    ],
)
def test_what_a_page_can_not_play_is_left_out_and_said(tmp_path, options, why):
    place = tmp_path / "run"
    assert run("duel", "arc-blazar", "belial", "-n", 20, *options, "--check", "none", "--out", place).exit_code == 0
    done = run("report", place)
    assert done.exit_code == 0
    (line,) = [line for line in done.stderr.splitlines() if REMARK in line]
    assert why in line
    assert "play-on" not in (place / "index.html").read_text(encoding="utf-8")


@pytest.mark.usefixtures("undrawn")
def test_without_it_the_page_is_as_it_was(tmp_path):
    place = tmp_path / "run"
    assert run("duel", "arc-blazar", "belial", "-n", 20, "--check", "none", "--out", place).exit_code == 0
    done = run("report", place, "--no-live")
    assert done.exit_code == 0
    assert REMARK not in done.stderr
    text = (place / "index.html").read_text(encoding="utf-8")
    assert "play-on" not in text
    assert "live-open" not in text


# ------------------------------------------------------------------------------------------------- in a browser


def opened(view):
    """Press the first button of the section; the page within, once it has an answer."""
    view.locator("#play-on button").first.click()
    within = view.frame_locator("dialog.live-shown iframe")
    within.locator(".big strong").wait_for()
    return within


def played_and_left(view):
    """Play on, swap a card, leave by a key and by the button; whether the focus came back to where it was."""
    within = opened(view)
    assert 0 < int(within.locator(".big strong").inner_text().split()[0]) < 100
    assert within.locator(".rival").count() == 2
    assert within.locator(".message").count() == 0
    assert view.evaluate("document.activeElement.tagName") == "IFRAME"
    within.locator(".row .copies button").first.click()
    within.locator(".cards .copies button").nth(3).click()
    within.locator(".chip").first.wait_for()
    assert "±" in within.locator(".chip").first.inner_text()
    view.keyboard.press("Escape")
    view.wait_for_selector("dialog", state="detached")
    opened(view)
    view.click("text=Back to the report")
    view.wait_for_selector("dialog", state="detached")
    return view.evaluate("document.activeElement === document.querySelector('#play-on button')")


@compiled
@pytest.mark.slow(seconds=5)
def test_from_disk_it_plays_on(visit, gauntlet):
    assert played_and_left(visit((gauntlet / "index.html").as_uri()))


@compiled
@pytest.mark.slow(seconds=5)
def test_it_plays_on_within_the_sandbox_of_the_studio(visit, gauntlet, browser):
    text = (gauntlet / "index.html").read_text(encoding="utf-8")
    view = visit("about:blank")
    headers = {"content-security-policy": REPORT_POLICY, "content-type": "text/html; charset=utf-8"}
    view.route("http://report.test/", lambda route: route.fulfill(body=text, headers=headers))
    view.goto("http://report.test/")
    assert played_and_left(view)


@compiled
@pytest.mark.slow
def test_contrast_labels_and_width(visit, gauntlet):
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="not run: no axe; install ucgsim[browser]"
    )
    view = visit((gauntlet / "index.html").as_uri())
    for scheme in ("light", "dark"):
        view.emulate_media(color_scheme=scheme)
        wrong = axe.Axe().run(view, context="#play-on").response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in wrong] == []
    within = opened(view)
    for width in WIDTHS:
        view.set_viewport_size({"width": width, "height": 900})
        assert view.evaluate("document.documentElement.scrollWidth") <= width
        assert view.evaluate("document.querySelector('dialog').scrollWidth") <= width
        assert within.locator("html").evaluate("(page) => page.scrollWidth") <= width
    for scheme in ("light", "dark"):
        view.emulate_media(color_scheme=scheme)
        wrong = axe.Axe().run(view, context=".live-bar").response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in wrong] == []


@compiled
@pytest.mark.slow
def test_without_scripts_the_report_is_read_and_promises_nothing(browser, gauntlet):
    context = browser.new_context(java_script_enabled=False)
    view = context.new_page()
    view.goto((gauntlet / "index.html").as_uri())
    assert view.locator("h1").is_visible()
    assert not view.locator("#play-on").is_visible()
    assert view.locator("button.live-open:visible").count() == 0
    context.close()


def test_the_file_of_one_run_holds_the_game_once(gauntlet):
    text = (gauntlet / "index.html").read_text(encoding="utf-8")
    assert text.count('id="ucgsim-page"') == (0 if is_interpreted else 1)
    assert json.loads((gauntlet / "summary.json").read_text(encoding="utf-8"))
