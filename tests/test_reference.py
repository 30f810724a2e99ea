"""The generated pages of the documentation: nothing public is missing, and their examples work."""

import ast
import builtins
import doctest
import importlib
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

import reference
from cogtable.cli.arguments import options_from
from cogtable.engine.play import registry
from cogtable.testing import coverage

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "cogtable"
DOCS = ROOT / "docs"
INTERNAL = ("cogtable.games.", "cogtable.server.", "cogtable.rulespage.")
"""Modules on pages for contributors to Cogtable itself."""
LOOSE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


@pytest.fixture(scope="module")
def pages():
    return reference.pages()


# --- Python -------------------------------------------------------------------------------------------


def test_every_module_with_public_names_is_in_the_reference():
    modules = set()
    for file in SOURCES.rglob("*.py"):
        names = [target.id for node in ast.parse(file.read_text(encoding="utf-8")).body if isinstance(node, ast.Assign)
                 for target in node.targets if isinstance(target, ast.Name)]  # fmt: skip
        # Names of games are their own, and stand-ins have those of other packages.
        if "__all__" in names and not {"games", "standin"}.intersection(file.relative_to(SOURCES).parts):
            parts = file.relative_to(SOURCES.parent).with_suffix("").parts
            modules.add(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    assert modules == {*reference.PUBLIC, *reference.FOR_LIBRARIES}


def test_every_public_name_has_a_sentence(pages):
    for module in reference.PUBLIC:
        for name in importlib.import_module(module).__all__:
            assert re.search(
                rf"^\| `{re.escape(module)}\.{name}` \| \S.{{7,}} \|$", pages["reference/python.md"], re.M
            ), name


def test_names_that_pages_import_are_in_the_reference():
    known, whole = set(reference.public_names()), set()
    texts = {page.name: page.read_text(encoding="utf-8") for page in [*DOCS.glob("*.md"), ROOT / "README.md"]}
    for text in texts.values():
        known |= set(re.findall(r"auto(?:class|function|data):: (\S+)", text))
        whole |= set(re.findall(r"automodule:: (\S+)", text))
    whole.update(reference.FOR_LIBRARIES)
    known |= {name.rpartition(".")[0] for name in known} | whole
    for page, text in texts.items():
        for module, names in re.findall(r"^(?:>>> |\.\.\. )?from (cogtable[\w.]*) import ([\w, ]+)", text, re.M):
            for name in (each.split()[0] for each in names.split(",")):
                there = f"{module}.{name}" in known or module in whole or f"{module}.{name}".startswith(INTERNAL)
                assert there, f"{page}: from {module} import {name}: it is missing in tools/reference.py"


@pytest.mark.native
def test_the_examples_in_python_work(pages):
    for name in ("reference/python.md", *(f"games/{game.name}.md" for game in reference.own_games())):
        code = "".join(re.findall(r"^```python\n(.*?)^```", pages[name], re.M | re.S))
        test = doctest.DocTestParser().get_doctest(code, {}, name, name, 0)
        assert test.examples, name
        assert doctest.DocTestRunner(optionflags=LOOSE).run(test).failed == 0, name


# --- the command line ---------------------------------------------------------------------------------


def test_every_command_and_option_has_an_example(pages):
    text = pages["reference/commands.md"]
    examples = reference.examples_of_commands()
    for name, command in reference.commands().items():
        section = text.partition(f"\n## cogtable {name}\n")[2].partition("\n## ")[0]
        assert section, name
        assert examples[name], f"no page shows `cogtable {name}` at work"
        parameters: list[Any] = [*command.params]
        for one in parameters:
            for option in one.opts if one.param_type_name == "option" and one.name != "help" else ():
                assert f"`{option}" in section or f"/ {option}" in section, f"{name}: {option}"
                assert one.help, f"cogtable {name} {option} has no help"


# --- games --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", reference.own_games(), ids=lambda game: game.name)
def test_a_games_page_is_complete(pages, game):
    page, boxes = pages[f"games/{game.name}.md"], pages["reference/boxes.md"]
    assert game.tagline in page
    picture = re.search(r"!\[.*?\]\((.*?)\)", page)
    assert (DOCS / "games" / picture[1]).resolve().is_file()
    for number in coverage.numbers(game.rules_text):
        assert f"[**{number}**]{{#{number}}}" in page
    for option in game.options:
        assert f"| `{option}` |" in page
        assert f"| `{option}` |" in pages["reference/options.md"]
    assert f"There are {game.actions:,} actions" in page
    kinds = reference.kinds_of_actions(game)
    assert kinds is not None
    assert all(f"| `{kind.name}` |" in page for kind in kinds)
    assert f"{game.layout.count():,} numbers" in page
    for level in ("easy", "expert"):
        assert f"| `{level}` |" in page
    assert all(f"| `{field}` |" in boxes for rows in reference.fields_of_box(game).values() for field, _ in rows)


@pytest.mark.parametrize("game", reference.own_games(), ids=lambda game: game.name)
def test_the_example_of_an_option_sets_another_value(game):
    for name, option in game.options.items():
        _, command, *arguments = shlex.split(reference.option_example(game, name))
        given = reference.commands()[command].make_context(command, arguments).params["option"]
        assert game.checked_options(options_from(given))[name] != option.default


def test_the_players_rules_link_to_the_numbered_ones(pages):
    for game in reference.own_games():
        page = pages[f"games/{game.name}.md"]
        linked = set(re.findall(r"\]\(#([A-Z]{2}-[A-Z]+\d+[a-z]?)\)", page))
        assert linked
        assert linked <= set(coverage.numbers(game.rules_text))


def test_pages_of_removed_games_are_deleted(tmp_path, monkeypatch):
    monkeypatch.setattr(reference, "DOCS", tmp_path)
    monkeypatch.setattr(
        reference, "pages", lambda: {"games/tiny.md": "# Tiny\n", "reference/index.md": "# Reference\n"}
    )
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "old.md").write_text("# Old\n")
    reference.write()
    assert sorted(page.relative_to(tmp_path).as_posix() for page in tmp_path.rglob("*.md")) == [
        "games/tiny.md",
        "reference/index.md",
    ]


