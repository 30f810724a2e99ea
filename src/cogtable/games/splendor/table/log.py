"""What happened on the table of Splendor: the lines of the log, and what people see move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cogtable.engine.box import Box
from cogtable.engine.events import Events, Note
from cogtable.engine.words import listed, phrase, plural, say
from cogtable.games.splendor.rules.actions import Action
from cogtable.games.splendor.rules.components import GOLD
from cogtable.games.splendor.rules.events import Ending, Event
from cogtable.games.splendor.table.labels import Played, taken
from cogtable.games.splendor.table.pieces import BANK, CARD, DECK, HELD, NOBLE, PILE, TOKENS
from cogtable.games.splendor.table.scene import SplendorScene
from cogtable.table.log import EventLog, Says, Show, Told, Word, comes_from, flies, marks, says
from cogtable.table.motion import Pieces, fly, mark
from cogtable.view import Face, Line, View, Words

ENDINGS = {
    Ending.REACHED: phrase("The game is over"),
    Ending.ALL_PASSED: phrase("All passed: the game is over"),
    Ending.LIMIT: phrase("That was the last round allowed"),
}


class SplendorLog(SplendorScene[Played]):
    """The log and the animation. A game that is played like Splendor adds what else happens in it."""

    events: Sequence[Events] = tuple(Event)

    def __init__(self) -> None:
        self._log = EventLog(self.events, self.sentences(), self.fields(), self._round)

    def sentences(self) -> Mapping[int, Says]:
        """What each event says and shows."""
        return {
            Event.STARTED: says("{seat} began"),
            Event.DEALT: says("", comes_from(CARD.of("card"), self._deck)),
            Event.TOOK: says("{seat} took {gems}", self._show_taken),
            Event.TOOK_GOLD: says("", self.takes(GOLD), marks(BANK.of(GOLD), "−1")),
            Event.RESERVED: says(self._reserved, marks(CARD.of("card"), phrase("reserved"))),
            Event.RESERVED_BLIND: says(
                self._reserved_blind,
                comes_from(HELD.of("seat", "place"), DECK.of("level")),
                marks(HELD.of("seat", "place"), phrase("reserved")),
            ),
            Event.SAW: says("", comes_from(CARD.of("card"), self._deck)),
            Event.BOUGHT: says(self._bought, self._show_bought),
            Event.PAID: says("", self._returns(lambda told: told["count"])),
            Event.GAVE_BACK: says("{seat} returned {kind}", self._returns(), marks(BANK.of("kind"), "+1")),
            Event.VISITED: says(self.visited, marks(NOBLE.of("noble"), phrase("visits"))),
            Event.PASSED: says("{seat} passed: nothing was possible"),
            Event.LAST_ROUND: says(self.last_round),
            Event.ENDED: says(lambda told: ENDINGS[Ending(told["ending"])]),
        }

    def fields(self) -> dict[str, Word]:
        """Words for what stands in braces."""
        return {
            "end": lambda told: self.rule("end"),
            "kind": lambda told: self.gem(told["kind"]),
            "gold": lambda told: self.gem(GOLD),
            "card": lambda told: self.card_words(told.box, told["card"]),
            "seen": lambda told: self.card_words(told.box, next(told.others(Event.SAW))["card"]),
            "points": self._points,
            "gems": self._gems,
            "price": lambda told: listed(self._price(told)),
        }

    def _reserved(self, told: Told) -> Words:
        if any(told.others(Event.TOOK_GOLD)):
            return self.reserved_and_took
        return phrase("{seat} reserved {card}")

    def _reserved_blind(self, told: Told) -> Words:
        """The owner is told which card it is (`seen`)."""
        gold = any(told.others(Event.TOOK_GOLD))
        if any(told.others(Event.SAW)):
            if gold:
                return phrase("{seat} reserved an unseen card of level {level} ({seen}) and took {gold}")
            return phrase("{seat} reserved an unseen card of level {level} ({seen})")
        if gold:
            return phrase("{seat} reserved an unseen card of level {level} and took {gold}")
        return phrase("{seat} reserved an unseen card of level {level}")

    def _bought(self, told: Told) -> Words:
        return self.bought if self._price(told) else self.bought_free

    def _points(self, told: Told) -> Words:
        return plural(int(told.box.record.noble_points[told["noble"]]), "{n} point", "{n} points")

    def _gems(self, told: Told) -> Words:
        colors = taken(told["action"])
        if told["action"] >= Action.TAKE_SAME:
            return f"2 {self.gem(colors[0][0])}"
        return listed([self.gem(color) for color, _ in colors])

    def _price(self, told: Told) -> list[Words]:
        """What was paid, of each kind."""
        total: dict[int, int] = {}
        for paid in sorted(told.others(Event.PAID), key=lambda paid: paid["kind"]):
            total[paid["kind"]] = total.get(paid["kind"], 0) + paid["count"]
        return self.tokens(total.items(), icons=True)

    def _round(self, notes: Sequence[Note]) -> str:
        acted = next((note for note in notes if note.event == Event.ACTED), None)
        return say("Round {n}", n=acted.b) if acted else say("Start")

    def log_lines(self, s: Played, box: Box, notes: list[Note]) -> list[Line]:
        """The notes of one move as lines of the log."""
        return self._log.lines(s, box, notes)

    def animate(self, view: View, s: Played, box: Box, notes: list[Note]) -> None:
        """Adds to a view what the last move did: flights, marks, and where new pieces come from."""
        self._log.animate(view, s, box, notes)

    # --- what moves -----------------------------------------------------------------------------

    def _deck(self, told: Told) -> str:
        return DECK(told.box.record.level[told["card"]])

    def takes(self, kind: int) -> Show:
        """A token is seen flying from the bank."""
        return flies(lambda told: self._token_face(kind), BANK.of(kind), TOKENS.of("seat", kind))

    def _returns(self, count: Callable[[Told], int] | None = None) -> Show:
        return flies(lambda told: self._token_face(told["kind"]), TOKENS.of("seat", "kind"), BANK.of("kind"), count)

    def _token_face(self, kind: int) -> Face:
        return Face(kind="token", hue=self.kinds[kind], art=self.gems[kind])

    def _show_taken(self, view: View, pieces: Pieces, told: Told) -> None:
        for color, count in taken(told["action"]):
            fly(view, self._token_face(color), BANK(color), TOKENS(told["seat"], color), count)
            mark(pieces, BANK(color), told["seat"], f"−{count}")

    def _show_bought(self, view: View, pieces: Pieces, told: Told) -> None:
        seat, card = told["seat"], told["card"]
        pile = PILE(seat, int(told.box.record.bonus[card]))
        unseen = next(told.others(Event.SHOWED), None)
        source = HELD(seat, unseen["place"]) if unseen and view.seat != seat else CARD(card)
        fly(view, self.card_face(told.box, card, {}), source, pile)
        mark(pieces, pile, seat, "+1")
