"""Data sets: games between bots as a Parquet file, a row for each decision."""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from cogtable import __version__, bots
from cogtable.bots import Bot
from cogtable.engine.batches.batch import Batch
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import BadOption
from cogtable.engine.files import replacing
from cogtable.engine.integers import moves_limit, whole
from cogtable.engine.rules.rng import seed_or_random
from cogtable.envs import opponents
from cogtable.envs.opponents import Others

KEY = b"cogtable"
"""The key of a file's description: JSON in the metadata of its schema."""

COLUMNS = {
    "game": "The number of the game, from 0",
    "seed": "What the game was dealt from: cogtable.game(...).start(seed=...) deals it again",
    "ply": "How many actions were played before, by all seats",
    "seat": "The seat that decides, from 0",
    "observation": "What that seat knows, laid out as `layout` says",
    "mask": "1 for each action that is legal",
    "action": "The action that it chose",
    "reward": "What the game brought this seat in the end: -1 to 1 by its rank; 0 if the game was stopped before",
    "ranks": "The places of all seats in the end, 1 is best; 0 if the game was stopped before",
    "scores": "The scores of all seats in the end; 0 if the game was stopped before",
}


class Recorded(NamedTuple):
    """A written data set: the file, the number of games, and the number of decisions."""

    file: Path
    games: int
    rows: int


class _Plan(NamedTuple):
    """Games to be played."""

    game: GameSpec
    seats: int
    seated: Mapping[int, Bot]
    max_moves: int | None
    options: Mapping[str, Any]
    schema: Any


def record(
    game: GameSpec,
    games: int,
    out: str | Path,
    *,
    bot: Others,
    seats: int | None,
    seed: int | None,
    max_moves: int | None,
    group: int,
    threads: int,
    command: str,
    progress: Callable[[int], object],
    options: Mapping[str, Any],
) -> Recorded:
    """See `cogtable.envs.record`."""
    games, group, threads = whole(games, "games", 1), whole(group, "group", 1), whole(threads, "threads", 0)
    seed = seed_or_random(seed, games)
    plan = _planned(game, seats, bot, max_moves, options)
    about = _about(plan, games=games, seed=seed, group=group, command=command)
    schema = plan.schema.with_metadata({KEY: json.dumps(about, ensure_ascii=False).encode()})
    file, rows = Path(out), 0
    with replacing(file) as new, pq.ParquetWriter(new, schema, compression="zstd") as writer:
        for first, table in _played(plan, games, seed, group, threads):
            writer.write_table(table.replace_schema_metadata(schema.metadata), row_group_size=len(table))
            rows += len(table)
            progress(min(group, games - first))
    return Recorded(file, games, rows)


def _planned(
    game: GameSpec, seats: int | None, bot: Others, max_moves: int | None, options: Mapping[str, Any]
) -> _Plan:
    seats = game.min_seats if seats is None else whole(seats, "seats", 1)
    seated = opponents.players(game, seats, bot)
    for each in dict.fromkeys(seated.values()):
        bots.compile_bot(each, game)
    Batch(game, 0, seats=seats, max_moves=max_moves, **options)  # refused here, before a file is begun
    numbers, actions = game.layout.count(), game.actions
    kinds = {
        "game": pa.int64(),
        "seed": pa.int64(),
        "ply": pa.int32(),
        "seat": pa.int8(),
        "observation": pa.list_(pa.int16(), numbers),
        "mask": pa.list_(pa.uint8(), actions),
        "action": pa.int32(),
        "reward": pa.float32(),
        "ranks": pa.list_(pa.int32(), seats),
        "scores": pa.list_(pa.int32(), seats),
    }
    schema = pa.schema([pa.field(name, kinds[name]) for name in COLUMNS])
    return _Plan(game, seats, seated, moves_limit(max_moves), options, schema)


