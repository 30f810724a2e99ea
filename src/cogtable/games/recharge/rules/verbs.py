"""The verbs of Recharge. Numbers like RC-R4 refer to `rules.md`."""

from __future__ import annotations

from cogtable.games.recharge.rules.abilities import WIDTH
from cogtable.games.recharge.rules.actions import Answer
from cogtable.games.recharge.rules.box import RechargeTables
from cogtable.games.recharge.rules.cards import discard, draw, draw_event, drop_event, drop_rest, keep, salvage
from cogtable.games.recharge.rules.components import EVENTS, ROBOTS, ROUNDS, Action
from cogtable.games.recharge.rules.effects import (
    accept,
    add_batteries,
    can_resolve,
    copy,
    discard_rest,
    drain_rest,
    offer_play,
    play_robot,
    run,
    salvage_rest,
)
from cogtable.games.recharge.rules.events import Event
from cogtable.games.recharge.rules.heuristic import chances
from cogtable.games.recharge.rules.hidden_info import (
    determinize_cards,
    determinize_events,
    hide_cards,
    hide_events,
    weigh,
)
from cogtable.games.recharge.rules.legal import legal
from cogtable.games.recharge.rules.offers import can_bring, is_offer
from cogtable.games.recharge.rules.others import begin_together, note_creditor, settle
from cogtable.games.recharge.rules.script import ask, cause, finish, owes_discards, start
from cogtable.games.recharge.rules.state import EMPTY, Place, Question, Recharge, Stage
from cogtable.games.recharge.rules.tokens import charge, gain
from cogtable.rules import ALL, PAD, Ints, below, jitable, note, places, seat_after, shuffle

__all__ = ["determinize", "evaluate", "hide", "legal", "play", "rank", "setup", "tally", "weigh"]


# --- dealing ----------------------------------------------------------------------------------------


def setup(s: Recharge, b: RechargeTables) -> None:
    """RC-R1, RC-R2, RC-Q27, RC-Q28."""
    s.hand[:] = EMPTY
    s.fleet[:] = EMPTY
    s.sight[:] = EMPTY
    s.source[:] = EMPTY
    s.free[:] = EMPTY
    s.chose[:] = EMPTY
    s.place[:] = Place.DECK
    s.owner[:] = Place.DECK
    s.rounds = 1
    s.deck_left = ROBOTS
    for card in range(ROBOTS):
        s.deck[card] = card
    shuffle(s, s.deck, 0, ROBOTS)
    s.charge = below(s, s.seats)
    note(s, ALL, Event.STARTED, seat=s.charge)
    for seat in range(s.seats):
        s.coins[seat] = b.coins
        finish(s, seat)
        draw(s, seat, b.hand)
        for _ in range(b.deal[s.seats]):
            draw_event(s, seat)
    begin_round(s, b)
    advance(s, b)


# --- answers ------------------------------------------------------------------------------------------


def play(s: Recharge, b: RechargeTables, seat: int, action: int) -> None:
    """Applies an answer, continues to the seat's next question, and moves the round on when everybody is ready."""
    note(s, ALL, Event.ACTED, seat=seat, round=s.rounds)
    piled = s.piled
    _answer(s, b, seat, action)
    if s.asks[seat] == Question.NOTHING or s.piled < piled:
        advance(s, b)


@jitable
def _answer(s: Recharge, b: RechargeTables, seat: int, action: int) -> None:
    question = s.asks[seat]
    note(s, ALL, Event.DOES, seat=seat, cause=cause(s, seat))
    if action in (Answer.NO, Answer.PASS):
        # Whether a seat could play a card is secret.
        passed = action == Answer.PASS and question != Question.PLAY
        if passed:
            note(s, ALL, Event.PASSED, seat=seat, question=question)
        else:
            note(s, ALL, Event.DECLINED, seat=seat, question=question, script=s.script[seat], row=s.row[seat] - 1)
        s.asks[seat] = Question.NOTHING
        if s.optional[seat]:
            s.row[seat] += s.skip[seat]
    elif question == Question.WHICH_EVENT:
        _reveal(s, b, action - Answer.EVENT)
    elif question == Question.WHICH_ACTION:
        _act(s, b, seat, action - Answer.ACTION)
    elif question == Question.WHICH_ROBOT:
        s.rests[seat] = action == Answer.REST
        s.asks[seat] = Question.NOTHING
        if action != Answer.REST:
            _resolve(s, b, seat, action - Answer.CARD)
    elif question == Question.MAY:
        s.asks[seat] = Question.NOTHING
        accept(s, b, seat)
    elif question == Question.DROP_EVENT:
        drop_event(s, seat, action - Answer.EVENT)
        _count_answer(s, seat)
    else:
        _name_card(s, b, seat, question, action - Answer.CARD)


