"""Policies by name: what a user writes, what the compiled game is given, what a result quotes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.engine.core.constants import Decision
from ucgsim.engine.core.layout import POLICY_NUMBERS
from ucgsim.errors import UcgsimError
from ucgsim.policies.policy_files import OwnFile, Tuned, give_file, own_file, tuned_file

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

_MARK = re.compile("[0-9a-f]{12}")
PARAMETERS = POLICY_NUMBERS - 1
"""Room for the numbers of one policy."""


class Searching(IntEnum):
    """Places of a searching policy's numbers in its row."""

    WORLDS = 1
    TURNS = 2
    WITH = 3
    MARGIN = 4
    VALUE = 5
    GUESS = 6
    CLOSED = 7


class Planning(IntEnum):
    """Places of the planner's numbers in its row."""

    LEAD = 1
    TRIES = 2
    MARGIN = 3
    WITHOUT = 4
    ENDS = 5
    PRACTISED = 6


class PolicyId(IntEnum):
    """Policies that the compiled dispatcher knows."""

    RANDOM = 0
    GREEDY = 1
    SEARCH = 2
    PLANNER = 3
    OWN = 90


@dataclass(frozen=True, slots=True)
class Parameter:
    """One number of a policy: its name, default and range, and what it means.

    ``whole``: it is a whole number. ``words``: it is written as one of these, each with its number. ``flag``: it is 1
    if its name is given alone, else 0. ``step``: by how much it is first changed when it is tuned, 0 where it is not.
    """

    name: str
    default: float
    low: float
    high: float
    meaning: str
    whole: bool = False
    words: tuple[tuple[str, float], ...] = ()
    flag: bool = False
    step: float = 0.0

    @property
    def valid(self) -> str:
        """What would be right."""
        if self.words:
            return f"one of {', '.join(word for word, _ in self.words)}"
        return f"a {'whole ' if self.whole else ''}number from {self.low:g} to {self.high:g}"

    def read(self, text: str) -> float | None:
        """The number that is written, None for one that would not be right."""
        if self.words:
            return dict(self.words).get(text.strip())
        try:
            value = float(text)
        except ValueError:
            return None
        return value if self.low <= value <= self.high and not (self.whole and value % 1) else None

    def write(self, value: float) -> str:
        """The number as ``read`` takes it."""
        return next((word for word, number in self.words if number == value), f"{value:g}")

    def said(self, value: float, *, bare: bool = False) -> str:
        """The parameter as it is in a name; ``bare``: without its own."""
        if self.flag and value == 1:
            return self.name
        return self.write(value) if bare else f"{self.name}={self.write(value)}"


UNNAMED = 1.0
"""Number of closed lists from a field that was not named yet."""
_readers: list[Callable[[Path], int]] = []
"""What reads a folder of decklists, as soon as it is registered."""


def read_lists_with(reader: Callable[[Path], int]) -> None:
    """Let ``reader`` read the folders that closed lists name; it gives their checksum.

    It reads cards and decks, of which the compiled game is not made: so this module, of which it is, imports no reader.
    """
    _readers[:] = [reader]


@dataclass(frozen=True, slots=True)
class Lists(Parameter):
    """Closed lists: 0 for open ones, else the checksum of the field from which they are."""

    @property
    def valid(self) -> str:
        """What would be right."""
        return "a folder of decklists, or nothing"

    def read(self, text: str) -> float | None:
        """The checksum of the lists that are meant, which are read if a folder is named."""
        if text.strip() in {"0", "1"}:
            return float(text)
        if _MARK.fullmatch(text.strip()):
            return float(int(text, 16))
        return float(_readers[0](Path(text.strip()))) if text.strip() else None

    def write(self, value: float) -> str:
        """The number as ``read`` takes it."""
        return f"{int(value):d}" if value <= UNNAMED else f"{int(value):012x}"


@dataclass(frozen=True, slots=True)
class Family:
    """A policy family; ``version`` rises whenever its play changes.

    ``bare``: its first number may be written without its name, as in ``search:16,with=planner``. ``knows``: what it
    knows that no player is shown; is in its label.
    """

    name: str
    id: PolicyId
    version: int
    summary: str
    parameters: tuple[Parameter, ...] = ()
    bare: bool = False
    knows: str = ""


