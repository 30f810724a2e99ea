"""External bots: classes that other packages name in the entry point `cogtable.bots`, or that are added by hand.

A package names its bots in its pyproject.toml::

    [project.entry-points."cogtable.bots"]
    magnate = "my_bots:Magnate"

Then "magnate" is a bot like any other: for `cogtable simulate`, at a table in the browser, in the adapters. The class
has

- `title`: how it plays, in a few words, for people who choose a bot;
- `choose(position)`: the action for a `Position`; or `choose_many(positions)`: an action for each of `Positions`, which
  suits a network that evaluates many at once;
- optionally `label`, the name that people see, and `games`, the names of the games it plays if not all.

The class is instantiated without arguments at the first decision; calls never overlap. It only gets states hidden for
the seat that decides, so it cannot cheat.
"""

from __future__ import annotations

import importlib
import math
import operator
import re
import threading
from collections.abc import Iterator
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from cogtable.bots.bot import COMPILED, Bot, PlayStyle, decision_seeds
from cogtable.engine.compile.jit import kernel
from cogtable.engine.compiled_play.kernels import fill_mask, with_compile_notice
from cogtable.engine.errors import CogtableError, IllegalAction
from cogtable.engine.records.state import Ints, copied
from cogtable.engine.rules import rng, verbs
from cogtable.engine.rules.observation import DTYPE
from cogtable.engine.threadsafe import IMPORT_LOCK

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec

OWN = "own"
"""The `kind` of all external bots. They run as plain Python, so nothing is compiled for them."""

_NAME = re.compile(r"[a-z][a-z0-9_-]{0,31}")
_MARKUP = re.compile(r"[][{}<>\x00-\x1f]")
"""Characters that are markup on screen, or break a line."""
MOST_LABEL = 20
MOST_TITLE = 80
"""The longest label and title, in characters."""

NAMED = 12
"""The highest number of legal actions that an error names."""


class BrokenBot(CogtableError):
    """A bot that is installed but cannot be loaded."""


class BotFailed(CogtableError):
    """A bot raised an error instead of deciding; the text says where, the error itself is the cause."""


# --- what it decides on -----------------------------------------------------------------------------


@kernel
def _fill_masks(states: Any, boxes: Any, seats: Ints, masks: Any) -> None:
    for i in range(states.size):
        fill_mask(states[i], boxes[0], seats[i], masks[i])


class Positions:
    """Decisions of one game to make in one call. `positions[i]` is one of them, a `Position`.

    Attributes:
        game: the game.
        hidden: the states, an array of n records, each hidden for the seat that decides.
        seats: int8, (n,): the seats that decide.
        seeds: int64, (n,): a seed for each decision; with the same seed a bot should decide the same.
    """

    def __init__(self, game: GameSpec, hidden: Any, seats: Ints, seeds: Ints, how: PlayStyle = COMPILED) -> None:
        self.game = game
        self.hidden = hidden
        self.seats = seats
        self.seeds = seeds
        self._how = how

    def __len__(self) -> int:
        return int(self.hidden.size)

    def __getitem__(self, i: int) -> Position:
        return Position(self, range(len(self))[i])

    def __iter__(self) -> Iterator[Position]:
        return (Position(self, i) for i in range(len(self)))

    @property
    def seconds(self) -> float:
        """The seconds left to decide: infinite without a limit, 0 when the answer is no longer wanted.

        A server stops a bot that takes much longer.
        """
        token = self._how.token
        return math.inf if token is None else token.seconds

    @cached_property
    def action_mask(self) -> Any:
        """The legal actions, uint8, (n, actions): 1 where an action is legal."""
        found = np.zeros((len(self), self.game.actions), np.uint8)
        if self._how.compiled:
            run = partial(_fill_masks, self.hidden, self.game.box.tables, self.seats, found)
            with_compile_notice("masks", self.game, run)
        else:
            for i, seat in enumerate(self.seats.tolist()):
                verbs.legal(self.hidden[i], self.game.box.record, seat, found[i])
        return found

    @cached_property
    def observations(self) -> Any:
        """The seats' observations, int16, (n, numbers), laid out as `game.observation` says.

        Raises BrokenGame for a game without observations.
        """
        found = np.zeros((len(self), self.game.layout.count()), DTYPE)
        if self._how.compiled:
            from cogtable.engine.batches.batch import observe_states  # a page has bots, but no batches

            with_compile_notice(
                "observe", self.game, partial(observe_states, self.game, self.hidden, self.seats, found)
            )
        else:
            for i, seat in enumerate(self.seats.tolist()):
                found[i] = self.game.observed(self.hidden[i : i + 1], seat)
        return found


