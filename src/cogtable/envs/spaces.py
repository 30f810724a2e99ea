"""The spaces of Gymnasium and PettingZoo: observations, actions, and actions that are legal now."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from gymnasium import spaces

from cogtable.engine.batches.batch import Batch
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import BadOption
from cogtable.engine.rules.observation import DTYPE

FORMS = ("plain", "dict", "rllib")
"""The values of `observations`."""

TABLES, MOVES = 64, 1000
"""The number of tables and of moves of the random games that measure how large numbers get."""


class LegalActions(spaces.Discrete[np.int64]):
    """All actions of a game. `sample` without a mask draws one that is legal now, where there is one.

    It belongs to its environment. Copied or pickled, it is a plain `Discrete` without an environment: models that keep
    the space can be saved, and no copy draws by an outdated mask.
    """

    def __init__(self, count: int, legal: Callable[[], Any]) -> None:
        super().__init__(count)
        self._legal = legal

    @classmethod
    def over(cls, space: spaces.Discrete[np.int64], legal: Callable[[], Any]) -> LegalActions:
        """A plain space as the space of an environment again; it goes on from the same generator."""
        made = cls(int(space.n), legal)
        made._np_random = space._np_random
        return made

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """A random action: a legal one, or one by the mask or the probabilities given."""
        if mask is None and probability is None:
            mask = self._legal()
        return super().sample(mask=mask, probability=probability)

    def __reduce__(self) -> Any:
        return _plain, (int(self.n), self._np_random)


def _plain(count: int, generator: Any) -> spaces.Discrete[np.int64]:
    made = spaces.Discrete(count)
    made._np_random = generator
    return made


@cache
def reached(game: GameSpec, seats: int) -> Any:
    """How far from 0 each kind of number of an observation gets in random games, int16, (n,); the end of its declared
    range where it stays 0.
    """
    batch = Batch(game, TABLES, seats=seats, seed=0, observe=True, auto_reset=True)
    found = np.abs(batch.observations).max(axis=0)
    for _ in range(MOVES):
        batch.step(batch.sample())
        np.maximum(found, np.abs(batch.observations).max(axis=0), out=found)
    low, high = game.layout.bounds()
    for block in game.layout.blocks():
        places = block.places()
        found[places] = found[places].max() or max(high[places].max(), -low[places].min())
    return found


class Observations:
    """The form in which an environment returns observations.

    Args:
        game: the game.
        seats: how many seats it has.
        form: "plain" for the numbers alone, "dict" for `{"observation": numbers, "action_mask": mask}`, "rllib" for
            `{"observations": numbers, "action_mask": mask}` in float32.
        scaled: whether numbers are float32 from -1 or 0 to 1: divided by the largest that their kind reaches in random
            games, and cut off there.
        forms: those that the environment offers.
        actions: how many actions a mask has.

    Raises BadOption for another form, BrokenGame for a game without observations.
    """

    def __init__(
        self,
        game: GameSpec,
        seats: int,
        form: str,
        scaled: bool,
        forms: tuple[str, ...] = FORMS,
        actions: int | None = None,
    ) -> None:
        if form not in forms:
            raise BadOption(f"observations: expected one of {', '.join(forms)}; found {form!r}")
        if not isinstance(scaled, bool):
            raise BadOption(f"scaled: expected True or False; found {scaled!r}")
        low, high = game.layout.bounds()
        self._factors, self._low, self._float = None, None, scaled or form == "rllib"
        if scaled:
            self._factors = 1 / reached(game, seats).astype(np.float32)
            low, high = np.sign(np.minimum(low, 0)), np.ones_like(high)
            self._low = low.astype(np.float32)
        dtype: Any = np.float32 if self._float else DTYPE.type
        self.numbers_space = spaces.Box(low.astype(dtype), high.astype(dtype), dtype=dtype)
        self._key = {"plain": None, "dict": "observation", "rllib": "observations"}[form]
        self.space: spaces.Space[Any] = self.numbers_space
        if self._key:
            mask = spaces.Box(0, 1, (actions or game.actions,), np.int8)
            self.space = spaces.Dict({self._key: self.numbers_space, "action_mask": mask})

    def numbers(self, rows: Any) -> Any:
        """Numbers as they are handed out, from one row of a batch or many."""
        if self._factors is not None:
            found = rows * self._factors
            return np.clip(found, self._low, np.float32(1), out=found)
        return rows.astype(np.float32) if self._float else rows

    def of(self, rows: Any, masks: Any) -> Any:
        """An observation, from one row of a batch and its mask, or many."""
        return self.with_mask(self.numbers(rows), masks)

    def with_mask(self, numbers: Any, mask: Any) -> Any:
        """An observation, from numbers that were made ready to hand out and their mask."""
        return {self._key: numbers, "action_mask": mask} if self._key else numbers
