"""All tables of the database, as the migrations create them; a test compares the two.

To change a table, change it here and write a migration. Only the migration sets values of new columns in old rows.

A row that belongs to another is deleted with it: its key is made by `_belongs`. A column that names another row and has
no such key says why. Columns named `account` have none: they are empty for guests, and the rows of an erased account
stay for the other players, without its id.
"""

from __future__ import annotations

from functools import partial

import sqlalchemy as sa

METADATA = sa.MetaData()

_column = partial(sa.Column, nullable=False)
_belongs = partial(sa.ForeignKey, ondelete="CASCADE")

# --- tables, actions and chat ---------------------------------------------------------------------

TABLES = sa.Table(
    "tables",
    METADATA,
    _column("id", sa.String(24), primary_key=True),
    _column("game", sa.String(64)),
    _column("version", sa.String(32)),
    _column("box", sa.String(64)),
    _column("options", sa.Text),
    _column("seed", sa.BigInteger),
    _column("chosen_seed", sa.Boolean),
    _column("listed", sa.Boolean),
    _column("created", sa.Float),
    _column("rematch", sa.String(24), nullable=True),  # no key: a finished game has only one rematch, removed or not
    _column("started", sa.Boolean),
    _column("over", sa.Boolean),
    _column("waiting", sa.Integer),
    _column("words", sa.Text),
    _column("takeover", sa.String(64)),
    _column("takeover_s", sa.Float),
    _column("question", sa.Text),
    _column("chat", sa.String(8)),
    _column("maker", sa.Integer, key="creator"),
    _column("replacing", sa.Boolean),
    _column("lesson", sa.Integer),
    _column("lesson_name", sa.String(32)),  # "" for none
    _column("public", sa.Boolean),
    _column("branch_of", sa.String(24)),  # no key: a branch outlives the table that it branched off; "" if it is none
    _column("branch_ply", sa.Integer),
    _column("game_s", sa.Float),
    _column("move_s", sa.Float),
    _column("expired", sa.String(8)),
    _column("times", sa.Text),
    _column("deadline", sa.Float, nullable=True),
    _column("variant", sa.String(24)),  # no key: "" for the game's own box
    _column("rated", sa.Boolean),
    _column("unrated", sa.String(12)),
    _column("ended", sa.Float, nullable=True),
    _column("places", sa.Text),
    _column("scores", sa.Text),
    _column("called", sa.Integer),
    _column("tournament", sa.String(24)),  # no key: "" for most tables
    _column("deal", sa.Integer),  # no key: 0 for most tables
    sa.Index("tables_deadline", "deadline"),
    sa.Index("tables_open", "listed", "started", "created"),
)
SEATS = sa.Table(
    "seats",
    METADATA,
    _column("table_id", sa.String(24), _belongs("tables.id"), primary_key=True),
    _column("seat", sa.Integer, primary_key=True),
    _column("kind", sa.String(8)),
    _column("name", sa.String(64)),
    _column("bot", sa.String(64)),
    _column("secret", sa.String(64)),
    _column("taken_over", sa.Boolean),
    _column("resigned", sa.Boolean),
    _column("account", sa.String(24)),
    _column("device", sa.String(24)),
    _column("conditional", sa.Text),
    sa.Index("seats_account", "account", "table_id"),
)
ACTIONS = sa.Table(
    "actions",
    METADATA,
    _column("table_id", sa.String(24), _belongs("tables.id"), primary_key=True),
    _column("ply", sa.Integer, primary_key=True),
    _column("seat", sa.Integer),
    _column("action", sa.Integer),
    _column("words", sa.Text),
    _column("at", sa.Float),
    _column("kind", sa.String(8)),
    _column("seen", sa.Boolean),
    _column("submission", sa.String(32)),
    _column("stood_in", sa.Boolean),
)
MESSAGES = sa.Table(
    "chat_messages",
    METADATA,
    _column("table_id", sa.String(24), _belongs("tables.id"), primary_key=True),
    _column("number", sa.Integer, primary_key=True),
    _column("seat", sa.Integer),
    _column("name", sa.String(64)),
    _column("text", sa.Text),
    _column("ready", sa.String(16)),
    _column("ply", sa.Integer),
    _column("at", sa.Float),
    _column("account", sa.String(24)),
    sa.Index("chat_messages_account", "account"),
)
REACTIONS = sa.Table(
    "chat_reactions",
    METADATA,
    _column("table_id", sa.String(24), _belongs("tables.id"), primary_key=True),
    _column("ply", sa.Integer, primary_key=True),
    _column("seat", sa.Integer, primary_key=True),
    _column("word", sa.String(16)),
    _column("undone", sa.Integer),
)
BOXES = sa.Table(
    "boxes",
    METADATA,
    _column("key", sa.String(24), primary_key=True),
    _column("game", sa.String(64)),
    _column("title", sa.String(64)),
    _column("by", sa.String(64)),
    _column("text", sa.Text),
    _column("created", sa.Float),
)
HEARTBEAT = sa.Table(
    "heartbeat",
    METADATA,
    _column("at", sa.Float),
)

