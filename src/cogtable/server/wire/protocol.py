"""The protocol: every message between the client and the server, as structs.

The lobby uses HTTP with JSON bodies; a table exchanges JSON messages over one WebSocket, distinguished by their `type`.
The version goes up when a message changes its meaning or loses a field.

A seat belongs to whoever has its secret, or to an account, that is, to whoever is signed in with its cookie. Nobody
else can act for it, and nobody else is sent what only it may see.

A connection starts with `Hello`. The answer is an `Update` with the whole log, or an `Error`, after which the
connection is closed. After the first `Update` comes a `Chat` with what was said so far. Then:

- Each `Act`, `SetTakeover`, `SetStep`, `Undo`, `Answer`, `Withdraw`, `Resign`, `OfferEnd`, `OfferPause`, `Resume`,
  `SetSeat`, `PlayAgain`, `Say` and `React` is answered by `Accepted` or `Error`. Whatever is accepted is on the
  server's disk.
- Each `AskWhy` is answered by `Why` or `Error`, each `AskHint` by `Hint` or `Error`.
- An `Update` follows each move and each undo, or a `Changed` if the client keeps views; `Occupants` whenever somebody
  comes or goes; and a `Said` or `Reacted` each message or reaction.
- When the game is over, `Analyse` is answered by `Analysis` messages as the analysis proceeds, and `Look` by
  `Position`; before that, both are answered by `Error`.

If a connection breaks, or the server drops it because it does not keep up, the client reconnects with another `Hello`.
Nothing is lost, but an analysis must be requested again. An `Act` that was not answered may be sent again with the
same `ply` and the same `submission`: it is played once, and accepted again if it is stored already.

A puzzle (`/api/puzzles/{game}/{key}/ws`) has a WebSocket of its own, with the same messages: after `Hello` and the
`Update`, an `Act` that keeps the win is answered by `Accepted`, and an `Update` for it and each answer to it; one that
gives the win away by an `Error` with the code `puzzle`. `ShowLine` plays the rest of the line, and `AskWhy` is answered
as at a table. A new connection begins the puzzle anew.

The server sends WebSocket pings, which every client answers automatically, and closes a connection that leaves one
unanswered for some seconds. A page cannot see those pings; to find out whether the server is still there, it sends
`Ping`.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from cogtable.view import AnyPart, Choice, Component, Face, Ghost, LegendEntry, Piece, View, Words

PROTOCOL = 3

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
"""The most rounds that the maker of a tournament can ask for."""


class Message(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type"):
    """A message over the WebSocket."""


# --- from the client ------------------------------------------------------------------------------


class Hello(Message, tag="hello", kw_only=True):
    """The first message on a connection. `secret` is that of a seat. Without it, the connection has the seats of the
    account that is signed in; if there are none, it is a spectator's.

    If several people at one device share a secret, `seat` is the seat to show. Without it, the connection is shown what
    everybody may see (see `Switch`).

    `keeps`: the client keeps the view that it was sent last, so the next may be told by what has changed (see
    `Changed`).
    """

    protocol: int
    secret: str = ""
    seat: int = -1
    keeps: bool = False


class Act(Message, tag="act", kw_only=True):
    """Plays an action for the seat of the connection. `ply` is the number of moves that the sender has seen, and
    `undone` how often moves had been taken back.

    It is refused as late if the seat has acted since or its choices have changed. So where players take turns, `ply`
    must be that of the last update; where all choose at the same time, another player's choice makes nobody late. The
    answer repeats `id`.

    `submission` is a random text of at most 32 characters that the sender makes up for each move and repeats when it
    sends the move again. So the answer to a repeated `Act` is certain: `Accepted` if this very move is stored, else an
    `Error`, and then it is not stored; only with the code `unavailable` that is not known yet.
    """

    id: int
    ply: int
    action: int
    undone: int = 0
    submission: str = ""


class AskWhy(Message, tag="why", kw_only=True):
    """Asks why a piece, or a zone that is a target, cannot be chosen."""

    id: int
    ply: int
    piece: str
    undone: int = 0


class SetTakeover(Message, tag="takeover", kw_only=True):
    """Lets a bot play for the seat of the connection (`on`), or takes the seat back. Asking twice does no harm.

    The owner keeps the seat and can take it back at any time. The answer repeats `id`.
    """

    id: int
    on: bool


class PlanAhead(Message, tag="ahead", kw_only=True):
    """Asks what the seat of the connection could choose after the turn of the seat before it, to plan a move.

    `ply` must be that of the last update. The answer, `Ahead`, repeats `id`.
    """

    id: int
    ply: int


class AskHint(Message, tag="hint", kw_only=True):
    """Asks what the best bot would do for the seat of the connection, which must have a decision to make.

    The answer takes a moment. It is `late` if the decision has passed by then, or if the connection asks again before
    it comes. In a rated game among people there are none; in one against bots the answer is the error `rated`, unless
    the sender takes the game to be `unrated` from then on.
    """

    id: int
    ply: int
    undone: int = 0
    unrated: bool = False


class Undo(Message, tag="undo", kw_only=True):
    """Takes back the last decision of the seat of the connection, and all moves since.

    This happens at once if those moves revealed nothing hidden and nobody else has chosen since, or if only bots play
    the other seats. Otherwise the other people are asked (`Question`). `ply` and `undone` are as in `Act`. The answer
    repeats `id`. In a rated game against bots it is the error `rated` if those moves revealed something, unless the
    sender takes the game to be `unrated` from then on.
    """

    id: int
    ply: int
    undone: int = 0
    unrated: bool = False


class Answer(Message, tag="answer", kw_only=True):
    """Agrees to the question with this number, or refuses it, which is final. The answer repeats `id`."""

    id: int
    question: int
    allow: bool


class Withdraw(Message, tag="withdraw", kw_only=True):
    """Withdraws the question with this number, which the seat of the connection asked. The answer repeats `id`."""

    id: int
    question: int


class Resign(Message, tag="resign", kw_only=True):
    """Resigns for the seat of the connection, for good: the game ends, the seat drops out, or a bot plays on. The
    answer repeats `id`.
    """

    id: int


class OfferEnd(Message, tag="offer-end", kw_only=True):
    """Asks the other people to end the game without a winner (`Question`). The answer repeats `id`."""

    id: int


class OfferPause(Message, tag="pause", kw_only=True):
    """Asks the other people to stop all clocks for at most `seconds` (`Question`). The answer repeats `id`."""

    id: int
    seconds: float


class Resume(Message, tag="go-on", kw_only=True):
    """Ends the pause that the seat of the connection asked for. The answer repeats `id`."""

    id: int


class SetSeat(Message, tag="seat", kw_only=True):
    """Opens a seat, whoever sits there, or lets a `bot` play it. Only the creator of the table can do this, and only
    before the game begins. The answer repeats `id`.
    """

    id: int
    seat: int
    bot: str = ""


class Analyse(Message, tag="analyse", kw_only=True):
    """Asks for the analysis of a finished game, and for additions as it proceeds."""

    id: int


class Look(Message, tag="look", kw_only=True):
    """Asks for the table after `ply` moves of a finished game."""

    id: int
    ply: int


class PlayAgain(Message, tag="again", kw_only=True):
    """Says whether the seat of the connection wants to play again (`on`), after the game is over. Sending it twice does
    no harm.

    Once all people at the table want it, the same table is set up again, with everybody moved by one seat. The answer
    repeats `id`; then everybody gets a `Rematch`.
    """

    id: int
    on: bool


class SetStep(Message, tag="step", kw_only=True):
    """Goes to a step of the lesson, counted from 0: back to an earlier one, which takes back the moves since, or on to
    the next one from a step that asks for no action. The answer repeats `id`.
    """

    id: int
    step: int


class ShowLine(Message, tag="line", kw_only=True):
    """Plays the line of a puzzle from here on to its end. The answer repeats `id`; the moves follow as updates."""

    id: int


class Ping(Message, tag="ping", kw_only=True):
    """Checks the connection; answered by `Pong` at once, ahead of pending answers."""


QuickReply = Literal["sure", "well-played", "moment"]
"""The quick replies: "Sure!", "Well played" and "One moment". Everybody reads them in their own language."""

ReactionWord = Literal["nice", "wow", "ouch"]
"""The reactions to a move: "Nice!", "Wow!" and "Ouch!"."""

Uploads = Literal["off", "here", "all"]
"""Who may upload boxes: nobody, people at the machine that the server runs on, or everybody who can reach it."""

ChatAllowed = Literal["off", "ready", "all"]
"""What people may send in the chat of a table: nothing, only quick replies and reactions, or everything."""


Against = Literal["people", "bots"]
"""In whose company a game is rated: among people, or of one of them against bots."""


class Say(Message, tag="say"):
    """Sends a chat message: a `text` of 1 to 200 characters, or a quick reply. Characters that are invisible or
    change how other text is shown are removed.

    Players and spectators have separate chats until the game is over; then everybody can read both. Spectators must
    give a `name`. A person may send five messages in a row, then one every two seconds. The answer repeats `id`.
    """

    id: int
    text: str = ""
    ready: QuickReply | Literal[""] = ""
    name: str = ""


class React(Message, tag="react"):
    """Reacts with a word to move `ply`, counted from 1, of another seat. It replaces an earlier reaction to that move;
    without a `word`, it only removes that. The answer repeats `id`.
    """

    id: int
    ply: int
    word: ReactionWord | Literal[""] = ""


class Switch(Message, tag="switch"):
    """Asks for the view of another of the seats that share the connection's secret, or with -1 for what everybody may
    see, as while a device is passed on. The answer is an `Update` with the whole log, or `Error`.
    """

    id: int
    seat: int


FromClient = (
    Hello
    | Act
    | AskWhy
    | SetTakeover
    | PlanAhead
    | AskHint
    | Undo
    | Answer
    | Withdraw
    | Resign
    | OfferEnd
    | OfferPause
    | Resume
    | SetSeat
    | Analyse
    | Look
    | PlayAgain
    | SetStep
    | ShowLine
    | Say
    | React
    | Switch
    | Ping
)


# --- from the server ------------------------------------------------------------------------------


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


class TableNow(Message, kw_only=True):
    """What an update tells besides the view."""

    occupants: list[Occupant]
    watching: int = 0
    started: bool = True
    notice: Words = ""
    takeover: Takeover | None = None
    replacing: bool = False
    yours: list[int] = []
    curtain: bool = False
    undo: bool = False
    question: Question | None = None
    creator: int = -1
    resigning: Literal["", "end", "out", "bot"] = ""
    clocks: Clocks | None = None
    rated: Against | Literal[""] = ""
    unrated: Words = ""
    lesson: Lesson | None = None
    puzzle: PuzzleState | None = None
    variant: VariantInfo | None = None
    branch_of: str = ""


class Update(TableNow, tag="update", kw_only=True):
    """The table after a move.

    After hello, `view.log` has the whole log, later only the lines from number `view.log_from` on: those added since
    the previous update, or all lines from the first one that an undo changed. `occupants` tells who sits where,
    `watching` how many spectators are connected; `started` is False until every seat is taken. `notice` is something
    everybody should know about this table besides the game. Without `takeover`, no bot plays for people; `replacing`
    means that others may take the seats of people who are gone. `undo`: the reader can take back a decision, or ask to.
    `question` is the standing question. `creator` is the seat of whoever created the table, who can open seats and fill
    them with bots until the game begins; -1 if they have no seat. `resigning` tells what would happen if the reader
    resigned: the game would `end`, their seat drop `out`, or a `bot` play on. It is empty if the reader cannot resign.
    `clocks` are those of the table, if it has any. `rated`: the game changes the ratings of its people, among `people`
    or against `bots`; if not, `unrated` says why. `lesson` is the step of the lesson, for the
    learner; `puzzle` is how the puzzle stands, if this is one. `variant` is what is played, if not the game itself.
    `branch_of` is the finished game that is played on here, for the one who plays it on.

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


