"""Who is here: pages report that they are open, and get what is new for their person."""

from __future__ import annotations

import time

from starlette.requests import Request
from starlette.responses import Response

from cogtable.server.db.reports import ReportRow
from cogtable.server.http.app_state import rooms_of, store_of
from cogtable.server.http.following import check_page
from cogtable.server.http.invitations import invitation_infos
from cogtable.server.http.responses import answer, body, take
from cogtable.server.http.visibility import Reader, reader_of, whereabouts_of
from cogtable.server.rooms.whereabouts import LEAST_SHOWN
from cogtable.server.wire import account_api, company_api


async def here(request: Request) -> Response:
    """Notes that a page of the reader is open, from a `Here`: `HereNow`."""
    take(request, "reports_here")
    await body(request, company_api.Here)
    reader, store = await reader_of(request), store_of(request)
    rooms = rooms_of(request)
    if reader.id:
        whereabouts_of(request).report(reader.id)
    heard = await store.reports.heard(reader.id) if reader.id else []
    warned = await store.reports.warnings(reader.id) if reader.id else []
    is_host = rooms.service.is_host(reader.account)
    return answer(
        company_api.HereNow(
            people=await _people(request, reader),
            invitations=await invitation_infos(request, reader, time.time()) if reader.account else [],
            heard=[_heard(row) for row in heard],
            warned=[_warned(row) for row in warned],
            host=is_host,
            open=await store.reports.count_open(but=reader.account) if is_host else 0,
        )
    )


async def _people(request: Request, reader: Reader) -> int:
    """Returns how many people are here, including the reader; 0 if they are few, or the reader stays unseen."""
    if reader.unseen:
        return 0
    everybody = (await whereabouts_of(request).all()).keys()
    seen = everybody - await store_of(request).people.unseen() - reader.apart
    return len(seen) if len(seen) >= LEAST_SHOWN else 0


def _heard(row: ReportRow) -> company_api.ReportHeard:
    return company_api.ReportHeard(id=row.id, name=row.name, answer=row.answer, words=row.words)  # type: ignore[arg-type]


def _warned(row: ReportRow) -> company_api.Warned:
    return company_api.Warned(id=row.id, answer=row.answer, words=row.words)  # type: ignore[arg-type]


async def told(request: Request) -> Response:
    """Notes what the reader has read, from a `Told`: `Done`."""
    check_page(request)
    take(request, "reports_here")
    reader = await reader_of(request)
    ids = (await body(request, company_api.Told)).ids
    if reader.id:
        await store_of(request).reports.told(reader.id, ids[:100])
    return answer(account_api.Done())
