"""Headlines: the main results, and whether each holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from cogtable.engine.text.words import capital
from cogtable.lab.aims import Aim, JudgedFigure
from cogtable.lab.figures import Figure
from cogtable.lab.phrases import listed, number, of_100
from cogtable.lab.statistics import Estimate

HeadlineState = Literal["holds", "misses", "open", "look"]
"""Whether an aim holds; "look" is a result without an aim."""

FigureInterval = tuple[float, float, float]
"""A figure, and the ends of its 95 % interval."""


class Headline(NamedTuple):
    """A main result: whether it holds, a few words, and the figures."""

    state: HeadlineState
    head: str
    text: str


class AimResult(msgspec.Struct, kw_only=True):
    """An aim, and whether it is met, in a few words and with the figures."""

    state: Literal["holds", "misses", "open"]
    head: str
    text: str


class PairedRow(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A figure with the game's own box (`before`) and with another (`after`) on the same deals, shares in percent.

    `measure` says what is measured, `kind` and `what` of what. `held` says that the difference is pointed out: of all
    that are, at most one in twenty is expected to be noise.
    """

    measure: str
    kind: str
    what: str
    share: bool = False
    before: FigureInterval | None = None
    after: FigureInterval
    difference: FigureInterval | None = None
    held: bool = False


WORST_FIRST: tuple[HeadlineState, ...] = ("misses", "open", "look", "holds")
"""The order of headlines."""

VERBS: Mapping[str, tuple[str, str]] = {
    "misses": ("misses", "miss"), "open": ("is open", "are open"), "holds": ("holds", "hold")
}  # fmt: skip
"""The words of a verdict about one figure, and about several."""

HEADS: Mapping[HeadlineState, str] = {"holds": "", "misses": "Missed: ", "open": "Not settled: ", "look": ""}
"""The words before an aim in a headline."""


def worst_first(lines: Iterable[Headline]) -> list[Headline]:
    """Headlines in the order in which reports have them."""
    return sorted(lines, key=lambda line: WORST_FIRST.index(line.state))


def figure_words(figure: Figure, found: Estimate) -> str:
    """A figure in its units."""
    return of_100(found) if figure.in_percent else number(found)


def judged_headline(aim: Aim, own: Sequence[JudgedFigure]) -> Headline:
    """One line for an aim and all its figures: it misses if one misses, and holds only if all hold."""
    by = {state: [each for each in own if each.verdict == state] for state in ("misses", "open", "holds")}
    state: HeadlineState = "misses" if by["misses"] else "open" if by["open"] else "holds"
    words = aim.why or aim.title
    head = HEADS[state] + words if HEADS[state] else capital(words)
    title = capital(aim.title)
    if len(own) == 1:
        each = own[0]
        text = f"{title}: {figure_words(each.figure, each.found)}; asked for {aim.bounds}."
        return Headline(state, f"{head}.", text + settle(each))
    low, high = (chosen(own, key=lambda each: each.found.value) for chosen in (min, max))
    span = f"{low.found.value:.1f} ({_called(low)}) to {high.found.value:.1f} ({_called(high)})"
    counts = ", ".join(f"{len(some)} {VERBS[name][len(some) > 1]}" for name, some in by.items() if some)
    text = f"{title}: {span}; asked for {aim.bounds}. {counts}"
    if state == "misses":
        names = sorted(by[state], key=_beyond, reverse=True)
        text += f": {listed([each.figure.what for each in names], 6)} missed" if len(names) < len(own) else ""
    return Headline(state, f"{head}.", f"{text}.")


def settle(each: JudgedFigure) -> str:
    """How many games would settle an open aim."""
    if each.verdict != "open":
        return ""
    if each.more is None:
        return " It is so close to the edge that more games would hardly settle it."
    return f" About {max(1.1, each.more):.1f} times as many games would settle it, if it stays where it is."


def _called(each: JudgedFigure) -> str:
    return f"seat {each.figure.what}" if each.figure.kind == "seat" else each.figure.what


def _beyond(each: JudgedFigure) -> float:
    """How far a figure lies outside its aim."""
    return max(each.low - each.found.value, each.found.value - each.high)
