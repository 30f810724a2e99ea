"""The time from `cogtable serve` on the command line until the page with its scripts and styles is delivered."""

import re
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from urllib.parse import urljoin

from bench.figure import Figure, median
from bench.serving import serve_command


def measure() -> Iterator[Figure]:
    yield Figure("from `cogtable serve` to the page delivered", median(start, times=3), "s")


def start() -> float:
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        with serve_command(folder, "--no-warm") as address:
            fetch_page(address)
            return time.perf_counter() - began


def fetch_page(address: str) -> None:
    """Loads the page and all scripts and styles that it names."""
    page = urllib.request.urlopen(address).read().decode()
    named = re.findall(r'(?:src|href)="([^"]+\.(?:js|css))"', page)
    if not named:
        raise LookupError("the browser client is not built; run `make play` once")
    for asset in named:
        urllib.request.urlopen(urljoin(address, asset)).read()
