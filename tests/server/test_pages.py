"""Pages: the client's files, the rules, and the headers of every response."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import cogtable
from cogtable.engine.play import languages
from cogtable.engine.text.words import PSEUDO
from cogtable.rulespage.numbered import rules_html
from cogtable.server.http import old_assets

from .live_server import LiveServer

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
"""The headers that a browser sends when a person opens an address."""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[httpx.Client]:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text(
        '<!doctype html><html lang="en" data-base=""><title>Cogtable</title>'
        "<noscript><!-- without scripts --></noscript>"
    )
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
    for path in ("/", "/rules/splendor", "/print/splendor", "/best/splendor", "/puzzles", "/you", "/tournaments"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert "<title>Cogtable</title>" in answer.text
        assert answer.headers["cache-control"] == "no-cache"


def test_the_page_declares_its_language(client: httpx.Client) -> None:
    assert '<html lang="en" data-base="">' in client.get("/").text
    languages.choose(PSEUDO)
    try:
        answer = client.get("/t/abc")
        assert f'<html lang="{PSEUDO}" data-base="">' in answer.text
        assert answer.headers["cache-control"] == "no-cache"
        assert client.get("/api/tables/abc").json()["error"] == "ťĥēŕē īš ńō ťàƀĺē 'abc' ĥēŕē"
        options = {name["title"] for name in client.get("/api/games").json()["games"][0]["options"]}
        assert "Assists" not in options
        refused = client.get("/api/tables/abc", headers={"accept": "text/html"})
        assert f'<html lang="{PSEUDO}">' in refused.text
    finally:
        languages.choose("en")


def test_the_offline_page_is_in_the_servers_language(client: httpx.Client) -> None:
    languages.choose(PSEUDO)
    try:
        answer = client.get("/offline.html")
        assert f'<html lang="{PSEUDO}" data-base=""><title>Offline' in answer.text
        assert answer.headers["cache-control"] == "no-cache"
    finally:
        languages.choose("en")


def test_files_that_make_the_client_an_app_are_always_revalidated(client: httpx.Client) -> None:
    """A browser with an old service worker couldn't notice that the server is newer."""
    worker, manifest = client.get("/service-worker.js"), client.get("/manifest.webmanifest")
    assert "javascript" in worker.headers["content-type"]
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    for answer in (worker, manifest):
        assert answer.headers["cache-control"] == "no-cache"
        assert "worker-src 'self';" in answer.headers["content-security-policy"]


def test_files_with_a_digest_in_their_name_are_cached(client: httpx.Client) -> None:
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


NOWHERE = (
    "/nowhere/at/all",
    "/splendr",
    "/t/abc",
    "/t/abc/analysis/3",
    "/t/%2e%2e",
    "/rules/chess",
    "/print/chess",
    "/print/splendor/abc",
    "/best/chess",
    "/puzzles/chess/1",
    "/puzzles/splendor/none",
    "/tournaments/abc",
    "/@/nobody",
    "/mail/nothing/abc",
)


@pytest.mark.parametrize("path", NOWHERE)
def test_an_unknown_address_has_the_clients_page_and_status_404(client: httpx.Client, path: str) -> None:
    answer = client.get(path, headers=BROWSER)
    assert answer.status_code == 404
    assert "<title>Cogtable</title>" in answer.text
    assert answer.headers["cache-control"] == "no-cache"
    assert "script-src 'self'" in answer.headers["content-security-policy"]


def test_a_known_address_has_status_200(client: httpx.Client) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = client.post("/api/tables", json={"game": "splendor", "seats": seats, "name": "Ada"}).json()
    puzzle = next(game["puzzles"][0] for game in client.get("/api/games").json()["games"] if game["name"] == "splendor")
    for path in (f"/t/{table['table']}", f"/t/{table['table']}/replay/3", f"/puzzles/splendor/{puzzle}"):
        assert client.get(path, headers=BROWSER).status_code == 200, path


