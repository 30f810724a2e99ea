"""The conformance suite finds mistakes: each one is planted in Tiny, and the right check reports it."""

import re
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np
import pytest
from numba.core import event

import cogtable
from cogtable.engine.definition.parts import About, Observation, Rules, Seats
from cogtable.engine.play import registry
from cogtable.engine.play.game import Game
from cogtable.engine.play.match import Match
from cogtable.engine.records.state import HOLDER, NOBODY, OWNER, Int8, State, copied, known_to, option
from cogtable.engine.rules import verbs
from cogtable.engine.rules.events import ALL, note
from cogtable.engine.rules.rng import below
from cogtable.table import Because, MoveReason, Reasons, ResultReason, phrases
from cogtable.testing import conformance, fix_advice
from cogtable.testing.__main__ import main as try_game
from cogtable.testing.conformance import Nonconformity, Plan, observations
from cogtable.testing.conformance.__main__ import main as write_golden
from cogtable.testing.observations import main as tell_variation
from cogtable.testing.observations import unvaried, variation
from cogtable.view import Area, Choice, Face, Ghost, Outcome, Preview, Zone
from tiny import observe, rules, table

tiny = cogtable.game("tiny")
numbers = count()
VERBS = ("setup", "legal", "play", "hide", "determinize", "rank", "evaluate")


def census(s, b):
    held = [*s.deck, *s.hand.flat, *s.chosen]
    return sorted([int(card) for card in held if card >= 0] + [card for card in range(12) if s.seen[card]])


def faulty(bound=9, secrets=None, **changed):
    """Tiny with some verbs, table functions, or declarations of its fields replaced."""
    int8: Any = Int8
    fields = {
        name: int8[tiny.state.dtype[name].shape] if tiny.state.dtype[name].shape else Int8
        for name in rules.Tiny.__annotations__
    }
    body = {"__annotations__": fields, "__module__": __name__, "length": option(3, low=1, high=3, title="Rounds")}
    body |= rules.Tiny.secrets() if secrets is None else secrets
    state = type(f"Faulty{next(numbers)}", (State,), body)
    functions = {name: changed.pop(name, getattr(rules, name)) for name in VERBS}
    if "weigh" in changed:
        functions["weigh"] = changed.pop("weigh")
    observer = changed.pop("observe", None)
    game = Game(
        "tiny",
        about=About(name="tiny", title="", tagline="", minutes=1, art="", version="1"),
        seats=Seats(2, 3),
        rules=Rules(
            verbs=SimpleNamespace(__name__="faulty", **functions),
            state=state,
            tables=tiny.tables,
            actions=2,
            bound=bound,
            draws=tiny.draws if "weigh" in functions else {},
        ),
        observation=observer and Observation(observe.Seen, observer),
    )
    names = ("choice", "scene", "log_lines", "animate", "why_not", "not_your_turn")
    game.__dict__["table"] = SimpleNamespace(**{name: changed.pop(name, getattr(table, name)) for name in names})
    for name in ("previews", "reasons"):
        if name in changed:
            setattr(game.__dict__["table"], name, changed.pop(name))
    game.__dict__["rules_text"] = changed.pop("rules_text", tiny.rules_text)
    assert not changed
    return game


def found(point, game, **plan):
    """Returns the check's findings, without game, seats, seed and options."""
    with pytest.raises(Nonconformity) as caught:
        point(game, Plan(**{"census": census, "golden": Path("tests/golden"), "games": 6, **plan}))
    words = str(caught.value)
    assert fix_advice.explained(game, caught.value).todo, f"nothing is advised on: {words}"
    if "seats=" in words:
        assert re.match(r"tiny, seats=[23], seed=\d+(, \w+=\d+)*, ply \d+: ", words)
    return words.split(": ", 1)[1]


def test_without_a_fault_nothing_is_found():
    game = faulty()
    for point in conformance.POINTS[1:4] + conformance.POINTS[5:7]:
        point(game, Plan(census=census, golden=Path()))


def test_a_plan_can_name_the_numbers_of_seats():
    plan = Plan(census=census, golden=Path(), games=2, seats=(3,))
    assert [trial.seats for trial in conformance.trials.trials(tiny, plan)] == [3, 3]


@pytest.mark.native
def test_code_that_the_checks_run_compiled_is_compiled_ahead():
    conformance.compile_points(tiny)
    with event.install_recorder("numba:compile") as compiled:
        for point in (
            conformance.native_is_the_same,
            conformance.games_end,
            conformance.observations_hold_what_is_known,
        ):
            point(tiny, Plan(census=census, golden=Path(), games=1))
    assert not compiled.buffer


