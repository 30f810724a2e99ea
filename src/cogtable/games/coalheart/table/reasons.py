"""Why a piece on the table of Coal Heart cannot be chosen."""

from __future__ import annotations

from cogtable.engine.box import Box
from cogtable.engine.state import seats_in
from cogtable.games.coalheart.rules.components import BODY, Hex
from cogtable.games.coalheart.rules.state import EMPTY, NOBODY, Ask, Coalheart, Stage
from cogtable.games.coalheart.table import prompts
from cogtable.games.coalheart.table.labels import cube, cube_counts, gear_name, part_words, slot_title
from cogtable.games.coalheart.table.scene import used_by
from cogtable.view import Words


def about(s: Coalheart, box: Box, piece: str) -> Words:
    """What a part is, whatever is done with it."""
    name = piece.partition(".")[0]
    return part_words(box, int(name[4:])) if name.startswith("part") else ""


def not_your_turn(s: Coalheart, box: Box, seat: int, piece: str) -> Words:
    """Why nothing can be chosen while others decide."""
    who = next(iter(seats_in(s.waiting)), s.lead)
    return f"It is not your turn: [[seat:{who}]] is {prompts.DOING.get(int(s.ask), 'choosing')} · [[rule:CH-R12]]"


def why_not(s: Coalheart, box: Box, seat: int, piece: str) -> Words:
    """Why a piece that `seat` sees, and that no choice of it touches, cannot be chosen."""
    name, _, rest = piece.partition(".")
    if s.stage <= Stage.DRAFTING:
        return _why_not_gathering(s, seat, name)
    for start, reason in _REASONS:
        if name.startswith(start):
            return reason(s, box, seat, name, rest)
    return _otherwise(s)


def _otherwise(s: Coalheart) -> Words:
    return {
        Ask.HEX: "First select an Action Hex · [[rule:CH-Q10]]",
        Ask.DEFEND: "First answer the attack · [[rule:CH-R43]]",
        Ask.SPARE: "First finish paying · [[rule:CH-R22]]",
        Ask.TURN: "That is not what this turn is for · [[rule:CH-R12]]",
    }.get(Ask(s.ask), "First finish what is going on · [[rule:CH-Q68]]")


def _why_not_gathering(s: Coalheart, seat: int, name: str) -> Words:
    if s.ask == Ask.ROBOT:
        return "Choose a whole robot: touch its name · [[rule:CH-R4]]"
    if name.startswith("mat"):
        return "Draft single parts of any robot · [[rule:CH-R50]]"
    if name.startswith("part"):
        part = int(name[4:])
        owner = int(s.owner[part])
        if owner != NOBODY:
            return f"[[seat:{owner}]] drafted it · [[rule:CH-R50]]"
        return f"You already have a {slot_title(part)} · [[rule:CH-R51]]"
    return "First draft a part · [[rule:CH-R50]]"


def _why_not_part(s: Coalheart, box: Box, seat: int, name: str, rest: str) -> Words:
    part = int(name[4:])
    slot, owner = part % BODY, int(s.owner[part])
    if owner != seat:
        return f"It is [[seat:{owner}]]’s"
    if s.built[seat] >> slot & 1:
        return "It acts by itself, or not at this moment · [[rule:CH-R37]]"
    if s.ask != Ask.TURN or s.hex != Hex.UPGRADE:
        return "Parts are built when Upgrade is selected · [[rule:CH-R21]]"
    if s.welded >> seat & 1:
        return "Nothing else is built after Welder's Kit · [[rule:CH-Q76]]"
    if s.hp[seat] == 0 and s.fresh[seat]:
        return "A broken robot builds no more than one part · [[rule:CH-R46]]"
    if not s.assists:
        return "You cannot pay for it · [[rule:CH-R21]]"
    lack = [max(0, int(c) - int(h)) for c, h in zip(box.record.cost[part], s.cubes[seat], strict=True)]
    return f"You lack {cube_counts(lack)}; three cubes of one colour stand for any other · [[rule:CH-Q3]]"


def _why_not_hex(s: Coalheart, box: Box, seat: int, name: str, rest: str) -> Words:
    place = int(name[3:])
    user = used_by(s)[place]
    if user != EMPTY:
        return f"[[seat:{user}]] selected it in this round · [[rule:CH-R13]]"
    if s.ask == Ask.HEX:
        return "Touch the other Scavenge: the two are alike · [[rule:CH-R10]]"
    return "The Active Player selects a hex at the beginning of a phase · [[rule:CH-R12]]"


