"""Why a piece on the table of Coal Heart cannot be chosen."""

from __future__ import annotations

from cogtable.games.coalheart.rules.box import Source
from cogtable.games.coalheart.rules.components import BODY, Hex, Moment
from cogtable.games.coalheart.rules.state import EMPTY, NOBODY, Ask, Coalheart, Stage
from cogtable.games.coalheart.table import pieces as ids
from cogtable.games.coalheart.table import prompts
from cogtable.games.coalheart.table.abilities import ability
from cogtable.games.coalheart.table.labels import cube, cube_counts, gear_name, part_words, slot_title
from cogtable.games.coalheart.table.scene import used_by
from cogtable.table import Box, Template, Words, name_of, phrase, say, seats_in


def about(s: Coalheart, box: Box, piece: str) -> Words:
    """The description of a part or of Gear, regardless of what can be done with it."""
    if part := ids.PART.match(piece):
        return part_words(box, *part)
    gear = ids.ROW.match(piece) or ids.OFFER.match(piece) or (ids.GEAR.match(piece) or ())[1:]
    if not gear:
        return ""
    return say("**{gear}**: {words}", gear=gear_name(box, gear[0]), words=ability(box, Source.GEAR + gear[0]))


def not_your_turn(s: Coalheart, box: Box, seat: int, piece: str) -> Words:
    """Why nothing can be chosen while others decide."""
    who = name_of(next(iter(seats_in(s.waiting)), s.lead))
    return say("It is not your turn: {seat} is {doing} · [[rule:CH-R12]]", seat=who, doing=prompts.doing(s))


def why_not(s: Coalheart, box: Box, seat: int, piece: str) -> Words:
    """Why `seat` cannot choose a piece that none of its choices touches."""
    if s.stage <= Stage.DRAFTING:
        return _why_not_gathering(s, piece)
    if part := ids.PART.match(piece):
        return _why_not_part(s, box, seat, *part)
    if place := ids.HEX.match(piece):
        return _why_not_hex(s, *place)
    if color := ids.QUARRY.match(piece):
        return _why_not_quarry(s, seat, *color)
    if color := ids.SUPPLY.match(piece):
        return _why_not_supply(s, seat, *color)
    if ids.ROW.match(piece):
        return _why_not_row(s, seat)
    if gear := ids.GEAR.match(piece):
        return _why_not_gear(s, box, seat, *gear)
    if robot := ids.ROBOT.match(piece) or ids.BOARD.match(piece):
        return _why_not_robot(s, seat, *robot)
    if cubes := ids.CUBES.match(piece):
        return _why_not_cubes(s, seat, *cubes)
    if ids.OWED.match(piece):
        return say("This is part of the price and must be paid · [[rule:CH-R22]]")
    if piece == ids.HEART():
        return _why_not_heart(s, seat)
    if piece == ids.DECK():
        return say("Gear is taken from the face-up cards · [[rule:CH-Q66]]")
    if piece == ids.DISCARD():
        return say("Used Gear comes back when the deck is empty · [[rule:CH-R8]]")
    return say(_OTHERWISE.get(int(s.ask), phrase("First finish the current action · [[rule:CH-Q68]]")))


_OTHERWISE: dict[int, Words] = {
    Ask.HEX: phrase("First select an Action Hex · [[rule:CH-Q10]]"),
    Ask.DEFEND: phrase("First answer the attack · [[rule:CH-R43]]"),
    Ask.SPARE: phrase("First finish paying · [[rule:CH-R22]]"),
    Ask.TURN: phrase("You cannot do that in this turn · [[rule:CH-R12]]"),
}


def _acts(s: Coalheart, seat: int, kind: int) -> bool:
    """Whether a seat has yet to use the hex."""
    return s.ask == Ask.TURN and s.hex == kind and not s.acted >> seat & 1


def _why_not_gathering(s: Coalheart, piece: str) -> Words:
    if s.ask == Ask.ROBOT:
        return say("Choose a whole robot: touch its name · [[rule:CH-R4]]")
    if ids.MAT.match(piece):
        return say("Draft single parts of any robot · [[rule:CH-R50]]")
    if part := ids.PART.match(piece):
        owner = int(s.owner[part[0]])
        if owner != NOBODY:
            return say("{seat} drafted it · [[rule:CH-R50]]", seat=name_of(owner))
        return say("You already have a {part} · [[rule:CH-R51]]", part=slot_title(*part))
    return say("First draft a part · [[rule:CH-R50]]")


