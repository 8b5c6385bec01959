"""What a tuning is made of: paired games, the optimiser of the numbers, sequential tests, and what came of it."""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.policies.planner.weights import seat
from ucgsim.policies.spec import FAMILIES, Parameter, Policy, parse_policy
from ucgsim.report.sheet import interval, plain, points
from ucgsim.simulate.table import make_plan, play
from ucgsim.simulate.workers import in_order
from ucgsim.stats.multinomial import score_interval
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method
from ucgsim.stats.sequential import watched_mean

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from ucgsim.decks.deck import Deck
    from ucgsim.simulate.plan import Terms

OPTIMISER = f"cma {version('cma')}"
SPREAD = 1.0
"""Of the first candidates around the start, in steps."""
FEWEST = 2
"""Dimensions that the optimiser needs; one that bears on nothing is added where there are fewer."""


@dataclass(frozen=True)
class Space:
    """A policy whose tuned numbers are the coordinates; the others stay as they are."""

    start: Policy

    def __post_init__(self) -> None:
        if not self.places:
            known = ", ".join(kind.name for kind in FAMILIES if any(each.step for each in kind.parameters))
            raise UcgsimError(f"policy {self.start.name}: has no number that can be tuned; {known} have")

    @property
    def places(self) -> list[int]:
        """Places of the tuned numbers among all of the policy."""
        return [place for place, each in enumerate(self.start.kind.parameters) if each.step]

    @property
    def parameters(self) -> list[Parameter]:
        """What is tuned."""
        return [self.start.kind.parameters[place] for place in self.places]

    @property
    def size(self) -> int:
        """Dimensions of the space."""
        return max(len(self.places), FEWEST)

    def policy_at(self, point: Sequence[float] | NDArray[np.float64]) -> Policy:
        """The policy at a point; numbers are rounded to what its name tells, and stay in their range."""
        values = list(self.start.values)
        for place, each, offset in zip(self.places, self.parameters, point, strict=False):
            value = min(max(self.start.values[place] + float(offset) * each.step, each.low), each.high)
            values[place] = float(each.write(value))
        return parse_policy(replace(self.start, values=tuple(values)).name)

    def point_of(self, policy: Policy) -> NDArray[np.float64]:
        """The point of a policy of this family, shape (size,)."""
        point = np.zeros(self.size)
        for k, (place, each) in enumerate(zip(self.places, self.parameters, strict=True)):
            point[k] = (policy.values[place] - self.start.values[place]) / each.step
        return point


class Optimiser:
    """Candidates of one generation after the other; the same for the same seed and the same scores."""

    def __init__(self, space: Space, champion: Policy, seed: Sequence[int]) -> None:
        import cma  # noqa: PLC0415 - it loads all of pyplot

        self.space = space
        # A stream of its own: cma would seed the one that everybody shares.
        chance = np.random.RandomState(np.array(seed, np.uint32))
        options = {"verbose": -9, "seed": float("nan"), "randn": chance.randn}
        self.strategy = cma.CMAEvolutionStrategy(space.point_of(champion), SPREAD, options)

    @property
    def is_spent(self) -> bool:
        """Whether it has drawn together so far that nothing new comes of it."""
        return bool(self.strategy.stop())

    def ask(self) -> tuple[list[NDArray[np.float64]], list[Policy]]:
        """Points of the next generation, with the policies there."""
        points = self.strategy.ask()
        return points, [self.space.policy_at(point) for point in points]

    def tell(self, points: list[NDArray[np.float64]], scores: Sequence[float]) -> None:
        """Take in how well the policies at these points did; more is better."""
        self.strategy.tell(points, [-score for score in scores])

    @property
    def favourite(self) -> Policy:
        """The policy in the middle of where it looks now."""
        return self.space.policy_at(self.strategy.result.xfavorite)


MOST_MATCHUPS = 2**31 - 1


class Meeting(NamedTuple):
    """Games of a policy with ``deck`` against the opponent with ``other``; ``matchup``: the number of their chance."""

    deck: Deck
    other: Deck
    matchup: int
    games: int


def draw_meetings(
    decks: Sequence[Deck], shares: Sequence[float], others: Sequence[Deck], *, key: str, n: int, games: int
) -> list[Meeting]:
    """``n`` meetings by chance, decks by their shares, half of them mirrors; ``others`` are what they meet else.

    ``games``: of each. ``key``: what the chance is made of, the decks and that of their games.
    """
    chance = random.Random(key)
    meetings = []
    for place in range(n):
        deck = chance.choices(decks, shares)[0]
        other = deck if place % 2 == 0 else chance.choice(others)
        meetings.append(Meeting(deck, other, chance.randrange(MOST_MATCHUPS), games))
    return meetings


