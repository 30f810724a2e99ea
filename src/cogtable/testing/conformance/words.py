"""Point 7: texts, pieces and reasons are consistent."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import msgspec

from cogtable import icons
from cogtable.engine.errors import BadRulesPage
from cogtable.engine.play.game import Game
from cogtable.engine.play.match import SPECTATOR, Match
from cogtable.rulespage import how_to_play, scenes
from cogtable.rulespage.legend import legend_of
from cogtable.table.components import components_of
from cogtable.testing import coverage
from cogtable.testing.conformance.trials import Nonconformity, Plan, Trial, matches, trials
from cogtable.view import NOWHERE, View, Zone

_SEAT = re.compile(r"\[\[seat:(\d+)\]\]")
_RULE = re.compile(r"\[\[rule:([^\]|]+)")


def words_and_pieces_agree(game: Game, plan: Plan) -> None:
    """7. Pieces lie where they can be seen, words link to what exists, and whatever cannot be chosen says why."""
    rules = set(coverage.numbers(game.rules_text))
    _check_pictures(game)
    if not game.is_variant:  # the pictures on the page are of the game's own box
        _check_rules_page(game, rules)
    for trial in trials(game, plan):
        for match in matches(trial, 8):
            for seat in range(SPECTATOR, trial.seats):
                view = match.view(None if seat == SPECTATOR else seat)
                _check_view(trial, match, view)
                texts = [msgspec.json.encode(view).decode()]
                if seat != SPECTATOR:
                    texts += _check_choices(trial, match, seat, view)
                _check_words(trial, match, " ".join(texts), rules)


def _check_pictures(game: Game) -> None:
    """The picture of the game in the lobby, the symbols of its legend and its cards are pictures that there are."""
    shown = [legend_of(game), components_of(game.table, game.box)]
    wrong = "" if game.picture is not None else icons.unknown(f"box/{game.art}")
    if wrong := wrong or next(icons.wrong_in(msgspec.to_builtins(shown)), ""):
        raise Nonconformity(f"{game.name}: {wrong}")


def _check_rules_page(game: Game, rules: set[str]) -> None:
    """The introduction of the rules page can be drawn, and names only rules that exist."""
    text = game.front_text()
    try:
        for section in how_to_play.read(text) if text else ():
            for picture in section.pictures:
                scenes.draw(game, picture)
    except BadRulesPage as error:
        raise Nonconformity(f"{game.name}: {error}") from error
    if unknown := how_to_play.rules(text) - rules:
        raise Nonconformity(
            f"{game.name}: {how_to_play.FILE} names rules that rules.md does not have: {', '.join(sorted(unknown))}"
        )


def _check_choices(trial: Trial, match: Match, seat: int, view: Any) -> list[str]:
    """Returns the reasons given."""
    choices = match.choices(seat)
    if seat in match.waiting:
        if msgspec.json.encode(view.choices) != msgspec.json.encode(choices):
            raise trial.fail(match.ply, f"the view of seat {seat} does not hold its choices")
    elif choices or view.choices:
        raise trial.fail(match.ply, f"seat {seat} has choices, but nothing to decide")
    pieces = view.touchable()
    touched = {piece for choice in choices for piece in choice.pieces}
    if unseen := touched - set(pieces):
        raise trial.fail(
            match.ply,
            f"choices of seat {seat} touch what is neither a piece nor a zone with target=True in its view:"
            f" {sorted(unseen)}",
        )
    reasons = []
    for piece in pieces:
        reason = match.why_not(seat, piece)
        if piece in touched and reason:
            raise trial.fail(match.ply, f"seat {seat} can choose {piece}, but is told why not: {reason}")
        if piece not in touched and not reason.strip():
            raise trial.fail(match.ply, f"seat {seat} cannot choose {piece}, but is not told why")
        reasons.append(reason)
    return reasons


def _check_view(trial: Trial, match: Match, view: Any) -> None:
    def fail(what: str) -> Nonconformity:
        return trial.fail(match.ply, f"the view of seat {view.seat}: {what}")

    try:
        shown = msgspec.json.decode(msgspec.json.encode(view))
        msgspec.convert(shown, View)
    except (TypeError, msgspec.ValidationError) as error:
        raise fail(f"it cannot be sent: {error}") from error
    if wrong := next(icons.wrong_in(shown), ""):
        raise fail(wrong)
    for what, ids in (("pieces", [p.id for p in view.pieces]), ("parts", [p.id for p in view.parts])):
        if twice := [name for name, count in Counter(ids).items() if count > 1]:
            raise fail(f"two {what} are called {twice[0]}")
    zones = {part.id: part for part in view.parts if isinstance(part, Zone)}
    if both := [piece.id for piece in view.pieces if piece.id in zones and zones[piece.id].target]:
        raise fail(f"a piece and a zone that is a target are both called {both[0]}")
    if view.over != match.over or view.waiting != list(match.waiting) or view.ply != match.ply:
        raise fail("it says another ply, or waits for others, than the match")
    if match.over:
        if view.result is None:
            raise fail("the game is over, but there is no result")
        places = {place.seat: (place.rank, place.score) for place in view.result.placements}
        if [places.get(seat) for seat in range(trial.seats)] != list(zip(match.ranks, match.scores, strict=True)):
            raise fail(f"the result is {places}; the places are {match.ranks}, the scores {match.scores}")
    if wrong := _check_places(view):
        raise fail(wrong)
    for layout in view.layouts().values():
        placed = [layout.areas, *layout.pages.values()]
        for name, area in [item for areas in placed for item in areas.items()]:
            within = 0 <= area.x <= area.x + area.w <= layout.width and 0 <= area.y <= area.y + area.h <= layout.height
            if not within:
                raise fail(f"area {name} reaches beyond the layout of {layout.width} x {layout.height}")
    try:
        view.check()
    except (TypeError, ValueError) as error:
        raise fail(str(error)) from error
    for piece in view.pieces:
        if not 0 <= piece.at < _cells(zones[piece.zone]):
            raise fail(
                f"piece {piece.id} lies in cell {piece.at} of {piece.zone}, which has {_cells(zones[piece.zone])}"
            )
    if wrong := _check_previews(view, zones):
        raise fail(wrong)


def _check_places(view: Any) -> str:
    """Mistakes in the places of parts and in their `opens`; empty if there are none."""
    opened = {each.opens: each.id for each in [*view.parts, *view.pieces] if getattr(each, "opens", "")}
    drawers = {part.id: part for part in view.parts if type(part).__name__ == "Drawer"}
    away = {zone for drawer in drawers.values() for zone in drawer.zones}
    away |= {name for name, drawer in drawers.items() if drawer.area == NOWHERE}
    prompted = {part.forecast for part in view.parts if type(part).__name__ == "Prompt"}
    away |= {part.id for part in view.parts if type(part).__name__ == "Forecast"} & prompted
    layouts = view.layouts().values()
    for part in view.parts:
        if part.id not in away and not any(part.area in each.areas for each in layouts):
            return f"part {part.id} lies in area {part.area}, which no layout has"
    panels = {part.id for part in view.parts if type(part).__name__ == "Panel" and part.area in view.wide.areas}
    for target, opener in opened.items():
        if target not in {*drawers, *panels, *view.wide.pages, *view.narrow.pages}:
            return f"{opener} opens {target}, which is not a page, a drawer or a panel of the wide layout"
    return ""


def _check_previews(view: Any, zones: dict[str, Any]) -> str:
    """Mistakes in the view's previews and frames; empty if there are none."""
    actions = [choice.action for choice in view.choices]
    for preview in view.previews:
        if preview.action not in actions:
            return f"it previews action {preview.action}, which is not a choice"
    shown = [*view.previews, *view.frames, *([view.pending] if view.pending else ())]
    for ghost in (ghost for preview in shown for ghost in preview.ghosts):
        if ghost.zone not in zones:
            return f"a ghost lies in zone {ghost.zone}, which is not there"
        if not 0 <= ghost.at < _cells(zones[ghost.zone]):
            return f"a ghost lies in cell {ghost.at} of {ghost.zone}, which has {_cells(zones[ghost.zone])}"
    ends = {piece.id for piece in view.pieces} | zones.keys() | _counters(view)
    for beam in (beam for preview in shown for beam in preview.beams):
        for end in (beam.source, beam.target):
            if end not in ends:
                return f"a beam ends at {end}, which is no piece, zone or counter"
    return ""


def _counters(view: Any) -> set[str]:
    """The ids of all counters."""
    lists = [getattr(part, name, ()) for part in view.parts for name in ("items", "stats")]
    return {counter.id for counters in lists for counter in counters if counter.id}


def _cells(zone: Any) -> int:
    """The number of cells of a zone; fans, stacks and overlapping zones take any number."""
    if zone.overlap:
        return 1 << 30
    if zone.shape in ("hex", "free"):
        return len(zone.spots)
    cells: int = {"row": zone.columns, "column": zone.rows, "grid": zone.columns * zone.rows}.get(zone.shape, 1 << 30)
    return cells


def _check_words(trial: Trial, match: Match, texts: str, rules: set[str]) -> None:
    if unknown := set(_RULE.findall(texts)) - rules:
        raise trial.fail(match.ply, f"words link to rules that rules.md does not have: {', '.join(sorted(unknown))}")
    if any(int(seat) >= trial.seats for seat in _SEAT.findall(texts)):
        raise trial.fail(match.ply, "words name a seat that does not play")
