"""Games with many boxes on the same deals: what `cogtable sweep` and `cogtable tune` play.

All boxes are played from the same seeds (common random numbers), so that a small difference between two of them shows
early. Results are kept in a folder under the digest of their box: nothing is played twice, and a stopped run continues
where it was.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from cogtable.engine.play.game import Game
from cogtable.lab import deals, study
from cogtable.lab.aims import JudgedFigure
from cogtable.lab.figures import Figure, Games, Term
from cogtable.lab.parameters import Parameter, Variant
from cogtable.lab.statistics import Verdict
from cogtable.lab.study import Progress, StudyPart
from cogtable.lab.study_folder import Store
from cogtable.lab.workers import Workers

DEALT = "wins when dealt"

MOST_ALONE = 6
"""The highest number of cards examined alone: each takes as many deals as all the rest together."""


class TrialSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The games for each box; a folder holds those of one plan. `box` is the digest of the unchanged box."""

    game: str
    version: str
    box: str
    options: dict[str, int]
    seats: int
    bots: list[str]
    seed: int


class Trials:
    """Plays boxes of a game, and computes the figures of each.

    `plan` says how (see `plan_study`); of boxes it is that of the box as it is. `cards` are the names of cards that
    are looked at alone: each deal is also played with the card in each of the hands.
    """

    def __init__(
        self, plan: study.StudyPlan, folder: Path, what: str, cards: Sequence[str], workers: Workers[Any]
    ) -> None:
        self.plan, self.cards, self._workers = plan, list(cards), workers
        wanted = plan.settings
        shared = {name: getattr(wanted, name) for name in TrialSettings.__struct_fields__}
        self._store = Store(folder, TrialSettings(**shared), what)

    def on_other_deals(self, times: int) -> Trials:
        """The same on `times` as many new deals."""
        other = copy.copy(self)
        settings = msgspec.structs.replace(self.plan.settings, seed=self.plan.settings.seed + self.plan.deals)
        other.plan = self.plan._replace(settings=settings, deals=times * self.plan.deals)
        return other

    def parts(self, game: Game) -> list[StudyPart]:
        """The games played with a box."""
        settings = msgspec.structs.replace(self.plan.settings, box=game.box.digest)
        plan = self.plan._replace(game=game, settings=settings)
        found = study.parts_of(plan, "games", plan.deals, plan.turns)
        for card in self._alone(game).values():
            found += study.parts_of(plan, "dealt", plan.deals, plan.settings.seats, card)
        return found

    def _alone(self, game: Game) -> dict[str, int]:
        """The numbers of the cards that are looked at alone, by name; a box may have lost one."""
        dealt = deals.study_of(game).dealt
        known = deals.names(game, dealt.kind) if dealt else ()
        return {name: known.index(name) for name in self.cards if name in known}

    def games_each(self) -> int:
        """The number of games for a box."""
        return sum(part.games for part in self.parts(self.plan.game))

    def play(self, games: Iterable[Game], progress: Callable[[Progress], object]) -> None:
        """Plays the missing games. `progress` counts all games of these boxes, including earlier runs."""
        wanted = {self._name(part): part for game in games for part in self.parts(game)}
        missing = {name: part for name, part in wanted.items() if not self._store.has(name)}
        total = sum(part.games for part in wanted.values())
        done = total - sum(part.games for part in missing.values())
        progress(Progress("playing", done, total))
        names = list(missing)
        for number, rows in self._workers.each(StudyPart.play, list(missing.values())):
            self._store.write(names[number], rows)
            done += missing[names[number]].games
            progress(Progress("playing", done, total))

    @staticmethod
    def _name(part: StudyPart) -> str:
        return f"{part.game.box.digest}-{part.name}"

    def figures(self, game: Game) -> Games:
        """The figures of a box that was played. Cards that are looked at alone count by the games with them in hand."""
        parts = self.parts(game)
        seats = self.plan.settings.seats
        rows = [row for part in parts if part.kind == "games" for row in self._store.read(self._name(part))]
        found = Games(game, rows, seats, brief=True)
        for name, card in self._alone(game).items():
            own = [p for p in parts if p.kind == "dealt" and p.which == card]
            rows = [row for part in own for row in self._store.read(self._name(part))]
            for figure in _alone(game, name, rows, seats):
                found.all[figure.key] = figure
        return found


