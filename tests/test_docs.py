"""The documentation: every example does what it says, and the site builds without a warning.

Blocks of a page are

- `python` with prompts: run as a doctest, one after the other;
- `console`: each line after `$` is run in an empty folder, and must print the lines below it;
- `sh`: commands that open windows, install something or take minutes. They aren't run, but targets, commands and
  options must exist;
- any block below a line with nothing but a file's name: that file.

The tutorials ("roads") are not run here: `browser/test_roads.py` walks them completely, in order.
"""

from __future__ import annotations

import ast
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from markdown_it import MarkdownIt
from typer.core import TyperGroup

import cogtable
from cogtable import cli
from cogtable.bots import registry
from tests.browser.roads.walks import WALKS

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
BALANCE = sorted((ROOT / "src" / "cogtable" / "games").glob("*/balance.md"))
LOOSE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
ADD_A_GAME = ROOT / "docs" / "add-a-game.md"
ROADS = [ROOT / "docs" / f"{name}.md" for name in WALKS]
RUN_HERE = [page for page in PAGES if page not in ROADS]
MAGPIE = ROOT / "examples" / "magpie"


Install = Callable[[Path], str]


class Block(NamedTuple):
    """A block of code on a page; `file` if a line above it names one."""

    kind: str
    text: str
    line: int
    file: str


@cache
def blocks(page: Path) -> list[Block]:
    tokens = MarkdownIt().disable("inline").parse(page.read_text(encoding="utf-8"))
    found, above = [], ""
    for token, following in pairwise([*tokens, *tokens[-1:]]):
        if token.type in ("fence", "code_block"):
            assert token.map
            kind = token.info if token.type == "fence" else "sh"
            found.append(Block(kind, token.content, token.map[0] + 1, above))
            above = ""
        elif token.type == "inline":
            named = re.fullmatch(r"`([\w./-]+)`", token.content)
            above = named[1] if named and following.type == "paragraph_close" else ""
    return found


def of_kind(kind: str, pages: list[Path]) -> list[object]:
    """Returns the blocks of a kind that aren't files, page by page."""
    found = {page: [block for block in blocks(page) if block.kind == kind and not block.file] for page in pages}
    return [pytest.param(page, some, id=page.name) for page, some in found.items() if some]


def test_blocks_are_of_known_kinds() -> None:
    """A block of another kind would not be tested."""
    for page in PAGES:
        for block in blocks(page):
            known = {"python", "console", "sh", "text", "toml", "json"} if not block.file else {block.kind}
            assert block.kind in known or block.kind.startswith("{"), f"{page}:{block.line}: {block.kind}"


@pytest.mark.native
@pytest.mark.parametrize(("page", "found"), of_kind("python", RUN_HERE))
def test_python(page: Path, found: list[Block], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "added", dict(registry.added))  # and removes bots that a page registers
    lines: list[str] = []
    for block in found:
        assert block.text.startswith(">>>"), f"{page}:{block.line}: neither a file's name above it nor a prompt in it"
        lines += [""] * (block.line - len(lines)) + block.text.splitlines()
    test = doctest.DocTestParser().get_doctest("\n".join(lines) + "\n", {}, page.name, str(page), 0)
    assert doctest.DocTestRunner(optionflags=LOOSE).run(test).failed == 0


Run = Callable[[str, Path], tuple[int, str]]
"""The exit status and the output of a command, run in a folder."""


