"""The documentation built as a site, once for all tests that look at it."""

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
"""What the site is made from."""
KINDS = {".py", ".md", ".toml", ".css", ".js", ".svg", ".webp"}


def site() -> Path:
    """The folder of the built site, built anew if what it is made from has changed. Fails on any warning.

    Tests that call it belong into the group "site", so that no two build at once.
    """
    stamp, wanted = FOLDER / "built-from", _digest()
    if stamp.is_file() and stamp.read_text() == wanted:
        return FOLDER / "html"
    stamp.unlink(missing_ok=True)
    command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet"]
    command += ["--write-all"]  # of pages that are not written again, the search forgets what they are found under
    command += ["-D", "toc_object_entries=0"]  # which takes long, and nothing here depends on
    command += ["--doctree-dir", str(FOLDER / "doctrees"), str(ROOT / "docs"), str(FOLDER / "html")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=800)
    if done.returncode or done.stderr:
        shutil.rmtree(FOLDER)  # so that the next build warns again of pages that it has read
        raise AssertionError(done.stderr or done.stdout)
    stamp.write_text(_digest())
    return FOLDER / "html"


def _digest() -> str:
    """A digest of what the site is made from; generated pages follow from it, and do not count."""
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
