"""Attacks. SECURITY.md lists them all, with the tests that try them, here and in other files."""

from __future__ import annotations

import json
import logging
import re
import time
import zlib
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

import cogtable
from cogtable.engine.play import registry
from cogtable.server.app.app import API
from cogtable.server.app.serve import LARGEST_MESSAGE
from cogtable.server.core.headers import POLICY
from cogtable.server.wire import from_client
from cogtable.server.wire.base import PROTOCOL

from .authenticator import Browser
from .live_server import LiveServer, Person
from .test_limits import connected, everything
from .test_proxy import opened

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def no_failures(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Checks that no attack causes a server error."""
    caplog.set_level(logging.INFO)
    yield
    failed = [record for record in caplog.records if record.levelno >= logging.ERROR or record.exc_info]
    assert [record.getMessage() for record in failed] == []


# --- pages of other sites ---------------------------------------------------------------------------------


def foreign(server: LiveServer) -> list[str]:
    host, port = server.address.split(":")
    return [
        "https://attacker.example",
        "null",
        f"http://{host}",
        f"http://{host}:{int(port) - 1}",
        f"http://localhost:{port}",
        f"http://{server.address}.attacker.example",
        f"http://attacker.example/?{server.address}",
        f"http://{server.address}@attacker.example",
        f"http://attacker.example@{server.address}",
        "http://[",
        "",
    ]


def test_a_page_of_another_site_cannot_open_a_table(server: LiveServer) -> None:
    """Browsers let any page open a WebSocket to any server, and send cookies along (CSWSH)."""
    table, secrets = server.full("tiny")
    for origin in foreign(server):
        with pytest.raises(InvalidStatus) as refused:
            server.raw(table, origin=origin)
        assert refused.value.response.status_code == 403, origin
    server.sit(table, secrets[0], origin=f"http://{server.address}")


def posts() -> list[str]:
    return [re.sub(r"\{\w+\}", "x", route.path) for route in API if "POST" in (getattr(route, "methods", None) or ())]


def test_a_page_of_another_site_cannot_change_anything(server: LiveServer) -> None:
    before = server.stored()
    assert len(posts()) > 15
    for path in posts():
        for origin in foreign(server):
            answer = server.http.post(path, json={}, headers={"Origin": origin})
            assert answer.status_code == 403, (path, origin)
    assert server.stored() == before


def test_a_form_of_another_site_cannot_send_json(server: LiveServer) -> None:
    """A form needs no permission to send text to any server, but can't declare it as JSON."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        answer = server.http.post("/tables", content=b"{}", headers={"Content-Type": kind})
        assert answer.status_code == 415, kind


def test_a_foreign_name_that_points_to_this_server_is_refused(server: LiveServer) -> None:
    """With DNS rebinding, the page and its requests seem to belong to one site."""
    table, _ = server.full("tiny")
    rebound = {"Host": "attacker.example", "Origin": "http://attacker.example"}
    assert server.http.get("/tables", headers=rebound).status_code == 421
    assert server.http.post("/tables", json={}, headers=rebound).status_code == 421
    with pytest.raises(InvalidStatus) as refused:
        opened(server.address, f"/api/tables/{table}/ws", rebound["Origin"], rebound["Host"]).__enter__()
    assert refused.value.response.status_code == 403


def test_two_names_in_one_request_are_refused(server: LiveServer) -> None:
    for heads in (b"Host: localhost\r\nHost: attacker.example\r\n", b"", b"Host: localhost, attacker.example\r\n"):
        with connected(server, b"GET /api/tables HTTP/1.1\r\n" + heads + b"Connection: close\r\n\r\n") as connection:
            assert re.match(rb"HTTP/1.1 4(00|21) ", everything(connection)), heads


def test_pages_run_only_their_own_scripts_and_cannot_be_framed(server: LiveServer) -> None:
    for path in ("/", "/t/x", "/api/tables", "/nowhere", "/api/nowhere"):
        headers = server.http.get(f"http://{server.address}{path}").headers
        assert headers["content-security-policy"] == POLICY
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    assert "script-src 'self';" in POLICY
    assert "frame-ancestors 'none'" in POLICY
    assert "unsafe-eval" not in POLICY


# --- files ------------------------------------------------------------------------------------------------

UP = ["..", "%2e%2e", "%252e%252e", "..%2f..", "..%5c..", "..\\..", "....//", ".%00.", "%c0%ae%c0%ae", "//.."]


@pytest.fixture(scope="module")
def with_files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    folder = tmp_path_factory.mktemp("files")
    static = folder / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html>")
    (folder / "secret.txt").write_text("nobody may read this")
    (static / "assets" / "link.txt").symlink_to(folder / "secret.txt")
    with LiveServer(folder / "cogtable.db", static=static) as server:
        yield server


def asked(server: LiveServer, path: str) -> bytes:
    """Returns the answer to a path that is sent unchanged."""
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
    with connected(server, head) as connection:
        return everything(connection)


def test_no_path_leads_out_of_the_folder(with_files: LiveServer) -> None:
    paths = [
        f"{start}{up}/{file}"
        for start in ("/", "/assets/", "/api/", "/t/", "http://localhost/")
        for up in UP
        for file in ("secret.txt", "cogtable.db", "../secret.txt", "../../etc/passwd")
    ]
    database = with_files.database
    paths += ["/assets/link.txt", f"/{database}", f"//{database}", "/file:///etc/passwd", "/%2fetc%2fpasswd"]
    for path in paths:
        answer = asked(with_files, path)
        assert re.match(rb"HTTP/1.1 40[045] ", answer), (path, answer[:60])
        for read in (b"nobody may read this", b"SQLite format", b"root:"):
            assert read not in answer, path


@pytest.mark.parametrize("path", ["/people/%00", "/history/Ada?game=%00", "/history/Ada?opponent=a%00", "/tables/%00"])
def test_nul_does_not_reach_the_database(server: LiveServer, path: str) -> None:
    """PostgreSQL refuses it, which must not look like a failure of the server."""
    answer = server.http.get(path)
    assert answer.status_code == 404
    assert answer.json()["error"] == "expected an address without the character NUL; found %00"


def test_no_name_leads_out_of_a_folder(server: LiveServer) -> None:
    for name in ("../splendor", "..", "%2e%2e%2fsplendor", "/etc/passwd", "a\\b", "%00", "x" * 5000):
        for path in ("games/{}/picture", "games/{}/components", "rules/{}", "rules/{}/legend", "boxes/{}/file"):
            answer = asked(server, "/api/" + path.format(name))
            assert re.match(rb"HTTP/1.1 4(00|04|31) ", answer), (path, name, answer[:60])
            assert b"Traceback" not in answer
    new = {"name": "Ada", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]}
    for game in ("../splendor", "splendor/../tiny", "", "tiny[cards=9]", "__main__"):
        assert server.post("/tables", new | {"game": game}).status_code == 404, game


