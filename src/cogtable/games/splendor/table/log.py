"""The log and the animation of Splendor."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cogtable.games.splendor.rules.actions import Action
from cogtable.games.splendor.rules.components import GOLD
from cogtable.games.splendor.rules.events import Ending, Event
from cogtable.games.splendor.table.labels import Played, taken
from cogtable.games.splendor.table.pieces import BANK, CARD, DECK, HELD, NOBLE, PILE, TOKENS
from cogtable.games.splendor.table.scene import SplendorScene
from cogtable.table import (
    Box,
    EventLog,
    Events,
    Face,
    Line,
    LogEvent,
    Note,
    Pieces,
    Says,
    Show,
    Template,
    View,
    Word,
    Words,
    comes_from,
    flies,
    fly,
    listed,
    mark,
    marks,
    phrase,
    plural,
    say,
    says,
)

ENDINGS = {
    Ending.REACHED: phrase("The game is over"),
    Ending.ALL_PASSED: phrase("All passed: the game is over"),
    Ending.LIMIT: phrase("The round limit was reached"),
}


class SplendorLog(SplendorScene[Played]):
    """The log and the animation. Games like Splendor add their own events."""

    events: Sequence[Events] = tuple(Event)

    def __init__(self) -> None:
        self._log = EventLog(self.events, self.sentences(), self.fields(), self._round)

    def sentences(self) -> Mapping[int, Says]:
        """The sentence and animation of each event."""
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
            Event.PAID: says("", self._returns(lambda event: event["count"])),
            Event.GAVE_BACK: says("{seat} returned {kind}", self._returns(), marks(BANK.of("kind"), "+1")),
            Event.VISITED: says(self.visited, marks(NOBLE.of("noble"), phrase("visits"))),
            Event.PASSED: says("{seat} passed: nothing was possible"),
            Event.LAST_ROUND: says(self.last_round),
            Event.ENDED: says(lambda event: ENDINGS[Ending(event["ending"])]),
        }

    def fields(self) -> dict[str, Word]:
        """The words for the fields in braces."""
        return {
            "end": lambda event: self.rule("end"),
            "kind": lambda event: self.gem(event["kind"]),
            "gold": lambda event: self.gem(GOLD),
            "card": lambda event: self.card_words(event.box, event["card"]),
            "seen": lambda event: self.card_words(event.box, next(event.others(Event.SAW))["card"]),
            "points": self._points,
            "gems": self._gems,
            "price": lambda event: listed(self._price(event)),
        }

    def _reserved(self, event: LogEvent) -> Template:
        if any(event.others(Event.TOOK_GOLD)):
            return self.reserved_and_took
        return phrase("{seat} reserved {card}")

    def _reserved_blind(self, event: LogEvent) -> Template:
        """The words for a card reserved blind; only its owner reads which one it is (`seen`)."""
        gold = any(event.others(Event.TOOK_GOLD))
        if any(event.others(Event.SAW)):
            if gold:
                return phrase("{seat} reserved an unseen card of level {level} ({seen}) and took {gold}")
            return phrase("{seat} reserved an unseen card of level {level} ({seen})")
        if gold:
            return phrase("{seat} reserved an unseen card of level {level} and took {gold}")
        return phrase("{seat} reserved an unseen card of level {level}")

    def _bought(self, event: LogEvent) -> Template:
        return self.bought if self._price(event) else self.bought_free

    def _points(self, event: LogEvent) -> Words:
        return plural(int(event.box.record.noble_points[event["noble"]]), "{n} point", "{n} points")

    def _gems(self, event: LogEvent) -> Words:
        colors = taken(event["action"])
        if event["action"] >= Action.TAKE_SAME:
            return f"2 {self.gem(colors[0][0])}"
        return listed([self.gem(color) for color, _ in colors])

    def _price(self, event: LogEvent) -> list[Words]:
        """The tokens paid, by kind."""
        total: dict[int, int] = {}
        for paid in sorted(event.others(Event.PAID), key=lambda paid: paid["kind"]):
            total[paid["kind"]] = total.get(paid["kind"], 0) + paid["count"]
        return self.tokens(total.items(), icons=True)

    def _round(self, notes: Sequence[Note]) -> str:
        acted = next((note for note in notes if note.event == Event.ACTED), None)
        return say("Round {n}", n=acted["round"]) if acted else say("Start")

    def log_lines(self, s: Played, box: Box, notes: list[Note]) -> list[Line]:
        """The notes of one move as lines of the log."""
        return self._log.lines(s, box, notes)

    def animate(self, view: View, s: Played, box: Box, notes: list[Note]) -> None:
        """Adds the animation of the last move to a view: flights, marks, and where new pieces come from."""
        self._log.animate(view, s, box, notes)

    # --- animation ------------------------------------------------------------------------------

    def _deck(self, event: LogEvent) -> str:
        return DECK(event.box.record.level[event["card"]])

    def takes(self, kind: int) -> Show:
        """Shows a token flying from the bank."""
        return flies(lambda event: self._token_face(kind), BANK.of(kind), TOKENS.of("seat", kind))

    def _returns(self, count: Callable[[LogEvent], int] | None = None) -> Show:
        return flies(lambda event: self._token_face(event["kind"]), TOKENS.of("seat", "kind"), BANK.of("kind"), count)

    def _token_face(self, kind: int) -> Face:
        return Face(kind="token", hue=self.kinds[kind], art=self.chips(kind))

    def _show_taken(self, view: View, pieces: Pieces, event: LogEvent) -> None:
        for color, count in taken(event["action"]):
            fly(view, self._token_face(color), BANK(color), TOKENS(event["seat"], color), count)
            mark(pieces, BANK(color), event["seat"], f"−{count}")

    def _show_bought(self, view: View, pieces: Pieces, event: LogEvent) -> None:
        seat, card = event["seat"], event["card"]
        pile = PILE(seat, int(event.box.record.bonus[card]))
        unseen = next(event.others(Event.SHOWED), None)
        source = HELD(seat, unseen["place"]) if unseen and view.seat != seat else CARD(card)
        fly(view, self.card_face(event.box, card), source, pile, turns=True)
        mark(pieces, pile, seat, "+1")
