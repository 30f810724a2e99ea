"""The action space is Splendor's, in the words of this game."""

from cogtable.games.splendor.rules.actions import ACTIONS, CHOOSE_NOBLE, GOLD_FOR, PASS, PAY_REST

__all__ = ["ACTIONS", "CHOOSE_HELPER", "GRAY_FOR", "PASS", "PAY_REST"]

CHOOSE_HELPER = CHOOSE_NOBLE
GRAY_FOR = GOLD_FOR
