"""The server's CPU time for hints and analyses: when pages search, and when the server does.

The pages here stand in for browsers. Their results are legal but not those of a search, and their own time is not
counted.
"""

import asyncio
import base64
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from typing import Any, NamedTuple

import httpx
import msgspec
import numpy as np
from websockets.asyncio.client import ClientConnection, connect

from bench.crowd import DEFLATE, Party, new_table
from bench.figure import Figure
from bench.serving import Server, server
from bench.wasm import folder_of
from cogtable import bots
from cogtable.engine.play.game import Game
from cogtable.engine.rules import verbs
from cogtable.lab import analysis
from cogtable.server.thinking.warmup import is_ready
from cogtable.server.wire import from_client
from cogtable.server.wire.base import PROTOCOL
from cogtable.server.wire.from_server import OrderedSearch
from cogtable.wasm import files

PEOPLE = 100
"""The number of people who ask for a hint at once, each at a table of their own."""
MOVES = 6
"""The number of moves before they ask."""
FINISHED = 3
"""The number of finished games that are analysed at once."""
PLAYER = "greedy"
"""The bot that plays the moves of all people: random moves hide more than people's."""
TOGETHER = 10
"""The number of tables that play these moves at the same time."""
AIM = "aim: a twentieth, 0.05"
PATIENCE_S = 1200.0
"""The longest wait for all answers, in seconds."""

Question = from_client.AskHint | from_client.Analyse


class Message(msgspec.Struct):
    """A message of the server of any type, as far as a page that asks needs it."""

    type: str
    task: int = 0
    searches: list[OrderedSearch] = []
    first: int = 0
    positions: list[msgspec.Raw] = []
    total: int = 0
    words: str = ""

    @property
    def ends(self) -> bool:
        """Whether it is a hint, or completes an analysis."""
        return self.type == "advice" or (self.type == "analysis" and self.first + len(self.positions) == self.total)


decoder = msgspec.json.Decoder(Message)


class Cost(NamedTuple):
    """The server's CPU seconds for a hint, and for all positions of a finished game."""

    hint: float
    analysis: float


def measure(games: Sequence[Game]) -> Iterator[Figure]:
    """Raises LookupError where the adviser of a game was not compiled before."""
    for game in games:
        if not all(is_ready(game, bot) for bot in (PLAYER, analysis.adviser(game, game.min_seats).name)):
            raise LookupError(f"the bots of {game.name} are not compiled: run `cogtable warm {game.name} --bots`")
        folder_of(game)
        with server() as found:
            asyncio.run(cost_of(found, game, 1, MOVES, lambda ply: from_client.AskHint(id=1, ply=ply)))  # loads code
            here, in_page = (asyncio.run(cost(found, game, by_page=by_page)) for by_page in (False, True))
        for what, before, now in zip(("a hint", "the analysis of a game"), here, in_page, strict=True):
            yield Figure(f"{game.name}, the server's CPU for {what}, by the server", before * 1000, "ms")
            compared_with = f"by the server = 1: {now / before:.3f}; {AIM}"
            yield Figure(f"{game.name}, the server's CPU for {what}, by the page", now * 1000, "ms", compared_with)


async def cost(
    found: Server, game: Game, *, by_page: bool, people: int = PEOPLE, moves: int = MOVES, finished: int = FINISHED
) -> Cost:
    """The cost of the answers to people who ask at once at tables of one game. Deals and moves are the same each time.
    Raises LookupError if the server refuses, or if not the expected side searches.
    """
    engine = from_client.PageEngine(module=files.digest(game), box=game.box.digest) if by_page else None
    hint = await cost_of(found, game, people, moves, lambda ply: from_client.AskHint(id=1, ply=ply, engine=engine))
    whole = await cost_of(found, game, finished, None, lambda ply: from_client.Analyse(id=1, engine=engine))
    return Cost(hint, whole)


