"""What another box changes, on the same deals: a chart of what is held, and all figures as a table."""

from __future__ import annotations

from collections.abc import Sequence

from cogtable.lab.figures import Changed, Figure
from cogtable.lab.phrases import ordinal
from cogtable.lab.report import charts
from cogtable.lab.report.charts import Chart, Mark
from cogtable.lab.report.page import Table

MOST_DRAWN = 20
"""So many changes are drawn, and so many that may be chance are listed."""


def chart(changes: Sequence[Changed], title: str) -> Chart | None:
    """The shares that changed, in points of 100; None if none did. `title` says what is taken from what."""
    marks = []
    for row in [each for each in changes if each.held and is_share(each.figure)][:MOST_DRAWN]:
        gap = row.difference.scaled(100)
        text = f"{gap.value:+.1f}"
        marks.append(Mark(name(row.figure), gap.value, gap.low, gap.high, text, "held", below=gap.value < 0))
    return charts.intervals(marks, even=0, title=f"points of 100, {title}", wide=True) if marks else None


def table(changes: Sequence[Changed], heads: tuple[str, str]) -> Table:
    """What changed, and the largest of what may be chance; `heads` are what the two boxes are called."""
    held = [row for row in changes if row.held]
    rows = [_row(row) for row in [*held, *[row for row in changes if not row.held][:MOST_DRAWN]]]
    return Table(("figure", *heads, "difference", "95 % interval", ""), rows)


def is_share(figure: Figure) -> bool:
    """Whether a figure reads in points of 100."""
    return figure.share or figure.even is not None


def name(figure: Figure) -> str:
    """What a figure is called in a list of many kinds of figures."""
    if figure.kind == "seat":
        return f"wins of the {ordinal(int(figure.what))} seat"
    return f"{figure.what}: {figure.measure}" if not figure.what.isdigit() else f"{figure.measure} {figure.what}"


def _row(row: Changed) -> tuple[str, ...]:
    factor = 100 if is_share(row.figure) else 1
    one, two, gap = (each.scaled(factor) for each in (row.before, row.after, row.difference))
    interval = f"{gap.low:+.2f} to {gap.high:+.2f}"
    held = "changed" if row.held else "may be chance"
    return (name(row.figure), f"{one.value:.2f}", f"{two.value:.2f}", f"{gap.value:+.2f}", interval, held)
