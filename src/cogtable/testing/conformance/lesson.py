"""Point 9: the lesson can be played."""

from __future__ import annotations

from cogtable.engine.game import Game
from cogtable.engine.script import NOTHING, script_of
from cogtable.testing.conformance.trials import Nonconformity, Plan
from cogtable.view import Drawer, Layout, Seat, View, Zone


def lesson_plays(game: Game, plan: Plan) -> None:
    """9. A lesson, if there is one, plays to its end; what it points at is to be seen on both layouts.

    Raises BadLesson for a mistake in the file.
    """
    if game.lesson is None:
        return
    script = script_of(game)
    for number, stop in enumerate(script.stops, 1):
        view = script.end.at(stop.ply).view(script.lesson.learner)
        for name, layout in view.layouts().items():
            if stop.pieces and not any(_is_seen(piece, view, layout) for piece in stop.pieces):
                found = ", ".join(stop.pieces)
                raise Nonconformity(f"{game.name}: step {number} points at {found}, none of them in the {name} layout")
    if all(stop.action == NOTHING for stop in script.stops):
        raise Nonconformity(f"{game.name}: the lesson asks for no action, so nobody learns to play")


def _is_seen(thing: str, view: View, layout: Layout) -> bool:
    """Whether a layout shows a thing in its place, in a drawer, or with the head of its owner."""
    parts = {part.id: part for part in view.parts}
    zone = next((piece.zone for piece in view.pieces if piece.id == thing), thing)
    part = parts.get(zone)
    drawers = [each for each in view.parts if isinstance(each, Drawer) and zone in each.zones]
    owner = part.seat if isinstance(part, Seat) else part.owner if isinstance(part, Zone) else None
    heads = [each for each in view.parts if isinstance(each, Seat) and each.seat == owner]
    shown = [each.area for each in [*([part] if part else []), *drawers, *heads]]
    return any(area in layout.areas and layout.areas[area].w > 0 for area in shown)
