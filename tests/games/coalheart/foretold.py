"""Compares the forecasts of Coal Heart's attacks with their results."""

import re

from cogtable.engine.records.state import copied, seats_in
from cogtable.engine.rules import verbs
from cogtable.games.coalheart.rules.actions import Action
from cogtable.games.coalheart.rules.components import GEAR_NAMES
from cogtable.games.coalheart.rules.state import Ask
from cogtable.games.coalheart.table.forecast import FIELD

HIT = re.compile(r"\[\[seat:(\d)\]\]: (\d+) damage, (.+)")
SHIELD = re.compile(r"\[\[seat:(\d)\]\] has (a|no) Force Field\b.*")
UNANSWERED = (Ask.BEFORE, Ask.ABILITIES, Ask.DEFEND)


def foretold(match, seat, preview, states):
    """Returns the statements of a forecast that turn out false if no player (including the attacker) uses anything
    more.
    """
    assert GEAR_NAMES[FIELD] == "force-field"
    states = [*states, *going_on(match, states[-1])]
    for outcome in preview.outcomes:
        if said := HIT.fullmatch(outcome.words):
            target, hp = int(said[1]), int(match.state.hp[int(said[1])])
            left = 0 if said[3].startswith(("breaks", "broken")) else int(said[3].split()[-1])
            if left != max(0, hp - int(said[2])) or not any(s.hp[target] == left for s in states):
                yield outcome.words
        elif said := SHIELD.fullmatch(outcome.words):
            if (said[2] == "a") != bool(match.state.gear[int(said[1]), FIELD]):
                yield outcome.words
        else:
            yield f'no reader knows "{outcome.words}"'


def going_on(match, s):
    """Yields the states of an attack that continues with nothing used."""
    array = copied(match.position)
    array[0] = s
    while not array[0].over and array[0].ask in UNANSWERED:
        array = copied(array)
        verbs.play(array[0], match.game.box.record, seats_in(array[0].waiting)[0], Action.PASS)
        yield array[0]
