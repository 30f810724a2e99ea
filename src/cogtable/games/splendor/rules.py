"""The rules of Splendor. Numbers like SP-R4 are those of `rules.md`."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
from numba.extending import register_jitable

from cogtable.engine.box import column, value
from cogtable.engine.chance import below, shuffle
from cogtable.engine.notes import ALL, note
from cogtable.engine.state import Int8, Int16, Int64, Ints, Mask, State, Tables, option

COLORS = ("white", "blue", "green", "red", "black")
GOLD = 5
KINDS = (*COLORS, "gold")

CARDS = 90
LEVELS = 3
ROW = 4
"""Cards face up of each level."""
HAND = 3
"""The most cards one may hold in reserve."""
HOLD = 10
"""The most tokens one may keep."""
NOBLES = 10
SHOWN_NOBLES = 5

# What stands where a card could be.
EMPTY = -1
UNKNOWN = -2

# Where a card is, as far as it is known (`Splendor.owner`); a seat's number: bought by that seat.
UNSEEN = -1
IN_SIGHT = -2

# What the seat to move must do.
ACT = 0
PAY = 1
RETURN = 2
NOBLE = 3

AUTOMATIC = 0
FREE = 1


class SplendorTables(Tables):
    """The components."""

    level: Int8[CARDS] = column("cards", "level", low=1, high=LEVELS)
    bonus: Int8[CARDS] = column("cards", "bonus", names=COLORS)
    points: Int8[CARDS] = column("cards", "points", high=20)
    cost: Int8[CARDS, GOLD] = column("cards", "cost", names=COLORS, high=20)
    noble_points: Int8[NOBLES] = column("nobles", "points", high=20)
    noble_needs: Int8[NOBLES, GOLD] = column("nobles", "needs", names=COLORS, high=20)
    packed_cost: Int64[CARDS]
    """Cost and needs as one number each, a byte for each colour (see `_lacking`)."""
    packed_needs: Int64[NOBLES]
    gems: Int8[5] = value("gems", high=20)
    """Tokens of each colour with that many seats."""
    gold: Int8 = value("gold", high=20)

    @staticmethod
    def check(b: Any) -> Any:
        """Cards must stand in the order of their levels, with enough for a full row of each."""
        levels = [int(level) for level in b.level]
        if levels != sorted(levels):
            yield "cards", "expected all of level 1 first, then level 2, then level 3; found another order"
        seen: dict[tuple[int, ...], int] = {}
        for card in range(CARDS):
            same = seen.setdefault(
                (levels[card], int(b.bonus[card]), int(b.points[card]), *map(int, b.cost[card])), card
            )
            if same != card:
                yield f"cards {card + 1}", f"is the same as card {same + 1}; each must be another"
        for level in range(1, LEVELS + 1):
            if levels.count(level) < ROW:
                yield "cards", f"expected at least {ROW} of level {level}; found {levels.count(level)}"

    @staticmethod
    def derive(b: Any) -> None:
        """Packs costs and needs."""
        for card in range(CARDS):
            b.packed_cost[card] = _packed(b.cost[card])
        for noble in range(NOBLES):
            b.packed_needs[noble] = _packed(b.noble_needs[noble])


class Splendor(State):
    """A game in progress."""

    target: Int16 = option(15, low=1, high=50, title="Points to reach", text="Who reaches them starts the last round.")
    payment: Int8 = option(
        AUTOMATIC,
        choices=("automatic", "free"),
        title="Paying with gold",
        text="Automatic spends as little gold as possible; free lets you choose. Without assists it is free.",
    )
    first: Int8 = option(0, choices=("seat 1", "random"), title="Who starts")
    limit: Int16 = option(
        200, low=1, high=500, title="Most rounds", text="No rule ends a game in which nobody buys; this does."
    )

    start: Int8
    """The seat that began."""
    turn: Int8
    """The seat to move."""
    phase: Int8
    rounds: Int16
    """The number of the present round, from 1."""
    passes: Int8
    """Seats that passed in a row."""
    pending: Int8
    """Where the card lies that is being paid: 0 to 11 in the rows, from 12 in the hand; EMPTY if none."""
    gold_for: Int8[GOLD]
    """Gold laid aside for each colour of the pending price."""
    bank: Int8[6]
    tokens: Int8[4, 6]
    bonus: Int8[4, GOLD]
    points: Int8[4]
    bought: Int8[4]
    board: Int8[LEVELS * ROW]
    """The face-up cards, level by level; EMPTY where a deck has run out."""
    reserved: Int8[4, HAND]
    blind: Int8[4, HAND]
    """The level of a card reserved unseen, 0 for one that everybody knows."""
    deck: Int8[CARDS]
    """The decks, one after the other, each with its top last."""
    deck_first: Int8[LEVELS]
    """Where each deck begins in `deck`."""
    deck_left: Int8[LEVELS]
    owner: Int8[CARDS]
    nobles: Int8[SHOWN_NOBLES]
    noble_owner: Int8[SHOWN_NOBLES]
    """The seat that a noble visited, EMPTY while it lies on the table."""


# --- the action space -----------------------------------------------------------------------------

TAKES = [set(some) for size in (3, 2, 1) for some in combinations(range(GOLD), size)]
"""Sets of colours that can be taken at once: threes, twos, ones."""

TAKE = 0
TAKE_SAME = TAKE + len(TAKES)
RESERVE = TAKE_SAME + GOLD
RESERVE_BLIND = RESERVE + LEVELS * ROW
BUY = RESERVE_BLIND + LEVELS
BUY_RESERVED = BUY + LEVELS * ROW
GIVE_BACK = BUY_RESERVED + HAND
CHOOSE_NOBLE = GIVE_BACK + GOLD + 1
GOLD_FOR = CHOOSE_NOBLE + SHOWN_NOBLES
PAY_REST = GOLD_FOR + GOLD
PASS = PAY_REST + 1
ACTIONS = PASS + 1

TOKENS_TAKEN = np.array(
    [[color in some for color in range(GOLD)] for some in TAKES]
    + [[2 * (color == same) for color in range(GOLD)] for same in range(GOLD)],
    np.int8,
)
"""For each taking action how many tokens of each colour."""


def _open_takes(available: int) -> list[bool]:
    """Which sets may be taken when those colours (bits) are in the bank: as many as there are, up to three (SP-Q1)."""
    colors = {color for color in range(GOLD) if available >> color & 1}
    return [some <= colors and len(some) == min(3, len(colors)) for some in TAKES]


OPEN_TAKES = np.array([_open_takes(available) for available in range(1 << GOLD)], np.uint8)

# --- what people see happen (see `table.py`) --------------------------------------------------------

ACTED = 0  # a seat, b round: opens the notes of every action
DEALT = 1  # a card is turned up: a card, b place
TOOK = 2  # a seat, b taking action
RESERVED = 3  # a seat, b card, c place it lay
RESERVED_BLIND = 4  # a seat, b level; c hand place
SAW = 5  # a seat, b card: what the blind card is, for its owner
TOOK_GOLD = 6  # a seat
SHOWED = 7  # a seat, b hand place: the card just bought had lain there unseen
BOUGHT = 8  # a seat, b card, c place
PAID = 9  # a seat, b kind, c count
GAVE_BACK = 10  # a seat, b kind
VISITED = 11  # a seat, b noble's place on the table, c its number
PASSED = 12  # a seat
TURN = 13  # a seat, b round
LAST_ROUND = 14  # a seat
ENDED = 15  # a reason: 0 target reached, 1 all passed, 2 round limit
STARTED = 16  # a seat


# --- the verbs --------------------------------------------------------------------------------------


def setup(s: Splendor, b: SplendorTables) -> None:
    """SP-R1, SP-R2, SP-Q2, SP-Q12."""
    if not s.assists:
        s.payment = FREE  # SP-R9
    s.board[:] = EMPTY
    s.reserved[:] = EMPTY
    s.nobles[:] = EMPTY
    s.noble_owner[:] = EMPTY
    s.owner[:] = UNSEEN
    s.pending = EMPTY
    for color in range(GOLD):
        s.bank[color] = b.gems[s.seats]
    s.bank[GOLD] = b.gold
    for card in range(CARDS):
        s.deck[card] = card
        s.deck_left[b.level[card] - 1] += 1
    first = 0
    for level in range(LEVELS):
        s.deck_first[level] = first
        shuffle(s, s.deck, first, first + s.deck_left[level])
        first += s.deck_left[level]
    for place in range(LEVELS * ROW):
        _turn_up(s, place)
    for i in range(s.seats + 1):
        s.nobles[i] = _other_noble(s, i)
    s.start = below(s, s.seats) if s.first else 0
    s.turn = s.start
    s.rounds = 1
    s.waiting = 1 << s.turn
    note(s, ALL, STARTED, s.start)


@register_jitable
def _other_noble(s: Splendor, dealt: int) -> int:
    """A random noble that is not among the first `dealt` on the table."""
    pick = below(s, NOBLES - dealt)
    for noble in range(NOBLES):
        taken = False
        for i in range(dealt):
            taken |= s.nobles[i] == noble
        if not taken:
            if pick == 0:
                return noble
            pick -= 1
    return EMPTY


def legal(s: Splendor, b: SplendorTables, seat: int, mask: Mask) -> None:
    """SP-R3 to SP-R7."""
    if s.phase == ACT:
        _legal_acts(s, b, seat, mask)
    elif s.phase == PAY:
        mask[PAY_REST] = 1
        card = _card_at(s, seat, s.pending)
        for color in range(GOLD):
            if _price(s, b, seat, card, color) > s.gold_for[color]:
                mask[GOLD_FOR + color] = 1
    elif s.phase == RETURN:
        for kind in range(GOLD + 1):
            if s.tokens[seat, kind] > 0:
                mask[GIVE_BACK + kind] = 1
    else:
        for i in range(SHOWN_NOBLES):
            if _visits(s, b, seat, i):
                mask[CHOOSE_NOBLE + i] = 1


@register_jitable
def _legal_acts(s: Splendor, b: SplendorTables, seat: int, mask: Mask) -> None:
    available = 0
    for color in range(GOLD):
        if s.bank[color] > 0:
            available |= 1 << color
        if s.bank[color] >= 4:  # SP-Q13
            mask[TAKE_SAME + color] = 1
    for i in range(TAKE_SAME):
        mask[TAKE + i] = OPEN_TAKES[available, i]
    room = False
    power, gold = _power(s, seat), s.tokens[seat, GOLD]
    for i in range(HAND):
        card = s.reserved[seat, i]
        if card == EMPTY:
            room = True
        else:
            mask[BUY_RESERVED + i] = _lacking(b.packed_cost[card], power) <= gold
    for place in range(LEVELS * ROW):
        card = s.board[place]
        if card != EMPTY:
            mask[RESERVE + place] = room
            mask[BUY + place] = _lacking(b.packed_cost[card], power) <= gold
    if room:
        for level in range(LEVELS):
            mask[RESERVE_BLIND + level] = s.deck_left[level] > 0
    if available == 0:
        _legal_pass(mask)


@register_jitable
def _legal_pass(mask: Mask) -> None:
    """Passing is legal only when nothing else is (SP-Q8): no card can be reserved or bought, and no token taken."""
    for action in range(RESERVE, GIVE_BACK):
        if mask[action]:
            return
    mask[PASS] = 1


@register_jitable
def _price(s: Splendor, b: SplendorTables, seat: int, card: int, color: int) -> int:
    """Tokens of a colour that a card costs a seat after its bonuses (SP-R6)."""
    return max(0, b.cost[card, color] - s.bonus[seat, color])


@register_jitable
def _affordable(s: Splendor, b: SplendorTables, seat: int, card: int) -> bool:
    return _lacking(b.packed_cost[card], _power(s, seat)) <= s.tokens[seat, GOLD]


# Whether a card can be paid is asked fifteen times a move, so five colours are compared at once: a byte each of one
# number, all below 128, the top bits catching what a subtraction borrows.

TOP_BITS = 0x8080808080
ONES = 0x0101010101


@register_jitable
def _packed(counts: Ints) -> int:
    """Five counts as one number."""
    packed = 0
    for color in range(GOLD):
        packed |= int(counts[color]) << (8 * color)
    return packed


@register_jitable
def _power(s: Splendor, seat: int) -> int:
    """What a seat can pay of each colour by bonuses and tokens, packed."""
    return _packed(s.bonus[seat]) + _packed(s.tokens[seat])


@register_jitable
def _lacking(cost: int, power: int) -> int:
    """How many tokens of all colours together a packed power falls short of a packed cost."""
    left = (int(cost) | TOP_BITS) - power
    short = left & TOP_BITS
    left &= short - (short >> 7)
    return ((left * ONES) >> 32) & 0xFF


@register_jitable
def _visits(s: Splendor, b: SplendorTables, seat: int, i: int) -> bool:
    """Whether noble number i on the table would visit (SP-R7)."""
    noble = s.nobles[i]
    return noble != EMPTY and s.noble_owner[i] == EMPTY and _lacking(b.packed_needs[noble], _packed(s.bonus[seat])) == 0


@register_jitable
def _card_at(s: Splendor, seat: int, place: int) -> int:
    """The card at a place in the rows (0 to 11) or in the hand (from 12)."""
    if place < LEVELS * ROW:
        return s.board[place]
    return s.reserved[seat, place - LEVELS * ROW]


def play(s: Splendor, b: SplendorTables, seat: int, action: int) -> None:
    """Applies an action and what follows from it: replace, return, noble, end (SP-Q4)."""
    note(s, ALL, ACTED, seat, s.rounds)
    if action == PASS:
        s.passes += 1
        note(s, ALL, PASSED, seat)
        _nobles(s, b, seat)
    elif action < RESERVE:
        s.passes = 0
        for color in range(GOLD):
            count = TOKENS_TAKEN[action, color]
            s.bank[color] -= count
            s.tokens[seat, color] += count
        note(s, ALL, TOOK, seat, action)
        _return(s, b, seat)
    elif action < BUY:
        s.passes = 0
        _reserve(s, seat, action)
        _return(s, b, seat)
    elif action < GIVE_BACK:
        s.passes = 0
        _start_paying(s, b, seat, action - BUY)
    elif action < CHOOSE_NOBLE:
        kind = action - GIVE_BACK
        s.tokens[seat, kind] -= 1
        s.bank[kind] += 1
        note(s, ALL, GAVE_BACK, seat, kind)
        _return(s, b, seat)
    elif action < GOLD_FOR:
        _receive(s, b, seat, action - CHOOSE_NOBLE)
        _end_turn(s, seat)
    elif action < PAY_REST:
        s.gold_for[action - GOLD_FOR] += 1
        _go_on_paying(s, b, seat)
    else:
        _buy(s, b, seat)


@register_jitable
def _turn_up(s: Splendor, place: int) -> None:
    """Fills a place in the rows from its deck (SP-Q3)."""
    level = place // ROW
    card = _draw(s, level)
    s.board[place] = card
    if card != EMPTY:
        s.owner[card] = IN_SIGHT
        note(s, ALL, DEALT, card, place)


@register_jitable
def _draw(s: Splendor, level: int) -> int:
    """The top card of a deck (level from 0), or EMPTY."""
    if s.deck_left[level] == 0:
        return EMPTY
    s.deck_left[level] -= 1
    top = s.deck_first[level] + s.deck_left[level]
    card = s.deck[top]
    s.deck[top] = EMPTY
    return card


@register_jitable
def _reserve(s: Splendor, seat: int, action: int) -> None:
    """SP-R5."""
    i = 0
    while s.reserved[seat, i] != EMPTY:
        i += 1
    if action < RESERVE_BLIND:
        place = action - RESERVE
        card = s.board[place]
        s.reserved[seat, i] = card
        s.blind[seat, i] = 0
        note(s, ALL, RESERVED, seat, card, place)
        _turn_up(s, place)
    else:
        level = action - RESERVE_BLIND
        card = _draw(s, level)
        s.reserved[seat, i] = card
        s.blind[seat, i] = level + 1
        s.owner[card] = IN_SIGHT
        note(s, ALL, RESERVED_BLIND, seat, level + 1, i)
        note(s, 1 << seat, SAW, seat, card)
    if s.bank[GOLD] > 0:
        s.bank[GOLD] -= 1
        s.tokens[seat, GOLD] += 1
        note(s, ALL, TOOK_GOLD, seat)


@register_jitable
def _start_paying(s: Splendor, b: SplendorTables, seat: int, place: int) -> None:
    """Gold pays what tokens cannot; what else it pays is the buyer's choice where the option says so (SP-Q9)."""
    s.pending = place
    _lay_gold(s, b, seat, _card_at(s, seat, place))
    _go_on_paying(s, b, seat)


