"""`cogtable admin`: commands for operators of a running service."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast, get_args

import typer

from cogtable.cli.arguments import Mistake
from cogtable.cli.options import Database, Json
from cogtable.cli.output import print_json

if TYPE_CHECKING:
    from cogtable.server.db.store import Store

app = typer.Typer(
    help="Looks after a server while it runs, by way of its database: messages, bans, draining, archive, backup.",
    rich_markup_mode=None,
    no_args_is_help=True,
)

Minutes = Annotated[
    float | None, typer.Option(metavar="MINUTES", min=1, help="For how long; without it, until it is lifted.")
]
Because = Annotated[str, typer.Option(metavar="WORDS", help="A reason, which the people concerned can read.")]


def _when(moment: float) -> str:
    """A time for operators: in UTC, as in the log."""
    import time

    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(moment))


@app.command("status")
def admin_status(database: Database = None, as_json: Json = False) -> None:
    """Shows how many tables there are, which messages, bans and drains are in force, and which processes serve."""
    import msgspec

    from cogtable.server.app import admin as work

    async def asked(store: Store) -> tuple[work.Status, dict[str, str]]:
        found = await work.status(store, database)
        return found, await work.names(store, found.orders)

    status, names = work.do(database, asked)
    if as_json:
        print_json(msgspec.to_builtins(status))
        return
    print(f"tables: {status.tables}; games in progress: {status.going}; moved in the last 10 minutes: {status.moving}")
    for process in status.processes:
        print(f"process: {process.address}")
    if status.server:
        print(f"server: {status.server}")
    for order in status.orders:
        about = names.get(order.about, order.about)
        until = f" until {_when(order.until)}" if order.until else ""
        words = f": {order.words}" if order.words else ""
        print(" ".join(filter(None, (order.kind, about))) + until + words)


@app.command("list")
def admin_list(
    database: Database = None,
    going: Annotated[bool, typer.Option("--going", help="Only tables at which a game is being played.")] = False,
    most: Annotated[int, typer.Option("--most", metavar="N", min=1, max=10000, help="How many at most.")] = 50,
    as_json: Json = False,
) -> None:
    """Lists the newest tables: the game, its state, the time of the last move, and who plays."""
    from cogtable.server.app import admin as work

    found = work.do(database, lambda store: work.list_tables(store, most, going))
    rows = [
        {
            "table": each.table.id,
            "game": each.table.game,
            "state": "over" if each.table.status.over else "going" if each.table.started else "open",
            "actions": each.actions,
            "last": _when(each.last),
            "people": [seat.name or seat.kind for seat in each.table.seats],
        }
        for each in found
    ]
    if as_json:
        print_json(rows)
        return
    print(f"{'table':14}{'game':14}{'state':7}{'actions':>7}  {'last':18}who")
    for row in rows:
        who = ", ".join(cast("list[str]", row["people"]))
        print(f"{row['table']:14}{row['game']:14}{row['state']:7}{row['actions']:7}  {row['last']:18}{who}")


@app.command("message")
def admin_message(
    words: Annotated[str, typer.Argument(metavar="[WORDS]", help="The message.")] = "",
    minutes: Minutes = None,
    clear: Annotated[bool, typer.Option("--clear", help="Takes the message away.")] = False,
    database: Database = None,
) -> None:
    """Shows everybody a message, at tables and in the lobby, in place of an earlier one."""
    from cogtable.server.app import admin as work

    if bool(words) == clear:
        raise Mistake("expected a message, or --clear to take it away")
    if clear:
        work.do(database, lambda store: store.orders.lift("message"))
        print("The message was taken away.")
        return
    work.do(database, lambda store: work.message(store, words, minutes))
    print("People at a table or in the lobby see it within seconds, and so does everyone who comes later.")


@app.command("drain")
def admin_drain(
    off: Annotated[bool, typer.Option("--off", help="Lets new games begin again.")] = False,
    because: Because = "",
    wait: Annotated[
        float,
        typer.Option(
            metavar="MINUTES",
            min=0,
            help="Wait until nobody has moved for ten minutes, but at most this long; then the exit status is 1.",
        ),
    ] = 0,
    database: Database = None,
) -> None:
    """Lets no new games begin, so that you can stop the server when the last ones have ended."""
    from cogtable.server.app import admin as work

    if off:
        work.do(database, lambda store: store.orders.lift("drain"))
        print("New games begin again.")
        return
    work.do(database, lambda store: work.drain(store, because))
    print("No new games can begin until `cogtable admin drain --off`; games in progress continue.")
    if wait:
        told = partial(print, "games with a move in the last 10 minutes:", flush=True)
        if not work.do(database, lambda store: work.drained(store, wait, told)):
            raise typer.Exit(1)


@app.command("ban")
def admin_ban(
    account: Annotated[str, typer.Option(metavar="NAME", help="The name of an account.")] = "",
    address: Annotated[
        str, typer.Option(metavar="ADDRESS", help="An address or a network, such as 192.0.2.0/24.")
    ] = "",
    because: Because = "",
    minutes: Minutes = None,
    lift: Annotated[bool, typer.Option("--lift", help="Lifts the ban.")] = False,
    database: Database = None,
) -> None:
    """Bans an account, which signs it out, or an address, which gets no more answers."""
    from cogtable.server.app import admin as work

    if bool(account) == bool(address):
        raise Mistake("expected --account NAME or --address ADDRESS")
    if lift:
        work.do(database, lambda store: work.unban(store, account, address))
        print(f"{account or address} is not banned any more.")
    elif account:
        ended = work.do(database, lambda store: work.ban_account(store, account, because, minutes))
        print(f"{account} is banned, and signed out in {ended} browser{'s' * (ended != 1)}.")
    else:
        banned = work.do(database, lambda store: work.ban_address(store, address, because, minutes))
        print(f"{banned} is banned.")


@app.command("archive")
def admin_archive(
    tables: Annotated[list[str], typer.Argument(metavar="TABLE...", help="Ids of tables, as in their links.")],
    archive: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            envvar="COGTABLE_ARCHIVE",
            help="Where removed tables are written; by default beside the database.",
        ),
    ] = None,
    database: Database = None,
) -> None:
    """Removes tables, even with people at them; each is first written as a line to a file of the archive."""
    from cogtable.server.app import admin as work
    from cogtable.server.settings import ServerSettings

    folder = ServerSettings(database=database, archive=archive).archive_folder()
    file = work.do(database, lambda store: work.archive(store, list(dict.fromkeys(tables)), folder))
    print(f"Archived in {file} and removed.")


@app.command("backup")
def admin_backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to copy to; an earlier copy is replaced.")],
    database: Database = None,
) -> None:
    """Copies a database file as it is at one moment, while its server runs and people play."""
    from cogtable.server.db import backup

    count = backup.back_up(_database_file(database, "pg_dump"), file)
    print(f"{file} holds {count} table{'s' * (count != 1)}.")


@app.command("restore")
def admin_restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A copy that `cogtable admin backup` made.")],
    database: Database = None,
) -> None:
    """Puts a backup in place of the database; its server must be stopped. The former database is kept beside it."""
    from cogtable.server.db import backup

    place = _database_file(database, "pg_restore")
    before = backup.restore(file, place)
    print(f"{place} was restored from {file}.")
    if before:
        print(f"The former database is kept as {before}.")


def _database_file(database: str | None, program: str) -> Path:
    from cogtable.server.app.admin import file_of

    if not (file := file_of(database)):
        raise Mistake(f"this is for a database in a file; PostgreSQL has a program for it: {program}")
    return file


@app.command("hosts")
def admin_hosts(
    add: Annotated[str, typer.Option(metavar="NAME", help="The name of an account that answers reports.")] = "",
    remove: Annotated[str, typer.Option(metavar="NAME", help="The name of an account that no longer does.")] = "",
    database: Database = None,
) -> None:
    """Lists the accounts that read and answer reports on the page `/reports`, adds one, or removes one."""
    from cogtable.server.app import admin as work

    if add and remove:
        raise Mistake("expected --add NAME or --remove NAME; found both")
    if add or remove:
        work.do(database, lambda store: work.set_host(store, add or remove, on=bool(add)))
        print(f"{add or remove} {'answers' if add else 'no longer answers'} reports.")
        return
    found = work.do(database, work.hosts)
    print("\n".join(found) if found else "No account answers reports; `cogtable admin hosts --add NAME` adds one.")


reports = typer.Typer(help="What people have reported to you.", rich_markup_mode=None, no_args_is_help=True)
app.add_typer(reports, name="reports")

Report = Annotated[str, typer.Argument(metavar="REPORT", help="The id of a report, as in the list.")]


@reports.command("list")
def reports_list(
    answered: Annotated[
        int, typer.Option("--answered", metavar="N", min=0, max=1000, help="The last N answered ones instead.")
    ] = 0,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Lists the reports that wait for an answer, the oldest first; reports of one circle are one. Then the accounts
    that made the same moves in a deal of the day.
    """
    import msgspec

    from cogtable.server.app import admin as work

    found = work.do(database, lambda store: work.cases(store, answered))
    if as_json:
        print_json(msgspec.to_builtins(found))
        return
    for case in found:
        first = case.reports[0]
        name = case.names.get(first.whom, first.name) or "a deleted account"
        reasons = ", ".join(sorted({row.reason for row in case.reports}))
        result = f"; answered: {first.answer}" if first.answer else ""
        print(f"{case.id:14}{_when(first.at)}  {name}: {reasons}; reported by {len(case.reports)}{result}")
    if not found:
        print("No report waits for an answer." if not answered else "No report was answered yet.")
    for same in work.do(database, work.same_moves) if not answered else []:
        who = f"{', '.join(same.names[:-1])} and {same.names[-1]}"
        print(f"Deal {same.number} ({same.game}): {who} made the same {same.moves} moves.")


