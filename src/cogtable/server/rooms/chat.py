"""Chat: the messages that people at a table send each other, and their reactions to moves. It has no access to the
game.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol

import msgspec

from cogtable.engine.text.words import phrase, say
from cogtable.server.core.limits import Counts
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.shield import Shield, shielded
from cogtable.server.core.text import checked_name, cleaned
from cogtable.server.core.token_bucket import TokenBucket
from cogtable.server.db.chat import MessageRow, ReactionRow, Said
from cogtable.server.db.connection import Conflict, NotOwner, StoreError
from cogtable.server.db.store import Store
from cogtable.server.rooms.connection import Connection
from cogtable.server.rooms.connections import Connections
from cogtable.server.rooms.uncertain_writes import UncertainWrite, in_doubt
from cogtable.server.wire import base, from_client, from_server

log = logging.getLogger("cogtable.server")

KEPT = 200
"""How many messages of players, and how many of spectators, are stored with a table. Older ones are deleted."""

SPECTATORS = -1
"""The seat of spectators, who also share a rate limit."""

SPECTATORS_SHARE = 4
"""The rate of all spectators together, as a multiple of one person's."""


class GameProgress(Protocol):
    """The information about a game that its chat needs."""

    @property
    def movers(self) -> list[int]:
        """The seat that made each move."""

    @property
    def taken_back(self) -> list[int]:
        """For each undo, the number of moves that remained."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""


class ChatPeople(Protocol):
    """What the chat needs to know about people."""

    def in_seat(self, seat: int) -> str:
        """Returns the id of the person in a seat; empty if it is not known."""

    def check_writes(self, person: str) -> None:
        """Raises Refusal if the host has forbidden a person to write."""


class Chat:
    """The chat of one table. Players and spectators have separate chats until the game is over; then all read both.
    Nobody gets the words of people whom they have blocked or muted, or who have blocked them.
    """

    def __init__(
        self,
        table: str,
        allowed: base.ChatAllowed,
        said: Said,
        store: Store,
        progress: GameProgress,
        connections: Connections,
        shield: Shield,
        counts: Counts,
        people: ChatPeople,
    ) -> None:
        self._counts = counts
        self._people = people
        self._table = table
        self._allowed = allowed
        self._store = store
        self._progress = progress
        self._connections = connections
        self._shield = shield
        self._lock = asyncio.Lock()
        self._doubt = UncertainWrite(f"chat of table {table}", self.read_again)
        self._buckets: dict[int | Connection, TokenBucket] = {}
        self._shown = self._state()
        self._load(said)

    def _load(self, said: Said) -> None:
        messages, reactions = said
        self._next_number = max((message.number for message in messages), default=-1) + 1
        self._players: deque[MessageRow] = deque(message for message in messages if message.seat != SPECTATORS)
        self._spectators: deque[MessageRow] = deque(message for message in messages if message.seat == SPECTATORS)
        self._reactions = {(one.ply, one.seat): one for one in reactions}

    async def read_again(self) -> None:
        """Reads the chat from the database again, after it was changed by other means, and sends it to everybody."""
        async with self._lock:
            await self._read()
        self._send_whole()

    async def _read(self) -> None:
        self._load(await self._store.said(self._table))
        self._doubt.end()

    def stop(self) -> None:
        """Stops the chat's background work."""
        self._doubt.stop()

    async def _written(self, writing: Awaitable[None]) -> None:
        """Waits for a write. Raises Conflict, NotOwner, and Refusal if it is not known whether it was stored."""
        try:
            await writing
        except (Conflict, NotOwner):
            raise
        except StoreError as error:
            self._doubt.arise()
            log.error("chat of table %s: %s", self._table, error)
            raise in_doubt(error) from error

    # --- reading ---------------------------------------------------------------------------------

    def show(self, connection: Connection) -> None:
        """Sends a connection the chat so far, limited to what it is allowed to read."""
        if self._allowed != "off":
            connection.send(from_server.encode(self._readable_by(connection)))

    def follow(self) -> None:
        """Sends everybody the chat again if the game has ended or moves were taken back."""
        before, self._shown = self._shown, self._state()
        if before != self._shown:
            self._send_whole()

    def _send_whole(self) -> None:
        if self._allowed == "off":
            return
        made: dict[tuple[bool, frozenset[str]], str] = {}
        for connection in self._connections:
            key = bool(connection.seats), connection.unread
            if key not in made:
                made[key] = from_server.encode(self._readable_by(connection))
            connection.send(made[key])

    def _state(self) -> tuple[bool, int]:
        return self._progress.over, len(self._progress.taken_back)

    def _readable_by(self, connection: Connection) -> from_server.Chat:
        is_spectator = not connection.seats
        if self._progress.over:
            messages = sorted([*self._players, *self._spectators], key=lambda message: message.number)
        else:
            messages = list(self._spectators if is_spectator else self._players)
        gone_back = self._progress.taken_back
        standing = [one for one in self._reactions.values() if all(ply >= one.ply for ply in gone_back[one.undone :])]
        reactions = sorted(standing, key=lambda one: (one.ply, one.seat))
        return from_server.Chat(
            allowed=self._allowed,
            messages=[_message(message) for message in messages if self._author(message) not in connection.unread],
            reactions=[_reaction(one) for one in reactions if self._reader_of(connection, one)],
        )

    def _may_read(self, connection: Connection, message: MessageRow) -> bool:
        if self._author(message) in connection.unread:
            return False
        return self._progress.over or (message.seat == SPECTATORS) == (not connection.seats)

    def _reader_of(self, connection: Connection, reaction: ReactionRow) -> bool:
        return self._people.in_seat(reaction.seat) not in connection.unread

    def _author(self, message: MessageRow) -> str:
        """Returns the id of the person who wrote a message. Those of earlier versions have no author; then it is the
        person in their seat.
        """
        return message.account or ("" if message.seat == SPECTATORS else self._people.in_seat(message.seat))

    # --- writing ---------------------------------------------------------------------------------

    @shielded
    async def say(self, connection: Connection, message: from_client.Say, accepted: Callable[[], None]) -> None:
        """Sends a message. It is stored before `accepted` is called. Raises Refusal."""
        text = self._checked(message)
        if text:
            self._people.check_writes(connection.person)
        seat = connection.speaks_for
        name = checked_name(message.name) if seat == SPECTATORS else ""
        self._check_pace(connection, seat)
        async with self._lock:
            ply = len(self._progress.movers)
            row = MessageRow(
                number=self._next_number,
                seat=seat,
                name=name,
                text=text,
                ready=message.ready,
                ply=ply,
                at=time.time(),
                account=connection.person,
            )
            row = await self._stored(row)
        accepted()
        self._connections.send_text(
            from_server.encode(from_server.Said(message=_message(row))), lambda other: self._may_read(other, row)
        )

    def _checked(self, message: from_client.Say) -> str:
        """Returns the cleaned text of a message; empty for a quick reply. Raises Refusal."""
        if self._allowed == "off":
            raise Refusal("no-chat", say("the creator of this table has switched chat off"))
        if message.ready:
            if message.text:
                raise Refusal("malformed", "expected a text or a quick reply; found both")
            return ""
        if self._allowed == "ready":
            raise Refusal("no-chat", say("at this table people can send only quick replies"))
        text = cleaned(message.text)
        if not text:
            raise Refusal("malformed", say("a message needs visible text; this one has none"))
        if len(text) > base.MAX_TEXT:
            words = phrase("a message has at most {most} characters; this one has {n}")
            raise Refusal("malformed", say(words, most=base.MAX_TEXT, n=len(text)))
        return text

    def _check_pace(self, connection: Connection, seat: int) -> None:
        """Raises Refusal if a person, or all spectators together, send too fast."""
        pace: list[tuple[int | Connection, float]] = [(seat, 1)]
        if seat == SPECTATORS:
            pace = [(connection, 1), (SPECTATORS, SPECTATORS_SHARE)]
        for who, times in pace:
            if who not in self._buckets:
                self._buckets[who] = self._counts.limits.chat.bucket(times)
            if not self._buckets[who].take():
                self._counts.refuse("chat", self._buckets[who].wait_s)

    async def _stored(self, row: MessageRow) -> MessageRow:
        """Stores a message. If another server has used its number in the meantime, uses the next one."""
        lane = self._spectators if row.seat == SPECTATORS else self._players
        outdated = [message.number for message in list(lane)[: max(0, len(lane) + 1 - KEPT)]]
        try:
            await self._written(self._store.say(self._table, row, outdated))
        except Conflict:
            await self._read()
            return await self._stored(_renumbered(row, self._next_number))
        for _ in outdated:
            lane.popleft()
        lane.append(row)
        self._next_number = row.number + 1
        return row

    # --- reactions -------------------------------------------------------------------------------

    @shielded
    async def react(self, connection: Connection, message: from_client.React, accepted: Callable[[], None]) -> None:
        """Sets or removes a person's reaction to a move. Raises Refusal."""
        seat = connection.speaks_for
        self._check_reaction(seat, message.ply)
        self._check_pace(connection, seat)
        undone = len(self._progress.taken_back)
        row = ReactionRow(ply=message.ply, seat=seat, word=message.word, undone=undone)
        async with self._lock:
            await self._written(self._store.react(self._table, row))
            self._reactions.pop((row.ply, row.seat), None)
            if row.word:
                self._reactions[row.ply, row.seat] = row
        accepted()
        reacted = from_server.encode(from_server.Reacted(reaction=_reaction(row)))
        self._connections.send_text(reacted, lambda other: self._reader_of(other, row))

    def _check_reaction(self, seat: int, ply: int) -> None:
        if self._allowed == "off":
            raise Refusal("no-chat", say("the creator of this table has switched chat off"))
        if seat == SPECTATORS:
            raise Refusal("not-seated", say("you are watching; only people with a seat can react to a move"))
        movers = self._progress.movers
        if not 1 <= ply <= len(movers):
            words = phrase("expected a move from 1 to {most}; found {n}")
            raise Refusal("malformed", say(words, most=len(movers), n=ply))
        if movers[ply - 1] == seat:
            raise Refusal("malformed", say("you can react to the moves of others, not to your own"))

    def leave(self, connection: Connection) -> None:
        """Forgets the rate limit of a connection."""
        self._buckets.pop(connection, None)


def _renumbered(row: MessageRow, number: int) -> MessageRow:
    return msgspec.structs.replace(row, number=number)


def _message(row: MessageRow) -> from_server.ChatMessage:
    return from_server.ChatMessage(
        number=row.number,
        seat=row.seat,
        name=row.name,
        text=row.text,
        ready=row.ready,  # type: ignore[arg-type]  # as it was checked when it came
        ply=row.ply,
        at=row.at,
    )


def _reaction(row: ReactionRow) -> from_server.Reaction:
    return from_server.Reaction(ply=row.ply, seat=row.seat, word=row.word)  # type: ignore[arg-type]
