"""What is asked of a seat, what it may answer, where a card can be, and what people see happen."""

from __future__ import annotations

ROBOTS = 60
EVENTS = 16
SEATS = 4
ROUNDS = 12
LOOK = 6
"""The most cards that are looked at together."""

RESEARCH, STOCKPILE, RECHARGE, CONSTRUCT = range(4)
ACTIONS_OF_A_TURN = ("Research", "Stockpile", "Recharge", "Construct")

# What stands where a card or a seat could be.
EMPTY = -1
UNKNOWN = -2
"""In a hidden state: some card that is not seen. In hands `UNKNOWN - label` (see `Recharge.batch`)."""

# Where a robot is (`Recharge.place`); a seat's number plus one of the last three: with that seat.
IN_DECK = -1
IN_PILE = -2
HIDDEN = -3
"""Only in a hidden state: in the deck or in the hand of another, nobody but its owner knows."""
IN_HAND = 0
IN_PLAY = 4
IN_SIGHT = 8
"""Looked at, and not yet kept or discarded."""

# Where an Event is (`Recharge.owner`); a seat's number: with that seat.
EVENT_DECK = -1
EVENT_PILE = -2
EVENT_HIDDEN = -3

# How far a seat is within the round (`Recharge.stage`).
IDLE = 0
"""The player in charge chooses an Event, the others wait for it."""
FOLLOWING = 1
"""Follows the Event."""
READY = 2
"""Has followed it; turns begin when all have."""
CHOOSING = 3
"""Must choose an Action."""
ACTING = 4
"""Carries it out."""
REWARDED = 5
"""Carries out what the Event adds to it."""
RESOLVING = 6
"""Resolves its robots."""
DONE = 7
CLOSING = 8
"""Carries out what the Event says of the end of the round."""
CLOSED = 9

# What a seat is asked (`Recharge.asks`). The card, Event or answer that an action names is the answer to it.
NOTHING = 0
WHICH_EVENT = 1
"""The player in charge: which Event is it this round?"""
WHICH_ACTION = 2
WHICH_ROBOT = 3
"""Which robot acts next?"""
PLAY = 4
"""Which card of the hand is played, if any?"""
DISCARD = 5
"""Which card of the hand is discarded?"""
CHARGE = 6
"""Which of the robots gets a battery?"""
DRAIN = 7
"""Which of the robots loses a battery?"""
MOVE_FROM = 8
"""From which robot is a battery moved, if at all?"""
MOVE_TO = 9
COPY = 10
"""Which of one's other robots is copied?"""
COPY_RIVAL = 11
"""Which robot of another player is copied?"""
KEEP = 12
"""Which of the cards looked at is kept?"""
SALVAGE = 13
"""Which card of the discard pile is taken into the hand?"""
MAY = 14
"""Yes or no: the offer stands in the row before `Recharge.row`."""
DROP_EVENT = 15
"""Which Event is discarded?"""
PARKED = 16
"""Not asked: waits for the seats before it to draw first (RC-Q4)."""

# --- the action space -----------------------------------------------------------------------------

EVENT = 0
"""Plus an Event: chooses it, or discards it."""
ACTION = EVENT + EVENTS
"""Plus one of the four Actions."""
CARD = ACTION + 4
"""Plus a robot: what it is named for depends on what is asked."""
REST = CARD + ROBOTS
"""Resolves all robots that are left, in the order in which they lie."""
YES = REST + 1
NO = YES + 1
PASS = NO + 1
"""Legal only where a question has no other answer, such as an offer that can no longer be paid."""
ACTIONS = PASS + 1

# --- what people see happen (see `table.py`) --------------------------------------------------------

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
DECLINED = 25  # a seat: what it was offered
PASSED = 26  # a seat: it could not answer any more
OWES = 27  # a seat, b cards that it must discard
FINISHED = 28  # a seat: it is done for this round
ROUND_OVER = 29  # a round
ENDED = 30
