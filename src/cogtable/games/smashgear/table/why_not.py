"""Why a piece of Smash Gear cannot be chosen, in words."""

from __future__ import annotations

from cogtable.games.smashgear.rules.answers import effects_ready
from cogtable.games.smashgear.rules.box import Use
from cogtable.games.smashgear.rules.components import SHOWN, SHOWN_MACHINES, SLOTS, Card
from cogtable.games.smashgear.rules.effects import move_price
from cogtable.games.smashgear.rules.geometry import can_go, fits_somewhere, free_slot, gait, owner_of
from cogtable.games.smashgear.rules.state import DEPTH, NONE, Phase, Place, SmashGear
from cogtable.games.smashgear.rules.store import price_of
from cogtable.games.smashgear.table.labels import gears, machine_name, price_words
from cogtable.games.smashgear.table.pieces import BASE, HAND, HELD, MACHINE, PILE, PROGRAM, SPENT, STORE, STUN
from cogtable.games.smashgear.table.prompts import doing
from cogtable.table import Box, Words, name_of, phrase, say


def not_your_turn(s: SmashGear, box: Box, seat: int, piece: str) -> Words:
    """Why nothing can be chosen while the other seat decides."""
    return say("{seat} is asked now: {doing}", seat=name_of(int(s.asked)), doing=doing(s))


def why_not(s: SmashGear, box: Box, seat: int, piece: str) -> Words:
    """Why `seat` cannot choose a piece that none of its choices touches."""
    if s.phase not in (Phase.PREPARE, Phase.ACT, Phase.RESPOND):
        return say(_FIRST.get(int(s.phase), _NO_TARGET))
    if piece in PILE.values():
        return say("Cards come from the pile when a place in the store is free · [[rule:SG-R9]]")
    for kind in (Card.BASE, Card.DESTROY):
        if piece == STORE[kind]:
            return _of_sale(s, box, seat, SHOWN + kind - Card.BASE)
        if piece == HAND[kind]:
            return _of_base_cards(s, seat, kind)
    if base := BASE.match(piece):
        return _of_base(s, seat, *base)
    if machine := MACHINE.match(piece):
        return _of_machine(s, box, seat, *machine)
    if program := PROGRAM.match(piece):
        return _of_program(s, box, seat, *program)
    if any(held.match(piece) for held in HELD.values()):
        return say("Your opponent holds it; you don’t know cards that were drawn unseen · [[rule:SG-Q54]]")
    if any(spent.match(piece) for spent in SPENT.values()):
        return say("It lies in a landfill and cannot be taken now · [[rule:SG-R26]]")
    if STUN.match(piece):
        return say("A stunned machine makes no normal move until its owner’s turn ends · [[rule:SG-R11]]")
    return say("A shield saves its machine from one blow at a heart · [[rule:SG-X4]]")


_FIRST: dict[int, str] = {
    Phase.SITE: phrase("First touch the base on which the machine is assembled · [[rule:SG-R25]]"),
    Phase.PLACE: phrase("First choose how to place the machine · [[rule:SG-Q29]]"),
    Phase.BUILD: phrase("First touch the heart on which the base is built · [[rule:SG-R23]]"),
    Phase.PART: phrase("First touch the heart whose part stays · [[rule:SG-R27]]"),
    Phase.REPAIR: phrase("First touch a unit to put back, or stop · [[rule:SG-Q51]]"),
    Phase.DISCARD: phrase("First throw away the cards beyond your limit · [[rule:SG-R22]]"),
}


_NO_TARGET = phrase("It cannot be the target of your announcement · [[rule:SG-Q36]]")


def _not_now(s: SmashGear, seat: int) -> Words:
    """Why an action of a seat's own turn cannot be used as an answer."""
    if s.turn == seat:
        return say("First respond with a Script or an effect, or let it happen · [[rule:SG-Q52]]")
    words = phrase("It is {seat}’s turn: you may respond with Scripts and effects only · [[rule:SG-R12]]")
    return say(words, seat=name_of(int(s.turn)))


def _of_sale(s: SmashGear, box: Box, seat: int, item: int) -> Words:
    if s.phase == Phase.RESPOND:
        return _not_now(s, seat)
    price = int(price_of(s, box.record, seat, item))
    if price == NONE:
        return say("There is none left · [[rule:SG-Q11]]")
    lack = price - int(s.gears[seat])
    if not s.assists:
        return say("You cannot pay for it · [[rule:SG-R9]]")
    return say("You lack {gears} · [[rule:SG-R9]]", gears=gears(lack))


def _of_base_cards(s: SmashGear, seat: int, kind: int) -> Words:
    if s.phase == Phase.PREPARE:
        return say("Cards are used in the Battle; now you buy · [[rule:SG-Q8]]")
    if s.phase == Phase.RESPOND:
        return _not_now(s, seat)
    if kind == Card.DESTROY:
        return say("No weapon of yours lies on a base of your opponent · [[rule:SG-R15]]")
    if s.builds <= 0:
        return say("You have already built a base this turn · [[rule:SG-R23]]")
    return say("You have no heart on the board that is not already on a base · [[rule:SG-R23]]")


