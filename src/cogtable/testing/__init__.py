"""Everything that the tests of a game import.

    from cogtable.testing import conformance, coverage, rule, verbs

`conformance` is the suite that every game must pass, `coverage` compares the tests with the numbered rules, and
`views` writes views down as text. They are modules of their own, loaded when they are imported; `docs/verbs.md`
explains them.
"""

from cogtable.engine.rules import verbs
from cogtable.testing.coverage import rule

__all__ = ["rule", "verbs"]
