"""The rules of Robots: Battle for the Coal Heart. Numbers like CH-R4 are those of `rules.md`.

Here are the state and the verbs. What a turn offers stands in `turns.py`, abilities and the stack that carries them
out in `effects.py`, attacks in `attack.py`, payments in `paying.py`.
"""

from __future__ import annotations

from cogtable.engine.chance import shuffle
from cogtable.engine.jit import jitable
from cogtable.engine.notes import ALL, note
from cogtable.engine.state import Int8, Int16, Ints, Mask, State, option
from cogtable.games.coalheart import deal as deals
from cogtable.games.coalheart.attack import (
    fighting_options,
    go_on_fighting,
    pass_step,
    use_attack_gear,
    use_attack_part,
)
from cogtable.games.coalheart.components import (
    BODY,
    CUBES,
    GEAR_CARDS,
    GEARS,
    HEXES,
    PARTS,
    ROBOTS,
    SEATS,
    TRIGGERS,
    CoalheartTables,
)
from cogtable.games.coalheart.deeds import colors, others, quarry_cube
from cogtable.games.coalheart.effects import (
    answer_color,
    answer_gear,
    answer_strike,
    answer_weld,
    color_options,
    gear_options,
    go_on_running,
    go_on_triggering,
    spend_gear,
)
from cogtable.games.coalheart.paying import (
    barter,
    exchange,
    exchange_options,
    go_on_paying,
    lay_bartered,
    pass_paying,
    paying_options,
    spare,
)
from cogtable.games.coalheart.stack import lowest, top, whole
from cogtable.games.coalheart.terms import (
    ACTED,
    ASK_ABILITIES,
    ASK_AT_END,
    ASK_BARTER,
    ASK_BARTERED,
    ASK_COLOR,
    ASK_DRAFT,
    ASK_EXCHANGE,
    ASK_GEAR,
    ASK_HEX,
    ASK_PERK,
    ASK_ROBOT,
    ASK_SPARE,
    ASK_STRIKE,
    ASK_TURN,
    ASK_WELD,
    BUILD,
    COLOR,
    DEALT_OUT,
    DEPTH,
    DRAFT,
    DRAFTING,
    EXCHANGE,
    FIGHTING,
    FRAME,
    HEX,
    LAST_ROUND,
    NOBODY,
    PASS,
    PASSED,
    ROBOT,
    RUN,
    SPARE,
    STANDARD,
    TAKE_GEAR,
    TARGET,
    TASK,
    TRIGGER,
    UNKNOWN,
    USE_GEAR,
    USE_PART,
)
from cogtable.games.coalheart.turns import (
    advance,
    ask_for_hex,
    at_end_options,
    hex_options,
    play_at_end,
    play_turn,
    select,
    turn_options,
)
from cogtable.games.coalheart.worth import worth


