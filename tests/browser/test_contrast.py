"""Words on tables and their pictures can be told from what lies behind them: measured in the pixels as drawn."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Page

import cogtable

from .live_server import LiveServer
from .short import LARGE_GAMES, large
from .shown import Shown, played

pytestmark = pytest.mark.xdist_group("legible")  # the games are played once

OpenPage = Callable[..., Page]

SIZES = {"desktop": (1280, 720), "phone": (390, 844)}
SMALL, BIG = 4.5, 3.0
"""The minimum contrasts of small and of large text (WCAG 2.2, criterion 1.4.3)."""
LARGE_PX, LARGE_BOLD_PX = 24, 18.66
"""The sizes from which text is large."""
SHARE = 0.2
"""The share of the pixels around the letters that can have less contrast: edges in a picture, the rim of a tag."""
AROUND = 1
"""The distance in pixels from a letter of what counts as behind it."""
LETTER = 40
"""The change of a pixel (0 to 765) that is part of a letter."""

WITHOUT_LETTERS = """() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { color: transparent !important; -webkit-text-fill-color: transparent !important }')
    document.adoptedStyleSheets.push(sheet)
}"""
"""Makes the letters transparent, but not their shadows, in the only way that the page's security policy allows."""
STILL = """() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important }')
    document.adoptedStyleSheets.push(sheet)
}"""
WORDS = (Path(__file__).parent / "words.js").read_text()
"""A function that returns the visible words of a page: their colour, size and place."""


def pixels(page: Page) -> NDArray[np.float64]:
    """Returns the screen as an array of shape (height, width, 3)."""
    return np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB"), dtype=np.float64)


def light(colours: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns the relative luminance of colours whose last axis is red, green and blue (0 to 255)."""
    parts = colours / 255
    linear = np.where(parts > 0.04045, ((parts + 0.055) / 1.055) ** 2.4, parts / 12.92)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]))


def widened(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Returns a mask with the pixels around it."""
    wide = np.pad(mask, AROUND)
    sums = np.zeros_like(mask)
    for dy in range(2 * AROUND + 1):
        for dx in range(2 * AROUND + 1):
            sums |= wide[dy : dy + mask.shape[0], dx : dx + mask.shape[1]]
    return sums


def contrast_of(word: dict[str, Any], drawn: NDArray[np.float64], bare: NDArray[np.float64]) -> float | None:
    """Returns the contrast of a line of text with what lies behind its letters; None if none of it is seen."""
    x0, y0, x1, y1 = (round(edge) for edge in word["box"])
    here = np.s_[max(0, y0) : y1, max(0, x0) : x1]
    behind = bare[here]
    letters = np.abs(drawn[here] - behind).sum(axis=-1) > LETTER
    if behind.size == 0:
        return None
    ground = behind[widened(letters)] if letters.any() else behind.reshape(-1, 3)
    *colour, alpha = word["color"]
    own = light(np.asarray(colour) * alpha + ground * (1 - alpha))
    other = light(ground)
    ratio = (np.maximum(own, other) + 0.05) / (np.minimum(own, other) + 0.05)
    return float(np.quantile(ratio, SHARE))


def faint(page: Page) -> list[str]:
    """Returns the words on a page whose contrast is too small, with their place and contrast."""
    page.evaluate(STILL)
    words, drawn = page.evaluate(WORDS), pixels(page)
    page.evaluate(WITHOUT_LETTERS)
    bare = pixels(page)
    found = []
    for word in words:
        large_text = word["size"] >= LARGE_PX or (word["size"] >= LARGE_BOLD_PX and word["weight"] >= 700)
        contrast = contrast_of(word, drawn, bare)
        if contrast is not None and contrast < (BIG if large_text else SMALL):
            found.append(f"{word['words']!r} in {word['place']} ({word['size']:.0f} px): {contrast:.2f}")
    return found


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", [pytest.param("phone", marks=pytest.mark.large), "desktop"])
@pytest.mark.parametrize("name", ["splendor", *large("megaman", *LARGE_GAMES)])
def test_words_stand_out_from_surfaces_and_pictures(
    server: LiveServer, open_page: OpenPage, name: str, size: str, theme: str
) -> None:
    game = cogtable.game(name)
    shown = Shown(open_page(*SIZES[size], theme=theme), server)
    match = played(game, game.min_seats)
    wrong = {}
    for moment in (0.1, 0.6):
        shown.show(match.at(int(match.ply * moment)))
        wrong[moment] = faint(shown.page)
    assert wrong == {moment: [] for moment in wrong}
