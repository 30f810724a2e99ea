"""The conformance suite finds leaks: ten are planted in copies of the games, each in a plausible place.

A table gets hidden states only, so it can learn secrets only from elsewhere. Here that is `legal`, which gets the true
state, and which an author might let remember something for a reason or a preview.
"""

import importlib
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import cogtable
from cogtable.engine.play.game import Game
from cogtable.engine.play.saves import save
from cogtable.engine.records.state import UInt32
from cogtable.engine.rules import verbs
from cogtable.engine.rules.events import ALL, note
from cogtable.games.smashgear.rules.components import Card
from cogtable.games.smashgear.rules.store import draw
from cogtable.games.splendor.rules import events as splendor_events
from cogtable.lab import analysis
from cogtable.testing import conformance
from cogtable.testing.conformance import Nonconformity, Plan
from cogtable.view import Choice, Preview

ROOT = Path(__file__).parents[2]
GAMES = ("coalheart", "magpie", "megaman", "recharge", "smashgear", "splendor")
VERBS = ("setup", "legal", "play", "hide", "determinize", "rank", "evaluate")
numbers = count()


@pytest.fixture(autouse=True)
def _magpie_can_be_imported(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "examples" / "magpie"))


def sound(name: str) -> Game:
    """Returns the unchanged game."""
    return importlib.import_module("magpie").game if name == "magpie" else cogtable.game(name)


def leaky(name: str, fields: dict[str, Any] | None = None, table: dict[str, Any] | None = None, **changed: Any) -> Game:
    """Returns a copy of a game with more fields, and with some functions of its table and some verbs replaced."""
    game = sound(name)
    body = {"__annotations__": fields or {}, "__module__": __name__}
    state = type(f"Leaky{next(numbers)}", (game.state,), body)
    rules = {verb: getattr(verbs.rules_of(game.state), verb) for verb in VERBS}
    verbs.register(state, SimpleNamespace(__name__="leaky", **{**rules, **changed}))
    copy = object.__new__(Game)
    copy.__dict__.update(game.__dict__, state=state)
    copy.__dict__["table"] = SimpleNamespace(**{**vars(game.table), **(table or {})})
    return copy


def verb(name: str, called: str) -> Any:
    return getattr(verbs.rules_of(sound(name).state), called)


def found(game: Game, **plan: Any) -> str:
    """Returns the findings of the secrecy check for a game."""
    with pytest.raises(Nonconformity) as caught:
        conformance.secrets_are_kept(game, Plan(census=lambda s, b: 0, golden=Path(), games=1, **plan))
    return str(caught.value)


def with_drawn_cards(s, b):
    """Smash Gear with a drawn card of each kind for each seat, which hardly any card of the box allows."""
    verb("smashgear", "setup")(s, b)
    for seat in range(2):
        draw(s, seat, Card.MACHINE)
        draw(s, seat, Card.PROGRAM)


class Remembering:
    """A `legal` that remembers its last state, for functions of the table to read."""

    def __init__(self, name: str) -> None:
        self._own = verb(name, "legal")
        self.truth: Any = None

    def legal(self) -> Any:
        def legal(s, b, seat, mask):
            self.truth = s
            self._own(s, b, seat, mask)

        return legal


def test_a_visible_hand_is_found():
    """Each seat sees the hand of the next, as if `hide` had forgotten it."""

    def hide(s, b, seat):
        kept = s.deck.copy()
        own = verb("magpie", "hide")
        own(s, b, seat)
        rival = (seat + 1) % s.seats
        s.deck[5 * rival : 5 * rival + 5] = kept[5 * rival : 5 * rival + 5]

    assert "hide tells seat -1 what it may not know: deck[0] is" in found(leaky("magpie", hide=hide))


def test_a_visible_deck_order_is_found():
    """The next card stays in its place."""

    def hide(s, b, seat):
        top = s.deck[s.deck_left - 1]
        verb("coalheart", "hide")(s, b, seat)
        s.deck[s.deck_left - 1] = top

    assert "hide tells seat -1 what it may not know: deck[" in found(leaky("coalheart", hide=hide))


def test_a_public_event_of_a_drawn_card_is_found():
    """The event of a card reserved unseen is sent to all."""

    def play(s, b, seat, action):
        before = s.reserved.copy()
        verb("splendor", "play")(s, b, seat, action)
        for i in range(3):
            if s.blind[seat, i] and s.reserved[seat, i] != before[seat, i]:
                note(s, ALL, splendor_events.Event.SAW, seat, s.reserved[seat, i])

    assert "notes tell seat" in found(leaky("splendor", play=play))


