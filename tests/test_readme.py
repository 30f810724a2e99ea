"""The examples of the README and of the package's docstring do what they say."""

import doctest
from pathlib import Path

import pytest

import cogtable

README = Path(__file__).parents[1] / "README.md"


@pytest.mark.native
def test_readme_examples() -> None:
    examples = doctest.DocTestParser().get_examples(README.read_text(encoding="utf-8"))
    assert len(examples) > 8
    result = doctest.testfile(str(README), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0


def test_package_docstring() -> None:
    result = doctest.testmod(cogtable)
    assert result.attempted > 0
    assert result.failed == 0
