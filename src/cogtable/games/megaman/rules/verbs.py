"""The verbs of Splendor: Mega Man, where they differ from Splendor's. Numbers like MM-R4 refer to `rules.md`."""

from __future__ import annotations

from cogtable.games.megaman.rules.box import MegamanTables
from cogtable.games.megaman.rules.components import GREEN, HELPERS
from cogtable.games.megaman.rules.events import MegamanEvent
from cogtable.games.megaman.rules.heuristic import heuristic
from cogtable.games.megaman.rules.state import Megaman
from cogtable.games.splendor.rules.actions import Action
from cogtable.games.splendor.rules.components import CARDS, COLOR_COUNT, LEVELS
from cogtable.games.splendor.rules.events import Event
from cogtable.games.splendor.rules.hidden_info import determinize, hide, weigh
from cogtable.games.splendor.rules.legal import legal
from cogtable.games.splendor.rules.state import EMPTY, card_at
from cogtable.games.splendor.rules.turn import begin, carry_out, clear_place, end_turn, lay_out, must_decide, receive
from cogtable.rules import ALL, Ints, below, jitable, note, places, share_among_best, share_by_heuristic, shuffle

__all__ = ["determinize", "evaluate", "hide", "legal", "play", "rank", "setup", "tally", "weigh"]


def setup(s: Megaman, b: MegamanTables) -> None:
    """MM-R2, MM-R3, MM-Q19, MM-Q22."""
    lay_out(s, b)
    s.bank[GREEN] = b.green[s.seats]
    s.yashichi = EMPTY
    for tile in range(HELPERS):
        s.nobles[tile] = tile
    shuffle(s, s.nobles, 0, HELPERS)
    for i in range(HELPERS):
        s.nobles[i] = 2 * s.nobles[i] + below(s, 2) if i < s.seats else EMPTY
    begin(s)


def play(s: Megaman, b: MegamanTables, seat: int, action: int) -> None:
    """Applies an action and its consequences: star, tile, replacement, return, Helper, end (MM-Q1, MM-Q23)."""
    note(s, ALL, Event.ACTED, seat=seat, round=s.rounds)
    if Action.CHOOSE_NOBLE <= action < Action.CHOOSE_NOBLE + HELPERS:
        receive(s, b, seat, action - Action.CHOOSE_NOBLE)
    else:
        place = carry_out(s, b, seat, action)
        if place != EMPTY:
            card = card_at(s, seat, place)
            _take_star(s, b, seat, card)
            _count_tags(s, b, seat, card)
            clear_place(s, seat, place)
        if must_decide(s, b, seat):
            return
    complete = _complete(s)
    end_turn(s, seat, complete > 0)
    if not s.over and complete == 1 and is_complete(s, seat):
        note(s, ALL, Event.LAST_ROUND, seat=seat)


@jitable
def _take_star(s: Megaman, b: MegamanTables, seat: int, card: int) -> None:
    """A seat takes a green token with its first robot of level 3, and never another one (MM-R13, MM-Q10)."""
    if b.level[card] == LEVELS and s.tokens[seat, GREEN] == 0:
        s.bank[GREEN] -= 1
        s.tokens[seat, GREEN] = 1
        note(s, ALL, MegamanEvent.TOOK_STAR, seat=seat)


@jitable
def _count_tags(s: Megaman, b: MegamanTables, seat: int, card: int) -> None:
    """The first with enough tags takes the tile; later, a player with more tags than its holder takes it (MM-R14)."""
    s.tags[seat] += b.tags[card]
    holder = s.yashichi
    beaten = b.yashichi_tags - 1 if holder == EMPTY else s.tags[holder]
    if holder == seat or s.tags[seat] <= beaten:
        return
    s.yashichi = seat
    s.points[seat] += b.yashichi_points
    note(s, ALL, MegamanEvent.TOOK_TILE, seat=seat, holder=holder, tags=s.tags[seat])
    if holder != EMPTY:
        was_complete = is_complete(s, holder)
        s.points[holder] -= b.yashichi_points
        if was_complete and not is_complete(s, holder):
            note(s, ALL, MegamanEvent.FELL_BACK, seat=holder)


@jitable
def is_complete(s: Megaman, seat: int) -> bool:
    """Whether a seat meets all three conditions of the end: points, a bonus of each colour, the star (MM-R15)."""
    if s.points[seat] < s.target or s.tokens[seat, GREEN] == 0:
        return False
    for color in range(COLOR_COUNT):
        if s.bonus[seat, color] == 0:
            return False
    return True


@jitable
def _complete(s: Megaman) -> int:
    """How many seats meet the conditions now; a seat may lose them in the same round (MM-R17, MM-Q2, MM-Q5)."""
    count = 0
    for seat in range(s.seats):
        count += is_complete(s, seat)
    return count


def rank(s: Megaman, b: MegamanTables, out: Ints) -> None:
    """MM-R16, MM-Q3, MM-Q4, MM-Q25."""
    for seat in range(s.seats):
        out[seat, 1] = _standing(s, seat)
    places(out, s.seats)
    for seat in range(s.seats):
        out[seat, 1] = s.points[seat]


@jitable
def can_win(s: Megaman, seat: int) -> bool:
    """Whether a seat currently meets the conditions of the end (MM-R16, MM-Q25).

    A game ends within a round only if all have passed; then nobody counts as meeting them.
    """
    within_round = s.over and s.turn != s.start
    return not within_round and is_complete(s, seat)


@jitable
def _standing(s: Megaman, seat: int) -> int:
    """Whether a seat can win, then points, the tile, and fewest cards, as one number."""
    standing = 2 * s.points[seat] + (s.yashichi == seat)
    if can_win(s, seat):
        standing += 1 << 20
    return standing * (CARDS + 1) + CARDS - s.bought[seat]


def evaluate(s: Megaman, b: MegamanTables, out: Ints) -> None:
    """Each seat's chance of winning, from `heuristic`.

    The weights were tuned by self-play. For two, looking one move ahead, they win 99 of 100 games
    against random play, and 4 of 5 against Splendor's weights.
    """
    for seat in range(s.seats):
        out[seat] = _standing(s, seat) if s.over else heuristic(s, b, seat)
    if s.over:
        share_among_best(out, s.seats)
    else:
        share_by_heuristic(out, s.seats)


def tally(s: Megaman, b: MegamanTables, out: Ints) -> None:
    """The robots that each seat recruited, then the sides of Helper tiles that joined it."""
    for seat in range(s.seats):
        for card in range(CARDS):
            out[seat, card] = s.owner[card] == seat
    for i in range(HELPERS):
        if s.nobles[i] != EMPTY and s.noble_owner[i] != EMPTY:
            out[s.noble_owner[i], CARDS + s.nobles[i]] = 1
