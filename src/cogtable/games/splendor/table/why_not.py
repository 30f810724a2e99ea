"""Why a piece on the table of Splendor cannot be chosen."""

from __future__ import annotations

from cogtable.games.splendor.rules.components import GOLD, HOLD
from cogtable.games.splendor.rules.state import Phase
from cogtable.games.splendor.table.labels import Played, SplendorWords
from cogtable.games.splendor.table.pieces import BANK, CARD, DECK, HELD, NOBLE, PILE, ROOM, TOKENS
from cogtable.table import Box, Words, name_of, say


class SplendorWhyNot(SplendorWords[Played]):
    """The reasons. Games like Splendor add those for their own pieces."""

    def not_your_turn(self, s: Played, box: Box, seat: int, piece: str) -> Words:
        """Why nothing can be chosen on another player's turn."""
        return say("It is not your turn: {seat} plays · {rule}", seat=name_of(s.turn), rule=self.rule("turn"))

    def why_not(self, s: Played, box: Box, seat: int, piece: str) -> Words:
        """Why `seat` cannot choose a piece that none of its choices touches, on its turn."""
        if s.phase != Phase.ACT:
            return self.why_not_now(s, seat, piece)
        return self.why_not_piece(s, box, seat, piece)

    def why_not_piece(self, s: Played, box: Box, seat: int, piece: str) -> Words:
        """Why a piece cannot be chosen on the reader's own turn."""
        if bank := BANK.match(piece):
            return self.why_not_bank(s, *bank)
        if deck := DECK.match(piece):
            empty = not s.deck_left[deck[0] - 1]
            return say("This deck is empty · {rule}", rule=self.rule("deck")) if empty else self._full_hand()
        if NOBLE.match(piece):
            return say(self.nobles_choose, rule=self.rule("noble"))
        if ROOM.match(piece):
            return say("Nothing is left to reserve · {rule}", rule=self.rule("reserve"))
        if card := CARD.match(piece):
            return self._why_not_card(s, box, seat, *card)
        if held := HELD.match(piece):
            return say(self.only_owner, seat=name_of(held[0]), rule=self.rule("reserve"))
        pile, tokens = PILE.match(piece), TOKENS.match(piece)
        if pile and pile[0] == seat:
            return say("Your cards make others cheaper; they are never given away · {rule}", rule=self.rule("bonus"))
        if tokens and tokens[0] == seat:
            return self.why_not_token(tokens[1])
        return say("This is held by {seat}", seat=name_of((pile or tokens or (0,))[0]))

    def _full_hand(self) -> Words:
        return say("You already hold three reserved cards · {rule}", rule=self.rule("reserve"))

    def why_not_now(self, s: Played, seat: int, piece: str) -> Words:
        """Why a piece cannot be chosen before something else is done."""
        if s.phase == Phase.RETURN:
            return say(
                "You hold more than {most} tokens: return some of yours first · {rule}",
                most=HOLD,
                rule=self.rule("hold"),
            )
        if s.phase == Phase.NOBLE:
            return say(self.choose_noble, rule=self.rule("noble"))
        return say("First finish paying · {rule}", rule=self.rule("pay"))

    def why_not_bank(self, s: Played, kind: int) -> Words:
        """Why a kind of token cannot be taken."""
        if kind == GOLD:
            return say(self.gold_comes, rule=self.rule("reserve"))
        return say("There is no {token} left · {rule}", token=self.gem(kind), rule=self.rule("take"))

    def why_not_token(self, kind: int) -> Words:
        """Why the reader's own token cannot be chosen."""
        return say(self.tokens_pay, rule=self.rule("buy"))

    def _why_not_card(self, s: Played, box: Box, seat: int, card: int) -> Words:
        for other in range(s.seats):
            if other != seat and card in s.reserved[other]:
                return say("{seat} has reserved that card · {rule}", seat=name_of(other), rule=self.rule("reserve"))
        lack = self.lack_words(s, box, seat, card)
        if not s.assists:
            lack = say("You cannot pay for it · {rule}", rule=self.rule("buy"))
        return lack if card in s.reserved[seat] else say("{lack}. {full}", lack=lack, full=self._full_hand())
