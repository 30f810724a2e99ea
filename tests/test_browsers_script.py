"""The script that looks for Firefox and WebKit says what to install where it cannot do so itself."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "tools" / "browsers.sh"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a script for Debian")


def run(folder: Path, *programs: str) -> subprocess.CompletedProcess[str]:
    """Runs the script on a machine without apt-get that has these programs."""
    for name in ("bash", "dirname"):
        (folder / name).symlink_to(shutil.which(name))
    for name in programs:
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
    return subprocess.run([SCRIPT], env={"PATH": str(folder)}, capture_output=True, text=True)


def test_nothing_is_missing(tmp_path: Path) -> None:
    done = run(tmp_path, "firefox", "WebKitWebDriver", "Xvfb")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_packages_that_are_missing_are_named(tmp_path: Path) -> None:
    done = run(tmp_path, "WebKitWebDriver")
    assert done.returncode == 1
    assert "the tests in Firefox and WebKit need firefox-esr xvfb" in done.stderr
    assert "apt-get install firefox-esr xvfb" in done.stderr
