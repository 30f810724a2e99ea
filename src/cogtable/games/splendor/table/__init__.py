"""The table of Splendor, each of its functions in a file of its own."""

from cogtable.games.splendor.rules.state import Splendor
from cogtable.games.splendor.table.choices import SplendorChoices
from cogtable.games.splendor.table.labels import Played
from cogtable.games.splendor.table.log import SplendorLog
from cogtable.games.splendor.table.reasons import SplendorReasons


class SplendorTable(SplendorChoices[Played], SplendorLog[Played], SplendorReasons[Played]):
    """All of it, to be taken over by a game that is played like Splendor."""


table = SplendorTable[Splendor]()
choice, scene, clock, why_not = table.choice, table.scene, table.clock, table.why_not
log_lines, animate = table.log_lines, table.animate
