"""A game as an environment of TextArena, which language models play against each other. See `cogtable.envs.textarena`.

TextArena numbers players from 0 and passes each the messages since its last turn: first the prompt with the rules, then
at each turn the whole observation of the seat (`cogtable.agents.Seat`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import textarena as ta
from textarena.envs.registration import ENV_REGISTRY
from textarena.wrappers import LLMObservationWrapper

from cogtable.agents.replies import NotUnderstood
from cogtable.engine.integers import whole
from cogtable.engine.play.game import Game
from cogtable.envs.text_env import TextEnv


class ArenaEnv(ta.Env):
    """A table for TextArena's play loop: `reset`, then `get_observation` and `step` until done, then `close`."""

    def __init__(
        self, game: Game, seed: int | None, max_moves: int | None, attempts: int, options: Mapping[str, Any]
    ) -> None:
        self.game = game
        self._attempts = whole(attempts, "attempts", 1)
        self._arguments: dict[str, Any] = {"seed": seed, "max_moves": max_moves, "options": options}
        self.table = self._table(game.min_seats)
        self.state: Any = None

    def _table(self, seats: int) -> TextEnv:
        return TextEnv(self.game, seats, 0, None, illegal="refuse", descriptions="always", **self._arguments)

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Deals a new game for a number of players, from `seed`, or else from the next that is drawn.

        Raises BadOption for a number of players that the game does not have, or an invalid seed.
        """
        if num_players != self.table.seats:
            self.table = self._table(num_players)
        self.table.reset(seed=seed)
        self.state = ta.FFAMultiPlayerState(num_players=num_players, error_allowance=self._attempts - 1)
        self.state.reset(game_state={}, player_prompt_function=self._prompt)
        self._pass_on()

    def _prompt(self, player_id: int, game_state: Mapping[str, Any]) -> str:
        return f"You are Player {player_id}, in seat {player_id + 1}.\n\n{self.table.introduction()}"

    def _pass_on(self) -> None:
        """Makes the acting seat the current player, and gives it its observation."""
        player = self.table.seat
        self.state.manually_set_current_player_id(player, force=True)
        self.state.add_observation(self.table.observe(), ta.ObservationType.GAME_BOARD, to_id=player)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Plays the action in a reply of the current player. Returns whether the game is over, and TextArena's info.

        Other players do not see the reply, which can give away what its player knows. A reply without a legal action is
        answered with the reason and the nearest legal actions; after `attempts` of them in a row the player loses.
        Raises NoGame when no game is in progress.
        """
        player = self.table.seat
        try:
            self.table.step(action)
        except NotUnderstood as error:
            if self.state.set_invalid_move(str(error)):
                self.table.forfeit("illegal actions")
                self._end(f"Player {player} made {self._attempts} illegal moves in a row. {error}")
            return self._stepped()
        self.state.add_observation(action, ta.ObservationType.PLAYER_ACTION, from_id=player, to_id=player)
        if self.table.in_progress:
            self._pass_on()
        else:
            self._end("The game was stopped." if self.table.truncated else self.table.result())
        return self._stepped()

    def _stepped(self) -> tuple[bool, dict[str, Any]]:
        done, info = self.state.step(rotate_player=False)
        return bool(done), dict(info)

    def _end(self, reason: str) -> None:
        """Ends TextArena's game, with the rewards of the seats: from -1 to 1."""
        self.state.set_game_outcome(dict(enumerate(self.table.rewards)), reason)


def made(game: Game, *arguments: Any) -> ArenaEnv:
    """An environment, whose game `textarena.make("cogtable/splendor")` finds from then on, also with the name "-raw"
    for the messages as a list in place of a text.
    """
    for name, wrappers in ((f"cogtable/{game.name}", [LLMObservationWrapper]), (f"cogtable/{game.name}-raw", None)):
        ENV_REGISTRY.pop(name, None)
        ta.register(name, partial(ArenaEnv, game, *arguments), wrappers)
    return ArenaEnv(game, *arguments)
