"""If a library is missing, the error names the extra that installs it; everything else works without."""

import importlib
import subprocess
import sys

import pytest

CALLS = {
    "envs.aec('splendor')": "PettingZoo",
    "envs.parallel('splendor')": "PettingZoo",
    "envs.single('splendor')": "Gymnasium",
    "envs.vector('splendor', 2)": "Gymnasium",
    "envs.openspiel('splendor')": "OpenSpiel",
    "envs.record('splendor', 1, 'x')": "PyArrow",
}

WITHOUT = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in ("gymnasium", "pettingzoo", "pyspiel", "pyarrow"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
from cogtable import envs
for call in sys.argv[1:]:
    try:
        eval(call)
    except envs.MissingExtra as error:
        print(error)
"""


@pytest.mark.slow
def test_a_missing_library_is_named_with_its_extra():
    done = subprocess.run([sys.executable, "-c", WITHOUT, *CALLS], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        f"{call.partition('(')[0]} needs {library}: pip install cogtable[rl]" for call, library in CALLS.items()
    ]


def test_another_missing_module_is_not_blamed_on_the_extra():
    from cogtable.envs.extras import extra

    with pytest.raises(ModuleNotFoundError, match="no_such_module"), extra("x"):
        importlib.import_module("no_such_module")
