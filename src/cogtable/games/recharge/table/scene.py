"""The parts and pieces on the table of Recharge, as one seat sees them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from cogtable.engine.box import Box
from cogtable.engine.state import waits
from cogtable.engine.words import counted
from cogtable.games.recharge.rules.components import ACTIONS_OF_A_TURN, EVENTS, ROBOTS, ROUNDS, Action
from cogtable.games.recharge.rules.effects import can_play, can_resolve, price
from cogtable.games.recharge.rules.script import owing
from cogtable.games.recharge.rules.state import EMPTY, Place, Question, Recharge, Stage
from cogtable.games.recharge.rules.verbs import score
from cogtable.games.recharge.table import layout
from cogtable.games.recharge.table.labels import ACTION_ICONS, Cards, cards_of, robot_art
from cogtable.games.recharge.table.prompts import question
from cogtable.table.result import placements
from cogtable.view import (
    NOWHERE,
    AnyPart,
    Clock,
    Counter,
    Counters,
    Drawer,
    Face,
    Icon,
    Log,
    Panel,
    Piece,
    Pill,
    Pip,
    Prompt,
    Result,
    Rounds,
    Seat,
    Step,
    Steps,
    Text,
    Tick,
    View,
    Words,
    Zone,
)

Segment = Literal["done", "now", "next", "none"]

PICTURED = 4
"""Up to so many batteries are drawn one by one; fewer where many robots share the room."""
MANY = 6
"""Robots that have the room to themselves."""


# --- the scene --------------------------------------------------------------------------------------


def scene(s: Recharge, box: Box, seat: int) -> View:
    """The table as `seat` sees it, built from a state hidden for that seat; choices and log come later."""
    mine = max(seat, 0)
    rivals = [(mine + i) % s.seats for i in range(1, s.seats)]
    counts = _counts(s, mine, seat)
    wide, narrow = layout.wide(mine, rivals, counts), layout.narrow(mine, rivals, counts)
    areas = {NOWHERE, *wide.areas, *narrow.areas}
    parts = [part for part in _parts(s, box, mine, rivals, seat) if part.area in areas]
    zones = {part.id for part in parts if isinstance(part, Zone)}
    return View(
        game="recharge",
        seat=seat,
        ply=s.ply,
        waiting=[],
        over=bool(s.over),
        clock=clock(s, box),
        wide=wide,
        narrow=narrow,
        parts=parts,
        pieces=[piece for piece in _pieces(s, box, mine, rivals, seat) if piece.zone in zones],
        result=_result(s, box) if s.over else None,
        assists=bool(s.assists),
    )


def _counts(s: Recharge, mine: int, seat: int) -> layout.Counts:
    return layout.Counts(
        hand=int(s.held[mine]),
        fleets=[int(s.robots[other]) for other in range(s.seats)],
        events=[int(events) for events in s.events],
        picks=_picks(s, seat),
        choosing=_chooses_event(s, seat),
        acting=seat >= 0 and s.chose[mine] != EMPTY,
    )


def _asked(s: Recharge, seat: int) -> int:
    """What the reader must answer now; NOTHING for a spectator."""
    return int(s.asks[seat]) if seat >= 0 else Question.NOTHING


def _chooses_event(s: Recharge, seat: int) -> bool:
    return _asked(s, seat) in (Question.WHICH_EVENT, Question.DROP_EVENT)


def _picks(s: Recharge, seat: int) -> int:
    """How many cards lie open before the reader to be picked from."""
    asks = _asked(s, seat)
    return int(s.looking[seat]) if asks == Question.KEEP else int(s.piled) if asks == Question.SALVAGE else 0


def clock(s: Recharge, box: Box) -> Clock:
    """The round, and who is in charge in each."""
    ticks = []
    for number in range(1, ROUNDS + 1):
        state = "done" if number < s.rounds or s.over else "now" if number == s.rounds else "next"
        in_charge = (int(s.charge) + number - int(s.rounds)) % int(s.seats)
        ticks.append(Tick(words=str(number) if state == "now" else "", state=state, seat=in_charge))  # type: ignore[arg-type]
    return Clock(words=f"Round {s.rounds} of {ROUNDS}", ticks=ticks)


def _parts(s: Recharge, box: Box, mine: int, rivals: list[int], seat: int) -> Iterator[AnyPart]:
    yield Rounds(id="rounds")
    for rival in rivals:
        yield from _rival_parts(s, rival)
    yield Panel(id="actions.panel")
    yield Text(id="actions.title", title="Actions", text=_bound(s, box), caption=True)
    yield Zone(id="actions", shape="row", label="Actions", columns=4)
    yield Zone(id="event", shape="stack", label="Event of the round")
    yield Zone(id="choose", shape="row", label="Your Events", columns=EVENTS)
    yield Panel(id="stock.panel")
    yield Zone(id="stock", shape="row", label="Deck and discard pile", columns=2)
    yield Zone(id="discards", area=NOWHERE, shape="fan", label="Discard pile")
    yield Drawer(id="discards.drawer", area=NOWHERE, title="Discard pile", zones=["discards"])
    yield Log(id="log")
    yield from _own_parts(s, box, mine, seat)


def _bound(s: Recharge, box: Box) -> Words:
    """What the Event forbids."""
    if s.event == EMPTY:
        return ""
    closed = [ACTIONS_OF_A_TURN[action] for action in range(4) if box.record.closed[s.event, action]]
    return f"no {closed[0]} this round" if closed else ""


def _stock(s: Recharge, seat: int) -> list[Counter]:
    return [
        Counter(icon="crown", value=str(score(s, seat)).replace("-", "−"), label="crowns"),
        Counter(icon="coin", value=str(s.coins[seat]), label="coins"),
        Counter(icon="battery", value=str(s.power[seat]), label="batteries"),
        Counter(icon="cards", value=str(s.held[seat]), label="cards in hand"),
    ]


def _pills(s: Recharge, seat: int) -> list[Pill]:
    pills = [Pill(words="in charge", tone="brass")] if s.charge == seat and not s.over else []
    return pills if s.over else [*pills, _progress(s, seat)]


def _own_pills(s: Recharge, seat: int) -> list[Pill]:
    """For the reader: how far it is says what it is asked."""
    return [pill for pill in _pills(s, seat) if pill.tone != "plain" or not waits(s, seat)]


def _progress(s: Recharge, seat: int) -> Pill:
    """How far a seat is in the round."""
    stage, asks = s.stage[seat], s.asks[seat]
    if owing(s, seat):
        return Pill(words="must discard", icon="ellipsis")
    if stage == Stage.DONE:
        return Pill(words="done", icon="check", tone="good")
    if asks == Question.PARKED:
        return Pill(words="waits to draw", icon="clock")
    if stage == Stage.READY:
        return Pill(words="ready", icon="check", tone="good")
    if asks == Question.WHICH_EVENT:
        return Pill(words="choosing the Event", icon="ellipsis")
    if stage == Stage.CHOOSING:
        return Pill(words="choosing an Action", icon="ellipsis")
    if stage == Stage.FOLLOWING:
        return Pill(words="following the Event", icon="ellipsis")
    if stage in (Stage.ACTING, Stage.REWARDED) and s.chose[seat] != EMPTY:
        return Pill(words=ACTIONS_OF_A_TURN[s.chose[seat]], icon="ellipsis")
    if stage == Stage.RESOLVING:
        done, left, _ = _resolved(s, seat)
        return Pill(words=f"robots {done} of {done + left}", icon="ellipsis")
    return Pill(words="waiting", icon="clock")


def _resolved(s: Recharge, seat: int) -> tuple[int, int, int]:
    """Robots of a seat that have acted, that will, and that have no battery; one that acts now has not yet acted."""
    done = left = without = 0
    for i in range(s.robots[seat]):
        card = s.fleet[seat, i]
        if s.acted[card] and card != _acting(s, seat):
            done += 1
        elif can_resolve(s, card) or s.acted[card]:
            left += 1
        else:
            without += 1
    return done, left, without


def _acting(s: Recharge, seat: int) -> int:
    """The robot of a seat that is in the middle of its instruction; EMPTY if none."""
    return int(s.actor[seat]) if s.stage[seat] == Stage.RESOLVING else EMPTY


def _rival_parts(s: Recharge, rival: int) -> Iterator[AnyPart]:
    name = f"[[seat:{rival}]]"
    active = waits(s, rival)
    progress = _pills(s, rival)
    yield Panel(id=f"panel{rival}", seat=rival, active=active)
    yield Seat(id=f"seat{rival}", seat=rival, pills=progress, active=active)
    yield Counters(id=f"stock{rival}", direction="column", items=_stock(s, rival))
    yield from _fleet_zones(rival, name)
    words = progress[-1].words.replace("choosing an ", "… ").replace("following the ", "… ") if progress else ""
    words = words.replace(" of ", "/")
    yield Seat(id=f"strip{rival}", seat=rival, text=words, active=active, size="strip")
    yield Counters(id=f"strip.stock{rival}", items=_stock(s, rival)[:3])


def _fleet_zones(seat: int, name: Words) -> Iterator[AnyPart]:
    yield Zone(id=f"events{seat}", shape="row", label=f"{name}: Events", columns=EVENTS, owner=seat)
    yield Zone(id=f"fleet{seat}", shape="row", label=f"{name}: robots in play", columns=ROBOTS, owner=seat)


def _own_parts(s: Recharge, box: Box, mine: int, seat: int) -> Iterator[AnyPart]:
    name = f"[[seat:{mine}]]"
    active = waits(s, mine)
    own = seat == mine
    yield Panel(id="mine")
    yield Text(
        id=f"fleet{mine}.title",
        title="Your robots" if own else "Robots in play",
        text=_fleet_words(s, mine),
        caption=True,
    )
    if _picks(s, seat):
        title = "Cards you look at" if s.asks[seat] == Question.KEEP else "Discard pile"
        yield Text(id="pick.title", title=title, text=question(s, box, seat), caption=True)
        yield Zone(id="pick", shape="row", label=title, columns=ROBOTS)
    hand = _hand_words(s, mine) if own else f"{counted(int(s.held[mine]), 'card')}, hidden"
    yield Text(id="hand.title", title="Your hand" if own else "Hand", text=hand, caption=True)
    yield Zone(id="hand", shape="row", label=f"{name}: hand", columns=ROBOTS, owner=mine)
    yield Panel(id="turn", seat=mine, active=active)
    yield Seat(id=f"seat{mine}", seat=mine, pills=_own_pills(s, mine), active=active)
    yield Seat(id=f"strip{mine}", seat=mine, pills=_own_pills(s, mine)[-1:], active=active, size="strip")
    yield Counters(id=f"stock{mine}", items=_stock(s, mine))
    yield from _fleet_zones(mine, name)
    yield Steps(id="steps", steps=_steps(s, box, mine))
    yield Prompt(id="prompt", sentence=_sentence(s, box, seat))


def _fleet_words(s: Recharge, seat: int) -> Words:
    if not s.robots[seat]:
        return "none yet: Construct plays one from your hand"
    return "each loses 1 [[battery|battery]] and acts"


def _hand_words(s: Recharge, seat: int) -> Words:
    cards = counted(int(s.held[seat]), "card")
    chose = s.chose[seat]
    if chose not in (EMPTY, Action.CONSTRUCT) and s.stage[seat] != Stage.DONE:
        return f"{cards} · {ACTIONS_OF_A_TURN[chose]} plays none"
    return cards


def _steps(s: Recharge, box: Box, seat: int) -> list[Step]:
    """The round of a seat: the Event, its Action, its robots."""
    stage = s.stage[seat]
    event, chose = s.event, s.chose[seat]
    done, left, without = _resolved(s, seat)
    named = f": {cards_of(box).events[event]}" if event != EMPTY else ""
    following = {Stage.IDLE: "being chosen", Stage.FOLLOWING: "you follow it", Stage.READY: "the others follow it"}
    action = "" if chose == EMPTY else f": {ACTIONS_OF_A_TURN[chose]}"
    counts = ((done, "done"), (left, "to do"), (without, "without battery"))
    parts = [f"{count} {words}" for count, words in counts if count]
    return [
        Step(
            words=f"Event{named}",
            state="done" if stage > Stage.READY else "now",
            text=following.get(stage, "") if not s.over else "",
        ),
        Step(words=f"Action{action}", state=_state(stage, Stage.CHOOSING, Stage.REWARDED)),
        Step(
            words="Robots",
            state=_state(stage, Stage.RESOLVING, Stage.RESOLVING),
            text=", ".join(parts) or "none in play",
            bar=_bar(s, seat, done, left, without),
        ),
    ]


def _state(stage: int, first: int, last: int) -> Literal["done", "now", "next"]:
    """How a step of the round stands that lasts from one stage to another."""
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
        return "The game is over"
    if waits(s, seat):
        return question(s, box, seat)
    waiting = [other for other in range(s.seats) if waits(s, other)]
    names = " and ".join(f"[[seat:{other}]]" for other in waiting)
    if seat < 0:
        return f"You are watching · {names}"
    if s.asks[seat] == Question.PARKED:
        return f"You draw after {names} · [[rule:RC-Q4]]"
    if s.stage[seat] == Stage.IDLE:
        return f"{names}: choosing the Event"
    return f"You are done. Waiting for {names}"


# --- pieces -----------------------------------------------------------------------------------------


def _pieces(s: Recharge, box: Box, mine: int, rivals: list[int], seat: int) -> Iterator[Piece]:
    cards = cards_of(box)
    for action in range(4):
        yield _action_piece(s, box, action, mine)
    if not _chooses_event(s, seat):
        yield _event_of_the_round(s, cards)
    yield Piece(
        id="deck",
        zone="stock",
        face=Face(kind="back", count=int(s.deck_left), words="deck", dim=not s.deck_left),
        label=f"deck, {counted(int(s.deck_left), 'card')}",
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
    count = int((b.research, b.stockpile, b.recharge, 1)[action]) + more
    words = (f"draw {count}", f"gain ${count}", f"+{count} batteries", f"play {counted(count, 'robot')}")[action]
    chosen = bool(s.chose[seat] == action)
    closed = s.event != EMPTY and bool(b.closed[s.event, action])
    return Piece(
        id=f"a{action}",
        zone="actions",
        at=action,
        face=Face(
            kind="deed",
            art="lock" if closed else ACTION_ICONS[action],
            title=ACTIONS_OF_A_TURN[action],
            words="not this round" if closed else words,
            disc="done" if chosen else "",
            dim=closed or (not chosen and bool(s.chose[seat] != EMPTY)),
        ),
        label=f"{ACTIONS_OF_A_TURN[action]}: {words}" + (", chosen" if chosen else ""),
    )


def _event_of_the_round(s: Recharge, cards: Cards) -> Piece:
    in_charge = f"[[seat:{s.charge}]]"
    if s.event != EMPTY:
        name, words, art = cards.events[s.event], cards.event_words[s.event], f"crowd/{cards.events[s.event]}"
    elif s.asks[s.charge] == Question.WHICH_EVENT:
        name, words, art = "Which Event?", f"{in_charge} will choose one of {int(s.events[s.charge])}", ""
    else:
        name, words, art = "No Event", f"None left for {in_charge}", ""
    return Piece(
        id="event",
        zone="event",
        face=Face(
            kind="portrait",
            hue="brass",
            art=art,
            title=name,
            words=words,
            status=f"Event · {in_charge} in charge",
        ),
        label=f"Event of the round: {name}. {words}",
    )


def _pile_pieces(s: Recharge, cards: Cards, seat: int) -> Iterator[Piece]:
    """The discard pile, and its cards in no order (RC-R15) where they are not laid out to pick from already."""
    lying = [card for card, place in enumerate(s.place.tolist()) if place == Place.PILE]
    inside = lying if _asked(s, seat) != Question.SALVAGE else []
    yield Piece(
        id="pile",
        zone="stock",
        at=1,
        face=Face(
            kind="deed",
            art="cards",
            title=str(len(lying)),
            words="discards" if lying else "none",
            dim=not lying,
        ),
        label=f"discard pile, {counted(len(lying), 'card')}",
        opens="discards.drawer" if inside else "",
    )
    for at, card in enumerate(inside):
        yield Piece(id=f"r{card}", zone="discards", at=at, face=_printed(cards, card), label=_label(cards, card))


def _event_pieces(s: Recharge, cards: Cards, owner: int, seat: int) -> Iterator[Piece]:
    """The Events of a seat: those that are known by name, then as many hidden ones as it has besides."""
    known = [event for event, where in enumerate(s.owner.tolist()) if where == owner]
    large = owner == seat and _chooses_event(s, seat)
    for at, event in enumerate(known):
        shown = bool(s.shown[event])
        yield Piece(
            id=f"e{event}",
            zone="choose" if large else f"events{owner}",
            at=at,
            face=Face(
                kind="portrait",
                hue="brass",
                art=f"crowd/{cards.events[event]}",
                title=cards.events[event],
                words=cards.event_words[event],
                status=("revealed" if shown else "only you know it") if large else "",
            ),
            label=f"Event {cards.events[event]}: {cards.event_words[event]}",
            secret=not shown and large,
        )
    for i in range(int(s.events[owner]) - len(known)):
        yield Piece(
            id=f"f{owner}.{i}",
            zone=f"events{owner}",
            at=len(known) + i,
            face=Face(kind="portrait", art="", title="hidden", built=False),
            label=f"hidden Event of [[seat:{owner}]]",
        )


def _holds(batteries: int, pictured: int = PICTURED) -> tuple[list[Icon], list[Pip]]:
    """Batteries as a few pictures or as a number."""
    if batteries <= pictured:
        return ["battery"] * batteries or ["battery-spent"], []
    return [], [Pip(icon="battery", value=batteries)]


def _printed(cards: Cards, card: int) -> Face:
    """A robot as it comes from the deck."""
    extra, pips = _holds(cards.starts[card])
    return Face(
        kind="portrait",
        hue=cards.hues[card],
        art=robot_art(cards, card),
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


def _label(cards: Cards, card: int) -> str:
    crowns = counted(cards.crowns[card], "crown")
    return f"{cards.names[card]}, costs ${cards.costs[card]}, {crowns}: {cards.words[card]}"


def _fleet_pieces(s: Recharge, cards: Cards, owner: int, seat: int) -> Iterator[Piece]:
    order = 0
    acting = _acting(s, owner)
    pictured = PICTURED if s.robots[owner] <= MANY - 2 * (owner != seat) else 2 if owner == seat else 1
    for at in range(s.robots[owner]):
        card = int(s.fleet[owner, at])
        batteries = int(s.batteries[card])
        face = _printed(cards, card)
        face.extra, face.costs = _holds(batteries, pictured)
        face.corner, face.disc = "", ""
        if card == acting:
            face.disc, face.status, face.corner = "next", "acts now", "▸"
        elif s.acted[card]:
            face.disc, face.status, face.dim = "done", "done", True
        elif not batteries:
            face.disc, face.status, face.built = "none", "no battery", False
        else:
            order += 1
            first = order == 1 and acting == EMPTY and s.stage[owner] == Stage.RESOLVING
            face.corner, face.disc, face.status = str(order), "next" if first else "order", "next" if first else "to do"
        label = f"{cards.names[card]}, {counted(batteries, 'battery', 'batteries')}, {face.status}: {cards.words[card]}"
        if owner != seat:
            face.disc, face.status = "done" if face.disc == "done" else "", ""
        yield Piece(
            id=f"r{card}",
            zone=f"fleet{owner}",
            at=at,
            face=face,
            label=label,
        )


def _card_pieces(s: Recharge, box: Box, cards: Cards, seat: int) -> Iterator[Piece]:
    """The reader's hand, and what it picks from."""
    playing = _asked(s, seat) == Question.PLAY
    for at in range(s.held[seat]):
        card = int(s.hand[seat, at])
        face = _printed(cards, card)
        face.status = "known to all" if s.open[card] else ""
        tag = ""
        if playing:
            cost = int(price(s, box.record, seat, card))
            face.corner = str(cost) if cost >= 0 else face.corner
            if s.assists:
                fits = can_play(s, box.record, seat, card)
                tag = "PLAY" if fits and s.held[seat] <= MANY else ""
                face.dim = not fits
        yield Piece(id=f"r{card}", zone="hand", at=at, face=face, label=_label(cards, card), tag=tag)
    asks = _asked(s, seat)
    if asks == Question.KEEP:
        picks = [int(s.sight[seat, i]) for i in range(s.looking[seat])]
    elif asks == Question.SALVAGE:
        picks = [card for card in range(ROBOTS) if s.place[card] == Place.PILE]
    else:
        picks = []
    for at, card in enumerate(picks):
        yield Piece(id=f"r{card}", zone="pick", at=at, face=_printed(cards, card), label=_label(cards, card))


def _result(s: Recharge, box: Box) -> Result:
    places = placements(s, box, lambda seat: f"{s.printed[seat]} printed, {s.crowns[seat]} tokens".replace("-", "−"))
    shared = sum(place.rank == 1 for place in places) > 1
    words = "Level on crowns: the victory is shared · [[rule:RC-Q17]]" if shared else "Most crowns · [[rule:RC-R18]]"
    return Result(words=words, placements=places)
