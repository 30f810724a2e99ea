"""A small network that evaluates positions: the expected result of each seat, and how promising each action is.

It is read from a file of weights and computed by compiled code, one position at a time, without PyTorch. Most numbers
of an observation are zero, so the first layer adds up the rows of those that are not, as efficiently updatable networks
do (Y. Nasu, "NNUE", 2018). All sums are float32 and in a fixed order, so all machines get the same results.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cogtable.engine.compile.jit import jitable
from cogtable.engine.compiled_play.portable_math import tanh
from cogtable.engine.errors import CogtableError
from cogtable.engine.files import replacing
from cogtable.engine.records.state import Ints

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec

Floats = np.ndarray[Any, np.dtype[np.float32]]

FILE = "weights.npz"
"""The file of weights in the folder of a game."""

MOST_BYTES = 1_000_000
"""The largest file of weights, in bytes; small, because games include theirs."""

FORMAT = 1
"""Changes when files are laid out in another way."""


class BadWeights(CogtableError):
    """A file of weights cannot be read, or is for another game."""


class Network(NamedTuple):
    """The weights of a network, float32: two hidden layers, and the outputs from the second."""

    first: Floats
    """(numbers of an observation, width)"""
    first_bias: Floats
    second: Floats
    """(width, inner width)"""
    second_bias: Floats
    policy: Floats
    """(inner width, actions)"""
    policy_bias: Floats
    value: Floats
    """(inner width, seats), seats counted from the observer"""
    value_bias: Floats


class Layers(NamedTuple):
    """The activations and outputs of a network: a logit for each action, and a value from -1 to 1 for each
    seat, counted from the observer.
    """

    first: Floats
    second: Floats
    logits: Floats
    values: Floats
    found: Ints
    """The indices of the numbers that are not 0."""


def layers(network: Network) -> Layers:
    """Empty arrays for the layers of a network."""
    return Layers(
        first=np.zeros_like(network.first_bias),
        second=np.zeros_like(network.second_bias),
        logits=np.zeros_like(network.policy_bias),
        values=np.zeros_like(network.value_bias),
        found=np.zeros(len(network.first), np.int64),
    )


# --- for compiled code ------------------------------------------------------------------------------


@jitable
def compute(network: Network, row: Ints, layers: Layers) -> None:
    """Evaluates an observation: writes the activations and outputs into `layers`."""
    count = 0
    for place in range(row.size):
        layers.found[count] = place
        count += row[place] != 0
    _begin(layers.first, network.first_bias)
    i = 0
    while i + 4 <= count:  # four at once: the sums are read and written less often
        a, b, c, d = layers.found[i], layers.found[i + 1], layers.found[i + 2], layers.found[i + 3]
        _add_four(
            layers.first,
            np.float32(row[a]), network.first[a],
            np.float32(row[b]), network.first[b],
            np.float32(row[c]), network.first[c],
            np.float32(row[d]), network.first[d],
        )  # fmt: skip
        i += 4
    while i < count:
        place = layers.found[i]
        _add(layers.first, np.float32(row[place]), network.first[place])
        i += 1
    _begin(layers.second, network.second_bias)
    _add_active(layers.second, layers.first, network.second)
    _begin(layers.logits, network.policy_bias)
    _add_active(layers.logits, layers.second, network.policy)
    _begin(layers.values, network.value_bias)
    _add_active(layers.values, layers.second, network.value)
    for seat in range(layers.values.size):
        layers.values[seat] = tanh(layers.values[seat])


@jitable
def _begin(out: Floats, bias: Floats) -> None:
    for j in range(out.size):
        out[j] = bias[j]


@jitable
def _add(out: Floats, x: Any, row: Floats) -> None:
    for j in range(out.size):
        out[j] += x * row[j]


@jitable
def _add_four(out: Floats, a: Any, at_a: Floats, b: Any, at_b: Floats, c: Any, at_c: Floats, d: Any, at_d: Any) -> None:
    for j in range(out.size):
        out[j] += (a * at_a[j] + b * at_b[j]) + (c * at_c[j] + d * at_d[j])


@jitable
def _add_active(out: Floats, before: Floats, weights: Floats) -> None:
    """Adds the rows of those units of the layer before that are above 0."""
    for i in range(before.size):
        if before[i] > 0:
            _add(out, before[i], weights[i])


# --- files ------------------------------------------------------------------------------------------


class Weights(NamedTuple):
    """A network with its metadata: the game, rules and box that it was trained for, the command and the result."""

    network: Network
    about: Mapping[str, Any]


def header(game: GameSpec) -> dict[str, Any]:
    """The header that a file of weights must have to fit a game."""
    return {"format": FORMAT, "game": game.name, "version": game.version, "box": game.box.digest}


def save_weights(file: Path, network: Network, about: Mapping[str, Any]) -> None:
    """Writes weights to a file, in half precision, atomically. Raises BadWeights if the file gets too large."""
    arrays: dict[str, Any] = {name: array.astype(np.float16) for name, array in network._asdict().items()}
    with replacing(file) as new:
        np.savez_compressed(new, about=np.frombuffer(json.dumps(about, indent=1).encode(), np.uint8), **arrays)
        if (found := new.stat().st_size) > MOST_BYTES:
            raise BadWeights(f"weights may take {MOST_BYTES:,} bytes; these take {found:,}: choose a smaller width")


def load_weights(file: Path) -> Weights:
    """The weights in a file. Raises BadWeights with the reason if they cannot be read."""
    try:
        with np.load(io.BytesIO(file.read_bytes()), allow_pickle=False) as found:
            about = json.loads(found["about"].tobytes())
            arrays = [np.ascontiguousarray(found[name], np.float32) for name in Network._fields]
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile, zlib.error) as error:
        raise BadWeights(f"{file} is not a file of weights, or is broken: {error}") from error
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        found_format = about.get("format") if isinstance(about, dict) else about
        raise BadWeights(f"{file} has weights of format {found_format!r}; this version reads {FORMAT}")
    network = Network(*arrays)
    if wrong := _wrong(network):
        raise BadWeights(f"{file}: {wrong}")
    return Weights(network, about)


def _wrong(network: Network) -> str:
    """The inconsistencies of a network; empty if there are none."""
    shapes = {name: array.shape for name, array in network._asdict().items()}
    pairs = [("first", "first_bias"), ("second", "second_bias"), ("policy", "policy_bias"), ("value", "value_bias")]
    for name, bias in pairs:
        if len(shapes[name]) != 2 or shapes[bias] != shapes[name][1:]:
            return f"{name} of the shape {shapes[name]} does not fit {bias} of the shape {shapes[bias]}"
    widths = [("second", "first"), ("policy", "second"), ("value", "second")]
    for name, before in widths:
        if shapes[name][0] != shapes[before][1]:
            return f"{name} of the shape {shapes[name]} does not fit {before} of the shape {shapes[before]}"
    if not all(np.isfinite(array).all() for array in network):
        return "a weight is not a number"
    return ""


def fitting(weights: Weights, game: GameSpec, source: str) -> Weights:
    """The weights, if they were trained for a game as it is now. Raises BadWeights with the difference."""
    about = weights.about
    if about.get("game") != game.name:
        raise BadWeights(f"{source}: these weights were trained for {about.get('game')}, not for {game.name}")
    if about.get("version") != game.version:
        raise BadWeights(
            f"{source}: these weights were trained for version {about.get('version')} of the rules of {game.name};"
            f" this is version {game.version}. Train again: cogtable train {game.name}"
        )
    if about.get("box") != game.box.digest:
        raise BadWeights(
            f"{source}: these weights were trained for another box of {game.name} ({about.get('box')}); this one is"
            f" {game.box.digest}. Train again: cogtable train {game.name}"
        )
    network = weights.network
    found = len(network.first), network.policy_bias.size, network.value_bias.size
    wanted = game.layout.count(), game.actions, game.max_seats
    if found != wanted:
        raise BadWeights(
            f"{source}: these weights take observations of {found[0]} numbers, {found[1]} actions and {found[2]} seats;"
            f" {game.name} has {wanted[0]}, {wanted[1]} and {wanted[2]}. Train again: cogtable train {game.name}"
        )
    return weights