# --- 1 ------------------------------------------------------------------------------------------------


@pytest.mark.native
def test_a_number_that_does_not_fit_its_field_is_found():
    def evaluate(s, b, out):
        for seat in range(s.seats):
            s.hand[seat, 0] = 1000

    words = found(conformance.native_is_the_same, faulty(evaluate=evaluate))
    assert "evaluate, interpreted: a number does not fit its field: Python integer 1000 out of bounds for int8" in words
    assert "s.hand[seat, 0] = 1000" in words


@pytest.mark.native
def test_elements_read_the_same_interpreted_and_compiled():
    def evaluate(s, b, out):
        for seat in range(s.seats):
            out[seat] = (s.hand[seat, 0] << 7) + (s.hand[seat, 1] + 1) * 100

    conformance.native_is_the_same(faulty(evaluate=evaluate), Plan(census=census, golden=Path(), games=1))


@pytest.mark.native
def test_a_rule_that_overflows_only_when_compiled_is_found():
    """Python's integers are unlimited; compiled code keeps the lowest 64 bits."""

    def evaluate(s, b, out):
        for seat in range(s.seats):
            out[seat] = ((s.hand[seat, 0] + 2) << 62) * 4 >> 62

    text = found(conformance.native_is_the_same, faulty(evaluate=evaluate))
    assert re.search(r"evaluate, seat -1: chances \[.*\] interpreted, \[.*\] native", text)


# --- 2 ------------------------------------------------------------------------------------------------


HIDDEN = {"hand": known_to(OWNER, of="cards"), "chosen": known_to(OWNER, of="cards"), "deck": known_to(NOBODY)}
"""Tiny's declarations, except for the one about cards in the deck."""


def test_a_game_that_hides_nothing_is_found():
    def hide(s, b, seat):
        pass

    text = found(conformance.secrets_are_kept, faulty(hide=hide, determinize=hide))
    assert re.search(r"hide tells seat -1 what it may not know: .*hand\[0, 0\] is \d+ hidden, \d+ when what it", text)
    game = faulty(hide=hide, determinize=hide, secrets={})
    conformance.secrets_are_kept(game, Plan(census=census, golden=Path(), open_information=True))


def test_a_game_without_declared_visibility_is_found():
    text = found(conformance.secrets_are_kept, faulty(secrets={}))
    assert re.match(r"no field of Faulty\d+ says who may know it. Say so where it is declared, as in \"deck: ", text)


def test_a_plan_can_say_that_nothing_is_hidden():
    text = found(conformance.secrets_are_kept, faulty(), open_information=True)
    assert re.match(r"the plan says open_information=True, but not everybody may know Faulty\d+.hand", text)


def test_a_hidden_field_that_everybody_may_know_is_found():
    text = found(conformance.secrets_are_kept, faulty(secrets={"deck": known_to(NOBODY, of="cards")}))
    assert re.search(r"hide changes hand for seat -1, but everybody may .* who may: Faulty\d+.hand = known_to", text)


@pytest.mark.parametrize("field", ["hand", "chosen", "deck"])
def test_a_field_that_hide_forgets_is_found(field):
    def hide(s, b, seat):
        kept = s[field].copy()
        rules.hide(s, b, seat)
        s[field] = kept

    text = found(conformance.secrets_are_kept, faulty(hide=hide))
    assert re.search(rf"hide tells seat .* what it may not know: {field}\[", text)


def test_plain_numbers_that_hide_forgets_are_found():
    """Such a field has nothing to exchange, but `hide` must have blanked it at some time."""

    def hide(s, b, seat):
        kept = s.deck.copy()
        rules.hide(s, b, seat)
        s.deck = kept

    def determinize(s, b, seat):
        deck = s.deck.copy()
        rules.determinize(s, b, seat)
        s.deck = deck

    text = found(conformance.secrets_are_kept, faulty(hide=hide, determinize=determinize, secrets=HIDDEN))
    assert "hide leaves deck as it is; who may know it: nobody" in text


def test_a_card_that_is_visible_only_rarely_is_found():
    """A rival's choice in the last round only."""

    def hide(s, b, seat):
        kept = s.chosen.copy()
        rules.hide(s, b, seat)
        if s.rounds == s.length - 1:
            s.chosen = kept

    text = found(conformance.secrets_are_kept, faulty(hide=hide))
    assert "what it may not know: chosen[" in text


