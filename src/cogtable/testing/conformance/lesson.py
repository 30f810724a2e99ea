"""Point 9: the lesson can be played."""

from __future__ import annotations

from cogtable.engine.lessons.script import NO_ACTION, script_of
from cogtable.engine.play.game import Game
from cogtable.testing.conformance.trials import Nonconformity, Plan
from cogtable.view import Drawer, Layout, Seat, View, Zone


def lesson_plays(game: Game, plan: Plan) -> None:
    """9. If there is a lesson, it can be played to its end, and what it points at is visible in both layouts.

    Raises BadLesson for a mistake in the file.
    """
    if game.lesson is None:
        return
    script = script_of(game)
    for number, step in enumerate(script.steps, 1):
        view = script.end.at(step.ply).view(script.lesson.learner)
        for name, layout in view.layouts().items():
            if step.pieces and not any(_is_seen(piece, view, layout) for piece in step.pieces):
                found = ", ".join(step.pieces)
                raise Nonconformity(
                    f"{game.name}: step {number} points at {found}, which the {name} layout does not show"
                )
    if all(step.action == NO_ACTION for step in script.steps):
        raise Nonconformity(f"{game.name}: the lesson never asks for an action")


def _is_seen(thing: str, view: View, layout: Layout) -> bool:
    """Whether a layout shows a thing: in its own place, in a drawer, or beside its owner's head."""
    parts = {part.id: part for part in view.parts}
    zone = next((piece.zone for piece in view.pieces if piece.id == thing), thing)
    part = parts.get(zone)
    drawers = [each for each in view.parts if isinstance(each, Drawer) and zone in each.zones]
    owner = part.seat if isinstance(part, Seat) else part.owner if isinstance(part, Zone) else None
    heads = [each for each in view.parts if isinstance(each, Seat) and each.seat == owner]
    shown = [each.area for each in [*([part] if part else []), *drawers, *heads]]
    return any(area in layout.areas and layout.areas[area].w > 0 for area in shown)
