"""Messages from the server over the WebSocket of a table or a puzzle."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from cogtable.server.wire.base import (
    Against,
    ChatAllowed,
    HandoverChoice,
    Message,
    QuickReply,
    ReactionWord,
    Takeover,
    TimeControl,
    VariantInfo,
)
from cogtable.view import AnyPart, Choice, Ghost, Overlay, Piece, View, Words


class Occupant(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The occupant of a seat. An `open` seat waits for a person to join. `here`: whether a person is connected.

    `taken_over_by` is the name of the bot that plays for the person now, `level` describes how it plays ("Thinks a
    little"), `bot` is its strength ("medium"; empty for a bot of another package), `rung` its level on the ladder of
    bots, from 1 (0 for a bot that is not on it), and `face` whose face it has ("Rivet", also for "Rivet 2"). A person
    who has `resigned` does not come back; with `out` the seat has dropped out and is no longer played. Another person
    can take a seat that is `free` in a running game. `short` says why the bot of the seat searched less than usual for
    its last move: the machine code of the game is not ready yet (`warming`), or too many tables wait for their bots
    (`busy`).
    """

    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    level: str = ""
    bot: str = ""
    rung: int = 0
    face: str = ""
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


class Doubt(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A question that the learner may have at a step, and the coach's answer, which is also given when one of the
    `pieces` is touched.
    """

    ask: Words
    answer: Words
    pieces: list[str] = []


class NextLesson(msgspec.Struct, kw_only=True):
    """The lesson after this one: its name and its title."""

    name: str
    title: Words


class Lesson(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A step of a lesson, counted from 0, of `steps` in all: the coach's text (`words`) and the `action` that the coach
    asks for. If that is -1, `SetStep` continues.

    `pieces` are the ids of the pieces or parts that the coach points at; the tail of the bubble points at the first.
    `tags` are other things that stay lit, each with its tag. `later` is the coach's text if something is touched too
    early; `doubts` are questions to choose from. While bots move, the coach says nothing.

    `name` and `title` are those of the lesson, `heading` is that of the step. At the last step, `following` is the
    game's next lesson, if it has another.
    """

    step: int
    steps: int
    words: Words = ""
    action: int = -1
    pieces: list[str] = []
    tags: list[Pointed] = []
    later: list[Pointed] = []
    name: str = ""
    title: Words = ""
    heading: Words = ""
    doubts: list[Doubt] = []
    following: NextLesson | None = None


class PuzzleState(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The state of a puzzle, number `number` of `of` of its game, counted from 1: whether it is still `open`, `solved`,
    or its line was `shown`. `words` are the task or the result. `following` is the key of the next one, empty after the
    last. At the end, `reasons` say what the first move brought, and how much worse the next best one is.
    """

    number: int
    of: int
    state: Literal["open", "solved", "shown"]
    words: Words
    following: str = ""
    reasons: list[Words] = []


class GoesBack(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The changes that the reader would see if moves were taken back. They list the pieces and tracks that are
    different now, each with the change in its count (such as "−2"), or no words; and the places that are empty now and
    to which pieces would go back.
    """

    changed: list[Pointed] = []
    places: list[Ghost] = []


class Resting(msgspec.Struct, kw_only=True):
    """A seat whose clock would be running if its person did not rest. For `rest_s` more seconds it is night for them,
    or they are on vacation.
    """

    seat: int
    why: Literal["night", "vacation"]
    rest_s: float


class Clocks(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The clocks of a table as of now. `left` are the seconds that each seat has left; the clocks of the seats
    `running` are running down. `control` is the time control.

    Those of the seats `resting` stand still. Seat `paused_by` has stopped all clocks, for at most `paused_s` more
    seconds; -1 if no seat has.
    """

    control: TimeControl
    left: list[float]
    running: list[int] = []
    paused_by: int = -1
    paused_s: float = 0
    resting: list[Resting] = []


class Question(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A question of a seat to the seats `asked`: to `end` the game without a winner, to `pause` the clocks for at most
    `seconds`, or to `undo` all moves after the first `back_to`, from its last decision on.

    The seats in `allowed` have agreed; once all have, it is carried out. `seen`: those moves revealed something hidden.
    `refused` is the seat that refused, -1 if none has; the same question cannot be asked again then. Playing a move
    also refuses. While an undo waits for answers, `goes_back` shows its changes, for readers with a seat.
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


class Newcomer(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A person that was found: their name, whether they are a `guest`, and their rating in this game with its
    `deviation`, if they have one.
    """

    name: str
    guest: bool = False
    rating: int | None = None
    deviation: int = 0


class Handover(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The question how to play with people that were found, number `number`. It ends in `left_s` seconds; who has not
    answered then means "not now".

    `ours`: it is about the game at this table; otherwise about the table of the others. With `seat`, the newcomer can
    take the seat of its bot; `words` say how far that game has got. Without it, all can only deal afresh. While the
    server finds that out (`judging`), nobody can answer. `answer` is the reader's; `agreed`, all have answered, and
    what follows.
    """

    number: str
    people: list[Newcomer]
    left_s: float
    ours: bool = False
    judging: bool = False
    seat: bool = False
    words: Words = ""
    answer: HandoverChoice | Literal[""] = ""
    agreed: Literal["", "seat", "afresh"] = ""


class Seek(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The search for people at a table of "Play", for a reader with a seat. It has lasted `waited_s` seconds, and has
    `found` people of the `wanted`; the bots at the table keep their seats warm. It rests for `paused_s` seconds after
    several offers were declined. `handover` is the standing question. `moved` is the table where the game goes on.
    `time_control` is the time that people will have.
    """

    waited_s: float = 0
    found: int = 0
    wanted: int = 0
    paused_s: float = 0
    time_control: TimeControl | None = None
    handover: Handover | None = None
    moved: str = ""


class TableNow(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The people at a table, and its state besides the game.

    `occupants` are the occupants of the seats, `watching` is the number of connected spectators; `started` is False
    until every seat is taken. `notice` is a message for everybody at this table. `undo`: the reader can take back a
    decision, or ask to. `question` is the standing question. `creator` is the seat of the table's creator, who can open
    seats and fill them with bots until the game begins; -1 if they have no seat. `resigning` says what would happen if
    the reader resigned: the game would `end`, their seat drop `out`, or a `bot` play on. It is empty if the reader
    cannot resign. `clocks` are those of the table, if it has any. `lines` are the reader's conditional moves, if they
    can have any. `rated`: the game changes the ratings of its people, among `people` or against `bots`; if not,
    `unrated` says why. `seek` is the search for people at a table of "Play".
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
    lines: Lines | None = None
    rated: Against | Literal[""] = ""
    unrated: Words = ""
    seek: Seek | None = None


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
    deal: int = 0


class Update(TableUpdate, tag="update", kw_only=True):
    """The table after a move.

    After hello, `view.log` has the whole log, later only the lines from number `view.log_from` on: those added since
    the previous update, or all lines from the first one that an undo changed. `now` has the people and the state of the
    table. Without `takeover`, no bot plays for people; `replacing` means that others can take the seats of people who
    are gone. `lesson` is the step of the lesson, for the learner; `puzzle` is the state of the puzzle, if this is one.
    `variant` is the variant that is played, if any. `branch_of` is the finished game that this branch continues, for
    the person who continues it. `deal` is the number of the deal of the day that is played, if it is one.

    `yours` are the seats of the people at one device, who share the connection's secret, if there are several.
    `curtain`: these people know different things, so none of them should see the view of another.
    """

    view: View


class ViewChanges(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The differences between a view and the one before.

    `fields` are the changed values of its fields, by their names; those in `cleared` have their default again. `parts`
    and `pieces` are the new or changed ones. If any were removed, added or reordered, `part_ids` and `piece_ids` are
    the ids of all of them, in order; otherwise all are still there in the same order.
    """

    fields: dict[str, Any]
    cleared: list[str] = []
    parts: list[AnyPart] = []
    pieces: list[Piece] = []
    part_ids: list[str] = []
    piece_ids: list[str] = []


class Changed(TableUpdate, tag="changed", kw_only=True):
    """The table after a move, for a client that keeps its views (see `Hello`).

    It means the same as an `Update` whose view is the last one sent on this connection, by `Update` or `Changed`, with
    these `changes` applied. The server can also send any view in an `Update`.
    """

    changes: ViewChanges


class Occupants(Message, tag="occupants", kw_only=True):
    """The people at the table, after a person came, went, sat down, asked something or let a bot play. The rest of the
    last update still holds.
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
    """The choices that a seat could have after the turn of the seat before it. Empty if the seat is not next.

    That turn is simulated, so some of the choices may not exist when it is over.
    """

    id: int
    ply: int
    choices: list[Choice]


class LineMove(msgspec.Struct, kw_only=True):
    """A move in a line of conditional moves, in words; a `seat` and an `action` of -1 are whatever others play."""

    seat: int
    action: int
    words: Words = ""


class Lines(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The conditional moves of a seat, which only it sees: what is left of its `lines`, from the present position on.
    `dropped` says why a line was dropped.
    """

    lines: list[list[LineMove]] = []
    dropped: Words = ""


class LineChoices(Message, tag="line-choices", kw_only=True):
    """After the moves of a line, `seat` would decide, alone; -1 if no seat would. `choices` are its moves: all for the
    reader's seat, and for others those that everybody may know.
    """

    id: int
    seat: int
    choices: list[LineMove]


class Overlays(Message, tag="overlaid", kw_only=True):
    """The overlays of a seat with their cells, in the present position or after the choice `action`."""

    id: int
    action: int = -1
    overlays: list[Overlay] = msgspec.field(default_factory=list)


class Considered(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A move in a hint, with the seat's chance of winning after it (0 to 1)."""

    action: int
    words: Words
    chance: float


class GivenReason(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A reason for a move that can be checked on the table: a title, and a sentence that may follow."""

    title: Words
    words: Words = ""


class Hint(Message, tag="advice", kw_only=True):
    """The best move found for a seat, from what it knows: the moves that the best bot (`master` or `expert`) considered
    most, the one with the highest chance first.

    `pieces` are touched by the advised choice; `chances` are each seat's chance of winning before the move, if the
    advised one is played, 0 to 1. `reasons` are at most three, for the advised move and against the others. `short`
    says why the search was short, as for an `Occupant`.
    """

    id: int
    ply: int
    pieces: list[str]
    moves: list[Considered]
    chances: list[float]
    reasons: list[GivenReason] = msgspec.field(default_factory=list)
    short: Literal["", "warming", "busy"] = ""


class OrderedSearch(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A search for a page: the record of a state, in base64, hidden for `seat`, -1 for a spectator; the `seed` of its
    deals, a number of up to 63 bits; the number of simulations; and the action that each begins with, -1 for any.
    """

    hidden: str
    seat: int
    seed: str
    simulations: int
    first: int = -1


class SearchTask(Message, tag="search", kw_only=True):
    """Searches for a page that has an engine, for its request `id`. They don't depend on each other. The page answers
    with `Searched`, which names the `task` and has at most `most` actions for each search.

    `guided`: with the network of the game.
    """

    id: int
    task: int
    most: int
    guided: bool = False
    searches: list[OrderedSearch]


class Verdict(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The verdict on a move: the seat's chance of winning after it and after the best one (0 to 1), from what the seat
    knew.

    The words and pieces of each are included if the reader is allowed to know them; those of the best move only if it
    is another one. `reasons` are at most three for the best move, also if that was played, as far as the reader may
    know. `stood_in`: a bot made the move for the person in the seat.
    """

    seat: int
    chance: float
    best: float
    words: Words = ""
    pieces: list[str] = []
    better: Words = ""
    better_pieces: list[str] = []
    reasons: list[GivenReason] = []
    stood_in: bool = False


class AnalysedPosition(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A position of an analysis: each seat's chance of winning (0 to 1) as a spectator knew it, and the verdict on the
    next move, if that was a decision. `taken_back` says who took back moves that were played from here.
    """

    chances: list[float]
    move: Verdict | None = None
    taken_back: list[Words] = []


class Cause(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Why the reader's seat did not win: the difference to a `winner` that is largest compared with other games.

    `own` and `theirs` are the numbers of both, in words `own_words` and `their_words`. `advice` says what to do next
    time; `lesson` and `lesson_title` are the game's strategy lesson about it. Both may be empty.
    """

    title: Words
    words: Words = ""
    winner: int
    own: int
    theirs: int
    own_words: Words
    their_words: Words
    advice: Words = ""
    lesson: str = ""
    lesson_title: Words = ""


class Analysis(Message, tag="analysis", kw_only=True):
    """An addition to an analysis: its positions from number `first` on. There will be `total` of them, one more than
    there were moves. While `warming`, the code it needs is being compiled, and it continues after that. `cause` comes
    with the first position, if there is one.
    """

    first: int
    total: int
    positions: list[AnalysedPosition]
    warming: bool = False
    cause: Cause | None = None


class Position(Message, tag="position", kw_only=True):
    """The table after `ply` moves, as the reader's seat is allowed to see it, without choices and log."""

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
    """The chat so far, limited to the messages that the connection is allowed to read. Sent after hello, unless chat is
    off, again after moves are taken back, and when the game is over. The last 200 messages of players are kept, and the
    last 200 of spectators.
    """

    allowed: ChatAllowed
    messages: list[ChatMessage]
    reactions: list[Reaction]


class Said(Message, tag="said", kw_only=True):
    """A new chat message, possibly the reader's own."""

    message: ChatMessage


class Reacted(Message, tag="reacted", kw_only=True):
    """A player has reacted to a move, or removed a reaction."""

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

- `malformed`: it is not a message of this protocol, or it names something that does not exist;
- `too-large`: it has more than 4096 bytes;
- `protocol`: the client uses another version, or did not begin with hello;
- `secret`: the secret belongs to no seat of the table;
- `not-seated`: the connection only watches;
- `late`: the decision it is about has been made or has changed;
- `illegal`: the rules do not allow the action;
- `waiting`: the seat has no decision to make now, or the game has not begun;
- `over`: the game has ended;
- `taken-over`: a bot plays for the seat, which must be taken back first;
- `no-takeover`: at this table no bot plays for people;
- `unknown-table`: this server does not have the table;
- `outdated`: the table cannot be opened here, since it needs rules that this server does not have (any more);
- `unavailable`: the table or its game cannot be loaded now, or the database does not answer, so it may be unknown
  whether data was stored; try again later;
- `busy`: too many messages or connections; try again later;
- `assists`: assists are off at this table;
- `lesson`: the lesson asks for another action, or there is none;
- `puzzle`: the move gives the win of the puzzle away, or the puzzle is over;
- `playing`: this is possible only after the end of the game;
- `paused`: the clocks are stopped, and players cannot move;
- `no-chat`: chat is off at this table, or only quick replies are allowed;
- `refused`: a player refused this, and no move was played since;
- `rated`: the game is rated, and this would make it unrated;
- `internal`: something went wrong on the server, and the error has been logged. The request may still have been stored;
  the table shows it then.

After an error in answer to hello the connection is closed.
"""


class Error(Message, tag="error", kw_only=True):
    """A message was refused. Nothing was changed, except possibly with the codes `internal` and `unavailable`. `id` is
    that of the refused message, if it had one.
    """

    code: Code
    words: str
    id: int = -1


class Rematch(Message, tag="rematch", kw_only=True):
    """Who wants to play again. Sent when the game is over, after a later hello, and after each change.

    The people in the seats `wanted` want to play again; those in `missing` have not said so yet. `starts` is the
    present seat of the player who would begin, -1 if no player is first. `table` is the new table, once all have
    agreed. There, everybody moves by one seat: the second player now will be first. Secrets stay the same.
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
    | LineChoices
    | Overlays
    | Hint
    | SearchTask
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
    """Returns a message in its encoded form."""
    return msgspec.json.encode(message).decode()
