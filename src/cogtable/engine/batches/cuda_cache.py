"""CUDA kernels compiled once for a kind of GPU and kept on disk, as kernels for the CPU are (see `jit.DiskCache`)."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from types import FunctionType
from typing import Any

from numba import cuda
from numba.core.target_extension import target_override

from cogtable.engine.compile import cuda_target
from cogtable.engine.compile.jit import DiskCache


def kernel(function: Any) -> Any:
    """Compiles a function for the GPU when it is first called; kept on disk."""
    compiled = cuda.jit(function)
    if not cuda_target.simulated():
        compiled._cache = _GpuDiskCache(function)
    return compiled


def observing_kernel(function: Any) -> Any:
    """The same for a kernel that calls the verb `observe`: compiled again when that is edited."""
    compiled = kernel(function)
    if not cuda_target.simulated():
        compiled._cache.observes = True
    return compiled


class _Parts:
    """Splits a compiled kernel into parts for a file, and rebuilds it from them."""

    def check_cachable(self, kernel: Any) -> bool:
        """Whether it can be kept."""
        return True

    def reduce(self, kernel: Any) -> Any:
        """Its parts."""
        return kernel._reduce_states()

    def rebuild(self, target: Any, parts: Any) -> Any:
        """A kernel of these parts."""
        return import_module("numba.cuda.dispatcher")._Kernel._rebuild(**parts)


def _contents(function: Any) -> str:
    """The values that a function and its inner functions were made with."""
    held = [cell.cell_contents for cell in function.__closure__ or ()]
    return repr([_contents(each) if isinstance(each, FunctionType) else each for each in held])


class _GpuDiskCache(DiskCache):
    def __init__(self, function: Any) -> None:
        super().__init__(function, _Parts())
        self.compiler = f"numba-cuda {version('numba-cuda')}"

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        # The digest of the sources stands for the code. NumPy's types of our records cannot be pickled as Numba would.
        return sig, codegen.magic_tuple(), _contents(self._py_func)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        with target_override("cuda"):
            return super().load_overload(sig, target_context)