@jitable
def _count_answer(s: Recharge, seat: int) -> None:
    """Counts an answer. After the first, the seat must give the rest too."""
    s.remaining[seat] -= 1
    s.optional[seat] = 0
    if s.remaining[seat] == 0:
        s.asks[seat] = Question.NOTHING


@jitable
def _name_card(s: Recharge, b: RechargeTables, seat: int, question: int, card: int) -> None:
    if question == Question.PLAY:
        play_robot(s, b, seat, card)
        s.asks[seat] = Question.NOTHING
        if s.remaining[seat] > 1:
            offer_play(s, b, seat, s.remaining[seat] - 1, s.cut[seat], s.free[seat])
    elif question == Question.DISCARD:
        if owes_discards(s, seat):
            note_creditor(s, seat)
        discard(s, seat, card)
        _count_answer(s, seat)
        discard_rest(s, seat)
    elif question == Question.CHARGE:
        charge(s, seat, card, 1)
        _count_answer(s, seat)
    elif question == Question.DRAIN:
        charge(s, seat, card, -1)
        _count_answer(s, seat)
        drain_rest(s, seat)
    elif question == Question.MOVE_FROM:
        s.source[seat] = card
        s.asks[seat] = Question.MOVE_TO
        s.optional[seat] = 0
        if s.robots[seat] == 2:
            _move_battery(s, seat, int(s.fleet[seat, 0] if s.fleet[seat, 0] != card else s.fleet[seat, 1]))
    elif question == Question.MOVE_TO:
        _move_battery(s, seat, card)
    elif question == Question.KEEP:
        keep(s, seat, card)
        note(s, ALL, Event.KEPT, seat=seat)
        _count_answer(s, seat)
        if s.asks[seat] == Question.NOTHING:
            drop_rest(s, seat)
    elif question == Question.SALVAGE:
        salvage(s, seat, card)
        _count_answer(s, seat)
        salvage_rest(s, seat)
    else:
        s.asks[seat] = Question.NOTHING
        copy(s, b, seat, card)


@jitable
def _move_battery(s: Recharge, seat: int, card: int) -> None:
    charge(s, seat, s.source[seat], -1)
    charge(s, seat, card, 1)
    s.source[seat] = EMPTY
    s.asks[seat] = Question.MOVE_FROM
    _count_answer(s, seat)
    s.optional[seat] = 1


@jitable
def _act(s: Recharge, b: RechargeTables, seat: int, action: int) -> None:
    """Carries out one of the four Actions (RC-R9)."""
    note(s, ALL, Event.CHOSE, seat=seat, action=action)
    more = b.more[s.event, action] if s.event != EMPTY else 0
    s.chose[seat] = action
    s.stage[seat] = Stage.ACTING
    s.asks[seat] = Question.NOTHING
    if action == Action.RESEARCH:
        draw(s, seat, b.research + more)
    elif action == Action.STOCKPILE:
        gain(s, seat, b.stockpile + more)
    elif action == Action.RECHARGE:
        add_batteries(s, seat, b.recharge + more)
    else:
        offer_play(s, b, seat, 1 + more, 0, EMPTY)


# --- the round ----------------------------------------------------------------------------------------


UNDER_WAY = sum(1 << stage for stage in (Stage.FOLLOWING, Stage.ACTING, Stage.REWARDED, Stage.RESOLVING, Stage.CLOSING))
"""The stages (bits) in which a seat continues by itself until it has a question."""


@jitable
def advance(s: Recharge, b: RechargeTables) -> None:
    """Advances every seat without a question, and the round, until a seat must answer."""
    on = True
    while on and not s.over:
        for i in range(s.seats):
            seat = seat_after(s.charge, i, s.seats)
            if s.asks[seat] == Question.PARKED:
                s.asks[seat] = Question.NOTHING
            while s.asks[seat] == Question.NOTHING and UNDER_WAY >> s.stage[seat] & 1:
                run(s, b, seat)
                if s.asks[seat] == Question.NOTHING:
                    _next_stage(s, b, seat)
        on = _withdraw(s, b) or _next_step(s, b)
    s.waiting = 0
    for seat in range(s.seats):
        if s.asks[seat] not in (Question.NOTHING, Question.PARKED):
            s.waiting |= 1 << seat


