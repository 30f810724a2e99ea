"""Pages: the client's files, the rules, and what every answer says to the browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import cogtable
from cogtable.engine import languages
from cogtable.engine.words import PSEUDO
from cogtable.rulespage.numbered import rules_html

from .live_server import LiveServer


@pytest.fixture
def client(tmp_path: Path) -> Iterator[httpx.Client]:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text('<!doctype html><html lang="en" data-base=""><title>Cogtable</title>')
    (static / "offline.html").write_text('<!doctype html><html lang="en" data-base=""><title>Offline</title>')
    (static / "icon.svg").write_text("<svg/>")
    (static / "service-worker.js").write_text("1")
    (static / "manifest.webmanifest").write_text("{}")
    (static / "assets" / "index-abc.js").write_text("1;" * 2000)
    (tmp_path / "secret.txt").write_text("not for you")
    with (
        LiveServer(tmp_path / "db", static=static) as server,
        httpx.Client(base_url=f"http://{server.address}") as client,
    ):
        yield client


def test_every_page_is_the_client(client: httpx.Client) -> None:
    for path in ("/", "/t/abc", "/rules/splendor", "/print/splendor", "/print/splendor/abc"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert "<title>Cogtable</title>" in answer.text
        assert answer.headers["cache-control"] == "no-cache"


def test_the_page_says_in_which_language_it_is(client: httpx.Client) -> None:
    assert '<html lang="en" data-base="">' in client.get("/").text
    languages.choose(PSEUDO)
    try:
        answer = client.get("/t/abc")
        assert f'<html lang="{PSEUDO}" data-base="">' in answer.text
        assert answer.headers["cache-control"] == "no-cache"
        assert client.get("/api/tables/abc").json()["error"] == "ťĥēŕē īš ńō ťàƀĺē 'abc' ĥēŕē"
        options = {name["title"] for name in client.get("/api/games").json()["games"][0]["options"]}
        assert "Assists" not in options
        assert f'<html lang="{PSEUDO}">' in client.get("/nowhere", headers={"accept": "text/html"}).text
    finally:
        languages.choose("en")


def test_the_page_for_without_a_connection_is_in_the_language_of_the_server(client: httpx.Client) -> None:
    languages.choose(PSEUDO)
    try:
        answer = client.get("/offline.html")
        assert f'<html lang="{PSEUDO}" data-base=""><title>Offline' in answer.text
        assert answer.headers["cache-control"] == "no-cache"
    finally:
        languages.choose("en")


def test_what_makes_an_app_of_the_client_is_asked_for_anew_each_time(client: httpx.Client) -> None:
    """A browser that kept an old service worker could not tell that the server is a newer one."""
    worker, manifest = client.get("/service-worker.js"), client.get("/manifest.webmanifest")
    assert "javascript" in worker.headers["content-type"]
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    for answer in (worker, manifest):
        assert answer.headers["cache-control"] == "no-cache"
        assert "worker-src 'self';" in answer.headers["content-security-policy"]


def test_files_with_a_digest_in_their_name_are_kept(client: httpx.Client) -> None:
    answer = client.get("/assets/index-abc.js")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    assert client.get("/icon.svg").headers["cache-control"] == "no-cache"


def test_nothing_else_is_served(client: httpx.Client) -> None:
    for path in ("/nothing", "/assets/nothing.js", "/../secret.txt", "/%2e%2e/secret.txt", "/assets", "/assets/"):
        answer = client.get(path)
        assert answer.status_code == 404, path
        assert "error" in answer.json()
        assert "immutable" not in answer.headers["cache-control"]


def test_a_person_who_is_lost_is_led_back(client: httpx.Client) -> None:
    lost = client.get("/nowhere/at/all", headers={"Accept": "text/html"})
    assert lost.status_code == 404
    assert '<a href="/">' in lost.text


def test_pages_have_security_headers(client: httpx.Client) -> None:
    for path in ("/", "/api/games", "/nothing"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    for path in ("/assets/index-abc.js", "/icon.svg"):  # they load nothing themselves
        part = client.get(path).headers
        assert part["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
        assert part["x-content-type-options"] == "nosniff"
        assert part["cross-origin-resource-policy"] == "same-origin"


def test_an_origin_that_is_no_address_is_foreign(client: httpx.Client) -> None:
    assert client.post("/api/tables", json={}, headers={"Origin": "http://["}).status_code == 403


def test_a_client_that_was_not_built_says_how(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "db", static=tmp_path / "none") as server:
        answer = httpx.get(f"http://{server.address}/")
        assert answer.status_code == 503
        assert "make client" in answer.text
        assert httpx.get(f"http://{server.address}/assets/x.js").status_code == 404


def test_a_picture_that_a_game_brings_is_an_image_and_nothing_else(client: httpx.Client) -> None:
    art = {game["name"]: game["art"] for game in client.get("/api/games").json()["games"]}
    answer = client.get(art["tiny"])
    assert answer.content == (cogtable.game("tiny").folder / "tiny.svg").read_bytes()
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.headers["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "immutable" in answer.headers["cache-control"]
    assert art["splendor"] == "gems"
    for name, reason in (("splendor", "brings no picture"), ("chess", "no game")):
        answer = client.get(f"/api/games/{name}/picture")
        assert answer.status_code == 404
        assert reason in answer.json()["error"]


def test_the_rules_of_a_game(client: httpx.Client) -> None:
    answer = client.get("/api/rules/splendor")
    assert answer.headers["content-type"].startswith("text/html")
    assert 'id="SP-R6"' in answer.text
    assert client.get("/api/rules/chess").status_code == 404


def test_the_rules_page_of_a_game_begins_with_live_pictures(client: httpx.Client) -> None:
    page = client.get("/api/rules/splendor/page").json()
    assert page["title"] == "Splendor"
    turn = page["sections"][0]
    assert turn["title"] == "Your turn"
    assert [picture["title"] for picture in turn["pictures"]] == ["Take 3", "Take 2", "Reserve", "Buy"]
    take = turn["pictures"][0]
    assert take["point"] == {"words": "Take three gems, each of a different colour.", "rules": ["SP-R3"]}
    assert take["choice"]["text"] == "take white, blue, green"
    assert take["before"]["choices"] == [take["choice"]]
    assert take["after"]["ply"] == take["before"]["ply"] + 1
    assert client.get("/api/rules/chess/page").status_code == 404


def test_a_game_without_a_page_has_its_numbered_rules_alone(client: httpx.Client) -> None:
    assert client.get("/api/rules/tiny/page").json() == {"title": "Tiny", "sections": []}
    assert 'id="TN-R1"' in client.get("/api/rules/tiny").text


def test_the_legend_of_a_game(client: httpx.Client) -> None:
    legend = {entry["symbol"]: entry for entry in client.get("/api/rules/splendor/legend").json()["entries"]}
    assert legend["BUY"]["words"] == "You can buy it now"
    assert legend["BUY"]["tag"]
    assert legend["[[gem/gold/star]]"]["rule"] == "SP-R5"
    assert client.get("/api/rules/tiny/legend").json() == {"entries": []}
    assert client.get("/api/rules/chess/legend").status_code == 404


def test_numbers_of_rules_can_be_linked_to() -> None:
    html = rules_html("# Rules\n\n- **SP-R1** first\n- second **SP-R2**\n\n**SP-R3** third\n\n- **SP-R1** again\n")
    assert '<li id="SP-R1">' in html
    assert '<p id="SP-R3">' in html
    assert html.count("id=") == 2


def test_rules_cannot_bring_scripts() -> None:
    html = rules_html('<script>alert(1)</script>\n\n**<b>x** [x](javascript:alert(1)) <img src=x onerror="x">')
    assert "<script" not in html
    assert "<img" not in html
    assert 'href="javascript' not in html
