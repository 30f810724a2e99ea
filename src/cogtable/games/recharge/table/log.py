"""The log and the animation of Recharge."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

from cogtable.games.recharge.rules.abilities import ABILITIES
from cogtable.games.recharge.rules.events import Event
from cogtable.games.recharge.rules.script import Cause
from cogtable.games.recharge.rules.state import EMPTY, Question, Recharge
from cogtable.games.recharge.table.labels import ACTION_ICONS, Cards, cards_of, named, offer, signed
from cogtable.games.recharge.table.pieces import DECK, EVENT, FLEET, PILE, ROBOT, ROUNDS_EVENT, SEAT
from cogtable.games.recharge.table.stage import frames
from cogtable.table import (
    NOTHING,
    Box,
    EventLog,
    Face,
    Icon,
    Line,
    LogEvent,
    Note,
    Pieces,
    Row,
    Says,
    Template,
    View,
    Word,
    Words,
    comes,
    comes_from,
    flies,
    fly,
    listed,
    name_of,
    phrase,
    plural,
    say,
    says,
    series,
    sounds,
)


def log_lines(s: Recharge, box: Box, notes: list[Note]) -> list[Line]:
    """The notes of one move as lines of the log."""
    return _LOG.lines(s, box, _without_costs(notes))


def animate(view: View, s: Recharge, box: Box, notes: list[Note]) -> None:
    """Adds the animation of the last move to a view: robots on the stage, flights, and where new pieces come from."""
    view.frames = frames(s, box, notes, view.seat)
    _LOG.animate(view, s, box, _without_costs(notes))


def _without_costs(notes: list[Note]) -> list[Note]:
    """Leaves out what another note includes: the battery a robot acts with, the price and batteries of a play."""
    kept: list[Note] = []
    silent: list[tuple[int, dict[str, int]]] = []
    for note in notes:
        if note.event == Event.RESOLVED and note["count"]:
            silent.append((Event.CHARGED, {"card": note["card"], "count": -note["count"]}))
        if note.event == Event.PLAYED:
            silent += [(Event.GAINED, {"count": -note["price"]}), (Event.CHARGED, {"card": note["card"]})]
        cost = next((cost for cost in silent if _is(note, *cost)), None)
        if cost:
            silent.remove(cost)
        else:
            kept.append(note)
    return kept


def _is(note: Note, event: int, numbers: dict[str, int]) -> bool:
    return note.event == event and all(note[field] == number for field, number in numbers.items())


# --- the lines of a round: one for each seat and cause ---------------------------------------------


class _LineBuilder:
    """A line that is being written: its subject and the effects."""

    def __init__(
        self, head: Words, seat: int, group: str, *, icon: Icon = "", piece: str = "", begun: bool = False
    ) -> None:
        self.head = head
        self.icon = icon
        self.piece = piece
        self.seat = seat
        self.group = group
        self.begun = begun
        """Whether the line covers the action from its start."""
        self.effects: list[tuple[int, Words]] = []
        """Each with the seat whose name it begins with, or EMPTY."""
        self._sums: dict[tuple[int, Words, Words], tuple[int, int]] = {}

    def add(self, seat: int, words: Words) -> None:
        """Adds an effect on a seat."""
        self.effects.append((EMPTY if seat == self.seat else seat, words))

    def sum(self, seat: int, count: int, template: Template, robot: Words = "") -> None:
        """Adds a gain or a loss to the total of its kind."""
        key = seat, template, robot
        if key not in self._sums:
            self._sums[key] = len(self.effects), 0
            self.effects.append((seat, ""))
        at, before = self._sums[key]
        self._sums[key] = at, before + count
        self.effects[at] = seat, say(template, count=signed(before + count), robot=robot)

    def _effects(self) -> Iterator[Words]:
        """The effects in words. If other seats also gained or lost something, all numbers name their seat."""
        counts = {at for at, _ in self._sums.values()}
        shared = any(self.effects[at][0] != self.seat for at in counts)
        for at, (seat, words) in enumerate(self.effects):
            whose = seat != EMPTY and (at not in counts or shared)
            yield say("{seat} {does}", seat=name_of(seat), does=words) if whose else words

    def line(self) -> Line:
        """The finished line; without words if there is nothing to say."""
        effects = series(list(self._effects()))
        if self.head:
            words = say("{head}: {effects}", head=self.head, effects=effects)
        else:
            words = say("{seat} {does}", seat=name_of(self.seat), does=effects)
        return Line(
            words=words if effects else "",
            ply=0,
            seat=self.seat,
            group=self.group,
            block=self.head,
            icon=self.icon,
            piece=self.piece,
        )


class _LogBuilder:
    """Writes the lines of a move."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.group = ""
        """The heading of the next line."""
        self._lines: list[Line | _LineBuilder] = []
        self._of: dict[tuple[str, int, int], _LineBuilder] = {}
        self._current: _LineBuilder | None = None

    def add_line(self, words: Words, seat: int | None = None) -> None:
        """Adds a line of its own."""
        self._lines.append(Line(words=words, ply=0, seat=seat, group=self.group))

    def switch_to(self, seat: int, cause: int, *, begun: bool = False) -> None:
        """Sends later events to the line of the cause that acts for a seat (see `script.cause`)."""
        key = self.group, seat, cause
        if key not in self._of:
            head, icon = _head(self.cards, seat, cause), _icon(self.cards, cause)
            piece = ROBOT(cause) if EMPTY < cause < Cause.EVENT else ""
            line = _LineBuilder(head, seat, self.group, icon=icon, piece=piece, begun=begun)
            self._of[key] = line
            self._lines.append(line)
        self._current = self._of[key]

    def end(self, seat: int, cause: int) -> None:
        """Adds "no effect" to a line that covers a whole action without any effects."""
        line = self._of.get((self.group, seat, cause))
        if line and line.begun and not line.effects:
            line.effects.append((EMPTY, say("no effect")))

    def current(self, seat: int) -> _LineBuilder:
        """The line for the next events; one for the seat itself if nothing acts for it."""
        if self._current is None or (not self._current.head and self._current.seat != seat):
            self.switch_to(seat, EMPTY)
        return cast(_LineBuilder, self._current)

    def lines(self) -> list[Line]:
        """The lines that say something."""
        lines = [line if isinstance(line, Line) else line.line() for line in self._lines]
        return [line for line in lines if line.words]


