"""Chromium, and pages in it that belong to different people."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, sync_playwright

from .person import PATIENCE

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Each window would start a second renderer, for menus that nobody opens. The others are Playwright's own.
    "--disable-features=PreloadTopChromeWebUI,WebUIOmniboxPopup,HttpsUpgrades,MediaRouter,OptimizationHints,PaintHolding",
]


@contextmanager
def chromium() -> Iterator[Browser]:
    """A Chromium of our own, closed in the end. Raises LookupError if there is none."""
    path = os.environ.get("COGTABLE_CHROMIUM") or shutil.which("chromium")
    if not path:
        raise LookupError("there is no Chromium: use `make`, which finds or installs one")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


def new_page(
    browser: Browser,
    width: int = 1280,
    height: int = 800,
    theme: str = "dark",
    motion: str = "reduce",
    name: str = "Ada",
    sound: bool | None = False,
    workers: str = "block",
) -> Page:
    """A page of a person of its own (own storage), with its size, theme and settings."""
    context = browser.new_context(
        service_workers=workers,  # type: ignore[arg-type]
        viewport={"width": width, "height": height},
        reduced_motion=motion,  # type: ignore[arg-type]
        has_touch=width < 500,
    )
    stored = json.dumps({"name": name, "pace": "quick", "theme": theme, "sound": sound})
    context.add_init_script(f"localStorage.getItem('cogtable') ?? localStorage.setItem('cogtable', '{stored}')")
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    return page