@register_jitable
def _lay_gold(s: Splendor, b: SplendorTables, seat: int, card: int) -> None:
    """Lays aside the gold without which a price cannot be paid."""
    for color in range(GOLD):
        s.gold_for[color] = max(0, _price(s, b, seat, card, color) - s.tokens[seat, color])


@register_jitable
def _go_on_paying(s: Splendor, b: SplendorTables, seat: int) -> None:
    if s.payment == FREE:
        card = _card_at(s, seat, s.pending)
        spare = s.tokens[seat, GOLD]
        open_price = 0
        for color in range(GOLD):
            spare -= s.gold_for[color]
            open_price += _price(s, b, seat, card, color) - s.gold_for[color]
        if spare > 0 and open_price > 0:
            s.phase = PAY
            return
    _buy(s, b, seat)


@register_jitable
def _buy(s: Splendor, b: SplendorTables, seat: int) -> None:
    """SP-R6."""
    place = s.pending
    card = _card_at(s, seat, place)
    note(s, ALL, BOUGHT, seat, card, place)
    if place >= LEVELS * ROW and s.blind[seat, place - LEVELS * ROW]:
        note(s, ALL, SHOWED, seat, place - LEVELS * ROW)
    for color in range(GOLD):
        gold = s.gold_for[color]
        paid = _price(s, b, seat, card, color) - gold
        s.gold_for[color] = 0
        _spend(s, seat, color, paid)
        _spend(s, seat, GOLD, gold)
    s.bonus[seat, b.bonus[card]] += 1
    s.points[seat] += b.points[card]
    s.bought[seat] += 1
    s.owner[card] = seat
    s.pending = EMPTY
    if place < LEVELS * ROW:
        _turn_up(s, place)
    else:
        s.reserved[seat, place - LEVELS * ROW] = EMPTY
        s.blind[seat, place - LEVELS * ROW] = 0
    _nobles(s, b, seat)


