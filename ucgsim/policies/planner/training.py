"""How the planner's networks are fitted to lessons: squared loss on advantages, centred within each decision.

Sums are those of the library, one after the other: a fit is the same to the last bit on every machine, where NumPy's
matrix products and its sums along an axis are of another order on another processor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.compiling.compiled import compiled, entry
from ucgsim.engine.core.arithmetic import exp, spread_option, spread_position, weigh_option, weigh_position
from ucgsim.engine.core.chance import STREAMS, seed_streams, shuffle
from ucgsim.engine.core.layout import HIDDEN, LEARNED, OPTION, POSITION
from ucgsim.policies.planner.features import Net
from ucgsim.policies.planner.weights import LAYERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ucgsim.policies.planner.weights import Weights

    Numbers = NDArray[np.float32]
    Layers = np.recarray

BATCH = 1024
"""Decisions that one step of the fit looks at."""
DECAY = 1e-5
"""How strongly weights are pulled to nothing."""
BETAS = np.array([[0.9], [0.999]])
"""Memories of Adam (D. Kingma and J. Ba, 2015)."""
INPUTS = POSITION + OPTION
NETWORK = np.dtype([(name, "f4", LEARNED[name].shape[1:]) for name in LAYERS])
"""The layers of one network."""
ROW = np.dtype(
    [
        ("position", "f8", (POSITION,)),
        ("option", "f8", (OPTION,)),
        ("units", "f4", (HIDDEN,)),
        ("back", "f4", (HIDDEN,)),  # slope of the loss by each unit
        ("wrong", "f8"),  # by how much the answer is too high
    ],
    align=True,
)
"""An option while it is learned from."""
DICE = np.dtype([("rng", "i8", (STREAMS, 4))])


@compiled
def rate_row(layers, row, x, k, scale):
    """See row ``k`` of ``x`` by its ``scale``, and return what a network answers."""
    for i in range(POSITION):
        row.position[i] = (x[k, i] - scale[0, i]) * scale[1, i]
    for i in range(OPTION):
        row.option[i] = (x[k, POSITION + i] - scale[0, POSITION + i]) * scale[1, POSITION + i]
    weigh_position(row.position, layers.of_position, layers.bias, row.units)
    weigh_option(row.option, layers.of_option, row.units, row.units)
    answer = np.float64(layers.last)
    for h in range(HIDDEN):
        if row.units[h] > 0.0:
            answer += np.float64(row.units[h]) * layers.second[h]
    for i in range(POSITION):
        answer += row.position[i] * layers.skip_position[i]
    for i in range(OPTION):
        answer += row.option[i] * layers.skip_option[i]
    return answer


@compiled
def add_slope(layers, slope, row, wrong):
    """Add the slope of the loss by every layer, of a row whose answer is ``wrong`` by so much."""
    slope.last += wrong
    for h in range(HIDDEN):
        there = row.units[h] > 0.0
        row.back[h] = wrong * layers.second[h] if there else 0.0
        slope.bias[h] += row.back[h]
        if there:
            slope.second[h] += wrong * row.units[h]
    for i in range(POSITION):
        slope.skip_position[i] += wrong * row.position[i]
    for i in range(OPTION):
        slope.skip_option[i] += wrong * row.option[i]
    spread_position(row.position, row.back, slope.of_position)
    spread_option(row.option, row.back, slope.of_option)


@entry(*(NETWORK, NETWORK, [ROW]), *([np.float32, 2], [np.float32], [np.int64], [np.int64], [np.float64, 2], int))
def add_slopes(layers, slope, rows, x, y, edges, chosen, scale, net):
    """Add to ``slope`` that of the loss by every layer, over the decisions ``chosen``.

    ``rows``: room for the options of one decision. ``edges``: where each decision begins and the last one ends.
    ``scale``: what is taken from each input, and what it is then taken times, shape (2, INPUTS).
    """
    for c in range(chosen.shape[0]):
        begin = int(edges[chosen[c]])
        size = int(edges[chosen[c] + 1]) - begin
        mean = 0.0
        for i in range(size):
            rated = rate_row(layers, rows[i], x, begin + i, scale)
            if net == Net.OUTLOOK:
                rated = 1.0 / (1.0 + exp(-rated))
            rows[i].wrong = rated - y[begin + i]
            mean += rows[i].wrong / size
        if net == Net.OUTLOOK or net == Net.REDRAW:
            mean = 0.0
        for i in range(size):
            add_slope(layers, slope, rows[i], (rows[i].wrong - mean) / chosen.shape[0])


@entry(NETWORK, [ROW], [np.float32, 2], [np.float64, 2], [np.float64])
def _answer(layers, rows, x, scale, out):
    """What a network answers each row of ``x`` by its ``scale``; ``out`` is overwritten."""
    for k in range(x.shape[0]):
        out[k] = rate_row(layers, rows[0], x, k, scale)


@entry([np.float32, 2], [np.float64, 2])
def _measure(x, out):
    """Add the mean of every input and the mean square of what it is away from that to ``out``, shape (2, INPUTS)."""
    for k in range(x.shape[0]):
        for i in range(INPUTS):
            out[0, i] += x[k, i] / x.shape[0]
    for k in range(x.shape[0]):
        for i in range(INPUTS):
            away = x[k, i] - out[0, i]
            out[1, i] += away * away / x.shape[0]


@entry(DICE, [np.int64], int, int, int)
def _mix(dice, order, seed, net, epoch):
    """Put the decisions in the order of an epoch; ``dice`` is written on."""
    seed_streams(dice, seed, net, epoch)
    shuffle(dice, 0, order, order.shape[0])


@dataclass(frozen=True, slots=True)
class Lessons:
    """Options of decisions: ``x``: shape (rows, INPUTS); ``y``: their value; ``edges``: where each decision begins, and
    where the last one ends.
    """

    x: Numbers
    y: Numbers
    edges: NDArray[np.int64]

    @property
    def decisions(self) -> int:
        """How many there are."""
        return len(self.edges) - 1


def lessons_for(rows: NDArray[np.void], net: Net) -> Lessons:
    """The rows of one network (dtype LESSON)."""
    rows = rows[rows["net"] == net]
    x = np.concatenate([rows["position"], rows["option"]], axis=1)
    y = rows["value"].astype(np.float32)
    if net is Net.OUTLOOK:
        return Lessons(x, y, np.arange(len(y) + 1))
    key = rows["game"].astype(np.int64) * 4096 + rows["decision"]
    return Lessons(x, y, np.append(np.flatnonzero(np.diff(key, prepend=-1)), len(y)))


def measure(x: Numbers) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Mean and standard deviation of every input, shape (INPUTS,)."""
    out = np.zeros((2, INPUTS))
    _measure(x, out)
    return out[0], np.sqrt(out[1])


