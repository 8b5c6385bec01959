"""How fast the page answers, in a browser on the static site: edits, swaps, worth of cards, the table, a slow phone."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from playwright.sync_api import sync_playwright

from tests.web.hosts import Pages
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cli.common.console import tell
from ucgsim.web.site import write_site

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

EDITS, CLICKS, VISITS = 40, 60, 10
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SLOW_LINE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
SLOW_CORE = 4
"""Times slower than this machine."""
PATIENCE = 60.0
BUDGET = "400k"
"""Games of `ucgsim improve` for one deck, from the cards that the page tries: two minutes on two free cores."""
FRAME = "const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));"
EDIT = f"""async (k) => {{ {FRAME}
  const rows = document.querySelectorAll('.row .copies');
  const buttons = rows[Math.floor(k / 2) % rows.length].querySelectorAll('button');
  const began = performance.now();
  buttons[k % 2].click();
  await drawn();
  const odds = performance.now() - began;
  while (!ucgsim.bench.played.answer) await new Promise((done) => setTimeout(done, 2));
  await drawn();
  return [odds, performance.now() - began];
}}"""
CLICK = f"""async () => {{ {FRAME}
  const button = document.querySelector('.choices button') ?? document.querySelector('.main');
  const began = performance.now();
  button.click();
  await drawn();
  return performance.now() - began;
}}"""
SWAP = """() => { const { bench } = ucgsim;
  bench.open(bench.versions.shipped[0]);
  const out = Object.keys(bench.edited.deck.counts)[0];
  const own = bench.cards.must(out).characters;
  const others = bench.cards.all.filter((each) => !bench.edited.deck.counts[each.number]);
  const into = others.find((each) => each.characters.some((name) => own.includes(name)));
  bench.edited.change(out, -1); bench.edited.change(into.number, 1); }"""
OPEN_IN_A_FIELD = """(place) => { const { bench } = ucgsim;
  bench.open(bench.versions.shipped[place]);
  const others = bench.versions.shipped.filter((each) => each.name !== bench.edited.deck.name).slice(0, 4);
  bench.field.meet(others.map((each) => ({ ...each, weight: 1 }))); }"""
POOL = """() => { const { cards, deck } = ucgsim.bench;
  const own = new Set(Object.keys(deck.counts).flatMap((number) => cards.must(number).characters));
  const fits = (card) => card.characters.some((name) => own.has(name)) || card.kinds.includes('Scene');
  return cards.all.filter(fits).map(({ number }) => number); }"""
HALF = """() => { const change = ucgsim.bench.played.answer?.change?.alone;
  return change ? 50 * (change.high - change.low) : null; }"""
WORTH = "() => [...ucgsim.bench.played.worth.values()].map(({ high, low }) => 50 * (high - low))"
SEEN = """new MutationObserver(() => {
  if (!globalThis.seen && document.querySelector('.big strong')) globalThis.seen = performance.now();
}).observe(document, { childList: true, subtree: true });"""
WEIGHT = """() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .reduce((sum, { transferSize }) => sum + transferSize, 0)"""


class Clock(NamedTuple):
    """What was measured, what is wanted and what was seen."""

    what: str
    wanted: str
    seen: str


def clocks(swaps_of: int) -> Iterator[Clock]:
    """Each clock as it is read; ``swaps_of``: decks of which the page's swaps are held against `ucgsim improve`."""
    with tempfile.TemporaryDirectory() as away, sync_playwright() as playwright:
        write_site(Path(away) / "site", shipped_catalog())
        host = Pages(Path(away) / "site")
        address = host.address
        place = next(filter(None, map(shutil.which, BROWSERS)), None)
        browser = playwright.chromium.launch(executable_path=place, args=["--no-sandbox"])
        yield cold(browser, address)
        yield from on_a_phone(browser, address)
        view = opened(browser, address)
        yield from edits(view)
        yield from swap(view)
        yield from worth(view)
        yield from table(view)
        yield memory(browser, view)
        if swaps_of:
            yield best_swaps(view, swaps_of)
        browser.close()
        host.close()


def cold(browser: Browser, address: str) -> Clock:
    """A first visit, as GitHub Pages serves it, each in a browser that knows nothing."""
    times = []
    for _ in range(VISITS):
        context = browser.new_context()
        view = context.new_page()
        view.add_init_script(SEEN)
        view.goto(address)
        view.wait_for_selector(".big strong", timeout=1000 * PATIENCE)
        times.append(view.evaluate("seen"))
        context.close()
    return Clock(f"first win rate of a first visit, {VISITS} visits", "2 s", spread(np.array(times)))


def opened(browser: Browser, address: str) -> Page:
    view = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    view.set_default_timeout(1000 * PATIENCE)
    view.goto(address)
    view.wait_for_selector(".big strong")
    return view


def on_a_phone(browser: Browser, address: str) -> Iterator[Clock]:
    """A first visit over a slow line."""
    context = browser.new_context(**PHONE)
    view = context.new_page()
    view.set_default_timeout(1000 * PATIENCE)
    session = context.new_cdp_session(view)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_LINE)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_CORE})
    view.goto(address, wait_until="commit")
    view.wait_for_selector(".big strong")
    first = view.evaluate("performance.now()")
    paint = view.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
    line = "1.6 Mbit/s, 150 ms, a quarter of this core"
    yield Clock(f"first paint on a phone ({line})", "2 s", seconds(paint))
    yield Clock("first win rate there", "-", seconds(first))
    yield Clock("weight of a first visit", "800 kB", f"{view.evaluate(WEIGHT) / 1000:,.0f} kB")
    context.close()