@register_jitable
def _spend(s: Splendor, seat: int, kind: int, count: int) -> None:
    if count > 0:
        s.tokens[seat, kind] -= count
        s.bank[kind] += count
        note(s, ALL, PAID, seat, kind, count)


@register_jitable
def _return(s: Splendor, b: SplendorTables, seat: int) -> None:
    """Down to ten tokens, one by one (SP-R4, SP-Q5)."""
    held = 0
    for kind in range(GOLD + 1):
        held += s.tokens[seat, kind]
    if held > HOLD:
        s.phase = RETURN
    else:
        _nobles(s, b, seat)


@register_jitable
def _nobles(s: Splendor, b: SplendorTables, seat: int) -> None:
    """One noble a turn, chosen if there are several (SP-R7, SP-Q7)."""
    count = 0
    last = 0
    for i in range(SHOWN_NOBLES):
        if _visits(s, b, seat, i):
            count += 1
            last = i
    if count > 1:
        s.phase = NOBLE
        return
    if count == 1:
        _receive(s, b, seat, last)
    _end_turn(s, seat)


@register_jitable
def _receive(s: Splendor, b: SplendorTables, seat: int, i: int) -> None:
    s.noble_owner[i] = seat
    s.points[seat] += b.noble_points[s.nobles[i]]
    note(s, ALL, VISITED, seat, i, s.nobles[i])


