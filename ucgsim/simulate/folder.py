"""A run on disk: its plan first, parts written whole or not at all, a mark when all of them are there."""

from __future__ import annotations

import io
import json
import os
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from ucgsim.errors import UcgsimError
from ucgsim.files.reading import read_text
from ucgsim.files.writing import write_text_file
from ucgsim.simulate.plan import Plan
from ucgsim.simulate.shard import SCHEMA

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PLAN = "plan.json"
MATCHUPS = "matrix.json"
"""The list of the matchups of a matrix, beside the folders of their runs."""
DONE = "done.json"
UNFINISHED = ".unfinished"
"""Ending of a part that is being written; one that a killed run left behind is of no use."""


@dataclass(frozen=True, slots=True)
class RunFolder:
    """The folder of one run: ``plan.json``, ``part-00000.parquet`` ..., ``done.json`` when it is finished."""

    path: Path

    def begin(self, plan: Plan) -> None:
        """Make the folder for ``plan``, or go on with what is there of that same plan.

        Raises UcgsimError where the folder holds something else or cannot be written.
        """
        if self.holds_run:
            self._refuse_other(plan)
            return
        with self._writing():
            self.path.mkdir(parents=True, exist_ok=True)
            foreign = sorted(entry.name for entry in self.path.iterdir())
        if foreign:
            raise UcgsimError(f"{self.path}: holds {foreign[0]} but no run; name a new or an empty folder")
        write_text_file(self.path / PLAN, plan.to_json())

    def _refuse_other(self, plan: Plan) -> None:
        differing = self.plan().differences(plan)
        if differing:
            raise UcgsimError(
                f"{self.path}: holds a run that differs in {', '.join(differing)}; "
                "name another folder, or play that run again with the same options"
            )

    @property
    def holds_run(self) -> bool:
        """Whether a run was begun here."""
        return (self.path / PLAN).is_file()

    @property
    def is_done(self) -> bool:
        """Whether the run is finished."""
        return (self.path / DONE).is_file()

    def plan(self) -> Plan:
        """The plan of the run; UcgsimError where there is none or it cannot be read."""
        place = self.path / PLAN
        return Plan.from_json(read_text(place, "the plan of a run"), str(place))

    def refuse_unfinished(self) -> None:
        """Raise UcgsimError where the run was begun but not finished."""
        if not self.is_done:
            raise UcgsimError(f"{self.path}: is not finished; run it again with the same options to go on")

    def part(self, number: int) -> Path:
        """Where part ``number`` is kept."""
        return self.path / f"part-{number:05d}.parquet"

    def has(self, number: int) -> bool:
        """Whether part ``number`` has been played."""
        return self.part(number).is_file()

    def write(self, number: int, frame: pl.DataFrame) -> None:
        """Keep part ``number``, whole or not at all; UcgsimError where it cannot be written."""
        place = self.part(number)
        # In memory first: a full disk is then one plain error, and nothing of the part is left.
        text = io.BytesIO()
        frame.write_parquet(text, statistics=False)
        unfinished = place.with_name(f".{place.name}.{os.getpid()}{UNFINISHED}")
        with self._writing(unfinished):
            # A copy: a view that an error keeps alive has crashed the garbage collector of Python 3.12.
            unfinished.write_bytes(text.getvalue())
            unfinished.replace(place)

    def read(self, plan: Plan, number: int) -> pl.DataFrame:
        """Part ``number``, columns as ``shard.SCHEMA``; UcgsimError where it is missing or not whole."""
        place = self.part(number)
        try:
            frame = pl.read_parquet(place)
        except FileNotFoundError:
            raise UcgsimError(f"{place}: is missing; {self._again} to play these games") from None
        except (OSError, pl.exceptions.PolarsError) as error:
            remedy = f"delete it and {self._again} to play these games anew"
            raise UcgsimError(f"{place}: can't be read ({_first_line(error)}); {remedy}") from None
        expected = plan.games_of(number)
        if frame.schema != SCHEMA or frame.height != len(expected) or frame["game"][0] != expected.start:
            remedy = f"delete it and {self._again} to play these games anew"
            raise UcgsimError(f"{place}: does not hold games {expected.start} to {expected.stop - 1}; {remedy}")
        return frame

    @property
    def _again(self) -> str:
        """Which command plays what is missing."""
        command = "matrix" if (self.path.parent / MATCHUPS).is_file() else "duel"
        return f"run the same `ucgsim {command}` again"

    def finish(self, plan: Plan) -> None:
        """Mark the run as finished and drop what killed runs left half-written."""
        for leftover in self.path.glob(f".*{UNFINISHED}"):
            with suppress(OSError):
                leftover.unlink()
        write_text_file(self.path / DONE, json.dumps({"games": plan.games, "parts": plan.shards}) + "\n")

    @contextmanager
    def _writing(self, unfinished: Path | None = None) -> Iterator[None]:
        """Tell what the system refuses in one line, and leave nothing half-written."""
        try:
            yield
        except BaseException as error:
            if unfinished is not None:
                with suppress(OSError):
                    unfinished.unlink()
            if isinstance(error, OSError):
                kept = "finished parts are kept; free some space or name another folder, and run again"
                raise UcgsimError(f"{self.path}: can't write ({error.strerror or error}); {kept}") from None
            raise


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)


def scan_games(folder: RunFolder) -> pl.LazyFrame:
    """All games of a finished run, read lazily; UcgsimError where it is not finished."""
    folder.refuse_unfinished()
    return pl.scan_parquet([folder.part(number) for number in range(folder.plan().shards)])
