"""Games between bots with all data of a study: a row for each game.

A row records a game round by round: the decisions and the number of legal actions, the leader and the lead, the
resources of the seats, the cards dealt and the cards used. `COLUMNS` explains each column.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from cogtable.bots import Bot
from cogtable.engine.compile.jit import kernel
from cogtable.engine.compiled_play.kernels import fill_mask
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.records.state import Ints, Mask
from cogtable.engine.rules import verbs
from cogtable.lab import deals
from cogtable.lab.compiled_games import Watcher, deal_tables, play_tables, used
from cogtable.table.study import Study

MOST_ROUNDS = 60
"""Later rounds are counted, but their data are not kept."""

NEVER = -1

COLUMNS = {
    "box": "Which box: 0 is the one studied, 1 the one it is compared with",
    "deal": "The seed that the game was dealt from",
    "turns": "By how many seats the hands were handed on",
    "length": "How many actions were played, by all seats",
    "rounds": "The number of the last round",
    "finished": "Whether the game came to its end",
    "places": "The place of each seat, 1 is best",
    "scores": "The score of each seat",
    "won": "The share of the win of each seat",
    "margin": "The winner's score less that of the next seat",
    "tied": "Whether several seats shared the first place",
    "lead_changes": "How often the sole lead in score passed from one seat to another",
    "expected_changes": "How often those with the best chances, by `evaluate`, changed",
    "drama": "How far the chances of the winners lay behind the best ones, on the mean of all decisions, 0 to 1",
    "behind": "The share of decisions before which another seat had better chances than the winner",
    "turns_taken": "Rounds in which a seat decided something, over all seats",
    "turns_idle": "Those of them in which it never had more than one legal action",
    "decisions": "By round: how many decisions with two actions or more there were, over all seats",
    "branching": "By round: how many legal actions these had together",
    "chosen": "By round and choice: how often it was chosen",
    "leader": "By round: the seat that led alone when it began, -1 for none",
    "first_to": "For 1, 2, 3 ... points: the seat that had so many first, -1 if several had at once",
    "first_ahead": "For 1, 2, 3 ... points: the seat that first led by so many",
    "first_ahead_round": "For 1, 2, 3 ... points: the round in which it first did",
    "races_to": "The same as first_to for each race of the game, as for bases",
    "races_ahead": "The same as first_ahead for each race",
    "races_ahead_round": "The same as first_ahead_round for each race",
    "resources": "By round, resource and seat: how much the seat had when it began",
    "left": "By resource and seat: how much was left at the end",
    "parts": "By round and portion: the part, over all seats, when it began",
    "wholes": "By round and portion: the whole",
    "used": "What each seat used of what the game counts: seat * names + name",
    "used_round": "In which round it did first; 0 from the start",
    "dealt": "Which cards each seat was dealt: seat * cards + card",
    "first_choice": "For each card that was turned up the seat that had the first choice of it: seat * cards + card, "
    "where one kind of card follows the other",
}


@kernel
def _look(
    states: Any, boxes: Any, tables: Ints, seats: Ints, mask: Mask, legal: Ints, ranks: Any, chances: Any
) -> None:
    """For each table where a seat decides: its number of legal actions, and all seats' scores and chances."""
    for k in range(tables.size):
        s, b = states[int(tables[k])], boxes[0]
        fill_mask(s, b, seats[k], mask)
        legal[k] = mask.sum()
        verbs.rank(s, b, ranks[k])
        verbs.evaluate(s, b, chances[k])


