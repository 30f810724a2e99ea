"""How functions become machine code: `jitable` for what compiled code calls, `kernel` for what Python calls.

Neither counts references, since rules work on records and buffers that somebody else owns and allocate nothing; the
compiler refuses what does. Without counting, compiling takes a fifth less time, and play is up to a seventh faster.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from numba import njit
from numba.extending import register_jitable

F = TypeVar("F", bound=Callable[..., Any])

OPTIONS: Final[Any] = {"_nrt": False, "no_cfunc_wrapper": True}
"""Numba's options for every function."""


def jitable(function: F) -> F:
    """Marks a function that compiled code may call. Called from Python it stays the Python that it is."""
    marked: F = register_jitable(**OPTIONS)(function)
    return marked


def kernel(function: F) -> F:
    """Compiles a function that Python calls: kept on disk, and run without the interpreter's lock."""
    compiled: F = njit(cache=True, nogil=True, **OPTIONS)(function)
    return compiled


@jitable
def wide(number: Any) -> int:
    """An element of a narrow array as a whole number: sums do not wrap, and a function that it is given to is compiled
    once, not anew for each width.
    """
    return int(number) + 0
