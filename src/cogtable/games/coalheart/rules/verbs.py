"""The verbs of Robots: Battle for the Coal Heart. Numbers like CH-R4 refer to `rules.md`.

Turns are in `turn.py`, abilities in `effects.py`, their basic effects in `primitives.py`, attacks in `attack.py`, and
payments in `paying.py`. Everything in progress is on the stack (`stack.py`).
"""

from __future__ import annotations

from cogtable.games.coalheart.rules.actions import Action
from cogtable.games.coalheart.rules.attack import (
    continue_attack,
    fighting_options,
    pass_step,
    use_attack_gear,
    use_attack_part,
)
from cogtable.games.coalheart.rules.box import CoalheartTables
from cogtable.games.coalheart.rules.components import BODY, COLOR_COUNT, GEARS, PARTS, ROBOTS
from cogtable.games.coalheart.rules.deal import ask_before_game, choose_robot, deal, draft, free_robots, may_draft
from cogtable.games.coalheart.rules.effects import (
    answer_color,
    answer_gear,
    answer_strike,
    answer_weld,
    color_options,
    continue_ability,
    continue_triggers,
    gear_options,
    spend_gear,
)
from cogtable.games.coalheart.rules.events import Event, Quarried
from cogtable.games.coalheart.rules.heuristic import heuristic
from cogtable.games.coalheart.rules.paying import (
    barter,
    continue_payment,
    exchange,
    exchange_options,
    lay_bartered,
    pass_paying,
    paying_options,
    spare,
)
from cogtable.games.coalheart.rules.primitives import colors, others, quarry_cube
from cogtable.games.coalheart.rules.stack import top
from cogtable.games.coalheart.rules.state import EMPTY, NOBODY, UNKNOWN, Ask, Coalheart, Frame, Stage, Task, Victory
from cogtable.games.coalheart.rules.turn import (
    advance,
    ask_for_hex,
    at_end_options,
    hex_options,
    play_at_end,
    play_turn,
    select,
    turn_options,
)
from cogtable.rules import (
    ALL,
    Ints,
    Mask,
    allow,
    jitable,
    lowest_bit,
    note,
    places,
    share_among_best,
    share_by_heuristic,
    shuffle,
)

UNDECIDED = -1


# --- the verbs --------------------------------------------------------------------------------------------------


def setup(s: Coalheart, b: CoalheartTables) -> None:
    """CH-R4 to CH-R10, CH-R49, CH-R53."""
    deal(s, b)
    if s.stage <= Stage.DRAFTING:
        ask_before_game(s)
    else:
        ask_for_hex(s)


def legal(s: Coalheart, b: CoalheartTables, seat: int, mask: Mask) -> None:
    """The actions that answer the question of a seat."""
    _write_options(s, b, seat, mask)


@jitable
def _write_options(s: Coalheart, b: CoalheartTables, seat: int, mask: Mask) -> None:
    if s.ask == Ask.ROBOT:
        allow(mask, Action.ROBOT, free_robots(s))
    elif s.ask == Ask.DRAFT:
        for part in range(PARTS):
            mask[Action.DRAFT + part] = may_draft(s, seat, part)
    else:
        allow(mask, 0, _options(s, b, seat))
        if s.ask == Ask.EXCHANGE:
            allow(mask, Action.EXCHANGE, exchange_options(s, seat))


@jitable
def _options(s: Coalheart, b: CoalheartTables, seat: int) -> int:
    """The legal actions of a waiting seat below EXCHANGE, a bit each."""
    ask = s.ask
    if ask == Ask.TURN:
        return turn_options(s, b, seat)
    if ask == Ask.HEX:
        return hex_options(s, b, seat)
    if ask == Ask.COLOR:
        return color_options(s, b) << Action.COLOR
    if ask == Ask.PERK:
        return colors(s.quarry) << Action.COLOR
    if ask == Ask.GEAR:
        return gear_options(s, b) << Action.TAKE_GEAR
    if ask == Ask.STRIKE:
        return others(s, seat) << Action.TARGET
    if ask == Ask.WELD:
        return (~s.built[seat] & ((1 << BODY) - 1)) << Action.BUILD
    if ask == Ask.AT_END:
        return at_end_options(s, b, seat)
    if ask >= Ask.SPARE:
        return paying_options(s, b, seat)
    return fighting_options(s, b)


