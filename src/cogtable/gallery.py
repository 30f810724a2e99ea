"""Every part, piece, icon and hue that a table can show, each beside the code for it (the page `/gallery`).

The code that is shown is the code that runs: each example is a function here.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from textwrap import dedent
from typing import NamedTuple

from cogtable.icons import CUTS, HUES, SIGNS, THINGS
from cogtable.view import (
    Alternative,
    AnyPart,
    Area,
    Beam,
    Choice,
    Clock,
    Column,
    Compare,
    Counter,
    Counters,
    Drawer,
    Face,
    Forecast,
    Ghost,
    Goal,
    Goals,
    Hatched,
    Lane,
    Layout,
    Line,
    Log,
    Mark,
    Outcome,
    Overlay,
    Panel,
    Piece,
    Pill,
    Pip,
    Preview,
    Progress,
    Prompt,
    Race,
    Reached,
    Reason,
    Ring,
    Rounds,
    Runner,
    Seat,
    Share,
    Spot,
    Stack,
    Step,
    Steps,
    Sum,
    Term,
    Text,
    Tick,
    Tint,
    Track,
    View,
    Waiting,
    Zone,
)

Shown = AnyPart | Piece | Choice | Preview | Clock | Line | Overlay
Made = Iterator[Shown]

WIDTH = 340
"""The width of an example in design units, which fits a phone."""

GAP = 8

FAMILIES = """
gem/green/drop jewel/red/triangle token/green/star card/blue/square cube/blue/square/S disc/gear/red dots/3 mark/1
robot/Rivet robot/Rivet/red figure/Bolt head/Sprocket/blue noble/Ada crowd/fair part/skull/red machine/blue box/gems
ground/purple lit/red back/2 surface/felt/dark
scene/port/blue/3/square chips/green/hexagon/4
"""


class Example(NamedTuple):
    """Something that a table can show: its heading, its name, a description, its code and its view."""

    group: str
    title: str
    words: str
    source: str
    view: View


_makers: list[Callable[[], Example]] = []


def example(
    group: str, title: str, height: float, columns: int = 0, style: str = "", surface: str = ""
) -> Callable[[Callable[[], Made]], Callable[[], Made]]:
    """Makes a function an example, `height` design units high, with its parts below each other. A `Preview` without an
    action is shown all the time.

    Pieces in a zone `here` that is not among the parts are laid out in this many `columns`. Areas have the `style`,
    and the view has the `surface`.
    """

    def decorate(make: Callable[[], Made]) -> Callable[[], Made]:
        words = " ".join((make.__doc__ or "").split())

        def shown() -> Example:
            view = _view(make, title, height, columns, style)
            view.surface = surface  # type: ignore[assignment]
            return Example(group, title, words, _lines(make), view)

        _makers.append(shown)
        return make

    return decorate


def examples() -> list[Example]:
    """All examples, in order."""
    return [make() for make in _makers]


def _lines(make: Callable[[], Made]) -> str:
    """The code of a function below its docstring, and the helpers that it uses."""
    body = inspect.getsource(make).partition("-> Made:\n")[2].split('"""', 2)[2]
    helpers = [inspect.getsource(helper) for helper in (_cards, _icons) if f"{helper.__name__}(" in body]
    return "\n\n".join([dedent(body.strip("\n")).rstrip(), *map(str.rstrip, helpers)])