def test_cards_that_are_never_exchanged_are_found():
    secrets = {**HIDDEN, "deck": known_to(NOBODY, of="cards", alike=lambda s, b: range(12))}
    text = found(conformance.secrets_are_kept, faulty(secrets=secrets))
    assert "there were never two cards that could be exchanged in hand; nothing is proven of it" in text


def test_a_place_for_cards_that_lie_nowhere_is_found():
    text = found(conformance.secrets_are_kept, faulty(secrets={"seen": known_to(HOLDER, by="cards")}))
    assert re.search(r"Faulty\d+.seen goes by cards, but no field is of cards", text)


def test_a_generator_stored_in_a_field_is_found():
    def setup(s, b):
        rules.setup(s, b)
        s.seen = np.frombuffer(s.rng.tobytes()[:12], np.int8)

    assert "hidden for seat -1 holds words of the generator in seen" in found(
        conformance.secrets_are_kept, faulty(setup=setup)
    )


def marking(*, secret):
    def scene(s, box, seat):
        view = table.scene(s, box, seat)
        for piece in view.pieces:
            piece.secret = secret(s, seat, piece)
        return view

    return scene


def test_a_secret_piece_shown_to_two_seats_is_found():
    """Its field is neither declared nor hidden, but the table knows that only its owner should see it."""

    def hide(s, b, seat):
        pass

    secrets = {"deck": known_to(NOBODY)}
    scene = marking(secret=lambda s, seat, piece: piece.zone == f"hand-{seat}")
    text = found(conformance.secrets_are_kept, faulty(hide=hide, determinize=hide, scene=scene, secrets=secrets))
    assert re.search(r"card-\d+ \(.*\) is marked in the view of seat 0 as its secret, but the view of seat -1", text)


def test_a_secret_marked_for_a_spectator_is_found():
    text = found(conformance.secrets_are_kept, faulty(scene=marking(secret=lambda s, seat, piece: seat < 0)))
    assert re.search(r"the view of a spectator marks .* as its secret", text)


def test_a_determinization_that_changes_known_facts_is_found():
    def determinize(s, b, seat):
        rules.determinize(s, b, seat)
        s.points[0] += 1

    assert "knows what determinize changed: points[0] is 0 hidden, 1" in found(
        conformance.secrets_are_kept, faulty(determinize=determinize)
    )


def test_a_determinization_that_keeps_blanks_is_found():
    """The number of remaining cards is hidden, but can be counted."""

    def hide(s, b, seat):
        rules.hide(s, b, seat)
        s.left = 0

    def determinize(s, b, seat):
        s.left = (s.deck != rules.EMPTY).sum()
        rules.determinize(s, b, seat)

    secrets = {**rules.Tiny.secrets(), "left": known_to(NOBODY)}
    text = found(conformance.secrets_are_kept, faulty(hide=hide, determinize=determinize, secrets=secrets))
    assert "determinize never differed from the truth in left, which hide hides" in text


def test_a_hide_that_is_not_idempotent_is_found():
    def hide(s, b, seat):
        rules.hide(s, b, seat)
        s.rounds += 1

    assert "is not idempotent: rounds is 1 hidden once, 2 hidden twice" in found(
        conformance.secrets_are_kept, faulty(hide=hide)
    )


def test_a_mask_that_reveals_other_hands_is_found():
    def legal(s, b, seat, mask):
        rules.legal(s, b, seat, mask)
        if s.hand[1 - min(seat, 1), 0] > 5 and mask[1]:
            mask[0] = 0

    assert "tells what it cannot know" in found(conformance.secrets_are_kept, faulty(legal=legal))


@pytest.mark.parametrize("place", ["view", "clock"])
def test_a_view_that_reveals_other_hands_is_found(monkeypatch, place):
    """A game's table gets hidden states only; this one gets around that."""
    looked_at = []
    own = Match.view

    def view(match, seat=None):
        looked_at.append(match)
        return own(match, seat)

    def scene(s, box, seat):
        view: Any = table.scene(s, box, seat)
        hands = str(looked_at[-1].state.hand.tolist())
        if place == "clock":
            view.clock.words = hands
        else:
            view.parts[1].sentence = hands
        return view

    monkeypatch.setattr(Match, "view", view)
    text = found(conformance.secrets_are_kept, faulty(scene=scene))
    assert f"the {place} of seat -1 tells what it cannot know" in text


