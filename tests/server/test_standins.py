"""Bots that play for people who have left, or who let a bot play, and give the seat back."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cogtable import bots
from cogtable.engine.match import Match
from cogtable.server import standins as module

from .house import PATIENCE, House, Person

TAKEOVER = {"bot": "greedy", "after_s": 60}


class Clock:
    """The time for which people are missed; it passes when a test lets it."""

    def __init__(self) -> None:
        self._now = 0.0
        self._timers: list[Timer] = []

    def call_later(self, seconds: float, work: Callable[[int], None], seat: int) -> Timer:
        timer = Timer(self._now + seconds, work, seat)
        self._timers.append(timer)
        return timer

    def tick(self, seconds: float) -> None:
        """Lets time pass, and waits until all that was due has been done."""
        self._now += seconds
        for timer in [timer for timer in self._timers if timer.due <= self._now]:
            self._timers.remove(timer)
            timer.done.clear()
            timer.loop.call_soon_threadsafe(timer.run)
            assert timer.done.wait(PATIENCE)


class Timer:
    """What is done later."""

    def __init__(self, due: float, work: Callable[[int], None], seat: int) -> None:
        self.due = due
        self.loop = asyncio.get_running_loop()
        self.done = threading.Event()
        self._work = work
        self._seat = seat
        self._cancelled = False

    def cancel(self) -> None:
        self._cancelled = True

    def run(self) -> None:
        if not self._cancelled:
            self._work(self._seat)
        self.done.set()


class Thinker:
    """Stands in for all bots: takes the first choice, as soon as it may go on."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int, int]] = []
        self.thinking = threading.Event()
        self.may_go_on = threading.Event()
        self.may_go_on.set()

    def __call__(self, name: str, match: Match, seat: int, seed: int) -> int:
        self.asked.append((name, seat, match.ply))
        self.thinking.set()
        assert self.may_go_on.wait(PATIENCE)
        return match.choices(seat)[0].action


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Thinker:
    thinker = Thinker()
    monkeypatch.setattr(bots, "choose", thinker)
    return thinker


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(module, "call_later", clock.call_later)
    return clock


@pytest.fixture
def house(tmp_path: Path, thinker: Thinker, clock: Clock) -> Iterator[House]:
    with House(tmp_path / "cogtable.db", pace_s=0.02) as house:
        yield house


def standins(person: Person) -> list[str]:
    return [each.get("standin", "") for each in person.update["people"]]


def until(person: Person, *wanted: str) -> Person:
    """Listens until those bots stand in for the seats."""
    while standins(person) != list(wanted):
        person.hear()
    return person


def hand_over(person: Person, to_bot: bool = True) -> dict[str, Any]:
    person.send(type="hand-over", id=50, to_bot=to_bot)
    answer = person.next("accepted", "error")
    assert answer["id"] == 50
    return answer


def moves(house: House) -> int:
    ((count,),) = house.execute("SELECT count(*) FROM actions")
    return int(count)


def settle(house: House, table: str) -> None:
    """Waits until no bot of the table thinks or plays any more: then none will, unless something happens."""
    end = time.monotonic() + PATIENCE
    while house.app.state.rooms.loaded[table].bots.busy:
        assert time.monotonic() < end, "the bots play on"
        time.sleep(0.01)


def leave(person: Person, seen_by: Person) -> None:
    """Somebody leaves, and somebody else sees it."""
    seat = person.view["seat"]
    while not seen_by.update["people"][seat].get("here"):
        seen_by.hear()
    person.leave()
    while seen_by.update["people"][seat].get("here"):
        seen_by.hear()


# --- who has lost the connection ------------------------------------------------------------------------


