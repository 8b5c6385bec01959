"""A report takes its place when all of it is there: built in a hidden folder, then moved in file by file."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NEW, OLD = "new", "old"


@dataclass(slots=True)
class Staging:
    """Folders in which reports are built, by the folders that they are for.

    They lie within those, so that a file is moved by its name alone: that can't fail for want of room.
    """

    folders: dict[Path, Path] = field(default_factory=dict)

    def of(self, target: Path) -> Path:
        """The folder in which the report of ``target`` is built."""
        self.folders[target] = target / _name()
        return self.folders[target] / NEW

    def move_in(self) -> None:
        """Give all files their places, or none of them: what was there before comes back where that fails."""
        moved: list[tuple[Path, Path]] = []
        known = {entry for target in self.folders for entry in _entries(target)}
        try:
            for target, folder in self.folders.items():
                for new in _files(folder / NEW):
                    place = target / new.relative_to(folder / NEW)
                    if place.is_file():
                        _move(place, folder / OLD / place.relative_to(target), moved)
                    _move(new, place, moved)
        except BaseException:
            for source, place in reversed(moved):
                with suppress(OSError):
                    place.replace(source)
            for made in {place.parent for _, place in moved} - known - self.folders.keys():
                with suppress(OSError):
                    made.rmdir()
            raise

    def clean(self) -> None:
        """Drop what is left of the folders."""
        for folder in self.folders.values():
            shutil.rmtree(folder, ignore_errors=True)


def _name() -> str:
    """What a folder is called in which this process builds a report."""
    return f".report.{os.getpid()}.unfinished"


def _entries(folder: Path) -> list[Path]:
    with suppress(OSError):
        return list(folder.iterdir())
    return []


def _files(folder: Path) -> list[Path]:
    """All files below a folder; those that lie in it come last, for a page is to find what it links to."""
    found = [path for path in folder.rglob("*") if path.is_file()]
    return sorted(found, key=lambda path: (-len(path.parts), path))


def _move(source: Path, place: Path, moved: list[tuple[Path, Path]]) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    # Noted first: whatever interrupts the move, it is undone.
    moved.append((source, place))
    source.replace(place)


@contextmanager
def staging() -> Iterator[Staging]:
    """Build reports within; they take their places at the end, and where anything fails all is as it was.

    Raises UcgsimError where a file cannot be moved.
    """
    found = Staging()
    try:
        yield found
        found.move_in()
    except OSError as error:
        what = f"{error.filename2 or error.filename}: can't be written ({error.strerror or error})"
        raise UcgsimError(f"{what}; the report stays as it was") from None
    except UcgsimError as error:
        # A reader knows the place that a file was meant for, not the one where it was to wait.
        raise UcgsimError(str(error).replace(f"{_name()}/{NEW}/", "")) from None
    finally:
        found.clean()
