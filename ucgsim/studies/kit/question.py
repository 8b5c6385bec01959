"""The contract of questions: what is planned, what is played, what the counts answer, and the same once more.

A question that was planned (`Question`) is played in memory or in a folder and gives an `Answer`. What is stored is
read, looked at and gone on with by its kind (`kit.kinds`). Commands and functions of `import ucgsim` run it with
`kit.run`, and under several policies with `studies.policies`; none of these knows which question it is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from ucgsim.report.result import Drawn, Summarised, Tabled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from matplotlib.figure import Figure

    from ucgsim.report.page import Grid
    from ucgsim.simulate.run import Dealt
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.forecast import GamesPlan

A_co = TypeVar("A_co", bound="Answer", covariant=True)
CHECK = "check"
"""The folder of a check, within that of what it checks."""


@dataclass(frozen=True, eq=False)
class PolicyPlay:
    """What one policy makes of a question: ``standings`` of what is ranked, and one estimate for each cell.

    ``label``: the policy with its version; ``each``: games that a cell rests on. ``lead`` of one ranked thing over
    another and ``cell`` by their places and a confidence; a cell is undecided where it is ``even``.
    """

    label: str
    each: int
    things: tuple[str, ...]
    standings: tuple[Estimate, ...]
    lead: Callable[[int, int, float], Estimate]
    cells: tuple[tuple[str, str], ...]
    cell: Callable[[int, float], Estimate]
    even: float = 0.5
    best: Estimate | None = None
    """What the first in order wins, which knows that it was picked; None where nothing is named so."""
    ranked: str = "opponent"
    """What is ranked."""
    changing: str = "matchups"
    """What cells are called where some change sides."""
    measure: str = "share of games won"
    """What an estimate is of."""
    grid: Callable[[], tuple[Figure, Grid]] | None = None
    """Its heat map for files and for the page, where it has one."""

    @property
    def order(self) -> list[int]:
        """Places of what is ranked, the best first."""
        return sorted(range(len(self.things)), key=lambda place: -self.standings[place].rate)


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


class Checkable(Answer):
    """An answer whose question can be asked again under other policies: as a check, or under several."""

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

    @abstractmethod
    def as_play(self) -> PolicyPlay:
        """What is compared with the same of other policies."""


class Question(ABC, Generic[A_co]):
    """A question that was planned: everything that can be refused was refused before."""

    unit: ClassVar[str] = "games"
    answers: ClassVar[type[Answer]] = Answer  # type: ignore[type-abstract]  # nobody makes one of it
    """The class of its answer; one that names none cannot be checked."""

    @classmethod
    def is_checkable(cls) -> bool:
        """Whether its answer can be checked, or asked for under several policies."""
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
