"""Files of earlier builds of the client, which pages opened before an update still request."""

from __future__ import annotations

import logging
import os
import shutil
import time
from pathlib import Path

log = logging.getLogger("cogtable.server")

KEPT_S = 14 * 24 * 3600
"""How long a file is kept after the last start of a server whose client had it, in seconds."""
MOST_BYTES = 64 * 1024 * 1024
"""The maximum total size of the kept files, in bytes; the newest files are kept first."""


def keep(static: Path, kept: Path, now: float | None = None) -> None:
    """Copies the client's files whose names have a digest, and removes those that are no longer needed.

    Args:
        static: The folder of the built client.
        kept: The folder for the copies. They are in its subfolder `assets`, as in `static`.
        now: The time in seconds since 1970; None for the present.

    If the folder cannot be written, the error is logged, and the server continues without the copies.
    """
    now = time.time() if now is None else now
    folder = kept / "assets"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file in sorted((static / "assets").glob("*")):
            if file.is_symlink() or not file.is_file():
                continue  # a link could point outside the folder
            copy = folder / file.name
            if not copy.is_file() or copy.stat().st_size != file.stat().st_size:
                part = folder / f".{file.name}.{os.getpid()}"
                shutil.copyfile(file, part)
                part.replace(copy)
            os.utime(copy, (now, now))
        _clear(folder, now)
    except OSError as error:
        log.warning("files of the client cannot be kept for pages opened before an update: %s", error)


def _clear(folder: Path, now: float) -> None:
    """Removes files that are too old, and the oldest if there are too many."""
    total = 0
    for file in sorted(folder.iterdir(), key=lambda one: one.stat().st_mtime, reverse=True):
        state = file.stat()
        total += state.st_size
        if now - state.st_mtime > KEPT_S or total > MOST_BYTES:
            file.unlink(missing_ok=True)