def in_a_shell(command: str, folder: Path) -> tuple[int, str]:
    """Runs a command in a shell that finds the scripts of this Python."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    how: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "timeout": 800}
    how["env"] = os.environ | {"COLUMNS": "100", "PATH": path}
    done = subprocess.run(["bash", "-c", command], cwd=folder, check=False, **how)
    return done.returncode, done.stdout


def here(command: str, folder: Path) -> tuple[int, str]:
    """Runs a command of Cogtable in this process, which has loaded everything it needs; any other in a shell."""
    program, *arguments = shlex.split(command)
    if program != "cogtable" or set(command) & set("|<>&;$*`"):
        return in_a_shell(command, folder)
    printed = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(printed), redirect_stderr(printed):
        patch.chdir(folder)
        patch.setenv("COLUMNS", "100")
        with pytest.raises(SystemExit) as left:
            cli.main(arguments)
    assert isinstance(left.value.code, int)
    return left.value.code, printed.getvalue()


def sessions(text: str) -> Iterator[tuple[str, str]]:
    """Returns the commands of a console block, each with its output."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, printed = part.partition("\n")
        while command.endswith("\\"):
            more, _, printed = printed.partition("\n")
            command = f"{command}\n{more}"
        yield command, printed


@pytest.mark.native
@pytest.mark.parametrize(("page", "found"), of_kind("console", [page for page in RUN_HERE if page != ADD_A_GAME]))
def test_console(page: Path, found: list[Block], tmp_path: Path) -> None:
    for block in blocks(page):
        if block.file:
            write(block, tmp_path)
    checked(page, found, tmp_path, here)


def checked(page: Path, found: list[Block], folder: Path, run: Run) -> None:
    for block in found:
        for command, wanted in sessions(block.text):
            status, said = run(command, folder)
            printed = re.sub(r"^Compiling .* for this machine .*\n", "", said, flags=re.MULTILINE)
            where = f"{page.name}:{block.line}: $ {command}\n{printed}"
            assert doctest.OutputChecker().check_output(wanted, printed, LOOSE), where
            assert (status == 0) != wanted.startswith("error: "), where


def write(block: Block, folder: Path) -> None:
    """Writes a file that a page tells its reader to create."""
    file = folder / block.file
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(block.text, encoding="utf-8")


SOURCES = [*(ROOT / "src" / "cogtable").rglob("*.py")]


@pytest.mark.parametrize(("page", "found"), of_kind("sh", [*RUN_HERE, *BALANCE]))
def test_commands_that_are_not_run_exist(page: Path, found: list[Block]) -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for command in (line for block in found for line in block.text.replace("\\\n", "").splitlines() if line):
        program, *arguments = shlex.split(re.sub(r"^(\w+=\S+ )+|\s+#.*", "", command))
        if program == "make":
            assert arguments[0] in targets, f"{page}: {command}"
        elif program == "cogtable":
            understood(arguments)
        elif program == "python":
            if arguments[0] == "-m":
                assert find_spec(arguments[1]), f"{page}: {command}"
            else:
                assert exists(arguments[0]), f"{page}: {command}"
        elif program == "export":
            name = arguments[0].partition("=")[0]
            assert any(name in path.read_text(encoding="utf-8") for path in SOURCES), f"{page}: {command}"
        elif program != "pip":
            assert program in HOSTING, f"{page}: {command}: the test does not know what that is"


HOSTING = {"cd", "docker", "git", "printf", "sudo"}
"""Programs that a host runs; `tests/test_deploy.py` checks their arguments."""


def understood(arguments: list[str]) -> None:
    """Checks that the command line accepts these arguments; nothing is run."""
    group = cli.commands()
    name = arguments[0] if arguments else ""
    if name == "admin":
        admin, (name, *_) = group.commands[name], (arguments := arguments[1:])
        assert isinstance(admin, TyperGroup)
        group = admin
        assert name in group.commands, f"cogtable admin has no command {name}"
    if name in group.commands:
        group.commands[name].make_context(name, arguments[1:])
    else:
        assert not group.make_context("cogtable", list(arguments)).args, f"cogtable has no command {name}"


FILE = re.compile(r"[\w.<>*-][\w.<>*/-]*/[\w.<>*-]*|[\w-]+\.(?:py|ts|svelte|svg|sh)")
"""The form of a path in `code`: it has a slash, or ends like a source file."""
FROM = (
    ".",
    "docs",
    "src/cogtable",
    "web",
    "web/src",
    "src/cogtable/server",
    "src/cogtable/games/*",
    "examples/magpie",
    "examples/magpie/magpie",
    "examples/ppo",
)
"""The folders with files that pages can name."""
RULES_AND_TABLE = ("src/cogtable/games/*/rules", "src/cogtable/games/*/table")
"""The folders whose files `how-it-works.md` lists by name alone."""