def _of_base(s: SmashGear, seat: int, cell: int) -> Words:
    if s.base_at[cell] == seat:
        return say("Your base: it brings gears, and machines are assembled on it · [[rule:SG-R8]]")
    return say("A base is attacked with a Destroy Base card, by a weapon that lies on it · [[rule:SG-R15]]")


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
        return say("It lies in {seat}’s landfill · [[rule:SG-R26]]", seat=name_of(at - Place.LANDFILL))
    if at == Place.WAITING:
        return say("It is being assembled · [[rule:SG-R25]]")
    return say("Your opponent holds it · [[rule:SG-Q54]]")


def _of_hand_machine(s: SmashGear, box: Box, seat: int, card: int) -> Words:
    if s.phase == Phase.PREPARE:
        return say("Machines are assembled in the Battle; now you buy · [[rule:SG-Q8]]")
    if s.phase == Phase.RESPOND:
        return _not_now(s, seat)
    if s.assembles <= 0:
        return say("You have already assembled a machine this turn · [[rule:SG-R25]]")
    if free_slot(s, seat) == NONE:
        return say("You have eight machines on the board, the most that a player may have · [[rule:SG-X3]]")
    assert not fits_somewhere(s, box.record, card, seat)
    return say("It has no room on any base of yours · [[rule:SG-Q28]]")


def _of_theirs(slot: int) -> Words:
    words = phrase("This is {seat}’s machine; move one of yours over it to fight · [[rule:SG-R11]]")
    return say(words, seat=name_of(owner_of(slot)))


def _of_own(s: SmashGear, box: Box, seat: int, slot: int) -> Words:
    b, card = box.record, int(s.card[slot])
    effect = _of_effect(s, box, seat, slot)
    if s.phase == Phase.RESPOND:
        return effect
    if s.turns == 1:
        move = say("The first turn has no normal moves · [[rule:SG-R4]]")
    elif s.stunned[slot]:
        move = say("It is stunned · [[rule:SG-R11]]")
    elif move_price(s, slot) > s.gears[seat]:
        move = say("Its move costs {price} · [[rule:SG-R11]]", price=price_words(move_price(s, slot)))
    elif not b.move_price[card] and s.moved[slot]:
        move = say("Its free move this turn is used · [[rule:SG-X2]]")
    else:
        assert not any(can_go(s, b, slot, gait(s, slot), way) for way in range(4))
        move = say("It has no room to move: the board ends, or machines of yours lie there · [[rule:SG-R11]]")
    return move if b.answer[card] == Use.NEVER else say("{first}. {next}", first=move, next=effect)


def _of_effect(s: SmashGear, box: Box, seat: int, slot: int) -> Words:
    b, card = box.record, int(s.card[slot])
    name = machine_name(box, card)
    if b.answer[card] == Use.NEVER:
        return say("{machine} has no effect to respond with · [[rule:SG-R14]]", machine=name)
    if b.effect_own_turn[card] and s.turn != seat:
        return say("The effect of {machine} is only for your own turns · [[rule:SG-R14]]", machine=name)
    if s.depth >= DEPTH:
        return say("Twelve announcements are already waiting · [[rule:SG-X5]]")
    if not effects_ready(s, b, owner_of(slot)) >> slot % SLOTS & 1:
        if s.used[slot]:
            return say("Its effect was already used this turn · [[rule:SG-Q38]]")
        return say("Its effect costs {price} · [[rule:SG-R14]]", price=price_words(int(b.effect_price[card])))
    return say("Its effect would do nothing now · [[rule:SG-Q58]]")


def _of_program(s: SmashGear, box: Box, seat: int, program: int) -> Words:
    at = int(s.program_at[program])
    if at == Place.STORE:
        return _of_sale(s, box, seat, s.shown.tolist().index(program, SHOWN_MACHINES))
    if at == Place.FIELD:
        return say("{seat}’s plugin · [[rule:SG-R13]]", seat=name_of(int(s.program_owner[program])))
    if at != Place.HAND + seat:
        return _elsewhere(at)
    b = box.record
    if s.phase == Phase.PREPARE:
        return say("Programs are run in the Battle; now you buy · [[rule:SG-Q8]]")
    if s.depth >= DEPTH:
        return say("Twelve announcements are already waiting · [[rule:SG-X5]]")
    if b.program_kind[program] != 0:
        if s.phase == Phase.RESPOND:
            return say("A plugin is not an answer: install it in your own turn, while nothing waits · [[rule:SG-R13]]")
        if s.occupied:
            return say("It would have no effect on any machine on the board · [[rule:SG-Q58]]")
        return say("There is no machine to install it on · [[rule:SG-R13]]")
    if b.program_own_turn[program] and s.turn != seat:
        return say("This Script is for your own turns · [[rule:SG-R12]]")
    if b.program_cost[program] > s.gears[seat]:
        return say("It costs {price} more to run · [[rule:SG-R12]]", price=price_words(int(b.program_cost[program])))
    return say("It would have no effect now · [[rule:SG-Q58]]")
