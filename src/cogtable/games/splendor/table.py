"""How the table of Splendor looks, and what its choices and events are called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from cogtable.engine.box import Box
from cogtable.engine.choice import Choice
from cogtable.engine.notes import Note
from cogtable.games.splendor import events, layout
from cogtable.games.splendor.actions import (
    BUY,
    BUY_RESERVED,
    CHOOSE_NOBLE,
    GIVE_BACK,
    GOLD_FOR,
    PASS,
    PAY_REST,
    RESERVE,
    RESERVE_BLIND,
    TAKE_SAME,
    TOKENS_TAKEN,
)
from cogtable.games.splendor.components import (
    ACT,
    COLOR_COUNT,
    EMPTY,
    FREE,
    GOLD,
    HAND,
    HOLD,
    LEVELS,
    NOBLE,
    PAY,
    RETURN,
    ROW,
    UNKNOWN,
    affordable,
    card_at,
    price,
)
from cogtable.games.splendor.rules import COLORS, KINDS, Splendor, rank
from cogtable.games.splendor.unseen import asks_for_gold
from cogtable.table.view import (
    AnyPart,
    Clock,
    Counter,
    Counters,
    Face,
    Flight,
    Line,
    Log,
    Mark,
    Panel,
    Piece,
    Pip,
    Prompt,
    Result,
    Seat,
    Standing,
    Text,
    View,
    Words,
    Zone,
)

CUTS = ("round", "square", "hexagon", "triangle", "drop", "star")
GEMS = tuple(f"gem/{kind}/{cut}" for kind, cut in zip(KINDS, CUTS, strict=True))

# --- words ------------------------------------------------------------------------------------------


def _and(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _counted(counts: Iterable[tuple[int, int]], icons: bool = False) -> list[str]:
    """(kind, count) pairs in words: "2 white"; with icons for people who look."""
    return [
        f"{count}\u00a0[[{GEMS[kind]}|{KINDS[kind]}]]" if icons else f"{count} {KINDS[kind]}"
        for kind, count in counts
        if count
    ]


def _gem(kind: int) -> Words:
    return f"[[{GEMS[kind]}|{KINDS[kind]}]]"


def _taken(action: int) -> list[tuple[int, int]]:
    return [(color, int(TOKENS_TAKEN[action, color])) for color in range(COLOR_COUNT) if TOKENS_TAKEN[action, color]]


def _cost(box: Box, card: int) -> list[tuple[int, int]]:
    return [(color, int(box.record.cost[card, color])) for color in range(COLOR_COUNT) if box.record.cost[card, color]]


def _card_text(box: Box, card: int) -> str:
    """A card in words that no other card has."""
    b = box.record
    points = f", {_points(int(b.points[card]))}" if b.points[card] else ""
    return f"level {b.level[card]} {COLORS[b.bonus[card]]} card{points}, cost {', '.join(_counted(_cost(box, card)))}"


def _card_words(box: Box, card: int) -> Words:
    """A card in a sentence of the log."""
    b = box.record
    worth = f" worth {b.points[card]}" if b.points[card] else ""
    return f"level {b.level[card]} {_gem(int(b.bonus[card]))} card{worth}"


def _points(points: int) -> str:
    return f"{points} point" + "s" * (points != 1)


def _lack(s: Splendor, box: Box, seat: int, card: int) -> list[tuple[int, int]]:
    """Tokens of each colour that a seat lacks for a card, its gold not counted."""
    lack = [(color, price(s, box.record, seat, card, color) - s.tokens[seat, color]) for color in range(COLOR_COUNT)]
    return [(color, int(count)) for color, count in lack if count > 0]


def _lack_words(s: Splendor, box: Box, seat: int, card: int) -> Words:
    """What keeps a seat from buying a card; empty when nothing does."""
    if affordable(s, box.record, seat, card):
        return ""
    gold = int(s.tokens[seat, GOLD])
    beside = f" beside your {gold} gold" if gold else ""
    return f"You lack {_and(_counted(_lack(s, box, seat, card), icons=True))}{beside} · [[rule:SP-R6]]"


# --- choices ----------------------------------------------------------------------------------------


def choice(s: Splendor, box: Box, seat: int, action: int) -> Choice:
    """One legal action of `seat` in words, with the pieces it touches."""
    if action < RESERVE:
        return _choice_take(action)
    if action < BUY:
        return _choice_reserve(s, box, seat, action)
    if action < GIVE_BACK:
        return _choice_buy(s, box, seat, action)
    if action < CHOOSE_NOBLE:
        kind = action - GIVE_BACK
        return Choice(
            action=action,
            text=f"return 1 {KINDS[kind]}",
            label=f"Return {_gem(kind)}",
            group="Returning tokens",
            pieces=(f"t{seat}.{kind}",),
        )
    if action < GOLD_FOR:
        noble = int(s.nobles[action - CHOOSE_NOBLE])
        needs = _and(_counted(enumerate(box.record.noble_needs[noble])))
        return Choice(
            action=action,
            text=f"welcome the noble for {needs}",
            label=f"Welcome this noble, +{box.record.noble_points[noble]}",
            group="Choosing a noble",
            pieces=(f"noble{noble}",),
        )
    if action < PAY_REST:
        color = action - GOLD_FOR
        return Choice(
            action=action,
            text=f"pay gold for {COLORS[color]}",
            label=f"Gold for {_gem(color)}",
            group="Paying",
            pieces=(f"t{seat}.{color}",),
        )
    if action == PAY_REST:
        place = _piece_at(s, seat, s.pending)
        return Choice(action=action, text="pay the rest", label="Pay the rest", group="Paying", pieces=(place,))
    return Choice(action=PASS, text="pass", label="Pass: nothing is possible")


def _choice_take(action: int) -> Choice:
    taken = _taken(action)
    pieces = tuple(f"bank.{color}" for color, count in taken for _ in range(count))
    if action >= TAKE_SAME:
        color = taken[0][0]
        text, label = f"take 2 {COLORS[color]}", f"Take 2 {_gem(color)}"
    else:
        text = "take " + ", ".join(COLORS[color] for color, _ in taken)
        label = "Take " + ", ".join(_gem(color) for color, _ in taken)
    return Choice(action=action, text=text, label=label, group="Taking gems", pieces=pieces)


def _choice_reserve(s: Splendor, box: Box, seat: int, action: int) -> Choice:
    room = f"room{list(s.reserved[seat]).index(EMPTY)}"
    gold = f", take {_gem(GOLD)}" if s.bank[GOLD] else ""
    if action < RESERVE_BLIND:
        card = int(s.board[action - RESERVE])
        text, label, piece = f"reserve the {_card_text(box, card)}", f"Reserve it{gold}", f"c{card}"
    else:
        level = action - RESERVE_BLIND + 1
        text, label, piece = (
            f"reserve the top card of level {level}",
            f"Reserve unseen, level {level}{gold}",
            f"deck{level}",
        )
    return Choice(action=action, text=text, label=label, group="Reserving", pieces=(piece, room))


def _choice_buy(s: Splendor, box: Box, seat: int, action: int) -> Choice:
    place = action - BUY if action < BUY_RESERVED else action - BUY_RESERVED + LEVELS * ROW
    card = int(card_at(s, seat, place))
    owed = [(color, int(price(s, box.record, seat, card, color))) for color in range(COLOR_COUNT)]
    lack = dict(_lack(s, box, seat, card))
    paid = [(color, count - lack.get(color, 0)) for color, count in owed] + [(GOLD, sum(lack.values()))]
    words = _counted(paid, icons=True)
    label = f"Buy for {_and(words)}" if words else "Buy it, free"
    if s.payment == FREE and asks_for_gold(s, box.record, seat, card):
        label = f"Buy it, choosing what {_gem(GOLD)} pays"
    hand = " in your hand" if action >= BUY_RESERVED else ""
    text = f"buy the {_card_text(box, card)}{hand}"
    return Choice(action=action, text=text, label=label, group="Buying", pieces=(f"c{card}",))


def _piece_at(s: Splendor, seat: int, place: int) -> str:
    """The piece that lies at a place in the rows or in a seat's hand."""
    card = int(card_at(s, seat, place))
    return f"c{card}" if card != UNKNOWN else f"h{seat}.{place - LEVELS * ROW}"


