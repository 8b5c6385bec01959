"""The search for cards that make a deck better: what is played next, from what games came to. A page runs it as well.

Three steps, each on shuffles of its own. Screening: builds that exchange a few cards at random, drawn among those that
are met; what each card is worth that leaves and that comes in is fitted over all games (`stats.ridge`), and those that
seem worst come in no more. The race: the best single swaps play against the deck as it is, and the better half of them
plays on. The measure: those that are left play fresh games, which alone say what they gain; so no luck that chose a
build is in what is said of it. Nothing here is a number of a game: it is asked for, and comes as counts.

Larger changes are made of swaps that were raced, and raced like them; then the search goes on around the best.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ucgsim.simulate.exchanges import BUILDS_A_GAME
from ucgsim.simulate.loops.builds import FIRST
from ucgsim.stats.ridge import effects_in

if TYPE_CHECKING:
    from collections.abc import Generator

SHARES = (0.4, 0.4, 0.2)
"""Of the games: for the screening, for the race, and for the measure."""
KEPT = (0.5, 0.5)
"""Of the cards that may come in, so many are left after each round of the screening but the last."""
RACED = 96
"""Single swaps that race."""
NAMED = 10
"""Swaps that are left, and measured."""
MET = 0.36
"""Of the cards of a deck, those that are met in a game, where nothing was played yet."""
APART = 0.0025
"""Standard deviation of what a swap gains beyond what its two cards are worth in the mean."""
USUAL = 60
"""The spread of a swap is taken for the usual one as far as that of so many games says."""
LOOKS = 4
"""Rounds of the race; after each but the last the better half goes on."""
PARTS = 16
"""Swaps of which larger changes are made, and such changes of each size that race."""
AT_ONCE = 4
"""Cards that a step exchanges, at most."""


class Screening(NamedTuple):
    """A wish: games ``start`` to ``stop`` against a rival, in which some of ``entrants`` come into ``deck``.

    ``cost``: games that each of them costs. What comes back are sums of products of all columns, in rows.
    """

    deck: dict[str, int]
    rival: int
    start: int
    stop: int
    cost: float
    entrants: list[str]


class Pairing(NamedTuple):
    """A wish: games ``start`` to ``stop`` against a rival, of ``deck`` and of ``changes`` of it on the same shuffles.

    ``cost``: games that each of them costs, about; ``fresh``: on shuffles that chose nothing. What comes back are, for
    each change, nine numbers: games by the half points of the deck (rows) and of the change.
    """

    deck: dict[str, int]
    rival: int
    start: int
    stop: int
    cost: float
    changes: list[Change]
    fresh: bool


Wishes: TypeAlias = "list[Screening] | list[Pairing]"
Counts: TypeAlias = "list[list[list[int]]]"


class Change(NamedTuple):
    """Numbers of the cards that leave and of those that come in, copies repeated."""

    out: list[str]
    into: list[str]


class Sought(NamedTuple):
    """What is searched: changes of ``deck`` (copies by number) by up to ``swaps`` cards, in about ``budget`` games.

    ``limits``: copies that a build may have of each card that may come in; ``leaving``: cards that may leave;
    ``shares`` of the rivals, which sum to 1.
    """

    deck: dict[str, int]
    limits: dict[str, int]
    leaving: list[str]
    shares: list[float]
    swaps: int
    budget: int


class Runner:
    """A change in the race: what is expected of it, as a share of games, and what its games came to."""

    def __init__(self, change: Change, mean: float, variance: float, rivals: int, *, is_fitted: bool) -> None:
        self.change = change
        self.is_fitted = is_fitted
        self.prior = mean
        self.vary = variance
        self.mean = mean
        self.variance = variance
        self.pairs = [[0] * 9 for _ in range(rivals)]

    def add(self, rival: int, pairs: list[int]) -> None:
        """Add games against a rival."""
        self.pairs[rival] = [one + other for one, other in zip(self.pairs[rival], pairs, strict=True)]


class Advice(NamedTuple):
    """What a search came to: ``tried`` swaps and ``played`` games; ``measured``: what is left of the race, the best
    first; ``fresh``: games of each against each rival that chose nothing, nine numbers each.
    """

    tried: int
    played: int
    measured: list[Runner]
    fresh: list[list[list[int]]]


def gained(pairs: list[int]) -> tuple[float, float, int]:
    """Sum of what a change gained, as a share of a game each, of its squares, and games."""
    total, squares, games = 0.0, 0.0, 0
    for k, count in enumerate(pairs):
        gain = (k % 3 - k // 3) / 2
        total += count * gain
        squares += count * gain * gain
        games += count
    return total, squares, games


def weigh(runners: list[Runner], shares: list[float]) -> None:
    """Put what games say of runners together with what was expected of them."""
    sums = [[gained(pairs) for pairs in each.pairs] for each in runners]
    games = sum([one[2] for each in sums for one in each])
    usual = (sum([one[1] for each in sums for one in each]) + 1) / (games + 20)
    seen = []
    for of_runner in sums:
        mean, variance = 0.0, 0.0
        for share, (total, squares, n) in zip(shares, of_runner, strict=True):
            mean += share * total / n
            variance += share * share * (squares + USUAL * usual) / (n + USUAL) / n
        seen.append((mean, variance))
    # What cards are worth was fitted up to a constant that all swaps share.
    weights = [each.is_fitted / (one[1] + each.vary) for each, one in zip(runners, seen, strict=True)]
    ahead = [weight * (one[0] - each.prior) for each, one, weight in zip(runners, seen, weights, strict=True)]
    shift = sum(ahead) / (sum(weights) + 1)
    for each, (mean, variance) in zip(runners, seen, strict=True):
        precision = 1 / variance + 1 / each.vary
        prior = each.prior + shift if each.is_fitted else each.prior
        each.mean = (mean / variance + prior / each.vary) / precision
        each.variance = 1 / precision


def best_first(runners: list[Runner]) -> list[Runner]:
    """Runners by what is known of them."""
    return sorted(runners, key=lambda each: [-each.mean, each.change.out, each.change.into])


class Search:
    """The games that a search has asked for so far."""

    def __init__(self, sought: Sought) -> None:
        self.sought = sought
        self.played = 0.0
        self.met = MET
        self.at = 0
        """Games against each rival of the race and the screenings; no two steps share a shuffle."""

    def spans(self, cost: float, games: float) -> list[tuple[int, int, int]]:
        """Rivals, and the indices of the next games against them, where one costs so many games."""
        shares = self.sought.shares
        most = 0
        spans = []
        for rival, share in enumerate(shares):
            size = max(2 * math.floor(share * games / cost / 2), 2)
            spans.append((rival, self.at, self.at + size))
            most = max(most, size)
        self.at += most
        self.played += sum([stop - start for _, start, stop in spans]) * cost
        return spans

    def cost(self, changes: list[Change]) -> float:
        """Games that one of the deck and of changes of it costs: where no card that leaves is met, none is played."""
        return 1 + sum(1 - (1 - self.met) ** len(change.out) for change in changes)

    def race(self, deck: dict[str, int], runners: list[Runner], games: float) -> Generator[Wishes, Counts, None]:
        """Play runners in about so many games."""
        changes = [each.change for each in runners]
        cost = self.cost(changes)
        spans = self.spans(cost, games)
        counts = yield [Pairing(deck, rival, start, stop, cost, changes, fresh=False) for rival, start, stop in spans]
        for (rival, _, _), pairs in zip(spans, counts, strict=True):
            for runner, each in zip(runners, pairs, strict=True):
                runner.add(rival, each)
        weigh(runners, self.sought.shares)

    def raced(
        self, deck: dict[str, int], alive: list[Runner], size: int, games: float
    ) -> Generator[Wishes, Counts, list[Runner]]:
        """What is left of single swaps, and of changes of up to ``size`` cards made of them, the best first."""
        for number in range(LOOKS):
            yield from self.race(deck, alive, games / LOOKS)
            alive = best_first(alive)
            if number < LOOKS - 1:
                alive = alive[: max(math.ceil(len(alive) / 2), NAMED)]
            if number == LOOKS - 3 and size > 1:
                alive = alive + combined(alive, size, deck, self.sought.limits)
        return alive

    def screen(self, deck: dict[str, int], games: float) -> Generator[Wishes, Counts, list[Runner]]:
        """What single swaps are expected to gain, those first of which most is."""
        sought = self.sought
        every = sorted(sought.limits)
        outs = sorted(deck)
        entrants = every
        grams: list[list[list[int]]] = [[] for _ in sought.shares]
        for number in range(len(KEPT) + 1):
            spans = self.spans(BUILDS_A_GAME + 1, games / (len(KEPT) + 1))
            counts = yield [
                Screening(deck, rival, start, stop, BUILDS_A_GAME + 1, entrants) for rival, start, stop in spans
            ]
            for (rival, _, _), gram in zip(spans, counts, strict=True):
                grams[rival] = added(grams[rival], gram) if grams[rival] else gram
            values, variances = self.worth(grams, len(outs), len(every))
            first = FIRST + len(outs)
            if number < len(KEPT):
                ends = {name: values[first + k] + math.sqrt(variances[first + k]) for k, name in enumerate(every)}
                left = max(math.ceil(KEPT[number] * len(entrants)), NAMED)
                entrants = sorted(entrants, key=lambda name: [-ends[name], name])[:left]
                entrants = sorted(entrants)
        runners = []
        for k, out in enumerate(outs):
            for comes, into in enumerate(every):
                if out in sought.leaving and into != out and deck.get(into, 0) < sought.limits[into]:
                    one, other = FIRST + k, first + comes
                    vary = variances[one] + variances[other] + APART * APART
                    runners.append(
                        Runner(Change([out], [into]), values[one] + values[other], vary, len(grams), is_fitted=True)
                    )
        return best_first(runners)

    def worth(self, grams: list[list[list[int]]], outs: int, every: int) -> tuple[list[float], list[float]]:
        """What columns are worth as a share of games, and how well that is known."""
        games = sum([gram[0][0] for gram in grams])
        self.met = sum([gram[0][2] for gram in grams]) / games / sum(self.sought.deck.values())
        kinds = [0] * FIRST + [1] * outs + [2] * every + [0]
        values, variances = effects_in(grams, kinds)
        # Half points of a game in which the card was met; of all games it is met in a share.
        scale = self.met / 2
        return [scale * each for each in values], [scale * scale * each for each in variances]


def added(one: list[list[int]], other: list[list[int]]) -> list[list[int]]:
    """Sums of two tables."""
    return [[x + y for x, y in zip(*rows, strict=True)] for rows in zip(one, other, strict=True)]


def legal(change: Change, deck: dict[str, int], limits: dict[str, int]) -> bool:
    """Whether a deck can make a change: it has what leaves, and may have what comes in."""
    return all(change.out.count(name) <= deck.get(name, 0) for name in change.out) and all(
        deck.get(name, 0) + change.into.count(name) <= limits[name] for name in change.into
    )


def composed(one: Change, other: Change) -> Change:
    """One change and another one after it; what leaves and comes back is none."""
    out, into = sorted(one.out + other.out), sorted(one.into + other.into)
    for name in [*out]:
        if name in into:
            out.remove(name)
            into.remove(name)
    return Change(out, into)


def applied(deck: dict[str, int], change: Change) -> dict[str, int]:
    """The copies of each card that a change makes of a deck."""
    counts = dict(deck.items())
    for name in change.out:
        counts[name] -= 1
    for name in change.into:
        counts[name] = counts.get(name, 0) + 1
    return {name: count for name, count in counts.items() if count}


def combined(singles: list[Runner], size: int, deck: dict[str, int], limits: dict[str, int]) -> list[Runner]:
    """Changes of two to ``size`` cards, made of the best of those of one, for which most is expected."""
    parts = best_first(singles)[:PARTS]
    layer = parts
    made: list[Runner] = []
    for _ in range(size - 1):
        further: dict[str, Runner] = {}
        for runner in layer:
            for part in parts:
                change = composed(runner.change, part.change)
                key = " ".join([*change.out, *change.into])
                if len(change.out) == len(runner.change.out) + 1 and key not in further and legal(change, deck, limits):
                    vary = runner.variance + part.variance + APART * APART
                    further[key] = Runner(change, runner.mean + part.mean, vary, len(part.pairs), is_fitted=False)
        layer = best_first([*further.values()])[:PARTS]
        made = made + layer
    return made


def steps_of(swaps: int) -> list[int]:
    """How many cards each step may exchange: all in one, or half of them and the others around what was best."""
    steps = 1 if swaps == 1 else max(2, math.ceil(swaps / AT_ONCE))
    return [swaps // steps + (1 if number < swaps % steps else 0) for number in range(steps)]


def coach(sought: Sought) -> Generator[Wishes, Counts, Advice]:
    """Search for what makes a deck better: yields wishes, is sent what they came to, returns what it advises."""
    search, deck, done, tried = Search(sought), sought.deck, Change([], []), 0
    sizes = steps_of(sought.swaps)
    measured: list[Runner] = []
    ahead = 0.0
    for size in sizes:
        budget = sought.budget / len(sizes)
        runners = yield from search.screen(deck, SHARES[0] * budget)
        if not runners:
            break
        tried += len(runners)
        alive = yield from search.raced(deck, runners[:RACED], size, SHARES[1] * budget)
        for each in alive:
            each.change = composed(done, each.change)
            each.mean += ahead
        measured = measured[:1] + [each for each in alive if each.change.out]
        measured = best_first(measured)[:NAMED]
        done, ahead = measured[0].change, measured[0].mean
        deck = applied(sought.deck, done)
    changes = [each.change for each in measured]
    cost = search.cost(changes)
    spans = search.spans(cost, SHARES[2] * sought.budget)
    counts = yield [Pairing(sought.deck, rival, start, stop, cost, changes, fresh=True) for rival, start, stop in spans]
    fresh = [[of_rival[place] for of_rival in counts] for place in range(len(measured))]
    return Advice(tried, math.ceil(search.played), measured, fresh)
