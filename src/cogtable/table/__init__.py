"""Everything that the table of a game imports. It builds views, and only from information states.

    from cogtable.table import EventLog, Piece, PieceId, Zone, say, says, view

The modules behind these names can change; the names here stay. `docs/table.md` explains them,
`docs/translating.md` the sentences, and `docs/print-and-play.md` the contents of the box.
"""

from typing import TYPE_CHECKING

from cogtable.engine.boxes.box import Box
from cogtable.engine.boxes.operations import OtherWords, Row
from cogtable.engine.records.enums import PlainIntEnum
from cogtable.engine.records.state import Ints, Mask, seats_in, waits
from cogtable.engine.rules import verbs
from cogtable.engine.rules.events import Events, Note, collected
from cogtable.engine.text.cached import printed
from cogtable.engine.text.words import (
    NOTHING,
    Counted,
    Template,
    capital,
    counted,
    listed,
    phrase,
    phrases,
    plural,
    say,
    series,
)
from cogtable.moved import former_names
from cogtable.table.components import (
    board,
    card_component,
    components_of,
    hex_tiles,
    once_each,
    square_tiles,
    supply,
    tokens,
)
from cogtable.table.log import EventLog, LogEvent, Says, Show, Word, comes_from, flies, marks, says, says_lines, sounds
from cogtable.table.motion import Pieces, comes, fly, mark, pieces_of, sound, sound_of
from cogtable.table.pieces import PieceId
from cogtable.table.players import Player, around, name_of, others_decide
from cogtable.table.result import SeatWords, ShortWords, placements, points_short, result
from cogtable.table.scene import view
from cogtable.table.study import Dealt, Portion, Resource, Shown, Study
from cogtable.view import (
    NOWHERE,
    AnyPart,
    Area,
    Beam,
    Choice,
    Clock,
    Component,
    Counter,
    Counters,
    Drawer,
    Face,
    Flight,
    Forecast,
    Ghost,
    Goal,
    Goals,
    Icon,
    Lane,
    Layout,
    LegendEntry,
    Line,
    Log,
    Mark,
    Outcome,
    Panel,
    Part,
    Piece,
    Pill,
    Pip,
    Placement,
    Preview,
    PrintedCard,
    Progress,
    Prompt,
    Race,
    Reached,
    Result,
    Rounds,
    Runner,
    Seat,
    Sound,
    Spot,
    Stack,
    Step,
    Steps,
    Sum,
    Term,
    Text,
    Tick,
    Tone,
    Track,
    View,
    Waiting,
    Words,
    Zone,
)

if not TYPE_CHECKING:
    __getattr__ = former_names(__name__)

__all__ = [  # noqa: RUF022
    # the view, and the places of its parts
    "View",
    "view",
    "Layout",
    "Area",
    "Clock",
    "Tick",
    # parts
    "Part",
    "AnyPart",
    "Panel",
    "Zone",
    "Spot",
    "NOWHERE",
    "Seat",
    "Pill",
    "Counter",
    "Counters",
    "Text",
    "Track",
    "Sum",
    "Term",
    "Steps",
    "Step",
    "Waiting",
    "Stack",
    "Goals",
    "Goal",
    "Race",
    "Lane",
    "Runner",
    "Reached",
    "Prompt",
    "Drawer",
    "Rounds",
    # pieces
    "Piece",
    "PieceId",
    "Face",
    "Tone",
    "Pip",
    "Progress",
    "Icon",
    "Ghost",
    "LegendEntry",
    # seats around the table
    "Player",
    "around",
    "name_of",
    "others_decide",
    # choices and previews
    "Choice",
    "Preview",
    "Beam",
    "Forecast",
    "Outcome",
    # the log
    "Log",
    "Line",
    "EventLog",
    "LogEvent",
    "Says",
    "Show",
    "Word",
    "says",
    "says_lines",
    "marks",
    "comes_from",
    "flies",
    "sounds",
    # motion and sound
    "Pieces",
    "pieces_of",
    "comes",
    "mark",
    "Mark",
    "fly",
    "Flight",
    "sound",
    "sound_of",
    "Sound",
    # the end
    "Result",
    "result",
    "Placement",
    "placements",
    "points_short",
    "SeatWords",
    "ShortWords",
    # the contents of the box, for printing
    "Component",
    "PrintedCard",
    "board",
    "card_component",
    "components_of",
    "hex_tiles",
    "once_each",
    "square_tiles",
    "supply",
    "tokens",
    # studies
    "Study",
    "Resource",
    "Portion",
    "Dealt",
    "Shown",
    # sentences
    "Words",
    "say",
    "phrase",
    "phrases",
    "plural",
    "counted",
    "capital",
    "listed",
    "series",
    "printed",
    "Template",
    "Counted",
    "NOTHING",
    # the inputs of tables
    "Box",
    "Row",
    "OtherWords",
    "Ints",
    "Mask",
    "PlainIntEnum",
    "seats_in",
    "waits",
    "verbs",
    "Events",
    "Note",
    "collected",
]
