"""What happened on the table of Recharge: the lines of the log, flights and marks."""

from __future__ import annotations

from cogtable.engine.box import Box
from cogtable.engine.notes import Note
from cogtable.engine.words import counted, listed
from cogtable.games.recharge import events
from cogtable.games.recharge.components import ACTIONS_OF_A_TURN
from cogtable.games.recharge.state import Recharge
from cogtable.games.recharge.words import Cards, cards_of, robot_art, signed
from cogtable.table.motion import Pieces, comes, fly, mark, pieces_of
from cogtable.table.view import Face, Line, View, Words

# --- the log ------------------------------------------------------------------------------------------


class _Tale:
    """One line that is being written: what began it, and what followed from that."""

    def __init__(self, head: Words, seat: int | None, group: str) -> None:
        self.head = head
        self.seat = seat
        self.group = group
        self.effects: list[Words] = []
        self.sums: dict[tuple[int, Words], tuple[int, int]] = {}

    def words(self) -> Words:
        """The whole line; empty where there is nothing to say."""
        if self.head:
            return ": ".join([self.head, ", ".join(self.effects)]) if self.effects else self.head
        return f"[[seat:{self.seat}]] {', '.join(self.effects)}" if self.effects else ""


class _Story:
    """Lines that are being written."""

    def __init__(self, cards: Cards, group: str) -> None:
        self.cards = cards
        self.group = group
        self._tales: list[_Tale] = []

    def begin(self, head: Words, seat: int | None = None) -> None:
        """A new line. What follows from it belongs to it, if a seat did it."""
        self._tales.append(_Tale(head, seat, self.group))

    def end(self) -> None:
        """What follows stands on lines of its own."""
        self._tales.append(_Tale("", None, self.group))

    def add(self, seat: int, words: Words) -> None:
        """Something that happens to a seat."""
        tale = self._tale(seat)
        tale.effects.append(words if tale.seat == seat else f"[[seat:{seat}]] {words}")

    def sum(self, seat: int, count: int, form: Words) -> None:
        """A gain or a loss, added to one of the same kind; `form` has `{}` where the count with its sign stands."""
        tale = self._tale(seat)
        if (seat, form) in tale.sums:
            at, before = tale.sums[seat, form]
        else:
            at, before = len(tale.effects), 0
            tale.effects.append("")
        tale.sums[seat, form] = at, before + count
        words = form.format(signed(before + count))
        tale.effects[at] = words if tale.seat == seat else f"[[seat:{seat}]] {words}"

    def _tale(self, seat: int) -> _Tale:
        last = self._tales[-1] if self._tales else None
        if last is None or last.seat is None or (last.seat != seat and not last.head):
            last = _Tale("", seat, self.group)
            self._tales.append(last)
        return last

    def told(self) -> list[Line]:
        """The lines that say something."""
        lines = [Line(words=tale.words(), ply=0, seat=tale.seat, group=tale.group) for tale in self._tales]
        return [line for line in lines if line.words]


def tell(s: Recharge, box: Box, notes: list[Note]) -> list[Line]:
    """The notes of one move as lines of the log."""
    acted = next((note for note in notes if note.event == events.ACTED), None)
    story = _Story(cards_of(box), f"Round {acted.b}" if acted else "Round 1")
    notes = _without_costs(notes)
    for at, note in enumerate(notes):
        seen = _seen(notes, at)
        _tell(story, note, seen)
    return story.told()


def _without_costs(notes: list[Note]) -> list[Note]:
    """Leaves out what another note tells already: the battery a robot acts with, the price and batteries of a play."""
    kept: list[Note] = []
    silent: list[tuple[int, int, int]] = []
    for note in notes:
        if note.event == events.RESOLVED and note.c:
            silent.append((events.CHARGED, note.b, -note.c))
        if note.event == events.PLAYED:
            silent += [(events.GAINED, -note.c, 0), (events.CHARGED, note.b, 0)]
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
        if note.event not in (events.SAW, events.SAW_EVENT):
            break
        seen.append(note.b)
    return seen


