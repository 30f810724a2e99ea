"""How a page plays games of the workbench with the module of a game."""

from __future__ import annotations

from cogtable.engine.play.game import Game
from cogtable.lab.recorded_moves import moves_dtype
from cogtable.server.wire import lab_api
from cogtable.wasm.files import box_of
from cogtable.wasm.kernels import MOST_MOVES
from cogtable.wasm.players import ModulePlayer


def lab_module(game: Game, digest: str, player: ModulePlayer) -> lab_api.LabModule:
    """Returns how a page plays with the box of a game, by the module with that digest."""
    box = box_of(game)
    return lab_api.LabModule(
        game=game.name,
        digest=digest,
        box=box["digest"],
        tables=box["tables"],
        blank=box["blank"],
        function=player.function,
        numbers=player.numbers,
        simulations=player.simulations,
        moves=MOST_MOVES,
        limit=game.bound,
        width=moves_dtype(game).itemsize,
        weights=player.weights,
    )
