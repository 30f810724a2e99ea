"""Compiles functions to WebAssembly: as Numba lowers them for this machine, retargeted and optimised as a whole.

Nothing may be optimised before it is retargeted, since Numba's optimiser assumes the size of this machine's pointers.
So a process that compiles for WebAssembly must not have compiled anything before, and does nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import llvmlite.binding as llvm
from numba.core import callconv, codegen, compiler, types
from numba.core.registry import cpu_target
from numba.core.typing.typeof import typeof

from cogtable.engine.compile.pipelines import PieceCompiler, with_callees
from cogtable.engine.rules import bitmask
from cogtable.wasm.arguments import Argument, flattened, wrapper
from cogtable.wasm.module_file import Finished, finished

TRIPLE = "wasm32-unknown-unknown"

FEATURES = "+simd128,+bulk-memory,+bulk-memory-opt,+sign-ext,+mutable-globals,+nontrapping-fptoint"
"""The features beyond the first version of WebAssembly that all browsers have had since 2023."""

OPTIMIZED = 3
"""LLVM's level; at 2 search takes up to a fifth longer."""


class Compiler:
    """Compiles functions into one module. See `only`."""

    def __init__(self) -> None:
        self._linked: Any = None
        self._seen: set[Any] = set()
        self.arguments: dict[str, list[Argument]] = {}
        """The arguments of each exported function."""

    def add(self, function: Callable[..., Any], *examples: Any) -> None:
        """Exports a function by its name, for arguments of the types that the examples have."""
        name = function.__name__
        kinds = [typeof(example) for example in examples]  # type: ignore[no-untyped-call]
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        arguments = [part for one, kind in zip(names, kinds, strict=True) for part in flattened(one, kind)]
        result = _lowered(function, kinds)
        for library in with_callees(result.library, self._seen):
            self._link(llvm.parse_assembly(str(library._final_module)))
        convention = cpu_target.target_context.call_conv
        callee = convention.get_function_type(result.fndesc.restype, result.fndesc.argtypes)
        outer = llvm.parse_assembly(wrapper(name, result.fndesc.llvm_func_name, callee, arguments))
        outer.triple, outer.data_layout = self._linked.triple, self._linked.data_layout
        self._link(outer)
        self.arguments[name] = arguments

    def _link(self, module: Any) -> None:
        if self._linked is None:
            self._linked = module
        else:
            self._linked.link_in(module)

    def finish(self) -> Finished:
        """The module."""
        machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
            cpu="generic", features=FEATURES, opt=OPTIMIZED, reloc="static"
        )
        module = llvm.parse_assembly(_retargeted(str(self._linked), str(machine.target_data)))
        for function in module.functions:
            if not function.is_declaration and function.name not in self.arguments:
                function.linkage = llvm.Linkage.internal
        for variable in module.global_variables:
            if not variable.is_declaration and variable.linkage != llvm.Linkage.private:
                variable.linkage = llvm.Linkage.internal
        module.verify()
        options = llvm.create_pipeline_tuning_options(speed_level=OPTIMIZED)
        options.loop_vectorization = True
        options.slp_vectorization = False
        options.loop_unrolling = True
        builder = llvm.create_pass_builder(machine, options)
        builder.getModulePassManager().run(module, builder)
        return finished(machine.emit_object(module), list(self.arguments))


@contextmanager
def only() -> Iterator[None]:
    """Inside, this process compiles for WebAssembly. It must not have compiled anything before."""
    library: Any = codegen.CPUCodeLibrary
    convention: Any = callconv.CPUCallConv
    before = library._optimize_functions, library._optimize_final_module
    excinfo = convention.build_excinfo_struct
    # Otherwise a module would contain the paths of the files whose code can raise an exception.
    convention.build_excinfo_struct = lambda self, kind, values, place, name: excinfo(self, kind, values, None, name)
    library._optimize_functions = lambda self, module: None
    library._optimize_final_module = lambda self: None
    bitmask.by_shuffles = True
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    try:
        yield
    finally:
        library._optimize_functions, library._optimize_final_module = before
        convention.build_excinfo_struct = excinfo
        bitmask.by_shuffles = False


def _lowered(function: Callable[..., Any], kinds: list[types.Type]) -> Any:
    """A function as Numba lowers it for arguments of these types."""
    flags: Any = compiler.Flags()  # type: ignore[no-untyped-call]
    flags.no_compile = True
    flags.no_cpython_wrapper = True
    flags.no_cfunc_wrapper = True
    flags.nrt = False
    flags.error_model = "python"
    typing, target = cpu_target.typing_context, cpu_target.target_context
    typing.refresh()
    target.refresh()
    return compiler.compile_extra(  # type: ignore[no-untyped-call]
        typing, target, function, tuple(kinds), None, flags, {}, pipeline_class=PieceCompiler
    )


def _retargeted(text: str, layout: str) -> str:
    """LLVM's text of a module for WebAssembly instead of this machine."""
    text = re.sub(r"^target datalayout = .*$", f'target datalayout = "{layout}"', text, flags=re.MULTILINE)
    return re.sub(r"^target triple = .*$", f'target triple = "{TRIPLE}"', text, flags=re.MULTILINE)