def _head(cards: Cards, seat: int, cause: int) -> Words:
    """The beginning of a line: "Anna’s **Foreman**"."""
    if cause == EMPTY:
        return ""
    if cause >= Cause.ACTION:
        words = phrase("{seat} chose **{cause}**")
    elif cause >= Cause.EVENT:
        words = phrase("**{cause}** for {seat}")
    else:
        words = phrase("{seat}’s **{cause}**")
    return say(words, seat=name_of(seat), cause=named(cards, cause))


def _icon(cards: Cards, cause: int) -> Icon:
    """The icon of a line: the head of the robot that acts, the Event, or the icon of the Action."""
    if cause >= Cause.ACTION:
        return ACTION_ICONS[cause - Cause.ACTION]
    if cause >= Cause.EVENT:
        return cards.event_art[cause - Cause.EVENT]
    return cards.heads[cause] if cause != EMPTY else ""


class _Log(EventLog):
    """The log; most events become parts of a line."""

    def lines(self, s: Any, box: Box, notes: Sequence[Note]) -> list[Line]:
        """The notes of one move as lines of the log."""
        builder = _LogBuilder(cards_of(box))
        for event, words in self.describe(s, box, notes):
            builder.group = self._group(notes[: event.at + 1])
            _add(builder, event, words)
        return builder.lines()