@register_jitable
def _end_turn(s: Splendor, seat: int) -> None:
    """The round is completed once somebody has reached the target (SP-R8, SP-Q10); see also SP-Q14."""
    s.phase = ACT
    s.turn = (seat + 1) % s.seats
    s.waiting = 1 << s.turn
    reached = _reached(s) > 0
    if s.turn == s.start:
        if reached:
            _end(s, 0)
            return
        if s.rounds >= s.limit:
            _end(s, 2)
            return
        s.rounds += 1
    if s.passes == s.seats:
        _end(s, 1)
        return
    note(s, ALL, TURN, s.turn, s.rounds)
    if s.points[seat] >= s.target and _reached(s) == 1:
        note(s, ALL, LAST_ROUND, seat)


@register_jitable
def _reached(s: Splendor) -> int:
    """How many seats have the points to end the game."""
    count = 0
    for seat in range(s.seats):
        count += s.points[seat] >= s.target
    return count


@register_jitable
def _end(s: Splendor, reason: int) -> None:
    s.over = 1
    s.waiting = 0
    note(s, ALL, ENDED, reason)


def hide(s: Splendor, b: SplendorTables, seat: int) -> None:
    """Decks are unknown to all; a card reserved unseen is known to its owner only, with its price (SP-Q16)."""
    if _pays_unseen(s, seat):
        s.gold_for[:] = 0
    for card in range(CARDS):
        if s.deck[card] != EMPTY:
            s.deck[card] = UNKNOWN
    for other in range(s.seats):
        if other != seat:
            for i in range(HAND):
                if s.blind[other, i] and s.reserved[other, i] != UNKNOWN:
                    s.owner[s.reserved[other, i]] = UNSEEN
                    s.reserved[other, i] = UNKNOWN


