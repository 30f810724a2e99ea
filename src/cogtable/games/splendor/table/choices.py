"""The texts of the choices, and the pieces they touch."""

from __future__ import annotations

from cogtable.games.splendor.rules.actions import Action
from cogtable.games.splendor.rules.components import GOLD, PLACES
from cogtable.games.splendor.rules.paying import asks_for_gold, price
from cogtable.games.splendor.rules.state import EMPTY, UNKNOWN, GemState, Payment, card_at
from cogtable.games.splendor.table.labels import Played, SplendorWords, taken
from cogtable.games.splendor.table.pieces import BANK, CARD, DECK, HELD, NOBLE, ROOM, TOKENS
from cogtable.table import Box, Choice, Words, listed, printed, say, series


def _piece_at(s: GemState, seat: int, place: int) -> str:
    """The piece at a place in the rows or in a seat's hand."""
    card = int(card_at(s, seat, place))
    return CARD(card) if card != UNKNOWN else HELD(seat, place - PLACES)


class SplendorChoices(SplendorWords[Played]):
    """The choices. Games like Splendor override their words."""

    def choice(self, s: Played, box: Box, seat: int, action: int) -> Choice:
        """One legal action of `seat` in words, with the pieces it touches."""
        kind, i = Action.read(action)
        match kind:
            case Action.TAKE | Action.TAKE_SAME:
                return self._choice_take(box, action)
            case Action.RESERVE | Action.RESERVE_BLIND:
                return self._choice_reserve(s, box, action)
            case Action.BUY:
                return self._choice_buy(s, box, action, i)
            case Action.BUY_RESERVED:
                return self._choice_buy(s, box, action, PLACES + i)
            case Action.GIVE_BACK:
                return self._choice_give_back(box, seat, action, i)
            case Action.CHOOSE_NOBLE:
                return self._choice_noble(box, action, int(s.nobles[i]))
            case Action.GOLD_FOR:
                return self._choice_gold_for(box, seat, action, i)
            case Action.PAY_REST:
                return Choice(
                    action=action,
                    text=say("pay the rest"),
                    label=say("Pay the rest"),
                    group=say("Paying"),
                    pieces=(_piece_at(s, seat, s.pending),),
                )
            case Action.PASS:
                return Choice(action=action, text=say("pass"), label=say("Pass: nothing is possible"))

    @printed
    def _choice_give_back(self, box: Box, seat: int, action: int, i: int) -> Choice:
        return Choice(
            action=action,
            text=say("return 1 {token}", token=self.kind(i)),
            label=say("Return {token}", token=self.gem(i)),
            group=say("Returning tokens"),
            pieces=(TOKENS(seat, i),),
        )

    @printed
    def _choice_gold_for(self, box: Box, seat: int, action: int, i: int) -> Choice:
        return Choice(
            action=action,
            text=say(self.pay_joker, gold=self.kind(GOLD), color=self.kind(i)),
            label=say(self.pay_joker_label, gold=self.kind(GOLD), color=self.gem(i)),
            group=say("Paying"),
            pieces=(TOKENS(seat, i),),
        )

    @printed
    def _choice_take(self, box: Box, action: int) -> Choice:
        colors = taken(action)
        if action >= Action.TAKE_SAME:
            color = colors[0][0]
            text = say("take 2 {color}", color=self.kind(color))
            label = say("Take 2 {color}", color=self.gem(color))
        else:
            text = say("take {colors}", colors=series([self.kind(color) for color, _ in colors]))
            label = say("Take {colors}", colors=series([self.gem(color) for color, _ in colors]))
        pieces = tuple(BANK(color) for color, count in colors for _ in range(count))
        return Choice(action=action, text=text, label=label, group=say(self.taking), pieces=pieces)

    def _choice_reserve(self, s: Played, box: Box, action: int) -> Choice:
        kind, i = Action.read(action)
        card = int(s.board[i]) if kind == Action.RESERVE else EMPTY
        room = s.reserved[s.turn].tolist().index(EMPTY)
        return self._choice_reserve_it(box, action, card, room, bool(s.bank[GOLD]))

    @printed
    def _choice_reserve_it(self, box: Box, action: int, card: int, room: int, has_gold: bool) -> Choice:
        """The choice to reserve a card, or an unseen one if `card` is `EMPTY`."""
        gold = self.gem(GOLD) if has_gold else ""
        if card != EMPTY:
            piece = CARD(card)
            text = say(self.reserve, card=self.card_text(box, card))
            label = say("Reserve it, take {gold}", gold=gold) if gold else say("Reserve it")
        else:
            level = Action.read(action)[1] + 1
            piece = DECK(level)
            text = say("reserve the top card of level {level}", level=level)
            label = say("Reserve unseen, level {level}", level=level)
            if gold:
                label = say("Reserve unseen, level {level}, take {gold}", level=level, gold=gold)
        return Choice(action=action, text=text, label=label, group=say("Reserving"), pieces=(piece, ROOM(room)))

    def _choice_noble(self, box: Box, action: int, noble: int) -> Choice:
        return Choice(
            action=action,
            text=say(self.welcome, needs=self.needs(box, noble)),
            label=say(self.welcome_this, points=box.record.noble_points[noble]),
            group=say(self.choosing),
            pieces=(NOBLE(noble),),
        )

    def _choice_buy(self, s: Played, box: Box, action: int, place: int) -> Choice:
        card = int(card_at(s, s.turn, place))
        text = say(self.buy_held if place >= PLACES else self.buy, card=self.card_text(box, card))
        label = self._price_label(s, box, card)
        return Choice(action=action, text=text, label=label, group=say(self.buying), pieces=(CARD(card),))

    def _price_label(self, s: Played, box: Box, card: int) -> Words:
        seat = int(s.turn)
        if s.payment == Payment.FREE and asks_for_gold(s, box.record, seat, card):
            return say(self.buy_choosing, gold=self.gem(GOLD))
        prices = [(color, int(price(s, box.record, seat, card, color))) for color, _ in self.cost(box, card)]
        lack = dict(self.lack(s, box, seat, card))
        paid = [(color, count - lack.get(color, 0)) for color, count in prices] + [(GOLD, sum(lack.values()))]
        return self._price_words(box, tuple(paid))

    @printed
    def _price_words(self, box: Box, paid: tuple[tuple[int, int], ...]) -> Words:
        words = self.tokens(paid, icons=True)
        return say(self.buy_for, price=listed(words)) if words else say(self.buy_free)
