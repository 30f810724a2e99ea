"""The reasons for moves and results in Coal Heart."""

from __future__ import annotations

from cogtable.games.coalheart.rules.components import BODY, COLOR_COUNT
from cogtable.games.coalheart.rules.events import Event
from cogtable.games.coalheart.rules.state import Coalheart
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


def parts(s: Coalheart, box: Box, seat: int) -> int:
    """The built parts of a seat."""
    return int(s.parts[seat])


def rivals_hp(s: Coalheart, box: Box, seat: int) -> int:
    """The HP of all other seats."""
    return sum(int(s.hp[other]) for other in range(int(s.seats)) if other != seat)


def working_rivals(s: Coalheart, box: Box, seat: int) -> int:
    """The other seats whose robot is not broken."""
    return sum(s.hp[other] > 0 for other in range(int(s.seats)) if other != seat)


def hp(s: Coalheart, box: Box, seat: int) -> int:
    """The HP of a seat."""
    return int(s.hp[seat])


def power(s: Coalheart, box: Box, seat: int) -> int:
    """The attack value of a seat."""
    return int(s.power[seat])


def useful_cubes(s: Coalheart, box: Box, seat: int) -> int:
    """The cubes of a seat that its missing parts cost."""
    return sum(
        min(int(s.cubes[seat, color]), sum(int(box.record.cost[part, color]) for part in missing(s, seat)))
        for color in range(COLOR_COUNT)
    )


def missing(s: Coalheart, seat: int) -> list[int]:
    """The parts that a seat has not built."""
    return [
        int(s.body[seat, slot]) for slot in range(BODY) if not s.built[seat] >> slot & 1 and s.body[seat, slot] >= 0
    ]


def affordable(s: Coalheart, box: Box, seat: int) -> int:
    """The missing parts of which a seat holds all cubes."""
    held = [int(number) for number in s.cubes[seat]]
    return sum(
        all(box.record.cost[part, color] <= held[color] for color in range(COLOR_COUNT)) for part in missing(s, seat)
    )


def gear(s: Coalheart, box: Box, seat: int) -> int:
    """The Gear cards of a seat."""
    return int(s.gear[seat].sum())


def heart(s: Coalheart, box: Box, seat: int) -> int:
    """1 if a seat has the Coal Heart."""
    return int(s.heart == seat)


def _builds(moved: Moved) -> Because | None:
    gain = moved.change(parts)
    if gain <= 0:
        return None
    left = BODY - parts(moved.after, moved.box, moved.seat)
    title = plural(gain, "It builds a part.", "It builds {n} parts.")
    return Because(title, plural(left, "{n} is still missing.", "{n} are still missing.") if left else "")


def _breaks(moved: Moved) -> Because | None:
    gone = -moved.change(working_rivals)
    return Because(plural(gone, "It breaks a robot.", "It breaks {n} robots.")) if gone > 0 else None


def _damages(moved: Moved) -> Because | None:
    damage = -moved.change(rivals_hp)
    return Because(plural(damage, "It deals {n} damage.", "It deals {n} damage.")) if damage > 0 else None


def _heals(moved: Moved) -> Because | None:
    gain = moved.change(hp)
    if gain > 0:
        return Because(say("It brings {n} HP.", n=gain))
    return Because(say("It costs you no HP."), say("The other moves do.")) if gain == 0 else None


def _arms(moved: Moved) -> Because | None:
    gain = moved.change(power)
    if gain <= 0:
        return None
    now = power(moved.after, moved.box, moved.seat)
    return Because(say("It makes all your attacks stronger."), say("Your attack value is then {n}.", n=now))


def _opens_parts(moved: Moved) -> Because | None:
    if moved.change(affordable) <= 0:
        return None
    count = affordable(moved.after, moved.box, moved.seat)
    return Because(
        say("It completes the cubes for a part."),
        plural(count, "You can then pay for {n} part.", "You can then pay for {n} parts."),
    )


def _collects(moved: Moved) -> Because | None:
    gain = moved.change(useful_cubes)
    if gain <= 0:
        return None
    return Because(
        plural(
            gain, "It brings a cube that your missing parts cost.", "It brings {n} cubes that your missing parts cost."
        )
    )


