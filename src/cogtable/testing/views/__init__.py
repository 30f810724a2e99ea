"""Golden views: the screen as text at a few positions of a golden game, to be read as a diff.

A game's golden file records the moves; its golden views record the screen: the texts and questions of each seat, the
texts of its choices, why pieces cannot be chosen, and which parts each layout draws. So a wrong word, a lost button or
a panel that phones no longer show is a line in a diff.

In the tests of a game::

    import cogtable
    from cogtable.testing import views

    def test_what_people_see():
        views.check(cogtable.game("mine"), Path("tests/golden"))

`check` also looks for links to rules that do not exist. After an intended change, rewrite the file and read the diff::

    python -m cogtable.testing.views mine tests/golden

The positions in the file are kept. To add one, write its heading (`== move 12, seat 1 ==`) into the file first.
`--choose` chooses new ones: the first decision, the end, and those that show the most new things.
"""

from cogtable.testing.views.golden import check, write
from cogtable.testing.views.links import dead_links
from cogtable.testing.views.rendering import rendered

__all__ = ["check", "dead_links", "rendered", "write"]
