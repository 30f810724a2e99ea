"""Frames that a browser drops while bots play: a table of Splendor whose two bots move as fast as they can.

The page measures the time between frames with `requestAnimationFrame`, with all motion on. A frame is dropped if the
screen could have shown one more at 60 per second. Without a GPU, Chromium draws on the CPU, and other work on the
machine counts; less so for the CPU time that all processes of the browser use in a second.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import CDPSession

from bench.figure import Figure
from tests.browser.chromium import chromium, new_page
from tests.browser.live_server import LiveServer

SECONDS = 12
FRAME_MS = 1000 / 60
MEASURE = """seconds => new Promise(done => {
    const times = []
    const began = performance.now()
    requestAnimationFrame(function frame(now) {
        times.push(now)
        if (now - began < seconds * 1000) requestAnimationFrame(frame)
        else done(times.slice(1).map((time, i) => time - times[i]))
    })
})"""


def dropped(gaps: list[float]) -> float:
    """Returns the share of frames that were not shown, from the milliseconds between those that were."""
    missing = sum(max(0, round(gap / FRAME_MS) - 1) for gap in gaps)
    return missing / (missing + len(gaps))


def cpu_ms(session: CDPSession) -> float:
    """Returns the CPU time in milliseconds that all processes of a browser have used so far."""
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    return 1000 * sum(float(process["cpuTime"]) for process in processes)


def measure() -> Iterator[Figure]:
    with (
        tempfile.TemporaryDirectory() as folder,
        LiveServer(Path(folder) / "bench.db") as server,
        chromium(shell=True) as browser,
    ):
        session = browser.new_browser_cdp_session()
        for size, (width, height) in {"1280x720": (1280, 720), "390x844": (390, 844)}.items():
            page = new_page(browser, width, height, motion="no-preference")
            table = server.table("random", "random", seed=3)
            page.goto(f"{server.url}/t/{table['table']}")
            page.locator("main:not(.unlaid) .scene [data-piece]").first.wait_for()
            began = cpu_ms(session)
            gaps: list[float] = page.evaluate(MEASURE, SECONDS)
            used = cpu_ms(session) - began
            note = f"{len(gaps)} frames in {SECONDS} s, the longest {max(gaps):.0f} ms"
            yield Figure(f"dropped frames at {size} while two bots play", 100 * dropped(gaps), "%", note)
            yield Figure(f"CPU time of the browser at {size} meanwhile", used / SECONDS, "ms/s")
            page.context.close()
