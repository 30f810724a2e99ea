"""Aims: a designer's targets for a game, in a file beside its box, and whether the figures of a study meet them.

The aims of `mine.toml` are in `mine.aims.toml`; without that file, those of the game are used
(`aims.toml` in its folder)::

    [[aims]]
    measure = "wins"  # of each seat, in percent
    within = 3        # points of the even share

    [[aims]]
    measure = "wins when dealt"
    kind = "robots"
    low = 45          # of 100, where 50 is even
    high = 55
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from cogtable.engine.errors import BadOption
from cogtable.engine.files import BadText, read_text
from cogtable.engine.play.game import Game
from cogtable.engine.text.spelling import closest
from cogtable.lab.figures import Figure, Games, Term
from cogtable.lab.statistics import Estimate, Verdict, discoveries, even_scale, times_more, verdict

CARDS = ("wins when dealt", "wins with first choice", "wins of users", "wins of users by part")
"""Measures of cards. They are shown on a scale of 100 on which 50 is even for any number of seats."""


class Aim(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One aim: its figures and the bounds for them.

    Shares are in percent. `within` is how far from the even share a figure may be, instead of `low` and `high`. `kind`
    and `what` choose among the figures of a measure, all if they are not given. `rounds` are the first and the last
    round that count, for figures by round. `seats` and `bots` restrict the aim to some games; all count if not given.
    """

    measure: str
    kind: str = ""
    what: str | list[str] = ""
    low: float | None = None
    high: float | None = None
    within: float | None = None
    rounds: tuple[int, int] | None = None
    seats: list[int] = []
    bots: list[str] = []
    why: str = ""

    @property
    def whats(self) -> list[str]:
        """The names of its figures."""
        return [self.what] if isinstance(self.what, str) and self.what else list(self.what)

    @property
    def title(self) -> str:
        """Its figures in words."""
        title = f"{self.measure} ({self.kind})" if self.kind else self.measure
        title += f": {', '.join(self.whats)}" if self.whats else ""
        return f"{title}, rounds {self.rounds[0]} to {self.rounds[1]}" if self.rounds else title

    @property
    def bounds(self) -> str:
        """Its bounds in words."""
        if self.within is not None:
            return f"within {self.within:g} of even"
        low, high = self.low, self.high
        if low is not None and high is not None:
            return f"{low:g} to {high:g}"
        return f"{low:g} or more" if low is not None else f"{high:g} or less"


class _File(msgspec.Struct, forbid_unknown_fields=True):
    aims: list[Aim]
    game: str = ""


class JudgedFigure(NamedTuple):
    """A figure and whether it meets its aim, in the units of the aim. With `more` times as many games an open aim can
    be settled.
    """

    aim: Aim
    figure: Figure
    found: Estimate
    low: float
    high: float
    verdict: Verdict
    more: float | None


def aims_file(game: Game) -> Path | None:
    """The file with the aims for a game as it is: that beside its box, or that of the game. None without either."""
    own = game.box_file.with_name(f"{game.box_file.stem}.aims.toml")
    for file in (own, game.folder / "aims.toml"):
        if file.is_file():
            return file
    return None


