"""The numbers that the planner learned: a sealed file that ships, read into the tables of a game; who plays it."""

from __future__ import annotations

import base64
import binascii
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.engine.core.layout import HIDDEN, LEARNED, NETS, OPTION, POSITION
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import sealed, unsealed
from ucgsim.files.reading import own_bytes
from ucgsim.policies.planner.features import SEEN_OF_OPTION, SEEN_OF_POSITION, Net
from ucgsim.policies.spec import Policy, PolicyId

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray


FORMAT = 3
"""In format 2, of planner v5 and before, networks had fewer inputs."""
WHAT = "a file of planner weights"
REMEDY = "put back the file that came with this version, or train it again (scripts/train_planner)"
FILE = "planner.json"
LAYERS = ("of_position", "of_option", "bias", "second", "skip_position", "skip_option", "last")
"""What a network consists of, as in LEARNED."""
SIZES = {
    "of_position": ("position", "hidden"),
    "of_option": ("option", "hidden"),
    "bias": ("hidden",),
    "second": ("hidden",),
    "skip_position": ("position",),
    "skip_option": ("option",),
    "last": (),
}
"""What the sizes of each layer are called in a file."""
_NUMBER = np.dtype("<f4")

Weights = dict[str, "NDArray[np.float32]"]
"""One array a layer: shapes as in LEARNED, the networks of one player first."""


def blank_weights() -> Weights:
    """Weights that rate everything the same, float32."""
    return {name: np.zeros((NETS, *LEARNED[name].shape[1:]), np.float32) for name in LAYERS}


def weights_file(weights: Weights, story: Mapping[str, Any]) -> bytes:
    """Weights as the bytes of a file, ``without_unnamed``, with the ``story`` of how they were made."""
    clean = without_unnamed(weights)
    nets = {
        net.name.lower(): {
            name: base64.b64encode(clean[name][net].astype(_NUMBER).tobytes()).decode() for name in LAYERS
        }
        for net in Net
    }
    shape = {"nets": NETS, "position": POSITION, "option": OPTION, "hidden": HIDDEN}
    return sealed({"format": FORMAT, "shape": shape, "story": dict(story), "weights": nets})


def read_weights(raw: bytes, place: str) -> Weights:
    """Weights out of the bytes of a file at ``place``; UcgsimError for anything else."""
    return _weights_in(unsealed(raw, place, WHAT, FORMAT, REMEDY), place)


def former_weights(raw: bytes, place: str) -> tuple[Weights, dict[str, Any]]:
    """Weights to go on from and their story; those of the format before, with fewer inputs, give the new ones none."""
    try:
        return read_weights(raw, place), story_of(raw, place)
    except UcgsimError:
        data = unsealed(raw, place, WHAT, FORMAT - 1, REMEDY)
    return _weights_in(data, place), data["story"]


def _weights_in(data: dict[str, Any], place: str) -> Weights:
    weights, sizes = blank_weights(), data.get("shape", {})
    for net in Net:
        for name in LAYERS:
            layer = _layer(data, place, net, name, [sizes.get(size) for size in SIZES[name]])
            room = tuple(slice(0, size) for size in layer.shape)
            weights[name][net, ...][room] = layer
    return weights


def story_of(raw: bytes, place: str) -> dict[str, Any]:
    """How the weights in a file were made."""
    story: dict[str, Any] = unsealed(raw, place, WHAT, FORMAT, REMEDY)["story"]
    return story


def without_unnamed(weights: Weights) -> Weights:
    """Weights without those of inputs that nothing ever fills (`planner.features`): in a fit they stay as they began,
    by chance, and would be there for whatever is put in their place.
    """
    clean = {name: layer.copy() for name, layer in weights.items()}
    for net in Net:
        for places, layers, size in (
            (SEEN_OF_POSITION[net], ("of_position", "skip_position"), POSITION),
            (SEEN_OF_OPTION[net], ("of_option", "skip_option"), OPTION),
        ):
            unseen = [place for place in range(size) if place not in places]
            for name in layers:
                clean[name][net][unseen] = 0.0
    return clean


def _layer(data: dict[str, Any], place: str, net: Net, name: str, shape: list[Any]) -> NDArray[np.float32]:
    room = LEARNED[name].shape[1:]
    try:
        numbers = np.frombuffer(base64.b64decode(data["weights"][net.name.lower()][name], validate=True), _NUMBER)
        layer = numbers.reshape(shape)
        fits = all(size <= most for size, most in zip(layer.shape, room, strict=True))
    except (KeyError, TypeError, ValueError, binascii.Error):
        fits = False
    if not fits or not np.isfinite(layer).all():
        raise UcgsimError(f"{place}: layer {name} of network {net.name.lower()} is no {room} numbers; {REMEDY}")
    return layer


@cache
def shipped_weights() -> Weights:
    """The weights that ship; UcgsimError where their file is damaged."""
    resource = files("ucgsim.policies.planner").joinpath(FILE)
    return read_weights(own_bytes(resource, REMEDY), FILE)


def teach(tables: np.record, weights: Weights | None = None, player: int | None = None) -> None:
    """Put weights, the shipped ones if none are named, into the tables of a game: for both players, or for one."""
    begin = 0 if player is None else NETS
    for name, layer in (shipped_weights() if weights is None else weights).items():
        tables["learned"][name][begin : begin + NETS] = layer
    if player is None:
        tables["learned"]["taught"][:] = 0
    else:
        tables["learned"]["taught"][player] = NETS


# Who plays: policies are put into the tables of a game, with what they learned.


def seat(tables: np.record, policies: Sequence[Policy]) -> None:
    """Put one policy a player into the tables; UcgsimError where what one of them learned can't be read."""
    for row, policy in zip(tables.policies, policies, strict=True):
        if policy.is_closed and not tables.n_lists:
            raise UcgsimError(
                f"policy {policy.name}: the lists of the field are not at this table; here lists are open"
            )
        row[:] = policy.row
    if any(policy.searches or policy.kind.id is PolicyId.PLANNER for policy in policies):
        teach(tables)
