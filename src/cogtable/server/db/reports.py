"""Reports in the database: of people about other people, for the host."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

import msgspec
import sqlalchemy as sa

from cogtable.server.db import commands
from cogtable.server.db.chat import MessageRow, read_messages
from cogtable.server.db.connection import Run
from cogtable.server.db.schema import ACCOUNTS, FOLLOWS, REPORTS, SESSIONS

LINES = 3
"""The maximum number of lines of a chat that are sent with a report: the last ones."""


class Line(msgspec.Struct, kw_only=True, frozen=True):
    """A line that a reported person has written, and when."""

    text: str
    at: float


class ReportRow(msgspec.Struct, kw_only=True, frozen=True):
    """The person `account` reports the person `whom`, who had that `name`, for a `reason`. It can be about a game after
    `ply` of its moves. `answer` is "" until a host answers. `heard`: the reporter has read the answer; `warned`: the
    reported person has.
    """

    id: str
    account: str
    whom: str
    name: str
    reason: str
    at: float
    at_table: str = ""
    game: str = ""
    ply: int = 0
    said: tuple[Line, ...] = ()
    answer: str = ""
    answered: float | None = None
    words: str = ""
    heard: bool = False
    warned: bool = False


class Case(msgspec.Struct, kw_only=True, frozen=True):
    """The reports of one circle about one person, the oldest first, with the present names of the accounts in `names`.
    `before` are the answers to earlier reports about the same person.
    """

    reports: tuple[ReportRow, ...]
    names: dict[str, str]
    before: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The id of the first report, which names the case."""
        return self.reports[0].id


class Reports:
    """The reports of one database. The store runs the transactions; methods raise its errors."""

    def __init__(self, run: Run) -> None:
        self._run = run

    async def add(self, row: ReportRow) -> None:
        """Stores a report, in place of an unanswered one by the same person about the same person and game. People whom
        the server does not recognise are told apart by their names.
        """

        def work(connection: sa.Connection) -> None:
            same = [REPORTS.c.account == row.account, REPORTS.c.whom == row.whom, REPORTS.c.at_table == row.at_table]
            if not row.whom:
                same.append(REPORTS.c.name == row.name)
            connection.execute(REPORTS.delete().where(*same, REPORTS.c.answer == ""))
            connection.execute(REPORTS.insert().values(**_columns(row)))

        await self._run(work)

    async def count(self, account: str, since: float) -> int:
        """Returns how many reports a person has made since a moment."""
        own = (REPORTS.c.account == account, REPORTS.c.at >= since)
        wanted = sa.select(sa.func.count()).select_from(REPORTS).where(*own)
        return await self._run(lambda connection: connection.scalar(wanted) or 0)

    async def lines(self, table: str, seat: int, account: str, name: str) -> list[Line]:
        """Returns the last lines that a person has written in a table's chat: in their seat, or as a spectator (`seat`
        is -1). Spectators whom the server does not recognise are told apart by their `name`.
        """

        def is_theirs(message: MessageRow) -> bool:
            if message.seat != seat or not message.text:
                return False
            if seat >= 0:
                return message.account in ("", account)
            return message.account == account and (account != "" or message.name == name)

        def work(connection: sa.Connection) -> list[Line]:
            messages, _ = read_messages(connection, table)
            return [Line(text=each.text, at=each.at) for each in messages if is_theirs(each)][-LINES:]

        return await self._run(work)

    async def open(self, but: str = "") -> list[Case]:
        """Returns the cases that wait for an answer, the oldest first, without those about one person (`but`)."""
        return await self._run(lambda connection: _cases(connection, sa.and_(REPORTS.c.answer == "", _not_about(but))))

    async def count_open(self, but: str = "") -> int:
        """Returns the number of cases that wait for an answer, without those about one person."""
        return len(await self.open(but))

    async def answered(self, most: int, but: str = "") -> list[Case]:
        """Returns the cases that were answered last, without those about one person."""

        def work(connection: sa.Connection) -> list[Case]:
            last = (
                sa.select(REPORTS.c.id)
                .where(REPORTS.c.answer != "", _not_about(but))
                .order_by(REPORTS.c.answered.desc())
                .limit(most)
            )
            found = _cases(connection, REPORTS.c.id.in_(list(connection.scalars(last))))
            return sorted(found, key=lambda case: -(case.reports[0].answered or 0))

        return await self._run(work)

    async def case(self, report: str, but: str = "") -> Case | None:
        """Returns the open case with an id, unless it is about one person."""
        return next((case for case in await self.open(but) if case.id == report), None)

    async def answer(self, case: Case, answer: str, words: str, now: float, order: commands.Order | None) -> bool:
        """Stores the answer to a case, and the order that carries it out, in one transaction. A ban also ends the
        account's sessions. Returns False, and stores nothing, if the case was answered in the meantime.
        """
        ids = [report.id for report in case.reports]

        def work(connection: sa.Connection) -> bool:
            own = (REPORTS.c.id.in_(ids), REPORTS.c.answer == "")
            waiting = list(connection.scalars(sa.select(REPORTS.c.id).where(*own).with_for_update()))
            if len(waiting) != len(ids):
                return False
            connection.execute(REPORTS.update().where(*own).values(answer=answer, words=words, answered=now))
            if order:
                commands.give(connection, [order], now)
                if order.kind == "account":
                    connection.execute(SESSIONS.delete().where(SESSIONS.c.account_id == order.about))
            return True

        return await self._run(work)

    async def heard(self, person: str) -> list[ReportRow]:
        """Returns the answered reports of a person that they have not read the answer to."""
        own = (REPORTS.c.account == person, REPORTS.c.answer != "", sa.not_(REPORTS.c.heard))
        return await self._run(lambda connection: _read(connection, *own))

    async def warnings(self, person: str) -> list[ReportRow]:
        """Returns one report of each case about a person whose answer they have to read and have not read."""
        own = (REPORTS.c.whom == person, REPORTS.c.answer.in_(("warning", "quiet")), sa.not_(REPORTS.c.warned))
        found = await self._run(lambda connection: _read(connection, *own))
        return list({(row.answered, row.answer, row.words): row for row in reversed(found)}.values())

    async def told(self, person: str, ids: Collection[str]) -> None:
        """Records that a person has read the answers to these reports by or about them."""

        def work(connection: sa.Connection) -> None:
            by = (REPORTS.c.account == person, REPORTS.c.id.in_(ids))
            connection.execute(REPORTS.update().where(*by).values(heard=True))
            about = (REPORTS.c.whom == person, REPORTS.c.id.in_(ids))
            moments = list(connection.scalars(sa.select(REPORTS.c.answered).where(*about)))
            same = (REPORTS.c.whom == person, REPORTS.c.answered.in_(moments))
            connection.execute(REPORTS.update().where(*same).values(warned=True))

        await self._run(work)


