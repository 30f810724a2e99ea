"""Operations that another package adds to those of a game, for boxes that name them.

The package has an entry point in the group `cogtable.operations`::

    [project.entry-points."cogtable.operations"]
    sparks = "sparks"

Its module declares the operations with their words, and `sparks/effects.py` has a function of the same name for each::

    OPERATIONS = (Operation("spark", {"n": range(1, 5)}, phrases("gain {n} crown per robot", ...)),)

    def spark(s, b, seat, count, second): ...

A box that says `operations = ["sparks"]` can then use `spark` like any other. A box can name only installed packages,
so it runs only code that the host has installed. For such a box the game's modules are loaded once more (see
`box_sizes`), together with those of the package, so records, machine code and digests include it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from cogtable.engine.boxes.operations import Operation
from cogtable.engine.boxes.plugins import places
from cogtable.engine.compile.jit import jitable
from cogtable.engine.records.box_sizes import extend, original


def added(module: str) -> tuple[Operation, ...]:
    """The operations that were added where the module of a game was loaded for a box: `*added(__name__)` stands last
    among those of its vocabulary. A game that calls this lets boxes name operations.
    """
    extend(module)
    return tuple(one for place in places(module) for one in importlib.import_module(place).OPERATIONS)


def carried_out(module: str, first: int) -> Callable[[Any, Any, int, int, int, int], None]:
    """A function for compiled code that carries out the added operations: f(s, b, seat, operation, count, second),
    where `first` is the number of the first added operation, and `second` the second argument.

    Raises TypeError where a package does not say how.
    """
    run: Any = _nothing
    number = first
    for place in places(module):
        effects = importlib.import_module(f"{place}.effects")
        for operation in importlib.import_module(place).OPERATIONS:
            function = getattr(effects, operation.name.replace("-", "_"), None)
            if function is None or operation.guard:
                raise TypeError(f"{original(place)}: {operation.name}: expected a function of that name in effects.py")
            run = _step(number, jitable(function), run)
            number += 1
    return run  # type: ignore[no-any-return]


@jitable
def _nothing(s: Any, b: Any, seat: int, operation: int, count: int, second: int) -> None:
    """Carries out no operation."""


def _step(number: int, function: Any, rest: Any) -> Any:
    """Carries out one operation, or leaves it to the `rest`."""

    @jitable
    def step(s: Any, b: Any, seat: int, operation: int, count: int, second: int) -> None:
        if operation == number:
            function(s, b, seat, count, second)
        else:
            rest(s, b, seat, operation, count, second)

    return step
