"""The browser client calls modules right: its tests run in Node.js with real ones, and with what must come of them."""

import base64
import json
import os
import shutil
import subprocess

import numpy as np
import pytest

import client
from cogtable import bots
from cogtable.bots import mcts, network_mcts
from cogtable.engine.rules import verbs
from cogtable.lab.compiled_games import deal_tables, play_tables
from cogtable.wasm.kernels import MOST_MOVES
from cogtable.wasm.players import module_player
from tests.wasm.test_modules import decisions

pytestmark = [pytest.mark.native, pytest.mark.slow]

SIMULATIONS = 1000
SEED = (1 << 62) + 12345
"""One that a float64 cannot hold."""


@pytest.mark.parametrize("game", ["tiny", pytest.param("splendor", marks=pytest.mark.large)], indirect=True)
def test_the_client_calls_modules_correctly(game, module_of, tmp_path):
    for file in module_of(game).iterdir():
        shutil.copy(file, tmp_path)
    (tmp_path / "expected.json").write_text(json.dumps(expected(game)), encoding="utf-8")
    node = client.node_folder() / "node"
    command = [str(node), "node_modules/vitest/vitest.mjs", "run", "tests/engine/module.test.ts"]
    env = os.environ | {"COGTABLE_MODULE": str(tmp_path)}
    done = subprocess.run(command, cwd=client.WEB, env=env, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "skipped" not in done.stdout


def expected(game):
    """A decision, a deal, and what must come of them."""
    hidden, seat = next(decisions(game))
    mask = game.mask()
    verbs.legal(hidden[0], game.box.record, seat, mask)
    first = int(np.flatnonzero(mask)[-1])
    blank = game.blank(game.min_seats, {})
    return {
        "game": game.name,
        "hidden": text(hidden),
        "seat": seat,
        "seed": str(SEED),
        "blank": text(blank),
        "dealt": text(game.deal(game.min_seats, SEED)),
        "found": found(game, hidden, seat, -1),
        "first": first,
        "foundByFirst": found(game, hidden, seat, first),
        "foundByPrior": {prior: found(game, hidden, seat, -1, prior) for prior in (0, 3)},
        "guided": guided(game, hidden, seat, -1),
        "guidedByFirst": guided(game, hidden, seat, first),
        "played": [played(game, bot) for bot in ("random", "greedy", "easy", "medium", "master") if plays(game, bot)],
    }


def plays(game, bot):
    return bots.find(bot).plays(game)


def played(game, bot):
    """Whole games of a bot: what the client is given, and the moves that native code makes."""
    seats, count = game.min_seats, 3
    player = module_player(game, bot, seats)
    blank, players = game.blank(seats, {}), [bots.find(bot)] * seats
    moves = [[] for _ in range(count)]

    def watched(states, tables, deciding, actions):
        for table, action in zip(tables.tolist(), actions.tolist(), strict=True):
            moves[table].append(action)

    play_tables(game, blank, players, 7, count, watched=watched)
    return {
        "bot": bot,
        "function": player.function,
        "numbers": player.numbers,
        "simulations": player.simulations,
        "weights": player.weights,
        "limit": game.bound,
        "moves": MOST_MOVES,
        "first": 7,
        "states": text(deal_tables(game, blank, 7, count)[0]),
        "counts": [len(each) for each in moves],
        "actions": [action for each in moves for action in each],
    }


def text(array):
    return base64.b64encode(array.tobytes()).decode()


def found(game, hidden, seat, first, prior=None):
    only = None if first < 0 else [first]
    return written(mcts.think(game, hidden, seat, SEED, mcts.SearchConfig(SIMULATIONS, prior=prior), only=only))


def guided(game, hidden, seat, first):
    """None without a network for two."""
    if not network_mcts.knows(game, int(hidden[0].seats)):
        return None
    return written(network_mcts.think(game, hidden, seat, SEED, SIMULATIONS, token=None, first=first))


def written(result):
    """The result of a search, as the client writes it."""
    return {name: part.tolist() if isinstance(part, np.ndarray) else part for name, part in result._asdict().items()}
