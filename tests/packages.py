"""Installs the game of another package beside Cogtable, outside its environment."""

import shutil
import subprocess
import sys
from pathlib import Path


def install_package(folder: Path, site: Path) -> str:
    """Installs a package into a new folder, as `pip install --editable` would. Returns the PYTHONPATH that finds it."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--target", site, folder], check=True, timeout=200)
    shutil.rmtree(site / folder.name)  # its metadata is written there; the code stays in the folder
    return f"{folder}:{site}"
