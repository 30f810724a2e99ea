"""The verbs that a game implements, each a generic function of a state `s` and the tables `b` of a box.

Called from Python, a verb finds the game by the class of the record and runs its plain Python function. In compiled
code it is resolved by the type of the record at compile time. So code that uses the verbs (rollouts, batches, search)
is written once for all games. `seat` is -1 for a spectator.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numba.core import types
from numba.core.errors import NumbaError
from numba.core.registry import cpu_target
from numba.core.target_extension import current_target
from numba.extending import overload

from cogtable.engine.boxes.plugins import sources
from cogtable.engine.compile import cache, diagnostics
from cogtable.engine.compile.int64_pass import as_int64
from cogtable.engine.compile.jit import OPTIONS, jitable
from cogtable.engine.errors import CogtableError
from cogtable.engine.records.box_sizes import original
from cogtable.engine.records.int_array import IntArray
from cogtable.engine.records.state import Ints, Mask, State
from cogtable.engine.rules.bitmask import Bits
from cogtable.engine.rules.observation_row import RowType, row_of

log = logging.getLogger("cogtable")


class Rules(Protocol):
    """The functions that a game's rules define. All take the state first and the tables second."""

    def setup(self, s: Any, b: Any) -> None:
        """Deals a new game; `s` already has seats, options and the generator, everything else is zero."""

    def legal(self, s: Any, b: Any, seat: int, mask: Mask) -> None:
        """Writes 1 for each legal action of a waiting seat into `mask`, which is all zero on entry."""

    def play(self, s: Any, b: Any, seat: int, action: int) -> None:
        """Applies one legal action and continues to the next real decision."""

    def hide(self, s: Any, b: Any, seat: int) -> None:
        """Blanks everything that `seat` may not know. The engine itself blanks the generator."""

    def determinize(self, s: Any, b: Any, seat: int) -> None:
        """Fills a hidden state with a random deal that is consistent with what `seat` knows."""

    def rank(self, s: Any, b: Any, out: Ints) -> None:
        """Writes each seat's place (1 is best, shared places equal) to out[seat, 0], its score to out[seat, 1]."""

    def evaluate(self, s: Any, b: Any, out: Ints) -> None:
        """Writes a quick estimate of each seat's chance of winning, in thousandths that add up to about 1000."""


class Tallies(Protocol):
    """Functions that they may also define."""

    def tally(self, s: Any, b: Any, out: Ints) -> None:
        """Writes 1 to out[seat, i] for each item i that a seat used in a game that is over (see `Game.tallies`)."""


class Weighs(Protocol):
    """And another."""

    def weigh(self, s: Any, b: Any, out: Ints) -> None:
        """Writes to out[i], which is 0 on entry, how likely each item i is to be drawn next from its pile (see
        `Game.draws`), as a weight among those of that pile; nothing for an empty pile.

        `s` may be hidden for a seat: then weights are that seat's expectation. If the state is whole and contains the
        pile's order, only the next item has a weight.
        """


class Observes(Protocol):
    """The function that a game with observations defines, best in a module that its other rules do not import."""

    def observe(self, s: Any, b: Any, seat: int, out: Ints) -> None:
        """Writes what `seat` knows into `out`; `s` is hidden for that seat.

        On entry `out` is all zero but for the constants of the game (see `Game`), if it has any.

        The places in `out` are declared as `Features`. Seats are written relative to the observer, which comes first
        (for a spectator seat 0), and cards as features from the box, not as numbers of cards.
        """


_rules: dict[str, Rules] = {}
_observing: dict[str, Callable[..., None]] = {}
_actions: dict[str, int] = {}
_takes_bits: dict[tuple[types.Type, types.Type], bool] = {}
"""Whether the function `legal` for a record type can be compiled for a mask of bits."""
_jitable: set[Any] = set()
"""Verbs that compiled code can call; a game may take over another game's."""


def register(state: type[State], rules: Any, observer: Callable[..., None] | None = None, actions: int = 0) -> None:
    """Makes the verbs work on records of `state`; `observer` is the function for `observe`, if the game has one, and
    `actions` how many actions it has.

    Raises TypeError when a verb is missing or names its arguments differently.
    """
    modules = {state.__module__}
    for verb in (setup, legal, _play, _hide, determinize, rank, evaluate, tally, weigh):
        name = verb.__name__.lstrip("_")
        own = getattr(rules, name, None)
        if own is None and verb in (tally, weigh):
            continue
        if own is None:
            raise TypeError(f"{rules.__name__}: the verb {name} is missing")
        _take_over(verb, own, rules.__name__)
        modules.add(own.__module__)
    apart: tuple[str, ...] = ()
    _observing.pop(state.marker, None)
    if observer is not None:
        _take_over(observe, observer, observer.__module__)
        _observing[state.marker] = observer
        apart = (observer.__module__,)
    _rules[state.marker] = rules
    _actions[state.marker] = actions
    modules.update(sources(state.__module__))
    name = state.__name__ + ("-sized" if original(state.__module__) != state.__module__ else "")
    cache.declare(state.marker, name, tuple(sorted(modules)), apart)


