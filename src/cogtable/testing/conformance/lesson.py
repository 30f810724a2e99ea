"""Point 9: the lessons can be played."""

from __future__ import annotations

from collections.abc import Iterator

from cogtable.engine.definition.lesson_file import FIRST
from cogtable.engine.lessons.script import NO_ACTION, ScriptStep, script_of
from cogtable.engine.play.game import Game
from cogtable.testing.conformance.trials import Nonconformity, Plan
from cogtable.view import Drawer, Layout, Seat, View, Zone


def lesson_plays(game: Game, plan: Plan) -> None:
    """9. Every lesson of the game can be played to its end, and what it points at is visible in both layouts.

    Raises BadLesson for a mistake in a file.
    """
    for name in game.lessons:
        script = script_of(game, name)
        which = "the lesson" if name == FIRST else f"the lesson {name}"
        for number, step in enumerate(script.steps, 1):
            view = script.end.at(step.ply).view(script.lesson.learner)
            for layout_name, layout in view.layouts().items():
                for what, pieces in _pointed_at(step):
                    if not any(_is_seen(piece, view, layout) for piece in pieces):
                        raise Nonconformity(
                            f"{game.name}: in {which} step {number} {what} {', '.join(pieces)}, which the"
                            f" {layout_name} layout does not show"
                        )
        if all(step.action == NO_ACTION for step in script.steps):
            raise Nonconformity(f"{game.name}: {which} never asks for an action")


def _pointed_at(step: ScriptStep) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What a step points at, and what raises its doubts, each with a verb for errors."""
    if step.pieces:
        yield "points at", step.pieces
    for doubt in step.doubts:
        if doubt.pieces:
            yield f'("{doubt.source.ask}") waits for a touch on', doubt.pieces


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
