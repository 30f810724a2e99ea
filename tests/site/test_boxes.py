"""`cogtable site --box`: one's own boxes beside those of the games, in the folder and at the tables of a page."""

import json
import zipfile
from typing import Any

import msgspec
import pytest

from cogtable.bots import network_mcts
from cogtable.engine.errors import BadBox
from cogtable.engine.play import registry
from cogtable.server.wire import base, from_client
from cogtable.site import game_files, python_part
from cogtable.site.boxes import packed, read_boxes
from cogtable.site.downloads import CannotBuild
from cogtable.site.page_tables import variants
from cogtable.site.page_tables.records import decoded

from .conftest import play_in_pyodide
from .page_client import Page


@pytest.fixture
def box(tmp_path):
    """Writes a box of Splendor with other texts; returns its file."""

    def write(*changes, name="cheap.toml"):
        text = registry.find("splendor").box_file.read_text("utf-8")
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new, 1)
        (tmp_path / name).write_text(text)
        return tmp_path / name

    return write


@pytest.fixture
def cheap(box):
    """A box in which a card costs less."""
    return box(("cost = {blue = 3}", "cost = {blue = 2}"))


@pytest.fixture
def packed_box(cheap, tmp_path, monkeypatch):
    """That box as the only variant that pages have; returns how it is listed."""
    [variant] = found = read_boxes([registry.find("splendor")], [cheap])
    file = tmp_path / variants.FILE
    file.write_bytes(packed(found)["splendor"])
    monkeypatch.setattr(variants, "FILE", str(file))
    variants.packed_with.cache_clear()
    yield variants.variant_of("splendor", variant.key).info
    variants.packed_with.cache_clear()


# --- at a table --------------------------------------------------------------------------------------


def test_a_table_with_a_box_plays_with_it_and_says_so(packed_box, cheap):
    page = Page()
    table = page.sit(page.make("splendor", "me", "bot easy", variant=packed_box.key))
    assert table.update.variant == packed_box
    assert packed_box.title == "cheap"
    assert packed_box.words == "1 card differs"
    [record] = page.stored.values()
    assert decoded(record).row.box == registry.find("splendor", cheap).box.digest


def test_the_module_searches_with_the_box_of_the_table(packed_box, cheap):
    page = Page()
    table = page.sit(page.make("splendor", "me", "bot easy", variant=packed_box.key))
    table.ask(from_client.AskHint, **table.seen)
    assert {order.box for order in page.orders} == {registry.find("splendor", cheap).box.digest}
    own = Page()
    table = own.sit(own.make("splendor", "me", "bot easy"))
    table.ask(from_client.AskHint, **table.seen)
    assert {order.box for order in own.orders} == {""}


def test_a_table_with_a_box_goes_on_after_a_reload_and_has_a_rematch(packed_box):
    page = Page()
    made = page.make("splendor", "me", "bot easy", seed=3, variant=packed_box.key)
    table = page.sit(made)
    table.act(table.view.choices[0].action)
    again = Page(page.stored)
    table = again.sit(made)
    assert table.update.variant == packed_box
    table.ask(from_client.Resign)
    table.ask(from_client.RequestRematch, on=True)
    [rematch] = [decoded(record).row for table, record in again.stored.items() if table != made.table]
    assert rematch.variant == packed_box.key


@pytest.fixture
def networks_in_modules():
    """As in a page: the module of Splendor has a network."""
    network_mcts.leave_to_modules({"splendor": [2]})


@pytest.mark.usefixtures("networks_in_modules")
def test_the_network_does_not_play_with_a_box_that_it_has_not_learned(packed_box):
    page = Page()
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "master"}]
    status, answer = page.call("POST", "/tables", {"game": "splendor", "seats": seats, "variant": packed_box.key})
    assert (status, answer["error"][:24]) == (422, "there is no bot 'master'")
    assert page.call("POST", "/tables", {"game": "splendor", "seats": seats})[0] == 201


def test_a_table_whose_box_is_gone_stays_stored_and_says_why(packed_box, tmp_path, monkeypatch):
    page = Page()
    made = page.make("splendor", "me", "bot easy", variant=packed_box.key)
    monkeypatch.setattr(variants, "FILE", "nothing.json")
    variants.packed_with.cache_clear()
    again = Page(page.stored)
    table = again.sit(made)
    words = "this page does not have the box that this game is played with; the game is kept, but cannot go on"
    assert (table.heard[0].code, table.heard[0].words) == ("outdated", words)
    assert again.call("GET", f"/tables/{made.table}", secret=made.secret)[0] == 200
    assert again.stored == page.stored


