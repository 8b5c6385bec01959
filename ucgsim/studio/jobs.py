"""What was asked: every question is a command of ucgsim that plays into a folder, one at a time.

Studio and terminal are two faces of one thing: a job is the folder of a run with the command that plays it. Whatever
ends the studio, the folder goes on where it stopped.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from ucgsim.cards.home import home
from ucgsim.errors import UcgsimError
from ucgsim.files.lock import is_held
from ucgsim.files.reading import parse_json, read_text
from ucgsim.files.writing import drop_file, drop_folder, write_text_file
from ucgsim.safe_text import command_line
from ucgsim.studies.kit.kinds import kind_of
from ucgsim.studio.asking import RUN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ucgsim.studio.asking import StudioQuestion

RECORD, SAID = "job.json", "said.txt"
CHILD = "ucgsim.watched"
"""The module that runs a command of ucgsim, and ends it with the studio."""
REPAIR = ("run", "repair")
GAMES = "-n"
DEEPEST, MOST_FOLDERS = 3, 3000
"""How deep runs of the terminal are looked for below the folder where the studio was started, and in how many."""
WITHOUT_FOLDER = ("redraw", "tournament")
"""Commands whose answer is what they print; of others the folder is read."""
LONGEST_SAID = 400_000
WHAT = "the record of a run of the studio"
FLEETING = "fleeting"
"""Marks what is not recorded."""
AS_JSON = "--json"
PAGE = "index.html"
STOP_WITHIN = 10.0
"""Seconds that a command has to end after an interrupt."""
LONGEST_ERROR = 400
LOOK_AGAIN = 0.1
"""Seconds between two looks whether a folder is free."""
BUILDING = "building the game"
"""What a command says when it compiles the game first."""
PROGRESS = re.compile(r": [\d,]+ of [\d,]+ \w+ \(\d+ %")
NICE = 5
"""How far commands give way to the page and to whatever else the machine does."""


class Status(StrEnum):
    """How far a job is."""

    WAITING = "waiting"
    PLAYING = "playing"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


LIVE = {Status.WAITING, Status.PLAYING}


@dataclass(slots=True)
class Job:
    """A question: its number, what is asked in words, the command without its folder, how far it is."""

    number: int
    title: str
    words: list[str]
    status: Status = Status.WAITING
    error: str = ""
    made: float = 0.0
    deck: str = ""
    """The name of the deck that was asked about."""
    then: list[str] = field(default_factory=list)
    """A command that follows on the first one, without its folder."""
    where: str = ""
    """The folder, where a command in a terminal made it."""
    progress: str = field(default="", metadata={FLEETING: True})
    """How far its command says that it is, while it plays."""
    built_since: float = field(default=0.0, metadata={FLEETING: True})
    """When its command began to compile the game, by the clock of this process; 0 where it does not."""

    @property
    def how_far(self) -> str:
        """How far it is, while it plays."""
        if not self.built_since:
            return self.progress
        seconds = int(time.monotonic() - self.built_since)
        return f"The game is being compiled, which takes about a minute: {seconds} s so far."

    @property
    def home(self) -> Path:
        """The folder of its record, and of the lists that were on the table."""
        return home_of(self.number)

    @property
    def folder(self) -> Path:
        """Where it plays into."""
        return Path(self.where) if self.where else self.home / "run"

    @property
    def last_folder(self) -> Path:
        """Where its page lies."""
        return self.home / "cut" if self.then else self.folder

    @property
    def kind(self) -> str:
        """The command that answers."""
        return (self.then or self.words)[0]

    @property
    def commands(self) -> list[list[str]]:
        """The commands that play it, and go on with it."""
        if self.where:
            # The only command that goes on with any folder, whatever options it was begun with.
            return [["ucgsim", *REPAIR, self.where]]
        plain = [AS_JSON] if self.kind in WITHOUT_FOLDER else []
        first = ["ucgsim", *self.words, "--out", str(self.folder)]
        then = [str(self.folder) if word == RUN else word for word in self.then]
        if not then:
            return [[*first, *plain]]
        return [first, ["ucgsim", *then, "--out", str(self.last_folder), *plain]]

    @property
    def page_command(self) -> list[str]:
        """The command that writes its page."""
        return ["ucgsim", "report", str(self.last_folder)]

    @property
    def games(self) -> int:
        """Games of each matchup, or hands, that were asked for; 0 where no number was."""
        place = self.words.index(GAMES) + 1 if GAMES in self.words else len(self.words)
        number = self.words[place] if place < len(self.words) else ""
        return int(number) if number.isdecimal() else 0

    @property
    def line(self) -> str:
        """The commands as one types them."""
        return " && ".join(command_line([word for word in each if word != AS_JSON]) for each in self.commands)

    @property
    def can_grow(self) -> bool:
        """Whether more games can be asked for."""
        return self.status in {Status.DONE, Status.STOPPED} and self.games > 0 and self.kind != "redraw"

    @property
    def said(self) -> str:
        """What the last command printed; empty where its folder says it."""
        place = self.home / SAID
        return read_text(place, "what a run printed") if place.is_file() else ""


def run_command(
    command: Sequence[str],
    started: Callable[[subprocess.Popen[str] | None], object] = lambda _: None,
    hears: Callable[[str], object] = lambda _: None,
) -> tuple[int, str, str]:
    """Run a command of ucgsim; what it returned, printed and complained of.

    ``started`` is given its process, ``hears`` each line that it writes to stderr.
    """
    quiet = os.environ | {"NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "encoding": "utf-8"}
    pipes["errors"], words = "replace", [sys.executable, "-m", CHILD, *command[1:]]
    with (
        _line_of_life() as stdin,
        subprocess.Popen(words, stdin=stdin, env=quiet, **pipes) as process,
    ):
        with suppress(OSError, AttributeError):
            # The page answers first.
            os.setpriority(os.PRIO_PROCESS, process.pid, NICE)
        started(process)
        wrong: list[str] = []
        listener = threading.Thread(target=_listen, args=(process.stderr, wrong, hears), daemon=True)
        listener.start()
        assert process.stdout is not None, "it is a pipe"
        said = process.stdout.read()
        listener.join()
        process.wait()
        started(None)
    return process.returncode, said, "".join(wrong)


def _listen(stderr: IO[str] | None, lines: list[str], hears: Callable[[str], object]) -> None:
    for line in stderr or ():
        lines.append(line)
        hears(line.strip())


@contextmanager
def _line_of_life() -> Iterator[int]:
    """What a command has as its standard input: its other end is closed when this process is gone."""
    theirs, ours = os.pipe()
    try:
        yield theirs
    finally:
        os.close(theirs)
        os.close(ours)


def last_line(said: str) -> str:
    """Why a command ended, in a line."""
    return (said.strip().splitlines() or ["it ended without a word"])[-1][:LONGEST_ERROR]


def runs_below(folder: Path) -> list[Path]:
    """Folders of runs below a folder, as far as a look at it takes no time; those within a run are not listed."""
    runs, seen, level = [], 0, [folder]
    for _ in range(DEEPEST):
        below = []
        for each in level:
            with suppress(OSError):
                below += [entry for entry in sorted(each.iterdir()) if entry.is_dir() and entry.name[0] != "."]
        seen += len(below)
        if seen > MOST_FOLDERS:
            break
        here = [each for each in below if kind_of(each) is not None]
        runs += here
        level = [each for each in below if each not in here]
    return runs


def place() -> Path:
    """The folder of all jobs."""
    return home() / "studio" / "runs"


def home_of(number: int) -> Path:
    """The folder of the job of that number."""
    return place() / f"{number:06}"


class Jobs:
    """The queue: one job plays at a time, in a process of its own that ends with the studio."""

    def __init__(self) -> None:
        self._lock = threading.Condition()
        self._process: subprocess.Popen[str] | None = None
        self._ends = False
        self._jobs, self._unreadable = _stored()
        self._worker = threading.Thread(target=self._work, name="ucgsim-jobs", daemon=True)

    def start(self) -> None:
        """Begin to play what waits; what the last studio left in the middle goes on."""
        for job in self._jobs.values():
            if job.status is Status.PLAYING:
                self._set(job, Status.WAITING)
        self._worker.start()

    def stop(self) -> None:
        """End the command that plays; its folder keeps what was played."""
        with self._lock:
            self._ends = True
            self._lock.notify_all()
        self._interrupt()
        if self._worker.is_alive():
            self._worker.join(STOP_WITHIN)

    def all(self) -> list[Job]:
        """All jobs, the newest first."""
        with self._lock:
            return sorted(self._jobs.values(), key=lambda job: -job.number)

    def unreadable(self) -> dict[int, str]:
        """Numbers of jobs whose record can't be read, with the reason."""
        with self._lock:
            return dict(self._unreadable)

    def get(self, number: int) -> Job:
        """A job; UcgsimError where there is none, or its record can't be read."""
        with self._lock:
            if number in self._unreadable:
                raise UcgsimError(f"run {number} can't be shown: {self._unreadable[number]}; the list can delete it")
            if number not in self._jobs:
                raise UcgsimError(f"there is no run {number}; the list of runs shows those that there are")
            return self._jobs[number]

    def ask(self, asked: StudioQuestion, *, deck: str = "") -> Job:
        """Put a question into the queue, with the files that its commands name."""
        with self._lock:
            job = Job(self._new_number(), asked.title, asked.words, made=time.time(), deck=deck)
            files = {name: job.home / (name if "." in name else f"{name}.txt") for name in asked.files}
            for name, text in asked.files.items():
                write_text_file(files[name], text)
            job.words = [str(files.get(word, word)) for word in asked.words]
            job.then = [str(files.get(word, word)) for word in asked.then]
            self._jobs[job.number] = job
            _store(job)
            self._lock.notify_all()
        return job

    def adopt(self, folders: Iterable[Path]) -> None:
        """List runs of the terminal that are not listed yet."""
        with self._lock:
            listed = {job.where for job in self._jobs.values()}
            for folder in folders:
                if str(folder) in listed or folder.is_relative_to(place()):
                    continue
                title, words = f"{kind_of(folder)} in {folder}", [*REPAIR, str(folder)]
                # Whether it is finished is seen when it is opened; to go on with a finished run plays nothing.
                number = self._new_number()
                job = Job(number, title, words, Status.STOPPED, made=time.time(), where=str(folder))
                self._jobs[number] = job
                _store(job)

    def finished(self, number: int) -> None:
        """A run of the terminal turned out to be finished."""
        job = self.get(number)
        with self._lock:
            if job.where and job.status is Status.STOPPED:
                self._set(job, Status.DONE)

    def extend(self, number: int, games: int) -> None:
        """Let a run play more games of each matchup; UcgsimError where it can't."""
        job = self.get(number)
        with self._lock:
            if not job.can_grow:
                raise UcgsimError("this run can't be given more games; ask again with more")
            if games <= job.games:
                raise UcgsimError(f"{games:,} games are not more than the {job.games:,} of this run")
            job.words[job.words.index(GAMES) + 1] = str(games)
            if (job.folder / PAGE).is_file():
                drop_file(job.folder / PAGE)
            self._set(job, Status.WAITING)
            self._lock.notify_all()

    def cancel(self, number: int) -> None:
        """Stop a job; what was played stays."""
        job = self.get(number)
        with self._lock:
            is_playing = job.status is Status.PLAYING
            if job.status in LIVE:
                self._set(job, Status.STOPPED)
        if is_playing:
            self._interrupt()

    def go_on(self, number: int) -> None:
        """Let a job that was stopped, or that failed, play on."""
        job = self.get(number)
        with self._lock:
            if job.status in {Status.STOPPED, Status.FAILED}:
                self._set(job, Status.WAITING)
                self._lock.notify_all()

    def drop(self, number: int) -> None:
        """Delete a run that does not play, with all that was played; one whose record can't be read as well."""
        with self._lock:
            if number in self._unreadable:
                drop_folder(home_of(number))
                del self._unreadable[number]
                return
        job = self.get(number)
        with self._lock:
            if job.status is Status.PLAYING:
                raise UcgsimError("this run plays; stop it first")
            del self._jobs[number]
            # Of a run of the terminal only the entry goes; its folder is not the studio's.
            drop_folder(job.home)

    def _work(self) -> None:
        while True:
            with self._lock:
                while not self._ends and (job := self._next()) is None:
                    self._lock.wait()
                if self._ends:
                    return
                assert job is not None, "a job waits"
                self._set(job, Status.PLAYING)
            self._play(job)

    def _new_number(self) -> int:
        return max([*self._jobs, *self._unreadable], default=0) + 1

    def _next(self) -> Job | None:
        waiting = [job for job in self._jobs.values() if job.status is Status.WAITING]
        return min(waiting, key=lambda job: job.number, default=None)

    def _play(self, job: Job) -> None:
        # What a studio that was killed had begun takes a moment to notice; then its folder is free.
        end = time.monotonic() + STOP_WITHIN
        while time.monotonic() < end and not self._ends and (is_held(job.folder) or is_held(job.last_folder)):
            time.sleep(LOOK_AGAIN)
        for command in job.commands:
            if self._ends or job.status is not Status.PLAYING:
                return
            code, said, wrong = run_command(command, partial(self._started, job), partial(_progress, job))
            with self._lock:
                if self._ends or job.status is not Status.PLAYING:
                    return
                if code:
                    job.error = last_line(wrong)
                    self._set(job, Status.FAILED)
                    return
        if job.kind in WITHOUT_FOLDER:
            write_text_file(job.home / SAID, said[:LONGEST_SAID])
        with self._lock:
            self._set(job, Status.DONE)

    def _started(self, job: Job, process: subprocess.Popen[str] | None) -> None:
        self._process = process
        # A stop while the command was being started found no process to send its signal to.
        if self._ends or job.status is not Status.PLAYING:
            self._interrupt()

    def _interrupt(self) -> None:
        process = self._process
        if process is not None and process.poll() is None:
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGINT)

    def _set(self, job: Job, status: Status) -> None:
        job.status = status
        job.progress, job.built_since = "", 0.0
        if status is Status.WAITING:
            job.error = ""
        _store(job)


