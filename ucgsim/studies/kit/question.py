"""The contract of questions: what is planned, what is played, what the counts answer, and the same once more.

A question that was planned (`Question`) is played in memory or in a folder and gives an `Answer`. What is stored is
read, looked at and gone on with by its kind (`kit.kinds`). Commands and functions of `import ucgsim` run it with
`kit.run`, which does not know which question it is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar, runtime_checkable

from ucgsim.report.result import Drawn, Summarised, Tabled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from ucgsim.report.page import Page
    from ucgsim.simulate.columns import GameColumn
    from ucgsim.simulate.run import Dealt
    from ucgsim.studies.forecast import GamesPlan
    from ucgsim.studies.kit.page import ReportJob

A_co = TypeVar("A_co", bound="Answer", covariant=True)
CHECK = "check"
"""The folder of a check, within that of what it checks."""


class Answer(Tabled, Drawn, Summarised):
    """What a question was answered with: sentences, tables, plain values, rows, a picture and a page."""

    __slots__ = ()
    kind: ClassVar[str]
    """The name of the question (`kit.kinds`)."""

    @property
    @abstractmethod
    def basis(self) -> str:
        """What every number rests on: games, policies, rules, seed."""

    @property
    @abstractmethod
    def command(self) -> str:
        """The command that asks this again."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """The answer as plain values."""

    def reported(self, job: ReportJob) -> tuple[Answer, Page]:
        """The stored answer with what its page takes to play, and the page; ``job`` is called as that is done."""
        job.advance(1)
        return self, self.page()


@runtime_checkable
class WithGames(Protocol):
    """An answer whose games are saved, one row each."""

    def games(self, form: str = "polars", *, again: bool = False, jobs: int | None = None) -> Any:
        """The games."""

    def game_columns(self) -> dict[str, GameColumn]:
        """What each column of them holds."""


class Checkable(Answer):
    """An answer whose question can be asked again under another policy, as a check."""

    __slots__ = ()

    @property
    @abstractmethod
    def policies(self) -> tuple[str, ...]:
        """The policies that played."""

    @property
    @abstractmethod
    def asked_of(self) -> tuple[int, int]:
        """Games of each matchup, and how many matchups there were."""

    @property
    def path(self) -> Path | None:
        """The folder in which it is stored."""
        return None


class Question(ABC, Generic[A_co]):
    """A question that was planned: everything that can be refused was refused before."""

    unit: ClassVar[str] = "games"
    answers: ClassVar[type[Answer]] = Answer  # type: ignore[type-abstract]  # nobody makes one of it
    """The class of its answer; one that names none cannot be checked."""

    @classmethod
    def is_checkable(cls) -> bool:
        """Whether its answer can be checked."""
        return issubclass(cls.answers, Checkable)

    @property
    @abstractmethod
    def noun(self) -> str:
        """What progress is called, mostly the command."""

    @property
    @abstractmethod
    def each(self) -> int:
        """Games of each matchup."""

    @property
    def matchups(self) -> int:
        """How many matchups there are."""
        return 1

    @property
    def shared(self) -> int:
        """How many matchups share the games that are asked for."""
        return 1

    @property
    def total(self) -> int:
        """Games in all, those of which progress is shown."""
        return self.each * self.matchups

    @property
    def is_fixed(self) -> bool:
        """Whether the number of games is fixed; else it stops by itself."""
        return True

    @property
    def is_stored(self) -> bool:
        """Whether all of it lies in its folder, so that nothing is left to play."""
        return False

    def until_known(self) -> Question[A_co]:
        """This question, but that it ends when it knows what a check asks; as it is where it has a rule of its own."""
        return self

    def forecast(self, jobs: int, precisions: Sequence[float]) -> GamesPlan:
        """How many games each precision takes, and how long: the speed is measured, the rest is arithmetic."""
        raise NotImplementedError

    @property
    @abstractmethod
    def dealt(self) -> Sequence[Dealt]:
        """The tables that are played on, to measure how fast."""

    @abstractmethod
    def play(self, *, jobs: int = 1, advance: Callable[[int], object] | None = None) -> A_co:
        """Play it, in its folder where it has one: what is stored there is not played again.

        ``advance`` is called with how many more games are done. The answer does not depend on ``jobs``. Raises
        UcgsimError where the folder holds something else or can't be written.
        """
