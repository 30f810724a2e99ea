"""The replay buffer: the decisions of the last games, from which the network learns, kept in a folder."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cogtable.engine.errors import BadSave
from cogtable.engine.files import replacing
from cogtable.engine.records.state import Ints
from cogtable.engine.rules.observation import DTYPE
from cogtable.learning.selfplay import Samples

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec

MOST_BYTES = 1 << 32
"""The most memory that a window takes: enough for about 1,600 games with rows of 9 kB and 250 decisions."""


class Replay:
    """A window over the last `size` decisions. Each round's decisions are kept in a file, so stopping loses nothing;
    files whose decisions have all left the window are removed.
    """

    def __init__(self, game: GameSpec, size: int, folder: Path) -> None:
        numbers, actions, seats = game.layout.count(), game.actions, game.max_seats
        self.size = max(1, min(size, MOST_BYTES // (2 * numbers + 2 * actions + 4 * seats + 1)))
        self._rows = Samples(
            np.zeros((self.size, numbers), DTYPE),
            np.zeros((self.size, actions), np.float16),
            np.zeros((self.size, seats), np.float32),
            np.zeros(self.size, np.int8),
        )
        self._at = 0
        self._kept: list[tuple[Path, int]] = []
        self.folder = folder
        self.count = 0

    def add(self, round_number: int, samples: Samples) -> None:
        """Adds a round, and writes its file."""
        self.folder.mkdir(parents=True, exist_ok=True)
        file = self._file(round_number)
        halved = samples._replace(policies=samples.policies.astype(np.float16))
        with replacing(file) as new:
            np.savez_compressed(new, **halved._asdict())
        self._take(file, halved)

    def load(self, rounds: int, decisions: int) -> None:
        """Loads the kept decisions of the first `rounds` rounds, which had `decisions` decisions, each where it was
        before. Raises BadSave for a broken file.
        """
        files = [file for file in map(self._file, range(rounds)) if file.is_file()]
        kept = [_read(file) for file in files]
        there = sum(len(samples.seats) for samples in kept)
        if there >= min(self.size, decisions):  # else some are missing
            self._at = (decisions - there) % self.size
        for file, samples in zip(files, kept, strict=True):
            self._take(file, samples)

    def _file(self, round_number: int) -> Path:
        return self.folder / f"{round_number:05}.npz"

    def _take(self, file: Path, samples: Samples) -> None:
        count = len(samples.seats)
        places = (self._at + np.arange(count))[-self.size :] % self.size
        for mine, theirs in zip(self._rows, samples, strict=True):
            mine[places] = theirs[-self.size :]
        self._at = (self._at + count) % self.size
        self.count = min(self.size, self.count + count)
        self._kept.append((file, count))
        while sum(count for _, count in self._kept[1:]) >= self.size:
            self._kept.pop(0)[0].unlink(missing_ok=True)

    def batches(self, count: int, rows: int, seed: Any) -> Iterator[Samples]:
        """Random batches, `count` of them."""
        draws = np.random.default_rng(seed)
        for _ in range(count):
            chosen = draws.integers(self.count, size=rows)
            yield Samples(*(array[chosen] for array in self._rows))

    @property
    def observations(self) -> Ints:
        """All observations in the window."""
        return self._rows.observations[: self.count]


def _read(file: Path) -> Samples:
    try:
        with np.load(io.BytesIO(file.read_bytes()), allow_pickle=False) as found:
            return Samples(*(found[name] for name in Samples._fields))
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile, zlib.error) as error:
        raise BadSave(f"{file} is broken: {error}. Remove it, and training goes on without it") from error
