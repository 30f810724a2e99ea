"""The libraries that the adapters are for: brought by the extra `rl`, and imported only where they are needed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cogtable.engine.errors import CogtableError

LIBRARIES = {"gymnasium": "Gymnasium", "pettingzoo": "PettingZoo", "pyspiel": "OpenSpiel", "pyarrow": "PyArrow"}
"""The modules that the extra installs, and their usual names."""


class MissingExtra(CogtableError, ImportError):
    """A library is not installed; the text says how to install it."""


@contextmanager
def extra(what: str) -> Iterator[None]:
    """Marks imports inside the `with` block as needing the extra `rl`. Raises MissingExtra if a library is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        library = LIBRARIES.get((error.name or "").partition(".")[0])
        if library is None:
            raise
        raise MissingExtra(f"{what} needs {library}: pip install cogtable[rl]") from error
