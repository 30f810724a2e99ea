"""Checks the arguments of environments: options, render modes, seeds."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import UnknownOption
from cogtable.engine.rules.rng import MAX_SEED, check_seed

RENDER_MODES = ["ansi", "rgb_array"]
"""The values of `render_mode`, apart from None."""


def checked_render_mode(mode: str | None) -> str | None:
    """The render mode. Raises UnknownOption, a TypeError, for one that isn't offered. A mode can be set without the
    libraries that draw: only `render` needs them.
    """
    if mode is not None and mode not in RENDER_MODES:
        raise UnknownOption(f"render_mode: expected None or {', '.join(RENDER_MODES)}; found {mode!r}")
    return mode


def game_options(call: Callable[..., Any], game: GameSpec, options: Mapping[str, Any]) -> dict[str, int]:
    """The options of the game that came as further keywords of a function of `cogtable.envs`, with their values.

    Raises UnknownOption, a TypeError in Python's own words, for a keyword that is no option of the game; BadOption for
    a value out of range.
    """
    for name in options:
        if name not in game.options:
            takes = [each.name for each in inspect.signature(call).parameters.values() if each.kind != each.VAR_KEYWORD]
            raise UnknownOption(
                f"{call.__name__}() got an unexpected keyword argument {name!r}: {game.name} has no option {name!r};"
                f" it has {', '.join(game.options)}, and {call.__name__}() takes {', '.join(takes)}"
            )
    return game.checked_options(options)


def no_reset_options(options: Mapping[str, Any] | None, *known: str) -> None:
    """Raises UnknownOption for options of `reset` other than those known."""
    for name in options or {}:
        if name not in known:
            expected = " or ".join(map(repr, known)) or "none"
            raise UnknownOption(f"reset(options=...): expected {expected}; found {name!r}")


class Seeds:
    """The seeds that the games of an environment are dealt from, one after another.

    Games follow from the last seed that was asked for. If none was, each is dealt from a random one.

    Args:
        first: the seed of the first game, if `reset` doesn't name one.

    Raises BadOption for an invalid seed.
    """

    def __init__(self, first: int | None) -> None:
        self._first = None if first is None else check_seed(first)
        self._generator: np.random.Generator | None = None

    def asked(self, seed: int | None) -> int | None:
        """The seed that `reset` names, or else the first one of the environment, once. Raises BadOption."""
        if seed is not None:
            seed = check_seed(seed)
        elif self._generator is None:
            seed = self._first
        if seed is not None or self._generator is None:
            self._generator = np.random.default_rng(seed)
        return seed

    def following(self) -> int:
        """The next seed if none is given."""
        assert self._generator is not None
        return int(self._generator.integers(MAX_SEED))