class Changed(TableNow, tag="changed", kw_only=True):
    """The table after a move, for a client that keeps its views (see `Hello`).

    It means what the `Update` means whose view is the last one sent on this connection, in an `Update` or by `Changed`,
    with these `changes`. Any view may come in an `Update` all the same.
    """

    changes: ViewChanges


class Occupants(Message, tag="occupants", kw_only=True):
    """Who is at the table, after somebody came, went, sat down, asked something or let a bot play.

    The fields are those of `Update`; the rest of the last update still holds.
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


class Ahead(Message, tag="plan", kw_only=True):
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
    present seat of whoever would begin, -1 if nobody is first. `table` is the new table, once all have agreed. There,
    everybody moves by one seat: whoever sits second now will sit first. Secrets stay the same.
    """

    table: str = ""
    wanted: list[int] = []
    missing: list[int] = []
    starts: int = -1


class Pong(Message, tag="pong", kw_only=True):
    """The answer to `Ping`."""


FromServer = (
    Update
    | Changed
    | Occupants
    | Accepted
    | Why
    | Ahead
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


# --- Lobby (HTTP, JSON) ---------------------------------------------------------------------------


class OptionInfo(msgspec.Struct, kw_only=True, omit_defaults=True):
    """An option of a game: a whole number from `low` to `high`, or one of `choices` (its index is the value).

    `on_off`: it is a switch, whose two choices need no words.
    """

    name: str
    title: str
    text: str
    default: int
    low: int
    high: int
    choices: list[str] = []
    on_off: bool = False


class BotInfo(msgspec.Struct, kw_only=True):
    """A bot of another package: its name, what people see as its name, and how it plays."""

    name: str
    label: str
    text: str


class VariantInfo(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A variant of a game, played with a box of somebody's own. `key` names it here; `by` is who uploaded it, empty if
    the host serves it; `words` say in short how much differs.
    """

    key: str
    title: str
    by: str = ""
    words: Words


class FieldChange(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One value that differs, in words: what the box calls it (empty if the difference is about nothing else), and what
    it was and is; empty where there is none.
    """

    field: Words = ""
    old: Words = ""
    new: Words = ""


class Difference(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A card of a variant that differs from the game's own, or is not there any more; or one number that belongs to no
    card. `face` is the card as it looks now, or looked.
    """

    kind: Literal["added", "removed", "changed"]
    name: Words
    face: Face | None = None
    fields: list[FieldChange] = []


class Variant(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/boxes/{key}`, and the answer to an upload: a variant with what differs from the game's own box, and how
    many differences are left out (`more`). `pieces` are the cards that differ, wherever they lie on a table.
    """

    key: str
    game: str
    title: str
    by: str = ""
    words: Words
    differences: list[Difference]
    more: int = 0
    pieces: list[str] = []


class NewBox(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/boxes`: a box file that somebody uploads to play with: its text, what the file is called, and the name
    of whoever uploads it. The answer is the `Variant`, or the mistakes line by line.
    """

    game: str
    text: str
    file: str = ""
    name: str = ""


class GameInfo(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A game that can be played here. `GET /api/games`."""

    name: str
    title: str
    tagline: str
    minutes: int
    min_seats: int
    max_seats: int
    art: str
    """The name of a picture of the client, or the address, with a `/` before it, of one that the game brings along."""
    options: list[OptionInfo]
    lesson: int = 0
    """The number of steps of the game's lesson; 0 if it has none."""
    puzzles: list[str] = []
    """The keys of the game's puzzles, the easiest first."""
    bots: list[BotInfo] = []
    """The bots of other packages that play the game, beside those of `Games`."""
    variants: list[VariantInfo] = []
    """Those that the host serves."""


class Games(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Answer to `GET /api/games`: the games, and the bots (name and how it plays) that can sit at a table of any.
    `uploads`: the reader may upload boxes; `workbench`: the server has a page for each game where its box is changed.
    """

    games: list[GameInfo]
    bots: list[tuple[str, str]]
    uploads: bool = False
    workbench: bool = False


class NewSeat(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who will sit in a seat of a new table: `me`, `open` (a friend joins by link), or `bot`.

    Several seats with `me` are people at one device, who share a secret. Each has a `name`; a seat without one gets the
    name of the table's creator.
    """

    kind: Literal["me", "open", "bot"]
    bot: str = ""
    name: str = ""


class NewTable(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/tables`. `options` by name; `listed` shows the table among the open ones while it has an open seat,
    `public` among those that can be watched while it is played. `seed` is for tests and replays; by default the server
    draws one. Without `takeover`, the table waits for people who leave. `chat` is what people may send. `replacing`:
    others may take the seat of somebody who has resigned, or has been disconnected for five minutes, or for the time in
    `takeover` if that is longer, and then see what that seat sees. Without `time_control`, people have all the time.

    `variant` is the key of the box to play with, if not the game's own. A `rated` game changes the ratings of its
    people, unless something speaks against it, which `Update` tells; among people it has 7 days for each move if there
    is no `time_control`.

    With `lesson`, the table is for the game's lesson, which has its own seats, options and seed: leave these out.
    `name` is what a guest is called; against bots it can be left out.
    """

    game: str
    variant: str = ""
    seats: list[NewSeat] = []
    lesson: bool = False
    name: str = ""
    options: dict[str, int] = {}
    listed: bool = False
    public: bool = False
    seed: int | None = None
    takeover: Takeover | None = None
    chat: ChatAllowed = "all"
    replacing: bool = False
    time_control: TimeControl | None = None
    rated: bool = False


class Notice(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/notice`: what whoever runs the server has to say to everybody. At a table its `notice` tells it."""

    words: Words = ""


class Reach(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/reach`: who can open a link to this server.

    `network`: everybody in the same network, at `address` ("http://192.168.1.24:8000"); if that is empty, at the
    address that the reader used. `anyone`: everybody, at the address that the reader used. `machine`: only the machine
    that the server runs on. If `command` is not empty, it starts the server so that others can reach it.
    """

    who: Literal["network", "anyone", "machine"]
    address: str = ""
    command: str = ""


class Seated(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Answer to a new table, a branch or a join: the table, and the seat with its secret (-1, none). The seat of
    somebody who is signed in belongs to their account, and has no secret.
    """

    table: str
    seat: int = -1
    secret: str = ""


class Join(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/tables/{table}/join`. Takes the open or free seat `seat`, or the first one."""

    name: str
    seat: int | None = None


class Branch(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/tables/{table}/branch`. Continues a finished game after `ply` of its moves, at a new table. The sender
    keeps the seat whose secret is sent (`Authorization: Bearer ...`), and `bot` plays for all other people.
    """

    ply: int
    bot: str


class TableInfo(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A table in a list. `GET /api/tables` returns the open ones, `GET /api/live` the public ones being played; `POST
    /api/mine` those whose secrets are sent. `watching` is how many spectators are connected.
    `waiting` are the seats that must decide, `seat` is the reader's, `words` tells how far the game is ("Round 17").
    `lesson` is the step of the lesson, counted from 0; -1 if there is none or it is over. `variant` is the title of the
    variant that is played, `tournament` the one that the table belongs to. `rated`: the game changes ratings. `left_s`
    are the seconds that the reader has left, where there is a clock, which run down while the reader is among the
    `waiting`: `for_move` says whether for this move or for the game. `places` has that of each seat, from 1, once the
    game is over and somebody has won. `time_control`: how long people may think; none, as long as they like.
    """

    table: str
    game: str
    occupants: list[Occupant]
    created: float
    started: bool
    over: bool
    words: Words = ""
    waiting: list[int] = []
    seat: int = -1
    lesson: int = -1
    watching: int = 0
    variant: str = ""
    rated: bool = False
    left_s: float | None = None
    for_move: bool = False
    tournament: str = ""
    places: list[int] = []
    time_control: TimeControl | None = None


Method = Literal["robin", "swiss"]
"""How players are paired: Swiss, or round robin."""

TournamentState = Literal["open", "running", "over"]
"""Before the first round, during the rounds, after the last."""


class NewTournament(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/tournaments`. `by` is what its maker is called, who takes part if `plays`; `options` by name, without
    assists if nothing is said of them; `listed` shows it to everybody.

    Tables have `seats` players; with more than two, some have one less, but at least three. `method` is a
    round robin (at larger tables everybody meets as many others as there are rounds for) or a Swiss; `twice` plays a
    round robin twice. Without `rounds`, there are as many as it takes, as always in a round robin with two at a table.

    Without `time_control` people have all the time. Whoever does not make their first move within `late_s` seconds
    loses; 0: only their clock counts. The next round begins `pause_s` seconds after the last table is over; without it,
    when the maker says so. `starts` is when the first one begins by itself, in seconds since 1970.
    """

    name: str
    by: str
    game: str
    variant: str = ""
    options: dict[str, int] = {}
    seats: int = 2
    method: Method = "swiss"
    twice: bool = False
    rounds: int = 0
    most: int = MAX_PLAYERS
    time_control: TimeControl | None = None
    late_s: float = 0
    pause_s: float | None = None
    starts: float | None = None
    chat: ChatAllowed = "all"
    listed: bool = True
    plays: bool = True


class Entered(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Answer to a new tournament or to who joins one: the tournament, the entrant's number in it (-1, none), and the
    secret by which they are known, which is also that of their seats. Those who are signed in have none.
    """

    tournament: str
    number: int = -1
    secret: str = ""


class JoinTournament(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/tournaments/{tournament}/join`: takes part from the next round on."""

    name: str


class ChosenEntrant(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/tournaments/{tournament}/withdraw`, `.../return` and `.../forfeit`: the entrant `number` leaves, takes
    part again, or loses at their table of this round. Only the maker can name another than themselves. Without a
    number it is the sender.
    """

    number: int = -1


class TournamentInfo(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A tournament in a list. `GET /api/tournaments` returns the listed ones; `POST /api/tournaments/mine` those that
    the reader made or takes part in, by the secrets of a `Mine` or by their account.

    The fields are those of `NewTournament`; `variant` is a title. `players` take part, `round` is the present one, 0
    before the first. `due` is when the next begins by itself. `mine`: the reader made it; `entered`: they take part.
    """

    tournament: str
    name: str
    game: str
    by: str
    created: float
    state: TournamentState
    variant: str = ""
    seats: int = 2
    method: Method = "swiss"
    twice: bool = False
    players: int = 0
    most: int = MAX_PLAYERS
    round: int = 0
    rounds: int = 0
    due: float | None = None
    time_control: TimeControl | None = None
    late_s: float = 0
    pause_s: float | None = None
    mine: bool = False
    entered: bool = False


class Entrant(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Somebody who takes part, with their place in the standing. `tiebreaks` has a value for each of the tournament's.

    `since` is the first round in which they take part. Whoever is `gone` gets no table: they left, did not come to
    their table, or were removed. `out`: they left so early that their games do not count for anybody. `account`: they
    are signed in, so the name is theirs alone.
    """

    number: int
    name: str
    rank: int
    points: float
    tiebreaks: list[float] = []
    since: int = 1
    gone: Literal["", "left", "absent", "removed"] = ""
    out: bool = False
    account: bool = False


class TournamentTable(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Who meets in a round, in the order of their seats. A single player has a bye. Without a `table`, the others were
    gone before the round.

    Once it is `counted`, `places`, `scores` and `points` are those of the players. Until then, those in `here` are
    connected, and `words` tells how far the game is.
    """

    round: int
    number: int
    players: list[int]
    table: str = ""
    counted: bool = False
    places: list[int] = []
    scores: list[int] = []
    points: list[float] = []
    here: list[int] = []
    words: Words = ""


class Tournament(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/tournaments/{tournament}`: a tournament with its standing and its tables, round by round. The reader is
    the entrant `me`, -1 if they only look on. Everything that changes it answers with it.
    """

    info: TournamentInfo
    entrants: list[Entrant]
    tiebreaks: list[Literal["buchholz", "sonneborn-berger", "wins", "score"]]
    tables: list[TournamentTable]
    options: dict[str, int] = {}
    me: int = -1
    now: float = 0
    """The server's time, by which `due` is meant."""


class Mine(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/mine`, `POST /api/tournaments/mine` and `POST /api/account/claim`: the secrets a browser holds, by
    table or tournament.
    """

    secrets: dict[str, str]


class Passkey(msgspec.Struct, kw_only=True):
    """A passkey of an account, made at `device`. It works at the server's address `host` only."""

    id: str
    device: str
    host: str
    created: float
    used: float


class Session(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A browser in which somebody is signed in. `here`: the one that asks."""

    id: str
    device: str
    created: float
    seen: float
    here: bool = False


class Account(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/account`: the account that is signed in; without a name if there is none. `recovery`: whether it has a
    recovery code; `tables`: at how many tables it has seats; `hidden`: others cannot see its profile.
    """

    name: str = ""
    created: float = 0
    passkeys: list[Passkey] = []
    sessions: list[Session] = []
    recovery: bool = False
    tables: int = 0
    hidden: bool = False


class Calls(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/calls`: how the reader can be called when it is their turn. `push_key` is the server's public key, with
    which browsers subscribe. `mails`: whether this server sends e-mail. `address` is that of the reader's account, if
    it has one; it is `confirmed` once its person has followed the link that was sent there.
    """

    push_key: str
    mails: bool = False
    address: str = ""
    confirmed: bool = False


class Subscribe(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/calls/push`: calls a browser from now on, which is reached at `endpoint`, with the keys of its
    `PushSubscription`; for the seats of the account that is signed in, or of a guest with these secrets, by table.
    """

    endpoint: str
    p256dh: str
    auth: str
    secrets: dict[str, str] = {}


class Unsubscribe(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/calls/push/end`: the browser that is reached at `endpoint` is not called any more."""

    endpoint: str


class MailAddress(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/calls/mail`: where the reader wants to be called by e-mail. `POST /api/mail/confirm/...` and `POST
    /api/mail/end/...` answer with the address that their link is about.
    """

    address: str


class SignUp(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/account/sign-up` and `POST /api/account/rename`: the name that an account is to have."""

    name: str


class PasskeyOptions(msgspec.Struct, kw_only=True):
    """What to ask the browser for: the JSON form of `PublicKeyCredentialCreationOptions` when a passkey is to be made,
    of `PublicKeyCredentialRequestOptions` when one is to be used.
    """

    options: dict[str, Any]


class PasskeyAnswer(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What the browser answered: the JSON form of `PublicKeyCredential`."""

    credential: dict[str, Any]


class RecoveryCode(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A recovery code. The server shows it once and keeps a digest. It works once; then there is a new one."""

    code: str


class Deletion(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/account/delete/finish`: what shows that it is the person who wants their account deleted: what the
    browser answered to `POST /api/account/delete`, or the recovery `code` where no passkey can be used.
    """

    credential: dict[str, Any] | None = None
    code: str = ""


class Chosen(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The id of one of the reader's passkeys or sessions."""

    id: str


class Claimed(msgspec.Struct, kw_only=True):
    """The tables at which seats belong to the reader's account now, and the tournaments in which they take part. Their
    secrets are void.
    """

    tables: list[str]


class Done(msgspec.Struct, kw_only=True):
    """It is done; there is nothing else to say."""


class ExportedSeat(msgspec.Struct, kw_only=True):
    """A seat that a person had, their name there, and from when to when; None from the beginning, and if they have it
    still. A seat that somebody left and took again is there twice.
    """

    seat: int
    name: str
    since: float | None
    until: float | None


class ExportedMove(msgspec.Struct, kw_only=True):
    """What a person did at a table, and when: a `move` and its action, an `undo` and the number of moves that were left
    (`action`; `seen`: it took back something hidden), a `remark` about them, the early `end`. `number` counts all that
    was done at the table from 0. `submission` is what their browser called a move; `stood_in`: a bot made it for them.
    """

    at: float
    number: int
    seat: int
    kind: str
    action: int
    words: Words
    seen: bool
    submission: str
    stood_in: bool


class ExportedMessage(msgspec.Struct, kw_only=True):
    """What a person wrote in a chat of a table, and when: a text or a quick reply, after `ply` moves."""

    at: float
    number: int
    seat: int
    ply: int
    text: str


class ExportedReaction(msgspec.Struct, kw_only=True):
    """A person's reaction to the move number `ply`, when moves had been taken back `undone` times."""

    ply: int
    seat: int
    word: str
    undone: int


class ExportedGame(msgspec.Struct, kw_only=True):
    """What the server holds about a person at one table."""

    table: str
    game: str
    options: dict[str, int]
    created: float
    over: bool
    seats: list[ExportedSeat]
    moves: list[ExportedMove]
    messages: list[ExportedMessage]
    reactions: list[ExportedReaction]


class ExportedRating(msgspec.Struct, kw_only=True):
    """A person's rating in a game against people or bots, with its standard deviation."""

    game: str
    against: Against
    rating: float
    deviation: float
    games: int


class ExportedPairing(msgspec.Struct, kw_only=True):
    """A person's table in a round of a tournament, with their place and score once these are known; without a table
    they had a bye or nobody to meet.
    """

    round: int
    table: str
    place: int | None
    score: int | None


class ExportedTournament(msgspec.Struct, kw_only=True):
    """A tournament that a person made, or took part in under a name (empty: they did not), with their tables there."""

    tournament: str
    name: str
    created: float
    made: bool
    played_as: str
    games: list[ExportedPairing]


class Export(msgspec.Struct, kw_only=True):
    """`GET /api/account/export`: all that the server holds about a person. Times are seconds since 1970.

    `records` has every row of the database that names the account, by table, as it is stored; only keys, and digests of
    what proves who somebody is, are left out. The rest tells what belongs together in it.
    """

    name: str
    created: float
    hidden: bool
    ratings: list[ExportedRating]
    passkeys: list[Passkey]
    sessions: list[Session]
    games: list[ExportedGame]
    tournaments: list[ExportedTournament]
    address: str
    push: list[str]
    records: dict[str, list[dict[str, str | int | float | bool | None]]]


class Somebody(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Somebody in a game: a person whose page can be looked at (`page`), another whose name is not for everybody (then
    without `name`), or a bot with its `level`.
    """

    name: str = ""
    page: bool = False
    level: str = ""


class RatingPoint(msgspec.Struct, kw_only=True):
    """A rating after a game that ended `at`, and half the width of its 95 % interval (`margin`)."""

    at: float
    rating: int
    margin: int


class RatingInfo(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A person's rating in a game after so many rated `games`, as of now, with half the width of its 95 % interval
    (`margin`), and its course. The rating is not told before there are `RATED_LEAST` games; `month` is by how much it
    rose in the last 30 days.
    """

    games: int
    rating: int | None = None
    margin: int = 0
    month: int | None = None
    points: list[RatingPoint] = []


class GameRecord(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What somebody has played of a game: how many games have ended, and how many of these they won alone, shared the
    first place in (`tied`), and lost; their rating among people, and that against bots.
    """

    game: str
    games: int
    won: int = 0
    tied: int = 0
    lost: int = 0
    people: RatingInfo | None = None
    bots: RatingInfo | None = None


GameOutcome = Literal["won", "tied", "lost", "none"]
"""How a game ended for somebody: they won alone, shared the first place, lost, or there was no winner."""


class PlayedGame(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A game that somebody has played: with whom, their `place` of so many `seats` (0 if there was no winner), and the
    `scores`, theirs first, then the others' in the order of `others`. `table` is empty if the reader may not look at
    it. In a rated game the rating rose by `gain`; `unrated` tells why one is not rated that was to be. `resigned`: they
    gave up, or somebody took their seat. `early`: somebody gave up, which ended the game, so scores decided nothing.
    """

    table: str = ""
    game: str
    ended: float
    outcome: GameOutcome
    place: int
    seats: int
    others: list[Somebody]
    scores: list[int]
    resigned: bool = False
    early: bool = False
    against: Against | Literal[""] = ""
    gain: int | None = None
    unrated: Words = ""


class Opponent(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Somebody whom a person has met in so many games; in `won` of them the person came first of the two, in `lost` the
    other, `last` in a game that ended then.
    """

    who: Somebody
    games: int
    won: int = 0
    lost: int = 0
    last: float


class MonthResults(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What a person's games of a month ("2026-11", in UTC) ended with."""

    month: str
    won: int = 0
    tied: int = 0
    lost: int = 0


class Profile(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/people/{name}`: what a person has played: in numbers, by game, by month, the last games, and the people
    they met most. `own`: the reader's; others cannot see it while it is `hidden`. `people` is how many of the games
    were with other people. Of very many games the last 2000 are told.
    """

    name: str
    since: float
    own: bool = False
    hidden: bool = False
    games: int
    won: int = 0
    people: int = 0
    last: float | None = None
    records: list[GameRecord]
    months: list[MonthResults]
    recent: list[PlayedGame]
    opponents: list[Opponent]


class RankedPerson(msgspec.Struct, kw_only=True):
    """A line of a leaderboard. Those with the same rating share a place."""

    place: int
    name: str
    rating: int
    margin: int
    games: int


class Leaderboard(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/leaderboards/{game}`: the best rated people of a game who want to be seen. It lists those with
    `least_games` rated games or more, with ratings within ± `most_margin` points. `missing` is how many
    games the reader needs before they may be listed, if they have played fewer.
    """

    game: str
    people: list[RankedPerson]
    least_games: int
    most_margin: int
    missing: int = 0


class Gained(msgspec.Struct, kw_only=True):
    """The rating of the person in a seat after a game, and how much it rose. They have played so many rated `games`."""

    seat: int
    rating: int
    margin: int
    gain: int
    games: int


class TableRatings(msgspec.Struct, kw_only=True):
    """`GET /api/tables/{table}/ratings`: how a rated game that is over has changed ratings."""

    seats: list[Gained]


class Hidden(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/account/hide`: whether the reader's profile is hidden."""

    hidden: bool


class Example(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Something that a table can show, under a heading (`group`): its name, what to know of it, and the lines of Python
    that make it, which were run to make the view.
    """

    group: str
    title: str
    words: str
    source: str
    view: View


class Gallery(msgspec.Struct, kw_only=True):
    """`GET /api/gallery`: all that a table can show, for those who make games."""

    examples: list[Example]


class LabField(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A column of a table of a box: a field of its entries, or the number that the field gives for one name (`part`).

    A number lies from `low` to `high`; a `choice` is one of `names`. What is `optional` may be left out, and counts as
    `usual` then. `longest` is the most letters of a name. `about` says what it means, and `operations` what its lines
    may be made of: each as it is written, and in words.
    """

    field: str
    kind: Literal["name", "words", "number", "choice", "numbers", "lines"]
    part: str = ""
    low: int = 0
    high: int = 0
    names: list[str] = []
    optional: bool = False
    usual: str = ""
    longest: int = 0
    about: str = ""
    operations: list[tuple[str, str]] = []


class LabLine(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A line of a card's operations: what it does in `words`, or what is `wrong` with it. `fix` is the line that was
    likely meant, and `fix_words` what that does.
    """

    text: str
    words: str = ""
    wrong: str = ""
    fix: str = ""
    fix_words: str = ""


class LabLines(msgspec.Struct, kw_only=True):
    """The lines in the cell number `field` of an entry."""

    field: int
    lines: list[LabLine]


class LabEntry(msgspec.Struct, kw_only=True, omit_defaults=True):
    """An entry of a box: a cell for each field, as text, and what it is called. `was` has the cells of the same entry
    in the game's own box if they differ; `added` says that it is not there. `face` is how it looks, where it can be
    drawn.
    """

    title: str
    cells: list[str]
    was: list[str] = []
    added: bool = False
    face: Face | None = None
    lines: list[LabLines] = []


class LabTable(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A table of a box; without a name, the numbers that belong to no table, as one entry.

    Where entries may be added and removed, there may be `low` to `most`, and there are `count` with their copies.
    """

    table: str
    fields: list[LabField]
    entries: list[LabEntry]
    low: int = 0
    most: int = 0
    count: int = 0


class LabMistake(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A mistake in a box: its line in the file (0: none in particular), where and why in words, and the cell."""

    line: int = 0
    where: str = ""
    reason: str
    table: str = ""
    entry: int = -1
    field: str = ""


class LabBox(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A box on the workbench: its text, what that says in rows, what is wrong with it, and what it changes. Of a text
    that is not TOML there are only mistakes.
    """

    text: str
    title: str = ""
    tables: list[LabTable] = []
    mistakes: list[LabMistake] = []
    words: str = ""
    """How much differs from the game's own box, in words; empty if nothing does."""
    differences: list[Difference] = []
    more: int = 0
    """How many more differences there are than are told."""


class LabEdit(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A change of a box. `table` is empty for the numbers that belong to no table.

    `set` writes `value` into a cell: `field` of the entry number `entry`, from 0, and of that the `part`, if the field
    gives a number for each of some names. An empty value leaves out what may be left out. `add` puts a new entry behind
    that one, `copy` another like it; `remove` takes it out.
    """

    kind: Literal["set", "add", "copy", "remove"] = "set"
    table: str = ""
    entry: int = 0
    field: str = ""
    part: str = ""
    value: str = ""


class LabAsk(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/lab/{game}/box`: the text of a box, and changes to make. The answer is the `LabBox` after them."""

    text: str
    edits: list[LabEdit] = []


class LabStart(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Answer to `GET /api/lab/{game}`: the box to begin with, the text of a copy of the game's own, and the file that
    it is saved to (empty: none was named). `digest` is that of the file; empty if it is not there yet.
    """

    game: str
    title: str
    box: LabBox
    original: str
    file: str = ""
    folder: str = ""
    digest: str = ""
    seats: tuple[int, int]
    bots: list[str]


class LabSave(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/lab/{game}/save`: writes a box to a file of that name in the folder of the workbench. If the file is
    there and is not the one with this `digest`, it is refused (409), unless it is to be replaced.
    """

    text: str
    file: str
    digest: str = ""
    replace: bool = False


class LabSaved(msgspec.Struct, kw_only=True):
    """A box was saved: the file and its digest."""

    file: str
    digest: str


class LabPlay(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/lab/{game}/games`: plays games with a box, and the same deals with the game's own. One run at a time:
    a second is refused (409), unless it is to `replace` the first. The answer is the `LabRun`.
    """

    text: str
    file: str = ""
    games: int = 2000
    seats: int = 0
    """How many seats; 0: the fewest."""
    bot: str = "greedy"
    replace: bool = False


LabEstimate = tuple[float, float, float]
"""A figure, and the ends of its 95 % interval."""


class LabRow(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A figure with the game's own box (`before`) and with the box on the workbench (`after`), shares in percent.

    `measure` says what is measured, `kind` and `what` of what. `held` says that the difference is pointed out: of all
    that are, at most one in twenty is expected to be noise.
    """

    measure: str
    kind: str
    what: str
    share: bool = False
    before: LabEstimate | None = None
    after: LabEstimate
    difference: LabEstimate | None = None
    held: bool = False


class LabAim(msgspec.Struct, kw_only=True, omit_defaults=True):
    """An aim, and whether it is met; while games are played it is `open`."""

    state: Literal["holds", "misses", "open"]
    head: str
    text: str


class LabRun(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Games that are played on the workbench. `GET /api/lab/games?after={version}` answers as soon as the version is
    another. Each deal is played `turns` times with each box; `done` of `total` deals were. `compared` says that the box
    differs from the game's own; else only that was played.
    """

    version: int
    phase: Literal["none", "compiling", "playing", "done", "stopped", "failed"] = "none"
    game: str = ""
    title: str = ""
    seats: int = 0
    bot: str = ""
    done: int = 0
    total: int = 0
    turns: int = 1
    seconds: float = 0
    """How long it has been played."""
    compared: bool = False
    rows: list[LabRow] = []
    aims: list[LabAim] = []
    error: str = ""
    command: str = ""
    """What plays the same games again."""


class RulesPoint(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One or two sentences of a rules page, and the numbers of the rules that they are about."""

    words: Words
    rules: list[str] = []


class RulesPicture(msgspec.Struct, kw_only=True):
    """A live picture of a rules page: the position `before` a move, the `choice` that is played, and the
    position `after` it. Both views contain only what the picture shows.
    """

    title: Words
    point: RulesPoint
    choice: Choice
    before: View
    after: View


class RulesSection(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A section of a rules page. `name` is its anchor. `number` is shown large, before its `unit` ("15 points"). If
    `legend` is set, the game's legend is shown here.
    """

    name: str
    title: Words
    lead: list[RulesPoint] = []
    pictures: list[RulesPicture] = []
    points: list[RulesPoint] = []
    number: str = ""
    unit: Words = ""
    legend: bool = False


class RulesPage(msgspec.Struct, kw_only=True):
    """`GET /api/rules/{game}/page`: the introduction on the rules page of a game, before its numbered rules. It has no
    sections if the game has only numbered rules.
    """

    title: str
    sections: list[RulesSection]


class Legend(msgspec.Struct, kw_only=True):
    """`GET /api/rules/{game}/legend`: what the symbols of a game mean."""

    entries: list[LegendEntry]


class Contents(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/games/{game}/components`, and of a variant `GET /api/boxes/{key}/components`: what is in the box of a
    game, for printing. `changed` are the pieces of a variant that differ from the game's own, by the `piece` of their
    cards.
    """

    game: str
    title: Words
    components: list[Component]
    variant: VariantInfo | None = None
    changed: list[str] = []


class EngineModule(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/games/{game}/module`, and of a variant `GET /api/boxes/{key}/module`: the WebAssembly module that plays
    it, whose files are at `/api/modules/{game}/{digest}/` `wasm`, `json` and, where the game has a network, `weights`
    (`docs/webassembly.md`). While it is not built yet, `digest` is empty, and the server thinks.

    `tables` are the tables of the box, in base64, and `blank` is what observations begin as.
    """

    digest: str
    tables: str = ""
    blank: list[int] = []


class Refused(msgspec.Struct, kw_only=True):
    """The body of every HTTP response that is not a success."""

    error: str
