"""The versions in ids such as `cogtable/splendor-v1`, and what each of them stands for.

Results under one id can be compared: whoever plays the same actions from the same seeds sees the same numbers and gets
the same rewards. So a version stands for the rules, the box, the observation and the rewards of a game. The table here
says of each game which version is the present one, the version of its rules, the digest of its box, and the
`fingerprint` of how it plays. When a fingerprint changes, a test fails and shows the new one: raise the version and
write it down here (before ids are first released, the fingerprint alone). What only makes a game faster changes none.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from cogtable.engine.batch import Batch
from cogtable.engine.errors import CogtableError
from cogtable.engine.spec import GameSpec


class Version(NamedTuple):
    """What a version of an environment stands for."""

    number: int
    rules: str
    box: str
    fingerprint: str


VERSIONS = {
    "coalheart": Version(1, "2", "5dc1240a3090ed0b", "a06b1334f40716f6"),
    "megaman": Version(1, "1", "6e6c0ccffd500abc", "0d1cd63b34e049f8"),
    "recharge": Version(1, "2", "40f33c27d0cd0cec", "5ead87c13e446ab2"),
    "smashgear": Version(1, "2", "fa6ee0af07006222", "1412741ddcd9e047"),
    "splendor": Version(1, "1", "b6e29f7ebc71a4a8", "d14972c5fcf03aa0"),
}


class WrongVersion(CogtableError):
    """The rules or the box of a game are not those that a version stands for."""


def named(game: GameSpec, join: str = "_v") -> str:
    """A game and its version, such as "splendor_v1" in PettingZoo; a game of another package has none."""
    return f"{game.name}{join}{VERSIONS[game.name].number}" if game.name in VERSIONS else game.name


def check(game: GameSpec, number: int, *, own_box: bool) -> None:
    """Raises WrongVersion if a game is not what the version of that number stands for; its box counts if it is the
    game's own.
    """
    version = VERSIONS.get(game.name)
    if version is None or version.number != number:
        raise WrongVersion(f"cogtable/{game.name}-v{number} is not here; there is cogtable/{named(game, '-v')}")
    about = f"cogtable/{game.name}-v{number} stands for"
    if game.version != version.rules:
        raise WrongVersion(f"{about} version {version.rules} of the rules; these are version {game.version}")
    if own_box and game.box.digest != version.box:
        raise WrongVersion(
            f"{about} the box {version.box}; {game.box.source} is {game.box.digest}. To play with another box, name it:"
            " box=FILE"
        )


TABLES, MOVES = 8, 150
"""How much is played for a fingerprint."""


def fingerprint(game: GameSpec) -> str:
    """A digest of how a game plays: what is seen, what is legal and what it brings in some random games."""
    found = hashlib.sha256()
    for seats in sorted({game.min_seats, game.max_seats}):
        batch = Batch(game, TABLES, seats=seats, seed=1, threads=1, observe=True, auto_reset=True)
        for _ in range(MOVES):
            batch.step(batch.sample())
            for buffer in (
                batch.observations,
                batch.masks,
                batch.acting,
                batch.rewards,
                batch.terminated,
                batch.scores,
            ):
                found.update(buffer.tobytes())
    return found.hexdigest()[:16]
