"""The log and the animation of Smash Gear.

Made from the notes alone, because the position has changed since.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogtable.games.smashgear.rules.combat import Loss, Removal
from cogtable.games.smashgear.rules.components import ALL_SLOTS, Card
from cogtable.games.smashgear.rules.events import Event
from cogtable.games.smashgear.rules.geometry import owner_of
from cogtable.games.smashgear.rules.stack import Failure
from cogtable.games.smashgear.rules.state import NONE, Gait, Kind, Reason, SmashGear, Want
from cogtable.games.smashgear.rules.store import kind_shown
from cogtable.games.smashgear.table import fights, forecast
from cogtable.games.smashgear.table.labels import (
    announced_name,
    card_name,
    cell_name,
    gears,
    hand_card,
    machine_name,
    program_name,
    way_words,
)
from cogtable.games.smashgear.table.pieces import BASE, CARDS, LANDFILL, MACHINE, PILE, SEAT, STOCK, STORE, card_piece
from cogtable.table import (
    NOTHING,
    Box,
    EventLog,
    Face,
    Line,
    LogEvent,
    Note,
    Pieces,
    Says,
    Template,
    View,
    Word,
    Words,
    comes_from,
    fly,
    marks,
    name_of,
    phrase,
    plural,
    say,
    says,
    says_lines,
    series,
    sounds,
)


def log_lines(s: SmashGear, box: Box, notes: list[Note]) -> list[Line]:
    """The notes of one move as lines of the log."""
    return _LOG.lines(s, box, notes)


def animate(view: View, s: SmashGear, box: Box, notes: list[Note]) -> None:
    """Adds the animation of the last move to a view: frames, flights, marks, and where new pieces come from."""
    view.frames = forecast.frames(s, box, notes)
    view.pending = forecast.resolving(s, box)
    _LOG.animate(view, s, box, notes)


def _group(notes: Sequence[Note]) -> str:
    turn = next((note["turn"] for note in reversed(notes) if note.event in (Event.ACTED, Event.TURN)), 0)
    return say("Turn {n}", n=turn) if turn else say("Prepare")


def _seat_of(event: LogEvent) -> int | None:
    """The seat of an event, or the owner of its slot."""
    if "seat" in event.type.fields:
        return event["seat"]
    return owner_of(event["slot"]) if "slot" in event.type.fields else None


# --- animation ------------------------------------------------------------------------------------------


def _card_flies(view: View, event: LogEvent, source: str, target: str) -> None:
    kind = event["kind"]
    art = ("bolt", "page", "home", "burst")[kind]
    face = Face(kind="card", art=art, title=card_name(event.box, kind, event["card"]), words=" ")
    fly(view, face, source, target)


def _show_taken(view: View, pieces: Pieces, event: LogEvent) -> None:
    """Shows a card that a seat took: the reader's own is in the hand, another's flies to its seat."""
    piece = card_piece(event["kind"], event["card"], STORE)
    if event["kind"] not in CARDS or piece not in pieces:
        _card_flies(view, event, piece, SEAT(event["seat"]))


def _show_discarded(view: View, pieces: Pieces, event: LogEvent) -> None:
    _card_flies(view, event, SEAT(event["seat"]), LANDFILL(event["seat"]))


def _show_gears(view: View, pieces: Pieces, event: LogEvent) -> None:
    """Shows up to three of the gears that a seat gains or loses."""
    stock, count = STOCK(event["seat"]), event["gears"]
    source, target = ("ground", stock) if count > 0 else (stock, "ground")
    fly(view, Face(kind="token", art="gear"), source, target, min(3, abs(count)))


# --- single sentences -----------------------------------------------------------------------------------


def _drew(event: LogEvent) -> Template:
    """No words for readers who see the card; the next event names it for them."""
    after = event.notes[event.at + 1 : event.at + 2]
    if after and after[0].event == Event.SAW:
        return NOTHING
    if event["kind"] == Card.MACHINE:
        return phrase("{seat} drew a card from the machine pile")
    return phrase("{seat} drew a card from the program pile")


_MOVED: dict[int, Template] = {
    Gait.FLIP: phrase("**{machine}** flipped {way}, {start} to {end}"),
    Gait.SLIDE: phrase("**{machine}** slid {way}, {start} to {end}"),
    Gait.LEAP: phrase("**{machine}** leapt {way}, {start} to {end}"),
    Gait.TURN: phrase("**{machine}** made a quarter turn {way} about {start}"),
}

_ENDED: dict[int, Template] = {
    Reason.CAP: phrase("The last turn is over and nobody has won: a draw · [[rule:SG-Q43]]"),
    Reason.HONOR: phrase("{winner} won: enough honor · [[rule:SG-R7]]"),
    Reason.NO_BASE: phrase("{winner} won: the opponent has no base left · [[rule:SG-R7]]"),
}


# --- combat ---------------------------------------------------------------------------------------------


def _combat(event: LogEvent) -> Iterator[Words]:
    """A combat in the order of its steps, at its first note."""
    moves = [at for at, note in enumerate(event.notes) if note.event == Event.MOVED]
    start = max((at for at in moves if at <= event.at), default=0)
    end = min((at for at in moves if at > event.at), default=len(event.notes))
    fight, *_ = fights.fights(event.box, event.notes[start:end])
    if not fight.clashes:
        yield from _by_itself(event)
    elif event.at == next(at for at in range(start, end) if event.notes[at].event == Event.CLASHED):
        for outcome in fights.outcomes(event.box, fight._replace(rest=[])):
            yield f"{outcome.words} · [[rule:{outcome.rule}]]" if outcome.rule else outcome.words


def _by_itself(event: LogEvent) -> Iterator[Words]:
    """The losses of a machine without a combat."""
    machine = _machine(event)
    if event.type == Event.UNIT_LOST:
        cell = cell_name(event["cell"])
        if event["why"] == Loss.EFFECT:
            yield say("**{machine}** lost the unit on {cell}", machine=machine, cell=cell)
        else:
            yield say("**{machine}** lost the unit on {cell}, which was cut off", machine=machine, cell=cell)
    elif event.type == Event.DESTROYED:
        if event["why"] == Removal.ATTACK:
            yield say("**{machine}** went with the base · [[rule:SG-R21]]", machine=machine)
        else:
            yield say("**{machine}** was disassembled · [[rule:SG-R26]]", machine=machine)


# --- announcements --------------------------------------------------------------------------------------

_DID: dict[int, tuple[Template, Template]] = {
    Kind.SCRIPT: (phrase("{seat} ran {what}"), phrase("{seat} ran {what} on {target}")),
    Kind.PLUGIN: (phrase("{seat} installed {what}"), phrase("{seat} installed {what} on {target}")),
    Kind.EFFECT: (phrase("{seat} used {what}"), phrase("{seat} used {what} on {target}")),
    Kind.ATTACK: (phrase("{seat} used {what}"), phrase("{seat} used {what} on {target}")),
}
_ANNOUNCED = phrase("{seat} announced {what}"), phrase("{seat} announced {what} on {target}")
"""The sentence for an announcement without a target, and for one with a target."""


def _announced(event: LogEvent) -> Iterator[Words]:
    """An announcement; worded as done if it has already happened because nobody could answer."""
    kind, happens = event["kind"], _happens(event)
    if not (kind == Kind.MOVE and happens):
        what, targets = [f"**{_name(event)}**"], list(_aims(event, event.at + 1))
        if targets and event.notes[event.at + 1]["want"] == Want.WAY:
            what, targets = what + targets, []
        words = (_DID[kind] if happens else _ANNOUNCED)[bool(targets)]
        yield say(words, seat=name_of(event["seat"]), what=series(what), target=series(targets))


def _happens(event: LogEvent) -> bool:
    attack = event["kind"] == Kind.ATTACK  # which has no machine at first
    return any(
        other.at >= event.at
        and (other["seat"], other["kind"]) == (event["seat"], event["kind"])
        and (attack or other["what"] == event["what"])
        for other in event.others(Event.RESOLVED)
    )


def _aims(event: LogEvent, at: int) -> Iterator[Words]:
    """The targets named in a row, from a place in the notes."""
    for note in event.notes[at:]:
        if note.event != Event.AIMED:
            break
        yield _aim(event.box, note)


def _aim(box: Box, note: Note) -> Words:
    """One target in words (see `Event.AIMED`)."""
    want, target, what = note["want"], note["target"], note["what"]
    if want == Want.WAY:
        return way_words(what, target)
    if want == Want.STACKED:
        return f"**{announced_name(box, note['kind'], what, what)}**"
    if want == Want.SHOWN:
        return f"**{card_name(box, kind_shown(target), what)}**"
    if what != NONE:
        return f"**{machine_name(box, what)}**"
    if want in (Want.CARD, Want.PLUGIN):
        return f"**{card_name(box, *hand_card(target))}**"
    return cell_name(target - ALL_SLOTS if want == Want.HOST else target)


def _aimed(event: LogEvent) -> Iterator[Words]:
    """Targets that were named in a later move than the announcement."""
    if not any(note.event in (Event.ANNOUNCED, Event.AIMED) for note in event.notes[: event.at]):
        target = series(list(_aims(event, event.at)))
        yield say("{seat} chose {target}", seat=name_of(event["seat"]), target=target)


def _resolved(event: LogEvent) -> Template:
    announced = any(
        other.at < event.at and other.note.numbers == event.note.numbers for other in event.others(Event.ANNOUNCED)
    )
    quiet = event["kind"] in (Kind.MOVE, Kind.ATTACK, Kind.PLUGIN)
    return NOTHING if quiet or announced else phrase("**{name}** takes effect")


def _installed(event: LogEvent) -> Template:
    announced = any(
        other.at < event.at and other["what"] == event["program"] for other in event.others(Event.ANNOUNCED)
    )
    return NOTHING if announced else phrase("{seat} installed **{program}**")


_FAILED: dict[int, Template] = {
    Failure.CANCELLED: phrase("{seat}’s **{name}** came to nothing: it was cancelled · [[rule:SG-Q36]]"),
    Failure.TARGET_GONE: phrase(
        "{seat}’s **{name}** came to nothing: its target is gone, or nothing is left to do there · [[rule:SG-X8]]"
    ),
    Failure.BUNKER: phrase("{seat}’s **{name}** came to nothing: the base has a bunker · [[rule:SG-Q27]]"),
    Failure.STUNNED: phrase("{seat}’s **{name}** came to nothing: the machine is stunned · [[rule:SG-X8]]"),
    Failure.NO_ROOM: phrase("{seat}’s **{name}** came to nothing: the machine has no room there now · [[rule:SG-X8]]"),
    Failure.MACHINE_GONE: phrase("{seat}’s **{name}** came to nothing: the machine is gone · [[rule:SG-X8]]"),
}


# --- the log --------------------------------------------------------------------------------------------

_SENTENCES: dict[int, Says] = {
    Event.SHOWED: says(
        "", comes_from(lambda event: CARDS[event["kind"]](event["card"]), lambda event: PILE[event["kind"]])
    ),
    Event.STARTED: says("{seat} will go first · [[rule:SG-R4]]"),
    Event.BOUGHT: says("{seat} bought **{card}** for {price}", _show_taken),
    Event.PASSED: says("{seat} passed"),
    Event.LET_ALL: says("{seat} will let everything happen until the opponent’s turn is over · [[rule:SG-Q52]]"),
    Event.BATTLE: says("The Battle begins: {seat} will go first · [[rule:SG-R6]]"),
    Event.LEFT_GEARS: says("{seat} lost {gears} left unspent · [[rule:SG-R5]]"),
    Event.EXPLOITED: says("{seat} took {gears} from {bases}", _show_gears),
    Event.ASSEMBLED: says(
        "{seat} assembled **{machine}** on {cell}",
        comes_from(MACHINE.of("machine"), SEAT.of("seat")),
        marks(MACHINE.of("machine"), phrase("new")),
    ),
    Event.BUILT: says("{seat} built a base on {cell}", marks(BASE.of("cell"), phrase("new")), sounds("piece")),
    Event.ANNOUNCED: says_lines(_announced),
    Event.AIMED: says_lines(_aimed),
    Event.RESOLVED: says(_resolved),
    Event.INSTALLED: says(_installed),
    Event.FAILED: says(lambda event: _FAILED[event["why"]]),
    Event.MOVED: says(lambda event: _MOVED[event["gait"]], sounds("piece")),
    Event.CLASHED: says_lines(_combat, sounds("hit")),
    Event.UNIT_LOST: says_lines(_combat, sounds("hit")),
    Event.DESTROYED: says_lines(_combat, sounds("hit")),
    Event.SHIELD_LOST: says_lines(_combat, sounds("hit")),
    Event.BASE_DESTROYED: says("{seat}’s base on {cell} was destroyed · [[rule:SG-R21]]", sounds("hit")),
    Event.HONORED: says("{seat} gained {honor} [[star|honor]]"),
    Event.GEARED: says(
        lambda event: phrase("{seat} took {gears}") if event["gears"] > 0 else phrase("{seat} lost {gears}"),
        _show_gears,
    ),
    Event.DREW: says(_drew, sounds("card")),
    Event.SAW: says("{seat} drew **{card}**"),
    Event.PLUGIN_LOST: says("**{program}** went to {seat}’s landfill"),
    Event.DISCARDED: says("{seat} threw away **{card}**", _show_discarded),
    Event.KEPT: says("**{machine}** keeps the part with the heart on {cell} · [[rule:SG-R27]]"),
    Event.SHIELDED: says("**{machine}** got a [[shield|shield]]"),
    Event.STUNNED: says("**{machine}** makes no normal move until its owner’s turn ends"),
    Event.REPAIRED: says("**{machine}** got its unit on {cell} back"),
    Event.REPAIR_ENDED: says("{owner} stopped repairing **{machine}** · [[rule:SG-Q51]]"),
    Event.RECALLED: says("**{machine}** went back to {to}’s hand"),
    Event.SHIFTED: says("{seat} moved a base from {cell} to {to}"),
    Event.SALVAGED: says("{seat} took **{card}** from the landfill", _show_taken),
    Event.FETCHED: says("{seat} took **{card}** from the store", _show_taken),
    Event.MAY_MORE: says(
        lambda event: (
            phrase("{seat} may build once more this turn")
            if event["what"]
            else phrase("{seat} may assemble once more this turn")
        )
    ),
    Event.ENDING: says("{seat} ended the turn"),
    Event.ENDED: says(lambda event: _ENDED[event["reason"]]),
}


def _machine(event: LogEvent) -> Words:
    return machine_name(event.box, event["machine"])


def _name(event: LogEvent) -> Words:
    """The name of an announcement (see `Event.ANNOUNCED` and `Event.FAILED`)."""
    return announced_name(event.box, event["kind"], event["what"], event["machine"])


_FIELDS: dict[str, Word] = {
    "owner": lambda event: name_of(owner_of(event["slot"])),
    "winner": lambda event: name_of(event["winner"]),
    "card": lambda event: card_name(event.box, event["kind"], event["card"]),
    "machine": _machine,
    "program": lambda event: program_name(event.box, event["program"]),
    "name": _name,
    "price": lambda event: gears(event["price"]),
    "gears": lambda event: gears(abs(event["gears"])),
    "bases": lambda event: plural(event["gears"] // int(event.box.record.base_gears or 1), "{n} base", "{n} bases"),
    "cell": lambda event: cell_name(event["cell"]),
    "to": lambda event: cell_name(event["to"]) if event.type == Event.SHIFTED else name_of(event["to"]),
    "way": lambda event: way_words(event["gait"], event["way"]),
    "start": lambda event: cell_name(event["start"]),
    "end": lambda event: cell_name(event["end"]),
}

_LOG = EventLog(tuple(Event), _SENTENCES, _FIELDS, _group, _seat_of)
