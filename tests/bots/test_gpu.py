"""The verbs on a GPU: the kernel compiles for one, and in Numba's simulator it plays the same games as the CPU."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

pytestmark = pytest.mark.native
CHECKOUT = Path(__file__).parents[2]
LIBRARY_MISSING = ("DynamicLibNotFoundError", "NvvmSupportError", "CudaSupportError")


def bench(*arguments, **environment):
    command = [sys.executable, "-W", "ignore::RuntimeWarning", "-m", "bench.gpu", *arguments]
    return subprocess.run(
        command, cwd=CHECKOUT, env=os.environ | environment, capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(find_spec("numba_cuda") is None, reason="numba-cuda is not installed (the extra `gpu`)")
def test_the_kernel_compiles_for_a_gpu():
    found = bench("--ptx", "9.0")
    if any(name in found.stderr for name in LIBRARY_MISSING):
        pytest.skip("NVIDIA's compiler libraries are not installed")
    assert found.returncode == 0, found.stderr
    assert ".target sm_90" in found.stdout
    assert ".entry" in found.stdout


def test_the_simulated_kernel_leaves_the_same_records_as_the_cpu():
    found = bench("--tables", "3", "--seats", "3", NUMBA_ENABLE_CUDASIM="1")
    assert found.returncode == 0, found.stderr
    assert "3 records equal to the CPU's" in found.stdout


def test_without_a_gpu_it_says_so():
    found = bench("--tables", "1000", CUDA_VISIBLE_DEVICES="")
    assert found.returncode == 0, found.stderr
    assert found.stdout == "There is no GPU that numba-cuda can use.\n"
