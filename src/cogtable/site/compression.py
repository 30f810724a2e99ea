"""Compressed copies of a site's files, for hosts that send them as they are (`gzip_static`, `precompressed`).

Compressing everything takes half a minute of processor time, so copies are kept in the cache, by the digest of what
they contain.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import time
from pathlib import Path

from cogtable.engine.compile.cache import KEEP
from cogtable.site import downloads
from cogtable.site.python_part import HERE, run

SUFFIXES = (".br", ".gz")

PACKED = {".png", ".webp", ".woff2"}
"""The suffixes of files that are compressed already."""


def compress(folder: Path, kept: Path) -> None:
    """Writes compressed copies beside all files in a folder, with the suffixes .br (Brotli) and .gz.

    `kept` is the folder in the cache where copies are kept; those that were not used for two weeks are removed.
    """
    kept.mkdir(parents=True, exist_ok=True)
    files = [file for file in folder.rglob("*") if file.is_file() and file.suffix not in PACKED]
    copies = {file: kept / hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    _make({copy: file for file, copy in copies.items() if not _is_there(copy)})
    for file, copy in copies.items():
        for suffix in SUFFIXES:
            made = copy.with_name(copy.name + suffix)
            os.utime(made)
            shutil.copyfile(made, file.with_name(file.name + suffix))
    _remove_old(kept)


def _is_there(copy: Path) -> bool:
    return all(copy.with_name(copy.name + suffix).exists() for suffix in SUFFIXES)


def _make(wanted: dict[Path, Path]) -> None:
    """Makes copies, each given with its file."""
    if not wanted:
        return
    kept = next(iter(wanted)).parent
    with tempfile.TemporaryDirectory(dir=kept) as new:
        order = Path(new, "order.json")
        order.write_text(json.dumps([[str(file), str(Path(new, copy.name))] for copy, file in wanted.items()]))
        run([downloads.node(), str(HERE / "compress.mjs"), str(order)], "compressing files")
        for copy in wanted:
            for suffix in SUFFIXES:
                Path(new, copy.name + suffix).replace(kept / (copy.name + suffix))


def _remove_old(kept: Path) -> None:
    for file in kept.iterdir():
        if file.suffix in SUFFIXES and time.time() - file.stat().st_mtime > KEEP:
            file.unlink(missing_ok=True)