def _about(plan: _Plan, **settings: Any) -> dict[str, Any]:
    """The metadata of the file."""
    game = plan.game
    return {
        "cogtable": __version__,
        "game": game.name,
        "version": game.version,
        "box": game.box.digest,
        "seats": plan.seats,
        "bots": [plan.seated[seat].name for seat in range(plan.seats)],
        "options": game.checked_options(plan.options),
        "max_moves": plan.max_moves,
        **settings,
        "columns": COLUMNS,
        "layout": [block._asdict() for block in game.layout.blocks()],
    }


def _played(plan: _Plan, games: int, seed: int, group: int, threads: int) -> Iterator[tuple[int, Any]]:
    """Yields the games in order, in batches: the number of the first, and the table of their decisions."""
    threads = max(1, threads or os.cpu_count() or 1)
    waiting: deque[tuple[int, Future[Any]]] = deque()
    with ThreadPoolExecutor(threads, thread_name_prefix="record") as pool:
        for first in range(0, games, group):
            if len(waiting) > threads:  # in memory are only the games being played and one batch to be written
                number, done = waiting.popleft()
                yield number, done.result()
            waiting.append((first, pool.submit(_play, plan, first, min(group, games - first), seed)))
        for number, done in waiting:
            yield number, done.result()


def _play(plan: _Plan, first: int, count: int, seed: int) -> Any:
    """Plays some games to their ends; returns the table of their decisions, game by game."""
    game = plan.game
    batch = Batch(
        game,
        count,
        seats=plan.seats,
        seed=seed + first,
        threads=1,
        observe=True,
        max_moves=plan.max_moves,
        **plan.options,
    )
    steps: list[tuple[Any, ...]] = []
    while (tables := np.flatnonzero(~batch.done)).size:
        chosen = opponents.decide(game, batch, plan.seated, tables)
        plies = batch.states["ply"][tables]
        steps.append(
            (tables, plies, batch.current_player[tables], batch.observations[tables], batch.action_mask[tables], chosen)
        )
        actions = np.full(count, -1, np.int64)
        actions[tables] = chosen
        batch.step(actions)
    columns = [np.concatenate(parts) for parts in zip(*steps, strict=True)]
    order = np.argsort(columns[0], kind="stable")
    tables, plies, current_player, observations, masks, chosen = (column[order] for column in columns)
    rewards = _rewards(batch.ranks)
    found = {
        "game": tables + first,
        "seed": tables + first + seed,
        "ply": plies,
        "seat": current_player,
        "observation": observations,
        "mask": masks,
        "action": chosen,
        "reward": rewards[tables, current_player],
        "ranks": batch.ranks[tables],
        "scores": batch.scores[tables],
    }
    return pa.table([_column(found[field.name], field.type) for field in plan.schema], schema=plan.schema)


def _rewards(ranks: Any) -> Any:
    """The rewards of games that ended, as `Batch.rewards` has them for one step; 0 where there are no ranks."""
    ahead = (ranks[:, None, :] < ranks[:, :, None]).sum(axis=2)
    behind = (ranks[:, None, :] > ranks[:, :, None]).sum(axis=2)
    return (behind - ahead).astype(np.float32) / max(1, ranks.shape[1] - 1)


def _column(numbers: Any, kind: Any) -> Any:
    if not pa.types.is_fixed_size_list(kind):
        return pa.array(numbers, kind)
    flat = pa.array(np.ascontiguousarray(numbers).reshape(-1), kind.value_type)
    return pa.FixedSizeListArray.from_arrays(flat, type=kind)


def about(file: str | Path) -> dict[str, Any]:
    """The description of a file of `record`: game, version, box, seats, seed, bots, command, columns and layout.

    Raises BadOption for a file that `record` did not write.
    """
    held = (pq.read_schema(file).metadata or {}).get(KEY)
    if held is None:
        raise BadOption(f"{file} is not a data set of Cogtable: its schema has no metadata {KEY.decode()!r}")
    found: dict[str, Any] = json.loads(held)
    return found


def rows_of(column: Any) -> Any:
    """A column of lists, such as "observation", as an array with a row for each decision."""
    combined = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    return combined.flatten().to_numpy(zero_copy_only=False).reshape(len(combined), -1)