# --- too much data --------------------------------------------------------------------------------------------

DEEP = {
    "lists": "[" * 30_000,
    "objects": '{"a":' * 10_000,
    "a list within": '{"game": "tiny", "options": ' + "[" * 30_000,
    "a long number": '{"seed": ' + "9" * 60_000 + "}",
    "a large number": '{"game": "tiny", "name": "A", "seats": [], "seed": 1e999}',
    "half a character": '{"game": "\\ud800", "name": "\\ud800", "seats": []}',
    "the same key often": "{" + '"game": "tiny",' * 4000 + '"seats": []}',
    "nothing": "",
    "no JSON": "\x00\x01",
}


@pytest.mark.parametrize("text", DEEP.values(), ids=list(DEEP))
def test_a_deeply_nested_or_malformed_body_is_refused(server: LiveServer, text: str) -> None:
    server.limit(body_bytes=65_536)
    headers = {"Content-Type": "application/json", "Origin": f"http://{server.address}"}
    for path in posts():
        answer = server.http.post(path, content=text.encode(), headers=headers)
        takes_none = path in ("/account/sign-in", "/account/sign-out")
        assert 400 <= answer.status_code < 500 or takes_none, (path, answer.text)


BOXES = {
    "lists": "a = " + "[" * 30_000,
    "tables": "a = " + "{a=" * 9_000,
    "headings": "[" * 20_000,
    "a long key": "a." * 30_000 + "b = 1",  # which takes tomllib ten seconds
    "a long heading": "[" + "a." * 30_000 + "b]",
    "a long number": "a = " + "9" * 30_000,
}


@pytest.mark.parametrize("text", BOXES.values(), ids=list(BOXES))
def test_a_deeply_nested_box_is_refused(server: LiveServer, text: str) -> None:
    server.limit(body_bytes=65_536)
    began = time.process_time()
    answer = server.post("/boxes", {"game": "tiny", "text": text, "name": "Ada"})
    assert answer.status_code == 422, answer.text
    assert time.process_time() - began < 2


