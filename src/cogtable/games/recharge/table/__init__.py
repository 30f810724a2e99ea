"""The table of Recharge, each of its functions in a file of its own."""

from cogtable.games.recharge.table.choices import choice
from cogtable.games.recharge.table.components import components
from cogtable.games.recharge.table.forecast import previews
from cogtable.games.recharge.table.legend import legend
from cogtable.games.recharge.table.log import animate, log_lines
from cogtable.games.recharge.table.reasons import reasons
from cogtable.games.recharge.table.scene import cards, clock, scene
from cogtable.games.recharge.table.study import study
from cogtable.games.recharge.table.why_not import about, not_your_turn, why_not

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
