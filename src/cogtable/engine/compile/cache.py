"""Where compiled code is cached: one user folder per game, named by a digest of the sources it was compiled from.

The sources of a game are the modules that define its verbs, the engine's kernels, the bots, and everything that these
import. Rules import from `cogtable.rules`, which re-exports many names that a game does not use: only the modules of
the imported names count. The game's `table` is not among them, so editing it compiles nothing. Outdated code is never
used: a changed source means another folder. Kernels that observe are in the same folder, and their files are also named
by a digest of the sources of `observe`, so editing these recompiles only those kernels.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from importlib.machinery import PathFinder
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from cogtable.engine.records.box_sizes import original
from cogtable.moved import RENAMED, current

KEEP = 14 * 24 * 3600
"""Seconds after which an unused folder is removed."""

KEEP_EACH = 6
"""The highest number of folders of one game; the most recently used stay."""

BEGAN = time.time_ns()
"""When this process began to load sources, in nanoseconds."""

KERNELS = (
    "cogtable.engine.compiled_play.kernels",
    "cogtable.bots.greedy",
    "cogtable.bots.random",
    "cogtable.bots.mcts",
)
"""The modules that compile games, beside those that a game names."""

FRONT = "cogtable.rules"
"""The module that re-exports the engine's names to rules. Rules depend on the modules that define the names they
import, and on this one's text, but not on everything that it imports.
"""

BY_VERSION = ("numba", "llvmlite", "numpy")
"""Packages of others that compiled code depends on; their versions stand for their sources."""


READERS = ("msgspec", "typing_extensions")
"""Packages of others that only read and write files: compiled code does not depend on them."""


def _root() -> Path:
    """The user's cache folder for Cogtable, or one for this user among temporary files where that can't be written;
    `COGTABLE_CACHE` names another.
    """
    if own := os.environ.get("COGTABLE_CACHE"):
        return Path(own)
    found = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()) / "cogtable"
    there = next(folder for folder in (found, *found.absolute().parents) if folder.exists())
    return found if os.access(there, os.W_OK | os.X_OK) else _temporary() or found


def _temporary() -> Path | None:
    """A folder among temporary files that only this user can write; None if there can't be one. Compiled code is run,
    so a folder that another user could have filled is not used.
    """
    if sys.platform == "win32":
        return None
    found = Path(tempfile.gettempdir()) / f"cogtable-{os.getuid()}"
    try:
        found.mkdir(mode=0o700, exist_ok=True)
        about = found.lstat()
    except OSError:
        return None
    own = stat.S_ISDIR(about.st_mode) and about.st_uid == os.getuid() and not about.st_mode & 0o077
    return found if own else None


ROOT = _root() / "native"
"""The folder that holds the folders of all games."""


# --- which sources ----------------------------------------------------------------------------------


def _is_followed(module: str) -> bool:
    first = module.partition(".")[0]
    return first not in sys.stdlib_module_names and first not in BY_VERSION


@cache
def source_of(module: str) -> Path | None:
    """The file of a module, found without importing it; None if there is none."""
    first, *rest = current(original(module)).split(".")
    if first in sys.modules:
        spec = sys.modules[first].__spec__
        file = getattr(sys.modules[first], "__file__", None)
    else:
        spec = importlib.util.find_spec(first)
        file = spec.origin if spec else None
    name = first
    for part in rest:
        inside = spec.submodule_search_locations if spec else None
        if inside is None:
            return None
        name = f"{name}.{part}"
        spec = PathFinder.find_spec(name, list(inside))
        file = spec.origin if spec else None
    return Path(file) if file and Path(file).is_file() else None


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that run when a module is imported, without imports for types only."""
    for statement in body:
        yield statement
        if isinstance(statement, ast.If) and ast.unparse(statement.test).endswith("TYPE_CHECKING"):
            yield from _statements(statement.orelse)
        elif not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            for name in ("body", "orelse", "finalbody"):
                yield from _statements(getattr(statement, name, []))
            for handler in getattr(statement, "handlers", []):
                yield from _statements(handler.body)


@cache
def front_names() -> dict[str, str]:
    """The module that each name of the front comes from."""
    file = source_of(FRONT)
    found: dict[str, str] = {}
    for statement in _statements(ast.parse(file.read_bytes()).body) if file else ():
        if isinstance(statement, ast.ImportFrom) and statement.module and _is_followed(statement.module):
            for alias in statement.names:
                inner = f"{statement.module}.{alias.name}"
                found[alias.asname or alias.name] = inner if source_of(inner) else statement.module
    return found | {former: found[name] for former, name in RENAMED[FRONT].items()}


@cache
def imports_of(module: str) -> frozenset[str]:
    """The modules that a module imports. Names from the front count as imports from the modules that define them."""
    file = source_of(module)
    if file is None or file.suffix != ".py" or module == FRONT:
        return frozenset()
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    found: set[str] = set()
    whole = False
    for statement in _statements(ast.parse(file.read_bytes()).body):
        if isinstance(statement, ast.Import):
            modules = {alias.name for alias in statement.names}
            found.update(modules)
            whole |= FRONT in modules
        elif isinstance(statement, ast.ImportFrom):
            place = statement.module or ""
            if statement.level:
                place = importlib.util.resolve_name("." * statement.level + place, package)
            inner = {f"{place}.{alias.name}" for alias in statement.names if _is_followed(place)}
            modules = {name for name in inner if source_of(name)}
            found.update(modules if modules == inner and modules else {place, *modules})
            taken = {alias.name for alias in statement.names} if place == FRONT else set()
            found.update(where for name, where in front_names().items() if name in taken)
            whole |= "*" in taken or FRONT in inner
    if whole:
        found.update(front_names().values())
    return frozenset(current(name) for name in found if _is_followed(name) and source_of(name))