def run_with(state: type[State], rules: Rules) -> None:
    """Lets other functions run the verbs for records of `state` in Python, such as those of a WebAssembly module."""
    _rules[state.marker] = rules


def rules_of(state: type[State]) -> Rules:
    """The verbs that were registered for records of `state`. Raises KeyError if there are none."""
    return _rules[state.marker]


def own_function(state: type[State], verb: str) -> Callable[..., Any] | None:
    """The function of a game's own that a verb calls for records of `state`; None if it has none."""
    if verb == "observe":
        return _observing.get(state.marker)
    found: Callable[..., Any] | None = getattr(rules_of(state), verb, None)
    return found


def _take_over(verb: Callable[..., Any], own: Any, where: str) -> None:
    """Lets compiled code call a game's own function for a verb."""
    wanted, came = _arguments(verb), _arguments(own)
    if wanted != came:
        raise TypeError(
            f"{where}.{verb.__name__.lstrip('_')} takes ({', '.join(came)}); expected ({', '.join(wanted)})"
        )
    if own not in _jitable:
        _jitable.add(jitable(own))


def _arguments(function: Any) -> tuple[str, ...]:
    code = function.__code__
    return tuple(code.co_varnames[: code.co_argcount])


def _run(own: Callable[..., None], s: Any, *arguments: Any) -> None:
    """Runs a game's function as plain Python, with plain integers for seats, actions and the elements of its buffers.
    Raises BrokenRule where a number does not fit its field, since NumPy would only wrap it around.
    """
    try:
        with np.errstate(over="raise"):
            own(s, *map(_plain, arguments))
    except (FloatingPointError, OverflowError) as error:
        raise diagnostics.overflow(error, type(s).declared.marker) from error


def _plain(argument: Any) -> Any:
    if type(argument) is np.ndarray:  # a row that checks its places stays one
        return argument.view(IntArray)
    return int(argument) if isinstance(argument, np.integer) else argument


def _of(s: Any) -> Rules:
    return rules_of(type(s).declared)


def _compiled(s: types.Type, name: str) -> Callable[..., Any] | None:
    """The game's function for a record type, for Numba; None for a type that is no state."""
    for field in getattr(s, "fields", ()):
        if field in _rules:
            found: Callable[..., Any] = getattr(_rules[field], name)
            return found
    return None


def mask_of_bits(s: types.Type, b: types.Type) -> int:
    """How many actions a mask of bits has for the game of a record type, for Numba.

    0 if the game's `legal` must get bytes: for a GPU, and if it uses its mask as an array.
    """
    count = next((_actions[field] for field in getattr(s, "fields", ()) if field in _actions), 0)
    if not count or current_target() != "cpu":  # type: ignore[no-untyped-call]
        return 0
    if (s, b) not in _takes_bits:
        _takes_bits[s, b] = compiles(_compiled(s, "legal"), s, b, types.int64, Bits(count))
    return count if _takes_bits[s, b] else 0


def compiles(function: Any, *arguments: types.Type) -> bool:
    """Whether a function can be compiled for arguments of these types. The log says why not."""
    context = cpu_target.typing_context
    try:
        return context.resolve_function_type(context.resolve_value_type(function), arguments, {}) is not None
    except (CogtableError, NumbaError) as error:
        log.info("legal does not compile with a mask of bits and gets bytes, which is slower: %s", error)
        return False


def setup(s: Any, b: Any) -> None:
    """Deals a new game into `s`."""
    _run(_of(s).setup, s, b)


def legal(s: Any, b: Any, seat: int, mask: Mask) -> None:
    """Writes 1 for each legal action of `seat` into `mask`, which comes all zero. The only definition of legality."""
    _run(_of(s).legal, s, b, seat, mask)


def _play(s: Any, b: Any, seat: int, action: int) -> None:
    _run(_of(s).play, s, b, seat, action)


def _hide(s: Any, b: Any, seat: int) -> None:
    _run(_of(s).hide, s, b, seat)


def determinize(s: Any, b: Any, seat: int) -> None:
    """Fills a hidden state with a random deal that is consistent with what `seat` knows; seed `s` first."""
    _run(_of(s).determinize, s, b, seat)


