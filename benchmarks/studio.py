"""How long the studio makes people wait: edit to odds, start to first number, clicks while both cores play.

`python benchmarks/studio.py` starts a studio of its own and walks through it in Chromium; needs `ucgsim[test]`. Prints
each figure next to what is wanted. Milliseconds are wall time in the browser, memory is resident, of all processes.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import click
from playwright.sync_api import Page, sync_playwright

from ucgsim.engine.compiling.library import library_folder

EDITS, CLICKS = 40, 60
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
LONG = 400_000
"""Of each matchup, so that both cores play as long as clicks are measured."""


def p95(seconds: list[float]) -> float:
    """The 95th of 100, milliseconds."""
    return 1000 * statistics.quantiles(seconds, n=20)[-1]


def memory(root: int) -> float:
    """Memory of a process and of all that it started, MB; what several share counts once (PSS, proc(5))."""
    family = {root}
    while more := {child for pid in family for child in children(pid)} - family:
        family |= more
    rollups = [Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii") for pid in family]
    return sum(int(held[1]) for text in rollups if (held := re.search(r"^Pss: +(\d+)", text, re.MULTILINE))) / 1000


def children(pid: int) -> list[int]:
    """What the threads of a process started."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(each) for task in tasks for each in task.read_text(encoding="ascii").split()]


def edits(page: Page) -> list[float]:
    """From a click on a card to its odds on the screen, in turn one less and one more."""
    times = []
    for number in range(EDITS):
        before = page.inner_text("#odds table")
        started = time.perf_counter()
        page.click(f"#table .lines button[value='{1 if number % 2 else -1}'] >> nth={number // 2 % 8}")
        while page.inner_text("#odds table") == before:
            pass
        times.append(time.perf_counter() - started)
    return times


def clicks(page: Page) -> list[float]:
    """From a click to the page that it opens, in turn the decks, a deck, and the runs."""
    times = []
    for number in range(CLICKS):
        link, heading = (
            ("nav >> text=Decks", "Decks"),
            ("text=Tiga and Dyna >> nth=0", "Tiga and Dyna"),
            ("nav >> text=Runs", "Runs"),
        )[number % 3]
        started = time.perf_counter()
        page.click(link)
        page.wait_for_selector(f"h1:text-is('{heading}')")
        times.append(time.perf_counter() - started)
    return times


def answers(page: Page) -> list[float]:
    """From a request to the answer of the server, without what a browser does with it."""
    times = []
    for number in range(CLICKS):
        started = time.perf_counter()
        page.request.get(page.url.rpartition("/run")[0] + ("/", "/runs", "/deck/shipped:tiga-dyna")[number % 3])
        times.append(time.perf_counter() - started)
    return times


def gauntlet(page: Page, games: int) -> float:
    """Ask for a gauntlet of three rivals; seconds until it says something."""
    page.click("text=Ask: gauntlet")
    for rival in ("Plain Kaiju", "Rosso and Blu", "Giants of many names"):
        page.check(f".rivals label:text-is('{rival}') input")
    page.fill("input[name=games]", str(games))
    begun = time.perf_counter()
    page.click("button:has-text('Start')")
    page.wait_for_selector(".answer", timeout=300_000)
    return time.perf_counter() - begun


def swapped(page: Page, deck: str) -> float:
    """Take three cards out, put three in, and ask whether that is better; seconds until it is decided and checked."""
    page.goto(deck)
    begun = time.perf_counter()
    for place in (0, 0, 0, 2, 4, 8):
        before = page.inner_text("#table h2")
        less = "-1" if place == 0 else "1"
        page.click(f"#table .lines button[value='{less}'] >> nth={place}")
        while page.inner_text("#table h2") == before:
            pass
    page.click("text=Ask: gauntlet")
    page.check("input[value=compare]")
    for rival in ("Plain Kaiju", "Rosso and Blu", "Giants of many names"):
        page.check(f".rivals label:text-is('{rival}') input")
    page.click("button:has-text('Start')")
    page.wait_for_selector("text=The whole page", timeout=120_000)
    click.echo(page.inner_text(".answer"))
    return time.perf_counter() - begun


def started(address: str, page: Page) -> None:
    """Open the studio as soon as it listens."""
    for _ in range(100):
        try:
            page.goto(address)
            # The address leads on to the first page.
            page.wait_for_selector("h1:text-is('Decks')")
        except Exception:  # noqa: BLE001 - not yet
            time.sleep(0.05)
        else:
            return


def walk(page: Page, address: str, root: int, began: float) -> list[tuple[str, float, float, str]]:
    """What is measured: its name, the figure, what is wanted at most, its unit."""
    loaded: list[int] = []
    page.on("response", lambda answer: loaded.append(int(answer.headers.get("content-length", 0))))
    started(address, page)
    page.fill("#text", Path("decklists/tiga-dyna.txt").read_text(encoding="utf-8"))
    page.click("text=Open it")
    page.wait_for_selector("#odds table")
    deck, weight, begun_in = page.url, sum(loaded) / 1000, time.perf_counter() - began
    edit = p95(edits(page))
    swap = swapped(page, deck)
    page.goto(deck)
    first = gauntlet(page, 2000)
    page.wait_for_selector("text=The whole page", timeout=120_000)
    page.goto(deck)
    gauntlet(page, LONG)
    answer_times, click_times, used = answers(page), clicks(page), memory(root)
    return [
        ("a deck from the clipboard: do these three swaps help?", begun_in + swap, 90, "s"),
        ("edit to odds on screen, p95", edit, 300, "ms"),
        ("start of a gauntlet to its first number", first, 2, "s"),
        ("the server's answer while both cores play, p95", p95(answer_times), 100, "ms"),
        ("any click while both cores play, p95", p95(click_times), 100, "ms"),
        ("a deck's page with all that it loads", weight, 500, "kB"),
        ("memory of server and workers", used, 600, "MB"),
    ]


@click.command()
def main() -> None:
    """Measure, and print each figure next to what is wanted."""
    with tempfile.TemporaryDirectory() as away:
        # Warm: the game is compiled already.
        (Path(away) / "cache").symlink_to(library_folder().parent.parent)
        environment = os.environ | {"UCGSIM_HOME": away}
        command = [sys.executable, "-u", "-m", "ucgsim", "studio", "--no-browser"]
        began = time.perf_counter()
        with (
            subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as studio,
            sync_playwright() as play,
        ):
            assert studio.stdout is not None
            said = re.search(r"http\S+", studio.stdout.readline())
            assert said is not None, "the studio says its address"
            place = next(filter(None, map(shutil.which, BROWSERS)), None)
            browser = play.chromium.launch(executable_path=place, args=["--no-sandbox"])
            page = browser.new_page()
            started(said[0], page)
            click.echo(f"{'start to the first page':<54} {time.perf_counter() - began:8.1f} s   wanted 1")
            for name, figure, wanted, unit in walk(page, said[0], studio.pid, began):
                click.echo(f"{name:<54} {figure:8.1f} {unit:<3} wanted {wanted:g}")
            browser.close()
            studio.send_signal(signal.SIGINT)


if __name__ == "__main__":
    main()
