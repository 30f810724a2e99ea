"""What happened on the table of Recharge: the lines of the log, flights and marks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from cogtable.engine.box import Box
from cogtable.engine.events import Note
from cogtable.engine.operations import Row
from cogtable.engine.words import listed, phrase, plural, say, series
from cogtable.games.recharge.rules.abilities import ABILITIES
from cogtable.games.recharge.rules.events import Event
from cogtable.games.recharge.rules.script import Cause
from cogtable.games.recharge.rules.state import EMPTY, Question, Recharge
from cogtable.games.recharge.table.labels import Cards, cards_of, named, offer, signed
from cogtable.games.recharge.table.pieces import DECK, EVENT, FLEET, PILE, ROBOT, ROUNDS_EVENT, SEAT
from cogtable.table.log import EventLog, Says, Show, Spot, Told, Word, comes_from, flies, says
from cogtable.table.motion import Pieces, comes, fly, mark
from cogtable.table.players import name_of
from cogtable.view import Face, Line, View, Words


def log_lines(s: Recharge, box: Box, notes: list[Note]) -> list[Line]:
    """The notes of one move as lines of the log."""
    return _LOG.lines(s, box, _without_costs(notes))


def animate(view: View, s: Recharge, box: Box, notes: list[Note]) -> None:
    """Adds to a view what the last move did: flights, marks, and where new pieces come from."""
    _LOG.animate(view, s, box, _without_costs(notes))


def _without_costs(notes: list[Note]) -> list[Note]:
    """Leaves out what another note tells already: the battery a robot acts with, the price and batteries of a play."""
    kept: list[Note] = []
    silent: list[tuple[int, int, int]] = []
    for note in notes:
        if note.event == Event.RESOLVED and note.c:
            silent.append((Event.CHARGED, note.b, -note.c))
        if note.event == Event.PLAYED:
            silent += [(Event.GAINED, -note.c, 0), (Event.CHARGED, note.b, 0)]
        key = next((key for key in silent if _is(note, key)), None)
        if key:
            silent.remove(key)
        else:
            kept.append(note)
    return kept


def _is(note: Note, key: tuple[int, int, int]) -> bool:
    event, b, c = key
    return note.event == event and note.b == b and (not c or note.c == c)


# --- the story of a round: one line for each seat and whatever acts for it ------------------------------


class _Tale:
    """A line that is being written: whose doing it tells, and what followed from that."""

    def __init__(self, head: Words, seat: int, group: str, *, begun: bool = False) -> None:
        self.head = head
        self.seat = seat
        self.group = group
        self.begun = begun
        """Whether the line tells it from its beginning."""
        self.effects: list[Words] = []
        self._sums: dict[tuple[int, Words, Words], tuple[int, int]] = {}

    def add(self, seat: int, words: Words) -> None:
        """Something that happens to a seat."""
        self.effects.append(self._of(seat, words))

    def sum(self, seat: int, count: int, template: str, robot: Words = "") -> None:
        """A gain or a loss, added to one of the same kind."""
        key = seat, template, robot
        if key not in self._sums:
            self._sums[key] = len(self.effects), 0
            self.effects.append("")
        at, before = self._sums[key]
        self._sums[key] = at, before + count
        self.effects[at] = self._of(seat, say(template, count=signed(before + count), robot=robot))

    def _of(self, seat: int, words: Words) -> Words:
        return words if seat == self.seat else say("{seat} {does}", seat=name_of(seat), does=words)

    def line(self) -> Line:
        """The line; without words where there is nothing to say."""
        effects = series(self.effects)
        if self.head:
            words = say("{head}: {effects}", head=self.head, effects=effects)
        else:
            words = say("{seat} {does}", seat=name_of(self.seat), does=effects)
        return Line(words=words if effects else "", ply=0, seat=self.seat, group=self.group, block=self.head)


class _Story:
    """Lines that are being written."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.group = ""
        """What the next line stands under."""
        self._lines: list[Line | _Tale] = []
        self._of: dict[tuple[str, int, int], _Tale] = {}
        self._now: _Tale | None = None

    def say(self, words: Words, seat: int | None = None) -> None:
        """A line of its own."""
        self._lines.append(Line(words=words, ply=0, seat=seat, group=self.group))

    def turn_to(self, seat: int, cause: int, *, begun: bool = False) -> None:
        """What follows is the doing of what acts for a seat (see `script.cause`), until another is turned to."""
        key = self.group, seat, cause
        if key not in self._of:
            tale = _Tale(_head(self.cards, seat, cause), seat, self.group, begun=begun)
            self._of[key] = tale
            self._lines.append(tale)
        self._now = self._of[key]

    def end(self, seat: int, cause: int) -> None:
        """Says so where something was without effect from its beginning to its end."""
        tale = self._of.get((self.group, seat, cause))
        if tale and tale.begun and not tale.effects:
            tale.effects.append(say("no effect"))

    def tale(self, seat: int) -> _Tale:
        """The line that tells what happens now; of a seat's own where nothing acts for anybody."""
        if self._now is None or (not self._now.head and self._now.seat != seat):
            self.turn_to(seat, EMPTY)
        return cast(_Tale, self._now)

    def lines(self) -> list[Line]:
        """The lines that say something."""
        lines = [line if isinstance(line, Line) else line.line() for line in self._lines]
        return [line for line in lines if line.words]


