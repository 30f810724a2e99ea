"""The tempers of a game's bots: what each does more or less often than the others, from measured figures.

`cogtable tempers` measures the habits that a game declares (`cogtable.table.Habit`) and writes `tempers.json` beside
its box; this module reads the file. A bot's temper is the line of one habit, and its figure is printed with it. A line
is only given if the difference from the mean of the other bots is certain and large enough to be noticed, and if at
most one of them goes further.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from cogtable.bots import named
from cogtable.engine.definition import computed_file
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import BadTempers
from cogtable.engine.files import replacing
from cogtable.engine.text.words import Template, say
from cogtable.lab.deals import study_of
from cogtable.table.study import Habit

NOTICED = 1.2
"""The least ratio of the odds of a bot and of the others from which a difference is pointed out."""

FURTHER = 1
"""The most other bots that may have a habit even more, or even less."""

CERTAIN = 3.0
"""The least number of standard errors between the two."""

MOST_WHOLE = 9.95
"""Shares below this many of 100 are given with one decimal."""


class Figure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How often a bot shows a habit: the share of the decisions that count, the bounds of its 95 % interval, and the
    number of these decisions.
    """

    share: float
    low: float
    high: float
    decisions: int


class Measured(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The figures of a game's bots, by bot and habit, with the version of its rules and the digest of the box for which
    they hold. Each bot played `games` games at tables of `seats` seats, with the bot `against` in the other seats.
    `made` is the command that measured them.
    """

    game: str
    version: str
    box: str
    seats: int
    games: int
    against: str
    made: str
    bots: dict[str, dict[str, Figure]]


class Temper(NamedTuple):
    """The temper of a bot: a habit, whether it has it `more` or less than the others, its own figure, and the mean
    share of the other bots.
    """

    habit: Habit
    more: bool
    figure: Figure
    others: float

    @property
    def words(self) -> str:
        """Its line."""
        line = self.habit.more if self.more else self.habit.less
        assert line is not None  # only directions with a line become tempers
        return say(line)

    @property
    def measured(self) -> str:
        """The sentence with its figures."""
        return say(self.habit.figure, own=hundredths(self.figure.share), others=hundredths(self.others))


def hundredths(share: float) -> str:
    """Returns how many of 100 a share is: "14", or "3.2" where one more digit says something."""
    of_100 = 100 * share
    return f"{of_100:.1f}" if of_100 < MOST_WHOLE else f"{of_100:.0f}"


# --- the file ---------------------------------------------------------------------------------------


def measured_of(game: GameSpec) -> Measured | None:
    """Returns the figures in a game's folder; None for a game without, or played with another box than its own.

    Raises BadTempers for a file that cannot be read, or that holds for other rules or another box.
    """
    return computed_file.of_game(game, game.temper_file, read)


def read(game: GameSpec, file: Path) -> Measured:
    """Reads a file of tempers. Raises BadTempers."""
    return computed_file.decode(game, file, Measured, "tempers", BadTempers)


def save(file: Path, measured: Measured) -> None:
    """Writes a file of tempers, a line for each bot and habit."""
    found = msgspec.to_builtins(measured)
    bots = found.pop("bots")
    head = json.dumps(found, indent=2).removesuffix("\n}")
    rows = []
    for bot, figures in bots.items():
        lines = ",\n".join(f"      {json.dumps(name)}: {json.dumps(figure)}" for name, figure in figures.items())
        rows.append(f"    {json.dumps(bot)}: {{\n{lines}\n    }}")
    body = ",\n".join(rows)
    with replacing(file) as new:
        new.write_text(f'{head},\n  "bots": {{\n{body}\n  }}\n}}\n', encoding="utf-8")


def names(measured: Measured) -> dict[str, str]:
    """Returns the names of the measured bots that people see."""
    return {bot: named.name_of(bot) for bot in measured.bots}


# --- from figures to lines --------------------------------------------------------------------------


def tempers(game: GameSpec) -> dict[str, Temper]:
    """Returns the tempers of a game's bots; bots about which nothing certain can be said have none. Raises
    BadTempers.
    """
    found = measured_of(game)
    return chosen(found, {habit.name: habit for habit in study_of(game).habits}) if found else {}


def chosen(measured: Measured, habits: Mapping[str, Habit]) -> dict[str, Temper]:
    """Returns the tempers that follow from figures: no line twice, as many bots with one as possible, and among these
    ways the one with the largest differences.
    """
    ladder = [bot for bot in named.NAMES if bot in measured.bots]
    offered = {bot: _offered(measured, habits, bot) for bot in ladder}
    return _assigned(ladder, offered, frozenset())[1]


def _offered(measured: Measured, habits: Mapping[str, Habit], bot: str) -> list[tuple[float, Temper]]:
    """The tempers that a bot's figures support, the most marked first, with how marked they are."""
    found = []
    for name, habit in habits.items():
        temper = _compared(measured, habit, bot) if name in measured.bots[bot] else None
        if temper and (habit.more if temper.more else habit.less):
            found.append((_difference(temper), temper))
    return sorted(found, key=lambda each: -each[0])


def _compared(measured: Measured, habit: Habit, bot: str) -> Temper | None:
    """A bot compared with the others in one habit; None if the difference could be chance, or is too small to see."""
    own = measured.bots[bot][habit.name]
    rest = [each[habit.name] for name, each in measured.bots.items() if name != bot and habit.name in each]
    if not rest:
        return None
    others = sum(each.share for each in rest) / len(rest)
    spread = math.hypot(_error(own), math.hypot(*map(_error, rest)) / len(rest))
    temper = Temper(habit, own.share > others, own, others)
    further = sum(each.share >= own.share if temper.more else each.share <= own.share for each in rest)
    certain = abs(own.share - others) > CERTAIN * spread
    return temper if certain and further <= FURTHER and _difference(temper) >= math.log(NOTICED) else None


def _error(figure: Figure) -> float:
    """The standard error of a share, from its 95 % interval."""
    return (figure.high - figure.low) / (2 * 1.96)


def _difference(temper: Temper) -> float:
    """How marked a temper is: the absolute logarithm of the ratio of the odds."""
    return abs(_log_odds(temper.figure.share) - _log_odds(temper.others))


def _log_odds(share: float) -> float:
    kept = min(max(share, 0.001), 0.999)  # a habit that is never shown is not infinitely rarer than a rare one
    return math.log(kept / (1 - kept))


def _assigned(
    bots: list[str], offered: Mapping[str, list[tuple[float, Temper]]], taken: frozenset[Template]
) -> tuple[tuple[int, float], dict[str, Temper]]:
    """The best way to give the bots lines that are not taken: its number of lines and sum of differences, and it."""
    if not bots:
        return (0, 0.0), {}
    first, rest = bots[0], bots[1:]
    best = _assigned(rest, offered, taken)
    for marked, temper in offered[first]:
        line = temper.habit.more if temper.more else temper.habit.less
        if line is None or line in taken:
            continue
        (count, total), others = _assigned(rest, offered, taken | {line})
        if (count + 1, total + marked) > best[0]:
            best = (count + 1, total + marked), {first: temper, **others}
    return best
