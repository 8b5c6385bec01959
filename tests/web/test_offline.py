"""Releases of the page, and visits without a network: one release at a time, whole."""

from __future__ import annotations

import functools
import http.server
import shutil
import threading

import pytest

from tests.waiting import until
from tests.web.conftest import Quiet, answered, opened
from ucgsim.web.site import with_release

pytestmark = pytest.mark.slow(seconds=4)

SAVED = """async () => {
  const names = await caches.keys();
  const kept = await (await caches.open(names[0])).keys();
  return [names, kept.map(({ url }) => new URL(url).pathname.slice(1))];
}"""
CONTROLLED = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"


class Host:
    """A static host of a copy of the site, which may lack files, or never answer for them."""

    def __init__(self, site, place):
        self.place = shutil.copytree(site, place)
        self.lacks, self.hangs = set(), set()
        self.asked, self.go_on = [], threading.Event()
        handler = functools.partial(self.handler(), directory=str(place))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://localhost:{self.server.server_address[1]}/"

    def handler(host):  # noqa: N805
        class Handler(Quiet):
            def do_GET(self):  # noqa: N802
                name = self.path.split("?")[0].lstrip("/")
                host.asked.append(name)
                if name in host.hangs:
                    host.go_on.wait()
                if name in host.lacks:
                    self.send_error(404)
                else:
                    super().do_GET()

        return Handler

    def release(self, old, new):
        """Put another release there, in which all scripts say ``new`` where they said ``old``."""
        for script in self.place.glob("*.js"):
            script.write_text(script.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
        served = {
            str(path.relative_to(self.place)): path.read_bytes()
            for path in self.place.rglob("*")
            if path.is_file() and path.name not in ("offline.js", "ucgsim.html", "ucgsim-web.json")
        }
        worker = self.place / "offline.js"
        worker.write_text(with_release(worker.read_text(encoding="utf-8"), served), encoding="utf-8")

    def close(self):
        self.go_on.set()
        self.server.shutdown()


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
    names = {str(path.relative_to(host.place)) for path in host.place.rglob("*") if path.is_file()}
    return names - {"offline.js", "ucgsim.html", "ucgsim-web.json"}


def test_after_one_visit_it_opens_without_a_network_in_each_language(view, own_host):
    first_visit(view, own_host)
    names, kept = view.evaluate(SAVED)
    assert len(names) == 1
    assert set(kept) == files_of(own_host)
    assert not view.get_by_text("A newer version").count()
    own_host.server.shutdown()
    own_host.server.server_close()
    view.goto(f"{own_host.address}?from=a-post#page=guide")
    opened(view)
    view.click("text=日本語")
    view.wait_for_function("() => document.documentElement.lang === 'ja'")


def test_a_release_that_lacks_a_file_leaves_the_old_one_whole(view, own_host):
    first_visit(view, own_host)
    old, _ = view.evaluate(SAVED)
    own_host.release("titleOf", "titledBy")
    own_host.lacks.add("cards.js")
    own_host.asked.clear()
    view.reload()
    opened(view)
    until(lambda: "cards.js" in own_host.asked)
    until(lambda: view.evaluate("caches.keys()") == old)
    view.reload()
    opened(view)
    assert view.evaluate("import('./cards.js').then((cards) => 'titleOf' in cards)")
    assert not view.get_by_text("A newer version").count()
    # A host that is still at work on it: a file is there, but it is that of the release before.
    own_host.lacks.clear()
    new = (own_host.place / "cards.js").read_text(encoding="utf-8")
    (own_host.place / "cards.js").write_text(new.replace("titledBy", "titleOf"), encoding="utf-8")
    own_host.asked.clear()
    view.reload()
    opened(view)
    until(lambda: "cards.js" in own_host.asked)
    until(lambda: view.evaluate("caches.keys()") == old)
    assert view.evaluate("import('./cards.js').then((cards) => 'titleOf' in cards)")
    (own_host.place / "cards.js").write_text(new, encoding="utf-8")
    view.reload()
    opened(view)
    # It is whole now, and waits until it is asked for.
    view.get_by_role("button", name="Load it").click()
    view.wait_for_function("() => import('./cards.js').then((cards) => 'titledBy' in cards)")
    opened(view)
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


@pytest.mark.parametrize("fault", ["is missing", "does not fit"])
def test_a_module_that_can_not_be_loaded_is_named_in_one_line(view, own_host, fault):
    if fault == "is missing":
        own_host.lacks.add("cards.js")
    else:
        script = own_host.place / "cards.js"
        script.write_text(script.read_text(encoding="utf-8").replace("titleOf", "titledBy"), encoding="utf-8")
    view.goto(own_host.address)
    view.wait_for_selector("[role=alert]")
    assert view.inner_text("#page") == LINE
