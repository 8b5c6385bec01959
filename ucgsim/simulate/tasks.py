"""What a question wants to be played, task by task, and who answers it: by what is stored, else by playing.

A question is a course: a generator that yields the tasks it wants now (`Batch`), is sent their counts and returns what
it found. One that plays a fixed number of games yields once, one that stops early yields look by look, and one that
chooses what to play next yields as it chooses.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Generator
from contextlib import closing
from dataclasses import fields, is_dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias, TypeVar

from ucgsim.errors import NotFinishedError, UcgsimError
from ucgsim.files.checksums import digest
from ucgsim.simulate.ledger import PARTS, REMEDY
from ucgsim.simulate.plain import NOT_EXPECTED, reading
from ucgsim.simulate.table import by_python
from ucgsim.simulate.workers import in_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ucgsim.simulate.ledger import KeptFolder, Ledger
    from ucgsim.simulate.table import Laying, Table

A = TypeVar("A")
KEY = 16
"""Hexadecimal digits of a key: among a million tasks, two have one key in one of forty million runs."""


class Task(ABC):
    """Some games and what is counted of them: a frozen dataclass of all that decides it.

    Fields that are left out of comparison decide nothing, such as the tables that play it.
    """

    @cached_property
    def key(self) -> str:
        """What its counts are stored by: a checksum of all that decides them."""
        assert is_dataclass(self), "its fields say what decides it"
        decides = {each.name: getattr(self, each.name) for each in fields(self) if each.compare}
        return digest(json.dumps([type(self).__name__, decides], sort_keys=True).encode())[:KEY]

    @property
    @abstractmethod
    def games(self) -> int:
        """How many games it plays, for progress."""

    asked_once: ClassVar[bool] = False
    """Whether nobody asks for its counts a second time, so that they need not be remembered."""
    tables: Sequence[Table | Laying] = ()
    """What plays it; a field that is left out of comparison. There are none where its counts are only read."""

    @property
    def is_python(self) -> bool:
        """Whether a policy written in Python plays."""
        return by_python(self.tables)

    def run(self) -> Any:
        """Play it: the plain value of its counts."""
        raise NotImplementedError

    def saved(self, value: Any) -> Any:
        """What of a value that was played is remembered, after what has a file of its own was written by this process.

        All of it, unless a class says otherwise.
        """
        return value

    @abstractmethod
    def counts(self, value: Any) -> Any:
        """Its counts, from the plain value that is stored; UcgsimError or one of ``plain.NOT_EXPECTED`` for others."""

    @staticmethod
    def together(tasks: Sequence[Any]) -> Iterable[Sequence[Any]]:
        """Tasks in the groups in which they are best played: each by itself."""
        return ((task,) for task in tasks)

    @staticmethod
    def call(tasks: Sequence[Any]) -> Callable[[], list[Any]]:
        """What plays a group of tasks and returns their plain values; made when its turn comes, for it may be large."""
        return partial(_run, tasks)

    @classmethod
    def play(cls, tasks: Sequence[Task], jobs: int) -> Generator[tuple[Task, Any]]:
        """Play tasks of this class: each with its plain value, in an order that ``jobs`` does not change."""
        groups = list(cls.together(tasks))
        calls = (cls.call(group) for group in groups)
        with closing(in_order(calls, jobs, python=any(task.is_python for task in tasks))) as results:
            for group, values in zip(groups, results, strict=True):
                yield from zip(group, values, strict=True)


def _run(tasks: Sequence[Task]) -> list[Any]:
    return [task.run() for task in tasks]


class Batch(NamedTuple):
    """Tasks whose counts are wanted now, and those that will be wanted next if nothing ends the question.

    Workers are kept busy with what lies ``ahead``; what a question that ends has no use for was played in vain.
    """

    now: Sequence[Task]
    ahead: Sequence[Task] = ()


Course: TypeAlias = Generator[Batch, list[Any], A]
"""Yields what it wants, is sent the counts of ``now`` in its order, returns what it found."""


class _Asked(ABC):
    """Gives a course what it wants."""

    @abstractmethod
    def counts(self, batch: Batch) -> list[Any]:
        """The counts of what is wanted now."""

    def answer(self, course: Course[A]) -> A:
        """What a course finds."""
        with closing(course):
            try:
                batch = next(course)
                while True:
                    batch = course.send(self.counts(batch))
            except StopIteration as end:
                answer: A = end.value
                return answer


class Player(_Asked):
    """Gives counts that are ``known`` or lie in a ``ledger``, and plays what is lacking, which it adds to the ledger.

    ``known``: plain values by keys. ``advance`` is called with how many more games are done; ``played`` were not known.
    """

    def __init__(
        self,
        jobs: int = 1,
        advance: Callable[[int], object] | None = None,
        *,
        ledger: Ledger | None = None,
        known: Mapping[str, Any] | None = None,
    ) -> None:
        self.jobs, self.advance, self.ledger = jobs, advance, ledger
        self.known = dict(known or {})
        self.played = 0
        self._coming: set[str] = set()
        self._played: Generator[tuple[Task, Any]] | None = None

    def answer(self, course: Course[A]) -> A:
        """What a course finds; what is still being played then is left."""
        try:
            return super().answer(course)
        finally:
            self._leave()

    def counts(self, batch: Batch) -> list[Any]:
        """The counts of what is wanted now; those that must be played are stored as they come."""
        lacking = {task.key for task in batch.now if not self._is_known(task)}
        for task in batch.now:
            if task.key not in lacking:
                self._done(task)
        if not lacking <= self._coming:
            self._leave()
            tasks = {task.key: task for task in (*batch.now, *batch.ahead) if not self._is_known(task)}
            self._coming = set(tasks)
            self._played = type(batch.now[0]).play(list(tasks.values()), self.jobs)
        while lacking:
            assert self._played is not None, "what is lacking is coming"
            task, value = next(self._played)
            self._keep(task, value)
            lacking.discard(task.key)
            self.played += task.games
            self._done(task)
        take = {True: self.known.pop, False: self.known.__getitem__}
        return [task.counts(take[task.asked_once](task.key)) for task in batch.now]

    def _is_known(self, task: Task) -> bool:
        """Whether its counts are known; those that are stored but are none are not believed."""
        if task.key in self.known:
            if self.ledger is not None and task.key not in self.ledger.kept:
                self.ledger.add(task.key, self.known[task.key])
            return True
        if self.ledger is None or task.key not in self.ledger.kept:
            return False
        value = self.ledger.kept[task.key]
        try:
            task.counts(value)
        except (UcgsimError, *NOT_EXPECTED):
            return False
        self.known[task.key] = value
        return True

    def _keep(self, task: Task, value: Any) -> None:
        value = task.saved(value)
        if self.ledger is not None:
            self.ledger.add(task.key, value)
        self.known[task.key] = value

    def _done(self, task: Task) -> None:
        if self.advance is not None:
            self.advance(task.games)

    def _leave(self) -> None:
        """Stop what is being played."""
        if self._played is not None:
            self._played.close()
        self._played, self._coming = None, set()


class Reader(_Asked):
    """Gives the counts that are stored in a folder; NotFinishedError where one is not, UcgsimError where it is none.

    With ``damaged`` counts in lines that are damaged, or that are none, are taken to be missing. ``seen``: the tasks
    that were wanted and are stored, with their counts.
    """

    def __init__(self, folder: KeptFolder, *, damaged: bool = False) -> None:
        self.folder, self.damaged = folder, damaged
        self.parts = folder.legible() if damaged else folder.parts()
        self.seen: list[tuple[Task, Any]] = []

    def counts(self, batch: Batch) -> list[Any]:
        """The counts of what is wanted now."""
        before = len(self.seen)
        self.seen += ((task, counts) for task in batch.now if (counts := self._stored(task)) is not None)
        if len(self.seen) < before + len(batch.now):
            raise not_finished(self.folder.path)
        return [counts for _, counts in self.seen[before:]]

    def _stored(self, task: Task) -> Any:
        part, folder = self.parts.get(task.key), self.folder
        if part is None:
            return None
        try:
            with reading(f"{folder.path / PARTS}, line {part.line}", f"a part of this {folder.what}", REMEDY):
                return task.counts(part.value)
        except UcgsimError:
            if not self.damaged:
                raise
            return None


def not_finished(path: object) -> NotFinishedError:
    """That what is stored in a folder goes on."""
    return NotFinishedError(f"{path}: is not finished; run it again with the same options to go on")