class Coalheart(State):
    """A game in progress."""

    mode: Int8 = option(
        STANDARD,
        choices=("standard", "drafting", "demo"),
        title="Mode",
        text="Drafting: robots are put together from all 66 parts. Demo: four parts stand already, with 15 HP.",
    )
    robots: Int8 = option(
        DEALT_OUT,
        choices=("dealt", "chosen"),
        title="Robots",
        text="Dealt at random, or chosen one after the other from the first player on. In a draft they are dealt.",
    )
    together: Int8 = option(
        0, choices=("in turn", "together"), title="Upgrading", text="Together: nobody waits for the player before."
    )
    limit: Int16 = option(
        60,
        low=1,
        high=99,
        title="Most rounds",
        text="No rule ends a game in which nobody builds or fights; this does.",
    )

    # What is going on.
    stage: Int8
    ask: Int8
    """What the waiting seats are asked."""
    depth: Int8
    """How many frames lie on the stack."""
    stack: Int16[DEPTH, FRAME]
    """What has begun and waits for what it set off, the last begun last (see `effects.py`)."""
    rounds: Int16
    """The present round, from 1; 0 before the first."""
    phase: Int8
    """The present phase of the round, from 0."""
    first: Int8
    """Who has the First Player card."""
    lead: Int8
    """The Active Player; in a draft or while robots are chosen who is to choose."""
    turns: Int8
    """Bit p is set while it is the turn of seat p: one seat, or several that upgrade together."""
    hex: Int8
    """The hex of this phase; EMPTY until it is selected."""
    step: Int8
    """How far the end of a phase has come."""
    closing: Int8
    """The seat that comes next in that step, counted from the Active Player."""
    picked: Int8[SEATS]
    """The hex of each phase of this round, EMPTY for those to come."""
    face_up: Int8[len(HEXES)]
    """How many hexes of each kind can be selected."""
    drafted: Int8
    """How many parts have been drafted."""

    # Robots.
    robot: Int8[SEATS]
    """The playmat of each seat; EMPTY until it is chosen."""
    body: Int8[SEATS, BODY]
    """The part that belongs in each slot; EMPTY until it is drafted."""
    owner: Int8[PARTS]
    """The seat that each part belongs to; NOBODY's lie in the draft or in the box."""
    built: Int16[SEATS]
    """A bit for each slot."""
    parts: Int8[SEATS]
    """How many are built."""
    power: Int8[SEATS]
    """The attack value."""
    listens: Int16[SEATS, TRIGGERS]
    """The built slots whose part acts then, a bit each."""
    deluxe: Int8
    """Bit p is set when seat p may always take deluxe Gear."""
    hp: Int8[SEATS]
    """0 is broken."""
    heart: Int8
    """Who has the Coal Heart; NOBODY at first."""

    # Cubes and Gear.
    cubes: Int8[SEATS, CUBES]
    quarry: Int8[CUBES]
    supply: Int8[CUBES]
    gear: Int8[SEATS, GEARS]
    """Cards of each kind that a seat holds."""
    row: Int8[SEATS + 2]
    """The kinds of the Gear cards that lie face up; EMPTY where none does."""
    deck: Int8[GEAR_CARDS]
    """The kinds of the cards in the Gear deck, its top last."""
    deck_left: Int8
    discard: Int8[GEARS]
    """Used cards of each kind."""

    # This phase.
    had_heart: Int8
    """Whether the Active Player had the Coal Heart when the hex was selected (CH-Q59)."""
    shielded: Int8
    """Bit p is set when seat p cannot be attacked."""
    gained: Int16[SEATS]
    """Resources that a seat got."""
    fresh: Int16[SEATS]
    """The slots built in this phase, a bit each."""
    welded: Int8
    """Bit p is set when seat p has used Welder's Kit."""

    # This turn; of everyone whose turn it is.
    acted: Int8
    """Bit p is set when seat p has done what the hex lets it do."""
    chances: Int16[SEATS]
    """Slots whose part still lets the seat attack in this phase, a bit each."""
    usable: Int16[SEATS]
    """Slots whose part the seat may still use in this turn, a bit each."""
    discounts: Int8[SEATS]
    """Cubes that parts to be built may cost less; each goes on one part."""
    dealt: Int16[SEATS, SEATS]
    """Damage that the one dealt to the other."""

    # The attack, while one goes on (FIGHTING is on the stack, its owner the attacker).
    target: Int8
    """Who is attacked; NOBODY."""
    added: Int16
    """What goes on top of the attack value."""
    doubled: Int8
    """How many times the damage is doubled."""
    halved: Int8
    """How many times it is halved."""
    waiting_parts: Int16
    """Slots of the attacker whose part has not acted yet in this attack, a bit each."""

    # The payment, while one goes on (PAYING is on the stack).
    owed: Int8[CUBES]
    """Cubes of the price that are neither paid nor saved so far."""
    laid: Int8[CUBES]
    """Cubes laid aside for it."""
    spared: Int8
    """Colours of which a cube was saved or exchanged for, a bit each: no three of these stand for another (CH-Q81)."""
    given: Int8
    """Colours of which three stand for another cube, a bit each."""
    bartering: Int8
    """How many cubes of any colours are still to be paid (CH-F33), 0 for the printed price."""

    # The end.
    victory: Int8
    winners: Int8
    """Bit p is set when seat p has won."""


UNDECIDED = -1


# --- the verbs --------------------------------------------------------------------------------------------------


def setup(s: Coalheart, b: CoalheartTables) -> None:
    """CH-R4 to CH-R10, CH-R49, CH-R53."""
    deals.deal(s, b)
    if s.stage <= DRAFTING:
        deals.ask_before_game(s)
    else:
        ask_for_hex(s)


