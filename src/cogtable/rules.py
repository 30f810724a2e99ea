"""Everything that the rules of a game import: its record and verbs, and the description in its `__init__`.

    from cogtable.rules import Actions, Int8, Mask, State, jitable, known_to, note

The modules of these things inside Cogtable can change; their names here stay. `docs/add-a-game.md` writes a game with
them, and `docs/verbs.md` explains the records, verbs, chance, events, places and observations. Boxes and operations are
explained in `docs/boxes.md`, sentences in `docs/translating.md`.
"""

from typing import TYPE_CHECKING

from cogtable.engine.boxes.box import PAD, Box, column, count, derived, different, named, text, value
from cogtable.engine.boxes.operations import Name, Operation, Row, Vocabulary
from cogtable.engine.boxes.plugin_operations import added, carried_out
from cogtable.engine.compile.jit import jitable
from cogtable.engine.compile.jit import wide as _wide  # noqa: F401 - under its former name
from cogtable.engine.definition.parts import About, Bots, Observation, Rules, Seats
from cogtable.engine.definition.search_settings import Levels, Search
from cogtable.engine.play.game import Game
from cogtable.engine.records.action_space import Actions
from cogtable.engine.records.box_sizes import size
from cogtable.engine.records.enums import PlainIntEnum
from cogtable.engine.records.int_array import lookup_table
from cogtable.engine.records.state import (
    HOLDER,
    MAX_SEATS,
    NOBODY,
    OWNER,
    Int8,
    Int16,
    Int32,
    Int64,
    Ints,
    Mask,
    State,
    Tables,
    UInt32,
    known_to,
    option,
    seats_in,
    waits,
)
from cogtable.engine.rules import verbs
from cogtable.engine.rules.bitmask import allow, any_allowed, lowest_bit, popcount
from cogtable.engine.rules.events import ALL, Events, note
from cogtable.engine.rules.observation import DTYPE, Features, feature
from cogtable.engine.rules.packed_store import write_bytes
from cogtable.engine.rules.ranking import evaluate_by, places, rank_by, share_among_best, share_by_heuristic
from cogtable.engine.rules.resignation import leave_out, next_staying, rank_left_last
from cogtable.engine.rules.rng import below, fill, shuffle
from cogtable.engine.rules.seats import seat_after, steps_to
from cogtable.engine.text.words import Counted, Template, phrase, phrases, plural, say
from cogtable.moved import former_names

if not TYPE_CHECKING:
    __getattr__ = former_names(__name__)

__all__ = [  # noqa: RUF022
    # the game and its parts
    "Game",
    "About",
    "Seats",
    "Rules",
    "Bots",
    "Levels",
    "Search",
    "Observation",
    # the record, and who may know its fields
    "State",
    "Int8",
    "Int16",
    "Int32",
    "Int64",
    "UInt32",
    "Ints",
    "PlainIntEnum",
    "option",
    "known_to",
    "NOBODY",
    "OWNER",
    "HOLDER",
    "write_bytes",
    # verbs, and functions that they call
    "verbs",
    "jitable",
    "lookup_table",
    # actions and masks
    "Actions",
    "Mask",
    "allow",
    "any_allowed",
    "lowest_bit",
    "popcount",
    # chance
    "below",
    "fill",
    "shuffle",
    # events
    "Events",
    "ALL",
    "note",
    # seats, and seats that have dropped out
    "MAX_SEATS",
    "seat_after",
    "steps_to",
    "seats_in",
    "waits",
    "next_staying",
    "leave_out",
    "rank_left_last",
    # places and chances of winning
    "places",
    "rank_by",
    "evaluate_by",
    "share_among_best",
    "share_by_heuristic",
    # observations
    "Features",
    "feature",
    "DTYPE",
    # the box
    "Tables",
    "Box",
    "column",
    "count",
    "value",
    "text",
    "named",
    "derived",
    "different",
    "size",
    "PAD",
    # operations: what cards can do
    "Operation",
    "Name",
    "Vocabulary",
    "Row",
    "added",
    "carried_out",
    # sentences
    "phrase",
    "phrases",
    "plural",
    "say",
    "Template",
    "Counted",
]
