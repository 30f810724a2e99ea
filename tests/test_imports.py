"""Checks imports against the layers in docs/how-it-works.md. Imports for types count as well."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import cogtable

pytestmark = pytest.mark.xdist_group("imports")  # the first of these tests reads all files
PACKAGE = Path(cogtable.__file__).parent

MAY = {
    "view": set(),
    "moved": set(),
    "table": {"engine", "view", "moved"},
    "rules": {"engine", "moved"},
    "game": {"rules", "game's rules"},
    "game's rules": {"rules"},
    "game's table": {"table", "game's rules"},
    "bots": {"engine"},
    "wasm": {"engine", "bots"},
    "agents": {"engine", "rulespage", "terminal", "view"},
    "envs": {"agents", "engine", "bots", "terminal", "pictures", "face"},
    "learning": {"engine", "bots", "lab"},
    "terminal": {"engine", "view"},
    "pictures": {"engine", "view", "table", "rulespage", "face"},
    "icons": set(),
    "gallery": {"icons", "view"},
    "rulespage": {"engine", "view"},
    "testing": {"agents", "engine", "view", "icons", "table", "bots", "lab", "rulespage"},
}
"""The parts that each part may import besides itself. A game's `__init__` is `game`; the package's own `__init__` is
`face`. The command line and the terminal game may import everything.
"""

LAYERS: dict[str, list[dict[str, set[str]]]] = {
    "engine": [
        {"errors": set(), "files": set(), "threadsafe": set(), "text": set(), "records": {"moved"}},
        {"integers": set(), "compile": {"moved"}},
        {"boxes": set()},
        {"rules": {"moved"}},
        {"definition": set()},
        {"play": {"view", "terminal"}, "compiled_play": set(), "box_editing": set()},
        {"batches": set(), "lessons": {"view"}},
    ],
    "server": [
        {"host_settings": set()},
        {"wire": {"engine", "lab", "view"}, "db": {"engine"}, "thinking": {"engine", "bots", "lab", "wasm"}},
        {"core": {"engine", "lab", "view"}},
        {"accounts": {"engine"}, "delivery": {"engine"}, "workbench": {"engine", "lab", "view", "wasm"}},
        {"settings": {"engine", "lab"}},
        {"table": {"engine", "bots", "lab", "view"}},
        {"about": {"engine", "bots", "lab", "table", "gallery", "rulespage", "face"}},
        {"rooms": {"engine", "bots", "lab", "view"}},
        {
            "notifications": {"engine"},
            "tournaments": {"engine"},
            "matchmaking": {"engine"},
            "socket": {"engine"},
        },
        {"http": {"engine", "bots", "lab", "view", "table", "rulespage", "face", "wasm", "terminal"}},
        {"cluster": {"engine"}},
        {"middleware": {"engine"}},
        {"app": {"engine", "lab", "view"}},
    ],
    "site": [
        {
            "downloads": {"engine"},
            "module_rules": {"engine"},
            "page_tables": {"bots", "engine", "face", "lab", "server", "view", "wasm"},
            "standin": set(),
        },
        {
            "archives": {"engine", "face", "server"},
            "client_part": {"server"},
            "publish": {"engine", "server"},
            "python_part": {"engine", "wasm"},
        },
        {"boxes": {"engine", "server"}, "compression": {"engine"}, "game_files": {"bots", "engine", "server", "wasm"}},
        {"build": {"engine", "face", "server"}},
    ],
    "lab": [{"*": {"engine", "bots", "table", "view"}}, {"report": {"engine", "terminal"}}, {"pipeline": set()}],
    "cli": [
        {"arguments": {"engine", "lab"}, "output": {"lab"}, "priority": set()},
        {"options": {"server"}},
        {
            "admin": {"server"},
            "analysis": {"engine", "lab"},
            "authors": {"docs", "engine", "new_game", "testing"},
            "games": {"engine", "lab", "pictures", "rulespage", "terminal"},
            "machine": {"bots", "doctor", "engine", "face", "lab"},
            "play": {"engine", "terminal", "terminal_play"},
            "serve": {"engine", "lab", "server"},
            "simulate": {"envs", "lab"},
            "site": {"engine", "site"},
            "study": {"lab"},
            "train": {"bots", "lab", "learning"},
            "wasm": {"engine", "wasm"},
        },
    ],
}
"""The packages inside a part, from the lowest layer up, and other parts that each may import. A package imports from
itself and from lower layers. `*` are the modules in no package.
"""


@cache
def modules() -> dict[str, Path]:
    """Returns all modules by name."""
    files = {path: path.relative_to(PACKAGE).with_suffix("").parts for path in sorted(PACKAGE.rglob("*.py"))}
    return {".".join(("cogtable", *parts)).removesuffix(".__init__"): path for path, parts in files.items()}


@cache
def imports() -> dict[str, set[str]]:
    """Returns the modules of the package that each module imports."""
    found: dict[str, set[str]] = {}
    for name, path in modules().items():
        wanted = found[name] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                full = {f"{node.module}.{alias.name}" for alias in node.names}
                wanted.update(one if one in modules() else node.module for one in full)
            elif isinstance(node, ast.Import):
                wanted.update(alias.name for alias in node.names)
        wanted.intersection_update(modules())
        wanted.discard(name)
    return found


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


@cache
def private_names() -> dict[str, set[str]]:
    """Returns the private names that each module defines: functions, classes, variables and attributes."""
    found: dict[str, set[str]] = {}
    for module, path in modules().items():
        names = found[module] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                names.add(node.name)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names.add(node.id)
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                names.update([node.attr] if ast.unparse(node.value) in ("self", "cls") else [])
    return {module: set(filter(is_private, names)) for module, names in found.items()}


NAMED_TUPLES = {"_asdict", "_field_defaults", "_fields", "_make", "_replace"}
"""Public names of named tuples, despite the underscore."""
HOOKS = {"_finalize_final_module", "_load_overload", "_optimize_final_module", "_trigger_server"}
"""Methods of Numba and aiosmtpd that are overridden."""


def test_no_module_uses_private_names_of_another() -> None:
    found = []
    for module, path in modules().items():
        others = set().union(*(names for name, names in private_names().items() if name != module))
        theirs = others - private_names()[module] - NAMED_TUPLES - HOOKS
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cogtable"):
                taken = [alias.name for alias in node.names if is_private(alias.name)]
            elif isinstance(node, ast.Attribute) and ast.unparse(node.value) not in ("self", "cls", "super()"):
                taken = [node.attr] if node.attr in theirs else []
            else:
                taken = []
            found += [f"{module}: {name} in {ast.unparse(node)}" for name in taken]
    assert not found


def private_uses(file: Path) -> Iterator[str]:
    """Returns the places where a file uses a private name of something else, by an attribute, an import or a patch."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) not in ("self", "cls"):
            names = [node.attr]
        elif isinstance(node, ast.ImportFrom):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in (
            "setattr",
            "getattr",
            "delattr",
        ):
            texts = [each.value for each in node.args if isinstance(each, ast.Constant)]
            names = [text.rpartition(".")[2] for text in texts if isinstance(text, str)]
        yield from (f"{file}: {ast.unparse(node)}: {name}" for name in names if is_private(name))


