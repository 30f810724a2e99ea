"""The table's texts in Smash Gear: questions, forecasts of moves, and reasons."""

import pytest

from cogtable.games.smashgear.rules.actions import Action
from cogtable.games.smashgear.rules.state import Phase
from cogtable.games.smashgear.table.labels import machine_short

FACING = """
    .  Aw Ah
    .  .  .
    .  .  .
    ah aw .
"""
GEARS = {"does": ["gears 2"]}
CANCEL = {"does": ["cancel anything"]}


@pytest.fixture
def seen(look):
    """Reads the table as people see it."""
    return lambda game: look(game.game, game.array)


def of_machine(letter):
    """Returns the id of a machine's piece."""
    return f"m{ord(letter) - ord('a') if letter.islower() else 16 + ord(letter) - ord('A')}"


# --- machines -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drawing", "set_up", "rule"),
    [
        (FACING, lambda game: game.gears(0), "SG-R11"),  # the move costs more than the pot has
        (FACING, lambda game: game.gears(9).first_turn(), "SG-R4"),  # no moves in the first turn
    ],
)
def test_a_machine_that_cannot_move_gives_the_reason(table, seen, drawing, set_up, rule):
    game = set_up(table(drawing))
    assert f"[[rule:{rule}]]" in seen(game).why_not(0, of_machine("a"))


def test_a_stunned_machine_says_so(table, seen):
    game = table(FACING).gears(9)
    free = seen(game).why_not(0, of_machine("a"))
    game.s.stunned[game.slot("a")] = 1
    assert free == ""
    assert "stunned" in seen(game).why_not(0, of_machine("a"))


def test_a_rivals_machine_names_its_owner(table, seen):
    words = seen(table(FACING).gears(9)).why_not(0, of_machine("A"))
    assert "[[seat:1]]" in words
    assert "[[rule:SG-R11]]" in words


def test_an_effect_that_was_used_says_so(table, seen):
    game = table("ah aw", a={"does": ["once: gears 1"], "move": 5}).effect("a").happens()
    assert "[[rule:SG-Q38]]" in seen(game).why_not(0, of_machine("a"))


def test_the_effect_of_a_move_is_forecast(table, seen):
    """Two weapons break each other, and a weapon destroys the heart below it."""
    game = table("""
        Aw Ah
        ah aw
    """).gears(9)
    previews = {preview.action: preview for preview in seen(game).view(0).previews}
    outcomes = previews[game.moving("a", "up")].outcomes
    assert {outcome.rule for outcome in outcomes} == {"SG-R19"}
    assert sorted(outcome.words[:5] for outcome in outcomes) == ["**A**", "**a**"]


# --- cards --------------------------------------------------------------------------------------------


def test_a_card_that_costs_too_much_names_the_missing_amount(table, seen):
    game = table(FACING).gears(1)
    assert "4\u00a0[[gear" in seen(game).why_not(0, "store.base")
    assert "[[rule:SG-R9]]" in seen(game).why_not(0, "store.base")
    game.s.assists = 0
    assert "4\u00a0[[gear" not in seen(game).why_not(0, "store.base")


def test_a_second_base_waits_for_the_next_turn(table, seen):
    game = table(FACING).holds(0, base=1).gears(9)
    assert seen(game).why_not(0, "hand.base") == ""
    game.s.builds = 0
    assert "[[rule:SG-R23]]" in seen(game).why_not(0, "hand.base")


def test_a_hidden_card_of_a_rival_is_only_a_back(table, seen):
    game = table(FACING, programs=[GEARS]).holds(1, 0, destroy=1)
    hand = seen(game).pieces(0, "hand1.zone")
    assert "p0" not in hand
    assert "held1.destroy" in hand
    assert all("[[rule:SG-Q54]]" in seen(game).why_not(0, piece) for piece in hand if piece.startswith("held"))


def test_in_a_rivals_turn_only_answers_are_possible(table, seen):
    game = table(FACING, programs=[GEARS, CANCEL]).holds(1, 1, base=1).gears(9, 9).move("a", "right")
    assert seen(game).why_not(1, "p1") == ""
    assert "[[seat:0]]" in seen(game).why_not(1, "hand.base")
    assert "[[rule:SG-R12]]" in seen(game).why_not(1, "hand.base")


