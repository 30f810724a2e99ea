"""Tables in a page, as its client uses them: calls and messages, without a server, an event loop or a database."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from types import SimpleNamespace

import msgspec
import pytest

import cogtable
from cogtable import bots
from cogtable.bots import mcts
from cogtable.bots.bot import PlayStyle
from cogtable.engine.lessons import puzzle
from cogtable.engine.lessons.script import NO_ACTION
from cogtable.engine.play import registry
from cogtable.server.table.decisions import seed_of
from cogtable.server.wire import from_client, from_server, lobby_api
from cogtable.server.wire.base import PROTOCOL
from cogtable.site.page_tables import ScriptTables
from cogtable.site.page_tables.bots import decided_at_once
from cogtable.site.page_tables.records import BadRecord, decoded, encoded

from .conftest import HERE, STANDIN
from .page_client import Page, state_of

GAMES = ("splendor", "megaman", "recharge", "smashgear", "coalheart")


@pytest.fixture
def page():
    return Page()


def seats_of(game):
    """A person and bots, as many as the game needs."""
    return ["me", *["bot easy"] * (registry.find(game).min_seats - 1)]


def play(table, moves=1):
    """Plays the first choice so many times, and what the bots then do."""
    for _ in range(moves):
        table.page.think()
        if table.view.over:
            return
        answer = table.act(table.view.choices[0].action)
        assert isinstance(answer, from_server.Accepted), answer
        table.page.think()


def play_to_the_end(table):
    while not table.view.over:
        play(table)


def views(page, made):
    """The view of each connection that comes now, as bytes: the person's, and a spectator's."""
    found = []
    for secret in (made.secret, ""):
        socket = page.connect(f"tables/{made.table}", secret)
        found.append(bytes(msgspec.json.decode(socket.texts[0], type=dict[str, msgspec.Raw])["view"]))
        socket.close()
    return found


def native_views(match, seat):
    whole = [msgspec.structs.replace(match.view(each), log_from=0, flights=[], sounds=[]) for each in (seat, None)]
    return [msgspec.json.encode(view) for view in whole]


def native(made, page, game):
    """The same game, played by its moves alone: what `cogtable replay` would show."""
    record = decoded(page.stored[made.table])
    match = cogtable.game(game).start(seats=len(record.row.seats), seed=record.row.seed, **record.row.options)
    for each in record.actions:
        assert each.kind == "move"
        if each.ply == match.ply:  # passing is played by the match itself
            match.play(each.seat, each.action)
    return match


@pytest.mark.parametrize("game", GAMES)
def test_ten_moves_with_bots_then_the_page_is_opened_again(game, page):
    made = page.make(game, *seats_of(game), seed=3)
    table = page.sit(made)
    assert (table.view.seat, table.update.now.occupants[0].here) == (0, True)
    play(table, 10)
    assert table.view.ply >= 10
    match = native(made, page, game)
    assert views(page, made) == native_views(match, 0)

    again = Page(page.stored)
    assert views(again, made) == native_views(match, 0)
    table = again.sit(made)
    play(table, 2)
    assert again.stored[made.table] != page.stored[made.table]


def test_a_client_that_keeps_its_view_is_sent_changes(page):
    table = page.sit(page.make("splendor", "me", "bot easy", seed=3), keeps=True)
    table.send(from_client.Act(id=1, ply=0, action=table.view.choices[0].action))
    assert [type(one).__name__ for one in table.heard[-2:]] == ["Accepted", "Changed"]


def test_a_move_is_sent_again_after_the_connection_broke(page):
    table = page.sit(page.make("splendor", "me", "bot easy", seed=3))
    action = table.view.choices[0].action
    first = table.act(action, submission="abc")
    again = table.ask(from_client.Act, action=action, ply=0, submission="abc")
    assert (first.ply, again.ply) == (1, 1)
    assert table.ask(from_client.Act, action=action, ply=0, submission="other").code in ("late", "waiting")


def test_undo_why_and_what_is_ahead(page):
    table = page.sit(page.make("splendor", "me", "bot easy", "bot easy", seed=3))
    before = table.view
    play(table, 1)
    assert table.update.now.undo
    accepted = table.ask(from_client.Undo, unrated=True, **table.seen)
    assert (accepted.ply, accepted.undone) == (0, 1)
    assert table.view.pieces == before.pieces
    offered = {piece for choice in table.view.choices for piece in choice.pieces}
    other = next(piece for piece in table.view.touchable() if piece not in offered)
    assert table.ask(from_client.AskWhy, piece=other, **table.seen).words
    assert table.ask(from_client.AskPremoves, ply=table.view.ply).choices == []
    assert table.ask(from_client.AskOverlays, **table.seen).overlays == []
    assert table.ask(from_client.AskWhy, piece="nothing", **table.seen).code == "malformed"


def test_a_hint_is_searched_and_dropped_once_the_decision_is_made(page):
    table = page.sit(page.make("splendor", "me", "bot easy", seed=3))
    assert table.ask(from_client.AskHint, **table.seen) is None
    [order] = page.orders
    assert (order.game, order.searches[0].seat, order.guided) == ("splendor", 0, True)
    page.think()
    hint = table.heard[-1]
    assert isinstance(hint, from_server.Hint)
    assert {move.action for move in hint.moves} <= {choice.action for choice in table.view.choices}
    assert sum(hint.chances) == pytest.approx(1, abs=0.001)

    table.ask(from_client.AskHint, **table.seen)
    asked = page.orders[-1].number
    table.act(table.view.choices[0].action)
    assert [one.code for one in table.heard if isinstance(one, from_server.Error)] == ["late"]
    assert asked not in [order.number for order in page.orders]
    page.tables.found(asked, "[]", page.now)  # too late, and nobody minds


def test_a_newer_request_for_a_hint_replaces_the_older(page):
    table = page.sit(page.make("splendor", "me", "bot easy", seed=3))
    table.ask(from_client.AskHint, **table.seen)
    table.ask(from_client.AskHint, **table.seen)
    assert [one.words for one in table.heard if isinstance(one, from_server.Error)] == [
        "a newer request replaced yours"
    ]
    page.think()
    assert [one.id for one in table.heard if isinstance(one, from_server.Hint)] == [2]


def test_a_search_that_fails_is_told(page):
    table = page.sit(page.make("splendor", "me", "bot hard", seed=3))
    table.ask(from_client.AskHint, **table.seen)
    page.tables.failed(page.orders.pop().number, "out of memory", page.now)
    page.turn()
    assert table.heard[-1].words == "the search for a hint failed (out of memory)"

    table.act(table.view.choices[0].action)
    order = page.orders.pop()
    page.tables.found(order.number, '[{"actions": [99999], "visits": [1], "chances": [1], "seats": [1, 0]}]', page.now)
    page.turn()
    assert table.view.ply == 2, "the bot plays on"
    assert "The bot “Thinks through many moves” failed" in table.update.now.notice
    assert "It plays random moves instead." in table.update.now.notice


def test_a_downloaded_match_is_opened_again_in_another_page(page):
    made = page.make("recharge", *seats_of("recharge"), seed=5)
    table = page.sit(made)
    play_to_the_end(table)
    _, file = page.call("GET", f"/tables/{made.table}/file", secret=made.secret)

    other = Page()
    seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "easy"}] * (len(table.update.now.occupants) - 1)]
    opened = msgspec.convert(other.open_match(json.dumps(file), seats)[1], lobby_api.Seated)
    assert views(other, opened) == views(page, made)
    assert other.call("GET", f"/tables/{opened.table}/file", secret=opened.secret) == (200, file)
    kept = Page(other.stored)
    assert kept.sit(opened).view.over
    status, branch = kept.call("POST", f"/tables/{opened.table}/branch", {"ply": 2, "bot": "easy"}, opened.secret)
    assert status == 201
    play(kept.sit(msgspec.convert(branch, lobby_api.Seated)), 2)


def test_a_match_that_was_saved_before_its_end_goes_on_in_a_page(page):
    match = cogtable.game("splendor").start(seats=2, seed=3)
    for _ in range(5):
        match.play(match.waiting[0], match.choices(match.waiting[0])[0].action)
    seats = [{"kind": "bot", "bot": "easy"}, {"kind": "me"}]
    status, opened = page.open_match(cogtable.save(match), seats)
    assert (status, opened["seat"]) == (201, 1)
    table = page.sit(msgspec.convert(opened, lobby_api.Seated))
    assert table.view.ply == 5
    play(table, 3)
    assert table.view.ply > 8


@pytest.mark.parametrize(
    ("file", "status", "words"),
    [
        ("{}", 422, "this file is not a saved match"),
        ('{"game": "splendor", "version": "0"}', 422, "this file is not a saved match"),
        (" " * (1 << 21), 422, "this file is too big for a saved match"),
    ],
    ids=("no match", "half a match", "too big"),
)
def test_a_wrong_file_is_refused_in_a_page(page, file, status, words):
    found, answer = page.open_match(file, [{"kind": "me"}])
    assert (found, answer["error"].startswith(words)) == (status, True), answer
    assert page.stored == {}


def test_a_finished_game_is_analysed_saved_and_played_on(page):
    made = page.make("recharge", *seats_of("recharge"), seed=5)
    table = page.sit(made)
    assert page.call("GET", f"/tables/{made.table}/file", secret=made.secret)[0] == 409
    refused = page.call("POST", f"/tables/{made.table}/branch", {"ply": 1, "bot": "easy"}, made.secret)
    assert refused[1]["error"].startswith("this game is not over yet")
    play_to_the_end(table)
    match = native(made, page, "recharge")
    assert match.over
    assert views(page, made) == native_views(match, 0)

    table.ask(from_client.Analyse)
    page.think()
    found = [one for one in table.heard if isinstance(one, from_server.Analysis)]
    assert sum(len(one.positions) for one in found) == match.ply + 1
    winners = match.ranks.count(1)
    assert found[-1].positions[-1].chances == [(rank == 1) / winners for rank in match.ranks]
    assert table.ask(from_client.AskPosition, ply=3).view.ply == 3

    status, file = page.call("GET", f"/tables/{made.table}/file", secret=made.secret)
    assert (status, file) == (200, json.loads(cogtable.save(match)))
    assert page.call("GET", f"/tables/{made.table}/file")[0] == 401
    [info] = page.call("POST", "/mine", {"secrets": {made.table: made.secret, "other": "x"}})[1]
    assert (info["over"], info["places"]) == (True, list(match.ranks))
    again = Page(page.stored)
    assert again.call("GET", f"/tables/{made.table}")[1]["places"] == list(match.ranks)

    status, branch = again.call("POST", f"/tables/{made.table}/branch", {"ply": 4, "bot": "easy"}, made.secret)
    assert status == 201
    other = again.connect(f"tables/{branch['table']}", branch["secret"])
    assert (other.view.ply, other.update.branch_of) == (4, made.table)
    play(other)


def test_a_rematch_at_a_new_table_against_the_bot_one_level_up(page):
    made = page.make("recharge", *seats_of("recharge"), seed=5)
    table = page.sit(made)
    play_to_the_end(table)
    [met] = page.call("POST", "/bots/games", {"secrets": {made.table: made.secret, "other": "x"}})[1]
    ranks = native(made, page, "recharge").ranks
    assert (met["bot"], met.get("won", 0)) == ("easy", (ranks[0] < ranks[1]) - (ranks[0] > ranks[1]))
    table.ask(from_client.RequestRematch, on=True, bot="medium")
    rematch = [one for one in table.heard if isinstance(one, from_server.Rematch)][-1]
    assert rematch.table in page.stored
    other = page.connect(f"tables/{rematch.table}", made.secret)
    assert (other.view.ply, other.view.seat) == (0, 1)
    bot = other.update.now.occupants[0]
    assert (bot.name, bot.rung) == ("Rivet", 2), "one level above the bot of the first game"
    assert page.call("GET", f"/tables/{made.table}")[1]["places"], "the first table keeps its end"


@pytest.mark.parametrize("name", registry.find("splendor").lessons)
def test_a_lesson(page, name):
    status, made = page.call("POST", "/tables", {"game": "splendor", "lesson": True, "lesson_name": name})
    assert status == 201
    table = page.connect(f"tables/{made['table']}", made["secret"])
    steps = 0
    while lesson := table.update.lesson:
        steps += 1
        if lesson.action == NO_ACTION:
            table.ask(from_client.SetStep, step=lesson.step + 1)
        else:
            table.act(lesson.action)
    assert steps == len(registry.find("splendor").lessons[name].lesson.steps)


def test_an_unknown_lesson(page):
    status, answer = page.call("POST", "/tables", {"game": "splendor", "lesson": True, "lesson_name": "gold"})
    assert (status, answer["error"]) == (404, "splendor has no lesson “gold” that can be played")


def test_a_puzzle(page):
    game = registry.find("splendor")
    first = puzzle.puzzles_of(game).puzzles[0]
    table = page.connect(f"puzzles/splendor/{first.key}")
    assert table.update.puzzle.state == "open"
    table.ask(from_client.ShowLine)
    assert table.update.puzzle.state == "shown"
    wrong = page.connect("puzzles/splendor/none")
    assert (wrong.heard[0].code, wrong.closed) == ("unknown-table", 1008)


def test_two_people_at_one_device(page):
    made = page.make("splendor", "Ada", "Ben", seed=3)
    table = page.sit(made)
    assert (table.view.seat, table.update.yours) == (-1, [0, 1])
    table.ask(from_client.Switch, seat=0)
    table.act(table.view.choices[0].action)
    table.ask(from_client.Switch, seat=1)
    assert table.view.seat == 1
    table.act(table.view.choices[0].action)
    assert table.view.ply == 2
    assert table.ask(from_client.Switch, seat=2).code == "not-seated"
    assert views(page, made)[1] == native_views(native(made, page, "splendor"), None)[1]


def test_a_bot_plays_for_a_person_who_asks_for_it(page):
    made = page.make("splendor", "me", "bot easy", seed=3, takeover={"bot": "easy", "after_s": 600})
    table = page.sit(made)
    table.ask(from_client.SetTakeover, on=True)
    assert page.orders
    order = page.orders.pop(0)
    assert order.searches[0].seat == 0
    table.ask(from_client.SetTakeover, on=False)
    page.orders.append(order)
    page.think()
    assert table.view.ply == 0, "the seat was taken back before the bot had decided"


def test_bots_wait_while_nobody_is_there(page):
    made = page.make("splendor", "me", "bot easy", seed=3)
    table = page.sit(made)
    table.act(table.view.choices[0].action)
    assert len(page.orders) == 1
    table.close()
    assert page.orders == []
    again = page.sit(made)
    assert len(page.orders) == 1
    page.think()
    assert again.view.ply == 2


# --- bots decide as they do on a server -----------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_bots_that_decide_at_once_decide_as_everywhere(game, bot):
    match = cogtable.game(game).start(seats=registry.find(game).min_seats, seed=4)
    for seed in range(4):
        seat = match.waiting[0]
        expected = bots.decide(bot, match, seat, seed, PlayStyle(compiled=False)).action
        assert decided_at_once(bot, match, seat, seed) == expected
        match.play(seat, expected)


def test_the_order_of_a_bot_says_what_a_server_would_search(page):
    made = page.make("splendor", "me", "bot easy", seed=3)
    table = page.sit(made)
    table.act(table.view.choices[0].action)
    [order] = page.orders
    [search] = order.searches
    match = native(made, page, "splendor")
    row = decoded(page.stored[made.table]).row
    assert state_of("splendor", search).tobytes() == match.hidden(1).tobytes()
    assert (search.seed, search.first) == (str(seed_of(row, 1, 1)), -1)
    easy = bots.find("easy")
    prior = None if order.prior < 0 else order.prior
    assert (search.simulations, prior) == (
        easy.settings_for(match.game).simulations,
        easy.settings_for(match.game).prior,
    )
    config = mcts.SearchConfig(8, prior=prior)
    found = mcts.think(match.game, match.hidden(1), 1, int(search.seed), config, compiled=False)
    few = bots.bot.Bot("few", "", mcts_decides(config), "search", config)
    assert few.decide(match, 1, int(search.seed), PlayStyle(compiled=False)).action == found.best


def test_the_bot_that_has_learned_a_game_searches_with_its_network(page):
    table = page.sit(page.make("splendor", "me", "bot master", seed=3))
    table.act(table.view.choices[0].action)
    three = page.sit(page.make("splendor", "me", "bot master", "bot master", seed=3))
    three.act(three.view.choices[0].action)
    game = registry.find("splendor")
    found = [(order.guided, order.searches[0].simulations) for order in page.orders]
    assert found == [(seats == 2, bots.find("master").simulations(game, seats)) for seats in (2, 3)]


def test_a_bot_searches_once_for_a_decision(page):
    table = page.sit(page.make("splendor", "me", "bot easy", seed=3))
    for moves in range(1, 4):
        table.act(table.view.choices[0].action)
        assert page.think() == 1, moves


def mcts_decides(config):
    return lambda *given: mcts.decide_many(config, *given)


@pytest.mark.slow
@pytest.mark.parametrize("games", [("splendor", "recharge"), pytest.param(GAMES, marks=pytest.mark.large)])
def test_with_the_stand_ins_a_page_says_the_same_as_with_numpy(games):
    command = [sys.executable, str(HERE / "page_journey.py"), *games]
    own, stands = (
        subprocess.run(command, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)})
        for paths in ([str(HERE.parents[1])], [str(STANDIN), str(HERE.parents[1])])
    )
    assert (stands.stderr, stands.returncode) == ("", 0)
    assert len(own.stdout.splitlines()) == len(games)
    assert stands.stdout == own.stdout


# --- time, storage, and what is refused -----------------------------------------------------------------


def test_a_clock_runs_only_while_the_page_is_open(page):
    made = page.make("splendor", "me", "bot random", seed=3, time_control={"game_s": 60, "expired": "resign"})
    table = page.sit(made)
    assert page.again == page.now + 60
    page.now += 20
    play(table)
    assert table.update.now.clocks.left[0] == 40
    again = Page(page.stored, now=page.now + 3600)
    table = again.sit(made)
    assert table.update.now.clocks.left[0] == 40
    again.now += 41
    again.turn()
    assert table.view.over


def test_a_pause_ends_by_itself(page):
    made = page.make("splendor", "me", "bot random", seed=3, time_control={"game_s": 60})
    table = page.sit(made)
    table.ask(from_client.OfferPause, seconds=30)
    assert table.act(table.view.choices[0].action).code == "paused"
    page.now += 30
    page.turn()
    assert isinstance(table.act(table.view.choices[0].action), from_server.Accepted)


def test_bots_wait_during_a_pause(page):
    made = page.make("splendor", "me", "bot easy", seed=3, time_control={"game_s": 60})
    table = page.sit(made)
    table.act(table.view.choices[0].action)
    table.ask(from_client.OfferPause, seconds=30)
    page.think()
    assert (table.view.ply, page.again) == (1, page.now + 30)
    page.now += 30
    page.turn()
    assert table.view.ply == 2


def test_a_hint_that_is_found_during_a_pause(page):
    made = page.make("splendor", "me", "bot easy", seed=3, time_control={"game_s": 60})
    table = page.sit(made)
    table.ask(from_client.AskHint, **table.seen)
    table.ask(from_client.OfferPause, seconds=30)
    page.think()
    assert table.heard[-1].id == 1
    assert isinstance(table.heard[-1], from_server.Hint | from_server.Error)


def test_a_game_with_other_rules_is_kept_and_says_so(page):
    made = page.make("splendor", "me", "bot easy", seed=3)
    record = decoded(page.stored[made.table])
    old = encoded(msgspec.structs.replace(record, row=msgspec.structs.replace(record.row, version="0")))
    again = Page({made.table: old})
    table = again.sit(made)
    words = "this game was saved with other rules of splendor (version 0); it is kept, but cannot go on"
    assert (table.heard[0].code, table.heard[0].words, table.closed) == ("outdated", words, 1008)
    assert again.stored == {made.table: old}
    assert len(again.call("POST", "/mine", {"secrets": {made.table: made.secret}})[1]) == 1


@pytest.mark.parametrize("data", [b"", b"\xc1", encoded.__doc__.encode()])
def test_a_broken_record_is_kept_and_says_so(data):
    page = Page({"abc": data})
    status, answer = page.call("GET", "/tables/abc")
    assert status == 410
    assert answer["error"].startswith("this saved game cannot be read (")
    assert page.connect("tables/abc", "secret").heard[0].code == "outdated"
    assert page.call("POST", "/mine", {"secrets": {"abc": "x"}}) == (200, [])
    assert page.stored == {"abc": data}


def test_a_record_of_a_later_format_is_refused(page):
    made = page.make("splendor", "me", "bot easy", seed=3)
    later = msgspec.structs.replace(decoded(page.stored[made.table]), format=2)
    with pytest.raises(BadRecord, match="expected format 1; found 2"):
        decoded(encoded(later))


def test_a_table_as_it_is_listed_without_python(page):
    made = page.make("splendor", "me", "bot easy")
    info = msgspec.json.decode(page.tables.info(made.table))
    _, (listed,) = page.call("POST", "/mine", {"secrets": {made.table: made.secret}})
    assert info == listed
    assert info["seat"] == made.seat


def test_a_table_that_was_deleted_is_closed_and_never_stored_again(page):
    made = page.make("splendor", "me", "bot easy")
    table = page.sit(made)
    del page.stored[made.table]
    page.tables.forget(made.table)
    page.turn()
    assert table.closed
    assert page.stored == {}
    status, answer = page.call("GET", f"/tables/{made.table}")
    assert (status, made.table in answer["error"]) == (404, True)


def test_the_script_of_a_page_passes_on_texts_and_bytes():
    stored = {}
    tables = ScriptTables(stored.__setitem__, 0.0, "{}")
    body = json.dumps({"game": "splendor", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]})
    status, answer = json.loads(tables.call("POST", "/tables", body, "", 1.0))
    made = json.loads(answer)
    assert (status, list(stored)) == (201, [made["table"]])
    opened = ScriptTables(stored.__setitem__, 2.0, "{}")
    opened.open(made["table"], SimpleNamespace(to_bytes=lambda: stored[made["table"]]))
    assert json.loads(opened.info(made["table"]))["game"] == "splendor"
    connection = opened.connect(f"tables/{made['table']}")
    opened.receive(connection, json.dumps({"type": "hello", "protocol": PROTOCOL, "secret": made["secret"]}), 3.0)
    news = json.loads(opened.news())
    assert [number for number, _ in news["messages"]] == [connection]
    assert json.loads(news["messages"][0][1])["type"] == "update"
    opened.disconnect(connection)
    opened.forget(made["table"])
    assert json.loads(opened.call("GET", f"/tables/{made['table']}", "", "", 4.0))[0] == 404


def test_a_game_that_the_page_lacks_is_kept(page):
    made = page.make("splendor", "me", "bot easy", seed=3)
    record = decoded(page.stored[made.table])
    other = encoded(msgspec.structs.replace(record, row=msgspec.structs.replace(record.row, game="chess")))
    table = Page({made.table: other}).sit(made)
    assert table.heard[0].words == "this page does not have chess, so this saved game cannot be opened; it is kept"


def test_play_goes_on_where_nothing_can_be_stored(page):
    def refuse(table, record):
        raise OSError("quota exceeded")

    page.tables = type(page.tables)(refuse, page.now)
    made = page.make("splendor", "me", "bot easy", seed=3)
    table = page.sit(made)
    words = "This browser does not let the page store games; they are lost when you close it."
    assert table.update.now.notice.startswith(words)
    play(table, 2)
    assert table.view.ply == 4
    assert page.call("GET", "/notice")[1]["words"] == words


def test_storage_that_is_refused_later_is_told_once(page):
    table = page.sit(page.make("splendor", "me", "bot easy", seed=3))
    page.tables.note_storage_refused()
    page.tables.note_storage_refused()
    page.turn()
    told = [one for one in table.heard if isinstance(one, from_server.Occupants)]
    assert len(told) == 1
    assert "store games" in told[0].now.notice


@pytest.mark.parametrize(
    ("method", "path", "body", "words"),
    [
        ("POST", "/tables", {"game": "splendor", "seats": [{"kind": "me"}, {"kind": "open"}]}, "friends can join"),
        ("POST", "/tables", {"game": "splendor", "variant": "abc", "seats": []}, "no box 'abc' for splendor"),
        ("POST", "/tables", {"game": "chess", "seats": [{"kind": "me"}]}, "chess"),
        ("POST", "/tables", {"game": "splendor", "seats": [{"kind": "bot", "bot": "who"}]}, "there is no bot 'who'"),
        ("POST", "/tables", {"game": "splendor", "lesson": True, "name": "x" * 99}, "1 to 24 characters; found 99"),
        ("POST", "/tables", {"wrong": 1}, "expected NewTable: "),
        ("POST", "/tables/abc/join", {"name": "Ada"}, "for games with other people, use a server"),
        ("GET", "/tables/abc", None, "there is no table 'abc' in this page"),
        ("POST", "/tournaments", {}, "for games with other people, use a server"),
        ("GET", "/people/Ada", None, "for games with other people, use a server"),
        ("POST", "/account/sign-in", {}, "this page has no accounts"),
        ("GET", "/calls", None, "this page has no accounts"),
        ("POST", "/boxes", {}, "this page takes no boxes"),
        ("GET", "/nowhere", None, "there is nothing at /nowhere for GET"),
    ],
)
def test_a_call_that_is_refused_says_why(method, path, body, words, page):
    status, answer = page.call(method, path, body)
    assert 400 <= status < 500
    assert words in answer["error"]
    assert page.stored == {}


def test_what_a_page_answers_without_a_server(page):
    assert page.call("GET", "/account")[1] == {}
    assert page.call("GET", "/tables?x=1")[1] == page.call("GET", "/live")[1] == []


def test_messages_that_are_refused(page):
    made = page.make("splendor", "me", "bot easy", seed=3)
    table = page.sit(made)
    assert table.ask(from_client.Say, text="hello").code == "no-chat"
    assert table.ask(from_client.React, ply=1, word="nice").code == "no-chat"
    assert table.ask(from_client.Analyse).code == "playing"
    assert table.ask(from_client.ShowLine).code == "puzzle"
    assert table.ask(from_client.Searched, task=1).code == "malformed"
    assert table.send_text("{")[0].code == "malformed"
    assert table.send_text('{"type": "act", "id": 7, "ply": "x"}')[0].id == 7
    assert table.send(from_client.Ping()) == [from_server.Pong()]
    assert table.act(99_999).code == "illegal"
    assert table.closed == 0

    assert page.connect(f"tables/{made.table}", "wrong secret").heard[0].code == "secret"
    watching = page.connect(f"tables/{made.table}")
    assert watching.act(0).code == "not-seated"
    silent = page.tables.connect(f"tables/{made.table}")
    page.sockets[silent] = type(table)(page, silent)
    assert page.sockets[silent].send(from_client.Ping())[0].code == "protocol"
    assert page.sockets[silent].closed == 1008