# --- people ---------------------------------------------------------------------------------------

ACCOUNTS = sa.Table(
    "accounts",
    METADATA,
    _column("id", sa.String(24), primary_key=True),
    _column("name", sa.String(64)),
    _column("skeleton", sa.String(128), unique=True),
    _column("created", sa.Float),
    _column("recovery", sa.String(64), index=True),
    _column("hidden", sa.Boolean),
    _column("unnamed", sa.Boolean),
    _column("rest", sa.Text),
)
PASSKEYS = sa.Table(
    "passkeys",
    METADATA,
    _column("id", sa.String(1400), primary_key=True),
    _column("account_id", sa.String(24), _belongs("accounts.id"), index=True),
    _column("host", sa.String(255)),
    _column("public_key", sa.LargeBinary),
    _column("signs", sa.BigInteger),
    _column("device", sa.String(64)),
    _column("created", sa.Float),
    _column("used", sa.Float),
)
SESSIONS = sa.Table(
    "sessions",
    METADATA,
    _column("token", sa.String(64), primary_key=True),
    _column("id", sa.String(24), unique=True),
    _column("account_id", sa.String(24), _belongs("accounts.id"), index=True),
    _column("device", sa.String(64)),
    _column("created", sa.Float),
    _column("seen", sa.Float),
)
CHALLENGES = sa.Table(
    "challenges",
    METADATA,
    _column("challenge", sa.String(64), primary_key=True),
    _column("purpose", sa.String(8)),
    _column("origin", sa.String(300)),
    _column("account_id", sa.String(24)),  # no key: at a sign-up, there is no account yet
    _column("name", sa.String(64)),
    _column("expires", sa.Float, index=True),
)

# --- people among themselves ------------------------------------------------------------------------
# Where a column names a person, it has the id of an account or, for a guest, that of their browser (see
# `accounts/guests.py`), so it has no key. These rows are deleted in `db/people.py`.

FOLLOWS = sa.Table(
    "follows",
    METADATA,
    _column("account_id", sa.String(24), _belongs("accounts.id"), primary_key=True),
    _column("followed_id", sa.String(24), _belongs("accounts.id"), primary_key=True),
    _column("since", sa.Float),
    sa.Index("follows_followed", "followed_id"),
)
BLOCKS = sa.Table(
    "blocks",
    METADATA,
    _column("account", sa.String(24), primary_key=True),
    _column("whom", sa.String(24), primary_key=True),
    _column("kind", sa.String(8)),
    _column("name", sa.String(64)),
    _column("since", sa.Float),
    sa.Index("blocks_whom", "whom"),
)
PEOPLE_SETTINGS = sa.Table(
    "people_settings",
    METADATA,
    _column("account_id", sa.String(24), _belongs("accounts.id"), primary_key=True),
    _column("unseen", sa.Boolean),
    _column("invites", sa.String(8)),
    _column("lines", sa.Boolean),
    _column("called", sa.Boolean),
    _column("keepsakes", sa.Boolean),
)
INVITATIONS = sa.Table(
    "invitations",
    METADATA,
    _column("id", sa.String(24), primary_key=True),
    _column("account_id", sa.String(24), _belongs("accounts.id")),
    _column("invited_id", sa.String(24), _belongs("accounts.id")),
    _column("game", sa.String(64)),
    _column("rated", sa.Boolean),
    _column("game_s", sa.Float),
    _column("move_s", sa.Float),
    _column("at", sa.Float, nullable=True),
    _column("line", sa.String(120)),
    _column("sent", sa.Float),
    _column("until", sa.Float),
    _column("answer", sa.String(8)),
    _column("answered", sa.Float, nullable=True),
    _column("at_table", sa.String(24)),  # no key: "" until it is answered; the table can be removed before
    sa.Index("invitations_account", "account_id"),
    sa.Index("invitations_invited", "invited_id"),
)
REPORTS = sa.Table(
    "reports",
    METADATA,
    _column("id", sa.String(24), primary_key=True),
    _column("account", sa.String(24)),
    _column("whom", sa.String(24)),
    _column("name", sa.String(64)),
    _column("reason", sa.String(8)),
    _column("at_table", sa.String(24)),  # no key: "" if it is about no table, and it outlives a removed one
    _column("game", sa.String(64)),
    _column("ply", sa.Integer),
    _column("said", sa.Text),
    _column("at", sa.Float),
    _column("answer", sa.String(8)),
    _column("answered", sa.Float, nullable=True),
    _column("words", sa.Text),
    _column("heard", sa.Boolean),
    _column("warned", sa.Boolean),
    sa.Index("reports_account", "account"),
    sa.Index("reports_whom", "whom"),
)

