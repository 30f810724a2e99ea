"""A game in words, for language models: observations and actions are texts. See `cogtable.envs.text`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from cogtable import agents
from cogtable.agents.replies import NotUnderstood
from cogtable.engine.compiled_play.stepping import reward
from cogtable.engine.errors import BadOption
from cogtable.engine.integers import moves_limit
from cogtable.engine.play.game import Game
from cogtable.engine.play.match import Match
from cogtable.envs import opponents
from cogtable.envs.arguments import Seeds
from cogtable.envs.opponents import Others
from cogtable.envs.single_table import NoGame

DEALS = 100
"""The highest number of games dealt to find one in which the seat has something to decide."""

ILLEGAL = ("refuse", "lose", "random")
"""The ways to handle a reply without a legal action."""

DESCRIPTIONS = ("always", "once")
"""How often the description of a piece is written out."""


class Outcome(NamedTuple):
    """The end of a game for one seat.

    Args:
        place: 1 is best; equal seats share a place.
        reward: from -1 to 1, as in `Batch.rewards`; 0 in a game that was stopped.
        margin: its score minus the best score among the others.
        illegal: the number of its replies without a legal action.
    """

    place: int
    reward: float
    margin: int
    illegal: int


class TextEnv:
    """A table whose seats read and write words. The acting seat is `seat`; with `others`, bots play the other seats."""

    def __init__(
        self,
        game: Game,
        seats: int | None,
        seat: int,
        others: Others | None,
        seed: int | None,
        max_moves: int | None,
        illegal: str,
        descriptions: str,
        options: Mapping[str, Any],
    ) -> None:
        for name, value, known in (("illegal", illegal, ILLEGAL), ("descriptions", descriptions, DESCRIPTIONS)):
            if value not in known:
                raise BadOption(f"{name}: expected one of {', '.join(known)}; found {value!r}")
        self.game = game
        self.seats = game.min_seats if seats is None else seats
        game.blank(self.seats, options)
        self._options = dict(options)
        self._opponents = {} if others is None else opponents.players(game, self.seats, others, but=seat)
        self._seeds = Seeds(seed)
        self._limit = moves_limit(max_moves)
        self._illegal, self._descriptions = illegal, descriptions
        self._match: Match | None = None
        self.truncated = False
        """Whether the game was stopped after `max_moves`."""

    # --- the game -------------------------------------------------------------------------------

    @property
    def match(self) -> Match:
        """The game in progress, with everything hidden in it. Raises NoGame before the first `reset`."""
        if self._match is None:
            raise NoGame(f"no game of {self.game.name} is in progress; call reset() first")
        return self._match

    @property
    def dealt_from(self) -> int:
        """The seed that the game in progress was dealt from: `cogtable.game(...).start(seed=...)` deals it again."""
        return self.match.seed

    @property
    def in_progress(self) -> bool:
        """Whether a seat has something to decide."""
        return self._match is not None and not self.truncated and not self._match.over

    @property
    def terminated(self) -> bool:
        """Whether the game is over, by its rules or because a seat lost it by an illegal action."""
        return self._match is not None and self._match.over

    @property
    def seat(self) -> int:
        """The seat that acts, from 0; -1 when the game is over or was stopped."""
        return self.match.waiting[0] if self.in_progress else -1

    def reset(self, *, seed: int | None = None) -> str:
        """Deals a new game, lets the bots play up to the first decision, and returns the observation of `seat`.

        `seed` is the seed of the deal; without one, the next is drawn. Raises BadOption for an invalid seed, and NoGame
        if game after game ends before there is anything to decide.
        """
        asked = self._seeds.asked(seed)
        for _ in range(DEALS):
            self._match = self.game.start(
                seats=self.seats, seed=self._seeds.following() if asked is None else asked, **self._options
            )
            self.truncated = False
            self._since = [0] * self.seats
            self._known: list[set[str]] = [set() for _ in range(self.seats)]
            self._shown = -1, ""
            self.illegal = [0] * self.seats
            self._dice = np.random.default_rng(self._match.seed)
            self._play_others()
            if self.in_progress:
                return self.observe()
            asked = None  # over before there was anything to decide
        raise NoGame(f"there was nothing to decide in {DEALS} games; they ended before the first turn")

    def step(self, reply: str) -> str:
        """Plays the action in a reply of `seat`, then the bots, and returns the observation of the seat that acts next;
        that of the same seat if the game is over.

        A reply without a legal action is handled as `illegal` says. If it is refused, nothing has changed, and the
        NotUnderstood that is raised (an IllegalAction) says what was expected and which actions are near. Raises NoGame
        when no game is in progress.
        """
        self._check_in_progress()
        seat = self.seat
        try:
            action = self._table(seat).read(reply)
        except NotUnderstood as error:
            self.illegal[seat] += 1
            if self._illegal == "refuse":
                raise
            if self._illegal == "lose":
                return self.forfeit(f"illegal action: {error}")
            action = int(self._dice.choice(np.flatnonzero(self.match.legal(seat))))
        return self.play(action)

    def play(self, action: int) -> str:
        """Plays an action of `seat`, given by its number, as `step` does. Raises IllegalAction if it is not legal."""
        self._check_in_progress()
        seat, before = self.seat, self.match.ply
        self._known[seat] |= self._table(seat).described
        self.match.play(seat, action)
        self._since[seat] = before
        self._play_others()
        return self.observe(self.seat if self.in_progress else seat)

    def forfeit(self, reason: str = "the seat gave up") -> str:
        """Ends the game: `seat` is placed last. Returns its observation."""
        self._check_in_progress()
        seat = self.seat
        self.match.end(reason, last=seat)
        return self.observe(seat)

    def _check_in_progress(self) -> None:
        if not self.in_progress:
            raise NoGame(f"no game of {self.game.name} is in progress; call reset() first")

    def _play_others(self) -> None:
        """Lets the bots play while it is their turn, and stops the game after its limit of moves."""
        match = self.match
        while not match.over and not self._stopped():
            bot = self._opponents.get(match.waiting[0])
            if bot is None:
                return
            match.play(match.waiting[0], bot.decide(match, match.waiting[0], match.seed).action)

    def _stopped(self) -> bool:
        self.truncated = self._limit is not None and self.match.ply >= self._limit
        return self.truncated

    # --- words ----------------------------------------------------------------------------------

    def introduction(self) -> str:
        """What an agent should read once, before its first observation: the rules, and how to reply."""
        return agents.introduction(self.game)

    def observe(self, seat: int | None = None) -> str:
        """The observation of a seat, by default of the one that acts (-1 for a spectator).

        It has what happened since the seat's last action, the position, and for a seat that acts the question and its
        legal actions.
        """
        shown = self.seat if seat is None else seat
        since = self._since[shown] if 0 <= shown < self.seats else 0
        return self._table(shown).observation(since)

    def legal_actions(self) -> list[str]:
        """The legal actions of `seat`, each in its short words."""
        return list(self._table(self.seat).words.values()) if self.in_progress else []

    def why_not(self, words: str) -> str:
        """Why `seat` cannot choose a piece, named by its id or the beginning of its description; empty if it can."""
        return self._table(self.seat).why_not(words)

    def _table(self, seat: int) -> agents.Seat:
        known = self._known[seat] if self._descriptions == "once" and 0 <= seat < self.seats else set[str]()
        return agents.Seat(self.match, seat, known=known)

    # --- the result -----------------------------------------------------------------------------

    @property
    def rewards(self) -> list[float]:
        """The reward of each seat, from -1 to 1: the share of the others behind it, minus the share of those ahead; all
        0 while the game goes on, and if it was stopped.
        """
        if not self.terminated:
            return [0.0] * self.seats
        places = np.column_stack([self.match.ranks, self.match.scores]).astype(np.int32)
        return [float(reward(places, self.seats, seat)) for seat in range(self.seats)]

    def outcomes(self) -> list[Outcome]:
        """The outcome of each seat: so far, while the game goes on."""
        scores, ranks = self.match.scores, self.match.ranks
        best = [max(score for other, score in enumerate(scores) if other != seat) for seat in range(self.seats)]
        return [
            Outcome(ranks[seat], self.rewards[seat], scores[seat] - best[seat], self.illegal[seat])
            for seat in range(self.seats)
        ]
