"""What people see happen: the events of notes (see `table/log.py`), not the Event cards."""

from __future__ import annotations

from cogtable.engine.enums import Numbers


class Event(Numbers):
    """Each with what the numbers of its note mean."""

    ACTED = 0  # a seat, b round: opens the notes of every action
    STARTED = 1  # a seat that is in charge first
    ROUND = 2  # a round, b seat in charge
    NO_EVENT = 3  # a seat in charge has none left
    REVEALED = 4  # a seat, b Event, c whether for the first time
    TURNS = 5  # a round: the Event has been followed, everybody's turn begins
    CHOSE = 6  # a seat, b Action
    DREW = 7  # a seat, b count
    SAW = 8  # a seat, b card that it drew or looks at; to its owner only
    DISCARDED = 9  # a seat, b card from its hand or from those looked at
    MILLED = 10  # a seat, b card discarded from the deck
    SHUFFLED = 11  # a count of cards that went from the discard pile under the deck
    GAINED = 12  # a seat, b coins; below 0 when lost or paid
    CROWNED = 13  # a seat, b crowns; below 0 when lost
    CHARGED = 14  # a seat, b robot, c batteries; below 0 when removed
    PLAYED = 15  # a seat, b card, c price paid
    RESOLVED = 16  # a seat, b robot that now acts; c batteries it lost for it
    COPIED = 17  # a seat, b robot that copies, c robot copied
    SALVAGED = 18  # a seat, b card from the discard pile into the hand
    LOOKED = 19  # a seat, b count of cards from the deck
    KEPT = 20  # a seat: one of the cards looked at
    LEFT = 21  # a seat, b robot of its own that it discarded from play
    DREW_EVENT = 22  # a seat
    SAW_EVENT = 23  # a seat, b Event that it drew; to its owner only
    DROPPED_EVENT = 24  # a seat, b Event discarded
    DECLINED = 25  # a seat, b question; what it was offered: c script, d row of its condition
    PASSED = 26  # a seat, b question: it could not answer any more
    OWES = 27  # a seat, b cards that it must discard
    FINISHED = 28  # a seat: it is done for this round
    ROUND_OVER = 29  # a round
    ENDED = 30
    FOLLOWS = 31  # a seat, b 60 plus the Event that it begins to follow; c whether only what stands behind a condition
    DOES = 32  # a seat, b what acts for it (see `script.cause`): what follows is its doing
    WORKED = 33  # a seat, b the same: its doing is over
    DUE = 34  # a seat, b operation on all others, c count: it happens when all have finished