@reports.command("show")
def reports_show(report: Report, database: Database = None) -> None:
    """Shows a report: who reported whom, why, the game, and what was said."""
    from cogtable.server.app import admin as work

    case = next((one for one in work.do(database, work.cases) if one.id == report), None)
    if case is None:
        raise Mistake(f'no report "{report}" waits for an answer')
    first = case.reports[0]
    guest = " (guest)" if first.whom not in case.names else ""
    print(f"about: {case.names.get(first.whom, first.name)}{guest}")
    if case.before:
        print(f"earlier answers: {', '.join(case.before)}")
    for row in case.reports:
        where = f"; {row.game}, table {row.at_table}, move {row.ply}" if row.at_table else ""
        print(f"{_when(row.at)}  {case.names.get(row.account, 'a guest')}: {row.reason}{where}")
        for line in row.said:
            print(f"    {_when(line.at)}  {line.text}")


@reports.command("answer")
def reports_answer(
    report: Report,
    answer: Annotated[
        str, typer.Argument(metavar="ANSWER", help="nothing, warning, quiet (no chat for a week), or out (a ban).")
    ],
    because: Because = "",
    database: Database = None,
) -> None:
    """Answers a report. The people who reported hear it, and so does the reported person, except for "nothing"."""
    from cogtable.server.app import admin as work
    from cogtable.server.wire.company_api import ReportAnswer

    known = get_args(ReportAnswer)
    if answer not in known:
        raise Mistake(f'expected one of {", ".join(known)}; found "{answer}"')
    case = work.do(database, lambda store: work.answer_report(store, report, cast("ReportAnswer", answer), because))
    print(f"Answered: {answer}. {len(case.reports)} {'people hear' if len(case.reports) > 1 else 'person hears'} it.")