def _add(builder: _LogBuilder, event: LogEvent, words: Words) -> None:
    """Adds an event to the lines of a move."""
    number, seat = event.note.event, event["seat"] if "seat" in event.type.fields else -1
    match number:
        case Event.FOLLOWS if event["behind"] or builder.cards.followed[event["cause"] - Cause.EVENT]:
            builder.switch_to(seat, event["cause"], begun=True)
        case Event.CHOSE:
            builder.switch_to(seat, Cause.ACTION + event["action"], begun=True)
        case Event.RESOLVED:
            builder.switch_to(seat, event["card"], begun=True)
        case Event.DOES:
            builder.switch_to(seat, event["cause"])
        case Event.WORKED:
            builder.end(seat, event["cause"])
        case Event.GAINED | Event.CROWNED:
            builder.current(seat).sum(seat, event["count"], _SUMS[number])
        case Event.CHARGED:
            builder.current(seat).sum(seat, event["count"], _SUMS[number], builder.cards.names[event["card"]])
        case Event.SHUFFLED | Event.ENDED:
            builder.add_line(words)
        case Event.STARTED | Event.NO_EVENT | Event.REVEALED:
            builder.add_line(words, seat)
        case _ if words:
            builder.current(seat).add(seat, words)


_SUMS: dict[int, Template] = {
    Event.GAINED: phrase("{count}\u00a0[[coin]]"),
    Event.CROWNED: phrase("{count}\u00a0[[crown]]"),
    Event.CHARGED: phrase("{count}\u00a0[[battery]] {robot}"),
}


# --- flights and marks -------------------------------------------------------------------------------


def _small(event: LogEvent) -> Face:
    cards, card = cards_of(event.box), event["card"]
    return Face(kind="portrait", hue=cards.hues[card], art=cards.art[card], title=cards.names[card])


def _show_drawn(view: View, pieces: Pieces, event: LogEvent) -> None:
    """Makes other people's cards fly; the reader's own appear from the deck."""
    if event["seat"] != view.seat:
        fly(view, Face(kind="back"), DECK, FLEET(event["seat"]), event["count"])


def _show_discarded(view: View, pieces: Pieces, event: LogEvent) -> None:
    """Makes a card fly: from its own place for its owner, from the seat for others."""
    source = ROBOT(event["card"]) if event["seat"] == view.seat else SEAT(event["seat"])
    fly(view, _small(event), source, PILE)


def _show_played(view: View, pieces: Pieces, event: LogEvent) -> None:
    if event["seat"] != view.seat:
        comes(pieces, ROBOT(event["card"]), SEAT(event["seat"]))


# --- the log --------------------------------------------------------------------------------------------


def _seen(event: LogEvent) -> list[Words]:
    """The cards that only the reader sees, noted after an event."""
    cards, seen = cards_of(event.box), []
    for note in event.notes[event.at + 1 :]:
        if note.event != Event.SAW:
            break
        seen.append(cards.names[note["card"]])
    return seen


def _if_seen(known: Template, unknown: Template) -> Callable[[LogEvent], Template]:
    """One sentence for readers who see the cards, another for the rest."""
    return lambda event: known if _seen(event) else unknown


def _declined(event: LogEvent) -> Template:
    if event["question"] == Question.PLAY:
        return phrase("declined to play a robot")
    if event["question"] == Question.MOVE_FROM:
        return phrase("declined to move a battery")
    made = offer(event.box, event["script"], event["row"])
    return phrase("declined to {deed}") if made.deed == made.brings else phrase("declined to {deed} ({brings})")


def _events_drawn(event: LogEvent) -> list[Note]:
    """The Events that a seat draws at once, and those of them that the reader sees."""
    drawn = []
    for note in event.notes[event.at :]:
        if note.event not in (Event.DREW_EVENT, Event.SAW_EVENT) or note["seat"] != event["seat"]:
            break
        drawn.append(note)
    return drawn


