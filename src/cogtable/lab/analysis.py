"""Hints and analysis: the best bot's move, each seat's chance of winning, and the loss of each move.

The best bot is `master` at tables of two in games that it has learned with two, else `expert`. A chance is the mean
result of its simulations. Each simulation samples the hidden information (P. Cowling, E. Powley, D. Whitehouse,
"Information Set Monte Carlo Tree Search", 2012): for a seat's decision from that seat's information state, for a
position from a spectator's. A simulation ends with the estimates of the network and the game's own `evaluate`, so a
chance is only as accurate as these.

The loss of a move is the best move's chance minus its own, for the seat that moved, given its information. It is not
the drop of the curve, which also contains luck such as a card turned up. First a search finds the moves worth
considering. Each of them, and the move that was played, is then searched alone, with the same number of simulations and
the same deals for all (common random numbers: A. Law, "Simulation Modeling and Analysis", section 11.2), and with deals
that the first search did not see, so that no move gains from luck in that search. The one with the highest chance is
the best, so a loss is never negative. docs/how-it-works.md says how much losses vary with the seed.

Hints, results and analyses read one search: for a decision they all make the same one, with the same seed, and compare
the moves that it considered most on the same deals. So they name the same best move, with the same chances.

>>> from cogtable import analysis
>>> analysis.advise(match, seat=0).words                # "take white, blue, green"
>>> max(analysis.losses(analysis.analyse(match)), key=lambda move: move.lost)
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

from cogtable import bots
from cogtable.bots import network_mcts
from cogtable.bots.bot import Bot, CancelToken, start_thinking
from cogtable.bots.mcts import SearchConfig, SearchResult, full_simulations, think
from cogtable.engine.errors import IllegalAction
from cogtable.engine.play.match import SPECTATOR
from cogtable.engine.rules import verbs
from cogtable.engine.rules.rng import check_seed
from cogtable.lab import reasons
from cogtable.lab.reasons import NamedReason

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec
    from cogtable.engine.play.match import Match
    from cogtable.view import Choice

Outcome = TypeVar("Outcome")

CANDIDATES = 3
"""The most moves that advice names."""

SEED = 0
"""The seed of hints, and of analyses unless another is wanted. Nothing follows from it about a deal or the bots."""

COMPARED = 1
"""Added to the seed for the deals on which moves are compared."""

SAMPLED_WORLDS = 8
"""The number of sampled deals that decide whether a spectator may know of a choice."""


class AnalysisEffort(NamedTuple):
    """The number of simulations: for the chances at a position, to find the moves worth considering in a decision (0
    for 2,500, or the number of `expert` if that is higher), and for each of the moves that are then compared.
    """

    look: int = 400
    search: int = 0
    compare: int = 600

    def of_search(self, game: GameSpec) -> int:
        """The number of simulations that find the moves worth considering."""
        return self.search or full_simulations(game)


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """A move considered in a hint, with its text and the seat's chance after it (0 to 1)."""

    action: int
    words: str
    chance: float


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """The best move found for a seat, and the chances, given that seat's information.

    `pieces` are touched by the choice; `candidates` are the moves that the adviser considered most, the best first, and
    the first one is advised. `chances` are each seat's chance before the move, if the advised one is played, and add up
    to 1. `simulations` are those of the search that chose the candidates; `whole` is False if there was no time to
    finish it, or to compare them: then the chances are those of the search. `reasons` are those of the game for the
    advised move and against the other candidates, at most three.
    """

    seat: int
    action: int
    words: str
    pieces: tuple[str, ...]
    chances: list[float]
    candidates: list[Candidate]
    simulations: int
    whole: bool = True
    reasons: list[NamedReason] = []


class JudgedMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move that was played although others were possible, and the best one, which may be the same.

    The chances (0 to 1) are the seat's own after each of them, given its information when it moved. `compared` are the
    actions that were considered beside it, with the best one, in the order of their chances.
    """

    ply: int
    seat: int
    action: int
    words: str
    chance: float
    best: int
    best_words: str
    best_chance: float
    compared: tuple[int, ...] = ()

    @property
    def lost(self) -> float:
        """The best move's chance minus that of the move played, at least 0."""
        return self.best_chance - self.chance


class AnalysedPosition(msgspec.Struct, frozen=True, kw_only=True):
    """A position of a match: after `ply` moves, with each seat's chance of winning as a spectator knew it, which add
    up to 1. `move` is the move played next, if that was a decision.
    """

    ply: int
    chances: list[float]
    move: JudgedMove | None = None


