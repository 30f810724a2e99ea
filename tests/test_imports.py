"""What imports what, as docs/how-it-works.md says it; what is imported for types only does not count."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import cogtable

PACKAGE = Path(cogtable.__file__).parent
MAY = {
    "engine": {"engine"},
    "table": {"engine", "table"},
    "games": {"engine", "table", "games"},
    "bots": {"engine", "bots"},
    "analysis": {"engine", "bots"},
    "simulate": {"engine", "bots"},
    "compare": {"engine", "simulate"},
    "ratings": {"ratings"},
    "ladder": {"engine", "ratings", "simulate"},
    "server": {"engine", "table", "bots", "analysis", "server"},
}


def part_of(module: str) -> str:
    """The part of Cogtable that a module belongs to; empty for others, and for names of the package itself."""
    first = module.removeprefix("cogtable.").partition(".")[0] if module.startswith("cogtable.") else ""
    is_part = first and ((PACKAGE / first).is_dir() or (PACKAGE / f"{first}.py").is_file())
    return first if is_part else ""


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.ImportFrom) and node.module == "cogtable":
            yield from (f"cogtable.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        yield from imported(node)


@cache
def imports() -> list[tuple[Path, str, str]]:
    """Each import of a part by a file: the file below the package, its own part, the module that it imports."""
    return [
        (path.relative_to(PACKAGE), path.relative_to(PACKAGE).parts[0].removesuffix(".py"), module)
        for path in sorted(PACKAGE.rglob("*.py"))
        for module in imported(ast.parse(path.read_text(encoding="utf-8")))
        if part_of(module)
    ]


@pytest.mark.parametrize("part", sorted(MAY))
def test_a_part_imports_what_it_may(part: str) -> None:
    assert not [(path, module) for path, own, module in imports() if own == part and part_of(module) not in MAY[part]]


def test_no_part_imports_a_game() -> None:
    assert not [path for path, own, module in imports() if part_of(module) == "games" and own != "games"]


def test_a_game_imports_no_other_but_the_one_whose_rules_it_has() -> None:
    pairs = {(path.parts[1], module.split(".")[2]) for path, own, module in imports() if part_of(module) == "games"}
    assert {pair for pair in pairs if pair[0] != pair[1]} == {("megaman", "splendor")}
