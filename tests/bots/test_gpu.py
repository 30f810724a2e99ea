"""What measures batches on a GPU: the kernels compile for one, and in Numba's simulator tables are those of the CPU."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

pytestmark = pytest.mark.native
CHECKOUT = Path(__file__).parents[2]
LIBRARY_MISSING = ("DynamicLibNotFoundError", "NvvmSupportError", "CudaSupportError")


def bench(name, *arguments, **environment):
    command = [sys.executable, "-W", "ignore::RuntimeWarning", "-m", f"bench.{name}", *arguments]
    return subprocess.run(
        command, cwd=CHECKOUT, env=os.environ | environment, capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(find_spec("numba_cuda") is None, reason="numba-cuda is not installed (the extra `gpu`)")
@pytest.mark.parametrize("capability", ["9.0", "8.0"])
def test_the_kernels_compile_for_a_gpu(capability):
    found = bench("ptx", "--for", capability)
    if any(name in found.stderr for name in LIBRARY_MISSING):
        pytest.skip("NVIDIA's compiler libraries are not installed")
    assert found.returncode == 0, found.stderr
    lines = found.stdout.splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        "deal", "take_up", "imagine", "check", "step", "sample", "play_out", "observe",
    ]  # fmt: skip
    assert all(f": sm_{capability.replace('.', '')}, " in line and "registers" in line for line in lines)


def test_the_simulated_tables_are_those_of_the_cpu():
    found = bench("gpu", "--tables", "3", "--seats", "3", "--steps", "5", NUMBA_ENABLE_CUDASIM="1")
    assert found.returncode == 0, found.stderr
    assert found.stdout.count("3 tables equal to the CPU's") == 3


def test_without_a_gpu_it_says_so():
    found = bench("gpu", "--tables", "1000", CUDA_VISIBLE_DEVICES="")
    assert found.returncode == 0, found.stderr
    assert found.stdout == "There is no GPU that numba-cuda can use.\n"