def _tell(story: _Story, note: Note, seen: list[int]) -> None:
    """One note; `seen` are the cards that the reader alone is told of with it."""
    cards = story.cards
    a, b, c = note.a, note.b, note.c
    who = f"[[seat:{a}]]"
    match note.event:
        case events.STARTED:
            story.begin(f"{who} began in charge")
        case events.ROUND:
            story.group = f"Round {a}"
        case events.NO_EVENT:
            story.begin(f"{who} has no Event left: none this round · [[rule:RC-Q21]]")
        case events.REVEALED:
            again = "" if c else " once more"
            story.begin(f"{who} chose **{cards.events[b]}**{again}: {cards.event_words[b]}", a)
            story.end()
        case events.CHOSE:
            story.begin(f"{who} chose **{ACTIONS_OF_A_TURN[b]}**", a)
        case events.RESOLVED:
            story.begin(f"**{cards.names[b]}** of {who}", a)
        case events.PLAYED:
            story.add(a, f"played **{cards.names[b]}**" + (f" for ${c}" if c else " for nothing"))
        case events.COPIED:
            story.add(a, f"does as **{cards.names[c]}**")
        case events.DREW:
            known = f" ({listed([cards.names[card] for card in seen])})" if seen else ""
            story.add(a, f"drew {counted(b, 'card')}{known}")
        case events.LOOKED:
            known = f" ({listed([cards.names[card] for card in seen])})" if seen else ""
            story.add(a, f"looked at {counted(b, 'card')}{known}")
        case events.DREW_EVENT:
            known = f" ({cards.events[seen[0]]})" if seen else ""
            story.add(a, f"drew an Event{known}")
        case events.KEPT:
            story.add(a, "kept a card")
        case events.DISCARDED:
            story.add(a, f"discarded {cards.names[b]}")
        case events.MILLED:
            story.add(a, f"discarded {cards.names[b]} from the deck")
        case events.SALVAGED:
            story.add(a, f"took {cards.names[b]} from the discard pile")
        case events.LEFT:
            story.add(a, f"{cards.names[b]} left play")
        case events.DROPPED_EVENT:
            story.add(a, f"discarded the Event {cards.events[b]}")
        case events.GAINED:
            story.sum(a, b, "{}\u00a0[[coin]]")
        case events.CROWNED:
            story.sum(a, b, "{}\u00a0[[crown]]")
        case events.CHARGED:
            story.sum(a, c, "{}\u00a0[[battery]] " + cards.names[b])
        case events.DECLINED:
            story.add(a, "declined")
        case events.OWES:
            story.add(a, f"must discard {counted(b, 'card')}")
        case events.SHUFFLED:
            story.begin(f"The discard pile ({counted(a, 'card')}) was shuffled and put under the deck · [[rule:RC-R5]]")
        case events.ENDED:
            story.begin("The twelfth round is over · [[rule:RC-Q29]]")


# --- what is seen to move -------------------------------------------------------------------------------


def animate(view: View, s: Recharge, box: Box, notes: list[Note]) -> None:
    """Adds to a view what the last move did: flights, marks, and where new pieces come from."""
    cards = cards_of(box)
    pieces = pieces_of(view)
    actor: dict[int, str] = {}
    for note in _without_costs(notes):
        a, b, c = note.a, note.b, note.c
        match note.event:
            case events.RESOLVED:
                actor[a] = f"r{b}"
                _mark_once(pieces, f"r{b}", a, "acts")
            case events.DREW if a != view.seat:
                fly(view, _BACK, "deck", f"fleet{a}", b)
            case events.SAW:
                comes(pieces, f"r{b}", "deck")
            case events.SALVAGED:
                comes(pieces, f"r{b}", "pile")
            case events.DISCARDED | events.LEFT:
                fly(view, _small(cards, b), _source(view, a, b), "pile")
                _mark_once(pieces, "pile", a, "+1")
            case events.MILLED:
                fly(view, _small(cards, b), "deck", "pile")
                _mark_once(pieces, "pile", a, "+1")
            case events.PLAYED:
                if a != view.seat:
                    comes(pieces, f"r{b}", f"seat{a}")
                _mark_once(pieces, f"r{b}", a, "new")
            case events.CHARGED:
                _mark_once(pieces, f"r{b}", a, f"{signed(c)} [[battery]]")
            case events.GAINED if a in actor and b > 0:
                _mark_once(pieces, actor[a], a, f"+${b}")
            case events.CROWNED if a in actor:
                _mark_once(pieces, actor[a], a, f"{signed(b)} [[crown]]")
            case events.REVEALED:
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