def test_a_player_who_is_not_asked_waits_for_the_other(table, seen):
    game = table(FACING).gears(9)
    assert "[[seat:0]]" in seen(game).prompt(1)
    reasons = {seen(game).why_not(1, piece.id) for piece in seen(game).view(1).pieces}
    assert len(reasons) == 1
    assert "[[seat:0]]" in reasons.pop()


# --- waiting announcements ----------------------------------------------------------------------------


def test_a_waiting_announcement_is_shown_with_its_player(table, seen):
    game = table(FACING, programs=[CANCEL]).holds(1, 0).gears(9).move("a", "right")
    (entry,) = seen(game).part(1, "stack").entries
    assert (entry.seat, entry.now) == (0, True)
    assert "a’s move" in entry.title
    assert "**a’s move**" in seen(game).prompt(1)
    assert "stack" in seen(game).drawn(1, "wide")
    on_a_phone = seen(game).part(1, seen(game).part(1, "prompt").forecast)
    assert on_a_phone.outcomes[0].words == "[[seat:0]]: **a’s move**"
    assert on_a_phone.outcomes[0].text == entry.text


def test_without_possible_answers_nothing_waits(table, seen):
    game = table(FACING).gears(9).move("a", "right")
    assert "stack" not in {part.id for part in seen(game).view(1).parts}


def test_in_the_battle_the_store_is_a_drawer_that_shows_prices(table, seen):
    looked = seen(table(FACING).gears(3))
    for layout in ("wide", "narrow"):
        assert "store.drawer" in looked.drawn(0, layout)
        assert not {"machines", "programs", "supplies"} & looked.drawn(0, layout)
    store = looked.part(0, "store.drawer")
    assert [int(coin.value) > 3 for coin in store.teaser] == [coin.dim for coin in store.teaser]
    assert looked.pieces(0, "machines")
    assert looked.pieces(0, "supplies") == ["store.base", "store.destroy"]


def test_on_a_phone_the_forecast_of_the_battle_is_in_the_prompt(table, seen):
    looked = seen(table(FACING))
    (prompt,) = (part for part in looked.view(0).parts if part.id == "prompt")
    assert prompt.forecast == "forecast"
    assert "forecast" in looked.drawn(0, "wide") - looked.drawn(0, "narrow")


def test_the_store_fills_the_screen_in_prepare_and_the_board_in_the_battle(table, seen):
    battle = seen(table(FACING))
    game = table(FACING)
    game.s.phase = Phase.PREPARE
    preparing = seen(game)
    assert {"machines", "store.legend", "machine.pile"} <= preparing.drawn(0, "wide")
    assert {"log", "honor", "hand"} <= battle.drawn(0, "wide") - preparing.drawn(0, "narrow")
    for layout in ("wide", "narrow"):
        assert {"machines", "programs", "supplies", "forecast"} <= preparing.drawn(0, layout)
        assert {"board", "hand"} <= battle.drawn(0, layout)


# --- short texts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("does", "short"),
    [
        ([], "no effect"),
        (["once: own-turn: turn it"], "once: turn it a quarter"),
        (["leaps", "kill: honor 2"], "leaps, a kill: +2 honor"),
        (["exploit: gears 1"], "every turn: +1 gear"),
        (["pay 2: slide theirs"], "pay 2: slide one of theirs"),
        (["once: scrap yours; gears 4"], "once: scrap one of yours, +4 gears"),
    ],
)
def test_a_card_describes_its_effect_in_a_few_words(table, does, short):
    assert machine_short(table("ah aw", a={"does": does}).game.box, 0) == short


def test_a_card_that_costs_too_much_has_a_hollow_coin(table, seen):
    game = table(FACING).gears(1)
    assert seen(game).piece(0, "store.base").face.disc == "none"
    game.gears(30)
    assert seen(game).piece(0, "store.base").face.disc == ""
    game.gears(1).s.assists = 0
    assert seen(game).piece(0, "store.base").face.disc == ""


def test_a_machine_on_the_board_shows_its_plugins(table, seen):
    game = table("ah aw", programs=[{"kind": "plugin", "on": "machine", "does": ["sharp"]}], a={"does": ["slides"]})
    game.installed(0, 0, "a")
    words = seen(game).piece(0, of_machine("a")).face.words
    assert words.startswith("Moves by sliding one cell. **")
    assert words.endswith("Its weapons break weapons and stay whole.")


