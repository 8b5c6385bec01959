"""Questions of which counts are stored, part by part, and no games: played, gone on with and looked at."""

from __future__ import annotations

import itertools
from abc import abstractmethod
from contextlib import closing, suppress
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from ucgsim.errors import UcgsimError
from ucgsim.files.lock import only_one
from ucgsim.safe_text import command_line
from ucgsim.simulate.ledger import PARTS, REMEDY, KeptFolder, Ledger
from ucgsim.simulate.plan import NOT_EXPECTED, reading
from ucgsim.studies.kit.kinds import FileVerdict, Stored, file_verdict, not_finished
from ucgsim.studies.weights import FIELD, FIELD_SEAL, refuse_changed_field

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.studies.kit.question import Question

P = TypeVar("P")
A = TypeVar("A")

SAMPLE = 20
"""Parts that are played again; a part is counted as a whole, so no fewer games than its own can show a difference."""


class PlayedInParts(Generic[P, A]):
    """What is played in numbered parts ``P`` and counted to an answer ``A``, wherever it is stored."""

    @staticmethod
    @abstractmethod
    def folder(path: Path) -> KeptFolder:
        """Where it is stored in ``path``."""

    @property
    @abstractmethod
    def plan_json(self) -> dict[str, Any]:
        """All that decides the counts, as plain values."""

    @property
    def context_json(self) -> dict[str, Any]:
        """What a report wants to know as well, and what may differ between two runs of the same plan."""
        return {}

    @property
    @abstractmethod
    def keys(self) -> Sequence[str]:
        """What the parts are called, in the order in which they are played."""

    @abstractmethod
    def play_parts(self, numbers: Sequence[int], jobs: int) -> Generator[P]:
        """Play these parts, in their order; close the iterator to stop early."""

    @abstractmethod
    def to_value(self, part: P) -> Any:
        """A part as plain values."""

    @abstractmethod
    def of_value(self, number: int, value: Any) -> P:
        """What ``to_value`` made of a part; UcgsimError or one of ``plan.NOT_EXPECTED`` for anything else."""

    @abstractmethod
    def games_of(self, number: int) -> int:
        """Games, or matches, of a part."""

    @abstractmethod
    def count(self, parts: Iterable[P], advance: Callable[[int], object] | None = None) -> A:
        """Count parts as they come; may stop before the last one."""

    def play_in(self, path: Path | None, *, jobs: int = 1, advance: Callable[[int], object] | None = None) -> A:
        """Play and count all parts; those that are stored in ``path`` are not played again."""
        if path is None:
            with closing(self.play_parts(range(len(self.keys)), jobs)) as parts:
                return self.count(parts, advance)
        folder = self.folder(path)
        with only_one(path):
            folder.begin(self.plan_json, self.context_json, keys=self.keys)
            folder.fill(self.keys, self._is_part, lambda numbers: map(self.to_value, self.play_parts(numbers, jobs)))
            with folder.ledger(self.keys) as ledger, closing(self._go_on(path, ledger, jobs)) as parts:
                return self.count(parts, advance)

    def _go_on(self, path: Path, ledger: Ledger, jobs: int) -> Generator[P]:
        """The parts that were stored, then those that are played, each stored before it is counted."""
        yield from self.read(path, ledger.kept)
        with closing(self.play_parts(range(len(ledger.kept), len(self.keys)), jobs)) as played:
            for part in played:
                ledger.add(self.to_value(part))
                yield part

    def _is_part(self, number: int, value: Any) -> bool:
        try:
            self.of_value(number, value)
        except (UcgsimError, *NOT_EXPECTED):
            return False
        return True

    def read(self, path: Path, values: Iterable[Any]) -> Iterator[P]:
        """The parts of which these are the values; UcgsimError names the line that holds none."""
        for number, value in enumerate(values):
            with reading(f"{path / PARTS}, line {number + 1}", f"a part of this {self.folder(path).what}", REMEDY):
                part = self.of_value(number, value)
            yield part

    def answer_so_far(self, path: Path) -> A:
        """The answer of the parts that are stored; UcgsimError where one can't be read."""
        return self.count(self.read(path, self.folder(path).parts(self.keys)))

    def is_enough(self, answer: A) -> bool:  # noqa: ARG002 - most play all of their parts
        """Whether an answer ends the question before the last part."""
        return False

    def finished(self, path: Path) -> A:
        """The answer of all parts; UcgsimError where one is missing or can't be read."""
        parts = self.folder(path).parts(self.keys)
        answer = self.count(self.read(path, parts))
        if len(parts) < len(self.keys) and not self.is_enough(answer):
            raise not_finished(path)
        return answer

    def lies_in(self, path: Path | None) -> bool:
        """Whether all parts lie in ``path``."""
        with suppress(UcgsimError, *NOT_EXPECTED):
            return path is not None and self.finished(path) is not None
        return False

    def games_stored(self, path: Path) -> int:
        """Games, or matches, of the parts that are stored in ``path`` as they were written."""
        legible = self.folder(path).legible(self.keys).items()
        return sum(self.games_of(number) for number, (_, value) in legible if self._is_part(number, value))

    def refuse_other(self, path: Path) -> None:
        """Play a sample of the stored parts again; UcgsimError names one that holds something else."""
        parts = self.folder(path).legible(self.keys)
        sample = sorted(Random(0).sample(sorted(parts), min(SAMPLE, len(parts))))
        for number, again in zip(sample, self.play_parts(sample, 1), strict=True):
            row, kept = parts[number]
            if kept != self.to_value(again):
                where = f"{path / PARTS}, line {row}: holds other counts than are played"
                repair = command_line(["ucgsim", "run", "repair", str(path)])
                raise UcgsimError(f"{where}; delete this line, and `{repair}` plays it again")


