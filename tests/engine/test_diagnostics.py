"""A mistake in a rule is reported in three lines: what is wrong, where, and what to do."""

import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest
from numba.core import compiler

import cogtable
from cogtable.engine.compile import diagnostics
from cogtable.engine.compiled_play import dry_run
from cogtable.engine.errors import BrokenRule
from cogtable.engine.rules import verbs

TINY = cogtable.game("tiny").folder.parent


@pytest.fixture
def edited(tmp_path):
    """`edited(old, new)` runs a command with one place of Tiny's rules changed; returns its error lines."""

    def run(old, new, command=("warm", "--bots", "tiny")):
        for folder in ("tiny", "tiny-0.dist-info"):
            shutil.copytree(TINY / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
        rules = tmp_path / "tiny/rules.py"
        text = rules.read_text()
        assert text.count(old) == 1
        rules.write_text(text.replace(old, new))
        path = f"{tmp_path}{os.pathsep}{Path(cogtable.__file__).parents[1]}"
        done = subprocess.run(
            [sys.executable, "-m", "cogtable", *command],
            env=os.environ | {"PYTHONPATH": path, "COGTABLE_CACHE": str(tmp_path / "cache"), "NUMBA_OPT": "0"},
            capture_output=True,
            text=True,
            timeout=600,
        )
        assert done.returncode == 2
        lines = [line for line in done.stderr.splitlines() if line.strip() and not line.startswith("Compiling ")]
        return lines, rules

    return run


def place(rules, text):
    """File, line and text of a line of the rules, as in a message."""
    line = next(i for i, one in enumerate(rules.read_text().splitlines(), 1) if one.strip() == text)
    return f"{rules}:{line}: {text}"


PLAYED = "tiny was played as plain Python before compiling it; fix {} and try again."


@pytest.mark.slow
@pytest.mark.parametrize(("bad", "what"), [
    ("s.rounds += one", "NameError: name 'one' is not defined"),
    *(pytest.param(*mistake, marks=pytest.mark.large) for mistake in (
        ("s.ronds += 1", "the record Tiny has no field ronds; did you mean rounds?"),
        ("s.points[77] = 1", "IndexError: index 77 is out of bounds for axis 0 with size 3"),
        ("s.rounds += len(1)", "TypeError: object of type 'int' has no len()"),
    )),
])  # fmt: skip
def test_a_mistake_in_executed_code_is_reported(edited, bad, what):
    lines, rules = edited("    s.rounds += 1", f"    {bad}")
    assert lines == [f"error: {what}", place(rules, bad), PLAYED.format("_reveal")]


@pytest.mark.slow
def test_a_mistake_reads_the_same_interpreted_and_compiled(edited):
    lines, rules = edited("    s.rounds += 1", "    s.ronds += 1", ("simulate", "tiny", "--games=2", "--bot=random"))
    assert lines[:2] == [
        "error: the record Tiny has no field ronds; did you mean rounds?",
        place(rules, "s.ronds += 1"),
    ]


@pytest.mark.native
@pytest.mark.parametrize(("bad", "what", "advice"), [
    ("s.ronds += 1", "the record Tiny has no field ronds; did you mean rounds?", "Correct the name of the field."),
    *(pytest.param(*mistake, marks=pytest.mark.large) for mistake in (
        ("s.rounds = s.left / 2", "_reveal works with fractions (floats)", diagnostics.INTEGERS_ONLY),
        ("s.rounds = b.valeu[0]", "the record TinyTables has no field valeu; did you mean value?",
         "Correct the name of the field."),
        ("s.rounds = one", "the name one is not known", "Define one or import it."),
        ("s.rounds = len([1, s.left])", "_reveal makes a list, an array or another object", diagnostics.INTEGERS_ONLY),
        ('s.rounds = "three" == "four"', "_reveal works with words (strings)", diagnostics.INTEGERS_ONLY),
    )),
])  # fmt: skip
def test_a_mistake_in_code_that_is_not_executed_is_reported(edited, bad, what, advice):
    lines, rules = edited("    s.rounds += 1", f"    s.rounds += 1\n    if s.rounds > 99:\n        {bad}")
    assert lines == [f"error: {what}", place(rules, bad), advice]


def test_the_line_with_an_unknown_attribute_is_found():
    def reads(cards, one):
        total = len(cards) + one
        return total + one.nothing

    code = compiler.run_frontend(reads)
    state = SimpleNamespace(func_id=code.func_id, func_ir=code)
    broken = diagnostics.explained(AttributeError("a card has no attribute 'nothing'"), state)
    assert str(broken).splitlines()[1] == f"{__file__}:{reads.__code__.co_firstlineno + 2}: return total + one.nothing"


LONG = [pytest.param(name, marks=pytest.mark.large) for name in ("coalheart", "smashgear")]


@pytest.mark.parametrize("name", ["splendor", "megaman", "recharge", "tiny", *LONG])
def test_games_without_mistakes_are_played_to_the_end(name, monkeypatch):
    game, play, moves = cogtable.game(name), verbs.play, Counter()

    def counted(s, b, seat, action):
        moves[int(s.seats)] += 1
        play(s, b, seat, action)

    monkeypatch.setattr(verbs, "play", counted)
    dry_run.rehearse(game)
    assert set(moves) == {game.min_seats, game.max_seats}
    assert min(moves.values()) > 5


def test_a_broken_rule_is_a_cogtable_error():
    assert issubclass(BrokenRule, cogtable.CogtableError)


def test_a_number_too_large_for_its_field_is_found_before_compiling(monkeypatch):
    game = cogtable.game("tiny")
    module = sys.modules[game.state.__module__]

    def evaluate(s, b, out):
        s.hand[0, 0] = 1000 + 0 * s.hand[0, 0]

    monkeypatch.setattr(module, "evaluate", evaluate)
    with pytest.raises(BrokenRule) as caught:
        dry_run.rehearse(game)
    what, where, advice = str(caught.value).splitlines()
    assert what == "a number does not fit its field: Python integer 1000 out of bounds for int8"
    assert where.startswith(f"{__file__}:")
    assert where.endswith(": s.hand[0, 0] = 1000 + 0 * s.hand[0, 0]")
    assert "Declare a wider field" in advice
