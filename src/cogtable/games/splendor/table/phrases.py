"""The words of Splendor that games like it replace: sentences, and the names of tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cogtable.table import phrase


def gem_icons(kinds: Iterable[str], cuts: Iterable[str]) -> tuple[str, ...]:
    """The picture of each kind of token."""
    return tuple(f"gem/{kind}/{cut}" for kind, cut in zip(kinds, cuts, strict=True))


class SplendorPhrases:
    """Words for cards that are bought and nobles who visit."""

    kinds: tuple[str, ...] = (
        phrase("white"),
        phrase("blue"),
        phrase("green"),
        phrase("red"),
        phrase("black"),
        phrase("gold"),
    )
    """Kinds of tokens, which are also hues: five colours, then the joker."""
    names: tuple[str, ...] = kinds
    """What each kind is called, if not by its colour."""
    gems = gem_icons(kinds, ("round", "square", "hexagon", "triangle", "drop", "star"))
    numbers: Mapping[str, str] = {
        "turn": "SP-R3",
        "take": "SP-R3",
        "hold": "SP-R4",
        "reserve": "SP-R5",
        "buy": "SP-R6",
        "bonus": "SP-R6",
        "pay": "SP-Q9",
        "noble": "SP-R7",
        "deck": "SP-Q3",
        "end": "SP-R8",
        "tie": "SP-Q6",
    }
    """The number of the rule about each subject."""

    # Choices.
    taking = phrase("Taking gems")
    pay_joker = phrase("pay {gold} for {color}")
    pay_joker_label = phrase("Pay {gold} for {color}")
    reserve = phrase("reserve the {card}")
    buy = phrase("buy the {card}")
    buy_held = phrase("buy the {card} in your hand")
    buy_for = phrase("Buy for {price}")
    buy_free = phrase("Buy it, free")
    buy_choosing = phrase("Buy it, choosing what {gold} pays for")
    buying = phrase("Buying")
    welcome = phrase("welcome the noble for {needs}")
    welcome_this = phrase("Welcome this noble, +{points}")
    choosing = phrase("Choosing a noble")

    # The legend.
    gems_group = phrase("Gems")
    symbol_bonus = phrase("The gem that this card pays from now on, at the top right")
    symbol_buy = phrase("You can buy it now")

    # Words on the table.
    ask = phrase("Touch gems to take them, or a card to buy or reserve it")
    ask_joker = phrase("What should {gold} pay for? Touch one of your colours, or pay the rest")
    ask_noble = phrase("Several nobles could visit: touch the one you want · {rule}")
    chooses_noble = phrase("choosing a noble")
    to_buy = phrase("Cards to buy")
    can_buy = phrase("BUY")
    nobles = phrase("Nobles")
    noble_row = phrase("Nobles")
    own_cards = phrase("{seat}: cards")
    color_cards = phrase("{color} cards: {n}")
    color_stock = phrase("{color}: cards + tokens")
    own_nobles = phrase("{seat}: nobles")

    # The log.
    reserved_and_took = phrase("{seat} reserved {card} and took {gold}")
    bought = phrase("{seat} bought {card} for {price}")
    bought_free = phrase("{seat} bought {card} for free")
    visited = phrase("A noble visited {seat}: {points}")
    last_round = phrase("{seat} reached the target: this round is the last · {end}")

    # Reasons.
    gold_comes = phrase("Gold comes only with a card that you reserve · {rule}")
    tokens_pay = phrase("Your tokens are spent when you buy a card · {rule}")
    only_owner = phrase("Only {seat} may buy that card · {rule}")
    nobles_choose = phrase("Nobles visit on their own at the end of a turn · {rule}")
    choose_noble = phrase("First choose the noble that visits you · {rule}")
