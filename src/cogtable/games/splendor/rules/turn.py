"""A turn: an action, the return of tokens beyond ten, the visit of a noble, then the next seat.

Each game's `play` combines these with steps of its own.
"""

from __future__ import annotations

from cogtable.games.splendor.rules.actions import PACKED_TAKEN, Action
from cogtable.games.splendor.rules.box import GemTables
from cogtable.games.splendor.rules.components import CARDS, COLOR_COUNT, GOLD, HOLD, LEVELS, PLACES, ROW
from cogtable.games.splendor.rules.events import Ending, Event
from cogtable.games.splendor.rules.packing import change, covers, packed, total, unpack
from cogtable.games.splendor.rules.paying import buy, continue_payment, start_paying
from cogtable.games.splendor.rules.state import EMPTY, IN_SIGHT, UNSEEN, GemState, Payment, Phase
from cogtable.rules import ALL, below, jitable, lowest_bit, note, shuffle


@jitable
def visitors(s: GemState, b: GemTables, seat: int) -> int:
    """The nobles on the table (bits) that would visit a seat (SP-R7, MM-R12)."""
    bonuses, found = packed(s.bonus[seat]), 0
    for i in range(len(s.nobles)):
        if s.nobles[i] >= 0:
            found |= ((s.noble_owner[i] == EMPTY) & covers(bonuses, b.packed_needs[s.nobles[i]])) << i
    return found


# --- setting up -------------------------------------------------------------------------------------


@jitable
def lay_out(s: GemState, b: GemTables) -> None:
    """Sets up tokens, decks and rows, but no nobles (SP-R1, SP-R2, SP-Q12, MM-R2, MM-R3)."""
    if not s.assists:
        s.payment = Payment.FREE  # SP-R9, MM-X3
    s.board[:] = EMPTY
    s.reserved[:] = EMPTY
    s.nobles[:] = EMPTY
    s.noble_owner[:] = EMPTY
    s.owner[:] = UNSEEN
    s.pending = EMPTY
    for color in range(COLOR_COUNT):
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
    for place in range(PLACES):
        _turn_up(s, place)


@jitable
def begin(s: GemState) -> None:
    """Starts the first turn."""
    s.start = below(s, s.seats) if s.first else 0
    s.turn = s.start
    s.rounds = 1
    s.waiting = 1 << s.turn
    note(s, ALL, Event.STARTED, seat=s.start)


# --- the action -------------------------------------------------------------------------------------


@jitable
def carry_out(s: GemState, b: GemTables, seat: int, action: int) -> int:
    """Carries out any action but the choice of a noble.

    Returns the place of the card bought, or EMPTY; the card stays there until `clear_place`.
    """
    if action == Action.PASS:
        s.passes += 1
        note(s, ALL, Event.PASSED, seat=seat)
        return EMPTY
    s.passes = 0
    if action < Action.RESERVE:
        _take(s, seat, action)
    elif action < Action.BUY:
        _reserve(s, seat, action)
    elif action < Action.GIVE_BACK:
        return start_paying(s, b, seat, action - Action.BUY)
    elif action < Action.CHOOSE_NOBLE:
        _give_back(s, seat, action - Action.GIVE_BACK)
    elif action < Action.PAY_REST:
        s.gold_for[action - Action.GOLD_FOR] += 1
        return continue_payment(s, b, seat)
    else:
        return buy(s, b, seat)
    return EMPTY


@jitable
def _take(s: GemState, seat: int, action: int) -> None:
    taken = PACKED_TAKEN[action]
    unpack(packed(s.bank) - taken, s.bank)
    unpack(packed(s.tokens[seat]) + taken, s.tokens[seat])
    note(s, ALL, Event.TOOK, seat=seat, action=action)


@jitable
def _give_back(s: GemState, seat: int, kind: int) -> None:
    change(s.tokens[seat], kind, -1)
    change(s.bank, kind, 1)
    if kind >= GOLD:  # `change` changes only the counts of colours
        s.tokens[seat, kind] -= 1
        s.bank[kind] += 1
    note(s, ALL, Event.GAVE_BACK, seat=seat, kind=kind)


@jitable
def clear_place(s: GemState, seat: int, place: int) -> None:
    """Refills a place in the rows (SP-Q3, MM-R9), or empties one in the hand, after its card has gone."""
    if place < PLACES:
        _turn_up(s, place)
    else:
        s.reserved[seat, place - PLACES] = EMPTY
        s.blind[seat, place - PLACES] = 0


