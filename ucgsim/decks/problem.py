"""What is wrong with a decklist, and where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError
from ucgsim.showing import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: line of the list (from 1, None for all of it), card, what, clause; what it is called."""

    line: int | None
    card: str
    what: str
    clause: str = ""
    name: str = ""

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line is not None else ""
        called = f"{self.name} ({self.card})" if self.name else self.card
        card = f"{called}: " if called else ""
        clause = f" (CR {self.clause})" if self.clause else ""
        return one_line(f"{where}{card}{self.what}{clause}")


def by_line(problems: Sequence[Problem]) -> list[Problem]:
    """Return problems in the order of the list, those of the whole list last."""
    return sorted(problems, key=lambda problem: (problem.line is None, problem.line or 0))


def refuse(problems: Sequence[Problem], source: Path | None, name: str) -> None:
    """Raise one UcgsimError that tells every problem with its file and line, if there is any."""
    if problems:
        place = str(source) if source is not None else name
        raise UcgsimError(*(_placed(place, problem) for problem in by_line(problems)))


def _placed(place: str, problem: Problem) -> str:
    return f"{place}{', ' if problem.line is not None else ': '}{problem}"
