"""The robots that act in a move, one after another on the stage: what each does, and to whom (`View.frames`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from cogtable.games.recharge.rules.events import Event
from cogtable.games.recharge.rules.script import Cause
from cogtable.games.recharge.rules.state import EMPTY, Recharge
from cogtable.games.recharge.rules.verbs import score
from cogtable.games.recharge.table.labels import Cards, cards_of, signed
from cogtable.games.recharge.table.pieces import BATTERIES_OF, CARDS_OF, COINS_OF, CROWNS_OF, STAGE
from cogtable.table import (
    Beam,
    Box,
    Face,
    Ghost,
    Icon,
    Note,
    PieceId,
    Preview,
    Tone,
    Words,
    name_of,
    phrase,
    say,
    series,
    waits,
)


class Thing(NamedTuple):
    """A number of each seat that robots change."""

    number: PieceId
    icon: Icon
    tells: bool
    """Whether the table says what it was before: coins and crowns, of which each change is noted."""


COINS, CROWNS = Thing(COINS_OF, "coin", True), Thing(CROWNS_OF, "crown", True)
BATTERIES, CARDS = Thing(BATTERIES_OF, "battery", False), Thing(CARDS_OF, "cards", False)


class Change(NamedTuple):
    """What one note changes: a number of a seat, and by how much."""

    thing: Thing
    seat: int
    by: int


@dataclass(eq=False)
class Act:
    """All that one cause (see `script.cause`) does for a seat in a move."""

    seat: int
    cause: int
    changes: dict[tuple[Thing, int], int] = field(default_factory=dict)
    played: int = EMPTY
    """The robot that it brings into play."""

    def add(self, change: Change) -> None:
        """Adds a change to the others of its kind."""
        key = change.thing, change.seat
        self.changes[key] = self.changes.get(key, 0) + change.by

    @property
    def shown(self) -> bool:
        """Whether the stage shows it: a robot that changes something, or one that comes into play."""
        return self.played != EMPTY or (EMPTY < self.cause < Cause.EVENT and any(self.changes.values()))


def frames(s: Recharge, box: Box, notes: Sequence[Note], seat: int) -> list[Preview]:
    """What the reader sees on the stage after a move.

    While the reader decides, the moves of others do not come between: the log and the numbers tell them. A single robot
    that the reader has chosen tells on its own card.
    """
    mover = next((note["seat"] for note in notes if note.event == Event.ACTED), EMPTY)
    settled = any(note.event in (Event.ROUND_OVER, Event.TURNS) for note in notes)
    if seat >= 0 and mover != seat and waits(s, seat) and not settled:
        return []
    acts = _acts(box, notes)
    shown = [act for act in acts if act.shown and not (act.seat == seat and act.played != EMPTY)]
    if not settled and len(shown) < 2 and all(act.seat == seat for act in shown):
        return []
    return list(_frames(s, box, acts, shown, seat))


def _acts(box: Box, notes: Sequence[Note]) -> list[Act]:
    """What each cause does, in the order in which they begin; each robot that comes into play is an act of its own."""
    acts = [Act(EMPTY, EMPTY)]
    known: dict[tuple[int, int], Act] = {}
    spent: dict[int, int] = {}

    def turn_to(seat: int, cause: int) -> None:
        if (seat, cause) not in known:
            known[seat, cause] = Act(seat, cause)
            acts.append(known[seat, cause])
        elif acts[-1] is not known[seat, cause]:
            acts.append(known[seat, cause])

    for note in notes:
        if note.event in (Event.DOES, Event.FOLLOWS):
            turn_to(note["seat"], note["cause"])
        elif note.event == Event.RESOLVED:
            turn_to(note["seat"], note["card"])
            spent[note["card"]] = note["count"]
        elif note.event == Event.PLAYED:
            acts.append(Act(note["seat"], acts[-1].cause, played=note["card"]))
        elif note.event == Event.CHARGED and spent.pop(note["card"], 0) == -note["count"]:
            continue
        for change in _changes(box, note):
            acts[-1].add(change)
    return _unique(acts)


def _unique(acts: list[Act]) -> list[Act]:
    """Each act once, in the place where it begins."""
    return list({id(act): act for act in acts}.values())


def _changes(box: Box, note: Note) -> Iterator[Change]:
    match note.event:
        case Event.GAINED:
            yield Change(COINS, note["seat"], note["count"])
        case Event.CROWNED:
            yield Change(CROWNS, note["seat"], note["count"])
        case Event.CHARGED:
            yield Change(BATTERIES, note["seat"], note["count"])
        case Event.DREW:
            yield Change(CARDS, note["seat"], note["count"])
        case Event.DISCARDED:
            yield Change(CARDS, note["seat"], -1)
        case Event.SALVAGED | Event.KEPT:
            yield Change(CARDS, note["seat"], 1)
        case Event.PLAYED:
            yield Change(CROWNS, note["seat"], int(box.record.crowns[note["card"]]))
            yield Change(CARDS, note["seat"], -1)
        case Event.LEFT:
            yield Change(CROWNS, note["seat"], -int(box.record.crowns[note["card"]]))


def _frames(s: Recharge, box: Box, acts: list[Act], shown: list[Act], seat: int) -> Iterator[Preview]:
    """The acts that are shown, each with the numbers that it changes, from what they were to what they become."""
    now = {(COINS, other): int(s.coins[other]) for other in range(s.seats)}
    now |= {(CROWNS, other): int(score(s, other)) for other in range(s.seats)}
    for act in acts:
        for key, count in act.changes.items():
            if key in now:
                now[key] -= count
    for act in acts:
        before = dict(now)
        for key, count in act.changes.items():
            if key in now:
                now[key] += count
        if act in shown:
            yield _frame(cards_of(box), act, before, now, seat)


def _frame(
    cards: Cards, act: Act, before: dict[tuple[Thing, int], int], now: dict[tuple[Thing, int], int], seat: int
) -> Preview:
    told = [key for key in act.changes if act.played == EMPTY or key[0].tells]
    changes = {key: act.changes[key] for key in told if act.changes[key]}
    mine = [_amount(thing, count) for (thing, other), count in changes.items() if other == seat]
    losses = [count for (_, other), count in changes.items() if other == seat and count < 0]
    outcome: Words = ""
    tone: Tone = "plain"
    if act.played == EMPTY and mine:
        outcome = say("you {amounts}", amounts=series(mine))
        tone = "bad" if losses and act.seat != seat else "good"
    card = act.cause if act.played == EMPTY else act.played
    words = phrase("{seat}’s robot") if act.played == EMPTY else phrase("{seat} plays a robot")
    face = Face(
        kind="portrait",
        hue=cards.hues[card],
        art=cards.art[card],
        status=say(words, seat=name_of(act.seat)),
        title=cards.names[card],
        words=cards.words[card],
        flavour=cards.flavours[card],
        outcome=outcome,
        tone=tone,
    )
    beams = [
        Beam(
            source=STAGE,
            target=thing.number(other),
            words=_amount(thing, count),
            tone="good" if count > 0 else "bad",
            icon=thing.icon,
            value=_was(before[thing, other], now[thing, other]) if thing.tells else "",
        )
        for (thing, other), count in changes.items()
    ]
    title = say("{seat}’s **{robot}** acts", seat=name_of(act.seat), robot=cards.names[card])
    if act.played != EMPTY:
        title = say("{seat} plays **{robot}**", seat=name_of(act.seat), robot=cards.names[card])
    return Preview(
        title=title,
        ghosts=[Ghost(zone=STAGE, face=face, solid=True)],
        beams=beams,
        brief=act.seat == seat or not mine,
    )


def _was(before: int, now: int) -> str:
    return f"{before} → {now}".replace("-", "−")


def _amount(thing: Thing, count: int) -> Words:
    """A change in a few letters: "+$2", "−1" before its picture."""
    if thing is COINS:
        return f"{'+' if count > 0 else '−'}${abs(count)}"
    return f"{signed(count)}\u00a0[[{thing.icon}]]"
