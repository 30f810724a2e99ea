"""The parts and pieces on the table of Splendor, as one seat sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from typing import Any, Literal, NamedTuple

from cogtable.games.splendor.rules.components import COLOR_COUNT, GOLD, HAND, HOLD, LEVELS, ROW
from cogtable.games.splendor.rules.state import EMPTY, UNKNOWN, Phase
from cogtable.games.splendor.table import layout
from cogtable.games.splendor.table.labels import Lack, Played, SplendorWords, is_short
from cogtable.games.splendor.table.pieces import BANK, CARD, DECK, HELD, NOBLE, PILE, ROOM, TOKENS
from cogtable.table import (
    AnyPart,
    Box,
    Clock,
    Counter,
    Counters,
    Face,
    Layout,
    Log,
    Panel,
    Piece,
    Pip,
    Placement,
    Player,
    PrintedCard,
    Progress,
    Prompt,
    Result,
    Seat,
    ShortWords,
    View,
    Words,
    Zone,
    around,
    name_of,
    others_decide,
    phrase,
    placements,
    plural,
    points_short,
    printed,
    say,
    series,
    view,
)


class _Purse(NamedTuple):
    """The reader's means to pay."""

    means: list[int]
    gold: int
    buys: bool
    """Whether the reader may buy a card now."""