# --- results --------------------------------------------------------------------------------------

DEPARTURES = sa.Table(
    "departures",
    METADATA,
    _column("table_id", sa.String(24), _belongs("tables.id"), primary_key=True),
    _column("seat", sa.Integer, primary_key=True),
    _column("ply", sa.Integer, primary_key=True),
    _column("account", sa.String(24), index=True),
    _column("name", sa.String(64)),
    _column("at", sa.Float),
)
RESULTS = sa.Table(
    "results",
    METADATA,
    _column("table_id", sa.String(24), _belongs("tables.id"), primary_key=True),
    _column("account", sa.String(24), primary_key=True),
    _column("seat", sa.Integer),
    _column("place", sa.Integer),
    _column("game", sa.String(64)),
    _column("against", sa.String(8)),
    _column("bots", sa.Text),
    _column("ended", sa.Float, nullable=True),
    _column("rating", sa.Float, nullable=True),
    _column("deviation", sa.Float, nullable=True),
    _column("gain", sa.Float, nullable=True),
    sa.Index("results_account", "account", "game"),
    sa.Index("results_pending", "rating", "ended"),
)
STANDINGS = sa.Table(
    "standings",
    METADATA,
    _column("account", sa.String(24), primary_key=True),
    _column("game", sa.String(64), primary_key=True),
    _column("against", sa.String(8), primary_key=True),
    _column("rating", sa.Float),
    _column("deviation", sa.Float),
    _column("games", sa.Integer),
    _column("at", sa.Float),
    sa.Index("standings_best", "game", "against", "rating"),
)
FORMULA = sa.Table(
    "rating_formula",
    METADATA,
    _column("formula", sa.String(64)),
)

# --- keepsakes ------------------------------------------------------------------------------------

KEEPSAKES = sa.Table(
    "keepsakes",
    METADATA,
    _column("account_id", sa.String(24), _belongs("accounts.id"), primary_key=True),
    _column("keepsake", sa.String(24), primary_key=True),
    _column("at", sa.Float),
    _column("at_table", sa.String(24)),  # no key: it outlives the table
    _column("told", sa.Boolean),
)
BROWSERS = sa.Table(
    "browsers",
    METADATA,
    _column("browser", sa.String(64), primary_key=True),
    _column("account_id", sa.String(24), _belongs("accounts.id"), primary_key=True, index=True),
    _column("seen", sa.Float),
)

# --- notifications --------------------------------------------------------------------------------

KEYS = sa.Table(
    "server_keys",
    METADATA,
    _column("name", sa.String(16), primary_key=True),
    _column("value", sa.Text),
)
SUBSCRIPTIONS = sa.Table(
    "subscriptions",
    METADATA,
    _column("id", sa.String(64), primary_key=True),
    _column("endpoint", sa.Text),
    _column("p256dh", sa.String(128)),
    _column("auth", sa.String(64)),
    _column("session", sa.String(24), _belongs("sessions.id"), nullable=True, index=True),  # None for a guest's browser
    _column("created", sa.Float),
)
SUBSCRIBED_SEATS = sa.Table(
    "subscribed_seats",
    METADATA,
    _column("subscription", sa.String(64), _belongs("subscriptions.id"), primary_key=True),
    _column("table_id", sa.String(24), _belongs("tables.id"), primary_key=True),
    _column("secret", sa.String(64)),
    sa.Index("subscribed_seats_table", "table_id"),
)
ADDRESSES = sa.Table(
    "mail_addresses",
    METADATA,
    _column("account_id", sa.String(24), _belongs("accounts.id"), primary_key=True),
    _column("address", sa.String(254)),
    _column("confirmed", sa.Boolean),
    _column("called", sa.Boolean),
    _column("asked", sa.Float),
)
CALLS = sa.Table(
    "calls",
    METADATA,
    _column("id", sa.String(24), primary_key=True),
    _column("table_id", sa.String(24), _belongs("tables.id")),
    _column("seat", sa.Integer),
    _column("subscription", sa.String(64), _belongs("subscriptions.id"), nullable=True),
    _column("account_id", sa.String(24), _belongs("mail_addresses.account_id"), nullable=True),
    _column("tries", sa.Integer),
    _column("due", sa.Float, index=True),
)