def _head(cards: Cards, seat: int, cause: int) -> Words:
    """What a line begins with: "Anna’s **Foreman**"."""
    if cause == EMPTY:
        return ""
    if cause >= Cause.ACTION:
        words = phrase("{seat} chose **{cause}**")
    elif cause >= Cause.EVENT:
        words = phrase("**{cause}** for {seat}")
    else:
        words = phrase("{seat}’s **{cause}**")
    return say(words, seat=name_of(seat), cause=named(cards, cause))


class _Log(EventLog):
    """The log, in which most events are parts of a line."""

    def lines(self, s: Any, box: Box, notes: Sequence[Note]) -> list[Line]:
        """The notes of one move as lines of the log."""
        story = _Story(cards_of(box))
        for told, words in self.said(s, box, notes):
            story.group = self._group(notes[: told.at + 1])
            _tell(story, told, words)
        return story.lines()


def _tell(story: _Story, told: Told, words: Words) -> None:
    event, seat = told.note.event, told.note.a
    match event:
        case Event.FOLLOWS if told["behind"] or story.cards.followed[told["cause"] - Cause.EVENT]:
            story.turn_to(seat, told["cause"], begun=True)
        case Event.CHOSE:
            story.turn_to(seat, Cause.ACTION + told["action"], begun=True)
        case Event.RESOLVED:
            story.turn_to(seat, told["card"], begun=True)
        case Event.DOES:
            story.turn_to(seat, told["cause"])
        case Event.WORKED:
            story.end(seat, told["cause"])
        case Event.GAINED | Event.CROWNED:
            story.tale(seat).sum(seat, told["count"], _SUMS[event])
        case Event.CHARGED:
            story.tale(seat).sum(seat, told["count"], _SUMS[event], story.cards.names[told["card"]])
        case Event.SHUFFLED | Event.ENDED:
            story.say(words)
        case Event.STARTED | Event.NO_EVENT | Event.REVEALED:
            story.say(words, seat)
        case _ if words:
            story.tale(seat).add(seat, words)


_SUMS: dict[int, str] = {
    Event.GAINED: phrase("{count}\u00a0[[coin]]"),
    Event.CROWNED: phrase("{count}\u00a0[[crown]]"),
    Event.CHARGED: phrase("{count}\u00a0[[battery]] {robot}"),
}


# --- what is seen to move -------------------------------------------------------------------------------