def test_a_bot_takes_over_who_is_away_and_gives_the_seat_back(house: House, thinker: Thinker, clock: Clock) -> None:
    table, secrets = house.full("splendor", takeover=TAKEOVER)
    ada, ben = (house.sit(table, secret) for secret in secrets)
    assert ada.update["takeover"] == TAKEOVER
    leave(ben, ada)
    clock.tick(60)
    until(ada, "", "Rivet")
    assert ada.update["people"][1]["name"] == "Friend 1"
    assert ada.update["people"][1]["level"] == dict(bots.names())["greedy"]
    assert ada.update["notice"] == "Friend 1 is away: Rivet plays until Friend 1 is back."
    assert house.http.get(f"/tables/{table}").json()["people"][1]["standin"] == "Rivet"
    ada.play().until(2)
    assert thinker.asked == [("greedy", 1, 1)]

    again = house.sit(table, secrets[1])
    assert again.view["seat"] == 1
    assert standins(again) == ["", ""]
    until(ada, "", "")
    assert "notice" not in ada.update
    ada.play()
    again.until(3).play()
    ada.until(4)
    assert len(thinker.asked) == 1


def test_who_comes_back_in_time_keeps_the_seat(house: House, clock: Clock) -> None:
    table, secrets = house.full("splendor", takeover=TAKEOVER)
    ada, ben = (house.sit(table, secret) for secret in secrets)
    leave(ben, ada)
    clock.tick(59)
    house.sit(table, secrets[1])
    clock.tick(3600)
    assert ada.next("people")["people"][1]["here"] is True
    ada.play()
    assert not any('"standin"' in text for text in ada.heard)


def test_who_stays_with_another_tab_is_not_away(house: House, clock: Clock) -> None:
    table, secrets = house.full("splendor", takeover=TAKEOVER)
    ada, ben = (house.sit(table, secret) for secret in secrets)
    house.sit(table, secrets[1])
    ben.leave()
    for _ in range(3):  # two tabs came, and one is gone
        ada.next("people")
    clock.tick(3600)
    ada.play()
    assert standins(ada) == ["", ""]


def test_who_has_never_come_is_taken_over_too(house: House, clock: Clock) -> None:
    table, secrets = house.full("splendor", takeover=TAKEOVER)
    ada = house.sit(table, secrets[0])
    clock.tick(60)
    until(ada, "", "Rivet")


def test_a_table_that_waits_waits(house: House, clock: Clock) -> None:
    table, secrets = house.full("splendor")
    ada, ben = (house.sit(table, secret) for secret in secrets)
    assert "takeover" not in ada.update
    leave(ben, ada)
    ada.play()
    clock.tick(10**6)
    settle(house, table)
    assert moves(house) == 1
    assert standins(house.sit(table)) == ["", ""]


def test_nobody_is_taken_over_before_the_game_begins(house: House, clock: Clock) -> None:
    mine = house.new("tiny", "me", "open", "open", takeover=TAKEOVER)
    ada = house.sit(mine["table"], mine["secret"])
    house.join(mine["table"], "Ben")
    clock.tick(3600)
    assert standins(house.sit(mine["table"])) == ["", "", ""]
    house.join(mine["table"], "Cy")
    clock.tick(60)
    until(ada, "", "Rivet", "Sprocket")


def test_nobody_is_taken_over_when_the_game_is_over(house: House, clock: Clock) -> None:
    table, secrets = house.full("tiny", takeover=TAKEOVER, options={"length": 1})
    ada, ben = (house.sit(table, secret) for secret in secrets)
    ada.play()
    ben.until(1).play()
    leave(ben, ada)
    clock.tick(3600)
    seen = house.sit(table)
    assert seen.view["over"] is True
    assert standins(seen) == ["", ""]


def test_while_nobody_of_the_table_is_here_time_stands_still(house: House, clock: Clock) -> None:
    """Nobody waits for those who are missed, and whoever comes back should find the game where it was."""
    table, secrets = house.full("splendor", takeover=TAKEOVER)
    ada, ben = (house.sit(table, secret) for secret in secrets)
    watcher = house.sit(table)
    ada.play()
    leave(ben.until(1), watcher)
    leave(ada, watcher)
    clock.tick(3600)
    settle(house, table)
    assert moves(house) == 1
    again = house.sit(table, secrets[0])
    assert standins(again) == ["", ""]
    clock.tick(60)
    again.until(2)
    assert standins(again) == ["", "Rivet"]
    assert watcher.until(2).ply == 2


