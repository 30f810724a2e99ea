"""Link previews in messengers: the tags of a page, and its picture."""

from __future__ import annotations

import html
import io
import re
import time
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from PIL import Image

from cogtable.bots import named
from cogtable.engine.play import registry
from cogtable.icons import SCENES
from cogtable.server.core.limits import Rate
from cogtable.server.http import preview_drawing as drawing
from cogtable.server.http.preview_drawing import Card, Disc, Pictures, Tile
from cogtable.server.settings import ServerSettings
from cogtable.server.table import deals

from .conftest import Browse
from .live_server import LiveServer
from .test_analyses import finished

PUBLIC = {"listed": True, "public": True}

PARTS = drawing.parts_of(ServerSettings().static)


def tags(server: LiveServer, path: str, **headers: str) -> dict[str, str]:
    """Returns the Open Graph tags of a page."""
    text = server.http.get(f"http://{server.address}{path}", headers=headers).text
    found = re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)" />', text)
    assert len(found) == len(dict(found)) == 9
    return {name: html.unescape(value) for name, value in found}


def picture(server: LiveServer, path: str) -> Image.Image:
    """Returns the picture that the tags of a page name."""
    answer = server.http.get(tags(server, path)["image"])
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/png"
    return Image.open(io.BytesIO(answer.content))


