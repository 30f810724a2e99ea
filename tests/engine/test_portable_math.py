"""Logarithms and exponentials that are equal on all machines."""

import hashlib
import math

import numpy as np
import pytest

from cogtable.engine.compile.jit import kernel
from cogtable.engine.compiled_play import portable_math
from cogtable.engine.compiled_play.portable_math import COUNTS, exp, log, log_of_count, logs_of_counts, tanh, write_logs

CASES = np.random.default_rng(5)


def off(found, wanted):
    """Returns the distance between two numbers in units in the last place."""
    return abs(found - wanted) / np.spacing(abs(wanted))


def test_errors_are_below_two_units_in_the_last_place():
    for x in CASES.uniform(1e-9, 4, 3000).tolist():
        assert off(log(x), math.log(x)) < 2
    for x in CASES.uniform(-690, 690, 3000).tolist():
        assert off(exp(x), math.exp(x)) < 2
    for x in CASES.uniform(-6, 6, 3000).tolist():
        assert abs(tanh(x) - math.tanh(x)) < 1e-15


def test_edge_cases():
    assert (exp(-1e9), exp(0.0), exp(1e9)) == (0.0, 1.0, math.inf)
    assert (tanh(0.0), tanh(1e9), tanh(-1e9)) == (0.0, 1.0, -1.0)
    assert log(1.0) == 0.0


def test_the_table_contains_the_functions_values():
    assert logs_of_counts().tolist() == [log(float(max(1, count))) for count in range(COUNTS)]
    assert log_of_count(COUNTS - 1, logs_of_counts()) == log(COUNTS - 1.0)
    assert log_of_count(10**9, logs_of_counts()) == log(1e9)


def test_results_are_the_same_on_all_machines():
    assert hashlib.sha256(logs_of_counts().astype("<f8").tobytes()).hexdigest()[:16] == "0d9d792c86b8befa"
    assert [number.hex() for number in (exp(-3.7), tanh(0.3))] == ["0x1.9511fc6871044p-6", "0x1.2a4dda7d914f9p-2"]


@pytest.mark.native
def test_compiled_results_have_the_same_bytes():
    out = np.zeros(3 + COUNTS)
    for x in CASES.uniform(1e-6, 40, 200).tolist():
        _all(x, out)
        assert out[:3].tolist() == [log(x), exp(-x), tanh(x)]
    assert out[3:].tolist() == logs_of_counts().tolist()


@kernel
def _all(x, out):
    out[0] = portable_math.log(x)
    out[1] = portable_math.exp(-x)
    out[2] = portable_math.tanh(x)
    write_logs(out[3:])
