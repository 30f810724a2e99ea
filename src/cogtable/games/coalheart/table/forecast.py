"""Previews of attacks."""

from __future__ import annotations

from collections.abc import Iterator

from cogtable.games.coalheart.rules.actions import Action
from cogtable.games.coalheart.rules.components import GEAR_NAMES
from cogtable.games.coalheart.rules.state import Ask, Coalheart
from cogtable.games.coalheart.table.labels import GEAR_ICONS, gear_name
from cogtable.games.coalheart.table.prompts import Hit, after_attack, now
from cogtable.table import Box, Choice, Outcome, Preview, name_of, phrase, say

FIELD = GEAR_NAMES.index("force-field")
"""The kind of Gear that halves an attack."""


def previews(s: Coalheart, box: Box, seat: int, choices: list[Choice]) -> list[Preview]:
    """A preview of each attack."""
    hits = now(s, box, seat).hits
    found = []
    for choice in choices:
        kind, target = Action.read(choice.action)
        if kind == Action.TARGET and target in hits:
            outcomes = list(_outcomes(s, box, target, hits[target]))
            found.append(Preview(action=choice.action, outcomes=outcomes))
    return found


def _outcomes(s: Coalheart, box: Box, target: int, hit: Hit) -> Iterator[Outcome]:
    hp = int(s.hp[target])
    words = say(
        "{seat}: {damage} damage, {after}", seat=name_of(target), damage=hit.damage, after=after_attack(hp, hit)
    )
    yield Outcome(icon="destroyed" if hp and not hit.left else "burst", words=words)
    if s.ask != Ask.STRIKE:
        fields = {"seat": name_of(target), "gear": gear_name(box, FIELD), "half": hit.damage >> 1}
        may, cannot = (
            phrase("{seat} has a {gear}: it may halve that to {half}"),
            phrase("{seat} has no {gear} to halve it"),
        )
        yield Outcome(
            icon=GEAR_ICONS[FIELD], words=say(may if s.gear[target, FIELD] else cannot, **fields), rule="CH-R43"
        )