async def cost_of(
    found: Server, game: Game, tables: int, moves: int | None, question: Callable[[int], Question]
) -> float:
    """The server's CPU seconds for each answer to a question after some moves, or after the game if `moves` is None."""
    room = asyncio.Semaphore(TOGETHER)
    async with httpx.AsyncClient(base_url=f"http://{found.address}", timeout=60) as http, AsyncExitStack() as stack:

        async def seated(seed: int) -> tuple[Page, int]:
            async with room:
                table, secret, ply = await _played(http, found, game, seed, moves)
            url = f"ws://{found.address}/api/tables/{table}/ws"
            page = Page(await stack.enter_async_context(connect(url, compression=None, extensions=[DEFLATE])), game)
            await page.sit(secret)
            return page, ply

        seats = await asyncio.gather(*map(seated, range(tables)))
        began = found.cpu_s()
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*(page.ask(question(ply)) for page, ply in seats))
        spent = found.cpu_s() - began
    searched, expected = sum(page.searched for page, _ in seats), tables if question(0).engine else 0
    if searched != expected:
        raise LookupError(f"{game.name}: expected {expected} pages that search; found {searched}")
    return spent / tables


async def _played(
    http: httpx.AsyncClient, found: Server, game: Game, seed: int, moves: int | None
) -> tuple[str, str, int]:
    """Plays a game, or its first moves. Returns the table, the secret of a seat that has a decision to make, or of the
    first one after the game, and the number of moves.
    """
    table, secrets = await new_table(http, game.name, game.min_seats, seed)
    match = game.start(seats=game.min_seats, seed=seed)
    party = Party()
    async with party.connected([f"http://{found.address}"] * len(secrets), table, secrets):
        while not match.over and match.ply != moves:
            seat = match.waiting[0]
            action = bots.choose(PLAYER, match, seat, match.ply)
            await party.play(seat, match.ply, action)
            match.play(seat, action)
    return table, secrets[match.waiting[0] if match.waiting else 0], match.ply


class Page:
    """A person's page at a table."""

    def __init__(self, socket: ClientConnection, game: Game) -> None:
        self._socket = socket
        self._game = game
        self.searched = False
        """Whether the server had it search."""

    async def sit(self, secret: str) -> None:
        """Takes the seat with this secret."""
        await self._send({"type": "hello", "protocol": PROTOCOL, "secret": secret})
        while (await self._next()).type != "update":
            pass

    async def ask(self, question: Question) -> None:
        """Asks, searches for the server, and waits for the whole answer."""
        await self._send(question)
        while not (message := await self._next()).ends:
            if message.type == "search":
                self.searched = True
                results = [found_by(self._game, order) for order in message.searches]
                await self._send(from_client.Searched(id=message.task, task=message.task, results=results))

    async def _next(self) -> Message:
        """The next message. Raises LookupError if it is a refusal."""
        message = decoder.decode(await self._socket.recv())
        if message.type == "error":
            raise LookupError(f"the server refused: {message.words}")
        return message

    async def _send(self, message: Any) -> None:
        await self._socket.send(msgspec.json.encode(message), text=True)


def found_by(game: Game, order: OrderedSearch) -> from_client.FoundBySearch:
    """Returns a result that the server accepts: some legal actions of the seat, as if it had visited them."""
    hidden: Any = game.state.new()
    hidden[:] = np.frombuffer(base64.b64decode(order.hidden), game.state.dtype)
    mask: Any = game.mask()
    verbs.legal(hidden[0], game.box.record, max(order.seat, 0), mask)
    actions = [order.first] if order.first >= 0 else np.flatnonzero(mask)[-analysis.CANDIDATES :].tolist()
    return from_client.FoundBySearch(
        actions=actions,
        visits=list(range(1, len(actions) + 1)),
        chances=[action % 97 / 97 for action in actions],
        seats=[1.0] * int(hidden[0].seats),
    )
