"""Plays games and prints a digest of everything that seats see; run by Python with NumPy, with the stand-in, and in
Pyodide. All must print the same.

    python whole_games.py '[["splendor", 2, 7, 1000]]'

plays Splendor with 2 seats from seed 7, for 1,000 moves at most.
"""

import hashlib
import json
import random
import sys

import msgspec

import cogtable
from cogtable.engine.lessons import puzzle, script
from cogtable.engine.play import premoves, undo

SELDOM = 12
"""Moves between the questions that take long to answer."""


def played(name, seats, seed, most):
    """The number of moves, and a digest of what each seat sees before each of them."""
    game = cogtable.game(name)
    match = game.start(seats=seats, seed=seed)
    draw, digest = random.Random(seed), hashlib.sha256()

    def put(*seen):
        digest.update(msgspec.json.encode(seen))

    while not match.over and match.ply < most:
        for seat in (*range(seats), None):
            put(match.view(seat))
        seat = match.waiting[0]
        if match.ply % SELDOM == 0:
            put(*asked(match, seat))
        match.play(seat, draw.choice(match.choices(seat)).action)
    put(match.view(None), match.ranks, match.scores, match.position.tobytes())
    again = cogtable.load(cogtable.save(match), verify=True)
    put(again.position.tobytes(), [move.text for move in again.moves])
    return match.ply, digest.hexdigest()


def asked(match, seat):
    """The answers to questions about a position."""
    pieces = [piece.id for piece in match.view(seat).pieces]
    yield [match.why_not(seat, piece) for piece in pieces]
    yield [undo.is_free(match, seat) for seat in range(match.seats)]
    yield [premoves.choices_ahead(match, other) for other in range(match.seats) if other not in match.waiting]
    yield match.known_by(seat).determinized(match.ply).tobytes()
    yield match.known_by(seat).observation().tolist() if match.game.observation else None
    yield {pile: weights.tolist() for pile, weights in match.known_by(seat).draws().items()}


def begun(name):
    """A digest of the game's lessons, step by step, and of how its puzzles begin."""
    game, digest = cogtable.game(name), hashlib.sha256()
    found = []
    for lesson in game.lessons:
        taught = script.script_of(game, lesson)
        found += [taught.start(), *(script.position(game, step, lesson) for step in range(len(taught.steps)))]
    found += [puzzle.start(game, each) for each in puzzle.puzzles_of(game).puzzles] if game.puzzle_file.exists() else []
    for match in found:
        digest.update(msgspec.json.encode([match.view(seat) for seat in range(match.seats)]))
    return len(found), digest.hexdigest()


def run(wanted):
    """The result for each [game, seats, seed, moves], or for [game] alone that of its lesson and puzzles."""
    return [[*each, *(played(*each) if len(each) > 1 else begun(*each))] for each in wanted]


if __name__ == "__main__":
    for each in json.loads(sys.argv[1]):
        print(json.dumps(run([each])[0]), flush=True)
