"""The reasons for moves and results in Recharge."""

from __future__ import annotations

from cogtable.games.recharge.rules.components import ROUNDS
from cogtable.games.recharge.rules.offers import can_play
from cogtable.games.recharge.rules.state import Question, Recharge
from cogtable.table import (
    Because,
    Behind,
    Box,
    Moved,
    MoveReason,
    Reasons,
    ResultReason,
    name_of,
    phrase,
    phrases,
    plural,
    say,
)

FEW_COINS = 2
"""A difference of so many coins is worth a mention."""


def crowns(s: Recharge, box: Box, seat: int) -> int:
    """The crowns of a seat: printed on its robots, and gained."""
    return int(s.printed[seat]) + int(s.crowns[seat])


def robots(s: Recharge, box: Box, seat: int) -> int:
    """The robots that a seat has in play."""
    return int(s.robots[seat])


def charged(s: Recharge, box: Box, seat: int) -> int:
    """The robots of a seat that have a battery."""
    return sum(s.batteries[card] > 0 for card in s.fleet[seat][: s.robots[seat]])


def batteries(s: Recharge, box: Box, seat: int) -> int:
    """The batteries of a seat, with those that it is about to add."""
    return int(s.power[seat]) + (int(s.remaining[seat]) if s.asks[seat] == Question.CHARGE else 0)


def coins(s: Recharge, box: Box, seat: int) -> int:
    """The coins of a seat."""
    return int(s.coins[seat])


def cards(s: Recharge, box: Box, seat: int) -> int:
    """The cards in a seat's hand, with those that it is looking at."""
    return int(s.held[seat]) + int(s.looking[seat] > 0)


def hand(s: Recharge, seat: int) -> list[int]:
    """The cards in a seat's hand that the reader knows."""
    return [int(card) for card in s.hand[seat][: s.held[seat]] if card >= 0]


def playable_now(s: Recharge, box: Box, seat: int) -> int:
    """1 plus the crowns of the best robot that a seat may play now, if it may play one; else 0."""
    if s.asks[seat] != Question.PLAY:
        return 0
    found = [int(box.record.crowns[card]) for card in hand(s, seat) if can_play(s, box.record, seat, card)]
    return 1 + max(0, *found) if found else 0


def affordable(s: Recharge, box: Box, seat: int) -> int:
    """The cards in hand that a seat's coins pay for."""
    return sum(int(box.record.cost[card]) <= s.coins[seat] for card in hand(s, seat))


def rounds_left(s: Recharge) -> int:
    """The rounds after this one."""
    return ROUNDS - int(s.rounds)


def _scores(moved: Moved) -> Because | None:
    gain = moved.change(crowns)
    return Because(plural(gain, "It brings {n} crown at once.", "It brings {n} crowns at once.")) if gain > 0 else None


def _adds_a_robot(moved: Moved) -> Because | None:
    if moved.change(robots) <= 0:
        return None
    left = rounds_left(moved.after)
    title = say("It brings another robot into play.")
    if not left:
        return Because(title)
    return Because(title, plural(left, "It can act in {n} more round.", "It can act in {n} more rounds."))


def _may_play(moved: Moved) -> Because:
    best = playable_now(moved.after, moved.box, moved.seat) - 1
    title = say("You can play a robot from your hand now.")
    return Because(title, plural(best, "The best has {n} crown.", "The best has {n} crowns.") if best else "")


def _charges_one_more(moved: Moved) -> Because | None:
    if moved.change(charged) <= 0:
        return None
    return Because(say("One robot more can act."), say("A robot without a battery does nothing."))


def _adds_batteries(moved: Moved) -> Because | None:
    gain = moved.change(batteries)
    return Because(plural(gain, "It adds {n} battery.", "It adds {n} batteries.")) if gain > 0 else None


def _pays(moved: Moved) -> Because | None:
    gain = moved.change(coins)
    if gain > 0:
        return Because(say("It brings ${n}.", n=gain))
    return Because(say("It saves ${n}, compared with the other moves.", n=moved.by)) if gain == 0 else None


