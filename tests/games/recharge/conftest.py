"""A table of Recharge that tests set up for a scenario; the scenario gives its cards' names and abilities."""

import json
import re
import tomllib
from functools import cache

import pytest

import cogtable
from cogtable.engine.rules import rng, verbs
from cogtable.engine.rules.events import collected
from cogtable.games.recharge.rules import others
from cogtable.games.recharge.rules import verbs as own
from cogtable.games.recharge.rules.actions import Answer
from cogtable.games.recharge.rules.components import ACTIONS_OF_A_TURN, EVENTS, ROBOTS
from cogtable.games.recharge.rules.state import EMPTY, Place, Question
from cogtable.games.recharge.table import log

WORDS = {Answer.REST: "rest", Answer.YES: "yes", Answer.NO: "no", Answer.PASS: "pass"}


def written(data):
    """Returns a box file as text."""
    lines = [f"{key} = {json.dumps(value)}" for key, value in data.items() if key not in ("robots", "events")]
    for key in ("robots", "events"):
        entries = [", ".join(f"{name} = {json.dumps(value)}" for name, value in entry.items()) for entry in data[key]]
        lines.append(f"{key} = [\n" + "".join(f"  {{{entry}}},\n" for entry in entries) + "]")
    return "\n".join(lines)


@cache
def shipped():
    """The game's own box as JSON, of which each scenario changes a copy."""
    return json.dumps(tomllib.loads(cogtable.game("recharge").box_file.read_text(encoding="utf-8")))


GAMES = {}
"""The scenarios' games by the text of their boxes: reading a box takes longer than most scenarios."""


def boxed(folder, robots=None, events=None, **changes):
    """Returns the game with a scenario's robots and Events in place of its first ones."""
    data = json.loads(shipped())
    data.update(changes)
    for i, (name, facts) in enumerate((robots or {}).items()):
        if isinstance(facts, str):
            facts = {"does": facts.split(", ")}
        data["robots"][i] = {"cost": 1, "crowns": 0, "batteries": 2, **facts, "name": name, "flavour": "-"}
    for i, (name, does) in enumerate((events or {}).items()):
        data["events"][i] = {"name": name, "does": does.split(", "), "flavour": "-"}
    for entries, ours in ((data["robots"], robots or {}), (data["events"], events or {})):
        for entry in entries[len(ours) :]:
            entry["name"] += " of the box" * (entry["name"] in ours)
    text = written(data)
    if text not in GAMES:
        path = folder / "box.toml"
        path.write_text(text, encoding="utf-8")
        GAMES[text] = cogtable.game("recharge").with_box(path)
    return GAMES[text]


