"""Games as environments of other libraries: PettingZoo, Gymnasium and OpenSpiel; in words for language models, also for
TextArena, verifiers and Inspect; and data sets of games.

Each function takes the name of a game, or the game. The libraries come with the extras `rl`, `textarena`, `verifiers`
and `inspect`; each is imported by the function that needs it. `text` needs none. Importing this package registers
Gymnasium's ids, such as `cogtable/splendor-v2`, where Gymnasium is installed. In a process that hasn't imported it,
write the id as `cogtable.envs:cogtable/splendor-v2`.

Seeds are whole numbers from 0, Python's or NumPy's. A keyword that is neither a parameter nor an option of the game
raises UnknownOption, which is a TypeError.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.play import registry
from cogtable.engine.play.game import Game
from cogtable.envs import versions
from cogtable.envs.arguments import game_options
from cogtable.envs.extras import MissingExtra, extra
from cogtable.envs.single_table import NoGame
from cogtable.envs.versions import WrongVersion

if TYPE_CHECKING:
    import pyspiel

    from cogtable.envs.gymnasium_single import SeatEnv
    from cogtable.envs.gymnasium_vector import TablesEnv
    from cogtable.envs.parquet import Recorded
    from cogtable.envs.pettingzoo_aec import TurnsEnv
    from cogtable.envs.pettingzoo_parallel import AtOnceEnv
    from cogtable.envs.text_env import TextEnv

__all__ = [
    "MissingExtra",
    "NoGame",
    "WrongVersion",
    "aec",
    "openspiel",
    "parallel",
    "record",
    "single",
    "text",
    "vector",
]

with suppress(MissingExtra), extra("registering ids"):
    from cogtable.envs.registration import register

    register()


def _found(game: str | GameSpec, box: str | Path | None, version: int | None = None) -> GameSpec:
    found = registry.find(game) if isinstance(game, str) else game
    if version is not None:
        versions.check(found, version, own_box=box is None)
    return found if box is None else found.with_box(box)


def aec(
    game: str | GameSpec,
    *,
    seats: int | None = None,
    seed: int | None = None,
    max_moves: int | None = None,
    render_mode: str | None = None,
    observations: str = "dict",
    scaled: bool = False,
    box: str | Path | None = None,
    **options: Any,
) -> TurnsEnv:
    """A PettingZoo AEC environment: the agents `player_0`, `player_1` ... act one after another.

    Seats that the game lets act at the same time act in turn too; what the others chose each sees as far as the rules
    show it before all have chosen.

    Args:
        game: the game.
        seats: how many; the fewest without.
        seed: what the first game is dealt from, unless `reset` names a seed; a random one without.
        max_moves: after how many moves of all seats a game is stopped (truncated), if ever.
        render_mode: "ansi" for plain text from `render`, "rgb_array" for a picture, as the agent that is to act
            sees the table. Pictures are uint8, (720, 1280, 3), and take the extra `pictures`.
        observations: "dict" for `{"observation": numbers, "action_mask": mask}`, "rllib" for
            `{"observations": numbers, "action_mask": mask}` in float32, as RLlib's action masking expects them.
        scaled: True for float32 numbers between -1 and 1: each is divided by the largest that its kind reaches in
            random games, and cut off there.
        box: a box file to play with instead of the game's own.
        options: the options of the game.

    Raises UnknownGame, BadBox, BadOption, UnknownOption, BrokenGame for a game without observations, and MissingExtra.
    """
    with extra("envs.aec"):
        from cogtable.envs.pettingzoo_aec import TurnsEnv
    found = _found(game, box)
    checked = game_options(aec, found, options)
    return TurnsEnv(found, seats, seed, max_moves, render_mode, observations, scaled, checked)


def parallel(
    game: str | GameSpec,
    *,
    seats: int | None = None,
    seed: int | None = None,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    observations: str = "dict",
    scaled: bool = False,
    pass_action: bool = False,
    box: str | Path | None = None,
    **options: Any,
) -> AtOnceEnv:
    """A PettingZoo parallel environment: all agents that have a decision to make act in one step.

    The others have an empty "action_mask", and their actions are ignored and can be left out. In games without
    simultaneous turns, one agent acts at a time.

    Args:
        game: the game.
        seats: how many; the fewest without.
        seed: what the first game is dealt from, unless `reset` names a seed; a random one without.
        max_cycles: after how many steps a game is stopped (truncated), if ever.
        render_mode: "ansi" for plain text from `render`, "rgb_array" for a picture, as a spectator
            sees the table. Pictures are uint8, (720, 1280, 3), and take the extra `pictures`.
        observations: "dict" for `{"observation": numbers, "action_mask": mask}`, "rllib" for
            `{"observations": numbers, "action_mask": mask}` in float32, as RLlib's action masking expects them.
        scaled: True for float32 numbers between -1 and 1: each is divided by the largest that its kind reaches in
            random games, and cut off there.
        pass_action: True adds an action after those of the game, which does nothing. It's the only legal one of agents
            that have no decision to make, for libraries that want a legal action at every step, such as TorchRL.
        box: a box file to play with instead of the game's own.
        options: the options of the game.

    Raises as `aec` does.
    """
    with extra("envs.parallel"):
        from cogtable.envs.pettingzoo_parallel import AtOnceEnv
    found = _found(game, box)
    checked = game_options(parallel, found, options)
    return AtOnceEnv(found, seats, seed, max_cycles, render_mode, observations, scaled, pass_action, checked)


def single(
    game: str | GameSpec,
    *,
    seat: int = 0,
    others: Any = "random",
    seats: int | None = None,
    seed: int | None = None,
    max_moves: int | None = None,
    render_mode: str | None = None,
    illegal: str = "refuse",
    observations: str = "plain",
    scaled: bool = False,
    box: str | Path | None = None,
    version: int | None = None,
    **options: Any,
) -> SeatEnv:
    """A Gymnasium environment: one seat against bots. The reward comes at the end of a game (see `Batch.rewards`).

    Args:
        game: the game.
        seat: the seat that acts, from 0.
        others: the bot of all other seats, or a list with one for each of them in order: a name ("random", "greedy",
            "easy" ...), or a bot of one's own, a class or an object. The object goes along when the environment is
            pickled; a name that `bots.add` made known is known in that process only.
        seats: how many; the fewest without.
        seed: what the first game is dealt from, unless `reset` names a seed; a random one without.
        max_moves: after how many moves of all seats a game is stopped (truncated), if ever.
        render_mode: "ansi" for plain text from `render`, "rgb_array" for a picture, as the seat
            sees the table. Pictures are uint8, (720, 1280, 3), and take the extra `pictures`.
        illegal: what becomes of an action that is not legal: "refuse" raises IllegalAction, "lose" ends the game with
            the reward -1, "random" plays any legal one instead. `info["illegal"]` says whether it was.
        observations: "plain" for the numbers alone, "dict" for `{"observation": numbers, "action_mask": mask}`, as
            TorchRL expects them, "rllib" for `{"observations": numbers, "action_mask": mask}` in float32, as RLlib's
            action masking does.
        scaled: True for float32 numbers between -1 and 1: each is divided by the largest that its kind reaches in
            random games, and cut off there.
        box: a box file to play with instead of the game's own.
        version: the number in Gymnasium's id, if it matters that the game is the same (see `envs/versions.py`).
        options: the options of the game.

    Raises as `aec` does, UnknownBot, BrokenBot, and WrongVersion.
    """
    with extra("envs.single"):
        from cogtable.envs.gymnasium_single import SeatEnv
    found = _found(game, box, version)
    checked = game_options(single, found, options)
    return SeatEnv(found, seat, others, seats, seed, max_moves, render_mode, illegal, observations, scaled, checked)


def vector(
    game: str | GameSpec,
    num_envs: int,
    *,
    seat: int = 0,
    others: Any = None,
    seats: int | None = None,
    seed: int | None = None,
    autoreset_mode: Any = None,
    max_moves: int | None = None,
    threads: int = 0,
    render_mode: str | None = None,
    observations: str = "plain",
    scaled: bool = False,
    box: str | Path | None = None,
    version: int | None = None,
    **options: Any,
) -> TablesEnv:
    """A Gymnasium vector environment: many tables stepped together.

    Without `others` it is for programs that play all seats: each action is for the seat
    `infos["current_player"][i]`, whose observation and mask it gets; the reward is that of the seat that has just
    acted, and `infos["rewards"]` has those of all. With `others`, bots play them, and everything is the seat's.

    Args:
        game: the game.
        num_envs: how many tables.
        seat: the seat that acts, from 0, where there are `others`.
        others: as in `single`.
        seats: how many at each table; the fewest without.
        seed: as `reset` takes it, for the first `reset` that names none; a random one without.
        autoreset_mode: Gymnasium's `AutoresetMode` or its value. "NextStep", as is usual there, deals a table that has
            ended again in the next step, whose action is not read. "SameStep" does so at once; the last observation is
            then in `infos["final_obs"]`. "Disabled" leaves it to `reset(options={"reset_mask": ...})`.
        max_moves: after how many moves of all seats a game is stopped (truncated), if ever.
        threads: over how many threads the tables are spread; all cores if 0.
        render_mode: as in `single`. `render` returns a tuple with a text or picture for each table.
        observations, scaled: as in `single`.
        box: a box file to play with instead of the game's own.
        version: the number in Gymnasium's id, if it matters that the game is the same (see `envs/versions.py`).
        options: the options of the game.

    Raises as `single` does.
    """
    with extra("envs.vector"):
        from cogtable.envs.gymnasium_vector import TablesEnv
    found = _found(game, box, version)
    checked = game_options(vector, found, options)
    mode = versions.defaults(version).autoreset_mode if autoreset_mode is None else autoreset_mode
    return TablesEnv(
        found,
        num_envs,
        seat,
        others,
        seats,
        seed,
        mode,
        max_moves,
        threads,
        render_mode,
        observations,
        scaled,
        checked,
    )


def openspiel(
    game: str | GameSpec,
    *,
    seats: int | None = None,
    deals: int = 1000,
    seed: int | None = 0,
    max_moves: int | None = None,
    box: str | Path | None = None,
    **options: Any,
) -> pyspiel.Game:
    """An OpenSpiel game. From then on `pyspiel.load_game("cogtable_splendor(players=3)")` finds it too.

    Seats that the game lets act at the same time act in turn; what the others chose each sees as far as the rules show
    it before all have chosen. The first node draws one of `deals` deals, and with it all that is drawn later.

    Args:
        game: the game.
        seats: how many; the fewest without.
        deals: how many deals there are, each equally likely. Algorithms that visit them all want few.
        seed: deal i is what `seed + i` deals; None for a random one.
        max_moves: after how many moves of all seats a game ends without a winner, if ever.
        box: a box file to play with instead of the game's own.
        options: the options of the game.

    Raises as `aec` does.
    """
    with extra("envs.openspiel"):
        from cogtable.envs.openspiel_game import checked
    found = _found(game, box)
    return checked(found, seats, deals, seed, max_moves, game_options(openspiel, found, options))


def text(
    game: str | Game,
    *,
    seats: int | None = None,
    seat: int = 0,
    others: Any = None,
    seed: int | None = None,
    max_moves: int | None = None,
    illegal: str = "refuse",
    descriptions: str = "always",
    box: str | Path | None = None,
    **options: Any,
) -> TextEnv:
    """An environment in words: each seat reads its observation as a text and replies with an action in words.

    Without `others` the program plays all seats, one after another. Needs no other library.

    Args:
        game: the game.
        seats: how many; the fewest without.
        seat: the seat that acts, from 0, where there are `others`.
        others: as in `single`; None for a program that plays all seats.
        seed: what the first game is dealt from, unless `reset` names a seed; a random one without.
        max_moves: after how many moves of all seats a game is stopped (truncated), if ever.
        illegal: what becomes of a reply without a legal action: "refuse" raises NotUnderstood, an IllegalAction that
            says what was expected and which actions are near; "lose" ends the game with the seat in the last place;
            "random" plays any legal action instead.
        descriptions: "always" writes out each piece in each observation, so that every observation is complete; "once"
            only until the seat has read it, for agents that remember the conversation.
        box: a box file to play with instead of the game's own.
        options: the options of the game.

    Raises as `single` does.
    """
    from cogtable.envs.text_env import TextEnv

    found = _found(game, box)
    checked = game_options(text, found, options)
    return TextEnv(cast(Game, found), seats, seat, others, seed, max_moves, illegal, descriptions, checked)


def record(
    game: str | GameSpec,
    games: int,
    out: str | Path,
    *,
    bot: str | Sequence[str] = "random",
    seats: int | None = None,
    seed: int | None = 0,
    max_moves: int | None = None,
    group: int = 32,
    threads: int = 0,
    command: str = "",
    progress: Callable[[int], object] = lambda games: None,
    box: str | Path | None = None,
    **options: Any,
) -> Recorded:
    """Plays games between bots and writes them to a Parquet file, a row for each decision.

    The columns are those of `cogtable.envs.parquet.COLUMNS`. The games stand in order, and so do the decisions of each.
    The file depends on the arguments only, not on the number of threads. It has its name when it is complete.

    Args:
        game: the game.
        games: how many games.
        out: the file; one that is there is replaced.
        bot: one bot for all seats, or one for each in order.
        seats: how many; the fewest without.
        seed: game i is dealt, and its bots think, from `seed + i`; None for a random one, which the file names.
        max_moves: after how many moves of all seats a game is stopped, if ever.
        group: how many games make a row group. That many games for each thread are held in memory.
        threads: how many games are played at once; all cores if 0.
        command: what made the file, to stand in it.
        progress: called with the number of games that have just been written.
        box: a box file to play with instead of the game's own.
        options: the options of the game.

    Raises UnknownGame, UnknownBot, BadBox, BadOption, BrokenGame for a game without observations, MissingExtra, and
    OSError for a file that cannot be written.
    """
    with extra("envs.record"):
        from cogtable.envs import parquet
    found = _found(game, box)
    return parquet.record(
        found,
        games,
        out,
        bot=bot,
        seats=seats,
        seed=seed,
        max_moves=max_moves,
        group=group,
        threads=threads,
        command=command,
        progress=progress,
        options=game_options(record, found, options),
    )
