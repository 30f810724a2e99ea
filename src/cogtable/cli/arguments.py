"""Reads the arguments of commands: games, options, bots, saved matches."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cogtable.engine.play.game import Game
    from cogtable.engine.play.match import Match


class Mistake(Exception):
    """A mistake that the user can fix."""


def game_named(name: str, box: Path | None = None) -> Game:
    """A game by its name, with the box of a file or its own."""
    from cogtable.engine.play import registry

    known = registry.names()
    if name not in known:
        close = get_close_matches(name.casefold(), known, n=1)
        meant = f"did you mean {close[0]}?" if close else f"there are {', '.join(known)}"
        raise Mistake(f'there is no game "{name}"; {meant}')
    return registry.find(name, box)


def options_from(given: Sequence[str] | None) -> dict[str, str]:
    """Options of a game, each given as NAME=VALUE."""
    values = {}
    for item in given or ():
        name, sign, value = item.partition("=")
        if not sign:
            raise Mistake(f'an option is written NAME=VALUE; found "{item}"')
        values[name.strip().replace("-", "_")] = value.strip()
    return values


def seated(game: Game, given: str, seats: int | None) -> tuple[list[str], int]:
    """One bot for each seat, and the number of seats: by default the number of bots that are named."""
    from cogtable.lab.simulate import seats_of

    count = seats_of(game, seats, given.split(","))
    return bots_from(given, count), count


def games_between(
    game: Game, bots: str, seats: int | None, games: int, seed: int, option: Sequence[str] | None, threads: int
) -> dict[str, Any]:
    """The arguments of the lab's functions about games between bots: the bots, the number of games, the first seed, and
    the workers.
    """
    names, count = seated(game, bots, seats)
    return {
        "seats": count,
        "bots": names,
        "games": games,
        "seed": seed,
        "options": options_from(option),
        "threads": threads,
    }


def bots_from(given: str, count: int) -> list[str]:
    """One bot for each of `count` seats."""
    names = [name.strip() for name in given.split(",")]
    if len(names) not in (1, count):
        raise Mistake(f"expected one bot, or {count} separated by commas; found {len(names)}: {', '.join(names)}")
    return names if len(names) == count else names * count


def match_in(file: Path, box: Path | None, verify: bool = False) -> Match:
    """The match that a file holds."""
    from cogtable.engine.errors import BadSave
    from cogtable.engine.play.saves import load

    try:
        return load(file.read_bytes(), box=box, verify=verify)
    except OSError as error:
        raise Mistake(f"{file}: cannot be read: {error.strerror}") from error
    except BadSave as error:
        raise Mistake(f"{file}: {error}") from error


def one_of(option: str, found: str, *expected: str) -> None:
    """Refuses an option with an unexpected value."""
    if found not in expected:
        raise Mistake(f'{option}: expected {", ".join(expected[:-1])} or {expected[-1]}; found "{found}"')
