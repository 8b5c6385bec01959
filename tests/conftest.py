"""The order in which files of tests are played, how long a test may take, and which library of the game they play."""

from __future__ import annotations

import gc
import io
import os
import shutil
import signal
from collections import Counter
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
from hypothesis import settings

from tests.helpers import SMALL
from tests.waiting import PATIENCE, STUCK
from ucgsim.__main__ import FRESH
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cli.common import console
from ucgsim.compiling.library import WHERE, library_folder
from ucgsim.simulate.cores import MOST

if TYPE_CHECKING:
    from collections.abc import Generator

    from playwright.sync_api import BrowserContext

USUAL = 5
"""Seconds that a test takes which is marked as slow and does not say how many."""
AGAIN = 60
"""Seconds after which one is red once more that then still waits for a process."""

EVERYTHING = "UCGSIM_TEST_EVERYTHING"
"""Set where everything shall be run, so that what can't be is red: `scripts/test --rest` and `--all`."""
FEW_WORLDS = "search:4,with=planner,guess=1"
"""Says chances in games that are shown, where nobody looks at them."""
Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

# How long an example takes says nothing on a machine that does other work at the same time.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")

# As for a command: what is loaded and collected stays, and to look through it takes a quarter of the time to collect.
gc.set_threshold(FRESH)

# What a command says of long work now and then is no part of its answer on a slow machine either.
console.PLAIN_SECONDS = STUCK

# A test with a home of its own, and every process that it starts, would build the game for that home alone.
os.environ.setdefault(WHERE, str(library_folder()))

# What is ignored, as under nohup or in the background of a script, would be ignored in all that tests start as well.
# An answer that does nothing spares this process as much, and no other one inherits it.
for _name in ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM"):
    if signal.getsignal(_number := getattr(signal, _name, signal.SIGTERM)) is signal.SIG_IGN:
        signal.signal(_number, lambda *_: None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow files first: with one of them begun last, all workers but its own would have nothing to do."""
    seconds: Counter[object] = Counter()
    for item in items:
        mark = item.get_closest_marker("slow")
        seconds[item.path] += 0 if mark is None else mark.kwargs.get("seconds", USUAL)
    items.sort(key=lambda item: -seconds[item.path])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Generator[None, object, object]:
    """A test that is stuck is red, by its name, and the others are played.

    One that hears no signal, in code that is compiled, ends its process a little later: ``faulthandler_timeout``.
    """
    if not hasattr(signal, "setitimer"):
        return (yield)
    signal.signal(signal.SIGALRM, _stuck)
    signal.setitimer(signal.ITIMER_REAL, STUCK, AGAIN)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that could not run for want of a program is red where everything shall be run."""
    return red_where_not_run((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Likewise for the tests of a file."""
    return red_where_not_run((yield))


def red_where_not_run(report: Report) -> Report:
    """A report as it is, but red where it could not run and everything shall be run."""
    if EVERYTHING in os.environ and report.skipped and isinstance(report.longrepr, tuple):
        reason = report.longrepr[2]
        if "not run: " in reason:
            report.outcome, report.longrepr = "failed", reason
    return report


def _stuck(*_: object) -> None:
    pytest.fail(f"it took longer than {STUCK} seconds")


def draw_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from matplotlib.figure import Figure

    saved: dict[str, str | bytes] = {}
    for kind, out in (("svg", io.StringIO()), ("png", io.BytesIO())):
        Figure(figsize=(1, 1)).savefig(out, format=kind)
        saved[kind] = out.getvalue()
    monkeypatch.setattr(Figure, "savefig", lambda self, out, *, format, **options: out.write(saved[format]))  # noqa: A006
    monkeypatch.setattr("ucgsim.report.figures.draw", lambda *_: Figure(figsize=(1, 1)))
    monkeypatch.setattr("ucgsim.play.review.USUAL", FEW_WORLDS)
    # Other processes would draw.
    monkeypatch.setenv(MOST, "1")


@pytest.fixture(scope="session")
def catalog():
    """The cards that ship."""
    return shipped_catalog()


@pytest.fixture
def undrawn(monkeypatch):
    """Where a test looks at what stands around them: every chart is saved as one small one, and chances in games that
    are shown come from few worlds.
    """
    draw_nothing(monkeypatch)


@pytest.fixture(scope="module")
def all_undrawn():
    """`undrawn`, also while the fixtures of a file play."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        draw_nothing(monkeypatch)
        yield


def _play_in_small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    for place, size in SMALL.items():
        monkeypatch.setattr(place, size)


@pytest.fixture
def small_parts(monkeypatch):
    """Games come in small parts, as those of programs do that begin with `tests.helpers.SMALL_PARTS`."""
    _play_in_small_parts(monkeypatch)


@pytest.fixture(scope="module")
def all_small_parts():
    """`small_parts`, also while the fixtures of a file play."""
    with pytest.MonkeyPatch.context() as patch:
        _play_in_small_parts(patch)
        yield


@pytest.fixture(scope="module")
def browser():
    """A browser as it is installed, or as Playwright brings it; skipped with the reason where there is none."""
    sync = pytest.importorskip("playwright.sync_api", reason="not run: no Playwright; install ucgsim[browser]")
    place = next(filter(None, map(shutil.which, BROWSERS)), None)
    try:
        playwright = sync.sync_playwright().start()
    # Where a library of the system is missing, its driver ends as it begins, which is a plain Exception.
    except Exception as error:  # noqa: BLE001
        pytest.skip(f"not run: Playwright does not start: {str(error).splitlines()[0]}")
    try:
        opened = playwright.chromium.launch(executable_path=place, args=["--no-sandbox"], timeout=PATIENCE)
    except sync.Error as error:
        playwright.stop()
        pytest.skip(f"not run: no browser: {error.message.splitlines()[0]}")
    new_context = opened.new_context

    def patient(**given: Any) -> BrowserContext:
        context = new_context(**given)
        context.set_default_timeout(PATIENCE)
        return context

    opened.new_context = patient
    yield opened
    opened.close()
    playwright.stop()