def test_tests_use_no_private_names() -> None:
    files = Path(__file__).parent.rglob("*.py")
    uses = [use for file in files for use in private_uses(file)]
    public = NAMED_TUPLES | HOOKS | {"_repr_html_", "_repr_mimebundle_"}  # of a NamedTuple, or called by notebooks
    assert [use for use in uses if use.rpartition(" ")[2] not in public] == []


def test_a_private_name_used_in_a_test_is_found(tmp_path: Path) -> None:
    file = tmp_path / "test_x.py"
    file.write_text(
        "from a import _b\na._c\nmonkeypatch.setattr(a, '_d', 1)\nsetattr(x, 'e', 2)\nself._f\na.__name__\n"
    )
    assert [use.rpartition(" ")[2] for use in private_uses(file)] == ["_b", "_c", "_d"]


def part_of(module: str) -> str:
    """Returns the part of Cogtable that a module belongs to."""
    _, *path = module.split(".")
    match path:
        case []:
            return "face"
        case ["games", _, "rules" | "table" as half, *_]:
            return f"game's {half}"
        case ["games", *_]:
            return "game"
    return path[0]


def package_of(module: str) -> str:
    """Returns the package inside its part that a module belongs to."""
    inner = module.split(".")[2]
    return inner if any(inner in layer for layer in LAYERS[part_of(module)]) else "*"


def test_no_two_modules_import_each_other() -> None:
    try:
        TopologicalSorter(imports()).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


@pytest.mark.parametrize("part", sorted(MAY))
def test_a_part_imports_only_what_it_may(part: str) -> None:
    may = MAY[part] | {part}
    own = {name: wanted for name, wanted in imports().items() if part_of(name) == part}
    assert own
    assert not [(name, one) for name, wanted in own.items() for one in wanted if part_of(one) not in may]


@pytest.mark.parametrize(
    ("part", "height", "package"),
    [(part, i, package) for part, layers in LAYERS.items() for i, layer in enumerate(layers) for package in layer],
)
def test_a_package_imports_only_from_lower_layers(part: str, height: int, package: str) -> None:
    lower = {package}.union(*LAYERS[part][:height])
    outside = LAYERS[part][height][package]
    own = {name: wanted for name, wanted in inside(part).items() if package_of(name) == package}
    assert own
    for name, wanted in own.items():
        for one in wanted:
            assert package_of(one) in lower if part_of(one) == part else part_of(one) in outside, f"{name}: {one}"