# --- the scene --------------------------------------------------------------------------------------


def scene(s: Splendor, box: Box, seat: int) -> View:
    """The table as `seat` sees it, built from a state hidden for that seat; choices and log come later."""
    mine = max(seat, 0)
    rivals = [(mine + i) % s.seats for i in range(1, s.seats)]
    return View(
        game="splendor",
        seat=seat,
        ply=s.ply,
        waiting=[],
        over=bool(s.over),
        clock=Clock(words=f"Round {s.rounds} · first to {s.target}"),
        wide=layout.wide(mine, rivals),
        narrow=layout.narrow(mine, rivals),
        parts=list(_parts(s, mine, rivals, seat)),
        pieces=list(_pieces(s, box, mine, rivals, seat)),
        result=_result(s, box) if s.over else None,
        assists=bool(s.assists),
    )


def _parts(s: Splendor, mine: int, rivals: list[int], seat: int) -> Iterator[AnyPart]:
    if layout.noble_columns(s.seats) <= ROW:
        yield Text(id="nobles.title", area="nobles.title", title="Nobles", text="come for the cards you own")
    yield Zone(id="nobles", area="nobles", shape="row", label="Nobles", columns=layout.noble_columns(s.seats))
    yield Zone(id="decks", area="decks", shape="column", label="Decks", rows=LEVELS)
    yield Zone(id="board", area="board", shape="grid", label="Cards to buy", columns=ROW, rows=LEVELS, empty="")
    yield Panel(id="bank.panel", area="bank.panel", title="Bank")
    yield Panel(id="bank.ground", area="bank.ground")
    yield Zone(id="bank", area="bank", shape="grid", label="Bank", columns=1, rows=6)
    for rival in rivals:
        yield from _rival_parts(s, rival, len(rivals))
    yield from _own_parts(s, mine, seat)
    yield Log(id="log", area="log")