_FAST: tuple[tuple[str, float], ...] = (
    ("random", PolicyId.RANDOM),
    ("greedy", PolicyId.GREEDY),
    ("planner", PolicyId.PLANNER),
)
"""Policies that a search may play on with."""
_VALUES = (("simple", 0.0), ("learned", 1.0))
"""By areas won, lead and hand, or by what the planner makes of the position after its judgement."""
_LEFT = (
    ("nothing", Decision.NOTHING),
    ("redraw", Decision.REDRAW),
    ("set", Decision.SET),
    ("level-up", Decision.LEVEL_UP),
    ("card", Decision.CARD),
)
"""What a planner may leave to greedy, to say what its own choice of that is worth; powers are left by ``tries=0``."""
FAMILIES = (
    Family("random", PolicyId.RANDOM, 1, "takes every legal option with the same chance"),
    Family(
        "greedy",
        PolicyId.GREEDY,
        1,
        "plays like a sensible beginner, one decision at a time",
        (
            Parameter("lead", 1, 0, 1, "1 chooses to be the Lead Player after winning the throw, 0 the Next"),
            Parameter("patience", 0.3, 0, 1, "battle that a level-up must gain at least, in wins", step=0.1),
        ),
    ),
    Family(
        "search",
        PolicyId.SEARCH,
        10,
        "deals the hidden cards again, tries every option in the same worlds and plays on with a fast policy",
        (
            Parameter("worlds", 32, 1, 512, "worlds in which every option is tried", whole=True),
            Parameter(
                "turns",
                1,
                0,
                63,
                "turns that are played on, this one included, a choice is then confirmed by one more; 0 to the end",
                whole=True,
            ),
            Parameter("with", PolicyId.GREEDY, 0, 99, "policy that plays on", words=_FAST),
            Parameter("margin", 1, 0, 10, "standard errors by which it must beat that policy's choice", step=0.5),
            Parameter("value", 1, 0, 1, "how a game is valued that is not played to the end", words=_VALUES),
            Parameter(
                "guess", 0, 0, 1, "1 deals hidden cards as a planner would have come to them, 0 all alike", whole=True
            ),
            Lists("closed", 0, 0, 2**48, "the other deck is one of a field's lists: of --field, or FOLDER", flag=True),
        ),
        bare=True,
        knows="open list",
    ),
    Family(
        "planner",
        PolicyId.PLANNER,
        8,
        "learned from its games: small networks weigh hands, sets, level-ups and cards, powers are tried before use",
        (
            Parameter("lead", 1, 0, 1, "1 chooses to be the Lead Player after winning the throw, 0 the Next"),
            Parameter(
                "tries",
                1,
                0,
                2,
                "tried in a world dealt at random: 0 nothing, 1 powers, targets, costs, 2 all of effects",
                whole=True,
            ),
            Parameter(
                "margin", 0.2, 0, 10, "log-odds by which a tried answer must be better than an untried one", step=0.1
            ),
            Parameter("without", Decision.NOTHING, 0, 99, "kind of decision that it takes like greedy", words=_LEFT),
            Parameter(
                "ends",
                1,
                0,
                2,
                "takes what surely wins now: 0 not, 1 in effects and in level-ups of the Next, 2 in all decisions",
                whole=True,
            ),
            Parameter(
                "practised", 0, 0, 1, "has played games of these two lists and learned from them", whole=True, flag=True
            ),
        ),
        knows="open list",
    ),
)


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy with its numbers, as it plays."""

    kind: Family
    values: tuple[float, ...]
    own: OwnFile | None = None
    """The code that plays, where it is a policy of the user's own."""

    @property
    def name(self) -> str:
        """Name with version and every number that is not the default; is in every result."""
        changed = [
            parameter.said(value, bare=self.kind.bare and place == 0)
            for place, (parameter, value) in enumerate(zip(self.kind.parameters, self.values, strict=True))
            if value != parameter.default
        ]
        suffix = ":" + ",".join(changed) if changed else ""
        return f"{self.kind.name}{suffix}"

    @property
    def label(self) -> str:
        """Name and version, such as ``greedy v1``, with what it knows that no player is shown.

        What it knows is in brackets and without a comma: labels are parted by ", " where several are listed.
        """
        if self.own is not None:
            return self.own.full_name
        knows = f" ({self.knows})" if self.knows else ""
        return f"{self.name} v{self.kind.version}{knows}"

    @property
    def knows(self) -> str:
        """What it knows of the other deck that no player is shown, or that it knows nothing of it."""
        return "closed lists" if self.is_closed else self.kind.knows

    @property
    def is_closed(self) -> bool:
        """Whether it takes the other deck to be one of a field."""
        return self.searches and self.number("closed") > 0

    def number(self, name: str) -> float:
        """One of its numbers, by name."""
        return next(v for each, v in zip(self.kind.parameters, self.values, strict=True) if each.name == name)

    @property
    def is_practised(self) -> bool:
        """Whether it plays games of the two lists before a run and learns from them."""
        return self.kind.id is PolicyId.PLANNER and self.number("practised") > 0

    @property
    def searches(self) -> bool:
        """Whether it plays games within the game, a hundred times as slow as a policy that does not."""
        return self.kind.id is PolicyId.SEARCH

    @property
    def is_slow(self) -> bool:
        """Whether a second is enough for some hundred games only."""
        return self.searches or self.own is not None

    @property
    def row(self) -> NDArray[np.float64]:
        """Id and numbers as the compiled dispatcher reads them, shape (1 + PARAMETERS,)."""
        row = np.zeros(1 + PARAMETERS)
        row[0] = self.kind.id
        row[1 : 1 + len(self.values)] = self.values
        return row


