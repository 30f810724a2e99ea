"""Behind a proxy: which headers the server trusts, which names it answers to, and the path of its pages."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets import Origin
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from cogtable.server.core.limits import UNLIMITED, Rate
from cogtable.server.wire.base import PROTOCOL
from tests.reverse_proxy import HOST, ReverseProxy

from .authenticator import Authenticator
from .live_server import PATIENCE, LiveServer, Person

ORIGIN = f"https://{HOST}"
TABLE = {"game": "tiny", "name": "Ada", "seats": [{"kind": "me"}, {"kind": "open"}]}
CLIENT = "198.51.100.7"

PAGE = '<!doctype html><html lang="en" data-base=""><script type="module" src="./assets/index.js"></script>'


@pytest.fixture(scope="module")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A client as the build makes it, of one page and one script."""
    folder = tmp_path_factory.mktemp("static")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text(PAGE)
    (folder / "offline.html").write_text(PAGE)
    (folder / "assets" / "index.js").write_text("export {}")
    return folder


class Behind:
    """A server and a proxy in front of it, which ends TLS."""

    def __init__(self, server: LiveServer, proxy: ReverseProxy, base: str = "") -> None:
        self.server = server
        self.address = f"127.0.0.1:{proxy.port}"
        self.base = base
        self.stack = ExitStack()
        self.http = httpx.Client(
            base_url=f"http://{self.address}{base}",
            headers={"Host": HOST, "Origin": ORIGIN},
            timeout=PATIENCE,
            verify=False,
        )

    def sit(self, table: str, secret: str, origin: str = ORIGIN) -> Person:
        person = Person(self.stack.enter_context(opened(self.address, f"{self.base}/api/tables/{table}/ws", origin)))
        person.send(type="hello", protocol=PROTOCOL, secret=secret)
        person.next("update")
        return person


def opened(address: str, path: str, origin: str | None = None, host: str = HOST) -> ClientConnection:
    """Opens a WebSocket whose host header differs from its destination."""
    there, _, port = address.partition(":")
    sock = socket.create_connection((there, int(port)), timeout=PATIENCE)
    try:
        return connect(f"ws://{host}{path}", sock=sock, origin=Origin(origin) if origin else None)
    except BaseException:
        sock.close()
        raise


SAID = {"X_Forwarded_For": CLIENT, "X_Forwarded_Proto": "https", "X_Forwarded_Host": HOST}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, static: Path) -> Iterator[LiveServer]:
    settings = {"origins": (ORIGIN,), "trusted_proxies": ("127.0.0.1",), "base_path": "/games", "static": static}
    with LiveServer(tmp_path_factory.mktemp("proxy") / "db", **settings) as server:
        yield server


@pytest.fixture
def behind(served: LiveServer) -> Iterator[Behind]:
    """A server at https://play.example.org/games."""
    with ReverseProxy(int(served.address.partition(":")[2]), **SAID) as proxy:
        found = Behind(served, proxy, "/games")
        with found.http, found.stack:
            yield found
    served.limit()


def test_people_can_play_through_a_proxy(behind: Behind) -> None:
    mine = behind.http.post("/api/tables", json=TABLE).json()
    theirs = behind.http.post(f"/api/tables/{mine['table']}/join", json={"name": "Ben"}).json()
    people = [behind.sit(mine["table"], each["secret"]) for each in (mine, theirs)]
    next(person for person in people if person.actions()).play()
    for person in people:
        person.until(1).leave()
    assert behind.http.get("/api/reach").json() == {"who": "anyone"}


def test_everything_is_below_the_path(behind: Behind) -> None:
    page = behind.http.get("/")
    assert 'data-base="/games"' in page.text
    assert 'src="/games/assets/index.js"' in page.text
    script = behind.http.get("/assets/index.js")
    assert script.text == "export {}"
    assert "immutable" in script.headers["cache-control"]
    assert "Cross-Origin-Opener-Policy" not in script.headers  # as for any other part of a page
    for path in ("/rules/tiny", "/you", "/offline.html"):
        assert behind.http.get(path).status_code == 200, path
    lost = behind.http.get("/nowhere", headers={"Accept": "text/html"})
    assert lost.status_code == 404
    assert 'data-base="/games"' in lost.text
    refused = behind.http.get("/api/nowhere", headers={"Accept": "text/html"})
    assert refused.status_code == 404
    assert 'href="/games/"' in refused.text


def test_addresses_outside_the_path_are_not_found(behind: Behind) -> None:
    top = f"http://{behind.address}"
    answer = behind.http.get(f"{top}/games")
    assert (answer.status_code, answer.headers["location"]) == (308, "/games/")
    for path in ("/", "/api/tables", "/assets/index.js", "/gamesome", "/games2/api/tables"):
        answer = behind.http.get(f"{top}{path}")
        assert answer.status_code == 404, path
        assert answer.json()["error"] == f"there is nothing at {path}; pages begin with /games/"
    with pytest.raises(InvalidStatus):
        opened(behind.address, "/api/tables/abc/ws", ORIGIN).__enter__()
    assert behind.http.get(f"{top}/healthz").status_code == 200  # the host's own programs use no path
    assert behind.http.get("/api/health").status_code == 200


def test_an_account_works_through_a_proxy(behind: Behind) -> None:
    """The cookie is limited to the path, and never sent without TLS."""
    passkey = Authenticator()
    options = behind.http.post("/api/account/sign-up", json={"name": "Ada"}).json()["options"]
    assert options["rp"]["id"] == HOST
    answer = behind.http.post("/api/account/sign-up/finish", json={"credential": passkey.make(options, ORIGIN)})
    assert answer.status_code == 201, answer.text
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Secure-cogtable=")
    assert {"Secure", "HttpOnly", "SameSite=strict", "Path=/games"} <= set(cookie.split("; "))
    name = behind.http.get("/api/account", headers={"Cookie": cookie.partition(";")[0]}).json()["name"]
    assert name == "Ada"


