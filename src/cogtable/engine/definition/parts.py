"""The parts that describe a game: `Game(__name__, about=..., seats=..., rules=..., bots=..., observation=...)`."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from itertools import pairwise
from typing import Any, Concatenate, Literal, ParamSpec

from cogtable.engine.definition.search_settings import LEVELS, Levels, Search
from cogtable.engine.records.action_space import Actions
from cogtable.engine.records.state import MAX_SEATS, Ints, State, Tables
from cogtable.engine.rules.observation import Features

Parts = ParamSpec("Parts")


@dataclass(frozen=True, kw_only=True)
class About:
    """The description of a game that people read before they choose it.

    Args:
        name: the short name, used on the command line and in files.
        title: the name that people read.
        tagline: the game in a few words.
        minutes: how long it takes.
        art: the name of a picture of the client, or of an SVG file in the game's folder, 238 wide by 128 high.
        version: must change when the rules change the effect of a recorded action.
    """

    name: str
    title: str
    tagline: str
    minutes: int
    art: str
    version: str


YOUNG_MOVES = 4
"""A game that does not say how long it is young is so while each seat has had this many moves at most."""


@dataclass(frozen=True)
class Seats:
    """The numbers of seats, and the handling of seats that have nothing to do or whose person resigns.

    Args:
        fewest, most: how many seats a match can have.
        passing: the action that means "nothing to do", if there is one. A seat with no other action is skipped.
        default_reply: the action that lets another seat's announcement happen, if seats can answer announcements. Bots
            that look ahead assume this action, or a pass.
        leaving: what happens when one of several people resigns: a "bot" plays on, their seat drops "out" as the rules
            say, or the game comes to its "end", if it cannot go on without them. If only two seats are left, it always
            ends.
        dropping: for "out" the action by which a seat drops out. No mask ever offers it; see `Match.drop_out`.
        young: whether a game has only just begun, from its record as a spectator knows it. Until then a person can take
            the seat of a bot at a table of "Play". By default while each seat has had `YOUNG_MOVES` moves at most.
    """

    fewest: int
    most: int
    passing: int | None = None
    default_reply: int | None = None
    leaving: Literal["bot", "out", "end"] = "bot"
    dropping: int | None = None
    young: Callable[[Any], bool] | None = None

    def check(self, game: str) -> None:
        """Raises TypeError when the parts do not fit together."""
        if not 1 <= self.fewest <= self.most <= MAX_SEATS:
            found = self.fewest, self.most
            raise TypeError(f"{game}: seats must lie between 1 and {MAX_SEATS}; found {found}")
        if (self.leaving == "out") != (self.dropping is not None):
            raise TypeError(f'{game}: leaving="out" and the action `dropping` belong together; found only one of them')


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of a game.

    Args:
        verbs: the module or package with the verbs (see `docs/verbs.md`).
        state, tables: the declared records: of a game in progress, and of the box.
        actions: the action space, or its size.
        bound: the highest number of actions that a game can take.
        draws: the piles that things are drawn from at random, in the order of the items of the verb `weigh`: for each
            the name of the table of the box that lists its contents, or the names of these.
        tallies: the items that `simulate` counts by the verb `tally`, in its order: for each kind of item the name of
            the box's table with these entries, or their names.
    """

    verbs: Any
    state: type[State]
    tables: type[Tables]
    actions: int | type[Actions]
    bound: int
    draws: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    tallies: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)

    def check(self, game: str) -> None:
        """Raises TypeError when a verb lacks the names of its items, or these their verb."""
        for what, declared, verb in (("tallies", self.tallies, "tally"), ("draws", self.draws, "weigh")):
            if bool(declared) != hasattr(self.verbs, verb):
                raise TypeError(f"{game}: {what} and the verb {verb} belong together; found only one of them")


@dataclass(frozen=True, kw_only=True)
class Bots:
    """Settings of the bots for this game.

    Args:
        search: the settings of tree search that suit the game.
        levels: the number of simulations for a decision of each level that people play against.
        ratings: how strong these are, as `cogtable ladder` measures it, with a mean of 1500 over the four levels. Games
            of people against them are rated; without it they are not.
    """

    search: Search = Search()  # noqa: RUF009 - a tuple cannot change
    levels: Levels = Levels()  # noqa: RUF009
    ratings: Mapping[str, float] = field(default_factory=dict)

    def check(self, game: str) -> None:
        """Raises TypeError unless each level makes more simulations than the one before."""
        simulations = [getattr(self.levels, level) for level in LEVELS]
        if simulations[0] < 1 or any(fewer >= more for fewer, more in pairwise(simulations)):
            raise TypeError(f"{game}: each level must make more simulations than the one before; found {self.levels}")
        master = self.levels.master
        if master is not None and master < 1:
            raise TypeError(f"{game}: master must make at least one simulation; found {master}")


@dataclass(frozen=True)
class Observation:
    """The observations of a game: rows of numbers for programs that learn.

    Args:
        layout: the declared features.
        observe: the verb that writes them.
        constants: constants(b, out) writes the numbers that a box fixes, such as the print on cards that always have
            the same places, into `out`, which is all zero. It runs once, not compiled; every observation starts with
            its output.
    """

    layout: type[Features]
    observe: Callable[..., None]
    constants: Callable[[Any, Ints], None] | None = None


# --- the form before there were parts ---------------------------------------------------------------

_FORMER: dict[str, tuple[type, str, dict[str, str]]] = {
    "about": (About, "name title tagline minutes art version", {}),
    "seats": (Seats, "fewest most passing default_reply leaving dropping", {}),
    "rules": (Rules, "state tables actions bound draws tallies", {"rules": "verbs"}),
    "bots": (Bots, "search levels", {"bot_ratings": "ratings"}),
    "observation": (Observation, "observe constants", {"observation": "layout"}),
}
"""For each part: its class, the former keywords of `Game` that it has now, and those with other names."""


def accepts_keywords(
    make: Callable[Concatenate[Any, str, Parts], None],
) -> Callable[Concatenate[Any, str, Parts], None]:
    """Lets a game be described by keywords alone, without parts, with a DeprecationWarning."""
    init: Callable[..., None] = make

    @wraps(make)
    def made(game: Any, package: str, **given: Any) -> None:
        init(game, package, **(_grouped(given) if "name" in given else given))

    return made  # type: ignore[return-value]


def _grouped(given: dict[str, Any]) -> dict[str, Any]:
    words = "Game(...) takes parts now: about=About(...), seats=Seats(...), rules=Rules(...), bots=Bots(...)"
    warnings.warn(f"{words}, observation=Observation(...)", category=DeprecationWarning, stacklevel=3)
    given["fewest"], given["most"] = given.pop("seats")
    parts = {}
    for part, (kind, same, others) in _FORMER.items():
        names = {name: name for name in same.split()} | others
        found = {names[former]: given.pop(former) for former in names.keys() & given.keys()}
        if found := {name: value for name, value in found.items() if value is not None}:
            parts[part] = kind(**found)
    return given | parts
