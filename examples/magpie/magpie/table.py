"""How Magpie looks, and what its choices and events are called."""

from cogtable.engine.state import waits
from cogtable.table.result import result
from cogtable.view import Area, Choice, Clock, Face, Layout, Line, Log, Panel, Piece, Prompt, Seat, View, Zone
from magpie.rules import BELIEVE, DOUBT, HAND, HELD, UNKNOWN, UP, WORTHS

HUES = ("gray", "brown", "green", "blue", "purple", "red")


def called(box, card):
    return f"{box.names['trinkets'][card]}, worth {box.record.worth[card]}"


def choice(s, box, seat, action):
    if action >= BELIEVE:
        text, pieces = ("doubt it", (f"card{s.laid}",)) if action == DOUBT else ("believe it", ())
        return Choice(action=action, text=text, label=text.capitalize(), pieces=pieces)
    i, worth = seat * HAND + action // WORTHS, action % WORTHS + 1
    name, pieces = box.names["trinkets"][s.deck[i]], (f"card{i}", f"worth{worth}")
    return Choice(action=action, text=f"call the {name} {worth}", label=f"Call it {worth}", group=name, pieces=pieces)


def layout(s, mine, width, row, own, log):
    """Rivals below each other, then the boast and the worths to name, then what is the reader's own."""
    areas, y = {"log": Area(width, 8, log - 8, 500)} if log else {}, 8
    for other in [(mine + i) % s.seats for i in range(1, s.seats)]:
        areas[f"panel{other}"] = Area(8, y, width - 16, row)
        areas[f"seat{other}"] = Area(14, y + 6, 120, row - 12)
        areas[f"cards{other}"] = Area(140, y + 6, width - 156, row - 12)
        y += row + 8
    areas |= {"laid": Area(8, y, 90, 112), "worths": Area(106, y + 24, width - 114, 64)}
    areas |= {f"panel{mine}": Area(8, y + 120, width - 16, own), f"seat{mine}": Area(14, y + 126, 120, 48)}
    areas |= {f"cards{mine}": Area(14, y + 184, width - 28, own - 72), "prompt": Area(140, y + 123, width - 150, 54)}
    return Layout(width=width + log, height=y + own + 128, areas=areas)


def scene(s, box, seat):
    mine, ask = max(seat, 0), "Touch a trinket, then the worth you call it"
    if not waits(s, seat):
        ask = "The game is over" if s.over else "The others play"
    elif s.boast:
        ask = f"“Worth {s.boast}!” Do you believe it?"
    parts = [
        Prompt(id="prompt", sentence=ask),
        Log(id="log"),
        Zone(id="laid", shape="stack", label="The boast", aspect=0.8, empty="No boast"),
        Zone(id="worths", shape="row", label="Worths to name", columns=WORTHS),
    ]
    for other in range(s.seats):
        head, label = {"seat": other, "active": waits(s, other)}, f"[[seat:{other}]]: trinkets"
        row = {"id": f"cards{other}", "area": f"cards{other}", "label": label, "owner": other}
        parts.append(Panel(id=f"panel{other}", **head))
        parts.append(Seat(id=f"seat{other}", size="strip", score=str(s.points[other]), **head))
        parts.append(Zone(shape="row", columns=HAND, aspect=0.8, **row))
    return View(
        game="magpie",
        seat=seat,
        ply=0,
        waiting=[],
        over=bool(s.over),
        clock=Clock(words=f"{(s.place[: s.seats * HAND] == HELD).sum()} trinkets to lay"),
        wide=layout(s, mine, 980, 96, 270, 272),
        narrow=layout(s, mine, 360, 68, 164, 0),
        parts=parts,
        pieces=[worth(n) for n in range(1, WORTHS + 1)] + [card(s, box, i) for i in range(s.seats * HAND)],
        result=result(s, box, "The most points win · [[rule:MP-R7]]") if s.over else None,
    )


def worth(n):
    return Piece(id=f"worth{n}", zone="worths", at=n - 1, face=Face(kind="deed", title=str(n)), label=f"worth {n}")


def card(s, box, i):
    known, waits = int(s.deck[i]), s.boast > 0 and i == s.laid
    used, secret = not waits and bool(s.place[i] != HELD), known != UNKNOWN and bool(s.place[i] != UP)
    face, label = Face(kind="back", dim=used), "a trinket face down"
    if known != UNKNOWN:
        worth, label = box.record.worth[known], called(box, known)
        face = Face(kind="card", hue=HUES[worth - 1], art=box.texts["art"][known], corner=str(worth), dim=used)
    if waits:
        label, tag = f"{label}, called {s.boast}", f"{s.boast}?"
        return Piece(id=f"card{i}", zone="laid", face=face, label=label, tag=tag, secret=secret)
    label, at = label + ", laid" * used, i % HAND
    return Piece(id=f"card{i}", zone=f"cards{i // HAND}", at=at, face=face, label=label, secret=secret)


def log_lines(s, box, notes):
    for n in notes:
        words = (f"laid a trinket: “worth {n.b}!”", f"turned up the {called(box, n.b)}", f"scored {n.b}")[n.event]
        yield Line(words=f"[[seat:{n.a}]] {words}", ply=0, seat=n.a)


def not_your_turn(s, box, seat, piece):
    return "The others are at it [[rule:MP-R3]]"


def why_not(s, box, seat, piece):
    return "First answer the boast [[rule:MP-R3]]" if s.boast else "Lay a trinket of your hand [[rule:MP-R2]]"
