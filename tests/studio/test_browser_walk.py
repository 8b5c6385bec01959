"""A walk through the studio in a real browser: paste, edit, odds, gauntlet; and what axe finds in its pages."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys

import pytest

from tests.helpers import DECKLISTS

sync = pytest.importorskip("playwright.sync_api", reason="no Playwright; install ucgsim[browser]")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe; install ucgsim[browser]")

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture
def address(tmp_path, monkeypatch):
    """A studio of its own, as a user starts it; interrupted in the end."""
    from ucgsim.engine.compiling.compiled import cache_folder

    home = tmp_path / "home"
    home.mkdir()
    (home / "cache").symlink_to(cache_folder().parent.parent)
    monkeypatch.setenv("UCGSIM_HOME", str(home))
    command = [sys.executable, "-u", "-m", "ucgsim", "studio", "--no-browser", "--port", "8734"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as studio:
        yield re.search(r"http\S+", studio.stdout.readline())[0]
        studio.send_signal(2)
        assert studio.wait(30) == 0


@pytest.fixture
def page():
    try:
        playwright = sync.sync_playwright().start()
    except Exception as error:  # noqa: BLE001 - a library of the system is missing
        pytest.skip(f"Playwright does not start: {str(error).splitlines()[0]}")
    place = next(filter(None, map(shutil.which, BROWSERS)), None)
    try:
        browser = playwright.chromium.launch(executable_path=place, args=["--no-sandbox"])
    except sync.Error as error:
        playwright.stop()
        pytest.skip(f"no browser: {error.message.splitlines()[0]}")
    shown = browser.new_page()
    said: list[str] = []
    shown.on("console", lambda message: said.append(message.text))
    shown.on("pageerror", lambda error: said.append(str(error)))
    yield shown
    assert said == []
    browser.close()
    playwright.stop()


@pytest.mark.slow(seconds=25)
def test_paste_edit_odds_gauntlet(address, page):
    for _ in range(50):
        try:
            page.goto(address)
            break
        except sync.Error:
            page.wait_for_timeout(100)
    assert "token" not in page.url
    page.fill("#text", (DECKLISTS / "tiga-dyna.txt").read_text(encoding="utf-8"))
    page.click("text=Open it")
    page.wait_for_selector("#odds table")
    page.wait_for_selector("#found .card")
    page.click("#table .lines button[value='-1'] >> nth=0")
    page.wait_for_selector("#odds .down")
    page.fill("input[name=q]", "trigger dark")
    page.wait_for_selector("#found :text('Trigger Dark')")
    page.click("#found button[value='1'] >> nth=0")
    page.wait_for_selector("text=A legal deck.")
    assert page.text_content("#found output >> nth=0") == "1"
    problems = axe.Axe().run(page).response["violations"]
    assert [each["id"] for each in problems] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size({"width": 360, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.click("text=Ask: gauntlet")
    page.check("text=Plain Kaiju")
    page.fill("input[name=games]", "40")
    page.click("button:has-text('Start')")
    page.wait_for_selector(".answer", timeout=60_000)
    page.wait_for_selector("text=The whole page", timeout=60_000)
