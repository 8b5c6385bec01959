"""Runs of the studio outlive it: records are read back as they were, commands are commands, processes end with it."""

from __future__ import annotations

import ast
import copy
import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import replace
from itertools import product
from types import SimpleNamespace

import click
import pytest

from tests.helpers import DECKLISTS, ROOT
from tests.studio.conftest import ALONE, own_home
from tests.waiting import until
from ucgsim.cli.common.config import config_path
from ucgsim.cli.main import main
from ucgsim.files.reading import parse_json
from ucgsim.studio.asking import KINDS, StudioQuestion, Wish, question_of
from ucgsim.studio.jobs import FIELDS, RECORD, Job, Jobs, Status, home_of

LIST, PLAIN_LIST = (
    (DECKLISTS / f"{name}.txt").read_text(encoding="utf-8") for name in ("tiga-dyna", "plain-dyna-gaia")
)
RIVALS = ("rosso-blu", "arc-blazar")
WORDS = ["gauntlet", "my-deck", "rival", "-n", "100"]


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("UCGSIM_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def asked_for(words=WORDS, then=()):
    jobs = Jobs()
    job = jobs.ask(
        StudioQuestion("a question", list(words), {"my-deck": LIST, "rival": LIST}, list(then)), deck="own:x"
    )
    return jobs, job


def test_values_of_json_survive_being_copied():
    value = parse_json('{"a": [1,\n [2, 3]], "b": {"c": []}}', "place", "a value")
    for again in (copy.copy(value), copy.deepcopy(value), type(value)(value.items())):
        assert again == value
    items = value["a"]
    assert type(items)(each for each in items) == items
    assert Job(1, "", items).words == items


def test_a_record_is_the_same_after_any_number_of_studios(home):
    _, job = asked_for(then=["tournament", "RUN"])
    file = job.home / RECORD
    first = file.read_bytes()
    for _ in range(3):
        jobs = Jobs()
        jobs._set(jobs.get(1), Status.PLAYING)
        jobs = Jobs()
        assert jobs.get(1) == replace(job, status=Status.PLAYING)
        jobs._set(jobs.get(1), Status.WAITING)
        assert file.read_bytes() == first
        assert jobs.get(1).commands == job.commands


def test_more_games_are_asked_for_after_restarts(home):
    jobs, job = asked_for()
    jobs._set(job, Status.DONE)
    for games in (200, 300):
        jobs = Jobs()
        jobs.extend(1, games)
        jobs._set(jobs.get(1), Status.DONE)
        assert f"-n {games}" in Jobs().get(1).line


WRONG = ["x", None, 5, -1, 1.5, True, [], [1], [None], {}, [[]], "/nowhere"]


def records(job):
    """Records that are odd in one place, and such that are none."""
    values = json.loads((job.home / RECORD).read_text(encoding="utf-8"))
    for name, value in product(FIELDS, WRONG):
        yield json.dumps({**values, name: value})
    for name in FIELDS:
        yield json.dumps({key: value for key, value in values.items() if key != name})
    yield json.dumps({**values, "words": [*WORDS[:3], "-n"]})
    yield from ("", "[]", "5", "null", "{", '"x"', "\0", "[" * 100)


def test_a_record_that_is_odd_takes_nothing_with_it(made):
    jobs = made.studio.jobs
    jobs._ends = True
    first, last = (jobs.ask(StudioQuestion("a question", WORDS, {"my-deck": LIST, "rival": LIST})) for _ in range(2))
    file, refused = first.home / RECORD, 0
    for text in records(first):
        file.write_text(text, encoding="utf-8")
        made.studio.api.jobs = again = Jobs()
        refused += len(again.unreadable())
        again._ends = True
        assert made.client.get("/api/run/1").status_code in {200, 422}
        assert 2 in [each["run"] for each in made.client.get("/api/runs").json()["runs"]]
        assert made.client.post("/api/run/1/extend", json={"games": 500}).status_code in {200, 422}
        assert again.ask(StudioQuestion("another", WORDS, {})).number == 3
        again.drop(3)
    assert refused > 50
    assert last.home.is_dir()


def test_a_record_that_cannot_be_read_is_shown_and_can_be_deleted(made):
    home_of(4).mkdir(parents=True)
    (home_of(5)).mkdir()
    (home_of(5) / RECORD).write_text('{"number": 4}', encoding="utf-8")
    made.studio.api.jobs = Jobs()
    unreadable = {each["run"]: each["problem"] for each in made.client.get("/api/runs").json()["unreadable"]}
    assert set(unreadable) == {4, 5}
    assert "no such file" in unreadable[4]
    assert str(home_of(5)) not in unreadable[5]
    assert "the list can delete it" in made.client.get("/api/run/4").json()["error"]
    for number in (4, 5):
        made.client.delete(f"/api/run/{number}")
        assert not home_of(number).exists()
    assert made.client.get("/api/runs").json()["unreadable"] == []


def parsed(command):
    """The command of the tree that takes these words; raises click's error where none does."""
    name, *words = command
    assert name == "ucgsim"
    tree, context = main, click.Context(main, info_name=name)
    while isinstance(tree, click.Group):
        word, tree, words = tree.resolve_command(context, words)
        is_group = isinstance(tree, click.Group)
        context = click.Context(tree, context, word) if is_group else tree.make_context(word, words, context)
    return context.command_path


def wishes(desk):
    """Every kind of question with everything that can be said of it."""
    deck, other = desk.deck("shipped:tiga-dyna"), desk.deck("shipped:plain-kaiju")
    for kind, weights, sure in product(KINDS, ((1, 1), (3, 1)), (True, False)):
        rivals = [(desk.deck(f"shipped:{name}"), weight) for name, weight in zip(RIVALS, weights, strict=True)]
        yield Wish(kind, deck, rivals, other, 100, until_sure=sure, players=16)
    yield Wish("redraw", deck, [], hands=100)


def test_every_command_that_is_written_is_one(made, tmp_path):
    desk, jobs = made.studio.desk, made.studio.jobs
    jobs._ends = True
    written = [jobs.ask(question_of(wish, desk)) for wish in wishes(desk)]
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "gauntlet.json").write_text("{}", encoding="utf-8")
    jobs.adopt([folder])
    written.append(jobs.all()[0])
    paths = set()
    for job in written:
        job.folder.mkdir(parents=True, exist_ok=True)
        job.last_folder.mkdir(parents=True, exist_ok=True)
        for command in (*job.commands, job.page_command):
            paths.add(parsed(command))
    assert paths == {"ucgsim report", "ucgsim run repair", "ucgsim matrix", *(f"ucgsim {kind}" for kind in KINDS)}


