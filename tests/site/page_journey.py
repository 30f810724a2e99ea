"""Plays in a page as its client does, and prints a digest of all that the page says; run by Python with NumPy, with the
stand-in, and in Pyodide. All must print the same.

    python page_journey.py splendor recharge
"""

import hashlib
import json
import sys

import cogtable
from cogtable.bots import network_mcts
from cogtable.server.wire import from_client
from tests.site.page_client import Page

MOVES = 4


def journey(game):
    """The number of messages, and their digest: of a game against bots that search and others, with a hint, an undo,
    the reasons why pieces cannot be chosen, and an end by resigning, with its analysis.
    """
    page = Page()
    kinds = ["bot easy", "bot greedy", "bot random"]
    made = page.make(game, "me", *kinds[: cogtable.game(game).max_seats - 1], seed=3)
    table = page.sit(made)
    for _ in range(MOVES):
        page.think()
        table.ask(from_client.AskHint, **table.seen)
        page.think()
        table.ask(from_client.AskWhy, piece=next(iter(table.view.touchable())), **table.seen)
        table.act(table.view.choices[-1].action)
        page.think()
    table.ask(from_client.Undo, unrated=True, **table.seen)
    table.ask(from_client.Resign)
    table.ask(from_client.Analyse)
    page.think()
    again = Page(page.stored)
    other = again.sit(made)
    texts = [text for text in (*table.texts, *other.texts) if "rematch" not in text[:20]]  # its deal is random
    return [game, len(texts), hashlib.sha256("\n".join(texts).encode()).hexdigest()]


def run(games):
    """The result for each game."""
    network_mcts.leave_to_modules({})
    return [journey(game) for game in games]


if __name__ == "__main__":
    for each in sys.argv[1:]:
        print(json.dumps(run([each])[0]), flush=True)
