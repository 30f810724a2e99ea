"""The bots of a table in a page: those that search have the page do it, the others decide here."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cogtable import bots
from cogtable.bots import greedy, network_mcts
from cogtable.bots.bot import Bot, replies, start_thinking
from cogtable.engine.play.match import Match
from cogtable.engine.records.state import MAX_SEATS
from cogtable.engine.rules.rng import below
from cogtable.lab.analysis import Searches, SearchOrder
from cogtable.server.table.bot_turns import BotDecision, BotTurns, trouble_with
from cogtable.server.table.decisions import seed_of
from cogtable.server.table.table import Table
from cogtable.site.page_tables.thinking import OWN_PRIOR, Computation, Thinking

FALLBACK = "random"
"""The bot that replaces a bot that failed."""


class _Thought(NamedTuple):
    """What a bot is deciding, in a match, and the searches for that."""

    decision: BotDecision
    match: Match
    computation: Computation[int]


class Decided(NamedTuple):
    """The action of a seat's bot, chosen in a match."""

    seat: int
    match: Match
    action: int


class PageBots:
    """The bots of one table. `decided` has the actions that are to be played."""

    def __init__(self, table: Table, turns: BotTurns, thinking: Thinking) -> None:
        self._table = table
        self._turns = turns
        self._thinking = thinking
        self._thoughts: dict[int, _Thought] = {}
        self._given_up: set[str] = set()
        """Bots that failed at this table, and are not used again."""
        self.decided: list[Decided] = []

    def wake(self) -> None:
        """Begins searches for bots that have a decision to make, and drops those for decisions that have passed."""
        for seat, thought in list(self._thoughts.items()):
            if thought.decision != self._turns.decision(seat):
                self._thinking.cancel(thought.computation)
                del self._thoughts[seat]
        known = {*self._thoughts, *(decided.seat for decided in self.decided)}
        for seat in range(self._table.match.seats):
            decision = self._turns.decision(seat)
            if decision and seat not in known and self._searches(decision.bot, seat):
                self._think(seat, decision)

    def decide(self) -> Decided | None:
        """Returns the next action that is to be played: one that was searched for, or that of a bot which decides at
        once; None if there is none.
        """
        if self.decided:
            return self.decided.pop(0)
        match = self._table.match
        for seat in range(match.seats):
            decision = self._turns.decision(seat)
            if decision and not self._searches(decision.bot, seat):
                bot = FALLBACK if decision.bot in self._given_up else decision.bot
                return Decided(seat, match, decided_at_once(bot, match, seat, self._seed(seat)))
        return None

    def _searches(self, bot: str, seat: int) -> bool:
        """Whether a bot must search for its decision; not if there is only one action."""
        if bot in self._given_up or bots.find(bot).kind not in ("search", "guided"):
            return False
        return len(legal_actions(self._table.match, seat)) > 1

    def _seed(self, seat: int) -> int:
        return seed_of(self._table.row, seat, self._table.match.ply)

    def _think(self, seat: int, decision: BotDecision) -> None:
        match, bot = self._table.match, bots.find(decision.bot)
        guided = bot.kind == "guided" and network_mcts.knows(match.game, match.seats)
        computation = Computation(
            deciding(match, seat, self._seed(seat), bot.simulations(match.game, match.seats)),
            match.game,
            lambda action: self._found(seat, action),
            lambda error: self._failed(seat, error),
            guided=guided,
            prior=_prior(bot, match),
        )
        self._thoughts[seat] = _Thought(decision, match, computation)
        self._thinking.begin(computation)

    def _found(self, seat: int, action: int) -> None:
        thought = self._thoughts.pop(seat)
        self.decided.append(Decided(seat, thought.match, action))

    def _failed(self, seat: int, error: Exception) -> None:
        bot = self._thoughts.pop(seat).decision.bot
        self._given_up.add(bot)
        self._turns.trouble = trouble_with(bot, error)


def _prior(bot: Bot, match: Match) -> int:
    prior = getattr(bot.settings_for(match.game), "prior", None)
    return OWN_PRIOR if prior is None else int(prior)


def deciding(match: Match, seat: int, seed: int, simulations: int) -> Searches[int]:
    """The search of a bot's decision; its outcome is the action."""
    [found] = yield [SearchOrder(match.hidden(seat), seat, seed, simulations)]
    return found.best


def legal_actions(match: Match, seat: int) -> list[int]:
    """The actions that a seat can take."""
    return [int(action) for action in np.flatnonzero(match.legal(seat))]


def decided_at_once(bot: str, match: Match, seat: int, seed: int) -> int:
    """Returns the action of `random`, of `greedy`, or of a bot that has no choice: the one that it takes everywhere."""
    legal, hidden = legal_actions(match, seat), match.hidden(seat)
    if len(legal) == 1:
        return legal[0]
    game = match.game
    if bot == greedy.BOT.name:
        chances, worth = np.zeros(MAX_SEATS, np.int64), np.zeros(game.actions, np.int64)
        work = (game.mask(), replies(game), game.state.new(), game.state.new(), chances, worth)
        with np.errstate(over="ignore"):  # as in compiled code
            return int(greedy.decide_greedily(hidden[0], game.box.record, seat, seed, *work))
    with np.errstate(over="ignore"):
        start_thinking(hidden[0], seat, seed)
        return legal[int(below(hidden[0], len(legal)))]
