"""What goes on at this moment, in words: whose turn, which attack with its sum, which payment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from cogtable.engine.box import Box
from cogtable.engine.state import seats_in, waits
from cogtable.engine.words import counted, listed
from cogtable.games.coalheart.rules.abilities import Op, Trigger
from cogtable.games.coalheart.rules.attack import AttackStep, attack_damage
from cogtable.games.coalheart.rules.box import Source
from cogtable.games.coalheart.rules.components import BODY, COLOR_COUNT, GEARS, HEXES, HeartSide, Hex
from cogtable.games.coalheart.rules.paying import PaymentStep
from cogtable.games.coalheart.rules.prices import buildable
from cogtable.games.coalheart.rules.state import EMPTY, NOBODY, PRICE, Ask, Coalheart, Frame, Task
from cogtable.games.coalheart.table.labels import (
    HEX_ICONS,
    abilities,
    cube_counts,
    gear_name,
    looks,
    part_icon,
    part_title,
    slot_title,
    source_name,
)
from cogtable.view import Outcome, Step, Term, Words

DOING: dict[int, Words] = {
    Ask.ROBOT: "choosing a robot",
    Ask.DRAFT: "drafting a part",
    Ask.HEX: "selecting an Action Hex",
    Ask.BEFORE: "loading Gear for the attack",
    Ask.ABILITIES: "using abilities in the attack",
    Ask.DEFEND: "answering the attack",
    Ask.AFTER: "deciding what follows the attack",
    Ask.COLOR: "choosing a cube",
    Ask.GEAR: "choosing a Gear card",
    Ask.PERK: "taking a second cube",
    Ask.STRIKE: "choosing whom the damage hits",
    Ask.AT_END: "deciding about a part",
    Ask.WELD: "choosing what to weld on",
    Ask.BARTER: "paying",
    Ask.SPARE: "paying",
    Ask.EXCHANGE: "paying",
    Ask.BARTERED: "paying",
}
"""What a seat is doing while the others wait, by what it is asked."""

_IN_TURN = ("taking a cube", "building", "fighting", "taking Gear", "at the Coal Heart", "scavenging")

_HEX_WORDS = (
    ("**Mine**: all take a cube from the Quarry, you take two", "CH-R17"),
    ("**Upgrade**: all build, one part costs you 1 less", "CH-R21"),
    ("**Fight**: all may attack, you with +{perk}", "CH-R26"),
    ("**Gear**: all take a card, you may take a deluxe one", "CH-R28"),
    ("**Capture**: take the Coal Heart at once", "CH-R31"),
    ("**Scavenge**: take a cube of your choice", "CH-R35"),
)


@dataclass
class TurnStatus:
    """The moment in words, for one viewer."""

    sentence: Words
    title: Words = ""
    text: Words = ""
    mine: bool = False
    danger: bool = False
    attacker: int = NOBODY
    target: int = NOBODY
    preview: int | None = None
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
    def urgent(self) -> bool:
        """Whether it takes the place of the common things where there is no room for both."""
        return self.attacker != NOBODY or bool(self.offer or self.owed)


# --- frames -----------------------------------------------------------------------------------------------


def frame_of(s: Coalheart, task: int) -> list[int] | None:
    """The last begun of the frames with a task, if there is one."""
    for frame in reversed(s.stack[: s.depth].tolist()):
        if frame[Frame.TASK] == task:
            return list(frame)
    return None


def running(s: Coalheart) -> list[int] | None:
    """The ability that asks something: it lies on top."""
    if s.depth and s.stack[s.depth - 1, Frame.TASK] == Task.RUN:
        return list(s.stack[s.depth - 1].tolist())
    return None


def operation_of(box: Box, frame: list[int]) -> int:
    """What the ability on top is about to do; below 0 while it asks for its price."""
    return int(box.record.program[frame[Frame.SOURCE], frame[Frame.ROW], 0]) if frame[Frame.ROW] != PRICE else PRICE


def can_build(s: Coalheart, box: Box, seat: int) -> int:
    """The slots that a seat can build at this moment, a bit each."""
    if s.ask == Ask.WELD:
        return ~int(s.built[seat]) & (1 << BODY) - 1
    if s.ask == Ask.TURN and s.hex == Hex.UPGRADE and s.turns >> seat & 1:
        return int(buildable(s, box.record, seat))
    return 0


# --- attacks ----------------------------------------------------------------------------------------------


def dealt_to(s: Coalheart, box: Box, attacker: int, target: int, count: int) -> int:
    """What reaches a robot of an attack: a broken one deals no more than the cap in a turn (CH-R46)."""
    if s.hp[attacker] > 0:
        return count
    return max(0, min(count, int(box.record.cap) - int(s.dealt[attacker, target])))


def perk_of(s: Coalheart, box: Box, attacker: int) -> int:
    """The Fight perk in an attack that would begin now."""
    return int(box.record.perk) if s.hex == Hex.FIGHT and attacker == s.lead else 0


def boosts(s: Coalheart, box: Box, attacker: int) -> tuple[list[tuple[int, int]], int]:
    """What was added to an attack: (part, damage) of its parts, and what Gear added."""
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

    `reaches` is what the target gets of it, where the attacker may be broken.
    """
    terms = [Term(value=str(int(s.power[attacker])), label="attack")]
    if perk := int(s.perked):
        terms.append(Term(value=str(perk), label="Fight perk", join="+"))
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
    terms.append(Term(value=str(total), label="damage", join="=", tone="bad"))
    if s.halved:
        total >>= int(s.halved)
        terms.append(Term(value=str(total), label="Force Field", join="½", tone="brass"))
    if reaches is not None and reaches < total:
        terms.append(Term(value=str(reaches), label="broken: no more", join="→", tone="brass"))
    return terms


