"""The prompts: the question to a seat, and its cause."""

from __future__ import annotations

from cogtable.games.recharge.rules.others import creditor
from cogtable.games.recharge.rules.script import cause, owes_discards
from cogtable.games.recharge.rules.state import Question, Recharge
from cogtable.games.recharge.table.labels import Offer, cards_of, named, offer
from cogtable.table import NOTHING, Box, Counted, Template, Words, name_of, phrase, phrases, plural, say


def offered(s: Recharge, box: Box, seat: int) -> Offer:
    """The offer to a seat."""
    return offer(box, int(s.script[seat]), int(s.row[seat]) - 1)


_ASKED: dict[int, Template | Counted] = {
    Question.WHICH_EVENT: phrase("You are in charge: choose the Event that everybody follows · [[rule:RC-R7]]"),
    Question.WHICH_ACTION: phrase("Choose one of the four Actions · [[rule:RC-R9]]"),
    Question.WHICH_ROBOT: phrase("Touch the robot that acts next · [[rule:RC-R10]]"),
    Question.PLAY: phrases(
        "**{cause}:** touch the card that you play · [[rule:RC-R12]]",
        "**{cause}:** touch the card that you play ({n} to go) · [[rule:RC-R12]]",
    ),
    Question.DISCARD: phrases(
        "**{cause}:** discard {n} card: touch it",
        "**{cause}:** discard {n} cards: touch them",
    ),
    Question.CHARGE: phrases(
        "**{cause}:** touch the robot that gets a [[battery|battery]]",
        "**{cause}:** touch the robot that gets a [[battery|battery]] ({n} to go)",
    ),
    Question.DRAIN: phrases(
        "**{cause}:** take {n} battery off your robots",
        "**{cause}:** take {n} batteries off your robots",
    ),
    Question.MOVE_FROM: phrases(
        "**{cause}:** you may move a [[battery|battery]]: touch the robot it comes from",
        "**{cause}:** you may move a [[battery|battery]]: touch the robot it comes from ({n} to go)",
    ),
    Question.MOVE_TO: phrase("**{cause}:** touch the robot that gets the [[battery|battery]] from {source}"),
    Question.COPY: phrase("**{cause}:** touch the one of your robots that it copies"),
    Question.COPY_RIVAL: phrase("**{cause}:** touch the robot of another player that it copies"),
    Question.KEEP: phrases(
        "**{cause}:** keep {n} card of these and discard the rest",
        "**{cause}:** keep {n} cards of these and discard the rest",
    ),
    Question.SALVAGE: phrases(
        "**{cause}:** take {n} card from the discard pile",
        "**{cause}:** take {n} cards from the discard pile",
    ),
    Question.DROP_EVENT: phrase("**{cause}:** discard one of your Events"),
}
"""The questions; `n` is how many answers are left."""

_IN_RETURN: dict[int, Template | Counted] = {
    Question.DISCARD: phrases(
        "**{cause}:** you may discard {n} card: touch it. In return: {brings}",
        "**{cause}:** you may discard {n} cards: touch them. In return: {brings}",
    ),
    Question.DRAIN: phrases(
        "**{cause}:** you may take {n} battery off your robots. In return: {brings}",
        "**{cause}:** you may take {n} batteries off your robots. In return: {brings}",
    ),
    Question.DROP_EVENT: phrase("**{cause}:** you may discard one of your Events. In return: {brings}"),
}
"""The questions that a seat may decline."""


def question(s: Recharge, box: Box, seat: int) -> Words:
    """The question to a seat, in one sentence."""
    asks, cards = s.asks[seat], cards_of(box)
    if owes_discards(s, seat):
        return _owed(s, box, seat)
    fields: dict[str, object] = {"n": int(s.remaining[seat]), "cause": named(cards, cause(s, seat))}
    if asks == Question.MOVE_TO:
        fields["source"] = cards.names[s.source[seat]]
    if asks == Question.MAY:
        return _offered(s, box, seat, **fields)
    if s.optional[seat] and asks in _IN_RETURN:
        return say(_IN_RETURN[asks], brings=offered(s, box, seat).brings, **fields)
    return say(_ASKED.get(asks, NOTHING), **fields)


def _owed(s: Recharge, box: Box, seat: int) -> Words:
    """The card that makes a seat discard its next card, and its owner."""
    doer, why, _ = s.due[creditor(s, seat)].tolist()
    return plural(
        int(s.remaining[seat]),
        "{seat}’s **{robot}**: discard {n} card, touch what you give up · [[rule:RC-Q31]]",
        "{seat}’s **{robot}**: discard {n} cards, touch what you give up · [[rule:RC-Q31]]",
        seat=name_of(doer),
        robot=named(cards_of(box), why),
    )


def _offered(s: Recharge, box: Box, seat: int, **fields: object) -> Words:
    """The offer in words; with the seat's coins if it costs any."""
    made = offered(s, box, seat)
    if made.costs_coins:
        return say("**{cause}:** {offer} You have ${coins}.", offer=made.whole, coins=s.coins[seat], **fields)
    return say("**{cause}:** {offer}", offer=made.whole, **fields)
