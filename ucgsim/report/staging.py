"""A report takes its place when all of it is there: built in a hidden folder, then moved in file by file."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError
from ucgsim.files.writing import draft_folder
from ucgsim.safe_text import shown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NEW, OLD = "new", "old"


@dataclass(slots=True)
class Staging:
    """Folders in which reports are built, by the folders that they are for.

    They lie within those, so that a file is moved by its name alone: that can't fail for want of room.
    """

    stack: ExitStack
    folders: dict[Path, Path] = field(default_factory=dict)

    def of(self, target: Path) -> Path:
        """The folder in which the report of ``target`` is built; makes ``target`` where it is missing."""
        if target not in self.folders:
            target.mkdir(parents=True, exist_ok=True)
            self.folders[target] = self.stack.enter_context(draft_folder(target, "report"))
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

    def with_final_places(self, text: str) -> str:
        """What a reader is told: the place that a file was meant for, not the one where it was to wait."""
        for target, folder in self.folders.items():
            text = text.replace(shown(folder / NEW), shown(target))
        return text


def _entries(folder: Path) -> list[Path]:
    with suppress(OSError):
        return list(folder.iterdir())
    return []


def _files(folder: Path) -> list[Path]:
    """All files below a folder; those that lie in it come last, for a page is to find what it links to."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return sorted(files, key=lambda path: (-len(path.parts), path))


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
    with ExitStack() as stack:
        staged = Staging(stack)
        try:
            yield staged
            staged.move_in()
        except OSError as error:
            what = f"{error.filename2 or error.filename}: cannot be written ({error.strerror or error})"
            raise UcgsimError(f"{what}; the report stays as it was") from None
        except UcgsimError as error:
            raise UcgsimError(*map(staged.with_final_places, error.lines)) from None
