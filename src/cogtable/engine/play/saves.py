"""Saved matches as readable JSON. The actions are authoritative; with the position they need not be replayed."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

import msgspec
import numpy as np

from cogtable.engine.compile import cache
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import BadSave
from cogtable.engine.files import BadText, decoded
from cogtable.engine.play import registry
from cogtable.engine.play.interventions import Interventions
from cogtable.engine.play.match import NOTHING, Match, Move


class Saved(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A match as a file. `position` is the state after the last action (base64, with the digest of all the rest and the
    layout of the record), so that loading need not replay; only the actions are authoritative. `interventions`
    ("outside" in the file) are the events outside the rules (see `engine/play/interventions.py`); `initial_position`
    ("laid_out" in the file) is the first position if the match was not dealt, with the record's layout.
    """

    game: str
    version: str
    box: str
    seats: int
    seed: int
    options: dict[str, int]
    actions: list[tuple[int, int, str]]
    interventions: Interventions = msgspec.field(default=NOTHING, name="outside")
    initial_position: dict[str, str] = msgspec.field(default_factory=dict, name="laid_out")
    position: dict[str, str] = {}

    @property
    def moves(self) -> list[Move]:
        """The actions as moves whose events are not known."""
        return [Move(seat, action, text, ()) for seat, action, text in self.actions]


def save(match: Match) -> str:
    """A match as readable JSON, which `load` reads."""
    saved = Saved(
        game=match.game.name,
        version=match.game.version,
        box=match.game.box.digest,
        seats=match.seats,
        seed=match.seed,
        options=match.options,
        actions=[(move.seat, move.action, move.text) for move in match.moves],
        interventions=match.interventions,
    )
    if match.initial_position is not None:
        saved.initial_position = {"layout": _layout(match.initial_position), "state": _encoded(match.initial_position)}
    saved.position = _position(saved, match.position)
    return written(saved)


def written(saved: Saved) -> str:
    """A saved match as readable JSON, which `load` reads. Without a position, `load` replays its actions."""
    head = msgspec.to_builtins(saved)
    if not saved.initial_position:
        del head["laid_out"]
    lines = ",\n".join(f"    {json.dumps(item)}" for item in head.pop("actions"))
    position = json.dumps(head.pop("position"))
    body = json.dumps(head, indent=2).removesuffix("\n}")
    return f'{body},\n  "actions": [\n{lines}\n  ],\n  "position": {position}\n}}\n'


def load(data: str | bytes, *, box: Any = None, verify: bool = False) -> Match:
    """Loads a match that `save` wrote.

    If the saved position matches the actions it is used as it is, so loading does not take longer for long games; with
    `verify` the actions are replayed. Log lines and earlier positions are replayed when first needed (`view`, `log`,
    `undo`), which can then raise BadSave too. The position is not signed: verify files from people you do not trust.
    `box` is the box file that the match was played with, if not the game's own. Raises BadSave with the reason.
    """
    return restored(parsed(data), box=box, verify=verify)


def restored(saved: Saved, *, box: Any = None, verify: bool = False, game: GameSpec | None = None) -> Match:
    """A match from a saved one, as `load` does it; of a `game` that is at hand with its box. Raises BadSave."""
    game = game or registry.find(saved.game, box)
    if saved.version != game.version:
        raise BadSave(f"the match was played with {saved.game} version {saved.version}; this is version {game.version}")
    if saved.box != game.box.digest and not game.is_variant:
        game = game.with_earlier_box(saved.box) or game
    if saved.box != game.box.digest:
        wanted = f"{game.box.source} is {game.box.digest}; name the box file that it was played with"
        raise BadSave(f"the match was played with the box {saved.box}; {wanted}")
    initial_position = _initial_position(game, saved) if saved.initial_position else None
    match = _resumed(game, saved, initial_position) if not verify else None
    return match or Match.replayed(
        game, saved.seats, saved.seed, saved.options, saved.moves, saved.interventions, initial_position
    )


def _initial_position(game: GameSpec, saved: Saved) -> Any:
    """The first position of a match that was not dealt. Raises BadSave."""
    array = _decoded(game, saved.initial_position)
    if array is None or saved.initial_position.get("layout") != _layout(array):
        raise BadSave(f"the match began at a position that this {game.name} cannot read; its record has changed since")
    return game.checked_position(array)


def _resumed(game: GameSpec, saved: Saved, initial_position: Any | None) -> Match | None:
    """The match with the position of the file, or None when that does not belong to the log or to these sources."""
    array = _decoded(game, saved.position)
    if array is None or saved.position != _position(saved, array):
        return None
    return Match.resumed(game, saved.seed, saved.options, saved.moves, array, saved.interventions, initial_position)


def _encoded(array: Any) -> str:
    return base64.b64encode(array.tobytes()).decode()


def _decoded(game: GameSpec, position: dict[str, str]) -> Any | None:
    """An array of one record; None when there is none of this size."""
    try:
        raw = base64.b64decode(position.get("state", ""), validate=True)
    except ValueError:
        return None
    return np.frombuffer(bytearray(raw), game.state.dtype) if len(raw) == game.state.dtype.itemsize else None


def parsed(data: str | bytes) -> Saved:
    """A saved match as it stands in a file, which need not fit any game. Raises BadSave."""
    try:
        text = decoded(data) if isinstance(data, bytes) else data.removeprefix("\ufeff")
        return msgspec.json.decode(text, type=Saved)
    except (msgspec.DecodeError, BadText, RecursionError) as error:
        raise BadSave(f"this is not a saved match: {error}") from error


def _position(saved: Saved, array: Any) -> dict[str, str]:
    """The state of a saved match, with a digest that ties it to the log, the rules' sources and the record's layout."""
    rest = [saved.game, saved.version, saved.box, saved.seats, saved.seed, sorted(saved.options.items())]
    rest += [saved.initial_position] if saved.initial_position else []
    moves = [(seat, action) for seat, action, _ in saved.actions]
    layout = _layout(array, cache.sources(array.dtype.type.declared.marker))
    digest = hashlib.sha256(repr((rest, moves, layout)).encode() + array.tobytes()).hexdigest()[:16]
    return {"layout": layout, "digest": digest, "state": _encoded(array)}


def _layout(array: Any, *more: Any) -> str:
    """A digest of the fields of a record and where they are, and of `more`."""
    return hashlib.sha256(repr((array.dtype.descr, *more)).encode()).hexdigest()[:16]
