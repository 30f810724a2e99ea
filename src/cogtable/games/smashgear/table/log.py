"""What happened in Smash Gear: the lines of the log, and what people see move.

Notes alone tell it, for the position has gone on since.
"""

from __future__ import annotations

from collections.abc import Iterator

from cogtable.engine.box import Box
from cogtable.engine.events import Note
from cogtable.engine.words import counted
from cogtable.games.smashgear.rules import stack
from cogtable.games.smashgear.rules.combat import Loss, Removal
from cogtable.games.smashgear.rules.components import ALL_SLOTS, CELLS, MACHINES, Card
from cogtable.games.smashgear.rules.events import Event
from cogtable.games.smashgear.rules.geometry import UNIT_STEP, owner_of
from cogtable.games.smashgear.rules.stack import Failure
from cogtable.games.smashgear.rules.state import NONE, Kind, Reason, SmashGear, Want
from cogtable.games.smashgear.rules.store import kind_shown
from cogtable.games.smashgear.table import fights, forecast
from cogtable.games.smashgear.table.fights import Fight
from cogtable.games.smashgear.table.labels import (
    VERBS,
    announced_name,
    card_name,
    cell_name,
    cell_names,
    gears,
    machine_name,
    move_words,
    program_name,
    way_words,
)
from cogtable.table.motion import Pieces, comes, fly, mark, pieces_of
from cogtable.view import Face, Line, View, Words

# --- the log --------------------------------------------------------------------------------------------

NOBODYS = (Event.ENDED, Event.SHOWED, Event.CLASHED)


def log_lines(s: SmashGear, box: Box, notes: list[Note]) -> list[Line]:
    """The notes of one move as lines of the log."""
    lines = []
    turn = next((note.b for note in notes if note.event == Event.ACTED), 0)
    for at, note in enumerate(notes):
        if note.event == Event.TURN:
            turn = note.b
        group = f"Turn {turn}" if turn else "Prepare"
        lines += [Line(words=words, ply=0, seat=_whose(note), group=group) for words in _told(box, notes, at)]
    return lines


_OF_SLOTS = (
    Event.MOVED,
    Event.UNIT_LOST,
    Event.DESTROYED,
    Event.KEPT,
    Event.SHIELDED,
    Event.SHIELD_LOST,
    Event.STUNNED,
    Event.REPAIRED,
    Event.RECALLED,
    Event.REPAIR_ENDED,
)


def _whose(note: Note) -> int | None:
    if note.event in NOBODYS:
        return None
    return owner_of(note.a) if note.event in _OF_SLOTS else note.a


def _told(box: Box, notes: list[Note], at: int) -> Iterator[Words]:
    """One note in words; nothing for one that tells nothing by itself."""
    note = notes[at]
    name = _PLAIN.get(note.event)
    if name:
        yield name.format(who=f"[[seat:{note.a}]]", b=note.b)
    elif note.event in _CARDS:
        yield from _of_cards(box, notes, at)
    elif note.event in (Event.ANNOUNCED, Event.AIMED, Event.RESOLVED, Event.FAILED, Event.INSTALLED):
        yield from _of_the_stack(box, notes, at)
    elif note.event in (Event.CLASHED, Event.UNIT_LOST, Event.DESTROYED, Event.SHIELD_LOST):
        yield from _of_combat(box, notes, at)
    else:
        yield from _of_the_board(box, notes, at)


_PLAIN: dict[int, str] = {
    Event.STARTED: "{who} will go first · [[rule:SG-R4]]",
    Event.PASSED: "{who} passed",
    Event.LET_ALL: "{who} will let everything happen until the opponent’s turn is over · [[rule:SG-Q52]]",
    Event.BATTLE: "The Battle begins: {who} will go first · [[rule:SG-R6]]",
    Event.ENDING: "{who} ended the turn",
}

_CARDS = (
    Event.BOUGHT,
    Event.LEFT_GEARS,
    Event.EXPLOITED,
    Event.HONORED,
    Event.GEARED,
    Event.DREW,
    Event.SAW,
    Event.PLUGIN_LOST,
    Event.DISCARDED,
    Event.SALVAGED,
    Event.FETCHED,
    Event.MAY_MORE,
    Event.RECALLED,
)


