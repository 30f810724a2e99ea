"""Limits for the number of entries of a box, and games for boxes with more or fewer entries than their own.

A game declares how many cards there are as a `size`::

    ROBOTS = size("robots", 60, low=24, most=90)

Rules use it like any number: as the shape of a field, the end of a loop, the number of actions of a kind. A box with
other numbers gets modules of its own, in which `ROBOTS` is the number of that box: `recharge[robots=61].rules.state`
comes from the same file as `recharge.rules.state`. So records, actions and observations always fit the box exactly, and
nothing changes for the box that a game ships with. Their compiled code is kept in a folder of its own.
"""

from __future__ import annotations

import builtins
import importlib
import importlib.util
import re
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import InspectLoader, Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType
from typing import Any, NamedTuple

BUILT_IN = "cogtable.games."

_extended: set[str] = set()

_OPERATIONS = "operations"

_BRACKET = re.compile(r"\[([^\]]*)\]")


class Size(NamedTuple):
    """The number of entries of a table, and how many it may have in other boxes."""

    now: int
    low: int
    most: int


_declared: dict[str, dict[str, Size]] = {}
"""The sizes by package, of each that was loaded for other numbers of entries too, and by table."""


def size(table: str, shipped: int, *, low: int = 1, most: int) -> int:
    """Declares the number of entries of a table: `shipped` in the box of the game, from `low` to `most` in others.

    Use it at the top of a module, and import from modules of the game only by `from ... import ...`. Raises TypeError
    for limits that the shipped number lies outside of.
    """
    if not 0 <= low <= shipped <= most:
        raise TypeError(f"size of {table}: expected {shipped} to lie between {low} and {most}")
    module: str = sys._getframe(1).f_globals["__name__"]
    count = sizes_of(module).get(table, shipped)
    _declared.setdefault(package_of(module), {})[table] = Size(count, low, most)
    return count


def declared_sizes(*modules: str) -> dict[str, Size]:
    """The sizes that the packages of some modules declare, by table."""
    return {table: one for module in modules for table, one in _declared.get(package_of(module), {}).items()}


def original(module: str) -> str:
    """The name of a module without the sizes that it was loaded for."""
    return _BRACKET.sub("", module)


def sizes_of(module: str) -> dict[str, int]:
    """The numbers of entries that a module was loaded for, as far as they differ from those that its game ships."""
    return {table: int(count) for table, count in _loaded_for(module).items() if table != _OPERATIONS}


def operations_of(module: str) -> tuple[str, ...]:
    """The names of the added operations (see `plugin_operations`) that a module was loaded for."""
    return tuple(filter(None, _loaded_for(module).get(_OPERATIONS, "").split("+")))


def _loaded_for(module: str) -> dict[str, str]:
    found = _BRACKET.search(module)
    return dict(part.split("=", 1) for part in found[1].split(",")) if found else {}


def sized(module: str, sizes: Mapping[str, int], operations: Sequence[str] = ()) -> str:
    """The name of a module of a game for other numbers of entries, and for added operations."""
    parts = [f"{table}={count}" for table, count in sorted(sizes.items())]
    parts += [f"{_OPERATIONS}={'+'.join(operations)}"] if operations else []
    return _bracketed(module, ",".join(parts))


def sized_like(module: str, other: str) -> str:
    """The name of a module loaded for the same as another one."""
    found = _BRACKET.search(other)
    return _bracketed(module, found[1] if found else "")


def _bracketed(module: str, bracket: str) -> str:
    package = package_of(module)
    return f"{package}[{bracket}]{module[len(package) :]}" if bracket else module


def extend(module: str) -> None:
    """Notes that boxes may add operations to the game of a module."""
    _extended.add(package_of(module))


def is_extended(*modules: str) -> bool:
    """Whether boxes may add operations to the game of one of some modules."""
    return any(package_of(module) in _extended for module in modules)


def package_of(module: str) -> str:
    """The package that is loaded as a whole: a game's folder in Cogtable, or a separate package."""
    parts = module.split(".")
    return ".".join(parts[:3]) if module.startswith(BUILT_IN) else parts[0]


class _Loader(Loader):
    """Runs a module's code once more, with imports of its own."""

    def __init__(self, name: str, loader: InspectLoader) -> None:
        self._name = name
        self._loader = loader
        self._own = package_of(original(name))

    def exec_module(self, module: ModuleType) -> None:
        code: CodeType | None = self._loader.get_code(original(self._name))
        if code is None:
            raise ImportError(f"{original(self._name)} has no source", name=self._name)
        module.__dict__["__builtins__"] = {**vars(builtins), "__import__": self._import}
        exec(code, module.__dict__)

    def _import(
        self,
        name: str,
        inside: Mapping[str, object] | None = None,
        local: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        """Imports modules of games that declare sizes for the same sizes, and other modules unchanged."""
        if level or not self._is_sized(name):
            return __import__(name, inside, local, fromlist or (), level)
        if not fromlist:
            raise ImportError(f"write `from {name} import ...`: {name} is loaded for several sizes", name=name)
        return __import__(sized_like(name, self._name), inside, local, fromlist, 0)

    def _is_sized(self, name: str) -> bool:
        package = package_of(name)
        return package == self._own or package in _declared or package in _extended


class _Finder(MetaPathFinder):
    """Finds modules whose names say for which sizes they are."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if "[" not in fullname:
            return None
        found = importlib.util.find_spec(original(fullname))
        if found is None or found.origin is None or not isinstance(found.loader, InspectLoader):
            return None
        return importlib.util.spec_from_file_location(
            fullname,
            found.origin,
            loader=_Loader(fullname, found.loader),
            submodule_search_locations=found.submodule_search_locations,
        )


if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
    sys.meta_path.insert(0, _Finder())  # before the one that finds submodules by their folder alone
