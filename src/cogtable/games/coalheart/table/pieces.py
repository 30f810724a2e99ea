"""The pieces on the table of Coal Heart, by their ids."""

from __future__ import annotations

from cogtable.table import PieceId

HEX = PieceId("hex{}")
"""A place among the Action Hexes."""
QUARRY = PieceId("quarry.{}")
SUPPLY = PieceId("supply.{}")
CUBES = PieceId("cube{}.{}")
"""Cubes of a seat, of a colour."""
GIVE = PieceId("give.{}")
"""Cubes of a colour that another player must give."""
OWED = PieceId("owed.{}")
"""Cubes of a price."""
ROW = PieceId("row.{}")
"""Face-up Gear of a kind."""
OFFER = PieceId("offer.{}")
"""Gear of a kind to choose from."""
GEAR = PieceId("gear{}.{}")
"""Gear of a seat, of a kind."""
DECK = PieceId("deck")
DISCARD = PieceId("discard")
HEART = PieceId("heart")
ROBOT = PieceId("robot{}")
"""The robot of a seat."""
BOARD = PieceId("board{}")
"""The whole board of a seat, as a target."""
PART = PieceId("part{}")
MAT = PieceId("mat{}")
"""A robot that can be chosen, or whose parts are drafted."""
