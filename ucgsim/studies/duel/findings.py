"""What the counts of a duel say: every number that a summary, a table or a page shows, with its interval.

Each number is a `Finding` of a method of `Findings`, which alone says what it is about; `Findings.all` is their order.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.report.sheet import plain
from ucgsim.simulate.columns import REASONS, SIDES, STATES, TALLIES
from ucgsim.simulate.counts import HAPPENINGS, OVER, Counts, Standing
from ucgsim.stats.agreement import Checked
from ucgsim.stats.means import stratified_mean
from ucgsim.stats.multiplicity import largest, together
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Survival
from ucgsim.stats.swings import settled, settled_in, swing
from ucgsim.studies.check import check_words
from ucgsim.studies.rates import conditional, met, share

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from ucgsim.simulate.plan import Plan
    from ucgsim.stats.sequential import Stops

FEWEST_SWUNG = 50
"""Games below which nothing is said of what a Round does to the chance to win: its interval takes some."""
REACHED = 0.1
"""Share of games that play a Round of which it may be told that most is settled in it."""
NO_ADVICE = {
    "redraw": "who redraws had the worse hand to begin with",
    "behind": "who is behind has had the worse cards or luck",
    "standing": "who has won battles and leads has had the better cards or luck",
    **{name: happening.no_advice for name, happening in HAPPENINGS.items()},
}
"""Why rates of games in which something happened say nothing of what to do."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One rate: what it is about, of which side, under which condition, from how many games.

    ``why``: the name in `NO_ADVICE` of why it is no advice, of a rate of games in which something happened.
    ``alone``: what these games alone say, where the estimate holds the spread between good players as well.
    """

    topic: str
    side: str
    condition: str
    estimate: Estimate
    games: int
    why: str = ""
    alone: Estimate | None = None

    @property
    def rate(self) -> float:
        """That of the estimate."""
        return self.estimate.rate

    @property
    def by_games(self) -> Estimate:
        """What these games alone say."""
        return self.estimate if self.alone is None else self.alone

    def to_json(self) -> dict[str, Any]:
        """The estimate as plain values, with its games, and why it is no advice."""
        return plain(self.estimate) | {"games": self.games} | ({"no_advice": NO_ADVICE[self.why]} if self.why else {})


@dataclass(frozen=True, eq=False)
class Findings:
    """The rates of one duel, by topic; sides are "a" and "b"."""

    counts: Counts

    @property
    def games(self) -> int:
        """Games played."""
        return self.counts.games

    @cached_property
    def last_round(self) -> int:
        """The latest Round in which a game ended."""
        return int(np.flatnonzero(self.counts.rounds.sum(axis=(1, 2))).max())

    def _share(self, games: NDArray[np.int64]) -> Estimate:
        """Share of all games, from how many of each half are of a kind."""
        return share(games, self.counts.halves)

    def _by(self, topic: str, side: str, number: int, games: NDArray[np.int64]) -> Finding:
        """Share of all games in or by a Round."""
        return Finding(topic, side, f"Round {number}", self._share(games), self.games)

    def _reached(self, topic: str, side: str, number: int, games: NDArray[np.int64]) -> Finding:
        """Share of the games that reach a Round, ending in it or later; of how many of each half it is so by then."""
        reach = self.counts.rounds[number:].sum(axis=(0, 1))
        table = np.stack([self.counts.halves - reach, reach - games, games], axis=1)
        return Finding(topic, side, f"Round {number}, of the games that reach it", conditional(table), met(table))

    # Who wins.

    @cached_property
    def outcomes(self) -> Outcomes:
        """Games lost, undecided and won by side a, by who won the throw."""
        return Outcomes.of(self.counts.points)

    @cached_property
    def win_rate(self) -> dict[str, Estimate]:
        """Share of the points of each side; a game without a winner is half a point."""
        a = self.outcomes.score
        return {"a": a, "b": a.complement()}

    @cached_property
    def by_first_lead(self) -> dict[str, dict[str, Estimate]]:
        """[who led the first turn][side]: share of these games that the side won."""
        return {
            lead: {side: conditional(self.counts.by_lead[i, j]) for j, side in enumerate(SIDES)}
            for i, lead in enumerate(SIDES)
        }

    def games_with_lead(self, lead: str) -> int:
        """Games that ``lead`` led first; all where it is empty."""
        return met(self.counts.by_lead[SIDES.index(lead), 0]) if lead else self.games

    def won(self, side: str, lead: str = "") -> Finding:
        """Win rate of a side, in all games or in those that ``lead`` led first."""
        if not lead:
            return Finding("win rate", side, "", self.win_rate[side], self.games)
        estimate = self.by_first_lead[lead][side]
        return Finding("win rate by first Lead", side, f"{lead} led first", estimate, self.games_with_lead(lead))

    # How games ended.

    @cached_property
    def ended_by(self) -> dict[str, int]:
        """Games by why they ended."""
        return dict(zip(REASONS.values(), self.counts.ended.sum(axis=(1, 2)).tolist(), strict=True))

    @cached_property
    def lost_by(self) -> dict[str, dict[str, Finding]]:
        """[side][reason]: share of all games that the side lost for it; ``games`` are those."""
        return {
            side: {
                reason: Finding("lost by", side, reason, self._share(games), int(games.sum()))
                for reason, games in zip(REASONS.values(), self.counts.ended[:, 1 - place], strict=True)
            }
            for place, side in enumerate(SIDES)
        }

    @cached_property
    def undecided(self) -> int:
        """Games without a winner."""
        return int(self.counts.ended[:, 2].sum())

    @cached_property
    def round_distribution(self) -> dict[int, int]:
        """Games by the Round in which they ended."""
        ended = self.counts.rounds.sum(axis=(1, 2))
        return {int(number): int(ended[number]) for number in np.flatnonzero(ended)}

    def ended_in(self, number: int) -> Finding:
        """Share of games that ended in a Round."""
        return self._by("ends in", "", number, self.counts.rounds[number].sum(axis=0))

    @cached_property
    def survival(self) -> Survival:
        """Share of games that last longer than each Round."""
        rounds = range(1, self.last_round + 1)
        longer = self.counts.halves - np.cumsum(self.counts.rounds.sum(axis=1), axis=0)
        return Survival(tuple(map(float, rounds)), tuple(self._share(longer[number]) for number in rounds))

    def lasts_longer(self, number: int) -> Finding:
        """Share of games that last longer than a Round."""
        return Finding("lasts longer than", "", f"Round {number}", self.survival.surviving[number - 1], self.games)

    # Rates of games in which something happened.

    def redraw(self, side: str) -> Finding:
        """Share of games in which a side redrew (CR 4.2.3)."""
        redrawn = self.counts.redraw[SIDES.index(side), 1, :, 1:].sum(axis=1)
        return Finding("redraw", side, "", self._share(redrawn), self.games)

    def after_redraw(self, side: str, *, redrawn: bool) -> Finding:
        """Win rate of a side in the games in which it redrew, or kept its hand."""
        table = self.counts.redraw[SIDES.index(side), int(redrawn)]
        condition = "it redrew" if redrawn else "it kept its hand"
        return Finding("win rate by redraw", side, condition, conditional(table), met(table), "redraw")

    def happened(self, name: str, side: str, *, did: bool) -> Finding:
        """Win rate of a side in the games in which what `HAPPENINGS` names happened to it, or did not."""
        happening, table = HAPPENINGS[name], self.counts.happened[[*HAPPENINGS].index(name), SIDES.index(side), did * 1]
        return Finding(happening.topic, side, happening.conditions[1 - did], conditional(table), met(table), name)

    def comeback(self, side: str) -> Finding:
        """Win rate of a side in the games in which it was behind after some Round."""
        table = self.counts.trailed[SIDES.index(side)]
        return Finding("comeback", side, "behind after some Round", conditional(table), met(table), "behind")

    def standing(self, side: str, number: int, place: int) -> Finding:
        """Win rate of a side in games that went on after a Round; ``place`` -1 behind, 0 level, 1 ahead."""
        table = self.counts.standing[SIDES.index(side), number, 1 + place]
        words = {-1: "behind", 0: "level", 1: "ahead"}[place]
        return Finding("standing", side, f"{words} after Round {number}", conditional(table), met(table), "behind")

    def by_standing(self, number: int, standing: Standing) -> Finding:
        """Win rate of side a in games that went on after a Round with this standing; Round 0 is the beginning."""
        table = self.counts.decided[number, standing.code]
        words = f"{standing.won_by_a} to {standing.won_by_b} after Round {number}, {SIDES[standing.lead]} leads"
        return Finding("battles and Lead", "a", words, conditional(table), met(table), "standing")

    @cached_property
    def standings(self) -> list[tuple[int, Standing]]:
        """Rounds and standings after them that came up, worst for side a first: by battles ahead, then as won."""
        met_games = self.counts.decided[..., 1:].sum(axis=(2, 3))
        seen = [(int(number), Standing.of(int(code))) for number, code in np.argwhere(met_games) if number]
        return sorted(seen, key=lambda each: (each[0], each[1].won_by_a - each[1].won_by_b, *each[1]))

    # What each Round decides.

    @property
    def rounds_that_turn(self) -> range:
        """Rounds of which it is told how they move the chance to win: those that enough games play."""
        enough = self.counts.turned.sum(axis=(1, 2, 3)) >= FEWEST_SWUNG
        return range(1, 1 + int(np.count_nonzero(enough)))

    def swing(self, number: int) -> Finding:
        """By how much a Round moves the chance to win, up or down, in the games that play it."""
        estimate = swing(self.counts.turned[number])
        return Finding("swing", "", f"Round {number}", estimate, estimate.n)

    def settled_in(self, number: int, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
        """Share of the uncertainty about the winner that goes in a Round, of all games."""
        return settled_in(self.counts.turned[number], self.counts.points.sum(axis=0), confidence)

    @cached_property
    def rounds_to_compare(self) -> list[int]:
        """Rounds of which one may be named as that in which most is settled: those that a tenth of all games play."""
        played = self.counts.turned.sum(axis=(1, 2, 3))
        return [number for number in self.rounds_that_turn if played[number] >= REACHED * self.games]

    @cached_property
    def decides_most(self) -> tuple[int, Estimate] | None:
        """The Round in which most is settled, which knows that it was picked; None where nothing can be told."""
        rounds = self.rounds_to_compare
        alone = [self.settled_in(number) for number in rounds]
        if not rounds or math.isnan(alone[0].rate):
            return None
        confidence = together(DEFAULT_CONFIDENCE, len(rounds))
        first = max(range(len(rounds)), key=lambda place: alone[place].rate)
        return rounds[first], largest(alone, [self.settled_in(number, confidence) for number in rounds])

    def settled_in_shown(self, number: int) -> Finding:
        """What is settled in a Round as it is told: of the one that is named, with what allows for the choice."""
        most = self.decides_most
        estimate = most[1] if most is not None and number == most[0] else self.settled_in(number)
        return Finding("settled in", "", f"Round {number}", estimate, self.games)

    def settled(self, number: int) -> Finding:
        """Share of the uncertainty about the winner that the standing after a Round tells.

        It need not grow from one Round to the next: a standing does not say how it came about.
        """
        going_on = self.counts.turned[number, :, :OVER].sum(axis=0)
        estimate = settled(going_on, self.counts.points.sum(axis=0))
        return Finding("settled by", "", f"Round {number}", estimate, self.games)

    # What a side had done by a Round.

    def scene_by(self, side: str, number: int) -> Finding:
        """Share of games in which a side has set a scene by a Round."""
        return self._by("scene by", side, number, self.counts.scene_by[SIDES.index(side), number])

    def scene_by_reached(self, side: str, number: int) -> Finding:
        """The same of the games that reach that Round."""
        return self._reached("scene by", side, number, self.counts.scene_by_reached[SIDES.index(side), number])

    def scene_ready_by(self, side: str, number: int) -> Finding:
        """Share of games in which a side has held a scene by a Round that its Round allowed (CR 6.3), leading or no."""
        return self._by("scene held by", side, number, self.counts.scene_ready_by[SIDES.index(side), number])

    def scene_chance_by(self, side: str, number: int) -> Finding:
        """Share of games in which a side could have set a scene by a Round (CR 5.4.2): it led and held one."""
        return self._by("scene possible by", side, number, self.counts.scene_chance_by[SIDES.index(side), number])

    def scene_taken(self, side: str, number: int) -> Finding:
        """How often a side set a scene in a Round in which it could."""
        table = self.counts.scene_taken[SIDES.index(side), number]
        return Finding("scene set", side, f"could in Round {number}", conditional(table), met(table))

    def rounds_with_scenes(self) -> list[int]:
        """Rounds from the first that allows a scene that a side holds to the last in which a game ended."""
        first = np.flatnonzero(self.counts.scene_ready_by.sum(axis=(0, 2)))
        return list(range(int(first[0]), self.last_round + 1)) if len(first) else []

    def holds_scenes(self, side: str) -> bool:
        """Whether a side ever held a scene whose Round had come."""
        return self.scene_ready_by(side, self.last_round).rate > 0

    def state_by(self, side: str, state: str, number: int) -> Finding:
        """Share of games in which a side has had a character in a state by a Round."""
        games = self.counts.state_by[SIDES.index(side), STATES.index(state) - 1, number]
        return self._by(f"{state.upper()} by", side, number, games)

    def state_by_reached(self, side: str, state: str, number: int) -> Finding:
        """The same of the games that reach that Round."""
        games = self.counts.state_by_reached[SIDES.index(side), STATES.index(state) - 1, number]
        return self._reached(f"{state.upper()} by", side, number, games)

    def mean(self, name: str, side: str) -> Finding:
        """Mean in a game of what ``TALLIES`` names, of a side."""
        sums = self.counts.sums[SIDES.index(side), TALLIES.index(name)]
        return Finding(name, side, "", stratified_mean(sums, self.counts.halves), self.games)

    # All of it, in one order.

    def all(self, won: Callable[[str, str], Finding]) -> Iterator[Finding]:
        """Every rate, by topic; ``won`` is the win rate of a side as it is shown, in games that a side led first."""
        yield from (won(side, lead) for lead in ("", *SIDES) for side in SIDES)
        for side in SIDES:
            yield self.redraw(side)
            yield from (self.after_redraw(side, redrawn=redrawn) for redrawn in (True, False))
            yield from (self.happened(name, side, did=did) for name in HAPPENINGS for did in (True, False))
            yield self.comeback(side)
            yield from (finding for finding in self.lost_by[side].values() if finding.games)
        for number in range(1, self.last_round + 1):
            yield from (self.by_standing(when, standing) for when, standing in self.standings if when == number)
            if number in self.rounds_that_turn:
                yield from (self.swing(number), self.settled(number), self.settled_in_shown(number))
            yield from (self.ended_in(number), self.lasts_longer(number))
            for side in SIDES:
                standings = (self.standing(side, number, place) for place in (-1, 0, 1))
                yield from (finding for finding in standings if finding.games)
                scenes = (
                    self.scene_by,
                    self.scene_by_reached,
                    self.scene_ready_by,
                    self.scene_chance_by,
                    self.scene_taken,
                )
                yield from (finding for each in scenes if (finding := each(side, number)).games)
                for state in STATES[1:]:
                    yield from (by(side, state, number) for by in (self.state_by, self.state_by_reached))

    def means(self) -> Iterator[Finding]:
        """Every mean; ``topic`` is a name of ``TALLIES``."""
        return (self.mean(tally, side) for side in SIDES for tally in TALLIES)


@dataclass(frozen=True, eq=False)
class DuelCheck:
    """What was played to check a duel, one of ``together`` that are checked at once.

    ``stops``: when it ended, where that was as soon as its side was known.
    """

    plan: Plan
    findings: Findings
    together: int = 1
    stops: Stops | None = None

    @property
    def words(self) -> Sequence[str]:
        """The words of a command line that make this check."""
        return check_words(self.plan.policies[0], None if self.stops else self.plan.games)

    def rate(self, first: Findings) -> Checked:
        """Win rate of side a under either play."""
        confidence = together(DEFAULT_CONFIDENCE, self.together)
        return Checked(first.outcomes.estimate(confidence), self.estimate(confidence))

    def estimate(self, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
        """Win rate of side a in the check, which allows for how it ended."""
        outcomes = self.findings.outcomes
        return outcomes.estimate(confidence) if self.stops is None else self.stops.rate(outcomes, confidence)
