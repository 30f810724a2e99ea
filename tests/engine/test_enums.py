"""The names in an enumeration for rules are plain integers; its members have the names."""

import pickle

import numpy as np

from cogtable.engine.records.enums import PlainIntEnum


class Phase(PlainIntEnum):
    DRAW = 0
    PAY = DRAW + 3
    END = 7


def test_a_name_is_a_plain_number():
    assert [type(number) for number in (Phase.DRAW, Phase.PAY, Phase.END)] == [int, int, int]
    assert (Phase.DRAW, Phase.PAY, Phase.END) == (0, 3, 7)
    assert np.int8(3) == Phase.PAY


def test_a_number_gives_the_member_with_its_name():
    assert Phase(3).name == "PAY"
    assert Phase["PAY"] is Phase(3)
    assert [member.name for member in Phase] == ["DRAW", "PAY", "END"]
    assert pickle.loads(pickle.dumps(Phase(3))) is Phase(3)


def test_a_name_can_be_matched_as_a_pattern():
    match 3:
        case Phase.DRAW:
            found = "draw"
        case Phase.PAY:
            found = "pay"
    assert found == "pay"
