"""A run on disk: its plan first, then parts written whole, each vouched for, and a mark when all of them are there.

``parts.jsonl`` has a line for each part: what of the plan it was played for, its rows, the checksum of its bytes, and
what its games amount to. Nothing reads a part before the first three agree. ``done.json`` vouches for the plan and
for these lines.
"""

from __future__ import annotations

import io
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ucgsim.errors import NotFinishedError, UcgsimError
from ucgsim.files.checksums import digest, read_sealed, write_sealed
from ucgsim.files.reading import read_kept
from ucgsim.files.writing import drop_leftovers, open_to_add, write_file
from ucgsim.safe_text import command_line
from ucgsim.simulate.ledger import PARTS, marked_line, refuse_foreign, whole_lines
from ucgsim.simulate.plan import FORMAT, Plan

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    import polars as pl

PLAN = "plan.json"
MATCHUPS, GAUNTLET = "matrix.json", "gauntlet.json"
"""The list of the matchups of a matrix, or of one deck against its rivals, next to the folders of their runs."""
DONE = "done.json"
_NUMBER = re.compile("0|[1-9][0-9]{0,9}")
_ANEW = "play it again in another folder"


def list_of(path: Path) -> str | None:
    """The file that lists the matchups in a folder; None where there is none."""
    return next((name for name in (MATCHUPS, GAUNTLET) if (path / name).is_file()), None)


class Voucher(NamedTuple):
    """What is known of a part since it was written: its rows, its bytes and their checksum; its ``Counts`` as text,
    which no line of an older version has.
    """

    rows: int
    size: int
    checksum: str
    counts: str = ""


_FIELDS = Voucher._fields, Voucher._fields[:-1]


def parquet(frame: pl.DataFrame) -> bytes:
    """The rows of a part as the bytes of its file."""
    # In memory first: a full disk is then one plain error, and nothing of the part is left.
    out = io.BytesIO()
    frame.write_parquet(out, statistics=False)
    return out.getvalue()


