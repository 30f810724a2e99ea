"""The parts and pieces on the table of Recharge, as one seat sees them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from cogtable.games.recharge.rules.components import EVENTS, ROBOTS, ROUNDS, Action
from cogtable.games.recharge.rules.effects import can_resolve, has_acted
from cogtable.games.recharge.rules.offers import can_play, price, price_with
from cogtable.games.recharge.rules.script import Cause, cause, owes_discards
from cogtable.games.recharge.rules.state import EMPTY, Place, Question, Recharge, Stage
from cogtable.games.recharge.rules.verbs import score
from cogtable.games.recharge.table import layout
from cogtable.games.recharge.table.forecast import amounts
from cogtable.games.recharge.table.labels import ACTION_HUES, Cards, action_name, cards_of
from cogtable.games.recharge.table.outlook import do_to_reader, may_still_gain
from cogtable.games.recharge.table.pieces import (
    ACTION,
    ASKING,
    BATTERIES_OF,
    CARDS_OF,
    COINS_OF,
    CROWNS_OF,
    DECK,
    EVENT,
    FLEET,
    HIDDEN_EVENT,
    PILE,
    ROBOT,
    ROUNDS_EVENT,
    STAGE,
)
from cogtable.games.recharge.table.prompts import question
from cogtable.games.recharge.table.result import minus, result
from cogtable.table import (
    NOWHERE,
    AnyPart,
    Box,
    Clock,
    Counted,
    Counter,
    Counters,
    Drawer,
    Face,
    Forecast,
    Icon,
    Lane,
    Log,
    Panel,
    Piece,
    Pill,
    Pip,
    Player,
    PrintedCard,
    Prompt,
    Race,
    Reached,
    Runner,
    Step,
    Steps,
    Template,
    Text,
    Tick,
    Tone,
    View,
    Words,
    Zone,
    around,
    listed,
    name_of,
    phrase,
    phrases,
    plural,
    say,
    seats_in,
    waits,
)

Segment = Literal["done", "now", "next", "none"]

FIGURED = 4
"""The most batteries that a card in the hand shows one by one."""
MANY = 8
"""The most cards in a hand that leave room for tags."""
TOUCHED = (Question.PLAY, Question.DISCARD)
"""The decisions for which a card in the hand is chosen."""


# --- the scene --------------------------------------------------------------------------------------


def scene(s: Recharge, box: Box, seat: int) -> View:
    """The table as `seat` sees it, built from a state hidden for that seat; choices and log come later."""
    me, others = around(s, seat)
    mine, rivals = me.seat, [other.seat for other in others]
    counts = _counts(s, box, mine, seat)
    wide, narrow = layout.wide(mine, rivals, counts), layout.narrow(mine, rivals, counts)
    areas = {NOWHERE, *wide.areas, *narrow.areas}
    parts = [part for part in _parts(s, box, me, others, seat) if part.area in areas]
    zones = {part.id for part in parts if isinstance(part, Zone)}
    return View(
        game="recharge",
        seat=seat,
        ply=s.ply,
        waiting=[],
        over=bool(s.over),
        surface="bench",
        clock=clock(s, box),
        wide=wide,
        narrow=narrow,
        parts=parts,
        pieces=[piece for piece in _pieces(s, box, mine, rivals, seat) if piece.zone in zones],
        result=result(s, box, seat) if s.over else None,
        assists=bool(s.assists),
    )


def _counts(s: Recharge, box: Box, mine: int, seat: int) -> layout.Counts:
    return layout.Counts(
        hand=int(s.held[mine]),
        fleets=[int(s.robots[other]) for other in range(s.seats)],
        events=[int(events) for events in s.events],
        picks=_picks(s, seat),
        choosing=_chooses_event(s, seat),
        acting=seat >= 0 and s.chose[mine] != EMPTY,
        letters=_letters(s, box, seat),
        playing=_asked(s, seat) in TOUCHED,
        asked=seat >= 0 and waits(s, seat),
        over=bool(s.over),
    )


def _letters(s: Recharge, box: Box, seat: int) -> int:
    """The letters of the Event of the round, or of the longest Event that the reader can choose."""
    if not _chooses_event(s, seat):
        return len(_round_words(s, cards_of(box))[1])
    words = cards_of(box).event_words
    return max(len(words[event]) for event, owner in enumerate(s.owner.tolist()) if owner == seat)


def _asked(s: Recharge, seat: int) -> int:
    """The question to the reader; NOTHING for a spectator."""
    return int(s.asks[seat]) if seat >= 0 else Question.NOTHING


def _chooses_event(s: Recharge, seat: int) -> bool:
    return _asked(s, seat) in (Question.WHICH_EVENT, Question.DROP_EVENT)


def _picks(s: Recharge, seat: int) -> int:
    """How many cards the reader can pick from."""
    asks = _asked(s, seat)
    return int(s.looking[seat]) if asks == Question.KEEP else int(s.piled) if asks == Question.SALVAGE else 0


def clock(s: Recharge, box: Box) -> Clock:
    """The round, and who is in charge in each."""
    ticks = []
    for number in range(1, ROUNDS + 1):
        state = "done" if number < s.rounds or s.over else "now" if number == s.rounds else "next"
        in_charge = (int(s.charge) + number - int(s.rounds)) % int(s.seats)
        ticks.append(Tick(words=str(number) if state == "now" else "", state=state, seat=in_charge))  # type: ignore[arg-type]
    return Clock(words=say("Round {n} of {rounds}", n=s.rounds, rounds=ROUNDS), ticks=ticks)


def _parts(s: Recharge, box: Box, me: Player, others: list[Player], seat: int) -> Iterator[AnyPart]:
    for rival in others:
        yield from _rival_parts(s, rival)
    chosen = s.chose[me.seat] != EMPTY
    yield Zone(id="actions", shape="row", label=say("Actions"), columns=1 if chosen else len(Action))
    yield Zone(id="event", shape="stack", label=say("Event of the round"))
    yield Zone(id="choose", shape="row", label=say("Your Events"), columns=EVENTS)
    yield Panel(id="hand.panel", tone="tray")
    yield Zone(id="stock", shape="row", label=say("Deck and discard pile"), columns=2)
    yield Zone(id=STAGE, shape="stage", label=say("Stage"), level=1)
    yield Zone(id="discards", area=NOWHERE, shape="fan", label=say("Discard pile"))
    yield Drawer(id="discards.drawer", area=NOWHERE, title=say("Discard pile"), zones=["discards"])
    yield Log(id="log", title=say("Round {n}", n=s.rounds), by_seat=True)
    yield from _own_parts(s, box, me, seat)


def _stock(s: Recharge, seat: int) -> list[Counter]:
    found = (
        (CROWNS_OF, "crown", minus(score(s, seat)), say("crowns")),
        (COINS_OF, "coin", str(s.coins[seat]), say("coins")),
        (BATTERIES_OF, "battery", str(s.power[seat]), say("batteries")),
        (CARDS_OF, "cards", str(s.held[seat]), say("cards in hand")),
    )
    return [Counter(id=number(seat), icon=icon, value=n, label=label) for number, icon, n, label in found]


def _race(s: Recharge, box: Box, seats: list[int]) -> Race:
    """Who leads, and what the robots that have not acted can still bring this round."""
    crowns = [score(s, seat) for seat in range(s.seats)]
    more = [may_still_gain(s, box, seat) for seat in range(s.seats)]
    most = max(12, *(own + gain for own, gain in zip(crowns, more, strict=True)))
    rounds = ROUNDS - int(s.rounds)
    left = plural(rounds, "{n} round left", "{n} rounds left") if rounds else say("last round")
    return Race(
        id="race",
        title=say("Race for the crowns"),
        text="" if s.over else left,
        lanes=[Lane(words=say("crowns"), of=most)],
        runners=[Runner(seat=seat, lanes=[Reached(value=crowns[seat], more=more[seat])]) for seat in seats],
    )


def _standing(s: Recharge, seat: int) -> Words:
    """The line below a name: whether the player is in charge, and how far they are in the round."""
    words = [say("**in charge**")] if s.charge == seat and not s.over else []
    return " · ".join(words if s.over else [*words, _progress(s, seat, short=bool(words)).words])


def _own_standing(s: Recharge, seat: int) -> Words:
    """The steps that a seat has finished this round. Its pill shows its progress."""
    if s.over:
        return ""
    if s.charge == seat:
        return say("**in charge**")
    return say("Event and Action done") if s.stage[seat] == Stage.RESOLVING else ""


def _own_pills(s: Recharge, seat: int) -> list[Pill]:
    """While robots act, the number that have acted; otherwise the seat's activity."""
    done, left, _ = _resolved(s, seat)
    if s.over:
        return []
    if s.stage[seat] == Stage.RESOLVING and left:
        return [Pill(words=say("robot {n} of {all}", n=done + 1, all=done + left), tone="brass")]
    return [_progress(s, seat)]


