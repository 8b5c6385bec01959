"""A studio as a process: its port, its browser, its connections and its end."""

from __future__ import annotations

import os
import re
import signal
import socket
import stat
import subprocess
import sys
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.helpers import as_typed
from tests.studio.conftest import ALONE, own_home

pytest.importorskip("uvicorn")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and limits of POSIX")

FEW_FILES, MANY_SOCKETS = 128, 160
PATIENT = """
from ucgsim.studio import serve
serve.HEAD_WITHIN = float("inf")
from ucgsim.__main__ import run
run()
"""
"""A studio that gives a request that is begun all the time there is."""


@contextmanager
def studio(folder, *, files=None, browser=False):
    """A studio of its own home, which has the compiled game; its process and its address."""
    home = own_home(folder / "home")
    begin = [sys.executable, "-u", "-c", PATIENT, "studio"] if files else ALONE
    command = [*begin, *([] if browser else ["--no-browser"])]
    if files:
        command = ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh", *command]
    env = os.environ | {"UCGSIM_HOME": str(home), "BROWSER": as_typed(folder / "browser", "%s")}
    with (
        (folder / "stderr").open("w") as wrong,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=wrong, text=True, cwd=folder, env=env) as process,
    ):
        try:
            yield process, re.search(r"http\S+", process.stdout.readline())[0]
        finally:
            process.kill()


def get(address, path):
    host = address.split("/")[2]
    connection = HTTPConnection(host)
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def enter(address):
    return get(address, address[address.index("/?") :])


def open_sockets(address, count):
    host, port = address.split("/")[2].split(":")
    opened = [socket.create_connection((host, int(port))) for _ in range(count)]
    for each in opened:
        each.sendall(b"GET / HTTP/1.1\r\n")
    return opened


def end(process, folder, number):
    """End it by a signal, without a traceback."""
    process.send_signal(number)
    said, _ = process.communicate()
    assert process.returncode == 0
    assert said.endswith("The studio is closed.\n")
    assert (folder / "stderr").read_text() == ""


@pytest.mark.slow
def test_two_studios_at_once_have_a_port_each(tmp_path):
    places = [tmp_path / "one", tmp_path / "two"]
    for each in places:
        each.mkdir()
    with studio(places[0]) as (one, first), studio(places[1]) as (_, second):
        assert first.split("/")[2] != second.split("/")[2]
        assert enter(first)[0] == enter(second)[0] == 200
        assert get(first, second[second.index("/?") :])[0] == 403
        end(one, places[0], signal.SIGHUP)


def test_a_port_is_had_by_one_from_the_first_moment():
    from ucgsim.studio.serve import listening

    with listening(None) as first, listening(None) as second:
        assert first.getsockname() != second.getsockname()
        # Whoever comes before it serves waits, and is not refused.
        socket.create_connection(first.getsockname()).close()


@pytest.mark.slow
def test_the_browser_is_opened_on_a_file_with_a_token_of_its_own(tmp_path):
    browser = tmp_path / "browser"
    browser.write_text('#!/bin/sh\nprintf %s "$1" > "$(dirname "$0")/asked"\n')
    browser.chmod(0o700)
    with studio(tmp_path, browser=True) as (process, address):
        enter(address)
        asked = (tmp_path / "asked").read_text()
        assert asked.startswith("file://")
        assert "token" not in asked
        file = Path(unquote(asked.removeprefix("file://")))
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        to = re.search(r"url=(http\S+)\"", file.read_text())[1]
        assert to != address
        assert [enter(to)[0], enter(to)[0]] == [200, 403]
        end(process, tmp_path, signal.SIGTERM)
    assert not file.parent.exists()


@pytest.mark.slow
def test_half_open_connections_lock_nobody_out(tmp_path):
    with studio(tmp_path, files=FEW_FILES) as (process, address):
        enter(address)
        held = open_sockets(address, MANY_SOCKETS)
        assert enter(address)[0] == 200
        for each in held:
            each.close()
        end(process, tmp_path, signal.SIGINT)


def test_a_connection_that_is_late_goes():
    from ucgsim.studio.serve import HEAD_WITHIN, TAKEN_WITHIN, Connection

    class Held(Connection):
        def __init__(self, waited, *, cycle=None, paused=False):
            self.loop = type("Clock", (), {"time": staticmethod(lambda: 1000.0)})
            self.flow = type("Flow", (), {"write_paused": paused})
            self.since, self.cycle = 1000.0 - waited, cycle

    asks = type("Cycle", (), {"response_complete": False})
    assert Held(HEAD_WITHIN + 1).is_late
    assert not Held(HEAD_WITHIN - 1).is_late
    assert not Held(10_000, cycle=asks).is_late
    assert Held(TAKEN_WITHIN + 1, cycle=asks, paused=True).is_late
    assert not Held(TAKEN_WITHIN - 1, cycle=asks, paused=True).is_late
