"""The workbench of a page: boxes are changed and checked, and the page's modules play games with them.

The archive `workbench.zip` has this module, and what only it needs; a page loads it when the workbench is opened.
"""

from __future__ import annotations

import base64
import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from cogtable import bots
from cogtable.engine.box_editing.annotated_copy import copy_of
from cogtable.engine.boxes.box import box_text
from cogtable.engine.play import registry
from cogtable.engine.play.game import Game
from cogtable.engine.text.words import phrase, say
from cogtable.lab.aims import aims_file, load_aims
from cogtable.lab.page_workers import PageOrders, PendingPart, PlayedGames
from cogtable.lab.paired_comparison import PairedComparison
from cogtable.server.core.refusal import Refusal
from cogtable.server.wire import lab_api
from cogtable.server.wire.account_api import Done
from cogtable.server.workbench.lab_modules import lab_module
from cogtable.server.workbench.offered_orders import OVER, OfferedOrders
from cogtable.server.workbench.sheet_view import looked_at
from cogtable.wasm.players import module_player

log = logging.getLogger("cogtable.site")

MOST_GAMES = 2000
"""The maximum number of games in a run: Python in a page plays their moves again, a few hundred times slower than
compiled code.
"""

TOGETHER = 10
"""The number of deals in a part of a run. A page answers nothing else while it counts the games of an order."""

PLAYING = ("compiling", "playing")


class PageWorkbench:
    """The workbench of one page. `modules` are the digests of the games' modules, by game."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        self._modules = modules
        self._run: _Run | None = None
        self._version = 0
        self.now = lab_api.LabRun(version=0)
        """The present or last run."""

    def answer(self, method: str, path: str, read: Callable[[type[Any]], Any]) -> msgspec.Struct:
        """Returns the answer to a call; `read` reads its body. Raises CogtableError."""
        match method, path.removeprefix("/lab/").split("/"):
            case "GET", ["games"]:
                return self.now
            case "POST", ["games", "stop"]:
                return self.stop()
            case "POST", ["orders"]:
                return self.order(read(lab_api.LabAskOrder))
            case "POST", ["moves"]:
                self.take(read(lab_api.LabMoves))
                return Done()
            case "GET", [game]:
                return self.start(game)
            case "POST", [game, "box"]:
                return self.look(game, read(lab_api.LabAsk))
            case "POST", [game, "games"]:
                return self.play(game, read(lab_api.LabPlay))
            case "POST", [_, "save"]:
                raise Refusal("malformed", say("this page cannot write files; download the box instead"))
            case _:
                raise Refusal("unknown-table", f"there is nothing at {path[:80]} for {method[:8]}")

    def start(self, game: str) -> lab_api.LabStart:
        """Returns the initial state of a game's workbench. Raises UnknownGame."""
        own = registry.find(game)
        text = copy_of(own)
        return lab_api.LabStart(
            game=own.name,
            title=own.title,
            box=looked_at(own.name, text),
            original=text,
            seats=(own.min_seats, own.max_seats),
            bots=[name for name, _ in bots.names(own) if module_player(own, name, own.min_seats)],
            most=MOST_GAMES,
        )

    def look(self, game: str, asked: lab_api.LabAsk) -> lab_api.LabBox:
        """Returns a box after changes. Raises CogtableError."""
        return looked_at(game, asked.text, asked.edits)

    # --- games ---------------------------------------------------------------------------------------

    def play(self, game: str, wanted: lab_api.LabPlay) -> lab_api.LabRun:
        """Begins to play games with a box. Raises CogtableError, such as Refusal while other games are being played,
        unless they are to be replaced.
        """
        own = registry.find(game)
        if not 2 <= wanted.games <= MOST_GAMES:
            words = phrase("this page plays 2 to {most} games; `cogtable lab` on your computer plays more")
            raise Refusal("malformed", say(words, most=MOST_GAMES))
        if self.now.phase in PLAYING and not wanted.replace:
            raise Refusal("busy", say("other games are being played; stop them first"))
        file = Path(Path(wanted.file or "mine.toml").name)
        boxed = own.with_box_file(file, box_text(file.name, wanted.text))
        aims = aims_file(own)
        comparison = PairedComparison(
            own,
            boxed,
            seats=wanted.seats or own.min_seats,
            bot=wanted.bot,
            games=wanted.games,
            aims=load_aims(aims, own) if aims else [],
            together=TOGETHER,
        )
        modules = [self._module(each, wanted.bot, comparison.plan.settings.seats) for each in comparison.plan.games]
        comparison.begin()
        self._run = _Run(wanted.page, comparison, modules, max(1, wanted.workers) + 1)
        self._tell(
            lab_api.LabRun(
                version=0,
                game=own.name,
                title=boxed.box.title,
                seats=comparison.plan.settings.seats,
                bot=wanted.bot,
                by="page",
            ),
            comparison,
        )
        return self.now

    def _module(self, game: Game, bot: str, seats: int) -> lab_api.LabModule:
        """Returns how the page plays with a box. Raises Refusal."""
        digest = self._modules.get(game.name)
        if not digest:
            raise Refusal("unavailable", say("this page has no module of {game} to play games with", game=game.title))
        if game.package != registry.find(game.name).package:
            words = phrase(
                "this page only plays boxes with as many entries as the game’s own; "
                "`cogtable lab` on your computer plays this one too"
            )
            raise Refusal("malformed", say(words))
        player = module_player(game, bot, seats)
        if player is None:
            words = phrase("this page cannot play the bot {bot}; `cogtable lab` on your computer can")
            raise Refusal("malformed", say(words, bot=bot))
        return lab_module(game, digest, player)

    def stop(self) -> lab_api.LabRun:
        """Stops the run; its results so far stay."""
        self._run = None
        if self.now.phase in PLAYING:
            self._tell(msgspec.structs.replace(self.now, phase="stopped"))
        return self.now

    def order(self, asked: lab_api.LabAskOrder) -> lab_api.LabNextOrder:
        """Returns the next games to play."""
        run = self._played_by(asked.page)
        if run is None:
            return lab_api.LabNextOrder(over=True)
        if asked.leaves:
            log.warning("the games of the workbench end: %s", asked.leaves[:300])
            self._end("" if asked.leaves == "closed" else asked.leaves)
            return lab_api.LabNextOrder(over=True)
        return lab_api.LabNextOrder(order=None if asked.busy else run.next())

    def take(self, played: lab_api.LabMoves) -> None:
        """Counts the games of an order. Raises Refusal for moves that are wrong, and for a run that is over."""
        run = self._played_by(played.page)
        if run is None:
            raise Refusal("over", say(OVER))
        order = run.offered.played(played)
        if played.error:
            if not run.offered.fail(order, played.error):
                self._end(played.error)
            return
        if error := run.take(played):
            self._end(error)
            raise Refusal("malformed", error)
        if run.is_done:
            run.comparison.finish()
            self._run = None
        self._tell(self.now, run.comparison)

    def _played_by(self, page: str) -> _Run | None:
        return self._run if self._run and self._run.page == page else None

    def _end(self, why: str) -> None:
        """Ends a run before all games are played, because they failed if there is a reason."""
        self._run = None
        error = say("the games could not be played in this page: {reason}", reason=why) if why else ""
        self._tell(msgspec.structs.replace(self.now, phase="failed" if why else "stopped", error=error))

    def _tell(self, run: lab_api.LabRun, comparison: PairedComparison | None = None) -> None:
        """Makes a run the present one, with the news of a comparison."""
        self._version += 1
        news = msgspec.structs.asdict(comparison.now) if comparison else {}
        self.now = msgspec.structs.replace(run, **news, version=self._version)


