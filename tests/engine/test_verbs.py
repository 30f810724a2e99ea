"""Verbs: a game without a required one is refused when it is declared."""

from types import SimpleNamespace

import pytest

import cogtable
from cogtable.engine.definition.parts import About, Bots, Rules, Seats
from cogtable.engine.play.game import Game, Levels
from cogtable.engine.records.state import Int8, State
from cogtable.engine.rules import verbs

tiny = cogtable.game("tiny")
VERBS = ("setup", "legal", "play", "hide", "determinize", "rank", "evaluate")


class Unheard(State):
    x: Int8


def rules(**changed):
    """Returns the rules of Tiny with some functions replaced; None removes one."""
    own = verbs.rules_of(tiny.state)
    functions = {name: getattr(own, name) for name in VERBS}
    functions.update(changed)
    return SimpleNamespace(__name__="mine", **{name: f for name, f in functions.items() if f})


@pytest.mark.parametrize("verb", VERBS)
def test_a_missing_verb_is_refused(verb):
    with pytest.raises(TypeError, match=f"mine: the verb {verb} is missing"):
        verbs.register(Unheard, rules(**{verb: None}))
    with pytest.raises(KeyError):
        verbs.rules_of(Unheard)


def test_a_verb_with_other_arguments_is_refused():
    def play(s, b, player, move):
        pass

    with pytest.raises(TypeError, match=r"mine\.play takes \(s, b, player, move\); expected \(s, b, seat, action\)"):
        verbs.register(Unheard, rules(play=play))


def odd(**given):
    """A game with a mistake."""
    about = About(name="odd", title="", tagline="", minutes=1, art="", version="1")
    played = Rules(verbs=rules(), state=tiny.state, tables=tiny.tables, actions=2, bound=9)
    return Game("tiny", **{"about": about, "seats": Seats(2, 3), "rules": played, **given})


@pytest.mark.parametrize("seats", [(0, 2), (3, 2), (2, 9)])
def test_impossible_numbers_of_seats_are_refused(seats):
    with pytest.raises(TypeError, match=r"odd: seats must lie between 1 and 8; found"):
        odd(seats=Seats(*seats))


STEPS = "each level must make more simulations than the one before; found Levels"


@pytest.mark.parametrize(
    ("levels", "wrong"),
    [
        *((levels, STEPS) for levels in (Levels(easy=0), Levels(medium=250), Levels(expert=100))),
        (Levels(master=0), "master must make at least one simulation; found 0"),
    ],
)
def test_levels_must_increase(levels, wrong):
    with pytest.raises(TypeError, match=f"odd: {wrong}"):
        odd(bots=Bots(levels=levels))


def test_play_counts_plies_and_hide_blanks_the_generator():
    array = tiny.deal(2, 1)
    verbs.play(array[0], tiny.box.record, 0, 0)
    assert array[0].ply == 1
    assert array[0].rng.any()
    verbs.hide(array[0], tiny.box.record, 0)
    assert not array[0].rng.any()