def _of_cards(box: Box, notes: list[Note], at: int) -> Iterator[Words]:
    """Cards and gears that change hands."""
    note = notes[at]
    who = f"[[seat:{note.a}]]"
    match note.event:
        case Event.BOUGHT:
            yield f"{who} bought **{card_name(box, note.b, note.c)}** for {gears(note.d)}"
        case Event.LEFT_GEARS:
            yield f"{who} lost {gears(note.b)} left unspent · [[rule:SG-R5]]"
        case Event.EXPLOITED:
            yield f"{who} took {gears(note.b)} from {counted(note.b // int(box.record.base_gears or 1), 'base')}"
        case Event.HONORED:
            yield f"{who} gained {note.b} [[star|honor]]"
        case Event.GEARED:
            yield f"{who} {'took' if note.b > 0 else 'lost'} {gears(abs(note.b))}"
        case Event.DREW:
            seen = at + 1 < len(notes) and notes[at + 1].event == Event.SAW
            yield from [] if seen else [f"{who} drew a card from the {('machine', 'program')[note.b]} pile"]
        case Event.SAW:
            yield f"{who} drew **{card_name(box, note.b, note.c)}**"
        case Event.PLUGIN_LOST:
            yield f"**{program_name(box, note.b)}** went to {who}’s landfill"
        case Event.DISCARDED:
            yield f"{who} threw away **{card_name(box, note.b, note.c)}**"
        case Event.SALVAGED:
            yield f"{who} took **{card_name(box, note.b, note.c)}** from the landfill"
        case Event.FETCHED:
            yield f"{who} took **{card_name(box, note.b, note.c)}** from the store"
        case Event.MAY_MORE:
            yield f"{who} may {('assemble', 'build')[note.b]} once more this turn"
        case Event.RECALLED:
            yield f"**{machine_name(box, note.b)}** went back to [[seat:{note.c}]]’s hand"


def _of_the_board(box: Box, notes: list[Note], at: int) -> Iterator[Words]:
    """Machines and bases that come, move and change."""
    note = notes[at]
    match note.event:
        case Event.ASSEMBLED:
            yield f"[[seat:{note.a}]] assembled **{machine_name(box, note.b)}** on {cell_name(note.d)}"
        case Event.BUILT:
            yield f"[[seat:{note.a}]] built a base on {cell_name(note.b)}"
        case Event.MOVED:
            how, way = note.c // 4, note.c % 4
            moved = f"{_PAST[how]} {move_words(how, way, note.d // CELLS, note.d % CELLS)}"
            yield f"**{machine_name(box, note.b)}** {moved}"
        case Event.BASE_DESTROYED:
            yield f"[[seat:{note.a}]]’s base on {cell_name(note.b)} was destroyed · [[rule:SG-R21]]"
        case Event.KEPT:
            kept = f"keeps the part with the heart on {cell_name(note.b)}"
            yield f"**{machine_name(box, note.c)}** {kept} · [[rule:SG-R27]]"
        case Event.SHIELDED:
            yield f"**{machine_name(box, note.b)}** got a [[shield|shield]]"
        case Event.STUNNED:
            yield f"**{machine_name(box, note.b)}** makes no normal move until its owner’s turn ends"
        case Event.REPAIRED:
            yield f"**{machine_name(box, note.b // UNIT_STEP)}** got its unit on {cell_name(note.c)} back"
        case Event.REPAIR_ENDED:
            yield f"[[seat:{owner_of(note.a)}]] stopped repairing **{machine_name(box, note.b)}** · [[rule:SG-Q51]]"
        case Event.SHIFTED:
            yield f"[[seat:{note.a}]] moved a base from {cell_name(note.b)} to {cell_name(note.c)}"
        case Event.ENDED:
            yield _ended(note)


_PAST: dict[int, str] = {
    how: {"flip": "flipped", "slide": "slid", "leap": "leapt", "turn": "made a quarter turn"}[verb]
    for how, verb in VERBS.items()
}