def words_on(server: LiveServer, path: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Returns all words on the picture of a page; empty if it is ready-made."""
    drawn: list[Card] = []
    server.app.state.pictures = Pictures()

    def draw(card: Card, parts: drawing.Parts) -> bytes:
        drawn.append(card)
        return b""

    monkeypatch.setattr(drawing, "draw", draw)
    answer = server.http.get(tags(server, path)["image"])
    assert answer.status_code in (200, 302)
    return " ".join(line.words for card in drawn for line in drawing.lines(card, PARTS))


# --- tags --------------------------------------------------------------------------------------------


def test_an_invitation_names_the_game_and_the_host(server: LiveServer) -> None:
    table = server.new("tiny", "me", "open", "open", name="Ada", listed=True)["table"]
    found = tags(server, f"/t/{table}")
    assert found["title"] == "Play Tiny"
    assert "Ada at the table, 2 of 3 seats free" in found["description"]
    server.join(table, "Ben")
    assert "Ada and Ben at the table, 1 of 3 seats free" in tags(server, f"/t/{table}")["description"]


def test_a_link_follows_its_game_to_the_end(server: LiveServer) -> None:
    table, _ = server.full("tiny", public=True)
    found = tags(server, f"/t/{table}")
    assert found["title"].endswith("and Friend 1")
    assert "in progress" in found["description"]
    over, _, _ = finished(server, public=True)
    for path in (f"/t/{over}", f"/t/{over}/replay/0"):
        assert "over" in tags(server, path)["description"]


def test_names_are_escaped_in_the_page(server: LiveServer) -> None:
    name = '"><b id=x>'
    table = server.new("tiny", "me", "open", name=name, listed=True)["table"]
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
    for path in ("/", "/t/nothing", "/rules/nothing", "/tournaments/nothing", "/you", "/@/nobody"):
        found = tags(server, path)
        assert found["title"] == "Cogtable"
        assert found["image"].endswith("/previews/brand.png")
        assert picture(server, path).size == (1200, 630)


# --- what the picture of a page says -----------------------------------------------------------------


def test_a_table_with_a_free_seat_invites(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = {"game_s": 720, "move_s": 0}
    table = server.new("tiny", "me", "open", name="Mina", time_control=clock, **PUBLIC)["table"]
    assert words_on(server, f"/t/{table}", monkeypatch) == "Mina has a seat for you Tiny, 12 min each M"


def test_a_full_table_is_for_watching(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = server.full("tiny", name="Mina", **PUBLIC)
    assert "Watch Mina and Friend 1" in words_on(server, f"/t/{table}", monkeypatch)


def test_a_finished_game_has_its_result(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _, match = finished(server, name="Mina", listed=True, public=True)
    first, second = ("Mina", "Friend 1") if match.ranks[0] == 1 else ("Friend 1", "Mina")
    said = words_on(server, f"/t/{table}", monkeypatch)
    assert f"{first} beat {second}".replace(" ", "") in said.replace(" ", "")
    assert "replay" in said


@pytest.mark.parametrize("over", [False, True])
def test_a_private_game_shows_nothing(server: LiveServer, monkeypatch: pytest.MonkeyPatch, over: bool) -> None:
    table = finished(server, name="Mina")[0] if over else server.full("tiny", name="Mina")[0]
    assert words_on(server, f"/t/{table}", monkeypatch) == ""
    found = tags(server, f"/t/{table}")
    assert found["image"].endswith("/previews/brand.png")
    for hidden in ("Mina", "Friend", "Tiny"):
        assert hidden not in " ".join(found.values())


def test_a_private_table_invites_without_names(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    table = server.new("tiny", "me", "open", name="Mina")["table"]
    assert "Mina" not in " ".join(tags(server, f"/t/{table}").values())
    assert words_on(server, f"/t/{table}", monkeypatch) == "A seat for you Tiny"


def test_nothing_of_the_position_is_on_a_card(server: LiveServer) -> None:
    """A card depends on the table's row alone, so it is the same after every move until the end."""
    table, secrets = server.full("tiny", seed=5, **PUBLIC)
    before = tags(server, f"/t/{table}")
    people = [server.sit(table, secret) for secret in secrets]
    next(person for person in people if person.actions()).play()
    for person in people:
        person.until(1).leave()
    assert tags(server, f"/t/{table}") == before


def test_a_tournament_names_its_start_with_the_zone(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    starts = time.time() + 3600
    wanted = {"name": "Friday Swiss", "by": "Ada", "game": "tiny", "rounds": 1, "starts": starts}
    public = server.post("/tournaments", wanted).json()["tournament"]
    begins = datetime.fromtimestamp(starts).astimezone()
    said = words_on(server, f"/tournaments/{public}", monkeypatch)
    assert said.startswith(f"Friday Swiss Tiny, begins {begins:%Y-%m-%d %H:%M %Z}")
    chosen = server.post("/tournaments", wanted | {"zone": "Asia/Tokyo"}).json()["tournament"]
    there = datetime.fromtimestamp(starts, ZoneInfo("Asia/Tokyo"))
    assert f"begins {there:%Y-%m-%d %H:%M} JST" in words_on(server, f"/tournaments/{chosen}", monkeypatch)
    private = server.post("/tournaments", wanted | {"listed": False}).json()["tournament"]
    assert words_on(server, f"/tournaments/{private}", monkeypatch) == ""
    assert "Friday" not in " ".join(tags(server, f"/tournaments/{private}").values())


def test_a_series_is_previewed_by_its_next_tournament(server: LiveServer, browse: Browse) -> None:
    mina = browse(server)
    mina.sign_up("Mina")
    wanted = {"name": "Friday cup", "by": "", "game": "tiny", "starts": time.time() + 3600, "zone": "Asia/Tokyo"}
    for listed, title in ((True, "Friday cup"), (False, "A tournament on Cogtable")):
        made = mina.post("/tournaments", wanted | {"series": {}, "listed": listed}).json()["tournament"]
        series = mina.get(f"/tournaments/{made}")["info"]["series"]
        found = tags(server, f"/series/{series}")
        assert found["title"] == title
        assert "Mina" not in found["description"]


def test_people_choose_whether_they_are_named(
    server: LiveServer, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    mina = browse(server)
    mina.sign_up("Mina")
    wanted = {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "open"}], **PUBLIC}
    invitation = f"/t/{mina.post('/tables', wanted).json()['table']}"
    tournament = {"name": "Cup", "by": "x", "game": "tiny", "rounds": 1}
    cup = f"/tournaments/{mina.post('/tournaments', tournament).json()['tournament']}"
    assert "by Mina" in tags(server, cup)["description"]
    assert "Mina" in words_on(server, invitation, monkeypatch)
    assert words_on(server, "/@/Mina", monkeypatch).startswith("Mina Here since")
    assert mina.post("/account/unnamed", {"unnamed": True}).json()["unnamed"] is True
    for path in (invitation, cup, "/@/Mina"):
        assert "Mina" not in words_on(server, path, monkeypatch)
        assert "Mina" not in " ".join(tags(server, path)[name] for name in ("title", "description", "image:alt"))
    mina.post("/account/unnamed", {"unnamed": False})
    assert "Mina" in words_on(server, invitation, monkeypatch)
    mina.post("/account/hide", {"hidden": True})
    assert "Mina" not in words_on(server, invitation, monkeypatch)
    assert mina.get("/account/export")["unnamed"] is False


# --- drawing -----------------------------------------------------------------------------------------

LONG = "W" * 24
CARDS = [
    Card(
        sentence=f"Watch {LONG} and {LONG}",
        fact=f"{LONG}, {LONG} min each, {LONG}",
        scene="heart",
        discs=tuple(Disc(kind="bot", seat=seat, name=name) for seat, name in enumerate([*named.NAMES.values()][:6])),
    ),
    Card(
        sentence="Ada beat Ben",
        fact="Tiny: see the replay",
        scene="gems",
        score="120 : 98",
        discs=(Disc(kind="person", seat=0, name="A"), Disc(kind="person", seat=1, name="B")),
    ),
    Card(
        sentence="The great tournament of everybody in town",
        fact="Tiny, begins 2026-11-28 20:00 CET",
        scene="robots",
        discs=tuple(Disc(kind="person", seat=seat, name="Å") for seat in range(3)),
        below=True,
        more=125,
    ),
    Card(
        sentence=LONG,
        fact=f"{LONG} games, mostly {LONG}",
        discs=(Disc(kind="person", seat=0, name="W"),),
        tiles=tuple(Tile(scene=scene, number=2888) for scene in ("gems", "batteries", "machines")),
    ),
]


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.fact[:12])
def test_all_words_are_large_and_on_the_card(card: Card) -> None:
    drawn = drawing.lines(card, PARTS)
    assert drawn
    for line in drawn:
        wide = PARTS.fonts[line.font].width(line.words, line.size)
        left = line.x - wide / 2 if line.middle else line.x
        assert line.size >= 42, line
        assert left >= 40, line
        assert left + wide <= 1200 - 40, line
        assert 100 < line.y <= 630 - 40, line
    bases = sorted({(line.y, line.x) for line in drawn if line.x == drawing.EDGE})
    for (upper, _), (lower, _) in pairwise(bases):
        assert lower - upper >= 42  # no line covers another


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.fact[:12])
def test_equal_cards_are_equal_pictures(card: Card) -> None:
    first = drawing.draw(card, PARTS)
    assert first == drawing.draw(card, PARTS)
    image = Image.open(io.BytesIO(first)).convert("RGB")
    assert image.size == (1200, 630)
    assert max(image.crop((0, 600, 600, 630)).convert("L").tobytes()) < 60  # always dark
    colours = {found for _, found in image.getcolors(1200 * 630)}
    assert tuple(bytes.fromhex(PARTS.colours["text"][1:])) in colours


