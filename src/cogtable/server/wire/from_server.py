"""What the server sends over the WebSocket of a table or a puzzle."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from cogtable.server.wire.base import (
    Against,
    ChatAllowed,
    Message,
    QuickReply,
    ReactionWord,
    Takeover,
    TimeControl,
    VariantInfo,
)
from cogtable.view import AnyPart, Choice, Ghost, Piece, View, Words


class Occupant(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Who sits in a seat. An `open` seat waits for somebody to join. `here`: whether a person is connected.

    `taken_over_by` is the name of the bot that plays for the person now, `level` says how it plays ("Thinks a little"),
    and `bot` is its strength ("medium"; empty for a bot of another package). A person who has
    `resigned` does not come back; with `out` the seat has dropped out and nobody plays it. Somebody else can take a
    seat that is `free` in a running game. `short` tells why the bot of the seat searched less than usual for its last
    move: the machine code of the game is not ready yet (`warming`), or too many tables wait for their bots (`busy`).
    """

    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    level: str = ""
    bot: str = ""
    here: bool = False
    taken_over_by: str = ""
    resigned: bool = False
    out: bool = False
    free: bool = False
    short: Literal["", "warming", "busy"] = ""


class Pointed(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Words about a piece or a part of the view."""

    piece: str
    words: Words


class Lesson(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A step of a lesson, counted from 0, of `steps` in all: what the coach says (`words`) and the `action` that it
    asks for. If that is -1, `SetStep` goes on.

    `pieces` are the ids of the pieces or parts that the coach points at; the tail of the bubble points at the first.
    `tags` are other things that stay lit, each with its tag. `later` is what the coach says if something is touched too
    early. While bots move, the coach says nothing.
    """

    step: int
    steps: int
    words: Words = ""
    action: int = -1
    pieces: list[str] = []
    tags: list[Pointed] = []
    later: list[Pointed] = []


class PuzzleState(msgspec.Struct, kw_only=True, omit_defaults=True):
    """How a puzzle stands, number `number` of `of` of its game, from 1: whether it is still `open`, `solved`, or its
    line was `shown`. `words` say what is asked, or what came of it. `following` is the key of the next one, empty after
    the last.
    """

    number: int
    of: int
    state: Literal["open", "solved", "shown"]
    words: Words
    following: str = ""


class GoesBack(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What the reader would see change if moves were taken back: the pieces and tracks that stand otherwise now, each
    with how much more or less it would count then (such as "−2"), or no words; and the places to which pieces would go
    back where nothing lies now.
    """

    changed: list[Pointed] = []
    places: list[Ghost] = []


class Clocks(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The clocks of a table as of now. `left` are the seconds that each seat has left, and those of the seats `running`
    run down; `control` is what everybody has.

    Seat `paused_by` has stopped all of it, for at most `paused_s` more seconds; -1 if nobody has.
    """

    control: TimeControl
    left: list[float]
    running: list[int] = []
    paused_by: int = -1
    paused_s: float = 0


class Question(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What a seat asks the seats `asked` to agree to: to `end` the game without a winner, to `pause` the clocks for at
    most `seconds`, or to `undo` all moves after the first `back_to`, from its last decision on.

    The seats in `allowed` have agreed; once all have, it is carried out. `seen`: those moves revealed something
    hidden. `refused` is the seat that refused, -1 if none has; the same cannot be asked again then. Playing a move also
    refuses. While an undo waits for answers, `goes_back` is what it would change, for those with a seat.
    """

    number: int
    kind: Literal["undo", "end", "pause"]
    seat: int
    asked: list[int]
    allowed: list[int] = []
    back_to: int = 0
    seconds: float = 0
    seen: bool = False
    refused: int = -1
    goes_back: GoesBack | None = None


class TableNow(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Who is at a table, and what is going on there besides the game.

    `occupants` tells who sits where, `watching` how many spectators are connected; `started` is False until every seat
    is taken. `notice` is something that everybody should know about this table. `undo`: the reader can take back a
    decision, or ask to. `question` is the standing question. `creator` is the seat of the table's creator, who can open
    seats and fill them with bots until the game begins; -1 if they have no seat. `resigning` tells what would happen if
    the reader resigned: the game would `end`, their seat drop `out`, or a `bot` play on. It is empty if the reader
    cannot resign. `clocks` are those of the table, if it has any. `rated`: the game changes the ratings of its people,
    among `people` or against `bots`; if not, `unrated` says why.
    """

    occupants: list[Occupant]
    watching: int = 0
    started: bool = True
    notice: Words = ""
    undo: bool = False
    question: Question | None = None
    creator: int = -1
    resigning: Literal["", "end", "out", "bot"] = ""
    clocks: Clocks | None = None
    rated: Against | Literal[""] = ""
    unrated: Words = ""


class TableUpdate(Message, kw_only=True):
    """The fields that `Update` and `Changed` share."""

    now: TableNow
    takeover: Takeover | None = None
    replacing: bool = False
    yours: list[int] = msgspec.field(default_factory=list)
    curtain: bool = False
    lesson: Lesson | None = None
    puzzle: PuzzleState | None = None
    variant: VariantInfo | None = None
    branch_of: str = ""


class Update(TableUpdate, tag="update", kw_only=True):
    """The table after a move.

    After hello, `view.log` has the whole log, later only the lines from number `view.log_from` on: those added since
    the previous update, or all lines from the first one that an undo changed. `now` tells who is there. Without
    `takeover`, no bot plays for people; `replacing` means that others may take the seats of people who are gone.
    `lesson` is the step of the lesson, for the learner; `puzzle` is how the puzzle stands, if this is one. `variant` is
    what is played, if not the game itself. `branch_of` is the finished game that is played on here, for the one who
    plays it on.

    `yours` are the seats of the people at one device, who share the connection's secret, if there are several.
    `curtain`: these people know different things, so none of them should see the view of another.
    """

    view: View


class ViewChanges(msgspec.Struct, kw_only=True, omit_defaults=True):
    """How a view differs from the one before.

    `fields` are the other values of its fields, by their names; those in `cleared` hold their default again. `parts`
    and `pieces` are those that are new or not as they were. Where they are others than before or in another order,
    `part_ids` and `piece_ids` are the ids of all of them, in order; else all that were there stay where they were.
    """

    fields: dict[str, Any]
    cleared: list[str] = []
    parts: list[AnyPart] = []
    pieces: list[Piece] = []
    part_ids: list[str] = []
    piece_ids: list[str] = []


class Changed(TableUpdate, tag="changed", kw_only=True):
    """The table after a move, for a client that keeps its views (see `Hello`).

    It means what the `Update` means whose view is the last one sent on this connection, in an `Update` or by `Changed`,
    with these `changes`. Any view may come in an `Update` all the same.
    """

    changes: ViewChanges


class Occupants(Message, tag="occupants", kw_only=True):
    """Who is at the table, after somebody came, went, sat down, asked something or let a bot play. The rest of the last
    update still holds.
    """

    now: TableNow


class Accepted(Message, tag="accepted", kw_only=True):
    """The request `id` is stored and carried out. The table is now at move `ply`, and moves have been taken back
    `undone` times. The update follows in a separate message.
    """

    id: int
    ply: int
    undone: int = 0


class Why(Message, tag="reason", kw_only=True):
    """Why a piece cannot be chosen; empty when it can."""

    id: int
    piece: str
    words: Words


class Premoves(Message, tag="plan", kw_only=True):
    """What a seat could choose after the turn of the seat before it. Empty if the seat is not next.

    That turn is imagined, so some of the choices may not exist when it is over.
    """

    id: int
    ply: int
    choices: list[Choice]


class Considered(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A move in a hint, with the seat's chance of winning after it (0 to 1)."""

    action: int
    words: Words
    chance: float


class Hint(Message, tag="advice", kw_only=True):
    """The best move found for a seat, from what it knows: the moves that the best bot (`master` or `expert`) considered
    most, the one with the highest chance first.

    `pieces` are touched by the advised choice; `chances` are each seat's chance of winning before the move, if the
    advised one is played, 0 to 1. `short` tells why it was a quick look, as for an `Occupant`.
    """

    id: int
    ply: int
    pieces: list[str]
    moves: list[Considered]
    chances: list[float]
    short: Literal["", "warming", "busy"] = ""


class Verdict(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The verdict on a move: the seat's chance of winning after it and after the best one (0 to 1), from what the seat
    knew.

    The words and pieces of each are included if the reader may know them; those of the best move only if it is another
    one. `stood_in`: a bot made the move for the person in the seat.
    """

    seat: int
    chance: float
    best: float
    words: Words = ""
    pieces: list[str] = []
    better: Words = ""
    better_pieces: list[str] = []
    stood_in: bool = False


class AnalysedPosition(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A position of an analysis: each seat's chance of winning (0 to 1) as a spectator knew it, and the verdict on the
    next move, if that was a decision. `taken_back` tells who took back moves that were played from here.
    """

    chances: list[float]
    move: Verdict | None = None
    taken_back: list[Words] = []


class Analysis(Message, tag="analysis", kw_only=True):
    """An addition to an analysis: its positions from number `first` on. There will be `total` of them, one more than
    there were moves. While `warming`, the code it needs is being compiled, and it continues after that.
    """

    first: int
    total: int
    positions: list[AnalysedPosition]
    warming: bool = False


class Position(Message, tag="position", kw_only=True):
    """The table after `ply` moves, as the reader's seat may see it, without choices and log."""

    id: int
    ply: int
    view: View


class ChatMessage(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A chat message, sent after `ply` moves, `at` a time in seconds since 1970: a `text`, or the quick reply `ready`.

    The messages of a table are numbered. For a spectator, `seat` is -1 and `name` is given.
    """

    number: int
    seat: int = -1
    name: str = ""
    text: str = ""
    ready: QuickReply | Literal[""] = ""
    ply: int
    at: float


class Reaction(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A seat's reaction to move `ply`; empty when it was removed."""

    ply: int
    seat: int
    word: ReactionWord | Literal[""]


class Chat(Message, tag="chat", kw_only=True):
    """The chat so far, as far as the connection may read it. Sent after hello, unless chat is off, again after moves
    are taken back, and when the game is over. The last 200 messages of players are kept, and the last 200 of
    spectators.
    """

    allowed: ChatAllowed
    messages: list[ChatMessage]
    reactions: list[Reaction]


class Said(Message, tag="said", kw_only=True):
    """A new chat message, perhaps the reader's own."""

    message: ChatMessage


class Reacted(Message, tag="reacted", kw_only=True):
    """Somebody has reacted to a move, or removed a reaction."""

    reaction: Reaction


Code = Literal[
    "malformed",
    "too-large",
    "protocol",
    "secret",
    "not-seated",
    "late",
    "illegal",
    "waiting",
    "over",
    "taken-over",
    "no-takeover",
    "unknown-table",
    "outdated",
    "unavailable",
    "busy",
    "assists",
    "lesson",
    "puzzle",
    "playing",
    "paused",
    "no-chat",
    "refused",
    "rated",
    "internal",
]
"""Why a message was refused:

- `malformed`: it is no message of this protocol, or names something that is not there;
- `too-large`: it has more than 4096 bytes;
- `protocol`: the client speaks another version, or did not begin with hello;
- `secret`: the secret belongs to no seat of the table;
- `not-seated`: the connection only watches;
- `late`: the decision it is about is past;
- `illegal`: the rules do not allow the action;
- `waiting`: the seat has nothing to decide now, or the game has not begun;
- `over`: the game has ended;
- `taken-over`: a bot plays for the seat, which must be taken back first;
- `no-takeover`: at this table no bot plays for people;
- `unknown-table`: there is no such table here;
- `outdated`: the table cannot be opened here, since it takes rules that this server does not have (any more);
- `unavailable`: the table or its game cannot be loaded just now, or the database does not answer, so it may not be
  known whether something was stored; try again later;
- `busy`: too many messages or connections; try again later;
- `assists`: assists are off at this table;
- `lesson`: the lesson asks for another action, or there is none;
- `puzzle`: the move lets the win of the puzzle go, or the puzzle is over;
- `playing`: this is possible only after the end of the game;
- `paused`: the clocks are stopped, and nobody can move;
- `no-chat`: chat is off at this table, or only quick replies are allowed;
- `refused`: somebody refused this, and nobody has moved since;
- `rated`: the game is rated, and would not be any more after this;
- `internal`: something went wrong on the server, and its log says what. What was asked for may be stored all the
  same; the table shows it then.

After an error in answer to hello the connection is closed.
"""


class Error(Message, tag="error", kw_only=True):
    """A message was refused. Nothing was changed, except perhaps where the code is `internal` or `unavailable`. `id` is
    that of the refused message, if it had one.
    """

    code: Code
    words: str
    id: int = -1


class Rematch(Message, tag="rematch", kw_only=True):
    """Who wants to play again. Sent when the game is over, after a later hello, and after each change.

    The people in the seats `wanted` want to play again; those in `missing` have not said so yet. `starts` is the
    present seat of the player who would begin, -1 if nobody is first. `table` is the new table, once all have agreed.
    There, everybody moves by one seat: the second now will be first. Secrets stay the same.
    """

    table: str = ""
    wanted: list[int] = msgspec.field(default_factory=list)
    missing: list[int] = msgspec.field(default_factory=list)
    starts: int = -1


class Pong(Message, tag="pong", kw_only=True):
    """The answer to `Ping`."""


FromServer = (
    Update
    | Changed
    | Occupants
    | Accepted
    | Why
    | Premoves
    | Hint
    | Analysis
    | Position
    | Chat
    | Said
    | Reacted
    | Error
    | Rematch
    | Pong
)


def encode(message: FromServer) -> str:
    """A message as it is sent."""
    return msgspec.json.encode(message).decode()
