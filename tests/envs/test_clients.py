"""The programs in `examples/clients` run as they are with third-party libraries, which `make test-clients` installs."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "clients"

PROGRAMS = {
    "maskable_ppo": ("sb3_contrib", ["2048", "2048"], "loaded again: 0."),
    # Ray alone has the code of RLlib too, but not the package `tree`, which RLlib needs.
    "rllib_ppo": ("tree", [], "loaded from rllib-ppo"),
    "torchrl_rollouts": ("torchrl", [], "three seats: (20, 3, 458) legal: True"),
    "supersuit_vector": ("supersuit", [], "4 agents: (4, 458)"),
}


def test_every_program_is_tested():
    assert {file.stem for file in FOLDER.glob("*.py")} == set(PROGRAMS)


def is_there(library):
    try:
        return find_spec(library) is not None
    except ModuleNotFoundError:
        return False


@pytest.mark.large
@pytest.mark.native
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_trains_saves_and_loads(name, tmp_path):
    library, arguments, wanted = PROGRAMS[name]
    if not is_there(library):
        pytest.skip(f"{library} is not installed; make test-clients has it")
    command = [sys.executable, str(FOLDER / f"{name}.py"), *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=800)
    assert done.returncode == 0, done.stderr
    assert wanted in done.stdout