class SplendorScene(SplendorWords[Played]):
    """The parts and pieces. Games like Splendor override what differs."""

    game = "splendor"
    surface: Literal["felt", "lab"] = "felt"
    layout = layout.SplendorLayout()

    def scene(self, s: Played, box: Box, seat: int) -> View:
        """The table as `seat` sees it, built from a state hidden for that seat; choices and log come later."""
        me, others = around(s, seat)
        mine, rivals = me.seat, [other.seat for other in others]
        wide, narrow, *low = self._layouts(box, mine, tuple(rivals))
        return view(
            s,
            seat,
            self.game,
            clock=self.clock(s, box),
            wide=wide,
            narrow=narrow,
            low=low,
            parts=list(self._parts(s, box, me, others, seat)),
            pieces=list(self._pieces(s, box, mine, rivals, seat)),
            result=self._result(s, box) if s.over else None,
            surface=self.surface,
        )

    @printed
    def _layouts(self, box: Box, mine: int, rivals: tuple[int, ...]) -> list[Layout]:
        """The wide and the narrow layout, and those for low windows."""
        known = self.layout
        return [make(mine, [*rivals]) for make in (known.wide, known.narrow, known.low, known.lowest)]

    def clock(self, s: Played, box: Box) -> Clock:
        """The round, or that it is the last one."""
        if self.is_last_round(s):
            return Clock(words=say("Last round · round {n}", n=s.rounds))
        return Clock(words=say("Round {n} · {goal}", n=s.rounds, goal=self.goal(s)))

    def is_last_round(self, s: Played) -> bool:
        """Whether the game ends with this round, because a player has reached the target (SP-R8)."""
        return not s.over and bool((s.points >= s.target).any())

    def goal(self, s: Played) -> Words:
        """The goal that ends the game, in few words."""
        return say("first to {points}", points=s.target)

    def _parts(self, s: Played, box: Box, me: Player, others: list[Player], seat: int) -> Iterator[AnyPart]:
        columns = self.layout.noble_columns(s.seats)
        yield Zone(id="nobles", shape="grid", label=say(self.noble_row), columns=columns)
        yield Zone(id="decks", shape="column", label=say("Decks"), rows=LEVELS)
        yield Zone(id="board", shape="grid", label=say(self.to_buy), columns=ROW, rows=LEVELS, empty="")
        yield Panel(id="bank.ground", tone="tray")
        yield Zone(id="bank", shape="grid", label=say("Bank"), columns=1, rows=len(self.kinds))
        for rival in others:
            yield from self.rival_parts(s, box, rival, len(others))
        yield from self._own_parts(s, box, me, seat)
        yield Log(id="log")

    def holdings(self, s: Played, seat: int) -> Words:
        """A rival's holdings, in a line."""
        return f"{self.cards_held(s, seat)} · {self.tokens_held(s, seat)}"

    def cards_held(self, s: Played, seat: int) -> Words:
        """How many cards a seat has bought."""
        return plural(int(s.bought[seat]), "{n} card", "{n} cards")

    def tokens_held(self, s: Played, seat: int) -> Words:
        """How many tokens a seat holds."""
        return plural(int(s.tokens[seat].sum()), "{n} token", "{n} tokens")

    def rival_parts(self, s: Played, box: Box, rival: Player, rivals: int) -> Iterator[AnyPart]:
        """A rival's panel, and its strip on narrow screens."""
        seat = rival.seat
        badge, score = self.badge(s, seat), str(s.points[seat])
        yield rival.panel(tone="tray")
        yield rival.head(text=self.holdings(s, seat), score=score, badge=badge)
        yield from self._holding_zones(box, seat)
        aspect = self.layout.held_aspect(rivals)
        yield self._hand(rival, shape="row", aspect=aspect, empty="")
        yield rival.panel("strip.panel", area=f"strip{seat}", opens=f"panel{seat}", tone="tray")
        stats = self.strip_stats(s, seat)
        yield rival.head("strip", area=f"strip.seat{seat}", score=score, badge=badge, size="strip", stats=stats)
        yield Counters(id=f"strip.stock{seat}", stacked=True, items=self.strip_stock(s, seat, rivals))

    def badge(self, s: Played, seat: int) -> Words:
        """A conspicuous mark on a player."""
        return ""

    def strip_stats(self, s: Played, rival: int) -> list[Counter]:
        """A rival's other holdings, beside its name."""
        held = int((s.reserved[rival] != EMPTY).sum())
        return [
            Counter(icon=self.gems[GOLD], value=str(s.tokens[rival, GOLD]), label=self.kind(GOLD)),
            Counter(icon="card", value=str(held), label=say("reserved")),
        ]

    def strip_stock(self, s: Played, rival: int, rivals: int) -> list[Counter]:
        """A rival's cards and tokens of each colour."""
        held = zip(s.bonus[rival].tolist()[:COLOR_COUNT], s.tokens[rival].tolist(), strict=False)
        return [
            Counter(
                icon=self.gems[color],
                value=str(cards),
                of=f"+{tokens}" if tokens else "",
                label=say(self.color_stock, color=self.kind(color)),
                dim=not cards and not tokens,
            )
            for color, (cards, tokens) in enumerate(held)
        ]

    def _holding_zones(self, box: Box, seat: int, aspect: float = 0) -> Iterator[AnyPart]:
        """A player's cards, tokens and nobles; `aspect` is that of the piles of cards (0: they fill their places)."""
        return map(copy, self._own_zones(box, seat, aspect))

    @printed
    def _own_zones(self, box: Box, seat: int, aspect: float) -> list[Zone]:
        player, columns, kinds = Player(seat, active=False, reads=False), COLOR_COUNT, len(self.kinds)
        return [
            player.zone("piles", self.own_cards, shape="row", columns=columns, aspect=aspect),
            player.zone("tokens", phrase("{seat}: tokens"), shape="row", columns=kinds),
            player.zone("nobles", self.own_nobles, shape="fan", aspect=self.layout.noble_aspect),
        ]

    def _hand(self, player: Player, **more: Any) -> Zone:
        return player.zone("hand", phrase("{seat}: reserved"), columns=HAND, **more)

    def _own_parts(self, s: Played, box: Box, me: Player, seat: int) -> Iterator[AnyPart]:
        yield Panel(id="mine", seat=me.seat, active=me.active, tone="tray")
        yield Prompt(id="prompt", sentence=self._sentence(s, seat))
        yield self.own_head(s, me)
        yield from self._holding_zones(box, me.seat, layout.PILE)
        yield from self.own_parts(s, me)
        empty = say("Free slot") if me.reads else ""
        yield self._hand(me, shape="row", aspect=layout.HELD, empty=empty)

    def own_head(self, s: Played, me: Player) -> Seat:
        """The reader's name and score."""
        words = say("of {points} points", points=s.target)
        tokens = say("{n} of {most} tokens", n=s.tokens[me.seat].sum(), most=HOLD)
        text = f"{self.cards_held(s, me.seat)} · {tokens}"
        score, badge = str(s.points[me.seat]), self.badge(s, me.seat)
        return me.head(score=score, of=words, text=text, badge=badge, size="mine")

    def own_parts(self, s: Played, me: Player) -> Iterator[AnyPart]:
        """More parts for the reader."""
        return iter(())

    def _sentence(self, s: Played, seat: int) -> Words:
        if s.over:
            return say("The game is over")
        if seat != s.turn:
            return others_decide(s, seat, self._doing(s.phase))
        match s.phase:
            case Phase.PAY:
                gold = self.kind(GOLD)
                return say(self.ask_joker, gold=gold)
            case Phase.RETURN:
                return plural(
                    int(s.tokens[seat].sum()) - HOLD,
                    "Return {n} token: touch what you give back · {rule}",
                    "Return {n} tokens: touch what you give back · {rule}",
                    rule=self.rule("hold"),
                )
            case Phase.NOBLE:
                return say(self.ask_noble, rule=self.rule("noble"))
        return say(self.ask)

    def _doing(self, phase: int) -> Words:
        match phase:
            case Phase.PAY:
                return say("paying")
            case Phase.RETURN:
                return say("returning tokens")
            case Phase.NOBLE:
                return say(self.chooses_noble)
        return say("choosing")

    def _pieces(self, s: Played, box: Box, mine: int, rivals: list[int], seat: int) -> Iterator[Piece]:
        purse = self._purse(s, seat) if seat >= 0 and s.assists else None
        yield from self.noble_pieces(s, box, seat)
        for level in range(LEVELS, 0, -1):
            yield copy(self._deck_piece(box, level, int(s.deck_left[level - 1])))
        for place, card in enumerate(s.board.tolist()):
            if card != EMPTY:
                row, column = LEVELS - 1 - place // ROW, place % ROW
                yield self._card_piece(box, card, "board", row * ROW + column, purse)
        for kind, count in enumerate(s.bank.tolist()[: len(self.kinds)]):
            yield copy(self._bank_piece(box, kind, count))
        for other in [mine, *rivals]:
            yield from self._held_pieces(s, box, other, seat, purse)

    def _purse(self, s: Played, seat: int) -> _Purse:
        buys = s.turn == seat and s.phase == Phase.ACT and not s.over
        return _Purse(self.means(s, seat), int(s.tokens[seat, GOLD]), buys)

    def noble_pieces(self, s: Played, box: Box, seat: int) -> Iterator[Piece]:
        """The nobles, in their row or with the seat that they visited."""
        for i, noble in enumerate(s.nobles.tolist()):
            if noble != EMPTY:
                owner = int(s.noble_owner[i])
                zone, at = ("nobles", i) if owner == EMPTY else (f"nobles{owner}", i)
                yield self.noble_piece(s, box, noble, zone, at, seat)

    def _held_pieces(self, s: Played, box: Box, owner: int, seat: int, purse: _Purse | None) -> Iterator[Piece]:
        for color, count in enumerate(s.bonus[owner].tolist()[:COLOR_COUNT]):
            yield copy(self._pile_piece(box, owner, color, count))
        for kind, count in enumerate(s.tokens[owner].tolist()[: len(self.kinds)]):
            yield copy(self._held_piece(box, owner, kind, count))
        reserved = s.reserved[owner].tolist()
        for i, card in enumerate(reserved):
            if card == UNKNOWN:
                level = int(s.blind[owner, i])
                yield Piece(
                    id=HELD(owner, i),
                    zone=f"hand{owner}",
                    at=i,
                    face=Face(kind="back", hue=f"level{level}", level=level),
                    label=say("a card of level {level}, reserved unseen", level=level),
                )
            elif card != EMPTY:
                piece = self._card_piece(box, card, f"hand{owner}", i, purse if owner == seat else None)
                piece.secret = bool(s.blind[owner, i])
                yield piece
        free = [i for i, card in enumerate(reserved) if card == EMPTY]
        if owner == seat and free:
            yield Piece(
                id=ROOM(free[0]),
                zone=f"hand{owner}",
                at=free[0],
                face=Face(kind="spot", words=say("Free slot")),
                label=say("free slot for a reserved card"),
            )

    @printed
    def _deck_piece(self, box: Box, level: int, left: int) -> Piece:
        """A deck with the number of its cards left."""
        face = Face(kind="back", hue=f"level{level}", level=level, count=left, dim=not left)
        label = say("deck of level {level}, {n} left", level=level, n=left)
        return Piece(id=DECK(level), zone="decks", at=LEVELS - level, face=face, label=label)

    @printed
    def _bank_piece(self, box: Box, kind: int, count: int) -> Piece:
        """Tokens of a kind in the bank, with their number."""
        label = say("{token} in the bank: {n}", token=self.kind(kind), n=count)
        return Piece(id=BANK(kind), zone="bank", at=kind, face=self._counted_face(kind, count), label=label)

    @printed
    def _held_piece(self, box: Box, owner: int, kind: int, count: int) -> Piece:
        """Tokens of a player, with their number."""
        label, face = say("{token} tokens: {n}", token=self.kind(kind), n=count), self._counted_face(kind, count)
        return Piece(id=TOKENS(owner, kind), zone=f"tokens{owner}", at=kind, face=face, label=label)

    def _counted_face(self, kind: int, count: int) -> Face:
        return Face(kind="token", hue=self.kinds[kind], art=self.chips(kind), count=count, dim=not count)

    @printed
    def _pile_piece(self, box: Box, owner: int, color: int, count: int) -> Piece:
        """Bought cards of a player, with their number."""
        face = self.pile_face(color, count)
        label = say(self.color_cards, color=self.kind(color), n=count)
        return Piece(id=PILE(owner, color), zone=f"piles{owner}", at=color, face=face, label=label)

    def pile_face(self, color: int, count: int) -> Face:
        """The face of a player's cards of a colour."""
        face = Face(kind="pile", hue=self.kinds[color], badge=self.gems[color], count=count, dim=not count)
        if count:
            face.ground, face.art = "scene", self._place(1, color, "pile")
        return face

    places = (("mine",) * COLOR_COUNT, ("caravan", "port", "port", "caravan", "port"),
              ("palace", "palace", "workshop", "palace", "workshop"))  # fmt: skip
    """What is on the cards of each level, by their colours."""

    def _place(self, level: int, color: int, seed: object) -> str:
        """The picture of a place in a colour; the seed tells pictures of the same place apart."""
        hue, cut = self.gems[color].split("/")[1:]
        return f"scene/{self.places[level - 1][color]}/{hue}/{seed}/{cut}"

    def pips(self, counts: Iterable[tuple[int, int]], lack: dict[int, int], reads: bool) -> list[Pip]:
        """A price, with the number that is lacking of each. For a reader, colours of which none lacks are `met`."""
        return [
            Pip(icon=self.gems[color], value=count, lack=lack.get(color, 0), met=reads and color not in lack)
            for color, count in counts
        ]

    def card_face(self, box: Box, card: int, lack: dict[int, int] | None = None) -> Face:
        """The face of a card."""
        b = box.record
        color = int(b.bonus[card])
        return Face(
            kind="card",
            hue=self.kinds[color],
            art=self._place(int(b.level[card]), color, card),
            ground="scene",
            corner=str(b.points[card]) if b.points[card] else "",
            badge=self.gems[color],
            costs=self.pips(self.cost(box, card), lack or {}, reads=lack is not None),
            level=int(b.level[card]),
        )

    @printed
    def _face_of(self, box: Box, card: int, lack: Lack | None = None, short: bool = True) -> Face:
        """The face of a card, with the tokens that a reader lacks: none if they have gold for them (not `short`)."""
        face = self.card_face(box, card, None if lack is None else dict(lack))
        if not short:
            for pip in face.costs:
                pip.lack = 0
        return face

    def cards(self, box: Box) -> dict[str, list[PrintedCard]]:
        """The cards and nobles of a box, by the names of its tables."""
        b = box.record
        own = [PrintedCard(piece=CARD(card), face=self._face_of(box, card)) for card in range(len(b.level))]
        nobles = [
            PrintedCard(piece=NOBLE(noble), face=self._noble_face(box, noble)) for noble in range(len(b.noble_points))
        ]
        return {"cards": own, self.nobles_table: nobles}

    nobles_table = "nobles"
    """The name of the table of nobles in the box."""

    def _card_piece(self, box: Box, card: int, zone: str, at: int, purse: _Purse | None) -> Piece:
        """A card. With a `purse`, shows the tokens that the reader lacks, or that they can buy it."""
        piece = Piece(id=CARD(card), zone=zone, at=at, face=self._face_of(box, card), label=self.card_text(box, card))
        if purse:
            lack = self.beyond(box, card, purse.means)
            short = is_short(lack, purse.gold)
            piece.face = self._face_of(box, card, lack, short)
            if short:
                piece.note = self.lacking_words(box, lack, purse.gold)
            elif purse.buys:
                piece.tag = say(self.can_buy)
        return piece

    def noble_piece(self, s: Played, box: Box, noble: int, zone: str, at: int, seat: int) -> Piece:
        """A noble, with the progress of all players towards it and the cards that the reader still lacks."""
        label = self.noble_text(box, noble)
        if zone != "nobles" or not s.assists:
            return Piece(id=NOBLE(noble), zone=zone, at=at, face=self._noble_face(box, noble), label=label)
        cards, needs = s.bonus.tolist(), self._noble_needs(box, noble)
        progress = [
            Progress(other, [min(cards[other][color], need) for color, need in needs])
            for other in ((max(seat, 0) + i) % s.seats for i in range(s.seats))
        ]
        left = {each.seat: sum(need for _, need in needs) - sum(each.have) for each in progress}
        told = [say("{seat}: {n} to go", seat=name_of(other), n=n) for other, n in left.items()]
        have = progress[0].have if seat >= 0 else [need for _, need in needs]
        lack = tuple((color, need - own) for (color, need), own in zip(needs, have, strict=True) if need > own)
        face = copy(self._noble_face(box, noble, lack))
        face.progress = progress
        return Piece(id=NOBLE(noble), zone=zone, at=at, face=face, label=f"{label} · {series(told)}")

    @printed
    def _noble_needs(self, box: Box, noble: int) -> Lack:
        """The cards that a noble asks for, by colour."""
        needs = box.record.noble_needs[noble].tolist()
        return tuple((color, count) for color, count in enumerate(needs) if count)

    @printed
    def _noble_face(self, box: Box, noble: int, lack: Lack = ()) -> Face:
        """The face of a noble; cards that are lacking are marked when it is touched."""
        return Face(
            kind="tile",
            ground="lit",
            hue=self.noble_hue,
            art=self.noble_art(box, noble),
            corner=str(box.record.noble_points[noble]),
            costs=self.pips(self._noble_needs(box, noble), dict(lack), reads=False),
        )

    noble_hue = ""
    """The hue of the light behind a noble."""

    def noble_art(self, box: Box, noble: int) -> str:
        """The portrait of a noble."""
        return f"noble/{noble}"

    def _result(self, s: Played, box: Box) -> Result:
        places = placements(s, box, lambda seat: self.placement_words(s, box, seat), self.short_words(s))
        return Result(words=self.decided(s, places), placements=places, title=self.tie_title(s, places))

    def placement_words(self, s: Played, box: Box, seat: int) -> Words:
        """The sources of the points in a final placement, and the cards, which break ties."""
        own = [int(noble) for noble, owner in zip(s.nobles, s.noble_owner, strict=True) if owner == seat]
        from_nobles = sum(int(box.record.noble_points[noble]) for noble in own)
        cards = say("{n} from {cards}", n=int(s.points[seat]) - from_nobles, cards=self.cards_held(s, seat))
        if not own:
            return cards
        nobles = plural(len(own), "{points} from a noble", "{points} from {n} nobles", points=from_nobles)
        return series([cards, nobles])

    def short_words(self, s: Played) -> ShortWords | None:
        """How far a seat fell short of winning; None if more points would not have won."""
        return points_short

    def tie_title(self, s: Played, placements: list[Placement]) -> Words:
        """The tie-breaker that decided the game, in a few words; empty if the points did."""
        level = [place for place in placements if place.score == placements[0].score]
        if len(level) == 1 or level[-1].rank == 1:
            return ""
        return say("Tied on points; fewer cards win")

    def decided(self, s: Played, placements: list[Placement]) -> Words:
        """What decided the game."""
        first = [place for place in placements if place.rank == 1]
        score = first[0].score
        if len(first) > 1:
            tie = self.rule("tie")
            return say("Tied on {score} and cards: the victory is shared · {rule}", score=score, rule=tie)
        if sum(place.score == score for place in placements) > 1:
            return say("Tied on {score}, with fewer cards · {rule}", score=score, rule=self.rule("end"))
        return say("Most points · {rule}", rule=self.rule("end"))
