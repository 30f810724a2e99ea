"""Consistency checks of Coal Heart: every cube, card and part is in one place, and every running count is correct."""

from cogtable.games.coalheart.rules.abilities import TRIGGERS, Op
from cogtable.games.coalheart.rules.components import BODY, GEARS, PARTS
from cogtable.games.coalheart.rules.state import EMPTY, NOBODY, UNKNOWN, Stage


def census(s, b):
    seats = range(s.seats)
    if s.stage <= Stage.DRAFTING:
        cubes, cards = [int(b.cubes)] * 4, [int(count) for count in b.gear_count]
    else:
        cubes = [int(s.supply[c] + s.quarry[c] + s.cubes[:, c].sum()) for c in range(4)]
        cards = [_cards(s, b, kind) for kind in range(GEARS)]
    assert min(s.supply.min(), s.quarry.min(), s.cubes.min(), s.gear.min(), s.discard.min()) >= 0
    assert (s.deck[s.deck_left :] == EMPTY).all()
    assert (s.stack[s.depth :] == 0).all()
    assert (s.cubes[s.seats :] == 0).all()
    for seat in seats:
        _see_robot(s, b, seat)
    robots = [int(robot) for robot in s.robot if robot != EMPTY]
    assert len(set(robots)) == len(robots)
    parts = sorted(int(part) for part in s.body.flat if part != EMPTY)
    parts += [part for part in range(PARTS) if s.owner[part] == NOBODY]
    assert s.heart == NOBODY or s.heart in seats
    return cubes, cards, sorted(parts)


def _cards(s, b, kind):
    """Counts the cards of a kind, wherever they are; cards hidden from a seat count as in the deck."""
    known = int(s.discard[kind] + s.gear[:, kind].sum() + (s.row == kind).sum())
    deck = s.deck[: s.deck_left]
    if s.deck_left and deck[0] == UNKNOWN:
        return int(b.gear_count[kind])
    return known + int((deck == kind).sum())


def _see_robot(s, b, seat):
    """Checks the counts that change as parts are built."""
    slots = [slot for slot in range(BODY) if s.built[seat] >> slot & 1]
    built = [int(s.body[seat, slot]) for slot in slots]
    assert all(s.owner[part] == seat for part in s.body[seat] if part != EMPTY)
    assert all(part % BODY == slot for slot, part in enumerate(s.body[seat]) if part != EMPTY)
    assert s.parts[seat] == len(built)
    assert s.power[seat] == sum(int(b.power[part]) for part in built)
    assert s.deluxe >> seat & 1 == any(b.program[part, 0, 0] == Op.DELUXE for part in built)
    assert 0 <= s.hp[seat] <= b.hp
    for trigger in range(TRIGGERS):
        assert s.listens[seat, trigger] == sum(
            1 << slot for slot, part in zip(slots, built, strict=True) if b.trigger[part] == trigger
        )
    assert int(s.fresh[seat]) & ~int(s.built[seat]) == 0