def _progress(s: Recharge, seat: int, *, short: bool = False) -> Pill:
    """The progress of a seat in the round; `short` if there is little room."""
    stage, asks = s.stage[seat], s.asks[seat]
    if owes_discards(s, seat):
        return Pill(words=say("must discard"), icon="ellipsis")
    if stage == Stage.DONE:
        return Pill(words=say("done"), icon="check", tone="good")
    if asks == Question.PARKED:
        return Pill(words=say("waits to draw"), icon="clock")
    if stage == Stage.READY:
        return Pill(words=say("ready"), icon="check", tone="good")
    if asks == Question.WHICH_EVENT:
        return Pill(words=say("… Event") if short else say("choosing the Event"), icon="ellipsis")
    if stage == Stage.CHOOSING:
        return Pill(words=say("… Action") if short else say("choosing an Action"), icon="ellipsis")
    if stage == Stage.FOLLOWING:
        return Pill(words=say("… Event") if short else say("following the Event"), icon="ellipsis")
    if stage in (Stage.ACTING, Stage.REWARDED) and s.chose[seat] != EMPTY:
        return Pill(words=action_name(s.chose[seat]), icon="ellipsis")
    if stage == Stage.RESOLVING:
        done, left, _ = _resolved(s, seat)
        words = phrase("robots {done}/{all}") if short else phrase("robots {done} of {all}")
        return Pill(words=say(words, done=done, all=done + left), icon="ellipsis")
    return Pill(words=say("waiting"), icon="clock")


