"""Rules coverage finds missing, unknown and duplicate numbers."""

from types import SimpleNamespace
from typing import Any

import pytest

from cogtable.testing import coverage
from cogtable.testing.coverage import Uncovered, rule

RULES = "# Game\n\n- **XX-R1** First, see **XX-R9**.\n- **XX-R2** Second.\n\n**XX-Q12b** A paragraph.\n"


def against(tmp_path, tests, text=RULES):
    (tmp_path / "test_it.py").write_text(tests)
    game: Any = SimpleNamespace(name="xx", rules_text=text)
    coverage.check(game, tmp_path)


def marked(*numbers):
    names = ", ".join(repr(number) for number in numbers)
    return f"@rule({names})\ndef test_something():\n    pass\n"


def test_numbers_are_at_the_beginning_of_a_line():
    assert coverage.numbers(RULES) == ["XX-R1", "XX-R2", "XX-Q12b"]


def test_complete_coverage_passes(tmp_path):
    against(tmp_path, marked("XX-R1", "XX-R2", "XX-Q12b"))


def test_a_missing_number_is_found(tmp_path):
    with pytest.raises(Uncovered, match="xx: no scenario test names XX-R2, XX-Q12b"):
        against(tmp_path, marked("XX-R1"))


def test_a_mark_on_a_helper_does_not_count(tmp_path):
    with pytest.raises(Uncovered, match="no scenario test names XX-R1"):
        against(tmp_path, marked("XX-R1", "XX-R2", "XX-Q12b").replace("test_something", "helper"))


def test_an_unknown_number_is_found(tmp_path):
    with pytest.raises(Uncovered, match=r"xx: tests name rules that rules.md does not have: XX-R7"):
        against(tmp_path, marked("XX-R1", "XX-R2", "XX-Q12b", "XX-R7"))


def test_a_duplicate_number_is_found(tmp_path):
    with pytest.raises(Uncovered, match=r"xx: rules.md gives a number twice: XX-R1"):
        against(tmp_path, marked("XX-R1"), "- **XX-R1** a\n- **XX-R1** b\n")


def test_rules_without_numbers_are_found(tmp_path):
    with pytest.raises(Uncovered, match=r"xx: rules.md has no numbered rule"):
        against(tmp_path, "", "no rules")


def test_a_mark_stays_on_the_test():
    @rule("XX-R1", "XX-R2")
    def test_it():
        pass

    assert vars(test_it)["rules"] == ("XX-R1", "XX-R2")
