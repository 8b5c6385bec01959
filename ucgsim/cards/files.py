"""Text files that come from a user, and files that are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from ucgsim.errors import UcgsimError


def read_text_file(path: Path, what: str) -> str:
    """Return the text of a UTF-8 file, without a byte order mark; ``what`` says what it should be.

    Newlines stay as they are. Raises UcgsimError where there is no file, a folder, nothing, or no text.
    """
    try:
        raw = Path(path).read_bytes()
    except FileNotFoundError:
        raise UcgsimError(f"{path}: no such file; {what} was expected") from None
    except IsADirectoryError:
        raise UcgsimError(f"{path}: is a folder; {what} was expected") from None
    except OSError as error:
        raise UcgsimError(f"{path}: cannot be read ({error.strerror or error}); {what} was expected") from None
    except ValueError:
        raise UcgsimError(f"{str(path)!r}: is no file name; {what} was expected") from None
    return _decode(raw, path, what)


def _decode(raw: bytes, path: Path, what: str) -> str:
    if b"\0" in raw:
        raise UcgsimError(f"{path}: is a binary file; {what} in UTF-8 was expected")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise UcgsimError(f"{path}, line {line}: is not UTF-8 text; {what} was expected") from None
    if not text.strip():
        raise UcgsimError(f"{path}: is empty; {what} was expected")
    return text


def write_text_file(path: Path, text: str) -> None:
    """Write a UTF-8 file whole or not at all: what was there stays until the new one is complete.

    Makes the folder where it is missing. Raises UcgsimError where it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, text)
    except OSError as error:
        raise UcgsimError(f"{path}: cannot be written ({error.strerror or error})") from None


def _replace(path: Path, text: str) -> None:
    if path.is_dir():
        raise IsADirectoryError(0, "is a folder")
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        # A temporary file is private to its owner; a catalog or a deck is an ordinary file.
        Path(temporary).chmod(0o666 & ~_umask())
        Path(temporary).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(temporary).unlink()
        raise


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