def _resolved(s: Recharge, seat: int) -> tuple[int, int, int]:
    """How many robots of a seat have acted, will act, and have no battery; one that is acting has not acted yet."""
    done = left = without = 0
    for i in range(s.robots[seat]):
        card = s.fleet[seat, i]
        if has_acted(s, seat, card) and card != _acting(s, seat):
            done += 1
        elif can_resolve(s, seat, card) or has_acted(s, seat, card):
            left += 1
        else:
            without += 1
    return done, left, without


def _acting(s: Recharge, seat: int) -> int:
    """The robot of a seat that is acting; EMPTY if none."""
    return int(s.actor[seat]) if s.stage[seat] == Stage.RESOLVING else EMPTY


def _rival_parts(s: Recharge, rival: Player) -> Iterator[AnyPart]:
    seat = rival.seat
    drawer = f"rival{seat}.drawer"
    yield rival.panel(opens=drawer, tone="tray")
    yield rival.head(text=_standing(s, seat))
    yield Counters(id=f"stock{seat}", items=_stock(s, seat))
    yield from _fleet_zones(rival)
    yield Drawer(id=drawer, area=NOWHERE, title=rival.name, zones=[f"fleet{seat}", f"events{seat}"])
    yield rival.head("strip", text="" if s.over else _progress(s, seat, short=True).words, size="strip")
    yield Counters(id=f"strip.stock{seat}", items=_stock(s, seat)[: 4 if s.seats == 2 else 3])
    robots = plural(int(s.robots[seat]), "{n} robot", "{n} robots")
    events = plural(int(s.events[seat]), "{n} Event", "{n} Events")
    yield Text(id=f"count{seat}", text=f"{robots} · {events}")


