"""Consistency checks of Smash Gear: every card in one place, every unit on one cell, every running count correct."""

from collections import Counter

from cogtable.games.smashgear.rules.components import ALL_SLOTS, BASES, CELLS, MACHINES, PROGRAMS, UNITS
from cogtable.games.smashgear.rules.effects import refresh
from cogtable.games.smashgear.rules.geometry import bounds_of, part_of, place_of
from cogtable.games.smashgear.rules.state import DEPTH, NONE, Kind, Place


def census(s, b):
    return _machines(s), _programs(s), _bases(s), _board(s, b), _plugins(s, b), _stack(s)


def _machines(s):
    places = Counter(int(place) for place in s.machine_at)
    _piled(s.machine_pile, s.machine_left, s.machine_at, s.shown[:5], places)
    assert [places[Place.HAND + seat] for seat in (0, 1)] == s.machine_hand.tolist()
    assert sorted(int(card) for card in s.card if card != NONE) == _lying(s.machine_at, Place.FIELD)
    assert _lying(s.machine_at, Place.WAITING) == ([s.pending] if s.pending != NONE else [])
    return sum(places.values())


def _programs(s):
    places = Counter(int(place) for place in s.program_at)
    _piled(s.program_pile, s.program_left, s.program_at, s.shown[5:], places)
    assert [places[Place.HAND + seat] for seat in (0, 1)] == s.program_hand.tolist()
    announced = [int(s.stack_what[i]) for i in range(s.depth) if s.stack_kind[i] in (Kind.SCRIPT, Kind.PLUGIN)]
    assert sorted(announced) == _lying(s.program_at, Place.WAITING)
    return sum(places.values())


def _piled(pile, left, where, shown, places):
    """Checks that pile and store have the cards that say so, and that every card is in a valid place."""
    assert sorted(int(card) for card in pile[:left]) == _lying(where, Place.PILE)
    assert all(card == NONE for card in pile[left:])
    assert sorted(int(card) for card in shown if card != NONE) == _lying(where, Place.STORE)
    if left > 0:
        assert NONE not in shown.tolist()
    assert set(places) <= {*Place, Place.HAND + 1, Place.LANDFILL + 1} - {Place.UNSEEN}


def _lying(where, place):
    return [card for card, lies in enumerate(where.tolist()) if lies == place]


def _bases(s):
    for seat in (0, 1):
        cells = [int(cell) for cell in s.base_list[seat, : s.bases[seat]]]
        assert sorted(cells) == [cell for cell in range(CELLS) if s.base_at[cell] == seat]
        assert all(cell == NONE for cell in s.base_list[seat, s.bases[seat] :])
    held = s.base_hand.sum() + s.bases.sum() + s.base_spent.sum()
    assert min(s.base_left, s.destroy_left, *s.base_hand, *s.destroy_hand, *s.gears, *s.honor) >= 0
    assert s.base_left + held == BASES
    assert s.destroy_left + s.destroy_hand.sum() + s.destroy_spent.sum() == BASES
    return int(s.base_left + held)


def _board(s, b):
    lying = {}
    cards, lives, cells = s.card.tolist(), s.alive.tolist(), s.cells.tolist()
    for slot in range(ALL_SLOTS):
        card, alive = cards[slot], lives[slot]
        assert s.occupied >> slot & 1 == (card != NONE)
        if card == NONE:
            assert not alive
            assert all(cell == NONE for cell in cells[slot])
            continue
        for unit in range(UNITS):
            if not alive >> unit & 1:
                assert cells[slot][unit] == NONE
                continue
            assert cells[slot][unit] == place_of(s, b, slot, unit)
            assert unit < b.units[card]
            assert cells[slot][unit] not in lying
            lying[cells[slot][unit]] = 8 * slot + unit
        hearts = [unit for unit in range(b.hearts[card]) if alive >> unit & 1]
        assert hearts
        if not s.torn >> slot & 1:
            assert part_of(s, b, slot, hearts[0]) == alive
        rows, cols = zip(*(divmod(cell, 9) for cell in cells[slot] if cell != NONE), strict=True)
        assert bounds_of(s, slot) == (min(rows), max(rows), min(cols), max(cols))
        before = (int(s.traits[slot]), int(s.move_cost[slot]))
        refresh(s, b, slot)
        assert before == (s.traits[slot], s.move_cost[slot])
    assert lying == {cell: unit for cell, unit in enumerate(s.unit_at.tolist()) if unit != NONE}
    return len(cards)


def _plugins(s, b):
    installed = [program for program in range(PROGRAMS) if s.host[program] != NONE]
    assert installed == _lying(s.program_at, Place.FIELD)
    assert len(installed) == s.installed
    for program in installed:
        host = int(s.host[program])
        assert s.program_owner[program] in (0, 1)
        assert s.card[host] != NONE if host < ALL_SLOTS else s.base_at[host - ALL_SLOTS] != NONE
    return MACHINES


def _stack(s):
    assert 0 <= s.depth <= DEPTH
    for field in (s.stack_kind, s.stack_seat, s.stack_what, s.stack_card, s.stack_a, s.stack_b, s.stack_void):
        assert not field[s.depth :].any()
    return DEPTH
