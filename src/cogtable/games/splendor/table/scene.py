"""The parts and pieces on the table of Splendor, as one seat sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cogtable.engine.box import Box
from cogtable.engine.printed import printed
from cogtable.engine.state import waits
from cogtable.engine.words import counted, listed
from cogtable.games.splendor.rules.components import COLOR_COUNT, GOLD, HAND, HOLD, LEVELS, ROW
from cogtable.games.splendor.rules.paying import affordable
from cogtable.games.splendor.rules.state import EMPTY, UNKNOWN, Phase
from cogtable.games.splendor.table import layout
from cogtable.games.splendor.table.labels import Played, SplendorWords
from cogtable.games.splendor.table.pieces import BANK, CARD, DECK, HELD, NOBLE, PILE, ROOM, TOKENS
from cogtable.table.result import placements
from cogtable.view import (
    AnyPart,
    Clock,
    Counter,
    Counters,
    Face,
    Log,
    Panel,
    Piece,
    Pip,
    Placement,
    Prompt,
    Result,
    Seat,
    Text,
    View,
    Words,
    Zone,
)


class SplendorScene(SplendorWords[Played]):
    """The table. A game that is played like Splendor overrides what it shows otherwise.

    Attributes: its name, its layouts, and words that stand on the table.
    """

    game = "splendor"
    layout = layout.SplendorLayout()
    noble_row, come = "Nobles", "come for the cards you own"
    ask = "Touch gems to take them, or a card to buy or reserve it"

    def scene(self, s: Played, box: Box, seat: int) -> View:
        """The table as `seat` sees it, built from a state hidden for that seat; choices and log come later."""
        mine = max(seat, 0)
        rivals = [(mine + i) % s.seats for i in range(1, s.seats)]
        return View(
            game=self.game,
            seat=seat,
            ply=s.ply,
            waiting=[],
            over=bool(s.over),
            clock=self.clock(s, box),
            wide=self.layout.wide(mine, rivals),
            narrow=self.layout.narrow(mine, rivals),
            parts=list(self._parts(s, mine, rivals, seat)),
            pieces=list(self._pieces(s, box, mine, rivals, seat)),
            result=self._result(s, box) if s.over else None,
            assists=bool(s.assists),
        )

    def clock(self, s: Played, box: Box) -> Clock:
        """The round."""
        return Clock(words=f"Round {s.rounds} · {self.goal(s)}")

    def goal(self, s: Played) -> Words:
        """What ends the game, in few words."""
        return f"first to {s.target}"

    def _parts(self, s: Played, mine: int, rivals: list[int], seat: int) -> Iterator[AnyPart]:
        yield from self._noble_parts(s)
        yield Zone(id="decks", shape="column", label="Decks", rows=LEVELS)
        yield Zone(id="board", shape="grid", label=f"Cards to {self.buy}", columns=ROW, rows=LEVELS, empty="")
        yield Panel(id="bank.panel", title="Bank")
        yield Panel(id="bank.ground")
        yield Zone(id="bank", shape="grid", label="Bank", columns=1, rows=len(self.kinds))
        for rival in rivals:
            yield from self.rival_parts(s, rival, len(rivals))
        yield from self._own_parts(s, mine, seat)
        yield Log(id="log")

    def _noble_parts(self, s: Played) -> Iterator[AnyPart]:
        """The row of nobles, with its title where there is room."""
        title = f"{self.noble.capitalize()}s"
        if "nobles.title" in self.layout.nobles_wide(s.seats):
            yield Text(id="nobles.title", title=title, text=self.come)
        columns = self.layout.noble_columns(s.seats)
        yield Zone(id="nobles", shape="row", label=self.noble_row, columns=columns)

    def holdings(self, s: Played, seat: int) -> Words:
        """What a rival holds, in a line."""
        return f"{counted(int(s.bought[seat]), 'card')} · {counted(int(s.tokens[seat].sum()), 'token')}"

    def rival_parts(self, s: Played, rival: int, rivals: int) -> Iterator[AnyPart]:
        """A rival's panel, and its strip where it is narrow."""
        active, score, name = waits(s, rival), str(s.points[rival]), f"[[seat:{rival}]]"
        yield Panel(id=f"panel{rival}", seat=rival, active=active)
        yield Seat(
            id=f"seat{rival}",
            seat=rival,
            text=self.holdings(s, rival),
            score=score,
            badge=self.badge(s, rival),
            active=active,
        )
        yield from self._holding_zones(rival, name)
        yield Zone(
            id=f"hand{rival}",
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
            stacked=True,
            items=self.strip_stock(s, rival, rivals),
        )

    def badge(self, s: Played, seat: int) -> Words:
        """What nobody must miss of a player."""
        return ""

    def strip_stats(self, s: Played, rival: int) -> list[Counter]:
        """What else a rival holds, beside its name."""
        held = int((s.reserved[rival] != EMPTY).sum())
        return [
            Counter(icon=self.gems[GOLD], value=str(s.tokens[rival, GOLD]), label=self.kinds[GOLD]),
            Counter(icon="card", value=str(held), label="reserved"),
        ]

    def strip_stock(self, s: Played, rival: int, rivals: int) -> list[Counter]:
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
            shape="row",
            label=f"{name}: cards",
            columns=COLOR_COUNT,
            aspect=layout.PILE,
            owner=seat,
        )
        yield Zone(
            id=f"tokens{seat}",
            shape="row",
            label=f"{name}: tokens",
            columns=len(self.kinds),
            owner=seat,
        )
        yield Zone(
            id=f"nobles{seat}",
            shape="fan",
            label=f"{name}: {self.noble}s",
            aspect=self.layout.noble_aspect,
            owner=seat,
        )

    def _own_parts(self, s: Played, mine: int, seat: int) -> Iterator[AnyPart]:
        name = f"[[seat:{mine}]]"
        active = waits(s, mine)
        yield Panel(id="mine", seat=mine, active=active)
        yield Prompt(id="prompt", sentence=self._sentence(s, seat))
        yield self.own_head(s, mine, active)
        yield from self._holding_zones(mine, name)
        yield from self.own_totals(s, mine)
        empty = "Room to reserve one" if seat == mine else ""
        yield Zone(
            id=f"hand{mine}",
            shape="row",
            label=f"{name}: reserved",
            columns=HAND,
            aspect=layout.CARD,
            empty=empty,
            owner=mine,
        )

    def own_head(self, s: Played, mine: int, active: bool) -> Seat:
        """The reader's name and score."""
        return Seat(
            id=f"seat{mine}",
            seat=mine,
            score=str(s.points[mine]),
            of=f"of {s.target} points",
            badge=self.badge(s, mine),
            active=active,
            size="mine",
        )

    def own_totals(self, s: Played, mine: int) -> Iterator[AnyPart]:
        """How much the reader holds."""
        cards, tokens = int(s.bought[mine]), int(s.tokens[mine].sum())
        yield Text(id="cards", text=f"**{cards}** card{'s' * (cards != 1)}", align="center")
        yield Text(id="tokens", area="total", text=f"**{tokens}** of {HOLD} tokens", align="center")

    def _sentence(self, s: Played, seat: int) -> Words:
        if s.over:
            return "The game is over"
        if seat != s.turn:
            watching = "You are watching · " if seat < 0 else ""
            doing = ("choosing", "paying", "returning tokens", f"choosing a {self.noble}")[s.phase]
            return f"{watching}[[seat:{s.turn}]]: {doing}"
        if s.phase == Phase.PAY:
            return f"What shall {self.kinds[GOLD]} pay? Touch a colour of yours, or pay the rest"
        if s.phase == Phase.RETURN:
            over = int(s.tokens[seat].sum()) - HOLD
            return f"Return {counted(over, 'token')}: touch what you give back · {self.rule('hold')}"
        if s.phase == Phase.NOBLE:
            return f"Several {self.noble}s would visit: touch the one you welcome · {self.rule('noble')}"
        return self.ask

    def _pieces(self, s: Played, box: Box, mine: int, rivals: list[int], seat: int) -> Iterator[Piece]:
        yield from self.noble_pieces(s, box, seat)
        for level in range(LEVELS, 0, -1):
            left = int(s.deck_left[level - 1])
            yield Piece(
                id=DECK(level),
                zone="decks",
                at=LEVELS - level,
                face=Face(kind="back", hue=f"level{level}", level=level, count=left, dim=not left),
                label=f"deck of level {level}, {left} left",
            )
        for place, card in enumerate(s.board.tolist()):
            if card != EMPTY:
                row, column = LEVELS - 1 - place // ROW, place % ROW
                yield self._card_piece(s, box, card, "board", row * ROW + column, seat)
        for kind in range(len(self.kinds)):
            count = int(s.bank[kind])
            yield self._token(BANK(kind), "bank", kind, count, f"{self.kinds[kind]} in the bank: {count}")
        for other in [mine, *rivals]:
            yield from self._held_pieces(s, box, other, seat)

    def noble_pieces(self, s: Played, box: Box, seat: int) -> Iterator[Piece]:
        """The nobles, in their row or with whom they visited."""
        for i, noble in enumerate(s.nobles):
            if noble != EMPTY:
                owner = int(s.noble_owner[i])
                zone, at = ("nobles", i) if owner == EMPTY else (f"nobles{owner}", i)
                yield self.noble_piece(s, box, int(noble), zone, at, seat)

    def _held_pieces(self, s: Played, box: Box, owner: int, seat: int) -> Iterator[Piece]:
        for color, count in enumerate(s.bonus[owner].tolist()[:COLOR_COUNT]):
            yield Piece(
                id=PILE(owner, color),
                zone=f"piles{owner}",
                at=color,
                face=Face(kind="pile", hue=self.kinds[color], art=self.gems[color], count=count, dim=not count),
                label=f"{self.kinds[color]} cards: {count}",
            )
        for kind, count in enumerate(s.tokens[owner].tolist()[: len(self.kinds)]):
            yield self._token(TOKENS(owner, kind), f"tokens{owner}", kind, count, f"{self.kinds[kind]} tokens: {count}")
        reserved = s.reserved[owner].tolist()
        for i, card in enumerate(reserved):
            if card == UNKNOWN:
                level = int(s.blind[owner, i])
                yield Piece(
                    id=HELD(owner, i),
                    zone=f"hand{owner}",
                    at=i,
                    face=Face(kind="back", hue=f"level{level}", level=level),
                    label=f"a card of level {level}, reserved unseen",
                )
            elif card != EMPTY:
                piece = self._card_piece(s, box, card, f"hand{owner}", i, seat)
                piece.secret = bool(s.blind[owner, i])
                yield piece
        free = [i for i, card in enumerate(reserved) if card == EMPTY]
        if owner == seat and free:
            yield Piece(
                id=ROOM(free[0]),
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

    @printed
    def _plain_face(self, box: Box, card: int) -> Face:
        """A card of which nothing is lacking."""
        return self.card_face(box, card, {})

    def _card_piece(self, s: Played, box: Box, card: int, zone: str, at: int, seat: int) -> Piece:
        face = self._plain_face(box, card)
        piece = Piece(id=CARD(card), zone=zone, at=at, face=face, label=self.card_text(box, card))
        within_reach = seat >= 0 and (zone in ("board", f"hand{seat}"))
        if within_reach and s.assists:
            if not affordable(s, box.record, seat, card):
                lack = self.lack(s, box, seat, card)
                piece.note = self.lacking_words(s, seat, lack)
                piece.face = self.card_face(box, card, dict(lack))
            elif s.turn == seat and s.phase == Phase.ACT and not s.over:
                piece.tag = self.buy.upper()
        return piece

    def noble_piece(self, s: Played, box: Box, noble: int, zone: str, at: int, seat: int) -> Piece:
        """A noble, with the cards that the reader still lacks for it."""
        b = box.record
        needs = [(color, int(count)) for color, count in enumerate(b.noble_needs[noble]) if count]
        show_lack = seat >= 0 and zone == "nobles" and s.assists
        lack = {color: max(0, need - int(s.bonus[seat, color])) if show_lack else 0 for color, need in needs}
        points = int(b.noble_points[noble])
        return Piece(
            id=NOBLE(noble),
            zone=zone,
            at=at,
            face=Face(
                kind="tile",
                hue="noble",
                art=self.noble_art(noble),
                corner=str(points),
                costs=self.pips(needs, lack),
            ),
            label=f"{self.noble}, {counted(points, 'point')}, asks for {listed(self.tokens(needs))} cards",
        )

    def noble_art(self, noble: int) -> str:
        """The portrait of a noble."""
        return f"noble/{noble}"

    def _result(self, s: Played, box: Box) -> Result:
        places = placements(s, box, lambda seat: self.placement_words(s, box, seat))
        return Result(words=self.decided(s, places), placements=places)

    def placement_words(self, s: Played, box: Box, seat: int) -> Words:
        """What decides beside the points."""
        return counted(int(s.bought[seat]), "card")

    def decided(self, s: Played, placements: list[Placement]) -> Words:
        """What decided a game that is over."""
        first = [place for place in placements if place.rank == 1]
        level = [place for place in placements if place.score == first[0].score]
        if len(first) > 1:
            return f"Level on {first[0].score} and on cards: the victory is shared · {self.rule('tie')}"
        if len(level) > 1:
            return f"Level on {first[0].score}, with fewer cards · {self.rule('end')}"
        return f"Most points · {self.rule('end')}"
