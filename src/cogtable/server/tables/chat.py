"""Chat: what people at a table say to each other. It knows nothing of the game but its number of moves and its end."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from cogtable.engine.words import phrase, say
from cogtable.server import protocol
from cogtable.server.db.chat import MessageRow, ReactionRow, Said
from cogtable.server.db.store import Conflict, Store
from cogtable.server.refusal import Refusal
from cogtable.server.tables.allowance import Allowance
from cogtable.server.tables.connection import Connection
from cogtable.server.tables.uninterrupted import Uninterrupted
from cogtable.server.text import checked_name, cleaned

log = logging.getLogger("cogtable.server")

MAX_TEXT = 200
"""The most characters of a message."""

KEPT = 200
"""How many messages of players, and how many of spectators, are kept with a table; older ones go."""

RATE = 0.5
"""How many messages or reactions a second a person may send for long."""

BURST = 5.0
"""How many at once."""

WATCHERS = -1
"""The seat of spectators, who share one allowance."""

WATCHERS_SHARE = 4
"""How many times what one person may send all spectators together may."""


class Progress(NamedTuple):
    """All that a chat knows of its game: who made its moves, to which number of moves it went back each time moves were
    taken back, and whether it is over.
    """

    movers: Callable[[], list[int]]
    taken_back: Callable[[], list[int]]
    over: Callable[[], bool]


class Chat:
    """The chat of one table. Players hear each other, and spectators each other; after the game everybody hears all."""

    def __init__(
        self,
        table: str,
        allowed: protocol.ChatAllowed,
        said: Said,
        store: Store,
        progress: Progress,
        send: Callable[[str, Callable[[Connection], bool]], None],
        uninterrupted: Uninterrupted,
    ) -> None:
        self._table = table
        self._allowed = allowed
        self._store = store
        self._progress = progress
        self._send = send
        """Sends a text to the connections for which a function says so."""
        self._uninterrupted = uninterrupted
        self._lock = asyncio.Lock()
        self._allowances: dict[int | Connection, Allowance] = {}
        self._shown = self._state()
        self._take_in(said)

    def _take_in(self, said: Said) -> None:
        messages, reactions = said
        self._next = max((message.number for message in messages), default=-1) + 1
        self._players: deque[MessageRow] = deque(message for message in messages if message.seat != WATCHERS)
        self._watchers: deque[MessageRow] = deque(message for message in messages if message.seat == WATCHERS)
        self._reactions = {(one.ply, one.seat): one for one in reactions}

    # --- what is heard ---------------------------------------------------------------------------

    def show(self, connection: Connection) -> None:
        """Sends a connection what it may hear of what was said so far."""
        if self._allowed != "off":
            connection.send(protocol.encode(self._all(not connection.seats)))

    def follow(self) -> None:
        """Sends everybody what was said so far, if the game has ended or moves with reactions were taken back."""
        before, self._shown = self._shown, self._state()
        if self._allowed == "off" or before == self._shown:
            return
        for watches in (False, True):
            text = protocol.encode(self._all(watches))
            self._send(text, lambda connection, watches=watches: watches == (not connection.seats))  # type: ignore[misc]

    def _state(self) -> tuple[bool, int]:
        return self._progress.over(), len(self._progress.taken_back())

    def _all(self, watches: bool) -> protocol.Chat:
        if self._progress.over():
            messages = sorted([*self._players, *self._watchers], key=lambda message: message.number)
        else:
            messages = list(self._watchers if watches else self._players)
        gone_back = self._progress.taken_back()
        standing = [one for one in self._reactions.values() if all(ply >= one.ply for ply in gone_back[one.undone :])]
        reactions = sorted(standing, key=lambda one: (one.ply, one.seat))
        return protocol.Chat(
            allowed=self._allowed,
            messages=[_heard(message) for message in messages],
            reactions=[_seen(one) for one in reactions],
        )

    def _hears(self, connection: Connection, message: MessageRow) -> bool:
        return self._progress.over() or (message.seat == WATCHERS) == (not connection.seats)

    # --- what is said ----------------------------------------------------------------------------

    async def say(self, connection: Connection, message: protocol.Say, accepted: Callable[[], None]) -> None:
        """Says something. Raises Refusal; otherwise it is stored before `accepted` is called."""
        await self._uninterrupted.run(self._say(connection, message, accepted))

    async def _say(self, connection: Connection, message: protocol.Say, accepted: Callable[[], None]) -> None:
        text = self._checked(message)
        seat = connection.speaks_for
        name = checked_name(message.name) if seat == WATCHERS else ""
        self._check_pace(connection, seat)
        async with self._lock:
            ply = len(self._progress.movers())
            row = MessageRow(
                number=self._next, seat=seat, name=name, text=text, ready=message.ready, ply=ply, at=time.time()
            )
            row = await self._stored(row)
        accepted()
        self._send(protocol.encode(protocol.Said(message=_heard(row))), lambda other: self._hears(other, row))

    def _checked(self, message: protocol.Say) -> str:
        """What is said, cleaned; empty for a ready answer. Raises Refusal."""
        if self._allowed == "off":
            raise Refusal("no-chat", say("the creator of this table has switched chat off"))
        if message.ready:
            if message.text:
                raise Refusal("malformed", "expected a text or a ready answer; found both")
            return ""
        if self._allowed == "ready":
            raise Refusal("no-chat", say("at this table people can send ready answers only"))
        text = cleaned(message.text)
        if not text:
            raise Refusal("malformed", say("a message needs something to read; nothing in this one can be seen"))
        if len(text) > MAX_TEXT:
            words = phrase("a message has at most {most} characters; this one has {n}")
            raise Refusal("malformed", say(words, most=MAX_TEXT, n=len(text)))
        return text

    def _check_pace(self, connection: Connection, seat: int) -> None:
        """Raises Refusal when a person, or all spectators together, send too much."""
        pace: list[tuple[int | Connection, float]] = [(seat, 1)]
        if seat == WATCHERS:
            pace = [(connection, 1), (WATCHERS, WATCHERS_SHARE)]
        for who, times in pace:
            if who not in self._allowances:
                self._allowances[who] = Allowance(RATE * times, BURST * times)
            if not self._allowances[who].take():
                raise Refusal("busy", say("you are sending messages too fast; wait a moment"))

    async def _stored(self, row: MessageRow) -> MessageRow:
        """Stores a message; where another server has taken its number meanwhile, with the next one."""
        lane = self._watchers if row.seat == WATCHERS else self._players
        outdated = [message.number for message in list(lane)[: max(0, len(lane) + 1 - KEPT)]]
        try:
            await self._store.say(self._table, row, outdated)
        except Conflict:
            self._take_in(await self._store.said(self._table))
            return await self._stored(_renumbered(row, self._next))
        for _ in outdated:
            lane.popleft()
        lane.append(row)
        self._next = row.number + 1
        return row

    # --- reactions -------------------------------------------------------------------------------

    async def react(self, connection: Connection, message: protocol.React, accepted: Callable[[], None]) -> None:
        """Puts a word on a move, in place of the one before, or takes it back. Raises Refusal."""
        await self._uninterrupted.run(self._react(connection, message, accepted))

    async def _react(self, connection: Connection, message: protocol.React, accepted: Callable[[], None]) -> None:
        seat = connection.speaks_for
        self._check_reaction(seat, message.ply)
        self._check_pace(connection, seat)
        undone = len(self._progress.taken_back())
        row = ReactionRow(ply=message.ply, seat=seat, word=message.word, undone=undone)
        async with self._lock:
            await self._store.react(self._table, row)
            self._reactions.pop((row.ply, row.seat), None)
            if row.word:
                self._reactions[row.ply, row.seat] = row
        accepted()
        self._send(protocol.encode(protocol.Reacted(reaction=_seen(row))), lambda _: True)

    def _check_reaction(self, seat: int, ply: int) -> None:
        if self._allowed == "off":
            raise Refusal("no-chat", say("the creator of this table has switched chat off"))
        if seat == WATCHERS:
            raise Refusal("not-seated", say("you are watching; only people with a seat can react to a move"))
        movers = self._progress.movers()
        if not 1 <= ply <= len(movers):
            words = phrase("expected a move from 1 to {most}; found {n}")
            raise Refusal("malformed", say(words, most=len(movers), n=ply))
        if movers[ply - 1] == seat:
            raise Refusal("malformed", say("you can react to the moves of others, not to your own"))

    def leave(self, connection: Connection) -> None:
        """Forgets how fast a connection sends."""
        self._allowances.pop(connection, None)


def _renumbered(row: MessageRow, number: int) -> MessageRow:
    return MessageRow(
        number=number, seat=row.seat, name=row.name, text=row.text, ready=row.ready, ply=row.ply, at=row.at
    )


def _heard(row: MessageRow) -> protocol.ChatMessage:
    return protocol.ChatMessage(
        number=row.number,
        seat=row.seat,
        name=row.name,
        text=row.text,
        ready=row.ready,  # type: ignore[arg-type]  # as it was checked when it came
        ply=row.ply,
        at=row.at,
    )


def _seen(row: ReactionRow) -> protocol.Reaction:
    return protocol.Reaction(ply=row.ply, seat=row.seat, word=row.word)  # type: ignore[arg-type]