@dataclass(frozen=True)
class StoredCounts(Stored):
    """The folder of such a question, which says how it is planned again."""

    question_class: ClassVar[type[PlayedInParts[Any, Any]]]
    """The class of what is counted."""

    @abstractmethod
    def planned(self, catalog: Catalog, *, again: bool = False) -> Any:
        """The question that was stored, of that class; with ``again`` it has what plays it.

        Raises UcgsimError where the plan can't be read, and ``again`` where cards, effects or policies are others now.
        """

    @property
    def folder(self) -> KeptFolder:
        """Where its plan and its counts lie."""
        return self.question_class.folder(self.path)

    @property
    def versions(self) -> Mapping[str, Any]:
        """With what it was played."""
        return self.folder.versions

    def question(self, catalog: Catalog) -> Question[Any]:
        """What is missing."""
        question: Question[Any] = self.planned(catalog, again=True)
        return question

    def answer(self, catalog: Catalog, *, check: bool = True) -> Any:  # noqa: ARG002 - most have no check
        """What it answers; UcgsimError where it is not finished."""
        return self.planned(catalog).finished(self.path)

    def games(self, catalog: Catalog) -> int:
        """Games, or matches, of parts that are as they were written."""
        games: int = self.planned(catalog).games_stored(self.path)
        return games

    def refuse_unfinished(self, catalog: Catalog) -> None:
        """Raise UcgsimError where parts are missing or can't be read."""
        self.planned(catalog).finished(self.path)

    def files(self, catalog: Catalog, *, replay: bool) -> Iterator[FileVerdict]:
        """Its plan, the field, its parts."""
        plan = file_verdict(self.path / self.folder.name, lambda: self.planned(catalog))
        yield plan
        yield from field_verdicts(self.path)
        if not plan.holds:
            return
        parts = file_verdict(self.path / PARTS, lambda: self.refuse_unfinished(catalog))
        if replay and parts.holds:
            again = self.planned(catalog, again=True)
            parts = file_verdict(self.path / PARTS, lambda: again.refuse_other(self.path))
        yield parts


def field_verdicts(folder: Path) -> Iterator[FileVerdict]:
    """Whether the shares of a field that lie in ``folder`` are as they were written; nothing where there are none."""
    if (folder / FIELD).exists() or (folder / FIELD_SEAL).exists():
        yield file_verdict(folder / FIELD, lambda: refuse_changed_field(folder))


def take(parts: Iterator[P], rounds: Iterable[Sequence[object]]) -> Iterator[list[P]]:
    """Parts by the rounds that they belong to, as long as rounds are whole."""
    for each in rounds:
        together = list(itertools.islice(parts, len(each)))
        if len(together) < len(each):
            return
        yield together
