"""The log and the animation of Coal Heart."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cogtable.games.coalheart.rules.actions import Action
from cogtable.games.coalheart.rules.attack import AttackStep, attack_damage
from cogtable.games.coalheart.rules.components import HeartSide
from cogtable.games.coalheart.rules.events import Event, Quarried
from cogtable.games.coalheart.rules.state import EMPTY, NOBODY, Ask, Coalheart, Task, Victory
from cogtable.games.coalheart.table import pieces as ids
from cogtable.games.coalheart.table import prompts
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
from cogtable.games.coalheart.table.scene import show_attack
from cogtable.table import (
    NOTHING,
    Box,
    Compare,
    EventLog,
    Face,
    Forecast,
    Line,
    LogEvent,
    Note,
    Pieces,
    Says,
    Show,
    Steps,
    Sum,
    Template,
    Text,
    View,
    Word,
    Words,
    comes_from,
    flies,
    fly,
    listed,
    mark,
    marks,
    name_of,
    phrase,
    pieces_of,
    say,
    says,
    sounds,
    waits,
)

# --- sentences ------------------------------------------------------------------------------------------


def _with_source(alone: Template, sourced: Template) -> Callable[[LogEvent], Template]:
    """One sentence for the action itself, another for an effect of a source."""
    return lambda event: alone if event["source"] == EMPTY else sourced


_FROM_QUARRY: dict[int, Template] = {
    Quarried.BY_ACTION: phrase("{seat} took {color} from the Quarry"),
    Quarried.BY_PERK: phrase("{seat} took {color} from the Quarry as the perk"),
    Quarried.BY_PART: phrase("{seat} took {color} from the Quarry, the one that was left"),
}

_ENDED: dict[int, Template] = {
    Victory.LAST_STANDING: phrase("Only one robot is not broken: the game is over"),
    Victory.FINISHED: phrase("A robot has all its parts: the game is over"),
    Victory.ALL_BROKEN: phrase("All robots are broken: the game is over"),
    Victory.LAST_ROUND: phrase("The last round is over"),
}


def _built(event: LogEvent) -> Template:
    if event["free"]:
        return phrase("{seat} built **{part}** for free (Welder's Kit)")
    if _price(event):
        return phrase("{seat} built **{part}** for {price}")
    return phrase("{seat} built **{part}** without paying")


def _price(event: LogEvent) -> list[Words]:
    """The cubes paid right before an event."""
    start = event.at
    while start and event.notes[start - 1].event == Event.PAID:
        start -= 1
    paid = [other for other in event.others(Event.PAID) if start <= other.at < event.at]
    return [f"{other['count']}\u00a0{cube(other['color'])}" for other in paid]


def _gained(event: LogEvent) -> Template:
    if event["gain"]:
        return phrase("{seat} gained {gain} HP ({source}): now {hp}")
    if event["hp"]:
        return phrase("{seat} gained no HP ({source}): {hp} HP is the maximum · [[rule:CH-R45]]")
    return phrase("{seat} gained no HP ({source}): a broken robot gains none · [[rule:CH-R46]]")


def _hit_a_wreck(event: LogEvent) -> bool:
    """Whether damage hit a robot that was already broken."""
    breaks = any(broke.at == event.at + 1 and broke["seat"] == event["target"] for broke in event.others(Event.BROKE))
    return event["hp"] == 0 and not breaks


def _damaged(event: LogEvent) -> Template:
    if _hit_a_wreck(event):
        return NOTHING
    if not event["damage"]:
        return phrase("{target} took no damage from {seat}")
    if not event["hp"]:
        return phrase("{target} took {damage} damage from {seat}: HP 0")
    return phrase("{target} took {damage} damage from {seat}: HP {old} → {hp}")


def _took_heart(event: LogEvent) -> Template:
    if event["holder"] in (NOBODY, event["seat"]):
        return phrase("{seat} took the Coal Heart")
    return phrase("{seat} took the Coal Heart from {holder}")


def _used_heart(event: LogEvent) -> Template:
    if event["side"] == HeartSide.NOW:
        return NOTHING
    if event["side"] == HeartSide.MEND:
        return phrase("{seat} used the Coal Heart to mend")
    return phrase("{seat} used the Coal Heart")


def _got_gear(event: LogEvent) -> Template:
    if event["source"] == EMPTY:
        return phrase("{seat} took **{gear}**")
    if event["place"] == EMPTY:
        return phrase("{seat} took **{gear}** from the used cards ({source})")
    return phrase("{seat} took **{gear}** ({source})")


_FIELDS: dict[str, Word] = {
    "color": lambda event: cube(event["color"]),
    "wanted": lambda event: cube(event["wanted"]),
    "gear": lambda event: gear_name(event.box, event["gear"]),
    "hex": lambda event: hex_name(event["hex"]),
    "holder": lambda event: name_of(event["holder"]),
    "loser": lambda event: name_of(event["loser"]),
    "old": lambda event: event["hp"] + event["damage"],
    "part": lambda event: part_title(event.s, event.box, event["part"]),
    "part_name": lambda event: part_name(event.box, event["part"]),
    "price": lambda event: listed(_price(event)),
    "robot": lambda event: robot_name(event.box, event["robot"]),
    "source": lambda event: source_name(event.s, event.box, event["source"]),
    "target": lambda event: name_of(event["target"]),
}

# --- animation --------------------------------------------------------------------------------------------


def _cubes(event: LogEvent) -> Face:
    return Face(kind="cube", art=CUBE_ICONS[event["color"]])


def _gear(event: LogEvent) -> Face:
    kind = event["gear"]
    hue = "brass" if event.box.record.gear_deluxe[kind] else ""
    return Face(kind="item", hue=hue, art=GEAR_ICONS[kind], title=gear_name(event.box, kind))


def _gear_comes(view: View, pieces: Pieces, event: LogEvent) -> None:
    source = ids.DISCARD() if event["place"] == EMPTY else ids.ROW(event["gear"])
    fly(view, _gear(event), source, ids.GEAR(event["seat"], event["gear"]))


def _show_damage(view: View, pieces: Pieces, event: LogEvent) -> None:
    if not _hit_a_wreck(event):
        mark(pieces, ids.ROBOT(event["target"]), event["seat"], f"−{event['damage']}")


def _show_gain(view: View, pieces: Pieces, event: LogEvent) -> None:
    if event["gain"]:
        mark(pieces, ids.ROBOT(event["seat"]), event["seat"], say("+{n} HP", n=event["gain"]))


_OWN = ids.CUBES.of("seat", "color")
_COMES: tuple[Show, ...] = (flies(_cubes, ids.SUPPLY.of("color"), _OWN), marks(_OWN, "+1"))
_GEAR_GOES: tuple[Show, ...] = (flies(_gear, ids.GEAR.of("seat", "gear"), ids.DISCARD.of()),)

_SAYS: dict[int, Says] = {
    Event.STARTED: says("{seat} will go first"),
    Event.DEALT_ROBOT: says("{seat} will play {robot}"),
    Event.DRAFTED: says("{seat} drafted {part_name}", marks(ids.PART.of("part"), phrase("drafted")), sounds("card")),
    Event.SELECTED_HEX: says("{seat} selected **{hex}**"),
    Event.QUARRIED: says(
        lambda event: _FROM_QUARRY[event["how"]],
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
    Event.PAID: says("", flies(_cubes, _OWN, ids.SUPPLY.of("color"), lambda event: event["count"])),
    Event.BUILT: says(_built, marks(ids.PART.of("part"), phrase("built")), sounds("card")),
    Event.SAVED: says("{seat} saved {color} (discount)"),
    Event.EXCHANGED: says("{seat} paid 3 {color} in place of 1 {wanted}"),
    Event.BARTERED: says("{seat} paid with cubes of any colour ({part})"),
    Event.GAINED: says(_gained, _show_gain),
    Event.PAID_HP: says("{seat} paid {paid} HP ({source}): now {hp}"),
    Event.DAMAGED: says(_damaged, _show_damage, sounds("hit")),
    Event.BROKE: says("[[destroyed]] {seat} **broke down** · [[rule:CH-R46]]"),
    Event.MENDED: says("{seat} was mended: {hp} HP"),
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
    Event.PASSED: says(lambda event: phrase("{seat} kept the Force Field") if event["ask"] == Ask.DEFEND else NOTHING),
    Event.ENDED: says(lambda event: _ENDED[event["victory"]]),
}


def _round(notes: Sequence[Note]) -> Words:
    rounds = [note["round"] for note in notes if note.event in (Event.ACTED, Event.ROUND)]
    return say("Round {n}", n=rounds[-1]) if rounds and rounds[-1] else say("Before the game")


_LOG = EventLog(tuple(Event), _SAYS, _FIELDS, _round)


def log_lines(s: Coalheart, box: Box, notes: list[Note]) -> list[Line]:
    """The notes of one move as lines of the log."""
    return _LOG.lines(s, box, notes)


def animate(view: View, s: Coalheart, box: Box, notes: list[Note]) -> None:
    """Adds the animation of the last move to a view: flights, marks, and an attack that is already over."""
    _LOG.animate(view, s, box, notes)
    if view.assists:
        _mark_choices(view)
    hit = _hit(s, list(_LOG.events(s, box, notes)))
    if hit and not s.over:
        _show_attack(view, s, box, hit)


_TAGS: dict[int, Words] = {
    Action.BUILD: phrase("BUILD"),
    Action.USE_PART: phrase("USE"),
    Action.USE_GEAR: phrase("USE"),
    Action.TAKE_GEAR: phrase("USE"),
    Action.USE_HEART: phrase("TAKE"),
}
"""The tags on pieces that can be chosen."""


def _mark_choices(view: View) -> None:
    """Marks the pieces of the reader that can be used."""
    pieces = pieces_of(view)
    for choice in view.choices:
        kind, _ = Action.read(choice.action)
        if kind in _TAGS and (kind != Action.TAKE_GEAR or ids.GEAR.match(choice.pieces[0])):
            pieces[choice.pieces[0]].tag = say(_TAGS[kind])


def _hit(s: Coalheart, events: list[LogEvent]) -> LogEvent | None:
    """The damage of an attack that the last move ended, if any."""
    if prompts.frame_of(s, Task.FIGHTING):
        return None
    attacked = next((each for each in events if each.type == Event.ATTACKED), None)
    answered = attacked or any(each.type in (Event.HALVED, Event.PASSED, Event.BOOSTED) for each in events)
    for each in events:
        if each.type != Event.DAMAGED or not answered:
            continue
        if attacked and (each["seat"], each["target"]) != (attacked["seat"], attacked["target"]):
            continue
        whole = attack_damage(s, each["seat"]) >> int(s.halved)
        if each["damage"] == whole or any(capped["damage"] == each["damage"] for capped in each.others(Event.CAPPED)):
            return each
    return None


def _show_attack(view: View, s: Coalheart, box: Box, hit: LogEvent) -> None:
    """Shows the result of the last attack; if it involves the reader, for long enough to be read."""
    attacker, target, damage, hp = (hit[field] for field in ("seat", "target", "damage", "hp"))
    view.pause = 2 if view.seat in (attacker, target) else 1
    if any(ids.BOARD.match(piece) for choice in view.choices for piece in choice.pieces):
        return  # the reader's own attack is there
    fields = {"attacker": name_of(attacker), "target": name_of(target), "damage": damage}
    title = say("{attacker} → {target}: {damage} damage", **fields)
    text = say("now {hp} HP", hp=hp) if hp else say("HP 0: broken")
    if waits(s, view.seat) and (found := next((part for part in view.parts if isinstance(part, Compare)), None)):
        found.text = f"{title}, {text}"  # the reader selects a hex
        return
    view.parts = [part for part in view.parts if part.id == "read" or not isinstance(part, Sum | Steps | Forecast)]
    for part in view.parts:
        if isinstance(part, Text) and part.id == "act.title":
            part.title, part.text = title, text
    view.parts += [
        Sum(id="sum", terms=prompts.sum_terms(s, box, attacker, damage)),
        Steps(id="steps", steps=prompts.attack_steps(s, box, attacker, target, AttackStep.DONE)),
    ]
    if not waits(s, view.seat):
        show_attack(view, s)
