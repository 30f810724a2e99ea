"""Administering a running server: the commands of `cogtable admin`, and their effects for players."""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from cogtable import cli
from cogtable.server.wire.base import PROTOCOL

from .conftest import Browse
from .live_server import PATIENCE, LiveServer, Person, downgrade, rematch

Run = Callable[..., tuple[int, str, str]]
TABLE = {"game": "tiny", "name": "Ada", "seats": [{"kind": "me"}, {"kind": "open"}]}


@pytest.fixture
def admin(own_server: LiveServer, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command of `cogtable admin` on the server's database, and waits until the server has carried it out."""

    def run(*arguments: object, database: Path | str = own_server.database) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            cli.main(["admin", *map(str, arguments), "--database", str(database)])
        obey(own_server)
        out, err = capsys.readouterr()
        return int(str(left.value.code or 0)), out, err

    return run


def obey(server: LiveServer) -> None:
    """Makes a server read its orders now."""
    asyncio.run_coroutine_threadsafe(server.app.state.admin_commands.read(), server.loop).result(PATIENCE)


def notice(person: Person, words: str) -> None:
    """Waits until a person is shown this text, or none if it is empty."""
    while person.update.get("notice", "") != words:
        person.hear()


def cut_off(person: Person) -> None:
    """Waits until a person's connection ends."""
    with suppress(ConnectionClosed):
        while True:
            person.hear()


# --- messages ----------------------------------------------------------------------------------------


def test_a_message_is_shown_at_every_table_until_it_is_cleared(own_server: LiveServer, admin: Run) -> None:
    table, (ada, _) = own_server.full()
    seated, watching = own_server.sit(table, ada), own_server.sit(table)
    code, out, _ = admin("message", "The server restarts\nat 20:00  UTC.")
    assert (code, out) == (
        0,
        "People at a table or in the lobby see it within seconds, and so does everyone who comes later.\n",
    )
    for person in (seated, watching):
        notice(person, "The server restarts at 20:00 UTC.")
    assert own_server.sit(table).update["notice"] == "The server restarts at 20:00 UTC."
    assert own_server.http.get("/notice").json() == {"words": "The server restarts at 20:00 UTC."}

    admin("message", "It is done.")
    notice(seated, "It is done.")
    admin("message", "--clear")
    notice(seated, "")
    assert own_server.http.get("/notice").json() == {}


def test_a_message_expires(own_server: LiveServer, admin: Run) -> None:
    table, (ada, _) = own_server.full()
    person = own_server.sit(table, ada)
    admin("message", "Hello.", "--minutes", 5)
    notice(person, "Hello.")
    own_server.execute("UPDATE orders SET until = until - 301")
    obey(own_server)
    notice(person, "")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "expected a message, or --clear to take it away"),
        (["Hello", "--clear"], "expected a message, or --clear to take it away"),
        (["\u200b"], "expected 1 to 300 characters for people to read; found 0"),
        (["x" * 301], "expected 1 to 300 characters for people to read; found 301"),
    ],
)
def test_a_message_cannot_be_empty(admin: Run, arguments: list[str], words: str) -> None:
    assert admin("message", *arguments) == (2, "", f"error: {words}\n")


# --- draining ----------------------------------------------------------------------------------------


def test_a_draining_server_continues_games_and_begins_none(own_server: LiveServer, admin: Run) -> None:
    waits = own_server.new("tiny", "me", "open")
    table, (ada, ben) = own_server.full()
    people = own_server.sit(table, ada), own_server.sit(table, ben)
    admin("drain", "--because", "We upgrade at eight.")
    words = "no new games can begin here for now; games in progress continue. We upgrade at eight."
    for path, body in (("/tables", TABLE), (f"/tables/{waits['table']}/join", {"name": "Ben"})):
        answer = own_server.post(path, body)
        assert (answer.status_code, answer.json()["error"]) == (503, words)

    while not people[0].update["view"]["over"]:
        mover = next(person for person in people if person.actions())
        mover.play()
        for person in people:
            person.until(mover.ply)
    refused = own_server.post(f"/tables/{table}/branch", {"ply": 1, "bot": "easy"}, ada)
    assert (refused.status_code, refused.json()["error"]) == (503, words)
    people[0].send(type="again", id=98, on=True)
    people[1].send(type="again", id=99, on=True)
    assert people[1].next("error")["words"] == words

    admin("drain", "--off")
    assert own_server.post(f"/tables/{waits['table']}/join", {"name": "Ben"}).status_code == 201
    assert rematch(*people)


