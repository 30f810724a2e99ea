"""Compares the forecasts of Coal Heart's attacks with their results."""

import re

import numpy as np

from cogtable.engine.records.state import copied, seats_in
from cogtable.engine.rules import verbs
from cogtable.games.coalheart.rules.abilities import Use
from cogtable.games.coalheart.rules.actions import Action
from cogtable.games.coalheart.rules.components import GEAR_NAMES
from cogtable.games.coalheart.rules.state import NOBODY
from cogtable.games.coalheart.table.forecast import FIELD

HIT = re.compile(r"\[\[seat:(\d)\]\]: (\d+) damage, (.+)")
SHIELD = re.compile(r"\[\[seat:(\d)\]\] has (a|no) Force Field\b.*")


def foretold(match, seat, preview, states):
    """Returns the statements of a forecast that turn out false if no player (including the attacker) uses anything
    more that can be declined.
    """
    assert GEAR_NAMES[FIELD] == "force-field"
    states = [*states, *going_on(match, states[-1])]
    for outcome in preview.outcomes:
        if said := HIT.fullmatch(outcome.words):
            target, hp = int(said[1]), int(match.state.hp[int(said[1])])
            at_most = said[3].endswith(" or less")
            left = 0 if said[3].startswith(("breaks", "broken")) else int(said[3].removesuffix(" or less").split()[-1])
            true = any(s.hp[target] == left or (at_most and s.hp[target] < left) for s in states)
            if left != max(0, hp - int(said[2])) or not true:
                yield outcome.words
        elif said := SHIELD.fullmatch(outcome.words):
            if (said[2] == "a") != bool(match.state.gear[int(said[1]), FIELD]):
                yield outcome.words
        else:
            yield f'no reader knows "{outcome.words}"'


def going_on(match, s):
    """Yields the states of an attack that continues with nothing used but what must be."""
    array = copied(match.position)
    array[0] = s
    while not array[0].over and array[0].target != NOBODY:
        array = copied(array)
        seat = seats_in(array[0].waiting)[0]
        verbs.play(array[0], match.game.box.record, seat, least(match, array[0], seat))
        yield array[0]


def least(match, s, seat):
    """Returns the action that declines; if there is none, the first part that must act, or any answer."""
    mask = match.game.mask()
    verbs.legal(s, match.game.box.record, seat, mask)
    if mask[Action.PASS]:
        return Action.PASS
    legal = np.flatnonzero(mask).tolist()
    must = [
        Action.USE_PART + slot for slot, part in enumerate(s.body[seat]) if match.game.box.record.asks[part] == Use.MUST
    ]
    return next((action for action in legal if action in must), legal[0])
