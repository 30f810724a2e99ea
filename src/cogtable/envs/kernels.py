"""Compiled code of adapters beyond that of a batch."""

from __future__ import annotations

from typing import Any

import numpy as np

from cogtable.engine.compile.jit import kernel
from cogtable.engine.compiled_play.kernels import fill_mask, with_compile_notice
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.records.state import Ints
from cogtable.engine.rules import verbs


@kernel
def _hide(states: Any, boxes: Any, tables: Ints, seats: Ints, hidden: Any) -> None:
    for k in range(tables.size):
        hidden[k] = states[tables[k]]
        verbs.hide(hidden[k], boxes[0], seats[k])


@kernel
def _legal(states: Any, boxes: Any, seats: Ints, masks: Any) -> None:
    for k in range(seats.size):
        fill_mask(states[0], boxes[0], seats[k], masks[k])


def hidden(game: GameSpec, states: Any, tables: Ints, seats: Ints) -> Any:
    """Copies of some states (`tables`, int64), each as the seat `seats[k]` (int8, -1 for a spectator) knows it."""
    out = game.state.new(tables.size)
    with_compile_notice("hide", game, lambda: _hide(states, game.box.tables, tables, seats, out))
    return out


def legal(game: GameSpec, states: Any, seats: Ints) -> Any:
    """The legal masks of some seats (int8) that all have a decision to make in the first of `states`."""
    masks = np.zeros((seats.size, game.actions), np.uint8)
    with_compile_notice("legal", game, lambda: _legal(states, game.box.tables, seats, masks))
    return masks
