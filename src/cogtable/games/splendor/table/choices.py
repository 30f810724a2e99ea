"""What the choices are called, and which pieces they touch."""

from __future__ import annotations

from cogtable.engine.box import Box
from cogtable.engine.words import listed
from cogtable.games.splendor.rules.actions import (
    BUY,
    BUY_RESERVED,
    CHOOSE_NOBLE,
    GIVE_BACK,
    GOLD_FOR,
    PASS,
    PAY_REST,
    RESERVE,
    RESERVE_BLIND,
    TAKE_SAME,
)
from cogtable.games.splendor.rules.components import COLOR_COUNT, GOLD, PLACES
from cogtable.games.splendor.rules.paying import asks_for_gold, price
from cogtable.games.splendor.rules.state import EMPTY, FREE, UNKNOWN, GemState, card_at
from cogtable.games.splendor.table.labels import Played, SplendorWords, taken
from cogtable.view import Choice


def _piece_at(s: GemState, seat: int, place: int) -> str:
    """The piece that lies at a place in the rows or in a seat's hand."""
    card = int(card_at(s, seat, place))
    return f"c{card}" if card != UNKNOWN else f"h{seat}.{place - PLACES}"


class SplendorChoices(SplendorWords[Played]):
    """The choices. A game that is played like Splendor calls them otherwise."""

    taking = "Taking gems"

    def choice(self, s: Played, box: Box, seat: int, action: int) -> Choice:
        """One legal action of `seat` in words, with the pieces it touches."""
        if action < RESERVE:
            return self._choice_take(action)
        if action < BUY:
            return self._choice_reserve(s, box, seat, action)
        if action < GIVE_BACK:
            return self._choice_buy(s, box, seat, action)
        if action < CHOOSE_NOBLE:
            kind = action - GIVE_BACK
            return Choice(
                action=action,
                text=f"return 1 {self.kinds[kind]}",
                label=f"Return {self.gem(kind)}",
                group="Returning tokens",
                pieces=(f"t{seat}.{kind}",),
            )
        if action < GOLD_FOR:
            noble = int(s.nobles[action - CHOOSE_NOBLE])
            needs = listed(self.tokens(enumerate(box.record.noble_needs[noble])))
            return Choice(
                action=action,
                text=f"welcome the {self.noble} for {needs}",
                label=f"Welcome this {self.noble}, +{box.record.noble_points[noble]}",
                group=f"Choosing a {self.noble}",
                pieces=(f"noble{noble}",),
            )
        if action < PAY_REST:
            color = action - GOLD_FOR
            return Choice(
                action=action,
                text=f"pay {self.kinds[GOLD]} for {self.kinds[color]}",
                label=f"{self.kinds[GOLD].capitalize()} for {self.gem(color)}",
                group="Paying",
                pieces=(f"t{seat}.{color}",),
            )
        if action == PAY_REST:
            place = _piece_at(s, seat, s.pending)
            return Choice(action=action, text="pay the rest", label="Pay the rest", group="Paying", pieces=(place,))
        return Choice(action=PASS, text="pass", label="Pass: nothing is possible")

    def _choice_take(self, action: int) -> Choice:
        colors = taken(action)
        pieces = tuple(f"bank.{color}" for color, count in colors for _ in range(count))
        if action >= TAKE_SAME:
            color = colors[0][0]
            text, label = f"take 2 {self.kinds[color]}", f"Take 2 {self.gem(color)}"
        else:
            text = "take " + ", ".join(self.kinds[color] for color, _ in colors)
            label = "Take " + ", ".join(self.gem(color) for color, _ in colors)
        return Choice(action=action, text=text, label=label, group=self.taking, pieces=pieces)

    def _choice_reserve(self, s: Played, box: Box, seat: int, action: int) -> Choice:
        room = f"room{list(s.reserved[seat]).index(EMPTY)}"
        gold = f", take {self.gem(GOLD)}" if s.bank[GOLD] else ""
        if action < RESERVE_BLIND:
            card = int(s.board[action - RESERVE])
            text, label, piece = f"reserve {self.the_card(box, card)}", f"Reserve it{gold}", f"c{card}"
        else:
            level = action - RESERVE_BLIND + 1
            text, label, piece = (
                f"reserve the top card of level {level}",
                f"Reserve unseen, level {level}{gold}",
                f"deck{level}",
            )
        return Choice(action=action, text=text, label=label, group="Reserving", pieces=(piece, room))

    def _choice_buy(self, s: Played, box: Box, seat: int, action: int) -> Choice:
        place = action - BUY if action < BUY_RESERVED else action - BUY_RESERVED + PLACES
        card = int(card_at(s, seat, place))
        prices = [(color, int(price(s, box.record, seat, card, color))) for color in range(COLOR_COUNT)]
        lack = dict(self.lack(s, box, seat, card))
        paid = [(color, count - lack.get(color, 0)) for color, count in prices] + [(GOLD, sum(lack.values()))]
        words = self.tokens(paid, icons=True)
        buy = self.buy.capitalize()
        label = f"{buy} for {listed(words)}" if words else f"{buy} it, free"
        if s.payment == FREE and asks_for_gold(s, box.record, seat, card):
            label = f"{buy} it, choosing what {self.gem(GOLD)} pays"
        hand = " in your hand" if action >= BUY_RESERVED else ""
        text = f"{self.buy} {self.the_card(box, card)}{hand}"
        return Choice(action=action, text=text, label=label, group=f"{buy}ing", pieces=(f"c{card}",))
