"""The versions in ids such as `cogtable/splendor-v2`, and their meaning.

Results under one id can be compared: the same actions from the same seeds lead to the same observations and rewards. So
a version stands for the rules, the box, the observation, the rewards and the bots of a game. The table here says of
each game which version is the present one, the version of its rules, the digest of its box, and the `fingerprint` of
how it plays. When a fingerprint changes, a test fails and shows the new one: raise the version and write it down here
(before ids are first released, the fingerprint alone). A change that only makes a game faster changes no fingerprint.

`DEFAULTS` says what differs between versions without any keyword. An earlier version stays as long as the rules, the
box and the fingerprint are still those that it stands for (`Version.earlier`).
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from cogtable.engine.batches.batch import Batch
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import CogtableError


class Version(NamedTuple):
    """The meaning of a version of an environment."""

    number: int
    rules: str
    box: str
    fingerprint: str
    earlier: tuple[int, ...] = ()
    """Earlier versions of the same rules, box and fingerprint, that differ in their `Defaults`."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """All versions that can be played, the present one last."""
        return (*self.earlier, self.number)


class Defaults(NamedTuple):
    """The meaning of an id without any keyword: the bots in the other seats, and when a vector deals again."""

    others: str = "random"
    autoreset_mode: str = "NextStep"


DEFAULTS = {1: Defaults("greedy", "SameStep")}
"""The defaults of the versions that have others than `Defaults()`. A beginner learns nothing from losing every game to
`greedy`, and Gymnasium's own vector wrappers expect tables to be dealt again in the next step.
"""

VERSIONS = {
    "coalheart": Version(2, "2", "5dc1240a3090ed0b", "a06b1334f40716f6", (1,)),
    "megaman": Version(2, "1", "6e6c0ccffd500abc", "0d1cd63b34e049f8", (1,)),
    "recharge": Version(2, "3", "40f33c27d0cd0cec", "acf89d0bfea00edd", (1,)),
    "smashgear": Version(2, "3", "fa6ee0af07006222", "1e46328d7c564f66", (1,)),
    "splendor": Version(2, "1", "b6e29f7ebc71a4a8", "d14972c5fcf03aa0", (1,)),
}


class WrongVersion(CogtableError):
    """The rules or the box of a game are not those of a version."""


def named(game: GameSpec, join: str = "_v") -> str:
    """A game and its version, such as "splendor_v2" in PettingZoo; a game of another package has none."""
    return f"{game.name}{join}{VERSIONS[game.name].number}" if game.name in VERSIONS else game.name


def defaults(number: int | None) -> Defaults:
    """The defaults of a version; of the present ones for None."""
    return DEFAULTS.get(number or 0, Defaults())


def check(game: GameSpec, number: int, *, own_box: bool) -> None:
    """Raises WrongVersion if a game is not what the version of that number stands for; its box counts if it is the
    game's own.
    """
    version = VERSIONS.get(game.name)
    if version is None or number not in version.numbers:
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
"""The number of tables and of moves at each for a fingerprint."""


def fingerprint(game: GameSpec) -> str:
    """A digest of a game's behaviour: observations, legal actions and rewards in some random games."""
    found = hashlib.sha256()
    for seats in sorted({game.min_seats, game.max_seats}):
        batch = Batch(game, TABLES, seats=seats, seed=1, threads=1, observe=True, auto_reset=True)
        for _ in range(MOVES):
            batch.step(batch.sample())
            for buffer in (
                batch.observations,
                batch.action_mask,
                batch.current_player,
                batch.rewards,
                batch.terminated,
                batch.scores,
            ):
                found.update(buffer.tobytes())
    return found.hexdigest()[:16]