@pytest.mark.parametrize(
    ("preview", "wrong"),
    [
        (Preview(action=99), "previews action 99, which is not a choice"),
        (Preview(ghosts=[Ghost(zone="attic", face=Face(kind="card"))]), "lies in zone attic, which is not there"),
        (Preview(ghosts=[Ghost(zone="chosen-0", at=1, face=Face(kind="card"))]), "cell 1 of chosen-0, which has 1"),
    ],
)
def test_a_preview_with_an_unknown_piece_is_found(preview, wrong):
    def previews(s, box, seat, choices):
        return [preview if preview.action >= 0 else msgspec.structs.replace(preview, action=choices[0].action)]

    assert wrong in found(conformance.words_and_pieces_agree, faulty(previews=previews))


def test_previews_may_yield():
    def previews(s, box, seat, choices):
        yield Preview(action=choices[0].action)

    game = faulty(previews=previews)
    conformance.words_and_pieces_agree(game, Plan(census=census, golden=Path(), games=1))
    assert [each.action for each in game.start(seats=2, seed=1).view(0).previews] == [0]


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ({"art": "gme/red"}, 'view of seat -1: there is no picture "gme" (in "gme/red"); did you mean gem?'),
        ({"art": "gem/red/squere"}, 'there is no cut "squere" (in "gem/red/squere"); did you mean square?'),
        ({"art": "disc/gaer"}, 'there is no picture "gaer" (in "disc/gaer"); did you mean gear?'),
        ({"hue": "grean"}, 'there is no hue "grean"; did you mean green?'),
        ({"words": "pays [[conis|coin]]"}, 'there is no picture "conis"; did you mean coin?'),
        ({"title": 7}, "it cannot be sent: Expected `str`, got `int` - at `$.pieces[0].face.title`"),
    ],
)
def test_a_missing_picture_is_found(wrong, text):
    def scene(s, box, seat):
        view = table.scene(s, box, seat)
        view.pieces[0] = msgspec.structs.replace(view.pieces[0], face=Face(kind="card", **wrong))
        return view

    assert text in found(conformance.words_and_pieces_agree, faulty(scene=scene))


def test_a_public_event_that_reveals_a_hidden_card_is_found():
    def play(s, b, seat, action):
        note(s, ALL, rules.Event.SAW, seat, s.hand[seat, action])
        rules.play(s, b, seat, action)

    assert "notes tell seat" in found(conformance.secrets_are_kept, faulty(play=play))


def test_a_bot_that_cheats_is_found():
    def cheat(match, seat, seed):
        return int(match.state.hand[1 - min(seat, 1), 0] > 5)

    text = found(conformance.secrets_are_kept, faulty(), bots={"cheat": cheat})
    assert "bot cheat in seat" in text


# --- 3 ------------------------------------------------------------------------------------------------


def test_a_lost_card_is_found():
    def play(s, b, seat, action):
        rules.play(s, b, seat, action)
        if s.rounds == 1:
            s.deck[0] = rules.EMPTY

    assert "the census was [0, 1, 2" in found(conformance.nothing_gets_lost, faulty(play=play))


def test_a_card_determinized_twice_is_found():
    def determinize(s, b, seat):
        rules.determinize(s, b, seat)
        s.deck[0] = s.hand[0, 0]

    assert "as determinized for seat" in found(conformance.nothing_gets_lost, faulty(determinize=determinize))


# --- 4 ------------------------------------------------------------------------------------------------


def test_a_waiting_seat_without_an_action_is_found():
    def legal(s, b, seat, mask):
        if s.rounds < 1:
            rules.legal(s, b, seat, mask)

    assert "is waiting, but its mask is empty" in found(conformance.only_legal_actions_count, faulty(legal=legal))


def test_a_game_in_which_no_seat_waits_is_found():
    def play(s, b, seat, action):
        rules.play(s, b, seat, action)
        if s.rounds == 1:
            s.waiting = 0

    assert "no seat is waiting, but the game is not over" in found(
        conformance.only_legal_actions_count, faulty(play=play)
    )


def test_a_mask_with_other_numbers_than_0_and_1_is_found():
    def legal(s, b, seat, mask):
        rules.legal(s, b, seat, mask)
        mask[:] *= 2

    assert "holds 2; expected 0 and 1" in found(conformance.only_legal_actions_count, faulty(legal=legal))


# --- 5 ------------------------------------------------------------------------------------------------