@jitable
def _withdraw(s: Recharge, b: RechargeTables) -> bool:
    """Withdraws the question to a seat if others have taken the cards in question; returns whether it did."""
    withdrawn = False
    for i in range(s.seats):
        seat = seat_after(s.charge, i, s.seats)
        question = s.asks[seat]
        if question == Question.SALVAGE:
            salvage_rest(s, seat)
        elif is_offer(s, b, seat) and not can_bring(s, b, seat, s.row[seat] - 1, bool(s.always_ask)):
            s.asks[seat] = Question.NOTHING
            s.row[seat] += s.skip[seat]
        withdrawn |= question != s.asks[seat]
    return withdrawn


@jitable
def _next_stage(s: Recharge, b: RechargeTables, seat: int) -> None:
    """Moves a seat whose script has ended to its next stage."""
    stage = s.stage[seat]
    if stage == Stage.FOLLOWING:
        s.stage[seat] = Stage.READY
    elif stage == Stage.CLOSING:
        s.stage[seat] = Stage.CLOSED
    elif stage == Stage.ACTING:
        s.stage[seat] = Stage.REWARDED
        row = b.reward[s.event, s.chose[seat]] if s.event != EMPTY else PAD
        if row != PAD:
            _start_guarded(s, b, seat, row)
    else:
        s.stage[seat] = Stage.RESOLVING
        _next_robot(s, b, seat)


@jitable
def _next_step(s: Recharge, b: RechargeTables) -> bool:
    """Moves the round on when all seats have finished what they began together; returns whether it did."""
    stage = s.stage[0]
    if stage not in (Stage.READY, Stage.DONE, Stage.CLOSED) or not _all_reached(s, stage):
        return False
    if not s.settled:
        settle(s)
    for seat in range(s.seats):
        if s.asks[seat] != Question.NOTHING:
            return False
    if stage == Stage.READY:
        return _begin_turns(s, b)
    if stage == Stage.DONE:
        _close_round(s, b)
    else:
        _end_round(s, b)
    return True


@jitable
def _start_guarded(s: Recharge, b: RechargeTables, seat: int, row: int) -> None:
    """Starts the rows of the Event that follow a condition."""
    script = ROBOTS + s.event
    note(s, ALL, Event.FOLLOWS, seat=seat, cause=script, behind=1)
    start(s, seat, script, EMPTY, row + 1, row + 1 + b.code[script, row, WIDTH - 1])


@jitable
def _next_robot(s: Recharge, b: RechargeTables, seat: int) -> None:
    """Starts the next robot or asks for it; the seat is done if there is none (RC-Q6, RC-Q9)."""
    first = EMPTY
    count = 0
    for i in range(s.robots[seat]):
        card = s.fleet[seat, i]
        if can_resolve(s, seat, card):
            if count == 0:
                first = card
            count += 1
    if count == 0:
        s.stage[seat] = Stage.DONE
        note(s, ALL, Event.FINISHED, seat=seat)
    elif count == 1 or s.rests[seat]:
        _resolve(s, b, seat, first)
    else:
        ask(s, seat, Question.WHICH_ROBOT, 1, 0)


@jitable
def _resolve(s: Recharge, b: RechargeTables, seat: int, card: int) -> None:
    """RC-R10."""
    spent = 0 if s.event != EMPTY and b.tireless[s.event] else 1
    s.acted[card] |= 1 << seat
    note(s, ALL, Event.RESOLVED, seat=seat, card=card, count=spent)
    charge(s, seat, card, -spent)
    start(s, seat, card, card, 0, b.rows[card])


@jitable
def begin_round(s: Recharge, b: RechargeTables) -> None:
    """Asks the player in charge for an Event, if there is one (RC-R7, RC-Q21)."""
    s.event = EMPTY
    s.chose[:] = EMPTY
    s.rests[:] = 0
    note(s, ALL, Event.ROUND, round=s.rounds, charge=s.charge)
    begin_together(s)
    if s.events[s.charge] > 1:
        s.stage[:] = Stage.IDLE
        ask(s, s.charge, Question.WHICH_EVENT, 1, 0)
        return
    for event in range(EVENTS):
        if s.owner[event] == s.charge:
            _reveal(s, b, event)
            return
    s.stage[:] = Stage.READY
    note(s, ALL, Event.NO_EVENT, seat=s.charge)


