"""Lessons of the planner that only its training plays: blocks of games, opening hands, and how well it has learned.

Opening hands are each played kept and given back; the network for redraws is fitted to what giving them back gains.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ucgsim.cards.catalog import shipped_catalog
from ucgsim.engine.core.layout import OPTION, POSITION
from ucgsim.engine.core.record import new_game
from ucgsim.policies.greedy import DEAR
from ucgsim.policies.planner.features import Net, OfCard, OfHand
from ucgsim.policies.planner.training import (
    Adam,
    Lessons,
    answers,
    blank_layers,
    forget_unseen,
    fresh_layers,
    measure,
    orders,
    rescale,
)
from ucgsim.policies.planner.weights import Weights, teach
from ucgsim.simulate.loops.lessons import see_openings
from ucgsim.simulate.openings import Chance, play_hands
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.practice import LessonBlock, lessons_at
from ucgsim.simulate.table import lay_out

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ucgsim.decks.deck import Deck
    from ucgsim.policies.planner.training import Layers, Numbers

MANY = 4096
"""Opening hands that one step of their fit looks at."""
SAMPLE = 200_000
"""Opening hands by which inputs are brought to one scale."""
CHUNK = 100_000
"""Opening hands that are looked at together."""
RIDGE = 300.0
"""Hands' worth of nothing that each input's part in a game after a redraw is drawn towards."""


def play_block(decks: tuple[Deck, Deck], weights: Weights | None, block: LessonBlock) -> NDArray[np.void]:
    """Lessons of one pairing, rows of dtype LESSON; without ``weights`` greedy plays."""
    policy = "greedy" if weights is None else "planner"
    table = lay_out(decks, Terms.of(policy=policy, catalog=shipped_catalog()))
    tables = table.tables.copy()
    if weights is not None:
        teach(tables, weights)
    return lessons_at(tables, table.decks, block)


class Chapter(NamedTuple):
    """Hands of one pairing: what is seen of the ``deck``, float32 (POSITION,), and of the ``hands``, float32
    (n, OPTION); half points of the games in which they were ``kept`` and ``redrawn``, int8 (n,).
    """

    deck: NDArray[np.float32]
    hands: NDArray[np.float32]
    kept: NDArray[np.int8]
    redrawn: NDArray[np.int8]


def play_chapter(decks: tuple[Deck, Deck], weights: Weights, chance: Chance, hands: int) -> Chapter:
    """So many opening hands of the first deck against the second; the planner plays both by ``weights``."""
    table = lay_out(decks, Terms.of(policy="planner", catalog=shipped_catalog()))
    tables = table.tables.copy()
    teach(tables, weights)
    played = play_hands(table.but(tables), chance, range(hands))
    of_deck, of_hands = np.zeros(POSITION, np.float32), np.zeros((hands, OPTION), np.float32)
    see_openings(new_game(), tables, table.decks, chance.seed, chance.matchup, np.arange(hands), of_deck, of_hands)
    return Chapter(of_deck, of_hands, played.kept.astype(np.int8), played.redrawn.astype(np.int8))


def beginners_layers(net: Net) -> Layers:
    """Layers that choose among cards as greedy does, and rate everything else the same."""
    layers = blank_layers()
    sign, none = {Net.TAKE: (1.0, -10.0), Net.GIVE: (-1.0, -DEAR)}.get(net, (0.0, 0.0))
    layers["skip_option"][OfCard.WORTH] = sign
    layers["skip_option"][OfCard.NONE_OF_THEM] = none
    return layers


def quality(lessons: Lessons, net: Net, layers: Layers) -> dict[str, Any]:
    """How well layers do on lessons they did not see: what is won a decision, and what could be explained."""
    if not len(lessons.y):
        return {"decisions": 0}
    rated = answers(layers, lessons.x)
    if net is Net.OUTLOOK:
        chance = 1.0 / (1.0 + np.exp(-rated))
        return {"mean_square": float(((chance - lessons.y) ** 2).mean()), "of": float(lessons.y.var())}
    decisions = (slice(start, end) for start, end in pairwise(lessons.edges))
    won = [lessons.y[each][np.argmax(rated[each])] - lessons.y[each].mean() for each in decisions]
    return {"won": float(np.mean(won)), "error": float(np.std(won) / len(won) ** 0.5), "decisions": len(won)}


@dataclass(frozen=True, slots=True)
class Openings:
    """Opening hands, each played kept and given back on the same chance.

    ``decks``: what is seen of the list of each pairing, float32 (pairings, POSITION); ``hands``: of each hand, float32
    (n, OPTION); ``pairing``: of each hand, int (n,); ``kept``, ``redrawn``: shares of the game, float32 (n,).
    """

    decks: Numbers
    hands: Numbers
    pairing: NDArray[np.int64]
    kept: Numbers
    redrawn: Numbers

    def part(self, chosen: NDArray[Any]) -> Openings:
        """Some of the hands."""
        hands = (each[chosen] for each in (self.hands, self.pairing, self.kept, self.redrawn))
        return Openings(self.decks, *hands)

    def inputs(self, chosen: NDArray[np.int64]) -> Numbers:
        """What is seen of some of the hands and of their lists, (n, POSITION + OPTION)."""
        return np.concatenate([self.decks[self.pairing[chosen]], self.hands[chosen]], axis=1)


def expected_gains(openings: Openings) -> Numbers:
    """What giving back each hand gained, with chance taken off the game after it.

    A hand given back is another hand: that game says little of this one. So its result is taken to be the mean of its
    pairing and seat and a linear part of the cards given back, which can't come again (CR 4.2.3).
    """
    cells = 2 * openings.pairing + (openings.hands[:, OfHand.LEADS] > 0)
    many = np.maximum(np.bincount(cells), 1)
    means = np.bincount(cells, openings.redrawn) / many
    centres = np.stack([np.bincount(cells, column) / many for column in openings.hands.T], axis=1)
    square, product = RIDGE * np.eye(OPTION), np.zeros(OPTION)
    for start in range(0, len(cells), CHUNK):
        part = slice(start, start + CHUNK)
        away = openings.hands[part] - centres[cells[part]]
        square += away.T @ away
        product += away.T @ (openings.redrawn[part] - means[cells[part]])
    slope = np.linalg.solve(square, product)
    expected = means[cells] + openings.hands @ slope - (centres @ slope)[cells]
    return (expected - openings.kept).astype(np.float32)


def fit_openings(openings: Openings, *, seed: int, epochs: int, rate: float) -> Layers:
    """Layers fitted to what giving hands back gains; the same for the same hands and seed."""
    chance = np.random.default_rng([seed, Net.REDRAW])
    gains, n = expected_gains(openings), len(openings.kept)
    sample = openings.inputs(np.sort(chance.permutation(n)[:SAMPLE]))
    middle, size = measure(sample)
    size += 0.02
    layers = fresh_layers(chance)
    adam = Adam(layers, Net.REDRAW)
    steps = max(epochs * -(-n // MANY), 1)
    for order in orders(n, Net.REDRAW, seed, epochs):
        for start in range(0, n, MANY):
            chosen = order[start : start + MANY]
            part = Lessons(openings.inputs(chosen), gains[chosen], np.arange(len(chosen) + 1))
            scale = np.stack([middle, 1.0 / size])
            adam.step(part, np.arange(len(chosen)), scale, rate * (1.0 - adam.steps / steps))
    rescale(layers, 1.0 / size)
    for place, away in enumerate(middle):
        name, at = ("position", place) if place < POSITION else ("option", place - POSITION)
        layers["bias"] -= away * layers[f"of_{name}"][at]
        layers["last"] -= away * layers[f"skip_{name}"][at]
    forget_unseen(layers, np.asarray(sample.any(axis=0)))
    return layers


def quality_of_redraws(openings: Openings, layers: Layers) -> dict[str, Any]:
    """What the choices of layers win more than always keeping, on hands that they did not learn from."""
    n = len(openings.kept)
    rated = [answers(layers, openings.inputs(np.arange(start, min(start + CHUNK, n)))) for start in range(0, n, CHUNK)]
    if not rated:
        return {"hands": 0}
    won = np.where(np.concatenate(rated) > 0, openings.redrawn - openings.kept, 0.0)
    return {"won": float(won.mean()), "error": float(won.std() / n**0.5), "hands": n}
