"""How the table of Splendor looks, and what its choices and events are called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from cogtable.engine.box import Box
from cogtable.engine.choice import Choice
from cogtable.engine.notes import Note
from cogtable.games.splendor import events, layout, rules
from cogtable.games.splendor.actions import (
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
    TOKENS_TAKEN,
)
from cogtable.games.splendor.components import (
    ACT,
    COLOR_COUNT,
    EMPTY,
    FREE,
    GOLD,
    HAND,
    HOLD,
    LEVELS,
    NOBLE,
    PAY,
    PLACES,
    RETURN,
    ROW,
    UNKNOWN,
    GemState,
    affordable,
    card_at,
    price,
)
from cogtable.games.splendor.unseen import asks_for_gold
from cogtable.table.view import (
    AnyPart,
    Clock,
    Counter,
    Counters,
    Face,
    Flight,
    Line,
    Log,
    Mark,
    Panel,
    Piece,
    Pip,
    Prompt,
    Result,
    Seat,
    Standing,
    Text,
    View,
    Words,
    Zone,
)


def gem_icons(kinds: Iterable[str], cuts: Iterable[str]) -> tuple[str, ...]:
    """The picture of each kind of token."""
    return tuple(f"gem/{kind}/{cut}" for kind, cut in zip(kinds, cuts, strict=True))


def joined(words: list[str]) -> str:
    """A list in words: "a, b and c"."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def counted(count: int, what: str) -> str:
    """A count with its noun: "1 point", "2 points"."""
    return f"{count} {what}" + "s" * (count != 1)


def mark(pieces: dict[str, Piece], piece: str, seat: int, words: str) -> None:
    """Says on a piece what a seat's last move did to it."""
    if piece in pieces:
        pieces[piece].marks = [*pieces[piece].marks, Mark(seat=seat, words=words)]


def _comes(pieces: dict[str, Piece], piece: str, source: str) -> None:
    if piece in pieces:
        pieces[piece].via = source


def _taken(action: int) -> list[tuple[int, int]]:
    return [(color, int(TOKENS_TAKEN[action, color])) for color in range(COLOR_COUNT) if TOKENS_TAKEN[action, color]]


def _acts(s: GemState, seat: int) -> bool:
    return bool(s.waiting >> seat & 1)


def _piece_at(s: GemState, seat: int, place: int) -> str:
    """The piece that lies at a place in the rows or in a seat's hand."""
    card = int(card_at(s, seat, place))
    return f"c{card}" if card != UNKNOWN else f"h{seat}.{place - PLACES}"


