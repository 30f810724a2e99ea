"""What the choices are called, and which pieces they touch."""

from __future__ import annotations

from cogtable.engine.box import Box
from cogtable.engine.words import listed
from cogtable.games.splendor.rules.actions import Action
from cogtable.games.splendor.rules.components import COLOR_COUNT, GOLD, PLACES
from cogtable.games.splendor.rules.paying import asks_for_gold, price
from cogtable.games.splendor.rules.state import EMPTY, UNKNOWN, GemState, Payment, card_at
from cogtable.games.splendor.table.labels import Played, SplendorWords, taken
from cogtable.games.splendor.table.pieces import BANK, CARD, DECK, HELD, NOBLE, ROOM, TOKENS
from cogtable.view import Choice


def _piece_at(s: GemState, seat: int, place: int) -> str:
    """The piece that lies at a place in the rows or in a seat's hand."""
    card = int(card_at(s, seat, place))
    return CARD(card) if card != UNKNOWN else HELD(seat, place - PLACES)


class SplendorChoices(SplendorWords[Played]):
    """The choices. A game that is played like Splendor calls them otherwise."""

    taking = "Taking gems"

    def choice(self, s: Played, box: Box, seat: int, action: int) -> Choice:
        """One legal action of `seat` in words, with the pieces it touches."""
        kind, i = Action.read(action)
        match kind:
            case Action.TAKE | Action.TAKE_SAME:
                return self._choice_take(action)
            case Action.RESERVE:
                card = int(s.board[i])
                return self._choice_reserve(s, action, CARD(card), f"reserve {self.the_card(box, card)}", "Reserve it")
            case Action.RESERVE_BLIND:
                level = i + 1
                text, label = f"reserve the top card of level {level}", f"Reserve unseen, level {level}"
                return self._choice_reserve(s, action, DECK(level), text, label)
            case Action.BUY:
                return self._choice_buy(s, box, action, i)
            case Action.BUY_RESERVED:
                return self._choice_buy(s, box, action, PLACES + i)
            case Action.GIVE_BACK:
                return Choice(
                    action=action,
                    text=f"return 1 {self.kinds[i]}",
                    label=f"Return {self.gem(i)}",
                    group="Returning tokens",
                    pieces=(TOKENS(seat, i),),
                )
            case Action.CHOOSE_NOBLE:
                return self._choice_noble(s, box, action, int(s.nobles[i]))
            case Action.GOLD_FOR:
                return Choice(
                    action=action,
                    text=f"pay {self.kinds[GOLD]} for {self.kinds[i]}",
                    label=f"{self.kinds[GOLD].capitalize()} for {self.gem(i)}",
                    group="Paying",
                    pieces=(TOKENS(seat, i),),
                )
            case Action.PAY_REST:
                piece = _piece_at(s, seat, s.pending)
                return Choice(action=action, text="pay the rest", label="Pay the rest", group="Paying", pieces=(piece,))
            case Action.PASS:
                return Choice(action=action, text="pass", label="Pass: nothing is possible")

    def _choice_take(self, action: int) -> Choice:
        colors = taken(action)
        pieces = tuple(BANK(color) for color, count in colors for _ in range(count))
        if action >= Action.TAKE_SAME:
            color = colors[0][0]
            text, label = f"take 2 {self.kinds[color]}", f"Take 2 {self.gem(color)}"
        else:
            text = "take " + ", ".join(self.kinds[color] for color, _ in colors)
            label = "Take " + ", ".join(self.gem(color) for color, _ in colors)
        return Choice(action=action, text=text, label=label, group=self.taking, pieces=pieces)

    def _choice_reserve(self, s: Played, action: int, piece: str, text: str, label: str) -> Choice:
        room = ROOM(s.reserved[s.turn].tolist().index(EMPTY))
        gold = f", take {self.gem(GOLD)}" if s.bank[GOLD] else ""
        return Choice(action=action, text=text, label=label + gold, group="Reserving", pieces=(piece, room))

    def _choice_noble(self, s: Played, box: Box, action: int, noble: int) -> Choice:
        needs = listed(self.tokens(enumerate(box.record.noble_needs[noble])))
        return Choice(
            action=action,
            text=f"welcome the {self.noble} for {needs}",
            label=f"Welcome this {self.noble}, +{box.record.noble_points[noble]}",
            group=f"Choosing a {self.noble}",
            pieces=(NOBLE(noble),),
        )

    def _choice_buy(self, s: Played, box: Box, action: int, place: int) -> Choice:
        seat = int(s.turn)
        card = int(card_at(s, seat, place))
        prices = [(color, int(price(s, box.record, seat, card, color))) for color in range(COLOR_COUNT)]
        lack = dict(self.lack(s, box, seat, card))
        paid = [(color, count - lack.get(color, 0)) for color, count in prices] + [(GOLD, sum(lack.values()))]
        words = self.tokens(paid, icons=True)
        buy = self.buy.capitalize()
        label = f"{buy} for {listed(words)}" if words else f"{buy} it, free"
        if s.payment == Payment.FREE and asks_for_gold(s, box.record, seat, card):
            label = f"{buy} it, choosing what {self.gem(GOLD)} pays"
        hand = " in your hand" if place >= PLACES else ""
        text = f"{self.buy} {self.the_card(box, card)}{hand}"
        return Choice(action=action, text=text, label=label, group=f"{buy}ing", pieces=(CARD(card),))
