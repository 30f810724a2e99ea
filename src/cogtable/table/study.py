"""What a game tells those who study many games of it: its rounds, resources, choices, and what chance deals.

A game's `table` may have a `study`. Without it a study still reports length, margin, seats, leads, and all that the
game tallies. All functions get an array of states, many games at once, and return arrays of whole numbers::

    study = Study(
        rounds=lambda states: states["rounds"],
        resources=(Resource("coins", lambda states: states["coins"], "${}"),),
        dealt=Dealt("robots", lambda states: states["hand"]),
    )
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

Read = Callable[[Any], Any]
"""A function of an array of n states."""


class Resource(NamedTuple):
    """Something that seats have more or less of. `amount` gives (n, seats or more); `unit` writes an amount."""

    name: str
    amount: Read
    unit: str = "{}"


class Portion(NamedTuple):
    """What part of something: `part` of `whole`, both (n, seats or more), as of cards in hand those that can be paid.

    Both also get the tables of the box.
    """

    name: str
    part: Callable[[Any, Any], Any]
    whole: Callable[[Any, Any], Any]


class Dealt(NamedTuple):
    """Cards that chance gives to seats before the first decision.

    `kind` is their table in the box. `cards` gives the numbers of the cards of each seat, (n, seats or more, places),
    a number below 0 for none. If `exchanged`, hands can be exchanged by swapping cards wherever the state has them,
    which it knows from `known_to(..., of=kind)` and `known_to(..., by=kind)`.
    """

    kind: str
    cards: Read
    exchanged: bool = True


class Shown(NamedTuple):
    """Cards that chance turns up for everybody, of which somebody has the first choice.

    `kind` is their table in the box, `cards` gives the numbers of those that lie open, (n, places), below 0 for gaps.
    `pile` gives for each card of the table the pile that it comes from. `choosing` says for each game whether the seat
    that now decides could take one.
    """

    kind: str
    cards: Read
    choosing: Read
    pile: Callable[[Any], Any] | None = None


class Study(NamedTuple):
    """What a game tells those who study it.

    - rounds: the number of the current round, from 1 (0: not begun); `round` is what one is called;
    - score: what the score counts, in the plural;
    - resources and portions, looked at when a round begins;
    - races: names of resources, beside the score, of which it is told whether the first to have so many wins, and the
      first to lead by so many;
    - choices: names of what players choose between, each with its actions; what is charted by round;
    - plans: names of further sets of actions that a bot can be made to do without;
    - dealt, shown: what chance deals;
    - called: what the cards of `shown` are called, from the box, where they have no names of their own.
    """

    rounds: Read | None = None
    round: str = "round"
    score: str = "points"
    resources: tuple[Resource, ...] = ()
    portions: tuple[Portion, ...] = ()
    races: tuple[str, ...] = ()
    choices: Mapping[str, Sequence[int]] = {}
    plans: Mapping[str, Sequence[int]] = {}
    dealt: Dealt | None = None
    shown: tuple[Shown, ...] = ()
    called: Callable[[Any], Sequence[str]] | None = None
