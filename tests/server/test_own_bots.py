"""Bots of other packages at a table: they run in processes of their own, and a failing one delays nobody."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

from cogtable.bots import registry
from cogtable.server.thinking import pool

from .live_server import LiveServer, Person

pytestmark = pytest.mark.slow  # each bot is a process of its own

PACKAGE = r"""
import os, pathlib, time

class Modest:
    title = "Takes the first legal action"
    label = "Modest Maria"
    games = ("tiny",)

    def __init__(self):
        self.here = os.getpid()

    def choose(self, position):
        pathlib.Path(__file__).with_name("seen").open("a").write(f"{os.getpid()} {position.seconds <= 5}\n")
        return position.legal[0]

class Raises(Modest):
    title = "Raises an error"
    def choose(self, position):
        raise ValueError("out of ideas")

class Wrong(Modest):
    title = "Plays what is not legal"
    def choose(self, position):
        return -5

class Hangs(Modest):
    title = "Never answers"
    def choose(self, position):
        pathlib.Path(__file__).with_name("asked").open("a").write("x")
        while True:
            time.sleep(1)

class Dies(Modest):
    title = "Takes its process along"
    def choose(self, position):
        os._exit(3)
"""


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package of bots, installed for this process and its child processes."""
    info = tmp_path / "odd_bots-0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: odd_bots\nVersion: 0\n")
    names = ["Modest", "Raises", "Wrong", "Hangs", "Dies"]
    lines = "".join(f"{name.lower()} = odd_bots:{name}\n" for name in names)
    (info / "entry_points.txt").write_text(f"[cogtable.bots]\n{lines}")
    (tmp_path / "odd_bots.py").write_text(PACKAGE)
    monkeypatch.syspath_prepend(tmp_path)
    registry.places.cache_clear()
    registry.load_installed.cache_clear()
    yield tmp_path
    monkeypatch.undo()
    registry.places.cache_clear()
    registry.load_installed.cache_clear()
    assert not entry_points(group="cogtable.bots", name="hangs")


def against(server: LiveServer, bot: str, game: str = "tiny") -> Person:
    """A person who has moved against a bot, which has then moved too."""
    mine = server.new(game, "me", bot)
    ada = server.sit(mine["table"], mine["secret"])
    ada.play().until(2)
    assert ada.view["waiting"] == [0, 1] or ada.view["waiting"] == [0]
    return ada


def test_an_external_bot_plays_in_its_own_process_and_is_shown_by_its_label(
    own_server: LiveServer, package: Path
) -> None:
    ada = against(own_server, "modest")
    assert ada.update["occupants"][1]["level"] == "Modest Maria"
    assert "random moves" not in str(ada.update)
    where, in_time = (package / "seen").read_text().splitlines()[0].split()
    assert in_time == "True"
    assert int(where) != os.getpid()


def test_the_lobby_offers_it_for_the_games_that_it_supports(own_server: LiveServer) -> None:
    games = {game["name"]: game for game in own_server.http.get("/games").json()["games"]}
    assert games["tiny"]["bots"][-1] == {"name": "wrong", "label": "Modest Maria", "text": "Plays what is not legal"}
    assert "bots" not in games["coalheart"]
    refused = own_server.post(
        "/tables", {"game": "splendor", "name": "Ada", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "modest"}]}
    )
    assert refused.status_code == 422
    assert "there is no bot 'modest' for splendor; there are random, greedy" in refused.text
    takeover = {"bot": "modest", "after_s": 60}
    for game, status in (("tiny", 201), ("splendor", 422)):
        wanted = {"game": game, "name": "Ada", "seats": [{"kind": "me"}, {"kind": "open"}], "takeover": takeover}
        assert own_server.post("/tables", wanted).status_code == status


@pytest.mark.parametrize("bot", ["raises", "wrong", "dies"])
def test_if_a_bot_fails_another_plays_on_and_people_are_told(own_server: LiveServer, bot: str) -> None:
    ada = against(own_server, bot)
    assert "The bot “Modest Maria” failed" in str(ada.update)
    assert "plays random moves instead" in str(ada.update)
    ada.play().until(4)


def test_a_bot_that_does_not_answer_is_ended_and_not_asked_again(
    own_server: LiveServer, package: Path, monkeypatch: pytest.MonkeyPatch, started: list[Any]
) -> None:
    monkeypatch.setattr(pool, "OWN_S", 0.2)
    monkeypatch.setattr(pool, "LATE_S", 0.2)
    ada = against(own_server, "hangs")
    assert "The bot “Modest Maria” failed (no answer within 1 second). It plays random moves" in str(ada.update)
    assert any(process.returncode is not None for process in started)
    ada.play().until(4)
    asked = package / "asked"  # once, or on a busy machine not at all before its time was up
    assert not asked.exists() or asked.read_text() == "x"


def test_a_table_continues_after_its_bot_was_uninstalled(
    own_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = own_server.new("tiny", "me", "modest")
    monkeypatch.setattr(registry, "places", dict)
    ada = own_server.sit(mine["table"], mine["secret"])
    ada.play().until(2)
    assert 'there is no bot "modest"' in str(ada.update)