def reached(*modules: str) -> dict[str, Path]:
    """The modules named and all that they import, one by another, with their files.

    Raises LookupError if one of those named has no file.
    """
    found: dict[str, Path] = {}
    left = list(modules)
    while left:
        module = left.pop()
        if module not in found:
            file = source_of(module)
            if file is None:
                raise LookupError(f"the module {module} has no file")
            found[module] = file
            left.extend(imports_of(module))
    return found


def _changed_ns(file: Path) -> int:
    """When a file was last changed, in nanoseconds, even if its modification date was set; Windows keeps only that
    date.
    """
    found = file.stat()
    return found.st_mtime_ns if sys.platform == "win32" else found.st_ctime_ns


@cache
def digest(*modules: str) -> str:
    """A digest of the sources that the modules reach, and of the compiler.

    Empty if unknown: when a named module has no file, a file changed after this process started, so the loaded code may
    be older, or there is no compiler, as in a page.
    """
    try:
        compilers = "".join(f"{part} {version(part)}\n" for part in BY_VERSION)
    except PackageNotFoundError:
        return ""
    return _digest(sys.version + compilers, modules)


def _digest(first: str, modules: tuple[str, ...], but: tuple[str, ...] = ()) -> str:
    """A digest of a text and of the sources that the modules reach, without those of the packages `but`; empty if
    unknown (see `digest`).
    """
    found = hashlib.sha256(first.encode())
    try:
        for module, file in sorted(reached(*modules).items()):
            if module.partition(".")[0] in but:
                continue
            if _changed_ns(file) > BEGAN:
                return ""
            found.update(module.encode() + b"\0" + file.read_bytes() + b"\0")
    except (LookupError, OSError, SyntaxError):
        return ""
    return found.hexdigest()[:16]


# --- where it is kept -------------------------------------------------------------------------------


_declared: dict[str, tuple[str, tuple[str, ...]]] = {}
"""For each record type, by its marker: a name for people, and the modules of its verbs."""

_apart: dict[str, tuple[str, ...]] = {}
"""For each record type the modules of `observe`, which few kernels call."""


def declare(marker: str, name: str, modules: tuple[str, ...], apart: tuple[str, ...] = ()) -> None:
    """Registers the modules that define the rules for a record type, and `apart` those of `observe`."""
    if marker in _declared:  # loaded again, perhaps from changed or other files
        for known in (source_of, front_names, imports_of, digest, digest_of_sources):
            known.cache_clear()
    _declared[marker] = name, modules
    _apart[marker] = apart
    folder.cache_clear()
    rule_files.cache_clear()
    is_rule.cache_clear()


def sources(marker: str) -> str:
    """A digest of the sources of the rules for a record type; empty if it cannot be known."""
    return digest(*modules_of(marker))


def sources_apart(marker: str) -> str:
    """A digest of the sources of `observe` for a record type; empty if it cannot be known."""
    return digest(*_apart[marker])


@cache
def digest_of_sources(marker: str, *modules: str) -> str:
    """A digest of all sources of the rules for a record type, `observe` included, and of the sources that these modules
    reach, without the compiler: for code that does not depend on the machine. Empty if unknown.
    """
    return _digest("", (*_declared[marker][1], *_apart[marker], *modules), READERS)


@cache
def rule_files(marker: str) -> frozenset[Path]:
    """The source files of the rules for a record type, without the engine's; none if they are in no file."""
    try:
        found = reached(*modules_of(marker), *_apart[marker])
    except LookupError:
        return frozenset()
    return frozenset(file for module, file in found.items() if not module.startswith(("cogtable.engine.", FRONT)))


@cache
def is_rule(module: str) -> bool:
    """Whether a module belongs to the rules of some game, directly or by import; of Cogtable's modules only those of
    games do.
    """
    if module.startswith("cogtable.") and not module.startswith("cogtable.games."):
        return False
    return source_of(module) in frozenset().union(*map(rule_files, _declared))


def modules_of(marker: str) -> tuple[str, ...]:
    """The modules that were declared for the states with a marker (see `declare`)."""
    return _declared[marker][1]


def is_declared(marker: str) -> bool:
    """Whether there are rules for a record type of that marker."""
    return marker in _declared


@cache
def folder(marker: str = "") -> Path | None:
    """The cache folder for a record type, or for code without one; None if nothing can be cached.

    Creates it if necessary, and removes folders that have not been used for long.
    """
    name, modules = _declared[marker] if marker else ("engine", ())
    key = digest(*KERNELS, *modules)
    if not key:
        return None
    found = ROOT / f"{name}-{key}"
    try:
        found.mkdir(parents=True, exist_ok=True)
        os.utime(found)
        prune(ROOT, found)
    except OSError:
        return None  # the folder can't be written: everything is compiled again each time
    return found


def prune(root: Path, keep: Path) -> None:
    """Removes folders that have not been used for long, and of those of one game all but the last."""
    used = {other: other.stat().st_mtime for other in root.iterdir() if other != keep}
    same = [other for other in used if other.name.rpartition("-")[0] == keep.name.rpartition("-")[0]]
    spare = sorted(same, key=lambda other: used[other], reverse=True)[KEEP_EACH - 1 :]
    for other, when in used.items():
        if other in spare or time.time() - when > KEEP:
            shutil.rmtree(other, ignore_errors=True)
