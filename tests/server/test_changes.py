"""Updates as differences: applied, they give the whole view, for every seat of every game."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

import cogtable
from cogtable.engine.play.match import SPECTATOR, Match
from cogtable.engine.play.registry import usable
from cogtable.server.table.changes import applied, changes
from cogtable.server.wire.base import PROTOCOL
from cogtable.view import Panel, Piece, View

from .live_server import LiveServer, Person, until

MOVES = 30
GAMES = [game.name for game in usable()]


def as_json(told: View | msgspec.Struct) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(msgspec.json.encode(told))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_applied_to_a_view_the_changes_give_the_next(name: str) -> None:
    game, random = cogtable.game(name), Random(11)
    match = game.start(seats=game.min_seats, seed=11)
    before = {seat: match.view(seat) for seat in range(SPECTATOR, match.seats)}
    told = whole = 0
    for move in range(MOVES):
        if match.over or move == MOVES // 2:
            match.undo()
        else:
            seat = random.choice(match.waiting)
            match.play(seat, random.choice(match.choices(seat)).action)
        for seat in before:
            after = match.view(seat)
            found = changes(before[seat], after)
            assert found
            assert applied(as_json(before[seat]), as_json(found)) == as_json(after)
            told, whole = told + len(msgspec.json.encode(found)), whole + len(msgspec.json.encode(after))
            before[seat] = after
    assert told < whole


def test_a_view_that_cannot_be_sent_as_changes_is_sent_whole() -> None:
    view = cogtable.game("splendor").start(seats=2, seed=1).view(0)
    panel = Panel(id=view.parts[0].id)  # an id that occurs twice
    for differs in ({"pieces": []}, {"parts": []}, {"parts": [*view.parts, panel]}):
        other = msgspec.structs.replace(view, **differs)
        assert changes(view, other) is None
    assert changes(msgspec.structs.replace(view, parts=[*view.parts, panel]), view) is None


def test_removed_added_and_moved_pieces_are_sent_in_order() -> None:
    view = cogtable.game("splendor").start(seats=2, seed=1).view(0)
    first, second, *others = view.pieces
    new = msgspec.structs.replace(first, id="new")
    after = msgspec.structs.replace(view, pieces=[*others, new, second])
    found = changes(view, after)
    assert found
    assert (found.pieces, found.part_ids) == ([new], [])
    assert applied(as_json(view), as_json(found)) == as_json(after)


class Keeper(Person):
    """A person whose client keeps the view, as a page does."""

    def __init__(self, server: LiveServer, table: str, secret: str = "", **more: Any) -> None:
        super().__init__(server.raw(table))
        self.kinds: list[str] = []
        self.send(type="hello", protocol=PROTOCOL, keeps=True, **({"secret": secret} if secret else {}), **more)
        self.next("update")

    def hear(self) -> dict[str, Any]:
        message = super().hear()
        self.kinds.append(message["type"])
        if message["type"] == "changed":
            told = message.pop("changes")
            self.update = message | {"type": "update", "view": applied(self.view, told)}
        return message

    def after(self, ply: int) -> dict[str, Any]:
        """Returns the update after a number of moves."""
        while self.ply < ply:
            self.hear()
        return self.update


def play(server: LiveServer, table: str, people: list[Person]) -> int:
    """Plays a move of a seat with a decision; returns the number of moves then."""
    match: Match = server.app.state.rooms.loaded[table].table.match
    seat = match.waiting[0]
    people[seat].send(type="act", id=1, ply=match.ply, action=match.choices(seat)[0].action)
    return int(people[seat].next("accepted")["ply"])


def test_a_client_that_applies_changes_sees_the_same_as_one_that_gets_whole_views(server: LiveServer) -> None:
    table, secrets = server.full("splendor")
    plain = [server.sit(table, secret) for secret in secrets]
    keepers = [Keeper(server, table, secret) for secret in secrets]
    watchers = [server.sit(table), Keeper(server, table)]
    for move in range(8):
        if move == 4:  # a person who comes later gets the same updates from then on
            plain.append(server.sit(table, secrets[0]))
            keepers.append(Keeper(server, table, secrets[0]))
        ply = play(server, table, plain)
        for one, other in [*zip(plain, keepers, strict=True), tuple(watchers)]:
            while one.ply < ply:
                one.hear()
            assert isinstance(other, Keeper)
            assert other.after(ply) == one.update
            assert other.kinds[-1] == "changed"


def test_after_a_missed_view_changes_are_relative_to_the_last_one_seen(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, secrets = server.full("splendor")
    plain = [server.sit(table, secret) for secret in secrets]
    keeper = Keeper(server, table, secrets[0])
    whole = Match.view

    def fails(match: Match, seat: int | None = None) -> View:
        if match.ply == 1 and seat == 0:
            raise ValueError("this view cannot be made")
        return whole(match, seat)

    monkeypatch.setattr(Match, "view", fails)
    play(server, table, plain)
    plain[1].until(1)
    play(server, table, plain)
    plain[0].until(2)
    assert keeper.after(2)["view"] == plain[0].view


def test_at_one_device_changes_are_never_relative_to_another_seats_view(server: LiveServer) -> None:
    mine = server.new("splendor", seats=[{"kind": "me"}, {"kind": "me", "name": "Bob"}])
    table, secret = mine["table"], mine["secret"]
    player, keeper = server.sit(table, secret), Keeper(server, table, secret, seat=0)
    for seat in (1, 0):
        keeper.send(type="switch", id=9, seat=seat)
        until(keeper, lambda seat=seat: keeper.view["seat"] == seat)
        assert keeper.kinds[-1] == "update"
    player.send(type="switch", id=8, seat=0)
    until(player, lambda: player.view["seat"] == 0)
    ply = play(server, table, [player, player])
    while player.ply < ply:
        player.hear()
    assert keeper.after(ply)["view"] == player.view


def test_pieces_are_copied_so_that_a_view_can_be_changed() -> None:
    """Pieces that a game caches are shared by all tables."""
    match = cogtable.game("splendor").start(seats=2, seed=1)
    view = match.view(0)
    before = msgspec.json.encode(view.pieces)
    for piece in view.pieces:
        assert isinstance(piece, Piece)
        piece.tag, piece.zone = "changed", "elsewhere"
    for part in view.parts:
        part.area = "elsewhere"
    again = match.view(0)
    assert msgspec.json.encode(again.pieces) == before
    assert all(part.area != "elsewhere" for part in again.parts)
