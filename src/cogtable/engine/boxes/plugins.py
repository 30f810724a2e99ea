"""Packages that add operations to games (see `plugin_operations`): the installed ones, and those that a box names."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from importlib.metadata import entry_points
from typing import Any

from cogtable.engine.compile.cache import reached
from cogtable.engine.records.box_sizes import operations_of, package_of, sized_like

GROUP = "cogtable.operations"


def installed() -> dict[str, str]:
    """The modules of all installed operations, by the names of their entry points."""
    return {point.name: point.value for point in entry_points(group=GROUP)}


def sources(module: str) -> tuple[str, ...]:
    """The modules that were loaded for the operations added to a game."""
    return tuple(name for place in places(module) for name in (place, f"{place}.effects"))


def digest(names: Sequence[str]) -> str:
    """A digest of the sources of some operations; empty for none."""
    found = hashlib.sha256()
    there = installed()
    for name in names:
        place = there[name]
        own = reached(place, f"{place}.effects")
        for module, file in sorted(own.items()):
            if package_of(module) == package_of(place):
                found.update(module.encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()[:16] if names else ""


def named_in(data: Mapping[str, Any]) -> tuple[str, ...]:
    """The operations that a box names, as far as they are installed."""
    names = data.get("operations")
    if not isinstance(names, list):
        return ()
    there = installed()
    return tuple(dict.fromkeys(name for name in names if name in there))


def wrong_names(data: Mapping[str, Any]) -> str:
    """The mistakes in the operations that a box names; empty if there are none."""
    names = data.get("operations")
    there = ", ".join(sorted(installed())) or "none"
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        return f"expected a list of names; found {names!r}"
    unknown = [name for name in names if name not in installed()]
    return f'"{unknown[0]}" is not installed here; there are {there}' if unknown else ""


def places(module: str) -> list[str]:
    """The modules of the added operations, loaded for the same box as a module of the game."""
    there = installed()
    return [sized_like(there[name], module) for name in operations_of(module)]
