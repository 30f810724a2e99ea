"""The players around a table: their order for the reader, and the parts of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cogtable.engine.records.state import seats_in, waits
from cogtable.engine.text.words import Template, listed, say
from cogtable.view import Panel, Seat, Words, Zone


def name_of(seat: int) -> Words:
    """The name of a seat in its colour."""
    return f"[[seat:{seat}]]"


@dataclass(frozen=True, slots=True)
class Player:
    """A player as one reader sees them. The ids of their parts end with the number of their seat."""

    seat: int
    active: bool
    """Whether the game waits for them."""
    reads: bool
    """Whether they are the reader; False for all players if the reader is a spectator."""

    @property
    def name(self) -> Words:
        """Their name, in their colour."""
        return name_of(self.seat)

    def panel(self, part: str = "panel", area: str = "", **more: Any) -> Panel:
        """The panel under their things, which glows while the game waits for them."""
        return Panel(id=f"{part}{self.seat}", area=area, seat=self.seat, active=self.active, **more)

    def head(self, part: str = "seat", area: str = "", **more: Any) -> Seat:
        """Their head with their name; `more` sets other fields of the `Seat`."""
        return Seat(id=f"{part}{self.seat}", area=area, seat=self.seat, active=self.active, **more)

    def zone(self, part: str, label: Template, **more: Any) -> Zone:
        """One of their zones; `label` is a `phrase` that can name them: "{seat}: cards"."""
        return Zone(id=f"{part}{self.seat}", label=say(label, seat=self.name), owner=self.seat, **more)


def around(s: Any, seat: int) -> tuple[Player, list[Player]]:
    """The reader (seat 0 for a spectator), and the others in the order of play."""
    mine = max(seat, 0)
    order = [(mine + i) % s.seats for i in range(s.seats)]
    me, *others = [Player(other, waits(s, other), reads=other == seat) for other in order]
    return me, others


def others_decide(s: Any, seat: int, doing: Words) -> Words:
    """The prompt for a seat without a decision: the players that the game waits for, and what they are `doing`."""
    seats = listed([name_of(other) for other in seats_in(s.waiting)])
    if seat < 0:
        return say("You are watching · {seats}: {doing}", seats=seats, doing=doing)
    return say("{seats}: {doing}", seats=seats, doing=doing)