class Position:
    """One decision: the seat's information and its legal actions."""

    def __init__(self, positions: Positions, i: int) -> None:
        self._positions = positions
        self._i = i

    @property
    def game(self) -> GameSpec:
        """The game."""
        return self._positions.game

    @property
    def hidden(self) -> Any:
        """The state as the seat knows it, an array of one record."""
        return self._positions.hidden[self._i : self._i + 1]

    @property
    def state(self) -> Any:
        """The state as the seat knows it: the game's fields as attributes."""
        return self.hidden[0]

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return int(self._positions.seats[self._i])

    @property
    def seed(self) -> int:
        """A seed for this decision; with the same seed a bot should decide the same."""
        return int(self._positions.seeds[self._i])

    @property
    def seconds(self) -> float:
        """How many seconds are left to decide (see `Positions.seconds`)."""
        return self._positions.seconds

    @property
    def mask(self) -> Any:
        """The legal actions, uint8, (actions,): 1 where an action is legal."""
        return self._positions.action_mask[self._i]

    @property
    def legal(self) -> list[int]:
        """The legal actions in ascending order."""
        found: list[int] = np.flatnonzero(self.mask).tolist()
        return found

    @property
    def observation(self) -> Any:
        """The seat's observation, a row of int16, laid out as `game.observation` says."""
        return self._positions.observations[self._i]

    def imagine(self, count: int = 1, seed: int | None = None) -> Any:
        """Complete states that are consistent with the seat's information, an array of `count` records.

        Hidden information is sampled (`determinize`) from `seed`, by default from the decision's own seed.
        """
        found = np.concatenate([self.hidden] * count) if count else copied(self.hidden[:0])
        first = self.seed if seed is None else seed
        for i in range(count):
            rng.seed(found[i], (first + i) & rng.MAX_SEED)
            verbs.determinize(found[i], self.game.box.record, self.seat)
        return found


# --- one bot ----------------------------------------------------------------------------------------


