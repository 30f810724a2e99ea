"""The client's part of a site: the files of the built client that its page reaches."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from cogtable.server.settings import STATIC
from cogtable.site.downloads import CannotBuild

PAGE, WORKER = "site.html", "site-worker.js"
"""The page and the service worker of a site, in the built client."""

PLACES = {PAGE: "index.html", WORKER: "service-worker.js"}
"""The names that these have in the folder of a site."""

READ = {".html", ".js", ".css", ".webmanifest"}
"""The suffixes of files that can name others."""


def write(out: Path, static: Path = STATIC) -> None:
    """Copies the page, its service worker, and all files that they name. Raises CannotBuild if the client is not built.

    Args:
        out: the folder of the site.
        static: the folder of the built client.
    """
    for name in reached(static):
        file = out / PLACES.get(name, name)
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(static / name, file)


def reached(static: Path) -> list[str]:
    """The paths of the page, the service worker and everything that they name, below the folder of the built client.

    A file is reached if another one that is reached contains its name. Names in `assets` contain a digest, so nothing
    else looks like them. Raises CannotBuild.
    """
    for name in PLACES:
        if not (static / name).is_file():
            raise CannotBuild(
                f"the browser client is not built: there is no {static / name}; in a checkout, `make client` builds it"
            )
    known = {file.name: file.relative_to(static).as_posix() for file in static.rglob("*") if file.is_file()}
    found, waiting = set(PLACES), list(PLACES)
    while waiting:
        file = static / waiting.pop()
        if file.suffix not in READ:
            continue
        named = {known[name] for name in re.findall(r"[\w.-]+\.\w+", file.read_text("utf-8")) if name in known}
        fresh = {name for name in named if _is_part(name)} - found
        found |= fresh
        waiting += sorted(fresh)
    return sorted(found)


def _is_part(name: str) -> bool:
    """Whether a file can be a part of a page. The other pages of the client are not: code names them as addresses."""
    return not name.endswith(".html") and name != "service-worker.js"
