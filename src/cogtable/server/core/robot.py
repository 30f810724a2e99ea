"""The robot on pages that are shown without the client's scripts: `figure/lost/yellow` of `web/src/art/robots.ts`."""

from __future__ import annotations

from pathlib import Path

ROBOT = Path(__file__).with_name("robot.svg").read_text(encoding="utf-8").strip()
"""The drawing, as HTML."""
