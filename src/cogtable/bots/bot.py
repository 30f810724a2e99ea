"""What a bot is: a name, and a function that decides for many hidden states at once.

A bot never meets the true state. It is given states that were hidden for its seat (`verbs.hide`) and imagines the rest
with `verbs.guess`, so it cannot cheat, and with the same seed it moves alike whatever is hidden.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from numba.extending import register_jitable

from cogtable.engine import chance
from cogtable.engine.errors import CogtableError
from cogtable.engine.game import MAX_SEED
from cogtable.engine.state import Ints

if TYPE_CHECKING:
    from cogtable.engine.game import Game

_STEP = 0x5851F42D4C957F2D
"""An odd number of 63 bits that keeps the seeds of neighbouring decisions apart."""

Decide = Callable[["Game", Any, Ints, Ints, Ints], None]
"""`decide(game, hidden, seats, seeds, actions)`, arrays of one length n:

- hidden: n records, each hidden for the seat that decides; they are spoilt by the call;
- seats: int8, the seat that decides in each;
- seeds: int64, 0 to 2**63 - 1; a bot mixes in seat and ply, so one seed serves a whole game;
- actions: int64, where the decisions are written: legal actions, -1 where a seat has none.

It compiles for the game on first use, n = 0 included, and then runs without the interpreter's lock.
"""


class UnknownBot(CogtableError):
    """There is no bot of that name."""


class Bot(NamedTuple):
    """A player that needs no person. `title` says in a few words how it plays.

    Bots of one `kind` run the same compiled code.
    """

    name: str
    title: str
    decide: Decide
    kind: str


@register_jitable
def start_thinking(s: Any, seat: int, number: int) -> None:
    """Gives a hidden state a generator of its own, from a seed, the seat and the ply.

    Never the one that the game itself would have from that seed.
    """
    chance.seed(s, (number + (s.ply * 8 + seat + 1) * _STEP) & MAX_SEED)