def _ended(note: Note) -> Words:
    if note.a == Reason.CAP:
        return "The last turn is over and nobody has won: a draw · [[rule:SG-Q43]]"
    why = "enough honor" if note.a == Reason.HONOR else "the opponent has no base left"
    return f"[[seat:{note.b}]] won: {why} · [[rule:SG-R7]]"


# --- combat ---------------------------------------------------------------------------------------------


def _of_combat(box: Box, notes: list[Note], at: int) -> Iterator[Words]:
    """A combat in the order of its steps, told where its first note stands."""
    fight, first = _fight_at(box, notes, at)
    note = notes[at]
    if not fight.clashes:
        yield from _by_itself(box, note)
    elif at == first:
        for outcome in fights.outcomes(box, fight._replace(rest=[])):
            yield f"{outcome.words} · [[rule:{outcome.rule}]]" if outcome.rule else outcome.words


def _fight_at(box: Box, notes: list[Note], at: int) -> tuple[Fight, int]:
    """The fight in which a note is told, and where its combat begins."""
    start = max((i for i in range(at + 1) if notes[i].event == Event.MOVED), default=0)
    end = next((i for i in range(at + 1, len(notes)) if notes[i].event == Event.MOVED), len(notes))
    first = next((i for i in range(start, end) if notes[i].event == Event.CLASHED), NONE)
    found = fights.fights(box, notes[start:end])
    return found[0], first


def _by_itself(box: Box, note: Note) -> Iterator[Words]:
    if note.event == Event.UNIT_LOST:
        lost = "lost" if note.d == Loss.EFFECT else "lost, cut off,"
        yield f"**{machine_name(box, note.b // UNIT_STEP)}** {lost} the unit on {cell_names([note.c])}"
    elif note.event == Event.DESTROYED:
        why = note.d % 4
        if why == Removal.ATTACK:
            yield f"**{machine_name(box, note.b)}** went with the base · [[rule:SG-R21]]"
        else:
            yield f"**{machine_name(box, note.b)}** was disassembled · [[rule:SG-R26]]"


# --- announcements --------------------------------------------------------------------------------------