def test_different_cards_have_different_digests() -> None:
    assert len({drawing.digest_of(card, PARTS) for card in CARDS}) == len(CARDS)


def test_every_bot_and_scene_is_among_the_parts() -> None:
    assert set(PARTS.faces) == {*named.NAMES.values(), named.OTHERS}
    assert set(SCENES) < set(PARTS.scenes)
    for scene in SCENES:
        assert (ServerSettings().static / drawing.FOLDER / f"{scene}.png").is_file()


def test_a_package_has_its_own_picture_on_its_cards() -> None:
    red = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 238 128"><path d="M0 0h238v128H0" fill="#f00"/></svg>'
    image = Image.open(io.BytesIO(drawing.draw(Card(sentence="Red", fact="Dice", drawing=red), PARTS))).convert("RGB")
    assert image.getpixel((1100, 300)) == (255, 0, 0)


def test_accents_are_drawn_and_unknown_letters_are_not() -> None:
    assert drawing.can_draw(
        Card(sentence="Zoe\u0308 hat einen Platz für dich", fact="Ænima, Łódź, Ελλάδα, Москва"), PARTS
    )
    assert not drawing.can_draw(Card(sentence="ミナ", fact="Tiny"), PARTS)


def test_a_name_in_other_letters_gets_a_ready_made_picture(server: LiveServer) -> None:
    table = server.new("tiny", "me", "open", name="ミナ", **PUBLIC)["table"]
    found = tags(server, f"/t/{table}")
    assert "ミナ" in found["description"]
    assert found["image"].endswith(".png")
    assert "/api/" not in found["image"]
    assert picture(server, f"/t/{table}").size == (1200, 630)


