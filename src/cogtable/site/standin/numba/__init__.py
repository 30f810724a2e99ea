"""In place of Numba, where nothing is compiled: decorators return functions as they are, and the rest does nothing.

Modules of the engine extend Numba when they are imported, so a page needs the names. Every name of Numba and its
submodules is `Absent` here, a class that can be called, extended and asked for any attribute.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, MutableSequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

PACKAGES = ("numba", "llvmlite")


class _AnyAttribute(type):
    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent

    def __call__(cls, *arguments: Any, **options: Any) -> Any:
        return Absent if cls is Absent else super().__call__(*arguments, **options)


class Absent(metaclass=_AnyAttribute):
    """Any name of Numba that only compilation uses."""


def _unchanged(*_: Any, **__: Any) -> Callable[[Any], Any]:
    """A decorator with arguments that returns what it decorates."""
    return lambda decorated: decorated


DECORATORS = {
    **dict.fromkeys(("njit", "overload", "overload_attribute", "register_jitable", "register_model"), _unchanged),
    **dict.fromkeys(("make_function", "register_pass"), _unchanged),
    "intrinsic": lambda function: function,
}


class _Module(ModuleType):
    """A module with every name."""

    __path__: MutableSequence[str] = []  # noqa: RUF012 - as import expects it

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return sys.modules.get(f"{self.__name__}.{name}") or DECORATORS.get(name, Absent)


class _Finder(MetaPathFinder, Loader):
    """Finds all submodules of the packages."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        return ModuleSpec(name, self, is_package=True) if name.partition(".")[0] in PACKAGES else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _Module(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """There is nothing to execute."""


sys.meta_path.insert(0, _Finder())
sys.modules[__name__].__class__ = _Module