def _marks(piece: Spot, words: Word) -> Show:
    """Marks a piece, unless it says the same already, as where many cards go to the discard pile."""

    def show(view: View, pieces: Pieces, told: Told) -> None:
        at, said = piece(told), str(words(told))
        if at in pieces and not any(known.words == said for known in pieces[at].marks):
            mark(pieces, at, told["seat"], said)

    return show


def _on_actor(words: Word) -> Show:
    """Marks the robot by which a seat gains something in the same move."""

    def show(view: View, pieces: Pieces, told: Told) -> None:
        before = (other for other in told.others(Event.RESOLVED) if other.at < told.at)
        acted = [other["card"] for other in before if other["seat"] == told["seat"]]
        if acted and (said := str(words(told))):
            _marks(lambda told: ROBOT(acted[-1]), lambda told: said)(view, pieces, told)

    return show


def _small(told: Told) -> Face:
    cards, card = cards_of(told.box), told["card"]
    return Face(kind="portrait", hue=cards.hues[card], art=cards.art[card], title=cards.names[card])


def _show_drawn(view: View, pieces: Pieces, told: Told) -> None:
    """Only the cards of others fly: the reader's own are seen coming from the deck."""
    if told["seat"] != view.seat:
        fly(view, Face(kind="back"), DECK, FLEET(told["seat"]), told["count"])


def _show_discarded(view: View, pieces: Pieces, told: Told) -> None:
    """A card flies from its own place, which is known only to who saw it there."""
    source = ROBOT(told["card"]) if told["seat"] == view.seat else SEAT(told["seat"])
    fly(view, _small(told), source, PILE)


def _show_played(view: View, pieces: Pieces, told: Told) -> None:
    if told["seat"] != view.seat:
        comes(pieces, ROBOT(told["card"]), SEAT(told["seat"]))


_MARK_PILE = _marks(lambda told: PILE, lambda told: "+1")


# --- the log --------------------------------------------------------------------------------------------


def _seen(told: Told) -> list[Words]:
    """The cards that only the reader is told of, which follow a note."""
    cards, seen = cards_of(told.box), []
    for note in told.notes[told.at + 1 :]:
        if note.event != Event.SAW:
            break
        seen.append(cards.names[note.b])
    return seen


def _if_seen(known: str, unknown: str) -> Callable[[Told], str]:
    """What is said to whoever sees the cards, and to others."""
    return lambda told: known if _seen(told) else unknown


def _declined(told: Told) -> Words:
    if told["question"] == Question.PLAY:
        return phrase("declined to play a robot")
    if told["question"] == Question.MOVE_FROM:
        return phrase("declined to move a battery")
    made = offer(told.box, told["script"], told["row"])
    return phrase("declined to {deed}") if made.deed == made.brings else phrase("declined to {deed} ({brings})")


def _events_drawn(told: Told) -> list[Note]:
    """The Events that a seat draws at once, and those of them that the reader sees."""
    drawn = []
    for note in told.notes[told.at :]:
        if note.event not in (Event.DREW_EVENT, Event.SAW_EVENT) or note.a != told["seat"]:
            break
        drawn.append(note)
    return drawn


def _drew_events(told: Told) -> Words:
    """The first of several Events tells of all."""
    before = told.notes[told.at - 1] if told.at else None
    if before and before.event in (Event.DREW_EVENT, Event.SAW_EVENT) and before.a == told["seat"]:
        return ""
    if any(note.event == Event.SAW_EVENT for note in _events_drawn(told)):
        return phrase("drew {events} ({events_seen})")
    return phrase("drew {events}")


