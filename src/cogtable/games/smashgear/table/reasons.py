"""Why a piece of Smash Gear cannot be chosen, in words."""

from __future__ import annotations

from cogtable.engine.box import Box
from cogtable.engine.words import counted
from cogtable.games.smashgear.rules.answers import effect_ready
from cogtable.games.smashgear.rules.box import Use
from cogtable.games.smashgear.rules.components import SHOWN
from cogtable.games.smashgear.rules.effects import move_price
from cogtable.games.smashgear.rules.geometry import can_go, fits_somewhere, free_slot, gait, owner_of
from cogtable.games.smashgear.rules.state import DEPTH, NONE, Phase, Place, SmashGear
from cogtable.games.smashgear.rules.store import price_of
from cogtable.games.smashgear.table.choices import BASE_CARDS, DESTROY_CARDS
from cogtable.games.smashgear.table.labels import gears, machine_name
from cogtable.games.smashgear.table.prompts import doing
from cogtable.view import Words


def not_your_turn(s: SmashGear, box: Box, seat: int, piece: str) -> Words:
    """Why nothing can be chosen while the other is asked."""
    return f"[[seat:{s.asked}]] is asked now: {doing(s)}"


def why_not(s: SmashGear, box: Box, seat: int, piece: str) -> Words:
    """Why a piece that `seat` sees, and that no choice of it touches, cannot be chosen."""
    if s.phase not in (Phase.PREPARE, Phase.ACT, Phase.RESPOND):
        return _first(s)
    if piece.startswith("pile"):
        return "Cards come from the pile when a place in the store is free · [[rule:SG-R9]]"
    if piece.startswith("store."):
        return _of_sale(s, box, seat, SHOWN + (piece == "store.destroy"))
    if piece in (BASE_CARDS, DESTROY_CARDS):
        return _of_base_cards(s, seat, piece)
    if piece.startswith("b"):
        return _of_base(s, seat, int(piece[1:]))
    if piece.startswith("m"):
        return _of_machine(s, box, seat, int(piece[1:]))
    if piece.startswith("p"):
        return _of_program(s, box, seat, int(piece[1:]))
    if piece.startswith("held"):
        return "Your opponent holds it; you do not know what was drawn unseen · [[rule:SG-Q54]]"
    if piece.startswith("spent"):
        return "It lies in a landfill and cannot be taken now · [[rule:SG-R26]]"
    if piece.startswith("stun"):
        return "A stunned machine makes no normal move until its owner’s turn ends · [[rule:SG-R11]]"
    return "A shield saves its machine from one blow at a heart · [[rule:SG-X4]]"


_FIRST: dict[int, str] = {
    Phase.SITE: "First touch the base on which the machine is assembled · [[rule:SG-R25]]",
    Phase.PLACE: "First choose how the machine lies · [[rule:SG-Q29]]",
    Phase.BUILD: "First touch the heart on which the base is built · [[rule:SG-R23]]",
    Phase.PART: "First touch the heart whose part stays · [[rule:SG-R27]]",
    Phase.REPAIR: "First touch a unit to put back, or put back no more · [[rule:SG-Q51]]",
    Phase.DISCARD: "First throw away the cards beyond your limit · [[rule:SG-R22]]",
}


def _first(s: SmashGear) -> Words:
    return _FIRST.get(int(s.phase), "It cannot be the target of what you announced · [[rule:SG-Q36]]")


def _not_now(s: SmashGear, seat: int) -> Words:
    """Why something that is done in one's own turn, while nothing waits, is no answer."""
    if s.turn == seat:
        return "First respond with a Script or an effect, or let it happen · [[rule:SG-Q52]]"
    return f"It is [[seat:{s.turn}]]’s turn: you may respond with Scripts and effects only · [[rule:SG-R12]]"


def _of_sale(s: SmashGear, box: Box, seat: int, item: int) -> Words:
    if s.phase == Phase.RESPOND:
        return _not_now(s, seat)
    price = int(price_of(s, box.record, seat, item))
    if price == NONE:
        return "There is none left · [[rule:SG-Q11]]"
    lack = price - int(s.gears[seat])
    if not s.assists:
        return "You cannot pay for it · [[rule:SG-R9]]"
    return f"You lack {gears(lack)} · [[rule:SG-R9]]"


def _of_base_cards(s: SmashGear, seat: int, piece: str) -> Words:
    if s.phase == Phase.PREPARE:
        return "Cards are used in the Battle; now you buy · [[rule:SG-Q8]]"
    if s.phase == Phase.RESPOND:
        return _not_now(s, seat)
    if piece == DESTROY_CARDS:
        return "No weapon of yours lies on a base of your opponent · [[rule:SG-R15]]"
    if s.builds <= 0:
        return "You have already built a base this turn · [[rule:SG-R23]]"
    return "You have no heart on the board that is not already on a base · [[rule:SG-R23]]"


def _of_base(s: SmashGear, seat: int, cell: int) -> Words:
    if s.base_at[cell] == seat:
        return "Your base: it brings gears, and machines are assembled on it · [[rule:SG-R8]]"
    return "A base is attacked with a Destroy Base card, by a weapon that lies on it · [[rule:SG-R15]]"


