"""Work side by side: the same whoever carries it out, whoever is killed meanwhile; nobody stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import warnings
from functools import partial
from pathlib import Path

import pytest

from tests.helpers import DECKLISTS
from tests.waiting import until
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.reading import read_deck
from ucgsim.engine.core.halting import halt, is_halted
from ucgsim.errors import UcgsimError
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.table import make_plan, play
from ucgsim.simulate.workers import in_order

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
ENVIRONMENT = {**os.environ, "PYTHONPATH": ":".join(sys.path)}


def squares(n, folder=None, pause=0.0):
    return [partial(square, number, folder, pause) for number in range(n)]


def square(number, folder, pause):
    """The square, noted with the process that found it."""
    if folder is not None:
        Path(folder).mkdir(exist_ok=True)
        with (Path(folder) / "log").open("a") as log:
            log.write(f"{number} {os.getpid()}\n")
    time.sleep(pause)
    return number * number


def refuse(what):
    raise UcgsimError(what)


def fail_to_open():
    raise FileNotFoundError(2, "No such file", "absent")


def kill_itself():
    os.kill(os.getpid(), signal.SIGKILL)


def noted(folder):
    """Numbers of tasks, with the processes that carried them out."""
    place = Path(folder) / "log"
    return [tuple(map(int, line.split())) for line in place.read_text().splitlines()] if place.exists() else []


def is_alive(number):
    """Whether a process runs; one that has ended but that nobody has asked after does not."""
    result = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(number)], capture_output=True, text=True, check=False
    ).stdout
    return result.strip() != "" and not result.startswith("Z")


@pytest.mark.parametrize("python", [False, True])
@pytest.mark.parametrize(("n", "jobs"), [(0, 2), (1, 2), (3, 8), (40, 2), (40, 1)])
def test_what_comes_out_is_the_same(n, jobs, python):
    wanted = [number * number for number in range(n)]
    assert list(in_order(squares(n), jobs, python=python)) == wanted


def wait_for_all(number, threads):
    threads.add(threading.get_ident())
    return until(lambda: len(threads) == 3) and os.getpid()


def test_compiled_play_is_side_by_side_in_this_process():
    threads: set[int] = set()
    assert list(in_order([partial(wait_for_all, number, threads) for number in range(3)], 3)) == [os.getpid()] * 3


def test_policies_written_in_python_have_processes_of_their_own(tmp_path):
    assert list(in_order(squares(8, tmp_path, 0.1), 2, python=True)) == [number**2 for number in range(8)]
    assert len({process for _, process in noted(tmp_path)} - {os.getpid()}) == 2


def test_one_task_needs_no_worker(tmp_path):
    assert list(in_order(squares(1, tmp_path), 2, python=True)) == [0]
    assert noted(tmp_path) == [(0, os.getpid())]


@pytest.mark.parametrize("python", [False, True])
@pytest.mark.parametrize(("task", "kind"), [(partial(refuse, "no"), UcgsimError), (fail_to_open, FileNotFoundError)])
def test_what_a_task_raises_is_raised(task, kind, python):
    with pytest.raises(kind):
        list(in_order([*squares(3), task, *squares(3)], 2, python=python))


def test_a_worker_that_is_killed_is_one_line():
    with pytest.raises(UcgsimError, match=r"a worker was ended.*; with --out what was played is saved") as caught:
        list(in_order([*squares(4), kill_itself, *squares(4)], 2, python=True))
    assert len(caught.value.lines) == 1
    assert list(in_order(squares(4), 2, python=True)) == [0, 1, 4, 9]


def test_a_worker_that_is_interrupted_alone_goes_on(tmp_path):
    parts = in_order(squares(12, tmp_path, 0.05), 2, python=True)
    result = [next(parts)]
    for process in {process for _, process in noted(tmp_path)}:
        os.kill(process, signal.SIGINT)
    assert [*result, *parts] == [number * number for number in range(12)]


def test_stopping_early_ends_what_is_under_way_and_says_nothing(tmp_path, capfd):
    for python in (False, True):
        parts = in_order(squares(50, tmp_path / str(python), 0.05), 2, python=python)
        assert [next(parts) for _ in range(4)] == [0, 1, 4, 9]
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            parts.close()
        begun = noted(tmp_path / str(python))
        assert len(begun) < 50
        workers = {process for _, process in begun} - {os.getpid()}
        assert until(lambda: not [process for process in workers if is_alive(process)])  # noqa: B023 - at once
        assert noted(tmp_path / str(python)) == begun
    assert capfd.readouterr() == ("", "")


def test_games_under_way_stop_at_their_next_turn_where_nobody_waits_for_them():
    decks = tuple(read_deck(DECKLISTS / f"{name}.txt", shipped_catalog()) for name in ("plain-dyna-gaia", "zero-geed"))
    plan, table = make_plan(decks, 4_000_000, Terms.of(policy="planner", catalog=shipped_catalog()))
    ended: list[int] = []

    def long():
        ended.append(len(play(plan, table, range(2, 4_000_000)).rows))

    parts = in_order([partial(play, plan, table, range(2)), long], 2)
    assert len(next(parts).rows) == 2
    parts.close()
    assert ended == []
    assert not is_halted()
    assert len(play(plan, table, range(2)).rows) == 2


MAIN = """
import sys
from tests.simulate.test_workers import squares
from ucgsim.simulate.workers import in_order
for part in in_order(squares(1000, sys.argv[1], 0.2), 2, python=True):
    pass
"""


@pytest.mark.parametrize(
    "sign",
    [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT],
)
def test_workers_end_with_the_process_that_started_them(tmp_path, sign):
    main = subprocess.Popen(
        [sys.executable, "-c", MAIN, str(tmp_path)],
        env=ENVIRONMENT,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    workers = until(lambda: {process for _, process in noted(tmp_path)})
    os.kill(main.pid, sign)
    main.wait()
    assert until(lambda: not [process for process in workers if is_alive(process)])


def test_an_interrupt_that_was_lost_ends_what_waits_for_workers():
    halt()
    try:
        with pytest.raises(KeyboardInterrupt):
            list(in_order(squares(4), 2, python=True))
    finally:
        halt(halted=False)
    assert list(in_order(squares(2), 1)) == [0, 1]
