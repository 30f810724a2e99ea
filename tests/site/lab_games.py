"""Plays games at the workbench of a page, whose moves were chosen before, and prints the figures; run by Python with
NumPy, with the stand-in, and in Pyodide. All must print the same.

`python lab_games.py FILE` reads a JSON list of runs: a game, changes to its box, the number of games, the bot, and the
moves of each order, by their numbers; null lets bots choose them here, and prints them too.
"""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from cogtable.site.page_tables import PageTables

PAGE = "p"


def played(tables: PageTables, wanted: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Plays one run; returns the news at its end, without its times, and the moves of each order."""
    game, chosen = wanted["game"], {}
    start = called(tables, "GET", f"lab/{game}")
    box = called(tables, "POST", f"lab/{game}/box", {"text": start["original"], "edits": wanted["edits"]})
    assert not box.get("mistakes"), box["mistakes"]
    asked = {"text": box["text"], "games": wanted["games"], "bot": wanted["bot"], "page": PAGE, "workers": 2}
    news = called(tables, "POST", f"lab/{game}/games", asked)
    while news["phase"] == "playing":
        order = called(tables, "POST", "lab/orders", {"page": PAGE})["order"]
        number = str(order["number"])
        chosen[number] = wanted["moves"][number] if wanted["moves"] else moves_of(order, wanted["bot"])
        called(tables, "POST", "lab/moves", {"page": PAGE, "number": order["number"], **chosen[number]})
        news = called(tables, "GET", "lab/games")
    return {name: value for name, value in news.items() if name not in ("seconds", "version")}, chosen


def called(tables: PageTables, method: str, path: str, body: Any = None) -> Any:
    status, answer = tables.call(method, f"/{path}", "" if body is None else json.dumps(body), "", 0.0)
    assert status == 200, (method, path, answer.decode())
    return json.loads(answer)


def moves_of(order: dict[str, Any], bot: str) -> dict[str, Any]:
    """The moves of an order, as a page sends them."""
    from cogtable import bots
    from cogtable.engine.play import registry
    from cogtable.lab.compiled_games import play_on
    from cogtable.lab.recorded_moves import moves_dtype

    own, tables = registry.find(order["module"]["game"]), base64.b64decode(order["module"]["tables"])
    box = own.box._replace(tables=np.frombuffer(bytearray(tables), own.tables.dtype))
    game = own.boxed(own.box_file, box._replace(record=box.tables[0]))
    states = np.frombuffer(bytearray(base64.b64decode(order["states"])), game.state.dtype)
    made: list[list[int]] = [[] for _ in range(order["games"])]

    def watched(_: Any, at: Any, __: Any, actions: Any) -> None:
        for table, action in zip(at.tolist(), actions.tolist(), strict=True):
            made[table].append(action)

    play_on(game, states, [bots.find(bot)] * int(states["seats"][0]), order["first"], watched=watched)
    moves = np.array([action for each in made for action in each], moves_dtype(game)).tobytes()
    return {"counts": [len(each) for each in made], "moves": base64.b64encode(moves).decode()}


def run(runs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The news at the end of each run, and the moves."""
    tables = PageTables(lambda table, record: None, 0.0, {}, {each["game"]: "digest" for each in runs})
    return [dict(zip(("news", "moves"), played(tables, each), strict=True)) for each in runs]


if __name__ == "__main__":
    print(json.dumps(run(json.loads(Path(sys.argv[1]).read_text("utf-8")))))
