"""Games on a Dask cluster: the same bytes, whoever dies, and one line for whatever is wrong with it."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.helpers import refusal, run
from tests.waiting import STUCK, until
from ucgsim.errors import UcgsimError
from ucgsim.simulate import workers
from ucgsim.simulate.workers import in_order, on_cluster

pytestmark = pytest.mark.skipif(
    find_spec("distributed") is None, reason="not run: the extra ucgsim[cluster] is not installed"
)


def started(*words: str | Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + words[0], *map(str, words[1:])],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONPATH": f"{Path(__file__).parents[2]}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"},
    )


@pytest.fixture(scope="module")
def machines(tmp_path_factory):
    """A scheduler on the loopback address with two workers, which a test may kill."""
    from distributed import Client

    away = tmp_path_factory.mktemp("dask")
    file = away / "scheduler.json"
    scheduler = started(
        "dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", file
    )
    until(lambda: file.exists() or scheduler.poll() is not None)
    address = json.loads(file.read_text())["address"]
    # No nanny: a worker that is killed stays dead.
    common = ("--no-nanny", "--nthreads", "1", "--no-dashboard", "--local-directory")
    workers = [started("dask_worker", address, *common, away / str(number)) for number in range(2)]
    with Client(address, timeout=STUCK) as client:
        client.wait_for_workers(len(workers))
    yield address, workers
    for process in (*workers, scheduler):
        process.kill()
        process.wait()


def squared(number: int) -> int:
    return number * number


def slow(number: int, place: Path) -> int:
    (place / str(os.getpid())).touch()
    time.sleep(0.2)
    return number


def failing(number: int) -> int:
    raise UcgsimError(f"part {number} can't be played")


def test_parts_come_back_whole_and_in_order(machines):
    tasks = [partial(squared, number) for number in range(20)]
    with on_cluster(machines[0], 1):
        assert list(in_order(tasks, 1)) == [number**2 for number in range(20)]
    assert not workers._used


def test_what_a_part_raises_is_raised_here(machines):
    with on_cluster(machines[0], 1), pytest.raises(UcgsimError, match="part 3 can't be played"):
        list(in_order([partial(failing, 3)], 1))


def test_work_can_be_left_early(machines):
    with on_cluster(machines[0], 1):
        parts = in_order([partial(squared, number) for number in range(50)], 1)
        next(parts)
        parts.close()
        assert list(in_order([partial(squared, 9)], 1)) == [81]


def test_a_worker_of_another_engine_is_refused_by_its_address(machines, monkeypatch):
    monkeypatch.setattr(workers, "source_hash", lambda: "0123456789abcdef")
    with pytest.raises(UcgsimError, match=r"worker tcp://127\.0\.0\.1:\d+: plays engine \w{16}, this command 0123"):
        on_cluster(machines[0], 1).__enter__()


def test_a_part_is_refused_by_a_worker_that_came_later_with_another_engine():
    with pytest.raises(UcgsimError, match="a worker of the cluster: plays engine"):
        workers._of_engine("0123456789abcdef", partial(squared, 2))


def test_workers_that_are_gone_are_not_blamed_for_their_version():
    with pytest.raises(UcgsimError, match=r"worker a: does not answer \(Timed out .*\); start it again") as refused:
        workers.refuse_others(SimpleNamespace(run=lambda *_, **__: {"a": OSError("Timed out trying to connect")}))
    assert "version" not in str(refused.value)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://a", "127.0.0.1:9"])
def test_no_scheduler_is_told_in_one_line(address, monkeypatch):
    monkeypatch.setattr(workers, "SECONDS", 1)
    with pytest.raises(UcgsimError, match="no scheduler with workers answers") as refused:
        on_cluster(address, 1).__enter__()
    assert len(refused.value.lines) == 1


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--scheduler", "tcp://127.0.0.1:9"], "a scheduler is Dask's; add --backend dask"),
        (["--backend", "dask", "--scheduler", "nonsense://a"], "nonsense://a: no scheduler with workers answers"),
        (["--backend", "spark"], "'spark' is not one of 'local', 'dask'"),
    ],
)
def test_bad_options_are_told_in_one_line(options, why):
    assert why in refusal("duel", "tiga-dyna", "zero-geed", *options)


def test_without_dask_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UcgsimError, match=r"needs Dask: python -m pip install 'ucgsim\[cluster\]'"):
        on_cluster(None, 1).__enter__()


def test_a_duel_on_the_cluster_is_the_same_duel(machines):
    asked = ["duel", "plain-kaiju", "plain-rosso-blu", "-n", "200", "--json"]
    here = run(*asked, "--jobs", "1")
    there = run(*asked, "--backend", "dask", "--scheduler", machines[0])
    assert (here.exit_code, there.exit_code) == (0, 0)
    answers = [json.loads(result.stdout) for result in (here, there)]
    for answer in answers:
        answer.pop("games_per_second")
    assert answers[0] == answers[1]


def test_a_worker_that_dies_is_survived(machines, tmp_path):
    """The last test: it leaves one worker."""
    tasks = [partial(slow, number, tmp_path) for number in range(30)]
    with on_cluster(machines[0], 1):
        parts = in_order(tasks, 1)
        done = [next(parts)]
        until(lambda: len(list(tmp_path.iterdir())) == 2)
        machines[1][0].send_signal(signal.SIGKILL)
        with contextlib.closing(parts):
            done += list(parts)
    assert done == list(range(30))


def test_a_cluster_of_this_machine_has_as_many_workers_as_jobs(monkeypatch):
    asked = []

    def refused(*arguments):
        asked.append(arguments)
        raise UcgsimError("no cluster in this test")

    monkeypatch.setattr(workers, "on_cluster", refused)
    run("duel", "tiga-dyna", "zero-geed", "--backend", "dask", "--jobs", "3")
    assert asked == [(None, 3)]
