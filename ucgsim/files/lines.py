"""A file of lines that people open and several processes add to: every line whole and on the disk, none of them lost.

Lines are added by one write under a lock, so a process that is killed leaves at worst one line that is cut off, at the
end. The next writer puts it aside into a file of its own before it adds anything.
"""

from __future__ import annotations

import errno
import os
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError
from ucgsim.files.lock import in_turn
from ucgsim.files.reading import MAX_BYTES, read_bytes
from ucgsim.files.writing import open_to_add, sync_folder, write_file
from ucgsim.remarks import remark

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TORN = ".torn"
"""Ending of the file next to it that takes lines which were cut off."""
_MARK = b"\xef\xbb\xbf"
"""What some editors put before the first line."""


@dataclass(frozen=True)
class LineFile:
    """A file of lines, there or not: its first line ``head``, and what it is, for messages.

    ``is_whole`` says of a last line without a line break, as editors leave it, whether nothing of it is missing.
    ``as_written`` makes what a spreadsheet saved in its own way into what is written here; ``check`` raises
    UcgsimError where whole lines can't be read, and then none is added.
    """

    path: Path
    head: str
    what: str
    is_whole: Callable[[str], bool]
    as_written: Callable[[bytes], bytes] = bytes
    check: Callable[[bytes], object] = bytes

    def read(self) -> bytes:
        """Its whole lines with the head, nothing where there is no such file; a remark says what is left out.

        Raises UcgsimError where it can't be read, is too large, or begins with another line.
        """
        data = self._data()
        whole, tail = _parted(data)
        if whole and tail and self._is_whole(tail):
            return data + b"\n"
        if tail and whole:
            remark(f"{self.path}: its last line is cut off and left out; the next game that is added puts it aside")
        return whole

    def add(self, lines: bytes) -> None:
        """Add whole lines at the end, on the disk when this returns.

        The file and its folder are made where they are missing. Raises UcgsimError where it can't be written, or begins
        with another line.
        """
        with self._turn() as place:
            if whole := _parted(self._data())[0]:
                self.check(whole)
            size = self._mend(place)
            with open_to_add(place) as file:
                _write(file.fileno(), (b"" if size else self._first) + lines, size)
            if not size:
                sync_folder(place.parent)

    def add_chosen(self, choose: Callable[[bytes], bytes]) -> None:
        """Add what ``choose`` makes of the whole lines that are there, all of it or nothing; raises as ``add`` does."""
        with self._turn() as place:
            self._mend(place)
            before = self._data() or self._first
            lines = choose(before)
            if len(before) + len(lines) > MAX_BYTES:
                raise UcgsimError(f"{self.path}: would be larger than {MAX_BYTES // 1_000_000} MB; name another file")
            if lines:
                write_file(place, before + lines, synced=True)

    @property
    def _first(self) -> bytes:
        return f"{self.head}\n".encode()

    @contextmanager
    def _turn(self) -> Iterator[Path]:
        """Where it lies, whatever links lead there, and nobody else writes."""
        try:
            place = Path(os.path.realpath(self.path))
            place.parent.mkdir(parents=True, exist_ok=True)
            with in_turn(place.with_name(f".{place.name}.lock")):
                yield place
        except OSError as error:
            raise UcgsimError(f"{self.path}: cannot be written ({error.strerror or error})") from None

    def _data(self) -> bytes:
        """All bytes; UcgsimError where its first line is another one."""
        if not self.path.exists():
            return b""
        data = self.as_written(read_bytes(self.path, self.what, most=MAX_BYTES))
        first = data.removeprefix(_MARK).partition(b"\n")[0].rstrip(b"\r")
        # A head that is cut off is that of a writer which was killed over its very first line.
        if first != self.head.encode() and not self._first.startswith(data):
            raise UcgsimError(f"{self.path}: is not {self.what}: its first line must be {self.head}")
        return data

    def _mend(self, place: Path) -> int:
        """See to it that the file is as it is written here and ends with a whole line; its size then."""
        data = self._data()
        if data and data != read_bytes(place, self.what, most=MAX_BYTES):
            # With the mark, by which a spreadsheet knows UTF-8.
            data = _MARK + data
            write_file(place, data, synced=True)
            remark(f"{self.path}: was saved by a spreadsheet in its own way, and is in UTF-8 with commas now")
        whole, tail = _parted(data)
        if not tail:
            return len(data)
        size = len(whole)
        with place.open("rb+") as file:
            if whole and self._is_whole(tail):
                size = len(data) + 1
                file.seek(0, os.SEEK_END)
                file.write(b"\n")
            else:
                if whole:
                    self._put_aside(place, tail)
                file.truncate(size)
            file.flush()
            os.fsync(file.fileno())
        return size

    def _put_aside(self, place: Path, tail: bytes) -> None:
        aside = place.with_name(place.name + TORN)
        with open_to_add(aside) as file:
            # By one write, so that a killed process leaves it a second time rather than not at all.
            _write(file.fileno(), tail + b"\n", None)
        remark(f"{self.path}: its last line was cut off, and is put aside in {aside}")

    def _is_whole(self, tail: bytes) -> bool:
        try:
            return self.is_whole(tail.decode())
        except UnicodeDecodeError:
            return False


def _parted(data: bytes) -> tuple[bytes, bytes]:
    """The whole lines, and what follows the last of them."""
    end = data.rfind(b"\n") + 1
    return data[:end], data[end:]


def _write(handle: int, data: bytes, size: int | None) -> None:
    """Write to the end of a file by one write and wait for the disk; where there is no room it keeps its ``size``."""
    if os.write(handle, data) != len(data):
        if size is not None:
            os.ftruncate(handle, size)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    os.fsync(handle)