class _Run:
    """Games that are being played: as many parts are dealt as keep the page's workers busy."""

    def __init__(
        self, page: str, comparison: PairedComparison, modules: list[lab_api.LabModule], most_orders: int
    ) -> None:
        self.page, self.comparison = page, comparison
        self.offered = OfferedOrders()
        self._modules = modules
        self._most = most_orders
        self._orders = PageOrders()
        self._pending: dict[int, PendingPart] = {}
        self._begun = 0

    def next(self) -> lab_api.LabOrder | None:
        """Returns the next order; none while enough are being played."""
        if not self.offered.waiting:
            self._deal()
        return self.offered.next() if self.offered.waiting else None

    def _deal(self) -> None:
        """Deals the next part, unless enough are being played."""
        parts, playing = self.comparison.parts, sum(len(each.missing) for each in self._pending.values())
        if self._begun == len(parts) or playing >= self._most:
            return
        self._pending[self._begun], orders = self._orders.order(parts[self._begun])
        self._begun += 1
        for order in orders:
            self.offered.waiting.append(
                lab_api.LabOrder(
                    number=order.number,
                    first=order.first,
                    games=order.games,
                    states=base64.b64encode(order.states).decode(),
                    module=self._modules[order.box],
                )
            )

    def take(self, played: lab_api.LabMoves) -> str:
        """Counts the games of an order. Returns what is wrong with them, if anything is."""
        verdict = self._orders.take(PlayedGames(number=played.number, counts=played.counts, moves=played.moves))
        for number, pending in list(self._pending.items()):
            if not pending.missing:
                del self._pending[number]
                self.comparison.add(number, pending.answer)
        return verdict.error

    @property
    def is_done(self) -> bool:
        """Whether all games were counted."""
        return self._begun == len(self.comparison.parts) and not self._pending
