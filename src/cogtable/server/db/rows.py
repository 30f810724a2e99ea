"""Database rows: tables, their seats and their actions."""

from __future__ import annotations

import msgspec

NO_LESSON = -1


class Night(msgspec.Struct, kw_only=True, frozen=True):
    """The hours of a person's nights, in minutes after midnight in a time zone ("Europe/Berlin"). They hold from the
    moment `since` until the next ones; there are none if both are equal.
    """

    zone: str
    begin: int
    end: int
    since: float


class Vacation(msgspec.Struct, kw_only=True, frozen=True):
    """A vacation, in seconds since 1970. `days` is the number of whole days that count, even if it ended early."""

    begin: float
    end: float
    days: int


class Rest(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True):
    """When the clocks of a person rest in games over days: their nights and vacations, the oldest first."""

    nights: tuple[Night, ...] = ()
    vacations: tuple[Vacation, ...] = ()


class ConditionalMove(msgspec.Struct, kw_only=True, frozen=True):
    """A move in a line of conditional moves, in the words of its player. `engine.play.premoves.ANYTHING` in place of a
    seat and an action is whatever others play.
    """

    seat: int
    action: int
    words: str = ""


class Conditional(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True):
    """The conditional moves of a seat, after the first `ply` moves, when moves had been taken back `undone` times:
    `lines` of moves by others and by the seat. `dropped` says why lines were dropped.
    """

    undone: int = 0
    ply: int = 0
    lines: tuple[tuple[ConditionalMove, ...], ...] = ()
    dropped: str = ""


class SeatRow(msgspec.Struct, kw_only=True, frozen=True):
    """The occupant of a seat. The seat is owned by the holder of its secret (`secret` is the digest) or by an
    `account`; the other field is empty. `taken_over`: the person lets a bot play. `resigned`: the person has resigned.
    Then a bot plays to the end, or the seat has dropped out and its `kind` is "left". `device` is the id of a guest's
    browser (see `accounts/guests.py`), empty for accounts. `rest` is that of the account, as it was when the table was
    read. Only the seat itself may know its `conditional` moves.
    """

    seat: int
    kind: str
    name: str = ""
    bot: str = ""
    secret: str = ""
    taken_over: bool = False
    resigned: bool = False
    account: str = ""
    device: str = ""
    rest: Rest | None = None
    conditional: Conditional | None = None

    @property
    def person(self) -> str:
        """The id of the person in the seat, under whom others block them: their account, or a guest's browser. Empty
        if the server cannot recognise them elsewhere.
        """
        return self.account or self.device


class QuestionRow(msgspec.Struct, kw_only=True, frozen=True):
    """A question of a seat to the other people at a table, with their answers so far.

    It is the table's question `number`, asked after `ply` moves, when moves had been taken back `undone` times. The
    `kind` "end" asks to end the game without a winner, "pause" to stop the clocks for at most `seconds`, and "undo" to
    take back all moves after the first `back_to`; `seen` means that they revealed something hidden. The seats in
    `allowed` have agreed; `refused` has not (-1 if no seat refused). The seats in `excused` needn't answer, because
    their people have gone.
    """

    number: int
    kind: str
    seat: int
    undone: int
    ply: int
    back_to: int = 0
    seconds: float = 0
    seen: bool = False
    allowed: tuple[int, ...] = ()
    refused: int = -1
    excused: tuple[int, ...] = ()
    withdrawn: bool = False


class Times(msgspec.Struct, kw_only=True, frozen=True):
    """The seconds that each seat had `left` at the moment `since` (seconds since 1970). Since then, the clocks of the
    seats `running` have been running down.

    Seat `paused_by` has stopped all clocks, until it resumes or until the moment `paused_until`; -1 if no seat has.
    """

    left: tuple[float, ...]
    since: float
    running: tuple[int, ...] = ()
    paused_by: int = -1
    paused_until: float = 0

    @property
    def paused(self) -> bool:
        """Whether all clocks are stopped."""
        return self.paused_by >= 0

    @property
    def deadline(self) -> float | None:
        """When the next player runs out of time, or a pause ends, if nothing happens before; None if no clock runs."""
        if self.paused:
            return self.paused_until
        return min((self.since + self.left[seat] for seat in self.running), default=None)

    def shifted(self, seconds: float) -> Times:
        """Returns the same times moved later by this many seconds, for which no server was alive."""
        until = self.paused_until + seconds if self.paused else 0
        return msgspec.structs.replace(self, since=self.since + seconds, paused_until=until)


class TableStatus(msgspec.Struct, kw_only=True, frozen=True):
    """The public status of a table, for lists. `waiting` has a bit for each seat. `lesson` is the step of the lesson,
    `NO_LESSON` if there is none or it is over. `times` are those of the table's clock, once the game has begun.
    """

    over: bool
    waiting: int
    words: str
    lesson: int = NO_LESSON
    times: Times | None = None


