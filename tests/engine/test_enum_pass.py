"""In compiled code, members of an `IntEnum` are the integers that they are in plain Python."""

import sys
from enum import IntEnum

import numpy as np
import pytest

from cogtable.engine.compile import cache
from cogtable.engine.compile.jit import jitable, kernel
from cogtable.engine.compile.pipelines import LowerPiece
from cogtable.engine.errors import BrokenRule
from cogtable.engine.records.state import Int8, Int64, Record

pytestmark = pytest.mark.native


class Phase(IntEnum):
    DRAW = 0
    PAY = 3
    END = 7


class Fruit(IntEnum):
    APPLE = 3


class Ledger(Record):
    phase: Int8
    bits: Int64
    by_phase: Int8[8]


THIS = sys.modules[__name__]
ONE = Phase.PAY
SOME = (Phase.DRAW, (Phase.END, 5))


def of_each_kind(out):
    """Uses members wherever a number can be used."""
    s = out[0]
    s.phase = Phase.PAY
    s.bits = 1 << Phase.END | s.phase << Phase.PAY
    s.by_phase[Phase.PAY] = Phase.END
    s.by_phase[0] = Phase.PAY + s.phase if s.phase == Phase.PAY else Phase.DRAW
    s.by_phase[1] = s.phase in (Phase.DRAW, Phase.PAY)
    s.by_phase[2] = ONE
    s.by_phase[4] = SOME[0] + SOME[1][0] - SOME[1][1]
    s.by_phase[5] = THIS.Phase.END
    s.by_phase[6] = number_of(s.by_phase[5] == 7)
    s.by_phase[7] = -Phase.END % Fruit.APPLE


@jitable
def number_of(is_end):
    return Phase.END if is_end else 2


def test_members_equal_their_numbers():
    plain, compiled = Ledger.new(), Ledger.new()
    of_each_kind(plain)
    kernel(of_each_kind)(compiled)
    assert compiled.tobytes() == plain.tobytes()
    assert plain[0].by_phase.tolist() == [6, 1, 3, 7, 2, 7, 7, 2]


def test_a_function_is_compiled_once_for_members_and_numbers(monkeypatch):
    monkeypatch.setattr(cache, "folder", lambda marker="": None)  # also if it was compiled before
    lowered = []
    lower = LowerPiece.run_pass

    def counted(self, state):
        lowered.append(state.func_id.func_name)
        return lower(self, state)

    monkeypatch.setattr(LowerPiece, "run_pass", counted)

    @jitable
    def next_to(number):
        return number + 1

    def sums(out):
        out[0] = next_to(Phase.PAY) + next_to(Fruit.APPLE) + next_to(out[1])

    out = np.zeros(2, np.int64)
    kernel(sums)(out)
    assert out[0] == 9
    assert lowered == ["next_to"]


def test_an_unknown_member_is_reported_with_its_place():
    def misspelt(out):
        out[0] = Phase.PAYY  # type: ignore[attr-defined]

    with pytest.raises(
        BrokenRule, match=r"(?s)^Phase has no member PAYY; did you mean PAY\?\n.*test_enum_pass[^\n]*PAYY[^\n]*\n"
    ):
        kernel(misspelt)(np.zeros(1, np.int64))