class Recorder:
    """Watches tables that are played, and makes a row for each."""

    def __init__(self, game: GameSpec, study: Study, seats: int) -> None:
        self._game, self._study, self._seats = game, study, seats
        self._parts: list[tuple[Any, ...]] = []
        self._mask = game.mask()
        self._choice = np.full(game.actions, NEVER)
        for i, actions in enumerate(study.choices.values()):
            self._choice[list(actions)] = i
        self._uses: dict[str, Any] = {}

    def __call__(self, states: Any, tables: Ints, seats: Ints, actions: Ints) -> None:
        """A batch of decisions (see `Watcher`)."""
        n = len(tables)
        if not n:
            return
        legal, ranks = np.zeros(n, np.int64), np.zeros((n, self._seats, 2), np.int32)
        chances = np.zeros((n, self._seats), np.int64)
        _look(states, self._game.box.tables, tables, seats, self._mask, legal, ranks, chances)
        now = states[tables]
        rounds = self._rounds(now)
        self._see_uses(states, tables, rounds)
        self._see_cards(now, tables, seats)
        self._parts.append(
            (
                tables.copy(),
                now["ply"].astype(np.int64),
                seats.astype(np.int64),
                self._choice[actions],
                legal,
                rounds,
                ranks[:, :, 1].astype(np.int64),
                chances,
                self._amounts(now),
                self._portions(now),
            )
        )

    def _rounds(self, states: Any) -> Any:
        return np.asarray(self._study.rounds(states) if self._study.rounds else states["ply"], np.int64)

    def _amounts(self, states: Any) -> Any:
        """(n, resources, seats)."""
        found = [np.asarray(each.amount(states))[:, : self._seats] for each in self._study.resources]
        return np.stack(found, 1).astype(np.int64) if found else np.zeros((len(states), 0, self._seats), np.int64)

    def _portions(self, states: Any) -> Any:
        """(n, portions, 2): part and whole, over all seats."""
        b = self._game.box.record
        found = [
            np.stack([np.asarray(side(states, b))[:, : self._seats].sum(axis=1) for side in (each.part, each.whole)], 1)
            for each in self._study.portions
        ]
        return np.stack(found, 1).astype(np.int64) if found else np.zeros((len(states), 0, 2), np.int64)

    def _see_uses(self, states: Any, tables: Ints, rounds: Any) -> None:
        """Records the items that seats have used at tables where a new round began."""
        if not self._game.tallies:
            return
        known = self._uses.setdefault("round", np.full(len(states), NEVER))
        at = np.unique(tables[rounds != known[tables]])
        if not at.size:
            return
        known[tables] = rounds
        self._note_uses(states[at], at, known[at])

    def _note_uses(self, states: Any, at: Any, rounds: Any) -> None:
        over = states.copy()
        over["over"] = 1
        found = used(self._game, over, self._seats)
        first = self._uses.setdefault("first", np.full((len(self._uses["round"]), *found.shape[1:]), NEVER))
        begun = np.where(self._uses.setdefault("seen", np.zeros(len(first), bool))[at], rounds - 1, 0)
        self._uses["seen"][at] = True
        now = first[at]
        first[at] = np.where(found & (now == NEVER), np.maximum(begun, 0)[:, None, None], now)

    def _see_cards(self, now: Any, tables: Ints, seats: Ints) -> None:
        """The seat that decides first after a card was turned up has the first choice of it."""
        counts = [len(self._game.box.names[shown.kind]) for shown in self._study.shown]
        first = self._uses.setdefault("choice", {})
        for i, shown in enumerate(self._study.shown):
            for k in np.flatnonzero(np.asarray(shown.choosing(now))):
                seen = first.setdefault(int(tables[k]), np.full(sum(counts), NEVER))
                open_now = np.asarray(shown.cards(now[k : k + 1]))[0]
                fresh = sum(counts[:i]) + open_now[open_now >= 0]
                seen[fresh[seen[fresh] == NEVER]] = seats[k]

    # --- what happened --------------------------------------------------------------------------------

    def rows(self, states: Any, played: Any) -> list[dict[str, Any]]:
        """A row for each table, from the states and results at the end."""
        columns = [np.concatenate(column) for column in zip(*self._parts, strict=True)] if self._parts else []
        found = []
        order = np.lexsort((columns[1], columns[0]))
        columns = [column[order] for column in columns]
        starts = np.searchsorted(columns[0], np.arange(len(states) + 1))
        lasts, left = self._rounds(states), self._amounts(states)
        for i in range(len(states)):
            own = [column[starts[i] : starts[i + 1]] for column in columns]
            row = self._row(i, own, played, int(lasts[i])) | {"left": left[i].reshape(-1).tolist()}
            amounts, when = np.concatenate([own[8], left[i][None]]), np.append(own[5], lasts[i])
            found.append(row | self._races(amounts, when))
        return found

    def _row(self, i: int, own: list[Any], played: Any, last: int) -> dict[str, Any]:
        _, _, seats, choices, legal, rounds, scores, chances, amounts, portions = own
        won, places, final = played.won[i], played.ranks[i, :, 0], played.ranks[i, :, 1].astype(np.int64)
        by_place = np.lexsort((-final, places))
        last = max(last, int(rounds.max(initial=0)))
        kept = min(last, MOST_ROUNDS)
        scores = np.concatenate([scores, final[None]])
        row = {
            "length": int(played.plies[i]),
            "rounds": last,
            "finished": bool(played.over[i]),
            "places": places.tolist(),
            "scores": final.tolist(),
            "won": won.tolist(),
            "margin": int(final[by_place[0]] - final[by_place[1]]) if len(final) > 1 else 0,
            "tied": int((places == 1).sum()) > 1,
            "lead_changes": changes_of_lead(scores),
        }
        row |= tension(chances, won)
        row |= _turns(seats, legal, rounds)
        real = legal > 1
        within = (rounds >= 1) & (rounds <= kept)
        row["decisions"] = np.bincount(rounds[within & real] - 1, minlength=kept).tolist()
        row["branching"] = np.bincount(rounds[within & real] - 1, legal[within & real], kept).astype(int).tolist()
        kinds = len(self._study.choices)
        chosen = within & (choices >= 0)
        row["chosen"] = np.bincount((rounds[chosen] - 1) * kinds + choices[chosen], minlength=kept * kinds).tolist()
        begins = np.array([np.argmax(rounds >= number) for number in range(1, kept + 1)], np.int64)
        row["leader"] = sole_leaders(scores[begins]).tolist() if kept else []
        row["first_to"], row["first_ahead"] = firsts(scores)
        row["first_ahead_round"] = ahead_in(scores, np.append(rounds, last))
        row["resources"] = amounts[begins].reshape(-1).tolist() if kept else []
        row["parts"] = portions[begins, :, 0].reshape(-1).tolist() if kept else []
        row["wholes"] = portions[begins, :, 1].reshape(-1).tolist() if kept else []
        row |= self._uses_of(i, played, last)
        first = self._uses.get("choice", {}).get(i)
        count = 0 if first is None else len(first)
        row["first_choice"] = [] if first is None else [int(first[c]) * count + c for c in np.flatnonzero(first >= 0)]
        return row

    def _races(self, amounts: Any, rounds: Any) -> dict[str, Any]:
        """The first seat in each race and its round, from the resources before each decision and at the end."""
        at = [i for i, each in enumerate(self._study.resources) if each.name in self._study.races]
        found = [firsts(amounts[:, i]) for i in at]
        return {
            "races_to": [to for to, _ in found],
            "races_ahead": [ahead for _, ahead in found],
            "races_ahead_round": [ahead_in(amounts[:, i], rounds) for i in at],
        }

    def _uses_of(self, i: int, played: Any, last: int) -> dict[str, Any]:
        at = np.argwhere(played.used[i])
        names = played.used.shape[2]
        first = self._uses.get("first")
        rounds = [last if first is None or first[i, s, n] == NEVER else int(first[i, s, n]) for s, n in at]
        return {"used": [int(s * names + n) for s, n in at], "used_round": rounds}


