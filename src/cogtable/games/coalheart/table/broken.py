"""What a broken robot can still do: finish itself and win, be mended, and attack a little."""

from __future__ import annotations

from collections.abc import Iterator

from cogtable.games.coalheart.rules.abilities import Op
from cogtable.games.coalheart.rules.box import Source
from cogtable.games.coalheart.rules.components import BODY, GEARS, HeartSide
from cogtable.games.coalheart.rules.state import Coalheart
from cogtable.games.coalheart.table.labels import GEAR_ICONS, gear_name
from cogtable.table import Box, Outcome, plural, say


def while_broken(s: Coalheart, box: Box, seat: int) -> Iterator[Outcome]:
    """The ways that a broken robot has, each with its rule."""
    left = BODY - int(s.parts[seat])
    words = plural(left, "Build your last part and **win**", "Build {n} parts, one in each Upgrade, and **win**")
    yield Outcome(icon="cell", words=words, rule="CH-R47")
    hp = int(box.record.program[Source.HEART + HeartSide.MEND, 0, 1])
    card = _capturing(s, box, seat)
    if s.heart == seat:
        yield Outcome(icon="ember", words=say("Select Capture: you have **{hp} HP**", hp=hp), rule="CH-R46")
    elif card >= 0:
        fields = {"gear": gear_name(box, card), "hp": hp}
        words = say("{gear}, then select Capture: **{hp} HP**", **fields)
        yield Outcome(icon=GEAR_ICONS[card], words=words, rule="CH-Q59")
    else:
        words = say("Take the Coal Heart, then select Capture: **{hp} HP**", hp=hp)
        yield Outcome(icon="ember", words=words, rule="CH-R46")
    words = say("Attack: {cap} damage at most to each player", cap=box.record.cap)
    yield Outcome(icon="burst", words=words, rule="CH-R46")


def _capturing(s: Coalheart, box: Box, seat: int) -> int:
    """A kind of Gear of the seat that takes the Coal Heart; -1 if it has none."""
    held = (kind for kind in range(GEARS) if s.gear[seat, kind])
    return next((kind for kind in held if box.record.program[Source.GEAR + kind, 0, 0] == Op.CAPTURE), -1)
