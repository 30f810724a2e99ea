"""Golden views: what people see at a few positions of a golden game, written down and read as a diff.

A game's golden file tells what was played; its golden views tell how it was shown: what each seat reads and is asked,
what its choices are called, why a piece cannot be chosen, and which parts each layout draws. So a wrong word, a lost
button or a panel that a phone no longer shows is a line in a diff.

In the tests of a game::

    import cogtable
    from cogtable.testing import views

    def test_what_people_see():
        views.check(cogtable.game("mine"), Path("tests/golden"))

`check` also follows all links to rules. Write the file anew after a change that is meant, and read the diff::

    python -m cogtable.testing.views mine tests/golden

The positions in the file stay as they are. To add one, write its heading (`== move 12, seat 1 ==`) into the file first.
With `--choose` they are chosen anew: the first decision, the end, and those that show the most that is new.
"""

from cogtable.testing.views.golden import check, write
from cogtable.testing.views.links import dead_links
from cogtable.testing.views.rendering import rendered

__all__ = ["check", "dead_links", "rendered", "write"]
