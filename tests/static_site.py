"""A folder that `cogtable site` wrote, built once for all tests, and static hosts that serve it below a path."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

from cogtable.server.core.headers import HEADERS, SITE_POLICY
from cogtable.server.settings import STATIC

if sys.platform != "win32":
    import fcntl
if TYPE_CHECKING:
    from cogtable.engine.play.game import Game

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "tested-sites"

BELOW = "games/at/home"
"""The path below which hosts serve a site, as a static host does for one of several projects."""

FRIENDS = "https://play.example.org"
"""The server that the built sites name."""

NOT_READ = {"static", "__pycache__", "migrations"}


def site_of(games: Sequence[Game]) -> Path:
    """Returns the folder of a site with these games, built again if its sources have changed. Processes that want the
    same wait for one another.
    """
    from cogtable.site.build import build  # few tests need it

    names = "-".join(game.name for game in games)
    folder, stamp, lock = (FOLDER / f"{names}{suffix}" for suffix in ("", ".built-from", ".lock"))
    FOLDER.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as held:
        if sys.platform != "win32":
            fcntl.flock(held, fcntl.LOCK_EX)
        wanted = _digest(games)
        if not (stamp.is_file() and stamp.read_text() == wanted):
            stamp.unlink(missing_ok=True)
            build(games, folder, server=FRIENDS)
            stamp.write_text(wanted)
    return folder


def _digest(games: Sequence[Game]) -> str:
    """Returns a digest of everything that a site is made of."""
    found = hashlib.sha256(sys.version.encode())
    found.update((STATIC / ".built-from").read_bytes())
    for folder in (ROOT / "src" / "cogtable", *(game.folder for game in games)):
        for file in sorted(folder.rglob("*")):
            if file.is_file() and not NOT_READ & {*file.parts}:
                found.update(str(file).encode() + b"\0" + file.read_bytes())
    return found.hexdigest()


@contextmanager
def plain_host(site: Path) -> Iterator[str]:
    """Serves a site with `python -m http.server`, below a path; yields its address, which ends in a slash."""
    with tempfile.TemporaryDirectory() as root:
        _place(site, Path(root))
        command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", root]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            assert process.stdout
            port = re.search(r"port (\d+)", process.stdout.readline())
            assert port
            yield f"http://127.0.0.1:{port[1]}/{BELOW}/"
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()


@contextmanager
def strict_host(site: Path) -> Iterator[str]:
    """Serves a site below a path with the headers that docs/site.md recommends, and compressed; yields its address."""
    with tempfile.TemporaryDirectory() as root:
        _place(site, Path(root))
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Strict, directory=root))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/{BELOW}/"
        finally:
            server.shutdown()
            server.server_close()


def _place(site: Path, root: Path) -> None:
    (root / BELOW).parent.mkdir(parents=True)
    (root / BELOW).symlink_to(site.resolve(), target_is_directory=True)


class _Strict(SimpleHTTPRequestHandler):
    """Sends the compressed copy of a file to readers that accept it."""

    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name in the base class
        """Suppresses the request log."""

    def translate_path(self, path: str) -> str:
        found = Path(super().translate_path(path))
        if found.is_dir():
            found /= "index.html"
        copy = found.with_name(f"{found.name}.br")
        self._has_copy = "br" in self.headers.get("Accept-Encoding", "") and copy.exists()
        return str(copy if self._has_copy else found)

    def guess_type(self, path: object) -> str:
        return super().guess_type(str(path).removesuffix(".br"))

    def end_headers(self) -> None:
        for name, value in {**HEADERS, "Content-Security-Policy": SITE_POLICY}.items():
            self.send_header(name, value)
        in_assets = f"/{BELOW}/assets/" in self.path
        self.send_header("Cache-Control", "public, max-age=31536000, immutable" if in_assets else "no-cache")
        self.send_header("Vary", "Accept-Encoding")
        if self._has_copy:
            self.send_header("Content-Encoding", "br")
        super().end_headers()


def list_of(site: Path) -> dict[str, tuple[int, str]]:
    """Returns the files that a site lists, with their sizes in bytes and their digests."""
    found: dict[str, tuple[int, str]] = json.loads((site / "python" / "site.json").read_bytes())["files"]
    return found
