"""Gymnasium's ids of the games, such as `cogtable/splendor-v2`: registered when `cogtable.envs` is imported."""

from __future__ import annotations

from typing import Any

import gymnasium
from gymnasium.envs.registration import namespace

from cogtable.engine.play import registry
from cogtable.envs import versions

NAMESPACE = "cogtable"


def register() -> None:
    """Registers all games, without loading any; those of other packages without a version.

    `gymnasium.make` then makes the environments of `cogtable.envs.single`, `make_vec` those of `cogtable.envs.vector`,
    also of one seat against bots.
    """
    with namespace(NAMESPACE):
        for name in registry.names():
            version = versions.VERSIONS.get(name)
            for number in version.numbers if version else (None,):
                kwargs: dict[str, Any] = {"game": name, "others": versions.defaults(number).others}
                gymnasium.register(
                    name if number is None else f"{name}-v{number}",
                    entry_point="cogtable.envs:single",
                    vector_entry_point="cogtable.envs:vector",
                    kwargs=kwargs if number is None else kwargs | {"version": number},
                )
