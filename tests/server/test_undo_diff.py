"""The preview of an undo request: what would change, computed from two views."""

from __future__ import annotations

from typing import Any

import pytest

import cogtable
from cogtable.engine.play import registry
from cogtable.engine.play.match import Match
from cogtable.engine.play.undo import last_decision
from cogtable.server.table.undo_diff import going_back
from cogtable.view import Area, Clock, Face, Layout, Piece, Spot, Text, Track, View, Zone


def view(pieces: list[Piece], *parts: Any) -> View:
    layout = Layout(width=1, height=1, areas={"a": Area(0, 0, 1, 1)})
    zones = [
        Zone(id="row", shape="row", label=""),
        Zone(id="hand", shape="row", label=""),
        Zone(id="map", shape="free", label="", spots=[Spot(0, 0), Spot(1, 0)]),
    ]
    clock = Clock(words="")
    return View(
        game="x",
        seat=0,
        ply=0,
        waiting=[],
        over=False,
        clock=clock,
        wide=layout,
        narrow=layout,
        parts=[*zones, *parts],
        pieces=pieces,
    )


def piece(name: str, zone: str = "row", at: int = 0, **face: Any) -> Piece:
    return Piece(id=name, zone=zone, at=at, label=name, face=Face(**{"kind": "card", **face}))


def seen(now: View, then: View) -> tuple[list[tuple[str, str]], list[tuple[str, int]]]:
    found = going_back(now, then)
    return [(each.piece, each.words) for each in found.changed], [(each.zone, each.at) for each in found.places]


def test_without_changes_nothing_goes_back() -> None:
    assert seen(view([piece("a")]), view([piece("a")])) == ([], [])


def test_a_piece_goes_back_to_its_place() -> None:
    assert seen(view([piece("a", "hand")]), view([piece("a", at=2)])) == ([("a", "")], [("row", 2)])


def test_a_refilled_place_is_marked_at_its_new_piece() -> None:
    now, then = view([piece("a", "hand"), piece("new")]), view([piece("a")])
    assert seen(now, then) == ([("a", ""), ("new", "")], [])


def test_a_removed_piece_comes_back() -> None:
    assert seen(view([]), view([piece("a")])) == ([], [("row", 0)])


def test_counts_show_the_difference() -> None:
    now = view([piece("bank", count=2), piece("own", count=3)])
    then = view([piece("bank", count=4), piece("own", count=1)])
    assert seen(now, then) == ([("bank", "+2"), ("own", "−2")], [])


def test_pieces_that_only_close_a_gap_do_not_count_except_on_a_map() -> None:
    assert seen(view([piece("a", at=0)]), view([piece("a", at=1)])) == ([], [])
    assert seen(view([piece("a", "map", 1)]), view([piece("a", "map", 0)])) == ([("a", "")], [("map", 0)])


def test_changes_that_follow_from_whose_turn_it_is_do_not_count() -> None:
    now, then = piece("a", dim=True, status="no battery"), piece("a")
    now.tag = "BUY"
    handle = piece("h")
    handle.handle = True
    assert seen(view([now]), view([then, handle])) == ([], [])


def test_tracks_count_and_texts_do_not() -> None:
    def at(value: int) -> list[Any]:
        return [Track(id="hp", label="HP", low=0, high=20, value=value), Text(id="words", text=str(value))]

    assert seen(view([], *at(12)), view([], *at(15))) == ([("hp", "+3")], [])


def moved(match: Match, moves: int) -> Match:
    for _ in range(moves):
        seat = match.waiting[0]
        match.play(seat, match.choices(seat)[0].action)
    return match


@pytest.mark.parametrize("name", registry.names())
def test_in_every_game_an_undo_shows_something_to_all(name: str) -> None:
    match = moved(cogtable.game(name).start(seed=1), 4)
    seat = match.moves[-1].seat
    ply = last_decision(match, seat)
    assert ply is not None
    for reader in range(match.seats):
        now = match.view(reader)
        found = going_back(now, match.at(ply).view(reader))
        ids = {each.id for each in (*now.pieces, *now.parts)}
        assert found.changed or found.places
        assert {each.piece for each in found.changed} <= ids
