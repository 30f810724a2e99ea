"""The record: a game in progress."""

from __future__ import annotations

from cogtable.games.megaman.rules.components import HELPERS
from cogtable.games.splendor.rules.state import EMPTY, GemState, Payment
from cogtable.rules import Int8, Int16, option


class Megaman(GemState):
    """A game in progress. The nobles of the shared record are Helpers here, and gold is gray."""

    target = option(
        16,
        low=1,
        high=50,
        title="Points to reach",
        text="The first player with these points, a robot of each colour and the star starts the last round.",
    )
    payment = option(
        Payment.AUTOMATIC,
        choices=("automatic", "free"),
        title="Paying with hearts",
        text="Automatic spends as few hearts as possible; free lets you choose. Without assists it is free.",
    )
    first = option(1, choices=("seat 1", "random"), title="Who starts")
    limit = option(200, low=1, high=500, title="Most rounds", text="Ends games in which nobody completes their team.")

    bank: Int8[7]
    tokens: Int8[4, 7]
    nobles: Int8[HELPERS]
    noble_owner: Int8[HELPERS]
    tags: Int16[4]
    """Yashichi tags on the robots of each seat."""
    yashichi: Int8
    """The seat that holds the Yashichi tile, EMPTY while nobody does."""


def is_young(s: Megaman) -> bool:
    """Whether nobody has the star yet."""
    return s.yashichi == EMPTY