def _why_not_part(s: Coalheart, box: Box, seat: int, part: int) -> Words:
    slot, owner = part % BODY, int(s.owner[part])
    if owner != seat:
        return say("It is {seat}’s", seat=name_of(owner))
    if s.built[seat] >> slot & 1:
        return say("It acts by itself, or not at this moment · [[rule:CH-R37]]")
    if s.ask != Ask.TURN or s.hex != Hex.UPGRADE:
        return say("Parts are built when Upgrade is selected · [[rule:CH-R21]]")
    if s.welded >> seat & 1:
        return say("Nothing else is built after Welder's Kit · [[rule:CH-Q76]]")
    if s.hp[seat] == 0 and s.fresh[seat]:
        return say("A broken robot builds no more than one part · [[rule:CH-R46]]")
    if not s.assists:
        return say("You cannot pay for it · [[rule:CH-R21]]")
    lack = [max(0, int(c) - int(h)) for c, h in zip(box.record.cost[part], s.cubes[seat], strict=True)]
    cubes = cube_counts(lack)
    return say("You lack {cubes}; three cubes of one colour stand for any other · [[rule:CH-Q3]]", cubes=cubes)


def _why_not_hex(s: Coalheart, place: int) -> Words:
    user = used_by(s)[place]
    if user != EMPTY:
        return say("{seat} selected it in this round · [[rule:CH-R13]]", seat=name_of(user))
    if s.ask == Ask.HEX:
        return say("Touch the other Scavenge: the two are alike · [[rule:CH-R10]]")
    return say("The Active Player selects a hex at the beginning of a phase · [[rule:CH-R12]]")


def _why_not_quarry(s: Coalheart, seat: int, color: int) -> Words:
    if _acts(s, seat, Hex.MINE) or s.ask == Ask.PERK:
        return say("There is no {color} in the Quarry · [[rule:CH-R17]]", color=cube(color))
    return say("Cubes of the Quarry are taken when Mine is selected · [[rule:CH-R17]]")


def _why_not_supply(s: Coalheart, seat: int, color: int) -> Words:
    if _acts(s, seat, Hex.SCAVENGE):
        return say("There is no {color} in the Supply · [[rule:CH-Q13]]", color=cube(color))
    return say("Only Scavenge and the Shovel choose from the Supply · [[rule:CH-R41]]")


def _why_not_row(s: Coalheart, seat: int) -> Words:
    if s.ask == Ask.GEAR:
        return say("Touch the card among those offered")
    if _acts(s, seat, Hex.GEAR):
        return say("Deluxe Gear is for the Active Player, and for robots with a Core · [[rule:CH-R29]]")
    return say("Gear is taken when Gear is selected · [[rule:CH-R28]]")


_USED_WHEN: dict[int, Template] = {
    Moment.BEFORE_ATTACK: phrase("{gear} is used right before your attack, if it does something · [[rule:CH-R30]]"),
    Moment.UNDER_ATTACK: phrase("{gear} is used when you are attacked, if it does something · [[rule:CH-R30]]"),
    Moment.AFTER_ATTACK: phrase("{gear} is used right after your attack, if it does something · [[rule:CH-R30]]"),
    Moment.OWN_TURN: phrase("{gear} is used on your turn, if it does something · [[rule:CH-R30]]"),
    Moment.OWN_UPGRADE: phrase(
        "{gear} is used on your Upgrade turn, before you build, if it does something · [[rule:CH-R30]]"
    ),
}


def _why_not_gear(s: Coalheart, box: Box, seat: int, owner: int, kind: int) -> Words:
    if owner != seat:
        return say("It is {seat}’s", seat=name_of(owner))
    return say(_USED_WHEN[int(box.record.gear_moment[kind])], gear=gear_name(box, kind))


def _why_not_robot(s: Coalheart, seat: int, target: int) -> Words:
    if target == seat:
        return say("This is you")
    if s.shielded >> target & 1:
        return say("Nobody may attack {seat} in this phase · [[rule:CH-Q32]]", seat=name_of(target))
    return say("You attack when Fight is selected, or when a part lets you · [[rule:CH-R40]]")


def _why_not_heart(s: Coalheart, seat: int) -> Words:
    if s.heart not in (NOBODY, seat):
        return say("It stays with {seat} until another player takes it · [[rule:CH-R34]]", seat=name_of(s.heart))
    return say("Select Capture to take it or to use it · [[rule:CH-R31]]")


def _why_not_cubes(s: Coalheart, seat: int, owner: int, color: int) -> Words:
    if owner != seat:
        return say("These are {seat}’s cubes", seat=name_of(owner))
    if s.ask in (Ask.COLOR, Ask.BARTERED):
        return say("No {color} of yours can be used here · [[rule:CH-Q81]]", color=cube(color))
    return say("Your cubes pay for parts: touch the part you build · [[rule:CH-R21]]")
