"""The game of another package, installed beside Cogtable and not into its environment."""

import shutil
import subprocess
import sys
from pathlib import Path


def install_package(folder: Path, site: Path) -> str:
    """Installs a package into a new folder, as pip would with `--editable`. Gives the PYTHONPATH that finds it."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--target", site, folder], check=True, timeout=200)
    shutil.rmtree(site / folder.name)  # what it offers stays written there; the code comes from the folder
    return f"{folder}:{site}"
