"""Two boxes on the same deals, with results while they are played."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import cogtable
from cogtable.engine.errors import BadOption
from cogtable.lab.paired_comparison import PairedRequest, compare_in_pairs

pytestmark = pytest.mark.native

AIMS = """
[[aims]]
measure = "wins"
within = 20
why = "no seat is better than another"
"""


@pytest.fixture
def wanted(tmp_path: Path):
    """Tiny with a box in which the ant is worth more, if it is to differ."""

    def wanted(*, ant=1, **more):
        text = cogtable.game("tiny").box_file.read_text(encoding="utf-8")
        file = tmp_path / "mine.toml"
        file.write_text(text.replace('"ant", value = 1', f'"ant", value = {ant}'), encoding="utf-8")
        aims = tmp_path / "mine.aims.toml"
        aims.write_text(AIMS, encoding="utf-8")
        asked: dict[str, Any] = {
            "game": "tiny",
            "box": str(file),
            "aims": str(aims),
            "games": 1000,
            "seats": 2,
            "bot": "random",
        }
        return PairedRequest(**(asked | more))

    return wanted


def test_the_effect_of_a_change_is_reported_with_its_interval(wanted):
    first, *_, last = compare_in_pairs(wanted(ant=9))
    assert (first.phase, first.total, first.compared) == ("compiling", 500, True)
    assert (last.phase, last.done, last.total) == ("done", 500, 500)
    rows = {(row.measure, row.what): row for row in last.rows}
    ant = rows["wins when dealt", "ant"]
    assert ant.before is not None
    assert ant.difference is not None
    assert ant.held
    value, low, high = ant.difference
    assert 0 < low < value < high
    assert value == pytest.approx(ant.after[0] - ant.before[0], abs=0.01)
    assert not any(row.held for row in last.rows if row.measure == "length")


def test_without_a_change_one_box_is_played_alone(wanted):
    *_, last = compare_in_pairs(wanted())
    assert not last.compared
    assert all(row.before is None and row.difference is None and not row.held for row in last.rows)
    assert {row.what for row in last.rows if row.measure == "wins"} == {"1", "2"}


def test_aims_are_judged_at_the_end(wanted):
    *_, last = compare_in_pairs(wanted(ant=9))
    (aim,) = last.aims
    assert (aim.state, aim.head) == ("holds", "No seat is better than another.")


def test_an_aim_with_an_unknown_measure_is_reported_and_the_games_continue(wanted, tmp_path):
    file = tmp_path / "other.toml"
    file.write_text('[[aims]]\nmeasure = "wons"\nlow = 1\n', encoding="utf-8")
    *_, last = compare_in_pairs(wanted(ant=9, aims=str(file), games=200))
    assert last.phase == "done"
    assert last.aims[0].head == 'aims: tiny has no measure "wons"; did you mean "wins"?'


def test_an_invalid_request_is_refused(wanted):
    with pytest.raises(BadOption, match="for 2 to 3 seats; found 7"):
        list(compare_in_pairs(wanted(seats=7)))


def test_the_program_prints_lines_of_json_including_failures(wanted, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
    asked = {name: getattr(wanted(), name) for name in PairedRequest.__struct_fields__} | {"seats": 7}
    run = [sys.executable, "-m", "cogtable.lab.paired_comparison"]
    done = subprocess.run(run, input=json.dumps(asked).encode(), capture_output=True, check=True)
    (line,) = done.stdout.splitlines()
    assert json.loads(line) == {"phase": "failed", "error": "tiny is for 2 to 3 seats; found 7"}