class Player:
    """Plays meetings, side by side; results do not depend on that."""

    def __init__(self, terms: Terms, against: str, jobs: int) -> None:
        self.terms, self.against, self.jobs = terms, against, jobs

    def scores(self, meetings: Sequence[Meeting], policies: Sequence[str]) -> NDArray[np.float64]:
        """What each policy made of each game against the opponent, shape (policies, games)."""
        tasks = [partial(play_meeting, each, tuple(policies), self.against, self.terms) for each in meetings]
        return np.concatenate(list(in_order(tasks, self.jobs)), axis=1)


def play_meeting(meeting: Meeting, policies: tuple[str, ...], against: str, terms: Terms) -> NDArray[np.float64]:
    """What each policy made of each game of a meeting, shape (policies, games)."""
    terms = terms.but(policies=(policies[0], against), matchup=meeting.matchup)
    plan, table = make_plan((meeting.deck, meeting.other), meeting.games, terms)
    scores, tables = [], table.tables.copy()
    for name in policies:
        seat(tables, [parse_policy(name), parse_policy(against)])
        winners = play(replace(plan, policies=(name, against)), table.but(tables), range(meeting.games)).rows["winner"]
        scores.append(np.select([winners == 0, winners == 1], [1.0, 0.0], 0.5))
    return np.array(scores)


GRID = np.linspace(-1.0, 1.0, 9)
"""What two units can differ by, as a share of their games."""
SCORES = np.linspace(0.0, 1.0, 5)
"""What a unit can be worth, as a share of its games."""
BETTER = 1.0
"""Percentage points by which a candidate should be better to be taken."""
FALSELY = 0.05
"""Chance that anything is taken, in the whole of a tuning, that is no better at all."""
MISSED = 0.1
"""Chance that one trial refuses what is better by as much as it should be."""


class Verdict(StrEnum):
    """What is known of a candidate so far."""

    CONTINUE = "undecided"
    REFUSED = "not better by as much"
    BETTER = "better"


def counted(values: NDArray[np.float64], grid: NDArray[np.float64]) -> NDArray[np.int64]:
    """How often each value of a grid was seen."""
    steps = np.rint((values - grid[0]) / (grid[1] - grid[0])).astype(np.int64)
    return np.bincount(steps, minlength=len(grid))


def mean_of(counts: Sequence[int], grid: NDArray[np.float64], method: Method) -> Estimate:
    """The mean of units on a grid, with its interval; without a unit it may be anything."""
    seen, n = np.array(counts, np.float64), int(sum(counts))
    if not n:
        return Estimate(float("nan"), float(grid[0]), float(grid[-1]), 0, DEFAULT_CONFIDENCE, method)
    low, high = score_interval(grid, seen, DEFAULT_CONFIDENCE)
    return Estimate(float(grid @ seen) / n, low, high, n, DEFAULT_CONFIDENCE, method)


@dataclass(frozen=True)
class Generation:
    """Candidates of one generation: their names, and the mean share that each won against the opponent."""

    names: tuple[str, ...]
    scores: tuple[float, ...]
    games: int

    def to_json(self) -> dict[str, Any]:
        """As it is saved."""
        return {"kind": "generation", "names": self.names, "scores": self.scores, "games": self.games}


@dataclass(frozen=True)
class Trial:
    """A candidate against the champion of that time: units by how much more it won of the same games.

    ``exam``: of one that was accepted, units by the share won against the opponent in fresh games, with the decks it
    was tuned on (``tuned``) and with those left out (``left_out``).
    """

    name: str
    counts: tuple[int, ...]
    verdict: Verdict
    games: int
    exam: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    @property
    def accepted(self) -> bool:
        """Whether it became the champion."""
        return self.verdict is Verdict.BETTER

    @property
    def gain(self) -> Estimate:
        """Share of the games that it wins more than the champion before it."""
        return mean_of(self.counts, GRID, Method.PAIR_DIFFERENCE)

    def won(self, decks: str) -> Estimate:
        """Share of the exam's games that it won with these decks."""
        return mean_of(self.exam.get(decks, ()), SCORES, Method.WILSON)

    def to_json(self) -> dict[str, Any]:
        """As it is saved."""
        data = {"kind": "trial", "name": self.name, "counts": self.counts, "verdict": self.verdict.value}
        return {**data, "games": self.games, "exam": dict(self.exam)}


Event = Generation | Trial


def event_from(data: Mapping[str, Any]) -> Event:
    """What ``to_json`` told; KeyError, TypeError or ValueError where it did not."""
    if data["kind"] == "generation":
        return Generation(tuple(map(str, data["names"])), tuple(map(float, data["scores"])), int(data["games"]))
    exam = {str(name): tuple(map(int, counts)) for name, counts in data["exam"].items()}
    counts = tuple(map(int, data["counts"]))
    return Trial(str(data["name"]), counts, Verdict(data["verdict"]), int(data["games"]), exam)


def state_of(counts: NDArray[np.int64], number: int) -> Verdict:
    """What is known of trial 1, 2, ...: each errs less often than the one before, all together by ``FALSELY``."""
    surely, hardly = 1 - 2 * FALSELY / (number * (number + 1)), 1 - 2 * MISSED
    if watched_mean(GRID, counts, confidence=surely).low > 0:
        return Verdict.BETTER
    less = watched_mean(GRID, counts, confidence=hardly).high < BETTER / 100
    return Verdict.REFUSED if less else Verdict.CONTINUE


