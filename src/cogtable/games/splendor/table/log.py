"""What happened on the table of Splendor: the lines of the log, and what people see move."""

from __future__ import annotations

from cogtable.engine.box import Box
from cogtable.engine.notes import Note
from cogtable.engine.words import counted, listed
from cogtable.games.splendor.rules import events
from cogtable.games.splendor.rules.actions import TAKE_SAME
from cogtable.games.splendor.rules.components import GOLD
from cogtable.games.splendor.table.labels import Played, taken
from cogtable.games.splendor.table.scene import SplendorScene
from cogtable.table.motion import Pieces, comes, fly, mark, pieces_of
from cogtable.view import Face, Line, View, Words


class SplendorStory(SplendorScene[Played]):
    """The log and the animation. A game that is played like Splendor adds what else happens in it."""

    last_round = "reached the target: this round is the last"

    def log_lines(self, s: Played, box: Box, notes: list[Note]) -> list[Line]:
        """The notes of one move as lines of the log."""
        acted = next((note for note in notes if note.event == events.ACTED), None)
        group = f"Round {acted.b}" if acted else "Start"
        nobodys = (events.ENDED, events.DEALT)
        return [
            Line(words=words, ply=0, seat=note.a if note.event not in nobodys else None, group=group)
            for note in notes
            if (words := self.told(s, box, note, notes))
        ]

    def told(self, s: Played, box: Box, note: Note, notes: list[Note]) -> Words:
        """One note in words, with those that belong to it; empty for one that tells nothing by itself."""
        who = f"[[seat:{note.a}]]"
        gold = f" and took {self.gem(GOLD)}" if any(other.event == events.TOOK_GOLD for other in notes) else ""
        match note.event:
            case events.STARTED:
                return f"{who} began"
            case events.TOOK:
                colors = taken(note.b)
                same = note.b >= TAKE_SAME
                words = [f"2 {self.gem(colors[0][0])}"] if same else [self.gem(color) for color, _ in colors]
                return f"{who} took {listed(words)}"
            case events.RESERVED:
                return f"{who} reserved {self.card_words(box, note.b)}{gold}"
            case events.RESERVED_BLIND:
                saw = next((other.b for other in notes if other.event == events.SAW), None)
                card = f" ({self.card_words(box, saw)})" if saw is not None else ""
                return f"{who} reserved an unseen card of level {note.b}{card}{gold}"
            case events.BOUGHT:
                paid = [(other.b, other.c) for other in notes if other.event == events.PAID]
                total = {kind: sum(count for k, count in paid if k == kind) for kind, _ in sorted(paid)}
                cost = f"for {listed(self.tokens(total.items(), icons=True))}" if paid else "without paying"
                return f"{who} {self.bought} {self.card_words(box, note.b)} {cost}"
            case events.GAVE_BACK:
                return f"{who} returned {self.gem(note.b)}"
            case events.VISITED:
                points = counted(int(box.record.noble_points[note.c]), "point")
                return f"{self.noble_words(box, note.c)} visited {who}: {points}"
            case events.PASSED:
                return f"{who} passed: nothing was possible"
            case events.LAST_ROUND:
                return f"{who} {self.last_round} · {self.rule('end')}"
            case events.ENDED:
                return ("The game is over", "All passed: the game is over", "That was the last round allowed")[note.a]
        return ""

    def animate(self, view: View, s: Played, box: Box, notes: list[Note]) -> None:
        """Adds to a view what the last move did: flights, marks, and where new pieces come from."""
        pieces = pieces_of(view)
        for note in notes:
            self.show(view, pieces, box, note, notes)

    def show(self, view: View, pieces: Pieces, box: Box, note: Note, notes: list[Note]) -> None:
        """What one note adds to the view."""
        match note.event:
            case events.DEALT:
                comes(pieces, f"c{note.a}", f"deck{box.record.level[note.a]}")
            case events.TOOK:
                for color, count in taken(note.b):
                    self.fly_token(view, color, f"bank.{color}", f"t{note.a}.{color}", count)
                    mark(pieces, f"bank.{color}", note.a, f"−{count}")
            case events.TOOK_GOLD:
                self.fly_token(view, GOLD, f"bank.{GOLD}", f"t{note.a}.{GOLD}", 1)
                mark(pieces, f"bank.{GOLD}", note.a, "−1")
            case events.GAVE_BACK:
                self.fly_token(view, note.b, f"t{note.a}.{note.b}", f"bank.{note.b}", 1)
                mark(pieces, f"bank.{note.b}", note.a, "+1")
            case events.PAID:
                self.fly_token(view, note.b, f"t{note.a}.{note.b}", f"bank.{note.b}", note.c)
            case events.RESERVED:
                mark(pieces, f"c{note.b}", note.a, "reserved")
            case events.RESERVED_BLIND:
                comes(pieces, f"h{note.a}.{note.c}", f"deck{note.b}")
                mark(pieces, f"h{note.a}.{note.c}", note.a, "reserved")
            case events.SAW:
                comes(pieces, f"c{note.b}", f"deck{box.record.level[note.b]}")
            case events.BOUGHT:
                color = int(box.record.bonus[note.b])
                unseen = next((other for other in notes if other.event == events.SHOWED), None)
                source = f"h{note.a}.{unseen.b}" if unseen and view.seat != note.a else f"c{note.b}"
                face = self.card_face(box, note.b, {})
                fly(view, face, source, f"p{note.a}.{color}")
                mark(pieces, f"p{note.a}.{color}", note.a, "+1")
            case events.VISITED:
                mark(pieces, f"noble{note.c}", note.a, "visits")

    def fly_token(self, view: View, kind: int, source: str, target: str, count: int) -> None:
        """Tokens that are seen flying."""
        face = Face(kind="token", hue=self.kinds[kind], art=self.gems[kind])
        fly(view, face, source, target, count)
