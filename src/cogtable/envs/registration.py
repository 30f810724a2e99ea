"""Gymnasium's ids of the games, such as `cogtable/splendor-v1`: registered when `cogtable.envs` is imported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
from gymnasium.envs.registration import namespace

from cogtable.engine import registry
from cogtable.engine.spec import GameSpec
from cogtable.envs import versions

NAMESPACE = "cogtable"


def register() -> None:
    """Registers all games, without loading any; those of other packages without a version."""
    with namespace(NAMESPACE):
        for name in registry.names():
            version = versions.VERSIONS.get(name)
            gymnasium.register(
                f"{name}-v{version.number}" if version else name,
                entry_point="cogtable.envs.registration:make",
                vector_entry_point="cogtable.envs.registration:make_vector",
                kwargs={"game": name},
            )


def make(game: str, *, box: str | Path | None = None, **settings: Any) -> gymnasium.Env[Any, Any]:
    """What `gymnasium.make` makes: `cogtable.envs.single`. Raises WrongVersion (see `versions.check`)."""
    from cogtable.envs import single

    return single(_versioned(game, box), **settings)


def make_vector(
    game: str, *, num_envs: int, box: str | Path | None = None, others: Any = "greedy", **settings: Any
) -> gymnasium.vector.VectorEnv[Any, Any, Any]:
    """What `gymnasium.make_vec` makes: `cogtable.envs.vector`, one seat against bots as `make` has it, unless `others`
    is None. Raises WrongVersion (see `versions.check`).
    """
    from cogtable.envs import vector

    return vector(_versioned(game, box), num_envs, others=others, **settings)


def _versioned(name: str, box: str | Path | None) -> GameSpec:
    game = registry.find(name, box)
    if box is None:
        versions.check(game)
    return game
