"""The answers of a host to reports, and how they are carried out: by an order that reaches all processes."""

from __future__ import annotations

import time

from cogtable.server.accounts.guests import is_guest
from cogtable.server.db.commands import Order
from cogtable.server.db.reports import Case
from cogtable.server.db.store import Store
from cogtable.server.wire.company_api import ReportAnswer

QUIET_S = 7 * 24 * 3600.0
"""How long a person must not write in chats after the answer "quiet", in seconds."""


def order_for(person: str, answer: ReportAnswer, words: str, now: float) -> Order | None:
    """Returns the order that carries out an answer about a person; None if none is needed, or the server does not know
    the person.
    """
    if not person or answer in ("nothing", "warning"):
        return None
    if answer == "quiet":
        return Order(kind="quiet", about=person, words=words, given=now, until=now + QUIET_S)
    return Order(kind="guest" if is_guest(person) else "account", about=person, words=words, given=now)


async def answer_case(store: Store, case: Case, answer: ReportAnswer, words: str) -> bool:
    """Answers a case and carries the answer out. Returns False if it was answered in the meantime."""
    now = time.time()
    order = order_for(case.reports[0].whom, answer, words, now)
    return await store.reports.answer(case, answer, words, now, order)
