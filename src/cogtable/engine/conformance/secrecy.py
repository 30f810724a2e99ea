"""Point 2: what a seat cannot see changes nothing of what it gets."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import numpy as np

from cogtable.engine import verbs
from cogtable.engine.conformance.trials import (
    Dice,
    Nonconformity,
    Plan,
    Trial,
    differences,
    facts,
    guessed,
    matches,
    play,
    trials,
)
from cogtable.engine.game import Game
from cogtable.engine.match import SPECTATOR, Match
from cogtable.engine.notes import collected
from cogtable.engine.state import copied


def secrets_are_kept(game: Game, plan: Plan) -> None:
    """2. What a seat cannot see changes nothing of what it gets, at any move, for any seat or spectator.

    Hidden facts are guessed anew: view, mask, choices, log and the bots' moves must stay the same; a note may reach a
    seat only if it tells what that seat can know. A guess must differ from the truth at times, or nothing is proven.
    """
    hidden, changed = Counter[str](), Counter[str]()
    for trial in trials(game, plan):
        dice = Dice(trial.seed + 1)
        for match in matches(trial, 6):
            for seat in range(SPECTATOR, trial.seats):
                _keeps_secrets(trial, match, seat, dice, plan, hidden, changed)
    if plan.open_information:
        return
    if not hidden:
        raise Nonconformity(f"{game.name}: hide never hid anything; if nothing is hidden, say open_information=True")
    if still := sorted(set(hidden) - set(changed)):
        raise Nonconformity(f"{game.name}: guess never differed from the truth in {', '.join(still)}, which hide hides")


def _keeps_secrets(
    trial: Trial, match: Match, seat: int, dice: Dice, plan: Plan, hidden: Counter[str], changed: Counter[str]
) -> None:
    truth = match.position
    known = match.hidden(seat)
    _check_hidden(trial, known, seat)
    world = guessed(trial, known, seat, dice.below(1 << 30))
    for counter, other in ((hidden, known), (changed, world)):
        held = facts(other)
        counter.update(name for name, value in facts(truth).items() if value != held[name])

    again = copied(world)
    verbs.hide(again[0], trial.game.box.record, seat)
    if differ := differences(known, again, ("hidden", "guessed and hidden again")):
        raise trial.fail(match.ply, f"seat {seat} knows what guess changed: {differ}")
    twin = match.imagined(world)
    one, other = told(match, seat), told(twin, seat)
    for what, words in one.items():
        if words != other[what]:
            parting = where_they_part(words, other[what])
            raise trial.fail(match.ply, f"the {what} of seat {seat} tells what it cannot know: {parting}")
    for name, bot in plan.bots.items():
        if seat in match.waiting:
            moves = [bot(other, seat, trial.seed) for other in (match, twin)]
            if moves[0] != moves[1]:
                raise trial.fail(match.ply, f"bot {name} in seat {seat} plays by what it cannot know: {moves}")
    _notes_keep_secrets(trial, match, twin, seat, dice)


def _check_hidden(trial: Trial, known: Any, seat: int) -> None:
    """Hiding twice is hiding once, and the generator is gone."""
    if known["rng"].any():
        raise trial.fail(known[0].ply, f"the state hidden for seat {seat} still holds the generator")
    twice = copied(known)
    verbs.hide(twice[0], trial.game.box.record, seat)
    if differ := differences(known, twice, ("hidden once", "hidden twice")):
        raise trial.fail(known[0].ply, f"hide for seat {seat} is not idempotent: {differ}")


def told(match: Match, seat: int) -> dict[str, bytes]:
    """All that leaves the engine for a seat."""
    view = match.view(None if seat == SPECTATOR else seat)
    log, view.log = view.log, []
    choices = match.choices(seat) if seat in match.waiting else []
    return {
        "mask": match.legal(seat).tobytes() if seat in match.waiting else b"",
        "list of choices": msgspec.json.encode(choices),
        "log": msgspec.json.encode(log),
        "view": msgspec.json.encode(view),
        "list of reasons": msgspec.json.encode([match.why_not(seat, piece.id) for piece in view.pieces]),
    }


def where_they_part(one: bytes, other: bytes) -> str:
    """Two texts from where they differ."""
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    start = max(0, at - 60)
    return f"{one[start : at + 40]!r} and {other[start : at + 40]!r}"


def _notes_keep_secrets(trial: Trial, match: Match, twin: Match, seat: int, dice: Dice) -> None:
    """Where the same action leads to the same knowledge of `seat`, it must hear the same of it."""
    if match.over:
        return
    actor = dice.one_of(match.waiting)
    both = np.flatnonzero(match.legal(actor) & twin.legal(actor))
    if not both.size:
        return
    action = int(dice.one_of(both))
    knowledge, heard = [], []
    for other in (match, twin):
        array = copied(other.position)
        array["rng"] = match.position["rng"]
        with collected() as notes:
            play(trial, array, actor, action)
        verbs.hide(array[0], trial.game.box.record, seat)
        knowledge.append(array.tobytes())
        heard.append([note for note in notes if note.reaches(seat)])
    if knowledge[0] == knowledge[1] and heard[0] != heard[1]:
        unlike = [pair for pair in zip(*heard, strict=False) if pair[0] != pair[1]]
        raise trial.fail(
            match.ply, f"seat {actor} plays {action}: notes tell seat {seat} what it cannot know: {unlike or heard}"
        )
