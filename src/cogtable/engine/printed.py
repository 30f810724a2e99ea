"""Text and pictures that depend only on the box: computed once, however often they are shown."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from cogtable.engine.words import translations

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

FUNCTIONS: list[tuple[Callable[..., Any], int, dict[Any, Any]]] = []
"""Those that remember: the function, which of its arguments the box is, and its answers by the digest of the box, the
language and the other arguments.
"""


def printed(function: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
    """Caches a function (or method) of a `box` and numbers or strings, all passed by position.

    Its result must depend only on these and on the current language, and must not be modified: several views share it.
    """
    at = list(inspect.signature(function).parameters).index("box")
    known: dict[Any, Any] = {}
    FUNCTIONS.append((function, at, known))

    @wraps(function)
    def remembered(*args: Any) -> Any:
        key = (args[at].digest, translations(), *args[:at], *args[at + 1 :])
        try:
            return known[key]
        except KeyError:
            found = known[key] = function(*args)  # type: ignore[call-arg]
            return found

    return remembered  # type: ignore[return-value]