@dataclass(frozen=True)
class TuneResult:
    """``start``: the policy that was tuned; ``champion``: what it has become, the same where nothing was better."""

    basis: Mapping[str, Any]
    start: Policy
    champion: Policy
    events: tuple[Event, ...]

    @property
    def file(self) -> str:
        """Name of the file of numbers, in the folder of the tuning."""
        return f"{self.start.kind.name}.toml"

    @property
    def trials(self) -> list[Trial]:
        """All trials, in their order."""
        return [event for event in self.events if isinstance(event, Trial)]

    @property
    def accepted(self) -> list[Trial]:
        """The trials that made a candidate the champion."""
        return [trial for trial in self.trials if trial.accepted]

    @property
    def generations(self) -> int:
        """How many generations were played."""
        return sum(isinstance(event, Generation) for event in self.events)

    @property
    def games(self) -> int:
        """Games of all generations and trials."""
        return sum(event.games for event in self.events)

    @property
    def record(self) -> dict[str, Any]:
        """How the numbers were found, as the file of numbers tells it."""
        last = self.accepted[-1]
        won = {f"won_{name}": interval(last.won(name)) for name in last.exam}
        basis = self.basis
        return {
            "tuned": basis["policy"],
            "against": basis["against"],
            "games": self.games,
            "accepted": [f"{trial.name}: {gained(trial)}" for trial in self.accepted],
            **won,
            "tuned_on": list(basis["decks"]),
            "shares": [round(share, 6) for share in basis["shares"]],
            "left_out": list(basis["left_out"]),
            "rules": basis["rules"],
            "seed": basis["seed"],
            "engine": basis["engine"],
        }

    def summary(self) -> str:
        """The answer in lines."""
        basis = self.basis
        played = f"{self.games:,} games, {self.generations} generations, {len(self.trials)} trials"
        decks = f"{len(basis['decks'])} decks, {len(basis['left_out'])} left out"
        lines = [*self._answer(), f"Played: {played}; {decks}; {basis['rules']}, seed {basis['seed']}."]
        return "\n".join(lines)

    def _answer(self) -> list[str]:
        label, against = self.basis["policy"], self.basis["against"]
        if not self.accepted:
            latest = f"; the latest candidate: {gained(self.trials[-1])}" if self.trials else ""
            return [f"Nothing was surely better than {label} against {against}{latest}."]
        lines = [
            f"{self.champion.label}, tuned from {label} against {against}; each step was accepted by a sequential "
            f"test (H1: {BETTER:g} point; all steps together err with {100 * FALSELY:g} %):"
        ]
        lines += [f"  {trial.name}: {gained(trial)}" for trial in self.accepted]
        words = {"tuned": "the decks it was tuned on", "left_out": "the decks left out"}
        last = self.accepted[-1]
        lines += [
            f"In fresh games with {words[name]} it wins {interval(last.won(name))} against {against} "
            f"({last.won(name).n:,} units of games)."
            for name in last.exam
        ]
        return lines

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values."""
        last = self.accepted[-1] if self.accepted else None
        return {
            "policy": self.basis["policy"],
            "against": self.basis["against"],
            "tuned": None if last is None else self.champion.name,
            "parameters": dict(
                zip((each.name for each in self.champion.kind.parameters), self.champion.values, strict=True)
            ),
            "accepted": [{"policy": trial.name, "gain": plain(trial.gain)} for trial in self.accepted],
            "won": {} if last is None else {name: plain(last.won(name)) for name in last.exam},
            "games": self.games,
            "generations": self.generations,
            "trials": len(self.trials),
            "basis": dict(self.basis),
        }


def gained(trial: Trial) -> str:
    """By how much a candidate did better than the champion of its time."""
    gain = trial.gain
    if not gain.n:
        return "the same numbers"
    return f"{points(gain)} in {trial.games:,} games"


_BARE = re.compile(r"[A-Za-z0-9_-]+")


def tuned_text(policy: str, version: int, parameters: Mapping[str, float], record: Mapping[str, Any]) -> str:
    """The text of a file of tuned numbers, ``planner@my.toml``.

    ``record``: how the numbers were found, of texts, numbers and lists of them.
    """
    lines = [
        f"# Numbers for `--policy {policy}@<this file>`, found by `python -m scripts.tune`.",
        f"policy = {_value(policy)}",
        f"version = {version}",
        "",
        "[parameters]",
        *(f"{_key(name)} = {_value(float(value))}" for name, value in parameters.items()),
        "",
        "[record]",
        *(f"{_key(name)} = {_value(value)}" for name, value in record.items()),
    ]
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _value(name)


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    # A text in JSON with nothing but ASCII is one in TOML.
    return json.dumps(value) if isinstance(value, str) else repr(value)