def test_a_body_is_not_read_beyond_its_limit(server: LiveServer) -> None:
    """Whatever length it declares, and in chunks without a length."""
    server.limit(body_bytes=65_536)
    head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    for claim in (b"Content-Length: 99999999999\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n" + b"20000\r\n"):
        with connected(server, head + claim + b" " * 0x20000) as connection:
            answer = everything(connection)
        assert b" 413 " in answer
        assert b"a body has at most 65536 bytes" in answer


def packed(*parts: int) -> bytes:
    """Returns the compressed frames of one message of spaces, with a number of them in each part."""
    packer, frames = zlib.compressobj(wbits=-12), b""
    for at, length in enumerate(parts):
        data = packer.compress(b" " * length) + packer.flush(zlib.Z_SYNC_FLUSH)
        last = at == len(parts) - 1
        head = (0x41 if at == 0 else 0) | (0x80 if last else 0)
        data = data[:-4] if last else data
        frames += bytes([head, 0xFF]) + len(data).to_bytes(8, "big") + bytes(4) + data
    return frames


@pytest.mark.parametrize(
    "frames",
    [packed(100_000_000), packed(LARGEST_MESSAGE, 100_000_000), packed(LARGEST_MESSAGE) * 100],
    ids=["one", "in parts", "many"],
)
def test_a_message_that_grows_when_decompressed_breaks_the_connection(server: LiveServer, frames: bytes) -> None:
    """100 MB of spaces fit into 100 kB, or into parts, or into a hundred messages of 80 bytes."""
    table, secrets = server.full("tiny")
    ada, rude = server.sit(table, secrets[0]), server.sit(table)
    rude.socket.socket.sendall(frames)
    with pytest.raises(ConnectionClosed) as closed:
        rude.next("never")
    assert closed.value.rcvd.code == 1009
    assert ada.act()["type"] in ("accepted", "error")


@pytest.mark.parametrize("opcode", [0x3, 0xB], ids=["text", "control"])
def test_invalid_frames_break_only_their_own_connection(server: LiveServer, opcode: int) -> None:
    table, secrets = server.full("tiny")
    ada, rude = server.sit(table, secrets[0]), server.sit(table)
    rude.socket.socket.sendall(bytes([0x80 | opcode, 0x80]) + bytes(4))
    with pytest.raises(ConnectionClosed):
        rude.next("never")
    assert ada.act()["type"] in ("accepted", "error")


# --- other people's seats ---------------------------------------------------------------------------------


def messages() -> list[dict[str, Any]]:
    """Returns one message of each kind, with valid values."""
    values = {int: 0, float: 1.0, bool: True, str: "x"}
    found = []
    for kind in from_client.FromClient.__args__:
        fields = {each.name: values.get(each.type, "") for each in msgspec.structs.fields(kind) if each.required}
        found.append({"type": kind.__struct_config__.tag} | fields)
    return found


MINE = {"ping", "why", "say", "react", "switch", "look", "analyse", "searched"}
"""Messages that a spectator can send: none changes the game, or what others know of it."""


def test_without_a_seat_nothing_can_be_changed(server: LiveServer) -> None:
    table, secrets = server.full("tiny")
    ada = server.sit(table, secrets[0])
    watcher = server.sit(table)
    kinds = [message for message in messages() if message["type"] not in MINE]
    assert len(kinds) >= 12
    before = server.stored()
    for message in kinds:
        watcher.send(**message)
        assert watcher.next("error", "accepted")["type"] == "error", message
    watcher.send(type="switch", id=1, seat=0)
    assert watcher.next("error", "accepted", "update")["type"] == "error"
    assert server.stored() == before
    assert ada.view["waiting"] == [0, 1]


def test_a_message_cannot_name_another_seat(server: LiveServer) -> None:
    """A message's seat follows from the secret; a seat in the message is refused."""
    table, secrets = server.full("tiny", seats=3)
    before = server.stored()
    ada, ben = server.sit(table, secrets[0]), server.sit(table, secrets[1])
    choices = [choice["action"] for choice in ada.view["choices"]]
    for extra in ({"seat": 0}, {"secret": secrets[1]}, {"account": "ada"}):
        ben.send(type="act", id=1, ply=0, action=choices[0], **extra)
        assert ben.next("error")["code"] == "malformed", extra
    ben.send(type="switch", id=2, seat=0)
    assert ben.next("error")["code"] == "not-seated"
    ben.send(type="seat", id=3, seat=0, bot="random")  # only the table's creator may do that
    assert ben.next("error")["id"] == 3
    assert server.stored() == before