def _opens_cards(moved: Moved) -> Because | None:
    if moved.change(affordable) <= 0:
        return None
    count = affordable(moved.after, moved.box, moved.seat)
    words = plural(
        count, "You can then pay for {n} robot in your hand.", "You can then pay for {n} robots in your hand."
    )
    return Because(say("It pays for another robot."), words)


def _draws(moved: Moved) -> Because | None:
    gain = moved.change(cards)
    return Because(plural(gain, "It brings you {n} card.", "It brings you {n} cards.")) if gain > 0 else None


def _few_printed(behind: Behind) -> Because:
    words = plural(
        int(behind.ended.s.robots[behind.winner]),
        "{seat} has {n} robot; you have {own}.",
        "{seat} has {n} robots; you have {own}.",
        seat=name_of(behind.winner),
        own=int(behind.ended.s.robots[behind.seat]),
    )
    return Because(say("Few crowns are printed on your robots"), words)


def _few_gained(behind: Behind) -> Because:
    words = say("The robots of {seat} earned them round after round.", seat=name_of(behind.winner))
    return Because(say("You gained few crowns during the game"), words)


def _unspent(behind: Behind) -> Because:
    return Because(say("Coins were left at the end"), say("They count for nothing · [[rule:RC-Q16]]"))


def _unplayed(behind: Behind) -> Because:
    return Because(say("Cards were left in your hand"), say("They count for nothing · [[rule:RC-Q16]]"))


def _uncharged(behind: Behind) -> Because:
    return Because(say("Batteries were left at the end"), say("Each could have let a robot act once more."))


def _few_robots(behind: Behind) -> Because:
    return Because(say("You built few robots"), say("Every robot with a battery acts once a round."))


reasons = Reasons(
    moves=(
        MoveReason("crowns", crowns, _scores),
        MoveReason("robot", robots, _adds_a_robot),
        MoveReason("play", playable_now, _may_play),
        MoveReason("charged", charged, _charges_one_more),
        MoveReason("batteries", batteries, _adds_batteries),
        MoveReason("afford", affordable, _opens_cards),
        MoveReason("coins", coins, _pays, least=FEW_COINS),
        MoveReason("cards", cards, _draws),
    ),
    results=(
        ResultReason(
            "printed",
            lambda ended, seat: int(ended.s.printed[seat]),
            _few_printed,
            phrases("{n} crown", "{n} crowns"),
            advice=phrase("In the last rounds, play the robots with the most crowns that you can pay for."),
            lesson="last-rounds",
        ),
        ResultReason(
            "gained",
            lambda ended, seat: int(ended.s.crowns[seat]),
            _few_gained,
            phrases("{n} crown", "{n} crowns"),
            advice=phrase("Play robots that gain crowns early, and keep batteries on them."),
            lesson="right-order",
        ),
        ResultReason(
            "coins",
            lambda ended, seat: int(ended.s.coins[seat]),
            _unspent,
            phrases("{n} coin", "{n} coins"),
            less=True,
            advice=phrase("From round ten on, choose Stockpile only if you can still spend it."),
            lesson="last-rounds",
        ),
        ResultReason(
            "cards",
            lambda ended, seat: int(ended.s.held[seat]),
            _unplayed,
            phrases("{n} card", "{n} cards"),
            less=True,
            advice=phrase("Draw no more cards than you can still play."),
            lesson="last-rounds",
        ),
        ResultReason(
            "batteries",
            lambda ended, seat: int(ended.s.power[seat]),
            _uncharged,
            phrases("{n} battery", "{n} batteries"),
            less=True,
            advice=phrase("Give no robot more batteries than there are rounds left."),
            lesson="last-rounds",
        ),
        ResultReason(
            "robots",
            lambda ended, seat: int(ended.s.robots[seat]),
            _few_robots,
            phrases("{n} robot", "{n} robots"),
            advice=phrase("Construct early: a robot of the first rounds acts ten times."),
            lesson="right-order",
        ),
    ),
)
