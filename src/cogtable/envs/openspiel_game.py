"""OpenSpiel games, in Python over compiled code.

A state is a position of the game. All chance is in the first node: it draws one of `deals` deals, A deal includes the
generator of all later draws, so the actions determine the rest of the game. No player knows the deal, so this is the
same game as one with later chance nodes; with few deals it is a sample of it.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from cogtable.engine.batches.batch import Batch, observe_states
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import BadOption, CogtableError
from cogtable.engine.integers import moves_limit, whole
from cogtable.engine.play.match import SPECTATOR
from cogtable.engine.records.state import seats_in
from cogtable.engine.rules.observation import DTYPE
from cogtable.engine.rules.rng import MAX_SEED, check_seed, seed_or_random
from cogtable.envs.kernels import hidden, legal

DEALS = 1000
"""The default number of deals in the first node."""


class Position:
    """A position and its history, and so the information of each seat. It never changes, so copies share it."""

    def __init__(
        self, record: Any, before: Position | None = None, seat: int = -1, action: int = -1, *, dealt: bool = False
    ) -> None:
        self.record = record
        self.dealt = dealt
        self.before, self.seat, self.action = before, seat, action
        self.mask: Any = None
        self.current_player: int | None = None
        self.keys: dict[int, bytes] = {}
        """Digests of all that a seat has seen and done up to here."""

    def __deepcopy__(self, memo: Any) -> Position:
        return self


class Bench:
    """Tables on which positions are played on. States in several threads can be played at the same time."""

    def __init__(self, game: GameSpec, seats: int, seed: int, max_moves: int | None, options: dict[str, Any]) -> None:
        self.game, self.seats, self.seed, self.max_moves = game, seats, seed, max_moves
        self.numbers = game.layout.count()
        self._options = options
        self._here = threading.local()
        self.batch  # noqa: B018 - refused here where the settings don't fit

    @property
    def batch(self) -> Batch:
        """A table of this thread's own."""
        found: Batch | None = getattr(self._here, "batch", None)
        if found is None:
            found = Batch(self.game, 1, seats=self.seats, threads=1, max_moves=self.max_moves, **self._options)
            self._here.batch = found
        return found

    def __deepcopy__(self, memo: Any) -> Bench:
        return self

    def __getstate__(self) -> dict[str, Any]:
        return {name: held for name, held in self.__dict__.items() if name != "_here"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _here=threading.local())

    def deal(self, number: int) -> Position:
        """One of the deals."""
        batch = self.batch
        batch.reset(self.seed + number)
        return Position(batch.states.copy(), dealt=True)

    def play(self, at: Position, action: int) -> Position:
        """The position after an action of the seat that acts."""
        seat, batch = self.current_player(at), self.batch
        batch.place(at.record, [0])
        batch.step([action])
        return Position(batch.states.copy(), at, seat, action)

    def current_player(self, at: Position) -> int:
        """The seat that acts, the first of those that wait; -1 when the game is over or was stopped."""
        if at.current_player is None:
            s = at.record[0]
            stopped = self.max_moves is not None and s.ply >= self.max_moves
            at.current_player = -1 if s.over or stopped else seats_in(int(s.waiting))[0]
        return at.current_player

    def mask(self, at: Position) -> Any:
        """The legal actions of the seat that acts."""
        if at.mask is None:
            at.mask = legal(self.game, at.record, np.array([self.current_player(at)], np.int8))[0]
        return at.mask

    def returns(self, at: Position) -> list[float]:
        """The rewards of all seats, 0 while the game is not over."""
        if not at.record[0].over:
            return [0.0] * self.seats
        self.batch.place(at.record, [0])
        return [float(reward) for reward in self.batch.rewards[0]]

    def observation(self, at: Position, seat: int) -> Any:
        """The information of a seat."""
        row = np.zeros((1, self.numbers), DTYPE)
        observe_states(self.game, at.record, np.array([seat], np.int8), row)
        return row[0]

    def imagined(self, at: Position, seat: int, seed: int) -> Position:
        """A position that is consistent with a seat's information."""
        self.batch.place(at.record, [0])
        self.batch.determinize(seat, seed)
        made = Position(self.batch.states.copy())
        made.keys[seat] = self.key(at, seat)
        return made

    def key(self, at: Position, seat: int) -> bytes:
        """A digest of all that a seat, -1 for a spectator, has observed and done: equal if it cannot distinguish two
        histories.
        """
        missing, last = [], at
        while seat not in last.keys and last.before is not None:
            missing.append(last)
            last = last.before
        if seat not in last.keys:
            last.keys[seat] = _digest(b"", self.seen(last, seat))
        for each in reversed(missing):
            assert each.before
            old, new = self.seen(each.before, seat), self.seen(each, seat)
            own = each.action.to_bytes(4, "little") if each.seat == seat else b""
            known = each.before.keys[seat]
            each.keys[seat] = _digest(known, own, new if new != old else b"") if own or new != old else known
        return at.keys[seat]

    def seen(self, at: Position, seat: int) -> bytes:
        """The observation of a seat at a position, as bytes."""
        raw: bytes = self.observation(at, seat).tobytes()
        return raw