class ExternalBot:
    """An external bot: checked when it is found, instantiated when it first decides."""

    def __init__(self, name: str, given: Any, place: str) -> None:
        """Raises BrokenBot for an invalid name or an incomplete class."""
        self.name = name
        self._place = place
        if not _NAME.fullmatch(name):
            raise self._broken("a name has 1 to 32 small letters, digits, - and _, a letter first")
        self._given = given
        self._one_by_one = threading.Lock()
        self.label = self._words("label", MOST_LABEL, name[:1].upper() + name[1:])
        self.title = self._words("title", MOST_TITLE, None)
        self.games = self._games()
        if not any(callable(getattr(given, method, None)) for method in ("choose", "choose_many")):
            raise self._broken("it has neither a method choose(position) nor choose_many(positions)")
        self._player: Any = None if isinstance(given, type) else given

    def __getstate__(self) -> dict[str, Any]:
        return {name: held for name, held in self.__dict__.items() if name != "_one_by_one"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _one_by_one=threading.Lock())

    @property
    def bot(self) -> Bot:
        """The bot as a `Bot`."""
        return Bot(self.name, self.title, self.decide_many, OWN, label=self.label, games=self.games)

    def _broken(self, why: str) -> BrokenBot:
        return BrokenBot(f"the bot {self.name} ({self._place}) cannot be used: {why}")

    def _words(self, attribute: str, most: int, default: str | None) -> str:
        found = getattr(self._given, attribute, default)
        if (
            not isinstance(found, str)
            or not 1 <= len(found.strip()) <= most
            or re.search(r"[][{}<>]|[^ -\U0010ffff]", found)
        ):
            wanted = f"a line of 1 to {most} characters without brackets and braces"
            raise self._broken(f"{attribute}: expected {wanted}; found {_shortened(found)}")
        return found.strip()

    def _games(self) -> tuple[str, ...]:
        found = getattr(self._given, "games", ())
        if isinstance(found, str) or not all(isinstance(each, str) for each in found):
            raise self._broken(f'games: expected names as in ("splendor",); found {_shortened(found)}')
        return tuple(found)

    def player(self) -> Any:
        """The object that decides. Raises BrokenBot if it cannot be made."""
        if self._player is None:
            try:
                self._player = self._given()
            except Exception as error:
                raise self._broken(_said(error)) from error
        return self._player

    def decide_many(
        self, game: GameSpec, hidden: Any, seats: Ints, seeds: Ints, actions: Ints, how: PlayStyle = COMPILED
    ) -> None:
        """See `bot.DecideMany`. Without states it only makes the object.

        Raises BotFailed for an error of the bot, IllegalAction for an action that is not legal, BrokenBot.
        """
        if self.games and game.name not in self.games:
            raise BrokenBot(f"the bot {self.name} does not play {game.name}; it plays {', '.join(self.games)}")
        with self._one_by_one:
            player = self.player()
            if hidden.size:
                positions = Positions(game, hidden, seats, decision_seeds(hidden, seats, seeds), how)
                masks = positions.action_mask.copy()  # the bot can write into its arguments
                actions[:] = self._checked(self._asked(player, positions), positions, masks)

    def _asked(self, player: Any, positions: Positions) -> Any:
        try:
            if callable(getattr(player, "choose_many", None)):
                return player.choose_many(positions)
            return [player.choose(position) for position in positions]
        except Exception as error:
            raise BotFailed(f"the bot {self.name} failed {_where(positions, 0)}: {_said(error)}") from error

    def _checked(self, chosen: Any, positions: Positions, masks: Any) -> Ints:
        """The actions as whole numbers, all legal. Raises IllegalAction."""
        if not isinstance(chosen, list):
            chosen = np.asarray(chosen)
        if len(chosen) != len(positions):
            raise IllegalAction(f"the bot {self.name} chose {len(chosen)} actions for {len(positions)} positions")
        found = np.zeros(len(positions), np.int64)
        for i, one in enumerate(chosen):
            action = _whole(one)
            if action is None or not 0 <= action < masks.shape[1] or not masks[i, action]:
                legal = np.flatnonzero(masks[i]).tolist()
                more = f" and {len(legal) - NAMED} more" if len(legal) > NAMED else ""
                raise IllegalAction(
                    f"the bot {self.name} chose {_shortened(one)} {_where(positions, i)};"
                    f" legal are {', '.join(map(str, legal[:NAMED]))}{more}"
                )
            found[i] = action
        return found


def _whole(number: Any) -> int | None:
    """A whole number as Python's own; None for anything else, truth values too."""
    if isinstance(number, bool | np.bool_):
        return None
    try:
        return operator.index(number)
    except TypeError:
        return None


def _where(positions: Positions, i: int) -> str:
    """The place of a decision; of several, the first is named."""
    many = f" (or one of the {len(positions)} asked with it)" if len(positions) > 1 else ""
    return f"in {positions.game.name}, seat {positions.seats[i]}, move {positions.hidden[i].ply}{many}"


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _shortened(what: object) -> str:
    words = repr(what)
    return words if len(words) <= 60 else words[:57] + "..."


def load_external_bot(name: str, place: str) -> ExternalBot:
    """The bot of an entry point, such as "my_bots:Magnate". Raises BrokenBot."""
    module, _, attribute = place.partition(":")
    try:
        with IMPORT_LOCK:
            given: Any = importlib.import_module(module)
            for part in attribute.split("."):
                given = getattr(given, part)
    except Exception as error:
        raise BrokenBot(f"the bot {name} ({place}) cannot be loaded: {_said(error)}") from error
    return ExternalBot(name, given, place)