def test_bots_do_not_play_on_for_people_who_have_all_left(house: House, clock: Clock) -> None:
    table, secrets = house.full("splendor", takeover=TAKEOVER)
    ada = house.sit(table, secrets[0])
    clock.tick(60)
    until(ada, "", "Rivet")
    hand_over(ada)
    ada.until(3)
    watcher = house.sit(table)
    leave(ada, watcher)
    settle(house, table)  # what was thought of already is still played
    stopped = moves(house)
    assert not watcher.view["over"]
    assert watcher.until(stopped).ply == stopped
    assert house.sit(table, secrets[0]).until(stopped + 2).ply >= stopped + 2


# --- who lets a bot play --------------------------------------------------------------------------------


def test_a_person_lets_a_bot_play_and_takes_the_seat_back(house: House, thinker: Thinker) -> None:
    table, secrets = house.full("splendor", takeover=TAKEOVER)
    ada, ben = (house.sit(table, secret) for secret in secrets)
    assert hand_over(ada)["type"] == "accepted"
    assert until(ben, "Bolt", "").update["notice"] == "Ada lets Bolt play."
    assert "notice" not in until(ada, "Bolt", "").update
    ben.until(1).play()
    ada.until(3)
    assert thinker.asked == [("greedy", 0, 0), ("greedy", 0, 2)]

    assert hand_over(ada, to_bot=False)["type"] == "accepted"
    until(ada, "", "")
    ben.until(3).play()
    ada.until(4).play()
    assert len(thinker.asked) == 2


def test_a_seat_handed_over_stays_with_the_bot_until_it_is_taken_back(house: House) -> None:
    table, secrets = house.full("splendor", takeover=TAKEOVER)
    ada, ben = (house.sit(table, secret) for secret in secrets)
    hand_over(ben)
    leave(ben, ada)
    again = house.sit(table, secrets[1])
    assert standins(again) == ["", "Rivet"]
    ada.play().until(2)
    hand_over(again, to_bot=False)
    until(again.until(2), "", "")


def test_asking_twice_does_no_harm(house: House) -> None:
    table, secrets = house.full("splendor", takeover=TAKEOVER)
    ben = house.sit(table, secrets[1])
    for to_bot, name in ((False, ""), (True, "Rivet"), (True, "Rivet"), (False, ""), (False, "")):
        assert hand_over(ben, to_bot)["type"] == "accepted"
        until(ben, "", name)


def test_a_bot_that_thinks_drops_its_thought_when_the_person_is_back(
    house: House, thinker: Thinker, clock: Clock
) -> None:
    table, secrets = house.full("splendor", takeover=TAKEOVER)
    ada, ben = (house.sit(table, secret) for secret in secrets)
    thinker.may_go_on.clear()
    leave(ben, ada)
    clock.tick(60)
    ada.play()
    assert thinker.thinking.wait(PATIENCE)
    again = house.sit(table, secrets[1])
    thinker.may_go_on.set()
    settle(house, table)
    assert moves(house) == 1
    first, other, *_ = again.actions()
    again.play(other)
    assert house.execute("SELECT action FROM actions WHERE ply = 1") == [(other,)]
    assert first != other


def test_when_bots_play_for_all_they_take_their_time(tmp_path: Path, thinker: Thinker) -> None:
    """They play like bots among themselves, so that people can follow."""
    with House(tmp_path / "slow.db", pace_s=30) as house:
        mine = house.new("splendor", "me", "random", takeover=TAKEOVER)
        ada = house.sit(mine["table"], mine["secret"])
        hand_over(ada)
        assert thinker.thinking.wait(PATIENCE)
        time.sleep(0.3)  # in which they would have played, if they took no time
        assert moves(house) == 0
        hand_over(ada, to_bot=False)
        ada.play()


def test_a_rematch_begins_with_the_people_themselves(house: House) -> None:
    table, secrets = house.full("tiny", takeover=TAKEOVER, options={"length": 1})
    ada, ben = (house.sit(table, secret) for secret in secrets)
    hand_over(ada)
    ben.until(1).play()
    again = house.post(f"/tables/{table}/rematch", {}, secrets[1]).json()["table"]
    seen = house.sit(again, secrets[0])
    assert standins(seen) == ["", ""]
    assert seen.update["takeover"] == TAKEOVER


