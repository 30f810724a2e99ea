"""How the table of Mega Man looks, and what its choices and events are called, where that is not as in Splendor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cogtable.engine.box import Box
from cogtable.engine.printed import printed
from cogtable.engine.words import counted, listed
from cogtable.games.megaman.rules.components import GRAY, GREEN, KINDS
from cogtable.games.megaman.rules.events import MegamanEvent
from cogtable.games.megaman.rules.state import Megaman
from cogtable.games.megaman.rules.verbs import can_win
from cogtable.games.megaman.table import layout
from cogtable.games.splendor.rules.components import COLOR_COUNT, HOLD, LEVELS
from cogtable.games.splendor.rules.events import Event
from cogtable.games.splendor.rules.state import EMPTY, Phase
from cogtable.games.splendor.table import SplendorTable
from cogtable.games.splendor.table.labels import gem_icons
from cogtable.games.splendor.table.pieces import BANK, TOKENS
from cogtable.table.log import Says, Told, Word, marks, says
from cogtable.table.motion import Pieces, fly, mark
from cogtable.table.pieces import PieceId
from cogtable.view import AnyPart, Counter, Counters, Face, Goal, Goals, Piece, Placement, Seat, View, Words

TILE = "yashichi"
"""The piece that is the Yashichi tile, and the picture of a tag."""
GONE = PieceId("gone{}")
"""The place of a Helper that is with somebody."""


class MegamanTable(SplendorTable[Megaman]):
    """The table of Mega Man: its nobles are Helpers, its gold is gray."""

    game = "megaman"
    layout = layout.MegamanLayout()
    kinds = KINDS
    gems = gem_icons(KINDS, ("round", "square", "hexagon", "triangle", "drop", "heart", "star"))
    noble, noble_row, come = "Helper", "The Yashichi tile and the Helpers", "come for the robots you own"
    buy, bought = "recruit", "recruited"
    taking = "Taking gearstones"
    ask = "Touch gearstones to take them, or a robot to recruit or reserve it"
    events = (*Event, *MegamanEvent)
    last_round = "met all three conditions: this round is the last"
    numbers: Mapping[str, str] = {
        "turn": "MM-R4",
        "take": "MM-R5",
        "hold": "MM-R11",
        "reserve": "MM-R7",
        "buy": "MM-R8",
        "bonus": "MM-R10",
        "pay": "MM-Q16",
        "noble": "MM-R12",
        "deck": "MM-R9",
        "star": "MM-R13",
        "tile": "MM-R14",
        "end": "MM-R15",
        "tie": "MM-R16",
        "back": "MM-R17",
        "below": "MM-Q25",
    }

    # --- words --------------------------------------------------------------------------------------

    @printed
    def card_text(self, box: Box, card: int) -> str:
        """A card in words that no other card has."""
        b = box.record
        points = f", {counted(int(b.points[card]), 'point')}" if b.points[card] else ""
        tags = f", {counted(int(b.tags[card]), 'tag')}" if b.tags[card] else ""
        cost = ", ".join(self.tokens(self.cost(box, card)))
        return f"{self._name(box, card)}, level {b.level[card]} {self.kinds[b.bonus[card]]}{points}{tags}, cost {cost}"

    def the_card(self, box: Box, card: int) -> str:
        """The same in a sentence."""
        return self.card_text(box, card)

    @printed
    def card_words(self, box: Box, card: int) -> Words:
        """A card in a sentence of the log."""
        b = box.record
        worth = f" worth {b.points[card]}" if b.points[card] else ""
        tags = f" with {b.tags[card]}\u00a0[[{TILE}]]" if b.tags[card] else ""
        return f"{self._name(box, card)}, a level {b.level[card]} {self.gem(int(b.bonus[card]))} robot{worth}{tags}"

    def noble_words(self, box: Box, noble: int) -> Words:
        """A Helper at the beginning of a sentence."""
        return f"{box.names['helpers'][noble]}, a Helper,"

    def _name(self, box: Box, card: int) -> str:
        return box.names["cards"][card]

    # --- the scene ----------------------------------------------------------------------------------

    def goal(self, s: Megaman) -> Words:
        """What ends the game, in few words."""
        return "three conditions to win"

    def _tags(self, s: Megaman, seat: int) -> Words:
        return f"{s.tags[seat]}\u00a0[[{TILE}|{'tag' if s.tags[seat] == 1 else 'tags'}]]"

    def holdings(self, s: Megaman, seat: int) -> Words:
        """What a rival holds, in a line."""
        return f"{counted(int(s.tokens[seat].sum()), 'token')} · {self._tags(s, seat)}"

    def badge(self, s: Megaman, seat: int) -> Words:
        """The mark of who holds the Yashichi tile."""
        return f"[[{TILE}|tile]]" if s.yashichi == seat else ""

    def goals(self, s: Megaman, seat: int) -> list[Goal]:
        """The three conditions of the end (MM-R15)."""
        points, target = max(0, int(s.points[seat])), int(s.target)
        lack = [color for color in range(COLOR_COUNT) if not s.bonus[seat, color]]
        colors, star = COLOR_COUNT - len(lack), bool(s.tokens[seat, GREEN])
        return [
            Goal(
                words=f"{points} of {target} points",
                short=f"{points}/{target}",
                value=points,
                of=target,
                met=points >= target,
            ),
            Goal(
                words=f"{colors} of {COLOR_COUNT} colours",
                value=colors,
                of=COLOR_COUNT,
                icons=list(self.gems[:COLOR_COUNT]),
                lack=lack,
                met=not lack,
            ),
            Goal(
                words="green star" if star else "no star",
                icons=[self.gems[GREEN]],
                lack=[] if star else [0],
                met=star,
            ),
        ]

    def rival_parts(self, s: Megaman, rival: int, rivals: int) -> Iterator[AnyPart]:
        """A rival's panel, and its strip where it is narrow."""
        yield from super().rival_parts(s, rival, rivals)
        for where in ("goals", "strip.goals"):
            yield Goals(id=f"{where}{rival}", compact=True, goals=self.goals(s, rival))

    def strip_stats(self, s: Megaman, rival: int) -> list[Counter]:
        """What else a rival holds, beside its name; gray stands with the colours."""
        return super().strip_stats(s, rival)[1:]

    def strip_stock(self, s: Megaman, rival: int, rivals: int) -> list[Counter]:
        """A rival's cards and, where there is room, tokens of each colour; gray and tags."""
        stock = super().strip_stock(s, rival, rivals)
        if rivals > 1:
            for color, item in enumerate(stock):
                item.value = str(s.bonus[rival, color])
                item.label = f"{self.kinds[color]} cards"
                item.dim = not s.bonus[rival, color]
        gray, tags = s.tokens[rival, GRAY], s.tags[rival]
        return [
            *stock,
            Counter(icon=self.gems[GRAY], value=str(gray), label="gray tokens", dim=not gray),
            Counter(icon=TILE, value=str(tags), label="tags", dim=not tags),
        ]

    def own_head(self, s: Megaman, mine: int, active: bool) -> Seat:
        """The reader's name and score."""
        head = super().own_head(s, mine, active)
        head.of = "points"
        head.text = f"{int(s.tokens[mine].sum())}/{HOLD} tokens · {self._tags(s, mine)}"
        return head

    def own_totals(self, s: Megaman, mine: int) -> Iterator[AnyPart]:
        """How near the reader is to the end."""
        goals = self.goals(s, mine)
        yield Goals(id=f"goals{mine}", direction="column", goals=goals)
        yield Goals(id=f"goals{mine}.row", goals=goals)
        stock = [
            Counter(icon="tokens", value=str(s.tokens[mine].sum()), of=str(HOLD), label="tokens"),
            Counter(icon=TILE, value=str(s.tags[mine]), label="tags"),
        ]
        yield Counters(id=f"stock{mine}", items=stock)

    def noble_pieces(self, s: Megaman, box: Box, seat: int) -> Iterator[Piece]:
        """The Yashichi tile, and the Helpers in their row or with whom they visited."""
        yield self._tile(s, box)
        for i, helper in enumerate(s.nobles):
            if helper == EMPTY:
                continue
            owner, name = int(s.noble_owner[i]), box.names["helpers"][helper]
            zone = "nobles" if owner == EMPTY else f"nobles{owner}"
            yield self.noble_piece(s, box, int(helper), zone, i + 1, seat)
            if owner != EMPTY:
                yield Piece(
                    id=GONE(i),
                    zone="nobles",
                    at=i + 1,
                    face=Face(kind="spot", words=f"{name} with [[seat:{owner}]]"),
                    label=f"place of {name}, a Helper that is with [[seat:{owner}]]",
                )

    def noble_piece(self, s: Megaman, box: Box, noble: int, zone: str, at: int, seat: int) -> Piece:
        """A Helper, with the cards that the reader still lacks for it."""
        piece = super().noble_piece(s, box, noble, zone, at, seat)
        name = box.names["helpers"][noble]
        piece.face.art = f"robot/{name}"
        piece.label = f"{name}, {piece.label}"
        return piece

    def _tile(self, s: Megaman, box: Box) -> Piece:
        """The Yashichi tile says itself who holds it."""
        b = box.record
        tags = counted(int(b.yashichi_tags if s.yashichi == EMPTY else s.tags[s.yashichi]), "tag")
        face, label = self._tile_face(box), f"Yashichi tile, {counted(int(b.yashichi_points), 'point')}"
        if s.yashichi == EMPTY:
            face.words = f"for {tags}"
            return Piece(id=TILE, zone="nobles", face=face, label=f"{label}, for the first with {tags}")
        face.title, face.words = f"[[seat:{s.yashichi}]]", tags
        return Piece(id=TILE, zone="nobles", face=face, label=f"{label}, held by {face.title} with {tags}")

    def _tile_face(self, box: Box) -> Face:
        return Face(kind="tile", hue="red", art=TILE, corner=str(box.record.yashichi_points))

    def card_face(self, box: Box, card: int, lack: dict[int, int]) -> Face:
        """How a robot looks."""
        face = super().card_face(box, card, lack)
        face.title = self._name(box, card)
        face.art = f"robot/{face.title}/{face.hue}"
        face.cost_at = "column"
        face.extra = [self.gems[GREEN]] if face.level == LEVELS else []
        face.foot = [TILE] * int(box.record.tags[card])
        return face

    # --- the end ------------------------------------------------------------------------------------

    def placement_words(self, s: Megaman, box: Box, seat: int) -> Words:
        """What decides beside the points."""
        lacks = [] if s.points[seat] >= s.target else [f"{s.target} points"]
        lacks += [self.gem(color) for color in range(COLOR_COUNT) if not s.bonus[seat, color]]
        lacks += [] if s.tokens[seat, GREEN] else [f"the {self.gem(GREEN)} star"]
        tile = " · the Yashichi tile" if s.yashichi == seat else ""
        conditions = f"without {listed(lacks)}" if lacks else "all three conditions"
        return f"{conditions}{tile} · {counted(int(s.bought[seat]), 'card')}"

    def decided(self, s: Megaman, placements: list[Placement]) -> Words:
        """What decided a game that is over: the conditions, then points, the tile and fewest cards."""
        qualified = [each for each in placements if can_win(s, each.seat)]
        if len(qualified) == 1:
            return f"Only one met all three conditions: [[seat:{qualified[0].seat}]] · {self.rule('end')}"
        if qualified:
            met = listed([f"[[seat:{each.seat}]]" for each in qualified]) + " met all three conditions"
            return f"{met}: {self._between(s, qualified)} · {self.rule('tie')}"
        return f"Nobody met all three conditions: {self._between(s, placements)} · {self.rule('below')}"

    def _between(self, s: Megaman, rivals: list[Placement]) -> str:
        """What parts the first from the others."""
        first = [each for each in rivals if each.rank == 1]
        level = [each for each in rivals if each.score == first[0].score]
        if len(first) > 1:
            return f"level on {first[0].score} and on cards, the victory is shared"
        if len(level) == 1:
            return "most points"
        if s.yashichi == first[0].seat:
            return f"level on {first[0].score}, the Yashichi tile decides"
        return f"level on {first[0].score}, fewest cards"

    # --- what happened ------------------------------------------------------------------------------

    def sentences(self) -> Mapping[int, Says]:
        """What each event says and shows."""
        return {
            **super().sentences(),
            MegamanEvent.TOOK_STAR: says("{seat} took the {star} star", self.takes(GREEN), marks(BANK.of(GREEN), "−1")),
            MegamanEvent.TOOK_TILE: says(self._took_tile, self._show_tile),
            MegamanEvent.FELL_BACK: says("{seat} lost the tile, and with it enough points to end the game · {back}"),
        }

    def fields(self) -> dict[str, Word]:
        """Words for what stands in braces."""
        return {
            **super().fields(),
            "star": lambda told: self.gem(GREEN),
            "back": lambda told: self.rule("back"),
            "tile_points": lambda told: counted(int(told.box.record.yashichi_points), "point"),
            "beaten": lambda told: int(told.s.tags[told["holder"]]),
            "holder": lambda told: f"[[seat:{told['holder']}]]",
        }

    def _took_tile(self, told: Told) -> Words:
        if told["holder"] == EMPTY:
            return f"{{seat}} took the [[{TILE}|Yashichi tile]] with {{tags}} tags: {{tile_points}}"
        return f"{{seat}} took the [[{TILE}|Yashichi tile]] over from {{holder}}, {{tags}} tags to {{beaten}}"

    def _show_tile(self, view: View, pieces: Pieces, told: Told) -> None:
        source = TILE if told["holder"] == EMPTY else f"nobles{told['holder']}"
        fly(view, self._tile_face(told.box), source, f"nobles{told['seat']}")
        mark(pieces, TILE, told["seat"], "takes it")

    # --- why not ------------------------------------------------------------------------------------

    def why_not_piece(self, s: Megaman, box: Box, seat: int, piece: str) -> Words:
        """Why a piece cannot be chosen on one's own turn."""
        if piece == TILE:
            return f"The tile goes by itself to whoever has the most tags · {self.rule('tile')}"
        if gone := GONE.match(piece):
            return f"This Helper is with [[seat:{s.noble_owner[gone[0]]}]] · {self.rule('noble')}"
        return super().why_not_piece(s, box, seat, piece)

    def why_not_now(self, s: Megaman, seat: int, piece: str) -> Words:
        """Why a piece cannot be chosen before something else is done."""
        if s.phase == Phase.RETURN and piece == TOKENS(seat, GREEN):
            return f"The green star is never given back · {self.rule('hold')}"
        return super().why_not_now(s, seat, piece)

    def why_not_bank(self, s: Megaman, kind: int) -> Words:
        """Why a kind of token cannot be taken."""
        if kind != GREEN:
            return super().why_not_bank(s, kind)
        if s.tokens[s.turn, GREEN]:
            return f"You have your green star; nobody gets a second · {self.rule('star')}"
        return f"The green star comes with your first robot of level {LEVELS} · {self.rule('star')}"

    def why_not_token(self, kind: int) -> Words:
        """Why one's own token cannot be chosen."""
        if kind == GREEN:
            return f"The green star is kept: it pays for nothing · {self.rule('bonus')}"
        return super().why_not_token(kind)


table = MegamanTable()
choice, scene, clock = table.choice, table.scene, table.clock
why_not, not_your_turn = table.why_not, table.not_your_turn
log_lines, animate = table.log_lines, table.animate