STRONG = "search:16,with=planner"
"""What ``strong`` means: the search that double-checks what the planner says."""


def policy_names() -> tuple[str, ...]:
    """Names of all policies."""
    return tuple(kind.name for kind in FAMILIES)


def parse_policy(text: str) -> Policy:
    """Read ``name`` or ``name:parameter=number,...``; a search may leave out ``worlds=``:
    ``search:16,with=planner``, which is called ``strong`` for short.

    A policy of the user's own is ``my_policy.py:Careful`` (`policies.policy_files`), one with tuned numbers
    ``planner@my.toml`` (`policies.policy_files`). UcgsimError names what would be valid.
    """
    tuned = tuned_file(text)
    if tuned is not None:
        return _tuned_policy(tuned)
    own = own_file(text)
    if own is not None:
        return Policy(Family(own.full_name, PolicyId.OWN, 1, "a policy of your own"), (), own)
    name, _, rest = _meant(text).partition(":")
    kind = _kind_of(name)
    values = {parameter.name: parameter.default for parameter in kind.parameters}
    for place, part in enumerate(filter(None, rest.split(","))):
        key, value = _assignment(kind, part, first=place == 0)
        values[key] = value
    return Policy(kind, tuple(values.values()))


def given_policy(text: str) -> str:
    """A policy as a user names it, checked; of his own the name that holds the checksum of its file, of one that was
    tuned the name that holds its numbers.
    """
    if "@" in text and tuned_file(text) is not None:
        return parse_policy(text).name
    if ".py" in text:
        return give_file(text).full_name
    parse_policy(text)
    return _meant(text)


def fast_row(numbers: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
    """Row of the policy with which a search plays on, whose own row is ``numbers``; of greedy for any other policy."""
    searches = int(numbers[0]) == PolicyId.SEARCH
    wanted = int(numbers[Searching.WITH]) if searches else PolicyId.GREEDY
    kind = next(kind for kind in FAMILIES if kind.id == wanted)
    return Policy(kind, tuple(parameter.default for parameter in kind.parameters)).row


def _meant(text: str) -> str:
    return STRONG if text.strip() == "strong" else text.strip()


def _kind_of(name: str) -> Family:
    kind = next((kind for kind in FAMILIES if kind.name == name), None)
    if kind is None:
        known = f"{', '.join(policy_names())}, strong, your own as my_policy.py:Careful, tuned ones as planner@my.toml"
        raise UcgsimError(f"policy {name!r} is unknown; known are {known}")
    return kind


def _tuned_policy(tuned: Tuned) -> Policy:
    kind = _kind_of(tuned.policy)
    if tuned.version != kind.version:
        raise UcgsimError(
            f"{tuned.place}: was tuned for {kind.name} v{tuned.version}, this is v{kind.version}; tune it again"
        )
    known = {parameter.name: parameter for parameter in kind.parameters}
    for name, value in tuned.parameters.items():
        if name not in known:
            raise UcgsimError(f"{tuned.place}: {kind.name} has no parameter {name[:40]!r}; it has {', '.join(known)}")
        if known[name].read(known[name].write(value)) is None:
            raise UcgsimError(f"{tuned.place}: {name} = {value:g} must be {known[name].valid}")
    # Read from what is written, so that the name has the very numbers that play.
    numbers = (each.read(each.write(tuned.parameters.get(each.name, each.default))) for each in kind.parameters)
    return Policy(kind, tuple(number for number in numbers if number is not None))


def _assignment(kind: Family, part: str, *, first: bool) -> tuple[str, float]:
    key, equals, number = part.partition("=")
    if any(entry.flag and entry.name == key.strip() for entry in kind.parameters) and not equals:
        number = "1"
    elif first and kind.bare and not equals:
        key, number = kind.parameters[0].name, key
    parameter = next((entry for entry in kind.parameters if entry.name == key.strip()), None)
    if parameter is None:
        known = ", ".join(entry.name for entry in kind.parameters) or "none"
        raise UcgsimError(f"policy {kind.name}: parameter {key.strip()!r} is unknown; it has {known}")
    value = parameter.read(number)
    if value is None:
        raise UcgsimError(f"policy {kind.name}: {parameter.name}={number} must be {parameter.valid}")
    return parameter.name, value