def _view(make: Callable[[], Made], title: str, height: float, columns: int, style: str) -> View:
    made = list(make())
    parts = [one for one in made if isinstance(one, AnyPart)]
    pieces = [one for one in made if isinstance(one, Piece)]
    if any(piece.zone == "here" for piece in pieces) and not any(part.id == "here" for part in parts):
        count = len(pieces)
        across = columns or count
        rows = -(-count // across)
        parts.append(Zone(id="here", shape="grid" if rows > 1 else "row", label=title, columns=across, rows=rows))
    return View(
        game="gallery",
        seat=0,
        ply=1,
        waiting=[0],
        over=False,
        clock=next((one for one in made if isinstance(one, Clock)), Clock(words="Round 3")),
        wide=_layout(parts, height, style),
        narrow=_layout(parts, height, style),
        parts=parts,
        pieces=pieces,
        choices=[one for one in made if isinstance(one, Choice)],
        previews=[one for one in made if isinstance(one, Preview) and one.action >= 0],
        pending=next((one for one in made if isinstance(one, Preview) and one.action < 0), None),
        overlays=[one for one in made if isinstance(one, Overlay)],
        log=[one for one in made if isinstance(one, Line)],
    )


def _layout(parts: list[AnyPart], height: float, style: str) -> Layout:
    """The parts below each other, all of the same height; those on a panel are placed on it."""
    rows = [part for part in parts if part.area == part.id]
    each = (height - GAP * (len(rows) - 1)) / max(1, len(rows))
    areas = {part.id: Area(0, i * (each + GAP), WIDTH, each, 8, style) for i, part in enumerate(rows)}
    return Layout(width=WIDTH, height=height, areas=areas)


# --- parts ------------------------------------------------------------------------------------------


@example("Parts", "Panel", 190)
def panel() -> Made:
    """A framed background for other parts. Touching it shows what it `opens`."""
    yield Panel(id="market", title="Market", text="three cards left")
    yield Panel(id="board", title="Your board", seat=0, active=True)
    yield Panel(id="wreck", title="Wreck", tone="well", edge="danger")


@example("Parts", "Seat", 500)
def seat() -> Made:
    """A player's head, in four sizes."""
    stats = [Counter(icon="heart", value="16", label="hit points"), Counter(icon="coin", value="11", label="coins")]
    yield Seat(id="mine", seat=0, size="mine", score="6", of="of 11 points", text="turn 3 of 4", active=True)
    yield Seat(id="full", seat=1, score="4", text="attacks you", pill="First player", stats=stats)
    yield Seat(id="strip", seat=2, size="strip", score="9", badge="[[crown]]")
    yield Seat(id="line", seat=1, size="line", pills=[Pill(words="done", icon="check", tone="good")])


@example("Parts", "Counters", 120)
def counters() -> Made:
    """Numbers, each with its icon and what it counts."""
    items = [
        Counter(icon="gem/red/triangle", value="3", label="rubies"),
        Counter(icon="gem/blue/square", value="1", label="sapphires", of="4"),
        Counter(icon="gem/green/drop", value="0", label="emeralds", dim=True),
    ]
    yield Counters(id="bank", items=items)
    yield Counters(id="stock", items=items, stacked=True)


@example("Parts", "Text", 130)
def text() -> Made:
    """A line or two of words; as a caption both stand on one line."""
    yield Text(id="event", title="Scrap Fair", text="Everyone may discard **1** card for 3 [[coin]].", align="center")
    yield Text(id="caption", title="Your robots", text="each loses a battery", caption=True)


@example("Parts", "Track", 150)
def track() -> Made:
    """Numbered steps with a marker; `preview` is where it would go. As a bar it has no steps."""
    yield Track(id="hp", label="[[heart]] 8 HP", low=0, high=12, value=8, preview=5, tone="good")
    yield Track(id="attack", label="Attack", low=0, high=4, value=3, tone="bad")
    yield Track(id="bar", label="[[heart]] **19** HP", low=0, high=20, value=19, preview=15, tone="good", bar=True)


@example("Parts", "Sum", 100)
def calculation() -> Made:
    """A calculation that people can follow."""
    yield Sum(
        id="damage",
        title="[[seat:1]] attacks you",
        terms=[
            Term(value="2", label="attack"),
            Term(value="×2", label="Chainsaw", tone="brass"),
            Term(value="4", label="damage", join="=", tone="bad"),
        ],
    )


@example("Parts", "Steps", 150)
def steps() -> Made:
    """An order of play: done, now, to come."""
    yield Steps(
        id="turn",
        title="Your turn",
        steps=[
            Step(words="Action: Recharge", text="+1 battery", state="done"),
            Step(words="Robots", text="2 done, 2 to do", state="now", bar=["done", "done", "now", "next"]),
            Step(words="Next seat", state="next"),
        ],
    )


@example("Parts", "Stack", 170)
def stack() -> Made:
    """Announced effects that wait to resolve, the newest first."""
    yield Stack(
        id="stack",
        title="Stack",
        entries=[
            Waiting(title="EMP Pulse", text="The machine does not move this turn.", seat=1, now=True),
            Waiting(title="Pounce", text="Flip once without paying.", seat=0),
        ],
    )


@example("Parts", "Forecast that reads", 240)
def reading() -> Made:
    """The full text of the piece that is pointed at or touched. One that `keeps` shows the last one read."""
    yield Forecast(id="reading", title="Touch a part to read it", outcomes=[], reads=True, keeps=True)
    yield Zone(id="parts", shape="row", label="Parts", columns=3, aspect=1.15)
    words = "If you select Mine: 1 damage to another robot for each cube that you got in that phase."
    cost = [Pip(icon="cube/blue/square/S", value=1), Pip(icon="cube/gold/diamond/G", value=1, lack=1)]
    head = Face(kind="hex", built=False, title="Head", words=words, short="[[pick]]", costs=cost)
    foot = Face(
        kind="hex", hue="green", art="boot", title="Foot", words="+1 attack", short="+1 [[burst]]", status="built"
    )
    yield Piece(id="part-head", zone="parts", at=0, face=head, label="head")
    yield Piece(id="part-foot", zone="parts", at=1, face=foot, label="foot")


@example("Parts", "Forecast", 120)
def forecast() -> Made:
    """What a choice would do."""
    yield Forecast(
        id="forecast",
        title="If it lands",
        outcomes=[
            Outcome(icon="destroyed", words="**Sawjaw** is destroyed", text="Your weapon is on its heart", tone="good"),
            Outcome(icon="removed", words="Both lose a weapon"),
        ],
    )


@example("Parts", "Beams", 210)
def beams() -> Made:
    """In a preview: lines from the thing that acts to the things and numbers that it changes."""
    yield Counters(id="theirs", items=[Counter(id="their-coins", icon="coin", value="15", label="coins")])
    yield Zone(id="acts", shape="row", label="Acts", columns=1, aspect=1)
    face = Face(kind="picture", hue="red", art="head/Toll Troll/red")
    yield Piece(id="troll", zone="acts", face=face, label="Toll Troll")
    yield Counters(id="ours", items=[Counter(id="our-coins", icon="coin", value="13", label="coins")])
    gain = Beam(source="troll", target="their-coins", words="+$1", tone="good", icon="coin", value="14 → 15")
    loss = Beam(source="troll", target="our-coins", words="−$1", tone="bad", icon="coin", value="14 → 13")
    yield Preview(title="Toll Troll takes $1", beams=[gain, loss])


@example("Parts", "Ghosts", 110)
def ghosts() -> Made:
    """In a preview: pictures of what would be, see-through or `solid`, each with a chip of what happens to it."""
    yield Zone(id="shelf", shape="row", label="Shelf", columns=6, aspect=1, empty="")
    face = Face(kind="picture", hue="blue", art="head/Old Lifter/blue")
    yield Piece(id="lifter", zone="shelf", face=face, label="Old Lifter")
    lands = Ghost(zone="shelf", at=1, face=face, solid=True, words="+2", tone="good")
    wreck = Face(kind="picture", hue="red", art="destroyed")
    hit = Ghost(zone="shelf", at=4, face=wreck, words="destroyed", tone="bad")
    yield Preview(title="Old Lifter moves on", ghosts=[lands, hit], faded=["lifter"])


@example("Parts", "Goals", 130)
def goals() -> Made:
    """Conditions that must all be met, each with its progress."""
    yield Goals(
        id="goals",
        title="To win",
        direction="column",
        goals=[
            Goal(words="12 of 16 points", value=12, of=16),
            Goal(words="2 of 3", value=2, of=3, icons=["gem/red/round", "gem/blue/square", "gem/green/drop"], lack=[2]),
            Goal(words="[[star]] A star", met=True),
        ],
    )


@example("Parts", "Compare", 250)
def compare() -> Made:
    """What each alternative means for every seat. Touching a row touches its piece, which lies at its beginning."""
    gains = ("2 [[coin]]", "1 [[coin]]", "1 [[coin]]"), ("−1 [[heart]]", "+1 [[heart]]", "nothing")
    yield Compare(
        id="compare",
        title="Choose a site",
        text="what each player gets",
        columns=[Column(seat=seat, icon=f"head/{name}") for seat, name in enumerate(("Bolt", "Owl", "Duck"))],
        rows=[
            Alternative(piece="site-mint", title="Mint", shares=[Share(words=words) for words in gains[0]]),
            Alternative(
                piece="site-well",
                title="Well",
                shares=[
                    Share(words=words, tone=tone)  # type: ignore[arg-type]
                    for words, tone in zip(gains[1], ("bad", "good", "quiet"), strict=True)
                ],
            ),
            Alternative(piece="site-forge", title="Forge", all="Used by [[seat:1]]"),
        ],
    )
    yield Zone(id="sites", area="compare", shape="row", label="Sites", columns=3)
    for at, (name, hue, icon) in enumerate(
        (("mint", "teal", "coin"), ("well", "blue", "heart"), ("forge", "red", "hammer"))
    ):
        used = name == "forge"
        face = Face(kind="hex", hue=hue, art=icon, title=name.title(), turned=used, by=1 if used else None)
        yield Piece(id=f"site-{name}", zone="sites", at=at, face=face, label=f"the {name}")
        if not used:
            yield Choice(action=at, text=f"go to the {name}", pieces=(f"site-{name}",))


@example("Parts", "Race", 150)
def race() -> Made:
    """How near all players are to the end: bars, and icons that they have; the hatched part can still come."""
    gems = ["gem/red/triangle", "gem/blue/square", "gem/green/drop"]
    yield Race(
        id="race",
        lanes=[Lane(words="16 points", of=16), Lane(words="colours", icons=gems)],
        runners=[
            Runner(seat=0, lanes=[Reached(value=9), Reached(have=[0, 2])], text="2 left"),
            Runner(seat=1, lanes=[Reached(value=12, more=3), Reached(have=[0, 1, 2])], text="1 left", near=True),
        ],
    )


@example("Parts", "Race with one condition", 90)
def race_alone() -> Made:
    """With one condition, the numbers are beside the bars."""
    runners = [Runner(seat=seat, lanes=[Reached(value=24 - 3 * seat, more=seat)]) for seat in range(3)]
    yield Race(id="honor", title="Honor", text="first to 30", lanes=[Lane(words="30 honor", of=30)], runners=runners)


@example("Parts", "Surface and tray", 130, surface="felt")
def surface() -> Made:
    """The table of this view is covered with `surface="felt"`; a `tray` lets it shine through. Other materials are
    `bench`, `steel`, `stone` and `lab`.
    """
    yield Panel(id="tray", title="A tray", text="with parts on it", tone="tray")
    yield Panel(id="your-tray", title="Your tray", tone="tray", seat=0, active=True)


@example("Parts", "Rounds", 40)
def rounds() -> Made:
    """The ticks of the clock, for layouts without room for them in the header."""
    yield Clock(
        words="Round 2 of 4",
        ticks=[Tick(words="Round 1", state="done"), Tick(words="Round 2", state="now", seat=0), Tick(words="Round 3")],
    )
    yield Rounds(id="rounds")


@example("Parts", "Drawer", 110)
def drawer() -> Made:
    """Zones without room on the table: the button opens a sheet in which their pieces can be touched."""
    yield Drawer(id="drawer", title="Scrap heap", icon="bin", count=2, zones=["heap"])
    yield Zone(id="heap", shape="fan", label="Scrap heap")
    for at, hue in enumerate(("red", "blue")):
        yield Piece(id=f"scrap-{hue}", zone="heap", at=at, face=Face(kind="card", hue=hue), label=f"a {hue} card")


@example("Parts", "Drawer with a teaser", 84, style="columns-2")
def teaser() -> Made:
    """A button that is high enough shows up to ten counters, a smaller one the beginning of its text. In an area of the
    style `columns-2`, the sheet lays all pieces out in two columns.
    """
    coins = [Counter(value=str(price), label="price", dim=price > 3) for price in (2, 3, 5)]
    yield Drawer(id="shop", title="Shop", count=2, text="can buy 2 · 3 cards", teaser=coins, zones=["goods"])
    yield Zone(id="goods", shape="row", label="For sale")
    for at, (hue, price) in enumerate((("red", 2), ("blue", 3), ("green", 5))):
        face = Face(kind="card", hue=hue, art="gear", ground="lit", corner=str(price), title="Gear", short="turns")
        face.words = "It turns."
        yield Piece(id=f"gear-{hue}", zone="goods", at=at, face=face, label=f"a {hue} gear")


@example("Parts", "Prompt", 60)
def prompt() -> Made:
    """The question, and the reader's choices as buttons. On a narrow screen it is at the bottom of the page."""
    yield Prompt(id="prompt", sentence="Doubt it?")
    yield Choice(action=0, text="believe it", label="No")
    yield Choice(action=1, text="doubt it", label="Yes")


@example("Parts", "Log", 150)
def log() -> Made:
    """What happened, newest first. On a narrow screen it is a sheet."""
    yield Log(id="log")
    yield Line(words="[[seat:1]] took [[gem/red/triangle|red]]", ply=1, seat=1, group="Round 1")
    yield Line(words="[[seat:0]] bought a card [[rule:SP-R4]]", ply=2, seat=0, group="Round 1")


@example("Parts", "Log by seat", 170)
def log_by_seat() -> Made:
    """The log of a game in which all act at once: buttons choose a seat, and each line has the picture of its actor."""
    yield Log(id="log-by-seat", title="Round 16", by_seat=True)
    told = (
        (0, "Owl", "blue", "drew 1 card"),
        (1, "Duck", "green", "+2 [[battery]]"),
        (0, "Bolt", "red", "+1 [[coin]]"),
    )
    for ply, (seat, name, hue, does) in enumerate(told):
        head, words = f"head/{name}/{hue}", f"[[seat:{seat}]]’s **{name}**: {does}"
        yield Line(words=words, ply=ply, seat=seat, group="Round 16", icon=head)


# --- zones ------------------------------------------------------------------------------------------


def _cards(zone: str, count: int) -> Made:
    """Cards numbered from 1."""
    for at in range(count):
        face = Face(kind="card", hue=HUES[at % 8], art="gear", corner=str(at + 1))
        yield Piece(id=f"{zone}-{at}", zone=zone, at=at, face=face, label=f"card {at + 1}")


@example("Zones", "Row and column", 360)
def row_and_column() -> Made:
    """Cells side by side; `empty` is the text in empty ones."""
    yield Zone(id="row", shape="row", label="Row", columns=4, aspect=0.75, empty="free")
    yield Zone(id="column", shape="column", label="Column", rows=2, aspect=1.6, empty="free")
    yield from _cards("row", 3)
    yield from _cards("column", 1)


@example("Zones", "Overlap", 420)
def overlap() -> Made:
    """Overlapping pieces whose corners stay visible. They move closer together if room is short."""
    yield Zone(id="patience", shape="column", label="Patience", aspect=0.75, overlap=0.7)
    yield Zone(id="meld", shape="row", label="Meld", aspect=0.75, overlap=0.6)
    yield from _cards("patience", 5)
    yield from _cards("meld", 9)


@example("Zones", "Target", 320)
def target() -> Made:
    """A zone that is touched as a whole: touch a card, then the pile, or drag the card there."""
    yield Zone(id="hand", shape="fan", label="Your hand", aspect=0.75)
    yield Zone(id="discard", shape="stack", label="Discard pile", aspect=0.75, empty="Discard", target=True)
    yield from _cards("hand", 3)
    for at in range(3):
        yield Choice(action=at, text=f"discard card {at + 1}", pieces=(f"hand-{at}", "discard"))


@example("Zones", "Grid", 240)
def grid() -> Made:
    """Cells row by row. A grid of one line runs along the longer side of its area."""
    yield Zone(id="grid", shape="grid", label="Grid", columns=4, rows=2, aspect=0.75, empty="")
    yield from _cards("grid", 7)


@example("Zones", "Fan and stack", 260)
def fan_and_stack() -> Made:
    """A fan spreads its pieces over the width; a stack has them all in one place."""
    yield Zone(id="fan", shape="fan", label="Fan", aspect=0.75)
    yield Zone(id="pile", shape="stack", label="Stack", aspect=0.75)
    yield from _cards("fan", 7)
    yield from _cards("pile", 3)


@example("Zones", "Stage", 250)
def stage() -> Made:
    """One portrait in a spotlight with all its words; as a ghost in the `frames` of a move, for a moment."""
    yield Zone(id="stage", shape="stage", label="Stage")
    face = Face(
        kind="portrait",
        hue="red",
        art="robot/Toll Troll/red",
        status="[[seat:1]]’s robot",
        title="Toll Troll",
        words="Take $1 from each other player.",
        outcome="you −$1",
        tone="bad",
    )
    yield Piece(id="actor", zone="stage", face=face, label="Toll Troll")


@example("Zones", "Hex", 220)
def hexes() -> Made:
    """Flat-top hexes at `spots`: x in 1.5 radii, y in √3 radii."""
    spots = [Spot(0, 0, "Head"), Spot(-1, 0.5, "Left arm"), Spot(1, 0.5, "Right arm"), Spot(0, 1, "Heart")]
    yield Zone(id="body", shape="hex", label="Body", spots=spots, empty="")
    yield Piece(id="fist", zone="body", at=1, face=Face(kind="hex", hue="red", art="fist"), label="fist")


@example("Zones", "Free", 150)
def free() -> Made:
    """Cells anywhere; `columns` and `rows` are the units across and down."""
    spots = [Spot(0.5, 0.5), Spot(1.5, 1.5), Spot(2.5, 0.5), Spot(3.5, 1.5)]
    yield Zone(id="map", shape="free", label="Map", columns=4, rows=2, aspect=1, spots=spots, empty="")
    yield Piece(id="camp", zone="map", at=2, face=Face(kind="spot", art="flag"), label="camp")


@example("Zones", "Board", 340)
def board() -> Made:
    """A grid with a drawn background, letters and numbers; machines cover the cells of their units."""
    yield Zone(id="squares", shape="grid", label="Board", columns=8, rows=8, aspect=1, board=True)
    cells = [(0, 0, "weapon"), (1, 0, "heart"), (2, 0, "base"), (1, 1, "weapon")]
    face = Face(kind="machine", hue="blue", title="Mantis", cells=cells)
    yield Piece(id="mantis", zone="squares", at=18, face=face, label="Mantis")


@example("Zones", "Overlay", 400)
def overlay() -> Made:
    """Cells that are hatched while a switch is on. Touch one for its reason, or point at the piece that is the reason:
    both have its number. A board can also have `tints`.
    """
    yield Panel(id="switch")
    yield Overlay(
        id="reach",
        area="switch",
        zone="yard",
        label="In reach",
        text="Anna’s next turn",
        reasons=[Reason(piece="yard-mantis", words="**Mantis**: 1 flip")],
        cells=[Hatched(at=at, words="**Mantis** in 1 flip", pieces=("yard-mantis",)) for at in (1, 2, 9, 10)],
        marks=[Ring(at=10, words="1 flip away")],
    )
    rows = [Tint(hue="red", cells=[0, 1, 2, 3]), Tint(hue="blue", cells=[12, 13, 14, 15])]
    yield Zone(id="yard", shape="grid", label="Yard", columns=4, rows=4, aspect=1, board=True, tints=rows)
    face = Face(kind="machine", hue="red", art="cut", title="Mantis", cells=[(0, 0, "heart"), (1, 0, "weapon")])
    yield Piece(id="yard-mantis", zone="yard", at=5, face=face, label="Mantis")
    snail = Face(kind="machine", hue="blue", cells=[(0, 0, "heart")])
    yield Piece(id="yard-snail", zone="yard", at=10, face=snail, label="Snail")


# --- faces ------------------------------------------------------------------------------------------


@example("Faces of pieces", "card", 170)
def card() -> Made:
    """Points, badge, art and cost. When it is touched, what the reader lacks is marked. A card can have `words`; with
    `short` ones it shows only these, and a `Forecast` that `reads` shows the rest.
    """
    costs = [Pip(icon="gem/blue/square", value=3), Pip(icon="gem/red/triangle", value=2, lack=1)]
    jewel = Face(kind="card", hue="purple", art="gem/purple/drop", corner="3", badge="gem/purple/drop", costs=costs)
    robot = Face(kind="card", hue="gold", art="robot/Magnet Mole", corner="2", title="Mole", words="Draw a card")
    yield Piece(id="jewel", zone="here", at=0, face=jewel, label="a purple card, worth 3", tag="BUY")
    yield Piece(id="robot", zone="here", at=1, face=robot, label="Mole", secret=True)
    yield Piece(id="dim", zone="here", at=2, face=Face(kind="card", hue="gray", corner="1", dim=True), label="used")
    short = Face(
        kind="card",
        art="disc/gear/purple",
        corner="2",
        disc="none",
        status="Plugin",
        title="Grease",
        words="Its first normal move of each turn is free.",
        short="first move is free",
    )
    yield Piece(id="short", zone="here", at=3, face=short, label="Grease")


@example("Faces of pieces", "lit ground", 190)
def lit() -> Made:
    """A `lit` ground: the picture stands in the light of its hue, and its words are on an ivory foot. A price says what
    the reader lacks, and is green where they have all of it.
    """
    costs = [Pip(icon="gem/blue/square", value=3, met=True), Pip(icon="gem/red/triangle", value=4, lack=2)]
    cut = Face(kind="card", ground="lit", hue="red", art="robot/Cut", corner="2", badge="gem/red", title="Cut Man")
    cut.costs = costs
    bolt = Face(kind="portrait", ground="lit", hue="green", art="robot/Bolt", title="Bolt", words="Draw 1 card.")
    bolt.corner, bolt.disc = "7", "coin"
    rest = Face(kind="deed", ground="lit", hue="gold", art="coin", title="Rest", words="gain 4 coins")
    yield Piece(id="lit-card", zone="here", at=0, face=cut, label="Cut Man")
    yield Piece(id="lit-portrait", zone="here", at=1, face=bolt, label="Bolt")
    yield Piece(id="lit-deed", zone="here", at=2, face=rest, label="rest")
    mine = Face(kind="hex", ground="lit", hue="teal", art="pick")
    yield Piece(id="lit-hex", zone="here", at=3, face=mine, label="mine")


@example("Faces of pieces", "back", 150)
def back() -> Made:
    """A card face down."""
    for level in range(4):
        face = Face(kind="back", level=level, count=12 if level == 1 else None)
        yield Piece(id=f"back-{level}", zone="here", at=level, face=face, label="a card face down")


@example("Faces of pieces", "tile", 80)
def tile() -> Made:
    """A wide card: art on the left, cost on the right."""
    costs = [Pip(icon="gem/blue/square", value=4), Pip(icon="gem/green/drop", value=4)]
    yield Piece(id="tile", zone="here", face=Face(kind="tile", art="noble/Ada", corner="3", costs=costs), label="Ada")


@example("Faces of pieces", "tile with progress", 100)
def tile_progress() -> Made:
    """A tile for which players collect: a row of dots for each seat, filled up to what it has."""
    costs = [Pip(icon="gem/blue/square", value=4), Pip(icon="gem/red/triangle", value=4)]
    face = Face(kind="tile", ground="lit", art="noble/Bea", corner="3", costs=costs)
    face.progress = [Progress(0, [4, 1]), Progress(1, [2, 4])]
    yield Piece(id="bea", zone="here", face=face, label="Bea, for 4 blue and 4 red: you have 4 and 1, Rivet 2 and 4")


@example("Faces of pieces", "scene and chips", 150)
def scene() -> Made:
    """Cards that are pictures: a place, a hue and a seed. `chips` are drawn as high as the `count`."""
    for at, place in enumerate(("mine", "port", "palace")):
        hue, cut = HUES[at + 1], CUTS[at + 1]
        face = Face(kind="card", ground="scene", hue=hue, art=f"scene/{place}/{hue}/{at}/{cut}", corner=str(at + 1))
        face.badge = f"gem/{hue}/{cut}"
        yield Piece(id=f"scene-{place}", zone="here", at=at, face=face, label=place)
    stack = Face(kind="token", hue="red", art="chips/red/triangle", count=5)
    yield Piece(id="chips", zone="here", at=3, face=stack, label="5 rubies")


@example("Faces of pieces", "token and cube", 70)
def token_and_cube() -> Made:
    """A round chip with a count beside it, and a cube."""
    chip = Face(kind="token", hue="red", art="gem/red/triangle", count=5)
    yield Piece(id="chip", zone="here", at=0, face=chip, label="5 rubies")
    yield Piece(id="cube", zone="here", at=1, face=Face(kind="cube", art="cube/blue/square/S"), label="a cube")
    yield Piece(id="gone", zone="here", at=2, face=Face(kind="cube", art="cube/gold/diamond/G", dim=True), label="gone")


@example("Faces of pieces", "cube with its name", 56, style="count-right named")
def named_cube() -> Made:
    """With the style `named` of its area, a cube has its name below it."""
    for at, (color, name) in enumerate((("blue/square/S", "Steel"), ("green/circle/P", "Plastic"))):
        face = Face(kind="cube", art=f"cube/{color}", title=name, count=2 - at)
        yield Piece(id=f"named-{at}", zone="here", at=at, face=face, label=f"{name}: {2 - at}")


@example("Faces of pieces", "each cube", 40, style="each")
def each_cube() -> Made:
    """With the style `each` of its area, every cube is drawn instead of their number."""
    for at, (color, count) in enumerate((("blue/square/S", 3), ("green/circle/P", 2))):
        face = Face(kind="cube", art=f"cube/{color}", count=count)
        yield Piece(id=f"each-{at}", zone="here", at=at, face=face, label=f"{count} cubes")


@example("Faces of pieces", "token with its count below", 90, style="count-below")
def token_count_below() -> Made:
    """The style of an area says where the count of tokens is: `count-right`, `count-below` or `count-badge`."""
    for at, (hue, cut) in enumerate((("red", "triangle"), ("blue", "square"))):
        face = Face(kind="token", hue=hue, art=f"gem/{hue}/{cut}", count=5 - at)
        yield Piece(id=f"below-{at}", zone="here", at=at, face=face, label=f"{5 - at} gems")


@example("Faces of pieces", "pile", 110)
def pile() -> Made:
    """A small card that stands for several."""
    yield Piece(
        id="scrap", zone="here", at=0, face=Face(kind="pile", hue="blue", art="gear", count=14), label="14 cards"
    )
    yield Piece(
        id="bought", zone="here", at=1, face=Face(kind="pile", hue="red", art="heart", count=2), label="2 cards"
    )


@example("Faces of pieces", "hex", 150)
def hex_face() -> Made:
    """A part of a body, built or only outlined; an action, free or turned down by a seat."""
    fist = Face(kind="hex", hue="red", art="fist", words="**+1** [[burst]]")
    plan = Face(kind="hex", built=False, title="Claw", costs=[Pip(icon="cube/blue/square/S", value=2)])
    dig = Face(kind="hex", hue="teal", art="pick", title="Dig")
    yield Piece(id="built", zone="here", at=0, face=fist, label="fist")
    yield Piece(id="plan", zone="here", at=1, face=plan, label="a claw, not built", tag="BUILD")
    yield Piece(id="dig", zone="here", at=2, face=dig, label="dig")
    dug = Face(kind="hex", hue="teal", art="pick", title="Dig", turned=True, by=1)
    yield Piece(id="dug", zone="here", at=3, face=dug, label="dig, used")


@example("Faces of pieces", "hexes in a line", 100, style="line")
def hexes_in_a_line() -> Made:
    """With the style `line` of its area, the hexes of a zone lie in a line; small ones have their names below them."""
    yield Zone(id="hex-line", shape="hex", label="Line", spots=[Spot(at, 0) for at in range(4)])
    for at, (hue, art, title) in enumerate(
        (("teal", "pick", "Dig"), ("green", "wrench", "Mend"), ("red", "swords", "Fight"))
    ):
        face = Face(kind="hex", ground="lit", hue=hue, art=art, title=title)
        yield Piece(id=f"hex-line-{at}", zone="hex-line", at=at, face=face, label=title)


@example("Faces of pieces", "machine", 110)
def machine() -> Made:
    """Units in cells, each of which can be touched; the art `cut` cuts its corners."""
    one = Face(kind="machine", hue="blue", title="Mantis", cells=[(0, 0, "weapon"), (1, 0, "heart"), (2, 0, "base")])
    other = Face(kind="machine", hue="red", title="Goliath", art="cut", cells=[(0, 0, "heart"), (1, 0, "weapon")])
    yield Piece(id="machine-1", zone="here", at=0, face=one, label="Mantis")
    yield Piece(id="machine-2", zone="here", at=1, face=other, label="Goliath")


@example("Faces of pieces", "fold", 200)
def fold() -> Made:
    """The hinge over which something is turned, and an arrow; usually a ghost in a preview."""
    cells = [(0, 3, "from"), (0, 2, "from"), (1, 3, "from"), (0, 0, "to"), (0, 1, "to"), (1, 0, "to")]
    yield Piece(id="fold", zone="here", at=0, face=Face(kind="fold", cells=cells), label="turned over upwards")


@example("Faces of pieces", "spot", 80)
def spot() -> Made:
    """A dashed outline that can be touched."""
    yield Piece(id="spot-words", zone="here", at=0, face=Face(kind="spot", words="Room for one"), label="room for one")
    yield Piece(id="spot-art", zone="here", at=1, face=Face(kind="spot", art="home", hue="blue"), label="your base")


@example("Faces of pieces", "label", 50)
def label() -> Made:
    """A few words in a frame."""
    fight = Face(kind="label", title="Fight", art="swords", words="attack with all")
    yield Piece(id="label-fight", zone="here", at=0, face=fight, label="fight")
    yield Piece(id="label-rest", zone="here", at=1, face=Face(kind="label", title="Rest", count=2), label="rest")


@example("Faces of pieces", "item", 110)
def item() -> Made:
    """A thing with its picture, name and words. A small one shows the picture alone."""
    saw = Face(kind="item", hue="brass", art="chainsaw", title="Chainsaw", words="Double the damage", count=2)
    yield Piece(id="saw", zone="here", at=0, face=saw, label="Chainsaw")


@example("Faces of pieces", "picture and deed", 110)
def picture_and_deed() -> Made:
    """Art in a frame with a badge in its corner; an action, as an icon above its words and what it would change."""
    head = Face(kind="picture", hue="blue", art="robot/Old Lifter", badge="crown")
    yield Piece(id="head", zone="here", at=0, face=head, label="Old Lifter", marks=[Mark(seat=1, words="−1")])
    deed = Face(kind="deed", art="battery", title="Recharge", words="+2 batteries", outcome="6 → 8", tone="good")
    yield Piece(id="deed", zone="here", at=1, face=deed, label="recharge")
    used = Face(kind="deed", art="battery", title="Recharge", words="+2 batteries", turned=True, by=2)
    yield Piece(id="used", zone="here", at=2, face=used, label="recharge, used")


@example("Faces of pieces", "portrait", 330)
def portrait() -> Made:
    """A card with text, at any size: picture, title, words, and at the bottom its contents and its status. A chip says
    what the reader lacks of its price, or what it has just changed.
    """
    yield Zone(id="large", shape="row", label="Large", columns=2)
    yield Zone(id="small", shape="row", label="Small", columns=4)
    for zone, count in (("large", 2), ("small", 4)):
        for at in range(count):
            face = Face(
                kind="portrait",
                hue=HUES[at + 1],
                art=f"robot/Tin Tailor/{HUES[at + 1]}",
                disc="next" if at > 1 else "coin",
                corner="2",
                title="Tin Tailor",
                words="Draw 1 card, then discard 1 card",
                lack=None if at > 1 else 2 * at,
                outcome="+1 [[cards]]" if at == 3 else "",
                tone="good",
                foot=["battery", "battery-spent"],
                status="to do",
            )
            yield Piece(id=f"{zone}-{at}", zone=zone, at=at, face=face, label="Tin Tailor")


@example("Faces of pieces", "portrait in a list, with all its words", 120, columns=1, style="list words")
def worded_list() -> Made:
    """With the style `list words` of its area: the name beside what it holds and is worth, and below it all words."""
    for at, (name, price, words) in enumerate(
        (
            ("Tin Tailor", "2", "Draw 1 card, then discard 1 card."),
            ("Toll Troll", "9", "Take $1 from each other player."),
        )
    ):
        face = Face(kind="portrait", hue=HUES[at + 1], art=f"robot/{name}/{HUES[at + 1]}", title=name, words=words)
        face.corner, face.disc, face.badge, face.count = price, "coin", "crown", 3 - at
        yield Piece(id=f"worded-{at}", zone="here", at=at, face=face, label=name)


@example("Faces of pieces", "portrait in a list", 300, style="list")
def portrait_list() -> Made:
    """With the style `list` of its area: picture, name, short words or status, and contents, at any height."""
    for lines, states in ((1, ("done", "next")), (2, ("order", "none", "done", "order")), (4, ("", "done") * 4)):
        zone = f"lines-{lines}"
        yield Zone(id=zone, shape="grid", label="Robots", columns=2, rows=lines)
        for at, disc in enumerate(states):
            face = Face(
                kind="portrait",
                hue=HUES[at + 1],
                art=f"robot/Tin Tailor/{HUES[at + 1]}",
                disc=disc,  # type: ignore[arg-type]
                corner=str(at),
                badge="crown",
                count=1,
                title="Tin Tailor",
                short="+1[[cards]], −1[[cards]]",
                status="drew 1 card" if disc == "done" else "",
                costs=[Pip(icon="battery", value=2)],
            )
            yield Piece(id=f"{zone}-{at}", zone=zone, at=at, face=face, label="Tin Tailor")


@example("Faces of pieces", "portrait as a tile", 60, style="tile")
def portrait_tile() -> Made:
    """With the style `tile` of its area: its picture and price."""
    yield Zone(id="tiles", shape="row", label="Hand", columns=6)
    for at in range(6):
        art = f"robot/Tin Tailor/{HUES[at + 1]}"
        face = Face(kind="portrait", hue=HUES[at + 1], art=art, disc="coin", corner=str(at + 2), title="Tin Tailor")
        yield Piece(id=f"tile-{at}", zone="tiles", at=at, face=face, label="Tin Tailor")


# --- icons and hues ---------------------------------------------------------------------------------


def _icons(names: list[str]) -> Made:
    """Icons above their names."""
    for at, name in enumerate(names):
        yield Piece(id=f"icon-{name}", zone="here", at=at, face=Face(kind="deed", art=name, title=name), label=name)


@example("Icons and hues", "Signs", 900, columns=4)
def signs() -> Made:
    """Drawn in the colour of the words around them: `[[bin]]` in words, `art="bin"` on a face."""
    yield from _icons(SIGNS)


@example("Icons and hues", "Things", 840, columns=4)
def things() -> Made:
    """Drawn in their own colours."""
    yield from _icons(THINGS)


@example("Icons and hues", "Families", 720, columns=2)
def families() -> Made:
    """Pictures that depend on what follows the slash: a hue, a cut, a number, or a name as a seed."""
    yield from _icons(FAMILIES.split())


@example("Icons and hues", "Cuts", 290, columns=2)
def cuts() -> Made:
    """The cuts of gems, so that colours differ in form too."""
    yield from _icons([f"gem/red/{cut}" for cut in CUTS])


@example("Icons and hues", "Hues", 480, columns=4)
def hues() -> Made:
    """The colours, by name."""
    for at, hue in enumerate(HUES):
        face = Face(kind="portrait", hue=hue, art="gear", title=hue)
        yield Piece(id=f"hue-{hue}", zone="here", at=at, face=face, label=hue)