def _fleet_zones(player: Player) -> Iterator[AnyPart]:
    yield player.zone("events", phrase("{seat}: Events"), shape="row", columns=EVENTS)
    stands = "" if player.reads else None
    yield player.zone("fleet", phrase("{seat}: robots in play"), shape="row", columns=ROBOTS, empty=stands)


def _own_parts(s: Recharge, box: Box, me: Player, seat: int) -> Iterator[AnyPart]:
    mine = me.seat
    title = say("Your robots") if me.reads else say("Robots in play")
    yield Panel(id="mine", tone="tray", seat=mine, active=me.active)
    yield Panel(id=f"fleet{mine}.panel", tone="tray")
    yield Text(id=f"fleet{mine}.title", title=title)
    yield Text(id=f"fleet{mine}.text", text=_fleet_words(s, mine))
    yield Panel(id="race.panel", tone="tray")
    yield _race(s, box, [(mine + i) % s.seats for i in range(s.seats)])
    if _picks(s, seat):
        looking = s.asks[seat] == Question.KEEP
        title = say("Cards you look at") if looking else say("Discard pile")
        yield Panel(id="pick.panel", tone="tray", active=True)
        yield Text(id="pick.title", title=title)
        yield Zone(id="pick", shape="row", label=title, columns=ROBOTS)
    yield Text(id="hand.text", text=_hand_words(s, me), align="center")
    hand = say("Hand")
    yield Drawer(id="hand.drawer", title=hand, icon="cards", count=int(s.held[mine]), zones=["hand"])
    yield Zone(id="hand", shape="row", label=say("{seat}: hand", seat=me.name), columns=ROBOTS, owner=mine)
    yield Panel(id="turn", tone="tray", seat=mine, active=me.active)
    yield me.head(text=_own_standing(s, mine), pills=_own_pills(s, mine))
    yield Counters(id=f"stock{mine}", items=_stock(s, mine), large=True)
    yield me.head("strip", size="strip")
    yield Counters(id=f"strip.stock{mine}", items=_stock(s, mine))
    yield from _fleet_zones(me)
    events = int(s.events[mine])
    yield Drawer(id="events.drawer", title=say("Events"), icon="cog", count=events, zones=[f"events{mine}"])
    yield Steps(id="steps", steps=_steps(s, box, mine))
    if _asked(s, seat) == Question.WHICH_ACTION:
        done_to = say("What others’ robots do to you")
        yield Forecast(id="others", title=done_to, outcomes=do_to_reader(s, box, seat))
    else:
        yield Zone(id="asking", shape="stack", label=say("What asks"), aspect=0.9)
        name, words = _asking_words(s, box, mine)
        yield Text(id="asking.title", title=name, text=words)
    yield Prompt(id="prompt", sentence=_sentence(s, box, seat))
    yield Text(id="next", text=_next(s, box, mine))


def _fleet_words(s: Recharge, seat: int) -> Words:
    if not s.robots[seat]:
        return say("none yet: Construct plays one")
    return say("numbers show the order in which they act")


def _hand_words(s: Recharge, player: Player) -> Words:
    held = int(s.held[player.seat])
    if not player.reads:
        return plural(held, "{n} card, hidden", "{n} cards, hidden")
    return say("Your hand is empty: Research draws cards")


def _waiting(s: Recharge, seat: int) -> list[int]:
    """The robots of a seat that will act, in their order."""
    fleet = s.fleet[seat, : s.robots[seat]].tolist()
    return [card for card in fleet if can_resolve(s, seat, card) and card != _acting(s, seat)]


def _next(s: Recharge, box: Box, seat: int) -> Words:
    """Which robots act next."""
    cards, waiting = cards_of(box), _waiting(s, seat)
    if s.stage[seat] != Stage.RESOLVING or s.over or not waiting:
        return ""
    fields = {"robot": cards.names[waiting[0]], "does": cards.gains[waiting[0]]}
    if len(waiting) == 1:
        return say("Next: **{robot}** {does}", **fields)
    return say("Next: **{robot}** {does}, then {other}", other=cards.names[waiting[1]], **fields)