def _holdings(s: Splendor, seat: int) -> Words:
    cards, tokens = int(s.bought[seat]), int(s.tokens[seat].sum())
    return f"{cards} card{'s' * (cards != 1)} · {tokens} token{'s' * (tokens != 1)}"


def _acts(s: Splendor, seat: int) -> bool:
    return bool(s.waiting >> seat & 1)


def _rival_parts(s: Splendor, rival: int, rivals: int) -> Iterator[AnyPart]:
    active, score, name = _acts(s, rival), str(s.points[rival]), f"[[seat:{rival}]]"
    yield Panel(id=f"panel{rival}", area=f"panel{rival}", seat=rival, active=active)
    yield Seat(id=f"seat{rival}", area=f"seat{rival}", seat=rival, text=_holdings(s, rival), score=score, active=active)
    yield from _holding_zones(rival, name)
    yield Zone(
        id=f"hand{rival}",
        area=f"hand{rival}",
        shape="column" if rivals == 1 else "row",
        label=f"{name}: reserved",
        columns=HAND,
        rows=HAND,
        aspect=layout.LOW_CARD if rivals == 3 else layout.CARD,
        empty="",
        owner=rival,
    )
    held = int((s.reserved[rival] != EMPTY).sum())
    yield Panel(id=f"strip.panel{rival}", area=f"strip{rival}", seat=rival, active=active)
    yield Seat(
        id=f"strip{rival}",
        area=f"strip.seat{rival}",
        seat=rival,
        score=score,
        active=active,
        size="strip",
        stats=[
            Counter(icon=GEMS[GOLD], value=str(s.tokens[rival, GOLD]), label="gold"),
            Counter(icon="card", value=str(held), label="reserved"),
        ],
    )
    yield Counters(
        id=f"strip.stock{rival}",
        area=f"strip.stock{rival}",
        stacked=True,
        items=[
            Counter(
                icon=GEMS[color],
                value=f"{s.bonus[rival, color]}+{s.tokens[rival, color]}",
                label=f"{COLORS[color]}: cards + tokens",
                dim=not s.bonus[rival, color] and not s.tokens[rival, color],
            )
            for color in range(COLOR_COUNT)
        ],
    )


