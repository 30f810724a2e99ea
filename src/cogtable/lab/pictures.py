"""The charts of a report as SVG files, for papers and pages of documentation; in the light colours of the page."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from cogtable.lab.charts import Chart
from cogtable.lab.extras import extra
from cogtable.lab.page import PAGE, Report

WIDTH = 560
"""How wide a chart is, in pixels."""

FONT = "Inter, system-ui, sans-serif"


def write(report: Report, folder: Path) -> list[Path]:
    """Writes each chart of a report as `TITLE.svg` into a folder, and returns the files. Raises MissingExtra."""
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for section in report.sections:
        if section.chart:
            file = folder / f"{re.sub('[^a-z0-9]+', '-', section.title.lower()).strip('-')}.svg"
            file.write_text(svg(section.chart), encoding="utf-8")
            found.append(file)
    return found


def svg(chart: Chart) -> str:
    """A chart as SVG."""
    with extra():
        import vl_convert
    colours = dict(re.findall(r"--([a-z]+): (#[0-9a-f]+)", PAGE.template.partition("@media")[0]))
    painted = json.loads(re.sub('"@([a-z]+)"', lambda name: json.dumps(colours[name[1]]), json.dumps(chart)))
    found: str = vl_convert.vegalite_to_svg({**painted, "width": WIDTH, "config": _config(colours)})
    return found + "\n"


def _config(colours: dict[str, str]) -> dict[str, Any]:
    """What the page sets for all its charts."""
    words = {"labelColor": colours["text"], "labelFont": FONT, "labelFontSize": 12}
    axis = words | {"titleColor": colours["quiet"], "titleFont": FONT, "titleFontSize": 12, "titleFontWeight": "normal"}
    lines = {"gridColor": colours["line"], "domainColor": colours["line"], "tickColor": colours["line"]}
    return {
        "background": colours["surface"],
        "view": {"stroke": None},
        "axis": axis | lines | {"labelSeparation": 8, "labelOverlap": True},
        "text": {"font": FONT, "fontSize": 12},
        "legend": words,
    }
