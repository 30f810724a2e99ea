"""The libraries that commands of the lab need, and which extra of Cogtable installs them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from cogtable.engine.errors import CogtableError


class Library(NamedTuple):
    """The name of a library, the feature that needs it, and the extra that installs it."""

    name: str
    taker: str
    extra: str


LIBRARIES = {
    "pyarrow": Library("PyArrow", "a study", "lab"),
    "altair": Library("Altair", "a study", "lab"),
    "vl_convert": Library("VlConvert", "a study", "lab"),
    "tomlkit": Library("TOML Kit", "changing a box", "lab"),
    "optuna": Library("Optuna", "cogtable tune", "lab"),
    "ray": Library("Ray", "--ray", "ray"),
    "torch": Library("PyTorch", "cogtable train", "train"),
}
"""By the name of the module."""


class MissingExtra(CogtableError, ImportError):
    """A library is not installed; the text says how to install it."""


@contextmanager
def extra(what: str = "") -> Iterator[None]:
    """Marks imports inside the `with` block as needing an extra. `what` is the feature that needs them, if not the
    usual one. Raises MissingExtra if a library is missing.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        library = LIBRARIES.get((error.name or "").partition(".")[0])
        if library is None:
            raise
        raise MissingExtra(
            f"{what or library.taker} needs {library.name}: pip install cogtable[{library.extra}]"
        ) from error