def test_a_secret_cannot_be_guessed(server: LiveServer) -> None:
    table, secrets = server.full("tiny")
    guesses = [secrets[0][:-1], secrets[0].swapcase(), secrets[0] + "\x00", " " + secrets[0]]
    guesses += ["0", "None", "%", "' OR 1=1 --"]
    for guess in guesses:
        person = Person(server.raw(table))
        person.send(type="hello", protocol=PROTOCOL, secret=guess)
        assert person.next("error", "update")["code"] == "secret", guess
    assert server.post(f"/tables/{table}/branch", {"ply": 0, "bot": "random"}, "' OR 1=1 --").status_code in (401, 403)
    assert all(len(secret) >= 22 for secret in secrets)  # 128 bits or more


def test_an_unlisted_table_cannot_be_found(server: LiveServer) -> None:
    ids = {server.new("tiny", "me", "open")["table"] for _ in range(20)}
    assert server.http.get("/tables").json() == []
    assert len(ids) == 20
    assert all(len(each) >= 10 for each in ids)
    for guess in ("%", "_" * 12, "' OR '1'='1", "*"):
        assert server.http.get(f"/tables/{guess}").status_code == 404


# --- hidden information -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", registry.names())
def test_the_seed_of_a_running_game_is_never_sent(server: LiveServer, game: str) -> None:
    """A player who had it could deal the same cards at home."""
    browser = Browser(server)
    with browser.http:
        browser.sign_up("Ada")
        least = cogtable.game(game).min_seats
        seats = [{"kind": "me"}, {"kind": "open"}, *[{"kind": "bot", "bot": "random"}] * (least - 2)]
        table = browser.post("/tables", {"game": game, "seats": seats, "listed": True, "public": True}).json()["table"]
        told = [json.dumps(browser.get("/tables"))]
        ben = server.join(table, "Ben")
        people = [
            server.sit(table, additional_headers={"Cookie": browser.cookie}, max_queue=None),
            server.sit(table, ben["secret"], max_queue=None),
            server.sit(table, max_queue=None),
        ]
        for person in people[:2]:
            if person.actions():
                person.play()
                break
        numbers = count(50)
        for person in people:
            for message in messages():
                if message["type"] not in ("hello", "act", "resign", "hint"):
                    person.send(**message | ({"id": next(numbers)} if "id" in message else {}))
            person.send(type="ping")
            person.next("pong")
        for person in people:  # the updates after the others' moves have arrived, too
            person.send(type="ping")
            person.next("pong")
        told += [text for person in people for text in person.received]
        told += [json.dumps(browser.get(path)) for path in ("/live", f"/tables/{table}", "/account", "/account/export")]
        told.append(server.post("/mine", {"tables": [{"table": table, "secret": ben["secret"]}]}).text)
    ((seed,),) = server.execute(f"SELECT seed FROM tables WHERE id = '{table}'")
    assert seed > 2**40
    assert not [text for text in told if str(seed) in text]
    assert sum(map(len, told)) > 5000


def test_the_seed_is_not_in_the_log(server: LiveServer, caplog: pytest.LogCaptureFixture) -> None:
    table, secrets = server.full("tiny")
    server.sit(table, secrets[0]).play()
    ((seed,),) = server.execute(f"SELECT seed FROM tables WHERE id = '{table}'")
    own = [record for record in caplog.records if record.name.startswith(("cogtable", "uvicorn"))]
    ours = "\n".join(record.getMessage() for record in own)
    assert table in ours
    assert str(seed) not in ours
    assert not [secret for secret in secrets if secret in ours]


# --- the list of attacks ----------------------------------------------------------------------------------


def test_every_listed_attack_has_a_test() -> None:
    rows = re.findall(r"^\| .* \| .* \| (.*) \|$", (ROOT / "SECURITY.md").read_text(encoding="utf-8"), re.MULTILINE)[2:]
    named = [re.findall(r"`(\w+)::(\w+)`", row) for row in rows]
    assert len(named) >= 10
    assert all(named)
    for module, test in (each for row in named for each in row):
        text = (ROOT / "tests" / "server" / f"{module}.py").read_text(encoding="utf-8")
        assert f"\ndef {test}(" in text, f"{module}::{test}"
