"""What was asked: every question is a command of ucgsim that plays into a folder, one at a time.

Studio and terminal are two faces of one thing: a job is the folder of a run with the command that plays it. Whatever
ends the studio, the folder goes on where it stopped.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from ucgsim.cards.catalog import home
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import parse_json, read_text
from ucgsim.files.writing import drop_folder, write_text_file
from ucgsim.safe_text import command_line

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

RECORD, RUN = "job.json", "run"
WHAT = "the record of a run of the studio"
STOP_WITHIN = 10.0
"""Seconds that a command has to end after an interrupt."""
LONGEST_ERROR = 400


class Status(StrEnum):
    """How far a job is."""

    WAITING = "waiting"
    PLAYING = "playing"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


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
    """The key of the deck that was on the table."""

    @property
    def folder(self) -> Path:
        """Where it plays into."""
        return place() / f"{self.number:06}" / RUN

    @property
    def command(self) -> list[str]:
        """The command that plays it, and goes on with it."""
        return ["ucgsim", *self.words, "--out", str(self.folder)]

    @property
    def line(self) -> str:
        """The command as one types it."""
        return command_line(self.command)


def place() -> Path:
    """The folder of all jobs."""
    return home() / "studio" / "runs"


class Jobs:
    """The queue: one job plays at a time, in a process of its own that ends with the studio."""

    def __init__(self) -> None:
        self._lock = threading.Condition()
        self._process: subprocess.Popen[str] | None = None
        self._ends = False
        self._jobs = {job.number: job for job in _stored()}
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

    def get(self, number: int) -> Job:
        """A job; UcgsimError where there is none."""
        with self._lock:
            if number not in self._jobs:
                raise UcgsimError(f"there is no run {number}; the list of runs shows those that there are")
            return self._jobs[number]

    def ask(self, title: str, words: Sequence[str], lists: dict[str, str], *, deck: str = "") -> Job:
        """Put a question into the queue; ``lists`` are decklists by the word of the command that names them."""
        with self._lock:
            job = Job(max(self._jobs, default=0) + 1, title, list(words), made=time.time(), deck=deck)
            for name, text in lists.items():
                file = job.folder.parent / f"{name}.txt"
                write_text_file(file, text)
                job.words = [str(file) if word == name else word for word in job.words]
            self._jobs[job.number] = job
            _store(job)
            self._lock.notify_all()
        return job

    def cancel(self, number: int) -> None:
        """Stop a job; what was played stays."""
        job = self.get(number)
        with self._lock:
            is_playing = job.status is Status.PLAYING
            if job.status in {Status.WAITING, Status.PLAYING}:
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
        """Delete a run that does not play, with all that was played."""
        job = self.get(number)
        with self._lock:
            if job.status is Status.PLAYING:
                raise UcgsimError("this run plays; stop it first")
            del self._jobs[number]
            drop_folder(job.folder.parent)

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

    def _next(self) -> Job | None:
        waiting = [job for job in self._jobs.values() if job.status is Status.WAITING]
        return min(waiting, key=lambda job: job.number, default=None)

    def _play(self, job: Job) -> None:
        command = [sys.executable, "-m", *job.command, "--json"]
        quiet = os.environ | {"NO_COLOR": "1"}
        with subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace", env=quiet
        ) as process:
            self._process = process
            _, said = process.communicate()
            self._process = None
        with self._lock:
            if self._ends or job.status is not Status.PLAYING:
                return
            if process.returncode == 0:
                self._set(job, Status.DONE)
            else:
                job.error = (said.strip().splitlines() or ["it ended without a word"])[-1][:LONGEST_ERROR]
                self._set(job, Status.FAILED)

    def _interrupt(self) -> None:
        process = self._process
        if process is not None and process.poll() is None:
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGINT)

    def _set(self, job: Job, status: Status) -> None:
        job.status = status
        if status is Status.WAITING:
            job.error = ""
        _store(job)


def _store(job: Job) -> None:
    write_text_file(job.folder.parent / RECORD, json.dumps(asdict(job), ensure_ascii=False) + "\n")


def _stored() -> list[Job]:
    """The jobs of former studios; a record that can't be read is left out."""
    jobs = []
    for file in sorted(place().glob(f"*/{RECORD}")) if place().is_dir() else ():
        with suppress(UcgsimError, TypeError, ValueError, KeyError):
            values: dict[str, Any] = parse_json(read_text(file, WHAT), file, WHAT)
            jobs.append(Job(**{**values, "status": Status(values["status"])}))
    return jobs
