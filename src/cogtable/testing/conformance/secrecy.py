"""Point 2: nothing that a seat receives depends on hidden information."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any, NamedTuple

import msgspec
import numpy as np

from cogtable.agents import Seat
from cogtable.engine.errors import IllegalAction
from cogtable.engine.play.game import Game
from cogtable.engine.play.match import SPECTATOR, Match
from cogtable.engine.play.premoves import choices_ahead
from cogtable.engine.records.state import HOLDER, copied
from cogtable.engine.rules import rng, verbs
from cogtable.engine.rules.events import collected
from cogtable.testing.conformance.knowledge import declared, exchanged, unknown
from cogtable.testing.conformance.trials import (
    Dice,
    Nonconformity,
    Plan,
    Trial,
    determinized,
    differences,
    facts,
    matches,
    play,
    trials,
)

ACTIONS = 3
"""The number of actions played in both positions, to compare the notes about them."""

OFTEN = 12
"""The number of times that a field must have held a secret, counted for each seat that may not know it."""

MORE = 20
"""The highest number of additional games for each number of seats, to reach these positions."""


def secrets_are_kept(game: Game, plan: Plan) -> None:
    """2. Nothing that a seat or spectator receives depends on what it cannot know, at any move.

    Declared secrets (`known_to`) are shuffled without calling the game, and fields that `hide` blanked are
    determinized. Either way the hidden state, view, previews, mask, choices (also those planned ahead), log, reasons,
    reports and the bots' moves must stay the same; a note may reach a seat only if it tells what that seat can know.
    `hide` may change only declared fields; `determinize` must differ from the truth at times, or nothing is proven.
    What one view marks as secret, no other may show. If necessary, more games are played until each declared field has
    held a secret a few times.
    """
    _check_declarations(game, plan)
    found = _Found(game)
    played = trials(game, plan)
    for trial in played:
        _look_on(trial, 6, plan, found)
    for trial in trials(game, plan._replace(games=plan.games + MORE))[len(played) :]:
        if found.seldom():
            _look_on(trial, 0, plan, found)
    if not plan.open_information:
        found.check()


def _look_on(trial: Trial, every: int, plan: Plan, found: _Found) -> None:
    """Plays a game and checks it about once in `every` moves, and at positions with a rarely seen secret."""
    dice = Dice(trial.seed + 1)
    for match in matches(trial, every, found.is_wanted):
        views = {seat: match.view(None if seat == SPECTATOR else seat) for seat in range(SPECTATOR, trial.seats)}
        for seat, view in views.items():
            _keeps_secrets(_Look(trial, match, seat, view), dice, plan, found)
        _marked_is_seen_by_one(trial, match, views)


def _check_declarations(game: Game, plan: Plan) -> None:
    secrets = declared(game.state)
    name = game.state.__name__
    if not secrets and not plan.open_information:
        raise Nonconformity(
            f"{game.name}: no field of {name} says who may know it. Say so where it is declared, as in"
            f' "deck: Int8[24] = known_to(NOBODY, of="cards")" or "hand: Int8[4, 5] = known_to(OWNER, of="cards")";'
            " the other fields everybody may know. If nothing is hidden but chance, say so: --open on the command line,"
            " open_information=True in a Plan"
        )
    if secrets and plan.open_information:
        raise Nonconformity(
            f"{game.name}: the plan says open_information=True, but not everybody may know {name}.{next(iter(secrets))}"
        )
    of = {secret.of for secret in secrets.values()}
    for field, secret in secrets.items():
        if secret.who == HOLDER and secret.by not in of:
            raise Nonconformity(f"{game.name}: {name}.{field} goes by {secret.by}, but no field is of {secret.by}")


class _Look(NamedTuple):
    """The data that one seat receives at one position of a match."""

    trial: Trial
    match: Match
    seat: int
    view: Any

    def fail(self, what: str) -> Nonconformity:
        return self.trial.fail(self.match.ply, what)


class _Found:
    """The coverage so far, over all games."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.hidden = Counter[str]()
        """The fields that `hide` changed."""
        self.determinized = Counter[str]()
        """The fields in which `determinize` differed from the true state."""
        self.secret = Counter[str]()
        """The fields with information that a seat may not know."""
        self.exchanged = Counter[str]()
        self.held: dict[str, set[bytes]] = defaultdict(set)
        """The values of fields of plain numbers that a seat may not know."""

    def seldom(self) -> list[str]:
        """The fields without enough coverage."""
        return [field for field in declared(self.game.state) if self.secret[field] < OFTEN]

    def is_wanted(self, match: Match) -> bool:
        """Whether such a field holds a secret now."""
        seldom = self.seldom()
        return any(
            self.is_secret(field, match.position, cells[field])
            for seat in (range(SPECTATOR, match.seats) if seldom else ())
            for cells in [unknown(self.game.state, match.position, seat)]
            for field in seldom
        )

    def is_secret(self, field: str, truth: Any, cells: Any) -> bool:
        """Whether the cells of a field hold information; they don't if all components are alike."""
        held = np.asarray(truth[field][0])[cells]
        if declared(self.game.state)[field].by:
            return bool(held.size and (held != held[0]).any())
        return bool(held.size)

    def check(self) -> None:
        """Raises Nonconformity where nothing was proven."""
        game = self.game
        if not self.hidden:
            raise Nonconformity(f"{game.name}: hide never hid anything")
        if still := sorted(set(self.hidden) & set(self.secret) - set(self.determinized)):
            raise Nonconformity(
                f"{game.name}: determinize never differed from the truth in {', '.join(still)}, which hide hides"
            )
        for field, secret in declared(game.state).items():
            if secret.kind and self.secret[field] and not self.exchanged[field]:
                raise Nonconformity(
                    f"{game.name}: there were never two {secret.kind} that could be exchanged in {field}; nothing is"
                    " proven of it"
                )
            if not secret.kind and len(self.held[field]) > 1 and not self.hidden[field]:
                raise Nonconformity(f"{game.name}: hide leaves {field} as it is; who may know it: {secret.words}")