def _of_the_stack(box: Box, notes: list[Note], at: int) -> Iterator[Words]:
    """What was announced, at what it aims, and what became of it; it is told as done only when it has happened."""
    note = notes[at]
    who = f"[[seat:{note.a}]]"
    match note.event:
        case Event.ANNOUNCED:
            if not (note.b == Kind.MOVE and _happens(notes, at)):
                yield f"{who} {_announced(box, note, done=_happens(notes, at))}{_aims(box, notes, at + 1)}"
        case Event.AIMED:
            if not any(other.event in (Event.ANNOUNCED, Event.AIMED) for other in notes[:at]):
                yield f"{who} chose{_aims(box, notes, at).removeprefix(' on').removeprefix(',')}"
        case Event.RESOLVED:
            announced = any(other.event == Event.ANNOUNCED and other[2:6] == note[2:6] for other in notes[:at])
            if note.b not in (Kind.MOVE, Kind.ATTACK, Kind.PLUGIN) and not announced:
                yield f"**{_name(box, note.b, note.c, note.d)}** takes effect"
        case Event.INSTALLED:
            if not any(other.event == Event.ANNOUNCED and other.c == note.b for other in notes[:at]):
                yield f"{who} installed **{program_name(box, note.b)}**"
        case Event.FAILED:
            why = note.d % stack.WHYS
            name = _name(box, note.b, note.c, note.d // stack.WHYS - 1)
            yield f"{who}’s **{name}** came to nothing: {_FAILED[why]} · [[rule:{_WHY.get(why, 'SG-X8')}]]"


_FAILED: dict[int, str] = {
    Failure.CANCELLED: "it was cancelled",
    Failure.TARGET_GONE: "its target is gone",
    Failure.BUNKER: "the base has a bunker",
    Failure.STUNNED: "the machine is stunned",
    Failure.NO_ROOM: "the machine no longer has room there",
    Failure.MACHINE_GONE: "the machine is gone",
}
_WHY: dict[int, str] = {Failure.CANCELLED: "SG-Q36", Failure.BUNKER: "SG-Q27"}


def _happens(notes: list[Note], at: int) -> bool:
    """Whether what a note announces has happened by the last of some notes, since nobody answered it."""
    note = notes[at]
    resolved = [other for other in notes[at:] if other.event == Event.RESOLVED and other[2:4] == note[2:4]]
    return any(note.b == Kind.ATTACK or other.c == note.c for other in resolved)  # an attack has no machine at first


def _announced(box: Box, note: Note, *, done: bool) -> str:
    """What a seat announced; as something that it did where that has happened already."""
    did = "ran" if note.b == Kind.SCRIPT else "installed" if note.b == Kind.PLUGIN else "used"
    return f"{did if done else 'announced'} **{_name(box, note.b, note.c, note.d)}**"


def _name(box: Box, kind: int, what: int, card: int) -> str:
    """What was announced: its program is `what`, its machine `card`."""
    return announced_name(box, kind, what if kind in (Kind.SCRIPT, Kind.PLUGIN) else card)


def _aims(box: Box, notes: list[Note], at: int) -> Words:
    """The targets named one after the other from a place in the notes."""
    words = ""
    while at < len(notes) and notes[at].event == Event.AIMED:
        words += _aim(box, notes[at])
        at += 1
    return words


def _aim(box: Box, note: Note) -> Words:
    """One target in words (see `Event.AIMED`)."""
    want, value, what = note.b, note.c, note.d
    if want == Want.WAY:
        return f", {way_words(what, value)}"
    if want == Want.SHOWN:
        return f" on **{card_name(box, kind_shown(value), what)}**"
    if want == Want.STACKED:
        kind, card = divmod(what, stack.KIND_STEP)
        return f" on **{announced_name(box, kind, card)}**"
    if what != NONE:
        return f" on **{machine_name(box, what)}**"
    if want in (Want.CARD, Want.PLUGIN):
        kind = value >= MACHINES
        return f" on **{card_name(box, int(kind), value - MACHINES if kind else value)}**"
    cell = value - ALL_SLOTS if want == Want.HOST else value
    return f" on {cell_name(cell)}"


# --- what is seen to move -------------------------------------------------------------------------------


def animate(view: View, s: SmashGear, box: Box, notes: list[Note]) -> None:
    """Adds to a view what the last move did: frames, flights, marks, and where new pieces come from."""
    view.frames = forecast.frames(s, box, notes)
    pieces = pieces_of(view)
    for note in notes:
        match note.event:
            case Event.SHOWED:
                comes(pieces, f"{'m' if note.a == Card.MACHINE else 'p'}{note.b}", "pile")
            case Event.BOUGHT | Event.SALVAGED | Event.FETCHED:
                _to_hand(view, box, pieces, note)
            case Event.ASSEMBLED:
                comes(pieces, f"m{note.b}", f"seat{note.a}")
                mark(pieces, f"m{note.b}", note.a, "new")
            case Event.BUILT:
                mark(pieces, f"b{note.b}", note.a, "new")
            case Event.EXPLOITED | Event.GEARED:
                _fly_gears(view, note)
            case Event.DISCARDED:
                _fly_card(view, box, note.b, note.c, f"seat{note.a}", f"landfill{note.a}")


def _to_hand(view: View, box: Box, pieces: Pieces, note: Note) -> None:
    """A card that a seat took: the reader's own lies in the hand, another's flies to its seat."""
    piece = f"{'m' if note.b == Card.MACHINE else 'p'}{note.c}"
    if note.b > Card.PROGRAM or piece not in pieces:
        source = "store.base" if note.b == Card.BASE else "store.destroy" if note.b == Card.DESTROY else piece
        _fly_card(view, box, note.b, note.c, source, f"seat{note.a}")


def _fly_card(view: View, box: Box, kind: int, card: int, source: str, target: str) -> None:
    art = ("bolt", "page", "home", "burst")[kind]
    face = Face(kind="card", art=art, title=card_name(box, kind, card), words=" ")
    fly(view, face, source, target)


def _fly_gears(view: View, note: Note) -> None:
    """A few gears that come or go."""
    seat = f"stock{note.a}"
    source, target = ("ground", seat) if note.b > 0 else (seat, "ground")
    fly(view, Face(kind="token", art="gear"), source, target, min(3, abs(note.b)))
