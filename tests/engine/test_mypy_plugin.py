"""Mypy reads the declarations of records: `Int8` is an int, `Int8[6]` an array. Only literal sentences can be
templates.
"""

from pathlib import Path

import pytest
from mypy import api

import cogtable

SAMPLE = """
from cogtable.engine.records.state import Int8, Int64, State

class Game(State):
    turn: Int8
    bank: Int8[6]
    power: Int64[4, 2]

def look(s: Game) -> None:
    reveal_type(s.turn)
    reveal_type(s.bank)
    reveal_type(s.power)
    s.turn = s.turn + 1
    s.bank[2] += 1
    s.turn = "now"
    s.bank.colour
"""

TEMPLATES = """
from cogtable.engine.text.words import phrase, phrases, plural, say
from cogtable.table.log import says

ASKED = {1: phrase("touch {card}")}

def words(name: str, n: int) -> None:
    say(name)
    say("{card}", card=name)
    say(ASKED[n], card=name)
    say("yes" if n else "no {card}", card=name)
    plural(n, "{n} card", "{n} cards")
    say(name, card=name)
    say("{card}: " + name, card=name)
    say(say("{card}", card=name), card=name)
    plural(n, name, "{n} cards")
    phrase(name)
    phrases(name, "{n} cards")
    says(name)
"""


def checked(tmp_path, sample):
    """Returns mypy's output for a module."""
    (tmp_path / "sample.py").write_text(sample)
    (tmp_path / "mypy.ini").write_text(
        "[mypy]\nplugins = cogtable.engine.compile.mypy_plugin\n"
        f"mypy_path = {Path(cogtable.__file__).parents[1]}\nfollow_imports = silent\n"
        "[mypy-numba.*]\nignore_missing_imports = true\n"
    )
    out, err, _ = api.run([
        str(tmp_path / "sample.py"), "--config-file", str(tmp_path / "mypy.ini"),
        "--cache-dir", str(tmp_path / "cache"), "--no-error-summary",
    ])  # fmt: skip
    assert err == ""
    return [line.split(":", 1)[1] for line in out.splitlines()]


@pytest.mark.large  # `make check` runs it on all texts
@pytest.mark.slow
def test_only_literal_strings_can_be_templates(tmp_path):
    found = checked(tmp_path, TEMPLATES)
    assert {line.split(": ", 1)[1] for line in found} == {
        "error: A template with fields must be a literal or come from phrase()  [misc]"
    }
    lines = TEMPLATES.splitlines()
    assert [int(line.split(": ")[0]) for line in found] == [
        *range(lines.index("    say(name, card=name)") + 1, len(lines) + 1)
    ]


@pytest.mark.large  # `make check` runs it on all records
@pytest.mark.slow
def test_fields_have_the_declared_types(tmp_path):
    output = [line.split(": ", 1)[1] for line in checked(tmp_path, SAMPLE)]
    assert output[0] == 'note: Revealed type is "int"'
    assert "ndarray[Any, Any]" in output[1]
    assert "ndarray[Any, Any]" in output[2]
    assert output[3].startswith(
        'error: Incompatible types in assignment (expression has type "str", variable has type "int")'
    )
    assert 'has no attribute "colour"' in output[4]
    assert len(output) == 5