def adviser(game: GameSpec, seats: int) -> Bot:
    """The bot that gives hints at tables with `seats` seats."""
    return network_mcts.BOT if seats == 2 and network_mcts.knows(game, seats) else bots.find(bots.EXPERT)


# --- searches -----------------------------------------------------------------------------------------


class SearchOrder(NamedTuple):
    """A search by the adviser from a hidden state.

    hidden: the record of the state, an array of one, hidden for `seat`.
    seat: who decides; -1 for a spectator.
    seed: of the deals, 0 to 2**63 - 1.
    simulations: their number.
    first: the action that each simulation begins with, -1 for any.
    """

    hidden: Any
    seat: int
    seed: int
    simulations: int
    first: int = -1


Searches = Generator[list[SearchOrder], list[SearchResult], Outcome]
"""A computation that needs searches: it yields the next ones, which don't depend on each other, is sent their results,
and returns its outcome. It doesn't matter where they run, so a page can run them too.
"""


def is_guided(game: GameSpec, seats: int) -> bool:
    """Whether the adviser's searches use a network."""
    return adviser(game, seats).kind == network_mcts.BOT.kind


def advance(searches: Searches[Outcome], found: list[SearchResult] | None) -> list[SearchOrder]:
    """Sends a computation the results of its last searches, None at its beginning, and returns the next ones. Raises
    StopIteration with the outcome.
    """
    return next(searches) if found is None else searches.send(found)


def run(searches: Searches[Outcome], game: GameSpec, token: CancelToken | None = None) -> Outcome:
    """Runs the searches of a computation one after the other, and returns its outcome."""
    try:
        orders = next(searches)
        while True:
            orders = searches.send([_think(game, order, token) for order in orders])
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome


def together(several: list[Searches[Outcome]]) -> Searches[list[Outcome]]:
    """The searches of several computations side by side; the outcome is a list of theirs."""
    outcomes: dict[int, Outcome] = {}
    orders: list[list[SearchOrder]] = [[] for _ in several]
    found: list[list[SearchResult] | None] = [None for _ in several]
    while True:
        for at, searches in enumerate(several):
            if at in outcomes:
                continue
            try:
                orders[at] = advance(searches, found[at])
            except StopIteration as end:
                outcomes[at], orders[at] = end.value, []
        if len(outcomes) == len(several):
            return [outcomes[at] for at in range(len(several))]
        results = iter((yield [order for each in orders for order in each]))
        found = [list(islice(results, len(each))) for each in orders]


def _think(game: GameSpec, order: SearchOrder, token: CancelToken | None) -> SearchResult:
    """The adviser's search."""
    hidden, seat, seed, simulations, first = order
    if is_guided(game, int(hidden[0].seats)):
        return network_mcts.think(game, hidden, seat, seed, simulations, token=token, first=first)
    return think(game, hidden, seat, seed, SearchConfig(simulations), token=token, only=None if first < 0 else [first])


# --- a hint -----------------------------------------------------------------------------------------


class Decision(NamedTuple):
    """A decision of a seat after its search: what the search found, and the chance after each move that was compared,
    the best first. It is not `whole` if there was no time to compare them: then the chances are those of the search.
    """

    thought: SearchResult
    found: dict[int, float]
    whole: bool = True

    @property
    def best(self) -> int:
        """The action with the highest chance."""
        return next(iter(self.found))


def _search(match: Match, seat: int, seed: int, effort: AnalysisEffort) -> SearchOrder:
    """The search for the moves worth considering."""
    return SearchOrder(match.hidden(seat), seat, seed, effort.of_search(match.game))


def _comparing(
    match: Match, seat: int, seed: int, effort: AnalysisEffort, thought: SearchResult, played: int = -1
) -> Searches[Decision]:
    """The searches that compare the moves worth considering, and the one that was played unless -1, each alone. The
    deals on which they are compared depend on the seed of the analysis.
    """
    compared = _considered(thought)
    if played >= 0 and played not in compared:
        compared.append(played)
    hidden = match.hidden(seat)
    alone = yield [SearchOrder(hidden, seat, seed + COMPARED, effort.compare, action) for action in compared]
    if any(one.simulations < effort.compare for one in alone):
        return Decision(thought, _found(thought), whole=False)
    return Decision(thought, _best_first(dict(zip(compared, _own_chances(alone), strict=True))))


def _best_first(found: dict[int, float]) -> dict[int, float]:
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def _found(thought: SearchResult) -> dict[int, float]:
    """The chances of the moves worth considering, as the search itself found them."""
    known = dict(zip(thought.actions.tolist(), thought.chances.tolist(), strict=True))
    return _best_first({action: known[action] for action in _considered(thought)})


