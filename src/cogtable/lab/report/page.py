"""A report as one HTML file that opens anywhere: fonts, charts and the library that draws them are inside.

The page's Content-Security-Policy forbids all requests to servers.
"""

from __future__ import annotations

import base64
import csv
import io
import json
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Any, NamedTuple

from cogtable.lab.aims import in_units
from cogtable.lab.extras import extra
from cogtable.lab.figures import Figure
from cogtable.lab.report.charts import LINE, QUIET, TEXT, Chart
from cogtable.lab.summary import Headline

STATIC = Path(__file__).parents[2] / "server" / "static" / "assets"
"""Where the client's fonts are."""

FONTS = {
    "Inter": ("inter-latin-wght-normal-*.woff2", "100 900"),
    "Vollkorn": ("vollkorn-latin-700-normal-*.woff2", "700"),
}

PAGE = Template((Path(__file__).parent / "page.html").read_text(encoding="utf-8"))


SANS = "Inter, sans-serif"

CONFIG: Chart = {
    "background": None,
    "view": {"stroke": None},
    "axis": {
        "labelColor": TEXT,
        "titleColor": QUIET,
        "gridColor": LINE,
        "domainColor": LINE,
        "tickColor": LINE,
        "labelSeparation": 8,
        "labelOverlap": True,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "labelFont": SANS,
        "titleFont": SANS,
    },
    "text": {"font": SANS, "fontSize": 12},
    "legend": {"labelColor": TEXT, "labelFont": SANS, "labelFontSize": 12},
}
"""The style of all charts of a report."""

LIGHT = dict(re.findall(r"--(\w+): (#\w+);", PAGE.template.partition("@media")[0]))
"""The colours of the page's light theme, by name."""

SVG_WIDTH = 560
"""How wide a chart is as a file of its own, in pixels."""


class Table(NamedTuple):
    """Figures in rows."""

    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


class Section(NamedTuple):
    """A chart, a sentence about it, and its figures. A wide section has the width of the page; the figures of a `shown`
    section are visible without opening them.
    """

    title: str
    sentence: str
    chart: Chart | None
    table: Table
    wide: bool = False
    shown: bool = False


class Report(NamedTuple):
    """A whole report: its kind ("A study"), its subject, the command that repeats it, and a summary of the games."""

    what: str
    title: str
    command: str
    summary: str
    headlines: list[Headline]
    sections: list[Section]
    rows: list[dict[str, Any]]
    """All figures, for the CSV and JSON files."""


@cache
def _library() -> str:
    """The script that draws the charts; building it takes seconds. Raises MissingExtra."""
    with extra():
        import vl_convert
    library: str = vl_convert.javascript_bundle()  # type: ignore[call-arg]  # its stub demands a snippet
    return library


def html(report: Report, date: str, files: dict[str, str]) -> str:
    """The page. `files` are the contents of the files that it offers to save, by name. Raises MissingExtra."""
    library = _library()
    specs = [section.chart for section in report.sections]
    return PAGE.substitute(
        fonts="".join(_fonts()),
        what=escape(report.what),
        title=escape(report.title),
        date=escape(date),
        command=escape(report.command),
        summary=escape(report.summary),
        headlines="".join(map(_headline, report.headlines)),
        sections="".join(_section(number, section) for number, section in enumerate(report.sections)),
        files=" · ".join(_link(name, content) for name, content in files.items()),
        charts=_script(json.dumps(specs, ensure_ascii=False, separators=(",", ":"))),
        config=_script(json.dumps(CONFIG, separators=(",", ":"))),
        library=_script(library),
    )


def _script(code: str) -> str:
    """Code escaped for a script element."""
    return re.sub(r"</(?=script|!--)", r"<\\/", code, flags=re.IGNORECASE).replace("<!--", "<\\!--")


def _fonts() -> Iterator[str]:
    """The fonts of the client, if it is there; else the page uses those of the system."""
    for name, (pattern, weight) in FONTS.items():
        for file in sorted(STATIC.glob(pattern))[:1]:
            data = base64.b64encode(file.read_bytes()).decode()
            yield (
                f"@font-face{{font-family:{name};font-weight:{weight};font-display:swap;"
                f"src:url(data:font/woff2;base64,{data}) format('woff2')}}"
            )


