"""The transferred size of the browser client: scripts and styles, each compressed with gzip.

A page loads its own part and the part shared by all pages. Dialogs, and the faces, parts and drawings that only some
games have, are loaded on demand: the lobby loads the pictures of all games, a table those of its own.
"""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import cogtable
from bench.figure import Figure

STATIC = Path(cogtable.__file__).parent / "server" / "static"
MANIFEST = STATIC / ".vite" / "manifest.json"
PAGES = {"a table": ["src/pages/table/Table.svelte"], "the lobby": ["src/pages/lobby/Lobby.svelte", "src/art/boxes.ts"]}


def files_of(manifest: dict[str, dict[str, list[str] | str]], *parts: str) -> set[str]:
    """Returns the scripts and styles that parts of the client load at once."""
    files, seen, left = set(), set(), list(parts)
    while left:
        part = left.pop()
        if part not in seen:
            seen.add(part)
            entry = manifest[part]
            files |= {str(entry["file"]), *entry.get("css", [])}
            left += entry.get("imports", [])
    return files


def kilobytes(files: set[str]) -> float:
    sent = (file for file in files if file.endswith((".js", ".css")))
    return sum(len(gzip.compress((STATIC / file).read_bytes(), 9)) for file in sent) / 1000


def measure() -> Iterator[Figure]:
    if not MANIFEST.exists():
        raise LookupError("the browser client is not built; run `make play` once")
    manifest = json.loads(MANIFEST.read_text(encoding="utf-8"))
    for page, parts in PAGES.items():
        size = kilobytes(files_of(manifest, "index.html", *parts))
        yield Figure(f"browser client for {page}, gzipped", size, "kB", "scripts and styles; aim 60 kB")
    yield Figure("browser client, all of it, gzipped", kilobytes(files_of(manifest, *manifest)), "kB")
