"""A bot: a name, and a function that decides for many hidden states at once.

A bot never gets the true state. It receives states that were hidden for its seat (`verbs.hide`) and samples the rest
with `verbs.determinize`. So it cannot cheat: with the same seed, its move does not depend on hidden information.

`Bot.decide` hides the state of a match, `Bot.search` decides from one hidden state, and `Bot.decide_many` from many.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cogtable.engine.compile.jit import jitable
from cogtable.engine.compiled_play.kernels import fill_mask, next_seat, with_compile_notice
from cogtable.engine.errors import CogtableError, IllegalAction
from cogtable.engine.records.state import Ints
from cogtable.engine.rules import rng, verbs
from cogtable.engine.rules.rng import MAX_SEED, check_seed

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec
    from cogtable.engine.play.match import Match

_STEP = 0x5851F42D4C957F2D
"""An odd number of 63 bits that keeps the seeds of neighbouring decisions apart."""

DecideMany = Callable[..., int | None]
"""`decide_many(game, hidden, seats, seeds, actions, how=COMPILED)`, arrays of one length n:

- hidden: n records, each hidden for the seat that decides; the call overwrites them;
- seats: int8, the seat that decides in each;
- seeds: int64, 0 to 2**63 - 1; a bot mixes in seat and ply, so one seed serves a whole game;
- actions: int64, where the decisions are written: legal actions, -1 where a seat has none;
- how: see `PlayStyle`.

A bot that searches returns its total number of simulations. Compiled, it compiles for the game on first use, n = 0
included, and then runs without the interpreter's lock.
"""


class CancelToken:
    """Stops searches from another thread, once each tree has made at least one simulation. Cannot be reset.

    An interpreted search also stops by itself when the token is `seconds` old.
    """

    def __init__(self, seconds: float = math.inf) -> None:
        self.flag = np.zeros(1, np.int8)
        self._end = time.monotonic() + seconds

    def cancel(self) -> None:
        """Stops the searches."""
        self.flag[0] = 1

    @property
    def seconds(self) -> float:
        """How many seconds are left until it stops a search by itself; 0 once it was cancelled."""
        return 0.0 if self.flag[0] else max(0.0, self._end - time.monotonic())

    def __getitem__(self, _: int) -> bool:
        """Whether to end: stands in for `flag` in interpreted searches."""
        return bool(self.flag[0]) or time.monotonic() >= self._end


class PlayStyle(NamedTuple):
    """How to run a bot: compiled, or as plain Python, which is about a hundred times slower but needs no compilation;
    and the token that can stop its search early.
    """

    compiled: bool = True
    token: CancelToken | None = None


COMPILED = PlayStyle()
"""The default: compiled, and never stopped early."""


def run_kernel(
    kernel: Any, what: str, game: GameSpec, how: PlayStyle, hidden: Any, seats: Ints, seeds: Ints, *more: Any
) -> Any:
    """Runs a deciding kernel; announces on the terminal if it must be compiled first."""
    if how.compiled:
        return with_compile_notice(what, game, lambda: kernel(hidden, game.box.tables, seats, seeds, *more))
    with np.errstate(over="ignore"):  # as in compiled code: `draw_from_bytes` counts on it
        return kernel.py_func(hidden, game.box.tables, seats.tolist(), seeds.tolist(), *more)


class UnknownBot(CogtableError):
    """There is no bot of that name."""


class Decision(NamedTuple):
    """The action that a bot chose, and whether its search was complete: False if it was cut short."""

    action: int
    whole: bool = True


class Bot(NamedTuple):
    """A computer player. `title` describes in a few words how it plays; `label` is the name that people see, if it has
    one.

    Bots of the same `kind` share their compiled code. `settings` configures its search, if it has one (see
    `settings_for`). `games` are the names of the games it plays; empty means all.
    """

    name: str
    title: str
    decide_many: DecideMany
    kind: str
    settings: Any = None
    label: str = ""
    games: tuple[str, ...] = ()

    def decide(self, match: Match, seat: int, seed: int, how: PlayStyle = COMPILED) -> Decision:
        """Decides for a waiting seat, using only that seat's information. Unless cut short, the result is the same
        compiled and interpreted. `seed`: 0 to 2**63 - 1. Raises IllegalAction if the seat is not waiting.
        """
        if seat not in match.waiting:
            raise IllegalAction(f"seat {seat} has nothing to decide now")
        return self.search(match.game, match.hidden(seat), seat, seed, how)

    def search(self, game: GameSpec, hidden: Any, seat: int, seed: int, how: PlayStyle = COMPILED) -> Decision:
        """Like `decide`, from an array of one state hidden for the seat, which is modified."""
        seats = int(hidden["seats"][0])
        actions = np.full(1, -1, np.int64)
        done = self.decide_many(
            game, hidden, np.array([seat], np.int8), np.array([check_seed(seed)], np.int64), actions, how
        )
        return Decision(int(actions[0]), not done or done == self.simulations(game, seats))

    def plays(self, game: GameSpec) -> bool:
        """Whether it plays a game."""
        return not self.games or game.name in self.games

    def simulations(self, game: GameSpec, seats: int) -> int:
        """The number of simulations for a decision at a table with `seats` seats."""
        return int(self.settings_for(game).simulations)

    def settings_for(self, game: GameSpec) -> Any:
        """The settings of its search in a game; None if it does not search."""
        return self.settings


@jitable
def start_thinking(s: Any, seat: int, number: int) -> None:
    """Seeds the generator of a hidden state from a seed, the seat and the ply.

    Never yields the generator that the game itself would have from that seed.
    """
    rng.seed(s, thinking_seed(s.ply, seat, number))


@jitable
def thinking_seed(ply: int, seat: int, number: int) -> int:
    """The seed of a bot's decision."""
    return (number + (ply * 8 + seat + 1) * _STEP) & MAX_SEED


def decision_seeds(hidden: Any, seats: Ints, seeds: Ints) -> Ints:
    """The seeds that `start_thinking` uses for many decisions at once, from states, seats and the seeds of games."""
    mixed: Ints = (seeds + (hidden["ply"].astype(np.int64) * 8 + seats + 1) * _STEP) & MAX_SEED
    return mixed


MOST_ANNOUNCEMENTS = 24
"""The highest number of announcements that are resolved after a move."""


class Replies(NamedTuple):
    """The data needed to resolve announcements: the actions that leave them unanswered (-1 if none), and a mask."""

    passing: int
    default_reply: int
    mask: Any


def replies(game: GameSpec) -> Replies:
    """The default replies of a game (see `Game.default_reply`)."""
    passing, default_reply = (-1 if action is None else action for action in (game.passing, game.default_reply))
    return Replies(passing, default_reply, np.zeros(game.actions, np.uint8))


@jitable
def resolve_pending(s: Any, b: Any, replies: Replies) -> None:
    """Plays default replies as long as the next seat can, so that announced effects happen."""
    if replies.default_reply < 0:
        return
    for _ in range(MOST_ANNOUNCEMENTS):
        seat = next_seat(s, -1)
        if seat < 0:
            return
        fill_mask(s, b, seat, replies.mask)
        if replies.mask[replies.default_reply]:
            verbs.play(s, b, seat, replies.default_reply)
        elif replies.passing >= 0 and replies.mask[replies.passing]:
            verbs.play(s, b, seat, replies.passing)
        else:
            return