def sole_leaders(scores: Any) -> Any:
    """The seat that leads alone in each row of scores (n, seats), -1 for none."""
    best = scores.max(axis=1, keepdims=True)
    return np.where((scores == best).sum(axis=1) == 1, scores.argmax(axis=1), NEVER)


def changes_of_lead(scores: Any) -> int:
    """How often the sole lead passed to another seat. A lead that is shared for a while and regained has not passed."""
    leaders = sole_leaders(scores)
    leaders = leaders[leaders >= 0]
    return int(np.count_nonzero(leaders[1:] != leaders[:-1]))


def tension(chances: Any, won: Any) -> dict[str, Any]:
    """Lead changes and drama as Ludii defines them, by the game's own evaluation before each decision.

    Lead change counts how often the set of seats with the best evaluation changes; drama is the mean distance between
    the best evaluation and that of the winners (M. Stephenson and others, "General Game Heuristic Prediction Based on
    Ludeme Descriptions", 2021, and Ludii's `metrics`; after C. Browne, "Automatic generation and evaluation of
    recombination games", 2008). TAG measures its games in the same terms (R. Gaina and others, "TAG: a tabletop games
    framework", 2020).
    """
    best = chances.max(axis=1, keepdims=True) if len(chances) else np.zeros((0, 1))
    ahead = chances == best
    changes = int((ahead[1:] != ahead[:-1]).any(axis=1).sum())
    winners = won > 0
    if not winners.any() or not len(chances):
        return {"expected_changes": changes, "drama": 0.0, "behind": 0.0}
    gaps = best[:, 0] - chances[:, winners].mean(axis=1)
    behind = float((best[:, 0] > chances[:, winners].max(axis=1)).mean())
    return {"expected_changes": changes, "drama": float(gaps.mean()) / 1000, "behind": behind}