def _draws(moved: Moved) -> Because | None:
    gain = moved.change(gear)
    return Because(plural(gain, "It brings a Gear card.", "It brings {n} Gear cards.")) if gain > 0 else None


def _takes_the_heart(moved: Moved) -> Because | None:
    return Because(say("It brings you the Coal Heart.")) if moved.change(heart) > 0 else None


def damage(ended: Ended, seat: int) -> int:
    """The damage that a seat dealt."""
    return ended.total(Event.DAMAGED, "damage", seat=seat)


def taken(ended: Ended, seat: int) -> int:
    """The damage that a seat took."""
    return ended.total(Event.DAMAGED, "damage", target=seat)


def _few_parts(behind: Behind) -> Because:
    words = say("Each part makes your robot stronger, and eleven win.")
    return Because(say("You built few parts"), words)


def _little_damage(behind: Behind) -> Because:
    words = say("{seat} attacked more, or harder.", seat=name_of(behind.winner))
    return Because(say("You dealt little damage"), words)


def _much_taken(behind: Behind) -> Because:
    return Because(say("You took much damage"), say("A broken robot builds and attacks less."))


def _unspent(behind: Behind) -> Because:
    return Because(say("Cubes were left at the end"), say("They could have been parts."))


def _unused_gear(behind: Behind) -> Because:
    return Because(say("Gear cards were left at the end"), say("A card that is kept helps nobody."))


def _few_cubes(behind: Behind) -> Because:
    words = say("{seat} could pay for more parts.", seat=name_of(behind.winner))
    return Because(say("You gained few cubes"), words)


def cubes_gained(ended: Ended, seat: int) -> int:
    """The cubes that a seat took, drew, chose or got."""
    events = (Event.QUARRIED, Event.DREW, Event.CHOSE, Event.GOT)
    return sum(ended.count(event, seat=seat) for event in events)


reasons = Reasons(
    moves=(
        MoveReason("broken", working_rivals, _breaks, less=True),
        MoveReason("parts", parts, _builds),
        MoveReason("damage", rivals_hp, _damages, less=True),
        MoveReason("heart", heart, _takes_the_heart),
        MoveReason("attack", power, _arms),
        MoveReason("afford", affordable, _opens_parts),
        MoveReason("cubes", useful_cubes, _collects),
        MoveReason("gear", gear, _draws),
        MoveReason("hp", hp, _heals),
    ),
    results=(
        ResultReason(
            "parts",
            lambda ended, seat: int(ended.s.parts[seat]),
            _few_parts,
            phrases("{n} part", "{n} parts"),
            advice=phrase("Select Upgrade when you can build two parts and others none."),
            lesson="choose-a-hex",
        ),
        ResultReason(
            "damage",
            damage,
            _little_damage,
            phrases("{n} damage", "{n} damage"),
            advice=phrase("Attack the robot that is ahead, before it needs one part only."),
            lesson="last-parts",
        ),
        ResultReason(
            "taken",
            taken,
            _much_taken,
            phrases("{n} damage", "{n} damage"),
            less=True,
            advice=phrase("Keep a Force Field, and don’t be the weakest robot with the most parts."),
        ),
        ResultReason(
            "cubes left",
            lambda ended, seat: int(ended.s.cubes[seat].sum()),
            _unspent,
            phrases("{n} cube", "{n} cubes"),
            less=True,
            advice=phrase("Collect for the next part, and build it as soon as you can."),
            lesson="last-parts",
        ),
        ResultReason(
            "gear left",
            lambda ended, seat: int(ended.s.gear[seat].sum()),
            _unused_gear,
            phrases("{n} card", "{n} cards"),
            less=True,
            advice=phrase("Use Gear while it decides something."),
        ),
        ResultReason(
            "cubes",
            cubes_gained,
            _few_cubes,
            phrases("{n} cube", "{n} cubes"),
            advice=phrase("Select Mine when the Quarry has two cubes that you need."),
            lesson="choose-a-hex",
        ),
    ),
)