class SplendorTable:
    """The table of Splendor. A game that is played like it overrides what it shows and calls otherwise.

    Attributes: kinds of tokens with their pictures (the first five are the colours, then comes the one that stands
    for any of them), what things are called, and which rule says so.
    """

    game = "splendor"
    layout = layout.SplendorLayout()
    kinds: tuple[str, ...] = rules.KINDS
    gems = gem_icons(rules.KINDS, ("round", "square", "hexagon", "triangle", "drop", "star"))
    noble, noble_row, come = "noble", "Nobles", "come for the cards you own"
    buy, bought = "buy", "bought"
    taking = "Taking gems"
    ask = "Touch gems to take them, or a card to buy or reserve it"
    last_round = "reached the target: this round is the last"
    numbers: Mapping[str, str] = {
        "turn": "SP-R3",
        "take": "SP-R3",
        "hold": "SP-R4",
        "reserve": "SP-R5",
        "buy": "SP-R6",
        "bonus": "SP-R6",
        "pay": "SP-Q9",
        "noble": "SP-R7",
        "deck": "SP-Q3",
        "end": "SP-R8",
        "tie": "SP-Q6",
    }

    # --- words --------------------------------------------------------------------------------------

    def rule(self, what: str) -> Words:
        """A link to the rule about something."""
        return f"[[rule:{self.numbers[what]}]]"

    def gem(self, kind: int) -> Words:
        """A kind of token in words, with its picture."""
        return f"[[{self.gems[kind]}|{self.kinds[kind]}]]"

    def tokens(self, counts: Iterable[tuple[int, int]], icons: bool = False) -> list[str]:
        """(kind, count) pairs in words: "2 white"; with icons for people who look."""
        return [
            f"{count}\u00a0{self.gem(kind)}" if icons else f"{count} {self.kinds[kind]}"
            for kind, count in counts
            if count
        ]

    def cost(self, box: Box, card: int) -> list[tuple[int, int]]:
        """A card's price in colours and counts."""
        cost = box.record.cost[card]
        return [(color, int(cost[color])) for color in range(COLOR_COUNT) if cost[color]]

    def card_text(self, box: Box, card: int) -> str:
        """A card in words that no other card has."""
        b = box.record
        points = f", {counted(int(b.points[card]), 'point')}" if b.points[card] else ""
        cost = ", ".join(self.tokens(self.cost(box, card)))
        return f"level {b.level[card]} {self.kinds[b.bonus[card]]} card{points}, cost {cost}"

    def the_card(self, box: Box, card: int) -> str:
        """The same in a sentence."""
        return f"the {self.card_text(box, card)}"

    def card_words(self, box: Box, card: int) -> Words:
        """A card in a sentence of the log."""
        b = box.record
        worth = f" worth {b.points[card]}" if b.points[card] else ""
        return f"a level {b.level[card]} {self.gem(int(b.bonus[card]))} card{worth}"

    def noble_words(self, box: Box, noble: int) -> Words:
        """A noble at the beginning of a sentence."""
        return f"A {self.noble}"

    def _lack(self, s: GemState, box: Box, seat: int, card: int) -> list[tuple[int, int]]:
        """Tokens of each colour that a seat lacks for a card, its gold not counted."""
        prices = [price(s, box.record, seat, card, color) for color in range(COLOR_COUNT)]
        lack = [(color, int(count - s.tokens[seat, color])) for color, count in enumerate(prices)]
        return [(color, count) for color, count in lack if count > 0]

    def _lack_words(self, s: GemState, box: Box, seat: int, card: int) -> Words:
        """What keeps a seat from buying a card; empty when nothing does."""
        if affordable(s, box.record, seat, card):
            return ""
        gold = int(s.tokens[seat, GOLD])
        beside = f" beside your {gold} {self.kinds[GOLD]}" if gold else ""
        return (
            f"You lack {joined(self.tokens(self._lack(s, box, seat, card), icons=True))}{beside} · {self.rule('buy')}"
        )

    # --- choices ------------------------------------------------------------------------------------

    def choice(self, s: GemState, box: Box, seat: int, action: int) -> Choice:
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
            needs = joined(self.tokens(enumerate(box.record.noble_needs[noble])))
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
        taken = _taken(action)
        pieces = tuple(f"bank.{color}" for color, count in taken for _ in range(count))
        if action >= TAKE_SAME:
            color = taken[0][0]
            text, label = f"take 2 {self.kinds[color]}", f"Take 2 {self.gem(color)}"
        else:
            text = "take " + ", ".join(self.kinds[color] for color, _ in taken)
            label = "Take " + ", ".join(self.gem(color) for color, _ in taken)
        return Choice(action=action, text=text, label=label, group=self.taking, pieces=pieces)

    def _choice_reserve(self, s: GemState, box: Box, seat: int, action: int) -> Choice:
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

    def _choice_buy(self, s: GemState, box: Box, seat: int, action: int) -> Choice:
        place = action - BUY if action < BUY_RESERVED else action - BUY_RESERVED + PLACES
        card = int(card_at(s, seat, place))
        prices = [(color, int(price(s, box.record, seat, card, color))) for color in range(COLOR_COUNT)]
        lack = dict(self._lack(s, box, seat, card))
        paid = [(color, count - lack.get(color, 0)) for color, count in prices] + [(GOLD, sum(lack.values()))]
        words = self.tokens(paid, icons=True)
        buy = self.buy.capitalize()
        label = f"{buy} for {joined(words)}" if words else f"{buy} it, free"
        if s.payment == FREE and asks_for_gold(s, box.record, seat, card):
            label = f"{buy} it, choosing what {self.gem(GOLD)} pays"
        hand = " in your hand" if action >= BUY_RESERVED else ""
        text = f"{self.buy} {self.the_card(box, card)}{hand}"
        return Choice(action=action, text=text, label=label, group=f"{buy}ing", pieces=(f"c{card}",))

    # --- the scene ----------------------------------------------------------------------------------

    def scene(self, s: GemState, box: Box, seat: int) -> View:
        """The table as `seat` sees it, built from a state hidden for that seat; choices and log come later."""
        mine = max(seat, 0)
        rivals = [(mine + i) % s.seats for i in range(1, s.seats)]
        return View(
            game=self.game,
            seat=seat,
            ply=s.ply,
            waiting=[],
            over=bool(s.over),
            clock=Clock(words=f"Round {s.rounds} · {self.goal(s)}"),
            wide=self.layout.wide(mine, rivals),
            narrow=self.layout.narrow(mine, rivals),
            parts=list(self._parts(s, mine, rivals, seat)),
            pieces=list(self._pieces(s, box, mine, rivals, seat)),
            result=self._result(s, box) if s.over else None,
            assists=bool(s.assists),
        )

    def goal(self, s: GemState) -> Words:
        """What ends the game, in few words."""
        return f"first to {s.target}"

    def _parts(self, s: GemState, mine: int, rivals: list[int], seat: int) -> Iterator[AnyPart]:
        yield from self._noble_parts(s)
        yield Zone(id="decks", area="decks", shape="column", label="Decks", rows=LEVELS)
        yield Zone(
            id="board", area="board", shape="grid", label=f"Cards to {self.buy}", columns=ROW, rows=LEVELS, empty=""
        )
        yield Panel(id="bank.panel", area="bank.panel", title="Bank")
        yield Panel(id="bank.ground", area="bank.ground")
        yield Zone(id="bank", area="bank", shape="grid", label="Bank", columns=1, rows=len(self.kinds))
        for rival in rivals:
            yield from self.rival_parts(s, rival, len(rivals))
        yield from self._own_parts(s, mine, seat)
        yield Log(id="log", area="log")

    def _noble_parts(self, s: GemState) -> Iterator[AnyPart]:
        """The row of nobles, with its title where there is room."""
        title = f"{self.noble.capitalize()}s"
        if "nobles.title" in self.layout.nobles_wide(s.seats):
            yield Text(id="nobles.title", area="nobles.title", title=title, text=self.come)
        columns = self.layout.noble_columns(s.seats)
        yield Zone(id="nobles", area="nobles", shape="row", label=self.noble_row, columns=columns)

    def holdings(self, s: GemState, seat: int) -> Words:
        """What a rival holds, in a line."""
        return f"{counted(int(s.bought[seat]), 'card')} · {counted(int(s.tokens[seat].sum()), 'token')}"

    def rival_parts(self, s: GemState, rival: int, rivals: int) -> Iterator[AnyPart]:
        """A rival's panel, and its strip where it is narrow."""
        active, score, name = _acts(s, rival), str(s.points[rival]), f"[[seat:{rival}]]"
        yield Panel(id=f"panel{rival}", area=f"panel{rival}", seat=rival, active=active)
        yield Seat(
            id=f"seat{rival}",
            area=f"seat{rival}",
            seat=rival,
            text=self.holdings(s, rival),
            score=score,
            badge=self.badge(s, rival),
            active=active,
        )
        yield from self._holding_zones(rival, name)
        yield Zone(
            id=f"hand{rival}",
            area=f"hand{rival}",
            shape="column" if rivals == 1 else "row",
            label=f"{name}: reserved",
            columns=HAND,
            rows=HAND,
            aspect=self.layout.held_aspect(rivals),
            empty="",
            owner=rival,
        )
        yield Panel(id=f"strip.panel{rival}", area=f"strip{rival}", seat=rival, active=active, opens=f"panel{rival}")
        yield Seat(
            id=f"strip{rival}",
            area=f"strip.seat{rival}",
            seat=rival,
            score=score,
            badge=self.badge(s, rival),
            active=active,
            size="strip",
            stats=self.strip_stats(s, rival),
        )
        yield Counters(
            id=f"strip.stock{rival}",
            area=f"strip.stock{rival}",
            stacked=True,
            items=self.strip_stock(s, rival, rivals),
        )

    def badge(self, s: GemState, seat: int) -> Words:
        """What nobody must miss of a player."""
        return ""

    def strip_stats(self, s: GemState, rival: int) -> list[Counter]:
        """What else a rival holds, beside its name."""
        held = int((s.reserved[rival] != EMPTY).sum())
        return [
            Counter(icon=self.gems[GOLD], value=str(s.tokens[rival, GOLD]), label=self.kinds[GOLD]),
            Counter(icon="card", value=str(held), label="reserved"),
        ]

    def strip_stock(self, s: GemState, rival: int, rivals: int) -> list[Counter]:
        """A rival's cards and tokens of each colour."""
        return [
            Counter(
                icon=self.gems[color],
                value=f"{s.bonus[rival, color]}+{s.tokens[rival, color]}",
                label=f"{self.kinds[color]}: cards + tokens",
                dim=not s.bonus[rival, color] and not s.tokens[rival, color],
            )
            for color in range(COLOR_COUNT)
        ]

    def _holding_zones(self, seat: int, name: Words) -> Iterator[AnyPart]:
        yield Zone(
            id=f"piles{seat}",
            area=f"piles{seat}",
            shape="row",
            label=f"{name}: cards",
            columns=COLOR_COUNT,
            aspect=layout.PILE,
            owner=seat,
        )
        yield Zone(
            id=f"tokens{seat}",
            area=f"tokens{seat}",
            shape="row",
            label=f"{name}: tokens",
            columns=len(self.kinds),
            owner=seat,
        )
        yield Zone(
            id=f"nobles{seat}",
            area=f"nobles{seat}",
            shape="fan",
            label=f"{name}: {self.noble}s",
            aspect=self.layout.noble_aspect,
            owner=seat,
        )

    def _own_parts(self, s: GemState, mine: int, seat: int) -> Iterator[AnyPart]:
        name = f"[[seat:{mine}]]"
        active = _acts(s, mine)
        yield Panel(id="mine", area="mine", seat=mine, active=active)
        yield Prompt(id="prompt", area="prompt", sentence=self._sentence(s, seat))
        yield self.own_head(s, mine, active)
        yield from self._holding_zones(mine, name)
        yield from self.own_totals(s, mine)
        empty = "Room to reserve one" if seat == mine else ""
        yield Zone(
            id=f"hand{mine}",
            area=f"hand{mine}",
            shape="row",
            label=f"{name}: reserved",
            columns=HAND,
            aspect=layout.CARD,
            empty=empty,
            owner=mine,
        )

    def own_head(self, s: GemState, mine: int, active: bool) -> Seat:
        """The reader's name and score."""
        return Seat(
            id=f"seat{mine}",
            area=f"seat{mine}",
            seat=mine,
            score=str(s.points[mine]),
            of=f"of {s.target} points",
            badge=self.badge(s, mine),
            active=active,
            size="mine",
        )

    def own_totals(self, s: GemState, mine: int) -> Iterator[AnyPart]:
        """How much the reader holds."""
        cards, tokens = int(s.bought[mine]), int(s.tokens[mine].sum())
        yield Text(id="cards", area="cards", text=f"**{cards}** card{'s' * (cards != 1)}", align="center")
        yield Text(id="tokens", area="total", text=f"**{tokens}** of {HOLD} tokens", align="center")

    def _sentence(self, s: GemState, seat: int) -> Words:
        if s.over:
            return "The game is over"
        if seat != s.turn:
            watching = "You are watching · " if seat < 0 else ""
            doing = ("choosing", "paying", "returning tokens", f"choosing a {self.noble}")[s.phase]
            return f"{watching}[[seat:{s.turn}]]: {doing}"
        if s.phase == PAY:
            return f"What shall {self.kinds[GOLD]} pay? Touch a colour of yours, or pay the rest"
        if s.phase == RETURN:
            over = int(s.tokens[seat].sum()) - HOLD
            return f"Return {counted(over, 'token')}: touch what you give back · {self.rule('hold')}"
        if s.phase == NOBLE:
            return f"Several {self.noble}s would visit: touch the one you welcome · {self.rule('noble')}"
        return self.ask

    def _pieces(self, s: GemState, box: Box, mine: int, rivals: list[int], seat: int) -> Iterator[Piece]:
        yield from self.noble_pieces(s, box, seat)
        for level in range(LEVELS, 0, -1):
            left = int(s.deck_left[level - 1])
            yield Piece(
                id=f"deck{level}",
                zone="decks",
                at=LEVELS - level,
                face=Face(kind="back", hue=f"level{level}", level=level, count=left, dim=not left),
                label=f"deck of level {level}, {left} left",
            )
        for place, card in enumerate(s.board):
            if card != EMPTY:
                row, column = LEVELS - 1 - place // ROW, place % ROW
                yield self._card_piece(s, box, int(card), "board", row * ROW + column, seat)
        for kind in range(len(self.kinds)):
            count = int(s.bank[kind])
            yield self._token(f"bank.{kind}", "bank", kind, count, f"{self.kinds[kind]} in the bank: {count}")
        for other in [mine, *rivals]:
            yield from self._held_pieces(s, box, other, seat)

    def noble_pieces(self, s: GemState, box: Box, seat: int) -> Iterator[Piece]:
        """The nobles, in their row or with whom they visited."""
        for i, noble in enumerate(s.nobles):
            if noble != EMPTY:
                owner = int(s.noble_owner[i])
                zone, at = ("nobles", i) if owner == EMPTY else (f"nobles{owner}", i)
                yield self.noble_piece(s, box, int(noble), zone, at, seat)

    def _held_pieces(self, s: GemState, box: Box, owner: int, seat: int) -> Iterator[Piece]:
        for color in range(COLOR_COUNT):
            count = int(s.bonus[owner, color])
            yield Piece(
                id=f"p{owner}.{color}",
                zone=f"piles{owner}",
                at=color,
                face=Face(kind="pile", hue=self.kinds[color], art=self.gems[color], count=count, dim=not count),
                label=f"{self.kinds[color]} cards: {count}",
            )
        for kind in range(len(self.kinds)):
            count = int(s.tokens[owner, kind])
            yield self._token(f"t{owner}.{kind}", f"tokens{owner}", kind, count, f"{self.kinds[kind]} tokens: {count}")
        for i, card in enumerate(s.reserved[owner]):
            if card == UNKNOWN:
                level = int(s.blind[owner, i])
                yield Piece(
                    id=f"h{owner}.{i}",
                    zone=f"hand{owner}",
                    at=i,
                    face=Face(kind="back", hue=f"level{level}", level=level),
                    label=f"a card of level {level}, reserved unseen",
                )
            elif card != EMPTY:
                piece = self._card_piece(s, box, int(card), f"hand{owner}", i, seat)
                piece.secret = bool(s.blind[owner, i])
                yield piece
        free = [i for i, card in enumerate(s.reserved[owner]) if card == EMPTY]
        if owner == seat and free:
            yield Piece(
                id=f"room{free[0]}",
                zone=f"hand{owner}",
                at=free[0],
                face=Face(kind="spot", words="Room to reserve one"),
                label="room to reserve a card",
            )

    def _token(self, piece: str, zone: str, kind: int, count: int, label: str) -> Piece:
        face = Face(kind="token", hue=self.kinds[kind], art=self.gems[kind], count=count, dim=not count)
        return Piece(id=piece, zone=zone, at=kind, face=face, label=label)

    def pips(self, counts: Iterable[tuple[int, int]], lack: dict[int, int]) -> list[Pip]:
        """A price or a need, with what of it is lacking."""
        return [Pip(icon=self.gems[color], value=count, lack=lack.get(color, 0)) for color, count in counts]

    def card_face(self, box: Box, card: int, lack: dict[int, int]) -> Face:
        """How a card looks."""
        b = box.record
        color = int(b.bonus[card])
        return Face(
            kind="card",
            hue=self.kinds[color],
            art=self.gems[color],
            corner=str(b.points[card]) if b.points[card] else "",
            badge=self.gems[color],
            costs=self.pips(self.cost(box, card), lack),
            level=int(b.level[card]),
        )

    def _card_piece(self, s: GemState, box: Box, card: int, zone: str, at: int, seat: int) -> Piece:
        face = self.card_face(box, card, {})
        piece = Piece(id=f"c{card}", zone=zone, at=at, face=face, label=self.card_text(box, card))
        within_reach = seat >= 0 and (zone in ("board", f"hand{seat}"))
        if within_reach and s.assists:
            lack = self._lack_words(s, box, seat, card)
            if lack:
                piece.note = lack
                piece.face = self.card_face(box, card, dict(self._lack(s, box, seat, card)))
            elif s.turn == seat and s.phase == ACT and not s.over:
                piece.tag = self.buy.upper()
        return piece

    def noble_piece(self, s: GemState, box: Box, noble: int, zone: str, at: int, seat: int) -> Piece:
        """A noble, with the cards that the reader still lacks for it."""
        b = box.record
        needs = [(color, int(count)) for color, count in enumerate(b.noble_needs[noble]) if count]
        show_lack = seat >= 0 and zone == "nobles" and s.assists
        lack = {color: max(0, need - int(s.bonus[seat, color])) if show_lack else 0 for color, need in needs}
        points = int(b.noble_points[noble])
        return Piece(
            id=f"noble{noble}",
            zone=zone,
            at=at,
            face=Face(
                kind="tile",
                hue="noble",
                art=self.noble_art(noble),
                corner=str(points),
                costs=self.pips(needs, lack),
            ),
            label=f"{self.noble}, {counted(points, 'point')}, asks for {joined(self.tokens(needs))} cards",
        )

    def noble_art(self, noble: int) -> str:
        """The portrait of a noble."""
        return f"noble/{noble}"

    def _result(self, s: GemState, box: Box) -> Result:
        out = np.zeros((s.seats, 2), np.int32)
        self.rank(s, box, out)
        standings = [
            Standing(seat=seat, rank=place, score=score, words=self.standing_words(s, box, seat))
            for seat, (place, score) in enumerate(out.tolist())
        ]
        standings.sort(key=lambda standing: standing.rank)
        return Result(words=self.decided(s, standings), standings=standings)

    def rank(self, s: Any, box: Box, out: Any) -> None:
        """The verb of the game."""
        rules.rank(s, box.record, out)

    def standing_words(self, s: GemState, box: Box, seat: int) -> Words:
        """What decides beside the points."""
        return f"{int(s.bought[seat])} cards"

    def decided(self, s: GemState, standings: list[Standing]) -> Words:
        """What decided a game that is over."""
        first = [standing for standing in standings if standing.rank == 1]
        level = [standing for standing in standings if standing.score == first[0].score]
        if len(first) > 1:
            return f"Level on {first[0].score} and on cards: the victory is shared · {self.rule('tie')}"
        if len(level) > 1:
            return f"Level on {first[0].score}, with fewer cards · {self.rule('end')}"
        return f"Most points · {self.rule('end')}"

    # --- what happened ------------------------------------------------------------------------------

    def tell(self, s: GemState, box: Box, notes: list[Note]) -> list[Line]:
        """The notes of one move as lines of the log."""
        acted = next((note for note in notes if note.event == events.ACTED), None)
        group = f"Round {acted.b}" if acted else "Start"
        nobodys = (events.ENDED, events.DEALT)
        return [
            Line(words=words, ply=0, seat=note.a if note.event not in nobodys else None, group=group)
            for note in notes
            if (words := self.told(s, box, note, notes))
        ]

    def told(self, s: GemState, box: Box, note: Note, notes: list[Note]) -> Words:
        """One note in words, with those that belong to it; empty for one that tells nothing by itself."""
        who = f"[[seat:{note.a}]]"
        gold = f" and took {self.gem(GOLD)}" if any(other.event == events.TOOK_GOLD for other in notes) else ""
        match note.event:
            case events.STARTED:
                return f"{who} began"
            case events.TOOK:
                taken = _taken(note.b)
                same = note.b >= TAKE_SAME
                words = [f"2 {self.gem(taken[0][0])}"] if same else [self.gem(color) for color, _ in taken]
                return f"{who} took {joined(words)}"
            case events.RESERVED:
                return f"{who} reserved {self.card_words(box, note.b)}{gold}"
            case events.RESERVED_BLIND:
                saw = next((other.b for other in notes if other.event == events.SAW), None)
                card = f" ({self.card_words(box, saw)})" if saw is not None else ""
                return f"{who} reserved an unseen card of level {note.b}{card}{gold}"
            case events.BOUGHT:
                paid = [(other.b, other.c) for other in notes if other.event == events.PAID]
                total = {kind: sum(count for k, count in paid if k == kind) for kind, _ in sorted(paid)}
                cost = f"for {joined(self.tokens(total.items(), icons=True))}" if paid else "without paying"
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

    def animate(self, view: View, s: GemState, box: Box, notes: list[Note]) -> None:
        """Adds to a view what the last move did: flights, marks, and where new pieces come from."""
        pieces = {piece.id: piece for piece in view.pieces}
        for note in notes:
            self.show(view, pieces, box, note, notes)

    def show(self, view: View, pieces: dict[str, Piece], box: Box, note: Note, notes: list[Note]) -> None:
        """What one note adds to the view."""
        match note.event:
            case events.DEALT:
                _comes(pieces, f"c{note.a}", f"deck{box.record.level[note.a]}")
            case events.TOOK:
                for color, count in _taken(note.b):
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
                _comes(pieces, f"h{note.a}.{note.c}", f"deck{note.b}")
                mark(pieces, f"h{note.a}.{note.c}", note.a, "reserved")
            case events.SAW:
                _comes(pieces, f"c{note.b}", f"deck{box.record.level[note.b]}")
            case events.BOUGHT:
                color = int(box.record.bonus[note.b])
                unseen = next((other for other in notes if other.event == events.SHOWED), None)
                source = f"h{note.a}.{unseen.b}" if unseen and view.seat != note.a else f"c{note.b}"
                face = self.card_face(box, note.b, {})
                view.flights.append(Flight(face=face, source=source, target=f"p{note.a}.{color}"))
                mark(pieces, f"p{note.a}.{color}", note.a, "+1")
            case events.VISITED:
                mark(pieces, f"noble{note.c}", note.a, "visits")

    def fly_token(self, view: View, kind: int, source: str, target: str, count: int) -> None:
        """Tokens that are seen flying."""
        face = Face(kind="token", hue=self.kinds[kind], art=self.gems[kind])
        view.flights.extend(Flight(face=face, source=source, target=target) for _ in range(count))

    # --- why not ------------------------------------------------------------------------------------

    def why_not(self, s: GemState, box: Box, seat: int, piece: str) -> Words:
        """Why a piece that `seat` sees, and that no choice of it touches, cannot be chosen."""
        if s.over:
            return "The game is over"
        if seat < 0:
            return "You are watching; only players choose"
        if seat != s.turn:
            return f"It is not your turn: [[seat:{s.turn}]] plays · {self.rule('turn')}"
        if s.phase != ACT:
            return self.why_not_now(s, seat, piece)
        return self.why_not_piece(s, box, seat, piece)

    def why_not_piece(self, s: GemState, box: Box, seat: int, piece: str) -> Words:
        """Why a piece cannot be chosen on one's own turn."""
        name, _, rest = piece.partition(".")
        if name == "bank":
            return self.why_not_bank(s, int(rest))
        if name.startswith("deck"):
            empty = not s.deck_left[int(name[4:]) - 1]
            return f"This deck is empty · {self.rule('deck')}" if empty else self._full_hand()
        if name.startswith("noble"):
            return f"{self.noble.capitalize()}s come by themselves at the end of a turn · {self.rule('noble')}"
        if name.startswith("room"):
            return f"Nothing is left to reserve · {self.rule('reserve')}"
        if name.startswith("c"):
            return self._why_not_card(s, box, seat, int(name[1:]))
        if name.startswith("h"):
            return f"Only [[seat:{name[1:]}]] may {self.buy} that card · {self.rule('reserve')}"
        if name == f"p{seat}":
            return f"Your cards make others cheaper; they are never given away · {self.rule('bonus')}"
        if name == f"t{seat}":
            return self.why_not_token(int(rest))
        return f"This is held by [[seat:{name[1:]}]]"

    def _full_hand(self) -> Words:
        return f"You hold three reserved cards already · {self.rule('reserve')}"

    def why_not_now(self, s: GemState, seat: int, piece: str) -> Words:
        """Why a piece cannot be chosen before something else is done."""
        if s.phase == RETURN:
            return f"You hold more than {HOLD} tokens: return some of yours first · {self.rule('hold')}"
        if s.phase == NOBLE:
            return f"First choose the {self.noble} that visits you · {self.rule('noble')}"
        return f"First finish paying · {self.rule('pay')}"

    def why_not_bank(self, s: GemState, kind: int) -> Words:
        """Why a kind of token cannot be taken."""
        if kind == GOLD:
            name = self.kinds[GOLD].capitalize()
            return f"{name} comes only with a card that you reserve · {self.rule('reserve')}"
        return f"There is no {self.gem(kind)} left · {self.rule('take')}"

    def why_not_token(self, kind: int) -> Words:
        """Why one's own token cannot be chosen."""
        return f"Your tokens are spent when you {self.buy} a card · {self.rule('buy')}"

    def _why_not_card(self, s: GemState, box: Box, seat: int, card: int) -> Words:
        for other in range(s.seats):
            if other != seat and card in s.reserved[other]:
                return f"[[seat:{other}]] has reserved that card · {self.rule('reserve')}"
        lack = self._lack_words(s, box, seat, card) if s.assists else f"You cannot pay for it · {self.rule('buy')}"
        return lack if card in s.reserved[seat] else f"{lack}. {self._full_hand()}"


table = SplendorTable()
choice, scene, tell, animate, why_not = table.choice, table.scene, table.tell, table.animate, table.why_not
