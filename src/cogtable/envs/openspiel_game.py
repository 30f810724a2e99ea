"""OpenSpiel games, in Python over compiled code.

A state is a position of the game. All chance is in the first node: it draws one of `deals` deals, and with a deal goes
the generator that decides every later draw, so what follows is determined by the actions. No player knows the deal, so
this is the same game as one that draws when it needs to; with few deals it is a sample of it.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from cogtable.engine.batches.batch import Batch, observe_states
from cogtable.engine.definition.spec import GameSpec, check_seed, seed_or_random
from cogtable.engine.errors import BadOption, CogtableError
from cogtable.engine.integers import moves_limit, whole
from cogtable.engine.play.match import SPECTATOR
from cogtable.engine.records.state import seats_in
from cogtable.engine.rules.observation import DTYPE
from cogtable.engine.rules.rng import MAX_SEED
from cogtable.envs.kernels import hidden, legal

DEALS = 1000
"""How many deals the first node draws from, where nothing else is said."""


class Position:
    """A position, how it was reached, and so what each seat has seen. It never changes, so copies share it."""

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
    """Where positions of a game are played on. States in several threads can be played at the same time."""

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
        """What a seat knows."""
        row = np.zeros((1, self.numbers), DTYPE)
        observe_states(self.game, at.record, np.array([seat], np.int8), row)
        return row[0]

    def imagined(self, at: Position, seat: int, seed: int) -> Position:
        """A position that could be this one for all that a seat knows."""
        self.batch.place(at.record, [0])
        self.batch.determinize(seat, seed)
        made = Position(self.batch.states.copy())
        made.keys[seat] = self.key(at, seat)
        return made

    def key(self, at: Position, seat: int) -> bytes:
        """A digest of all that a seat, -1 for a spectator, has observed and done: equal where it cannot tell two
        histories apart.
        """
        missing, last = [], at
        while seat not in last.keys and last.before is not None:
            missing.append(last)
            last = last.before
        if seat not in last.keys:
            last.keys[seat] = _digest(b"", self._seen(last, seat))
        for each in reversed(missing):
            assert each.before
            old, new = self._seen(each.before, seat), self._seen(each, seat)
            own = each.action.to_bytes(4, "little") if each.seat == seat else b""
            known = each.before.keys[seat]
            each.keys[seat] = _digest(known, own, new if new != old else b"") if own or new != old else known
        return at.keys[seat]

    def _seen(self, at: Position, seat: int) -> bytes:
        raw: bytes = self.observation(at, seat).tobytes()
        return raw


def _digest(*parts: bytes) -> bytes:
    return hashlib.blake2b(b"|".join(parts), digest_size=16).digest()


class SpielState(pyspiel.State):
    """A state of an OpenSpiel game."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._bench = game.bench
        self._deals = game.deals
        self._at: Position | None = None

    def current_player(self) -> int:
        """The seat that acts. Where several wait they act in turn."""
        if self._at is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self._bench.current_player(self._at)
        return seat if seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        if self._at is None or player != self._bench.current_player(self._at):
            return []
        found: list[int] = np.flatnonzero(self._bench.mask(self._at)).tolist()
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, each equally likely."""
        return [(number, 1 / self._deals) for number in range(self._deals)]

    def _apply_action(self, action: int) -> None:
        self._at = self._bench.deal(action) if self._at is None else self._bench.play(self._at, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if self._at is None or player < 0:
            return f"deal {action}"
        if player != self._bench.current_player(self._at) or not self._bench.mask(self._at)[action]:
            return f"action {action}"
        game = self._bench.game
        state = hidden(game, self._at.record, np.zeros(1, np.int64), np.array([player], np.int8))[0]
        return str(game.table.choice(state, game.box, player, action).text)

    def is_terminal(self) -> bool:
        """Whether the game is over, or was stopped after `max_moves`."""
        return self._at is not None and self._bench.current_player(self._at) < 0

    def returns(self) -> list[float]:
        """The reward of each seat by its rank (see `Batch.rewards`); 0 while the game is not over."""
        return [0.0] * self._bench.seats if self._at is None else self._bench.returns(self._at)

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> SpielState:
        """A state that could be this one for all that a seat knows."""
        assert self._at
        made: SpielState = self.get_game().new_initial_state()
        made._at = self._bench.imagined(self._at, player_id, int(probability_sampler() * (1 << 52)))
        return made

    def __reduce__(self) -> Any:
        first = self._at
        while first and first.before:
            first = first.before
        imagined = None if first is None or first.dealt else (first.record, first.keys)
        return _restored, (self.get_game(), imagined, self.history())

    def known(self, player: int) -> Any:
        """What a seat, -1 for a spectator, knows: its observation; zeros before the deal."""
        if self._at is None:
            return np.zeros(self._bench.numbers, DTYPE)
        return self._bench.observation(self._at, player)

    def key(self, player: int) -> str:
        """The information state of a seat, or with -1 what everybody has seen."""
        return (f"player {player} " if player != SPECTATOR else "everybody ") + (
            "before the deal" if self._at is None else self._bench.key(self._at, player).hex()
        )

    def __str__(self) -> str:
        name = self._bench.game.name
        if self._at is None:
            return f"{name} before the deal"
        digest = hashlib.blake2b(self._at.record.tobytes(), digest_size=8).hexdigest()
        return f"{name} after move {int(self._at.record[0].ply)} {digest}"


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
        """What writes observations: of all that a player knows, or with `private_info=NONE` of what everybody knows.

        Raises CogtableError for what is not offered: the private part alone, the private parts of all players, and
        parameters.
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
    """Writes what a player knows, or what everybody knows: the numbers of the observation, and text. With perfect
    recall there is text alone, the key of the information state.
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
        made._at = Position(imagined[0])
        made._at.keys.update(imagined[1])
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
    """What OpenSpiel calls a game; with the digest of its box where that is not its own, or another has the name."""
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
