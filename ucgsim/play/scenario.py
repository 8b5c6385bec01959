"""Scenarios: a position, scripted choices, and what must then be true."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ucgsim.cards.versions import Procedure

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from ucgsim.cards.card import Card
    from ucgsim.play.position import Position

NEXT_TURN = "next_turn"
"""``at``: the beginning of the next turn's start phase."""
OVER = "over"
"""``at``: the end of the game."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A step that answers a decision: ``A: LABEL``."""

    line: int
    player: str
    label: str

    def __str__(self) -> str:
        return f"{self.player}: {self.label}"


@dataclass(frozen=True, slots=True)
class Question:
    """A pending decision that is expected; what is None is not checked. Labels as compared."""

    player: str | None = None
    kind: str | None = None
    legal: frozenset[str] | None = None
    offers: frozenset[str] = frozenset()
    withholds: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Check:
    """One key of an expectation: of the game, or of a player where ``player`` is given."""

    key: str
    player: str | None
    value: Any


@dataclass(frozen=True, slots=True)
class Expectation:
    """A step that checks the game ``at`` a moment, or where it stands.

    ``nothing_asked`` expects that there is no decision, ``question`` that there is this one.
    """

    line: int
    at: str | None = None
    checks: tuple[Check, ...] = ()
    question: Question | None = None
    nothing_asked: bool = False


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario as it was read.

    ``catalog`` holds official and made-up cards; ``texts`` the effect texts of the made-up ones;
    ``play_blank`` names cards to play without their text, or "all" those that can't be played.
    """

    path: Path
    title: str
    clauses: tuple[str, ...]
    rules: str
    position: Position
    catalog: Mapping[str, Card]
    texts: Mapping[str, str]
    steps: tuple[Choice | Expectation, ...]
    play_blank: tuple[str, ...] = ()
    redraw_procedure: Procedure = Procedure.OFFICIAL


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a scenario: the failures, none when it is fulfilled, cards played blank, the event log."""

    scenario: Scenario
    failures: tuple[str, ...]
    blank: tuple[str, ...] = ()
    log: tuple[str, ...] = field(default=(), repr=False)

    @property
    def ok(self) -> bool:
        """Whether everything expected was found."""
        return not self.failures