class TableRow(msgspec.Struct, kw_only=True, frozen=True):
    """A table as stored, without its actions. `takeover` is the bot that plays for people who leave, after `takeover_s`
    seconds without a connection; empty if none does. `chat`: what people can send. `creator` is the seat of the table's
    creator, -1 if they have none. `replacing`: others can take the seat of a person who has gone.

    People have `game_s` seconds for the game and `move_s` more after each decision, or `move_s` for each decision; with
    neither, their time is unlimited. `expired` says what happens to a player whose time runs out.

    A `public` table is listed for spectators while it is played. A branch continues the finished game of the table
    `branch_of` after `branch_ply` of its moves, which are stored as its own first ones. `variant` is the key of its
    box; empty for the game's own. `tournament` is the tournament it is part of. `deal` is the number of the deal of the
    day that it has, 0 for most tables; a branch of such a game has it too. `called` has a bit for each seat whose
    person was called for their present decision (see `db/notifications.py`), as it was when the table was read.
    `lesson_name` is the name of its lesson, also when that is over; empty without one, and for lessons that were begun
    before games had several.
    """

    id: str
    game: str
    version: str
    box: str
    options: dict[str, int]
    seed: int
    chosen_seed: bool
    listed: bool
    created: float
    started: bool
    status: TableStatus
    seats: tuple[SeatRow, ...]
    rematch: str | None = None
    takeover: str = ""
    takeover_s: float = 0
    chat: str = "all"
    question: QuestionRow | None = None
    creator: int = -1
    replacing: bool = False
    public: bool = False
    branch_of: str = ""
    branch_ply: int = 0
    variant: str = ""
    game_s: float = 0
    move_s: float = 0
    expired: str = ""
    rated: bool = False
    unrated: str = ""
    ended: float | None = None
    places: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    called: int = 0
    tournament: str = ""
    deal: int = 0
    lesson_name: str = ""

    @property
    def is_deal(self) -> bool:
        """Whether this is a person's one try at a deal of the day."""
        return bool(self.deal) and not self.branch_of

    @property
    def counts(self) -> bool:
        """Whether the game is rated, now that it has begun."""
        return self.started and self.rated and not self.unrated


class Finish(msgspec.Struct, kw_only=True, frozen=True):
    """The end of a game: the place and score of each seat, and the ratings of its bots with their places. There are no
    places if the people ended it without a winner.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]
    bots: tuple[tuple[float, int], ...] = ()


class Listing(msgspec.Struct, kw_only=True, frozen=True):
    """A table in the host's list: the number of stored actions, and when the last one was stored or, without actions,
    when the table was made (seconds since 1970).
    """

    table: TableRow
    actions: int
    last: float


class BoxRow(msgspec.Struct, kw_only=True, frozen=True):
    """A custom box: its key, its game, its title, its uploader (empty for the host's), and its text."""

    key: str
    game: str
    title: str
    by: str
    text: str
    created: float


class ActionRow(msgspec.Struct, kw_only=True, frozen=True):
    """An action of `seat`, number `ply` at the table, counted from 0.

    A `move` is the action number `action`, with the name that the action had when it was played. An `undo` takes moves
    back, to the position after `action` of them; `seen` means that they had revealed something hidden. A `remark` says
    `words` about the seat. An `end` ends the game early, with `words` that say why; `seat` gave up, or is -1.
    `submission` is the name that a person's client gave the move (see `wire.from_client.Act`); empty for other actions.
    `stood_in`: a bot made the move for the person in the seat.
    """

    ply: int
    seat: int
    action: int
    words: str = ""
    kind: str = "move"
    seen: bool = False
    submission: str = ""
    stood_in: bool = False


class DealRow(msgspec.Struct, kw_only=True, frozen=True):
    """A deal of the day, as it was when the first person began it: the game with the version of its rules and the
    digest of its box, the number of seats, and the bot in all seats but the first with everything that its decisions
    depend on (`search`).
    """

    number: int
    game: str
    version: str
    box: str
    seats: int
    bot: str
    search: str


class PlayRow(msgspec.Struct, kw_only=True, frozen=True):
    """A person's game in a deal. `account` is empty if a guest began it. `name`, `hidden` and `created` are those of
    the account. The game is over if there is a time at which it `ended`; `gave_up`: the person resigned. `words` are
    the position in words. `hills` are the chances in the course of the game, a digit each.
    """

    number: int
    person: str
    account: str
    table: str
    hills: str
    ended: float | None
    places: tuple[int, ...]
    scores: tuple[int, ...]
    words: str
    gave_up: bool
    name: str = ""
    hidden: bool = False
    created: float = 0

    @property
    def is_finished(self) -> bool:
        """Whether the game was played to its end."""
        return self.ended is not None and bool(self.places) and not self.gave_up
