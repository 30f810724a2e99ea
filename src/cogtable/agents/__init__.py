"""A seat in words, for language models and other agents: the position, the legal actions, and replies read back.

`Seat` is everything of it that most callers need. The notation is described in the documentation, under "Train and
measure language models".
"""

from cogtable.agents.quoting import quoted
from cogtable.agents.replies import NotUnderstood
from cogtable.agents.seat import Seat, introduction

__all__ = ["NotUnderstood", "Seat", "introduction", "quoted"]
