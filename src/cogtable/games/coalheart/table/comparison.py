"""The results of each Action Hex for every player, before one is selected.

They are facts from the rules: what a phase gives if everybody takes all that costs nothing. Gear, abilities with a
price, and everything that another player decides (whom an attack hits, a Force Field, a cube to give) are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cogtable.games.coalheart.rules.abilities import Op, Trigger, Use
from cogtable.games.coalheart.rules.box import Source
from cogtable.games.coalheart.rules.components import BODY, SHOULDERS_AND_LEGS, HeartSide, Hex
from cogtable.games.coalheart.rules.prices import buildable_for, can_barter
from cogtable.games.coalheart.rules.state import EMPTY, NOBODY, Coalheart
from cogtable.table import Box, printed

_FREE = (Use.MUST, Use.MAY)
"""The uses that cost nothing."""


@dataclass
class Result:
    """What a phase gives one player."""

    cubes: int = 0
    """Cubes, of any colours."""
    drawn: int = 0
    """Those among them that come from the bag at random."""
    hp: int = 0
    """HP at the end of the phase."""
    mended: bool = False
    attack: int | None = None
    """The damage of an attack that the player may make."""
    strike: int = 0
    """Damage that a part deals to one player at the end of the phase."""
    cards: int = 0
    deluxe: bool = False
    """Whether the player may take deluxe Gear."""
    parts: int = 0
    """How many parts can be paid for, each by itself."""
    heart: bool = False
    """Whether the player takes the Coal Heart."""
    robbed: bool = False
    """Whether the player loses it."""
    safe: bool = False
    """Whether nobody may attack the player in this phase."""
    wins: bool = False


def results(s: Coalheart, box: Box, kind: int) -> list[Result]:
    """The results of selecting a hex now, for each seat."""
    return _Phase(s, box, kind).results()


@printed
def _programs(box: Box) -> list[list[list[int]]]:
    """What each source does, as lists, which are read faster than records."""
    programs: list[list[list[int]]] = box.record.program.tolist()
    return programs


@printed
def _uses(box: Box) -> list[int]:
    uses: list[int] = box.record.asks.tolist()
    return uses


class _Phase:
    """A phase, played with counts in place of cubes."""

    def __init__(self, s: Coalheart, box: Box, kind: int) -> None:
        self.s, self.box, self.kind = s, box, kind
        self.seats, self.lead = int(s.seats), int(s.lead)
        self.programs, self.uses = _programs(box), _uses(box)
        self.body, self.listens = s.body.tolist(), s.listens.tolist()
        self.hp = s.hp[: self.seats].tolist()
        self.quarry, self.supply = int(s.quarry.sum()), int(s.supply.sum())
        self.discounts = [0] * self.seats
        lying = [bool(box.record.gear_deluxe[card]) for card in s.row.tolist() if card != EMPTY]
        self.deluxe, self.regular = lying.count(True), lying.count(False)
        self.turn = NOBODY
        self.dealt = [[0] * self.seats for _ in range(self.seats)]
        self.found = [Result() for _ in range(self.seats)]

    def results(self) -> list[Result]:
        order = [(self.lead + i) % self.seats for i in range(self.seats)]
        for seat in order:
            self._open_turn(seat)
            self._begin(seat)
            _ACTIONS[Hex(self.kind)](self, seat)
        self._open_turn(NOBODY)
        if self.kind == Hex.MINE:
            self._from_quarry(self.lead)
            for seat in order:
                self._act(seat, self.listens[seat][Trigger.MINE_END])
            self._act(self.lead, self.listens[self.lead][Trigger.SELECT_MINE_END])
        elif self.kind == Hex.UPGRADE:
            for seat in order:
                self._act(seat, self.listens[seat][Trigger.UPGRADE_END])
        standing = [seat for seat, hp in enumerate(self.hp) if hp]
        for seat, found in enumerate(self.found):
            found.hp = self.hp[seat]
            found.wins |= standing == [seat]
        return self.found

    # --- turns --------------------------------------------------------------------------------------------

    def _open_turn(self, seat: int) -> None:
        """Damage is counted from 0 in each turn, and at the end of the phase, which is nobody's (CH-Q58)."""
        self.turn = seat
        self.dealt = [[0] * self.seats for _ in range(self.seats)]

    def _begin(self, seat: int) -> None:
        """The parts that act at the beginning of a turn."""
        trigger = {Hex.MINE: Trigger.MINE, Hex.UPGRADE: Trigger.UPGRADE, Hex.GEAR: Trigger.GEAR}.get(Hex(self.kind))
        if trigger is not None:
            self._act(seat, self.listens[seat][trigger])
        if seat == self.lead:
            self._act(seat, self.listens[seat][Trigger.SELECTED + self.kind])

    def _upgrade(self, seat: int) -> None:
        """Counts the parts that the player could pay for now; a broken robot builds one (CH-R46)."""
        s, b = self.s, self.box.record
        discounts = self.discounts[seat] + (seat == self.lead)
        slots = int(buildable_for(s, b, seat, discounts))
        if self._barters(seat):
            for slot in range(BODY):
                part = self.body[seat][slot]
                unbuilt = SHOULDERS_AND_LEGS >> slot & 1 and not s.built[seat] >> slot & 1
                if unbuilt and can_barter(s, b, seat, part, b.price[part], discounts):
                    slots |= 1 << slot
        count = slots.bit_count()
        self.found[seat].parts = min(1, count) if self.hp[seat] == 0 else count
        self.found[seat].wins = count > 0 and s.parts[seat] == BODY - 1

    def _barters(self, seat: int) -> bool:
        slots = self.listens[seat][Trigger.UPGRADE]
        return any(
            slots >> slot & 1 and self.programs[self.body[seat][slot]][0][0] == Op.BARTER for slot in range(BODY)
        )

    def _gear(self, seat: int) -> None:
        self.found[seat].deluxe = seat == self.lead or bool(self.s.deluxe >> seat & 1)
        self._card(seat, self.found[seat].deluxe)

    def _capture(self, seat: int) -> None:
        if seat != self.lead:
            return
        if self.s.heart != seat:
            self.found[seat].heart = True
            if self.s.heart != EMPTY:
                self.found[self.s.heart].robbed = True
            self._run(seat, Source.HEART + HeartSide.NOW)
        else:
            self._run(seat, Source.HEART + (HeartSide.MEND if self.hp[seat] == 0 else HeartSide.STRIKE))

    def _scavenge(self, seat: int) -> None:
        if seat == self.lead:
            self._from_supply(seat, drawn=False)

    # --- abilities ----------------------------------------------------------------------------------------

    def _act(self, seat: int, slots: int) -> None:
        """The parts in these slots act, as far as they cost nothing."""
        slot = 0
        while slots >> slot:
            part = self.body[seat][slot]
            if slots >> slot & 1 and self.uses[part] in _FREE:
                self._run(seat, part)
            slot += 1

    def _run(self, seat: int, source: int) -> None:
        for operation, count, other, *_ in self.programs[source]:
            if operation < 0:
                return
            if operation == Op.FETCH:
                self.found[seat].cards += bool(self.s.discard[count] or self.s.discard[other])
            elif operation in _EFFECTS:
                _EFFECTS[operation](self, seat, count)

    def _take(self, seat: int, count: int) -> None:
        for _ in range(count):
            self._from_supply(seat)

    def _from_supply(self, seat: int, drawn: bool = True) -> None:
        if self.supply:
            self.supply -= 1
            self.found[seat].cubes += 1
            self.found[seat].drawn += drawn
            self._act(seat, self.listens[seat][Trigger.FROM_SUPPLY])

    def _choose(self, seat: int, count: int) -> None:
        self._from_supply(seat, drawn=False)

    def _from_quarry(self, seat: int, count: int = 1) -> None:
        if self.quarry:
            self.quarry -= 1
            self.found[seat].cubes += 1

    def _gain(self, seat: int, count: int) -> None:
        if self.hp[seat]:
            self.hp[seat] = min(int(self.box.record.hp), self.hp[seat] + count)
        self._act(seat, self.listens[seat][Trigger.GAINING])

    def _mend(self, seat: int, count: int) -> None:
        if self.hp[seat] == 0:
            self.hp[seat] = count
            self.found[seat].mended = True

    def _damage_each(self, seat: int, count: int) -> None:
        before = sum(self.dealt[seat])
        for other in range(self.seats):
            if other != seat:
                self._damage(seat, other, count)
        if seat == self.turn:
            after, thresholds = sum(self.dealt[seat]), self.box.record.threshold
            slots = self.listens[seat][Trigger.DEALT]
            reached = [before < thresholds[part] <= after for part in self.body[seat]]
            self._act(seat, sum(1 << slot for slot in range(BODY) if slots >> slot & 1 and reached[slot]))

    def _damage(self, dealer: int, other: int, count: int) -> None:
        if self.hp[dealer] == 0:
            count = min(count, max(0, int(self.box.record.cap) - self.dealt[dealer][other]))
        self.dealt[dealer][other] += count
        self.hp[other] = max(0, self.hp[other] - count)

    def _attack(self, seat: int, count: int = 0) -> None:
        """An attack on anybody: the attack value, the perk, and the parts that act on an attack."""
        b = self.box.record
        perk = int(b.perk) if self.kind == Hex.FIGHT and seat == self.lead else 0
        found = self.found[seat]
        found.attack = int(self.s.power[seat]) + perk
        self._act(seat, self.listens[seat][Trigger.ATTACKING])
        if self.hp[seat] == 0:
            found.attack = min(found.attack, int(b.cap))

    def _boost(self, seat: int, count: int) -> None:
        found = self.found[seat]
        if found.attack is not None:
            found.attack += count

    def _double(self, seat: int, count: int) -> None:
        found = self.found[seat]
        if found.attack is not None:
            found.attack *= 2

    def _strike(self, seat: int, count: int) -> None:
        strike = count * self.found[seat].cubes
        self.found[seat].strike = strike if self.hp[seat] else min(strike, int(self.box.record.cap))

    def _card(self, seat: int, deluxe: bool = True) -> None:
        """Takes a deluxe card if the player may, so that most of the others are left."""
        if deluxe and self.deluxe:
            self.deluxe -= 1
        elif self.regular:
            self.regular -= 1
        else:
            return
        self.found[seat].cards += 1

    def _take_gear(self, seat: int, count: int) -> None:
        self._card(seat)

    def _shield(self, seat: int, count: int) -> None:
        self.found[seat].safe = True

    def _discount(self, seat: int, count: int) -> None:
        self.discounts[seat] += count


_ACTIONS: dict[Hex, Callable[[_Phase, int], None]] = {
    Hex.MINE: _Phase._from_quarry,
    Hex.UPGRADE: _Phase._upgrade,
    Hex.FIGHT: _Phase._attack,
    Hex.GEAR: _Phase._gear,
    Hex.CAPTURE: _Phase._capture,
    Hex.SCAVENGE: _Phase._scavenge,
}

_EFFECTS: dict[int, Callable[[_Phase, int, int], None]] = {
    Op.TAKE: _Phase._take,
    Op.CHOOSE: _Phase._choose,
    Op.QUARRY: _Phase._from_quarry,
    Op.GAIN: _Phase._gain,
    Op.MEND: _Phase._mend,
    Op.DAMAGE_EACH: _Phase._damage_each,
    Op.ATTACK: _Phase._attack,
    Op.BOOST: _Phase._boost,
    Op.DOUBLE: _Phase._double,
    Op.STRIKE: _Phase._strike,
    Op.TAKE_GEAR: _Phase._take_gear,
    Op.SHIELD: _Phase._shield,
    Op.DISCOUNT: _Phase._discount,
}
