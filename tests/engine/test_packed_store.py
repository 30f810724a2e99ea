"""Stores of a number's bytes: equal whether packed into one word, in compiled code, or one by one."""

import numpy as np
import pytest

from cogtable.engine.compile.jit import kernel
from cogtable.engine.rules.packed_store import write_bytes

NUMBER = 0x0706050403020100 + 0x1010101010101010
EACH = [0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17]


def _written(to, number):
    write_bytes(number, to[0, :], 1)
    write_bytes(number, to[1, :], 3)
    write_bytes(number, to[2, :], 5)
    write_bytes(number, to[3, :], 8)


@pytest.mark.native
@pytest.mark.parametrize("kind", [np.int8, np.int16])
@pytest.mark.parametrize("run", [kernel(_written), _written], ids=["compiled", "interpreted"])
def test_only_the_given_number_of_bytes_is_written(run, kind):
    to = np.full((4, 9), -1, kind)
    run(to, NUMBER)
    expected = [EACH[:many] + [-1] * (9 - many) for many in (1, 3, 5, 8)]
    assert to.tolist() == expected
