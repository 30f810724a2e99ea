"""The ASGI application and its routes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from starlette.applications import Starlette
from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect
from starlette.routing import Mount, Route, WebSocketRoute

from cogtable.server.about import game_list
from cogtable.server.app.admin_commands import AdminCommands
from cogtable.server.app.archive import Archive
from cogtable.server.app.reload import Reloader
from cogtable.server.cluster.forwarding import at_owner
from cogtable.server.cluster.membership import Listener, Membership
from cogtable.server.core.background import Supervisor
from cogtable.server.core.cpu_time import Metered, OneEach, Prices
from cogtable.server.core.limits import BotSeconds, Counts
from cogtable.server.core.metrics import Metrics
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.service import Service
from cogtable.server.db.commands import Banned
from cogtable.server.db.connection import NotOwner, Unreachable
from cogtable.server.db.store import Store
from cogtable.server.http import (
    account,
    boxes,
    daily,
    finished_games,
    following,
    health,
    here,
    invitations,
    keepsakes,
    lobby,
    modules,
    notifications,
    old_assets,
    open_games,
    pages,
    people,
    play,
    played,
    previews,
    printing,
    reports,
    responses,
    tournaments,
    workbench,
)
from cogtable.server.http.busy_hours import BusyHours
from cogtable.server.http.error_pages import ErrorPages
from cogtable.server.http.listings import Listings
from cogtable.server.http.preview_drawing import Pictures
from cogtable.server.http.reachability import no_websocket, reach
from cogtable.server.matchmaking.matchmaker import Matchmaker
from cogtable.server.middleware.cross_site import Security
from cogtable.server.middleware.edge import Edge
from cogtable.server.middleware.gateway import Gateway
from cogtable.server.notifications.notifier import Notifier
from cogtable.server.rooms.deal_hills import DealHills
from cogtable.server.rooms.presence import Presence
from cogtable.server.rooms.rooms import Rooms
from cogtable.server.rooms.whereabouts import Whereabouts
from cogtable.server.settings import ServerSettings
from cogtable.server.socket.puzzles import puzzle_socket
from cogtable.server.socket.socket import table_socket
from cogtable.server.tournaments.rounds import Rounds
from cogtable.server.workbench.study_jobs import Runs

log = logging.getLogger("cogtable.server")


class Number(Convertor[int]):
    """A number in an address, short enough for every database."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        """Returns the number in an address."""
        return int(value)

    def to_string(self, value: int) -> str:
        """Returns a number for an address."""
        return str(value)


register_url_convertor("number", Number())

API: list[Route | WebSocketRoute] = [
    Route("/games", lobby.games),
    Route("/games/{game}/picture", pages.picture),
    Route("/games/{game}/components", printing.of_game),
    Route("/games/{game}/module", modules.of_game),
    Route("/boxes/{key}/module", modules.of_variant),
    Route("/modules/{game}/{digest}/{kind}", modules.file),
    Route("/play", play.play, methods=["POST"]),
    Route("/play/{game}", play.paces),
    Route("/tables", lobby.open_tables),
    Route("/tables", lobby.make_table, methods=["POST"]),
    Route("/matches", lobby.open_match, methods=["POST"]),
    Route("/tables/{table}", lobby.table),
    Route("/tables/{table}/position", at_owner(lobby.position)),
    Route("/tables/{table}/join", at_owner(lobby.join), methods=["POST"]),
    Route("/tables/{table}/branch", at_owner(lobby.branch), methods=["POST"]),
    Route("/tables/{table}/file", at_owner(lobby.saved)),
    WebSocketRoute("/tables/{table}/ws", table_socket),
    Route("/tables/{table}/ws", no_websocket),
    WebSocketRoute("/puzzles/{game}/{key}/ws", puzzle_socket),
    Route("/puzzles/{game}/{key}/ws", no_websocket),
    Route("/daily", daily.daily),
    Route("/deals/{number:number}", daily.deal),
    Route("/deals/{number:number}/play", daily.play, methods=["POST"]),
    Route("/puzzles/{game}/{key}", daily.puzzle),
    Route("/boxes", boxes.upload, methods=["POST"]),
    Route("/boxes/{key}", boxes.box),
    Route("/boxes/{key}/file", boxes.file),
    Route("/tables/{table}/ratings", people.table_ratings),
    Route("/here", here.here, methods=["POST"]),
    Route("/here/told", here.told, methods=["POST"]),
    Route("/open-games", open_games.open_games),
    Route("/people", following.people),
    Route("/people-settings", following.settings),
    Route("/people-settings", following.change_settings, methods=["POST"]),
    Route("/follow", following.follow, methods=["POST"]),
    Route("/follow/end", following.unfollow, methods=["POST"]),
    Route("/block", following.block, methods=["POST"]),
    Route("/block/end", following.unblock, methods=["POST"]),
    Route("/invitations", invitations.invite, methods=["POST"]),
    Route("/invitations/{invitation}/answer", invitations.answer_invitation, methods=["POST"]),
    Route("/invitations/{invitation}/withdraw", invitations.withdraw, methods=["POST"]),
    Route("/reports", reports.report, methods=["POST"]),
    Route("/reports", reports.queue),
    Route("/reports/{report}/answer", reports.answer_report, methods=["POST"]),
    Route("/people/{name:path}", people.profile),
    Route("/history/{name:path}", finished_games.games),
    Route("/keepsakes", keepsakes.keepsakes),
    Route("/keepsakes", keepsakes.show, methods=["POST"]),
    Route("/tables/{table}/keepsakes", keepsakes.tell, methods=["POST"]),
    Route("/leaderboards/{game}", people.leaderboard),
    Route("/boxes/{key}/components", printing.of_variant),
    Route("/live", lobby.live_tables),
    Route("/busy", lobby.busy),
    Route("/notice", lobby.notice),
    Route("/reach", reach),
    Route("/mine", lobby.mine, methods=["POST"]),
    Route("/bots/games", lobby.games_with_bots, methods=["POST"]),
    Route("/tournaments", tournaments.listed),
    Route("/tournaments", tournaments.new_tournament, methods=["POST"]),
    Route("/tournaments/mine", tournaments.mine, methods=["POST"]),
    Route("/tournaments/{tournament}", tournaments.tournament),
    Route("/tournaments/{tournament}/join", tournaments.join, methods=["POST"]),
    Route("/tournaments/{tournament}/withdraw", tournaments.withdraw, methods=["POST"]),
    Route("/tournaments/{tournament}/return", tournaments.come_back, methods=["POST"]),
    Route("/tournaments/{tournament}/forfeit", tournaments.forfeit, methods=["POST"]),
    Route("/tournaments/{tournament}/next", tournaments.begin_round, methods=["POST"]),
    Route("/tournaments/{tournament}/end", tournaments.end_tournament, methods=["POST"]),
    Route("/series/{series}", tournaments.series),
    Route("/series/{series}/end", tournaments.end_series, methods=["POST"]),
    Route("/account", account.account),
    Route("/account/sign-up", account.sign_up, methods=["POST"]),
    Route("/account/sign-up/finish", account.signed_up, methods=["POST"]),
    Route("/account/sign-in", account.sign_in, methods=["POST"]),
    Route("/account/sign-in/finish", account.signed_in, methods=["POST"]),
    Route("/account/recover", account.recover, methods=["POST"]),
    Route("/account/recovery-code", account.new_recovery_code, methods=["POST"]),
    Route("/account/passkeys", account.add_passkey, methods=["POST"]),
    Route("/account/passkeys/finish", account.added_passkey, methods=["POST"]),
    Route("/account/passkeys/remove", account.remove_passkey, methods=["POST"]),
    Route("/account/sessions/end", account.end_session, methods=["POST"]),
    Route("/account/sign-out", account.sign_out, methods=["POST"]),
    Route("/account/rename", account.rename, methods=["POST"]),
    Route("/account/claim", account.claim, methods=["POST"]),
    Route("/account/export", account.export),
    Route("/account/games", finished_games.download),
    Route("/account/hide", account.hide, methods=["POST"]),
    Route("/account/night", account.set_night, methods=["POST"]),
    Route("/account/vacation", account.set_vacation, methods=["POST"]),
    Route("/account/unnamed", account.leave_out_name, methods=["POST"]),
    Route("/account/delete", account.delete, methods=["POST"]),
    Route("/calls", notifications.calls),
    Route("/calls/push", notifications.subscribe, methods=["POST"]),
    Route("/calls/push/end", notifications.unsubscribe, methods=["POST"]),
    Route("/calls/mail", notifications.set_address, methods=["POST"]),
    Route("/calls/mail/end", notifications.remove_address, methods=["POST"]),
    Route("/mail/confirm/{token}", notifications.confirm, methods=["POST"]),
    Route("/mail/end/{token}", notifications.end_mails, methods=["POST"]),
    Route("/account/delete/finish", account.deleted, methods=["POST"]),
    Route("/previews/@/{name:path}.png", previews.picture),
    Route("/previews/t/{table}.png", previews.picture),
    Route("/previews/t/{table}/{look}/{ply:number}.png", previews.picture),
    Route("/previews/tournaments/{tournament}.png", previews.picture),
    Route("/previews/daily.png", previews.picture),
    Route("/previews/daily/{number:number}.png", previews.picture),
    Route("/previews/puzzles/{game}/{key}.png", previews.picture),
    Route("/previews/{about}/{game}.png", previews.picture),
    Route("/previews/{about}/{game}/{key}.png", previews.picture),
    Route("/rules/{game}", pages.rules),
    Route("/rules/{game}/page", pages.rules_page),
    Route("/rules/{game}/legend", pages.legend),
    Route("/gallery", pages.gallery),
    Route("/health", health.health),
]


def _listener(store: Store, rooms: Rooms, presence: Presence, whereabouts: Whereabouts) -> Listener:
    """Returns the callbacks for events among the processes that serve the database."""

    def joined(process: str) -> None:
        store.owners.process = process
        presence.forget()
        whereabouts.forget()

    supervisor, name = rooms.supervisor, "membership"
    return Listener(
        joined,
        rooms.give_all_away,
        presence.hear,
        presence.missed,
        failed=partial(supervisor.note_failure, name),
        works=partial(supervisor.note_success, name),
    )


def create_app(settings: ServerSettings | None = None) -> Starlette:
    """Returns the server as an ASGI application. When it starts, it opens its database and loads all games."""
    settings = settings or ServerSettings()
    counts = Counts(settings.limits)
    metrics = Metrics()
    service = Service()
    prices = Prices(counts, metrics.worked)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_default_executor(OneEach())
        game_list.load_games()
        await asyncio.to_thread(old_assets.keep, settings.static, settings.former_folder())
        store = Store(settings.database_url(), threads=Metered)
        supervisor = app.state.supervisor = Supervisor(metrics.failed)
        budget = BotSeconds(counts, metrics.thought)
        app.state.rooms = rooms = Rooms(store, settings, counts, service, budget, supervisor)
        presence = app.state.presence = Presence(rooms)
        whereabouts = app.state.whereabouts = Whereabouts(rooms)
        app.state.listings = Listings(store, counts)
        app.state.busy = BusyHours(store)
        app.state.deal_results = daily.DealResults(store)
        app.state.deal_hills = deal_hills = DealHills(rooms)
        app.state.pictures = Pictures()
        app.state.health = health.Health(store, metrics, supervisor)
        app.state.desk, app.state.runs = settings.desk, Runs()
        app.state.notifier = notifier = Notifier(rooms, presence, settings)
        archive = Archive(store, settings.archive_folder(), counts.limits, lambda: rooms.loaded, metrics.removed)
        app.state.rounds = rounds = Rounds(rooms)
        matchmaker = app.state.matchmaker = Matchmaker(rooms, presence)
        admin_commands = app.state.admin_commands = AdminCommands(rooms, presence)
        rooms.watch_clocks()
        rounds.watch()
        matchmaker.watch()
        notifier.run()
        archive.run(supervisor)
        admin_commands.run()
        if settings.advertise:
            listener = _listener(store, rooms, presence, whereabouts)
            membership = Membership(settings.database_url(), settings.advertise, listener)
            await membership.join()
            log.info("other processes on this database reach this one at %s", settings.advertise)
            presence.watch()
            whereabouts.watch()
        if settings.reload:
            Reloader(rooms).run()
        try:
            yield
        finally:
            await supervisor.close()
            await app.state.runs.close()
            await deal_hills.close()
            await app.state.notifier.close()
            await rooms.close()
            if settings.advertise:
                await membership.leave()
            store.close()

    app = Starlette(
        routes=[
            Route("/healthz", health.health),
            Route("/metrics", health.metrics),
            Route("/", pages.page),
            Route("/t/{table}", pages.page),
            Route("/daily", pages.page),
            Route("/daily/{number:number}", pages.page),
            Route("/puzzles", pages.page),
            Route("/puzzles/{game}/{key}", pages.page),
            Route("/t/{table}/{look}/{ply:number}", pages.page),
            Route("/rules/{game}", pages.page),
            Route("/print/{game}", pages.page),
            Route("/print/{game}/{key}", pages.page),
            Route("/learn", pages.page),
            Route("/learn/{game}", pages.page),
            Route("/learn/{game}/{lesson}", pages.page),
            Route("/games", played.games),
            Route("/games/{table}", at_owner(played.game)),
            Route("/new", pages.page),
            Route("/new/{game}", pages.page),
            Route("/new/{game}/here", pages.page),
            Route("/gallery", pages.page),
            Route("/you", pages.page),
            Route("/tournaments", pages.page),
            Route("/tournaments/{tournament}", pages.page),
            Route("/series/{series}", pages.page),
            Route("/waiting", pages.page),
            Route("/people", pages.page),
            Route("/history", pages.page),
            Route("/history/{name:path}", pages.page),
            Route("/keepsakes", pages.page),
            Route("/reports", pages.page),
            Route("/mail/{what}/{token}", pages.page),
            Route("/@/{name:path}", pages.page),
            Route("/best/{game}", pages.page),
            Route("/offline.html", pages.offline),
            *(workbench.PAGES if settings.desk else []),
            Mount("/api", routes=[*API, *(workbench.LAB if settings.desk else [])]),
            *([Mount("/page", pages.SiteFiles(settings.site, f"{settings.base_path}/"))] if settings.site else []),
            Mount("/", pages.ClientFiles(settings.static, settings.former_folder())),
        ],
        middleware=[
            Middleware(ErrorPages, base_path=settings.base_path),
            Middleware(Edge, metrics=metrics),
            Middleware(Gateway, settings=settings, counts=counts, service=service, prices=prices),
            Middleware(Security, origins=settings.origins),
            Middleware(GZipMiddleware, minimum_size=1000),
        ],
        exception_handlers={
            404: pages.on_nowhere,
            HTTPException: responses.on_http_error,
            Refusal: responses.on_refusal,
            ClientDisconnect: responses.on_disconnect,
            Unreachable: responses.on_unreachable,
            NotOwner: responses.on_lost,
            Banned: responses.on_banned,
        },
        lifespan=life,
    )
    app.state.settings, app.state.counts, app.state.metrics = settings, counts, metrics
    return app
