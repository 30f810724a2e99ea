"""Link previews in messengers."""

from __future__ import annotations

import html
import re

from .live_server import LiveServer
from .test_analyses import finished


def tags(server: LiveServer, path: str) -> dict[str, str]:
    """Returns the Open Graph tags of a page."""
    text = server.http.get(f"http://{server.address}{path}").text
    found = re.findall(r'<meta property="og:(\w+)" content="([^"]*)" />', text)
    assert len(found) == len(dict(found)) == 4
    return {name: html.unescape(value) for name, value in found}


def test_an_invitation_names_the_game_and_the_host(server: LiveServer) -> None:
    table = server.new("tiny", "me", "open", "open", name="Ada")["table"]
    found = tags(server, f"/t/{table}")
    assert found["title"] == "Play Tiny"
    assert "Ada at the table, 2 of 3 seats free" in found["description"]
    server.join(table, "Ben")
    assert "Ada and Ben at the table, 1 of 3 seats free" in tags(server, f"/t/{table}")["description"]


def test_a_link_follows_its_game_to_the_end(server: LiveServer) -> None:
    table, _ = server.full("tiny")
    found = tags(server, f"/t/{table}")
    assert found["title"].endswith("and Friend 1")
    assert "in progress" in found["description"]
    over, _, _ = finished(server)
    for path in (f"/t/{over}", f"/t/{over}/replay/0"):
        assert "over" in tags(server, path)["description"]


def test_names_are_escaped_in_the_page(server: LiveServer) -> None:
    name = '"><b id=x>'
    table = server.new("tiny", "me", "open", name=name)["table"]
    assert name in tags(server, f"/t/{table}")["description"]
    assert "<b id=x>" not in server.http.get(f"http://{server.address}/t/{table}").text


def test_other_pages_describe_themselves(server: LiveServer) -> None:
    assert tags(server, "/rules/tiny")["title"] == "The rules of Tiny"
    assert tags(server, "/print/tiny")["title"] == "Print Tiny"
    wanted = {"name": "Friday Swiss", "by": "Ada", "game": "tiny", "rounds": 1}
    made = server.post("/tournaments", wanted).json()["tournament"]
    found = tags(server, f"/tournaments/{made}")
    assert found["title"] == "Friday Swiss"
    assert "A tournament of Tiny by Ada" in found["description"]


def test_a_page_without_its_own_title_has_the_sites(server: LiveServer) -> None:
    for path in ("/", "/t/nothing", "/rules/nothing", "/tournaments/nothing", "/you"):
        assert tags(server, path)["title"] == "Cogtable"
