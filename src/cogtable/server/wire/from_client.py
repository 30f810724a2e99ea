"""What a client sends over the WebSocket of a table or a puzzle."""

from __future__ import annotations

from typing import Literal

from cogtable.server.wire.base import Message, QuickReply, ReactionWord


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


class AskPremoves(Message, tag="ahead", kw_only=True):
    """Asks what the seat of the connection could choose after the turn of the seat before it, to plan a move.

    `ply` must be that of the last update. The answer, `Premoves`, repeats `id`.
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
    """Opens a seat, taken or not, or lets a `bot` play it. Only the creator of the table can do this, and only
    before the game begins. The answer repeats `id`.
    """

    id: int
    seat: int
    bot: str = ""


class Analyse(Message, tag="analyse", kw_only=True):
    """Asks for the analysis of a finished game, and for additions as it proceeds."""

    id: int


class AskPosition(Message, tag="look", kw_only=True):
    """Asks for the table after `ply` moves of a finished game."""

    id: int
    ply: int


class RequestRematch(Message, tag="again", kw_only=True):
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
    | AskPremoves
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
    | AskPosition
    | RequestRematch
    | SetStep
    | ShowLine
    | Say
    | React
    | Switch
    | Ping
)
