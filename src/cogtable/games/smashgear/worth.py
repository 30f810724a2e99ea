"""What a seat's position is worth, for bots."""

from __future__ import annotations

from typing import Any

from numba.extending import register_jitable

from cogtable.games.smashgear.state import NONE, SIDE, SLOTS, UNITS, wide


@register_jitable
def worth(s: Any, b: Any, seat: int) -> int:
    """Bases, machines, honor, gears, and how near weapons are to the bases of the other."""
    total = 120 * wide(s.bases[seat]) + 16 * wide(s.honor[seat]) + 5 * wide(s.gears[seat])
    total += 8 * wide(s.machine_hand[seat]) + 12 * wide(s.program_hand[seat])
    total += 14 * min(2, wide(s.destroy_hand[seat])) + 14 * min(2, wide(s.base_hand[seat]))
    for slot in range(seat * SLOTS, (seat + 1) * SLOTS):
        if s.card[slot] != NONE:
            total += 40 + _nearness(s, b, slot, 1 - seat)
    return total


@register_jitable
def _nearness(s: Any, b: Any, slot: int, other: int) -> int:
    best = 0
    for unit in range(b.hearts[s.card[slot]], UNITS):
        cell = wide(s.cells[slot, unit])
        if cell != NONE:
            for i in range(s.bases[other]):
                base = wide(s.base_list[other, i])
                away = abs(cell // SIDE - base // SIDE) + abs(cell % SIDE - base % SIDE)
                best = max(best, 16 - away)
    return 4 * best