def test_draining_waits_for_the_last_games(own_server: LiveServer, admin: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogtable.server.app.admin.LOOK_S", 0.01)
    table, (ada, _) = own_server.full()
    own_server.sit(table, ada).play()
    moving = "games with a move in the last 10 minutes:"
    code, out, _ = admin("drain", "--wait", 0.001)
    assert (code, out.splitlines()[1:]) == (1, [f"{moving} 1"])
    own_server.execute("UPDATE actions SET at = at - 601")
    code, out, _ = admin("drain", "--wait", 10)
    assert (code, out.splitlines()[1:]) == (0, [f"{moving} 0"])


# --- bans --------------------------------------------------------------------------------------------


def test_a_banned_account_is_signed_out_everywhere_and_cannot_sign_in(
    own_server: LiveServer, admin: Run, browse: Browse
) -> None:
    ada = browse(own_server)
    code = ada.sign_up("Ada")
    table = ada.post("/tables", TABLE).json()["table"]
    own_server.join(table)
    person = own_server.sit(table, additional_headers={"Cookie": ada.cookie})
    assert person.view["seat"] == 0
    assert admin("ban", "--account", "ADA", "--because", "You know why.")[1] == (
        "ADA is banned, and signed out in 1 browser.\n"
    )
    assert person.next("error")["words"] == "This seat is no longer yours. You can watch."
    words = "this account is banned on this server. You know why."
    for answer in (ada.sign_in(), ada.post("/account/recover", {"code": code})):
        assert (answer.status_code, answer.json()["error"]) == (403, words)
    assert ada.post("/account/recovery-code").status_code == 401

    admin("ban", "--account", "Ada", "--lift")
    assert ada.post("/account/recover", {"code": code}).status_code == 200
    assert own_server.sit(table, additional_headers={"Cookie": ada.cookie}).view["seat"] == 0


def test_a_banned_address_gets_only_the_reason(own_server: LiveServer, admin: Run) -> None:
    table, (ada, _) = own_server.full()
    person = own_server.sit(table, ada)
    assert admin("ban", "--address", "127.0.0.9/8", "--minutes", 60)[1] == "127.0.0.0/8 is banned.\n"
    cut_off(person)
    answer = own_server.http.get("/games")
    assert (answer.status_code, answer.json()["error"]) == (403, "your address is banned on this server")
    with pytest.raises(InvalidStatus, match="403"):
        own_server.raw(table)
    assert own_server.http.get(f"http://{own_server.address}/healthz").status_code == 200

    admin("ban", "--address", "127.0.0.0/8", "--lift")
    assert own_server.sit(table, ada).view["seat"] == 0


def test_an_ipv6_ban_covers_the_whole_network(admin: Run) -> None:
    assert admin("ban", "--address", "2001:db8:0:7::9")[1] == "2001:db8:0:7::/64 is banned.\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "expected --account NAME or --address ADDRESS"),
        (["--account", "Ada", "--address", "192.0.2.1"], "expected --account NAME or --address ADDRESS"),
        (["--account", "Nobody"], 'there is no account "Nobody"'),
        (
            ["--address", "example.org"],
            'expected an address or a network, like 192.0.2.7 or 2001:db8::/48; found "example.org"',
        ),
        (["--address", "192.0.2.1", "--lift"], "192.0.2.1 is not banned; `cogtable admin status` lists who is"),
    ],
)
def test_a_ban_needs_an_account_or_an_address(admin: Run, arguments: list[str], words: str) -> None:
    assert admin("ban", *arguments) == (2, "", f"error: {words}\n")


# --- lists -------------------------------------------------------------------------------------------


def test_tables_are_listed_with_their_state(own_server: LiveServer, admin: Run) -> None:
    table, (ada, _) = own_server.full()
    own_server.sit(table, ada).play()
    waits = own_server.new("tiny", "me", "open")["table"]
    newest, first = json.loads(admin("list", "--json")[1])
    assert (newest["table"], newest["state"], newest["people"]) == (waits, "open", ["Ada", "open"])
    assert (first["table"], first["state"], first["actions"]) == (table, "going", 1)
    assert [row["table"] for row in json.loads(admin("list", "--going", "--json")[1])] == [table]
    assert len(json.loads(admin("list", "--most", 1, "--json")[1])) == 1
    lines = admin("list")[1].splitlines()
    assert lines[0].split() == ["table", "game", "state", "actions", "last", "who"]
    assert lines[2].startswith(table)
    assert lines[2].endswith("Ada, Friend 1")


