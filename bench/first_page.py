"""From `cogtable serve` on the command line to the page with its scripts and styles delivered."""

import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from urllib.parse import urljoin

from bench.figure import Figure, median


def measure() -> Iterator[Figure]:
    yield Figure("from `cogtable serve` to the page delivered", median(start, times=3), "s")


def start() -> float:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "cogtable.cli", "serve", "--no-open", "--no-warm", "--port=0"]
        began = time.perf_counter()
        server = subprocess.Popen(
            [*command, f"--database={folder}/tables.db"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            assert server.stdout
            said = next((found for line in server.stdout if (found := re.search(r"http://\S+", line))), None)
            if not said:
                raise LookupError("the server did not start")
            fetch_page(said[0])
            return time.perf_counter() - began
        finally:
            server.terminate()
            server.communicate()


def fetch_page(address: str) -> None:
    """Gets the page and all scripts and styles that it names."""
    page = urllib.request.urlopen(address).read().decode()
    named = re.findall(r'(?:src|href)="([^"]+\.(?:js|css))"', page)
    if not named:
        raise LookupError("the browser client is not built; run `make play` once")
    for asset in named:
        urllib.request.urlopen(urljoin(address, asset)).read()
