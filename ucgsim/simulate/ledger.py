"""Counts stored part by part: what is planned in one file, then a line for each part as soon as it is played.

A line says by the key of its task what was counted, so that lines may come in any order, and those of a larger question
answer a smaller one. It bears the mark of the plan that it was played for as well, so that counts of another plan are
named as such. What is damaged is played again.
"""

from __future__ import annotations

import errno
import itertools
import json
import os
import time
import zlib
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import as_kept, kept_value, read_sealed, write_sealed
from ucgsim.files.lock import LOCK
from ucgsim.files.reading import read_kept
from ucgsim.files.writing import UNFINISHED, drop_leftovers, open_to_add, write_file
from ucgsim.simulate.plain import reading
from ucgsim.simulate.plan import refuse_differing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from io import FileIO
    from pathlib import Path

T = TypeVar("T")

PARTS = "parts.jsonl"
REMEDY_PLAN = "name another folder, or delete this one and run again"
REMEDY = "`ucgsim run repair` plays again what is damaged"
OLD_CONTEXT = "told"
"""What folders written before call the context of a plan."""
SOURCE = "source"
"""Where the file of a deck lies, in plain values of a deck: it decides nothing."""
SAFE_SECONDS = 1.0
"""After so many seconds what was written is made to reach the disk: what a loss of power may cost."""


@dataclass(slots=True)
class Ledger:
    """The parts of a run while it is played: ``kept`` are plain values by the keys of their tasks.

    ``mark`` is that of the plan.
    """

    file: FileIO
    place: Path
    kept: dict[str, Any]
    mark: str
    _safe: float = field(default_factory=time.monotonic, init=False)

    def add(self, key: str, value: Any) -> None:
        """Keep a part, whole or not at all; UcgsimError where it cannot be written."""
        line = marked_line(self.mark, key, value)
        with _writing(self.place):
            end = self.file.tell()
            try:
                if self.file.write(line) < len(line):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            except BaseException:
                with suppress(OSError):
                    self.file.truncate(end)
                raise
            if time.monotonic() - self._safe >= SAFE_SECONDS:
                self.settle()
        self.kept[key] = value

    def settle(self) -> None:
        """Wait until all that was written is on the disk."""
        os.fsync(self.file.fileno())
        self._safe = time.monotonic()


class Part(NamedTuple):
    """A part as it is stored: in which line, and its plain value."""

    line: int
    value: Any


