"""The roads of the documentation: each is walked word for word, and a script makes each of their pictures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from .roads import walks
from .roads.road import Road

WALKS: dict[str, Callable[[Road], None]] = {
    "first-game": walks.walk_first_game,
    "card-to-sheet": walks.walk_card_to_sheet,
    "sixth-game": walks.walk_sixth_game,
}


@pytest.mark.parametrize("name", WALKS)
def test_a_road_can_be_walked(name: str, tmp_path: Path, chromium: Browser) -> None:
    with Road(name, tmp_path, chromium) as road:
        WALKS[name](road)
