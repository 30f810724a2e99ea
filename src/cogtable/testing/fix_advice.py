"""Advice about a mistake found by the conformance suite: where to look, and what to change.

The suite says what it expected and what it found. For the author of the game, `advice` adds the function to look at and
how to fix the mistake; `python -m cogtable.testing GAME` prints both.
"""

from __future__ import annotations

import inspect
import re
import traceback
from pathlib import Path
from typing import Any, NamedTuple

from cogtable.engine.errors import BadLesson, BrokenGame, BrokenRule
from cogtable.engine.play.game import Game
from cogtable.engine.rules import verbs
from cogtable.testing.conformance import Nonconformity


class Advice(NamedTuple):
    """The function or file to look at, and what to do."""

    where: str
    todo: str


class _Known(NamedTuple):
    """A kind of mistake: how its report reads, and the advice; `{1}` is what the first group of the pattern matched."""

    pattern: str
    where: str
    todo: str


_CHANCE = (
    "Draw every random number from the state, with below(s, n), shuffled or fill of cogtable.engine.rules.rng. The"
    " time, random and numpy.random differ each time."
)
_VIEWS = {
    "mask": "legal",
    "list of choices": "choice",
    "log": "log_lines",
    "previews": "previews",
    "clock": "scene",
    "view": "scene",
    "list of reasons": "why_not",
}
"""The function that makes each thing that a seat receives."""