def _holding_zones(seat: int, name: Words) -> Iterator[AnyPart]:
    yield Zone(
        id=f"piles{seat}",
        area=f"piles{seat}",
        shape="row",
        label=f"{name}: cards",
        columns=COLOR_COUNT,
        aspect=layout.PILE,
        owner=seat,
    )
    yield Zone(
        id=f"tokens{seat}", area=f"tokens{seat}", shape="row", label=f"{name}: tokens", columns=len(KINDS), owner=seat
    )
    yield Zone(id=f"nobles{seat}", area=f"nobles{seat}", shape="fan", label=f"{name}: nobles", owner=seat)


def _own_parts(s: Splendor, mine: int, seat: int) -> Iterator[AnyPart]:
    name = f"[[seat:{mine}]]"
    active = _acts(s, mine)
    yield Panel(id="mine", area="mine", seat=mine, active=active)
    yield Prompt(id="prompt", area="prompt", sentence=_sentence(s, seat))
    yield Seat(
        id=f"seat{mine}",
        area=f"seat{mine}",
        seat=mine,
        score=str(s.points[mine]),
        of=f"of {s.target} points",
        active=active,
        size="mine",
    )
    yield from _holding_zones(mine, name)
    cards, tokens = int(s.bought[mine]), int(s.tokens[mine].sum())
    yield Text(id="cards", area="cards", text=f"**{cards}** card{'s' * (cards != 1)}", align="center")
    yield Text(id="tokens", area="total", text=f"**{tokens}** of {HOLD} tokens", align="center")
    empty = "Room to reserve one" if seat == mine else ""
    yield Zone(
        id=f"hand{mine}",
        area=f"hand{mine}",
        shape="row",
        label=f"{name}: reserved",
        columns=HAND,
        aspect=layout.CARD,
        empty=empty,
        owner=mine,
    )


def _sentence(s: Splendor, seat: int) -> Words:
    if s.over:
        return "The game is over"
    if seat != s.turn:
        watching = "You are watching · " if seat < 0 else ""
        return f"{watching}[[seat:{s.turn}]]: {('choosing', 'paying', 'returning tokens', 'choosing a noble')[s.phase]}"
    if s.phase == PAY:
        return "What shall gold pay? Touch a colour of yours, or pay the rest"
    if s.phase == RETURN:
        over = int(s.tokens[seat].sum()) - HOLD
        return f"Return {over} token{'s' * (over != 1)}: touch what you give back · [[rule:SP-R4]]"
    if s.phase == NOBLE:
        return "Several nobles would visit: touch the one you welcome · [[rule:SP-R7]]"
    return "Touch gems to take them, or a card to buy or reserve it"


def _pieces(s: Splendor, box: Box, mine: int, rivals: list[int], seat: int) -> Iterator[Piece]:
    for i, noble in enumerate(s.nobles):
        if noble != EMPTY:
            owner = int(s.noble_owner[i])
            zone, at = ("nobles", i) if owner == EMPTY else (f"nobles{owner}", i)
            yield _noble_piece(s, box, int(noble), zone, at, seat)
    for level in range(LEVELS, 0, -1):
        left = int(s.deck_left[level - 1])
        yield Piece(
            id=f"deck{level}",
            zone="decks",
            at=LEVELS - level,
            face=Face(kind="back", hue=f"level{level}", level=level, count=left, dim=not left),
            label=f"deck of level {level}, {left} left",
        )
    for place, card in enumerate(s.board):
        if card != EMPTY:
            row, column = LEVELS - 1 - place // ROW, place % ROW
            yield _card_piece(s, box, int(card), "board", row * ROW + column, seat)
    for kind in range(len(KINDS)):
        count = int(s.bank[kind])
        yield _token(f"bank.{kind}", "bank", kind, count, f"{KINDS[kind]} in the bank: {count}")
    for other in [mine, *rivals]:
        yield from _held_pieces(s, box, other, seat)


