"""What the robots in play can still do this round: what those of others do to the reader, and crowns to come."""

from __future__ import annotations

from cogtable.games.recharge.rules.abilities import ABILITIES, ADDED, Op
from cogtable.games.recharge.rules.effects import can_resolve
from cogtable.games.recharge.rules.state import Recharge
from cogtable.games.recharge.table.labels import cards_of
from cogtable.table import Box, Outcome, name_of, printed, say

CROWNS = 2
"""The place of crowns among the estimated gains of a robot (see `yields.GAINS`)."""


@printed
def _reaching(box: Box) -> list[bool]:
    """Whether a robot does something to the other players, for each robot."""
    return [any(_reaches(row.operation) for row in ABILITIES.rows(does.flat)) for does in box.record.does]


def _reaches(operation: int) -> bool:
    return bool(Op.TAKE <= operation <= Op.OTHERS_DISCARD) and operation < ADDED


def do_to_reader(s: Recharge, box: Box, seat: int) -> list[Outcome]:
    """The robots of others that act this round and then do something to a seat, or that it is safe from them."""
    cards, reaching = cards_of(box), _reaching(box)
    found = [
        Outcome(
            icon=cards.heads[card],
            words=say(
                "{seat}’s **{robot}**: {does}", seat=name_of(other), robot=cards.names[card], does=cards.gains[card]
            ),
        )
        for other in range(s.seats)
        if other != seat
        for card in s.fleet[other, : s.robots[other]].tolist()
        if reaching[card] and can_resolve(s, other, card)
    ]
    return found or [Outcome(icon="shield", words=say("Nothing: none of their robots reaches you"))]


def may_still_gain(s: Recharge, box: Box, seat: int) -> int:
    """The crowns that a seat's robots bring this round, as printed: those that have not acted and have a battery.

    Counts an amount once and takes conditions and offers as met.
    """
    if s.over:
        return 0
    return sum(_crowns(box)[card] for card in s.fleet[seat, : s.robots[seat]].tolist() if can_resolve(s, seat, card))


@printed
def _crowns(box: Box) -> list[int]:
    """The crowns that each robot can bring by acting once."""
    return [
        sum(row.arguments[0] for row in ABILITIES.rows(does.flat) if row.operation == Op.CROWN)
        for does in box.record.does
    ]
