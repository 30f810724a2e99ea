"""The types of everything a game can put on the screen and the client can draw.

A `View` is a position as one seat (or a spectator) sees it. It is laid out in design units: each `Layout` has
a size and named areas, and every part names the area it fills. A layout without that area leaves the part or
zone out. The client scales the layout to the screen.

**Words** are strings that people read, with some markup:

- `[[gem/red/triangle]]` is an icon (see `Icon`), `[[gem/red/triangle|red]]` an icon followed by its word;
- `[[seat:2]]` is the name of seat 2 in its colour (for the reader "You", inside a sentence "you"), and `[[seat:2]]’s`
  is its possessive ("your" for the reader);
- `[[rule:SP-R6]]` is a link to that rule's place on the rules page;
- `**strong**` is strong.

**A closer look.** A panel, a piece or a target can name the thing it `opens`. Touching it (for a piece or a target: if
no choice touches it) shows

- a page of the layout (`Layout.pages`), which replaces some areas by others; everything can still be played;
- a drawer (`Drawer`): the pieces of its zones, in a sheet where they can be touched;
- another panel, which only the wide layout has: a picture of it and everything on it, in a sheet.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

Words = str
"""Text with the markup described above."""

Icon = str
"""A picture drawn by the client, named `family/argument/...`: `gem/<hue>/<cut>`, `token/<hue>/<cut>`,
`noble/<seed>`, `robot/<seed>/<hue>` (any hue if none is named), `card`, `tokens`, `heart`, `crown`, `coin`,
`battery`, `gear`, `burst`, `star`, `shield`, `lock`, `eye-off`, `dots/<n>`, and others; see `web/src/art`."""


class Choice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One legal action with its texts, and the pieces that a person touches to choose it.

    `text` names the action among all others of the same decision and can be read back (`Match.play(seat, text)`).
    `label` is the short form for a button and can use markup. `pieces` are ids of pieces in the view, and of zones that
    are a `target`; an id listed twice is touched twice. `group` describes the activity ("Taking gems"). A choice that
    `costs` something optional is never suggested as the obvious answer.
    """

    action: int
    text: str
    label: str = ""
    group: str = ""
    pieces: tuple[str, ...] = ()
    costs: bool = False


Tone = Literal["plain", "good", "bad"]
"""The colour of words about a gain, a loss, or neither."""


NOWHERE = "nowhere"
"""The area of pieces shown only in a sheet, never in the layout."""


class Part(msgspec.Struct, kw_only=True, omit_defaults=True, tag_field="part", gc=False):
    """Anything drawn that is not a piece. `id` is unique in the view; `area` names its place in the layout and is the
    `id` by default.
    """

    ALWAYS_SENT: ClassVar = ("area",)

    id: str
    area: str = ""

    def __post_init__(self) -> None:
        self.area = self.area or self.id


class Panel(Part, tag="panel", kw_only=True):
    """A framed background for other parts, with an optional title and a quiet second line.

    `seat` tints its frame for that seat; `active` makes it glow (brass when it is the reader's own). A `tray` is
    translucent and has no frame: it lies on the view's `surface`.
    `edge` warns: `danger` in red, `broken` in dashed red. Touching the panel shows the thing it `opens`.
    """

    title: Words = ""
    text: Words = ""
    tone: Literal["plain", "well", "bare", "tray"] = "plain"
    seat: int | None = None
    active: bool = False
    edge: Literal["", "danger", "broken"] = ""
    opens: str = ""


class Spot(msgspec.Struct, array_like=True, gc=False):
    """A place in a `hex` or `free` zone: centre in cells (hex: x in 1.5 r, y in √3 r), and its words when empty."""

    x: float
    y: float
    words: Words = ""


