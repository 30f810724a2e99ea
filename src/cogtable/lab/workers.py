"""Where games are played: on the cores of this machine, or on those of a Ray cluster.

Work goes out in pieces, most of them ranges of seeds. The result of a piece depends only on the piece, not on the
place, the order or the number of times that it is played: the results of one core and of a hundred are the same to the
byte. A worker that dies loses nothing; its pieces are played again by another.
"""

from __future__ import annotations

import logging
import os
import pickle
import re
import socket
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from cogtable.engine.compile import cache
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import BadOption, CogtableError
from cogtable.engine.records.box_sizes import original
from cogtable.lab.extras import extra

Piece = TypeVar("Piece")
Answer = TypeVar("Answer")
Handle = TypeVar("Handle")
"""A piece that is being played: a handle."""


class LostWorker(CogtableError):
    """The same piece of work ended several workers, one after the other."""


class Workers(ABC, Generic[Handle]):
    """Plays pieces of work, several at a time.

    Another kind of worker is a class with the three methods below `size`.
    """

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of pieces that can be played at once now; it can change."""

    @abstractmethod
    def begin(self, play: Callable[[Any], Any], piece: Any) -> Handle:
        """Begins a piece of work. `play` and `piece` may be copied to another machine: they must pickle."""

    @abstractmethod
    def finished(self, running: Collection[Handle]) -> Collection[Handle]:
        """The finished handles among some. Waits until there is one."""

    @abstractmethod
    def answer(self, handle: Handle) -> Any:
        """The result of a finished piece; raises its error if it failed."""

    def drop(self, running: Collection[Handle]) -> None:
        """Cancels pieces whose answers are no longer wanted."""

    def each(
        self, play: Callable[[Piece], Answer], pieces: Sequence[Piece]
    ) -> Generator[tuple[int, Answer], None, None]:
        """Plays all pieces, and yields the number of each with its result as soon as it is finished, in any order.

        If the caller stops iterating, only the pieces being played are lost. An error ends it.
        """
        running: dict[Handle, int] = {}
        begun = 0
        try:
            while begun < len(pieces) or running:
                while begun < len(pieces) and len(running) <= self.size:  # one waits, so that no worker is idle
                    running[self.begin(play, pieces[begun])] = begun
                    begun += 1
                for handle in self.finished(running):
                    number = running.pop(handle)
                    yield number, self.answer(handle)
        finally:
            self.drop(running)

    def in_order(self, play: Callable[[Piece], Answer], pieces: Sequence[Piece]) -> Iterator[Answer]:
        """The same, with the answers in the order of the pieces."""
        early: dict[int, Answer] = {}
        following = 0
        for number, answer in self.each(play, pieces):
            early[number] = answer
            while following in early:
                yield early.pop(following)
                following += 1


class Here(Workers[Any]):
    """The cores of this machine, a thread for each; all of them if `threads` is 0."""

    def __init__(self, threads: int = 0) -> None:
        self._size = threads or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self._size, thread_name_prefix="lab")

    @property
    def size(self) -> int:
        """The number of threads."""
        return self._size

    def begin(self, play: Callable[[Any], Any], piece: Any) -> Any:
        """Begins a piece in a thread."""
        return self._pool.submit(play, piece)

    def finished(self, running: Collection[Any]) -> Collection[Any]:
        """Waits for the first to finish."""
        return wait(running, return_when=FIRST_COMPLETED).done

    def answer(self, handle: Any) -> Any:
        """Its result."""
        return handle.result()

    def drop(self, running: Collection[Any]) -> None:
        """Waits for the pieces being played, since a thread cannot be stopped."""
        wait([each for each in running if not each.cancel()])


RETRIES = 8
"""How often a piece is played again after its worker died. After that many deaths, the piece itself is the cause."""


class OnRay(Workers[Any]):
    """The workers of a Ray cluster. `address` is "local" for one made for this run, on this machine, with as many
    workers as `threads`; else that of a cluster that is there ("auto", "10.0.0.7:6379", "ray://10.0.0.7:10001").

    All machines need the same Cogtable, and the same games. Boxes travel along. Raises MissingExtra, and BadOption for
    a cluster that cannot be reached.
    """

    def __init__(self, address: str = "local", threads: int = 0) -> None:
        _check_address(address)
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no usage statistics
        with extra():
            import ray
        self._ray: Any = ray
        more: dict[str, Any] = {"num_cpus": threads or os.cpu_count(), "include_dashboard": False}
        try:
            ray.init(
                address=address,
                log_to_driver=False,
                logging_level=logging.ERROR,
                ignore_reinit_error=False,
                **(more if address == "local" else {}),
            )
        except (ConnectionError, ValueError, RuntimeError, TimeoutError) as error:
            reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
            raise BadOption(f'--ray: there is no Ray cluster at "{address}": {reason}') from error
        self._call: Any = ray.remote(max_retries=RETRIES, num_cpus=1)(_call)

    @property
    def size(self) -> int:
        """The number of cores of all machines that belong to the cluster now."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def begin(self, play: Callable[[Any], Any], piece: Any) -> Any:
        """Begins a piece on some machine."""
        return self._call.remote(sources(play, piece), pickle.dumps((play, piece)))

    def finished(self, running: Collection[Any]) -> Collection[Any]:
        """Waits for the first to finish, and takes those that have finished with it."""
        handles = list(running)
        found, _ = self._ray.wait(handles, num_returns=1)
        more, _ = self._ray.wait(handles, num_returns=len(handles), timeout=0)
        return set(more or found)

    def answer(self, handle: Any) -> Any:
        """Its result; raises LostWorker for a piece that ended several workers one after the other."""
        errors = self._ray.exceptions
        try:
            return pickle.loads(self._ray.get(handle))
        except errors.RayTaskError as error:
            raise error.cause from error
        except (errors.WorkerCrashedError, errors.OutOfMemoryError, errors.NodeDiedError) as error:
            raise LostWorker(f"a worker died {RETRIES + 1} times over the same games: {error}") from error

    def drop(self, running: Collection[Any]) -> None:
        """Stops the pieces being played."""
        for handle in running:
            self._ray.cancel(handle, force=True)

    def close(self) -> None:
        """Disconnects from the cluster, and ends one that was made for this run."""
        self._ray.shutdown()