def _asking(s: Recharge, seat: int) -> int:
    """The card or robot that asks a seat for a decision (see `script.cause`), or the next robot; EMPTY if none."""
    if s.over or s.stage[seat] == Stage.DONE:
        return EMPTY
    waiting = _waiting(s, seat)
    if s.asks[seat] == Question.WHICH_ROBOT and waiting:
        return waiting[0]
    if (why := cause(s, seat)) != EMPTY:
        return int(why)
    return Cause.EVENT + int(s.event) if s.event != EMPTY else EMPTY


def _asking_words(s: Recharge, box: Box, seat: int) -> tuple[Words, Words]:
    """The name of the card or robot that asks a seat, and its ability in symbols or in words."""
    cards, why = cards_of(box), _asking(s, seat)
    if why == EMPTY:
        return "", ""
    if why >= Cause.ACTION:
        return action_name(why - Cause.ACTION), say("your Action")
    if why >= Cause.EVENT:
        return cards.events[why - Cause.EVENT], cards.event_words[why - Cause.EVENT]
    return cards.names[why], cards.words[why]


def _asking_piece(s: Recharge, cards: Cards, seat: int) -> Iterator[Piece]:
    why = _asking(s, seat)
    if why == EMPTY:
        return
    if why >= Cause.EVENT:
        event = why < Cause.ACTION
        art = cards.event_art[why - Cause.EVENT] if event else ACTION_ART[why - Cause.ACTION]
        hue = "brass" if event else ACTION_HUES[why - Cause.ACTION]
        face, name = Face(kind="picture", hue=hue, art=art), say("what asks")
    else:
        face, name = Face(kind="picture", hue=cards.hues[why], art=cards.art[why]), cards.labels[why]
    yield Piece(id=ASKING, zone="asking", face=face, label=name)


def _steps(s: Recharge, box: Box, seat: int) -> list[Step]:
    """The round of a seat: the Event, its Action, its robots."""
    stage = s.stage[seat]
    event, chose = s.event, s.chose[seat]
    done, left, without = _resolved(s, seat)
    named = say("Event: {event}", event=cards_of(box).events[event]) if event != EMPTY else say("Event")
    action = say("Action: {action}", action=action_name(chose)) if chose != EMPTY else say("Action")
    return [
        Step(
            words=named,
            state="done" if stage > Stage.READY else "now",
            text=say(_FOLLOWING.get(stage, "")) if not s.over else "",
        ),
        Step(words=action, state=_state(stage, Stage.CHOOSING, Stage.REWARDED)),
        Step(
            words=say("Robots"),
            state=_state(stage, Stage.RESOLVING, Stage.RESOLVING),
            bar=_bar(s, seat, done, left, without),
        ),
    ]


_FOLLOWING: dict[int, str] = {
    Stage.IDLE: phrase("being chosen"),
    Stage.FOLLOWING: phrase("you follow it"),
    Stage.READY: phrase("the others follow it"),
}


def _state(stage: int, first: int, last: int) -> Literal["done", "now", "next"]:
    """The state of a step of the round that lasts from one stage to another."""
    return "next" if stage < first else "now" if stage <= last else "done"


def _bar(s: Recharge, seat: int, done: int, left: int, without: int) -> list[Segment]:
    """One segment for each robot."""
    now = 1 if left and s.stage[seat] == Stage.RESOLVING else 0
    bar: list[Segment] = []
    counts: tuple[tuple[Segment, int], ...] = (("done", done), ("now", now), ("next", left - now), ("none", without))
    for state, count in counts:
        bar += [state] * count
    return bar


def _sentence(s: Recharge, box: Box, seat: int) -> Words:
    if s.over:
        return say("The game is over")
    if waits(s, seat):
        return question(s, box, seat)
    names = listed([name_of(other) for other in seats_in(s.waiting)])
    if seat < 0:
        return say("You are watching · {seats}", seats=names)
    if s.asks[seat] == Question.PARKED:
        return say("You draw after {seats} · [[rule:RC-Q4]]", seats=names)
    if s.stage[seat] == Stage.IDLE:
        return say("{seats}: choosing the Event", seats=names)
    return say("You are done. Waiting for {seats}", seats=names)