def legal(s: Coalheart, b: CoalheartTables, seat: int, mask: Mask) -> None:
    """Whatever is asked of the seat."""
    _write_options(s, b, whole(seat), mask)


@jitable
def _write_options(s: Coalheart, b: CoalheartTables, seat: int, mask: Mask) -> None:
    if s.ask == ASK_ROBOT:
        robots = deals.free_robots(s)
        for robot in range(ROBOTS):
            mask[ROBOT + robot] = robots >> robot & 1
    elif s.ask == ASK_DRAFT:
        for part in range(PARTS):
            mask[DRAFT + part] = deals.may_draft(s, seat, part)
    else:
        bits = _options(s, b, seat)
        for action in range(SPARE + CUBES):
            mask[action] = bits >> action & 1
        if s.ask == ASK_EXCHANGE:
            pairs = exchange_options(s, seat)
            for pair in range(CUBES * CUBES):
                mask[EXCHANGE + pair] = pairs >> pair & 1


@jitable
def _options(s: Coalheart, b: CoalheartTables, seat: int) -> int:
    """The legal actions of a waiting seat below EXCHANGE, a bit each."""
    ask = s.ask
    if ask == ASK_TURN:
        return turn_options(s, b, seat)
    if ask == ASK_HEX:
        return hex_options(s, b, seat)
    if ask == ASK_COLOR:
        return color_options(s, b) << COLOR
    if ask == ASK_PERK:
        return colors(s.quarry) << COLOR
    if ask == ASK_GEAR:
        return gear_options(s, b) << TAKE_GEAR
    if ask == ASK_STRIKE:
        return others(s, seat) << TARGET
    if ask == ASK_WELD:
        return (~whole(s.built[seat]) & ((1 << BODY) - 1)) << BUILD
    if ask == ASK_AT_END:
        return at_end_options(s, b, seat)
    if ask >= ASK_SPARE:
        return paying_options(s, b, seat)
    return fighting_options(s, b)


def play(s: Coalheart, b: CoalheartTables, seat: int, action: int) -> None:
    """Applies an action, and all that follows from it without a choice."""
    note(s, ALL, ACTED, seat, s.rounds, s.phase + 1)
    if action == PASS and s.ask < ASK_SPARE:
        note(s, ALL, PASSED, seat, s.ask)
    s.waiting = 1 << whole(seat)
    _go_on(s, b, whole(action))


@jitable
def _go_on(s: Coalheart, b: CoalheartTables, action: int) -> None:
    """Plays an action of the one waiting seat, and what must follow until somebody has a real choice."""
    while action != UNDECIDED:
        seat = lowest(whole(s.waiting))
        s.waiting = 0
        _answer(s, b, seat, action)
        action = _forced(s, b)


@jitable
def _forced(s: Coalheart, b: CoalheartTables) -> int:
    """Goes on to the next question; the answer to it if there is only one, UNDECIDED if somebody can choose."""
    while not s.waiting and not s.over:
        _step(s, b)
    if s.over or s.ask == ASK_ROBOT or s.ask == ASK_DRAFT or s.ask == ASK_EXCHANGE or s.waiting & (s.waiting - 1):
        return UNDECIDED
    bits = _options(s, b, lowest(whole(s.waiting)))
    return UNDECIDED if bits & (bits - 1) else lowest(bits)


@jitable
def _step(s: Coalheart, b: CoalheartTables) -> None:
    """One step of what lies on top of the stack; of the turn or the phase if nothing does."""
    if s.depth > 0:
        task = top(s, TASK)
        if task == RUN:
            go_on_running(s, b)
        elif task == TRIGGER:
            go_on_triggering(s, b)
        elif task == FIGHTING:
            go_on_fighting(s, b)
        else:
            go_on_paying(s, b)
    elif s.stage <= DRAFTING:
        deals.ask_before_game(s)
    else:
        advance(s, b)


