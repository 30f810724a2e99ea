"""All formats of tournaments, by the method that a tournament is stored with."""

from __future__ import annotations

from cogtable.server.db.tournaments import Method
from cogtable.server.tournaments import arena, knockout, robin, swiss
from cogtable.server.tournaments.format import Format

FORMATS: dict[Method, Format] = {"swiss": swiss, "robin": robin, "knockout": knockout, "arena": arena}
