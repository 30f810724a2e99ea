"""What a choice changes at once: the numbers of the reader, with a beam from the piece that is chosen."""

from __future__ import annotations

from cogtable.games.recharge.rules.actions import Answer
from cogtable.games.recharge.rules.components import Action
from cogtable.games.recharge.rules.offers import price
from cogtable.games.recharge.rules.state import EMPTY, Question, Recharge
from cogtable.games.recharge.table.pieces import ACTION, BATTERIES_OF, CARDS_OF, COINS_OF, ROBOT
from cogtable.table import Beam, Box, Choice, Icon, PieceId, Preview, Tone, Words, say


def previews(s: Recharge, box: Box, seat: int, choices: list[Choice]) -> list[Preview]:
    """The previews of the choices that change a number of the reader at once."""
    found = (_changed(s, box, seat, choice.action) for choice in choices)
    return [Preview(action=choice.action, beams=[beam]) for choice, beam in zip(choices, found, strict=True) if beam]


def _changed(s: Recharge, box: Box, seat: int, action: int) -> Beam | None:
    kind, i = Answer.read(action)
    if kind == Answer.CARD and s.asks[seat] == Question.PLAY:
        cost, coins = int(price(s, box.record, seat, i)), int(s.coins[seat])
        return _beam(ROBOT(i), COINS_OF(seat), "coin", say("−${n}", n=cost), coins, coins - cost)
    if kind == Answer.ACTION and i != Action.CONSTRUCT:
        now, then = amounts(s, box, seat, i)
        number, icon = _NUMBERS[i]
        return _beam(ACTION(i), number(seat), icon, say("+{n}", n=then - now), now, then)
    return None


_NUMBERS: dict[int, tuple[PieceId, Icon]] = {
    Action.RESEARCH: (CARDS_OF, "cards"),
    Action.STOCKPILE: (COINS_OF, "coin"),
    Action.RECHARGE: (BATTERIES_OF, "battery"),
}
"""The number that an Action raises, and its picture."""


def _beam(source: str, target: str, icon: Icon, words: Words, now: int, then: int) -> Beam | None:
    if then == now:
        return None
    tone: Tone = "good" if then > now else "plain"
    value = say("{now} → {then}", now=now, then=then)
    return Beam(source=source, target=target, words=words, icon=icon, value=value, tone=tone)


def amounts(s: Recharge, box: Box, seat: int, action: int) -> tuple[int, int]:
    """The number that an Action raises for a seat (all but Construct), now and after it."""
    b = box.record
    more = int(b.more[s.event, action]) if s.event != EMPTY else 0
    now = int((s.held, s.coins, s.power)[action][seat])
    if action == Action.RECHARGE and not s.robots[seat]:
        return now, now
    return now, now + int((b.research, b.stockpile, b.recharge)[action]) + more