def _drew_events(event: LogEvent) -> Template:
    """The words at the first of several Events cover all of them."""
    before = event.notes[event.at - 1] if event.at else None
    if before and before.event in (Event.DREW_EVENT, Event.SAW_EVENT) and before["seat"] == event["seat"]:
        return NOTHING
    if any(note.event == Event.SAW_EVENT for note in _events_drawn(event)):
        return phrase("drew {events} ({events_seen})")
    return phrase("drew {events}")


_SENTENCES: dict[int, Says] = {
    Event.STARTED: says("{seat} will be in charge first"),
    Event.NO_EVENT: says("{seat} had no Event left, so there is none this round · [[rule:RC-Q21]]"),
    Event.REVEALED: says(
        lambda event: (
            phrase("{seat} chose **{event}**: {does}")
            if event["first"]
            else phrase("{seat} chose **{event}** again: {does}")
        ),
        comes_from(lambda event: ROUNDS_EVENT, EVENT.of("event")),
    ),
    Event.DREW: says(_if_seen(phrase("drew {cards} ({seen})"), phrase("drew {cards}")), _show_drawn),
    Event.SAW: says("", comes_from(ROBOT.of("card"), lambda event: DECK)),
    Event.DISCARDED: says("discarded {card}", _show_discarded),
    Event.MILLED: says("discarded {card} from the deck", flies(_small, lambda event: DECK, lambda event: PILE)),
    Event.SHUFFLED: says("The discard pile ({cards}) was shuffled and put under the deck · [[rule:RC-R5]]"),
    Event.GAINED: says("", sounds("coins")),
    Event.PLAYED: says(
        lambda event: (
            phrase("played **{card}** for ${price}") if event["price"] else phrase("played **{card}** for free")
        ),
        _show_played,
    ),
    Event.COPIED: says("copied **{copied}**"),
    Event.SALVAGED: says("took {card} from the discard pile", comes_from(ROBOT.of("card"), lambda event: PILE)),
    Event.LOOKED: says(_if_seen(phrase("looked at {cards} ({seen})"), phrase("looked at {cards}"))),
    Event.KEPT: says("kept a card"),
    Event.LEFT: says("{card} left play", _show_discarded),
    Event.DREW_EVENT: says(_drew_events),
    Event.DROPPED_EVENT: says("discarded the Event {event}"),
    Event.DECLINED: says(_declined),
    Event.PASSED: says("found nothing to take"),
    Event.OWES: says("must discard {cards}"),
    Event.ENDED: says("The twelfth round is over · [[rule:RC-Q29]]"),
    Event.DUE: says("{operation} when everybody is done"),
}

_FIELDS: dict[str, Word] = {
    "card": lambda event: cards_of(event.box).names[event["card"]],
    "copied": lambda event: cards_of(event.box).names[event["copied"]],
    "cards": lambda event: plural(event["count"], "{n} card", "{n} cards"),
    "event": lambda event: cards_of(event.box).events[event["event"]],
    "does": lambda event: cards_of(event.box).event_words[event["event"]],
    "seen": lambda event: listed(_seen(event)),
    "events": lambda event: plural(
        sum(note.event == Event.DREW_EVENT for note in _events_drawn(event)), "{n} Event", "{n} Events"
    ),
    "events_seen": lambda event: listed(
        [cards_of(event.box).events[note["event"]] for note in _events_drawn(event) if note.event == Event.SAW_EVENT]
    ),
    "deed": lambda event: offer(event.box, event["script"], event["row"]).deed,
    "brings": lambda event: offer(event.box, event["script"], event["row"]).brings,
    "operation": lambda event: ABILITIES.say(Row(event["operation"], (event["count"],))),
}


def _group(notes: Sequence[Note]) -> str:
    rounds = (note["round"] for note in reversed(notes) if note.event in _BEGINNINGS)
    return say("Round {n}", n=next(rounds, 1))


_BEGINNINGS = (Event.ACTED, Event.ROUND)


_LOG = _Log(tuple(Event), _SENTENCES, _FIELDS, _group)