def _gear_that(box: Box, operation: int) -> Words:
    """The names of the Gear that does something in an attack."""
    kinds = [kind for kind in range(GEARS) if box.record.program[Source.GEAR + kind, 0, 0] == operation]
    return " / ".join(gear_name(box, kind) for kind in kinds) or "Gear"


def attack_steps(s: Coalheart, box: Box, attacker: int, target: int, at: int) -> list[Step]:
    """The six steps of an attack (CH-R43); `at` is the present one."""
    parts, gear = boosts(s, box, attacker)
    loaded = [f"+{gear}"] if gear else []
    loaded += [f"×{1 << int(s.doubled)}"] if s.doubled else []
    used = [f"{slot_title(part)} +{count}" for part, count in parts]
    words = (
        f"Target: [[seat:{target}]]",
        f"Gear: {', '.join(loaded)}" if loaded else "Gear before it" if at <= AttackStep.BEFORE else "No Gear added",
        f"Parts: {', '.join(used)}" if used else "Parts that act" if at <= AttackStep.ACTING else "Parts add nothing",
        "Force Field: half of it" if s.halved else "Force Field?" if at <= AttackStep.DEFENCE else "No Force Field",
        "Damage is dealt",
        "Rocket Punch?" if at <= AttackStep.AFTER else "It is over",
    )
    return [
        Step(words=text, state="done" if place < at else "now" if place == at else "next")
        for text, place in zip(words, AttackStep, strict=False)  # DONE is none of the six
    ]


def after_hit(hp: int, damage: int) -> str:
    """HP before and after damage: "HP 13 → 6", or that it breaks."""
    if hp == 0:
        return "broken already"
    left = max(0, hp - damage)
    return f"HP {hp} → {left}" if left else "breaks"


def _left(hp: int) -> str:
    return f"{hp} HP" if hp else "broken"