def _held_pieces(s: Splendor, box: Box, owner: int, seat: int) -> Iterator[Piece]:
    for color in range(COLOR_COUNT):
        count = int(s.bonus[owner, color])
        yield Piece(
            id=f"p{owner}.{color}",
            zone=f"piles{owner}",
            at=color,
            face=Face(kind="pile", hue=COLORS[color], art=GEMS[color], count=count, dim=not count),
            label=f"{COLORS[color]} cards: {count}",
        )
    for kind in range(len(KINDS)):
        count = int(s.tokens[owner, kind])
        yield _token(f"t{owner}.{kind}", f"tokens{owner}", kind, count, f"{KINDS[kind]} tokens: {count}")
    for i, card in enumerate(s.reserved[owner]):
        if card == UNKNOWN:
            level = int(s.blind[owner, i])
            yield Piece(
                id=f"h{owner}.{i}",
                zone=f"hand{owner}",
                at=i,
                face=Face(kind="back", hue=f"level{level}", level=level),
                label=f"a card of level {level}, reserved unseen",
            )
        elif card != EMPTY:
            piece = _card_piece(s, box, int(card), f"hand{owner}", i, seat)
            piece.secret = bool(s.blind[owner, i])
            yield piece
    free = [i for i, card in enumerate(s.reserved[owner]) if card == EMPTY]
    if owner == seat and free:
        yield Piece(
            id=f"room{free[0]}",
            zone=f"hand{owner}",
            at=free[0],
            face=Face(kind="spot", words="Room to reserve one"),
            label="room to reserve a card",
        )


def _token(piece: str, zone: str, kind: int, count: int, label: str) -> Piece:
    face = Face(kind="token", hue=KINDS[kind], art=GEMS[kind], count=count, dim=not count)
    return Piece(id=piece, zone=zone, at=kind, face=face, label=label)


def _card_face(box: Box, card: int, lack: dict[int, int] | None = None) -> Face:
    b = box.record
    color = int(b.bonus[card])
    return Face(
        kind="card",
        hue=COLORS[color],
        art=GEMS[color],
        corner=str(b.points[card]) if b.points[card] else "",
        badge=GEMS[color],
        costs=[Pip(icon=GEMS[c], value=count, lack=(lack or {}).get(c, 0)) for c, count in _cost(box, card)],
        level=int(b.level[card]),
    )


def _card_piece(s: Splendor, box: Box, card: int, zone: str, at: int, seat: int) -> Piece:
    piece = Piece(id=f"c{card}", zone=zone, at=at, face=_card_face(box, card), label=_card_text(box, card))
    within_reach = seat >= 0 and (zone in ("board", f"hand{seat}"))
    if within_reach and s.assists:
        lack = _lack_words(s, box, seat, card)
        if lack:
            piece.note = lack
            piece.face = _card_face(box, card, dict(_lack(s, box, seat, card)))
        elif s.turn == seat and s.phase == ACT and not s.over:
            piece.tag = "BUY"
    return piece


def _noble_piece(s: Splendor, box: Box, noble: int, zone: str, at: int, seat: int) -> Piece:
    b = box.record
    needs = [(color, int(b.noble_needs[noble, color])) for color in range(COLOR_COUNT) if b.noble_needs[noble, color]]
    show_lack = seat >= 0 and zone == "nobles" and s.assists
    lack = {color: max(0, need - int(s.bonus[seat, color])) if show_lack else 0 for color, need in needs}
    return Piece(
        id=f"noble{noble}",
        zone=zone,
        at=at,
        face=Face(
            kind="tile",
            hue="noble",
            art=f"noble/{noble}",
            corner=str(b.noble_points[noble]),
            costs=[Pip(icon=GEMS[c], value=need, lack=lack[c]) for c, need in needs],
        ),
        label=f"noble, {_points(int(b.noble_points[noble]))}, asks for {_and(_counted(needs))} cards",
    )


def _result(s: Splendor, box: Box) -> Result:
    out = np.zeros((s.seats, 2), np.int32)
    rank(s, box.record, out)
    standings = [
        Standing(seat=seat, rank=place, score=score, words=f"{int(s.bought[seat])} cards")
        for seat, (place, score) in enumerate(out.tolist())
    ]
    standings.sort(key=lambda standing: standing.rank)
    first = [standing for standing in standings if standing.rank == 1]
    level = [standing for standing in standings if standing.score == first[0].score]
    if len(first) > 1:
        words = f"Level on {first[0].score} and on cards: the victory is shared · [[rule:SP-Q6]]"
    elif len(level) > 1:
        words = f"Level on {first[0].score}, with fewer cards · [[rule:SP-R8]]"
    else:
        words = "Most points · [[rule:SP-R8]]"
    return Result(words=words, standings=standings)


