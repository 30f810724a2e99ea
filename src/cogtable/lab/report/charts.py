"""The charts of a report, made with Altair: each a Vega-Lite specification whose colours are names.

The page puts the colours of its theme in place of names such as "@brass", so one chart serves light and dark.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from cogtable.lab.extras import extra

BRASS, TEAL, VIOLET, OK, BAD, REST = "@brass", "@teal", "@violet", "@ok", "@bad", "@rest"
TEXT, QUIET, LINE, BAND, SURFACE = "@text", "@quiet", "@line", "@band", "@surface"

HUES = (OK, VIOLET, "@amber", "@blue", BAD, TEAL, REST)
"""Colours of parts that stand on each other."""

Chart = dict[str, Any]

NUMBERS = "~f"
"""How axes write numbers: 100, 2.5."""

MOST_LABEL = 150
"""The longest labels of rows, in pixels; longer ones are cut."""


def _alt() -> Any:
    with extra():
        import altair as alt

    alt.data_transformers.disable_max_rows()
    return alt


def _chart(*rows: dict[str, Any]) -> Any:
    """A layer with data of its own."""
    alt = _alt()
    return alt.Chart(alt.Data(values=list(rows)))


def _done(drawn: Any, height: int, **padding: int) -> Chart:
    """A chart, or a list of layers, as wide as its place on the page; `padding` in pixels leaves room for words."""
    chart = _alt().layer(*drawn) if isinstance(drawn, list) else drawn
    found: Chart = chart.properties(width="container", height=height).to_dict()
    found["autosize"] = {"type": "fit-x", "contains": "padding"}
    if padding:
        found["padding"] = {"left": 4, "top": 4, "bottom": 4} | padding
    return found


def _names(labels: Sequence[str], limit: int = MOST_LABEL, **more: Any) -> Any:
    """A vertical axis with a name for each row."""
    alt = _alt()
    axis = {"domain": False, "ticks": False, "labelFontWeight": 600, "labelLimit": limit, "labelPadding": 8}
    return alt.Y("label:N", sort=labels, axis=alt.Axis(title=None, labelOverlap=False, **axis | more))


def _even(even: float | None, channel: str, **how: Any) -> list[Any]:
    """A line at the even share, across the axis `x` or `y`."""
    if even is None:
        return []
    at = getattr(_alt(), channel.upper())("even:Q", **how)
    return [_chart({"even": even}).mark_rule(color=TEXT, strokeWidth=1.5).encode(**{channel: at})]


def _aim(low: float, high: float, channel: str, at: Any) -> list[Any]:
    """A band from `low` to `high` on the axis `x` or `y`."""
    band = _chart({"low": low, "high": high}).mark_rect(color=BAND)
    return [band.encode(**{channel: at, f"{channel}2": "high:Q"})]


class Mark(NamedTuple):
    """A figure on a line of its own: its position, its text, and its style.

    `state` is one of "held", "free" (not held), "plain", "holds", "misses" and "open". `series` is 1 for the other box.
    """

    label: str
    value: float
    low: float
    high: float
    text: str
    state: str = "plain"
    series: int = 0
    below: bool = False

    @property
    def row(self) -> dict[str, Any]:
        """The fields that all charts draw."""
        return {"label": self.label, "value": self.value, "low": self.low, "high": self.high, "text": self.text}


def _colour(mark: Mark) -> str:
    if mark.series:
        return VIOLET
    if mark.state == "held":
        return BAD if mark.below else OK
    return {"free": REST, "holds": OK, "misses": BAD, "open": BRASS}.get(mark.state, TEAL)


def intervals(
    marks: Sequence[Mark],
    *,
    even: float | None = None,
    aim: tuple[float, float] | None = None,
    title: str = "",
    row: int = 26,
    colour: str = "",
    wide: bool = False,
) -> Chart:
    """Figures below each other, each with its interval. `aim` is drawn as a band, `even` as a line."""
    alt = _alt()
    several = len({mark.series for mark in marks}) > 1
    rows = [
        {
            **mark.row,
            "colour": colour if colour and not mark.series else _colour(mark),
            "fill": SURFACE if mark.state in ("free", "open") else (colour or _colour(mark)),
            "shape": "square" if mark.state == "misses" or mark.series else "circle",
            "series": str(mark.series),
            "quiet": mark.state == "free",
        }
        for mark in marks
    ]
    labels = list(dict.fromkeys(mark.label for mark in marks))
    lows, highs = [mark.low for mark in marks], [mark.high for mark in marks]
    edges = [*lows, *highs, *([even] if even is not None else []), *(x for x in aim or () if abs(x) < 1e9)]
    room = (max(edges) - min(edges)) * 0.04 or 1
    scale = alt.Scale(domain=[min(edges) - room, max(edges) + room], nice=False, zero=False)
    x_axis = alt.Axis(title=title or None, tickCount=5, format=NUMBERS)
    x = alt.X("low:Q", scale=scale, axis=x_axis)
    offset = {"yOffset": alt.YOffset("series:N")} if several else {}
    base = _chart(*rows).encode(y=_names(labels, 2 * MOST_LABEL if wide else MOST_LABEL), **offset)
    layers = []
    if aim:
        low, high = max(aim[0], min(edges) - room), min(aim[1], max(edges) + room)
        layers += _aim(low, high, "x", x)
    layers += _even(even, "x", scale=scale, axis=x_axis)
    colours = alt.Color("colour:N", scale=None)
    line = base.mark_rule(strokeWidth=3, strokeCap="round")
    layers.append(line.encode(x=x, x2="high:Q", color=colours))
    point = base.mark_point(filled=False, size=70 if row > 20 else 46, strokeWidth=2, opacity=1)
    layers.append(
        point.encode(
            x=alt.X("value:Q", scale=scale),
            stroke=colours,
            fill=alt.Fill("fill:N", scale=None),
            shape=alt.Shape("shape:N", scale=None),
            tooltip=[alt.Tooltip("label:N", title=" "), alt.Tooltip("text:N", title="figure")],
        )
    )
    words = base.mark_text(align="left", dx=6, fontWeight=600).encode(
        x=alt.value("width"), text="text:N", color=alt.condition("datum.quiet", alt.value(QUIET), alt.value(TEXT))
    )
    layers.append(words)
    longest = max((len(mark.text) for mark in marks), default=0)
    return _done(layers, (row + 12 if several else row) * len(labels), right=12 + 7 * longest)


def histogram(
    bins: Sequence[tuple[float, float, float, bool]],
    *,
    title: str,
    median: float | None = None,
    others: Sequence[tuple[float, float, float]] = (),
    height: int = 200,
) -> Chart:
    """Bars from edge to edge, percent of games: (from, to, percent, whether marked). `others` are those of the other
    box, drawn as a line.
    """
    alt = _alt()
    rows = [
        {"from": a, "to": b, "share": s, "none": 0, "colour": BRASS if marked else REST} for a, b, s, marked in bins
    ]
    x = alt.X(
        "from:Q", scale=alt.Scale(zero=False, nice=False), axis=alt.Axis(title=title, tickCount=6, format=NUMBERS)
    )
    y = alt.Y("share:Q", axis=alt.Axis(title=None, tickCount=3, labelExpr="datum.label + ' %'"))
    bar = _chart(*rows).mark_bar(stroke=SURFACE, strokeWidth=1, cornerRadiusTopLeft=2, cornerRadiusTopRight=2)
    tooltip = [alt.Tooltip("share:Q", title="percent of games", format=".1f")]
    colours = alt.Color("colour:N", scale=None)
    layers = [bar.encode(x=x, x2="to:Q", y=y, y2="none:Q", color=colours, tooltip=tooltip)]
    if others:
        steps = [{"at": a, "share": s} for a, _, s in others] + [{"at": others[-1][1], "share": others[-1][2]}]
        line = _chart(*steps).mark_line(color=VIOLET, strokeWidth=2.5, interpolate="step-after")
        layers.append(line.encode(x="at:Q", y="share:Q"))
    if median is not None:
        rule = _chart({"median": median, "text": f"median {median:g}"})
        layers.append(rule.mark_rule(color=TEXT, strokeDash=[4, 3], strokeWidth=1.5).encode(x="median:Q"))
        words = rule.mark_text(align="left", dx=5, fontWeight=600, color=TEXT, baseline="top")
        layers.append(words.encode(x="median:Q", y=alt.value(0), text="text:N"))
    return _done(layers, height)


def bars(marks: Sequence[Mark], *, title: str = "") -> Chart:
    """Shares of games as bars with their intervals; the longest is marked."""
    alt = _alt()
    most = max((mark.value for mark in marks), default=0)
    rows = [
        {**m.row, "series": str(m.series), "colour": VIOLET if m.series else BRASS if m.value == most else REST}
        for m in marks
    ]
    several = len({mark.series for mark in marks}) > 1
    labels = list(dict.fromkeys(mark.label for mark in marks))
    offset = {"yOffset": alt.YOffset("series:N")} if several else {}
    base = _chart(*rows).encode(y=_names(labels), **offset)
    x_axis = alt.Axis(title=title or None, tickCount=4, labelExpr="datum.label + ' %'")
    bar = base.mark_bar(cornerRadiusEnd=3, height={"band": 0.62}).encode(
        x=alt.X("value:Q", axis=x_axis, scale=alt.Scale(zero=True, nice=False)), color=alt.Color("colour:N", scale=None)
    )
    line = base.mark_rule(color=TEXT, strokeWidth=3, strokeCap="round").encode(x="low:Q", x2="high:Q")
    words = base.mark_text(align="left", dx=6, fontWeight=600, color=TEXT).encode(x="high:Q", text="text:N")
    return _done([bar, line, words], (44 if several else 30) * len(labels), right=40)


def stacked(parts: Sequence[tuple[int, str, float]], names: Sequence[str], *, title: str, height: int = 210) -> Chart:
    """Percent of each choice by round: (round, choice, percent)."""
    alt = _alt()
    rows = [
        {"round": number, "name": name, "share": share, "order": names.index(name)} for number, name, share in parts
    ]
    colours = alt.Scale(domain=list(names), range=[HUES[i % len(HUES)] for i in range(len(names))])
    legend = alt.Legend(
        title=None, orient="bottom", columns=4 if len(names) < 5 else 3, symbolType="square", labelLimit=100
    )
    chart = (
        _chart(*rows)
        .mark_bar(stroke=SURFACE, strokeWidth=1)
        .encode(
            x=alt.X("round:O", axis=alt.Axis(title=title, labelAngle=0, labelOverlap=True)),
            y=alt.Y("share:Q", axis=alt.Axis(title=None, values=[0, 50, 100], labelExpr="datum.label + ' %'")),
            color=alt.Color("name:N", scale=colours, legend=legend, sort=list(names)),
            order="order:Q",
            tooltip=[
                alt.Tooltip("name:N", title=" "),
                alt.Tooltip("round:O", title=title),
                alt.Tooltip("share:Q", title="percent", format=".1f"),
            ],
        )
    )
    return _done(chart, height)


def band(
    points: Sequence[tuple[int, float, float, float]],
    *,
    title: str,
    others: Sequence[tuple[int, float]] = (),
    labels: tuple[str, str, str] = ("1 in 10", "median", "9 in 10"),
    height: int = 210,
) -> Chart:
    """A median by round between the lowest and the highest tenth: (round, tenth, median, nine tenths)."""
    alt = _alt()
    rows = [{"round": r, "low": low, "median": m, "high": high} for r, low, m, high in points]
    last = points[-1]
    ends = [{"round": last[0], "y": y, "text": text} for y, text in zip(last[1:], labels, strict=True)]
    if last[3] - last[1] < 1e-9:
        ends = ends[1:2]
    x = alt.X("round:Q", axis=alt.Axis(title=title, tickMinStep=1, format="d", grid=False), scale=alt.Scale(nice=False))
    y = alt.Y("low:Q", axis=alt.Axis(title=None, tickCount=4, format=NUMBERS))
    base = _chart(*rows)
    layers = [
        base.mark_area(color=BRASS, opacity=0.22).encode(x=x, y=y, y2="high:Q"),
        base.mark_line(color=BRASS, strokeWidth=3).encode(x=x, y="median:Q"),
        _chart(*ends).mark_text(align="left", dx=6, color=TEXT).encode(x=x, y="y:Q", text="text:N"),
    ]
    if others:
        line = _chart(*({"round": r, "median": m} for r, m in others))
        layers.append(line.mark_line(color=VIOLET, strokeWidth=3, strokeDash=[6, 4]).encode(x=x, y="median:Q"))
    return _done(layers, height, top=8, right=80)


def course(
    marks: Sequence[tuple[float, Mark]],
    *,
    title: str,
    even: float | None = None,
    aim: tuple[float, float] | None = None,
    unit: str = " %",
    height: int = 210,
) -> Chart:
    """Figures side by side, each with its interval: (position, figure)."""
    alt = _alt()
    rows: list[dict[str, Any]] = [
        {"at": at + 0.12 * m.series, "value": m.value, "low": m.low, "high": m.high, "text": m.text}
        | {"colour": _colour(m), "shape": "square" if m.series else "circle", "series": m.series}
        for at, m in marks
    ]
    axis = alt.Axis(title=title, tickMinStep=1, format="d", grid=False)
    x = alt.X("at:Q", scale=alt.Scale(zero=False, nice=False, padding=14), axis=axis)
    y_axis = alt.Axis(title=None, tickCount=4, labelExpr=f"datum.label + '{unit}'")
    y = alt.Y("low:Q", scale=alt.Scale(zero=False), axis=y_axis)
    base = _chart(*rows).encode(color=alt.Color("colour:N", scale=None))
    layers = []
    if aim:
        found = [value for row in rows for value in (row["low"], row["high"])]
        low, high = max(aim[0], min(found)), min(aim[1], max(found))
        if low < high:
            layers += _aim(low, high, "y", y)
    layers += _even(even, "y", scale=alt.Scale(zero=False), axis=y_axis)
    layers.append(base.mark_line(strokeWidth=1, opacity=0.6).encode(x=x, y="value:Q", detail="series:N"))
    layers.append(base.mark_rule(strokeWidth=3, strokeCap="round").encode(x=x, y=y, y2="high:Q"))
    layers.append(
        base.mark_point(filled=True, size=60, opacity=1).encode(
            x=x,
            y="value:Q",
            shape=alt.Shape("shape:N", scale=None),
            tooltip=[alt.Tooltip("at:Q", title=title), alt.Tooltip("text:N", title="figure")],
        )
    )
    return _done(layers, height)


def steps(
    marks: Sequence[Mark],
    *,
    title: str,
    value: str,
    even: float | None = None,
    aim: tuple[float, float] | None = None,
    chosen: str = "",
    now: str = "",
    unit: str = "",
    height: int = 320,
) -> Chart:
    """A figure at each value of a number, with its interval, its verdict by form and colour, and its words beside it.

    `value` is the name of the figure, `title` the varied number; `chosen` and `now` are the labels of the chosen value
    and of that in the unchanged box.
    """
    alt = _alt()
    labels = [mark.label for mark in marks]
    rows = [
        m.row
        | {"between": f"{m.low:.1f} to {m.high:.1f}", "colour": _colour(m)}
        | {"fill": SURFACE if m.state == "open" else _colour(m)}
        | {"shape": "square" if m.state == "misses" else "circle", "chosen": m.label == chosen}
        for m in marks
    ]
    edges = [*(m.low for m in marks), *(m.high for m in marks), *([] if even is None else [even])]
    finite = [edge for edge in aim or () if abs(edge) < 1e9]
    span = max(edges) - min(edges) or 1.0
    edges += [edge for edge in finite if min(edges) - span <= edge <= max(edges) + span]
    low, high = min(edges) - span * 0.08, max(edges) + span * 0.16
    scale = alt.Scale(domain=[low, high], nice=False, zero=False)
    y_axis = alt.Axis(title=value, tickCount=6, labelExpr=f"datum.label + '{unit}'")
    y = alt.Y("low:Q", scale=scale, axis=y_axis)
    under = {now: "as it is", chosen: "chosen"} if now != chosen else {chosen: "chosen, as it is"}
    words = " : ".join(
        f"datum.value === {_quoted(at)} ? [datum.label, {_quoted(said)}]" for at, said in under.items() if at
    )
    x_axis = alt.Axis(
        title=title, labelAngle=0, ticks=False, domain=False, labelFontSize=14, labelPadding=10, labelLineHeight=18,
        labelExpr=f"{words} : datum.label" if words else "datum.label", titlePadding=12,
    )  # fmt: skip
    x = alt.X("label:N", sort=labels, axis=x_axis)
    layers = []
    if chosen:
        column = _chart({"label": chosen}).mark_rect(color="@amber", opacity=0.16)
        layers.append(column.encode(x=x))
    if aim and (bottom := max(aim[0], low)) < (top := min(aim[1], high)):
        layers += _aim(bottom, top, "y", y)
        name = _chart({"low": bottom, "text": "the aim"})
        layers.append(
            name.mark_text(align="left", baseline="bottom", dx=8, dy=-4, color=OK, fontWeight=600).encode(
                x=alt.value(0), y=y, text="text:N"
            )
        )
    layers += _even(even, "y", scale=scale, axis=y_axis)
    base = _chart(*rows)
    ring = base.transform_filter("datum.chosen").mark_point(
        size=420, strokeWidth=3, filled=False, color="@amber", opacity=1
    )
    layers += [
        base.mark_line(color=TEAL, strokeWidth=2, opacity=0.7).encode(x=x, y="value:Q"),
        base.mark_rule(strokeWidth=4, strokeCap="round").encode(
            x=x, y=y, y2="high:Q", color=alt.Color("colour:N", scale=None)
        ),
        ring.encode(x=x, y="value:Q"),
        base.mark_point(filled=False, size=110, strokeWidth=2.5, opacity=1).encode(
            x=x,
            y="value:Q",
            stroke=alt.Stroke("colour:N", scale=None),
            fill=alt.Fill("fill:N", scale=None),
            shape=alt.Shape("shape:N", scale=None),
            tooltip=[
                alt.Tooltip("label:N", title=title),
                alt.Tooltip("text:N", title=value),
                alt.Tooltip("between:N", title="95 %"),
            ],
        ),
    ]
    for field, up, size, weight, colour, room in (
        ("text", -15, 14, 700, TEXT, 48),
        ("between", -2, 11, 400, QUIET, 100),
    ):
        words_at = alt.condition(f"width > {room * len(marks)}", alt.value(1), alt.value(0))
        for halo in (
            {"stroke": SURFACE, "strokeWidth": 4, "strokeJoin": "round"},
            {},
        ):  # the line is drawn behind the words
            said = base.mark_text(align="left", dx=13, dy=up, fontWeight=weight, fontSize=size, color=colour, **halo)
            layers.append(said.encode(x=x, y="value:Q", text=f"{field}:N", opacity=words_at))
    return _done(layers, height, top=8, right=24)


def search(points: Sequence[tuple[int, float, float]], height: int = 210) -> Chart:
    """The result of each of many trials, and the best so far: (number, found, best)."""
    alt = _alt()
    rows = [{"number": number, "found": found, "best": best} for number, found, best in points]
    axis = alt.Axis(title="boxes tried", tickMinStep=1, format="d", grid=False)
    x = alt.X("number:Q", axis=axis, scale=alt.Scale(zero=False, nice=False, padding=14))
    y = alt.Y(
        "found:Q", scale=alt.Scale(zero=True), axis=alt.Axis(title="beyond the aims", tickCount=4, format=NUMBERS)
    )
    base = _chart(*rows)
    tooltip = [alt.Tooltip("number:Q", title="box"), alt.Tooltip("found:Q", title="beyond", format=".3f")]
    layers = [
        base.mark_point(filled=True, size=46, opacity=1, color=REST).encode(x=x, y=y, tooltip=tooltip),
        base.mark_line(color=TEAL, strokeWidth=3, interpolate="step-after").encode(x=x, y="best:Q"),
    ]
    return _done(layers, height)


def _quoted(words: str) -> str:
    """Words in an expression of Vega."""
    return json.dumps(words, ensure_ascii=True)


def matrix(cells: Sequence[tuple[str, str, str, str]], rows: Sequence[str], columns: Sequence[str]) -> Chart:
    """Cells with a word each: (row, column, text, colour name)."""
    alt = _alt()
    data = [{"row": r, "column": c, "text": t, "colour": colour} for r, c, t, colour in cells]
    axis = partial(
        alt.Axis, title=None, domain=False, ticks=False, labelLimit=MOST_LABEL, labelPadding=6, labelOverlap=False
    )
    slanted = max(map(len, columns)) * len(columns) > 60
    across = axis(labelAngle=-40 if slanted else 0, orient="bottom")
    base = _chart(*data).encode(
        x=alt.X("column:N", sort=list(columns), axis=across), y=alt.Y("row:N", sort=list(rows), axis=axis())
    )
    tooltip = [alt.Tooltip("row:N", title=" "), alt.Tooltip("column:N", title="and"), alt.Tooltip("text:N", title=" ")]
    rects = base.mark_rect(stroke=SURFACE, strokeWidth=2, cornerRadius=3)
    rects = rects.encode(color=alt.Color("colour:N", scale=None), tooltip=tooltip)
    words = base.mark_text(fontWeight=600, color=TEXT).encode(text="text:N")
    return _done([rects, words], 24 * len(rows))


def two(rows: Sequence[tuple[str, Mark, Mark]], *, even: float, title: str) -> Chart:
    """For each row two figures: a gray square, and a dot below it."""
    alt = _alt()
    data = [
        {**m.row, "label": label, "which": which, "colour": colour, "shape": shape}
        for label, one, other in rows
        for which, m, colour, shape in (("a", one, REST, "square"), ("b", other, TEAL, "circle"))
    ]
    labels = [label for label, *_ in rows]
    base = _chart(*data).encode(
        y=_names(labels),
        yOffset=alt.YOffset("which:N"),
        color=alt.Color("colour:N", scale=None),
    )
    scale = alt.Scale(zero=False)
    x_axis = alt.Axis(title=title, tickCount=5, format=NUMBERS)
    layers = [
        *_even(even, "x", scale=scale, axis=x_axis),
        base.mark_rule(strokeWidth=3, strokeCap="round").encode(
            x=alt.X("low:Q", scale=scale, axis=x_axis), x2="high:Q"
        ),
        base.mark_point(filled=True, size=70, opacity=1).encode(
            x="value:Q", shape=alt.Shape("shape:N", scale=None), tooltip=[alt.Tooltip("text:N", title="figure")]
        ),
    ]
    return _done(layers, 38 * len(labels))
