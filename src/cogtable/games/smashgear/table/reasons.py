"""The reasons for moves and results in Smash Gear."""

from __future__ import annotations

from cogtable.games.smashgear.rules.components import SLOTS
from cogtable.games.smashgear.rules.events import Event
from cogtable.games.smashgear.rules.geometry import UNIT_STEP
from cogtable.games.smashgear.rules.state import NONE, SmashGear
from cogtable.table import (
    Because,
    Behind,
    Box,
    Ended,
    Moved,
    MoveReason,
    Reasons,
    ResultReason,
    name_of,
    phrase,
    phrases,
    plural,
    say,
)

FEW_GEARS = 3
"""A difference of so many gears is worth a mention."""


def slots(seat: int) -> range:
    """The slots of a seat's machines."""
    return range(seat * SLOTS, (seat + 1) * SLOTS)


def honor(s: SmashGear, box: Box, seat: int) -> int:
    """The honor of a seat."""
    return int(s.honor[seat])


def bases(s: SmashGear, box: Box, seat: int) -> int:
    """The bases of a seat."""
    return int(s.bases[seat])


def rival_bases(s: SmashGear, box: Box, seat: int) -> int:
    """The bases of the opponent."""
    return int(s.bases[1 - seat])


def machines(s: SmashGear, box: Box, seat: int) -> int:
    """The machines of a seat on the board."""
    return sum(s.card[slot] != NONE for slot in slots(seat))


def rival_machines(s: SmashGear, box: Box, seat: int) -> int:
    """The machines of the opponent on the board."""
    return machines(s, box, 1 - seat)


def units(s: SmashGear, box: Box, seat: int) -> int:
    """The units of a seat's machines on the board."""
    return sum(int(s.alive[slot]).bit_count() for slot in slots(seat) if s.card[slot] != NONE)


def rival_units(s: SmashGear, box: Box, seat: int) -> int:
    """The units of the opponent's machines on the board."""
    return units(s, box, 1 - seat)


def weapons_on_bases(s: SmashGear, box: Box, seat: int) -> int:
    """The bases of the opponent on which a weapon of a seat lies."""
    return sum(_is_weapon(s, box, seat, int(cell)) for cell in s.base_list[1 - seat][: s.bases[1 - seat]])


def bases_under_attack(s: SmashGear, box: Box, seat: int) -> int:
    """The bases of a seat on which a weapon of the opponent lies."""
    return weapons_on_bases(s, box, 1 - seat)