def _of_machine(s: SmashGear, box: Box, seat: int, card: int) -> Words:
    at = int(s.machine_at[card])
    if at == Place.STORE:
        return _of_sale(s, box, seat, s.shown.tolist().index(card))
    if at == Place.HAND + seat:
        return _of_hand_machine(s, box, seat, card)
    if at == Place.FIELD:
        slot = next(slot for slot in range(len(s.card)) if s.card[slot] == card)
        return _of_own(s, box, seat, slot) if owner_of(slot) == seat else _of_theirs(slot)
    return _elsewhere(at)


def _elsewhere(at: int) -> Words:
    if at >= Place.LANDFILL:
        return f"It lies in [[seat:{at - Place.LANDFILL}]]’s landfill · [[rule:SG-R26]]"
    if at == Place.WAITING:
        return "It is being assembled · [[rule:SG-R25]]"
    return "Your opponent holds it · [[rule:SG-Q54]]"


def _of_hand_machine(s: SmashGear, box: Box, seat: int, card: int) -> Words:
    if s.phase == Phase.PREPARE:
        return "Machines are assembled in the Battle; now you buy · [[rule:SG-Q8]]"
    if s.phase == Phase.RESPOND:
        return _not_now(s, seat)
    if s.assembles <= 0:
        return "You have already assembled a machine this turn · [[rule:SG-R25]]"
    if free_slot(s, seat) == NONE:
        return "You have eight machines on the board, the most that a player may have · [[rule:SG-X3]]"
    assert not fits_somewhere(s, box.record, card, seat)
    return "It has no room on any base of yours · [[rule:SG-Q28]]"


def _of_theirs(slot: int) -> Words:
    return f"This is [[seat:{owner_of(slot)}]]’s machine; move one of yours over it to fight · [[rule:SG-R11]]"


def _of_own(s: SmashGear, box: Box, seat: int, slot: int) -> Words:
    b, card = box.record, int(s.card[slot])
    effect = _of_effect(s, box, seat, slot)
    if s.phase == Phase.RESPOND:
        return effect
    if s.turns == 1:
        move = "The first turn has no normal moves · [[rule:SG-R4]]"
    elif s.stunned[slot]:
        move = "It is stunned · [[rule:SG-R11]]"
    elif move_price(s, slot) > s.gears[seat]:
        move = f"Its move costs {counted(move_price(s, slot), 'gear')} · [[rule:SG-R11]]"
    elif not b.move_price[card] and s.moved[slot]:
        move = "Its free move of this turn is made · [[rule:SG-X2]]"
    else:
        assert not any(can_go(s, b, slot, gait(s, slot), way) for way in range(4))
        move = "It has no room to move: the board ends, or machines of yours lie there · [[rule:SG-R11]]"
    return move if b.answer[card] == Use.NEVER else f"{move}. {effect}"


def _of_effect(s: SmashGear, box: Box, seat: int, slot: int) -> Words:
    b, card = box.record, int(s.card[slot])
    name = machine_name(box, card)
    if b.answer[card] == Use.NEVER:
        return f"{name} has no effect to respond with · [[rule:SG-R14]]"
    if b.effect_own_turn[card] and s.turn != seat:
        return f"The effect of {name} is for your own turns · [[rule:SG-R14]]"
    if s.depth >= DEPTH:
        return "Twelve announcements wait already · [[rule:SG-X5]]"
    if not effect_ready(s, b, slot):
        if b.answer[card] == Use.ONCE_A_TURN:
            return "Its effect was used this turn · [[rule:SG-Q38]]"
        return f"Its effect costs {counted(int(b.effect_price[card]), 'gear')} · [[rule:SG-R14]]"
    return "Its effect has nothing to act on now · [[rule:SG-R14]]"


def _of_program(s: SmashGear, box: Box, seat: int, program: int) -> Words:
    at = int(s.program_at[program])
    if at == Place.STORE:
        return _of_sale(s, box, seat, s.shown.tolist().index(program, 5))
    if at == Place.FIELD:
        return f"[[seat:{s.program_owner[program]}]]’s plugin · [[rule:SG-R13]]"
    if at != Place.HAND + seat:
        return _elsewhere(at)
    b = box.record
    if s.phase == Phase.PREPARE:
        return "Programs are run in the Battle; now you buy · [[rule:SG-Q8]]"
    if s.depth >= DEPTH:
        return "Twelve announcements wait already · [[rule:SG-X5]]"
    if b.program_kind[program] != 0:
        if s.phase == Phase.RESPOND:
            return "A plugin is no answer: it is installed in your own turn, while nothing waits · [[rule:SG-R13]]"
        return "There is no machine to install it on · [[rule:SG-R13]]"
    if b.program_own_turn[program] and s.turn != seat:
        return "This Script is for your own turns · [[rule:SG-R12]]"
    if b.program_cost[program] > s.gears[seat]:
        return f"It costs {counted(int(b.program_cost[program]), 'gear')} more to run · [[rule:SG-R12]]"
    return "It has nothing to act on now · [[rule:SG-R12]]"
