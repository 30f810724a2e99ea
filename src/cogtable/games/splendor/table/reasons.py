"""Why a piece on the table of Splendor cannot be chosen."""

from __future__ import annotations

from cogtable.engine.box import Box
from cogtable.games.splendor.rules.components import GOLD, HOLD
from cogtable.games.splendor.rules.state import Phase
from cogtable.games.splendor.table.labels import Played, SplendorWords
from cogtable.games.splendor.table.pieces import BANK, CARD, DECK, HELD, NOBLE, PILE, ROOM, TOKENS
from cogtable.view import Words


class SplendorReasons(SplendorWords[Played]):
    """The reasons. A game that is played like Splendor adds those for what else lies on its table."""

    def not_your_turn(self, s: Played, box: Box, seat: int, piece: str) -> Words:
        """Why nothing can be chosen on somebody else's turn."""
        return f"It is not your turn: [[seat:{s.turn}]] plays · {self.rule('turn')}"

    def why_not(self, s: Played, box: Box, seat: int, piece: str) -> Words:
        """Why a piece that `seat` sees on its turn, and that no choice of it touches, cannot be chosen."""
        if s.phase != Phase.ACT:
            return self.why_not_now(s, seat, piece)
        return self.why_not_piece(s, box, seat, piece)

    def why_not_piece(self, s: Played, box: Box, seat: int, piece: str) -> Words:
        """Why a piece cannot be chosen on one's own turn."""
        if bank := BANK.match(piece):
            return self.why_not_bank(s, *bank)
        if deck := DECK.match(piece):
            empty = not s.deck_left[deck[0] - 1]
            return f"This deck is empty · {self.rule('deck')}" if empty else self._full_hand()
        if NOBLE.match(piece):
            return f"{self.noble.capitalize()}s come by themselves at the end of a turn · {self.rule('noble')}"
        if ROOM.match(piece):
            return f"Nothing is left to reserve · {self.rule('reserve')}"
        if card := CARD.match(piece):
            return self._why_not_card(s, box, seat, *card)
        if held := HELD.match(piece):
            return f"Only [[seat:{held[0]}]] may {self.buy} that card · {self.rule('reserve')}"
        pile, tokens = PILE.match(piece), TOKENS.match(piece)
        if pile and pile[0] == seat:
            return f"Your cards make others cheaper; they are never given away · {self.rule('bonus')}"
        if tokens and tokens[0] == seat:
            return self.why_not_token(tokens[1])
        return f"This is held by [[seat:{(pile or tokens or (0,))[0]}]]"

    def _full_hand(self) -> Words:
        return f"You hold three reserved cards already · {self.rule('reserve')}"

    def why_not_now(self, s: Played, seat: int, piece: str) -> Words:
        """Why a piece cannot be chosen before something else is done."""
        if s.phase == Phase.RETURN:
            return f"You hold more than {HOLD} tokens: return some of yours first · {self.rule('hold')}"
        if s.phase == Phase.NOBLE:
            return f"First choose the {self.noble} that visits you · {self.rule('noble')}"
        return f"First finish paying · {self.rule('pay')}"

    def why_not_bank(self, s: Played, kind: int) -> Words:
        """Why a kind of token cannot be taken."""
        if kind == GOLD:
            name = self.kinds[GOLD].capitalize()
            return f"{name} comes only with a card that you reserve · {self.rule('reserve')}"
        return f"There is no {self.gem(kind)} left · {self.rule('take')}"

    def why_not_token(self, kind: int) -> Words:
        """Why one's own token cannot be chosen."""
        return f"Your tokens are spent when you {self.buy} a card · {self.rule('buy')}"

    def _why_not_card(self, s: Played, box: Box, seat: int, card: int) -> Words:
        for other in range(s.seats):
            if other != seat and card in s.reserved[other]:
                return f"[[seat:{other}]] has reserved that card · {self.rule('reserve')}"
        lack = self.lack_words(s, box, seat, card) if s.assists else f"You cannot pay for it · {self.rule('buy')}"
        return lack if card in s.reserved[seat] else f"{lack}. {self._full_hand()}"
