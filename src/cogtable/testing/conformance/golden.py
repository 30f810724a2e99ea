"""Point 8: golden games, recorded as text, and who may know their fields."""

from __future__ import annotations

from pathlib import Path

from cogtable.engine.play.game import Game
from cogtable.testing.conformance.knowledge import who_knows
from cogtable.testing.conformance.trials import Nonconformity, Plan, digest, matches, trials


def golden_text(game: Game) -> str:
    """Who may know each field of the record; then a whole game for each number of seats: the text of every move, with a
    digest of the state after it.
    """
    lines = [f"{game.name} {game.version}", "", "who knows what"]
    lines += [f"{field}: {who}" for field, who in who_knows(game.state).items()]
    plan = Plan(census=lambda s, b: None, golden=Path(), games=2)
    for trial in trials(game, plan):
        options = "".join(f", {name}={value}" for name, value in trial.options.items())
        lines += ["", f"{trial.seats} seats, seed {trial.seed}{options}"]
        *_, match = matches(trial, 1)
        states = match.positions
        lines.append(f"{digest(states[0])}  deal")
        lines += [
            f"{digest(state)}  {move.seat}: {move.text}" for state, move in zip(states[1:], match.moves, strict=True)
        ]
        lines.append(f"places {match.ranks}, scores {match.scores}")
    return "\n".join(lines) + "\n"


def golden_file(game: Game, folder: Path) -> Path:
    """Where a game's golden file is."""
    return folder / f"{game.name}.txt"


def golden_games_replay(game: Game, plan: Plan) -> None:
    """8. The golden games replay as recorded."""
    path = golden_file(game, plan.golden)
    rewrite = f"python -m cogtable.testing.conformance --golden {game.name} {plan.golden}"
    if not path.exists():
        raise Nonconformity(f"{game.name}: there is no golden file {path}; write it with: {rewrite}")
    written, now = path.read_text(encoding="utf-8").splitlines(), golden_text(game).splitlines()
    for number, (old, new) in enumerate(zip(written, now, strict=False), 1):
        if old != new:
            raise Nonconformity(
                f'{game.name}: line {number} of {path} is "{old}"; now it is "{new}". If that is meant, raise the'
                f" version of the game when logged actions do something else now, and rewrite the file: {rewrite}"
            )
    if len(written) != len(now):
        raise Nonconformity(f"{game.name}: {path} has {len(written)} lines; now there are {len(now)}: {rewrite}")