@dataclass(frozen=True, slots=True)
class KeptFolder:
    """The folder of one run: its plan in the file ``name``, its counts in ``parts.jsonl``; ``what`` it is called.

    ``form`` rises whenever what is saved changes its meaning. ``growing`` names the number of the plan that may become
    another without changing any part of the same key. Anyone who writes here holds the folder (`files.lock`).
    """

    path: Path
    name: str
    what: str
    form: int = 1
    growing: str = ""

    @property
    def _plan(self) -> Path:
        return self.path / self.name

    def begin(self, plan: Mapping[str, Any], context: Mapping[str, Any]) -> None:
        """Make the folder for ``plan``, or see that it holds that same plan.

        ``plan`` is all that decides the counts, by names that a reader understands; ``context`` is what a report wants
        to know as well and what may differ. Where ``plan`` is only larger or smaller in what grows, it takes the place
        of the other one, and all parts stay. Next to a plan that does not say by which engine it is played lies by
        which it was begun. Raises UcgsimError where the folder holds something else or cannot be written.
        """
        from ucgsim.compiling.sources import source_hash  # noqa: PLC0415 - hashing takes a moment, and few ask for it

        if not self._plan.is_file():
            refuse_foreign(self.path, self.what)
            versions: Mapping[str, Any] = {"engine": source_hash()}
        elif not (differing := self._differing(plan)):
            return
        elif differing == [self.growing]:
            versions = self.versions
        else:
            raise UcgsimError(
                f"{self.path}: holds a {self.what} that differs in {', '.join(differing)}; "
                "name another folder, or run that one again with the same options"
            )
        begun = {} if "versions" in plan else {"versions": versions}
        write_sealed(self._plan, {"format": self.form, "plan": plan, "context": context, **begun})

    def _differing(self, plan: Mapping[str, Any]) -> list[str]:
        """The names of what is not as in the plan that is saved."""
        mine, theirs = deciding(self.read()[0]), deciding(plan)
        return [name for name in theirs | mine if mine.get(name) != theirs.get(name)]

    def read(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The plan and what was written with it; UcgsimError where there is none or it is not as it was written."""
        data = self._read_plan()
        return data["plan"], data["context"]

    def planned(
        self, read: Callable[[dict[str, Any], dict[str, Any]], T], remedy: str = "name another folder", called: str = ""
    ) -> T:
        """What ``read`` makes of the plan and what was written with it; UcgsimError with a ``remedy`` where it can't.

        ``called``: what the plan is of, where that is not what the folder holds.
        """
        plan, context = self.read()
        with reading(self._plan, f"the plan of {called or f'a {self.what}'}", remedy):
            return read(plan, context)

    def refuse_changed(self, plan: Mapping[str, Any]) -> None:
        """Raise UcgsimError where ``plan``, which is as it would be played now, is not the one that is saved."""
        mine, now = deciding(self.read()[0]), deciding(plan)
        refuse_differing(self.path, [name for name in now if now[name] != mine.get(name)])

    @property
    def versions(self) -> dict[str, Any]:
        """What played it: those of the plan, or with which it was begun; none in folders of before they were written.

        Raises UcgsimError as ``read`` does.
        """
        data = self._read_plan()
        versions = data["plan"].get("versions", data.get("versions"))
        return versions if isinstance(versions, dict) else {}

    def _read_plan(self) -> dict[str, Any]:
        data = read_sealed(self._plan, f"the plan of a {self.what}", self.form, REMEDY_PLAN)
        data.setdefault("context", data.pop(OLD_CONTEXT, None))
        if not all(isinstance(data.get(name), dict) for name in ("plan", "context")):
            why = 'an object with the objects "plan" and "context" was expected'
            raise UcgsimError(f"{self._plan}: is not the plan of a {self.what}; {why}")
        return data

    def _mark(self) -> str:
        """What the parts of the plan bear: eight digits, the same for a larger plan."""
        plan = deciding(self.read()[0])
        text = json.dumps({name: plan[name] for name in plan if name != self.growing}, sort_keys=True)
        return f"{zlib.crc32(text.encode()):08x}"

    def parts(self) -> dict[str, Part]:
        """All parts that are saved, by their keys; UcgsimError names a line that is damaged or of another plan."""
        data = read_kept(self.path / PARTS) or b""
        read = whole_lines(data, self.path / PARTS, REMEDY)
        return self._parts(zip(itertools.count(1), read, strict=False))

    def legible(self) -> dict[str, Part]:
        """The parts in lines that are whole, whatever else is damaged here; UcgsimError as above for another plan."""
        return self._parts((number, read) for number, _, read in self._legible())

    def _parts(self, lines: Iterable[tuple[int, tuple[str, dict[str, Any]]]]) -> dict[str, Part]:
        """Parts by their keys; of several of one key the last, which was played in place of the others."""
        mine, parts = self._mark(), {}
        for number, (mark, part) in lines:
            if mark != mine:
                raise UcgsimError(
                    f"{self.path / PARTS}, line {number}: was not played for the plan in {self.name}, which was "
                    "changed since or is another's; put the right one back, or name another folder"
                )
            parts[part["part"]] = Part(number, part["counts"])
        return parts

    def _legible(self) -> Iterator[tuple[int, bytes, tuple[str, dict[str, Any]]]]:
        """Lines that are as they were written: number, bytes, and what they hold."""
        place = self.path / PARTS
        for number, line in enumerate((read_kept(place) or b"").splitlines(keepends=True), start=1):
            with suppress(UcgsimError):
                for read in whole_lines(line, place, REMEDY):
                    yield number, line, read

    @contextmanager
    def ledger(self) -> Iterator[Ledger]:
        """Go on with a run that has begun; lines that are damaged are dropped, for what they held is played again.

        Raises UcgsimError where lines are of another plan, and where nothing can be written.
        """
        drop_leftovers(self.path)
        place, kept = self.path / PARTS, {key: part.value for key, part in self.legible().items()}
        sound = b"".join(line for _, line, _ in self._legible())
        if sound != (read_kept(place) or b""):
            write_file(place, sound)
        with _writing(place):
            file = open_to_add(place)
        with file:
            with _writing(place):
                file.seek(0, os.SEEK_END)
            ledger = Ledger(file, place, kept, self._mark())
            yield ledger
            with _writing(place):
                ledger.settle()


def refuse_foreign(path: Path, what: str) -> None:
    """Raise UcgsimError where a folder that is to hold ``what`` holds something else."""
    # What a killed run left of its very first file is hidden, and in nobody's way.
    entries = sorted(entry.name for entry in path.iterdir()) if path.is_dir() else []
    foreign = [name for name in entries if name != LOCK and not name.endswith(UNFINISHED)]
    if foreign:
        raise UcgsimError(f"{path}: holds {foreign[0]} but no {what}; name a new or an empty folder")


def deciding(plan: Mapping[str, Any]) -> dict[str, Any]:
    """A plan as JSON gives it back, without where the files of its decks lie."""
    bare: dict[str, Any] = _bare(as_kept(plan))
    return bare


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _bare(each) for name, each in value.items() if name != SOURCE}
    return [_bare(each) for each in value] if isinstance(value, list) else value


def marked_line(mark: str, key: str, value: Any) -> bytes:
    """Checksum of the rest, mark of the plan, and the part."""
    text = f"{mark} {json.dumps({'part': key, 'counts': value}, separators=(',', ':'))}"
    return f"{zlib.crc32(text.encode()):08x} {text}\n".encode()


def _whole(data: bytes) -> int:
    """Bytes up to the end of the last whole line; what a killed run was writing comes after it."""
    return data.rfind(b"\n") + 1


def whole_lines(data: bytes, place: Path, remedy: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Mark of the plan and part as ``marked_line`` wrote them, line by line; UcgsimError names one that is damaged."""
    for number, line in enumerate(data[: _whole(data)].splitlines(keepends=True), start=1):
        check, _, text = line.rstrip(b"\n").partition(b" ")
        if check != f"{zlib.crc32(text):08x}".encode():
            raise UcgsimError(f"{place}, line {number}: is damaged; {remedy}")
        mark, _, part = text.partition(b" ")
        yield mark.decode("ascii", "replace"), _part(part, f"{place}, line {number}", remedy)


def _part(data: bytes, place: str, remedy: str) -> dict[str, Any]:
    """What a line holds, whose checksum somebody may have put right; UcgsimError where that is no part."""
    part = kept_value(data)
    if not isinstance(part, dict) or not isinstance(part.get("part"), str) or "counts" not in part:
        raise UcgsimError(f"{place}: holds no part; {remedy}")
    return part


@contextmanager
def _writing(place: Path) -> Iterator[None]:
    """Say what the system refuses in one line."""
    try:
        yield
    except OSError as error:
        raise UcgsimError(
            f"{place}: cannot be written ({error.strerror or error}); what is whole is saved: make room and run again"
        ) from None
