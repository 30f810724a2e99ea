"""The table of Coal Heart, each of its functions in a file of its own."""

from cogtable.games.coalheart.table.choices import choice
from cogtable.games.coalheart.table.components import components
from cogtable.games.coalheart.table.forecast import previews
from cogtable.games.coalheart.table.legend import legend
from cogtable.games.coalheart.table.log import animate, log_lines
from cogtable.games.coalheart.table.reasons import reasons
from cogtable.games.coalheart.table.scene import cards, clock, scene
from cogtable.games.coalheart.table.study import study
from cogtable.games.coalheart.table.why_not import about, not_your_turn, why_not

__all__ = [
    "about",
    "animate",
    "cards",
    "choice",
    "clock",
    "components",
    "legend",
    "log_lines",
    "not_your_turn",
    "previews",
    "reasons",
    "scene",
    "study",
    "why_not",
]