def _progress(job: Job, line: str) -> None:
    """Note a line of progress, such as ``gauntlet: 400 of 8,000 games (5 %, about 8 s left)``."""
    if job.status is not Status.PLAYING:
        return
    job.built_since = time.monotonic() if BUILDING in line else 0.0
    if PROGRESS.search(line):
        job.progress = line[:LONGEST_ERROR]


def _store(job: Job) -> None:
    record = {each.name: getattr(job, each.name) for each in fields(job) if FLEETING not in each.metadata}
    write_text_file(job.home / RECORD, json.dumps(record, ensure_ascii=False) + "\n")


def _stored() -> tuple[dict[int, Job], dict[int, str]]:
    """The jobs of former studios by number, and why the record of others can't be read."""
    jobs, unreadable = {}, {}
    folders = sorted(place().iterdir()) if place().is_dir() else ()
    for folder in folders:
        if not folder.name.isdecimal() or folder != home_of(number := int(folder.name)):
            continue
        try:
            jobs[number] = _read(number)
        except UcgsimError as error:
            unreadable[number] = str(error).removeprefix(f"{folder}{os.sep}")
    return jobs, unreadable


def _read(number: int) -> Job:
    """A job by its record; UcgsimError where that is none."""
    file = home_of(number) / RECORD
    values = parse_json(read_text(file, WHAT), file, WHAT)
    wrong = next((name for name, is_right in FIELDS.items() if not is_right(_value(values, name))), "")
    if wrong or values["number"] != number:
        raise UcgsimError(f"{file}: {wrong or 'number'} is not what it should be; {WHAT} was expected")
    texts = {name: values[name] for name in ("title", "error", "deck", "where")}
    words, then = list(values["words"]), list(values["then"])
    return Job(number, words=words, then=then, status=Status(values["status"]), made=values["made"], **texts)


def _value(values: Any, name: str) -> Any:
    """A value of a record; None where that is no object, or has none."""
    return values.get(name) if isinstance(values, dict) else None


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _are_words(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


FIELDS: dict[str, Callable[[Any], bool]] = {
    "number": lambda value: type(value) is int,
    "title": _is_text,
    "words": lambda value: _are_words(value) and bool(value),
    "status": lambda value: _is_text(value) and value in set(Status),
    "error": _is_text,
    "made": lambda value: type(value) in {int, float},
    "deck": _is_text,
    "then": _are_words,
    "where": _is_text,
}
"""Fields of a record, and what each may be."""
