"""Messages from a client over the WebSocket of a table or a puzzle."""

from __future__ import annotations

from typing import Literal

import msgspec

from cogtable.server.wire.base import HandoverChoice, Message, QuickReply, ReactionWord, ThoughtMove


class Hello(Message, tag="hello", kw_only=True):
    """The first message on a connection. `secret` is that of a seat. Without it, the connection has the seats of the
    signed-in account; if there are none, it is a spectator's.

    If several people at one device share a secret, `seat` is the seat to show. Without it, the connection is shown what
    everybody can see (see `Switch`).

    `keeps`: the client keeps the view that it was sent last, so the server can send only the changes next time (see
    `Changed`).
    """

    protocol: int
    secret: str = ""
    seat: int = -1
    keeps: bool = False


class Act(Message, tag="act", kw_only=True):
    """Plays an action for the seat of the connection. `ply` is the number of moves that the sender has seen, and
    `undone` how often moves had been taken back.

    It is refused as late if the seat has acted since then or its choices have changed. So where players take turns,
    `ply` must be that of the last update; where all choose at the same time, another player's choice doesn't make it
    late. The answer repeats `id`.

    `submission` is a random text of at most 32 characters. The sender makes up a new one for each move and repeats it
    when it sends the move again. So the answer to a repeated `Act` is certain: `Accepted` if this very move is stored,
    otherwise an `Error`, and then it is not stored. The only exception is the code `unavailable`: then it is not known
    yet.
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
    """Lets a bot play for the seat of the connection (`on`), or takes the seat back. Repeating the request does no
    harm.

    The owner keeps the seat and can take it back at any time. The answer repeats `id`.
    """

    id: int
    on: bool


class AskPremoves(Message, tag="ahead", kw_only=True):
    """Asks which choices the seat of the connection could have after the turn of the seat before it, to plan a move.

    `ply` must be that of the last update. The answer, `Premoves`, repeats `id`.
    """

    id: int
    ply: int


class AskLine(Message, tag="ask-line", kw_only=True):
    """Asks who would decide after the `moves` of a line that the seat of the connection thinks of, and what they could
    play, to plan conditional moves. The answer, `LineChoices`, repeats `id`. A line has at most `MOST_LINE_MOVES`.
    """

    id: int
    ply: int
    undone: int = 0
    moves: list[ThoughtMove]


class SetLines(Message, tag="lines", kw_only=True):
    """Replaces the conditional moves of the seat of the connection, in games over days: at most `MOST_LINES`. Each line
    begins after the last update; its last move is the seat's own. The server plays the seat's moves of the line that
    the others follow.
    """

    id: int
    ply: int
    undone: int = 0
    lines: list[list[ThoughtMove]]


class AskOverlays(Message, tag="overlays", kw_only=True):
    """Asks for the cells of the overlays that are computed on request (see `Overlay`), for the seat of the connection:
    in the present position, or with an `action` as they would be after that choice.

    `ply` and `undone` must be those of the last update. The answer, `Overlays`, repeats `id`. Refused as `assists` in
    rated games, and where assists are off.
    """

    id: int
    ply: int
    undone: int = 0
    action: int = -1


class PageEngine(msgspec.Struct, forbid_unknown_fields=True):
    """The WebAssembly module and the box with which a page can search, by their digests (see `EngineModule`)."""

    module: str
    box: str


class AskHint(Message, tag="hint", kw_only=True):
    """Asks for the best bot's move for the seat of the connection, which must have a decision to make.

    The answer takes a moment. It is `late` if the decision has been made by then, or if the connection asks again
    before it comes. A rated game among people has no hints. In a rated game against bots the answer is the error
    `rated`, unless the sender accepts that the game becomes `unrated`.

    With an `engine` that is the server's, the page does the searches (see `SearchTask`); otherwise the server does.
    """

    id: int
    ply: int
    undone: int = 0
    unrated: bool = False
    engine: PageEngine | None = None


class FoundBySearch(msgspec.Struct, forbid_unknown_fields=True):
    """The result of a search: the actions that it visited most, at most as many as the task says, the most visited
    first; for each the number of visits and the chance of winning (0 to 1) of the seat that takes it; and each seat's
    chance.
    """

    actions: list[int]
    visits: list[int]
    chances: list[float]
    seats: list[float]


class Searched(Message, tag="searched", kw_only=True):
    """The results of a `SearchTask`, in its order. Without `results` the page could not search, so the server does, or,
    if they are no longer `wanted`, nobody does. There is no answer.
    """

    id: int
    task: int
    results: list[FoundBySearch] = msgspec.field(default_factory=list)
    wanted: bool = True


class Undo(Message, tag="undo", kw_only=True):
    """Takes back the last decision of the seat of the connection, and all moves since.

    This happens at once if those moves revealed nothing hidden and no other player has chosen since, or if only bots
    play the other seats. Otherwise the other people are asked (`Question`). `ply` and `undone` are as in `Act`. The
    answer repeats `id`. In a rated game against bots it is the error `rated` if those moves revealed something, unless
    the sender accepts that the game becomes `unrated`.
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
    """Resigns for the seat of the connection, permanently: the game ends, the seat drops out, or a bot plays on. The
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
    """Opens a seat, taken or not, or lets a `bot` play it. Only the creator of the table can do this, and only
    before the game begins. The answer repeats `id`.
    """

    id: int
    seat: int
    bot: str = ""


class StopSeek(Message, tag="stop-seek", kw_only=True):
    """Stops the search for people at this table (see `Seek`). The answer repeats `id`."""

    id: int


class AnswerHandover(Message, tag="handover", kw_only=True):
    """Answers the question how to play with the people that were found (see `Handover`), for the seat of the
    connection. The last answer counts until all have answered. The answer repeats `id`.
    """

    id: int
    number: str
    choice: HandoverChoice


class Analyse(Message, tag="analyse", kw_only=True):
    """Asks for the analysis of a finished game, and for additions as it proceeds.

    With an `engine` that is the server's, the page does those searches that need no more than it may know (see
    `SearchTask`), and the server the others.
    """

    id: int
    engine: PageEngine | None = None


class AskPosition(Message, tag="look", kw_only=True):
    """Asks for the table after `ply` moves of a finished game."""

    id: int
    ply: int


class RequestRematch(Message, tag="again", kw_only=True):
    """Says whether the seat of the connection wants to play again (`on`), after the game is over. Repeating it does no
    harm.

    Once all people at the table want it, the same table is set up again, with everybody moved by one seat. A person who
    is alone with bots can choose another `bot` for their seats. The answer repeats `id`; then everybody gets a
    `Rematch`.
    """

    id: int
    on: bool
    bot: str = ""


class SetStep(Message, tag="step", kw_only=True):
    """Goes to a step of the lesson, counted from 0: back to an earlier one, which takes back the moves since, or on to
    the next one from a step that asks for no action. The answer repeats `id`.
    """

    id: int
    step: int


class ShowLine(Message, tag="line", kw_only=True):
    """Plays the line of a puzzle from here to its end. The answer repeats `id`; the moves follow as updates."""

    id: int


class Ping(Message, tag="ping", kw_only=True):
    """Checks the connection; answered by `Pong` at once, ahead of pending answers."""


class Say(Message, tag="say"):
    """Sends a chat message: a `text` of 1 to 200 characters, or a quick reply. Characters that are invisible or change
    how other text is shown are removed.

    Players and spectators have separate chats until the game is over; then everybody can read both. Spectators must
    give a `name`. A person can send five messages in a row, then one every two seconds. The answer repeats `id`.
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
    """Asks for the view of another of the seats that share the connection's secret, or with -1 for what everybody can
    see, for example while a device is passed on. The answer is an `Update` with the whole log, or `Error`.
    """

    id: int
    seat: int


FromClient = (
    Hello
    | Act
    | AskWhy
    | SetTakeover
    | AskPremoves
    | AskLine
    | SetLines
    | AskOverlays
    | AskHint
    | Searched
    | Undo
    | Answer
    | Withdraw
    | Resign
    | OfferEnd
    | OfferPause
    | Resume
    | SetSeat
    | StopSeek
    | AnswerHandover
    | Analyse
    | AskPosition
    | RequestRematch
    | SetStep
    | ShowLine
    | Say
    | React
    | Switch
    | Ping
)