@pytest.mark.native
def test_a_game_longer_than_its_bound_is_found():
    assert "actions; its bound is 4" in found(conformance.games_end, faulty(bound=4))


# --- 6 ------------------------------------------------------------------------------------------------


def test_randomness_outside_the_state_is_found():
    dealt = count()

    def setup(s, b):
        for _ in range(next(dealt)):
            below(s, 2)
        rules.setup(s, b)

    assert "after loading" in found(conformance.matches_come_back, faulty(setup=setup))


def test_a_rule_with_memory_outside_the_state_is_found():
    plays = count()

    def play(s, b, seat, action):
        rules.play(s, b, seat, action)
        s.points[0] = next(plays) % 50

    assert "points[0] is" in found(conformance.matches_come_back, faulty(play=play))


# --- 7 ------------------------------------------------------------------------------------------------


def changed_choice(**fields):
    def choice(s, box, seat, action):
        own = table.choice(s, box, seat, action)
        return Choice(**{"action": own.action, "text": own.text, "pieces": own.pieces, **fields})

    return choice


def changed_scene(change):
    def scene(s, box, seat):
        view = table.scene(s, box, seat)
        change(view)
        return view

    return scene


def first_piece(**fields):
    def change(view):
        for name, value in fields.items():
            setattr(view.pieces[0], name, value)

    return change


def double_piece(view):
    view.pieces.append(view.pieces[0])


def double_part(view):
    view.parts.append(view.parts[0])


def lost_part(view):
    view.parts.append(Zone(id="lost", area="nowhere", shape="row", label=""))


def wide_area(view):
    view.wide.areas["log"].w = 1001


def wide_page(view):
    view.wide.pages["closer"] = {"log": Area(0, 0, 100, 501)}


def no_result(view):
    view.result = None


def no_target(view):
    for part in view.parts:
        if isinstance(part, Zone):
            part.target = False


def another_target(view):
    for part in view.parts:
        if part.id == "past-0":
            part.target = True


def hidden_hand(view):
    view.pieces = [piece for piece in view.pieces if not piece.id.startswith("card")]


@pytest.mark.parametrize(("changed", "text"), [
    ({"choice": changed_choice(pieces=("card-99",))}, "a piece nor a zone with target=True in its view: ['card-99']"),
    ({"scene": changed_scene(hidden_hand)}, "neither a piece nor a zone with target=True in its view: ['card-"),
    ({"scene": changed_scene(no_target)}, "a zone with target=True in its view: ['chosen-0']"),
    ({"scene": changed_scene(first_piece(id="chosen-0"))}, "are both called chosen-0"),
    (
        {"scene": changed_scene(another_target), "why_not": lambda s, box, seat, piece: "no" * (piece != "past-0")},
        "seat 0 cannot choose past-0, but is not told why",
    ),
    ({"why_not": lambda *_: ""}, "but is not told why"),
    ({"why_not": lambda *_: "See [[rule:TN-R77]]"}, "words link to rules that rules.md does not have: TN-R77"),
    ({"why_not": lambda *_: "Ask [[seat:7]]"}, "words name a seat that does not play"),
    ({"scene": changed_scene(double_piece)}, "two pieces are called"),
    ({"scene": changed_scene(double_part)}, "two parts are called log"),
    ({"scene": changed_scene(first_piece(zone="nowhere"))}, "lies in zone nowhere, which is not there"),
    ({"scene": changed_scene(first_piece(at=-1))}, "lies in cell -1 of hand-0"),
    ({"scene": changed_scene(first_piece(zone="chosen-0", at=1))}, "lies in cell 1 of chosen-0, which has 1"),
    ({"scene": changed_scene(lost_part)}, "part lost lies in area nowhere, which no layout has"),
    ({"scene": changed_scene(first_piece(opens="hand-0"))}, "opens hand-0, which is not a page, a drawer or a panel"),
    ({"scene": changed_scene(wide_area)}, "area log reaches beyond the layout of 1000 x 500"),
    ({"scene": changed_scene(wide_page)}, "area log reaches beyond the layout of 1000 x 500"),
    ({"scene": changed_scene(no_result)}, "the game is over, but there is no result"),
    ({"rules_text": "- **TN-R1** Alone."}, "words link to rules that rules.md does not have: TN-R"),
])  # fmt: skip
def test_mistakes_in_texts_and_pieces_are_found(changed, text):
    assert text in found(conformance.words_and_pieces_agree, faulty(**changed))


