"""The command line that repeats a run, as reports and files show it."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence

from cogtable.engine.definition.spec import GameSpec


def command_line(command: str, game: GameSpec, options: Mapping[str, object]) -> str:
    """A command of `cogtable` about a game, quoted for a shell.

    `options` maps the flags of the command line (`--seats`) to their values. None, False and empty values leave a flag
    out, True writes it alone, and a list writes it once for each value. A box that is not the game's own is written as
    it was named, so the command works in the folder in which it was first typed.

    >>> written("study", cogtable.game("splendor"), {"--seats": 2, "--card": "", "--svg": True, "-o": ["always_ask=1"]})
    'cogtable study splendor --seats 2 --svg -o always_ask=1'
    """
    words = ["cogtable", command, game.name]
    for flag, value in {**options, "--box": game.box_file if game.is_variant else None}.items():
        if value is True:
            words.append(flag)
        elif isinstance(value, list | tuple):
            words += [word for each in value for word in (flag, str(each))]
        elif value is not None and value is not False and value != "":
            words += [flag, str(value)]
    return shlex.join(words)


def bot_option(names: Sequence[str]) -> str:
    """The value of `--bot`: one name if all seats have the same bot."""
    return ",".join(names if len(set(names)) > 1 else names[:1])


def game_options(game: GameSpec, options: Mapping[str, int]) -> list[str]:
    """The values of `-o`: the options of a game that differ from their defaults."""
    return [f"{name}={value}" for name, value in options.items() if value != game.options[name].default]