@jitable
def _turn_up(s: GemState, place: int) -> None:
    """Fills a place in the rows from its deck."""
    level = place // ROW
    card = _draw(s, level)
    s.board[place] = card
    if card != EMPTY:
        s.owner[card] = IN_SIGHT
        note(s, ALL, Event.DEALT, card=card, place=place)


@jitable
def _draw(s: GemState, level: int) -> int:
    """Draws the top card of a deck (level from 0); EMPTY if there is none."""
    if s.deck_left[level] == 0:
        return EMPTY
    s.deck_left[level] -= 1
    top = s.deck_first[level] + s.deck_left[level]
    card = s.deck[top]
    s.deck[top] = EMPTY
    return card


@jitable
def _reserve(s: GemState, seat: int, action: int) -> None:
    """SP-R5, MM-R7."""
    i = 0
    while s.reserved[seat, i] != EMPTY:
        i += 1
    if action < Action.RESERVE_BLIND:
        place = action - Action.RESERVE
        card = s.board[place]
        s.reserved[seat, i] = card
        s.blind[seat, i] = 0
        note(s, ALL, Event.RESERVED, seat=seat, card=card, place=place)
        _turn_up(s, place)
    else:
        level = action - Action.RESERVE_BLIND
        card = _draw(s, level)
        s.reserved[seat, i] = card
        s.blind[seat, i] = level + 1
        s.owner[card] = IN_SIGHT
        note(s, ALL, Event.RESERVED_BLIND, seat=seat, level=level + 1, place=i)
        note(s, 1 << seat, Event.SAW, seat=seat, card=card)
    if s.bank[GOLD] > 0:
        s.bank[GOLD] -= 1
        s.tokens[seat, GOLD] += 1
        note(s, ALL, Event.TOOK_GOLD, seat=seat)


# --- after the action -------------------------------------------------------------------------------


@jitable
def must_decide(s: GemState, b: GemTables, seat: int) -> bool:
    """Whether the seat has another decision in this turn, in the order of SP-Q4 and MM-Q23.

    It may have to finish paying, return tokens, or choose a noble; a single noble visits at once.
    """
    return s.phase == Phase.PAY or _must_return(s, seat) or _must_choose_noble(s, b, seat)


@jitable
def _must_return(s: GemState, seat: int) -> bool:
    """Whether tokens must be returned, one by one, down to ten (SP-R4, SP-Q5, MM-R11)."""
    held = total(packed(s.tokens[seat]))
    for kind in range(GOLD, len(s.bank)):
        held += s.tokens[seat, kind]
    if held > HOLD:
        s.phase = Phase.RETURN
        return True
    return False


@jitable
def _must_choose_noble(s: GemState, b: GemTables, seat: int) -> bool:
    """Lets one noble a turn visit; whether the seat must choose among several (SP-R7, SP-Q7, MM-R12)."""
    found = visitors(s, b, seat)
    if found & (found - 1):
        s.phase = Phase.NOBLE
        return True
    if found:
        receive(s, b, seat, lowest_bit(found))
    return False


@jitable
def receive(s: GemState, b: GemTables, seat: int, i: int) -> None:
    """Lets noble number i on the table visit a seat."""
    s.noble_owner[i] = seat
    s.points[seat] += b.noble_points[s.nobles[i]]
    note(s, ALL, Event.VISITED, seat=seat, place=i, noble=s.nobles[i])


@jitable
def end_turn(s: GemState, seat: int, reached: bool) -> None:
    """Passes the turn on; with `reached`, the game ends when the round is complete (SP-R8, SP-Q10, MM-R15).

    It also ends when all have passed in a row (SP-Q14, MM-Q25), and after the last round allowed.
    """
    s.phase = Phase.ACT
    s.turn = seat + 1 if seat + 1 < s.seats else 0
    s.waiting = 1 << s.turn
    if s.turn == s.start:
        if reached:
            _end(s, Ending.REACHED)
            return
        if s.rounds >= s.limit:
            _end(s, Ending.LIMIT)
            return
        s.rounds += 1
    if s.passes == s.seats:
        _end(s, Ending.ALL_PASSED)
        return
    note(s, ALL, Event.TURN, seat=s.turn, round=s.rounds)


@jitable
def _end(s: GemState, reason: int) -> None:
    s.over = 1
    s.waiting = 0
    note(s, ALL, Event.ENDED, ending=reason)
