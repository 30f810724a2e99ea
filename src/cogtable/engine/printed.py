"""What is printed on the components of a box: worked out once, however often it is shown."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from cogtable.engine.words import spoken

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

FUNCTIONS: list[tuple[Callable[..., Any], int, dict[Any, Any]]] = []
"""Those that remember: the function, which of its arguments the box is, and its answers by the digest of the box, the
language and the other arguments.
"""


def printed(function: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
    """Remembers what a function (or method) answers for a `box` and numbers or words, all given by position.

    Its answer must depend on these and on the language that is spoken alone, and nobody may change it: what is shown to
    several people is the same thing.
    """
    at = list(inspect.signature(function).parameters).index("box")
    known: dict[Any, Any] = {}
    FUNCTIONS.append((function, at, known))

    @wraps(function)
    def remembered(*args: Any) -> Any:
        key = (args[at].digest, spoken(), *args[:at], *args[at + 1 :])
        try:
            return known[key]
        except KeyError:
            found = known[key] = function(*args)  # type: ignore[call-arg]
            return found

    return remembered  # type: ignore[return-value]
