"""The shares of a field, from a CSV file of decks and weights."""

from __future__ import annotations

import math
import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.decks.reading import name_of_deck
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import digest, read_sealed, write_sealed
from ucgsim.files.reading import read_bytes, read_csv
from ucgsim.files.writing import csv_text, write_text_file
from ucgsim.remarks import remark

if TYPE_CHECKING:
    from collections.abc import Sequence


FIELD = "field.csv"
"""The weights of the field, kept next to a matrix for its report."""
FIELD_SEAL = "field.json"
"""The checksum of that file, sealed, so that nothing reads weights that somebody changed."""
FORMAT = 1
"""Rises whenever either of them changes its meaning."""

MAX_WEIGHT = 1e9
"""More than this is no share of anything, and sums of such numbers leave what a float can hold."""
MOST_SHOWN = 60
MOST_TOLD = 5
HEAD = ["deck", "weight"]
"""Names of the columns."""
_WEIGHT = re.compile(r"\+?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")


class GivenField(NamedTuple):
    """Shares of the decks in their order, and the file that gives them."""

    weights: tuple[float, ...]
    source: Path


def equal_weights(names: Sequence[str]) -> tuple[float, ...]:
    """An equal share for every deck."""
    return (1 / len(names),) * len(names)


def given_field(path: Path | str | None, names: Sequence[str]) -> GivenField | None:
    """The shares in a file that a caller names, if one is named; UcgsimError as ``read_weights``."""
    return None if path is None else GivenField(read_weights(Path(path), names), Path(path))


def kept_field(folder: Path, names: Sequence[str]) -> GivenField | None:
    """The shares that were saved in ``folder``, if any were; UcgsimError as ``refuse_changed_field``."""
    return given_field(folder / FIELD, names) if refuse_changed_field(folder) else None


def refuse_changed_field(folder: Path) -> bool:
    """Whether shares are saved in ``folder``; UcgsimError where they are not as they were written."""
    place, seal = folder / FIELD, folder / FIELD_SEAL
    if not place.exists() and not seal.exists():
        return False
    remedy = "give the weights again, with the command that played this and --field"
    if not place.is_file() or not seal.is_file():
        there, gone = (place, seal) if place.exists() else (seal, place)
        raise UcgsimError(f"{gone}: is missing, without which {there.name} is not believed; {remedy}")
    kept = read_sealed(seal, "the seal of the weights of a field", FORMAT, remedy)
    if kept.get("sha256") != digest(read_bytes(place, "a table of the weights of a field")):
        raise UcgsimError(f"{place}: is damaged, or was changed since it was written; {remedy}")
    return True


def keep_field(folder: Path, field: GivenField | None, names: Sequence[str]) -> GivenField | None:
    """Keep the shares in ``folder``, where a report finds them; drop those of an earlier call."""
    place = folder / FIELD
    if field is None:
        (folder / FIELD_SEAL).unlink(missing_ok=True)
        place.unlink(missing_ok=True)
        return None
    text = csv_text([HEAD, *([name, repr(share)] for name, share in zip(names, field.weights, strict=True))])
    write_text_file(place, text)
    write_sealed(folder / FIELD_SEAL, {"format": FORMAT, "file": FIELD, "sha256": digest(text.encode())})
    return GivenField(field.weights, place)


def read_weights(path: Path, names: Sequence[str]) -> tuple[float, ...]:
    """Shares of the decks ``names``, which sum to 1, from lines ``deck,weight``; decks that are left out have none.

    Weights may be shares, percentages (``45%``) or counts of players: what they sum to is the whole field. Semicolons
    and tabs do as well as commas. A first line that names the columns is skipped, capitals make no difference where no
    two decks differ in them alone, and a deck may be called as its file is. A deck that is none of ``names`` is left
    out, which a remark says. Raises UcgsimError with the line for a deck that is there twice and for what is no
    weight, for percentages next to plain numbers, and where no weight is left.
    """
    rows = field_rows(path)
    if len({row.percent for row in rows if row.weight}) > 1:
        odd = next(row for row in rows if row.percent != rows[0].percent)
        raise UcgsimError(
            f"{path}, line {odd.line}: percentages and plain numbers in one file; write all of them alike"
        )
    weights: dict[str, float] = {}
    left_out: list[str] = []
    for row in rows:
        place = f"{path}, line {row.line}"
        name = _meant(row.deck, names, place)
        if name is None:
            left_out.append(row.deck[:MOST_SHOWN])
            continue
        if name in weights:
            raise UcgsimError(f"{place}: {name!r} has a weight already; name each deck once")
        weights[name] = row.weight
    if left_out and not weights:
        raise UcgsimError(
            f"{path}, line {rows[0].line}: no deck {left_out[0]!r} was played; there are {', '.join(names)}"
        )
    total = math.fsum(weights.values())
    if not total:
        raise UcgsimError(f"{path}: no deck that is played has a weight above 0; there are {', '.join(names)}")
    if left_out:
        decks = f"{', '.join(left_out[:MOST_TOLD])}{', ...' if len(left_out) > MOST_TOLD else ''}"
        remark(f"{path}: left out of the field, as not among the decks that are played: {decks}")
    return tuple(weights.get(name, 0.0) / total for name in names)


class FieldRow(NamedTuple):
    """A line of a file of weights: its number, a deck as it is called there, and its weight, perhaps a percentage."""

    line: int
    deck: str
    weight: float
    percent: bool


def field_rows(path: Path) -> list[FieldRow]:
    """The decks and weights in a file; UcgsimError with the line for what is none."""
    rows = read_csv(path, "a table of the weights of a field")
    body = rows[1:] if [_folded(cell) for cell in rows[0].cells] == HEAD else rows
    return [FieldRow(row.line, *_read_row(row.cells, f"{path}, line {row.line}")) for row in body]


def decks_of_field(path: Path | str | None) -> list[Path]:
    """The decks that a file of the field names, by their files or names; none where there is no file."""
    return [] if path is None else [Path(row.deck) for row in field_rows(Path(path))]


def _folded(name: str) -> str:
    return name.strip().casefold()


def _meant(written: str, names: Sequence[str], place: str) -> str | None:
    """The name that is written exactly so, else the only one that differs in capitals alone, else that of its file."""
    if written in names:
        return written
    like = [name for name in names if _folded(name) == _folded(written)]
    if not like:
        called = {_folded(Path(written).stem)}
        with suppress(UcgsimError):
            called.add(_folded(name_of_deck(written)))
        like = [name for name in names if _folded(name) in called]
    if len(like) > 1:
        said = written[:MOST_SHOWN]
        raise UcgsimError(f"{place}: {said!r} may be {' or '.join(like)}; write the name with its capitals")
    return like[0] if like else None


def _read_row(row: Sequence[str], place: str) -> tuple[str, float, bool]:
    if len(row) != 2:
        raise UcgsimError(f"{place}: has {len(row)} columns; a line is like 'Deck name,0.25'")
    name, text = (cell.strip() for cell in row)
    share = text.removesuffix("%").rstrip().replace(",", ".")
    if not _WEIGHT.fullmatch(share) or float(share) > MAX_WEIGHT:
        raise UcgsimError(f"{place}: {text[:40]!r} is no weight; give a number such as 0.25, or 25%")
    return name, float(share), share != text.replace(",", ".")
