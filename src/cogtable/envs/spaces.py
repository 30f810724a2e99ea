"""What Gymnasium and PettingZoo call spaces: observations, actions, and actions that are legal now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces

from cogtable.engine.observation import DTYPE
from cogtable.engine.spec import GameSpec


class LegalActions(spaces.Discrete[np.int64]):
    """All actions of a game. `sample` without a mask draws one that is legal now, where there is one."""

    def __init__(self, game: GameSpec, legal: Callable[[], Any]) -> None:
        super().__init__(game.actions)
        self._legal = legal

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """A random action: a legal one, or one by the mask or the probabilities given."""
        if mask is None and probability is None:
            mask = self._legal()
        return super().sample(mask=mask, probability=probability)


def numbers(game: GameSpec) -> spaces.Box:
    """The space of observations: a row of numbers, each with its range. Raises BrokenGame for a game without."""
    low, high = game.layout.bounds()
    return spaces.Box(low, high, dtype=DTYPE.type)


def with_mask(game: GameSpec) -> spaces.Dict:
    """The space of observations as PettingZoo's classic games have them, with the legal actions."""
    mask = spaces.Box(0, 1, (game.actions,), np.int8)
    return spaces.Dict({"observation": numbers(game), "action_mask": mask})
