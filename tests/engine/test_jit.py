"""Compiled code counts no references, so code that allocates is refused by the compiler."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit
from numba.core.codegen import JITCodeLibrary

from cogtable.engine.compile.jit import CachedDispatch, jitable, kernel
from cogtable.engine.errors import BrokenRule

pytestmark = pytest.mark.native


@jitable
def doubled(number):
    return 2 * number


@jitable
def made_on_the_way(number):
    return np.zeros(number, np.int64).sum()


@kernel
def twice(numbers):
    for i in range(numbers.size):
        numbers[i] = doubled(numbers[i])


@kernel
def summed(numbers, more):
    for i in range(numbers.size):
        more += numbers[i]
    return more


@kernel
def allocating(number):
    return made_on_the_way(number)


def test_a_kernel_can_call_jitable_functions():
    numbers = np.arange(3)
    twice(numbers)
    assert numbers.tolist() == [0, 2, 4]


def test_cached_dispatch_looks_up_argument_types_once(monkeypatch):
    compiled: Any = summed
    steady, typeof, asked = CachedDispatch(compiled), compiled.typeof_pyval, []

    def asking(value):
        asked.append(value)
        return typeof(value)

    monkeypatch.setattr(compiled, "typeof_pyval", asking)
    assert steady(np.arange(3), 1.5) == 4.5
    at_first = len(asked)
    assert at_first
    assert [steady(np.arange(count), more) for count, more in ((4, 1.5), (5, 1.5), (2, 2.5), (0, 2.5))] == [
        7.5,
        11.5,
        3.5,
        2.5,
    ]
    assert len(asked) == at_first


def test_machine_code_is_emitted_only_for_kernels(monkeypatch):
    """Functions that kernels call are linked into them, without machine code of their own."""
    emitted = []
    finalize = JITCodeLibrary._finalize_final_module

    def counted(library):
        emitted.append(library.name)
        finalize(library)

    monkeypatch.setattr(JITCodeLibrary, "_finalize_final_module", counted)

    @jitable
    def squared(number):
        return doubled(number) * number

    def sums(numbers):
        for i in range(numbers.size):
            numbers[i] = squared(numbers[i]) + doubled(numbers[i])

    numbers = np.arange(4, dtype=np.int16)
    kernel(sums)(numbers)
    assert numbers.tolist() == [0, 4, 12, 24]
    assert [name for name in emitted if "sums" in name]
    assert not [name for name in emitted if "squared" in name or "doubled" in name]


def test_functions_for_compiled_code_can_be_called_from_other_kernels():
    """Code compiled with plain Numba can call them."""

    @njit
    def fourfold(number):
        return doubled(doubled(number))

    assert fourfold(3) == 12


def test_jitable_functions_stay_callable_from_python():
    assert doubled(21) == 42
    assert made_on_the_way(2) == 0


def test_a_rule_that_allocates_is_refused():
    with pytest.raises(BrokenRule, match=r"made_on_the_way makes a list, an array or another object"):
        allocating(3)


@pytest.mark.slow
def test_kernels_are_compiled_even_if_numba_is_disabled():
    """Rules run as plain Python in matches anyway; kernels rely on compiled arithmetic."""
    tiny = Path(__file__).parents[1] / "tiny"
    code = (
        "import cogtable; from numba import njit; from cogtable import bots\n"
        "from cogtable.engine.batches.batch import Batch\n"
        "game = cogtable.game('tiny'); batch = Batch(game, 2, seats=2, seed=1)\n"
        "batch.step(batch.sample())\n"
        "print(batch.states['ply'].tolist(), bots.choose('greedy', game.start(seats=2, seed=1), 0, 1) >= 0)\n"
        "def own(number): return number\n"
        "print(njit(own) is own)"
    )
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(tiny)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "[1, 1] True\nTrue\n"