def play(s: Coalheart, b: CoalheartTables, seat: int, action: int) -> None:
    """Applies an action, and everything that follows without a choice."""
    note(s, ALL, Event.ACTED, seat=seat, round=s.rounds, phase=s.phase + 1)
    if action == Action.PASS and s.ask < Ask.SPARE:
        note(s, ALL, Event.PASSED, seat=seat, ask=s.ask)
    s.waiting = 1 << seat
    _advance(s, b, action)


@jitable
def _advance(s: Coalheart, b: CoalheartTables, action: int) -> None:
    """Plays an action of the only waiting seat, and forced actions until a seat has a real choice."""
    while action != UNDECIDED:
        seat = lowest_bit(s.waiting)
        s.waiting = 0
        _answer(s, b, seat, action)
        action = _forced(s, b)


@jitable
def _forced(s: Coalheart, b: CoalheartTables) -> int:
    """Advances to the next question; returns the answer if there is only one, UNDECIDED if there is a choice."""
    while not s.waiting and not s.over:
        _step(s, b)
    if s.over or s.ask == Ask.EXCHANGE or s.waiting & (s.waiting - 1):
        return UNDECIDED
    if s.ask == Ask.ROBOT:
        robots = free_robots(s)
        return UNDECIDED if robots & (robots - 1) else Action.ROBOT + lowest_bit(robots)
    if s.ask == Ask.DRAFT:
        return _last_part(s)
    bits = _options(s, b, lowest_bit(s.waiting))
    return UNDECIDED if bits & (bits - 1) else lowest_bit(bits)


@jitable
def _last_part(s: Coalheart) -> int:
    """The action that drafts the only part left to choose; UNDECIDED if there are several."""
    seat = lowest_bit(s.waiting)
    action = UNDECIDED
    for part in range(PARTS):
        if may_draft(s, seat, part):
            if action != UNDECIDED:
                return UNDECIDED
            action = Action.DRAFT + part
    return action


@jitable
def _step(s: Coalheart, b: CoalheartTables) -> None:
    """Carries out one step of the frame on top of the stack, or of the turn or phase if it is empty."""
    if s.depth > 0:
        task = top(s, Frame.TASK)
        if task == Task.RUN:
            continue_ability(s, b)
        elif task == Task.TRIGGER:
            continue_triggers(s, b)
        elif task == Task.FIGHTING:
            continue_attack(s, b)
        else:
            continue_payment(s, b)
    elif s.stage <= Stage.DRAFTING:
        ask_before_game(s)
    else:
        advance(s, b)


@jitable
def _answer(s: Coalheart, b: CoalheartTables, seat: int, action: int) -> None:
    """Carries out the choice of a seat."""
    ask = s.ask
    if ask == Ask.TURN:
        play_turn(s, b, seat, action)
    elif ask == Ask.HEX:
        if action < Action.COLOR:
            select(s, b, action - Action.HEX)
        else:
            spend_gear(s, b, seat, action - Action.USE_GEAR, NOBODY)
    elif ask == Ask.COLOR:
        answer_color(s, b, action - Action.COLOR)
    elif ask == Ask.PERK:
        quarry_cube(s, seat, action - Action.COLOR, Quarried.BY_PERK)
    elif ask == Ask.GEAR:
        answer_gear(s, b, action - Action.TAKE_GEAR)
    elif ask == Ask.STRIKE:
        answer_strike(s, b, action - Action.TARGET)
    elif ask == Ask.WELD:
        answer_weld(s, b, action - Action.BUILD)
    elif ask == Ask.AT_END:
        play_at_end(s, b, seat, action)
    elif ask == Ask.ROBOT:
        choose_robot(s, b, seat, action - Action.ROBOT)
    elif ask == Ask.DRAFT:
        draft(s, b, seat, action - Action.DRAFT)
    elif ask >= Ask.SPARE:
        _answer_payment(s, b, seat, action)
    elif action == Action.PASS:
        pass_step(s)
    elif ask == Ask.ABILITIES:
        use_attack_part(s, b, seat, action - Action.USE_PART)
    else:
        use_attack_gear(s, b, seat, action - Action.USE_GEAR)


