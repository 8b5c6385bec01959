"""The files of the game as a page has them, Node, which plays the page's scripts, and the page in a browser."""

from __future__ import annotations

import itertools

import pytest

from tests.helpers import NODE, run
from tests.web.hosts import Pages
from tests.web.node import run_node, shipped_decks
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.compiling.compiled import is_interpreted
from ucgsim.compiling.library import web_library
from ucgsim.web.book import game_files
from ucgsim.web.site import data_files, static_files, whole_page

ADDRESS = "https://decks.example/ucgsim/"
"""Where the site is said to be served."""


@pytest.fixture(scope="session")
def node():
    """Runs a script of this folder on values and gives back what it answers."""
    if NODE is None:
        pytest.skip("not run: no Node.js; install ucgsim[test]")
    return run_node


@pytest.fixture(scope="session")
def game(tmp_path_factory):
    """A folder with the game, its book and its layout."""
    if is_interpreted:
        pytest.skip("a page plays the compiled game")
    place = tmp_path_factory.mktemp("game")
    made = game_files(shipped_catalog())
    for name, data in (("ucgsim.wasm", web_library()), ("layout.json", made.layout), ("book.bin", made.book)):
        (place / name).write_bytes(data)
    return place


@pytest.fixture(scope="session")
def decks():
    """The decks that ship."""
    return shipped_decks()


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder that `ucgsim web` writes for a host."""
    if is_interpreted:
        pytest.skip("a page plays the compiled game")
    place = tmp_path_factory.mktemp("site") / "site"
    written = run("web", place, "--address", ADDRESS)
    assert written.exit_code == 0, written.stderr
    return place


@pytest.fixture(scope="session")
def host(tmp_path_factory):
    """The address of the page with each script as a file of its own, as they are written: a test can import one."""
    if is_interpreted:
        pytest.skip("a page plays the compiled game")
    place = tmp_path_factory.mktemp("page")
    whole = {"ucgsim.html": whole_page(shipped_catalog()).encode()}
    for name, content in {**static_files(), **data_files(shipped_catalog()), **whole}.items():
        (place / name).parent.mkdir(exist_ok=True)
        (place / name).write_bytes(content)
    served = Pages(place, "/")
    yield f"{served.address}index.html"
    served.close()


@pytest.fixture
def visit(browser):
    """Opens an address in a browser that knows nothing yet; what its console says must be nothing."""
    said: list[str] = []
    contexts = []

    def open_page(address: str, **given):
        context = browser.new_context(**given)
        contexts.append(context)
        view = context.new_page()
        view.on("console", lambda message: said.append(message.text))
        view.on("pageerror", lambda error: said.append(str(error)))
        view.goto(address)
        return view

    yield open_page
    for context in contexts:
        context.close()
    assert said == []


KINDS = {"LEAD", "REDRAW", "SCENE", "SET", "LEVEL_UP", "RESOLVE", "ACTIVATE", "OPTIONAL", "CHARACTER", "CARD"}
"""Decisions that come up in games of the decks that ship."""
WIDTHS = (320, 390, 800, 1440, 1920)


def turn_to(view, name):
    """Go to a page by its name, on a narrow screen by the menu."""
    if view.locator(".menu").is_visible():
        view.locator(".menu").click()
    view.locator("nav button", has_text=name).click()


def too_wide(view):
    """Widths at which the page scrolls sideways."""
    wide = []
    for width in WIDTHS:
        view.set_viewport_size({"width": width, "height": 900})
        if view.evaluate("document.documentElement.scrollWidth") > width:
            wide.append(width)
    return wide


UNASKED = ("color-contrast-enhanced", "target-size")
"""Rules of axe for contrast that WCAG asks for in its highest grade only, and for places that a panel lies over until
one scrolls."""


def violations(view, lights=("light", "dark")):
    """What axe finds on a phone and on a wide screen, with the rules that it leaves out unless it is asked."""
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="not run: no axe; install ucgsim[browser]"
    )
    view.evaluate(axe.Axe().axe_script)
    rules = {
        rule: {"enabled": rule not in UNASKED} for rule in view.evaluate("axe.getRules().map((each) => each.ruleId)")
    }
    wrong = []
    for width, light in itertools.product((390, 1440), lights):
        view.set_viewport_size({"width": width, "height": 900})
        view.emulate_media(color_scheme=light)
        for each in axe.Axe().run(view, options={"rules": rules}).response["violations"]:
            wrong.append((width, light, each["id"], [node["html"][:160] for node in each["nodes"][:3]]))
    return wrong


def drawn(view):
    """Wait until what the page has been told is to be seen: it draws once a frame."""
    view.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def opened(view):
    """Wait for the page, and have it play nothing against the field until it is loaded again."""
    view.wait_for_selector("header.top")
    view.evaluate(
        "() => { ucgsim.bench.played.control?.abort(); ucgsim.bench.pool.play = () => new Promise(() => {}); }"
    )


def answered(view, *, goes_on=False):
    """Wait for a win rate against the field, and give it; unless it ``goes_on`` the page then plays no more of it.

    A page that nobody looks at any more would play on with all processors until its tests end.
    """
    view.wait_for_selector(".big strong")
    rate = int(view.inner_text(".big strong").split()[0])
    if not goes_on:
        view.evaluate("ucgsim.bench.played.control?.abort()")
    return rate