PLAYED_BY_HOLDER = "played by who was dealt it"


def _alone(game: Game, name: str, rows: Sequence[Mapping[str, Any]], seats: int) -> list[Figure]:
    """Wins of the seats that were dealt a card in every game, and how often it was played."""
    dealt = deals.study_of(game).dealt
    assert dealt
    first = min(row["deal"] for row in rows)
    deal = [row["deal"] - first for row in rows]
    finished = np.bincount(deal, [row["finished"] for row in rows])
    won = np.bincount(deal, [row["won"] for row in rows])
    played = np.bincount(deal, [row["played"] for row in rows])
    every = np.bincount(deal)
    return [
        Figure(DEALT, dealt.kind, name, (Term(won, finished),), share=True, even=1 / seats),
        Figure(PLAYED_BY_HOLDER, dealt.kind, name, (Term(played, every),), share=True),
    ]


def cards_of(game: Game, parameters: Sequence[Parameter]) -> list[str]:
    """The cards among the parameters that chance deals into hands, so that they can be looked at alone."""
    dealt = deals.study_of(game).dealt
    if not dealt or not dealt.exchanged:
        return []
    names = deals.names(game, dealt.kind)
    ways = [parameter.way for parameter in parameters if parameter.way[0] == dealt.kind and len(parameter.way) > 1]
    entries = game.box.entries[dealt.kind]
    found = [names[entries.index(int(way[1]))] for way in ways if int(way[1]) in entries]
    return list(dict.fromkeys(found))


# --- what is aimed at ---------------------------------------------------------------------------------


class Reach(NamedTuple):
    """The distance of figures from their aims: `beyond` is 0 if all hold; `missed` and `open` count the others."""

    beyond: float
    missed: int
    open: int
    of: int

    @property
    def held(self) -> int:
        """How many aims hold."""
        return self.of - self.missed - self.open

    @property
    def verdict(self) -> Verdict:
        """One that misses counts more than all that hold."""
        return "misses" if self.missed else "open" if self.open else "holds"


def reach(judged: Sequence[JudgedFigure]) -> Reach:
    """Returns the distance of some figures from their aims.

    Each counts by how far its interval reaches beyond the aim, as a share of the aim's own width (of an aim with one
    bound: of that bound, 1 at least), squared: one that is far out weighs more than several that are a little. A figure
    that these games cannot settle, since its interval is wider than the aim, counts only as far as all of the interval
    lies beyond: else the noise of many cards would hide what matters.
    """
    counts = {state: sum(each.verdict == state for each in judged) for state in ("misses", "open")}
    return Reach(sum(_beyond(each) for each in judged), counts["misses"], counts["open"], len(judged))


def _beyond(each: JudgedFigure) -> float:
    width, found = _width(each), each.found
    if found.high - found.low > width:
        return (max(0.0, each.low - found.high, found.low - each.high) / width) ** 2
    return ((max(0.0, each.low - found.low) + max(0.0, found.high - each.high)) / width) ** 2


def _width(each: JudgedFigure) -> float:
    if math.isfinite(each.low) and math.isfinite(each.high):
        return max(1e-9, each.high - each.low)
    return max(1.0, abs(each.high if math.isfinite(each.high) else each.low))


def away(parameters: Sequence[Parameter], variant: Variant) -> float:
    """How far the numbers of a box are from those as they are, together."""
    pairs = zip(parameters, variant.numbers, strict=True)
    return sum(parameter.away(number) for parameter, number in pairs)
