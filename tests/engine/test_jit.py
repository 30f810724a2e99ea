"""What is compiled counts no references, so nothing that allocates gets through the compiler."""

import numpy as np
import pytest
from numba.core.errors import NumbaError

from cogtable.engine.jit import jitable, kernel

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
def allocating(number):
    return made_on_the_way(number)


def test_a_kernel_calls_what_is_jitable():
    numbers = np.arange(3)
    twice(numbers)
    assert numbers.tolist() == [0, 2, 4]


def test_what_is_jitable_stays_python():
    assert doubled(21) == 42
    assert made_on_the_way(2) == 0


def test_a_rule_that_allocates_is_refused():
    with pytest.raises(NumbaError, match=r"No implementation of function .*zeros"):
        allocating(3)
