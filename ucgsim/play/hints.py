"""A hint for a person who plays: what search makes of the options, and what it thinks the other side holds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ucgsim.engine.core.constants import NONE, PLAYERS
from ucgsim.engine.field.sight import Sight
from ucgsim.play.seat import card_line, option_name
from ucgsim.policies.labels import SIDES, number_of, pending_labels, stack_of
from ucgsim.policies.planner.weights import seat
from ucgsim.policies.spec import Policy, PolicyId, Searching, parse_policy
from ucgsim.simulate.loops.slow_motion import imagine_game, rate_game
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, normal_quantile

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy as np

    from ucgsim.play.game import Game

USUAL = "search:64,with=planner,guess=1"
"""The search of a hint where nobody at the table searches; with fewer worlds it could not tell options a few points
apart. Dealt all alike, hidden cards are weaker than they are: both players of a game were shown 120 % together."""
DEALT = 64
"""Worlds in which the other side's cards are counted."""
MOST_WIDE = 52
"""Letters that are asked for an option next to its chance, on a terminal; places take six more."""
MOST_NAMED = 8
"""Cards that are named where many are possible."""


@dataclass(frozen=True, slots=True)
class Value:
    """An option: its mean chance to win, from 0 to 1, and the standard error of that over the worlds."""

    label: str
    mean: float
    error: float

    @property
    def reach(self) -> float:
        """How far its 95 % interval reaches to either side."""
        return self.error * normal_quantile(DEFAULT_CONFIDENCE)

    def __str__(self) -> str:
        mean, low, high = (round(100 * each) for each in (self.mean, self.mean - self.reach, self.mean + self.reach))
        if low < 0 or high > 100:
            return f"{mean:3} % ({max(low, 0)} to {min(high, 100)})"
        return f"{mean:3} % ± {100 * self.reach:.0f}"


@dataclass(frozen=True, slots=True)
class Hint:
    """``values``: an option each, in their order, tried in ``worlds`` worlds and played on by a fast policy for
    ``turns`` turns, or to the end for 0.

    ``hand`` and ``face_down`` (by area, ``B2``): in which share of ``dealt`` worlds a card is there.
    """

    values: tuple[Value, ...]
    worlds: int
    turns: int
    by: str
    dealt: int
    hand: Mapping[str, float]
    face_down: Mapping[str, Mapping[str, float]]


def hint(game: Game, policy: Policy | None = None) -> Hint:
    """Rate the options of the pending decision for the player who decides; nothing of the game changes.

    ``policy``: a searching one, whose worlds and turns are taken; else those of ``USUAL``. It is always the planner
    that plays on: what greedy makes of a hand or a board says little of what a person makes of it. And hidden cards are
    always dealt as the planner would have come to them.
    """
    searching = _as_planner(policy if policy is not None and policy.searches else parse_policy(USUAL))
    worlds, turns = int(searching.values[0]), int(searching.values[1])
    g, tables = game.copy().record, game.book.tables.copy()
    seat(tables, [searching] * PLAYERS)
    values = rated(game, searching)
    viewer = int(g["player"])
    dealt = [imagine_game(g, tables, viewer, number, searching.row) for number in range(DEALT)]
    by = searching.kind.parameters[2].write(searching.values[2])
    return Hint(values, worlds, turns, by, DEALT, _hand(game, dealt, 1 - viewer), _face_down(game, dealt, viewer))


def rated(game: Game, searching: Policy) -> tuple[Value, ...]:
    """Every option of the pending decision with its chance, in their order; nothing of the game changes."""
    worlds, turns = int(searching.values[0]), int(searching.values[1])
    g, tables = game.copy().record, game.book.tables.copy()
    seat(tables, [searching] * PLAYERS)
    ratings = rate_game(g, tables, worlds=worlds, turns=turns, policy=searching.row)
    labels = pending_labels(g, game.book.names)
    first = {label: place for place, label in reversed(list(enumerate(labels)))}
    return tuple(
        Value(labels[place], float(ratings.average[place]), float(ratings.noise[place]))
        for place in sorted(first.values())
    )


def _as_planner(policy: Policy) -> Policy:
    """A searching policy, but the planner plays on, and hidden cards are as it would have played."""
    values = list(policy.values)
    values[Searching.WITH - 1], values[Searching.GUESS - 1] = float(PolicyId.PLANNER), 1.0
    return replace(policy, values=tuple(values))


def _shares(held: Iterable[Iterable[str]]) -> dict[str, float]:
    """In which share of the worlds a card is among those, the likeliest first."""
    counts = Counter(number for each in held for number in set(each))
    return {number: counts[number] / DEALT for number in sorted(counts, key=lambda one: (-counts[one], one))}


def _hand(game: Game, dealt: Sequence[np.record], player: int) -> dict[str, float]:
    names = game.book.names
    return _shares(
        [[number_of(g, names, int(card)) for card in g["hand"][player, : g["n_hand"][player]]] for g in dealt]
    )


def _face_down(game: Game, dealt: Sequence[np.record], viewer: int) -> dict[str, dict[str, float]]:
    """Of every area in which the other side has cards that the viewer can't tell."""
    g, names, shares = game.record, game.book.names, {}
    for area, at in enumerate(g["field"][1 - viewer, : g["n_areas"]].tolist()):
        down = int(g["hidden"][at]) if at != NONE else 0
        lying = stack_of(g, at)[-down:] if down else []
        if any(g["sight"][viewer, card] != Sight.SEEN for card in lying):
            worlds = [[number_of(world, names, card) for card in stack_of(world, at)[-down:]] for world in dealt]
            shares[f"{SIDES[1 - viewer]}{area + 1}"] = _shares(worlds)
    return shares


def hint_lines(game: Game, advice: Hint) -> list[str]:
    """The hint in words, a line each."""
    length = f"for {advice.turns} turns" if advice.turns else "to the end"
    names = [option_name(game, value.label, MOST_WIDE) for value in advice.values]
    wide = max(map(len, names))
    best = max(value.mean for value in advice.values)
    other = SIDES[1 - int(game.record.player)]
    return [
        f"Chance to win after each option, with its 95 % interval, over {advice.worlds} worlds in which the cards you "
        f"can't see are dealt again, played on by {advice.by} {length}:",
        *(
            f"  {name:<{wide}}  {value}{'  *' if value.mean == best else ''}"
            for name, value in zip(names, advice.values, strict=True)
        ),
        f"What {other} may hold, in which share of {advice.dealt} such worlds:",
        *_named(game, advice.hand),
        *(
            line
            for place, cards in advice.face_down.items()
            for line in (f"Face-down in {place}:", *_named(game, cards))
        ),
    ]


def _named(game: Game, cards: Mapping[str, float]) -> list[str]:
    shown = list(cards.items())[:MOST_NAMED]
    lines = [f"  {100 * share:3.0f} %  {card_line(game, number)}" for number, share in shown]
    rest = len(cards) - len(shown)
    return [*lines, f"  {rest} further cards"] if rest else lines or ["  no card"]
