"""The prompts: whose turn it is, the current attack with its sum, the current payment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from cogtable.games.coalheart.rules.abilities import ROWS, Op, Trigger, Use
from cogtable.games.coalheart.rules.attack import AttackStep, attack_damage
from cogtable.games.coalheart.rules.box import Source
from cogtable.games.coalheart.rules.components import BODY, GEARS, HeartSide, Hex
from cogtable.games.coalheart.rules.paying import PaymentStep
from cogtable.games.coalheart.rules.prices import buildable
from cogtable.games.coalheart.rules.state import EMPTY, NOBODY, PRICE, Ask, Coalheart, Frame, Task
from cogtable.games.coalheart.table.abilities import ability
from cogtable.games.coalheart.table.labels import (
    cube_counts,
    gear_name,
    hex_name,
    part_icon,
    part_title,
    slot_title,
    source_name,
)
from cogtable.games.coalheart.table.layout import Above
from cogtable.table import (
    Box,
    Outcome,
    Step,
    Template,
    Term,
    Words,
    name_of,
    others_decide,
    phrase,
    plural,
    say,
    seats_in,
    series,
    waits,
)

_DOING: dict[int, Words] = {
    Ask.ROBOT: phrase("choosing a robot"),
    Ask.DRAFT: phrase("drafting a part"),
    Ask.HEX: phrase("selecting an Action Hex"),
    Ask.BEFORE: phrase("loading Gear for the attack"),
    Ask.ABILITIES: phrase("using abilities in the attack"),
    Ask.DEFEND: phrase("answering the attack"),
    Ask.AFTER: phrase("deciding about effects after the attack"),
    Ask.COLOR: phrase("choosing a cube"),
    Ask.GEAR: phrase("choosing a Gear card"),
    Ask.PERK: phrase("taking a second cube"),
    Ask.STRIKE: phrase("choosing whom the damage hits"),
    Ask.AT_END: phrase("deciding about a part"),
    Ask.WELD: phrase("choosing a part to weld on"),
    Ask.BARTER: phrase("paying"),
    Ask.SPARE: phrase("paying"),
    Ask.EXCHANGE: phrase("paying"),
    Ask.BARTERED: phrase("paying"),
}

_DOING_IN_TURN: dict[int, Words] = {
    Hex.MINE: phrase("taking a cube"),
    Hex.UPGRADE: phrase("building"),
    Hex.FIGHT: phrase("fighting"),
    Hex.GEAR: phrase("taking Gear"),
    Hex.CAPTURE: phrase("at the Coal Heart"),
    Hex.SCAVENGE: phrase("scavenging"),
}

HEX_WORDS: dict[int, tuple[Template, str]] = {
    Hex.MINE: (phrase("**Mine**: all take a cube from the Quarry, you take two"), "CH-R17"),
    Hex.UPGRADE: (phrase("**Upgrade**: all build, one part costs you 1 less"), "CH-R21"),
    Hex.FIGHT: (phrase("**Fight**: all may attack, you with +{perk}"), "CH-R26"),
    Hex.GEAR: (phrase("**Gear**: all take a card, you may take a deluxe one"), "CH-R28"),
    Hex.CAPTURE: (phrase("**Capture**: take the Coal Heart at once"), "CH-R31"),
    Hex.SCAVENGE: (phrase("**Scavenge**: take a cube of your choice"), "CH-R35"),
}


def doing(s: Coalheart) -> Words:
    """The activity of the waiting seats."""
    in_turn = _DOING_IN_TURN.get(int(s.hex)) if s.ask == Ask.TURN else ""
    return say(in_turn or _DOING.get(int(s.ask), phrase("choosing")))


@dataclass(frozen=True, slots=True)
class Hit:
    """The result for a seat of an attack that can be chosen now."""

    damage: int
    left: int
    """The HP that would be left without a Force Field."""
    more: bool = False
    """Whether parts of the attacker can deal further damage by themselves."""


@dataclass
class TurnStatus:
    """The current prompt, for one viewer."""

    sentence: Words
    title: Words = ""
    text: Words = ""
    mine: bool = False
    danger: bool = False
    attacker: int = NOBODY
    target: int = NOBODY
    preview: int | None = None
    hits: dict[int, Hit] = field(default_factory=dict)
    """The seats that the reader can attack now."""
    vitals: Words = ""
    terms: list[Term] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    heading: Words = ""
    lines: list[Outcome] = field(default_factory=list)
    offer_gear: list[tuple[int, int]] = field(default_factory=list)
    offer_cubes: list[tuple[int, int]] = field(default_factory=list)
    owed: list[tuple[int, int]] = field(default_factory=list)

    @property
    def offer(self) -> list[tuple[int, int]]:
        """Cards or cubes to choose from, each with its number."""
        return [*self.offer_gear, *self.offer_cubes]

    @property
    def above(self) -> Above:
        """What stands above the log in the middle of a wide screen."""
        if self.steps or self.lines or self.offer or self.attacker != NOBODY:
            return "list"
        if self.hits:
            return "effect"
        return "sum" if self.terms or self.owed else "nothing"

    @property
    def urgent(self) -> bool:
        """Whether the prompt replaces the common things if there is no room for both."""
        return self.attacker != NOBODY or bool(self.offer or self.owed)


# --- frames -----------------------------------------------------------------------------------------------


def frame_of(s: Coalheart, task: int) -> list[int] | None:
    """The newest frame with a task, if there is one."""
    for frame in reversed(s.stack[: s.depth].tolist()):
        if frame[Frame.TASK] == task:
            return list(frame)
    return None


def running(s: Coalheart) -> list[int] | None:
    """The ability that asks for a choice, which is on top."""
    if s.depth and s.stack[s.depth - 1, Frame.TASK] == Task.RUN:
        return list(s.stack[s.depth - 1].tolist())
    return None


def operation_of(box: Box, frame: list[int]) -> int:
    """The operation that the ability on top is about to carry out; below 0 while it asks for its cost."""
    return int(box.record.program[frame[Frame.SOURCE], frame[Frame.ROW], 0]) if frame[Frame.ROW] != PRICE else PRICE


def can_build(s: Coalheart, box: Box, seat: int) -> int:
    """The slots that a seat can build now, a bit each."""
    if s.ask == Ask.WELD:
        return ~int(s.built[seat]) & (1 << BODY) - 1
    if s.ask == Ask.TURN and s.hex == Hex.UPGRADE and s.turns >> seat & 1:
        return int(buildable(s, box.record, seat))
    return 0


# --- attacks ----------------------------------------------------------------------------------------------


def dealt_to(s: Coalheart, box: Box, attacker: int, target: int, count: int) -> int:
    """The damage of an attack that reaches the target: a broken attacker has a cap for each turn (CH-R46)."""
    if s.hp[attacker] > 0:
        return count
    return max(0, min(count, int(box.record.cap) - int(s.dealt[attacker, target])))


def perk_of(s: Coalheart, box: Box, attacker: int) -> int:
    """The Fight perk in an attack that would start now."""
    return int(box.record.perk) if s.hex == Hex.FIGHT and attacker == s.lead else 0


def boosts(s: Coalheart, box: Box, attacker: int) -> tuple[list[tuple[int, int]], int]:
    """The bonuses of an attack: (part, damage) for its parts, and the damage from Gear."""
    b = box.record
    added = int(s.added) - int(s.perked)
    acted = int(s.listens[attacker, Trigger.ATTACKING]) & ~int(s.waiting_parts)
    found = [
        (part, int(b.program[part, 0, 1]))
        for slot, part in enumerate(s.body[attacker].tolist())
        if acted >> slot & 1 and b.program[part, 0, 0] == Op.BOOST
    ]
    gear = [int(b.program[Source.GEAR + k, 0, 1]) for k in range(GEARS) if b.program[Source.GEAR + k, 0, 0] == Op.BOOST]
    for some in range((1 << len(found)) - 1, -1, -1):
        used = [boost for i, boost in enumerate(found) if some >> i & 1]
        rest = added - sum(count for _, count in used)
        if rest == 0 or (rest > 0 and any(rest % count == 0 for count in gear)):
            return used, rest
    return [], added


def sum_terms(s: Coalheart, box: Box, attacker: int, reaches: int | None = None) -> list[Term]:
    """The sum of an attack: ( 2 attack + 2 Twin Blasters + 3 Right Leg ) ×2 Chainsaw = 14.

    `reaches` is the damage that the target takes, which is less if the attacker is broken.
    """
    terms = [Term(value=str(int(s.power[attacker])), label=say("attack"))]
    if perk := int(s.perked):
        terms.append(Term(value=str(perk), label=say("Fight perk"), join="+"))
    parts, gear = boosts(s, box, attacker)
    if gear:
        terms.append(Term(value=str(gear), label=_gear_that(box, Op.BOOST), join="+"))
    terms += [Term(value=str(count), label=slot_title(part), join="+") for part, count in parts]
    if s.doubled:
        brackets = len(terms) > 1
        if brackets:
            terms[0].join = "("
        label = _gear_that(box, Op.DOUBLE)
        terms.append(Term(value=f"×{1 << int(s.doubled)}", label=label, join=")" if brackets else "", tone="brass"))
    total = attack_damage(s, attacker)
    terms.append(Term(value=str(total), label=say("damage"), join="=", tone="bad"))
    if s.halved:
        total >>= int(s.halved)
        terms.append(Term(value=str(total), label=say("Force Field"), join="½", tone="brass"))
    if reaches is not None and reaches < total:
        terms.append(Term(value=str(reaches), label=say("broken: no more"), join="→", tone="brass"))
    return terms


def _gear_that(box: Box, operation: int) -> Words:
    """The names of the Gear with an effect in an attack."""
    kinds = [kind for kind in range(GEARS) if box.record.program[Source.GEAR + kind, 0, 0] == operation]
    return " / ".join(gear_name(box, kind) for kind in kinds) or say("Gear")


def attack_steps(s: Coalheart, box: Box, attacker: int, target: int, at: int) -> list[Step]:
    """The six steps of an attack (CH-R43); `at` is the current one."""
    parts, gear = boosts(s, box, attacker)
    loaded = [f"+{gear}"] if gear else []
    loaded += [f"×{1 << int(s.doubled)}"] if s.doubled else []
    used = [f"{slot_title(part)} +{count}" for part, count in parts]
    words = (
        say("Target: {seat}", seat=name_of(target)),
        say("Gear: {gear}", gear=series(loaded))
        if loaded
        else say("Gear before it")
        if at <= AttackStep.BEFORE
        else say("No Gear added"),
        say("Parts: {parts}", parts=series(used))
        if used
        else say("Parts that act")
        if at <= AttackStep.ACTING
        else say("Parts add nothing"),
        say("Force Field: half of it")
        if s.halved
        else say("Force Field?")
        if at <= AttackStep.DEFENCE
        else say("No Force Field"),
        say("Damage is dealt"),
        say("Rocket Punch?") if at <= AttackStep.AFTER else say("It is over"),
    )
    return _steps(enumerate(words, AttackStep.TARGET), at)


def _steps(steps: Iterable[tuple[int, Words]], at: int) -> list[Step]:
    """Steps by number; `at` is the current one."""
    return [Step(words=words, state="done" if n < at else "now" if n == at else "next") for n, words in steps]


def after_hit(hp: int, damage: int) -> Words:
    """HP before and after damage: "HP 13 → 6", or that it breaks."""
    if hp == 0:
        return say("broken already")
    left = max(0, hp - damage)
    return say("HP {hp} → {left}", hp=hp, left=left) if left else say("breaks")


def after_attack(hp: int, hit: Hit) -> Words:
    """HP before and after an attack that can be chosen: "HP 13 → 6", or at most that if parts deal more."""
    if hit.more and hit.left:
        return say("HP {hp} → {left} or less", hp=hp, left=hit.left)
    return after_hit(hp, hit.damage)


def _left(hp: int) -> Words:
    return say("{hp} HP", hp=hp) if hp else say("broken")


_ATTACK_STEPS: dict[int, Words] = {
    AttackStep.BEFORE: phrase("Step 2 of 6: Gear"),
    AttackStep.ACTING: phrase("Step 3 of 6: parts act"),
    AttackStep.DEFENCE: phrase("Step 4 of 6: Force Field?"),
}


def _attack(s: Coalheart, box: Box, seat: int, sentence: Words, frame: list[int]) -> TurnStatus:
    attacker, target, at = frame[Frame.OWNER], frame[Frame.OTHER], frame[Frame.ROW]
    total = attack_damage(s, attacker)
    whole = dealt_to(s, box, attacker, target, total)
    hp = int(s.hp[target])
    facts = [say(_ATTACK_STEPS.get(at, phrase("Step 6 of 6: after the hit")))]
    if frame[Frame.SOURCE] != EMPTY:
        facts.append(say("by its {part}", part=slot_title(frame[Frame.SOURCE])))
    if whole != total and at <= AttackStep.DEFENCE:
        facts.append(say("broken: at most {damage} · [[rule:CH-R46]]", damage=whole))
    status = TurnStatus(
        sentence=sentence,
        title=say("{attacker} → {target}: attack", attacker=name_of(attacker), target=name_of(target)),
        text=" · ".join(facts),
        mine=waits(s, seat),
        danger=seat == target,
        attacker=attacker,
        target=target,
        terms=sum_terms(s, box, attacker, whole if at <= AttackStep.DEFENCE else None),
        steps=attack_steps(s, box, attacker, target, at),
    )
    if at <= AttackStep.DEFENCE and hp:
        status.preview = max(0, hp - whole)
        if s.ask == Ask.DEFEND and seat == target:
            half = max(0, hp - dealt_to(s, box, attacker, target, total >> 1))
            fields = {"half": _left(half), "whole": _left(status.preview)}
            status.vitals = say("**{half}** with Force Field, **{whole}** without", **fields)
    return status


# --- payments ---------------------------------------------------------------------------------------------


def _payment(s: Coalheart, box: Box, seat: int, sentence: Words, frame: list[int]) -> TurnStatus:
    owner, slot = frame[Frame.OWNER], frame[Frame.SOURCE]
    at = PaymentStep.BARTERING if s.bartering else frame[Frame.ROW]
    part = int(s.body[owner, slot])
    owed = [(color, count) for color, count in enumerate(s.owed.tolist()) if count]
    fields = {
        "seat": name_of(owner),
        "part": part_title(s, box, part),
        "cubes": cube_counts(box.record.cost[part].tolist()),
        "laid": cube_counts(s.laid.tolist()),
        "rule": "[[rule:CH-R22]]" if at == PaymentStep.SPARING else "[[rule:CH-Q81]]",
    }
    price = phrase("Price {cubes} · set aside {laid} · {rule}") if fields["laid"] else phrase("Price {cubes} · {rule}")
    steps = {
        PaymentStep.SPARING: say("Discount: a cube not paid"),
        PaymentStep.BARTERING: say("Barter: any cubes"),
        PaymentStep.EXCHANGING: say("Exchange: three stand for one"),
        PaymentStep.PAID_UP: say("Pay the rest"),
    }
    if at != PaymentStep.BARTERING:
        del steps[PaymentStep.BARTERING]
    return TurnStatus(
        sentence=sentence,
        title=say("{seat} build {part}", **fields) if owner == seat else say("{seat} builds {part}", **fields),
        text=say(price, **fields),
        mine=waits(s, seat),
        owed=owed,
        steps=_steps(steps.items(), at),
    )


# --- the sentence -------------------------------------------------------------------------------------------


_ASKED: dict[int, Words] = {
    Ask.ROBOT: phrase("Choose your robot: touch it"),
    Ask.HEX: phrase("You lead: touch the Action Hex you select"),
    Ask.BEFORE: phrase("Load Gear for this attack, or go on"),
    Ask.ABILITIES: phrase("Touch the part that acts next"),
    Ask.DEFEND: phrase("You are attacked: prevent half of the damage?"),
    Ask.AFTER: phrase("After the attack: use Rocket Punch?"),
    Ask.PERK: phrase("Your perk: take a second cube from the Quarry"),
    Ask.AT_END: phrase("The phase ends: use your part?"),
    Ask.WELD: phrase("Touch the part to build for free"),
    Ask.SPARE: phrase("Touch the cube that you do not pay, or keep the discount"),
    Ask.BARTER: phrase("Pay as printed, or with as many cubes of any colours?"),
    Ask.EXCHANGE: phrase("Three cubes of one colour may pay for one that you owe: touch them, then that one"),
}
"""Questions to the reader that are always the same."""


def _sentence(s: Coalheart, box: Box, seat: int) -> Words:
    if s.over:
        return say("The game is over")
    if not waits(s, seat):
        return others_decide(s, seat, doing(s)) if s.waiting else say("A moment")
    match Ask(s.ask):
        case Ask.DRAFT:
            missing = BODY - int((s.body[seat] != EMPTY).sum())
            return say("Draft a part: touch it. You still need {n} · [[rule:CH-R51]]", n=missing)
        case Ask.TURN:
            return _turn_sentence(s, seat)
        case Ask.COLOR | Ask.GEAR:
            return _choice_sentence(s, box)
        case Ask.STRIKE:
            return say("Touch the board that takes {damage} damage", damage=_strike(s, box))
        case Ask.BARTERED:
            return plural(
                int(s.bartering),
                "Touch {n} more cube of yours to pay with",
                "Touch {n} more cubes of yours to pay with",
            )
        case asked:
            return say(_ASKED[asked])


def _strike(s: Coalheart, box: Box) -> int:
    frame = running(s)
    each = int(box.record.program[frame[Frame.SOURCE], frame[Frame.ROW], 1]) if frame else 1
    return int(s.gained[frame[Frame.OWNER]]) * each if frame else 0


_ASKED_IN_TURN: dict[int, tuple[Words, Words]] = {
    Hex.UPGRADE: (
        phrase("Build as many parts as you can pay for: touch them"),
        phrase("Build as many parts as you can pay for: touch them, or touch a board to attack it"),
    ),
    Hex.FIGHT: (phrase("Touch the board you attack, or do not attack"),) * 2,
    Hex.MINE: (
        phrase("Take a cube: touch it in the Quarry"),
        phrase("Take a cube: touch it in the Quarry, or touch a board to attack it"),
    ),
    Hex.GEAR: (
        phrase("Take a Gear card: touch it in the row"),
        phrase("Take a Gear card: touch it in the row, or touch a board to attack it"),
    ),
    Hex.CAPTURE: (
        phrase("Touch the Coal Heart"),
        phrase("Touch the Coal Heart, or touch a board to attack it"),
    ),
    Hex.SCAVENGE: (
        phrase("Take any cube: touch it in the Supply"),
        phrase("Take any cube: touch it in the Supply, or touch a board to attack it"),
    ),
}
"""Questions to the reader in its turn, without and with a part that allows an attack."""


def _turn_sentence(s: Coalheart, seat: int) -> Words:
    attacks = bool(s.chances[seat])
    if not s.acted >> seat & 1 or s.hex == Hex.UPGRADE:
        return say(_ASKED_IN_TURN[int(s.hex)][attacks])
    if attacks:
        return say("Your turn continues, or touch a board to attack it: use parts and Gear, or end it")
    return say("Your turn continues: use parts and Gear, or end it")


def _choice_sentence(s: Coalheart, box: Box) -> Words:
    frame = running(s)
    if frame is None:
        return say("Choose")
    fields = {
        "seat": name_of(frame[Frame.OWNER]),
        "source": source_name(s, box, frame[Frame.SOURCE]),
        "rival": name_of(frame[Frame.OTHER]),
    }
    operation = operation_of(box, frame)
    if operation == PRICE and s.ask == Ask.COLOR:
        return say("{source}: touch the cube of yours that it takes", **fields)
    if operation == PRICE:
        return say("{source}: touch the Gear card of yours that it takes", **fields)
    return say(_CHOOSES.get(operation, phrase("{source}: touch the card you take")), **fields)


_CHOOSES: dict[int, Template] = {
    Op.RECEIVE: phrase("{seat}’s {source}: touch the cube you give"),
    Op.CHOOSE: phrase("{source}: touch the cube you take from the Supply"),
    Op.QUARRY: phrase("{source}: touch a cube in the Quarry"),
    Op.PUNCH: phrase("{source}: touch the cube you take from {rival}"),
}


# --- the current prompt -----------------------------------------------------------------------------------


def now(s: Coalheart, box: Box, seat: int) -> TurnStatus:
    """The prompt as `seat` sees it."""
    sentence = _sentence(s, box, seat)
    status = _status(s, box, seat, sentence)
    frame = running(s)
    if frame and s.ask in (Ask.COLOR, Ask.GEAR) and not s.over:
        operation = operation_of(box, frame)
        if operation == Op.PUNCH:
            status.offer_cubes = [(c, n) for c, n in enumerate(s.cubes[frame[Frame.OTHER]].tolist()) if n]
        elif operation == Op.FETCH:
            wanted = box.record.program[frame[Frame.SOURCE], frame[Frame.ROW], 1:3].tolist()
            status.offer_gear = [(kind, int(s.discard[kind])) for kind in dict.fromkeys(wanted) if s.discard[kind]]
        elif operation == Op.TAKE_GEAR:
            row = s.row.tolist()
            status.offer_gear = [(kind, row.count(kind)) for kind in range(GEARS) if kind in row]
        if status.offer:
            status.terms, status.lines = [], []
        if status.offer_gear:
            status.steps = []
    if status.mine and not s.over:
        _aim(s, box, seat, status)
    return status


def _aim(s: Coalheart, box: Box, seat: int, status: TurnStatus) -> None:
    """Adds the outcome of each attack that the reader can choose and, in a Fight, how its damage adds up."""
    if s.ask == Ask.STRIKE:
        damage = _strike(s, box)
    elif attacks_in_turn(s, seat):
        damage = int(s.power[seat]) + perk_of(s, box, seat)
    else:
        return
    others = [other for other in range(s.seats) if other != seat and not s.shielded >> other & 1]
    more = _parts_deal_damage(s, box, seat)
    status.hits = {other: hit_on(s, box, seat, other, damage, more) for other in others}
    if s.ask == Ask.TURN and s.hex == Hex.FIGHT:
        status.lines = []
        status.terms = [Term(value=str(s.power[seat]), label=say("your attack"))]
        if perk := perk_of(s, box, seat):
            status.terms.append(Term(value=str(perk), label=say("Fight perk"), join="+"))
        status.terms.append(Term(value=str(damage), label=say("damage"), join="=", tone="bad"))


def attacks_in_turn(s: Coalheart, seat: int) -> bool:
    """Whether a seat may attack on its turn, with the Fight or with a part."""
    return s.ask == Ask.TURN and bool(s.chances[seat] or (s.hex == Hex.FIGHT and not s.acted >> seat & 1))


def hit_on(s: Coalheart, box: Box, seat: int, other: int, damage: int, more: bool) -> Hit:
    """The result for a seat of an attack with this much damage."""
    dealt = dealt_to(s, box, seat, other, damage)
    return Hit(dealt, max(0, int(s.hp[other]) - dealt), more)


def _parts_deal_damage(s: Coalheart, box: Box, attacker: int) -> bool:
    """Whether an attack or its damage sets off parts of the attacker that deal damage and that it cannot decline."""
    b = box.record
    first = (Trigger.DEALT,) if s.ask == Ask.STRIKE else (Trigger.ATTACKING, Trigger.DEALT)
    must = [slot for slot, part in enumerate(s.body[attacker].tolist()) if b.asks[part] == Use.MUST]

    def acting(*triggers: int) -> list[int]:
        heard = [int(s.listens[attacker, trigger]) for trigger in triggers]
        return [int(s.body[attacker, slot]) for slot in must if any(each >> slot & 1 for each in heard)]

    set_off = acting(*first, Trigger.FROM_SUPPLY, Trigger.FROM_PLAYER, Trigger.GAINING) if acting(*first) else []
    return any(b.program[part, row, 0] in (Op.DAMAGE_EACH, Op.DAMAGE_THEM) for part in set_off for row in range(ROWS))


def _status(s: Coalheart, box: Box, seat: int, sentence: Words) -> TurnStatus:
    fight = frame_of(s, Task.FIGHTING)
    if fight and not s.over:
        return _attack(s, box, seat, sentence, fight)
    payment = frame_of(s, Task.PAYING)
    if payment and not s.over:
        return _payment(s, box, seat, sentence, payment)
    mine = waits(s, seat)
    title, text = _heading(s, box, seat, mine)
    heading, lines = _lines(s, box, seat, mine)
    return TurnStatus(sentence=sentence, title=title, text=text, mine=mine, heading=heading, lines=list(lines))


_PERKS: dict[int, Template] = {
    Hex.MINE: phrase("Perk: a second cube at the end"),
    Hex.UPGRADE: phrase("Perk: one part costs 1 less, you choose which cube"),
    Hex.FIGHT: phrase("Perk: +{perk} attack for {seat}"),
    Hex.GEAR: phrase("Perk: deluxe Gear"),
    Hex.CAPTURE: phrase("The others have no turn"),
    Hex.SCAVENGE: phrase("The others have no turn"),
}


def _heading(s: Coalheart, box: Box, seat: int, mine: bool) -> tuple[Words, Words]:
    if s.over:
        return say("The game is over"), ""
    frame = running(s)
    if frame:
        owner, source = frame[Frame.OWNER], frame[Frame.SOURCE]
        title = say("{seat}: {source}", seat=name_of(owner), source=source_name(s, box, source))
        return title, ability(box, source)
    lead = name_of(s.lead)
    if s.hex == EMPTY:
        leads = say("You lead this phase") if mine else say("{seat} leads", seat=lead)
        return leads, say("Each hex can be selected once a round · [[rule:CH-R13]]")
    acting, kind = seats_in(s.waiting), hex_name(s.hex)
    if mine:
        title = say("Your {hex}", hex=kind)
    elif len(acting) == 1:
        title = say("{seat}: {hex}", seat=name_of(acting[0]), hex=kind)
    else:
        title = say("All: {hex}", hex=kind)
    if s.lead in acting:
        return title, say(_PERKS[int(s.hex)], perk=box.record.perk, seat=lead)
    return title, say("{seat} leads this phase", seat=lead)


def _lines(s: Coalheart, box: Box, seat: int, mine: bool) -> tuple[Words, Iterator[Outcome]]:
    """Facts that help with the decision, with a heading if they are about something else."""
    if s.over or seat < 0:
        return "", iter(())
    if mine and s.hex == Hex.CAPTURE and s.ask == Ask.TURN:
        return "", _heart_lines(s, box)
    if mine and s.hex == Hex.UPGRADE and s.ask == Ask.TURN:
        return "", build_lines(s, box, seat, 6)
    return "", iter(())


def _heart_lines(s: Coalheart, box: Box) -> Iterator[Outcome]:
    sides = (HeartSide.STRIKE, HeartSide.MEND) if s.had_heart else (HeartSide.NOW,)
    for side in sides:
        yield Outcome(icon="ember", words=ability(box, Source.HEART + side))


def build_lines(s: Coalheart, box: Box, seat: int, most: int) -> Iterator[Outcome]:
    """The parts nearest to being built."""
    costs, held, built = box.record.cost, s.cubes[seat].tolist(), int(s.built[seat])
    waiting = []
    for slot, part in enumerate(s.body[seat].tolist()):
        if part != EMPTY and not built >> slot & 1:
            lack = [max(0, cost - have) for cost, have in zip(costs[part].tolist(), held, strict=True)]
            waiting.append((sum(lack), slot, part, lack))
    can = can_build(s, box, seat)
    for missing, slot, part, lack in sorted(waiting)[:most]:
        words = f"**{part_title(s, box, part)}** {cube_counts(costs[part].tolist())} "
        if s.assists:
            words += f"· {_within_reach(bool(can >> slot & 1), missing, lack)}"
        yield Outcome(icon=part_icon(box, part), words=words)


def _within_reach(can: bool, missing: int, lack: list[int]) -> Words:
    """The words for whether a part can be built, or what it lacks."""
    if can:
        return say("can be built")
    return say("lacks {cubes}", cubes=cube_counts(lack)) if missing else say("enough cubes")
