"""Points 12 and 13: choices have distinct texts, and forecasts come true."""

from __future__ import annotations

from collections import Counter
from typing import Any

from cogtable.engine.errors import IllegalAction
from cogtable.engine.play.game import Game
from cogtable.engine.play.match import Match
from cogtable.engine.records.state import copied, seats_in
from cogtable.testing.conformance.trials import Plan, Trial, facts, mask_of, matches, play, trials
from cogtable.view import Choice

REPLIES = 24
"""The highest number of replies after an action, until its announced effect happens."""


def choices_are_told_apart(game: Game, plan: Plan) -> None:
    """12. No two choices of a position read alike, `Match.play` takes the text of each, and each changes something."""
    for trial in trials(game, plan):
        for match in matches(trial, 0, also=lambda _: True):
            for seat in match.waiting:
                _check_names(trial, match, seat, match.choices(seat))
        for match in matches(trial, 6):
            for seat in match.waiting:
                _check_taken(trial, match, seat)


def _check_names(trial: Trial, match: Match, seat: int, choices: list[Choice]) -> None:
    texts = Counter(" ".join(choice.text.split()).casefold() for choice in choices)
    if twice := [text for text, count in texts.items() if count > 1 or not text]:
        raise trial.fail(match.ply, f'several choices of seat {seat} are called "{twice[0]}"')
    labels = Counter((choice.label, choice.group, *sorted(choice.pieces)) for choice in choices)
    if alike := [label for (label, *_), count in labels.items() if count > 1]:
        raise trial.fail(match.ply, f'several choices of seat {seat} have the label "{alike[0]}" and the same pieces')


def _check_taken(trial: Trial, match: Match, seat: int) -> None:
    """Each text is read as its action, and no action but a pass leaves everything as it was."""
    passes = {match.game.passing, match.game.default_reply}
    before = facts(match.position)
    for choice in match.choices(seat):
        try:
            read = match.check(seat, choice.text)
        except IllegalAction as error:
            raise trial.fail(match.ply, f'"{choice.text}" of seat {seat} is not taken: {error}') from error
        if read != choice.action:
            raise trial.fail(match.ply, f'"{choice.text}" reads back as another action than {choice.action}')
        if choice.action not in passes:
            after = copied(match.position)
            play(trial, after, seat, choice.action)
            changed = {name for name, value in facts(after).items() if value != before[name]}
            if changed <= {"ply", "waiting"} and after[0].waiting == match.state.waiting:
                raise trial.fail(match.ply, f'"{choice.text}" of seat {seat} changes nothing')


# --- forecasts ------------------------------------------------------------------------------------------


def forecasts_come_true(game: Game, plan: Plan) -> None:
    """13. What a preview says of a choice is what happens when it is played and nobody answers.

    Only the plan's `foretold` can read the words of previews; without it there is nothing to compare.
    """
    if not hasattr(game.table, "previews") or plan.foretold is None:
        return
    for trial in trials(game, plan):
        for match in matches(trial, 4):
            for seat in match.waiting:
                for preview in match.view(seat).previews:
                    moments = _moments(trial, match, seat, preview.action)
                    for words in plan.foretold(match, seat, preview, moments):
                        called = match.choice(seat, preview.action).text
                        raise trial.fail(match.ply, f'the forecast of "{called}" does not come true: {words}')


def _moments(trial: Trial, match: Match, seat: int, action: int) -> list[Any]:
    """The states after an action, and after each reply of a seat that lets happen what was announced."""
    replies = [reply for reply in (match.game.default_reply, match.game.passing) if reply is not None]
    at = copied(match.position)
    play(trial, at, seat, action)
    found = [at]
    while len(found) < REPLIES and not at[0].over:
        asked = seats_in(at[0].waiting)[0]
        mask = mask_of(trial, at, asked, at[0].ply)
        reply = next((reply for reply in replies if mask[reply]), None)
        if reply is None:
            break
        at = copied(at)
        play(trial, at, asked, reply)
        found.append(at)
    return [array[0] for array in found]