@jitable
def _answer(s: Coalheart, b: CoalheartTables, seat: int, action: int) -> None:
    """Does what a seat has chosen."""
    ask = s.ask
    if ask == ASK_TURN:
        play_turn(s, b, seat, action)
    elif ask == ASK_HEX:
        if action < COLOR:
            select(s, b, action - HEX)
        else:
            spend_gear(s, b, seat, action - USE_GEAR, NOBODY)
    elif ask == ASK_COLOR:
        answer_color(s, b, action - COLOR)
    elif ask == ASK_PERK:
        quarry_cube(s, seat, action - COLOR, 1)
    elif ask == ASK_GEAR:
        answer_gear(s, b, action - TAKE_GEAR)
    elif ask == ASK_STRIKE:
        answer_strike(s, b, action - TARGET)
    elif ask == ASK_WELD:
        answer_weld(s, b, action - BUILD)
    elif ask == ASK_AT_END:
        play_at_end(s, b, seat, action)
    elif ask == ASK_ROBOT:
        deals.choose_robot(s, b, seat, action - ROBOT)
    elif ask == ASK_DRAFT:
        deals.draft(s, b, seat, action - DRAFT)
    elif ask >= ASK_SPARE:
        _answer_payment(s, b, seat, action)
    elif action == PASS:
        pass_step(s)
    elif ask == ASK_ABILITIES:
        use_attack_part(s, b, seat, action - USE_PART)
    else:
        use_attack_gear(s, b, seat, action - USE_GEAR)


@jitable
def _answer_payment(s: Coalheart, b: CoalheartTables, seat: int, action: int) -> None:
    if action == PASS:
        pass_paying(s)
    elif s.ask == ASK_SPARE:
        spare(s, seat, action - SPARE)
    elif s.ask == ASK_BARTER:
        barter(s, b, seat)
    elif s.ask == ASK_BARTERED:
        lay_bartered(s, action - COLOR)
    else:
        exchange(s, seat, action - EXCHANGE)


def hide(s: Coalheart, b: CoalheartTables, seat: int) -> None:
    """Only the order of the Gear deck is hidden (CH-Q49)."""
    for i in range(s.deck_left):
        s.deck[i] = UNKNOWN


def guess(s: Coalheart, b: CoalheartTables, seat: int) -> None:
    """Shuffles the cards that lie nowhere else into the deck."""
    left = 0
    for kind in range(GEARS):
        for _ in range(_unseen(s, b, kind)):
            s.deck[left] = kind
            left += 1
    shuffle(s, s.deck, 0, left)


@jitable
def _unseen(s: Coalheart, b: CoalheartTables, kind: int) -> int:
    """How many cards of a kind lie in the deck."""
    if s.stage <= DRAFTING:
        return 0
    count = whole(b.gear_count[kind]) - whole(s.discard[kind])
    for place in range(s.seats + 2):
        count -= s.row[place] == kind
    for seat in range(whole(s.seats)):
        count -= whole(s.gear[seat, kind])
    return count


def rank(s: Coalheart, b: CoalheartTables, out: Ints) -> None:
    """Who has won is first; the others, and all while the game goes on, stand by parts, then HP."""
    for seat in range(whole(s.seats)):
        place = 1
        for other in range(s.seats):
            place += _standing(s, other) > _standing(s, seat)
        out[seat, 0] = place
        out[seat, 1] = s.parts[seat]


@jitable
def _standing(s: Coalheart, seat: int) -> int:
    if s.winners >> seat & 1:
        return 1 << 20
    return 64 * whole(s.parts[seat]) + whole(s.hp[seat])


def estimate(s: Coalheart, b: CoalheartTables, out: Ints) -> None:
    """Chances in proportion to the fourth power of what each seat has; who has won shares the whole chance."""
    total = 0
    for seat in range(whole(s.seats)):
        if s.over:
            out[seat] = s.winners >> seat & 1
        elif s.stage <= DRAFTING:
            out[seat] = 1
        else:
            weight = worth(s, b, seat)
            weight = weight * weight // 64
            out[seat] = weight * weight // 64
        total += whole(out[seat])
    for seat in range(whole(s.seats)):
        out[seat] = whole(out[seat]) * 1000 // max(1, total)


def tally(s: Coalheart, b: CoalheartTables, out: Ints) -> None:
    """The robot of each seat, the kind of victory of those that won, and the parts that each has built."""
    for seat in range(whole(s.seats)):
        out[seat, s.robot[seat]] = 1
        if s.winners >> seat & 1:
            out[seat, ROBOTS + s.victory - 1] = 1
        for slot in range(BODY):
            if s.built[seat] >> slot & 1:
                out[seat, ROBOTS + LAST_ROUND + s.body[seat, slot]] = 1