# --- tournaments ----------------------------------------------------------------------------------

TOURNAMENTS = sa.Table(
    "tournaments",
    METADATA,
    _column("id", sa.String(24), primary_key=True),
    _column("name", sa.String(64)),
    _column("game", sa.String(64)),
    _column("variant", sa.String(24)),  # no key: "" for the game's own box
    _column("options", sa.Text),
    _column("seats", sa.Integer),
    _column("method", sa.String(8)),
    _column("twice", sa.Boolean),
    _column("rounds", sa.Integer),
    _column("most", sa.Integer),
    _column("game_s", sa.Float),
    _column("move_s", sa.Float),
    _column("late_s", sa.Float),
    _column("pause_s", sa.Float, nullable=True),
    _column("chat", sa.String(8)),
    _column("listed", sa.Boolean),
    _column("seed", sa.BigInteger),
    _column("created", sa.Float),
    _column("maker", sa.String(64), key="creator"),
    _column("secret", sa.String(64)),
    _column("account", sa.String(24)),
    _column("state", sa.String(8)),
    _column("round", sa.Integer),
    _column("due", sa.Float, nullable=True),
    _column("version", sa.Integer),
    _column("best_of", sa.Integer),
    _column("seeding", sa.String(8)),
    _column("third", sa.Boolean),
    _column("advance", sa.Integer),
    _column("length_s", sa.Float),
    _column("ends", sa.Float, nullable=True),
    _column("zone", sa.String(64)),
    _column("series", sa.String(24)),  # no key: "" for most tournaments
    sa.Index("tournaments_due", "due"),
    sa.Index("tournaments_state", "state"),
    sa.Index("tournaments_series", "series"),
)
ENTRANTS = sa.Table(
    "entrants",
    METADATA,
    _column("tournament_id", sa.String(24), _belongs("tournaments.id"), primary_key=True),
    _column("number", sa.Integer, primary_key=True),
    _column("name", sa.String(64)),
    _column("secret", sa.String(64)),
    _column("account", sa.String(24)),
    _column("since", sa.Integer),
    _column("gone", sa.String(8)),
    _column("seeded", sa.Integer),
    _column("device", sa.String(24)),  # no key: the id of a guest's browser
    sa.Index("entrants_account", "account"),
)
PAIRINGS = sa.Table(
    "pairings",
    METADATA,
    _column("tournament_id", sa.String(24), _belongs("tournaments.id"), primary_key=True),
    _column("round", sa.Integer, primary_key=True),
    _column("number", sa.Integer, primary_key=True),
    _column("table_id", sa.String(24), _belongs("tables.id"), nullable=True),  # None if no game is played, as in a bye
    _column("players", sa.Text),
    _column("places", sa.Text),
    _column("scores", sa.Text),
    _column("counted", sa.Boolean),
    _column("match", sa.Integer),
    _column("ended", sa.Float, nullable=True),
    sa.Index("pairings_counted", "counted"),
    sa.Index("pairings_table", "table_id"),
)
SERIES = sa.Table(
    "series",
    METADATA,
    _column("id", sa.String(24), primary_key=True),
    _column("name", sa.String(64)),
    _column("every", sa.String(8)),
    _column("counts", sa.String(8)),
    _column("best", sa.Integer),
    _column("editions", sa.Integer),
    _column("made", sa.Integer),
    _column("rounds", sa.Integer),
    _column("starts", sa.Float),
    _column("due", sa.Float, nullable=True),
    sa.Index("series_due", "due"),
)

# --- the deal and the puzzle of the day -------------------------------------------------------------
# `person` is the id of an account or, for a guest, that of their browser; a random one once the account is erased.

