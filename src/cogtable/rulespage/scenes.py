"""The live pictures of a rules page: the views before and after the move of a scene, reduced to what is shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from cogtable.engine.errors import BadOption, BadRulesPage, IllegalAction
from cogtable.engine.play.game import Game
from cogtable.engine.play.match import Match
from cogtable.engine.records.state import copied
from cogtable.engine.text.spelling import instead
from cogtable.rulespage.how_to_play import Picture, Scene, Touch, trouble
from cogtable.view import Area, Choice, Layout, View, Zone

WIDTH, HEIGHT = 280, 156
"""The size of a picture in design units."""


class Drawn(NamedTuple):
    """A picture ready to be shown: the choice, and the views before and after it."""

    choice: Choice
    before: View
    after: View


def draw(game: Game, picture: Picture) -> Drawn:
    """Plays the move of a picture. Raises BadRulesPage, which names the line of the scene and what was expected."""
    try:
        return _draw(game, picture.scene)
    except BadRulesPage:
        raise
    except (BadOption, IllegalAction, _Wrong) as error:
        raise trouble(picture.line, f"“{picture.title}”: {error}") from error


class _Wrong(Exception):
    """Raised if a scene cannot be drawn; the text gives the reason."""


def _draw(game: Game, scene: Scene) -> Drawn:
    match = _position(game, scene)
    mover = match.waiting[0]
    seat = mover if scene.seat is None else scene.seat
    before = match.view(seat)
    choice = _play(match, scene.move)
    for touch in scene.then:
        _play(match, touch)
    after = match.view(seat)
    _check_shown(scene, before, after)
    lying = {piece.id: piece.zone for piece in before.pieces}
    previews = [preview for preview in before.previews if preview.action == choice.action]
    first, last = _shown(before, scene.show, {}), _shown(after, scene.show, lying)
    first.choices, first.previews, first.flights, first.frames = [choice] * (seat == mover), previews, [], []
    for piece in first.pieces:
        piece.marks = []
    _await(first, last)
    return Drawn(choice, first, last)


def _position(game: Game, scene: Scene) -> Match:
    """The match in which the move of a scene is played."""
    match = game.start(seats=scene.seats, seed=scene.seed, **scene.options)
    for touch in scene.moves:
        _play(match, touch)
    if scene.set:
        match = match.with_position(_with(match, scene.set))
    if not match.waiting:
        raise _Wrong("the game is over before the move")
    return match


def _check_shown(scene: Scene, before: View, after: View) -> None:
    known = {part.id for part in before.parts} | {piece.id for view in (before, after) for piece in view.pieces}
    for name in scene.show:
        if name not in known:
            raise _Wrong(f"nothing to show is called “{name}”; {_near(name, known)}")


def _await(before: View, after: View) -> None:
    """Outlines the places that are empty until the move puts something there."""
    filled = {piece.zone for piece in before.pieces}
    zones = {part.id: part for part in before.parts if isinstance(part, Zone)}
    for coming in {piece.zone: piece for piece in after.pieces if piece.zone not in filled}.values():
        zone = zones.get(coming.zone)
        if zone is None:
            zone = Zone(id=coming.zone, shape="row", label=coming.label)
            before.parts.append(zone)
            before.wide.areas[zone.id] = after.wide.areas[zone.id]
        zone.empty = zone.empty or ""


def _with(match: Match, fields: dict[str, int | list[object]]) -> object:
    """The position with some fields overwritten: `"tokens.0"` sets the tokens of seat 0."""
    array = copied(match.position)
    for path, value in fields.items():
        name, *places = path.split(".")
        if name not in (array.dtype.names or ()):
            raise _Wrong(f"there is no field “{name}” in the record; {_near(name, array.dtype.names or ())}")
        try:
            target = array[name][0]
            at = tuple(map(int, places))
            old = np.asarray(target[at] if at else target)
            new = np.asarray(value)
            if new.shape not in ((), old.shape):
                raise ValueError(f"expected {old.shape[0] if old.ndim else 1} numbers; found {new.size}")
            limits = np.iinfo(old.dtype)
            if not all(type(number) is int and limits.min <= number <= limits.max for number in new.ravel().tolist()):
                raise ValueError(f"expected whole numbers that fit {old.dtype}; found {value}")
            if at:
                target[at] = new
            else:
                array[name][0] = new
        except (ValueError, IndexError) as error:
            raise _Wrong(f"“{path}” cannot be set: {error}") from error
    return array


def _near(name: str, names: Iterable[str]) -> str:
    return instead(name, sorted(names), "expected one of")


def _play(match: Match, touch: Touch) -> Choice:
    """Plays a move for the first seat that has a decision. Returns its choice."""
    if not match.waiting:
        raise _Wrong(f"the game is over before the move {touch}")
    seat = match.waiting[0]
    action = touch if isinstance(touch, int) else _touching(match, seat, touch)
    match_choice = next((one for one in match.choices(seat) if one.action == action), None)
    match.play(seat, action)
    if match_choice is None:
        raise _Wrong(f"there is no action {action} now")  # never after a move that was played
    return match_choice


def _touching(match: Match, seat: int, pieces: list[str]) -> int:
    """The only action of a seat whose choice touches exactly these pieces."""
    choices = match.choices(seat)
    found = [choice.action for choice in choices if sorted(choice.pieces) == sorted(pieces)]
    if len(found) == 1:
        return found[0]
    named = "; ".join(f"{one.action} {one.text} ({', '.join(one.pieces) or 'no piece'})" for one in choices[:12])
    many = f"{len(found)} choices touch" if found else "no choice touches"
    raise _Wrong(f"{many} just {', '.join(pieces)}; seat {seat} may: {named}")


def _shown(view: View, show: dict[str, Area], lying: dict[str, str]) -> View:
    """A view with only the parts and pieces of the scene, laid out as it says.

    A piece named on its own has its own place until the move takes it to a zone that is shown. `lying` maps each
    piece to its zone before the move.
    """
    parts = [part for part in view.parts if part.id in show]
    for part in parts:
        part.area = part.id
    zones = {part.id for part in parts if isinstance(part, Zone)}
    pieces = []
    for piece in view.pieces:
        moved = lying.get(piece.id, piece.zone) != piece.zone
        if piece.id in show and not (moved and piece.zone in zones):
            if moved:
                continue
            home = Zone(id=f"place {piece.id}", shape="row", label=piece.label)
            parts.append(home)
            piece.zone, piece.at = home.id, 0
            pieces.append(piece)
        elif piece.zone in zones:
            pieces.append(piece)
    areas = {part.id: show[part.id.removeprefix("place ")] for part in parts}
    view.parts, view.pieces, view.log, view.choices, view.result = parts, pieces, [], [], None
    view.wide = view.narrow = Layout(width=WIDTH, height=HEIGHT, areas=areas)
    view.low = []
    view.previews = []
    return view
