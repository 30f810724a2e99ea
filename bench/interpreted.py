"""The same rules as plain Python, as the server and the tests run them: legal mask and move."""

import random
from collections.abc import Iterator

import numpy as np

import cogtable
from bench.figure import Figure, rate
from cogtable.engine import verbs


def measure() -> Iterator[Figure]:
    yield Figure("interpreted random games, 2 seats", rate(play), "moves/s", "aim: 2,000")


def play(games: int = 10) -> int:
    game = cogtable.game("splendor")
    rng = random.Random(1)
    moves = 0
    for seed in range(games):
        s, b = game.deal(2, seed)[0], game.box.record
        while not s.over:
            mask = game.mask()
            seat = s.waiting.bit_length() - 1
            verbs.legal(s, b, seat, mask)
            verbs.play(s, b, seat, rng.choice(np.flatnonzero(mask).tolist()))
        moves += s.ply
    return moves