def test_speeds_are_those_of_the_performance_page(tmp_path, monkeypatch):
    assert all(reference.measured(speed) > 1_000 for speed in reference.SPEEDS)
    (tmp_path / "performance.md").write_text("`tic_tac_toe` in C++ 12,345")
    monkeypatch.setattr(reference, "DOCS", tmp_path)
    one = reference.Speed("OpenSpiel", "C++", rf"`tic_tac_toe` in C\+\+ {reference.NUMBER}")
    assert reference.measured(one) == 12_345
    with pytest.raises(LookupError, match="no longer has the figure of RLCard"):
        reference.measured(one._replace(who="RLCard", pattern="gin rummy (.*)"))


def test_no_game_is_left_out():
    assert [game.name for game in reference.own_games()] == sorted(
        name for name in registry.names() if (SOURCES / "games" / name).is_dir()
    )


def test_docstrings_name_exceptions_that_exist():
    trees = {file: ast.parse(file.read_text(encoding="utf-8")) for file in SOURCES.rglob("*.py")}
    nodes = [(file, node) for file, tree in trees.items() for node in ast.walk(tree)]
    known = {*dir(builtins), *(node.name for _, node in nodes if isinstance(node, ast.ClassDef))}
    known |= {alias.name for _, node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names}
    for file, node in nodes:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            words = " ".join((ast.get_docstring(node) or "").split())
            for raised in re.findall(r"Raises ((?:[A-Z]\w+(?:, | and | or )?)+)", words):
                named = re.split(r", | and | or ", raised.removesuffix(","))
                assert {name for name in named if name} <= known, f"{file}:{node.lineno}"
