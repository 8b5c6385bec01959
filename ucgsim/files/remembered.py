"""What follows from files and takes long to find out: remembered until one of them has changed in size or time."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import digest, read_sealed, write_sealed
from ucgsim.files.writing import make_own_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_FORMAT = 1
_MADE = "__pycache__"


def stamp_of(places: Iterable[Path]) -> str:
    """Sixteen digits of the names, sizes and times of these files, and of all below these folders."""
    states, waiting = [], [str(place) for place in places]
    while waiting:
        place = waiting.pop()
        try:
            with os.scandir(place) as entries:
                for entry in entries:
                    if entry.is_dir():
                        waiting += [entry.path] if entry.name != _MADE else []
                    else:
                        states.append(_state(entry.path, entry.stat()))
        except NotADirectoryError:
            states.append(_state(place, Path(place).stat()))
        except FileNotFoundError:
            continue
    return digest("\n".join(sorted(states)).encode())[:16]


def _state(path: str, status: os.stat_result) -> str:
    return f"{path} {status.st_size} {status.st_mtime_ns}"


def remembered(place: Path, stamp: str, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What ``make`` gives, an object of JSON: from the file ``place`` where it was written there with this ``stamp``.

    Where nothing can be written it is made each time.
    """
    with suppress(UcgsimError):
        kept = read_sealed(place, "what was remembered", _FORMAT, "it is made again")
        if kept.get("stamp") == stamp and isinstance(kept.get("value"), dict):
            value: dict[str, Any] = kept["value"]
            return value
    value = make()
    with suppress(OSError, UcgsimError):
        make_own_folder(place.parent)
        write_sealed(place, {"format": _FORMAT, "stamp": stamp, "value": value})
    return value
