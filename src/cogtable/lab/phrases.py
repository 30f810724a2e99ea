"""How figures and lists are written in reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cogtable.lab.statistics import Estimate
from cogtable.lab.study import StudyPlan


def of_100(found: Estimate) -> str:
    """A share in percent, as in "49.3 of 100 (48.5 to 50.1)"."""
    return f"{found.value:.1f} of 100 ({found.low:.1f} to {found.high:.1f})"


def number(found: Estimate) -> str:
    """Any other figure."""
    places = 0 if abs(found.value) >= 100 else 1 if abs(found.value) >= 10 else 2
    return f"{found.value:.{places}f} ({found.low:.{places}f} to {found.high:.{places}f})"


def listed(names: Sequence[str], most: int = 4) -> str:
    """A few of many names."""
    shown = list(names[:most])
    if len(names) > most:
        return f"{', '.join(shown)} and {len(names) - most} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else "".join(shown)


def counted(count: int, one: str, many: str = "") -> str:
    """A number of things."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def ordinal(place: int) -> str:
    """The name of a seat by its number from 1."""
    names = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
    return names[place - 1] if place <= len(names) else f"{place}th"


def times(count: int) -> str:
    """How often, in words."""
    return {1: "once", 2: "twice", 3: "three times"}.get(count, f"{count} times")


def bots_of(plan: StudyPlan) -> str:
    """The players in words."""
    kinds = Counter(plan.settings.bots)
    return listed([f"{count} {name} bots" if count > 1 else f"1 {name} bot" for name, count in kinds.items()])


def summary(plan: StudyPlan) -> str:
    """A summary of the games played, in a sentence or two."""
    settings = plan.settings
    how = f", each played {times(plan.turns)} with the hands exchanged" if plan.turns > 1 else ""
    last = settings.seed + plan.deals - 1
    text = f"{plan.deals:,} deals between {bots_of(plan)}{how}. Seeds {settings.seed:,} to {last:,}, "
    text += f"box {settings.box[:8]}"
    if plan.against:
        text += f", against box {settings.against[:8]} on the same deals and drawn in violet"
    return text + ". All intervals are 95 %."
