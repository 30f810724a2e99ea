"""The server's CPU time for a move: played, stored, acknowledged and shown to two people."""

import asyncio
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from random import Random

import httpx
import msgspec
from websockets.sync.client import ClientConnection, connect

from bench.crowd import DEFLATE, new_table
from bench.figure import Figure
from bench.serving import Server, View, decoder, server
from cogtable.engine.play.game import Game
from cogtable.server.core.limits import Limits
from cogtable.server.wire.base import PROTOCOL

TABLES = 3
"""The number of random games of each kind, the same each time."""
WATCHED = 2
"""The number of seats with a connection. With more seats, the others are connected only while they move."""
AROUND = range(15, 25)
"""The moves around move 20."""
LAST = 10
"""The number of moves that count as the end of a game."""
SETTLES_S = 0.003
"""The time for which the server can still be busy after everybody has received the move."""


class Person:
    """A person at a table, and their view."""

    def __init__(self, socket: ClientConnection, secret: str) -> None:
        self._socket = socket
        socket.send(
            msgspec.json.encode({"type": "hello", "protocol": PROTOCOL, "secret": secret, "keeps": True}), text=True
        )
        self.view = View(ply=-1, waiting=[], over=False)
        self.after(0)

    def after(self, ply: int) -> View:
        """Waits for the table after `ply` moves or more."""
        while True:
            message = decoder.decode(self._socket.recv())
            assert message.type != "error", message.words
            if message.view:
                self.view = message.view
            elif message.changes:
                self.view = message.changes.applied(self.view)
            if self.view.ply >= ply:
                return self.view

    def act(self, random: Random) -> None:
        """Plays any of the choices."""
        act = {"type": "act", "id": 1, "ply": self.view.ply, "action": random.choice(self.view.choices).action}
        self._socket.send(msgspec.json.encode(act), text=True)


def measure(games: Sequence[Game]) -> Iterator[Figure]:
    with server() as found:
        for game in games:
            played = [_play(found, game, seed) for seed in range(TABLES)]
            early = [cost for costs in played for ply, cost in costs if ply in AROUND]
            late = [cost for costs in played for _, cost in costs[-LAST:]]
            moves = statistics.mean(costs[-1][0] + 1 for costs in played)
            for where, costs in (("move 20", early), (f"the end, move {moves:.0f}", late)):
                name = f"{game.name}, the server's CPU for a move, {where}"
                yield Figure(name, statistics.mean(costs) * 1000, "ms", "aim: 2")


def _play(found: Server, game: Game, seed: int) -> list[tuple[int, float]]:
    """Plays a random game; returns the CPU seconds of the moves of connected seats, with the number of moves before
    each.
    """
    random = Random(seed)
    table, secrets = asyncio.run(_new_table(found, game, seed))
    url = f"ws://{found.address}/api/tables/{table}/ws"
    costs = []
    with ExitStack() as stack:
        people = [Person(stack.enter_context(_connect(url)), secret) for secret in secrets[:WATCHED]]
        while not people[0].view.over:
            ply, seat = people[0].view.ply, random.choice(people[0].view.waiting)
            if seat >= WATCHED:
                with _connect(url) as socket:
                    Person(socket, secrets[seat]).act(random)
                    for person in people:
                        person.after(ply + 1)
                time.sleep(SETTLES_S)
                continue
            due, began = time.monotonic() + Limits().messages.every_s, found.cpu_s()
            people[seat].act(random)
            for person in people:
                person.after(ply + 1)
            time.sleep(SETTLES_S)
            costs.append((ply, found.cpu_s() - began))
            time.sleep(max(0, due - time.monotonic()))  # the server accepts no more messages from one connection
    return costs


def _connect(url: str) -> ClientConnection:
    return connect(url, compression=None, extensions=[DEFLATE])


async def _new_table(found: Server, game: Game, seed: int) -> tuple[str, list[str]]:
    async with httpx.AsyncClient(base_url=f"http://{found.address}") as http:
        return await new_table(http, game.name, game.min_seats, seed)
