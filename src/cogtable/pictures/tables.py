"""A table as a picture."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, Literal

import msgspec
import numpy as np

from cogtable.engine.errors import BadOption
from cogtable.engine.records.state import MAX_SEATS
from cogtable.engine.text.words import say
from cogtable.pictures import browser
from cogtable.view import View

SIZE = (1280, 720)
"""The usual width and height in pixels."""

MOST = 8192
"""The largest width or height in pixels."""

Theme = Literal["dark", "light"]


def picture(
    view: View, *, width: int = SIZE[0], height: int = SIZE[1], theme: Theme = "dark", names: Sequence[str] = ()
) -> bytes:
    """A PNG of a table as a view shows it (`Match.view`), without its question and log.

    Args:
        view: what is drawn. It holds only what its seat may see.
        width: in pixels.
        height: in pixels. The table is as large as fits, in the middle.
        theme: the colours, "dark" or "light".
        names: of the seats, in order; "Seat 1", "Seat 2" and so on without.

    Raises BadOption for a size or theme that does not fit, MissingExtra without the extra `pictures`, and
    `pictures.NoBrowser` where no Chromium is found.
    """
    for what, length in (("width", width), ("height", height)):
        if not isinstance(length, int) or not 1 <= length <= MOST:
            raise BadOption(f"{what}: expected a number of pixels from 1 to {MOST}; found {length!r}")
    if theme not in ("dark", "light"):
        raise BadOption(f'theme: expected "dark" or "light"; found {theme!r}')
    order = {
        "what": "table",
        "view": msgspec.to_builtins(view),
        "names": [*names, *(say("Seat {n}", n=seat + 1) for seat in range(len(names), MAX_SEATS))],
        "theme": theme,
        "width": width,
        "height": height,
    }

    def work(canvas: browser.Canvas) -> bytes:
        canvas.draw(order)
        return canvas.shot(browser.Clip(width, height))

    return browser.draw(work)


def pixels(png: bytes) -> Any:
    """The pixels of a PNG: uint8, (height, width, 3), red, green and blue. Raises MissingExtra without Pillow."""
    image = opened(png)
    return np.array(image.convert("RGB"))


def opened(png: bytes) -> Any:
    """A PNG as an image of Pillow. Raises MissingExtra without it."""
    try:
        from PIL import Image
    except ModuleNotFoundError as error:
        raise browser.MissingExtra("pictures need Pillow: pip install cogtable[pictures]") from error
    return Image.open(io.BytesIO(png))