# --- 12 and 13 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("changed", "text"), [
    ({"choice": changed_choice(text="Play it")}, 'several choices of seat 0 are called "play it"'),
    ({"choice": changed_choice(text="")}, 'several choices of seat 0 are called ""'),
    ({"choice": changed_choice(label="This", pieces=())}, 'have the label "This" and the same pieces'),
])  # fmt: skip
def test_choices_with_equal_texts_are_found(changed, text):
    assert text in found(conformance.choices_are_told_apart, faulty(**changed))


def test_choices_with_equal_texts_in_a_late_position_are_found():
    def choice(s, box, seat, action):
        made = table.choice(s, box, seat, action)
        return msgspec.structs.replace(made, text="the last") if s.rounds == s.length - 1 else made

    assert 'are called "the last"' in found(conformance.choices_are_told_apart, faulty(choice=choice))


def test_a_choice_that_changes_nothing_is_found():
    def play(s, b, seat, action):
        if s.ply > 1 or action == 0:
            rules.play(s, b, seat, action)

    assert "changes nothing" in found(conformance.choices_are_told_apart, faulty(play=play, bound=99))


def foresight(says):
    """Tiny with a preview of each choice: the card that the seat then has chosen or played."""

    def previews(s, box, seat, choices):
        said = [(choice.action, says(int(s.hand[seat, choice.action]))) for choice in choices]
        return [Preview(action=action, outcomes=[Outcome(icon="eye", words=words)]) for action, words in said]

    return faulty(previews=previews)


def foretold(match, seat, preview, states):
    """Reads "card 3" as the card that lies before the seat in the end, or face down until the others have chosen."""
    card = int(preview.outcomes[0].words.split()[1])
    if not any(card in (s.chosen[seat], s.played[seat]) for s in states):
        yield f"card {card} does not lie there"


def test_a_true_forecast_passes():
    game = foresight(lambda card: f"card {card}")
    conformance.forecasts_come_true(game, Plan(census=census, golden=Path(), foretold=foretold))


def test_a_false_forecast_is_found():
    words = found(conformance.forecasts_come_true, foresight(lambda card: f"card {card + 1}"), foretold=foretold)
    assert re.search(r'the forecast of ".*" does not come true: card \d+ does not lie there', words)


# --- 14 -----------------------------------------------------------------------------------------------


def with_reasons(*moves, results=()):
    return faulty(reasons=Reasons(moves=moves, results=tuple(results)))


def held(s, box, seat):
    return int((s.hand[seat] >= 0).sum())


def behind(behind):
    return Because("You have fewer points")


POINTS = ResultReason(
    "points", lambda ended, seat: int(ended.s.points[seat]), behind, phrases("{n} point", "{n} points")
)


HALF: Any = lambda s, box, seat: 0.5  # noqa: E731


def test_sound_reasons_pass():
    game = with_reasons(MoveReason("held", held, lambda moved: Because("You keep more.")), results=[POINTS])
    conformance.reasons_hold(game, Plan(census=census, golden=Path()))


@pytest.mark.parametrize(("declared", "text"), [
    ([MoveReason("one", held, lambda moved: None)] * 2, "reasons for moves need different names; found 'one' again"),
    ([MoveReason("half", HALF, lambda moved: None)], "must return a whole number"),
    ([MoveReason("bad", lambda s, box, seat: int(s.nothing), lambda moved: None)], "fail: "),
])  # fmt: skip
def test_reasons_that_fail_are_found(declared, text):
    assert text in found(conformance.reasons_hold, with_reasons(*declared))


def test_a_reason_for_a_result_that_fails_is_found():
    game = with_reasons(results=[POINTS._replace(words=lambda behind: behind.ended.s.nothing)])
    assert "the reason 'points' for a result fails: " in found(conformance.reasons_hold, game)


# --- 8 ------------------------------------------------------------------------------------------------


def test_a_missing_golden_file_is_reported(tmp_path):
    text = found(conformance.golden_games_replay, tiny, golden=tmp_path)
    assert f"there is no golden file {tmp_path}/tiny.txt; write it with: python -m cogtable.testing.conformance" in text


def test_a_golden_file_is_written_and_replays(tmp_path, capsys):
    write_golden(["--golden", "tiny", str(tmp_path)])
    assert capsys.readouterr().out == f"{tmp_path}/tiny.txt\n"
    conformance.golden_games_replay(tiny, Plan(census=census, golden=tmp_path))


