"""The documentation built as a site, once for all tests that read it."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "checked-site"
READ = (
    "docs",
    "src/cogtable",
    "tools/reference.py",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CODE_OF_CONDUCT.md",
)
"""The source files of the site."""
KINDS = {".py", ".md", ".toml", ".css", ".js", ".svg", ".webp"}


def site() -> Path:
    """Returns the folder of the built site, rebuilt if its sources have changed. Fails on any warning.

    Tests that call it must be in the group "site", so that no two build at once.
    """
    stamp, wanted = FOLDER / "built-from", _digest()
    if stamp.is_file() and stamp.read_text() == wanted:
        return FOLDER / "html"
    stamp.unlink(missing_ok=True)
    command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet"]
    command += ["--tag", "play"]  # as `make docs`, which puts the tables beside the pages
    command += ["--write-all"]  # the search drops the index entries of pages that an incremental build doesn't write
    command += ["-D", "toc_object_entries=0"]  # takes long, and no test needs it
    command += ["--doctree-dir", str(FOLDER / "doctrees"), str(ROOT / "docs"), str(FOLDER / "html")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=800)
    if done.returncode or done.stderr:
        shutil.rmtree(FOLDER)  # otherwise the next build wouldn't repeat the warnings of pages it has already read
        raise AssertionError(done.stderr or done.stdout)
    stamp.write_text(_digest())
    return FOLDER / "html"


def _digest() -> str:
    """Returns a digest of the site's sources; generated pages are excluded, because they follow from these."""
    found = hashlib.sha256(sys.version.encode())
    for name in READ:
        files = [ROOT / name] if (ROOT / name).is_file() else (ROOT / name).rglob("*")
        for file in sorted(file for file in files if file.suffix in KINDS):
            made = {"static", "__pycache__"} & {*file.parts} or file.parent in (
                ROOT / "docs/games",
                ROOT / "docs/reference",
            )
            if not made:
                found.update(file.relative_to(ROOT).as_posix().encode() + b"\0" + file.read_bytes())
    return found.hexdigest()
