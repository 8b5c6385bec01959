"""One game between a person and a policy, with every choice that was made: it can be undone, kept and gone on with."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ucgsim.errors import UcgsimError
from ucgsim.files.sealed import kept_value, read_sealed, write_sealed
from ucgsim.play.game import Game
from ucgsim.play.transcript import transcript
from ucgsim.policies.labels import SIDES
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.plan import HALVES, First, Plan
from ucgsim.simulate.table import make_plan
from ucgsim.simulate.terms import Terms
from ucgsim.simulate.values import is_plain_text, reading, text

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck

SAVED_FORMAT = 2
"""Rises whenever what is kept of a game changes its meaning."""
_WHAT, _REMEDY = "a game that `ucgsim play` saved", "name a file that `save` wrote"


@dataclass
class Session:
    """A game with what was chosen in it: ``choices`` of both sides, in order, each the index and label of an option.

    ``plan`` says what is dealt, ``you`` which side the person plays.
    """

    plan: Plan
    you: str
    game: Game
    choices: list[tuple[int, str]] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)
    """How many choices had been made when the person was asked, for each question that was answered."""

    @classmethod
    def begin(cls, decks: tuple[Deck, Deck], terms: Terms, you: str) -> Session:
        """Deal a game. Raises UcgsimError for what can't be played."""
        plan, _ = make_plan(decks, HALVES, terms)
        return cls(plan, you, _dealt(plan, terms.catalog))

    @property
    def policy(self) -> str:
        """Who plays the other side."""
        return self.plan.policies[0]

    def advance(self) -> None:
        """Let the rules and the other side play on until the person is asked or the game is over."""
        self.game.advance()
        while self.game.decision is not None and self.game.decision.player != self.you:
            self._take(self.game.policy_choice())
            self.game.advance()

    def choose(self, label: str) -> None:
        """Take an option of the person; raises UcgsimError where it is none."""
        self.asked.append(len(self.choices))
        try:
            self._take(self.game.index_of(label))
        except UcgsimError:
            self.asked.pop()
            raise

    def undo(self, catalog: Catalog) -> bool:
        """Take back the person's last choice and all that came of it; whether there was one."""
        if not self.asked:
            return False
        kept = self.choices[: self.asked.pop()]
        self.game, self.choices = _dealt(self.plan, catalog), []
        self._replay(kept)
        return True

    def transcript(self) -> str:
        """The game so far, clause by clause: all of it once it is over, before that what the person may see."""
        return transcript(self.game, None if self.game.is_over else self.you)

    def save(self, path: Path) -> None:
        """Keep the game in a sealed file; raises UcgsimError where that fails."""
        plan = {name: value for name, value in kept_value(self.plan.to_json().encode()).items() if name != "seal"}
        data: dict[str, Any] = {"format": SAVED_FORMAT, "plan": plan, "you": self.you}
        write_sealed(path, data | {"choices": self.choices, "asked": self.asked})

    @classmethod
    def load(cls, path: Path, catalog: Catalog) -> Session:
        """Go on with a game that was saved.

        Raises UcgsimError where it can't be read, or cards, effects or rules are no longer those it was played with.
        """
        data = read_sealed(path, _WHAT, SAVED_FORMAT, _REMEDY)
        with reading(path, _WHAT, _REMEDY):
            plan, you = _plan(data["plan"]), text(data, "you")
            choices, asked = [_choice(each) for each in data["choices"]], data["asked"]
            if you not in SIDES or asked != sorted({*asked} & {*range(len(choices))}):
                raise ValueError("its choices are none of a game")
        now, _ = make_plan(plan.decks, plan.games, Terms.of_plan(plan, catalog), shard=plan.shard)
        differing = [name for name in plan.differences(now) if name != "versions"]
        if differing:
            raise UcgsimError(f"{path}: was played with other {', '.join(differing)}; it can't go on with these")
        session = cls(plan, you, _dealt(plan, catalog), asked=asked)
        with suppress(IndexError):
            session._replay(choices)
            return session
        raise UcgsimError(f"{path}: was played by another version of the game, which offered other options")

    def _replay(self, choices: list[tuple[int, str]]) -> None:
        """Make choices again; raises IndexError where an option is another one by now."""
        for index, label in choices:
            self.game.advance()
            if self.game.labels[index : index + 1] != [label]:
                raise IndexError(index)
            self._take(index)

    def _take(self, index: int) -> None:
        self.choices.append((index, self.game.labels[index]))
        self.game.take(index)


def _choice(value: Any) -> tuple[int, str]:
    """The index and the label of an option; raises ValueError for what is no such pair."""
    match value:
        case [int(index), str(label)] if is_plain_text(label):
            return index, label
    raise ValueError("its choices are none of a game")


def _plan(data: Any) -> Plan:
    """What was dealt; raises ValueError where that is not told."""
    try:
        return Plan.of(data, "its plan")
    except UcgsimError as error:
        raise ValueError(str(error).partition(";")[0]) from None


def _dealt(plan: Plan, catalog: Catalog) -> Game:
    """The first game of a plan, with the policy at the table."""
    game = Game.deal(
        plan.decks,
        seed=plan.seed,
        rules=plan.rules,
        redraw_procedure=plan.redraw_procedure,
        catalog=catalog,
        first=None if plan.first is First.THROW else plan.first.code,
        matchup=plan.matchup,
        play_blank=plan.blank,
        policies=plan.policies,
    )
    game.seat(parse_policy(plan.policies[0]))
    return game
