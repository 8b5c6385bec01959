"""Work side by side: the same whoever carries it out, whoever is killed meanwhile; nobody stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from tests.waiting import until
from ucgsim.engine.core.halting import halt
from ucgsim.errors import UcgsimError
from ucgsim.simulate.workers import TRIES, WorkerEndedError, in_order, side_by_side

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
ENVIRONMENT = {**os.environ, "PYTHONPATH": ":".join(sys.path)}


def squares(n, folder=None, pause=0.0):
    return [partial(square, number, folder, pause) for number in range(n)]


def square(number, folder, pause):
    """The square, noted with the process that found it."""
    if folder is not None:
        with (Path(folder) / "log").open("a") as log:
            log.write(f"{number} {os.getpid()}\n")
    time.sleep(pause)
    return number * number


def refuse(what):
    raise UcgsimError(what)


def fail_to_open():
    raise FileNotFoundError(2, "No such file", "absent")


def kill_once(mark):
    """Kills the process in which it runs first."""
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


def kill_always(sign):
    os.kill(os.getpid(), sign)
    signal.pause()


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


@pytest.mark.parametrize(("n", "jobs"), [(1, 2), (3, 8), (40, 2), (40, 1)])
def test_what_comes_out_is_the_same(n, jobs):
    wanted = [number * number for number in range(n)]
    assert list(in_order(squares(n), jobs, 2)) == wanted
    assert sorted(side_by_side(squares(n), jobs)) == wanted


def wait_for_all(number, folder):
    square(number, folder, 0)
    return until(lambda: len({process for _, process in noted(folder)}) == 3)


def test_all_workers_are_given_something(tmp_path):
    assert all(side_by_side([partial(wait_for_all, number, tmp_path) for number in range(12)], 3))
    assert os.getpid() not in {process for _, process in noted(tmp_path)}


def test_little_work_needs_no_workers(tmp_path):
    assert list(in_order(squares(5, tmp_path), 2, 6)) == [0, 1, 4, 9, 16]
    assert {process for _, process in noted(tmp_path)} == {os.getpid()}


@pytest.mark.parametrize(("task", "kind"), [(partial(refuse, "no"), UcgsimError), (fail_to_open, FileNotFoundError)])
def test_what_a_task_raises_is_raised(task, kind):
    with pytest.raises(kind) as caught:
        list(side_by_side([*squares(3), task, *squares(3)], 2))
    assert "in a worker" in caught.value.__notes__[0]


def test_a_part_whose_worker_is_killed_is_done_again(tmp_path):
    tasks = [*squares(4), partial(kill_once, tmp_path / "mark"), *squares(4)]
    assert list(in_order(tasks, 2, 2)) == [0, 1, 4, 9, "done", 0, 1, 4, 9]


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGSEGV])
def test_a_part_that_kills_again_and_again_is_given_up(sign):
    tasks = [*squares(2), partial(kill_always, sign), *squares(2)]
    with pytest.raises(WorkerEndedError, match=f"ended by {sign.name}.*{TRIES} times at the same part") as result:
        list(side_by_side(tasks, 2))
    assert " of 5 parts were done" in str(result.value)


def test_workers_that_can_t_begin_are_one_line(monkeypatch, capfd):
    monkeypatch.setattr(sys, "path", [])
    with pytest.raises(WorkerEndedError, match=r"ended \(exit code 1\), 5 times at the same part; 0 of 3 parts"):
        list(side_by_side(squares(3), 2))
    assert capfd.readouterr() == ("", "")


def test_all_workers_killed_is_the_same_work(tmp_path):
    parts = side_by_side(squares(30, tmp_path, 0.05), 3)
    result = [next(parts)]
    for process in {process for _, process in noted(tmp_path)}:
        os.kill(process, signal.SIGKILL)
    assert sorted([*result, *parts]) == [number * number for number in range(30)]


def test_a_worker_that_is_interrupted_alone_goes_on(tmp_path):
    parts = side_by_side(squares(12, tmp_path, 0.05), 2)
    result = [next(parts)]
    workers = {process for _, process in noted(tmp_path)}
    for process in workers:
        os.kill(process, signal.SIGINT)
    assert sorted([*result, *parts]) == [number * number for number in range(12)]
    assert {process for _, process in noted(tmp_path)} >= workers


def test_stopping_early_ends_the_workers(tmp_path):
    parts = in_order(squares(50, tmp_path, 0.05), 2, 2)
    assert [next(parts) for _ in range(4)] == [0, 1, 4, 9]
    parts.close()
    workers = {process for _, process in noted(tmp_path)} - {os.getpid()}
    assert workers
    assert not [process for process in workers if is_alive(process)]


MANY = """
import resource
from tests.simulate.test_workers import squares
from ucgsim.simulate.workers import side_by_side
resource.setrlimit(resource.RLIMIT_NOFILE, (10, 10))
assert sorted(side_by_side(squares(50), 20)) == [number * number for number in range(50)]
"""


def test_where_there_is_no_room_for_all_workers_fewer_will_do():
    done = subprocess.run([sys.executable, "-c", MANY], env=ENVIRONMENT, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


MAIN = """
import sys
from tests.simulate.test_workers import squares
from ucgsim.simulate.workers import side_by_side
for part in side_by_side(squares(1000, sys.argv[1], 0.2), 2):
    pass
"""


@pytest.mark.parametrize(
    ("sign", "stopped"),
    [(signal.SIGKILL, True), (signal.SIGTERM, True), (signal.SIGHUP, False), (signal.SIGINT, False)],
)
def test_workers_end_with_the_process_that_started_them(tmp_path, sign, stopped):
    main = subprocess.Popen(
        [sys.executable, "-c", MAIN, str(tmp_path)],
        env=ENVIRONMENT,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    workers = until(lambda: {process for _, process in noted(tmp_path)})
    if stopped and sys.platform == "linux":
        for process in workers:
            os.kill(process, signal.SIGSTOP)
    os.kill(main.pid, sign)
    main.wait()
    assert until(lambda: not [process for process in workers if is_alive(process)])


def test_an_interrupt_that_was_lost_ends_what_waits_for_workers():
    halt()
    try:
        with pytest.raises(KeyboardInterrupt):
            list(side_by_side(squares(4), 2))
    finally:
        halt(halted=False)
    assert list(side_by_side(squares(2), 1)) == [0, 1]
