"""The words of Mega Man in place of Splendor's: robots are recruited, and Helpers come."""

from __future__ import annotations

from collections.abc import Mapping

from cogtable.games.splendor.table.phrases import SplendorPhrases, gem_icons
from cogtable.table import phrase


class MegamanPhrases(SplendorPhrases):
    """Words for robots that are recruited and Helpers who come; gold is a heart."""

    kinds = (
        phrase("yellow"),
        phrase("blue"),
        phrase("orange"),
        phrase("red"),
        phrase("purple"),
        "gray",
        "green",
    )
    names = (*kinds[:5], phrase("heart"), phrase("star"))
    gems = gem_icons(kinds, ("round", "square", "hexagon", "triangle", "drop", "heart", "star"))
    numbers: Mapping[str, str] = {
        "turn": "MM-R4",
        "take": "MM-R5",
        "hold": "MM-R11",
        "reserve": "MM-R7",
        "buy": "MM-R8",
        "bonus": "MM-R10",
        "pay": "MM-Q16",
        "noble": "MM-R12",
        "deck": "MM-R9",
        "star": "MM-R13",
        "tile": "MM-R14",
        "end": "MM-R15",
        "tie": "MM-R16",
        "back": "MM-R17",
        "below": "MM-Q25",
    }

    # Choices.
    taking = phrase("Taking gearstones")
    pay_joker = phrase("pay a {gold} for {color}")
    pay_joker_label = phrase("Pay a {gold} for {color}")
    reserve = phrase("reserve {card}")
    buy = phrase("recruit {card}")
    buy_held = phrase("recruit {card} in your hand")
    buy_for = phrase("Recruit for {price}")
    buy_free = phrase("Recruit it, free")
    buy_choosing = phrase("Recruit it, choosing what each {gold} pays for")
    buying = phrase("Recruiting")
    welcome = phrase("welcome the Helper for {needs}")
    welcome_this = phrase("Welcome this Helper, +{points}")
    choosing = phrase("Choosing a Helper")

    # The legend.
    gems_group = phrase("Gearstones")
    symbol_bonus = phrase("The gearstone that this robot pays from now on, at the top right")
    symbol_buy = phrase("You can recruit it now")

    # Words on the table.
    ask = phrase("Touch gearstones to take them, or a robot to recruit or reserve it")
    ask_joker = phrase("What should a {gold} pay for? Touch one of your colours, or pay the rest")
    ask_noble = phrase("Several Helpers could join you: touch the one you want · {rule}")
    chooses_noble = phrase("choosing a Helper")
    to_buy = phrase("Robots to recruit")
    can_buy = phrase("RECRUIT")
    nobles = phrase("Helpers")
    noble_row = phrase("The Yashichi tile and the Helpers")
    own_cards = phrase("{seat}: robots")
    color_cards = phrase("{color} robots: {n}")
    color_stock = phrase("{color}: robots + tokens")
    own_nobles = phrase("{seat}: Helpers")

    # The log.
    reserved_and_took = phrase("{seat} reserved {card}, and took a {gold}")
    bought = phrase("{seat} recruited {card}, for {price}")
    bought_free = phrase("{seat} recruited {card}, for free")
    visited = phrase("{helper}, a Helper, joined {seat}: {points}")
    last_round = phrase("{seat} met all three conditions: this round is the last · {end}")

    # Reasons.
    gold_comes = phrase("A heart comes only with a card that you reserve · {rule}")
    tokens_pay = phrase("Your tokens are spent when you recruit a robot · {rule}")
    only_owner = phrase("Only {seat} may recruit that robot · {rule}")
    nobles_choose = phrase("Helpers come on their own at the end of a turn · {rule}")
    choose_noble = phrase("First choose the Helper that joins you · {rule}")
