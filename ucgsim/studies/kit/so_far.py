"""A run that is not finished, as far as it is: its whole parts as a finished run of fewer games, for a page of it."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from ucgsim.errors import NotFinishedError
from ucgsim.files.reading import read_bytes
from ucgsim.files.writing import write_file
from ucgsim.remarks import remark
from ucgsim.simulate.folder import RunFolder, list_of
from ucgsim.studies.kit.kinds import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_BYTES = 64_000_000


@contextmanager
def so_far(path: Path) -> Iterator[Path]:
    """The folder itself, or a copy of what there is of a run of games that is not finished, while in it.

    Raises NotFinishedError where not one part of every matchup is there.
    """
    listed = list_of(path)
    folders = [each for each in path.iterdir() if kind_of(each) == "duel"] if listed else [path]
    runs = [RunFolder(folder) for folder in folders if kind_of(folder) == "duel"]
    if not runs or all(run.is_done for run in runs):
        yield path
        return
    parts = min(run.parts_so_far() for run in runs)
    if not parts:
        raise NotFinishedError(f"{path}: is not finished, and too little is there to show; the same command goes on")
    with TemporaryDirectory(prefix="ucgsim-") as place:
        copy = Path(place) / path.name
        games = sum(run.copy_so_far(copy / run.path.name if listed else copy, parts) for run in runs)
        if listed:
            write_file(copy / listed, read_bytes(path / listed, "a list of matchups", most=MOST_BYTES))
        whole = sum(run.plan().games for run in runs)
        remark(f"{path}: is not finished; the page shows {games:,} of {whole:,} games")
        yield copy
