"""Training: rounds of self-play and learning, measured every few minutes, kept in a folder and resumed from there.

In the folder: `settings.json` (the settings of the training), `history.json` (the measurements), `state.pt` (the state
to resume from), `rounds/` (the decisions in the window), `weights.npz` (the network that plays) and `report.html`.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from cogtable import bots
from cogtable.bots import Bot, network_mcts
from cogtable.bots import network as networks
from cogtable.bots.network import FILE, Network, Weights
from cogtable.engine.errors import BadOption
from cogtable.engine.integers import as_whole
from cogtable.engine.rules.rng import MAX_SEED, check_seed
from cogtable.lab.extras import extra
from cogtable.learning.learner import Learner, Losses
from cogtable.learning.matches import MatchScore, match, player
from cogtable.learning.replay import Replay
from cogtable.learning.selfplay import Player, Samples, Search, joined
from cogtable.learning.watching import watch

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec

OPPONENTS = ("greedy", "hard")
"""The opponents in measurements, besides the network's own past."""

TEACHER = "hard"
"""The default bot whose games are learned from."""

PAST = "its past"
"""The network of the measurement before the last."""


class TrainingSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a training, which do not change.

    seats: with how many seats games are played, in turn; a number that stands twice is played twice as often.
    games: how many make a round.
    width, inner: the widths of the two hidden layers; a width of 0 becomes what fits into a file of weights.
    window: the number of last decisions it learns from; reuse: how often each of them is learned from.
    longest: the number of decisions after which a game is cut off.
    taught: the bots that it learns from, in turn, before it plays against itself, and from how many games of each.
    search: how many simulations a decision of self-play gets.
    scale, steady, considered, trace, mixed, rollout_depth, tried: see `selfplay.Search`.
    """

    game: str
    version: str
    box: str
    options: dict[str, int]
    seats: list[int]
    seed: int
    games: int = 128
    width: int = 0
    inner: int = 32
    window: int = 400_000
    reuse: float = 8.0
    batch: int = 256
    rate: float = 1e-3
    longest: int = 600
    taught: dict[str, int] = {}
    search: int = 32
    considered: int = 8
    steady: float = 50.0
    scale: float = 0.4
    trace: float = 0.98
    mixed: float = 0.5
    rollout_depth: int = 0
    tried: float = 0.0

    def teacher(self, games: int) -> str:
        """The bot that it learns from after `games` games; empty if it plays against itself by then."""
        for bot, count in self.taught.items():
            if games < count:
                return bot
            games -= count
        return ""

    def of_self_play(self) -> Search:
        """How decisions of self-play are searched."""
        return Search(
            simulations=self.search,
            considered=self.considered,
            steady=self.steady,
            scale=self.scale,
            trace=self.trace,
            mixed=self.mixed,
            rollout_depth=self.rollout_depth,
            tried=self.tried,
        )


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """A measurement, and the seconds of training, rounds, games and decisions before it. The losses are those of the
    last round, and `length` is the mean number of decisions of its games.
    """

    seconds: float
    rounds: int
    games: int
    decisions: int
    length: float
    policy_loss: float
    value_loss: float
    scores: list[MatchScore]


class History(msgspec.Struct, kw_only=True):
    """The progress of a training, and its measurements."""

    seconds: float = 0.0
    rounds: int = 0
    games: int = 0
    decisions: int = 0
    measured: list[Measured] = []


def settings_for(
    game: GameSpec,
    *,
    seats: Sequence[int] = (),
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    **more: Any,
) -> TrainingSettings:
    """Checked settings; without `seats` all numbers that the game is for. Raises BadOption."""
    counts = list(seats) or list(range(game.min_seats, game.max_seats + 1))
    for count in counts:
        game.blank(count, options or {})
    seed = check_seed(seed)
    found = TrainingSettings(
        game=game.name,
        version=game.version,
        box=game.box.digest,
        options=game.checked_options(options or {}),
        seats=counts,
        seed=seed,
        **more,
    )
    for name in ("games", "inner", "window", "batch", "longest", "search"):
        if (as_whole(getattr(found, name)) or 0) < 1:
            raise BadOption(f"{name} is a whole number from 1; found {getattr(found, name)}")
    for name in ("mixed", "tried"):
        if not 0 <= getattr(found, name) <= 1:
            raise BadOption(f"{name} is a number from 0 to 1; found {getattr(found, name):g}")
    for bot, many in found.taught.items():
        if (as_whole(many) or 0) < 1:
            raise BadOption(f"games to learn from are a whole number from 1; found {many} of {bot}")
        if not bots.find(bot).plays(game):
            raise BadOption(f"the bot {bot} does not play {game.name}")
    if not found.reuse > 0:
        raise BadOption(f"reuse is a number above 0; found {found.reuse:g}")
    if found.rollout_depth < 0:
        raise BadOption(f"rollout_depth is a whole number from 0; found {found.rollout_depth}")
    return msgspec.structs.replace(found, width=found.width or fitting_width(game, found.inner))


def fitting_width(game: GameSpec, inner: int) -> int:
    """The width of the first layer: 128, or less where the file would get too large."""
    room = networks.MOST_BYTES * 9 // 10 // 2 - inner * (game.actions + game.max_seats + 1)
    return max(16, min(128, room // (game.layout.count() + inner + 1) // 16 * 16))


class Training:
    """A training in a folder, new or resumed. Raises BadOption for a folder of another training."""

    def __init__(self, game: GameSpec, settings: TrainingSettings, folder: Path, *, threads: int = 0) -> None:
        self.game, self.settings, self.folder = game, settings, folder
        self.threads = threads or 2
        folder.mkdir(parents=True, exist_ok=True)
        check_settings(folder / "settings.json", settings)
        self.learner = Learner(
            game,
            width=settings.width,
            inner=settings.inner,
            rate=settings.rate,
            seed=settings.seed,
        )
        self.replay = Replay(game, settings.window, folder / "rounds")
        self.history = History()
        self._past: Network | None = None
        self._blanks = [game.blank(seats, settings.options) for seats in settings.seats]
        if (folder / "state.pt").is_file():
            self._restore()

    # --- running --------------------------------------------------------------------------------------

    def run(
        self,
        minutes: float,
        *,
        every: float = 5.0,
        deals: int = 100,
        told: Callable[[Training, Measured | None], object] = lambda training, measured: None,
    ) -> History:
        """Trains until it has been trained for `minutes` in all, those of earlier runs included, and measures each
        `every` minutes and at the end. `told` is called after each round, with the measurement if there was one.
        """
        self._compile()
        due = (self.history.measured[-1].seconds if self.history.measured else 0.0) + 60 * every
        while self.history.seconds < 60 * minutes:
            began = time.monotonic()
            losses, samples = self._round()
            self.history.seconds += time.monotonic() - began
            measured = None
            if self.history.seconds >= min(due, 60 * minutes):
                measured = self._measure(losses, samples, deals)
                due = self.history.seconds + 60 * every
            self._keep()
            told(self, measured)
        return self.history

    def _compile(self) -> None:
        """Compiles what training runs, in one thread and before the time counts."""
        network = self.learner.network()
        Player(self.game, network, self.settings.of_self_play(), 1).play(self._blanks[0], 0)
        for teacher in self.settings.taught:
            watch(self.game, self._blanks[0], bots.find(teacher), 0, 1)
        for name in OPPONENTS:
            match(self.game, self._blanks[0], self._player(network), bots.find(name), 0, 0)

    def _round(self) -> tuple[Losses, Samples]:
        """Plays a round of games, and learns from the window."""
        settings, number = self.settings, self.history.rounds
        first, teacher = self.history.games, settings.teacher(self.history.games)
        samples = self._watch(bots.find(teacher), first) if teacher else self._play(first)
        self.replay.add(number, samples)
        if number == 0:
            self.learner.fit_scale(self.replay.observations)
        steps = max(1, round(settings.reuse * len(samples.seats) / settings.batch))
        losses = self.learner.learn(self.replay.batches(steps, settings.batch, [settings.seed, number]))
        self.history.rounds += 1
        self.history.games += settings.games
        self.history.decisions += len(samples.seats)
        return losses, samples

    def _watch(self, teacher: Bot, first: int) -> Samples:
        """A teacher's games in a round, some with each number of seats."""
        settings, kinds = self.settings, len(self._blanks)
        each = -(-settings.games // (kinds * self.threads))
        pieces = [
            (self._blanks[i % kinds], settings.seed + first + at)
            for i, at in enumerate(range(0, each * kinds * self.threads, each))
        ]
        with ThreadPoolExecutor(self.threads, thread_name_prefix="teacher") as pool:
            played = pool.map(lambda piece: watch(self.game, piece[0], teacher, piece[1], each), pieces)
            return joined(list(played))

    def _play(self, first: int) -> Samples:
        """The games of a round. Game number i of the training depends on its network, and on seed + i."""
        settings, network = self.settings, self.learner.network()

        def some(thread: int) -> list[tuple[int, Samples]]:
            own = Player(self.game, network, settings.of_self_play(), settings.longest)
            numbers = range(first + thread, first + settings.games, self.threads)
            return [(i, own.play(self._blanks[i % len(self._blanks)], (settings.seed + i) & MAX_SEED)) for i in numbers]

        with ThreadPoolExecutor(self.threads, thread_name_prefix="self-play") as pool:
            played = [game for games in pool.map(some, range(self.threads)) for game in games]
        return joined([samples for _, samples in sorted(played, key=lambda game: game[0])])

    def _measure(self, losses: Losses, samples: Samples, deals: int) -> Measured:
        """Plays against the opponents, and against the network of the last measurement."""
        network, history = self.learner.network(), self.history
        me = self._player(network)
        others = [bots.find(name) for name in OPPONENTS]
        if self._past is not None:
            others.append(self._player(self._past, PAST))
        blank, seed = self._blanks[0], (self.settings.seed + 1_000_000_007) & (MAX_SEED >> 1)
        scores = [match(self.game, blank, me, other, deals, seed, self.threads) for other in others]
        self._past = network
        found = Measured(
            seconds=history.seconds,
            rounds=history.rounds,
            games=history.games,
            decisions=history.decisions,
            length=len(samples.seats) / self.settings.games,
            policy_loss=losses.policy,
            value_loss=losses.value,
            scores=scores,
        )
        history.measured.append(found)
        return found

    def _player(self, network: Network, name: str = "network") -> Bot:
        """The measured bot: twice the simulations of self-play."""
        own = self.settings
        search = network_mcts.NetworkSearchConfig(
            2 * own.search, mixed=own.mixed, rollout_depth=own.rollout_depth, tried=own.tried
        )
        return player(network, search, name)

    # --- keeping --------------------------------------------------------------------------------------

    def _keep(self) -> None:
        """Saves the state of the training, so that an interruption loses at most a round."""
        with extra("cogtable train"):
            import torch
        state = {
            "learner": self.learner.state(),
            "history": msgspec.json.encode(self.history).decode(),
            "past": self._past and {name: torch.from_numpy(array) for name, array in self._past._asdict().items()},
        }
        new = self.folder / "state.pt.new"
        torch.save(state, new)
        new.replace(self.folder / "state.pt")
        (self.folder / "history.json").write_bytes(msgspec.json.format(msgspec.json.encode(self.history), indent=1))
        networks.save_weights(self.folder / FILE, self.learner.network(), self.about())

    def _restore(self) -> None:
        with extra("cogtable train"):
            import torch
        state = torch.load(self.folder / "state.pt", weights_only=True)
        self.learner.restore(state["learner"])
        self.history = msgspec.json.decode(state["history"], type=History)
        past = state["past"]
        self._past = past and Network(**{name: array.numpy() for name, array in past.items()})
        self.replay.load(self.history.rounds, self.history.decisions)

    def about(self) -> dict[str, Any]:
        """The metadata of the file of weights."""
        history = self.history
        return networks.header(self.game) | {
            "seats": sorted(set(self.settings.seats)),
            "command": training_command(self.game, self.settings, history.seconds),
            "cogtable": version("cogtable"),
            "commit": commit(),
            "settings": msgspec.to_builtins(self.settings),
            "mixed": self.settings.mixed,
            "rollout_depth": self.settings.rollout_depth,
            "tried": self.settings.tried,
            "minutes": round(history.seconds / 60, 1),
            "games": history.games,
            "decisions": history.decisions,
            "figures": msgspec.to_builtins(history.measured[-1].scores) if history.measured else [],
        }

    def weights(self) -> Weights:
        """The network as it is now."""
        return Weights(self.learner.network(), self.about())


def commit() -> str:
    """The commit of the running sources; empty if they are not in Git."""
    asked = ["git", "-C", str(Path(__file__).parent), "rev-parse", "HEAD", f"HEAD:./{Path(__file__).name}"]
    try:
        return subprocess.run(asked, capture_output=True, text=True, check=True, timeout=10).stdout.split()[0]
    except (OSError, subprocess.SubprocessError):
        return ""


def training_command(game: GameSpec, settings: TrainingSettings, seconds: float) -> str:
    """The command line that repeats a training."""
    seats = ",".join(map(str, settings.seats))
    changed = [(name, value) for name, value in settings.options.items() if value != game.options[name].default]
    options = "".join(f" -o {name}={value}" for name, value in changed)
    search = f"--search {settings.search} --mixed {settings.mixed:g}"
    if settings.taught:
        search += " --taught " + ",".join(f"{bot}:{games}" for bot, games in settings.taught.items())
    search += f" --reuse {settings.reuse:g}"
    if settings.rollout_depth:
        search += f" --rollout-depth {settings.rollout_depth}"
    if settings.tried:
        search += f" --tried {settings.tried:g}"
    begun = f"cogtable train {settings.game} --minutes {max(1, round(seconds / 60))} --seats {seats}"
    return f"{begun} {search} --seed {settings.seed}{options}"


def check_settings(file: Path, wanted: TrainingSettings) -> None:
    """Keeps the settings in a file, which must be those that are there. Raises BadOption with the difference."""
    if not file.is_file():
        file.write_bytes(msgspec.json.format(msgspec.json.encode(wanted), indent=1) + b"\n")
        return
    try:
        kept = msgspec.convert(_as_written_now(msgspec.json.decode(file.read_bytes())), TrainingSettings)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise BadOption(f"{file} does not hold the settings of a training: {error}") from error
    for field in TrainingSettings.__struct_fields__:
        was, now = getattr(kept, field), getattr(wanted, field)
        if was != now:
            raise BadOption(f"the training in {file.parent} has {field} {was!r}, not {now!r}; name another folder")


def _as_written_now(kept: Any) -> Any:
    """Kept settings in today's form: once there was one `teacher`, and `taught` was how many of its games."""
    if isinstance(kept, dict) and isinstance(kept.get("taught"), int):
        games, teacher = kept.pop("taught"), kept.pop("teacher", TEACHER)
        kept["taught"] = {teacher: games} if games else {}
    return kept
