"""What people see happen (see `table/log.py`)."""

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

OWN = 17
"""From here on are the events of a game that shares these rules."""

# Why a game ended.
REACHED = 0
ALL_PASSED = 1
LIMIT = 2
