"""Loads tables from the database."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from cogtable.engine.errors import CogtableError
from cogtable.engine.text.words import say
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.variant import Variant
from cogtable.server.core.variants import Variants
from cogtable.server.db.chat import Said
from cogtable.server.db.store import Store
from cogtable.server.table.change import TableState
from cogtable.server.table.restore import cannot_go_on, restore


class Loaded(NamedTuple):
    """A table, its chat, and its variant, if any."""

    state: TableState
    said: Said
    variant: Variant | None = None


async def load_table(store: Store, table: str, variants: Variants) -> Loaded:
    """Returns a table from the database. Raises Refusal when there is none or it cannot be played here."""
    row = await store.table(table)
    if row is None:
        raise Refusal("unknown-table", say("there is no table '{table}' here", table=table[:24]))
    actions = await store.actions(table)
    said = await store.said(table)
    try:
        variant = await variants.find(row.variant) if row.variant else None
        state = await asyncio.to_thread(restore, row, actions, variant.game if variant else None)
    except CogtableError as error:
        raise cannot_go_on(row, error) from error
    return Loaded(state, said, variant)