def _is_weapon(s: SmashGear, box: Box, seat: int, cell: int) -> bool:
    there = int(s.unit_at[cell])
    if there == NONE or there // UNIT_STEP not in slots(seat):
        return False
    return there % UNIT_STEP >= int(box.record.hearts[s.card[there // UNIT_STEP]])


def can_destroy(s: SmashGear, box: Box, seat: int) -> int:
    """1 if a seat has a weapon on a base of the opponent, and holds Destroy Base."""
    return int(weapons_on_bases(s, box, seat) > 0 and s.destroy_hand[seat] > 0)


def gears(s: SmashGear, box: Box, seat: int) -> int:
    """The gears of a seat."""
    return int(s.gears[seat])


def _honors(moved: Moved) -> Because | None:
    gain = moved.change(honor)
    if gain <= 0:
        return None
    left = max(0, int(moved.box.record.honor_goal) - honor(moved.after, moved.box, moved.seat))
    return Because(say("It brings {n} honor.", n=gain), say("Then {n} are missing to win.", n=left) if left else "")


def _destroys(moved: Moved) -> Because | None:
    if moved.change(rival_bases) >= 0:
        return None
    left = rival_bases(moved.after, moved.box, moved.seat)
    title = say("It destroys a base of your opponent.")
    return Because(title, plural(left, "{n} base is left.", "{n} bases are left.") if left else "")


def _kills(moved: Moved) -> Because | None:
    gone = -moved.change(rival_machines)
    if gone <= 0:
        return None
    return Because(
        plural(gone, "It destroys a machine of your opponent.", "It destroys {n} machines of your opponent.")
    )


def _breaks(moved: Moved) -> Because | None:
    gone = -moved.change(rival_units)
    if gone <= 0:
        return None
    return Because(plural(gone, "It takes {n} unit from your opponent.", "It takes {n} units from your opponent."))


def _survives(moved: Moved) -> Because | None:
    change = moved.change(units)
    if change > 0:
        return Because(plural(change, "It brings {n} unit onto the board.", "It brings {n} units onto the board."))
    if change < 0:
        return None
    return Because(say("It costs you no unit."), say("The other moves do."))


def _reaches(moved: Moved) -> Because | None:
    if moved.change(weapons_on_bases) <= 0:
        return None
    if can_destroy(moved.after, moved.box, moved.seat):
        return Because(say("Your weapon lies on an enemy base."), say("You hold Destroy Base."))
    return Because(say("Your weapon lies on an enemy base."), say("Destroy Base can follow."))


def _defends(moved: Moved) -> Because | None:
    if moved.change(bases_under_attack) >= 0:
        return None
    return Because(say("It frees your base from an enemy weapon."))


def _earns(moved: Moved) -> Because | None:
    if moved.change(bases) <= 0:
        return None
    return Because(say("It builds a base."), say("Every base brings 2 gears a turn."))


def _saves(moved: Moved) -> Because | None:
    return Because(say("It leaves you {n} gears more than the other moves.", n=moved.by))


def destroyed(ended: Ended, seat: int) -> int:
    """The bases of the opponent that were destroyed."""
    return ended.count(Event.BASE_DESTROYED, seat=1 - seat)


def lost_machines(ended: Ended, seat: int) -> int:
    """The machines of a seat that were destroyed."""
    return sum(1 for note in ended.notes if note.event == Event.DESTROYED and note["slot"] in slots(seat))


def _no_base_broken(behind: Behind) -> Because:
    return Because(say("Your attacks on bases came too late"), say("Every base destroyed brings 5 honor."))


def _many_lost(behind: Behind) -> Because:
    return Because(say("You lost many machines"), say("A machine is destroyed as soon as a weapon meets its heart."))


def _few_bases(behind: Behind) -> Because:
    words = say("{seat} had more gears every turn.", seat=name_of(behind.winner))
    return Because(say("You built few bases"), words)


def _few_machines(behind: Behind) -> Because:
    return Because(say("You assembled few machines"), say("Only machines defend bases and attack them."))


def _unspent(behind: Behind) -> Because:
    return Because(say("Gears were left at the end"), say("They could have been machines or moves."))


def _few_moves(behind: Behind) -> Because:
    return Because(say("Your machines moved little"), say("A machine that stands still attacks nothing."))


reasons = Reasons(
    moves=(
        MoveReason("honor", honor, _honors),
        MoveReason("base destroyed", rival_bases, _destroys, less=True),
        MoveReason("machine destroyed", rival_machines, _kills, less=True),
        MoveReason("on a base", weapons_on_bases, _reaches),
        MoveReason("defence", bases_under_attack, _defends, less=True),
        MoveReason("broken", rival_units, _breaks, less=True),
        MoveReason("units", units, _survives),
        MoveReason("income", bases, _earns),
        MoveReason("gears", gears, _saves, least=FEW_GEARS),
    ),
    results=(
        ResultReason(
            "destroyed",
            destroyed,
            _no_base_broken,
            phrases("{n} base", "{n} bases"),
            advice=phrase("Buy Destroy Base before your weapon arrives, and strike in the same turn."),
            lesson="base-attack",
        ),
        ResultReason(
            "lost",
            lost_machines,
            _many_lost,
            phrases("{n} machine", "{n} machines"),
            less=True,
            advice=phrase("Before you move, look which enemy weapons reach your hearts."),
        ),
        ResultReason(
            "bases",
            lambda ended, seat: ended.count(Event.BUILT, seat=seat),
            _few_bases,
            phrases("{n} base", "{n} bases"),
            advice=phrase("Build a second base in your first turns."),
            lesson="safe-bases",
        ),
        ResultReason(
            "machines",
            lambda ended, seat: ended.count(Event.ASSEMBLED, seat=seat),
            _few_machines,
            phrases("{n} machine", "{n} machines"),
            advice=phrase("Assemble a machine every turn while you have a free base."),
        ),
        ResultReason(
            "gears",
            lambda ended, seat: int(ended.s.gears[seat]),
            _unspent,
            phrases("{n} gear", "{n} gears"),
            less=True,
            advice=phrase("Spend your gears every turn: on a card, a move or an effect."),
        ),
        ResultReason(
            "moves",
            lambda ended, seat: sum(
                1 for note in ended.notes if note.event == Event.MOVED and note["slot"] in slots(seat)
            ),
            _few_moves,
            phrases("{n} move", "{n} moves"),
            advice=phrase("Move towards the enemy base every turn that you can pay for it."),
            lesson="base-attack",
        ),
    ),
)
