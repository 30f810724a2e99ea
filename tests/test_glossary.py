"""The project's words: names that were given up aren't used again."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import cogtable

PACKAGE = Path(cogtable.__file__).parent
GLOSSARY = Path(__file__).parents[1] / "docs" / "glossary.md"


def given_up() -> set[str]:
    """Returns the names in the first column of the last table."""
    rows = GLOSSARY.read_text("utf-8").partition("## Names that were given up")[2].splitlines()
    return {name for row in rows if row.startswith("| `") for name in re.findall(r"`(\w+)`", row.split("|")[1])}


def names(folder: Path) -> Iterator[tuple[str, str]]:
    """Returns the names of modules, classes and functions, and where each is defined."""
    for file in sorted(folder.rglob("*.py")):
        if "versions" in file.parts or "standin" in file.parts:  # named by Alembic, and as in the packages replaced
            continue
        where = str(file.relative_to(folder))
        yield file.stem, where
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield node.name, f"{where}:{node.lineno}"


def test_names_that_were_given_up_are_not_used_again() -> None:
    former = given_up()
    assert len(former) > 25
    assert [f"{where}: {name}" for name, where in names(PACKAGE) if name in former] == []


def test_a_name_that_was_given_up_is_found(tmp_path: Path) -> None:
    (tmp_path / "foresight.py").write_text("class Consent:\n    async def obeying(self): ...\n")
    found = {name for name, _ in names(tmp_path)}
    assert found == {"foresight", "Consent", "obeying"}
    assert found <= given_up()