class Tint(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """Cells of a board that are tinted with a hue, such as the home row of a seat."""

    hue: str
    cells: list[int]


class Zone(Part, tag="zone", kw_only=True):
    """A place for pieces; a piece names its zone and its cell (`Piece.at`, counted from 0, row by row).

    - `row`, `column`: `columns` (or `rows`) cells side by side; more pieces than cells overlap. With an `overlap`, any
      number of pieces overlap like cards in a game of patience.
    - `grid`: `columns` x `rows` cells. A grid of one line runs along the longer side of its area.
    - `fan`: pieces spread over the width, overlapping as needed.
    - `stack`: all in one place, the last on top.
    - `stage`: one piece in a spotlight, as large as the area allows, with its title and words beside it.
    - `hex`: flat-top hexes at `spots`. `free`: cells at `spots`, `columns` x `rows` being the units across and down.

    `aspect` is width / height of a cell (0: the cell fills its share). Empty cells show a dashed outline with the words
    `empty` (None: nothing). `owner` is the seat that owns the zone: if the layout lacks the zone, pieces fly to
    that seat's panel instead.
    """

    shape: Literal["row", "column", "grid", "fan", "stack", "stage", "hex", "free"]
    label: Words
    columns: int = 1
    rows: int = 1
    aspect: float = 0
    empty: Words | None = None
    spots: list[Spot] = []
    owner: int | None = None
    board: bool = False
    """Draws the cells' ground and names columns by letters and rows by numbers from the bottom."""
    tints: list[Tint] = []
    """The cells of a `board` whose ground is tinted."""
    overlap: float = 0
    """How much of each piece the next one covers in a `row` or `column`, as a share of its width or height (0.75). The
    upper left corners stay visible. If room is short, the pieces first overlap more, and then shrink."""
    target: bool = False
    """Can be touched as a whole, and a piece dropped on it, when a choice names the zone among its `pieces`. Its
    `label` names it for screen readers; `why_not` is asked about it as about a piece."""
    opens: str = ""
    """The thing that touching a `target` shows while no choice touches it."""
    on: str = ""
    """The target that this zone is on. Touching a piece here means that target, unless the piece itself can be
    chosen."""
    level: int = 0
    """Where areas overlap, pieces in a zone of a higher level are drawn above those in lower ones."""


class Counter(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """A number with its icon and label. `of` is the maximum or the number needed; `dim` greys it out. A `Beam` can end
    at a counter that has an `id`.
    """

    id: str = ""
    icon: Icon = ""
    value: str
    label: str
    of: str = ""
    dim: bool = False
    met: bool = False


class Pill(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """A few words in a rounded frame, such as the progress of a seat; the icon means the same as the tone."""

    words: Words
    icon: Icon = ""
    tone: Literal["plain", "good", "brass"] = "plain"


class Seat(Part, tag="seat", kw_only=True):
    """A player's head: avatar with mark, name, a quiet line, the score in large. `size` sets the room it takes;
    a `line` has only the mark, the name and the words, beside a piece that stands for the player.
    """

    seat: int
    text: Words = ""
    score: str = ""
    of: Words = ""
    """The goal of the score: "of 15 points"."""
    stats: list[Counter] = []
    pill: Words = ""
    badge: Words = ""
    """An icon or two beside the name, for possessions that other players must not miss."""
    pills: list[Pill] = []
    """The progress of the seat, beside its name."""
    active: bool = False
    size: Literal["mine", "full", "strip", "line"] = "full"


class Counters(Part, tag="counters", kw_only=True):
    """Numbers side by side (`row`) or below each other (`column`); `stacked` puts each icon above its number, and
    `large` ones can be read from afar.
    """

    items: list[Counter]
    direction: Literal["row", "column"] = "row"
    stacked: bool = False
    large: bool = False


class Text(Part, tag="text", kw_only=True):
    """A line or two of words; `title` in the heading face above them.

    As a `caption`, both are on one line above the thing they describe: title in small capitals, text at the end.
    """

    title: Words = ""
    text: Words = ""
    align: Literal["start", "center", "end"] = "start"
    quiet: bool = True
    caption: bool = False
    tone: Tone = "plain"
    """The colour of the text, for a gain or a loss."""


class Track(Part, tag="track", kw_only=True):
    """A row of numbered steps from `low` to `high` with a marker, as for hit points, attack or honor.

    `preview` is the step where the marker would go; the steps between are hatched. As a `bar` it has no steps: it is
    filled up to the value, beside its label. A `value` below `low` marks no step, as on a printed board.
    """

    label: Words
    low: int
    high: int
    value: int
    preview: int | None = None
    direction: Literal["row", "column"] = "row"
    step: int = 1
    tone: Literal["good", "bad", "brass"] = "brass"
    bar: bool = False


class Term(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """One box of a `Sum`: its number and name; `join` stands before it (+, ×, =, or a bracket)."""

    value: str
    label: Words
    join: str = ""
    tone: Literal["plain", "brass", "bad"] = "plain"


class Sum(Part, tag="sum", kw_only=True):
    """A calculation that people can follow: boxes joined by operators."""

    title: Words = ""
    terms: list[Term]


class Step(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """One step of an order of play, with a quiet second line, and a bar of one segment for each part of it."""

    words: Words
    state: Literal["done", "now", "next"]
    text: Words = ""
    bar: list[Literal["done", "now", "next", "none"]] = []


class Steps(Part, tag="steps", kw_only=True):
    """An order of play: done, now, to come. In an area lower than 17 units, only the bars of its steps are drawn."""

    title: Words = ""
    steps: list[Step]


class Waiting(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """One announced effect on a `Stack`."""

    title: Words
    text: Words
    seat: int
    now: bool = False


class Stack(Part, tag="stack", kw_only=True):
    """Announced effects that wait to resolve, the newest first."""

    title: Words = ""
    entries: list[Waiting]


class Outcome(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """One line of a `Forecast`: an icon, what would happen, and the rule that says so.

    `text` is a quiet second line. A line with the `tone` `good` is a gain for the reader, one with `bad` a loss or a
    risk.
    """

    icon: Icon
    words: Words
    rule: str = ""
    text: Words = ""
    tone: Literal["", "good", "bad"] = ""


class Forecast(Part, tag="forecast", kw_only=True):
    """The result of a choice: the title and outcomes of its `Preview`, while there is one.

    If it `reads`, it also shows the full text of the card that is pointed at, focused or touched, so that people can
    read cards that show only their `short` words. If it `keeps`, that text stays until something else is read.
    """

    title: Words = ""
    outcomes: list[Outcome]
    reads: bool = False
    keeps: bool = False


class Goal(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """One condition to meet: `value` of `of` as a bar, or `icons`, with the missing ones (`lack`) in grey.

    `short` replaces the words in compact form; empty if the icons say it all.
    """

    words: Words
    short: Words = ""
    value: int = 0
    of: int = 0
    icons: list[Icon] = []
    lack: list[int] = []
    met: bool = False


class Goals(Part, tag="goals", kw_only=True):
    """Conditions that must all be met, each with its progress; `compact` for other players."""

    title: Words = ""
    goals: list[Goal]
    direction: Literal["row", "column"] = "row"
    compact: bool = False


class Column(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """A column of a `Compare`: a seat, with a picture above its name."""

    seat: int
    icon: Icon = ""


class Share(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """What an alternative means for one seat: a few words or icons, and a second line, shown if there is room."""

    words: Words
    text: Words = ""
    tone: Literal["plain", "good", "bad", "quiet"] = "plain"


class Alternative(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """A row of a `Compare`: the piece it is about, its name, a quiet second line, and a `Share` for each column.

    With the words `all` in place of shares, one line fills the row, which is drawn sunk ("Used by Anna").
    """

    piece: str
    title: Words
    text: Words = ""
    shares: list[Share] = []
    all: Words = ""


class Compare(Part, tag="compare", kw_only=True):
    """The alternatives of a decision, each with what it means for every seat; the reader's column is tinted.

    The piece of a row is drawn at the beginning of that row, in a layout that has this area, instead of in its zone.
    Touching the row touches the piece.
    """

    title: Words = ""
    text: Words = ""
    columns: list[Column]
    rows: list[Alternative]


class Lane(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """One condition of a `Race`: a bar that ends at `of`, or a set of `icons` of which a seat has some."""

    words: Words
    of: int = 0
    icons: list[Icon] = []


class Reached(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """How far a seat is in one `Lane`: the `value` of its bar, and the hatched part that can still come (`more`); or
    the indexes of the icons that it has.
    """

    value: int = 0
    more: int = 0
    have: list[int] = []


class Runner(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """A seat's row in a `Race`, with its place in each lane, in order. `text` says what is left; `near` warns of it."""

    seat: int
    lanes: list[Reached]
    text: Words = ""
    near: bool = False


class Race(Part, tag="race", kw_only=True):
    """How near all players are to the end of the game: a row for each, and a column for each condition.

    `text` explains the conditions. A narrow area leaves it out, a low one the `title` and the words of the lanes too.
    """

    title: Words = ""
    text: Words = ""
    lanes: list[Lane]
    runners: list[Runner]


class Prompt(Part, tag="prompt", kw_only=True):
    """The reader's choices as buttons (on a narrow screen the client fixes it at the bottom).

    `sentence` is the question before anything is chosen, or names the players that the game waits for. `all` is the
    label of the button that lists all choices, if not "All moves".
    """

    sentence: Words
    all: Words = ""
    forecast: str = ""
    """The `Forecast` that the fixed prompt of a narrow screen shows above the question, if the layout has no area for
    it. The prompt then has the same height whatever the forecast says, so the table does not jump."""
    offers_end: bool = False
    """Whether the reader can do nothing more that matters. The client then offers to resign beside the choices."""


class Drawer(Part, tag="drawer", kw_only=True):
    """Zones without room on the table: their pieces are shown in a sheet, where they can be touched.

    In its area, a button opens it; a layout with this area does not draw the `zones`. A drawer that a piece or
    panel `opens` needs no area, and neither do its zones: their area is `NOWHERE`. If its area has the style
    `columns-<n>`, the sheet lays all pieces out in n columns, without headings between the zones.

    `text` is a quiet line in the sheet. Its beginning, up to the first " · ", also stands on the button: below the
    title, or beside it if the button is wide. `teaser` are up to ten counters on the button, such as prices, in lines
    of five, if it is high enough; one that is `dim` is hollow.
    """

    title: Words
    icon: Icon = ""
    count: int | None = None
    zones: list[str]
    text: Words = ""
    teaser: list[Counter] = []


class Rounds(Part, tag="rounds", kw_only=True):
    """The ticks of the clock, for a layout without room for them in the header."""


class Log(Part, tag="log", kw_only=True):
    """The log (on a narrow screen the client shows it as a sheet).

    In an area lower than 64 units it shows only the last line, with a button for the rest.
    """

    title: Words = "Log"
    by_seat: bool = False
    """Whether buttons choose the seat whose lines are shown, first the reader's: for games in which all act at once."""


AnyPart = (
    Panel
    | Zone
    | Seat
    | Counters
    | Text
    | Track
    | Sum
    | Steps
    | Stack
    | Forecast
    | Goals
    | Compare
    | Race
    | Prompt
    | Drawer
    | Rounds
    | Log
)
"""Any part of a table that a view can have."""


class Pip(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """One item of a cost. `lack` is how many of it the reader lacks; `met` says that they have all of it. Both are
    assists, and not set when assists are off.
    """

    icon: Icon
    value: int
    lack: int = 0
    met: bool = False


class Progress(msgspec.Struct, array_like=True, gc=False):
    """A seat's progress towards the costs of a `Face`: how many it has of each, in order."""

    seat: int
    have: list[int]


class Face(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """How a piece looks.

    `kind`: `card` (points, badge, art, cost), `tile` (a wide card: art left, cost right), `back` (a face-down
    card; `level` gives its dots), `token` (a round chip with `count` beside it), `pile` (a small card standing
    for many, with `count`), `hex`, `cube`, `machine`, `spot` (a dashed place that can be touched), `label`,
    `item` (a thing with its picture, name, words and number; a small one shows only the picture),
    `fold` (the hinge over which something is turned, and an arrow from its place to its new place),
    `picture` (`art` in a frame, `badge` at its corner), `portrait` (a card to be read, at any size: art with `disc` and
    badge on it, title, words, and at its foot its contents and its `status`), `deed` (something to do: an icon over a
    title and words).
    `hue` names a colour of the palette; `art` an icon drawn large. `built` False draws an outline only.
    The `ground` of a `card`, `portrait`, `hex`, `item` or `deed` can be `lit`: the art stands in the light of its hue,
    and words are on an ivory foot. On a `scene` the art fills the piece, as for a `pile` too.
    `short` are the words used if there is no room for `words`. A `card` or `hex` with both shows the `short` ones; a
    wide card in a list, and a `Forecast` that `reads`, show all. A built `hex` with a picture and words leaves its
    title to the `Forecast` too.
    A `hex` or `deed` that is `turned` was used: its picture is engraved in a dark ground, and the mark of the seat `by`
    is at its corner.
    `lack` is what the reader lacks of the price of a `portrait` (an assist): 0 if they can pay it, None if it is not a
    question now. `outcome` says what choosing the piece changes, or what it has just done: the last line of a `deed`, a
    chip on a `portrait`. Its `tone` is a gain, a loss, or neither.
    """

    kind: Literal[
        "card",
        "tile",
        "back",
        "token",
        "pile",
        "hex",
        "cube",
        "machine",
        "fold",
        "spot",
        "label",
        "item",
        "picture",
        "portrait",
        "deed",
    ]
    hue: str = ""
    art: Icon = ""
    ground: Literal["", "lit", "scene"] = ""
    corner: str = ""
    disc: Literal["", "coin", "order", "next", "done", "none"] = ""
    """The content of a `portrait`'s corner: a price, a place in an order, the next in it, a tick, an empty disc.
    On a `card` with words it is a price; `none` means that the reader cannot pay it."""
    badge: Icon = ""
    extra: list[Icon] = []
    """More small icons beside the badge."""
    foot: list[Icon] = []
    """Small icons to be counted, on a plate at the bottom."""
    costs: list[Pip] = []
    progress: list[Progress] = []
    """On a `tile` that players collect for: a row of dots for each seat, filled up to what it has, and what is left."""
    cost_at: Literal["bottom", "column"] = "bottom"
    title: Words = ""
    words: Words = ""
    short: Words = ""
    flavour: Words = ""
    """A line of the card that changes nothing; said on a `stage`."""
    lack: int | None = None
    outcome: Words = ""
    tone: Tone = "plain"
    status: Words = ""
    """The state of a `portrait` ("to do", "no battery"), or the kind of a `card` with words ("Script"). That of a `hex`
    is shown only by a `Forecast` that `reads`."""
    count: int | None = None
    level: int = 0
    built: bool = True
    turned: bool = False
    by: int | None = None
    dim: bool = False
    cells: list[tuple[int, int, str]] = []
    """A machine's units: column, row, and `heart`, `weapon` or `base`. Its `title` is drawn at the first of them; the
    `art` `cut` gives it cut corners, so that owners differ by more than colour. For a `fold`, the old cells (`from`)
    and the new cells (`to`); the arrow goes from the first old cell to the first new one."""


class LegendEntry(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """An entry of a game's legend: a symbol and what it means.

    `symbol` is an icon, a number, or a word of the shorthand, as on pieces. The entry explains the icons in it. With a
    `family` (or several, separated by spaces), it explains instead all icons of that name, and all whose names begin
    with it and a slash: "robot" explains `robot/Bolt/red`. An asterisk stands for any part of a name: `robot/*/red`.
    If `tag` is set, the symbol is the word in the tag at the edge of a piece. With a `place`, a kind of face and a part
    of it such as `card/costs`, it explains the meaning of that part, and is shown with the icon that a piece has there;
    other entries explain that icon. `group` is the heading of the entry, `rule` the number of the rule about it.
    """

    symbol: Words
    words: Words
    family: Icon = ""
    tag: bool = False
    place: Literal["", "card/badge", "card/costs"] = ""
    group: Words = ""
    rule: str = ""


class Mark(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """The effect of the last move on a piece: a chip in the seat's colour ("−1"; "new")."""

    seat: int
    words: Words


class Piece(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """A thing that lies in a zone. It keeps its `id` while it moves; a hidden card's id reveals nothing about its face.

    `label` names it for screen readers. `tag` is a word on its edge that makes it glow ("BUY"). `note` says what the
    reader still lacks to use it, and is shown when it is touched. `secret` marks a card whose face only the reader
    sees. `via` is the piece or zone that it comes from when it is new. Touching a piece that no choice touches shows
    the thing it `opens`, if any. A `handle` is drawn only while the current selection leads to it.
    """

    id: str
    zone: str
    at: int = 0
    face: Face
    label: Words
    tag: str = ""
    note: Words = ""
    secret: bool = False
    via: str = ""
    opens: str = ""
    handle: bool = False
    marks: list[Mark] = []


class PrintedCard(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """A printed card of a box, and the id of its piece on the table: empty if the id does not depend on the card.

    `copies` is the number of copies. `back` is its own back, if not all cards of its kind have the same.
    """

    piece: str = ""
    face: Face
    copies: int = 1
    back: Face | None = None


class Ghost(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """A temporary picture on the table that cannot be touched: a piece where it would land, a mark on a hit unit, an
    outline of a piece in its old place. `solid` draws it fully opaque.

    A chip beside it says what happens to it (`words`), as a gain or a loss of the reader (`tone`).
    """

    zone: str
    at: int = 0
    face: Face
    solid: bool = False
    words: Words = ""
    tone: Tone = "plain"


class Beam(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """A line from the thing that did something to the thing it changed, while a `Preview` is shown.

    `source` and `target` are ids of pieces, zones or counters. `words` are on a chip at its end ("−$1"), and `icon`
    flies along it. `value` stands in the target counter meanwhile ("14 → 13"). A beam whose source or target the
    layout lacks is not drawn.
    """

    source: str
    target: str
    words: Words
    tone: Tone = "plain"
    icon: Icon = ""
    value: str = ""


class Preview(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """A possible or past result, as ghosts on the table and outcomes in the forecast.

    The preview of a choice has its `action`, and is shown while that choice is pointed at, focused or selected. The
    pieces that it would move or remove can be `faded` meanwhile. A `brief` one among the frames of a move stays half as
    long as the others.
    """

    action: int = -1
    title: Words = ""
    ghosts: list[Ghost] = []
    outcomes: list[Outcome] = []
    beams: list[Beam] = []
    brief: bool = False
    faded: list[str] = []


class Hatched(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """A hatched cell of an `Overlay`, its words ("e6: Toad, 2 flips"), and the pieces that are the reason.

    The words are shown when the cell is touched, and read to screen readers. While one of the pieces is pointed at,
    focused or selected, only its cells are hatched.
    """

    at: int
    words: Words
    pieces: tuple[str, ...] = ()


class Ring(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """A dashed ring around a cell of an `Overlay`, with a few words beside it ("2 flips away")."""

    at: int
    words: Words


class Reason(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """A piece because of which cells of an `Overlay` are hatched, and a line about it ("**Toad**: 2 flips")."""

    piece: str
    words: Words


class Overlay(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """Cells of a `zone` that are hatched while the reader wants it, such as those that a rival can reach.

    Its switch is in the `area` of its name, by default its `id`, with its `label` and icon; in an area narrower than
    100 units only the icon is drawn. It is off at first, and cannot be switched on in rated games and without assists.
    `text` stands below the label while it is on, and says when or for whom the cells hold ("Anna’s next turn").
    `marks` are rings around cells, and `outcomes` lines that are added to the forecast. `reasons` number the pieces
    that the cells name, from 1: each has its number on the table and in a line of the forecast, and each cell the
    numbers of its pieces.

    If it is `computed`, a view has only its switch. While that is on, the client asks for the rest: the function
    `overlays(s, box, seat, action)` of the table makes it, for the present position and for the choice that is
    previewed.
    """

    id: str
    zone: str
    label: Words
    area: str = ""
    icon: Icon = "eye"
    tone: Literal["bad", "good", "brass"] = "bad"
    text: Words = ""
    cells: list[Hatched] = []
    reasons: list[Reason] = []
    marks: list[Ring] = []
    outcomes: list[Outcome] = []
    computed: bool = False


class Flight(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """Something that flies from one piece or zone to another and then disappears: a token taken, a card into a pile.

    `arc` is the height of its way as a share of its length (0: straight); a card that `turns` shows its
    back in between.
    """

    face: Face
    source: str
    target: str
    arc: float = 0
    turns: bool = False


Sound = Literal["piece", "card", "coins", "hit"]
"""The sound of a move: a piece set down, a card drawn or turned, coins or gems, a blow."""


class Area(msgspec.Struct, array_like=True, gc=False):
    """A rectangle of a layout in design units; `gap` lies between cells of a zone; `style` is a hint to the part:
    the place of the count for tokens and piles (`count-right`, `count-below`, `count-badge`); for cubes, to draw each
    one (`each`), or with its name below (`named`); for hexes, to lie in a line (`line`); `columns-<n>` lays a zone's
    pieces out in n columns, in as many rows as they need; `list` draws portraits as lines: picture, name, short words
    or status, and contents; `list words` with all their words; `tile` draws
    them as their picture and price. A part or zone whose area has no width is left out.
    """

    x: float
    y: float
    w: float
    h: float
    gap: float = 8
    style: str = ""


TALK = "talk"
"""The page of a layout in which the log has room for a chat."""


class Layout(msgspec.Struct, kw_only=True, gc=False):
    """A size in design units (without the client's header) and the areas by name.

    `pages` are areas that replace others while the reader looks closely at something, such as a rival's board in the
    place of their own. A panel or piece that `opens` a page shows it; touching that again, or the start of the
    reader's turn, goes back. The page `TALK` is shown while the reader has the chat open, if it makes the log high
    enough for a chat (190 units) that otherwise is not; without it, the chat opens over the table.
    """

    width: float
    height: float
    areas: dict[str, Area]
    pages: dict[str, dict[str, Area]] = {}


class Tick(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """One round, phase or turn of the clock: its words, its kind (`icon`) and its `seat`.

    `turns` are the steps within it, drawn small.
    """

    words: Words
    state: Literal["done", "now", "next"] = "next"
    seat: int | None = None
    icon: Icon = ""
    turns: list[Tick] = []


class Clock(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """The progress of the game: "Round 17 · first to 15", and its rounds or phases if they can be counted.

    The text after the first " · " is left out if space is short.
    """

    words: Words
    ticks: list[Tick] = []


class Line(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """A line of the log about move `ply`. Lines with the same `group` ("Round 16") appear under that heading.

    If several lines of a group are about the same thing, `block` is the beginning that they share, before a colon
    ("Anna’s **Foreman**"). They are shown as one line, in the place of the last. `icon` is drawn before the words. On
    the `piece` that acted, the words after the block replace its `status`, if it has one, until another group
    begins. The engine sets `outside` if the line is not about a move: a player resigned, or took a move back.
    """

    words: Words
    ply: int
    seat: int | None = None
    group: str = ""
    block: Words = ""
    icon: Icon = ""
    piece: str = ""
    outside: bool = False


class Placement(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """A seat's final place (1 is best; shared places are equal), its score and where that came from.

    `short` says by how much the seat missed winning ("One point short"), if the score decided the game. `why` tells the
    seat itself where its score fell behind, in a sentence or two.
    """

    seat: int
    rank: int
    score: int
    words: Words = ""
    short: Words = ""
    why: Words = ""


class Result(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """The end of the game: the places, best first, and why ("Level on 17, with fewer cards · SP-R8").

    `title` says in a few words what decided the game, if it was not the score ("Level on points; fewer cards wins").
    The engine sets `outside` if the game did not end by its rules: a player resigned, or all agreed.
    """

    words: Words
    placements: list[Placement]
    title: Words = ""
    outside: bool = False


class Component(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """One kind of thing in a game's box, for printing: pieces of one size, or things that players bring themselves.

    `form` is its kind: `card`, `tile` and `token` have their pieces in `cards`; a `board` is drawn from `boards`,
    each a view whose wide layout is as wide as the board; a `supply`, such as dice or cubes, is only listed, with its
    `icon` and `count` (0: as many as are needed).
    `width` and `height` are the true size in millimetres, `outline` is the shape that a piece is cut to. `back` is the
    back of all pieces without one of their own. `table` names the table of the box whose entries these are, if any.
    `note` is a sentence for people who make them ("With two players only 4 of each").
    """

    id: str
    title: Words
    form: Literal["card", "tile", "token", "board", "supply"]
    width: float = 0
    height: float = 0
    outline: Literal["rect", "hex", "round"] = "rect"
    cards: list[PrintedCard] = []
    boards: list[View] = []
    back: Face | None = None
    table: str = ""
    icon: Icon = ""
    count: int = 0
    note: Words = ""

    @property
    def total(self) -> int:
        """The number of these in the box."""
        return self.count or len(self.boards) + sum(card.copies for card in self.cards)


class View(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """A position as one seat sees it, built only from that seat's information state.

    `seat` is -1 for a spectator. `waiting` are the seats that have a decision to make. `ply` counts the moves, `undone`
    the times that moves were taken back.
    `log` holds the lines from number `log_from` on. `flights`, `sounds` and the marks on pieces show the last move.
    `previews` are those of choices. `frames` show the last move step by step, once, when the view is new; people can
    pause and skip those with a piece on a `stage`. `pending` shows an effect that waits to happen, while no choice is
    previewed. `overlays` are hatched on request. `hues` are the colours of the seats, if the game has its own.
    `low` is for windows that are wide and low, such as a phone on its side: of several layouts, highest first, the
    client shows the first that needs no scrolling, or the last. Without any it folds the narrow layout into two
    columns.
    `surface` is the material of the table under everything: felt, a workbench, steel, stone or a laboratory's floor.
    `moment` is the sequence that is played when this view is new: the first `deal`, a `win` or a `loss` of the reader.
    `pause` is the factor by which the view stays longer than usual when more moves follow: 2 if it takes time to read.
    """

    game: str
    seat: int
    ply: int
    waiting: list[int]
    over: bool
    clock: Clock
    wide: Layout
    narrow: Layout
    low: list[Layout] = []
    parts: list[AnyPart]
    pieces: list[Piece]
    choices: list[Choice] = []
    previews: list[Preview] = []
    frames: list[Preview] = []
    pending: Preview | None = None
    overlays: list[Overlay] = []
    hues: list[str] = []
    surface: Literal["", "felt", "bench", "steel", "stone", "lab"] = ""
    flights: list[Flight] = []
    sounds: list[Sound] = []
    log: list[Line] = []
    log_from: int = 0
    result: Result | None = None
    assists: bool = True
    moment: Literal["", "deal", "win", "loss"] = ""
    pause: int = 1
    undone: int = 0

    def check(self) -> None:
        """Raises ValueError for an unknown word (a `kind`, a `size`), for a piece in a missing zone, and for a row of a
        `Compare` whose piece is missing or whose shares do not match the columns; TypeError for a value that cannot be
        sent, such as a NumPy number.

        Meant for writing tables, because views are not checked when they are made.
        """
        msgspec.convert(msgspec.to_builtins(self), View)
        zones = {part.id for part in self.parts if isinstance(part, Zone)}
        for piece in self.pieces:
            if piece.zone not in zones:
                raise ValueError(f"piece {piece.id} lies in zone {piece.zone}, which is not there")
        names = {piece.id for piece in self.pieces}
        for part in self.parts:
            if isinstance(part, Compare):
                _check_rows(part, names)
        for overlay in self.overlays:
            if overlay.zone not in zones:
                raise ValueError(f"overlay {overlay.id} is about zone {overlay.zone}, which is not there")

    def layouts(self) -> dict[str, Layout]:
        """The layouts by name."""
        known = {"wide": self.wide, "narrow": self.narrow}
        return known | {f"low {i}": layout for i, layout in enumerate(self.low)}

    def touchable(self) -> dict[str, Words]:
        """Everything that a choice can name, by id, with its label: the pieces, and the zones that are a target."""
        zones = {part.id: part.label for part in self.parts if isinstance(part, Zone) and part.target}
        return zones | {piece.id: piece.label for piece in self.pieces}


def _check_rows(part: Compare, pieces: set[str]) -> None:
    for row in part.rows:
        if row.piece not in pieces:
            raise ValueError(f"{part.id}: a row is about piece {row.piece}, which is not there")
        if len(row.shares) != (0 if row.all else len(part.columns)):
            expected = "no shares beside its words for all" if row.all else f"{len(part.columns)} shares"
            raise ValueError(f"{part.id}: the row of {row.piece} must have {expected}; found {len(row.shares)}")