class Table:
    """A game whose state tests can set. It begins in a round without an Event, with all seats choosing an Action.

    ``table(robots={"Miner": "gain 3"}).fleet(0, Miner=2)`` puts a robot that gains $3 before seat 0.
    """

    def __init__(self, game, seats=2, seed=1, **options):
        self.game = game
        self.array = game.deal(seats, seed, options)
        self.s = self.array[0]
        self.b = game.box.record
        self.robots = list(game.box.names["robots"])
        self.events = list(game.box.names["events"])
        self.notes = []
        self.history = []
        self.round(0)

    # --- setting the state ---

    def round(self, charge, *events):
        """Begins a round: this seat is in charge and has these Events, the others have none."""
        s = self.s
        s.charge = charge
        s.owner[:] = Place.DECK
        s.shown[:] = 0
        s.events[:] = 0
        s.asks[:] = Question.NOTHING
        self.give_events(charge, *events)
        with collected() as self.notes:
            own.begin_round(s, self.b)
            own.advance(s, self.b)
        self.history = [self.notes]
        return self

    def give_events(self, seat, *names):
        for name in names:
            self.s.owner[self.events.index(name)] = seat
            self.s.events[seat] += 1
        return self

    def number(self, number):
        """Sets the number of the round."""
        self.s.rounds = number
        return self

    def coins(self, seat, coins):
        self.s.coins[seat] = coins
        return self._stood()

    def crowns(self, seat, crowns):
        self.s.crowns[seat] = crowns
        return self._stood()

    def _stood(self):
        """Copies what was set before any action into the state at the beginning of the turns."""
        if (self.s.chose == EMPTY).all():
            others.begin_together(self.s)
        return self

    def hand(self, seat, *names):
        """Gives a seat exactly these cards; its old hand goes under the deck."""
        for card in [int(card) for card in self.s.hand[seat, : self.s.held[seat]]]:
            deck = [int(other) for other in self.s.deck[: self.s.deck_left]]
            self._into_deck(card)
            self.s.deck[: len(deck) + 1] = [card, *deck]
        for name in names:
            card = self._taken(name)
            self.s.hand[seat, self.s.held[seat]] = card
            self.s.held[seat] += 1
            self.s.place[card] = Place.HAND + seat
        return self._stood()

    def fleet(self, seat, *names, **batteries):
        """Puts these robots before a seat with a number of batteries; robots only named have none."""
        s = self.s
        for name, count in [*((name, 0) for name in names), *batteries.items()]:
            card = self._taken(name)
            s.fleet[seat, s.robots[seat]] = card
            s.robots[seat] += 1
            s.place[card] = Place.FLEET + seat
            s.batteries[card] = count
            s.power[seat] += count
            s.printed[seat] += self.b.crowns[card]
        return self._stood()

    def deck(self, *names):
        """Puts exactly these cards into the deck, the first on top; the rest are hidden in seat 1's hand."""
        for card in self.cards_in(Place.DECK):
            if self.robots[card] not in names:
                self._taken(self.robots[card])
                self.s.hand[1, self.s.held[1]] = card
                self.s.held[1] += 1
                self.s.place[card] = Place.HAND + 1
        for i, name in enumerate(reversed(names)):
            card = self._taken(name)
            self.s.deck[i] = card
            self.s.deck_left += 1
            self.s.place[card] = Place.DECK
        return self._stood()

    def on_top(self, *names):
        """Puts these cards on top of the deck, the first above the others."""
        for name in reversed(names):
            self._into_deck(self._taken(name))
        return self

    def pile(self, *names):
        """Puts exactly these cards into the discard pile."""
        for card in self.cards_in(Place.PILE):
            self.s.piled -= 1
            self._into_deck(card)
        for name in names:
            card = self._taken(name)
            self.s.place[card] = Place.PILE
            self.s.piled += 1
        return self

    def cards_in(self, place):
        return [card for card in range(ROBOTS) if self.s.place[card] == place]

    def _taken(self, name):
        """Takes a card from the deck or a hand."""
        card = self.robots.index(name)
        s = self.s
        for seat in range(s.seats):
            cards = [int(other) for other in s.hand[seat, : s.held[seat]]]
            if card in cards:
                cards.remove(card)
                s.held[seat] -= 1
                s.hand[seat] = [*cards, *[EMPTY] * (ROBOTS - len(cards))]
        deck = [int(other) for other in s.deck[: s.deck_left] if other != card]
        s.deck_left = len(deck)
        s.deck[:] = [*deck, *[EMPTY] * (ROBOTS - len(deck))]
        return card

    def _into_deck(self, card):
        """Puts a card on top of the deck."""
        s = self.s
        self._taken(self.robots[card])
        s.deck[s.deck_left] = card
        s.deck_left += 1
        s.place[card] = Place.DECK

    # --- acting ---

    def act(self, seat, *answers):
        """Plays a seat's answers in order: an Action, a robot, an Event, yes, no, rest or pass."""
        for words in answers:
            assert words in self.may(seat), (words, self.may(seat))
            with collected() as self.notes:
                verbs.play(self.s, self.b, seat, self._action(words))
            self.history.append(self.notes)
        return self

    def all_act(self, *answers):
        """Plays one answer of each seat, in order of the seats."""
        for seat, words in enumerate(answers):
            self.act(seat, words)
        return self

    def idle(self, *seats):
        """Lets seats choose Recharge, which adds nothing for a seat without robots; all others, if none is named."""
        for seat in seats or self.waiting:
            self.act(seat, "Recharge")
        return self

    def _action(self, words):
        actions = {text: action for action, text in WORDS.items()}
        if words in ACTIONS_OF_A_TURN:
            return Answer.ACTION + ACTIONS_OF_A_TURN.index(words)
        if words in self.events:
            return Answer.EVENT + self.events.index(words)
        return actions[words] if words in actions else Answer.CARD + self.robots.index(words)

    # --- reading the state ---

    def may(self, seat):
        """Returns a seat's possible answers."""
        if not self.s.waiting >> seat & 1:
            return []
        mask = self.game.mask()
        verbs.legal(self.s, self.b, seat, mask)
        return [self._words(action) for action in range(len(mask)) if mask[action]]

    def _words(self, action):
        if action < Answer.ACTION:
            return self.events[action - Answer.EVENT]
        if action < Answer.CARD:
            return ACTIONS_OF_A_TURN[action - Answer.ACTION]
        return self.robots[action - Answer.CARD] if action < Answer.REST else WORDS[action]

    @property
    def waiting(self):
        return [seat for seat in range(self.s.seats) if self.s.waiting >> seat & 1]

    def held(self, seat):
        return [self.robots[card] for card in self.s.hand[seat, : self.s.held[seat]]]

    def batteries(self, seat):
        """Returns the robots before a seat, with their batteries."""
        cards = self.s.fleet[seat, : self.s.robots[seat]]
        return {self.robots[card]: int(self.s.batteries[card]) for card in cards}

    def discarded(self):
        return {self.robots[card] for card in self.cards_in(Place.PILE)}

    def score(self, seat):
        return own.score(self.s, seat)

    def tokens(self, seat):
        """Returns the coins and crown tokens."""
        return int(self.s.coins[seat]), int(self.s.crowns[seat])

    def events_of(self, seat):
        return [self.events[event] for event in range(EVENTS) if self.s.owner[event] == seat]

    def noted(self, event):
        """Returns the events of a kind in the last action, as tuples of three numbers."""
        return [(*note.numbers, 0, 0)[:3] for note in self.notes if note.event == event]

    def lines(self, seat=-1):
        """Returns a seat's log lines of this round, with letters for seats, except those about missing Events."""
        lines = []
        for notes in self.history:
            lines += log.log_lines(self.hidden(seat), self.game.box, [note for note in notes if note.reaches(seat)])
        lines = [line for line in lines if "no Event left" not in line.words]
        return [re.sub(r"\[\[seat:(\d)\]\]", lambda found: "ABCD"[int(found[1])], line.words) for line in lines]

    def hidden(self, seat):
        """Returns the game as a seat knows it."""
        array = self.array.copy()
        verbs.hide(array[0], self.b, seat)
        return array[0]

    def determinized(self, seat, seed):
        """Returns a state that agrees with a seat's knowledge."""
        array = self.array.copy()
        verbs.hide(array[0], self.b, seat)
        rng.seed(array[0], seed)
        verbs.determinize(array[0], self.b, seat)
        return array[0]


@pytest.fixture
def table(tmp_path):
    """Sets up a table: ``table(seats=3, robots={"Miner": "gain 3"}, events={"Fair": "draw 1"})``."""

    def build(seats=2, seed=1, *, robots=None, events=None, options=None, **changes):
        return Table(boxed(tmp_path, robots, events, **changes), seats, seed, **(options or {}))

    return build


@pytest.fixture
def game_with(tmp_path):
    """Returns the game with another box."""
    return lambda **changes: boxed(tmp_path, **changes)
