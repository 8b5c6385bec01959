"""Releases of the page, and visits without a network: one release at a time, whole."""

from __future__ import annotations

import shutil
import threading

import pytest

from tests.waiting import until
from tests.web.conftest import answered, opened
from tests.web.hosts import Pages
from ucgsim.web.site import with_release

pytestmark = pytest.mark.slow(seconds=4)

SAVED = """async () => {
  const names = await caches.keys();
  const kept = await (await caches.open(names[0])).keys();
  return [names, kept.map(({ url }) => new URL(url).pathname.replace('/ucgsim/', ''))];
}"""
NOT_SAVED = {"404.html", "deck.png", "offline.js", "site.png", "ucgsim.html", "ucgsim-web.json"}
HOLDS = "(name) => fetch('app.js').then((script) => script.text()).then((text) => text.includes(name))"
CONTROLLED = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"


class Host(Pages):
    """A static host of a copy of the site, which may lack files, or never answer for them."""

    def __init__(self, site, place):
        self.lacks, self.hangs = set(), set()
        self.go_on = threading.Event()
        super().__init__(shutil.copytree(site, place))

    def lies(self, name):
        if name in self.hangs:
            self.go_on.wait()
        return None if name in self.lacks else super().lies(name)

    def release(self, old, new):
        """Put another release there, in which all scripts say ``new`` where they said ``old``."""
        for script in self.folder.glob("*.js"):
            script.write_text(script.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
        served = {name: (self.folder / name).read_bytes() for name in files_of(self)}
        worker = self.folder / "offline.js"
        worker.write_text(with_release(worker.read_text(encoding="utf-8"), served), encoding="utf-8")

    def close(self):
        self.go_on.set()
        super().close()


@pytest.fixture
def own_host(site, tmp_path):
    host = Host(site, tmp_path / "site")
    yield host
    host.close()


@pytest.fixture
def view(browser):
    """A page whose console may say what a host lacks."""
    context = browser.new_context(locale="en-US")
    yield context.new_page()
    context.close()


def first_visit(view, host):
    """Open the page once, until its release is saved."""
    view.goto(host.address)
    opened(view)
    until(lambda: view.evaluate(CONTROLLED))


def files_of(host):
    names = {str(path.relative_to(host.folder)) for path in host.folder.rglob("*") if path.is_file()}
    return names - NOT_SAVED


def test_after_one_visit_it_opens_without_a_network_in_each_language(view, own_host):
    first_visit(view, own_host)
    names, kept = view.evaluate(SAVED)
    assert len(names) == 1
    assert set(kept) == files_of(own_host)
    assert not view.get_by_text("A newer version").count()
    own_host.close()
    view.goto(f"{own_host.address}?from=a-post#page=guide")
    opened(view)
    view.click("text=日本語")
    view.wait_for_function("() => document.documentElement.lang === 'ja'")


def test_a_release_that_lacks_a_file_leaves_the_old_one_whole(view, own_host):
    first_visit(view, own_host)
    old, _ = view.evaluate(SAVED)
    own_host.release("titleOf", "titledBy")
    own_host.lacks.add("app.js")
    own_host.asked.clear()
    view.reload()
    opened(view)
    until(lambda: "app.js" in own_host.asked)
    until(lambda: view.evaluate("caches.keys()") == old)
    view.reload()
    opened(view)
    assert view.evaluate(HOLDS, "titleOf")
    assert not view.get_by_text("A newer version").count()
    # A host that is still at work on it: a file is there, but it is that of the release before.
    own_host.lacks.clear()
    new = (own_host.folder / "app.js").read_text(encoding="utf-8")
    (own_host.folder / "app.js").write_text(new.replace("titledBy", "titleOf"), encoding="utf-8")
    own_host.asked.clear()
    view.reload()
    opened(view)
    until(lambda: "app.js" in own_host.asked)
    until(lambda: view.evaluate("caches.keys()") == old)
    assert view.evaluate(HOLDS, "titleOf")
    (own_host.folder / "app.js").write_text(new, encoding="utf-8")
    view.reload()
    opened(view)
    # It is whole now, and waits until it is asked for.
    view.evaluate("() => { globalThis.isOld = true; }")
    view.get_by_role("button", name="Load it").click()
    view.wait_for_function("() => !globalThis.isOld")
    opened(view)
    assert view.evaluate(HOLDS, "titledBy")
    names, kept = view.evaluate(SAVED)
    assert len(names) == 1
    assert names != old
    assert set(kept) == files_of(own_host)


def test_a_network_that_hangs_holds_nothing_up(view, own_host):
    first_visit(view, own_host)
    own_host.hangs |= files_of(own_host) | {"", "offline.js"}
    view.reload(wait_until="commit")
    assert 0 < answered(view) < 100


LINE = "A part of this page could not be loaded: look at your connection, then load the page again."


@pytest.mark.parametrize("fault", ["is missing", "is cut"])
def test_a_script_that_can_not_be_loaded_is_named_in_one_line(view, own_host, fault):
    if fault == "is missing":
        own_host.lacks.add("app.js")
    else:
        script = own_host.folder / "app.js"
        script.write_bytes(script.read_bytes()[:100_000])
    view.goto(own_host.address)
    view.wait_for_selector("[role=alert]")
    assert view.inner_text("#page") == LINE