def advise(match: Match, seat: int, seed: int = SEED, simulations: int = 0, token: CancelToken | None = None) -> Advice:
    """Returns the best move for a seat that has a decision to make, using only that seat's information.

    The adviser searches as if it played, and the moves that it considered most are then compared on the same deals.
    With `simulations` 0, the search makes 2,500, or the number of `expert` if that is higher. Deterministic for a seed
    (0 to 2**63 - 1). Compiles on first use, then runs without the interpreter's lock; `token` lets another thread stop
    it early. Raises IllegalAction if the seat has nothing to decide.
    """
    return run(advising(match, seat, seed, simulations), match.game, token)


def advising(match: Match, seat: int, seed: int = SEED, simulations: int = 0) -> Searches[Advice]:
    """The searches of `advise`. Raises IllegalAction if the seat has nothing to decide."""
    if seat not in match.waiting:
        raise IllegalAction(f"seat {seat} has nothing to decide now")
    effort = AnalysisEffort(search=simulations)
    [thought] = yield [_search(match, seat, seed, effort)]
    return _advice(match, seat, (yield from _comparing(match, seat, SEED, effort, thought)))


def advice(match: Match, seat: int, thought: SearchResult) -> Advice:
    """The result of a search for a seat that has a decision to make, in words, if there is no time to compare moves."""
    return _advice(match, seat, Decision(thought, _found(thought), whole=False))


def _advice(match: Match, seat: int, decision: Decision) -> Advice:
    """A decision in words."""
    found, thought = decision.found, decision.thought
    candidates = [
        Candidate(action=action, words=match.choice(seat, action).text, chance=chance)
        for action, chance in found.items()
    ]
    best = match.choice(seat, decision.best)
    return Advice(
        seat=seat,
        action=best.action,
        words=best.text,
        pieces=best.pieces,
        chances=_with_own(shares(thought), seat, found[best.action]),
        candidates=candidates,
        simulations=thought.simulations,
        whole=decision.whole,
        reasons=reasons.of_move(match, seat, best.action, list(found)),
    )


def _considered(thought: SearchResult) -> list[int]:
    """The actions that a search visited most, the most visited first."""
    order = sorted(range(len(thought.actions)), key=lambda i: (-thought.visits[i], -thought.chances[i]))
    return [int(thought.actions[i]) for i in order[:CANDIDATES]]


def _with_own(shares: list[float], seat: int, chance: float) -> list[float]:
    """Each seat's chance if that of `seat` is known better: the others share the rest as before."""
    rest = sum(shares) - shares[seat]
    others = [share * (1 - chance) / rest if rest else (1 - chance) / max(1, len(shares) - 1) for share in shares]
    return [chance if each == seat else others[each] for each in range(len(shares))]


def shares(thought: SearchResult) -> list[float]:
    """Each seat's chance. Estimates add up to about 1; these do so exactly."""
    shares: list[float] = (thought.seats / thought.seats.sum()).tolist()
    return shares


# --- an analysis ------------------------------------------------------------------------------------


def analyse(match: Match, seed: int = SEED, effort: AnalysisEffort | None = None) -> Iterator[AnalysedPosition]:
    """The positions of a match in order, from the deal to the present: `match.ply` + 1 of them. Of a match that was
    ended early the last has the chances before that: giving up is no move, and no move is judged by it.

    Deterministic for a seed. It judges each move from what was known at the time but reveals all of them, so it is
    meant for finished games, or for people who may see everything. Raises BadOption for an invalid seed.
    """
    seed = check_seed(seed)
    for ply in range(match.ply + 1):
        yield analyse_position(match, ply, seed, effort)


def analyse_position(
    match: Match, ply: int, seed: int = SEED, effort: AnalysisEffort | None = None, token: CancelToken | None = None
) -> AnalysedPosition:
    """Returns one position of an analysis. Raises IllegalAction if fewer moves than `ply` were played.

    `token` lets another thread stop it when it is no longer needed; discard the result then.
    """
    return run(analysing(match, ply, seed, effort), match.game, token)