# --- what happened ----------------------------------------------------------------------------------


def tell(s: Splendor, box: Box, notes: list[Note]) -> list[Line]:
    """The notes of one move as lines of the log."""
    acted = next((note for note in notes if note.event == events.ACTED), None)
    group = f"Round {acted.b}" if acted else "Start"
    return [
        Line(words=words, ply=0, seat=note.a if note.event not in _NOBODYS else None, group=group)
        for note in notes
        if (words := _told(box, note, notes))
    ]


_NOBODYS = (events.ENDED, events.DEALT)


def _told(box: Box, note: Note, notes: list[Note]) -> Words:
    """One note in words, with those that belong to it; empty for one that tells nothing by itself."""
    who = f"[[seat:{note.a}]]"
    gold = f" and took {_gem(GOLD)}" if any(other.event == events.TOOK_GOLD for other in notes) else ""
    match note.event:
        case events.STARTED:
            return f"{who} began"
        case events.TOOK:
            taken = _taken(note.b)
            same = note.b >= TAKE_SAME
            return f"{who} took {_and([f'2 {_gem(taken[0][0])}'] if same else [_gem(color) for color, _ in taken])}"
        case events.RESERVED:
            return f"{who} reserved a {_card_words(box, note.b)}{gold}"
        case events.RESERVED_BLIND:
            saw = next((other.b for other in notes if other.event == events.SAW), None)
            card = f" (a {_card_words(box, saw)})" if saw is not None else ""
            return f"{who} reserved an unseen card of level {note.b}{card}{gold}"
        case events.BOUGHT:
            paid = [(other.b, other.c) for other in notes if other.event == events.PAID]
            total = {kind: sum(count for k, count in paid if k == kind) for kind, _ in sorted(paid)}
            spent = f"for {_and(_counted(total.items(), icons=True))}" if paid else "without paying"
            return f"{who} bought a {_card_words(box, note.b)} {spent}"
        case events.GAVE_BACK:
            return f"{who} returned {_gem(note.b)}"
        case events.VISITED:
            return f"A noble visited {who}: {_points(int(box.record.noble_points[note.c]))}"
        case events.PASSED:
            return f"{who} passed: nothing was possible"
        case events.LAST_ROUND:
            return f"{who} reached the target: this round is the last · [[rule:SP-R8]]"
        case events.ENDED:
            return ("The game is over", "All passed: the game is over", "That was the last round allowed")[note.a]
    return ""


def animate(view: View, s: Splendor, box: Box, notes: list[Note]) -> None:
    """Adds to a view what the last move did: flights, marks, and where new pieces come from."""
    pieces = {piece.id: piece for piece in view.pieces}
    unseen = next((note for note in notes if note.event == events.SHOWED), None)
    for note in notes:
        match note.event:
            case events.DEALT:
                _comes(pieces, f"c{note.a}", f"deck{box.record.level[note.a]}")
            case events.TOOK:
                for color, count in _taken(note.b):
                    _fly_token(view, color, f"bank.{color}", f"t{note.a}.{color}", count)
                    _mark(pieces, f"bank.{color}", note.a, f"−{count}")
            case events.TOOK_GOLD:
                _fly_token(view, GOLD, f"bank.{GOLD}", f"t{note.a}.{GOLD}", 1)
                _mark(pieces, f"bank.{GOLD}", note.a, "−1")
            case events.GAVE_BACK:
                _fly_token(view, note.b, f"t{note.a}.{note.b}", f"bank.{note.b}", 1)
                _mark(pieces, f"bank.{note.b}", note.a, "+1")
            case events.PAID:
                _fly_token(view, note.b, f"t{note.a}.{note.b}", f"bank.{note.b}", note.c)
            case events.RESERVED:
                _mark(pieces, f"c{note.b}", note.a, "reserved")
            case events.RESERVED_BLIND:
                _comes(pieces, f"h{note.a}.{note.c}", f"deck{note.b}")
                _mark(pieces, f"h{note.a}.{note.c}", note.a, "reserved")
            case events.SAW:
                _comes(pieces, f"c{note.b}", f"deck{box.record.level[note.b]}")
            case events.BOUGHT:
                color = int(box.record.bonus[note.b])
                source = f"h{note.a}.{unseen.b}" if unseen and view.seat != note.a else f"c{note.b}"
                view.flights.append(Flight(face=_card_face(box, note.b), source=source, target=f"p{note.a}.{color}"))
                _mark(pieces, f"p{note.a}.{color}", note.a, "+1")
            case events.VISITED:
                _mark(pieces, f"noble{note.c}", note.a, "visits")


