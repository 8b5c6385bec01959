"""Walks through the studio in a real browser, one for each thing that it is for; and what axe finds in its pages."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.helpers import DECKLISTS

sync = pytest.importorskip("playwright.sync_api", reason="no Playwright; install ucgsim[browser]")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe; install ucgsim[browser]")

LIST = (DECKLISTS / "tiga-dyna.txt").read_text(encoding="utf-8")
ANSWERS = 60_000
"""Milliseconds that a run may take to say something on a machine that does other things too."""

pytestmark = [pytest.mark.slow(seconds=25), pytest.mark.xdist_group("studio in a browser")]


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """A studio of its own, as a user starts it; interrupted in the end."""
    from ucgsim.engine.compiling.library import library_folder

    home = tmp_path_factory.mktemp("studio") / "home"
    home.mkdir()
    (home / "cache").symlink_to(library_folder().parent.parent)
    command = [sys.executable, "-u", "-m", "ucgsim", "studio", "--no-browser"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UCGSIM_HOME", str(home))
        studio = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=home.parent)
    with studio:
        yield re.search(r"http\S+", studio.stdout.readline())[0]
        studio.send_signal(2)
        assert studio.wait(30) == 0


@pytest.fixture
def page(browser, address):
    """A page that was let in; a word on its console fails the test."""
    context = browser.new_context()
    shown = context.new_page()
    said: list[str] = []
    shown.on("console", lambda message: said.append(message.text))
    shown.on("pageerror", lambda error: said.append(str(error)))
    for _ in range(50):
        try:
            shown.goto(address)
            # The address leads on to the first page, from which a browser sends its cookie.
            shown.wait_for_selector("h1:text-is('Decks')")
            break
        except sync.Error:
            shown.wait_for_timeout(100)
    said.clear()
    yield shown
    # What a cut network or a refused step leaves on the console is the browser's and htmx's own.
    own = ("ERR_INTERNET_DISCONNECTED", "status of 409")
    assert [each for each in said if not any(part in each for part in own) and not each.startswith("htmx:")] == []
    context.close()


def paste(page, name):
    page.fill("#text", LIST.replace("Tiga and Dyna", name))
    page.click("text=Open it")
    page.wait_for_selector("#odds table")


def ask(page, kind, games, rivals=("Plain Kaiju",)):
    page.click("text=Ask: gauntlet")
    page.check(f"input[value={kind}]")
    for rival in rivals:
        page.check(f".rivals label:text-is('{rival}') input")
    page.fill("input[name=games]", str(games))
    page.click("button:has-text('Start')")


def refuse_flaws(page):
    """Nothing that axe finds, in light and in dark; no line that is wider than the page, down to 360 px."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        problems = axe.Axe().run(page).response["violations"]
        assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in problems] == []
    page.emulate_media(color_scheme="light")
    for width in (1920, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size({"width": 1280, "height": 900})


def test_paste_edit_odds_gauntlet_report(page):
    assert "token" not in page.url
    refuse_flaws(page)
    paste(page, "Walked")
    page.click("#table .lines button[value='-1'] >> nth=0")
    page.wait_for_selector("#odds .wrong")
    page.fill("input[name=q]", "trigger dark")
    page.wait_for_selector("#found :text('Trigger Dark')")
    page.click("#found button[value='1'] >> nth=0")
    page.wait_for_selector("text=A legal deck.")
    assert page.text_content("#found output >> nth=0") == "1"
    page.select_option("select[name=what1]", "chain 1-2")
    page.wait_for_selector("#want :text('% of games')")
    refuse_flaws(page)
    ask(page, "gauntlet", 60, ("Plain Kaiju", "Rosso and Blu"))
    page.wait_for_selector(".answer", timeout=ANSWERS)
    with page.expect_popup(timeout=ANSWERS) as opened:
        page.click("text=The whole page", timeout=ANSWERS)
    assert "Walked" in opened.value.text_content("h1")
    refuse_flaws(page)
    page.click("text=Games on the board")
    refuse_flaws(page)
    page.click("text=Look at it")
    page.wait_for_selector("text=Chance to win by Round", timeout=ANSWERS)
    assert page.is_visible("text=turning point >> nth=0")
    refuse_flaws(page)
    page.click("text=Runs")
    assert page.is_visible("text=How does Walked do?")


def test_compare_is_cancelled_and_goes_on(page):
    paste(page, "Compared")
    page.click("#table .lines button[value='-1'] >> nth=0")
    page.wait_for_selector("#table h2:has-text('49 cards')")
    page.click("#table .lines button[value='1'] >> nth=2")
    page.wait_for_selector("text=A legal deck.")
    page.click("text=Ask: gauntlet")
    refuse_flaws(page)
    page.check("input[value=compare]")
    page.uncheck("input[name=until]")
    page.check(".rivals label:text-is('Plain Kaiju') input")
    page.fill("input[name=games]", "1000000")
    page.click("button:has-text('Start')")
    page.wait_for_selector(".status:text-is('playing')", timeout=ANSWERS)
    page.click("text=Stop; what was played stays")
    page.wait_for_selector(".status:text-is('stopped')")
    page.click("text=Go on")
    page.wait_for_selector(".status:text-is('playing')", timeout=ANSWERS)
    page.click("text=Stop; what was played stays")
    page.wait_for_selector(".status:text-is('stopped')")
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("button:text-is('Delete')")
    page.wait_for_selector("h1:text-is('Runs')")
    assert "Compared better" not in page.text_content("main")


def test_hands_are_kept_and_redrawn_by_keyboard(page):
    paste(page, "Trained")
    page.click("text=Train hands")
    refuse_flaws(page)
    page.focus("button:text-is('Keep')")
    page.keyboard.press("Enter")
    page.wait_for_selector("#verdict :text('Kept it wins')", timeout=ANSWERS)
    page.click("text=Next hand")
    page.wait_for_selector("#verdict section", state="detached")
    assert page.inner_text("#score").endswith("in a row")


def test_a_whole_game_by_keyboard(page):
    paste(page, "Played")
    page.click("text=Play it yourself")
    refuse_flaws(page)
    page.select_option("select[name=rival]", "shipped:plain-kaiju")
    page.click("text=Deal")
    page.wait_for_selector(".choices", timeout=ANSWERS)
    refuse_flaws(page)
    page.click("text=Hint")
    page.wait_for_selector("pre:has-text('Chance to win')", timeout=ANSWERS)
    for _ in range(150):
        if page.query_selector(".choices") is None:
            break
        # The first option has the focus.
        page.wait_for_selector("button[name=option]:focus")
        with page.expect_navigation():
            page.keyboard.press("Enter")
    assert re.match("You (win|lose) in Round", page.inner_text(".answer"))
    page.click("text=Review the game")
    page.wait_for_selector("text=Chance to win by Round", timeout=ANSWERS)
    refuse_flaws(page)


def test_two_tabs_see_one_deck(page):
    paste(page, "Shared")
    other = page.context.new_page()
    other.goto(page.url)
    page.click("#table .lines button[value='-1'] >> nth=0")
    page.wait_for_selector("#table h2:has-text('49 cards')")
    other.click("#table .lines button[value='-1'] >> nth=1")
    other.wait_for_selector("#table h2:has-text('48 cards')")
    page.click("button:text-is('Undo')")
    page.wait_for_selector("#table [role=alert]:has-text('Nothing was undone')")
    assert "48 cards" in page.inner_text("#table h2")
    page.click("button:text-is('Undo')")
    page.wait_for_selector("#table h2:has-text('49 cards')")
    other.reload()
    assert "49 cards" in other.inner_text("#table h2")


def test_a_cut_network_is_said_and_nothing_is_lost(page):
    paste(page, "Cut off")
    page.context.set_offline(True)
    page.click("#table .lines button[value='-1'] >> nth=0")
    page.wait_for_selector("#trouble:has-text('does not answer')")
    page.context.set_offline(False)
    page.click("#table .lines button[value='-1'] >> nth=0")
    page.wait_for_selector("#table h2:has-text('49 cards')")
    assert page.is_hidden("#trouble")