def _digest(*parts: bytes) -> bytes:
    return hashlib.blake2b(b"|".join(parts), digest_size=16).digest()


class SpielState(pyspiel.State):
    """A state of an OpenSpiel game."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.bench = game.bench
        self._deals = game.deals
        self.position: Position | None = None

    def current_player(self) -> int:
        """The seat that acts. Where several wait they act in turn."""
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.bench.current_player(self.position)
        return seat if seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        if self.position is None or player != self.bench.current_player(self.position):
            return []
        found: list[int] = np.flatnonzero(self.bench.mask(self.position)).tolist()
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, each equally likely."""
        return [(number, 1 / self._deals) for number in range(self._deals)]

    def _apply_action(self, action: int) -> None:
        self.position = self.bench.deal(action) if self.position is None else self.bench.play(self.position, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.position is None or player < 0:
            return f"deal {action}"
        if player != self.bench.current_player(self.position) or not self.bench.mask(self.position)[action]:
            return f"action {action}"
        game = self.bench.game
        state = hidden(game, self.position.record, np.zeros(1, np.int64), np.array([player], np.int8))[0]
        return str(game.table.choice(state, game.box, player, action).text)

    def is_terminal(self) -> bool:
        """Whether the game is over, or was stopped after `max_moves`."""
        return self.position is not None and self.bench.current_player(self.position) < 0

    def returns(self) -> list[float]:
        """The reward of each seat by its rank (see `Batch.rewards`); 0 while the game is not over."""
        return [0.0] * self.bench.seats if self.position is None else self.bench.returns(self.position)

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> SpielState:
        """A state that is consistent with a seat's information."""
        assert self.position
        made: SpielState = self.get_game().new_initial_state()
        made.position = self.bench.imagined(self.position, player_id, int(probability_sampler() * (1 << 52)))
        return made

    def __reduce__(self) -> Any:
        first = self.position
        while first and first.before:
            first = first.before
        imagined = None if first is None or first.dealt else (first.record, first.keys)
        return _restored, (self.get_game(), imagined, self.history())

    def known(self, player: int) -> Any:
        """The observation of a seat (-1 for a spectator); zeros before the deal."""
        if self.position is None:
            return np.zeros(self.bench.numbers, DTYPE)
        return self.bench.observation(self.position, player)

    def key(self, player: int) -> str:
        """The information state of a seat, or with -1 the public one."""
        return (f"player {player} " if player != SPECTATOR else "everybody ") + (
            "before the deal" if self.position is None else self.bench.key(self.position, player).hex()
        )

    def __str__(self) -> str:
        name = self.bench.game.name
        if self.position is None:
            return f"{name} before the deal"
        digest = hashlib.blake2b(self.position.record.tobytes(), digest_size=8).hexdigest()
        return f"{name} after move {int(self.position.record[0].ply)} {digest}"


class SpielGame(pyspiel.Game):
    """An OpenSpiel game. See `cogtable.envs.openspiel`."""

    source: GameSpec
    """The game behind it; each has a class of its own, for OpenSpiel keeps classes and makes games of them."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = self.source
        self.given = dict(params or {})
        given = defaults(game) | self.given
        seats, self.deals = given["players"], given["deals"]
        max_moves = given["max_moves"] or None
        if self.deals < 1:
            raise BadOption(f"deals: expected 1 or more; found {self.deals}")
        check_seed(given["seed"], self.deals)
        options = {name: given[name] for name in game.options}
        self.bench = Bench(game, seats, given["seed"], max_moves, options)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions,
            max_chance_outcomes=self.deals,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=max_moves or game.bound,
        )
        super().__init__(_type(game), info, params or {})

    def new_initial_state(self) -> SpielState:
        """The state before the deal."""
        return SpielState(self)

    def __reduce__(self) -> Any:
        return load, (self.source, self.given)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """An observer: of all information of a player, or with `private_info=NONE` of the public information.

        Raises CogtableError for types that are not offered: the private part alone, the private parts of all players,
        and parameters.
        """
        if params:
            raise CogtableError(f"observers take no parameters; found {params}")
        if iig_obs_type is None:
            return Observer(self.bench.game, public=False, perfect_recall=False)
        none, single = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not iig_obs_type.public_info or iig_obs_type.private_info not in (none, single):
            raise CogtableError(
                "observers show public_info=True with private_info=SINGLE_PLAYER (what a player knows) or NONE (what"
                f" everybody knows); found {iig_obs_type}"
            )
        return Observer(self.bench.game, iig_obs_type.private_info == none, iig_obs_type.perfect_recall)


class Observer:
    """Writes the information of a player, or the public information: the numbers of the observation, and text. With
    perfect recall there is text alone, the key of the information state.
    """

    def __init__(self, game: GameSpec, public: bool, perfect_recall: bool) -> None:
        self.public, self.perfect_recall = public, perfect_recall
        self.tensor = None if perfect_recall else np.zeros(game.layout.count(), np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Writes `tensor` and `dict`. Raises CogtableError with perfect recall."""
        if self.tensor is None:
            raise CogtableError(
                "there is no information_state_tensor, for an observation doesn't show what a player remembers; use"
                " information_state_string, or observation_tensor for what it knows now"
            )
        self.tensor[:] = state.known(self._of(player))

    def string_from(self, state: SpielState, player: int) -> str:
        """The information state, or the observation, as text."""
        seat = self._of(player)
        return state.key(seat) if self.perfect_recall else " ".join(map(str, state.known(seat)))

    def _of(self, player: int) -> int:
        return SPECTATOR if self.public else player


def _restored(game: SpielGame, imagined: tuple[Any, dict[int, bytes]] | None, history: list[int]) -> SpielState:
    """A pickled state. `imagined` is the position that it began from, where that was not dealt."""
    made = game.new_initial_state()
    if imagined:
        made.position = Position(imagined[0])
        made.position.keys.update(imagined[1])
    for action in history:
        made.apply_action(action)
    return made


def defaults(game: GameSpec) -> dict[str, int]:
    """The parameters of an OpenSpiel game: those of all games, and its options."""
    common = {"players": game.min_seats, "deals": DEALS, "seed": 0, "max_moves": 0}
    return common | {name: int(option.default) for name, option in game.options.items()}


_registered: dict[str, GameSpec] = {}
"""The games that OpenSpiel knows, by its names for them."""

_registering = threading.Lock()


def _name(game: GameSpec) -> str:
    """OpenSpiel's name for a game; with the digest of its box if that is not its own, or if the name is taken."""
    name = f"cogtable_{game.name}"
    own = not game.is_variant and _registered.get(name, game).state is game.state
    return name if own else f"{name}_{game.box.digest}"


def _type(game: GameSpec) -> Any:
    return pyspiel.GameType(
        short_name=_name(game),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_seats,
        min_num_players=game.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults(game),
    )


def load(game: GameSpec, given: dict[str, int]) -> Any:
    """The game with some parameters, and defaults for the others; registered with OpenSpiel the first time.

    Raises BadOption for parameters that do not fit.
    """
    game.layout  # noqa: B018 - refused here where there is none
    parameters = defaults(game) | given
    game.blank(parameters["players"], {name: parameters[name] for name in game.options})
    with _registering:
        name = _name(game)
        if name not in _registered:
            pyspiel.register_game(_type(game), type(name, (SpielGame,), {"source": game}))
            _registered[name] = game
    return pyspiel.load_game(name, parameters)


def checked(
    game: GameSpec, seats: int | None, deals: int, seed: int | None, max_moves: int | None, options: dict[str, int]
) -> Any:
    """The OpenSpiel game of some settings. Raises BadOption for those that do not fit."""
    deals, most = whole(deals, "deals", 1, (1 << 31) - 1), MAX_SEED >> 32
    first = seed_or_random(seed, MAX_SEED - most) if seed is None else check_seed(seed, deals)
    if first > most:
        raise BadOption(f"seed: OpenSpiel's parameters hold numbers below {most}; found {first}")
    players = game.min_seats if seats is None else whole(seats, "seats", 1)
    common = {"players": players, "deals": deals, "seed": first, "max_moves": moves_limit(max_moves) or 0}
    return load(game, common | options)