def test_a_refusal_is_a_page_for_people_and_json_for_programs(client: httpx.Client) -> None:
    """The page is styled although the policy lets it load nothing, and links back."""
    for path, status, words in (
        ("/api/tables/abc", 404, "There is no table &#x27;abc&#x27; here."),
        ("/api/rules/chess", 404, "chess"),
        ("/assets/gone.js", 404, "There is nothing at /assets/gone.js."),
        ("/api/join", 404, "There is nothing at /api/join."),
        ("/api/account/sign-up", 405, "does not take GET"),
    ):
        shown = client.get(path, headers=BROWSER)
        assert shown.status_code == status
        assert words in shown.text, path
        assert '<a href="/">' in shown.text
        style = shown.text.partition("<style>")[2].partition("</style>")[0]
        digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
        policy = shown.headers["content-security-policy"]
        assert f"style-src 'sha256-{digest}'" in policy
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        plain = client.get(path)
        assert plain.status_code == status
        assert "error" in plain.json()
    stranger = client.get("/", headers={**BROWSER, "Host": "elsewhere.example"})
    assert stranger.status_code == 421
    assert "elsewhere.example" in stranger.text
    assert "<h1>Wrong address</h1>" in stranger.text


def test_without_javascript_a_page_says_what_is_missing_and_links_to_the_rules(client: httpx.Client) -> None:
    page = client.get("/", headers=BROWSER).text
    without = page.partition("<noscript>")[2].partition("</noscript>")[0]
    assert "To play, Cogtable needs JavaScript" in without
    assert '<a href="/api/rules/splendor">Rules of Splendor</a>' in without
    assert '<a href="/games">Games played so far</a>' in without
    rules = client.get("/api/rules/splendor", headers=BROWSER)
    assert "<h1>Splendor</h1>" in rules.text
    assert 'id="SP-R6"' in rules.text
    assert "script-src" not in rules.headers["content-security-policy"]


def test_a_page_opened_before_an_update_still_gets_its_files(tmp_path: Path) -> None:
    """They are kept for two weeks after the last start of a server that had them."""
    assets = tmp_path / "static" / "assets"
    assets.mkdir(parents=True)
    (assets / "Menu-1.js").write_text("one")
    with LiveServer(tmp_path / "db", static=tmp_path / "static"):
        pass
    (assets / "Menu-1.js").unlink()
    (assets / "Menu-2.js").write_text("two")
    with LiveServer(tmp_path / "db", static=tmp_path / "static") as server:
        for name, text in (("Menu-1.js", "one"), ("Menu-2.js", "two")):
            answer = httpx.get(f"http://{server.address}/assets/{name}")
            assert answer.text == text
            assert "immutable" in answer.headers["cache-control"]
        assert httpx.get(f"http://{server.address}/assets/Menu-3.js").status_code == 404


def test_files_of_earlier_builds_are_removed_when_too_old_or_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    static, kept = tmp_path / "static", tmp_path / "kept"
    (static / "assets").mkdir(parents=True)

    def build(number: int, at: float) -> set[str]:
        for file in (static / "assets").iterdir():
            file.unlink()
        (static / "assets" / f"{number}.js").write_text("x" * 100)
        old_assets.keep(static, kept, at)
        return {file.name for file in (kept / "assets").iterdir()}

    assert build(1, 0) == {"1.js"}
    assert build(2, old_assets.KEPT_S) == {"1.js", "2.js"}
    assert build(3, old_assets.KEPT_S + 1) == {"2.js", "3.js"}
    monkeypatch.setattr(old_assets, "MOST_BYTES", 250)
    assert build(4, old_assets.KEPT_S + 2) == {"3.js", "4.js"}


def test_a_read_only_folder_is_tolerated(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "kept").write_text("a file")
    old_assets.keep(tmp_path, tmp_path / "kept")
    assert "cannot be kept" in caplog.text


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
        assert (
            part["content-security-policy"]
            == "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'"
        )
        assert part["x-content-type-options"] == "nosniff"
        assert part["cross-origin-resource-policy"] == "same-origin"


def test_an_invalid_origin_is_treated_as_foreign(client: httpx.Client) -> None:
    assert client.post("/api/tables", json={}, headers={"Origin": "http://["}).status_code == 403


def test_a_client_that_was_not_built_says_how_to_build_it(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "db", static=tmp_path / "none") as server:
        answer = httpx.get(f"http://{server.address}/")
        assert answer.status_code == 503
        assert "make client" in answer.text
        assert httpx.get(f"http://{server.address}/assets/x.js").status_code == 404


