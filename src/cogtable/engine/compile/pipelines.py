"""How Numba compiles our functions: each is typed and lowered once, and kernels are optimised and emitted as a whole.

By default, Numba optimises every function together with everything it calls and emits machine code for it, although
only kernels are ever called from Python; so a function is optimised again for every one of its callers. Here, a
function that only compiled code calls stays as it was lowered until a kernel links it in.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite.binding import Linkage
from numba._dynfunc import make_function
from numba.core import config
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, _LowerResult
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering
from numba.core.untyped_passes import IRProcessing

from cogtable.engine.compile import diagnostics
from cogtable.engine.compile.enum_pass import NumbersForMembers
from cogtable.engine.compile.int64_pass import ReadsAsInt64
from cogtable.engine.compile.skipped_calls import CallsSkipped
from cogtable.engine.errors import CogtableError


@contextmanager
def switched_on() -> Iterator[None]:
    """Inside, Numba compiles our functions even where NUMBA_DISABLE_JIT is set: kernels rely on compiled arithmetic.
    Rules run as plain Python in a `Match` anyway, which is where to debug them.
    """
    switches: Any = config
    before = switches.DISABLE_JIT
    switches.DISABLE_JIT = 0
    try:
        yield
    finally:
        switches.DISABLE_JIT = before


def with_callees(library: Any, seen: set[Any]) -> Iterator[Any]:
    """A library and all libraries that it calls, directly or not, except those in `seen`; adds them to `seen`."""
    if library not in seen:
        seen.add(library)
        yield library
        if not library._finalized or isinstance(library, _Piece):
            for other in library._linking_libraries:
                yield from with_callees(other, seen)


class _Linked(JITCodeLibrary):
    """A function that is linked with its callees once, at the end; they are not emitted separately."""

    def add_linking_library(self, library: Any) -> None:
        self._linking_libraries.append(library)

    def _link(self) -> None:
        """Links in everything that the function calls."""
        libraries = list(with_callees(self, set()))
        for library in libraries[1:]:
            self._reload_init.update(library._reload_init)
            is_whole = library._finalized and not isinstance(library, _Piece)
            module = library._get_module_for_linking() if is_whole else library._final_module
            self._final_module.link_in(module, preserve=True)


class _Piece(_Linked):
    """A function that compiled code calls, as it was lowered."""

    def finalize(self) -> None:
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """The library for code other than our kernels: the function with everything it calls."""
        if self._shared_module is None:
            whole = _Whole(self._codegen, self.name)
            whole.add_linking_library(self)
            whole._link()
            for function in whole._final_module.functions:
                if not function.is_declaration and function.linkage == Linkage.external:
                    function.linkage = Linkage.linkonce_odr
            self._shared_module = whole._final_module
        return self._shared_module


class _Whole(_Linked):
    """A kernel."""

    def finalize(self) -> None:
        self._raise_if_finalized()
        own = {function.name for function in self._final_module.functions if not function.is_declaration}
        self._link()
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in own:
                function.linkage = Linkage.internal
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()

    several_at_once = False
    """Whether LLVM vectorizes neighbouring scalar operations (SLP)."""

    def _optimize_final_module(self) -> None:
        manager, builder = self._codegen._module_pass_manager(slp_vectorize=self.several_at_once)
        manager.run(self._final_module, builder)


class _NoAlias(_Whole):
    """A kernel whose arrays lie apart."""

    several_at_once = True


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerPiece(NativeLowering):
    """Lowers a function into a library that is linked into the kernels which call it."""

    _name = "lower_piece"

    def run_pass(self, state: Any) -> bool:
        """Lowers the function of `state`. Numba calls this once for each function and types."""
        diagnostics.check_numbers(state)
        codegen = state.targetctx.codegen()
        state.library = _Piece(codegen, state.func_id.func_qualname)
        state.flags.no_compile = True
        state.flags.no_cpython_wrapper = True
        state.flags.no_cfunc_wrapper = True
        super().run_pass(state)
        lowered = state["cr"]
        name = lowered.fndesc.qualname.rpartition(".")[2]
        stands_for = make_function(lowered.fndesc.lookup_module(), name, "", 0, lowered.env, (state.library,))
        state.targetctx.insert_user_function(stands_for, lowered.fndesc, [state.library])
        state["cr"] = _LowerResult(lowered.fndesc, lowered.call_helper, cfunc=stands_for, env=lowered.env)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerWhole(NativeLowering):
    _name = "lower_whole"
    library: type[_Whole] = _Whole

    def run_pass(self, state: Any) -> bool:
        codegen = state.targetctx.codegen()
        state.library = self.library(codegen, state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


class _Compiler(CompilerBase):
    lowering: Any

    def _compile_core(self) -> Any:
        try:
            with switched_on():
                return super()._compile_core()
        except CogtableError as error:
            raise error.with_traceback(None) from None
        except Exception as error:
            raise diagnostics.explained(error, self.state) from None

    def define_pipelines(self) -> list[Any]:
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.passes = [(self.lowering if step is NativeLowering else step, text) for step, text in manager.passes]
        manager.add_pass_after(CallsSkipped, IRProcessing)
        manager.add_pass_after(NumbersForMembers, CallsSkipped)
        manager.add_pass_after(ReadsAsInt64, NumbersForMembers)
        manager.finalize()
        return [manager]


class PieceCompiler(_Compiler):
    """Compiles a function that only compiled code calls."""

    lowering = LowerPiece


class KernelCompiler(_Compiler):
    """Compiles a function that Python calls."""

    lowering = _LowerWhole


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerNoAlias(_LowerWhole):
    _name = "lower_no_alias"
    library = _NoAlias

    def run_pass(self, state: Any) -> bool:
        state.flags.noalias = True
        return super().run_pass(state)


class NoAliasCompiler(_Compiler):
    """Compiles a function whose array arguments never alias, so LLVM can keep loaded values in registers across stores
    and vectorize copies.
    """

    lowering = _LowerNoAlias