PATIENCE = 5
"""How many seconds a cluster has to answer. Ray itself would wait for minutes."""


def _check_address(address: str) -> None:
    """Raises BadOption for a malformed address, and for one where no cluster answers."""
    if address in ("local", "auto"):
        return
    found = re.fullmatch(r"(?:ray://)?([\w.-]+|\[[0-9a-fA-F:]+\]):(\d{1,5})", address)
    if not found:
        raise BadOption(f'--ray: expected local, auto, HOST:PORT or ray://HOST:PORT; found "{address}"')
    try:
        socket.create_connection((found[1].strip("[]"), int(found[2])), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise BadOption(f'--ray: there is no Ray cluster at "{address}": {error}') from error


def _call(wanted: str, packed: bytes) -> bytes:
    """Runs on a worker of Ray. Raises CogtableError if its sources differ from those of the calling process."""
    play, piece = pickle.loads(packed)
    here = sources(play, piece)
    if wanted and here and wanted != here:
        import platform

        raise CogtableError(
            f"{platform.node()} has another Cogtable, another game or other libraries than this machine: "
            "install the same everywhere, or results would differ"
        )
    return pickle.dumps(play(piece))


def sources(*parts: Any) -> str:
    """A digest of everything that a piece of work depends on, by the `game` of one of its parts; empty if unknown (see
    `cache.digest`).
    """
    game = next((part.game for part in parts if hasattr(part, "game")), None)
    if not isinstance(game, GameSpec):
        return ""
    package = original(game.package)
    return cache.digest(package, f"{package}.table", "cogtable.lab.study")


@contextmanager
def opened(ray: str = "", threads: int = 0) -> Iterator[Workers[Any]]:
    """The workers of a Ray cluster at an address (see `OnRay`), or the cores of this machine if it is empty."""
    if not ray:
        yield Here(threads)
        return
    workers = OnRay(ray, threads)
    try:
        yield workers
    finally:
        workers.close()
