"""The same rules as plain Python, as the server and the tests run them: legal mask and move."""

import random
from collections.abc import Iterator, Sequence

import numpy as np

from bench.figure import Figure, rate
from cogtable.engine.play.game import Game
from cogtable.engine.rules import verbs

MOVES = 1000
"""The minimum number of moves in one run."""


def measure(games: Sequence[Game]) -> Iterator[Figure]:
    for game in games:
        speed = rate(lambda: play(game))  # noqa: B023
        yield Figure(f"{game.name}, interpreted random games, {game.min_seats} seats", speed, "moves/s", "aim: 2,000")


def play(game: Game) -> int:
    """Plays whole games; returns the number of moves."""
    rng = random.Random(1)
    moves, seed = 0, 0
    while moves < MOVES:
        s, b = game.deal(game.min_seats, seed)[0], game.box.record
        while not s.over:
            mask = game.mask()
            seat = s.waiting.bit_length() - 1
            verbs.legal(s, b, seat, mask)
            verbs.play(s, b, seat, rng.choice(np.flatnonzero(mask).tolist()))
        moves += s.ply
        seed += 1
    return moves