# --- pieces -----------------------------------------------------------------------------------------


def _pieces(s: Recharge, box: Box, mine: int, rivals: list[int], seat: int) -> Iterator[Piece]:
    cards = cards_of(box)
    chosen = int(s.chose[mine])
    for action in range(len(Action)) if chosen == EMPTY else (chosen,):
        yield _action_piece(s, box, action, mine)
    if not _chooses_event(s, seat):
        yield _event_of_the_round(s, cards, small=bool(s.chose[mine] != EMPTY))
    yield from _asking_piece(s, cards, mine)
    yield Piece(
        id=DECK,
        zone="stock",
        face=Face(kind="label", art="cards", title=say("deck"), count=int(s.deck_left), dim=not s.deck_left),
        label=plural(int(s.deck_left), "deck, {n} card", "deck, {n} cards"),
    )
    yield from _pile_pieces(s, cards, seat)
    for owner in [mine, *rivals]:
        yield from _event_pieces(s, cards, owner, seat)
        yield from _fleet_pieces(s, cards, owner, seat)
    if seat >= 0:
        yield from _card_pieces(s, box, cards, seat)


def _action_piece(s: Recharge, box: Box, action: int, seat: int) -> Piece:
    b = box.record
    more = int(b.more[s.event, action]) if s.event != EMPTY else 0
    name, words = action_name(action), action_words(box, action, more)
    chosen = bool(s.chose[seat] == action)
    if chosen:
        face = Face(kind="label", art="check", title=name, words=words)
        return Piece(
            id=ACTION(action),
            zone="actions",
            face=face,
            label=say("{action}: {does}, chosen", action=name, does=words),
        )
    closed = _is_closed(s, box, action)
    if closed:
        words = say("not this round")
    outcome, tone = _outcome(s, box, action, seat)
    if closed:
        outcome = ""
    label = phrase("{action}: {does}, {outcome}") if outcome else phrase("{action}: {does}")
    return Piece(
        id=ACTION(action),
        zone="actions",
        at=action,
        face=Face(
            kind="deed",
            hue=ACTION_HUES[action],
            ground="lit",
            art="lock" if closed else ACTION_ART[action],
            title=name,
            words=words,
            outcome=outcome,
            tone=tone,
            dim=closed,
        ),
        label=say(label, action=name, does=words, outcome=outcome),
    )


ACTION_ART: tuple[Icon, ...] = ("blueprints", "coin", "battery", "robot/Construct/orange")
"""The pictures of the four Actions, drawn large."""


def _is_closed(s: Recharge, box: Box, action: int) -> bool:
    """Whether the Event of this round closes an Action."""
    return s.event != EMPTY and bool(box.record.closed[s.event, action])


def _outcome(s: Recharge, box: Box, action: int, seat: int) -> tuple[Words, Tone]:
    """What choosing an Action changes for the seat that reads: for Construct, how many cards it can pay for."""
    if action == Action.CONSTRUCT:
        if not s.assists:
            return "", "plain"
        payable = sum(_lacks(s, box, seat, int(card)) == 0 for card in s.hand[seat, : s.held[seat]] if card >= 0)
        return say("{n} in reach", n=payable), "good" if payable else "plain"
    if action == Action.RECHARGE and not s.robots[seat]:
        return say("no robot yet"), "bad"
    now, then = amounts(s, box, seat, action)
    return say(_CHANGES[action], now=now, then=then), "good"


_CHANGES: dict[int, Template] = {
    Action.RESEARCH: phrase("{now} → {then} cards"),
    Action.STOCKPILE: phrase("${now} → ${then}"),
    Action.RECHARGE: phrase("{now} → {then}"),
}


def _lacks(s: Recharge, box: Box, seat: int, card: int) -> int:
    """How many coins a seat lacks to play a card with the Action Construct."""
    return max(0, int(price_with(s, box.record, card, 0, EMPTY)) - int(s.coins[seat]))