KNOWN = (
    # rules
    _Known(
        r"after setup\b.*: .* (interpreted|native)",
        "setup",
        "Plain Python and compiled code dealt differently. " + _CHANCE,
    ),
    _Known(
        r"(interpreted|native)(,|;|$)",
        "{verb}",
        "Plain Python and compiled code computed different numbers. Write int(...) around fields before you calculate"
        " with them, give every variable a value in every branch, and draw every random number with below(s, n).",
    ),
    _Known(
        r"equal, but not the bytes",
        "{verb}",
        "Write only to the fields of the record, never to s as a whole or to its padding.",
    ),
    _Known(
        r"tables of the box were changed",
        "play",
        "A rule wrote to b. Components do not change: in setup, copy what changes into a field of the record.",
    ),
    _Known(
        r"legal, rank or evaluate changed the state",
        "legal",
        "legal, rank and evaluate may write only to their last argument. Move the other changes into play.",
    ),
    _Known(
        r"no seat is waiting, but",
        "play",
        "After every action, somebody must have a decision or the game must be over: set s.waiting (a bit for each"
        " seat, 1 << seat) or s.over = 1.",
    ),
    _Known(
        r"mask is empty",
        "legal",
        "A seat that is waited for must be able to do something. Set mask[action] = 1 for each legal action, and offer"
        " a pass if there is no other; or do not wait for that seat.",
    ),
    _Known(
        r"(goes on after|its bound)",
        "play",
        "The game must end (s.over = 1) within `bound` actions. Check what play does at the end, and whether legal"
        " still offers something that should be used up. If games may be this long, raise `bound` in Rules(...).",
    ),
    _Known(
        r"over is .*, but waiting",
        "play",
        "Set s.waiting = 0 when the game is over (s.over = 1). Until then, at least one bit of it must be set.",
    ),
    _Known(
        r"waiting is .* with seats that do not play",
        "play",
        "s.waiting has a bit for each seat; only bits 0 to s.seats - 1 may be set. Wrap around with % s.seats.",
    ),
    _Known(r"the mask of seat .* holds", "legal", "Write only 0 or 1 (or a comparison) into the mask."),
    _Known(
        r"could play .*, which is not legal",
        "legal",
        "An action outside the mask was carried out. legal must leave out whatever the rules do not allow now.",
    ),
    _Known(
        r"is refused without a reason|was refused, but changed",
        "legal",
        "An illegal action must change nothing and be refused with a reason: look at why_not too.",
    ),
    _Known(
        r"the census",
        "{mover}",
        "A component was lost, or is in two places: whatever leaves one field must arrive in exactly one other. Compare"
        " the two counts: the component is where they differ.",
    ),
    _Known(
        r"the places are",
        "rank",
        "Column 0 of out is the place: 1 for the best. Seats that are level share a place, and the next one is skipped"
        " (1, 1, 3). cogtable.engine.rules.ranking.rank_by does that.",
    ),
    _Known(
        r"the evaluation is",
        "evaluate",
        "evaluate divides about 1000 among the seats, with none below 0: how likely each is to win, in thousandths.",
    ),
    # who may know what
    _Known(
        r"no field of|goes by",
        "state",
        "For each field that is not public, declare who may see it: known_to(NOBODY, ...), known_to(OWNER, ...) or a"
        " function of the seat.",
    ),
    _Known(
        r"open_information",
        "state",
        "Say so (`--open` on the command line, open_information=True in a `Plan`) if no field of the record is declared"
        " with known_to, and only then.",
    ),
    _Known(
        r"hide never hid|hide leaves",
        "hide",
        "In hide, overwrite what this seat may not know with -1 or 0. hide(s, b, seat) works on a copy.",
    ),
    _Known(
        r"there is no (picture|hue|cut|scene) ",
        "scene",
        "Correct the name. The page /gallery of a running table shows every picture, cut and hue with its name; a"
        " picture of your own, in the game's folder, can only stand in the lobby (`art`).",
    ),
    _Known(
        r"it cannot be sent",
        "scene",
        "Something in the view has another type than its field: a number where words belong, or a generator where a"
        " list does. The end of the message names the place.",
    ),
    _Known(
        r"hide tells seat",
        "hide",
        "That field still differs between two deals that this seat cannot tell apart, so its player could read the"
        " secret. Overwrite it in hide for every seat that may not know it, including -1 (a spectator).",
    ),
    _Known(
        r"hide changes (\w+)",
        "state",
        "If {1} is a secret, declare it with known_to(...). If it is not, leave it alone in hide.",
    ),
    _Known(
        r"knows what determinize changed",
        "determinize",
        "determinize may change only what hide blanked. Fill those cells and leave all others as they are.",
    ),
    _Known(
        r"determinize never differed",
        "determinize",
        "determinize must deal what is hidden again, from the components that the seat has not seen: fill(s, s.deck,"
        " UNKNOWN) does that for one field.",
    ),
    _Known(
        r"never two .* exchanged",
        "state",
        "This could not be tested, since the field never held two hidden things that could change places. Make sure"
        " that known_to(..., of=...) names the same components in all fields that hold them.",
    ),
    _Known(
        r"generator",
        "setup",
        "Never copy s.rng into another field: whoever reads it can predict every later draw.",
    ),
    _Known(
        r"not idempotent",
        "hide",
        "Calling hide twice must give the same as calling it once: decide by what everybody knows, not by a field that"
        " hide itself blanks.",
    ),
    _Known(
        r"^the (mask|list of choices|log|previews|clock|view|list of reasons) of seat -?\d+ tells",
        "{shown}",
        "It depends on something that is hidden from this seat. It may use only the hidden copy that it gets, and"
        " nothing remembered elsewhere. For `legal`: what a seat may do must follow from what it knows.",
    ),
    _Known(
        r"^bot .* plays by",
        "evaluate",
        "The bot's move depends on hidden facts. evaluate and the bot get hidden states; neither may remember anything"
        " from another state.",
    ),
    _Known(
        r"notes tell seat",
        "play",
        "note(s, AUDIENCE, ...) reached seats that may not know it. Send ALL what everybody sees, and the secret"
        " part in a second note to its owner only.",
    ),
    _Known(
        r"as its secret",
        "scene",
        "Piece(secret=True) means that only this seat sees the piece. Set it only where the piece lies face up for this"
        " seat and face down for all others.",
    ),
    # coming back
    _Known(
        r"after (loading|undo)|as a copy|loading replays|playing on a copy|undo took|the log of actions|after all that",
        "play",
        "Something is remembered outside the record: in a module variable, a cache or an attribute. Rules and tables"
        " must keep everything in fields of the record. " + _CHANCE,
    ),
    # words
    _Known(
        r'several choices of seat -?\d+ are called ""',
        "choice",
        "A choice has no words. Give each Choice a text=say(...), which people read and type.",
    ),
    _Known(
        r"several choices of seat|reads back as another|is not taken",
        "choice",
        "Two actions have the same name. In text=say(...), include what tells them apart, such as the card, the place"
        " or the number.",
    ),
    _Known(
        r'"(.+)" of seat \d+ changes nothing',
        "legal",
        "It is offered although nothing comes of it. Allow it only where it does something.",
    ),
    _Known(
        r"the forecast of .* does not come true",
        "previews",
        "Compute the forecast by the rules themselves: play the action on a copy of the state, and say what came of it."
        " Say nothing of what chance or another seat decides.",
    ),
    _Known(
        r"reasons? .*(need different names|fails?: |has no title|tells? what it cannot know)",
        "reasons",
        "A measure returns a whole number for any position that the seat may see, and reads nothing but the record and"
        " the box. Its words return a Because with a title, or None.",
    ),
    _Known(
        r"usual differences are for|expected the reasons .*; to compute new ones|not a file of usual differences",
        "reasons",
        "Record the usual differences again after each change of a measure, the box or the rules.",
    ),
    _Known(
        r"does not hold its choices|has choices, but nothing",
        "choice",
        "Choices follow from the mask: look at legal and s.waiting.",
    ),
    _Known(
        r"choices of seat .* touch what",
        "choice",
        "pieces=(...) names a piece or zone that is not in that seat's view. Use the id that scene gives it, or set"
        " target=True on the zone.",
    ),
    _Known(
        r"but is (not )?told why",
        "why_not",
        "why_not says why a piece cannot be chosen, and is called only for pieces that no choice touches. Return"
        " say(...) for each of these, never an empty text.",
    ),
    _Known(
        r"rules\.md does not have",
        "rules.md",
        "Add the rule to rules.md, as a line that begins with its number in bold, or correct the number in"
        " [[rule:...]].",
    ),
    _Known(r"words name a seat", "log_lines", "[[seat:N]] names a seat that does not play: pass a seat below s.seats."),
    _Known(
        r"^the view of seat",
        "scene",
        "scene must place every part in an area that both layouts have, each piece in an existing cell of a zone, and"
        " give each of them a different id.",
    ),
    _Known(
        r"your-turn\.md",
        "your-turn.md",
        "Correct the line that is named; docs/rules-page.md says what is allowed there.",
    ),
    # files
    _Known(
        r"there is no golden file|line \d+ of|has \d+ lines",
        "",
        "If you meant the change, rewrite the file with the command above and read its diff.",
    ),
    _Known(
        r"step \d+ (points at|\(.*\) waits for)|lesson",
        "lesson.toml",
        "Correct the step; `cogtable lesson {game} [LESSON]` plays it, and --step N lists what you can name.",
    ),
    # observations
    _Known(
        r"observes .* its range is",
        "observe",
        "Either the number is wrong, or the block's feature(..., low=, high=) is too narrow: declare the smallest and"
        " largest numbers that any game can reach.",
    ),
    _Known(
        r"observes .*, (when|compiled)",
        "observe",
        "observe wrote different numbers for two states that the seat cannot tell apart. It must use only the hidden"
        " state it gets. If hide is at fault too (point 2), fix that first.",
    ),
    _Known(
        r"observes the same as",
        "observe",
        "The row lacks something that the seat knows. Add a feature for what differs, and fill it in observe.",
    ),
    _Known(r"observe changed the state", "observe", "observe may write only to `out`."),
    # draws
    _Known(
        r"item .* (by its weights|with no weight)|something can be drawn",
        "weigh",
        "weigh says, from what the seat knows, how many of each item could be on top of a pile. Count the items that"
        " it has not seen, and leave a pile at 0 if the seat knows that it is empty.",
    ),
)
"""The first that matches holds."""


