"""Where a library is missing, the error says what brings it; all else works without."""

import importlib
import subprocess
import sys

import pytest

WITHOUT = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in ("gymnasium", "pettingzoo", "pyspiel", "pyarrow"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
from cogtable import envs
"""


@pytest.mark.parametrize(
    ("call", "library"),
    [
        ("aec('splendor')", "PettingZoo"),
        ("parallel('splendor')", "PettingZoo"),
        ("single('splendor')", "Gymnasium"),
        ("vector('splendor', 2)", "Gymnasium"),
        ("openspiel('splendor')", "OpenSpiel"),
        ("record('splendor', 1, 'x')", "PyArrow"),
    ],
)
def test_what_is_missing_is_named(call, library):
    name = call.partition("(")[0]
    code = WITHOUT + f"try:\n    envs.{call}\nexcept envs.MissingExtra as error:\n    print(error)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"envs.{name} takes {library}: pip install cogtable[rl]\n"


def test_another_module_that_is_missing_is_not_blamed_on_the_extra():
    from cogtable.envs.extras import extra

    with pytest.raises(ModuleNotFoundError, match="no_such_module"), extra("x"):
        importlib.import_module("no_such_module")