def paths_named(page: Path) -> Iterator[str]:
    """Returns the paths in the running text of a page, with patterns for variable parts (`games/<game>/rules`). A file
    that a line of its own names is one that the reader creates.
    """
    lines = MarkdownIt("commonmark").enable("table").parse(page.read_text(encoding="utf-8"))
    made = {token.content.strip("`") for token in lines if token.type == "inline"}
    for token in lines:
        for child in token.children or []:
            if child.type == "code_inline" and FILE.fullmatch(child.content) and child.content not in made:
                yield re.sub(r"<\w+>", "*", child.content)


def exists(path: str) -> bool:
    return any(any(ROOT.glob(f"{folder}/{path}".removeprefix("./"))) for folder in (*FROM, *RULES_AND_TABLE))


@pytest.mark.parametrize("page", [*PAGES, ROOT / "web" / "README.md"], ids=lambda page: page.name)
def test_files_that_are_named_exist(page: Path) -> None:
    assert not [path for path in paths_named(page) if not exists(path)]


def test_a_missing_file_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "`engine/records/state.py`, `games/<game>/rules/`, `legal.py`, and `engine/gone.py`; not `s.over`\n"
    )
    assert [path for path in paths_named(page) if not exists(path)] == ["engine/gone.py"]


def test_package_docstring() -> None:
    result = doctest.testmod(cogtable)
    assert result.attempted > 0


# --- add a game ---------------------------------------------------------------------------------------


@pytest.mark.native
@pytest.mark.timeout(900)
def test_following_add_a_game_gives_the_example(
    tmp_path: Path, installed: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Following `docs/add-a-game.md` from first to last line gives the contents of `examples`, byte for byte."""
    game = tmp_path / "magpie"
    for block in blocks(ADD_A_GAME):
        if block.file:
            write(block, game)
        elif block.kind == "sh" and block.text.startswith("pip install"):
            monkeypatch.setenv("PYTHONPATH", installed(game))
        elif block.kind == "console":
            checked(ADD_A_GAME, [block], game, in_a_shell)
    assert texts(game) == texts(MAGPIE)


def texts(folder: Path) -> dict[str, str]:
    """Returns the files that a person would put into a package."""
    made = {"__pycache__", ".pytest_cache", "build", "dist"}
    files = [path for path in folder.rglob("*") if path.is_file() and not made & {*path.relative_to(folder).parts}]
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in files}


def test_the_example_is_small() -> None:
    needed = [MAGPIE / "magpie" / name for name in ("__init__.py", "rules.py", "table.py")]
    texts = [file.read_text() for file in needed]
    statements = [each for text in texts for each in ast.parse(text).body]
    imports = [each for each in statements if isinstance(each, ast.Import | ast.ImportFrom)]
    taken = sum((each.end_lineno or each.lineno) - each.lineno + 1 for each in imports)  # a line for each name
    assert sum(len(text.splitlines()) for text in texts) - taken < 281


# --- how it works -------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", ["rules", "table"])
def test_how_it_works_lists_the_files_of_a_game(part: str) -> None:
    """Files that two games share by name are explained, and no others."""
    section = (ROOT / "docs" / "how-it-works.md").read_text(encoding="utf-8").partition(f"\nIn `{part}/`:\n\n")[2]
    told = re.findall(r"^\| `(\w+\.py)` \|", section.partition("\n\n")[0], re.MULTILINE)
    files = (ROOT / "src" / "cogtable" / "games").glob(f"*/{part}/*.py")
    owners = Counter(file.name for file in files if file.name != "__init__.py")
    assert sorted(told) == sorted(name for name, games in owners.items() if games > 1)
