"""Time during which the server couldn't serve isn't charged: it was stopped, slept, or the machine's clock was set."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cogtable.server.rooms import absence as absence_module
from cogtable.server.rooms import service_time
from cogtable.server.rooms.service_time import STALLED_S, TICK_S, ServiceTime

from .live_server import PATIENCE, LiveServer
from .test_crash import WITH_SIGNALS, Process

HOUR = 3600.0


class Machine:
    """A machine's clocks, which advance only when a test lets them."""

    def __init__(self) -> None:
        self.calendar, self.ran = 1_000_000.0, 50.0
        self.service = ServiceTime(lambda: self.calendar, lambda: self.ran)
        self.service.start()

    def run(self, seconds: float) -> None:
        """Lets the server run for a time."""
        for _ in range(round(seconds / TICK_S)):
            self.calendar, self.ran = self.calendar + TICK_S, self.ran + TICK_S
            self.service.tick()


@pytest.fixture
def machine() -> Machine:
    return Machine()


def test_while_a_server_runs_its_time_is_calendar_time(machine: Machine) -> None:
    machine.run(100)
    assert machine.service.now() == machine.calendar == 1_000_100
    assert machine.service.steps == machine.service.missed_s == 0


def test_a_stopped_server_does_not_count_that_time(machine: Machine) -> None:
    machine.run(10)
    machine.calendar, machine.ran = machine.calendar + 75, machine.ran + 75
    assert machine.service.now() == 1_000_010  # whichever function is called first
    assert machine.service.tick()
    machine.run(10)
    assert machine.service.now() == 1_000_020
    assert machine.service.missed_s == 75
    assert machine.service.ahead_s == 75


def test_a_slow_server_loses_no_time(machine: Machine) -> None:
    machine.calendar, machine.ran = machine.calendar + STALLED_S, machine.ran + STALLED_S
    assert not machine.service.tick()
    assert machine.service.now() == machine.calendar


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_setting_the_clock_changes_nothing(machine: Machine, step: float) -> None:
    machine.run(10)
    machine.calendar += step
    assert machine.service.now() == 1_000_010
    assert machine.service.tick()
    machine.run(10)
    assert machine.service.now() == 1_000_020
    assert (machine.service.steps, machine.service.missed_s) == (1, 0)


def test_without_a_server_the_time_is_calendar_time(machine: Machine) -> None:
    machine.service.stop()
    machine.calendar += HOUR
    assert machine.service.now() == machine.calendar


# --- at a table -------------------------------------------------------------------------------------------


def left(server: LiveServer, table: str, secret: str) -> float:
    """Returns the seconds that the seat to move has left."""
    person = server.sit(table, secret)
    clocks = person.update["clocks"]
    person.leave()
    return float(clocks["left"][clocks["running"][0]])


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_setting_the_machines_clock_neither_takes_nor_gives_time(
    own_server: LiveServer, monkeypatch: pytest.MonkeyPatch, step: float
) -> None:
    table, secrets = own_server.full("splendor", 2, seed=1, time_control={"game_s": 300})
    calendar = time.time
    monkeypatch.setattr(time, "time", lambda: calendar() + step)
    assert 300 - PATIENCE < left(own_server, table, secrets[0]) <= 300
    with LiveServer(own_server.database) as again:  # a restart sets the server's time by the new calendar
        assert 300 - PATIENCE < left(again, table, secrets[0]) <= 300


@WITH_SIGNALS
@pytest.mark.slow
def test_a_stopped_process_takes_no_ones_time(tmp_path: Path) -> None:
    with Process(tmp_path / "cogtable.db") as server:
        table, secrets = server.full("splendor", 2, seed=1, time_control={"game_s": 300})
        before = left(server, table, secrets[0])
        began = time.monotonic()
        server.process.send_signal(signal.SIGSTOP)
        time.sleep(STALLED_S + 2)  # the test is about passing time
        server.process.send_signal(signal.SIGCONT)
        after = left(server, table, secrets[0])
        assert before - after < time.monotonic() - began - STALLED_S
        server.process.kill()


def test_people_away_get_back_the_time_in_which_they_could_not_connect(monkeypatch: pytest.MonkeyPatch) -> None:
    set_: list[tuple[float, Callable[[int], None], int]] = []
    monkeypatch.setattr(absence_module, "call_later", lambda *given: set_.append(given))
    service = ServiceTime()
    monkeypatch.setattr(service_time, "service", service)
    gone: list[int] = []
    absence_module.let_run({}, {1}, 60, gone.append)
    service.missed_s = 75
    seconds, ring, seat = set_.pop()
    assert (seconds, seat) == (60, 1)
    ring(seat)
    assert gone == []
    seconds, ring, seat = set_.pop()
    assert seconds == 75
    ring(seat)
    assert gone == [1]