def _keeps_secrets(look: _Look, dice: Dice, plan: Plan, found: _Found) -> None:
    trial, match, seat, _ = look
    truth, known = match.position, match.hidden(seat)
    world = determinized(trial, known, seat, dice.below(1 << 30))
    found.determinized.update(_changed(truth, world))
    _check_hidden(look, known)
    _count(look, known, found)
    twin = exchanged(trial.game, truth, seat, dice)
    found.exchanged.update(twin.moved)
    if differ := _hidden_otherwise(look, known, twin.array, "when what it may not know is exchanged"):
        raise look.fail(f"hide tells seat {seat} what it may not know: {differ}")
    if differ := _hidden_otherwise(look, known, world, "determinized and hidden again"):
        raise look.fail(f"seat {seat} knows what determinize changed: {differ}")
    expected = _all_outputs(match, seat, plan, trial.seed, look.view)
    for other in (twin.array, world):
        _check_same_outputs(look, match.with_position(other), expected, dice, plan)


def _hidden_otherwise(look: _Look, known: Any, world: Any, how: str) -> str:
    """The difference between another state, hidden for the seat, and the seat's information state; empty if there is
    none.
    """
    again = copied(world)
    verbs.hide(again[0], look.trial.game.box.record, look.seat)
    return differences(known, again, ("hidden", how))


def _changed(truth: Any, other: Any) -> list[str]:
    held = facts(other)
    return [name for name, value in facts(truth).items() if value != held[name]]


def _count(look: _Look, known: Any, found: _Found) -> None:
    """Records the fields that are hidden here, which must be declared."""
    game, truth = look.trial.game, look.match.position
    secrets = declared(game.state)
    hidden = _changed(truth, known)
    found.hidden.update(hidden)
    for field in hidden:
        if field not in secrets:
            raise look.fail(
                f"hide changes {field} for seat {look.seat}, but everybody may know it as it is declared; say who may:"
                f" {game.state.__name__}.{field} = known_to(...)"
            )
    for field, cells in unknown(game.state, truth, look.seat).items():
        if found.is_secret(field, truth, cells):
            found.secret[field] += 1
            if not secrets[field].kind:
                found.held[field].add(np.asarray(truth[field][0])[cells].tobytes())


def _check_hidden(look: _Look, known: Any) -> None:
    """Hiding twice is hiding once, and the generator is gone."""
    seat, trial = look.seat, look.trial
    if known["rng"].any():
        raise look.fail(f"the state hidden for seat {seat} still holds the generator")
    for field, held in facts(known).items():
        for generator in _generators(look):
            words = [int(word) for word in generator if word > 0xFFFF]
            if sum(word.to_bytes(4, "little") in held for word in words) > 1:
                raise look.fail(f"the state hidden for seat {seat} holds words of the generator in {field}")
    twice = copied(known)
    verbs.hide(twice[0], trial.game.box.record, seat)
    if differ := differences(known, twice, ("hidden once", "hidden twice")):
        raise look.fail(f"hide for seat {seat} is not idempotent: {differ}")


def _generators(look: _Look) -> list[Any]:
    """The generator before the deal, after it, and now."""
    blank = look.trial.game.blank(look.trial.seats, look.trial.options)
    rng.seed(blank[0], look.trial.seed)
    return [array["rng"][0] for array in (blank, look.match.positions[0], look.match.position)]


def outputs(match: Match, seat: int, view: Any = None) -> dict[str, bytes]:
    """Everything that leaves the engine for a seat; `view` is its view, if it was made already."""
    view = view or match.view(None if seat == SPECTATOR else seat)
    log, view.log = view.log, []
    choices = match.choices(seat) if seat in match.waiting else []
    in_words = Seat(match, seat)
    return {
        "mask": match.legal(seat).tobytes() if seat in match.waiting else b"",
        "list of choices after the others' turn": msgspec.json.encode(
            [] if seat == SPECTATOR else choices_ahead(match, seat)
        ),
        "list of choices": msgspec.json.encode(choices),
        "log": msgspec.json.encode(log),
        "previews": msgspec.json.encode(view.previews),
        "clock": msgspec.json.encode(match.clock) if seat == SPECTATOR else b"",
        "view": msgspec.json.encode(view),
        "list of reasons": msgspec.json.encode([match.why_not(seat, piece) for piece in view.touchable()]),
        "text observation": in_words.observation(since=0).encode(),
        "answer to an illegal action": _refusal(in_words).encode(),
    }


