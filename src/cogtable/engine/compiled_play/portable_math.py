"""Logarithm, exponential and hyperbolic tangent from additions, multiplications and divisions alone.

The C library of each machine has its own, which differ in the last digit. These give the same bytes everywhere,
interpreted, compiled for this machine and in WebAssembly, so a search makes the same decisions everywhere. They follow
fdlibm (Sun Microsystems, 1993) and are off by less than two units in the last place of a float64.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from cogtable.engine.compile.jit import jitable
from cogtable.engine.rules.bitmask import compiled

LN2_HIGH = 6.93147180369123816490e-01
"""The natural logarithm of 2; its products with small whole numbers are exact."""
LN2_LOW = 1.90821492927058770002e-10
"""The natural logarithm of 2 minus `LN2_HIGH`."""

FRACTION = (1 << 52) - 1
"""The bits of a float64 that hold its digits."""
BIAS = 1023
"""The exponent bias of a float64."""


def bits_of(number: float) -> int:
    """The 64 bits of a float64, as a whole number."""
    return int(struct.unpack("<q", struct.pack("<d", number))[0])


def float_of(bits: int) -> float:
    """The float64 that has these 64 bits."""
    return float(struct.unpack("<d", struct.pack("<q", bits))[0])


_intrinsic: Callable[[Any], Any] = intrinsic


@_intrinsic
def _bits(context: Any, number: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.IntType(64))

    return types.int64(types.float64), code


@_intrinsic
def _float(context: Any, bits: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.DoubleType())

    return types.float64(types.int64), code


@compiled(bits_of)
def _bits_of_native(number: Any) -> Any:
    return lambda number: _bits(float(number))


@compiled(float_of)
def _float_of_native(bits: Any) -> Any:
    return lambda bits: _float(int(bits))


@jitable
def log(x: float) -> float:
    """The natural logarithm of a normal number above 0."""
    bits = bits_of(x)
    exponent = (bits >> 52) - BIAS
    digits = float_of(bits & FRACTION | BIAS << 52)
    if digits > math.sqrt(2.0):
        digits *= 0.5
        exponent += 1
    return float(_log_of(digits, exponent))


@jitable
def _log_of(digits: Any, exponent: Any) -> Any:
    """The logarithm of `digits` * 2**`exponent`, digits from about 0.7 to 1.4; numbers or arrays of them."""
    f = digits - 1.0
    s = f / (2.0 + f)
    z = s * s
    r = 1.531383769920937332e-01 + z * 1.479819860511658591e-01
    r = 2.222219843214978396e-01 + z * (1.818357216161805012e-01 + z * r)
    r = z * (6.666666666666735130e-01 + z * (3.999999999940941908e-01 + z * (2.857142874366239149e-01 + z * r)))
    half = 0.5 * f * f
    return exponent * LN2_HIGH - ((half - (s * (half + r) + exponent * LN2_LOW)) - f)


COUNTS = 4096
"""The counts whose logarithms are in a table."""


@cache
def logs_of_counts() -> np.ndarray[Any, np.dtype[np.float64]]:
    """The logarithms of the counts below `COUNTS`; of 0 that of 1."""
    digits, exponents = np.frexp(np.maximum(1, np.arange(COUNTS)).astype(np.float64))
    low = digits * 2.0 <= math.sqrt(2.0)
    found: np.ndarray[Any, np.dtype[np.float64]] = _log_of(np.where(low, digits * 2.0, digits), exponents - low)
    return found


@jitable
def log_of_count(n: int, logs: Any) -> float:
    """The natural logarithm of a count up to 2**31, where `logs` are `logs_of_counts()`."""
    return float(logs[n]) if n < logs.size else log(float(n))


@jitable
def write_logs(out: Any) -> None:
    """Writes `logs_of_counts()` into an array of as many numbers, for code that does not carry the table."""
    for count in range(out.size):
        out[count] = log(float(max(1, count)))


@jitable
def exp(x: float) -> float:
    """The exponential, e to the power of x; 0 below -700, infinity above 709."""
    if x < -700.0:
        return 0.0
    if x > 709.0:
        return math.inf
    power = math.floor(x * 1.44269504088896338700 + 0.5)
    high = x - power * LN2_HIGH
    low = power * LN2_LOW
    r = high - low
    t = r * r
    c = 6.61375632143793436117e-05 + t * (-1.65339022054652515390e-06 + t * 4.13813679705723846039e-08)
    c = r - t * (1.66666666666666019037e-01 + t * (-2.77777777770155933842e-03 + t * c))
    return (1.0 - ((low - (r * c) / (2.0 - c)) - high)) * float_of(power + BIAS << 52)


@jitable
def tanh(x: float) -> float:
    """The hyperbolic tangent, off by less than 1e-15."""
    shrunk = exp(-2.0 * abs(x))
    size = (1.0 - shrunk) / (1.0 + shrunk)
    return -size if x < 0.0 else size
