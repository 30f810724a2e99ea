"""Builds the module of a game, and describes how it is called."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cogtable.bots import mcts, network_mcts, puct
from cogtable.bots.bot import COMPILED
from cogtable.bots.network import Weights
from cogtable.engine.compiled_play.dry_run import rehearse
from cogtable.engine.compiled_play.kernels import padded
from cogtable.engine.compiled_play.portable_math import COUNTS
from cogtable.engine.definition.search_settings import LEVELS
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.files import replacing
from cogtable.engine.records.state import MAX_SEATS
from cogtable.engine.rules.observation import DTYPE
from cogtable.wasm import compiler, kernels, notes
from cogtable.wasm.arguments import WORD, Argument
from cogtable.wasm.files import ABOUT, MODULE, RULES, WEIGHTS, box_of, digest, packed

FORMAT = 1
"""Changes when modules are called, or described, in another way."""

CHOSEN_BY_CALLER = {"workspace.nodes": 0, "trees.nodes": 1}
"""The arrays of variable length, and the axis along which it varies with the size of the trees."""

NOT_PRESET = ("boxes", "blank", "workspace.logs", "workspace.allowed")
"""The arrays whose contents are not the same in all calls, or which a function writes."""


class Built(NamedTuple):
    """A module, the contents of its JSON file (see `docs/webassembly.md`), and the weights of the network, empty
    without one.
    """

    module: bytes
    about: dict[str, Any]
    weights: bytes

    @property
    def name(self) -> str:
        """The name of its files, without a suffix."""
        return str(self.about["game"]) + (RULES if "events" in self.about else "")


def build(game: GameSpec) -> Built:
    """Compiles a game.

    The same sources give the same bytes. Call it in a process that has compiled nothing before (see `compiler.only`).
    Raises BrokenRule for rules that cannot be compiled, and CannotLink for those that call functions of the C library,
    such as `math.log`.
    """
    rehearse(game)
    weights = network_mcts.beside(game) if network_mcts.is_trained(game) else None
    calls = dict([*_verb_calls(game), *_search_calls(game, weights)])
    module, about = _compiled(game, calls)
    about |= {
        "nodes": {
            "workspace.nodes": [mcts.tree_size(game, 1) - mcts.tree_size(game, 0), mcts.tree_size(game, 0)],
            "trees.nodes": [puct.tree_size(game, 1) - puct.tree_size(game, 0), puct.tree_size(game, 0)],
        },
        "search": {
            "simulations": {level: getattr(game.levels, level) for level in LEVELS},
            "hint": mcts.full_simulations(game),
        },
        "network": _network(game, weights),
        "box": box_of(game),
    }
    return Built(module, about, packed(weights) if weights else b"")


def build_rules(game: GameSpec) -> Built:
    """Compiles only the rules of a game, which write the notes of each move behind the state (see `notes`).

    Call it as `build`, and not in the same process. Raises the same errors, and UnknownEvent.
    """
    rehearse(game)
    with notes.recorded() as events:
        module, about = _compiled(game, dict(_rule_calls(game)))
    about |= {"nodes": {}, "search": None, "network": None, "box": box_of(game)}
    return Built(module, about | {"events": dict(sorted(events.items())), "words": notes.WORDS}, b"")


def _compiled(game: GameSpec, calls: dict[Callable[..., Any], tuple[Any, ...]]) -> tuple[bytes, dict[str, Any]]:
    """A module of these functions, given with example arguments, and how they are called."""
    with compiler.only():
        made = compiler.Compiler()
        for function, examples in calls.items():
            made.add(function, *examples)
        module, heap = made.finish()
    functions = {
        function.__name__: list(map(_described, made.arguments[function.__name__], _parts(examples)))
        for function, examples in calls.items()
    }
    _check_places(functions)
    return module, {
        "format": FORMAT,
        "game": game.name,
        "version": game.version,
        "digest": digest(game),
        "heap": heap,
        "records": {name: dtype.itemsize for name, dtype in _records(game).items()},
        "state": _fields(game.state.dtype),
        "functions": functions,
    }


def write(built: Built, folder: Path) -> list[Path]:
    """Writes a module with its description and weights into a folder, which is made if it is missing; returns the
    files. The JSON file is written last: if it exists, so do the others.
    """
    folder.mkdir(parents=True, exist_ok=True)
    contents = {
        MODULE: built.module,
        WEIGHTS: built.weights,
        ABOUT: json.dumps(built.about, separators=(",", ":")).encode() + b"\n",
    }
    written = []
    for suffix, content in contents.items():
        if content:
            file = folder / f"{built.name}{suffix}"
            with replacing(file) as new:
                new.write_bytes(content)
            written.append(file)
    return written


# --- what is compiled -------------------------------------------------------------------------------


def _verb_calls(game: GameSpec) -> Iterator[tuple[Callable[..., Any], tuple[Any, ...]]]:
    """The verbs, with example arguments."""
    states, boxes = game.state.new(), game.box.tables
    yield kernels.setup, (states, boxes, 0)
    yield kernels.legal, (states, boxes, 0, padded(game, 1)[0])
    yield kernels.play, (states, boxes, 0, 0)
    yield kernels.hide, (states, boxes, 0)
    yield kernels.determinize, (states, boxes, 0, 0)
    yield kernels.rank, (states, boxes, np.zeros((MAX_SEATS, 2), np.int64))
    yield kernels.evaluate, (states, boxes, np.zeros(MAX_SEATS, np.int64))
    if game.observation:
        row = np.zeros(game.layout.count(), DTYPE)
        yield kernels.observe, (states, boxes, game.state.new(), 0, game.constant_row, row)


def _rule_calls(game: GameSpec) -> Iterator[tuple[Callable[..., Any], tuple[Any, ...]]]:
    """The verbs as rules define them, with example arguments: the array of states has one state, and room for notes."""
    room = -(-WORD * (1 + notes.WORDS) // game.state.dtype.itemsize)
    states, boxes = game.state.new(1 + room), game.box.tables
    yield kernels.setup_seeded, (states, boxes)
    yield kernels.legal, (states, boxes, 0, game.mask())
    yield kernels.play, (states, boxes, 0, 0)
    yield kernels.hide, (states, boxes, 0)
    yield kernels.determinize_seeded, (states, boxes, 0)
    yield kernels.rank, (states, boxes, np.zeros((MAX_SEATS, 2), np.int64))
    yield kernels.evaluate, (states, boxes, np.zeros(MAX_SEATS, np.int64))


def _search_calls(game: GameSpec, weights: Weights | None) -> Iterator[tuple[Callable[..., Any], tuple[Any, ...]]]:
    """Random play and searches, with example arguments."""
    states, boxes = game.state.new(), game.box.tables
    actions, values = np.zeros(game.actions, np.int64), np.zeros(game.actions)
    yield kernels.play_out, (states, boxes, padded(game, 1)[0], game.bound)
    settings = mcts.SearchConfig(mcts.full_simulations(game))
    search, workspace = settings.fitted(game), mcts.workspace_for(game, settings, COMPILED)
    size = np.zeros(1, np.int64)
    yield kernels.write_logs, (np.zeros(COUNTS),)
    yield kernels.plant, (states, 0, 0, search, workspace, size)
    yield kernels.grow, (states, boxes, 0, search, workspace, size, 0)
    yield kernels.chosen, (workspace,)
    yield kernels.tried, (workspace, actions, actions, values)
    last, moves = np.zeros(1, np.int64), np.zeros(kernels.MOST_MOVES, np.int64)
    yield kernels.play_on, (states, boxes, states, 0, 0, 0, search, workspace, last, moves, 0, 0)
    if weights:
        guided = network_mcts.config_for(weights)._replace(simulations=network_mcts.simulations_of(game, known=True))
        trees, room = puct.trees_for(game, 1, guided.simulations), network_mcts.network_workspace(game, weights.network)
        yield kernels.guided_plant, (states, 0, 0, trees)
        yield kernels.guided_grow, (boxes, guided, weights.network, trees, room, -1)
        yield kernels.guided_chosen, (trees,)
        yield kernels.guided_tried, (trees, actions, actions, values)
        played = guided, weights.network, trees, room, last, moves, 0, 0
        yield kernels.guided_play_on, (states, boxes, states, 0, *played)


# --- what is said of it -----------------------------------------------------------------------------


def _records(game: GameSpec) -> dict[str, np.dtype[Any]]:
    return {"state": game.state.dtype, "box": game.box.tables.dtype, "node": mcts.NODE, "guided node": puct.NODE}


def _fields(dtype: np.dtype[Any]) -> dict[str, list[Any]]:
    """The layout of a record: for each field the type of its numbers, the first byte, and the shape."""
    fields = ((name, dtype[name], dtype.fields[name][1]) for name in dtype.names or ())  # type: ignore[index]
    return {name: [kind.base.str[1:], place, list(kind.shape)] for name, kind, place in fields}


def _parts(given: Any) -> Iterator[Any]:
    """The arguments of a call, or the fields of those that are tuples."""
    for one in given:
        if hasattr(one, "_fields"):
            yield from _parts(one)
        else:
            yield one


def _described(argument: Argument, example: Any) -> list[Any]:
    """For a number its name, type and value, None unless the game determines it. For an array its name, the type of its
    elements, its shape with None for lengths that the caller chooses, and its contents before the first call: a list of
    numbers, or None for zeros.
    """
    if not isinstance(example, np.ndarray):
        is_preset = argument.name.partition(".")[0] in ("search", "settings") or ".replies." in argument.name
        return [argument.name, "f8" if isinstance(example, float) else "i8", example if is_preset else None]
    shape: list[int | None] = list(example.shape)
    if argument.name in CHOSEN_BY_CALLER:
        shape[CHOSEN_BY_CALLER[argument.name]] = None
    contents = None
    if argument.name not in NOT_PRESET and not argument.name.startswith("network.") and example.dtype.names is None:
        contents = example.ravel().tolist() if example.any() else None
    return [argument.name, _element(argument, example), shape, contents]


def _check_places(functions: dict[str, list[list[Any]]]) -> None:
    """Checks that arrays of the same name are alike in all functions: callers have one place for each."""
    known: dict[str, list[Any]] = {}
    for arguments in functions.values():
        for name, *kind in arguments:
            if known.setdefault(name, kind) != kind and isinstance(kind[1], list):
                raise TypeError(f"the array {name} differs between functions: {known[name]} and {kind}")


def _element(argument: Argument, example: Any) -> str:
    """The type of an array's elements: as NumPy has it, or the name of a record."""
    if example.dtype.names is None:
        return str(example.dtype.str[1:])
    if argument.name.endswith(".nodes"):
        return "guided node" if argument.name.startswith("trees") else "node"
    return "box" if argument.name == "boxes" else "state"


def _network(game: GameSpec, weights: Weights | None) -> dict[str, Any] | None:
    """The layout of a game's weights in their file, and the arrays that use them."""
    if weights is None:
        return None
    return {
        "arrays": [[f"network.{name}", list(array.shape)] for name, array in weights.network._asdict().items()],
        "seats": list(weights.about.get("seats", ())),
        "simulations": network_mcts.simulations_of(game, known=True),
    }
