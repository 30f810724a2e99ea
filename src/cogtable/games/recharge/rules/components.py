"""What the game consists of: how many robots and Events, the rounds, the four Actions."""

from __future__ import annotations

ROBOTS = 60
EVENTS = 16
SEATS = 4
ROUNDS = 12
LOOK = 6
"""The most cards that are looked at together."""

RESEARCH, STOCKPILE, RECHARGE, CONSTRUCT = range(4)
ACTIONS_OF_A_TURN = ("Research", "Stockpile", "Recharge", "Construct")
