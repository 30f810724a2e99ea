"""Settings of a server."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from cogtable.lab.analysis import Effort
from cogtable.server.calls import push
from cogtable.server.calls.mail import MailServer
from cogtable.server.protocol import Uploads
from cogtable.server.workbench.desk import Desk

STATIC = Path(__file__).parent / "static"
"""Where the built client lies."""


class Settings(NamedTuple):
    """The settings of one server.

    `database` is a file, or a URL as SQLAlchemy understands it; None means a file in the user's data folder. `origins`
    are additional origins whose pages may use this server ("https://play.example.org"); its own is always allowed.
    """

    database: str | Path | None = None
    host: str = "127.0.0.1"
    """The address that the server listens on."""
    advertise: str = ""
    """The address at which other processes on the same database reach this one ("10.0.0.5:8000"); empty if this is the
    only one.
    """
    origins: tuple[str, ...] = ()
    static: Path = STATIC
    hello_s: float = 10
    """How long a new connection may keep silent."""
    ping_s: float = 4
    """How often a connection is asked whether it still stands, and how long it may take to answer: whoever is gone
    without a word is missed after twice that.
    """
    idle_s: float = 60
    """How long a table that nobody looks at stays in memory."""
    pace_s: float = 1
    """How long bots that play among themselves wait between two moves, so that people can watch."""
    least_away_s: float = 5
    """The shortest time without a connection after which a table may let a bot take a seat over."""
    warm: bool = False
    """Whether bots are compiled in advance, in a separate process; if not, they run interpreted until they are
    compiled.
    """
    reload: bool = False
    """Whether a game's table that is edited is shown anew, and a box that is edited read anew, without a restart."""
    boxes: tuple[Path, ...] = ()
    """Box files of the host, which are offered as variants beside the games' own."""
    uploads: Uploads = "here"
    """Who may upload boxes."""
    desk: Desk | None = None
    """The folder of the workbench, which there is only with one."""
    challenges: tuple[int, float] = (60, 5)
    """How many passkeys one address may ask to use or make at once, and the seconds after which it may ask again."""
    recoveries: tuple[int, float] = (10, 360)
    """The same for recovery codes that are tried."""
    sign_ups: tuple[int, float] = (30, 600)
    """The same for accounts that are made."""
    tournaments: tuple[int, float] = (20, 60)
    """The same for tournaments that are made."""
    url: str = ""
    """The address at which people reach this server, as "https://play.example.org"; for links in mails."""
    mail: MailServer | None = None
    """The mail server that takes the mails; None if there are no mails."""
    push_services: tuple[str, ...] = push.SERVICES
    """The push services through which browsers may be called."""
    call_after_s: float = 10
    """How long somebody must be missed at a table that waits for them before they are called."""
    call_every_s: float = 3
    """How often it is looked who is to be called."""
    call_patience: float = 1
    """How much longer than usual is waited after a call that could not be sent."""
    mails: tuple[int, float] = (5, 600)
    """How many mails for the confirmation of an address one address may ask for at once, and the seconds after which it
    may ask again.
    """
    subscriptions: tuple[int, float] = (60, 20)
    """The same for browsers that want to be called."""
    effort: Effort = Effort()
    """How many simulations the analysis of a finished game makes."""

    def database_url(self) -> str:
        """The URL of the database; creates the folder of a file if necessary."""
        place = str(self.database or _own_file())
        if "://" in place:
            return place
        file = Path(place).expanduser().resolve()
        file.parent.mkdir(parents=True, exist_ok=True)
        return f"sqlite:///{file}"


def _own_file() -> Path:
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "cogtable" / "cogtable.db"
