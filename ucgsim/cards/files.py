"""Text files that come from a user."""

from __future__ import annotations

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
