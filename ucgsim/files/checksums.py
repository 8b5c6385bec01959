"""JSON files that say whether they are as they were written: the last member is a checksum of all bytes before it.

The checksum is looked at before anything reads the JSON, so a damaged or an edited file is known as such, and nothing
in it is believed.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING, Any

from ucgsim.errors import UcgsimError
from ucgsim.files.reading import parse_json, read_bytes
from ucgsim.files.writing import write_file
from ucgsim.safe_text import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

MOST_BYTES = 64_000_000
_SEAL = b',\n  "seal": "'
_END = b'"\n}\n'
_FORMAT = re.compile(rb'"format": *([0-9]{1,3})[,\s}]')


def digest(data: bytes) -> str:
    """The SHA-256 of bytes in hexadecimal, as ``sha256sum`` prints it."""
    return hashlib.sha256(data).hexdigest()


def as_kept(value: Any) -> Any:
    """A value as JSON gives it back: lists for tuples, and texts for keys."""
    return json.loads(json.dumps(value))


def kept_value(data: bytes) -> Any:
    """The value in JSON of our own whose checksum held; None where it is none all the same."""
    # Not `parse_json`, which would take many times as long; a checksum can be put right by anybody.
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def sealed(data: Mapping[str, Any]) -> bytes:
    """An object as the bytes of a sealed file, the same for the same object; it holds at least one member."""
    body = json.dumps(data, ensure_ascii=True, indent=2).encode().removesuffix(b"\n}")
    return body + _SEAL + digest(body).encode() + _END


def write_sealed(path: Path, data: Mapping[str, Any]) -> None:
    """Write an object as a sealed file, whole or not at all; UcgsimError where that fails."""
    write_file(path, sealed(data))


def read_sealed(path: Path, what: str, form: int, remedy: str) -> dict[str, Any]:
    """The object in a sealed file of format ``form``, which is ``what``; UcgsimError for anything else."""
    return unsealed(read_bytes(path, what, most=MOST_BYTES), str(path), what, form, remedy)


def unsealed(raw: bytes, place: str, what: str, form: int, remedy: str) -> dict[str, Any]:
    """What ``sealed`` wrote, without the seal; UcgsimError where the bytes are not as they were written."""
    body, mark, seal = raw.rpartition(_SEAL)
    if not mark:
        raise UcgsimError(f"{place}: {_unsealed(raw, what, form)}; {remedy}")
    if seal != digest(body).encode() + _END:
        raise UcgsimError(f"{place}: is damaged, or was changed since it was written; {remedy}")
    if not body.isascii():
        raise UcgsimError(f"{place}: is not {what}; {remedy}")
    data: dict[str, Any] = parse_json((body + b"\n}").decode(), place, what)
    if data.get("format") != form:
        other = one_line(str(data.get("format")))[:40]
        raise UcgsimError(f"{place}: is of format {other}; this version of ucgsim reads {form}; {remedy}")
    return data


def _unsealed(raw: bytes, what: str, form: int) -> str:
    """What is to be said of a file without a seal: the format of an older version is at its beginning."""
    match = _FORMAT.search(raw[:200])
    if match is not None and int(match[1]) != form:
        return f"is of format {int(match[1])}; this version of ucgsim reads {form}"
    return f"is not {what} as it was written: cut off, changed, or something else"