def test_after_a_restart_who_let_a_bot_play_still_does_and_others_have_their_time(house: House, clock: Clock) -> None:
    table, secrets = house.full("splendor", seats=3, takeover=TAKEOVER)
    ada, ben, cy = (house.sit(table, secret) for secret in secrets)
    hand_over(ben)
    leave(cy, ada)
    clock.tick(60)
    until(ada, "", "Rivet", "Sprocket")
    ben.leave()
    ada.leave()  # nobody is left, so that no time runs there and the first server plays no more
    with House(house.database, pace_s=0.02) as other:
        again = other.sit(table, secrets[0])
        assert standins(again) == ["", "Rivet", ""]
        again.play().until(2)
        clock.tick(60)
        until(again, "", "Rivet", "Sprocket").until(3)


# --- what is refused, and changes nothing ---------------------------------------------------------------


def refused(house: House, person: Person, to_bot: bool = True) -> str:
    before = house.stored()
    answer = hand_over(person, to_bot)
    assert house.stored() == before
    assert answer["words"]
    return str(answer["code"])


def test_refused_to_spectators(house: House) -> None:
    table, _ = house.full("splendor", takeover=TAKEOVER)
    assert refused(house, house.sit(table)) == "not-seated"


def test_refused_for_the_seat_of_another(house: House) -> None:
    """A message is about the seat of its connection; there is no naming another."""
    table, secrets = house.full("splendor", takeover=TAKEOVER)
    ada = house.sit(table, secrets[0])
    for more in ({"seat": 1}, {"secret": secrets[0]}, {"bot": "expert"}):
        ada.send(type="hand-over", id=7, to_bot=True, **more)
        answer = ada.next("error")
        assert (answer["code"], answer["id"]) == ("malformed", 7)
    ada.send(type="hand-over", id=8)
    assert ada.next("error")["code"] == "malformed"
    ada.send(type="hand-over", id=9, to_bot="yes")
    assert ada.next("error")["code"] == "malformed"
    assert standins(house.sit(table)) == ["", ""]


@pytest.mark.parametrize("to_bot", [True, False])
def test_refused_where_the_table_waits(house: House, to_bot: bool) -> None:
    table, secrets = house.full("splendor")
    assert refused(house, house.sit(table, secrets[0]), to_bot) == "no-takeover"


def test_refused_before_the_game_begins(house: House) -> None:
    mine = house.new("splendor", "me", "open", takeover=TAKEOVER)
    assert refused(house, house.sit(mine["table"], mine["secret"])) == "waiting"


@pytest.mark.parametrize("to_bot", [True, False])
def test_refused_when_the_game_is_over(house: House, to_bot: bool) -> None:
    table, secrets = house.full("tiny", takeover=TAKEOVER, options={"length": 1})
    ada, ben = (house.sit(table, secret) for secret in secrets)
    ada.play()
    ben.until(1).play()
    assert refused(house, ada, to_bot) == "over"


def test_refused_to_play_while_a_bot_does(house: House, thinker: Thinker) -> None:
    table, secrets = house.full("splendor", takeover=TAKEOVER)
    ada = house.sit(table, secrets[0])
    actions = ada.actions()
    thinker.may_go_on.clear()
    hand_over(ada)
    answer = ada.act(actions[0], ply=0)
    assert answer["code"] == "stand-in"
    assert "Bolt plays for you" in answer["words"]
    thinker.may_go_on.set()
    ada.until(1)


def test_when_the_store_fails_the_seat_stays_as_it_was(house: House, caplog: pytest.LogCaptureFixture) -> None:
    table, secrets = house.full("splendor", takeover=TAKEOVER)
    ada = house.sit(table, secrets[0])
    house.execute("ALTER TABLE seats RENAME TO gone")
    assert hand_over(ada)["code"] == "internal"
    assert "no such table: seats" in caplog.text
    house.execute("ALTER TABLE gone RENAME TO seats")
    assert standins(house.sit(table)) == ["", ""]
    ada.play()