def test_a_reason_with_a_secret_is_found():
    """The reason why a card can't be chosen depends on the other player's hand."""
    remembering = Remembering("smashgear")

    def why_not(s, box, seat, piece):
        held = [name for name, at in zip(box.names["machines"], remembering.truth.machine_at, strict=True) if at == 3]
        return sound("smashgear").table.why_not(s, box, seat, piece) + f" They hold {held}."

    game = leaky("smashgear", table={"why_not": why_not}, legal=remembering.legal(), setup=with_drawn_cards)
    assert "the list of reasons of seat" in found(game)


def test_a_preview_with_a_secret_is_found():
    """The preview of the first choice shows the card on top of the deck."""
    remembering = Remembering("recharge")

    def previews(s, box, seat, choices):
        top = remembering.truth.deck[remembering.truth.deck_left - 1]
        return [Preview(action=choices[0].action, title=f"Then you draw {box.names['robots'][top]}")]

    assert "the previews of seat" in found(
        leaky("recharge", table={"previews": previews}, legal=remembering.legal()), bots={}
    )


def test_a_choice_text_with_a_secret_is_found():
    """The text for reserving the top card of a deck contains that card's number."""
    remembering = Remembering("megaman")

    def choice(s, box, seat, action):
        own = sound("megaman").table.choice(s, box, seat, action)
        if own.pieces and own.pieces[0].startswith("deck"):
            left, first = remembering.truth.deck_left, remembering.truth.deck_first
            top = [int(remembering.truth.deck[first[level] + left[level] - 1]) for level in range(3)]
            return Choice(action=own.action, text=f"{own.text} {top}", pieces=own.pieces)
        return own

    assert "the list of choices of seat" in found(leaky("megaman", table={"choice": choice}, legal=remembering.legal()))


def test_a_stored_generator_is_found():
    """A field keeps the generator from which the deck was dealt."""

    def setup(s, b):
        s.luck = s.rng
        verb("coalheart", "setup")(s, b)

    luck: Any = UInt32
    game = leaky("coalheart", fields={"luck": luck[4]}, setup=setup)
    assert "the state hidden for seat -1 holds words of the generator in luck" in found(game)


def test_a_bot_that_gets_the_true_state_is_found():
    """The bot counts on the card that it will draw."""

    def bot(match, seat, seed):
        actions = match.legal(seat).nonzero()[0]
        return int(actions[match.state.deck[match.state.deck_left - 1] % actions.size])

    assert "bot cheat in seat" in found(sound("recharge"), bots={"cheat": bot})


def test_a_saved_file_with_secrets_is_found():
    """A spectator can save the game before it is over: the file has the seed and the whole position."""
    assert "the file of seat -1 tells what it cannot know" in found(
        sound("splendor"), reports={"file": lambda match, seat: save(match)}
    )


def public_words(match: Any, seat: int) -> list[str]:
    """Returns the public texts of an analysis for the current choices."""
    choices = [(other, choice) for other in match.waiting for choice in match.choices(other)]
    tried = [(other, choice) for other, choice in choices if choice.action % 5 == 0]
    return [choice.text for other, choice in tried if analysis.public(match, other, choice.action)]


def test_an_analysis_with_secrets_is_found(monkeypatch):
    """Texts of a choice that only its seat may know are shown to everybody."""
    conformance.secrets_are_kept(
        sound("magpie"), Plan(census=lambda s, b: 0, golden=Path(), games=1, reports={"analysis": public_words})
    )
    monkeypatch.setattr(analysis, "SAMPLED_WORLDS", 0)
    assert "the analysis of seat -1 tells what it cannot know" in found(
        sound("magpie"), reports={"analysis": public_words}
    )


SELDOM = {("splendor", "gold_for"), ("recharge", "sight")}
"""Fields that are secret so rarely that games must be played to find one."""
SECOND = {("megaman", "gold_for")}
"""The same in a game that shares its rules with one of those."""


def declared() -> Iterator[Any]:
    fields = {name: cogtable.game(name).state.secrets() for name in GAMES if name != "magpie"} | {"magpie": ["deck"]}
    for name, field in ((name, field) for name, secrets in fields.items() for field in secrets):
        marks = [pytest.mark.slow] if (name, field) in SELDOM else []
        marks += [pytest.mark.large, pytest.mark.slow] if (name, field) in SECOND else []
        yield pytest.param(name, field, marks=marks)


@pytest.mark.parametrize(("name", "field"), list(declared()))
def test_each_field_that_hide_could_forget_is_found(name, field):
    def hide(s, b, seat):
        kept = s[field].copy()
        verb(name, "hide")(s, b, seat)
        s[field] = kept

    more: dict[str, Any] = {"setup": with_drawn_cards} if name == "smashgear" else {}
    assert field in found(leaky(name, hide=hide, **more))