def test_the_status_lists_the_current_orders(own_server: LiveServer, admin: Run, browse: Browse) -> None:
    browse(own_server).sign_up("Eve")
    table, (ada, _) = own_server.full()
    own_server.sit(table, ada).play()
    admin("ban", "--account", "Eve", "--because", "No.")
    admin("ban", "--address", "192.0.2.7")
    admin("drain")
    assert admin("status")[1].splitlines() == [
        "tables: 1; games in progress: 1; moved in the last 10 minutes: 1",
        "account Eve: No.",
        "address 192.0.2.7/32",
        "drain",
    ]
    assert [each["kind"] for each in json.loads(admin("status", "--json")[1])["orders"]] == [
        "account",
        "address",
        "drain",
    ]


def test_a_missing_database_is_not_created(admin: Run, tmp_path: Path) -> None:
    nowhere = tmp_path / "no.db"
    words = f"error: there is no database {nowhere}; --database says where the server keeps its tables\n"
    assert admin("status", database=nowhere) == (2, "", words)
    assert not nowhere.exists()


def test_a_database_of_an_earlier_version_is_not_changed(admin: Run, tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    with LiveServer(old):
        pass
    downgrade(old, "0013")
    code, _, err = admin("status", database=old)
    assert code == 2
    assert "it has revision 0013, and this Cogtable needs" in err


# --- archive -----------------------------------------------------------------------------------------


def test_an_archived_table_is_gone_for_its_players(own_server: LiveServer, admin: Run) -> None:
    table, (ada, _) = own_server.full()
    other, (ben, _) = own_server.full()
    person, elsewhere = own_server.sit(table, ada).play(), own_server.sit(other, ben)
    code, out, _ = admin("archive", table)
    assert code == 0
    cut_off(person)
    again = Person(own_server.raw(table))
    again.send(type="hello", protocol=PROTOCOL, secret=ada)
    assert again.next("error")["code"] == "unknown-table"
    assert elsewhere.play().ply == 1

    file = Path(out.removeprefix("Archived in ").removesuffix(" and removed.\n"))
    (kept,) = map(json.loads, gzip.decompress(file.read_bytes()).splitlines())
    assert (kept["table"]["id"], len(kept["actions"])) == (table, 1)
    for name in ("tables", "seats", "actions"):
        column = "id" if name == "tables" else "table_id"
        assert own_server.execute(f"SELECT count(*) FROM {name} WHERE {column} = '{table}'") == [(0,)]


def test_if_one_of_several_tables_is_missing_none_is_removed(own_server: LiveServer, admin: Run) -> None:
    table, _ = own_server.full()
    assert admin("archive", table, "nowhere") == (2, "", "error: there is no table nowhere; nothing was removed\n")
    assert own_server.http.get(f"/tables/{table}").status_code == 200


# --- backup and restore ------------------------------------------------------------------------------


def test_a_backup_made_during_a_game_restores_it(own_server: LiveServer, admin: Run) -> None:
    table, (ada, ben) = own_server.full()
    people = own_server.sit(table, ada), own_server.sit(table, ben)
    for person in people:
        person.play()
        for each in people:
            each.until(person.ply)
    copy = Path(own_server.database).with_name("copy.db")
    assert admin("backup", copy) == (0, f"{copy} holds 1 table.\n", "")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    people[0].play()

    code, _, err = admin("restore", copy)
    assert code == 2
    assert "is in use; stop the server first" in err
    own_server.__exit__()
    before = f"{own_server.database}.before-restore"
    with pytest.raises(SystemExit) as left:
        cli.main(["admin", "restore", str(copy), "--database", str(own_server.database)])
    assert not left.value.code
    with LiveServer(own_server.database) as again:
        person = again.sit(table, ada)
        assert person.ply == 2
        assert person.play().ply == 3
    with closing(sqlite3.connect(before)) as kept:
        assert kept.execute("SELECT count(*) FROM actions").fetchone() == (3,)
    own_server.__enter__()


def test_every_copy_is_complete_however_fast_people_move(own_server: LiveServer, tmp_path: Path) -> None:
    from cogtable.server.db.backup import back_up

    for number in range(5):
        table, (ada, _) = own_server.full()
        person = own_server.sit(table, ada)
        person.send(type="act", id=1, ply=0, action=person.actions()[0])
        back_up(Path(own_server.database), tmp_path / "copy.db")
        with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
            assert copy.execute("SELECT count(*) FROM tables").fetchone() == (number + 1,)
            moves, waiting = copy.execute(
                "SELECT (SELECT count(*) FROM actions WHERE table_id = id), waiting FROM tables WHERE id = ?", (table,)
            ).fetchone()
            assert (moves, waiting) in ((0, 3), (1, 2))
        person.next("accepted")


def test_a_file_that_is_not_a_backup_is_refused(admin: Run, own_server: LiveServer, tmp_path: Path) -> None:
    (text := tmp_path / "text").write_text("this is no database, however long one looks at it")
    newer = tmp_path / "newer.db"
    admin("backup", newer)
    with closing(sqlite3.connect(newer, isolation_level=None)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    target = tmp_path / "target.db"
    for file, words in (
        (tmp_path / "no", "there is no file"),
        (text, "is not a backup of Cogtable"),
        (newer, "was made by a newer Cogtable (revision 9999"),
    ):
        code, _, err = admin("restore", file, database=target)
        assert code == 2
        assert words in err
        assert not target.exists()
    code, _, err = admin("backup", own_server.database)
    assert code == 2
    assert "is the database itself" in err


def test_for_postgresql_the_backup_command_names_its_own_programs(admin: Run, tmp_path: Path) -> None:
    for command, program in (("backup", "pg_dump"), ("restore", "pg_restore")):
        code, _, err = admin(command, tmp_path / "x", database="postgresql+psycopg://cogtable@localhost/cogtable")
        assert code == 2
        assert err.endswith(f"PostgreSQL has a program for it: {program}\n")


# --- reports -----------------------------------------------------------------------------------------


def reported(server: LiveServer, browse: Browse) -> str:
    """Ada has reported Ben. Returns the id of the report."""
    ada, ben = browse(server), browse(server)
    ada.sign_up("Ada")
    ben.sign_up("Ben")
    assert ada.post("/reports", {"whom": {"name": "Ben"}, "reason": "leaves"}).status_code == 201
    return str(server.execute("SELECT id FROM reports")[0][0])


def test_reports_are_listed_shown_and_answered(own_server: LiveServer, browse: Browse, admin: Run) -> None:
    assert admin("reports", "list")[1] == "No report waits for an answer.\n"
    report = reported(own_server, browse)
    listed = admin("reports", "list")[1]
    assert listed.startswith(report)
    assert listed.endswith("Ben: leaves; reported by 1\n")
    assert json.loads(admin("reports", "list", "--json")[1])[0]["reports"][0]["reason"] == "leaves"
    shown = admin("reports", "show", report)[1]
    assert shown.startswith("about: Ben\n")
    assert shown.endswith("Ada: leaves\n")
    code, _, err = admin("reports", "answer", report, "forgive")
    assert (code, "expected one of nothing, warning, quiet, out" in err) == (2, True)
    code, out, _ = admin("reports", "answer", report, "quiet", "--because", "Be kind.")
    assert (code, out) == (0, "Answered: quiet. 1 person hears it.\n")
    code, _, err = admin("reports", "answer", report, "nothing")
    assert (code, "waits for an answer" in err) == (1, True)
    assert "Ben: leaves; reported by 1; answered: quiet" in admin("reports", "list", "--answered", 5)[1]
    assert "quiet Ben until" in admin("status")[1]


def test_hosts_are_named_and_removed(own_server: LiveServer, browse: Browse, admin: Run) -> None:
    reported(own_server, browse)
    cleo = browse(own_server)
    cleo.sign_up("Cleo")
    assert admin("hosts")[1].startswith("No account answers reports")
    assert admin("hosts", "--add", "Cleo")[1] == "Cleo answers reports.\n"
    assert admin("hosts")[1] == "Cleo\n"
    assert len(cleo.get("/reports")["open"]) == 1
    assert admin("hosts", "--remove", "Cleo")[1] == "Cleo no longer answers reports.\n"
    assert cleo.http.get("/reports").status_code == 404
    code, _, err = admin("hosts", "--remove", "Cleo")
    assert (code, "Cleo is not a host" in err) == (1, True)
    assert admin("hosts", "--add", "Nobody")[0] == 1