@pytest.mark.parametrize("part", LAYERS)
def test_each_package_is_in_a_layer(part: str) -> None:
    known = {package for layer in LAYERS[part] for package in layer}
    assert {package_of(name) for name in inside(part)} == known


def inside(part: str) -> dict[str, set[str]]:
    """Returns the modules of a part, without its own `__init__`, and their imports."""
    return {name: wanted for name, wanted in imports().items() if name.startswith(f"cogtable.{part}.")}


IO = {"asyncio", "concurrent", "multiprocessing", "socket", "sqlalchemy", "starlette", "subprocess", "threading"}
"""Modules that a table in a page does not have, or does not need."""


def test_what_people_do_at_a_table_needs_no_io() -> None:
    """The modules of `server/table`, and all others of the server that they need, can be used in a page."""
    server = inside("server")
    found, new = set[str](), {name for name in server if package_of(name) == "table"}
    while new:
        found |= new
        new = {one for name in new for one in server[name] if one in server} - found
    used = {(name, one.partition(".")[0]) for name in found for one in taken_by(modules()[name])}
    assert not [(name, one) for name, one in used if one in IO]
    assert not [name for name in found if "async def" in modules()[name].read_text(encoding="utf-8")]
    needed = run_python(f"import {', '.join(sorted(found))}, sys; print(*sys.modules)").split()
    assert not {"sqlalchemy", "starlette", "uvicorn"} & set(needed)


def test_the_tables_of_a_page_need_no_numpy_and_no_io() -> None:
    """`site/page_tables` can be imported with the packages in `site/standin`, and needs nothing that a page lacks."""
    code = "import cogtable.site.page_tables, numpy, sys; print(numpy.__file__, *sys.modules)"
    numpy, *needed = run_python(code, PYTHONPATH=str(PACKAGE / "site" / "standin")).split()
    assert Path(numpy).is_relative_to(PACKAGE)
    lacking = {"asyncio", "markdown_it", "multiprocessing", "sqlalchemy", "starlette", "uvicorn"}
    assert not lacking & {name.partition(".")[0] for name in needed}
    layers = {".".join(name.split(".")[:3]) for name in needed if name.startswith("cogtable.server.")}
    parts = {layer.rpartition(".")[2] for layer in layers}
    assert parts == {"core", "db", "table", "wire"}
    assert [name for name in needed if name.startswith("cogtable.server.db.")] == ["cogtable.server.db.rows"]


def run_python(code: str, **env: str) -> str:
    """What a fresh interpreter prints."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ | env).stdout


def test_no_part_imports_a_game() -> None:
    inside = {"game", "game's rules", "game's table"}
    pairs = [(name, one) for name, wanted in imports().items() for one in wanted if part_of(one) in inside]
    assert not [pair for pair in pairs if part_of(pair[0]) not in inside]


def test_a_game_imports_no_other_except_the_one_whose_rules_it_uses() -> None:
    pairs = {
        (name, one) for name, wanted in imports().items() for one in wanted if ".games." in name and ".games." in one
    }
    crossing = {(name.split(".")[2], one.split(".")[2]) for name, one in pairs}
    assert {pair for pair in crossing if pair[0] != pair[1]} == {("megaman", "splendor")}


FRONTS = {"rules": {"cogtable.rules"}, "table": {"cogtable.table"}, "tests": {"cogtable", "cogtable.testing"}}
"""The modules that a game's rules, table and tests may import from."""

REPOSITORY = Path(__file__).parents[1]
GAMES = [file.parent for file in sorted((PACKAGE / "games").glob("*/__init__.py"))]


@pytest.mark.parametrize(
    "folder", [*GAMES, REPOSITORY / "examples/magpie", REPOSITORY / "tests/tiny"], ids=lambda folder: folder.name
)
def test_a_game_imports_only_from_the_fronts(folder: Path) -> None:
    files = {file: file.relative_to(folder).with_suffix("").parts for file in folder.rglob("*.py")}
    assert files
    for file, parts in files.items():
        half = next((each for each in ("tests", "table") if each in parts), "rules")
        ours = {name for name in taken_by(file) if name.split(".")[0] == "cogtable"}
        others = {name for name in ours if not name.startswith("cogtable.games.")} - FRONTS[half]
        assert not others, f"{file}: {half} import from {' and '.join(sorted(FRONTS[half]))}"


def taken_by(file: Path) -> set[str]:
    """Returns the modules that a file imports from."""
    nodes = [*ast.walk(ast.parse(file.read_text(encoding="utf-8")))]
    found = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return found | {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}