def _not_about(person: str) -> sa.ColumnElement[bool]:
    """A query condition: a report is not about a person; true for every report if there is none."""
    return REPORTS.c.whom != person if person else sa.true()


def _columns(row: ReportRow) -> dict[str, object]:
    return msgspec.structs.asdict(row) | {"said": msgspec.json.encode(row.said).decode()}


def _read(connection: sa.Connection, *wanted: sa.ColumnElement[bool]) -> list[ReportRow]:
    found = connection.execute(sa.select(REPORTS).where(*wanted).order_by(REPORTS.c.at, REPORTS.c.id)).mappings()
    rows = [dict(row) for row in found]
    return [ReportRow(**row | {"said": msgspec.json.decode(row["said"], type=tuple[Line, ...])}) for row in rows]


def _cases(connection: sa.Connection, wanted: sa.ColumnElement[bool]) -> list[Case]:
    rows = _read(connection, wanted)
    about: defaultdict[tuple[str, float | None], list[ReportRow]] = defaultdict(list)
    for row in rows:
        about[row.whom or row.id, row.answered].append(row)
    names = _names(connection, {person for row in rows for person in (row.account, row.whom) if person})
    knows = _follows_among(connection, {row.account for row in rows})
    earlier = _answers_about(connection, {row.whom for row in rows if row.whom})
    found = []
    for (whom, answered), same in about.items():
        before = tuple(answer for at, answer in earlier.get(whom, ()) if answered is None or at < answered)
        # One answer is for one circle, so reports with the same answer belong together.
        parts = [same] if same[0].answer else circles(same, knows)
        found += [Case(reports=tuple(part), names=names, before=before) for part in parts]
    return sorted(found, key=lambda case: (case.reports[0].at, case.id))


def _names(connection: sa.Connection, accounts: Collection[str]) -> dict[str, str]:
    wanted = sa.select(ACCOUNTS.c.id, ACCOUNTS.c.name).where(ACCOUNTS.c.id.in_(accounts))
    return {row.id: row.name for row in connection.execute(wanted)}


def _follows_among(connection: sa.Connection, people: Collection[str]) -> set[frozenset[str]]:
    """Returns the pairs of these people of whom one follows the other."""
    wanted = sa.select(FOLLOWS.c.account_id, FOLLOWS.c.followed_id).where(
        FOLLOWS.c.account_id.in_(people), FOLLOWS.c.followed_id.in_(people)
    )
    return {frozenset((row.account_id, row.followed_id)) for row in connection.execute(wanted)}


def _answers_about(connection: sa.Connection, people: Collection[str]) -> dict[str, list[tuple[float, str]]]:
    """Returns the answers to reports about each of these people, with when they were given, the oldest first."""
    columns = (REPORTS.c.whom, REPORTS.c.answered, REPORTS.c.answer)
    given = sa.select(*columns).where(REPORTS.c.whom.in_(people), REPORTS.c.answer != "").distinct()
    found: defaultdict[str, list[tuple[float, str]]] = defaultdict(list)
    for row in connection.execute(given.order_by(REPORTS.c.answered)):
        found[row.whom].append((row.answered, row.answer))
    return found


def circles(reports: Sequence[ReportRow], knows: Collection[frozenset[str]]) -> list[list[ReportRow]]:
    """Returns reports about one person, by circle: reports of people of whom one follows the other (`knows`), or of the
    same game, count as one, also through others.
    """
    found: list[list[ReportRow]] = []
    for row in reports:
        near = [circle for circle in found if any(_are_near(row, other, knows) for other in circle)]
        found = [circle for circle in found if circle not in near]
        found.append(_merged([*near, [row]]))
    return found


def _are_near(one: ReportRow, other: ReportRow, knows: Collection[frozenset[str]]) -> bool:
    same_game = one.at_table != "" and one.at_table == other.at_table
    return same_game or one.account == other.account or frozenset((one.account, other.account)) in knows


def _merged(parts: Iterable[Sequence[ReportRow]]) -> list[ReportRow]:
    return sorted((row for part in parts for row in part), key=lambda row: (row.at, row.id))