def _attack(s: Coalheart, box: Box, seat: int, sentence: Words, frame: list[int]) -> TurnStatus:
    attacker, target, at = frame[Frame.OWNER], frame[Frame.OTHER], frame[Frame.ROW]
    total = attack_damage(s, attacker)
    whole = dealt_to(s, box, attacker, target, total)
    hp = int(s.hp[target])
    step = {
        AttackStep.BEFORE: "2 of 6: Gear",
        AttackStep.ACTING: "3 of 6: parts act",
        AttackStep.DEFENCE: "4 of 6: Force Field?",
    }.get(AttackStep(at), "6 of 6: after the hit")
    part = frame[Frame.SOURCE]
    by = f" · by its {slot_title(part)}" if part != EMPTY else ""
    status = TurnStatus(
        sentence=sentence,
        title=f"[[seat:{attacker}]] → [[seat:{target}]]: attack",
        text=f"Step {step}{by}",
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
            status.vitals = f"**{_left(half)}** with Force Field, **{_left(status.preview)}** without"
    if whole != total and at <= AttackStep.DEFENCE:
        status.text += f" · broken: at most {whole} · [[rule:CH-R46]]"
    return status


# --- payments ---------------------------------------------------------------------------------------------


def _payment(s: Coalheart, box: Box, seat: int, sentence: Words, frame: list[int]) -> TurnStatus:
    owner, slot = frame[Frame.OWNER], frame[Frame.SOURCE]
    at = PaymentStep.BARTERING if s.bartering else frame[Frame.ROW]
    part = int(s.body[owner, slot])
    owed = [(color, count) for color, count in enumerate(s.owed.tolist()) if count]
    laid = cube_counts(s.laid.tolist())
    text = f"Price {cube_counts(box.record.cost[part].tolist())}" + (f" · laid aside {laid}" if laid else "")
    words = ("Discount: a cube not paid", "Barter: any cubes", "Exchange: three stand for one", "Pay the rest")
    return TurnStatus(
        sentence=sentence,
        title=f"[[seat:{owner}]] {'build' if owner == seat else 'builds'} {part_title(s, box, part)}",
        text=f"{text} · [[rule:{'CH-R22' if at == PaymentStep.SPARING else 'CH-Q81'}]]",
        mine=waits(s, seat),
        owed=owed,
        steps=[
            Step(words=text, state="done" if place < at else "now" if place == at else "next")
            for place, text in enumerate(words)
            if place != PaymentStep.BARTERING or at == PaymentStep.BARTERING
        ],
    )


# --- the sentence -------------------------------------------------------------------------------------------


_ASKED: dict[int, Words] = {
    Ask.ROBOT: "Choose your robot: touch it",
    Ask.HEX: "You lead: touch the Action Hex you select",
    Ask.BEFORE: "Load Gear for this attack, or go on",
    Ask.ABILITIES: "Touch the part that acts next",
    Ask.DEFEND: "You are attacked: prevent half of the damage?",
    Ask.AFTER: "After the attack: use Rocket Punch?",
    Ask.PERK: "Your perk: take a second cube from the Quarry",
    Ask.AT_END: "The phase ends: use your part?",
    Ask.WELD: "Touch the part to build for free",
    Ask.SPARE: "Touch the cube that you do not pay, or keep the discount",
    Ask.BARTER: "Pay as printed, or with as many cubes of any colours?",
    Ask.EXCHANGE: "Three cubes of one colour may pay for one that you owe: touch them, then that one",
}
"""What the reader is asked, where that is always the same."""


def _sentence(s: Coalheart, box: Box, seat: int) -> Words:
    if s.over:
        return "The game is over"
    if not waits(s, seat):
        return _waiting_words(s, seat)
    if s.ask == Ask.DRAFT:
        missing = BODY - int((s.body[seat] != EMPTY).sum())
        return f"Draft a part: touch it. You still need {missing} · [[rule:CH-R51]]"
    if s.ask == Ask.TURN:
        return _turn_sentence(s, seat)
    if s.ask in (Ask.COLOR, Ask.GEAR):
        return _choice_sentence(s, box, seat)
    if s.ask == Ask.STRIKE:
        return f"Touch the robot that takes {_strike(s, box)} damage"
    if s.ask == Ask.BARTERED:
        return f"Touch {counted(int(s.bartering), 'more cube')} of yours to pay with"
    return _ASKED[int(s.ask)]


def _strike(s: Coalheart, box: Box) -> int:
    frame = running(s)
    each = int(box.record.program[frame[Frame.SOURCE], frame[Frame.ROW], 1]) if frame else 1
    return int(s.gained[frame[Frame.OWNER]]) * each if frame else 0


def _waiting_words(s: Coalheart, seat: int) -> Words:
    watching = "You are watching · " if seat < 0 else ""
    who = listed([f"[[seat:{other}]]" for other in seats_in(s.waiting)])
    doing = _IN_TURN[s.hex] if s.ask == Ask.TURN and s.hex != EMPTY else DOING.get(int(s.ask), "choosing")
    return f"{watching}{who}: {doing}" if who else "A moment"


def _turn_sentence(s: Coalheart, seat: int) -> Words:
    attack = ", or touch a robot to attack it" if s.chances[seat] else ""
    if s.acted >> seat & 1 and s.hex != Hex.UPGRADE:
        return f"Your turn goes on{attack}: use what you like, or end it"
    asked = {
        Hex.UPGRADE: "Build as many parts as you can pay for: touch them",
        Hex.FIGHT: "Touch the robot you attack, or do not attack",
        Hex.MINE: "Take a cube: touch it in the Quarry",
        Hex.GEAR: "Take a Gear card: touch it in the row",
        Hex.CAPTURE: "Touch the Coal Heart",
        Hex.SCAVENGE: "Take any cube: touch it in the Supply",
    }[Hex(s.hex)]
    return f"{asked}{attack if s.hex != Hex.FIGHT else ''}"


def _choice_sentence(s: Coalheart, box: Box, seat: int) -> Words:
    frame = running(s)
    if frame is None:
        return "Choose"
    operation, of = operation_of(box, frame), source_name(s, box, frame[Frame.SOURCE])
    if operation == PRICE:
        return f"{of}: touch the {'cube' if s.ask == Ask.COLOR else 'Gear card'} of yours that it takes"
    if operation == Op.RECEIVE:
        return f"[[seat:{frame[Frame.OWNER]}]]’s {of}: touch the cube you give"
    if operation == Op.CHOOSE:
        return f"{of}: touch the cube you take from the Supply"
    if operation == Op.QUARRY:
        return f"{of}: touch what you take from the Quarry"
    if operation == Op.PUNCH:
        return f"{of}: touch the cube you take from [[seat:{frame[Frame.OTHER]}]]"
    return f"{of}: touch the card you take"


# --- the moment -------------------------------------------------------------------------------------------


def now(s: Coalheart, box: Box, seat: int) -> TurnStatus:
    """What goes on, as `seat` sees it."""
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
    return status


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


def _heading(s: Coalheart, box: Box, seat: int, mine: bool) -> tuple[Words, Words]:
    if s.over:
        return "The game is over", ""
    frame = running(s)
    if frame:
        owner, source = frame[Frame.OWNER], frame[Frame.SOURCE]
        return f"[[seat:{owner}]]: {source_name(s, box, source)}", abilities(box).full[source]
    acting = seats_in(s.waiting)
    who = "Your" if mine else f"[[seat:{acting[0]}]]:" if len(acting) == 1 else "All:"
    if s.hex == EMPTY:
        return (
            "You lead this phase" if mine else f"[[seat:{s.lead}]] leads",
            "Each hex can be selected once a round · [[rule:CH-R13]]",
        )
    perk = (
        "Perk: a second cube at the end",
        "Perk: one part costs 1 less, you choose which cube",
        f"Perk: +{int(box.record.perk)} attack for [[seat:{s.lead}]]",
        "Perk: deluxe Gear",
        "The others do nothing",
        "The others do nothing",
    )[s.hex]
    return f"{who} {HEXES[s.hex].title()}", perk if s.lead in acting else f"[[seat:{s.lead}]] leads this phase"


def _lines(s: Coalheart, box: Box, seat: int, mine: bool) -> tuple[Words, Iterator[Outcome]]:
    """What the viewer may want to know for the decision, with a heading where it is about something else."""
    if s.over or seat < 0:
        return "", iter(())
    if mine and s.ask == Ask.HEX:
        return "", _hex_lines(s, box)
    if mine and s.ask == Ask.TURN and (s.chances[seat] or (s.hex == Hex.FIGHT and not s.acted >> seat & 1)):
        return "", _target_lines(s, box, seat)
    if mine and s.hex == Hex.CAPTURE and s.ask == Ask.TURN:
        return "", _heart_lines(s, box)
    if mine and s.hex == Hex.UPGRADE and s.ask == Ask.TURN:
        return "", _build_lines(s, box, seat, 6)
    return "Your next parts", _build_lines(s, box, seat, 5)


def _hex_lines(s: Coalheart, box: Box) -> Iterator[Outcome]:
    for kind, (words, rule) in enumerate(_HEX_WORDS):
        if s.face_up[kind]:
            words = words.replace("{perk}", str(int(box.record.perk)))
            if kind == Hex.CAPTURE and s.heart == s.lead:
                words, rule = "**Capture**: use the Coal Heart you hold", "CH-R32"
            yield Outcome(icon=HEX_ICONS[kind], words=words, rule=rule)


def _target_lines(s: Coalheart, box: Box, seat: int) -> Iterator[Outcome]:
    attack = int(s.power[seat]) + perk_of(s, box, seat)
    for i in range(1, s.seats):
        other = (seat + i) % s.seats
        damage = dealt_to(s, box, seat, other, attack)
        icon = f"head/{looks(int(s.robot[other]))}"
        if s.shielded >> other & 1:
            yield Outcome(icon="lock", words=f"[[seat:{other}]] cannot be attacked in this phase", rule="CH-Q32")
        else:
            yield Outcome(icon=icon, words=f"[[seat:{other}]]: {damage} damage, {after_hit(int(s.hp[other]), damage)}")


def _heart_lines(s: Coalheart, box: Box) -> Iterator[Outcome]:
    words = abilities(box).full
    sides = (HeartSide.STRIKE, HeartSide.MEND) if s.had_heart else (HeartSide.NOW,)
    for side in sides:
        yield Outcome(icon="ember", words=words[Source.HEART + side])


def _build_lines(s: Coalheart, box: Box, seat: int, most: int) -> Iterator[Outcome]:
    """The parts nearest to being built."""
    b = box.record
    waiting = []
    for slot in range(BODY):
        part = int(s.body[seat, slot])
        if part != EMPTY and not s.built[seat] >> slot & 1:
            lack = [max(0, int(b.cost[part, c]) - int(s.cubes[seat, c])) for c in range(COLOR_COUNT)]
            waiting.append((sum(lack), slot, part, lack))
    can = can_build(s, box, seat)
    for missing, slot, part, lack in sorted(waiting)[:most]:
        price = cube_counts(b.cost[part].tolist())
        if s.assists:
            enough = "can be built" if can >> slot & 1 else "" if missing else "enough cubes"
            state = enough or f"lacks {cube_counts(lack)}"
        else:
            state = ""
        words = f"**{part_title(s, box, part)}** {price} {f'· {state}' if state else ''}"
        yield Outcome(icon=part_icon(box, part), words=words)