def edits(view: Page) -> Iterator[Clock]:
    """Cards out and in again, by the buttons of the deck."""
    rows = []
    for k in range(EDITS):
        rows.append(view.evaluate(EDIT, k))
        view.wait_for_timeout(150)
    for name, wanted, times in zip(("odds", "first win rate"), ("0.1 s", "0.3 s"), np.array(rows).T, strict=True):
        yield Clock(f"edit to {name}, {EDITS} edits", wanted, spread(times))


def swap(view: Page) -> Iterator[Clock]:
    """One card for another against four rivals."""
    view.evaluate(SWAP)
    for after, more, wanted in ((1, 1, "1.2"), (10, 9, "0.4")):
        view.wait_for_timeout(1000 * more)
        half = view.evaluate(HALF)
        games = view.evaluate("ucgsim.bench.played.answer?.games ?? 0")
        seen = "no number yet" if half is None else f"± {half:.2f} points, {games:,} pairs of games"
        yield Clock(f"a swap after {after} s, 95 % by these games alone", f"± {wanted} points", seen)


def worth(view: Page) -> Iterator[Clock]:
    """What each card of a deck is worth, from the moment it is opened."""
    view.evaluate("ucgsim.bench.open(ucgsim.bench.versions.shipped[0])")
    cards = view.evaluate("Object.keys(ucgsim.bench.edited.deck.counts).length")
    done, halves = None, []
    for tenth in range(int(10 * PATIENCE)):
        view.wait_for_timeout(100)
        known = view.evaluate(WORTH)
        halves = known if tenth <= 300 else halves
        if len(known) == cards:
            done, halves = tenth / 10, halves or known
            break
    width = f"± {np.median(halves):.2f} points (median), {max(halves):.2f} (widest)" if halves else "none"
    when = f"all by {done:.0f} s" if done is not None else f"not all by {PATIENCE:.0f} s"
    yield Clock("worth of each card within 30 s", "± 0.7 points", f"{len(halves)} of {cards} cards, {width}; {when}")


def table(view: Page) -> Iterator[Clock]:
    """Options taken at the table, until they are drawn."""
    view.locator("nav button", has_text="Play").click()
    view.wait_for_selector(".choices button")
    times = [view.evaluate(CLICK) for _ in range(CLICKS)]
    yield Clock(f"a click at the table, {CLICKS} clicks", "0.1 s", spread(np.array(times)))


def memory(browser: Browser, view: Page) -> Clock:
    """Of the page itself, and of the process that plays with its workers."""
    heap = view.evaluate("performance.memory.usedJSHeapSize") / 1e6
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    pids = [each["id"] for each in processes if each["type"] == "renderer"]
    sizes = [int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096 / 1e6 for pid in pids]
    return Clock("memory", "-", f"{heap:.0f} MB of objects; {max(sizes):.0f} MB, the process with its workers")


def best_swaps(view: Page, decks: int) -> Clock:
    """How many of the five best swaps that a long search names are among the page's ten."""
    hits = total = 0
    for place in range(decks):
        view.evaluate(OPEN_IN_A_FIELD, place)
        view.evaluate("ucgsim.bench.played.seek()")
        page = view.evaluate("ucgsim.bench.played.tried.swaps.map(({ out, into }) => [out, into])")
        names = [
            view.evaluate("ucgsim.bench.edited.deck.name"),
            *view.evaluate("ucgsim.bench.field.rivals.map(({ name }) => name)"),
        ]
        best = searched(names[0], names[1:], view.evaluate(POOL))
        hits, total = hits + sum(each in page for each in best), total + len(best)
    what = f"best swaps by `improve`, {BUDGET} games, that are in the page's ten, {decks} decks"
    return Clock(what, "-", f"{hits} of {total}")


def searched(deck: str, rivals: list[str], pool: list[str]) -> list[list[str]]:
    """The five best swaps of one card for another one of a pool, as ``[out, into]``."""
    with tempfile.TemporaryDirectory() as away:
        owned = Path(away) / "pool.csv"
        owned.write_text("number,count\n" + "".join(f"{number},4\n" for number in pool))
        call = [sys.executable, "-m", "ucgsim", "improve", deck, "--pool", str(owned), "--budget", BUDGET]
        call += ["--swaps", "1", "--check", "none", "--json"]
        call += [word for rival in rivals for word in ("--against", rival)]
        builds = json.loads(subprocess.run(call, check=True, capture_output=True).stdout)["builds"]
    pairs = [[*each["out"], *each["in"]] for each in builds]
    return [each for each in pairs if len(each) == 2][:5]


def seconds(milliseconds: float | None) -> str:
    return "not seen" if milliseconds is None else f"{milliseconds / 1000:.2f} s"


def spread(times: Any) -> str:
    """The median, and what one in twenty exceeds."""
    middle, late = np.percentile(times, [50, 95])
    return f"{middle / 1000:.3f} s (p50), {late / 1000:.3f} s (p95)"


def show(rows: list[Clock]) -> None:
    """The table, each column as wide as it needs."""
    table = [Clock("what", "wanted", "seen"), *rows]
    widths = [max(len(row[k]) for row in table) for k in range(3)]
    for row in table:
        tell("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
