"""The cards of our own, and invalid boxes."""

import pytest

import cogtable
from cogtable.games.smashgear.rules.abilities import ABILITIES
from cogtable.games.smashgear.rules.shapes import MATRICES
from cogtable.testing.coverage import rule


@pytest.fixture(scope="module")
def box():
    return cogtable.game("smashgear").box


def shape(b, card):
    """Returns a machine's shape, the same for all rotations and reflections."""
    units = [(int(row), int(col), int(heart)) for row, col, heart in b.unit[card] if row >= 0]
    poses = []
    for matrix in MATRICES:
        cells = [(*(up * row + right * col for up, right in matrix), heart) for row, col, heart in units]
        low = [min(cell[i] for cell in cells) for i in (0, 1)]
        poses.append(sorted((row - low[0], col - low[1], heart) for row, col, heart in cells))
    return min(poses)


def test_every_machine_has_its_own_shape_or_effect(box):
    b = box.record
    assert len({(str(shape(b, card)), b.does[card].tobytes()) for card in range(39)}) == 39


def test_machines_fit_into_their_frame(box):
    b = box.record
    assert all(2 <= units <= 7 for units in b.units)
    assert all(1 <= hearts <= 3 for hearts in b.hearts)
    assert all(2 <= price <= 9 for price in b.price)
    assert all(0 <= price <= 3 for price in b.move_price)
    assert all(does[0, 0] >= 0 for does in b.does), "each has something of its own to do"


def test_there_are_twelve_plugins_and_eighteen_scripts_all_different(box):
    b = box.record
    assert int(sum(b.program_kind)) == 12
    assert len({(int(b.program_kind[i]), b.program_does[i].tobytes()) for i in range(30)}) == 30


def test_every_card_has_its_own_name_and_flavour_line(box):
    names = [*box.names["machines"], *box.names["programs"]]
    assert len(set(names)) == 69
    lines = [*box.texts["machine_flavour"], *box.texts["program_flavour"]]
    assert len(set(lines)) == 69
    assert all(lines)


def test_every_operation_is_on_a_card(box):
    b = box.record
    used = {row.operation for does in (*b.does, *b.program_does) for row in ABILITIES.rows(does.flat)}
    unused = [operation.name for i, operation in enumerate(ABILITIES.operations) if i not in used]
    assert unused == []


def test_each_card_describes_its_effect(box):
    for does in (*box.record.does, *box.record.program_does):
        for sentence in ABILITIES.words(does.flat):
            assert sentence[0].isupper()
            assert "{" not in sentence


def refused(path, match):
    with pytest.raises(cogtable.BadBox, match=match):
        cogtable.game("smashgear").with_box(path)


@pytest.mark.parametrize(
    ("drawing", "reason"),
    [
        (["H"], "expected 2 to 7 units"),
        (["WWWW", "WWWH"], "expected 2 to 7 units, 1 to 3 of them hearts; found 8 and 1"),
        (["WW"], "found 2 and 0"),
        (["HH", "HH"], "found 4 and 4"),
        (["H.W", "W.W"], "empty line or column"),
        (["HW..", "..WW"], "do not hang together"),
        (["HX"], 'found "X"'),
        (["HW."], "empty line or column"),
        (["HW", 3], "expected a drawing"),
    ],
)
def test_an_invalid_shape_is_refused(box_with, drawing, reason):
    refused(box_with(machines={"shape": drawing}), reason)


@rule("SG-Q62")
@pytest.mark.parametrize(
    ("table", "own", "reason"),
    [
        ("machines", {"does": ["fly"]}, '"fly" is not a known operation'),
        ("machines", {"does": ["gears 2"]}, '"gears" is not allowed here'),
        ("machines", {"does": ["exploit: slides"]}, '"slides" is not allowed here'),
        ("machines", {"does": ["exploit: snap"]}, '"snap" is not allowed here'),
        ("machines", {"does": ["once: gears 1", "pay 1: gears 2"]}, "two effects to use"),
        ("machines", {"does": ["once: snap; shield it"]}, "two targets"),
        ("machines", {"does": ["once: assemble 1"]}, "expected own-turn"),
        ("machines", {"does": ["kill: build 1"]}, '"build" is not allowed here'),
        ("programs", {"kind": "script", "does": ["slides"]}, "is a Script"),
        ("programs", {"kind": "script", "does": ["exploit: gears 1"]}, "is a Script"),
        ("programs", {"kind": "script", "does": ["gears 1", "gears 1"]}, "expected one line"),
        ("programs", {"kind": "plugin", "does": ["gears 1"]}, '"gears" is not allowed here'),
        ("programs", {"kind": "plugin", "does": ["once: gears 1"]}, "is a plugin"),
        ("programs", {"kind": "spell"}, '"spell" is not known'),
        ("machines", {"price": 30}, "out of range"),
        ("machines", {"does": ["once: kill: honor 4"]}, '"once: kill:": .* expected "kill:" alone'),
        ("machines", {"does": ["pay 1: lost: gears 4"]}, 'expected "lost:" alone'),
        ("machines", {"does": ["own-turn: kill: honor 4"]}, 'expected "kill:" alone'),
        ("machines", {"does": ["kill: lost: honor 4"]}, 'expected "kill:" alone'),
        ("machines", {"does": ["pay 1: pay 2: honor 4"]}, "one condition twice"),
        ("machines", {"does": ["own-turn: gears 1"]}, "expected once or pay beside it"),
        ("machines", {"does": ["once: gears 1", "kill: assemble 1"]}, '"assemble" is not allowed here'),
        ("programs", {"kind": "plugin", "does": ["exploit: lost: gears 1"]}, 'expected "exploit:" alone'),
        ("programs", {"kind": "plugin", "on": "base", "does": ["kill: honor 1"]}, 'does nothing on a base.*"machine"'),
        ("programs", {"kind": "plugin", "on": "machine", "does": ["bunker"]}, 'does nothing on a machine.*"base"'),
    ],
)
def test_an_ability_that_no_rule_carries_out_is_refused(box_with, table, own, reason):
    refused(box_with(**{table: own}), reason)


def test_both_players_cannot_start_on_one_cell(box_with):
    refused(box_with(starts=[4, 4]), "both seats start on one cell")


def test_two_cards_with_one_name_are_refused(box_with):
    """The log and typed moves distinguish cards by their names."""
    refused(box_with(machines={"name": "Picket"}), r'machines \d+ "Picket": name: machines \d+ has it already')