def test_without_the_library_pictures_are_ready_made(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "resvg_py", None)
    assert picture(server, "/rules/tiny").size == (1200, 630)
    address = tags(server, "/rules/tiny")["image"]
    assert "/api/" not in address
    answer = server.http.get("/previews/rules/tiny.png")
    assert answer.status_code == 302
    assert address.endswith(answer.headers["location"])


# --- the server --------------------------------------------------------------------------------------


def test_a_picture_is_drawn_once_and_few_are_drawn(server: LiveServer) -> None:
    server.app.state.pictures = Pictures()
    server.limit(previews=Rate(1, 3600))
    for _ in range(3):
        assert picture(server, "/rules/tiny").size == (1200, 630)
    refused = server.http.get("/previews/print/tiny.png")
    assert refused.status_code == 429
    assert "drawing too many pictures" in refused.json()["error"]
    assert int(refused.headers["Retry-After"]) > 0
    assert picture(server, "/rules/tiny").size == (1200, 630)


def test_drawing_keeps_the_server_from_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library lets no other thread run, so it draws in a process of its own."""
    monkeypatch.setattr("resvg_py.svg_to_bytes", None)
    assert Image.open(io.BytesIO(drawing.draw(CARDS[0], PARTS))).size == (1200, 630)


def test_pictures_are_kept_within_a_bound() -> None:
    pictures = Pictures(most=250)
    for name in "abc":
        pictures.keep(name, bytes(100))
    assert pictures.get("a") is None
    assert pictures.get("b") == pictures.get("c") == bytes(100)


def test_messengers_can_keep_a_picture_until_its_page_changes(server: LiveServer) -> None:
    table = server.new("tiny", "me", "open", "open", name="Ada", **PUBLIC)["table"]
    before = tags(server, f"/t/{table}")["image"]
    assert "max-age" in server.http.get(before).headers["cache-control"]
    server.join(table, "Ben")
    assert tags(server, f"/t/{table}")["image"] != before
    assert server.http.get(before).headers["cache-control"] == "no-cache"


def test_addresses_are_whole_behind_a_proxy_and_below_a_path(tmp_path: Path) -> None:
    settings = {"trusted_proxies": ("127.0.0.1",), "allowed_hosts": ("*",), "base_path": "/games"}
    said = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "play.example.org"}
    with LiveServer(tmp_path / "db", **settings) as server:
        image = tags(server, "/games/rules/tiny", **said)["image"]
        assert image.startswith("https://play.example.org/games/api/previews/rules/tiny.png?v=")
        there = image.removeprefix("https://play.example.org")
        assert server.http.get(f"http://{server.address}{there}", headers=said).status_code == 200
        brand = tags(server, "/games/", **said)["image"]
        assert brand == "https://play.example.org/games/previews/brand.png"


def test_every_process_draws_the_same_picture(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "db") as one, LiveServer(tmp_path / "db") as other:
        table = one.new("tiny", "me", "open", name="Ada", **PUBLIC)["table"]
        address = tags(one, f"/t/{table}")["image"].partition(one.address)[2]
        drawn = [each.http.get(f"http://{each.address}{address}").content for each in (one, other)]
        assert drawn[0] == drawn[1]
        assert drawn[0].startswith(b"\x89PNG")


def test_an_unknown_page_has_no_picture_of_its_own(server: LiveServer) -> None:
    for path in ("t/nothing", "rules/nothing", "tournaments/nothing", "@/nobody", "@/" + "x" * 200):
        answer = server.http.get(f"/previews/{path}.png")
        assert answer.status_code == 302, path
        assert answer.headers["location"] == "/previews/brand.png"


# --- the deal of the day -----------------------------------------------------------------------------


def test_the_deal_of_the_day_shows_the_bot_and_no_card(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "dealable", lambda: [registry.find("splendor")])
    number = deals.number_of(datetime.now(UTC).date())
    for path in ("/daily", f"/daily/{number}"):
        found = tags(server, path)
        assert found["title"] == f"Deal {number}: Splendor"
        assert found["description"].startswith("Everybody gets the same cards")
        assert (
            words_on(server, path, monkeypatch) == f"Can you beat {named.name_of(deals.BOT)}? Deal {number}: Splendor"
        )


def test_a_deal_of_the_future_shows_nothing(server: LiveServer) -> None:
    number = deals.number_of(datetime.now(UTC).date())
    assert tags(server, f"/daily/{number + 5}")["title"] == "Cogtable"
