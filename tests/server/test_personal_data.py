"""Personal data: the export contains every stored row about a person, whatever the current schema."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
import sqlalchemy as sa

from cogtable.server.db.personal_data import SECRETS

from .authenticator import Browser
from .conftest import Browse
from .live_server import LiveServer, Person

NAMES = {"account", "account_id", "invited_id", "session", "subscription"}
"""The columns that name an account, or something of it."""

IDS = {("accounts", "id"), ("orders", "about")}
"""Such columns with another name."""

OF_TABLES = {"actions", "chat_messages", "chat_reactions", "pairings"}
"""Tables about a seat, or about a player in a tournament. They are exported with the games and tournaments of the
person who had the seat at the time.
"""

NOBODYS = {
    *("tables", "boxes", "offers", "series", "deals"),  # independent of who plays
    *("owners", "processes", "heartbeat", "server_keys", "rating_formula", "alembic_version"),  # the servers'
}

SUSPECTS = re.compile("account|person|session|subscription|secret|target|about|address|maker|guest|user")
DECLARED = {
    *(("seats", "secret"), ("subscribed_seats", "secret"), ("tournaments", "secret"), ("entrants", "secret")),
    # An account, which is named beside it, or a guest's browser.
    *((table, "person") for table in ("seekers", "declines", "deal_plays", "puzzle_tries")),
    ("tables", "maker"),  # a seat, whose row names its account
    ("tournaments", "maker"),  # the creator's name, in a row that names their account
    ("mail_addresses", "address"),  # likewise
    ("processes", "address"),  # a server's
}
"""Columns whose names suggest a person, but don't refer to one."""

NOT_TOLD = {("follows", "followed_id"), ("blocks", "whom"), ("reports", "whom")}
"""Columns that name a person who isn't told: who follows, blocks or reports them."""

AS_STORED = {"options": "{}", "bots": "[]", "places": "[]", "state": "open", "gone": "", "against": "people"}
"""Columns whose values must be valid when they are read."""


@pytest.fixture
def ada(server: LiveServer, browse: Browse) -> Browser:
    browser = browse(server)
    browser.sign_up("Ada")
    return browser


def columns_of(server: LiveServer) -> dict[str, list[Any]]:
    """Returns the columns of each table of the database."""
    engine = sa.create_engine(f"sqlite:///{server.database}")
    schema = sa.inspect(engine)
    found = {table: list(schema.get_columns(table)) for table in schema.get_table_names()}
    engine.dispose()
    return found


def names_somebody(table: str, column: str) -> bool:
    return column in NAMES or (table, column) in IDS


def test_every_table_is_exported_or_about_no_person(server: LiveServer) -> None:
    """A new table about a person must name the column like the others; otherwise this test fails."""
    schema = columns_of(server)
    named = {table for table, columns in schema.items() if any(names_somebody(table, one["name"]) for one in columns)}
    assert set(schema) == named | OF_TABLES | NOBODYS
    sounds = {(table, one["name"]) for table, columns in schema.items() for one in columns}
    suspects = {each for each in sounds if SUSPECTS.search(each[1]) and not names_somebody(*each)}
    assert suspects == DECLARED


def rows_of(schema: dict[str, list[Any]], account: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Returns two rows for each table about people, each with its own values; one if there can be only one."""
    ids = {"session": "id of sessions 1", "subscription": "id of subscriptions 1"}
    for table, columns in schema.items():
        named = [one for one in columns if names_somebody(table, one["name"])]
        if table == "accounts" or not named:
            continue
        keys = {one["name"] for one in columns if one["primary_key"]}
        alone = bool(keys) and keys <= {one["name"] for one in named}  # there is one row for each account
        for number in (1,) if alone else (1, 2):
            row = {one["name"]: value(table, one, number) for one in columns}
            row |= {name: ids.get(name, account) for name in row if names_somebody(table, name)}
            yield table, row


def value(table: str, column: Any, number: int) -> Any:
    name = column["name"]
    if name in AS_STORED:
        return AS_STORED[name]
    if isinstance(column["type"], sa.Boolean):
        return False
    if isinstance(column["type"], sa.Integer):
        return number
    if isinstance(column["type"], sa.Float):
        return 4e9 + number  # later than now, so that nothing is too old
    return f"{name} of {table} {number}"


def test_the_export_contains_everything_stored(server: LiveServer, ada: Browser) -> None:
    (account,) = (row[0] for row in server.execute("SELECT id FROM accounts"))
    rows = []
    with closing(sqlite3.connect(server.database, isolation_level=None)) as connection:
        for table, row in rows_of(columns_of(server), account):
            names = ", ".join(f'"{name}"' for name in row)
            connection.execute(f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(row))})", [*row.values()])
            rows.append((table, row))
    answer = ada.get("/account/export")
    assert {table for table, _ in rows} > {"passkeys", "sessions", "seats", "results", "mail_addresses", "calls"}
    for table, row in rows:
        told = {name: each for name, each in row.items() if name not in SECRETS}
        assert told in answer["records"][table], table
        for secret in SECRETS & row.keys():
            assert str(row[secret]) not in str(answer), (table, secret)


def said(person: Person, text: str) -> None:
    person.send(type="say", id=77, text=text)
    while person.next("accepted", "error").get("id") != 77:
        pass


def test_leaving_and_retaking_a_seat_loses_no_data(server: LiveServer, ada: Browser, browse: Browse) -> None:
    def sit(browser: Browser) -> Person:
        return server.sit(table, additional_headers={"Cookie": f"cogtable={browser.http.cookies['cogtable']}"})

    def leave(browser: Browser, text: str) -> None:
        person = sit(browser)
        said(person, text)
        person.send(type="resign", id=78)
        while person.next("accepted", "error").get("id") != 78:
            pass

    ben = browse(server)
    ben.sign_up("Ben")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    table = ada.post("/tables", {"game": "tiny", "name": "x", "seats": seats, "replacing": True}).json()["table"]
    for name in ("Guest", "Other"):
        server.join(table, name)
    leave(ada, "the first time")
    assert ben.post(f"/tables/{table}/join", {"name": "x"}).json()["seat"] == 0
    leave(ben, "in between")
    assert ada.post(f"/tables/{table}/join", {"name": "x"}).json()["seat"] == 0
    said(sit(ada), "the second time")
    (game,) = ada.get("/account/export")["games"]
    assert [each["text"] for each in game["messages"]] == ["the first time", "the second time"]
    first, second = game["seats"]
    assert (first["seat"], second["seat"]) == (0, 0)
    assert first["since"] is None
    assert first["until"] < second["since"]
    assert second["until"] is None
    (his,) = ben.get("/account/export")["games"]
    assert [each["text"] for each in his["messages"]] == ["in between"]
