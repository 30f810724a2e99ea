"""The workbench in a page: the same figures as beside a server, within limits, and refusals that say what to do."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import msgspec
import pytest

from cogtable.engine.play import registry
from cogtable.lab import aims
from cogtable.lab.paired_comparison import PairedRequest, compare_in_pairs
from cogtable.site.page_tables import PageTables
from cogtable.site.page_tables.workbench import MOST_GAMES
from tests.site import lab_games

from .conftest import HERE, STANDIN

pytestmark = pytest.mark.native

CHEAPER = {"table": "robots", "entry": 3, "field": "cost", "value": "2"}


def with_stand_ins(runs, tmp_path):
    """The figures of runs whose moves are known, counted without NumPy."""
    file = tmp_path / "runs.json"
    file.write_text(json.dumps(runs), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, HERE / "lab_games.py", file],
        env=os.environ | {"PYTHONPATH": str(STANDIN)},
        capture_output=True,
        text=True,
        timeout=800,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def wanted(game, games=4, *, edits=(), bot="random"):
    return {"game": game, "edits": list(edits), "games": games, "bot": bot, "moves": None}


def test_the_figures_are_those_of_games_played_beside_a_server(tmp_path):
    [own] = lab_games.run([wanted("recharge", 40, edits=[CHEAPER], bot="greedy")])
    file = tmp_path / "mine.toml"
    file.write_text(text_of("recharge", [CHEAPER]), encoding="utf-8")
    game = registry.find("recharge")
    request = PairedRequest(
        game="recharge", box=str(file), games=40, seats=2, bot="greedy", aims=str(aims.aims_file(game))
    )
    *_, last = compare_in_pairs(request)
    told = own["news"]
    for name in ("rows", "aims", "done", "total", "turns", "compared", "phase"):
        assert told[name] == as_json(getattr(last, name)), name
    assert told["aims"]
    assert len(told["rows"]) > 5


def as_json(value):
    return json.loads(msgspec.json.encode(value))


def text_of(game, edits):
    page = bench(game)
    start = page.get()
    return page.post("box", {"text": start["original"], "edits": edits})["text"]


@pytest.mark.slow
def test_the_figures_do_not_depend_on_numpy(tmp_path):
    runs = [wanted("splendor", 6), wanted("recharge", 4, edits=[CHEAPER], bot="greedy")]
    own = lab_games.run(runs)
    assert with_stand_ins([run | {"moves": one["moves"]} for run, one in zip(runs, own, strict=True)], tmp_path) == own


@pytest.mark.large
@pytest.mark.parametrize("name", ["coalheart", "megaman", "recharge", "smashgear", "splendor"])
def test_the_figures_of_a_whole_game_do_not_depend_on_numpy(name, tmp_path):
    runs = [wanted(name, 40, bot="greedy")]
    [own] = lab_games.run(runs)
    assert with_stand_ins([runs[0] | {"moves": own["moves"]}], tmp_path) == [own]


@pytest.mark.slow
def test_array_functions_give_the_same_as_those_of_numpy():
    command = [sys.executable, str(HERE / "array_functions.py")]
    own, stand_ins = (
        subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout.splitlines()
        for env in (os.environ, os.environ | {"PYTHONPATH": str(STANDIN)})
    )
    assert len(own) > 80
    assert stand_ins == own


# --- limits and refusals ------------------------------------------------------------------------------


class Bench:
    """The workbench of one game in a page."""

    def __init__(self, game: str, modules: dict[str, str]) -> None:
        self.game = game
        self.tables = PageTables(lambda table, record: None, 0.0, {}, modules)

    def call(self, method, path, body=None):
        status, answer = self.tables.call(method, path, "" if body is None else json.dumps(body), "", 0.0)
        return status, json.loads(answer)

    def get(self, path=""):
        status, answer = self.call("GET", f"/lab/{self.game}{path}")
        assert status == 200, answer
        return answer

    def post(self, what, body):
        status, answer = self.call("POST", f"/lab/{self.game}/{what}", body)
        assert status == 200, answer
        return answer

    def play(self, games=4, bot="random", text="", page="p", **more):
        text = text or registry.find(self.game).box.text
        body = {"text": text, "games": games, "bot": bot, "page": page, "workers": 1, **more}
        return self.call("POST", f"/lab/{self.game}/games", body)

    def order(self, page="p", **more):
        return self.call("POST", "/lab/orders", {"page": page, **more})[1]

    def moves(self, order, page="p", **sent):
        return self.call("POST", "/lab/moves", {"page": page, "number": order["number"], **sent})

    @property
    def now(self):
        return self.call("GET", "/lab/games?after=3")[1]


def bench(game="splendor", modules=None):
    return Bench(game, {game: "digest"} if modules is None else modules)


def test_a_page_offers_what_its_modules_can_play():
    start = bench().get()
    assert start["most"] == MOST_GAMES == 2000
    assert start["bots"][:2] == ["random", "greedy"]
    assert "folder" not in start
    assert start["box"]["tables"][1]["fields"][0]["about"]


SPLENDOR = registry.find("splendor").box.text


@pytest.mark.parametrize(
    ("asked", "status", "words"),
    [
        ({"games": 2001}, 422, "this page plays 2 to 2000 games; `cogtable lab` on your computer plays more"),
        ({"games": 1}, 422, "this page plays 2 to 2000 games"),
        ({"bot": "nobody"}, 422, "nobody"),
        ({"seats": 9}, 422, "splendor is for 2 to 4 seats; found 9"),
        ({"text": "x = "}, 422, "mine.toml"),
        ({"text": SPLENDOR.replace("cost", "price", 1)}, 422, "mine.toml"),
    ],
    ids=str,
)
def test_games_that_cannot_be_played_are_refused(asked, status, words):
    found, answer = bench().play(**asked)
    assert (found, words in answer["error"]) == (status, True), answer


def test_a_box_with_another_number_of_entries_can_be_changed_but_not_played():
    page = bench("recharge")
    twice = {"table": "robots", "entry": 3, "field": "copies", "value": "2"}
    box = page.post("box", {"text": page.get()["original"], "edits": [twice]})
    assert not box.get("mistakes"), box["mistakes"]
    assert box["words"] == "1 card differs"
    status, answer = page.play(text=box["text"])
    words = "this page only plays boxes with as many entries as the game’s own; "
    assert (status, answer["error"]) == (422, f"{words}`cogtable lab` on your computer plays this one too")


def test_without_a_module_no_games_are_played():
    status, answer = bench(modules={"recharge": "digest"}).play()
    assert (status, answer["error"]) == (503, "this page has no module of Splendor to play games with")


def test_boxes_are_not_written_and_unknown_games_not_found():
    page = bench()
    status, answer = page.call("POST", "/lab/splendor/save", {"text": "", "file": "mine.toml"})
    assert (status, answer["error"]) == (422, "this page cannot write files; download the box instead")
    assert page.call("GET", "/lab/chess")[0] == 404
    assert page.call("DELETE", "/lab/splendor")[0] == 404
    assert page.call("POST", "/lab/splendor/box", {"txt": ""})[0] == 422


def test_there_is_one_run_at_a_time():
    page = bench()
    first = page.play()[1]
    assert (first["phase"], first["by"]) == ("playing", "page")
    assert page.play()[0] == 409
    assert page.play(replace=True, page="q")[1]["phase"] == "playing"
    assert page.order() == {"over": True}, "the first page plays no more"
    assert page.order("q")["order"]["games"] == 4
    assert page.call("POST", "/lab/games/stop", {})[1]["phase"] == "stopped"
    assert page.order("q") == {"over": True}


def test_only_as_many_games_are_dealt_as_keep_the_page_busy():
    page = bench()
    page.play(2000)
    orders = [page.order().get("order") for _ in range(4)]
    assert [order and order["games"] for order in orders] == [10, 10, None, None]


def test_a_page_that_leaves_ends_the_run():
    page = bench()
    page.play()
    version = page.now["version"]
    assert page.order(busy=True) == {}
    assert page.order(leaves="closed") == {"over": True}
    assert (page.now["phase"], page.now["version"] > version) == ("stopped", True)


def test_wrong_moves_end_the_run():
    page = bench()
    page.play()
    order = page.order()["order"]
    status, answer = page.moves(order, counts=[1] * 4, moves="AAAAAA==")
    assert (status, "is not over after its last move" in answer["error"]) == (422, True), answer
    assert page.now["phase"] == "failed"
    assert page.now["error"].startswith("the games could not be played in this page: game 0 is not over")
    assert page.moves(order, counts=[], moves="")[0] == 409


def test_games_that_fail_are_offered_again_and_given_up_in_the_end():
    page = bench()
    page.play()
    for left in (2, 1, 0):
        order = page.order()["order"]
        assert page.moves(order, error="out of memory") == (200, {})
        assert page.now["phase"] == ("playing" if left else "failed")
    assert page.now["error"] == "the games could not be played in this page: out of memory"


def test_moves_that_nobody_asked_for_are_refused():
    page = bench()
    page.play()
    status, answer = page.moves({"number": 7}, counts=[], moves="")
    assert (status, "was not asked to play order 7" in answer["error"]) == (422, True)
