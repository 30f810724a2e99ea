"""The files of a site that answer the client's calls about games, so that it shows the lobby and the rules before
Python is loaded.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from cogtable import bots
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.play.game import Game
from cogtable.server.about.game_list import games_and_bots
from cogtable.server.about.rules import NoRules, contents_of, gallery, legend_for, rules_of, rules_page_of
from cogtable.server.core.variant import Variant
from cogtable.server.core.variants import differences_of, info_of
from cogtable.server.wire import lobby_api
from cogtable.site.python_part import full_module
from cogtable.wasm.files import ABOUT, MODULE, WEIGHTS, box_of

GAMES = "games.json"

PICTURE = ".picture.svg"
IN_WORDS = ".rules.html"
"""The ends of the names of files with a game's picture, and with its numbered rules as an HTML fragment."""


def write(games: Sequence[Game], variants: Sequence[Variant], out: Path) -> None:
    """Writes the files into a folder; all but the modules have the contents of a server's answer.

    games.json: `Games`. gallery.json: `Gallery`. For each game: GAME.picture.svg, if it has a picture of its own;
    GAME.rules.html, if it has rules in words; GAME.page.json: `RulesPage`; GAME.legend.json: `Legend`;
    GAME.components.json: `Contents`; GAME.module.json: `EngineModule`; and the module itself, GAME.wasm, GAME.json and,
    with a network, GAME.weights. For each variant: KEY.box.json: `Variant`; KEY.components.json: `Contents`; and
    BOX.module.json, by the digest of its box: `EngineModule`. Raises CannotBuild.
    """
    _write(out / GAMES, _listed(games, variants))
    _write(out / "gallery.json", gallery())
    for game in games:
        _write(out / f"{game.name}.page.json", rules_page_of(game.name))
        _write(out / f"{game.name}.legend.json", legend_for(game.name))
        _write(out / f"{game.name}.components.json", contents_of(game))
        if game.picture is not None:
            (out / f"{game.name}{PICTURE}").write_bytes(game.picture)
        _write_rules(game, out)
        _write_module(game, out)
    for variant in variants:
        _write_variant(variant, out)


def _write(file: Path, answer: msgspec.Struct) -> None:
    file.write_bytes(msgspec.json.encode(answer))


def _listed(games: Sequence[Game], variants: Sequence[Variant]) -> lobby_api.Games:
    """The list of games, with the bots that play in a page: those of other packages do not."""
    chosen = {game.name: game for game in games}
    found = games_and_bots(chosen[name] for name in sorted(chosen))
    for info in found.games:
        learned = {bot.name for bot in bots.learned(chosen[info.name])}
        info.bots = [bot for bot in info.bots if bot.name in learned]
        info.variants = [info_of(one, differences_of(one)) for one in variants if one.game.name == info.name]
    found.workbench = True
    return found


def _write_rules(game: GameSpec, out: Path) -> None:
    try:
        text = rules_of(game.name)
    except NoRules:
        return
    (out / f"{game.name}{IN_WORDS}").write_text(text, encoding="utf-8")


def _write_module(game: GameSpec, out: Path) -> None:
    """Writes the module of a game, and how the client asks for it."""
    folder = full_module(game)
    for suffix in (MODULE, ABOUT, WEIGHTS):
        if (file := folder / f"{game.name}{suffix}").exists():
            shutil.copy(file, out)
    _write(out / f"{game.name}.module.json", _module(game, out))


def _module(game: GameSpec, out: Path) -> lobby_api.EngineModule:
    """How the client asks for the module of a game, with the data of its box."""
    box = box_of(game)
    return lobby_api.EngineModule(
        digest=about_module(game, out)["digest"], box=box["digest"], tables=box["tables"], blank=box["blank"]
    )


def _write_variant(variant: Variant, out: Path) -> None:
    """Writes the answers about a variant. It is played with the module of its game."""
    told = differences_of(variant)
    _write(out / f"{variant.key}.box.json", told)
    contents = contents_of(variant.game)
    contents.variant, contents.changed = info_of(variant, told), told.pieces
    _write(out / f"{variant.key}.components.json", contents)
    _write(out / f"{variant.game.box.digest}.module.json", _module(variant.game, out))


def about_module(game: GameSpec, folder: Path) -> dict[str, Any]:
    """The description of the module of a game in a folder."""
    about: dict[str, Any] = json.loads((folder / f"{game.name}{ABOUT}").read_bytes())
    return about
