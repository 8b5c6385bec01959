"""Kinds of questions, by the file in which a folder has its plan: the one registry of what a folder may hold.

A question names its file here and the module that knows it. What is asked of any folder (by `kit.folders`, a page, a
command) is asked of its `Stored`, which is imported when it is asked and not before.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from ucgsim.errors import UcgsimError
from ucgsim.files.writing import UNFINISHED
from ucgsim.safe_text import shown
from ucgsim.studies.kit.question import CHECK, Answer, Question

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.report.page import Page
    from ucgsim.simulate.folder import RunFolder
    from ucgsim.studies.kit.going_on import GoingOn
    from ucgsim.studies.kit.page import ReportJob


class QuestionKind(NamedTuple):
    """A kind of question: its ``name``, the ``file`` of its plan, the class that knows its folders; if it has a page.

    Modules are named within ``ucgsim.studies``.
    """

    name: str
    file: str
    module: str
    stored: str
    has_page: bool = True

    @property
    def home(self) -> type[Stored]:
        """What knows such folders and answers."""
        home: type[Stored] = getattr(import_module(f"ucgsim.studies.{self.module}"), self.stored)
        return home

    def of(self, path: Path) -> Stored:
        """What can be done with such a folder."""
        return self.home(path)


KINDS = {
    kind.name: kind
    for kind in (
        QuestionKind("matrix", "matrix.json", "matrix.question", "StoredMatrix"),
        QuestionKind("gauntlet", "gauntlet.json", "matrix.question", "StoredGauntlet"),
        QuestionKind("duel", "plan.json", "duel.question", "StoredDuel"),
        QuestionKind("matches", "matches.json", "matrix.matches", "StoredMatches"),
        QuestionKind("compare", "compare.json", "compare.question", "StoredComparison"),
        QuestionKind("lead", "lead.json", "leading", "StoredPairs", has_page=False),
        QuestionKind("redraw", "redraw.json", "redraw.question", "StoredRedraw"),
        QuestionKind("worth", "worth.json", "cards.worth", "StoredWorth"),
        QuestionKind("improve", "improve.json", "improve.question", "StoredSearch"),
    )
}
RUNS = "`ucgsim duel`, `matrix` or `gauntlet`"
PAGES = "`ucgsim duel`, `gauntlet`, `matrix`, `compare`, `improve`, `build`, `redraw` or `worth`"
NUMBERS = "games that are played now may differ from those"
GAME = "this game may differ from it"


class FileVerdict(NamedTuple):
    """A part, or another file of a folder: whether it holds, and else why not."""

    place: str
    holds: bool
    why: str = ""


@dataclass(frozen=True)
class Stored(ABC):
    """A folder into which a question of one kind was played."""

    path: Path
    unit: ClassVar[str] = "games"

    @property
    def kind(self) -> QuestionKind:
        """The kind of which it is."""
        return next(kind for kind in KINDS.values() if (self.path / kind.file).is_file())

    @property
    @abstractmethod
    def versions(self) -> Mapping[str, Any]:
        """With what it was played: versions of the engine, policies and cards, by name; UcgsimError without a plan."""

    @abstractmethod
    def answer(self, catalog: Catalog, *, check: bool = True) -> Answer:
        """The finished answer, with the ``check`` that lies within; UcgsimError where it can't be read."""

    @abstractmethod
    def question(self, catalog: Catalog) -> Question[Any]:
        """What goes on playing here; UcgsimError where cards, effects or policies are others now."""

    @abstractmethod
    def files(self, catalog: Catalog, *, replay: bool) -> Iterator[FileVerdict]:
        """Whether each file is as it was written; with ``replay`` some games are played again and compared."""

    @property
    def within(self) -> list[Path]:
        """Folders within it that hold questions of their own."""
        return [place for place in (self.path / CHECK,) if kind_of(place) is not None]

    @abstractmethod
    def games(self, catalog: Catalog) -> int:
        """Games, or matches, that are stored and as they were written."""

    @property
    def runs(self) -> list[RunFolder]:
        """The runs of its matchups, where each has one; UcgsimError where their list or a plan cannot be read."""
        return []

    def going_on(self, catalog: Catalog) -> GoingOn | None:  # noqa: ARG002 - most need no cards
        """What a reader of its page can go on with; None where a page of single games has nothing to go on with."""
        return None

    @property
    def parts(self) -> int:
        """How many files of games `files` looks at; 0 where only counts are stored."""
        return 0

    @property
    def matchups(self) -> int:
        """How many matchups its page shows."""
        return 1

    @property
    def rivals(self) -> int:
        """How many of them the page of one deck's side shows."""
        return self.matchups

    def side(self, deck: str, job: ReportJob) -> tuple[str, Page]:  # noqa: ARG002 - most have no sides
        """The name of the page of one deck's side, and the page; UcgsimError where no deck has one."""
        raise UcgsimError(
            f"{self.path}: holds no matrix of games, of which one deck's side could be shown; name no deck"
        )

    def again(self, catalog: Catalog) -> Answer:  # noqa: ARG002 - of most there is no check
        """The answer without a check, with all that it takes to check it."""
        raise UcgsimError(f"{self.path}: {NOT_CHECKED}")

    @staticmethod
    def check_question(answer: Any, policy: str, games: int, catalog: Catalog, points: float | None) -> Question[Any]:
        """What was asked, ``policy`` on both sides, in so many games of each matchup, by a seed of its own.

        ``points``: to which precision, where that is what was asked for.
        """
        raise NotImplementedError

    @staticmethod
    def with_check(answer: Any, second: Any) -> Any:
        """The answer, checked by the one to its `check_question`; UcgsimError where that was another question."""
        raise NotImplementedError


