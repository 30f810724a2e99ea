"""Any position of a match on a page, including those that would take long to play up to."""

from __future__ import annotations

import re
from functools import cache

from playwright.sync_api import Page, WebSocketRoute

from cogtable import bots
from cogtable.bots import named
from cogtable.engine.play.game import Game
from cogtable.engine.play.match import Match
from cogtable.server.wire.from_server import Occupant, Pong, TableNow, Update, encode
from cogtable.view import View

from .live_server import LiveServer

DRAWN = (
    "document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))"
)
"""Waits until the page's fonts are loaded and it has been drawn."""


@cache
def played(game: Game, seats: int) -> Match:
    """Plays a whole game between bots that choose the most valuable action."""
    match = game.start(seats=seats, seed=4)
    how = bots.PlayStyle(compiled=game.name != "magpie")
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, bots.decide("greedy", match, seat, match.ply, how).action)
    return match


class Shown:
    """A page that can show any position of a match: its socket answers in place of the server's."""

    def __init__(self, page: Page, server: LiveServer) -> None:
        self.page = page
        self.server = server
        self.update = ""
        self.sockets: list[WebSocketRoute] = []
        page.route_web_socket(re.compile("/api/tables/.*/ws$"), self._answer)

    def _answer(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)

        def receive(message: str | bytes) -> None:
            socket.send(encode(Pong()) if b'"ping"' in _bytes(message) else self.update)

        socket.on_message(receive)

    def show(self, match: Match, seat: int | None = None) -> View:
        """Shows a position from the view of a seat, by default of the one that is to move. Returns that view."""
        view = self._seen(match, match.waiting[0] if seat is None else seat)
        self.page.goto(f"{self.server.url}/t/{view.game}-{view.ply}")
        self.page.locator("main:not(.unlaid) .scene [data-piece]").first.wait_for(state="attached")
        self.page.evaluate(DRAWN)
        return view

    def follow(self, match: Match, seat: int) -> View:
        """Sends the position after one more move to the page. Returns its view."""
        view = self._seen(match, seat)
        self.sockets[-1].send(self.update)
        return view

    def _seen(self, match: Match, seat: int) -> View:
        """The view of a seat, which the page will get."""
        view = match.view(seat)
        names = list(named.NAMES.values())
        people = [Occupant(seat=seat, kind="bot", name=names[seat], level="medium") for seat in range(match.seats)]
        people[view.seat] = Occupant(seat=view.seat, kind="person", name="Ada", here=True)
        self.update = encode(Update(view=view, now=TableNow(occupants=people)))
        return view


def _bytes(message: str | bytes) -> bytes:
    return message.encode() if isinstance(message, str) else message
