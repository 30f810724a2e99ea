"""The contents of the box, for printing."""

from __future__ import annotations

from cogtable.games.recharge.rules.components import ACTIONS_OF_A_TURN
from cogtable.games.recharge.table.labels import ACTION_ICONS, action_name
from cogtable.games.recharge.table.pieces import ACTION
from cogtable.games.recharge.table.scene import action_words, cards
from cogtable.table import Box, Component, Face, PrintedCard, capital, card_component, once_each, say, tokens

TOKEN = 18.0
"""A token, in millimetres."""

TOKENS = (("coin", 1, 50), ("coin", 5, 30), ("battery", 1, 90), ("crown", 1, 40), ("crown", 5, 8), ("crown", -1, 8))
"""The tokens: picture, value and count. The rules do not limit them; these are slightly more than four bots held at
once in any of twelve games."""


def components(box: Box) -> list[Component]:
    """The robots, the Events, the four Actions, and tokens."""
    printed = cards(box)
    robots, events = (once_each(box, table, printed[table]) for table in ("robots", "events"))
    return [
        card_component("robots", say("Robots"), robots, Face(kind="back", words=say("Robot")), table="robots"),
        card_component("events", say("Events"), events, Face(kind="back", words=say("Event")), table="events"),
        card_component("actions", say("Actions"), [_action(box, i) for i in range(len(ACTIONS_OF_A_TURN))], None),
        _tokens(),
    ]


def _action(box: Box, action: int) -> PrintedCard:
    words = capital(say("{does}.", does=action_words(box, action)))
    face = Face(kind="portrait", hue="brass", art=ACTION_ICONS[action], title=action_name(action), words=words)
    return PrintedCard(piece=ACTION(action), face=face)


def _tokens() -> Component:
    cards = [
        PrintedCard(face=Face(kind="token", art=icon, count=None if value == 1 else value), copies=copies)
        for icon, value, copies in TOKENS
    ]
    note = say("Nothing runs out: use whatever counters you have")
    return tokens("tokens", say("Coins, batteries and crowns"), TOKEN, cards, note=note)
