"""Mypy reads the declarations of records: `Int8` is an int, `Int8[6]` an array."""

from pathlib import Path

import pytest
from mypy import api

import cogtable

SAMPLE = """
from cogtable.engine.state import Int8, Int64, State

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


@pytest.mark.large  # `make check` reads all records with it
@pytest.mark.slow
def test_types_of_fields(tmp_path):
    (tmp_path / "sample.py").write_text(SAMPLE)
    (tmp_path / "mypy.ini").write_text(
        "[mypy]\nplugins = cogtable.engine.mypy_plugin\n"
        f"mypy_path = {Path(cogtable.__file__).parents[1]}\nfollow_imports = silent\n"
        "[mypy-numba.*]\nignore_missing_imports = true\n"
    )
    out, err, _ = api.run([
        str(tmp_path / "sample.py"), "--config-file", str(tmp_path / "mypy.ini"),
        "--cache-dir", str(tmp_path / "cache"), "--no-error-summary",
    ])  # fmt: skip
    output = [line.split(":", 1)[1].split(": ", 1)[1] for line in out.splitlines()]
    assert err == ""
    assert output[0] == 'note: Revealed type is "int"'
    assert "ndarray[Any, Any]" in output[1]
    assert "ndarray[Any, Any]" in output[2]
    assert output[3].startswith(
        'error: Incompatible types in assignment (expression has type "str", variable has type "int")'
    )
    assert 'has no attribute "colour"' in output[4]
    assert len(output) == 5