def action_words(box: Box, action: int, more: int = 0) -> Words:
    """The effect of an Action, with the amount that an Event adds to it."""
    b = box.record
    return say(_DOES[action], n=int((b.research, b.stockpile, b.recharge, 1)[action]) + more)


_DOES: tuple[Template | Counted, ...] = (
    phrase("draw {n}"),
    phrase("gain ${n}"),
    phrases("+{n} battery", "+{n} batteries"),
    phrases("play {n} robot", "play {n} robots"),
)
"""The effects of the four Actions."""


def _round_words(s: Recharge, cards: Cards) -> tuple[Words, Words]:
    """The name of the Event of the round, and its effect."""
    in_charge = name_of(int(s.charge))
    if s.event != EMPTY:
        return cards.events[s.event], cards.event_words[s.event]
    if s.asks[s.charge] == Question.WHICH_EVENT:
        return say("Which Event?"), say("{seat} will choose one of {n}", seat=in_charge, n=s.events[s.charge])
    return say("No Event"), say("None left for {seat}", seat=in_charge)


def _event_of_the_round(s: Recharge, cards: Cards, *, small: bool) -> Piece:
    in_charge = name_of(int(s.charge))
    name, words = _round_words(s, cards)
    art = cards.event_art[s.event] if s.event != EMPTY else ""
    return Piece(
        id=ROUNDS_EVENT,
        zone="event",
        face=Face(
            kind="portrait",
            hue="brass",
            ground="lit",
            art=art,
            title=name,
            words=words,
            status="" if small else say("Event · {seat} in charge", seat=in_charge),
        ),
        label=say("Event of the round: {event}. {does}", event=name, does=words),
    )


def _pile_pieces(s: Recharge, cards: Cards, seat: int) -> Iterator[Piece]:
    """The discard pile, and its cards in no order (RC-R15) unless they are already shown to pick from."""
    lying = [card for card, place in enumerate(s.place.tolist()) if place == Place.PILE]
    inside = lying if _asked(s, seat) != Question.SALVAGE else []
    yield Piece(
        id=PILE,
        zone="stock",
        at=1,
        face=Face(kind="label", art="card", title=say("used"), count=len(lying), dim=not lying),
        label=plural(len(lying), "discard pile, {n} card", "discard pile, {n} cards"),
        opens="discards.drawer" if inside else "",
    )
    for at, card in enumerate(inside):
        yield Piece(id=ROBOT(card), zone="discards", at=at, face=_printed(cards, card), label=cards.labels[card])


def _event_pieces(s: Recharge, cards: Cards, owner: int, seat: int) -> Iterator[Piece]:
    """The Events of a seat: known ones by name, then the hidden ones."""
    known = [event for event, where in enumerate(s.owner.tolist()) if where == owner]
    large = owner == seat and _chooses_event(s, seat)
    for at, event in enumerate(known):
        shown = bool(s.shown[event])
        yield Piece(
            id=EVENT(event),
            zone="choose" if large else f"events{owner}",
            at=at,
            face=msgspec.structs.replace(
                _event_face(cards, event),
                status="" if not large else say("revealed") if shown else say("only you know it"),
            ),
            label=say("Event {event}: {does}", event=cards.events[event], does=cards.event_words[event]),
            secret=not shown and large,
        )
    for i in range(int(s.events[owner]) - len(known)):
        yield Piece(
            id=HIDDEN_EVENT(owner, i),
            zone=f"events{owner}",
            at=len(known) + i,
            face=Face(kind="portrait", art="", title=say("hidden"), built=False),
            label=say("hidden Event of {seat}", seat=name_of(owner)),
        )


def _holds(batteries: int) -> tuple[list[Icon], list[Pip]]:
    """Batteries of a printed card: a few pictures, or a number."""
    if batteries <= FIGURED:
        return ["battery"] * batteries or ["battery-spent"], []
    return [], [Pip(icon="battery", value=batteries)]


