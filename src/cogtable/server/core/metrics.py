"""The server's counts and measurements, for Prometheus."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

MOVE_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
THINKING_S = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16)

Live = Callable[[], dict[str, float]]
"""Present values, by their names in `LIVE`."""

LIVE = {
    "tables": "Tables in memory",
    "people": "Seats whose people are connected",
    "spectators": "Connected spectators",
    "connections": "Open connections, with those of proxies",
    "half_sent_connections": "Connections that have not sent a whole request",
    "searches_running": "Searches of bots, hints and analyses that run",
    "searches_waiting": "Searches that wait for their turn",
}


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        own = {"registry": self.registry, "namespace": "cogtable"}
        self._requests = Counter("requests", "HTTP requests, by the class of their status", ["status"], **own)  # type: ignore[arg-type]
        self._request_s = Histogram("request_seconds", "Until a request was answered", buckets=MOVE_S, **own)  # type: ignore[arg-type]
        self._request_cpu_s = Counter(
            "request_cpu_seconds",
            "Processor time that requests and messages took",
            **own,  # type: ignore[arg-type]
        )
        self._moves = Counter("moves", "Moves of people that were stored", **own)  # type: ignore[arg-type]
        self._move_s = Histogram(
            "move_seconds",
            "From when a person's move was read until it was acknowledged",
            buckets=MOVE_S,
            **own,  # type: ignore[arg-type]
        )
        self._thinking_s = Histogram("search_seconds", "How long a search ran", buckets=THINKING_S, **own)  # type: ignore[arg-type]
        self._write_s = Histogram("database_check_seconds", "How long a test write took", buckets=MOVE_S, **own)  # type: ignore[arg-type]
        self._removed = Counter("tables_removed", "Tables that were archived and removed by age", **own)  # type: ignore[arg-type]
        self._failures = Counter("task_failures", "Failures of background tasks, by task", ["task"], **own)  # type: ignore[arg-type]
        ProcessCollector(registry=self.registry)

    def watch(self, live: Live, refused: Callable[[], dict[str, int]]) -> None:
        """Adds values that are looked up at each scrape; `refused` counts how often each limit was exceeded."""
        self.registry.register(_Now(live, refused))

    def answered(self, status: int, seconds: float | None = None) -> None:
        """Counts an answered HTTP request. Requests answered outside the application have no duration."""
        self._requests.labels(f"{status // 100}xx").inc()
        if seconds is not None:
            self._request_s.observe(seconds)

    def worked(self, seconds: float) -> None:
        """Counts processor time used for a client's request."""
        self._request_cpu_s.inc(seconds)

    def moved(self, seconds: float) -> None:
        """Counts a person's move that was stored and acknowledged."""
        self._moves.inc()
        self._move_s.observe(seconds)

    def thought(self, seconds: float) -> None:
        """Counts a search that has ended."""
        self._thinking_s.observe(seconds)

    def checked(self, seconds: float) -> None:
        """Records a test write to the database."""
        self._write_s.observe(seconds)

    def removed(self, tables: int) -> None:
        """Counts tables that were archived and removed."""
        self._removed.inc(tables)

    def failed(self, task: str) -> None:
        """Counts a failure of a background task, or of one of its items."""
        self._failures.labels(task).inc()

    def text(self) -> bytes:
        """Returns all metrics in Prometheus's text format."""
        return generate_latest(self.registry)


class _Now(Collector):
    def __init__(self, live: Live, refused: Callable[[], dict[str, int]]) -> None:
        self._live = live
        self._refused = refused

    def collect(self) -> Iterable[Metric]:
        """Returns the present values."""
        for name, value in self._live().items():
            yield GaugeMetricFamily(f"cogtable_{name}", LIVE[name], value=value)
        family = CounterMetricFamily("cogtable_refused", "Refusals, by the limit that was exceeded", labels=["limit"])
        for limit, times in self._refused().items():
            family.add_metric([limit], times)
        yield family
