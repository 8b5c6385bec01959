"""Questions of which counts are stored, task by task, and no games: played, gone on with and looked at."""

from __future__ import annotations

from abc import abstractmethod
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from ucgsim.errors import NotFinishedError, UcgsimError
from ucgsim.files.lock import only_one
from ucgsim.safe_text import command_line
from ucgsim.simulate.ledger import PARTS, KeptFolder
from ucgsim.simulate.plain import NOT_EXPECTED, Form
from ucgsim.simulate.tasks import Course, Player, Reader, Task
from ucgsim.studies.kit.kinds import KINDS, FileVerdict, Stored, file_verdict
from ucgsim.studies.kit.question import Answer, Question
from ucgsim.studies.weights import FIELD, FIELD_SEAL, refuse_changed_field

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog

P = TypeVar("P")
A = TypeVar("A")
B = TypeVar("B", bound=Answer)
S = TypeVar("S")

SAMPLE = 20
"""Tasks that are played again; what one counts is counted as a whole, so no fewer games can show a difference."""


class Counted(Generic[A]):
    """What is played by tasks and counted to an answer ``A``, wherever it is stored."""

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

    @abstractmethod
    def course(self) -> Course[A]:
        """Yields the tasks it wants, is sent their counts, and returns the answer (`ucgsim.simulate.tasks`)."""

    def play_in(
        self,
        path: Path | None,
        *,
        jobs: int = 1,
        advance: Callable[[int], object] | None = None,
        known: Mapping[str, Any] | None = None,
    ) -> A:
        """The answer; what is ``known`` by the keys of tasks or stored in ``path`` is not played again."""
        if path is None:
            return Player(jobs, advance, known=known).answer(self.course())
        folder = self.folder(path)
        with only_one(path):
            folder.begin(self.plan_json, self.context_json)
            with folder.ledger() as ledger:
                return Player(jobs, advance, ledger=ledger, known=known).answer(self.course())

    def finished(self, path: Path) -> A:
        """The answer of what is stored; UcgsimError where something is missing or can't be read."""
        return Reader(self.folder(path)).answer(self.course())

    def lies_in(self, path: Path | None) -> bool:
        """Whether all that it wants lies in ``path``."""
        with suppress(UcgsimError, *NOT_EXPECTED):
            return path is not None and self.finished(path) is not None
        return False

    def stored(self, path: Path, *, damaged: bool = True) -> list[tuple[Task, Any]]:
        """The tasks that it wants and that are stored in ``path`` as they were written, with their counts.

        Others are left out, or UcgsimError names them where nothing may be ``damaged``.
        """
        reader = Reader(self.folder(path), damaged=damaged)
        with suppress(NotFinishedError):
            reader.answer(self.course())
        return reader.seen

    def refuse_other(self, path: Path) -> None:
        """Play a sample of what is stored again; UcgsimError names a line that holds something else."""
        folder, seen = self.folder(path), self.stored(path)
        parts, tasks = folder.legible(), [task for task, _ in seen]
        for task in Random(0).sample(tasks, min(SAMPLE, len(tasks))):
            ((_, again),) = task.play([task], 1)
            part = parts[task.key]
            if part.value != again:
                where = f"{path / PARTS}, line {part.line}: holds other counts than are played"
                repair = command_line(["ucgsim", "run", "repair", str(path)])
                raise UcgsimError(f"{where}; delete this line, and `{repair}` plays it again")


@dataclass(frozen=True, eq=False)
class CountedQuestion(Question[B], Counted[B], Generic[S, B]):
    """A ``study`` that was planned, and its page: what of it is stored is said by two forms.

    ``plan_form`` has the fields that decide what is counted, ``context_form`` those that may differ, ``growing`` the
    one that may become larger or smaller; ``form`` rises whenever they, or the counts, change their meaning.
    """

    study: S
    out: Path | None = None
    file: ClassVar[str]
    what: ClassVar[str]
    """What the folder holds, in words."""
    form: ClassVar[int] = 1
    growing: ClassVar[str] = ""
    plan_form: ClassVar[Form]
    context_form: ClassVar[Form] = Form()

    @staticmethod
    @abstractmethod
    def read(values: dict[str, Any], catalog: Catalog) -> S:
        """The study of these fields, without what plays it; UcgsimError or one of ``NOT_EXPECTED`` for others."""

    @staticmethod
    @abstractmethod
    def laid_out(study: S) -> S:
        """A study that was read, with what plays it."""

    @classmethod
    def folder(cls, path: Path) -> KeptFolder:
        """Where it is stored in ``path``."""
        return KeptFolder(path, cls.file, cls.what, cls.form, cls.growing)

    @classmethod
    def stored_in(cls, path: Path, catalog: Catalog, *, again: bool = False) -> Self:
        """The question of a folder; with ``again`` it has what plays it.

        Raises UcgsimError where it can't be read, and ``again`` where cards, effects or policies are others now.
        """

        def read(plan: dict[str, Any], context: dict[str, Any]) -> S:
            return cls.read(cls.context_form.read(context, cls.plan_form.read(plan)), catalog)

        folder = cls.folder(path)
        question = cls(folder.planned(read), path)
        if again:
            question = cls(cls.laid_out(question.study), path)
            folder.refuse_changed(question.plan_json)
        return question

    @property
    def plan_json(self) -> dict[str, Any]:
        """All that decides the counts."""
        return self.plan_form.write(self.study)

    @property
    def context_json(self) -> dict[str, Any]:
        """What may differ."""
        return self.context_form.write(self.study)

    @property
    def is_stored(self) -> bool:
        """Whether all of it lies in its folder."""
        return self.lies_in(self.out)

    def play(self, *, jobs: int = 1, advance: Callable[[int], object] | None = None) -> B:
        """Play it; what is stored is not played again, and its page, if its kind has one, lies next to it."""
        answer = self.play_in(self.out, jobs=jobs, advance=advance)
        if self.out is not None and answer.kind in KINDS and KINDS[answer.kind].has_page:
            from ucgsim.studies.kit.page import write_answer  # noqa: PLC0415 - loads what draws

            with only_one(self.out):
                write_answer(self.out, answer)
        return answer


@dataclass(frozen=True)
class StoredCounts(Stored):
    """The folder of such a question."""

    question_class: ClassVar[type[Counted[Any]]]
    """The class of what is counted."""

    def planned(self, catalog: Catalog, *, again: bool = False) -> Any:
        """The question that was stored, of that class; with ``again`` it has what plays it.

        Raises UcgsimError where the plan can't be read, and ``again`` where cards, effects or policies are others now.
        """
        assert issubclass(self.question_class, CountedQuestion), "others say how they are planned again"
        return self.question_class.stored_in(self.path, catalog, again=again)

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
        """Games, or matches, of tasks whose counts are as they were written."""
        return sum(task.games for task, _ in self.planned(catalog).stored(self.path))

    def refuse_unfinished(self, catalog: Catalog) -> None:
        """Raise UcgsimError where counts are missing or can't be read."""
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
