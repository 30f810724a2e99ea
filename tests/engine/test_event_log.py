"""The event log: the sentence of each event, its heading, its seat, and its animation."""

import pytest

from cogtable.engine.rules.events import ALL, Events, Note
from cogtable.engine.text import words
from cogtable.engine.text.words import phrase, say
from cogtable.table.log import EventLog, comes_from, marks, says, says_lines, sounds
from cogtable.table.pieces import PieceId
from cogtable.view import Clock, Face, Layout, Piece, View

CARD = PieceId("c{}")
NOBODY = -1


class Event(Events):
    TURN = "turn"
    DREW = "seat card"
    FOUGHT = "card"
    RESTED = "seat"


def fought(event):
    """Returns a line for each card that fought, at the event of the first one."""
    cards = [other["card"] for other in event.others(Event.FOUGHT)]
    if event["card"] == cards[0]:
        yield from (say("card {card} was lost", card=card) for card in cards)


LOG = EventLog(
    tuple(Event),
    {
        Event.DREW: says(
            lambda event: phrase("{seat} drew the {name}") if event["card"] else phrase("{seat} drew a card"),
            comes_from(CARD.of("card"), lambda event: "deck"),
            marks(CARD.of("card"), phrase("new")),
        ),
        Event.FOUGHT: says_lines(fought, sounds("hit")),
    },
    {"name": lambda event: say("ace") if event["card"] == 1 else say("king")},
    lambda notes: say("Turn {n}", n=next((note["turn"] for note in reversed(notes) if note.event == Event.TURN), 0)),
    lambda event: event["seat"] if "seat" in event.type.fields else NOBODY,
)


def note(event, *numbers):
    return Note(ALL, event, numbers, event.fields)


def lines(*notes):
    return [(line.group, line.seat, line.words) for line in LOG.lines(None, None, notes)]


def test_each_event_gives_its_sentence_with_its_fields():
    assert lines(note(Event.DREW, 1, 0), note(Event.DREW, 0, 2)) == [
        ("Turn 0", 1, "[[seat:1]] drew a card"),
        ("Turn 0", 0, "[[seat:0]] drew the king"),
    ]


def test_a_line_stands_below_the_heading_before_it():
    assert [group for group, _, _ in lines(note(Event.DREW, 0, 1), note(Event.TURN, 7), note(Event.DREW, 0, 1))] == [
        "Turn 0",
        "Turn 7",
    ]


def test_an_event_can_have_several_lines_or_none():
    assert lines(note(Event.FOUGHT, 3), note(Event.FOUGHT, 5), note(Event.RESTED, 0)) == [
        ("Turn 0", NOBODY, "card 3 was lost"),
        ("Turn 0", NOBODY, "card 5 was lost"),
    ]


def test_describe_pairs_each_event_with_its_words():
    described = [
        (event.note.event, words)
        for event, words in LOG.describe(None, None, [note(Event.RESTED, 0), note(Event.FOUGHT, 3)])
    ]
    assert described == [(Event.RESTED, ""), (Event.FOUGHT, "card 3 was lost")]


def test_lines_are_in_the_chosen_language():
    words.speak(words.pseudo())
    try:
        assert lines(note(Event.DREW, 1, 1)) == [("Ťũŕń 0", 1, "[[seat:1]] ďŕēŵ ťĥē àćē")]
    finally:
        words.speak()


def test_pieces_move_and_are_marked():
    layout = Layout(width=1, height=1, areas={})
    card = Piece(id=CARD(1), zone="hand", face=Face(kind="card"), label="ace")
    view = View(
        game="cards",
        seat=0,
        ply=1,
        waiting=[],
        over=False,
        clock=Clock(words=""),
        wide=layout,
        narrow=layout,
        parts=[],
        pieces=[card],
    )
    LOG.animate(view, None, None, [note(Event.DREW, 1, 1), note(Event.DREW, 1, 2)])
    assert card.via == "deck"
    assert [(mark.seat, mark.words) for mark in card.marks] == [(1, "new")]
    LOG.animate(view, None, None, [note(Event.FOUGHT, 1), note(Event.FOUGHT, 2)])
    assert sorted(view.sounds) == ["card", "hit"]


def test_an_unknown_field_of_an_event_is_named():
    (event,) = LOG.events(None, None, [note(Event.RESTED, 0)])
    with pytest.raises(KeyError, match="RESTED has no field card; it has seat"):
        event["card"]