def load_aims(file: Path, game: Game) -> list[Aim]:
    """The aims in a file. Raises BadOption with the reason if the file is wrong."""
    try:
        found = msgspec.convert(tomllib.loads(read_text(file)), _File)
    except OSError as error:
        raise BadOption(f"{file}: cannot be read: {error.strerror}") from error
    except BadText as error:
        raise BadOption(f"{file}: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise BadOption(f"{file}: is not TOML: {error}") from error
    except msgspec.ValidationError as error:
        raise BadOption(f"{file}: {error}") from error
    if found.game not in ("", game.name):
        raise BadOption(f'{file}: the aims are for "{found.game}", not for "{game.name}"')
    for number, aim in enumerate(found.aims, 1):
        if aim.within is None and aim.low is None and aim.high is None:
            raise BadOption(f"{file}: aim {number}, {aim.title}: expected low, high or within")
        if aim.within is not None and (aim.low is not None or aim.high is not None):
            raise BadOption(f"{file}: aim {number}, {aim.title}: within stands alone; found low or high beside it")
    return found.aims


def judge_aims(aims: Iterable[Aim], games: Games, bots: Sequence[str]) -> list[JudgedFigure]:
    """Each figure with an aim, and its verdict. Raises BadOption for an aim without figures.

    Of sixty cards one or two would lie beyond an aim by chance alone. So a figure misses only if it stays significant
    among all judged figures (see `statistics.discoveries`); else it is open.
    """
    found: list[JudgedFigure] = []
    for aim in aims:
        if (not aim.seats or games.seats in aim.seats) and (not aim.bots or set(bots) <= set(aim.bots)):
            found += list(_judged(aim, games))
    held = discoveries([_chance(each) for each in found])
    return [each if was or each.verdict != "misses" else _reopened(each) for each, was in zip(found, held, strict=True)]


def _chance(each: JudgedFigure) -> float:
    """The probability of a figure this far beyond its aim if its true value is at the edge; 1 if it lies within."""
    if each.low <= each.found.value <= each.high:
        return 1.0
    return each.found.p_value(each.low if each.found.value < each.low else each.high)


def _reopened(each: JudgedFigure) -> JudgedFigure:
    """Figures that seem to miss, but no more of them than expected by chance: open until twice as many games agree."""
    return each._replace(verdict="open", more=2.0)


def _judged(aim: Aim, games: Games) -> Iterator[JudgedFigure]:
    figures = [f for f in games.all.values() if f.measure == aim.measure and aim.kind in ("", f.kind)]
    _check(aim, games, figures)
    if aim.rounds:
        first, last = aim.rounds
        figures = _together([f for f in figures if first <= int(f.what) <= last], aim)
    for figure in figures:
        if aim.whats and figure.what not in aim.whats and not aim.rounds:
            continue
        found = figure.estimate
        if found is None:
            continue
        shown = in_units(figure, found, games.seats)
        low, high = bounds_of(aim, figure)
        more = times_more(shown, low, high) if (judged := verdict(shown, low, high)) == "open" else None
        yield JudgedFigure(aim, figure, shown, low, high, judged, more)


def _check(aim: Aim, games: Games, figures: list[Figure]) -> None:
    measures = dict.fromkeys(f.measure for f in games.all.values())
    if not figures and aim.measure not in measures:
        near = closest(aim.measure, list(measures))
        meant = f'did you mean "{near}"?' if near else f"there are {', '.join(measures)}"
        raise BadOption(f'aims: {games.game.name} has no measure "{aim.measure}"; {meant}')
    known = {f.what for f in figures}
    for name in aim.whats:
        if name not in known:
            raise BadOption(f'aims: {aim.measure} has no "{name}"; it has {", ".join(sorted(known)[:12])}')
    if aim.rounds and not all(f.what.isdigit() for f in figures):
        raise BadOption(f"aims: {aim.measure} is not by round, so it has no rounds {aim.rounds[0]} to {aim.rounds[1]}")


def _together(figures: list[Figure], aim: Aim) -> list[Figure]:
    """Figures by round as one figure over all those rounds."""
    if not figures:
        return []
    terms = [figure.terms[0] for figure in figures]
    whole = Term(sum(term.counted for term in terms), sum(term.of for term in terms))
    return [
        figures[0]._replace(what=f"{aim.rounds and aim.rounds[0]} to {aim.rounds and aim.rounds[1]}", terms=(whole,))
    ]


def in_units(figure: Figure, found: Estimate, seats: int) -> Estimate:
    """An estimate in the units of the reports: for cards on the scale where 50 is even, for other shares in percent."""
    if figure.measure in CARDS:
        within = [min(1.0, max(0.0, share)) for share in found[:3]]
        value, low, high = (100 * even_scale(share, seats) for share in within)
        return Estimate(value, low, high, found.observed)
    return found.scaled(100) if figure.in_percent else found


def bounds_of(aim: Aim, figure: Figure) -> tuple[float, float]:
    """The bounds of an aim for a figure, in the units of `in_units`."""
    if aim.within is not None:
        even = 50.0 if figure.measure in CARDS else 100 * (figure.even or 0.0)
        return even - aim.within, even + aim.within
    return (-math.inf if aim.low is None else aim.low, math.inf if aim.high is None else aim.high)