def advice(game: Game, words: str) -> Advice:
    """Where to look and what to do about a report of the suite, given without game, seats, seed and ply.

    Both are empty if the report needs no advice.
    """
    for known in KNOWN:
        if found := re.search(known.pattern, words):
            verb = re.search(_VERBS, words)
            names = {
                "verb": verb[0] if verb else "play",
                "mover": "determinize" if words.startswith("as determinized") else "play",
                "shown": _VIEWS.get(found[1] or "", "scene") if found.groups() else "scene",
                "game": game.name,
                "1": (found[1] or "") if found.groups() else "",
            }
            return Advice(_filled(known.where, names), _filled(known.todo, names))
    return Advice("", "")


_VERBS = r"\b(setup|legal|play|hide|determinize|rank|evaluate|observe|weigh|tally)\b"


def _filled(text: str, names: dict[str, str]) -> str:
    return re.sub(r"{(\w+)}", lambda name: names[name[1]], text)


def place(game: Game, where: str) -> str:
    """A function or file of a game with its path and line; the name alone where that is not known."""
    if where == "state":
        return _located(game.state.__name__, game.state)
    if (game.folder / where).is_file() and "." in where:
        return str(game.folder / where)
    function = verbs.own_function(game.state, where) or getattr(game.table, where, None)
    return _located(where, function) if function else where


def _located(name: str, item: Any) -> str:
    try:
        return f"{name} ({inspect.getsourcefile(item)}:{inspect.getsourcelines(item)[1]})"
    except (TypeError, OSError):  # something in no file of its own
        return name


class Finding(NamedTuple):
    """A mistake, as it is reported to the author of the game."""

    game: str
    """The game in which it was found: seats, seed, options and ply; empty where it is in no single one."""
    where: str
    came: str
    todo: str


def explained(game: Game, error: Exception) -> Finding:
    """Explains an error of the suite, of the engine or of the game's own code to its author."""
    position = ""
    if found := re.match(rf"{game.name}, (seats=.*?ply \d+): (.*)", str(error), re.DOTALL):
        position = found[1]
    broken = error.__cause__ if isinstance(error, Nonconformity) else error
    if isinstance(broken, BrokenRule):
        what, where, todo = (*str(broken).splitlines(), "", "")[:3]
        return Finding(position, where, what, todo)
    if isinstance(error, Nonconformity | BadLesson):
        _, _, words = str(error).partition(": ") if isinstance(error, Nonconformity) else ("", "", str(error))
        if found:
            words = found[2]
        told = advice(game, f"lesson: {words}" if isinstance(error, BadLesson) else words)
        return Finding(position, place(game, told.where), words, told.todo)
    cause = error.__cause__ if isinstance(error, BrokenGame) and error.__cause__ else error
    frames = [
        frame for frame in traceback.extract_tb(cause.__traceback__) if Path(frame.filename).is_relative_to(game.folder)
    ]
    where = f"{frames[-1].name} ({frames[-1].filename}:{frames[-1].lineno}): {frames[-1].line}" if frames else ""
    return Finding(
        "", where, f"{type(cause).__name__}: {cause}", "Fix this line: the suite cannot continue while it raises."
    )
