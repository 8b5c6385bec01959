"""What a tuning hands out: the numbers that are surely better, what they win, and what they rest on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ucgsim.report.numbers import interval, plain
from ucgsim.studies.tune.findings import BETTER, FALSELY, Generation, Trial

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ucgsim.policies.spec import Policy
    from ucgsim.studies.tune.findings import Event


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
            "accepted": [f"{trial.name}: {points(trial)}" for trial in self.accepted],
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
            latest = f"; the latest candidate: {points(self.trials[-1])}" if self.trials else ""
            return [f"Nothing was surely better than {label} against {against}{latest}."]
        lines = [
            f"{self.champion.label}, tuned from {label} against {against}; each step was accepted by a sequential "
            f"test (H1: {BETTER:g} point; all steps together err with {100 * FALSELY:g} %):"
        ]
        lines += [f"  {trial.name}: {points(trial)}" for trial in self.accepted]
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


def points(trial: Trial) -> str:
    """By how much a candidate did better than the champion of its time."""
    gain = trial.gain
    if not gain.n:
        return "the same numbers"
    rate, low, high = (100 * value + 0.0 for value in (gain.rate, gain.low, gain.high))
    return f"{rate:+.1f} points ({low:+.1f} to {high:+.1f}) in {trial.games:,} games"
