"""Runs: however they are cut, interrupted and shared out, they end as the same bytes."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import assert_refuses
from ucgsim.errors import UcgsimError
from ucgsim.simulate import run as runs
from ucgsim.simulate.folder import DONE, PLAN, RunFolder, scan_games
from ucgsim.simulate.ledger import PARTS, marked_line
from ucgsim.simulate.run import Run, count_folder, play_runs
from ucgsim.simulate.tasks import Batch, Player
from ucgsim.studies.duel.question import files_of_run


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture
def small(planned, tmp_path):
    """A run of five parts in a folder."""
    plan, table = planned(1000, shard=200)
    return Run(plan, table, RunFolder(tmp_path / "run"))


def elsewhere(run: Run, path: Path) -> Run:
    return run._replace(folder=RunFolder(path))


def test_a_finished_run_holds_plan_parts_and_mark(small):
    outcome = play_runs([small])
    parts = [f"part-{number:05d}.parquet" for number in range(5)]
    assert sorted(files(small.folder.path)) == ["done.json", *parts, "parts.jsonl", "plan.json"]
    assert outcome.played == 1000
    assert scan_games(small.folder).collect().height == 1000
    assert small.folder.plan() == small.plan


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("1_0", {}),
        (" 0", {}),
        ("+0", {}),
        ("٠", {}),
        ("-1", {}),
        ("5", {}),
        ("9" * 5000, {}),
        ("0", {"rows": 201}),
        ("0", {"rows": "200"}),
        ("0", {"more": 1}),
        ("0", None),
    ],
)
def test_a_line_that_is_of_no_part_is_named(small, part, change):
    play_runs([small])
    place = small.folder.path / PARTS
    voucher = small.folder.vouchers(small.plan)[0]._asdict()
    data = change if change is None else voucher | change
    (small.folder.path / DONE).unlink()
    place.write_bytes(marked_line(small.plan.mark, part, data))
    with pytest.raises(UcgsimError, match=r"parts.jsonl, line 1: is of no part of this run; `ucgsim run repair"):
        small.folder.vouchers(small.plan)


def test_counts_do_not_need_a_folder(small):
    kept, counted = play_runs([small]), play_runs([small._replace(folder=None)])
    assert kept.counts[0].same_as(counted.counts[0])


def test_any_number_of_workers_gives_the_same_bytes(small, tmp_path):
    play_runs([small])
    other = elsewhere(small, tmp_path / "other")
    outcome = play_runs([other], jobs=2)
    assert outcome.played == 1000
    assert files(other.folder.path) == files(small.folder.path)


@pytest.mark.parametrize("at_once", [1, 2, 256])
def test_a_run_that_lost_parts_goes_on(small, monkeypatch, at_once):
    monkeypatch.setattr(runs, "AT_ONCE", at_once)
    whole = play_runs([small]).counts[0]
    before = files(small.folder.path)
    for name in ("part-00001.parquet", "part-00004.parquet", "done.json"):
        (small.folder.path / name).unlink()
    (small.folder.path / ".part-00001.parquet.17.unfinished").write_bytes(b"half")
    outcome = play_runs([small])
    assert outcome.played == 400
    assert outcome.counts[0].same_as(whole)
    assert files(small.folder.path) == before


def test_looks_end_a_run_after_whole_parts_and_say_who_goes_on(small, planned):
    other, seen = Run(*planned(1000, shard=200, seed=9)), []

    def rule(counts):
        seen.append([each.games for each in counts])
        return [1] if len(seen) == 1 else []

    outcome = play_runs([small, other], [200, 600, 1000], rule)
    assert seen == [[200, 200], [200, 600]]
    assert [run.plan.games for run in outcome.runs] == [200, 600]
    assert outcome.played == 800
    assert count_folder(small.folder).same_as(outcome.counts[0])
    assert small.folder.plan().games == 200


def test_a_part_is_written_and_only_its_counts_are_handed_on(small):
    small.folder.begin(small.plan)
    part, player = small.part(2), Player()
    (counts,) = player.counts(Batch([part]))
    assert counts.games == 200
    assert small.folder.part(2).is_file()
    assert player.known == {}


def test_progress_tells_every_game(small):
    reported: list[int] = []
    play_runs([small], advance=reported.append)
    assert sum(reported) == 1000


def test_several_runs_are_counted_apart(small, planned):
    other = Run(*planned(400, seed=9))
    outcome = play_runs([small, other])
    assert [int(counts.games) for counts in outcome.counts] == [1000, 400]


def test_a_folder_of_another_plan_is_refused(small, planned):
    play_runs([small])
    other = Run(*planned(1000, shard=200, seed=8), small.folder)
    assert_refuses("holds a run that differs in seed", play_runs, [other])


def test_a_foreign_folder_is_refused_and_left_alone(small):
    small.folder.path.mkdir()
    (small.folder.path / "holiday.txt").write_text("sun")
    assert_refuses(r"holds holiday\.txt but no run", play_runs, [small])
    assert list(files(small.folder.path)) == ["holiday.txt"]


DAMAGED = {
    "unreadable": (
        lambda folder: folder.part(2).read_bytes()[:500],
        r"part-00002\.parquet: can't be read .*run repair",
    ),
    "of other games": (lambda folder: folder.part(3).read_bytes(), r"part-00002.*of another run.*run repair"),
}


@pytest.mark.parametrize(("change", "message"), DAMAGED.values(), ids=DAMAGED.keys())
def test_a_damaged_part_is_refused_by_name_and_played_again(small, change, message):
    play_runs([small])
    before = files(small.folder.path)
    small.folder.part(2).write_bytes(change(small.folder))
    assert_refuses(message, count_folder, small.folder)
    assert play_runs([small]).played == len(small.plan.games_of(2))
    assert files(small.folder.path) == before


def test_an_unfinished_run_is_not_scanned(small):
    small.folder.begin(small.plan)
    assert_refuses("is not finished", scan_games, small.folder)


def test_a_full_disk_is_one_line_and_keeps_what_there_is(small, monkeypatch):
    write = Path.write_bytes

    def full(path: Path, data: bytes) -> int:
        if "part-00003" in path.name:
            write(path, bytes(data)[:100])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    assert_refuses(r"No space left on device.*parts are saved", play_runs, [small])
    assert sorted(files(small.folder.path)) == [
        *[f"part-{n:05d}.parquet" for n in range(3)],
        "parts.jsonl",
        "plan.json",
    ]


KILLED = """
import signal
import sys
from pathlib import Path
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.simulate.folder import RunFolder
from ucgsim.simulate.plan import Plan
from ucgsim.simulate.run import Run, play_runs
from ucgsim.simulate.table import lay_out
from ucgsim.simulate.plan import Terms
folder = RunFolder(Path(sys.argv[1]))
plan = folder.plan()
table = lay_out(plan.decks, Terms.of_plan(plan, shipped_catalog()))
def soon(_):
    # At no moment that a part would choose: the first is written, and some of the others are.
    if not signal.getitimer(signal.ITIMER_REAL)[0]:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