def test_a_changed_game_differs_from_its_golden_file(tmp_path):
    def rank(s, b, out):
        rules.rank(s, b, out)
        out[0, 1] += 1

    write_golden(["--golden", "tiny", str(tmp_path)])
    assert 'places (1, 2), scores (3, 0)"; now it is "places (1, 2), scores (4, 0)". If that is meant' in found(
        conformance.golden_games_replay, faulty(rank=rank), golden=tmp_path
    )


def test_a_digest_does_not_depend_on_the_sources():
    one, other = tiny.deal(2, 1), faulty().deal(2, 1)
    assert one.dtype.names != other.dtype.names
    assert conformance.digest(one) == conformance.digest(other)
    other["points"][0, 0] = 1
    assert conformance.digest(one) != conformance.digest(other)


# --- 10 -----------------------------------------------------------------------------------------------


@pytest.fixture
def interpreted(monkeypatch):
    """Compiles nothing."""

    def observed(game, array, seat):
        hidden = copied(array)
        verbs.hide(hidden[0], game.box.record, seat)
        return game.observed(hidden, seat)

    monkeypatch.setattr(observations, "natively", observed)


def observed_by(observer):
    return found(conformance.observations_hold_what_is_known, faulty(observe=observer))


def test_observations_without_a_fault_pass(interpreted):
    for game in (faulty(observe=observe.observe), faulty()):
        conformance.observations_hold_what_is_known(game, Plan(census=census, golden=Path()))


@pytest.mark.parametrize(
    ("place", "number", "wrong"),
    [
        (observe.Seen.ROUND, 4, "seat -1 observes round as 4; its range is 0 to 3"),
        (
            observe.Seen.SEATS + observe.SEAT + observe.SeatSeen.HAND + 1,
            -2,
            "seat -1 observes seats.hand[1, 1] as -2; its range is -1 to 9",
        ),
    ],
)
def test_an_observation_out_of_its_range_is_found(interpreted, place, number, wrong):
    def observer(s, b, seat, out):
        out[place] = number

    assert observed_by(observer) == wrong


def test_an_observation_that_changes_the_state_is_found(interpreted):
    def observer(s, b, seat, out):
        s.rounds += 1

    assert observed_by(observer) == "observe changed the state"


@pytest.mark.native
def test_an_observation_that_differs_when_compiled_is_found():
    def observer(s, b, seat, out):
        out[observe.Seen.LEFT] = 1 << 63 + 0 * s.hand[0, 0] < 0

    assert re.search(r"seat \S+ observes left as \d, compiled as \d", observed_by(observer))


def test_an_observation_that_depends_on_more_than_the_state_is_found(interpreted):
    calls = count()

    def observer(s, b, seat, out):
        out[observe.Seen.LEFT] = next(calls) // 2 % 2

    assert observed_by(observer) == "seat -1 observes left as 0, when what it may not know is exchanged as 1"


@pytest.mark.parametrize("kept", [(), (observe.Seen.ROUND,), (observe.Seen.LEFT, observe.Seen.ROUND)])
def test_an_observation_without_something_that_views_show_is_found(interpreted, kept):
    def observer(s, b, seat, out):
        for place in kept:
            out[place] = 1

    assert re.search(
        "observes the same as at ply 0, but (has other legal|sees something else in)", observed_by(observer)
    )


def test_an_observation_without_the_legal_actions_is_found(interpreted, monkeypatch):
    monkeypatch.setattr(observations, "seen_facts", lambda view: {})

    def observer(s, b, seat, out):
        out[observe.Seen.ROUND] = s.rounds

    assert "but has other legal actions" in observed_by(observer)


@pytest.mark.native
def test_constant_numbers_are_listed():
    found = variation(tiny, games=12)
    assert found["length"] == (1, 1, 1, 3)
    assert found["seats.points"] == (3, 3, 0, 3)
    assert unvaried(tiny, games=12) == []
    assert unvaried(tiny, games=1) == ["length"]


