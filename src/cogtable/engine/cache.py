"""Where compiled code is kept: a folder of the user, named by a digest of the sources that it was compiled from.

Numba does not notice that a called function has changed when it takes compiled code from its disk cache. In a folder
named by the sources nothing old can be found. This module is imported before Numba.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from importlib.metadata import version
from pathlib import Path

KEEP = 14 * 24 * 3600
"""Seconds after which a folder of other sources is removed."""


def _root() -> Path:
    """The user's cache folder for Cogtable; `COGTABLE_CACHE` names another."""
    if own := os.environ.get("COGTABLE_CACHE"):
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "cogtable"


def _digest() -> str:
    """A digest of the package's Python files and of what compiles them."""
    digest = hashlib.sha256()
    for part in ("numba", "numpy", "llvmlite"):
        digest.update(f"{part} {version(part)}\n".encode())
    digest.update(sys.version.encode())
    package = Path(__file__).parents[1]
    for path in sorted([*package.glob("engine/**/*.py"), *package.glob("games/**/*.py"), *package.glob("bots/*.py")]):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _prune(root: Path, keep: Path) -> None:
    """Removes folders of sources that have not been used for long."""
    for folder in root.iterdir():
        if folder != keep and time.time() - folder.stat().st_mtime > KEEP:
            shutil.rmtree(folder, ignore_errors=True)


def use() -> Path:
    """Points Numba at the folder for these sources, and returns it."""
    root = _root() / "native"
    folder = root / _digest()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _prune(root, folder)
    except OSError:
        return folder  # a read-only home: Numba falls back to compiling each time
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    if numba := sys.modules.get("numba"):
        numba.config.CACHE_DIR = str(folder)
    return folder


FOLDER = use()