@register_jitable
def _pays_unseen(s: Splendor, seat: int) -> bool:
    """Whether somebody is paying for a card that `seat` may not see."""
    return s.turn != seat and s.pending >= LEVELS * ROW and s.blind[s.turn, s.pending - LEVELS * ROW] > 0


def guess(s: Splendor, b: SplendorTables, seat: int) -> None:
    """Shuffles the unseen cards of each level into its deck and the hands where one lies unseen.

    A card that is being paid must be one that its owner can pay with gold to spare, or the rules would not ask.
    """
    card = 0
    for level in range(LEVELS):
        start = s.deck_first[level]
        stop = start
        while card < CARDS and b.level[card] == level + 1:
            if s.owner[card] == UNSEEN:
                s.deck[stop] = card
                stop += 1
            card += 1
        shuffle(s, s.deck, start, stop)
        if _pays_unseen(s, seat) and s.blind[s.turn, s.pending - LEVELS * ROW] == level + 1:
            _guess_paid(s, b, start, stop)
            stop -= 1
        for other in range(s.seats):
            for i in range(HAND):
                if s.reserved[other, i] == UNKNOWN and s.blind[other, i] == level + 1:
                    stop -= 1
                    _guess_hand(s, other, i, stop)


@register_jitable
def _guess_hand(s: Splendor, seat: int, i: int, at: int) -> None:
    """Moves the card at a place of the decks to a hand."""
    card = s.deck[at]
    s.deck[at] = EMPTY
    s.reserved[seat, i] = card
    s.owner[card] = IN_SIGHT


