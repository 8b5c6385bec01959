"""Files and folders that are written whole or not at all, whatever interrupts the writer and whenever.

What is being written has a hidden name next to its place and is moved there when it is complete. Its writer
holds a lock on it that ends with the process, so whatever nobody holds was left by one that was killed: the next who
writes there drops it.
"""

from __future__ import annotations

import csv
import errno
import io
import os
import secrets
import shutil
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError
from ucgsim.files.lock import CAN_HOLD, hold

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from io import FileIO
    from pathlib import Path

UNFINISHED = ".unfinished"
"""Ending of the hidden name of what is being written."""
MOST_LETTERS = 40
"""Letters of a name that its hidden name bears: with four bytes each it is still a name for every file system."""
ATTEMPTS = 100


def write_text_file(path: Path, text: str, *, other_stays: bool = False) -> None:
    """Write a UTF-8 file as ``write_file`` does; newlines stay as they are.

    ``other_stays``: raise UcgsimError where a file of that name holds anything else, as it may be a person's own work.
    """
    try:
        data = text.encode()
    except UnicodeEncodeError as error:
        letter = f"U+{ord(text[error.start]):04X}"
        raise UcgsimError(
            f"{path}: cannot be written ({letter} is half a letter, which UTF-8 has no bytes for)"
        ) from None
    if other_stays:
        refuse_other(path, data)
    write_file(path, data)


def refuse_other(path: Path, data: bytes | None = None) -> None:
    """Raise UcgsimError where a file is there that does not hold ``data``; any, while it is not known what it will."""
    try:
        is_other = path.is_file() and (data is None or path.read_bytes() != data)
    except OSError as error:
        raise UcgsimError(f"{path}: cannot be written ({error.strerror or error})") from None
    if is_other:
        raise UcgsimError(f"{path}: is there already and holds something else; name another file, or drop it first")


def write_file(path: Path, data: bytes, *, synced: bool = False) -> None:
    """Write a file whole or not at all: what was there stays until the new one is complete.

    Makes the folder where it is missing. ``synced``: it is on the disk when this returns, so that no loss of power
    takes it away again. Raises UcgsimError where it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, "is a folder")
        drop_leftovers(path.parent, path.name)
        with _draft(path, _new_file) as draft:
            draft.write_bytes(data)
            if synced:
                sync(draft)
            draft.replace(path)
            if synced:
                sync_folder(path.parent)
    except OSError as error:
        raise UcgsimError(f"{path}: cannot be written ({error.strerror or error})") from None


def sync(path: Path) -> None:
    """Wait until the bytes of a file are on the disk. Raises OSError."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk, where the system has that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def drop_file(path: Path) -> None:
    """Drop a file. Raises UcgsimError where it can't be dropped."""
    try:
        path.unlink()
    except OSError as error:
        raise UcgsimError(f"{path}: can't be dropped ({error.strerror or error})") from None


def drop_folder(path: Path) -> None:
    """Delete a folder and all that lies in it; none there is no mistake. Raises UcgsimError where it stays."""
    try:
        shutil.rmtree(path)
    except FileNotFoundError:
        return
    except OSError as error:
        raise UcgsimError(f"{path}: can't be deleted ({error.strerror or error})") from error


def open_to_add(path: Path) -> FileIO:
    """Open a file at its end; a piece that was added is the system's at once, whatever becomes of this process.

    Raises OSError.
    """
    return path.open("ab", buffering=0)


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """Rows as CSV that is read back as it was; for tables that people open see ``safe_text.cell``."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def refuse_unwritable(folder: Path) -> None:
    """Raise UcgsimError where nothing can be written into ``folder``, which need not be there; before long work."""
    place = next(each for each in [folder, *folder.absolute().parents] if os.path.lexists(each))
    if not place.is_dir():
        raise UcgsimError(f"{place} is not a folder; name a folder or a new path")
    try:
        # Making a folder is the only test that is right for every user and file system.
        with draft_folder(place, "ucgsim"):
            return
    except OSError as error:
        raise UcgsimError(f"can't write to {place}: {error.strerror or error}") from None


@contextmanager
def draft_folder(folder: Path, name: str) -> Iterator[Path]:
    """A hidden folder for the ``name`` that is being made within ``folder``, until the end of the block.

    A file is moved out of it by its name alone, which can't fail for want of room. Drops what earlier ones left.
    Raises OSError where there can be none.
    """
    drop_leftovers(folder, name)
    with _draft(folder / name, _new_folder) as draft:
        yield draft


def drop_leftovers(folder: Path, name: str = "") -> None:
    """Drop what killed writers left in a folder: of ``name``, or of everything that is written there."""
    prefix = f".{name[:MOST_LETTERS]}." if name else "."
    with suppress(OSError):
        for path in list(folder.iterdir()):
            if path.name.startswith(prefix) and path.name.endswith(UNFINISHED):
                drop_if_left(path)


def drop_if_left(path: Path) -> None:
    """Drop a file or a folder unless somebody holds it, or nobody can tell."""
    if not CAN_HOLD:
        return
    with suppress(OSError):
        # Somebody's pipe of such a name would keep one waiting.
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            hold(handle)
            _remove(path)
        finally:
            os.close(handle)


@contextmanager
def _draft(place: Path, make: Callable[[Path], int]) -> Iterator[Path]:
    """A hidden file or folder next to ``place``, held by this process and gone at the end of the block."""
    for _ in range(ATTEMPTS):
        path = place.with_name(f".{place.name[:MOST_LETTERS]}.{secrets.token_hex(4)}{UNFINISHED}")
        # An interrupt may come at any moment: whatever was made until then goes again.
        handle, is_ours = -1, True
        try:
            try:
                handle = make(path)
            except FileExistsError:
                is_ours = False
                continue
            # Before the lock, somebody who clears up may have taken it for a leftover.
            if not _lock(handle) or (CAN_HOLD and not _is_there(path, handle)):
                is_ours = False
                continue
            if not CAN_HOLD:
                # An open file can't be moved on Windows.
                os.close(handle)
                handle = -1
            yield path
            return
        finally:
            if is_ours:
                _remove(path)
            if handle >= 0:
                os.close(handle)
    raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))


def _new_file(path: Path) -> int:
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)


def _new_folder(path: Path) -> int:
    path.mkdir(mode=0o700)
    if not CAN_HOLD:
        # Windows opens no folders.
        return os.open(os.devnull, os.O_RDONLY)
    try:
        return os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        # Cleared up by somebody before it could be held: as good as a name that is taken.
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None


def _lock(handle: int) -> bool:
    """Hold what a handle is of; without locks in the file system it is ours, and nobody will drop it."""
    try:
        hold(handle)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def _is_there(path: Path, handle: int) -> bool:
    with suppress(OSError):
        return os.path.samestat(path.stat(), os.fstat(handle))
    return False


def _remove(path: Path) -> None:
    """Drop a file or a folder with all that is in it, if it is there."""
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
        return
    with suppress(OSError):
        path.unlink()


def make_own_folder(path: Path) -> None:
    """Make a folder and those around it that are missing for this user alone; OSError where that is refused."""
    for each in reversed((path, *path.parents)):
        each.mkdir(exist_ok=True, mode=0o700)