def _printed(cards: Cards, card: int) -> Face:
    """A robot as printed."""
    extra, pips = _holds(cards.starts[card])
    return Face(
        kind="portrait",
        hue=cards.hues[card],
        ground="lit",
        art=cards.art[card],
        corner=str(cards.costs[card]),
        disc="coin",
        badge="crown",
        count=cards.crowns[card],
        title=cards.names[card],
        words=cards.words[card],
        short=cards.short[card],
        extra=extra,
        costs=pips,
    )


def _event_face(cards: Cards, event: int) -> Face:
    """An Event as printed."""
    return Face(
        kind="portrait",
        hue="brass",
        ground="lit",
        art=cards.event_art[event],
        title=cards.events[event],
        words=cards.event_words[event],
    )


def cards(box: Box) -> dict[str, list[PrintedCard]]:
    """The robots and Events of a box."""
    all_cards = cards_of(box)
    robots = [PrintedCard(piece=ROBOT(card), face=_printed(all_cards, card)) for card in range(len(box.record.cost))]
    events = [PrintedCard(piece=EVENT(i), face=_event_face(all_cards, i)) for i in range(len(box.record.binds))]
    return {"robots": robots, "events": events}


def _fleet_pieces(s: Recharge, cards: Cards, owner: int, seat: int) -> Iterator[Piece]:
    order = 0
    acting = _acting(s, owner)
    for at in range(s.robots[owner]):
        card = int(s.fleet[owner, at])
        batteries = int(s.batteries[card])
        face = _printed(cards, card)
        face.extra, face.costs = [], [Pip(icon="battery" if batteries else "battery-spent", value=batteries)]
        face.corner, face.disc = "", ""
        stands = say("to do")
        if card == acting:
            face.disc, face.corner = "next", "▸"
            stands = face.status = say("acts now")
        elif has_acted(s, owner, card):
            face.disc = "done"
            stands = face.status = say("done")
        elif not batteries:
            face.disc, face.built = "none", False
            stands = face.status = say("no battery")
        else:
            order += 1
            first = order == 1 and acting == EMPTY and s.stage[owner] == Stage.RESOLVING
            face.corner, face.disc = str(order), "next" if first else "order"
        label = plural(
            batteries,
            "{robot}, {n} battery, {status}: {does}",
            "{robot}, {n} batteries, {status}: {does}",
            robot=cards.names[card],
            status=stands,
            does=cards.words[card],
        )
        if owner != seat:
            face.disc, face.status, face.corner = "done" if face.disc == "done" else "", "", ""
            face.short = cards.gains[card]
        yield Piece(id=ROBOT(card), zone=FLEET(owner), at=at, face=face, label=label)


def _card_pieces(s: Recharge, box: Box, cards: Cards, seat: int) -> Iterator[Piece]:
    """The reader's hand, and the cards to pick from."""
    playing, choosing = _asked(s, seat) == Question.PLAY, _asked(s, seat) == Question.WHICH_ACTION
    for at in range(s.held[seat]):
        card = int(s.hand[seat, at])
        face = _printed(cards, card)
        face.status = say("known to all") if s.open[card] else ""
        tag = ""
        if playing:
            cost = int(price(s, box.record, seat, card))
            face.corner = str(cost) if cost >= 0 else face.corner
            if s.assists:
                fits = can_play(s, box.record, seat, card)
                tag = say("PLAY") if fits and s.held[seat] <= MANY else ""
                face.lack = max(0, cost - int(s.coins[seat])) if cost >= 0 else None
                face.dim = not fits
        elif choosing and s.assists and not _is_closed(s, box, Action.CONSTRUCT):
            face.lack = _lacks(s, box, seat, card)
        yield Piece(id=ROBOT(card), zone="hand", at=at, face=face, label=cards.labels[card], tag=tag)
    asks = _asked(s, seat)
    if asks == Question.KEEP:
        picks = [int(s.sight[seat, i]) for i in range(s.looking[seat])]
    elif asks == Question.SALVAGE:
        picks = [card for card in range(ROBOTS) if s.place[card] == Place.PILE]
    else:
        picks = []
    for at, card in enumerate(picks):
        yield Piece(id=ROBOT(card), zone="pick", at=at, face=_printed(cards, card), label=cards.labels[card])
