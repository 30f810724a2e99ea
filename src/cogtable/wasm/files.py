"""The places of games' modules: in the package, and in the cache."""

from __future__ import annotations

import base64
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from cogtable.bots import network_mcts
from cogtable.bots.network import Weights
from cogtable.engine.compile import cache
from cogtable.engine.definition.spec import GameSpec

SOURCES = ("cogtable.wasm.build", "cogtable.wasm.kernels")
"""The modules that a WebAssembly module is made by, beside the rules of its game."""

CARRIED = Path(__file__).parent / "modules"
"""The modules that a wheel carries, made from the sources in it."""

MODULE, ABOUT, WEIGHTS = ".wasm", ".json", ".weights"
"""The suffixes of a module's files, after the name of the game."""

RULES = ".rules"
"""Stands before the suffix in the names of a module of rules alone."""


def digest(game: GameSpec) -> str:
    """A digest of the sources of a game's module: modules with the same digest are interchangeable. Empty if unknown,
    for example if a source changed after this process started.
    """
    return cache.digest_of_sources(game.state.marker, *SOURCES)


def kept(game: GameSpec) -> Path | None:
    """The folder in the cache for a game's module; None if nothing can be kept, or the sources are unknown."""
    folder, own = cache.folder(game.state.marker), digest(game)
    return folder / f"wasm-{own}" if folder and own else None


def ready(game: GameSpec) -> Path | None:
    """The folder that has the module of a game, made from the sources as they are; None if there is none yet."""
    own = digest(game)
    return next((folder for folder in (CARRIED, kept(game)) if folder and own and _holds(folder, game, own)), None)


def _holds(folder: Path, game: GameSpec, digest: str) -> bool:
    with suppress(OSError, ValueError):
        about = json.loads((folder / f"{game.name}{ABOUT}").read_bytes())
        return isinstance(about, dict) and about.get("digest") == digest and has_weights(folder, game)
    return False


def box_of(game: GameSpec) -> dict[str, Any]:
    """The data of a game's box that functions need: its tables, and the initial row of observations."""
    return {
        "digest": game.box.digest,
        "tables": base64.b64encode(game.box.tables.tobytes()).decode(),
        "blank": game.constant_row.tolist() if game.observation else [],
    }


def packed(weights: Weights) -> bytes:
    """All weights one after the other in half precision, as they were read."""
    return b"".join(array.astype("<f2").tobytes() for array in weights.network)


def has_weights(folder: Path, game: GameSpec) -> bool:
    """Whether the weights beside a module are those of the game, if it has any. A module's digest does not depend on
    them.
    """
    if not network_mcts.is_trained(game):
        return True
    with suppress(OSError):
        return (folder / f"{game.name}{WEIGHTS}").read_bytes() == packed(network_mcts.beside(game))
    return False
