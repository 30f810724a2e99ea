"""A server and a table without one do the same: they show the same views and store the same rows, byte for byte."""

from __future__ import annotations

import json
from typing import Any

import pytest

import cogtable
from cogtable.server.db.rows import ActionRow
from cogtable.server.wire.from_server import encode
from tests.table_logic.kept_table import KeptTable, make

from .live_server import LiveServer

FIELDS = ActionRow.__struct_fields__


def shown(kept: KeptTable, seat: int) -> Any:
    """The view that a client of a seat is sent first."""
    return json.loads(encode(kept.logic.updates.whole(seat, (seat,))))["view"]


def stored(server: LiveServer, table: str) -> list[Any]:
    """The actions of a table in the database."""
    return server.execute(f"SELECT {', '.join(FIELDS)} FROM actions WHERE table_id = '{table}' ORDER BY ply")


@pytest.mark.parametrize("game", ["splendor", "megaman", "recharge", "smashgear", "coalheart"])
def test_a_server_and_a_page_show_and_store_the_same(server: LiveServer, game: str) -> None:
    seats = cogtable.game(game).min_seats
    table, secrets = server.full(game, seats, seed=1)
    people = [server.sit(table, secret) for secret in secrets]
    kept = KeptTable(make(game, "me", *["open"] * (seats - 1), seed=1))
    for name in ("Ben", "Cleo")[: seats - 1]:
        kept.keep(kept.logic.seats.join(None, name, name))
    for _ in range(6):
        seat = kept.table.match.waiting[0]
        ply = kept.table.match.ply
        action = kept.view(seat).choices[-1].action
        assert people[seat].until(ply).act(action)["type"] == "accepted"
        kept.act(action, seat)
    people[seat].until(kept.table.match.ply).send(type="undo", id=9, ply=kept.table.match.ply)
    assert people[seat].next("accepted", "error")["type"] == "accepted"
    kept.undo(seat)
    for seat, secret in enumerate(secrets):
        assert json.dumps(server.sit(table, secret).view) == json.dumps(shown(kept, seat))
    assert [dict(zip(FIELDS, row, strict=True)) for row in stored(server, table)] == [
        {name: getattr(action, name) for name in FIELDS} for action in kept.actions
    ]
