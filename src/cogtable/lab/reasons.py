"""Reasons for moves and results: which of those that a game declares hold, as a reader may know.

A reason for a move must be true whatever is hidden. So each move is played in several deals that agree with the
reader's information, and the reason holds only if its measure is better than after every other move in all of them, and
its words are the same. Nothing that the reader doesn't know can decide whether it is named.

A reason for a result compares two seats at the end, as the reader sees the last position. It is named only if the
difference is clearly larger than usual: larger than in most games of bots of that length, which `cogtable reasons`
records in `reasons.json` beside the box.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from cogtable.bots.bot import replies, resolve_pending, start_thinking
from cogtable.engine.definition import computed_file
from cogtable.engine.errors import BadReasons, BrokenGame
from cogtable.engine.records.state import copied
from cogtable.engine.rules import verbs
from cogtable.engine.rules.events import collected
from cogtable.engine.text.words import say
from cogtable.table.reasons import Because, Behind, Ended, Moved, MoveReason, Reasons, ResultReason

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec
    from cogtable.engine.play.match import Match

MOST = 3
"""The most reasons that are given for a move."""

DEALS = 8
"""The number of sampled deals in which a reason for a move must hold."""

NONE = Reasons()


class NamedReason(msgspec.Struct, frozen=True, kw_only=True):
    """A reason in words: the name that the game gives it, a title, and a sentence that may follow."""

    name: str
    title: str
    words: str = ""


class NamedCause(msgspec.Struct, frozen=True, kw_only=True):
    """A reason why a seat did not win, in words: the numbers of that seat and of the winner with their units, what to
    do next time, and the game's lesson about it (empty for none).
    """

    name: str
    title: str
    words: str
    winner: int
    own: int
    theirs: int
    own_words: str
    their_words: str
    advice: str
    lesson: str


def reasons_of(game: GameSpec) -> Reasons:
    """The reasons that a game declares; none for a game without."""
    found: Reasons = getattr(game.table, "reasons", NONE)
    return found


# --- a move -----------------------------------------------------------------------------------------


def of_move(
    match: Match, seat: int, action: int, others: Sequence[int], reader: int | None = None
) -> list[NamedReason]:
    """The reasons for an action of `seat` and against all `others`, at most three, as the seat itself knows them.

    With `reader`, another seat or -1 for a spectator, only those that hold as far as that reader knows. Without other
    actions there are none, because nothing was decided.
    """
    declared, rivals = reasons_of(match.game).moves, [other for other in others if other != action]
    if not declared or not rivals:
        return []
    knower = seat if reader is None else reader
    deals = [_played(match, seat, (action, *rivals), deal) for deal in _deals(match, knower)]
    if not all(deals):
        return []
    found: list[NamedReason] = []
    for reason in declared:
        because = _holds(reason, match.game, seat, action, deals)
        if because:
            found.append(NamedReason(name=reason.name, title=because.title, words=because.words))
        if len(found) == MOST:
            break
    return found


def _deals(match: Match, reader: int) -> Iterator[Any]:
    """Positions that agree with the information of a seat, each an array of one record."""
    for number in range(DEALS):
        deal = match.hidden(reader)
        start_thinking(deal[0], reader, number)
        verbs.determinize(deal[0], match.game.box.record, reader)
        yield deal


def _played(match: Match, seat: int, actions: Sequence[int], deal: Any) -> list[Any]:
    """What a seat knows of a deal: before it acts, and after each of several actions, with announcements unanswered.
    Empty if one of them is not legal in this deal.
    """
    game, record = match.game, match.game.box.record
    mask = game.mask()
    verbs.legal(deal[0], record, seat, mask)
    if not all(mask[action] for action in actions):
        return []
    seen = [copied(deal)]
    for action in actions:
        after = copied(deal)
        with collected():
            verbs.play(after[0], record, seat, action)
            resolve_pending(after[0], record, replies(game))
        seen.append(after)
    for position in seen:
        verbs.hide(position[0], record, seat)
    return seen


def _holds(reason: MoveReason, game: GameSpec, seat: int, action: int, deals: list[list[Any]]) -> Because | None:
    """The words of a reason if it holds in all deals and says the same in them, None otherwise."""
    said: list[Because | None] = []
    for before, after, *others in deals:
        own, *theirs = (_measured(game, reason, position[0], seat) for position in (after, *others))
        by = min((rival - own if reason.less else own - rival) for rival in theirs)
        if by < reason.least:
            return None
        moved = Moved(before=before[0], after=after[0], box=game.box, seat=seat, action=action, by=by)
        said.append(reason.words(moved))
    return said[0] if all(each == said[0] for each in said) else None


def _measured(game: GameSpec, reason: MoveReason, s: Any, seat: int) -> int:
    return _whole(game, reason.name, reason.measure(s, game.box, seat))


def _whole(game: GameSpec, name: str, number: Any) -> int:
    """The number of a measure. Raises BrokenGame if it is none."""
    try:
        whole = int(number)
    except (TypeError, ValueError):
        whole = None
    if whole is None or whole != number:
        words = f"{game.name}: the measure of the reason {name!r} must return a whole number; found {number!r}"
        raise BrokenGame(words)
    return whole


# --- a result ---------------------------------------------------------------------------------------


class Usual(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """The usual differences at tables with one number of seats.

    lengths: the numbers of moves for each seat that divide the games into groups of equal size, ascending.
    differences: for each reason and each group, how far the seats that did not win were behind the winner: in half of
        the games at most the first number, in nine tenths at most the second.
    """

    lengths: tuple[int, ...]
    differences: dict[str, tuple[tuple[int, int], ...]]


class UsualDifferences(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """The file `reasons.json` of a game: the version of its rules and the digest of the box for which it holds, the
    command that made it, and the usual differences by number of seats.
    """

    game: str
    version: str
    box: str
    made: str
    seats: dict[int, Usual]


def usual_differences(game: GameSpec) -> Mapping[int, Usual]:
    """The usual differences of a game by number of seats; empty for a game without, or played with another box.

    Raises BadReasons for a file that cannot be read, or was made for other rules or another box.
    """
    found = computed_file.of_game(game, game.reasons_file, read)
    return found.seats if found else {}


def read(game: GameSpec, file: Path) -> UsualDifferences:
    """Reads a file of usual differences. Raises BadReasons."""
    found = computed_file.decode(game, file, UsualDifferences, "usual differences", BadReasons)
    names = {reason.name for reason in reasons_of(game).results}
    for seats, usual in found.seats.items():
        if set(usual.differences) != names:
            raise BadReasons(
                f"{file}: seats {seats}: expected the reasons {', '.join(sorted(names))}; found"
                f" {', '.join(sorted(usual.differences))}; to compute new ones, run: {found.made}"
            )
        if any(len(groups) != len(usual.lengths) + 1 for groups in usual.differences.values()):
            groups = len(usual.lengths) + 1
            raise BadReasons(f"{file}: seats {seats}: expected {groups} groups of lengths for each reason")
    return found


def of_result(match: Match, seat: int) -> NamedCause | None:
    """The reason why `seat` did not win: the difference to the winner that is largest compared with the usual one.

    None if the seat won, no difference is clearly larger than usual, or the game was ended early.
    """
    game, ranks = match.game, match.ranks
    usual = usual_differences(game).get(match.seats)
    if not match.unended().over or usual is None or ranks[seat] == 1 or seat in match.left:
        return None
    ended, winner = as_known(match, seat), ranks.index(1)
    group = bisect_right(usual.lengths, match.ply // match.seats)
    best: tuple[float, Behind, ResultReason] | None = None
    for reason in reasons_of(game).results:
        middle, high = usual.differences[reason.name][group]
        found = behind(game, reason, ended, seat, winner)
        excess = (found.by(reason) - middle) / max(1, high - middle)
        if found.by(reason) > max(0, high) and (best is None or excess > best[0]):
            best = excess, found, reason
    return _named(best[1], best[2]) if best else None


def as_known(match: Match, reader: int) -> Ended:
    """A match that is over, as a seat knows it (-1 for a spectator)."""
    return Ended(match.hidden(reader)[0], match.game.box, match.notes(reader))


def behind(game: GameSpec, reason: ResultReason, ended: Ended, seat: int, winner: int) -> Behind:
    """The numbers of a reason for a seat and for the winner."""
    own, theirs = (_whole(game, reason.name, reason.measure(ended, each)) for each in (seat, winner))
    return Behind(ended, seat, winner, own, theirs)


def _named(found: Behind, reason: ResultReason) -> NamedCause:
    because = reason.words(found)
    return NamedCause(
        name=reason.name,
        title=because.title,
        words=because.words,
        winner=found.winner,
        own=found.own,
        theirs=found.theirs,
        own_words=say(reason.unit, n=found.own),
        their_words=say(reason.unit, n=found.theirs),
        advice=say(reason.advice) if reason.advice else "",
        lesson=reason.lesson,
    )