def answers(layers: Layers, x: Numbers) -> NDArray[np.float64]:
    """What a network answers, shape (rows,)."""
    out = np.empty(len(x))
    _answer(layers, np.zeros(1, ROW).view(np.recarray), x, np.stack([np.zeros(INPUTS), np.ones(INPUTS)]), out)
    return out


def orders(decisions: int, net: Net, seed: int, epochs: int) -> Iterator[NDArray[np.int64]]:
    """The decisions as each epoch looks at them, every time in another order."""
    dice = np.zeros((), DICE).view(np.recarray)
    for epoch in range(epochs):
        order = np.arange(decisions)
        _mix(dice, order, seed, net, epoch)
        yield order


def blank_layers() -> Layers:
    """Layers that answer nothing."""
    return np.zeros((), NETWORK).view(np.recarray)


def fresh_layers(chance: np.random.Generator) -> Layers:
    """Layers before the first step: the first at random, the answer nothing."""
    layers = blank_layers()
    first = chance.normal(0.0, (2.0 / 24) ** 0.5, (INPUTS, HIDDEN))
    layers["of_position"], layers["of_option"] = first[:POSITION], first[POSITION:]
    layers["bias"] = chance.uniform(-0.5, 0.5, HIDDEN)
    layers["second"] = chance.normal(0.0, 0.02, HIDDEN)
    return layers


