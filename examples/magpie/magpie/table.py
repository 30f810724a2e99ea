"""The table of Magpie: its layout, and the texts of choices and events."""

from cogtable.table import (
    Area,
    Choice,
    Clock,
    Dealt,
    EventLog,
    Face,
    Layout,
    LegendEntry,
    Log,
    Piece,
    PieceId,
    PrintedCard,
    Prompt,
    Study,
    Zone,
    around,
    phrase,
    plural,
    result,
    say,
    says,
    sounds,
    view,
)
from magpie.rules import HAND, HELD, SEATS, UNKNOWN, UP, WORTHS, Action, Event

HUES = ("gray", "brown", "green", "blue", "purple", "red")
CARD, WORTH = PieceId("card{}"), PieceId("worth{}")


def called(box, card):
    return say("{trinket}, worth {worth}", trinket=say(box.names["trinkets"][card]), worth=box.record.worth[card])


def choice(s, box, seat, action):
    kind, i = Action.read(action)
    if kind == Action.BELIEVE:
        return Choice(action=action, text=say("believe it"), label=say("Believe it"))
    if kind == Action.DOUBT:
        return Choice(action=action, text=say("doubt it"), label=say("Doubt it"), pieces=(CARD(s.laid),))
    if kind == Action.LEAVE:
        return Choice(action=action, text=say("leave the game"), label=say("Leave the game"))
    place, worth = seat * HAND + i // WORTHS, i % WORTHS + 1
    trinket = say(box.names["trinkets"][s.deck[place]])
    text, label = say("call the {trinket} {worth}", trinket=trinket, worth=worth), say("Call it {worth}", worth=worth)
    return Choice(action=action, text=text, label=label, group=trinket, pieces=(CARD(place), WORTH(worth)))


def layout(me, others, width, row, own, log):
    """Puts the rivals below each other, then the boast and the worths to name, then the reader's own trinkets."""
    areas, y, mine = {"log": Area(width, 8, log - 8, 500)} if log else {}, 8, me.seat
    for other in others:
        areas[f"panel{other.seat}"] = Area(8, y, width - 16, row)
        areas[f"seat{other.seat}"] = Area(14, y + 6, 120, row - 12)
        areas[f"cards{other.seat}"] = Area(140, y + 6, width - 156, row - 12)
        y += row + 8
    areas |= {"laid": Area(8, y, 90, 112), "worths": Area(106, y + 24, width - 114, 64)}
    areas |= {f"panel{mine}": Area(8, y + 120, width - 16, own), f"seat{mine}": Area(14, y + 126, 120, 48)}
    areas |= {f"cards{mine}": Area(14, y + 184, width - 28, own - 72), "prompt": Area(140, y + 123, width - 150, 54)}
    return Layout(width=width + log, height=y + own + 128, areas=areas)


def scene(s, box, seat):
    me, others = around(s, seat)
    parts = [
        Prompt(id="prompt", sentence=asked(s, me)),
        Log(id="log"),
        Zone(id="laid", shape="stack", label=say("The boast"), aspect=0.8, empty=say("No boast")),
        Zone(id="worths", shape="row", label=say("Worths to name"), columns=WORTHS),
    ]
    for player in (*others, me):
        parts.append(player.panel())
        text = say("left the game") if s.left >> player.seat & 1 else ""
        parts.append(player.head(size="strip", score=str(s.points[player.seat]), text=text))
        parts.append(player.zone("cards", phrase("{seat}: trinkets"), shape="row", columns=HAND, aspect=0.8))
    staying = [i for i in range(s.seats * HAND) if not s.left >> i // HAND & 1]
    held = int((s.place[staying] == HELD).sum())
    return view(
        s,
        seat,
        "magpie",
        clock=Clock(words=plural(held, "{n} trinket to lay", "{n} trinkets to lay")),
        wide=layout(me, others, 980, 96, 270, 272),
        narrow=layout(me, others, 360, 68, 164, 0),
        parts=parts,
        pieces=[worth(n) for n in range(1, WORTHS + 1)] + [card(s, box, i) for i in range(s.seats * HAND)],
        result=result(s, box, say("The most points win · [[rule:MP-R7]]")) if s.over else None,
    )


def cards(box):
    return {"trinkets": [PrintedCard(face=face) for face in map(front, box.record.worth, box.texts["art"])]}


def front(worth, art):
    return Face(kind="card", hue=HUES[worth - 1], art=art, corner=str(worth))


def asked(s, me):
    if s.over:
        return say("The game is over")
    if not (me.reads and me.active):
        return say("The others play")
    if s.boast:
        return say("“Worth {worth}!” Do you believe it?", worth=s.boast)
    return say("Touch a trinket, then the worth you call it")


def worth(n):
    face, label = Face(kind="deed", title=str(n)), say("worth {worth}", worth=n)
    return Piece(id=WORTH(n), zone="worths", at=n - 1, face=face, label=label)


def card(s, box, i):
    known, asked = int(s.deck[i]), s.boast > 0 and i == s.laid
    laid, secret = bool(s.place[i] != HELD) and not asked, known != UNKNOWN and bool(s.place[i] != UP)
    said = f"{s.boast}?" if asked else ""
    face, label = Face(kind="back", title=said, dim=laid), say("a trinket face down")
    if known != UNKNOWN:
        label, face = called(box, known), front(box.record.worth[known], box.texts["art"][known])
        face.title, face.dim = said, laid
    if asked:
        label = say("{trinket}, called {worth}", trinket=label, worth=s.boast)
        return Piece(id=CARD(i), zone="laid", face=face, label=label, tag=say("DOUBT"), secret=secret)
    label = say("{trinket}, laid", trinket=label) if laid else label
    return Piece(id=CARD(i), zone=f"cards{i // HAND}", at=i % HAND, face=face, label=label, secret=secret)


SAYS = {
    Event.BOASTED: says("{seat} laid a trinket: “worth {worth}!”", sounds("piece")),
    Event.TURNED_UP: says("{seat} turned up the {card}", sounds("card")),
    Event.SCORED: says("{seat} scored {points}"),
    Event.LEFT: says("{seat} left the game [[rule:MP-R8]]"),
}
LOG = EventLog(Event, SAYS, {"card": lambda event: called(event.box, event["card"])})
log_lines, animate = LOG.lines, LOG.animate


def not_your_turn(s, box, seat, piece):
    return say("It is another player’s turn [[rule:MP-R3]]")


def why_not(s, box, seat, piece):
    return say("First answer the boast [[rule:MP-R3]]") if s.boast else say("Lay one of your trinkets [[rule:MP-R2]]")


def legend(box):
    yield LegendEntry(symbol="**4**", words=say("The trinket’s worth"), rule="MP-R1")
    yield LegendEntry(symbol="4?", words=say("The worth that its owner named"), rule="MP-R2")
    trinkets = box.texts["art"]
    yield LegendEntry(
        symbol=f"[[{trinkets[0]}]]", family=" ".join(trinkets), words=say("A trinket, whatever its picture")
    )


study = Study(
    rounds=lambda states: states["ply"] // (2 * states["seats"]) + 1,
    choices={"Believe": [Action.BELIEVE], "Doubt": [Action.DOUBT]},
    dealt=Dealt("trinkets", lambda states: states["deck"][:, : SEATS * HAND].reshape(-1, SEATS, HAND)),
)