@pytest.mark.native
def test_the_command_lists_constant_numbers(capsys):
    tell_variation(["tiny", "--games", "1"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "length: never varies, always 3"
    assert "seats.points: 3 of 3 vary, from 0 to 3" in lines


# --- possible next draws ---------------------------------------------------------------------------


def test_an_item_that_can_come_needs_a_weight():
    def weigh(s, b, out):
        rules.weigh(s, b, out)
        if s.deck[0] == rules.UNKNOWN:
            out[3] = 0

    assert "item 3 may be next for all that seat" in found(conformance.draws_are_what_may_come, faulty(weigh=weigh))


def test_weights_must_be_proportional():
    def weigh(s, b, out):
        rules.weigh(s, b, out)
        out[3] *= 30

    assert "deck: item 3 was next" in found(conformance.draws_are_what_may_come, faulty(weigh=weigh), games=6)


def test_a_pile_declared_empty_for_a_seat_must_be_empty():
    def weigh(s, b, out):
        rules.weigh(s, b, out)
        if s.deck[0] == rules.UNKNOWN:
            out[:] = 0

    assert "deck: something can be drawn, or not" in found(conformance.draws_are_what_may_come, faulty(weigh=weigh))


def test_check_runs_all_points(monkeypatch):
    called = []
    points = tuple(lambda game, plan, i=i: called.append(i) for i in range(3))
    monkeypatch.setattr(conformance, "POINTS", points)
    conformance.check(tiny, Plan(census=census, golden=Path()))
    assert called == [0, 1, 2]
    assert verbs.rules_of(tiny.state) is rules


# --- the author's messages ----------------------------------------------------------------------------


def author_reads(monkeypatch, capsys, game, *arguments):
    """Returns the exit status and the joined output lines of `python -m cogtable.testing` for a game."""
    monkeypatch.setattr(registry, "find", lambda name: game)
    status = try_game(["tiny", "--tests", "tests/none", *arguments])
    return status, " ".join(capsys.readouterr().out.split())


def refuse_to_say(s, box, seat, piece):
    return ""


def hide_nothing(s, b, seat):
    """Hides nothing."""


def let_nobody_act(s, b, seat, mask):
    mask[:] = 0


def give_the_best_a_zero(s, b, out):
    rules.rank(s, b, out)
    out[:, 0] -= 1


def misread(s, box, seat, action):
    raise KeyError("sparrow")


@pytest.mark.parametrize(
    ("point", "changed", "told"),
    [
        (2, {"hide": hide_nothing}, ["hide (", "Overwrite it in hide"]),
        (4, {"legal": let_nobody_act}, ["its mask is empty", "legal (", "Set mask[action] = 1"]),
        (7, {"why_not": refuse_to_say}, ["is not told why", "why_not (", "Return say(...)"]),
        (7, {"choice": misread}, ["KeyError: 'sparrow'", "Fix this line"]),
        (8, {}, ["there is no golden file tests/none/golden/tiny.txt", "--golden tiny tests/none/golden"]),
    ],
)
def test_messages_give_the_place_and_the_remedy(monkeypatch, capsys, point, changed, told):
    status, words = author_reads(monkeypatch, capsys, faulty(**changed), "--point", str(point))
    assert status == 1
    for part in (f"FAIL {point}.", "what came:", *told, f"try again: python -m cogtable.testing tiny --point {point}"):
        assert part in words
    if changed and "KeyError" not in told[0]:
        (function,) = changed.values()
        assert f"{__file__}:{function.__code__.co_firstlineno}" in words


def test_passed_and_impossible_checks_are_listed(monkeypatch, capsys):
    status, words = author_reads(monkeypatch, capsys, faulty(), "--point", "3", "--point", "4")
    assert status == 0
    assert "skip 3." in words
    assert "write `def census(s, b)` into tests/test_conformance.py" in words
    assert "ok 4." in words
    assert words.endswith("does what every game must.")


def test_one_mistake_found_by_several_checks_is_reported_once(monkeypatch, capsys):
    broken = faulty(legal=let_nobody_act)
    status, words = author_reads(monkeypatch, capsys, broken, "--point", "4", "--point", "6")
    assert (status, words.count("Set mask[action] = 1")) == (1, 1)
    assert "The same as in point 4: legal (" in words
    assert words.endswith(": 1 mistake.")


def test_the_census_is_that_of_the_games_own_tests(tmp_path, monkeypatch, capsys):
    (tmp_path / "test_conformance.py").write_text("def census(s, b):\n    return int(s.ply)\n")
    monkeypatch.setattr(registry, "find", lambda name: faulty())
    assert try_game(["tiny", "--tests", str(tmp_path), "--point", "3"]) == 1
    assert "the census was 0; it is 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [(["tinny"], "there is no game"), (["tiny", "--point", "15"], "expected points from 1 to 14; found 15")],
)
def test_an_invalid_command_is_refused(capsys, arguments, wrong):
    assert try_game(arguments) == 2
    assert wrong in capsys.readouterr().err
