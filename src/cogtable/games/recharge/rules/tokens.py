"""Coins, crowns and batteries of a seat, and how they are counted."""

from __future__ import annotations

from cogtable.games.recharge.rules.abilities import Measure
from cogtable.games.recharge.rules.events import Event
from cogtable.games.recharge.rules.state import EMPTY, Place, Recharge
from cogtable.rules import ALL, jitable, note


@jitable
def gain(s: Recharge, seat: int, coins: int) -> None:
    """Gains or loses coins; a seat cannot lose more than it has (RC-Q14)."""
    coins = max(coins, -s.coins[seat])
    if coins != 0:
        s.coins[seat] += coins
        note(s, ALL, Event.GAINED, seat=seat, count=coins)


@jitable
def crown(s: Recharge, seat: int, crowns: int) -> None:
    """Gains or loses crown tokens, even below zero (RC-R14)."""
    if crowns != 0:
        s.crowns[seat] += crowns
        note(s, ALL, Event.CROWNED, seat=seat, count=crowns)


@jitable
def charge(s: Recharge, seat: int, card: int, batteries: int) -> None:
    """Puts batteries on a robot in play, or removes up to all of them."""
    batteries = max(batteries, -s.batteries[card])
    if batteries != 0:
        s.batteries[card] += batteries
        s.power[seat] += batteries
        note(s, ALL, Event.CHARGED, seat=seat, card=card, count=batteries)


@jitable
def in_play(s: Recharge, seat: int, card: int) -> bool:
    """Whether a seat has a robot (EMPTY for none) in play."""
    return card != EMPTY and s.place[card] == Place.FLEET + seat


@jitable
def is_idle(s: Recharge, seat: int, card: int) -> bool:
    """Whether a robot counts as one of a seat's without a battery; the robot that acts never does (RC-Q37)."""
    return bool(s.batteries[card] == 0 and card != s.actor[seat])


@jitable
def _idle(s: Recharge, seat: int) -> int:
    count = 0
    for i in range(s.robots[seat]):
        count += is_idle(s, seat, s.fleet[seat, i])
    return count


@jitable
def measure(s: Recharge, seat: int, what: int) -> int:
    """How much of a measure a seat has."""
    if what == Measure.BATTERIES:
        return s.power[seat]
    if what == Measure.ROBOTS:
        return s.robots[seat]
    if what == Measure.CARDS:
        return s.held[seat]
    if what == Measure.COINS:
        return s.coins[seat]
    if what == Measure.CROWNS:
        return s.crowns[seat]
    if what == Measure.HERE:
        return s.batteries[s.actor[seat]] if in_play(s, seat, s.actor[seat]) else 0
    return _idle(s, seat)
