"""What happened on the table of Recharge: the lines of the log, flights and marks."""

from __future__ import annotations

from typing import cast

from cogtable.engine.box import Box
from cogtable.engine.events import Note
from cogtable.engine.operations import Row
from cogtable.engine.words import counted, listed
from cogtable.games.recharge.rules.abilities import ABILITIES
from cogtable.games.recharge.rules.events import Event
from cogtable.games.recharge.rules.script import Cause
from cogtable.games.recharge.rules.state import EMPTY, Question, Recharge
from cogtable.games.recharge.table.labels import Cards, cards_of, named, offer, robot_art, signed
from cogtable.table.motion import Pieces, comes, fly, mark, pieces_of
from cogtable.view import Face, Line, View, Words

# --- the log ------------------------------------------------------------------------------------------


class _Tale:
    """A line that is being written: whose doing it tells, and what followed from that."""

    def __init__(self, head: Words, seat: int, group: str, *, begun: bool = False) -> None:
        self.head = head
        self.seat = seat
        self.group = group
        self.begun = begun
        """Whether the line tells it from its beginning."""
        self.effects: list[Words] = []
        self._sums: dict[tuple[int, Words], tuple[int, int]] = {}

    def add(self, seat: int, words: Words) -> None:
        """Something that happens to a seat."""
        self.effects.append(words if seat == self.seat else f"[[seat:{seat}]] {words}")

    def sum(self, seat: int, count: int, form: Words) -> None:
        """A gain or a loss, added to one of the same kind; `form` has `{}` where the count with its sign stands."""
        if (seat, form) not in self._sums:
            self._sums[seat, form] = len(self.effects), 0
            self.effects.append("")
        at, before = self._sums[seat, form]
        self._sums[seat, form] = at, before + count
        words = form.format(signed(before + count))
        self.effects[at] = words if seat == self.seat else f"[[seat:{seat}]] {words}"

    def line(self) -> Line:
        """The line; without words where there is nothing to say."""
        effects = ", ".join(self.effects)
        words = f"{self.head}: {effects}" if self.head else f"[[seat:{self.seat}]] {effects}"
        return Line(words=words if effects else "", ply=0, seat=self.seat, group=self.group, block=self.head)


class _Story:
    """Lines that are being written: one for each seat and whatever acts for it."""

    def __init__(self, cards: Cards, group: str) -> None:
        self.cards = cards
        self.group = group
        self._lines: list[Line | _Tale] = []
        self._of: dict[tuple[int, int], _Tale] = {}
        self._now: _Tale | None = None

    def begin_round(self, group: str) -> None:
        """What follows stands under another heading."""
        self.group = group
        self._of.clear()

    def say(self, words: Words, seat: int | None = None) -> None:
        """A line of its own."""
        self._lines.append(Line(words=words, ply=0, seat=seat, group=self.group))

    def turn_to(self, seat: int, cause: int, *, begun: bool = False) -> None:
        """What follows is the doing of what acts for a seat (see `script.cause`), until another is turned to."""
        if (seat, cause) not in self._of:
            tale = _Tale(_head(self.cards, seat, cause), seat, self.group, begun=begun)
            self._of[seat, cause] = tale
            self._lines.append(tale)
        self._now = self._of[seat, cause]

    def end(self, seat: int, cause: int) -> None:
        """Says so where something was without effect from its beginning to its end."""
        tale = self._of.get((seat, cause))
        if tale and tale.begun and not tale.effects:
            tale.effects.append("no effect")

    def tale(self, seat: int) -> _Tale:
        """The line that tells what happens now; of a seat's own where nothing acts for anybody."""
        if self._now is None or (not self._now.head and self._now.seat != seat):
            self.turn_to(seat, EMPTY)
        return cast(_Tale, self._now)

    def told(self) -> list[Line]:
        """The lines that say something."""
        lines = [line if isinstance(line, Line) else line.line() for line in self._lines]
        return [line for line in lines if line.words]


def _head(cards: Cards, seat: int, cause: int) -> Words:
    """What a line begins with: "Anna’s **Foreman**"."""
    if cause == EMPTY:
        return ""
    name = f"**{named(cards, cause)}**"
    if cause >= Cause.ACTION:
        return f"[[seat:{seat}]] chose {name}"
    return f"{name} for [[seat:{seat}]]" if cause >= Cause.EVENT else f"[[seat:{seat}]]’s {name}"


def log_lines(s: Recharge, box: Box, notes: list[Note]) -> list[Line]:
    """The notes of one move as lines of the log."""
    acted = next((note for note in notes if note.event == Event.ACTED), None)
    story = _Story(cards_of(box), f"Round {acted.b}" if acted else "Round 1")
    notes = _without_costs(notes)
    for at, note in enumerate(notes):
        _tell(story, box, note, _seen(notes, at))
    return story.told()


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


def _seen(notes: list[Note], at: int) -> list[int]:
    """The cards or Events that only the reader is told of, which follow a note."""
    seen = []
    for note in notes[at + 1 :]:
        if note.event not in (Event.SAW, Event.SAW_EVENT):
            break
        seen.append(note.b)
    return seen