def _refusal(in_words: Seat) -> str:
    """The answer to a reply that is not legal and names a piece."""
    try:
        in_words.read("[" + " ".join(["something else", *list(in_words.pieces)[:1]]) + "]")
    except IllegalAction as error:
        return str(error)
    raise AssertionError("a reply that is no action was read as one")


def _all_outputs(match: Match, seat: int, plan: Plan, seed: int, view: Any = None) -> dict[str, bytes]:
    """Everything that a seat receives, by name: what leaves the engine, reports, and the moves of bots in that seat."""
    found = outputs(match, seat, view)
    found.update({name: repr(report(match, seat)).encode() for name, report in plan.reports.items()})
    if seat in match.waiting:
        found.update({f"bot {name}": str(bot(match, seat, seed)).encode() for name, bot in plan.bots.items()})
    return found


def _check_same_outputs(look: _Look, twin: Match, expected: dict[str, bytes], dice: Dice, plan: Plan) -> None:
    """The seat must receive the same in any other deal that it cannot distinguish from this one."""
    other = _all_outputs(twin, look.seat, plan, look.trial.seed)
    for what, words in expected.items():
        if words != other[what]:
            parting = where_they_differ(words, other[what])
            if what.startswith("bot "):
                raise look.fail(f"{what} in seat {look.seat} plays by what it cannot know: {parting}")
            raise look.fail(f"the {what} of seat {look.seat} tells what it cannot know: {parting}")
    if not look.match.over:
        actor = dice.one_of(look.match.waiting)
        both = np.flatnonzero(look.match.legal(actor) & twin.legal(actor))
        for _ in range(min(ACTIONS, both.size)):
            _notes_keep_secrets(look, twin, actor, int(dice.one_of(both)))


def where_they_differ(one: bytes, other: bytes) -> str:
    """Two texts from where they differ."""
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    start = max(0, at - 60)
    return f"{one[start : at + 40]!r} and {other[start : at + 40]!r}"


def _notes_keep_secrets(look: _Look, twin: Match, actor: int, action: int) -> None:
    """If the same action leads to the same information state, the seat must get the same notes."""
    knowledge, heard = [], []
    for other in (look.match, twin):
        array = copied(other.position)
        array["rng"] = look.match.position["rng"]
        with collected() as notes:
            play(look.trial, array, actor, action)
        verbs.hide(array[0], look.trial.game.box.record, look.seat)
        knowledge.append(array.tobytes())
        heard.append([note for note in notes if note.reaches(look.seat)])
    if knowledge[0] == knowledge[1] and heard[0] != heard[1]:
        unlike = [pair for pair in zip(*heard, strict=False) if pair[0] != pair[1]]
        raise look.fail(
            f"seat {actor} plays {action}: notes tell seat {look.seat} what it cannot know: {unlike or heard}"
        )


# --- what views mark as secret ------------------------------------------------------------------------


def _marked_is_seen_by_one(trial: Trial, match: Match, views: dict[int, Any]) -> None:
    """Checks that no other view shows the pieces that a view marks as secret."""
    for seat, view in views.items():
        marked = [piece for piece in view.pieces if piece.secret]
        if marked and seat == SPECTATOR:
            raise trial.fail(match.ply, f"the view of a spectator marks {marked[0].id} as its secret")
        shown = Counter(look for piece in view.pieces if not piece.secret for look in _looks(piece))
        for other, theirs in views.items():
            if other != seat:
                _shows_none(trial, match, marked, shown, (seat, other), theirs)


def _shows_none(
    trial: Trial, match: Match, marked: list[Any], shown: Counter[Any], seats: tuple[int, int], view: Any
) -> None:
    """`shown` counts the public pieces in one seat's view by look: the other may show no more of each."""
    same = {piece.id: _looks(piece) for piece in view.pieces}
    seen = Counter(look for piece in view.pieces if not piece.secret for look in _looks(piece))
    for piece in marked:
        looks = _looks(piece)
        if looks & same.get(piece.id, set()) or any(seen[look] > shown[look] for look in looks):
            what = f"{piece.id} ({piece.label}) is marked in the view of seat {seats[0]} as its secret"
            raise trial.fail(match.ply, f"{what}, but the view of seat {seats[1]} shows it")


def _looks(piece: Any) -> set[bytes]:
    """The identifying parts of a card: its face, without its state, and its label."""
    face = msgspec.structs.replace(piece.face, dim=False, status="")
    return {msgspec.json.encode(face), piece.label.encode()}
