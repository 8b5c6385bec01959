"""Counts stored part by part: what is planned in one file, then a line for each part as soon as it is played.

Whatever is played in numbered parts and only counted can be saved here. A run that was stopped goes on after its last
whole line, and ends with the same bytes as one that was not. Each line bears the mark of the plan that it was played
for, so that counts are not taken for those of another plan.
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
from typing import TYPE_CHECKING, Any, TypeVar

from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import as_kept, kept_value, read_sealed, write_sealed
from ucgsim.files.lock import LOCK
from ucgsim.files.reading import read_kept
from ucgsim.files.writing import UNFINISHED, drop_leftovers, open_to_add, write_file
from ucgsim.simulate.plan import reading, refuse_differing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from io import FileIO
    from pathlib import Path

T = TypeVar("T")

PARTS = "parts.jsonl"
REMEDY_PLAN = "name another folder, or delete this one and run again"
REMEDY = "`ucgsim run repair` plays again what is damaged"
OLD_CONTEXT = "told"
"""What folders written before call the context of a plan."""
SAFE_SECONDS = 1.0
"""After so many seconds what was written is made to reach the disk: what a loss of power may cost."""


@dataclass(slots=True)
class Ledger:
    """The parts of a run while it is played: ``kept`` are those that were saved before, in order.

    ``keys`` name the parts in the order in which they are played; values are whatever JSON holds; ``mark`` is that of
    the plan.
    """

    file: FileIO
    place: Path
    keys: Sequence[str]
    kept: list[Any]
    mark: str
    _added: int = field(default=0, init=False)
    _safe: float = field(default_factory=time.monotonic, init=False)

    def add(self, value: Any) -> None:
        """Keep the next part, whole or not at all; UcgsimError where it cannot be written."""
        line = marked_line(self.mark, self.keys[len(self.kept) + self._added], value)
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
        self._added += 1

    def settle(self) -> None:
        """Wait until all that was written is on the disk."""
        os.fsync(self.file.fileno())
        self._safe = time.monotonic()


@dataclass(frozen=True, slots=True)
class KeptFolder:
    """The folder of one run: its plan in the file ``name``, its counts in ``parts.jsonl``; ``what`` it is called.

    ``form`` rises whenever what is saved changes its meaning. ``growing`` names the number of the plan that may become
    larger without changing any part that is called the same. Anyone who writes here holds the folder (`files.lock`).
    """

    path: Path
    name: str
    what: str
    form: int = 1
    growing: str = ""

    @property
    def _plan(self) -> Path:
        return self.path / self.name

    def begin(self, plan: Mapping[str, Any], context: Mapping[str, Any], *, keys: Sequence[str] = ()) -> None:
        """Make the folder for ``plan``, or see that it holds that same plan.

        ``plan`` is all that decides the counts, by names that a reader understands; ``context`` is what a report wants
        to know as well and what may differ. Where ``plan`` differs only in being larger in what grows, it takes the
        place of the smaller one, whose parts stay as far as ``keys`` call them the same; the rest will be played
        again. Next to a plan that does not say by which engine it is played lies by which it was begun. Raises
        UcgsimError where the folder holds something else or cannot be written.
        """
        from ucgsim.engine.compiling.sources import source_hash  # noqa: PLC0415 - hashing takes a moment, and few ask for it

        if not self._plan.is_file():
            refuse_foreign(self.path, self.what)
            versions: Mapping[str, Any] = {"engine": source_hash()}
        elif self._is_larger(plan):
            versions = self.versions
            self._shorten(keys)
        else:
            self._refuse_other(plan)
            return
        begun = {} if "versions" in plan else {"versions": versions}
        write_sealed(self._plan, {"format": self.form, "plan": plan, "context": context, **begun})

    def _differing(self, plan: Mapping[str, Any]) -> list[str]:
        """The names of what is not as in the plan that is saved."""
        mine, theirs = self.read()[0], as_kept(plan)
        return [name for name in theirs | mine if mine.get(name) != theirs.get(name)]

    def _is_larger(self, plan: Mapping[str, Any]) -> bool:
        if self._differing(plan) != [self.growing]:
            return False
        small, large = self.read()[0].get(self.growing), plan.get(self.growing)
        return isinstance(small, int) and isinstance(large, int) and small < large

    def _shorten(self, keys: Sequence[str]) -> None:
        """Drop the parts from the first one on that is called otherwise: the last of the smaller plan may be cut short.

        Until the larger plan is written, what is left is an unfinished run of the smaller one.
        """
        place = self.path / PARTS
        with self._opened() as file, _writing(place):
            lines = zip(self._marked(read_kept(place) or b""), keys, strict=False)
            same = itertools.takewhile(lambda each: each[0][1]["part"] == each[1], lines)
            file.truncate(sum(len(line) for (line, _), _ in same))

    def _refuse_other(self, plan: Mapping[str, Any]) -> None:
        if differing := self._differing(plan):
            raise UcgsimError(
                f"{self.path}: holds a {self.what} that differs in {', '.join(differing)}; "
                "name another folder, or run that one again with the same options"
            )

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
        mine, now = self.read()[0], as_kept(plan)
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
        plan = self.read()[0]
        text = json.dumps({name: plan[name] for name in plan if name != self.growing}, sort_keys=True)
        return f"{zlib.crc32(text.encode()):08x}"

    def parts(self, keys: Sequence[str]) -> list[Any]:
        """The parts that are saved, as many of ``keys`` as were played; UcgsimError names a line that is damaged."""
        return self._read(read_kept(self.path / PARTS) or b"", keys)

    def _read(self, data: bytes, keys: Sequence[str]) -> list[Any]:
        place = self.path / PARTS
        parts: list[Any] = []
        for number, (_, part) in enumerate(self._marked(data), start=1):
            if number > len(keys) or part["part"] != keys[number - 1]:
                wanted = f"where part {keys[number - 1]} belongs" if number <= len(keys) else "beyond the last one"
                raise UcgsimError(f"{place}, line {number}: holds part {part['part']} {wanted}; {REMEDY}")
            parts.append(part["counts"])
        return parts

    def _marked(self, data: bytes) -> Iterator[tuple[bytes, dict[str, Any]]]:
        """Each whole line with what it holds; UcgsimError names one that is damaged or of another plan."""
        place, mine = self.path / PARTS, self._mark()
        lines = data[: _whole(data)].splitlines(keepends=True)
        read = zip(lines, whole_lines(data, place, REMEDY), strict=True)
        for number, (line, (mark, part)) in enumerate(read, start=1):
            if mark != mine:
                raise UcgsimError(
                    f"{place}, line {number}: was not played for the plan in {self.name}, which was changed since or "
                    "is another's; put the right one back, or name another folder"
                )
            yield line, part

    def legible(self, keys: Sequence[str]) -> dict[int, tuple[int, Any]]:
        """The parts in lines that are whole, whatever else is damaged here: line and value by the number of the part.

        Raises UcgsimError where a whole line was written for another plan than is here now.
        """
        place, mine = self.path / PARTS, self._mark()
        numbers = {key: number for number, key in enumerate(keys)}
        parts: dict[int, tuple[int, Any]] = {}
        lines = (read_kept(place) or b"").splitlines(keepends=True)
        for row, line in enumerate(lines, start=1):
            mark, part = _legible(line, place) or (mine, {"part": None})
            if mark != mine:
                text = f"was changed since the parts in {PARTS} were played; put the right one back"
                raise UcgsimError(f"{self._plan}: {text}, or name another folder")
            if part["part"] in numbers:
                parts.setdefault(numbers[part["part"]], (row, part["counts"]))
        return parts

    def fill(
        self,
        keys: Sequence[str],
        holds: Callable[[int, Any], bool],
        play: Callable[[Sequence[int]], Iterable[Any]],
    ) -> list[int]:
        """Play again what is missing or damaged before the last part that holds; the numbers of these parts.

        ``holds``: whether a value may be that of a part; ``play`` gives the values of parts, in order. Afterwards a
        run can go on as if it had been stopped there. Nothing is changed before all of them are played.
        """
        drop_leftovers(self.path)
        parts = {number: value for number, (_, value) in self.legible(keys).items() if holds(number, value)}
        wanted = range(max(parts, default=-1) + 1)
        missing = [number for number in wanted if number not in parts]
        parts |= zip(missing, play(missing), strict=True)
        if read_kept(self.path / PARTS) is not None:
            self.put(keys, [parts[number] for number in wanted])
        return missing

    def put(self, keys: Sequence[str], values: Sequence[Any]) -> None:
        """Let these be the parts that are saved, in place of whatever is there; not written where they are the same."""
        place = self.path / PARTS
        lines = b"".join(marked_line(self._mark(), key, value) for key, value in zip(keys, values, strict=False))
        if read_kept(place) != lines:
            write_file(place, lines)

    @contextmanager
    def ledger(self, keys: Sequence[str]) -> Iterator[Ledger]:
        """Go on after the last whole part of a run that has begun.

        Raises UcgsimError as ``parts`` does, and where nothing can be written.
        """
        place = self.path / PARTS
        with self._opened() as file:
            parts = self.parts(keys)
            with _writing(place):
                file.truncate(_whole(read_kept(place) or b""))
                ledger = Ledger(file, place, keys, parts, self._mark())
                file.seek(0, os.SEEK_END)
            yield ledger
            with _writing(place):
                ledger.settle()

    @contextmanager
    def _opened(self) -> Iterator[FileIO]:
        """The file of the parts, to be added to."""
        place = self.path / PARTS
        with _writing(place):
            file = open_to_add(place)
        with file:
            yield file


def refuse_foreign(path: Path, what: str) -> None:
    """Raise UcgsimError where a folder that is to hold ``what`` holds something else."""
    # What a killed run left of its very first file is hidden, and in nobody's way.
    entries = sorted(entry.name for entry in path.iterdir()) if path.is_dir() else []
    foreign = [name for name in entries if name != LOCK and not name.endswith(UNFINISHED)]
    if foreign:
        raise UcgsimError(f"{path}: holds {foreign[0]} but no {what}; name a new or an empty folder")


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


def _legible(line: bytes, place: Path) -> tuple[str, dict[str, Any]] | None:
    """The mark of the plan and the part, if the line is whole."""
    with suppress(UcgsimError):
        return next(whole_lines(line, place, REMEDY), None)
    return None


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
