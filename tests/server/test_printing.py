"""The pieces of a game, for the page that prints them."""

from __future__ import annotations

from typing import Any

from .live_server import LiveServer
from .test_variants import ANT, MORE, STRONG, upload


def contents(server: LiveServer, path: str) -> dict[str, Any]:
    answer = server.http.get(path)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def copies(found: dict[str, Any]) -> dict[str, int]:
    """Returns the number of copies of each card."""
    return {card["face"]["title"]: card.get("copies", 1) for each in found["components"] for card in each["cards"]}


def test_a_game_lists_its_cards_with_size_and_back(server: LiveServer) -> None:
    found = contents(server, "/games/tiny/components")
    assert (found["game"], found["title"]) == ("tiny", "Tiny")
    assert "variant" not in found
    (cards,) = found["components"]
    assert (cards["id"], cards["table"], cards["form"]) == ("cards", "cards", "card")
    assert (cards["width"], cards["height"], cards["back"]) == (63, 88, {"kind": "back"})
    assert cards["cards"][0]["face"]["title"] == "ant"


def test_all_games_of_the_lobby_can_be_printed(server: LiveServer) -> None:
    for game in server.http.get("/games").json()["games"]:
        assert contents(server, f"/games/{game['name']}/components")["components"]


def test_a_variant_lists_its_own_cards_and_which_differ(server: LiveServer) -> None:
    box = upload(server)
    found = contents(server, f"/boxes/{box['key']}/components")
    assert found["variant"] == {"key": box["key"], "title": "Strong ants", "by": "Ada", "words": "1 card differs"}
    assert found["changed"] == ["card-0"]
    (ant, *_) = found["components"][0]["cards"]
    assert (ant["piece"], ant["face"]["corner"]) == ("card-0", "9")


def test_copies_in_a_box_are_printed_in_their_number(server: LiveServer) -> None:
    usual = copies(contents(server, "/games/tiny/components"))
    more = copies(contents(server, f"/boxes/{upload(server, MORE)['key']}/components"))
    assert more == usual | {"ant": 4}
    none = STRONG.replace(ANT.replace("1}", "9}"), '{name = "ant", value = 9, copies = 0},')
    fewer = copies(contents(server, f"/boxes/{upload(server, none)['key']}/components"))
    assert fewer == {name: count for name, count in usual.items() if name != "ant"}


def test_an_unknown_game_is_refused(server: LiveServer) -> None:
    answer = server.http.get("/games/chess/components")
    assert answer.status_code == 404
    assert "chess" in answer.json()["error"]
    answer = server.http.get("/boxes/nothing/components")
    assert answer.status_code == 404
    assert answer.json()["error"] == "there is no box 'nothing' here; upload it again"