def test_a_purchase_shows_the_remaining_gears(table, seen):
    game = table(FACING).gears(30)
    view = seen(game).view(0)
    buying = next(choice for choice in view.choices if "store.base" in choice.pieces)
    preview = next(preview for preview in view.previews if preview.action == buying.action)
    assert [outcome.words for outcome in preview.outcomes] == ["After it you have 25 gears"]


def test_a_seat_without_any_options_is_offered_to_resign(table, look):
    game = table(". Ah Aw").bases(0, "b1").gears(9)
    assert "resign" in look(game.game, game.array).prompt(0)
    assert look(game.game, game.array).part(0, "prompt").offers_end
    game = table(". Ah Aw").bases(0, "b1", "e1").gears(9)
    assert "resign" not in look(game.game, game.array).prompt(0)
    assert not look(game.game, game.array).part(0, "prompt").offers_end


def test_two_waiting_effects_of_one_machine_are_distinguished(table, look):
    game = table("ah aw . Aw Ah", a={"does": ["pay 1: honor 1"]}, programs=[{"does": ["cancel effect"]}]).gears(2)
    game.holds(1, 0).effect("a").leave().effect("a").play(Action.CARD_PROGRAM)
    texts = [choice.text for choice in look(game.game, game.array).match.choices(1)]
    assert texts == ["cancel a’s effect, number 1", "cancel a’s effect, number 2"]


def test_a_free_move_is_not_charged_in_the_forecast(table, look):
    game = table("ah aw", programs=[{"does": ["fetch machine"]}]).gears(1).holds(0, 0).program(0)
    previews = look(game.game, game.array).view(0).previews
    assert {preview.outcomes[0].words for preview in previews} == {"It is free: you keep 1 gear"}


def test_the_forecast_of_a_waiting_move_excludes_what_has_happened(table, look):
    game = table(". . Aw\nah aw Ah", programs=[{"does": ["gears 1"]}]).gears(1).holds(1, 0).move("a", "right")
    view = look(game.game, game.array).view(1)
    assert view.pending.title == "If a lands"
    assert look(game.game, game.leave().array).view(0).pending is None


def moved(seen, game, letter, way):
    """Returns the forecast of a move."""
    return next(each for each in seen(game).view(0).previews if each.action == game.moving(letter, way))


def test_the_forecast_adds_up_honor(table, seen):
    game = table(". Ah Aw\nah aw .", a={"move": 0, "does": ["kill: honor 4"]}).honor(21, 0).gears(9)
    preview = moved(seen, game, "a", "up")
    (sum_,) = (outcome for outcome in preview.outcomes if outcome.icon == "star")
    assert (sum_.words, sum_.tone) == ("[[seat:0]]: 21 + 4 = 25 honor", "good")


def test_a_chip_beside_a_hit_says_what_is_destroyed(table, seen):
    game = table(". Ah Aw\nah aw .", a={"move": 0}).gears(9)
    chips = [(ghost.words, ghost.tone) for ghost in moved(seen, game, "a", "up").ghosts if ghost.words]
    assert chips == [("A destroyed", "good")]


def test_before_a_choice_the_forecast_says_how_to_win_and_how_far_both_are(table, seen):
    game = table(FACING).honor(14, 3)
    said = [outcome.words for outcome in seen(game).part(0, "forecast").outcomes]
    assert said[:2] == [
        "**30 honor win**: [[seat:0]] 14, [[seat:1]] 3",
        "**Without a base you lose**: [[seat:0]] 1 base, [[seat:1]] 1 base",
    ]
    stats = {stat.icon: (stat.value, stat.of) for stat in seen(game).part(0, "strip0").stats}
    assert stats["star"] == ("14", "30")


def test_the_tile_of_the_store_shows_a_price_for_every_card_that_it_counts(table, seen):
    game = table(FACING).gears(3)
    store = seen(game).part(0, "store.drawer")
    payable = [coin for coin in store.teaser if not coin.dim]
    assert store.text.startswith(f"can buy {len(payable)} · {len(store.teaser)} cards")
    assert store.count == len(payable)
    game.s.assists = 0
    assert seen(game).part(0, "store.drawer").text.startswith(f"{len(store.teaser)} cards")
