"""What happened on the table of Coal Heart: the lines of the log, and what people see move."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cogtable.engine.box import Box
from cogtable.engine.events import Note
from cogtable.engine.state import waits
from cogtable.engine.words import listed, phrase, say
from cogtable.games.coalheart.rules.actions import Action
from cogtable.games.coalheart.rules.attack import AttackStep, attack_damage
from cogtable.games.coalheart.rules.components import HeartSide
from cogtable.games.coalheart.rules.events import Event, Quarried
from cogtable.games.coalheart.rules.state import EMPTY, NOBODY, Ask, Coalheart, Task, Victory
from cogtable.games.coalheart.table import layout, prompts
from cogtable.games.coalheart.table import pieces as ids
from cogtable.games.coalheart.table.labels import (
    CUBE_ICONS,
    GEAR_ICONS,
    cube,
    gear_name,
    hex_name,
    part_name,
    part_title,
    robot_name,
    source_name,
)
from cogtable.table.log import EventLog, Says, Show, Told, Word, comes_from, flies, marks, says
from cogtable.table.motion import Pieces, fly, mark, pieces_of
from cogtable.table.players import name_of
from cogtable.view import Face, Forecast, Line, Steps, Sum, Text, View, Words

# --- sentences ------------------------------------------------------------------------------------------


def _with_source(alone: Words, sourced: Words) -> Callable[[Told], Words]:
    """One sentence for what the action itself did, another for what a source did."""
    return lambda told: alone if told["source"] == EMPTY else sourced


_FROM_QUARRY: dict[int, Words] = {
    Quarried.BY_ACTION: phrase("{seat} took {color} from the Quarry"),
    Quarried.BY_PERK: phrase("{seat} took {color} from the Quarry as the perk"),
    Quarried.BY_PART: phrase("{seat} took {color} from the Quarry, the one that was left"),
}

_ENDED: dict[int, Words] = {
    Victory.LAST_STANDING: phrase("Only one robot is not broken: the game is over"),
    Victory.FINISHED: phrase("A robot has all its parts: the game is over"),
    Victory.ALL_BROKEN: phrase("All robots are broken: the game is over"),
    Victory.LAST_ROUND: phrase("The last round is over"),
}


def _built(told: Told) -> Words:
    if told["free"]:
        return phrase("{seat} built **{part}** for free (Welder's Kit)")
    if _price(told):
        return phrase("{seat} built **{part}** for {price}")
    return phrase("{seat} built **{part}** without paying")


def _price(told: Told) -> list[Words]:
    """What was paid right before."""
    start = told.at
    while start and told.notes[start - 1].event == Event.PAID:
        start -= 1
    paid = [other for other in told.others(Event.PAID) if start <= other.at < told.at]
    return [f"{other['count']}\u00a0{cube(other['color'])}" for other in paid]


def _gained(told: Told) -> Words:
    if told["gain"]:
        return phrase("{seat} gained {gain} HP ({source}): now {hp}")
    if told["hp"]:
        return phrase("{seat} gained no HP ({source}): {hp} HP is the maximum · [[rule:CH-R45]]")
    return phrase("{seat} gained no HP ({source}): a broken robot gains none · [[rule:CH-R46]]")


def _hit_a_wreck(told: Told) -> bool:
    """Whether damage was dealt to a robot that was broken before, which has nothing to lose."""
    breaks = any(broke.at == told.at + 1 and broke["seat"] == told["target"] for broke in told.others(Event.BROKE))
    return told["hp"] == 0 and not breaks


def _damaged(told: Told) -> Words:
    if _hit_a_wreck(told):
        return ""
    if not told["damage"]:
        return phrase("{target} took no damage from {seat}")
    if not told["hp"]:
        return phrase("{target} took {damage} damage from {seat}: HP 0")
    return phrase("{target} took {damage} damage from {seat}: HP {old} → {hp}")


def _took_heart(told: Told) -> Words:
    if told["holder"] in (NOBODY, told["seat"]):
        return phrase("{seat} took the Coal Heart")
    return phrase("{seat} took the Coal Heart from {holder}")


def _used_heart(told: Told) -> Words:
    if told["side"] == HeartSide.NOW:
        return ""
    if told["side"] == HeartSide.MEND:
        return phrase("{seat} used the Coal Heart to mend")
    return phrase("{seat} used the Coal Heart")


def _got_gear(told: Told) -> Words:
    if told["source"] == EMPTY:
        return phrase("{seat} took **{gear}**")
    if told["place"] == EMPTY:
        return phrase("{seat} took **{gear}** from the used cards ({source})")
    return phrase("{seat} took **{gear}** ({source})")


_FIELDS: dict[str, Word] = {
    "color": lambda told: cube(told["color"]),
    "wanted": lambda told: cube(told["wanted"]),
    "gear": lambda told: gear_name(told.box, told["gear"]),
    "hex": lambda told: hex_name(told["hex"]),
    "holder": lambda told: name_of(told["holder"]),
    "loser": lambda told: name_of(told["loser"]),
    "old": lambda told: told["hp"] + told["damage"],
    "part": lambda told: part_title(told.s, told.box, told["part"]),
    "part_name": lambda told: part_name(told.box, told["part"]),
    "price": lambda told: listed(_price(told)),
    "robot": lambda told: robot_name(told.box, told["robot"]),
    "source": lambda told: source_name(told.s, told.box, told["source"]),
    "target": lambda told: name_of(told["target"]),
}

# --- what moves -------------------------------------------------------------------------------------------


def _cubes(told: Told) -> Face:
    return Face(kind="cube", art=CUBE_ICONS[told["color"]])


def _gear(told: Told) -> Face:
    kind = told["gear"]
    hue = "brass" if told.box.record.gear_deluxe[kind] else ""
    return Face(kind="item", hue=hue, art=GEAR_ICONS[kind], title=gear_name(told.box, kind))


def _gear_comes(view: View, pieces: Pieces, told: Told) -> None:
    source = ids.DISCARD() if told["place"] == EMPTY else ids.ROW(told["gear"])
    fly(view, _gear(told), source, ids.GEAR(told["seat"], told["gear"]))


def _show_damage(view: View, pieces: Pieces, told: Told) -> None:
    if not _hit_a_wreck(told):
        mark(pieces, ids.ROBOT(told["target"]), told["seat"], f"−{told['damage']}")


def _show_gain(view: View, pieces: Pieces, told: Told) -> None:
    if told["gain"]:
        mark(pieces, ids.ROBOT(told["seat"]), told["seat"], say("+{n} HP", n=told["gain"]))


_OWN = ids.CUBES.of("seat", "color")
_COMES: tuple[Show, ...] = (flies(_cubes, ids.SUPPLY.of("color"), _OWN), marks(_OWN, "+1"))
_GEAR_GOES: tuple[Show, ...] = (
    flies(_gear, ids.GEAR.of("seat", "gear"), ids.DISCARD.of()),
    marks(ids.DISCARD.of(), phrase("used")),
)

_SAYS: dict[int, Says] = {
    Event.STARTED: says("{seat} will go first"),
    Event.DEALT_ROBOT: says("{seat} will play {robot}"),
    Event.DRAFTED: says("{seat} drafted {part_name}", marks(ids.PART.of("part"), phrase("drafted"))),
    Event.SELECTED_HEX: says("{seat} selected **{hex}**"),
    Event.QUARRIED: says(
        lambda told: _FROM_QUARRY[told["how"]],
        flies(_cubes, ids.QUARRY.of("color"), _OWN),
        marks(ids.QUARRY.of("color"), "−1"),
    ),
    Event.DREW: says("{seat} drew {color} ({source})", *_COMES),
    Event.CHOSE: says(
        _with_source(
            phrase("{seat} took {color} from the Supply"), phrase("{seat} took {color} from the Supply ({source})")
        ),
        *_COMES,
    ),
    Event.FILLED: says("", flies(_cubes, ids.SUPPLY.of("color"), ids.QUARRY.of("color"))),
    Event.GOT: says(
        "{seat} took {color} from {loser} ({source})",
        flies(_cubes, ids.CUBES.of("loser", "color"), _OWN),
        marks(_OWN, "+1"),
    ),
    Event.PAID: says("", flies(_cubes, _OWN, ids.SUPPLY.of("color"), lambda told: told["count"])),
    Event.BUILT: says(_built, marks(ids.PART.of("part"), phrase("built"))),
    Event.SAVED: says("{seat} saved {color} (discount)"),
    Event.EXCHANGED: says("{seat} paid 3 {color} in place of 1 {wanted}"),
    Event.BARTERED: says("{seat} paid with any cubes ({part})"),
    Event.GAINED: says(_gained, _show_gain),
    Event.PAID_HP: says("{seat} paid {paid} HP ({source}): now {hp}"),
    Event.DAMAGED: says(_damaged, _show_damage),
    Event.BROKE: says("[[destroyed]] {seat} **broke down** · [[rule:CH-R46]]"),
    Event.MENDED: says("{seat} got mended: {hp} HP"),
    Event.TOOK_HEART: says(_took_heart, marks(ids.HEART.of(), phrase("took"))),
    Event.USED_HEART: says(_used_heart),
    Event.GOT_GEAR: says(_got_gear, _gear_comes, marks(ids.GEAR.of("seat", "gear"), phrase("new"))),
    Event.SPENT_GEAR: says("{seat} used **{gear}**", *_GEAR_GOES),
    Event.DISCARDED: says("{seat} discarded {gear} ({source})", *_GEAR_GOES),
    Event.LAID_OUT: says("", comes_from(ids.ROW.of("gear"), ids.DECK.of())),
    Event.RESHUFFLED: says("The used Gear was shuffled: {count} cards"),
    Event.ATTACKED: says(
        _with_source(
            phrase("{seat} attacked {target} with {damage}"),
            phrase("{seat} attacked {target} with {damage} ({source})"),
        )
    ),
    Event.BOOSTED: says("{source}: +{damage} damage for {seat}"),
    Event.DOUBLED: says("{seat}’s damage is doubled"),
    Event.HALVED: says("{seat} prevented half: {before} → {damage}"),
    Event.SHIELDED: says("Nobody may attack {seat} in this phase"),
    Event.DISCOUNTED: says("{seat}: a part costs {count} less ({source})"),
    Event.CAPPED: says("{seat}: {damage} damage instead of {before}, from a broken robot · [[rule:CH-R46]]"),
    Event.PASSED: says(lambda told: phrase("{seat} kept the Force Field") if told["ask"] == Ask.DEFEND else ""),
    Event.ENDED: says(lambda told: _ENDED[told["victory"]]),
}


def _round(notes: Sequence[Note]) -> Words:
    rounds = [note.b for note in notes if note.event in (Event.ACTED, Event.ROUND)]
    return say("Round {n}", n=rounds[-1]) if rounds and rounds[-1] else say("Before the game")


_LOG = EventLog(tuple(Event), _SAYS, _FIELDS, _round)


def log_lines(s: Coalheart, box: Box, notes: list[Note]) -> list[Line]:
    """The notes of one move as lines of the log."""
    return _LOG.lines(s, box, notes)


def animate(view: View, s: Coalheart, box: Box, notes: list[Note]) -> None:
    """Adds to a view what the last move did: flights, marks, and an attack that is over already."""
    _LOG.animate(view, s, box, notes)
    if view.assists:
        _mark_choices(view)
    hit = _hit(s, list(_LOG.told(s, box, notes)))
    if hit and not s.over:
        _show_attack(view, s, box, hit)


_TAGS: dict[int, Words] = {
    Action.TARGET: phrase("ATTACK"),
    Action.BUILD: phrase("BUILD"),
    Action.USE_PART: phrase("USE"),
    Action.USE_GEAR: phrase("USE"),
    Action.TAKE_GEAR: phrase("USE"),
    Action.USE_HEART: phrase("TAKE"),
}
"""What stands on pieces that can be chosen."""


def _mark_choices(view: View) -> None:
    """Marks the pieces of the reader that can be used, and the robots that can be attacked."""
    pieces = pieces_of(view)
    for choice in view.choices:
        kind, _ = Action.read(choice.action)
        if kind in _TAGS and (kind != Action.TAKE_GEAR or ids.GEAR.match(choice.pieces[0])):
            pieces[choice.pieces[0]].tag = say(_TAGS[kind])


def _hit(s: Coalheart, told: list[Told]) -> Told | None:
    """The damage of an attack that is over, if the last move held one."""
    if prompts.frame_of(s, Task.FIGHTING):
        return None
    attacked = next((each for each in told if each.event == Event.ATTACKED), None)
    answered = attacked or any(each.event in (Event.HALVED, Event.PASSED, Event.BOOSTED) for each in told)
    for each in told:
        if each.event != Event.DAMAGED or not answered:
            continue
        if attacked and (each["seat"], each["target"]) != (attacked["seat"], attacked["target"]):
            continue
        whole = attack_damage(s, each["seat"]) >> int(s.halved)
        if each["damage"] == whole or any(capped["damage"] == each["damage"] for capped in each.others(Event.CAPPED)):
            return each
    return None


def _show_attack(view: View, s: Coalheart, box: Box, hit: Told) -> None:
    """What the last attack came to, in the place where attacks are shown, and for long enough to be read."""
    view.pause = 2
    attacker, target, damage, hp = (hit[field] for field in ("seat", "target", "damage", "hp"))
    view.parts = [part for part in view.parts if not isinstance(part, Sum | Steps | Forecast)]
    for part in view.parts:
        if isinstance(part, Text) and part.id == "act.title":
            fields = {"attacker": name_of(attacker), "target": name_of(target), "damage": damage}
            part.title = say("{attacker} → {target}: {damage} damage", **fields)
            part.text = say("now {hp} HP", hp=hp) if hp else say("HP 0: broken")
    view.parts += [
        Sum(id="sum", terms=prompts.sum_terms(s, box, attacker, damage)),
        Steps(id="steps", steps=prompts.attack_steps(s, box, attacker, target, AttackStep.DONE)),
    ]
    if not waits(s, view.seat):
        layout.show_action(view.narrow)