@dataclass(frozen=True, slots=True)
class RunFolder:
    """The folder of one run: ``plan.json``, ``part-00000.parquet`` ..., ``parts.jsonl``, and ``done.json`` at the end.

    What writes to it holds ``lock_place`` (`files.lock`).
    """

    path: Path

    @property
    def lock_place(self) -> Path:
        """The folder to be locked: that of the whole matrix, or gauntlet, for one of its matchups."""
        return self.path if list_of(self.path.parent) is None else self.path.parent

    def begin(self, plan: Plan) -> None:
        """Make the folder for ``plan``, or go on with what is there of that plan or of the same with fewer games.

        Raises UcgsimError where the folder holds something else or cannot be written.
        """
        if self.holds_run:
            self._go_on_with(plan)
            return
        refuse_foreign(self.path, "run")
        write_file(self.path / PLAN, plan.to_json().encode())

    def in_parts_of(self, plan: Plan) -> Plan:
        """``plan`` in parts of as many games as what lies here of it: how large parts are changes no row."""
        if not self.holds_run:
            return plan
        alike = replace(plan, shard=self.plan().shard)
        return alike if self.plan().differences(alike) in ([], ["games"]) else plan

    def _go_on_with(self, plan: Plan) -> None:
        """Take on what is here of ``plan``; UcgsimError where that is of another one, or of more games."""
        there = self.plan()
        differing = there.differences(plan)
        if differing == ["games"] and plan.games > there.games:
            self._extend(there, plan)
        elif differing == ["games"]:
            raise UcgsimError(
                f"{self.path}: holds {there.games:,} games already; give -n {there.games} or more, or another folder"
            )
        elif differing:
            raise UcgsimError(
                f"{self.path}: holds a run that differs in {', '.join(differing)}; "
                "name another folder, or play that run again with the same options"
            )

    def _extend(self, there: Plan, plan: Plan) -> None:
        """Make the run one of more games: its whole parts stay, a last one that was shorter is played again."""
        sound = self.sound(there)
        whole = {number: each for number, each in sound.items() if each.rows == len(plan.games_of(number))}
        # In this order: whatever is cut off here, what lies there is a run that is not finished.
        self.unfinish(there, whole)
        write_file(self.path / PLAN, plan.to_json().encode())

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
        return Plan.of(read_sealed(place, "the plan of a run", FORMAT, _ANEW), str(place))

    def refuse_unfinished(self) -> None:
        """Raise NotFinishedError where the run was begun but not finished."""
        if not self.is_done:
            raise NotFinishedError(f"{self.path}: is not finished; run it again with the same options to go on")

    def part(self, number: int) -> Path:
        """Where part ``number`` is saved."""
        return self.path / f"part-{number:05d}.parquet"

    def write(self, number: int, plan: Plan, data: bytes, counts: str = "") -> None:
        """Keep part ``number`` with its counts, whole or not at all, and then vouch for it; UcgsimError where that
        fails.
        """
        try:
            write_file(self.part(number), data)
        except UcgsimError as error:
            raise UcgsimError(f"{error}; finished parts are saved: make room and run again") from None
        voucher = Voucher(len(plan.games_of(number)), len(data), digest(data), counts)
        line = self._line(plan, number, voucher)
        try:
            with open_to_add(self.path / PARTS) as file:
                file.write(line)
        except OSError as error:
            raise UcgsimError(f"{self.path / PARTS}: cannot be written ({error.strerror or error})") from None

    def vouchers(self, plan: Plan) -> dict[int, Voucher]:
        """What is vouched for of each part that was played; UcgsimError where a line is damaged or of another plan."""
        data = read_kept(self.path / PARTS, self._mend) or b""
        if self.is_done:
            done = read_sealed(self.path / DONE, "the mark of a finished run", FORMAT, self._mend)
            for name, value in self._done(plan, data).items():
                if done.get(name) != value:
                    raise UcgsimError(f"{self.path / DONE}: does not vouch for what lies here ({name}); {self._mend}")
        return dict(self._read_vouchers(plan, data))

    def legible(self, plan: Plan) -> dict[int, Voucher]:
        """What is vouched for by lines that are whole, whatever else is damaged here."""
        vouchers: dict[int, Voucher] = {}
        for line in self._lines():
            with suppress(UcgsimError):
                vouchers |= self._read_vouchers(plan, line)
        return vouchers

    def sound(self, plan: Plan) -> dict[int, Voucher]:
        """The parts that are as they were written, whatever else is damaged here."""
        vouchers: dict[int, Voucher] = {}
        for number, voucher in self.legible(plan).items():
            with suppress(UcgsimError):
                self.checked(number, voucher)
                vouchers[number] = voucher
        return vouchers

    def refuse_changed_plan(self, plan: Plan) -> None:
        """Raise UcgsimError where a whole line was written for another plan than is here now."""
        for line in self._lines():
            with suppress(UcgsimError):
                marks = {mark for mark, _ in whole_lines(line, self.path / PARTS, "")}
                if marks - {plan.mark}:
                    break
        else:
            return
        text = f"was changed since the parts in {PARTS} were played; put the right one back, or {_ANEW}"
        raise UcgsimError(f"{self.path / PLAN}: {text}")

    def _lines(self) -> list[bytes]:
        return (read_kept(self.path / PARTS, self._mend) or b"").splitlines(keepends=True)

    def holds_together(self, plan: Plan) -> bool:
        """Whether the run is finished and what vouches for it agrees."""
        with suppress(UcgsimError):
            return self.is_done and len(self.vouchers(plan)) == plan.shards
        return False

    def _read_vouchers(self, plan: Plan, data: bytes) -> Iterator[tuple[int, Voucher]]:
        place, mine = self.path / PARTS, plan.mark
        for row, (mark, line) in enumerate(whole_lines(data, place, self._mend), start=1):
            if mark != mine:
                raise UcgsimError(f"{place}, line {row}: was played for another plan than {PLAN}; {self._mend}")
            vouched = _vouched(plan, line["part"], line["counts"])
            if vouched is None:
                raise UcgsimError(f"{place}, line {row}: is of no part of this run; {self._mend}")
            yield vouched

    def _line(self, plan: Plan, number: int, voucher: Voucher) -> bytes:
        return marked_line(plan.mark, str(number), voucher._asdict())

    def read(self, plan: Plan, number: int, voucher: Voucher | None) -> pl.DataFrame:
        """Part ``number``, columns as ``frames.SCHEMA``; UcgsimError where it is missing or not what was written."""
        import polars as pl  # noqa: PLC0415 - loads slowly, and only what was saved needs it

        from ucgsim.simulate.frames import SCHEMA  # noqa: PLC0415

        frame = pl.read_parquet(io.BytesIO(self.checked(number, voucher)))
        expected = plan.games_of(number)
        if frame.schema != SCHEMA or frame.height != len(expected) or frame["game"][0] != expected.start:
            text = f"does not hold games {expected.start} to {expected.stop - 1}"
            raise UcgsimError(f"{self.part(number)}: {text}; {self._mend}")
        return frame

    def checked(self, number: int, voucher: Voucher | None) -> bytes:
        """The bytes of part ``number`` as they were written; UcgsimError for any others."""
        place = self.part(number)
        data = read_kept(place, self._mend)
        if data is None:
            raise UcgsimError(f"{place}: is missing; {self._again} to play these games")
        if voucher is None:
            raise UcgsimError(f"{place}: nothing vouches for it; {self._mend}")
        if (len(data), digest(data)) != (voucher.size, voucher.checksum):
            raise UcgsimError(f"{place}: can't be read (damaged, or of another run); {self._mend}")
        return data

    @property
    def _mend(self) -> str:
        """Which command plays again what is damaged."""
        return f"`{command_line(['ucgsim', 'run', 'repair', str(self.lock_place)])}` plays it again"

    @property
    def _again(self) -> str:
        """Which command plays what is missing."""
        listed = list_of(self.path.parent)
        return f"run the same `ucgsim {listed.removesuffix('.json') if listed else 'duel'}` again"

    def go_on(self, plan: Plan) -> dict[int, Voucher]:
        """What is vouched for of a run that goes on; what is damaged is as good as missing."""
        drop_leftovers(self.path)
        self.refuse_changed_plan(plan)
        sound = self.sound(plan)
        if len(sound) < plan.shards or not self.holds_together(plan):
            self.unfinish(plan, sound)
        return sound

    def finish(self, plan: Plan) -> None:
        """End the run with the parts that there are, all those of ``plan``, which may have fewer games than was begun:
        vouch for all of it, in the order of its parts.
        """
        if self.is_done:
            return
        if self.plan().games != plan.games:
            write_file(self.path / PLAN, plan.to_json().encode())
        self._rewrite(plan, self.vouchers(plan))
        write_sealed(self.path / DONE, self._done(plan, read_kept(self.path / PARTS) or b""))

    def parts_so_far(self) -> int:
        """How many parts there are from the first one on that are as they were written."""
        there = self.sound(self.plan())
        return next((number for number in range(len(there) + 1) if number not in there), 0)

    def copy_so_far(self, place: Path, parts: int) -> int:
        """Copy the first parts into ``place`` as a finished run of fewer games; return how many these are."""
        plan = self.plan()
        sound = self.sound(plan)
        shorter = replace(plan, games=plan.games_of(parts - 1).stop)
        copied = RunFolder(place)
        copied.begin(shorter)
        for number in range(parts):
            copied.write(number, shorter, self.checked(number, sound[number]), sound[number].counts)
        copied.finish(shorter)
        return shorter.games

    def unfinish(self, plan: Plan, vouchers: Mapping[int, Voucher]) -> None:
        """Vouch for these parts alone, so that the others are played again."""
        (self.path / DONE).unlink(missing_ok=True)
        self._rewrite(plan, vouchers)

    def _rewrite(self, plan: Plan, vouchers: Mapping[int, Voucher]) -> None:
        """Bring the lines into the order of the parts."""
        place = self.path / PARTS
        lines = b"".join(self._line(plan, number, vouchers[number]) for number in sorted(vouchers))
        if (read_kept(place) or b"") != lines:
            write_file(place, lines)

    def _done(self, plan: Plan, lines: bytes) -> dict[str, object]:
        plan_sum = digest(read_kept(self.path / PLAN, self._mend) or b"")
        return {"format": FORMAT, "games": plan.games, "parts": plan.shards, "plan": plan_sum, "lines": digest(lines)}


def _vouched(plan: Plan, part: str, counts: Any) -> tuple[int, Voucher] | None:
    """Number and voucher of a part as a line has them, None where that is no part of the plan."""
    if not _NUMBER.fullmatch(part) or not isinstance(counts, dict) or tuple(counts) not in _FIELDS:
        return None
    number, voucher = int(part), Voucher(**counts)
    if number >= plan.shards or voucher.rows != len(plan.games_of(number)):
        return None
    return number, voucher


def scan_games(folder: RunFolder) -> pl.LazyFrame:
    """All games of a finished run, read lazily; UcgsimError where it is not finished or not as it was written."""
    import polars as pl  # noqa: PLC0415 - see above

    folder.refuse_unfinished()
    plan = folder.plan()
    vouchers = folder.vouchers(plan)
    for number in range(plan.shards):
        folder.checked(number, vouchers.get(number))
    return pl.scan_parquet([folder.part(number) for number in range(plan.shards)])