def _headline(line: Headline) -> str:
    words = f"<strong>{escape(line.head)}</strong> {escape(line.text)}"
    return f'<li><span class="pill {line.state}">{line.state}</span><p>{words}</p></li>'


def _section(number: int, section: Section) -> str:
    wide = " wide" if section.wide else ""
    chart = f'<div class="chart" id="chart-{number}" role="img" aria-label="{escape(section.title)}"></div>'
    return (
        f'<section class="card{wide}"><h2>{escape(section.title)}</h2><p>{escape(section.sentence)}</p>'
        f"{chart if section.chart else ''}{_table(section.table, section.shown)}</section>"
    )


def _table(table: Table, shown: bool) -> str:
    heads = "".join(f"<th>{escape(head)}</th>" for head in table.heads)
    rows = "".join("<tr>" + "".join(map(_cell, row)) + "</tr>" for row in table.rows)
    body = f'<div class="scroll"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'
    return body if shown else f"<details><summary>Figures</summary>{body}</details>"


def _cell(words: str) -> str:
    """A cell; a verdict stands in a pill."""
    state = PILLS.get(words.rpartition(" ")[2] if words[:1].isdigit() else words)
    return f'<td><span class="pill {state}">{words}</span></td>' if state else f"<td>{escape(words)}</td>"


PILLS = {"holds": "holds", "hold": "holds", "misses": "misses", "miss": "misses", "open": "open"}
"""The words of verdicts, alone or after a number, and how they are shown."""


def _link(name: str, content: str) -> str:
    data = base64.b64encode(content.encode()).decode()
    kind = "text/csv" if name.endswith(".csv") else "application/json"
    return f'<a download="{escape(name)}" href="data:{kind};base64,{data}">{escape(name)}</a>'


def figure_row(figure: Figure, seats: int) -> dict[str, Any] | None:
    """A figure as a row of those files, in the units of the page; None if there was nothing to count."""
    if (found := figure.estimate) is None:
        return None
    shown = in_units(figure, found, seats)
    return {
        "measure": figure.measure, "kind": figure.kind, "what": figure.what, "value": shown.value, "low": shown.low,
        "high": shown.high, "count": figure.observed,
    }  # fmt: skip


def as_csv(report: Report) -> str:
    """All figures as comma-separated values."""
    out = io.StringIO()
    heads = list(report.rows[0]) if report.rows else ["measure"]
    writer = csv.DictWriter(out, heads, lineterminator="\n")
    writer.writeheader()
    writer.writerows(report.rows)
    return out.getvalue()


def as_json(report: Report) -> str:
    """All figures, headlines and the command as JSON."""
    lines = [line._asdict() for line in report.headlines]
    found = {
        "command": report.command,
        "summary": report.summary,
        "headlines": lines,
        "figures": report.rows,
    }
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def write_report(report: Report, folder: Path, date: str = "") -> Path:
    """Writes `report.html`, `figures.csv` and `figures.json`; returns the page, with the given date or today's."""
    now = datetime.now(UTC)
    files = {"figures.csv": as_csv(report), "figures.json": as_json(report)}
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    file = folder / "report.html"
    file.write_text(html(report, date or f"{now.day} {now:%B %Y}", files), encoding="utf-8")
    return file


def write_charts(report: Report, folder: Path) -> list[Path]:
    """Writes each chart as an SVG file in light colours, named after its section. Raises MissingExtra."""
    with extra():
        import vl_convert
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for section in report.sections:
        if section.chart:
            file = folder / f"{_file_name(section.title)}.svg"
            file.write_text(vl_convert.vegalite_to_svg(_alone(section.chart)) + "\n", encoding="utf-8")
            files.append(file)
    return files


def _file_name(title: str) -> str:
    """A title in lower case, with hyphens in place of all characters except letters and digits."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def _alone(chart: Chart) -> Chart:
    """A chart as it is drawn outside a page: of a width of its own, on the ground of a card, in the light colours."""
    room = {"left": 28, "top": 12, "bottom": 12, "right": 12}  # names can be wider in the reader's font
    whole = {**chart, "width": SVG_WIDTH, "padding": room, "config": {**CONFIG, "background": "@surface"}}
    painted = re.sub(r'"@(\w+)"', lambda name: f'"{LIGHT.get(name[1], name[0][1:-1])}"', json.dumps(whole))
    found: Chart = json.loads(painted)
    return found