class Adam:
    """Steps down the slope (D. Kingma and J. Ba, 2015), pulled to nothing a little; ``layers`` are changed in place.

    What NumPy does to numbers one by one is exact everywhere.
    """

    def __init__(self, layers: Layers, net: Net, largest: int = 1) -> None:
        """``largest``: options of a decision, at most."""
        self.layers, self.net, self.steps = layers, net, 0
        self.rows, self.slope = np.zeros(largest, ROW).view(np.recarray), blank_layers()
        self.numbers, self.slopes = (each.reshape(1).view(np.float32) for each in (layers, self.slope))
        self.memories = np.zeros((2, len(self.numbers)), np.float32)
        self.left = np.ones_like(BETAS)

    def step(self, lessons: Lessons, chosen: NDArray[np.int64], scale: NDArray[np.float64], rate: float) -> None:
        """One step, by the decisions that are ``chosen`` of lessons, with inputs brought to ``scale``."""
        self.steps += 1
        self.left *= BETAS
        self.slopes[:] = 0.0
        add_slopes(self.layers, self.slope, self.rows, lessons.x, lessons.y, lessons.edges, chosen, scale, self.net)
        new = np.stack([self.slopes, self.slopes * self.slopes])
        self.memories += (1 - BETAS).astype(np.float32) * (new - self.memories)
        mean, square = self.memories / (1 - self.left).astype(np.float32)
        pull = mean / (np.sqrt(square) + np.float32(1e-7)) + np.float32(DECAY) * self.numbers
        self.numbers -= np.float32(rate) * pull


def fit(lessons: Lessons, net: Net, *, seed: int, epochs: int, rate: float, begin: Layers | None = None) -> Layers:
    """Layers fitted to lessons, from ``begin`` on if there is any; the same for the same lessons and seed."""
    layers = fresh_layers(np.random.default_rng([seed, net])) if begin is None else begin.copy()
    n = lessons.decisions
    if not n:
        return layers
    size = measure(lessons.x)[1] + 0.05
    scale = np.stack([np.zeros(INPUTS), 1.0 / size])
    if begin is not None:
        rescale(layers, size)
    adam = Adam(layers, net, int(np.diff(lessons.edges).max()))
    steps = epochs * -(-n // BATCH)
    for order in orders(n, net, seed, epochs):
        for start in range(0, n, BATCH):
            adam.step(lessons, order[start : start + BATCH], scale, rate * (1.0 - adam.steps / steps))
    rescale(layers, 1.0 / size)
    forget_unseen(layers, np.asarray(lessons.x.any(axis=0)))
    return layers


def rescale(layers: Layers, size: NDArray[np.float64]) -> None:
    """Let layers answer the same of inputs that are divided by a ``size`` each."""
    for part, name in ((slice(POSITION), "position"), (slice(POSITION, INPUTS), "option")):
        layers[f"of_{name}"] *= size[part, None]
        layers[f"skip_{name}"] *= size[part]


def forget_unseen(layers: Layers, seen: NDArray[np.bool_]) -> None:
    """Give an input that was never ``seen`` no weight, rather than what it began with by chance."""
    rescale(layers, seen.astype(np.float64))


def layers_of(weights: Weights, net: Net) -> Layers:
    """The layers of one network among the weights."""
    layers = blank_layers()
    for name in LAYERS:
        layers[name] = weights[name][net]
    return layers


def put_layers(weights: Weights, net: Net, layers: Layers) -> None:
    """Put fitted layers among the weights."""
    for name in LAYERS:
        weights[name][net] = layers[name]
