"""The table of Splendor, each of its functions in a file of its own."""

from cogtable.games.splendor.rules.state import Splendor
from cogtable.games.splendor.table.choices import SplendorChoices
from cogtable.games.splendor.table.components import SplendorComponents
from cogtable.games.splendor.table.labels import Played
from cogtable.games.splendor.table.legend import SplendorLegend
from cogtable.games.splendor.table.log import SplendorLog
from cogtable.games.splendor.table.reasons import SplendorReasons
from cogtable.games.splendor.table.study import study
from cogtable.games.splendor.table.why_not import SplendorWhyNot


class SplendorTable(
    SplendorChoices[Played],
    SplendorComponents[Played],
    SplendorLog[Played],
    SplendorWhyNot[Played],
    SplendorReasons[Played],
    SplendorLegend[Played],
):
    """The whole table; games like Splendor inherit from it."""


table = SplendorTable[Splendor]()
choice, scene, clock = table.choice, table.scene, table.clock
why_not, not_your_turn = table.why_not, table.not_your_turn
log_lines, animate = table.log_lines, table.animate
legend, cards, components = table.legend, table.cards, table.components
reasons = table.reasons

__all__ = [
    "SplendorTable",
    "animate",
    "cards",
    "choice",
    "clock",
    "components",
    "legend",
    "log_lines",
    "not_your_turn",
    "reasons",
    "scene",
    "study",
    "table",
    "why_not",
]
