"""docs/bots.md has the tempers of all bots, with their figures."""

from pathlib import Path

import pytest

import cogtable
from cogtable.bots import named
from cogtable.engine.play import registry
from cogtable.lab import tempers

BOTS = (Path(__file__).parents[1] / "docs" / "bots.md").read_text("utf-8")


@pytest.mark.parametrize("name", registry.names())
def test_the_documentation_has_every_temper_with_its_figures(name: str) -> None:
    game = cogtable.game(name)
    measured, found = tempers.measured_of(game), tempers.tempers(game)
    if measured:
        assert f"{game.title}, {measured.games} games of each bot:" in BOTS
    for bot, called, level in named.ladder(game):
        if bot in found:
            assert f"| {called}, level {level} | {found[bot].words} | {found[bot].measured} |" in BOTS


def test_the_documentation_has_the_ladder() -> None:
    for bot, name, level in named.ladder(cogtable.game("splendor")):
        assert f"| {name} | {level} | `{bot}` |" in BOTS
