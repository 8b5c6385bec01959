"""A studio of its own for each test: another home, a client that holds the token, and a stranger that does not."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from tests.helpers import run
from tests.waiting import STUCK
from ucgsim.compiling.library import library_folder

starlette = pytest.importorskip("starlette.testclient")

TOKEN, PORT = "a-token-of-the-tests", 8700
HOST = f"127.0.0.1:{PORT}"
ORIGIN = f"http://{HOST}"

COLD = "from ucgsim.studio import app; app.WARM_AFTER = 3600; from ucgsim.__main__ import run; run()"
ALONE = [sys.executable, "-u", "-c", COLD, "studio"]
"""A studio in a process of its own, which makes the files of the game when they are asked for."""


def own_home(place):
    """A home that has nothing but the compiled game, which other processes find there as well."""
    place.mkdir(exist_ok=True)
    (place / "cache").symlink_to(library_folder().parent.parent)
    return place


@pytest.fixture
def made(tmp_path, monkeypatch):
    """The application with its guard, a client inside and one outside."""
    from ucgsim.studio.app import Studio
    from ucgsim.studio.serve import guarded

    monkeypatch.setenv("UCGSIM_HOME", str(own_home(tmp_path / "home")))
    monkeypatch.chdir(tmp_path)
    # What a test asks for is made then.
    monkeypatch.setattr("ucgsim.studio.app.WARM_AFTER", 3600)
    monkeypatch.setattr("ucgsim.studio.jobs.STOP_WITHIN", STUCK)
    studio = Studio()
    app = guarded(studio, TOKEN, PORT)
    with starlette.TestClient(app, base_url=ORIGIN) as client:
        stranger = starlette.TestClient(app, base_url=ORIGIN)
        client.get(f"/?token={TOKEN}")
        client.headers["origin"] = ORIGIN
        client.headers["x-ucgsim-key"] = app.key
        yield SimpleNamespace(studio=studio, client=client, stranger=stranger, app=app)


@pytest.fixture
def played_here(monkeypatch, undrawn):
    """Commands of the studio are run in this process: most of what a process of their own takes is its start."""

    def run_here(command, started=lambda _: None, hears=lambda _: None):
        result = run(*command[1:])
        for line in result.stderr.splitlines():
            hears(line)
        return result.exit_code, result.stdout, result.stderr

    monkeypatch.setattr("ucgsim.studio.jobs.run_command", run_here)
    monkeypatch.setattr("ucgsim.studio.app.run_command", run_here)
    # Nobody plays on here.
    monkeypatch.setattr("ucgsim.web.live.whole_page", lambda _: "")