# --- in the folder -----------------------------------------------------------------------------------


def test_the_lobby_offers_the_box_and_shows_what_differs(cheap, tmp_path, monkeypatch):
    game = registry.find("splendor")
    [variant] = found = read_boxes([game], [cheap, cheap])
    modules = tmp_path / "modules"
    modules.mkdir()
    (modules / "splendor.json").write_text('{"digest": "abc"}')
    monkeypatch.setattr(game_files, "full_module", lambda game: modules)
    game_files.write([game], found, tmp_path)
    [info] = json.loads((tmp_path / "games.json").read_bytes())["games"]
    assert msgspec.convert(info["variants"], list[base.VariantInfo])[0].key == variant.key
    told = json.loads((tmp_path / f"{variant.key}.box.json").read_bytes())
    assert (told["title"], len(told["differences"])) == ("cheap", 1)
    contents = json.loads((tmp_path / f"{variant.key}.components.json").read_bytes())
    assert contents["variant"]["key"] == variant.key
    module = json.loads((tmp_path / f"{variant.game.box.digest}.module.json").read_bytes())
    own = json.loads((tmp_path / "splendor.module.json").read_bytes())
    assert (module["digest"], module["box"]) == ("abc", variant.game.box.digest)
    assert module["tables"] != own["tables"]


@pytest.mark.native
@pytest.mark.slow
def test_the_archive_of_the_game_has_the_box_and_its_module_plays_with_it(cheap, packed_box, client_bundle, tmp_path):
    game = registry.find("splendor")
    python_part.write([game], tmp_path / "python", packed(read_boxes([game], [cheap])))
    with zipfile.ZipFile(tmp_path / "python" / "splendor.zip") as archive:
        [found] = json.loads(archive.read("cogtable/games/splendor/variants.json"))
    assert (found["info"]["key"], found["text"]) == (packed_box.key, cheap.read_text("utf-8"))
    order = tmp_path / "order.json"
    own: dict[str, Any] = {}
    exec(PLAYED, own)
    wanted = [packed_box.key]
    assert play_in_pyodide(client_bundle, tmp_path / "python", ["splendor"], wanted, order, PLAYED) == own["run"](
        wanted
    )


PLAYED = """
import hashlib
import msgspec
from cogtable.site.page_tables.variants import variant_of

def run(keys):
    match = variant_of("splendor", keys[0]).variant.game.start(seats=2, seed=4)
    digest = hashlib.sha256()
    while not match.over and match.ply < 40:
        seat = match.waiting[0]
        digest.update(msgspec.json.encode(match.view(seat)))
        match.play(seat, match.choices(seat)[match.ply % 3 % len(match.choices(seat))].action)
    return [match.ply, digest.hexdigest()]
"""
"""Plays some moves with a variant; returns how many, and a digest of what the seats see."""


# --- mistakes ----------------------------------------------------------------------------------------


def test_a_box_of_a_game_that_is_not_in_the_site_is_refused(cheap):
    with pytest.raises(
        CannotBuild, match="this is a box of splendor, which is not among the games: add --game splendor"
    ):
        read_boxes([registry.find("recharge")], [cheap])


def test_a_box_of_another_size_is_refused(box):
    fewer = box(("  {points = 3, needs = {red = 4, black = 4}},\n", ""), name="fewer.toml")
    with pytest.raises(CannotBuild, match=r"need a server: cogtable serve --box .*fewer.toml"):
        read_boxes([registry.find("splendor")], [fewer])


def test_a_box_with_a_mistake_is_refused(box):
    wrong = box(('game = "splendor"', 'game = "splendr"'), name="wrong.toml")
    with pytest.raises(BadBox, match=r"wrong.toml: game: expected one of .*; found 'splendr'"):
        read_boxes([registry.find("splendor")], [wrong])
    with pytest.raises(BadBox, match=r"nothing.toml: cannot be read"):
        read_boxes([registry.find("splendor")], [wrong.parent / "nothing.toml"])
