"""How functions become machine code: `jitable` for functions called by compiled code, `kernel` for those called by
Python.

Neither counts references, because rules work on records and buffers owned by others and allocate nothing; the compiler
rejects code that does. Without counting, compilation takes a fifth less time and play is up to a seventh faster.
"""

from __future__ import annotations

import hashlib
import pickle
import uuid
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, TypeVar

from numba import njit, types
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.serialize import dumps
from numba.extending import register_jitable

from cogtable.engine.compile import cache
from cogtable.engine.compile.pipelines import KernelCompiler, NoAliasCompiler, PieceCompiler, switched_on

F = TypeVar("F", bound=Callable[..., Any])

_LEAN: Final[Any] = {"_nrt": False, "no_cfunc_wrapper": True}

OPTIONS: Final[Any] = _LEAN | {"pipeline_class": PieceCompiler}
"""Numba's options for every function that compiled code calls."""


def jitable(function: F) -> F:
    """Marks a function that compiled code may call. Called from Python, it runs as plain Python."""
    marked: F = register_jitable(**OPTIONS)(function)
    return marked


def kernel(function: F) -> F:
    """Compiles a function that Python calls; cached on disk, and run without the interpreter's lock."""
    return _cached_kernel(function, KernelCompiler)


def _cached_kernel(function: F, compiler: type) -> F:
    with switched_on():
        compiled: Any = njit(nogil=True, pipeline_class=compiler, **_LEAN)(function)
    compiled._cache = DiskCache(function)
    return compiled  # type: ignore[no-any-return]


def observing_kernel(function: F) -> F:
    """Compiles a function that Python calls and that calls the verb `observe`: compiled again when that is edited.

    Its arguments must not share memory: then LLVM writes rows faster.
    """
    compiled: Any = _cached_kernel(function, NoAliasCompiler)
    compiled._cache.observes = True
    return compiled  # type: ignore[no-any-return]


class CachedDispatch:
    """A kernel whose arguments always have the same types and layouts, so the compiled code is looked up once.

    Numba looks at the type of every argument at every call, which takes 4 µs for the buffers of a batch.
    """

    def __init__(self, kernel: Any) -> None:
        self._kernel = kernel
        self._code: Callable[..., Any] | None = None

    def __call__(self, *arguments: Any) -> Any:
        """Calls the kernel."""
        if self._code:
            return self._code(*arguments)
        result = self._kernel(*arguments)
        self._code = self._kernel.get_overload(tuple(map(self._kernel.typeof_pyval, arguments)))
        return result


class _Parts(CompileResultCacheImpl):
    """Splits compiled code into parts for a file, and rebuilds it from them."""

    def __init__(self, function: Any) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = SimpleNamespace(_py_file=function.__code__.co_filename)


class DiskCache(FunctionCache):
    """The compiled forms of one kernel on disk, each a file in the folder of the game that it was compiled for.

    Numba's own keeps those of all games in one place, forgets them when a file's date changes, and mixes them up when
    two processes compile at once.
    """

    observes = False
    """Whether the kernel calls `observe`, whose sources are not among those that the folder is named by."""
    compiler = ""
    """The compiler of the kernel and its version, if it isn't Numba."""

    def __init__(self, function: Any, parts: Any = None) -> None:
        self._name = repr(function)
        self._py_func = function
        self._impl = parts or _Parts(function)
        self._cache_path = str(cache.ROOT)
        self._enabled = True

    def _file(self, sig: Any, codegen: Any) -> Path | None:
        """Where the code for these types of arguments is kept; None if it cannot be."""
        marker, own = _marker(sig), [cache.digest(self._py_func.__module__)]
        if self.observes:
            own.append(cache.sources_apart(marker))
        folder = cache.folder(marker)
        if folder is None or not all(own):
            return None
        index = self._index_key(sig, codegen)  # type: ignore[no-untyped-call]
        key = hashlib.sha256(repr((own, self.compiler, index)).encode()).hexdigest()[:16]
        return folder / f"{self._py_func.__module__}.{self._py_func.__name__}-{key}.nbc"

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        file = self._file(sig, target_context.codegen())
        if not self._enabled or file is None or not file.exists():
            return None
        return self._impl.rebuild(target_context, pickle.loads(file.read_bytes()))

    def _save_overload(self, sig: Any, data: Any) -> None:
        file = self._file(sig, data.codegen)
        if not self._enabled or file is None or not self._impl.check_cachable(data):
            return
        new = file.with_suffix(f".{uuid.uuid4().hex}")
        try:
            new.write_bytes(dumps(self._impl.reduce(data)))  # type: ignore[no-untyped-call]
            new.replace(file)
        except OSError:
            new.unlink(missing_ok=True)  # no space, or removed meanwhile: it is compiled again next time

    def flush(self) -> None:
        """Removes nothing: files fit their sources, since the folder is named by a digest of them."""


def _marker(sig: Any) -> str:
    """Which game's records are among the arguments; empty if none."""
    for kind in sig:
        record = kind.dtype if isinstance(kind, types.Array) else kind
        for field in getattr(record, "fields", ()):
            if cache.is_declared(field):
                return str(field)
    return ""


@jitable
def wide(number: Any) -> int:
    """The number, as it is. Games in other packages can still call it (see `int64_pass`)."""
    return int(number)