DEALS = sa.Table(
    "deals",
    METADATA,
    _column("number", sa.Integer, primary_key=True, autoincrement=False),
    _column("game", sa.String(64)),
    _column("version", sa.String(32)),
    _column("box", sa.String(64)),
    _column("seats", sa.Integer),
    _column("bot", sa.String(64)),
    _column("search", sa.String(120)),
)
DEAL_PLAYS = sa.Table(
    "deal_plays",
    METADATA,
    _column("number", sa.Integer, primary_key=True, autoincrement=False),
    _column("person", sa.String(24), primary_key=True),
    _column("account", sa.String(24)),
    _column("table_id", sa.String(24), _belongs("tables.id")),
    _column("hills", sa.String(16)),  # "" until they are computed
    sa.Index("deal_plays_table", "table_id"),
    sa.Index("deal_plays_person", "person"),
    sa.Index("deal_plays_account", "account"),
)
PUZZLE_TRIES = sa.Table(
    "puzzle_tries",
    METADATA,
    _column("game", sa.String(64), primary_key=True),
    _column("key", sa.String(24), primary_key=True),
    _column("person", sa.String(24), primary_key=True),
    _column("account", sa.String(24)),
    _column("tries", sa.Integer),
    _column("at_once", sa.Boolean),
    _column("solved", sa.Float, nullable=True),
    _column("at", sa.Float),
    sa.Index("puzzle_tries_person", "person"),
    sa.Index("puzzle_tries_account", "account"),
)

# --- people who look for others ("Play") ------------------------------------------------------------

OFFERS = sa.Table(
    "offers",
    METADATA,
    _column("id", sa.String(24), primary_key=True),
    _column("host", sa.String(24)),  # no key: the seek whose game may go on; both are deleted together
    _column("level", sa.Integer),  # 1 if its bot's seat can be taken, 0 if not, -1 while that is not known
    _column("words", sa.Text),
    _column("until", sa.Float),
    _column("agreed", sa.String(8)),
)
SEEKS = sa.Table(
    "seeks",
    METADATA,
    _column("id", sa.String(24), primary_key=True),
    _column("table_id", sa.String(24), _belongs("tables.id"), unique=True),
    _column("game", sa.String(64)),
    _column("pace", sa.String(8)),
    _column("seats", sa.Integer),
    _column("rated", sa.Boolean),
    _column("bot", sa.String(64)),
    _column("rating", sa.Float, nullable=True),
    _column("leaves", sa.Boolean),
    _column("since", sa.Float),
    _column("seen", sa.Float),
    _column("declined", sa.Text),
    _column("offer", sa.String(24)),  # no key: "" while there is none; an offer is deleted with its last seek
    _column("moved", sa.String(24)),  # no key: "" while it goes on
    _column("account", sa.String(24)),
    sa.Index("seeks_waiting", "moved", "game"),
    sa.Index("seeks_offer", "offer"),
)
SEEKERS = sa.Table(
    "seekers",
    METADATA,
    _column("person", sa.String(64), primary_key=True),
    _column("seek_id", sa.String(24), _belongs("seeks.id")),
    _column("seat", sa.Integer),
    _column("account", sa.String(24)),
    _column("answer", sa.String(8)),
    sa.Index("seekers_seek", "seek_id"),
    sa.Index("seekers_account", "account"),
)
DECLINES = sa.Table(
    "declines",
    METADATA,
    _column("person", sa.String(64), primary_key=True),
    _column("account", sa.String(24)),
    _column("number", sa.Integer),
    _column("until", sa.Float),
)

# --- orders of the host, and the processes that serve the database ---------------------------------

ORDERS = sa.Table(
    "orders",
    METADATA,
    _column("kind", sa.String(8), primary_key=True),
    _column("about", sa.String(64), primary_key=True),  # no key: also an address, or a table that was removed
    _column("words", sa.Text),
    _column("given", sa.Float),
    _column("until", sa.Float, nullable=True),
)
PROCESSES = sa.Table(
    "processes",
    METADATA,
    _column("id", sa.String(24), primary_key=True),
    _column("address", sa.String(255)),
    _column("beat", sa.BigInteger),
)
OWNERS = sa.Table(
    "owners",
    METADATA,
    _column("table_id", sa.String(24), _belongs("tables.id"), primary_key=True),
    _column("process", sa.String(24), sa.ForeignKey("processes.id", ondelete="SET NULL"), nullable=True),
    _column("present", sa.Text),
    sa.Index("owners_process", "process"),
)
WHEREABOUTS = sa.Table(
    "whereabouts",
    METADATA,
    _column("process", sa.String(24), _belongs("processes.id"), primary_key=True),
    _column("account", sa.String(24), primary_key=True),
    _column("state", sa.String(8)),
    _column("at_table", sa.String(24)),  # no key: "" for people who are at no table
    sa.Index("whereabouts_account", "account"),
)
