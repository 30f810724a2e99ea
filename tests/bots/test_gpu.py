"""The benchmark of batches on a GPU: its kernels compile for a GPU, and play as on the CPU in Numba's simulator."""

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import cogtable

pytestmark = pytest.mark.native
CHECKOUT = Path(__file__).parents[2]
LIBRARY_MISSING = ("DynamicLibNotFoundError", "NvvmSupportError", "CudaSupportError")


def bench(name, *arguments, **environment):
    command = [sys.executable, "-W", "ignore::RuntimeWarning", "-m", f"bench.{name}", *arguments]
    return subprocess.run(
        command, cwd=CHECKOUT, env=os.environ | environment, capture_output=True, text=True, check=False
    )


needs_numba_cuda = pytest.mark.skipif(
    find_spec("numba_cuda") is None, reason="numba-cuda is not installed (the extra `gpu`)"
)

KEEPING = """
import inspect, sys, types, numba, cogtable
from bench import ptx
from cogtable.engine.batches.batch import Batch
from cogtable.engine.compile import cuda_target
cuda_target.prepare()
from cogtable.engine.batches import cuda
dispatcher, codegen = sys.modules["numba.cuda.dispatcher"], sys.modules["numba.cuda.codegen"]
# As if there were a GPU: what asks it for its kind, and what loads a kernel onto it
dispatcher.get_current_device = lambda: types.SimpleNamespace(compute_capability=(9, 0))
codegen.JITCUDACodegen.magic_tuple = lambda self: ((13, 0), (9, 0))
codegen.CUDACodeLibrary._ensure_cc = lambda self, cc: (9, 0)
dispatcher._Kernel.bind = lambda self: self._codelibrary.get_cubin()
game = cogtable.game("tiny")
known = ptx.arguments(Batch(game, 2, seats=2, threads=1))
for kernel in (cuda.step, cuda.observing(game.state.marker, game.layout.count())):
    parameters = inspect.signature(kernel.py_func).parameters
    kernel.compile(tuple(numba.typeof(known[name]) for name in parameters))
    print(kernel.__name__, "kept" if kernel.stats.cache_hits else "compiled")
"""


@needs_numba_cuda
def test_compiled_kernels_are_cached(tmp_path):
    path = os.pathsep.join([str(CHECKOUT / "tests" / "tiny"), os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {"COGTABLE_CACHE": str(tmp_path), "PYTHONPATH": path}
    for how in ("compiled", "kept"):
        command = [sys.executable, "-c", KEEPING]
        found = subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False)
        if any(name in found.stderr for name in LIBRARY_MISSING):
            pytest.skip("NVIDIA's compiler libraries are not installed")
        assert found.stdout.splitlines() == [f"step {how}", f"observe {how}"], found.stderr


@needs_numba_cuda
@pytest.mark.parametrize("capability", ["9.0", "8.0"])
def test_the_kernels_compile_for_a_gpu(capability):
    found = bench("ptx", "--for", capability)
    if any(name in found.stderr for name in LIBRARY_MISSING):
        pytest.skip("NVIDIA's compiler libraries are not installed")
    assert found.returncode == 0, found.stderr
    lines = found.stdout.splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        "deal", "refresh", "redeterminize", "check", "step", "sample", "play_out", "observe",
    ]  # fmt: skip
    assert all(f": sm_{capability.replace('.', '')}, " in line and "registers" in line for line in lines)


IN_PLACE = """
import inspect, sys, types, numba, cogtable
from bench import ptx
from cogtable.engine.compile import cuda_target; from cogtable.engine.compiled_play import stepping
from cogtable.engine.batches.batch import Batch
cuda_target.prepare()
from numba import cuda
sys.modules["numba.cuda.dispatcher"].get_current_device = lambda: types.SimpleNamespace(compute_capability=(9, 0))

def observe(states, boxes, seats, blank, out):
    i = cuda.grid(1)
    stepping.hide_and_observe(states[i], boxes[0], seats[i], blank, out[i])

batch = Batch(cogtable.game("splendor"), 2, seats=2, threads=1, observe=True)
known = ptx.arguments(batch) | {"out": batch.observations}
signature = tuple(numba.typeof(known[name]) for name in inspect.signature(observe).parameters)
print(cuda.compile_ptx(observe, signature, cc=(9, 0))[0])

levels = []
unit = sys.modules["numba.cuda.cudadrv.nvvm"].CompilationUnit
begin = unit.__init__
unit.__init__ = lambda self, options, *more: (levels.append(options["opt"]), begin(self, options, *more))[1]

def own(out):
    out[cuda.grid(1)] = 1

for kernel, kinds in ((observe, signature), (own, signature[4:])):
    cuda.compile_ptx(kernel, kinds, cc=(9, 0))
print("levels", *levels)
"""


@needs_numba_cuda
def test_nvidias_compiler_is_run_without_its_faulty_optimization():
    """At full optimization NVIDIA's compiler reads the nobles' requirements from far outside the box."""
    command = [sys.executable, "-c", IN_PLACE]
    found = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    if any(name in found.stderr for name in LIBRARY_MISSING):
        pytest.skip("NVIDIA's compiler libraries are not installed")
    assert ".visible .entry" in found.stdout, found.stderr
    needs = cogtable.game("splendor").box.tables.dtype.fields["noble_needs"][1]
    read = {int(at) - needs for at in re.findall(r"ld\S*\.s8\s.*\+(\d+)\]", found.stdout)}
    assert {at for at in read if 0 <= at < 50} == {0, 1, 2, 3, 4}
    # Numba compiles other packages' kernels with the options that they ask for.
    assert found.stdout.splitlines()[-1] == "levels 2 3"


def test_simulated_tables_equal_those_of_the_cpu():
    found = bench("gpu", "--tables", "3", "--seats", "3", "--steps", "5", NUMBA_ENABLE_CUDASIM="1")
    assert found.returncode == 0, found.stderr
    assert found.stdout.count("3 tables equal to the CPU's") == 3


def test_without_a_gpu_the_error_says_so():
    found = bench("gpu", "--tables", "1000", CUDA_VISIBLE_DEVICES="")
    assert found.returncode == 0, found.stderr
    assert found.stdout == "There is no GPU that numba-cuda can use.\n"
