"""How often one address may ask for something that others could suffer from."""

from __future__ import annotations

import ipaddress
import math
from collections import OrderedDict
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request

from cogtable.engine.words import say
from cogtable.server.tables.allowance import Allowance

MAX_ADDRESSES = 10_000
"""How many addresses are counted; of more, those that were quiet for longest are forgotten."""


class Rate(NamedTuple):
    """So many requests at once, and one more each `every_s` seconds."""

    burst: int
    every_s: float


class ByAddress:
    """Counts the requests of each address. IPv6 addresses of one network (/64) count as one."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._allowances: OrderedDict[str, Allowance] = OrderedDict()

    def check(self, request: Request) -> None:
        """Counts a request. Raises HTTPException if its address has sent too many."""
        allowance = self._allowance(_network(request.client.host if request.client else ""))
        if not allowance.take():
            minutes = math.ceil(allowance.wait_s / 60)
            words = say("too many tries from your address; try again in {n} min", n=minutes)
            raise HTTPException(429, words, {"Retry-After": str(math.ceil(allowance.wait_s))})

    def _allowance(self, address: str) -> Allowance:
        found = self._allowances.pop(address, None) or Allowance(1 / self._rate.every_s, self._rate.burst)
        self._allowances[address] = found  # last, as the most recent
        if len(self._allowances) > MAX_ADDRESSES:
            self._allowances.popitem(last=False)
        return found


def _network(address: str) -> str:
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        return str(found.ipv4_mapped or ipaddress.IPv6Network((found, 64), strict=False))
    return address
