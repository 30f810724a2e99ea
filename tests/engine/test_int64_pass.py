"""In compiled code, as in plain Python, integers read from a field or an array have 64 bits."""

import numpy as np
import pytest

from cogtable.engine.compile import pipelines
from cogtable.engine.compile.jit import DiskCache, jitable, kernel, wide
from cogtable.engine.records.state import Int8, Int16, Int32, Int64, Record, UInt32

pytestmark = pytest.mark.native


class Purse(Record):
    coins: Int8
    worth: Int16
    bits: Int32
    total: Int64
    word: UInt32
    each: Int8[4]
    grid: Int8[2, 3]
    words: UInt32[2]


def reading(out, narrow):
    """Computes with fields, elements, rows and loops beyond the range of their types."""
    s = out[0]
    s.coins, s.worth, s.bits, s.word = 100, 30_000, 1 << 30, 0xFFFFFFFF
    s.each[1], s.each[2], s.grid[1, 2], s.words[0] = 127, -128, 40, 0xFFFFFFFF
    s.total = s.coins * s.coins + s.worth * s.worth + s.bits * 8 + s.word
    s.total += s.each[1] * 1000 + (s.each[2] << 20) + (1 << s.grid[1, 2])
    row = s.grid[1]
    s.total += row[2] << 30
    for number in s.each:
        s.total += number << 40
    for number in s.each[1:3]:
        s.total ^= number << 9
    s.total += (s.words[0] << 10) - ~s.words[1]
    s.total += (narrow[0] << 12) + (narrow[-1] << 50)
    s.each[0] += 5
    s.each[0] -= 7
    s.bits |= 1 << s.each[0] + 20
    s.coins ^= s.each[1]
    same = s.each[1] == narrow[0] - 128
    s.each[3] = same


def test_compiled_code_computes_as_plain_python_does():
    narrow = np.array([255, 3], np.uint8)
    plain, compiled = Purse.new(), Purse.new()
    reading(plain, narrow.tolist())
    kernel(reading)(compiled, narrow)
    assert plain.tobytes() == compiled.tobytes()


@jitable
def doubled(number):
    return 2 * number


@kernel
def of_many_widths(out):
    s = out[0]
    s.total = doubled(s.coins) + doubled(s.worth) + doubled(s.bits) + doubled(s.each[0]) + doubled(s.word)


def test_a_function_is_compiled_for_one_width(monkeypatch):
    compiled, lower = [], pipelines.LowerPiece.run_pass

    def counted(self, state):
        compiled.append(state.func_id.func_name)
        return lower(self, state)

    monkeypatch.setattr(DiskCache, "_load_overload", lambda *types: None)  # compiled even if an earlier run cached it
    monkeypatch.setattr(pipelines.LowerPiece, "run_pass", counted)
    of_many_widths(Purse.new())
    assert compiled == ["doubled"]


def test_64_bit_integers_and_other_types_keep_their_type():
    @kernel
    def mixed(unsigned, floats, flags):
        if flags[0]:
            return unsigned[0] >> 60
        return unsigned[1] + floats[0]

    assert mixed(np.array([1 << 63, 1], np.uint64), np.array([0.5]), np.array([True])) == 8


def test_rules_that_still_call_wide_compile():
    @kernel
    def widening(numbers):
        return 1000 * wide(numbers[0])

    assert widening(np.array([100], np.int8)) == 100_000