def analysing(
    match: Match, ply: int, seed: int = SEED, effort: AnalysisEffort | None = None
) -> Searches[AnalysedPosition]:
    """The searches of `analyse_position`."""
    effort = effort or AnalysisEffort()
    then = match.at(ply).unended()
    move = match.moves[ply] if ply < match.ply else None
    judged = move if move and not match.is_dropping(move) and _is_decision(then, move.seat, move.action) else None
    orders = [] if then.over else [SearchOrder(then.hidden(SPECTATOR), SPECTATOR, seed, effort.look)]
    if judged:
        orders.append(_search(then, judged.seat, seed, effort))
    found = (yield orders) if orders else []
    return AnalysedPosition(
        ply=ply,
        chances=_results(then) if then.over else shares(found[0]),
        move=(yield from _judging(then, judged.seat, judged.action, found[-1], seed, effort)) if judged else None,
    )


def losses(positions: Iterable[AnalysedPosition]) -> list[JudgedMove]:
    """The moves of an analysis that were decisions."""
    return [position.move for position in positions if position.move]


def chances(
    match: Match, seed: int = SEED, simulations: int = AnalysisEffort().look, token: CancelToken | None = None
) -> list[float]:
    """Each seat's chance of winning as a spectator knows the match; when it is over, the winners share 1."""
    if match.over:
        return _results(match)
    return shares(_think(match.game, SearchOrder(match.hidden(SPECTATOR), SPECTATOR, seed, simulations), token))


def _results(match: Match) -> list[float]:
    """The winners of a match that is over share 1."""
    winners = match.ranks.count(1)
    return [(rank == 1) / winners for rank in match.ranks]


def judge_moves(
    match: Match,
    seat: int,
    action: int,
    seed: int = SEED,
    effort: AnalysisEffort | None = None,
    token: CancelToken | None = None,
) -> JudgedMove | None:
    """The loss of an action of a seat if played now; None if it is the only one. Raises IllegalAction."""
    effort = effort or AnalysisEffort()
    if not _is_decision(match, seat, action):
        return None
    thought = _think(match.game, _search(match, seat, seed, effort), token)
    return run(_judging(match, seat, action, thought, seed, effort), match.game, token)


def _is_decision(match: Match, seat: int, action: int) -> bool:
    """Whether a seat has other actions than this one. Raises IllegalAction if it doesn't have this one."""
    legal = match.legal(seat)
    if not (0 <= action < legal.size and legal[action]):
        raise IllegalAction(f"seat {seat} may not play action {action} now")
    return int(legal.sum()) > 1


def _judging(
    match: Match, seat: int, action: int, thought: SearchResult, seed: int, effort: AnalysisEffort
) -> Searches[JudgedMove]:
    """The searches that compare an action, on the same deals, with those that a search considered most."""
    decision = yield from _comparing(match, seat, seed, effort, thought, action)
    found = decision.found
    best = action if found.get(action) == found[decision.best] else decision.best
    return JudgedMove(
        ply=match.ply,
        seat=seat,
        action=action,
        words=match.choice(seat, action).text,
        chance=found.get(action, found[best]),
        best=best,
        best_words=match.choice(seat, best).text,
        best_chance=found[best],
        compared=tuple(found),
    )


def _own_chances(alone: list[SearchResult]) -> list[float]:
    """A seat's chance after each of several actions, which were searched alone."""
    return [float(thought.chances[0]) for thought in alone]


# --- who may know -----------------------------------------------------------------------------------


def public(match: Match, seat: int, action: int) -> bool:
    """Whether everybody, including spectators, may know about a choice of `seat`.

    They may if the seat knows no more than a spectator, or if the choice is the same in all deals that are consistent
    with a spectator's information. `SAMPLED_WORLDS` deals are tried, so a choice that differs in very few deals can
    pass; it reveals hardly anything. Whether the choice was taken is a separate question: we assume that secret picks
    among open choices are known by the end of the game.
    """
    choice = match.choice(seat, action)
    if match.hidden(seat).tobytes() == match.hidden(SPECTATOR).tobytes():
        return True
    return all(_choice_in(_imagined(match, number), match, seat, action) == choice for number in range(SAMPLED_WORLDS))


def _imagined(match: Match, number: int) -> Any:
    """A state consistent with a spectator's information, an array of one."""
    world = match.hidden(SPECTATOR)
    start_thinking(world[0], SPECTATOR, number)
    verbs.determinize(world[0], match.game.box.record, SPECTATOR)
    return world


def _choice_in(world: Any, match: Match, seat: int, action: int) -> Choice | None:
    """The choice of an action of a seat in another state; None if it is not legal there."""
    game, state = match.game, world[0]
    mask = game.mask()
    verbs.legal(state, game.box.record, seat, mask)
    if not mask[action]:
        return None
    verbs.hide(state, game.box.record, seat)
    choice: Choice = game.table.choice(state, game.box, seat, action)
    return choice