def test_hands_are_as_many_as_are_asked_for_and_else_20_000(made):
    made.studio.jobs._ends = True
    for given, hands in (({}, "20000"), ({"hands": 700, "games": 2000}, "700")):
        run = made.client.post("/api/redraw", json={"deck": LIST, **given}).json()["run"]
        words = made.studio.jobs.get(run).words
        assert words[words.index("-n") + 1] == hands


def test_a_command_that_is_none_is_noticed():
    for words in (["run", "resume", "x"], ["--out", "x"], ["gauntlet", "a", "--sure"]):
        with pytest.raises(click.UsageError):
            parsed(["ucgsim", *words])


def test_commands_are_written_by_jobs_alone():
    """What the test before does not see can't be run."""
    writers = {
        path.name
        for path in (ROOT / "ucgsim" / "studio").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.List) and node.elts and ast.unparse(node.elts[0]) == "'ucgsim'"
    }
    assert writers == {"jobs.py"}


@pytest.fixture
def start(tmp_path, monkeypatch):
    """Starts a studio in a process of its own, as a user does, and lets a client in; all end with the test."""
    import httpx

    monkeypatch.setenv("UCGSIM_HOME", str(own_home(tmp_path / "home")))
    begun = []

    def starts():
        process = subprocess.Popen([*ALONE, "--no-browser"], stdout=subprocess.PIPE, text=True, cwd=tmp_path)
        begun.append(process)
        address = re.search(r"http\S+", process.stdout.readline())[0]
        origin, _, token = address.partition("/?token=")
        headers = {"origin": origin, "authorization": f"Bearer {token}"}
        client = httpx.Client(base_url=origin, headers=headers, follow_redirects=True, timeout=None)
        until(lambda: answers(client, address))
        return SimpleNamespace(process=process, client=client)

    yield starts
    for process in begun:
        process.kill()
        process.wait()
        process.stdout.close()


def answers(client, address):
    import httpx

    try:
        return client.get(address).status_code == 200
    except httpx.ConnectError:
        return False


def children(pid):
    """Processes that were begun by one, and by those."""
    direct = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout.split()
    return [int(each) for each in direct] + [every for each in direct for every in children(int(each))]


def is_there(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def status(studio):
    return studio.client.get("/api/run/1").json()["status"]


def test_a_run_that_is_stopped_while_its_command_is_started_ends(home, monkeypatch):
    (jobs, job), ended = asked_for(), []

    def run_late(_, started, hears):
        jobs.cancel(job.number)
        with subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE) as process:
            started(process)
            ended.append(process.wait())
            started(None)
        return ended[0], "", ""

    monkeypatch.setattr("ucgsim.studio.jobs.run_command", run_late)
    jobs.start()
    until(lambda: ended)
    jobs.stop()
    assert ended[0] != 0
    assert jobs.get(job.number).status is Status.STOPPED


@pytest.mark.skipif(sys.platform == "win32", reason="no signal kills there")
@pytest.mark.slow(seconds=12)
def test_what_plays_ends_with_a_killed_studio_and_goes_on_with_the_next(start, tmp_path):
    # Games that are searched are stored in parts of 200.
    config_path().write_text('jobs = 1\npolicy = "search:2,with=planner"\ncheck = "none"\n', encoding="utf-8")
    studio = start()
    form = {"deck": PLAIN_LIST, "rivals": ["shipped:plain-kaiju"], "games": 800}
    studio.client.post("/api/gauntlet", json=form)
    folder = tmp_path / "home" / "studio" / "runs" / "000001"
    parts = lambda: {part.name: part.read_bytes() for part in folder.glob("run/*/part-*.parquet")}  # noqa: E731
    words = json.loads((folder / RECORD).read_text())["words"]
    until(parts)
    players = children(studio.process.pid)
    assert players
    studio.process.send_signal(signal.SIGKILL)
    studio.process.wait()
    seen = parts()
    studio = start()
    until(lambda: not any(map(is_there, players)))
    assert studio.client.get("/api/runs").status_code == 200
    until(lambda: status(studio) in {"done", "failed"})
    assert status(studio) == "done", studio.client.get("/api/run/1").text
    assert {name: parts()[name] for name in seen} == seen
    studio.process.send_signal(signal.SIGKILL)
    studio.process.wait()
    assert Jobs().get(1).status is Status.DONE
    assert Jobs().get(1).words == words
