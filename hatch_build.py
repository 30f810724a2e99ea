"""Adds the browser client to the packages, building it first if it is missing or older than its sources; and the
example game, the documentation and the games' WebAssembly modules to the wheel.

The sdist contains the built client too, with a stamp of its sources, so building a wheel from it (as pip does if there
is none) needs no Node.js. Modules are built only if the packages that Cogtable needs are installed, as with
`make wheel`; an isolated build leaves them out.
"""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
import client
import wasm_modules

DOCS = Path(__file__).resolve().parent / "docs"  # printed by `cogtable docs`
TEMPLATE = str(Path(__file__).resolve().parent / "examples" / "magpie")  # the template of `cogtable new`

MODULES = Path(__file__).resolve().parent / "build" / "modules"


class ClientHook(BuildHookInterface[Any]):
    """Adds files to the packages. An editable install builds nothing, since the Makefile updates the bundle."""

    def dependencies(self) -> list[str]:
        return [client.NODE_FROM_PYPI] if client.is_stale() and not client.node_folder() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        if client.is_stale():
            node = client.node_folder()
            if node is None:
                raise client.ClientError(
                    "the package holds the browser client, and building that takes Node.js 20.19, 22.12 or newer, "
                    f"or the package {client.NODE_FROM_PYPI} from PyPI"
                )
            client.build(node)
        build_data["artifacts"].append("/src/cogtable/server/static/*")
        if self.target_name == "wheel":
            build_data["force_include"][TEMPLATE] = "cogtable/template"
            build_data["force_include"] |= {str(page): f"cogtable/pages/{page.name}" for page in DOCS.glob("*.md")}
            build_data["artifacts"].append(f"!{client.BUILT_FROM.name}")
            build_data["force_include"] |= modules()


def modules() -> dict[str, str]:
    """Returns the files of the WebAssembly modules, with their places in the wheel; none if they can't be built."""
    command = [sys.executable, str(wasm_modules.__file__), str(MODULES)]
    done = subprocess.run(command, check=False).returncode
    if done == wasm_modules.NOT_INSTALLED:
        return {}
    if done:
        raise RuntimeError("the WebAssembly modules could not be built")
    return {str(file): f"cogtable/wasm/modules/{file.name}" for file in sorted(MODULES.iterdir())}
