"""Shared by all messages: the version, limits, and the types that several subjects use."""

from __future__ import annotations

from typing import Literal

import msgspec

from cogtable.view import Words

PROTOCOL = 4

MAX_MESSAGE = 4096
"""The maximum size of a message from a client, in bytes."""

MAX_NAME = 24
"""The maximum number of characters in a name."""

MAX_TITLE = 40
"""The maximum number of characters in the title of a variant."""

RATED_LEAST = 5
"""The number of rated games after which a rating is shown."""

LOSS_LEAST = 0.05
"""The smallest loss of a move (0 to 1) that an analysis marks. Smaller ones could be noise."""

DAY_S = 86400
"""A day, in seconds. A game with at least a day for each decision is played over days."""

LEAST_GAME_S = 30
"""The shortest time for a whole game, in seconds."""

MOST_GAME_S = 21600
"""The longest time for a whole game, and the most that it can grow by after each decision, in seconds."""

LEAST_MOVE_S = 5
"""The shortest time for each decision, in seconds."""

MOST_MOVE_S = 2592000
"""The longest time for each decision, in seconds."""

LONGEST_NIGHT_S = 36000
"""The longest night in which a person's clock rests, in seconds."""

NOTICE_S = 86400
"""How long after a person has set the hours of their night they begin to hold, in seconds."""

MAX_TEXT = 200
"""The maximum number of characters in a chat message."""

MAX_SUBMISSION = 32
"""The maximum number of characters in the name that a client gives a move."""

MAX_HELD = 400
"""The maximum number of tables or tournaments in one request."""

MAX_PLAYERS = 128
"""The maximum number of players in a tournament."""

MAX_ROUNDS = 30
"""The maximum number of rounds that the creator of a tournament can choose."""


class Message(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type"):
    """A message over the WebSocket."""


MANY_WAIT = 5
"""The number of waiting people from which the number is sent."""

QuickReply = Literal["sure", "well-played", "moment", "hello", "have-fun", "new-here"]
"""The quick replies: "Sure!", "Well played" and "One moment", and the greetings "Hello!", "Have fun" and "I'm new".
Everybody reads them in their own language.
"""

Pace = Literal["quick", "normal", "calm", "days"]
"""How fast a game of "Play" is: `quick` and `normal` have a clock for the game, `calm` has none, and over `days` each
move has a day.
"""

HandoverChoice = Literal["seat", "afresh", "no"]
"""How to play with people that were found: the newcomer takes the bot's `seat`, all deal `afresh`, or `no`, not now."""

ReactionWord = Literal["nice", "wow", "ouch"]
"""The reactions to a move: "Nice!", "Wow!" and "Ouch!"."""

ChatAllowed = Literal["off", "ready", "all"]
"""What people can send in the chat of a table: nothing, only quick replies and reactions, or everything."""

Against = Literal["people", "bots"]
"""Whether a game is rated among people, or for one person against bots."""


class TimeControl(msgspec.Struct, kw_only=True, omit_defaults=True, frozen=True, forbid_unknown_fields=True):
    """The time control, in seconds: `game_s` for the whole game and `move_s` more after each decision, or `move_s` for
    each decision if there is no `game_s`. A player whose time runs out resigns, or a bot plays on for them (`expired`).
    """

    game_s: float = 0
    move_s: float = 0
    expired: Literal["bot", "resign"] = "bot"

    @property
    def for_moves(self) -> bool:
        """Whether each decision has its own time."""
        return not self.game_s


class Takeover(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A bot plays for people who ask for it, or who have been disconnected for `after_s` seconds while another person
    at the table was there. People who were disconnected get their seat back by returning.
    """

    bot: str
    after_s: float


class VariantInfo(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A variant of a game, played with a custom box. `key` identifies it on this server; `by` is its uploader, empty if
    the host serves it; `words` summarize how much differs.
    """

    key: str
    title: str
    by: str = ""
    words: Words


class Refused(msgspec.Struct, kw_only=True):
    """The body of every HTTP response that is not a success."""

    error: str