NOT_CHECKED = "holds no run that can be checked; name a folder of `ucgsim duel`, `gauntlet`, `matrix` or `compare`"


def kind_of(path: Path) -> str | None:
    """The name of the kind of question that a folder holds; None where it holds none."""
    return next((kind.name for kind in KINDS.values() if (path / kind.file).is_file()), None)


def stored(path: Path, wanted: str) -> Stored:
    """The question in a folder; UcgsimError where there is none, which names the commands that are ``wanted``."""
    name = kind_of(path)
    if name is None:
        raise no_run(path, wanted)
    return KINDS[name].of(path)


def file_verdict(place: Path, read: Callable[[], object]) -> FileVerdict:
    """The verdict on a file: it holds if ``read`` raises no UcgsimError, whose text is else the reason."""
    try:
        read()
    except UcgsimError as error:
        return FileVerdict(str(place), holds=False, why=str(error))
    return FileVerdict(str(place), holds=True)


def change_words(place: object, versions: Mapping[str, Any], so: str, *, same_cards: bool = True) -> str:
    """That ``place`` was played with what is here no longer, and what follows from it; empty where all is the same.

    ``versions`` are those of its plan; ``same_cards``: whether cards, effects and policies are known to be others.
    """
    from ucgsim.compiling.sources import source_hash  # noqa: PLC0415 - hashing takes a moment, and few ask for it

    other = [] if same_cards else ["other cards, effects or policies"]
    if versions.get("engine") != source_hash():
        other.append("another engine")
    return f"{shown(place)} was played with {' and '.join(other)}; {so}" if other else ""


def change_of(path: Path) -> str:
    """What has changed since a folder was played, in words; UcgsimError where its plan cannot be read."""
    name = kind_of(path)
    return "" if name is None else change_words(path, KINDS[name].of(path).versions, NUMBERS)


OF_A_PAGE = {"index.html", "summary.json", "plots", "tables", "games"}
"""What a page that is written without a run of its own has in its folder."""


def refuse_stored(path: Path) -> None:
    """Refuse to write such a page over what was played into a folder, or next to files of somebody else."""
    if (name := kind_of(path)) is not None:
        raise UcgsimError(f"{path}: holds {KINDS[name].file} of something else that was played; name another folder")
    entries = {entry.name for entry in path.iterdir()} if path.is_dir() else set()
    foreign = sorted(name for name in entries - OF_A_PAGE if not name.endswith(UNFINISHED))
    if "index.html" in entries and "summary.json" not in entries:
        foreign.append("index.html")
    if foreign:
        raise UcgsimError(f"{path}: holds {foreign[0]}, but no page of this kind; name a new or an empty folder")


def no_run(path: Path, wanted: str) -> UcgsimError:
    """That a folder holds nothing of what is ``wanted``, the commands that write it."""
    name = kind_of(path)
    if name == "gauntlet":
        return UcgsimError(f"{path}: holds a gauntlet, in which rivals did not meet; name a folder that {wanted} wrote")
    what = "holds no run" if path.is_dir() else "is no folder"
    return UcgsimError(f"{path}: {what}; name a folder that {wanted} wrote with --out")


def count_of(read: Callable[[], int], otherwise: int) -> int:
    """What ``read`` returns, or ``otherwise`` where it raises UcgsimError."""
    with suppress(UcgsimError):
        return read()
    return otherwise