def _turns(seats: Any, legal: Any, rounds: Any) -> dict[str, Any]:
    """The number of rounds in which seats decided, and the number of these in which they had no choice."""
    turns = rounds * 8 + seats
    taken = np.unique(turns[rounds >= 1])
    free = np.unique(turns[(rounds >= 1) & (legal > 1)])
    return {"turns_taken": len(taken), "turns_idle": len(taken) - len(free)}


MOST_POINTS = 200
"""The most points, and the largest lead, for which the first seat is recorded."""


def firsts(scores: Any) -> tuple[list[int], list[int]]:
    """Who first had 1, 2, 3 ... points, and who first led by 1, 2, 3 ..., from the scores before each decision and at
    the end. A seat that had them at the start counts as the first if it alone did.
    """
    best = min(int(scores.max(initial=0)), MOST_POINTS)
    reached = []
    for points in range(1, best + 1):
        there = scores >= points
        who = np.flatnonzero(there[np.argmax(there.any(axis=1))])
        reached.append(int(who[0]) if len(who) == 1 else NEVER)
    leaders = scores.argmax(axis=1)
    return reached, [int(leaders[at]) for at in _ahead_at(scores)]


def ahead_in(scores: Any, rounds: Any) -> list[int]:
    """In which round a seat first led by 1, 2, 3 ..., from the scores before each decision and at the end; at least
    1.
    """
    return [max(1, int(rounds[at])) for at in _ahead_at(scores)]


def _ahead_at(scores: Any) -> list[int]:
    """The first row of scores in which a seat leads by 1, 2, 3 ..."""
    if scores.shape[1] < 2:
        return []
    ordered = np.sort(scores, axis=1)
    lead = ordered[:, -1] - ordered[:, -2]
    most = min(int(lead.max(initial=0)), MOST_POINTS)
    return [int(np.argmax(lead >= points)) for points in range(1, most + 1)]


# --- playing ------------------------------------------------------------------------------------------


class Deals(NamedTuple):
    """The games to play: `games` seeds from `first` on, with the hands passed on by `turns` seats.

    `changed` can change the deal before hands are passed on (see `deals`), `watched` the bots' choices.
    """

    first: int
    games: int
    turns: int = 0
    changed: Callable[[Any], object] | None = None
    watched: Watcher | None = None


def turns_of(game: GameSpec, seats: int) -> int:
    """How often each deal is played: once with each seat having each hand, where hands are dealt."""
    dealt = deals.study_of(game).dealt
    return seats if dealt and dealt.exchanged else 1


def record_games(game: GameSpec, blank: Any, players: list[Bot], wanted: Deals) -> list[dict[str, Any]]:
    """Plays the games and returns their rows, without `box`."""
    study, seats = deals.study_of(game), len(players)
    recorder = Recorder(game, study, seats)
    kept: dict[str, Any] = {}

    def changed(states: Any) -> None:
        kept["states"] = states
        _change_deals(game, states, seats, wanted)
        if study.dealt:
            kept["dealt"] = deals.cards(study.dealt, states, seats)

    def watched(states: Any, tables: Ints, deciding: Ints, actions: Ints) -> None:
        if wanted.watched:
            wanted.watched(states, tables, deciding, actions)
        recorder(states, tables, deciding, actions)

    played = play_tables(game, blank, players, wanted.first, wanted.games, changed=changed, watched=watched)
    if not wanted.games:
        return []
    rows = recorder.rows(kept["states"], played)
    for i, row in enumerate(rows):
        row["deal"], row["turns"] = wanted.first + i, wanted.turns
        row["dealt"] = _dealt(game, study, kept["dealt"][i]) if study.dealt else []
    return rows


def deal_games(game: GameSpec, blank: Any, seats: int, wanted: Deals) -> Any:
    """The states that `record_games` plays from, one for each game."""
    states, _ = deal_tables(game, blank, wanted.first, wanted.games)
    _change_deals(game, states, seats, wanted)
    return states


def _change_deals(game: GameSpec, states: Any, seats: int, wanted: Deals) -> None:
    """Changes states after they were dealt, as `wanted` says."""
    if wanted.changed:
        wanted.changed(states)
    dealt = deals.study_of(game).dealt
    if dealt and dealt.exchanged:
        deals.exchange(game, dealt, states, seats, wanted.turns)


def _dealt(game: GameSpec, study: Study, hands: Any) -> list[int]:
    assert study.dealt
    count = len(game.box.names[study.dealt.kind])
    return [int(seat * count + card) for seat, hand in enumerate(hands) for card in hand if card >= 0]


def tabulated(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Rows as columns, in the order of `COLUMNS`."""
    return {name: [row[name] for row in rows] for name in COLUMNS}