def _tell(story: _Story, box: Box, note: Note, seen: list[int]) -> None:
    """One note; `seen` are the cards that the reader alone is told of with it."""
    cards = story.cards
    a, b, c = note.a, note.b, note.c
    who = f"[[seat:{a}]]"
    match note.event:
        case Event.STARTED:
            story.say(f"{who} will be in charge first", a)
        case Event.ROUND:
            story.begin_round(f"Round {a}")
        case Event.NO_EVENT:
            story.say(f"{who} had no Event left, so there is none this round · [[rule:RC-Q21]]", a)
        case Event.REVEALED:
            again = "" if c else " again"
            story.say(f"{who} chose **{cards.events[b]}**{again}: {cards.event_words[b]}", a)
        case Event.FOLLOWS if c or cards.followed[b - Cause.EVENT]:
            story.turn_to(a, b, begun=True)
        case Event.CHOSE:
            story.turn_to(a, Cause.ACTION + b, begun=True)
        case Event.RESOLVED:
            story.turn_to(a, b, begun=True)
        case Event.DOES:
            story.turn_to(a, b)
        case Event.WORKED:
            story.end(a, b)
        case Event.SHUFFLED:
            story.say(f"The discard pile ({counted(a, 'card')}) was shuffled and put under the deck · [[rule:RC-R5]]")
        case Event.ENDED:
            story.say("The twelfth round is over · [[rule:RC-Q29]]")
        case Event.GAINED:
            story.tale(a).sum(a, b, "{}\u00a0[[coin]]")
        case Event.CROWNED:
            story.tale(a).sum(a, b, "{}\u00a0[[crown]]")
        case Event.CHARGED:
            story.tale(a).sum(a, c, "{}\u00a0[[battery]] " + cards.names[b])
        case _:
            if words := _words(cards, box, note, seen):
                story.tale(a).add(a, words)


def _words(cards: Cards, box: Box, note: Note, seen: list[int]) -> Words:
    """What happened to a seat, or what it did, as a part of a line; empty for what is not told."""
    b, c = note.b, note.c
    match note.event:
        case Event.PLAYED:
            return f"played **{cards.names[b]}**" + (f" for ${c}" if c else " for free")
        case Event.COPIED:
            return f"copied **{cards.names[c]}**"
        case Event.DREW | Event.LOOKED:
            known = f" ({listed([cards.names[card] for card in seen])})" if seen else ""
            return f"{'drew' if note.event == Event.DREW else 'looked at'} {counted(b, 'card')}{known}"
        case Event.DREW_EVENT:
            return f"drew an Event ({cards.events[seen[0]]})" if seen else "drew an Event"
        case Event.KEPT:
            return "kept a card"
        case Event.DISCARDED:
            return f"discarded {cards.names[b]}"
        case Event.MILLED:
            return f"discarded {cards.names[b]} from the deck"
        case Event.SALVAGED:
            return f"took {cards.names[b]} from the discard pile"
        case Event.LEFT:
            return f"{cards.names[b]} left play"
        case Event.DROPPED_EVENT:
            return f"discarded the Event {cards.events[b]}"
        case Event.DUE:
            return f"{ABILITIES.say(Row(b, (c,)))} when everybody is done"
        case Event.OWES:
            return f"must discard {counted(b, 'card')}"
        case Event.DECLINED:
            return f"declined to {_declined(box, b, c, note.d)}"
        case Event.PASSED:
            return "found nothing to take"
    return ""


def _declined(box: Box, question: int, script: int, row: int) -> Words:
    """What a seat did not want, after "declined to"."""
    if question == Question.PLAY:
        return "play a robot"
    if question == Question.MOVE_FROM:
        return "move a battery"
    made = offer(box, script, row)
    return made.deed if made.deed == made.brings else f"{made.deed} ({made.brings})"


# --- what is seen to move -------------------------------------------------------------------------------


def animate(view: View, s: Recharge, box: Box, notes: list[Note]) -> None:
    """Adds to a view what the last move did: flights, marks, and where new pieces come from."""
    cards = cards_of(box)
    pieces = pieces_of(view)
    actor: dict[int, str] = {}
    for note in _without_costs(notes):
        a, b, c = note.a, note.b, note.c
        match note.event:
            case Event.RESOLVED:
                actor[a] = f"r{b}"
                _mark_once(pieces, f"r{b}", a, "acts")
            case Event.DREW if a != view.seat:
                fly(view, _BACK, "deck", f"fleet{a}", b)
            case Event.SAW:
                comes(pieces, f"r{b}", "deck")
            case Event.SALVAGED:
                comes(pieces, f"r{b}", "pile")
            case Event.DISCARDED | Event.LEFT:
                fly(view, _small(cards, b), _source(view, a, b), "pile")
                _mark_once(pieces, "pile", a, "+1")
            case Event.MILLED:
                fly(view, _small(cards, b), "deck", "pile")
                _mark_once(pieces, "pile", a, "+1")
            case Event.PLAYED:
                if a != view.seat:
                    comes(pieces, f"r{b}", f"seat{a}")
                _mark_once(pieces, f"r{b}", a, "new")
            case Event.CHARGED:
                _mark_once(pieces, f"r{b}", a, f"{signed(c)} [[battery]]")
            case Event.GAINED if a in actor and b > 0:
                _mark_once(pieces, actor[a], a, f"+${b}")
            case Event.CROWNED if a in actor:
                _mark_once(pieces, actor[a], a, f"{signed(b)} [[crown]]")
            case Event.REVEALED:
                comes(pieces, "event", f"e{b}")


_BACK = Face(kind="back")


def _small(cards: Cards, card: int) -> Face:
    return Face(kind="portrait", hue=cards.hues[card], art=robot_art(cards, card), title=cards.names[card])


def _source(view: View, seat: int, card: int) -> str:
    """Where a discarded card flies from: its own place, which is known only to who saw it there."""
    return f"r{card}" if seat == view.seat else f"seat{seat}"


def _mark_once(pieces: Pieces, piece: str, seat: int, words: Words) -> None:
    """Marks a piece, unless it says the same already, as where many cards go to the discard pile."""
    if piece in pieces and not any(known.words == words for known in pieces[piece].marks):
        mark(pieces, piece, seat, words)