def rank(s: Any, b: Any, out: Ints) -> None:
    """Writes places to out[:, 0] (1 is best) and scores to out[:, 1]."""
    _run(_of(s).rank, s, b, out)


def evaluate(s: Any, b: Any, out: Ints) -> None:
    """Writes a quick estimate of each seat's chance of winning, in thousandths."""
    _run(_of(s).evaluate, s, b, out)


def tally(s: Any, b: Any, out: Ints) -> None:
    """Writes 1 to out[seat, i] for each item i that a seat used. Only for games that have tallies."""
    _run(_of(s).tally, s, b, out)  # type: ignore[attr-defined]


def weigh(s: Any, b: Any, out: Ints) -> None:
    """Writes to out[i] how likely item i is to be drawn next (see `Weighs`). Only for games that have draws."""
    _run(_of(s).weigh, s, b, out)  # type: ignore[attr-defined]


def observe(s: Any, b: Any, seat: int, out: Ints) -> None:
    """Writes what `seat` knows into `out`, which comes as `GameSpec.constant_row`, from a state hidden for that seat
    (see `Observes`).
    """
    _run(_observing[type(s).declared.marker], s, b, seat, out)


@jitable
def play(s: Any, b: Any, seat: int, action: int) -> None:
    """Applies one legal action of a waiting seat; the effect of an illegal action is undefined."""
    s.ply += 1
    _play(s, b, seat, action)


@jitable
def hide(s: Any, b: Any, seat: int) -> None:
    """Blanks everything that `seat` may not know, including the generator."""
    for i in range(4):
        s.rng[i] = 0
    _hide(s, b, seat)


def _native(verb: Callable[..., Any]) -> Callable[[Callable[..., Any]], None]:
    """Registers how compiled code resolves a verb. Numba compares the signatures whole, so annotations go.

    Seats and actions reach the rules in one width, so that each rule is compiled once.
    """

    def decorate(resolve: Callable[..., Any]) -> None:
        resolve.__annotations__ = {}
        overload(verb, jit_options=OPTIONS)(resolve)

    return decorate


@_native(setup)
def _setup_native(s: Any, b: Any) -> Any:
    own = _compiled(s, "setup")
    return own and (lambda s, b: own(s, b))


@_native(legal)
def _legal_native(s: Any, b: Any, seat: int, mask: Any) -> Any:
    own = _compiled(s, "legal")
    return own and (lambda s, b, seat, mask: own(s, b, as_int64(seat), mask))


@_native(_play)
def _play_native(s: Any, b: Any, seat: int, action: int) -> Any:
    own = _compiled(s, "play")
    return own and (lambda s, b, seat, action: own(s, b, as_int64(seat), as_int64(action)))


@_native(_hide)
def _hide_native(s: Any, b: Any, seat: int) -> Any:
    own = _compiled(s, "hide")
    return own and (lambda s, b, seat: own(s, b, as_int64(seat)))


@_native(determinize)
def _determinize_native(s: Any, b: Any, seat: int) -> Any:
    own = _compiled(s, "determinize")
    return own and (lambda s, b, seat: own(s, b, as_int64(seat)))


@_native(rank)
def _rank_native(s: Any, b: Any, out: Any) -> Any:
    own = _compiled(s, "rank")
    return own and (lambda s, b, out: own(s, b, out))


@_native(evaluate)
def _evaluate_native(s: Any, b: Any, out: Any) -> Any:
    own = _compiled(s, "evaluate")
    return own and (lambda s, b, out: own(s, b, out))


@_native(observe)
def _observe_native(s: Any, b: Any, seat: int, out: Any) -> Any:
    own = next((_observing[field] for field in getattr(s, "fields", ()) if field in _observing), None)
    if own and writes_rows(own, s, b):
        return lambda s, b, seat, out: own(s, b, as_int64(seat), row_of(out))
    return own and (lambda s, b, seat, out: own(s, b, as_int64(seat), out))


def writes_rows(own: Any, s: types.Type, b: types.Type) -> bool:
    """Whether a game's `observe` can be compiled for a row (see `observation_row`): unless it uses `out` in ways that
    need an array, and not for a GPU.
    """
    return current_target() == "cpu" and compiles(own, s, b, types.int64, RowType())  # type: ignore[no-untyped-call]


@_native(tally)
def _tally_native(s: Any, b: Any, out: Any) -> Any:
    own = _compiled(s, "tally")
    return own and (lambda s, b, out: own(s, b, out))


@_native(weigh)
def _weigh_native(s: Any, b: Any, out: Any) -> Any:
    own = _compiled(s, "weigh")
    return own and (lambda s, b, out: own(s, b, out))
