"""Names and texts of a box are shown as written: braces in them aren't template fields."""

import random
import tomllib

import msgspec
import pytest

import cogtable
from cogtable.engine.box_editing.sheet import fields_of, tables_of
from cogtable.engine.play import registry
from cogtable.rulespage.legend import legend_of
from cogtable.server.workbench.sheet_view import looked_at
from cogtable.table.components import components_of

from .test_grown import written

STRANGE = ("{a.b}", "{0}", "{n!r:>9}", "}{", "{seat}", "%s %(n)d", "{{}}", "{card[0]}", r"\1 \g<0>", "$n ${n}")

TURNS = 60


def strange(name):
    """Returns a game whose box has strange names and words wherever it has any, and its named entries."""
    game = cogtable.game(name)
    data = {**tomllib.loads(game.box_file.read_text(encoding="utf-8")), "title": STRANGE[0]}
    called = []
    for table in tables_of(game.tables):
        for at, entry in enumerate(data.get(table, [])):
            for field in fields_of(game.tables, table, data[table]):
                if field.kind == "name":
                    entry["name"] = f"{STRANGE[at % len(STRANGE)]}{at}"[-field.longest :]
                    called.append(entry["name"])
                elif field.kind == "words":
                    entry[field.field] = " ".join(STRANGE)
    return game.with_box_text(written(data), "{file} %s.toml"), called


def shown_in(game):
    """Returns everything that people see in some turns, as text."""
    match, draw, shown = game.start(seats=game.max_seats, seed=7), random.Random(7), []
    for _ in range(TURNS):
        if match.over:
            break
        for seat in [*range(match.seats), None]:
            view = match.view(seat)
            view.check()
            shown.append(msgspec.json.encode(view).decode())
            if seat is not None:
                shown += [match.why_not(seat, piece) for piece in sorted(view.touchable())[:40]]
        seat = min(match.waiting)
        choices = match.choices(seat)
        shown += [choice.text for choice in choices]
        match.play(seat, draw.choice(choices).action)
    return "\n".join(shown)


@pytest.fixture(params=sorted(registry.names()))
def name(request):
    return request.param


def test_a_game_with_strange_names_can_be_shown_and_played(name):
    game, called = strange(name)
    shown = shown_in(game)
    assert not called or sum(msgspec.json.encode(each).decode().strip('"') in shown for each in called) > 3


def test_other_views_of_a_box_with_strange_names_work(name):
    game, called = strange(name)
    sheet = looked_at(name, game.box.text)
    assert sheet.mistakes == []
    assert sheet.title == STRANGE[0]
    printed = msgspec.json.encode([components_of(game.table, game.box), legend_of(game)]).decode()
    assert not called or msgspec.json.encode(called[0]).decode().strip('"') in printed
