"""Puts a built site into its folder: a new one, an empty one, or one with an older site, which is updated in place."""

from __future__ import annotations

import shutil
from pathlib import Path

from cogtable.engine.files import replacing
from cogtable.server.settings import SITE
from cogtable.site.downloads import CannotBuild

LAST = (SITE, "index.html", "service-worker.js")
"""The files that are replaced last, in this order: visitors get the new site only when it is complete."""

OWNED = ("assets", "icons", "python")
"""The folders of a site. Other files beside them stay: a host's own, such as CNAME or .git."""

COPIES = (".br", ".gz")
"""The suffixes of compressed copies."""


def check(out: Path) -> None:
    """Raises CannotBuild unless a site can be put into a folder: one that is missing, empty, or a site."""
    if out.exists() and not out.is_dir():
        raise CannotBuild(f"{out}: expected a folder; found a file")
    if out.is_dir() and any(out.iterdir()) and not (out / SITE).is_file():
        raise CannotBuild(
            f"{out}: expected a new or an empty folder, or a site to update; found {_some(out)}. Choose another folder"
        )


def _some(folder: Path) -> str:
    """Names the first files of a folder."""
    names = sorted(file.name for file in folder.iterdir())
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def publish(built: Path, out: Path) -> None:
    """Copies a site into a folder, and removes the files of the site that it replaces."""
    check(out)
    files = {file.relative_to(built).as_posix() for file in built.rglob("*") if file.is_file()}
    for name in sorted(files, key=_turn):
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        with replacing(out / name) as new:
            shutil.copyfile(built / name, new)
    _remove_others(out, files)


def _turn(name: str) -> tuple[int, str, bool]:
    """The place of a file in the order of copying. A compressed copy comes before its file."""
    file = name.removesuffix(".br").removesuffix(".gz")
    return LAST.index(file) + 1 if file in LAST else 0, file, file == name


def _remove_others(out: Path, files: set[str]) -> None:
    """Removes everything of an older site that is not among the files: in its folders, and compressed copies."""
    known = [file for name in OWNED for file in (out / name).rglob("*")] + [
        file for suffix in COPIES for file in out.glob(f"*{suffix}") if file.with_suffix("").is_file()
    ]
    for file in known:
        if file.is_file() and file.relative_to(out).as_posix() not in files:
            file.unlink()
    for folder in sorted((file for file in known if file.is_dir()), reverse=True):
        if not any(folder.iterdir()):
            folder.rmdir()
