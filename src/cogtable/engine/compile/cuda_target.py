"""Rules in CUDA kernels: the verbs can be called from kernels of Numba's CUDA target (the extra `gpu`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numba

from cogtable.engine.compile.enum_pass import put_numbers
from cogtable.engine.compile.int64_pass import widen_reads
from cogtable.engine.compile.skipped_calls import skip_calls
from cogtable.engine.errors import MissingDevice

OPTIMIZED = 2
"""The level at which NVIDIA's compiler optimizes rules. At 3, Numba's default, it read a row of a table of a box from
the wrong place: for each element it multiplied the number of the row by the row's length again (CUDA 13.0 to 13.5).
"""


def simulated() -> bool:
    """Whether Numba simulates a GPU (NUMBA_ENABLE_CUDASIM)."""
    return bool(numba.config.ENABLE_CUDASIM)


def check() -> None:
    """Raises MissingDevice unless kernels can run here: on a GPU, or in Numba's simulator."""
    if simulated():
        return
    if find_spec("numba_cuda") is None:
        raise MissingDevice("the device cuda needs numba-cuda: pip install cogtable[gpu]")
    cuda = import_module("numba.cuda")
    try:
        cuda.current_context()
    except Exception as error:  # the driver, its libraries and Numba have errors of their own
        why = " ".join(str(error).split()) or type(error).__name__
        raise MissingDevice(f"the device cuda needs an NVIDIA GPU and its driver; numba-cuda says: {why}") from error


@cache
def prepare() -> None:
    """Makes the CUDA compiler skip notes, and read members of an `IntEnum` as numbers and fields and elements as
    integers of 64 bits, as ours does (see `skipped_calls`, `enum_pass` and `int64_pass`), optimize rules no further
    than it does so correctly, and not warn of batches that are too small to keep a GPU busy.

    Call it before compiling a kernel that calls verbs.

    Raises ImportError where numba-cuda is not installed.
    """
    import_module("numba_cuda")
    ir = import_module("numba.cuda.core.ir")
    machinery = import_module("numba.cuda.core.compiler_machinery")
    untyped = import_module("numba.cuda.core.untyped_passes")
    builder: Any = import_module("numba.cuda.compiler").DefaultPassBuilder

    def made(name: str, run: Callable[[Any], bool]) -> Any:
        """The class of a pass on the CUDA compiler's own representation."""

        class Pass(machinery.FunctionPass):  # type: ignore[misc, name-defined]
            """The function that `run` calls; it returns whether it changed anything."""

            _name = f"cogtable_{name}"

            def __init__(self) -> None:
                machinery.FunctionPass.__init__(self)

            def run_pass(self, state: Any) -> bool:
                return run(state)

        return machinery.register_pass(mutates_CFG=False, analysis_only=False)(Pass)

    passes = [
        made("calls_skipped", lambda state: skip_calls(state.func_ir, ir)),
        made("numbers_for_members", lambda state: put_numbers(state.func_ir, ir, state.func_id.filename)),
        made("reads_as_int64", lambda state: widen_reads(state.func_ir, ir)),
    ]
    define = builder.define_untyped_pipeline

    def define_with_ours(state: Any, name: str = "untyped") -> Any:
        manager, before = define(state, name), untyped.IRProcessing
        for ours in passes:
            manager.add_pass_after(ours, before)
            before = ours
        manager.finalize()
        return manager

    builder.define_untyped_pipeline = staticmethod(define_with_ours)

    nvvm = import_module("numba.cuda.cudadrv.nvvm")
    compile_ir = nvvm.compile_ir

    def compile_safely(code: Any, **options: Any) -> Any:
        parts = [code] if isinstance(code, str) else code
        if any("8cogtable" in part for part in parts):  # as names of our functions are mangled
            options["opt"] = min(options.get("opt", OPTIMIZED), OPTIMIZED)
        return compile_ir(code, **options)

    nvvm.compile_ir = compile_safely
    import_module("numba.cuda.core.config").CUDA_LOW_OCCUPANCY_WARNINGS = 0