_SENTENCES: dict[int, Says] = {
    Event.STARTED: says("{seat} will be in charge first"),
    Event.NO_EVENT: says("{seat} had no Event left, so there is none this round · [[rule:RC-Q21]]"),
    Event.REVEALED: says(
        lambda told: (
            phrase("{seat} chose **{event}**: {does}")
            if told["first"]
            else phrase("{seat} chose **{event}** again: {does}")
        ),
        comes_from(lambda told: ROUNDS_EVENT, EVENT.of("event")),
    ),
    Event.DREW: says(_if_seen(phrase("drew {cards} ({seen})"), phrase("drew {cards}")), _show_drawn),
    Event.SAW: says("", comes_from(ROBOT.of("card"), lambda told: DECK)),
    Event.DISCARDED: says("discarded {card}", _show_discarded, _MARK_PILE),
    Event.MILLED: says(
        "discarded {card} from the deck", flies(_small, lambda told: DECK, lambda told: PILE), _MARK_PILE
    ),
    Event.SHUFFLED: says("The discard pile ({cards}) was shuffled and put under the deck · [[rule:RC-R5]]"),
    Event.GAINED: says("", _on_actor(lambda told: f"+${told['count']}" if told["count"] > 0 else "")),
    Event.CROWNED: says("", _on_actor(lambda told: f"{signed(told['count'])} [[crown]]")),
    Event.CHARGED: says("", _marks(ROBOT.of("card"), lambda told: f"{signed(told['count'])} [[battery]]")),
    Event.PLAYED: says(
        lambda told: (
            phrase("played **{card}** for ${price}") if told["price"] else phrase("played **{card}** for free")
        ),
        _show_played,
        _marks(ROBOT.of("card"), lambda told: say("new")),
    ),
    Event.RESOLVED: says("", _marks(ROBOT.of("card"), lambda told: say("acts"))),
    Event.COPIED: says("copied **{copied}**"),
    Event.SALVAGED: says("took {card} from the discard pile", comes_from(ROBOT.of("card"), lambda told: PILE)),
    Event.LOOKED: says(_if_seen(phrase("looked at {cards} ({seen})"), phrase("looked at {cards}"))),
    Event.KEPT: says("kept a card"),
    Event.LEFT: says("{card} left play", _show_discarded, _MARK_PILE),
    Event.DREW_EVENT: says(_drew_events),
    Event.DROPPED_EVENT: says("discarded the Event {event}"),
    Event.DECLINED: says(_declined),
    Event.PASSED: says("found nothing to take"),
    Event.OWES: says("must discard {cards}"),
    Event.ENDED: says("The twelfth round is over · [[rule:RC-Q29]]"),
    Event.DUE: says("{operation} when everybody is done"),
}

_FIELDS: dict[str, Word] = {
    "card": lambda told: cards_of(told.box).names[told["card"]],
    "copied": lambda told: cards_of(told.box).names[told["copied"]],
    "cards": lambda told: plural(told["count"], "{n} card", "{n} cards"),
    "event": lambda told: cards_of(told.box).events[told["event"]],
    "does": lambda told: cards_of(told.box).event_words[told["event"]],
    "seen": lambda told: listed(_seen(told)),
    "events": lambda told: plural(
        sum(note.event == Event.DREW_EVENT for note in _events_drawn(told)), "{n} Event", "{n} Events"
    ),
    "events_seen": lambda told: listed(
        [cards_of(told.box).events[note.b] for note in _events_drawn(told) if note.event == Event.SAW_EVENT]
    ),
    "deed": lambda told: offer(told.box, told["script"], told["row"]).deed,
    "brings": lambda told: offer(told.box, told["script"], told["row"]).brings,
    "operation": lambda told: ABILITIES.say(Row(told["operation"], (told["count"],))),
}


def _group(notes: Sequence[Note]) -> str:
    rounds = (note.a if note.event == Event.ROUND else note.b for note in reversed(notes) if note.event in _BEGINNINGS)
    return say("Round {n}", n=next(rounds, 1))


_BEGINNINGS = (Event.ACTED, Event.ROUND)


_LOG = _Log(tuple(Event), _SENTENCES, _FIELDS, _group)
