"""What all messages share: the version, limits, and the types that several subjects use."""

from __future__ import annotations

from typing import Literal

import msgspec

from cogtable.view import Words

PROTOCOL = 4

MAX_MESSAGE = 4096
"""The most bytes a message from a client may have."""

MAX_NAME = 24
"""The most characters in a name."""

MAX_TITLE = 40
"""The most characters in the title of a variant."""

RATED_LEAST = 5
"""After how many rated games a rating is told."""

LOSS_LEAST = 0.05
"""The smallest loss of a move (0 to 1) that an analysis marks. Smaller ones may be noise."""

MAX_TEXT = 200
"""The most characters in a chat message."""

MAX_SUBMISSION = 32
"""The most characters in the name that a client gives a move."""

MAX_HELD = 400
"""The most tables or tournaments that one request asks about."""

MAX_PLAYERS = 128
"""The most players of a tournament."""

MAX_ROUNDS = 30
"""The most rounds that the creator of a tournament can ask for."""


class Message(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type"):
    """A message over the WebSocket."""


QuickReply = Literal["sure", "well-played", "moment"]
"""The quick replies: "Sure!", "Well played" and "One moment". Everybody reads them in their own language."""

ReactionWord = Literal["nice", "wow", "ouch"]
"""The reactions to a move: "Nice!", "Wow!" and "Ouch!"."""

ChatAllowed = Literal["off", "ready", "all"]
"""What people may send in the chat of a table: nothing, only quick replies and reactions, or everything."""

Against = Literal["people", "bots"]
"""In whose company a game is rated: among people, or of one of them against bots."""


class TimeControl(msgspec.Struct, kw_only=True, omit_defaults=True, frozen=True, forbid_unknown_fields=True):
    """How long people may think, in seconds: `game_s` for the whole game and `move_s` more after each decision, or
    `move_s` for each decision where there is no `game_s`. Who runs out resigns, or a bot plays on for them (`expired`).
    """

    game_s: float = 0
    move_s: float = 0
    expired: Literal["bot", "resign"] = "bot"

    @property
    def for_moves(self) -> bool:
        """Whether each decision has its own time."""
        return not self.game_s


class Takeover(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A bot plays for people who ask for it, or who have been disconnected for `after_s` seconds while somebody else at
    the table was there. People who were disconnected get their seat back by returning.
    """

    bot: str
    after_s: float


class VariantInfo(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A variant of a game, played with a box of somebody's own. `key` names it here; `by` is who uploaded it, empty if
    the host serves it; `words` say in short how much differs.
    """

    key: str
    title: str
    by: str = ""
    words: Words


class Refused(msgspec.Struct, kw_only=True):
    """The body of every HTTP response that is not a success."""

    error: str
