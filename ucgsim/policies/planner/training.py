"""How the planner's networks are fitted to lessons: squared loss on advantages, centred within each decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.engine.core.layout import HIDDEN, OPTION, POSITION
from ucgsim.policies.planner.features import Net

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ucgsim.policies.planner.weights import Weights

    Numbers = NDArray[np.float32]
    Layers = dict[str, Numbers]

BATCH = 1024
"""Decisions that one step of the fit looks at."""
DECAY = 1e-5
"""How strongly weights are pulled to nothing."""
BETAS = (0.9, 0.999)
"""Memories of Adam (D. Kingma and J. Ba, 2015)."""


@dataclass(frozen=True, slots=True)
class Lessons:
    """Options of decisions: ``x``: shape (rows, POSITION + OPTION); ``y``: their value; ``starts``: of decisions."""

    x: Numbers
    y: Numbers
    starts: NDArray[np.int64]

    @property
    def ends(self) -> NDArray[np.int64]:
        """Where each decision ends."""
        return np.append(self.starts[1:], len(self.y))


def lessons_for(rows: NDArray[np.void], net: Net) -> Lessons:
    """The rows of one network (dtype LESSON): centred within decisions."""
    rows = rows[rows["net"] == net]
    x = np.concatenate([rows["position"], rows["option"]], axis=1)
    y = rows["value"].astype(np.float32)
    if net is Net.OUTLOOK:
        return Lessons(x, y, np.arange(len(y)))
    key = rows["game"].astype(np.int64) * 4096 + rows["decision"]
    starts = np.flatnonzero(np.append(True, key[1:] != key[:-1])) if len(key) else np.zeros(0, np.int64)
    return Lessons(x, centred(y, starts) if len(y) else y, starts)


def part_of(lessons: Lessons, chosen: NDArray[np.int64]) -> Lessons:
    """Some of the decisions."""
    starts, sizes = lessons.starts[chosen], (lessons.ends - lessons.starts)[chosen]
    ends = np.cumsum(sizes)
    index = np.arange(ends[-1] if len(ends) else 0) + np.repeat(starts - (ends - sizes), sizes)
    return Lessons(lessons.x[index], lessons.y[index], ends - sizes)


def centred(values: Numbers, starts: NDArray[np.int64]) -> Numbers:
    """Values less their mean in each decision."""
    sizes = np.diff(np.append(starts, len(values)))
    centres: Numbers = values - np.repeat(np.add.reduceat(values, starts) / sizes, sizes).astype(np.float32)
    return centres


def forward(layers: Layers, x: Numbers) -> tuple[Numbers, Numbers]:
    """Hidden units, shape (rows, HIDDEN), and answers, shape (rows,)."""
    hidden = np.maximum(x @ layers["first"] + layers["bias"], 0.0)
    return hidden, hidden @ layers["second"] + x @ layers["skip"] + layers["last"]


def mistakes(rated: Numbers, lessons: Lessons, net: Net) -> Numbers:
    """Derivatives of the loss by each answer, times the number of decisions."""
    if net is Net.OUTLOOK:
        rated = (1 / (1 + np.exp(-rated))).astype(np.float32)
    elif net is not Net.REDRAW:
        rated = centred(rated, lessons.starts)
    wrong: Numbers = rated - lessons.y
    return wrong if net in (Net.OUTLOOK, Net.REDRAW) else centred(wrong, lessons.starts)


def slopes(layers: Layers, lessons: Lessons, net: Net) -> Layers:
    """Derivatives of the loss by every layer."""
    hidden, rated = forward(layers, lessons.x)
    wrong = mistakes(rated, lessons, net) / np.float32(len(lessons.starts))
    back = np.outer(wrong, layers["second"]) * (hidden > 0.0)
    return {
        "first": lessons.x.T @ back,
        "bias": back.sum(axis=0),
        "second": hidden.T @ wrong,
        "skip": lessons.x.T @ wrong,
        "last": np.array(wrong.sum(), np.float32),
    }


def fresh_layers(chance: np.random.Generator) -> Layers:
    """Layers before the first step: the first at random, the answer nothing."""
    inputs = POSITION + OPTION
    return {
        "first": chance.normal(0.0, (2.0 / 24) ** 0.5, (inputs, HIDDEN)).astype(np.float32),
        "bias": chance.uniform(-0.5, 0.5, HIDDEN).astype(np.float32),
        "second": np.zeros(HIDDEN, np.float32) + chance.normal(0.0, 0.02, HIDDEN).astype(np.float32),
        "skip": np.zeros(inputs, np.float32),
        "last": np.zeros((), np.float32),
    }


class Adam:
    """Steps down the slope (D. Kingma and J. Ba, 2015), pulled to nothing a little."""

    def __init__(self, layers: Layers) -> None:
        self.layers = layers
        self.means = {name: np.zeros_like(layer) for name, layer in layers.items()}
        self.squares = {name: np.zeros_like(layer) for name, layer in layers.items()}
        self.steps = 0

    def step(self, slope: Layers, rate: float) -> None:
        """One step; the layers are changed in place."""
        self.steps += 1
        for name, layer in self.layers.items():
            mean, square = self.means[name], self.squares[name]
            mean += (1 - BETAS[0]) * (slope[name] - mean)
            square += (1 - BETAS[1]) * (slope[name] ** 2 - square)
            size = mean / (1 - BETAS[0] ** self.steps)
            pull = size / (np.sqrt(square / (1 - BETAS[1] ** self.steps)) + 1e-7) + DECAY * layer
            np.subtract(layer, rate * pull, out=layer)


def fit(lessons: Lessons, net: Net, *, seed: int, epochs: int, rate: float, begin: Layers | None = None) -> Layers:
    """Layers fitted to lessons, from ``begin`` on if there is any; the same for the same lessons and seed."""
    chance = np.random.default_rng([seed, net])
    scale = lessons.x.std(axis=0) + np.float32(0.05) if len(lessons.y) else np.ones(POSITION + OPTION, np.float32)
    layers = fresh_layers(chance) if begin is None else {name: layer.copy() for name, layer in begin.items()}
    if begin is not None:
        layers["first"] *= scale[:, None]
        layers["skip"] *= scale
    scaled = Lessons(lessons.x / scale, lessons.y, lessons.starts)
    adam, n = Adam(layers), len(lessons.starts)
    steps = max(epochs * -(-n // BATCH), 1)
    for _ in range(epochs):
        order = chance.permutation(n)
        for start in range(0, n, BATCH):
            part = part_of(scaled, order[start : start + BATCH])
            adam.step(slopes(layers, part, net), rate * (1.0 - adam.steps / steps))
    layers["first"] /= scale[:, None]
    layers["skip"] /= scale
    return without_unseen(layers, np.asarray(lessons.x.any(axis=0)))


def without_unseen(layers: Layers, seen: NDArray[np.bool_]) -> Layers:
    """Layers in which an input that was never ``seen`` has no weight, rather than what it began with by chance."""
    return layers | {"first": layers["first"] * seen[:, None], "skip": layers["skip"] * seen}


def layers_of(weights: Weights, net: Net) -> Layers:
    """The layers of one network among the weights."""
    return {
        "first": np.concatenate([weights["of_position"][net], weights["of_option"][net]]),
        "bias": weights["bias"][net].copy(),
        "second": weights["second"][net].copy(),
        "skip": np.concatenate([weights["skip_position"][net], weights["skip_option"][net]]),
        "last": np.array(weights["last"][net], np.float32),
    }


def put_layers(weights: Weights, net: Net, layers: Layers) -> None:
    """Put fitted layers among the weights."""
    weights["of_position"][net] = layers["first"][:POSITION]
    weights["of_option"][net] = layers["first"][POSITION:]
    weights["bias"][net] = layers["bias"]
    weights["second"][net] = layers["second"]
    weights["skip_position"][net] = layers["skip"][:POSITION]
    weights["skip_option"][net] = layers["skip"][POSITION:]
    weights["last"][net] = layers["last"]
