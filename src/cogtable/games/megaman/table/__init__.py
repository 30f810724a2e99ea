"""The table of Mega Man, where it differs from Splendor's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cogtable.games.megaman.rules.components import GRAY, GREEN
from cogtable.games.megaman.rules.events import MegamanEvent
from cogtable.games.megaman.rules.state import Megaman
from cogtable.games.megaman.rules.verbs import can_win
from cogtable.games.megaman.table import layout
from cogtable.games.megaman.table.phrases import MegamanPhrases
from cogtable.games.megaman.table.reasons import MegamanReasons
from cogtable.games.megaman.table.study import study as robots_study
from cogtable.games.splendor.rules.components import COLOR_COUNT, HOLD, LEVELS
from cogtable.games.splendor.rules.events import Event
from cogtable.games.splendor.rules.state import EMPTY, Phase
from cogtable.games.splendor.table import SplendorTable
from cogtable.games.splendor.table.components import TILE as TILE_SIDE
from cogtable.games.splendor.table.pieces import BANK, TOKENS
from cogtable.table import (
    AnyPart,
    Box,
    Component,
    Counter,
    Counters,
    Face,
    Goal,
    Goals,
    Lane,
    LegendEntry,
    LogEvent,
    Panel,
    Piece,
    PieceId,
    Pieces,
    Placement,
    Player,
    PrintedCard,
    Race,
    Reached,
    Runner,
    Says,
    Seat,
    ShortWords,
    Template,
    Text,
    View,
    Word,
    Words,
    fly,
    listed,
    mark,
    marks,
    name_of,
    phrase,
    plural,
    points_short,
    printed,
    say,
    says,
    series,
    square_tiles,
)

TILE = "yashichi"
"""The piece for the Yashichi tile, and the picture of a tag."""
GONE = PieceId("gone{}")
"""The place that a Helper left."""


class MegamanTable(MegamanPhrases, MegamanReasons, SplendorTable[Megaman]):
    """The table of Mega Man: nobles are Helpers, and gold is a heart."""

    game = "megaman"
    surface = "lab"
    layout = layout.MegamanLayout()
    events = (*Event, *MegamanEvent)

    # --- words --------------------------------------------------------------------------------------

    @printed
    def card_text(self, box: Box, card: int) -> str:
        """A card in words that no other card has."""
        b = box.record
        points, tags = int(b.points[card]), int(b.tags[card])
        facts = [
            say("level {level} {color}", level=b.level[card], color=self.kind(int(b.bonus[card]))),
            plural(points, "{n} point", "{n} points") if points else "",
            plural(tags, "{n} tag", "{n} tags") if tags else "",
            say("cost {cost}", cost=series(self.tokens(self.cost(box, card)))),
        ]
        return series([self._robot(box, card), *filter(None, facts)])

    @printed
    def card_words(self, box: Box, card: int) -> Words:
        """A card in a sentence of the log."""
        b = box.record
        fields = {
            "name": self._robot(box, card),
            "level": b.level[card],
            "gem": self.gem(int(b.bonus[card])),
            "points": b.points[card],
            "tags": f"{b.tags[card]}\u00a0[[{TILE}]]",
        }
        if not b.tags[card]:
            if not b.points[card]:
                return say("{name}, a level {level} {gem} robot", **fields)
            return say("{name}, a level {level} {gem} robot worth {points}", **fields)
        if not b.points[card]:
            return say("{name}, a level {level} {gem} robot with {tags}", **fields)
        return say("{name}, a level {level} {gem} robot worth {points} with {tags}", **fields)

    @printed
    def noble_text(self, box: Box, noble: int) -> str:
        """A Helper with its points and its cost in cards."""
        return plural(
            int(box.record.noble_points[noble]),
            "{name}, Helper, {n} point, asks for {needs} robots",
            "{name}, Helper, {n} points, asks for {needs} robots",
            name=self._helper(box, noble),
            needs=self.needs(box, noble),
        )

    def counted(self, kind: int, count: int) -> Words:
        """A number of tokens or cards of a kind in words."""
        return plural(count, "{n} heart", "{n} hearts") if kind == GRAY else super().counted(kind, count)

    def _robot(self, box: Box, card: int) -> str:
        return say(box.names["cards"][card])

    def _helper(self, box: Box, helper: int) -> str:
        return say(box.names["helpers"][helper])

    # --- the scene ----------------------------------------------------------------------------------

    def goal(self, s: Megaman) -> Words:
        """The goal that ends the game, in few words."""
        return say("three conditions to win")

    def is_last_round(self, s: Megaman) -> bool:
        """Whether the game ends with this round, because a player meets all three conditions (MM-R15)."""
        return not s.over and bool(self._complete(s))

    def _complete(self, s: Megaman) -> list[int]:
        """The seats that meet all three conditions of the end."""
        return [seat for seat in range(s.seats) if can_win(s, seat)]

    def _tags(self, s: Megaman, seat: int) -> Words:
        return plural(int(s.tags[seat]), "{n}\u00a0[[yashichi|tag]]", "{n}\u00a0[[yashichi|tags]]")

    def holdings(self, s: Megaman, seat: int) -> Words:
        """A rival's holdings, in a line."""
        return f"{self.tokens_held(s, seat)} · {self._tags(s, seat)}"

    def cards_held(self, s: Megaman, seat: int) -> Words:
        """How many robots a seat has recruited."""
        return plural(int(s.bought[seat]), "{n} robot", "{n} robots")

    def badge(self, s: Megaman, seat: int) -> Words:
        """The mark of the player who holds the Yashichi tile."""
        return say("[[yashichi|tile]]") if s.yashichi == seat else ""

    def goals(self, s: Megaman, seat: int) -> list[Goal]:
        """The three conditions of the end (MM-R15)."""
        points, target = max(0, int(s.points[seat])), int(s.target)
        lack = [color for color in range(COLOR_COUNT) if not s.bonus[seat, color]]
        colors, star = COLOR_COUNT - len(lack), bool(s.tokens[seat, GREEN])
        return [
            Goal(
                words=say("{n} of {target} points", n=points, target=target),
                short=f"{points}/{target}",
                value=points,
                of=target,
                met=points >= target,
            ),
            Goal(
                words=say("{n} of {most} colours", n=colors, most=COLOR_COUNT),
                value=colors,
                of=COLOR_COUNT,
                icons=list(self.gems[:COLOR_COUNT]),
                lack=lack,
                met=not lack,
            ),
            Goal(
                words=say("star") if star else say("no star"),
                icons=[self.gems[GREEN]],
                lack=[] if star else [0],
                met=star,
            ),
        ]

    def rival_parts(self, s: Megaman, box: Box, rival: Player, rivals: int) -> Iterator[AnyPart]:
        """A rival's panel, and its strip on narrow screens."""
        yield from super().rival_parts(s, box, rival, rivals)
        yield Goals(id=f"strip.goals{rival.seat}", compact=True, goals=self.goals(s, rival.seat))

    def strip_stats(self, s: Megaman, rival: int) -> list[Counter]:
        """A rival's other holdings, beside its name; hearts are shown with the colours."""
        return super().strip_stats(s, rival)[1:]

    def strip_stock(self, s: Megaman, rival: int, rivals: int) -> list[Counter]:
        """A rival's cards and, where there is room, tokens of each colour; hearts and tags."""
        stock = super().strip_stock(s, rival, rivals)
        if rivals > 1:
            for color, item in enumerate(stock):
                item.of = ""
                item.label = say("{color} robots", color=self.kind(color))
                item.dim = not s.bonus[rival, color]
        hearts, tags = s.tokens[rival, GRAY], s.tags[rival]
        return [
            *stock,
            Counter(icon=self.gems[GRAY], value=str(hearts), label=say("hearts"), dim=not hearts),
            Counter(icon=TILE, value=str(tags), label=say("tags"), dim=not tags),
        ]

    def own_head(self, s: Megaman, me: Player) -> Seat:
        """The reader's name and score."""
        head = super().own_head(s, me)
        head.of, head.text = say("points"), ""
        return head

    def own_parts(self, s: Megaman, me: Player) -> Iterator[AnyPart]:
        """The race of all players towards the end, and the reader's progress."""
        mine = me.seat
        yield Panel(id="race.panel", tone="tray")
        yield self.race(s, mine)
        if me.reads:
            yield Text(id="lacks", text=self.lacks_words(s, mine), quiet=False)
        yield Goals(id=f"goals{mine}", direction="column", goals=self.goals(s, mine))
        stock = [
            Counter(icon="tokens", value=str(s.tokens[mine].sum()), of=str(HOLD), label=say("tokens")),
            Counter(icon=TILE, value=str(s.tags[mine]), label=say("tags")),
        ]
        yield Counters(id=f"stock{mine}", items=stock, direction="column")

    def race(self, s: Megaman, mine: int) -> Race:
        """The three conditions of the end for all players, the reader first."""
        lanes = [
            Lane(words=say("{n} points", n=s.target), of=int(s.target)),
            Lane(words=say("five colours"), icons=list(self.gems[:COLOR_COUNT])),
            Lane(words=say("star"), icons=[self.gems[GREEN]]),
        ]
        text = say("All three at once: {points} points, a robot of each colour, the star", points=s.target)
        if self.is_last_round(s):
            seats = listed([name_of(seat) for seat in self._complete(s)])
            text = say("Last round: {seats} met all three conditions", seats=seats)
        return Race(
            id="race",
            title=say("The race"),
            text=text,
            lanes=lanes,
            runners=[self._runner(s, (mine + i) % s.seats) for i in range(s.seats)],
        )

    def _runner(self, s: Megaman, seat: int) -> Runner:
        goals = self.goals(s, seat)
        points, colors, star = goals
        has = [color for color in range(COLOR_COUNT) if color not in colors.lack]
        lanes = [Reached(value=points.value), Reached(have=has), Reached(have=[0] if star.met else [])]
        left = sum(not goal.met for goal in goals)
        text = say("{n} of {most} left", n=left, most=len(goals)) if left else say("all three")
        return Runner(seat=seat, lanes=lanes, text=text, near=left <= 1)

    def lacks_words(self, s: Megaman, seat: int) -> Words:
        """What the reader still lacks for the end, in a sentence."""
        lacks = self._lacks(s, seat)
        return say("You lack {lacks}.", lacks=listed(lacks)) if lacks else say("You meet all three conditions.")

    def _lacks(self, s: Megaman, seat: int) -> list[Words]:
        points = max(0, int(s.target) - int(s.points[seat]))
        colors = [color for color in range(COLOR_COUNT) if not s.bonus[seat, color]]
        return [
            *([plural(points, "**{n}** point", "**{n}** points")] if points else []),
            *([self._robots_of(colors)] if colors else []),
            *([] if s.tokens[seat, GREEN] else [say("the {star}", star=self.gem(GREEN))]),
        ]

    def _robots_of(self, colors: list[int]) -> Words:
        """Robots of some colours; of several only with their pictures, because there is no room for their names."""
        if len(colors) == 1:
            return say("a {color} robot", color=self.gem(colors[0]))
        return say("robots in {colors}", colors=" ".join(f"[[{self.gems[color]}]]" for color in colors))

    def noble_pieces(self, s: Megaman, box: Box, seat: int) -> Iterator[Piece]:
        """The Yashichi tile, and the Helpers in their row or with the seat that they visited."""
        yield self._tile(s, box)
        for i, helper in enumerate(s.nobles.tolist()):
            if helper == EMPTY:
                continue
            owner = int(s.noble_owner[i])
            zone = "nobles" if owner == EMPTY else f"nobles{owner}"
            yield self.noble_piece(s, box, helper, zone, i + 1, seat)
            if owner != EMPTY:
                who = {"helper": self._helper(box, helper), "seat": name_of(owner)}
                yield Piece(
                    id=GONE(i),
                    zone="nobles",
                    at=i + 1,
                    face=Face(kind="spot", words=say("{helper} with {seat}", **who)),
                    label=say("place of {helper}, a Helper that has joined {seat}", **who),
                )

    nobles_table = "helpers"

    def pile_face(self, color: int, count: int) -> Face:
        """The face of a player's robots of a colour."""
        face = super().pile_face(color, count)
        if count:
            hue = self.kinds[color]
            face.ground, face.art = "lit", f"robot/{hue}/{hue}"
        return face

    noble_hue = "teal"

    def noble_art(self, box: Box, noble: int) -> str:
        """The portrait of a Helper."""
        return f"robot/{box.names['helpers'][noble]}"

    def _tile(self, s: Megaman, box: Box) -> Piece:
        """The Yashichi tile, which shows its holder."""
        b, held = box.record, s.yashichi != EMPTY
        face = self._tile_face(box)
        fields = {
            "points": plural(int(b.yashichi_points), "{n} point", "{n} points"),
            "tags": plural(int(s.tags[s.yashichi] if held else b.yashichi_tags), "{n} tag", "{n} tags"),
            "seat": name_of(s.yashichi),
        }
        if held:
            face.title, face.words = name_of(s.yashichi), fields["tags"]
            label = say("Yashichi tile, {points}, held by {seat} with {tags}", **fields)
        else:
            face.words = say("for {tags}", **fields)
            label = say("Yashichi tile, {points}, for the first with {tags}", **fields)
        return Piece(id=TILE, zone="nobles", face=face, label=label)

    def _tile_face(self, box: Box) -> Face:
        return Face(kind="tile", hue="red", art=TILE, corner=str(box.record.yashichi_points))

    def card_face(self, box: Box, card: int, lack: dict[int, int] | None = None) -> Face:
        """The face of a robot."""
        face = super().card_face(box, card, lack)
        face.title, face.ground = self._robot(box, card), "lit"
        face.art = f"robot/{box.titles('cards')[card]}/{face.hue}"
        face.extra = [self.gems[GREEN]] if face.level == LEVELS else []
        face.foot = [TILE] * int(box.record.tags[card])
        return face

    # --- the box ------------------------------------------------------------------------------------

    def tiles(self, box: Box) -> Iterator[Component]:
        """The Helpers, two to a tile, then the Yashichi tile and the tile with the end of the game."""
        sides = self.cards(box)["helpers"]
        helpers = [
            PrintedCard(face=front.face, back=back.face) for front, back in zip(sides[::2], sides[1::2], strict=True)
        ]
        note = say("Each has another Helper on its back: print both sides")
        yield square_tiles("helpers", say(self.nobles), TILE_SIDE, helpers, table="helpers", note=note)
        tile, target = self._tile_face(box), Megaman.options()["target"].default
        tile.words = plural(int(box.record.yashichi_tags), "for {n} tag", "for {n} tags")
        words = plural(
            target, "{n} point, a robot of each colour, the star", "{n} points, a robot of each colour, the star"
        )
        master = Face(kind="deed", art=self.gems[GREEN], title=say("Master Gearstone"), words=words)
        goals = [PrintedCard(piece=TILE, face=tile), PrintedCard(face=master)]
        yield square_tiles("goals", say("The Yashichi tile and the Master Gearstone"), TILE_SIDE, goals)

    def token_counts(self, box: Box) -> list[int]:
        """How many tokens there are of each kind, the stars last."""
        return [*super().token_counts(box), int(box.record.green.max())]

    # --- the end ------------------------------------------------------------------------------------

    def placement_words(self, s: Megaman, box: Box, seat: int) -> Words:
        """The tie-breaker beside the points, for a final placement."""
        lacks = [] if s.points[seat] >= s.target else [say("{n} points", n=s.target)]
        lacks += [self.gem(color) for color in range(COLOR_COUNT) if not s.bonus[seat, color]]
        lacks += [] if s.tokens[seat, GREEN] else [say("the {star}", star=self.gem(GREEN))]
        facts = [say("without {lacks}", lacks=listed(lacks)) if lacks else say("all three conditions")]
        facts += [say("the Yashichi tile")] if s.yashichi == seat else []
        return " · ".join([*facts, self.cards_held(s, seat)])

    def short_words(self, s: Megaman) -> ShortWords | None:
        """The words for missing points. Points decide only if all seats met the conditions, or none did."""
        return points_short if len({can_win(s, seat) for seat in range(s.seats)}) == 1 else None

    def tie_title(self, s: Megaman, placements: list[Placement]) -> Words:
        """Empty, because the tie-breakers of this game do not fit in a few words."""
        return ""

    def decided(self, s: Megaman, placements: list[Placement]) -> Words:
        """What decided the game: the conditions, then points, the tile, and fewest robots."""
        met = [each for each in placements if can_win(s, each.seat)]
        seats = listed([name_of(each.seat) for each in met])
        if len(met) == 1:
            return say("Only one met all three conditions: {seat} · {rule}", seat=seats, rule=self.rule("end"))
        why = self._between(s, met or placements)
        if met:
            return say("{seats} met all three conditions: {why} · {rule}", seats=seats, why=why, rule=self.rule("tie"))
        return say("Nobody met all three conditions: {why} · {rule}", why=why, rule=self.rule("below"))

    def _between(self, s: Megaman, rivals: list[Placement]) -> Words:
        """What separates the winner from the others."""
        first = [each for each in rivals if each.rank == 1]
        level, score = [each for each in rivals if each.score == first[0].score], first[0].score
        if len(first) > 1:
            return say("tied on {score} and robots, the victory is shared", score=score)
        if len(level) == 1:
            return say("most points")
        if s.yashichi == first[0].seat:
            return say("tied on {score}, the Yashichi tile decides", score=score)
        return say("tied on {score}, fewest robots", score=score)

    # --- events -------------------------------------------------------------------------------------

    def sentences(self) -> Mapping[int, Says]:
        """The sentence and animation of each event."""
        return {
            **super().sentences(),
            MegamanEvent.TOOK_STAR: says("{seat} took the {star}", self.takes(GREEN), marks(BANK.of(GREEN), "−1")),
            MegamanEvent.TOOK_TILE: says(self._took_tile, self._show_tile),
            MegamanEvent.FELL_BACK: says("{seat} lost the tile, and now has too few points to end the game · {back}"),
        }

    def fields(self) -> dict[str, Word]:
        """The words for the fields in braces."""
        return {
            **super().fields(),
            "helper": lambda event: self._helper(event.box, event["noble"]),
            "star": lambda event: self.gem(GREEN),
            "back": lambda event: self.rule("back"),
            "tags": lambda event: plural(event["tags"], "{n} tag", "{n} tags"),
            "tile_points": lambda event: plural(int(event.box.record.yashichi_points), "{n} point", "{n} points"),
            "beaten": lambda event: int(event.s.tags[event["holder"]]),
            "holder": lambda event: name_of(event["holder"]),
        }

    def _took_tile(self, event: LogEvent) -> Template:
        if event["holder"] == EMPTY:
            return phrase("{seat} took the [[yashichi|Yashichi tile]] with {tags}: {tile_points}")
        return phrase("{seat} took the [[yashichi|Yashichi tile]] over from {holder}, {tags} to {beaten}")

    def _show_tile(self, view: View, pieces: Pieces, event: LogEvent) -> None:
        source = TILE if event["holder"] == EMPTY else f"nobles{event['holder']}"
        fly(view, self._tile_face(event.box), source, f"nobles{event['seat']}")
        mark(pieces, TILE, event["seat"], say("takes it"))

    # --- why not ------------------------------------------------------------------------------------

    def why_not_piece(self, s: Megaman, box: Box, seat: int, piece: str) -> Words:
        """Why a piece cannot be chosen on the reader's own turn."""
        if piece == TILE:
            return say("The tile goes by itself to the player with the most tags · {rule}", rule=self.rule("tile"))
        if gone := GONE.match(piece):
            owner = name_of(s.noble_owner[gone[0]])
            return say("This Helper has joined {seat} · {rule}", seat=owner, rule=self.rule("noble"))
        return super().why_not_piece(s, box, seat, piece)

    def why_not_now(self, s: Megaman, seat: int, piece: str) -> Words:
        """Why a piece cannot be chosen before something else is done."""
        if s.phase == Phase.RETURN and piece == TOKENS(seat, GREEN):
            return say("The star is never given back · {rule}", rule=self.rule("hold"))
        return super().why_not_now(s, seat, piece)

    def why_not_bank(self, s: Megaman, kind: int) -> Words:
        """Why a kind of token cannot be taken."""
        if kind != GREEN:
            return super().why_not_bank(s, kind)
        if s.tokens[s.turn, GREEN]:
            return say("You have your star; nobody gets a second · {rule}", rule=self.rule("star"))
        rule = self.rule("star")
        return say("The star comes with your first robot of level {level} · {rule}", level=LEVELS, rule=rule)

    def why_not_token(self, kind: int) -> Words:
        """Why the reader's own token cannot be chosen."""
        if kind == GREEN:
            return say("You keep the star: it pays for nothing · {rule}", rule=self.rule("bonus"))
        return super().why_not_token(kind)

    # --- the legend ---------------------------------------------------------------------------------

    def more_symbols(self, cards: str) -> Iterator[LegendEntry]:
        """Other symbols on cards and tiles, in the group of the cards."""
        tag = say("A Yashichi tag. The first with 3 of them gets the tile, worth 3 points")
        yield LegendEntry(symbol=f"[[{TILE}]]", words=tag, group=cards, rule=self.numbers["tile"])
        helper = say("A robot of your team. On a wide tile a Helper, who joins the player with these robots")
        yield LegendEntry(
            symbol="[[robot/Roll]]", family="robot", words=helper, group=cards, rule=self.numbers["noble"]
        )

    def joker_symbols(self, gems: str) -> Iterator[LegendEntry]:
        """The tokens without a colour."""
        heart = say("A heart: counts as any colour. You get it by reserving")
        yield self.gem_symbol(GRAY, heart, gems, self.numbers["reserve"])
        star = say("The star: comes with your first robot of level 3. You need it to win")
        yield self.gem_symbol(GREEN, star, gems, self.numbers["star"])


table = MegamanTable()
choice, scene, clock = table.choice, table.scene, table.clock
why_not, not_your_turn = table.why_not, table.not_your_turn
log_lines, animate = table.log_lines, table.animate
legend, cards, components = table.legend, table.cards, table.components
reasons = table.reasons
study = robots_study