def test_a_games_own_picture_is_served_only_as_an_image(client: httpx.Client) -> None:
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


def test_the_rules_of_a_game_are_served(client: httpx.Client) -> None:
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


def test_a_game_without_a_page_has_only_its_numbered_rules(client: httpx.Client) -> None:
    assert client.get("/api/rules/tiny/page").json() == {"title": "Tiny", "sections": []}
    assert 'id="TN-R1"' in client.get("/api/rules/tiny").text


def test_the_legend_of_a_game_is_served(client: httpx.Client) -> None:
    legend = {entry["symbol"]: entry for entry in client.get("/api/rules/splendor/legend").json()["entries"]}
    assert legend["BUY"]["words"] == "You can buy it now"
    assert legend["BUY"]["tag"]
    assert legend["[[gem/gold/star]]"]["rule"] == "SP-R5"
    assert client.get("/api/rules/tiny/legend").json() == {"entries": []}
    assert client.get("/api/rules/chess/legend").status_code == 404


def test_rules_can_be_linked_by_their_numbers() -> None:
    html = rules_html("# Rules\n\n- **SP-R1** first\n- second **SP-R2**\n\n**SP-R3** third\n\n- **SP-R1** again\n")
    assert '<li id="SP-R1">' in html
    assert '<p id="SP-R3">' in html
    assert html.count("id=") == 2


def test_rules_cannot_contain_scripts() -> None:
    html = rules_html('<script>alert(1)</script>\n\n**<b>x** [x](javascript:alert(1)) <img src=x onerror="x">')
    assert "<script" not in html
    assert "<img" not in html
    assert 'href="javascript' not in html


@pytest.fixture
def with_a_site(tmp_path: Path) -> Iterator[httpx.Client]:
    """A server with a folder that `cogtable site` wrote, whose copies say what they are."""
    site = tmp_path / "site"
    for name in ("index.html", "service-worker.js", "assets/main-abc.js", "python/site.json", "python/python.wasm"):
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(name)
    (site / "python" / "python.wasm.br").write_text("brotli")
    (site / "python" / "python.wasm.gz").write_text("gzip")
    (tmp_path / "secret.txt").write_text("not for you")
    with LiveServer(tmp_path / "db", site=site) as server, httpx.Client(base_url=f"http://{server.address}") as client:
        yield client


def test_a_site_is_served_below_the_server(with_a_site: httpx.Client) -> None:
    page = with_a_site.get("/page/")
    assert (page.text, page.headers["content-type"]) == ("index.html", "text/html; charset=utf-8")
    for name in ("index.html", "service-worker.js", "python/site.json"):
        answer = with_a_site.get(f"/page/{name}")
        assert (answer.text, answer.headers["cache-control"]) == (name, "no-cache")
    assert "immutable" in with_a_site.get("/page/assets/main-abc.js").headers["cache-control"]
    for name in ("nothing", "python", "../secret.txt", "%2e%2e/secret.txt"):
        assert with_a_site.get(f"/page/{name}").status_code == 404


def test_workers_of_a_site_may_compile_webassembly_and_nothing_may_load_from_elsewhere(
    with_a_site: httpx.Client,
) -> None:
    for name in ("", "assets/main-abc.js", "python/python.wasm"):
        policy = with_a_site.head(f"/page/{name}").headers["content-security-policy"]
        assert "default-src 'none'; script-src 'self' 'wasm-unsafe-eval';" in policy
    assert "wasm" not in with_a_site.get("/").headers["content-security-policy"]


def test_a_site_is_sent_compressed_to_readers_who_accept_that(with_a_site: httpx.Client) -> None:
    for accepted, text in (("gzip, deflate, br", b"brotli"), ("gzip", b"gzip"), ("identity", b"python/python.wasm")):
        with with_a_site.stream("GET", "/page/python/python.wasm", headers={"Accept-Encoding": accepted}) as answer:
            assert b"".join(answer.iter_raw()) == text
            assert answer.headers["content-type"] == "application/wasm"
            assert answer.headers["vary"] == "Accept-Encoding"


def test_without_a_site_there_is_no_page(client: httpx.Client) -> None:
    assert client.get("/page/").status_code == 404