@jitable
def _answer_payment(s: Coalheart, b: CoalheartTables, seat: int, action: int) -> None:
    if action == Action.PASS:
        pass_paying(s)
    elif s.ask == Ask.SPARE:
        spare(s, seat, action - Action.SPARE)
    elif s.ask == Ask.BARTER:
        barter(s, b, seat)
    elif s.ask == Ask.BARTERED:
        lay_bartered(s, action - Action.COLOR)
    else:
        exchange(s, seat, action - Action.EXCHANGE)


def hide(s: Coalheart, b: CoalheartTables, seat: int) -> None:
    """Only the order of the Gear deck is hidden (CH-Q49)."""
    for i in range(s.deck_left):
        s.deck[i] = UNKNOWN


def determinize(s: Coalheart, b: CoalheartTables, seat: int) -> None:
    """Shuffles all unseen cards into the deck."""
    left = 0
    for kind in range(GEARS):
        for _ in range(_unseen(s, b, kind)):
            s.deck[left] = kind
            left += 1
    shuffle(s, s.deck, 0, left)


def weigh(s: Coalheart, b: CoalheartTables, out: Ints) -> None:
    """Weighs the next card of the Gear deck, or of the used cards if the deck is empty, and then the next cube."""
    top = s.deck[s.deck_left - 1] if s.deck_left > 0 else EMPTY
    for kind in range(GEARS):
        if s.deck_left > 0:
            out[kind] = _unseen(s, b, kind) if top == UNKNOWN else int(kind == top)
        else:
            out[kind] = s.discard[kind]
    for color in range(COLOR_COUNT):
        out[GEARS + color] = s.supply[color]


@jitable
def _unseen(s: Coalheart, b: CoalheartTables, kind: int) -> int:
    """How many cards of a kind are in the deck."""
    if s.stage <= Stage.DRAFTING:
        return 0
    count = b.gear_count[kind] - s.discard[kind]
    for place in range(s.seats + 2):
        count -= s.row[place] == kind
    for seat in range(s.seats):
        count -= s.gear[seat, kind]
    return count


def rank(s: Coalheart, b: CoalheartTables, out: Ints) -> None:
    """Winners come first; the others, or all during the game, rank by parts, then HP."""
    for seat in range(s.seats):
        out[seat, 1] = _standing(s, seat)
    places(out, s.seats)
    for seat in range(s.seats):
        out[seat, 1] = s.parts[seat]


@jitable
def _standing(s: Coalheart, seat: int) -> int:
    if s.winners >> seat & 1:
        return 1 << 20
    return 64 * s.parts[seat] + s.hp[seat]


def evaluate(s: Coalheart, b: CoalheartTables, out: Ints) -> None:
    """Each seat's chance, proportional to the fourth power of `heuristic`; after the game, winners share it."""
    for seat in range(s.seats):
        if s.over:
            out[seat] = s.winners >> seat & 1
        else:
            out[seat] = 1 if s.stage <= Stage.DRAFTING else heuristic(s, b, seat)
    if s.over or s.stage <= Stage.DRAFTING:
        share_among_best(out, s.seats)
    else:
        share_by_heuristic(out, s.seats)


def tally(s: Coalheart, b: CoalheartTables, out: Ints) -> None:
    """The robot of each seat, the kind of victory of the winners, and the parts that each seat has built."""
    for seat in range(s.seats):
        out[seat, s.robot[seat]] = 1
        if s.winners >> seat & 1:
            out[seat, ROBOTS + s.victory - 1] = 1
        for slot in range(BODY):
            if s.built[seat] >> slot & 1:
                out[seat, ROBOTS + Victory.LAST_ROUND + s.body[seat, slot]] = 1
