"""Reports: people report others to the host, who answers them on a page of their own."""

from __future__ import annotations

import time

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from cogtable.engine.text.words import say
from cogtable.server.accounts.guests import guest_of, is_guest, keep
from cogtable.server.accounts.moderation import answer_case
from cogtable.server.accounts.sessions import person_of
from cogtable.server.core.text import cleaned
from cogtable.server.core.tokens import new_id
from cogtable.server.db.reports import Case, Line, ReportRow
from cogtable.server.db.store import Store
from cogtable.server.http.app_state import counts_of, presence_of, rooms_of, store_of
from cogtable.server.http.following import check_page, put_block
from cogtable.server.http.people import SHARE_LEAST
from cogtable.server.http.responses import answer, body, take
from cogtable.server.http.visibility import Reader, reader_of
from cogtable.server.http.whom import Chosen, chosen
from cogtable.server.wire import account_api, company_api

ANSWERED = 20
"""The number of answered cases that hosts see."""


# --- reporting --------------------------------------------------------------------------------------


async def report(request: Request) -> Response:
    """Reports a person to the host, from a `NewReport`: `Done`. Guests can do that too."""
    check_page(request)
    wanted = await body(request, company_api.NewReport)
    reader = await reader_of(request)
    guest = None if reader.account else guest_of(request)
    if guest:
        reader = msgspec.structs.replace(reader, id=guest.id)
    whom = await chosen(request, reader, wanted.whom)
    await _check_pace(request, reader)
    await store_of(request).reports.add(await _row(request, reader, whom, wanted))
    if wanted.block and whom.id:
        await put_block(request, reader, whom.id, whom.name, "block")
    found = answer(account_api.Done(), 201)
    if guest:
        keep(request, found, guest)
    return found


async def _check_pace(request: Request, reader: Reader) -> None:
    """Raises Exceeded if a person sends too many reports, through all processes."""
    counts = counts_of(request)
    take(request, "reports_by_address")
    rate = counts.limits.reports
    window = rate.burst * rate.every_s
    if window and await store_of(request).reports.count(reader.id, time.time() - window) >= rate.burst:
        counts.refuse("reports", rate.every_s)
    counts.take("reports", reader.id)


async def _row(request: Request, reader: Reader, whom: Chosen, wanted: company_api.NewReport) -> ReportRow:
    row = whom.row
    said: list[Line] = []
    if wanted.lines and row:
        said = await store_of(request).reports.lines(row.id, whom.seat, whom.id, whom.name)
    elif wanted.lines and reader.account:
        found = await store_of(request).invitations.of(reader.account, 0)
        got = [each.row for each in found if each.row.account_id == whom.id and each.row.line]
        said = [Line(text=each.line, at=each.sent) for each in reversed(got[:1])]
    return ReportRow(
        id=new_id(),
        account=reader.id,
        whom=whom.id,
        name=whom.name,
        reason=wanted.reason,
        at=time.time(),
        at_table=row.id if row else "",
        game=row.game if row else "",
        ply=await _moves(request, row.id) if row else 0,
        said=tuple(said),
    )


async def _moves(request: Request, table: str) -> int:
    return sum(each.kind == "move" for each in await store_of(request).actions(table))


# --- the host's page --------------------------------------------------------------------------------


async def _host(request: Request) -> str:
    """Returns the account of the host who sent a request. For everybody else there is nothing here: raises
    HTTPException.
    """
    person = await person_of(request)
    rooms = rooms_of(request)
    if person is None or not rooms.service.is_host(person.account.id):
        raise HTTPException(404, "Not Found")
    return person.account.id


async def queue(request: Request) -> Response:
    """What the host has to answer, and what was answered last: `ReportQueue`."""
    take(request, "people_lists")
    return answer(await _queue(request, await _host(request)))


async def _queue(request: Request, host: str) -> company_api.ReportQueue:
    """Returns what a host answers. What is about themselves is for the others, and for the command line."""
    reports = store_of(request).reports
    return company_api.ReportQueue(
        open=[await case_info(store_of(request), case) for case in await reports.open(but=host)],
        answered=[await case_info(store_of(request), case) for case in await reports.answered(ANSWERED, but=host)],
    )


async def case_info(store: Store, case: Case) -> company_api.ReportedPerson:
    """Returns a case as hosts read it."""
    first = case.reports[0]
    share = (await store.people.finished_shares([first.whom])).get(first.whom)
    return company_api.ReportedPerson(
        id=case.id,
        name=case.names.get(first.whom, first.name) or say("a deleted account"),
        guest=not first.whom or is_guest(first.whom),
        reports=[
            company_api.ReportInfo(
                by=case.names.get(row.account, say("a guest")),
                reason=row.reason,  # type: ignore[arg-type]  # as it was checked when it came
                table=row.at_table,
                game=row.game,
                ply=row.ply,
                said=[company_api.SaidLine(text=line.text, at=line.at) for line in row.said],
                at=row.at,
            )
            for row in case.reports
        ],
        share=share.share if share and share.games >= SHARE_LEAST else None,
        before=list(case.before),  # type: ignore[arg-type]  # as they were stored
        answer=first.answer,  # type: ignore[arg-type]
        words=first.words,
    )


async def answer_report(request: Request) -> Response:
    """Answers the reports of one circle about one person, from an `AnswerReport`: `ReportQueue`."""
    check_page(request)
    host = await _host(request)
    take(request, "people_lists")
    wanted = await body(request, company_api.AnswerReport)
    words = cleaned(wanted.words)
    if len(words) > company_api.MAX_ANSWER:
        expected = say(
            "an answer has at most {most} characters; this one has {n}", most=company_api.MAX_ANSWER, n=len(words)
        )
        raise HTTPException(422, expected)
    case = await store_of(request).reports.case(request.path_params["report"], but=host)
    if case is None or not await answer_case(store_of(request), case, wanted.answer, words):
        raise HTTPException(409, say("this report was answered already"))
    presence = presence_of(request)
    await presence.check_sessions()
    return answer(await _queue(request, host))
