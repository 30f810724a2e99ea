"""Cache for text and pictures that depend only on the box."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from cogtable.engine.text.words import translations

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

FUNCTIONS: list[tuple[Callable[..., Any], dict[Any, Any]]] = []
"""The caching functions: each function, and its results by the digest of the box, the language and the other arguments:
those before the box, and those after it.
"""

MOST = 40_000
"""The highest number of cached results of all functions together, at about 1 kB each. Beyond it, the function with the
most results drops its own.
"""


def printed(function: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
    """Caches a function whose first argument is a `box`, or a method with it after `self`. The others are numbers,
    strings or tuples of them, all passed by position.

    Its result must depend only on these and on the current language, and must not be modified: several views share it.
    """
    at = list(inspect.signature(function).parameters).index("box")
    if at > 1:
        raise TypeError(
            f"{function.__qualname__}: expected box as the first argument, or after self; found {at} before"
        )
    known: dict[Any, Any] = {}
    FUNCTIONS.append((function, known))

    def learn(key: Any, *args: Any) -> Any:
        all_known = [each for _, each in FUNCTIONS]
        if sum(map(len, all_known)) >= MOST:
            max(all_known, key=len).clear()
        found = known[key] = function(*args)  # type: ignore[call-arg]
        return found

    @wraps(function)
    def of_function(box: Any, *rest: Any) -> Any:
        key = (box.digest, translations(), (), rest)
        found = known.get(key, learn)
        return found if found is not learn else learn(key, box, *rest)

    @wraps(function)
    def of_method(this: Any, box: Any, *rest: Any) -> Any:
        key = (box.digest, translations(), this, rest)
        found = known.get(key, learn)
        return found if found is not learn else learn(key, this, box, *rest)

    return of_method if at else of_function  # type: ignore[return-value]
