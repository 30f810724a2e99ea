"""The results of `render`: the table in plain text, or as a picture."""

from __future__ import annotations

from typing import Any

import numpy as np

from cogtable import terminal
from cogtable.engine.definition.spec import GameSpec
from cogtable.envs.arguments import RENDER_MODES
from cogtable.envs.kernels import hidden

FPS = 1
"""Frames in a second of a video: a move a second can be followed."""


def metadata() -> dict[str, Any]:
    """The metadata that the libraries require: the modes, and the frames per second."""
    return {"render_modes": list(RENDER_MODES), "render_fps": FPS}


def rendered(mode: str | None, game: GameSpec, states: Any, table: int, seat: int) -> Any:
    """A table of a batch as a seat may see it, -1 for a spectator; None without a mode.

    A text with "ansi"; with "rgb_array" uint8, (720, 1280, 3), which takes the extra `pictures` and a Chromium.
    """
    if mode is None:
        return None
    state = hidden(game, states, np.array([table]), np.array([seat], np.int8))[0]
    view = game.table.scene(state, game.box, seat)
    if mode == "ansi":
        return "\n".join(terminal.scene(view)) + "\n"
    from cogtable import pictures

    return pictures.pixels(pictures.picture(view))