@register_jitable
def _guess_paid(s: Splendor, b: SplendorTables, start: int, stop: int) -> None:
    """Takes the card that is being paid from the end of deck[start:stop], where a fitting one is put first."""
    seat, last = s.turn, stop - 1
    for at in range(start, stop):
        card = s.deck[at]
        if _asks_for_gold(s, b, seat, card):
            s.deck[at] = s.deck[last]
            s.deck[last] = card
            break
    card = s.deck[last]
    _guess_hand(s, seat, s.pending - LEVELS * ROW, last)
    _lay_gold(s, b, seat, card)


@register_jitable
def _asks_for_gold(s: Splendor, b: SplendorTables, seat: int, card: int) -> bool:
    """Whether a seat that buys a card has a choice of what its gold pays."""
    price = _lacking(b.packed_cost[card], _packed(s.bonus[seat]))
    lack = _lacking(b.packed_cost[card], _power(s, seat))
    return lack < s.tokens[seat, GOLD] and lack < price


def rank(s: Splendor, b: SplendorTables, out: Ints) -> None:
    """Points, then fewest cards, then shared (SP-R8, SP-Q6, SP-Q11, SP-Q15)."""
    for seat in range(s.seats):
        place = 1
        for other in range(s.seats):
            more = s.points[other] > s.points[seat]
            level = s.points[other] == s.points[seat]
            if more or (level and s.bought[other] < s.bought[seat]):
                place += 1
        out[seat, 0] = place
        out[seat, 1] = s.points[seat]