def _comes(pieces: dict[str, Piece], piece: str, source: str) -> None:
    if piece in pieces:
        pieces[piece].via = source


def _mark(pieces: dict[str, Piece], piece: str, seat: int, words: str) -> None:
    if piece in pieces:
        pieces[piece].marks = [*pieces[piece].marks, Mark(seat=seat, words=words)]


def _fly_token(view: View, kind: int, source: str, target: str, count: int) -> None:
    face = Face(kind="token", hue=KINDS[kind], art=GEMS[kind])
    view.flights.extend(Flight(face=face, source=source, target=target) for _ in range(count))


# --- why not ----------------------------------------------------------------------------------------


def why_not(s: Splendor, box: Box, seat: int, piece: str) -> Words:
    """Why a piece that `seat` sees, and that no choice of it touches, cannot be chosen."""
    if s.over:
        return "The game is over"
    if seat < 0:
        return "You are watching; only players choose"
    if seat != s.turn:
        return f"It is not your turn: [[seat:{s.turn}]] plays · [[rule:SP-R3]]"
    if s.phase != ACT:
        return _why_not_now(s, seat)
    name, _, rest = piece.partition(".")
    if name == "bank":
        return _why_not_bank(s, int(rest))
    if name.startswith("deck"):
        empty = not s.deck_left[int(name[4:]) - 1]
        return "This deck is empty · [[rule:SP-Q3]]" if empty else _full_hand()
    if name.startswith("noble"):
        return "Nobles come by themselves at the end of a turn · [[rule:SP-R7]]"
    if name.startswith("room"):
        return "Nothing is left to reserve · [[rule:SP-R5]]"
    if name.startswith("c"):
        return _why_not_card(s, box, seat, int(name[1:]))
    if name.startswith("h"):
        return f"Only [[seat:{name[1:]}]] may buy that card · [[rule:SP-R5]]"
    if name == f"p{seat}":
        return "Your cards make others cheaper; they are never given away · [[rule:SP-R6]]"
    if name == f"t{seat}":
        return "Your tokens are spent when you buy a card · [[rule:SP-R6]]"
    return f"This is held by [[seat:{name[1:]}]]"


def _full_hand() -> Words:
    return "You hold three reserved cards already · [[rule:SP-R5]]"


def _why_not_now(s: Splendor, seat: int) -> Words:
    if s.phase == RETURN:
        return f"You hold more than {HOLD} tokens: return some of yours first · [[rule:SP-R4]]"
    if s.phase == NOBLE:
        return "First choose the noble that visits you · [[rule:SP-R7]]"
    return "First finish paying · [[rule:SP-Q9]]"


def _why_not_bank(s: Splendor, kind: int) -> Words:
    if kind == GOLD:
        return "Gold comes only with a card that you reserve · [[rule:SP-R5]]"
    return f"There is no {_gem(kind)} left · [[rule:SP-R3]]"


def _why_not_card(s: Splendor, box: Box, seat: int, card: int) -> Words:
    for other in range(s.seats):
        if other != seat and card in s.reserved[other]:
            return f"[[seat:{other}]] has reserved that card · [[rule:SP-R5]]"
    lack = _lack_words(s, box, seat, card) if s.assists else "You cannot pay for it · [[rule:SP-R6]]"
    return lack if card in s.reserved[seat] else f"{lack}. {_full_hand()}"