@jitable
def _reveal(s: Recharge, b: RechargeTables, event: int) -> None:
    """Everybody follows the Event (RC-R7, RC-Q20), in seat order from the player in charge (RC-Q4)."""
    note(s, ALL, Event.REVEALED, seat=s.charge, event=event, first=not s.shown[event])
    s.event = event
    s.shown[event] = 1
    s.picked[event] |= 1 << s.charge
    s.asks[s.charge] = Question.NOTHING
    for seat in range(s.seats):
        s.stage[seat] = Stage.FOLLOWING
        note(s, ALL, Event.FOLLOWS, seat=seat, cause=ROBOTS + event, behind=0)
        start(s, seat, ROBOTS + event, EMPTY, 0, b.rows[ROBOTS + event])


@jitable
def _all_reached(s: Recharge, stage: int) -> bool:
    for seat in range(s.seats):
        if s.stage[seat] != stage:
            return False
    return True


@jitable
def _begin_turns(s: Recharge, b: RechargeTables) -> bool:
    """Starts everybody's turn at once (RC-R8). If the Event leaves one Action only, all take it; returns whether."""
    note(s, ALL, Event.TURNS, round=s.rounds)
    begin_together(s)
    only = EMPTY
    count = 0
    for action in range(4):
        if s.event == EMPTY or not b.closed[s.event, action]:
            only = action
            count += 1
    for i in range(s.seats):
        seat = seat_after(s.charge, i, s.seats)
        s.stage[seat] = Stage.CHOOSING
        if count == 1:
            _act(s, b, seat, only)
        else:
            ask(s, seat, Question.WHICH_ACTION, 1, 0)
    return count == 1


@jitable
def _close_round(s: Recharge, b: RechargeTables) -> None:
    """Starts the effect of the Event at the end of the round, after all turns."""
    note(s, ALL, Event.ROUND_OVER, round=s.rounds)
    begin_together(s)
    row = b.finale[s.event] if s.event != EMPTY else PAD
    for seat in range(s.seats):
        s.stage[seat] = Stage.CLOSING
        if row != PAD:
            _start_guarded(s, b, seat, row)


@jitable
def _end_round(s: Recharge, b: RechargeTables) -> None:
    """Passes the charge on, or ends the game (RC-R11, RC-Q29)."""
    s.acted[:] = 0
    if s.rounds == ROUNDS:
        s.over = 1
        note(s, ALL, Event.ENDED)
        return
    s.rounds += 1
    s.charge = seat_after(s.charge, 1, s.seats)
    begin_round(s, b)


# --- hidden information and scores ----------------------------------------------------------------------


def hide(s: Recharge, b: RechargeTables, seat: int) -> None:
    """RC-R15, RC-Q18."""
    hide_cards(s, seat)
    hide_events(s, seat)


def determinize(s: Recharge, b: RechargeTables, seat: int) -> None:
    """Deals the hidden cards and Events."""
    determinize_cards(s)
    determinize_events(s)


def rank(s: Recharge, b: RechargeTables, out: Ints) -> None:
    """Most crowns win; nothing else counts (RC-R18, RC-Q17)."""
    for seat in range(s.seats):
        out[seat, 1] = score(s, seat)
    places(out, s.seats)


@jitable
def score(s: Recharge, seat: int) -> int:
    """The crowns of a seat: its tokens and those printed on its robots (RC-R18)."""
    return s.printed[seat] + s.crowns[seat]


def evaluate(s: Recharge, b: RechargeTables, out: Ints) -> None:
    """Each seat's chance of winning, from `heuristic`."""
    chances(s, b, out)


def tally(s: Recharge, b: RechargeTables, out: Ints) -> None:
    """The robots that a seat played, then the Events that it chose."""
    for seat in range(s.seats):
        for card in range(ROBOTS):
            out[seat, card] = s.played[card] >> seat & 1
        for event in range(EVENTS):
            out[seat, ROBOTS + event] = s.picked[event] >> seat & 1