def test_limits_apply_to_the_address_that_the_proxy_names(behind: Behind) -> None:
    behind.server.limit(tables_made=Rate(1, 60))
    assert behind.http.post("/api/tables", json=TABLE).status_code == 201
    assert behind.http.post("/api/tables", json=TABLE).status_code == 429
    with ReverseProxy(
        int(behind.server.address.partition(":")[2]), **SAID | {"X_Forwarded_For": "198.51.100.8"}
    ) as two:
        answer = httpx.post(f"http://127.0.0.1:{two.port}/games/api/tables", json=TABLE, headers={"Origin": ORIGIN})
    assert answer.status_code == 201


def test_a_clients_own_forwarding_headers_are_ignored(behind: Behind) -> None:
    """A proxy appends the address that it sees to the list."""
    behind.server.limit(tables_made=Rate(1, 60))
    port = int(behind.server.address.partition(":")[2])
    answers = []
    for claimed in ("203.0.113.1", "203.0.113.2"):
        with ReverseProxy(port, **SAID | {"X_Forwarded_For": f"{claimed}, {CLIENT}"}) as proxy:
            url = f"http://127.0.0.1:{proxy.port}/games/api/tables"
            answers.append(httpx.post(url, json=TABLE, headers={"Origin": ORIGIN}).status_code)
    assert answers == [201, 429]


def test_only_the_named_proxy_is_trusted(tmp_path: Path) -> None:
    """Here a program on this machine isn't the proxy that the host has named."""
    few = {"limits": UNLIMITED.__class__(tables_made=Rate(1, 60))}
    with LiveServer(tmp_path / "db", trusted_proxies=("192.0.2.1",), **few) as server:
        said = [{"X-Forwarded-For": f"198.51.100.{number}", "X-Forwarded-Host": HOST} for number in (1, 2)]
        answers = [server.http.post("/tables", json=TABLE, headers=headers) for headers in said]
        assert [answer.status_code for answer in answers] == [201, 429]
        secure = {"X-Forwarded-Proto": "https", "Origin": f"http://{server.address}"}
        cookie = server.http.get("/account", headers=secure | {"Cookie": "cogtable=x"}).headers.get("set-cookie", "")
        assert "__Host-" not in cookie


# --- names --------------------------------------------------------------------------------------------


def asked(server: LiveServer, host: str, path: str = "/tables") -> httpx.Response:
    return server.http.get(path, headers={"Host": host})


OWN = ("localhost", "localhost:8000", "127.0.0.1", "[::1]:8000", "cogtable.localhost")
LOCAL = ("192.168.1.24:8000", "tower", "tower.local:8000", "8.8.8.8")
FOREIGN = ("attacker.example", "attacker.example:8000", "localhost.attacker.example", "127.0.0.1.attacker.example", "")


@pytest.mark.parametrize("host", [*OWN, *LOCAL])
def test_a_local_server_answers_to_addresses_and_local_names(server: LiveServer, host: str) -> None:
    assert asked(server, host).status_code == 200


@pytest.mark.parametrize("host", FOREIGN[:-1])
def test_a_local_server_answers_to_no_public_name(server: LiveServer, host: str) -> None:
    answer = asked(server, host)
    assert answer.status_code == 421
    name = host.partition(":")[0]
    words = f"this server does not answer as {name}; its administrator can add --allowed-host {name}"
    assert answer.json()["error"] == words
    with pytest.raises(InvalidStatus) as refused:
        opened(server.address, "/api/tables/abc/ws", host=host).__enter__()
    assert refused.value.response.status_code == 403


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server with configured names."""
    names = {"origins": (ORIGIN,), "allowed_hosts": ("Cogtable",), "host": "0.0.0.0"}
    with LiveServer(tmp_path_factory.mktemp("named") / "db", **names) as server:
        yield server


@pytest.mark.parametrize("host", [HOST, HOST.upper(), f"{HOST}.", f"{HOST}:443", "cogtable:8000", *OWN])
def test_a_server_answers_to_its_configured_names(named: LiveServer, host: str) -> None:
    assert asked(named, host).status_code == 200


@pytest.mark.parametrize("host", [*LOCAL, *FOREIGN, f"x.{HOST}", f"{HOST}.attacker.example", f"x@{HOST}x"])
def test_a_server_with_configured_names_answers_to_no_others(named: LiveServer, host: str) -> None:
    assert asked(named, host).status_code == 421


def test_a_server_on_the_network_answers_to_all_names_unless_configured(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "db", host="0.0.0.0") as server:
        assert asked(server, "play.example.net").status_code == 200
    with LiveServer(tmp_path / "db", host="0.0.0.0", allowed_hosts=("*",), origins=(ORIGIN,)) as server:
        assert asked(server, "play.example.net").status_code == 200


def test_the_hosts_own_programs_can_use_any_name(named: LiveServer) -> None:
    assert named.http.get(f"http://{named.address}/healthz", headers={"Host": "10.1.2.3"}).status_code == 200


@pytest.mark.parametrize("said", [{}, {"X-Forwarded-Host": HOST}])
def test_the_forwarded_host_is_trusted_only_from_a_proxy(named: LiveServer, said: dict[str, Any]) -> None:
    assert named.http.get("/tables", headers={"Host": "attacker.example", **said}).status_code == 421
