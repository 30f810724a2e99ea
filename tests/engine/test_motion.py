"""Animation of pieces by the last move; pieces outside the reader's view are ignored."""

import cogtable
from cogtable.table.motion import comes, fly, mark, pieces_of
from cogtable.view import Face, Mark


def test_visible_pieces_are_marked_and_others_are_not():
    view = cogtable.game("splendor").start(seats=2, seed=7).view(0)
    pieces = pieces_of(view)
    mark(pieces, "bank.0", 1, "−1")
    mark(pieces, "bank.0", 0, "−1")
    comes(pieces, "bank.1", "deck1")
    for change in (lambda: mark(pieces, "h1.0", 1, "reserved"), lambda: comes(pieces, "h1.0", "deck1")):
        change()
    assert "h1.0" not in pieces
    bank = [piece for piece in view.pieces if piece.id in ("bank.0", "bank.1")]
    assert bank[0].marks == [Mark(seat=1, words="−1"), Mark(seat=0, words="−1")]
    assert bank[1].via == "deck1"


def test_pieces_fly_one_after_the_other():
    view = cogtable.game("splendor").start(seats=2, seed=7).view(0)
    gem = Face(kind="token", art="gem/red/triangle")
    fly(view, gem, "bank.3", "t0.3", 2)
    fly(view, gem, "bank.3", "t1.3")
    assert [(flight.source, flight.target) for flight in view.flights] == [("bank.3", "t0.3")] * 2 + [
        ("bank.3", "t1.3")
    ]
    assert view.flights[0].face == gem


def test_each_flight_sounds_once():
    view = cogtable.game("splendor").start(seats=2, seed=7).view(0)
    view.sounds = []
    fly(view, Face(kind="token"), "bank.3", "t0.3", 0)
    assert view.sounds == []
    for kind in ("token", "cube", "token", "back"):
        fly(view, Face(kind=kind), "bank.3", "t0.3")
    assert view.sounds == ["coins", "piece", "card"]
