"""The size of the browser client as it travels: scripts and styles, each gzipped."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import cogtable
from bench.figure import Figure

ASSETS = Path(cogtable.__file__).parent / "server" / "static" / "assets"


def measure() -> Iterator[Figure]:
    files = [file for file in ASSETS.glob("*") if file.suffix in (".js", ".css")]
    if not files:
        raise LookupError("the browser client is not built; run `make play` once")
    total = sum(len(gzip.compress(file.read_bytes(), 9)) for file in files)
    yield Figure("browser client, gzipped", total / 1000, "kB", "scripts and styles")