def estimate(s: Splendor, b: SplendorTables, out: Ints) -> None:
    """Chances in proportion to the fourth power of what each seat has.

    The weights were found by play: one move ahead they beat random play in 999 of 1000 games for two.
    """
    if s.over:
        _estimate_end(s, b, out)
        return
    total = 0
    for seat in range(s.seats):
        worth = _worth(s, b, seat)
        weight = worth * worth // 64
        weight = weight * weight // 64
        out[seat] = weight
        total += weight
    for seat in range(s.seats):
        out[seat] = int(out[seat]) * 1000 // max(1, total)


@register_jitable
def _estimate_end(s: Splendor, b: SplendorTables, out: Ints) -> None:
    """Who won shares the whole chance."""
    best = 0
    winners = 0
    for seat in range(s.seats):
        score = int(s.points[seat]) * (CARDS + 1) + CARDS - int(s.bought[seat])
        out[seat] = score
        if score > best:
            best = score
            winners = 0
        winners += score == best
    for seat in range(s.seats):
        out[seat] = 1000 // winners if out[seat] == best else 0


@register_jitable
def _worth(s: Splendor, b: SplendorTables, seat: int) -> int:
    """What a seat has: points, bonuses, tokens, the best cards within reach, and nobles in sight."""
    worth = 100 + 50 * int(s.points[seat])
    for color in range(GOLD):
        worth += 44 * min(5, int(s.bonus[seat, color])) + 2 * min(3, int(s.tokens[seat, color]))
    power, gold = _power(s, seat), int(s.tokens[seat, GOLD])
    worth += 5 * gold
    best, second = 0, 0
    for place in range(LEVELS * ROW + HAND):
        card = _card_at(s, seat, place)
        if card >= 0:
            near = max(0, 8 - max(0, _lacking(b.packed_cost[card], power) - gold))
            reach = near * (4 + 5 * int(b.points[card])) // 8
            if reach > best:
                best, second = reach, best
            elif reach > second:
                second = reach
    worth += 2 * best + second
    bonuses = _packed(s.bonus[seat])
    for i in range(SHOWN_NOBLES):
        if s.nobles[i] != EMPTY and s.noble_owner[i] == EMPTY:
            worth += 5 * max(0, 8 - _lacking(b.packed_needs[s.nobles[i]], bonuses))
    return worth