def _why_not_quarry(s: Coalheart, box: Box, seat: int, name: str, rest: str) -> Words:
    if (s.ask == Ask.TURN and s.hex == Hex.MINE and not s.acted >> seat & 1) or s.ask == Ask.PERK:
        return f"There is no {cube(int(rest))} in the Quarry · [[rule:CH-R17]]"
    return "Cubes of the Quarry are taken when Mine is selected · [[rule:CH-R17]]"


def _why_not_supply(s: Coalheart, box: Box, seat: int, name: str, rest: str) -> Words:
    if s.ask == Ask.TURN and s.hex == Hex.SCAVENGE and not s.acted >> seat & 1:
        return f"There is no {cube(int(rest))} in the Supply · [[rule:CH-Q13]]"
    return "Only Scavenge and the Shovel choose from the Supply · [[rule:CH-R41]]"


def _why_not_row(s: Coalheart, box: Box, seat: int, name: str, rest: str) -> Words:
    if s.ask == Ask.GEAR:
        return "Touch the card among those offered"
    if s.ask == Ask.TURN and s.hex == Hex.GEAR and not s.acted >> seat & 1:
        return "Deluxe Gear is for the Active Player, and for robots with a Core · [[rule:CH-R29]]"
    return "Gear is taken when Gear is selected · [[rule:CH-R28]]"


def _why_not_gear(s: Coalheart, box: Box, seat: int, name: str, rest: str) -> Words:
    owner, kind = int(name[4:]), int(rest)
    if owner != seat:
        return f"It is [[seat:{owner}]]’s"
    moment = ("right before your attack", "when you are attacked", "right after your attack", "on your turn")
    when = [*moment, "on your Upgrade turn, before you build"][int(box.record.gear_moment[kind])]
    return f"{gear_name(box, kind)} is used {when}, where it does something · [[rule:CH-R30]]"


def _why_not_robot(s: Coalheart, box: Box, seat: int, name: str, rest: str) -> Words:
    target = int(name[5:])
    if target == seat:
        return "This is you"
    if s.shielded >> target & 1:
        return f"Nobody may attack [[seat:{target}]] in this phase · [[rule:CH-Q32]]"
    return "You attack when Fight is selected, or when a part lets you · [[rule:CH-R40]]"


def _why_not_heart(s: Coalheart, box: Box, seat: int, name: str, rest: str) -> Words:
    if s.heart != NOBODY and s.heart != seat:
        return f"It stays with [[seat:{s.heart}]] until somebody takes it · [[rule:CH-R34]]"
    return "Select Capture to take it or to use it · [[rule:CH-R31]]"


def _why_not_cube(s: Coalheart, box: Box, seat: int, name: str, rest: str) -> Words:
    owner = int(name[4:])
    if owner != seat:
        return f"These are [[seat:{owner}]]’s cubes"
    if s.ask in (Ask.COLOR, Ask.BARTERED):
        return f"No {cube(int(rest))} of yours can be used here · [[rule:CH-Q81]]"
    return "Your cubes pay for parts: touch the part you build · [[rule:CH-R21]]"


def _why_not_deck(s: Coalheart, box: Box, seat: int, name: str, rest: str) -> Words:
    if name == "deck":
        return "Gear is taken from the cards that lie face up · [[rule:CH-Q66]]"
    return "Used Gear comes back when the deck is empty · [[rule:CH-R8]]"


def _why_not_owed(s: Coalheart, box: Box, seat: int, name: str, rest: str) -> Words:
    return "This is part of the price and must be paid · [[rule:CH-R22]]"


_REASONS = (
    ("part", _why_not_part),
    ("hex", _why_not_hex),
    ("quarry", _why_not_quarry),
    ("supply", _why_not_supply),
    ("row", _why_not_row),
    ("gear", _why_not_gear),
    ("robot", _why_not_robot),
    ("heart", _why_not_heart),
    ("cube", _why_not_cube),
    ("deck", _why_not_deck),
    ("discard", _why_not_deck),
    ("owed", _why_not_owed),
)
