"""Walks through the studio in a real browser: what its server adds to the page, and what it must not lose."""

from __future__ import annotations

import re
import socket
import subprocess
import sys

import pytest

from tests.helpers import DECKLISTS
from tests.studio.conftest import own_home
from tests.waiting import until

sync = pytest.importorskip("playwright.sync_api", reason="not run: no Playwright; install ucgsim[browser]")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="not run: no axe; install ucgsim[browser]")

LIST = (DECKLISTS / "tiga-dyna.txt").read_text(encoding="utf-8")

pytestmark = [pytest.mark.slow(seconds=25), pytest.mark.xdist_group("studio in a browser")]


class Begun:
    """A studio as a user starts it, at a port of its own, that can be killed and started again."""

    def __init__(self, home, port):
        self.home, self.port = home, port
        self.start()

    def start(self):
        command = [sys.executable, "-u", "-m", "ucgsim", "studio", "--no-browser", "--port", str(self.port)]
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("UCGSIM_HOME", str(self.home))
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=self.home.parent)
        self.address = re.search(r"http\S+", self.process.stdout.readline())[0]

    def end(self, number=2):
        self.process.send_signal(number)
        code = self.process.wait()
        self.process.stdout.close()
        return code


@pytest.fixture(scope="module")
def studio(tmp_path_factory):
    from ucgsim.compiling.compiled import is_interpreted

    if is_interpreted:
        pytest.skip("a page plays the compiled game")
    home = own_home(tmp_path_factory.mktemp("studio") / "home")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    begun = Begun(home, port)
    yield begun
    assert begun.end() == 0


def enter(view, address):
    """Open the address that the terminal printed, and wait for the first win rate."""
    while True:
        try:
            view.goto(address)
            break
        except sync.Error:
            view.wait_for_timeout(100)
    view.wait_for_selector(".big strong")


@pytest.fixture
def page(browser, studio):
    """A page that was let in; a word on its console fails the test."""
    context = browser.new_context()
    shown = context.new_page()
    said: list[str] = []
    shown.on("console", lambda message: said.append(message.text))
    shown.on("pageerror", lambda error: said.append(str(error)))
    enter(shown, studio.address)
    yield shown
    # What a studio that is gone leaves on the console is the browser's own.
    assert [each for each in said if "net::ERR_" not in each and "403" not in each] == []
    context.close()


def ask(page, button, games=None):
    page.click("nav button:has-text('Ask more')")
    card = page.locator(".question", has=page.locator(f"button:has-text('{button}')"))
    if games:
        card.locator("input[type=number]").last.fill(str(games))
        card.locator("input[type=number]").last.blur()
    card.locator("button.main").click()


def refuse_flaws(page):
    """Nothing that axe finds, in light and in dark; no line that is wider than the page, down to 320 px."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        problems = axe.Axe().run(page).response["violations"]
        assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in problems] == []
    page.emulate_media(color_scheme="light")
    for width in (1920, 320):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size({"width": 1280, "height": 900})


def test_paste_swap_ask_report_and_games(page):
    assert "token" not in page.url
    assert "key" not in page.url
    page.click("text=Paste")
    page.fill("dialog textarea", LIST)
    page.click("dialog .main")
    page.locator(".row .copies button").first.click()
    page.click("text=Undo")
    page.evaluate("ucgsim.bench.field.meet(ucgsim.bench.field.rivals.slice(0, 1))")
    ask(page, "Ask about", 40)
    page.wait_for_selector("table.figures")
    page.wait_for_selector("[role=status]:text-is('done')")
    refuse_flaws(page)
    with page.expect_popup() as opened:
        page.click("text=The whole page")
    assert "Tiga and Dyna" in opened.value.text_content("h1")
    opened.value.close()
    page.click("text=Tables as CSV")
    page.wait_for_selector("a:has-text('gauntlet.csv')")
    page.click("text=Games on the table")
    page.click("text=the closest game")
    page.wait_for_selector(".board")
    page.click("nav button:has-text('Ask more')")
    page.wait_for_selector(".run:has-text('How does Tiga and Dyna do?')")
    refuse_flaws(page)


def test_a_run_is_stopped_goes_on_and_is_deleted(page):
    ask(page, "Ask about", 1_000_000)
    page.wait_for_selector("[role=status]:has-text('playing')")
    page.click("text=Stop; what was played stays")
    page.wait_for_selector("[role=status]:text-is('stopped')")
    page.click("text=Go on")
    page.wait_for_selector("[role=status]:has-text('playing')")
    page.click("text=Stop; what was played stays")
    page.wait_for_selector("[role=status]:text-is('stopped')")
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("button:text-is('Delete')")
    page.wait_for_selector("h2:text-is('Runs')")
    # The first one may have been asked for before; the page looks for a next one when it has shown the last.
    for _ in range(3):
        with page.expect_response("**/api/runs"):
            pass
    assert not page.locator(".run:has-text('stopped')").count()


def test_what_is_saved_is_in_the_library_and_in_other_browsers(browser, page, studio):
    page.evaluate("ucgsim.bench.rename('From the page')")
    page.click("text=Save version")
    page.click("nav button:has-text('Decks')")
    page.wait_for_selector("button:text-is('From the page')")
    shown = page.evaluate("ucgsim.bench.edited.deck.counts")
    command = [sys.executable, "-m", "ucgsim", "deck", "show", "From the page"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UCGSIM_HOME", str(studio.home))
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert all(number in said for number in shown)
    other = browser.new_context()
    second = other.new_page()
    enter(second, studio.address)
    names = second.evaluate("ucgsim.bench.versions.all.map((each) => each.name)")
    assert "From the page" in names
    other.close()


def items(page):
    """What the studio has saved for the page."""
    return page.evaluate("ucgsim.bench.server.ask('/api/items')")["items"]


def test_a_studio_that_is_killed_loses_nothing(page, studio):
    before = items(page)
    changed = page.evaluate("(ucgsim.bench.edited.change('BP01-001', 1), ucgsim.bench.edited.deck.counts)")
    until(lambda: items(page) != before)
    assert studio.end(9) == -9
    later = page.evaluate("(ucgsim.bench.edited.change('BP01-002', 1), ucgsim.bench.edited.deck.counts)")
    assert later != changed
    page.wait_for_selector(".message:has-text('does not answer')")
    studio.start()
    # The page that is still open comes in again by itself, and sends what it could not.
    until(lambda: any('"BP01-002"' in text for name, text in items(page).items() if name.startswith("ucgsim-draft")))
    page.wait_for_selector(".message", state="detached")
    assert studio.end(9) == -9
    studio.start()
    # Loaded again, it is refused at first.
    page.reload()
    page.wait_for_selector(".big strong")
    assert page.evaluate("ucgsim.bench.edited.deck.counts") == later
    assert any('"BP01-002"' in text for name, text in items(page).items() if name.startswith("ucgsim-draft"))