play_runs([Run(plan, table, folder)], advance=soon)
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs SIGALRM")
def test_a_killed_run_ends_as_the_same_bytes(planned, tmp_path):
    plan, table = planned(60_000, shard=1000)
    killed, whole = (Run(plan, table, RunFolder(tmp_path / name)) for name in ("killed", "whole"))
    killed.folder.begin(plan)
    done = subprocess.run([sys.executable, "-c", KILLED, str(killed.folder.path)], check=False)
    assert done.returncode == -signal.SIGALRM
    assert (killed.folder.path / PLAN).exists()
    assert 0 < play_runs([killed]).played < plan.games
    play_runs([whole])
    assert files(killed.folder.path) == files(whole.folder.path)


def test_what_a_part_amounts_to_is_saved_beside_its_rows_and_counted_again_where_it_is_not(small, monkeypatch):
    counts = play_runs([small]).counts[0]
    rows = []
    count_rows = runs.count_rows
    monkeypatch.setattr(runs, "count_rows", lambda *of: rows.append(of[2]) or count_rows(*of))
    assert count_folder(small.folder).same_as(counts)
    assert rows == []
    older = {number: each._replace(counts="") for number, each in small.folder.vouchers(small.plan).items()}
    small.folder.unfinish(small.plan, older)
    small.folder.finish(small.plan)
    assert count_folder(small.folder).same_as(counts)
    assert rows == [*range(small.plan.shards)]


def test_counts_of_other_games_than_the_rows_are_named(small):
    play_runs([small])
    vouchers = small.folder.vouchers(small.plan)
    vouchers[1] = vouchers[1]._replace(counts=vouchers[0].counts)
    small.folder.unfinish(small.plan, vouchers)
    small.folder.finish(small.plan)
    bad = [each for each in files_of_run(small.folder, None) if not each.holds]
    assert [Path(each.place).name for each in bad] == ["part-00001.parquet"]
    assert "part 1 counts other games than it holds" in bad[0].why


@pytest.mark.parametrize(
    "other", [lambda text: text[:-9], lambda text: text[:9] + "!", lambda text: 5, lambda text: "x:y"]
)
def test_counts_that_are_none_are_counted_again_from_the_rows(small, other):
    counts = play_runs([small]).counts[0]
    vouchers = small.folder.vouchers(small.plan)
    vouchers[1] = vouchers[1]._replace(counts=other(vouchers[1].counts))
    small.folder.unfinish(small.plan, vouchers)
    small.folder.finish(small.plan)
    assert count_folder(small.folder).same_as(counts)
