"""The figures that a game offers for studies: its rounds, resources, choices, the cards that chance deals, and habits.

A game's `table` may have a `study`. Without it, a study still reports length, margin, seats, leads, and the game's
tallies. All functions take an array of states, one for each of n games, and return arrays of whole numbers::

    study = Study(
        rounds=lambda states: states["rounds"],
        resources=(Resource("coins", lambda states: states["coins"], "${}"),),
        dealt=Dealt("robots", lambda states: states["hand"]),
    )
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from cogtable.engine.text.words import Template

Read = Callable[[Any], Any]
"""A function of an array of n states."""


class Resource(NamedTuple):
    """A resource of seats. `amount` returns an array (n, seats or more); `unit` formats an amount."""

    name: str
    amount: Read
    unit: str = "{}"


class Portion(NamedTuple):
    """The share of a whole: `part` of `whole`, such as the payable cards of a hand. Both return (n, seats or more).

    Both also take the tables of the box.
    """

    name: str
    part: Callable[[Any, Any], Any]
    whole: Callable[[Any, Any], Any]


class Dealt(NamedTuple):
    """Cards that chance gives to seats before the first decision.

    `kind` is their table in the box. `cards` returns the numbers of each seat's cards, (n, seats or more, places), with
    numbers below 0 for empty places. If `exchanged`, a study can exchange hands by swapping cards in all fields marked
    `known_to(..., of=kind)` or `known_to(..., by=kind)`.
    """

    kind: str
    cards: Read
    exchanged: bool = True


class Shown(NamedTuple):
    """Cards that chance turns up for everybody, and that one seat can choose from first.

    `kind` is their table in the box. `cards` returns the numbers of the face-up cards, (n, places), below 0 for gaps.
    `pile` returns the pile of each card in the table. `choosing` returns for each game whether the seat that decides
    now could take one.
    """

    kind: str
    cards: Read
    choosing: Read
    pile: Callable[[Any], Any] | None = None


class Decisions(NamedTuple):
    """Decisions of one player in n games: the `states` before them, the tables of the box `b`, the seats that decide,
    and their actions.
    """

    states: Any
    b: Any
    seats: Any
    actions: Any

    def own(self, field: str) -> Any:
        """The part of a field that belongs to the deciding seats: (n, ...) of a field (n, seats or more, ...)."""
        return self.states[field][np.arange(len(self.seats)), self.seats]

    def rivals(self, seat: int) -> Any:
        """Whether a seat is at the table and is not the deciding one, bool, (n,)."""
        return (self.states["seats"] > seat) & (self.seats != seat)

    def chooses(self, actions: Sequence[int]) -> Any:
        """Whether each decision is one of these actions, bool, (n,)."""
        return np.isin(self.actions, list(actions))


class Habit(NamedTuple):
    """Something that some bots do more often than others, such as reserving cards. `cogtable tempers` measures it.

    - name: the key of its figures, such as "reserves";
    - among: the decisions that count, bool, (n,);
    - shows: the decisions that show the habit, of any of them;
    - figure: the sentence with its figures, such as "Reserves a card on {own} of 100 turns; the other bots on
      {others}.";
    - more, less: the line of a bot that does it clearly more often, or clearly less often, than the other bots do on
      average. A direction without a line is not pointed out.
    """

    name: str
    among: Callable[[Decisions], Any]
    shows: Callable[[Decisions], Any]
    figure: Template
    more: Template | None = None
    less: Template | None = None


class Study(NamedTuple):
    """The figures that a game offers for studies.

    - rounds: the number of the current round, from 1 (0: not begun); `round` is the word for a round;
    - score: the name of the things that the score counts, in the plural;
    - resources and portions: figures that are read when a round begins;
    - races: names of resources that are treated like the score: a study reports how often the first seat to reach an
      amount, and the first to lead by an amount, wins;
    - choices: names of the players' options, each with its actions; a study charts them by round;
    - plans: names of further sets of actions that a bot can be forbidden;
    - dealt, shown: the cards that chance deals;
    - called: the names of the cards of `shown`, from the box, if they have no names of their own;
    - habits: what bots can be told apart by (see `Habit`).
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
    habits: tuple[Habit, ...] = ()
