"""The libraries that the adapters are for: each comes with an extra, and is imported only where it is needed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cogtable.engine.errors import CogtableError

LIBRARIES = {
    "gymnasium": ("Gymnasium", "rl"),
    "pettingzoo": ("PettingZoo", "rl"),
    "pyspiel": ("OpenSpiel", "rl"),
    "pyarrow": ("PyArrow", "rl"),
    "textarena": ("TextArena", "textarena"),
    "verifiers": ("verifiers", "verifiers"),
    "inspect_ai": ("Inspect", "inspect"),
}
"""The usual name of each module, and the extra that installs it."""


class MissingExtra(CogtableError, ImportError):
    """A library is not installed; the text says how to install it."""


@contextmanager
def extra(what: str) -> Iterator[None]:
    """Marks imports inside the `with` block as needing an extra. Raises MissingExtra if a library is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = LIBRARIES.get((error.name or "").partition(".")[0])
        if missing is None:
            raise
        library, name = missing
        raise MissingExtra(f"{what} needs {library}: pip install cogtable[{name}]") from error
