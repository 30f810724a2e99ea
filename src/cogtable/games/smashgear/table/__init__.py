"""The table of Smash Gear, each of its functions in a file of its own."""

from cogtable.games.smashgear.table.choices import choice
from cogtable.games.smashgear.table.components import components
from cogtable.games.smashgear.table.danger import overlays
from cogtable.games.smashgear.table.forecast import previews
from cogtable.games.smashgear.table.legend import legend
from cogtable.games.smashgear.table.log import animate, log_lines
from cogtable.games.smashgear.table.reasons import reasons
from cogtable.games.smashgear.table.scene import cards, clock, scene
from cogtable.games.smashgear.table.study import study
from cogtable.games.smashgear.table.why_not import not_your_turn, why_not

__all__ = [
    "animate",
    "cards",
    "choice",
    "clock",
    "components",
    "legend",
    "log_lines",
    "not_your_turn",
    "overlays",
    "previews",
    "reasons",
    "scene",
    "study",
    "why_not",
]
